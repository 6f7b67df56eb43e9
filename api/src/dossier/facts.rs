//! What happened at the board, in a few words each: stones, clocks, seats, the
//! end, counting, and corrections of any of it.

use super::{
    page::{Field, Page, inline, quoted},
    steps::to_json,
};
use crate::text::{duration, harmless};
use fupan_domain::{
    Colour,
    board::Point,
    clock::Reading,
    event::{
        Event, GameEvent, StreamKind,
        game::{EntryCorrected, EntryInserted, StonePlayed},
    },
};
use maud::{Markup, html};

impl Page<'_> {
    /// What a fact says. Of types that need no words beside their name, nothing.
    pub(super) fn fact(&self, event: &GameEvent) -> Vec<Field> {
        use GameEvent as E;
        match event {
            E::StonePlayed(stone) => self.stone(stone),
            E::TurnPassed(side)
            | E::SeatRetaken(side)
            | E::ReliefRequested(side)
            | E::EndAgreed(side)
            | E::EndDeclined(side)
            | E::RecountRequested(side)
            | E::Resigned(side) => vec![self.by_side(side.colour)],
            E::EndProposed(end) => vec![self.by_side(end.colour)],
            E::CaptivesLifted(lifted) => {
                vec![self.by_side(lifted.colour), self.points(&lifted.points)]
            }
            E::ClockPressed(pressed) => {
                let reading = pressed.reading.map(|reading| self.reading(reading));
                std::iter::once(self.by_side(pressed.colour))
                    .chain(reading)
                    .collect()
            }
            E::ClockRead(read) => vec![self.reading(read.reading)],
            E::ByoyomiRead(read) => {
                let misread = read.misread == Some(true);
                vec![
                    (
                        "label-read-to",
                        html! { (self.texts.colour(read.colour.name())) },
                    ),
                    (
                        "label-call",
                        html! {
                            (self.called(&read.call))
                            @if misread { " (" (self.texts.say("value-misread")) ")" }
                        },
                    ),
                ]
            }
            E::SeatLeft(left) => {
                let key = if left.permitted {
                    "value-permitted"
                } else {
                    "value-not-permitted"
                };
                vec![
                    self.by_side(left.colour),
                    ("label-leave", html! { (self.texts.say(key)) }),
                ]
            }
            E::GamePaused(paused) => vec![("label-reasons", self.word("pause", &paused.reason))],
            E::ClockFaultFound(fault) => vec![
                ("colour-black", html! { (duration(fault.black_ms)) }),
                ("colour-white", html! { (duration(fault.white_ms)) }),
            ],
            E::TimesConfirmed(times) => vec![
                ("colour-black", html! { (duration(times.black_used_ms)) }),
                ("colour-white", html! { (duration(times.white_used_ms)) }),
            ],
            E::SealOpened(opened) => vec![self.points(&[opened.point])],
            E::DeadStonesAgreed(dead) => {
                vec![
                    self.points(&dead.points),
                    ("label-by", self.parties(&dead.by)),
                ]
            }
            E::LifeDisputed(life) => vec![
                self.points(&life.points),
                (
                    "label-says-dead",
                    html! { (self.texts.colour(life.dead_says.name())) },
                ),
            ],
            E::ContestedPointFound(found) => vec![self.points(&found.points)],
            E::BoardCounted(count) => vec![
                (
                    "label-area",
                    html! {
                        (self.texts.colour(count.colour.name())) ": " (self.texts.zi(count.area_qz))
                    },
                ),
                ("label-by", self.official(count.by.as_str())),
            ],
            E::ResultConfirmed(confirmed) => vec![
                (
                    "label-result",
                    html! { (self.texts.result(&to_json(&confirmed.result))) },
                ),
                ("label-by", self.parties(&confirmed.by)),
            ],
            E::EntryInserted(inserted) => self.inserted(inserted),
            E::EntryCorrected(corrected) => self.corrected(corrected),
            _ => Vec::new(),
        }
    }

    fn stone(&self, stone: &StonePlayed) -> Vec<Field> {
        let colour = self.texts.colour(stone.colour.name());
        let mut fields: Vec<Field> = vec![("label-stone", html! { (colour) " " (stone.point) })];
        if let Some(lifted) = &stone.lifted {
            fields.push(("label-lifted", html! { (self.points_or_none(lifted)) }));
        }
        if stone.hand_off == Some(false) {
            fields.push(("label-hand", html! { (self.texts.say("value-hand-on")) }));
        }
        fields
    }

    fn by_side(&self, colour: Colour) -> Field {
        ("label-by", html! { (self.texts.colour(colour.name())) })
    }

    fn points(&self, points: &[Point]) -> Field {
        ("label-points", html! { (self.points_or_none(points)) })
    }

    fn points_or_none(&self, points: &[Point]) -> String {
        if points.is_empty() {
            self.texts.say("value-none")
        } else {
            self.texts.list(points)
        }
    }

    fn reading(&self, reading: Reading) -> Field {
        let left = Colour::BOTH.into_iter().filter_map(|colour| {
            let time = duration(reading.left(colour)?);
            let with = [
                ("colour", self.texts.colour(colour.name()).into()),
                ("time", time.into()),
            ];
            Some(self.texts.with("clock-set-left", &with))
        });
        let count = |key: &str, n: u32| self.texts.with(key, &[("count", n.to_string().into())]);
        let periods = reading.periods_left.map(|n| count("clock-periods-left", n));
        let moves = reading.moves_left.map(|n| count("clock-moves-left", n));
        let said = self.texts.list(left.chain(periods).chain(moves));
        ("label-reading", html! { (said) })
    }

    fn inserted(&self, inserted: &EntryInserted) -> Vec<Field> {
        let mut fields: Vec<Field> = vec![("label-after", self.entry(inserted.after))];
        fields.push((
            "label-read-as",
            self.in_place(&inserted.type_name, &inserted.data),
        ));
        fields.push(("label-happened", html! { (self.moment(inserted.at)) }));
        fields.push(("label-reasons", quoted(&inserted.reason)));
        fields
    }

    fn corrected(&self, corrected: &EntryCorrected) -> Vec<Field> {
        let mut fields: Vec<Field> = vec![("label-corrects", self.entry(corrected.entry))];
        match &corrected.replacement {
            None => {
                let nothing = self.texts.say("value-struck-out");
                fields.push(("label-read-as", html! { (nothing) }));
            }
            Some(by) => {
                fields.push(("label-read-as", self.in_place(&by.type_name, &by.data)));
                fields.push(("label-happened", html! { (self.moment(by.at)) }));
            }
        }
        fields.push(("label-reasons", quoted(&corrected.reason)));
        fields
    }

    /// What is read in an entry's place: its type and what it says.
    fn in_place(&self, type_name: &str, data: &serde_json::Value) -> Markup {
        let event = Event::parse(StreamKind::Game, type_name, &data.to_string()).ok();
        let fields = match &event {
            Some(Event::Game(event)) => self.fact(event),
            _ => Vec::new(),
        };
        html! {
            (harmless(&self.texts.word("event", type_name)))
            (self.fields(fields))
        }
    }

    /// What was called: in words where that is one of the usual calls, else as it stands.
    fn called(&self, call: &str) -> Markup {
        match self.texts.called(call) {
            said if said == call => inline(call),
            said => html! { (said) },
        }
    }
}
