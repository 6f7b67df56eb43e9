//! Tournaments told in a few words: what was recorded (given, when), and what
//! must follow (then). Everything goes through the public way in, drafts as a
//! venue hands them in, and comes back as the views that everybody sees.
//!
//! A script opens a tournament with its officials (`org-1`, `chief-1`,
//! `dep-1`, `arb-1`, `rec-1`, panel members `pan-1` to `pan-3`) and players
//! (`ann`, `bo`, `cy`, `di`), and pairs Ann's black against Bo's white as
//! `r1-b1`. Entries are named with [`Script::called`] and meant by `"@name"`.

#![expect(
    clippy::unwrap_used,
    reason = "a script that is no script is a mistake in the test that tells it"
)]
#![expect(
    clippy::needless_pass_by_value,
    reason = "what was recorded is written where it is told, with json!"
)]

mod desk;
mod event;
mod found;
mod ruled;
mod shown;
mod supposed;

pub use desk::{Desk, Taken, TurnedAway};
pub use event::{event, team_event};
pub use found::{Found, filled_in, findings_of};
pub use ruled::Ruled;
pub use shown::{Refused, Shown};
pub use supposed::{Supposed, drafts_of};

use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Drafts being told, one after the other.
#[derive(Clone, Debug)]
pub struct Script {
    drafts: Vec<Value>,
    names: BTreeMap<String, String>,
    game: String,
    now_ms: i64,
}

/// Ann's black against Bo's white, begun: no time limit, moves end turns.
pub fn game(edition: &str) -> Script {
    game_with(edition, &json!({}))
}

/// The same, under regulations of the event's own.
pub fn game_with(edition: &str, regulations: &Value) -> Script {
    paired_with(edition, regulations).start(&json!({}))
}

/// The same, not begun.
pub fn paired_with(edition: &str, regulations: &Value) -> Script {
    let pairing = json!({"game": "r1-b1", "board": 1, "black": "ann", "white": "bo"});
    opened_with(edition, regulations).org("round_paired", json!({"round": 1, "games": [pairing]}))
}

/// The tournament with its officials and players, and nothing paired.
pub fn opened_with(edition: &str, regulations: &Value) -> Script {
    let opened = with_officials(edition, regulations);
    ["ann", "bo", "cy", "di"]
        .into_iter()
        .fold(opened, |script, player| script.registers(player, json!({})))
}

/// The tournament with its officials, and nobody registered.
fn with_officials(edition: &str, regulations: &Value) -> Script {
    let mut all = json!({"format": "swiss", "rounds": 5, "turn_ends": "move"});
    merge(&mut all, regulations);
    let script = Script {
        drafts: Vec::new(),
        names: BTreeMap::new(),
        game: "r1-b1".to_owned(),
        now_ms: 0,
    }
    .at("09:00")
    .org(
        "tournament_opened",
        json!({"name": "Cup", "edition": edition, "regulations": all}),
    );
    [
        ("chief-1", "chief_arbiter"),
        ("dep-1", "deputy_chief_arbiter"),
        ("arb-1", "arbiter"),
        ("rec-1", "recorder"),
        ("pan-1", "panel_member"),
        ("pan-2", "panel_member"),
        ("pan-3", "panel_member"),
    ]
    .into_iter()
    .fold(script, |script, (official, role)| {
        script.appoint(official, role)
    })
}

fn merge(into: &mut Value, from: &Value) {
    if let (Value::Object(into), Value::Object(from)) = (into, from) {
        into.extend(from.clone());
    }
}

