//! The words of an article in the Chinese text of its edition, found by the
//! marks that the edition's data give. Only cuts a piece out: misprints stay as
//! they are, and nothing is translated here.

use super::edition::{Article, Edition, EditionId, Place};
use std::ops::Range;

impl Edition {
    /// The Chinese text that the edition puts into data, exactly as the file
    /// whose SHA-256 is `text.sha256`.
    pub const fn chinese(id: EditionId) -> &'static str {
        match id {
            EditionId::Cn1988 => include_str!("../../editions/cn-1988.zh.txt"),
            EditionId::Cn2002 => include_str!("../../editions/cn-2002.zh.txt"),
        }
    }

    /// The words of an article or item, its number and its sub-items included;
    /// `None` for one that the edition doesn't have.
    pub fn quote(&self, article: &str) -> Option<&'static str> {
        let text = Edition::chinese(self.id);
        let index = self.articles.iter().position(|a| &*a.id == article)?;
        let section = section(text, &self.articles[index].zh)?;
        let start = start_of(text, &section, &self.articles[index].zh)?;
        let end = self.articles[index + 1..]
            .iter()
            .take_while(|next| next.zh.from == self.articles[index].zh.from)
            .find(|next| !is_part_of(next, article))
            .and_then(|next| start_of(text, &section, &next.zh))
            .unwrap_or(section.end);
        text.get(start..end).map(str::trim)
    }

    /// The heading of the article to which `article` belongs: the first line of
    /// its section, as `第18條 提子`.
    pub fn heading(&self, article: &str) -> Option<&'static str> {
        let text = Edition::chinese(self.id);
        let section = section(text, &self.article(article)?.zh)?;
        text.get(section)?.lines().next().map(str::trim)
    }
}

/// Whether an article is an item of another, at any depth.
fn is_part_of(article: &Article, whole: &str) -> bool {
    let rest = article.id.strip_prefix(whole);
    rest.is_some_and(|rest| rest.starts_with(['.', '(']))
}

/// Where the article stands to which a place belongs: from its heading up to
/// the next article or chapter, which begin a line with 第 (the n-th).
fn section(text: &str, place: &Place) -> Option<Range<usize>> {
    let start = text.find(&format!("\n{}", place.from))? + 1;
    let length = text[start..].find("\n第").unwrap_or(text.len() - start);
    Some(start..start + length)
}

/// Where a place begins: its last mark, looked for after the one before it.
fn start_of(text: &str, section: &Range<usize>, place: &Place) -> Option<usize> {
    let marks = [&place.item, &place.sub, &place.letter];
    let (mut start, mut after) = (section.start, section.start);
    for mark in marks.into_iter().flatten() {
        start = after + find_mark(&text[after..section.end], mark)?;
        after = start + mark.len();
    }
    Some(start)
}

/// An item mostly begins a line; some are strung together in one, after a space
/// or a colon, and some follow without either. A mark may also stand in a
/// sentence (2002 12.3 counts 「1、2、3…」), so the first to be found is not
/// always meant.
fn find_mark(text: &str, mark: &str) -> Option<usize> {
    ["\n", " ", "：", "；", ""].iter().find_map(|before| {
        let found = text.find(&format!("{before}{mark}"))?;
        Some(found + before.len())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::Sha256;

    fn quote(edition: EditionId, article: &str) -> &'static str {
        Edition::of(edition).quote(article).unwrap()
    }

    #[test]
    fn the_texts_are_those_whose_hashes_the_editions_name() {
        for id in EditionId::ALL {
            let text = Edition::chinese(id);
            assert_eq!(Sha256::of(text.as_bytes()), Edition::of(id).text.sha256);
        }
    }

    #[test]
    fn every_article_has_its_words_and_they_begin_with_its_mark() {
        for edition in EditionId::ALL.map(Edition::of) {
            for article in &edition.articles {
                let place = &article.zh;
                let last = [&place.letter, &place.sub, &place.item];
                let mark = last.into_iter().flatten().next().unwrap_or(&place.from);
                let words = edition.quote(&article.id).unwrap();
                assert!(words.starts_with(&**mark), "{} {words}", article.id);
                let length = words.chars().count() - mark.chars().count();
                assert!(length >= 2, "{} {words}", article.id);
            }
        }
    }

    #[test]
    fn an_articles_items_lie_in_it_one_after_the_other() {
        for edition in EditionId::ALL.map(Edition::of) {
            for whole in &edition.articles {
                let mut rest = edition.quote(&whole.id).unwrap();
                let parts = edition.articles.iter().filter(|a| is_part_of(a, &whole.id));
                let depth = |id: &str| id.matches(['.', '(']).count();
                for part in parts.filter(|part| depth(&part.id) == depth(&whole.id) + 1) {
                    let words = edition.quote(&part.id).unwrap();
                    let at = rest.find(words);
                    let at = at.unwrap_or_else(|| panic!("{} of {}", part.id, edition.id));
                    rest = &rest[at + words.len()..];
                }
            }
        }
    }

    #[test]
    fn an_article_is_quoted_whole_and_nothing_of_its_neighbours() {
        let new = EditionId::Cn2002;
        assert_eq!(
            quote(new, "18.3"),
            "3、劫爭須找劫材時未找而提劫，判提劫之手無效，棄權一次並警告一次。"
        );
        assert_eq!(
            quote(new, "19"),
            "第19條 禁著點\n棋子下在禁著點上，判著手無效，棄權一次。"
        );
        assert_eq!(quote(new, "17.5(3)"), "(3)和棋；");
        assert!(quote(new, "12.4").starts_with("4、包干用時制"));
        assert!(quote(new, "12.4").ends_with("(7)裁判長有權制止無理消耗對方時間的非正常行棋。"));
        assert!(quote(new, "12.3").contains("1、2、3、4、5、6、7、8、9、10。"));
        assert!(quote(new, "17.5").ends_with("如有故意移子的證據，則應判移子者為負。"));
        assert!(quote(new, "27.2(1)").ends_with("如全部一樣，允許並列。"));
        assert!(quote(new, "33").starts_with("第33條：本規則的解釋權屬國家體育總局。"));
        let old = EditionId::Cn1988;
        assert_eq!(quote(old, "4.1"), "一、下子後，對方棋子無氣，應立即提取。");
        assert_eq!(quote(old, "17.3(3)"), "3.和棋");
        assert_eq!(quote(old, "28.1(1)(c)"), "C、名次並列。");
        assert!(quote(old, "32.6").ends_with("不對未完的棋局進行議論探討。"));
        assert_eq!(quote(old, "34"), "第三十四條 本規則的解釋權屬國家體委。");
    }

    #[test]
    fn an_item_stands_under_the_heading_of_its_article() {
        let edition = Edition::of(EditionId::Cn2002);
        assert_eq!(edition.heading("18.3"), Some("第18條 提子"));
        assert_eq!(edition.heading("17.5(3)"), Some("第17條 行棋"));
        assert_eq!(edition.heading("18.9"), None);
        assert_eq!(edition.quote("18.9"), None);
    }
}
