//! Games at random, mostly plausible and sometimes absurd: nothing panics,
//! what is accepted could have happened, a writer that has kept its games
//! decides as one that has just opened the log, and every earlier moment can
//! be shown.

#![expect(clippy::unwrap_used, reason = "a test may")]

use fupan_replay::views::Moment;
use fupan_tests::script::{Desk, paired_with};
use proptest::{collection::vec, prelude::*};
use serde_json::{Value, json};

/// A few numbers of which a draft is made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dice {
    pub(super) kind: u8,
    a: usize,
    b: usize,
    c: usize,
    /// How many seconds after the draft before; sometimes less than none.
    later_s: i64,
}

pub(super) fn dice() -> impl Strategy<Value = Dice> {
    let later_s = prop_oneof![8 => 0_i64..40, 1 => -20_i64..0, 1 => 60_i64..1200];
    (
        any::<u8>(),
        any::<u16>(),
        any::<u16>(),
        any::<u16>(),
        later_s,
    )
        .prop_map(|(kind, a, b, c, later_s)| Dice {
            kind,
            a: a.into(),
            b: b.into(),
            c: c.into(),
            later_s,
        })
}

const COLUMNS: [char; 5] = ['A', 'B', 'C', 'D', 'E'];

impl Dice {
    fn point(n: usize) -> String {
        format!("{}{}", COLUMNS[n % 5], n / 5 % 5 + 1)
    }

    fn colour(n: usize) -> &'static str {
        ["black", "white"][n % 2]
    }

    fn player(self) -> &'static str {
        ["ann", "bo"][self.a % 2]
    }
}

/// The drafts that a game's stream and its appeals are made of so far.
pub(super) struct Maker {
    /// How many drafts there were before, whose ids are known.
    before: usize,
    made: usize,
    at_s: i64,
    rulings: Vec<String>,
    /// An appeal that is filed and not decided.
    appeal: Option<String>,
    last_stone: String,
}

impl Maker {
    fn id(n: usize) -> String {
        format!("00000000-0000-4000-8000-{n:012x}")
    }

    /// An earlier entry of the game, most likely a late one.
    fn entry(&self, n: usize) -> String {
        let count = self.made.max(1);
        let back = if n.is_multiple_of(3) {
            n % count
        } else {
            n % count.min(4)
        };
        Maker::id(self.before + count - 1 - back.min(count - 1))
    }

    fn ruling(&self, n: usize) -> String {
        if self.rulings.is_empty() {
            return "rul-none".to_owned();
        }
        let back = n % self.rulings.len().min(3);
        self.rulings[self.rulings.len() - 1 - back].clone()
    }

    fn time(s: i64) -> String {
        let at = 9 * 3600 + s.clamp(0, 12 * 3600);
        format!(
            "2026-05-01T{:02}:{:02}:{:02}.000Z",
            at / 3600,
            at / 60 % 60,
            at % 60
        )
    }

    fn order(&self, d: Dice) -> Value {
        let last = &self.last_stone;
        match d.a % 18 {
            0 | 1 => json!({"do": "void_move", "entry": last}),
            2 => json!({"do": "void_move", "entry": self.entry(d.b)}),
            3 => json!({"do": "move_stands", "entry": self.entry(d.b)}),
            4 => {
                json!({"do": "restore_stones", "colour": Dice::colour(d.b), "points": [Dice::point(d.c)]})
            }
            5 => json!({"do": "remove_stones", "points": [Dice::point(d.c)]}),
            6 => json!({"do": "move_stone", "from": Dice::point(d.b), "to": Dice::point(d.c)}),
            7 => json!({"do": "swap_players"}),
            8 => json!({"do": "set_clock", "black_ms": d.c, "white_periods": d.b % 4}),
            9 => json!({"do": "treat_as_pass", "colour": Dice::colour(d.b)}),
            10 => {
                json!({"do": "award_points", "colour": Dice::colour(d.b), "points": [Dice::point(d.c)]})
            }
            11 => json!({"do": "resume"}),
            12 => json!({"do": "draw"}),
            13 => json!({"do": "replay", "game": format!("again-{}", d.b % 3)}),
            14 => {
                json!({"do": "set_result", "result": {"outcome": Dice::colour(d.b), "by": "ruling"}})
            }
            _ => json!({"do": "overturn", "ruling": self.ruling(d.b)}),
        }
    }

    fn orders(&self, d: Dice) -> Value {
        let first = self.order(d);
        let second = self.order(Dice {
            a: d.c,
            b: d.a,
            c: d.b,
            ..d
        });
        match d.kind % 3 {
            0 => json!([]),
            1 => json!([first]),
            // A turn is passed once by a ruling.
            _ if first["do"] == second["do"] => json!([first]),
            _ => json!([first, second]),
        }
    }

