//! What a registration calls a federation: which country it is, with the codes of
//! those who take results, and which two are one. The EGF's database has two
//! letters of ISO 3166, FIDE three of its own. A federation that is no country, as
//! a province's, has neither.

use rust_iso3166::{ALL, CountryCode, from_alpha2, from_alpha3};

/// A player's country, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Country {
    /// In two letters, as the European Go Database has it.
    pub egf: Option<&'static str>,
    /// In three, as FIDE has it.
    pub fide: Option<&'static str>,
}

/// Where FIDE's code (FIDE Handbook, list of federations) is another than that
/// of ISO 3166: the country's two letters, FIDE's three.
#[rustfmt::skip]
const FIDE: &[(&str, &str)] = &[
    ("AE", "UAE"), ("AG", "ANT"), ("AO", "ANG"), ("AW", "ARU"), ("BB", "BAR"), ("BD", "BAN"), ("BF", "BUR"),
    ("BG", "BUL"), ("BH", "BRN"), ("BM", "BER"), ("BN", "BRU"), ("BS", "BAH"), ("BT", "BHU"), ("BW", "BOT"),
    ("BZ", "BIZ"), ("CG", "CGO"), ("CH", "SUI"), ("CL", "CHI"), ("CR", "CRC"), ("DE", "GER"), ("DK", "DEN"),
    ("DZ", "ALG"), ("FJ", "FIJ"), ("FO", "FAI"), ("GG", "GCI"), ("GM", "GAM"), ("GN", "GUI"), ("GQ", "GEQ"),
    ("GR", "GRE"), ("GT", "GUA"), ("HN", "HON"), ("HR", "CRO"), ("HT", "HAI"), ("ID", "INA"), ("IR", "IRI"),
    ("JE", "JCI"), ("KH", "CAM"), ("KN", "SKN"), ("KW", "KUW"), ("LS", "LES"), ("LV", "LAT"),
    ("LY", "LBA"), ("MG", "MAD"), ("MM", "MYA"), ("MN", "MGL"), ("MR", "MTN"), ("MU", "MRI"), ("MW", "MAW"),
    ("MY", "MAS"), ("NE", "NIG"), ("NG", "NGR"), ("NI", "NCA"), ("NL", "NED"), ("NP", "NEP"), ("OM", "OMA"),
    ("PH", "PHI"), ("PR", "PUR"), ("PS", "PLE"), ("PT", "POR"), ("PY", "PAR"), ("SA", "KSA"), ("SB", "SOL"),
    ("SC", "SEY"), ("SD", "SUD"), ("SI", "SLO"), ("SV", "ESA"), ("TD", "CHA"), ("TG", "TOG"), ("TW", "TPE"),
    ("TZ", "TAN"), ("UY", "URU"), ("VC", "VIN"), ("VG", "IVB"), ("VI", "ISV"), ("VN", "VIE"), ("VU", "VAN"),
    ("ZA", "RSA"), ("ZM", "ZAM"), ("ZW", "ZIM"),
];

/// FIDE's federations that are a part of the United Kingdom, which has none of
/// its own there.
const HOME_NATIONS: [&str; 3] = ["ENG", "SCO", "WLS"];

/// Whether two texts name one federation: one country, however each writes it, or
/// where that is unknown the same text, without regard to case and outer blanks.
/// Entries are in NFC already (contract, section 3). The parts of the United
/// Kingdom are one, as they are for the EGF.
pub fn same_federation(a: &str, b: &str) -> bool {
    match [a, b].map(|federation| Country::of(federation).egf) {
        [Some(a), Some(b)] => a == b,
        [None, None] => folded(a) == folded(b),
        _ => false,
    }
}

/// A text as it is compared: upper case first, so that ß is SS.
fn folded(text: &str) -> String {
    text.trim().to_uppercase().to_lowercase()
}

impl Country {
    /// Nobody knows.
    const UNKNOWN: Country = Country {
        egf: None,
        fide: None,
    };

