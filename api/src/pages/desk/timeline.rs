//! What happened in a round, side by side: a lane for what needs a look, one for
//! the tournament itself, one for each appeal and for each board. Bounded, however
//! large the event is: one round, so many boards at a time.

use super::{desk, entry::line, tabs};
use crate::{
    pages::{Here, Page, Viewer, page_of_ledger},
    problem::Problem,
    routes::entries::unreadable,
    service::Service,
    svg::{Lane, LanesDrawing, Shape, draw_lanes},
};
use actix_web::{HttpResponse, web};
use fupan_domain::{
    Timestamp,
    event::Stream,
    ids::{GameId, LedgerName},
};
use fupan_replay::entry::Entry;
use fupan_store::EventStore;
use maud::{Markup, html};
use serde::Deserialize;

/// How many boards are drawn at once.
const BOARDS: usize = 30;
/// How many entries of a stream are looked at: the last ones.
const ENTRIES: u64 = 3_000;
/// How many incidents are listed below.
const LISTED: usize = 200;
/// How far apart moments of the axis are, in minutes; the first with few enough.
const STEPS: [i64; 8] = [1, 5, 15, 30, 60, 180, 360, 1440];
/// How many moments of the axis there are at most.
const TICKS: i64 = 12;

/// What is asked.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub struct Asked {
    /// Which round; the last one where none is named.
    round: Option<u32>,
    /// From which of its boards on.
    from: Option<usize>,
}

/// Something that happened.
struct Happened {
    at: Timestamp,
    seq: u64,
    shape: Shape,
}

/// A stream over time.
#[derive(Default)]
struct Course {
    all: Vec<Happened>,
    bars: Vec<(i64, i64)>,
}

/// The page.
pub async fn page(
    service: web::Data<Service>,
    viewer: Viewer,
    path: web::Path<LedgerName>,
    asked: web::Query<Asked>,
) -> Result<HttpResponse, Problem> {
    page_of_ledger(&service, viewer, &path, move |here| shown(here, *asked)).await
}

fn shown(here: &Here<'_>, asked: Asked) -> Result<Page, Problem> {
    let viewer = here.viewer;
    let rounds = &here.tournament.rounds;
    let number = asked.round.or_else(|| rounds.keys().next_back().copied());
    let mut page = desk(here, "timeline", None);
    let drawn = match number {
        None => html! { p { (viewer.say("page-no-rounds")) } },
        Some(number) => {
            let round = rounds.get(&number).ok_or_else(|| {
                Problem::new("not_found", format!("round {number} was not paired"))
            })?;
            let mut games: Vec<&GameId> = round.games.iter().collect();
            games.sort_by_key(|game| here.tournament.games.get(*game).map(|p| p.pairing.board));
            of_round(here, &games, asked.from.unwrap_or(0))?
        }
    };
    page.content = html! {
        h1 { (viewer.texts.word("desk", "timeline")) }
        (tabs(here, "timeline"))
        nav class="steps" aria-label=(viewer.say("page-rounds")) {
            @for other in rounds.keys() {
                @let text = other.to_string();
                a class="button plain" href=(viewer.with(&[("round", Some(&text)), ("from", None)])) aria-current=[(Some(*other) == number).then_some("true")] {
                    (viewer.texts.with("page-round", &[("number", text.clone().into())]))
                }
            }
        }
        (drawn)
    };
    Ok(page)
}

/// What kind of mark an entry gets.
fn shape_of(type_name: &str) -> Shape {
    match type_name {
        "breach_observed" | "complaint_raised" | "clock_fault_found" | "relief_requested"
        | "recount_requested" | "life_disputed" | "player_absent" | "appeal_filed" => {
            Shape::Triangle
        }
        "ruling_made" | "appeal_decided" | "sanction_imposed" | "sanction_lifted"
        | "player_withdrew" => Shape::Square,
        "entry_corrected" | "entry_inserted" | "pairing_changed" | "evidence_deleted" => {
            Shape::Diamond
        }
        _ => Shape::Dot,
    }
}

/// The last entries of a stream over time.
fn course(here: &Here<'_>, stream: &Stream) -> Result<Course, Problem> {
    let store = &here.live.open.store;
    let Some(head) = store.stream_head(stream) else {
        return Ok(Course::default());
    };
    let from = (head.version + 1).saturating_sub(ENTRIES);
    let entries = store.stream(stream, from, usize::MAX).map_err(unreadable)?;
    let mut course = Course::default();
    let mut since: Option<i64> = None;
    let mut last = 0;
    for bytes in &entries {
        let Ok(read) = Entry::read(bytes) else {
            continue;
        };
        let at = read.at.unix_ms();
        let stops = read.type_name == "game_paused";
        let begins = since.is_none() && matches!(read.type_name, "game_started" | "game_resumed");
        if begins {
            since = Some(at);
        }
        if stops && let Some(begun) = since.take() {
            course.bars.push((begun, at));
        }
        last = at;
        course.all.push(Happened {
            at: read.at,
            seq: read.seq,
            shape: shape_of(read.type_name),
        });
    }
    course
        .bars
        .extend(since.map(|begun| (begun, last.max(begun))));
    Ok(course)
}

