//! What happened side by side over a time: a lane for each board, appeal and for
//! the tournament itself, with bars while something went on and marks by shape.
//! Draws what it is given; how much that is, the caller bounds.

use maud::{Markup, html};
use std::fmt::Write;

/// Units of the drawing: its width, what names take of it, the height of a lane
/// and of the axis.
const WIDTH: i64 = 1200;
const NAMES: i64 = 170;
const END: i64 = 20;
const LANE: i64 = 26;
const AXIS: i64 = 30;
/// How long a name may be, in characters of Latin width.
const NAME: usize = 22;

/// The shape of a mark; shapes and not colours tell marks apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shape {
    /// A breach, a complaint: something that is asked about.
    Triangle,
    /// A decision.
    Square,
    /// A correction.
    Diamond,
    /// Anything else.
    Dot,
}

impl Shape {
    /// The same shape within a text.
    pub const fn sign(self) -> &'static str {
        match self {
            Shape::Triangle => "△",
            Shape::Square => "□",
            Shape::Diamond => "◇",
            Shape::Dot => "·",
        }
    }
}

/// A lane.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lane {
    /// What it is called.
    pub name: String,
    /// From when to when something went on, in milliseconds.
    pub bars: Vec<(i64, i64)>,
    /// When something happened, and of what kind.
    pub marks: Vec<(i64, Shape)>,
}

/// Lanes to be drawn.
#[derive(Clone, Debug)]
pub struct LanesDrawing<'a> {
    /// The lanes, the first one on top.
    pub lanes: &'a [Lane],
    /// From when to when, in milliseconds.
    pub span: (i64, i64),
    /// Moments on the axis, as they read.
    pub ticks: &'a [(i64, String)],
    /// What the ids of title and description begin with: unique in a page.
    pub id: &'a str,
    /// What it shows, in a few words.
    pub title: &'a str,
    /// What it shows, for those who don't see it.
    pub description: &'a str,
}

/// Draws lanes.
pub fn draw_lanes(drawing: &LanesDrawing<'_>) -> Markup {
    let count = i64::try_from(drawing.lanes.len()).unwrap_or(0);
    let height = count * LANE + AXIS;
    let (title, description) = (
        format!("{}-title", drawing.id),
        format!("{}-description", drawing.id),
    );
    let lanes = drawing.lanes.iter().zip(0_i64..);
    html! {
        svg xmlns="http://www.w3.org/2000/svg" class="lanes" role="img"
            aria-labelledby={ (title) " " (description) }
            viewBox={ "0 0 " (WIDTH) " " (height) } width=(WIDTH) height=(height) {
            title id=(title) { (drawing.title) }
            desc id=(description) { (drawing.description) }
            rect class="paper" width=(WIDTH) height=(height) fill="#fbf7ec" {}
            g class="grid" stroke="#cfc6ad" stroke-width="1" {
                @for (at, _) in drawing.ticks { line x1=(x(drawing, *at)) x2=(x(drawing, *at)) y1="0" y2=(height - AXIS) {} }
                @for (_, row) in lanes.clone() { line x1="0" x2=(WIDTH) y1=((row + 1) * LANE) y2=((row + 1) * LANE) {} }
            }
            g class="names" font-family="system-ui, sans-serif" font-size="13" fill="#161616" {
                @for (lane, row) in lanes.clone() { text x="8" y=(row * LANE + 18) { (short(&lane.name)) } }
                @for (at, text) in drawing.ticks { text x=(x(drawing, *at)) y=(height - 10) text-anchor="middle" { (text) } }
            }
            g class="bars" fill="#7c93b8" {
                @for (lane, row) in lanes.clone() {
                    @for (from, to) in &lane.bars {
                        @let left = x(drawing, *from);
                        rect x=(left) y=(row * LANE + 9) width=((x(drawing, *to) - left).max(2)) height="8" {}
                    }
                }
            }
            g class="marks" fill="#fffdf6" stroke="#161616" stroke-width="2" {
                @for (lane, row) in lanes { path d=(marks(drawing, lane, row)) {} }
            }
        }
    }
}

/// A name that fits; wide characters count double.
fn short(name: &str) -> String {
    let mut width = 0;
    let mut shown = String::new();
    for c in name.chars() {
        width += if c.is_ascii() { 1 } else { 2 };
        if width > NAME {
            shown.push('…');
            break;
        }
        shown.push(c);
    }
    shown
}

/// Where a moment lies.
fn x(drawing: &LanesDrawing<'_>, at: i64) -> i64 {
    let (from, to) = drawing.span;
    let whole = to.saturating_sub(from).max(1);
    let run = at.clamp(from, to.max(from)).saturating_sub(from);
    let room = i128::from(WIDTH - NAMES - END);
    let along = i128::from(run) * room / i128::from(whole);
    NAMES + i64::try_from(along).unwrap_or(0)
}

/// All marks of a lane as one path.
fn marks(drawing: &LanesDrawing<'_>, lane: &Lane, row: i64) -> String {
    let mut path = String::new();
    let y = row * LANE + LANE / 2;
    for (at, shape) in &lane.marks {
        let x = x(drawing, *at);
        // Writing to a String can't fail.
        let _ = match shape {
            Shape::Triangle => write!(path, "M{} {}l7 12h-14z", x, y - 7),
            Shape::Square => write!(path, "M{} {}h11v11h-11z", x - 5, y - 5),
            Shape::Diamond => write!(path, "M{} {}l7 7l-7 7l-7-7z", x, y - 7),
            Shape::Dot => write!(path, "M{} {}h4v4h-4z", x - 2, y - 2),
        };
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_lie_in_proportion_and_never_outside() {
        let lanes = [Lane {
            name: "Board 1".to_owned(),
            bars: vec![(0, 500)],
            marks: vec![(500, Shape::Square), (9_999, Shape::Triangle)],
        }];
        let drawing = LanesDrawing {
            lanes: &lanes,
            span: (0, 1000),
            ticks: &[(0, "09:00".to_owned())],
            id: "lanes",
            title: "A round",
            description: "one board",
        };
        let drawn = draw_lanes(&drawing).into_string();
        // Half of what is left beside the names: 170 + 505.
        assert!(drawn.contains("width=\"505\""), "{drawn}");
        assert!(drawn.contains("M670 8h11"), "{drawn}");
        // What lies past the end stands at the end.
        assert!(drawn.contains("M1180 6l7 12"), "{drawn}");
    }

    #[test]
    fn a_name_is_cut_where_it_would_reach_into_the_lane() {
        assert_eq!(short("Board 1"), "Board 1");
        assert_eq!(short(&"棋".repeat(30)), format!("{}…", "棋".repeat(11)));
    }
}
