//! The full schedule of a round robin, as far as a withdrawal makes forfeits of
//! it: every game that was never paired because one side had left (contract,
//! section 11; 2002 28.2, 1988 29.2). Games that were paired are in `settle`.

use super::{
    line::{Bout, Line, Source},
    settle::{Basis, How},
};
use crate::{ids::EntryId, rulebook::Regulations};
use std::collections::{BTreeMap, BTreeSet};

/// Who meets whom how often, and who left.
#[derive(Clone, Debug, Default)]
pub(super) struct Schedule {
    cycles: usize,
    round: u32,
    /// Lines that left, with the entry that tells of it.
    gone: BTreeMap<usize, EntryId>,
    /// Lines that have no part in the schedule any more.
    struck: BTreeSet<usize>,
    met: BTreeMap<(usize, usize), usize>,
    taking_part: BTreeSet<usize>,
}

impl Schedule {
    /// A schedule in which nobody has met yet, looked at in a round.
    pub fn new(regulations: &Regulations, round: u32) -> Schedule {
        Schedule {
            cycles: regulations.cycles.unwrap_or(1).into(),
            round,
            ..Schedule::default()
        }
    }

    /// A line left; its games not played are forfeited.
    pub fn leaves(&mut self, line: usize, entry: EntryId) {
        self.gone.insert(line, entry);
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
    pub fn forfeit(&self, lines: &mut [Line<'_>]) {
        for (left, entry) in &self.gone {
            for other in &self.taking_part {
                let both_gone = self.gone.contains_key(other);
                // Of two who left, the first one's turn brings their games.
                if other == left || self.struck.contains(other) || both_gone && other < left {
                    continue;
                }
                let pair = ((*left).min(*other), (*left).max(*other));
                let met = self.met.get(&pair).copied().unwrap_or(0);
                for _ in met..self.cycles {
                    let how = if both_gone {
                        [How::BothLost; 2]
                    } else {
                        [How::Lost, How::Won]
                    };
                    lines[*left].bouts.push(self.bout(*other, how[0], *entry));
                    lines[*other].bouts.push(self.bout(*left, how[1], *entry));
                }
            }
        }
    }

    fn bout<'a>(&self, opponent: usize, how: How, entry: EntryId) -> Bout<'a> {
        Bout {
            round: self.round,
            opponent: Some(opponent),
            how,
            points: how.points(),
            source: Source::Schedule,
            basis: Basis::Withdrawal(entry),
            colour: None,
            board_points: 0,
        }
    }
}
