//! What a form records in two steps: entries of one stream, shown exactly as they
//! will be written, then one deliberate act. With the form's own key, sending it
//! twice records it once. Rulings and decisions, which are tried out before they
//! are recorded, have reviews of their own; whether something may be recorded is
//! judged by the ledger.

use super::{Filled, Here, Viewer, own_effects::Wrong};
use crate::{
    i18n::foreign::quoted,
    live::LiveLedger,
    problem::Problem,
    routes::{
        reading::Places,
        recording::{Author, recorded},
    },
    service::{Service, beside},
};
use fupan_domain::{
    event::Stream,
    ids::{ActorId, EntryId, Sha256},
};
use fupan_replay::{draft::Draft, entry::Entry};
use fupan_store::{EventStore, wall_clock};
use maud::{Markup, html};
use serde_json::{Value, json};
use std::sync::Arc;

/// What a form asks to be recorded.
#[derive(Clone, Debug)]
pub struct Asked {
    /// In which stream.
    pub stream: Stream,
    /// Type and data of each entry.
    pub entries: Vec<(&'static str, Value)>,
    /// The stream's version that the form was made on, where the entries rest on
    /// it; -1: the stream is new.
    pub seen: Option<i64>,
    /// The form's own key, from which the entries' ids follow.
    pub key: Option<String>,
}

impl Asked {
    /// What the forms of its entries refuse, told before it is reviewed.
    pub fn unfit(&self, here: &Here<'_>) -> Option<Problem> {
        let actor = super::case::actor(here)?;
        self.drafts(&actor, here.live).err()
    }

