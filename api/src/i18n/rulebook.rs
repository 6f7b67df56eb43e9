//! What the rule book says, in each language: the rows of the rule table by the
//! titles of an edition's breaches, what an article allows by the outcomes' keys.
//! Both are English in the edition and looked up here; an event's own clauses are
//! its own words and are not.

use super::Texts;
use fupan_domain::rulebook::{ArticleRef, Breach, Edition, Finding};

impl Texts {
    /// What a finding is about, in a few words: its row of the rule table.
    pub fn row(&self, finding: &Finding) -> Option<String> {
        let (rule, _) = finding.id.split_once('@')?;
        let title = match finding.article.parse() {
            Ok(ArticleRef::Edition { edition, article }) => {
                let edition = Edition::of(edition);
                let cites =
                    |breach: &&Breach| breach.article == article || breach.see.contains(&article);
                let breach = edition.breaches_of(rule).find(cites);
                &*breach.or_else(|| edition.breaches_of(rule).next())?.title
            }
            // A clause of the event's own is what no article covers.
            _ => return self.phrase("row", "what no article covers"),
        };
        self.phrase("row", title)
    }

    /// What a row of the rule table is about, in a few words.
    pub fn breach(&self, breach: &Breach) -> String {
        let said = self.phrase("row", &breach.title);
        said.unwrap_or_else(|| breach.title.to_string())
    }

    /// What an article of an edition provides for, row by row.
    pub fn rows_of(&self, edition: &Edition, article: &str) -> Vec<String> {
        let of_article = edition.breaches.iter().filter(|b| *b.article == *article);
        let titles = of_article.filter_map(|breach| self.phrase("row", &breach.title));
        let mut titles: Vec<String> = titles.collect();
        titles.dedup();
        titles
    }

    /// An outcome of the rule book by its key; `None` where it is another's.
    pub fn outcome(&self, key: &str) -> Option<String> {
        self.phrase("allowed", key)
    }

    pub(super) fn phrase(&self, list: &str, words: &str) -> Option<String> {
        self.find(&format!("{list}-{}", slug(words)), &[])
    }
}

/// Words as a key of the texts has them: small letters and digits, the rest a hyphen.
fn slug(words: &str) -> String {
    let lower = words.to_ascii_lowercase();
    let parts = lower.split(|c: char| !c.is_ascii_alphanumeric());
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    parts.join("-")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::Lang;
    use fupan_domain::rulebook::EditionId;

    #[test]
    fn every_row_and_every_outcome_of_both_editions_is_said_in_every_language() {
        for id in EditionId::ALL {
            for breach in &Edition::of(id).breaches {
                for lang in Lang::ALL {
                    let texts = Texts::of(lang);
                    let row = texts.phrase("row", &breach.title);
                    assert!(row.is_some(), "{lang}: {}", breach.title);
                    for allowed in breach.outcomes.iter().flatten() {
                        let said = texts.outcome(&allowed.outcome);
                        assert!(said.is_some(), "{lang}: {}", allowed.outcome);
                    }
                }
            }
        }
        let english = Texts::of(Lang::En);
        assert_eq!(
            english.outcome("black's time alone set").as_deref(),
            Some("black's time alone set")
        );
        assert_eq!(english.outcome("as the club likes"), None);
    }
}
