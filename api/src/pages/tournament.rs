//! A tournament: its rounds, the boards of a round as they stand, its standings
//! and its crosstable. What changes while games are played is brought up to date
//! by the entries of the ledger.

use super::{Here, Key, Page, Viewer, page_of_ledger, standings};
use crate::{problem::Problem, service::Service};
use actix_web::{HttpResponse, web};
use fupan_domain::{
    Colour,
    ids::{GameId, LedgerName, PlayerId},
    rulebook::FindingStatus,
};
use fupan_replay::views::GameView;
use maud::{Markup, html};
use serde::Deserialize;
use std::sync::Arc;

/// What is asked of a tournament.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Asked {
    /// Which round.
    round: Option<u32>,
    /// What of it: `boards`, `standings` or `crosstable`.
    tab: Option<String>,
}

/// The parts of the page.
const TABS: [&str; 3] = ["boards", "standings", "crosstable"];

/// The page.
pub async fn page(
    service: web::Data<Service>,
    viewer: Viewer,
    path: web::Path<LedgerName>,
    asked: web::Query<Asked>,
) -> Result<HttpResponse, Problem> {
    let beside = service.clone();
    page_of_ledger(&service, viewer, &path, move |here| {
        if here.tournament.review.is_some() {
            return super::review::shown(here, &beside);
        }
        shown(here, &asked)
    })
    .await
}

fn shown(here: &Here<'_>, asked: &Asked) -> Result<Page, Problem> {
    let viewer = here.viewer;
    let tournament = &here.tournament;
    let name = tournament.opening.as_ref().map(|o| o.name.clone());
    let mut page = here.page(name.unwrap_or_else(|| here.ledger.to_string()));
    let last = tournament.rounds.keys().next_back().copied();
    let round = asked.round.or(last);
    if let Some(asked) = asked.round.filter(|r| !tournament.rounds.contains_key(r)) {
        let detail = format!("round {asked} was not paired");
        return Err(Problem::new("not_found", detail));
    }
    let tab = asked.tab.as_deref().filter(|tab| TABS.contains(tab));
    let tab = tab.unwrap_or(TABS[0]);
    let content = match tab {
        "standings" => standings::table(here, round)?,
        "crosstable" => standings::crosstable(here, round)?,
        _ => boards(here, round)?,
    };
    page.follows = here.follows("tournament game/ appeal/");
    page.keys = vec![Key {
        shown: "← →",
        does: "key-round",
    }];
    page.content = html! {
        h1 { (page.steps[0].label) }
        (heading(here))
        (rounds(here, round))
        nav id="tabs" class="tabs" data-live aria-label=(viewer.say("page-parts")) {
            @for name in TABS {
                a href=(viewer.with(&[("tab", Some(name))])) data-step aria-current=[(name == tab).then_some("page")] {
                    (viewer.texts.word("tab", name))
                }
            }
        }
        div id="part" data-live { (content) }
        (super::desk::links(here))
        (super::print::links(here, round))
    };
    Ok(page)
}

/// Rule book, place, players, appeals.
fn heading(here: &Here<'_>) -> Markup {
    let (viewer, tournament) = (here.viewer, &here.tournament);
    let Some(opening) = &tournament.opening else {
        return html! { p { (viewer.say("page-not-opened")) } };
    };
    html! {
        p class="soft" {
            @if let Some(place) = &opening.place { (crate::i18n::foreign::inline(place)) " · " }
            (viewer.texts.word("edition", opening.edition.id.name())) " (" code { (opening.edition.id) } ") · "
            (viewer.texts.with("page-players", &[("players", tournament.players.len().to_string().into())]))
            @if tournament.closed.is_some() { " · " (viewer.say("page-closed")) }
        }
        p class="steps noprint" {
            a class="button plain" href=(here.path("/table")) { (viewer.say("table-title")) }
            a class="button plain" href=(here.path("/appeals")) { (viewer.say("appeals-title")) }
        }
    }
}

fn rounds(here: &Here<'_>, shown: Option<u32>) -> Markup {
    let viewer = here.viewer;
    let numbers: Vec<u32> = here.tournament.rounds.keys().copied().collect();
    let at = numbers.iter().position(|n| Some(*n) == shown);
    html! {
        @if numbers.is_empty() {
            p { (viewer.say("page-no-rounds")) }
        } @else {
            nav id="rounds" class="steps" data-live aria-label=(viewer.say("page-rounds")) {
                @for (index, number) in numbers.iter().enumerate() {
                    @let text = number.to_string();
                    @let key = match at {
                        Some(at) if index + 1 == at => Some("ArrowLeft"),
                        Some(at) if index == at + 1 => Some("ArrowRight"),
                        _ => None,
                    };
                    a class="button plain" data-step data-key=[key] href=(viewer.with(&[("round", Some(&text))]))
                        aria-current=[(Some(*number) == shown).then_some("true")] {
                        (viewer.texts.with("page-round", &[("number", text.clone().into())]))
                    }
                }
            }
        }
    }
}

