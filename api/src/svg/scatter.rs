//! Moves as points: how long each took against how much there was to choose. Both
//! axes go by doublings, so that a second and an hour, a tenth of a point and ten
//! both show. A player's moves are filled, those beside them hollow and of another
//! shape; the colours are the page's own (`charts.css`). Draws what it is given.

use maud::{Markup, html};

/// Width of the whole.
const WIDTH: u64 = 340;
/// Height of the whole.
const HEIGHT: u64 = 250;
/// Where the field begins.
const LEFT: u64 = 52;
/// Where the field ends below.
const FOOT: u64 = 208;
/// Where the field begins above.
const HEAD: u64 = 12;
/// Steps of a doubling.
const STEPS: u64 = 16;
/// A quarter of a second and 2^15 of it, over two hours.
const TIMES: u64 = 15;
/// A twentieth of a point and 2^10 of it, over fifty.
const CHOICES: u64 = 10;

/// What a twentieth of a point is, in thousandths.
const TWENTIETH: u64 = 50;
/// A quarter of a second, in milliseconds.
const QUARTER: u64 = 250;

/// A move: how long it took in milliseconds, and by how many thousandths of a point
/// the first choice was better than the second.
pub type Moved = (u64, u64);

/// Moves to be drawn.
#[derive(Clone, Debug)]
pub struct ScatterDrawing<'a> {
    /// A player's.
    pub own: &'a [Moved],
    /// Those beside them.
    pub beside: &'a [Moved],
    /// What stands at the axis of what there was to choose.
    pub across: &'a str,
    /// What stands at the axis of time.
    pub up: &'a str,
    /// What the ids of title and description begin with: unique in a page.
    pub id: &'a str,
    /// What it shows, in a few words.
    pub title: &'a str,
    /// What it shows, for those who don't see it.
    pub description: &'a str,
}

/// Draws moves.
pub fn draw_scatter(drawing: &ScatterDrawing<'_>) -> Markup {
    const SECONDS: [(u64, &str); 5] = [
        (1_000, "1 s"),
        (10_000, "10 s"),
        (60_000, "1 min"),
        (600_000, "10 min"),
        (3_600_000, "60 min"),
    ];
    const POINTS: [(u64, &str); 5] = [
        (0, "0"),
        (200, "0.2"),
        (1_000, "1"),
        (5_000, "5"),
        (20_000, "20"),
    ];
    let ids = format!("{0}-title {0}-desc", drawing.id);
    html! {
        svg class="chart scatter" viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img" aria-labelledby=(ids) xmlns="http://www.w3.org/2000/svg" {
            title id={ (drawing.id) "-title" } { (drawing.title) }
            desc id={ (drawing.id) "-desc" } { (drawing.description) }
            @for (ms, label) in SECONDS {
                path class="grid" fill="none" stroke="#d0ccc0" d={ "M" (LEFT) " " (y(ms)) "H" (WIDTH - 4) } {}
                text x=(LEFT - 6) y=(y(ms) + 4) font-size="12" text-anchor="end" { (label) }
            }
            @for (points, label) in POINTS {
                path class="grid" fill="none" stroke="#d0ccc0" d={ "M" (x(points)) " " (HEAD) "V" (FOOT) } {}
                text x=(x(points)) y=(FOOT + 16) font-size="12" text-anchor="middle" { (label) }
            }
            path class="axis" fill="none" stroke="#1b1b1b" d={ "M" (LEFT) " " (HEAD) "V" (FOOT) "H" (WIDTH - 4) } {}
            text x=(WIDTH - 4) y=(HEIGHT - 8) font-size="12" text-anchor="end" { (drawing.across) " →" }
            text x="2" y=(HEIGHT - 8) font-size="12" { "↑ " (drawing.up) }
            @for (ms, choice) in drawing.beside {
                path class="ring" fill="none" stroke="#56544e" d={ "M" (x(*choice)) " " (y(*ms) - 5) "l5 5l-5 5l-5 -5z" } {}
            }
            @for (ms, choice) in drawing.own {
                circle class="own" fill="#1d3f7a" cx=(x(*choice)) cy=(y(*ms)) r="4" {}
            }
        }
    }
}

/// How many steps of a doubling a value lies above its unit; nothing below it.
fn steps(value: u64, unit: u64) -> u64 {
    // Beyond either axis, and small enough to be multiplied.
    let value = value.min(1 << 40);
    let units = value / unit;
    let Some(doublings) = units.checked_ilog2() else {
        return 0;
    };
    let whole = unit << doublings;
    u64::from(doublings) * STEPS + (value - whole) * STEPS / whole
}

fn x(thousandths: u64) -> u64 {
    // What is nearly no choice stands at the axis itself.
    let steps = steps(thousandths + TWENTIETH, TWENTIETH).min(CHOICES * STEPS);
    LEFT + 6 + steps * (WIDTH - LEFT - 20) / (CHOICES * STEPS)
}

fn y(ms: u64) -> u64 {
    let steps = steps(ms + QUARTER, QUARTER).min(TIMES * STEPS);
    FOOT - 6 - steps * (FOOT - HEAD - 12) / (TIMES * STEPS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_doubling_takes_the_same_way() {
        assert_eq!(steps(0, 250), 0);
        assert_eq!(steps(250, 250), 0);
        assert_eq!(steps(500, 250), STEPS);
        assert_eq!(steps(750, 250), STEPS + STEPS / 2);
        assert_eq!(steps(1000, 250), 2 * STEPS);
        // An hour and no time at all are within the field.
        assert!(y(0) <= FOOT && y(u64::MAX / 2) >= HEAD);
        assert!(x(0) >= LEFT && x(u64::MAX / 2) <= WIDTH);
        assert!(y(1_000) > y(60_000) && x(100) < x(2_000));
    }

    #[test]
    fn moves_are_told_apart_by_shape() {
        let drawn = draw_scatter(&ScatterDrawing {
            own: &[(1_000, 500), (2_000, 0)],
            beside: &[(60_000, 5_000)],
            across: "points",
            up: "time",
            id: "s",
            title: "t",
            description: "d",
        })
        .into_string();
        assert_eq!(drawn.matches("<circle").count(), 2);
        assert_eq!(drawn.matches("class=\"ring\"").count(), 1);
    }
}
