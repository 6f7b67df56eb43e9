//! How a sample is distributed, as bars: outlined for one sample, hatched for
//! what it is shown beside, and a mark where a single value lies. Told apart by
//! pattern and place, never by colour alone. Draws what it is given.

use maud::{Markup, html};

/// Width of a class.
const CLASS: usize = 56;
/// Height of the highest bar.
const HEIGHT: usize = 120;
/// Room for the labels of the classes.
const FOOT: usize = 24;
/// Room above the highest bar, for its count.
const HEAD: usize = 18;

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
    let width = CLASS * drawing.classes.len().max(1);
    let height = HEAD + HEIGHT + FOOT;
    let beside = drawing.beside.unwrap_or_default();
    let hatch = format!("{}-hatch", drawing.id);
    let own = scaled(drawing.counts);
    let other = scaled(beside);
    let most = own.iter().chain(&other).copied().max().unwrap_or(0).max(1);
    let bar = |share: usize| share * HEIGHT / most;
    let ids = format!("{0}-title {0}-desc", drawing.id);
    html! {
        svg class="histogram" viewBox={ "0 0 " (width) " " (height) } role="img" aria-labelledby=(ids) xmlns="http://www.w3.org/2000/svg" {
            title id={ (drawing.id) "-title" } { (drawing.title) }
            desc id={ (drawing.id) "-desc" } { (drawing.description) }
            defs {
                pattern id=(hatch) width="6" height="6" patternUnits="userSpaceOnUse" {
                    path d="M0 6L6 0" stroke="#56544e" stroke-width="1.2" {}
                }
            }
            @for (at, class) in drawing.classes.iter().enumerate() {
                @let left = at * CLASS;
                @if let Some(share) = other.get(at) {
                    rect x=(left + 30) y=(HEAD + HEIGHT - bar(*share)) width="20" height=(bar(*share)) fill={ "url(#" (hatch) ")" } stroke="#56544e" {}
                }
                @if let Some(share) = own.get(at) {
                    rect x=(left + 8) y=(HEAD + HEIGHT - bar(*share)) width="20" height=(bar(*share)) fill="#1d3f7a" stroke="#1d3f7a" {}
                    @if let Some(count) = drawing.counts.get(at).filter(|count| **count > 0) {
                        text x=(left + 18) y=(HEAD + HEIGHT - bar(*share) - 4) font-size="11" text-anchor="middle" fill="currentColor" { (count) }
                    }
                }
                @if drawing.marked == Some(at) {
                    path d={ "M" (left + 22) " " (HEAD + HEIGHT + 2) "l6 0l-3 -8z" } fill="#9a4a00" {}
                }
                text x=(left + CLASS / 2) y=(HEAD + HEIGHT + 16) font-size="11" text-anchor="middle" fill="currentColor" { (class) }
            }
            path d={ "M0 " (HEAD + HEIGHT) "H" (width) } stroke="currentColor" stroke-width="1" {}
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
        // Three of four are the highest bar, a half is two thirds of it.
        assert!(
            drawn.contains("height=\"120\"") && drawn.contains("height=\"80\""),
            "{drawn}"
        );
        assert!(drawn.contains("#9a4a00"), "the single value is marked");
    }
}
