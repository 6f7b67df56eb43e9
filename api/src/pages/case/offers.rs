//! The case in words and as a form: who called and when, the finding and its
//! article, earlier warnings, what the article allows with the effect of each,
//! and what else may be ordered, which departs from it.

use super::{
    Case, Effect,
    asked::{OWN, open_values},
    may_rule,
};
use crate::{
    i18n::{foreign::quoted, script::lang_of},
    pages::{
        Filled, Page, act, appeals,
        facts::{Fact, draft_key, recorded as recorded_fact},
        game::asked as request_event,
        overtime::{clock_end, is_overtime},
        own_effects::{OwnForm, Wrong, line},
        running::Running,
        statements::{self, said},
    },
    problem::Problem,
    ruling::{self, TriedOut},
};
use fupan_domain::{
    Colour,
    event::GameEvent,
    game::{FactKind, WarningState},
    ids::RulingId,
    rulebook::{
        ArticleRef, Condition, Decider, Finding, Request, RequestKind, RequestState,
        finding::Outcome,
    },
};
use fupan_replay::{ruling::RulingRequest, views::game::RulingView};
use fupan_store::{Known, wall_clock};
use maud::{Markup, html};

impl Case<'_> {
    /// The whole page; what was wrong with what was sent stands on top.
    pub(super) fn page(&self, wrong: &[Wrong]) -> Page {
        let viewer = self.here.viewer;
        let title = format!("{} · {}", self.name(), self.shown.title());
        let mut page = self.framed(title);
        page.keys = Case::keys();
        page.follows = self.follows();
        page.announces = self.rulings().last().map(|r| self.shown.published(r));
        page.content = html! {
            h1 class="unseen" { (self.name()) " · " (self.shown.title()) }
            // Above the board, which at the width of a phone comes first.
            (self.recorded())
            (wrongs(viewer, wrong))
            div class="dispute" {
                section class="about" aria-label=(viewer.say("case-about")) {
                    (self.state())
                    (self.called())
                    (self.found())
                }
                (self.scene())
                section class="matter" aria-label=(viewer.say("case-matter")) {
                    (self.said())
                    (self.earlier())
                    (self.made())
                    (self.decide())
                }
            }
        };
        page
    }

    /// The ruling of which the address says that it was just recorded.
    fn just_ruled(&self) -> Option<&RulingView> {
        let asked = self.here.viewer.asked("ruled")?;
        let ruled = asked.parse::<RulingId>().ok()?;
        let mut rulings = self.shown.now.rulings.iter();
        rulings.find(|ruling| ruling.ruling == ruled)
    }

    fn was_just_ruled(&self) -> bool {
        self.filled.some("step").is_none() && self.just_ruled().is_some()
    }

    /// What was just recorded, which ends the browser's draft.
    fn recorded(&self) -> Markup {
        let viewer = self.here.viewer;
        html! {
            @if let Some(ruling) = self.just_ruled() {
                div class="done" role="status" tabindex="-1" data-drops=(self.draft_key()) data-form=[viewer.asked("form")] {
                    p { strong { "✓ " (viewer.texts.with("case-recorded", &[("ruling", ruling.ruling.to_string().into()), ("seq", ruling.seq.to_string().into())])) } }
                    // Where there is a finding its sheet stands with it.
                    @if self.finding.is_none() { (self.shown.ways(ruling)) }
                    @if Fact::Resume.fits(&self.folded.state) && Fact::Resume.may(self.here, &self.folded.state) {
                        p { (viewer.say("fact-resume-due")) " " a class="button" href=(Fact::Resume.path(self.here, &self.place.game)) { (viewer.say("fact-resume")) } }
                    }
                }
                @if self.finding.is_none() { (self.shown.ruling(ruling)) }
            } @else if self.filled.some("step").is_none() { (recorded_fact(self.here, &self.place.game)) }
        }
    }

    /// Where it stands, live.
    fn state(&self) -> Markup {
        let viewer = self.here.viewer;
        let now = &self.shown.now;
        html! {
            div id="matter" data-live data-basis=(self.basis) {
                h2 {
                    (self.name())
                    @if let Some(finding) = &self.finding {
                        " · " (self.shown.finding_status(finding))
                        @if let Some(colour) = finding.colour { " · " (viewer.texts.colour(colour.name())) }
                    }
                }
                (self.shown.standing())
                dl {
                    @if let Some(finding) = &self.finding {
                        // What a committee has decided is ruled anew by the chief arbiter alone.
                        @let decides = if self.decided_on_appeal().is_empty() { finding.decides.name() } else { Decider::ChiefArbiter.name() };
                        div { dt { (viewer.say("label-decides")) } dd { (viewer.texts.word("decider", decides)) } }
                        // Once it is ruled on, nothing more is to be raised.
                        @if !self.is_settled() {
                            div { dt { (viewer.say("label-window")) } dd {
                                (viewer.texts.word("window", finding.window.until.name())) " · "
                                (viewer.say(if finding.window.open { "case-window-open" } else { "case-window-closed" }))
                            } }
                        }
                    }
                    div { dt { (viewer.say("label-as-of")) } dd {
                        "#" (self.basis)
                        @if let Some(at) = self.folded.state.last_at { " · " (viewer.moment(at)) }
                    } }
                    @for colour in Colour::BOTH {
                        @let clock = viewer.texts.clock(&now.clock[colour]);
                        @if now.clock[colour].running && !self.folded.state.is_over() {
                            // By now, as under the board: two readings of one clock are none.
                            div { dt { (viewer.texts.colour(colour.name())) } dd {
                                (viewer.running(&self.folded.state, colour, wall_clock(), &Running { between: &viewer.say("list-separator"), says_out: true }))
                            } }
                        } @else if !clock.is_empty() {
                            div { dt { (viewer.texts.colour(colour.name())) } dd { (viewer.texts.list(clock)) } }
                        }
                    }
                }
            }
            p class="grave" id="moved-on" hidden {
                "⚠ " (viewer.say("case-moved-on")) " "
                a href=(viewer.with(&[("ruled", None)])) { (viewer.say("case-reload")) }
            }
        }
    }

    /// Who called an arbiter, and when.
    fn called(&self) -> Markup {
        let viewer = self.here.viewer;
        let requests: Vec<&Request> = self.requests().filter(|r| self.concerns(r)).collect();
        html! {
            @if !requests.is_empty() {
                h3 { (viewer.say("case-called")) }
                @for request in requests {
                    article class="said" {
                        h4 {
                            (viewer.texts.word("event", request_event(request.kind))) " · " (viewer.texts.colour(request.by.name()))
                            @if let Some(fact) = self.folded.state.record.facts().iter().find(|f| f.entry == request.entry) {
                                " · " (viewer.moment(fact.at)) " · #" (fact.seq)
                            }
                        }
                        p class="soft" { (viewer.texts.word("request", request_state(request.state))) }
                        @if let Some(text) = &request.text { (quoted(text)) }
                    }
                }
            }
        }
    }

    /// Whether a request is about this case: about its entry, or of the side whose
    /// overtime it is; without a finding all are.
    fn concerns(&self, request: &Request) -> bool {
        let Some(finding) = &self.finding else {
            return true;
        };
        request.about == Some(finding.entry)
            || finding.window.complaint == Some(request.entry)
            || (request.about.is_none() && request.state == RequestState::Open)
    }

    /// Whether a ruling here answers a request without being told so: what is about
    /// the very entry that is ruled on, or asks for what this finding grants.
    fn is_about(&self, request: &Request) -> bool {
        let disputed = self.disputed();
        if disputed.is_some() && (request.about == disputed || Some(request.entry) == disputed) {
            return true;
        }
        self.finding.as_ref().is_some_and(|finding| {
            let relieved = request.kind == RequestKind::Relief
                && is_overtime(finding)
                && finding.colour == Some(request.by);
            relieved || finding.window.complaint == Some(request.entry)
        })
    }

    /// The finding with its article.
    fn found(&self) -> Markup {
        let viewer = self.here.viewer;
        let Some(finding) = &self.finding else {
            return html! { p { (viewer.say("case-none")) } (self.clock_out()) };
        };
        html! {
            h3 { (viewer.say("label-finding")) }
            p { (self.here.about(finding)) }
            (self.shown.article(&finding.article))
        }
    }

    /// A clock that has run out although nothing was recorded since: the rule book
    /// finds it as soon as the clock is stopped.
    fn clock_out(&self) -> Markup {
        let viewer = self.here.viewer;
        let state = &self.folded.state;
        let now = wall_clock();
        let Some((colour, end)) = clock_end(&self.shown.now, state, now) else {
            return html! {};
        };
        let is_out = end.is_some_and(|end| end <= now);
        html! {
            @if is_out && !state.is_over() {
                div class="grave" id="clock-out" {
                    p { strong { "◷ " (viewer.say("table-clock-out")) } " · " (viewer.texts.colour(colour.name()))
                        @if let Some(end) = end { " · " (viewer.moment(end)) } }
                    p { (viewer.say("case-clock-out")) }
                    @if Fact::Stop.may(self.here, state) {
                        p { a class="button" href=(Fact::Stop.path(self.here, &self.place.game)) { (viewer.say("fact-stop")) } }
                    }
                }
            }
        }
    }

    /// What both players say of the facts, and the form in which they are asked.
    fn said(&self) -> Markup {
        let viewer = self.here.viewer;
        let facts = self.folded.state.record.facts().iter();
        let since = self.disputed().and_then(|entry| {
            let mut facts = self.folded.state.record.facts().iter();
            facts.find(|f| f.entry == entry).map(|f| f.seq)
        });
        let statements: Vec<_> = facts
            .filter(|fact| since.is_none_or(|since| fact.seq > since))
            .filter_map(|fact| match &fact.kind {
                FactKind::Event(GameEvent::StatementTaken(taken)) => Some((fact, taken)),
                _ => None,
            })
            // What was asked of another finding's facts is told there.
            .filter(|(_, taken)| taken.finding.is_none() || taken.finding == self.place.finding)
            .collect();
        let may = self.may.is_ok() && Fact::Statements.may(self.here, &self.folded.state);
        let path = Fact::Statements.path(self.here, &self.place.game);
        html! {
            @if may || !statements.is_empty() {
                h3 { (viewer.say("case-said")) }
                @for (fact, taken) in &statements {
                    article class="said" {
                        h4 { (self.here.who(taken.from.as_str())) " · " (viewer.moment(fact.at)) " · #" (fact.seq) }
                        (said(viewer, taken))
                    }
                }
            }
            @if may {
                details class="asking" {
                    summary { (viewer.say("fact-statements")) }
                    form method="post" action=(path) class="asking" data-draft=(draft_key(self.here, &self.place.game, Fact::Statements, self.place.finding.as_deref())) {
                        input type="hidden" name="csrf" value=[viewer.proof()];
                        input type="hidden" name="key" value=(super::fresh_key());
                        input type="hidden" name="step" value=(Fact::Statements.name());
                        @if let Some(finding) = &self.finding { input type="hidden" name="finding" value=(finding.id); }
                        (statements::fields(self.here, &self.shown.now, &Filled::default()))
                        button class="plain" { (viewer.say("case-review")) }
                    }
                }
            }
        }
    }

    /// Warnings of both players in this game before what is ruled here: those of
    /// rulings on this very finding are told with them.
    fn earlier(&self) -> Markup {
        let viewer = self.here.viewer;
        let state = &self.folded.state;
        let own: Vec<&RulingId> = self.rulings().into_iter().map(|r| &r.ruling).collect();
        let is_earlier = |warning: &&WarningState| !own.contains(&&warning.ruling);
        let any = Colour::BOTH.iter().any(|c| {
            state.warnings_of(*c).any(|w| is_earlier(&w))
                || state.admonitions_of(*c).any(|w| is_earlier(&w))
        });
        html! {
            h3 { (viewer.say("case-earlier")) }
            @if !any { p class="soft" { (viewer.say("case-no-warnings")) } }
            ul class="brief" {
                @for colour in Colour::BOTH {
                    @let side = serde_json::json!({"colour": colour});
                    @for (key, warning) in state.warnings_of(colour).map(|w| ("warning-for", w)).chain(state.admonitions_of(colour).map(|w| ("admonition-for", w))).filter(|(_, w)| is_earlier(w)) {
                        li {
                            (viewer.texts.for_side(key, &side)) " · "
                            (viewer.article(&self.here.ledger, &warning.article)) " · "
                            code { (warning.ruling) }
                        }
                    }
                }
            }
        }
    }

    /// Rulings on this finding, with until when they can be appealed.
    fn made(&self) -> Markup {
        let viewer = self.here.viewer;
        let rulings = self.rulings();
        html! {
            div id="made" data-live {
                @if !rulings.is_empty() { h3 { (viewer.say("case-rulings")) } }
                @for ruling in rulings {
                    (self.shown.ruling(ruling))
                    (self.shown.ways(ruling))
                    p { (appeals::until(self.here, self.here.tournament.appeal_deadline(Some(&self.place.game), &[ruling.entry]))) }
                }
            }
        }
    }

    /// The form, for whoever may rule; else why not.
    fn decide(&self) -> Markup {
        let viewer = self.here.viewer;
        html! {
            h3 id="decide" { (viewer.say("case-decide")) }
            @for appeal in self.decided_on_appeal() {
                div class="grave" {
                    p { strong { "⚖ " (viewer.say("case-decided-on-appeal")) } " " a href=(appeals::path(self.here, &appeal.appeal)) { (appeal.appeal) } }
                    (appeals::decided(self.here, appeal, &|id| self.shown.entry_name(id)))
                }
            }
            @match self.may {
                Err(not_his) => {
                    p { (not_his.said(viewer)) }
                    @if not_his == super::NotHis::Nobody { p { a class="button" href=(viewer.sign_in_path()) { (viewer.say("sign-in")) } } }
                    (self.allowed())
                }
                Ok(()) if self.asks_again() && !self.filled.has("again", "1") && viewer.asked("again").is_none() => {
                    p { (viewer.say(if self.is_settled() { "case-settled" } else { "case-own-overturned" })) }
                    p { a class="button plain" href={ (viewer.with(&[("again", Some("1")), ("ruled", None)])) "#decide" } { (viewer.say("case-again")) } }
                }
                // A ruling without a finding that was just made is not to be made again.
                Ok(()) if self.finding.is_none() && self.was_just_ruled() => {
                    p { a class="button plain" href={ (viewer.with(&[("ruled", None), ("form", None), ("about", None)])) "#decide" } { (viewer.say("case-another")) } }
                }
                Ok(()) => { (self.form()) }
            }
        }
    }

    /// Whether a ruling has to be asked for knowingly: one stands, or the viewer's own
    /// fell on appeal.
    pub(super) fn asks_again(&self) -> bool {
        self.is_settled() || self.is_own_overturned()
    }

    /// What the article allows, to be read only.
    fn allowed(&self) -> Markup {
        let viewer = self.here.viewer;
        let Some(finding) = &self.finding else {
            return html! {};
        };
        let Some(outcomes) = &finding.outcomes else {
            return html! { p { (viewer.say("finding-left-open")) } };
        };
        html! {
            p { (viewer.say("label-allowed")) ":" }
            ul {
                @for outcome in outcomes { li { (self.outcome_words(outcome)) } }
                @for (when, outcome) in &finding.unmet {
                    li class="soft" { (self.outcome_words(outcome)) " — " (viewer.say("case-unmet")) " " (viewer.texts.word("condition", when.name())) }
                }
            }
        }
    }

    /// The outcome that the table proposes: the first that the article names, if it
    /// can be carried out and is the viewer's to give.
    fn proposed(&self) -> Option<usize> {
        let outcomes = self.finding.as_ref()?.outcomes.as_ref()?;
        let can = |outcome: &Outcome| {
            let state = &self.folded.state;
            let finding = self.finding.as_ref();
            outcome.not_now.is_none()
                && may_rule(self.here, state, finding, Some(outcome), None).is_ok()
        };
        outcomes.iter().position(can)
    }

    /// What the article allows only on a condition that does not hold: shown with
    /// it, and with the way to it where a player has to ask.
    fn unmet(&self, finding: &Finding) -> Markup {
        let viewer = self.here.viewer;
        html! {
            @for (when, outcome) in &finding.unmet {
                div class="offer" {
                    p class="soft" { (self.outcome_words(outcome)) }
                    p class="note" { "○ " (viewer.say("case-unmet")) " " (viewer.texts.word("condition", when.name())) }
                }
            }
            @let asks = finding.unmet.iter().any(|(when, _)| *when == Condition::ReliefRequested);
            @if let Some(colour) = finding.colour.filter(|_| asks && self.grants_relief() && Fact::Relief.may(self.here, &self.folded.state)) {
                p {
                    a class="button plain" href={ (Fact::Relief.path(self.here, &self.place.game)) "?colour=" (colour.name()) "&finding=" (finding.id) } {
                        (viewer.texts.with("case-applies", &[("colour", viewer.texts.colour(colour.name()).into())]))
                    }
                }
            }
        }
    }

    /// Whether the event lets overtime be treated as a pass at all.
    fn grants_relief(&self) -> bool {
        self.folded.state.terms.regulations.overtime_relief
    }

    /// An outcome and what it orders.
    pub(super) fn outcome_words(&self, outcome: &Outcome) -> Markup {
        let viewer = self.here.viewer;
        let told = serde_json::to_value(outcome).unwrap_or_default();
        let effects = viewer.texts.effects(&told, &|id| self.shown.entry_name(id));
        html! {
            strong { (viewer.outcome(&outcome.outcome)) }
            @if !effects.is_empty() { " — " (viewer.texts.list(effects)) }
        }
    }

    fn form(&self) -> Markup {
        let viewer = self.here.viewer;
        let Some(proof) = viewer.proof() else {
            return html! { p { (viewer.say("case-no-session")) } };
        };
        let outcomes: Vec<&Outcome> = self
            .finding
            .iter()
            .flat_map(|f| f.outcomes.iter().flatten())
            .collect();
        let again = viewer.asked("again").is_some() || self.filled.has("again", "1");
        html! {
            form method="post" action=(viewer.with(&[("ruled", None)])) class="ruling" data-draft=(self.draft_key())
                data-sent=[self.filled.some("step")] {
                input type="hidden" name="csrf" value=(proof);
                input type="hidden" name="key" value=(self.key());
                input type="hidden" name="seen" value=(self.basis);
                input type="hidden" name="step" value="review";
                @if again { input type="hidden" name="again" value="1"; }
                (self.answered())
                @if !self.only_own() {
                    fieldset class="outcomes" {
                        legend { (viewer.say("case-outcomes")) }
                        @for (number, outcome) in outcomes.iter().enumerate() { (self.offer(number, outcome, again)) }
                        @if let Some(finding) = &self.finding { (self.unmet(finding)) }
                        @if self.may_depart() {
                            div class="offer" {
                                label class="check" {
                                    input type="radio" id="outcome.own" name="outcome" value=(OWN) data-unfolds checked[self.filled.has("outcome", OWN)];
                                    span { strong { "↯ " (viewer.say("case-depart")) } " — " (viewer.say("case-depart-explained")) }
                                }
                            }
                        }
                    }
                }
                @if self.may_depart() { (self.own()) }
                (self.written("facts", "label-facts", &self.finding.as_ref().map(|f| self.here.viewer.facts(f)).unwrap_or_default()))
                (self.written("reasons", "label-reasons", ""))
                @if let Some(reasons) = self.article_as_reasons() {
                    p class="note" id="reasons-note" { (viewer.texts.with("case-reasons-left-out", &[("reasons", reasons.into())])) }
                }
                p class="note" { (viewer.say("case-draft-kept")) }
                button { (viewer.say("case-review")) }
            }
        }
    }

    /// The complaints that the ruling answers.
    fn answered(&self) -> Markup {
        let viewer = self.here.viewer;
        let open: Vec<&Request> = self
            .requests()
            .filter(|r| r.state == RequestState::Open)
            .collect();
        let named = |request: &Request| {
            let sent = self.filled.some("step").is_some();
            if sent {
                self.filled.has("about", &request.entry.to_string())
            } else {
                self.is_about(request)
            }
        };
        html! {
            @if !open.is_empty() {
                fieldset {
                    legend { (viewer.say("case-answers")) }
                    @for request in open {
                        label class="check" {
                            input type="checkbox" name="about" value=(request.entry) checked[named(request)];
                            span { (viewer.texts.word("event", request_event(request.kind))) " · " (viewer.texts.colour(request.by.name())) " · " (self.shown.entry_name(&request.entry.to_string())) }
                        }
                    }
                }
            }
        }
    }

    /// Whether other orders than those that the article allows are the viewer's to
    /// give: they are for whoever decides on the finding.
    fn may_depart(&self) -> bool {
        may_rule(
            self.here,
            &self.folded.state,
            self.finding.as_ref(),
            None,
            None,
        )
        .is_ok()
    }

    fn offer(&self, number: usize, outcome: &Outcome, again: bool) -> Markup {
        let viewer = self.here.viewer;
        let id = format!("outcome.{number}");
        let open = open_values(number, outcome);
        let may = may_rule(
            self.here,
            &self.folded.state,
            self.finding.as_ref(),
            Some(outcome),
            None,
        );
        let tried = if may.is_ok() && open.is_empty() && outcome.not_now.is_none() && self.computes
        {
            Some(self.tried(outcome, again))
        } else {
            None
        };
        let bars = outcome.not_now.is_some() || may.is_err() || matches!(tried, Some(Err(_)));
        let is_proposed = self.proposed() == Some(number) && !bars;
        let chosen = match self.filled.some("step") {
            None => is_proposed,
            Some(_) => self.filled.has("outcome", &outcome.outcome),
        };
        html! {
            div class="offer" {
                label class="check" for=(id) {
                    input type="radio" id=(id) name="outcome" value=(outcome.outcome) disabled[bars]
                        checked[chosen && !bars];
                    span {
                        @if is_proposed { span class="status" { "▸ " (viewer.say("case-proposed")) (viewer.say("case-proposed-mark")) } " " }
                        (self.outcome_words(outcome))
                    }
                }
                @if let Some(why) = &outcome.not_now { p class="grave" { "✕ " (viewer.say("case-not-now")) " " span lang="en" { (self.numbered(why)) } } }
                @if let Err(not_his) = may { p class="grave" { "✕ " (not_his.said(viewer)) } }
                @for value in &open {
                    (line(viewer, &self.filled, &value.field, &viewer.texts.word("open", &open_word(&value.key)), value.form()))
                }
                @if !open.is_empty() && !bars { p class="note" { (viewer.say("case-effect-later")) } }
                @match &tried {
                    None => {}
                    Some(Err(problem)) => { p class="grave" { "✕ " (self.here.told(&self.by_number(problem))) } }
                    Some(Ok(tried)) => { (self.effect(tried, &format!("effect.{number}"), false)) }
                }
            }
        }
    }

    pub(super) fn effect(&self, tried: &TriedOut, id: &str, both_boards: bool) -> Markup {
        self.effect_of(tried, id, both_boards).shown()
    }

    pub(super) fn effect_of<'b>(
        &'b self,
        tried: &'b TriedOut,
        id: &'b str,
        both_boards: bool,
    ) -> Effect<'b> {
        Effect {
            here: self.here,
            game: Some(&self.place.game),
            what_if: &tried.effect,
            at: Some(tried.at),
            notes: Some(&tried.notes),
            id,
            both_boards,
        }
    }

    /// What an outcome would come to.
    fn tried(&self, outcome: &Outcome, again: bool) -> Result<TriedOut, Problem> {
        let finding = self.finding.as_ref().map(|f| f.id.clone());
        self.try_out(&RulingRequest {
            finding,
            outcome: Some(outcome.outcome.to_string()),
            // A late ruling needs reasons, which are still to be written.
            reasons: Some("-".to_owned()),
            again: again.then_some(true),
            ..RulingRequest::default()
        })
    }

    pub(super) fn try_out(&self, request: &RulingRequest) -> Result<TriedOut, Problem> {
        let planned = self.plan(request)?;
        ruling::try_out(&self.here.live.open, planned.plan)
    }

    pub(super) fn plan(&self, request: &RulingRequest) -> Result<ruling::Planned, Problem> {
        let actor = super::actor(self.here)
            .ok_or_else(|| Problem::new("no_right", "expected an official of this tournament"))?;
        ruling::plan(
            &self.here.live.open,
            &self.place.game,
            request,
            Known::Now,
            wall_clock(),
            &actor,
        )
    }

    /// Orders, warnings and penalties of the arbiter's own.
    fn own(&self) -> Markup {
        let viewer = self.here.viewer;
        let standing = self.shown.now.rulings.iter().filter(|r| !r.overturned);
        let entry = |id: &str| self.shown.entry_name(id);
        let form = OwnForm {
            viewer,
            game: &self.folded.state,
            disputed: self.disputed_stone(),
            decisions: standing.map(|r| r.ruling.clone()).collect(),
            filled: &self.filled,
            decision: &|id| appeals::decision_told(self.here, id),
            entry: &entry,
            punishes: true,
        };
        let open = self.only_own() || self.filled.has("outcome", OWN);
        html! {
            details class="own" id="own-orders" open[open] {
                summary { (viewer.say(if self.only_own() { "case-orders" } else { "case-depart-orders" })) }
                @if self.only_own() { input type="hidden" name="outcome" value=(OWN); }
                p class="field" {
                    label for="words" { (viewer.say("case-words")) }
                    input id="words" name="words" value=(self.filled.get("words")) autocomplete="off" data-kept;
                }
                (self.articles())
                (form.fields())
            }
        }
    }

    /// The articles that may be cited: those of the edition that binds, and the
    /// event's own clauses; to an arbiter those under which he may rule.
    fn articles(&self) -> Markup {
        let viewer = self.here.viewer;
        let Some(regulations) = self.here.tournament.regulations(u32::MAX) else {
            return html! {};
        };
        let state = &self.folded.state;
        let citable = |article: &str| match &self.finding {
            Some(_) => true,
            None => may_rule(self.here, state, None, None, Some(article)).is_ok(),
        };
        let edition = regulations.edition();
        let of_edition = edition.articles.iter().map(|article| {
            let cited = ArticleRef::of(edition.id, &article.id).to_string();
            let said = viewer.summary_of(edition, &article.id).unwrap_or_default();
            (cited, said)
        });
        let clauses = regulations.clauses.iter().map(|clause| {
            (
                format!("event:{}", clause.id),
                crate::text::harmless(&clause.text),
            )
        });
        let all: Vec<(String, String)> = of_edition
            .chain(clauses)
            .filter(|(cited, _)| citable(cited))
            .collect();
        html! {
            p class="field" {
                label for="article" { (viewer.say("label-article")) }
                select id="article" name="article" {
                    option value="" {
                        @match &self.finding {
                            Some(finding) => { (finding.article) }
                            None => { (viewer.say("case-choose-article")) }
                        }
                    }
                    @for (cited, said) in &all {
                        // A clause is in the words of whoever made it.
                        @let lang = cited.starts_with("event:").then(|| lang_of(said));
                        option value=(cited) lang=[lang] selected[self.filled.has("article", cited)] { (cited) " " (shortened(said)) }
                    }
                }
            }
        }
    }

    fn written(&self, name: &str, label: &str, default: &str) -> Markup {
        let text = self.filled.some(name).unwrap_or_else(|| default.to_owned());
        html! {
            p class="field" {
                label for=(name) { (self.here.viewer.say(label)) }
                textarea id=(name) name=(name) rows="4" maxlength=(act::most_of(name)) data-kept { (text) }
            }
        }
    }
}

