//! Recording: drafts come in, and go to the ledger's writer as one batch, in
//! the caller's name or that of somebody for whom he may record.

use super::{
    answer::Recorded,
    entries::{first_after, mirrored, unreadable},
    reading::{DraftForm, HandedIn, LastSeen, Places, body, draft_form, last_seen},
    receipts::created,
};
use crate::{
    auth::{Caller, Principal},
    evidence,
    ledger::{new_id, random},
    live::LiveLedger,
    problem::Problem,
    service::{Service, beside, ledger},
};
use actix_web::{HttpRequest, HttpResponse, web};
use fupan_domain::{
    amount,
    event::Stream,
    ids::{ActorId, AppealId, EntryId, LedgerName},
    tournament::TournamentState,
};
use fupan_replay::{
    draft::{Batch, Draft, Proposal},
    entry::Entry,
    fold::StepEvent,
    ledger::{Reason, Refused},
    sequencer::SequenceError,
};
use fupan_store::{AppendError, EventStore, Known, Receipt, wall_clock};
use std::{collections::BTreeMap, sync::Arc, time::Instant};

/// Bodies larger than that are read beside the threads that answer.
const SHORT_BODY: usize = 32 << 10;
/// How many entries a conflict tells of.
const SINCE_MAX: usize = 100;

/// In whose name drafts are handed in.
pub(crate) struct Author {
    principal: Principal,
    actor: ActorId,
}

impl Author {
    pub fn of(principal: Principal) -> Result<Author, Problem> {
        let actor = principal.actor()?;
        Ok(Author { principal, actor })
    }

    /// The caller's own name.
    pub fn actor(&self) -> &ActorId {
        &self.actor
    }

    /// Whether one of the drafts names another as its author.
    fn names_others(&self, handed_in: &HandedIn) -> bool {
        handed_in.drafts.iter().any(|d| d.actor != self.actor)
    }

    /// The batch of these drafts, if each names the caller or somebody for whom
    /// he may record, or could when he first handed it in. `earlier`: who
    /// handed in the entries that have the ids of these drafts already.
    pub fn batch(
        &self,
        handed_in: HandedIn,
        tournament: &TournamentState,
        earlier: &BTreeMap<EntryId, ActorId>,
    ) -> Result<(Batch, Places), Problem> {
        for (index, draft) in handed_in.drafts.iter().enumerate() {
            if draft.stream == Stream::Log && self.principal != Principal::Keeper {
                let detail = "stream log is the program's own: expected the keeper's token";
                return Err(handed_in.at(Problem::new("not_for_others", detail), index));
            }
            evidence::need_day_of(draft, wall_clock())
                .map_err(|problem| handed_in.at(problem, index))?;
            if draft.actor == self.actor {
                continue;
            }
            let Err(problem) = self.principal.may_name(draft, tournament) else {
                continue;
            };
            // Whoever asks again may have lost his office since: his retry is
            // answered, and what is none will be told to have the id of another.
            let handed_in_by = draft.id.and_then(|id| earlier.get(&id));
            if handed_in_by != Some(&self.actor) {
                return Err(handed_in.at(problem, index));
            }
        }
        let (drafts, places) = handed_in.into_parts();
        let batch = self.own_batch(drafts, &places)?;
        Ok((batch, places))
    }

    /// The batch of drafts that the caller may hand in.
    pub fn own_batch(&self, drafts: Vec<Draft>, places: &Places) -> Result<Batch, Problem> {
        let mut proposals = Vec::with_capacity(drafts.len());
        for (index, draft) in drafts.into_iter().enumerate() {
            let proposal = Proposal::prepare(draft, new_id()?, random()?);
            proposals.push(proposal.map_err(|e| places.at(Problem::from(&e), index))?);
        }
        Ok(Batch {
            proposals,
            submitted_by: self.actor.clone(),
            seen_whole: None,
        })
    }
}

