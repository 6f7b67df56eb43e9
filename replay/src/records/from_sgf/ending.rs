//! How a record says that its game ended. Results of a file are not results
//! that players and an official have confirmed.

use super::{super::RecordError, facts::Facts};
use fupan_domain::{
    Colour,
    event::{
        GameEvent, GameResult, Outcome, ResultBy,
        common::Party,
        game::{ResultConfirmed, Side},
    },
    sgf::{self, By},
};

/// The largest margin that the schema takes.
const MARGIN_MAX_QZ: i64 = 10_000;

impl Facts<'_> {
    /// How the file says the game ended. Only a resignation is somebody's act;
    /// all else is stated by the importing official and waits for confirmation.
    /// Who won without its being told how has won by `ruling`, which claims
    /// neither a count nor a fault of the loser; a game lost on time or by
    /// leaving, as Fox writes it, is a `forfeit`.
    pub(super) fn result(&mut self, result: &sgf::SgfResult) -> Result<(), RecordError> {
        let stated = match result.outcome {
            sgf::Outcome::Won {
                winner,
                by: By::Resignation,
            } => {
                let loser = Side {
                    colour: winner.opponent(),
                };
                self.push(&GameEvent::Resigned(loser))?;
                return Ok(());
            }
            sgf::Outcome::Won { winner, by } => won(winner, by),
            sgf::Outcome::Draw => GameResult::new(Outcome::Draw, ResultBy::Ruling),
            sgf::Outcome::BothLose => GameResult::new(Outcome::BothLose, ResultBy::Ruling),
            sgf::Outcome::Void => GameResult::new(Outcome::NoResult, ResultBy::Ruling),
            sgf::Outcome::Unknown => return Ok(()),
        };
        let confirmed = ResultConfirmed {
            result: stated,
            by: vec![Party::Official(self.actor.as_official())],
        };
        self.push(&GameEvent::ResultConfirmed(Box::new(confirmed)))?;
        Ok(())
    }
}

/// A margin that no board has is not one that was counted.
fn won(winner: Colour, by: By) -> GameResult {
    let (by, margin_qz) = match by {
        By::Count(margin) if (0..=MARGIN_MAX_QZ).contains(&margin.0) => {
            (ResultBy::Count, Some(margin))
        }
        By::Time => (ResultBy::Time, None),
        By::Forfeit | By::TimeOrLeaving => (ResultBy::Forfeit, None),
        By::Resignation => (ResultBy::Resignation, None),
        By::Count(_) | By::Unknown => (ResultBy::Ruling, None),
    };
    GameResult {
        outcome: Outcome::won_by(winner),
        by,
        margin_qz,
    }
}
