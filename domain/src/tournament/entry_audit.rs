//! The audit of entries that fit ill together, whatever the format: rounds paired
//! out of order, two games at one board, withdrawals after rounds that there are
//! not, games of those who were suspended or that somebody left without result. Each
//! is told, nothing is refused.

use super::{
    irregularity::{Irregularity, Weight},
    line::AllFacts,
    settle::{Open, Settled, is_still_to_be_replayed},
    standings::{Asked, Standings},
    state::TournamentState,
};
use crate::{
    event::tournament::SanctionKind,
    ids::{EntryId, GameId, PlayerId},
};
use std::collections::BTreeMap;

/// What the audit says of rounds, withdrawals, suspensions and games left open.
pub(super) fn irregularities(
    tournament: &TournamentState,
    (standings, facts): (&Standings<'_>, &AllFacts),
) -> Vec<Irregularity> {
    let mut audit = EntryAudit {
        tournament,
        found: Vec::new(),
    };
    audit.rounds();
    audit.boards(standings);
    audit.withdrawals(standings.regulations.rounds.into());
    audit.suspended();
    if !tournament.withdrawals.is_empty() && !tournament.results_told.is_empty() {
        // Here a ruling on the withdrawal counts, unlike where pairings are looked at.
        if let Some(settled) = Standings::of(tournament, facts, Asked::default()) {
            audit.left_open(&settled);
        }
    }
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

    /// A game without result, or its replay, that one of the two has left unplayed:
    /// where the rules don't say what becomes of it, somebody must (rule table, B.5).
    fn left_open(&mut self, standings: &Standings<'_>) {
        let mut found = Vec::new();
        for game in &standings.games {
            let what = match game.settled {
                Settled::Open(Open::CountsForNothing) => "has no result and is not played again",
                Settled::Open(Open::NoResultYet)
                    if is_still_to_be_replayed(game.pairing, game.facts) =>
                {
                    "was to be played again and never began"
                }
                _ => continue,
            };
            let Some(both) = game.pairing.pairing.both() else {
                continue;
            };
            let withdrawals = &standings.bearing.withdrawals;
            let has_left = |player: &&&PlayerId| {
                let leave = withdrawals.leave(player);
                leave.is_some_and(|leave| leave.after_round().is_some())
            };
            let gone: Vec<&str> = both.iter().filter(has_left).map(|p| p.as_str()).collect();
            if gone.is_empty() {
                continue;
            }
            let have = if gone.len() == 1 { "has" } else { "have" };
            let text = format!(
                "round {}: game {} of {} and {} {what}, and {} {have} left: it stays open for \
                 both until somebody rules on it",
                game.pairing.round,
                game.id,
                both[0],
                both[1],
                gone.join(" and ")
            );
            found.push((game.pairing.entry, text));
        }
        for (entry, text) in found {
            self.tell("left_without_result", Some(entry), text);
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
