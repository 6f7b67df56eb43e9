//! Lots that anybody can check (2002 17.5, 27.1; 1988 28.1): a seed is committed
//! to by its SHA-256 before the lot, and revealed with it; the drawn order is
//! that of SHA-256(seed ‖ LF ‖ entrant). A lot drawn by hand is accepted and
//! marked as such. What a lot decides in the standings is in `standings`.

use super::{
    irregularity::{Irregularity, Weight},
    line::{AllFacts, SettledGame, Source},
    settle::{How, Settled},
    standings::Standings,
    state::{Told, TournamentState},
};
use crate::{
    event::tournament::{LotDrawn, LotPurpose},
    ids::{ActorId, EntryId, LotId, PlayerId, Sha256},
};

/// What is known of a lot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LotState {
    /// Committed to, not drawn yet.
    Sealed,
    /// The commitment holds and the order follows from the seed.
    Verified,
    /// The order follows from the seed, but nobody had committed to that.
    Uncommitted,
    /// Drawn by hand: nothing to check.
    ByHand,
    /// Committed to, and drawn without revealing the seed.
    NotRevealed,
    /// What was revealed is not what was committed to.
    OtherSeed,
    /// The order is not the one that follows from the seed.
    OtherOrder,
}

impl LotState {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            LotState::Sealed => "sealed",
            LotState::Verified => "verified",
            LotState::Uncommitted => "uncommitted",
            LotState::ByHand => "by_hand",
            LotState::NotRevealed => "not_revealed",
            LotState::OtherSeed => "other_seed",
            LotState::OtherOrder => "other_order",
        }
    }
}

/// A lot, checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LotCheck<'a> {
    /// The lot.
    pub lot: &'a LotId,
    /// Its entry: that of the drawing, else of the commitment.
    pub entry: EntryId,
    /// That entry's seq.
    pub seq: u64,
    /// As it was drawn.
    pub drawn: Option<&'a LotDrawn>,
    /// What is known of it.
    pub state: LotState,
}

/// The commitment to a seed: its SHA-256.
pub fn commitment(seed: &str) -> Sha256 {
    Sha256::of(seed.as_bytes())
}

/// The order that follows from a seed: ascending by SHA-256 of the seed, a line
/// feed and the entrant's id.
pub fn order_of(seed: &str, entrants: &[ActorId]) -> Vec<ActorId> {
    let mut order = entrants.to_vec();
    order.sort_by_cached_key(|entrant| Sha256::of(format!("{seed}\n{entrant}").as_bytes()));
    order
}

/// Every lot, checked, in the order of their entries.
pub fn checked(tournament: &TournamentState) -> Vec<LotCheck<'_>> {
    let drawn = tournament.lots_drawn.iter().map(|(lot, told)| LotCheck {
        lot,
        entry: told.entry,
        seq: told.seq,
        drawn: Some(&told.what),
        state: state_of(tournament, told),
    });
    let sealed = tournament.lots_committed.iter();
    let sealed = sealed.filter(|(lot, _)| !tournament.lots_drawn.contains_key(*lot));
    let sealed = sealed.map(|(lot, told)| LotCheck {
        lot,
        entry: told.entry,
        seq: told.seq,
        drawn: None,
        state: LotState::Sealed,
    });
    let mut all: Vec<LotCheck<'_>> = drawn.chain(sealed).collect();
    all.sort_by_key(|check| check.seq);
    all
}

fn state_of(tournament: &TournamentState, told: &Told<LotDrawn>) -> LotState {
    let lot = &told.what;
    let committed = tournament.lots_committed.get(&lot.lot);
    match (committed, &lot.reveal) {
        (None, None) => LotState::ByHand,
        (Some(_), None) => LotState::NotRevealed,
        (Some(committed), Some(seed)) if commitment(seed) != committed.what.commitment => {
            LotState::OtherSeed
        }
        (_, Some(seed)) if order_of(seed, &lot.entrants) != lot.drawn => {
            // Whoever says that it was drawn by hand does not claim the order; who
            // committed to a seed before, does.
            let claims = lot.method.to_lowercase().contains("sha");
            if claims || committed.is_some() {
                LotState::OtherOrder
            } else {
                LotState::ByHand
            }
        }
        (None, Some(_)) => LotState::Uncommitted,
        (Some(_), Some(_)) => LotState::Verified,
    }
}

