//! Standings, a crosstable and an explained place, as people read them in a
//! terminal.

use super::name_or_id;
use crate::text::quoted;
use fupan_domain::tournament::Criterion;
use fupan_replay::views::{
    CrosstableView, ExplainView, StandingsView,
    crosstable::{Cell, CrossRow},
    explain::{BoutView, SeparatedView},
    standings::{MovedView, RowView, StoodView, TieView},
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

/// Standings.
pub fn standings(view: &StandingsView) -> String {
    let mut text = format!(
        "{}: standings after round {}{}\n",
        view.ledger,
        view.round,
        view.known
            .map_or_else(String::new, |known| format!(", as known at entry {known}"))
    );
    let criteria = &view.counting.tie_breaks;
    let mut head = vec![
        String::new(),
        String::new(),
        "points".to_owned(),
        "won".to_owned(),
    ];
    head.extend(
        criteria
            .iter()
            .map(|c| c.name().to_owned())
            .filter(|c| c != "points"),
    );
    head.push("decided by".to_owned());
    let mut rows = vec![head];
    rows.extend(view.rows.iter().map(|row| row_cells(row, criteria)));
    text.push_str(&table(&rows, &[1]));
    rest(view, &mut text);
    text
}

fn row_cells(row: &RowView, criteria: &[Criterion]) -> Vec<String> {
    let mut cells = vec![
        row.place.to_string(),
        who(row.name.as_ref(), row.who.as_str()),
        row.points.to_string(),
        row.wins.to_string(),
    ];
    let others = criteria.iter().filter(|c| c.name() != "points");
    cells.extend(others.map(|criterion| value(row, *criterion)));
    cells.push(
        row.decided_by
            .map_or_else(String::new, |by| by.name().to_owned()),
    );
    cells
}

/// What a row has in a criterion, as people write it.
pub fn value(row: &RowView, criterion: Criterion) -> String {
    let rating = || row.rating.map_or_else(String::new, |r| r.to_string());
    match criterion.name() {
        "points" => row.points.to_string(),
        "total_score" => row.total.to_string(),
        "opponents" | "sos" => row.opponents.0.to_string(),
        "beaten" if row.beaten_half % 2 == 0 => (row.beaten_half / 2).to_string(),
        "beaten" if row.beaten_half == 1 => "½".to_owned(),
        "beaten" => format!("{}½", row.beaten_half / 2),
        "warnings" => row.warnings.to_string(),
        "wins" => row.wins.to_string(),
        "sos1" => row.sos1.0.to_string(),
        "sos2" => row.sos2.0.to_string(),
        "sosos" => row.sosos.0.to_string(),
        "sodos" => row.sodos.0.to_string(),
        "cumulative" => row.cumulative.to_string(),
        "boards" => row
            .boards
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join("-"),
        "rating" => rating(),
        "elimination" => row
            .out_in
            .map_or_else(|| "in".to_owned(), |round| format!("out {round}")),
        _ => String::new(),
    }
}

/// What stands below the table.
fn rest(view: &StandingsView, text: &mut String) {
    for unplaced in &view.unplaced {
        let _ = writeln!(
            text,
            "without a place: {} ({})",
            unplaced.who.as_str(),
            unplaced.why.replace('_', " ")
        );
    }
    let list = |text: &mut String, what: &str, games: &[fupan_domain::ids::GameId]| {
        if !games.is_empty() {
            let games: Vec<&str> = games.iter().map(AsRef::as_ref).collect();
            let _ = writeln!(text, "{what}: {}", games.join(", "));
        }
    };
    list(text, "open", &view.open);
    list(text, "not confirmed by all", &view.provisional);
    list(text, "appealed", &view.appealed);
    ties(text, "a lot is needed", &view.lots_needed);
    ties(text, "a play-off is needed", &view.playoffs_needed);
    if let Some(progress) = &view.match_progress {
        let winner = progress
            .winner
            .as_ref()
            .map_or("nobody yet", String::as_str);
        let _ = writeln!(
            text,
            "best of {}: {} wins are needed; won by {winner}",
            progress.games, progress.needed
        );
    }
    if let Some(stage) = &view.stage {
        let holder = stage.holder.as_ref().map_or("nobody", AsRef::as_ref);
        let winner = stage.winner.as_ref().map_or("nobody yet", AsRef::as_ref);
        let _ = writeln!(
            text,
            "the stage is {holder}'s, {} in a row; won by {winner}",
            stage.in_a_row
        );
    }
    for lot in &view.lots {
        let _ = writeln!(text, "lot {}: {}", lot.lot, lot.state.replace('_', " "));
    }
    for sanction in &view.sanctions {
        let kind = serde_json::to_value(sanction.kind).unwrap_or_default();
        let player = sanction.player.as_ref().map(AsRef::as_ref);
        let whom = player
            .or(sanction.official.as_ref().map(AsRef::as_ref))
            .unwrap_or_default();
        let _ = writeln!(
            text,
            "sanction {}: {whom}, {} under {}{}",
            sanction.sanction,
            kind.as_str().unwrap_or_default().replace('_', " "),
            sanction.article,
            if sanction.lifted { " (lifted)" } else { "" }
        );
    }
    view.moved
        .iter()
        .for_each(|moved| text.push_str(&self::moved(moved)));
    for finding in &view.findings {
        let _ = writeln!(
            text,
            "finding {} under {}: {}",
            finding.id,
            finding.article,
            quoted(&finding.facts)
        );
    }
    counting(view, text);
}

fn ties(text: &mut String, what: &str, ties: &[TieView]) {
    for tie in ties {
        let _ = writeln!(
            text,
            "{what} for place {}: {}",
            tie.place,
            tie.entrants.join(", ")
        );
    }
}

fn moved(view: &MovedView) -> String {
    let stood = |at: &StoodView| {
        format!(
            "place {}, {} points, opponents {}, total {}",
            at.place, at.points, at.opponents.0, at.total
        )
    };
    format!(
        "{} without sanctions: {}; with them: {} ({})\n",
        view.who.as_str(),
        stood(&view.before),
        stood(&view.after),
        view.because.join("; ")
    )
}

fn counting(view: &StandingsView, text: &mut String) {
    let counting = &view.counting;
    let _ = writeln!(
        text,
        "counted over {} rounds; highest points {} ({}; the other reading: {}); a bye brings {}; a withdrawn opponent counts {}",
        counting.rounds,
        match counting.pmax.reading {
            fupan_domain::rulebook::Pmax::Scored => counting.pmax.scored,
            fupan_domain::rulebook::Pmax::Possible => counting.pmax.possible,
        },
        counting.pmax.reading,
        match counting.pmax.reading {
            fupan_domain::rulebook::Pmax::Scored => counting.pmax.possible,
            fupan_domain::rulebook::Pmax::Possible => counting.pmax.scored,
        },
        counting.bye_points,
        counting.withdrawn_opponent,
    );
}

/// A crosstable.
pub fn crosstable(view: &CrosstableView) -> String {
    let rounds = usize::try_from(view.round).unwrap_or(0);
    let mut head: Vec<String> = ["", "place", ""].map(str::to_owned).into();
    head.extend((1..=rounds).map(|round| round.to_string()));
    head.extend(["points", "opponents", "total"].map(str::to_owned));
    let mut rows = vec![head];
    rows.extend(view.rows.iter().map(cross_cells));
    format!(
        "{}: crosstable after round {}\n{}",
        view.ledger,
        view.round,
        table(&rows, &[2])
    )
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

/// Why somebody stands where he stands.
pub fn explain(view: &ExplainView) -> String {
    let mut text = format!(
        "{}: {} stands in place {} after round {}\n",
        view.ledger,
        who(view.name.as_ref(), view.who.as_str()),
        view.place,
        view.round
    );
    let mut rows = vec![
        [
            "round",
            "against",
            "what",
            "result",
            "points",
            "opponent's points",
            "beaten",
        ]
        .map(str::to_owned)
        .into(),
    ];
    rows.extend(view.bouts.iter().map(bout_cells));
    text.push_str(&table(&rows, &[1, 2, 3]));
    let _ = writeln!(
        text,
        "points: {}",
        sum(
            view.bouts.iter().map(|b| b.points.to_string()),
            &view.points
        )
    );
    let worths = view
        .bouts
        .iter()
        .filter_map(|b| b.worth)
        .map(|w| w.0.to_string());
    let _ = writeln!(text, "opponents: {}", sum(worths, &view.opponents.0));
    for bout in view.bouts.iter().filter(|bout| bout.worth_is.is_some()) {
        let (who, how) = (
            bout.opponent.as_deref().unwrap_or_default(),
            bout.worth_is.as_deref(),
        );
        let _ = writeln!(text, "  {who} {}", how.unwrap_or_default());
    }
    let halves = |half: i64| {
        fupan_domain::score::Fraction::new(half, 2).map_or_else(String::new, |f| f.to_string())
    };
    let beaten = view
        .bouts
        .iter()
        .filter(|b| b.beaten_half != 0)
        .map(|b| halves(b.beaten_half));
    let _ = writeln!(
        text,
        "beaten (胜者小分): {}",
        sum(beaten, &halves(view.beaten_half))
    );
    let running = view.running.iter().map(ToString::to_string);
    let _ = writeln!(
        text,
        "cumulative (累进分): {}",
        sum(running, &view.cumulative)
    );
    for total in &view.totals {
        let force = if total.in_force {
            ""
        } else {
            " (the other reading)"
        };
        let _ = writeln!(
            text,
            "total score, highest {}: {}{force}",
            total.reading, total.formula
        );
    }
    let warned: Vec<String> = view
        .warnings
        .iter()
        .map(|w| format!("{} in {}", w.warnings, w.game))
        .collect();
    let _ = writeln!(
        text,
        "warnings: {}",
        if warned.is_empty() {
            "none".to_owned()
        } else {
            warned.join(", ")
        }
    );
    for criterion in &view.criteria {
        let value = criterion.value.as_deref().unwrap_or("not the row's own");
        let _ = writeln!(text, "criterion {}: {value}", criterion.criterion.name());
    }
    text.push_str(&separated("the row above", view.above.as_ref()));
    text.push_str(&separated("the row below", view.below.as_ref()));
    let open: Vec<&str> = view.open.iter().map(AsRef::as_ref).collect();
    if !open.is_empty() {
        let _ = writeln!(text, "open: {}", open.join(", "));
    }
    text
}

/// `2 + 0 + 1 = 3`.
pub(crate) fn sum(terms: impl Iterator<Item = String>, total: &impl std::fmt::Display) -> String {
    let terms: Vec<String> = terms.collect();
    if terms.len() < 2 {
        return total.to_string();
    }
    format!("{} = {total}", terms.join(" + "))
}

fn bout_cells(bout: &BoutView) -> Vec<String> {
    let basis = if bout.basis == "played" {
        String::new()
    } else {
        format!(" ({})", bout.basis)
    };
    let colour = bout
        .colour
        .map_or_else(String::new, |colour| format!(" as {colour}"));
    vec![
        bout.round.to_string(),
        bout.opponent.clone().unwrap_or_else(|| "nobody".to_owned()),
        bout.what.clone(),
        format!("{}{colour}{basis}", bout.how.replace('_', " ")),
        bout.points.to_string(),
        bout.worth
            .map_or_else(String::new, |worth| worth.0.to_string()),
        bout.beaten_half.to_string() + "/2",
    ]
}

fn separated(what: &str, view: Option<&SeparatedView>) -> String {
    let Some(view) = view else {
        return String::new();
    };
    let from = name_or_id(None, &view.from);
    match view.by {
        None => format!("{what} is {from}: nothing separates them, they share the place\n"),
        Some(by) => {
            let values = view.own.as_ref().zip(view.other.as_ref());
            let values = values.map_or_else(String::new, |(own, other)| {
                format!(": {own} here, {other} there")
            });
            format!("{what} is {from}, by {}{values}\n", by.name())
        }
    }
}