/// A time of day on the first of May as milliseconds since midnight: `09:30`,
/// `09:30:12`, `09:30:12.500`.
fn time_of_day(text: &str) -> i64 {
    let (clock, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let mut parts = clock.split(':').map(|part| part.parse::<i64>().unwrap());
    let mut next = || parts.next().unwrap_or(0);
    let seconds = (next() * 60 + next()) * 60 + next();
    let millis: i64 = format!("{fraction:0<3}").parse().unwrap();
    seconds * 1000 + millis
}

fn rfc3339(ms: i64) -> String {
    let (s, ms) = (ms.div_euclid(1000), ms.rem_euclid(1000));
    let (h, m, s) = (s / 3600, s / 60 % 60, s % 60);
    format!("2026-05-01T{h:02}:{m:02}:{s:02}.{ms:03}Z")
}

/// The id of the n-th draft.
fn id(n: usize) -> String {
    format!("00000000-0000-4000-8000-{n:012x}")
}

impl Script {
    /// It is so late now.
    pub fn at(mut self, time: &str) -> Script {
        self.now_ms = time_of_day(time);
        self
    }

    /// So many milliseconds have passed.
    pub fn after_ms(mut self, ms: i64) -> Script {
        self.now_ms += ms;
        self
    }

    /// Further entries are about another game.
    pub fn on(mut self, game: &str) -> Script {
        game.clone_into(&mut self.game);
        self
    }

    /// The last entry has a name from now on.
    pub fn called(mut self, name: &str) -> Script {
        let last = id(self.drafts.len() - 1);
        self.names.insert(name.to_owned(), last);
        self
    }

    /// The id of an entry that has a name.
    pub fn id_of(&self, name: &str) -> String {
        self.names[name].clone()
    }

    /// One more draft, whole.
    pub fn draft(mut self, stream: &str, actor: &str, type_name: &str, data: Value) -> Script {
        let draft = json!({
            "id": id(self.drafts.len()), "stream": stream, "type": type_name,
            "at": rfc3339(self.now_ms), "actor": actor, "data": self.with_ids(data),
        });
        self.drafts.push(draft);
        self
    }

    /// Changes the last draft, as its `id` or `expect`.
    pub fn but(mut self, changes: &Value) -> Script {
        if let Some(last) = self.drafts.last_mut() {
            merge(last, changes);
        }
        self
    }

    /// `@name` stands for the id of the entry of that name, `@10:30` for a time.
    fn with_ids(&self, value: Value) -> Value {
        match value {
            Value::String(text) => match text.strip_prefix('@') {
                Some(time) if time.as_bytes()[0].is_ascii_digit() => {
                    Value::from(rfc3339(time_of_day(time)))
                }
                Some(name) => Value::from(self.names[name].clone()),
                None => Value::from(text),
            },
            Value::Array(items) => items.into_iter().map(|v| self.with_ids(v)).collect(),
            Value::Object(map) => {
                let fields = map.into_iter().map(|(k, v)| (k, self.with_ids(v)));
                Value::Object(fields.collect::<Map<_, _>>())
            }
            other => other,
        }
    }

    /// An entry of the tournament, by its organiser.
    pub fn org(self, type_name: &str, data: Value) -> Script {
        self.draft("tournament", "org-1", type_name, data)
    }

    /// An entry of the tournament, by somebody.
    pub fn tournament(self, actor: &str, type_name: &str, data: Value) -> Script {
        self.draft("tournament", actor, type_name, data)
    }

    /// Somebody gets an office.
    pub fn appoint(self, official: &str, role: &str) -> Script {
        let data = json!({"official": official, "name": official, "role": role});
        self.org("official_appointed", data)
    }

    /// A player is registered; `more` says what else is told.
    pub fn registers(self, player: &str, more: Value) -> Script {
        let mut data = json!({"player": player, "name": player});
        merge(&mut data, &more);
        self.org("player_registered", data)
    }

    /// An entry of the game, by somebody.
    pub fn by(self, actor: &str, type_name: &str, data: Value) -> Script {
        let stream = format!("game/{}", self.game);
        self.draft(&stream, actor, type_name, data)
    }

    /// A fact of the game, by its recorder.
    pub fn fact(self, type_name: &str, data: Value) -> Script {
        self.by("rec-1", type_name, data)
    }

    /// A fact that says only which side it is about.
    pub fn side(self, type_name: &str, colour: &str) -> Script {
        self.fact(type_name, json!({"colour": colour}))
    }

    /// The game begins, Ann having black; `more` says what else is told.
    pub fn start(self, more: &Value) -> Script {
        let mut data = json!({"black": "ann", "white": "bo"});
        merge(&mut data, more);
        self.fact("game_started", data)
    }

    /// Stones and passes, each a second after what was before: `B Q16, W pass`.
    /// Each is called by what it says, as `B Q16`.
    pub fn stones(mut self, text: &str) -> Script {
        for play in text.split(',').map(str::trim) {
            let (side, point) = play.split_once(' ').unwrap();
            let colour = if side == "B" { "black" } else { "white" };
            self = self.after_ms(1000);
            self = match point {
                "pass" => self.side("turn_passed", colour),
                _ => self.fact("stone_played", json!({"colour": colour, "point": point})),
            }
            .called(play);
        }
        self
    }

    /// The chief arbiter rules under article 30.6 (25.1 in 1988).
    pub fn rules(self, ruling: &str, orders: Value) -> Script {
        let old = self.drafts[0]["data"]["edition"] == "cn-1988";
        let article = if old { "cn-1988:25.1" } else { "cn-2002:30.6" };
        self.rules_under(ruling, article, orders)
    }

    /// The chief arbiter rules under an article.
    pub fn rules_under(self, ruling: &str, article: &str, orders: Value) -> Script {
        self.by(
            "chief-1",
            "ruling_made",
            ruling_data(ruling, article, orders),
        )
        .called(ruling)
    }

    /// A ruling warns a side.
    pub fn warns(self, ruling: &str, colour: &str) -> Script {
        let article = self.article_of(ruling);
        let data = json!({"colour": colour, "article": article, "ruling": ruling});
        self.by("chief-1", "warning_issued", data)
    }

    /// A ruling and its warning at once.
    pub fn warning(self, ruling: &str, colour: &str) -> Script {
        self.rules(ruling, json!([])).warns(ruling, colour)
    }

    /// A ruling punishes a side; `more` is how much.
    pub fn punishes(self, ruling: &str, colour: &str, penalty: &str, more: &Value) -> Script {
        let article = self.article_of(ruling);
        let mut data =
            json!({"colour": colour, "penalty": penalty, "article": article, "ruling": ruling});
        merge(&mut data, more);
        self.by("chief-1", "penalty_imposed", data)
    }

    /// A side loses by a ruling under an article.
    pub fn loses(self, ruling: &str, colour: &str, article: &str) -> Script {
        self.rules_under(ruling, article, json!([])).punishes(
            ruling,
            colour,
            "lose_game",
            &json!({}),
        )
    }

    fn article_of(&self, ruling: &str) -> String {
        let made = |d: &&Value| d["type"] == "ruling_made" && d["data"]["ruling"] == ruling;
        let ruling = self.drafts.iter().rev().find(made);
        ruling
            .map_or("cn-2002:30.6", |d| d["data"]["article"].as_str().unwrap())
            .to_owned()
    }

    /// Ann appeals against entries, and the committee decides at once.
    pub fn appeal(self, appeal: &str, against: &[&str], orders: Value) -> Script {
        self.files(appeal, against).decides(appeal, orders)
    }

    /// Ann appeals against entries of the game.
    pub fn files(self, appeal: &str, against: &[&str]) -> Script {
        let against: Vec<String> = against.iter().map(|name| format!("@{name}")).collect();
        let data = json!({"game": self.game, "by": "ann", "against": against,
            "grounds": "it was otherwise", "relief": "play on"});
        self.draft(&format!("appeal/{appeal}"), "arb-1", "appeal_filed", data)
            .called(appeal)
    }

    /// An appeal is upheld, with these orders.
    pub fn decides(self, appeal: &str, orders: Value) -> Script {
        let data = json!({"outcome": "upheld", "orders": orders, "reasons": "as heard"});
        self.draft(&format!("appeal/{appeal}"), "pan-1", "appeal_decided", data)
    }

    /// Both agree the end and which stones are dead.
    pub fn ends(self, dead: &[&str]) -> Script {
        self.side("end_proposed", "black")
            .side("end_agreed", "white")
            .dead(dead)
    }

    /// Both agree which stones are dead.
    pub fn dead(self, dead: &[&str]) -> Script {
        let data = json!({"points": dead, "by": ["black", "white"]});
        self.fact("dead_stones_agreed", data)
    }

    /// A side's area is counted.
    pub fn counts(self, colour: &str, area_qz: i64) -> Script {
        let data = json!({"colour": colour, "area_qz": area_qz, "by": "arb-1"});
        self.by("arb-1", "board_counted", data)
    }

    /// Both players and the arbiter confirm a result.
    pub fn confirms(self, outcome: &str, by: &str) -> Script {
        self.confirmed_by(
            json!({"outcome": outcome, "by": by}),
            &["black", "white", "arb-1"],
        )
    }

    /// Some confirm a result.
    pub fn confirmed_by(self, result: Value, by: &[&str]) -> Script {
        self.by(
            "arb-1",
            "result_confirmed",
            json!({"result": result, "by": by}),
        )
    }

    /// The arbiter corrects an entry; `None`: nothing happened.
    pub fn corrects(self, entry: &str, replacement: Option<(&str, Value, &str)>) -> Script {
        let mut data = json!({"entry": format!("@{entry}"), "reason": "wrongly keyed"});
        if let Some((type_name, inner, at)) = replacement {
            data["replacement"] = json!({"type": type_name, "data": inner, "at": format!("@{at}")});
        }
        self.by("arb-1", "entry_corrected", data)
    }

    /// The arbiter inserts what the recorder missed.
    pub fn inserts(self, after: &str, type_name: &str, data: Value, at: &str) -> Script {
        let data = json!({"after": format!("@{after}"), "type": type_name, "data": data,
            "at": format!("@{at}"), "reason": "missed"});
        self.by("arb-1", "entry_inserted", data)
    }

    /// The drafts as a file.
    pub fn file(&self) -> String {
        let lines: Vec<String> = self.drafts.iter().map(Value::to_string).collect();
        lines.join("\n") + "\n"
    }
}

/// What a ruling says.
pub fn ruling_data(ruling: &str, article: &str, orders: Value) -> Value {
    json!({"ruling": ruling, "article": article, "outcome": "as ruled", "orders": orders,
        "facts": "as seen", "reasons": "as the article says"})
}