/// Hands in a batch of drafts: all of them are recorded, or none.
///
/// The same batch handed in again is answered with the entries that are there
/// already, if its drafts have ids. `If-Match` with the `ETag` of a view, or
/// `expect` in a draft, makes it depend on what the caller saw last.
#[utoipa::path(post, path = "/v1/ledgers/{ledger}/entries", tag = "entries",
    params(("ledger" = String, Path, description = "The ledger"),
           ("If-Match" = Option<String>, Header, description = "The ETag of the view on which the batch of one stream rests: a game or its findings for the game's stream, the standings, the ledger or the crosstable for tournament")),
    request_body(content((serde_json::Value = "application/json"), (String = "application/jsonl")), description = "An array of drafts (/schemas/draft.v1.json), or one draft a line"),
    responses((status = 201, description = "The entries, with seq and hash", body = serde_json::Value),
              (status = 409, description = "The state of the game or the tournament forbids it", body = serde_json::Value),
              (status = 412, description = "Another writer came in between: his entries are told", body = serde_json::Value),
              (status = 422, description = "A draft that can be no record", body = serde_json::Value)),
    security(("token" = [])))]
pub async fn append(
    service: web::Data<Service>,
    caller: Caller,
    request: HttpRequest,
    path: web::Path<LedgerName>,
    mut payload: web::Payload,
) -> Result<HttpResponse, Problem> {
    let name = path.into_inner();
    let author = Author::of(caller.writer(&name)?.clone())?;
    let (form, seen) = (draft_form(&request)?, last_seen(&request)?);
    let body = body(&request, &mut payload, &service.config.limits).await?;
    let ledger = ledger(&service, &name).await?;
    let most = service.config.limits.batch_drafts;
    let handed_in = read(body, form, most).await?;
    let (tournament, earlier) = if author.names_others(&handed_in) {
        known_of(&ledger, &handed_in).await?
    } else {
        Default::default()
    };
    let (batch, places) = author.batch(handed_in, &tournament, &earlier)?;
    let receipts = match seen {
        LastSeen::Seq(seen) => recorded_if(&service, &ledger, batch, &places, seen).await,
        LastSeen::Unsaid => recorded(&service, &ledger, batch, &places).await,
    };
    let receipts = receipts.map_err(|problem| seen.told(problem))?;
    let mut answer = created(&name, &ledger, &receipts, serde_json::Map::new()).await?;
    if let Some((header, size)) = mirrored(&service, &name) {
        answer.headers_mut().insert(header, size);
    }
    Ok(answer)
}

async fn read(body: web::Bytes, form: DraftForm, most: usize) -> Result<HandedIn, Problem> {
    if body.len() <= SHORT_BODY {
        return HandedIn::read(&body, form, most);
    }
    beside(move || HandedIn::read(&body, form, most)).await
}

/// The tournament as it stands, and who handed in the entries that have the ids of
/// drafts already.
async fn known_of(
    ledger: &Arc<LiveLedger>,
    handed_in: &HandedIn,
) -> Result<(Arc<TournamentState>, BTreeMap<EntryId, ActorId>), Problem> {
    let ledger = Arc::clone(ledger);
    let ids: Vec<EntryId> = handed_in.drafts.iter().filter_map(|d| d.id).collect();
    beside(move || {
        let tournament = ledger.open.reader.tournament(Known::Now);
        let tournament = tournament.map_err(|e| Problem::from(&e))?;
        let mut earlier = BTreeMap::new();
        for id in ids {
            let Some(bytes) = ledger.open.store.by_id(id).map_err(unreadable)? else {
                continue;
            };
            let entry = Entry::read(&bytes).map_err(|e| Problem::internal(&e))?;
            if let Ok(by) = entry.submitted_by.parse() {
                earlier.insert(id, by);
            }
        }
        Ok((tournament, earlier))
    })
    .await
}

