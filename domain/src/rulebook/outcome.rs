//! What an article, or a clause of the event, allows to be ruled: one outcome
//! with its orders, warnings and penalties, in the form of a finding's outcome
//! but with `offender` and `other` in place of colours and named placeholders
//! for what only the facts can fill in. It carries out nothing.

use super::terms::{Condition, Decider};
use crate::{board::point::Point, ids};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What the facts fill in, wherever it stands in an outcome of an edition:
///
/// | placeholder | stands for |
/// | --- | --- |
/// | `$entry` | the entry at which the finding stands |
/// | `$about` | the entry that the breach is about |
/// | `$about_point` | the point of that entry's stone |
/// | `$point` | where a displaced stone is now |
/// | `$points` | the stones wrongly taken off, or wrongly left |
/// | `$deduct_ms` | the lateness times its factor |
/// | `$black_ms`, `$white_ms` | the main time left after 2002 22.8 or 22.9 |
/// | `$warning_cost_qz` | the parameter of that name |
pub const PLACEHOLDERS: [&str; 9] = [
    "$entry",
    "$about",
    "$about_point",
    "$point",
    "$points",
    "$deduct_ms",
    "$black_ms",
    "$white_ms",
    "$warning_cost_qz",
];

/// The orders of contract, section 6: name, fields that must stand, fields that may.
const ORDERS: [(&str, &[&str], &[&str]); 16] = [
    ("void_move", &["entry"], &[]),
    ("move_stands", &["entry"], &[]),
    ("restore_stones", &["colour", "points"], &[]),
    ("remove_stones", &["points"], &[]),
    ("move_stone", &["from", "to"], &[]),
    ("swap_players", &[], &[]),
    ("set_clock", &[], &CLOCK_FIELDS),
    ("treat_as_pass", &["colour"], &[]),
    ("award_points", &["colour", "points"], &[]),
    ("resume", &[], &[]),
    ("set_result", &["result"], &[]),
    ("draw", &[], &[]),
    ("both_lose", &[], &[]),
    ("no_result", &[], &[]),
    ("replay", &["game"], &[]),
    ("overturn", &["ruling"], &[]),
];

const CLOCK_FIELDS: [&str; 12] = [
    "black_ms",
    "white_ms",
    "black_periods",
    "white_periods",
    "black_turn_ms",
    "white_turn_ms",
    "offender_ms",
    "other_ms",
    "offender_periods",
    "other_periods",
    "offender_turn_ms",
    "other_turn_ms",
];

/// The penalties of contract, section 4: name, and the field that says how much.
const PENALTIES: [(&str, Option<&str>); 4] = [
    ("forfeit_turn", None),
    ("deduct_zi", Some("qz")),
    ("deduct_time", Some("ms")),
    ("lose_game", None),
];

const SANCTIONS: [&str; 5] = [
    "cancel_results",
    "lose_games",
    "drop_place",
    "suspend",
    "censure",
];

/// A side as an outcome names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Party {
    /// Black, whoever is at fault.
    Black,
    /// White, whoever is at fault.
    White,
    /// The side whom the finding concerns.
    Offender,
    /// The opponent of that side.
    Other,
}

impl Party {
    /// The party of that name, if it is one.
    pub fn from_name(name: &str) -> Option<Party> {
        match name {
            "black" => Some(Party::Black),
            "white" => Some(Party::White),
            "offender" => Some(Party::Offender),
            "other" => Some(Party::Other),
            _ => None,
        }
    }
}

/// One outcome that an article or clause allows.
///
/// Warnings and admonitions are lists of `{"colour": …}`, penalties of
/// `{"colour": …, "penalty": …}`, with `qz` or `ms` where the penalty has an
/// amount. A null takes any value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "OutcomeJson")]
pub struct OutcomeForm {
    /// The outcome's key: a few English words, unique within its breach.
    pub outcome: Box<str>,
    /// Orders in the form of contract, section 6.
    pub orders: Vec<Value>,
    /// Who is warned.
    pub warnings: Vec<Value>,
    /// Who bears which penalty.
    pub penalties: Vec<Value>,
    /// Who is admonished (1988 23.4, 24.2; 2002 12.4(2)); counts for nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub admonitions: Vec<Value>,
    /// Sanctions of the tournament that go with it, as `{"kind": …}`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sanctions: Vec<Value>,
    /// On what it depends, beyond the breach itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    /// Who decides on it, if not who decides on the breach.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decides: Option<Decider>,
}

/// An outcome as it is read, before its parts are looked at.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OutcomeJson {
    outcome: Box<str>,
    #[serde(default)]
    orders: Vec<Value>,
    #[serde(default)]
    warnings: Vec<Value>,
    #[serde(default)]
    penalties: Vec<Value>,
    #[serde(default)]
    admonitions: Vec<Value>,
    #[serde(default)]
    sanctions: Vec<Value>,
    when: Option<Condition>,
    decides: Option<Decider>,
}

/// An outcome whose parts don't have their form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OutcomeError {
    /// The key is empty.
    #[error("an outcome without a text: expected a few words")]
    NoText,
    /// An order that is none of contract, section 6.
    #[error("outcome {outcome:?}: {order} is not an order: expected {expected}")]
    Order {
        /// The outcome's key.
        outcome: Box<str>,
        /// The order as read.
        order: Value,
        /// What was expected.
        expected: String,
    },
    /// A warning, admonition, penalty or sanction of another form.
    #[error("outcome {outcome:?}: {part} does not belong in {list}: expected {expected}")]
    Part {
        /// The outcome's key.
        outcome: Box<str>,
        /// Which list it stands in.
        list: &'static str,
        /// The part as read.
        part: Value,
        /// What was expected.
        expected: &'static str,
    },
}

