//! What an arbiter records of a game from his table: that its result is confirmed,
//! that a player applies for relief, that play is stopped for a ruling, what both
//! players say of the facts. Shown first, then recorded by one deliberate act. What
//! the recorder enters at the board is the console's (`record`).

use super::{
    Asset, Filled, Here, Page, Posted, Step, Viewer,
    act::{self, Asked, Second, hidden, unconfirmed},
    case::{actor, wrongs},
    confirmed::{self, confirmed_by, missing},
    game,
    overtime::is_overtime,
    own_effects::Wrong,
    page_of_ledger, statements, tournament,
};
use crate::{
    problem::Problem,
    routes::recording::Author,
    service::{Service, ask, ledger},
};
use actix_web::{HttpResponse, http::header, web};
use fupan_domain::{
    Colour,
    event::{Stream, common::Party},
    game::GameState,
    ids::{ActorId, GameId, LedgerName},
    official::EntryClass,
    rulebook::{Finding, FindingStatus},
    tournament::Asked as AskedRight,
};
use fupan_replay::{entry::Entry, fold::game::FoldedGame, views::GameView};
use maud::{Markup, html};
use serde_json::{Value, json};
use std::sync::Arc;

/// What is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The result is confirmed.
    Confirm,
    /// A player applies that his overtime count as a pass.
    Relief,
    /// Play is stopped for a ruling.
    Stop,
    /// Play that was stopped for a ruling goes on.
    Resume,
    /// What the players say of the facts.
    Statements,
}

impl Fact {
    const ALL: [Fact; 5] = [
        Fact::Confirm,
        Fact::Relief,
        Fact::Stop,
        Fact::Resume,
        Fact::Statements,
    ];

    /// Its name in an address.
    pub const fn name(self) -> &'static str {
        match self {
            Fact::Confirm => "confirm",
            Fact::Relief => "relief",
            Fact::Stop => "stop",
            Fact::Resume => "resume",
            Fact::Statements => "statements",
        }
    }

    const fn type_name(self) -> &'static str {
        match self {
            Fact::Confirm => "result_confirmed",
            Fact::Relief => "relief_requested",
            Fact::Stop => "game_paused",
            Fact::Resume => "game_resumed",
            Fact::Statements => "statement_taken",
        }
    }

    const fn class(self) -> EntryClass {
        match self {
            Fact::Statements => EntryClass::Observation,
            Fact::Confirm | Fact::Relief | Fact::Stop | Fact::Resume => EntryClass::GameFact,
        }
    }

    /// The page on which it is recorded.
    pub fn path(self, here: &Here<'_>, game: &GameId) -> String {
        here.path(&format!("/games/{game}/facts/{}", self.name()))
    }

    /// Whether it fits a game as it stands: a clock that stands still is not stopped once
    /// more, and one that runs does not go on.
    pub fn fits(self, game: &GameState) -> bool {
        match self {
            Fact::Stop => game.paused.is_none() && game.started.is_some() && !game.is_over(),
            Fact::Resume => game.paused.is_some() && !game.is_over(),
            Fact::Confirm => !game.is_confirmed(),
            Fact::Relief | Fact::Statements => true,
        }
    }

    /// Whether the viewer may record it in a game: asked of the rights that the
    /// ledger asks.
    pub fn may(self, here: &Here<'_>, game: &GameState) -> bool {
        let Some(actor) = actor(here).filter(|_| here.viewer.proof().is_some()) else {
            return false;
        };
        let asked = AskedRight {
            board: Some(game.paired.board),
            ..AskedRight::new(&actor, self.type_name(), self.class())
        };
        here.tournament.authorise(&asked).is_ok()
    }
}

/// The id under which the browser keeps what is written into the form of a fact.
pub fn draft_key(here: &Here<'_>, game: &GameId, fact: Fact, finding: Option<&str>) -> String {
    let who = actor(here).map_or_else(String::new, |actor| actor.to_string());
    let (ledger, finding) = (&here.ledger, finding.unwrap_or("rule"));
    format!(
        "fupan-draft:{ledger}/{game}/{}/{finding}:{who}",
        fact.name()
    )
}

