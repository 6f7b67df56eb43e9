//! A sheet of results as one HTML file for print: standings, crosstable, how it
//! was counted. It loads nothing from outside and runs no script.

use super::{Sheet, name_or_id, text};
use crate::i18n::{Lang, Texts};
use fupan_domain::{amount, tournament::Criterion};
use fupan_replay::views::{
    crosstable::CrossRow,
    standings::{MovedView, RowView, SanctionView, StoodView},
};
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// How the sheet looks, on a screen and on paper.
const STYLE: &str = "\
body{font:10pt/1.35 \"Noto Serif\",\"Noto Serif CJK SC\",serif;margin:2rem auto;max-width:62rem;color:#111;background:#fff}\
h1{font-size:16pt;margin:0}h2{font-size:12pt;margin:1.6em 0 .4em}p{margin:.3em 0}\
table{border-collapse:collapse;width:100%}th,td{padding:.15em .5em;text-align:right;border-bottom:1px solid #bbb}\
th{border-bottom:2px solid #111;font-weight:600}td.who,th.who,td.text{text-align:left}td.cell{white-space:nowrap}\
thead{display:table-header-group}tr{break-inside:avoid}ul{margin:.3em 0;padding-left:1.2em}\
@media print{body{margin:0;max-width:none}@page{size:A4 landscape;margin:14mm}}";

/// A word of a closed list, as people say it.
fn word(list: &str, word: &str) -> String {
    Texts::of(Lang::En).word(list, word)
}

/// The sheet.
pub fn sheet(sheet: &Sheet) -> String {
    let view = &sheet.standings;
    let heading = &sheet.heading;
    let (first, last) = &heading.days;
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (heading.name) ", round " (view.round) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (heading.name) }
                p {
                    @if let Some(place) = &heading.place { (place) ", " }
                    (first) @if first != last { " to " (last) }
                    ". " (word("format", view.format.name())) ", " (word("edition", &heading.edition))
                    ". Standings after round " (view.round) " of " (heading.rounds) "."
                }
                (standings(sheet))
                (crosstable(sheet))
                (remarks(sheet))
                p { "Computed by fupan from ledger " code { (view.ledger) }
                    @if let Some(known) = view.known { " as known at entry " (known) } "." }
            }
        }
    };
    markup.into_string()
}

fn standings(sheet: &Sheet) -> Markup {
    let view = &sheet.standings;
    let others = |criterion: &&Criterion| criterion.name() != "points";
    let criteria: Vec<Criterion> = view
        .counting
        .tie_breaks
        .iter()
        .filter(others)
        .copied()
        .collect();
    let row = |row: &RowView| {
        html! {
            tr {
                td { (row.place) }
                td.who { (name_or_id(row.name.as_ref(), row.who.as_str())) }
                td { (row.points) } td { (row.wins) } td { (row.draws) } td { (row.losses) }
                @for criterion in &criteria { td { (text::value(row, *criterion)) } }
                td.text { @if let Some(by) = row.decided_by { (word("criterion", by.name())) } }
            }
        }
    };
    html! {
        h2 { "Standings" }
        table {
            thead { tr {
                th scope="col" { "Place" } th.who scope="col" { "Name" }
                th scope="col" { "Points" } th scope="col" { "Won" } th scope="col" { "Drawn" } th scope="col" { "Lost" }
                @for criterion in &criteria { th scope="col" { (word("criterion", criterion.name())) } }
                th.who scope="col" { "Separated from the next by" }
            } }
            tbody { @for entry in &view.rows { (row(entry)) } }
        }
    }
}

fn crosstable(sheet: &Sheet) -> Markup {
    let view = &sheet.crosstable;
    let row = |row: &CrossRow| {
        html! {
            tr {
                td { (row.number) }
                td.who { (name_or_id(row.name.as_ref(), row.who.as_str())) }
                td { (row.dan.as_deref().unwrap_or_default()) }
                @for round in &row.rounds {
                    td.cell { (round.iter().map(text::cell).collect::<Vec<_>>().join(" ")) }
                }
                td { (row.points) } td { (row.opponents.0) } td { (row.total) }
            }
        }
    };
    html! {
        h2 { "Crosstable" }
        table {
            thead { tr {
                th scope="col" { "No." } th.who scope="col" { "Name" } th scope="col" { "Rank" }
                @for round in 1..=view.round { th scope="col" { (round) } }
                th scope="col" { "Points" } th scope="col" { "Opponents" } th scope="col" { "Total" }
            } }
            tbody { @for entry in &view.rows { (row(entry)) } }
        }
        p { "12+b: beat number 12 with black; −, =: lost, drew; #: both lost; x: cancelled; ?: not settled; !: not played." }
    }
}

fn remarks(sheet: &Sheet) -> Markup {
    let view = &sheet.standings;
    let games = |games: &[fupan_domain::ids::GameId]| {
        games
            .iter()
            .map(AsRef::as_ref)
            .collect::<Vec<&str>>()
            .join(", ")
    };
    let sanction = |s: &SanctionView| {
        html! {
            li { (s.sanction) ": "
                @if let Some(player) = &s.player { (player) ", " }
                (word("sanction", &text::kind(s.kind))) " under " (s.article) ": " (s.reason)
                @if s.lifted { " (lifted)" } }
        }
    };
    let stood = |at: Option<&StoodView>| {
        at.map_or("no place".to_owned(), |at| {
            format!("place {} with {}", at.place, amount(at.points, "point"))
        })
    };
    let moved = |m: &MovedView| {
        html! {
            li { (m.who.as_str()) ": " (stood(m.before.as_ref())) " without sanctions, "
                (stood(m.after.as_ref())) " with them; " (m.because.join("; ")) }
        }
    };
    html! {
        h2 { "Remarks" }
        ul {
            @if !view.open.is_empty() { li { "Open games: " (games(&view.open)) } }
            @if !view.provisional.is_empty() { li { "Not confirmed by all: " (games(&view.provisional)) } }
            @if !view.appealed.is_empty() { li { "Under appeal: " (games(&view.appealed)) } }
            @if !view.erased.is_empty() { li { (crate::text::erased(&view.erased)) } }
            @for unplaced in &view.unplaced { li { (unplaced.who.as_str()) ": " (word("unplaced", unplaced.why)) } }
            @for tie in &view.lots_needed { li { "A lot is needed for place " (tie.place) ": " (tie.entrants.join(", ")) } }
            @for tie in &view.playoffs_needed { li { "A play-off is needed for place " (tie.place) ": " (tie.entrants.join(", ")) } }
            @for entry in view.sanctions.iter().filter(|s| !view.later.contains(&s.entry)) { (sanction(entry)) }
            @for entry in &view.moved { (moved(entry)) }
            li { "Highest points of a total score: " (word("pmax", &view.counting.pmax.reading.to_string()))
                " (scored: " (view.counting.pmax.scored) "; possible: " (view.counting.pmax.possible)
                "); rounds: " (view.counting.rounds) }
            @for choice in view.counting.choices { li { (choice) } }
        }
    }
}
