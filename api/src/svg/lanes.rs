//! What happened side by side over a time: a lane for each board, appeal and for
//! the tournament itself, with bars while something went on and marks by shape.
//! Long times in which nothing happened are folded to a narrow band. Draws what it
//! is given; how much that is, the caller bounds.

use maud::{Markup, html};
use std::fmt::Write;

/// Units of the drawing: its width, what names take of it, the height of a lane
/// and of the axis.
const WIDTH: i64 = 1200;
const NAMES: i64 = 170;
const END: i64 = 20;
const LANE: i64 = 26;
const AXIS: i64 = 48;
/// What a folded time takes, and the least that a time which is shown takes.
const FOLD: i64 = 22;
const LEAST: i64 = 92;
/// The height of the small picture of a whole round.
const MAP: i64 = 34;
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
    /// How times lie on the drawing.
    pub axis: &'a Axis,
    /// Moments on the axis, as they read.
    pub ticks: &'a [(i64, String)],
    /// Where days begin, as they read.
    pub days: &'a [(i64, String)],
    /// What the ids of title and description begin with: unique in a page.
    pub id: &'a str,
    /// What it shows, in a few words.
    pub title: &'a str,
    /// What it shows, for those who don't see it.
    pub description: &'a str,
}

/// A time that is shown, and where it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Piece {
    from: i64,
    to: i64,
    left: i64,
    width: i64,
}

/// Times side by side, each in proportion; what lies between two is folded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis(Vec<Piece>);

impl Axis {
    /// These times, the earliest first, from when to when in milliseconds.
    pub fn of(spans: &[(i64, i64)]) -> Axis {
        let count = i64::try_from(spans.len()).unwrap_or(1).max(1);
        let room = WIDTH - NAMES - END - (count - 1) * FOLD;
        let least = if count == 1 {
            room
        } else {
            LEAST.min(room / count)
        };
        let length = |(from, to): &(i64, i64)| to.saturating_sub(*from).max(0);
        let whole: i128 = spans.iter().map(|span| i128::from(length(span))).sum();
        let rest = i128::from(room - count * least);
        let mut left = NAMES;
        let pieces = spans.iter().map(|span| {
            let more = rest * i128::from(length(span)) / whole.max(1);
            let width = least + i64::try_from(more).unwrap_or(0);
            let piece = Piece {
                from: span.0,
                to: span.0.saturating_add(length(span)),
                left,
                width,
            };
            left += width + FOLD;
            piece
        });
        Axis(pieces.collect())
    }

    /// Where a moment lies: at the edge of the next time that is shown where it is in
    /// none, and at the end where it is past all.
    pub fn x(&self, at: i64) -> i64 {
        let Some(piece) = self.0.iter().find(|p| at <= p.to).or(self.0.last()) else {
            return NAMES;
        };
        let run = at.clamp(piece.from, piece.to).saturating_sub(piece.from);
        let whole = piece.to.saturating_sub(piece.from).max(1);
        let along = i128::from(run) * i128::from(piece.width) / i128::from(whole);
        piece.left + i64::try_from(along).unwrap_or(0)
    }

    /// The times that are shown, each with its width on the drawing.
    pub fn shown(&self) -> impl Iterator<Item = (i64, i64, i64)> {
        self.0.iter().map(|p| (p.from, p.to, p.width))
    }

    /// Whether a moment lies in a time that is shown.
    pub fn shows(&self, at: i64) -> bool {
        self.0.iter().any(|p| p.from <= at && at <= p.to)
    }

    /// Where the folds begin.
    fn folds(&self) -> impl Iterator<Item = i64> {
        let before_the_last = self.0.len().saturating_sub(1);
        self.0
            .iter()
            .take(before_the_last)
            .map(|p| p.left + p.width)
    }
}

