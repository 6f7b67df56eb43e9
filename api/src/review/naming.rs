//! Whether what people write in a blind review leads to somebody. Labels keep players
//! and games off pages and reports; question, occasion, the group's name and reasons are
//! shown as they were written. It finds ids and names of the tournament as whole words,
//! and is a warning: who is meant by other words nobody can tell.

use crate::{ledger::OpenLedger, problem::Problem};
use fupan_domain::event::review::ReviewOpened;
use fupan_store::{EventStore, Known as Moment};

/// How many words are told of at most.
const TOLD_MAX: usize = 20;

/// The words that lead to somebody in a tournament, each with what it is.
#[derive(Clone, Debug, Default)]
pub struct Known {
    words: Vec<(String, String)>,
}

impl Known {
    /// Those of a tournament: its ledger, its games, its players with their names.
    ///
    /// # Errors
    /// When it can't be read.
    pub fn of(tournament: &OpenLedger) -> Result<Known, Problem> {
        let state = tournament.reader.tournament(Moment::Now);
        let state = state.map_err(|e| Problem::from(&e))?;
        let mut known = Known::default();
        known.add(tournament.store.ledger(), "the tournament's ledger");
        for game in state.games.keys() {
            known.add(game, "a game");
        }
        for (player, told) in state.players.iter() {
            known.add(player, "a player");
            let record = tournament.store.person(told.registered.person);
            if let Some(record) = record.ok().flatten() {
                known.add(&record.name, "the name of a player");
            }
        }
        Ok(known)
    }

    /// Adds a word, and what it is.
    pub fn add(&mut self, word: &(impl ToString + ?Sized), what: &str) {
        self.words.push((word.to_string(), what.to_owned()));
    }

    /// What these texts name, each text with what it is called: one sentence a word.
    pub fn told<'a>(&self, texts: impl IntoIterator<Item = (&'a str, &'a str)>) -> Vec<String> {
        let mut told = Vec::new();
        for (called, text) in texts {
            let text = text.to_lowercase();
            for (word, what) in &self.words {
                let named = stands_in(&text, &word.to_lowercase());
                let sentence = format!(
                    "{called}: {word:?} is {what}, and a blind review shows this as it is written"
                );
                if named && !told.contains(&sentence) {
                    told.push(sentence);
                }
            }
        }
        told.truncate(TOLD_MAX);
        told
    }
}

/// The texts with which a review is opened.
pub fn texts(opened: &ReviewOpened) -> Vec<(&'static str, &str)> {
    let group = opened.method.reference.as_ref();
    let mut texts = vec![
        ("occasion", opened.occasion.as_str()),
        ("question", &opened.question),
        ("standard_of_proof", &opened.standard_of_proof),
    ];
    texts.extend(group.map(|group| ("the group's name", group.name.as_str())));
    texts
}

/// Whether a word stands in a text as a word of its own. Where an alphabet sets no words
/// apart, as Chinese, it stands wherever it occurs.
fn stands_in(text: &str, word: &str) -> bool {
    let joins = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let own = |inside: Option<char>, beside: Option<char>| {
        !(inside.is_some_and(joins) && beside.is_some_and(joins))
    };
    !word.is_empty()
        && text.match_indices(word).any(|(at, _)| {
            own(word.chars().next(), text[..at].chars().next_back())
                && own(
                    word.chars().next_back(),
                    text[at + word.len()..].chars().next(),
                )
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known() -> Known {
        let mut known = Known::default();
        for (word, what) in [
            ("r1-b1", "a game"),
            ("an", "a player"),
            ("An Li", "the name of a player"),
            ("李安", "the name of a player"),
        ] {
            known.add(word, what);
        }
        known
    }

    #[test]
    fn a_text_that_names_somebody_is_told_by_the_word() {
        for (text, words) in [
            ("whether times are unlike those of others", &[][..]),
            ("the times of r1-b1", &["r1-b1"]),
            ("the times of r1-b10, r11-b1 and Anna", &[]),
            ("all rounds, without an", &["an"]),
            ("what AN LI said", &["an", "An Li"]),
            ("李安的用时", &["李安"]),
        ] {
            let told = known().told([("question", text)]);
            assert_eq!(told.len(), words.len(), "{text}: {told:?}");
            for (told, word) in told.iter().zip(words) {
                assert!(
                    told.starts_with(&format!("question: {word:?} is ")),
                    "{told}"
                );
            }
        }
    }
}
