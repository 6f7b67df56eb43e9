//! What is and what would be, side by side, as people read it in a terminal.

use super::{clock, overturned, punishment, quoted, result, side};
use crate::results;
use fupan_domain::{
    Colour,
    board::{Board, diagram},
    score::Fraction,
};
use fupan_replay::{
    views::{
        AppealView, GameView, StandingsView,
        game::{PenaltyView, RulingView},
        standings::RowView,
    },
    what_if::{Becomes, Beside, Ground, Impossible, LostGround, Standings, Voided, WhatIf, With},
};
use std::{collections::BTreeMap, fmt::Write};

/// What stands where there is nothing to say.
const NOTHING: &str = "-";

/// Something to compare: what it is called, as it is, as it would be.
struct Row {
    name: String,
    before: String,
    after: String,
    /// Shown even where both are the same.
    always: bool,
}

/// What is and what would be.
pub fn what_if(view: &WhatIf) -> String {
    let known = view.known.map_or_else(
        || "without an entry".to_owned(),
        |known| format!("as known at entry {known}"),
    );
    let mut text = format!("what if, in {} {known}; nothing is stored\n", view.ledger);
    for voided in &view.voided {
        let _ = writeln!(text, "  {}", falls(voided));
    }
    for with in &view.with {
        let _ = writeln!(text, "  {}", comes(with));
    }
    if view.games.is_empty() && view.appeals.is_empty() {
        text.push_str("\nno game and no appeal would be otherwise\n");
    }
    for (id, beside) in &view.games {
        text.push('\n');
        text.push_str(&game(id.as_str(), beside));
    }
    for (id, beside) in &view.appeals {
        let _ = write!(text, "\nappeal {id}\n{}", table(&appeal_rows(beside)));
    }
    text.push_str(&standings(&view.standings));
    text.push_str(&lost_grounds(&view.lost_grounds));
    if !view.impossible.is_empty() {
        text.push_str("\nwhat then could not have happened as it was recorded:\n");
    }
    for impossible in &view.impossible {
        let _ = writeln!(text, "  {}", self::impossible(impossible));
    }
    text
}

/// The standings of those who would stand elsewhere, as they are and as they
/// would be, each in the form of `show standings`.
fn standings(both: &Standings) -> String {
    let (Some(before), Some(after)) = (&both.before, &both.after) else {
        return "\nstandings: there are none\n".to_owned();
    };
    let [stood, would_stand] = [before, after].map(places);
    let same = |who: &str| stood.get(who) == would_stand.get(who);
    let moves = |row: &RowView| !same(row.who.as_str());
    let [is, would_be] = [before, after].map(|view| results::text::rows_of(view, &moves));
    let stay = after.rows.iter().filter(|row| !moves(row)).count();
    let others = match (stay, stay == after.rows.len() && stay == before.rows.len()) {
        (_, true) => ": nobody would stand elsewhere".to_owned(),
        (0, false) => String::new(),
        (1, false) => " (1 other would stand the same)".to_owned(),
        (n, false) => format!(" ({n} others would stand the same)"),
    };
    if is == would_be {
        return format!("\nstandings after round {}{others}\n{is}", after.round);
    }
    format!(
        "\nstandings after round {}, as they are{others}\n{is}\nstandings after round {}, as they would be\n{would_be}",
        before.round, after.round
    )
}

/// Where each entrant stands.
fn places(view: &StandingsView) -> BTreeMap<&str, (usize, i64, Fraction)> {
    let rows = view.rows.iter();
    rows.map(|row| (row.who.as_str(), (row.place, row.points, row.total)))
        .collect()
}

/// The decisions whose finding would be another or none.
fn lost_grounds(lost: &[LostGround]) -> String {
    if lost.is_empty() {
        return String::new();
    }
    let mut text = "\nwhat stands, but would rest on something else:\n".to_owned();
    for lost in lost {
        let kind = match lost.game {
            Some(_) => "ruling",
            None => "sanction",
        };
        let becomes = match (lost.becomes, lost.after) {
            (Ground::Gone, _) | (_, None) => "which would not be there".to_owned(),
            (Ground::Changed, Some(after)) if after == lost.before => {
                "which would say something else".to_owned()
            }
            (Ground::Changed, Some(after)) => {
                format!(
                    "which is {} and would be {}",
                    lost.before.name(),
                    after.name()
                )
            }
        };
        let (ruling, seq, finding) = (&lost.ruling, lost.seq, &lost.finding);
        let _ = writeln!(
            text,
            "  {kind} {ruling} (entry {seq}) on finding {finding}, {becomes}"
        );
    }
    text
}

