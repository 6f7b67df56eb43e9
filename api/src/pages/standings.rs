//! Standings, crosstable, and where each number comes from.

use super::{Here, Page, Viewer, page_of_ledger, tournament::game_path};
use crate::{
    i18n::foreign::inline,
    problem::Problem,
    results::{Sheet, text},
    service::Service,
};
use actix_web::{HttpResponse, web};
use fupan_domain::{ids::LedgerName, tournament::Criterion};
use fupan_replay::views::{
    ExplainView, NoStandings,
    crosstable::{Cell, CrossRow},
    explain::{BoutView, SeparatedView, SumView, TermView},
    standings::{RowView, WhoView},
};
use fupan_store::{Known, ViewError};
use maud::{Markup, html};
use serde::Deserialize;

fn told(error: &ViewError) -> Problem {
    match error {
        // Whoever looks for a place that nobody has is at a wrong address.
        ViewError::NoStandings(NoStandings::NoPlace { .. } | NoStandings::Nobody(_)) => {
            Problem::new("not_found", error.to_string())
        }
        _ => Problem::from(error),
    }
}

/// A criterion in the viewer's words.
fn criterion(viewer: &Viewer, criterion: Criterion) -> String {
    viewer.texts.word("criterion", criterion.name())
}

/// An entrant by name, with the way to where the numbers come from.
fn entrant(here: &Here<'_>, who: &WhoView, round: u32) -> Markup {
    html! { a class="big" href=(explained(here, who.as_str(), round)) { (here.named(who.as_str())) } }
}

fn explained(here: &Here<'_>, who: &str, round: u32) -> String {
    here.path(&format!("/standings/{who}?round={round}"))
}

/// The standings after a round.
pub(super) fn table(here: &Here<'_>, round: Option<u32>) -> Result<Markup, Problem> {
    let viewer = here.viewer;
    let reader = &here.live.open.reader;
    let view = reader
        .standings_view(round, Known::Now)
        .map_err(|e| told(&e))?;
    let others: Vec<Criterion> = view
        .counting
        .tie_breaks
        .iter()
        .copied()
        .filter(|c| c.name() != "points")
        .collect();
    let with = [("number", view.round.to_string().into())];
    let why = |row: &RowView, text: String| {
        let path = explained(here, row.who.as_str(), view.round);
        html! { td class="number" { a class="origin" href=(path) { (text) } } }
    };
    Ok(html! {
        p class="soft" { (viewer.texts.with("page-standings-after", &with)) " " (viewer.say("page-origin")) }
        div class="scroll" tabindex="0" role="region" aria-label=(viewer.texts.word("tab", "standings")) {
            table {
                thead { tr {
                    th scope="col" class="number" { (viewer.say("page-place")) }
                    th scope="col" { (viewer.say("page-name")) }
                    th scope="col" class="number" { (viewer.texts.word("criterion", "points")) }
                    th scope="col" class="number" { (viewer.texts.word("criterion", "wins")) }
                    @for by in &others { th scope="col" class="number" { (criterion(viewer, *by)) } }
                    th scope="col" { (viewer.say("page-separated")) }
                } }
                tbody {
                    @for row in &view.rows {
                        tr {
                            td class="number" { (row.place) }
                            th scope="row" { (entrant(here, &row.who, view.round)) }
                            (why(row, row.points.to_string()))
                            (why(row, row.wins.to_string()))
                            @for by in &others { (why(row, text::value(row, *by))) }
                            td { @if let Some(by) = row.decided_by { (criterion(viewer, by)) } }
                        }
                    }
                }
            }
        }
        @for (key, games) in [("page-open-games", &view.open), ("page-provisional", &view.provisional), ("page-appealed", &view.appealed)] {
            @if !games.is_empty() {
                p {
                    (viewer.say(key)) " "
                    @for (index, game) in games.iter().enumerate() {
                        @if index > 0 { ", " } a href=(game_path(here, game)) { (game) }
                    }
                }
            }
        }
        @for sanction in &view.sanctions {
            p {
                "⚠ " code { (sanction.sanction) } " "
                @if let Some(player) = &sanction.player { (here.who(player.as_str())) " " }
                (viewer.article(&here.ledger, &sanction.article)) " " (inline(&sanction.reason))
                @if sanction.lifted { " (" (viewer.say("page-lifted")) ")" }
            }
        }
    })
}

