//! `fupan review open`: the first entry of a review's ledger. The method is
//! fixed here, before anything is computed.

use super::{
    super::{
        Ended, Outcome, print_json, print_text, read_file,
        source::{Opened, Source},
    },
    place::seqs,
};
use crate::{
    hold::Hold,
    ledger::{self, in_memory},
    problem::Problem,
    remote::Remote,
};
use clap::Args;
use fupan_domain::{
    event::review::{Label, Method, ReferenceNamed, ReviewOpened, Subject},
    ids::{GameId, LedgerName, OfficialId},
    tournament::KEEPER,
};
use fupan_replay::{
    draft::{Batch, Draft, Proposal},
    review::Reference,
};
use fupan_store::EventStore;
use serde_json::json;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  fupan review open case-7 --tournament spring-cup --reviewer rev-1 --reviewer rev-2 --subject A=ann --game r3-b1 --occasion 'a complaint after round 3' --question 'how long moves took' --standard 'comfortable satisfaction' --blind"
)]
pub struct Open {
    /// The review's ledger, which is made
    ledger: LedgerName,
    /// The tournament's ledger
    #[arg(long, value_name = "LEDGER")]
    tournament: LedgerName,
    /// Who alone reads and writes it; at least two
    #[arg(long = "reviewer", value_name = "OFFICIAL", required = true)]
    reviewers: Vec<OfficialId>,
    /// A player under review, with the letter that stands for the player, as A=ann
    #[arg(long = "subject", value_name = "LETTER=PLAYER", required = true, value_parser = parse_subject)]
    subjects: Vec<Subject>,
    /// A game that is looked at
    #[arg(long = "game", value_name = "GAME", required = true)]
    games: Vec<GameId>,
    /// What gave rise to it
    #[arg(long, value_name = "TEXT")]
    occasion: String,
    /// What is to be found out
    #[arg(long, value_name = "TEXT")]
    question: String,
    /// By which standard of proof it is concluded
    #[arg(long, value_name = "TEXT")]
    standard: String,
    /// Pages and reports name the players by their letters until these are revealed
    #[arg(long)]
    blind: bool,
    #[command(flatten)]
    method: Parameters,
    #[command(flatten)]
    source: Source,
    /// Print what was recorded as one JSON object
    #[arg(long)]
    pub json: bool,
}

/// The parameters of the method.
#[derive(Debug, Args)]
struct Parameters {
    /// Moves of a game, from its first, that are left out as opening
    #[arg(long, default_value_t = 50)]
    opening_moves: u32,
    /// In hundredths of a per cent: a move is left out as settled where one side wins at least so often
    #[arg(long, default_value_t = 9_500)]
    settled_rate_bp: u32,
    /// In hundredths of a point: a move is left out as forced where every other one loses at least as much more
    #[arg(long, default_value_t = 1_000)]
    forced_gap_cp: u32,
    /// In hundredths of a point: a move is as good as the first choice where it loses at most that
    #[arg(long, default_value_t = 50)]
    near_equal_cp: u32,
    /// Positions that the engine looked at less often are left out
    #[arg(long, default_value_t = 100)]
    visits_min: u32,
    /// In milliseconds: a quick move took less
    #[arg(long, default_value_t = 1_000)]
    quick_ms: u64,
    /// Figures of fewer moves are not given
    #[arg(long, default_value_t = 30)]
    moves_min: u32,
    /// A z-score is given only where at least so many of the group have the figure
    #[arg(long, default_value_t = 30)]
    reference_min: u32,
    /// The group to compare with, as `fupan review reference` writes it
    #[arg(long, value_name = "FILE")]
    reference: Option<PathBuf>,
}

fn parse_subject(text: &str) -> Result<Subject, String> {
    let (label, player) = text
        .split_once('=')
        .ok_or("expected a letter and a player, as A=ann")?;
    Ok(Subject {
        label: label.parse::<Label>().map_err(|e| e.to_string())?,
        player: player.parse().map_err(|e| format!("{e}"))?,
    })
}