fn falls(voided: &Voided) -> String {
    let becomes = match voided.becomes {
        Becomes::Overturned => "falls",
        Becomes::StruckOut => "did not happen",
        Becomes::Replaced => "was otherwise",
    };
    format!(
        "{} {becomes}: {} of {}, entry {}",
        quoted(&voided.named),
        voided.type_name,
        voided.stream,
        voided.seq
    )
}

fn comes(with: &With) -> String {
    let file = with.file.as_deref().map(|f| format!("{}, ", quoted(f)));
    let what = match (with.in_place_of, with.known) {
        (Some(entry), _) => format!("stands in place of {entry}"),
        (None, true) => "is there already".to_owned(),
        (None, false) => "comes after".to_owned(),
    };
    format!(
        "{}line {} {what}: {} of {}",
        file.unwrap_or_default(),
        with.line,
        with.type_name,
        with.stream
    )
}

fn impossible(impossible: &Impossible) -> String {
    let of = match (&impossible.type_name, &impossible.stream) {
        (Some(type_name), Some(stream)) => format!(" ({type_name} of {stream})"),
        _ => String::new(),
    };
    format!("entry {}{of}: {}", impossible.seq, quoted(&impossible.why))
}

fn game(id: &str, beside: &Beside<GameView>) -> String {
    let (before, after) = (beside.before.as_ref(), beside.after.as_ref());
    let Some(view) = before.or(after) else {
        return String::new();
    };
    let mut text = format!("game {id} (round {}, board {})", view.round, view.board);
    match (before, after) {
        (None, _) => text.push_str(": it would be paired"),
        (_, None) => text.push_str(": it would not be paired"),
        _ => {}
    }
    let (black, white) = (side(view, Colour::Black), side(view, Colour::White));
    let _ = writeln!(text, "\nBlack {black}   White {white}");
    text.push_str(&table(&game_rows(before, after)));
    if let (Some(before), Some(after)) = (before, after)
        && before.position.rows != after.position.rows
    {
        text.push_str(&boards(before, after));
    }
    text
}

fn game_rows(before: Option<&GameView>, after: Option<&GameView>) -> Vec<Row> {
    let row = |name: &str, of: &dyn Fn(&GameView) -> String| {
        let cell = |view: Option<&GameView>| view.map_or_else(|| NOTHING.to_owned(), of);
        Row {
            name: name.to_owned(),
            before: cell(before),
            after: cell(after),
            always: matches!(name, "status" | "result"),
        }
    };
    let mut rows = vec![
        row("status", &|view| view.status.to_owned()),
        row("result", &|view| {
            view.result
                .as_ref()
                .map_or_else(|| "none".to_owned(), result)
        }),
        row("played again as", &|view| {
            let again = view.replayed_as.as_ref();
            again.map_or_else(|| NOTHING.to_owned(), ToString::to_string)
        }),
        row("black", &|view| side(view, Colour::Black)),
        row("white", &|view| side(view, Colour::White)),
        row("position", &position),
        row("captured", &|view| {
            let captured = &view.position.captured;
            format!("{} black, {} white", captured.black, captured.white)
        }),
        row("black clock", &|view| clock(&view.clock.black)),
        row("white clock", &|view| clock(&view.clock.white)),
        row("warnings", &|view| {
            format!(
                "{} black, {} white",
                view.warnings.black, view.warnings.white
            )
        }),
    ];
    rows.extend(listed(before, after, ruling_cells));
    rows.extend(listed(before, after, penalty_cells));
    rows.extend(listed(before, after, finding_cells));
    rows
}

fn position(view: &GameView) -> String {
    let position = &view.position;
    let last = position.last.as_ref();
    format!(
        "move {}{}, {} to play",
        position.moves,
        last.map(|last| format!(" ({last})")).unwrap_or_default(),
        position.to_play
    )
}

/// Something on one side: what it is known by, what it is called, how it stands.
struct Cell {
    key: String,
    name: String,
    shown: String,
}

impl Cell {
    /// Something that is known by its name.
    fn named(name: impl Into<String>, shown: impl Into<String>) -> Cell {
        let name = name.into();
        Cell {
            key: name.clone(),
            name,
            shown: shown.into(),
        }
    }
}

