//! Small parts of many pages: moments as they were at the venue, players,
//! articles with their words, statuses.

use super::Viewer;
use crate::i18n::{amount::moment, foreign::name};
use fupan_domain::{
    Timestamp,
    ids::{LedgerName, PlayerId},
    rulebook::{ArticleRef, Edition},
    tournament::TournamentState,
};
use fupan_replay::views::People;
use jiff::ZonedDateTime;
use maud::{Markup, html};

impl Viewer {
    /// A text without variables.
    pub fn say(&self, key: &str) -> String {
        self.texts.say(key)
    }

    fn zoned(&self, at: Timestamp) -> ZonedDateTime {
        let at = jiff::Timestamp::from_millisecond(at.unix_ms()).unwrap_or_default();
        at.to_zoned_datetime(self.zone.clone())
    }

    /// A moment with its day and offset, as it was at the venue; in UTC on hover
    /// and in print.
    pub fn moment(&self, at: Timestamp) -> Markup {
        let local = self.zoned(at).strftime("%Y-%m-%d %H:%M:%S %:z").to_string();
        html! { time datetime=(at) title=(moment(at)) { (local) } }
    }

    /// A moment of a day that is told elsewhere, to the second.
    pub fn time_of_day(&self, at: Timestamp) -> Markup {
        let local = self.zoned(at).strftime("%H:%M:%S").to_string();
        html! { time datetime=(at) title=(moment(at)) { (local) } }
    }

    /// The day and offset of moments of which else only the time of day is told.
    pub fn day(&self, at: Timestamp) -> Markup {
        let local = self.zoned(at).strftime("%Y-%m-%d, %:z").to_string();
        html! { time datetime=(at) title=(moment(at)) { (local) } }
    }

    /// A player's name in its own language, else the id.
    pub fn player(
        &self,
        id: &PlayerId,
        tournament: &TournamentState,
        people: People<'_>,
    ) -> Markup {
        let registered = tournament.players.get(id).map(|state| &state.registered);
        let known = registered.and_then(|registered| people(registered.person));
        html! {
            @match (&known, registered) {
                (Some(person), Some(registered)) => { (name(&person.name, registered.federation.as_deref())) }
                _ => { code { (id) } }
            }
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
        let summary = edition
            .article(&number)
            .or_else(|| edition.article(item))
            .map(|article| &article.summary);
        html! {
            blockquote class="law" lang="zh-Hant" { (words) }
            @if let Some(summary) = summary {
                p class="summary" {
                    span class="note" { (self.say("article-summary-unofficial")) " " }
                    span lang="en" { (summary) }
                }
            }
        }
    }
}
