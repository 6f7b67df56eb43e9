//! How a game's result comes about. Several things may end a game one after
//! the other; which of them counts follows from what they are: an order or a
//! complete confirmation over a ruled loss, a ruled loss over what the players
//! did, and of those the first, save for a second count.

use super::state::GameState;
use crate::{
    Colour,
    colour::PerColour,
    event::{GameResult, Outcome, ResultBy},
    ids::RulingId,
    score::QuarterZi,
};

/// Something that ends a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Ending {
    /// The seq of the entry.
    pub seq: u64,
    /// The ruling by which it ended, if by one.
    pub ruling: Option<RulingId>,
    /// What it is.
    pub kind: EndingKind,
}

/// What ends a game.
#[derive(Clone, Debug, PartialEq)]
pub enum EndingKind {
    /// A side gave up.
    Resigned(Colour),
    /// The board was counted: black's area.
    Counted(QuarterZi),
    /// A result was stated, but not by all who must confirm it.
    Stated(GameResult),
    /// A ruling says that a side loses.
    Lost(Colour, ResultBy),
    /// A ruling or an appeal decision sets the result.
    Set(GameResult),
    /// Both players and an official confirmed the result.
    Confirmed(GameResult),
}

impl GameState {
    /// The result, if there is one.
    pub fn result(&self) -> Option<GameResult> {
        let endings = || self.endings.iter().filter(|e| self.counts(e));
        // Set or confirmed: the last one.
        let set = endings().rev().find_map(|e| match &e.kind {
            EndingKind::Set(result) | EndingKind::Confirmed(result) => Some((e.seq, *result)),
            _ => None,
        });
        let ruled = self.ruled_loss();
        match (set, ruled) {
            (Some((_, result)), None) => return Some(result),
            (Some((set_at, result)), Some((ruled_at, _))) if set_at > ruled_at => {
                return Some(result);
            }
            (_, Some((ruled_at, loss))) => return Some(self.after_ruled_loss(ruled_at, loss)),
            (None, None) => {}
        }
        self.result_of_play()
    }

    /// What the players' own acts and the count come to: the first act that
    /// ended the game; where it was a count, the last count.
    fn result_of_play(&self) -> Option<GameResult> {
        let endings = || {
            self.endings
                .iter()
                .filter(|e| self.counts(e))
                .map(|e| &e.kind)
        };
        let first = endings().find_map(|kind| match kind {
            EndingKind::Resigned(colour) => Some(GameResult::new(
                Outcome::won_by(colour.opponent()),
                ResultBy::Resignation,
            )),
            EndingKind::Counted(area) => Some(self.count_result(*area)),
            _ => None,
        });
        let last_count = endings().rev().find_map(|kind| match kind {
            EndingKind::Counted(area) => Some(self.count_result(*area)),
            _ => None,
        });
        let stated = endings().rev().find_map(|kind| match kind {
            EndingKind::Stated(result) => Some(*result),
            _ => None,
        });
        match first {
            Some(result) if result.by == ResultBy::Count => last_count,
            Some(result) => Some(result),
            None => stated,
        }
    }

    /// Whether an ending still counts: its ruling stands and the game did not
    /// go on after it.
    pub fn counts(&self, ending: &Ending) -> bool {
        ending.seq >= self.resumed_seq
            && ending
                .ruling
                .as_ref()
                .is_none_or(|ruling| self.ruling_stands(ruling))
    }

    /// The loss that rulings and warnings bring, and the seq of what brought it.
    fn ruled_loss(&self) -> Option<(u64, GameResult)> {
        let mut losses: PerColour<Option<(u64, ResultBy)>> = PerColour::default();
        for ending in self.endings.iter().filter(|e| self.counts(e)) {
            if let EndingKind::Lost(colour, by) = ending.kind {
                losses[colour].get_or_insert((ending.seq, by));
            }
        }
        for colour in Colour::BOTH {
            if let Some(seq) = self.lost_by_warnings(colour) {
                let loss = losses[colour].filter(|(lost_at, _)| *lost_at < seq);
                losses[colour] = loss.or(Some((seq, ResultBy::Warnings)));
            }
        }
        match (losses.black, losses.white) {
            (None, None) => None,
            (Some((seq, by)), None) => Some((seq, GameResult::new(Outcome::White, by))),
            (None, Some((seq, by))) => Some((seq, GameResult::new(Outcome::Black, by))),
            (Some((black_at, black)), Some((white_at, white))) => {
                let by = if black_at > white_at { black } else { white };
                Some((
                    black_at.max(white_at),
                    GameResult::new(Outcome::BothLose, by),
                ))
            }
        }
    }

    /// The seq of the warning by which a side has lost, if it has.
    pub fn lost_by_warnings(&self, colour: Colour) -> Option<u64> {
        let needed = usize::try_from(self.terms.regulations.warnings_to_lose).ok()?;
        self.warnings_of(colour)
            .skip(needed.checked_sub(1)?)
            .map(|warning| warning.seq)
            .find(|seq| {
                let finding = format!("EN-11@{seq}");
                *seq >= self.resumed_seq && !self.replaced_automatic.contains(&finding)
            })
    }

    /// A ruled loss stands, but the side that it made the winner may still
    /// resign (contract, section 3).
    fn after_ruled_loss(&self, ruled_at: u64, loss: GameResult) -> GameResult {
        let winner = loss.outcome.winner();
        let resigned = self.endings.iter().any(|e| {
            e.seq > ruled_at
                && self.counts(e)
                && matches!(e.kind, EndingKind::Resigned(colour) if Some(colour) == winner)
        });
        match winner {
            Some(winner) if resigned => {
                GameResult::new(Outcome::won_by(winner.opponent()), ResultBy::Resignation)
            }
            _ => loss,
        }
    }

    /// The result of a count: black's area against half the board and komi,
    /// with what warnings and penalties cost (2002: 24.1) and what handicap
    /// stones give back.
    pub fn count_result(&self, black_area: QuarterZi) -> GameResult {
        let size = i64::from(self.course.board.size());
        let regulations = &self.terms.regulations;
        let given_back = i64::from(self.handicap_stones) * regulations.handicap_return_qz.0;
        let cost = |colour| {
            let warned = i64::from(self.warnings_of(colour).next().is_some());
            warned * self.terms.regulations.warning_cost_qz.0 + self.deducted_qz(colour).0
        };
        let margin = black_area.0
            - 2 * size * size
            - regulations.komi_qz.0
            - given_back
            - cost(Colour::Black)
            + cost(Colour::White);
        let outcome = match margin.signum() {
            1 => Outcome::Black,
            -1 => Outcome::White,
            _ => Outcome::Draw,
        };
        GameResult {
            outcome,
            by: ResultBy::Count,
            margin_qz: Some(QuarterZi(margin.abs())),
        }
    }
}

/// How a game is lost that a ruling under that article gives as lost
/// (contract, section 7).
pub(super) fn loss_under(article: &str) -> ResultBy {
    let (edition, number) = article.split_once(':').unwrap_or(("", article));
    // "12.4(6)" is an item of 12.4.
    let item = number.split('(').next().unwrap_or(number);
    match (edition, item) {
        ("cn-2002", "12.4" | "12.5" | "22.5") | ("cn-1988", "23.5") => ResultBy::Time,
        ("cn-2002", "22.1" | "22.2" | "22.3" | "22.4") | ("cn-1988", "23.1" | "23.2") => {
            ResultBy::Absence
        }
        _ => ResultBy::Forfeit,
    }
}
