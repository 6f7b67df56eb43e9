//! What entries make of pairings: rounds and their games, games whose pairing
//! changes, and games that are played again, as was ordered or because they were
//! paired anew after it was ruled or confirmed that they have no result (rule table,
//! B.5: nothing until settled; `without_result` knows which these are). Which of two
//! such games counts is in `settle`, what an audit tells of pairings in `pairing_audit`.

use super::{
    evolve::Place,
    state::{GamePairing, TournamentState},
};
use crate::{
    event::tournament::{Pairing, PairingChanged, RoundPaired},
    ids::{GameId, PlayerId},
    rulebook::Format,
};
use std::sync::Arc;

/// What a pairing has from elsewhere than its own words.
#[derive(Clone, Debug, Default)]
struct Beside {
    seq: u64,
    replays: Option<GameId>,
    anew: Option<GameId>,
    starts_at: Option<crate::Timestamp>,
}

impl TournamentState {
    pub(super) fn pair(&mut self, place: Place<'_>, paired: &RoundPaired) {
        for pairing in &paired.games {
            let beside = Beside {
                seq: place.seq,
                starts_at: paired.starts_at,
                ..Beside::default()
            };
            self.put_new(place, paired.round, pairing, beside);
        }
        let round = Arc::make_mut(&mut self.rounds)
            .entry(paired.round)
            .or_default();
        round.byes.extend(paired.bye.iter().flatten().cloned());
        round
            .matches
            .extend(paired.matches.iter().flatten().cloned());
        round.starts_at = paired.starts_at.or(round.starts_at);
        round.paired_at.get_or_insert(place.seq);
    }

    pub(super) fn change_pairing(&mut self, place: Place<'_>, changed: &PairingChanged) {
        for pairing in &changed.games {
            let known = self.games.get(&pairing.game).cloned();
            let beside = Beside {
                seq: place.seq,
                starts_at: known.as_ref().and_then(|known| known.starts_at),
                ..Beside::default()
            };
            match known {
                // The same two at another board: what it replaces stays.
                Some(known) if same_players(&known.pairing, pairing) => {
                    let seq = if known.replays.is_some() {
                        known.seq
                    } else {
                        place.seq
                    };
                    let beside = Beside {
                        seq,
                        replays: known.replays.clone(),
                        anew: known.anew.clone(),
                        ..beside
                    };
                    self.put_pairing(place, changed.round, pairing, beside);
                }
                _ => {
                    self.forget_anew(&pairing.game);
                    self.put_new(place, changed.round, pairing, beside);
                }
            }
        }
    }

    /// A game is played again, as a ruling or an appeal orders it.
    pub(super) fn pair_again(&mut self, place: Place<'_>, game: &GameId, again: &GameId) {
        if let Some(first) = self.games.get(game).cloned() {
            let pairing = Pairing {
                game: again.clone(),
                ..first.pairing.clone()
            };
            let beside = Beside {
                seq: first.seq,
                replays: Some(game.clone()),
                ..Beside::default()
            };
            self.put_pairing(place, first.round, &pairing, beside);
        }
    }

    /// A pairing that nobody ordered: where its two players have a game without
    /// result, it may be that game, paired anew.
    fn put_new(&mut self, place: Place<'_>, round: u32, pairing: &Pairing, beside: Beside) {
        let old = self.without_result(round, pairing);
        let Some((old, first)) = old.map(|(id, known)| (id.clone(), Arc::clone(known))) else {
            return self.put_pairing(place, round, pairing, beside);
        };
        let replaced = GamePairing {
            anew: Some(pairing.game.clone()),
            ..GamePairing::clone(&first)
        };
        Arc::make_mut(&mut self.games).insert(old.clone(), Arc::new(replaced));
        let beside = Beside {
            // What bears on the first meeting bears on this one (sanctions).
            seq: first.seq,
            replays: Some(old),
            ..beside
        };
        self.put_pairing(place, round, pairing, beside);
    }

