//! What if: what is beside what would be, if rulings or entries fell or drafts
//! came. The question stands in the address, the answer is the one that programs
//! get, and nothing is written.

use super::{changes, desk, differences, entry_link, tabs};
use crate::{
    pages::{Here, Page, Viewer, page_of_ledger},
    problem::Problem,
    service::{Service, ask_in_turn},
};
use actix_web::{HttpResponse, web};
use fupan_domain::{
    ids::{GameId, LedgerName, RulingId},
    tournament::{Decided, DecidedBy},
};
use fupan_replay::{
    draft::Draft,
    entry::Entry,
    views::{GameView, StandingsView, standings::RowView},
    what_if::{Becomes, Beside, Question, Standings, Tried, WhatIf},
};
use fupan_store::{EventStore, Known};
use maud::{Markup, html};
use std::collections::BTreeMap;

/// How many decisions can be marked, and how many games and rows are shown.
const SHOWN: usize = 100;

/// What is supposed, as the address says it.
#[derive(Clone, Debug, Default)]
struct Asked {
    void: Vec<String>,
    with: String,
}

impl Asked {
    fn of(viewer: &Viewer) -> Asked {
        let void = viewer.asked_all("void").map(str::trim);
        Asked {
            void: void
                .filter(|text| !text.is_empty())
                .map(str::to_owned)
                .collect(),
            with: viewer.asked("with").unwrap_or_default().trim().to_owned(),
        }
    }

    fn is_nothing(&self) -> bool {
        self.void.is_empty() && self.with.is_empty()
    }

    /// The question, of at most so many parts.
    fn question(&self, most: usize) -> Result<Question, Problem> {
        let lines = self.with.lines().map(str::trim);
        let lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
        let count = self.void.len() + lines.len();
        if count > most {
            let detail = format!("{count} things are supposed; {most} are the most");
            return Err(Problem::new("batch_too_long", detail));
        }
        let tried = |(index, line): (usize, &str)| {
            let draft = Draft::read(line.as_bytes());
            let draft = draft.map_err(|e| {
                let problem = Problem::from(&e);
                let detail = format!("line {}: {}", index + 1, problem.detail);
                Problem { detail, ..problem }
            })?;
            Ok(Tried {
                file: None,
                line: index + 1,
                draft,
            })
        };
        let with = lines.into_iter().enumerate().map(tried);
        Ok(Question {
            void: self.void.clone(),
            with: with.collect::<Result<_, Problem>>()?,
            in_place_of: Vec::new(),
        })
    }
}

/// The page.
pub async fn page(
    service: web::Data<Service>,
    viewer: Viewer,
    path: web::Path<LedgerName>,
) -> Result<HttpResponse, Problem> {
    viewer.caller.may_read(&path, &service)?;
    let asked = Asked::of(&viewer);
    if asked.is_nothing() {
        return page_of_ledger(&service, viewer, &path, move |here| {
            Ok(shown(here, &asked, &html! {}))
        })
        .await;
    }
    let (looks, most) = (viewer.clone(), service.config.limits.batch_drafts);
    let turns = service.what_ifs_of(&viewer.caller);
    let (page, refused) = ask_in_turn(&service, turns, &path, move |live| {
        let here = Here::of(live, &looks)?;
        let answer = asked.question(most).and_then(|question| {
            let answer = live.open.reader.what_if(question, Known::Now);
            answer.map_err(|e| Problem::from(&e))
        });
        Ok(match answer {
            Ok(view) => (shown(&here, &asked, &answered(&here, &view)), None),
            Err(problem) => (shown(&here, &asked, &told(&here, &problem)), Some(problem)),
        })
    })
    .await?;
    Ok(match refused {
        None => page.shown(&viewer),
        Some(problem) => page.refused(&viewer, &problem),
    })
}

fn shown(here: &Here<'_>, asked: &Asked, answer: &Markup) -> Page {
    let viewer = here.viewer;
    let mut page = desk(here, "whatif", None);
    page.content = html! {
        h1 { (viewer.texts.word("desk", "whatif")) }
        (tabs(here, "whatif"))
        p class="soft" { (viewer.say("supposed-what")) }
        (answer)
        (form(here, asked))
    };
    page
}

fn told(here: &Here<'_>, problem: &Problem) -> Markup {
    let viewer = here.viewer;
    html! {
        div class="wrong" role="alert" {
            h2 { (viewer.say("supposed-refused")) }
            p { (here.told(problem)) }
            @for fault in &problem.errors { p lang="en" { code { (fault.pointer) } " " (fault.detail) } }
        }
    }
}

