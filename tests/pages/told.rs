//! What is told of problems and by an audit, in the reader's language.

use super::{venues, visitor::Visitor};
use fupan_tests::latin::{latin_words, words_of_the_program};
use std::{
    thread,
    time::{Duration, Instant},
};

#[test]
fn a_problem_is_told_by_its_title_in_the_readers_language() {
    let venue = venues::lakeside();
    for (lang, missing, meaning, token) in [
        ("zh-Hans", "没有这个账册", "其间有他人写入", "令牌无人认识"),
        ("zh-Hant", "沒有這個帳冊", "其間有他人寫入", "權杖無人認識"),
        (
            "ja",
            "その台帳はありません",
            "その間に別の人が書き込みました",
            "トークンが知られていません",
        ),
        (
            "ko",
            "그런 원장이 없습니다",
            "그 사이 다른 사람이 기록했습니다",
            "알려지지 않은 토큰입니다",
        ),
        (
            "en",
            "There is no such ledger",
            "Another writer came in between",
            "the token was never made here",
        ),
    ] {
        let mut visitor = Visitor::new(&venue);
        visitor.get(&format!("/?lang={lang}"));
        let page = visitor.get("/l/nowhere");
        assert_eq!(page.status, 404);
        let heading = format!("<h1>{missing}</h1>");
        assert!(page.body.contains(&heading), "{lang}: {}", page.body);
        let page = visitor.get("/problems/stale_version").body;
        let heading = format!("<h1>{meaning}</h1>");
        assert!(page.contains(&heading), "{lang}: {page}");
        assert!(page.contains("<code>stale_version</code>"), "{page}");
        let refused = visitor.sign_in("nobody-made-this");
        assert!(refused.body.contains(token), "{lang}: {}", refused.body);
    }
}

#[test]
fn what_an_audit_finds_is_said_in_the_readers_language_beside_its_code() {
    let venue = venues::lakeside();
    let audited = |languages: &'static str| {
        let began = Instant::now();
        loop {
            let page = Visitor::reading(&venue, languages)
                .get("/l/lakeside/audit")
                .body;
            if page.contains("data-code=") {
                return page;
            }
            assert!(began.elapsed() < Duration::from_mins(1), "{page}");
            thread::sleep(Duration::from_millis(200));
        }
    };
    for (languages, corrected, unasked) in [
        (
            "en",
            "an entry is read otherwise",
            "no witness is asked for",
        ),
        ("zh-CN", "条目被更正", "未要求见证"),
        ("ja", "記録が訂正された", "証人は求められていない"),
        ("ko", "기록이 정정됨", "증인이 요구되지 않음"),
    ] {
        let page = audited(languages);
        for said in [corrected, unasked, "entry_corrected"] {
            assert!(page.contains(said), "{languages}: {said}: {page}");
        }
    }
}

/// A page without what is folded in it.
fn unfolded(page: &str) -> String {
    let mut shown = page.to_owned();
    while let Some(begin) = shown.find("<details class=\"noprint\"") {
        let length = shown[begin..].find("</details>").unwrap();
        // What is folded may be folded in parts.
        let inner = shown[begin + 1..begin + length].rfind("<details");
        let begin = inner.map_or(begin, |at| begin + 1 + at);
        let end = begin + shown[begin..].find("</details>").unwrap() + "</details>".len();
        shown.replace_range(begin..end, "");
    }
    shown
}

#[test]
fn what_would_be_otherwise_is_told_in_words_and_its_values_are_folded() {
    let venue = venues::lakeside();
    for (lang, said) in [
        (
            "en",
            [
                "Ruling r1-b1-ko",
                "overturned",
                "ruled as the article allows",
                "Warnings of White",
            ],
        ),
        (
            "zh-Hans",
            ["裁决 r1-b1-ko", "已撤销", "认定 MV-5@49", "白方的警告"],
        ),
        (
            "zh-Hant",
            ["裁決 r1-b1-ko", "已撤銷", "認定 MV-5@49", "白方的警告"],
        ),
        (
            "ja",
            ["裁定 r1-b1-ko", "取り消し", "認定 MV-5@49", "白への警告"],
        ),
        (
            "ko",
            ["판정 r1-b1-ko", "취소", "위반 사항 MV-5@49", "백의 경고"],
        ),
    ] {
        let page = Visitor::reading(&venue, lang).get("/l/lakeside/whatif?void=r1-b1-ko");
        let (_, answer) = page.body.split_once("id=\"answer\"").unwrap();
        let (answer, _) = answer.split_once("<form").unwrap();
        assert!(
            answer.contains("<code>findings/0/status</code>"),
            "{answer}"
        );
        let told = unfolded(answer);
        for said in said {
            assert!(told.contains(said), "{lang}: {said}: {told}");
        }
        assert!(!told.contains("findings/"), "{lang}: {told}");
    }
}