/// Whether drafts are about a review.
pub(super) fn is_of_review(batch: &Batch) -> bool {
    let mut streams = batch.proposals.iter().map(|p| &p.stream);
    streams.any(|stream| matches!(stream, Stream::Review | Stream::Access))
}

/// Records a batch, and answers when it is durable.
pub(crate) async fn recorded(
    service: &Service,
    ledger: &Arc<LiveLedger>,
    batch: Batch,
    places: &Places,
) -> Result<Vec<Receipt>, Problem> {
    let began = Instant::now();
    let types: Vec<&'static str> = batch
        .proposals
        .iter()
        .map(|p| p.event.type_name())
        .collect();
    let ids: Vec<EntryId> = batch.proposals.iter().map(|p| p.id).collect();
    let of_review = is_of_review(&batch);
    let outcome = match ledger.open.store.submit(batch) {
        Ok(pending) => pending.await,
        Err(error) => Err(error),
    };
    let how = match &outcome {
        Ok(_) => "recorded",
        Err(AppendError::Refused(_)) => "refused",
        Err(_) => "failed",
    };
    let took = began.elapsed().as_secs_f64();
    // Figures are for everybody, and a review is its reviewers'.
    let counted =
        !of_review && service.ledgers.known_kind(ledger.open.store.ledger()) != Some(true);
    if counted {
        service
            .metrics
            .appends
            .with_label_values(&[how])
            .observe(took);
    }
    match outcome {
        Ok(receipts) => {
            for (receipt, type_name) in receipts.iter().zip(types) {
                if counted && !receipt.known {
                    service
                        .metrics
                        .entries
                        .with_label_values(&[type_name])
                        .inc();
                }
            }
            Ok(receipts)
        }
        Err(AppendError::Refused(refused)) => {
            let index = refused.index;
            Err(places.at(refusal(ledger, refused, ids, places).await?, index))
        }
        Err(error) => Err(Problem::from(&error)),
    }
}

/// A refusal; where another writer came in between, with what he recorded, and
/// where a draft of the same batch is in the way, by that draft's number.
async fn refusal(
    ledger: &Arc<LiveLedger>,
    refused: Refused,
    ids: Vec<EntryId>,
    places: &Places,
) -> Result<Problem, Problem> {
    let problem = Problem::from(&refused.reason);
    match refused.reason {
        // Of a review that would be a look that nobody recorded.
        Reason::Sequence(SequenceError::Stale {
            stream: Stream::Review | Stream::Access,
            ..
        }) => Ok(problem),
        Reason::Sequence(SequenceError::Stale {
            stream, expected, ..
        }) => {
            let ledger = Arc::clone(ledger);
            beside(move || {
                Ok(Problem {
                    entries: values(&since(&ledger, &stream, expected)?)?,
                    ..problem
                })
            })
            .await
        }
        Reason::Content(_) | Reason::Sequence(SequenceError::IdReused { .. }) => {
            let own = ids.iter().position(|id| Some(*id) == problem.entry);
            let Some(own) = own else { return Ok(problem) };
            let (ledger, named) = (Arc::clone(ledger), places.names(ids[own]));
            beside(move || {
                // A draft that is a retry has its entry.
                let stored = ledger.open.store.by_id(ids[own]).map_err(unreadable)?;
                Ok(match stored {
                    Some(_) => problem,
                    None if problem.code == "id_reused" => problem.of_own_id(own),
                    None => problem.in_the_way_of_own(own, named),
                })
            })
            .await
        }
        Reason::Sequence(_) => Ok(problem),
    }
}

/// The first entries of a stream that were recorded since a version; -1: all are.
fn since(ledger: &LiveLedger, stream: &Stream, version: i64) -> Result<Vec<Arc<[u8]>>, Problem> {
    let from = u64::try_from(version.saturating_add(1)).unwrap_or(0);
    let entries = ledger.open.store.stream(stream, from, SINCE_MAX);
    entries.map_err(unreadable)
}

