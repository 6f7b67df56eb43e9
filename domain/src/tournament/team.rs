//! Matches of teams (2002 25.2, 27.2; 1988 26.2, 28.2): whose board is whose,
//! board points, and the match points that follow from them. Players' own lines
//! are in `line`.

use super::{
    line::{Bout, Entrant, Field, Line, SettledGame, Source},
    schedule::Schedule,
    settle::{Basis, How, Settled},
    state::TournamentState,
};
use crate::{
    event::tournament::LineupDeclared,
    ids::{MatchId, PlayerId, TeamId},
    rulebook::Format,
};
use std::collections::{BTreeMap, BTreeSet};

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

/// Who plays for which team on which board, round by round.
#[derive(Clone, Debug)]
pub struct Rosters<'a> {
    tournament: &'a TournamentState,
    /// The team whose line-up of a round names a player.
    named: BTreeMap<(u32, &'a PlayerId), &'a TeamId>,
    /// The last line-up of each team for a round.
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
        for lineup in &tournament.lineups {
            for player in lineup
                .boards
                .iter()
                .chain(lineup.substitutes.iter().flatten())
            {
                rosters.named.insert((lineup.round, player), &lineup.team);
            }
            rosters.lineups.insert((&lineup.team, lineup.round), lineup);
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

/// The lines of all teams, in the order of their ids.
pub fn lines<'a>(field: &Field<'a, '_>) -> Vec<Line<'a>> {
    let tournament = field.tournament;
    let teams = TeamLines {
        field,
        rosters: Rosters::of(tournament),
        index: tournament
            .teams
            .keys()
            .enumerate()
            .map(|(i, id)| (id, i))
            .collect(),
    };
    let mut lines: Vec<Line<'a>> = tournament
        .teams
        .keys()
        .map(|id| Line::new(Entrant::Team(id), None))
        .collect();
    teams.put_warnings(&mut lines);
    match teams.scoring() {
        Scoring::Matches => {
            for score in matches(field) {
                put_match(&mut lines, &teams.index, &score);
            }
        }
        Scoring::Games => teams.put_games(&mut lines),
    }
    teams.put_byes(&mut lines);
    teams.put_withdrawals(&mut lines);
    // Boards are compared one by one: every team has as many.
    let boards = lines
        .iter()
        .map(|line| line.boards.len())
        .max()
        .unwrap_or(0);
    for line in &mut lines {
        line.boards.resize(boards, 0);
        line.bouts.sort_by_key(|bout| bout.round);
    }
    lines
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
        let Some(own) = sides_of_match(rosters, score.teams, game) else {
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
        }
    }
}

/// For which of a match's teams each player of a game plays.
fn sides_of_match(
    rosters: &Rosters<'_>,
    teams: [&TeamId; 2],
    game: &SettledGame<'_>,
) -> Option<[usize; 2]> {
    let both = game.pairing.pairing.both()?;
    let of = |player| {
        let team = rosters.team(game.pairing.round, player)?;
        teams.iter().position(|t| *t == team)
    };
    match both.map(of) {
        [Some(a), Some(b)] if a != b => Some([a, b]),
        [Some(a), None] => Some([a, 1 - a]),
        [None, Some(b)] => Some([1 - b, b]),
        _ => None,
    }
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

/// What the lines of teams are made of.
struct TeamLines<'a, 'b> {
    field: &'b Field<'a, 'b>,
    rosters: Rosters<'a>,
    index: BTreeMap<&'a TeamId, usize>,
}

impl<'a> TeamLines<'a, '_> {
    fn scoring(&self) -> Scoring {
        let team = self.field.regulations.team.as_deref().unwrap_or_default();
        Scoring::of(self.field.regulations.format, team)
    }

    fn line_of(&self, round: u32, player: &PlayerId) -> Option<usize> {
        self.index.get(self.rosters.team(round, player)?).copied()
    }

    fn put_warnings(&self, lines: &mut [Line<'a>]) {
        for game in self.field.games {
            for (side, player) in game
                .pairing
                .pairing
                .both()
                .into_iter()
                .flatten()
                .enumerate()
            {
                if let Some(line) = self.line_of(game.pairing.round, player) {
                    let warned = game.facts.warnings[side];
                    lines[line].warnings = lines[line].warnings.saturating_add(warned);
                }
            }
        }
    }

    /// Every game of a member's as a bout of the team's.
    fn put_games(&self, lines: &mut [Line<'a>]) {
        for game in self.field.games {
            let (Settled::Counts { sides, basis }, false) = (game.settled, game.is_playoff())
            else {
                continue;
            };
            let Some(both) = game.pairing.pairing.both() else {
                continue;
            };
            let teams = both.map(|player| self.line_of(game.pairing.round, player));
            for side in [0, 1] {
                let (Some(own), how) = (teams[side], sides[side]) else {
                    continue;
                };
                lines[own].bouts.push(Bout {
                    round: game.pairing.round,
                    // Members of one team may meet: to the team that is no opponent.
                    opponent: teams[1 - side].filter(|other| *other != own),
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
    fn put_byes(&self, lines: &mut [Line<'a>]) {
        let games = self.scoring() == Scoring::Games;
        let matched = |round, team: &TeamId| {
            let paired = self.field.tournament.rounds.get(&round);
            paired.is_some_and(|r| r.matches.iter().any(|m| m.teams.contains(team)))
        };
        for (round, paired) in self.field.tournament.rounds.range(..=self.field.round) {
            for player in &paired.byes {
                let Some(line) = self.line_of(*round, player) else {
                    continue;
                };
                let Entrant::Team(team) = lines[line].entrant else {
                    continue;
                };
                let has = |b: &Bout<'_>| b.round == *round && b.source == Source::Bye;
                if !games && (matched(*round, team) || lines[line].bouts.iter().any(has)) {
                    continue;
                }
                lines[line].bouts.push(Bout {
                    round: *round,
                    opponent: None,
                    how: How::Won,
                    points: i64::from(self.field.regulations.bye_points),
                    source: Source::Bye,
                    basis: Basis::Played,
                    colour: None,
                    board_points: 0,
                });
            }
        }
    }

    /// Which teams left; in a round robin their matches that were never paired
    /// are forfeited.
    fn put_withdrawals(&self, lines: &mut [Line<'a>]) {
        let field = self.field;
        let mut schedule = Schedule::new(field.regulations, field.round);
        for told in &field.tournament.withdrawals {
            let line = told
                .what
                .team
                .as_ref()
                .and_then(|team| self.index.get(team));
            let (Some(line), Some(last)) = (line, told.what.after_round) else {
                continue;
            };
            lines[*line].left_after = Some(last).filter(|last| *last < field.round);
            if last == 0 {
                schedule.strike(*line);
            } else if field.newest || field.round > last {
                schedule.leaves(*line, told.entry);
            }
        }
        if !field.regulations.format.is_round_robin() || self.scoring() == Scoring::Games {
            return;
        }
        let mut seen = BTreeSet::new();
        for told in field
            .tournament
            .rounds
            .values()
            .flat_map(|round| &round.matches)
        {
            let lines = told
                .teams
                .each_ref()
                .map(|team| self.index.get(team).copied());
            if let (true, [Some(a), Some(b)]) = (seen.insert(&told.match_id), lines) {
                schedule.meet(a, b);
            }
        }
        schedule.forfeit(lines);
    }
}
