//! Small parts of many pages: moments as they were at the venue, players,
//! articles with their words, statuses.

use super::Viewer;
use crate::{
    i18n::{Lang, foreign::inline, zone::Zone},
    problem::Problem,
};
use fupan_domain::{
    Timestamp,
    board::Point,
    ids::LedgerName,
    rulebook::{ArticleRef, Edition, Finding},
};
use maud::{Markup, html};

impl Viewer {
    /// A text without variables.
    pub fn say(&self, key: &str) -> String {
        self.texts.say(key)
    }

    /// A moment with its day and offset, as it was at the venue; in UTC on hover
    /// and in print.
    pub fn moment(&self, at: Timestamp) -> Markup {
        let utc = (self.zone != Zone::default()).then(|| Zone::default().moment(at));
        html! { time datetime=(at) title=[utc] { (self.zone.moment(at)) } }
    }

    /// A moment of a day that is told elsewhere, to the second.
    pub fn time_of_day(&self, at: Timestamp) -> Markup {
        html! { time datetime=(at) title=(Zone::default().moment(at)) { (self.zone.time_of_day(at)) } }
    }

    /// The day and offset of moments of which else only the time of day is told.
    pub fn day(&self, at: Timestamp) -> Markup {
        html! { time datetime=(at) title=(Zone::default().moment(at)) { (self.zone.day(at)) } }
    }

    /// The facts of a finding in the viewer's language, for a text that goes into the
    /// record: in English with all values, else its row of the rule table with the side
    /// and the points that are named.
    pub fn facts(&self, finding: &Finding) -> String {
        let row = self.texts.row(finding).filter(|_| self.lang() != Lang::En);
        let Some(row) = row else {
            return finding.facts.clone();
        };
        let side = finding
            .colour
            .map(|colour| self.texts.colour(colour.name()));
        let words = finding.facts.split(|c: char| !c.is_ascii_alphanumeric());
        let points = words.filter(|word| word.parse::<Point>().is_ok());
        let mut told: Vec<&str> = side.as_deref().into_iter().collect();
        told.extend(points);
        if told.is_empty() {
            row
        } else {
            format!("{} {row}", self.texts.list(told))
        }
    }

    /// A problem in a line: what is told with values stays in English, before it stands
    /// in other languages what kind of problem that is.
    pub fn told(&self, problem: &Problem) -> Markup {
        self.problem(problem, &html! { (problem.detail) })
    }

    /// The same with its detail as it is shown.
    pub(super) fn problem(&self, problem: &Problem, detail: &Markup) -> Markup {
        let title = self.texts.problem_title(problem.code);
        html! {
            @if let Some(title) = title.filter(|_| self.lang() != Lang::En) { (title) ": " }
            span lang="en" { (detail) }
        }
    }

    /// Why a check was not made: in the viewer's language where that is one of the
    /// program's own sentences.
    pub fn reason(&self, sentence: &str) -> Markup {
        let said = self.texts.reason(sentence);
        html! {
            @match said.filter(|_| self.lang() != Lang::En) {
                Some(said) => (said),
                None => span lang="en" { (sentence) },
            }
        }
    }

    /// An outcome by its key: the rule book's in this language, another's own words.
    pub fn outcome(&self, key: &str) -> Markup {
        match self.texts.outcome(key).filter(|_| self.lang() != Lang::En) {
            Some(said) => html! { (said) },
            None => inline(key),
        }
    }

    /// An article as it is cited, with a link to its words.
    pub fn article(&self, ledger: &LedgerName, article: &str) -> Markup {
        html! {
            a class="article" href={ "/l/" (ledger) "/articles/" (article) } { (article) }
        }
    }

    /// The words of an article of an edition in the original, and its summary.
    pub fn words_of(&self, article: &str) -> Markup {
        let Ok(ArticleRef::Edition {
            edition,
            article: number,
        }) = article.parse()
        else {
            return html! {};
        };
        let edition = Edition::of(edition);
        let item = number.split('(').next().unwrap_or(&number);
        let words = edition
            .quote(&number)
            .or_else(|| edition.quote(item))
            .unwrap_or_default();
        let summary = self.summary_of(edition, &number);
        let summary = summary.or_else(|| self.summary_of(edition, item));
        html! {
            blockquote class="law" lang="zh-Hant" { (words) }
            @if let Some(summary) = summary {
                p class="summary" {
                    span class="note" { (self.say("article-summary-unofficial")) " " }
                    (summary)
                }
            }
        }
    }

    /// A summary of our own, in the viewer's language.
    pub(super) fn summary_of(&self, edition: &Edition, article: &str) -> Option<String> {
        self.texts.summary(edition, article)
    }
}