    fn drafts(&self, actor: &ActorId, ledger: &LiveLedger) -> Result<Vec<Draft>, Problem> {
        let at = wall_clock();
        let draft = |(index, (type_name, data)): (usize, &(&'static str, Value))| {
            let draft = json!({
                "stream": self.stream, "type": type_name, "at": at, "actor": actor,
                "data": data,
            });
            let text = serde_json::to_vec(&draft).map_err(|e| Problem::internal(&e))?;
            let mut draft = Draft::read(&text).map_err(|e| Problem {
                column: None,
                ..Problem::from(&e)
            })?;
            draft.id = self
                .key
                .as_ref()
                .map(|key| id_of(ledger, &self.stream, type_name, index, actor, key));
            draft.expect = self.seen.filter(|_| index == 0);
            Ok(draft)
        };
        self.entries.iter().enumerate().map(draft).collect()
    }
}

/// The id of what a form with that key records: of its first entry, its second.
pub fn id_of(
    ledger: &LiveLedger,
    stream: &Stream,
    type_name: &str,
    index: usize,
    actor: &ActorId,
    key: &str,
) -> EntryId {
    let name = ledger.open.store.ledger();
    // Names hold no line break, and the key comes last.
    let seed = format!("{type_name}\n{index}\n{name}\n{stream}\n{actor}\n{key}");
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&Sha256::of(seed.as_bytes()).0[..16]);
    EntryId(uuid::Builder::from_custom_bytes(bytes).into_uuid())
}

/// The entry of that type that the viewer's form of that key recorded first, if it did.
pub fn recorded_with(
    here: &Here<'_>,
    stream: &Stream,
    type_name: &str,
    key: &str,
) -> Option<Arc<[u8]>> {
    let actor = super::case::actor(here)?;
    let id = id_of(here.live, stream, type_name, 0, &actor, key);
    here.live.open.store.by_id(id).ok().flatten()
}

/// Records it; a form that is sent once more has been recorded already.
///
/// # Errors
/// Why the ledger does not take it.
pub async fn record(
    service: &Service,
    ledger: &Arc<LiveLedger>,
    author: &Author,
    asked: Asked,
) -> Result<(), Problem> {
    let drafts = asked.drafts(author.actor(), ledger)?;
    let is_there = || {
        let (live, drafts) = (Arc::clone(ledger), drafts.clone());
        beside(move || is_recorded(&live, &drafts))
    };
    if is_there().await? {
        return Ok(());
    }
    let batch = author.own_batch(drafts.clone(), &Places::none())?;
    match recorded(service, ledger, batch, &Places::none()).await {
        Ok(_) => Ok(()),
        // The same form, sent twice at once: the other one was quicker.
        Err(_) if is_there().await? => Ok(()),
        Err(problem) => Err(problem),
    }
}

/// Whether the ledger has these very drafts: they go in together or not at all, so
/// the first tells.
fn is_recorded(ledger: &LiveLedger, drafts: &[Draft]) -> Result<bool, Problem> {
    let unreadable = |e: String| Problem::new("log_unreadable", e);
    for draft in drafts {
        let Some(id) = draft.id else {
            return Ok(false);
        };
        let found = ledger.open.store.by_id(id);
        let Some(bytes) = found.map_err(|e| unreadable(e.to_string()))? else {
            return Ok(false);
        };
        let entry = Entry::read(&bytes).map_err(|e| unreadable(e.to_string()))?;
        let told: Value =
            serde_json::from_str(entry.data.get()).map_err(|e| unreadable(e.to_string()))?;
        if told != Value::Object(draft.data.clone()) {
            return Err(Problem::new(
                "id_reused",
                "this form was recorded already, with another content",
            ));
        }
    }
    Ok(true)
}

/// The version of a stream; -1: it has no entry.
pub fn version(here: &Here<'_>, stream: &Stream) -> i64 {
    let head = here.live.open.store.stream_head(stream);
    head.map_or(-1, |head| i64::try_from(head.version).unwrap_or(i64::MAX))
}

/// The hidden fields of a form that becomes such entries.
pub fn hidden(here: &Here<'_>, filled: &Filled, step: &str, seen: i64) -> Markup {
    let own = filled.get("step").starts_with(step);
    let key = filled.some("key").filter(|_| own);
    html! {
        input type="hidden" name="csrf" value=[here.viewer.proof()];
        input type="hidden" name="step" value=(step);
        input type="hidden" name="seen" value=(seen);
        input type="hidden" name="key" value=(key.unwrap_or_else(super::case::fresh_key));
    }
}

/// The second step of a form.
pub struct Second<'a> {
    /// Where.
    pub here: &'a Here<'a>,
    /// What was filled in.
    pub filled: &'a Filled,
    /// The form's first step; its second is called `{step}-record`, the way back
    /// `{step}-edit`.
    pub step: &'a str,
    /// Where the form is sent.
    pub action: &'a str,
    /// How the entries challenged or meant are told.
    pub entries: &'a dyn Fn(&Value) -> Markup,
}

