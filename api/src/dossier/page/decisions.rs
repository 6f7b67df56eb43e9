//! The decisions of a dispute, one line each, from the arbiter's to the last
//! one: who decided, under which article, what it changed, and whether it stands.

use super::Page;
use crate::dossier::{article_of, cited::Cited, links::decides, steps};
use fupan_domain::event::{AppealEvent, Event, GameEvent};
use maud::{Markup, html};

impl Page<'_> {
    pub(super) fn decisions(&self) -> Markup {
        let decisions = self
            .dossier
            .story
            .iter()
            .filter(|entry| steps::is_decision(entry));
        let decisions: Vec<&Cited> = decisions.collect();
        html! {
            @if decisions.is_empty() {
                p { (self.texts.say("dossier-no-decision")) }
            } @else {
                table {
                    thead {
                        tr {
                            @for key in ["label-decision", "label-decided-by", "label-article", "label-effect", "label-stands"] {
                                th scope="col" { (self.texts.say(key)) }
                            }
                        }
                    }
                    tbody { @for entry in decisions { (self.decision(entry)) } }
                }
            }
        }
    }

    fn decision(&self, entry: &Cited) -> Markup {
        let id = decides(entry);
        html! {
            tr {
                th scope="row" {
                    a href={ "#e" (entry.seq) } { "#" (entry.seq) } " "
                    (self.texts.word("event", entry.event.type_name())) " "
                    @if let Some(id) = &id { code { (id) } }
                }
                td { (self.deciders(entry)) }
                td class="place" { (self.under(entry)) }
                td { (self.lines(&self.effects_of(entry))) }
                td {
                    @match self.fallen(entry) {
                        Some(by) => { "✕ " (self.texts.with("dossier-overturned", &[("by", by.as_str().into())])) }
                        None => { "✓ " (self.texts.say("dossier-stands")) }
                    }
                }
            }
        }
    }

    /// The article under which it was decided; where none is cited, those that the
    /// reasons name.
    fn under(&self, entry: &Cited) -> Markup {
        if let Some(article) = article_of(&entry.event) {
            return self.article(article);
        }
        let named = self.dossier.articles_named(entry);
        html! {
            @if named.is_empty() { "–" }
            @for (index, article) in named.iter().enumerate() {
                @if index > 0 { br; }
                (self.article(article))
            }
        }
    }

    /// Who decided: the panel of an appeal, else the author and those with him.
    fn deciders(&self, entry: &Cited) -> Markup {
        let mut ids: Vec<String> = Vec::new();
        match &entry.event {
            Event::Appeal(AppealEvent::AppealDecided(_)) => ids.extend(self.panel_of(entry)),
            Event::Game(GameEvent::RulingMade(ruling)) => {
                ids.push(entry.actor.to_string());
                ids.extend(ruling.with.iter().flatten().map(ToString::to_string));
            }
            _ => {}
        }
        if ids.is_empty() {
            ids.push(entry.actor.to_string());
        }
        let is_appeal = matches!(entry.event, Event::Appeal(_));
        html! {
            @for (index, id) in ids.iter().enumerate() {
                @if index > 0 { br; }
                @if is_appeal { (self.panel_member(id)) } @else { (self.official(id)) }
            }
        }
    }

    /// The committee that was seated last before a decision of its appeal.
    pub(in crate::dossier) fn panel_of(&self, decided: &Cited) -> Vec<String> {
        let seated = self
            .dossier
            .story
            .iter()
            .rev()
            .find_map(|entry| match &entry.event {
                Event::Appeal(AppealEvent::PanelSeated(panel))
                    if entry.stream == decided.stream && entry.seq < decided.seq =>
                {
                    Some(panel)
                }
                _ => None,
            });
        seated
            .into_iter()
            .flat_map(|panel| &panel.members)
            .map(ToString::to_string)
            .collect()
    }
}
