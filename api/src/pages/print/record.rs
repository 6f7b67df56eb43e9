//! The record of a game as it is printed in East Asia: diagrams of a hundred moves
//! (fifty where that is asked) on which a point keeps its first stone, each with the
//! moves that it can't show beside it ("20 = 18"), and with what a ruling took back.

use super::sheet;
use crate::{
    pages::{Here, Page, Viewer, game::told, page_of_ledger, tournament},
    problem::Problem,
    service::Service,
    svg::{BoardDrawing, Mark, draw, kifu},
};
use actix_web::{HttpResponse, web};
use fupan_domain::{
    Colour,
    board::{Board, Point},
    event::game::PenaltyKind,
    ids::{GameId, LedgerName},
};
use fupan_replay::{
    entry::Entry,
    fold::game::FoldedGame,
    views::{GameView, Moment},
};
use fupan_store::{EventStore, Known};
use maud::{Markup, html};
use serde::Deserialize;

/// How a record is laid out.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub struct Asked {
    /// Moves of a diagram: `50`, else 100.
    per: Option<usize>,
}

/// The page.
pub async fn page(
    service: web::Data<Service>,
    viewer: Viewer,
    path: web::Path<(LedgerName, GameId)>,
    asked: web::Query<Asked>,
) -> Result<HttpResponse, Problem> {
    let (ledger, game) = path.into_inner();
    let per = if asked.per == Some(50) { 50 } else { 100 };
    page_of_ledger(&service, viewer, &ledger, move |here| {
        shown(here, &game, per)
    })
    .await
}

fn shown(here: &Here<'_>, game: &GameId, per: usize) -> Result<Page, Problem> {
    let (viewer, reader) = (here.viewer, &here.live.open.reader);
    let folded = reader.game(game, Known::Now).map_err(|e| told(&e))?;
    let view = reader.game_view(game, Known::Now, Moment::Last);
    let view = view.map_err(|e| told(&e))?;
    let moves = view.position.moves;
    let mut diagrams = Vec::new();
    let mut first = 0;
    while first < moves {
        let last = (first + per).min(moves);
        let taken = taken_back(here, &folded, &view);
        diagrams.push(diagram(here, &folded, game, (first, last), &taken)?);
        first = last;
    }
    let title = viewer.say("print-record");
    let mut page = here.page_of(title.clone(), game);
    page.steps.push(crate::pages::Step {
        label: html! { (title) },
        path: here.path(&format!("/games/{game}/print")),
    });
    let other = if per == 50 { "100" } else { "50" };
    let with = [("count", other.into())];
    let content = html! {
        h1 { (title) }
        (heading(here, &view))
        p class="noprint" { a href=(viewer.with(&[("per", Some(other))])) { (viewer.texts.with("print-per", &with)) } }
        @if diagrams.is_empty() { p { (viewer.say("game-no-moves")) } }
        div class={ "diagrams of-" (per) } { @for diagram in &diagrams { (diagram) } }
        (rulings(here, &view))
    };
    Ok(sheet(here, page, &content))
}

/// Who played whom, where, under which rules, and the result.
pub(super) fn heading(here: &Here<'_>, view: &GameView) -> Markup {
    let viewer = here.viewer;
    let started = here
        .tournament
        .rounds
        .get(&view.round)
        .and_then(|round| round.starts_at);
    let said = |key, number: u32| {
        viewer
            .texts
            .with(key, &[("number", number.to_string().into())])
    };
    html! {
        dl class="record" {
            @if let Some(opening) = &here.tournament.opening {
                div { dt { (viewer.say("label-tournament")) } dd {
                    (crate::i18n::foreign::inline(&opening.name)) " · " (said("page-round", view.round)) " · " (said("page-board", view.board))
                } }
                div { dt { (viewer.say("label-edition")) } dd { (viewer.texts.word("edition", opening.edition.id.name())) } }
            }
            @for colour in Colour::BOTH {
                div { dt { (viewer.texts.colour(colour.name())) } dd { (tournament::who(here, view.players[colour].as_ref())) } }
            }
            @if let Some(at) = started { div { dt { (viewer.say("page-starts")) } dd { (viewer.moment(at)) } } }
            div { dt { (viewer.say("label-result")) } dd { (tournament::result(viewer, view)) } }
        }
    }
}

/// What a ruling took from play: a stone that was void, or a turn.
struct Taken {
    /// After which move.
    after: usize,
    point: Option<Point>,
    said: String,
}

