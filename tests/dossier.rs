//! The dossier of an appeal: the whole story in one page, in five languages,
//! whatever people wrote into it.

#![expect(
    clippy::unwrap_used,
    reason = "a ledger that can't be made is a mistake in the test that tells it"
)]

use fupan::{
    dossier::{Dossier, render},
    i18n::{Lang, Texts},
};
use fupan_domain::ids::{EntryId, Sha256};
use fupan_replay::{
    draft::{Batch, Draft, Proposal},
    ledger::{Ledger, Refused},
    sequencer::{ReadError, Sequencer},
};
use fupan_store::{EventStore, LedgerReader, Options, ViewError, memory::MemoryStore};
use fupan_tests::script::{Script, game, opened_with, ruling_data};
use serde_json::json;
use std::sync::Arc;

/// A ledger that holds these drafts, accepted a second after noon.
fn kept(drafts: &str) -> LedgerReader<Refused> {
    let accepted = "2026-05-01T12:00:01Z".parse().unwrap();
    let options = Options {
        clock: Box::new(move || accepted),
        ..Options::default()
    };
    let name = "cup".parse().unwrap();
    let store = MemoryStore::in_memory(name, options, |opened| {
        let sequencer =
            Sequencer::resume(opened.ledger.clone(), opened.head, opened.streams.clone());
        let ledger = Ledger::open(sequencer, opened.log).map_err(|e| ReadError(e.to_string()))?;
        Ok(Box::new(ledger))
    });
    let store = store.unwrap();
    let proposals = drafts.lines().enumerate().map(|(n, line)| {
        let draft = Draft::read(line.as_bytes()).unwrap();
        let mut salt = [0; 16];
        salt.copy_from_slice(&Sha256::of(format!("{n}").as_bytes()).0[..16]);
        Proposal::prepare(draft, EntryId(uuid::Uuid::from_bytes(salt)), salt).unwrap()
    });
    let batch = Batch {
        proposals: proposals.collect(),
        submitted_by: "keeper".parse().unwrap(),
    };
    store.append(batch).unwrap();
    LedgerReader::new(Arc::new(store) as _)
}

fn dossier(reader: &LedgerReader<Refused>, lang: Lang) -> String {
    let dossier = Dossier::collect(reader, &"a1".parse().unwrap()).unwrap();
    render(&dossier, Texts::of(lang))
}

fn appeal(script: Script, actor: &str, type_name: &str, data: serde_json::Value) -> Script {
    script.draft("appeal/a1", actor, type_name, data)
}

/// White retakes a ko at once. The arbiter rules as article 18.3 says, the chief
/// arbiter overturns that, Black appeals, and the committee lets the first
/// ruling stand.
fn three_steps() -> Script {
    let mut first = ruling_data(
        "ruling-1",
        "cn-2002:18.3",
        json!([{"do": "void_move", "entry": "@W C3"}]),
    );
    first["finding"] = json!("MV-5@23");
    first["about"] = json!(["@complaint-1"]);
    let mut second = ruling_data(
        "ruling-2",
        "cn-2002:30.6",
        json!([{"do": "overturn", "ruling": "ruling-1"}]),
    );
    second["about"] = json!(["@complaint-2"]);
    let script = game("cn-2002")
        .stones("B C4, W D4, B B3, W E3, B C2, W D2, B Q16, W C3, B D3, W C3")
        .by(
            "rec-1",
            "complaint_raised",
            json!({"by": "black", "about": "@W C3", "text": "That was the ko."}),
        )
        .called("complaint-1")
        .by("arb-1", "ruling_made", first)
        .called("ruling-1")
        .by(
            "arb-1",
            "warning_issued",
            json!({"colour": "white", "article": "cn-2002:18.3", "ruling": "ruling-1"}),
        )
        .by(
            "arb-1",
            "penalty_imposed",
            json!({"colour": "white", "penalty": "forfeit_turn",
            "article": "cn-2002:18.3", "ruling": "ruling-1"}),
        )
        .by(
            "rec-1",
            "complaint_raised",
            json!({"by": "white", "about": "@ruling-1", "text": "I had passed before."}),
        )
        .called("complaint-2")
        .by("chief-1", "ruling_made", second)
        .called("ruling-2");
    let filed = json!({"game": "r1-b1", "by": "ann", "against": ["@ruling-2"],
        "grounds": "Nobody passed.", "relief": "The first ruling."});
    let script = appeal(script, "arb-1", "appeal_filed", filed).called("a1");
    let script = appeal(
        script,
        "org-1",
        "panel_seated",
        json!({"members": ["pan-1", "pan-2"], "recused": ["pan-3"]}),
    );
    let script = appeal(
        script,
        "pan-1",
        "statement_taken",
        json!({"from": "bo", "text": "私はパスしました。"}),
    );
    let evidence = json!({"evidence": "video-1", "sha256": "5a".repeat(32), "bytes": 12,
        "media_type": "video/mp4", "title": "Camera over board 1", "class": "restricted"});
    let script = appeal(script, "pan-1", "evidence_attached", evidence);
    appeal(
        script,
        "pan-1",
        "appeal_decided",
        json!({"outcome": "upheld", "vote": {"for": 2, "against": 0},
        "orders": [{"do": "overturn", "ruling": "ruling-2"}], "reasons": "The camera shows no pass."}),
    )
}

