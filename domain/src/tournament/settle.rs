//! The one place that says what a game comes to in the tournament: its own
//! result, or what a sanction, a withdrawal or a replay makes of it. Views of
//! games and standings both ask here. How points become places is in
//! `standings`.

use super::{
    facts::GameFacts,
    sanction::Sanctions,
    state::{GamePairing, TournamentState},
    withdrawal::{Forfeit, Withdrawals, losers},
};
use crate::{
    Colour,
    event::{
        GameResult, Outcome, ResultBy,
        tournament::{SanctionImposed, SanctionKind},
    },
    ids::{EntryId, GameId, PlayerId, RulingId},
    rulebook::Regulations,
};

/// How a side came out of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum How {
    /// Won: two points.
    Won,
    /// A draw: one point each.
    Drew,
    /// Lost: none.
    Lost,
    /// Both lost: none (2002 17.5, 22.3, 23.1).
    BothLost,
    /// The result was taken away from this side by a sanction; the opponent
    /// keeps what was scored.
    Cancelled,
}

impl How {
    /// Game points, 2/1/0 (2002 27.1, 1988 28.1).
    pub const fn points(self) -> i64 {
        match self {
            How::Won => 2,
            How::Drew => 1,
            How::Lost | How::BothLost | How::Cancelled => 0,
        }
    }
}

/// On what a settled game rests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis<'a> {
    /// Its own facts and rulings.
    Played,
    /// A sanction turned it.
    Sanction(&'a RulingId),
    /// It was not played after a withdrawal, as a round robin has it.
    Withdrawal(EntryId),
}

/// Why a game counts for nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Out<'a> {
    /// Another is played in its place.
    ReplayedAs(&'a GameId),
    /// It would replace a game that is played again no longer, or as another one.
    ReplaysNothing,
    /// The results of this player are void.
    Void(&'a PlayerId),
}

/// Why a game is not settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Open {
    /// It has no result yet.
    NoResultYet,
    /// Its result is that it has none, and nothing was played instead.
    CountsForNothing,
}

