//! Both clocks as a strip over the time that ran on them: a bar for each turn,
//! Black's above and White's below; tall bars are overtime. Where both stood
//! still, the strip has a gap of one width: a night between two moves would else
//! leave no room for the moves.

use fupan_domain::{Colour, Millis, colour::PerColour, ids::EntryId};
use maud::{Markup, html};
use std::fmt::Write;

/// The course of both clocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Strip {
    /// What ran or stood, one after the other.
    pub pieces: Vec<Piece>,
    /// Where something happened.
    pub marks: Vec<StripMark>,
}

/// A time in which one clock ran, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Whose clock ran; `None`: both stood.
    pub lane: Option<Colour>,
    /// Whether its main time was used up.
    pub is_overtime: bool,
    /// How long.
    pub ms: i64,
}

/// A place on the strip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StripMark {
    /// The entry that tells of it.
    pub entry: EntryId,
    /// The piece at whose beginning it stands; one past the last: at the end.
    pub before: usize,
}

/// A strip to be drawn.
#[derive(Clone, Debug)]
pub struct StripDrawing<'a> {
    /// The clocks.
    pub strip: &'a Strip,
    /// A letter for each mark.
    pub letters: &'a [String],
    /// What the lanes are called.
    pub lanes: PerColour<String>,
    /// What the ids of title and description begin with: unique in a page.
    pub id: &'a str,
    /// What it shows, in a few words.
    pub title: &'a str,
    /// What it shows, for those who don't see it.
    pub description: &'a str,
}

/// Units of the drawing: its width, what the names of the lanes take of it, what
/// stays free at its end for letters, and a gap.
const WIDTH: i64 = 960;
const NAMES: i64 = 64;
const END: i64 = 34;
const GAP: i64 = 14;
/// The middle of each lane, the top of the lanes and the axis below them.
const LANES: PerColour<i64> = PerColour {
    black: 44,
    white: 84,
};
const TOP: i64 = 22;
const AXIS: i64 = 106;
const HEIGHT: i64 = 132;

/// Draws a strip.
pub fn draw_strip(drawing: &StripDrawing<'_>) -> Markup {
    let scale = Scale::of(drawing.strip);
    let (title, description) = (
        format!("{}-title", drawing.id),
        format!("{}-description", drawing.id),
    );
    html! {
        svg xmlns="http://www.w3.org/2000/svg" class="strip" role="img"
            aria-labelledby={ (title) " " (description) }
            viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } width=(WIDTH) height=(HEIGHT) {
            title id=(title) { (drawing.title) }
            desc id=(description) { (drawing.description) }
            rect class="paper" width=(WIDTH) height=(HEIGHT) fill="#f3ead6" {}
            g class="names" font-family="system-ui, sans-serif" font-size="15" fill="#161616" {
                @for colour in Colour::BOTH {
                    text x="6" y=(LANES[colour] + 5) { (drawing.lanes[colour]) }
                }
                (scale.axis())
            }
            @for (colour, class, fill) in [(Colour::Black, "black", "#161616"), (Colour::White, "white", "#fdfdfa")] {
                path class=(class) d=(bars(drawing.strip, &scale, colour)) fill=(fill) stroke="#161616" stroke-width="1" {}
            }
            path class="stopped" d=(stops(drawing.strip, &scale)) stroke="#161616" stroke-width="2"
                stroke-dasharray="3 5" fill="none" {}
            g class="marks" font-family="system-ui, sans-serif" font-size="14" font-weight="600"
                text-anchor="middle" fill="#161616" {
                (marks(drawing, &scale))
            }
        }
    }
}

/// Where pieces begin, in units.
struct Scale {
    /// For each piece, and for the end: time run and gaps before it.
    starts: Vec<(i64, i64)>,
    run: i64,
    gaps: i64,
}

impl Scale {
    fn of(strip: &Strip) -> Scale {
        let (mut run, mut gaps) = (0_i64, 0_i64);
        let mut starts = vec![(0, 0)];
        for piece in &strip.pieces {
            match piece.lane {
                Some(_) => run = run.saturating_add(piece.ms.max(0)),
                None => gaps += 1,
            }
            starts.push((run, gaps));
        }
        Scale { starts, run, gaps }
    }

    /// The gaps take a third of the drawing at most.
    fn gap(&self) -> i64 {
        GAP.min((WIDTH - NAMES) / 3 / self.gaps.max(1))
    }

    fn place(&self, run: i64, gaps: i64) -> i64 {
        let room = WIDTH - NAMES - END - self.gaps * self.gap();
        // In 128 bits no product overflows.
        let scaled = i128::from(run) * i128::from(room) / i128::from(self.run.max(1));
        NAMES + i64::try_from(scaled).unwrap_or(room) + gaps * self.gap()
    }

    fn x(&self, index: usize) -> i64 {
        let (run, gaps) = self
            .starts
            .get(index)
            .copied()
            .unwrap_or((self.run, self.gaps));
        self.place(run, gaps)
    }

    /// Where so much time had run; at a gap, before it.
    fn x_at(&self, run: i64) -> i64 {
        let before = self.starts.partition_point(|(started, _)| *started < run);
        let gaps = self
            .starts
            .get(before.saturating_sub(1))
            .map_or(0, |(_, gaps)| *gaps);
        self.place(run, gaps)
    }

