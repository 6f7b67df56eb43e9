//! The hash of an entry, its place in the chain, the proof that it is in the
//! ledger, which the browser can check, and its bytes.

use super::{entry::Shown, entry_link};
use crate::{
    pages::{Here, Viewer},
    proofs::ReceiptView,
};
use fupan_replay::entry::Entry;
use maud::{Markup, html};

/// Hash, chain, receipt; and the proof of inclusion, checked in the browser.
pub(super) fn proof(
    here: &Here<'_>,
    shown: &Shown,
    read: &Entry<'_>,
    receipt: &ReceiptView,
) -> Markup {
    let viewer = here.viewer;
    let api = format!("/v1/ledgers/{}/entries/{}", here.ledger, shown.seq);
    let before = shown.seq.checked_sub(1);
    html! {
        dl {
            div { dt { (viewer.say("label-hash")) } dd { code class="hash" id="hash" { (shown.hash) } } }
            div { dt { (viewer.say("entry-prev")) } dd {
                code class="hash" { (read.prev) } @if let Some(seq) = before { " " (entry_link(here, seq)) }
            } }
            div { dt { (viewer.say("entry-stream-prev")) } dd { code class="hash" { (read.stream_prev) } } }
            div { dt { (viewer.say("state-checkpoint-of")) } dd {
                @match &receipt.checkpoint {
                    Some(checkpoint) => {
                        (viewer.texts.with("page-entries", &[("size", checkpoint.size.to_string().into())])) " · "
                        code { (checkpoint.origin) } br; code class="hash" { (checkpoint.root) }
                    }
                    None => (viewer.say("entry-not-covered")),
                }
            } }
        }
        @if let Some(text) = &receipt.tlog_proof {
            p { a href={ (api) "/tlog-proof" } download={ (shown.seq) ".tlog-proof" } { (viewer.say("entry-proof-file")) } }
            (check_here(viewer, &api, shown, text))
        }
    }
}

/// The form in which the script checks a proof; without it, what says so.
fn check_here(viewer: &Viewer, api: &str, shown: &Shown, text: &str) -> Markup {
    let said = [
        ("data-sound", "proof-sound"),
        ("data-form", "proof-no-form"),
        ("data-index", "proof-other-index"),
        ("data-root", "proof-other-root"),
        ("data-hash", "proof-other-hash"),
        ("data-length", "proof-wrong-length"),
        ("data-insecure", "proof-insecure"),
        ("data-unread", "proof-unread"),
    ];
    let say = |name: &str| {
        let found = said.iter().find(|(of, _)| *of == name);
        found.map(|(_, key)| viewer.say(key)).unwrap_or_default()
    };
    html! {
        div id="proof" class="proof" data-entry=(api) data-seq=(shown.seq) data-leaf=(shown.hash)
            data-sound=(say("data-sound")) data-form=(say("data-form")) data-index=(say("data-index"))
            data-root=(say("data-root")) data-hash=(say("data-hash")) data-length=(say("data-length"))
            data-insecure=(say("data-insecure")) data-unread=(say("data-unread")) {
            p { (viewer.say("proof-here")) }
            p {
                label for="proof-text" { (viewer.say("proof-text")) }
                textarea id="proof-text" rows="8" spellcheck="false" autocomplete="off" lang="" { (text) }
            }
            p { button type="button" id="proof-check" hidden { (viewer.say("proof-check")) } }
            p id="told" role="status" class="verdict" hidden {}
            ol id="climbed" class="hash" hidden {}
            noscript { p class="note" { (viewer.say("proof-no-script")) } }
            p class="note" { (viewer.say("proof-not-signed")) }
        }
    }
}

/// The bytes, exactly as they were hashed.
pub(super) fn raw(here: &Here<'_>, shown: &Shown) -> Markup {
    let viewer = here.viewer;
    let text = String::from_utf8_lossy(&shown.bytes);
    let with = [("bytes", shown.bytes.len().to_string().into())];
    let api = format!("/v1/ledgers/{}/entries/{}", here.ledger, shown.seq);
    html! {
        p class="soft" {
            (viewer.texts.with("evidence-bytes", &with)) " · " (viewer.say("entry-hash-rule")) " "
            a href=(api) download={ (shown.seq) ".json" } { (viewer.say("entry-raw-file")) }
        }
        pre id="raw" class="wraps" tabindex="0" lang="" { (text) }
    }
}
