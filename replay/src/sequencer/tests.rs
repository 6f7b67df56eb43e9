use super::*;
use crate::{canonical, draft::Draft};

struct Log(Vec<Sealed>);

impl ReadLog for Log {
    fn entry_by_id(&self, id: EntryId) -> Result<Option<Arc<[u8]>>, ReadError> {
        Ok(self.0.iter().find(|s| s.id == id).map(|s| s.bytes.clone()))
    }

    fn stream_entries(&self, stream: &Stream, from: u64) -> Result<Vec<Arc<[u8]>>, ReadError> {
        let of_stream = self
            .0
            .iter()
            .filter(|s| s.stream == *stream && s.version >= from);
        Ok(of_stream.map(|s| s.bytes.clone()).collect())
    }

    fn common_entries(&self) -> Result<Vec<Arc<[u8]>>, ReadError> {
        Ok(self.0.iter().map(|s| s.bytes.clone()).collect())
    }

    fn person(&self, commitment: Sha256) -> Result<Option<PersonRecord>, ReadError> {
        let mut people = self.0.iter().filter_map(|s| s.person.clone());
        Ok(people.find(|p| p.commitment().unwrap() == commitment))
    }
}

fn proposal(id: u128, text: &str) -> Proposal {
    let mut draft = Draft::read(text.as_bytes()).unwrap();
    draft.id = Some(EntryId(uuid::Uuid::from_u128(id)));
    let salt = id.to_be_bytes();
    Proposal::prepare(draft, EntryId(uuid::Uuid::from_u128(0)), salt).unwrap()
}

fn batch(proposals: Vec<Proposal>) -> Batch {
    Batch {
        proposals,
        submitted_by: "rec-1".parse().unwrap(),
        seen_whole: None,
    }
}

fn at(ms: i64) -> Timestamp {
    Timestamp::from_unix_ms(ms).unwrap()
}

const STONE: &str = r#"{"stream":"game/g1","type":"stone_played","at":"2026-05-01T09:30:12.000Z","actor":"rec-1","data":{"colour":"black","point":"Q16"}}"#;
const PASS: &str = r#"{"stream":"game/g2","type":"turn_passed","at":"2026-05-01T09:30:12.000Z","actor":"rec-1","data":{"colour":"black"},"expect":-1}"#;
const PLAYER: &str = r#"{"stream":"tournament","type":"player_registered","at":"2026-05-01T09:30:12.000Z","actor":"org-1","data":{"name":"聂卫平","birth_year":1952,"player":"nie","dan":"9p"}}"#;

fn run(sequencer: &mut Sequencer, log: &mut Log, proposals: Vec<Proposal>, now: i64) -> Vec<Slot> {
    let slots = sequencer.admit(&batch(proposals), at(now), log).unwrap();
    log.0.extend(slots.iter().filter_map(|slot| match slot {
        Slot::New(sealed) => Some(sealed.clone()),
        Slot::Known(_) => None,
    }));
    slots
}

#[test]
fn entries_are_chained_in_the_ledger_and_in_their_streams() {
    let mut sequencer = Sequencer::new("cup".parse().unwrap());
    let mut log = Log(vec![]);
    run(
        &mut sequencer,
        &mut log,
        vec![proposal(1, STONE), proposal(2, PASS)],
        5,
    );
    run(&mut sequencer, &mut log, vec![proposal(3, STONE)], 3);
    let entries: Vec<Entry> = log
        .0
        .iter()
        .map(|s| Entry::read(&s.bytes).unwrap())
        .collect();
    assert_eq!(entries[0].prev, Sha256::ZERO);
    assert_eq!(entries[1].prev, entry::hash(&log.0[0].bytes));
    assert_eq!(entries[2].prev, log.0[1].hash);
    assert_eq!(entries[1].stream_prev, Sha256::ZERO);
    assert_eq!(entries[2].stream_prev, log.0[0].hash);
    assert_eq!(
        entries.iter().map(|e| e.version).collect::<Vec<_>>(),
        [0, 0, 1]
    );
    // The clock was set back between the batches; the ledger's time was not.
    assert_eq!(entries[2].recorded_at, at(5));
}

#[test]
fn an_entry_is_its_own_canonical_form() {
    let mut sequencer = Sequencer::new("cup".parse().unwrap());
    let mut log = Log(vec![]);
    run(
        &mut sequencer,
        &mut log,
        vec![proposal(1, STONE), proposal(2, PLAYER)],
        5,
    );
    for sealed in &log.0 {
        canonical::read(&sealed.bytes).unwrap();
        let again = Entry::read(&sealed.bytes).unwrap().write().unwrap();
        assert_eq!(&again[..], &sealed.bytes[..]);
    }
}

#[test]
fn a_name_is_kept_beside_the_log() {
    let mut sequencer = Sequencer::new("cup".parse().unwrap());
    let mut log = Log(vec![]);
    run(&mut sequencer, &mut log, vec![proposal(1, PLAYER)], 5);
    let text = std::str::from_utf8(&log.0[0].bytes).unwrap();
    assert!(
        !text.contains("聂卫平") && !text.contains("birth_year"),
        "{text}"
    );
    let commitment = person_of(&Entry::read(&log.0[0].bytes).unwrap()).unwrap();
    assert_eq!(log.person(commitment).unwrap().unwrap().name, "聂卫平");
}

