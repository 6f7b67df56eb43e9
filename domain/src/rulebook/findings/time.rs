//! B.2 of the rule table: time. What ran out or was done with clocks, seats and
//! seals, and the row under which it falls. How much time is used is the
//! clock's (`clock`); what is called when, `read_out`'s. TM-4, TM-6 to TM-8,
//! TM-13, TM-17 and TM-23 are effects and no findings.

use super::{Row, moves::side};
use crate::{
    Colour, Millis, Timestamp,
    board::Point,
    clock::{TimeControl, rescale, split_equally},
    event::{GameEvent, game::ClockFaultFound},
    game::{FactKind, GameState, Seen, Sighting},
    ids::{EntryId, PlayerId},
    rulebook::{EditionId, terms::Condition},
};

/// The rows of B.2 under which something seen falls.
pub(super) fn rows(game: &GameState, seen: &Sighting, rows: &mut Vec<Row>) {
    let absolute = matches!(game.terms.regulations.time, TimeControl::Absolute { .. });
    match &seen.seen {
        Seen::TimeOut => rows.push(time_out(game, seen)),
        Seen::AbsentReadOut => rows.push(absent_read_out(seen)),
        Seen::Misread => rows.push(misread(seen)),
        Seen::PressedBeforeStone => rows.push(pressed_before_stone(seen)),
        Seen::PressedBeforeCaptives => rows.push(pressed_before_captives(seen)),
        Seen::PressMissing => rows.push(press_missing(seen)),
        Seen::SeatLeft {
            permitted,
            own_turn,
            before,
        } => rows.extend(seat_left(game, seen, *permitted, *own_turn, *before)),
        Seen::OtherHand if absolute => rows.push(other_hand(seen)),
        Seen::ContestGivenUp if absolute => rows.push(contest_given_up(seen)),
        Seen::ClockFault(fault) => clock_fault(game, seen, fault, absolute, rows),
        Seen::SealedOnStone { point } => rows.push(sealed_on_stone(seen, *point)),
        _ => {}
    }
}

/// TM-9 (2002 22.5; 1988 23.5): the last byo-yomi period exceeded. TM-15 (2002
/// 12.4; 1988 23.5): absolute time or a Fischer clock used up. TM-21 (2002
/// 12.5): the moves of a period not made in it.
///
/// In 2002 overtime may be treated as a pass, once the player who ran out has
/// applied and the event has not ruled that out.
fn time_out(game: &GameState, seen: &Sighting) -> Row {
    let (rule, what) = match game.terms.regulations.time {
        TimeControl::MovesPerPeriod { .. } => ("TM-21", "did not make the moves of the period"),
        TimeControl::Absolute { .. } | TimeControl::Fischer { .. } | TimeControl::None {} => {
            ("TM-15", "used up all time")
        }
        TimeControl::ReservedByoyomi { .. } | TimeControl::Byoyomi { .. } => {
            ("TM-9", "exceeded the last byo-yomi period")
        }
    };
    let mut row = Row::of(rule, seen, format!("{} {what}", side(seen)));
    row.or_uncovered = true;
    row.filling.entry = late_stone(game, seen);
    if row.filling.entry.is_none() {
        // There is no stone to void.
        row.without = &["treated as a pass"];
    }
    if game.terms.regulations.overtime_relief && has_applied(game, seen) {
        row.holds = vec![Condition::ReliefRequested];
    }
    row
}

/// The stone that the side put in the turn that ran out: at the entry where that
/// shows, just before it, or after it. Where the opponent's answer shows it,
/// there is none that could still be taken back.
fn late_stone(game: &GameState, seen: &Sighting) -> Option<EntryId> {
    let plays = &game.play_log;
    let until_then = plays.partition_point(|play| play.step <= seen.step);
    let own = |play: &&crate::game::Play| play.is_stone && Some(play.colour) == seen.colour;
    let before = plays[..until_then].last();
    let answered =
        before.is_some_and(|play| play.step == seen.step && Some(play.colour) != seen.colour);
    let after = || {
        plays[until_then..]
            .first()
            .filter(|_| !answered)
            .filter(own)
    };
    before.filter(own).or_else(after).map(|play| play.entry)
}

fn has_applied(game: &GameState, seen: &Sighting) -> bool {
    game.record.facts()[seen.step.saturating_sub(1)..]
        .iter()
        .any(|fact| {
            matches!(&fact.kind, FactKind::Event(GameEvent::ReliefRequested(side))
                if Some(side.colour) == seen.colour)
        })
}

/// TM-5 (2002 22.4): in a rapid game the reading for an absent player is over.
fn absent_read_out(seen: &Sighting) -> Row {
    let facts = format!(
        "{} was not seated when the reading for the absent player ended",
        side(seen)
    );
    Row::of("TM-5", seen, facts)
}

/// TM-10 (2002 16.2): the last minute misread; it is read again from there.
fn misread(seen: &Sighting) -> Row {
    let facts = format!("the reading to {} was called wrongly", side(seen));
    Row {
        anybody_complains: true,
        ..Row::of("TM-10", seen, facts)
    }
}

