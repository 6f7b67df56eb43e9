//! What is told of problems and by an audit, in the reader's language.

use super::{venues, visitor::Visitor};
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
