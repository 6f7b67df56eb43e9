//! How the moves of a game agree with what the engine saw. Which moves count is
//! a rule that the method fixes beforehand: not the opening, not a move that was
//! forced, not one in a game that is settled, and none at which the engine
//! hardly looked. Each move that is left out is told with the reason.

use super::{
    answers::{Answers, Seen},
    stats::nano_points,
    times::{GameTimes, MoveTime},
};
use fupan_domain::{Colour, event::review::Method, ids::GameId};
use serde::Serialize;

/// Why a move is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LeftOut {
    /// It belongs to the opening.
    Opening,
    /// There was hardly another move.
    Forced,
    /// The game was settled.
    Settled,
    /// The engine hardly looked.
    Thin,
    /// The engine said nothing of it.
    Unknown,
}

/// A move beside what the engine saw.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Judged {
    /// Its number in the game, from 1.
    pub number: usize,
    /// Whose.
    pub colour: Colour,
    /// How long it took, in milliseconds, where that is known.
    pub ms: Option<i64>,
    /// Why it is left out of the figures, if it is.
    pub left_out: Option<LeftOut>,
    /// Which choice of the engine's it was, from 1; `None` where it was none of them.
    pub rank: Option<usize>,
    /// How many points it lost.
    pub lost: Option<f64>,
    /// By how many points the first choice is better than the second: how much
    /// there was to choose.
    pub choice: Option<f64>,
}

/// The moves of a game beside what the engine saw.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameAgreement {
    /// The game.
    pub game: GameId,
    /// Its moves, in order.
    pub moves: Vec<Judged>,
}

impl GameAgreement {
    /// A game by a method; `None` where there are no answers about it.
    pub fn of(times: &GameTimes, answers: &Answers, method: &Method) -> Option<GameAgreement> {
        answers.seen(&times.game, 0)?;
        let judged = times.moves.iter().map(|played| {
            let before = answers.seen(&times.game, played.number - 1);
            let after = answers.seen(&times.game, played.number);
            judge(played, before, after, method)
        });
        Some(GameAgreement {
            game: times.game.clone(),
            moves: judged.collect(),
        })
    }

    /// The moves of one side that count.
    pub fn counted(&self, colour: Colour) -> impl Iterator<Item = &Judged> {
        let own = self.moves.iter().filter(move |m| m.colour == colour);
        own.filter(|m| m.left_out.is_none())
    }
}

fn judge(
    played: &MoveTime,
    before: Option<&Seen>,
    after: Option<&Seen>,
    method: &Method,
) -> Judged {
    let mut judged = Judged {
        number: played.number,
        colour: played.colour,
        ms: played.ms,
        left_out: None,
        rank: None,
        lost: None,
        choice: None,
    };
    let Some(before) = before else {
        judged.left_out = Some(LeftOut::Unknown);
        return judged;
    };
    let lead = |candidate: Option<&super::Candidate>| candidate.map(|c| c.lead(played.colour));
    let first = lead(before.candidates.first());
    let second = lead(before.candidates.get(1));
    let found = before
        .candidates
        .iter()
        .position(|c| c.point == played.point);
    judged.rank = found.map(|at| at + 1);
    // What the move led to is seen best where the engine looked at it in its own right;
    // unless a ruling or a lost turn made another position of it.
    let by_the_move = after.filter(|after| after.begins == before.begins);
    let led_to = by_the_move.map(|seen| seen.lead(played.colour));
    let led_to = led_to.or_else(|| lead(found.and_then(|at| before.candidates.get(at))));
    judged.lost = led_to.map(|led_to| (before.lead(played.colour) - led_to).max(0.0));
    judged.choice = first
        .zip(second)
        .map(|(first, second)| (first - second).max(0.0));
    judged.left_out = left_out(played, before, &judged, method);
    judged
}

fn left_out(played: &MoveTime, before: &Seen, judged: &Judged, method: &Method) -> Option<LeftOut> {
    let opening = usize::try_from(method.opening_moves).unwrap_or(usize::MAX);
    let settled = f64::from(method.settled_rate_bp) / 10_000.0;
    let forced = i128::from(method.forced_gap_cp) * 10_000_000;
    if played.number <= opening {
        Some(LeftOut::Opening)
    } else if before.visits < method.visits_min {
        Some(LeftOut::Thin)
    } else if judged.lost.is_none() {
        Some(LeftOut::Unknown)
    } else if before.black_rate >= settled || before.black_rate <= 1.0 - settled {
        Some(LeftOut::Settled)
    } else if judged
        .choice
        .is_none_or(|choice| nano_points(choice) >= forced)
    {
        Some(LeftOut::Forced)
    } else {
        None
    }
}
