//! The articles cited: their words in the original, a summary of our own marked
//! as such, and the clauses of the event.

use super::Page;
use crate::{
    dossier::{Dossier, article_of},
    i18n::script::lang_of,
    text::harmless,
};
use fupan_domain::rulebook::{ArticleRef, Edition};
use maud::{Markup, html};

/// The articles that the story cites, each once, in the order in which they come up.
pub(super) fn cited(dossier: &Dossier) -> Vec<String> {
    let mut cited: Vec<String> = Vec::new();
    for entry in &dossier.story {
        let article = article_of(&entry.event).map(str::to_owned);
        let ruled = dossier.findings_of(entry).into_iter();
        let ruled = ruled.filter_map(|(_, finding)| finding);
        let findings = ruled.chain(dossier.findings_at(entry));
        let findings = findings.map(|finding| finding.article.clone());
        let named = dossier.articles_named(entry);
        for article in article.into_iter().chain(findings).chain(named) {
            if !cited.contains(&article) {
                cited.push(article);
            }
        }
    }
    cited
}

impl Page<'_> {
    pub(super) fn cited_articles(&self) -> Markup {
        html! {
            @if self.articles.is_empty() {
                p { (self.texts.say("dossier-no-article")) }
            }
            @for (index, article) in self.articles.iter().enumerate() {
                article id={ "article-" (index + 1) } {
                    h3 { (article) }
                    @match article.parse() {
                        Ok(ArticleRef::Edition { edition, article }) => (self.of_edition(Edition::of(edition), &article)),
                        Ok(ArticleRef::Event(clause)) => (self.of_event(clause.as_str())),
                        Err(_) => {}
                    }
                }
            }
            @if let Some(edition) = self.dossier.edition {
                p class="source" {
                    (self.texts.with("article-source", &[("edition", edition.id.name().into())])) " "
                    code { (edition.text.sha256) }
                }
            }
        }
    }

    fn of_edition(&self, edition: &Edition, article: &str) -> Markup {
        let item = article.split('(').next().unwrap_or(article);
        let whole = edition.quote(item).unwrap_or_default();
        // A sub-item alone says little: it is marked within its item.
        let part = edition.quote(article).filter(|_| item != article);
        let (before, part, after) = part
            .and_then(|part| {
                whole
                    .split_once(part)
                    .map(|(before, after)| (before, part, after))
            })
            .unwrap_or((whole, "", ""));
        let heading = edition
            .heading(article)
            .filter(|heading| !whole.starts_with(heading));
        html! {
            blockquote class="law" lang="zh-Hant" {
                @if let Some(heading) = heading { strong { (heading) } "\n" }
                (before) @if !part.is_empty() { mark { (part) } } (after)
            }
            @if let Some(summary) = self.texts.summary(edition, article) {
                p class="summary" {
                    span class="note" { (self.texts.say("article-summary-unofficial")) " " }
                    (summary)
                }
            }
        }
    }

    fn of_event(&self, clause: &str) -> Markup {
        let clause = self
            .dossier
            .clauses
            .iter()
            .find(|c| c.id.as_str() == clause);
        html! {
            p class="note" { (self.texts.say("article-of-event")) }
            @if let Some(clause) = clause {
                blockquote class="law" lang=(lang_of(&clause.text)) { (harmless(&clause.text)) }
            }
        }
    }
}
