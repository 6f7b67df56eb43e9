//! A player's rank: the text of the file and, where it is understood, the
//! short form of the contract ("5p", "3d", "2k").

use super::amount::{Numeral, plain};

/// A rank as written, and what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rank {
    /// The text of the file.
    pub raw: String,
    /// `"5p"`, `"3d"`, `"2k"`; `None` where the text is not understood. A bare
    /// 段 is read as `d`: Fox and the federations mark professionals.
    pub dan: Option<String>,
}

impl Rank {
    /// Reads a rank in Latin, Chinese, Japanese or Korean writing.
    pub fn read(raw: &str) -> Rank {
        Rank {
            raw: raw.to_owned(),
            dan: understood(raw),
        }
    }
}

fn understood(raw: &str) -> Option<String> {
    let text: String = plain(raw)
        .to_lowercase()
        .chars()
        .filter(|c| !c.is_whitespace() && !"?*.".contains(*c))
        .collect();
    let professional = ["职业", "职", "프로"]
        .iter()
        .find_map(|mark| text.strip_prefix(mark))
        .or_else(|| text.strip_prefix('p'));
    let amateur = ["业余", "业", "아마"]
        .iter()
        .find_map(|mark| text.strip_prefix(mark));
    let rest = professional.or(amateur).unwrap_or(&text);
    let (number, unit) = if let Some(unit) = rest.strip_prefix('初') {
        (1, unit)
    } else {
        Numeral::read(rest)?
    };
    let letter = match unit {
        "段" | "단" | "d" | "dan" | "da" if professional.is_some() => 'p',
        "段" | "단" | "d" | "dan" | "da" => 'd',
        "p" | "pro" | "danpro" | "dpro" | "danp" | "dp" | "段p" => 'p',
        "级" | "급" | "k" | "kyu" | "gup" if professional.is_none() => 'k',
        _ => return None,
    };
    let most = if letter == 'k' { 30 } else { 10 };
    (1..=most)
        .contains(&number)
        .then(|| format!("{number}{letter}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_understood_in_the_fields_writings() {
        for (text, dan) in [
            ("1d", Some("1d")),
            ("9段", Some("9d")),
            ("P9段", Some("9p")),
            ("九段", Some("9d")),
            ("职业七段", Some("7p")),
            ("職業初段", Some("1p")),
            ("业余5段", Some("5d")),
            ("初段", Some("1d")),
            ("９段", Some("9d")),
            ("5단", Some("5d")),
            ("프로 9단", Some("9p")),
            ("3급", Some("3k")),
            ("18 kyu", Some("18k")),
            ("3级", Some("3k")),
            ("3級", Some("3k")),
            ("9p", Some("9p")),
            ("9 dan pro", Some("9p")),
            ("2k?", Some("2k")),
            ("十段", Some("10d")),
            ("9", None),
            ("-", None),
            ("", None),
            ("NR", None),
            ("31k", None),
            ("0d", None),
            ("p", None),
        ] {
            assert_eq!(Rank::read(text).dan.as_deref(), dan, "{text}");
        }
    }
}
