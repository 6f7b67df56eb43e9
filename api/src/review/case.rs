//! A review with the tournament that it is about, and all that its figures rest
//! on: computed anew from both whenever they are asked for.

use super::gather::{PROGRAM, Tournament, engine_analysis, kept_group, raw_answers};
use crate::{ledger::OpenLedger, problem::Problem};
use fupan_domain::{
    event::review::{AnalysisKind, AnalysisRecorded, Figure, Label, Method, Whose},
    ids::{EvidenceId, GameId, PlayerId},
    review::ReviewState,
};
use fupan_replay::review::{
    Answers, Material, Reference,
    figures::{OF_AGREEMENT, OF_TIME, figures},
};
use fupan_store::Known;
use serde::Serialize;
use std::sync::Arc;

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
    /// The group to compare with, if the method names one and it is at hand.
    pub reference: Option<Reference>,
    /// Times and agreement of all games that matter.
    pub material: Material,
}

/// The figures of a review as they are shown.
#[derive(Clone, Debug, Serialize)]
pub struct FiguresView {
    /// The number of the method.
    pub method: u32,
    /// The method.
    pub parameters: Method,
    /// Which program computed them.
    pub program: &'static str,
    /// Up to where the tournament's log was looked at.
    pub as_of: fupan_domain::event::review::AsOf,
    /// The engine's answers on which they rest.
    pub engine: Option<EvidenceId>,
    /// The figures of time.
    pub time: Vec<Figure>,
    /// The figures of agreement.
    pub agreement: Vec<Figure>,
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
        let answers = raw.map(|text| tournament.answers(&text)).transpose()?;
        let games = tournament.games_of_review(&state, reference.as_ref());
        told(games.len(), false);
        let material = tournament.material(&games, answers.as_ref(), method, || told(1, true))?;
        Ok(Case {
            engine: engine.filter(|_| answers.is_some()),
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
            program: PROGRAM,
            as_of: self.tournament.as_of,
            engine: self.engine.as_ref().map(|engine| engine.analysis.clone()),
            time: of(&OF_TIME),
            agreement: if self.answers.is_some() {
                of(&OF_AGREEMENT)
            } else {
                Vec::new()
            },
        }
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

    /// The entries that record its figures: of time, and of agreement if an
    /// engine answered.
    pub fn analyses(&self, ids: [EvidenceId; 2]) -> Vec<AnalysisRecorded> {
        let view = self.figures();
        let [time_id, agreement_id] = ids;
        let recorded = |analysis, kind, figures: Vec<Figure>| AnalysisRecorded {
            analysis,
            kind,
            method: view.method,
            program: PROGRAM.to_owned(),
            games: self.review.opened.games.clone(),
            as_of: view.as_of,
            engine: None,
            answered_at: None,
            answers: None,
            figures: Some(figures).filter(|figures| !figures.is_empty()),
        };
        let mut analyses = vec![recorded(time_id, AnalysisKind::Time, view.time.clone())];
        if let Some(engine) = &self.engine {
            let agreement = recorded(
                agreement_id,
                AnalysisKind::Agreement,
                view.agreement.clone(),
            );
            analyses.push(AnalysisRecorded {
                engine: engine.engine.clone(),
                answered_at: engine.answered_at,
                answers: engine.answers.clone(),
                ..agreement
            });
        }
        analyses
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
