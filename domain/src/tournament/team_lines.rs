//! What each team has done: matches, byes, warnings and withdrawals put into the
//! lines from which places are computed. What a match comes to is in `team`.

use super::{
    line::{BoardPoints, Bout, Entrant, Field, Line, Source, bye},
    progress,
    schedule::Schedule,
    settle::{Basis, Settled},
    team::{MatchScore, Rosters, Scoring, matches},
};
use crate::ids::{PlayerId, TeamId};
use std::collections::{BTreeMap, BTreeSet};

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
        line.by_board.sort_by_key(|points| points.round);
    }
    lines
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
    let outcome = score.outcome();
    for (side, (own, other)) in [(a, b), (b, a)].into_iter().enumerate() {
        let bout = Bout {
            round: score.round,
            opponent: Some(other),
            how: outcome[side].0,
            points: outcome[side].0.points(),
            source: Source::Match(score.id),
            basis: outcome[side].1,
            colour: None,
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
            line.by_board.push(BoardPoints {
                board: *board,
                round: score.round,
                opponent: other,
                source: bout.source,
                points: *points,
            });
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
            let Settled::Counts {
                sides,
                basis,
                taken,
            } = game.settled
            else {
                continue;
            };
            if game.is_playoff() {
                continue;
            }
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
                    basis: taken[side].map_or(basis, |(_, by)| Basis::Sanction(by)),
                    colour: game.colour(side),
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
                let bearing = &self.field.bearing;
                let of_team = bearing.withdrawals.leave_of_team(team);
                let own = bearing.withdrawals.leave(player).filter(|_| games);
                let out = progress::is_out_before(&lines[line], self.field.regulations, *round);
                if out || of_team.or(own).is_some_and(|leave| leave.misses(*round)) {
                    continue;
                }
                let seq = paired.paired_at.unwrap_or(0);
                let cancelled = if games {
                    bearing.sanctions.on_bye(player, *round, seq)
                } else {
                    bearing.sanctions.on_bye_of_team(team, seq)
                };
                let points = self.field.tournament.bye_points(*round);
                lines[line].bouts.push(bye(*round, points, cancelled));
            }
        }
    }

    /// Which teams left; in a round robin their matches that were never paired
    /// are forfeited.
    fn put_withdrawals(&self, lines: &mut [Line<'a>]) {
        let field = self.field;
        let withdrawals = &field.bearing.withdrawals;
        for (team, leave) in withdrawals.all_of_teams() {
            if let Some(line) = self.index.get(team).and_then(|i| lines.get_mut(*i)) {
                line.left_after = leave.after_round().filter(|last| *last < field.round);
                line.gone_after = leave.after_round().filter(|last| field.is_over(*last));
            }
        }
        if field.regulations.format.is_round_robin() && self.scoring() == Scoring::Matches {
            self.put_schedule(lines);
            put_forfeited_boards(lines);
        }
    }

    fn put_schedule(&self, lines: &mut [Line<'a>]) {
        let withdrawals = &self.field.bearing.withdrawals;
        let mut schedule = Schedule::new(self.field.regulations, self.field.round);
        let (mut seen, mut in_match) = (BTreeSet::new(), BTreeSet::new());
        for (round, paired) in self.field.tournament.rounds.iter() {
            for told in &paired.matches {
                let of = |team| self.index.get(team).copied();
                if let [Some(a), Some(b)] = told.teams.each_ref().map(of) {
                    in_match.extend([(a, *round), (b, *round)]);
                    if seen.insert(&told.match_id) {
                        schedule.meet(a, b);
                    }
                }
            }
        }
        for (team, leave) in withdrawals.all_of_teams() {
            let Some(line) = self.index.get(team).copied() else {
                continue;
            };
            if leave.before_start() {
                schedule.strike(line);
            } else if lines[line].gone_after.is_some() {
                if let Some(forfeit) = withdrawals.forfeits_the_rest(leave) {
                    schedule.leaves(line, forfeit);
                }
            } else if self.field.is_whole() {
                let mut missed = withdrawals.forfeits_missed(leave);
                missed.retain(|round, _| !in_match.contains(&(line, *round)));
                schedule.missed(line, missed);
            }
        }
        schedule.forfeit(lines);
    }
}

/// A match that was never paired is won on every board, as one that was.
fn put_forfeited_boards(lines: &mut [Line<'_>]) {
    let boards = lines.iter().map(|line| line.boards.len()).max();
    let boards = boards.unwrap_or(0);
    for line in lines {
        let never_paired = |b: &&Bout<'_>| b.source == Source::Schedule;
        for bout in line.bouts.iter().filter(never_paired) {
            line.boards.resize(boards, 0);
            let points = bout.how.points();
            for (board, sum) in line.boards.iter_mut().enumerate() {
                *sum += points;
                line.by_board
                    .extend(bout.opponent.map(|opponent| BoardPoints {
                        board,
                        round: bout.round,
                        opponent,
                        source: bout.source,
                        points,
                    }));
            }
        }
    }
}
