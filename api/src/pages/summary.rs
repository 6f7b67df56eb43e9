//! What an entry says, in a line: for lists of entries and timelines. Not all of
//! it; the entry's own page has that.

use super::{Here, Viewer};
use crate::{
    i18n::{Texts, foreign::inline},
    text::duration,
};
use fupan_domain::Millis;
use maud::{Markup, html};
use serde_json::Value;

/// Whether that names a side, where somebody's id may stand as well.
pub(super) fn is_colour(name: &str) -> bool {
    matches!(name, "black" | "white")
}

impl Here<'_> {
    /// What an event's data say, in a line.
    pub fn in_a_line(&self, data: &Value) -> Markup {
        let (viewer, texts) = (self.viewer, self.viewer.texts);
        let word = |name: &str| data[name].as_str().filter(|text| !text.is_empty());
        let whose = |id: &str| match id {
            side if is_colour(side) => html! { (texts.colour(side)) },
            id => self.named(id),
        };
        let of_people = ["colour", "by", "from", "official", "player", "team"];
        let mut people: Vec<Markup> = of_people
            .iter()
            .filter_map(|n| Some(whose(word(n)?)))
            .collect();
        for name in ["by", "members"] {
            let ids = data[name].as_array().into_iter().flatten();
            people.extend(ids.filter_map(Value::as_str).map(whose));
        }
        let ids = ["game", "point", "evidence", "sanction", "appeal", "ruling"];
        let mut parts: Vec<String> = ids
            .iter()
            .filter_map(|n| word(n))
            .map(str::to_owned)
            .collect();
        parts.extend(word("call").map(|call| texts.called(call)));
        for name in ["points", "lifted"] {
            let points = data[name].as_array().filter(|points| !points.is_empty());
            let points = points.map(|points| {
                points
                    .iter()
                    .filter_map(Value::as_str)
                    .collect::<Vec<_>>()
                    .join(" ")
            });
            parts.extend(points);
        }
        for (name, list) in [
            ("role", "role"),
            ("breach", "breach"),
            ("penalty", "penalty-name"),
            ("thinking", "colour"),
            ("stand", "stands"),
        ] {
            parts.extend(word(name).map(|w| texts.word(list, w)));
        }
        parts.extend(times(texts, &data["reading"], ["black_ms", "white_ms"]));
        parts.extend(times(texts, data, ["black_used_ms", "white_used_ms"]));
        parts.extend(times(texts, data, ["black_ms", "white_ms"]));
        if let Some(round) = data["round"].as_u64() {
            parts.push(texts.with("page-round", &[("number", round.to_string().into())]));
        }
        if let Some(kind) = word("kind").filter(|_| data["sanction"].is_string()) {
            parts.push(texts.word("sanction", kind));
        }
        if let Some(area) = data["area_qz"].as_i64() {
            parts.push(texts.zi(fupan_domain::score::QuarterZi(area)));
        }
        if data["result"].is_object() {
            parts.push(texts.result(&data["result"]));
        }
        let written = [
            "name", "text", "grounds", "facts", "reasons", "terms", "title",
        ];
        let mut told: Vec<Markup> = Vec::new();
        people.extend(parts.iter().map(|part| html! { (part) }));
        if !people.is_empty() {
            let between = viewer.say("list-separator");
            told.push(html! { @for (at, part) in people.iter().enumerate() { @if at > 0 { (between) } (part) } });
        }
        told.extend(word("outcome").map(|outcome| viewer.decision(outcome)));
        told.extend(word("article").map(|article| viewer.article(&self.ledger, article)));
        told.extend(written.iter().filter_map(|name| word(name)).map(inline));
        told.extend(word("reason").map(|reason| match reason {
            // Why clocks were stopped is one of a few words; else somebody wrote it.
            "schedule" | "ruling" | "fault" | "consent" => {
                html! { (texts.word("pause", reason)) }
            }
            _ => inline(reason),
        }));
        html! {
            @for (index, part) in told.iter().enumerate() {
                @if index > 0 { " · " }
                (part)
            }
        }
    }
}

impl Viewer {
    /// What was decided: on an appeal by one of the contract's words, in a ruling by the
    /// rule book's key, or as whoever ruled has written it.
    fn decision(&self, outcome: &str) -> Markup {
        match outcome {
            "upheld" | "partly_upheld" | "dismissed" | "out_of_time" => {
                html! { (self.texts.word("appeal-outcome", outcome)) }
            }
            _ => self.outcome(outcome),
        }
    }
}

/// The times of both sides, each under its colour: a stone as a letter would take
/// the colour of the ink, and black be white where the page is dark.
fn times(texts: &Texts, data: &Value, [black, white]: [&str; 2]) -> Vec<String> {
    let sides = [("black", black), ("white", white)].into_iter();
    sides
        .filter_map(|(colour, name)| {
            let ms = data[name].as_i64()?;
            Some(format!("{} {}", texts.colour(colour), duration(Millis(ms))))
        })
        .collect()
}
