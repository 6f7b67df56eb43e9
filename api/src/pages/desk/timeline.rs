//! What happened in a round, side by side: a lane for what needs a look, one for
//! the tournament itself, one for each appeal and for each board. Bounded, however
//! large the event is: one round, so many boards at a time. Times in which nothing
//! happened are folded, and a part of the round can be looked at more closely.

use super::{desk, entry::line, tabs};
use crate::{
    pages::{Here, Page, Viewer, page_of_ledger},
    problem::Problem,
    routes::entries::unreadable,
    service::Service,
    svg::{Axis, Lane, LanesDrawing, Shape, draw_lanes, draw_map},
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
/// How far apart moments of the axis, and days, are drawn at least.
const APART: i64 = 52;
const DAYS_APART: i64 = 88;
/// A time without any entry that is longer than this, in milliseconds, is folded;
/// only the longest are, if there are many.
const QUIET_MS: i64 = 2 * 3_600_000;
const FOLDS: usize = 7;

/// What is asked.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Asked {
    /// Which round; the last one where none is named.
    round: Option<u32>,
    /// From which of its boards on.
    from: Option<usize>,
    /// Which part of it, as two moments in milliseconds with a hyphen between; all
    /// of it where none is named.
    window: Option<String>,
}

impl Asked {
    fn window(&self) -> Option<(i64, i64)> {
        let (from, to) = self.window.as_ref()?.split_once('-')?;
        let moment = |text: &str| Timestamp::from_unix_ms(text.parse().ok()?);
        let (from, to) = (moment(from)?.unix_ms(), moment(to)?.unix_ms());
        (from < to).then_some((from, to))
    }
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
    page_of_ledger(&service, viewer, &path, move |here| shown(here, &asked)).await
}

