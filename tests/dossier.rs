//! The dossier of an appeal: the whole story in one page, in five languages,
//! whatever people wrote into it.

#![expect(
    clippy::unwrap_used,
    reason = "a ledger that can't be made is a mistake in the test that tells it"
)]

mod dossier {
    mod file;
    mod languages;
    mod story;
}

use fupan::{
    dossier::{Dossier, render},
    i18n::{Lang, Texts, zone::Zone},
};
use fupan_domain::ids::{EntryId, Sha256};
use fupan_replay::{
    draft::{Batch, Draft, Proposal},
    ledger::{Ledger, Refused},
    sequencer::{ReadError, Sequencer},
};
use fupan_store::{EventStore, LedgerReader, Options, memory::MemoryStore};
use fupan_tests::script::{Script, game, ruling_data};
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
        seen_whole: None,
    };
    store.append(batch).unwrap();
    LedgerReader::new(Arc::new(store) as _)
}

fn dossier(reader: &LedgerReader<Refused>, lang: Lang) -> String {
    let dossier = Dossier::collect(reader, &"a1".parse().unwrap()).unwrap();
    render(&dossier, Texts::of(lang), &Zone::default())
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
