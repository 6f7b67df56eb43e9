//! Under what conditions a game begins: what stands on its board, and in what
//! its regulations differ from those of the event.

use super::{super::RecordError, statement::Notes};
use fupan_domain::{
    Colour, Millis, amount,
    board::{Board, BoardError, Point},
    clock::{TimeControl, TurnEnds},
    rulebook::regulations::{Regulations, RegulationsPatch},
    sgf::{Action, ClockStyle, Komi, Overtime, OvertimeLeft, Place, Record, Rules, Setup},
};
use std::collections::BTreeSet;

/// The largest komi that the schema takes, either way.
const KOMI_MAX_QZ: i64 = 400;
/// The most periods, or moves in a period, that the schema takes.
const COUNT_MAX: u32 = 1_000;
/// What Fox counts for each handicap stone under Chinese rules: half a zi.
const FOX_RETURN_QZ: i64 = 2;

/// How a game begins.
pub(super) struct Start {
    /// Handicap stones.
    pub handicap: Vec<Point>,
    /// The position, where it is no handicap.
    pub position: Option<Vec<String>>,
    /// Who moves first, where it is not black, or white with handicap stones.
    pub to_play: Option<Colour>,
    /// The same as a board.
    pub board: Board,
    /// How many of the record's first moves are the handicap stones.
    pub moves_as_handicap: usize,
    /// What differs from the event's regulations.
    pub regulations: Option<RegulationsPatch>,
}

/// How the game of a record begins; `event`: the regulations that hold for it
/// otherwise.
pub(super) fn start(
    game: usize,
    record: &Record,
    event: Option<&Regulations>,
    notes: &mut Notes,
) -> Result<Start, RecordError> {
    let impossible = |why: BoardError| RecordError::Impossible {
        game: game + 1,
        place: Place::START,
        field: "SZ",
        value: record.size.to_string(),
        why,
    };
    let mut board = Board::new(record.size).map_err(impossible)?;
    let setup = &record.setup;
    board
        .place(Colour::Black, &setup.black)
        .map_err(impossible)?;
    board
        .place(Colour::White, &setup.white)
        .map_err(impossible)?;
    let mut moves_as_handicap = 0;
    let mut handicap = Vec::new();
    let mut position = None;
    if is_handicap(record) {
        handicap.clone_from(&setup.black);
    } else if !setup.black.is_empty() || !setup.white.is_empty() {
        position = Some(board.rows());
    } else if let Some(stones) = handicap_as_moves(record) {
        notes.add(format!(
            "Black's first {} moves are the handicap stones.",
            stones.len()
        ));
        board.place(Colour::Black, &stones).map_err(impossible)?;
        moves_as_handicap = stones.len();
        handicap = stones;
    }
    let by_rule = if handicap.is_empty() {
        Colour::Black
    } else {
        Colour::White
    };
    let to_play = told_first(record, position.is_some()).filter(|first| *first != by_rule);
    let expected = to_play.unwrap_or(by_rule);
    note_first_move(record, moves_as_handicap, expected, notes);
    let regulations = event.map(|event| differences(record, event, handicap.len(), notes));
    Ok(Start {
        handicap,
        position,
        to_play,
        board,
        moves_as_handicap,
        regulations: regulations.filter(|patch| *patch != RegulationsPatch::default()),
    })
}

/// Whether the stones of the setup are a handicap: Black's alone, with as many
/// announced or White to begin.
fn is_handicap(record: &Record) -> bool {
    let Setup {
        black,
        white,
        to_play,
        ..
    } = &record.setup;
    if black.is_empty() || !white.is_empty() {
        return false;
    }
    let announced = usize::try_from(record.handicap).is_ok_and(|n| n >= 2 && n == black.len());
    let first = record.moves().next().map(|(_, colour, _)| colour);
    announced || first.or(*to_play) == Some(Colour::White)
}

/// The handicap stones, where they are Black's first moves, as on KGS.
fn handicap_as_moves(record: &Record) -> Option<Vec<Point>> {
    let announced = usize::try_from(record.handicap).ok().filter(|n| *n >= 2)?;
    let steps = record.nodes.iter().flat_map(|node| &node.steps);
    let stones: Vec<Point> = steps
        .map_while(|step| match step.action {
            Action::Play {
                colour: Colour::Black,
                point,
            } => Some(point),
            _ => None,
        })
        .take(announced)
        .collect();
    let distinct = stones.iter().collect::<BTreeSet<_>>().len();
    (distinct == announced).then_some(stones)
}

/// Who moves first, as far as the record tells it: by PL, by a handicap whose
/// stones it does not show, or, from a position, by moving.
fn told_first(record: &Record, from_position: bool) -> Option<Colour> {
    let handicap = (record.handicap >= 2).then_some(Colour::White);
    let mover = record.moves().next().map(|(_, colour, _)| colour);
    record
        .setup
        .to_play
        .or(handicap)
        .or(mover.filter(|_| from_position))
}

