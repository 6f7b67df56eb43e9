//! C2SP signed notes: a text, an empty line, and a line for each signature.
//! Read strictly, printed byte for byte as read, and each signature held
//! against a known key. What the text means is no matter here.

use super::key::{Algorithm, KeyId, KeyName, SignerKey, VerifierKey};
use base64::{Engine, engine::general_purpose::STANDARD};
use std::{fmt, str::FromStr};

/// The longest note that is read, in bytes: enough for many signatures of a
/// kind that is to come.
pub const BYTES_MAX: usize = 1 << 20;
/// How many signatures a note may have.
pub const SIGNATURES_MAX: usize = 100;

const DASH: &str = "\u{2014} ";

/// A note: a text and the signatures under it, none of them checked yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    text: String,
    signatures: Vec<NoteSignature>,
}

/// A line under a note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoteSignature {
    name: KeyName,
    id: KeyId,
    bytes: Vec<u8>,
}

/// Bytes that are no signed note.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotANote {
    /// More than is read.
    #[error("a note of {0} bytes: expected at most {BYTES_MAX}")]
    TooLong(usize),
    /// Not UTF-8, or with control characters.
    #[error("a note with byte {at} that is no text: expected UTF-8 without control characters")]
    NotText {
        /// The first such byte, from 0.
        at: usize,
    },
    /// The empty line before the signatures is missing, or the text before it.
    #[error("a note without signatures: expected a text, an empty line and signature lines")]
    Unsigned,
    /// A line after the empty one is no signature.
    #[error(
        "signature line {line} of a note: expected an em dash, the key's name and base64, ending in a line feed"
    )]
    Line {
        /// Which one, from 1.
        line: usize,
    },
    /// More signatures than are read.
    #[error("a note with more than {SIGNATURES_MAX} signatures")]
    TooMany,
}

impl NoteSignature {
    /// A plain Ed25519 signature that was made elsewhere, by that key.
    pub fn ed25519(key: &VerifierKey, signature: [u8; 64]) -> NoteSignature {
        NoteSignature {
            name: key.name().clone(),
            id: key.id(),
            bytes: signature.to_vec(),
        }
    }

    /// The name of the key that is said to have made it.
    pub fn name(&self) -> &KeyName {
        &self.name
    }

    /// The number of that key.
    pub fn id(&self) -> KeyId {
        self.id
    }

    /// The signature's own bytes, without the number.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    fn names(&self, key: &VerifierKey) -> bool {
        self.name == *key.name() && self.id == key.id()
    }
}

impl fmt::Display for NoteSignature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut bytes = self.id.0.to_be_bytes().to_vec();
        bytes.extend(&self.bytes);
        writeln!(f, "{DASH}{} {}", self.name, STANDARD.encode(bytes))
    }
}

impl FromStr for NoteSignature {
    type Err = NotANote;

    /// Reads one line, with or without its line feed.
    fn from_str(line: &str) -> Result<NoteSignature, NotANote> {
        read_line(line.strip_suffix('\n').unwrap_or(line)).ok_or(NotANote::Line { line: 1 })
    }
}

fn read_line(line: &str) -> Option<NoteSignature> {
    let (name, bytes) = line.strip_prefix(DASH)?.split_once(' ')?;
    let name = name.parse().ok()?;
    let bytes = STANDARD.decode(bytes).ok()?;
    let (id, bytes) = bytes.split_first_chunk::<4>()?;
    (!bytes.is_empty()).then(|| NoteSignature {
        name,
        id: KeyId(u32::from_be_bytes(*id)),
        bytes: bytes.to_vec(),
    })
}

/// Why a text can't be signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a text to be signed ends in a line feed, has no other control characters and is not too long"
)]
pub struct NotSignable;

/// What a signature that was found sound says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signed {
    /// The witness's time, in seconds since 1970; `None` for a plain signature.
    pub time: Option<u64>,
}

/// Why a note is not signed by a key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SignatureFault {
    /// Nothing under the note names the key.
    #[error("no signature by {name}+{id}")]
    Missing {
        /// The key's name.
        name: KeyName,
        /// Its number.
        id: KeyId,
    },
    /// Something names the key's name with another number.
    #[error("a signature by {name} with the key id {found}: expected {expected}")]
    OtherId {
        /// The key's name.
        name: KeyName,
        /// The number under the note.
        found: KeyId,
        /// The key's number.
        expected: KeyId,
    },
    /// The key is named more than once.
    #[error("{count} signatures by {name}+{id}: expected one")]
    Doubled {
        /// The key's name.
        name: KeyName,
        /// Its number.
        id: KeyId,
        /// How often.
        count: usize,
    },
    /// The signature is cut short, or too long.
    #[error("a signature by {name}+{id} of {found} bytes: expected {expected}")]
    Length {
        /// The key's name.
        name: KeyName,
        /// Its number.
        id: KeyId,
        /// How many bytes it has.
        found: usize,
        /// How many it must have.
        expected: usize,
    },
    /// A time that no clock shows.
    #[error("a cosignature by {name}+{id} with the time {time}: expected less than 2^63")]
    Time {
        /// The key's name.
        name: KeyName,
        /// Its number.
        id: KeyId,
        /// The time.
        time: u64,
    },
    /// The signature is not one over this text by this key.
    #[error("the signature by {name}+{id} is not one over this text")]
    Wrong {
        /// The key's name.
        name: KeyName,
        /// Its number.
        id: KeyId,
    },
}

impl SignatureFault {
    /// Whether the note merely lacks a signature by the key, so that nothing
    /// false is under it.
    pub fn is_missing(&self) -> bool {
        matches!(
            self,
            SignatureFault::Missing { .. } | SignatureFault::OtherId { .. }
        )
    }
}

