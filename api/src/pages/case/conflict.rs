//! What is shown where a ruling could not be recorded: because another was
//! quicker, both versions side by side, with the ways on from there.

use super::Case;
use crate::{
    i18n::foreign::quoted,
    pages::{Page, own_effects::Wrong},
    problem::Problem,
};
use maud::{Markup, html};
use serde_json::Value;

impl Case<'_> {
    /// The page of a ruling that was not recorded.
    pub(super) fn not_recorded(&self, problem: &Problem) -> Page {
        if !matches!(
            problem.code,
            "stale_version" | "ruled_already" | "id_reused"
        ) {
            return self.page(&Wrong::of(
                self.here.viewer,
                "decide",
                &self.by_number(problem),
            ));
        }
        let viewer = self.here.viewer;
        let mut page = self.framed(format!(
            "{} · {}",
            viewer.say("conflict-title"),
            self.name()
        ));
        page.content = html! {
            h1 { (viewer.say("conflict-title")) }
            p class="soft" { (self.shown.title()) " · " (self.name()) }
            div class="wrong" role="alert" tabindex="-1" {
                p { strong { "⚠ " (viewer.say(self.came_first())) } }
                p { (viewer.say("conflict-nothing")) }
            }
            div class="versions" {
                section aria-labelledby="theirs" {
                    h2 id="theirs" { (viewer.say("conflict-theirs")) }
                    @for ruling in self.rulings() { (self.shown.ruling(ruling)) }
                    (self.since(&problem.entries))
                }
                section aria-labelledby="mine" {
                    h2 id="mine" { (viewer.say("conflict-mine")) }
                    (self.mine())
                }
            }
        };
        page
    }

    /// What came first, as a text's key.
    fn came_first(&self) -> &'static str {
        if self.by_this_form().is_some() {
            "conflict-own"
        } else if self.rulings().is_empty() {
            "conflict-gone-on"
        } else {
            "conflict-ruled"
        }
    }

    /// The page of a ruling of whoever may not rule any more, or never might: what he
    /// wrote is given back.
    pub(super) fn not_his(&self, problem: &Problem) -> Page {
        let viewer = self.here.viewer;
        if self.filled.get("reasons").is_empty() && self.filled.get("outcome").is_empty() {
            return self.page(&[]);
        }
        let mut page = self.framed(format!(
            "{} · {}",
            viewer.say("conflict-not-yours"),
            self.name()
        ));
        page.content = html! {
            h1 { (viewer.say("conflict-not-yours")) }
            p class="soft" { (self.shown.title()) " · " (self.name()) }
            div class="wrong" role="alert" {
                p { strong { "⚠ " (self.here.sentence(&problem.detail)) } }
                p { (viewer.say("sent-nothing")) }
            }
            section aria-labelledby="mine" {
                h2 id="mine" { (viewer.say("conflict-mine")) }
                (self.mine())
            }
        };
        page
    }

    /// What was recorded in between.
    fn since(&self, entries: &[Value]) -> Markup {
        let viewer = self.here.viewer;
        html! {
            @if !entries.is_empty() {
                h3 { (viewer.say("conflict-since")) }
                ul class="brief" {
                    @for recorded in entries {
                        // A recorded entry says outside of itself only where it stands.
                        @let entry = &recorded["entry"];
                        @let text = |name: &str| entry[name].as_str().unwrap_or_default();
                        @let seq = recorded["seq"].as_u64().unwrap_or_default();
                        li {
                            a href=(self.here.path(&format!("/entries/{seq}"))) { "#" (seq) } " · "
                            (viewer.texts.word("event", text("type"))) " · " (self.here.official(text("actor")))
                            @if let Ok(at) = text("at").parse::<fupan_domain::Timestamp>() { " · " (viewer.moment(at)) }
                        }
                    }
                }
            }
        }
    }

    /// What was about to be recorded, and the ways on.
    fn mine(&self) -> Markup {
        let viewer = self.here.viewer;
        let chosen = self.filled.get("outcome");
        let outcomes = || {
            self.finding
                .iter()
                .flat_map(|f| f.outcomes.iter().flatten())
        };
        let outcome = outcomes().find(|outcome| *outcome.outcome == *chosen);
        let ruled = self.is_settled();
        let filled = if ruled {
            self.filled.clone().with("again", "1")
        } else {
            self.filled.clone()
        };
        // What is sent from here is another ruling than the one that was refused.
        let own = ["step", "seen", "confirmed", "board", "key"];
        let text = |name: &str| self.filled.get(name);
        html! {
            article class="case" {
                h3 {
                    @match outcome {
                        Some(outcome) => { (self.outcome_words(outcome)) }
                        None => { (text("words")) }
                    }
                }
                dl {
                    @for (name, label) in [("facts", "label-facts"), ("reasons", "label-reasons")] {
                        @if !text(name).is_empty() { div { dt { (viewer.say(label)) } dd { (quoted(&text(name))) } } }
                    }
                }
            }
            p { a class="button" href=(self.place.path()) { (viewer.say("conflict-look")) } }
            @if self.may.is_ok() {
                form method="post" action=(viewer.with(&[("ruled", None)])) class="act" {
                    input type="hidden" name="csrf" value=[viewer.proof()];
                    input type="hidden" name="step" value="review";
                    input type="hidden" name="seen" value=(self.basis);
                    input type="hidden" name="key" value=(super::fresh_key());
                    (filled.hidden(&own))
                    @if ruled { p class="note" { (viewer.say("conflict-again-explained")) } }
                    button class="plain" { (viewer.say(if ruled { "conflict-again" } else { "conflict-go-on" })) }
                }
            }
        }
    }
}
