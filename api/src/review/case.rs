//! A review with the tournament that it is about, and all that its figures rest
//! on: computed anew from both whenever they are asked for.

use super::{
    again::{Again, again},
    anchor::{self, AnchorsView},
    gather::{PROGRAM, Tournament, engine_analysis, kept_group, raw_answers},
    written::Chronicle,
};
use crate::{ledger::OpenLedger, problem::Problem, routes::entries::first_after};
use fupan_domain::{
    event::Stream,
    event::review::{AnalysisKind, AnalysisRecorded, Figure, Label, Method, Subject, Whose},
    ids::{EvidenceId, GameId, PlayerId},
    review::ReviewState,
};
use fupan_replay::review::{
    Answers, Chance, Material, Reference,
    chance::chance,
    figures::{OF_AGREEMENT, OF_TIME, figures},
};
use fupan_store::Known;
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, sync::Arc};

/// A review with all that its figures rest on.
pub struct Case<'a> {
    /// What has become of the review.
    pub review: Arc<ReviewState>,
    /// The tournament.
    pub tournament: Tournament<'a>,
    /// The engine's answers that are taken, if there are any.
    pub engine: Option<AnalysisRecorded>,
    /// What they say.
    pub answers: Option<Answers>,
    /// Why they say nothing: they are none, or the file is gone.
    pub unread: Option<String>,
    /// The group to compare with, if the method names one and it is at hand.
    pub reference: Option<Reference>,
    /// Times and agreement of all games that matter.
    pub material: Material,
    /// What had been recorded before each method came into force.
    pub before: Vec<Before>,
    /// Who wrote each of its entries, and when.
    pub written: Chronicle,
    /// Its anchors in the tournament's log.
    pub anchors: AnchorsView,
    /// What comes of computing its recorded figures again, by the seq of the entry.
    pub again: BTreeMap<u64, Again>,
}

/// What had been recorded before a method came into force: figures that can have
/// been seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Before {
    /// Analyses.
    pub analyses: usize,
    /// Looks at the review.
    pub looks: u64,
}

/// The figures of a review as they are shown.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct FiguresView {
    /// The number of the method.
    pub method: u32,
    /// The method.
    pub parameters: Method,
    /// Which program computed them.
    pub program: String,
    /// Up to where the tournament's log was looked at.
    pub as_of: fupan_domain::event::review::AsOf,
    /// The engine's answers on which they rest.
    pub engine: Option<EvidenceId>,
    /// The figures of time.
    pub time: Vec<Figure>,
    /// The figures of agreement.
    pub agreement: Vec<Figure>,
    /// Of each player of whom something is compared with the reference group, how
    /// often that occurs in the group itself.
    pub chance: Vec<Chance>,
}

impl FiguresView {
    /// The entries that record them: of time, and of agreement if an engine
    /// answered. `review`: that of which they are.
    pub fn analyses(&self, ids: [EvidenceId; 2], review: &ReviewState) -> Vec<AnalysisRecorded> {
        let [time_id, agreement_id] = ids;
        let recorded = |analysis, kind, figures: &[Figure]| AnalysisRecorded {
            analysis,
            kind,
            method: self.method,
            program: self.program.clone(),
            games: review.opened.games.clone(),
            as_of: self.as_of,
            engine: None,
            answered_at: None,
            answers: None,
            figures: Some(figures.to_vec()).filter(|figures| !figures.is_empty()),
        };
        let mut analyses = vec![recorded(time_id, AnalysisKind::Time, &self.time)];
        let engines = review.analyses.iter().map(|told| &told.what);
        let mut engines =
            engines.filter(|analysis| Some(&analysis.analysis) == self.engine.as_ref());
        if let Some(engine) = engines.next() {
            analyses.push(AnalysisRecorded {
                engine: engine.engine.clone(),
                answered_at: engine.answered_at,
                answers: engine.answers.clone(),
                ..recorded(agreement_id, AnalysisKind::Agreement, &self.agreement)
            });
        }
        analyses
    }
}

/// The review of a ledger.
///
/// # Errors
/// When it is none.
pub fn review_of(open: &OpenLedger) -> Result<Arc<ReviewState>, Problem> {
    let state = open.reader.tournament(Known::Now);
    let state = state.map_err(|e| Problem::from(&e))?;
    state.review.clone().ok_or_else(|| {
        use fupan_store::EventStore;
        let name = open.store.ledger();
        Problem::new("usage", format!("ledger {name} is no review's"))
    })
}

/// What had been recorded before each method of a review came into force.
fn before(review: &OpenLedger, state: &ReviewState) -> Result<Vec<Before>, Problem> {
    let before = |seq: u64| -> Result<Before, Problem> {
        let analyses = state.analyses.iter().filter(|told| told.seq < seq);
        Ok(Before {
            analyses: analyses.count(),
            looks: first_after(&*review.store, &Stream::Access, Some(seq))?,
        })
    };
    state.methods.iter().map(|told| before(told.seq)).collect()
}

