//! Which games may differ between two states of a tournament: only these are
//! folded. One named too many costs time, one too few would be untrue.

use fupan_domain::{
    ids::{GameId, PlayerId},
    tournament::TournamentState,
};
use std::collections::BTreeSet;

/// The games of either state that may differ, those of `touched` streams included.
pub(super) fn games(
    before: &TournamentState,
    after: &TournamentState,
    touched: &BTreeSet<GameId>,
) -> BTreeSet<GameId> {
    let all: BTreeSet<&GameId> = before.games.keys().chain(after.games.keys()).collect();
    // Regulations, the close of the tournament and the names of players bear on any game.
    let supplements = |state: &TournamentState| state.supplements.iter().map(|s| s.seq).collect();
    let (is, would_be): (Vec<u64>, Vec<u64>) = (supplements(before), supplements(after));
    let one_for_all = is != would_be
        || before.closed.is_some() != after.closed.is_some()
        || before.players != after.players;
    if one_for_all {
        return all.into_iter().cloned().collect();
    }
    let sanctioned = sanctioned(before, after);
    let appealed = appealed(before, after);
    let may_differ = |game: &&GameId| {
        touched.contains(*game)
            || appealed.contains(*game)
            || pairing_differs(before, after, game)
            || before.decisions_on.get(*game) != after.decisions_on.get(*game)
            || plays(before, game, &sanctioned)
            || plays(after, game, &sanctioned)
    };
    all.into_iter().filter(may_differ).cloned().collect()
}

fn pairing_differs(before: &TournamentState, after: &TournamentState, game: &GameId) -> bool {
    let (is, would_be) = (before.games.get(game), after.games.get(game));
    let round = |state: &TournamentState, number: u32| {
        state.rounds.get(&number).and_then(|round| round.starts_at)
    };
    match (is, would_be) {
        (Some(is), Some(would_be)) => {
            is != would_be || round(before, is.round) != round(after, is.round)
        }
        _ => true,
    }
}

/// Players about whom a sanction differs.
fn sanctioned<'a>(
    before: &'a TournamentState,
    after: &'a TournamentState,
) -> BTreeSet<&'a PlayerId> {
    let differs = |(id, sanction): &(_, _)| {
        before.sanctions.get(*id) != Some(*sanction) || after.sanctions.get(*id) != Some(*sanction)
    };
    let all = before.sanctions.iter().chain(&after.sanctions);
    all.filter(differs)
        .filter_map(|(_, sanction)| sanction.imposed.player.as_ref())
        .collect()
}

/// Games about which an appeal differs.
fn appealed<'a>(before: &'a TournamentState, after: &'a TournamentState) -> BTreeSet<&'a GameId> {
    let differs = |(id, appeal): &(_, _)| {
        before.appeals.get(*id) != Some(*appeal) || after.appeals.get(*id) != Some(*appeal)
    };
    let all = before.appeals.iter().chain(&after.appeals);
    all.filter(differs)
        .filter_map(|(_, appeal)| appeal.game.as_ref())
        .collect()
}

fn plays(state: &TournamentState, game: &GameId, players: &BTreeSet<&PlayerId>) -> bool {
    let both = state.games.get(game).and_then(|g| g.pairing.both());
    both.is_some_and(|both| both.into_iter().any(|player| players.contains(player)))
}