/// Rows of a list: one for each thing that is on either side.
fn listed<V>(before: Option<&V>, after: Option<&V>, cells: fn(&V) -> Vec<Cell>) -> Vec<Row> {
    let (before, after) = (before.map(cells), after.map(cells));
    let (before, after) = (before.unwrap_or_default(), after.unwrap_or_default());
    let shown = |cells: &[Cell], key: &str| {
        let found = cells.iter().find(|cell| cell.key == key);
        found.map_or_else(|| NOTHING.to_owned(), |cell| cell.shown.clone())
    };
    let is_new = |cell: &&Cell| !before.iter().any(|other| other.key == cell.key);
    let all = before.iter().chain(after.iter().filter(is_new));
    let row = |cell: &Cell| Row {
        name: cell.name.clone(),
        before: shown(&before, &cell.key),
        after: shown(&after, &cell.key),
        always: false,
    };
    all.map(row).collect()
}

fn stands(is_overturned: bool) -> &'static str {
    if is_overturned {
        "overturned"
    } else {
        "stands"
    }
}

fn ruling_cells(view: &GameView) -> Vec<Cell> {
    let cell = |r: &RulingView| Cell::named(format!("ruling {}", r.ruling), stands(r.overturned));
    view.rulings.iter().map(cell).collect()
}

fn penalty_cells(view: &GameView) -> Vec<Cell> {
    let cell = |p: &PenaltyView| Cell {
        key: p.entry.to_string(),
        name: format!("{} for {} by {}", punishment(p), p.colour, p.ruling),
        shown: stands(p.overturned).to_owned(),
    };
    view.penalties.iter().map(cell).collect()
}

/// Findings are compared by their ids: one that went away has no status.
fn finding_cells(view: &GameView) -> Vec<Cell> {
    let json = serde_json::to_value(&view.findings).unwrap_or_default();
    let cell = |finding: &serde_json::Value| {
        let word = |key: &str| quoted(finding[key].as_str().unwrap_or_default());
        let shown = format!("{} ({})", word("status"), word("article"));
        Cell::named(format!("finding {}", word("id")), shown)
    };
    let findings = json.as_array().into_iter().flatten();
    findings.map(cell).collect()
}

fn appeal_rows(beside: &Beside<AppealView>) -> Vec<Row> {
    let cells = |view: &AppealView| {
        let outcome = serde_json::to_value(view.outcome).unwrap_or_default();
        let outcome = outcome.as_str().unwrap_or(NOTHING).replace('_', " ");
        let game = view.game.as_ref();
        let of = |of: &'static str, number: usize| Cell::named(of, number.to_string());
        vec![
            Cell::named("status", view.status),
            Cell::named("game", game.map_or(NOTHING, AsRef::as_ref)),
            Cell::named(
                "outcome",
                format!("{outcome}{}", overturned(view.overturned)),
            ),
            of("panel members", view.panel.len()),
            of("statements", view.statements.len()),
            of("evidence", view.evidence.len()),
        ]
    };
    let mut rows = listed(beside.before.as_ref(), beside.after.as_ref(), cells);
    if let Some(first) = rows.first_mut() {
        first.always = true;
    }
    rows
}

/// Rows in columns; `>` marks what differs.
fn table(rows: &[Row]) -> String {
    let shown: Vec<&Row> = rows
        .iter()
        .filter(|row| row.always || row.before != row.after)
        .collect();
    let width = |of: fn(&Row) -> &str, title: &str| {
        let cells = shown.iter().map(|row| of(row).chars().count());
        cells.chain([title.chars().count()]).max().unwrap_or(0)
    };
    let (is, would_be) = ("as it is", "as it would be");
    let names = width(|row| &row.name, "");
    let befores = width(|row| &row.before, is);
    let mut text = String::new();
    let _ = writeln!(text, "  {:names$}   {is:befores$}   {would_be}", "");
    for row in shown {
        let mark = if row.before == row.after { ' ' } else { '>' };
        let (name, before, after) = (&row.name, &row.before, &row.after);
        let _ = writeln!(text, "  {name:names$}   {before:befores$} {mark} {after}");
    }
    text
}

/// Both boards side by side.
fn boards(before: &GameView, after: &GameView) -> String {
    let shown = |view: &GameView| {
        let board = Board::from_rows(&view.position.rows);
        let text = board.map(|board| diagram::with_coordinates(&board));
        let text = text.unwrap_or_default();
        text.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let (before, after) = (shown(before), shown(after));
    let width = before.iter().map(|line| line.chars().count()).max();
    let width = width.unwrap_or(0);
    let mut text = String::new();
    for index in 0..before.len().max(after.len()) {
        let line = |lines: &[String]| lines.get(index).cloned().unwrap_or_default();
        let (is, would_be) = (line(&before), line(&after));
        let _ = writeln!(text, "  {is:width$}     {would_be}");
    }
    text
}
