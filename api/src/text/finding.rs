//! Findings as people read them in a terminal: what happened, what the article
//! allows, and what has become of it.

use super::quoted;
use fupan_domain::rulebook::{
    Finding, Request,
    finding::{FindingStatus, Outcome},
    terms::Decider,
};
use serde_json::Value;
use std::fmt::Write;

/// A finding; with the outcomes it allows while it waits for a ruling.
pub(super) fn finding(finding: &Finding) -> String {
    let mut text = format!(
        "finding {} under {}, {}: {}",
        finding.id,
        finding.article,
        finding.status.name(),
        quoted(&finding.facts)
    );
    if finding.status == FindingStatus::Departed {
        text.push_str(" (departure: the ruling is not what the article allows)");
    }
    if finding.status == FindingStatus::Open {
        let _ = write!(text, "\n  {} decides; it allows", decider(finding.decides));
        match finding.outcomes.as_deref() {
            None => text.push_str(" what those see fit who decide"),
            Some([]) => text.push_str(" nothing"),
            Some(outcomes) => outcomes.iter().for_each(|o| allowed(&mut text, o)),
        }
    }
    text
}

fn decider(decides: Decider) -> &'static str {
    match decides {
        Decider::Automatic => "nobody",
        Decider::Arbiter => "an arbiter",
        Decider::ChiefArbiter => "the chief arbiter",
    }
}

fn allowed(text: &mut String, outcome: &Outcome) {
    let _ = write!(text, "\n    \"{}\"", quoted(&outcome.outcome));
    let mut effects = Vec::new();
    effects.extend(outcome.orders.iter().map(order));
    let whose = |part: &Value| part["colour"].as_str().unwrap_or("either side").to_owned();
    effects.extend(
        outcome
            .warnings
            .iter()
            .map(|w| format!("{} is warned", whose(w))),
    );
    let admonished = outcome.admonitions.iter();
    effects.extend(admonished.map(|a| format!("{} is admonished", whose(a))));
    let penalties = outcome.penalties.iter();
    effects.extend(penalties.map(|p| {
        let kind = p["penalty"].as_str().unwrap_or_default().replace('_', " ");
        format!("{}: {kind}", whose(p))
    }));
    let sanctions = outcome.sanctions.iter();
    effects.extend(sanctions.map(|s| s["kind"].as_str().unwrap_or_default().replace('_', " ")));
    if !effects.is_empty() {
        let _ = write!(text, ": {}", effects.join("; "));
    }
    if let Some(decides) = outcome.decides {
        let _ = write!(text, " ({} decides)", decider(decides));
    }
    if let Some(why) = &outcome.not_now {
        let _ = write!(text, " (not as the game stands: {})", quoted(why));
    }
}

/// An order in a few words.
fn order(order: &Value) -> String {
    let name = order["do"].as_str().unwrap_or_default().replace('_', " ");
    let rest = order.as_object().into_iter().flatten();
    let values: Vec<String> = rest
        .filter(|(key, _)| *key != "do")
        .map(|(key, value)| match value {
            Value::Null => format!("{key} open"),
            Value::String(value) => value.clone(),
            Value::Array(points) => {
                let points: Vec<&str> = points.iter().filter_map(Value::as_str).collect();
                points.join(" ")
            }
            other => format!("{key} {other}"),
        })
        .collect();
    format!("{name} {}", values.join(", "))
        .trim_end()
        .to_owned()
}

/// A complaint, or what else a player asked.
pub(super) fn request(request: &Request) -> String {
    let json = serde_json::to_value(request).unwrap_or_default();
    let word = |key: &str| json[key].as_str().unwrap_or_default().to_owned();
    let said = request
        .text
        .as_ref()
        .map(|text| format!(": {}", quoted(text)))
        .unwrap_or_default();
    format!(
        "{} by {}, {}{said}",
        word("kind"),
        request.by,
        word("state")
    )
}
