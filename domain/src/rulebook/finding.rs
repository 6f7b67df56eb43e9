//! A finding: what the rule book says about some facts of a game, with what
//! the article allows, ready to be ruled (contract, section 7). Derived on
//! reading and never stored. Which facts lead to which finding is in
//! `findings`, until when it may be raised in `window`, whether a ruling fits
//! it in `effects`.

use super::{
    edition::Breach,
    outcome::{OutcomeForm, Party},
    terms::{Condition, Decider, Window},
};
use crate::{
    Colour, Millis,
    board::Point,
    ids::{EntryId, PlayerId},
    score::QuarterZi,
};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// What the rule book says about some facts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The row of the rule table and the seq of the entry, as `MV-5@123`.
    pub id: String,
    /// The article, as `cn-2002:18.3` or `event:<clause>`.
    pub article: String,
    /// Who is concerned; `None` where neither side is, or nobody knows.
    pub colour: Option<Colour>,
    /// The player concerned, in a finding of stream `tournament`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerId>,
    /// The entry at which it stands.
    pub entry: EntryId,
    /// What happened, in one sentence.
    pub facts: String,
    /// What the article allows; `None` where it leaves that open.
    pub outcomes: Option<Vec<Outcome>>,
    /// What the article allows only on a condition that does not hold here, filled in,
    /// with that condition. Told to whoever rules; it can't be chosen, and views are
    /// as they are without it.
    #[serde(skip)]
    pub unmet: Vec<(Condition, Outcome)>,
    /// Who decides, where an outcome does not say otherwise.
    pub decides: Decider,
    /// Until when it may be raised.
    pub window: WindowState,
    /// What has become of it.
    pub status: FindingStatus,
}

/// One outcome that an article allows. A null in an order takes any value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// Its key, unique within the finding.
    pub outcome: Box<str>,
    /// Orders as a ruling has them.
    pub orders: Vec<Value>,
    /// Who is warned, as `{"colour": …}`.
    pub warnings: Vec<Value>,
    /// Who bears which penalty, as `{"colour": …, "penalty": …}` with `qz` or `ms`.
    pub penalties: Vec<Value>,
    /// Who is admonished.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub admonitions: Vec<Value>,
    /// Sanctions of the tournament that go with it, as `{"kind": …}`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sanctions: Vec<Value>,
    /// Who decides on it, if not who decides on the finding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decides: Option<Decider>,
    /// Why its orders can't be carried out as the game stands, where they can't.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not_now: Option<String>,
}

/// Until when a finding may be raised, and whether that is still so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct WindowState {
    /// Until when.
    pub until: Window,
    /// Whether it is open.
    pub open: bool,
    /// The entry that closed it, for whoever rules too late. Not shown in views: in
    /// what would be it may be one that nobody recorded.
    #[serde(skip)]
    pub closed_by: Option<EntryId>,
    /// The complaint in time that keeps the finding open all the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub complaint: Option<EntryId>,
}

/// What has become of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FindingStatus {
    /// It waits for a ruling.
    Open,
    /// A ruling that stands gave it one of its outcomes.
    Ruled,
    /// A ruling that stands gave it another.
    Departed,
    /// Nobody raised it in time.
    Lapsed,
    /// It takes effect without a ruling.
    Automatic,
}

impl Finding {
    /// One more thing that no article covers was seen at the same entry: one
    /// finding tells of both, for its id is unique.
    pub(super) fn tell_also(&mut self, other: &Finding) {
        self.facts = format!("{}; {}", self.facts, other.facts);
        if self.colour != other.colour {
            self.colour = None;
        }
        if other.outcomes.is_none() {
            self.outcomes = None;
        }
        if other.decides == Decider::ChiefArbiter {
            self.decides = other.decides;
        }
    }
}

impl FindingStatus {
    /// The word of the contract.
    pub const fn name(self) -> &'static str {
        match self {
            FindingStatus::Open => "open",
            FindingStatus::Ruled => "ruled",
            FindingStatus::Departed => "departed",
            FindingStatus::Lapsed => "lapsed",
            FindingStatus::Automatic => "automatic",
        }
    }
}

/// What the facts fill into the outcomes of an edition or clause (see
/// [`super::outcome::PLACEHOLDERS`]). What is not known becomes a null, which
/// takes any value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filling {
    /// The side whom the finding concerns.
    pub offender: Option<Colour>,
    /// The entry of the stone to void, where that is not the finding's own.
    pub entry: Option<EntryId>,
    /// The entry that the breach is about.
    pub about: Option<EntryId>,
    /// The point of that entry's stone.
    pub about_point: Option<Point>,
    /// Where a displaced stone is now.
    pub point: Option<Point>,
    /// The stones wrongly taken off, or wrongly left.
    pub points: Vec<Point>,
    /// Lateness times its factor.
    pub deduct: Option<Millis>,
    /// Main time left to Black after 2002 22.8 or 22.9.
    pub black: Option<Millis>,
    /// The same of White.
    pub white: Option<Millis>,
    /// What a warning costs at counting.
    pub warning_cost: QuarterZi,
}

