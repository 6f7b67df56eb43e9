//! Figures that stand in a review, computed again: from the same entries of the
//! tournament's log, by the same method, on the same answers. Whoever records a
//! figure that nobody computed is found by it.

use super::{
    answered::{Answered, with_same_engine},
    case::review_of,
    gather::{Tournament, kept_group},
};
use crate::{ledger::OpenLedger, problem::Problem};
use fupan_domain::{
    event::review::{AnalysisKind, AnalysisRecorded, AsOf, Figure, Method, Subject},
    review::ReviewState,
};
use fupan_replay::review::{
    Looked, Material, Reference,
    figures::{OF_AGREEMENT, OF_TIME, figures},
};
use serde::Serialize;
use std::collections::BTreeMap;

/// How many games are looked at for it at most. An analysis rests on few, and those
/// of one state of the log share them.
const GAMES_MAX: usize = 20_000;

/// What came of computing recorded figures again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Again {
    /// They have the same digits.
    Same,
    /// They are others.
    Other,
    /// What they say of themselves can't be: the tournament's log has no such entry,
    /// the review took in no such answers, or figures of that kind rest on others.
    Unfounded,
    /// What they rest on is not at hand any more: a file was deleted, or a group is
    /// not there.
    Unknown,
    /// It was not tried: too much had to be computed before.
    NotTried,
}

/// Of each analysis with figures, by the seq of its entry, what comes of computing it again.
///
/// # Errors
/// When a ledger can't be read.
pub fn again(
    review: &OpenLedger,
    tournament: &OpenLedger,
    group: Option<&Reference>,
) -> Result<BTreeMap<u64, Again>, Problem> {
    let state = review_of(review)?;
    let recorded = state
        .analyses
        .iter()
        .filter(|told| told.what.figures.is_some());
    let recorded: Vec<_> = recorded.collect();
    let mut found = BTreeMap::new();
    let mut desk = Desk {
        review,
        tournament,
        group,
        state: &state,
        material: BTreeMap::new(),
        left: GAMES_MAX,
    };
    for told in recorded {
        found.insert(told.seq, desk.of(told.seq, &told.what)?);
    }
    Ok(found)
}

/// What was gathered up to an entry of the tournament's log, by a method, on the
/// answers of analyses.
type Gathered = (u64, u32, Vec<String>);

/// What figures rest on.
type Basis = (Material, Option<Reference>);

struct Desk<'a> {
    review: &'a OpenLedger,
    tournament: &'a OpenLedger,
    group: Option<&'a Reference>,
    state: &'a ReviewState,
    material: BTreeMap<Gathered, Result<Basis, Again>>,
    /// How many games may still be looked at.
    left: usize,
}