/// The question.
fn form(here: &Here<'_>, asked: &Asked) -> Markup {
    let viewer = here.viewer;
    let mut decided: Vec<(String, &Decided)> = here
        .tournament
        .decided
        .iter()
        .map(|(id, decided)| (id.to_string(), decided))
        .collect();
    decided.sort_by_key(|(_, decided)| std::cmp::Reverse(decided.seq));
    let listed: Vec<&(String, &Decided)> = decided.iter().take(SHOWN).collect();
    let others = asked
        .void
        .iter()
        .filter(|named| !listed.iter().any(|(id, _)| id == *named));
    let others: Vec<&str> = others.map(String::as_str).collect();
    html! {
        form class="supposed" method="get" action=(here.path("/whatif")) {
            fieldset {
                legend { (viewer.say("supposed-falls")) }
                @if listed.is_empty() { p class="soft" { (viewer.say("supposed-no-decisions")) } }
                ul class="brief" {
                    @for (id, decided) in listed {
                        li {
                            label class="check" {
                                input type="checkbox" name="void" value=(id) checked[asked.void.contains(id)];
                                span { (kind_of(here, &decided.by)) " " code { (id) } (what(here, decided))
                                    @if falls_already(here, id) { " " span class="badge-word" { "✕ " (viewer.say("game-overturned")) } }
                                }
                            }
                            " " (entry_link(here, decided.seq))
                        }
                    }
                }
                @for named in &others { (other(viewer, named)) }
                (other(viewer, ""))
            }
            p {
                label for="supposed-with" { (viewer.say("supposed-with")) }
                textarea id="supposed-with" name="with" rows="4" spellcheck="false" lang="" { (asked.with) }
            }
            p { button { (viewer.say("supposed-ask")) } " " span class="soft" { (viewer.say("supposed-nothing-written")) } }
        }
    }
}

/// Whether a decision does not stand any more as it is.
fn falls_already(here: &Here<'_>, id: &str) -> bool {
    let overturned = &here.tournament.overturned;
    id.parse()
        .is_ok_and(|ruling: RulingId| overturned.contains(&ruling))
}

/// A field for something else that falls.
fn other(viewer: &Viewer, named: &str) -> Markup {
    let id = format!(
        "void-{}",
        if named.is_empty() {
            "new"
        } else {
            named.trim_start_matches('@')
        }
    );
    html! {
        p {
            label for=(id) { (viewer.say("supposed-other")) } " "
            input id=(id) name="void" value=(named) placeholder="@57" autocomplete="off" size="24";
        }
    }
}

fn kind_of(here: &Here<'_>, by: &DecidedBy) -> Markup {
    let viewer = here.viewer;
    html! {
        @match by {
            DecidedBy::Ruling { game, .. } => { (viewer.say("label-ruling")) " · " (board_of(here, game)) " ·" }
            DecidedBy::Sanction => { (viewer.texts.word("event", "sanction_imposed")) " ·" }
            DecidedBy::Appeal(appeal) => {
                @let outcome = here.tournament.appeals.get(appeal).and_then(|appeal| appeal.outcome);
                (viewer.texts.word("event", if outcome.is_some() { "appeal_decided" } else { "appeal_filed" })) " ·"
            }
        }
    }
}

/// Where a game was played: round and board, as people call it.
pub(super) fn board_of(here: &Here<'_>, game: &GameId) -> String {
    let with = here.tournament.games.get(game).map(|paired| {
        [
            ("round", paired.round.to_string().into()),
            ("board", paired.pairing.board.to_string().into()),
            ("game", game.to_string().into()),
        ]
    });
    with.map_or_else(
        || game.to_string(),
        |with| here.viewer.texts.with("dossier-game", &with),
    )
}

/// What the entry that decided says.
fn decision(here: &Here<'_>, decided: &Decided) -> Option<serde_json::Value> {
    let bytes = here.live.open.store.by_id(decided.entry).ok().flatten()?;
    serde_json::from_str(Entry::read(&bytes).ok()?.data.get()).ok()
}

/// What was decided, and when, so that it is known without its id.
fn what(here: &Here<'_>, decided: &Decided) -> Markup {
    let viewer = here.viewer;
    let data = decision(here, decided).unwrap_or_default();
    html! {
        @if let Some(outcome) = data["outcome"].as_str() {
            ": "
            @match &decided.by {
                DecidedBy::Appeal(_) => (viewer.texts.word("appeal-outcome", outcome)),
                _ => (viewer.outcome(outcome)),
            }
        }
        @if let Some(kind) = data["kind"].as_str() { ": " (viewer.texts.word("sanction", kind)) }
        @for field in ["player", "official"] {
            @if let Some(whom) = data[field].as_str() { " · " (here.named(whom)) }
        }
        @if let Some(article) = data["article"].as_str() { " · " (article) }
        span class="soft" { " · " (viewer.moment(decided.at)) }
    }
}

