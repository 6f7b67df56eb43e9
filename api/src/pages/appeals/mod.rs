//! Appeals: filed, before a committee, heard, decided, taken back. Each step is a
//! form for those whose it is (contract, section 10); everybody else reads. What a
//! form sends becomes one draft of the appeal's stream, which the ledger judges.

mod decision;
mod dossier;
mod filing;
mod one;

pub use dossier::page as dossier;
pub use filing::{file, page as list};
pub use one::{page, send};

use super::{Filled, Here, act};
use crate::{i18n::foreign::quoted, text::harmless};
use fupan_domain::{
    Timestamp,
    event::Stream,
    ids::{AppealId, EntryId, GameId, LedgerName, RulingId},
    tournament::{AppealState, AppealStatus, Decided, DecidedBy, TournamentState},
};
use fupan_replay::{entry::Entry, views::game::RulingView};
use fupan_store::{EventStore, wall_clock};
use maud::{Markup, html};
use serde_json::{Value, json};

/// The way from a ruling to the appeals against it, and to another.
pub fn way_to_appeal(here: &Here<'_>, ruling: &RulingView) -> Markup {
    let viewer = here.viewer;
    html! {
        @for appeal in here.tournament.appeals.values().filter(|a| a.filed.against.contains(&ruling.entry)) {
            a class="button plain" href=(path(here, &appeal.appeal)) {
                (viewer.say("appeals-one")) " " (appeal.appeal) ": " (viewer.texts.word("appeal-status", appeal.status.name()))
            }
        }
        // What no longer stands needs no appeal.
        @if !ruling.overturned {
            a class="button plain" href=(here.path(&format!("/appeals?against={}#file", ruling.ruling))) { (viewer.say("appeals-against")) }
        }
    }
}

/// Until when an appeal is in time, and how long that still is.
pub fn until(here: &Here<'_>, deadline: Option<Timestamp>) -> Markup {
    let viewer = here.viewer;
    let Some(deadline) = deadline else {
        return html! { span class="soft" { (viewer.say("appeals-no-deadline")) } };
    };
    let now = wall_clock();
    let left = deadline.since(now);
    html! {
        span class="soft" data-now=(now) {
            @if left.0 > 0 {
                (viewer.say("appeals-in-time-until")) " " (viewer.moment(deadline)) " ("
                span data-until=(deadline) { (crate::text::duration(fupan_domain::Millis(left.0 / 1000 * 1000))) } ")"
            } @else {
                (viewer.say("appeals-late-since")) " " (viewer.moment(deadline))
            }
        }
    }
}

/// The page of an appeal.
pub fn path(here: &Here<'_>, appeal: &AppealId) -> String {
    here.path(&format!("/appeals/{appeal}"))
}

/// A decision that can be challenged: its id, where it is told, its game.
fn decision_of<'a>(
    tournament: &'a TournamentState,
    id: &RulingId,
) -> Option<(&'a Decided, Option<&'a GameId>)> {
    let decided = tournament.decided.get(id)?;
    let game = match &decided.by {
        DecidedBy::Ruling { game, .. } => Some(game),
        DecidedBy::Sanction => None,
        DecidedBy::Appeal(appeal) => tournament.appeals.get(appeal)?.game.as_ref(),
    };
    Some((decided, game))
}

/// The entries challenged, by the ids of what they decide, with the way to each.
fn challenged(here: &Here<'_>, against: &[EntryId]) -> Markup {
    let named = |entry: &EntryId| {
        let mut all = here.tournament.decided.iter();
        all.find(|(_, decided)| decided.entry == *entry)
    };
    html! {
        @if against.is_empty() { em class="soft" { (here.viewer.say("appeals-against-nothing")) } }
        @for entry in against {
            @match named(entry) {
                Some((id, decided)) => {
                    @let said = told_of(here, id, decided);
                    @match &decided.by {
                        DecidedBy::Ruling { game, .. } => { a href=(here.path(&format!("/games/{game}/rulings/{id}"))) { (said) } }
                        DecidedBy::Appeal(appeal) => { a href=(path(here, appeal)) { (said) } }
                        DecidedBy::Sanction => { (said) }
                    }
                }
                None => { code { (entry) } }
            }
            " "
        }
    }
}

