//! Which articles people name in what they wrote: `Article 16.2`, `第16条第2款`,
//! `16.2条`, `제16조 2항`, `cn-2002:16.2`. A decision on an appeal has no field for
//! its article, so its reasons are all that tells. Only what the edition in force
//! really has counts; a number alone is never taken for an article.

use super::{Dossier, article_of, cited::Cited};
use fupan_domain::{
    event::{AppealEvent, Event, GameEvent, TournamentEvent},
    rulebook::{ArticleRef, Edition},
};

/// Words before the number of an article.
const BEFORE: [&str; 6] = ["articles", "article", "arts.", "art.", "art", "§"];
/// Characters after it.
const ARTICLE: [char; 3] = ['条', '條', '조'];
/// Characters after the number of a part of it.
const PART: [char; 5] = ['款', '项', '項', '항', '号'];
/// What stands between two articles that are named together.
const BETWEEN: [&str; 9] = ["and", "or", ",", "、", "和", "及", "与", "と", "및"];

impl Dossier {
    /// The articles that an entry's author names in it, beside the one that it cites.
    pub(super) fn articles_named(&self, entry: &Cited) -> Vec<String> {
        let Some(edition) = self.edition else {
            return Vec::new();
        };
        let cited = article_of(&entry.event);
        let texts = texts_of(&entry.event);
        let mut named: Vec<String> = Vec::new();
        for article in texts.iter().flat_map(|text| articles_in(text, edition)) {
            let article = ArticleRef::of(edition.id, &article).to_string();
            if Some(&*article) != cited && !named.contains(&article) {
                named.push(article);
            }
        }
        named
    }
}

/// What somebody wrote in an entry about what is disputed.
fn texts_of(event: &Event) -> Vec<&str> {
    match event {
        Event::Game(GameEvent::RulingMade(ruling)) => vec![&ruling.facts, &ruling.reasons],
        Event::Game(GameEvent::ComplaintRaised(complaint)) => vec![&complaint.text],
        Event::Game(GameEvent::StatementTaken(statement))
        | Event::Tournament(TournamentEvent::StatementTaken(statement))
        | Event::Appeal(AppealEvent::StatementTaken(statement)) => {
            statement.text.as_deref().into_iter().collect()
        }
        Event::Tournament(TournamentEvent::SanctionImposed(sanction)) => vec![&sanction.reason],
        Event::Appeal(AppealEvent::AppealFiled(filed)) => vec![&filed.grounds, &filed.relief],
        Event::Appeal(AppealEvent::AppealDecided(decided)) => vec![&decided.reasons],
        _ => Vec::new(),
    }
}

/// The articles of an edition that a text names, in order.
fn articles_in(text: &str, edition: &Edition) -> Vec<String> {
    let mut named = Vec::new();
    // The edition's own form is one more way to say "article".
    let text = text.replace(&format!("{}:", edition.id), "§");
    let mut rest = text.as_str();
    // Whether the number before this one was an article.
    let mut goes_on = false;
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let (number, after) = number(&rest[at..]);
        let (part, after) = part(after);
        let is_named = is_announced(&rest[..at])
            || part.is_some()
            || (goes_on && BETWEEN.contains(&rest[..at].trim()));
        let id = match part {
            None | Some("") => number.to_owned(),
            Some(part) => format!("{number}.{part}"),
        };
        goes_on = is_named && edition.has_article(&id);
        if goes_on {
            named.push(id);
        }
        rest = after;
    }
    named
}

/// Whether what stands before a number says that it is an article's.
fn is_announced(before: &str) -> bool {
    let before = before.trim_end().to_lowercase();
    let said = |word: &&str| {
        let Some(rest) = before.strip_suffix(*word) else {
            return false;
        };
        !rest.ends_with(char::is_alphanumeric)
    };
    BEFORE.iter().any(said)
}

/// `16.2(1)` and what follows it.
fn number(text: &str) -> (&str, &str) {
    let digits =
        |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let mut end = digits(text);
    while let Some(rest) = text[end..].strip_prefix('.') {
        match digits(rest) {
            0 => break,
            more => end += 1 + more,
        }
    }
    while let Some(rest) = text[end..].strip_prefix('(') {
        let more = digits(rest);
        if more == 0 || !rest[more..].starts_with(')') {
            break;
        }
        end += more + 2;
    }
    text.split_at(end)
}

/// Where `条` or `조` follows a number: the part of the article that is named
/// behind it, empty for the whole article, and what follows.
fn part(text: &str) -> (Option<&str>, &str) {
    let Some(after) = text.trim_start().strip_prefix(ARTICLE) else {
        return (None, text);
    };
    let behind = after
        .trim_start()
        .trim_start_matches(['第', '제'])
        .trim_start();
    let (digits, rest) = number(behind);
    match rest.trim_start().strip_prefix(PART) {
        Some(rest) if !digits.is_empty() => (Some(digits), rest),
        _ => (Some(""), after),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fupan_domain::rulebook::EditionId;

    fn named(text: &str) -> String {
        articles_in(text, Edition::of(EditionId::Cn2002)).join(" ")
    }

    #[test]
    fn an_article_is_known_by_the_word_beside_its_number() {
        assert_eq!(named("Article 16.2: read again"), "16.2");
        assert_eq!(
            named("by articles 16.2, 22.5 and 17.5(3)"),
            "16.2 22.5 17.5(3)"
        );
        assert_eq!(named("(art. 18.3)"), "18.3");
        assert_eq!(named("cn-2002:22.5 says so."), "22.5");
        assert_eq!(named("依第16条第2款重新读秒"), "16.2");
        assert_eq!(named("依16.2条"), "16.2");
        assert_eq!(named("第22條第5款、第18條第3款"), "22.5 18.3");
        assert_eq!(named("第19条"), "19");
        assert_eq!(named("제16조 제2항에 따라"), "16.2");
        assert_eq!(named("第16条2項による"), "16.2");
    }

    #[test]
    fn a_number_alone_or_an_article_that_is_none_names_nothing() {
        assert_eq!(named("after 16.2 seconds, at 22:05, move 18"), "");
        assert_eq!(named("Article 99.9 and 16.2"), "");
        assert_eq!(named("the smart 16.2, restart 18.3"), "");
        assert_eq!(named("cn-1988:20.1"), "");
        assert_eq!(named(""), "");
    }
}
