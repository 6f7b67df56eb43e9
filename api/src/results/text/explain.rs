//! An explained place as people read it in a terminal: each term of each sum.

use super::{super::name_or_id, table, who};
use fupan_domain::score::Fraction;
use fupan_replay::views::{
    ExplainView,
    explain::{BoutView, SeparatedView},
};
use std::fmt::Write;

/// Why somebody stands where he stands.
pub fn explain(view: &ExplainView) -> String {
    let mut text = format!(
        "{}: {}{} stands in place {} after round {}\n",
        view.ledger,
        who(view.name.as_ref(), view.who.as_str()),
        ["", " (erased on request)"][usize::from(view.erased)],
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
    text.push_str(&sums(view));
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
        let name = criterion.criterion.name().replace('_', " ");
        let _ = writeln!(text, "criterion {name}: {value}");
    }
    text.push_str(&separated("the row above", view.above.as_ref()));
    text.push_str(&separated("the row below", view.below.as_ref()));
    let open: Vec<&str> = view.open.iter().map(AsRef::as_ref).collect();
    if !open.is_empty() {
        let _ = writeln!(text, "open: {}", open.join(", "));
    }
    text
}

/// The further sums over opponents, each term with the one who brings it.
fn sums(view: &ExplainView) -> String {
    let mut text = String::new();
    for part in &view.sums {
        let board = part.board.map(|board| format!(", board {board}"));
        let name = format!("{}{}", part.criterion.name(), board.unwrap_or_default());
        let terms = part.terms.iter().filter(|term| !term.left_out);
        let terms = terms.map(|term| format!("{} ({})", term.value.0, term.of));
        let out = part.terms.iter().filter(|term| term.left_out);
        let out: Vec<String> = out
            .map(|term| format!("{} ({})", term.value.0, term.of))
            .collect();
        let without = if out.is_empty() {
            String::new()
        } else {
            format!(", without {}", out.join(", "))
        };
        let _ = writeln!(text, "{name}: {}{without}", sum(terms, &part.total.0));
    }
    text
}

/// `2 + 0 + 1 = 3`.
pub fn sum(terms: impl Iterator<Item = String>, total: &impl std::fmt::Display) -> String {
    let terms: Vec<String> = terms.collect();
    if terms.len() < 2 {
        return total.to_string();
    }
    format!("{} = {total}", terms.join(" + "))
}

/// Half-points as points.
fn halves(half: i64) -> String {
    Fraction::new(half, 2).map_or_else(String::new, |points| points.to_string())
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
        halves(bout.beaten_half),
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
            let by = by.name().replace('_', " ");
            format!("{what} is {from}, by {by}{values}\n")
        }
    }
}