/// What a form of a fact has just recorded, as the address says and the ledger bears
/// out for whoever recorded it; it ends the browser's draft.
pub fn recorded(here: &Here<'_>, game: &GameId) -> Markup {
    let viewer = here.viewer;
    let fact = viewer.asked("done").and_then(|name| fact_of(name).ok());
    let (Some(fact), Some(key)) = (fact, viewer.asked("form")) else {
        return html! {};
    };
    let stream = Stream::Game(game.clone());
    let Some(bytes) = act::recorded_with(here, &stream, fact.type_name(), key) else {
        return html! {};
    };
    let Ok(entry) = Entry::read(&bytes) else {
        return html! {};
    };
    let drops = draft_key(here, game, fact, viewer.asked("of"));
    html! {
        div class="done" role="status" tabindex="-1" data-drops=(drops) data-form=(key) {
            p {
                strong { "✓ " (viewer.say(&format!("fact-{}-done", fact.name()))) } " "
                a href=(tournament::game_path(here, game)) { (game) } " · "
                a href=(here.path(&format!("/entries/{}", entry.seq))) { "#" (entry.seq) }
            }
        }
    }
}

/// The form of a fact.
struct Form<'a> {
    here: &'a Here<'a>,
    fact: Fact,
    game: GameId,
    folded: Arc<FoldedGame>,
    view: Arc<GameView>,
    filled: Filled,
    version: i64,
}

fn fact_of(name: &str) -> Result<Fact, Problem> {
    let found = Fact::ALL.into_iter().find(|fact| fact.name() == name);
    found.ok_or_else(|| {
        let known = Fact::ALL.map(Fact::name).join(", ");
        Problem::new(
            "not_found",
            format!("fact {name:?}: expected one of {known}"),
        )
    })
}

/// The page.
pub async fn page(
    service: web::Data<Service>,
    viewer: Viewer,
    path: web::Path<(LedgerName, GameId, String)>,
) -> Result<HttpResponse, Problem> {
    let (name, game, fact) = path.into_inner();
    let fact = fact_of(&fact)?;
    page_of_ledger(&service, viewer, &name, move |here| {
        let mut filled = Filled::default();
        for field in ["colour", "finding"] {
            if let Some(asked) = here.viewer.asked(field) {
                filled = filled.with(field, asked);
            }
        }
        Ok(Form::of(here, fact, &game, filled)?.page(&[]))
    })
    .await
}

/// What was sent.
pub async fn send(
    service: web::Data<Service>,
    posted: Posted,
    path: web::Path<(LedgerName, GameId, String)>,
) -> Result<HttpResponse, Problem> {
    let (name, game, fact) = path.into_inner();
    let fact = fact_of(&fact)?;
    let viewer = posted.viewer.clone();
    viewer.caller.may_read(&name, &service)?;
    let author = Author::of(viewer.caller.writer(&name)?.clone())?;
    let filled = posted.filled();
    let (by, then, which) = (viewer.clone(), filled.clone(), game.clone());
    let turned = ask(&service, &name, move |live| {
        let here = Here::of(live, &by)?;
        Ok(Form::of(&here, fact, &which, then)?.turned())
    })
    .await?;
    let asked = match turned {
        super::Turned::Shown(page) => return Ok(page.shown(&viewer)),
        super::Turned::Refused(page, problem) => return Ok(page.refused(&viewer, &problem)),
        super::Turned::Record(asked) => *asked,
    };
    let live = ledger(&service, &name).await?;
    let recorded = act::record(&service, &live, &author, asked).await;
    let (by, told) = (viewer.clone(), recorded.as_ref().err().cloned());
    let page = ask(&service, &name, move |live| {
        let here = Here::of(live, &by)?;
        let form = Form::of(&here, fact, &game, filled)?;
        match &told {
            None => Ok(Err(form.way_on())),
            Some(problem) => Ok(Ok(form.not_recorded(problem))),
        }
    })
    .await?;
    match (page, recorded) {
        (Ok(page), Err(problem)) => Ok(page.refused(&viewer, &problem)),
        (Ok(page), Ok(())) => Ok(page.shown(&viewer)),
        (Err(path), _) => Ok(HttpResponse::SeeOther()
            .insert_header((header::LOCATION, path))
            .insert_header((header::CACHE_CONTROL, "no-store"))
            .finish()),
    }
}

