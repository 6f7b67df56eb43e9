//! The course of play: the board, the stones and passes that stand, and whose
//! turn it is. Changed by facts and by orders alike.

use crate::{
    Colour,
    board::{Board, BoardError, History, Point, Repetition},
    colour::PerColour,
    ids::EntryId,
};

/// A stone or pass that stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The entry that tells of it.
    pub entry: EntryId,
    /// That entry's seq.
    pub seq: u64,
    /// The entry by which it stands: its own, or the ruling that put it back.
    pub put_by: EntryId,
    /// Whose.
    pub colour: Colour,
    /// The point on which it was played; `None`: a pass.
    pub point: Option<Point>,
    /// Where its stone is now, if it was put elsewhere afterwards.
    pub now: Option<Point>,
    /// Stones lost by each side through it, captives lifted later included.
    pub lost: PerColour<u16>,
    /// Whose turn it was before.
    pub turn_before: Colour,
    /// How many passes in a row there were before it.
    pub passes_before: u32,
    /// Where the position that it made stood before, if it did.
    pub repetition: Repetition,
    /// The point where the opponent may not retake at once: a single ko.
    pub ko: Option<Point>,
}

/// What a stone did when it was put on the board, by the rules of capture and
/// by what was really lifted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Laid {
    /// Where it was put.
    pub point: Point,
    /// Whether there were captives to take off.
    pub captives: bool,
    /// Its chain had no liberty, and there was nothing to take.
    pub suicide: bool,
    /// It retook a single ko on the very next move.
    pub retakes_ko: bool,
    /// Own stones that were lifted.
    pub own_lifted: Vec<Point>,
    /// The opponent's stones that were lifted though they had liberties.
    pub others_lifted: Vec<Point>,
    /// Captured stones that were not lifted.
    pub left_standing: Vec<Point>,
}

/// The course of play.
#[derive(Clone, Debug)]
pub struct Course {
    /// What stands on the board.
    pub board: Board,
    /// The position at the start and after each standing move.
    pub history: History,
    /// The stones and passes that stand.
    pub moves: Vec<Move>,
    /// Stones that a ruling took back, in order.
    pub voided: Vec<Move>,
    /// Whose turn it is.
    pub to_play: Colour,
    /// Stones that each side has lost.
    pub captured: PerColour<u16>,
    /// How many passes, each by the other side than the one before, stand at the
    /// end of play, with no lost turn between.
    pub passes_in_row: u32,
}

impl Course {
    /// Play from a position.
    pub fn new(board: Board, to_play: Colour) -> Course {
        let mut history = History::new();
        history.record(&board, to_play);
        Course {
            board,
            history,
            moves: Vec::new(),
            voided: Vec::new(),
            to_play,
            captured: PerColour::default(),
            passes_in_row: 0,
        }
    }

    /// A stone is put on the board. `lifted`: what was really taken off, if it
    /// was told. Answers what it did.
    ///
    /// # Errors
    /// Where it can't stand there, or what was taken off isn't there; nothing has changed then.
    pub(super) fn stone(
        &mut self,
        (entry, seq): (EntryId, u64),
        colour: Colour,
        point: Point,
        lifted: Option<&[Point]>,
    ) -> Result<Laid, BoardError> {
        let retaken = self
            .moves
            .last()
            .is_some_and(|m| m.colour != colour && m.ko == Some(point));
        let mut lost = PerColour::default();
        let mut laid = Laid {
            point,
            captives: false,
            suicide: false,
            retakes_ko: retaken,
            own_lifted: Vec::new(),
            others_lifted: Vec::new(),
            left_standing: Vec::new(),
        };
        let ko = match lifted {
            None => {
                let played = self.board.play(colour, point)?;
                lost[colour.opponent()] = u16::try_from(played.captured.len()).unwrap_or(u16::MAX);
                laid.captives = !played.captured.is_empty();
                laid.suicide = played.suicide;
                played.ko
            }
            Some(lifted) => {
                let own = |p: &&Point| **p == point || self.board.at(**p) == Some(colour);
                let own: Vec<Point> = lifted.iter().filter(own).copied().collect();
                // What had no liberty before is rightly taken off, however late.
                let gone = |p: &Point| self.board.chain(*p).is_some_and(|c| c.liberties.is_empty());
                let gone: Vec<Point> = lifted.iter().filter(|p| gone(p)).copied().collect();
                let played = self.board.play_lifting(colour, point, lifted)?;
                lost = played.lifted_stones;
                laid.captives = !played.due.is_empty() || !played.lifted.is_empty();
                laid.suicide = played.suicide;
                laid.others_lifted = played.wrongly_lifted;
                laid.others_lifted
                    .retain(|p| !own.contains(p) && !gone.contains(p));
                laid.own_lifted = own;
                laid.own_lifted.retain(|p| !gone.contains(p));
                laid.left_standing = played.left_standing;
                played.ko
            }
        };
        // A stone there that takes nothing retakes nothing.
        laid.retakes_ko &= laid.captives;
        self.add_lost(lost);
        self.complete(Move {
            entry,
            seq,
            put_by: entry,
            colour,
            point: Some(point),
            now: None,
            lost,
            turn_before: self.to_play,
            passes_before: self.passes_in_row,
            repetition: Repetition::default(),
            ko,
        });
        self.passes_in_row = 0;
        Ok(laid)
    }

