//! `fupan review anchor` and `anchors`: a review's checkpoints in the
//! tournament's ledger, by which it can be shown to be as old as it says.

use super::{
    super::{
        Data, Ended, Outcome, print_json, print_text,
        source::{Looking, Opened, Source},
    },
    place::{Both, read},
};
use crate::review::anchor::{self, AnchorsView};
use clap::Args;
use fupan_domain::{amount, ids::LedgerName};
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
#[command(
    after_help = "Example:\n  fupan review anchors case-7 --as rev-1\n  fupan review anchors case-7 --as rev-1 --server https://venue.local:8443"
)]
pub struct Anchors {
    /// The review's ledger
    ledger: LedgerName,
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    looking: Looking,
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
                "anchored with {} in {} under {}",
                amount(anchored.size, "entry"),
                both.state.opened.tournament,
                anchored.label
            ))?,
            None => print_text("nothing is there that was not anchored already")?,
        }
        Ok(Ended::Sound)
    }
}

impl Anchors {
    pub fn run(self) -> Outcome {
        let view: AnchorsView = match self.source.opened_for(&self.ledger, &self.looking)? {
            Opened::Service(remote) => {
                let path = format!("/v1/ledgers/{}/review/anchors", self.ledger);
                read(remote.json(&path)?)?
            }
            Opened::Folder => {
                let both = Both::open(&self.source.data, &self.ledger)?;
                self.looking.record(&both.review, "fupan review anchors")?;
                anchor::show(&both.review, &both.tournament)?
            }
        };
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
        "{} has {}; in {} its label is {}",
        view.ledger,
        amount(view.size, "entry"),
        view.tournament,
        view.label
    )];
    for anchor in &view.anchors {
        let holds = if anchor.holds {
            "as the review has it"
        } else {
            "another than the review has: it was written anew since"
        };
        lines.push(format!(
            "entry {} of {}: {}, root {}, {holds}",
            anchor.seq,
            anchor.recorded_at,
            amount(anchor.size, "entry"),
            anchor.root
        ));
    }
    if view.anchors.is_empty() {
        lines.push(
            "nothing is anchored: nothing shows that the review is as old as it says".to_owned(),
        );
    }
    if view.other_labels > 0 {
        lines.push(format!(
            "{} other labels are anchored there: of other reviews, or of this one if it was opened anew",
            view.other_labels
        ));
    }
    lines.join("\n")
}