impl<'a> Form<'a> {
    fn of(
        here: &'a Here<'a>,
        fact: Fact,
        game: &GameId,
        filled: Filled,
    ) -> Result<Form<'a>, Problem> {
        let reader = &here.live.open.reader;
        let (folded, view) = reader.game_now(game).map_err(|e| game::told(&e))?;
        Ok(Form {
            version: act::version(here, &Stream::Game(game.clone())),
            here,
            fact,
            game: game.clone(),
            folded,
            view,
            filled,
        })
    }

    fn viewer(&self) -> &'a Viewer {
        self.here.viewer
    }

    fn path(&self) -> String {
        self.fact.path(self.here, &self.game)
    }

    fn key(&self, rest: &str) -> String {
        format!("fact-{}{rest}", self.fact.name())
    }

    /// The findings of the game as it stands.
    fn findings(&self) -> Vec<Finding> {
        let sanctions = self.here.tournament.standing_sanctions();
        fupan_domain::rulebook::findings(&self.folded.state, &sanctions)
    }

    /// The finding from whose case the form was opened.
    fn finding(&self) -> Option<Finding> {
        let asked = self.filled.some("finding")?;
        self.findings().into_iter().find(|f| f.id == asked)
    }

    /// Where it goes on, with what tells there that it is recorded.
    fn way_on(&self) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.append_pair("done", self.fact.name());
        query.append_pair("form", &self.filled.get("key"));
        query.append_pair("game", self.game.as_str());
        if let Some(finding) = self.finding() {
            query.append_pair("of", &finding.id);
        }
        format!("{}?{}", self.goes_on(), query.finish())
    }

    fn goes_on(&self) -> String {
        let open = |f: &Finding| is_overtime(f) && f.status == FindingStatus::Open;
        let finding = match self.fact {
            Fact::Confirm | Fact::Resume => return self.here.path("/table"),
            Fact::Stop => self.findings().into_iter().find(open),
            Fact::Relief | Fact::Statements => self.finding(),
        };
        match finding {
            Some(finding) => self
                .here
                .path(&format!("/games/{}/findings/{}", self.game, finding.id)),
            None => self.here.path(&format!("/games/{}/rule", self.game)),
        }
    }

    fn framed(&self) -> Page {
        let viewer = self.viewer();
        let mut page = self.here.page_of(viewer.say(&self.key("")), &self.game);
        page.steps.push(Step {
            label: html! { (viewer.say(&self.key(""))) },
            path: self.path(),
        });
        page.scripts = vec![Asset::CASE];
        page
    }

    fn head(&self, wrong: &[Wrong]) -> Markup {
        let viewer = self.viewer();
        html! {
            h1 { (viewer.say(&self.key(""))) }
            (wrongs(viewer, wrong))
            p {
                @for colour in Colour::BOTH {
                    span class={ "seat " (colour.name()) } {
                        span class="stone" aria-hidden="true" {}
                        span class="unseen" { (viewer.texts.colour(colour.name())) ": " }
                        (tournament::who(self.here, self.view.players[colour].as_ref())) " "
                    }
                }
                " · " (tournament::status(viewer, &self.view))
                @if self.view.result.is_some() { " · " strong { (tournament::result(viewer, &self.view)) } }
            }
            p { (viewer.say(&self.key("-explained"))) }
            @if self.fact == Fact::Confirm { (confirmed::so_far(self.here, &self.folded.state)) }
        }
    }

    fn page(&self, wrong: &[Wrong]) -> Page {
        let viewer = self.viewer();
        let mut page = self.framed();
        page.content = html! {
            (self.head(wrong))
            @if !self.fact.may(self.here, &self.folded.state) {
                p class="grave" { (viewer.say("appeals-not-yours")) }
                @if viewer.principal().is_none() { p { a class="button" href=(viewer.sign_in_path()) { (viewer.say("sign-in")) } } }
            } @else if self.fact == Fact::Confirm && self.view.result.is_none() {
                p class="grave" { (viewer.say("fact-confirm-none")) }
            } @else if !self.fact.fits(&self.folded.state) {
                p class="grave" { (self.unfit()) }
            } @else {
                form method="post" action=(self.path()) class="ruling"
                    data-draft=(draft_key(self.here, &self.game, self.fact, self.filled.some("finding").as_deref())) data-sent=[self.filled.some("step")] {
                    (hidden(self.here, &self.filled, self.fact.name(), self.version))
                    @if let Some(finding) = self.filled.some("finding") { input type="hidden" name="finding" value=(finding); }
                    (self.fields())
                    button { (viewer.say("case-review")) }
                }
            }
            p { a href=(self.back()) { (viewer.say("fact-back")) } }
        };
        page
    }

    /// Why a clock is not stopped or set going, as the game stands.
    fn unfit(&self) -> String {
        let state = &self.folded.state;
        let viewer = self.viewer();
        viewer.say(match self.fact {
            Fact::Confirm => "fact-confirm-already",
            _ if state.is_over() => "fact-over",
            Fact::Stop if state.started.is_none() => "fact-not-started",
            Fact::Stop => "fact-stop-stands",
            _ => "fact-resume-runs",
        })
    }

    /// The way back, without recording anything.
    fn back(&self) -> String {
        match (self.fact, self.filled.some("finding")) {
            (Fact::Confirm | Fact::Resume, _) => self.here.path("/table"),
            (_, Some(finding)) => self
                .here
                .path(&format!("/games/{}/findings/{finding}", self.game)),
            (_, None) => self.here.path(&format!("/games/{}/rule", self.game)),
        }
    }

    fn fields(&self) -> Markup {
        let texts = self.viewer().texts;
        let side = |colour: Colour| texts.colour(colour.name());
        let player = |colour: Colour| html! { (side(colour)) " · " (tournament::who(self.here, self.view.players[colour].as_ref())) };
        match self.fact {
            Fact::Stop | Fact::Resume => html! {},
            Fact::Confirm => html! {
                fieldset {
                    legend { (self.viewer().say("fact-confirm-who")) }
                    @let so_far = confirmed_by(&self.folded.state);
                    @for colour in Colour::BOTH {
                        @let has = so_far.contains(&Party::Side(colour));
                        label class="check" {
                            input type="checkbox" id={ "by-" (colour.name()) } name="by" value=(colour.name())
                                checked[has || self.filled.has("by", colour.name())] disabled[has];
                            span { (player(colour)) }
                        }
                    }
                    @if let Some(me) = actor(self.here) { p class="note" { (self.viewer().say("fact-confirm-me")) " " (self.here.official(me.as_str())) } }
                }
            },
            Fact::Relief => html! {
                fieldset {
                    legend { (self.viewer().say("fact-relief-who")) }
                    @for colour in Colour::BOTH {
                        label class="check" {
                            input type="radio" id={ "colour-" (colour.name()) } name="colour" value=(colour.name()) checked[self.filled.has("colour", colour.name())];
                            span { (player(colour)) }
                        }
                    }
                }
            },
            Fact::Statements => statements::fields(self.here, &self.view, &self.filled),
        }
    }

    /// What would be recorded.
    fn asked(&self) -> Result<Asked, Vec<Wrong>> {
        let viewer = self.viewer();
        let missing = |field: &str, key: &str| vec![Wrong::new(field, viewer.say(key))];
        let (mut seen, type_name) = (None, self.fact.type_name());
        let entries = match self.fact {
            Fact::Stop => {
                let read = self.filled.some("thinking");
                let read = read.and_then(|name| json_colour(&name));
                let thinking = read.unwrap_or_else(|| self.thinking());
                vec![json!({"reason": "ruling", "thinking": thinking})]
            }
            Fact::Resume => vec![json!({})],
            Fact::Relief => match self.filled.get("colour").as_str() {
                colour @ ("black" | "white") => vec![json!({"colour": colour})],
                _ => return Err(missing("colour-black", "fact-relief-who")),
            },
            Fact::Confirm => {
                // A result that became another meanwhile is not what was confirmed.
                seen = self.filled.get("seen").parse().ok();
                let (Some(result), Some(me)) = (self.view.result, actor(self.here)) else {
                    return Err(missing("written", "fact-confirm-none"));
                };
                let mut told = json!({"outcome": result.outcome, "by": result.by});
                if let Some(margin) = result.margin_qz {
                    told["margin_qz"] = json!(margin);
                }
                vec![json!({"result": told, "by": self.confirming(&me)})]
            }
            Fact::Statements => {
                let wrong = act::too_long(viewer, &self.filled, &["said-black", "said-white"]);
                if !wrong.is_empty() {
                    return Err(wrong);
                }
                let finding = self.finding();
                let taken = |c| statements::taken(&self.view, &self.filled, finding.as_ref(), c);
                let all: Vec<Value> = Colour::BOTH.into_iter().filter_map(taken).collect();
                if all.is_empty() {
                    return Err(missing("said-black", "fact-statements-missing"));
                }
                all
            }
        };
        Ok(Asked {
            stream: Stream::Game(self.game.clone()),
            entries: entries.into_iter().map(|data| (type_name, data)).collect(),
            seen,
            key: self.filled.some("key"),
        })
    }

    /// Whose clock runs; if none does, who is to play.
    fn thinking(&self) -> Colour {
        let clock = &self.view.clock;
        let running = Colour::BOTH.into_iter().find(|c| clock[*c].running);
        running.unwrap_or(self.view.position.to_play)
    }

    /// Whether this very form was recorded already.
    fn is_recorded(&self) -> bool {
        let stream = Stream::Game(self.game.clone());
        let key = self.filled.some("key");
        key.is_some_and(|key| {
            act::recorded_with(self.here, &stream, self.fact.type_name(), &key).is_some()
        })
    }

    /// Whether something came in between since it was read, so that something else would
    /// be recorded than what was reviewed.
    fn is_overtaken(&self) -> bool {
        match self.fact {
            Fact::Stop => self.filled.get("thinking") != self.thinking().name(),
            Fact::Confirm => self.filled.get("seen") != self.version.to_string(),
            Fact::Relief | Fact::Resume | Fact::Statements => false,
        }
    }

    /// Those whom the confirmation names.
    fn confirming(&self, me: &ActorId) -> Vec<Party> {
        let is_ticked = |colour: Colour| self.filled.has("by", colour.name());
        confirmed::with(&self.folded.state, is_ticked, me)
    }

    /// Who has still to confirm once that is recorded; empty: nobody.
    fn still_missing(&self) -> String {
        let me = actor(self.here).filter(|_| self.fact == Fact::Confirm);
        me.map_or_else(String::new, |me| {
            missing(self.viewer(), &self.confirming(&me))
        })
    }

    /// What becomes of what was sent.
    fn turned(&self) -> super::Turned<Asked> {
        let viewer = self.viewer();
        if !self.fact.may(self.here, &self.folded.state) {
            let text = viewer.say("appeals-not-yours");
            let problem = Problem::new("no_right", text.clone());
            return super::Turned::refused(self.page(&[Wrong::new("written", text)]), problem);
        }
        let step = self.filled.get("step");
        if step == format!("{}-edit", self.fact.name()) {
            return super::Turned::shown(self.page(&[]));
        }
        let is_act = step == format!("{}-record", self.fact.name());
        let recorded = is_act && self.is_recorded();
        if !recorded && !self.fact.fits(&self.folded.state) {
            let problem = Problem::new("stale_version", self.unfit());
            return super::Turned::refused(self.page(&[]), problem);
        }
        let asked = match self.asked() {
            Ok(asked) => asked,
            Err(wrong) => {
                let problem = Problem::new("schema", "the form is not complete");
                return super::Turned::refused(self.page(&wrong), problem);
            }
        };
        if let Some(problem) = asked.unfit(self.here) {
            let wrong = Wrong::of(viewer, "said-black", &problem);
            return super::Turned::refused(self.page(&wrong), problem);
        }
        if !is_act {
            return super::Turned::shown(self.review(&asked, &[]));
        }
        if !recorded && self.is_overtaken() {
            return self.read_anew(viewer.say("fact-overtaken"));
        }
        match unconfirmed(self.here, &self.filled) {
            Some(wrong) => {
                let problem = Problem::new("schema", wrong.text.clone());
                super::Turned::refused(self.review(&asked, &[wrong]), problem)
            }
            None => super::Turned::record(asked),
        }
    }

    /// What would be recorded by now, to be read before it is.
    fn read_anew(&self, text: String) -> super::Turned<Asked> {
        let problem = Problem::new("stale_version", text.clone());
        let wrong = [Wrong::new("written", text)];
        let mut anew = Form {
            here: self.here,
            fact: self.fact,
            game: self.game.clone(),
            folded: Arc::clone(&self.folded),
            view: Arc::clone(&self.view),
            filled: self.filled.clone().with("thinking", self.thinking().name()),
            version: self.version,
        };
        anew.filled = anew.filled.with("seen", &self.version.to_string());
        match anew.asked() {
            Ok(asked) => super::Turned::refused(anew.review(&asked, &wrong), problem),
            Err(wrong) => super::Turned::refused(anew.page(&wrong), problem),
        }
    }

    fn review(&self, asked: &Asked, wrong: &[Wrong]) -> Page {
        let mut page = self.framed();
        let path = self.path();
        // Whose clock is stopped is a part of what is read.
        let filled = match self.fact {
            Fact::Stop => self.filled.clone().with("thinking", self.thinking().name()),
            _ => self.filled.clone(),
        };
        let second = Second {
            here: self.here,
            filled: &filled,
            step: self.fact.name(),
            action: &path,
            entries: &|value| html! { code { (value) } },
        };
        let missing = self.still_missing();
        page.content = html! {
            (self.head(wrong))
            @if !missing.is_empty() {
                p { strong { (self.viewer().texts.with("record-confirm-missing", &[("who", missing.into())])) } }
            }
            (second.shown(asked))
        };
        page
    }

    fn not_recorded(&self, problem: &Problem) -> Page {
        self.page(&Wrong::of(self.viewer(), "written", problem))
    }
}

/// The side of that name.
fn json_colour(name: &str) -> Option<Colour> {
    Colour::BOTH
        .into_iter()
        .find(|colour| colour.name() == name)
}
