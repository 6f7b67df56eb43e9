//! `fupan review open`: the first entry of a review's ledger. The method is
//! fixed here, before anything is computed.

use super::{
    super::{
        Ended, Outcome, print_error, print_json, print_text,
        source::{Opened, Source},
    },
    figures::group,
    place::{Away, Games, seqs},
};
use crate::{
    hold::Hold,
    ledger::{self, in_memory},
    live::Kind,
    problem::Problem,
    remote::Remote,
    review::{gather::Tournament, opening},
};
use clap::Args;
use fupan_domain::{
    event::review::{Label, Method, ReviewOpened, Subject},
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
    fn method(&self, group: Option<&Reference>) -> Result<Method, Problem> {
        let named = group.map(Reference::named).transpose();
        let named = named.map_err(|e| Problem::new("group", e.to_string()))?;
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
            reference: named,
        })
    }
}

impl Open {
    pub fn run(self) -> Outcome {
        let group = group(self.method.reference.as_deref())?;
        let opened = ReviewOpened {
            tournament: self.tournament.clone(),
            occasion: self.occasion.clone(),
            question: self.question.clone(),
            reviewers: self.reviewers.clone(),
            subjects: self.subjects.clone(),
            games: self.games.clone(),
            method: self.method.method(group.as_ref())?,
            standard_of_proof: self.standard.clone(),
            blind: self.blind,
        };
        let with = (&opened, group.as_ref());
        opening::need_own_ledger(&self.ledger, &opened)?;
        let draft = super::draft(KEEPER, "review_opened", &opened)?;
        let (seqs, remarks) = match self.source.opened()? {
            Opened::Folder => in_folder(&self.source, &self.ledger, with, draft)?,
            Opened::Service(remote) => at_service(&remote, &self.ledger, with, &draft)?,
        };
        if self.json {
            print_json(&json!({ "ledger": self.ledger, "entries": seqs, "remarks": remarks }))?;
        } else {
            print_text(&super::told(
                &format!("review {} is open", self.ledger),
                &seqs,
            ))?;
            for remark in remarks {
                print_error(&format_args!("note: {remark}"));
            }
            let first = opened
                .reviewers
                .first()
                .map_or("REVIEWER", OfficialId::as_str);
            for next in self.next(opened.method.reference.is_some(), first) {
                print_error(&format_args!("next: {next}"));
            }
        }
        Ok(Ended::Sound)
    }

    /// What comes next, as verbs; docs/review.md tells the whole way.
    fn next(&self, has_group: bool, reviewer: &str) -> Vec<String> {
        let ledger = &self.ledger;
        let mut steps = Vec::new();
        if let Some(group) = self.method.reference.as_ref().filter(|_| has_group) {
            steps.push(format!(
                "fupan evidence add {ledger} {} --stream review --evidence group --title 'the group' --class restricted --delete-after TIME --actor {reviewer}",
                group.display()
            ));
        }
        steps.push(format!(
            "where an engine is asked: fupan review export {} {}, its run, and fupan review import {ledger} ANSWERS --as {reviewer} …",
            self.tournament,
            self.games.iter().map(GameId::as_str).collect::<Vec<_>>().join(" ")
        ));
        steps.push(format!(
            "fupan review figures {ledger} --as {reviewer} --record"
        ));
        steps.push(format!("fupan review note {ledger} NOTE --keep SEALED --as {reviewer}, and each other reviewer; then open-note, reveal, answer, conclude"));
        steps
    }
}

/// The seqs of what was recorded, and what is to be said of it.
type Recorded = (Vec<u64>, Vec<String>);

/// Opens it at a service, with the keeper's token.
fn at_service(
    remote: &Remote,
    ledger: &LedgerName,
    (opened, group): (&ReviewOpened, Option<&Reference>),
    draft: &Draft,
) -> Result<Recorded, Problem> {
    for game in &opened.games {
        // That it is there: of a tournament that it does not have the service knows nothing.
        remote.json(&format!("/v1/ledgers/{}/games/{game}", opened.tournament))?;
    }
    if let Some(group) = group {
        Games::Away(Away::new(remote, &opened.tournament)).need_all(&group.members)?;
    }
    let opening = json!({ "ledger": ledger, "entry": draft });
    let answer = remote.post_json("/v1/ledgers", &opening)?;
    let remarks = answer["remarks"].as_array().into_iter().flatten();
    let remarks = remarks.filter_map(|remark| remark.as_str().map(str::to_owned));
    Ok((seqs(&answer), remarks.collect()))
}

fn in_folder(
    source: &Source,
    name: &LedgerName,
    (opened, group): (&ReviewOpened, Option<&Reference>),
    draft: Draft,
) -> Result<Recorded, Problem> {
    let _hold = Hold::for_verb(&source.data.data)?;
    let ledgers = ledger::ledgers(&source.data.data)?;
    let tournament = super::super::told(ledger::open(&ledgers, &opened.tournament))?;
    let there = Tournament::of(&tournament)?;
    opening::need_fit(opened, &there.state)?;
    if let Some(group) = group {
        Games::Here(Tournament::of(&tournament)?).need_all(&group.members)?;
    }
    let mut remarks = opening::remarks(opened, &tournament)?;
    // Tried in memory first, so that a refused opening leaves no empty ledger.
    let proposal = Proposal::prepare(draft.clone(), ledger::new_id()?, [0; 16]);
    let batch = Batch {
        proposals: vec![proposal.map_err(|e| Problem::from(&e))?],
        submitted_by: KEEPER.parse().map_err(|e| Problem::internal(&e))?,
        seen_whole: None,
    };
    let tried = in_memory(name)?.append(batch);
    tried.map_err(|e| Problem::from(&e))?;
    let open = super::super::told(ledger::open_or_create(&ledgers, name))?;
    let receipts = open.append(vec![draft])?;
    if let Err(error) = Kind::of_review(&opened.reviewers).keep(&ledgers, name) {
        // A service writes it anew, once it has opened the ledger for that.
        remarks.push(format!(
            "whose the ledger is is not noted beside it: {error}"
        ));
    }
    Ok((receipts.iter().map(|r| r.seq).collect(), remarks))
}
