//! What a game's own statement keeps of its file: where it comes from, how it
//! was read, and what has no other place in a ledger. Never what people are
//! called or wrote: names and comments can't be taken out of a log again.

use super::{SgfFile, text};
use fupan_domain::{
    Colour,
    colour::PerColour,
    sgf::{ClockStyle, KomiReading, Overtime, Record, Remark},
};

/// The longest statement that the schema takes.
const STATEMENT_MAX: usize = 10_000;

/// Properties whose values say nothing of people.
const MAY_BE_QUOTED: [&str; 33] = [
    "AB", "AE", "AP", "AW", "B", "BL", "BR", "CA", "DT", "FF", "GM", "HA", "HD", "KM", "KO", "LC",
    "LT", "OB", "OT", "OW", "PL", "RD", "RE", "RO", "RU", "ST", "SZ", "TC", "TM", "TT", "W", "WL",
    "WR",
];

/// The statement of a game, line by line.
#[derive(Default)]
pub(super) struct Notes {
    /// Its lines.
    pub lines: Vec<String>,
    /// What the players are called, which no line may repeat.
    names: PerColour<String>,
}

impl Notes {
    /// What is to be said before the game was looked at.
    pub fn of(file: &SgfFile, index: usize) -> Notes {
        let mut notes = Notes::default();
        let (number, games) = (index + 1, file.games().len());
        notes.add(format!(
            "Taken over from an SGF file with SHA-256 {}: game {number} of {games}, read as {}.",
            file.sha256, file.collection.encoding
        ));
        let Some(record) = file.games().get(index) else {
            return notes;
        };
        notes.names = PerColour::from_fn(|colour| record.players[colour].name.clone());
        notes.add_written(record);
        notes.add_missing(record);
        for remark in file.collection.remarks.iter().chain(&record.remarks) {
            let text = notes.remark_text(remark);
            notes.add(text);
        }
        notes
    }

    /// A text of the file with the side in place of its player's name.
    fn without_names(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for colour in Colour::BOTH {
            let name = self.names[colour].as_str();
            // A single letter is no name: it is the B of B+R.
            if name.chars().count() > 1 {
                text = text.replace(name, colour.name());
            }
        }
        text
    }

    /// Adds a line.
    pub fn add(&mut self, note: impl Into<String>) {
        self.lines.push(note.into());
    }

    /// What the file writes in its own words.
    fn add_written(&mut self, record: &Record) {
        let komi = record.komi.as_ref();
        let komi = komi.filter(|k| k.reading != KomiReading::Points || k.qz.is_none());
        let overtime = match &record.overtime {
            Some(Overtime::Other(text)) => Some(text.as_str()),
            _ => None,
        };
        for (what, written) in [
            ("result", record.result.as_ref().map(|r| r.raw.as_str())),
            ("rules", record.rules.as_deref()),
            ("komi", komi.map(|k| k.raw.as_str())),
            ("overtime", overtime),
            ("date", record.date.as_deref()),
            ("round", record.round.as_deref()),
        ] {
            if let Some(written) = written.and_then(|written| text::line(written, 200)) {
                let written = self.without_names(&written);
                self.add(format!("The {what} as written: {written}"));
            }
        }
    }

    fn add_missing(&mut self, record: &Record) {
        let players = &record.players;
        for (what, is_missing) in [
            ("Black's name", players.black.name.is_empty()),
            ("White's name", players.white.name.is_empty()),
            ("the komi", record.komi.is_none()),
            ("the date", super::ids::date_of(record).is_none()),
            ("the time", record.main_time.is_none()),
            ("the result", record.result.is_none()),
        ] {
            if is_missing {
                self.add(format!("The file does not say: {what}."));
            }
        }
        if record.clock_style == ClockStyle::PeriodReset {
            self.add("The clock is set back to a whole period after each move in byo-yomi: what a move used of it is unknown.");
        }
    }

    /// A remark of the reader, without its value where that may name somebody.
    fn remark_text(&self, remark: &Remark) -> String {
        let Remark {
            place, field, kind, ..
        } = remark;
        if field.is_empty() {
            return format!("{place}: {kind}.");
        }
        if MAY_BE_QUOTED.contains(&field.as_str()) {
            let value = self.without_names(&remark.value);
            return format!("{place}: {field}[{value}]: {kind}.");
        }
        format!("{place}: {field}: {kind}.")
    }

    /// The statement's text, cut to what the schema takes.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let mut length = 0;
        for (index, line) in self.lines.iter().enumerate() {
            let Some(line) = text::line(line, 2_000) else {
                continue;
            };
            length += line.chars().count() + 1;
            // Room is kept for the line that says how many are missing.
            if length > STATEMENT_MAX - 100 {
                let left_out = self.lines.len() - index;
                return out + &format!("{left_out} more lines were left out.");
            }
            out.push_str(&line);
            out.push('\n');
        }
        out.truncate(out.trim_end().len());
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_is_cut_where_the_schema_ends() {
        let mut notes = Notes::default();
        for n in 0..2_000 {
            notes.add(format!("note {n} 读秒"));
        }
        let text = notes.text();
        assert!(text.chars().count() <= STATEMENT_MAX);
        assert!(text.starts_with("note 0 读秒\nnote 1 读秒\n"));
        assert!(text.ends_with("more lines were left out."), "{text}");
    }
}
