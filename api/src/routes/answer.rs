//! How answers are put: views with their tags, lists with their links, and
//! what others may keep of them.

use super::reading::wants;
use crate::{live::LiveLedger, problem::Problem, service::Service};
use actix_web::{
    HttpRequest, HttpResponse, HttpResponseBuilder,
    http::header::{self, EntityTag, Header, IfNoneMatch},
};
use fupan_domain::ids::Sha256;
use fupan_replay::{entry, receipt::Remark};
use fupan_store::Known;
use serde::Serialize;
use serde_json::value::RawValue;

/// What stays as it is for ever.
pub const IMMUTABLE: &str = "max-age=31536000, immutable";

/// Whether others than the caller may keep an answer.
pub fn scope(service: &Service) -> &'static str {
    if service.config.access.public_read {
        "public"
    } else {
        "private"
    }
}

/// What stands in a tag before the number of records that were erased.
const ERASED: char = '-';
/// What stands in a tag before the form, where that is not JSON.
const FORM: char = '+';

/// The strong tag of what rests on the entries up to a seq.
pub fn tag(seq: u64) -> EntityTag {
    EntityTag::new_strong(seq.to_string())
}

/// The same in another form than JSON, as `html`: bytes that differ have tags that do
/// (RFC 9110, section 8.8.3). Once records of people were erased, as many as `erased`, what
/// shows names is another too, though it rests on the same entries.
pub fn tag_of(seq: u64, erased: usize, form: &str) -> EntityTag {
    let mut text = seq.to_string();
    if erased > 0 {
        text.extend([ERASED.to_string(), erased.to_string()]);
    }
    if !form.is_empty() {
        text.extend([FORM.to_string().as_str(), form]);
    }
    EntityTag::new_strong(text)
}

/// On the entries up to which seq a view rests that has this tag, in whatever form.
pub fn basis(tag: &EntityTag) -> Option<u64> {
    let seq = tag.tag().split([ERASED, FORM]).next()?;
    seq.parse().ok().filter(|_| !tag.weak)
}

/// The form in which a view is asked for: as JSON, or as the command line
/// shows it to people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// For programs.
    Json,
    /// For people: `Accept: text/plain`.
    Text,
}

impl Form {
    /// The form for which a request asks.
    pub fn by(request: &HttpRequest) -> Form {
        if wants(request, |media_type| media_type == "text/plain") {
            Form::Text
        } else {
            Form::Json
        }
    }

    /// A view in that form.
    ///
    /// # Errors
    /// Never for what is answered here; the writer's own errors are handed on.
    pub fn put<V: Serialize>(
        self,
        view: &V,
        as_text: impl FnOnce(&V) -> String,
    ) -> Result<Vec<u8>, Problem> {
        match self {
            Form::Json => json(view),
            Form::Text => Ok(as_text(view).into_bytes()),
        }
    }

    /// What it is called in a tag.
    fn name(self) -> &'static str {
        match self {
            Form::Json => "",
            Form::Text => "text",
        }
    }

    /// Its media type.
    pub fn media_type(self) -> &'static str {
        match self {
            Form::Json => "application/json",
            Form::Text => "text/plain; charset=utf-8",
        }
    }
}

/// What the caller has already, and in which form he asks for the rest.
pub struct Seen {
    tags: Option<IfNoneMatch>,
    form: Form,
    /// How many records of people were erased from the ledger.
    erased: usize,
}

impl Seen {
    /// What a request says of it.
    pub fn by(request: &HttpRequest) -> Seen {
        let given = request.headers().contains_key(header::IF_NONE_MATCH);
        Seen {
            tags: given.then(|| IfNoneMatch::parse(request).ok()).flatten(),
            form: Form::by(request),
            erased: 0,
        }
    }

    /// The same of a view that shows names. Once some were erased, a copy made
    /// before is none of the view any more, though it rests on the same entries.
    ///
    /// # Errors
    /// When the ledger can't be read.
    pub fn of(self, ledger: &LiveLedger) -> Result<Seen, Problem> {
        let now = ledger.open.reader.tournament(Known::Now);
        let erased = now.map_err(|e| Problem::from(&e))?.erased.len();
        Ok(Seen { erased, ..self })
    }

    /// That he has already what rests on the entries up to a seq, in the form for which he
    /// asks; `None` where he has not.
    pub fn unchanged(&self, seq: u64) -> Option<Viewed> {
        let tag = tag_of(seq, self.erased, self.form.name());
        self.has(&tag).then_some(Viewed::Unchanged(tag))
    }