    /// A fact of the game.
    fn fact(&self, d: Dice) -> (&'static str, Value) {
        let colour = Dice::colour(d.a);
        match d.kind % 32 {
            0..=11 => (
                "stone_played",
                json!({"colour": Dice::colour(self.made + usize::from(d.kind.is_multiple_of(7))), "point": Dice::point(d.b)}),
            ),
            12 => ("turn_passed", json!({"colour": Dice::colour(self.made)})),
            13..=15 => (
                "clock_pressed",
                json!({"colour": Dice::colour(self.made + 1)}),
            ),
            16 => (
                "clock_read",
                json!({"reading": {"black_ms": d.b, "white_ms": d.c}}),
            ),
            17 => (
                "captives_lifted",
                json!({"colour": colour, "points": [Dice::point(d.b)]}),
            ),
            18 => (
                "game_paused",
                json!({"reason": "schedule", "thinking": colour}),
            ),
            19 => ("game_resumed", json!({})),
            20 => ("end_proposed", json!({"colour": colour})),
            21 => ("end_agreed", json!({"colour": colour})),
            22 => ("end_declined", json!({"colour": colour})),
            23 => (
                "dead_stones_agreed",
                json!({"points": [Dice::point(d.b)], "by": ["black", "white"]}),
            ),
            24 => (
                "life_disputed",
                json!({"points": [Dice::point(d.b)], "dead_says": colour}),
            ),
            25 => (
                "board_counted",
                json!({"colour": colour, "area_qz": d.b % 101, "by": "arb-1"}),
            ),
            26 => ("resigned", json!({"colour": colour})),
            27 => ("player_arrived", json!({"player": d.player()})),
            28 => ("player_absent", json!({"player": d.player()})),
            29 => (
                "stone_played",
                json!({"colour": colour, "point": Dice::point(d.b), "lifted": [Dice::point(d.c)]}),
            ),
            30 => {
                let by: &[&str] = if d.b.is_multiple_of(2) {
                    &["black", "white", "arb-1"]
                } else {
                    &["black"]
                };
                (
                    "result_confirmed",
                    json!({"result": {"outcome": colour, "by": "resignation"}, "by": by}),
                )
            }
            _ => {
                let breach = ["take_back", "stone_dropped", "stone_displaced"][d.c % 3];
                (
                    "breach_observed",
                    json!({"colour": colour, "breach": breach, "facts": "f", "about": self.entry(d.a), "points": [Dice::point(d.b)]}),
                )
            }
        }
    }

    pub(super) fn draft(&mut self, d: Dice) -> Value {
        self.at_s += d.later_s;
        let number = self.made;
        let inner = |d: Dice| {
            let (type_name, data) = self.fact(Dice {
                kind: d.kind.wrapping_mul(7),
                ..d
            });
            (type_name, data, Maker::time(self.at_s - i64::from(d.kind)))
        };
        let ruling = format!("rul-{number}");
        let mut stream = "game/r1-b1".to_owned();
        let (actor, type_name, data) = match d.kind / 32 {
            0..=3 => {
                let (type_name, data) = self.fact(d);
                ("chief-1", type_name, data)
            }
            4 => {
                let data = json!({"ruling": ruling, "article": "cn-2002:30.6", "outcome": "o",
                    "orders": self.orders(d), "facts": "f", "reasons": "r"});
                ("chief-1", "ruling_made", data)
            }
            5 => {
                let mut data = json!({"colour": Dice::colour(d.b), "article": "cn-2002:30.6", "ruling": self.ruling(d.c)});
                let type_name = if d.a.is_multiple_of(3) {
                    "warning_issued"
                } else {
                    "penalty_imposed"
                };
                if type_name == "penalty_imposed" {
                    let penalty =
                        ["forfeit_turn", "deduct_time", "lose_game", "forfeit_turn"][d.a % 4];
                    data["penalty"] = json!(penalty);
                    if penalty == "deduct_time" {
                        data["ms"] = json!(d.b + 1);
                    }
                }
                ("chief-1", type_name, data)
            }
            6 if d.a.is_multiple_of(2) => {
                let mut data = json!({"entry": self.entry(d.b), "reason": "r"});
                if !d.a.is_multiple_of(3) {
                    let (type_name, inner, at) = inner(d);
                    data["replacement"] = json!({"type": type_name, "data": inner, "at": at});
                }
                ("chief-1", "entry_corrected", data)
            }
            6 => {
                let (type_name, inner, at) = inner(d);
                let data = json!({"after": self.entry(d.b), "type": type_name, "data": inner, "at": at, "reason": "r"});
                ("chief-1", "entry_inserted", data)
            }
            _ => {
                if let Some(appeal) = &self.appeal {
                    stream = format!("appeal/{appeal}");
                    let data =
                        json!({"outcome": "upheld", "orders": self.orders(d), "reasons": "r"});
                    ("pan-1", "appeal_decided", data)
                } else {
                    stream = format!("appeal/app-{number}");
                    let data = json!({"game": "r1-b1", "by": "ann", "against": [self.entry(d.a)],
                        "grounds": "g", "relief": "r"});
                    ("arb-1", "appeal_filed", data)
                }
            }
        };
        let id = Maker::id(self.before + number);
        match type_name {
            "ruling_made" => self.rulings.push(ruling),
            "appeal_filed" => self.appeal = Some(format!("app-{number}")),
            "appeal_decided" => self.rulings.extend(self.appeal.take()),
            "stone_played" => self.last_stone.clone_from(&id),
            _ => {}
        }
        self.made += 1;
        json!({"id": id, "stream": stream, "type": type_name, "at": Maker::time(self.at_s),
            "actor": actor, "data": data})
    }
}