/// Who met whom, after a round.
pub(super) fn crosstable(here: &Here<'_>, round: Option<u32>) -> Result<Markup, Problem> {
    let viewer = here.viewer;
    let sheet = Sheet::of(&here.live.open.reader, round, Known::Now)?;
    let view = &sheet.crosstable;
    let row = |row: &CrossRow| {
        let why = |text: String| {
            let path = explained(here, row.who.as_str(), view.round);
            html! { td class="number" { a class="origin" href=(path) { (text) } } }
        };
        html! {
            tr {
                td class="number" { (row.number) }
                th scope="row" { (entrant(here, &row.who, view.round)) }
                td class="roomy" { @if let Some(dan) = &row.dan { (viewer.texts.rank(dan)) } }
                @for round in &row.rounds { td { @for met in round { (meeting(here, met)) " " } } }
                (why(row.points.to_string()))
                (why(row.opponents.0.to_string()))
                (why(row.total.to_string()))
            }
        }
    };
    Ok(html! {
        div class="scroll" tabindex="0" role="region" aria-label=(viewer.texts.word("tab", "crosstable")) {
            table class="cross" {
                thead { tr {
                    th scope="col" class="number" { (viewer.say("page-number")) }
                    th scope="col" { (viewer.say("page-name")) }
                    th scope="col" class="roomy" { (viewer.say("page-rank")) }
                    @for round in 1..=view.round { th scope="col" { (round) } }
                    th scope="col" class="number" { (viewer.texts.word("criterion", "points")) }
                    th scope="col" class="number" { (viewer.texts.word("criterion", "opponents")) }
                    th scope="col" class="number" { (viewer.texts.word("criterion", "total_score")) }
                } }
                tbody { @for entry in &view.rows { (row(entry)) } }
            }
        }
        p class="note" { (viewer.say("page-cross-signs")) }
    })
}

fn meeting(here: &Here<'_>, cell: &Cell) -> Markup {
    html! {
        @match &cell.game {
            Some(game) => { a class="origin" href=(game_path(here, game)) { (text::cell(cell)) } }
            None => { (text::cell(cell)) }
        }
    }
}

/// After which round somebody's place is asked for.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Asked {
    round: Option<u32>,
}

/// Why somebody stands where he stands.
pub async fn explain(
    service: web::Data<Service>,
    viewer: Viewer,
    path: web::Path<(LedgerName, String)>,
    asked: web::Query<Asked>,
) -> Result<HttpResponse, Problem> {
    let (ledger, who) = path.into_inner();
    page_of_ledger(&service, viewer, &ledger, move |here| {
        let reader = &here.live.open.reader;
        let view = reader.explain_view(asked.round, &who, Known::Now);
        let view = view.map_err(|e| told(&e))?;
        Ok(explanation(here, &view))
    })
    .await
}