    /// The country of a federation that is written as a code of two letters or
    /// of three, ISO's or FIDE's, or by the country's short English name.
    pub fn of(federation: &str) -> Country {
        let code = federation.trim().to_ascii_uppercase();
        if let Some(nation) = HOME_NATIONS.iter().find(|nation| **nation == code) {
            return Country {
                egf: Some("UK"),
                fide: Some(nation),
            };
        }
        let found = match &*code {
            // Bahrain to FIDE, Brunei to ISO: it says nothing.
            "BRN" => None,
            "UK" => from_alpha2("GB"),
            code => {
                let fide = FIDE.iter().find(|(_, fide)| *fide == code);
                fide.and_then(|(alpha2, _)| from_alpha2(alpha2))
                    .or_else(|| from_alpha2(code))
                    .or_else(|| from_alpha3(code))
                    .or_else(|| by_name(code))
            }
        };
        found.map_or(Country::UNKNOWN, |iso| Country::of_iso(&iso))
    }

    fn of_iso(iso: &CountryCode) -> Country {
        let fide = FIDE.iter().find(|(alpha2, _)| *alpha2 == iso.alpha2);
        match iso.alpha2 {
            "GB" => Country {
                egf: Some("UK"),
                fide: None,
            },
            alpha2 => Country {
                egf: Some(alpha2),
                fide: Some(fide.map_or(iso.alpha3, |(_, fide)| *fide)),
            },
        }
    }
}

/// By the short name, without what ISO adds in brackets where that leaves one.
fn by_name(name: &str) -> Option<CountryCode> {
    let short = |iso: &CountryCode| {
        let (short, _) = iso.name.split_once(" (").unwrap_or((iso.name, ""));
        short.eq_ignore_ascii_case(name)
    };
    let mut found = ALL.iter().filter(|iso| short(iso));
    match (found.next(), found.next()) {
        (Some(iso), None) => Some(*iso),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_federation_is_a_country_by_code_or_name() {
        let read = |federation| {
            let country = Country::of(federation);
            (country.egf, country.fide)
        };
        for federation in ["DE", "de", "DEU", "GER", "Germany", " Germany "] {
            assert_eq!(read(federation), (Some("DE"), Some("GER")), "{federation}");
        }
        assert_eq!(read("CHN"), (Some("CN"), Some("CHN")));
        assert_eq!(read("Japan"), (Some("JP"), Some("JPN")));
        assert_eq!(read("Netherlands"), (Some("NL"), Some("NED")));
        assert_eq!(read("TPE"), (Some("TW"), Some("TPE")));
        assert_eq!(read("UK"), (Some("UK"), None));
        assert_eq!(read("SCO"), (Some("UK"), Some("SCO")));
        // A province, two countries of one name, two of one code.
        for federation in ["Anhui", "Korea", "BRN", "", "XX", "!?"] {
            assert_eq!(read(federation), (None, None), "{federation}");
        }
    }

    #[test]
    fn one_federation_is_one_however_it_is_written() {
        for (a, b) in [
            ("CHN", "CN"),
            ("China", "chn"),
            ("GER", "DE"),
            ("ENG", "UK"),
            (" Anhui", "ANHUI "),
            ("安徽", "安徽"),
            ("Gießen", "GIESSEN"),
        ] {
            assert!(same_federation(a, b) && same_federation(b, a), "{a}, {b}");
        }
        for (a, b) in [("CHN", "TPE"), ("Anhui", "CHN"), ("Anhui", "Hunan")] {
            assert!(!same_federation(a, b), "{a}, {b}");
        }
    }

    #[test]
    fn every_code_of_the_table_is_one_countrys() {
        for (alpha2, fide) in FIDE {
            let iso = from_alpha2(alpha2).unwrap();
            assert_ne!(iso.alpha3, *fide);
            assert_eq!(FIDE.iter().filter(|(_, other)| other == fide).count(), 1);
        }
    }
}
