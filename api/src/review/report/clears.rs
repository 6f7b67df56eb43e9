//! What speaks for the player, looked for by the same rule in every review: what
//! lies within the reference group, what the player does elsewhere too, what the
//! opponents did as well, moves that lost much, and that nobody left the board.
//! That nothing of it is found speaks for nothing.

use super::{Telling, figures::called};
use crate::review::case::{Case, FiguresView};
use fupan_domain::{
    event::review::{Figure, Subject, Whose},
    ids::GameId,
};
use fupan_replay::review::figures::groups_of;
use maud::{Markup, html};

/// A move that lost so many points is counted among those that lost much.
const MUCH: f64 = 3.0;

pub(super) fn section(telling: &Telling<'_>, case: &Case<'_>, view: &FiguresView) -> Markup {
    let figures: Vec<Figure> = view.time.iter().chain(&view.agreement).cloned().collect();
    html! {
        @for subject in &case.review.opened.subjects {
            h3 { (telling.player(subject.label)) }
            @let found = found(telling, case, subject, &figures);
            @if found.is_empty() { p { (telling.texts.say("review-clear-none")) } } @else {
                ul { @for line in &found { li { (line) } } }
            }
        }
    }
}

fn found(
    telling: &Telling<'_>,
    case: &Case<'_>,
    subject: &Subject,
    figures: &[Figure],
) -> Vec<String> {
    let own = figures
        .iter()
        .filter(|f| f.subject == subject.label && f.whose == Whose::Subject);
    let mut lines: Vec<String> = Vec::new();
    for figure in own {
        lines.extend(within_group(telling, figure));
        lines.extend(elsewhere(telling, figure, figures));
    }
    lines.extend(lost_much(telling, case, subject));
    if never_left(case, subject) {
        lines.push(telling.texts.say("review-clear-seat"));
    }
    lines
}

/// Whether the log, where it tells of seats left at all, tells of none of the player
/// in these games. A log in which nobody ever leaves a seat (a game record from
/// elsewhere, an event whose recorders don't note it) tells nothing of it.
fn never_left(case: &Case<'_>, subject: &Subject) -> bool {
    let games = case.games_under_review(&subject.player);
    let mut all = case.material.times.values();
    let told = all.any(|times| !times.absences.is_empty());
    let stayed = |game: &GameId| {
        case.material.times.get(game).is_some_and(|times| {
            let side = times.side_of(&subject.player);
            let mut absences = times.absences.iter();
            !absences.any(|absence| Some(absence.colour) == side)
        })
    };
    told && !games.is_empty() && games.iter().all(stayed)
}

/// A figure within one spread of the group.
fn within_group(telling: &Telling<'_>, figure: &Figure) -> Option<String> {
    let z: f64 = figure.z.as_ref()?.parse().ok()?;
    let value = figure.value.as_ref()?;
    (z.abs() <= 1.0).then(|| {
        telling.texts.with(
            "review-clear-within",
            &[
                ("figure", called(telling, &figure.figure).into()),
                ("value", value.as_str().into()),
                ("z", figure.z.clone().unwrap_or_default().into()),
            ],
        )
    })
}

/// A figure of agreement that the player has elsewhere too, or the opponents
/// have: at least as high, or for points lost at most as low.
fn elsewhere(telling: &Telling<'_>, figure: &Figure, figures: &[Figure]) -> Vec<String> {
    let lower = match figure.figure.as_str() {
        "first_choice_share" | "first_choice_weighted" | "near_equal_share" => false,
        "points_lost_mean" | "rank_mean" => true,
        _ => return Vec::new(),
    };
    let number = |figure: &Figure| figure.value.as_ref()?.parse::<f64>().ok();
    let Some(own) = number(figure) else {
        return Vec::new();
    };
    let columns = [
        (Whose::OtherGames, "review-clear-other"),
        (Whose::Opponent, "review-clear-opponent"),
    ];
    let line = |(whose, key): (Whose, &str)| {
        let other = Case::find(figures, figure.subject, whose, &figure.figure)?;
        let value = number(other)?;
        let as_far = if lower { value <= own } else { value >= own };
        as_far.then(|| {
            telling.texts.with(
                key,
                &[
                    ("figure", called(telling, &figure.figure).into()),
                    ("value", figure.value.clone().unwrap_or_default().into()),
                    ("other", other.value.clone().unwrap_or_default().into()),
                ],
            )
        })
    };
    columns.into_iter().filter_map(line).collect()
}

/// How many of the moves that count lost much.
fn lost_much(telling: &Telling<'_>, case: &Case<'_>, subject: &Subject) -> Option<String> {
    let [(_, own), ..] = groups_of(&subject.player, &case.review.opened.games, &case.material);
    let lost = own.lost();
    let much = lost.iter().filter(|lost| **lost >= MUCH).count();
    (much > 0).then(|| {
        telling.texts.with(
            "review-clear-lost",
            &[
                ("count", much.to_string().into()),
                ("of", lost.len().to_string().into()),
                ("points", MUCH.to_string().into()),
            ],
        )
    })
}
