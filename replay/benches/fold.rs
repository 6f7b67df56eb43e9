//! Folds whole game streams to their views, from stored bytes, on one core, and
//! prints entries a second: bare, and with what the rule book says about them.
//! And how long findings take over the bare fold in a game of 300 moves, one of
//! quiet play and one in which much was seen and ruled.
//!
//! `FUPAN_GAMES=DIR cargo bench -p fupan-replay --bench fold` takes the main
//! lines of the `.sgf` files below DIR; without it, games are made up. Each
//! stone is followed by a press, as at a venue.
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a benchmark reads files and the clock"
)]

use fupan_domain::{
    Colour,
    board::{Board, Point},
    event::Stream,
    ids::GameId,
    rulebook::findings,
    sgf,
};
use fupan_replay::{
    drafts::{self, Replayed},
    fold::{fold_game, game::FoldedGame},
    views::{Moment, game_view},
};
use std::{
    fmt::Write,
    hint::black_box,
    path::Path,
    time::{Duration, Instant},
};

const ROUNDS: usize = 15;
const ROUND_MIN: Duration = Duration::from_millis(300);

fn main() {
    let (games, source) = match std::env::var("FUPAN_GAMES") {
        Ok(folder) => (games_below(Path::new(&folder)), folder),
        Err(_) => (
            (0..40).map(|seed| made_up_game(seed, 250)).collect(),
            "made-up games".to_owned(),
        ),
    };
    let ledgers: Vec<Replayed> = games.iter().map(|moves| recorded(moves, false)).collect();
    let entries: usize = ledgers
        .iter()
        .map(|l| l.log.stream(&stream()).count())
        .sum();
    println!("{source}: {} games, {entries} entries", ledgers.len());
    let bare = rate(&ledgers, entries, |replayed| {
        black_box(folded(replayed));
    });
    println!("bare fold                {bare:>9} entries/s (median of {ROUNDS})");
    let viewed = rate(&ledgers, entries, view);
    println!(
        "fold to view, findings   {viewed:>9} entries/s (at least 500,000 wanted, 300,000 with findings)"
    );
    for (name, busy) in [("quiet", false), ("busy", true)] {
        let game = recorded(&made_up_game(7, 300), busy);
        let entries = game.log.stream(&stream()).count();
        let folded = folded(&game);
        let began = Instant::now();
        let mut rounds = 0;
        while began.elapsed() < ROUND_MIN {
            black_box(findings(&folded.state, &[]));
            rounds += 1;
        }
        let each = began.elapsed().as_nanos() / rounds;
        println!(
            "findings, 300 moves, {name:<5} {:>4} of them in {entries} entries, {}.{:03} us (1,000 wanted)",
            findings(&folded.state, &[]).len(),
            each / 1000,
            each % 1000
        );
    }
}

/// Entries a second, the median of some rounds over all games.
fn rate(ledgers: &[Replayed], entries: usize, work: impl Fn(&Replayed)) -> u128 {
    ledgers.iter().for_each(&work);
    let round = || {
        let began = Instant::now();
        let mut rounds = 0;
        while began.elapsed() < ROUND_MIN {
            ledgers.iter().for_each(&work);
            rounds += 1;
        }
        (entries * rounds) as u128 * 1_000_000_000 / began.elapsed().as_nanos()
    };
    let mut rates: Vec<u128> = (0..ROUNDS).map(|_| round()).collect();
    rates.sort_unstable();
    rates[ROUNDS / 2]
}

fn folded(replayed: &Replayed) -> FoldedGame {
    let tournament = replayed.ledger.tournament();
    let paired = tournament.paired(&game()).expect("the game is paired");
    let stream = stream();
    let entries = replayed.log.stream(&stream).map(|sealed| &sealed.bytes);
    fold_game(paired, tournament, entries, u64::MAX)
}

fn view(replayed: &Replayed) {
    let nobody = |_| None;
    let tournament = replayed.ledger.tournament();
    let folded = folded(replayed);
    let view = game_view("bench", &folded, tournament, Moment::Last, &nobody);
    black_box(view.expect("the last moment is there"));
}

fn game() -> GameId {
    "r1-b1".parse().expect("a game's id")
}

fn stream() -> Stream {
    Stream::Game(game())
}

