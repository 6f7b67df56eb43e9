//! Who meets whom: twice in a round, more often than the format has it, never, or
//! nobody at all.

use super::{Audit, SettledGame};
use crate::{
    ids::{EntryId, MatchId, PlayerId, TeamId},
    rulebook::Format,
    tournament::{irregularity::Weight, state::Round},
};
use std::collections::{BTreeMap, BTreeSet};

impl<'a> Audit<'a, '_> {
    /// A player in two games of a round, or in a game and with a bye.
    pub(super) fn twice(&mut self, round: &'a Round, paired: &[&SettledGame<'a>]) {
        let mut seen = BTreeMap::new();
        for game in paired {
            for player in game.pairing.pairing.both().into_iter().flatten() {
                let earlier = seen.insert(player, format!("game {}", game.id));
                if let Some(earlier) = earlier {
                    let text = format!("{player} plays twice, {earlier} and game {}", game.id);
                    let entry = Some(game.pairing.entry);
                    self.tell("player_twice_in_round", Weight::Remark, entry, &text);
                }
                if !self.tournament.players.contains_key(player) {
                    let text = format!("{player} in game {} is not registered", game.id);
                    let entry = Some(game.pairing.entry);
                    self.tell("player_unknown", Weight::Remark, entry, &text);
                }
            }
        }
        for player in &round.byes {
            if !self.tournament.players.contains_key(player) {
                let text = format!("{player} with a bye is not registered");
                self.tell("player_unknown", Weight::Remark, None, &text);
            }
            if let Some(earlier) = seen.insert(player, "a bye".to_owned()) {
                let text = format!("{player} has a bye beside {earlier}");
                self.tell("player_twice_in_round", Weight::Remark, None, &text);
            }
        }
    }

    /// How often two may meet; `None` where nothing limits it, or where teams meet.
    fn meetings_allowed(&self) -> Option<u32> {
        let regulations = &self.standings.regulations;
        match regulations.format {
            Format::Swiss | Format::SwissKnockout => Some(1),
            Format::RoundRobin | Format::DoubleRoundRobin | Format::MultiRoundRobin => {
                Some(regulations.cycles.unwrap_or(1).into())
            }
            _ => None,
        }
    }

    pub(super) fn met_again(&mut self, game: &SettledGame<'a>) {
        let (Some(allowed), Some([a, b])) = (self.meetings_allowed(), game.pairing.pairing.both())
        else {
            return;
        };
        if self.standings.regulations.team.is_some() {
            return;
        }
        for (player, other) in [(a, b), (b, a)] {
            *self
                .players
                .entry(player)
                .or_default()
                .met
                .entry(other)
                .or_default() += 1;
        }
        let times = self
            .players
            .get(a)
            .and_then(|so_far| so_far.met.get(b))
            .copied();
        if times.is_some_and(|times| times > allowed) {
            let text = format!("{a} and {b} meet again in game {}", game.id);
            self.tell(
                "pairing_repeated",
                Weight::Remark,
                Some(game.pairing.entry),
                &text,
            );
        }
    }

    pub(super) fn teams_met_again(
        &mut self,
        round: &'a Round,
        games: &[&SettledGame<'a>],
        entry: Option<EntryId>,
    ) {
        let Some(allowed) = self.meetings_allowed() else {
            return;
        };
        let is_playoff = |id: &MatchId| {
            let own = games.iter().filter(|game| {
                let of = game.pairing.pairing.match_id.as_ref();
                of.is_some_and(|of| of == id)
            });
            let mut own = own.peekable();
            own.peek().is_some() && own.all(|game| game.is_playoff())
        };
        for paired in &round.matches {
            let mut teams = paired.teams.each_ref().map(TeamId::as_str);
            teams.sort_unstable();
            if is_playoff(&paired.match_id) || !self.counted.insert(&paired.match_id) {
                continue;
            }
            let times = self.matches.entry(teams).or_default();
            *times += 1;
            if *times > allowed {
                let text = format!(
                    "{} and {} meet again in match {}",
                    teams[0], teams[1], paired.match_id
                );
                self.tell("pairing_repeated", Weight::Remark, entry, &text);
            }
        }
    }

    /// Players who were there and are in no game.
    pub(super) fn missing(
        &mut self,
        round: &'a Round,
        paired: &[&SettledGame<'a>],
        entry: Option<EntryId>,
    ) {
        let regulations = &self.standings.regulations;
        let all_play = matches!(regulations.format, Format::Swiss | Format::RoundRobin);
        if !all_play || regulations.team.is_some() || paired.is_empty() {
            return;
        }
        let in_games = paired
            .iter()
            .filter_map(|game| game.pairing.pairing.both())
            .flatten();
        let seen: BTreeSet<&PlayerId> = in_games.chain(&round.byes).collect();
        let withdrawals = &self.standings.bearing.withdrawals;
        // Who was never paired before may have come later.
        let present = self.players.iter().filter(|(player, so_far)| {
            so_far.seen
                && withdrawals
                    .leave(player)
                    .is_none_or(|leave| !leave.misses(self.round))
        });
        let missing: Vec<&str> = present
            .map(|(player, _)| *player)
            .filter(|player| !seen.contains(player))
            .map(PlayerId::as_str)
            .collect();
        if !missing.is_empty() {
            let text = format!(
                "present, but neither paired nor with a bye: {}",
                missing.join(", ")
            );
            self.tell("not_paired", Weight::Note, entry, &text);
        }
    }

    /// Pairs of whom the schedule of a round robin, once all of it is paired, has
    /// fewer games than it should; who left is not in it any more.
    pub(super) fn never_met(&mut self) {
        let regulations = &self.standings.regulations;
        let whole = self.standings.round >= regulations.rounds.into();
        if !regulations.format.is_round_robin() || regulations.team.is_some() || !whole {
            return;
        }
        let times = u32::from(regulations.cycles.unwrap_or(1));
        let withdrawals = &self.standings.bearing.withdrawals;
        let gone = |player: &PlayerId| {
            let leave = withdrawals.leave(player);
            leave.is_some_and(|leave| leave.after_round().is_some())
        };
        let missed = |player: &PlayerId| {
            let missed = &withdrawals.leave(player)?.away.missed;
            let rounds: Vec<String> = missed.iter().map(u32::to_string).collect();
            Some(format!("{player} missed round {}", rounds.join(", ")))
        };
        let there: Vec<_> = self.players.iter().filter(|(p, _)| !gone(p)).collect();
        let mut told = Vec::new();
        for (i, (a, so_far)) in there.iter().enumerate() {
            for (b, _) in &there[i + 1..] {
                let met = so_far.met.get(*b).copied().unwrap_or(0);
                if met >= times {
                    continue;
                }
                let mut text = match met {
                    0 => format!("{a} and {b} never met"),
                    _ => format!("{a} and {b} met {met} of {times} times"),
                };
                for why in [missed(a), missed(b)].into_iter().flatten() {
                    text = format!("{text}; {why}");
                }
                told.push(text);
            }
        }
        self.round = self.standings.round;
        for text in told {
            self.tell("never_met", Weight::Remark, None, &text);
        }
    }

    /// Players who were registered, did not leave and never played.
    pub(super) fn never_paired(&mut self) {
        let withdrawals = &self.standings.bearing.withdrawals;
        let idle = self.tournament.players.keys().filter(|player| {
            !self.players.contains_key(*player) && withdrawals.leave(player).is_none()
        });
        let idle: Vec<&str> = idle.map(PlayerId::as_str).collect();
        if !idle.is_empty() && !self.players.is_empty() {
            self.round = self.standings.round;
            let text = format!("registered, and never paired so far: {}", idle.join(", "));
            self.tell("never_paired", Weight::Note, None, &text);
        }
    }
}
