//! Counting by area: article 9 of both editions. It counts what stands once
//! the dead are agreed; who won, and komi, is not its business.

use super::{Board, BoardError, Point, stones::CellId, stones::Content};
use crate::{Colour, score::QuarterZi};

/// Each side's area. Both together are the board: four quarters a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// Black's stones and points.
    pub black: QuarterZi,
    /// White's stones and points.
    pub white: QuarterZi,
}

/// Whose area a point is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// A live stone of that side, or a point that it surrounds or was awarded.
    Side(Colour),
    /// An empty point between live stones of both sides, or of none: half each.
    Shared,
}

/// Both sides' area.
///
/// The dead are taken off first. Then live stones count for their side, and so
/// does an empty region that only they touch; an empty region that touches both
/// sides, be it dame or an eye in a seki, is shared half each, and so is one
/// that touches no stone.
///
/// `dead` names chains by one or more of their points each; only the solidly
/// connected stones of a named point are dead, not others in the same region.
/// An empty point of `award` counts wholly for the side given (2002 article
/// 12.4(4)); where a live stone stands, the stone counts.
///
/// # Errors
/// [`BoardError::OffBoard`]; [`BoardError::Empty`] for a dead point without a
/// stone; [`BoardError::NamedTwice`] for a point awarded to both sides.
pub fn count_area(
    board: &Board,
    dead: &[Point],
    award: &[(Colour, Point)],
) -> Result<Area, BoardError> {
    let mut area = Area {
        black: QuarterZi(0),
        white: QuarterZi(0),
    };
    for (_, owner) in ownership(board, dead, award)? {
        let (black, white) = match owner {
            Owner::Side(Colour::Black) => (4, 0),
            Owner::Side(Colour::White) => (0, 4),
            Owner::Shared => (2, 2),
        };
        area.black = area.black + QuarterZi(black);
        area.white = area.white + QuarterZi(white);
    }
    Ok(area)
}

/// Whose area each point is, in order of the points: what [`count_area`] adds
/// up.
///
/// # Errors
/// Those of [`count_area`].
pub fn ownership(
    board: &Board,
    dead: &[Point],
    award: &[(Colour, Point)],
) -> Result<Vec<(Point, Owner)>, BoardError> {
    check_award(board, award)?;
    let live = without_dead(board, dead)?;
    let mut owners: Vec<Option<Owner>> = vec![None; live.cells.len()];
    for point in live.points() {
        let at = live.cell_of(point);
        match live.cell(at).content {
            Content::Stone(colour) => owners[usize::from(at)] = Some(Owner::Side(colour)),
            Content::Empty if owners[usize::from(at)].is_none() => {
                fill_region(&live, at, &mut owners);
            }
            Content::Empty | Content::Border => {}
        }
    }
    for &(colour, point) in award {
        if live.at(point).is_none() {
            owners[usize::from(live.cell_of(point))] = Some(Owner::Side(colour));
        }
    }
    let owner_of = |point| owners[usize::from(live.cell_of(point))].unwrap_or(Owner::Shared);
    Ok(live
        .points()
        .map(|point| (point, owner_of(point)))
        .collect())
}

fn check_award(board: &Board, award: &[(Colour, Point)]) -> Result<(), BoardError> {
    for &(colour, point) in award {
        board.check_on_board(point)?;
        if award.contains(&(colour.opponent(), point)) {
            return Err(BoardError::NamedTwice(point));
        }
    }
    Ok(())
}

/// The board once the chains of these points are taken off.
fn without_dead(board: &Board, dead: &[Point]) -> Result<Board, BoardError> {
    let mut live = board.clone();
    let mut taken = Vec::new();
    for &point in dead {
        board.check_on_board(point)?;
        if board.at(point).is_none() {
            return Err(BoardError::Empty(point));
        }
        // Gone already where an earlier point named the same chain.
        if live.at(point).is_some() {
            live.take_chain(live.cell_of(point), &mut taken);
        }
    }
    Ok(live)
}

/// Gives all points of the empty region around `start` their owner.
fn fill_region(live: &Board, start: CellId, owners: &mut [Option<Owner>]) {
    let mut region = vec![start];
    let mut touched = None;
    let mut next = 0;
    // Provisional: marks the point as found.
    owners[usize::from(start)] = Some(Owner::Shared);
    while let Some(&at) = region.get(next) {
        next += 1;
        for beside in live.neighbours(at) {
            match live.cell(beside).content {
                Content::Empty if owners[usize::from(beside)].is_none() => {
                    owners[usize::from(beside)] = Some(Owner::Shared);
                    region.push(beside);
                }
                Content::Stone(colour) => match touched {
                    None => touched = Some(Owner::Side(colour)),
                    Some(owner) if owner != Owner::Side(colour) => touched = Some(Owner::Shared),
                    Some(_) => {}
                },
                Content::Empty | Content::Border => {}
            }
        }
    }
    for at in region {
        owners[usize::from(at)] = Some(touched.unwrap_or(Owner::Shared));
    }
}
