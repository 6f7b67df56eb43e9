//! The results of a tournament of players as a FIDE tournament report (TRF16), for
//! pairing programs that read it: columns at fixed places. Points are those of
//! chess there: one a win, a half a draw. A game that is not settled has opponent
//! and colour and no result: the report has no word for it, and a blank one
//! counts nothing.

use super::{Sheet, is_by_default, name_or_id, need_individual, player, the_meeting};
use crate::{
    i18n::{Lang, Texts},
    problem::Problem,
};
use fupan_domain::{Colour, country::Country};
use fupan_replay::views::crosstable::{Cell, CrossRow};
use std::fmt::Write;

/// The file.
///
/// # Errors
/// For a tournament of teams, and for more players or points than its columns take.
pub fn file(sheet: &Sheet) -> Result<String, Problem> {
    need_individual(sheet, "trf")?;
    let rows = &sheet.crosstable.rows;
    if rows.len() > 9999 {
        let detail = format!("{} players: a TRF numbers at most 9999", rows.len());
        return Err(Problem::new("not_in_this_form", detail));
    }
    let heading = &sheet.heading;
    let (first, last) = &heading.days;
    let mut text = String::new();
    let mut line = |code: &str, what: &str| {
        let _ = writeln!(text, "{code} {}\r", one_line(what));
    };
    line("012", &heading.name);
    if let Some(place) = &heading.place {
        line("022", place);
    }
    line("042", &first.replace('-', "/"));
    line("052", &last.replace('-', "/"));
    line("062", &rows.len().to_string());
    let rated = rows.iter().filter(|row| row.rating.is_some()).count();
    line("072", &rated.to_string());
    let format = sheet.crosstable.format.name();
    line("092", &Texts::of(Lang::En).word("format", format));
    for row in rows {
        let _ = writeln!(text, "{}\r", player_line(row));
    }
    Ok(text)
}

fn one_line(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}

/// A text in so many columns.
fn columns(text: &str, width: usize) -> String {
    let cut: String = one_line(text).chars().take(width).collect();
    format!("{cut:<width$}")
}

fn player_line(row: &CrossRow) -> String {
    let id = player(row).map_or("", AsRef::as_ref);
    let country = Country::of(row.federation.as_deref().unwrap_or_default());
    // 1-3 code, 5-8 number, 10 sex, 11-13 title, 15-47 name, 49-52 rating,
    // 54-56 federation, 58-68 number at FIDE, 70-79 birth, 81-84 points, 86-89 place.
    let mut line = format!(
        "001 {:>4}      {} {:>4} {} {:>11} {:>10} {} {:>4}",
        row.number,
        columns(name_or_id(row.name.as_ref(), id), 33),
        row.rating
            .filter(|rating| (0..=9999).contains(rating))
            .map_or_else(String::new, |r| r.to_string()),
        columns(country.fide.unwrap_or_default(), 3),
        "",
        "",
        points(row.points),
        row.place,
    );
    // From column 92 on ten a round: opponent, colour, result.
    for round in &row.rounds {
        line.push_str(&meeting(the_meeting(round)));
    }
    line.trim_end().to_owned()
}

/// Points of two a win as points of one a win, in four columns.
fn points(points: i64) -> String {
    let text = format!("{}.{}", points / 2, if points % 2 == 0 { 0 } else { 5 });
    format!("{text:>4}")
}

fn meeting(cell: Option<&Cell>) -> String {
    let Some(cell) = cell else {
        return format!("  {:>4} - Z", "0000");
    };
    let Some(opponent) = cell.opponent else {
        let bye = match (cell.kind, cell.points) {
            ("bye", 2) => 'U',
            // Against somebody who has no number here.
            (_, 2) => 'F',
            (_, 1) => 'H',
            _ => 'Z',
        };
        return format!("  {:>4} - {bye}", "0000");
    };
    let result = match (cell.how, is_by_default(cell)) {
        ("open", _) => ' ',
        ("won", false) => '1',
        ("won", true) => '+',
        ("drew", _) => '=',
        (_, true) => '-',
        (_, false) => '0',
    };
    let colour = match cell.colour {
        Some(Colour::Black) => 'b',
        Some(Colour::White) => 'w',
        None => '-',
    };
    format!("  {opponent:>4} {colour} {result}")
}
