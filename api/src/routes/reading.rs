//! How requests are read: bodies within their limits, drafts with the place of
//! each fault, what a list or a view is asked for.

use super::answer::basis;
use super::json::typed;
use crate::{commands::parse_known, config::Limits, problem::Problem};
use actix_web::{
    HttpRequest,
    http::header::{self, Accept, EntityTag, Header as _, Quality},
    web::{self, Bytes, BytesMut},
};
use fupan_domain::{Timestamp, ids::EntryId};
use fupan_replay::{draft::Draft, drafts, views::Moment};
use fupan_store::Known;
use futures_util::StreamExt;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::{cmp::Reverse, collections::BTreeSet, time::Duration};
use utoipa::IntoParams;

/// The most things of a list that are answered at once.
const LIST_MAX: usize = 1_000;
/// How many are where nothing is said.
const LIST_DEFAULT: usize = 100;

/// Reads a body, no longer and no larger than it may be.
///
/// # Errors
/// When it is too large or too slow, or the client goes away.
pub async fn body(
    request: &HttpRequest,
    payload: &mut web::Payload,
    limits: &Limits,
) -> Result<Bytes, Problem> {
    let most = limits.body_bytes;
    let too_large = || {
        let detail = format!("the body is longer than the {most} bytes that it may have");
        Problem::new("body_too_large", detail)
    };
    let told = request.headers().get(header::CONTENT_LENGTH);
    let told = told.and_then(|v| v.to_str().ok()?.parse::<usize>().ok());
    if told.is_some_and(|told| told > most) {
        return Err(too_large());
    }
    let read = async {
        let mut whole = BytesMut::with_capacity(told.unwrap_or(0).min(1 << 16));
        while let Some(piece) = payload.next().await {
            let piece = piece.map_err(|e| Problem::new("body_cut_off", e.to_string()))?;
            if whole.len() + piece.len() > most {
                return Err(too_large());
            }
            whole.extend_from_slice(&piece);
        }
        Ok(whole.freeze())
    };
    let within = Duration::from_millis(limits.body_within_ms);
    tokio::time::timeout(within, read)
        .await
        .unwrap_or_else(|_| {
            let detail = format!("the body did not come within {} ms", within.as_millis());
            Err(Problem::new("body_too_slow", detail))
        })
}

/// The kinds of body that hold drafts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DraftForm {
    /// One JSON array.
    Array,
    /// One draft a line.
    Lines,
}

fn is_lines(media_type: &str) -> bool {
    matches!(
        media_type,
        "application/jsonl"
            | "application/x-ndjson"
            | "application/jsonlines"
            | "application/x-jsonlines"
    )
}

fn media_type(value: &str) -> String {
    let (media_type, _) = value.split_once(';').unwrap_or((value, ""));
    media_type.trim().to_ascii_lowercase()
}

/// Whether a body is JSON.
///
/// # Errors
/// When it says that it is something else, or encoded.
pub fn need_json(request: &HttpRequest) -> Result<(), Problem> {
    match draft_form(request)? {
        DraftForm::Array => Ok(()),
        DraftForm::Lines => Err(Problem::new("media_type", "expected application/json")),
    }
}

/// The media type of which a body says that it is, without its parameters.
///
/// # Errors
/// When it says that it is encoded.
pub fn told_type(request: &HttpRequest) -> Result<Option<String>, Problem> {
    if let Some(encoding) =
        header_type(request, header::CONTENT_ENCODING).filter(|encoding| encoding != "identity")
    {
        let detail = format!("Content-Encoding {encoding:?}: expected a body that is not encoded");
        return Err(Problem::new("media_type", detail));
    }
    Ok(header_type(request, header::CONTENT_TYPE))
}

fn header_type(request: &HttpRequest, name: header::HeaderName) -> Option<String> {
    let value = request.headers().get(name);
    value.map(|v| media_type(v.to_str().unwrap_or("?")))
}