/// Whether a stream is at the version that the caller saw last.
///
/// # Errors
/// When it is at another, with what was recorded since.
pub(super) fn need_version(
    ledger: &LiveLedger,
    stream: &Stream,
    expected: i64,
) -> Result<(), Problem> {
    let actual = head_version(ledger, stream);
    if actual == expected {
        return Ok(());
    }
    let entries = since(ledger, stream, expected)?;
    let first = entries
        .first()
        .map(|bytes| Entry::read(bytes).map(|e| e.id));
    let stale = SequenceError::Stale {
        stream: stream.clone(),
        expected,
        actual,
        entry: first.transpose().map_err(|e| Problem::internal(&e))?,
    };
    Err(Problem {
        entries: values(&entries)?,
        ..Problem::from(&stale)
    })
}

/// The version of a stream's last entry; -1: it has none.
fn head_version(ledger: &LiveLedger, stream: &Stream) -> i64 {
    let head = ledger.open.store.stream_head(stream);
    head.map_or(-1, |h| i64::try_from(h.version).unwrap_or(i64::MAX))
}

fn values(entries: &[Arc<[u8]>]) -> Result<Vec<serde_json::Value>, Problem> {
    let value = |bytes: &Arc<[u8]>| {
        serde_json::to_value(Recorded::of(bytes)?).map_err(|e| Problem::internal(&e))
    };
    entries.iter().map(value).collect()
}

/// How often a batch is held anew to what its author saw where something came
/// between the look and the writer's turn. More than that is a conflict as well.
const ATTEMPTS: u32 = 8;

/// Records a batch of one stream if the view that its author saw, which rests on the
/// entries up to `seen`, is still what it was when the writer takes the batch.
///
/// # Errors
/// As [`recorded`], and where the view is another by now, with what came since.
async fn recorded_if(
    service: &Service,
    ledger: &Arc<LiveLedger>,
    batch: Batch,
    places: &Places,
    seen: u64,
) -> Result<Vec<Receipt>, Problem> {
    let mut attempt = 1;
    loop {
        let (on, from) = (Arc::clone(ledger), batch.clone());
        let batch = beside(move || depend(&on, from, seen)).await?;
        match recorded(service, ledger, batch, places).await {
            Err(problem) if was_overtaken(&problem) && attempt < ATTEMPTS => attempt += 1,
            outcome => return outcome,
        }
    }
}

/// Whether a batch was refused because something came that may bear on what its author
/// saw: whether it does is for him who looks again. Of all conflicts this alone is of
/// no stream's version.
pub(super) fn was_overtaken(problem: &Problem) -> bool {
    problem.code == "stale_version" && problem.current_version.is_none()
}

