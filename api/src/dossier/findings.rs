//! What the rule book says of the facts on which a ruling was made, as it stood
//! when the ruling had been carried out: what the article allows, who decides,
//! until when it may be raised, and whether the ruling departs from it.

use super::{
    Dossier,
    cited::Cited,
    page::{Field, Page, inline},
    scenes::When,
    steps::to_json,
};
use crate::{i18n::Lang, text::harmless};
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

    /// The findings at a fact of the story that no ruling of it names, as they
    /// stand now.
    pub(super) fn findings_at<'a>(&'a self, entry: &'a Cited) -> impl Iterator<Item = &'a Finding> {
        let findings = self.game.iter().flat_map(|game| &game.findings);
        findings.filter(|found| found.entry == entry.id && !self.is_ruled_on(&found.id))
    }

    fn is_ruled_on(&self, finding: &str) -> bool {
        self.story.iter().any(|entry| match &entry.event {
            Event::Game(GameEvent::RulingMade(ruling)) => {
                let further = ruling.findings.iter().flatten();
                ruling.finding.iter().chain(further).any(|id| id == finding)
            }
            _ => false,
        })
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

    /// A finding: its row and article, who decides until when, what is allowed.
    pub(super) fn finding(&self, finding: &Finding) -> Vec<Field> {
        let said = html! {
            code { (finding.id) } " " (self.article(&finding.article)) " "
            (self.texts.word("finding-status", finding.status.name()))
            (self.what_happened(finding))
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

    /// What happened, as the rule book has it: in English with the facts, in other
    /// languages by its row, whose facts the steps tell.
    fn what_happened(&self, finding: &Finding) -> Markup {
        let row = self.texts.row(finding);
        let row = row.filter(|_| self.texts.lang() != Lang::En);
        html! {
            @match row {
                Some(row) => {
                    p {
                        @if let Some(colour) = finding.colour {
                            (self.texts.colour(colour.name())) " "
                        }
                        (row)
                    }
                }
                None => @if !finding.facts.is_empty() {
                    p lang="en" { (self.sentence(&finding.facts)) }
                }
            }
        }
    }

    /// An outcome's name: the rule book's in this language, a clause's as it stands.
    pub(super) fn outcome_name(&self, name: &str) -> Markup {
        let known = self.texts.outcome(name);
        match known.filter(|_| self.texts.lang() != Lang::En) {
            Some(said) => html! { (said) },
            None => inline(name),
        }
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
                        (self.outcome_name(&outcome.outcome))
                        @if !effects.is_empty() { " — " (self.texts.list(effects)) }
                    }
                }
            }
        }
    }
}
