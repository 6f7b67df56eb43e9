//! The signed states of a ledger: two of them compared, one that somebody kept
//! held against the ledger, and what can be taken along.

use super::{desk, tabs};
use crate::{
    pages::{Here, Page, Viewer, frame::grouped, page_of_ledger},
    problem::Problem,
    routes::entries::unreadable,
    service::Service,
};
use actix_web::{HttpResponse, web};
use fupan_domain::ids::{LedgerName, Sha256};
use fupan_replay::{
    entry::Entry,
    proof::{checkpoint::SignedCheckpoint, tree::Frontier},
};
use fupan_store::{EventStore, Proofs, proofs::consistency};
use maud::{Markup, html};
use serde::Deserialize;
use std::collections::BTreeMap;

/// How many checkpoints can be chosen from: the last ones.
const LISTED: usize = 200;
/// How many entries between two are counted by their types.
const COUNTED: u64 = 20_000;
/// How many entries are read at once.
const PASS: usize = 1000;

/// What is compared.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Asked {
    /// The size of the earlier one.
    from: Option<u64>,
    /// The size of the later one.
    to: Option<u64>,
    /// A signed checkpoint that somebody kept.
    seen: Option<String>,
}

/// The page.
pub async fn page(
    service: web::Data<Service>,
    viewer: Viewer,
    path: web::Path<LedgerName>,
    asked: web::Query<Asked>,
) -> Result<HttpResponse, Problem> {
    let asked = asked.into_inner();
    page_of_ledger(&service, viewer, &path, move |here| shown(here, &asked)).await
}

fn shown(here: &Here<'_>, asked: &Asked) -> Result<Page, Problem> {
    let viewer = here.viewer;
    let store = &here.live.open.store;
    let mut all = store.checkpoints(0).map_err(unreadable)?;
    all.drain(..all.len().saturating_sub(LISTED));
    let mut page = desk(here, "checkpoints", None);
    let seen = asked
        .seen
        .as_deref()
        .map(str::trim)
        .filter(|seen| !seen.is_empty());
    page.content = html! {
        h1 { (viewer.texts.word("desk", "checkpoints")) }
        (tabs(here, "checkpoints"))
        p class="soft" { (viewer.say("signed-what")) }
        @if all.is_empty() {
            p { (viewer.say("state-unsigned")) }
        } @else {
            (choose(here, &all, asked))
            @if let (Some(from), Some(to)) = (asked.from, asked.to) { (compared(here, from, to)?) }
        }
        (kept_by_others(here, seen)?)
        (take_along(here))
    };
    Ok(page)
}

/// The checkpoints, two of which can be chosen.
fn choose(here: &Here<'_>, all: &[SignedCheckpoint], asked: &Asked) -> Markup {
    let viewer = here.viewer;
    let mut sizes: Vec<u64> = all
        .iter()
        .map(|signed| signed.checkpoint().size())
        .chain(asked.from)
        .chain(asked.to)
        .collect();
    sizes.sort_unstable();
    sizes.dedup();
    let from = asked.from.or_else(|| sizes.first().copied());
    let to = asked.to.or_else(|| sizes.last().copied());
    html! {
        form class="filters" method="get" action=(here.path("/checkpoints")) {
            @for (name, key, chosen) in [("from", "signed-earlier", from), ("to", "signed-later", to)] {
                p {
                    label for={ "checkpoint-" (name) } { (viewer.say(key)) }
                    select id={ "checkpoint-" (name) } name=(name) {
                        @for size in &sizes {
                            option value=(size) selected[Some(*size) == chosen] { (viewer.texts.with("page-entries", &[("size", grouped(*size).into())])) }
                        }
                    }
                }
            }
            p class="send" { button { (viewer.say("signed-compare")) } }
        }
    }
}

/// Whether the later one goes on from the earlier one, and what lies between.
fn compared(here: &Here<'_>, from: u64, to: u64) -> Result<Markup, Problem> {
    let viewer = here.viewer;
    let (from, to) = (from.min(to), from.max(to));
    let store = &here.live.open.store;
    let proof = consistency(&**store, from, Some(to)).map_err(|e| Problem::from(&e))?;
    let proof_path = format!(
        "/v1/ledgers/{}/proof/consistency?from={from}&to={to}",
        here.ledger
    );
    let with = [
        ("from", grouped(from).into()),
        ("to", grouped(to).into()),
        ("count", grouped(to - from).into()),
    ];
    let between = here.path(&format!(
        "/entries?order=oldest&before={to}{}",
        from.checked_sub(1)
            .map(|last| format!("&after={last}"))
            .unwrap_or_default()
    ));
    Ok(html! {
        section id="compared" {
            h2 { (viewer.texts.with("signed-compared", &with)) }
            p class="verdict sound" { "✓ " (viewer.say("signed-goes-on")) }
            dl {
                div { dt { (viewer.say("signed-earlier")) } dd { code class="hash" { (proof.from.root) } } }
                div { dt { (viewer.say("signed-later")) } dd { code class="hash" { (proof.to.root) } } }
            }
            details {
                summary { (viewer.say("signed-proof")) " (" (proof.hashes.len()) ")" }
                ol { @for hash in &proof.hashes { li { code class="hash" { (hash) } } } }
            }
            p { a href=(proof_path) { (viewer.say("audit-for-programs")) } }
            h3 { (viewer.texts.with("signed-between", &with)) }
            @if from < to {
                p { a class="button plain" href=(between) { (viewer.texts.word("desk", "entries")) } }
                (by_type(here, from, to)?)
            }
        }
    })
}

