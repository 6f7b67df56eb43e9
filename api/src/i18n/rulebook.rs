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

    /// What an article of an edition says, in a line and unofficially: which facts, and
    /// what follows from them.
    pub fn summary(&self, edition: &Edition, article: &str) -> Option<String> {
        let article = edition.article(article)?;
        self.phrase("summary", &format!("{} {}", edition.id, article.id))
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
    fn every_article_of_both_editions_is_summed_up_in_every_language() {
        for id in EditionId::ALL {
            let edition = Edition::of(id);
            for article in &edition.articles {
                let said = |lang| {
                    let said = Texts::of(lang).summary(edition, &article.id);
                    said.unwrap_or_else(|| panic!("{lang}: {id}:{}", article.id))
                };
                assert_eq!(said(Lang::En), *article.summary, "{id}:{}", article.id);
                for lang in Lang::ALL.into_iter().filter(|lang| *lang != Lang::En) {
                    assert_ne!(said(lang), *article.summary, "{lang}: {id}:{}", article.id);
                }
            }
        }
    }

    #[test]
    fn a_summary_says_the_sanction_and_what_may_be_asked_for() {
        let edition = Edition::of(EditionId::Cn2002);
        let said = |lang, article| Texts::of(lang).summary(edition, article).unwrap();
        for (lang, article, words) in [
            (Lang::Ja, "18.3", ["無効", "手番を失い", "警告一回"]),
            (Lang::Ko, "22.5", ["패", "신청", "착수권 1회"]),
            (Lang::ZhHans, "24.1", ["警告", "罚", "一子"]),
            (Lang::ZhHant, "17.3", ["放回原處", "警告一次", "裁判長裁決"]),
        ] {
            let said = said(lang, article);
            for word in words {
                assert!(said.contains(word), "{lang} {article}: {word}: {said}");
            }
        }
    }

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
