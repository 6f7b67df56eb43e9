//! What is seen of a case: the board at the disputed move, three small ones
//! before, at and after it, the clocks, the evidence, everything that happened.

use super::Case;
use crate::pages::game::described;
use crate::svg::{BoardDrawing, draw};
use fupan_domain::{
    Colour,
    board::{Board, Point},
    event::GameEvent,
    game::FactKind,
    ids::EntryId,
};
use fupan_replay::views::{GameView, Moment};
use fupan_store::Known;
use maud::{Markup, html};

/// The parts of the left side.
const TABS: [&str; 4] = ["board", "clock", "evidence", "log"];

impl Case<'_> {
    fn tab(&self) -> &str {
        let asked = self.shown.asked.tab();
        asked.filter(|tab| TABS.contains(tab)).unwrap_or(TABS[0])
    }

    /// Everything that is looked at.
    pub(super) fn scene(&self) -> Markup {
        let viewer = self.here.viewer;
        html! {
            section class="looked-at" aria-label=(viewer.say("game-board")) {
                nav class="tabs" aria-label=(viewer.say("page-parts")) id="tabs" data-live {
                    @for (index, name) in TABS.iter().enumerate() {
                        a href=(viewer.with(&[("tab", Some(name)), ("from", None), ("ruled", None)])) data-step data-key=(index + 1)
                            aria-current=[(*name == self.tab()).then_some("page")] {
                            (viewer.texts.word("tab", name))
                        }
                    }
                }
                div id="part" data-live class={ "part-" (self.tab()) } {
                    h2 class="unseen" { (viewer.texts.word("tab", self.tab())) }
                    @match self.tab() {
                        "clock" => (self.shown.clocks()),
                        "evidence" => (self.evidence()),
                        "log" => (self.shown.timeline()),
                        _ => (self.boards()),
                    }
                }
            }
        }
    }

    fn boards(&self) -> Markup {
        html! {
            (self.shown.player(Colour::White))
            (self.shown.board())
            (self.shown.player(Colour::Black))
            (self.shown.controls())
            (self.shown.in_words())
            (self.thumbnails())
        }
    }

    /// Before, at and after what is disputed.
    fn thumbnails(&self) -> Markup {
        let Some(entry) = self.disputed() else {
            return html! {};
        };
        let texts = self.here.viewer.texts;
        let number = self.shown.entry_name(&entry.to_string());
        let number = number.trim_start_matches('#').to_owned();
        let with = [("entry", number.into())];
        let view = |moment| {
            let reader = &self.here.live.open.reader;
            reader.game_view(&self.place.game, Known::Now, moment).ok()
        };
        let scenes = [
            (
                "before",
                texts.with("scene-before", &with),
                view(Moment::Before(entry)),
            ),
            (
                "at",
                texts.with("scene-at", &with),
                view(Moment::After(entry)),
            ),
            ("after", texts.say("game-last"), view(Moment::Last)),
        ];
        html! {
            div class="thumbs" {
                @for (name, title, view) in &scenes {
                    @if let Some(view) = view { (self.thumbnail(name, title, view)) }
                }
            }
        }
    }

    fn thumbnail(&self, name: &str, title: &str, view: &GameView) -> Markup {
        let position = &view.position;
        let Ok(board) = Board::from_rows(&position.rows) else {
            return html! {};
        };
        let last: Option<Point> = position.last.as_ref().and_then(|last| last.parse().ok());
        let description = described(self.shown.viewer.texts, position);
        let drawing = BoardDrawing {
            board: &board,
            last,
            numbers: &[],
            marks: &[],
            coordinates: false,
            turned: false,
            id: &format!("scene.{name}"),
            title,
            description: &description,
        };
        html! { figure class="thumb" { (draw(&drawing)) figcaption { (title) } } }
    }

    /// The entry that is disputed.
    pub(super) fn disputed(&self) -> Option<EntryId> {
        let about = || self.shown.asked.about();
        self.finding.as_ref().map(|f| f.entry).or_else(about)
    }

    /// The disputed entry, where it is one whose stone may stand.
    pub(super) fn disputed_stone(&self) -> Option<EntryId> {
        let entry = self.disputed()?;
        let facts = self.folded.state.record.facts().iter();
        let fact = facts.rev().find(|fact| fact.entry == entry)?;
        let is_stone = matches!(
            &fact.kind,
            FactKind::Event(GameEvent::StonePlayed(_) | GameEvent::BreachObserved(_))
        );
        is_stone.then_some(entry)
    }
}
