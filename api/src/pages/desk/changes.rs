//! What an entry changed: the views of what it is about as they were before it and
//! as they are with it, compared by the code that compares them in a what-if.

use super::{
    differences::{CHANGED, InWords, told},
    entry::Shown,
};
use crate::{
    pages::{Here, Viewer},
    problem::Problem,
    svg::{BoardDrawing, Mark, draw},
};
use fupan_domain::{
    board::{Board, Point},
    event::Stream,
    ids::{AppealId, GameId},
};
use fupan_replay::{
    entry::Entry,
    views::{AppealView, GameView, LedgerView, Moment},
    what_if::Beside,
};
use fupan_store::{EventStore, Known, ViewError};
use maud::{Markup, html};
use serde::Serialize;
use serde_json::Value;

/// How many changes are listed.
const LISTED: usize = 40;
/// How long a value may be before it is folded.
const PLAIN: usize = 120;
/// What a ruling brings with it in its game.
const PARTS: [&str; 3] = ["warning_issued", "admonition_given", "penalty_imposed"];

/// What it changed. The entries of one ruling go in together, and what they change
/// is told together: a ruling alone, before its warning, was never to be seen.
pub(super) fn of(here: &Here<'_>, shown: &Shown) -> Result<Markup, Problem> {
    let viewer = here.viewer;
    let span = ruling_of(here, shown).unwrap_or((shown.seq, shown.seq));
    let with = [
        ("first", span.0.to_string().into()),
        ("last", span.1.to_string().into()),
    ];
    let shown_as = match &shown.stream {
        Stream::Game(game) => html! {
            @if span.0 < span.1 { p class="soft" { (viewer.texts.with("entry-told-together", &with)) } }
            (game_changed(here, game, span)?)
        },
        Stream::Appeal(appeal) => {
            let view = |known| appeal_view(here, appeal, known);
            let beside = compare(span, view)?;
            let game = beside.after.as_ref().and_then(|view| view.game.clone());
            html! {
                (told(here, &beside, CHANGED, (appeal.as_str(), &[])))
                @if let Some(game) = game { h3 { (viewer.say("label-game")) " " (game) } (game_changed(here, &game, span)?) }
            }
        }
        Stream::Tournament => {
            let beside = compare(span, |known| ledger_view(here, known))?;
            told(here, &beside, CHANGED, (here.ledger.as_str(), &[]))
        }
        Stream::Log | Stream::Review | Stream::Access => {
            html! { p class="soft" { (viewer.say("entry-changes-nothing")) } }
        }
    };
    Ok(shown_as)
}

/// The first and the last of the entries of a ruling, if the entry is one of them:
/// the ruling, and what follows it at once by its id.
fn ruling_of(here: &Here<'_>, shown: &Shown) -> Option<(u64, u64)> {
    let ruling = shown.data["ruling"].as_str()?;
    let store = &here.live.open.store;
    // Whether an entry is the ruling; `None` where it is neither that nor its part.
    let is_made = |seq: u64| {
        let bytes = store.entry(seq).ok().flatten()?;
        let entry = Entry::read(&bytes).ok()?;
        let data: Value = serde_json::from_str(entry.data.get()).ok()?;
        let is_made = entry.type_name == "ruling_made";
        let is_part = PARTS.contains(&entry.type_name);
        (data["ruling"].as_str() == Some(ruling) && (is_made || is_part)).then_some(is_made)
    };
    let mut first = shown.seq;
    while !is_made(first)? {
        first = first.checked_sub(1)?;
    }
    let is_part = |seq: &u64| is_made(*seq) == Some(false);
    let further = first + 1..store.head().size;
    let last = further.take_while(is_part).last().unwrap_or(first);
    (shown.seq <= last).then_some((first, last))
}

/// A view before the first of some entries and with the last.
fn compare<V: InWords>(
    (first, last): (u64, u64),
    view: impl Fn(Known) -> Result<Option<V>, Problem>,
) -> Result<Beside<V>, Problem> {
    let before = first.checked_sub(1).map(|seq| view(Known::Seq(seq)));
    let before = before.transpose()?.flatten();
    let mut beside =
        Beside::new(before, view(Known::Seq(last))?).map_err(|e| Problem::internal(&e))?;
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

fn game_changed(here: &Here<'_>, game: &GameId, span: (u64, u64)) -> Result<Markup, Problem> {
    let beside = compare(span, |known| game_view(here, game, known))?;
    Ok(html! {
        (boards(here.viewer, &beside, "changed"))
        (told(here, &beside, CHANGED, (game.as_str(), &[])))
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

/// What changed, value by value, by the places in the views.
pub(super) fn raw<V: Serialize>(viewer: &Viewer, beside: &Beside<V>) -> Markup {
    let json = |view: &Option<V>| serde_json::to_value(view).unwrap_or_default();
    let (before, after) = (json(&beside.before), json(&beside.after));
    let mut pointers: Vec<&String> = beside.changed.iter().collect();
    pointers.retain(|pointer| !pointer.starts_with("/position/rows"));
    html! {
        @if !pointers.is_empty() {
            div class="scroll" tabindex="0" role="region" aria-label=(viewer.say("entry-changed")) {
                table class="beside" lang="" {
                    thead { tr { @for key in CHANGED { th scope="col" { (viewer.say(key)) } } } }
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
