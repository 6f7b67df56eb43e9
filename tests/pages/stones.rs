//! A stone is read by its filling: black must be darker than what it lies on and white
//! lighter, by day and by night, beside a name, in a list and in every drawing. The
//! colours are those that the browser computed.

#![expect(
    clippy::float_arithmetic,
    reason = "a contrast is a ratio of luminances (WCAG 2.2, 1.4.11)"
)]

use super::{browser::look, venues};
use serde_json::Value;

/// Where stones of both colours are drawn.
const PAGES: [&str; 4] = [
    "/l/lakeside",
    "/l/lakeside/games/r3-b2?tab=moves",
    "/l/lakeside/games/r3-b2?tab=clock",
    "/l/lakeside/games/r3-b2/print",
];

/// Every stone of a page: whose it is, its filling, its rim, what lies under it. In a
/// line a stone is drawn by `::before` upon its own ground.
const STONES: &str = "
    const style = (e, part) => getComputedStyle(e, part);
    const found = [];
    for (const e of document.querySelectorAll('.stone, .rec-sign')) {
        const disc = style(e, '::before');
        const white = e.matches('.w, .white, .white *');
        found.push(['in a line', white, disc.backgroundColor, disc.borderTopColor, style(e).backgroundColor]);
    }
    for (const e of document.querySelectorAll('svg.board .stones > g')) {
        const ground = e.closest('svg').querySelector('rect.wood');
        found.push(['board', e.matches('.white'), style(e).fill, style(e).stroke, style(ground).fill]);
    }
    for (const e of document.querySelectorAll('svg.strip > path.black, svg.strip > path.white')) {
        const ground = e.closest('svg').querySelector('rect.paper');
        found.push(['strip', e.matches('.white'), style(e).fill, style(e).stroke, style(ground).fill]);
    }
    return found;";

/// The parts of `rgb(22, 22, 22)`; a colour that lets another through is none to read.
fn parts(colour: &str) -> [f64; 3] {
    let numbers = colour
        .strip_prefix("rgb(")
        .and_then(|c| c.strip_suffix(')'));
    let numbers = numbers.unwrap_or_else(|| panic!("{colour} is no full colour"));
    let parts: Vec<f64> = numbers.split(", ").map(|n| n.parse().unwrap()).collect();
    parts.try_into().unwrap()
}

/// Relative luminance, as WCAG 2.2 defines it.
fn luminance(colour: &str) -> f64 {
    let linear = |part: f64| match part / 255.0 {
        low if low <= 0.04045 => low / 12.92,
        high => ((high + 0.055) / 1.055).powf(2.4),
    };
    let [red, green, blue] = parts(colour).map(linear);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// By how much the first is lighter than the second; below one it is darker.
fn lighter(one: &str, other: &str) -> f64 {
    (luminance(one) + 0.05) / (luminance(other) + 0.05)
}

#[test]
fn a_black_stone_is_dark_and_a_white_one_light_by_day_and_by_night() {
    let venue = venues::lakeside();
    let test = "a_black_stone_is_dark_and_a_white_one_light_by_day_and_by_night";
    look(test, &venue, |browser| async move {
        for dark in [false, true] {
            browser.looks(1440, dark);
            let mut kinds = std::collections::BTreeSet::new();
            for page in PAGES {
                browser.open(page).await;
                let found = browser.run(STONES).await;
                for stone in found.as_array().unwrap() {
                    let part = |at: usize| stone[at].as_str().unwrap();
                    let place = format!("{page}, dark: {dark}: {stone}");
                    let white = stone[1] == Value::Bool(true);
                    kinds.insert((part(0).to_owned(), white));
                    let (filling, rim, ground) = (part(2), part(3), part(4));
                    if white {
                        // On paper the ground is white too, and the rim tells.
                        assert!(lighter(filling, ground) > 0.95, "{place}");
                        assert!(lighter(filling, rim) > 4.5, "{place}");
                    } else {
                        assert!(lighter(ground, filling) > 4.5, "{place}");
                    }
                }
            }
            let both = |kind: &str| [false, true].map(|w| kinds.contains(&(kind.to_owned(), w)));
            for kind in ["in a line", "board", "strip"] {
                assert_eq!(both(kind), [true, true], "{kind} was seen");
            }
        }
    });
}