/// In which form a body holds drafts.
///
/// # Errors
/// When it says that it is something else, or encoded.
pub fn draft_form(request: &HttpRequest) -> Result<DraftForm, Problem> {
    match told_type(request)? {
        Some(t) if t == "application/json" => Ok(DraftForm::Array),
        Some(t) if is_lines(&t) => Ok(DraftForm::Lines),
        given => {
            let given = given.unwrap_or_default();
            let detail =
                format!("Content-Type {given:?}: expected application/json or application/jsonl");
            Err(Problem::new("media_type", detail))
        }
    }
}

/// Whether the caller would rather have JSON Lines.
pub fn wants_lines(request: &HttpRequest) -> bool {
    wants(request, is_lines)
}

/// Whether the caller would rather have a kind of answer than JSON, which he gets
/// where he says nothing (RFC 9110, 12.5.1): what weighs more goes first, then what
/// is named more exactly, then what is named first.
pub fn wants(request: &HttpRequest, kind: impl Fn(&str) -> bool) -> bool {
    prefers(request, kind, is_json)
}

/// Whether the caller would rather have one kind of answer than the other, which he
/// gets where he says nothing of either.
pub fn prefers(
    request: &HttpRequest,
    kind: impl Fn(&str) -> bool,
    usual: impl Fn(&str) -> bool,
) -> bool {
    let Ok(accept) = Accept::parse(request) else {
        return false;
    };
    // The most exact range that a kind falls under says what it weighs; what weighs
    // nothing is not wanted.
    let rank = |is: &dyn Fn(&str) -> bool| {
        let ranges = accept.iter().enumerate();
        let (exactness, place, range) = ranges
            .filter_map(|(place, range)| {
                Some((exactness(range.item.essence_str(), is)?, place, range))
            })
            .max_by_key(|(exactness, place, _)| (*exactness, Reverse(*place)))?;
        let weight = range.quality;
        (weight > Quality::ZERO).then_some((weight, exactness, Reverse(place)))
    };
    match (rank(&kind), rank(&usual)) {
        (Some(asked), Some(usual)) => asked > usual,
        (Some((_, exactness, _)), None) => exactness > 0,
        (None, _) => false,
    }
}

/// How exactly a range of media types names a kind: by name, by its first half, not
/// at all but as everything; `None`: the kind does not fall under it.
fn exactness(range: &str, is: &dyn Fn(&str) -> bool) -> Option<u8> {
    let any_of = |types: &[&str]| types.iter().any(|media_type| is(media_type));
    match range {
        "*/*" => Some(0),
        "application/*" => any_of(&["application/json", "application/jsonl"]).then_some(1),
        "text/*" => any_of(&["text/plain", "text/html"]).then_some(1),
        named => is(named).then_some(2),
    }
}

fn is_json(media_type: &str) -> bool {
    matches!(media_type, "application/json" | "application/problem+json")
}

/// Drafts as they were handed in.
#[derive(Debug)]
pub struct HandedIn {
    /// The drafts, in order.
    pub drafts: Vec<Draft>,
    /// The line of each, where they have lines.
    lines: Option<Vec<usize>>,
}

impl HandedIn {
    /// Reads the drafts of a body.
    ///
    /// # Errors
    /// When it is no JSON, one of them no draft, or there are too many or none.
    pub fn read(body: &[u8], form: DraftForm, most: usize) -> Result<HandedIn, Problem> {
        let (texts, lines): (Vec<&[u8]>, _) = match form {
            DraftForm::Array => (array(body)?, None),
            DraftForm::Lines => {
                let (lines, texts) = drafts::lines(body).unzip();
                (texts, Some(lines))
            }
        };
        if texts.is_empty() {
            return Err(Problem::new("empty_batch", "expected at least one draft"));
        }
        if texts.len() > most {
            let detail = format!(
                "the batch holds {} drafts; {most} are the most",
                texts.len()
            );
            return Err(Problem::new("batch_too_long", detail));
        }
        let mut handed_in = HandedIn {
            drafts: Vec::with_capacity(texts.len()),
            lines,
        };
        for (index, text) in texts.into_iter().enumerate() {
            let draft = Draft::read(text).map_err(|e| handed_in.at(Problem::from(&e), index))?;
            handed_in.drafts.push(draft);
        }
        Ok(handed_in)
    }

