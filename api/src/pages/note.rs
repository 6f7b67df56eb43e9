//! A reviewer's note, from the page: sealed by its hash alone, opened by himself once
//! a second reviewer has sealed one too. Until then its text is in his browser and in
//! the file that he keeps, and nowhere else; the service learns a hash. What may be
//! sealed and opened is judged by the ledger, as for `fupan review note`.

use super::{
    Asset, Filled, Here, Page, Posted, Step, Turned, Viewer,
    act::{self, Asked, Second, hidden, unconfirmed},
    case::{actor, wrongs},
    own_effects::Wrong,
    page_of_ledger,
};
use crate::{
    problem::Problem,
    review::due,
    routes::recording::Author,
    service::{Service, ask, ledger},
};
use actix_web::{HttpResponse, http::header, web};
use fupan_domain::{
    event::{
        Stream,
        review::{NoteForm, NoteOpened, NoteSealed},
    },
    ids::{ActorId, LedgerName, OfficialId, Sha256},
    review::{Due, Note, ReviewState},
};
use maud::{Markup, html};
use serde_json::json;

/// How long a note may be (`note_opened`).
const LONGEST: usize = 10_000;

/// Where a review's notes are written.
pub fn path(here: &Here<'_>) -> String {
    here.path("/note")
}

/// What can be done with a note, if something can.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Act {
    Seal,
    Open,
}

impl Act {
    const fn step(self) -> &'static str {
        match self {
            Act::Seal => "seal",
            Act::Open => "open",
        }
    }
}

/// The page of a reviewer's own note.
struct Desk<'a> {
    here: &'a Here<'a>,
    review: &'a ReviewState,
    reviewer: OfficialId,
    filled: Filled,
}

/// The page.
pub async fn page(
    service: web::Data<Service>,
    viewer: Viewer,
    path: web::Path<LedgerName>,
) -> Result<HttpResponse, Problem> {
    page_of_ledger(&service, viewer, &path, move |here| {
        Ok(Desk::of(here, Filled::default())?.page(&[]))
    })
    .await
}

/// What was sent.
pub async fn send(
    service: web::Data<Service>,
    posted: Posted,
    path: web::Path<LedgerName>,
) -> Result<HttpResponse, Problem> {
    let name = path.into_inner();
    let viewer = posted.viewer.clone();
    viewer.caller.may_read(&name, &service)?;
    let author = Author::of(viewer.caller.writer(&name)?.clone())?;
    let filled = posted.filled();
    let (by, then) = (viewer.clone(), filled.clone());
    let turned = ask(&service, &name, move |live| {
        let here = Here::of(live, &by)?;
        Ok(Desk::of(&here, then)?.turned())
    })
    .await?;
    let asked = match turned {
        Turned::Shown(page) => return Ok(page.shown(&viewer)),
        Turned::Refused(page, problem) => return Ok(page.refused(&viewer, &problem)),
        Turned::Record(asked) => *asked,
    };
    let live = ledger(&service, &name).await?;
    let Err(problem) = act::record(&service, &live, &author, asked).await else {
        return Ok(HttpResponse::SeeOther()
            .insert_header((header::LOCATION, format!("/l/{name}/note?done=1")))
            .insert_header((header::CACHE_CONTROL, "no-store"))
            .finish());
    };
    let (by, told) = (viewer.clone(), problem.clone());
    let page = ask(&service, &name, move |live| {
        let here = Here::of(live, &by)?;
        let wrong = Wrong::of(&by, "written", &told);
        Ok(Desk::of(&here, filled)?.page(&wrong))
    })
    .await?;
    Ok(page.refused(&viewer, &problem))
}

