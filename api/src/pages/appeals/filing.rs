//! All appeals of a tournament, and the form by which one is filed. A late one can
//! be filed too: it is recorded, and marked.

use super::{
    challenged, chosen, decision_of, done, path, sides, somebody, told_of, until, written,
};
use crate::{
    pages::{
        Asset, Filled, Here, Page, Posted, Step, Turned, Viewer,
        act::{self, Asked, Second, hidden, record, too_long, unconfirmed},
        case::actor,
        own_effects::Wrong,
        page_of_ledger,
    },
    problem::Problem,
    routes::recording::Author,
    service::{Service, ask, ledger},
};
use actix_web::{HttpResponse, http::header, web};
use fupan_domain::{
    event::Stream,
    ids::{AppealId, LedgerName, RulingId},
    official::EntryClass,
    tournament::AppealState,
};
use maud::{Markup, html};
use serde_json::json;

/// The appeals.
pub async fn page(
    service: web::Data<Service>,
    viewer: Viewer,
    path: web::Path<LedgerName>,
) -> Result<HttpResponse, Problem> {
    page_of_ledger(&service, viewer, &path, |here| {
        Ok(list(here, &Filled::default(), &[]))
    })
    .await
}

/// Files one.
pub async fn file(
    service: web::Data<Service>,
    posted: Posted,
    name: web::Path<LedgerName>,
) -> Result<HttpResponse, Problem> {
    let viewer = posted.viewer.clone();
    viewer.caller.may_read(&name, &service)?;
    let author = Author::of(viewer.caller.writer(&name)?.clone())?;
    let (filled, by) = (posted.filled(), viewer.clone());
    let then = filled.clone();
    let key = filled.get("key");
    let asked = ask(&service, &name, move |live| {
        let here = Here::of(live, &by)?;
        Ok(turned(&here, &then))
    })
    .await?;
    let (appeal, asked) = match asked {
        Turned::Shown(page) => return Ok(page.shown(&viewer)),
        Turned::Refused(page, problem) => return Ok(page.refused(&viewer, &problem)),
        Turned::Record(asked) => *asked,
    };
    let live = ledger(&service, &name).await?;
    match record(&service, &live, &author, asked).await {
        Ok(()) => Ok(HttpResponse::SeeOther()
            .insert_header((header::LOCATION, done(&name, &appeal, "filed", &key)))
            .insert_header((header::CACHE_CONTROL, "no-store"))
            .finish()),
        Err(problem) => {
            let (by, told) = (viewer.clone(), problem.clone());
            let page = ask(&service, &name, move |live| {
                Ok(list(
                    &Here::of(live, &by)?,
                    &filled,
                    &Wrong::of(&by, "file", &told),
                ))
            })
            .await?;
            Ok(page.refused(&viewer, &problem))
        }
    }
}

/// What becomes of what was sent: it is read once more before it is recorded.
fn turned(here: &Here<'_>, filled: &Filled) -> Turned<(AppealId, Asked)> {
    let step = filled.get("step");
    if step == "file-edit" {
        return Turned::shown(list(here, filled, &[]));
    }
    let (appeal, asked) = match asked(here, filled) {
        Ok(asked) => asked,
        Err(wrong) => {
            let problem = Problem::new("schema", "the form is not complete");
            return Turned::refused(list(here, filled, &wrong), problem);
        }
    };
    if let Some(problem) = asked.unfit(here) {
        let wrong = Wrong::of(here.viewer, "file", &problem);
        return Turned::refused(list(here, filled, &wrong), problem);
    }
    if let Some(open) = filed_before(here, &appeal, filled, &asked) {
        let with = [("appeal", open.to_string().into())];
        let text = here.viewer.texts.with("appeals-filed-before", &with);
        let problem = Problem::new("appeal_state", text.clone());
        let wrong = [Wrong::new("by", text)];
        return Turned::refused(list(here, filled, &wrong), problem);
    }
    if step != "file-record" {
        return Turned::shown(review(here, filled, &asked, &[]));
    }
    match unconfirmed(here, filled) {
        Some(wrong) => {
            let problem = Problem::new("schema", wrong.text.clone());
            Turned::refused(review(here, filled, &asked, &[wrong]), problem)
        }
        None => Turned::record((appeal, asked)),
    }
}