/// A decision in a line: which board, whose game, what was decided, its id.
fn told_of(here: &Here<'_>, id: &RulingId, decided: &Decided) -> String {
    let texts = here.viewer.texts;
    let told = Told::of(here, decided);
    let data = told.map(|told| told.data).unwrap_or_default();
    let text = |name: &str| data[name].as_str().unwrap_or_default();
    let mut parts = Vec::new();
    let (_, game) = decision_of(&here.tournament, id).unwrap_or((decided, None));
    if let Some(paired) = game.and_then(|game| here.tournament.games.get(game)) {
        let number = |key, n: u32| texts.with(key, &[("number", n.to_string().into())]);
        parts.push(number("page-round", paired.round));
        parts.push(number("page-board", paired.pairing.board));
        let players = paired.pairing.both().into_iter().flatten();
        let players: Vec<String> = players.map(|id| here.name(id.as_str())).collect();
        parts.push(players.join(" – "));
    }
    parts.push(match &decided.by {
        DecidedBy::Ruling { .. } => {
            let said = texts.outcome(text("outcome"));
            said.unwrap_or_else(|| harmless(text("outcome")))
        }
        DecidedBy::Sanction => {
            let kind = texts.word("sanction", text("kind"));
            match data["player"].as_str() {
                Some(player) => format!("{kind}, {}", here.name(player)),
                None => kind,
            }
        }
        DecidedBy::Appeal(_) => texts.word("appeal-outcome", text("outcome")),
    });
    format!("{} ({id})", parts.join(" · "))
}

/// A decision in a line, by its id.
pub fn decision_told(here: &Here<'_>, id: &RulingId) -> String {
    let decided = here.tournament.decided.get(id);
    decided.map_or_else(|| id.to_string(), |decided| told_of(here, id, decided))
}

/// Where a form leads once it is recorded: it names its step and its key, so that the
/// page can tell that from any other address.
fn done(ledger: &LedgerName, appeal: &AppealId, step: &str, key: &str) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("done", step).append_pair("form", key);
    format!("/l/{ledger}/appeals/{appeal}?{}", query.finish())
}

/// Whether the form of that step, of which the address says that it is done, was
/// recorded by the viewer.
fn was_recorded(here: &Here<'_>, appeal: &AppealId, step: &str) -> bool {
    let type_name = match step.trim_end_matches("-record") {
        "filed" => "appeal_filed",
        "seat" => "panel_seated",
        "state" => "statement_taken",
        "attach" => "evidence_attached",
        "decide" => "appeal_decided",
        "withdraw" => "appeal_withdrawn",
        _ => return false,
    };
    let Some(actor) = super::case::actor(here) else {
        return false;
    };
    let stream = Stream::Appeal(appeal.clone());
    let of_form = |key| act::id_of(here.live, &stream, type_name, 0, &actor, key);
    // What the script attaches has an id of its own.
    let named = here.viewer.asked("entry").and_then(|id| id.parse().ok());
    let Some(id) = here.viewer.asked("form").map(of_form).or(named) else {
        return false;
    };
    let Ok(Some(bytes)) = here.live.open.store.by_id(id) else {
        return false;
    };
    let stream = stream.to_string();
    Entry::read(&bytes).is_ok_and(|entry| {
        entry.stream == stream && entry.type_name == type_name && entry.actor == actor.as_str()
    })
}

/// What an entry says, who recorded it, and when.
struct Told {
    seq: u64,
    data: Value,
    actor: String,
    at: Timestamp,
}

impl Told {
    fn read(bytes: &[u8]) -> Option<Told> {
        let entry = Entry::read(bytes).ok()?;
        Some(Told {
            seq: entry.seq,
            data: serde_json::from_str(entry.data.get()).ok()?,
            actor: entry.actor.to_owned(),
            at: entry.at,
        })
    }

    /// The entry of a decision; of an appeal on which nothing was decided yet, that by
    /// which it was filed.
    fn of(here: &Here<'_>, decided: &Decided) -> Option<Told> {
        Told::read(&here.live.open.store.entry(decided.seq).ok().flatten()?)
    }
}

