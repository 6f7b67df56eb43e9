//! What stands around every page: the way that leads to it, the language, who
//! looks at it, the ledger as it stands, and the help with the page's keys.

use super::{Asset, Page, Viewer};
use crate::{
    auth::Principal,
    i18n::Lang,
    live::{Audited, LiveLedger},
    text::harmless,
};
use fupan_domain::{
    Millis, Timestamp,
    event::{AppealEvent, GameEvent, LogEvent, ReviewEvent, TournamentEvent},
    ids::LedgerName,
};
use fupan_replay::{audit::Verdict, sequencer::Head};
use fupan_store::{EventStore, Proofs, wall_clock};
use maud::{DOCTYPE, Markup, html};

/// A step of the way to a page: what it is called, and where it is.
#[derive(Clone)]
pub struct Step {
    /// What it is called.
    pub label: Markup,
    /// Its path.
    pub path: String,
}

/// A ledger as it stood when the page was made.
#[derive(Clone)]
pub struct Badge {
    /// The ledger.
    pub ledger: LedgerName,
    /// Its last entry.
    pub head: Head,
    /// Up to how many entries it is signed for, and when that was signed, where
    /// this process did it.
    pub signed: Option<(u64, Option<Timestamp>)>,
    /// The last audit of it.
    pub audited: Option<Audited>,
}

impl Badge {
    /// A ledger as it stands. Asks no disk.
    pub fn of(live: &LiveLedger) -> Badge {
        let store = &live.open.store;
        let age = store.signing().age;
        let age = age.and_then(|age| i64::try_from(age.as_millis()).ok());
        let at = age.map(|ms| wall_clock().plus(Millis(-ms)));
        let signed = store.checkpoint();
        Badge {
            ledger: store.ledger().clone(),
            head: store.head(),
            signed: signed.map(|signed| (signed.checkpoint().size(), at)),
            audited: live.last_audit(),
        }
    }
}

/// A key of a page's own: what is pressed, and the text that says what it does.
#[derive(Clone, Copy)]
pub struct Key {
    /// What is pressed, as people read it.
    pub shown: &'static str,
    /// The text's key.
    pub does: &'static str,
}

/// The keys of every page.
const KEYS: [Key; 2] = [
    Key {
        shown: "?",
        does: "key-help",
    },
    Key {
        shown: "Esc",
        does: "key-close",
    },
];

/// A whole page.
pub(super) fn whole(page: &Page, viewer: &Viewer) -> Markup {
    let (follow, streams) = page
        .follows
        .as_ref()
        .map_or((None, None), |(from, streams)| (Some(from), Some(streams)));
    let erased = (!page.nameless.is_empty()).then(|| page.nameless.join(" "));
    html! {
        (DOCTYPE)
        html lang=(viewer.lang()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                @if let Some(proof) = viewer.proof() { meta name="csrf" content=(proof); }
                title { (harmless(&page.title)) " · fupan" }
                link rel="stylesheet" href=(Asset::STYLE.path());
                @if let Some(foot) = &page.foot { link rel="stylesheet" media="print" href=(foot); }
                link rel="icon" type="image/svg+xml" href=(Asset::ICON.path());
                @for script in [Asset::FOLLOW, Asset::ERASED, Asset::FRAME] { script src=(script.path()) defer {} }
                @for script in &page.scripts { script src=(script.path()) defer {} }
            }
            body data-follow=[follow] data-streams=[streams] data-types=[follow.map(|_| types())]
                data-announce=[page.announces.as_ref()] data-who=[viewer.principal().map(who_is)]
                data-erased=[erased] data-named=[page.named.json()] {
                a class="skip" href="#main" { (viewer.say("page-skip")) }
                (header(page, viewer))
                main id="main" tabindex="-1" class=[page.wide.then_some("wide")] { (page.content) }
                div id="announced" class="unseen" role="status" {}
                (footer(page, viewer))
                (help(page, viewer))
            }
        }
    }
}

/// Who is signed in, so that a device keeps nothing of anybody else.
fn who_is(principal: &Principal) -> String {
    match principal {
        Principal::Keeper => "keeper".to_owned(),
        Principal::Auditor { .. } => "auditor".to_owned(),
        Principal::Official { official, ledger } => format!("{ledger}/{official}"),
    }
}

