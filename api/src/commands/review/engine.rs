//! `fupan review import`: an engine's answers go into a review: the file beside
//! its ledger, known by its hash, and an entry that says which engine gave them.

use super::{
    super::{
        Ended, Outcome, parse_day, parse_time, print_json, print_text, read_file, source::Source,
    },
    place::{Away, Both, Games, Place, There},
};
use crate::{
    config::Config,
    evidence::{self, Upload},
    problem::Problem,
    review::gather::{PROGRAM, Tournament, no_answers},
};
use clap::Args;
use fupan_domain::{
    Timestamp, amount,
    event::{
        Stream,
        common::EvidenceClass,
        review::{AnalysisKind, AnalysisRecorded, EngineUsed, EvidenceAttached, FileUsed},
    },
    ids::{EvidenceId, GameId, LedgerName, OfficialId, Sha256},
};
use fupan_replay::review::{Answers, games_named};
use fupan_store::wall_clock;
use serde_json::json;
use std::path::{Path, PathBuf};

/// The most games that an entry names (`schemas/event/review/analysis_recorded`); a
/// file about more is told of by several.
const GAMES_MAX: usize = 500;

/// The media type under which answers are kept: JSON lines.
const ANSWERS: &str = "text/plain";

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  fupan review import case-7 answers.jsonl --engine katago.json --as rev-1 --delete-after 2y"
)]
pub struct Import {
    /// The review's ledger
    ledger: LedgerName,
    /// The answers, one JSON object a line, as the engine gave them
    answers: PathBuf,
    /// Which engine gave them: a JSON object as `docs/katago/setup.sh` writes it
    #[arg(long, value_name = "FILE")]
    engine: PathBuf,
    /// How often each position was to be looked at, where the queries asked for another number than the engine's settings have
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    visits: Option<u32>,
    /// The id of this analysis
    #[arg(long, value_name = "ID", default_value = "engine-1")]
    analysis: EvidenceId,
    /// When it answered; now where it is left out
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    answered_at: Option<Timestamp>,
    /// When the file of answers is to be deleted, as 2y, 90d or a time, ten years ahead at most; its hash stays
    #[arg(long, value_name = "TERM", value_parser = parse_day)]
    delete_after: Timestamp,
    /// Which reviewer takes them in
    #[arg(long = "as", value_name = "REVIEWER")]
    reviewer: OfficialId,
    #[command(flatten)]
    source: Source,
    /// Print what was recorded as one JSON object
    #[arg(long)]
    pub json: bool,
}

impl Import {
    pub fn run(self) -> Outcome {
        let bytes = read_file(&self.answers)?;
        let text = std::str::from_utf8(&bytes).map_err(|e| {
            Problem::new("engine_files", format!("is no UTF-8: {e}")).in_file(&self.answers)
        })?;
        let mut engine: EngineUsed = serde_json::from_slice(&read_file(&self.engine)?)
            .map_err(|e| Problem::new("engine_files", e.to_string()).in_file(&self.engine))?;
        evidence::need_day(&Stream::Review, Some(self.delete_after), wall_clock())?;
        let place = Place::seen_by(&self.source, &self.ledger, &self.reviewer, "import")?;
        let (games, as_of) = match &place {
            Place::Folder(both) => {
                let tournament = Tournament::of(&both.tournament)?;
                (tournament.answers(text), tournament.as_of)
            }
            Place::Service(there) => {
                let tournament = there.tournament();
                let as_of = tournament.as_of()?;
                (answers_there(&tournament, text), as_of)
            }
        };
        let games = games.map_err(|p| p.in_file(&self.answers))?;
        engine.visits = self.visits.unwrap_or(engine.visits);
        let visits = fitting(engine.visits, &games).map_err(|p| p.in_file(&self.answers))?;
        let games: Vec<GameId> = games.games().cloned().collect();
        if let Some(answered_at) = self.answered_at {
            let last = match &place {
                Place::Folder(both) => {
                    Games::Here(Tournament::of(&both.tournament)?).last_move(&games)
                }
                Place::Service(there) => Games::Away(there.tournament()).last_move(&games),
            };
            need_played(answered_at, last?)?;
        }
        let sha256 = Sha256::of(&bytes);
        let length = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        // Nothing is attached that could not be kept.
        place.keeps()?.need(ANSWERS, length)?;
        evidence::need_kind(&self.answers, ANSWERS)?;
        let analysis = AnalysisRecorded {
            analysis: self.analysis.clone(),
            kind: AnalysisKind::Engine,
            method: place.state().method().0,
            program: PROGRAM.to_owned(),
            games: Vec::new(),
            as_of,
            engine: Some(engine),
            answered_at: Some(self.answered_at.unwrap_or_else(wall_clock)),
            answers: Some(FileUsed {
                sha256,
                bytes: length,
            }),
            figures: None,
        };
        let attached = EvidenceAttached {
            evidence: self.analysis.clone(),
            sha256,
            bytes: length,
            media_type: ANSWERS.to_owned(),
            title: format!("an engine's answers, {}", self.analysis),
            class: EvidenceClass::Restricted,
            delete_after: self.delete_after,
        };
        let actor = self.reviewer.as_str();
        let mut drafts = vec![super::draft(actor, "evidence_attached", &attached)?];
        for (games, part) in games.chunks(GAMES_MAX).zip(1..) {
            let id = match part {
                1 => self.analysis.clone(),
                part => format!("{}-{part}", self.analysis)
                    .parse()
                    .map_err(|e| Problem::internal(&e))?,
            };
            let analysis = AnalysisRecorded {
                analysis: id,
                games: games.to_vec(),
                ..analysis.clone()
            };
            drafts.push(super::draft(actor, "analysis_recorded", &analysis)?);
        }
        let seqs = place.append(drafts)?;
        match &place {
            Place::Folder(both) => keep_here(both, sha256, &bytes)?,
            Place::Service(there) => keep_there(there, sha256, &self.answers)?,
        }
        if self.json {
            let (least, most) = visits;
            print_json(&json!({
                "analysis": self.analysis, "sha256": sha256, "entries": seqs,
                "visits": {"least": least, "most": most},
            }))?;
        } else {
            print_text(&super::told(
                &format!(
                    "{}: answers about {} are taken in, with {} visits a position",
                    self.analysis,
                    amount(games.len(), "game"),
                    from_to(visits)
                ),
                &seqs,
            ))?;
        }
        Ok(Ended::Sound)
    }
}

