//! The citation of an article, "cn-2002:18.3", or of a clause of the event's
//! own, "event:supervision", and what it stands for. A ruling cites one or is
//! refused (contract, sections 1 and 5).

use super::{
    edition::{Article, Edition, EditionId},
    regulations::Clause,
    terms::Decider,
};
use crate::ids::ClauseId;
use std::{fmt, str::FromStr};

/// A cited article or clause. That it exists is asked with [`ArticleRef::resolve`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ArticleRef {
    /// An article of a closed edition, as `cn-2002:17.5(3)`.
    Edition {
        /// Which edition.
        edition: EditionId,
        /// The article's id within it.
        article: Box<str>,
    },
    /// A clause of the event's own regulations, as `event:supervision`.
    Event(ClauseId),
}

/// A citation that can't be read, or that cites nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArticleError {
    /// The text has neither form.
    #[error("{0:?} is not an article: expected one like \"cn-2002:18.3\" or \"event:<clause id>\"")]
    Form(String),
    /// The edition named is not built in.
    #[error("{0:?} names an unknown edition: expected cn-1988, cn-2002 or event")]
    UnknownEdition(String),
    /// The edition named is not the one that the tournament is played by.
    #[error("{cited} is of another edition: expected one of {in_force}, which is in force")]
    OtherEdition {
        /// What was cited.
        cited: ArticleRef,
        /// The tournament's edition.
        in_force: EditionId,
    },
    /// The edition has no such article.
    #[error("{0} does not exist in its edition")]
    UnknownArticle(ArticleRef),
    /// No clause in force has this id.
    #[error("{0} is no clause in force")]
    UnknownClause(ArticleRef),
}

/// What a citation stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cited<'a> {
    /// An article of the edition in force.
    Article(&'a Article),
    /// A clause in force.
    Clause(&'a Clause),
}

impl ArticleRef {
    /// The citation of `article` in `edition`, whether or not it exists.
    pub fn of(edition: EditionId, article: &str) -> ArticleRef {
        ArticleRef::Edition {
            edition,
            article: article.into(),
        }
    }

    /// What this stands for in a tournament played by `edition` with the
    /// `clauses` in force at that moment.
    ///
    /// # Errors
    ///
    /// [`ArticleError::OtherEdition`], [`ArticleError::UnknownArticle`] or
    /// [`ArticleError::UnknownClause`].
    pub fn resolve<'a>(
        &self,
        edition: &'a Edition,
        clauses: &'a [Clause],
    ) -> Result<Cited<'a>, ArticleError> {
        match self {
            ArticleRef::Edition { edition: cited, .. } if *cited != edition.id => {
                Err(ArticleError::OtherEdition {
                    cited: self.clone(),
                    in_force: edition.id,
                })
            }
            ArticleRef::Edition { article, .. } => edition
                .article(article)
                .map(Cited::Article)
                .ok_or_else(|| ArticleError::UnknownArticle(self.clone())),
            ArticleRef::Event(id) => clauses
                .iter()
                .find(|clause| clause.id == *id)
                .map(Cited::Clause)
                .ok_or_else(|| ArticleError::UnknownClause(self.clone())),
        }
    }
}

impl Cited<'_> {
    /// Whether an arbiter who is not the chief may rule under it (contract,
    /// sections 10 and 11); a chief arbiter may rule under all.
    pub fn arbiter_may_rule(self, edition: &Edition) -> bool {
        match self {
            Cited::Article(article) => edition.arbiter_may_rule(&article.id),
            Cited::Clause(clause) => clause.decides != Decider::ChiefArbiter,
        }
    }
}

/// Whether `text` has an article's form: `17`, `17.5`, `17.5(3)`, `27.1(1)(a)`.
pub(super) fn is_article_id(text: &str) -> bool {
    let (numbers, items) = match text.split_once('(') {
        Some((numbers, items)) => (numbers, Some(items)),
        None => (text, None),
    };
    let numbers_ok = match numbers.split_once('.') {
        Some((article, item)) => is_number(article) && is_number(item),
        None => is_number(numbers),
    };
    numbers_ok && items.is_none_or(are_items)
}

/// Whether `text` is the rest of `(3)` or `(1)(a)` after its first bracket.
fn are_items(text: &str) -> bool {
    let Some(text) = text.strip_suffix(')') else {
        return false;
    };
    match text.split_once(")(") {
        Some((item, letter)) => is_number(item) && matches!(letter.as_bytes(), [b'a'..=b'z']),
        None => is_number(text),
    }
}

