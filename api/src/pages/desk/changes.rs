//! What an entry changed: the views of what it is about as they were before it and
//! as they are with it, compared by the code that compares them in a what-if.

use super::entry::Shown;
use crate::{
    pages::{Here, Viewer, tournament},
    problem::Problem,
    svg::{BoardDrawing, Mark, draw},
};
use fupan_domain::{
    board::{Board, Point},
    event::Stream,
    ids::{AppealId, GameId},
};
use fupan_replay::{
    views::{AppealView, GameView, LedgerView, Moment},
    what_if::Beside,
};
use fupan_store::{Known, ViewError};
use maud::{Markup, html};
use serde::Serialize;
use serde_json::Value;

/// How many changes are listed.
const LISTED: usize = 40;
/// How long a value may be before it is folded.
const PLAIN: usize = 120;

/// What it changed.
pub(super) fn of(here: &Here<'_>, shown: &Shown) -> Result<Markup, Problem> {
    let viewer = here.viewer;
    let shown_as = match &shown.stream {
        Stream::Game(game) => game_changed(here, game, shown.seq)?,
        Stream::Appeal(appeal) => {
            let view = |known| appeal_view(here, appeal, known);
            let beside = compare(shown.seq, view)?;
            let game = beside.after.as_ref().and_then(|view| view.game.clone());
            html! {
                (table(viewer, &beside))
                @if let Some(game) = game { h3 { (viewer.say("label-game")) " " (game) } (game_changed(here, &game, shown.seq)?) }
            }
        }
        Stream::Tournament => table(
            viewer,
            &compare(shown.seq, |known| ledger_view(here, known))?,
        ),
        Stream::Log | Stream::Review | Stream::Access => {
            html! { p class="soft" { (viewer.say("entry-changes-nothing")) } }
        }
    };
    Ok(shown_as)
}

/// A view before an entry and with it.
fn compare<V: Serialize>(
    seq: u64,
    view: impl Fn(Known) -> Result<Option<V>, Problem>,
) -> Result<Beside<V>, Problem> {
    let before = seq.checked_sub(1).map(|seq| view(Known::Seq(seq)));
    let before = before.transpose()?.flatten();
    let mut beside =
        Beside::new(before, view(Known::Seq(seq))?).map_err(|e| Problem::internal(&e))?;
    // Every entry is the last one of what it is about; that is no news.
    let is_place = |pointer: &String| {
        pointer.starts_with("/at/")
            // What is to be called follows from the clocks, which are told.
            || pointer.starts_with("/read_out")
            || ["/at", "/known", "/size", "/head", "/recorded_at"].contains(&pointer.as_str())
    };
    beside.changed.retain(|pointer| !is_place(pointer));
    Ok(beside)
}

/// What is not there yet is nothing, and no problem.
fn there<V>(view: Result<V, ViewError>) -> Result<Option<V>, Problem> {
    match view {
        Ok(view) => Ok(Some(view)),
        Err(ViewError::NoGame(_) | ViewError::NoAppeal(_)) => Ok(None),
        Err(error) => Err(Problem::from(&error)),
    }
}

fn ledger_view(here: &Here<'_>, known: Known) -> Result<Option<LedgerView>, Problem> {
    there(here.live.open.reader.ledger_view(known))
}

fn appeal_view(
    here: &Here<'_>,
    id: &AppealId,
    known: Known,
) -> Result<Option<AppealView>, Problem> {
    there(here.live.open.reader.appeal_view(id, known))
}

fn game_view(here: &Here<'_>, id: &GameId, known: Known) -> Result<Option<GameView>, Problem> {
    there(here.live.open.reader.game_view(id, known, Moment::Last))
}

fn game_changed(here: &Here<'_>, game: &GameId, seq: u64) -> Result<Markup, Problem> {
    let beside = compare(seq, |known| game_view(here, game, known))?;
    Ok(html! {
        (boards(here.viewer, &beside, "changed"))
        (table(here.viewer, &beside))
    })
}

