//! Results written out: from a folder, or as a service gives them out. They are
//! written only when all of them is settled, unless they are wanted as they
//! stand; then what may still change is told.

use super::{
    super::{
        print_error, print_json, print_text,
        source::{round_query, with_query},
    },
    Export,
};
use crate::{
    ledger::OpenLedger,
    problem::Problem,
    remote::{Remote, Wanted},
    results::{
        Sheet,
        form::{Form, Table},
        unsettled,
    },
};
use fupan_store::Known;
use serde_json::Value;
use std::{
    fs,
    path::{Path, PathBuf},
};

impl Export {
    /// Each file of results that is asked for: where it goes, and what it holds.
    fn forms(&self) -> Vec<(PathBuf, Form, Table)> {
        let mut forms = Vec::new();
        if let Some(folder) = &self.csv {
            let file = |table: Table| folder.join(table.name()).with_extension("csv");
            forms.extend(Table::ALL.map(|table| (file(table), Form::Csv, table)));
        }
        let single = [
            (&self.html, Form::Html),
            (&self.h9, Form::H9),
            (&self.trf, Form::Trf),
        ];
        for (file, form) in single {
            let file = file.iter().cloned();
            forms.extend(file.map(|file| (file, form, Table::Standings)));
        }
        forms
    }

    /// Writes the results of a folder's ledger.
    pub(super) fn write_results(&self, open: &OpenLedger) -> Result<(), Problem> {
        let sheet = Sheet::of(&open.reader, self.round, self.at.unwrap_or_default())?;
        if self.provisional {
            note(sheet.unsettled());
        } else {
            sheet.need_settled()?;
        }
        let forms = self.forms().into_iter();
        let files = forms.map(|(path, form, table)| Ok((path, form.write(&sheet, table)?)));
        let files: Vec<(PathBuf, Vec<u8>)> = files.collect::<Result<_, Problem>>()?;
        self.write_all(&files, sheet.standings.round)
    }

    /// Writes the results that a service gives out.
    pub(super) fn results_at_service(&self, remote: &Remote) -> Result<(), Problem> {
        let ledger = format!("/v1/ledgers/{}", self.ledger);
        // All parts are of one moment, however fast the ledger grows.
        let last = remote.size(&self.ledger)?.and_then(|n| n.checked_sub(1));
        let known = self.at.or(last.map(Known::Seq));
        let moment = round_query(self.round, known);
        let mut files = Vec::new();
        for (path, form, table) in self.forms() {
            let mut asked = vec![format!("format={}", form.name())];
            if form == Form::Csv {
                asked.push(format!("table={}", table.name()));
            }
            if self.provisional {
                asked.push("provisional=true".to_owned());
            }
            asked.extend(moment.iter().cloned());
            let results = with_query(&format!("{ledger}/results"), &asked);
            files.push((path, remote.get(&results, Wanted::Any)?.into_bytes()));
        }
        let standings = remote.json(&with_query(&format!("{ledger}/standings"), &moment))?;
        if self.provisional {
            let games = |list: &str| -> Vec<&str> {
                let games = standings[list].as_array().into_iter().flatten();
                games.filter_map(Value::as_str).collect()
            };
            note(unsettled(&games("open"), &games("provisional")));
        }
        let round = standings["round"]
            .as_u64()
            .and_then(|n| u32::try_from(n).ok());
        self.write_all(&files, round.unwrap_or(0))
    }

    fn write_all(&self, files: &[(PathBuf, Vec<u8>)], round: u32) -> Result<(), Problem> {
        if let Some(folder) = &self.csv {
            fs::create_dir_all(folder).map_err(|e| Problem::file(folder, &e))?;
        }
        let mut written = Vec::new();
        for (path, bytes) in files {
            fs::write(path, bytes).map_err(|e| Problem::file(path, &e))?;
            written.push(Path::display(path).to_string());
        }
        if self.json {
            return print_json(&serde_json::json!({ "written": written }));
        }
        let written = written.join(", ");
        print_text(&format!("results after round {round} written to {written}"))
    }
}

/// Says which results may still change.
fn note(unsettled: Option<String>) {
    if let Some(games) = unsettled {
        print_error(&format_args!(
            "note: these results may still change; {games}"
        ));
    }
}