impl Desk<'_> {
    fn of(&mut self, seq: u64, recorded: &AnalysisRecorded) -> Result<Again, Problem> {
        let own = &self.state.opened.games;
        if recorded.games.iter().any(|game| !own.contains(game)) {
            return Ok(Again::Unfounded);
        }
        let bases = self.bases(seq, recorded);
        if bases.is_empty() {
            return Ok(Again::Unfounded);
        }
        let mut came = Again::Other;
        for basis in bases {
            match self.computed(recorded, &basis)? {
                Ok(figures) if Some(&figures) == recorded.figures.as_ref() => {
                    return Ok(Again::Same);
                }
                Ok(_) => {}
                Err(Again::Unfounded) => return Ok(Again::Unfounded),
                Err(why) => came = why,
            }
        }
        Ok(came)
    }

    /// The engine's answers on which figures may rest: those that they name, by
    /// themselves or with those before by the same engine. Times stand beside how much
    /// there was to choose, where an engine had answered by then, and can stand alone.
    fn bases(&self, seq: u64, recorded: &AnalysisRecorded) -> Vec<Vec<AnalysisRecorded>> {
        let engines = self.state.analyses.iter().filter(|told| told.seq < seq);
        let engines = engines.map(|told| &told.what);
        let engines = engines.filter(|analysis| analysis.kind == AnalysisKind::Engine);
        let engines: Vec<&AnalysisRecorded> = engines.collect();
        let mut bases = Vec::new();
        for (at, engine) in engines.iter().enumerate().rev() {
            let rests = match recorded.kind {
                AnalysisKind::Time => true,
                AnalysisKind::Agreement => {
                    engine.answers == recorded.answers && engine.engine == recorded.engine
                }
                AnalysisKind::Engine => false,
            };
            if rests {
                let all = with_same_engine(&engines[..=at]);
                bases.push(all.into_iter().cloned().collect());
                bases.push(vec![(*engine).clone()]);
            }
        }
        if recorded.kind == AnalysisKind::Time {
            bases.push(Vec::new());
        }
        bases
    }

    fn computed(
        &mut self,
        recorded: &AnalysisRecorded,
        basis: &[AnalysisRecorded],
    ) -> Result<Result<Vec<Figure>, Again>, Problem> {
        let index = usize::try_from(recorded.method).unwrap_or(usize::MAX);
        let Some(told) = self.state.methods.get(index) else {
            return Ok(Err(Again::Unfounded));
        };
        let method = told.what.0.clone();
        let names: &[&str] = match recorded.kind {
            AnalysisKind::Time => &OF_TIME,
            AnalysisKind::Agreement => &OF_AGREEMENT,
            AnalysisKind::Engine => return Ok(Err(Again::Unfounded)),
        };
        let answered = basis.iter().map(|basis| basis.analysis.to_string());
        let key = (recorded.as_of.seq, recorded.method, answered.collect());
        if !self.material.contains_key(&key) {
            let gathered = self.gathered(recorded.as_of, &method, basis)?;
            self.material.insert(key.clone(), gathered);
        }
        let (material, group) = match self.material.get(&key) {
            Some(Ok((material, group))) => (material, group),
            Some(Err(why)) => return Ok(Err(*why)),
            None => return Ok(Err(Again::NotTried)),
        };
        // An entry has the figures of some players where one can't hold those of all.
        let told = |subject: &&Subject| {
            let mut figures = recorded.figures.iter().flatten();
            figures.any(|figure| figure.subject == subject.label)
        };
        let subjects = self.state.opened.subjects.iter().filter(told);
        let of_subject = subjects.map(|subject| {
            let looked = Looked {
                label: subject.label,
                player: &subject.player,
                games: &recorded.games,
                material,
                reference: group.as_ref(),
                method: &method,
            };
            figures(names, looked)
        });
        Ok(Ok(of_subject.flatten().collect()))
    }

    fn gathered(
        &mut self,
        as_of: AsOf,
        method: &Method,
        basis: &[AnalysisRecorded],
    ) -> Result<Result<Basis, Again>, Problem> {
        let Some(tournament) = Tournament::at(self.tournament, as_of)? else {
            return Ok(Err(Again::Unfounded));
        };
        let group = match &method.reference {
            None => None,
            Some(named) => {
                let given = self.group.cloned();
                let given = given.and_then(|group| group.is_the_one(named).ok());
                match given.or_else(|| kept_group(self.review, self.state, named)) {
                    None => return Ok(Err(Again::Unknown)),
                    group => group,
                }
            }
        };
        let games = tournament.games_of_review(self.state, group.as_ref());
        let answered: usize = basis.iter().map(|basis| basis.games.len()).sum();
        let Some(left) = self.left.checked_sub(games.len() + answered) else {
            return Ok(Err(Again::NotTried));
        };
        self.left = left;
        let basis: Vec<&AnalysisRecorded> = basis.iter().collect();
        let answered = Answered::of(self.review, &tournament, &basis, &games)?;
        if !answered.unread.is_empty() && answered.answers.is_none() {
            return Ok(Err(Again::Unknown));
        }
        let material = tournament.material(&games, answered.answers.as_ref(), method, || ())?;
        Ok(Ok((material, group)))
    }
}
