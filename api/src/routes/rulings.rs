//! Ruling on a game: a request becomes ruling, warnings and penalties in one
//! batch, by whom the token stands for; or its effect is shown and nothing stored.

use super::{
    answer::Form,
    json::strict_json,
    ledgers::fixed,
    reading::{LastSeen, Places, body, idempotency_key, last_seen, need_json},
    receipts::created,
    recording::{Author, need_version, recorded, version_seen, was_overtaken},
};
use crate::{
    auth::Caller,
    live::LiveLedger,
    problem::Problem,
    ruling::{self, Planned},
    service::{Service, ask_in_turn, beside, ledger},
    text,
};
use actix_web::{HttpRequest, HttpResponse, http::header, web};
use fupan_domain::{
    Timestamp, amount,
    event::Stream,
    ids::{ActorId, EntryId, GameId, LedgerName, RulingId, Sha256},
};
use fupan_replay::{
    draft::Draft,
    entry::Entry,
    ruling::{RulingRequest, already_ruled},
};
use fupan_store::{EventStore, Known, Receipt, wall_clock};
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;

/// How often a ruling is composed anew because something came in between.
const ATTEMPTS: usize = 5;

/// Whether the effect alone is asked for.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedRuling {
    #[serde(default)]
    dry_run: bool,
}

/// Rules on a game: on a finding, by one of the outcomes that its article allows
/// or by another with its reasons; or on an article alone.
///
/// Ruling, warnings, admonitions, penalties and sanctions are recorded as one
/// batch, by the official for whom the token stands. With `dry_run=true` nothing
/// is recorded, and what would follow is answered beside what is. A finding that
/// was ruled on already is ruled on once more only with `again`, or with an order
/// that overturns the earlier ruling; one that has lapsed only with reasons. Where a
/// committee overturned a ruling on it, the next one is the chief arbiter's, and if
/// the first had been his own, it needs `again` and reasons. The same
/// `Idempotency-Key` with the same body is answered with the same entries.
#[utoipa::path(post, path = "/v1/ledgers/{ledger}/games/{game}/rulings", tag = "games",
    params(("ledger" = String, Path, description = "The ledger"),
           ("game" = String, Path, description = "The game"),
           ("dry_run" = Option<bool>, Query, description = "Show the effect and store nothing"),
           ("If-Match" = Option<String>, Header, description = "The ETag of the view of the game on which the ruling rests"),
           ("Idempotency-Key" = Option<String>, Header, description = "Makes a retry safe: 1 to 255 visible ASCII characters")),
    request_body(content = serde_json::Value, description = "What is ruled"),
    responses((status = 200, description = "What would follow, of a dry run", body = serde_json::Value),
              (status = 201, description = "The ruling's id, its entries, and what its author should know", body = serde_json::Value),
              (status = 403, description = "The finding or article is not the caller's to rule on, or the game is his own", body = serde_json::Value),
              (status = 404, description = "There is no such game or finding", body = serde_json::Value),
              (status = 409, description = "The state of the game forbids it, or the key was used for another ruling", body = serde_json::Value),
              (status = 412, description = "Another writer came in between: his entries are told", body = serde_json::Value),
              (status = 422, description = "The ruling is not complete, or has another shape", body = serde_json::Value),
              (status = 503, description = "As many dry runs and questions of what if are under way as are answered at once (limits.what_ifs)", body = serde_json::Value)),
    security(("token" = [])))]