pub(super) fn begun() -> (Desk, Maker) {
    let regulations = json!({"board": 5, "turn_ends": "press",
        "time": {"kind": "byoyomi", "limit_ms": 300_000, "periods": 3, "period_ms": 30_000}});
    let file = paired_with("cn-2002", &regulations)
        .start(&json!({}))
        .file();
    let mut desk = Desk::default();
    desk.hand_in(&file).unwrap();
    let before = file.lines().count() - 1;
    let maker = Maker {
        before,
        made: 1,
        at_s: 0,
        rulings: Vec::new(),
        appeal: None,
        last_stone: Maker::id(before),
    };
    (desk, maker)
}

/// Every earlier moment of a game can be shown, and is what its name says.
fn moments_hold(desk: &Desk) -> Result<(), TestCaseError> {
    let replayed = desk.replayed();
    let game = "r1-b1".parse().unwrap();
    let view = |moment| {
        let view = replayed.game_view(&game, moment).unwrap().unwrap();
        serde_json::to_value(view).unwrap()
    };
    let folded = replayed.game(&game).unwrap();
    if folded.state.started.is_none() {
        // The beginning was struck out.
        return Ok(());
    }
    let last = view(Moment::Last);
    let moves = last["position"]["moves"].as_u64().unwrap();
    for n in 0..=moves {
        let then = view(Moment::Move(usize::try_from(n).unwrap()));
        let shown = then["position"]["moves"].as_u64().unwrap();
        // What one ruling orders is one moment, also where it makes several moves of it.
        let of_one_ruling =
            shown > n && view(Moment::Move(usize::try_from(shown).unwrap())) == then;
        prop_assert!(shown == n || of_one_ruling, "at move {}: {}", n, shown);
    }
    let too_many = Moment::Move(usize::try_from(moves + 1).unwrap());
    prop_assert!(replayed.game_view(&game, too_many).is_err());
    let latest = folded.state.last_at.unwrap();
    prop_assert_eq!(view(Moment::When(latest)), last);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_accepted_could_have_happened(dice in vec(dice(), 1..40)) {
        let (mut desk, mut maker) = begun();
        for d in dice {
            let line = maker.draft(d).to_string();
            let mut anew = desk.reopened();
            let (kept, opened) = (desk.hand_in(&line), anew.hand_in(&line));
            let say = |taken: Result<_, fupan_tests::script::TurnedAway>| taken.map_err(|e| e.to_string());
            let (kept, opened) = (say(kept), say(opened));
            prop_assert_eq!(&kept, &opened, "{}", line);
            if kept.is_ok() {
                prop_assert_eq!(desk.view(), anew.view());
            }
        }
        let view = desk.view();
        let impossible: Vec<&Value> = view["discrepancies"].as_array().unwrap().iter()
            .filter(|d| d["severity"] == "error").collect();
        prop_assert!(impossible.is_empty(), "{:?}", impossible);
        moments_hold(&desk)?;
    }

    #[test]
    fn a_batch_at_random_is_stored_whole_or_not_at_all(dice in vec(dice(), 2..24), size in 2_usize..6) {
        let (mut desk, mut maker) = begun();
        let drafts: Vec<String> = dice.into_iter().map(|d| maker.draft(d).to_string()).collect();
        for batch in drafts.chunks(size) {
            let (before, head) = (desk.view(), desk.head());
            let mut anew = desk.reopened();
            let taken = desk.hand_in(&batch.join("\n"));
            prop_assert_eq!(taken.is_ok(), anew.hand_in(&batch.join("\n")).is_ok());
            if taken.is_err() {
                prop_assert_eq!(desk.view(), before);
                prop_assert_eq!(desk.head(), head);
            }
        }
    }
}