#[test]
fn a_retry_is_answered_with_the_entry_that_is_there() {
    let mut sequencer = Sequencer::new("cup".parse().unwrap());
    let mut log = Log(vec![]);
    run(
        &mut sequencer,
        &mut log,
        vec![proposal(1, STONE), proposal(2, PLAYER)],
        5,
    );
    let retried = vec![proposal(1, STONE), proposal(2, PLAYER), proposal(3, STONE)];
    let slots = run(&mut sequencer, &mut log, retried, 6);
    assert!(matches!(&slots[0], Slot::Known(bytes) if *bytes == log.0[0].bytes));
    assert!(matches!(&slots[1], Slot::Known(bytes) if *bytes == log.0[1].bytes));
    assert!(matches!(&slots[2], Slot::New(sealed) if sealed.seq == 2));
}

#[test]
fn an_id_used_for_other_content_is_refused_and_nothing_of_the_batch_stays() {
    let mut sequencer = Sequencer::new("cup".parse().unwrap());
    let mut log = Log(vec![]);
    run(
        &mut sequencer,
        &mut log,
        vec![proposal(1, STONE), proposal(2, PLAYER)],
        5,
    );
    let head = sequencer.head();
    let other_name = PLAYER.replace("聂卫平", "马晓春");
    for other in [PASS, &other_name] {
        let refused = sequencer
            .admit(
                &batch(vec![proposal(7, PASS), proposal(2, other)]),
                at(6),
                &log,
            )
            .unwrap_err();
        assert!(
            matches!(refused, (1, SequenceError::IdReused { seq: 1, .. })),
            "{refused:?}"
        );
        assert_eq!(sequencer.head(), head);
        assert_eq!(sequencer.stream(&"game/g2".parse().unwrap()), None);
    }
    let other = PASS.replace("black", "white");
    assert_ne!(other, PASS);
    let twice = sequencer.admit(
        &batch(vec![proposal(7, PASS), proposal(7, &other)]),
        at(6),
        &log,
    );
    assert!(matches!(twice, Err((1, SequenceError::IdReused { .. }))));
}

#[test]
fn a_stale_version_is_told_with_the_present_one() {
    let mut sequencer = Sequencer::new("cup".parse().unwrap());
    let mut log = Log(vec![]);
    run(&mut sequencer, &mut log, vec![proposal(1, PASS)], 5);
    let refused = sequencer
        .admit(&batch(vec![proposal(2, PASS)]), at(6), &log)
        .unwrap_err();
    assert_eq!(
        refused.1.to_string(),
        "stream game/g2 is at version 0, not at -1 as expected"
    );
}

#[test]
fn each_draft_may_say_the_version_that_the_caller_saw() {
    let mut sequencer = Sequencer::new("cup".parse().unwrap());
    let mut log = Log(vec![]);
    // The stream must be new: it is, but for what he hands in himself.
    let own = vec![proposal(1, PASS), proposal(2, PASS)];
    assert_eq!(run(&mut sequencer, &mut log, own, 5).len(), 2);
    // Somebody else's first draft was there before.
    let refused = sequencer
        .admit(&batch(vec![proposal(3, PASS)]), at(6), &log)
        .unwrap_err();
    assert_eq!(
        refused.1.to_string(),
        "stream game/g2 is at version 1, not at -1 as expected"
    );
}

#[test]
fn what_a_retry_expected_is_expected_by_the_draft_after_it() {
    let mut sequencer = Sequencer::new("cup".parse().unwrap());
    let mut log = Log(vec![]);
    let unconcerned = PASS.replace(r#","expect":-1"#, "");
    run(&mut sequencer, &mut log, vec![proposal(1, PASS)], 5);
    let more = vec![proposal(1, PASS), proposal(2, &unconcerned)];
    let slots = run(&mut sequencer, &mut log, more, 6);
    assert!(matches!(&slots[..], [Slot::Known(_), Slot::New(_)]));

    run(&mut sequencer, &mut log, vec![proposal(3, &unconcerned)], 7);
    let late = vec![proposal(1, PASS), proposal(4, &unconcerned)];
    let (index, refused) = sequencer.admit(&batch(late), at(8), &log).unwrap_err();
    assert_eq!(index, 1);
    assert!(
        matches!(&refused, SequenceError::Stale { expected: -1, actual: 2, entry: Some(entry), .. }
            if *entry == proposal(2, PASS).id),
        "{refused}"
    );
}

#[test]
fn a_draft_that_is_in_its_batch_twice_is_recorded_once() {
    let mut sequencer = Sequencer::new("cup".parse().unwrap());
    let mut log = Log(vec![]);
    let twice = vec![proposal(1, PLAYER), proposal(1, PLAYER)];
    let slots = run(&mut sequencer, &mut log, twice, 5);
    let [Slot::New(new), Slot::Known(known)] = &slots[..] else {
        panic!("{slots:?}");
    };
    assert_eq!(new.bytes, *known);
    assert_eq!(sequencer.head().size, 1);
}