fn header(page: &Page, viewer: &Viewer) -> Markup {
    html! {
        header class="top" {
            nav class="way" aria-label=(viewer.say("page-way")) {
                ol {
                    li { a class="home" href="/" { "fupan" } }
                    @for (at, step) in page.steps.iter().enumerate() {
                        @let here = at + 1 == page.steps.len() && step.path == viewer.path();
                        li { a href=(step.path) aria-current=[here.then_some("page")] { (step.label) } }
                    }
                }
            }
            div class="tools" {
                @if let Some(badge) = &page.badge { (ledger(badge, viewer)) }
                (languages(viewer))
                (who(page, viewer))
            }
        }
    }
}

/// Every type of entry that a page can look at, each of which is an event of its own.
fn types() -> String {
    [
        TournamentEvent::TYPES,
        GameEvent::TYPES,
        AppealEvent::TYPES,
        LogEvent::TYPES,
        ReviewEvent::TYPES,
    ]
    .concat()
    .join(" ")
}

/// A number with its thousands apart, once there are many.
pub(super) fn grouped(n: u64) -> String {
    let digits = n.to_string();
    if digits.len() < 5 {
        return digits;
    }
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

/// A sign for what an audit comes to; the word stands beside it.
pub(super) const fn sign(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Sound => "✓",
        Verdict::SoundWithRemarks => "!",
        Verdict::Broken => "✗",
    }
}

/// The text's key for what an audit comes to.
pub(super) const fn verdict_key(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Sound => "audit-verdict-sound",
        Verdict::SoundWithRemarks => "audit-verdict-remarks",
        Verdict::Broken => "audit-verdict-broken",
    }
}

/// The ledger as it stands: its size, the beginning of its last entry's hash, the
/// last checkpoint, and what the last audit came to.
fn ledger(badge: &Badge, viewer: &Viewer) -> Markup {
    let hash = badge.head.hash.to_string();
    let size = badge.head.size;
    html! {
        details class="menu badge" id="ledger-badge" data-live="" {
            summary {
                span class="unseen" { (viewer.say("page-ledger")) " " }
                span class="tabular" { "#" (grouped(size.saturating_sub(1))) " · " (&hash[..8]) }
                @match badge.signed {
                    Some((_, Some(at))) => span class="roomy" { " · " (viewer.say("state-checkpoint")) " " (viewer.time_of_day(at)) },
                    Some((covered, None)) => span class="roomy" { " · " (viewer.say("state-checkpoint")) " #" (grouped(covered.saturating_sub(1))) },
                    None => span class="roomy" { " · " (viewer.say("state-unsigned")) },
                }
                @if let Some(audited) = &badge.audited {
                    @let stale = audited.view.size < size;
                    span class=(if audited.view.verdict == Verdict::Broken { "status warm" } else { "status" }) {
                        " · " (sign(audited.view.verdict)) " " (viewer.say(verdict_key(audited.view.verdict)))
                        @if stale { " #" (grouped(audited.view.size.saturating_sub(1))) }
                    }
                    span class="roomy" { " · " code { "fupan audit" } " " (viewer.time_of_day(audited.at)) }
                }
            }
            div class="sheet" { (ledger_sheet(badge, viewer, &hash)) }
        }
    }
}

fn ledger_sheet(badge: &Badge, viewer: &Viewer, hash: &str) -> Markup {
    let entries = |size: u64| {
        viewer
            .texts
            .with("page-entries", &[("size", grouped(size).into())])
    };
    let path = |rest: &str| format!("/l/{}/{rest}", badge.ledger);
    html! {
        dl {
            div { dt { (viewer.say("page-ledger")) } dd { code { (badge.ledger) } } }
            div { dt { (viewer.say("page-size")) } dd { (entries(badge.head.size)) } }
            div { dt { (viewer.say("page-last-hash")) } dd { code class="hash" { (hash) } } }
            @if let Some(at) = badge.head.recorded_at {
                div { dt { (viewer.say("label-accepted")) } dd { (viewer.moment(at)) } }
            }
            div {
                dt { (viewer.say("state-last-checkpoint")) }
                dd {
                    @match badge.signed {
                        Some((size, at)) => {
                            (entries(size))
                            @if let Some(at) = at { br; (viewer.moment(at)) }
                        }
                        None => (viewer.say("state-unsigned")),
                    }
                }
            }
            div {
                dt { (viewer.say("state-last-audit")) }
                dd {
                    @match &badge.audited {
                        Some(audited) => {
                            (sign(audited.view.verdict)) " " (viewer.say(verdict_key(audited.view.verdict)))
                            " · " (entries(audited.view.size)) br; (viewer.moment(audited.at))
                        }
                        None => (viewer.say("state-no-audit")),
                    }
                }
            }
        }
        p class="links" {
            a class="big" href=(path("audit")) { (viewer.texts.word("desk", "audit")) }
            " " a class="big" href=(path("entries")) { (viewer.texts.word("desk", "entries")) }
        }
        p { (viewer.say("page-check")) }
        p { code { "fupan audit " (badge.ledger) } }
        // What the service says of itself is its own word; this is how another has none
        // of it to believe.
        p { (viewer.say("page-verify")) }
        p { code { "fupan verify " (badge.ledger) ".zip --key KEY" } }
    }
}

