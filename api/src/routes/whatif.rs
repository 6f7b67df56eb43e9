//! What if: what is, beside what would be if entries fell or others stood in
//! their place. Whoever may read may ask; nothing is stored.

use super::{
    answer::Form,
    json::{Object, object},
    reading::{AskedKnown, body, need_json},
};
use crate::{
    auth::Caller,
    problem::Problem,
    service::{Service, ask},
    text,
};
use actix_web::{HttpRequest, HttpResponse, http::header, web};
use fupan_domain::ids::LedgerName;
use fupan_replay::{
    draft::Draft,
    what_if::{Question, Tried},
};
use fupan_store::Known;
use serde::Deserialize;
use serde_json::value::RawValue;

/// What is supposed, as it is handed in.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Supposed<'a> {
    #[serde(default)]
    void: Vec<String>,
    #[serde(default, borrow)]
    with: Vec<&'a RawValue>,
    #[serde(default, borrow)]
    in_place_of: Vec<Object<Instead<'a>>>,
    #[serde(default)]
    at: Option<AsOf>,
}

/// A fact, and the draft that stands in its place.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Instead<'a> {
    entry: String,
    #[serde(borrow)]
    draft: &'a RawValue,
}

/// As of which entry: its seq, or a time.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum AsOf {
    Seq(u64),
    Text(String),
}

/// What is, beside what would be.
///
/// `void`: what falls, each an entry's id, `@` and an entry's seq, or the id of a
/// ruling, sanction or appeal. `with`: drafts that come after what is there, or
/// the one that stands in place of the one fact that falls. `in_place_of`: facts
/// that fall, each with the draft in its place. `at`: as it was known then.
/// Drafts are told of by their number: first those of `with`, then those of
/// `in_place_of`, from 1.
#[utoipa::path(post, path = "/v1/ledgers/{ledger}/whatif", tag = "ledgers",
    params(("ledger" = String, Path, description = "The ledger")),
    request_body(content = serde_json::Value, description = "What is supposed"),
    responses((status = 200, description = "What is, and what would be", body = serde_json::Value),
              (status = 403, description = "The author of a draft may not record it", body = serde_json::Value),
              (status = 404, description = "What should fall is not there", body = serde_json::Value),
              (status = 409, description = "A draft can't be recorded as things would stand", body = serde_json::Value),
              (status = 422, description = "A draft is none, or what is named can't fall", body = serde_json::Value),
              (status = 503, description = "As many such questions are under way as are answered at once (limits.what_ifs, limits.stranger_what_ifs)", body = serde_json::Value)))]
pub async fn ask_what_if(
    service: web::Data<Service>,
    caller: Caller,
    request: HttpRequest,
    path: web::Path<LedgerName>,
    mut payload: web::Payload,
) -> Result<HttpResponse, Problem> {
    let name = path.into_inner();
    caller.may_read(&name, &service)?;
    need_json(&request)?;
    let form = Form::by(&request);
    // Before the body is read: what waits for a turn is no body in memory.
    let _turn = service.what_ifs_of(&caller).take()?;
    let limits = service.limits_of(&caller);
    let body = body(&request, &mut payload, &limits).await?;
    let most = limits.batch_drafts;
    let answer = ask(&service, &name, move |ledger| {
        let (question, known, places) = read(&body, most)?;
        let answer = ledger.open.reader.what_if(question, known);
        let answer = answer.map_err(|e| places.put(Problem::from(&e)))?;
        form.put(&answer, text::what_if)
    })
    .await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .content_type(form.media_type())
        .body(answer))
}

/// Where the drafts of a question stand in its body.
#[derive(Clone, Copy)]
struct Places {
    /// How many stand in `with`; the others stand in `in_place_of`.
    with: usize,
}

impl Places {
    /// A problem with a draft that is told of by its number, with its place in the body.
    fn put(self, problem: Problem) -> Problem {
        let number = problem.line.and_then(|line| usize::try_from(line).ok());
        match number.and_then(|number| number.checked_sub(1)) {
            Some(index) => Problem {
                line: None,
                ..self.of(problem, index)
            },
            None => problem,
        }
    }

    fn of(self, mut problem: Problem, index: usize) -> Problem {
        let place = match index.checked_sub(self.with) {
            None => format!("/with/{index}"),
            Some(index) => format!("/in_place_of/{index}/draft"),
        };
        for fault in &mut problem.errors {
            fault.pointer = format!("{place}{}", fault.pointer);
        }
        problem.detail = format!("{place}: {}", problem.detail);
        problem
    }
}

fn read(body: &[u8], most: usize) -> Result<(Question, Known, Places), Problem> {
    let supposed: Supposed<'_> = object(body)?;
    let count = supposed.void.len() + supposed.with.len() + supposed.in_place_of.len();
    if count == 0 {
        let detail = "nothing is supposed: expected void, with or in_place_of";
        return Err(Problem::new("shape", detail));
    }
    if count > most {
        let detail = format!("{count} things are supposed; {most} are the most");
        return Err(Problem::new("batch_too_long", detail));
    }
    let places = Places {
        with: supposed.with.len(),
    };
    let tried = |index: usize, text: &RawValue| {
        let draft = Draft::read(text.get().as_bytes());
        let draft = draft.map_err(|e| places.of(Problem::from(&e), index))?;
        Ok(Tried {
            file: None,
            line: index + 1,
            draft,
        })
    };
    let with = supposed.with.iter().enumerate();
    let with = with.map(|(index, text)| tried(index, text));
    let with = with.collect::<Result<Vec<_>, Problem>>()?;
    let in_place_of = supposed.in_place_of.into_iter().enumerate();
    let in_place_of = in_place_of.map(|(index, Object(instead))| {
        Ok((instead.entry, tried(places.with + index, instead.draft)?))
    });
    let question = Question {
        void: supposed.void,
        with,
        in_place_of: in_place_of.collect::<Result<Vec<_>, Problem>>()?,
    };
    let known = match supposed.at {
        Some(AsOf::Seq(seq)) => Known::Seq(seq),
        Some(AsOf::Text(text)) => AskedKnown::at(Some(text)).read()?,
        None => Known::Now,
    };
    Ok((question, known, places))
}