impl Note {
    /// A text that nobody signed yet.
    ///
    /// # Errors
    /// When it doesn't end in a line feed, has other control characters, or is too long.
    pub fn new(text: String) -> Result<Note, NotSignable> {
        let fits = text.ends_with('\n') && text.len() <= BYTES_MAX;
        if !fits || first_control(&text).is_some() {
            return Err(NotSignable);
        }
        let signatures = Vec::new();
        Ok(Note { text, signatures })
    }

    /// A note that nobody signed yet, whose text is a checkpoint: neither what was
    /// read as one nor an origin holds a control character.
    pub(crate) fn of_checkpoint(text: String) -> Note {
        let signatures = Vec::new();
        Note { text, signatures }
    }

    /// Reads a signed note.
    ///
    /// # Errors
    /// When the bytes are not exactly in the form of one.
    pub fn read(bytes: &[u8]) -> Result<Note, NotANote> {
        if bytes.len() > BYTES_MAX {
            return Err(NotANote::TooLong(bytes.len()));
        }
        let whole = std::str::from_utf8(bytes).map_err(|error| NotANote::NotText {
            at: error.valid_up_to(),
        })?;
        if let Some(at) = first_control(whole) {
            return Err(NotANote::NotText { at });
        }
        // The last empty line is the one before the signatures.
        let (text, lines) = whole.rsplit_once("\n\n").ok_or(NotANote::Unsigned)?;
        if lines.is_empty() {
            return Err(NotANote::Unsigned);
        }
        let mut signatures = Vec::new();
        for (n, line) in lines.split_inclusive('\n').enumerate() {
            if n == SIGNATURES_MAX {
                return Err(NotANote::TooMany);
            }
            let read = line.strip_suffix('\n').and_then(read_line);
            signatures.push(read.ok_or(NotANote::Line { line: n + 1 })?);
        }
        let text = format!("{text}\n");
        Ok(Note { text, signatures })
    }

    /// The text, with its last line feed.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The lines under it.
    pub fn signatures(&self) -> &[NoteSignature] {
        &self.signatures
    }

    /// Signs the text. A signature by the same key that stands there gives way.
    /// `time` is what a witness's cosignature states, in seconds since 1970; a
    /// plain signature has none.
    pub fn sign(&mut self, key: &SignerKey, time: u64) {
        let bytes = match key.verifier().algorithm() {
            Algorithm::Ed25519 => key.sign(self.text.as_bytes()).to_vec(),
            Algorithm::CosignatureV1 => {
                let signature = key.sign(cosigned(&self.text, time).as_bytes());
                let mut bytes = time.to_be_bytes().to_vec();
                bytes.extend(signature);
                bytes
            }
        };
        self.add(NoteSignature {
            name: key.verifier().name().clone(),
            id: key.verifier().id(),
            bytes,
        });
    }

    /// Puts somebody's signature under the text, in the place of one by the same
    /// key. It is not checked.
    pub fn add(&mut self, signature: NoteSignature) {
        self.signatures
            .retain(|other| (&other.name, other.id) != (&signature.name, signature.id));
        self.signatures.push(signature);
    }

    /// Whether the note is signed by a key, exactly once.
    ///
    /// # Errors
    /// Why it is not.
    pub fn verify(&self, key: &VerifierKey) -> Result<Signed, SignatureFault> {
        let (name, id) = (key.name().clone(), key.id());
        let mut by_key = self.signatures.iter().filter(|s| s.names(key));
        let Some(signature) = by_key.next() else {
            let namesake = self.signatures.iter().find(|s| s.name == name);
            return Err(match namesake {
                Some(other) => SignatureFault::OtherId {
                    name,
                    found: other.id,
                    expected: id,
                },
                None => SignatureFault::Missing { name, id },
            });
        };
        match by_key.count() {
            0 => self.verify_one(signature, key),
            more => Err(SignatureFault::Doubled {
                name,
                id,
                count: more + 1,
            }),
        }
    }

    fn verify_one(
        &self,
        signature: &NoteSignature,
        key: &VerifierKey,
    ) -> Result<Signed, SignatureFault> {
        let (name, id) = (key.name().clone(), key.id());
        let length = |expected| SignatureFault::Length {
            name: name.clone(),
            id,
            found: signature.bytes.len(),
            expected,
        };
        let (message, bytes, time) = match key.algorithm() {
            Algorithm::Ed25519 => {
                let bytes = signature.bytes.first_chunk::<64>();
                let bytes = bytes.filter(|_| signature.bytes.len() == 64);
                (self.text.clone(), *bytes.ok_or_else(|| length(64))?, None)
            }
            Algorithm::CosignatureV1 => {
                let bytes = <&[u8; 72]>::try_from(&*signature.bytes).map_err(|_| length(72))?;
                let (mut time, mut rest) = ([0; 8], [0; 64]);
                time.copy_from_slice(&bytes[..8]);
                rest.copy_from_slice(&bytes[8..]);
                let time = u64::from_be_bytes(time);
                if i64::try_from(time).is_err() {
                    return Err(SignatureFault::Time { name, id, time });
                }
                (cosigned(&self.text, time), rest, Some(time))
            }
        };
        if key.signed(message.as_bytes(), &bytes) {
            return Ok(Signed { time });
        }
        Err(SignatureFault::Wrong { name, id })
    }
}

/// What a witness signs: tlog-cosignature, "Ed25519 signed message".
fn cosigned(text: &str, time: u64) -> String {
    format!("cosignature/v1\ntime {time}\n{text}")
}

/// Where a text has a control character below U+0020 other than the line feed.
fn first_control(text: &str) -> Option<usize> {
    text.bytes().position(|b| b < b' ' && b != b'\n')
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.text)?;
        self.signatures.iter().try_for_each(|s| write!(f, "{s}"))
    }
}
