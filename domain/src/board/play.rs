//! Playing a stone: it is put on an empty point, and enemy chains beside it
//! that have no liberty left are captured. Nothing is forbidden and nobody's
//! turn is known.
//!
//! Only the stone being played captures. A chain that stands without liberties
//! (a suicide, or captives that nobody lifted) stays until it is lifted, and
//! catches nothing: no play can touch it, for a point beside it that could be
//! played on would be its liberty.

use super::{Board, BoardError, Point, stones::CellId, stones::Content};
use crate::{Colour, colour::PerColour};

/// What followed from a play by the rules of capture alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The enemy stones taken off, in order of their points.
    pub captured: Vec<Point>,
    /// Nothing was captured and the played stone's chain has no liberty. It
    /// stands there all the same.
    pub suicide: bool,
    /// The point where the opponent, by retaking the played stone alone at
    /// once, would bring back the position before the play: a single ko.
    pub ko: Option<Point>,
}

/// What followed from a play, beside what was really lifted. All lists are in
/// order of their points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedLifting {
    /// What the rules take off.
    pub due: Vec<Point>,
    /// What was taken off.
    pub lifted: Vec<Point>,
    /// Lifted, but not due.
    pub wrongly_lifted: Vec<Point>,
    /// Due, but left standing.
    pub left_standing: Vec<Point>,
    /// How many stones of each side were lifted.
    pub lifted_stones: PerColour<u16>,
    /// Nothing was due and the played stone's chain had no liberty, before
    /// anything was lifted.
    pub suicide: bool,
    /// As in [`Played::ko`], by the stones that really stand.
    pub ko: Option<Point>,
}

impl PlayedLifting {
    /// Whether exactly the due stones were lifted.
    pub fn is_exact(&self) -> bool {
        self.wrongly_lifted.is_empty() && self.left_standing.is_empty()
    }
}

impl Board {
    /// Puts a stone on an empty point and takes off the enemy chains beside it
    /// that have no liberty left, never own stones.
    ///
    /// # Errors
    /// [`BoardError::OffBoard`] or [`BoardError::Occupied`], and the board is
    /// as before.
    #[inline]
    pub fn play(&mut self, colour: Colour, point: Point) -> Result<Played, BoardError> {
        let at = self.empty_cell(point)?;
        self.put(at, colour);
        let enemy = Content::Stone(colour.opponent());
        let mut captured = Vec::new();
        for beside in self.neighbours(at) {
            if self.cell(beside).content == enemy && self.head(beside).liberties == 0 {
                self.take_chain(beside, &mut captured);
            }
        }
        captured.sort_unstable();
        Ok(Played {
            suicide: self.head(at).liberties == 0,
            ko: self.ko(at, colour, &captured),
            captured,
        })
    }

    /// Puts a stone on an empty point and takes off what was really lifted,
    /// due or not: the opponent's stones, own ones, even the stone just played.
    ///
    /// # Errors
    /// [`BoardError::OffBoard`] or [`BoardError::Occupied`] for `point`;
    /// [`BoardError::OffBoard`], [`BoardError::NamedTwice`] or
    /// [`BoardError::Empty`] for one of `lifted`. The board is as before then.
    pub fn play_lifting(
        &mut self,
        colour: Colour,
        point: Point,
        lifted: &[Point],
    ) -> Result<PlayedLifting, BoardError> {
        let at = self.empty_cell(point)?;
        let lifted = self.sorted(lifted)?;
        for &stone in &lifted {
            if self.at(stone).is_none() && stone != point {
                return Err(BoardError::Empty(stone));
            }
        }
        self.put(at, colour);
        let due = self.due(at, colour.opponent());
        let suicide = due.is_empty() && self.head(at).liberties == 0;
        let lifted_stones = self.take_off(&lifted);
        let ko = if lifted_stones[colour] == 0 {
            self.ko(at, colour, &lifted)
        } else {
            None
        };
        Ok(PlayedLifting {
            wrongly_lifted: without(&lifted, &due),
            left_standing: without(&due, &lifted),
            due,
            lifted,
            lifted_stones,
            suicide,
            ko,
        })
    }

    /// The point of the single ko that a played stone has made by taking off
    /// `taken`, however late: where the opponent, by retaking it alone at once,
    /// would bring back the position before.
    pub fn ko_of(&self, colour: Colour, played: Point, taken: &[Point]) -> Option<Point> {
        let on_board = |point: &Point| point.is_on(self.size());
        if !on_board(&played) || !taken.iter().all(on_board) {
            return None;
        }
        self.ko(self.cell_of(played), colour, taken)
    }

    /// The stones of one side, in chains beside a stone, that have no liberty.
    fn due(&self, at: CellId, enemy: Colour) -> Vec<Point> {
        let mut due = Vec::new();
        for beside in self.neighbours(at) {
            if self.cell(beside).content == Content::Stone(enemy)
                && self.head(beside).liberties == 0
                && !due.contains(&self.cell(beside).point)
            {
                due.extend(self.ring(beside).map(|stone| self.cell(stone).point));
            }
        }
        due.sort_unstable();
        due
    }

    /// The point of the one stone taken, if a play of its colour there would
    /// capture exactly the stone at `at`.
    #[inline]
    fn ko(&self, at: CellId, colour: Colour, taken: &[Point]) -> Option<Point> {
        let [back] = *taken else { return None };
        let played = self.cell(at);
        let own = Content::Stone(colour);
        let alone = played.content == own && played.stones == 1 && played.head == at;
        let retake = self.cell_of(back);
        let around = self.neighbours(retake);
        if !alone || played.liberties != 1 || !around.contains(&at) {
            return None;
        }
        // A chain whose every pseudo-liberty is the retaking point would be
        // captured with it. It must have stood without liberties before.
        let only_liberty = |head: CellId| {
            let touching = around
                .iter()
                .filter(|&&beside| self.cell(beside).content == own)
                .filter(|&&beside| self.cell(beside).head == head)
                .count();
            usize::from(self.cell(head).liberties) == touching
        };
        let another = around.iter().any(|&beside| {
            beside != at && self.cell(beside).content == own && only_liberty(self.cell(beside).head)
        });
        (!another).then_some(back)
    }
}

/// The points of `all` that are not among `these`; both in order.
fn without(all: &[Point], these: &[Point]) -> Vec<Point> {
    all.iter()
        .filter(|point| these.binary_search(point).is_err())
        .copied()
        .collect()
}
