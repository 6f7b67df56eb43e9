//! The audit of pairings: who met whom again, who had a bye twice, who played
//! twice in a round or not at all, colours, floats, and who should not have been
//! paired. Texts name the round and the players; nothing is refused. Pairings
//! stand as they were played, whatever sanctions made of results later; so
//! points are those without sanctions, with lots for the pairing (2002 17.5).

use super::{
    entry_audit,
    irregularity::{Irregularity, Weight},
    line::AllFacts,
    line::SettledGame,
    lots::taken_as_winner,
    settle::{How, Settled},
    standings::{Asked, Standings},
    state::{Round, TournamentState},
    team_audit,
};
use crate::{
    Colour, amount,
    ids::{EntryId, PlayerId, TeamId},
    rulebook::Format,
};
use std::collections::{BTreeMap, BTreeSet};

/// A run of one colour, or a surplus of it, from which on it is worth a remark.
const COLOURS_UNEVEN: usize = 3;

/// Points between two opponents from which on it is worth a note: more than a win.
const FLOAT_WIDE: i64 = 3;

/// The clause that forbids, where an event has it, to pair players of one team.
pub const CLAUSE_SAME_TEAM: &str = "same-team";

/// The clause that forbids to pair players of one federation.
pub const CLAUSE_SAME_FEDERATION: &str = "same-federation";

/// What the audit says of the pairings of all rounds.
pub fn irregularities(tournament: &TournamentState, facts: &AllFacts) -> Vec<Irregularity> {
    let asked = Asked {
        round: None,
        without_sanctions: true,
    };
    let Some(standings) = Standings::of(tournament, facts, asked) else {
        return Vec::new();
    };
    let mut audit = Audit {
        tournament,
        standings: &standings,
        players: BTreeMap::new(),
        matches: BTreeMap::new(),
        round: 0,
        found: Vec::new(),
    };
    let mut by_round: BTreeMap<u32, Vec<&SettledGame<'_>>> = BTreeMap::new();
    for game in &standings.games {
        by_round.entry(game.pairing.round).or_default().push(game);
    }
    for (number, round) in tournament.rounds.iter() {
        let mut games = by_round.remove(number).unwrap_or_default();
        games.sort_by_key(|game| (game.pairing.pairing.board, game.id));
        audit.take_round(*number, round, &games);
    }
    audit.colours();
    audit.never_paired();
    audit.never_met();
    let mut found = audit.found;
    found.extend(team_audit::irregularities(tournament, &standings));
    found.extend(entry_audit::irregularities(tournament, &standings));
    found
}

/// What is known of a player so far.
#[derive(Clone, Debug, Default)]
struct SoFar<'a> {
    met: BTreeMap<&'a PlayerId, u32>,
    byes: u32,
    colours: Vec<(u32, Colour)>,
    points: i64,
    defeats: u32,
    /// The last round in which the opponent had more points, or fewer.
    floated: Option<(u32, bool)>,
    seen: bool,
}

struct Audit<'a, 'b> {
    tournament: &'a TournamentState,
    standings: &'b Standings<'a>,
    players: BTreeMap<&'a PlayerId, SoFar<'a>>,
    /// How often two teams met.
    matches: BTreeMap<[&'a str; 2], u32>,
    round: u32,
    found: Vec<Irregularity>,
}

impl<'a> Audit<'a, '_> {
    fn tell(&mut self, code: &'static str, weight: Weight, entry: Option<EntryId>, text: &str) {
        let text = format!("round {}: {text}", self.round);
        self.found.push(Irregularity {
            code,
            weight,
            entry,
            article: None,
            text,
        });
    }

