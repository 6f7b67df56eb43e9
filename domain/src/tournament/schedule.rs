//! What is left of a schedule when somebody is away: in a round robin every game
//! of the full schedule that was never paired because one side had left (contract,
//! section 11; 2002 28.2, 1988 29.2), in a match over several games those up to
//! its decision, once that is ruled (2002 28.4, 1988 29.4: 未賽部分). Games that
//! were paired are in `settle`.

use super::{
    line::{Bout, Line, Source},
    settle::{Basis, How},
    withdrawal::{Forfeit, losers},
};
use crate::rulebook::Regulations;
use std::collections::{BTreeMap, BTreeSet};

/// Who meets whom how often, and who left.
#[derive(Clone, Debug, Default)]
pub(super) struct Schedule<'a> {
    cycles: usize,
    round: u32,
    /// Lines that left.
    gone: BTreeMap<usize, Forfeit<'a>>,
    /// Lines that missed rounds for which nobody paired them, and came back.
    missed: BTreeMap<usize, BTreeMap<u32, Basis<'a>>>,
    /// Lines that have no part in the schedule any more.
    struck: BTreeSet<usize>,
    met: BTreeMap<(usize, usize), usize>,
    taking_part: BTreeSet<usize>,
}

impl<'a> Schedule<'a> {
    /// A schedule in which nobody has met yet, looked at in a round.
    pub fn new(regulations: &Regulations, round: u32) -> Schedule<'a> {
        Schedule {
            cycles: regulations.cycles.unwrap_or(1).into(),
            round,
            ..Schedule::default()
        }
    }

    /// A line left; its games not played are forfeited.
    pub fn leaves(&mut self, line: usize, forfeit: Forfeit<'a>) {
        self.gone.insert(line, forfeit);
    }

    /// A line missed these rounds, was in no game of theirs, and came back: at the
    /// end of the schedule they are the meetings that are missing.
    pub fn missed(&mut self, line: usize, rounds: BTreeMap<u32, Basis<'a>>) {
        self.missed.insert(line, rounds);
    }

    /// A line has no part in the schedule: it left before the start, or its
    /// results are void.
    pub fn strike(&mut self, line: usize) {
        self.struck.insert(line);
    }

    /// Two lines were paired once.
    pub fn meet(&mut self, a: usize, b: usize) {
        *self.met.entry((a.min(b), a.max(b))).or_default() += 1;
        self.taking_part.extend([a, b]);
    }

    /// Puts the forfeits of games never paired into the lines.
    pub fn forfeit(mut self, lines: &mut [Line<'a>]) {
        let missed = std::mem::take(&mut self.missed);
        for (line, rounds) in missed {
            // Where more meetings are missing than rounds, nobody knows which they were.
            let not_met: usize = self.others(line).map(|other| self.left(line, other)).sum();
            if let (true, Some(first)) = (not_met <= rounds.len(), rounds.into_iter().next()) {
                self.gone.entry(line).or_insert(first);
            }
        }
        for (a, b) in self.pairs() {
            let away = [a, b].map(|line| self.gone.get(&line).copied());
            let loses = losers(away);
            let Some((_, basis)) = away
                .into_iter()
                .zip(loses)
                .find_map(|(away, loses)| away.filter(|_| loses))
            else {
                continue;
            };
            for _ in 0..self.left(a, b) {
                for (own, other, side) in [(a, b, 0), (b, a, 1)] {
                    let how = match (loses[side], loses[1 - side]) {
                        (true, true) => How::BothLost,
                        (true, false) => How::Lost,
                        (false, _) => How::Won,
                    };
                    let bout = never_paired(self.round, other, how);
                    lines[own].bouts.push(Bout { basis, ..bout });
                }
            }
        }
    }

    /// Who else takes part.
    fn others(&self, line: usize) -> impl Iterator<Item = usize> {
        let others = self.taking_part.iter().copied();
        others.filter(move |other| *other != line && !self.struck.contains(other))
    }

    /// The pairs one of which is away, each once.
    fn pairs(&self) -> BTreeSet<(usize, usize)> {
        let gone = self.gone.keys().filter(|line| !self.struck.contains(line));
        gone.flat_map(|line| {
            self.others(*line)
                .map(move |other| (other.min(*line), other.max(*line)))
        })
        .collect()
    }

    /// How many games of two lines were never paired.
    fn left(&self, a: usize, b: usize) -> usize {
        let met = self.met.get(&(a.min(b), a.max(b))).copied();
        self.cycles.saturating_sub(met.unwrap_or(0))
    }
}

/// The games of a match that were never paired since one of the two left, as far
/// as they are needed: the other side wins until it has won the match.
pub(super) fn rest_of_match<'a>(
    lines: &mut [Line<'a>],
    (games, round): (u8, u32),
    away: [Option<Forfeit<'a>>; 2],
    paired: usize,
) {
    let (winner, basis) = match losers(away) {
        [true, false] => (1, away[0]),
        [false, true] => (0, away[1]),
        _ => return,
    };
    let (Some((_, basis)), 2) = (basis, lines.len()) else {
        return;
    };
    let needed = usize::from(games) / 2 + 1;
    let wins = lines[winner].count(|how| how == How::Won);
    let wins = usize::try_from(wins).unwrap_or(usize::MAX);
    let left = usize::from(games).saturating_sub(paired);
    for _ in 0..left.min(needed.saturating_sub(wins)) {
        for (own, how) in [(winner, How::Won), (1 - winner, How::Lost)] {
            let bout = never_paired(round, 1 - own, how);
            lines[own].bouts.push(Bout { basis, ..bout });
        }
    }
}

fn never_paired<'a>(round: u32, opponent: usize, how: How) -> Bout<'a> {
    Bout {
        round,
        opponent: Some(opponent),
        how,
        points: how.points(),
        source: Source::Schedule,
        basis: Basis::Played,
        colour: None,
    }
}