/// No engine answers about a move before it is played.
fn need_played(answered_at: Timestamp, last: Option<(GameId, Timestamp)>) -> Result<(), Problem> {
    match last {
        Some((game, at)) if answered_at < at => {
            let detail = format!(
                "--answered-at {answered_at}: the last move of game {game} was played at {at}, expected a time after it"
            );
            Err(Problem::new("usage", detail))
        }
        _ => Ok(()),
    }
}

/// The fewest and the most visits of a position in the answers themselves, if what is said
/// of the engine can be true of them. Several threads look a little oftener than they were
/// asked to, and a position that is over less often; but if none was looked at so often, or
/// each twice as often, it was another run.
fn fitting(told: u32, answers: &Answers) -> Result<(u32, u32), Problem> {
    let visits = answers.visits().unwrap_or_default();
    let (least, most) = visits;
    if told <= most && least <= told.saturating_mul(2) {
        return Ok(visits);
    }
    let detail = format!(
        "visits {told}: the answers themselves have {}, expected --visits with the number that was asked for",
        from_to(visits)
    );
    Err(Problem::new("engine_files", detail))
}

/// Two numbers as one range.
fn from_to((least, most): (u32, u32)) -> String {
    if least == most {
        least.to_string()
    } else {
        format!("{least} to {most}")
    }
}

/// Answers to the queries of their games as a service has them.
fn answers_there(tournament: &Away<'_>, text: &str) -> Result<Answers, Problem> {
    let mut queries = Vec::new();
    for game in games_named(text).map_err(|e| no_answers(&e))? {
        let of_game = tournament.queries(&game, None)?;
        queries.extend(of_game.into_iter().map(|query| (game.clone(), query)));
    }
    Answers::read(text, &queries).map_err(|e| no_answers(&e))
}

fn keep_here(both: &Both, sha256: Sha256, bytes: &[u8]) -> Result<(), Problem> {
    let now = wall_clock();
    let limits = Config::load(None)?.evidence;
    let mut upload = Upload::begin(&both.review, sha256, None, &limits, now)?;
    upload.take(bytes)?;
    let blob = upload.finish()?;
    if !evidence::is_received(&both.review, sha256)? {
        both.review.append(vec![evidence::received(blob, now)?])?;
    }
    Ok(())
}

fn keep_there(there: &There, sha256: Sha256, file: &Path) -> Result<(), Problem> {
    let path = there.of_review(&format!("/evidence/{sha256}"));
    there.remote.post_file(&path, file).map(drop)
}