/// Where each text stands in the page; each once at least, and in this order.
fn in_order(page: &str, texts: &[&str]) {
    let mut rest = page;
    for text in texts {
        let (_, after) = rest
            .split_once(text)
            .unwrap_or_else(|| panic!("{text} is not in {rest}"));
        rest = after;
    }
}

/// The part of a page between the beginnings of two sections.
fn section<'a>(page: &'a str, name: &str) -> &'a str {
    let (_, from) = page
        .split_once(&format!("<section id=\"{name}\">"))
        .unwrap();
    from.split("</section>").next().unwrap()
}

#[test]
fn the_dossier_in_english() {
    let page = dossier(&kept(&three_steps().file()), Lang::En);
    let (page, _bytes) = page.split_once("<details class=\"bytes\">").unwrap();
    insta::assert_snapshot!(without_hashes(&page.replace("><", ">\n<")));
}

/// Hashes change with every edition and schema; that they are right has a test
/// of its own.
fn without_hashes(page: &str) -> String {
    let is_hex = |c: char| c.is_ascii_hexdigit();
    let mut shown = String::new();
    let mut rest = page;
    while let Some(start) = rest.find(is_hex) {
        let run = rest[start..]
            .find(|c| !is_hex(c))
            .unwrap_or(rest.len() - start);
        let (before, after) = (&rest[..start], &rest[start + run..]);
        let word = if run >= 16 {
            "[hash]"
        } else {
            &rest[start..start + run]
        };
        shown.push_str(before);
        shown.push_str(word);
        rest = after;
    }
    shown + rest
}

#[test]
fn a_chain_of_three_decisions_is_one_story() {
    let page = dossier(&kept(&three_steps().file()), Lang::En);
    in_order(
        section(&page, "story"),
        &[
            "Stone played",
            "That was the ko.",
            "Ruling",
            "ruling-1",
            "Warning",
            "Penalty",
            "I had passed before.",
            "ruling-2",
            "overturned by a1",
            "Appeal filed",
            "Nobody passed.",
            "Appeals committee seated",
            "Stepped aside",
            "Statement",
            "Evidence",
            "Appeal decided",
            "ruling-2 no longer counts",
            "The camera shows no pass.",
            "2 for, 0 against",
        ],
    );
    in_order(
        section(&page, "decisions"),
        &[
            "arb-1",
            "the stone of entry #23 (C3) is void",
            "a warning for White",
            "White loses one turn",
            "✓ stands",
            "chief-1",
            "ruling-1 no longer counts",
            "✕ overturned by a1",
            "pan-1",
            "pan-2",
            "✓ stands",
        ],
    );
}

#[test]
fn a_ruling_stands_beside_what_its_article_allows() {
    let page = dossier(&kept(&three_steps().file()), Lang::En);
    let ruling = "<li id=\"e25\"";
    let (_, step) = section(&page, "story").split_once(ruling).unwrap();
    let step = step.split("<li id=\"e26\"").next().unwrap();
    in_order(
        step,
        &[
            "MV-5@23",
            "ruled as the article allows",
            "the arbiter",
            "before the opponent's next move; raised in time:",
            "#24",
            "void, turn lost, warning",
            "the stone of entry #23 (C3) is void and taken back, a warning for White, White loses one turn",
        ],
    );
    assert!(!page.contains("⚠"));
}

#[test]
fn a_departure_is_marked_though_the_ruling_fell_later() {
    let script = three_steps().file();
    let without_warning: Vec<&str> = script
        .lines()
        .filter(|line| !line.contains("warning_issued"))
        .collect();
    let page = dossier(&kept(&without_warning.join("\n")), Lang::En);
    in_order(
        section(&page, "story"),
        &[
            "ruled otherwise than the article allows",
            "⚠ The ruling departs from what the article allowed at that time.",
            "Penalty",
        ],
    );
    assert_eq!(page.matches("⚠").count(), 1);
}

