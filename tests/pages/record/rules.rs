//! The console's board and clocks, held against the service's own.

use super::desk::{PAGE, begun};
use crate::{http::venue::Venue, pages::browser::look};
use fupan_domain::{
    Colour,
    board::{Board, Point},
};
use fupan_tests::script::{self, Script};
use serde_json::{Value, json};

/// Numbers that look drawn by lot and are the same each time.
struct Lot(u64);

impl Lot {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % n
    }
}

/// A game of stones anywhere, as a script reads it, and the rows after each.
fn random_game(size: u8, moves: usize, lot: &mut Lot) -> (Vec<Value>, Vec<Vec<String>>) {
    let mut board = Board::new(size).unwrap();
    let points: Vec<Point> = (0..size)
        .flat_map(|col| (0..size).filter_map(move |row| Point::new(col, row)))
        .collect();
    let (mut played, mut rows) = (Vec::new(), Vec::new());
    for n in 0..moves {
        let empty: Vec<Point> = points
            .iter()
            .copied()
            .filter(|p| board.at(*p).is_none())
            .collect();
        if empty.is_empty() {
            break;
        }
        let point = empty[lot.below(empty.len())];
        // Sides mostly take turns; whoever does not is recorded all the same.
        let colour = Colour::BOTH[(n + usize::from(lot.below(9) == 0)) % 2];
        let lifted = if lot.below(12) == 0 {
            let due = board.clone().play(colour, point).unwrap().captured;
            let kept = due.into_iter().filter(|_| lot.below(2) == 0);
            let lifted: Vec<Point> = kept.collect();
            board.play_lifting(colour, point, &lifted).unwrap();
            json!(lifted)
        } else {
            board.play(colour, point).unwrap();
            Value::Null
        };
        played.push(json!([colour, point, lifted]));
        rows.push(board.rows());
    }
    (played, rows)
}

#[test]
fn the_consoles_board_is_the_services_in_many_games() {
    let venue = Venue::open();
    venue.play("cup", &begun());
    look(
        "the_consoles_board_is_the_services_in_many_games",
        &venue,
        |browser| async move {
            browser.open(PAGE).await;
            browser.ready().await;
            let mut lot = Lot(20_020_501);
            let sizes = [(2, 40), (3, 60), (5, 150), (7, 200), (9, 250), (19, 500)];
            let mut captures = 0;
            for round in 0..120 {
                let (size, moves) = sizes[round % sizes.len()];
                let (played, rows) = random_game(size, moves, &mut lot);
                let script = "const board = new fupan.Board(arguments[0]);
                    return arguments[1].map(([colour, point, lifted]) => {
                      if (board.play(colour, point, lifted) === null) throw new Error(point);
                      return board.rows();
                    })";
                let asked = vec![json!(size), json!(played)];
                let answered = browser.client.execute(script, asked).await.unwrap();
                let answered: Vec<Vec<String>> = serde_json::from_value(answered).unwrap();
                for (n, (ours, theirs)) in rows.iter().zip(&answered).enumerate() {
                    assert_eq!(ours, theirs, "game {round}, move {n}: {:?}", &played[..=n]);
                }
                let standing = rows.last().unwrap().concat();
                let standing = standing.matches(['X', 'O']).count();
                captures += played.len() - standing;
            }
            assert!(captures > 2_000, "only {captures} stones were caught");
        },
    );
}

#[test]
fn the_consoles_clocks_run_on_as_the_services() {
    let venue = Venue::open();
    venue.play("cup", &begun());
    look(
        "the_consoles_clocks_run_on_as_the_services",
        &venue,
        |browser| async move {
            browser.open(PAGE).await;
            browser.ready().await;
            // Two turns each, of which some use up main time and periods.
            let kinds = [
                json!({"kind": "byoyomi", "limit_ms": 60_000, "periods": 3, "period_ms": 30_000}),
                json!({"kind": "reserved_byoyomi", "limit_ms": 150_000, "periods": 3, "period_ms": 30_000}),
                json!({"kind": "absolute", "limit_ms": 100_000}),
                json!({"kind": "fischer", "limit_ms": 60_000, "increment_ms": 20_000, "cap_ms": 70_000}),
                json!({"kind": "moves_per_period", "limit_ms": 60_000, "moves": 2, "period_ms": 60_000, "carry_over": true}),
            ];
            let turns: [i64; 8] = [
                1_000, 45_000, 59_000, 31_000, 29_999, 30_000, 12_345, 61_000,
            ];
            for time in &kinds {
                let game =
                    script::game_with("cn-2002", &json!({"time": time, "turn_ends": "press"}));
                let opening = shown_after(&game);
                let mut after = game;
                let mut waiting = Vec::new();
                let points = ["A1", "C1", "E1", "G1", "J1", "L1", "N1", "P1"];
                for (n, (turn, point)) in turns.into_iter().zip(points).enumerate() {
                    let colour = ["black", "white"][n % 2];
                    after = after
                        .after_ms(turn)
                        .fact("stone_played", json!({"colour": colour, "point": point}))
                        .side("clock_pressed", colour);
                    waiting.extend(after.drafts().into_iter().rev().take(2).rev());
                    let expected = shown_after(&after);
                    let script = "const [view, control, at, waiting] = arguments;
                        const sealed = {status: 'playing', rows: Array(19).fill('.'.repeat(19)), to_play: 'black',
                          captured: {black: 0, white: 0}, last: null, moves: 0, passes: 0, end_proposed: null,
                          press: true, press_due: null, seats: {}, clock_at: at, clocks: view, control, entries: [], course: []};
                        const shown = new fupan.Shown(sealed, waiting);
                        return ['black', 'white'].map((c) => fupan.clock.face(shown.clocks[c]))";
                    let asked = vec![
                        opening.0.clone(),
                        time.clone(),
                        json!(opening.1),
                        json!(waiting),
                    ];
                    let faces = browser.client.execute(script, asked).await.unwrap();
                    let told = vec![expected.0.clone(), time.clone()];
                    let own = "const [view, control] = arguments;
                        return ['black', 'white'].map((c) => fupan.clock.face(fupan.clock.of(view[c], control)))";
                    let own = browser.client.execute(own, told).await.unwrap();
                    assert_eq!(faces, own, "{time} turn {n}: {}", expected.0);
                }
            }
        },
    );
}

/// The clocks after a script, as views show them, and as of when.
fn shown_after(script: &Script) -> (Value, String) {
    let shown = script.shown();
    let at = script.drafts().last().unwrap()["at"]
        .as_str()
        .unwrap()
        .to_owned();
    (shown.view()["clock"].clone(), at)
}