pub async fn rule(
    service: web::Data<Service>,
    caller: Caller,
    request: HttpRequest,
    path: web::Path<(LedgerName, GameId)>,
    asked: web::Query<AskedRuling>,
    mut payload: web::Payload,
) -> Result<HttpResponse, Problem> {
    let (name, game) = path.into_inner();
    let author = Author::of(caller.writer(&name)?.clone())?;
    need_json(&request)?;
    let (key, seen) = (idempotency_key(&request)?, last_seen(&request)?);
    let body = body(&request, &mut payload, &service.config.limits).await?;
    let wanted: RulingRequest = strict_json(&body)?;
    if wanted.expect.is_some() && seen != LastSeen::Unsaid {
        let detail = "If-Match goes with a ruling that says nothing of expect";
        return Err(Problem::new("header", detail));
    }
    let desk = Desk::new(&name, &game, &author, wanted, seen, key.as_deref());
    if asked.dry_run {
        let form = Form::by(&request);
        let tried = ask_in_turn(&service, &service.what_ifs, &name, move |ledger| {
            desk.try_out(ledger)
        })
        .await?;
        return Ok(HttpResponse::Ok()
            .insert_header((header::CACHE_CONTROL, "no-store"))
            .content_type(form.media_type())
            .body(form.put(&tried, text::tried_out)?));
    }
    let ledger = ledger(&service, &name).await?;
    let seen = desk.seen;
    let ruled = desk.rule(&service, &ledger, &author).await;
    let (planned, receipts) = ruled.map_err(|problem| seen.told(problem))?;
    let body = json!({"ruling": planned.plan.ruling, "notes": planned.plan.notes});
    let serde_json::Value::Object(body) = body else {
        return Err(Problem::internal(&"an object is one"));
    };
    created(&name, &ledger, &receipts, body).await
}

/// The ids that a ruling's entries have, and the ruling itself where its author
/// names none: they follow from ledger, game, author and key alone, so that the
/// ledger knows a retry, also after a restart.
#[derive(Clone, Debug)]
struct Keys {
    seed: String,
    game: GameId,
}

impl Keys {
    fn of(ledger: &LedgerName, game: &GameId, actor: &ActorId, key: &str) -> Keys {
        Keys {
            // Names hold no line break, and the key comes last.
            seed: format!("ruling\n{ledger}\n{game}\n{actor}\n{key}"),
            game: game.clone(),
        }
    }

    fn digest(&self, what: &str) -> Sha256 {
        Sha256::of(format!("{what}\n{}", self.seed).as_bytes())
    }

    /// The id of the entry in that place of the batch.
    fn entry(&self, place: usize) -> EntryId {
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&self.digest(&place.to_string()).0[..16]);
        EntryId(uuid::Builder::from_custom_bytes(bytes).into_uuid())
    }

    fn ruling(&self) -> Result<RulingId, Problem> {
        let digest = self.digest("id").to_string();
        let short = &digest[..12];
        // A game's name may be as long as a slug can be.
        format!("{}-ruling-{short}", self.game)
            .parse()
            .or_else(|_| format!("ruling-{short}").parse())
            .map_err(|e: fupan_domain::ids::NotASlug| Problem::internal(&e))
    }
}

/// The id of the ruling that a request with that key records, where it names none.
pub(crate) fn ruling_with(
    ledger: &LedgerName,
    game: &GameId,
    actor: &ActorId,
    key: &str,
) -> Option<RulingId> {
    Keys::of(ledger, game, actor, key).ruling().ok()
}

/// A ruling that was recorded with the key.
struct Recorded {
    seq: u64,
    at: Timestamp,
    /// How many entries it has.
    entries: usize,
}

/// A ruling that is asked for, and by whom.
#[derive(Clone)]
pub(crate) struct Desk {
    actor: ActorId,
    game: GameId,
    wanted: RulingRequest,
    seen: LastSeen,
    keys: Option<Keys>,
}

impl Desk {
    /// What is asked for on a game, by whom, having seen what; with a key, a retry
    /// is answered as the first time.
    pub(crate) fn new(
        ledger: &LedgerName,
        game: &GameId,
        author: &Author,
        wanted: RulingRequest,
        seen: LastSeen,
        key: Option<&str>,
    ) -> Desk {
        Desk {
            actor: author.actor().clone(),
            game: game.clone(),
            wanted,
            seen,
            keys: key.map(|key| Keys::of(ledger, game, author.actor(), key)),
        }
    }

