//! Standings: who stands where after a round, and which criterion says so. From
//! the tournament's state and what each game told; pure arithmetic, exact.
//! JSON and text are made of it elsewhere.

use super::{
    chances::highest_possible,
    line::{AllFacts, Entrant, Field, Line, OpenGame, SettledGame, open_games, settled_games},
    progress::{self, Defeats, MatchProgress, Stage},
    ranking::Ranking,
    settle::Bearing,
    state::TournamentState,
    team_lines,
    tie_break::{self, Highest, Terms},
};
use crate::{
    rulebook::{Format, Regulations, TieBreak},
    score::Fraction,
};
use std::collections::BTreeMap;

/// What is asked of standings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// After which round; the last one paired where none is named.
    pub round: Option<u32>,
    /// As if no sanction had been imposed, to show what moved whom.
    pub without_sanctions: bool,
}

/// What separates one row from the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Criterion {
    /// Who was put out later, or not at all, in a knock-out of several defeats:
    /// there somebody with a loss may have won more games than the winner. In a
    /// match who stayed, where the other side left.
    Elimination,
    /// One of the event's criteria.
    TieBreak(TieBreak),
}

impl Criterion {
    /// The word for it, as in regulations.
    pub const fn name(self) -> &'static str {
        match self {
            Criterion::Elimination => "elimination",
            Criterion::TieBreak(tie_break) => tie_break.name(),
        }
    }
}

impl serde::Serialize for Criterion {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(self.name())
    }
}

/// A place, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranked {
    /// Which line.
    pub line: usize,
    /// The place, from 1; those who are equal share one.
    pub place: usize,
    /// What separates this line from the next; `None` where nothing does, and
    /// for the last one.
    pub decided_by: Option<Criterion>,
}

/// Entrants whom nothing separates though the event wants them separated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tie {
    /// The place that they share.
    pub place: usize,
    /// Their lines.
    pub lines: Vec<usize>,
}

/// Why an entrant has no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unplaced {
    /// Withdrew before the first round.
    NeverPlayed,
    /// Withdrew from a round robin so early that all results are void.
    Void,
}

/// Standings after a round.
#[derive(Clone, Debug)]
pub struct Standings<'a> {
    /// The round.
    pub round: u32,
    /// For how many rounds points were to be had: the R of a total score. Less
    /// than `round` where the last ones are play-offs.
    pub rounds: u32,
    /// The regulations in force then.
    pub regulations: Regulations,
    /// What bears on games.
    pub bearing: Bearing<'a>,
    /// The games up to that round, with what each comes to.
    pub games: Vec<SettledGame<'a>>,
    /// Every entrant's line, in the order of ids.
    pub lines: Vec<Line<'a>>,
    /// Each line's terms.
    pub terms: Vec<Terms>,
    /// The highest points.
    pub highest: Highest,
    /// The places, first one first.
    pub ranked: Vec<Ranked>,
    /// What a row and the next have in the criterion that separates them, by the
    /// row above, where it is about those who are equal: `direct`, `playoff`, `lot`,
    /// `elimination`.
    pub between: BTreeMap<usize, [String; 2]>,
    /// Lines without a place.
    pub unplaced: Vec<(usize, Unplaced)>,
    /// Games that are not settled.
    pub open: Vec<OpenGame<'a>>,
    /// Ties that a lot is to decide, and none has.
    pub lots_needed: Vec<Tie>,
    /// Ties that a play-off is to decide, and none has.
    pub playoffs_needed: Vec<Tie>,
}