/// An appeal that is open already, by the same appellant against the same decision;
/// unless it is this very one, sent once more.
fn filed_before<'a>(
    here: &'a Here<'_>,
    id: &AppealId,
    filled: &Filled,
    asked: &Asked,
) -> Option<&'a AppealId> {
    let (_, data) = asked.entries.first()?;
    let before = |appeal: &&AppealState| {
        appeal.status.is_open()
            && data["by"].as_str() == Some(appeal.filed.by.as_str())
            && json!(appeal.filed.against) == data["against"]
    };
    let open = here.tournament.appeals.values().find(before)?;
    let key = filled.get("key");
    let stream = Stream::Appeal(id.clone());
    let is_own =
        open.appeal == *id && act::recorded_with(here, &stream, "appeal_filed", &key).is_some();
    (!is_own).then_some(&open.appeal)
}

/// The appeal as it will be written, and until when it is in time.
fn review(here: &Here<'_>, filled: &Filled, asked: &Asked, wrong: &[Wrong]) -> Page {
    let viewer = here.viewer;
    let mut page = framed(here);
    page.title = format!(
        "{} · {}",
        viewer.say("act-title"),
        viewer.say("appeals-file")
    );
    let against = filled.get("against").parse::<RulingId>().ok();
    let decision = against
        .as_ref()
        .and_then(|id| decision_of(&here.tournament, id));
    let entry = decision.map(|(decided, _)| decided.entry);
    let deadline = decision
        .and_then(|(decided, game)| here.tournament.appeal_deadline(game, &[decided.entry]));
    let action = viewer.here();
    let second = Second {
        here,
        filled,
        step: "file",
        action: &action,
        entries: &|_| challenged(here, entry.as_slice()),
    };
    page.content = html! {
        h1 tabindex="-1" data-begins { (viewer.say("act-title")) }
        p class="soft" { (viewer.say("appeals-file")) }
        (crate::pages::case::wrongs(viewer, wrong))
        p { (until(here, deadline)) }
        (second.shown(asked))
    };
    page
}

/// What the form asks for.
fn asked(here: &Here<'_>, filled: &Filled) -> Result<(AppealId, Asked), Vec<Wrong>> {
    let viewer = here.viewer;
    let mut wrong = Vec::new();
    let against = filled.get("against").parse::<RulingId>().ok();
    let decision = against
        .as_ref()
        .and_then(|id| decision_of(&here.tournament, id));
    if decision.is_none() {
        wrong.push(Wrong::new("against", viewer.say("appeals-no-decision")));
    }
    let appeal = filled.get("appeal").parse::<AppealId>();
    if appeal.is_err() {
        wrong.push(Wrong::value(
            viewer,
            "appeal",
            &filled.get("appeal"),
            "appeals-id-form",
        ));
    }
    let by = chosen(filled, "by");
    if by.is_none() {
        wrong.push(Wrong::new("by", viewer.say("appeals-by-missing")));
    }
    for (name, key) in [
        ("grounds", "appeals-grounds-missing"),
        ("relief", "appeals-relief-missing"),
    ] {
        if filled.get(name).is_empty() {
            wrong.push(Wrong::new(name, viewer.say(key)));
        }
    }
    wrong.extend(too_long(viewer, filled, &["grounds", "relief"]));
    let (Ok(appeal), Some((decided, game)), true) = (appeal, decision, wrong.is_empty()) else {
        return Err(wrong);
    };
    let mut data = json!({
        "by": by, "against": [decided.entry],
        "grounds": filled.get("grounds"), "relief": filled.get("relief"),
    });
    if let Some(game) = game {
        data["game"] = json!(game);
    }
    let asked = Asked {
        stream: Stream::Appeal(appeal.clone()),
        entries: vec![("appeal_filed", data)],
        seen: Some(-1),
        key: filled.some("key"),
    };
    Ok((appeal, asked))
}

/// A page of the appeals, before its content.
fn framed(here: &Here<'_>) -> Page {
    let viewer = here.viewer;
    let mut page = here.page(viewer.say("appeals-title"));
    page.steps.push(Step {
        label: html! { (viewer.say("appeals-title")) },
        path: here.path("/appeals"),
    });
    page.scripts = vec![Asset::TIME, Asset::CASE];
    page
}

fn list(here: &Here<'_>, filled: &Filled, wrong: &[Wrong]) -> Page {
    let viewer = here.viewer;
    let mut page = framed(here);
    page.follows = here.follows("appeal/");
    let appeals: Vec<&AppealState> = here.tournament.appeals.values().collect();
    page.content = html! {
        h1 { (viewer.say("appeals-title")) }
        (crate::pages::case::wrongs(viewer, wrong))
        div id="all" data-live {
            @if appeals.is_empty() { p { (viewer.say("appeals-none")) } }
            ul class="events" { @for appeal in appeals { (line(here, appeal)) } }
        }
        (form(here, filled))
    };
    page
}

