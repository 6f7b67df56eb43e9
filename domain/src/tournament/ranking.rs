//! Places on their way: who are equal so far, split by one criterion after the
//! other. What each line has in them is in `tie_break`, which of them an event
//! takes in `standings`.

use super::{
    standings::{Criterion, Ranked, Standings, Tie},
    tie_break::{self, Key},
};
use crate::{
    event::tournament::{LotDrawn, LotPurpose},
    rulebook::TieBreak,
};
use std::collections::BTreeMap;

/// Places on their way.
pub(super) struct Ranking<'a, 'b> {
    standings: &'b Standings<'a>,
    /// Lots, in the order in which they were drawn.
    lots: Vec<&'a LotDrawn>,
    /// The places, first one first.
    pub ranked: Vec<Ranked>,
    /// What the last row of a part and the first of the next have in the criterion
    /// that separates them, by the row above, where that is none of a line's own.
    pub between: BTreeMap<usize, [String; 2]>,
    /// Ties that a lot is to decide, and none has.
    pub lots_needed: Vec<Tie>,
    /// Ties that a play-off is to decide, and none has.
    pub playoffs_needed: Vec<Tie>,
}

impl<'a, 'b> Ranking<'a, 'b> {
    /// The places of those lines that have one.
    pub fn of(
        standings: &'b Standings<'a>,
        lots: Vec<&'a LotDrawn>,
        placed: Vec<usize>,
    ) -> Ranking<'a, 'b> {
        let mut ranking = Ranking {
            standings,
            lots,
            ranked: Vec::new(),
            between: BTreeMap::new(),
            lots_needed: Vec::new(),
            playoffs_needed: Vec::new(),
        };
        ranking.split(placed, &standings.criteria());
        ranking
    }

    /// Splits those who are equal so far by the first criterion, and each part
    /// by those that follow.
    fn split(&mut self, group: Vec<usize>, criteria: &[Criterion]) {
        let (1.., Some((criterion, rest))) =
            (group.len().saturating_sub(1), criteria.split_first())
        else {
            return self.share(&group);
        };
        let Some(keys) = self.keys(*criterion, &group) else {
            return self.split(group, rest);
        };
        let mut keyed: Vec<(Key, usize)> = keys.into_iter().zip(group).collect();
        keyed.sort_by(|(a, i), (b, j)| b.cmp(a).then(i.cmp(j)));
        // Those whom play-offs leave equal are a tie of their own: the games among
        // them decide it, or are to be played.
        let again = *criterion == Criterion::TieBreak(TieBreak::Playoff);
        let mut parts = keyed.chunk_by(|(a, _), (b, _)| a == b).peekable();
        while let Some(part) = parts.next() {
            let is_smaller = part.len() < keyed.len();
            let rest = if again && is_smaller { criteria } else { rest };
            self.split(part.iter().map(|(_, index)| *index).collect(), rest);
            if let (Some(next), Some(last)) = (parts.peek(), self.ranked.last_mut()) {
                last.decided_by = Some(*criterion);
                let keys = [part, *next].map(|part| part.first().map(|(key, _)| key));
                if let [Some(above), Some(below)] = keys {
                    let row = self.ranked.len() - 1;
                    let told = [above, below].map(|key| self.among(*criterion, key));
                    if let [Some(above), Some(below)] = told {
                        self.between.insert(row, [above, below]);
                    }
                }
            }
        }
    }

    /// What somebody has in a criterion that is about those who are equal, as
    /// people write it: points among them, the number that was drawn, the round of
    /// the last defeat; `None` of one that is a line's own.
    fn among(&self, criterion: Criterion, key: &Key) -> Option<String> {
        let Key::Whole(n) = key else {
            return None;
        };
        Some(match criterion {
            Criterion::Elimination if self.standings.left_a_match_to().is_some() => return None,
            Criterion::Elimination if *n == i64::MAX => "-".to_owned(),
            Criterion::Elimination | Criterion::TieBreak(TieBreak::Direct | TieBreak::Playoff) => {
                n.to_string()
            }
            Criterion::TieBreak(TieBreak::Lot) => (1 - n).to_string(),
            Criterion::TieBreak(_) => return None,
        })
    }

    /// Those whom nothing separates share a place.
    fn share(&mut self, group: &[usize]) {
        let place = self.ranked.len() + 1;
        self.ranked.extend(group.iter().map(|line| Ranked {
            line: *line,
            place,
            decided_by: None,
        }));
    }

    fn keys(&mut self, criterion: Criterion, group: &[usize]) -> Option<Vec<Key>> {
        let standings = self.standings;
        let tie = || Tie {
            place: self.ranked.len() + 1,
            lines: group.to_vec(),
        };
        let criterion = match criterion {
            Criterion::Elimination => return self.eliminated(group),
            Criterion::TieBreak(criterion) => criterion,
        };
        match criterion {
            TieBreak::Direct => tie_break::direct(group, &standings.lines),
            TieBreak::Playoff => {
                let keys = tie_break::playoff(group, &standings.lines);
                if keys.is_none() {
                    self.playoffs_needed.push(tie());
                }
                keys
            }
            TieBreak::Lot => {
                let keys = self.drawn(group);
                if keys.is_none() {
                    self.lots_needed.push(tie());
                }
                keys
            }
            _ => group
                .iter()
                .map(|line| tie_break::key(criterion, &standings.terms[*line]))
                .collect(),
        }
    }

    /// The round in which each was put out; those who are still in come first.
    fn eliminated(&self, group: &[usize]) -> Option<Vec<Key>> {
        if let Some(winner) = self.standings.left_a_match_to() {
            let won = |line: &usize| self.standings.lines[*line].entrant == winner;
            return Some(
                group
                    .iter()
                    .map(|line| Key::Whole(won(line).into()))
                    .collect(),
            );
        }
        let out = |line: &usize| {
            let out_in = self.standings.defeats(*line)?.out_in;
            Some(Key::Whole(out_in.map_or(i64::MAX, i64::from)))
        };
        group.iter().map(out).collect()
    }

    /// The order that a lot gave to those who are equal: one for this round or,
    /// where play-offs follow it, the last one for points, or one for none in
    /// particular, in which all of them took part.
    fn drawn(&self, group: &[usize]) -> Option<Vec<Key>> {
        let standings = self.standings;
        let order = |lot: &LotDrawn| -> Option<Vec<Key>> {
            let place = |line: &usize| {
                let id = standings.lines[*line].entrant.as_str();
                let place = lot.drawn.iter().position(|drawn| drawn.as_str() == id)?;
                Some(Key::Whole(-i64::try_from(place).ok()?))
            };
            group.iter().map(place).collect()
        };
        let ties = || {
            self.lots
                .iter()
                .filter(|lot| lot.purpose == LotPurpose::Tie)
        };
        let of_round = ties().filter(|lot| lot.round == Some(standings.round));
        // Play-offs after the last round for points leave its other ties as they were.
        let for_points = ties().filter(|lot| lot.round == Some(standings.rounds));
        let of_none = ties().filter(|lot| lot.round.is_none());
        of_round
            .chain(for_points)
            .chain(of_none)
            .find_map(|lot| order(lot))
    }
}