fn of_round(here: &Here<'_>, games: &[&GameId], from: usize) -> Result<Markup, Problem> {
    let viewer = here.viewer;
    let from = from.min(games.len().saturating_sub(1)) / BOARDS * BOARDS;
    let to = (from + BOARDS).min(games.len());
    let mut lanes = Vec::new();
    let mut incidents: Vec<Happened> = Vec::new();
    let mut span: Option<(i64, i64)> = None;
    for game in games.get(from..to).unwrap_or_default() {
        let board = here
            .tournament
            .games
            .get(*game)
            .map_or(0, |p| p.pairing.board);
        let with = [("number", board.to_string().into())];
        let name = viewer.texts.with("page-board", &with);
        let course = course(here, &Stream::Game((*game).clone()))?;
        for happened in &course.all {
            let at = happened.at.unix_ms();
            let (first, last) = span.unwrap_or((at, at));
            span = Some((first.min(at), last.max(at)));
        }
        lanes.push(lane(name, course, &mut incidents, false));
    }
    let appeals = here.tournament.appeals.iter().filter(|(_, appeal)| {
        let of = appeal.game.as_ref();
        of.is_some_and(|of| games.contains(&of))
    });
    let mut above = Vec::new();
    for (id, _) in appeals.take(BOARDS) {
        let course = course(here, &Stream::Appeal(id.clone()))?;
        let name = format!("{} {id}", viewer.say("page-appeal"));
        above.push(lane(name, course, &mut incidents, true));
    }
    let Some(span) = span else {
        return Ok(html! { p { (viewer.say("game-nothing")) } });
    };
    let mut tournament = course(here, &Stream::Tournament)?;
    tournament.all.retain(|happened| {
        let at = happened.at.unix_ms();
        span.0 <= at && at <= span.1
    });
    let name = viewer.texts.word("stream", "tournament");
    above.insert(0, lane(name, tournament, &mut incidents, true));
    incidents.sort_by_key(|happened| (happened.at, happened.seq));
    above.insert(
        0,
        Lane {
            name: viewer.say("game-incidents"),
            bars: Vec::new(),
            marks: incidents
                .iter()
                .map(|h| (h.at.unix_ms(), h.shape))
                .collect(),
        },
    );
    above.extend(lanes);
    Ok(html! {
        (drawn(viewer, &above, span, incidents.len()))
        (parts(viewer, from, to, games.len()))
        p class="soft" {
            @for (shape, key) in [(Shape::Triangle, "lanes-asked"), (Shape::Square, "lanes-decided"), (Shape::Diamond, "lanes-corrected"), (Shape::Dot, "lanes-other")] {
                span class="status" { (shape.sign()) " " (viewer.say(key)) } " "
            }
        }
        h2 { (viewer.say("game-incidents")) " (" (incidents.len()) ")" }
        ul class="brief" { @for happened in incidents.iter().take(LISTED) { (line(here, happened.seq)) } }
        @if incidents.len() > LISTED {
            p { (viewer.texts.with("audit-more", &[("count", (incidents.len() - LISTED).to_string().into())])) }
        }
    })
}

/// A lane, whose incidents are noted; ordinary play is its bars.
fn lane(name: String, course: Course, incidents: &mut Vec<Happened>, dots: bool) -> Lane {
    let mut lane = Lane {
        name,
        bars: course.bars,
        marks: Vec::new(),
    };
    for happened in course.all {
        if happened.shape != Shape::Dot || dots {
            lane.marks.push((happened.at.unix_ms(), happened.shape));
        }
        if happened.shape != Shape::Dot {
            incidents.push(happened);
        }
    }
    lane
}

fn drawn(viewer: &Viewer, lanes: &[Lane], span: (i64, i64), incidents: usize) -> Markup {
    let with = [
        ("lanes", lanes.len().to_string().into()),
        ("incidents", incidents.to_string().into()),
    ];
    let ticks = ticks(viewer, span);
    let day = Timestamp::from_unix_ms(span.0).map(|at| viewer.day(at));
    html! {
        div class="scroll lanes-figure" tabindex="0" role="region" aria-label=(viewer.texts.word("desk", "timeline")) {
            @if let Some(day) = day { p class="soft" { (day) } }
            (draw_lanes(&LanesDrawing {
                lanes,
                span,
                ticks: &ticks,
                id: "lanes",
                title: &viewer.texts.word("desk", "timeline"),
                description: &viewer.texts.with("lanes-description", &with),
            }))
        }
    }
}

/// The moments of the axis, on round minutes of the clock.
fn ticks(viewer: &Viewer, (from, to): (i64, i64)) -> Vec<(i64, String)> {
    let whole = to - from;
    let step = STEPS.iter().find(|step| whole / (**step * 60_000) < TICKS);
    let step = step.copied().unwrap_or(1440) * 60_000;
    let mut at = from.div_euclid(step) * step + step;
    let mut ticks = Vec::new();
    while at <= to && ticks.len() < 64 {
        let read = Timestamp::from_unix_ms(at).map(|at| viewer.zone.time_of_day(at));
        let read = read.unwrap_or_default();
        ticks.push((at, read.get(..5).unwrap_or_default().to_owned()));
        at += step;
    }
    ticks
}

fn parts(viewer: &Viewer, from: usize, to: usize, all: usize) -> Markup {
    let path = |from: usize| viewer.with(&[("from", Some(&from.to_string()))]);
    html! {
        @if from > 0 || to < all {
            nav class="steps" aria-label=(viewer.say("lanes-boards")) {
                @if from > 0 { a class="button plain" href=(path(from.saturating_sub(BOARDS))) { "▲ " (viewer.say("lanes-before")) } }
                @if to < all { a class="button plain" href=(path(to)) { "▼ " (viewer.say("lanes-after")) } }
            }
        }
    }
}
