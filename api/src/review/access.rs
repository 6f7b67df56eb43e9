//! A review's ledger is read and written by its reviewers alone. For everybody
//! else, the keeper included, it is not there; and each look of a reviewer is
//! recorded before it is answered. One guard before all routes sees to both, so
//! that no route can forget it.

use crate::{
    auth::{Caller, Principal},
    ledger::{OpenLedger, new_id, random},
    live::Kind,
    problem::Problem,
    service::{Service, beside},
};
use actix_web::{HttpMessage, HttpRequest, dev::ServiceRequest, http::Method, web};
use fupan_domain::{
    event::{AccessEvent, Stream, review::DataSeen},
    ids::{ActorId, LedgerName, OfficialId},
    tournament::KEEPER,
};
use fupan_replay::draft::{Batch, Draft, Proposal};
use fupan_store::{EventStore, wall_clock};
use std::collections::BTreeSet;

/// The longest text that says what was looked at (`data_seen`).
const WHAT_MAX: usize = 400;

/// Marks a request that is about a review, by one who may know of it: its answer is
/// kept by nobody, and counted in no figure.
#[derive(Clone, Copy, Debug)]
struct OfReview;

/// Marks a request as being about a review, by one who may know of it.
pub fn mark(request: &HttpRequest) {
    request.extensions_mut().insert(OfReview);
}

/// Whether a request is about a review, and by one who may know of it.
pub fn is_marked(request: &HttpRequest) -> bool {
    request.extensions().contains::<OfReview>()
}

/// Looks whether a request is about a review's ledger. If it is by nobody of its
/// reviewers the ledger is answered, which is not there for him (see
/// [`crate::live::without`]). A reviewer's look is recorded first, where that fails
/// nothing is shown; and the request is marked ([`is_marked`]).
///
/// # Errors
/// That the look can't be recorded.
pub async fn guard(
    request: &ServiceRequest,
    service: Option<&web::Data<Service>>,
) -> Result<Option<LedgerName>, Problem> {
    let (Some(service), Some(name)) = (service, ledger_of(request.match_info().as_str())) else {
        return Ok(None);
    };
    // A review that is known to be a tournament needs no thread of its own.
    if service.ledgers.known_kind(&name) == Some(false) {
        return Ok(None);
    }
    let caller = request.extensions().get::<Caller>().cloned();
    let caller = caller.unwrap_or_default();
    // What is handed in is an entry itself, and its answer tells of nothing else.
    let hands_in = request.method() == Method::POST && request.path().ends_with("/entries");
    let what = what_of(request);
    let service = service.clone();
    let met = beside(move || {
        // A stranger's answer waits for no ledger that is opened.
        let Some(Kind::Review { reviewers }) = service.ledgers.kind(&name) else {
            return Ok(Met::Other);
        };
        let Some(reviewer) = reviewer(&caller, &name, &reviewers) else {
            return Ok(Met::Stranger(name));
        };
        let recorded = if hands_in {
            Ok(())
        } else {
            let live = service.ledgers.open(&name);
            live.and_then(|live| record(&live.open, reviewer, &what, None))
        };
        Ok(Met::Reviewer(recorded.map_err(Box::new)))
    })
    .await?;
    match met {
        Met::Other => Ok(None),
        Met::Stranger(name) => Ok(Some(name)),
        Met::Reviewer(recorded) => {
            mark(request.request());
            recorded.map(|()| None).map_err(|problem| *problem)
        }
    }
}

/// Whom the guard meets.
enum Met {
    /// Somebody at a ledger that is no review's.
    Other,
    /// Somebody for whom that review is not there.
    Stranger(LedgerName),
    /// A reviewer, and whether his look was recorded.
    Reviewer(Result<(), Box<Problem>>),
}

/// What is told of a ledger that is not there.
pub fn not_there(name: &LedgerName) -> Problem {
    Problem::new("store_missing", format!("there is no ledger {name}"))
}

/// Whether a ledger may be listed for a caller: a review's only for its
/// reviewers. Blocks.
pub fn may_list(caller: &Caller, name: &LedgerName, service: &Service) -> bool {
    if caller.may_read(name, service).is_err() {
        return false;
    }
    match service.ledgers.kind(name) {
        Some(Kind::Review { reviewers }) => reviewer(caller, name, &reviewers).is_some(),
        _ => true,
    }
}

/// The reviewer who calls, if he is one of those of that ledger.
fn reviewer<'a>(
    caller: &'a Caller,
    name: &LedgerName,
    reviewers: &BTreeSet<OfficialId>,
) -> Option<&'a OfficialId> {
    match &caller.grant()?.principal {
        Principal::Official { official, ledger } => {
            (ledger == name && reviewers.contains(official)).then_some(official)
        }
        _ => None,
    }
}

/// Records that a reviewer looks at something.
///
/// # Errors
/// When it can't be recorded.
pub fn record(
    open: &OpenLedger,
    reviewer: &OfficialId,
    what: &str,
    reason: Option<&str>,
) -> Result<(), Problem> {
    let internal = |e: &dyn std::fmt::Display| Problem::internal(&e);
    let actor: ActorId = reviewer.as_str().parse().map_err(|e| internal(&e))?;
    let event = AccessEvent::DataSeen(Box::new(DataSeen {
        what: what.to_owned(),
        reason: reason.map(str::to_owned),
    }));
    let data = event.data().map_err(|e| internal(&e))?;
    let draft = Draft {
        id: None,
        stream: Stream::Access,
        type_name: event.type_name().into(),
        at: wall_clock(),
        actor,
        expect: None,
        data: data.as_object().cloned().unwrap_or_default(),
    };
    let proposal = Proposal::prepare(draft, new_id()?, random()?);
    let batch = Batch {
        proposals: vec![proposal.map_err(|e| Problem::from(&e))?],
        submitted_by: KEEPER.parse().map_err(|e| internal(&e))?,
        seen_whole: None,
    };
    let appended = open.store.append(batch);
    appended.map(drop).map_err(|e| Problem::from(&e))
}

/// The ledger that a path is about, as the router reads it.
fn ledger_of(path: &str) -> Option<LedgerName> {
    let rest = path
        .strip_prefix("/v1/ledgers/")
        .or_else(|| path.strip_prefix("/l/"))?;
    let name = rest.split('/').next()?;
    name.parse().ok()
}

/// What a request looks at: its path, and what is asked of it.
fn what_of(request: &ServiceRequest) -> String {
    let query = request.query_string();
    let whole = if query.is_empty() {
        request.path().to_owned()
    } else {
        format!("{}?{query}", request.path())
    };
    let readable = whole.chars().filter(char::is_ascii_graphic);
    readable.take(WHAT_MAX).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_about_a_ledger_is_known_by_its_beginning() {
        let of = |path| ledger_of(path).map(|name| name.to_string());
        assert_eq!(
            of("/v1/ledgers/review-7/entries").as_deref(),
            Some("review-7")
        );
        assert_eq!(of("/v1/ledgers/review-7").as_deref(), Some("review-7"));
        assert_eq!(of("/l/review-7/games/r1-b1").as_deref(), Some("review-7"));
        assert_eq!(of("/v1/ledgers"), None);
        assert_eq!(of("/schemas/"), None);
    }
}
