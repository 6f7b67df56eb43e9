//! Drafts for tests and measurements of the store: stones of any number of
//! games, made by counting, and the checks that every log must pass. Not what an
//! admission with rules would take: the sequencer alone judges nothing.

#![allow(
    dead_code,
    unreachable_pub,
    clippy::missing_panics_doc,
    clippy::unnecessary_wraps,
    clippy::unwrap_used,
    reason = "shared by tests that each use a part of it"
)]

use fupan_domain::{
    Timestamp,
    event::Stream,
    ids::{EntryId, LedgerName, Sha256},
};
use fupan_replay::{
    draft::{Batch, Draft, Proposal},
    entry::{self, Entry},
    proof::{
        checkpoint::{Checkpoint, SignedCheckpoint},
        key::{Algorithm, SignerKey, VerifierKey},
        tree::{Frontier, TreeState, root_at},
    },
    sequencer::{Admit, ReadError, SequenceError, Sequencer},
};
use fupan_store::{EventStore, Opened, Options, SignCheckpoints, Signing};
use std::{collections::BTreeMap, fs, path::Path, sync::Arc};

/// Why the sequencer refuses a batch.
pub type Refusal = (usize, SequenceError);
/// A store whose admission is the sequencer alone.
pub type Log = dyn EventStore<Refusal>;

/// The ledger of the tests.
pub fn ledger() -> LedgerName {
    "cup".parse().unwrap()
}

/// The sequencer alone, from where the store stands.
///
/// # Errors
/// Never.
pub fn sequencer(opened: &Opened<'_>) -> Result<Box<dyn Admit<Refusal = Refusal>>, ReadError> {
    Ok(Box::new(Sequencer::resume(
        opened.ledger.clone(),
        opened.head,
        opened.streams.clone(),
    )))
}

/// The id with that number.
pub fn id(number: u128) -> EntryId {
    // Spread over the whole range, as random ids are.
    EntryId(uuid::Uuid::from_u128(
        number.wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835),
    ))
}

/// The moment so many milliseconds after 1970.
pub fn at(ms: i64) -> Timestamp {
    Timestamp::from_unix_ms(ms).unwrap()
}

/// A clock that always shows the same.
pub fn clock_at(ms: i64) -> Options {
    Options {
        clock: Box::new(move || at(ms)),
        ..Options::default()
    }
}

/// The stream of the game with that number.
pub fn game(number: u64) -> Stream {
    format!("game/r1-b{number}").parse().unwrap()
}

/// A draft made ready.
pub fn proposal(number: u128, text: &str) -> Proposal {
    let mut draft: Draft = serde_json::from_str(text).unwrap(); // the store judges no content, so no schema here either
    draft.id = Some(id(number));
    let salt = number.to_be_bytes();
    Proposal::prepare(draft, id(0), salt).unwrap()
}

/// A stone in a game; its point follows from its number.
pub fn stone(number: u128, in_game: u64) -> Proposal {
    let colour = if number.is_multiple_of(2) {
        "black"
    } else {
        "white"
    };
    let column = char::from(b"ABCDEFGHJKLMNOPQRST"[usize::try_from(number % 19).unwrap()]);
    let row = (number / 19) % 19 + 1;
    let text = format!(
        r#"{{"stream":"{}","type":"stone_played","at":"2026-05-01T09:30:12.000Z","actor":"rec-07","data":{{"colour":"{colour}","point":"{column}{row}"}}}}"#,
        game(in_game)
    );
    proposal(number, &text)
}

/// A player's registration, with a name that stays beside the log.
pub fn player(number: u128, name: &str) -> Proposal {
    let text = format!(
        r#"{{"stream":"tournament","type":"player_registered","at":"2026-05-01T09:00:00.000Z","actor":"org-1","data":{{"player":"p{number}","name":"{name}","birth_year":1952}}}}"#
    );
    proposal(number, &text)
}

/// A complaint with a text of that length.
pub fn complaint(number: u128, in_game: u64, text_bytes: usize) -> Proposal {
    let text = format!(
        r#"{{"stream":"{}","type":"complaint_raised","at":"2026-05-01T09:30:12.000Z","actor":"arb-1","data":{{"by":"black","text":"{}"}}}}"#,
        game(in_game),
        "x".repeat(text_bytes)
    );
    proposal(number, &text)
}

