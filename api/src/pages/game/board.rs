//! The board at a move, in a picture and in words, and what leads to other moves.

use super::Shown;
use crate::{
    i18n::Texts,
    svg::{BoardDrawing, draw},
};
use fupan_domain::{
    Colour,
    board::{Board, Point, diagram},
    game::Move,
};
use fupan_replay::views::game::PositionView;
use maud::{Markup, html};

/// How many moves are numbered at most: those before them were numbered long ago.
const NUMBERED: usize = 999;

impl Shown<'_> {
    pub(in crate::pages) fn board(&self) -> Markup {
        let position = &self.then.position;
        let Ok(board) = Board::from_rows(&position.rows) else {
            return html! {};
        };
        let texts = self.viewer.texts;
        let description = described(texts, position);
        let with = [("number", self.at.to_string().into())];
        let title = texts.with("game-at-move", &with);
        let numbers = if self.asked.numbers == Some(1) {
            numbers(&self.folded.state.course.moves, self.at, &board)
        } else {
            Vec::new()
        };
        let drawing = BoardDrawing {
            board: &board,
            last: position.last.as_ref().and_then(|last| last.parse().ok()),
            numbers: &numbers,
            marks: &[],
            coordinates: self.asked.coordinates != Some(0),
            turned: self.asked.turned == Some(1),
            id: "board",
            title: &title,
            description: &description,
        };
        html! {
            figure id="picture" data-live class="picture" {
                (draw(&drawing))
                figcaption { strong { (title) } }
            }
        }
    }

    /// The same in words, always in the page: what a picture can't tell everybody.
    pub(in crate::pages) fn in_words(&self) -> Markup {
        let position = &self.then.position;
        let texts = self.viewer.texts;
        let Ok(board) = Board::from_rows(&position.rows) else {
            return html! {};
        };
        html! {
            div id="in-words" data-live class="in-words" {
                p { (described(texts, position)) }
                details id="as-text" {
                    summary data-folds="" { (self.viewer.say("board-as-text")) }
                    dl {
                        @for colour in Colour::BOTH {
                            div { dt { (texts.colour(colour.name())) } dd class="points" { (stones(&board, colour)) } }
                        }
                    }
                    pre lang="" tabindex="0" { (diagram::with_coordinates(&board)) }
                }
            }
        }
    }

    /// Buttons, as links that work by themselves.
    pub(in crate::pages) fn controls(&self) -> Markup {
        let (at, all) = (self.at, self.now.position.moves);
        let back = |n: usize| (at > 0).then(|| at.saturating_sub(n));
        let on = |n: usize| (!self.is_now).then(|| at + n);
        let step = |to: Option<usize>, key: &str, sign: &str, text: &str| {
            let path = match to {
                // Whatever lies past the last move is the present.
                Some(n) if n < all => Some(self.move_path(Some(n))),
                Some(_) => Some(self.move_path(None)),
                None => None,
            };
            html! {
                a class="button plain" data-step data-key=(key) href=[path.as_ref()] aria-disabled=[path.is_none().then_some("true")]
                    role=[path.is_none().then_some("link")] aria-label=(self.viewer.say(text)) { (sign) }
            }
        };
        let flag = |name: &str, now: bool, key: &str, text: &str| {
            let value = match (name, now) {
                ("coordinates", true) => Some("0"),
                ("coordinates", false) | (_, true) => None,
                (_, false) => Some("1"),
            };
            html! {
                a class="button plain" data-step data-key=(key) href=(self.viewer.with(&[(name, value)])) aria-current=[now.then_some("true")] {
                    (self.viewer.say(text))
                }
            }
        };
        html! {
            div id="controls" data-live class="controls" {
                nav class="steps" aria-label=(self.viewer.say("game-steps")) {
                    (step(back(usize::MAX), "Home", "⇤", "game-first"))
                    (step(back(10), "Shift+ArrowLeft PageUp", "«", "game-back-ten"))
                    (step(back(1), "ArrowLeft", "‹", "game-back"))
                    (step(on(1), "ArrowRight", "›", "game-on"))
                    (step(on(10), "Shift+ArrowRight PageDown", "»", "game-on-ten"))
                    (step((!self.is_now).then_some(usize::MAX), "End", "⇥", "game-last"))
                }
                form class="steps go-to" method="get" action=(self.viewer.path()) data-step {
                    @for name in ["tab", "coordinates", "numbers", "turned"] {
                        @if let Some(value) = self.viewer.asked(name) { input type="hidden" name=(name) value=(value); }
                    }
                    label for="go-to" { (self.viewer.say("game-move")) }
                    input id="go-to" name="move" type="number" inputmode="numeric" min="0" max=(all) value=(at.min(all)) data-key="g";
                    span class="soft" { "/ " (all) }
                    @if at > all { span class="soft" { "· " (self.viewer.texts.with("game-move-gone", &[("number", at.to_string().into())])) } }
                    button class="plain" { (self.viewer.say("game-go")) }
                }
                (self.incident_links())
                nav class="steps noprint" aria-label=(self.viewer.say("game-looks")) {
                    (flag("coordinates", self.asked.coordinates != Some(0), "c", "game-coordinates"))
                    (flag("numbers", self.asked.numbers == Some(1), "m", "game-numbers"))
                    (flag("turned", self.asked.turned == Some(1), "r", "game-turned"))
                }
            }
        }
    }
}

/// The number of the move by which each stone stands on a board, as it is after so
/// many moves.
pub(crate) fn numbers(moves: &[Move], at: usize, board: &Board) -> Vec<(Point, usize)> {
    let played = moves.iter().enumerate().take(at).rev().take(NUMBERED);
    let mut numbers: Vec<(Point, usize)> = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    for (index, played) in played {
        let Some(point) = played.standing() else {
            continue;
        };
        if board.at(point) == Some(played.colour) && seen.insert(point) {
            numbers.push((point, index + 1));
        }
    }
    numbers
}

/// What a picture of a position shows, in words.
pub fn described(texts: &Texts, position: &PositionView) -> String {
    let last = match position.last.as_deref() {
        None => texts.say("value-none"),
        Some("pass") => texts.say("move-pass"),
        Some(point) => point.to_owned(),
    };
    let with = [
        ("moves", position.moves.to_string().into()),
        ("last", last.into()),
        ("colour", texts.colour(position.to_play.name()).into()),
        ("black", position.captured.black.to_string().into()),
        ("white", position.captured.white.to_string().into()),
    ];
    texts.with("board-description", &with)
}

/// The points where a side's stones stand.
fn stones(board: &Board, colour: Colour) -> String {
    let size = board.size();
    let points = (0..size).flat_map(|col| (0..size).filter_map(move |row| Point::new(col, row)));
    let own = points.filter(|point| board.at(*point) == Some(colour));
    let names: Vec<String> = own.map(|point| point.to_string()).collect();
    if names.is_empty() {
        return "–".to_owned();
    }
    names.join(" ")
}
