//! Everything that happened, in order and as it is read: moves, presses,
//! readings, calls, breaches, rulings. A long game is shown a part at a time.

use super::Shown;
use crate::{i18n::foreign::inline, problem::Problem, text::duration};
use fupan_domain::{Millis, event::Stream};
use fupan_replay::views::{Moment, timeline::HappenedView, timeline_view};
use fupan_store::EventStore;
use maud::{Markup, html};
use serde_json::Value;

/// How much is shown at once.
const PART: usize = 100;

impl Shown<'_> {
    pub(in crate::pages) fn timeline(&self) -> Markup {
        let items = match self.happened() {
            Ok(items) => items,
            Err(problem) => return html! { p lang="en" { (problem.detail) } },
        };
        let from = self.asked.from.unwrap_or_else(|| self.part_of(&items));
        let from = from.min(items.len().saturating_sub(1));
        let to = (from + PART).min(items.len());
        let day = items.get(from).map(|item| self.viewer.day(item.at));
        let with = [
            ("from", (from + 1).to_string().into()),
            ("to", to.to_string().into()),
            ("all", items.len().to_string().into()),
        ];
        let columns = [
            "label-moment",
            "label-kind",
            "label-text",
            "page-by",
            "label-entry",
        ];
        html! {
            (self.strip())
            @if items.is_empty() {
                p { (self.viewer.say("game-nothing")) }
            } @else {
                div class="scroll" tabindex="0" role="region" aria-label=(self.viewer.texts.word("tab", "timeline")) {
                    table class="timeline" {
                        caption { (self.viewer.texts.with("game-part", &with)) @if let Some(day) = day { " · " (day) } }
                        thead { tr { @for key in columns { th scope="col" { (self.viewer.say(key)) } } } }
                        tbody { @for item in &items[from..to] { (self.happening(item)) } }
                    }
                }
                (self.parts(from, to, items.len()))
            }
        }
    }

    fn happened(&self) -> Result<Vec<HappenedView>, Problem> {
        let store = &self.here.live.open.store;
        let entries = store.stream(&Stream::Game(self.now.game.clone()), 0, usize::MAX);
        let entries = entries.map_err(|e| Problem::from(&fupan_store::ViewError::from(e)))?;
        let ledger = self.here.ledger.as_str();
        let view = timeline_view(ledger, &self.folded, Moment::Last, entries);
        let view = view.map_err(|e| Problem::from(&fupan_store::ViewError::from(e)))?;
        Ok(view.items)
    }

    /// The part in which the move lies that is looked at.
    fn part_of(&self, items: &[HappenedView]) -> usize {
        if self.is_now {
            return items.len().saturating_sub(PART);
        }
        let found = items.iter().position(|i| i.move_number == Some(self.at));
        found.unwrap_or(0) / PART * PART
    }

    fn parts(&self, from: usize, to: usize, all: usize) -> Markup {
        let path = |from: usize| self.viewer.with(&[("from", Some(&from.to_string()))]);
        html! {
            @if from > 0 || to < all {
                nav class="steps" aria-label=(self.viewer.say("game-parts")) {
                    @if from > 0 { a class="button plain" data-step href=(path(from.saturating_sub(PART))) { "▲ " (self.viewer.say("game-earlier")) } }
                    @if to < all { a class="button plain" data-step href=(path(to)) { "▼ " (self.viewer.say("game-later")) } }
                }
            }
        }
    }

    fn happening(&self, item: &HappenedView) -> Markup {
        let texts = self.viewer.texts;
        let is_here = item.move_number == Some(self.at);
        html! {
            tr id={ "s" (item.seq) } class=[is_here.then_some("here")] {
                td { (self.viewer.time_of_day(item.at)) }
                td {
                    (texts.word("event", item.type_name))
                    @if let Some(n) = item.move_number { " " a data-step href=(self.move_path(Some(n))) { (n) } }
                    @if item.amended { " " span class="badge-word" { (self.viewer.say("game-amended")) } }
                }
                td { (self.said(&item.data)) }
                td { @if let Some(actor) = &item.actor { code { (actor) } } }
                td { a href={ "/v1/ledgers/" (self.here.ledger) "/entries/" (item.seq) } { "#" (item.seq) } }
            }
        }
    }

    /// What an event's data say, in a line.
    fn said(&self, data: &Value) -> Markup {
        let texts = self.viewer.texts;
        let word = |name: &str| data[name].as_str().filter(|text| !text.is_empty());
        let colour = |name: &str| {
            word(name).map(|c| match c {
                "black" | "white" => texts.colour(c),
                other => other.to_owned(),
            })
        };
        let mut parts: Vec<String> = Vec::new();
        parts.extend(colour("colour"));
        parts.extend(colour("by"));
        parts.extend(
            ["player", "point", "call", "evidence"]
                .iter()
                .filter_map(|n| word(n))
                .map(str::to_owned),
        );
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
            ("breach", "breach"),
            ("penalty", "penalty-name"),
            ("thinking", "colour"),
        ] {
            parts.extend(word(name).map(|w| texts.word(list, w)));
        }
        parts.extend(reading(&data["reading"]));
        for name in ["black_used_ms", "white_used_ms", "black_ms", "white_ms"] {
            parts.extend(data[name].as_i64().map(|ms| duration(Millis(ms))));
        }
        if let Some(area) = data["area_qz"].as_i64() {
            parts.push(texts.zi(fupan_domain::score::QuarterZi(area)));
        }
        if data["result"].is_object() {
            parts.push(texts.result(&data["result"]));
        }
        let written = ["outcome", "text", "facts", "reasons", "terms", "title"];
        html! {
            (texts.list(&parts))
            @if let Some(article) = word("article") { " " (self.viewer.article(&self.here.ledger, article)) }
            @for text in written.iter().filter_map(|name| word(name)) { " " (inline(text)) }
            @if let Some(reason) = word("reason") { " " (inline(reason)) }
        }
    }
}

/// What a clock showed as left.
fn reading(reading: &Value) -> Option<String> {
    let time = |name: &str| reading[name].as_i64().map(|ms| duration(Millis(ms)));
    match (time("black_ms"), time("white_ms")) {
        (None, None) => None,
        (black, white) => {
            let dash = || "–".to_owned();
            Some(format!(
                "● {} ○ {}",
                black.unwrap_or_else(dash),
                white.unwrap_or_else(dash)
            ))
        }
    }
}
