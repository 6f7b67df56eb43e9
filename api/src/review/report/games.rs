//! The games of a player in the tournament, a row each: those under review beside
//! the player's other ones, in the order in which they were played, with the figures
//! of each game by itself. So a figure that is unusual can be seen to be the player's
//! custom, or not.

use super::{
    Telling,
    figures::{called, scrolled},
};
use crate::review::case::Case;
use fupan_domain::{
    Colour,
    event::{common::Outcome, review::Subject},
    ids::{GameId, PlayerId},
};
use fupan_replay::review::figures::of_side;
use maud::{Markup, html};

/// The figures of a row, those of an engine only where one answered.
const SHOWN: [&str; 4] = [
    "time_mean_s",
    "time_median_s",
    "quick_share",
    "time_variation",
];
const OF_ENGINE: [&str; 3] = ["first_choice_share", "near_equal_share", "points_lost_mean"];

/// A game of a player.
pub struct Played<'a> {
    /// The game.
    pub game: &'a GameId,
    /// Its round.
    pub round: u32,
    /// The player's side.
    pub colour: Colour,
    /// Who sat opposite, where that is known.
    pub opponent: Option<&'a PlayerId>,
    /// Whether it is under review.
    pub reviewed: bool,
    /// Whether it was set aside, and another one is played in its place.
    pub set_aside: bool,
    /// How many moves the player made.
    pub moves: usize,
}

impl Case<'_> {
    /// The games of a player in the tournament, by rounds.
    pub fn played(&self, player: &PlayerId) -> Vec<Played<'_>> {
        let games = self.material.times.iter().filter_map(|(game, times)| {
            let colour = times.side_of(player)?;
            let pairing = self.tournament.state.games.get(game)?;
            Some(Played {
                game,
                round: pairing.round,
                colour,
                opponent: times.players[colour.opponent()].as_ref(),
                reviewed: self.review.opened.games.contains(game),
                set_aside: self.is_set_aside(game),
                moves: times.of_side(colour).count(),
            })
        });
        let mut games: Vec<Played<'_>> = games.collect();
        games.sort_by_key(|played| (played.round, played.game));
        games
    }

    /// Whether another game is played in the place of one: as was ordered, or paired
    /// anew since it has no result.
    fn is_set_aside(&self, game: &GameId) -> bool {
        let Ok(state) = self.tournament.game(game) else {
            return false;
        };
        let anew = self.tournament.state.games.get(game);
        let anew = anew.is_some_and(|pairing| pairing.anew.is_some());
        let result = state.result().map(|result| result.outcome);
        state.decisions.replayed_as().is_some() || (anew && result == Some(Outcome::NoResult))
    }

    /// A figure of one side of one game.
    pub fn of_one(&self, played: &Played<'_>, figure: &str) -> Option<String> {
        let (_, method) = self.review.method();
        of_side(&self.material, played.game, played.colour, figure, method)
    }
}

/// The games of a player as a table.
pub(super) fn section(telling: &Telling<'_>, case: &Case<'_>, subject: &Subject) -> Markup {
    let texts = telling.texts;
    let played = case.played(&subject.player);
    let mut figures = SHOWN.to_vec();
    if case.answers.is_some() {
        figures.extend(OF_ENGINE);
    }
    let named = telling.review.names_players();
    let mut others = 0;
    let rows = played.iter().map(|played| {
        others += usize::from(!played.reviewed);
        (played, others)
    });
    let rows: Vec<_> = rows.collect();
    let title = texts.say("review-own-games");
    let table = html! {
        table {
            thead {
                tr {
                    th { (texts.say("label-game")) }
                    th { (texts.say("review-own-side")) }
                    @if named { th { (texts.say("review-own-opponent")) } }
                    th { (texts.say("review-basis-moves")) }
                    @for name in &figures { th { (called(telling, name)) } }
                }
            }
            tbody {
                @for (played, number) in &rows {
                    tr {
                        th scope="row" { (called_game(telling, played, *number)) }
                        td { (texts.colour(played.colour.name())) }
                        @if named { td { @if let Some(opponent) = played.opponent { (telling.named(opponent)) } } }
                        td { (played.moves) }
                        @for name in &figures {
                            td { (case.of_one(played, name).unwrap_or_else(|| "–".to_owned())) }
                        }
                    }
                }
            }
        }
    };
    html! {
        h4 { (title) }
        (scrolled(telling, subject.label, &title, &table))
    }
}

fn called_game(telling: &Telling<'_>, played: &Played<'_>, number: usize) -> String {
    let texts = telling.texts;
    let name = match (telling.review.names_players(), played.reviewed) {
        (false, false) => texts.with(
            "review-other-game",
            &[("number", number.to_string().into())],
        ),
        _ => telling.game(played.game),
    };
    let name = if played.set_aside {
        texts.with("review-set-aside-game", &[("game", name.into())])
    } else {
        name
    };
    if played.reviewed {
        return texts.with("review-under-review", &[("game", name.into())]);
    }
    name
}
