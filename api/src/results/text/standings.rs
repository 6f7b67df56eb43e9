//! Standings as people read them in a terminal: the table, and below it what is
//! open, what is needed, what moved whom, and how it was counted.

use super::{table, who};
use crate::text::quoted;
use fupan_domain::{
    amount,
    event::tournament::SanctionKind,
    ids::EntryId,
    rulebook::{Pmax, WithdrawnOpponent},
    tournament::Criterion,
};
use fupan_replay::views::{
    StandingsView,
    standings::{MovedView, RowView, StoodView, TieView},
};
use std::fmt::Write;

/// Standings.
pub fn standings(view: &StandingsView) -> String {
    let mut text = format!(
        "{}: standings after round {}{}\n",
        view.ledger,
        view.round,
        view.known
            .map_or_else(String::new, |known| format!(", as known at entry {known}"))
    );
    text.push_str(&rows_of(view, &|_| true));
    if !view.erased.is_empty() {
        let _ = writeln!(text, "{}", crate::text::erased(&view.erased));
    }
    text
}

/// The rows of standings that are wanted, and what stands below them.
pub fn rows_of(view: &StandingsView, wanted: &dyn Fn(&RowView) -> bool) -> String {
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
            .map(|c| c.name().replace('_', " "))
            .filter(|c| c != "points"),
    );
    head.push("decided by".to_owned());
    let mut rows = vec![head];
    let wanted = view.rows.iter().filter(|row| wanted(row));
    rows.extend(wanted.map(|row| row_cells(row, criteria)));
    // Where nobody is wanted of those who are there, heads alone say nothing.
    let mut text = match rows.len() {
        1 if !view.rows.is_empty() => String::new(),
        _ => table(&rows, &[1]),
    };
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
            .map_or_else(String::new, |by| by.name().replace('_', " ")),
    );
    cells
}

/// The word for a kind of sanction.
pub fn kind(kind: SanctionKind) -> String {
    let word = serde_json::to_value(kind).unwrap_or_default();
    word.as_str().unwrap_or_default().to_owned()
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
            "best of {}: {} needed; won by {winner}",
            progress.games,
            amount(progress.needed, "win")
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
    let bears = |entry: &EntryId| !view.later.contains(entry);
    for lot in view.lots.iter().filter(|lot| bears(&lot.entry)) {
        let _ = writeln!(text, "lot {}: {}", lot.lot, lot.state.replace('_', " "));
    }
    for sanction in view.sanctions.iter().filter(|s| bears(&s.entry)) {
        let player = sanction.player.as_ref().map(AsRef::as_ref);
        let whom = player
            .or(sanction.official.as_ref().map(AsRef::as_ref))
            .unwrap_or_default();
        let _ = writeln!(
            text,
            "sanction {}: {whom}, {} under {}{}",
            sanction.sanction,
            kind(sanction.kind).replace('_', " "),
            sanction.article,
            if sanction.lifted { " (lifted)" } else { "" }
        );
    }
    view.moved
        .iter()
        .for_each(|moved| text.push_str(&self::moved(moved)));
    for finding in view.findings.iter().filter(|f| bears(&f.entry)) {
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
    let stood = |at: Option<&StoodView>| match at {
        None => "no place".to_owned(),
        Some(at) => format!(
            "place {}, {}, opponents {}, total {}",
            at.place,
            amount(at.points, "point"),
            at.opponents.0,
            at.total
        ),
    };
    format!(
        "{} without sanctions: {}; with them: {} ({})\n",
        view.who.as_str(),
        stood(view.before.as_ref()),
        stood(view.after.as_ref()),
        view.because.join("; ")
    )
}

fn counting(view: &StandingsView, text: &mut String) {
    let counting = &view.counting;
    let _ = writeln!(
        text,
        "counted over {}; highest points {} ({}; the other reading: {}); a bye brings {}; a withdrawn opponent counts {}",
        amount(counting.rounds, "round"),
        match counting.pmax.reading {
            Pmax::Scored => counting.pmax.scored,
            Pmax::Possible => counting.pmax.possible,
        },
        counting.pmax.reading,
        match counting.pmax.reading {
            Pmax::Scored => counting.pmax.possible,
            Pmax::Possible => counting.pmax.scored,
        },
        counting.bye_points,
        match counting.withdrawn_opponent {
            WithdrawnOpponent::Actual => "the points as they are",
            WithdrawnOpponent::Average => "the points and an average for each round missed",
        },
    );
}
