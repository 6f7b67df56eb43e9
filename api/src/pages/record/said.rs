//! What the console's script says, in the viewer's language: one JSON object in
//! the page. Where a text has a variable the script puts it in: `{name}` stands
//! for it.

use crate::i18n::{Texts, With};
use fupan_domain::{event::GameEvent, rulebook::Edition};
use serde_json::{Map, Value};

/// The script's texts: its own name is the key's, without the subject.
const TEXTS: [&str; 98] = [
    "record-all-sealed",
    "record-away",
    "record-back-again",
    "record-broken",
    "record-busy",
    "record-call",
    "record-call-left",
    "record-calls",
    "record-chosen-captives",
    "record-chosen-contested",
    "record-chosen-dead",
    "record-chosen-seal",
    "record-clock-off",
    "record-confirm-missing",
    "record-confirm-so-far",
    "record-conflict",
    "record-conflict-mine",
    "record-conflict-since",
    "record-conflict-told",
    "record-dead-it",
    "record-dead-sure",
    "record-dead-title",
    "record-decide",
    "record-discard",
    "record-discard-all",
    "record-discard-sure",
    "record-findings",
    "record-help-again",
    "record-help-captives",
    "record-help-contested",
    "record-help-dead",
    "record-help-fix",
    "record-help-lifted",
    "record-help-lifts",
    "record-help-over",
    "record-help-press-first",
    "record-help-seal",
    "record-help-tap",
    "record-is-amended",
    "record-is-sealed",
    "record-left",
    "record-left-told",
    "record-lost",
    "record-moves-left",
    "record-not-sealed",
    "record-occupied",
    "record-offline",
    "record-other-point",
    "record-others",
    "record-over",
    "record-overtaken",
    "record-periods",
    "record-place",
    "record-place-lifting",
    "record-place-none",
    "record-place-press",
    "record-place-press-sure",
    "record-point-empty",
    "record-point-last",
    "record-point-marked",
    "record-point-off",
    "record-point-proposed",
    "record-point-stone",
    "record-press",
    "record-press-early",
    "record-press-it",
    "record-press-sure",
    "record-proposed-by",
    "record-refused",
    "record-refused-behind",
    "record-refused-game-confirmed",
    "record-refused-game-not-started",
    "record-refused-game-started-already",
    "record-refused-no-right",
    "record-refused-point-occupied",
    "record-reopens",
    "record-reopens-not",
    "record-result-resigned",
    "record-result-waits",
    "record-seal-elsewhere",
    "record-send-after",
    "record-session-ended",
    "record-signed-out",
    "record-status-confirmed",
    "record-status-counting",
    "record-status-ending",
    "record-status-finished",
    "record-status-paired",
    "record-status-paused",
    "record-status-sealed",
    "record-stone-black",
    "record-stone-white",
    "record-try-again",
    "record-unsure",
    "record-waiting",
    "record-wrong-choose",
    "record-wrong-number",
    "record-wrong-point",
];

/// Those of a device that keeps nothing, or whose clock is set.
const DEVICE: [&str; 7] = [
    "record-clock-set",
    "record-keeps-nothing",
    "record-not-recorded",
    "record-times",
    "record-times-off",
    "record-times-right",
    "record-times-told",
];

/// Those of undoing.
const UNDO: [&str; 15] = [
    "record-help-instead",
    "record-place-instead",
    "record-undo-asking",
    "record-undo-clock",
    "record-undo-finds",
    "record-undo-finds-not",
    "record-undo-impossible",
    "record-undo-instead",
    "record-undo-none",
    "record-undo-nothing",
    "record-undo-press",
    "record-undo-refused",
    "record-undo-struck",
    "record-undo-turn",
    "record-undo-unasked",
];

/// Those beside them that say what was put in wrongly.
const WRONG: [&str; 9] = [
    "record-wrong-applies",
    "record-wrong-area",
    "record-wrong-area-most",
    "record-wrong-call",
    "record-wrong-commitment",
    "record-wrong-reason",
    "record-wrong-seal",
    "record-wrong-stopped",
    "record-wrong-time",
];

/// What entries say elsewhere, too, by the whole key.
const OF_ENTRIES: [&str; 6] = [
    "call-minutes",
    "record-official",
    "list-separator",
    "value-misread",
    "value-not-permitted",
    "value-permitted",
];

/// Every variable stands for itself.
const VARIABLES: [&str; 12] = [
    "call", "colour", "count", "entry", "instead", "point", "points", "stone", "time", "who",
    "why", "winner",
];

/// All of them, as the script reads them, with what the rows of the rule table are
/// about.
pub(super) fn for_script(texts: &Texts, edition: &Edition) -> String {
    let braced = VARIABLES.map(|name| (name, format!("{{{name}}}").into()));
    let with: With<'_> = &braced;
    let mut said: Map<String, Value> = TEXTS
        .iter()
        .chain(&DEVICE)
        .chain(&UNDO)
        .chain(&WRONG)
        .map(|key| {
            let name = key.split_once('-').map_or(*key, |(_, name)| name);
            (name.to_owned(), texts.with(key, with).into())
        })
        .collect();
    for key in OF_ENTRIES {
        said.insert(key.to_owned(), texts.with(key, with).into());
    }
    for colour in ["black", "white"] {
        said.insert(colour.to_owned(), texts.colour(colour).into());
    }
    for name in GameEvent::TYPES {
        said.insert(format!("event {name}"), texts.word("event", name).into());
    }
    for breach in &edition.breaches {
        let row = texts.breach(breach);
        said.entry(format!("row {}", breach.id))
            .or_insert_with(|| row.into());
    }
    said.insert("sign-in".to_owned(), texts.say("sign-in").into());
    Value::Object(said).to_string()
}
