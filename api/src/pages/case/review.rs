//! The second step of a ruling: exactly which entries will be written and what
//! follows from them, then one deliberate act, the graver the harder: to have read
//! it, to confirm it, to type the number of the board.

use super::{
    Case, Turned,
    offers::{article_of, wrongs},
};
use crate::{
    i18n::foreign::quoted,
    pages::{Page, own_effects::Wrong},
    problem::Problem,
    routes::rulings::ruling_with,
    ruling,
};
use fupan_domain::ids::RulingId;
use fupan_replay::{draft::Draft, ruling::RulingRequest};
use maud::{Markup, html};
use serde_json::Value;

/// How much is asked of whoever records something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Gravity {
    /// To have read it: nothing but the record changes.
    Read,
    /// To confirm it: board, clocks, warnings or penalties change.
    Confirm,
    /// To type the board's number: the game is decided, an article departed from,
    /// a decision made anew.
    Type,
}

impl Case<'_> {
    /// The review, or the form once more with what was wrong.
    pub(super) fn reviewed(&self) -> Turned {
        let mut request = match self.request(&self.filled) {
            Ok(request) => request,
            Err(wrong) => return self.refused(&wrong, None),
        };
        request.ruling = self.ruling_id();
        match self.review(&request, &[]) {
            Ok(page) => Turned::shown(page),
            Err(problem) => self.refused_by(&problem),
        }
    }

    /// Whether what was reviewed is to be recorded now.
    pub(super) fn confirmed(&self) -> Result<Turned, Problem> {
        let request = match self.request(&self.filled) {
            Ok(request) => request,
            Err(wrong) => return Ok(self.refused(&wrong, None)),
        };
        // What can't be tried out now may have been recorded by this very form
        // already, or by another meanwhile: the recording tells which.
        if self.by_this_form().is_none()
            && let Ok(tried) = self.try_out(&request)
        {
            let gravity = self.gravity(&tried, &request);
            if let Some(wrong) = self.unconfirmed(gravity) {
                let problem = Problem::new("ruling", wrong.text.clone());
                let mut request = request;
                request.ruling = self.ruling_id();
                let page = self.review(&request, &[wrong])?;
                return Ok(Turned::refused(page, problem));
            }
        }
        Ok(Turned::record(request))
    }

    /// The id that the ruling will have once it is recorded with the form's key;
    /// `None` where one has it already: the form was recorded.
    fn ruling_id(&self) -> Option<RulingId> {
        let (key, actor) = (self.filled.some("key")?, super::actor(self.here)?);
        let id = ruling_with(&self.here.ledger, &self.place.game, &actor, &key)?;
        let is_free = !self.here.tournament.decided.contains_key(&id);
        is_free.then_some(id)
    }

    fn gravity(&self, tried: &ruling::TriedOut, request: &RulingRequest) -> Gravity {
        let notes = &tried.notes;
        let has = |list: &Option<Vec<Value>>| list.iter().flatten().next().is_some();
        let outcomes = self
            .finding
            .iter()
            .flat_map(|f| f.outcomes.iter().flatten());
        let chosen = request.outcome.as_deref();
        let chosen = outcomes
            .into_iter()
            .find(|outcome| Some(&*outcome.outcome) == chosen);
        let changes = has(&request.orders)
            || has(&request.warnings)
            || has(&request.penalties)
            || chosen.is_some_and(|o| {
                !o.orders.is_empty() || !o.warnings.is_empty() || !o.penalties.is_empty()
            });
        if notes.departure
            || notes.already_ruled.is_some()
            || notes.own_overturned.is_some()
            || notes.loses_by_warnings.is_some()
            || self.effect_of(tried, "", false).turns_result()
        {
            Gravity::Type
        } else if changes {
            Gravity::Confirm
        } else {
            Gravity::Read
        }
    }

    /// What is missing of the deliberate act.
    fn unconfirmed(&self, gravity: Gravity) -> Option<Wrong> {
        let viewer = self.here.viewer;
        let board = self.folded.state.paired.board.to_string();
        match gravity {
            Gravity::Type if self.filled.get("board") != board => {
                let with = [("board", board.into())];
                Some(Wrong::new(
                    "board",
                    viewer.texts.with("act-board-wrong", &with),
                ))
            }
            Gravity::Read | Gravity::Confirm if !self.filled.has("confirmed", "1") => {
                Some(Wrong::new("confirmed", viewer.say("act-not-confirmed")))
            }
            _ => None,
        }
    }

    fn review(&self, request: &RulingRequest, wrong: &[Wrong]) -> Result<Page, Problem> {
        let viewer = self.here.viewer;
        let planned = self.plan(request)?;
        let drafts = planned.plan.drafts.clone();
        let tried = ruling::try_out(&self.here.live.open, planned.plan)?;
        let gravity = self.gravity(&tried, request);
        let article = article_of(self.finding.as_ref(), request);
        let mut page = self.framed(format!("{} · {}", viewer.say("act-title"), self.name()));
        page.wide = false;
        page.content = html! {
            h1 tabindex="-1" data-begins { (viewer.say("act-title")) }
            p class="soft" { (self.shown.title()) " · " (self.name()) }
            (wrongs(viewer, wrong))
            (self.gone_on())
            section aria-labelledby="follows" {
                h2 id="follows" { (viewer.say("act-follows")) }
                (self.effect(&tried, "review.effect", true))
            }
            section aria-labelledby="written" {
                h2 id="written" { (viewer.texts.with("act-entries", &[("count", drafts.len().to_string().into())])) }
                (self.entries(&drafts))
                dl {
                    div { dt { (viewer.say("label-article")) } dd { (viewer.article(&self.here.ledger, &article)) } }
                }
                (viewer.words_of(&article))
            }
            (self.act(gravity))
        };
        Ok(page)
    }

    /// What was recorded in the game since the form was made.
    fn gone_on(&self) -> Markup {
        let viewer = self.here.viewer;
        let seen: Option<u64> = self.filled.get("seen").parse().ok();
        html! {
            @if seen.is_some_and(|seen| seen != self.basis) {
                p class="grave" role="status" { "⚠ " (viewer.say("act-gone-on")) }
            }
        }
    }

    /// The entries, as they will be written.
    pub(super) fn entries(&self, drafts: &[Draft]) -> Markup {
        let viewer = self.here.viewer;
        let texts = viewer.texts;
        html! {
            ol class="entries" {
                @for draft in drafts {
                    li {
                        strong { (texts.word("event", &draft.type_name)) }
                        " · " code { (draft.stream) }
                        @match &*draft.type_name {
                            "ruling_made" => { (self.ruling_entry(draft)) }
                            "warning_issued" => { ": " (texts.for_side("warning-for", &Value::Object(draft.data.clone()))) }
                            "admonition_given" => { ": " (texts.for_side("admonition-for", &Value::Object(draft.data.clone()))) }
                            "penalty_imposed" => { ": " (texts.penalty(&Value::Object(draft.data.clone()))) }
                            "sanction_imposed" => { ": " (texts.word("sanction", draft.data.get("kind").and_then(Value::as_str).unwrap_or_default())) }
                            _ => {}
                        }
                    }
                }
            }
        }
    }

    fn ruling_entry(&self, draft: &Draft) -> Markup {
        let viewer = self.here.viewer;
        let text = |name: &str| {
            draft
                .data
                .get(name)
                .and_then(Value::as_str)
                .unwrap_or_default()
                .to_owned()
        };
        let orders = draft
            .data
            .get("orders")
            .and_then(Value::as_array)
            .cloned()
            .unwrap_or_default();
        html! {
            ": " (viewer.outcome(&text("outcome"))) " " code { (text("ruling")) }
            @if !orders.is_empty() {
                ul { @for order in &orders { li { (viewer.texts.order(order, &|id| self.shown.entry_name(id))) } } }
            }
            dl {
                div { dt { (viewer.say("label-facts")) } dd { (quoted(&text("facts"))) } }
                div { dt { (viewer.say("label-reasons")) } dd { (quoted(&text("reasons"))) } }
            }
        }
    }

    /// The deliberate act, and the way back.
    fn act(&self, gravity: Gravity) -> Markup {
        let viewer = self.here.viewer;
        let board = self.folded.state.paired.board.to_string();
        let with = [("board", board.into())];
        let action = viewer.with(&[("ruled", None)]);
        let own = ["step", "seen", "confirmed", "board"];
        html! {
            form method="post" action=(action) class="act" {
                input type="hidden" name="csrf" value=[viewer.proof()];
                input type="hidden" name="step" value="record";
                input type="hidden" name="seen" value=(self.basis);
                (self.filled.hidden(&own))
                @match gravity {
                    Gravity::Read => { (self.tick("act-read")) }
                    Gravity::Confirm => { (self.tick("act-confirm")) }
                    Gravity::Type => {
                        p class="field" {
                            label for="board" { "⚠ " (viewer.texts.with("act-type", &with)) }
                            input id="board" name="board" inputmode="numeric" autocomplete="off" required;
                        }
                    }
                }
                button { (viewer.say("act-record")) }
            }
            form method="post" action=(action) class="act" {
                input type="hidden" name="csrf" value=[viewer.proof()];
                input type="hidden" name="step" value="edit";
                (self.filled.hidden(&["step", "seen", "confirmed", "board"]))
                button class="plain" { (viewer.say("act-back")) }
            }
        }
    }

    fn tick(&self, key: &str) -> Markup {
        html! {
            p { label class="check" {
                input type="checkbox" id="confirmed" name="confirmed" value="1" required;
                span { (self.here.viewer.say(key)) }
            } }
        }
    }

    /// The form once more, with what was wrong.
    fn refused(&self, wrong: &[Wrong], problem: Option<Problem>) -> Turned {
        let first = wrong
            .first()
            .map_or_else(String::new, |wrong| wrong.text.clone());
        let problem = problem.unwrap_or_else(|| Problem::new("ruling", first));
        Turned::refused(self.page(wrong), problem)
    }

    /// What the ledger's own code refuses: a conflict, or a fault of the form.
    fn refused_by(&self, problem: &Problem) -> Turned {
        let problem = self.by_number(problem);
        if matches!(problem.code, "ruled_already" | "stale_version") {
            return Turned::refused(self.not_recorded(&problem), problem);
        }
        let viewer = self.here.viewer;
        let mut wrong = Wrong::of(viewer, "decide", &problem);
        if problem.code == "no_reasons" {
            wrong.insert(0, Wrong::new("reasons", viewer.say("case-reasons-missing")));
        }
        self.refused(&wrong, Some(problem))
    }
}
