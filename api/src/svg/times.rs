//! How long each move took, as a strip: a bar a move, black's upwards and white's
//! downwards from the same line, on a scale by powers of two so that a second and
//! an hour both show; lines stand at a second, a minute and an hour, ticks at each tenth
//! move. A move whose time is unknown has a cross on the line in its place, and one in
//! whose turn something else happened a mark on the other side of the line.
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

/// A move's time to be drawn.
#[derive(Clone, Copy, Debug)]
pub struct TimeDrawn {
    /// Whose.
    pub colour: Colour,
    /// How long it took in milliseconds, where that is known.
    pub ms: Option<i64>,
    /// Whether it is marked.
    pub marked: bool,
}

/// The times of a game to be drawn.
#[derive(Clone, Debug)]
pub struct TimesDrawing<'a> {
    /// Of each move.
    pub moves: &'a [TimeDrawn],
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
            path class="scale" d=(scale(width)) fill="none" stroke="#8a8577" stroke-width="1" stroke-dasharray="2 3" vector-effect="non-scaling-stroke" {}
            path class="ticks" d=(ticks(drawing.moves.len())) fill="none" stroke="#3f3d38" stroke-width="1" vector-effect="non-scaling-stroke" {}
            @for (at, drawn) in drawing.moves.iter().enumerate() {
                @let left = at * MOVE;
                @match drawn.ms.map(length) {
                    Some(bar) => {
                        @let (y, fill) = match drawn.colour {
                            Colour::Black => (HEIGHT - bar, "#161616"),
                            Colour::White => (HEIGHT + 1, "#fdfdfa"),
                        };
                        rect x=(left) y=(y) width=(MOVE - 1) height=(bar) fill=(fill) stroke="#3f3d38" stroke-width="1" vector-effect="non-scaling-stroke" {}
                    }
                    None => path class="unknown" d=(cross(left)) fill="none" stroke="#3f3d38" stroke-width="1.5" vector-effect="non-scaling-stroke" {},
                }
                @if drawn.marked {
                    path class="within" d=(mark(left, drawn.colour)) fill="none" stroke="#3f3d38" stroke-width="1.5" vector-effect="non-scaling-stroke" {}
                }
            }
            path d={ "M0 " (HEIGHT) "H" (width) } stroke="#3f3d38" stroke-width="1" vector-effect="non-scaling-stroke" {}
        }
    }
}

/// Lines on either side at a second, a minute and an hour.
fn scale(width: usize) -> String {
    let lines = [1_000, 60_000, 3_600_000].map(length).map(|bar| {
        let (up, down) = (HEIGHT - bar, HEIGHT + 1 + bar);
        format!("M0 {up}H{width}M0 {down}H{width}")
    });
    lines.concat()
}

/// A tick below each tenth move, a longer one below each fiftieth.
fn ticks(moves: usize) -> String {
    let tenth = (1..=moves).filter(|number| number.is_multiple_of(10));
    let ticks = tenth.map(|number| {
        let height = if number.is_multiple_of(50) { 8 } else { 4 };
        // The middle of the move's bar.
        let middle = number * MOVE - MOVE / 2;
        format!("M{middle} {}v-{height}", 2 * HEIGHT + 2)
    });
    ticks.collect()
}

/// The mark of a time that nobody knows: on both sides of the line, so that it is no
/// bar of either.
fn cross(left: usize) -> String {
    let (top, wide) = (HEIGHT - 4, MOVE - 1);
    format!("M{left} {top}l{wide} 9M{left} {}l{wide} -9", top + 9)
}

/// The mark of a turn in which something else happened: a stroke with a foot, on the side
/// of the line on which that move has no bar.
fn mark(left: usize, colour: Colour) -> String {
    let (middle, wide) = (left + MOVE / 2, MOVE - 1);
    match colour {
        Colour::Black => format!("M{middle} {}v9M{left} {}h{wide}", HEIGHT + 6, HEIGHT + 15),
        Colour::White => format!("M{middle} {}v-9M{left} {}h{wide}", HEIGHT - 6, HEIGHT - 15),
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
    fn a_second_and_an_hour_both_show_and_the_unknown_is_no_bar() {
        assert!(length(0) < length(1_000) && length(1_000) < length(60_000));
        assert!(length(60_000) < length(3_600_000) && length(i64::MAX) == HEIGHT);
        let of = |colour, ms, marked| TimeDrawn { colour, ms, marked };
        let moves = [
            of(Colour::Black, Some(1_000), true),
            of(Colour::White, None, false),
        ];
        let drawn = draw_times(&TimesDrawing {
            moves: &moves,
            id: "t",
            title: "times",
            description: "d",
        });
        let drawn = drawn.into_string();
        // The paper and black's move; white's is a cross across the line.
        assert_eq!(drawn.matches("<rect").count(), 2, "{drawn}");
        assert!(drawn.contains("d=\"M4 52l3 9M4 61l3 -9\""), "{drawn}");
        // Black's is marked below the line, where it has no bar.
        let marks: Vec<&str> = drawn.split("class=\"within\"").skip(1).collect();
        assert!(
            marks.len() == 1 && marks[0].starts_with(" d=\"M2 62v9M0 71h3\""),
            "{drawn}"
        );
    }

    #[test]
    fn the_scale_stands_at_a_second_a_minute_and_an_hour_and_moves_are_counted() {
        assert_eq!(scale(8), "M0 44H8M0 69H8M0 24H8M0 89H8M0 0H8M0 113H8");
        assert_eq!(ticks(9), "");
        let fifty = ticks(50);
        assert_eq!(fifty.matches("v-4").count(), 4);
        assert!(fifty.ends_with("M198 114v-8"), "{fifty}");
    }
}
