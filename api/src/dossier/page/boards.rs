//! The board and the clocks, before and at the disputed entry and after each
//! decision. A position that a decision left as it was is not drawn again,
//! except after the last one.

use super::Page;
use crate::{
    dossier::scenes::{Scene, When},
    svg::{BoardDrawing, Hidden, Strip, StripDrawing, draw, draw_strip},
};
use fupan_domain::{
    Colour,
    board::{Board, diagram},
    colour::PerColour,
};
use maud::{Markup, html};

impl Page<'_> {
    pub(super) fn boards(&self) -> Markup {
        let scenes = &self.dossier.scenes;
        let is_drawn = |index: usize, scene: &Scene| {
            scene.differs || scene.when == When::At || index + 1 == scenes.len()
        };
        let drawn = scenes
            .iter()
            .enumerate()
            .filter(|(i, scene)| is_drawn(*i, scene));
        let named = self.dossier.disputed.is_some_and(|d| d.is_named);
        html! {
            @if !named { p class="note" { (self.texts.say("dossier-not-named")) } }
            div class="boards" {
                @for (index, scene) in drawn { (self.board(index, scene)) }
            }
            (self.clocks())
            @if let Some(strip) = &self.dossier.strip { (self.strip(strip)) }
        }
    }

    /// Both clocks over time, with a letter at each of the moments.
    fn strip(&self, strip: &Strip) -> Markup {
        let letters: Vec<String> = (1..=strip.marks.len()).map(letter).collect();
        let scene = |entry| {
            let mut scenes = self.dossier.scenes.iter();
            scenes.find(|scene| scene.entry == entry && scene.when != When::Before)
        };
        let moments = strip
            .marks
            .iter()
            .zip(&letters)
            .filter_map(|(mark, letter)| {
                let caption = self.caption(scene(mark.entry)?);
                Some(format!("{letter}: {caption}"))
            });
        let moments = self.texts.list(moments);
        let title = self.texts.say("clock-strip");
        let drawing = StripDrawing {
            strip,
            letters: &letters,
            lanes: PerColour::from_fn(|colour| self.texts.colour(colour.name())),
            id: "clock-strip",
            title: &title,
            description: &moments,
        };
        html! {
            figure class="wide" {
                figcaption { (title) }
                (draw_strip(&drawing))
                p class="beside" { (self.texts.say("clock-strip-reading")) " " (moments) }
            }
        }
    }

    fn caption(&self, scene: &Scene) -> String {
        let seq = self
            .dossier
            .disputed
            .map(|d| d.seq.to_string())
            .unwrap_or_default();
        match &scene.when {
            When::Before => self.texts.with("scene-before", &[("entry", seq.into())]),
            When::At => self.texts.with("scene-at", &[("entry", seq.into())]),
            When::Decided(id) => self
                .texts
                .with("scene-decided", &[("decision", id.as_str().into())]),
        }
    }

    fn board(&self, index: usize, scene: &Scene) -> Markup {
        let Ok(board) = Board::from_rows(&scene.view.position.rows) else {
            return html! {};
        };
        let position = &scene.view.position;
        let caption = self.caption(scene);
        let description = self.describe(scene);
        let last = position.last.as_ref().and_then(|last| last.parse().ok());
        let drawing = BoardDrawing {
            board: &board,
            last,
            numbers: &scene.moves.shown,
            marks: &scene.marks,
            coordinates: true,
            turned: false,
            id: &format!("board-{}", index + 1),
            title: &caption,
            description: &description,
        };
        html! {
            figure {
                figcaption { (caption) }
                (draw(&drawing))
                p class="beside" { (description) (self.hidden(&scene.moves.hidden)) }
                (self.legend(scene, &board))
                details {
                    summary { (self.texts.say("board-as-text")) }
                    pre lang="" { (diagram::with_coordinates(&board)) }
                }
            }
        }
    }

    /// What a diagram shows, in words: how far play has come, the last move,
    /// whose turn it is, stones lost.
    fn describe(&self, scene: &Scene) -> String {
        let position = &scene.view.position;
        let last = match position.last.as_deref() {
            None => self.texts.say("value-none"),
            Some("pass") => self.texts.say("move-pass"),
            Some(point) => point.to_owned(),
        };
        let with = [
            ("moves", position.moves.to_string().into()),
            ("last", last.into()),
            ("colour", self.texts.colour(position.to_play.name()).into()),
            ("black", position.captured.black.to_string().into()),
            ("white", position.captured.white.to_string().into()),
        ];
        self.texts.with("board-description", &with)
    }

    /// The numbered moves that can't be seen: `108 = Q16`.
    fn hidden(&self, hidden: &[Hidden]) -> Markup {
        html! {
            @if !hidden.is_empty() {
                " " (self.texts.list(self.texts.hidden_moves(hidden))) "."
            }
        }
    }

    /// Both clocks at each of the moments, and the result that stood then.
    fn clocks(&self) -> Markup {
        html! {
            table class="clocks" {
                caption { (self.texts.say("clock-table")) }
                thead {
                    tr {
                        th scope="col" { (self.texts.say("label-moment")) }
                        @for colour in Colour::BOTH { th scope="col" { (self.texts.colour(colour.name())) } }
                        th scope="col" { (self.texts.say("label-result")) }
                    }
                }
                tbody {
                    @for scene in &self.dossier.scenes {
                        tr {
                            th scope="row" { (self.caption(scene)) }
                            @for colour in Colour::BOTH {
                                td { (self.lines(&self.texts.clock(&scene.view.clock[colour]))) }
                            }
                            td { (self.result_of(scene)) }
                        }
                    }
                }
            }
        }
    }

    fn result_of(&self, scene: &Scene) -> String {
        let json = scene
            .view
            .result
            .as_ref()
            .and_then(|r| serde_json::to_value(r).ok());
        json.map_or_else(|| "–".to_owned(), |json| self.texts.result(&json))
    }
}

/// The letter of the n-th mark, from 1: `a` to `z`, then numbers.
fn letter(n: usize) -> String {
    match u8::try_from(n) {
        Ok(n @ 1..=26) => char::from(b'a' + n - 1).to_string(),
        _ => n.to_string(),
    }
}