/// The answer.
fn answered(here: &Here<'_>, view: &WhatIf) -> Markup {
    let viewer = here.viewer;
    html! {
        section id="answer" aria-labelledby="answer-title" {
            h2 id="answer-title" { (viewer.say("supposed-answer")) }
            ul {
                @for voided in &view.voided {
                    li {
                        (entry_link(here, voided.seq)) " " (viewer.texts.word("event", &voided.type_name)) ": "
                        (viewer.say(match voided.becomes {
                            Becomes::Overturned => "supposed-overturned",
                            Becomes::StruckOut => "supposed-struck-out",
                            Becomes::Replaced => "supposed-replaced",
                        }))
                    }
                }
                @for with in &view.with {
                    li {
                        (viewer.say("supposed-comes")) " " (viewer.texts.word("event", &with.type_name)) " "
                        code { (with.stream) }
                    }
                }
            }
            @if view.games.is_empty() && view.appeals.is_empty() {
                p { (viewer.say("supposed-no-game")) }
            }
            @for (id, beside) in view.games.iter().take(SHOWN) { (game(here, id, beside)) }
            @if view.games.len() > SHOWN {
                p { (viewer.texts.with("audit-more", &[("count", (view.games.len() - SHOWN).to_string().into())])) }
            }
            @for (id, beside) in &view.appeals {
                h3 { (viewer.say("page-appeal")) " " (id) }
                (differences::told(here, beside, differences::SUPPOSED, (id.as_str(), &[])))
            }
            (standings(here, &view.standings))
            (others(here, view))
        }
    }
}

/// What then could not have happened, and what would rest on something else.
fn others(here: &Here<'_>, view: &WhatIf) -> Markup {
    let viewer = here.viewer;
    html! {
        @if !view.impossible.is_empty() {
            h3 { (viewer.say("supposed-impossible")) }
            ul {
                @for one in view.impossible.iter().take(SHOWN) {
                    li {
                        (entry_link(here, one.seq)) " "
                        @if let Some(type_name) = &one.type_name { (viewer.texts.word("event", type_name)) ": " }
                        span lang="en" { (here.sentence(&one.why)) }
                    }
                }
            }
        }
        @if !view.lost_grounds.is_empty() {
            h3 { (viewer.say("supposed-lost-grounds")) }
            ul {
                @for one in &view.lost_grounds {
                    li {
                        code { (one.ruling) } " " (entry_link(here, one.seq)) " · " (viewer.say("label-finding")) " "
                        code { (one.finding) } ": " (viewer.texts.word("finding-status", one.before.name())) " → "
                        @match one.after {
                            Some(after) => (viewer.texts.word("finding-status", after.name())),
                            None => (viewer.say("supposed-not-there")),
                        }
                    }
                }
            }
        }
    }
}

fn game(here: &Here<'_>, id: &GameId, beside: &Beside<GameView>) -> Markup {
    let viewer = here.viewer;
    let always = differences::of_every_game(here);
    html! {
        h3 { a href=(here.path(&format!("/games/{id}"))) { (board_of(here, id)) } }
        (changes::boards(viewer, beside, id.as_str()))
        (differences::told(here, beside, differences::SUPPOSED, (id.as_str(), &always)))
    }
}

/// Those who would stand elsewhere, as they stand and as they would.
fn standings(here: &Here<'_>, both: &Standings) -> Markup {
    let viewer = here.viewer;
    let (Some(before), Some(after)) = (&both.before, &both.after) else {
        return html! { p class="soft" { (viewer.say("supposed-no-standings")) } };
    };
    let (stood, would_stand) = (places(before), places(after));
    let moves = |row: &&RowView| {
        let who = row.who.as_str();
        stood.get(who) != would_stand.get(who)
    };
    let same = after.rows.iter().filter(|row| !moves(row)).count();
    // Who has other points may still stand where he stood.
    let place = |places: &BTreeMap<&str, (usize, i64, String)>, who: &str| {
        places.get(who).map(|(place, ..)| *place)
    };
    let keeps = |row: &&RowView| {
        let who = row.who.as_str();
        place(&stood, who) == place(&would_stand, who)
    };
    let kept = after.rows.iter().filter(keeps).count();
    let with = [("count", kept.to_string().into())];
    html! {
        h3 { (viewer.texts.word("tab", "standings")) }
        p class="soft" { (viewer.texts.with("supposed-same-place", &with)) }
        @if same < after.rows.len() {
            div class="twins wide" {
                @for (key, view) in [("supposed-is", before), ("supposed-would-be", after)] {
                    div class="scroll" tabindex="0" role="region" aria-label=(viewer.say(key)) {
                        table {
                            caption { (viewer.say(key)) }
                            thead { tr {
                                th scope="col" class="number" { (viewer.say("page-place")) }
                                th scope="col" { (viewer.say("page-name")) }
                                th scope="col" class="number" { (viewer.texts.word("criterion", "points")) }
                                th scope="col" class="number" { (viewer.texts.word("criterion", "total_score")) }
                            } }
                            tbody {
                                @for row in view.rows.iter().filter(moves).take(SHOWN) {
                                    tr {
                                        td class="number" { (row.place) }
                                        th scope="row" { (here.named(row.who.as_str())) }
                                        td class="number" { (row.points) }
                                        td class="number" { (row.total) }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Where each entrant stands.
fn places(view: &StandingsView) -> BTreeMap<&str, (usize, i64, String)> {
    let rows = view.rows.iter();
    rows.map(|row| {
        (
            row.who.as_str(),
            (row.place, row.points, row.total.to_string()),
        )
    })
    .collect()
}
