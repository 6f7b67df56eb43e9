//! Sheets of a round: who meets whom at which board, slips on which the players
//! sign their results, and the standings with the crosstable.

use super::sheet;
use crate::{
    i18n::foreign::inline,
    pages::{Here, Page, Step, Viewer, page_of_ledger, standings as of_standings, tournament},
    problem::Problem,
    service::Service,
};
use actix_web::{HttpResponse, web};
use fupan_domain::{
    Colour,
    event::common::ResultBy,
    ids::{GameId, LedgerName},
    tournament::Round,
};
use fupan_replay::views::{GameView, Moment, game::ResultView};
use fupan_store::Known;
use maud::{Markup, html};
use serde::Deserialize;

/// Which round.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub struct Asked {
    /// The last one that was paired where none is named.
    round: Option<u32>,
}

/// The round that is asked for.
fn round_of<'a>(here: &'a Here<'_>, asked: Asked) -> Result<(u32, &'a Round), Problem> {
    let rounds = &here.tournament.rounds;
    let none = || Problem::new("not_found", "no such round was paired");
    let number = asked.round.or_else(|| rounds.keys().next_back().copied());
    let number = number.ok_or_else(none)?;
    let round = rounds.get(&number).ok_or_else(none)?;
    Ok((number, round))
}

/// Its games, by board.
fn games(here: &Here<'_>, round: &Round) -> Result<Vec<GameView>, Problem> {
    let reader = &here.live.open.reader;
    let view = |game| {
        let view = reader.game_view(game, Known::Now, Moment::Last);
        view.map_err(|e| Problem::from(&e))
    };
    let mut views = round
        .games
        .iter()
        .map(view)
        .collect::<Result<Vec<_>, _>>()?;
    views.sort_by_key(|view| view.board);
    Ok(views)
}

fn begun(here: &Here<'_>, name: &str, number: u32) -> Page {
    let title = here.viewer.texts.word("print", name);
    let mut page = here.page(title.clone());
    let with = [("number", number.to_string().into())];
    page.steps.push(Step {
        label: html! { (here.viewer.texts.with("page-round", &with)) },
        path: here.path(&format!("?round={number}")),
    });
    page.steps.push(Step {
        label: html! { (title) },
        path: here.path(&format!("/print/{name}")),
    });
    page
}

/// The tournament's name over a sheet.
fn name(here: &Here<'_>) -> Markup {
    let opening = here.tournament.opening.as_ref();
    opening.map_or_else(|| html! { (here.ledger) }, |opening| inline(&opening.name))
}

/// The round sheet.
pub async fn page(
    service: web::Data<Service>,
    viewer: Viewer,
    path: web::Path<LedgerName>,
    asked: web::Query<Asked>,
) -> Result<HttpResponse, Problem> {
    page_of_ledger(&service, viewer, &path, move |here| {
        let (number, round) = round_of(here, *asked)?;
        let views = games(here, round)?;
        let page = begun(here, "round", number);
        Ok(sheet(here, page, &boards(here, (number, round), &views)))
    })
    .await
}

fn boards(here: &Here<'_>, (number, round): (u32, &Round), views: &[GameView]) -> Markup {
    let viewer = here.viewer;
    let with = [("number", number.to_string().into())];
    let texts = viewer.texts;
    html! {
        h1 { (name(here)) }
        p {
            strong { (texts.with("page-boards-of", &with)) }
            @if let Some(at) = round.starts_at { " · " (viewer.say("page-starts")) " " (viewer.moment(at)) }
        }
        table class="round-sheet" {
            thead { tr {
                th scope="col" class="number" { (viewer.say("page-board-short")) }
                @for colour in Colour::BOTH { th scope="col" { (texts.colour(colour.name())) } }
                th scope="col" { (viewer.say("label-result")) }
            } }
            tbody {
                @for view in views {
                    tr {
                        th scope="row" class="number" { (view.board) }
                        @for colour in Colour::BOTH { td { (tournament::who(here, view.players[colour].as_ref())) } }
                        td {
                            @if view.result.is_some() { (tournament::result(viewer, view)) } @else { span class="blank" {} }
                            // Two games of a round at one board: which of them is played again.
                            @if let Some(again) = &view.replayed_as { br; (viewer.say("game-replayed-as")) " " code { (again) } }
                            @if let Some(first) = replay_of(here, view) { br; (viewer.say("game-replay-of")) " " code { (first) } }
                        }
                    }
                }
            }
        }
        @if !round.byes.is_empty() {
            p {
                (viewer.say("page-byes")) " "
                @for (index, player) in round.byes.iter().enumerate() {
                    @if index > 0 { ", " } (tournament::who(here, Some(player)))
                }
            }
        }
    }
}

