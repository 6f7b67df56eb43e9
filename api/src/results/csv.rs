//! Results as CSV (RFC 4180), for spreadsheets: standings, crosstable, games. A
//! text that a spreadsheet would take for a formula is given an apostrophe.

use super::{Sheet, form::Table, name_or_id, text};
use crate::problem::Problem;
use fupan_domain::ids::GameId;
use fupan_replay::views::crosstable::{Cell, CrossRow};
use std::collections::BTreeSet;

/// One of the tables.
///
/// # Errors
/// Never for rows of one length; the writer's own errors are handed on.
pub fn table(sheet: &Sheet, table: Table) -> Result<Vec<u8>, Problem> {
    match table {
        Table::Standings => standings(sheet),
        Table::Crosstable => crosstable(sheet),
        Table::Results => results(sheet),
    }
}

fn write(rows: impl IntoIterator<Item = Vec<String>>) -> Result<Vec<u8>, Problem> {
    let mut writer = csv::WriterBuilder::new()
        .terminator(csv::Terminator::CRLF)
        .from_writer(Vec::new());
    for row in rows {
        writer
            .write_record(&row)
            .map_err(|e| Problem::internal(&e))?;
    }
    writer.into_inner().map_err(|e| Problem::internal(&e))
}

/// What a cell that is taken for a formula begins with: in East Asia the wide forms as well.
const FORMULA: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// A text of somebody's: no formula.
fn plain(text: &str) -> String {
    if text.starts_with(FORMULA) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

fn standings(sheet: &Sheet) -> Result<Vec<u8>, Problem> {
    let view = &sheet.standings;
    let criteria = &view.counting.tie_breaks;
    let mut head: Vec<String> = [
        "place",
        "id",
        "name",
        "points",
        "wins",
        "draws",
        "losses",
        "byes",
        "total_score",
        "opponents",
        "beaten",
        "warnings",
    ]
    .map(str::to_owned)
    .into();
    let told = head.clone();
    let others: Vec<_> = criteria
        .iter()
        .filter(|c| !told.iter().any(|h| h == c.name()))
        .collect();
    head.extend(others.iter().map(|criterion| criterion.name().to_owned()));
    head.push("decided_by".to_owned());
    let rows = view.rows.iter().map(|row| {
        let beaten = fupan_domain::score::Fraction::new(row.beaten_half, 2);
        let mut cells = vec![
            row.place.to_string(),
            row.who.as_str().to_owned(),
            plain(name_or_id(row.name.as_ref(), "")),
            row.points.to_string(),
            row.wins.to_string(),
            row.draws.to_string(),
            row.losses.to_string(),
            row.byes.to_string(),
            row.total.to_string(),
            row.opponents.0.to_string(),
            beaten.map_or_else(String::new, |beaten| beaten.to_string()),
            row.warnings.to_string(),
        ];
        cells.extend(others.iter().map(|criterion| text::value(row, **criterion)));
        cells.push(
            row.decided_by
                .map_or_else(String::new, |by| by.name().to_owned()),
        );
        cells
    });
    write(std::iter::once(head).chain(rows))
}

fn crosstable(sheet: &Sheet) -> Result<Vec<u8>, Problem> {
    let view = &sheet.crosstable;
    let mut head: Vec<String> = [
        "number",
        "place",
        "id",
        "name",
        "rank",
        "rating",
        "federation",
        "team",
    ]
    .map(str::to_owned)
    .into();
    head.extend((1..=view.round).map(|round| format!("round_{round}")));
    head.extend(["points", "opponents", "total_score"].map(str::to_owned));
    let row = |row: &CrossRow| {
        let mut cells = vec![
            row.number.to_string(),
            row.place.to_string(),
            row.who.as_str().to_owned(),
            plain(name_or_id(row.name.as_ref(), "")),
            plain(row.dan.as_deref().unwrap_or_default()),
            row.rating
                .map_or_else(String::new, |rating| rating.to_string()),
            plain(row.federation.as_deref().unwrap_or_default()),
            row.club.clone().unwrap_or_default(),
        ];
        cells.extend(
            row.rounds
                .iter()
                .map(|round| round.iter().map(text::cell).collect::<Vec<_>>().join(" ")),
        );
        cells.extend([
            row.points.to_string(),
            row.opponents.0.to_string(),
            row.total.to_string(),
        ]);
        cells
    };
    write(std::iter::once(head).chain(view.rows.iter().map(row)))
}

/// Every meeting once, from the row that stands above; byes and forfeits too,
/// and games that are not settled.
fn results(sheet: &Sheet) -> Result<Vec<u8>, Problem> {
    let head = [
        "round", "what", "game", "id", "opponent", "colour", "result", "points", "basis", "state",
    ];
    let provisional: BTreeSet<&GameId> = sheet.standings.provisional.iter().collect();
    let state = |cell: &Cell| match (cell.how, &cell.game) {
        ("open", _) => "open",
        (_, Some(game)) if provisional.contains(game) => "provisional",
        _ => "settled",
    };
    let mut rows = Vec::new();
    for row in &sheet.crosstable.rows {
        for (round, cells) in (1..).zip(&row.rounds) {
            for cell in cells {
                if cell.opponent.is_some_and(|opponent| opponent < row.number) {
                    continue;
                }
                rows.push((
                    round,
                    row.number,
                    vec![
                        round.to_string(),
                        cell.kind.to_owned(),
                        cell.game
                            .as_ref()
                            .map_or_else(String::new, ToString::to_string),
                        row.who.as_str().to_owned(),
                        cell.who.clone().unwrap_or_default(),
                        cell.colour
                            .map_or_else(String::new, |colour| colour.to_string()),
                        cell.how.to_owned(),
                        cell.points.to_string(),
                        cell.basis.to_owned(),
                        state(cell).to_owned(),
                    ],
                ));
            }
        }
    }
    rows.sort_by_key(|(round, number, _): &(u32, usize, Vec<String>)| (*round, *number));
    let rows = rows.into_iter().map(|(_, _, cells)| cells);
    write(std::iter::once(head.map(str::to_owned).into()).chain(rows))
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn no_text_is_taken_for_a_formula() {
        for text in [
            "=1+1",
            "+1",
            "-1",
            "@SUM(A1)",
            "\t=1",
            "\n=1",
            "＝1",
            "＋1",
            "－1",
            "＠SUM(A1)",
        ] {
            assert_eq!(plain(text), format!("'{text}"));
        }
        for text in ["Ann", "聂卫平", "5p", "", "a=b"] {
            assert_eq!(plain(text), text);
        }
    }
}
