//! Whether a ledger holds together: the ladder of checks of its audit, each with
//! what it ended in, and what to type to have it all checked elsewhere. The audit
//! runs beside the threads that answer; what is shown is bound to the size of the
//! ledger that it was made of.

use super::{desk, entry_link, tabs};
use crate::{
    auth::Caller,
    live::{Audited, LiveLedger},
    pages::{
        Here, Page, Viewer,
        frame::{grouped, sign, verdict_key},
        page_of_ledger,
    },
    problem::Problem,
    service::{Service, ledger},
};
use actix_web::{HttpResponse, web};
use fupan_domain::ids::LedgerName;
use fupan_replay::{
    audit::{AuditView, CheckView, GameAudit, PartView, Verdict},
    verify::CheckState,
    views::{Discrepancy, Severity},
};
use fupan_store::{EventStore, Proofs};
use maud::{Markup, html};
use serde::Deserialize;
use std::{sync::Arc, time::Duration};

/// How long a page waits for an audit before it says that one is under way.
const WAITS: Duration = Duration::from_millis(1500);
/// How many discrepancies and games are told of on the page; programs get all.
const TOLD: usize = 200;

/// What is asked of the audit.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Asked {
    /// `1`: anew, if anything was recorded since the last one.
    again: Option<u8>,
}

/// Where the audit stands.
enum State {
    /// It was made.
    Made,
    /// It is under way.
    Running,
    /// Others are under way, as many as may be at once.
    Waiting,
}

/// The page.
pub async fn page(
    service: web::Data<Service>,
    viewer: Viewer,
    path: web::Path<LedgerName>,
    asked: web::Query<Asked>,
) -> Result<HttpResponse, Problem> {
    viewer.caller.may_read(&path, &service)?;
    let live = ledger(&service, &path).await?;
    let state = audited((&service, &viewer.caller), &live, asked.again == Some(1)).await?;
    drop(live);
    page_of_ledger(&service, viewer, &path, move |here| Ok(shown(here, &state))).await
}

/// Has an audit made where there is none, or a newer one is asked for.
async fn audited(
    (service, caller): (&web::Data<Service>, &Caller),
    live: &Arc<LiveLedger>,
    again: bool,
) -> Result<State, Problem> {
    if live.is_auditing() {
        return Ok(State::Running);
    }
    if let Some(problem) = live.audit_failed() {
        return Err(problem);
    }
    let size = live.open.store.head().size;
    if let Some(last) = live.last_audit()
        && (!again || last.view.size == size)
    {
        return Ok(State::Made);
    }
    let Ok(turn) = service.audits_of(caller).take() else {
        return Ok(State::Waiting);
    };
    let of = Arc::clone(live);
    let audit = web::block(move || {
        let _turn = turn;
        // Why it failed is kept for whoever asks next.
        of.audit().map(|_| ())
    });
    match tokio::time::timeout(WAITS, audit).await {
        Ok(Ok(Ok(()))) => Ok(State::Made),
        Ok(Ok(Err(problem))) => {
            let _told = live.audit_failed();
            Err(problem)
        }
        Ok(Err(_)) => Err(Problem::new("stopping", "the service is stopping")),
        Err(_) => Ok(State::Running),
    }
}

fn shown(here: &Here<'_>, state: &State) -> Page {
    let viewer = here.viewer;
    let mut page = desk(here, "audit", None);
    let last = here.live.last_audit();
    page.content = html! {
        h1 { (viewer.texts.word("desk", "audit")) }
        (tabs(here, "audit"))
        div id="audit" data-live {
            (under_way(here, state))
            @if let Some(last) = &last { (verdict(here, last)) (ladder(here, &last.view)) }
        }
        (yourself(here))
    };
    page
}

/// What is going on, where the audit is not there yet.
fn under_way(here: &Here<'_>, state: &State) -> Markup {
    let viewer = here.viewer;
    let key = match state {
        State::Made => return html! {},
        State::Running => "audit-running",
        State::Waiting => "audit-waiting",
    };
    let again = match state {
        State::Waiting => viewer.here(),
        _ => here.path("/audit"),
    };
    html! {
        p class="status-line" role="status" data-again="1500" data-waits[matches!(state, State::Waiting)] {
            "… " (viewer.say(key)) " "
            a class="button plain" href=(again) { (viewer.say("audit-look-again")) }
        }
    }
}

fn verdict(here: &Here<'_>, last: &Audited) -> Markup {
    let (viewer, view) = (here.viewer, &last.view);
    let since = here.live.open.store.head().size.saturating_sub(view.size);
    let with = [("size", grouped(view.size).into())];
    html! {
        p class={ "verdict " (class_of(view.verdict)) } {
            strong { span aria-hidden="true" { (sign(view.verdict)) " " } (viewer.say(verdict_key(view.verdict))) }
            " · " (viewer.texts.with("audit-of", &with)) " · " (viewer.say("audit-made")) " " (viewer.moment(last.at))
        }
        p class="soft" { (viewer.say("page-last-hash")) " " code class="hash" { (view.head) } }
        @if since > 0 {
            p {
                (viewer.texts.with("audit-since", &[("count", grouped(since).into())])) " "
                a class="button plain" href=(here.path("/audit?again=1")) { (viewer.say("audit-again")) }
            }
        }
        p class="links" {
            a href=(here.path("/certificate")) { (viewer.say("print-certificate")) }
            " · " a href={ "/v1/ledgers/" (here.ledger) "/audit" } { (viewer.say("audit-for-programs")) }
        }
    }
}

