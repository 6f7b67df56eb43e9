//! The fair-play page: a review's ledger, for its reviewers alone; each look is
//! recorded before the page is made. Figures beside what they are compared with,
//! times beside the boards, what speaks for the player, the method and its
//! limits. There is no score, no colour for good and bad, and no button that
//! decides anything about anybody.

use super::{Here, Page};
use crate::{
    problem::Problem,
    review::{
        case::{Case, With},
        report::{Telling, course, limits, looked, next, parts, within},
    },
    service::Service,
    svg::{BoardDrawing, TimeDrawn, TimesDrawing, draw, draw_times},
};
use fupan_domain::ids::GameId;
use fupan_replay::review::GameTimes;
use maud::{Markup, html};

/// The page.
pub(super) fn shown(here: &Here<'_>, service: &Service) -> Result<Page, Problem> {
    let viewer = here.viewer;
    let Some(review) = &here.tournament.review else {
        return Err(Problem::new("not_found", "the ledger is no review's"));
    };
    let tournament = service.ledgers.open_tournament(&review.opened.tournament)?;
    let case = Case::gather(
        &here.live.open,
        &tournament.open,
        With::default(),
        |_, _| (),
    )?;
    let telling = Telling {
        review: &case.review,
        names: &case.names,
        texts: viewer.texts,
        zone: &viewer.zone,
    };
    let mut page = here.page(viewer.say("review-page"));
    // Not of `access`: the look itself would make the page look again.
    page.follows = here.follows("review");
    let report = format!(
        "/v1/ledgers/{}/review/report?lang={}",
        here.ledger,
        viewer.texts.lang()
    );
    page.content = html! {
        h1 { (viewer.say("review-page")) " · " (here.ledger) }
        p { strong { (viewer.say("review-not-a-verdict")) } }
        p class="note" { (viewer.say("review-looks-said")) " " a href=(report) { (viewer.say("review-print")) } }
        @if !case.review.names_players() { p class="note" { (viewer.say("review-names-blind")) } }
        div id="part" data-live {
            h2 { (viewer.say("review-due")) }
            (next(&telling, &case))
            p class="noprint" { a class="button plain" href=(super::note::path(here)) { (viewer.say("review-note-own")) } }
            h2 { (viewer.say("review-done")) }
            (telling.opened(&case))
            (telling.methods(&case))
            (parts::done(&telling, &case))
            h2 { (viewer.say("review-figures")) }
            (parts::figures(&telling, &case))
            h2 { (viewer.say("review-times-strip")) }
            @for (number, game) in case.review.opened.games.iter().enumerate() { (strip(&telling, &case, (number, game))) }
            h2 { (viewer.say("review-moves")) }
            (parts::moves(&telling, &case))
            h2 { (viewer.say("review-clears")) }
            (parts::clears(&telling, &case))
            h2 { (viewer.say("review-limits")) }
            (limits(viewer.texts))
            h2 { (viewer.say("review-course")) }
            (course(&telling, &case))
            h2 { (viewer.say("review-looks")) }
            (looked(&telling, &case))
        }
    };
    Ok(page)
}

/// The board of a game as it ended, beside the times of its moves.
/// Its place in the review names it: its own name would tell who plays it.
fn strip(telling: &Telling<'_>, case: &Case<'_>, (number, game): (usize, &GameId)) -> Markup {
    let Some(times) = case.material.times.get(game) else {
        return Markup::default();
    };
    let Ok(state) = case.tournament.game(game) else {
        return Markup::default();
    };
    let moves = times.moves.iter().map(|m| TimeDrawn {
        colour: m.colour,
        ms: m.ms,
        marked: !m.within.is_empty(),
    });
    let moves: Vec<TimeDrawn> = moves.collect();
    let title = telling.game(game);
    let described = described(times, telling);
    let strip = telling.texts.say("review-times-strip");
    let last = state
        .course
        .last_stone()
        .and_then(fupan_domain::game::Move::standing);
    html! {
        figure class="wide" {
            figcaption { (title) }
            div class="played" {
            (draw(&BoardDrawing {
                board: &state.course.board,
                last,
                numbers: &[],
                marks: &[],
                coordinates: true,
                turned: false,
                id: &format!("end-{number}"),
                title: &title,
                description: &title,
            }))
            div {
                (draw_times(&TimesDrawing {
                    moves: &moves,
                    id: &format!("times-of-{number}"),
                    title: &strip,
                    description: &described,
                }))
                p class="beside" { (telling.texts.say("review-strip-said")) }
                details { summary { (strip) } p { (described) } }
            }
            }
        }
    }
}

/// The times in words: of each move what it took, and what else happened meanwhile.
fn described(times: &GameTimes, telling: &Telling<'_>) -> String {
    let told = times.moves.iter().map(|m| {
        let took = telling.took(m.ms);
        let within = within(telling, &m.within).map(|what| format!(" ({what})"));
        format!("{}: {took}{}", m.number, within.unwrap_or_default())
    });
    let told: Vec<String> = told.collect();
    told.join(", ")
}