    /// A side passes. Of one side's passes running, out of turn, only the first
    /// counts: the end takes both sides' (2002 7.3).
    pub fn pass(&mut self, (entry, seq): (EntryId, u64), colour: Colour) {
        let last = self.moves.last().filter(|_| self.passes_in_row > 0);
        let again = last.is_some_and(|m| m.point.is_none() && m.colour == colour);
        self.complete(Move {
            entry,
            seq,
            put_by: entry,
            colour,
            point: None,
            now: None,
            lost: PerColour::default(),
            turn_before: self.to_play,
            passes_before: self.passes_in_row,
            repetition: Repetition::default(),
            ko: None,
        });
        self.passes_in_row += u32::from(!again);
    }

    fn complete(&mut self, mut played: Move) {
        self.to_play = played.colour.opponent();
        played.repetition = self.history.record(&self.board, self.to_play);
        self.moves.push(played);
    }

    fn add_lost(&mut self, lost: PerColour<u16>) {
        for colour in Colour::BOTH {
            self.captured[colour] = self.captured[colour].saturating_add(lost[colour]);
        }
    }

    /// A turn is lost (弃权一次): the board stays, the other side moves.
    pub fn forfeit_turn(&mut self, colour: Colour) {
        self.to_play = colour.opponent();
        self.passes_in_row = 0;
    }

    /// The last stone that stands is taken back: board and turn as before it.
    /// Passes made after it go with it. Answers the move that was taken back.
    ///
    /// # Errors
    /// Never: the position was there before.
    pub fn void_last_stone(&mut self) -> Result<Option<Move>, BoardError> {
        let Some(index) = self.moves.iter().rposition(|m| m.point.is_some()) else {
            return Ok(None);
        };
        let Some((before, _)) = self.history.get(index) else {
            return Ok(None);
        };
        self.board = before.to_board();
        let gone = self.moves.split_off(index);
        for (colour, lost) in gone
            .iter()
            .flat_map(|m| Colour::BOTH.map(|c| (c, m.lost[c])))
        {
            self.captured[colour] = self.captured[colour].saturating_sub(lost);
        }
        self.history.truncate(index + 1);
        let voided = gone.first().copied();
        if let Some(stone) = voided {
            self.to_play = stone.turn_before;
            self.passes_in_row = stone.passes_before;
            self.voided.push(stone);
        }
        self.forget_displaced_since();
        Ok(voided)
    }

    /// Stones that were displaced after the position that now stands again are
    /// back where they were.
    fn forget_displaced_since(&mut self) {
        for played in &mut self.moves {
            if let Some(now) = played.now
                && self.board.at(now) != Some(played.colour)
            {
                played.now = None;
            }
        }
    }

    /// Captives are taken off later than the stone that caught them.
    ///
    /// # Errors
    /// Where a point has no stone; nothing has changed then.
    pub fn lift(&mut self, points: &[Point]) -> Result<(), BoardError> {
        let lost = self.board.lift(points)?;
        self.add_lost(lost);
        if let Some(last) = self.moves.last_mut() {
            for colour in Colour::BOTH {
                last.lost[colour] = last.lost[colour].saturating_add(lost[colour]);
            }
            // What comes off later was taken all the same: it may make a single ko.
            let all = u16::try_from(points.len()).unwrap_or(u16::MAX);
            let only_these =
                last.lost[last.colour] == 0 && last.lost[last.colour.opponent()] == all;
            let standing = last.standing().filter(|_| only_these);
            last.ko = standing.and_then(|stone| self.board.ko_of(last.colour, stone, points));
        }
        self.board_changed();
        Ok(())
    }

    /// Stones wrongly taken off go back.
    ///
    /// # Errors
    /// Where a point is occupied; nothing has changed then.
    pub fn restore(&mut self, colour: Colour, points: &[Point]) -> Result<(), BoardError> {
        self.board.place(colour, points)?;
        let back = u16::try_from(points.len()).unwrap_or(u16::MAX);
        self.captured[colour] = self.captured[colour].saturating_sub(back);
        if let Some(last) = self.moves.last_mut() {
            last.lost[colour] = last.lost[colour].saturating_sub(back);
        }
        self.board_changed();
        Ok(())
    }

    /// A stone is elsewhere than before.
    ///
    /// # Errors
    /// Where there is no stone, or its new point is occupied; nothing has changed then.
    pub fn displace(&mut self, from: Point, to: Point) -> Result<(), BoardError> {
        self.board.move_stone(from, to)?;
        if let Some(moved) = self
            .moves
            .iter_mut()
            .rev()
            .find(|m| m.standing() == Some(from))
        {
            moved.now = (moved.point != Some(to)).then_some(to);
        }
        self.board_changed();
        Ok(())
    }

    /// The position after the last move is another than was recorded.
    fn board_changed(&mut self) {
        let to_move = self.to_play;
        self.history.truncate(self.moves.len());
        let repetition = self.history.record(&self.board, to_move);
        if let Some(last) = self.moves.last_mut() {
            last.repetition = repetition;
        }
    }

    /// The move of an entry, if it stands.
    pub fn find(&self, entry: EntryId) -> Option<&Move> {
        self.moves.iter().rev().find(|m| m.entry == entry)
    }

    /// The last stone that stands.
    pub fn last_stone(&self) -> Option<&Move> {
        self.moves.iter().rev().find(|m| m.point.is_some())
    }

    /// The entry of the stone that was played on a point last, if one was.
    pub fn stone_on(&self, point: Point) -> Option<EntryId> {
        self.moves
            .iter()
            .rev()
            .find(|m| m.standing() == Some(point))
            .map(|m| m.entry)
    }
}

impl Move {
    /// Where its stone is, if it is still on the board.
    pub fn standing(&self) -> Option<Point> {
        self.now.or(self.point)
    }
}