/// TM-11 (2002 17.4): the clock pressed before the stone or with it.
fn pressed_before_stone(seen: &Sighting) -> Row {
    let facts = format!("{} pressed the clock before playing", side(seen));
    Row::of("TM-11", seen, facts)
}

/// TM-12 (2002 22.6; 1988 23.4): the clock pressed before the captives were off.
fn pressed_before_captives(seen: &Sighting) -> Row {
    let facts = format!(
        "{} pressed the clock before all captives were lifted",
        side(seen)
    );
    Row::of("TM-12", seen, facts)
}

/// MV-20: a press is missing; the turn ended with the opponent's move (contract,
/// section 5).
fn press_missing(seen: &Sighting) -> Row {
    let facts = format!(
        "no press of {}'s clock before the opponent's move",
        side(seen)
    );
    Row::of("MV-20", seen, facts)
}

/// TM-14 (2002 22.7; 1988 23.6): the seat left in byo-yomi without leave, in
/// one's own time, or once too often. The reading goes on.
fn seat_left(
    game: &GameState,
    seen: &Sighting,
    permitted: bool,
    own_turn: bool,
    before: usize,
) -> Option<Row> {
    let allowed = usize::try_from(game.terms.edition.parameters.byoyomi_leaves_per_game);
    let too_often = allowed.is_ok_and(|allowed| before >= allowed);
    let how = match (permitted, own_turn, too_often) {
        (false, ..) => "without leave",
        (true, _, true) => "once more than is allowed",
        (true, true, false) => "in own thinking time",
        (true, false, false) => return None,
    };
    let facts = format!("{} left the seat in byo-yomi {how}", side(seen));
    Some(Row::of("TM-14", seen, facts))
}

/// TM-16 (2002 12.4(2)): in absolute time, one hand for the stone and the other
/// for the clock. No penalty is written.
fn other_hand(seen: &Sighting) -> Row {
    let facts = format!(
        "{} pressed the clock with the other hand than the stone was put with",
        side(seen)
    );
    Row::of("TM-16", seen, facts)
}

/// TM-18 (2002 12.4(4)): in absolute time a side gives up the contest and so the
/// move; the contested points go to the other side.
fn contest_given_up(seen: &Sighting) -> Row {
    let facts = format!("{} gave up the contest, and so the move", side(seen));
    Row::of("TM-18", seen, facts)
}

/// TM-25 (1988 22): a sealed move on an occupied point loses the turn. 2002 (14)
/// leaves sealed moves to the event.
fn sealed_on_stone(seen: &Sighting, point: Point) -> Row {
    let facts = format!(
        "{}'s sealed move names {point}, which is occupied",
        side(seen)
    );
    Row {
        or_uncovered: true,
        ..Row::of("TM-25", seen, facts)
    }
}

/// TM-20 (2002 12.4(6)): a clock fails in absolute time. TM-22 (2002 22.8): a
/// fault found after the start. TM-24 (2002 22.9): a fault at resumption, and
/// nobody wrote down the times of the first part.
fn clock_fault(
    game: &GameState,
    seen: &Sighting,
    fault: &ClockFaultFound,
    absolute: bool,
    rows: &mut Vec<Row>,
) {
    let facts = format!(
        "the clocks together show {} ms used by Black and {} ms by White",
        fault.black_ms.0, fault.white_ms.0
    );
    if absolute {
        rows.push(Row::of("TM-20", seen, facts.clone()));
    }
    let Some(wall) = Wall::until(game, seen.step, seen.at) else {
        return;
    };
    if let Some(first_part) = wall.unrecorded_first_part {
        let (black, white) = split_equally(first_part);
        rows.push(times_set("TM-24", game, seen, facts, black, white));
        return;
    }
    let rate = game.terms.regulations.clock_fault_rate_ms_per_h;
    let used = (fault.black_ms, fault.white_ms);
    let rescaled = rate.and_then(|rate| rescale(used.0, used.1, wall.played, rate));
    let (black, white) = rescaled.unwrap_or(used);
    let mut row = times_set("TM-22", game, seen, facts, black, white);
    row.holds = vec![if rescaled.is_some() {
        Condition::ErrorLarge
    } else {
        Condition::ErrorSmall
    }];
    rows.push(row);
}

/// A row whose outcome sets main time by the times used.
fn times_set(
    rule: &'static str,
    game: &GameState,
    seen: &Sighting,
    facts: String,
    black: Millis,
    white: Millis,
) -> Row {
    let main = game.terms.regulations.time.main_ms();
    let left = |used: Millis| main.map(|main| (main - used).at_least_zero());
    let mut row = Row::of(rule, seen, facts);
    row.filling.black = left(black);
    row.filling.white = left(white);
    row
}

/// How long a game has been played, pauses apart.
struct Wall {
    played: Millis,
    /// The part before the last pause, if nobody confirmed its times and
    /// nothing was played since.
    unrecorded_first_part: Option<Millis>,
}