    /// What would follow; nothing is stored.
    ///
    /// # Errors
    /// Why it could not be stored either.
    pub(crate) fn try_out(&self, ledger: &LiveLedger) -> Result<ruling::TriedOut, Problem> {
        let planned = self.plan(ledger, &self.wanted, Known::Now, wall_clock())?;
        ruling::try_out(&ledger.open, planned.plan)
    }

    fn plan(
        &self,
        ledger: &LiveLedger,
        wanted: &RulingRequest,
        known: Known,
        at: Timestamp,
    ) -> Result<Planned, Problem> {
        ruling::plan(&ledger.open, &self.game, wanted, known, at, &self.actor)
    }

    /// Composes the ruling on the game as it stands and records it. Where the
    /// game goes on in between and nothing was said of what it rests on, it is
    /// composed anew, but never on a finding that another has ruled on meanwhile:
    /// nobody is to be warned twice for one thing because two arbiters were quick.
    ///
    /// # Errors
    /// Why nothing was recorded.
    pub(crate) async fn rule(
        self,
        service: &Service,
        ledger: &Arc<LiveLedger>,
        author: &Author,
    ) -> Result<(Planned, Vec<Receipt>), Problem> {
        let (mut attempt, places) = (1, Places::none());
        let mut ruled_before = None;
        loop {
            let (desk, composed_on) = (self.clone(), Arc::clone(ledger));
            let composed = match beside(move || desk.compose(&composed_on)).await {
                Err(problem) => {
                    return Err(self.or_ruled_meanwhile(ledger, problem, ruled_before.as_ref()));
                }
                Ok(composed) => composed,
            };
            let ruled = composed.planned.plan.notes.already_ruled.clone();
            if !composed.retry {
                let before = ruled_before.get_or_insert_with(|| ruled.clone());
                if *before != ruled {
                    return Err(ruled_meanwhile(ruled.as_ref()));
                }
            }
            let drafts = composed.planned.plan.drafts.clone();
            let mut batch = author.own_batch(drafts, &places)?;
            batch.seen_whole = composed.seen_whole;
            match recorded(service, ledger, batch, &places).await {
                Ok(receipts) => return Ok((composed.planned, receipts)),
                Err(problem) if composed.retry && problem.code == "id_reused" => {
                    return Err(used_otherwise(problem));
                }
                Err(problem) if attempt < ATTEMPTS && self.came_in_between(&composed, &problem) => {
                    attempt += 1;
                }
                Err(problem) => return Err(problem),
            }
        }
    }

    /// Why a ruling that had been composed once can't be composed anew: because
    /// another ruled meanwhile, where that is so and not said. `ruled_before`: the
    /// ruling on which it was composed, once it was.
    fn or_ruled_meanwhile(
        &self,
        ledger: &LiveLedger,
        problem: Problem,
        ruled_before: Option<&Option<RulingId>>,
    ) -> Problem {
        let folded = ledger.open.reader.game(&self.game, Known::Now);
        match (ruled_before, folded) {
            (Some(before), Ok(folded)) if problem.code != "ruled_already" => {
                let ruled = already_ruled(&folded.state, &self.wanted);
                if ruled == *before {
                    problem
                } else {
                    ruled_meanwhile(ruled.as_ref())
                }
            }
            _ => problem,
        }
    }

    /// Whether a refusal says only that the game, or a twin of this very request,
    /// was quicker.
    fn came_in_between(&self, composed: &Composed, problem: &Problem) -> bool {
        let own_expectation = self.wanted.expect.is_none() && self.seen == LastSeen::Unsaid;
        match problem.code {
            "stale_version" => (own_expectation || was_overtaken(problem)) && !composed.retry,
            "id_reused" => self.keys.is_some(),
            _ => false,
        }
    }