fn languages(viewer: &Viewer) -> Markup {
    html! {
        details class="menu" id="languages" data-live="" {
            summary lang=(viewer.lang()) { span class="unseen" { (viewer.say("page-language")) ": " } (own_name(viewer.lang())) }
            ul class="sheet" {
                @for lang in Lang::ALL {
                    @let here = lang == viewer.lang();
                    li {
                        a href=(chosen(viewer, lang)) lang=(lang) hreflang=(lang) aria-current=[here.then_some("true")] {
                            (own_name(lang))
                        }
                    }
                }
            }
        }
    }
}

/// The address of this page in another language.
fn chosen(viewer: &Viewer, lang: Lang) -> String {
    let here = viewer.here();
    let mark = if here.contains('?') { '&' } else { '?' };
    format!("{here}{mark}lang={lang}")
}

/// What a language is called by those who speak it.
pub(super) const fn own_name(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "English",
        Lang::ZhHans => "简体中文",
        Lang::ZhHant => "繁體中文",
        Lang::Ja => "日本語",
        Lang::Ko => "한국어",
    }
}

/// Who is signed in, as what, with the way out; else the way in.
fn who(page: &Page, viewer: &Viewer) -> Markup {
    let Some(principal) = viewer.principal() else {
        return html! {
            div id="who" data-live="" {
                a class="button quiet" href=(viewer.sign_in_path()) { (viewer.say("sign-in")) }
            }
        };
    };
    let role = page.role.clone();
    let role = role.unwrap_or_else(|| shown(viewer, principal));
    html! {
        div id="who" data-live="" {
            span class="role" { span class="unseen" { (viewer.say("sign-as")) " " } (role) }
            @if let Some(proof) = viewer.proof() {
                form method="post" action="/sign-out" class="inline" data-unheard=(viewer.say("sign-out-unheard")) {
                    input type="hidden" name="csrf" value=(proof);
                    button class="quiet" { (viewer.say("sign-out")) }
                }
            }
        }
    }
}

/// Whom somebody's token stands for, as he reads it.
pub(super) fn shown(viewer: &Viewer, principal: &Principal) -> String {
    match principal {
        Principal::Keeper => viewer.say("sign-keeper"),
        Principal::Auditor { .. } => viewer.texts.word("role", "auditor"),
        Principal::Official { official, ledger } => format!("{official} · {ledger}"),
    }
}

fn footer(page: &Page, viewer: &Viewer) -> Markup {
    html! {
        footer class="foot" {
            @if let Some(badge) = &page.badge {
                p class="tabular" {
                    code { (badge.ledger) } " · #" (badge.head.size.saturating_sub(1)) " · "
                    code { (&badge.head.hash.to_string()[..16]) }
                    @if let Some(at) = badge.head.recorded_at { " · " (viewer.moment(at)) }
                }
            }
            p class="links" {
                a href="/" { (viewer.say("page-events")) }
                " " a href="/v1/docs/" { (viewer.say("page-for-programs")) }
                " " button type="button" class="quiet" data-opens="help" data-key="?" hidden { (viewer.say("page-keys")) }
            }
        }
    }
}

/// The keys of this page; single letters can be switched off (WCAG 2.1.4).
fn help(page: &Page, viewer: &Viewer) -> Markup {
    html! {
        dialog id="help" aria-labelledby="help-title" {
            h2 id="help-title" { (viewer.say("page-keys")) }
            table {
                tbody {
                    @for key in page.keys.iter().chain(&KEYS) {
                        tr {
                            th scope="row" { kbd { (key.shown) } }
                            td { (viewer.say(key.does)) }
                        }
                    }
                }
            }
            p { (viewer.say("page-keys-only-show")) }
            p {
                label class="check" {
                    input type="checkbox" id="letter-keys" checked; " " (viewer.say("page-letter-keys"))
                }
            }
            form method="dialog" { button { (viewer.say("page-close")) } }
        }
    }
}
