//! Whether anything of a text can be seen. A name of which nothing can be seen looks
//! like no name, or like another one of that kind, wherever people read it.

use unicode_general_category::{GeneralCategory, get_general_category};

/// Whether anything of it can be seen.
pub fn is_seen(text: &str) -> bool {
    text.chars().any(shows)
}

/// Whether a character draws something, of itself or on the one before it.
fn shows(c: char) -> bool {
    use GeneralCategory::{
        Control, Format, LineSeparator, ParagraphSeparator, SpaceSeparator, Unassigned,
    };
    let draws_nothing = matches!(
        get_general_category(c),
        Control | Format | SpaceSeparator | LineSeparator | ParagraphSeparator | Unassigned
    );
    !draws_nothing && !is_blank(c)
}

/// The letters, marks and signs that are blank: what Unicode has programs pass over
/// where they can't draw it (`Default_Ignorable_Code_Point`), and
/// fillers and blanks of scripts.
fn is_blank(c: char) -> bool {
    matches!(c,
        '\u{34f}' // combining grapheme joiner
        | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' // Hangul fillers
        | '\u{17b4}' | '\u{17b5}' // inherent vowels of Khmer
        | '\u{180b}'..='\u{180f}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}' // selectors of variants
        | '\u{2800}' // the pattern of no dots of braille
        | '\u{13441}' | '\u{13442}' // blanks of hieroglyphs
        | '\u{16fe4}' // filler of the Khitan small script
        | '\u{1d159}' // null notehead
    )
}

#[cfg(test)]
mod tests {
    use super::{is_blank, is_seen};
    use proptest::prelude::*;

    /// One of each kind that shows nothing.
    const NOTHING: &str = " \t\n\r\u{0}\u{7f}\u{85}\u{a0}\u{ad}\u{34f}\u{61c}\u{115f}\u{1160}\u{1680}\u{17b4}\u{17b5}\
        \u{180b}\u{180e}\u{2000}\u{200a}\u{200b}\u{200c}\u{200d}\u{200e}\u{200f}\u{2028}\u{2029}\u{202a}\u{202e}\u{202f}\u{205f}\
        \u{2060}\u{2064}\u{2066}\u{2069}\u{206f}\u{2800}\u{3000}\u{3164}\u{fe0f}\u{feff}\u{ffa0}\u{fff0}\u{ffff}\u{13441}\u{13442}\
        \u{16fe4}\u{1d159}\u{1d173}\u{e0001}\u{e0020}\u{e0100}\u{e0fff}\u{10ffff}";

    #[test]
    fn names_of_any_script_are_seen() {
        for name in [
            "Ann",
            "Ann Lee",
            "聂卫平",
            "井山 裕太",
            "이세돌",
            "ᄋ\u{1160}",
            "Nguyễn",
            "e\u{301}",
            "\u{301}",
            "محمد",
            "אבי",
            "प्रज्ञानन्द",
            "ក\u{17b4}",
            "ᠮᠤᠩᠭᠤᠯ\u{180b}",
            "⠁⠝⠝",
            "𠮷野",
            "👩\u{200d}🔬",
            "?",
            "\u{e000}",
            "\u{fffd}",
        ] {
            assert!(is_seen(name), "{}", name.escape_unicode());
        }
    }

    #[test]
    fn what_shows_nothing_is_not_seen() {
        assert!(!is_seen(""));
        for c in NOTHING.chars() {
            assert!(!is_seen(&c.to_string()), "{}", c.escape_unicode());
        }
    }

    fn nothing() -> impl Strategy<Value = String> {
        let all: Vec<char> = NOTHING.chars().collect();
        let some = prop::collection::vec(prop::sample::select(all), 0..9);
        some.prop_map(|some| some.into_iter().collect())
    }

    proptest! {
        #[test]
        fn one_character_that_shows_is_enough(
            before in nothing(),
            shown in "[\\w\\p{S}\\p{P}&&\\p{age:12.0}]",
            after in nothing(),
        ) {
            let both = before.clone() + &after;
            prop_assert!(!is_seen(&both));
            let name = before + &shown + &after;
            prop_assert!(is_seen(&name) || shown.chars().all(is_blank), "{}", name.escape_unicode());
        }
    }
}
