//! Findings as people read them in a terminal: what happened, what the article
//! allows, and what has become of it.

use super::quoted;
use crate::i18n::{Lang, Texts};
use fupan_domain::rulebook::{
    Finding, Request,
    finding::{FindingStatus, Outcome},
    terms::Decider,
};
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
    let json = serde_json::to_value(outcome).unwrap_or_default();
    let effects = Texts::of(Lang::En).effects(&json, &str::to_owned);
    if !effects.is_empty() {
        let _ = write!(text, ": {}", quoted(&effects.join("; ")));
    }
    if let Some(decides) = outcome.decides {
        let _ = write!(text, " ({} decides)", decider(decides));
    }
    if let Some(why) = &outcome.not_now {
        let _ = write!(text, " (not as the game stands: {})", quoted(why));
    }
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
