//! The engine's answers that a review took in: which of them count, read as what
//! they are: answers about the games as they stood when they were taken in. What has
//! been corrected since is told, and counts as long as no engine has seen it.

use super::gather::{Tournament, raw_answers};
use crate::{ledger::OpenLedger, problem::Problem};
use fupan_domain::{
    event::review::{AnalysisKind, AnalysisRecorded},
    ids::{EvidenceId, GameId},
    review::ReviewState,
};
use fupan_replay::review::{Answers, query::Query};
use std::collections::{BTreeMap, BTreeSet};

/// The engine's answers that count: those of an id; else the last ones, with all
/// before them that the very same engine gave, by network, settings and visits. What
/// several engines say is never mixed.
///
/// # Errors
/// When there is no analysis of that id.
pub fn that_count<'a>(
    review: &'a ReviewState,
    id: Option<&str>,
) -> Result<Vec<&'a AnalysisRecorded>, Problem> {
    let engines = review.analyses.iter().map(|told| &told.what);
    let engines = engines.filter(|analysis| analysis.kind == AnalysisKind::Engine);
    let engines: Vec<&AnalysisRecorded> = engines.collect();
    let Some(id) = id else {
        return Ok(with_same_engine(&engines));
    };
    let found = engines
        .into_iter()
        .find(|analysis| analysis.analysis.as_str() == id);
    found.map(|analysis| vec![analysis]).ok_or_else(|| {
        let detail = format!("the review has no engine's answers {id}");
        Problem::new("not_found", detail)
    })
}

/// Of some engines' answers the last ones, with all before them by the same engine.
pub fn with_same_engine<'a>(engines: &[&'a AnalysisRecorded]) -> Vec<&'a AnalysisRecorded> {
    let last = engines.last().map(|last| &last.engine);
    let same = engines.iter().filter(|one| Some(&one.engine) == last);
    same.copied().collect()
}

/// Answers as they are read.
#[derive(Default)]
pub struct Answered {
    /// What they say; `None` where none can be read.
    pub answers: Option<Answers>,
    /// Those that can't be read, each with why.
    pub unread: Vec<(EvidenceId, String)>,
    /// Of each game how many positions are others now than those that the engine saw.
    pub changed: BTreeMap<GameId, usize>,
}

impl Answered {
    /// Reads the files of these analyses. Of a game that several of them are about the
    /// last one counts. `games`: those that matter.
    ///
    /// # Errors
    /// When a ledger or a file can't be read.
    pub fn of(
        review: &OpenLedger,
        tournament: &Tournament<'_>,
        analyses: &[&AnalysisRecorded],
        games: &BTreeSet<GameId>,
    ) -> Result<Answered, Problem> {
        let mut answered = Answered::default();
        // A file about very many games is told of by several entries.
        let mut read = BTreeSet::new();
        for analysis in analyses {
            let file = analysis.answers.as_ref().map(|file| file.sha256);
            if !read.insert((file, analysis.as_of.seq)) {
                continue;
            }
            let why = match answers_then(review, tournament, analysis)? {
                Ok((then, answers)) => {
                    answered.take(tournament, &then, answers, games)?;
                    continue;
                }
                Err(why) => why,
            };
            answered.unread.push((analysis.analysis.clone(), why));
        }
        Ok(answered)
    }

    fn take(
        &mut self,
        now: &Tournament<'_>,
        then: &Tournament<'_>,
        mut further: Answers,
        games: &BTreeSet<GameId>,
    ) -> Result<(), Problem> {
        let about: Vec<GameId> = further.games().cloned().collect();
        for game in about {
            self.changed.remove(&game);
            if then.as_of == now.as_of || !games.contains(&game) {
                continue;
            }
            let (asked, asks) = (queries(then, &game)?, queries(now, &game)?);
            let changed = further.hold_against(&game, &asked, &asks);
            if changed > 0 {
                self.changed.insert(game, changed);
            }
        }
        self.answers.get_or_insert_default().extend(further);
        Ok(())
    }
}

fn queries(tournament: &Tournament<'_>, game: &GameId) -> Result<Vec<Query>, Problem> {
    if tournament.state.paired(game).is_none() {
        return Ok(Vec::new());
    }
    Ok(Query::of(&tournament.game(game)?, None))
}

/// The tournament as it stood when answers were taken in, and what they say of it;
/// else why they can't be read.
type Read<'a> = Result<(Tournament<'a>, Answers), String>;

fn answers_then<'a>(
    review: &OpenLedger,
    tournament: &Tournament<'a>,
    analysis: &AnalysisRecorded,
) -> Result<Read<'a>, Problem> {
    let Some(text) = raw_answers(review, analysis)? else {
        return Ok(Err("the file is not kept".to_owned()));
    };
    let Some(then) = Tournament::at(tournament.open, analysis.as_of)? else {
        let seq = analysis.as_of.seq;
        return Ok(Err(format!(
            "the tournament's log has no entry {seq} of the hash that is told"
        )));
    };
    // Whatever one reviewer handed in, the others see the rest.
    match then.recorded_answers(&text) {
        Ok(answers) => Ok(Ok((then, answers))),
        Err(problem) if ["engine_files", "not_found"].contains(&problem.code) => {
            Ok(Err(problem.detail))
        }
        Err(problem) => Err(problem),
    }
}
