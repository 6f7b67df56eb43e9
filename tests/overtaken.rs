//! What rests on more than one stream: a batch that says how far its author had looked
//! is refused where something came after it that may bear on what he saw, and nowhere
//! else. Not what he hears over HTTP: that is in `http/conflicts`.

#![expect(clippy::unwrap_used, reason = "a test may")]

use fupan::ledger::{self, OpenLedger};
use fupan_replay::{
    draft::{Batch, Draft, Proposal},
    ledger::{Reason, Refused},
    sequencer::SequenceError,
};
use fupan_store::{AppendError, EventStore, Ledgers, Receipt};
use fupan_tests::script::{Script, event};
use serde_json::json;

struct Cup {
    open: OpenLedger,
    drafts: Vec<Draft>,
    _folder: tempfile::TempDir,
}

/// One round of two games that are played; what comes later is not handed in yet.
fn cup(later: impl FnOnce(Script) -> Script) -> Cup {
    let begun = event("cn-2002", &json!({"rounds": 1}), &["ann", "bo", "cy", "di"])
        .round(1, "ann-bo ?, cy-di ?")
        .on("r1-cy-di")
        .fact("game_started", json!({"black": "cy", "white": "di"}))
        .on("r1-ann-bo")
        .fact("game_started", json!({"black": "ann", "white": "bo"}));
    let so_far = begun.drafts().len();
    let all = later(begun).file();
    let read = |line: &str| Draft::read(line.as_bytes()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let ledgers = Ledgers::at(folder.path()).unwrap();
    let open = ledger::open_or_create(&ledgers, &"cup".parse().unwrap()).unwrap();
    let mut cup = Cup {
        open,
        drafts: all.lines().map(read).collect(),
        _folder: folder,
    };
    let later = cup.drafts.split_off(so_far);
    for draft in std::mem::replace(&mut cup.drafts, later) {
        cup.hand_in(vec![draft], None).unwrap();
    }
    cup
}

impl Cup {
    fn hand_in(
        &self,
        drafts: Vec<Draft>,
        seen_whole: Option<u64>,
    ) -> Result<Vec<Receipt>, AppendError<Refused>> {
        let submitted_by = drafts[0].actor.clone();
        let prepared = |draft| Proposal::prepare(draft, ledger::new_id().unwrap(), [7; 16]);
        let proposals = drafts.into_iter().map(|draft| prepared(draft).unwrap());
        self.open.store.append(Batch {
            proposals: proposals.collect(),
            submitted_by,
            seen_whole,
        })
    }

    fn next(&mut self) -> Draft {
        self.drafts.remove(0)
    }

    fn size(&self) -> u64 {
        self.open.store.head().size
    }
}

fn overtaken_by(outcome: &Result<Vec<Receipt>, AppendError<Refused>>) -> u64 {
    let Err(AppendError::Refused(refused)) = outcome else {
        panic!("{outcome:?}");
    };
    let Reason::Sequence(SequenceError::Overtaken { seq, .. }) = refused.reason else {
        panic!("{refused:?}");
    };
    seq
}

fn standings(script: Script) -> Script {
    let data = json!({"round": 1, "places": [{"player": "ann", "place": 1}]});
    script.org("standings_published", data)
}

#[test]
fn a_result_elsewhere_is_in_the_way_and_a_stone_is_not() {
    let mut cup = cup(|script| standings(script.stones("B Q16").side("resigned", "white")));
    let (stone, resigned, published) = (cup.next(), cup.next(), cup.next());
    let seen = cup.size();
    cup.hand_in(vec![stone], None).unwrap();
    let with_stone = cup.hand_in(vec![published.clone()], Some(seen));
    with_stone.unwrap();

    let seen = cup.size();
    let resignation = cup.hand_in(vec![resigned], None).unwrap()[0].seq;
    let mut again = published;
    again.id = Some(ledger::new_id().unwrap());
    let size = cup.size();
    let refused = cup.hand_in(vec![again.clone()], Some(seen));
    assert_eq!(overtaken_by(&refused), resignation);
    assert_eq!(cup.size(), size, "nothing of it is stored");
    // Whoever has looked again goes through; his retry rests on nothing any more.
    let first = cup.hand_in(vec![again.clone()], Some(size)).unwrap();
    let retry = cup.hand_in(vec![again], Some(seen)).unwrap();
    assert!(retry[0].known);
    assert_eq!(retry[0].hash, first[0].hash);
}

/// A batch is not overtaken by itself: its own drafts come after what was seen.
#[test]
fn a_batch_is_not_in_its_own_way() {
    let mut cup = cup(|script| script.stones("B Q16").side("resigned", "white"));
    let both = vec![cup.next(), cup.next()];
    let seen = cup.size();
    cup.hand_in(both, Some(seen)).unwrap();
}

/// What was refused bore on nothing.
#[test]
fn a_batch_that_was_refused_overtakes_nobody() {
    let mut cup =
        cup(|script| standings(script.side("resigned", "white").side("resigned", "black")));
    let (resigned, mut late, published) = (cup.next(), cup.next(), cup.next());
    late.expect = Some(99);
    let seen = cup.size();
    cup.hand_in(vec![resigned, late], None).unwrap_err();
    cup.hand_in(vec![published], Some(seen)).unwrap();
}
