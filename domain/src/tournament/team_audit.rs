//! The audit of teams: line-ups that came too late (2002 25.2, 1988 26.2: 台次一經
//! 排定，比賽中不得更改), games that belong to no match, players of other teams or
//! outside the line-up in a match. What was played is told and not refused; what a
//! match comes to is in `team`.

use super::{
    irregularity::{Irregularity, Weight},
    line::SettledGame,
    standings::Standings,
    state::{Told, TournamentState},
    team::{Rosters, Scoring},
};
use crate::{
    event::tournament::{LineupDeclared, TeamMatch},
    ids::{EntryId, MatchId, PlayerId, TeamId},
};
use std::collections::BTreeMap;

/// What the audit says of line-ups and matches of all rounds.
pub(super) fn irregularities(
    tournament: &TournamentState,
    standings: &Standings<'_>,
) -> Vec<Irregularity> {
    let Some(team) = standings.regulations.team.as_deref() else {
        return Vec::new();
    };
    let mut audit = TeamAudit {
        tournament,
        rosters: Rosters::of(tournament),
        found: Vec::new(),
    };
    audit.late_lineups();
    if Scoring::of(standings.regulations.format, team) == Scoring::Matches {
        let matches = tournament.rounds.values().flat_map(|round| &round.matches);
        let matches: BTreeMap<&MatchId, &TeamMatch> =
            matches.map(|told| (&told.match_id, told)).collect();
        for game in &standings.games {
            audit.game(game, &matches);
        }
        audit.two_matches();
    }
    audit.found
}

struct TeamAudit<'a> {
    tournament: &'a TournamentState,
    rosters: Rosters<'a>,
    found: Vec<Irregularity>,
}

impl TeamAudit<'_> {
    fn tell(&mut self, code: &'static str, entry: Option<EntryId>, round: u32, text: &str) {
        self.found.push(Irregularity {
            code,
            weight: Weight::Remark,
            entry,
            article: None,
            text: format!("round {round}: {text}"),
        });
    }

    fn late_lineups(&mut self) {
        let late: Vec<&Told<LineupDeclared>> = self
            .tournament
            .lineups
            .iter()
            .filter(|told| self.tournament.is_late(told))
            .collect();
        for told in late {
            let (round, team) = (told.what.round, &told.what.team);
            let text = format!(
                "the line-up of {team} was declared after the round was paired: the boards stay as they were"
            );
            self.tell("lineup_late", Some(told.entry), round, &text);
        }
    }

    /// A game of no match, or one whose players are not of the match's teams.
    fn game(&mut self, game: &SettledGame<'_>, matches: &BTreeMap<&MatchId, &TeamMatch>) {
        let (round, entry) = (game.pairing.round, Some(game.pairing.entry));
        let id = &game.pairing.pairing.match_id;
        let Some(told) = id.as_ref().and_then(|id| matches.get(id)) else {
            let text = match id {
                None => format!(
                    "game {} belongs to no match and counts for no team",
                    game.id
                ),
                Some(id) => format!(
                    "game {} belongs to match {id}, which nobody paired: it counts for no team",
                    game.id
                ),
            };
            return self.tell("game_without_match", entry, round, &text);
        };
        let Some(both) = game.pairing.pairing.both() else {
            return;
        };
        let teams = both.map(|player| self.rosters.team(round, player));
        if let [Some(a), Some(b)] = teams
            && a == b
        {
            let text = format!(
                "{} and {} of one team, {a}, meet in game {} of match {}: it counts for no team",
                both[0], both[1], game.id, told.match_id
            );
            return self.tell("player_of_other_team", entry, round, &text);
        }
        for (player, team) in both.into_iter().zip(teams) {
            match team {
                Some(team) if told.teams.contains(team) => {
                    self.outside(game, player, team);
                }
                _ => {
                    let of = team.map_or("no team".to_owned(), |team| format!("team {team}"));
                    let text = format!(
                        "{player} of {of} is in game {} of match {} between {} and {}",
                        game.id, told.match_id, told.teams[0], told.teams[1]
                    );
                    self.tell("player_of_other_team", entry, round, &text);
                }
            }
        }
    }

    /// A player whom the line-up in force names neither on a board nor as a substitute.
    fn outside(&mut self, game: &SettledGame<'_>, player: &PlayerId, team: &TeamId) {
        let round = game.pairing.round;
        let Some(lineup) = self.rosters.lineup(round, team) else {
            return;
        };
        let mut named = lineup
            .boards
            .iter()
            .chain(lineup.substitutes.iter().flatten());
        if !named.any(|own| own == player) {
            let text = format!(
                "{player} plays game {} and is not in the line-up of {team}",
                game.id
            );
            self.tell(
                "player_outside_lineup",
                Some(game.pairing.entry),
                round,
                &text,
            );
        }
    }

    fn two_matches(&mut self) {
        let mut found = Vec::new();
        for (round, paired) in self.tournament.rounds.iter() {
            let mut of_team: BTreeMap<&TeamId, &MatchId> = BTreeMap::new();
            for told in &paired.matches {
                for team in &told.teams {
                    match of_team.insert(team, &told.match_id) {
                        Some(other) if *other != told.match_id => found.push((
                            *round,
                            format!("{team} plays two matches, {other} and {}", told.match_id),
                        )),
                        _ => {}
                    }
                }
            }
        }
        for (round, text) in found {
            self.tell("team_twice_in_round", None, round, &text);
        }
    }
}
