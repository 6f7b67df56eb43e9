//! The clocks: over the time that ran on them, as a strip, and at this move.

use super::Shown;
use crate::svg::{StripDrawing, draw_strip, strip_of};
use fupan_domain::{Colour, colour::PerColour};
use maud::{Markup, html};

impl Shown<'_> {
    pub(in crate::pages) fn clocks(&self) -> Markup {
        let texts = self.viewer.texts;
        html! {
            (self.strip())
            table {
                caption { (texts.with("game-clocks-at", &[("number", self.at.to_string().into())])) }
                thead { tr { @for colour in Colour::BOTH { th scope="col" { (texts.colour(colour.name())) } } } }
                tbody { tr {
                    @for colour in Colour::BOTH {
                        td class="clock-lines" {
                            @match self.clock(colour, "\n") {
                                Some(clock) => (clock),
                                None => "–",
                            }
                        }
                    }
                } }
            }
            @if self.is_now && !self.now.read_out.is_empty() {
                h3 { (self.viewer.say("game-to-call")) }
                ul class="tabular" {
                    @for call in &self.now.read_out {
                        li { (texts.colour(call.colour.name())) ": " (call.call) " · " (self.viewer.time_of_day(call.at)) }
                    }
                }
            }
        }
    }

    /// Both clocks over the whole game, with this move marked.
    pub(in crate::pages) fn strip(&self) -> Markup {
        let state = &self.folded.state;
        let played = self
            .at
            .checked_sub(1)
            .and_then(|n| state.course.moves.get(n));
        let marked: Vec<_> = played.iter().map(|played| played.put_by).collect();
        let texts = self.viewer.texts;
        let Some(strip) = strip_of(state, None, &marked) else {
            return html! { p class="note" { (self.viewer.say("game-no-clock")) } };
        };
        let letters: Vec<String> = strip.marks.iter().map(|_| self.at.to_string()).collect();
        let title = self.viewer.say("clock-strip");
        let description = self.viewer.say("clock-strip-reading");
        let drawing = StripDrawing {
            strip: &strip,
            letters: &letters,
            lanes: PerColour::from_fn(|colour| texts.colour(colour.name())),
            id: "clock-strip",
            title: &title,
            description: &description,
        };
        html! {
            figure class="strips" {
                div class="scroll" tabindex="0" role="region" aria-label=(title) { (draw_strip(&drawing)) }
                figcaption class="note" { (description) }
            }
        }
    }
}