    /// The axis with its ticks, in whole minutes or seconds.
    fn axis(&self) -> Markup {
        let step = step(self.run);
        let ticks = (0..=self.run / step).map(|n| n * step);
        html! {
            path d={ "M" (NAMES) " " (AXIS) "H" (self.place(self.run, self.gaps)) } stroke="#161616"
                stroke-width="2" fill="none" {}
            @for tick in ticks {
                @let x = self.x_at(tick);
                path d={ "M" (x) " " (AXIS) "v6" } stroke="#161616" stroke-width="2" fill="none" {}
                text x=(x) y=(AXIS + 21) font-size="12" text-anchor="middle" {
                    (crate::text::duration(Millis(tick)))
                }
            }
        }
    }
}

/// The distance of two ticks: at most twelve fit.
fn step(run: i64) -> i64 {
    const SECOND: i64 = 1000;
    let steps = [
        1, 5, 10, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 21_600, 86_400,
    ];
    let fitting = steps
        .into_iter()
        .map(|s| s * SECOND)
        .find(|step| run / step <= 12);
    fitting.unwrap_or_else(|| (run / 12).max(SECOND))
}

/// The bars of a lane, as one path: a long game has hundreds.
fn bars(strip: &Strip, scale: &Scale, lane: Colour) -> String {
    let mut path = String::new();
    for (index, piece) in strip.pieces.iter().enumerate() {
        if piece.lane == Some(lane) {
            let half = if piece.is_overtime { 16 } else { 7 };
            let (from, to) = (scale.x(index), scale.x(index + 1));
            let width = (to - from - 1).max(1);
            // Writing to a String can't fail.
            let _ = write!(
                path,
                "M{from} {}h{width}v{}h-{width}z",
                LANES[lane] - half,
                2 * half
            );
        }
    }
    path
}

/// The lines where both clocks stood still.
fn stops(strip: &Strip, scale: &Scale) -> String {
    let mut path = String::new();
    for (index, piece) in strip.pieces.iter().enumerate() {
        if piece.lane.is_none() {
            let (from, to) = (scale.x(index), scale.x(index + 1));
            let middle = from + (to - from - 1).max(1) / 2;
            let _ = write!(path, "M{middle} {}V{AXIS}", TOP + 8);
        }
    }
    path
}

/// A line through both lanes for each mark, its letter above; letters that would
/// cover one another are moved on.
fn marks(drawing: &StripDrawing<'_>, scale: &Scale) -> Markup {
    let mut last = i64::MIN / 2;
    let mut place = |x: i64| {
        last = (last + 14).max(x);
        last
    };
    html! {
        @for (mark, letter) in drawing.strip.marks.iter().zip(drawing.letters) {
            @let x = scale.x(mark.before);
            @let letter_x = place(x);
            path d={ "M" (letter_x) " " (TOP - 5) "L" (x) " " (TOP + 3) "V" (AXIS) } stroke="#1d3f7a"
                stroke-width="2" fill="none" {}
            text x=(letter_x) y=(TOP - 8) { (letter) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(lane: Option<Colour>, is_overtime: bool, seconds: i64) -> Piece {
        Piece {
            lane,
            is_overtime,
            ms: seconds * 1000,
        }
    }

    fn strip() -> Strip {
        let (black, white) = (Some(Colour::Black), Some(Colour::White));
        let mark = |n, before| StripMark {
            entry: EntryId(uuid::Uuid::from_u128(n)),
            before,
        };
        Strip {
            pieces: vec![
                piece(black, false, 60),
                piece(white, false, 30),
                piece(black, true, 20),
                piece(None, false, 40_000),
                piece(white, false, 10),
            ],
            marks: vec![mark(1, 2), mark(2, 3), mark(3, 3), mark(4, 5)],
        }
    }

    fn drawn(strip: &Strip) -> String {
        let letters = ["a", "b", "c", "d"].map(str::to_owned);
        let drawing = StripDrawing {
            strip,
            letters: &letters,
            lanes: PerColour {
                black: "Black".to_owned(),
                white: "White".to_owned(),
            },
            id: "s1",
            title: "Clocks",
            description: "What ran",
        };
        draw_strip(&drawing).into_string()
    }

    #[test]
    fn turns_overtime_a_pause_and_marks() {
        insta::assert_snapshot!(drawn(&strip()).replace("><", ">\n<"));
    }

    #[test]
    fn bars_lie_in_the_order_of_time_and_within_the_drawing() {
        let scale = Scale::of(&strip());
        let starts: Vec<i64> = (0..=5).map(|index| scale.x(index)).collect();
        assert!(starts.is_sorted(), "{starts:?}");
        assert_eq!(starts[0], NAMES);
        assert!(starts[5] <= WIDTH - END);
        // A night is no wider than any other gap.
        assert_eq!(starts[4] - starts[3], GAP);
    }

    #[test]
    fn no_clock_and_no_end_of_time_break_the_drawing() {
        for pieces in [
            vec![],
            vec![piece(None, false, 1)],
            vec![piece(Some(Colour::Black), false, i64::MAX / 1000)],
        ] {
            let drawn = drawn(&Strip {
                pieces,
                marks: Vec::new(),
            });
            assert!(drawn.matches("<text").count() < 20);
        }
        let many = vec![piece(None, false, 1); 1000];
        assert!(
            Scale::of(&Strip {
                pieces: many,
                marks: Vec::new()
            })
            .x(1000)
                < WIDTH
        );
    }
}