    /// Whether he has what has that tag.
    pub fn has(&self, tag: &EntityTag) -> bool {
        match &self.tags {
            None => false,
            Some(IfNoneMatch::Any) => true,
            Some(IfNoneMatch::Items(tags)) => tags.iter().any(|t| t.weak_eq(tag)),
        }
    }
}

/// A view, or that the caller has it already.
pub enum Viewed {
    /// It has that tag, and the caller has it.
    Unchanged(EntityTag),
    /// It has that tag; its media type, and itself.
    Whole(EntityTag, &'static str, Vec<u8>),
}

impl Viewed {
    /// A view as JSON, unless the caller has it already.
    ///
    /// # Errors
    /// The view's own.
    pub fn json<V: Serialize>(
        basis: u64,
        seen: &Seen,
        view: impl FnOnce() -> Result<V, Problem>,
    ) -> Result<Viewed, Problem> {
        let form = Form::Json;
        Viewed::bytes(basis, seen, (form.name(), form.media_type()), || {
            json(&view()?)
        })
    }

    /// A view in the form for which the caller asks, unless he has it already.
    ///
    /// # Errors
    /// The view's own.
    pub fn shown<V: Serialize>(
        basis: u64,
        seen: &Seen,
        view: impl FnOnce() -> Result<V, Problem>,
        as_text: impl FnOnce(&V) -> String,
    ) -> Result<Viewed, Problem> {
        let form = seen.form;
        Viewed::bytes(basis, seen, (form.name(), form.media_type()), || {
            form.put(&view()?, as_text)
        })
    }

    /// The same in another form: what it is called in a tag, and its media type.
    ///
    /// # Errors
    /// The view's own.
    pub fn bytes(
        basis: u64,
        seen: &Seen,
        (form, media_type): (&str, &'static str),
        view: impl FnOnce() -> Result<Vec<u8>, Problem>,
    ) -> Result<Viewed, Problem> {
        let tag = tag_of(basis, seen.erased, form);
        if seen.has(&tag) {
            return Ok(Viewed::Unchanged(tag));
        }
        Ok(Viewed::Whole(tag, media_type, view()?))
    }

    /// The answer.
    pub fn answer(self, service: &Service) -> HttpResponse {
        let (mut answer, tag, body) = match self {
            Viewed::Unchanged(tag) => (HttpResponse::NotModified(), tag, None),
            Viewed::Whole(tag, media_type, body) => {
                (HttpResponse::Ok(), tag, Some((media_type, body)))
            }
        };
        answer.insert_header(header::ETag(tag));
        kept(&mut answer, service, "no-cache");
        match body {
            Some((media_type, body)) => answer.content_type(media_type).body(body),
            None => answer.finish(),
        }
    }
}

/// Says what others may keep of an answer.
pub fn kept(answer: &mut HttpResponseBuilder, service: &Service, how: &str) {
    let scope = scope(service);
    answer
        .insert_header((header::CACHE_CONTROL, format!("{scope}, {how}")))
        .insert_header((header::VARY, "Accept, Authorization, Cookie"));
}

/// JSON of something that was made.
///
/// # Errors
/// Never for what is answered here; the writer's own errors are handed on.
pub fn json(value: &impl Serialize) -> Result<Vec<u8>, Problem> {
    serde_json::to_vec(value).map_err(|e| Problem::internal(&e))
}

/// A part of a list, and where it goes on.
#[derive(Debug, Serialize)]
pub struct Listed<T> {
    /// The things, in order.
    pub items: Vec<T>,
    /// What to give as `after` for those that follow; `null` at the end.
    pub next: Option<String>,
}

/// An entry as it is answered: its exact bytes, and its hash.
#[derive(Debug, Serialize)]
pub struct Recorded<'a> {
    /// Its place in the ledger.
    pub seq: u64,
    /// Its hash.
    pub hash: Sha256,
    /// The entry.
    pub entry: &'a RawValue,
    /// What is odd about it, told to whoever recorded it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<Remark>,
}

impl<'a> Recorded<'a> {
    /// The entry of these bytes.
    ///
    /// # Errors
    /// When they are no entry.
    pub fn of(bytes: &'a [u8]) -> Result<Recorded<'a>, Problem> {
        let unreadable = |e: serde_json::Error| Problem::new("log_unreadable", e.to_string());
        let seq = entry::Entry::read(bytes).map_err(unreadable)?.seq;
        Ok(Recorded {
            seq,
            hash: entry::hash(bytes),
            entry: serde_json::from_slice(bytes).map_err(unreadable)?,
            remarks: Vec::new(),
        })
    }
}
