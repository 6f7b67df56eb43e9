//! A review with the tournament that it is about, and all that its figures rest
//! on: computed anew from both whenever they are asked for.

use super::{
    again::{Again, again},
    anchor::{self, AnchorsView},
    answered::{Answered, that_count},
    gather::{PROGRAM, Tournament, kept_group},
    written::Chronicle,
};
use crate::{ledger::OpenLedger, problem::Problem, routes::entries::first_after};
use fupan_domain::{
    Colour, Timestamp,
    event::Stream,
    event::review::{AnalysisKind, AnalysisRecorded, Figure, Label, Method, Whose},
    ids::{EvidenceId, GameId, LedgerName, PlayerId, Sha256},
    review::{Due, ReviewState},
};
use fupan_replay::review::{
    Answers, Basis, Chance, Looked, Material, Members, NotCompared, Reference, basis,
    chance::chance,
    figures::{OF_AGREEMENT, OF_TIME, figures},
};
use fupan_store::{EventStore, Known};
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

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
    /// What the players of the tournament are called, where their names are kept.
    pub names: BTreeMap<PlayerId, String>,
    /// What can follow next.
    pub due: Vec<Due>,
    /// Where its files stand, by their hashes.
    pub files: BTreeMap<Sha256, FileNow>,
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

/// Where a file of a review stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct FileNow {
    /// `awaited`, `kept` or `deleted`, as the log has it.
    pub state: &'static str,
    /// When its bytes came.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub received: Option<Timestamp>,
    /// When they were deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deleted: Option<Timestamp>,
    /// Whether they are here: not in a copy without its files.
    pub here: bool,
}

/// The names of whoever plays in these games, as they lie beside the tournament's log.
fn names(tournament: &Tournament<'_>, material: &Material) -> BTreeMap<PlayerId, String> {
    let players = material.times.values().flat_map(|times| {
        let sides = Colour::BOTH.into_iter();
        sides.filter_map(|side| times.players[side].clone())
    });
    let players: BTreeSet<PlayerId> = players.collect();
    let name = |player: PlayerId| {
        let known = tournament.state.players.get(&player)?;
        let commitment = known.registered.person;
        let record = tournament.open.store.person(commitment).ok().flatten()?;
        Some((player, record.name))
    };
    players.into_iter().filter_map(name).collect()
}

/// What can follow next in a review.
fn due(review: &OpenLedger) -> Result<Vec<Due>, Problem> {
    let ledger = review.reader.tournament(Known::Now);
    Ok(ledger.map_err(|e| Problem::from(&e))?.review_due())
}

/// Where the files of a review stand.
fn files(review: &OpenLedger, state: &ReviewState) -> Result<BTreeMap<Sha256, FileNow>, Problem> {
    let ledger = review.reader.tournament(Known::Now);
    let ledger = ledger.map_err(|e| Problem::from(&e))?;
    let of = |sha256: Sha256| {
        let file = ledger.files.get(&sha256)?;
        let kept = review.blobs.open(sha256).ok().flatten();
        let now = FileNow {
            state: file.state().name(),
            received: file.received,
            deleted: file.deleted.as_ref().map(|gone| gone.at),
            here: kept.is_some(),
        };
        Some((sha256, now))
    };
    let attached = state.evidence.iter().map(|told| told.what.sha256);
    Ok(attached.filter_map(of).collect())
}

/// The group that a method names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupNamed {
    /// What it is called.
    pub name: String,
    /// The hash of its list.
    pub sha256: Sha256,
    /// How many members it has.
    pub members: u32,
    /// Whether its list is at hand: among the review's files, or given.
    pub at_hand: bool,
}

/// The command that attaches the list of a group to a review.
pub fn attach_group(review: &LedgerName) -> String {
    format!(
        "fupan evidence add {review} group.json --stream review --evidence group --title 'the group' \
         --class restricted --delete-after DATE --actor REVIEWER"
    )
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
    /// The group that the method names, if it names one.
    #[serde(default)]
    pub group: Option<GroupNamed>,
    /// On what the figures rest: moves, times that are known, what is left out and why.
    #[serde(default)]
    pub basis: Vec<Basis>,
    /// How many members of the group have figures, where its list is at hand.
    #[serde(default)]
    pub members: Option<Members>,
    /// Which figures are not compared with the group, and why.
    #[serde(default)]
    pub not_compared: Vec<NotCompared>,
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
    let each = unread.iter().map(|(id, why)| {
        if named {
            format!("{id}: {why}")
        } else {
            id.to_string()
        }
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
                Some(group.map_err(|e| Problem::new("group", e.to_string()))?)
            }
            (Some(_), None) => {
                let detail = "the method names no reference group: nothing is compared with one";
                return Err(Problem::new("group", detail));
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
            names: names(&tournament, &material),
            due: due(review)?,
            files: files(review, &state)?,
            written: Chronicle::of(review)?,
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
        let engine = self.answers.is_some();
        let of_agreement = if engine { &OF_AGREEMENT[..] } else { &[] };
        let names = [&OF_TIME[..], of_agreement].concat();
        let group = method.reference.as_ref().map(|named| GroupNamed {
            name: named.name.clone(),
            sha256: named.sha256,
            members: named.members,
            at_hand: self.reference.is_some(),
        });
        let reference = self.reference.as_ref();
        FiguresView {
            method: number,
            parameters: method.clone(),
            program: PROGRAM.to_owned(),
            as_of: self.tournament.as_of,
            engine: self
                .engine
                .as_ref()
                .filter(|_| engine)
                .map(|engine| engine.analysis.clone()),
            engines: self.engines.clone(),
            positions_changed: self.changed.values().sum(),
            group,
            basis: self.of_each(|looked| basis::basis(looked, engine)),
            members: reference.map(|group| basis::members(&self.material, group, method)),
            not_compared: self.of_each(|looked| basis::not_compared(&names, looked)),
            time: self.of_each(|looked| figures(&OF_TIME, looked)),
            agreement: self.of_each(|looked| figures(of_agreement, looked)),
            chance: self.of_each(|looked| chance(&names, looked).into_iter().collect()),
        }
    }

    /// What something is of each player under review, one after the other.
    fn of_each<'c, T>(&'c self, of: impl Fn(Looked<'c>) -> Vec<T>) -> Vec<T> {
        let subjects = self.review.opened.subjects.iter();
        let each = subjects.flat_map(|subject| {
            of(Looked {
                label: subject.label,
                player: &subject.player,
                games: &self.review.opened.games,
                material: &self.material,
                reference: self.reference.as_ref(),
                method: self.review.method().1,
            })
        });
        each.collect()
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
