//! The highest points that anybody could have had: the other reading of ½最高积分
//! in a total score (2002 27.1, 1988 28.1; rule table B.5: 2R where everybody plays
//! once a round). Where a round holds more games or matches for one entrant, as
//! for teams whose members' points are summed, as many wins could be had in it.

use super::{
    line::Field,
    settle::How,
    team::{Rosters, Scoring},
};
use std::collections::{BTreeMap, BTreeSet};

/// Two points for each round up to one and each further meeting that a round had
/// for somebody.
pub(super) fn highest_possible(field: &Field<'_, '_>, rounds: u32) -> i64 {
    let mut chances = Chances::default();
    let team = field.regulations.team.as_deref();
    match team.map(|team| Scoring::of(field.regulations.format, team)) {
        None => chances.of_players(field),
        Some(Scoring::Games) => chances.of_members(field),
        Some(Scoring::Matches) => chances.of_teams(field),
    }
    let most = chances.most_a_round();
    let a_round = |round| most.get(&round).copied().unwrap_or(0).max(1);
    (1..=rounds).map(a_round).sum::<i64>() * How::Won.points()
}

/// How many meetings each entrant has in each round.
#[derive(Default)]
struct Chances<'a> {
    count: BTreeMap<(u32, &'a str), i64>,
}

impl<'a> Chances<'a> {
    fn add(&mut self, round: u32, who: &'a str) {
        *self.count.entry((round, who)).or_default() += 1;
    }

    fn most_a_round(&self) -> BTreeMap<u32, i64> {
        let mut most = BTreeMap::new();
        for ((round, _), count) in &self.count {
            let so_far = most.entry(*round).or_insert(0);
            *so_far = (*count).max(*so_far);
        }
        most
    }

    fn of_players(&mut self, field: &Field<'a, '_>) {
        for (round, player) in meetings(field) {
            self.add(round, player.as_str());
        }
    }

    fn of_members(&mut self, field: &Field<'a, '_>) {
        let rosters = Rosters::of(field.tournament);
        for (round, player) in meetings(field) {
            if let Some(team) = rosters.team(round, player) {
                self.add(round, team.as_str());
            }
        }
    }

    fn of_teams(&mut self, field: &Field<'a, '_>) {
        let mut seen = BTreeSet::new();
        for (round, paired) in field.tournament.rounds.range(..=field.round) {
            for told in &paired.matches {
                if seen.insert(&told.match_id) {
                    told.teams
                        .iter()
                        .for_each(|team| self.add(*round, team.as_str()));
                }
            }
        }
    }
}

/// Each player in a game for points that is no replay of another, and each bye.
fn meetings<'a>(field: &Field<'a, '_>) -> impl Iterator<Item = (u32, &'a crate::ids::PlayerId)> {
    let games = field.games.iter();
    let games = games.filter(|game| !game.is_playoff() && game.pairing.replays.is_none());
    let in_games = games.flat_map(|game| {
        let both = game.pairing.pairing.both().into_iter().flatten();
        both.map(|player| (game.pairing.round, player))
    });
    let rounds = field.tournament.rounds.range(..=field.round);
    let byes = rounds.flat_map(|(round, paired)| paired.byes.iter().map(|p| (*round, p)));
    in_games.chain(byes)
}
