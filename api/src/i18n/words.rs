//! Decisions in words: orders, penalties, results, clocks. They are taken as
//! JSON (contract, sections 6 and 7), since what an article allows has the form
//! of what was ruled, but for values that it leaves open, which are null.

use super::Texts;
use crate::{svg::Hidden, text::duration};
use fupan_domain::{Millis, clock::ClockView, score::QuarterZi};
use serde_json::Value;

/// How an entry is called where an order names it by its id.
pub type EntryName<'a> = &'a dyn Fn(&str) -> String;

impl Texts {
    /// A side: `Black`, `黑方`.
    pub fn colour(&self, name: &str) -> String {
        self.word("colour", name)
    }

    /// An order in a sentence.
    pub fn order(&self, order: &Value, entry: EntryName<'_>) -> String {
        let field = |name: &str| self.value(&order[name]);
        let colour = || self.side(&order["colour"]);
        let stone = || match &order["entry"] {
            Value::String(id) => entry(id),
            other => self.value(other),
        };
        let name = order["do"].as_str().unwrap_or_default();
        let key = format!("order-{}", name.replace('_', "-"));
        match name {
            "void_move" | "move_stands" => self.with(&key, &[("entry", stone().into())]),
            "restore_stones" | "award_points" => {
                let with = [
                    ("colour", colour().into()),
                    ("points", field("points").into()),
                ];
                self.with(&key, &with)
            }
            "remove_stones" => self.with(&key, &[("points", field("points").into())]),
            "move_stone" => {
                let with = [("from", field("from").into()), ("to", field("to").into())];
                self.with(&key, &with)
            }
            "treat_as_pass" => self.with(&key, &[("colour", colour().into())]),
            "set_clock" => {
                let settings = self.clock_settings(order);
                self.with(&key, &[("settings", settings.into())])
            }
            "set_result" => {
                let result = self.result(&order["result"]);
                self.with(&key, &[("result", result.into())])
            }
            "replay" => self.with(&key, &[("game", field("game").into())]),
            "overturn" => self.with(&key, &[("ruling", field("ruling").into())]),
            _ => self.word("order", name),
        }
    }

    /// What an outcome of a finding comes to, or what a ruling ordered: orders,
    /// warnings, admonitions, penalties and sanctions, each in a sentence.
    pub fn effects(&self, outcome: &Value, entry: EntryName<'_>) -> Vec<String> {
        let list = |name: &str| outcome[name].as_array().cloned().unwrap_or_default();
        let mut said: Vec<String> = list("orders")
            .iter()
            .map(|order| self.order(order, entry))
            .collect();
        for (name, key) in [
            ("warnings", "warning-for"),
            ("admonitions", "admonition-for"),
        ] {
            said.extend(list(name).iter().map(|one| self.for_side(key, one)));
        }
        said.extend(list("penalties").iter().map(|one| self.penalty(one)));
        let kind = |one: &Value| self.word("sanction", one["kind"].as_str().unwrap_or_default());
        said.extend(list("sanctions").iter().map(kind));
        said
    }

    /// A sentence about one side, as `warning-for`.
    pub fn for_side(&self, key: &str, one: &Value) -> String {
        self.with(key, &[("colour", self.side(&one["colour"]).into())])
    }

    /// A penalty, with whose it is and how much.
    pub fn penalty(&self, penalty: &Value) -> String {
        let name = penalty["penalty"].as_str().unwrap_or_default();
        let key = format!("penalty-{}", name.replace('_', "-"));
        let colour = self.side(&penalty["colour"]);
        let amount = match name {
            "deduct_zi" => penalty["qz"].as_i64().map(|qz| self.zi(QuarterZi(qz))),
            "deduct_time" => penalty["ms"].as_i64().map(|ms| duration(Millis(ms))),
            _ => return self.with(&key, &[("colour", colour.into())]),
        };
        let amount = amount.unwrap_or_else(|| self.say("value-open"));
        let with = [("colour", colour.into()), ("amount", amount.into())];
        self.with(&key, &with)
    }