#[test]
fn what_an_entry_changed_is_told_in_words() {
    let venue = venues::lakeside();
    let ruled = venue.get("/v1/ledgers/lakeside/games/r1-b1").send().ok(200)["rulings"][0].clone();
    let path = format!("/l/lakeside/entries/{}", ruled["seq"]);
    for (lang, said) in [
        (
            "en",
            [
                "Finding MV-5@49 (cn-2002:18.3)",
                "ruled as the article allows",
            ],
        ),
        ("ja", ["認定 MV-5@49 (cn-2002:18.3)", "白への警告"]),
    ] {
        let page = Visitor::reading(&venue, lang).get(&path).body;
        let (_, changed) = page.split_once("id=\"changed\"").unwrap();
        let (changed, _) = changed.split_once("</section>").unwrap();
        let told = unfolded(changed);
        for said in said {
            assert!(told.contains(said), "{lang}: {said}: {told}");
        }
        assert!(!told.contains("findings/"), "{lang}: {told}");
    }
}

/// Pages of the demo's tournament, those of every kind.
const PAGES: [&str; 33] = [
    "/",
    "/l/lakeside",
    "/l/lakeside?tab=standings",
    "/l/lakeside?tab=crosstable",
    "/l/lakeside/standings/an",
    "/l/lakeside/articles/cn-2002:18.3",
    "/l/lakeside/games/r1-b1?tab=moves",
    "/l/lakeside/games/r1-b1?tab=clock",
    "/l/lakeside/games/r1-b1?tab=timeline",
    "/l/lakeside/games/r2-b1?tab=timeline",
    "/l/lakeside/games/r3-b2?tab=timeline",
    "/l/lakeside/games/r1-b1?tab=findings",
    "/l/lakeside/games/r3-b2?tab=findings",
    "/l/lakeside/table",
    "/l/lakeside/games/r1-b1/findings/MV-5@49",
    "/l/lakeside/games/r1-b1/findings/MV-5@49?tab=log&again=1",
    "/l/lakeside/games/r3-b2/findings/TM-11@320?tab=log",
    "/l/lakeside/games/r2-b1/rule?tab=evidence",
    "/l/lakeside/games/r3-b1/facts/confirm",
    "/l/lakeside/games/r1-b1/rulings/r1-b1-ko",
    "/l/lakeside/games/r1-b1/rulings/r1-b1-ko/appeal-form",
    "/l/lakeside/appeals",
    "/l/lakeside/appeals/r2-b1-appeal",
    "/l/lakeside/entries",
    "/l/lakeside/entries?stream=appeal/r2-b1-appeal",
    "/l/lakeside/entries?type=ruling_made",
    "/l/lakeside/entries/0",
    "/l/lakeside/entries/60",
    "/l/lakeside/corrections",
    "/l/lakeside/timeline",
    "/l/lakeside/whatif",
    "/l/lakeside/whatif?void=r1-b1-ko",
    "/l/lakeside/checkpoints",
];

/// What is Latin in every language: the names and ids of the demo, keys, names of forms
/// and of programs, how a time is written.
const LATIN: &str = "An Mei Bao Jun Cho Hana Dev Rao an bao cho dev chief-lin arb-sato rec-ines rec-omar \
    panel-gil panel-wu lakeside Esc End Home PgDn PgUp Shift CSV JSON SGF SHA ID id fupan verify \
    tlog-proof Asia/Shanghai h:mm:ss m:ss event:bells SOSOS SODOS";

#[test]
fn no_english_stands_in_a_page_of_another_language() {
    let venue = venues::lakeside();
    let mut chief = Visitor::signed_in(&venue, &venue.token("lakeside", "chief-lin"));
    let english: usize = PAGES
        .iter()
        .map(|path| {
            let page = chief.get(&format!("{path}{}lang=en", joined(path))).body;
            latin_words(&words_of_the_program(&page)).len()
        })
        .sum();
    assert!(english > 2_000, "{english}");
    let allowed: Vec<&str> = LATIN.split_whitespace().collect();
    let mut found = Vec::new();
    for lang in ["zh-Hans", "zh-Hant", "ja", "ko"] {
        for path in PAGES {
            let page = chief.get(&format!("{path}{}lang={lang}", joined(path)));
            assert_eq!(page.status, 200, "{path}: {}", page.body);
            let said = words_of_the_program(&page.body);
            let words = latin_words(&said).into_iter();
            let strange: std::collections::BTreeSet<&str> =
                words.filter(|word| !allowed.contains(word)).collect();
            if !strange.is_empty() {
                found.push(format!("{lang} {path}: {strange:?}"));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

fn joined(path: &str) -> char {
    if path.contains('?') { '&' } else { '?' }
}
