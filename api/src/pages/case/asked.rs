//! From the form of a case to what a ruling is asked for with.

use super::Case;
use crate::pages::{
    own_effects::{self, Wrong},
    posted::Filled,
};
use fupan_domain::{
    ids::EntryId,
    rulebook::{FindingStatus, finding::Outcome},
};
use fupan_replay::ruling::RulingRequest;
use serde_json::{Value, json};

/// What the choice of one's own orders is called among the outcomes.
pub const OWN: &str = "own.orders";

/// A value that an outcome leaves open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Open {
    /// The name of its field.
    pub field: String,
    /// `orders` or `penalties`.
    list: &'static str,
    index: usize,
    /// Which value of the order it is: `to`, `points`, `black_ms`.
    pub key: String,
}

/// The values that an outcome leaves open.
pub fn open_values(number: usize, outcome: &Outcome) -> Vec<Open> {
    let mut open = Vec::new();
    for (list, parts) in [
        ("orders", &outcome.orders),
        ("warnings", &outcome.warnings),
        ("penalties", &outcome.penalties),
    ] {
        for (index, part) in parts.iter().enumerate() {
            let nulls = part
                .as_object()
                .into_iter()
                .flatten()
                .filter(|(_, value)| value.is_null());
            open.extend(nulls.map(|(key, _)| Open {
                field: format!("open.{number}.{list}.{index}.{key}"),
                list,
                index,
                key: key.clone(),
            }));
        }
    }
    open
}

impl Open {
    /// What is expected there, by the key of its text.
    pub fn form(&self) -> &'static str {
        match &*self.key {
            "points" => "own-points-form",
            "game" => "own-replay-form",
            "colour" => "own-colour-form",
            key if key.ends_with("_ms") => "own-time-form",
            key if key.ends_with("_periods") => "own-number-form",
            _ => "own-point-form",
        }
    }

    fn read(&self, text: &str) -> Option<Value> {
        match &*self.key {
            "points" => own_effects::points(text).map(|points| json!(points)),
            "game" => Some(json!(text)),
            "colour" => matches!(text, "black" | "white").then(|| json!(text)),
            key if key.ends_with("_ms") => own_effects::time(text).map(|ms| json!(ms)),
            key if key.ends_with("_periods") => text.parse::<u32>().ok().map(|n| json!(n)),
            _ => own_effects::point(text).map(|point| json!(point)),
        }
    }
}

impl Case<'_> {
    /// What is asked for by what stands in the form.
    ///
    /// # Errors
    /// Each field in which something else was expected.
    pub fn request(&self, filled: &Filled) -> Result<RulingRequest, Vec<Wrong>> {
        let viewer = self.here.viewer;
        let mut wrong = Vec::new();
        let mut request = RulingRequest {
            finding: self.finding.as_ref().map(|finding| finding.id.clone()),
            facts: filled.some("facts"),
            reasons: filled.some("reasons"),
            about: about(filled),
            again: filled.has("again", "1").then_some(true),
            ..RulingRequest::default()
        };
        let chosen = filled.get("outcome");
        let outcomes = || {
            self.finding
                .iter()
                .flat_map(|finding| finding.outcomes.iter().flatten())
        };
        let found = outcomes()
            .enumerate()
            .find(|(_, outcome)| *outcome.outcome == *chosen);
        if let Some((number, outcome)) = found {
            request.outcome = Some(chosen);
            request.reasons = request.reasons.or_else(|| self.article_as_reasons());
            fill(&mut request, number, outcome, filled, |open, text| {
                wrong.push(Wrong::value(viewer, &open.field, text, open.form()));
            });
        } else if chosen == OWN || (chosen.is_empty() && self.only_own()) {
            match own_effects::read(viewer, filled) {
                Ok(effects) => {
                    request.orders = Some(effects.orders);
                    request.warnings = Some(effects.warnings);
                    request.admonitions = Some(effects.admonitions);
                    request.penalties = Some(effects.penalties);
                }
                Err(of_effects) => wrong.extend(of_effects),
            }
            request.article = filled.some("article");
            request.outcome = filled.some("words");
            if request.article.is_none() && self.finding.is_none() {
                wrong.push(Wrong::new("article", viewer.say("case-article-missing")));
            }
            if request.outcome.is_none() {
                wrong.push(Wrong::new("words", viewer.say("case-words-missing")));
            }
            if request.reasons.is_none() {
                wrong.push(Wrong::new("reasons", viewer.say("case-reasons-missing")));
            }
        } else {
            wrong.push(Wrong::new("outcome.0", viewer.say("case-outcome-missing")));
        }
        // Set against what a committee has decided, the article alone says too little.
        let is_missed = request.reasons.is_none() && self.is_own_overturned();
        if is_missed && !wrong.iter().any(|wrong| wrong.field == "reasons") {
            wrong.push(Wrong::new("reasons", viewer.say("case-reasons-missing")));
        }
        if wrong.is_empty() {
            Ok(request)
        } else {
            Err(wrong)
        }
    }
}

impl Case<'_> {
    /// What stands for reasons where the arbiter gives none, in his language: that the
    /// article says so. `None` where that is not enough.
    pub(super) fn article_as_reasons(&self) -> Option<String> {
        let finding = self.finding.as_ref()?;
        let is_enough = finding.status != FindingStatus::Lapsed
            && !self.asks_again()
            && finding.outcomes.as_ref().is_some_and(|all| !all.is_empty());
        let with = [("article", finding.article.clone().into())];
        let texts = self.here.viewer.texts;
        is_enough.then(|| texts.with("case-reasons-article", &with))
    }
}

/// The complaints and requests that the ruling answers.
fn about(filled: &Filled) -> Option<Vec<EntryId>> {
    let about = filled.all("about").into_iter();
    let about: Vec<EntryId> = about.filter_map(|id| id.parse().ok()).collect();
    (!about.is_empty()).then_some(about)
}

/// Puts into the request what an outcome leaves open.
fn fill(
    request: &mut RulingRequest,
    number: usize,
    outcome: &Outcome,
    filled: &Filled,
    mut wrong: impl FnMut(&Open, &str),
) {
    let open = open_values(number, outcome);
    if open.is_empty() {
        return;
    }
    let mut lists = [
        outcome.orders.clone(),
        outcome.warnings.clone(),
        outcome.penalties.clone(),
    ];
    for value in &open {
        let list = match value.list {
            "orders" => &mut lists[0],
            "warnings" => &mut lists[1],
            _ => &mut lists[2],
        };
        let text = filled.get(&value.field);
        let is_clock = list[value.index]["do"] == "set_clock";
        match value.read(&text) {
            Some(read) => list[value.index][&value.key] = read,
            // A clock that is not named stays as it is.
            None if text.is_empty() && is_clock => {}
            None => wrong(value, &text),
        }
    }
    let [orders, warnings, penalties] = lists;
    request.orders = Some(orders);
    request.warnings = Some(warnings);
    request.penalties = Some(penalties);
}