fn explanation(here: &Here<'_>, view: &ExplainView) -> Page {
    let viewer = here.viewer;
    let who = view.who.as_str();
    let with = [
        ("name", here.name(who).into()),
        ("place", view.place.to_string().into()),
        ("round", view.round.to_string().into()),
    ];
    let title = viewer.texts.with("explain-title", &with);
    let mut page = here.page(title.clone());
    let columns = [
        ("page-round-short", ""),
        ("explain-opponent", ""),
        ("label-game", ""),
        ("label-result", ""),
        ("explain-points", "number"),
        ("explain-worth", "number"),
    ];
    let back = here.path(&format!("?tab=standings&round={}", view.round));
    page.content = html! {
        h1 { (title) }
        p { a href=(back) { (viewer.texts.word("tab", "standings")) } }
        h2 { (viewer.say("explain-bouts")) }
        div class="scroll" tabindex="0" role="region" aria-label=(viewer.say("explain-bouts")) {
            table {
                thead { tr { @for (key, class) in columns { th scope="col" class=(class) { (viewer.say(key)) } } } }
                tbody { @for bout in &view.bouts { (row(here, bout, view.round)) } }
            }
        }
        h2 { (viewer.say("explain-sums")) }
        dl {
            div { dt { (viewer.texts.word("criterion", "points")) } dd {
                (text::sum(view.bouts.iter().map(|b| b.points.to_string()), &view.points))
            } }
            div { dt { (viewer.texts.word("criterion", "opponents")) } dd {
                (text::sum(view.bouts.iter().filter_map(|b| b.worth).map(|w| w.0.to_string()), &view.opponents.0))
            } }
            @for part in &view.sums { (of_opponents(here, part)) }
            div { dt { (viewer.texts.word("criterion", "cumulative")) } dd {
                (text::sum(view.running.iter().map(ToString::to_string), &view.cumulative))
            } }
            @for total in &view.totals {
                div {
                    dt { (viewer.texts.word("criterion", "total_score")) }
                    dd {
                        (total.formula) " "
                        span class="soft" {
                            "(" (viewer.texts.with(if total.in_force { "explain-in-force" } else { "explain-otherwise" }, &[("highest", total.pmax.to_string().into())])) ")"
                        }
                    }
                }
            }
            @for warned in &view.warnings {
                div { dt { (viewer.texts.word("criterion", "warnings")) } dd {
                    (warned.warnings) " · " a href=(game_path(here, &warned.game)) { (warned.game) }
                } }
            }
        }
        h2 { (viewer.say("explain-order")) }
        ol {
            @for by in &view.criteria {
                li { (criterion(viewer, by.criterion)) ": " (by.value.as_deref().unwrap_or("–")) }
            }
        }
        (separated(here, "explain-above", view.above.as_ref(), view.round))
        (separated(here, "explain-below", view.below.as_ref(), view.round))
    };
    page
}

/// A sum over opponents: what each of them brings to it.
fn of_opponents(here: &Here<'_>, part: &SumView) -> Markup {
    let viewer = here.viewer;
    let board = part
        .board
        .map(|board| [("number", board.to_string().into())]);
    let (out, terms): (Vec<&TermView>, Vec<&TermView>) =
        part.terms.iter().partition(|term| term.left_out);
    let told = |terms: &[&TermView], between: &str| {
        html! {
            @for (at, term) in terms.iter().enumerate() {
                @if at > 0 { (between) }
                (term.value.0) " (" (here.named(&term.of)) ")"
            }
        }
    };
    html! {
        div {
            dt {
                (viewer.texts.word("criterion", part.criterion.name()))
                @if let Some(board) = board { " · " (viewer.texts.with("page-board", &board)) }
            }
            dd {
                @if !terms.is_empty() { (told(&terms, " + ")) " = " }
                (part.total.0)
                @if !out.is_empty() {
                    " " span class="soft" { (viewer.say("explain-left-out")) " " (told(&out, &viewer.say("list-separator"))) }
                }
            }
        }
    }
}

fn row(here: &Here<'_>, bout: &BoutView, round: u32) -> Markup {
    let viewer = here.viewer;
    let game = bout.what.strip_prefix("game ");
    html! {
        tr {
            td { (bout.round) }
            td { @match &bout.opponent {
                Some(id) => { a href=(explained(here, id, round)) { (here.named(id)) } }
                None => { (viewer.say("explain-bye")) }
            } }
            td { @match game {
                Some(game) => { a href=(here.path(&format!("/games/{game}"))) { (game) } }
                None => { span lang="en" { (bout.what) } }
            } }
            td {
                (viewer.texts.word("bout", bout.how))
                @if let Some(colour) = bout.colour { " (" (viewer.texts.colour(colour.name())) ")" }
                @if bout.basis != "played" { " · " (viewer.texts.word("basis", bout.basis)) }
            }
            td class="number" { (bout.points) }
            td class="number" {
                @if let Some(worth) = bout.worth { (worth.0) }
                @if let Some(how) = &bout.worth_is { br; span class="note" lang="en" { (how) } }
            }
        }
    }
}

fn separated(here: &Here<'_>, key: &str, from: Option<&SeparatedView>, round: u32) -> Markup {
    let viewer = here.viewer;
    let Some(view) = from else { return html! {} };
    html! {
        p {
            (viewer.say(key)) " " a href=(explained(here, &view.from, round)) { (here.named(&view.from)) } ": "
            @match view.by {
                Some(by) => {
                    (criterion(viewer, by))
                    @if let (Some(own), Some(other)) = (&view.own, &view.other) { " (" (own) " : " (other) ")" }
                }
                None => { (viewer.say("explain-nothing")) }
            }
        }
    }
}
