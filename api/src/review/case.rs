//! A review with the tournament that it is about, and all that its figures rest
//! on: computed anew from both whenever they are asked for.

use super::{
    again::{Again, again},
    anchor::{self, AnchorsView},
    answered::{Answered, that_count},
    gather::{PROGRAM, Tournament, kept_group},
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
    /// The engine's answers that are taken, the last ones, if there are any.
    pub engine: Option<AnalysisRecorded>,
    /// The ids of all of them that count, in order.
    pub engines: Vec<EvidenceId>,
    /// Of each game how many positions are others now than the engine saw: what it
    /// said of them counts no longer.
    pub changed: BTreeMap<GameId, usize>,
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
    /// All of the engine's answers on which they rest, in order.
    #[serde(default)]
    pub engines: Vec<EvidenceId>,
    /// How many positions are others now than the engine saw: they are left out.
    #[serde(default)]
    pub positions_changed: usize,
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
    /// answered; several of each where one can't hold the figures of so many players.
    /// `review`: that of which they are; `number` tells their ids from others.
    ///
    /// # Errors
    /// Never for a number: an id of it is one.
    pub fn analyses(
        &self,
        number: usize,
        review: &ReviewState,
    ) -> Result<Vec<AnalysisRecorded>, Problem> {
        let recorded = |kind, figures: Vec<Figure>, part: usize| {
            let name = match kind {
                AnalysisKind::Time => "time",
                AnalysisKind::Engine | AnalysisKind::Agreement => "agreement",
            };
            let id = match part {
                0 => format!("{name}-{number}"),
                part => format!("{name}-{number}-{}", part + 1),
            };
            Ok::<_, Problem>(AnalysisRecorded {
                analysis: id.parse().map_err(|e| Problem::internal(&e))?,
                kind,
                method: self.method,
                program: self.program.clone(),
                games: review.opened.games.clone(),
                as_of: self.as_of,
                engine: None,
                answered_at: None,
                answers: None,
                figures: Some(figures).filter(|figures| !figures.is_empty()),
            })
        };
        let mut analyses = Vec::new();
        for (figures, part) in in_parts(&self.time).into_iter().zip(0..) {
            analyses.push(recorded(AnalysisKind::Time, figures, part)?);
        }
        let engines = review.analyses.iter().map(|told| &told.what);
        let mut engines =
            engines.filter(|analysis| Some(&analysis.analysis) == self.engine.as_ref());
        if let Some(engine) = engines.next() {
            for (figures, part) in in_parts(&self.agreement).into_iter().zip(0..) {
                analyses.push(AnalysisRecorded {
                    engine: engine.engine.clone(),
                    answered_at: engine.answered_at,
                    answers: engine.answers.clone(),
                    ..recorded(AnalysisKind::Agreement, figures, part)?
                });
            }
        }
        Ok(analyses)
    }
}

/// The most figures that an entry holds (`schemas/event/review/analysis_recorded`).
const FIGURES_MAX: usize = 300;

/// Figures as entries hold them: those of a player stand in one of them; one part
/// where there are none.
fn in_parts(figures: &[Figure]) -> Vec<Vec<Figure>> {
    let mut parts: Vec<Vec<Figure>> = vec![Vec::new()];
    for of_player in figures.chunk_by(|one, next| one.subject == next.subject) {
        match parts.last_mut() {
            Some(part) if part.len() + of_player.len() <= FIGURES_MAX => {
                part.extend_from_slice(of_player);
            }
            _ => parts.push(of_player.to_vec()),
        }
    }
    parts
}

/// Why answers can't be read, for whoever looks: what is wrong with a line names the
/// game that it is about, which a blind review does not.
fn told_unread(unread: &[(EvidenceId, String)], named: bool) -> Option<String> {
    let each = unread.iter().map(|(id, why)| match named {
        true => format!("{id}: {why}"),
        false => id.to_string(),
    });
    let each: Vec<String> = each.collect();
    (!each.is_empty()).then(|| each.join("; "))
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
        let engines = that_count(&state, with.engine)?;
        let games = tournament.games_of_review(&state, reference.as_ref());
        told(games.len(), false);
        let Answered {
            answers,
            unread,
            changed,
        } = Answered::of(review, &tournament, &engines, &games)?;
        let engine = engines.last().map(|engine| (*engine).clone());
        let read = engines.iter().map(|engine| &engine.analysis);
        let read = read.filter(|id| unread.iter().all(|(other, _)| other != *id));
        let engines = read.cloned().collect();
        let unread = told_unread(&unread, state.names_players());
        let material = tournament.material(&games, answers.as_ref(), method, || told(1, true))?;
        Ok(Case {
            before: before(review, &state)?,
            anchors: anchor::show(review, tournament.open)?,
            again: again(review, tournament.open, reference.as_ref())?,
            engine,
            engines,
            changed,
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
            engines: self.engines.clone(),
            positions_changed: self.changed.values().sum(),
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