fn line(here: &Here<'_>, appeal: &AppealState) -> Markup {
    let viewer = here.viewer;
    html! {
        li {
            h2 { a href=(path(here, &appeal.appeal)) { (appeal.appeal) } }
            p {
                strong { (viewer.texts.word("appeal-status", appeal.status.name())) }
                @if let Some(outcome) = appeal.outcome {
                    ": " (viewer.texts.word("appeal-outcome", json!(outcome).as_str().unwrap_or_default()))
                }
                @if appeal.overturned { " · ✕ " (viewer.say("game-overturned")) }
                @if appeal.in_time() == Some(false) { " · ⚠ " (viewer.say("appeals-late")) }
                " · " (viewer.moment(appeal.filed_at)) " · " (here.who(appeal.filed.by.as_str()))
                " · " (viewer.say("label-against")) " " (challenged(here, &appeal.filed.against))
            }
        }
    }
}

/// The form, for whoever may file.
fn form(here: &Here<'_>, filled: &Filled) -> Markup {
    let viewer = here.viewer;
    let asked = filled
        .some("against")
        .or_else(|| viewer.asked("against").map(str::to_owned));
    let may = viewer.may(EntryClass::AppealFiling, &here.ledger, &here.tournament)
        && actor(here).is_some();
    let Some(proof) = viewer.proof().filter(|_| may) else {
        return html! { p class="soft" id="file" { (viewer.say("appeals-who-files")) } };
    };
    let against = asked.as_ref().and_then(|id| id.parse::<RulingId>().ok());
    let Some((against, (decided, game))) = against
        .as_ref()
        .and_then(|id| Some((id, decision_of(&here.tournament, id)?)))
    else {
        return html! { (choose(here)) };
    };
    let deadline = here.tournament.appeal_deadline(game, &[decided.entry]);
    let filled = match filled.some("appeal") {
        Some(_) => filled.clone(),
        None => filled.clone().with("appeal", &free_id(here, against)),
    };
    let key = format!(
        "fupan-draft:{}/{against}/appeal:{}",
        here.ledger,
        actor(here).map(|a| a.to_string()).unwrap_or_default()
    );
    html! {
        section aria-labelledby="file" {
            h2 id="file" { (viewer.say("appeals-file")) }
            p { (viewer.say("label-against")) " " (challenged(here, &[decided.entry])) }
            p id="in-time" data-live { (until(here, deadline)) }
            form method="post" action=(here.path(&format!("/appeals?against={against}"))) class="ruling" data-draft=(key) data-sent=[filled.some("step")] {
                input type="hidden" name="csrf" value=(proof);
                input type="hidden" name="against" value=(against);
                (hidden(here, &filled, "file", -1))
                p class="field" {
                    label for="appeal" { (viewer.say("appeals-id")) }
                    input id="appeal" name="appeal" value=(filled.get("appeal")) required autocomplete="off" spellcheck="false" autocapitalize="none";
                    span class="note" { (viewer.say("appeals-id-form")) }
                }
                (somebody(here, &filled, "by", "label-appeal-by", &sides(here, game)))
                (written(here, &filled, "grounds", "label-grounds", true))
                (written(here, &filled, "relief", "label-relief", true))
                button { (viewer.say("case-review")) }
            }
        }
    }
}

/// The decisions that can be challenged.
fn choose(here: &Here<'_>) -> Markup {
    let viewer = here.viewer;
    let tournament = &here.tournament;
    let standing = tournament
        .decided
        .iter()
        .filter(|(id, _)| !tournament.overturned.contains(*id));
    html! {
        section aria-labelledby="file" {
            h2 id="file" { (viewer.say("appeals-file")) }
            form method="get" action=(here.path("/appeals")) class="ruling" {
                p class="field" {
                    label for="against" { (viewer.say("label-against")) }
                    select id="against" name="against" required {
                        option value="" { "–" }
                        @for (id, decided) in standing { option value=(id) { (told_of(here, id, decided)) } }
                    }
                }
                button { (viewer.say("game-go")) }
            }
        }
    }
}

/// An id for an appeal that nothing in the ledger has.
fn free_id(here: &Here<'_>, against: &RulingId) -> String {
    let tournament = &here.tournament;
    let taken = |id: &str| {
        tournament.appeals.keys().any(|a| a.as_str() == id)
            || tournament.decided.keys().any(|d| d.as_str() == id)
    };
    let short: String = against.as_str().chars().take(50).collect();
    let numbered = (1..100).map(|n| {
        if n == 1 {
            format!("{short}-appeal")
        } else {
            format!("{short}-appeal-{n}")
        }
    });
    let mut free = numbered.filter(|id| !taken(id));
    free.next().unwrap_or_default()
}
