//! The arbiter's table: the boards that want him first, with what they wait for
//! and since when; the appeals that are open, and the rulings that can still be
//! appealed. Brought up to date by every entry.
//!
//! What waits is read from the views that everybody has; only whether a clock that
//! runs has run out by now is asked of the service's own clock, and said so.

use super::{
    Asset, Here, Page, Viewer,
    facts::{self, Fact},
    overtime, page_of_ledger,
    running::Running,
    tournament,
};
use crate::{i18n::Lang, problem::Problem, service::Service, text::duration};
use actix_web::{HttpResponse, web};
use fupan_domain::{
    Colour, Millis, Timestamp,
    event::{GameEvent, game::PauseReason},
    game::{FactKind, GameState},
    ids::{EntryId, GameId, LedgerName},
    rulebook::{FindingStatus, RequestKind, RequestState},
    tournament::DecidedBy,
};
use fupan_replay::views::{GameView, game::RulingView};
use fupan_store::wall_clock;
use maud::{Markup, html};
use std::sync::Arc;

/// So long before its end a clock is near it.
const NEAR: Millis = Millis(5 * 60 * 1000);

/// How urgent something is, the most urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Urgency {
    /// A clock has run out, or is read out.
    Overtime,
    /// Play stands still for an arbiter.
    Stopped,
    /// A player has called.
    Called,
    /// A player is not at the board.
    Missing,
    /// The rule book finds something.
    Found,
    /// A clock comes near its end.
    Clock,
    /// A result waits to be confirmed.
    Confirm,
}

/// Something that a board waits for.
struct Waits {
    urgency: Urgency,
    since: Timestamp,
    said: Markup,
    path: String,
    /// What its link is called.
    act: &'static str,
}

/// A board, and what it waits for, the most urgent first.
struct Board {
    view: Arc<GameView>,
    waits: Vec<Waits>,
}

/// The page.
pub async fn page(
    service: web::Data<Service>,
    viewer: Viewer,
    path: web::Path<LedgerName>,
) -> Result<HttpResponse, Problem> {
    page_of_ledger(&service, viewer, &path, |here| {
        let table = Table {
            here,
            viewer: here.viewer,
            now: to_the_second(wall_clock()),
        };
        table.page()
    })
    .await
}

struct Table<'a> {
    here: &'a Here<'a>,
    viewer: &'a Viewer,
    now: Timestamp,
}