/// The game in whose place a game is played.
fn replay_of<'a>(here: &'a Here<'_>, view: &GameView) -> Option<&'a GameId> {
    let paired = here.tournament.games.get(&view.game)?;
    paired.replays.as_ref()
}

/// Whether players sign who won: not where an official or a sanction has said so, nor
/// in a game that is played again.
fn is_signed(view: &GameView) -> bool {
    let ruled = |result: &ResultView| matches!(result.by, ResultBy::Ruling | ResultBy::Sanction);
    view.replayed_as.is_none() && !view.result.as_ref().is_some_and(ruled)
}

/// The result slips.
pub async fn slips(
    service: web::Data<Service>,
    viewer: Viewer,
    path: web::Path<LedgerName>,
    asked: web::Query<Asked>,
) -> Result<HttpResponse, Problem> {
    page_of_ledger(&service, viewer, &path, move |here| {
        let (number, round) = round_of(here, *asked)?;
        let views = games(here, round)?;
        let page = begun(here, "slips", number);
        let content = html! {
            h1 { (page.title) }
            div class="slips" { @for view in views.iter().filter(|view| is_signed(view)) { (slip(here, number, view)) } }
        };
        Ok(sheet(here, page, &content))
    })
    .await
}

fn slip(here: &Here<'_>, number: u32, view: &GameView) -> Markup {
    let (viewer, texts) = (here.viewer, here.viewer.texts);
    let said = |key, number: u32| texts.with(key, &[("number", number.to_string().into())]);
    html! {
        section class="slip" aria-label=(said("page-board", view.board)) {
            p { strong { (name(here)) } br; (said("page-round", number)) " · " (said("page-board", view.board)) " · " code { (view.game) } }
            @for colour in Colour::BOTH {
                p class="sides" {
                    span class="box" aria-hidden="true" {} " " (texts.colour(colour.name())) ": "
                    strong { (tournament::who(here, view.players[colour].as_ref())) }
                }
            }
            p class="sides" { span class="box" aria-hidden="true" {} " " (texts.word("result", "draw")) }
            p { (viewer.say("print-by-how-much")) " " span class="blank" {} }
            p class="note" { (viewer.say("print-mark-winner")) }
            div class="signed" {
                @for colour in Colour::BOTH { p { span class="blank" {} br; (texts.colour(colour.name())) } }
                p { span class="blank" {} br; (texts.word("role", "arbiter")) }
            }
        }
    }
}

/// Standings and crosstable.
pub async fn standings(
    service: web::Data<Service>,
    viewer: Viewer,
    path: web::Path<LedgerName>,
    asked: web::Query<Asked>,
) -> Result<HttpResponse, Problem> {
    page_of_ledger(&service, viewer, &path, move |here| {
        let (number, _) = round_of(here, *asked)?;
        let page = begun(here, "standings", number);
        let viewer = here.viewer;
        let content = html! {
            h1 { (name(here)) }
            h2 { (viewer.texts.word("tab", "standings")) }
            (of_standings::table(here, Some(number))?)
            h2 { (viewer.texts.word("tab", "crosstable")) }
            (of_standings::crosstable(here, Some(number))?)
        };
        Ok(sheet(here, page, &content))
    })
    .await
}