/// What was wrong with what was sent: on top, with the way to each field.
pub fn wrongs(viewer: &crate::pages::Viewer, wrong: &[Wrong]) -> Markup {
    html! {
        @if !wrong.is_empty() {
            div class="wrong" role="alert" tabindex="-1" {
                p { strong { "⚠ " (viewer.say("case-wrong")) } }
                ul { @for wrong in wrong { li { a href={ "#" (wrong.field) } lang=[wrong.told.then_some("en")] { (wrong.text) } } } }
            }
        }
    }
}

/// Enough of a summary to know an article by.
fn shortened(said: &str) -> String {
    const ENOUGH: usize = 90;
    let mut text: String = said.chars().take(ENOUGH).collect();
    if text.len() < said.len() {
        text.push('…');
    }
    text
}

const fn request_state(state: RequestState) -> &'static str {
    match state {
        RequestState::Open => "open",
        RequestState::Answered => "answered",
        RequestState::Void => "void",
    }
}

/// The word of an open value, without the side whose clock it is.
fn open_word(key: &str) -> String {
    let side = key
        .split_once('_')
        .filter(|(side, _)| matches!(*side, "black" | "white"));
    match side {
        Some((side, rest)) => format!("{side}_{rest}"),
        None => key.to_owned(),
    }
}

/// The finding is named where a page has one.
pub(super) fn article_of(finding: Option<&Finding>, request: &RulingRequest) -> String {
    let own = request.article.clone();
    own.or_else(|| finding.map(|f| f.article.clone()))
        .unwrap_or_default()
}