impl Table<'_> {
    fn page(&self) -> Result<Page, Problem> {
        let viewer = self.viewer;
        let mut page = self.here.page(viewer.say("table-title"));
        page.steps.push(super::Step {
            label: html! { (viewer.say("table-title")) },
            path: self.here.path("/table"),
        });
        page.scripts = vec![Asset::TIME, Asset::CASE, Asset::RECORD_CLOCK, Asset::CLOCKS];
        page.follows = self.here.follows("tournament game/ appeal/");
        let mut boards = self.boards()?;
        boards.sort_by_key(|board| {
            let first = board
                .waits
                .first()
                .map(|waits| (waits.urgency, waits.since));
            (first, board.view.round, board.view.board)
        });
        let own = self.own_boards();
        let is_own = |board: &Board| {
            own.as_ref()
                .is_some_and(|own| own.contains(&board.view.board))
        };
        let (mine, others): (Vec<Board>, Vec<Board>) = boards.into_iter().partition(is_own);
        page.content = html! {
            h1 { (viewer.say("table-title")) }
            @if let Some(game) = viewer.asked("game").and_then(|id| id.parse::<GameId>().ok()) {
                (facts::recorded(self.here, &game))
            }
            div id="waiting" data-live data-now=(self.now) {
                p class="soft" { (viewer.say("label-as-of")) " " (viewer.moment(self.now)) }
                @if own.is_some() {
                    (self.section("table-own", &mine))
                    (self.section("table-others", &others))
                } @else {
                    (self.section("table-boards", &others))
                }
                (self.appeals())
            }
        };
        Ok(page)
    }

    /// The boards of an arbiter who has given ones.
    fn own_boards(&self) -> Option<Vec<u32>> {
        let actor = super::case::actor(self.here)?;
        let offices = self.here.tournament.officials.get(actor.as_str())?;
        let held = offices.iter().filter(|office| office.in_office);
        let mut boards = Vec::new();
        for office in held {
            boards.extend(office.boards.as_ref()?);
        }
        (!boards.is_empty()).then_some(boards)
    }

    /// The boards of rounds that are not closed, and those that an appeal's decision has
    /// changed since, as far as they wait for something.
    fn boards(&self) -> Result<Vec<Board>, Problem> {
        let mut boards = Vec::new();
        let tournament = &self.here.tournament;
        let is_changed = |game: &GameId| {
            let mut appeals = tournament.appeals_on(game);
            appeals.any(|appeal| !appeal.orders.is_empty() && !appeal.overturned)
        };
        let games = tournament.rounds.values().flat_map(|round| {
            let is_open = round.closed.is_none();
            let games = round.games.iter();
            games.filter(move |game| is_open || is_changed(game))
        });
        for game in games {
            let reader = &self.here.live.open.reader;
            let (folded, view) = reader.game_now(game).map_err(|e| Problem::from(&e))?;
            let mut waits = self.waits(&view, &folded.state);
            waits.sort_by_key(|waits| (waits.urgency, waits.since));
            if !waits.is_empty() {
                boards.push(Board { view, waits });
            }
        }
        Ok(boards)
    }

    fn waits(&self, view: &GameView, state: &GameState) -> Vec<Waits> {
        let at = |entry: EntryId| {
            let facts = state.record.facts().iter();
            facts
                .rev()
                .find(|fact| fact.entry == entry)
                .map(|fact| fact.at)
        };
        let since = |entry: EntryId| at(entry).or(state.last_at).unwrap_or(self.now);
        let game = self.here.path(&format!("/games/{}", view.game));
        let mut waits = Vec::new();
        for finding in view
            .findings
            .iter()
            .filter(|f| f.status == FindingStatus::Open)
        {
            let is_overtime = overtime::is_overtime(finding);
            waits.push(Waits {
                urgency: if is_overtime { Urgency::Overtime } else { Urgency::Found },
                since: since(finding.entry),
                said: html! {
                    strong { (finding.id) } " " (finding.article) " · "
                    // In English its facts say whom it concerns.
                    @if let Some(colour) = finding.colour.filter(|_| self.viewer.lang() != Lang::En) { (self.colour(colour)) ": " }
                    (self.here.about(finding))
                    @let on_appeal = self.here.tournament.decided_on_appeal(&view.game, &finding.id);
                    @let decides = if on_appeal.is_empty() { finding.decides.name() } else { "chief_arbiter" };
                    " · " (self.viewer.say("label-decides")) ": " (self.viewer.texts.word("decider", decides))
                    @for appeal in on_appeal {
                        " · ⚖ " (self.viewer.say("table-committee")) " "
                        a href=(self.here.path(&format!("/appeals/{}", appeal.appeal))) { (appeal.appeal) }
                    }
                },
                path: format!("{game}/findings/{}", finding.id),
                act: "table-open",
            });
        }
        for request in view
            .requests
            .iter()
            .filter(|r| r.state == RequestState::Open)
        {
            // A complaint about what is found is told with the finding.
            let finding = view.findings.iter().find(|f| {
                f.window.complaint == Some(request.entry) || Some(f.entry) == request.about
            });
            let path = match finding {
                Some(finding) => format!("{game}/findings/{}", finding.id),
                None => format!("{game}/rule?about={}", request.entry),
            };
            waits.push(Waits {
                urgency: Urgency::Called,
                since: since(request.entry),
                said: html! {
                    strong { (self.viewer.texts.word("event", super::game::asked(request.kind))) } " · " (self.colour(request.by))
                    @if let (RequestKind::Complaint, Some(text)) = (request.kind, &request.text) { ": " (crate::i18n::foreign::inline(text)) }
                },
                path,
                act: "table-open",
            });
        }
        waits.extend(self.missing(state, &game));
        waits.extend(self.stopped(view, state, &game));
        waits.extend(self.clock(view, state, &game));
        if view.status == "finished" {
            waits.push(Waits {
                urgency: Urgency::Confirm,
                since: state.last_at.unwrap_or(self.now),
                said: html! { strong { (self.viewer.say("table-confirm")) } " · " (tournament::result(self.viewer, view)) },
                path: Fact::Confirm.path(self.here, &view.game),
                act: "fact-confirm",
            });
        }
        waits
    }

    /// Players who were said not to be there and have not come: since when their time
    /// for coming late runs, and when it is over.
    fn missing(&self, state: &GameState, game: &str) -> Vec<Waits> {
        let limit = state.terms.regulations.late.limit_ms;
        let players = state.presence.iter().zip(&state.paired.players);
        let missing = players.filter(|(presence, _)| {
            presence.absent.is_some() && presence.arrived.is_none() && !state.is_over()
        });
        let since = state.paired.starts_at.or(state.started.map(|(_, at)| at));
        let told = missing.filter_map(|(presence, player)| {
            let since = since.or(presence.absent)?;
            let end = limit.map(|limit| since.plus(limit));
            let key = match end {
                Some(end) if end <= self.now => "table-missing-over",
                _ => "table-missing-until",
            };
            Some(Waits {
                urgency: Urgency::Missing,
                since,
                said: html! {
                    strong { (self.viewer.say("table-missing")) } " · " (tournament::who(self.here, Some(player)))
                    @if let Some(end) = end { " · " (self.viewer.say(key)) " " (self.viewer.moment(end)) (self.left(end)) }
                },
                path: game.to_owned(),
                act: "table-open",
            })
        });
        told.collect()
    }

    /// Play that stands still until an arbiter comes.
    fn stopped(&self, view: &GameView, state: &GameState, game: &str) -> Option<Waits> {
        let reason = state
            .paused
            .filter(|reason| matches!(reason, PauseReason::Ruling | PauseReason::Fault))
            .filter(|_| !state.is_over())?;
        let pause = |kind: &FactKind| matches!(kind, FactKind::Event(GameEvent::GamePaused(_)));
        let facts = state.record.facts().iter();
        let fact = facts.rev().find(|fact| pause(&fact.kind))?;
        let word = match reason {
            PauseReason::Fault => "fault",
            _ => "ruling",
        };
        let open = view
            .findings
            .iter()
            .find(|f| f.status == FindingStatus::Open);
        // What it was stopped for is ruled: nothing is left but to let it go on.
        let is_ruled = |ruling: &RulingView| ruling.seq > fact.seq;
        let waits_only = open.is_none() && view.rulings.iter().any(is_ruled);
        let goes_on = waits_only && Fact::Resume.may(self.here, state);
        Some(Waits {
            urgency: Urgency::Stopped,
            since: fact.at,
            said: html! {
                strong { (self.viewer.texts.word("pause", word)) }
                @if waits_only { " · " (self.viewer.say("fact-resume-due")) }
            },
            path: match open {
                _ if goes_on => Fact::Resume.path(self.here, &view.game),
                Some(finding) => format!("{game}/findings/{}", finding.id),
                None if waits_only => game.to_owned(),
                None => format!("{game}/rule?about={}", fact.entry),
            },
            act: if goes_on { "fact-resume" } else { "table-open" },
        })
    }

    /// A clock that is read out, or near its end, if its side goes on thinking.
    fn clock(&self, view: &GameView, state: &GameState, game: &str) -> Option<Waits> {
        let (colour, end) = overtime::clock_end(view, state, self.now)?;
        let clock = &view.clock[colour];
        let last = state.last_at?;
        let asked = self.now.max(last);
        let is_out = end.is_some_and(|end| end <= self.now);
        let is_near = end.is_some_and(|end| end <= self.now.plus(NEAR));
        let is_read = clock.in_overtime == Some(true);
        if !is_out && !is_near && !is_read {
            return None;
        }
        let key = if is_out {
            "table-clock-out"
        } else {
            "table-clock-near"
        };
        Some(Waits {
            urgency: if is_out || is_read {
                Urgency::Overtime
            } else {
                Urgency::Clock
            },
            since: end.filter(|_| is_out).unwrap_or(last),
            said: html! {
                strong { (self.viewer.say(key)) } " · " (self.colour(colour)) ": "
                (self.viewer.running(state, colour, asked, &Running { between: &self.viewer.say("list-separator"), says_out: false }))
                @if let Some(end) = end.filter(|_| !is_out) { " · " (self.viewer.say("table-clock-end")) " " (self.viewer.moment(end)) (self.left(end)) }
            },
            // From there the clock is stopped, and what the rule book finds is ruled.
            path: if is_out {
                format!("{game}/rule")
            } else {
                format!("{game}?tab=clock")
            },
            act: "table-open",
        })
    }

    fn colour(&self, colour: Colour) -> String {
        self.viewer.texts.colour(colour.name())
    }

    fn section(&self, title: &str, boards: &[Board]) -> Markup {
        let viewer = self.viewer;
        html! {
            section {
                h2 { (viewer.say(title)) }
                @if boards.is_empty() { p class="soft" { (viewer.say("table-nothing")) } }
                ul class="queue" { @for board in boards { (self.board(board)) } }
            }
        }
    }

    fn board(&self, board: &Board) -> Markup {
        let viewer = self.viewer;
        let view = &board.view;
        let number = |key, n: u32| viewer.texts.with(key, &[("number", n.to_string().into())]);
        html! {
            li {
                h3 {
                    a href=(tournament::game_path(self.here, &view.game)) {
                        (number("page-board", view.board)) " · " (number("page-round", view.round))
                    }
                    " " (tournament::status(viewer, view))
                }
                p class="soft" {
                    @for colour in Colour::BOTH {
                        span class={ "seat " (colour.name()) } {
                            span class="stone" aria-hidden="true" {}
                            span class="unseen" { (self.colour(colour)) ": " }
                            (tournament::who(self.here, view.players[colour].as_ref())) " "
                        }
                    }
                }
                ul class="waits" {
                    @for waits in &board.waits {
                        li class=[(waits.urgency <= Urgency::Called).then_some("urgent")] {
                            p {
                                span class="status warm" { span aria-hidden="true" { (sign(waits.urgency)) " " } (viewer.texts.word("urgency", urgency(waits.urgency))) } " "
                                (waits.said)
                            }
                            p class="soft" { (self.waited(waits.since)) }
                            p { a class="button plain" href=(waits.path) { (viewer.say(waits.act)) span class="unseen" { " " (number("page-board", view.board)) } } }
                        }
                    }
                }
            }
        }
    }

    /// Since when, and how long that was when the page was made.
    fn waited(&self, since: Timestamp) -> Markup {
        let waited = self.now.since(since);
        html! {
            (self.viewer.say("table-since")) " " (self.viewer.moment(since))
            @if waited.0 > 0 { " (" span data-since=(since) { (duration(Millis(waited.0 / 1000 * 1000))) } ")" }
        }
    }

    /// How long it is until a moment, if that is to come.
    fn left(&self, until: Timestamp) -> Markup {
        let left = until.since(self.now);
        html! {
            @if left.0 > 0 { " (" span data-until=(until) { (duration(Millis(left.0 / 1000 * 1000))) } ")" }
        }
    }

    /// Appeals that are open, and rulings that can still be appealed.
    fn appeals(&self) -> Markup {
        let viewer = self.viewer;
        let tournament = &self.here.tournament;
        let open = tournament
            .appeals
            .values()
            .filter(|appeal| appeal.status.is_open());
        let open: Vec<_> = open.collect();
        let windows = self.windows();
        html! {
            section {
                h2 { (viewer.say("appeals-title")) }
                @if open.is_empty() && windows.is_empty() { p class="soft" { (viewer.say("table-no-appeals")) } }
                ul class="brief" {
                    @for appeal in open {
                        li {
                            span class="status warm" { "⚖ " (viewer.texts.word("appeal-status", appeal.status.name())) } " "
                            a href=(self.here.path(&format!("/appeals/{}", appeal.appeal))) { (viewer.say("appeals-one")) " " (appeal.appeal) }
                            @if let Some(game) = &appeal.game { " · " a href=(tournament::game_path(self.here, game)) { (game) } }
                            @if appeal.filed.against.is_empty() {
                                " · " (viewer.say("label-against")) " " em { (viewer.say("appeals-against-nothing")) }
                            }
                            br; span class="soft" { (self.waited(appeal.filed_at)) }
                        }
                    }
                    @for (game, ruling, deadline) in &windows {
                        li {
                            span class="status" { "… " (viewer.say("table-window")) } " "
                            a href=(self.here.path(&format!("/games/{game}/rulings/{ruling}"))) { (ruling) }
                            " · " (viewer.say("label-until")) " " (viewer.moment(*deadline))
                            (self.left(*deadline))
                        }
                    }
                }
                p { a href=(self.here.path("/appeals")) { (viewer.say("appeals-all")) } }
            }
        }
    }

    fn windows(&self) -> Vec<(GameId, String, Timestamp)> {
        let tournament = &self.here.tournament;
        let mut windows = Vec::new();
        for (id, decided) in tournament.decided.iter() {
            let DecidedBy::Ruling { game, .. } = &decided.by else {
                continue;
            };
            let deadline = tournament.appeal_deadline(Some(game), &[decided.entry]);
            let Some(deadline) = deadline.filter(|deadline| *deadline > self.now) else {
                continue;
            };
            if !tournament.overturned.contains(id) {
                windows.push((game.clone(), id.to_string(), deadline));
            }
        }
        windows.sort_by_key(|(_, _, deadline)| *deadline);
        windows
    }
}

/// The moment without the part of its second.
fn to_the_second(now: Timestamp) -> Timestamp {
    let part = now.unix_ms().rem_euclid(1000);
    now.plus(Millis(-part))
}

const fn sign(urgency: Urgency) -> &'static str {
    match urgency {
        Urgency::Overtime | Urgency::Clock => "◷",
        Urgency::Stopped => "‖",
        Urgency::Called => "!",
        Urgency::Missing => "∅",
        Urgency::Found => "⚠",
        Urgency::Confirm => "✓",
    }
}

const fn urgency(urgency: Urgency) -> &'static str {
    match urgency {
        Urgency::Overtime => "overtime",
        Urgency::Stopped => "stopped",
        Urgency::Called => "called",
        Urgency::Missing => "missing",
        Urgency::Found => "found",
        Urgency::Clock => "clock",
        Urgency::Confirm => "confirm",
    }
}
