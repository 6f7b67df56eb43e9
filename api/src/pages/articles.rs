//! An article by itself, as it is cited: its words in the original, the summary,
//! or the clause of the event.

use super::{Viewer, page_of_ledger};
use crate::{
    i18n::{foreign::inline, script::lang_of},
    problem::Problem,
    service::Service,
    text::harmless,
};
use actix_web::{HttpResponse, web};
use fupan_domain::{ids::LedgerName, rulebook::ArticleRef};
use maud::html;

/// The page.
pub async fn page(
    service: web::Data<Service>,
    viewer: Viewer,
    path: web::Path<(LedgerName, String)>,
) -> Result<HttpResponse, Problem> {
    let (ledger, article) = path.into_inner();
    page_of_ledger(&service, viewer, &ledger, move |here| {
        let viewer = here.viewer;
        let none = || {
            let detail = format!("{article:?} is no article of this tournament");
            Problem::new("not_found", detail)
        };
        if !here.tournament.has_article(&article) {
            return Err(none());
        }
        let clause = match article.parse() {
            Ok(ArticleRef::Event(id)) => {
                let regulations = here.tournament.regulations(u32::MAX);
                let mut clauses = regulations.map(|r| r.clauses).unwrap_or_default().into_iter();
                Some(clauses.find(|clause| clause.id == id).ok_or_else(none)?)
            }
            _ => None,
        };
        let mut page = here.page(article.clone());
        page.content = html! {
            h1 { (article) }
            @match &clause {
                Some(clause) => {
                    p class="note" { (viewer.say("article-of-event")) " " (inline(clause.id.as_str())) }
                    blockquote class="law" lang=(lang_of(&clause.text)) { (harmless(&clause.text)) }
                }
                None => {
                    (viewer.words_of(&article))
                    @if let Some(edition) = here.tournament.edition() {
                        p class="note" {
                            (viewer.texts.with("article-source", &[("edition", edition.id.name().into())])) " "
                            code class="hash" { (edition.text.sha256) }
                        }
                    }
                }
            }
        };
        Ok(page)
    })
    .await
}
