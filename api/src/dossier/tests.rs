//! What a dossier collects. What it shows is tested through its pages.

use super::*;
use fupan_domain::ids::{EntryId, Sha256};
use fupan_replay::{
    draft::{Batch, Draft, Proposal},
    drafts::lines,
    ledger::{Ledger, Refused},
    sequencer::{ReadError, Sequencer},
};
use fupan_store::{EventStore, Options, memory::MemoryStore};
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
        seen_whole: None,
    };
    store.append(batch).unwrap();
    LedgerReader::new(Arc::new(store) as _)
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

#[test]
fn the_strip_adds_up_to_what_the_clocks_show() {
    let dossier = Dossier::collect(&demo(), &"r2-b1-appeal".parse().unwrap()).unwrap();
    let strip = dossier.strip.unwrap();
    let last = &dossier.scenes.last().unwrap().view.clock;
    for colour in fupan_domain::Colour::BOTH {
        let ran: i64 = strip
            .pieces
            .iter()
            .filter(|piece| piece.lane == Some(colour))
            .map(|piece| piece.ms)
            .sum();
        assert_eq!(
            last[colour].used_ms.map(|used| used.0),
            Some(ran),
            "{colour}"
        );
    }
    // Half an hour less five minutes for byo-yomi, and what was read out.
    let main = |colour| {
        strip
            .pieces
            .iter()
            .filter(move |p| p.lane == Some(colour) && !p.is_overtime)
    };
    let black: i64 = main(fupan_domain::Colour::Black)
        .map(|piece| piece.ms)
        .sum();
    assert_eq!(black, 25 * 60 * 1000);
    assert_eq!(strip.marks.len(), 3);
    assert!(strip.pieces.iter().any(|piece| piece.lane.is_none()));
}
