//! What a reader keeps of games from one entry to the next is what it would make of
//! them anew: held after every entry of every case, with corrections, rulings,
//! sanctions, withdrawals and appeals among them.

#![expect(clippy::unwrap_used, reason = "a test may")]

use fupan::ledger;
use fupan_domain::ids::{GameId, LedgerName};
use fupan_replay::{
    draft::{Batch, Draft, Proposal},
    views::Moment,
};
use fupan_store::{EventStore, Known, LedgerReader, Ledgers};
use std::{fs, path::Path, sync::Arc};

/// Hands in each line of a file by itself, and compares what the reader says of every
/// game with what one says that was never asked before. Answers how often.
fn compare(lines: &str) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let name: LedgerName = "cup".parse().unwrap();
    let ledgers = Ledgers::at(folder.path()).unwrap();
    let open = ledger::open_or_create(&ledgers, &name).unwrap();
    let mut compared = 0;
    for line in lines.lines().filter(|line| !line.trim().is_empty()) {
        let draft = Draft::read(line.as_bytes()).unwrap();
        let id = ledger::new_id().unwrap();
        let batch = Batch {
            submitted_by: draft.actor.clone(),
            proposals: vec![Proposal::prepare(draft, id, [7; 16]).unwrap()],
            seen_whole: None,
        };
        // Some cases tell of what is refused.
        let _refused = open.store.append(batch);
        if open.store.head().size == 0 {
            continue;
        }
        let fresh = LedgerReader::new(Arc::clone(open.reader.store()));
        let state = open.reader.tournament(Known::Now).unwrap();
        for game in state.games.keys() {
            compared += usize::from(says_the_same(&open, &fresh, game));
        }
    }
    compared
}

fn says_the_same(
    open: &ledger::OpenLedger,
    fresh: &LedgerReader<fupan_replay::ledger::Refused>,
    game: &GameId,
) -> bool {
    // A game that nobody has a side in yet has no view.
    let Ok(anew) = fresh.game_view(game, Known::Now, Moment::Last) else {
        assert!(open.reader.game_now(game).is_err());
        return false;
    };
    let anew = serde_json::to_value(anew).unwrap();
    let (folded, view) = open.reader.game_now(game).unwrap();
    assert_eq!(serde_json::to_value(&*view).unwrap(), anew, "{game}");
    let asked = open.reader.game_view(game, Known::Now, Moment::Last);
    assert_eq!(serde_json::to_value(asked.unwrap()).unwrap(), anew);
    let whole = fresh.game(game, Known::Now).unwrap();
    assert_eq!(folded.at, whole.at);
    assert_eq!(
        folded.state.record.facts().len(),
        whole.state.record.facts().len()
    );
    // What was known before is not what is kept now.
    let seq = open.store.head().size.saturating_sub(4);
    let then = |reader: &LedgerReader<_>| {
        let view = reader.game_view(game, Known::Seq(seq), Moment::Last);
        view.ok().map(|view| serde_json::to_value(view).unwrap())
    };
    assert_eq!(then(&open.reader), then(fresh), "{game} as of {seq}");
    true
}

#[test]
fn a_game_that_is_kept_is_the_game_folded_anew_after_every_entry_of_every_case() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    let mut compared = 0;
    for file in fs::read_dir(cases).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "jsonl") {
            compared += compare(&fs::read_to_string(path).unwrap());
        }
    }
    assert!(compared > 1_000, "only {compared} views were compared");
}