impl<'a> Desk<'a> {
    /// Whoever may see a review's ledger at all is one of its reviewers.
    fn of(here: &'a Here<'a>, filled: Filled) -> Result<Desk<'a>, Problem> {
        let missing = |why: &str| Problem::new("not_found", why.to_owned());
        let review = here.tournament.review.as_deref();
        let review = review.ok_or_else(|| missing("the ledger is no review's"))?;
        let actor = actor(here).ok_or_else(|| missing("nobody is signed in"))?;
        Ok(Desk {
            here,
            review,
            reviewer: actor.as_official(),
            filled,
        })
    }

    fn viewer(&self) -> &'a Viewer {
        self.here.viewer
    }

    /// The note that he has sealed last.
    fn own(&self) -> Option<&'a Note> {
        let mut notes = self.review.notes.iter();
        let own = notes.find(|(author, _)| author.as_official() == self.reviewer);
        own.map(|(_, note)| note)
    }

    fn is_open(&self) -> bool {
        self.own().is_some_and(|note| note.opened.is_some())
    }

    /// Whether that can be done now.
    fn can(&self, act: Act) -> bool {
        match act {
            Act::Seal => !self.review.notes_are_read(),
            Act::Open => self.own().is_some() && !self.is_open() && self.review.notes_are_in(),
        }
    }

    fn framed(&self, content: &Markup) -> Page {
        let title = self.viewer().say("review-note-own");
        let mut page = self.here.page(title.clone());
        page.steps.push(Step {
            label: html! { (title) },
            path: path(self.here),
        });
        page.scripts = vec![Asset::NOTE];
        page.content = html! { h1 { (title) } (content) };
        page
    }

    fn page(&self, wrong: &[Wrong]) -> Page {
        let viewer = self.viewer();
        self.framed(&html! {
            (wrongs(viewer, wrong))
            @if viewer.asked("done").is_some() && wrong.is_empty() {
                div class="done" role="status" tabindex="-1" { p { strong { "✓ " (viewer.say("appeals-recorded")) } } }
            }
            p { (viewer.say("review-note-how")) }
            (self.standing())
            @if self.can(Act::Open) { (self.opening()) }
            @if self.can(Act::Seal) { (self.sealing()) }
            p { a href=(self.here.path("")) { (viewer.say("review-page")) } }
        })
    }

    /// What has become of his note.
    fn standing(&self) -> Markup {
        let viewer = self.viewer();
        let Some(note) = self.own() else {
            return html! { p { (viewer.say("review-note-none")) } };
        };
        let waits = !self.is_open() && !self.review.notes_are_in();
        html! {
            p {
                (viewer.moment(note.at)) " · "
                (viewer.say(if self.is_open() { "review-note-is-open" } else { "review-note-sealed" }))
                " · " code class="hash" { (note.commitment) }
            }
            @if waits { p class="note" { (viewer.say("review-note-waits")) } }
        }
    }

    /// The form by which a note is sealed. What is written in it has no name, so that
    /// no browser ever sends it; the script puts its hash beside it.
    fn sealing(&self) -> Markup {
        let viewer = self.viewer();
        let reviewer = self.reviewer.clone();
        let command = due::command(self.here.ledger.as_str(), &Due::Note { reviewer });
        html! {
            section aria-labelledby="seal" {
                h2 id="seal" { (viewer.say("review-note-seal")) }
                @if self.own().is_some() { p class="grave" { "⚠ " (viewer.say("review-note-replaces")) } }
                p data-by-command { (viewer.say("review-note-command")) br; code { (command) } }
                form method="post" action=(path(self.here)) class="ruling" data-seals=(self.here.ledger)
                    data-review=(self.review.entry) data-reviewer=(self.reviewer) hidden {
                    (hidden(self.here, &self.filled, Act::Seal.step(), act::version(self.here, &Stream::Review)))
                    input type="hidden" name="commitment" value="";
                    p class="field" {
                        label for="note" { (viewer.say("review-note-text")) }
                        textarea id="note" rows="10" maxlength=(LONGEST) autocomplete="off" {}
                    }
                    p { button type="button" class="plain" data-keeps { (viewer.say("review-note-keep")) } }
                    p role="status" data-kept hidden { "✓ " (viewer.say("review-note-kept")) }
                    button disabled data-sends { (viewer.say("case-review")) }
                }
            }
        }
    }

    /// The form by which it is opened, with what was kept as it was sealed.
    fn opening(&self) -> Markup {
        let viewer = self.viewer();
        html! {
            section aria-labelledby="open" {
                h2 id="open" { (viewer.say("review-note-open")) }
                p { (viewer.say("review-note-open-how")) }
                form method="post" action=(path(self.here)) class="ruling" data-unseals {
                    (hidden(self.here, &self.filled, Act::Open.step(), act::version(self.here, &Stream::Review)))
                    p class="field" data-file hidden {
                        label for="kept" { (viewer.say("review-note-file")) }
                        input type="file" id="kept" accept=".json,.sealed,application/json";
                        span class="note" role="status" data-told data-no-note=(viewer.say("review-note-no-file")) {}
                    }
                    p class="field" {
                        label for="text" { (viewer.say("review-note-text")) }
                        textarea id="text" name="text" rows="10" maxlength=(LONGEST) autocomplete="off" { (self.filled.get("text")) }
                    }
                    p class="field" {
                        label for="nonce" { (viewer.say("review-note-nonce")) }
                        input id="nonce" name="nonce" autocomplete="off" spellcheck="false" value=(self.filled.get("nonce"));
                    }
                    button { (viewer.say("case-review")) }
                }
            }
        }
    }

    /// What would be recorded.
    fn asked(&self, act: Act) -> Result<Asked, Vec<Wrong>> {
        let viewer = self.viewer();
        let wrong = |field: &str, key: &str| vec![Wrong::new(field, viewer.say(key))];
        let entry = match act {
            Act::Seal => {
                let commitment: Result<Sha256, _> = self.filled.get("commitment").parse();
                let commitment = commitment.map_err(|_| wrong("note", "review-note-keep-first"));
                let sealed = NoteSealed {
                    commitment: commitment?,
                    form: Some(NoteForm::Bound),
                };
                ("note_sealed", json!(sealed))
            }
            Act::Open => {
                let note = self
                    .kept()
                    .ok_or_else(|| wrong("text", "review-note-other"))?;
                ("note_opened", json!(note))
            }
        };
        Ok(Asked {
            stream: Stream::Review,
            entries: vec![entry],
            seen: None,
            key: self.filled.some("key"),
        })
    }

    /// The note as it was sealed, of what stands in the form: a form sends each end of
    /// a line in one way, and the note that was hashed may have had the other.
    fn kept(&self) -> Option<NoteOpened> {
        let nonce = self.filled.get("nonce");
        let text = self.filled.get("text");
        let texts = [text.clone(), text.replace('\n', "\r\n")];
        let notes = texts.map(|text| NoteOpened {
            text,
            nonce: nonce.clone(),
        });
        let own = self.own()?;
        let author: ActorId = self.reviewer.as_str().parse().ok()?;
        let seals = |note: &NoteOpened| note.commitment(own.form, self.review.entry, &author);
        notes.into_iter().find(|note| seals(note) == own.commitment)
    }

    /// What becomes of what was sent.
    fn turned(&self) -> Turned<Asked> {
        let viewer = self.viewer();
        let step = self.filled.get("step");
        let of = |act: &Act| step.split('-').next() == Some(act.step());
        let Some(act) = [Act::Seal, Act::Open].into_iter().find(of) else {
            return Turned::shown(self.page(&[]));
        };
        // A form that is sent once more after it was recorded leads to where that led.
        let is_record = step.ends_with("-record");
        if !is_record && !self.can(act) {
            let text = viewer.say("review-note-not-now");
            let problem = Problem::new("contradiction", text.clone());
            return Turned::refused(self.page(&[Wrong::new("written", text)]), problem);
        }
        if step.ends_with("-edit") {
            return Turned::shown(self.page(&[]));
        }
        let asked = match self.asked(act) {
            Ok(asked) => asked,
            Err(wrong) => {
                let problem = Problem::new("schema", "the form is not complete");
                return Turned::refused(self.page(&wrong), problem);
            }
        };
        if !is_record {
            return Turned::shown(self.review(act, &asked, &[]));
        }
        match unconfirmed(self.here, &self.filled) {
            Some(wrong) => {
                let problem = Problem::new("schema", wrong.text.clone());
                Turned::refused(self.review(act, &asked, &[wrong]), problem)
            }
            None => Turned::record(asked),
        }
    }

    fn review(&self, act: Act, asked: &Asked, wrong: &[Wrong]) -> Page {
        let viewer = self.viewer();
        let path = path(self.here);
        let second = Second {
            here: self.here,
            filled: &self.filled,
            step: act.step(),
            action: &path,
            entries: &|value| html! { code { (value) } },
        };
        let replaces = act == Act::Seal && self.own().is_some();
        self.framed(&html! {
            (wrongs(viewer, wrong))
            @if replaces { p class="grave" { "⚠ " (viewer.say("review-note-replaces")) } }
            @if act == Act::Seal { p { (viewer.say("review-note-kept")) } }
            (second.shown(asked))
        })
    }
}