const fn class_of(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Sound => "sound",
        Verdict::SoundWithRemarks => "remarks",
        Verdict::Broken => "broken",
    }
}

/// The sign of a state; its word stands beside it.
pub(in crate::pages) fn state_sign(state: &str) -> &'static str {
    match state {
        "sound" => "✓",
        "remarks" => "!",
        "broken" => "✗",
        _ => "–",
    }
}

/// The parts of the audit, each resting on those above it.
fn ladder(here: &Here<'_>, view: &AuditView) -> Markup {
    let viewer = here.viewer;
    html! {
        h2 { (viewer.say("audit-ladder")) }
        p class="soft" { (viewer.say("audit-ladder-reads")) }
        ol class="ladder" {
            @for (name, part) in view.parts() {
                @if name == "standings" { (games(here, view)) }
                (part_of(here, name, part))
            }
        }
        h2 id="found" { (viewer.say("audit-found")) " (" (view.discrepancies.len()) ")" }
        (found(here, &view.discrepancies))
    }
}

/// A part of the ladder with its sign and word.
fn rung(
    viewer: &Viewer,
    (name, state): (&str, &str),
    left_out: usize,
    reason: Option<&str>,
    inner: &Markup,
) -> Markup {
    let with = [("count", left_out.to_string().into())];
    html! {
        li id={ "part-" (name) } class={ "rung " (state) } data-state=(state) {
            h3 {
                span class="sign" aria-hidden="true" { (state_sign(state)) }
                " " (viewer.texts.word("audit-part", name)) ": "
                span class="state" { (viewer.texts.word("check-state", state)) }
                @if left_out > 0 && state != "unchecked" {
                    " " span class="soft" { "· " (viewer.texts.with("audit-left-out", &with)) }
                }
            }
            @if let Some(reason) = reason { p class="soft" { (viewer.reason(reason)) } }
            (inner)
        }
    }
}

fn part_of(here: &Here<'_>, name: &str, part: &PartView) -> Markup {
    let viewer = here.viewer;
    let label = viewer.texts.word("audit-part", name);
    let columns = [
        ("label-status", ""),
        ("audit-holds", ""),
        ("audit-times-made", "number roomy"),
    ];
    let inner = html! {
        @if let Some(against) = part.against {
            p class="soft" { (viewer.say("audit-against")) " " (viewer.reason(against)) }
        }
        @if !part.checks.is_empty() {
            div class="scroll" tabindex="0" role="region" aria-label=(label) {
                table class="checks" {
                    thead { tr { @for (key, class) in columns { th scope="col" class=(class) { (viewer.say(key)) } } } }
                    tbody { @for check in &part.checks { (check_of(here, check)) } }
                }
            }
        }
    };
    let is_left_out = |check: &&CheckView| matches!(check.state, CheckState::Unchecked { .. });
    let left_out = part.checks.iter().filter(is_left_out).count();
    rung(viewer, (name, part.state), left_out, part.reason, &inner)
}

fn check_of(here: &Here<'_>, check: &CheckView) -> Markup {
    let viewer = here.viewer;
    let (state, more) = match &check.state {
        CheckState::Sound => ("sound", html! {}),
        CheckState::Unchecked { reason } => (
            "unchecked",
            html! { p class="soft" { (viewer.reason(reason)) } },
        ),
        CheckState::Remarks { seq, sentence } => ("remarks", first(here, *seq, sentence)),
        CheckState::Broken { seq, sentence } => ("broken", first(here, *seq, sentence)),
    };
    html! {
        tr class=(state) data-check=(check.check) data-state=(state) {
            td class="state" { span class="sign" aria-hidden="true" { (state_sign(state)) } " " (viewer.texts.word("check-state", state)) }
            td { (viewer.texts.word("check", check.check)) (more) }
            td class="number roomy" { @if check.made > 0 { (grouped(check.made)) } @else { "–" } }
        }
    }
}

/// Where it was first met, and what.
fn first(here: &Here<'_>, seq: u64, sentence: &str) -> Markup {
    html! {
        p { (here.viewer.say("audit-first")) " " (entry_link(here, seq)) " " (self::sentence(here, sentence)) }
    }
}