impl<'a> Standings<'a> {
    /// The standings; `None` before the tournament is opened.
    pub fn of(
        tournament: &'a TournamentState,
        facts: &'a AllFacts,
        asked: Asked,
    ) -> Option<Standings<'a>> {
        let last = tournament.rounds.keys().next_back().copied().unwrap_or(0);
        let round = asked.round.unwrap_or(last);
        let regulations = tournament.regulations_of_round(round)?;
        let find = |id: &crate::ids::GameId| facts.get(id).map(|told| &**told);
        let bearing = if asked.without_sanctions {
            Bearing::without_sanctions(tournament, &regulations, find)
        } else {
            Bearing::of(tournament, &regulations, find)
        };
        let games = settled_games(tournament, facts, &bearing, round);
        let rounds = rounds_for_points(tournament, &games, round);
        let field = Field {
            tournament,
            regulations: &regulations,
            bearing: &bearing,
            games: &games,
            round,
            newest: round >= last,
        };
        let lines = match regulations.team {
            Some(_) => team_lines::lines(&field),
            None => field.players(),
        };
        let (terms, highest) = {
            let possible = highest_possible(&field, rounds);
            tie_break::terms_of(&lines, &regulations, (rounds, possible))
        };
        let open = open_games(&games);
        let mut standings = Standings {
            round,
            rounds,
            regulations,
            bearing,
            games,
            lines,
            terms,
            highest,
            ranked: Vec::new(),
            between: BTreeMap::new(),
            unplaced: Vec::new(),
            open,
            lots_needed: Vec::new(),
            playoffs_needed: Vec::new(),
        };
        standings.rank(tournament);
        Some(standings)
    }

    fn rank(&mut self, tournament: &'a TournamentState) {
        let mut placed = Vec::with_capacity(self.lines.len());
        for index in 0..self.lines.len() {
            match self.why_unplaced(index) {
                Some(why) => self.unplaced.push((index, why)),
                None => placed.push(index),
            }
        }
        let mut lots: Vec<_> = tournament.lots_drawn.values().collect();
        // Of two for one tie the first counts.
        lots.sort_by_key(|told| told.seq);
        let lots = lots.into_iter().map(|told| &told.what).collect();
        let ranking = Ranking::of(self, lots, placed);
        let Ranking {
            ranked,
            between,
            lots_needed,
            playoffs_needed,
            ..
        } = ranking;
        (self.ranked, self.between) = (ranked, between);
        (self.lots_needed, self.playoffs_needed) = (lots_needed, playoffs_needed);
    }

    /// What orders the places, the first one first.
    pub fn criteria(&self) -> Vec<Criterion> {
        let out_first = match self.regulations.format {
            Format::DoubleKnockout | Format::MultiKnockout => true,
            // 2002 26.4: 結合多敗淘汰, where the event says after how many defeats.
            Format::SwissKnockout => self.regulations.defeats.is_some(),
            // Who left a match has lost it, whatever he had won (2002 28.4, 1988 29.4).
            Format::Match => self.left_a_match_to().is_some(),
            _ => false,
        };
        let tie_breaks = self.regulations.tie_breaks.iter().copied();
        let first = out_first.then_some(Criterion::Elimination);
        first
            .into_iter()
            .chain(tie_breaks.map(Criterion::TieBreak))
            .collect()
    }

    /// Who has won a match since the other side left it, and not by its games.
    pub(super) fn left_a_match_to(&self) -> Option<Entrant<'a>> {
        let progress = self.match_progress()?;
        let by_games = progress
            .wins
            .first()
            .is_some_and(|(_, wins)| *wins >= progress.needed);
        progress.winner.filter(|_| !by_games)
    }

    /// What a line has in a criterion, as people write it; `None` where that is
    /// not the line's own: `direct`, `playoff`, `lot`, `elimination`.
    pub fn value(&self, line: usize, criterion: Criterion) -> Option<String> {
        let terms = &self.terms[line];
        match criterion {
            Criterion::Elimination => None,
            Criterion::TieBreak(TieBreak::Warnings) => Some(terms.warnings.to_string()),
            // Half-points are how it is compared; people write points.
            Criterion::TieBreak(TieBreak::Beaten) => {
                Fraction::new(terms.beaten_half, 2).map(|beaten| beaten.to_string())
            }
            Criterion::TieBreak(TieBreak::Rating) => Some(
                terms
                    .rating
                    .map_or("none".to_owned(), |rating| rating.to_string()),
            ),
            Criterion::TieBreak(other) => tie_break::key(other, terms).map(|key| key.to_string()),
        }
    }

    /// The losses of a line, in a format in which they put it out.
    pub fn defeats(&self, line: usize) -> Option<Defeats> {
        let limit = self.regulations.defeats?;
        Some(progress::defeats(&self.lines[line], limit))
    }

    /// How far a match over several games has come, in that format.
    pub fn match_progress(&self) -> Option<MatchProgress<'a>> {
        progress::match_progress(&self.regulations, &self.lines)
    }

    /// Who holds the stage of a win-and-stay, in that format.
    pub fn stage(&self, tournament: &'a TournamentState) -> Option<Stage<'a>> {
        let last = tournament.rounds.keys().next_back().copied().unwrap_or(0);
        let away = (&self.bearing.withdrawals, self.round, self.round >= last);
        progress::stage(tournament, &self.regulations, &self.games, away)
    }

    fn why_unplaced(&self, index: usize) -> Option<Unplaced> {
        let line = &self.lines[index];
        let void = match line.entrant {
            Entrant::Player(player) => self.bearing.withdrawals.is_void(player),
            Entrant::Team(_) => false,
        };
        if void {
            Some(Unplaced::Void)
        } else if line.left_after == Some(0) && line.bouts.is_empty() {
            Some(Unplaced::NeverPlayed)
        } else {
            None
        }
    }
}

/// For how many rounds points are to be had up to one: play-offs are none.
fn rounds_for_points(tournament: &TournamentState, games: &[SettledGame<'_>], round: u32) -> u32 {
    let games = games
        .iter()
        .filter(|game| !game.is_playoff())
        .map(|game| game.pairing.round);
    let rounds = tournament.rounds.range(..=round);
    let byes = rounds
        .filter(|(_, paired)| !paired.byes.is_empty())
        .map(|(round, _)| *round);
    games.chain(byes).max().unwrap_or(0)
}
