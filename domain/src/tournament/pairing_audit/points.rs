//! What points say of a pairing: opponents far apart, the same float twice
//! running, a bye that was not for the lowest, or the second one.

use super::{Audit, SettledGame};
use crate::{
    amount,
    ids::{EntryId, PlayerId},
    rulebook::Format,
    tournament::{irregularity::Weight, state::Round},
};

/// Points between two opponents from which on it is worth a note: more than a win.
const FLOAT_WIDE: i64 = 3;

impl<'a> Audit<'a, '_> {
    /// Opponents of different points in a Swiss.
    pub(super) fn float(&mut self, game: &SettledGame<'a>) {
        let swiss = matches!(
            self.standings.regulations.format,
            Format::Swiss | Format::SwissKnockout
        );
        let Some([a, b]) = game.pairing.pairing.both() else {
            return;
        };
        if !swiss || self.standings.regulations.team.is_some() {
            return;
        }
        let points = |player| self.players.get(player).map_or(0, |so_far| so_far.points);
        let (of_a, of_b) = (points(a), points(b));
        if (of_a - of_b).abs() >= FLOAT_WIDE {
            let text = format!(
                "{a} with {} meets {b} with {of_b} in game {}",
                amount(of_a, "point"),
                game.id
            );
            self.tell(
                "pairing_float",
                Weight::Note,
                Some(game.pairing.entry),
                &text,
            );
        }
        if of_a == of_b {
            return;
        }
        for (player, down) in [(a, of_a > of_b), (b, of_b > of_a)] {
            let so_far = self.players.entry(player).or_default();
            let before = so_far.floated.replace((self.round, down));
            if before
                .is_some_and(|(round, way)| round.saturating_add(1) == self.round && way == down)
            {
                let way = if down { "down" } else { "up" };
                let text = format!("{player} floats {way} for the second time running");
                self.tell(
                    "pairing_float_again",
                    Weight::Note,
                    Some(game.pairing.entry),
                    &text,
                );
            }
        }
    }

    /// A second bye, and one that goes not to the lowest.
    pub(super) fn byes(
        &mut self,
        round: &'a Round,
        paired: &[&SettledGame<'a>],
        entry: Option<EntryId>,
    ) {
        if self.standings.regulations.team.is_some() {
            return;
        }
        let points = |player| self.players.get(player).map_or(0, |so_far| so_far.points);
        let without_bye = |player: &&PlayerId| {
            self.players
                .get(*player)
                .is_none_or(|so_far| so_far.byes == 0)
        };
        let in_games = paired
            .iter()
            .filter_map(|game| game.pairing.pairing.both())
            .flatten();
        let lowest = in_games.filter(without_bye).map(points).min();
        let swiss = self.standings.regulations.format == Format::Swiss;
        for player in &round.byes {
            let leave = self.standings.bearing.withdrawals.leave(player);
            if leave.is_some_and(|leave| leave.misses(self.round)) {
                let text = format!("{player} had withdrawn and has a bye");
                self.tell("paired_after_withdrawal", Weight::Remark, entry, &text);
            }
            if self.is_out(player) {
                let text = format!("{player} was out and has a bye");
                self.tell("paired_when_out", Weight::Remark, entry, &text);
            }
            let so_far = self.players.get(player);
            if so_far.is_some_and(|so_far| so_far.byes > 0) {
                let text = format!("{player} has a bye for the second time");
                self.tell("bye_twice", Weight::Remark, entry, &text);
            }
            let own = self.players.get(player).map_or(0, |so_far| so_far.points);
            if swiss && let Some(lowest) = lowest.filter(|lowest| *lowest < own) {
                let text = format!(
                    "{player} has a bye with {}, where others with {lowest} had none yet",
                    amount(own, "point")
                );
                self.tell("bye_not_lowest", Weight::Note, entry, &text);
            }
        }
    }
}
