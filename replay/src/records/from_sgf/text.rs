//! Text of a file made fit for a ledger: normalised, without control
//! characters, and no longer than its schema allows.

use fupan_domain::seen::is_seen;
use unicode_normalization::UnicodeNormalization;

/// One line of at most `most` characters; `None` where nothing of it can be seen.
pub(super) fn line(text: &str, most: usize) -> Option<String> {
    let clean: String = text
        .nfc()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    let cut: String = clean.trim().chars().take(most).collect();
    let cut = cut.trim_end();
    is_seen(cut).then(|| cut.to_owned())
}

/// The id that a file's name makes: its letters and digits in lower case, all
/// else a hyphen. `None` where fewer than two are left, as of a name in Chinese.
pub(super) fn slug(name: &str, most: usize) -> Option<String> {
    let mut slug = String::new();
    for c in name.chars() {
        if c.is_ascii_alphanumeric() {
            slug.push(c.to_ascii_lowercase());
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.truncate(most);
    let slug = slug.trim_end_matches('-');
    (slug.len() >= 2).then(|| slug.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_file_name_becomes_an_id() {
        for (name, id) in [
            ("kgs-02", Some("kgs-02")),
            ("Round 3, Board 1", Some("round-3-board-1")),
            ("_AE_midgame", Some("ae-midgame")),
            ("第三轮", None),
            ("a", None),
            ("", None),
        ] {
            assert_eq!(slug(name, 63).as_deref(), id, "{name}");
        }
        assert_eq!(slug("abc-def", 4).as_deref(), Some("abc"));
    }

    #[test]
    fn a_line_is_normalised_and_cut() {
        assert_eq!(line(" e\u{301}\u{7}x ", 9).as_deref(), Some("é x"));
        assert_eq!(line("abc", 2).as_deref(), Some("ab"));
        assert_eq!(line(" \n", 9), None);
        assert_eq!(line("\u{200b}\u{3164}", 9), None);
    }

    proptest! {
        #[test]
        fn any_name_makes_an_id_or_none(name in "\\PC*") {
            if let Some(slug) = slug(&name, 50) {
                prop_assert!(fupan_domain::ids::is_slug(&slug), "{}", slug);
            }
        }
    }
}
