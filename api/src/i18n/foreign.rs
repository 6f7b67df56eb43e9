//! What people wrote, as markup: in their own words, with a `lang` of its own
//! and control characters made visible.

use super::{
    Texts,
    script::{lang_of, lang_of_name},
};
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

/// A name, of which a federation tells more than its letters do, and whose it is: once
/// it is erased it is found by that.
pub fn name(id: &str, name: &str, federation: Option<&str>) -> Markup {
    html! { bdi lang=(lang_of_name(name, federation)) data-person=(id) { (harmless(name)) } }
}

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
