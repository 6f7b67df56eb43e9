//! In which language somebody wrote, as far as the letters show it. A ledger
//! doesn't say; but the shapes of Han characters follow `lang` in HTML, so what
//! is foreign to a page must carry one of its own.

/// The `lang` of a text from outside: `ja` with kana, `ko` with hangul, `zh`
/// with Han characters alone, else unknown, which HTML writes as `""`.
pub fn lang_of(text: &str) -> &'static str {
    let mut has_han = false;
    for c in text.chars() {
        match c {
            '\u{3041}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' | '\u{ff66}'..='\u{ff9f}' => {
                return "ja";
            }
            '\u{1100}'..='\u{11ff}' | '\u{3130}'..='\u{318f}' | '\u{ac00}'..='\u{d7a3}' => {
                return "ko";
            }
            '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' => {
                has_han = true;
            }
            '\u{20000}'..='\u{3ffff}' => has_han = true,
            _ => {}
        }
    }
    if has_han { "zh" } else { "" }
}

/// The same for a name, of which the federation tells more than Han characters do.
pub fn lang_of_name(name: &str, federation: Option<&str>) -> &'static str {
    let federation = federation.unwrap_or_default().to_ascii_uppercase();
    match (lang_of(name), &*federation) {
        ("zh", "JP" | "JPN") => "ja",
        ("zh", "KR" | "KOR") => "ko",
        ("zh", "TW" | "TWN" | "TPE" | "HK" | "HKG" | "MO" | "MAC") => "zh-Hant",
        ("zh", "CN" | "CHN" | "SG" | "SGP" | "MY" | "MAS") => "zh-Hans",
        (lang, _) => lang,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_tell_the_language_where_they_can() {
        assert_eq!(lang_of("The clock jumped."), "");
        assert_eq!(lang_of("读秒读得太快"), "zh");
        assert_eq!(lang_of("秒読みが早すぎた"), "ja");
        assert_eq!(lang_of("초읽기가 너무 빨랐다"), "ko");
        assert_eq!(lang_of("42, Q16"), "");
    }

    #[test]
    fn a_name_in_han_characters_is_its_federations() {
        assert_eq!(lang_of_name("井山裕太", Some("jp")), "ja");
        assert_eq!(lang_of_name("聂卫平", Some("CHN")), "zh-Hans");
        assert_eq!(lang_of_name("周俊勳", Some("TPE")), "zh-Hant");
        assert_eq!(lang_of_name("聂卫平", None), "zh");
        assert_eq!(lang_of_name("Ann", Some("JP")), "");
    }
}