#[test]
fn moves_that_nobody_disputes_are_no_part_of_the_story() {
    let page = dossier(&kept(&three_steps().file()), Lang::En);
    let stones = section(&page, "story").matches("Stone played").count();
    assert_eq!(stones, 1);
}

#[test]
fn boards_show_what_stood_before_at_and_after() {
    let page = dossier(&kept(&three_steps().file()), Lang::En);
    let boards = section(&page, "boards");
    in_order(
        boards,
        &[
            "Before entry #23",
            "last: D3",
            "White 1", // Black took C3
            "At entry #23",
            "last: C3",
            "Black 1, White 1", // White took D3
            "After decision ruling-1",
            "last: D3",
            "Black 0, White 1",
            "After decision ruling-2",
            "last: C3",
            "After decision a1",
            "last: D3",
            "<table class=\"clocks\">",
        ],
    );
    // Five boards and the strip of the clocks.
    assert_eq!(boards.matches("role=\"img\"").count(), 6);
    assert_eq!(boards.matches("class=\"board\"").count(), 5);
    assert_eq!(boards.matches("aria-labelledby").count(), 6);
    in_order(
        boards,
        &[
            "The clocks over time",
            "a: At entry #23",
            "d: After decision a1",
        ],
    );
}

#[test]
fn articles_are_quoted_in_the_original_with_a_summary() {
    let page = dossier(&kept(&three_steps().file()), Lang::ZhHans);
    in_order(
        section(&page, "articles"),
        &[
            "cn-2002:18.3",
            "lang=\"zh-Hant\"",
            "第18條 提子",
            "3、劫爭須找劫材時未找而提劫，判提劫之手無效，棄權一次並警告一次。",
            "lang=\"en\"",
            "cn-2002:30.6",
            "6、及時處理裁判員上報的各種問題",
        ],
    );
}

#[test]
fn every_language_says_everything() {
    let reader = kept(&three_steps().file());
    for lang in Lang::ALL {
        let page = dossier(&reader, lang);
        assert!(page.starts_with(&format!("<!DOCTYPE html><html lang=\"{lang}\">")));
        assert!(
            !page.contains("{$") && !page.contains("{ $"),
            "{lang}: a variable is missing"
        );
        for key in [
            "label-", "dossier-", "event-", "order-", "clock-", "scene-", "role-", "value-",
        ] {
            assert!(
                !page.contains(&format!(">{key}")),
                "{lang}: a text for {key} is missing"
            );
        }
        if lang != Lang::En {
            assert!(!page.contains("no longer counts"), "{lang}");
        }
    }
}

#[test]
fn the_same_ledger_gives_the_same_bytes() {
    let (a, b) = (kept(&three_steps().file()), kept(&three_steps().file()));
    assert_eq!(dossier(&a, Lang::Ja), dossier(&b, Lang::Ja));
}