/// A first move of a side whose turn it is not, which a ledger can only record
/// as what it is.
fn note_first_move(record: &Record, skipped: usize, expected: Colour, notes: &mut Notes) {
    let first = record.moves().nth(skipped).map(|(_, colour, _)| colour);
    if let Some(first) = first.filter(|first| *first != expected) {
        notes.add(format!(
            "The first move is {first}'s; by the rules it would be {expected}'s."
        ));
    }
}

fn differences(
    record: &Record,
    event: &Regulations,
    handicap_stones: usize,
    notes: &mut Notes,
) -> RegulationsPatch {
    let mut patch = RegulationsPatch::default();
    if record.size != event.board {
        patch.board = Some(record.size.into());
    }
    let komi = record.komi.as_ref().and_then(|komi| komi_qz(record, komi));
    if record.komi.is_some() && komi.is_none() {
        notes.add("The komi could not be taken over; the event's stands in the regulations.");
    }
    patch.komi_qz = komi.filter(|komi| *komi != event.komi_qz.0);
    let time = time_control(record, notes);
    patch.time = (time != event.time).then_some(time);
    patch.turn_ends = (event.turn_ends != TurnEnds::Move).then_some(TurnEnds::Move);
    let fox = record.applications.iter();
    let mut fox = fox.filter(|name| name.to_lowercase().contains("foxwq"));
    let fox_chinese = fox.next().is_some() && record.rule_set() == Some(Rules::Chinese);
    if fox_chinese && handicap_stones > 0 && event.handicap_return_qz.0 != FOX_RETURN_QZ {
        patch.handicap_return_qz = Some(FOX_RETURN_QZ);
    }
    patch
}

/// A komi that the board can have.
fn komi_qz(record: &Record, komi: &Komi) -> Option<i64> {
    let size = i64::from(record.size);
    let most = KOMI_MAX_QZ.min(4 * size * size);
    let komi = komi.qz?.0;
    (-most..=most).contains(&komi).then_some(komi)
}

/// The time control that the file names. Where it leaves a part of it open the
/// kind is none, since a guess would make time used of it.
fn time_control(record: &Record, notes: &mut Notes) -> TimeControl {
    let control = match (record.main_time, &record.overtime) {
        (None, None) => TimeControl::None {},
        (Some(limit_ms), None) => {
            inferred(record, limit_ms, notes).unwrap_or(TimeControl::Absolute { limit_ms })
        }
        (None, Some(_)) => {
            notes.add("The overtime has no main time before it; the time control is open.");
            return TimeControl::None {};
        }
        (Some(limit_ms), Some(overtime)) => with_overtime(limit_ms, overtime),
    };
    let count = match control {
        TimeControl::Byoyomi { periods, .. } => periods,
        TimeControl::MovesPerPeriod { moves, .. } => moves,
        _ => 0,
    };
    if control.check().is_ok() && count <= COUNT_MAX {
        return control;
    }
    // A main time of 0 with nothing after it is how programs write "no limit".
    if record.overtime.is_some() || record.main_time != Some(Millis::ZERO) {
        notes.add("The time control could not be taken over; it is open.");
    }
    TimeControl::None {}
}

fn with_overtime(limit_ms: Millis, overtime: &Overtime) -> TimeControl {
    match *overtime {
        Overtime::ByoYomi { periods, period } => TimeControl::Byoyomi {
            limit_ms,
            periods,
            period_ms: period,
        },
        Overtime::Canadian { moves, period } => TimeControl::MovesPerPeriod {
            limit_ms,
            moves,
            period_ms: period,
            carry_over: false,
        },
        Overtime::Fischer { increment } => TimeControl::Fischer {
            limit_ms,
            increment_ms: increment,
            cap_ms: None,
        },
        Overtime::Other(_) => TimeControl::None {},
    }
}

/// Byo-yomi that only the readings show: each sets back to the period's length,
/// and nobody had more periods than the most that was read.
fn inferred(record: &Record, limit_ms: Millis, notes: &mut Notes) -> Option<TimeControl> {
    if record.clock_style != ClockStyle::PeriodReset {
        return None;
    }
    let clocks = record.nodes.iter().map(|node| node.clock);
    let readings = clocks.flat_map(|clock| [clock.black, clock.white]);
    let in_overtime = readings.filter_map(|reading| match reading.overtime? {
        OvertimeLeft::Periods(periods) => Some((periods, reading.left?)),
        _ => None,
    });
    let (periods, period_ms) = in_overtime.max()?;
    notes.add(format!(
        "The file names no overtime; its readings show {} of {} ms.",
        amount(periods, "period"),
        period_ms.0
    ));
    Some(TimeControl::Byoyomi {
        limit_ms,
        periods,
        period_ms,
    })
}
