//! The audit of entries that fit ill together, whatever the format: rounds paired
//! out of order, two games at one board, withdrawals after rounds that there are
//! not, games of those who were suspended. Each is told, nothing is refused.

use super::{
    irregularity::{Irregularity, Weight},
    standings::Standings,
    state::TournamentState,
};
use crate::{
    event::tournament::SanctionKind,
    ids::{EntryId, GameId},
};
use std::collections::BTreeMap;

/// What the audit says of rounds, withdrawals and suspensions.
pub(super) fn irregularities(
    tournament: &TournamentState,
    standings: &Standings<'_>,
) -> Vec<Irregularity> {
    let mut audit = EntryAudit {
        tournament,
        found: Vec::new(),
    };
    audit.rounds();
    audit.boards(standings);
    audit.withdrawals(standings.regulations.rounds.into());
    audit.suspended();
    audit.found
}

struct EntryAudit<'a> {
    tournament: &'a TournamentState,
    found: Vec<Irregularity>,
}

impl EntryAudit<'_> {
    fn tell(&mut self, code: &'static str, entry: Option<EntryId>, text: String) {
        self.found.push(Irregularity {
            code,
            weight: Weight::Remark,
            entry,
            article: None,
            text,
        });
    }

    /// A round paired before the one before it, or after one that is missing.
    fn rounds(&mut self) {
        let mut before: Option<(u32, u64)> = None;
        let rounds = self.tournament.rounds.iter();
        let paired: Vec<(u32, u64, Option<GameId>)> = rounds
            .filter_map(|(round, paired)| {
                Some((*round, paired.paired_at?, paired.games.first().cloned()))
            })
            .collect();
        for (round, seq, game) in paired {
            let entry = game.and_then(|game| self.tournament.games.get(&game));
            let entry = entry.map(|pairing| pairing.entry);
            match before {
                Some((last, earlier)) if seq < earlier => {
                    let text = format!("round {round}: it was paired before round {last}");
                    self.tell("rounds_out_of_order", entry, text);
                }
                _ if round != before.map_or(1, |(last, _)| last + 1) => {
                    let missing = before.map_or(1, |(last, _)| last + 1);
                    let text = format!("round {round}: round {missing} before it was never paired");
                    self.tell("rounds_out_of_order", entry, text);
                }
                _ => {}
            }
            before = Some((round, seq));
        }
    }

    /// Two games of a round at one board. Where games of a round follow each
    /// other, as in two games a round, the same two players may sit there twice.
    fn boards(&mut self, standings: &Standings<'_>) {
        let mut at = BTreeMap::new();
        let mut found = Vec::new();
        for game in &standings.games {
            if game.pairing.replays.is_some() {
                continue;
            }
            let (round, board) = (game.pairing.round, game.pairing.pairing.board);
            let sorted = |both: [&crate::ids::PlayerId; 2]| {
                let mut both = both.map(ToString::to_string);
                both.sort();
                both
            };
            let both = game.pairing.pairing.both().map(sorted);
            if let Some((other, others)) = at.insert((round, board), (game.id, both.clone()))
                && others != both
            {
                let text = format!(
                    "round {round}: games {other} and {} are at board {board}",
                    game.id
                );
                found.push((game.pairing.entry, text));
            }
        }
        for (entry, text) in found {
            self.tell("board_twice_in_round", Some(entry), text);
        }
    }

    fn withdrawals(&mut self, rounds: u32) {
        let mut found = Vec::new();
        for told in self.tournament.standing_withdrawals() {
            let named = told
                .what
                .rounds
                .iter()
                .flatten()
                .chain(&told.what.after_round);
            let Some(beyond) = named.max().filter(|round| **round > rounds) else {
                continue;
            };
            let player = told.what.player.as_ref().map(AsRef::<str>::as_ref);
            let team = told.what.team.as_ref().map(AsRef::<str>::as_ref);
            let who = player.or(team).unwrap_or_default();
            let text =
                format!("round {beyond}: {who} withdrew by it, and there are {rounds} rounds");
            found.push((told.entry, text));
        }
        for (entry, text) in found {
            self.tell("withdrawal_beyond_rounds", Some(entry), text);
        }
    }

    /// A player who was suspended when he was paired.
    fn suspended(&mut self) {
        let mut found = Vec::new();
        let sanctions = self.tournament.sanctions.values().filter(|s| !s.lifted);
        for state in sanctions.filter(|s| s.imposed.kind == SanctionKind::Suspend) {
            let Some(player) = &state.imposed.player else {
                continue;
            };
            for (id, game) in self.tournament.games.iter() {
                let plays = game
                    .pairing
                    .both()
                    .is_some_and(|both| both.contains(&player));
                if plays && game.replays.is_none() && game.seq > state.seq {
                    let text = format!(
                        "round {}: {player} was suspended by {} and is paired in game {id}",
                        game.round, state.imposed.sanction
                    );
                    found.push((game.entry, text));
                }
            }
        }
        for (entry, text) in found {
            self.tell("paired_when_suspended", Some(entry), text);
        }
    }
}
