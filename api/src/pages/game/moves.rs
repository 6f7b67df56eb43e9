//! The moves as a list of links, each with its number, stone and point.

use super::Shown;
use fupan_domain::Colour;
use maud::{Markup, html};

impl Shown<'_> {
    pub(super) fn moves(&self) -> Markup {
        let moves = &self.folded.state.course.moves;
        // The address without the move, so that a long list stays small.
        let base = self.viewer.with(&[("move", None), ("from", None)]);
        let mark = if base.contains('?') { '&' } else { '?' };
        // A link that only has a query keeps the path.
        let query = base.split_once('?').map_or("?", |(_, query)| query);
        let start = if mark == '&' {
            format!("?{query}&move=")
        } else {
            "?move=".to_owned()
        };
        let pass = self.viewer.say("move-pass");
        html! {
            @if moves.is_empty() {
                p { (self.viewer.say("game-no-moves")) }
            } @else {
                ol class="moves" data-steps data-scrolls="moves" tabindex="0" aria-label=(self.viewer.texts.word("tab", "moves")) {
                    @for (index, played) in moves.iter().enumerate() {
                        @let number = index + 1;
                        li {
                            a href={ (start) (number) } aria-current=[(number == self.at).then_some("true")] {
                                (stone(played.colour)) " "
                                @match played.standing() { Some(point) => { (point) } None => { (pass) } }
                            }
                        }
                    }
                }
            }
            @let voided = &self.folded.state.course.voided;
            @if !voided.is_empty() {
                p class="note" {
                    (self.viewer.say("game-voided")) " "
                    @for (index, played) in voided.iter().enumerate() {
                        @if index > 0 { ", " }
                        (stone(played.colour)) " "
                        @match played.point { Some(point) => { (point) } None => { (pass) } }
                        " (#" (played.seq) ")"
                    }
                }
            }
        }
    }
}

/// A stone within a line: drawn, since a letter takes the colour of the ink and black
/// would be white where it is dark; on paper and in words it is the letter.
pub(super) fn stone(colour: Colour) -> Markup {
    match colour {
        Colour::Black => html! { i class="stone" { "●" } },
        Colour::White => html! { i class="stone w" { "○" } },
    }
}
