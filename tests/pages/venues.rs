//! What the tests of pages look at: the demo's tournament, a game that is being
//! played, and one of three hundred moves.

use crate::http::venue::Venue;
use fupan_tests::script::{self, Script};
use serde_json::{Value, json};

/// A venue whose pages tell times as in Shanghai.
pub fn venue() -> Venue {
    Venue::open_with(|config| "Asia/Shanghai".clone_into(&mut config.pages.time_zone))
}

/// The demo's tournament: four players, three rounds, every kind of ruling, an appeal.
pub fn lakeside() -> Venue {
    let venue = venue();
    let drafts = include_str!("../../api/demo/demo.jsonl").lines();
    let drafts: Vec<Value> = drafts
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    venue.play_drafts("lakeside", &drafts);
    venue
}

/// Three hundred moves with their presses, none of which catches anything.
pub fn long_game() -> Script {
    let time = json!({"turn_ends": "press", "time": {"kind": "reserved_byoyomi", "limit_ms": 7_200_000, "periods": 5, "period_ms": 60_000}});
    let columns = |columns: [[char; 4]; 2]| {
        let points = columns.into_iter().flatten();
        points.flat_map(|column| (1..=19).map(move |row| format!("{column}{row}")))
    };
    let black = columns([['A', 'B', 'C', 'D'], ['L', 'M', 'N', 'O']]);
    let white = columns([['F', 'G', 'H', 'J'], ['Q', 'R', 'S', 'T']]);
    let mut script = script::game_with("cn-2002", &time);
    for (black, white) in black.zip(white).take(150) {
        for (colour, point) in [("black", black), ("white", white)] {
            script = script
                .after_ms(17_000)
                .fact("stone_played", json!({"colour": colour, "point": point}))
                .fact("clock_pressed", json!({"colour": colour}));
        }
    }
    script
}