impl Filling {
    /// An outcome with everything filled in.
    pub fn fill(&self, form: &OutcomeForm) -> Outcome {
        let all = |parts: &[Value]| parts.iter().map(|part| self.value("", part)).collect();
        Outcome {
            outcome: form.outcome.clone(),
            orders: all(&form.orders),
            warnings: all(&form.warnings),
            penalties: all(&form.penalties),
            admonitions: all(&form.admonitions),
            sanctions: all(&form.sanctions),
            decides: form.decides,
            not_now: None,
        }
    }

    fn value(&self, key: &str, value: &Value) -> Value {
        match value {
            Value::Object(fields) => {
                let mut filled = Map::new();
                for (key, value) in fields {
                    filled.insert(self.key(key), self.value(key, value));
                }
                Value::Object(filled)
            }
            Value::String(text) if text.starts_with('$') => self.placeholder(text),
            Value::String(name) if key == "colour" || key == "outcome" => {
                match Party::from_name(name) {
                    Some(party) => json!(self.side(party)),
                    None => value.clone(),
                }
            }
            _ => value.clone(),
        }
    }

    /// A field's name, with a colour in place of `offender` or `other`.
    fn key(&self, key: &str) -> String {
        let Some((first @ ("offender" | "other"), rest)) = key.split_once('_') else {
            return key.to_owned();
        };
        match Party::from_name(first).and_then(|party| self.side(party)) {
            Some(colour) => format!("{colour}_{rest}"),
            None => key.to_owned(),
        }
    }

    fn side(&self, party: Party) -> Option<Colour> {
        match party {
            Party::Black => Some(Colour::Black),
            Party::White => Some(Colour::White),
            Party::Offender => self.offender,
            Party::Other => self.offender.map(Colour::opponent),
        }
    }

    fn placeholder(&self, name: &str) -> Value {
        match name {
            "$entry" => json!(self.entry),
            "$about" => json!(self.about),
            "$about_point" => json!(self.about_point),
            "$point" => json!(self.point),
            "$points" => json!(self.points),
            "$deduct_ms" => json!(self.deduct),
            "$black_ms" => json!(self.black),
            "$white_ms" => json!(self.white),
            "$warning_cost_qz" => json!(self.warning_cost),
            _ => Value::Null,
        }
    }
}

impl Breach {
    /// The outcomes that hold under these conditions, filled in.
    pub(super) fn outcomes(&self, holds: &[Condition], filling: &Filling) -> Option<Vec<Outcome>> {
        let allowed = |form: &&OutcomeForm| form.when.is_none_or(|when| holds.contains(&when));
        let forms = self.outcomes.as_ref()?;
        Some(
            forms
                .iter()
                .filter(allowed)
                .map(|form| filling.fill(form))
                .collect(),
        )
    }

    /// Those whose condition does not hold, filled in, with that condition.
    pub(super) fn unmet(
        &self,
        holds: &[Condition],
        filling: &Filling,
    ) -> Vec<(Condition, Outcome)> {
        let unmet = |form: &OutcomeForm| {
            let when = form.when.filter(|when| !holds.contains(when))?;
            Some((when, filling.fill(form)))
        };
        self.outcomes.iter().flatten().filter_map(unmet).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form(json: Value) -> OutcomeForm {
        serde_json::from_value(json).unwrap()
    }

    #[test]
    fn offender_and_other_become_colours_in_values_and_in_clock_fields() {
        let form = form(json!({
            "outcome": "all of it",
            "orders": [
                {"do":"restore_stones","colour":"other","points":"$points"},
                {"do":"set_clock","offender_turn_ms":null,"other_ms":5},
                {"do":"set_result","result":{"outcome":"other","by":"ruling"}},
                {"do":"replay","game":"other"},
            ],
            "warnings": ["offender"],
            "penalties": [{"colour":"offender","penalty":"lose_game"}],
        }));
        let filling = Filling {
            offender: Some(Colour::White),
            points: vec!["D4".parse().unwrap()],
            ..Filling::default()
        };
        let outcome = filling.fill(&form);
        assert_eq!(
            outcome.orders,
            [
                json!({"do":"restore_stones","colour":"black","points":["D4"]}),
                json!({"do":"set_clock","white_turn_ms":null,"black_ms":5}),
                json!({"do":"set_result","result":{"outcome":"black","by":"ruling"}}),
                json!({"do":"replay","game":"other"}),
            ]
        );
        assert_eq!(outcome.warnings, [json!({"colour":"white"})]);
        let loses = json!({"colour":"white","penalty":"lose_game"});
        assert_eq!(outcome.penalties, [loses]);
    }

    #[test]
    fn what_nobody_knows_stays_open() {
        let form = form(json!({
            "outcome": "x",
            "orders": [{"do":"move_stone","from":"$point","to":"$about_point"}],
            "warnings": ["offender"],
        }));
        let outcome = Filling::default().fill(&form);
        let open = json!({"do":"move_stone","from":null,"to":null});
        assert_eq!(outcome.orders, [open]);
        assert_eq!(outcome.warnings, [json!({"colour":null})]);
    }
}