/// How an appeal was decided: outcome, vote, by whom and when, orders, reasons.
pub fn decided(
    here: &Here<'_>,
    appeal: &AppealState,
    entry_name: &dyn Fn(&str) -> String,
) -> Markup {
    let viewer = here.viewer;
    let Some(outcome) = appeal.outcome else {
        if appeal.status == AppealStatus::Withdrawn {
            return withdrawn(here, appeal);
        }
        return html! { p class="soft" { (viewer.say("dossier-no-decision")) } };
    };
    let outcome = json!(outcome);
    let orders = json!(appeal.orders);
    let orders = orders.as_array().cloned().unwrap_or_default();
    let noted = here.tournament.decided.get(appeal.appeal.as_str());
    let entry = noted.and_then(|noted| Told::of(here, noted));
    html! {
        article class="case" {
            h3 { "⚖ " (viewer.texts.word("appeal-outcome", outcome.as_str().unwrap_or_default())) }
            dl {
                @if let Some(Told { seq, data, actor, at }) = &entry {
                    @if !data["vote"].is_null() { div { dt { (viewer.say("label-vote")) } dd { (viewer.texts.vote(&data["vote"])) } } }
                    div { dt { (viewer.say("label-decided-by")) } dd {
                        @for member in &appeal.panel { (here.official(member.as_str())) br; }
                        (viewer.say("label-recorded-by")) " " (here.official(actor))
                    } }
                    div { dt { (viewer.say("label-moment")) } dd { (viewer.moment(*at)) " · " a href=(here.path(&format!("/entries/{seq}"))) { "#" (seq) } } }
                }
                div { dt { (viewer.say("label-orders")) } dd {
                    @if orders.is_empty() { (viewer.say("value-none")) }
                    @for order in &orders { (viewer.texts.order(order, entry_name)) br; }
                } }
                @if let Some(reasons) = &appeal.reasons { div { dt { (viewer.say("label-reasons")) } dd { (quoted(reasons)) } } }
            }
        }
    }
}

/// That an appeal was taken back: when, who recorded it, and why.
fn withdrawn(here: &Here<'_>, appeal: &AppealState) -> Markup {
    let viewer = here.viewer;
    let store = &here.live.open.store;
    let stream = Stream::Appeal(appeal.appeal.clone());
    let entries = store.stream(&stream, 0, usize::MAX).unwrap_or_default();
    let is_withdrawal = |bytes: &&std::sync::Arc<[u8]>| {
        Entry::read(bytes).is_ok_and(|entry| entry.type_name == "appeal_withdrawn")
    };
    let told = entries.iter().rev().find(is_withdrawal);
    let told = told.and_then(|bytes| Told::read(bytes));
    html! {
        article class="case" {
            h3 { (viewer.texts.word("event", "appeal_withdrawn")) }
            @if let Some(Told { seq, data, actor, at }) = &told {
                dl {
                    div { dt { (viewer.say("label-moment")) } dd { (viewer.moment(*at)) " · " a href=(here.path(&format!("/entries/{seq}"))) { "#" (seq) } } }
                    div { dt { (viewer.say("label-recorded-by")) } dd { (here.official(actor)) } }
                    @if let Some(reason) = data["reason"].as_str() { div { dt { (viewer.say("label-reasons")) } dd { (quoted(reason)) } } }
                }
            }
        }
    }
}

/// Somebody out of those who can be meant, by name; anybody else by id.
fn somebody(here: &Here<'_>, filled: &Filled, name: &str, label: &str, ids: &[String]) -> Markup {
    let other = format!("{name}_other");
    let chosen = filled.get(name);
    html! {
        p class="field" {
            label for=(name) { (here.viewer.say(label)) }
            select id=(name) name=(name) {
                option value="" { "–" }
                @for id in ids { option value=(id) selected[*id == chosen] { (here.called(id)) } }
            }
        }
        p class="field" {
            label for=(other) { (here.viewer.say("appeals-who-else")) }
            input id=(other) name=(other) value=(filled.get(&other)) autocomplete="off" spellcheck="false" autocapitalize="none";
            span class="note" { (here.viewer.say("appeals-who-form")) }
        }
    }
}

/// Who was chosen there, or named by id.
fn chosen(filled: &Filled, name: &str) -> Option<String> {
    filled
        .some(&format!("{name}_other"))
        .or_else(|| filled.some(name))
}

/// The players of a game, where an appeal has one, and their teams.
fn sides(here: &Here<'_>, game: Option<&GameId>) -> Vec<String> {
    let tournament = &here.tournament;
    let Some(paired) = game.and_then(|game| tournament.games.get(game)) else {
        let players = tournament.players.keys().map(ToString::to_string);
        return players
            .chain(tournament.teams.keys().map(ToString::to_string))
            .collect();
    };
    let mut ids = Vec::new();
    for player in paired.pairing.both().into_iter().flatten() {
        ids.push(player.to_string());
        let team = tournament
            .players
            .get(player)
            .and_then(|p| p.registered.team.as_ref());
        ids.extend(team.map(ToString::to_string));
    }
    ids
}

/// A text to be written.
fn written(here: &Here<'_>, filled: &Filled, name: &str, label: &str, required: bool) -> Markup {
    html! {
        p class="field" {
            label for=(name) { (here.viewer.say(label)) }
            textarea id=(name) name=(name) rows="4" maxlength=(act::most_of(name)) required[required] data-kept { (filled.get(name)) }
        }
    }
}
