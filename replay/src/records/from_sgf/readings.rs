//! Clock readings of a record as events. A file says what a clock showed as
//! left after a move, and nothing of when: what of it is time used, and what
//! nobody knows, is for the clock to tell.

use super::{super::RecordError, facts::Facts};
use fupan_domain::{
    Colour, Millis,
    clock::Reading,
    colour::PerColour,
    event::{
        GameEvent,
        game::{ClockPressed, ClockRead},
    },
    sgf::{self, OvertimeLeft, Place},
};

/// The longest time that a reading may have.
const READING_MAX_MS: i64 = 1_000_000_000_000;
/// The most periods, or moves, that it may have.
const COUNT_MAX: u32 = 1_000;

impl Facts<'_> {
    /// What the clocks show after a node, as a press of the side that moved. A
    /// number of periods or moves belongs to one side, so the other side's is
    /// an official's reading; there a 0 would be a fallen flag, which no file says.
    pub(super) fn clocks(
        &mut self,
        moved: Option<Colour>,
        clock: &PerColour<sgf::Reading>,
        place: Place,
    ) -> Result<(), RecordError> {
        let left = PerColour::from_fn(|colour| self.time_left(clock[colour].left, place));
        let Some(moved) = moved else {
            return self.read_without_a_move(clock, left);
        };
        let other = moved.opponent();
        if clock[other].overtime.is_some() {
            let reading = with_number(alone(other, not_zero(left[other])), clock[other].overtime);
            self.clock_read(reading)?;
        }
        let both = Reading {
            black_ms: left.black,
            white_ms: left.white,
            ..Reading::default()
        };
        let reading = with_number(both, clock[moved].overtime);
        if reading != Reading::default() {
            let pressed = ClockPressed {
                colour: moved,
                reading: Some(reading),
                other_hand: None,
            };
            self.push(&GameEvent::ClockPressed(pressed))?;
        }
        Ok(())
    }

    /// A node without a move: each clock as an official would read it.
    fn read_without_a_move(
        &mut self,
        clock: &PerColour<sgf::Reading>,
        left: PerColour<Option<Millis>>,
    ) -> Result<(), RecordError> {
        let both = Reading {
            black_ms: not_zero(left.black),
            white_ms: not_zero(left.white),
            ..Reading::default()
        };
        if clock.black.overtime.or(clock.white.overtime).is_some() {
            self.notes
                .add("Periods or moves left that stand in a node without a move were left out.");
        }
        self.clock_read(both)
    }

    fn clock_read(&mut self, reading: Reading) -> Result<(), RecordError> {
        if reading != Reading::default() {
            self.push(&GameEvent::ClockRead(ClockRead { reading }))?;
        }
        Ok(())
    }

    fn time_left(&mut self, left: Option<Millis>, place: Place) -> Option<Millis> {
        let left = left?;
        if (0..=READING_MAX_MS).contains(&left.0) {
            return Some(left);
        }
        self.notes.add(format!(
            "{place}: a clock reading of {} ms was left out.",
            left.0
        ));
        None
    }
}

/// Lays a later reading over an earlier one.
pub(super) fn merge(shown: &mut PerColour<sgf::Reading>, later: &PerColour<sgf::Reading>) {
    for colour in Colour::BOTH {
        let reading = later[colour];
        shown[colour] = sgf::Reading {
            left: reading.left.or(shown[colour].left),
            overtime: reading.overtime.or(shown[colour].overtime),
        };
    }
}

/// A reading of one side alone.
fn alone(colour: Colour, left: Option<Millis>) -> Reading {
    match colour {
        Colour::Black => Reading {
            black_ms: left,
            ..Reading::default()
        },
        Colour::White => Reading {
            white_ms: left,
            ..Reading::default()
        },
    }
}

fn not_zero(left: Option<Millis>) -> Option<Millis> {
    left.filter(|left| *left != Millis::ZERO)
}

/// A reading with what is left of the overtime. A number of which the file
/// does not tell what it counts is left out.
fn with_number(reading: Reading, overtime: Option<OvertimeLeft>) -> Reading {
    match overtime {
        Some(OvertimeLeft::Periods(n)) if n <= COUNT_MAX => Reading {
            periods_left: Some(n),
            ..reading
        },
        Some(OvertimeLeft::Moves(n)) if n <= COUNT_MAX => Reading {
            moves_left: Some(n),
            ..reading
        },
        _ => reading,
    }
}