    /// The game without result that a new pairing replaces, the first of several.
    fn without_result(
        &self,
        round: u32,
        pairing: &Pairing,
    ) -> Option<(&GameId, &Arc<GamePairing>)> {
        let candidates = self.results_told.keys().filter_map(|id| {
            let (id, known) = self.games.get_key_value(id)?;
            let open = *id != pairing.game && known.anew.is_none() && self.has_no_result(id);
            let same = same_players(&known.pairing, pairing)
                && known.pairing.playoff.unwrap_or(false) == pairing.playoff.unwrap_or(false);
            let again =
                || known.round == round || self.is_one_too_many(round, (id, &**known), pairing);
            (open && same && again()).then_some((id, known))
        });
        candidates.min_by_key(|(_, known)| known.seq)
    }

    /// Whether a further meeting, in another round than one without result, can
    /// only be that one's replay: in a round robin the two have met as often as
    /// they should, in a match or knock-out neither has played anybody since.
    fn is_one_too_many(
        &self,
        round: u32,
        (old, known): (&GameId, &GamePairing),
        pairing: &Pairing,
    ) -> bool {
        let Some(regulations) = self.regulations(round) else {
            return false;
        };
        let others = || {
            let others = self.games.iter();
            let others = others.filter(move |(id, _)| **id != pairing.game);
            others.filter(|(_, game)| game.pairing.playoff != Some(true) && game.replays.is_none())
        };
        match regulations.format {
            format if format.is_round_robin() => {
                let met = others().filter(|(_, game)| same_players(&game.pairing, pairing));
                met.count() >= usize::from(regulations.cycles.unwrap_or(1))
            }
            Format::Match
            | Format::WinAndStay
            | Format::Knockout
            | Format::DoubleKnockout
            | Format::MultiKnockout => {
                let plays = |game: &GamePairing| {
                    let mut both = game.pairing.both().into_iter().flatten();
                    both.any(|player| is_of(pairing, player))
                };
                let since = |(id, game): &(&GameId, &Arc<GamePairing>)| {
                    *id != old && game.seq > known.seq && plays(game)
                };
                !others().any(|other| since(&other))
            }
            _ => false,
        }
    }

    /// A game is another's from now on: what it replaced is open again, and what
    /// replaced it stands for itself.
    fn forget_anew(&mut self, game: &GameId) {
        let Some(known) = self.games.get(game).cloned() else {
            return;
        };
        let games = Arc::make_mut(&mut self.games);
        if let Some(old) = known.replays.as_ref().and_then(|id| games.get_mut(id)) {
            Arc::make_mut(old).anew = None;
        }
        if let Some(anew) = known.anew.as_ref().and_then(|id| games.get_mut(id)) {
            Arc::make_mut(anew).replays = None;
        }
    }

    fn put_pairing(&mut self, place: Place<'_>, round: u32, pairing: &Pairing, beside: Beside) {
        let games = &mut Arc::make_mut(&mut self.rounds)
            .entry(round)
            .or_default()
            .games;
        if !games.contains(&pairing.game) {
            games.push(pairing.game.clone());
        }
        let number = |player| self.players.get(player).map(|state| state.number);
        let numbers = match pairing.both().map(|both| both.map(number)) {
            Some([Some(a), Some(b)]) => Some([a, b]),
            _ => None,
        };
        let Beside {
            seq,
            replays,
            anew,
            starts_at,
        } = beside;
        let state = GamePairing {
            entry: place.entry,
            seq,
            round,
            pairing: pairing.clone(),
            numbers,
            replays,
            anew,
            starts_at,
        };
        Arc::make_mut(&mut self.games).insert(pairing.game.clone(), Arc::new(state));
    }
}

/// Whether two pairings are of the same two players, whoever has black.
fn same_players(a: &Pairing, b: &Pairing) -> bool {
    a.both()
        .is_some_and(|both| both.iter().all(|player| is_of(b, player)))
}

fn is_of(pairing: &Pairing, player: &PlayerId) -> bool {
    pairing.both().is_some_and(|both| both.contains(&player))
}
