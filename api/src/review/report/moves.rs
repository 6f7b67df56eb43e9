//! The moves that are worth a look, as diagrams: by a rule that is the same for
//! every player, those that count at which most was to choose, as many that agree
//! with the engine as lost most; what was played after an absence, and in whose turn
//! something else happened.

use super::{Telling, turns};
use crate::{
    review::case::Case,
    svg::{BoardDrawing, Mark, draw},
};
use fupan_domain::{board::Point, event::review::Subject, game::GameState, ids::GameId};
use fupan_replay::review::{Judged, LeftOut, stats::decimal};
use maud::{Markup, html};

/// How many moves of each kind are shown of a player.
const SHOWN: usize = 3;

pub(super) fn section(telling: &Telling<'_>, case: &Case<'_>) -> Markup {
    let texts = telling.texts;
    let with = [("count", SHOWN.to_string().into())];
    html! {
        @if case.answers.is_some() { p class="note" { (texts.with("review-moves-rule", &with)) } }
        @for subject in &case.review.opened.subjects {
            h3 { (telling.player(subject.label)) }
            @let shown = chosen(case, subject);
            @if shown.is_empty() { p { (texts.say("review-no-moves")) } }
            div class="boards" {
                @for (at, (game, judged)) in shown.iter().enumerate() {
                    (diagram(telling, case, game, judged, &format!("{}-{at}", subject.label)))
                }
            }
            (absences(telling, case, subject))
            (turns::section(telling, case, subject))
        }
    }
}

/// The moves that are shown: first those that agree, then those that lost most.
pub fn chosen<'c>(case: &'c Case<'_>, subject: &Subject) -> Vec<(GameId, &'c Judged)> {
    let mut counted: Vec<(GameId, &Judged)> = Vec::new();
    for game in case.games_under_review(&subject.player) {
        let side = case
            .material
            .times
            .get(&game)
            .and_then(|t| t.side_of(&subject.player));
        if let (Some(side), Some(agreement)) = (side, case.material.agreement.get(&game)) {
            counted.extend(agreement.counted(side).map(|judged| (game.clone(), judged)));
        }
    }
    let by = |of: fn(&Judged) -> Option<f64>| {
        let mut sorted = counted.clone();
        // The first of equals in the order of games and moves.
        sorted.sort_by(|(_, a), (_, b)| {
            of(b)
                .unwrap_or_default()
                .total_cmp(&of(a).unwrap_or_default())
        });
        sorted
    };
    let agree = by(|judged| judged.choice)
        .into_iter()
        .filter(|(_, j)| j.rank == Some(1));
    let mut shown: Vec<(GameId, &Judged)> = agree.take(SHOWN).collect();
    let lost = by(|judged| judged.lost).into_iter();
    let lost = lost.filter(|(_, j)| j.rank != Some(1) && j.lost.is_some_and(|lost| lost > 0.0));
    shown.extend(lost.take(SHOWN));
    shown
}

/// A move on the board before it, with the engine's first choice.
fn diagram(
    telling: &Telling<'_>,
    case: &Case<'_>,
    game: &GameId,
    judged: &Judged,
    id: &str,
) -> Markup {
    let texts = telling.texts;
    let Ok(state) = case.tournament.game(game) else {
        return Markup::default();
    };
    let Some((board, point)) = before(&state, judged.number) else {
        return Markup::default();
    };
    let first = case.answers.as_ref().and_then(|answers| {
        let seen = answers.seen(game, judged.number - 1)?;
        seen.candidates.first()?.point
    });
    let mut marks: Vec<(Point, Mark)> = point.map(|p| (p, Mark::Triangle)).into_iter().collect();
    if let Some(first) = first.filter(|first| Some(*first) != point) {
        marks.push((first, Mark::Label("A".to_owned())));
    }
    let unknown = || texts.say("review-unknown");
    let number = |value: Option<f64>| value.and_then(decimal).unwrap_or_else(unknown);
    let meanwhile = case.material.times.get(game);
    let meanwhile = meanwhile.and_then(|times| times.moves.get(judged.number - 1));
    let meanwhile = meanwhile.and_then(|played| turns::within(telling, &played.within));
    let title = texts.with(
        "review-move",
        &[
            ("game", telling.game(game).into()),
            ("number", judged.number.to_string().into()),
            (
                "point",
                point
                    .map_or_else(|| "pass".to_owned(), |p| p.to_string())
                    .into(),
            ),
        ],
    );
    let told = texts.with(
        "review-move-said",
        &[
            ("rank", rank(telling, Some(judged)).into()),
            ("lost", number(judged.lost).into()),
            ("choice", number(judged.choice).into()),
            ("time", telling.took(judged.ms).into()),
        ],
    );
    html! {
        figure class="singled" {
            figcaption { (title) }
            (draw(&BoardDrawing {
                board: &board,
                last: None,
                numbers: &[],
                marks: &marks,
                coordinates: true,
                turned: false,
                id: &format!("move-{id}"),
                title: &title,
                description: &told,
            }))
            p class="beside" { "△ " (told) }
            @if let Some(what) = meanwhile { p class="beside" { (texts.with("review-within-said", &[("what", what.into())])) } }
            @if first.is_some() && first != point { p class="beside" { (texts.say("review-move-first")) } }
        }
    }
}

/// The board before a move, and the move's point.
fn before(state: &GameState, number: usize) -> Option<(fupan_domain::board::Board, Option<Point>)> {
    let played = state.course.moves.get(number.checked_sub(1)?)?;
    let (stood, _) = state.course.history.get(number - 1)?;
    Some((stood.to_board(), played.point))
}

/// Which of the engine's choices a move is: one of them, none, or nobody asked.
fn rank(telling: &Telling<'_>, judged: Option<&Judged>) -> String {
    let texts = telling.texts;
    let asked = judged.filter(|judged| judged.left_out != Some(LeftOut::Unknown));
    match asked.map(|judged| judged.rank) {
        Some(Some(rank)) => texts.with("review-rank", &[("rank", rank.to_string().into())]),
        Some(None) => texts.say("review-rank-none"),
        None => texts.say("review-rank-unknown"),
    }
}

/// When the player was away, and what was played after it.
fn absences(telling: &Telling<'_>, case: &Case<'_>, subject: &Subject) -> Markup {
    let texts = telling.texts;
    let mut lines = Vec::new();
    for game in case.games_under_review(&subject.player) {
        let Some(times) = case.material.times.get(&game) else {
            continue;
        };
        let side = times.side_of(&subject.player);
        for absence in times.absences.iter().filter(|a| Some(a.colour) == side) {
            let unknown = || texts.say("review-unknown");
            let judged = absence.next_move.and_then(|number| {
                let agreement = case.material.agreement.get(&game)?;
                agreement.moves.get(number - 1)
            });
            let choices = rank(telling, judged);
            let next = absence.next_move.map_or_else(unknown, |n| n.to_string());
            let until = absence
                .until
                .map_or_else(unknown, |until| telling.zone.moment(until));
            lines.push(texts.with(
                "review-absence",
                &[
                    ("game", telling.game(&game).into()),
                    ("from", telling.zone.moment(absence.from).into()),
                    ("until", until.into()),
                    ("next", next.into()),
                    ("choices", choices.into()),
                ],
            ));
        }
    }
    html! {
        h4 { (texts.say("review-absences")) }
        @if lines.is_empty() { p class="note" { (texts.say("review-absence-none")) } } @else {
            ul { @for line in &lines { li { (line) } } }
        }
    }
}
