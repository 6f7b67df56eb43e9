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
use serde::Serialize;

/// A move that lost so many points is counted among those that lost much.
const MUCH: f64 = 3.0;

/// Something that speaks for a player.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "what", rename_all = "snake_case")]
pub enum Clear {
    /// A figure lies within one spread of the group.
    Within {
        /// The figure.
        figure: String,
        /// The player's value.
        value: String,
        /// How far out it lies.
        z: String,
    },
    /// A figure is as high in the player's other games.
    Other {
        /// The figure.
        figure: String,
        /// The player's value.
        value: String,
        /// That of the other games.
        other: String,
    },
    /// A figure of the opponents in the same games is as high.
    Opponent {
        /// The figure.
        figure: String,
        /// The player's value.
        value: String,
        /// That of the opponents.
        other: String,
    },
    /// Moves that lost much.
    Lost {
        /// How many.
        count: usize,
        /// Of how many that count.
        of: usize,
    },
    /// Nobody recorded that the player left the board, in a log that tells of it.
    Seated,
}

/// What speaks for a player.
pub fn clears(case: &Case<'_>, view: &FiguresView, subject: &Subject) -> Vec<Clear> {
    let figures: Vec<Figure> = view.time.iter().chain(&view.agreement).cloned().collect();
    let own = figures
        .iter()
        .filter(|f| f.subject == subject.label && f.whose == Whose::Subject);
    let mut found: Vec<Clear> = Vec::new();
    for figure in own {
        found.extend(within_group(figure));
        found.extend(elsewhere(figure, &figures));
    }
    found.extend(lost_much(case, subject));
    if never_left(case, subject) {
        found.push(Clear::Seated);
    }
    found
}

pub(super) fn section(telling: &Telling<'_>, case: &Case<'_>, view: &FiguresView) -> Markup {
    html! {
        @for subject in &case.review.opened.subjects {
            h3 { (telling.player(subject.label)) }
            @let found = clears(case, view, subject);
            @if found.is_empty() { p { (telling.texts.say("review-clear-none")) } } @else {
                ul { @for clear in &found { li { (said(telling, clear)) } } }
            }
        }
    }
}

fn said(telling: &Telling<'_>, clear: &Clear) -> String {
    let texts = telling.texts;
    let of_figure = |key: &str, figure: &str, value: &str, name: &'static str, other: &str| {
        let with = [
            ("figure", called(telling, figure).into()),
            ("value", value.into()),
            (name, other.into()),
        ];
        texts.with(key, &with)
    };
    match clear {
        Clear::Within { figure, value, z } => {
            of_figure("review-clear-within", figure, value, "z", z)
        }
        Clear::Other {
            figure,
            value,
            other,
        } => of_figure("review-clear-other", figure, value, "other", other),
        Clear::Opponent {
            figure,
            value,
            other,
        } => of_figure("review-clear-opponent", figure, value, "other", other),
        Clear::Lost { count, of } => texts.with(
            "review-clear-lost",
            &[
                ("count", count.to_string().into()),
                ("of", of.to_string().into()),
                ("points", MUCH.to_string().into()),
            ],
        ),
        Clear::Seated => texts.say("review-clear-seat"),
    }
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
fn within_group(figure: &Figure) -> Option<Clear> {
    let far: f64 = figure.z.as_ref()?.parse().ok()?;
    let clear = Clear::Within {
        figure: figure.figure.clone(),
        value: figure.value.clone()?,
        z: figure.z.clone()?,
    };
    (far.abs() <= 1.0).then_some(clear)
}

/// A figure of agreement that the player has elsewhere too, or the opponents
/// have: at least as high, or for points lost at most as low.
fn elsewhere(figure: &Figure, figures: &[Figure]) -> Vec<Clear> {
    let lower = match figure.figure.as_str() {
        "first_choice_share" | "first_choice_weighted" | "near_equal_share" => false,
        "points_lost_mean" | "rank_mean" => true,
        _ => return Vec::new(),
    };
    let number = |text: &str| text.parse::<f64>().ok();
    let as_far = |whose: Whose| -> Option<(String, String)> {
        let other = Case::find(figures, figure.subject, whose, &figure.figure)?;
        let (own, other) = (figure.value.clone()?, other.value.clone()?);
        let (mine, theirs) = (number(&own)?, number(&other)?);
        let holds = if lower {
            theirs <= mine
        } else {
            theirs >= mine
        };
        holds.then_some((own, other))
    };
    let name = || figure.figure.clone();
    let other_games = as_far(Whose::OtherGames).map(|(value, other)| Clear::Other {
        figure: name(),
        value,
        other,
    });
    let opponents = as_far(Whose::Opponent).map(|(value, other)| Clear::Opponent {
        figure: name(),
        value,
        other,
    });
    other_games.into_iter().chain(opponents).collect()
}

/// How many of the moves that count lost much.
fn lost_much(case: &Case<'_>, subject: &Subject) -> Option<Clear> {
    let [(_, own), ..] = groups_of(&subject.player, &case.review.opened.games, &case.material);
    let lost = own.lost();
    let count = lost.iter().filter(|lost| **lost >= MUCH).count();
    (count > 0).then_some(Clear::Lost {
        count,
        of: lost.len(),
    })
}