/// What a game comes to in the tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled<'a> {
    /// It is not settled.
    Open(Open),
    /// It counts for nothing, and nothing about it is open.
    Out(Out<'a>),
    /// It counts. The two sides stand in the order of the pairing.
    Counts {
        /// How each came out of it.
        sides: [How; 2],
        /// On what that rests.
        basis: Basis<'a>,
        /// What a sanction took from each, and which one.
        taken: [Option<(How, &'a RulingId)>; 2],
    },
}

/// What bears on games from outside of them.
#[derive(Clone, Debug, Default)]
pub struct Bearing<'a> {
    /// Sanctions that stand.
    pub sanctions: Sanctions<'a>,
    /// Withdrawals.
    pub withdrawals: Withdrawals<'a>,
}

impl<'a> Bearing<'a> {
    /// What bears on a tournament's games. `facts`: what each game tells.
    pub fn of(
        tournament: &'a TournamentState,
        regulations: &Regulations,
        facts: impl Fn(&GameId) -> Option<&'a GameFacts>,
    ) -> Bearing<'a> {
        Bearing {
            sanctions: Sanctions::standing(tournament),
            withdrawals: Withdrawals::of(
                tournament,
                regulations,
                facts,
                &tournament.standing_sanctions(),
            ),
        }
    }

    /// The same as if no sanction had been imposed.
    pub fn without_sanctions(
        tournament: &'a TournamentState,
        regulations: &Regulations,
        facts: impl Fn(&GameId) -> Option<&'a GameFacts>,
    ) -> Bearing<'a> {
        Bearing {
            sanctions: Sanctions::default(),
            withdrawals: Withdrawals::of(tournament, regulations, facts, &[]),
        }
    }

    /// The result that sanctions and withdrawals make of a game, where it is
    /// not its own: who wins, how that is called, and on what it rests.
    pub fn turned(
        &self,
        game: &GameId,
        pairing: &'a GamePairing,
        facts: &GameFacts,
    ) -> Option<(GameResult, Basis<'a>)> {
        // What a sanction makes of it is made of the game in its place.
        if pairing.played_as(facts).is_some() {
            return None;
        }
        let lost = self.lost_by_sanction(game, pairing);
        let (loses, by, basis) = if let Some(sanction) = lost[0].or(lost[1]) {
            let basis = Basis::Sanction(&sanction.sanction);
            (lost.map(|s| s.is_some()), ResultBy::Sanction, basis)
        } else {
            let away = self.left_unplayed(pairing, facts);
            let loses = losers(away);
            let (_, basis) = away.into_iter().zip(loses).find(|(_, loses)| *loses)?.0?;
            let by = match basis {
                Basis::Sanction(_) => ResultBy::Sanction,
                Basis::Played | Basis::Withdrawal(_) => ResultBy::Forfeit,
            };
            (loses, by, basis)
        };
        let outcome = match loses {
            [true, true] => Outcome::BothLose,
            [first, _] => {
                let winner = usize::from(first);
                Outcome::won_by(facts.colour(winner))
            }
        };
        Some((GameResult::new(outcome, by), basis))
    }

    /// The sanction by which each of the two loses a game.
    fn lost_by_sanction(
        &self,
        game: &GameId,
        pairing: &GamePairing,
    ) -> [Option<&'a SanctionImposed>; 2] {
        let lost = SanctionKind::LoseGames;
        let both = pairing.pairing.both();
        both.map_or([None; 2], |both| {
            both.map(|player| self.sanctions.on_game(player, (game, pairing), lost))
        })
    }

    /// How each of the two comes to lose a game that was not played, having left. One
    /// without result was not (rule table, B.5), nor was a replay that never began: of
    /// these whoever leaves for good loses those of earlier rounds too.
    fn left_unplayed(&self, pairing: &GamePairing, facts: &GameFacts) -> [Option<Forfeit<'a>>; 2] {
        let Some(both) = pairing.pairing.both() else {
            return [None; 2];
        };
        let away = &self.withdrawals;
        let in_round = |player| away.forfeits(player, pairing.round);
        let the_rest = |player| away.forfeits_the_rest(away.leave(player)?);
        match facts.result.map(|result| result.outcome) {
            None if is_still_to_be_replayed(pairing, facts) => {
                both.map(|player| in_round(player).or_else(|| the_rest(player)))
            }
            None => both.map(in_round),
            Some(Outcome::NoResult) => both.map(the_rest),
            Some(_) => [None; 2],
        }
    }

    /// Whether a game is lost by who left only after a round: then it was still open.
    pub(super) fn is_lost_after(
        &self,
        (game, pairing): (&GameId, &GamePairing),
        facts: &GameFacts,
        round: u32,
    ) -> bool {
        let away = self.left_unplayed(pairing, facts).into_iter().flatten();
        let since = away.map(|(since, _)| since).min();
        since.is_some_and(|since| since > round)
            && self.lost_by_sanction(game, pairing) == [None; 2]
    }

    /// What a game comes to. `stands_in`: whether it is no replay, or the one
    /// that is played in its game's place, see `stands_in`.
    pub fn settle(
        &self,
        game: &GameId,
        pairing: &'a GamePairing,
        facts: &'a GameFacts,
        stands_in: bool,
    ) -> Settled<'a> {
        if let Some(again) = pairing.played_as(facts) {
            return Settled::Out(Out::ReplayedAs(again));
        }
        if !stands_in {
            return Settled::Out(Out::ReplaysNothing);
        }
        let Some(both) = pairing.pairing.both() else {
            return Settled::Open(Open::NoResultYet);
        };
        if let Some(void) = both.into_iter().find(|p| self.withdrawals.is_void(p)) {
            return Settled::Out(Out::Void(void));
        }
        let (result, basis) = match (self.turned(game, pairing, facts), facts.result) {
            (Some(turned), _) => turned,
            (None, Some(result)) => (result, Basis::Played),
            (None, None) => return Settled::Open(Open::NoResultYet),
        };
        let Some(sides) = sides_of(result.outcome, facts) else {
            return Settled::Open(Open::CountsForNothing);
        };
        let cancel = SanctionKind::CancelResults;
        let taken = [0, 1].map(|side: usize| {
            let sanction = self
                .sanctions
                .on_game(both[side], (game, pairing), cancel)?;
            Some((sides[side], &sanction.sanction))
        });
        Settled::Counts {
            sides: [0, 1].map(|side: usize| taken[side].map_or(sides[side], |_| How::Cancelled)),
            basis,
            taken,
        }
    }
}

/// Whether a game is a replay that has not begun.
pub(super) fn is_still_to_be_replayed(pairing: &GamePairing, facts: &GameFacts) -> bool {
    pairing.replays.is_some() && facts.result.is_none() && !facts.begun
}

/// Whether a game is no replay, or is played in the place of another that says
/// so, and that one likewise: an overturned order to play again, or ruling that
/// there is no result, takes what followed from it along.
pub fn stands_in<'a>(
    tournament: &'a TournamentState,
    game: &'a GameId,
    pairing: &'a GamePairing,
    facts: impl Fn(&GameId) -> Option<&'a GameFacts>,
) -> bool {
    let (mut game, mut pairing) = (game, pairing);
    while let Some(old) = &pairing.replays {
        let known = tournament.games.get(old);
        let told = known.zip(facts(old));
        let again = told.and_then(|(known, told)| known.played_as(told));
        match known {
            // A replay is paired after the game it replaces: the walk comes to an end.
            Some(known) if again == Some(game) && known.entry != pairing.entry => {
                (game, pairing) = (old, &**known);
            }
            _ => return false,
        }
    }
    true
}

/// How each side came out of a game with that outcome; `None` for one that
/// counts for nothing.
fn sides_of(outcome: Outcome, facts: &GameFacts) -> Option<[How; 2]> {
    let won = |colour: Colour| {
        let side = |side| {
            if facts.colour(side) == colour {
                How::Won
            } else {
                How::Lost
            }
        };
        [side(0), side(1)]
    };
    match outcome {
        Outcome::Black => Some(won(Colour::Black)),
        Outcome::White => Some(won(Colour::White)),
        Outcome::Draw => Some([How::Drew; 2]),
        Outcome::BothLose => Some([How::BothLost; 2]),
        Outcome::NoResult => None,
    }
}