impl Second<'_> {
    /// What will be written, the deliberate act, and the way back.
    pub fn shown(&self, asked: &Asked) -> Markup {
        let viewer = self.here.viewer;
        html! {
            (self.written(asked))
            form method="post" action=(self.action) class="act" {
                input type="hidden" name="csrf" value=[viewer.proof()];
                input type="hidden" name="step" value={ (self.step) "-record" };
                (self.filled.hidden(&["step", "confirmed"]))
                @if self.filled.some("key").is_none() { input type="hidden" name="key" value=(super::case::fresh_key()); }
                (tick(self.here))
                button { (viewer.say("act-record")) }
            }
            form method="post" action=(self.action) class="act" {
                input type="hidden" name="csrf" value=[viewer.proof()];
                input type="hidden" name="step" value={ (self.step) "-edit" };
                (self.filled.hidden(&["step", "confirmed"]))
                button class="plain" { (viewer.say("act-back")) }
            }
        }
    }

    /// The entries, as they will be written.
    pub fn written(&self, asked: &Asked) -> Markup {
        let viewer = self.here.viewer;
        let count = asked.entries.len().to_string();
        html! {
            section aria-labelledby="written" {
                h2 id="written" { (viewer.texts.with("act-entries", &[("count", count.into())])) }
                ol class="entries" {
                    @for (type_name, data) in &asked.entries {
                        li {
                            strong { (viewer.texts.word("event", type_name)) } " · " code { (asked.stream) }
                            dl { @for (label, said) in self.fields(data) { div { dt { (viewer.say(label)) } dd { (said) } } } }
                        }
                    }
                }
            }
        }
    }

    fn fields(&self, data: &Value) -> Vec<(&'static str, Markup)> {
        let (here, texts) = (self.here, self.here.viewer.texts);
        let all = |values: &Value, said: &dyn Fn(&str) -> Markup| {
            let values: Vec<&str> = values
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .collect();
            html! { @for value in values { (said(value)) " " } }
        };
        let party = |id: &str| match id {
            "black" | "white" => html! { (texts.colour(id)) },
            id => here.official(id),
        };
        let mut fields = Vec::new();
        for (key, value) in data.as_object().into_iter().flatten() {
            let text = value.as_str().unwrap_or_default();
            fields.push(match key.as_str() {
                "game" => ("label-game", html! { (text) }),
                "by" if value.is_array() => ("label-by", all(value, &party)),
                "by" => ("label-appeal-by", here.who(text)),
                "against" => ("label-against", (self.entries)(value)),
                "grounds" => ("label-grounds", quoted(text)),
                "relief" => ("label-relief", quoted(text)),
                "members" => ("label-panel", all(value, &|id| here.official(id))),
                "recused" => ("label-recused", all(value, &|id| here.official(id))),
                "from" => ("label-from", here.who(text)),
                "text" if data["nonce"].is_string() => ("review-note-text", quoted(text)),
                "text" => ("label-statement", quoted(text)),
                "nonce" => ("review-note-nonce", html! { code class="hash" { (text) } }),
                "commitment" => ("label-sha256", html! { code class="hash" { (text) } }),
                "stand" => ("label-stand", html! { (texts.word("stands", text)) }),
                "finding" => ("label-finding", html! { code { (text) } }),
                "colour" => ("label-whom", html! { (texts.colour(text)) }),
                "thinking" => ("game-to-play", html! { (texts.colour(text)) }),
                "reason" => ("label-reasons", html! { (texts.word("pause", text)) }),
                "result" => ("label-result", html! { (texts.result(value)) }),
                _ => continue,
            });
        }
        fields
    }
}

/// The most characters of a text, by the form of its entry: what somebody said is taken
/// down at length, grounds and reasons are shorter.
pub fn most_of(name: &str) -> usize {
    if name == "text" || name.starts_with("said-") {
        10_000
    } else {
        4_000
    }
}

/// The texts that are longer than their entries hold, told before they are reviewed.
pub fn too_long(viewer: &Viewer, filled: &Filled, names: &[&str]) -> Vec<Wrong> {
    let told = |name: &&str| {
        let (count, most) = (filled.get(name).chars().count(), most_of(name));
        let with = [
            ("count", count.to_string().into()),
            ("most", most.to_string().into()),
        ];
        (count > most).then(|| Wrong::new(name, viewer.texts.with("act-too-long", &with)))
    };
    names.iter().filter_map(told).collect()
}

/// To have read what will be written.
pub fn tick(here: &Here<'_>) -> Markup {
    html! {
        p { label class="check" {
            input type="checkbox" id="confirmed" name="confirmed" value="1" required;
            span { (here.viewer.say("act-read")) }
        } }
    }
}

/// What is missing of the deliberate act.
pub fn unconfirmed(here: &Here<'_>, filled: &Filled) -> Option<Wrong> {
    let is_missing = !filled.has("confirmed", "1");
    is_missing.then(|| Wrong::new("confirmed", here.viewer.say("act-not-confirmed")))
}
