//! Standings, a crosstable and an explained place, as people read them in a
//! terminal: columns here, what stands in them in the files below.

mod explain;
mod standings;

pub use explain::{explain, sum};
pub use standings::{kind, rows_of, standings, value};

use crate::text::quoted;
use fupan_replay::views::{
    CrosstableView,
    crosstable::{Cell, CrossRow},
};
use std::fmt::Write;

/// Columns of a table, each as wide as its widest cell; all but those named are
/// set to the right.
fn table(rows: &[Vec<String>], left: &[usize]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let cell = |row: &Vec<String>, n: usize| row.get(n).map_or(0, |cell| wide(cell));
    let widths: Vec<usize> = (0..columns)
        .map(|n| rows.iter().map(|row| cell(row, n)).max().unwrap_or(0))
        .collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (n, cell) in row.iter().enumerate() {
            let pad = " ".repeat(widths[n].saturating_sub(wide(cell)));
            let _ = if left.contains(&n) {
                write!(line, "{cell}{pad}  ")
            } else {
                write!(line, "{pad}{cell}  ")
            };
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// How many columns a text takes in a terminal: East Asian characters take two.
fn wide(text: &str) -> usize {
    let of = |c: char| {
        let twice = matches!(u32::from(c), 0x1100..=0x115f | 0x2e80..=0xa4cf | 0xac00..=0xd7a3
            | 0xf900..=0xfaff | 0xfe30..=0xfe6f | 0xff00..=0xff60 | 0xffe0..=0xffe6 | 0x20000..=0x3fffd);
        if twice { 2 } else { 1 }
    };
    text.chars().map(of).sum()
}

fn who(name: Option<&String>, id: &str) -> String {
    match name {
        Some(name) => format!("{} [{id}]", quoted(name)),
        None => id.to_owned(),
    }
}

/// A crosstable.
pub fn crosstable(view: &CrosstableView) -> String {
    let rounds = usize::try_from(view.round).unwrap_or(0);
    let mut head: Vec<String> = ["", "place", ""].map(str::to_owned).into();
    head.extend((1..=rounds).map(|round| round.to_string()));
    head.extend(["points", "opponents", "total"].map(str::to_owned));
    let mut rows = vec![head];
    rows.extend(view.rows.iter().map(cross_cells));
    let mut text = format!(
        "{}: crosstable after round {}\n{}",
        view.ledger,
        view.round,
        table(&rows, &[2])
    );
    if !view.erased.is_empty() {
        let _ = writeln!(text, "{}", crate::text::erased(&view.erased));
    }
    text
}

fn cross_cells(row: &CrossRow) -> Vec<String> {
    let mut cells = vec![
        row.number.to_string(),
        row.place.to_string(),
        who(row.name.as_ref(), row.who.as_str()),
    ];
    cells.extend(
        row.rounds
            .iter()
            .map(|round| round.iter().map(cell).collect::<Vec<_>>().join(" ")),
    );
    cells.extend([
        row.points.to_string(),
        row.opponents.0.to_string(),
        row.total.to_string(),
    ]);
    cells
}

/// A meeting as `12+`, with the colour and `!` where it was not played.
pub fn cell(cell: &Cell) -> String {
    let colour = match cell.colour {
        Some(fupan_domain::Colour::Black) => "b",
        Some(fupan_domain::Colour::White) => "w",
        None => "",
    };
    let opponent = match (cell.opponent, cell.kind) {
        (Some(number), _) => number.to_string(),
        (None, "bye") => "bye".to_owned(),
        (None, _) => "?".to_owned(),
    };
    let unplayed = if cell.unplayed && cell.kind != "bye" {
        "!"
    } else {
        ""
    };
    format!("{opponent}{}{colour}{unplayed}", cell.sign())
}
