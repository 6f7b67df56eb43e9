//! One entry: what it says, its bytes and hash, the proof that it is in the ledger,
//! what it changed, and which entries it names or is named by.

use super::{changes, desk, entry_link, proved, tabs};
use crate::{
    i18n::foreign::inline,
    live::LiveLedger,
    pages::{Here, Key, Page, Viewer, page_of_ledger, summary::is_colour},
    problem::Problem,
    proofs::receipt,
    routes::entries::unreadable,
};
use actix_web::{HttpResponse, web};
use fupan_domain::{
    event::Stream,
    ids::{EntryId, LedgerName, Sha256},
};
use fupan_replay::entry::{self, Entry};
use fupan_store::{EventStore, ViewError};
use maud::{Markup, html};
use serde::Deserialize;
use serde_json::Value;
use std::{
    collections::{BTreeSet, VecDeque},
    sync::Arc,
};

/// How many entries of a stream are looked through for those that name an entry.
const LOOKED_THROUGH: usize = 5_000;
/// The fields in which somebody's id stands, or the colour of a side.
const OF_PEOPLE: [&str; 21] = [
    "approved_by",
    "asked_by",
    "black",
    "boards",
    "by",
    "bye",
    "drawn",
    "entrants",
    "from",
    "holder",
    "members",
    "official",
    "player",
    "players",
    "recused",
    "substitutes",
    "team",
    "teams",
    "voiced_by",
    "white",
    "with",
];

/// How many entries one chain has at most.
const CHAIN: usize = 60;

/// What is asked of an entry.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Asked {
    /// The beginning of a hash that somebody has on paper, to be held against this one's.
    hash: Option<String>,
}

/// An entry as the page shows it.
pub(super) struct Shown {
    pub seq: u64,
    pub bytes: Arc<[u8]>,
    pub hash: Sha256,
    pub stream: Stream,
    pub data: Value,
    pub id: EntryId,
    pub version: u64,
}

impl Shown {
    fn of(live: &LiveLedger, seq: u64) -> Result<Shown, Problem> {
        let store = &*live.open.store;
        let size = store.head().size;
        let bytes = store.entry(seq).map_err(unreadable)?;
        let bytes = bytes.ok_or_else(|| {
            let past = ViewError::PastHead { asked: seq, size };
            Problem::new("not_found", past.to_string())
        })?;
        let read = Entry::read(&bytes).map_err(|e| Problem::internal(&e))?;
        let stream = read.stream.parse();
        let data = serde_json::from_str(read.data.get());
        Ok(Shown {
            seq,
            hash: entry::hash(&bytes),
            stream: stream.map_err(|e| Problem::internal(&e))?,
            data: data.map_err(|e| Problem::internal(&e))?,
            id: read.id,
            version: read.version,
            bytes: Arc::clone(&bytes),
        })
    }

    fn read(&self) -> Result<Entry<'_>, Problem> {
        Entry::read(&self.bytes).map_err(|e| Problem::internal(&e))
    }
}

/// The page.
pub async fn page(
    service: web::Data<crate::service::Service>,
    viewer: Viewer,
    path: web::Path<(LedgerName, u64)>,
    asked: web::Query<Asked>,
) -> Result<HttpResponse, Problem> {
    let (ledger, seq) = path.into_inner();
    page_of_ledger(&service, viewer, &ledger, move |here| {
        page_of(here, &Shown::of(here.live, seq)?, asked.hash.as_deref())
    })
    .await
}

