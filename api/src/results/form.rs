//! The forms in which results are given out, by the words with which they are
//! asked for, with what each is called as a file.

use super::{Sheet, csv, h9, html, trf};
use crate::problem::Problem;
use serde::Deserialize;
use utoipa::ToSchema;

/// A form of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// A table for spreadsheets.
    Csv,
    /// A sheet for print.
    Html,
    /// As the European Go Federation takes them.
    H9,
    /// As a FIDE tournament report.
    Trf,
}

/// A table of the CSV form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Table {
    /// The places.
    Standings,
    /// Who met whom.
    Crosstable,
    /// Every meeting once.
    Results,
}

impl Table {
    /// All of them.
    pub const ALL: [Table; 3] = [Table::Standings, Table::Crosstable, Table::Results];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Table::Standings => "standings",
            Table::Crosstable => "crosstable",
            Table::Results => "results",
        }
    }
}

impl Form {
    /// The word for it, which is also the ending of a file's name.
    pub const fn name(self) -> &'static str {
        match self {
            Form::Csv => "csv",
            Form::Html => "html",
            Form::H9 => "h9",
            Form::Trf => "trf",
        }
    }

    /// Its media type.
    pub const fn media_type(self) -> &'static str {
        match self {
            Form::Csv => "text/csv; charset=utf-8",
            Form::Html => "text/html; charset=utf-8",
            Form::H9 | Form::Trf => "text/plain; charset=utf-8",
        }
    }

    /// The results in that form; `table` is for those that have several.
    ///
    /// # Errors
    /// Where the form can't tell them.
    pub fn write(self, sheet: &Sheet, table: Table) -> Result<Vec<u8>, Problem> {
        match self {
            Form::Csv => csv::table(sheet, table),
            Form::Html => Ok(html::sheet(sheet).into_bytes()),
            Form::H9 => h9::file(sheet).map(String::into_bytes),
            Form::Trf => trf::file(sheet).map(String::into_bytes),
        }
    }
}