/// The boards of a round.
fn boards(here: &Here<'_>, round: Option<u32>) -> Result<Markup, Problem> {
    let viewer = here.viewer;
    let Some((number, round)) = round.and_then(|n| Some((n, here.tournament.rounds.get(&n)?)))
    else {
        return Ok(html! {});
    };
    let mut views: Vec<Arc<GameView>> = Vec::with_capacity(round.games.len());
    for game in &round.games {
        let now = here.live.open.reader.game_now(game);
        let (_, view) = now.map_err(|e| Problem::from(&e))?;
        views.push(view);
    }
    views.sort_by_key(|view| view.board);
    let with = [("number", number.to_string().into())];
    let columns = [
        ("page-board-short", ""),
        ("page-pairing", ""),
        ("label-status", ""),
        ("page-moves", "number roomy"),
    ];
    Ok(html! {
        @if let Some(at) = round.starts_at { p class="soft" { (viewer.say("page-starts")) " " (viewer.moment(at)) } }
        div class="scroll" tabindex="0" role="region" aria-label=(viewer.texts.with("page-boards-of", &with)) {
            table class="boards" {
                thead { tr { @for (key, class) in columns { th scope="col" class=(class) { (viewer.say(key)) } } } }
                tbody { @for view in &views { (board(here, view)) } }
            }
        }
        @if !round.byes.is_empty() {
            p {
                (viewer.say("page-byes")) " "
                @for (index, player) in round.byes.iter().enumerate() {
                    @if index > 0 { ", " } (who(here, Some(player)))
                }
            }
        }
    })
}

fn board(here: &Here<'_>, view: &GameView) -> Markup {
    let viewer = here.viewer;
    let open = view
        .findings
        .iter()
        .filter(|finding| finding.status == FindingStatus::Open)
        .count();
    html! {
        tr {
            th scope="row" { a class="big" href=(here.path(&format!("/games/{}", view.game))) {
                span class="unseen" { (viewer.say("label-game")) " " } (view.board)
            } }
            td {
                @for colour in Colour::BOTH {
                    p class={ "seat " (colour.name()) } {
                        span class="stone" aria-hidden="true" {}
                        span class="unseen" { (viewer.texts.colour(colour.name())) ": " }
                        (who(here, view.players[colour].as_ref()))
                    }
                }
            }
            td {
                p class="seat" { (status(viewer, view)) }
                @if view.result.is_some() { p class="seat" { (result(viewer, view)) } }
                // Two games of a round at one board: which of them is played again.
                @if let Some(again) = &view.replayed_as {
                    p class="seat soft" { (viewer.say("game-replayed-as")) " " a href=(game_path(here, again)) { (again) } }
                }
                @if let Some(first) = here.tournament.games.get(&view.game).and_then(|paired| paired.replays.as_ref()) {
                    p class="seat soft" { (viewer.say("game-replay-of")) " " a href=(game_path(here, first)) { (first) } }
                }
                @if open > 0 {
                    p class="seat" {
                        a class="status warm" href=(here.path(&format!("/games/{}?tab=findings", view.game))) {
                            "⚠ " (viewer.texts.with("page-open-findings", &[("count", open.to_string().into())]))
                        }
                    }
                }
            }
            td class="number roomy" { (view.position.moves) }
        }
    }
}

/// A player by name; who takes a side may still have to be decided.
pub(super) fn who(here: &Here<'_>, player: Option<&PlayerId>) -> Markup {
    html! {
        @match player {
            Some(player) => { (here.named(player.as_str())) }
            None => { span class="soft" { (here.viewer.say("page-nigiri")) } }
        }
    }
}

/// Where a game stands: a sign and a word.
pub(super) fn status(viewer: &Viewer, view: &GameView) -> Markup {
    let sign = match view.status {
        "paired" => "○",
        "playing" => "▶",
        "paused" | "sealed" => "‖",
        "ending" | "counting" => "…",
        _ => "✓",
    };
    html! {
        span class="status" { span aria-hidden="true" { (sign) " " } (viewer.texts.word("game-status", view.status)) }
    }
}

/// The result, and how sure it is.
pub(super) fn result(viewer: &Viewer, view: &GameView) -> Markup {
    let json = view
        .result
        .as_ref()
        .and_then(|result| serde_json::to_value(result).ok());
    html! {
        @match json {
            None => "–",
            Some(json) => {
                (viewer.texts.result(&json))
                @let state = json["state"].as_str().unwrap_or_default();
                " " span class="soft" { "(" (viewer.texts.word("result-state", state)) ")" }
            }
        }
    }
}

/// A game's path, with what is asked of it.
pub(super) fn game_path(here: &Here<'_>, game: &GameId) -> String {
    here.path(&format!("/games/{game}"))
}