    /// Reads one draft that stands in a body by itself: there is no place in a
    /// batch to tell of it.
    ///
    /// # Errors
    /// When it is no draft.
    pub fn one(text: &[u8]) -> Result<HandedIn, Problem> {
        Ok(HandedIn {
            drafts: vec![Draft::read(text).map_err(|e| Problem::from(&e))?],
            lines: Some(Vec::new()),
        })
    }

    /// A problem, with the place of the draft that it is about.
    pub fn at(&self, problem: Problem, index: usize) -> Problem {
        at(self.lines.as_deref(), problem, index)
    }

    /// The drafts, and the places to tell of them later.
    pub fn into_parts(self) -> (Vec<Draft>, Places) {
        let named = self.drafts.iter().filter_map(|draft| draft.id);
        let places = Places {
            named: named.collect(),
            lines: self.lines,
        };
        (self.drafts, places)
    }
}

/// Where the drafts of a batch stand.
#[derive(Debug)]
pub struct Places {
    lines: Option<Vec<usize>>,
    /// The ids that the caller gave to drafts.
    named: BTreeSet<EntryId>,
}

impl Places {
    /// The places of drafts that the caller did not hand in himself: there is
    /// nothing to tell of them.
    pub fn none() -> Places {
        Places {
            lines: Some(Vec::new()),
            named: BTreeSet::new(),
        }
    }

    /// A problem, with the place of the draft that it is about.
    pub fn at(&self, problem: Problem, index: usize) -> Problem {
        at(self.lines.as_deref(), problem, index)
    }

    /// Whether the caller gave that id to a draft himself.
    pub fn names(&self, id: EntryId) -> bool {
        self.named.contains(&id)
    }
}

fn at(lines: Option<&[usize]>, problem: Problem, index: usize) -> Problem {
    match lines {
        Some(lines) => match lines.get(index) {
            Some(line) => problem.in_line(*line),
            None => problem,
        },
        None => problem.in_draft(index),
    }
}

fn array(body: &[u8]) -> Result<Vec<&[u8]>, Problem> {
    let values: Vec<&RawValue> = typed(body)?;
    Ok(values.into_iter().map(|v| v.get().as_bytes()).collect())
}

/// Which moment of a game is asked for, on both axes.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct AskedMoment {
    /// As it was known at that entry (seq) or time (RFC 3339)
    at: Option<String>,
    /// What stood right after the N-th stone or pass that stands
    r#move: Option<usize>,
    /// What stood at that moment of play (RFC 3339)
    when: Option<String>,
}

impl AskedMoment {
    /// That moment: as of an entry or time, at a move or a time of play.
    pub fn at(at: Option<String>, r#move: Option<usize>, when: Option<String>) -> AskedMoment {
        AskedMoment { at, r#move, when }
    }

    /// As of which entry, and which moment of the game's own.
    ///
    /// # Errors
    /// When one can't be read, or `move` and `when` are both given.
    pub fn read(&self) -> Result<(Known, Moment), Problem> {
        let moment = match (self.r#move, &self.when) {
            (Some(_), Some(_)) => {
                let detail = "move and when ask for two moments: expected one of them";
                return Err(Problem::new("query", detail));
            }
            (Some(n), None) => Moment::Move(n),
            (None, Some(text)) => Moment::When(time(text)?),
            (None, None) => Moment::Last,
        };
        Ok((known(self.at.as_deref())?, moment))
    }
}

fn time(text: &str) -> Result<Timestamp, Problem> {
    text.parse()
        .map_err(|e: fupan_domain::time::NotATime| Problem::new("query", format!("when: {e}")))
}

fn known(at: Option<&str>) -> Result<Known, Problem> {
    match at {
        None => Ok(Known::Now),
        Some(text) => {
            parse_known(text).map_err(|e| Problem::new("query", format!("at {text:?}: {e}")))
        }
    }
}

/// As of which entry a ledger is asked.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct AskedKnown {
    /// As it was known at that entry (seq) or time (RFC 3339)
    at: Option<String>,
}