    /// A result: who won, by how much, how.
    pub fn result(&self, result: &Value) -> String {
        let by = self.word("result-by", result["by"].as_str().unwrap_or_default());
        let outcome = result["outcome"].as_str().unwrap_or_default();
        if !matches!(outcome, "black" | "white") {
            let outcome = self.word("result", outcome);
            return self.with(
                "result-not-won",
                &[("outcome", outcome.into()), ("by", by.into())],
            );
        }
        let winner = self.colour(outcome);
        match result["margin_qz"].as_i64().filter(|qz| *qz != 0) {
            None => {
                // An order may leave open by what a game is won: the ruling sets it.
                let by = result["by"].as_str().unwrap_or("ruling");
                let key = format!("result-won-by-{by}");
                self.with(&key, &[("winner", winner.into())])
            }
            Some(qz) => {
                let margin = self.zi(QuarterZi(qz));
                let with = [
                    ("winner", winner.into()),
                    ("margin", margin.into()),
                    ("by", by.into()),
                ];
                self.with("result-won-by-margin", &with)
            }
        }
    }

    /// How members voted: `2 for, 1 against` where it says that.
    pub fn vote(&self, vote: &Value) -> String {
        match (vote["for"].as_u64(), vote["against"].as_u64()) {
            (Some(yes), Some(no)) => {
                let with = [
                    ("for", yes.to_string().into()),
                    ("against", no.to_string().into()),
                ];
                self.with("vote-counted", &with)
            }
            _ => self.value(vote),
        }
    }

    /// A clock, in the parts that are known.
    pub fn clock(&self, clock: &ClockView) -> Vec<String> {
        let time = |key: &str, ms: Millis| self.with(key, &[("time", duration(ms).into())]);
        let count = |key: &str, n: u32| self.with(key, &[("count", n.to_string().into())]);
        let over = clock.over_ms.filter(|over| over.0 > 0);
        let parts = [
            clock.left_ms.map(|ms| time("clock-left", ms)),
            clock.periods_left.map(|n| count("clock-periods-left", n)),
            clock.period_left_ms.map(|ms| time("clock-period-left", ms)),
            clock.moves_left.map(|n| count("clock-moves-left", n)),
            clock.used_ms.map(|ms| time("clock-used", ms)),
            over.map(|ms| time("clock-over", ms)),
            clock.running.then(|| self.say("clock-running")),
        ];
        parts.into_iter().flatten().collect()
    }

    /// What `set_clock` sets.
    fn clock_settings(&self, order: &Value) -> String {
        let mut said = Vec::new();
        for side in ["black", "white"] {
            let colour = self.colour(side);
            for (field, key) in [("ms", "clock-set-left"), ("turn_ms", "clock-set-turn")] {
                let Some(set) = order.get(format!("{side}_{field}")) else {
                    continue;
                };
                let time = set.as_i64().map(|ms| duration(Millis(ms)));
                let time = time.unwrap_or_else(|| self.say("value-open"));
                let with = [("colour", colour.clone().into()), ("time", time.into())];
                said.push(self.with(key, &with));
            }
            if let Some(set) = order.get(format!("{side}_periods")) {
                let with = [
                    ("colour", colour.clone().into()),
                    ("count", self.value(set).into()),
                ];
                said.push(self.with("clock-set-periods", &with));
            }
        }
        self.list(said)
    }

    /// What the reader of byo-yomi called: seconds as they are, `1m` and `left 3` in words.
    pub fn called(&self, call: &str) -> String {
        let count = |key: &str, n: &str| self.with(key, &[("count", n.to_owned().into())]);
        let is_number = |n: &&str| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit());
        let left = call.strip_prefix("left ").filter(is_number);
        let minutes = call.strip_suffix('m').filter(is_number);
        match (left, minutes) {
            (Some(n), _) => count("call-left", n),
            (_, Some(n)) => count("call-minutes", n),
            _ => crate::text::harmless(call),
        }
    }

    /// The moves that a diagram can't show: `20 = 112 (Q16)` where a later one
    /// stands on the point, else the point itself.
    pub fn hidden_moves(&self, hidden: &[Hidden]) -> Vec<String> {
        let line = |hidden: &Hidden| {
            let place = match (hidden.point, hidden.under) {
                (None, _) => self.say("move-pass"),
                (Some(point), None) => point.to_string(),
                (Some(point), Some(under)) => format!("{under} ({point})"),
            };
            format!("{} = {place}", hidden.number)
        };
        hidden.iter().map(line).collect()
    }

    fn side(&self, colour: &Value) -> String {
        match colour.as_str() {
            Some(name) => self.colour(name),
            None => self.say("value-open"),
        }
    }

    /// A value as it stands; a null is left open.
    fn value(&self, value: &Value) -> String {
        match value {
            Value::Null => self.say("value-open"),
            Value::String(text) => text.clone(),
            Value::Array(values) => self.list(values.iter().map(|value| self.value(value))),
            other => other.to_string(),
        }
    }
}
