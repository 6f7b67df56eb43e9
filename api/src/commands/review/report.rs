//! `fupan review report`: a review's report as one page for print.

use super::{
    super::{Ended, Outcome, print, print_json, source::Source},
    figures::{Asked, gathered},
    place::Place,
};
use crate::{
    i18n::{Lang, Texts},
    problem::Problem,
    remote::Wanted,
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
    #[command(flatten)]
    asked: Asked,
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
    source: Source,
    /// Print what was written as one JSON object
    #[arg(long, requires = "out")]
    pub json: bool,
}

impl Report {
    pub fn run(self) -> Outcome {
        let group = self.asked.group()?;
        let page = match Place::seen_by(&self.source, &self.ledger, &self.reviewer, "report")? {
            Place::Folder(both) => {
                let case = gathered(&both, self.asked.engine(), group)?;
                report::page(&both.review, &case, Texts::of(self.lang))
            }
            Place::Service(there) => {
                let lang = Texts::of(self.lang).lang();
                let path = self
                    .asked
                    .path("/review/report", Some(format!("lang={lang}")));
                there.remote.get(&there.of_review(&path), Wanted::Any)?
            }
        };
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