impl Parameters {
    fn method(&self) -> Result<Method, Problem> {
        Ok(Method {
            name: "fupan-1".to_owned(),
            opening_moves: self.opening_moves,
            settled_rate_bp: self.settled_rate_bp,
            forced_gap_cp: self.forced_gap_cp,
            near_equal_cp: self.near_equal_cp,
            visits_min: self.visits_min,
            quick_ms: self.quick_ms,
            moves_min: self.moves_min,
            reference_min: self.reference_min,
            reference: self.named()?,
        })
    }

    fn named(&self) -> Result<Option<ReferenceNamed>, Problem> {
        let Some(path) = &self.reference else {
            return Ok(None);
        };
        let told = |e: fupan_replay::review::ReferenceError| {
            Problem::new("group", e.to_string()).in_file(path)
        };
        let group = Reference::read(&read_file(path)?).map_err(told)?;
        group.named().map(Some).map_err(told)
    }
}

impl Open {
    pub fn run(self) -> Outcome {
        let opened = ReviewOpened {
            tournament: self.tournament,
            occasion: self.occasion,
            question: self.question,
            reviewers: self.reviewers,
            subjects: self.subjects,
            games: self.games,
            method: self.method.method()?,
            standard_of_proof: self.standard,
            blind: self.blind,
        };
        let draft = super::draft(KEEPER, "review_opened", &opened)?;
        let seqs = match self.source.opened()? {
            Opened::Folder => in_folder(&self.source, &self.ledger, &opened, draft)?,
            Opened::Service(remote) => at_service(&remote, &self.ledger, &opened, &draft)?,
        };
        if self.json {
            print_json(&json!({ "ledger": self.ledger, "entries": seqs }))?;
        } else {
            print_text(&super::told(
                &format!("review {} is open", self.ledger),
                &seqs,
            ))?;
        }
        Ok(Ended::Sound)
    }
}

/// Opens it at a service, with the keeper's token.
fn at_service(
    remote: &Remote,
    ledger: &LedgerName,
    opened: &ReviewOpened,
    draft: &Draft,
) -> Result<Vec<u64>, Problem> {
    for game in &opened.games {
        // That it is there; the service itself does not look into another ledger.
        remote.json(&format!("/v1/ledgers/{}/games/{game}", opened.tournament))?;
    }
    let opening = json!({ "ledger": ledger, "entry": draft });
    Ok(seqs(&remote.post_json("/v1/ledgers", &opening)?))
}

fn in_folder(
    source: &Source,
    name: &LedgerName,
    opened: &ReviewOpened,
    draft: Draft,
) -> Result<Vec<u64>, Problem> {
    let _hold = Hold::for_verb(&source.data.data)?;
    let ledgers = ledger::ledgers(&source.data.data)?;
    let tournament = super::super::told(ledger::open(&ledgers, &opened.tournament))?;
    let state = crate::review::gather::Tournament::of(&tournament)?.state;
    for game in &opened.games {
        if !state.games.contains_key(game) {
            let detail = format!("game {game} was not paired in {}", opened.tournament);
            return Err(Problem::new("usage", detail));
        }
    }
    // Tried in memory first, so that a refused opening leaves no empty ledger.
    let proposal = Proposal::prepare(draft.clone(), ledger::new_id()?, [0; 16]);
    let batch = Batch {
        proposals: vec![proposal.map_err(|e| Problem::from(&e))?],
        submitted_by: KEEPER.parse().map_err(|e| Problem::internal(&e))?,
    };
    let tried = in_memory(name)?.append(batch);
    tried.map_err(|e| Problem::from(&e))?;
    let open = super::super::told(ledger::open_or_create(&ledgers, name))?;
    let receipts = open.append(vec![draft])?;
    Ok(receipts.iter().map(|r| r.seq).collect())
}
