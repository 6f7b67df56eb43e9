//! `fupan review`: an anti-cheating review from the command line. It opens the
//! review's ledger, takes games out for an engine and its answers in, computes
//! figures, writes the report, and shows how old the review is by its anchors: in
//! a data folder that no service has, or with `--server` at a service.

mod anchors;
mod course;
mod engine;
mod figures;
mod games;
mod method;
mod notes;
mod open;
mod place;
mod reference;
mod report;

use super::Outcome;
use crate::{ledger, problem::Problem};
use clap::{Args, Subcommand};
use fupan_replay::draft::Draft;
use fupan_store::wall_clock;
use serde::Serialize;
use serde_json::json;

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  fupan review open case-7 --tournament spring-cup --reviewer rev-1 --reviewer rev-2 --subject A=ann --game r3-b1 --occasion 'a complaint after round 3' --question 'how the moves agree with an engine' --standard 'comfortable satisfaction'\n  fupan review export spring-cup --round 3 > queries.jsonl\n  fupan review import case-7 answers.jsonl --engine katago.json --as rev-1 --delete-after 2y\n  fupan review figures case-7 --as rev-1 --record\n  fupan review report case-7 --as rev-1 --out report.html\n  fupan review figures case-7 --as rev-1 --server https://venue.local:8443"
)]
pub struct Review {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Opens a review's ledger for its reviewers, with its method
    Open(Box<open::Open>),
    /// Lists a reference group and tells the hash by which a method names it
    Reference(reference::ReferenceVerb),
    /// Writes games as queries for `KataGo`'s analysis engine, one JSON object a line
    Export(games::Export),
    /// Tells how long each move took, a game a line; goes on where it was broken off
    Times(games::Times),
    /// Takes an engine's answers into a review
    Import(engine::Import),
    /// Changes the method from here on, and says why
    Method(method::ChangeMethod),
    /// Computes a review's figures, and records them on demand
    Figures(figures::Figures),
    /// Seals a reviewer's note, of which nothing can be read before a second one is sealed
    Note(notes::Note),
    /// Opens the note that was sealed
    OpenNote(notes::OpenNote),
    /// Has pages and reports name the players, once two notes are open
    Reveal(course::Reveal),
    /// Takes down what a player was asked, and says or chose not to say
    Answer(course::Answer),
    /// Concludes a review by the standard with which it was opened
    Conclude(course::Conclude),
    /// Takes a challenge of the conclusion in
    Appeal(course::Appeal),
    /// Takes down how a challenge ended
    AnswerAppeal(course::AnswerAppeal),
    /// Writes a review's report: one page for print that loads nothing
    Report(report::Report),
    /// Records a review's last checkpoint in the tournament's ledger; a running service does it by itself
    Anchor(anchors::Anchor),
    /// Shows the anchors of a review, each held against the review's own tree
    Anchors(anchors::Anchors),
}

impl Review {
    pub fn json(&self) -> bool {
        match &self.what {
            What::Open(verb) => verb.json,
            What::Reference(verb) => verb.json,
            What::Export(_) => false,
            What::Times(verb) => verb.json,
            What::Import(verb) => verb.json,
            What::Method(verb) => verb.json,
            What::Figures(verb) => verb.json,
            What::Note(verb) => verb.json,
            What::OpenNote(verb) => verb.json,
            What::Reveal(verb) => verb.json(),
            What::Answer(verb) => verb.json(),
            What::Conclude(verb) => verb.json(),
            What::Appeal(verb) => verb.json(),
            What::AnswerAppeal(verb) => verb.json(),
            What::Report(verb) => verb.json,
            What::Anchor(verb) => verb.json,
            What::Anchors(verb) => verb.json,
        }
    }

    pub fn run(self) -> Outcome {
        match self.what {
            What::Open(verb) => verb.run(),
            What::Reference(verb) => verb.run(),
            What::Export(verb) => verb.run(),
            What::Times(verb) => verb.run(),
            What::Import(verb) => verb.run(),
            What::Method(verb) => verb.run(),
            What::Figures(verb) => verb.run(),
            What::Note(verb) => verb.run(),
            What::OpenNote(verb) => verb.run(),
            What::Reveal(verb) => verb.run(),
            What::Answer(verb) => verb.run(),
            What::Conclude(verb) => verb.run(),
            What::Appeal(verb) => verb.run(),
            What::AnswerAppeal(verb) => verb.run(),
            What::Report(verb) => verb.run(),
            What::Anchor(verb) => verb.run(),
            What::Anchors(verb) => verb.run(),
        }
    }
}

/// A draft of stream `review`, held to its schema as any draft is.
fn draft(actor: &str, type_name: &str, data: &impl Serialize) -> Result<Draft, Problem> {
    let draft = json!({
        "id": ledger::new_id()?, "stream": "review", "type": type_name,
        "at": wall_clock(), "actor": actor, "data": data,
    });
    let bytes = serde_json::to_vec(&draft).map_err(|e| Problem::internal(&e))?;
    Draft::read(&bytes).map_err(|e| Problem::from(&e))
}

/// What was recorded, in a line.
fn told(what: &str, seqs: &[u64]) -> String {
    let seqs: Vec<String> = seqs.iter().map(u64::to_string).collect();
    let entries = if seqs.len() == 1 { "entry" } else { "entries" };
    format!("{what}, {entries} {}", seqs.join(", "))
}
