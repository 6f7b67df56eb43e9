//! `fupan review report`: a review's report as one page for print.

use super::{
    super::{Data, Ended, Outcome, print, print_json},
    Both,
    figures::{gathered, group},
};
use crate::{
    i18n::{Lang, Texts},
    problem::Problem,
    review::report,
};
use clap::Args;
use fupan_domain::ids::{LedgerName, OfficialId};
use serde_json::json;
use std::{fs, path::PathBuf};

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  fupan review report case-7 --as rev-1 --lang ja --reference group.json --out report.html"
)]
pub struct Report {
    /// The review's ledger
    ledger: LedgerName,
    /// Which of the engine's answers; the last ones where it is left out
    #[arg(long, value_name = "ID")]
    engine: Option<String>,
    /// The group that the method names
    #[arg(long, value_name = "FILE")]
    reference: Option<PathBuf>,
    /// In which language: en, zh-Hans, zh-Hant, ja or ko
    #[arg(long, value_name = "LANGUAGE", default_value = "en")]
    lang: Lang,
    /// Where to write it; to standard output where it is left out
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Which reviewer looks
    #[arg(long = "as", value_name = "REVIEWER")]
    reviewer: OfficialId,
    #[command(flatten)]
    data: Data,
    /// Print what was written as one JSON object
    #[arg(long, requires = "out")]
    pub json: bool,
}

impl Report {
    pub fn run(self) -> Outcome {
        let reference = group(self.reference.as_deref())?;
        let both = Both::seen_by(&self.data, &self.ledger, &self.reviewer, "report")?;
        let case = gathered(&both, self.engine.as_deref(), reference)?;
        let page = report::page(&both.review, &case, Texts::of(self.lang));
        match &self.out {
            None => print(&page)?,
            Some(path) => {
                fs::write(path, page).map_err(|e| Problem::file(path, &e))?;
                if self.json {
                    print_json(&json!({ "written": [path.display().to_string()] }))?;
                }
            }
        }
        Ok(Ended::Sound)
    }
}
