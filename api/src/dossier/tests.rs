//! What a dossier makes of findings: what the article allows, and whether the
//! ruling departs from it.

use super::*;
use crate::i18n::{Lang, Texts};
use fupan_domain::ids::{EntryId, Sha256};
use fupan_replay::{
    draft::{Batch, Draft, Proposal},
    drafts::lines,
    ledger::{Ledger, Refused},
    sequencer::{ReadError, Sequencer},
};
use fupan_store::{EventStore, Options, memory::MemoryStore};
use serde_json::json;
use std::sync::Arc;

/// The demo's ledger.
fn demo() -> LedgerReader<Refused> {
    let store = MemoryStore::in_memory("demo".parse().unwrap(), Options::default(), |opened| {
        let sequencer = Sequencer::new(opened.ledger.clone());
        let ledger = Ledger::open(sequencer, opened.log).map_err(|e| ReadError(e.to_string()))?;
        Ok(Box::new(ledger))
    });
    let store = store.unwrap();
    let drafts = lines(include_bytes!("../../demo/demo.jsonl"));
    let proposals = drafts.map(|(_, line)| {
        let draft = Draft::read(line).unwrap();
        let mut salt = [0; 16];
        salt.copy_from_slice(&Sha256::of(line).0[..16]);
        Proposal::prepare(draft, EntryId(uuid::Uuid::from_bytes(salt)), salt).unwrap()
    });
    let batch = Batch {
        proposals: proposals.collect(),
        submitted_by: "keeper".parse().unwrap(),
    };
    store.append(batch).unwrap();
    LedgerReader::new(Arc::new(store) as _)
}

/// The demo's appeal, its ruling being about a finding of that status.
fn with_finding(status: &str) -> String {
    let mut dossier = Dossier::collect(&demo(), &"r2-b1-appeal".parse().unwrap()).unwrap();
    for entry in &mut dossier.story {
        if let Event::Game(GameEvent::RulingMade(ruling)) = &mut entry.event {
            ruling.finding = Some("TM-9@182".to_owned());
        }
    }
    dossier.findings = vec![json!({
        "id": "TM-9@182", "article": "cn-2002:22.5", "colour": "black", "facts": "Black overran by 0.2 s.",
        "outcomes": [
            {"outcome": "loses on time", "orders": [], "warnings": [],
                "penalties": [{"colour": "black", "penalty": "lose_game"}]},
            {"outcome": "treated as a pass", "orders": [{"do": "treat_as_pass", "colour": "black"}],
                "warnings": [], "penalties": []},
        ],
        "decides": "arbiter", "window": "", "status": status,
    })];
    render(&dossier, Texts::of(Lang::En))
}

#[test]
fn a_ruling_stands_beside_what_its_article_allows() {
    let page = with_finding("ruled");
    for text in [
        "Black overran by 0.2 s.",
        "loses on time</span> — Black loses the game",
        "treated as a pass</span> — Black&#39;s overtime counts as a pass",
        "ruled as the article allows",
    ] {
        let text = text.replace("&#39;", "'");
        assert!(page.contains(&text), "{text}");
    }
    assert!(!page.contains("⚠"));
}

#[test]
fn a_departure_is_marked() {
    let page = with_finding("departed");
    assert!(page.contains("ruled otherwise than the article allows"));
    assert!(page.contains("⚠ The ruling is not among the outcomes that the article allows."));
}

#[test]
fn what_was_read_and_pressed_in_that_turn_belongs_to_the_story() {
    let dossier = Dossier::collect(&demo(), &"r2-b1-appeal".parse().unwrap()).unwrap();
    let types: Vec<&str> = dossier.story.iter().map(|e| e.event.type_name()).collect();
    assert_eq!(
        types,
        [
            "byoyomi_read",
            "byoyomi_read",
            "stone_played",
            "clock_pressed",
            "ruling_made",
            "penalty_imposed",
            "appeal_filed",
            "panel_seated",
            "statement_taken",
            "statement_taken",
            "evidence_attached",
            "appeal_decided",
        ]
    );
    assert_eq!(
        dossier.disputed.map(|d| (d.seq, d.is_named)),
        Some((182, false))
    );
}