impl AskedKnown {
    /// As of that entry or time.
    pub fn at(at: Option<String>) -> AskedKnown {
        AskedKnown { at }
    }

    /// As of which entry.
    ///
    /// # Errors
    /// When it can't be read.
    pub fn read(&self) -> Result<Known, Problem> {
        known(self.at.as_deref())
    }
}

/// Which part of a list is asked for.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedPart {
    /// What comes after that one.
    pub after: Option<String>,
    limit: Option<usize>,
}

impl AskedPart {
    /// How many at most.
    ///
    /// # Errors
    /// When it is none or more than may be.
    pub fn limit(&self) -> Result<usize, Problem> {
        limit(self.limit)
    }
}

/// How many things of a list are answered at most.
///
/// # Errors
/// When it is none or more than may be.
pub fn limit(asked: Option<usize>) -> Result<usize, Problem> {
    match asked.unwrap_or(LIST_DEFAULT) {
        n @ 1..=LIST_MAX => Ok(n),
        n => Err(Problem::new(
            "query",
            format!("limit {n}: expected 1 to {LIST_MAX}"),
        )),
    }
}

/// What the caller saw last, by which he makes his batch depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastSeen {
    /// Nothing is said.
    Unsaid,
    /// A view that rests on the entries up to that seq.
    Seq(u64),
}

impl LastSeen {
    /// A conflict of versions, for a caller who gave the tag of a view and no
    /// version: what his tag says, and what it is now.
    pub fn told(self, problem: Problem) -> Problem {
        let LastSeen::Seq(seen) = self else {
            return problem;
        };
        if problem.code != "stale_version" || problem.detail.contains("If-Match") {
            return problem;
        }
        let newest = problem.entries.last().and_then(|e| e["seq"].as_u64());
        let newest = newest.map_or_else(String::new, |seq| {
            format!("; what came since is listed, up to entry {seq}")
        });
        Problem {
            detail: format!(
                "If-Match \"{seen}\" is the ETag of a view up to entry {seen}: {}{newest}",
                problem.detail
            ),
            ..problem
        }
    }
}

/// The most characters of an `Idempotency-Key`.
const KEY_MAX: usize = 255;

/// Reads `Idempotency-Key`: the same key with the same body is a retry.
///
/// # Errors
/// When there are several, or it is empty, too long, or not of visible ASCII.
pub fn idempotency_key(request: &HttpRequest) -> Result<Option<String>, Problem> {
    let mut keys = request.headers().get_all("idempotency-key");
    let Some(key) = keys.next() else {
        return Ok(None);
    };
    let text = key.to_str().unwrap_or_default();
    let is_key = (1..=KEY_MAX).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_graphic());
    if keys.next().is_some() || !is_key {
        let detail =
            format!("Idempotency-Key: expected one of 1 to {KEY_MAX} visible ASCII characters");
        return Err(Problem::new("header", detail));
    }
    Ok(Some(text.to_owned()))
}

/// Reads `If-Match`.
///
/// # Errors
/// When it is no tag of a view.
pub fn last_seen(request: &HttpRequest) -> Result<LastSeen, Problem> {
    let Some(value) = request.headers().get(header::IF_MATCH) else {
        return Ok(LastSeen::Unsaid);
    };
    let text = value.to_str().unwrap_or_default();
    let seq = text.parse::<EntityTag>().ok().and_then(|tag| basis(&tag));
    seq.map(LastSeen::Seq).ok_or_else(|| {
        let detail = format!("If-Match {text:?}: expected the ETag of a view, as \"123\"");
        Problem::new("header", detail)
    })
}
