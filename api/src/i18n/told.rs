//! What is told of problems and of what an audit found, in each language: the title
//! of a problem and a few words about a discrepancy, by their codes. The codes
//! themselves and what is said with values stay as programs get them, in English.

use super::Texts;

impl Texts {
    /// The title of a kind of problem; `None` for a code that this program does not know.
    pub fn problem_title(&self, code: &str) -> Option<String> {
        self.find(&key("problem-title", code), &[])
    }

    /// What an audit found, in a few words: what does not follow from the log has
    /// words of its own, an entry that could not have been accepted the title of the
    /// problem with which it would be refused.
    pub fn found(&self, code: &str) -> Option<String> {
        let own = self.find(&key("found", code), &[]);
        own.or_else(|| self.problem_title(code))
    }

    /// Why a check was not made, or against what one was; `None` where that is told
    /// with values.
    pub fn reason(&self, sentence: &str) -> Option<String> {
        self.phrase("why", sentence)
    }
}

fn key(list: &str, code: &str) -> String {
    format!("{list}-{}", code.replace('_', "-"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{i18n::Lang, problem::KINDS};
    use std::collections::BTreeSet;

    /// Where audits name what they find.
    const SOURCES: &[&str] = &[
        include_str!("../../../replay/src/verify.rs"),
        include_str!("../../../replay/src/verify/acceptance.rs"),
        include_str!("../../../replay/src/verify/attachments.rs"),
        include_str!("../../../replay/src/verify/examine.rs"),
        include_str!("../../../replay/src/verify/heads.rs"),
        include_str!("../../../replay/src/verify/links.rs"),
        include_str!("../../../replay/src/verify/roots.rs"),
        include_str!("../../../replay/src/verify/signatures.rs"),
        include_str!("../../../replay/src/audit/games.rs"),
        include_str!("../../../replay/src/audit/standings.rs"),
        include_str!("../../../replay/src/bundle/read.rs"),
        include_str!("../../../replay/src/views/discrepancy.rs"),
        include_str!("../../../domain/src/game/clocks.rs"),
        include_str!("../../../domain/src/game/closing.rs"),
        include_str!("../../../domain/src/game/evolve.rs"),
        include_str!("../../../domain/src/tournament/entry_audit.rs"),
        include_str!("../../../domain/src/tournament/lots.rs"),
        include_str!("../../../domain/src/tournament/nigiri.rs"),
        include_str!("../../../domain/src/tournament/pairing_audit.rs"),
        include_str!("../../../domain/src/tournament/team_audit.rs"),
        include_str!("../bundle/examine.rs"),
        include_str!("../evidence/mod.rs"),
    ];

    /// Words of that form which these files have for something else.
    const OTHER: &[&str] = &[
        "by_hand",
        "delete_after",
        "evidence_attached",
        "evidence_received",
        "not_found",
        "not_revealed",
        "other_order",
        "other_seed",
        "person_erased",
        "snake_case",
        "unknown_stream",
        "unknown_type",
        "unknown_version",
    ];

    /// The words with a low line between quotes, of which every code is one.
    fn codes() -> BTreeSet<&'static str> {
        let is_code = |text: &&str| {
            let small = |b: u8| b.is_ascii_lowercase() || b == b'_';
            text.contains('_') && text.bytes().all(small)
        };
        let shipped = SOURCES
            .iter()
            .filter_map(|source| source.split("#[cfg(test)]").next());
        let words = shipped.flat_map(|source| source.split('"'));
        words
            .filter(is_code)
            .filter(|word| !OTHER.contains(word))
            .collect()
    }

    /// The sentences that say why a check was not made: arms of a choice, and what a
    /// part of the audit is said to lack.
    fn sentences(source: &str) -> impl Iterator<Item = &str> {
        let shipped = source.split("#[cfg(test)]").next().unwrap_or_default();
        let lines = shipped.lines().filter(|line| {
            [
                "=> \"",
                "unchecked(\"",
                "&checks, \"",
                "all, \"",
                "Some(\"no ",
            ]
            .iter()
            .any(|mark| line.contains(mark))
        });
        let quoted = lines.filter_map(|line| line.split('"').nth(1));
        quoted.filter(|text| text.contains(' '))
    }

    #[test]
    fn every_problem_has_its_title_in_every_language() {
        for kind in KINDS {
            let english = Texts::of(Lang::En).problem_title(kind.code);
            assert_eq!(english.as_deref(), Some(kind.title), "{}", kind.code);
            for lang in Lang::ALL {
                let title = Texts::of(lang).problem_title(kind.code);
                assert!(title.is_some(), "{lang}: {}", kind.code);
            }
        }
        assert_eq!(Texts::of(Lang::Ko).problem_title("tea_is_out"), None);
    }

    #[test]
    fn whatever_an_audit_finds_is_said_in_every_language() {
        let codes = codes();
        assert!(codes.len() > 100, "{}", codes.len());
        for code in codes {
            for lang in Lang::ALL {
                assert!(Texts::of(lang).found(code).is_some(), "{lang}: {code}");
            }
        }
        let audit = include_str!("../../../replay/src/audit.rs");
        for sentence in sentences(SOURCES[0]).chain(sentences(audit)) {
            for lang in Lang::ALL {
                assert!(
                    Texts::of(lang).reason(sentence).is_some(),
                    "{lang}: {sentence}"
                );
            }
        }
        for gone in OTHER {
            let named = SOURCES
                .iter()
                .any(|source| source.contains(&format!("\"{gone}\"")));
            assert!(named, "{gone} is named nowhere any more");
        }
    }
}
