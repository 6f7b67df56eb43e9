//! Matches of teams (2002 25.2, 27.2; 1988 26.2, 28.2): whose board is whose,
//! board points, and the match points that follow from them. Players' own lines
//! are in `line`.

use super::{
    line::{Field, SettledGame},
    settle::{Basis, How, Settled},
    state::TournamentState,
};
use crate::{
    event::tournament::LineupDeclared,
    ids::{MatchId, PlayerId, TeamId},
    rulebook::Format,
};
use std::collections::BTreeMap;

/// How teams score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scoring {
    /// Matches of two, 2/1/0 by more, equal or fewer board points.
    Matches,
    /// Every game of a member counts for the team: the sum of the members'
    /// points (队员总分制), and win and stay (擂台赛).
    Games,
}

impl Scoring {
    /// The scoring of a form of team play: of `total_points`, and of win and
    /// stay, every game; else matches.
    pub fn of(format: Format, team: &str) -> Scoring {
        if format == Format::WinAndStay || team == "total_points" {
            Scoring::Games
        } else {
            Scoring::Matches
        }
    }
}

/// A match of two teams, as far as it is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchScore<'a> {
    /// The match.
    pub id: &'a MatchId,
    /// The last of its rounds.
    pub round: u32,
    /// The teams.
    pub teams: [&'a TeamId; 2],
    /// Points of each on the boards, in the line-up's order.
    pub boards: [BTreeMap<usize, i64>; 2],
    /// What a sanction took from each of that, by which one.
    pub taken: [Option<(i64, Basis<'a>)>; 2],
    /// How many of its games each keeps: those whose results no sanction took.
    pub kept: [usize; 2],
    /// Whether each of its games is settled.
    pub settled: bool,
    /// Whether it is a play-off, which counts for no points.
    pub playoff: bool,
    /// How many of its games count.
    pub games: usize,
}

impl<'a> MatchScore<'a> {
    /// Board points of each.
    pub fn points(&self) -> [i64; 2] {
        [0, 1].map(|side: usize| self.boards[side].values().sum())
    }

    /// How each came out of it, more, equal or fewer board points, and on what
    /// that rests. A result that was taken away goes from the player's team
    /// alone: against the other side what was scored counts (contract, section 11:
    /// opponents keep theirs).
    pub fn outcome(&self) -> [(How, Basis<'a>); 2] {
        let points = self.points();
        [0, 1].map(|side: usize| {
            let other = points[1 - side] + self.taken[1 - side].map_or(0, |(taken, _)| taken);
            let how = match (self.taken[side], self.kept[side]) {
                (Some(_), 0) => How::Cancelled,
                _ => match points[side].cmp(&other) {
                    std::cmp::Ordering::Greater => How::Won,
                    std::cmp::Ordering::Equal => How::Drew,
                    std::cmp::Ordering::Less => How::Lost,
                },
            };
            let basis = self.taken[side].map_or(Basis::Played, |(_, basis)| basis);
            (how, basis)
        })
    }
}

/// Who plays for which team on which board, round by round.
#[derive(Clone, Debug)]
pub struct Rosters<'a> {
    tournament: &'a TournamentState,
    /// The team whose line-up of a round names a player.
    named: BTreeMap<(u32, &'a PlayerId), &'a TeamId>,
    /// The last line-up of each team for a round that was declared in time.
    lineups: BTreeMap<(&'a TeamId, u32), &'a LineupDeclared>,
}

impl<'a> Rosters<'a> {
    /// The rosters of a tournament.
    pub fn of(tournament: &'a TournamentState) -> Rosters<'a> {
        let mut rosters = Rosters {
            tournament,
            named: BTreeMap::new(),
            lineups: BTreeMap::new(),
        };
        for told in &tournament.lineups {
            let lineup = &told.what;
            for player in lineup
                .boards
                .iter()
                .chain(lineup.substitutes.iter().flatten())
            {
                rosters.named.insert((lineup.round, player), &lineup.team);
            }
            // Boards once fixed are not changed by what is said after the pairing.
            if !tournament.is_late(told) {
                rosters.lineups.insert((&lineup.team, lineup.round), lineup);
            }
        }
        rosters
    }

    /// The team for which a player plays in a round: that of the line-up which
    /// names the player, else that of the registration.
    pub fn team(&self, round: u32, player: &PlayerId) -> Option<&'a TeamId> {
        let registered = || {
            self.tournament
                .players
                .get(player)?
                .registered
                .team
                .as_ref()
        };
        self.named
            .get(&(round, player))
            .copied()
            .or_else(registered)
    }

    /// The line-up of a team for a round: where none was declared, the last one
    /// before it, for boards once fixed stay (2002 25.2).
    pub fn lineup(&self, round: u32, team: &TeamId) -> Option<&'a LineupDeclared> {
        let upto = self.lineups.range((team, 0)..=(team, round));
        upto.map(|(_, lineup)| *lineup).next_back()
    }

    /// The board of a player in a team's line-up of a round, from 0.
    fn board(&self, round: u32, team: &TeamId, player: &PlayerId) -> Option<usize> {
        self.lineup(round, team)?
            .boards
            .iter()
            .position(|p| p == player)
    }
}

/// The matches up to the round looked at, in the order of their ids. A match
/// may go over several rounds, as all-play-all does.
pub fn matches<'a>(field: &Field<'a, '_>) -> Vec<MatchScore<'a>> {
    let mut scores: BTreeMap<&'a MatchId, MatchScore<'a>> = BTreeMap::new();
    for (round, paired) in field.tournament.rounds.range(..=field.round) {
        for told in &paired.matches {
            let [a, b] = &told.teams;
            let score = scores.entry(&told.match_id).or_insert_with(|| MatchScore {
                id: &told.match_id,
                round: *round,
                teams: [a, b],
                boards: [BTreeMap::new(), BTreeMap::new()],
                taken: [None; 2],
                kept: [0; 2],
                settled: true,
                playoff: false,
                games: 0,
            });
            score.round = *round;
        }
    }
    let rosters = Rosters::of(field.tournament);
    let mut by_match: BTreeMap<&MatchId, Vec<&SettledGame<'a>>> = BTreeMap::new();
    for game in field.games {
        if let Some(id) = &game.pairing.pairing.match_id {
            by_match.entry(id).or_default().push(game);
        }
    }
    for (id, mut games) in by_match {
        games.sort_by_key(|g| (g.pairing.round, g.pairing.pairing.board));
        if let Some(score) = scores.get_mut(id) {
            count_games(&rosters, score, &games);
        }
    }
    scores
        .into_values()
        .filter(|score| score.games > 0 || !score.settled)
        .collect()
}

fn count_games<'a>(rosters: &Rosters<'a>, score: &mut MatchScore<'a>, games: &[&SettledGame<'a>]) {
    let mut in_round = (0, 0);
    for game in games {
        score.round = score.round.max(game.pairing.round);
        score.playoff |= game.is_playoff();
        let own = sides_of_match(rosters, score.teams, game);
        match (game.settled, own) {
            (Settled::Out(_), _) | (_, None) => continue,
            (Settled::Open(_), _) => score.settled = false,
            (Settled::Counts { .. }, _) => score.games += 1,
        }
        // Without a line-up the tables of a match are its boards, in order.
        in_round = match in_round {
            (round, n) if round == game.pairing.round => (round, n + 1),
            _ => (game.pairing.round, 0),
        };
        let Settled::Counts { sides, taken, .. } = game.settled else {
            continue;
        };
        let Some(own) = own else {
            continue;
        };
        for (side, player) in game
            .pairing
            .pairing
            .both()
            .into_iter()
            .flatten()
            .enumerate()
        {
            let team = own[side];
            let board = rosters.board(game.pairing.round, score.teams[team], player);
            let points = score.boards[team]
                .entry(board.unwrap_or(in_round.1))
                .or_default();
            *points += sides[side].points();
            match taken[side] {
                Some((how, sanction)) => {
                    let (lost, _) = score.taken[team].unwrap_or((0, Basis::Played));
                    let basis = Basis::Sanction(sanction);
                    score.taken[team] = Some((lost + how.points(), basis));
                }
                None => score.kept[team] += 1,
            }
        }
    }
}

/// For which of a match's teams each player of a game plays; `None` where the
/// game is not one of these teams' own. Who plays for no team stands in for the
/// other side.
fn sides_of_match(
    rosters: &Rosters<'_>,
    teams: [&TeamId; 2],
    game: &SettledGame<'_>,
) -> Option<[usize; 2]> {
    let both = game.pairing.pairing.both()?;
    let team_of = both.map(|player| rosters.team(game.pairing.round, player));
    let side = |team: Option<&TeamId>| teams.iter().position(|t| Some(*t) == team);
    match (team_of.map(side), team_of) {
        ([Some(a), Some(b)], _) if a != b => Some([a, b]),
        ([Some(a), None], [_, None]) => Some([a, 1 - a]),
        ([None, Some(b)], [None, _]) => Some([1 - b, b]),
        _ => None,
    }
}
