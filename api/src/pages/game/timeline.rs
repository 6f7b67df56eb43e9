//! Everything that happened, in order and as it is read: moves, presses,
//! readings, calls, breaches, rulings. A long game is shown a part at a time.

use super::Shown;
use crate::problem::Problem;
use fupan_domain::event::Stream;
use fupan_replay::views::{Moment, timeline::HappenedView, timeline_view};
use fupan_store::EventStore;
use maud::{Markup, html};

/// How much is shown at once.
const PART: usize = 100;

impl Shown<'_> {
    pub(in crate::pages) fn timeline(&self) -> Markup {
        let items = match self.happened() {
            Ok(items) => items,
            Err(problem) => return html! { p { (self.here.viewer.told(&problem)) } },
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
                td { (self.here.in_a_line(&item.data)) }
                td { @if let Some(actor) = &item.actor { (self.here.named(actor.as_str())) } }
                td { a href={ "/v1/ledgers/" (self.here.ledger) "/entries/" (item.seq) } { "#" (item.seq) } }
            }
        }
    }
}