fn is_number(text: &str) -> bool {
    matches!(text.as_bytes(), [b'1'..=b'9'] | [b'1'..=b'9', b'0'..=b'9'])
}

impl FromStr for ArticleRef {
    type Err = ArticleError;

    fn from_str(text: &str) -> Result<ArticleRef, ArticleError> {
        let form = || ArticleError::Form(text.to_owned());
        let (source, rest) = text.split_once(':').ok_or_else(form)?;
        if source == "event" {
            return rest.parse().map(ArticleRef::Event).map_err(|_| form());
        }
        if !is_article_id(rest) {
            return Err(form());
        }
        let edition = source
            .parse()
            .map_err(|_| ArticleError::UnknownEdition(text.to_owned()))?;
        Ok(ArticleRef::of(edition, rest))
    }
}

impl fmt::Display for ArticleRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArticleRef::Edition { edition, article } => write!(f, "{edition}:{article}"),
            ArticleRef::Event(clause) => write!(f, "event:{clause}"),
        }
    }
}

crate::text::as_text!(ArticleRef);

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn cite(text: &str) -> ArticleRef {
        text.parse().unwrap()
    }

    fn clause(id: &str, decides: Decider) -> Clause {
        Clause {
            id: id.parse().unwrap(),
            text: "Phones stay outside.".into(),
            outcomes: None,
            decides,
        }
    }

    #[test]
    fn a_citation_is_written_as_it_was_read() {
        for text in [
            "cn-2002:18.3",
            "cn-1988:22",
            "cn-2002:12.4(2)",
            "cn-2002:27.1(1)(a)",
            "event:supervision",
        ] {
            assert_eq!(cite(text).to_string(), text);
        }
    }

    #[test]
    fn what_is_no_citation_is_refused() {
        for text in [
            "",
            "18.3",
            "cn-2002:",
            "cn-2002:018",
            "cn-2002:18.",
            "cn-2002:18.3(",
            "cn-2002:18.3()",
            "cn-2002:18.3(a)",
            "cn-2002:1.2.3",
            "cn-2002:27.1(1)(aa)",
            "event:",
            "event:A",
            "cn-2002:100",
        ] {
            assert_eq!(
                text.parse::<ArticleRef>(),
                Err(ArticleError::Form(text.to_owned()))
            );
        }
        assert_eq!(
            "cn-2012:18.3".parse::<ArticleRef>(),
            Err(ArticleError::UnknownEdition("cn-2012:18.3".to_owned()))
        );
    }

    #[test]
    fn a_ruling_cites_the_edition_in_force_or_a_clause_in_force() {
        let edition = Edition::of(EditionId::Cn2002);
        let clauses = [clause("phones", Decider::Arbiter)];
        assert!(matches!(
            cite("cn-2002:18.3").resolve(edition, &clauses),
            Ok(Cited::Article(article)) if &*article.id == "18.3"
        ));
        assert!(matches!(
            cite("event:phones").resolve(edition, &clauses),
            Ok(Cited::Clause(_))
        ));
        let unknown = cite("cn-2002:18.4");
        assert_eq!(
            unknown.resolve(edition, &clauses),
            Err(ArticleError::UnknownArticle(unknown.clone()))
        );
        let other = cite("cn-1988:20.1");
        assert_eq!(
            other.resolve(edition, &clauses).unwrap_err().to_string(),
            "cn-1988:20.1 is of another edition: expected one of cn-2002, which is in force"
        );
        assert_eq!(
            cite("event:phones").resolve(edition, &[]),
            Err(ArticleError::UnknownClause(cite("event:phones")))
        );
    }

    #[test]
    fn a_clause_is_the_arbiters_unless_it_names_the_chief() {
        let edition = Edition::of(EditionId::Cn2002);
        let clauses = [
            clause("phones", Decider::Arbiter),
            clause("helpers", Decider::ChiefArbiter),
        ];
        let may = |text: &str| {
            cite(text)
                .resolve(edition, &clauses)
                .unwrap()
                .arbiter_may_rule(edition)
        };
        assert!(may("event:phones"));
        assert!(!may("event:helpers"));
        assert!(may("cn-2002:18.3"));
        assert!(!may("cn-2002:30.6"));
    }

    proptest! {
        #[test]
        fn any_text_is_read_back_or_refused(text in "(cn-2002|event|x):[0-9.()a-c]{0,9}") {
            if let Ok(cited) = text.parse::<ArticleRef>() {
                prop_assert_eq!(cited.to_string(), text);
            }
        }
    }
}
