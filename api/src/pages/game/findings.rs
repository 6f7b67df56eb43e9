//! What the rule book finds in a game and what was ruled on it: in a few words
//! beside the board, and in full with the articles' own words.

use super::Shown;
use crate::{
    i18n::{Lang, foreign::quoted},
    pages::appeals,
};
use fupan_domain::{
    Colour,
    game::WarningState,
    rulebook::{Finding, FindingStatus, RequestKind},
};
use fupan_replay::views::game::RulingView;
use maud::{Markup, html};
use serde_json::{Value, json};

impl Shown<'_> {
    /// Beside the board: one line a finding and a ruling.
    pub(super) fn beside(&self) -> Markup {
        let texts = self.viewer.texts;
        let path = |id: &str| {
            let path = self.viewer.with(&[("tab", Some("findings"))]);
            format!("{path}#{id}")
        };
        html! {
            h2 { (self.viewer.say("game-findings")) }
            @if self.now.findings.is_empty() && self.now.rulings.is_empty() {
                p class="soft" { (self.viewer.say("game-no-findings")) }
            }
            ul class="brief" {
                @for finding in &self.now.findings {
                    li {
                        (self.finding_status(finding)) " "
                        a href=(path(&anchor(&finding.id))) { (finding.id) } " "
                        (self.viewer.article(&self.here.ledger, &finding.article)) " "
                        // In English its facts say whom it concerns.
                        @if let Some(colour) = finding.colour.filter(|_| texts.lang() != Lang::En) { (texts.colour(colour.name())) ": " }
                        (self.here.about(finding))
                    }
                }
                @for ruling in &self.now.rulings {
                    li {
                        span class="status" { "⚖ " (texts.word("event", "ruling_made")) } " "
                        a href=(path(&format!("ruling-{}", ruling.ruling))) { (ruling.ruling) } " "
                        (self.viewer.outcome(&ruling.outcome))
                        @if ruling.overturned { " " strong { "✕ " (self.viewer.say("game-overturned")) } }
                        (self.departed(ruling))
                    }
                }
                @for appeal in self.here.tournament.appeals_on(&self.now.game) {
                    li {
                        span class="status" { "⚖ " (texts.word("appeal-status", appeal.status.name())) } " "
                        a href=(appeals::path(self.here, &appeal.appeal)) { (self.viewer.say("appeals-one")) " " (appeal.appeal) }
                    }
                }
            }
        }
    }

    pub(in crate::pages) fn finding_status(&self, finding: &Finding) -> Markup {
        let sign = match finding.status {
            FindingStatus::Open => "⚠",
            FindingStatus::Ruled => "✓",
            FindingStatus::Departed => "↯",
            FindingStatus::Lapsed => "–",
            FindingStatus::Automatic => "⚙",
        };
        let is_warm = matches!(
            finding.status,
            FindingStatus::Open | FindingStatus::Departed
        );
        html! {
            span class={ "status" @if is_warm { " warm" } } {
                span aria-hidden="true" { (sign) " " }
                (self.viewer.texts.word("finding-status", finding.status.name()))
            }
        }
    }

    /// In full.
    pub(super) fn findings(&self) -> Markup {
        html! {
            @if self.now.findings.is_empty() && self.now.rulings.is_empty() && self.now.requests.is_empty() {
                p { (self.viewer.say("game-no-findings")) }
            } @else {
                p class="folds noprint" {
                    button type="button" class="quiet" data-folds="open" data-key="]" hidden { (self.viewer.say("game-unfold")) }
                    button type="button" class="quiet" data-folds="close" data-key="[" hidden { (self.viewer.say("game-fold")) }
                }
            }
            @for finding in &self.now.findings { (self.finding(finding)) }
            @for ruling in &self.now.rulings { (self.ruling(ruling)) (self.ways(ruling)) }
            @for request in &self.now.requests {
                article class="case" {
                    h3 {
                        (self.viewer.texts.word("event", asked(request.kind))) " · "
                        (self.viewer.texts.colour(request.by.name()))
                    }
                    @if let Some(text) = &request.text { (quoted(text)) }
                    p class="noprint" {
                        a class="button plain" href=(self.here.path(&format!("/games/{}/rule?about={}", self.now.game, request.entry))) {
                            (self.viewer.say("case-matter")) " " (self.entry_name(&request.entry.to_string()))
                        }
                    }
                }
            }
        }
    }

    fn finding(&self, finding: &Finding) -> Markup {
        let texts = self.viewer.texts;
        html! {
            article class="case" id=(anchor(&finding.id)) {
                h3 {
                    code { (finding.id) } " · " (self.finding_status(finding))
                    @if let Some(colour) = finding.colour { " · " (texts.colour(colour.name())) }
                }
                p { (self.here.about(finding)) }
                dl {
                    div { dt { (self.viewer.say("label-entry")) } dd { (self.entry(&finding.entry.to_string())) } }
                    div { dt { (self.viewer.say("label-decides")) } dd { (texts.word("decider", finding.decides.name())) } }
                    div { dt { (self.viewer.say("label-window")) } dd { (texts.word("window", finding.window.until.name())) } }
                    div { dt { (self.viewer.say("label-allowed")) } dd { (self.allowed(finding)) } }
                }
                p class="noprint" {
                    a class="button plain" href=(self.here.path(&format!("/games/{}/findings/{}", self.now.game, finding.id))) {
                        (self.viewer.say("case-matter")) " " (finding.id)
                    }
                }
                (self.article(&finding.article))
            }
        }
    }

    /// An article with its words, folded.
    pub(in crate::pages) fn article(&self, article: &str) -> Markup {
        html! {
            details open {
                summary { (self.viewer.say("label-article")) " " (article) }
                (self.viewer.words_of(article))
                p { (self.viewer.article(&self.here.ledger, article)) }
            }
        }
    }

    fn allowed(&self, finding: &Finding) -> Markup {
        let Some(outcomes) = &finding.outcomes else {
            return html! { (self.viewer.say("finding-left-open")) };
        };
        let name = |id: &str| self.entry_name(id);
        html! {
            ul {
                @for outcome in outcomes {
                    @let told = serde_json::to_value(outcome).unwrap_or_default();
                    @let effects = self.viewer.texts.effects(&told, &name);
                    li {
                        (self.viewer.outcome(&outcome.outcome))
                        @if !effects.is_empty() { " — " (self.viewer.texts.list(effects)) }
                    }
                }
            }
        }
    }

    pub(in crate::pages) fn ruling(&self, ruling: &RulingView) -> Markup {
        let texts = self.viewer.texts;
        html! {
            article class="case" id={ "ruling-" (ruling.ruling) } {
                h3 {
                    "⚖ " (texts.word("event", "ruling_made")) " " code { (ruling.ruling) }
                    @if ruling.overturned { " " strong class="status warm" { "✕ " (self.viewer.say("game-overturned")) } }
                    (self.departed(ruling))
                }
                dl {
                    div { dt { (self.viewer.say("label-decided-by")) } dd { @for official in &ruling.officials { (self.here.official(official.as_str())) " " } } }
                    div { dt { (self.viewer.say("label-moment")) } dd { (self.viewer.moment(ruling.at)) } }
                    @if let Some(finding) = &ruling.finding {
                        div { dt { (self.viewer.say("label-finding")) } dd { a href={ "#" (anchor(finding)) } { (finding) } } }
                    }
                    div { dt { (self.viewer.say("label-ruled")) } dd { (self.viewer.outcome(&ruling.outcome)) } }
                    div { dt { (self.viewer.say("label-effect")) } dd { (self.effects(ruling)) } }
                    div { dt { (self.viewer.say("label-facts")) } dd { (quoted(&ruling.facts)) } }
                    div { dt { (self.viewer.say("label-reasons")) } dd { (quoted(&ruling.reasons)) } }
                }
                (self.article(&ruling.article))
            }
        }
    }

    /// That a ruling departs from what the article allows, as it says for good.
    pub(in crate::pages) fn departed(&self, ruling: &RulingView) -> Markup {
        let state = &self.folded.state;
        let rules = |finding: &&Finding| {
            let on = state.ruling_on(&finding.id);
            on.is_some_and(|on| on.ruling.ruling == ruling.ruling)
        };
        let departed = |finding: &Finding| finding.status == FindingStatus::Departed;
        let departs = self.now.findings.iter().filter(rules).any(departed);
        html! {
            @if departs {
                " " strong class="status warm" { "↯ " (self.viewer.texts.word("finding-status", FindingStatus::Departed.name())) }
            }
        }
    }

    /// What is done with a ruling: its sheet, the appeals against it.
    pub(in crate::pages) fn ways(&self, ruling: &RulingView) -> Markup {
        let game = &self.now.game;
        let sheet = self
            .here
            .path(&format!("/games/{game}/rulings/{}", ruling.ruling));
        html! {
            p class="steps noprint" {
                a class="button plain" href=(sheet) { (self.viewer.say("sheet-print")) }
                (appeals::way_to_appeal(self.here, ruling))
            }
        }
    }

    /// Orders, warnings and penalties of a ruling, and whether they lost the game.
    pub(in crate::pages) fn effects(&self, ruling: &RulingView) -> Markup {
        let state = &self.folded.state;
        let of = |list: &[WarningState]| {
            let own = list.iter().filter(|w| w.ruling == ruling.ruling);
            own.map(|w| json!({ "colour": w.colour }))
                .collect::<Vec<Value>>()
        };
        let penalties = self
            .now
            .penalties
            .iter()
            .filter(|p| p.ruling == ruling.ruling);
        let penalties: Vec<Value> = penalties
            .filter_map(|p| serde_json::to_value(p).ok())
            .collect();
        let told = json!({
            "orders": ruling.orders, "warnings": of(&state.warnings),
            "admonitions": of(&state.admonitions), "penalties": penalties,
        });
        let texts = self.viewer.texts;
        let effects = texts.effects(&told, &|id| self.entry_name(id));
        html! {
            @if effects.is_empty() { (self.viewer.say("value-none")) }
            @for effect in effects { (effect) br; }
            @for side in Colour::BOTH.into_iter().filter(|side| self.lost_by(ruling, *side)) {
                strong { "⚠ " (texts.with("sheet-lost-by-warnings", &[("colour", texts.colour(side.name()).into())])) } br;
            }
        }
    }

    /// Whether a warning of a ruling is the one by which a side lost the game: as
    /// many as are needed stand with it, and not without it.
    fn lost_by(&self, ruling: &RulingView, side: Colour) -> bool {
        let state = &self.folded.state;
        let needed = usize::try_from(state.terms.regulations.warnings_to_lose);
        let losing = needed.ok().and_then(|needed| needed.checked_sub(1));
        let last = losing.and_then(|index| state.warnings_of(side).nth(index));
        last.is_some_and(|warning| warning.ruling == ruling.ruling) && state.is_warned_out(side)
    }

    fn seq_of(&self, id: &str) -> Option<u64> {
        let facts = self.folded.state.record.facts().iter();
        let mut found = facts.filter(|fact| fact.entry.to_string() == id);
        found.next().map(|fact| fact.seq)
    }

    fn entry(&self, id: &str) -> Markup {
        html! {
            @match self.seq_of(id) {
                Some(seq) => { a href={ "/v1/ledgers/" (self.here.ledger) "/entries/" (seq) } { "#" (seq) } }
                None => { code { (id) } }
            }
        }
    }

    pub(in crate::pages) fn entry_name(&self, id: &str) -> String {
        self.seq_of(id)
            .map_or_else(|| id.to_owned(), |seq| format!("#{seq}"))
    }
}

/// The event by which a player asked.
pub(in crate::pages) const fn asked(kind: RequestKind) -> &'static str {
    match kind {
        RequestKind::Complaint => "complaint_raised",
        RequestKind::Relief => "relief_requested",
        RequestKind::Recount => "recount_requested",
    }
}

/// A finding's id as the name of a place in the page.
fn anchor(id: &str) -> String {
    id.replace('@', "-")
}