/// The small picture of a whole round: how much happened when, and which part of it
/// is looked at.
pub fn draw_map(
    axis: &Axis,
    moments: &[i64],
    looked_at: Option<(i64, i64)>,
    title: &str,
) -> Markup {
    let mut columns: std::collections::BTreeMap<i64, i64> = std::collections::BTreeMap::new();
    for at in moments {
        *columns.entry(axis.x(*at) / 6 * 6).or_default() += 1;
    }
    let most = columns.values().copied().max().unwrap_or(1);
    let mut bars = String::new();
    for (x, count) in columns {
        let height = (count * (MAP - 8) / most).max(2);
        // Writing to a String can't fail.
        let _ = write!(bars, "M{x} {}h5v{height}h-5z", MAP - 2 - height);
    }
    html! {
        svg xmlns="http://www.w3.org/2000/svg" class="lanes map" role="img" aria-labelledby="map-title" preserveAspectRatio="none"
            viewBox={ "0 0 " (WIDTH) " " (MAP) } width=(WIDTH) height=(MAP) {
            title id="map-title" { (title) }
            rect class="paper" width=(WIDTH) height=(MAP) fill="#fbf7ec" {}
            @for x in axis.folds() { rect x=(x) width=(FOLD) height=(MAP) fill="#e6dcc2" {} }
            path d=(bars) fill="#7c93b8" {}
            @if let Some((from, to)) = looked_at {
                @let left = axis.x(from);
                rect x=(left) y="1" width=((axis.x(to) - left).max(6)) height=(MAP - 2) fill="none" stroke="#161616" stroke-width="2" {}
            }
        }
    }
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
                @for (at, _) in drawing.ticks { line x1=(drawing.axis.x(*at)) x2=(drawing.axis.x(*at)) y1="0" y2=(height - AXIS) {} }
                @for (_, row) in lanes.clone() { line x1="0" x2=(WIDTH) y1=((row + 1) * LANE) y2=((row + 1) * LANE) {} }
            }
            @for x in drawing.axis.folds() {
                rect class="fold" x=(x) width=(FOLD) height=(height) fill="#e6dcc2" {}
                path class="fold" d={ "M" (x + 7) " 0V" (height) "M" (x + FOLD - 7) " 0V" (height) } stroke="#77746b" stroke-width="1" stroke-dasharray="3 4" fill="none" {}
            }
            g class="names" font-family="system-ui, sans-serif" font-size="13" fill="#161616" {
                @for (lane, row) in lanes.clone() { text x="8" y=(row * LANE + 18) { (short(&lane.name)) } }
                @for (at, text) in drawing.ticks { text x=(drawing.axis.x(*at)) y=(height - AXIS + 19) { (text) } }
                @for (at, text) in drawing.days { text x=(drawing.axis.x(*at)) y=(height - 10) font-weight="600" { (text) } }
            }
            g class="bars" fill="#7c93b8" {
                @for (lane, row) in lanes.clone() {
                    @for (from, to) in &lane.bars {
                        @let left = drawing.axis.x(*from);
                        rect x=(left) y=(row * LANE + 9) width=((drawing.axis.x(*to) - left).max(2)) height="8" {}
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

/// All marks of a lane as one path.
fn marks(drawing: &LanesDrawing<'_>, lane: &Lane, row: i64) -> String {
    let mut path = String::new();
    let y = row * LANE + LANE / 2;
    for (at, shape) in &lane.marks {
        let x = drawing.axis.x(*at);
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
            axis: &Axis::of(&[(0, 1000)]),
            ticks: &[(0, "09:00".to_owned())],
            days: &[(0, "2026-05-01".to_owned())],
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
    fn days_without_play_are_folded_and_every_moment_keeps_its_order() {
        const DAY: i64 = 86_400_000;
        // Three hours, and a single ruling eighty days later.
        let axis = Axis::of(&[(0, 10_800_000), (80 * DAY, 80 * DAY)]);
        assert_eq!(axis.x(0), NAMES);
        assert_eq!(axis.x(10_800_000), WIDTH - END - FOLD - LEAST);
        assert_eq!(axis.x(80 * DAY), WIDTH - END - LEAST);
        // What lies in the fold stands where the time after it begins.
        assert_eq!(axis.x(5 * DAY), axis.x(80 * DAY));
        assert!(axis.shows(7) && !axis.shows(5 * DAY));
        assert_eq!(axis.folds().collect::<Vec<_>>(), [axis.x(10_800_000)]);
        let many: Vec<(i64, i64)> = (0..200).map(|n| (n * DAY, n * DAY + 1)).collect();
        let places: Vec<i64> = many.iter().map(|(at, _)| Axis::of(&many).x(*at)).collect();
        assert!(places.is_sorted());
    }

    #[test]
    fn a_name_is_cut_where_it_would_reach_into_the_lane() {
        assert_eq!(short("Board 1"), "Board 1");
        assert_eq!(short(&"棋".repeat(30)), format!("{}…", "棋".repeat(11)));
    }
}