    fn take_round(&mut self, number: u32, round: &'a Round, games: &[&SettledGame<'a>]) {
        self.round = number;
        let entry = games.first().map(|game| game.pairing.entry);
        let first = |game: &&&SettledGame<'a>| game.pairing.replays.is_none() && !game.is_playoff();
        let paired: Vec<&SettledGame<'a>> = games.iter().filter(first).copied().collect();
        self.twice(round, &paired);
        for game in &paired {
            self.met_again(game);
            self.should_not_play(game);
            self.kept_apart(game);
            self.float(game);
        }
        self.teams_met_again(round, entry);
        self.byes(round, &paired, entry);
        self.missing(round, &paired, entry);
        for game in games {
            self.count(game);
        }
        let brings = (!round.byes.is_empty()).then(|| self.tournament.bye_points(number));
        for player in &round.byes {
            let so_far = self.players.entry(player).or_default();
            so_far.points += brings.unwrap_or(0);
            (so_far.byes, so_far.seen) = (so_far.byes + 1, true);
        }
    }

    /// A player in two games of a round, or in a game and with a bye.
    fn twice(&mut self, round: &'a Round, paired: &[&SettledGame<'a>]) {
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

    fn met_again(&mut self, game: &SettledGame<'a>) {
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

    fn teams_met_again(&mut self, round: &'a Round, entry: Option<EntryId>) {
        let Some(allowed) = self.meetings_allowed() else {
            return;
        };
        let mut told = BTreeSet::new();
        for paired in &round.matches {
            let mut teams = paired.teams.each_ref().map(TeamId::as_str);
            teams.sort_unstable();
            if !told.insert(&paired.match_id) {
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

    /// A player who withdrew or is out of the knock-out.
    fn should_not_play(&mut self, game: &SettledGame<'a>) {
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
    fn is_out(&self, player: &PlayerId) -> bool {
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
    fn kept_apart(&mut self, game: &SettledGame<'a>) {
        let Some(both) = game.pairing.pairing.both() else {
            return;
        };
        let registered = both.map(|p| self.tournament.players.get(p).map(|s| &s.registered));
        let [Some(a), Some(b)] = registered else {
            return;
        };
        let same_team = a.team.is_some() && a.team == b.team;
        let federation = |of: &Option<String>| of.as_ref().map(|f| f.trim().to_lowercase());
        let same_federation =
            a.federation.is_some() && federation(&a.federation) == federation(&b.federation);
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

    /// Opponents of different points in a Swiss.
    fn float(&mut self, game: &SettledGame<'a>) {
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
    fn byes(&mut self, round: &'a Round, paired: &[&SettledGame<'a>], entry: Option<EntryId>) {
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

    /// Players who were there and are in no game.
    fn missing(&mut self, round: &'a Round, paired: &[&SettledGame<'a>], entry: Option<EntryId>) {
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

    /// What a game brings for the rounds after it.
    fn count(&mut self, game: &SettledGame<'a>) {
        if game.is_playoff() {
            return;
        }
        let Some(both) = game.pairing.pairing.both() else {
            return;
        };
        let winner = taken_as_winner(self.tournament, game);
        for (side, player) in both.into_iter().enumerate() {
            // The colours that were assigned count, whoever took which stones (2002 17.1).
            let assigned = game.pairing.pairing.black.as_ref();
            let colour = match assigned {
                Some(black) if black == player => Some(Colour::Black),
                Some(_) => Some(Colour::White),
                None => game.colour(side),
            };
            let so_far = self.players.entry(player).or_default();
            so_far.seen = true;
            if let (None, Some(colour)) = (&game.pairing.replays, colour) {
                so_far.colours.push((game.pairing.round, colour));
            }
            let Settled::Counts { sides, .. } = game.settled else {
                continue;
            };
            so_far.points += sides[side].points();
            so_far.points += i64::from(winner == Some(side)) * How::Won.points();
            so_far.defeats += u32::from(matches!(sides[side], How::Lost | How::BothLost));
        }
    }

    /// A colour too often, or too often running.
    fn colours(&mut self) {
        let rounds = self.standings.rounds;
        let mut told = Vec::new();
        for (player, so_far) in &self.players {
            let blacks = so_far
                .colours
                .iter()
                .filter(|(_, c)| *c == Colour::Black)
                .count();
            let whites = so_far.colours.len() - blacks;
            if blacks.abs_diff(whites) >= COLOURS_UNEVEN {
                let text = format!("{player} had black {blacks} times and white {whites} times");
                told.push(("colours_uneven", rounds, text));
            }
            for run in so_far.colours.chunk_by(|(_, a), (_, b)| a == b) {
                if let [(from, colour), .., (to, _)] = run
                    && run.len() >= COLOURS_UNEVEN
                {
                    let text = format!(
                        "{player} had {colour} {} times running since round {from}",
                        run.len()
                    );
                    told.push(("colours_running", *to, text));
                }
            }
        }
        for (code, round, text) in told {
            self.round = round;
            self.tell(code, Weight::Note, None, &text);
        }
    }

    /// Pairs of whom the schedule of a round robin, once all of it is paired, has
    /// fewer games than it should; who left is not in it any more.
    fn never_met(&mut self) {
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
    fn never_paired(&mut self) {
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
