//! The results of a tournament of players as the European Go Federation takes
//! them for its ratings (`.h9`): a few headings, then a row a player with a field
//! for each round, as `12+/b0`: the opponent's number, the result, colour and
//! handicap. In place of the `/`, `!` marks a game that was not played; `?` is the
//! result of one that is not settled. So `OpenGotha` writes it, with `XX` and
//! `xxxx` for a country and a club that are not known. A round without an opponent
//! is, by what it brings, `0+` (a free win), `0=` (half a point) or `0-` (a free
//! round), as the federation's description of the format has it.

use super::{Sheet, is_by_default, name_or_id, need_individual, player, the_meeting};
use crate::problem::Problem;
use fupan_domain::{Colour, country::Country, score::QuarterZi};
use fupan_replay::views::crosstable::{Cell, CrossRow};
use std::fmt::Write;

/// The file.
///
/// # Errors
/// For a tournament of teams.
pub fn file(sheet: &Sheet) -> Result<String, Problem> {
    need_individual(sheet, "h9")?;
    let heading = &sheet.heading;
    let (first, last) = &heading.days;
    let mut text = String::new();
    let _ = writeln!(text, "; EV[{}]", header(&heading.name));
    // Country and city: a ledger's place is taken for the city.
    if let Some(place) = &heading.place {
        let _ = writeln!(text, "; PC[,{}]", header(place));
    }
    let _ = writeln!(text, "; DT[{first},{last}]");
    // Nine stones off any handicap: games are even.
    let _ = writeln!(text, "; HA[h9]");
    let _ = writeln!(text, "; KM[{}]", points(heading.komi_qz));
    if let Some(games) = sheet.unsettled() {
        let _ = writeln!(text, "; provisional: {}", header(&games));
    }
    let _ = writeln!(
        text,
        "; CM[computed by fupan from ledger {}]",
        sheet.standings.ledger
    );
    if !sheet.crosstable.erased.is_empty() {
        let erased = crate::text::erased(&sheet.crosstable.erased);
        let _ = writeln!(text, "; CM[{}]", header(&erased));
    }
    let mut rows: Vec<Vec<String>> = sheet.crosstable.rows.iter().map(fields).collect();
    let widths: Vec<usize> = (0..rows.iter().map(Vec::len).max().unwrap_or(0))
        .map(|n| {
            rows.iter()
                .filter_map(|row| row.get(n))
                .map(|f| f.chars().count())
                .max()
                .unwrap_or(0)
        })
        .collect();
    for row in &mut rows {
        for (field, width) in row.iter_mut().zip(&widths) {
            let missing = width.saturating_sub(field.chars().count());
            field.push_str(&" ".repeat(missing));
        }
        let _ = writeln!(text, "{}", row.join(" ").trim_end());
    }
    Ok(text)
}

/// A heading's text: no bracket ends it early.
fn header(text: &str) -> String {
    text.chars()
        .map(|c| {
            if c.is_control() || "[]".contains(c) {
                ' '
            } else {
                c
            }
        })
        .collect()
}

/// Komi in points: a zi of area is two points of territory.
fn points(komi: QuarterZi) -> String {
    let (whole, half) = (komi.0 / 2, komi.0 % 2 != 0);
    format!("{whole}{}", if half { ".5" } else { "" })
}

/// A text as one field: without blanks.
fn field(text: &str) -> String {
    let joined: String = text
        .chars()
        .map(|c| {
            if c.is_whitespace() || c.is_control() || c == ';' {
                '_'
            } else {
                c
            }
        })
        .collect();
    if joined.is_empty() {
        "-".to_owned()
    } else {
        joined
    }
}

fn fields(row: &CrossRow) -> Vec<String> {
    let id = player(row).map_or("", AsRef::as_ref);
    let name = name_or_id(row.name.as_ref(), id);
    // Surname and first name are two fields; which of them a name's first word
    // is nobody has said, so it is handed on as it stands.
    let (first, rest) = name.split_once(' ').unwrap_or((name, ""));
    let country = Country::of(row.federation.as_deref().unwrap_or_default());
    let mut fields = vec![
        row.number.to_string(),
        field(first),
        field(rest),
        field(row.dan.as_deref().unwrap_or_default()),
        country.egf.unwrap_or("XX").to_owned(),
        row.club.as_deref().map_or("xxxx".to_owned(), field),
        row.wins.to_string(),
        row.opponents.0.to_string(),
    ];
    fields.extend(
        row.rounds
            .iter()
            .map(|round| the_meeting(round).map_or("0-".to_owned(), meeting)),
    );
    fields
}

fn meeting(cell: &Cell) -> String {
    let sign = match (cell.how, cell.kind, cell.points) {
        ("open", ..) => '?',
        // What a bye brings is the event's to say; it is a win all the same.
        (_, "bye", 1) => '=',
        (_, "bye", 0) => '-',
        ("won", ..) => '+',
        ("drew", ..) => '=',
        _ => '-',
    };
    let Some(opponent) = cell.opponent else {
        return format!("0{sign}");
    };
    let by_default = is_by_default(cell);
    let mark = if by_default { "!" } else { "/" };
    match cell.colour {
        Some(Colour::Black) => format!("{opponent}{sign}{mark}b0"),
        Some(Colour::White) => format!("{opponent}{sign}{mark}w0"),
        None if by_default => format!("{opponent}{sign}!"),
        None => format!("{opponent}{sign}"),
    }
}