/// What a review is computed with.
#[derive(Default)]
pub struct With<'a> {
    /// The id of the engine's answers; the last ones where it is not named.
    pub engine: Option<&'a str>,
    /// The group to compare with.
    pub reference: Option<Reference>,
}

impl<'a> Case<'a> {
    /// A review and what it rests on. `told` hears of how many games there are,
    /// and of each.
    ///
    /// # Errors
    /// When something can't be read, or is another than the review names.
    pub fn gather(
        review: &OpenLedger,
        tournament: &'a OpenLedger,
        with: With<'_>,
        mut told: impl FnMut(usize, bool),
    ) -> Result<Case<'a>, Problem> {
        let state = review_of(review)?;
        let tournament = Tournament::of(tournament)?;
        let (_, method) = state.method();
        let reference = match (with.reference, &method.reference) {
            (Some(group), Some(named)) => {
                let group = group.is_the_one(named);
                Some(group.map_err(|e| Problem::new("file", e.to_string()))?)
            }
            (Some(_), None) => {
                let detail = "the method names no reference group: nothing is compared with one";
                return Err(Problem::new("file", detail));
            }
            (None, Some(named)) => kept_group(review, &state, named),
            (None, None) => None,
        };
        let engine = engine_analysis(&state, with.engine)?.cloned();
        let raw = engine
            .as_ref()
            .map(|analysis| raw_answers(review, analysis));
        let raw = raw.transpose()?.flatten();
        let deleted = engine.is_some() && raw.is_none();
        let answers = raw.map(|text| tournament.answers(&text)).transpose();
        // Whatever one reviewer handed in, the others see the rest.
        let (answers, unread) = match answers {
            Ok(None) if deleted => (None, Some("the file is not kept".to_owned())),
            Ok(answers) => (answers, None),
            Err(problem) if problem.code == "file" => (None, Some(problem.detail)),
            Err(problem) => return Err(problem),
        };
        let games = tournament.games_of_review(&state, reference.as_ref());
        told(games.len(), false);
        let material = tournament.material(&games, answers.as_ref(), method, || told(1, true))?;
        Ok(Case {
            before: before(review, &state)?,
            written: Chronicle::of(review)?,
            anchors: anchor::show(review, tournament.open)?,
            again: again(review, tournament.open, reference.as_ref())?,
            engine: engine.filter(|_| answers.is_some() || unread.is_some()),
            unread,
            review: state,
            tournament,
            answers,
            reference,
            material,
        })
    }

    /// Its figures.
    pub fn figures(&self) -> FiguresView {
        let (number, method) = self.review.method();
        let of = |names: &[&str]| -> Vec<Figure> {
            let subjects = self.review.opened.subjects.iter();
            let of_subject = subjects
                .map(|subject| self.figures_of(names, subject.label, &subject.player, method));
            of_subject.flatten().collect()
        };
        FiguresView {
            method: number,
            parameters: method.clone(),
            program: PROGRAM.to_owned(),
            as_of: self.tournament.as_of,
            engine: self
                .engine
                .as_ref()
                .filter(|_| self.answers.is_some())
                .map(|engine| engine.analysis.clone()),
            time: of(&OF_TIME),
            agreement: if self.answers.is_some() {
                of(&OF_AGREEMENT)
            } else {
                Vec::new()
            },
            chance: self.chance(method),
        }
    }

    fn chance(&self, method: &Method) -> Vec<Chance> {
        let Some(group) = &self.reference else {
            return Vec::new();
        };
        let mut names = OF_TIME.to_vec();
        if self.answers.is_some() {
            names.extend(OF_AGREEMENT);
        }
        let of = |subject: &Subject| {
            let whom = (subject.label, &subject.player);
            let games = &self.review.opened.games;
            chance(&names, whom, games, &self.material, group, method)
        };
        self.review.opened.subjects.iter().filter_map(of).collect()
    }

    fn figures_of(
        &self,
        names: &[&str],
        label: Label,
        player: &PlayerId,
        method: &Method,
    ) -> Vec<Figure> {
        let group = self.reference.as_ref();
        let games = &self.review.opened.games;
        figures(names, (label, player), games, &self.material, group, method)
    }

    /// The games under review in which a player took part.
    pub fn games_under_review(&self, player: &PlayerId) -> Vec<GameId> {
        let games = self.review.opened.games.iter();
        let plays = |game: &&GameId| {
            let times = self.material.times.get(*game);
            times.is_some_and(|times| times.side_of(player).is_some())
        };
        games.filter(plays).cloned().collect()
    }

    /// The figure of a name for some moves of a player.
    pub fn find<'f>(
        figures: &'f [Figure],
        label: Label,
        whose: Whose,
        name: &str,
    ) -> Option<&'f Figure> {
        let mut figures = figures.iter();
        figures.find(|f| f.subject == label && f.whose == whose && f.figure == name)
    }
}
