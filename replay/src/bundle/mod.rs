//! A bundle: one `.zip` with all that a stranger needs to check a ledger on his
//! own machine: the entries' bytes, the signed checkpoint, earlier ones, the
//! schemas and the rule book, open documents, people's records, single proofs.
//!
//! Here are its layout and the reading and writing of it, from and to whatever
//! gives and takes bytes; not whether what it holds is true, which is for
//! [`crate::verify`]. The key to trust and the policy never come from inside.

mod lines;
mod manifest;
mod read;
mod write;

pub use lines::{Block, Blocks};
pub use manifest::{LeftOut, Manifest, NotAManifest, Since};
pub use read::{Bundle, NotABundle};
pub use write::{BundleWriter, Compression};

use fupan_domain::ids::Sha256;

/// The file that says what the bundle holds.
pub const MANIFEST: &str = "bundle.json";
/// The signed checkpoint that covers the entries.
pub const CHECKPOINT: &str = "checkpoint";
/// An entry's bytes a line, in the order of seq.
pub const ENTRIES: &str = "entries.jsonl";
/// People's records, one a line.
pub const PEOPLE: &str = "people.jsonl";
/// How to check by hand.
pub const README: &str = "README.txt";

/// What a part of a bundle is, by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part<'a> {
    /// [`MANIFEST`].
    Manifest,
    /// [`CHECKPOINT`].
    Checkpoint,
    /// [`ENTRIES`].
    Entries,
    /// [`PEOPLE`].
    People,
    /// [`README`].
    Readme,
    /// `checkpoints/<size>`: an earlier checkpoint.
    Earlier(u64),
    /// `schemas/<path>`: a schema, by its path below `schemas/`.
    Schema(&'a str),
    /// `editions/<id>.json`: a rule book, by its id.
    Edition(&'a str),
    /// `blobs/<sha256>`: a document, by its hash.
    Blob(Sha256),
    /// `proofs/<seq>.tlog-proof`: the proof of one entry.
    Proof(u64),
    /// None that this program knows.
    Unknown,
}

impl Part<'_> {
    /// What a part is, by its name.
    pub fn of(name: &str) -> Part<'_> {
        let Some((folder, rest)) = name.split_once('/') else {
            return match name {
                MANIFEST => Part::Manifest,
                CHECKPOINT => Part::Checkpoint,
                ENTRIES => Part::Entries,
                PEOPLE => Part::People,
                README => Part::Readme,
                _ => Part::Unknown,
            };
        };
        let read = match folder {
            "checkpoints" => crate::proof::decimal(rest).map(Part::Earlier),
            "schemas" => rest.strip_suffix(".json").map(|_| Part::Schema(rest)),
            "editions" => rest.strip_suffix(".json").map(Part::Edition),
            "blobs" => rest.parse().ok().map(Part::Blob),
            "proofs" => rest
                .strip_suffix(".tlog-proof")
                .and_then(crate::proof::decimal)
                .map(Part::Proof),
            _ => None,
        };
        read.unwrap_or(Part::Unknown)
    }
}

/// The most bytes that are read of a part that is read at once.
pub const SMALL_MAX: u64 = 1 << 20;

/// Whether a name is one that a part may have: relative, plain ASCII, no part of
/// it empty, `.` or `..`.
pub fn is_plain(name: &str) -> bool {
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b'_');
    let segment = |s: &str| !s.is_empty() && s != "." && s != ".." && s.bytes().all(plain);
    name.len() <= 255 && name.split('/').all(segment)
}