impl TryFrom<OutcomeJson> for OutcomeForm {
    type Error = OutcomeError;

    fn try_from(json: OutcomeJson) -> Result<OutcomeForm, OutcomeError> {
        if json.outcome.is_empty() {
            return Err(OutcomeError::NoText);
        }
        for order in &json.orders {
            check_order(order).map_err(|expected| OutcomeError::Order {
                outcome: json.outcome.clone(),
                order: order.clone(),
                expected,
            })?;
        }
        let part = |list, part: Value, expected| OutcomeError::Part {
            outcome: json.outcome.clone(),
            list,
            part,
            expected,
        };
        let sides = |list, parts: Vec<Value>| {
            parts
                .into_iter()
                .map(|p| to_side(p).map_err(|p| part(list, p, "{\"colour\": a side}")))
                .collect::<Result<Vec<_>, _>>()
        };
        let warnings = sides("warnings", json.warnings)?;
        let admonitions = sides("admonitions", json.admonitions)?;
        for penalty in &json.penalties {
            if !is_penalty(penalty) {
                let expected = "{\"colour\": a side, \"penalty\": forfeit_turn, deduct_zi with qz, deduct_time with ms or lose_game}";
                return Err(part("penalties", penalty.clone(), expected));
            }
        }
        for sanction in &json.sanctions {
            if !is_sanction(sanction) {
                let expected =
                    "{\"kind\": cancel_results, lose_games, drop_place, suspend or censure}";
                return Err(part("sanctions", sanction.clone(), expected));
            }
        }
        Ok(OutcomeForm {
            warnings,
            admonitions,
            outcome: json.outcome,
            orders: json.orders,
            penalties: json.penalties,
            sanctions: json.sanctions,
            when: json.when,
            decides: json.decides,
        })
    }
}

/// Says what was expected where `order` is none of contract, section 6.
fn check_order(order: &Value) -> Result<(), String> {
    let fields = order.as_object().ok_or("an object")?;
    let name = fields.get("do").and_then(Value::as_str).unwrap_or_default();
    let Some((_, must, may)) = ORDERS.iter().find(|(order, ..)| *order == name) else {
        let names: Vec<&str> = ORDERS.iter().map(|(order, ..)| *order).collect();
        return Err(format!("\"do\" to be one of {}", names.join(", ")));
    };
    if let Some(missing) = must.iter().find(|field| !fields.contains_key(**field)) {
        return Err(format!("the field {missing:?}"));
    }
    for (field, value) in fields.iter().filter(|(field, _)| *field != "do") {
        if !must.contains(&field.as_str()) && !may.contains(&field.as_str()) {
            return Err(format!("no field {field:?}"));
        }
        if !may_stand(field, value) {
            return Err(format!("another value of {field:?}, or null for any"));
        }
    }
    if !may.is_empty() && fields.len() == 1 {
        return Err(format!("one or more of {}", may.join(", ")));
    }
    Ok(())
}

/// Whether `value` may stand in an order's `field`: of the field's own form, a
/// placeholder, or null for any.
fn may_stand(field: &str, value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) if text.starts_with('$') => PLACEHOLDERS.contains(&text.as_str()),
        Value::String(text) => match field {
            "entry" => uuid::Uuid::parse_str(text).is_ok(),
            "colour" => Party::from_name(text).is_some(),
            "from" | "to" => text.parse::<Point>().is_ok(),
            "game" | "ruling" => ids::is_slug(text),
            _ => false,
        },
        Value::Array(points) if field == "points" => points
            .iter()
            .all(|p| p.as_str().is_some_and(|p| p.parse::<Point>().is_ok())),
        Value::Object(result) if field == "result" => {
            let outcome = result.get("outcome").and_then(Value::as_str);
            outcome.is_some_and(|o| {
                Party::from_name(o).is_some() || ["draw", "both_lose", "no_result"].contains(&o)
            })
        }
        Value::Number(_) => CLOCK_FIELDS.contains(&field) && is_amount(value),
        _ => false,
    }
}

/// Whether `value` is how much of something: not negative, a placeholder, or null.
fn is_amount(value: &Value) -> bool {
    match value {
        Value::String(text) => PLACEHOLDERS.contains(&text.as_str()),
        _ => value.is_null() || value.as_i64().is_some_and(|n| n >= 0),
    }
}

/// Whether `value` names a side, or any side with null.
fn is_side(value: &Value) -> bool {
    value.is_null() || value.as_str().and_then(Party::from_name).is_some()
}

/// `{"colour": side}`, from that or from the side's name alone; else what was read.
fn to_side(part: Value) -> Result<Value, Value> {
    match &part {
        Value::String(_) if is_side(&part) => Ok(serde_json::json!({ "colour": part })),
        Value::Object(fields) if fields.len() == 1 && fields.get("colour").is_some_and(is_side) => {
            Ok(part)
        }
        _ => Err(part),
    }
}

fn is_penalty(part: &Value) -> bool {
    let Some(fields) = part.as_object() else {
        return false;
    };
    let name = fields.get("penalty").and_then(Value::as_str);
    let Some((_, amount)) = PENALTIES.iter().find(|(p, _)| Some(*p) == name) else {
        return false;
    };
    let amount_ok = amount.is_none_or(|field| fields.get(field).is_some_and(is_amount));
    let size = 2 + usize::from(amount.is_some());
    fields.len() == size && amount_ok && fields.get("colour").is_some_and(is_side)
}

fn is_sanction(part: &Value) -> bool {
    let kind = part.get("kind").and_then(Value::as_str);
    part.as_object().is_some_and(|fields| fields.len() == 1)
        && kind.is_some_and(|kind| SANCTIONS.contains(&kind))
}

#[cfg(test)]
mod tests;
