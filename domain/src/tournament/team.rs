//! Matches of teams (2002 25.2, 27.2; 1988 26.2, 28.2): whose board is whose,
//! board points, and the match points that follow from them. Players' own lines
//! are in `line`.

use super::{
    line::{Bout, Entrant, Field, Line, SettledGame, Source},
    settle::{Basis, How, Settled},
    state::TournamentState,
};
use crate::{
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
    /// Whether each of its games is settled.
    pub settled: bool,
    /// Whether it is a play-off, which counts for no points.
    pub playoff: bool,
    /// How many of its games count.
    pub games: usize,
}

impl MatchScore<'_> {
    /// Board points of each.
    pub fn points(&self) -> [i64; 2] {
        [0, 1].map(|side: usize| self.boards[side].values().sum())
    }

    /// How each came out of it: more, equal or fewer board points.
    pub fn how(&self) -> [How; 2] {
        let [a, b] = self.points();
        match a.cmp(&b) {
            std::cmp::Ordering::Greater => [How::Won, How::Lost],
            std::cmp::Ordering::Equal => [How::Drew, How::Drew],
            std::cmp::Ordering::Less => [How::Lost, How::Won],
        }
    }
}

/// The team for which a player plays in a round: that of the line-up which
/// names the player, else that of the registration.
pub fn team_of<'a>(
    tournament: &'a TournamentState,
    round: u32,
    player: &PlayerId,
) -> Option<&'a TeamId> {
    let mut lineups = tournament.lineups.iter().rev().filter(|l| l.round == round);
    let named = lineups.find(|lineup| {
        lineup
            .boards
            .iter()
            .chain(lineup.substitutes.iter().flatten())
            .any(|p| p == player)
    });
    let registered = || tournament.players.get(player)?.registered.team.as_ref();
    named.map(|lineup| &lineup.team).or_else(registered)
}

/// The lines of all teams, in the order of their ids.
pub fn lines<'a>(field: &Field<'a, '_>) -> Vec<Line<'a>> {
    let tournament = field.tournament;
    let mut lines: Vec<Line<'a>> = tournament
        .teams
        .keys()
        .map(|id| Line::new(Entrant::Team(id), None))
        .collect();
    let index: BTreeMap<&TeamId, usize> = tournament
        .teams
        .keys()
        .enumerate()
        .map(|(i, id)| (id, i))
        .collect();
    put_warnings(field, &mut lines, &index);
    let team = field.regulations.team.as_deref().unwrap_or_default();
    match Scoring::of(field.regulations.format, team) {
        Scoring::Matches => {
            for score in matches(field) {
                put_match(&mut lines, &index, &score);
            }
        }
        Scoring::Games => put_games(field, &mut lines, &index),
    }
    put_byes(field, &mut lines, &index);
    for told in &tournament.withdrawals {
        let line = told.what.team.as_ref().and_then(|team| index.get(team));
        if let Some(line) = line.and_then(|i| lines.get_mut(*i)) {
            line.left_after = told.what.after_round.filter(|last| *last < field.round);
        }
    }
    for line in &mut lines {
        line.bouts.sort_by_key(|bout| bout.round);
    }
    lines
}

fn put_warnings<'a>(
    field: &Field<'a, '_>,
    lines: &mut [Line<'a>],
    index: &BTreeMap<&'a TeamId, usize>,
) {
    for game in field.games {
        for (side, player) in game
            .pairing
            .pairing
            .both()
            .into_iter()
            .flatten()
            .enumerate()
        {
            let team = team_of(field.tournament, game.pairing.round, player);
            if let Some(line) = team
                .and_then(|t| index.get(t))
                .and_then(|i| lines.get_mut(*i))
            {
                line.warnings = line.warnings.saturating_add(game.facts.warnings[side]);
            }
        }
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
                settled: true,
                playoff: false,
                games: 0,
            });
            score.round = *round;
        }
    }
    let mut by_match: BTreeMap<&MatchId, Vec<&SettledGame<'a>>> = BTreeMap::new();
    for game in field.games {
        if let Some(id) = &game.pairing.pairing.match_id {
            by_match.entry(id).or_default().push(game);
        }
    }
    for (id, mut games) in by_match {
        games.sort_by_key(|g| (g.pairing.round, g.pairing.pairing.board));
        if let Some(score) = scores.get_mut(id) {
            count_games(field.tournament, score, &games);
        }
    }
    scores
        .into_values()
        .filter(|score| score.games > 0 || !score.settled)
        .collect()
}

