//! Figures that stand in a review, computed again: from the same entries of the
//! tournament's log, by the same method, on the same answers. Whoever records a
//! figure that nobody computed is found by it.

use super::{
    case::review_of,
    gather::{Tournament, kept_group, raw_answers},
};
use crate::{ledger::OpenLedger, problem::Problem};
use fupan_domain::{
    event::review::{AnalysisKind, AnalysisRecorded, AsOf, Figure, Method},
    review::ReviewState,
};
use fupan_replay::review::{
    Answers, Material, Reference,
    figures::{OF_AGREEMENT, OF_TIME, figures},
};
use serde::Serialize;
use std::collections::BTreeMap;

/// How many analyses are computed again at most, the last ones.
const MOST: usize = 8;

/// What came of computing recorded figures again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Again {
    /// They have the same digits.
    Same,
    /// They are others.
    Other,
    /// What they rest on is not at hand any more: a file was deleted, a group is
    /// not there, or there are too many later ones.
    Unknown,
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
    let mut found: BTreeMap<u64, Again> = recorded
        .iter()
        .map(|told| (told.seq, Again::Unknown))
        .collect();
    let mut desk = Desk {
        review,
        tournament,
        group,
        state: &state,
        material: BTreeMap::new(),
    };
    for told in recorded.iter().rev().take(MOST) {
        found.insert(told.seq, desk.of(told.seq, &told.what)?);
    }
    Ok(found)
}

/// What was gathered up to an entry of the tournament's log, by a method, on the
/// answers of an analysis.
type Gathered = (u64, u32, Option<String>);

struct Desk<'a> {
    review: &'a OpenLedger,
    tournament: &'a OpenLedger,
    group: Option<&'a Reference>,
    state: &'a ReviewState,
    material: BTreeMap<Gathered, Option<(Material, Option<Reference>)>>,
}

impl Desk<'_> {
    fn of(&mut self, seq: u64, recorded: &AnalysisRecorded) -> Result<Again, Problem> {
        let engines = self.state.analyses.iter().filter(|told| {
            told.what.kind == AnalysisKind::Engine
                && (told.seq < seq && recorded.kind == AnalysisKind::Time
                    || told.what.answers == recorded.answers)
        });
        // Times stand beside how much there was to choose, where an engine had answered by then.
        let mut bases: Vec<Option<AnalysisRecorded>> =
            engines.map(|told| Some(told.what.clone())).rev().collect();
        if recorded.kind == AnalysisKind::Time {
            bases.push(None);
        }
        let mut all_known = true;
        for basis in bases {
            match self.computed(recorded, basis.as_ref())? {
                Some(figures) if Some(&figures) == recorded.figures.as_ref() => {
                    return Ok(Again::Same);
                }
                Some(_) => {}
                None => all_known = false,
            }
        }
        Ok(if all_known {
            Again::Other
        } else {
            Again::Unknown
        })
    }

    fn computed(
        &mut self,
        recorded: &AnalysisRecorded,
        basis: Option<&AnalysisRecorded>,
    ) -> Result<Option<Vec<Figure>>, Problem> {
        let index = usize::try_from(recorded.method).unwrap_or(usize::MAX);
        let Some(told) = self.state.methods.get(index) else {
            return Ok(None);
        };
        let method = told.what.0.clone();
        let names: &[&str] = match recorded.kind {
            AnalysisKind::Time => &OF_TIME,
            AnalysisKind::Agreement => &OF_AGREEMENT,
            AnalysisKind::Engine => return Ok(None),
        };
        let answered = basis.map(|basis| basis.analysis.to_string());
        let key = (recorded.as_of.seq, recorded.method, answered);
        if !self.material.contains_key(&key) {
            let gathered = self.gathered(recorded.as_of, &method, basis)?;
            self.material.insert(key.clone(), gathered);
        }
        let Some(Some((material, group))) = self.material.get(&key) else {
            return Ok(None);
        };
        let games = &self.state.opened.games;
        let of_subject = self.state.opened.subjects.iter().map(|subject| {
            let whom = (subject.label, &subject.player);
            figures(names, whom, games, material, group.as_ref(), &method)
        });
        Ok(Some(of_subject.flatten().collect()))
    }

    fn gathered(
        &self,
        as_of: AsOf,
        method: &Method,
        basis: Option<&AnalysisRecorded>,
    ) -> Result<Option<(Material, Option<Reference>)>, Problem> {
        let Some(tournament) = Tournament::at(self.tournament, as_of)? else {
            return Ok(None);
        };
        let group = match &method.reference {
            None => None,
            Some(named) => {
                let given = self.group.cloned();
                let given = given.and_then(|group| group.is_the_one(named).ok());
                match given.or_else(|| kept_group(self.review, self.state, named)) {
                    None => return Ok(None),
                    group => group,
                }
            }
        };
        let answers = match basis {
            None => None,
            Some(basis) => {
                let Some(text) = raw_answers(self.review, basis)? else {
                    return Ok(None);
                };
                let read: Result<Answers, Problem> = tournament.answers(&text);
                let Ok(read) = read else { return Ok(None) };
                Some(read)
            }
        };
        let games = tournament.games_of_review(self.state, group.as_ref());
        let material = tournament.material(&games, answers.as_ref(), method, || ())?;
        Ok(Some((material, group)))
    }
}
