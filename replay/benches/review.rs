//! How long the figures of a round of 500 games take without an engine, on one
//! core: each game folded from its bytes, the time of each move, every player's
//! figures, and where each lies among all. Prints what was seen beside what is
//! wanted; no test.

#![expect(clippy::disallowed_types, reason = "a benchmark reads the clock")]

use fupan_domain::{
    Colour,
    event::{Stream, review::Method},
    ids::GameId,
};
use fupan_replay::{
    drafts::{self, Replayed},
    fold::fold_game,
    review::{
        GameTimes, Looked, Material, Member, Reference,
        figures::{OF_TIME, distribution, figures, of_members},
    },
};
use std::{collections::BTreeMap, fmt::Write, hint::black_box, time::Instant};

/// How many games a round has.
const GAMES: usize = 500;
/// How many different games are recorded; the round is made of them.
const RECORDED: usize = 20;
/// Moves of a game.
const MOVES: usize = 240;
/// How often it is measured.
const ROUNDS: usize = 9;

fn main() {
    let replayed = recorded();
    let method = Method {
        name: "fupan-1".to_owned(),
        opening_moves: 50,
        settled_rate_bp: 9_500,
        forced_gap_cp: 1_000,
        near_equal_cp: 50,
        visits_min: 100,
        quick_ms: 1_000,
        moves_min: 30,
        reference_min: 30,
        reference: None,
    };
    let mut seen: Vec<u128> = (0..ROUNDS).map(|_| round(&replayed, &method)).collect();
    seen.sort_unstable();
    let median = seen[ROUNDS / 2];
    println!(
        "{GAMES} games of {MOVES} moves, one core, median of {ROUNDS}: {median} ms (wanted: under 2000)"
    );
}

/// A whole round, in milliseconds.
fn round(replayed: &Replayed, method: &Method) -> u128 {
    let began = Instant::now();
    let tournament = replayed.ledger.tournament();
    let mut material = Material::default();
    let mut members = Vec::new();
    for number in 0..GAMES {
        let recorded = game(number % RECORDED);
        let paired = tournament.paired(&recorded).expect("it was paired");
        let stream = Stream::Game(recorded);
        let entries = replayed.log.stream(&stream).map(|sealed| &sealed.bytes);
        let times = GameTimes::of(&fold_game(paired, tournament, entries, u64::MAX).state);
        let id = game(number);
        members.extend(Colour::BOTH.map(|colour| Member {
            game: id.clone(),
            colour,
        }));
        material.times.insert(id, times);
    }
    let group = Reference {
        name: "the round".to_owned(),
        members,
    };
    let distributions: BTreeMap<&str, Vec<usize>> = OF_TIME
        .iter()
        .map(|name| {
            let values = of_members(&material, &group, name, method);
            (*name, distribution(&values, &[0.5, 1.0, 5.0, 20.0, 60.0]))
        })
        .collect();
    black_box(distributions);
    // The figures of the players of one game, beside the whole round.
    let label = "A".parse().expect("a letter");
    let player = "p0-b".parse().expect("a player");
    let looked = Looked {
        label,
        player: &player,
        games: &[game(0)],
        material: &material,
        reference: Some(&group),
        method,
    };
    let of_player = figures(&OF_TIME, looked);
    black_box(of_player);
    began.elapsed().as_millis()
}

fn game(number: usize) -> GameId {
    format!("r1-b{}", number + 1).parse().expect("a game's id")
}

/// A round whose games have byo-yomi, presses, and times that differ.
fn recorded() -> Replayed {
    let mut drafts = String::new();
    let mut add = |stream: &str, ms: usize, event: &str| {
        let (s, ms) = (ms / 1000, ms % 1000);
        let time = format!(
            "2026-05-01T{:02}:{:02}:{:02}.{ms:03}Z",
            s / 3600,
            s / 60 % 60,
            s % 60
        );
        writeln!(
            drafts,
            r#"{{"stream":"{stream}","at":"{time}","actor":"org-1",{event}}}"#
        )
        .expect("a text takes more");
    };
    add(
        "tournament",
        0,
        r#""type":"tournament_opened","data":{"name":"Bench","edition":"cn-2002","regulations":{"format":"swiss","rounds":1,"time":{"kind":"byoyomi","limit_ms":7200000,"periods":5,"period_ms":60000}}}"#,
    );
    add(
        "tournament",
        0,
        r#""type":"official_appointed","data":{"official":"org-1","name":"C","role":"chief_arbiter"}"#,
    );
    let mut games = Vec::new();
    for number in 0..RECORDED {
        for side in ["b", "w"] {
            add(
                "tournament",
                0,
                &format!(
                    r#""type":"player_registered","data":{{"player":"p{number}-{side}","name":"P"}}"#
                ),
            );
        }
        games.push(format!(
            r#"{{"game":"r1-b{0}","board":{0},"black":"p{number}-b","white":"p{number}-w"}}"#,
            number + 1
        ));
    }
    add(
        "tournament",
        0,
        &format!(
            r#""type":"round_paired","data":{{"round":1,"games":[{}]}}"#,
            games.join(",")
        ),
    );
    for number in 0..RECORDED {
        let stream = format!("game/r1-b{}", number + 1);
        add(
            &stream,
            0,
            &format!(
                r#""type":"game_started","data":{{"black":"p{number}-b","white":"p{number}-w"}}"#
            ),
        );
        let mut now = 0;
        for at in 0..MOVES {
            now += 500 + (at * 7919 + number * 104_729) % 40_000;
            let colour = if at % 2 == 0 { "black" } else { "white" };
            // Every second line of the board, then those between: no point twice.
            let (column, row) = (at % 19, (at / 19 * 2) % 19);
            let letter = char::from(b"ABCDEFGHJKLMNOPQRST"[column]);
            add(
                &stream,
                now,
                &format!(
                    r#""type":"stone_played","data":{{"colour":"{colour}","point":"{letter}{}"}}"#,
                    row + 1
                ),
            );
            now += 300;
            add(
                &stream,
                now,
                &format!(r#""type":"clock_pressed","data":{{"colour":"{colour}"}}"#),
            );
        }
    }
    drafts::replay("bench".parse().expect("a name"), drafts.as_bytes()).expect("the drafts fit")
}
