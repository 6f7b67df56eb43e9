//! What the rule book says of the facts on which a ruling was made, as it stood
//! when the ruling had been carried out: what the article allows, who decides,
//! until when it may be raised, and whether the ruling departs from it.

use super::{
    Dossier,
    cited::Cited,
    page::{Field, Page},
    scenes::When,
    steps::to_json,
};
use crate::text::harmless;
use fupan_domain::{
    event::{Event, GameEvent},
    rulebook::{Finding, FindingStatus},
};
use maud::{Markup, html};

impl Dossier {
    /// The findings that a ruling names, each with its id; `None` where the facts,
    /// as they are read now, lead to no such finding.
    pub(super) fn findings_of<'a>(
        &'a self,
        entry: &'a Cited,
    ) -> Vec<(&'a str, Option<&'a Finding>)> {
        let Event::Game(GameEvent::RulingMade(ruling)) = &entry.event else {
            return Vec::new();
        };
        let decided = |scene: &&super::Scene| scene.when == When::Decided(ruling.ruling.clone());
        let then = self.scenes.iter().find(decided).map(|scene| &scene.view);
        let view = then.or(self.game.as_ref());
        let found = |id: &'a str| {
            let finding = view.and_then(|view| view.findings.iter().find(|f| f.id == id));
            (id, finding)
        };
        let named = ruling
            .finding
            .iter()
            .chain(ruling.findings.iter().flatten());
        named.map(|id| found(id)).collect()
    }
}

impl Page<'_> {
    /// The findings of a ruling.
    pub(super) fn findings(&self, entry: &Cited) -> Vec<Field> {
        let mut fields: Vec<Field> = Vec::new();
        for (id, finding) in self.dossier.findings_of(entry) {
            match finding {
                None => fields.push(("label-finding", html! { code { (harmless(id)) } })),
                Some(finding) => fields.extend(self.finding(finding)),
            }
        }
        fields
    }

    fn finding(&self, finding: &Finding) -> Vec<Field> {
        let said = html! {
            code { (finding.id) } " " (self.article(&finding.article)) " "
            (self.texts.word("finding-status", finding.status.name()))
            @if !finding.facts.is_empty() { p lang="en" { (harmless(&finding.facts)) } }
        };
        let decides = self.texts.word("decider", finding.decides.name());
        let mut fields: Vec<Field> = vec![
            ("label-finding", said),
            ("label-decides", html! { (decides) }),
            ("label-window", self.window(finding)),
            ("label-allowed", self.allowed(finding)),
        ];
        if finding.status == FindingStatus::Departed {
            let said = self.texts.say("dossier-departure");
            fields.push((
                "label-departure",
                html! { span class="departed" { "⚠ " (said) } },
            ));
        }
        fields
    }

    /// Until when the finding could be raised, and the complaint that was in time.
    fn window(&self, finding: &Finding) -> Markup {
        let window = &finding.window;
        html! {
            (self.texts.word("window", window.until.name()))
            @if let Some(complaint) = window.complaint {
                "; " (self.texts.say("window-complaint")) " " (self.entry(complaint))
            }
        }
    }

    /// The outcomes that an article allows, each with its effects.
    fn allowed(&self, finding: &Finding) -> Markup {
        let Some(outcomes) = &finding.outcomes else {
            return html! { (self.texts.say("finding-left-open")) };
        };
        let name = |id: &str| self.entry_name(id);
        html! {
            ul {
                @for outcome in outcomes {
                    @let effects = self.texts.effects(&to_json(outcome), &name);
                    li {
                        span lang="en" { (harmless(&outcome.outcome)) }
                        @if !effects.is_empty() { " — " (self.texts.list(effects)) }
                    }
                }
            }
        }
    }
}