/// What the audit says of lots. `facts`: what each game told.
pub fn irregularities(tournament: &TournamentState, facts: &AllFacts) -> Vec<Irregularity> {
    let checked = checked(tournament);
    let of_each = checked.iter().flat_map(|check| {
        irregularity(check)
            .into_iter()
            .chain(unknown_entrants(tournament, check))
            .chain(committed_late(tournament, facts, check))
    });
    of_each.chain(drawn_again(&checked)).collect()
}

fn remark(code: &'static str, check: &LotCheck<'_>, text: String) -> Irregularity {
    Irregularity {
        code,
        weight: Weight::Remark,
        entry: Some(check.entry),
        article: None,
        text,
    }
}

/// Those in a lot who are neither a registered player nor a team.
fn unknown_entrants(tournament: &TournamentState, check: &LotCheck<'_>) -> Option<Irregularity> {
    let entrants = &check.drawn?.entrants;
    let unknown = entrants.iter().filter(|entrant| {
        let id = entrant.as_str();
        !tournament.players.contains_key(id) && !tournament.teams.contains_key(id)
    });
    let unknown: Vec<&str> = unknown.map(ActorId::as_str).collect();
    let text = format!(
        "not registered, and in lot {}: {}",
        check.lot,
        unknown.join(", ")
    );
    (!unknown.is_empty()).then(|| remark("lot_unknown_entrant", check, text))
}

/// A commitment for a tie that everybody could know already: every game up to the
/// round had its result.
fn committed_late(
    tournament: &TournamentState,
    facts: &AllFacts,
    check: &LotCheck<'_>,
) -> Option<Irregularity> {
    let drawn = check.drawn.filter(|lot| lot.purpose == LotPurpose::Tie)?;
    let committed = tournament.lots_committed.get(check.lot)?;
    let upto = drawn.round.unwrap_or(u32::MAX);
    let games = tournament.games.iter();
    let mut games = games
        .filter(|(_, game)| game.round <= upto && game.seq < committed.seq)
        .map(|(id, _)| facts.get(id).and_then(|told| told.decided_at))
        .peekable();
    games.peek()?;
    let known = games.all(|decided| decided.is_some_and(|seq| seq < committed.seq));
    let text = format!(
        "lot {} was committed to after the games up to round {} had their results: who drew it could know the tie",
        check.lot,
        drawn
            .round
            .map_or_else(|| "then".to_owned(), |round| round.to_string())
    );
    known.then(|| remark("lot_committed_late", check, text))
}

