//! How a sample is distributed, as bars that lie one below the other, so that their
//! text is as large on a phone as on a wall: filled for one sample, hatched for what
//! it is shown beside, and a mark before the class in which a single value lies among
//! others, whose bars are hatched then. Told
//! apart by pattern and place, never by colour alone; the colours are the page's own,
//! by classes (`charts.css`). Draws what it is given.

use maud::{Markup, html};

/// Width of the whole.
const WIDTH: usize = 340;
/// Where the labels of the classes end.
const LABEL: usize = 86;
/// Where bars begin; the mark stands before.
const LEFT: usize = 104;
/// The longest bar.
const LONGEST: usize = 190;
/// Height of a bar.
const BAR: usize = 10;

/// A distribution to be drawn.
#[derive(Clone, Debug)]
pub struct HistogramDrawing<'a> {
    /// What the classes are, from the lowest.
    pub classes: &'a [String],
    /// How many of the sample are in each.
    pub counts: &'a [usize],
    /// How many of what it is shown beside, if anything.
    pub beside: Option<&'a [usize]>,
    /// The class in which a single value lies, if one is marked.
    pub marked: Option<usize>,
    /// What the ids of title, description and pattern begin with: unique in a page.
    pub id: &'a str,
    /// What it shows, in a few words.
    pub title: &'a str,
    /// What it shows, for those who don't see it.
    pub description: &'a str,
}

/// Draws a distribution. Both samples are drawn as shares of their own size.
pub fn draw_histogram(drawing: &HistogramDrawing<'_>) -> Markup {
    let row = if drawing.beside.is_some() {
        2 * BAR + 8
    } else {
        BAR + 8
    };
    let height = row * drawing.classes.len().max(1) + 2;
    let hatch = format!("{}-hatch", drawing.id);
    let own = scaled(drawing.counts);
    let other = scaled(drawing.beside.unwrap_or_default());
    let most = own.iter().chain(&other).copied().max().unwrap_or(0).max(1);
    let bar = |share: usize| share * LONGEST / most;
    let ids = format!("{0}-title {0}-desc", drawing.id);
    // Where a single value is marked it is the player's, and the bars are the others':
    // filled is the player's alone, in every chart.
    let pattern = format!("url(#{hatch})");
    let (class_of, fill, stroke) = match drawing.marked {
        None => ("own", "#1d3f7a", None),
        Some(_) => ("other", pattern.as_str(), Some("#56544e")),
    };
    html! {
        svg class="chart histogram" viewBox={ "0 0 " (WIDTH) " " (height) } role="img" aria-labelledby=(ids) xmlns="http://www.w3.org/2000/svg" {
            title id={ (drawing.id) "-title" } { (drawing.title) }
            desc id={ (drawing.id) "-desc" } { (drawing.description) }
            defs {
                pattern id=(hatch) width="5" height="5" patternUnits="userSpaceOnUse" {
                    path class="hatch" stroke="#56544e" d="M0 5L5 0" {}
                }
            }
            @for (at, class) in drawing.classes.iter().enumerate() {
                @let top = at * row + 4;
                @let middle = at * row + row / 2 + 5;
                text x=(LABEL) y=(middle) font-size="12" text-anchor="end" { (class) }
                @if let Some(share) = own.get(at) {
                    rect class=(class_of) fill=(fill) stroke=[stroke] x=(LEFT) y=(top) width=(bar(*share)) height=(BAR) {}
                    @if let Some(count) = drawing.counts.get(at).filter(|count| **count > 0) {
                        text x=(LEFT + bar(*share) + 4) y=(top + BAR) font-size="12" { (count) }
                    }
                }
                @if let Some(share) = other.get(at) {
                    rect class="other" stroke="#56544e" x=(LEFT) y=(top + BAR) width=(bar(*share)) height=(BAR) fill={ "url(#" (hatch) ")" } {}
                    @if let Some(count) = drawing.beside.and_then(|beside| beside.get(at)).filter(|count| **count > 0) {
                        text x=(LEFT + bar(*share) + 4) y=(top + 2 * BAR) font-size="12" { (count) }
                    }
                }
                @if drawing.marked == Some(at) {
                    path class="mark" fill="#8f4400" d={ "M" (LABEL + 4) " " (middle - 10) "l12 6l-12 6z" } {}
                }
            }
            path class="axis" stroke="#1b1b1b" d={ "M" (LEFT) " 0V" (height) } {}
        }
    }
}

/// What a legend shows of a chart's marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Swatch {
    /// The sample's own bars.
    Own,
    /// Those beside them.
    Other,
    /// The mark of a single value.
    Mark,
    /// A point of a player's.
    Point,
    /// A point of those beside.
    OtherPoint,
}

/// A mark for a legend, in the colour and pattern of the chart of that id.
pub fn swatch(kind: Swatch, id: &str) -> Markup {
    html! {
        svg class="chart swatch" viewBox="0 0 14 14" aria-hidden="true" xmlns="http://www.w3.org/2000/svg" {
            @match kind {
                Swatch::Own => rect class="own" fill="#1d3f7a" x="1" y="1" width="12" height="12" {},
                Swatch::Other => rect class="other" stroke="#56544e" x="1" y="1" width="12" height="12" fill={ "url(#" (id) "-hatch)" } {},
                Swatch::Mark => path class="mark" fill="#8f4400" d="M1 1l12 6l-12 6z" {},
                Swatch::Point => circle class="own" fill="#1d3f7a" cx="7" cy="7" r="5" {},
                Swatch::OtherPoint => path class="ring" fill="none" stroke="#56544e" d="M7 1l6 6l-6 6l-6 -6z" {},
            }
        }
    }
}

/// Counts as shares of ten thousand.
fn scaled(counts: &[usize]) -> Vec<usize> {
    let all: usize = counts.iter().sum();
    counts
        .iter()
        .map(|count| count * 10_000 / all.max(1))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_told_apart_by_pattern_and_carry_their_counts() {
        let classes = ["0", "1"].map(str::to_owned);
        let drawn = draw_histogram(&HistogramDrawing {
            classes: &classes,
            counts: &[3, 1],
            beside: Some(&[1, 1]),
            marked: Some(1),
            id: "t",
            title: "times",
            description: "3 and 1",
        })
        .into_string();
        assert!(drawn.contains("url(#t-hatch)"), "{drawn}");
        assert!(
            drawn.contains(">3</text>") && drawn.contains(">1</text>"),
            "{drawn}"
        );
        // Three of four are the longest bar, a half is two thirds of it.
        assert!(
            drawn.contains("width=\"190\"") && drawn.contains("width=\"126\""),
            "{drawn}"
        );
        assert!(
            drawn.contains("class=\"mark\""),
            "the single value is marked"
        );
    }
}