/// How many entries of each type.
fn by_type(here: &Here<'_>, from: u64, to: u64) -> Result<Markup, Problem> {
    let viewer = here.viewer;
    let end = to.min(from.saturating_add(COUNTED));
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    let mut next = from;
    while next < end {
        let left = usize::try_from(end - next).unwrap_or(PASS).min(PASS);
        let entries = here
            .live
            .open
            .store
            .entries(next, left)
            .map_err(unreadable)?;
        if entries.is_empty() {
            break;
        }
        for bytes in &entries {
            next += 1;
            let Ok(read) = Entry::read(bytes) else {
                continue;
            };
            *counts.entry(read.type_name.to_owned()).or_insert(0) += 1;
        }
    }
    let mut counts: Vec<(String, u64)> = counts.into_iter().collect();
    counts.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let with = [("count", grouped(end - from).into())];
    Ok(html! {
        @if end < to { p class="soft" { (viewer.texts.with("signed-counted", &with)) } }
        ul class="columns" {
            @for (name, count) in &counts { li { (viewer.texts.word("event", name)) ": " span class="tabular" { (grouped(*count)) } } }
        }
    })
}

/// A checkpoint that somebody kept, held against the ledger.
fn kept_by_others(here: &Here<'_>, seen: Option<&str>) -> Result<Markup, Problem> {
    let viewer = here.viewer;
    let told = seen.map(|seen| held_against(here, seen)).transpose()?;
    Ok(html! {
        section id="kept" {
            h2 { (viewer.say("signed-kept")) }
            p { (viewer.say("signed-kept-what")) }
            @if let Some((sound, key, detail)) = &told {
                p id="kept-told" data-found=(key) class=(if *sound { "verdict sound" } else { "verdict broken" }) role="status" {
                    (if *sound { "✓ " } else { "✗ " }) (viewer.say(key)) " " (detail)
                }
            }
            form method="get" action={ (here.path("/checkpoints")) "#kept" } {
                p {
                    label for="checkpoint-seen" { (viewer.say("signed-note")) }
                    textarea id="checkpoint-seen" name="seen" rows="5" spellcheck="false" lang="" class="wide-text" { (seen.unwrap_or_default()) }
                }
                p { button { (viewer.say("signed-hold")) } }
            }
        }
    })
}

/// Whether the ledger goes on from a checkpoint, and whether its key signed it.
fn held_against(here: &Here<'_>, seen: &str) -> Result<(bool, &'static str, Markup), Problem> {
    let store = &here.live.open.store;
    let text = format!("{}\n", seen.replace("\r\n", "\n").trim_end());
    let signed = match SignedCheckpoint::read(text.as_bytes()) {
        Ok(signed) => signed,
        Err(error) => {
            return Ok((
                false,
                "signed-no-note",
                html! { span lang="en" { (error) } },
            ));
        }
    };
    let checkpoint = signed.checkpoint();
    let origin = store
        .checkpoint()
        .map(|own| own.checkpoint().origin().to_owned());
    if origin.is_some_and(|own| own != checkpoint.origin()) {
        return Ok((
            false,
            "signed-other-ledger",
            html! { code { (checkpoint.origin()) } },
        ));
    }
    let size = checkpoint.size();
    if size > store.tree_size().map_err(unreadable)? {
        return Ok((false, "signed-beyond", html! { (grouped(size)) }));
    }
    let root: Sha256 = Frontier::read(size, |node| store.node(node))
        .map_err(unreadable)?
        .root();
    if root != checkpoint.root() {
        return Ok((
            false,
            "signed-other-history",
            html! { code class="hash" { (root) } },
        ));
    }
    let by_own = store
        .keys()
        .iter()
        .any(|key| signed.note().verify(key).is_ok());
    let key = if by_own {
        "signed-holds"
    } else {
        "signed-holds-unsigned"
    };
    Ok((by_own, key, html! {}))
}

/// What can be taken along.
fn take_along(here: &Here<'_>) -> Markup {
    let viewer = here.viewer;
    let api = |rest: &str| format!("/v1/ledgers/{}/{rest}", here.ledger);
    html! {
        section id="along" {
            h2 { (viewer.say("signed-along")) }
            ul {
                li { a href=(api("bundle")) download { (viewer.say("signed-bundle")) } }
                li { a href=(here.path("/entries.csv")) download { (viewer.say("signed-csv")) } }
                li { a href=(api("checkpoint")) { (viewer.say("state-last-checkpoint")) } }
                li { a href=(api("checkpoints")) { (viewer.say("signed-all")) } }
                li { a href=(api("keys")) { (viewer.say("print-key")) } }
            }
            p class="soft" { (viewer.say("signed-single")) }
        }
    }
}