fn page_of(here: &Here<'_>, shown: &Shown, seen: Option<&str>) -> Result<Page, Problem> {
    let viewer = here.viewer;
    let read = shown.read()?;
    let title = format!(
        "#{} {}",
        shown.seq,
        viewer.texts.word("event", read.type_name)
    );
    let mut page = desk(here, "entries", Some(title.clone()));
    page.keys = vec![Key {
        shown: "← →",
        does: "key-entry",
    }];
    let receipt = receipt(&*here.live.open.store, shown.seq)?;
    page.content = html! {
        h1 { (title) }
        (tabs(here, "entries"))
        (beside(here, shown)?)
        @if let Some(seen) = seen { (held_against(viewer, shown, seen)) }
        div class="entry" {
            div {
                section id="says" {
                    h2 { (viewer.say("entry-says")) }
                    p { (here.in_a_line(&shown.data)) }
                    (envelope(here, &read))
                    (fields(here, &shown.data))
                    (what_if_link(here, shown, read.type_name))
                }
                section id="related" {
                    h2 { (viewer.say("entry-related")) }
                    (related(here, shown)?)
                }
            }
            section id="changed" {
                h2 { (viewer.say("entry-changed")) }
                (changes::of(here, shown)?)
            }
        }
        section id="proved" {
            h2 { (viewer.say("entry-proof")) }
            (proved::proof(here, shown, &read, &receipt))
        }
        section id="bytes" {
            h2 { (viewer.say("entry-bytes")) }
            (proved::raw(here, shown))
        }
    };
    Ok(page)
}

/// The entries before and after, in the ledger and in the stream.
fn beside(here: &Here<'_>, shown: &Shown) -> Result<Markup, Problem> {
    let (viewer, store) = (here.viewer, &here.live.open.store);
    let path = |seq: u64| here.path(&format!("/entries/{seq}"));
    let size = store.head().size;
    let in_stream = |version: Option<u64>| -> Result<Option<u64>, Problem> {
        let Some(version) = version else {
            return Ok(None);
        };
        let found = store
            .stream(&shown.stream, version, 1)
            .map_err(unreadable)?;
        let seq = found.first().map(|bytes| Entry::read(bytes).map(|e| e.seq));
        seq.transpose().map_err(|e| Problem::internal(&e))
    };
    let before = shown.seq.checked_sub(1);
    let after = Some(shown.seq + 1).filter(|seq| *seq < size);
    let stream_before = in_stream(shown.version.checked_sub(1))?;
    let stream_after = in_stream(shown.version.checked_add(1))?;
    let stream = shown.stream.to_string();
    Ok(html! {
        nav class="steps" aria-label=(viewer.say("entry-beside")) {
            @if let Some(seq) = before { a class="button plain" data-key="ArrowLeft" href=(path(seq)) { "◀ #" (seq) } }
            @if let Some(seq) = after { a class="button plain" data-key="ArrowRight" href=(path(seq)) { "#" (seq) " ▶" } }
            span class="soft" { (viewer.say("entry-in-stream")) " " code { (stream) } ":" }
            @if let Some(seq) = stream_before { a class="button plain" href=(path(seq)) { "◀ #" (seq) } }
            @if let Some(seq) = stream_after { a class="button plain" href=(path(seq)) { "#" (seq) " ▶" } }
        }
    })
}

/// A hash from elsewhere, as a print bears it, held against this entry's.
fn held_against(viewer: &Viewer, shown: &Shown, seen: &str) -> Markup {
    let seen = seen.trim().to_ascii_lowercase();
    let is_hash = seen.len() >= 8 && seen.bytes().all(|b| b.is_ascii_hexdigit());
    let same = is_hash && shown.hash.to_string().starts_with(&seen);
    let (class, sign, key) = if same {
        ("verdict sound", "✓", "entry-hash-same")
    } else {
        ("verdict broken", "✗", "entry-hash-other")
    };
    html! {
        p class=(class) id="held-against" {
            strong { span aria-hidden="true" { (sign) " " } (viewer.say(key)) } " "
            code class="hash" { (crate::text::harmless(&seen)) }
        }
    }
}