/// What rulings took back, in order: a record that only has the moves that stand does
/// not tell why two of them in a row are of one colour.
fn taken_back(here: &Here<'_>, folded: &FoldedGame, view: &GameView) -> Vec<Taken> {
    let (viewer, texts) = (here.viewer, here.viewer.texts);
    let course = &folded.state.course;
    let after = |seq: u64| {
        course
            .moves
            .iter()
            .filter(|played| played.seq < seq)
            .count()
    };
    let told = |after: usize, what: String| {
        let with = [("number", after.to_string().into()), ("what", what.into())];
        texts.with("print-after", &with)
    };
    let voided = course.voided.iter().map(|played| {
        let with = [
            ("colour", texts.colour(played.colour.name()).into()),
            (
                "point",
                played
                    .point
                    .map_or_else(|| viewer.say("move-pass"), |p| p.to_string())
                    .into(),
            ),
        ];
        let after = after(played.seq);
        let said = told(after, texts.with("print-void", &with));
        (
            played.seq,
            Taken {
                after,
                point: played.point,
                said,
            },
        )
    });
    let turns = view
        .penalties
        .iter()
        .filter(|p| !p.overturned && p.penalty == PenaltyKind::ForfeitTurn);
    let turns = turns.filter_map(|penalty| {
        let bytes = here.live.open.store.by_id(penalty.entry).ok().flatten()?;
        let seq = Entry::read(&bytes).ok()?.seq;
        let after = after(seq);
        let said = told(after, texts.penalty(&serde_json::to_value(penalty).ok()?));
        Some((
            seq,
            Taken {
                after,
                point: None,
                said,
            },
        ))
    });
    let mut taken: Vec<(u64, Taken)> = voided.chain(turns).collect();
    taken.sort_by_key(|(seq, _)| *seq);
    taken.into_iter().map(|(_, taken)| taken).collect()
}

/// Moves after the first so many up to the last, on the board as it stood before them.
fn diagram(
    here: &Here<'_>,
    folded: &FoldedGame,
    game: &GameId,
    (first, last): (usize, usize),
    taken: &[Taken],
) -> Result<Markup, Problem> {
    let viewer = here.viewer;
    let view = here
        .live
        .open
        .reader
        .game_view(game, Known::Now, Moment::Move(first));
    let view = view.map_err(|e| told(&e))?;
    let board = Board::from_rows(&view.position.rows).map_err(|e| Problem::internal(&e))?;
    let played = folded.state.course.moves.iter().enumerate();
    let run: Vec<(usize, Colour, Option<Point>)> = played
        .take(last)
        .skip(first)
        .map(|(index, played)| (index + 1, played.colour, played.standing()))
        .collect();
    let (board, laid) = kifu(&board, &run);
    let all = folded.state.course.moves.len();
    let here_is = |after: usize| first <= after && (after < last || last == all);
    let taken: Vec<&Taken> = taken.iter().filter(|t| here_is(t.after)).collect();
    let crossed = taken.iter().filter_map(|t| t.point);
    let marks: Vec<(Point, Mark)> = crossed
        .filter(|point| board.at(*point).is_none())
        .map(|point| (point, Mark::Cross))
        .collect();
    let with = [
        ("from", (first + 1).to_string().into()),
        ("to", last.to_string().into()),
    ];
    let title = viewer.texts.with("print-diagram", &with);
    let hidden = viewer.texts.hidden_moves(&laid.hidden);
    let drawing = BoardDrawing {
        board: &board,
        last: None,
        numbers: &laid.shown,
        marks: &marks,
        coordinates: true,
        turned: false,
        id: &format!("diagram-{last}"),
        title: &title,
        description: &viewer.texts.list(hidden.iter()),
    };
    Ok(html! {
        figure class="diagram" {
            figcaption { strong { (title) } }
            (draw(&drawing))
            @if !hidden.is_empty() { p class="tabular hidden-moves" { (viewer.texts.list(hidden.iter())) } }
            @for one in &taken { p class="hidden-moves" { "✕ " (one.said) } }
        }
    })
}

fn rulings(here: &Here<'_>, view: &GameView) -> Markup {
    let viewer = here.viewer;
    html! {
        @if !view.rulings.is_empty() {
            h2 { (viewer.say("game-rulings")) }
            ul {
                @for ruling in &view.rulings {
                    li {
                        code { (ruling.ruling) } ": " (viewer.outcome(&ruling.outcome)) " "
                        (viewer.article(&here.ledger, &ruling.article))
                        @if ruling.overturned { " (" (viewer.say("game-overturned")) ")" }
                    }
                }
            }
        }
    }
}
