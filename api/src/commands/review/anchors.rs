//! `fupan review anchor` and `anchors`: a review's checkpoints in the
//! tournament's ledger, by which it can be shown to be as old as it says.

use super::{
    super::{Data, Ended, Outcome, print_json, print_text},
    Both,
};
use crate::review::anchor::{self, AnchorsView};
use clap::Args;
use fupan_domain::ids::LedgerName;
use serde_json::json;

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  fupan review anchor case-7")]
pub struct Anchor {
    /// The review's ledger
    ledger: LedgerName,
    #[command(flatten)]
    data: Data,
    /// Print what was recorded as one JSON object
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "Example:\n  fupan review anchors case-7")]
pub struct Anchors {
    /// The review's ledger
    ledger: LedgerName,
    #[command(flatten)]
    data: Data,
    /// Print them as one JSON object
    #[arg(long)]
    pub json: bool,
}

impl Anchor {
    pub fn run(self) -> Outcome {
        let both = Both::open(&self.data, &self.ledger)?;
        let anchored = anchor::record(&both.review, &both.tournament)?;
        match anchored {
            _ if self.json => print_json(&json!({ "anchored": anchored }))?,
            Some(anchored) => print_text(&format!(
                "{} entries are anchored in {} under {}",
                anchored.size, both.state.opened.tournament, anchored.label
            ))?,
            None => print_text("nothing is there that was not anchored already")?,
        }
        Ok(Ended::Sound)
    }
}

impl Anchors {
    pub fn run(self) -> Outcome {
        let both = Both::open(&self.data, &self.ledger)?;
        let view = anchor::show(&both.review, &both.tournament)?;
        if self.json {
            print_json(&view)?;
        } else {
            print_text(&told(&view))?;
        }
        let holds = view.anchors.iter().all(|anchor| anchor.holds);
        Ok(if holds { Ended::Sound } else { Ended::Broken })
    }
}

fn told(view: &AnchorsView) -> String {
    let mut lines = vec![format!(
        "{} has {} entries; in {} its label is {}",
        view.ledger, view.size, view.tournament, view.label
    )];
    for anchor in &view.anchors {
        let holds = if anchor.holds {
            "as the review has it"
        } else {
            "another than the review has: it was written anew since"
        };
        lines.push(format!(
            "entry {} of {}: {} entries, root {}, {holds}",
            anchor.seq, anchor.recorded_at, anchor.size, anchor.root
        ));
    }
    lines.join("\n")
}