fn count_games<'a>(
    tournament: &'a TournamentState,
    score: &mut MatchScore<'a>,
    games: &[&SettledGame<'a>],
) {
    let mut in_round = (0, 0);
    for game in games {
        score.round = score.round.max(game.pairing.round);
        score.playoff |= game.is_playoff();
        match game.settled {
            Settled::Open(_) => score.settled = false,
            Settled::Out(_) => continue,
            Settled::Counts { .. } => score.games += 1,
        }
        // Without a line-up the tables of a match are its boards, in order.
        in_round = match in_round {
            (round, n) if round == game.pairing.round => (round, n + 1),
            _ => (game.pairing.round, 0),
        };
        let Settled::Counts { sides, .. } = game.settled else {
            continue;
        };
        let Some(own) = sides_of_match(tournament, score.teams, game) else {
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
            let board = board_of(tournament, game.pairing.round, score.teams[team], player);
            let points = score.boards[team]
                .entry(board.unwrap_or(in_round.1))
                .or_default();
            *points += sides[side].points();
        }
    }
}

/// For which of a match's teams each player of a game plays.
fn sides_of_match(
    tournament: &TournamentState,
    teams: [&TeamId; 2],
    game: &SettledGame<'_>,
) -> Option<[usize; 2]> {
    let both = game.pairing.pairing.both()?;
    let of = |player| {
        let team = team_of(tournament, game.pairing.round, player)?;
        teams.iter().position(|t| *t == team)
    };
    match both.map(of) {
        [Some(a), Some(b)] if a != b => Some([a, b]),
        [Some(a), None] => Some([a, 1 - a]),
        [None, Some(b)] => Some([1 - b, b]),
        _ => None,
    }
}

/// The board of a player in a team's line-up of a round, from 0.
fn board_of(
    tournament: &TournamentState,
    round: u32,
    team: &TeamId,
    player: &PlayerId,
) -> Option<usize> {
    let mut lineups = tournament.lineups.iter().rev();
    let lineup = lineups.find(|l| l.round == round && l.team == *team)?;
    lineup.boards.iter().position(|p| p == player)
}

/// Puts a match that is settled into the lines of its teams.
fn put_match<'a>(
    lines: &mut [Line<'a>],
    index: &BTreeMap<&'a TeamId, usize>,
    score: &MatchScore<'a>,
) {
    let [Some(&a), Some(&b)] = score.teams.map(|team| index.get(team)) else {
        return;
    };
    let (how, points) = (score.how(), score.points());
    for (side, (own, other)) in [(a, b), (b, a)].into_iter().enumerate() {
        let bout = Bout {
            round: score.round,
            opponent: Some(other),
            how: how[side],
            points: how[side].points(),
            source: Source::Match(score.id),
            basis: Basis::Played,
            colour: None,
            board_points: points[side],
        };
        let line = &mut lines[own];
        if score.playoff {
            line.playoffs.extend(score.settled.then_some(bout));
            continue;
        }
        for (board, points) in &score.boards[side] {
            if line.boards.len() <= *board {
                line.boards.resize(board + 1, 0);
            }
            line.boards[*board] += points;
        }
        line.bouts.extend(score.settled.then_some(bout));
    }
}

/// Every game of a member's as a bout of the team's.
fn put_games<'a>(
    field: &Field<'a, '_>,
    lines: &mut [Line<'a>],
    index: &BTreeMap<&'a TeamId, usize>,
) {
    for game in field.games {
        let (Settled::Counts { sides, basis }, false) = (game.settled, game.is_playoff()) else {
            continue;
        };
        let Some(both) = game.pairing.pairing.both() else {
            continue;
        };
        let of = |player| team_of(field.tournament, game.pairing.round, player);
        let teams = both.map(|player| of(player).and_then(|team| index.get(team)).copied());
        for side in [0, 1] {
            let (Some(own), how) = (teams[side], sides[side]) else {
                continue;
            };
            // Members of one team may meet: to the team that is no opponent.
            let opponent = teams[1 - side].filter(|other| *other != own);
            lines[own].bouts.push(Bout {
                round: game.pairing.round,
                opponent,
                how,
                points: how.points(),
                source: Source::Game(game.id),
                basis,
                colour: game.colour(side),
                board_points: how.points(),
            });
        }
    }
}

/// A team has a bye where one of its players is named for it and none of its
/// matches is of that round; where games count, each bye of a player does.
fn put_byes<'a>(
    field: &Field<'a, '_>,
    lines: &mut [Line<'a>],
    index: &BTreeMap<&'a TeamId, usize>,
) {
    let team = field.regulations.team.as_deref().unwrap_or_default();
    let games = Scoring::of(field.regulations.format, team) == Scoring::Games;
    for (round, paired) in field.tournament.rounds.range(..=field.round) {
        for player in &paired.byes {
            let team = team_of(field.tournament, *round, player);
            let Some(line) = team
                .and_then(|t| index.get(t))
                .and_then(|i| lines.get_mut(*i))
            else {
                continue;
            };
            let plays = line.bouts.iter().any(|bout| bout.round == *round);
            if plays && !games {
                continue;
            }
            line.bouts.push(Bout {
                round: *round,
                opponent: None,
                how: How::Won,
                points: i64::from(field.regulations.bye_points),
                source: Source::Bye,
                basis: Basis::Played,
                colour: None,
                board_points: 0,
            });
        }
    }
}