fn envelope(here: &Here<'_>, read: &Entry<'_>) -> Markup {
    let viewer = here.viewer;
    let like = |name: &str, value: &str| super::entries::like(here, name, value);
    let place = match read.stream.split_once('/') {
        Some(("game", game)) => Some(here.path(&format!("/games/{game}"))),
        _ => None,
    };
    html! {
        dl {
            div { dt { (viewer.say("label-happened")) } dd { (viewer.moment(read.at)) } }
            div { dt { (viewer.say("label-accepted")) } dd { (viewer.moment(read.recorded_at)) } }
            div { dt { (viewer.say("label-kind")) } dd {
                a href=(like("type", read.type_name)) { (viewer.texts.word("event", read.type_name)) } " "
                code { (read.type_name) } " v" (read.schema)
            } }
            div { dt { (viewer.say("entries-stream")) } dd {
                a href=(like("stream", read.stream)) { code { (read.stream) } }
                " · " (viewer.say("entry-version")) " " (read.version)
                @if let Some(place) = place { " · " a href=(place) { (viewer.say("label-game")) } }
            } }
            div { dt { (viewer.say("page-by")) } dd {
                a href=(like("actor", read.actor)) { (here.named_with_id(read.actor)) }
                @if read.submitted_by != read.actor { " · " (viewer.say("entry-handed-in")) " " (here.named_with_id(read.submitted_by)) }
            } }
            div { dt { "id" } dd { code class="hash" { (read.id) } } }
        }
    }
}

/// The fields of the data, each value that can be looked for a link.
fn fields(here: &Here<'_>, data: &Value) -> Markup {
    html! {
        @if let Value::Object(fields) = data {
            dl class="fields" {
                @for (name, value) in fields {
                    div { dt { code { (name) } } dd { (value_of(here, name, value)) } }
                }
            }
        }
    }
}

fn value_of(here: &Here<'_>, name: &str, value: &Value) -> Markup {
    match value {
        Value::String(id) if OF_PEOPLE.contains(&name) && !is_colour(id) => here.named_with_id(id),
        Value::String(text) => text_of(here, text),
        Value::Array(values) if values.iter().all(|v| v.is_string() || v.is_number()) => html! {
            @for (at, value) in values.iter().enumerate() {
                @if at > 0 { " " } (value_of(here, name, value))
            }
        },
        Value::Array(_) | Value::Object(_) => {
            let text = serde_json::to_string_pretty(value).unwrap_or_default();
            html! { pre class="wraps" tabindex="0" lang="" { (crate::text::harmless(&text)) } }
        }
        other => html! { code { (other) } },
    }
}

fn text_of(here: &Here<'_>, text: &str) -> Markup {
    if let Some(seq) = seq_of_id(here, text) {
        return html! { code class="hash" { (text) } " " (entry_link(here, seq)) };
    }
    if here.tournament.has_article(text) {
        let cites = super::entries::like(here, "article", text);
        return html! {
            (here.viewer.article(&here.ledger, text)) " · "
            a href=(cites) { (here.viewer.say("entry-citing")) }
        };
    }
    inline(text)
}

/// The seq of the entry with that id, if it is one.
pub(super) fn seq_of_id(here: &Here<'_>, text: &str) -> Option<u64> {
    let id: EntryId = text.parse().ok()?;
    let bytes = here.live.open.store.by_id(id).ok().flatten()?;
    Some(Entry::read(&bytes).ok()?.seq)
}

/// What would be if it fell: a question that is asked on a page of its own.
fn what_if_link(here: &Here<'_>, shown: &Shown, type_name: &str) -> Markup {
    let falls = !matches!(
        type_name,
        "tournament_opened" | "round_paired" | "entry_corrected" | "entry_inserted"
    ) && shown.stream != Stream::Log;
    let path = here.path(&format!("/whatif?void=%40{}", shown.seq));
    html! {
        @if falls {
            p class="noprint" { a class="button plain" href=(path) { (here.viewer.say("entry-what-if")) } }
        }
    }
}

/// Which entries it names, and which name it.
fn related(here: &Here<'_>, shown: &Shown) -> Result<Markup, Problem> {
    let viewer = here.viewer;
    let mut named = Vec::new();
    ids_in(here, &shown.data, &mut named);
    named.sort_unstable();
    named.dedup();
    let naming = naming(here, shown)?;
    let list = |key: &str, seqs: &[u64]| {
        html! {
            @if !seqs.is_empty() {
                p { (viewer.say(key)) }
                ul { @for seq in seqs { (line(here, *seq)) } }
            }
        }
    };
    Ok(html! {
        (list("entry-names", &named))
        (list("entry-named-by", &naming))
        @if named.is_empty() && naming.is_empty() {
            p class="soft" { (viewer.say("value-none")) }
        } @else {
            p { a href=(super::entries::like(here, "chain", &shown.seq.to_string())) { (viewer.say("entry-chain")) } }
        }
    })
}

