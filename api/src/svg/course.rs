//! The course of both clocks of a game, as a strip is drawn of it.

use super::clocks::{Piece, Strip, StripMark};
use fupan_domain::{
    Timestamp,
    clock::{ClockView, Times},
    colour::PerColour,
    event::GameEvent,
    game::{Fact, FactKind, GameState},
    ids::EntryId,
};

/// The clocks of a game from its start up to an entry (`None`: to the end), with
/// marks at these entries. `None` where the times of the game only keep the
/// order, or before it began.
pub fn strip_of(state: &GameState, until: Option<EntryId>, marked: &[EntryId]) -> Option<Strip> {
    let mut course = Course::default();
    let mut is_over = false;
    let mut keeps_order_only = false;
    state.steps(|fact, then| {
        if let FactKind::Event(GameEvent::GameStarted(start)) = &fact.kind {
            keeps_order_only = start.times == Some(Times::OrderOnly);
        }
        if !is_over && then.started.is_some() {
            course.take(fact, then, marked.contains(&fact.entry));
        }
        is_over |= Some(fact.entry) == until;
    });
    let strip = course.strip;
    (!keeps_order_only && strip.pieces.iter().any(|piece| piece.lane.is_some())).then_some(strip)
}

/// What has been seen so far.
#[derive(Default)]
struct Course {
    strip: Strip,
    /// When the last fact happened, and how the clocks then stood.
    last: Option<(Timestamp, PerColour<ClockView>)>,
    /// Whether the next piece begins a bar of its own.
    breaks: bool,
}

impl Course {
    fn take(&mut self, fact: &Fact, then: &GameState, is_marked: bool) {
        let now = then.clock.view();
        let mut at = fact.at;
        if let Some((last_at, before)) = self.last {
            // A time that runs backwards counts as the one before it.
            at = at.max(last_at);
            self.run(&before, &now, at.since(last_at).0);
        }
        if is_marked {
            self.strip.marks.push(StripMark {
                entry: fact.entry,
                before: self.strip.pieces.len(),
            });
            self.breaks = true;
        }
        self.last = Some((at, now));
    }

    /// What ran, or stood, for so long between two facts.
    fn run(&mut self, before: &PerColour<ClockView>, after: &PerColour<ClockView>, ms: i64) {
        let sides = fupan_domain::Colour::BOTH.into_iter();
        let Some(colour) = sides.into_iter().find(|c| before[*c].running) else {
            return self.add(Piece {
                lane: None,
                is_overtime: false,
                ms,
            });
        };
        let is_overtime = |view: &ClockView| view.in_overtime == Some(true);
        let main_left = before[colour].left_ms.map_or(0, |left| left.0);
        let main = match (is_overtime(&before[colour]), is_overtime(&after[colour])) {
            (true, _) => 0,
            (false, true) => main_left.clamp(0, ms),
            (false, false) => ms,
        };
        let piece = |is_overtime, ms| Piece {
            lane: Some(colour),
            is_overtime,
            ms,
        };
        self.add(piece(false, main));
        self.add(piece(true, ms - main));
    }

    fn add(&mut self, piece: Piece) {
        if piece.ms == 0 {
            return;
        }
        match self.strip.pieces.last_mut() {
            Some(last)
                if !self.breaks
                    && last.lane == piece.lane
                    && last.is_overtime == piece.is_overtime =>
            {
                last.ms += piece.ms;
            }
            _ => {
                self.strip.pieces.push(piece);
                self.breaks = false;
            }
        }
    }
}