impl Wall {
    /// Up to the fact at that step, which is at that time; `None` before the start.
    fn until(game: &GameState, step: usize, at: Timestamp) -> Option<Wall> {
        let (_, started) = game.started?;
        let mut played = Millis::ZERO;
        let mut since = None;
        let mut pause: Option<(Millis, bool)> = None;
        let mut now = started;
        for fact in &game.record.facts()[..step.saturating_sub(1)] {
            now = now.max(fact.at);
            let FactKind::Event(event) = &fact.kind else {
                continue;
            };
            match event {
                GameEvent::GameStarted(_) => since = Some(now),
                GameEvent::GamePaused(_) | GameEvent::MoveSealed(_) => {
                    if let Some(start) = since.take() {
                        played += now.since(start);
                    }
                    if pause.is_none_or(|(first_part, _)| first_part != played) {
                        pause = Some((played, false));
                    }
                }
                GameEvent::TimesConfirmed(_) => pause = pause.map(|(part, _)| (part, true)),
                GameEvent::GameResumed(_) | GameEvent::SealOpened(_) => {
                    since = since.or(Some(now));
                }
                GameEvent::StonePlayed(_) | GameEvent::TurnPassed(_) => pause = None,
                _ => {}
            }
        }
        if let Some(start) = since {
            played += now.max(at).since(start);
        }
        let unrecorded = pause.filter(|(_, confirmed)| !confirmed);
        Some(Wall {
            played,
            unrecorded_first_part: unrecorded.map(|(part, _)| part),
        })
    }
}

/// TM-1 to TM-3: lateness at the start. Within the limit it is deducted by
/// itself (2002 22.1, 22.2: twice; 1988 23.3), unless an absent player is read to
/// instead (2002 22.4: TM-5); past it the game is lost by a ruling (1988 23.1), and
/// where both are late, both may lose (2002 22.3; 1988 23.2).
pub(super) fn lateness(game: &GameState, rows: &mut Vec<Row>) {
    let Some(from) = game.late_from() else {
        return;
    };
    let mut past: Vec<Row> = Vec::new();
    for player in &game.paired.players {
        match Lateness::of(game, player, from) {
            Some(late) if late.lost => past.push(late.row(game, "TM-2")),
            Some(late) if !game.reads_to_the_absent() => rows.push(late.row(game, "TM-1")),
            Some(_) | None => {}
        }
    }
    if let [one, other] = &mut past[..] {
        one.outlives_result = true;
        other.outlives_result = true;
        let last = if one.step > other.step { one } else { other };
        let place = (last.entry, last.seq, last.step);
        let facts = "both players came too late, or not at all".to_owned();
        rows.push(Row {
            outlives_result: true,
            ..Row::new("TM-3", place, None, facts)
        });
    }
    rows.extend(past);
}

/// How late a player is, and the entry that tells it.
struct Lateness {
    place: (EntryId, u64, usize),
    colour: Option<Colour>,
    player: PlayerId,
    late: Millis,
    /// Whether it is past the limit.
    lost: bool,
}

impl Lateness {
    /// The last entry that tells of a player's lateness, or the first at which it
    /// was past the limit: that is then the finding's, whatever follows.
    fn of(game: &GameState, player: &PlayerId, from: Timestamp) -> Option<Lateness> {
        let regulations = &game.terms.regulations;
        let is_past = |late: Millis| {
            regulations.late.limit_ms.is_some_and(|limit| {
                late > limit || late == limit && !regulations.late_limit_inclusive
            })
        };
        let mut told = None;
        for (fact, step) in game.record.facts().iter().zip(1..) {
            let FactKind::Event(event) = &fact.kind else {
                continue;
            };
            let arrived = matches!(event, GameEvent::PlayerArrived(_));
            let who = match event {
                GameEvent::PlayerArrived(who) | GameEvent::PlayerAbsent(who) => &who.player,
                _ => continue,
            };
            if game.was_there_before(player, step, fact.at) {
                // TM-4: late after a pause. The clock runs, and that is all.
                continue;
            }
            let late = fact.at.since(from);
            if who == player && late > Millis::ZERO {
                let place = (fact.entry, fact.seq, step);
                let lost = is_past(late);
                told = Some(Lateness {
                    place,
                    colour: game.colour_of(player),
                    player: player.clone(),
                    late,
                    lost,
                });
                if lost {
                    break;
                }
            }
            if who == player && arrived {
                break;
            }
        }
        told
    }

    fn row(self, game: &GameState, rule: &'static str) -> Row {
        let late = game.terms.regulations.late;
        let facts = format!("{} is {} s late", self.player, self.late.0 / 1000);
        let mut row = Row::new(rule, self.place, self.colour, facts);
        row.filling.deduct = Some(self.late * late.factor);
        row.article = article_of_lateness(game);
        row
    }
}

/// 2002: lateness is 22.1 where its limit is over 15 minutes, else 22.2
/// (contract, section 7).
fn article_of_lateness(game: &GameState) -> Option<&'static str> {
    let same_place = game.terms.edition.parameters.late_same_place_limit_ms;
    match game.terms.edition.id {
        EditionId::Cn1988 => None,
        EditionId::Cn2002 if game.terms.regulations.late.limit_ms > same_place => Some("22.1"),
        EditionId::Cn2002 => Some("22.2"),
    }
}
