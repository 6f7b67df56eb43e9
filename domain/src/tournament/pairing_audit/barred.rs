//! Who should not have been paired: gone, out, or kept apart by a clause of the
//! event. Who was suspended is in `entry_audit`.

use super::{Audit, SettledGame};
use crate::{
    country::same_federation, ids::PlayerId, rulebook::Format, tournament::irregularity::Weight,
};

/// The clause that forbids, where an event has it, to pair players of one team.
pub const CLAUSE_SAME_TEAM: &str = "same-team";

/// The clause that forbids to pair players of one federation.
pub const CLAUSE_SAME_FEDERATION: &str = "same-federation";

impl<'a> Audit<'a, '_> {
    /// A player who withdrew or is out of the knock-out.
    pub(super) fn should_not_play(&mut self, game: &SettledGame<'a>) {
        for player in game.pairing.pairing.both().into_iter().flatten() {
            let leave = self.standings.bearing.withdrawals.leave(player);
            let gone = leave.is_some_and(|leave| leave.misses(self.round));
            let round_robin = self.standings.regulations.format.is_round_robin();
            // A round robin's schedule stands; what is left of it is forfeited.
            if gone && !round_robin {
                let text = format!("{player} had withdrawn and is paired in game {}", game.id);
                let entry = Some(game.pairing.entry);
                self.tell("paired_after_withdrawal", Weight::Remark, entry, &text);
            }
            if self.is_out(player) {
                let text = format!("{player} was out and is paired in game {}", game.id);
                self.tell(
                    "paired_when_out",
                    Weight::Remark,
                    Some(game.pairing.entry),
                    &text,
                );
            }
        }
    }

    /// Whether so many losses have put a player out: those of a knock-out, or in
    /// win and stay one.
    pub(super) fn is_out(&self, player: &PlayerId) -> bool {
        let regulations = &self.standings.regulations;
        let limit = match regulations.format {
            Format::WinAndStay => Some(1),
            _ if regulations.team.is_some() => None,
            _ => regulations.defeats.map(u32::from),
        };
        let defeats = self.players.get(player).map_or(0, |so_far| so_far.defeats);
        limit.is_some_and(|limit| defeats >= limit)
    }

    /// Players whom a clause of the event keeps apart.
    pub(super) fn kept_apart(&mut self, game: &SettledGame<'a>) {
        let Some(both) = game.pairing.pairing.both() else {
            return;
        };
        let registered = both.map(|p| self.tournament.players.get(p).map(|s| &s.registered));
        let [Some(a), Some(b)] = registered else {
            return;
        };
        let same_team = a.team.is_some() && a.team == b.team;
        let federations = a.federation.as_deref().zip(b.federation.as_deref());
        let same_federation = federations.is_some_and(|(a, b)| same_federation(a, b));
        for (clause, same, what) in [
            (CLAUSE_SAME_TEAM, same_team, "team"),
            (CLAUSE_SAME_FEDERATION, same_federation, "federation"),
        ] {
            if same && self.standings.regulations.clause(clause).is_some() {
                let text = format!(
                    "{} and {} of one {what} meet in game {}, against event:{clause}",
                    both[0], both[1], game.id
                );
                self.tell(
                    "pairing_kept_apart",
                    Weight::Remark,
                    Some(game.pairing.entry),
                    &text,
                );
            }
        }
    }
}