/// A ledger with one game of these moves, byo-yomi and presses; in a busy one
/// something is seen and ruled after each tenth move.
fn recorded(moves: &[(Colour, Option<Point>)], busy: bool) -> Replayed {
    let mut drafts = String::new();
    let mut add = |stream: &str, at: usize, actor: &str, event: &str| {
        let time = format!(
            "2026-05-01T{:02}:{:02}:{:02}.000Z",
            at / 3600,
            at / 60 % 60,
            at % 60
        );
        writeln!(
            drafts,
            r#"{{"stream":"{stream}","at":"{time}","actor":"{actor}",{event}}}"#
        )
        .expect("a text takes more");
    };
    add(
        "tournament",
        0,
        "org-1",
        r#""type":"tournament_opened","data":{"name":"Bench","edition":"cn-2002","regulations":{"format":"swiss","rounds":1,"time":{"kind":"byoyomi","limit_ms":3600000,"periods":5,"period_ms":60000}}}"#,
    );
    add(
        "tournament",
        0,
        "org-1",
        r#""type":"official_appointed","data":{"official":"chief-1","name":"C","role":"chief_arbiter"}"#,
    );
    for player in ["ann", "bob"] {
        add(
            "tournament",
            0,
            "org-1",
            &format!(r#""type":"player_registered","data":{{"player":"{player}","name":"P"}}"#),
        );
    }
    add(
        "tournament",
        0,
        "org-1",
        r#""type":"round_paired","data":{"round":1,"games":[{"game":"r1-b1","board":1,"black":"ann","white":"bob"}]}"#,
    );
    add(
        "game/r1-b1",
        0,
        "chief-1",
        r#""type":"game_started","data":{"black":"ann","white":"bob"}"#,
    );
    for (index, (colour, point)) in moves.iter().enumerate() {
        let played = match point {
            Some(point) => {
                format!(r#""type":"stone_played","data":{{"colour":"{colour}","point":"{point}"}}"#)
            }
            None => format!(r#""type":"turn_passed","data":{{"colour":"{colour}"}}"#),
        };
        add("game/r1-b1", 10 * index + 9, "chief-1", &played);
        add(
            "game/r1-b1",
            10 * index + 10,
            "chief-1",
            &format!(r#""type":"clock_pressed","data":{{"colour":"{colour}"}}"#),
        );
        if busy && index % 10 == 9 {
            let at = 10 * index + 10;
            let seen = format!(
                r#""type":"breach_observed","data":{{"colour":"{colour}","breach":"disturbance","facts":"spoke"}}"#
            );
            add("game/r1-b1", at, "chief-1", &seen);
            let ruled = format!(
                r#""type":"ruling_made","data":{{"ruling":"ruling-{index}","article":"cn-2002:23.3","outcome":"nothing","orders":[],"facts":"f","reasons":"r"}}"#
            );
            add("game/r1-b1", at, "chief-1", &ruled);
        }
    }
    drafts::replay("bench".parse().expect("a name"), drafts.as_bytes()).expect("the drafts fit")
}

/// The main lines of game records on 19 lines, as far as their stones fall on empty points.
fn games_below(folder: &Path) -> Vec<Vec<(Colour, Option<Point>)>> {
    let mut games = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let mut paths: Vec<_> = std::fs::read_dir(&folder)
            .expect("the folder can be read")
            .filter_map(|file| file.ok().map(|f| f.path()))
            .collect();
        paths.sort();
        for path in paths {
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(collection) = std::fs::read(&path)
                .map_err(|_| ())
                .and_then(|b| sgf::read(&b).map_err(|_| ()))
            {
                let records = collection
                    .games
                    .iter()
                    .filter(|r| r.size == 19 && r.nodes.len() > 20);
                games.extend(records.map(|r| {
                    playable(
                        r.moves()
                            .map(|(_, colour, point)| (colour, point))
                            .collect(),
                    )
                }));
            }
        }
    }
    games
}

fn playable(moves: Vec<(Colour, Option<Point>)>) -> Vec<(Colour, Option<Point>)> {
    let mut board = Board::new(19).expect("19 is a size");
    let fits = |(colour, point): &(Colour, Option<Point>)| match point {
        Some(point) => board.play(*colour, *point).is_ok(),
        None => true,
    };
    moves.into_iter().take_while(fits).collect()
}

/// A game of stones on empty points, from a fixed seed.
fn made_up_game(seed: u64, length: usize) -> Vec<(Colour, Option<Point>)> {
    let mut board = Board::new(19).expect("19 is a size");
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut colour = Colour::Black;
    let mut moves = Vec::new();
    while moves.len() < length {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let (col, row) = (state % 19, state / 19 % 19);
        let point = Point::new(
            u8::try_from(col).unwrap_or(0),
            u8::try_from(row).unwrap_or(0),
        );
        let mut then = board.clone();
        if let Some(point) = point
            && then.play(colour, point).is_ok_and(|played| !played.suicide)
        {
            board = then;
            moves.push((colour, Some(point)));
            colour = colour.opponent();
        }
    }
    moves
}