/// An entry with all that belong to it: those that it names or that name it, and so
/// on, up to a bound. A ruling so leads to its stone, its finding's complaint, its
/// warning, the appeal against it and what that decided.
pub(super) fn chain(here: &Here<'_>, seq: u64) -> Result<BTreeSet<u64>, Problem> {
    let mut chain = BTreeSet::from([seq]);
    let mut to_see = VecDeque::from([seq]);
    while let Some(seq) = to_see.pop_front() {
        let shown = Shown::of(here.live, seq)?;
        let mut seqs = naming(here, &shown)?;
        ids_in(here, &shown.data, &mut seqs);
        // What a whole event rests on belongs to everything, and leads to everything.
        let own = |other: &u64| Shown::of(here.live, *other).is_ok_and(|o| is_of_a_case(&o.stream));
        for other in seqs.into_iter().filter(own) {
            if chain.len() < CHAIN && chain.insert(other) {
                to_see.push_back(other);
            }
        }
    }
    Ok(chain)
}

const fn is_of_a_case(stream: &Stream) -> bool {
    matches!(stream, Stream::Game(_) | Stream::Appeal(_))
}

/// An entry in a line of a list.
pub(super) fn line(here: &Here<'_>, seq: u64) -> Markup {
    let viewer = here.viewer;
    let bytes = here.live.open.store.entry(seq).ok().flatten();
    let read = bytes.as_deref().and_then(|bytes| Entry::read(bytes).ok());
    html! {
        li {
            (entry_link(here, seq))
            @if let Some(read) = read {
                @let data: Value = serde_json::from_str(read.data.get()).unwrap_or_default();
                " " strong { (viewer.texts.word("event", read.type_name)) } " "
                (viewer.moment(read.at)) " " (here.in_a_line(&data))
            }
        }
    }
}

fn ids_in(here: &Here<'_>, value: &Value, into: &mut Vec<u64>) {
    match value {
        Value::String(text) => into.extend(seq_of_id(here, text)),
        Value::Array(values) => values.iter().for_each(|value| ids_in(here, value, into)),
        Value::Object(fields) => fields.values().for_each(|value| ids_in(here, value, into)),
        _ => {}
    }
}

/// The entries that name this one by its id, or what it decided by that id: in
/// its own stream, and of a game in the appeals about it.
fn naming(here: &Here<'_>, shown: &Shown) -> Result<Vec<u64>, Problem> {
    let store = &here.live.open.store;
    let mut names = vec![format!("\"{}\"", shown.id)];
    for field in ["ruling", "sanction", "appeal", "evidence"] {
        let own = shown.data[field].as_str();
        names.extend(own.map(|id| format!("\"{field}\":\"{id}\"")));
    }
    // A decision that overturns names a ruling in an order of its own.
    names.extend(shown.data["ruling"].as_str().map(|id| format!("\"{id}\"")));
    let mut streams = vec![(shown.stream.clone(), shown.version + 1)];
    if let Stream::Game(game) = &shown.stream {
        let appeals = here.tournament.appeals.iter();
        let of_game = appeals.filter(|(_, appeal)| appeal.game.as_ref() == Some(game));
        streams.extend(of_game.map(|(id, _)| (Stream::Appeal(id.clone()), 0)));
    }
    let mut found = Vec::new();
    for (stream, from) in streams {
        let entries = store.stream(&stream, from, LOOKED_THROUGH);
        for bytes in entries.map_err(unreadable)? {
            let Ok(read) = Entry::read(&bytes) else {
                continue;
            };
            let data = read.data.get();
            if names.iter().any(|name| data.contains(name)) {
                found.push(read.seq);
            }
        }
    }
    found.sort_unstable();
    Ok(found)
}