    fn compose(&self, ledger: &LiveLedger) -> Result<Composed, Problem> {
        let mut wanted = self.wanted.clone();
        // Settled before the key is looked up: what is composed on has nothing of
        // a twin of this request that was not found.
        let now = ledger.open.reader.seq_of(Known::Now);
        let now = now.map_err(|e| Problem::from(&e))?;
        if let Some(keys) = &self.keys {
            if wanted.ruling.is_none() {
                wanted.ruling = Some(keys.ruling()?);
            }
            if let Some(recorded) = recorded_with(ledger, keys)? {
                return self.again(ledger, wanted, keys, &recorded);
            }
        }
        let stream = Stream::Game(self.game.clone());
        if let LastSeen::Seq(seen) = self.seen {
            wanted.expect = Some(version_seen(ledger, &stream, seen, || Ok(false))?);
        }
        if let Some(expected) = wanted.expect {
            // Said before anything that is only wrong because the game went on.
            need_version(ledger, &stream, expected)?;
        }
        let mut planned = self.plan(ledger, &wanted, fixed(Known::Now, now), wall_clock())?;
        let version = planned.version;
        if let Some(first) = planned.plan.drafts.first_mut() {
            first.expect = first.expect.or(Some(version));
        }
        if let Some(keys) = &self.keys {
            name(&mut planned.plan.drafts, keys);
        }
        Ok(Composed {
            planned,
            retry: false,
            seen_whole: matches!(self.seen, LastSeen::Seq(_)).then_some(now.saturating_add(1)),
        })
    }

    /// The same ruling composed once more on the game as it was then. What comes
    /// out otherwise was asked for otherwise.
    fn again(
        &self,
        ledger: &LiveLedger,
        mut wanted: RulingRequest,
        keys: &Keys,
        recorded: &Recorded,
    ) -> Result<Composed, Problem> {
        wanted.expect = None;
        let before = Known::Seq(recorded.seq.saturating_sub(1));
        let other = |detail: String| used_otherwise(Problem::new("id_reused", detail));
        let planned = self.plan(ledger, &wanted, before, recorded.at);
        let mut planned = planned.map_err(|problem| Problem {
            entry: Some(keys.entry(0)),
            ..other(problem.detail)
        })?;
        let drafts = &mut planned.plan.drafts;
        if drafts.len() != recorded.entries {
            let detail = format!(
                "that one has {}, and this one would have {}",
                amount(recorded.entries, "entry"),
                drafts.len()
            );
            return Err(Problem {
                entry: Some(keys.entry(0)),
                ..other(detail)
            });
        }
        name(drafts, keys);
        Ok(Composed {
            planned,
            retry: true,
            seen_whole: None,
        })
    }
}

/// A ruling composed, and whether it is there already.
struct Composed {
    planned: Planned,
    retry: bool,
    /// How many entries the ledger had when the view that its author saw was found to
    /// hold, if he said which.
    seen_whole: Option<u64>,
}

fn name(drafts: &mut [Draft], keys: &Keys) {
    for (place, draft) in drafts.iter_mut().enumerate() {
        draft.id = Some(keys.entry(place));
    }
}

fn recorded_with(ledger: &LiveLedger, keys: &Keys) -> Result<Option<Recorded>, Problem> {
    let unreadable = |e: String| Problem::new("log_unreadable", e);
    let stored = |place| {
        let bytes = ledger.open.store.by_id(keys.entry(place));
        bytes.map_err(|e| unreadable(e.to_string()))
    };
    let Some(bytes) = stored(0)? else {
        return Ok(None);
    };
    let first = Entry::read(&bytes).map_err(|e| unreadable(e.to_string()))?;
    let mut entries = 1;
    while stored(entries)?.is_some() {
        entries += 1;
    }
    Ok(Some(Recorded {
        seq: first.seq,
        at: first.at,
        entries,
    }))
}

/// Another ruled on the same finding while this ruling was on its way.
fn ruled_meanwhile(by: Option<&RulingId>) -> Problem {
    let by = by.map_or_else(|| "another ruling".to_owned(), |id| format!("ruling {id}"));
    let detail = format!("{by} on the same finding came first: look at the game before ruling");
    Problem::new("stale_version", detail)
}

fn used_otherwise(problem: Problem) -> Problem {
    Problem {
        detail: format!(
            "the Idempotency-Key was used for another ruling: {}",
            problem.detail
        ),
        ..problem
    }
}