/// Makes a batch of one stream depend on a view that rests on the entries up to
/// `seen`: the version at which the stream was then is what the caller expects, and
/// the view is what it was at the size that the ledger has now.
fn depend(ledger: &LiveLedger, mut batch: Batch, seen: u64) -> Result<Batch, Problem> {
    let Some(stream) = batch.proposals.first().map(|p| p.stream.clone()) else {
        return Ok(batch);
    };
    if batch
        .proposals
        .iter()
        .any(|p| p.stream != stream || p.expect.is_some())
    {
        let detail = "If-Match goes with drafts of one stream that say nothing of expect";
        return Err(Problem::new("header", detail));
    }
    let retry = || -> Result<bool, Problem> {
        for proposal in &batch.proposals {
            let stored = ledger.open.store.by_id(proposal.id);
            if stored.map_err(unreadable)?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    };
    // Taken before the view is looked at: what comes meanwhile is only looked at twice.
    let size = ledger.open.store.head().size;
    let expected = version_seen(ledger, &stream, seen, retry)?;
    batch.seen_whole = rests_on_others(&stream).then_some(size);
    if let Some(first) = batch.proposals.first_mut() {
        first.expect = Some(expected);
    }
    Ok(batch)
}

/// Whether what is seen of a stream rests on other streams as well.
fn rests_on_others(stream: &Stream) -> bool {
    matches!(stream, Stream::Tournament | Stream::Game(_))
}

/// Whether the tournament's views, as the standings, are what they were when the
/// entry of seq `seen` was the last one, though its own stream has not gone on
/// since `version`: they rest on what games and appeals tell.
///
/// # Errors
/// When they are others, with what was recorded since of the game or the appeal.
fn need_same_results(
    ledger: &LiveLedger,
    seen: u64,
    version: i64,
    retry: impl FnOnce() -> Result<bool, Problem>,
) -> Result<(), Problem> {
    let reader = &ledger.open.reader;
    let told = |e: fupan_store::ViewError| Problem::from(&e);
    let game = reader.told_otherwise_since(seen).map_err(told)?;
    let appeal = || -> Result<Option<AppealId>, Problem> {
        let history = reader.history().map_err(told)?;
        let since = history.steps().iter().filter(|step| step.seq > seen);
        let mut appeals = since.filter_map(|step| match &step.event {
            StepEvent::Appeal(appeal, _) => Some(appeal.clone()),
            _ => None,
        });
        Ok(appeals.next())
    };
    let stream = match game {
        Some(game) => Stream::Game(game),
        None => match appeal()? {
            Some(appeal) => Stream::Appeal(appeal),
            None => return Ok(()),
        },
    };
    if retry()? {
        return Ok(());
    }
    let store = &*ledger.open.store;
    let from = first_after(store, &stream, Some(seen))?;
    let entries = store.stream(&stream, from, SINCE_MAX).map_err(unreadable)?;
    let detail = format!(
        "If-Match \"{seen}\" is the ETag of the tournament as it was at entry {seen}: its results rest on stream {stream}, which has gone on since"
    );
    Err(Problem {
        current_version: Some(version),
        entries: values(&entries)?,
        ..Problem::new("stale_version", detail)
    })
}

/// The version at which a stream was when the entry of seq `seen` was the last on
/// which a view of it rested. `retry`: whether what is handed in is there already.
///
/// # Errors
/// When there is no such entry, or something else has come that bears on the view.
pub(super) fn version_seen(
    ledger: &LiveLedger,
    stream: &Stream,
    seen: u64,
    retry: impl FnOnce() -> Result<bool, Problem>,
) -> Result<i64, Problem> {
    let store = &*ledger.open.store;
    if seen >= store.head().size {
        let size = store.head().size;
        let detail = format!(
            "If-Match \"{seen}\" is the ETag of a view up to entry {seen}, which is not there: the ledger has {}",
            amount(size, "entry")
        );
        return Err(Problem {
            current_version: Some(head_version(ledger, stream)),
            ..Problem::new("stale_version", detail)
        });
    }
    let version = first_after(store, stream, Some(seen))?;
    let expected = i64::try_from(version).unwrap_or(i64::MAX) - 1;
    if *stream == Stream::Tournament && head_version(ledger, stream) == expected {
        need_same_results(ledger, seen, expected, retry)?;
        return Ok(expected);
    }
    // What came in between may lie in another stream, as an appeal.
    if let Stream::Game(game) = stream
        && let Ok(basis) = ledger.open.reader.game_basis(game, Known::Now)
        && basis > seen
        && head_version(ledger, stream) == expected
        && !retry()?
    {
        let bytes = store.entries(basis, 1).map_err(unreadable)?;
        let detail = format!(
            "If-Match \"{seen}\" is the ETag of game {game} as it was at entry {seen}: its view rests on entry {basis} by now, and its ETag is \"{basis}\""
        );
        return Err(Problem {
            current_version: Some(expected),
            entries: values(&bytes)?,
            ..Problem::new("stale_version", detail)
        });
    }
    Ok(expected)
}