#[test]
fn foreign_words_carry_their_language() {
    let file = three_steps().file();
    let file = file.replace(
        r#""name":"bo","player":"bo""#,
        r#""federation":"JP","name":"井山裕太","player":"bo""#,
    );
    let page = dossier(&kept(&file), Lang::ZhHans);
    assert!(page.contains(r#"<bdi lang="ja">井山裕太</bdi>"#));
    assert!(page.contains(r#"<blockquote lang="ja">私はパスしました。</blockquote>"#));
    assert!(page.contains(r#"<blockquote lang="">Nobody passed.</blockquote>"#));
}

#[test]
fn whatever_people_wrote_is_only_text() {
    let hostile = r#"</style></title><script>alert(1)</script>\" onload=\"x\" ' & \u202e{ $x }"#;
    let mut file = three_steps().file();
    for text in [
        "That was the ko.",
        "as seen",
        "as ruled",
        "as the article says",
        "Nobody passed.",
        "The first ruling.",
        "私はパスしました。",
        "Camera over board 1",
        "The camera shows no pass.",
    ] {
        assert!(file.contains(text), "{text}");
        file = file.replace(text, hostile);
    }
    for name in ["Cup", "ann", "bo", "arb-1", "pan-1"] {
        let found = format!(r#""name":"{name}""#);
        assert!(file.contains(&found), "{name}");
        file = file.replace(&found, &format!(r#""name":"{hostile}""#));
    }
    let reader = kept(&file);
    for lang in Lang::ALL {
        let page = dossier(&reader, lang);
        assert!(
            !page.contains("<script") && page.contains("&lt;script&gt;alert(1)&lt;/script&gt;")
        );
        assert_eq!(page.matches("</style>").count(), 1);
        assert_eq!(
            page.matches("</title>").count(),
            1 + page.matches("<svg").count()
        );
        assert!(!page.contains("\" onload"));
        let shown = page.split("<details class=\"bytes\">").next().unwrap();
        assert!(!shown.contains('\u{202e}') && shown.contains("\\u{202e}"));
    }
}

#[test]
fn nothing_is_loaded_from_elsewhere() {
    let page = dossier(&kept(&three_steps().file()), Lang::En);
    let page = page.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
    for word in [
        "http:", "https:", "src=", "url(", "@import", "<script", "<link", "<iframe",
    ] {
        assert!(!page.contains(word), "{word}");
    }
    for link in page.split("href=\"").skip(1) {
        let target = link.split('"').next().unwrap();
        let id = target.strip_prefix('#').unwrap();
        assert!(
            page.contains(&format!("id=\"{id}\"")),
            "{target} leads nowhere"
        );
    }
}

#[test]
fn every_cited_entry_can_be_hashed_again_from_the_file() {
    let reader = kept(&three_steps().file());
    let page = dossier(&reader, Lang::En);
    let mut cited = 0;
    for seq in 0..reader.store().head().size {
        let bytes = reader.store().entry(seq).unwrap().unwrap();
        let hash = fupan_replay::entry::hash(&bytes).to_string();
        let Some((_, row)) = page.split_once(&format!("<tr id=\"h{seq}\">")) else {
            continue;
        };
        cited += 1;
        assert!(row.split("</tr>").next().unwrap().contains(&hash), "{seq}");
        let (_, kept) = page
            .split_once(&format!("<h3>#{seq}</h3><pre lang=\"\">"))
            .unwrap();
        let kept = kept.split("</pre>").next().unwrap();
        let plain = kept
            .replace("&quot;", "\"")
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&amp;", "&");
        assert_eq!(
            fupan_replay::entry::hash(plain.as_bytes()).to_string(),
            hash
        );
    }
    assert_eq!(cited, 12);
}

#[test]
fn an_appeal_that_nobody_has_decided_tells_what_there_is() {
    let filed = game("cn-2002")
        .stones("B Q16, W D4")
        .rules("ruling-1", json!([{"do": "draw"}]))
        .files("a1", &["ruling-1"]);
    let page = dossier(&kept(&filed.file()), Lang::En);
    in_order(
        &page,
        &[
            "Status",
            "filed",
            "Result now",
            "draw (set by a ruling), under appeal",
        ],
    );
    assert!(section(&page, "boards").contains("The ruling names no entry that it is about"));
    assert!(section(&page, "boards").contains("Before entry #15"));
}

#[test]
fn an_appeal_against_a_sanction_needs_no_board() {
    let sanction = json!({"sanction": "sanction-1", "player": "ann", "article": "cn-2002:23.1",
        "kind": "suspend", "reason": "as shown", "until": "2027"});
    let script = opened_with("cn-2002", &json!({})).org("sanction_imposed", {
        let mut sanction = sanction;
        sanction["authority"] = json!("the federation");
        sanction
    });
    let script = script.called("sanction-1");
    let filed =
        json!({"by": "ann", "against": ["@sanction-1"], "grounds": "not I", "relief": "lift it"});
    let script = appeal(script, "org-1", "appeal_filed", filed);
    let page = dossier(&kept(&script.file()), Lang::En);
    assert!(!page.contains("<section id=\"boards\">"));
    in_order(
        section(&page, "decisions"),
        &[
            "Sanction",
            "sanction-1",
            "cn-2002:23.1",
            "suspended",
            "stands",
        ],
    );
    in_order(
        section(&page, "story"),
        &[
            "Sanction",
            "the federation",
            "as shown",
            "Appeal filed",
            "not I",
            "lift it",
        ],
    );
    in_order(
        section(&page, "articles"),
        &["第23條 賽場紀律", "1、在比賽中下假棋"],
    );
}

#[test]
fn there_is_no_dossier_of_an_appeal_that_is_not_there() {
    let reader = kept(&game("cn-2002").file());
    let none = Dossier::collect(&reader, &"a1".parse().unwrap());
    assert!(matches!(none, Err(ViewError::NoAppeal(id)) if id.as_str() == "a1"));
}