/// Further lots for a tie that an earlier one had decided: the first one counts.
fn drawn_again(checked: &[LotCheck<'_>]) -> Vec<Irregularity> {
    let ties = checked.iter().filter_map(|check| {
        let drawn = check.drawn?;
        (drawn.purpose == LotPurpose::Tie).then_some((check, drawn))
    });
    let ties: Vec<_> = ties.collect();
    let again = ties.iter().enumerate().filter_map(|(i, (check, drawn))| {
        let (first, _) = ties[..i].iter().find(|(_, earlier)| {
            let both = earlier.entrants.iter();
            let both = both.filter(|entrant| drawn.entrants.contains(entrant));
            earlier.round == drawn.round && both.count() > 1
        })?;
        let text = format!(
            "lot {} draws a tie again that lot {} had drawn",
            check.lot, first.lot
        );
        Some(remark("lot_drawn_again", check, text))
    });
    again.collect()
}

fn irregularity(check: &LotCheck<'_>) -> Option<Irregularity> {
    let lot = check.lot;
    let (code, weight, text) = match check.state {
        LotState::Verified => return None,
        LotState::Sealed => (
            "lot_sealed",
            Weight::Note,
            format!("lot {lot} is committed to and not drawn yet"),
        ),
        LotState::ByHand => (
            "lot_by_hand",
            Weight::Note,
            format!("lot {lot} was drawn by hand: nothing of it can be checked"),
        ),
        LotState::Uncommitted => (
            "lot_uncommitted",
            Weight::Remark,
            format!(
                "the order of lot {lot} follows from its seed, but nobody had committed to the seed before"
            ),
        ),
        LotState::NotRevealed => (
            "lot_not_revealed",
            Weight::Remark,
            format!("lot {lot} was committed to, and drawn without revealing the seed"),
        ),
        LotState::OtherSeed => (
            "lot_other_seed",
            Weight::Remark,
            format!("the seed revealed for lot {lot} is not the one that was committed to"),
        ),
        LotState::OtherOrder => {
            let seed = check
                .drawn
                .and_then(|lot| lot.reveal.as_deref())
                .unwrap_or_default();
            let order = check
                .drawn
                .map(|lot| order_of(seed, &lot.entrants))
                .unwrap_or_default();
            let order: Vec<&str> = order.iter().map(ActorId::as_str).collect();
            (
                "lot_other_order",
                Weight::Remark,
                format!(
                    "the order of lot {lot} that follows from its seed is {}",
                    order.join(", ")
                ),
            )
        }
    };
    Some(Irregularity {
        code,
        weight,
        entry: Some(check.entry),
        article: None,
        text,
    })
}

/// Which of the two is taken as the winner when the next round is paired, where
/// both lost and a lot was drawn for it (2002 17.5(5), 22.3): 0 or 1.
pub fn taken_as_winner(tournament: &TournamentState, game: &SettledGame<'_>) -> Option<usize> {
    let Settled::Counts {
        sides: [How::BothLost, How::BothLost],
        ..
    } = game.settled
    else {
        return None;
    };
    let both = game.pairing.pairing.both()?;
    let round = game.pairing.round;
    let mut lots = tournament
        .lots_drawn
        .values()
        .map(|told| &told.what)
        .filter(|lot| {
            lot.purpose == LotPurpose::NextPairing
                && lot
                    .round
                    .is_none_or(|n| n == round || n.checked_sub(1) == Some(round))
        });
    lots.find_map(|lot| {
        let place =
            |player: &PlayerId| lot.drawn.iter().position(|d| d.as_str() == player.as_str());
        let [first, second] = both.map(place);
        Some(usize::from(first? > second?))
    })
}

/// The points by which each line is paired next: its points, and two for each
/// game that both lost and a lot gave it for the pairing. The standings don't
/// know of them.
pub fn pairing_points(tournament: &TournamentState, standings: &Standings<'_>) -> Vec<i64> {
    let mut points: Vec<i64> = standings.terms.iter().map(|terms| terms.points).collect();
    if tournament
        .lots_drawn
        .values()
        .all(|lot| lot.what.purpose != LotPurpose::NextPairing)
    {
        return points;
    }
    for game in &standings.games {
        let Some(side) = taken_as_winner(tournament, game) else {
            continue;
        };
        let winner = game.pairing.pairing.both().map(|both| both[side]);
        let line = standings.lines.iter().position(|line| {
            winner.is_some_and(|w| w.as_str() == line.entrant.as_str())
                && line
                    .bouts
                    .iter()
                    .any(|bout| bout.source == Source::Game(game.id))
        });
        if let Some(line) = line {
            points[line] += How::Won.points();
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the schema of `lot_drawn`.
    #[test]
    fn the_order_follows_from_the_seed() {
        let ids = |text: &str| -> Vec<ActorId> {
            text.split(' ').map(|id| id.parse().unwrap()).collect()
        };
        assert_eq!(
            order_of("maple 4711", &ids("ann bo cy di")),
            ids("di bo ann cy")
        );
        assert_eq!(
            order_of("maple 4711", &ids("di cy bo ann")),
            ids("di bo ann cy")
        );
        assert_ne!(
            order_of("maple 4712", &ids("ann bo cy di")),
            ids("di bo ann cy")
        );
    }
}
