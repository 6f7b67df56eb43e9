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

use super::{Filled, Here};
use crate::{
    live::LiveLedger,
    problem::Problem,
    routes::{
        reading::Places,
        recording::{Author, recorded},
    },
    service::{Service, beside},
};
use fupan_domain::{
    Timestamp,
    event::Stream,
    ids::{ActorId, AppealId, EntryId, GameId, LedgerName, RulingId, Sha256},
    tournament::{Decided, DecidedBy, TournamentState},
};
use fupan_replay::{draft::Draft, entry::Entry, views::game::RulingView};
use fupan_store::{EventStore, wall_clock};
use maud::{Markup, html};
use serde_json::{Value, json};
use std::sync::Arc;

/// The way from a ruling to the appeals against it, and to another.
pub fn way_to_appeal(here: &Here<'_>, ruling: &RulingView) -> Markup {
    let viewer = here.viewer;
    html! {
        @for appeal in here.tournament.appeals.values().filter(|a| a.filed.against.contains(&ruling.entry)) {
            a class="button plain" href=(path(here, &appeal.appeal)) {
                (viewer.say("appeals-one")) " " (appeal.appeal) ": " (viewer.texts.word("appeal-status", appeal.status.name()))
            }
        }
        a class="button plain" href=(here.path(&format!("/appeals?against={}#file", ruling.ruling))) { (viewer.say("appeals-against")) }
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
        @for entry in against {
            @match named(entry) {
                Some((id, decided)) => {
                    @match &decided.by {
                        DecidedBy::Ruling { game, .. } => { a href=(here.path(&format!("/games/{game}/rulings/{id}"))) { (id) } }
                        DecidedBy::Appeal(appeal) => { a href=(path(here, appeal)) { (id) } }
                        DecidedBy::Sanction => { (id) }
                    }
                }
                None => { code { (entry) } }
            }
            " "
        }
    }
}

/// What a form asks to be recorded in an appeal's stream.
#[derive(Clone, Debug)]
struct Asked {
    appeal: AppealId,
    type_name: &'static str,
    data: Value,
    /// The stream's version that the form was made on; -1: it is new.
    seen: Option<i64>,
    /// The form's own key, from which the entry's id follows.
    key: Option<String>,
}

/// The id of what a form with that key records.
fn id_of(
    ledger: &LiveLedger,
    type_name: &str,
    appeal: &AppealId,
    actor: &ActorId,
    key: &str,
) -> EntryId {
    let name = ledger.open.store.ledger();
    let seed = format!("{type_name}\n{name}\n{appeal}\n{actor}\n{key}");
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&Sha256::of(seed.as_bytes()).0[..16]);
    EntryId(uuid::Builder::from_custom_bytes(bytes).into_uuid())
}

impl Asked {
    /// The draft of it.
    fn draft(&self, author: &Author, ledger: &LiveLedger) -> Result<Draft, Problem> {
        let (of, actor) = (self.type_name, author.actor());
        let key = self.key.as_ref();
        let id = key.map(|key| id_of(ledger, of, &self.appeal, actor, key));
        let draft = json!({
            "stream": Stream::Appeal(self.appeal.clone()), "type": self.type_name,
            "at": wall_clock(), "actor": author.actor(), "data": self.data,
        });
        let text = serde_json::to_vec(&draft).map_err(|e| Problem::internal(&e))?;
        let mut draft = Draft::read(&text).map_err(|e| Problem {
            column: None,
            ..Problem::from(&e)
        })?;
        draft.id = id;
        draft.expect = self.seen;
        Ok(draft)
    }
}

/// Records it; a form that is sent once more has been recorded already.
async fn record(
    service: &Service,
    ledger: &Arc<LiveLedger>,
    author: &Author,
    asked: Asked,
) -> Result<(), Problem> {
    let draft = asked.draft(author, ledger)?;
    if is_recorded(ledger, &draft).await? {
        return Ok(());
    }
    let batch = author.own_batch(vec![draft.clone()], &Places::none())?;
    match recorded(service, ledger, batch, &Places::none()).await {
        Ok(_) => Ok(()),
        // The same form, sent twice at once: the other one was quicker.
        Err(_) if is_recorded(ledger, &draft).await? => Ok(()),
        Err(problem) => Err(problem),
    }
}