/// Drafts handed in together.
pub fn batch(proposals: Vec<Proposal>) -> Batch {
    Batch {
        proposals,
        submitted_by: "rec-07".parse().unwrap(),
        seen_whole: None,
    }
}

/// The seq of each entry, checked: hashes, links, versions, times that never run back.
pub fn check_chain(entries: &[Arc<[u8]>]) {
    let mut prev = Sha256::ZERO;
    let mut time = None;
    let mut streams: BTreeMap<String, (u64, Sha256)> = BTreeMap::new();
    for (seq, bytes) in (0_u64..).zip(entries) {
        let read = Entry::read(bytes).unwrap();
        let hash = entry::hash(bytes);
        assert_eq!((read.seq, read.prev), (seq, prev), "entry {seq}");
        let next = streams.entry(read.stream.to_owned()).or_default();
        assert_eq!((read.version, read.stream_prev), *next, "entry {seq}");
        assert!(Some(read.recorded_at) >= time, "entry {seq}");
        *next = (next.0 + 1, hash);
        prev = hash;
        time = Some(read.recorded_at);
    }
}

/// All entries of a store.
pub fn all(store: &Log) -> Vec<Arc<[u8]>> {
    store.entries(0, usize::MAX).unwrap()
}

/// Checks that a store answers the same by seq, by stream and by id.
pub fn check_store(store: &Log) {
    let entries = all(store);
    check_chain(&entries);
    let head = store.head();
    assert_eq!(head.size, u64::try_from(entries.len()).unwrap());
    let last = entries
        .last()
        .map_or(Sha256::ZERO, |bytes| entry::hash(bytes));
    assert_eq!(head.hash, last);
    let mut streams: BTreeMap<String, Vec<Arc<[u8]>>> = BTreeMap::new();
    for bytes in &entries {
        let read = Entry::read(bytes).unwrap();
        assert_eq!(store.by_id(read.id).unwrap().as_ref(), Some(bytes));
        assert_eq!(store.entry(read.seq).unwrap().as_ref(), Some(bytes));
        let stream = streams.entry(read.stream.to_owned()).or_default();
        stream.push(bytes.clone());
    }
    assert_eq!(store.streams().len(), streams.len());
    check_tree(store, &entries);
    for (stream, head) in store.streams() {
        let expected = &streams[&stream.to_string()];
        assert_eq!(store.stream(&stream, 0, usize::MAX).unwrap(), *expected);
        assert_eq!(head.version + 1, u64::try_from(expected.len()).unwrap());
        assert_eq!(head.hash, entry::hash(expected.last().unwrap()));
        assert_eq!(store.stream_head(&stream), Some(head));
    }
}

/// Checks that the tree that a store keeps is the one over its entries.
fn check_tree(store: &Log, entries: &[Arc<[u8]>]) {
    let mut frontier = Frontier::new();
    let size = store.tree_size().unwrap();
    for bytes in entries.iter().take(usize::try_from(size).unwrap()) {
        frontier.push(entry::hash(bytes), |_, _| ());
    }
    let root = root_at(size, |node| store.node(node)).unwrap();
    assert_eq!(root, frontier.root(), "the root over {size} entries");
}

/// A signer with a key of its own, for the service `test`.
pub struct Signer(pub SignerKey);

impl Signer {
    /// The key that this byte stands for.
    pub fn new(seed: u8) -> Signer {
        let name = "test/cup".parse().unwrap();
        Signer(SignerKey::from_seed(name, Algorithm::Ed25519, &[seed; 32]))
    }
}

impl SignCheckpoints for Signer {
    fn sign(
        &self,
        _: &LedgerName,
        state: TreeState,
        _: Option<&SignedCheckpoint>,
        _: bool,
    ) -> Result<Signing, String> {
        let checkpoint = Checkpoint::new(self.0.verifier().name(), state);
        Ok(Signing::Signed(Box::new(checkpoint.sign(&self.0))))
    }

    fn keys(&self, _: &LedgerName) -> Vec<VerifierKey> {
        vec![self.0.verifier().clone()]
    }
}

/// Copies a folder with all that is in it.
pub fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for file in fs::read_dir(from).unwrap() {
        let file = file.unwrap();
        let to = to.join(file.file_name());
        if file.file_type().unwrap().is_dir() {
            copy_folder(&file.path(), &to);
        } else {
            fs::copy(file.path(), to).unwrap();
        }
    }
}