fn shown(here: &Here<'_>, asked: &Asked) -> Result<Page, Problem> {
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
            of_round(here, &games, asked)?
        }
    };
    page.content = html! {
        h1 { (viewer.texts.word("desk", "timeline")) }
        (tabs(here, "timeline"))
        nav class="steps" aria-label=(viewer.say("page-rounds")) {
            @for other in rounds.keys() {
                @let text = other.to_string();
                a class="button plain" href=(viewer.with(&[("round", Some(&text)), ("from", None), ("window", None)])) aria-current=[(Some(*other) == number).then_some("true")] {
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

/// What happened in a round, before it is drawn.
#[derive(Default)]
struct Told {
    /// What goes above the boards, and the boards.
    above: Vec<Lane>,
    boards: Vec<Lane>,
    incidents: Vec<Happened>,
    /// When anything happened at all, in order.
    moments: Vec<i64>,
}

fn read(here: &Here<'_>, games: &[&GameId], of_games: &[&GameId]) -> Result<Told, Problem> {
    let viewer = here.viewer;
    let mut told = Told::default();
    for game in of_games {
        let board = here
            .tournament
            .games
            .get(*game)
            .map_or(0, |p| p.pairing.board);
        let with = [("number", board.to_string().into())];
        let mut name = viewer.texts.with("page-board", &with);
        // A game played again has the board of the first one.
        if here
            .tournament
            .games
            .get(*game)
            .is_some_and(|p| p.replays.is_some())
        {
            name = format!("{name} ({game})");
        }
        let course = course(here, &Stream::Game((*game).clone()))?;
        let moments = course.all.iter().map(|happened| happened.at.unix_ms());
        told.moments.extend(moments);
        told.boards
            .push(lane(name, course, &mut told.incidents, false));
    }
    let span = told.moments.iter().min().zip(told.moments.iter().max());
    let Some((first, last)) = span.map(|(first, last)| (*first, *last)) else {
        return Ok(told);
    };
    let appeals = here.tournament.appeals.iter().filter(|(_, appeal)| {
        let of = appeal.game.as_ref();
        of.is_some_and(|of| games.contains(&of))
    });
    let mut others = Vec::new();
    for (id, _) in appeals.take(BOARDS) {
        let course = course(here, &Stream::Appeal(id.clone()))?;
        others.push((format!("{} {id}", viewer.say("page-appeal")), course));
    }
    let mut tournament = course(here, &Stream::Tournament)?;
    tournament
        .all
        .retain(|happened| (first..=last).contains(&happened.at.unix_ms()));
    others.insert(0, (viewer.texts.word("stream", "tournament"), tournament));
    for (name, course) in others {
        let moments = course.all.iter().map(|happened| happened.at.unix_ms());
        told.moments.extend(moments);
        told.above
            .push(lane(name, course, &mut told.incidents, true));
    }
    told.moments.sort_unstable();
    told.incidents
        .sort_by_key(|happened| (happened.at, happened.seq));
    Ok(told)
}

/// The times in which something happened: long ones in which nothing did lie between.
fn stretches(moments: &[i64]) -> Vec<(i64, i64)> {
    let quiet = moments.windows(2).zip(1..).filter_map(|(pair, at)| {
        let [before, after] = pair else { return None };
        let ms = after.saturating_sub(*before);
        (ms > QUIET_MS).then_some((ms, at))
    });
    let mut quiet: Vec<(i64, usize)> = quiet.collect();
    quiet.sort_unstable_by_key(|(ms, _)| std::cmp::Reverse(*ms));
    quiet.truncate(FOLDS);
    let mut ends: Vec<usize> = quiet.into_iter().map(|(_, at)| at).collect();
    ends.push(moments.len());
    ends.sort_unstable();
    let mut begins = 0;
    let mut spans = Vec::new();
    for end in ends {
        let part = moments.get(begins..end).unwrap_or_default();
        if let (Some(first), Some(last)) = (part.first(), part.last()) {
            spans.push((*first, *last));
        }
        begins = end;
    }
    spans
}

/// The parts of these times that lie in a window.
fn within(spans: &[(i64, i64)], (from, to): (i64, i64)) -> Vec<(i64, i64)> {
    let clipped = spans.iter().map(|(a, b)| ((*a).max(from), (*b).min(to)));
    clipped.filter(|(a, b)| a <= b).collect()
}

fn of_round(here: &Here<'_>, games: &[&GameId], asked: &Asked) -> Result<Markup, Problem> {
    let viewer = here.viewer;
    let from = asked.from.unwrap_or(0);
    let from = from.min(games.len().saturating_sub(1)) / BOARDS * BOARDS;
    let to = (from + BOARDS).min(games.len());
    let mut told = read(here, games, games.get(from..to).unwrap_or_default())?;
    let whole = stretches(&told.moments);
    if whole.is_empty() {
        return Ok(html! { p { (viewer.say("game-nothing")) } });
    }
    let window = asked
        .window()
        .map(|window| (window, within(&whole, window)));
    let window = window.filter(|(_, spans)| !spans.is_empty());
    let axis = Axis::of(window.as_ref().map_or(&whole, |(_, spans)| spans));
    let looked_at = window.as_ref().map(|(window, _)| *window);
    told.incidents
        .retain(|happened| axis.shows(happened.at.unix_ms()));
    let mut lanes = vec![Lane {
        name: viewer.say("game-incidents"),
        bars: Vec::new(),
        marks: told
            .incidents
            .iter()
            .map(|h| (h.at.unix_ms(), h.shape))
            .collect(),
    }];
    lanes.append(&mut told.above);
    lanes.append(&mut told.boards);
    let (begins, ends) = looked_at.unwrap_or((i64::MIN, i64::MAX));
    for lane in &mut lanes {
        lane.marks.retain(|(at, _)| axis.shows(*at));
        lane.bars.retain(|(a, b)| *a <= ends && begins <= *b);
    }
    let incidents = &told.incidents;
    Ok(html! {
        (map(viewer, &whole, &told.moments, looked_at))
        (drawn(viewer, &lanes, &axis, incidents.len()))
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

/// The whole round in small, with links to its parts, and from a part to those beside
/// it: what a hand would do with a slider is done by links, which a key reaches too.
fn map(
    viewer: &Viewer,
    whole: &[(i64, i64)],
    moments: &[i64],
    looked_at: Option<(i64, i64)>,
) -> Markup {
    let path = |(from, to): (i64, i64)| viewer.with(&[("window", Some(&format!("{from}-{to}")))]);
    let (Some((first, _)), Some((_, last))) = (whole.first(), whole.last()) else {
        return html! {};
    };
    // A minute more on each side, so that nothing stands on the edge.
    let part = |(from, to): &(i64, i64)| (from - 60_000, to + 60_000);
    let (from, to) = looked_at.unwrap_or((*first, *last));
    let quarter = (to - from) / 4;
    let closer = (from + quarter, to - quarter);
    let time = |at: i64| {
        let at = Timestamp::from_unix_ms(at);
        at.map(|at| (viewer.zone.date(at), short_time(viewer, at)))
            .unwrap_or_default()
    };
    html! {
        div class="scroll lanes-figure" tabindex="0" role="region" aria-label=(viewer.say("lanes-whole")) {
            (draw_map(&Axis::of(whole), moments, looked_at, &viewer.say("lanes-whole")))
        }
        nav class="steps" aria-label=(viewer.say("lanes-part")) {
            a class="button plain" href=(viewer.with(&[("window", None)])) aria-current=[looked_at.is_none().then_some("true")] { (viewer.say("lanes-whole")) }
            @if whole.len() > 1 {
                @for span in whole {
                    @let ((day, begins), (other_day, ends)) = (time(span.0), time(span.1));
                    a class="button plain" href=(path(part(span))) aria-current=[(looked_at == Some(part(span))).then_some("true")] {
                        (day) " " (begins)
                        @if (&other_day, &ends) != (&day, &begins) { "–" @if other_day != day { (other_day) " " } (ends) }
                    }
                }
            }
            @if looked_at.is_some() {
                a class="button plain" href=(path((from - 2 * quarter, to - 2 * quarter))) { "◀ " (viewer.say("game-earlier")) }
                a class="button plain" href=(path((from + 2 * quarter, to + 2 * quarter))) { "▶ " (viewer.say("game-later")) }
                a class="button plain" href=(path((from - 2 * quarter, to + 2 * quarter))) { "− " (viewer.say("lanes-wider")) }
            }
            @if quarter > 15_000 { a class="button plain" href=(path(closer)) { "+ " (viewer.say("lanes-closer")) } }
        }
    }
}

fn short_time(viewer: &Viewer, at: Timestamp) -> String {
    let mut read = viewer.zone.time_of_day(at);
    read.truncate(5);
    read
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

fn drawn(viewer: &Viewer, lanes: &[Lane], axis: &Axis, incidents: usize) -> Markup {
    let with = [
        ("lanes", lanes.len().to_string().into()),
        ("incidents", incidents.to_string().into()),
    ];
    let (ticks, days) = ticks(viewer, axis);
    let folded = axis.shown().count() > 1;
    html! {
        @if folded { p class="soft" { (viewer.say("lanes-folded")) } }
        div class="scroll lanes-figure" tabindex="0" role="region" aria-label=(viewer.texts.word("desk", "timeline")) {
            (draw_lanes(&LanesDrawing {
                lanes,
                axis,
                ticks: &ticks,
                days: &days,
                id: "lanes",
                title: &viewer.texts.word("desk", "timeline"),
                description: &viewer.texts.with("lanes-description", &with),
            }))
        }
    }
}

/// Moments of the axis, as they read.
type Ticks = Vec<(i64, String)>;

/// The moments of the axis: where each time that is shown begins, then round minutes
/// of the venue's clock; and the days. No label reaches into the next.
fn ticks(viewer: &Viewer, axis: &Axis) -> (Ticks, Ticks) {
    let (mut ticks, mut days): (Ticks, Ticks) = (Vec::new(), Vec::new());
    let add = |to: &mut Ticks, at: i64, text: String, apart: i64| {
        let fits = |(last, _): &(i64, String)| axis.x(at) - axis.x(*last) >= apart;
        if to.last().is_none_or(fits) {
            to.push((at, text));
        }
    };
    for (from, to, width) in axis.shown() {
        let labels = (width / APART).max(1);
        let step = STEPS
            .iter()
            .find(|step| (to - from) / (**step * 60_000) < labels);
        let step = step.copied().unwrap_or(1440) * 60_000;
        let ahead = Timestamp::from_unix_ms(from).map_or(0, |at| viewer.zone.ahead_ms(at));
        let round = (from + ahead).div_euclid(step) * step + step - ahead;
        let most = usize::try_from(labels).unwrap_or(1);
        let rounds = (0_i64..).map(|n| round + n * step);
        let rounds = rounds.take_while(|at| *at <= to).take(most);
        let mut day = String::new();
        for at in std::iter::once(from).chain(rounds) {
            let Some(moment) = Timestamp::from_unix_ms(at) else {
                continue;
            };
            add(&mut ticks, at, short_time(viewer, moment), APART);
            let date = viewer.zone.date(moment);
            if date != day {
                add(&mut days, at, date.clone(), DAYS_APART);
                day = date;
            }
        }
    }
    (ticks, days)
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

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: i64 = 60_000;
    const DAY: i64 = 1440 * MINUTE;

    #[test]
    fn a_night_and_a_month_without_play_part_a_round() {
        let moments = [0, MINUTE, 90 * MINUTE, DAY, DAY + MINUTE, 40 * DAY];
        let spans = [(0, 90 * MINUTE), (DAY, DAY + MINUTE), (40 * DAY, 40 * DAY)];
        assert_eq!(stretches(&moments), spans);
        assert_eq!(
            within(&spans, (30 * MINUTE, DAY)),
            [(30 * MINUTE, 90 * MINUTE), (DAY, DAY)]
        );
        assert_eq!(stretches(&[]), []);
    }

    #[test]
    fn of_many_quiet_times_the_longest_are_folded() {
        let moments: Vec<i64> = (0..60).map(|n| n * n * DAY).collect();
        let spans = stretches(&moments);
        assert_eq!(spans.len(), FOLDS + 1);
        assert_eq!((spans[0].0, spans[FOLDS].1), (0, 59 * 59 * DAY));
    }
}