/// Whether the entry of a form is recorded already.
async fn is_recorded(ledger: &Arc<LiveLedger>, draft: &Draft) -> Result<bool, Problem> {
    let Some(id) = draft.id else {
        return Ok(false);
    };
    let (live, data) = (Arc::clone(ledger), draft.data.clone());
    beside(move || {
        let unreadable = |e: String| Problem::new("log_unreadable", e);
        let Some(bytes) = live
            .open
            .store
            .by_id(id)
            .map_err(|e| unreadable(e.to_string()))?
        else {
            return Ok(false);
        };
        let entry = Entry::read(&bytes).map_err(|e| unreadable(e.to_string()))?;
        let told: Value =
            serde_json::from_str(entry.data.get()).map_err(|e| unreadable(e.to_string()))?;
        if told == Value::Object(data) {
            return Ok(true);
        }
        Err(Problem::new(
            "id_reused",
            "this form was recorded already, with another content",
        ))
    })
    .await
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
    let type_name = match step {
        "filed" => "appeal_filed",
        "seat" => "panel_seated",
        "state" => "statement_taken",
        "attach" => "evidence_attached",
        "decide-record" => "appeal_decided",
        "withdraw" => "appeal_withdrawn",
        _ => return false,
    };
    let Some(actor) = super::case::actor(here) else {
        return false;
    };
    let of_form = |key| id_of(here.live, type_name, appeal, &actor, key);
    // What the script attaches has an id of its own.
    let named = here.viewer.asked("entry").and_then(|id| id.parse().ok());
    let Some(id) = here.viewer.asked("form").map(of_form).or(named) else {
        return false;
    };
    let Ok(Some(bytes)) = here.live.open.store.by_id(id) else {
        return false;
    };
    let stream = Stream::Appeal(appeal.clone()).to_string();
    Entry::read(&bytes).is_ok_and(|entry| {
        entry.stream == stream && entry.type_name == type_name && entry.actor == actor.as_str()
    })
}

/// The version of an appeal's stream; -1: it has no entry.
fn version(here: &Here<'_>, appeal: &AppealId) -> i64 {
    let head = here
        .live
        .open
        .store
        .stream_head(&Stream::Appeal(appeal.clone()));
    head.map_or(-1, |head| i64::try_from(head.version).unwrap_or(i64::MAX))
}

/// The hidden fields of every form here.
fn hidden(here: &Here<'_>, filled: &Filled, step: &str, seen: i64) -> Markup {
    let key = filled.some("key").filter(|_| filled.has("step", step));
    html! {
        input type="hidden" name="csrf" value=[here.viewer.proof()];
        input type="hidden" name="step" value=(step);
        input type="hidden" name="seen" value=(seen);
        input type="hidden" name="key" value=(key.unwrap_or_else(super::case::fresh_key));
    }
}

/// Somebody by id, out of those who can be meant.
fn somebody(here: &Here<'_>, filled: &Filled, name: &str, label: &str, ids: &[String]) -> Markup {
    let list = format!("{name}.ids");
    html! {
        p class="field" {
            label for=(name) { (here.viewer.say(label)) }
            input id=(name) name=(name) list=(list) value=(filled.get(name)) required autocomplete="off" spellcheck="false" autocapitalize="none";
            datalist id=(list) { @for id in ids { option value=(id) {} } }
            span class="note" { (here.viewer.say("appeals-who-form")) " " (ids.join(", ")) }
        }
    }
}

/// The players of a game, where an appeal has one, and their teams.
fn sides(here: &Here<'_>, game: Option<&GameId>) -> Vec<String> {
    let tournament = &here.tournament;
    let Some(paired) = game.and_then(|game| tournament.games.get(game)) else {
        return tournament
            .players
            .keys()
            .take(20)
            .map(ToString::to_string)
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
            textarea id=(name) name=(name) rows="4" required[required] data-kept { (filled.get(name)) }
        }
    }
}