/// Both boards, where they differ; what differs is marked. `id`: with what their
/// ids begin, unique in a page.
pub(super) fn boards(viewer: &Viewer, beside: &Beside<GameView>, id: &str) -> Markup {
    let rows = |view: &Option<GameView>| view.as_ref().map(|view| view.position.rows.clone());
    let (Some(before), Some(after)) = (rows(&beside.before), rows(&beside.after)) else {
        return html! {};
    };
    let (Ok(was), Ok(is)) = (Board::from_rows(&before), Board::from_rows(&after)) else {
        return html! {};
    };
    if before == after || was.size() != is.size() {
        return html! {};
    }
    let differs = points(&was, &is);
    let marks: Vec<(Point, Mark)> = differs.iter().map(|p| (*p, Mark::Square)).collect();
    html! {
        div class="twins" {
            @for (key, board, side) in [("beside-before", &was, "before"), ("beside-after", &is, "after")] {
                figure class="picture" {
                    (draw(&BoardDrawing {
                        board,
                        last: None,
                        numbers: &[],
                        marks: &marks,
                        coordinates: true,
                        turned: false,
                        id: &format!("{id}-{side}"),
                        title: &viewer.say(key),
                        description: &changed_points(&differs),
                    }))
                    figcaption { strong { (viewer.say(key)) } }
                }
            }
        }
        p class="soft" { (viewer.say("board-square-changed")) " " (changed_points(&differs)) }
    }
}

fn points(was: &Board, is: &Board) -> Vec<Point> {
    let lines = 0..was.size();
    let all = lines
        .clone()
        .flat_map(|row| lines.clone().filter_map(move |col| Point::new(col, row)));
    all.filter(|point| was.at(*point) != is.at(*point))
        .collect()
}

fn changed_points(points: &[Point]) -> String {
    let names: Vec<String> = points.iter().map(ToString::to_string).collect();
    names.join(" ")
}

/// What changed, value by value.
pub(super) fn table<V: Serialize>(viewer: &Viewer, beside: &Beside<V>) -> Markup {
    let json = |view: &Option<V>| serde_json::to_value(view).unwrap_or_default();
    let (before, after) = (json(&beside.before), json(&beside.after));
    let mut pointers: Vec<&String> = beside.changed.iter().collect();
    pointers.retain(|pointer| !pointer.starts_with("/position/rows"));
    if beside.changed.is_empty() {
        return html! { p class="soft" { (viewer.say("entry-changes-nothing")) } };
    }
    let columns = ["beside-what", "beside-before", "beside-after"];
    html! {
        @if !pointers.is_empty() {
            div class="scroll" tabindex="0" role="region" aria-label=(viewer.say("entry-changed")) {
                table class="beside" {
                    thead { tr { @for key in columns { th scope="col" { (viewer.say(key)) } } } }
                    tbody {
                        @for pointer in pointers.iter().take(LISTED) {
                            tr {
                                th scope="row" { code { (pointer.strip_prefix('/').unwrap_or(pointer)) } }
                                @for side in [&before, &after] { td { (value(side.pointer(pointer))) } }
                            }
                        }
                    }
                }
            }
            @if pointers.len() > LISTED {
                p class="soft" { (viewer.texts.with("audit-more", &[("count", (pointers.len() - LISTED).to_string().into())])) }
            }
        }
    }
}

fn value(value: Option<&Value>) -> Markup {
    let text = match value {
        None | Some(Value::Null) => return html! { "–" },
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    };
    let shown = crate::text::harmless(&text);
    if shown.chars().count() <= PLAIN {
        return html! { span class="value" { (shown) } };
    }
    let first: String = shown.chars().take(PLAIN).collect();
    html! {
        details class="value" {
            summary { (first) "…" }
            (shown)
        }
    }
}

/// A game's result, in words.
pub(super) fn result(viewer: &Viewer, view: Option<&GameView>) -> Markup {
    html! { @if let Some(view) = view { (tournament::status(viewer, view)) " " (tournament::result(viewer, view)) } @else { "–" } }
}