/// Every finished game, computed again and held against what was recorded.
fn games(here: &Here<'_>, view: &AuditView) -> Markup {
    let viewer = here.viewer;
    let other: Vec<&GameAudit> = view
        .games
        .iter()
        .filter(|game| game.agrees == Some(false))
        .collect();
    let stated = view.games.iter().filter(|game| game.recorded.is_some());
    let with = [
        ("games", view.games.len().to_string().into()),
        ("stated", stated.count().to_string().into()),
        ("differ", other.len().to_string().into()),
    ];
    let state = match (view.games.is_empty(), other.is_empty()) {
        (true, _) => "unchecked",
        (_, true) => "sound",
        _ => "broken",
    };
    let inner = html! {
        p { (viewer.texts.with("audit-games", &with)) }
        ul {
            @for game in other.iter().take(TOLD) {
                li {
                    a href=(here.path(&format!("/games/{}", game.game))) { (game.game) } ": "
                    @for (key, result) in [("audit-follows", &game.result), ("audit-recorded", &game.recorded)] {
                        (viewer.say(key)) " " (said(viewer, result.as_ref())) " "
                    }
                }
            }
        }
    };
    rung(viewer, ("games", state), 0, view.games_unchecked, &inner)
}

fn said<R: serde::Serialize>(viewer: &Viewer, result: Option<&R>) -> String {
    let json = result.and_then(|result| serde_json::to_value(result).ok());
    json.map_or_else(
        || viewer.say("result-none"),
        |json| viewer.texts.result(&json),
    )
}

/// What was found, with the entries that it is about.
fn found(here: &Here<'_>, all: &[Discrepancy]) -> Markup {
    let viewer = here.viewer;
    let columns = [
        "audit-severity",
        "label-entry",
        "label-kind",
        "label-article",
        "label-text",
    ];
    html! {
        @if all.is_empty() {
            p { (viewer.say("audit-nothing")) }
        } @else {
            div class="scroll" tabindex="0" role="region" aria-label=(viewer.say("audit-found")) {
                table class="found" {
                    thead { tr { @for key in columns { th scope="col" { (viewer.say(key)) } } } }
                    tbody { @for one in all.iter().take(TOLD) { (one_found(here, one)) } }
                }
            }
            @if all.len() > TOLD {
                p { (viewer.texts.with("audit-more", &[("count", (all.len() - TOLD).to_string().into())])) }
            }
        }
    }
}

fn one_found(here: &Here<'_>, found: &Discrepancy) -> Markup {
    let viewer = here.viewer;
    let (name, sign) = match found.severity {
        Severity::Note => ("note", "i"),
        Severity::Remark => ("remark", "!"),
        Severity::Error => ("error", "✗"),
    };
    let seq = found.seq.or_else(|| seq_of(here, found));
    html! {
        tr class=(name) data-code=(found.code) {
            td class="state" { span class="sign" aria-hidden="true" { (sign) } " " (viewer.texts.word("severity", name)) }
            td { @if let Some(seq) = seq { (entry_link(here, seq)) } }
            td { @if let Some(said) = viewer.texts.found(&found.code) { (said) br; } code class="soft" { (found.code) } }
            td { @if let Some(article) = &found.article { (viewer.article(&here.ledger, article)) } }
            td { (sentence(here, &found.text)) }
        }
    }
}

/// What was found, with its values: the program's own sentence, which is English. Who
/// reads another language finds what kind of thing it is beside it, and this folded.
fn sentence(here: &Here<'_>, text: &str) -> Markup {
    let (viewer, text) = (here.viewer, here.sentence(text));
    html! {
        @if viewer.lang() == crate::i18n::Lang::En {
            (text)
        } @else {
            details { summary { (viewer.say("audit-in-english")) } span lang="en" { (text) } }
        }
    }
}

/// The number of the entry that is named by its id.
fn seq_of(here: &Here<'_>, found: &Discrepancy) -> Option<u64> {
    let bytes = here.live.open.store.by_id(found.entry?).ok().flatten()?;
    Some(fupan_replay::entry::Entry::read(&bytes).ok()?.seq)
}

/// What to type to have all of it checked elsewhere.
fn yourself(here: &Here<'_>) -> Markup {
    let viewer = here.viewer;
    let key = here.live.open.store.keys().last().map(ToString::to_string);
    let ledger = &here.ledger;
    let origin = &viewer.origin;
    let fetch = format!("curl -fo {ledger}.zip {origin}/v1/ledgers/{ledger}/bundle");
    let verify = match &key {
        Some(key) => format!("fupan verify {ledger}.zip --key '{key}'"),
        None => format!("fupan verify {ledger}.zip"),
    };
    let asks = format!("fupan audit {ledger} --server {origin}");
    html! {
        section class="yourself" {
            h2 { (viewer.say("audit-yourself")) }
            p { (viewer.say("audit-yourself-why")) }
            (command(viewer, "run-elsewhere", &format!("{fetch}\n{verify}")))
            p { (viewer.say("audit-key-from-elsewhere")) }
            @if key.is_none() { p class="status warm" { "! " (viewer.say("state-unsigned")) } }
            p { (viewer.say("audit-yourself-here")) }
            (command(viewer, "run-here", &asks))
        }
    }
}

/// Something to type, which the script offers to copy.
pub(in crate::pages) fn command(viewer: &Viewer, id: &str, text: &str) -> Markup {
    html! {
        div class="command" {
            pre id=(id) tabindex="0" lang="" { (text) }
            button type="button" class="plain" data-copies=(id) data-copied=(viewer.say("desk-copied")) hidden { (viewer.say("desk-copy")) }
        }
    }
}
