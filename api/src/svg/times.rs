//! How long each move took, as a strip: a bar a move, black's upwards and white's
//! downwards from the same line, on a scale by powers of two so that a second and
//! an hour both show. A move whose time is unknown has a hollow mark in its place.
//! Like the board it lies on a ground of its own, so that black and white are told
//! apart by day and by night (`charts.css`).

use fupan_domain::Colour;
use maud::{Markup, html};

/// Width of a move.
const MOVE: usize = 4;
/// The longest bar: 2^13 s is over two hours.
const HEIGHT: usize = 56;
/// What a doubling takes.
const DOUBLING: usize = 4;

/// The times of a game to be drawn.
#[derive(Clone, Debug)]
pub struct TimesDrawing<'a> {
    /// Of each move whose, and how long it took in milliseconds, where that is known.
    pub moves: &'a [(Colour, Option<i64>)],
    /// What the ids of title and description begin with: unique in a page.
    pub id: &'a str,
    /// What it shows, in a few words.
    pub title: &'a str,
    /// What it shows, for those who don't see it.
    pub description: &'a str,
}

/// Draws the times of a game.
pub fn draw_times(drawing: &TimesDrawing<'_>) -> Markup {
    let width = MOVE * drawing.moves.len().max(1);
    let ids = format!("{0}-title {0}-desc", drawing.id);
    html! {
        svg class="times" viewBox={ "0 0 " (width) " " (2 * HEIGHT + 2) } role="img" aria-labelledby=(ids) xmlns="http://www.w3.org/2000/svg" preserveAspectRatio="none" {
            title id={ (drawing.id) "-title" } { (drawing.title) }
            desc id={ (drawing.id) "-desc" } { (drawing.description) }
            rect class="paper" fill="#e6dfcb" x="0" y="0" width=(width) height=(2 * HEIGHT + 2) {}
            @for (at, (colour, ms)) in drawing.moves.iter().enumerate() {
                @let bar = ms.map(length);
                @let (y, height) = match (colour, bar) {
                    (Colour::Black, Some(bar)) => (HEIGHT - bar, bar),
                    (Colour::White, Some(bar)) => (HEIGHT + 1, bar),
                    (Colour::Black, None) => (HEIGHT - 3, 3),
                    (Colour::White, None) => (HEIGHT + 1, 3),
                };
                @let fill = match (colour, bar) {
                    (_, None) => "none",
                    (Colour::Black, _) => "#161616",
                    (Colour::White, _) => "#fdfdfa",
                };
                rect x=(at * MOVE) y=(y) width=(MOVE - 1) height=(height) fill=(fill) stroke="#3f3d38" stroke-width="1" vector-effect="non-scaling-stroke" {}
            }
            path d={ "M0 " (HEIGHT) "H" (width) } stroke="#3f3d38" stroke-width="1" vector-effect="non-scaling-stroke" {}
        }
    }
}

/// The length of a bar: nothing for no time, a step more for each doubling from a
/// quarter of a second on.
fn length(ms: i64) -> usize {
    let quarters = u64::try_from(ms / 250).unwrap_or(0);
    let doublings = usize::try_from(u64::BITS - quarters.leading_zeros()).unwrap_or(0);
    (DOUBLING * doublings).clamp(1, HEIGHT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_and_an_hour_both_show_and_the_unknown_is_hollow() {
        assert!(length(0) < length(1_000) && length(1_000) < length(60_000));
        assert!(length(60_000) < length(3_600_000) && length(i64::MAX) == HEIGHT);
        let moves = [(Colour::Black, Some(1_000)), (Colour::White, None)];
        let drawn = draw_times(&TimesDrawing {
            moves: &moves,
            id: "t",
            title: "times",
            description: "d",
        });
        assert!(drawn.into_string().contains("fill=\"none\""));
    }
}
