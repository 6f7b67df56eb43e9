//! What a ruling really did, laid beside an outcome that an article allows: the
//! finding is `ruled` when they are equal, whatever the ruling's text says
//! (contract, section 6). Nothing is carried out here.

use super::finding::Outcome;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// The effects of a ruling, in the form of an outcome.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// Its orders.
    pub orders: Vec<Value>,
    /// Warnings that carry its id.
    pub warnings: Vec<Value>,
    /// Penalties that do.
    pub penalties: Vec<Value>,
    /// Admonitions that do.
    pub admonitions: Vec<Value>,
    /// Sanctions imposed for the same finding.
    pub sanctions: Vec<Value>,
}

impl Effects {
    /// Whether these are the effects of that outcome. The order in which they
    /// stand is no matter, and a null of the outcome takes any value.
    pub fn equal(&self, outcome: &Outcome) -> bool {
        self.orders_equal(outcome) && self.impositions_equal(outcome)
    }

    /// Whether all but the orders are those of that outcome.
    pub fn impositions_equal(&self, outcome: &Outcome) -> bool {
        same(&outcome.warnings, &self.warnings)
            && same(&outcome.penalties, &self.penalties)
            && same(&outcome.admonitions, &self.admonitions)
            && same(&outcome.sanctions, &self.sanctions)
    }

    /// Whether the orders alone are those of that outcome.
    pub fn orders_equal(&self, outcome: &Outcome) -> bool {
        let short = |orders: &[Value]| orders.iter().map(shortened).collect::<Vec<_>>();
        same(&short(&outcome.orders), &short(&self.orders))
    }
}

/// `draw`, `both_lose` and `no_result` are short for `set_result` and equal to it.
fn shortened(order: &Value) -> Value {
    let result = order.get("result").and_then(|r| r.get("outcome"));
    match (order["do"].as_str(), result.and_then(Value::as_str)) {
        (Some("set_result"), Some(outcome @ ("draw" | "both_lose" | "no_result"))) => {
            json!({ "do": outcome })
        }
        _ => order.clone(),
    }
}

/// Whether each part allowed is one of those done, each once, and none is left.
fn same(allowed: &[Value], done: &[Value]) -> bool {
    if allowed.len() != done.len() {
        return false;
    }
    let mut taken_by = vec![None; done.len()];
    (0..allowed.len()).all(|part| {
        let mut tried = vec![false; done.len()];
        finds_place(part, (allowed, done), &mut tried, &mut taken_by)
    })
}

/// Finds a place for a part allowed, moving others to another place of theirs
/// where need be: with nulls a part may have several.
fn finds_place(
    part: usize,
    (allowed, done): (&[Value], &[Value]),
    tried: &mut [bool],
    taken_by: &mut [Option<usize>],
) -> bool {
    for place in 0..done.len() {
        if tried[place] || !takes(&allowed[part], &done[place]) {
            continue;
        }
        tried[place] = true;
        let free = match taken_by[place] {
            None => true,
            Some(other) => finds_place(other, (allowed, done), tried, taken_by),
        };
        if free {
            taken_by[place] = Some(part);
            return true;
        }
    }
    false
}

/// Whether a value done is the one allowed.
fn takes(allowed: &Value, done: &Value) -> bool {
    match (allowed, done) {
        (Value::Null, _) => true,
        (Value::Object(allowed), Value::Object(done)) => fields_take(allowed, done),
        // Points are a set.
        (Value::Array(allowed), Value::Array(done)) => set(allowed) == set(done),
        _ => allowed == done,
    }
}

fn set(points: &[Value]) -> BTreeSet<&str> {
    points.iter().filter_map(Value::as_str).collect()
}

/// Fields that are allowed with any value may be left out.
fn fields_take(allowed: &Map<String, Value>, done: &Map<String, Value>) -> bool {
    let known = done.keys().all(|key| allowed.contains_key(key));
    known
        && allowed.iter().all(|(key, value)| match done.get(key) {
            Some(done) => takes(value, done),
            None => value.is_null(),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(orders: Value) -> Outcome {
        Outcome {
            outcome: "x".into(),
            orders: serde_json::from_value(orders).unwrap(),
            warnings: vec![json!({"colour": "black"})],
            penalties: Vec::new(),
            admonitions: Vec::new(),
            sanctions: Vec::new(),
            decides: None,
            not_now: None,
        }
    }

    fn effects(orders: Value) -> Effects {
        Effects {
            orders: serde_json::from_value(orders).unwrap(),
            warnings: vec![json!({"colour": "black"})],
            ..Effects::default()
        }
    }

    #[test]
    fn points_are_a_set_and_a_null_takes_anything() {
        let allowed = json!([
            {"do": "remove_stones", "points": ["A1", "B1"]},
            {"do": "move_stone", "from": "C3", "to": null}
        ]);
        let done = json!([
            {"do": "move_stone", "from": "C3", "to": "D4"},
            {"do": "remove_stones", "points": ["B1", "A1"]}
        ]);
        assert!(effects(done).equal(&outcome(allowed)));
    }

    #[test]
    fn another_point_and_one_order_more_are_other_effects() {
        let allowed = || outcome(json!([{"do": "remove_stones", "points": ["A1"]}]));
        let other = json!([{"do": "remove_stones", "points": ["A2"]}]);
        let more = json!([{"do": "remove_stones", "points": ["A1"]}, {"do": "resume"}]);
        assert!(!effects(other).equal(&allowed()));
        assert!(!effects(more).equal(&allowed()));
        assert!(!effects(json!([])).equal(&allowed()));
    }

    #[test]
    fn a_draw_is_a_draw_however_it_is_ordered() {
        let long = json!([{"do": "set_result", "result": {"outcome": "draw", "by": "ruling"}}]);
        assert!(effects(long.clone()).equal(&outcome(json!([{"do": "draw"}]))));
        assert!(effects(json!([{"do": "draw"}])).equal(&outcome(long)));
        let won = json!([{"do": "set_result", "result": {"outcome": "black", "by": "ruling"}}]);
        assert!(!effects(won).equal(&outcome(json!([{"do": "draw"}]))));
    }

    #[test]
    fn a_warning_missing_or_given_to_the_other_side_is_another_effect() {
        let allowed = outcome(json!([]));
        let mut done = effects(json!([]));
        assert!(done.equal(&allowed));
        done.warnings = vec![json!({"colour": "white"})];
        assert!(!done.equal(&allowed));
        done.warnings.clear();
        assert!(!done.equal(&allowed));
    }
}
