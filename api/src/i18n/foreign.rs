//! What people wrote, as markup: in their own words, with a `lang` of its own
//! and control characters made visible.

use super::{Texts, script::lang_of};
use crate::text::harmless;
use maud::{Markup, html};

/// What somebody wrote, as a paragraph of its own.
pub fn quoted(text: &str) -> Markup {
    html! { blockquote lang=(lang_of(text)) { (harmless(text)) } }
}

/// What somebody wrote, within a line.
pub fn inline(text: &str) -> Markup {
    html! { bdi lang=(lang_of(text)) { (harmless(text)) } }
}

/// A sentence of the program's own, with the name before the id of everybody whom it
/// names by that. `who`: the name of an id, as it is shown.
pub fn sentence(text: &str, who: &dyn Fn(&str) -> Option<Markup>) -> Markup {
    let text = harmless(text);
    let is_of_an_id = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let mut rest = text.as_str();
    let mut told: Vec<(&str, Option<Markup>)> = Vec::new();
    while !rest.is_empty() {
        let at = rest.find(|c| is_of_an_id(c) != rest.starts_with(is_of_an_id));
        let (piece, further) = rest.split_at(at.unwrap_or(rest.len()));
        let is_id = piece.starts_with(is_of_an_id) && !WORDS.contains(&piece);
        told.push((piece, is_id.then(|| who(piece)).flatten()));
        rest = further;
    }
    html! {
        @for (piece, name) in &told {
            @match name {
                Some(name) => { (name) " (" (piece) ")" }
                None => { (piece) }
            }
        }
    }
}

/// Words of the program's sentences that are short enough to be somebody's id: there
/// they stay words.
const WORDS: [&str; 61] = [
    "all", "an", "and", "are", "as", "at", "be", "board", "both", "but", "by", "bye", "day", "do",
    "for", "game", "had", "has", "have", "he", "if", "in", "is", "it", "its", "last", "left",
    "long", "lot", "may", "min", "more", "no", "none", "not", "of", "off", "on", "one", "or",
    "out", "own", "place", "round", "run", "set", "so", "team", "than", "the", "then", "to", "two",
    "up", "was", "way", "were", "who", "win", "with", "won",
];

impl Texts {
    /// A rank: `5p` and `3d` as the language says them.
    pub fn rank(&self, dan: &str) -> String {
        let (grade, kind) =
            dan.split_at(dan.len() - dan.chars().next_back().map_or(0, char::len_utf8));
        let key = match kind {
            "p" => "rank-professional",
            "d" => "rank-dan",
            "k" => "rank-kyu",
            _ => return harmless(dan),
        };
        self.with(key, &[("grade", grade.into())])
    }
}
