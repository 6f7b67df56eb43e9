//! How fast a whole ledger is audited, from its bytes: every check of every
//! entry, on one core. The ledger is one round of games played side by side.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fupan_domain::{event::Stream, ids::LedgerName};
use fupan_replay::{
    audit::{Auditor, Verdict},
    drafts,
    log::MemoryLog,
    sequencer::ReadLog,
    verify::Expected,
};
use serde_json::{Value, json};
use std::{fmt::Write, hint::black_box, time::Duration};

const GAMES: usize = 40;
const MOVES: usize = 240;

fn draft(at_s: usize, stream: &str, actor: &str, event: &str, data: &Value) -> String {
    let (hour, minute, second) = (at_s / 3600, at_s / 60 % 60, at_s % 60);
    let at = format!("2026-05-01T{hour:02}:{minute:02}:{second:02}.000Z");
    json!({"stream": stream, "type": event, "at": at, "actor": actor, "data": data}).to_string()
}

/// A round of games: every other stone's clock is pressed with a reading.
fn round() -> String {
    let mut lines = String::new();
    let mut add = |at_s: usize, stream: &str, actor: &str, event: &str, data: Value| {
        let _ = writeln!(lines, "{}", draft(at_s, stream, actor, event, &data));
    };
    add(
        0,
        "tournament",
        "org-1",
        "tournament_opened",
        json!({"name": "Bench", "edition": "cn-2002",
        "regulations": {"format": "swiss", "rounds": 1, "time": {"kind": "reserved_byoyomi", "limit_ms": 7_200_000, "periods": 5, "period_ms": 60_000}}}),
    );
    for (official, role) in [
        ("chief-1", "chief_arbiter"),
        ("arb-1", "arbiter"),
        ("rec-1", "recorder"),
    ] {
        add(
            0,
            "tournament",
            "org-1",
            "official_appointed",
            json!({"official": official, "name": "N", "role": role}),
        );
    }
    let mut games = Vec::new();
    for game in 0..GAMES {
        let (black, white) = (format!("b{game}"), format!("w{game}"));
        for player in [&black, &white] {
            add(
                0,
                "tournament",
                "org-1",
                "player_registered",
                json!({"player": player, "name": "N"}),
            );
        }
        games.push(
            json!({"game": format!("g{game}"), "board": game + 1, "black": black, "white": white}),
        );
    }
    add(
        0,
        "tournament",
        "chief-1",
        "round_paired",
        json!({"round": 1, "games": games}),
    );
    for game in 0..GAMES {
        let data = json!({"black": format!("b{game}"), "white": format!("w{game}")});
        add(1, &format!("game/g{game}"), "rec-1", "game_started", data);
    }
    for mv in 0..MOVES {
        let colour = ["black", "white"][mv % 2];
        // Points that no earlier move of the game has, spread over the board.
        let at = mv * 7 % 361;
        let point = format!(
            "{}{}",
            char::from(b"ABCDEFGHJKLMNOPQRST"[at % 19]),
            at / 19 + 1
        );
        for game in 0..GAMES {
            let stream = format!("game/g{game}");
            add(
                mv * 10 + 2,
                &stream,
                "rec-1",
                "stone_played",
                json!({"colour": colour, "point": point}),
            );
            add(
                mv * 10 + 3,
                &stream,
                "rec-1",
                "clock_pressed",
                json!({"colour": colour}),
            );
        }
    }
    for game in 0..GAMES {
        let stream = format!("game/g{game}");
        add(
            3000,
            &stream,
            "rec-1",
            "resigned",
            json!({"colour": "white"}),
        );
        let result = json!({"result": {"outcome": "black", "by": "resignation"}, "by": ["black", "white", "arb-1"]});
        add(3001, &stream, "arb-1", "result_confirmed", result);
    }
    add(
        3002,
        "tournament",
        "chief-1",
        "round_closed",
        json!({"round": 1}),
    );
    lines
}

fn audit(log: &MemoryLog, name: &LedgerName) -> Verdict {
    let reread = |stream: &Stream, entries: usize| {
        let mut all = log.stream_entries(stream, 0)?;
        all.truncate(entries);
        Ok(all)
    };
    let mut auditor = Auditor::new(Expected::named(name.clone()), &reread);
    for entry in log.entries() {
        auditor.push(&entry.bytes);
    }
    auditor.finish().verdict
}

fn whole_ledger(c: &mut Criterion) {
    let name: LedgerName = "bench".parse().expect("a slug");
    let replayed = drafts::replay(name.clone(), round().as_bytes()).expect("the round is a record");
    let entries = replayed.log.entries().len();
    assert_eq!(audit(&replayed.log, &name), Verdict::Sound);
    let mut group = c.benchmark_group("audit");
    group
        .measurement_time(Duration::from_secs(10))
        .sample_size(10);
    group.throughput(Throughput::Elements(entries as u64));
    group.bench_function("whole ledger, entries", |b| {
        b.iter(|| audit(black_box(&replayed.log), &name));
    });
    group.finish();
}

criterion_group!(benches, whole_ledger);
criterion_main!(benches);
