//! The moves in whose turn something else happened, a ruling, a complaint, a stop of the
//! clocks: marked, so that nobody takes such a time for time to think alone. They count
//! in the figures as every other move; what changed a time makes it unknown.

use super::Telling;
use crate::review::case::Case;
use fupan_domain::{event::review::Subject, ids::GameId};
use fupan_replay::review::{MoveTime, Within};
use maud::{Markup, html};

/// What happened in a turn, in the reader's language, each kind once; `None`: nothing.
pub fn within(telling: &Telling<'_>, within: &[Within]) -> Option<String> {
    let mut kinds: Vec<String> = Vec::new();
    for what in within {
        let kind = telling.texts.word("event", &what.type_name);
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    (!kinds.is_empty()).then(|| telling.texts.list(kinds))
}

/// The moves of a player under review in whose turn something else happened.
pub fn disturbed<'c>(case: &'c Case<'_>, subject: &Subject) -> Vec<(GameId, &'c MoveTime)> {
    let mut found = Vec::new();
    for game in case.games_under_review(&subject.player) {
        let times = case.material.times.get(&game);
        let side = times.and_then(|times| Some((times, times.side_of(&subject.player)?)));
        let moves = side
            .into_iter()
            .flat_map(|(times, side)| times.of_side(side));
        let moves = moves.filter(|played| !played.within.is_empty());
        found.extend(moves.map(|played| (game.clone(), played)));
    }
    found
}

/// Those moves of a player as a list, with the rule.
pub(super) fn section(telling: &Telling<'_>, case: &Case<'_>, subject: &Subject) -> Markup {
    let texts = telling.texts;
    let lines = disturbed(case, subject).into_iter().map(|(game, played)| {
        texts.with(
            "review-within-move",
            &[
                ("game", telling.game(&game).into()),
                ("number", played.number.to_string().into()),
                ("time", telling.took(played.ms).into()),
                (
                    "what",
                    within(telling, &played.within).unwrap_or_default().into(),
                ),
            ],
        )
    });
    let lines: Vec<String> = lines.collect();
    html! {
        h4 { (texts.say("review-within")) }
        @if lines.is_empty() { p class="note" { (texts.say("review-within-none")) } } @else {
            p class="note" { (texts.say("review-within-rule")) }
            ul { @for line in &lines { li { (line) } } }
        }
    }
}
