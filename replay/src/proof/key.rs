//! Keys as C2SP signed notes name them: a verifier key (`vkey`) and the signer
//! key beside it, for plain Ed25519 signatures (type 0x01) and for timestamped
//! cosignatures (type 0x04). Not where keys are kept, nor how they are made:
//! chance comes in as a seed.

use super::checkpoint::origin_of;
use base64::{Engine, engine::general_purpose::STANDARD};
use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use std::{fmt, str::FromStr};

/// What a key's signatures are over and look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Algorithm {
    /// Ed25519 over the note's text (signed-note, type 0x01): how a log signs.
    Ed25519,
    /// Ed25519 over a time and the text (tlog-cosignature, `cosignature/v1`,
    /// type 0x04): how a witness does.
    CosignatureV1,
}

impl Algorithm {
    /// The byte that stands for it.
    pub const fn byte(self) -> u8 {
        match self {
            Algorithm::Ed25519 => 0x01,
            Algorithm::CosignatureV1 => 0x04,
        }
    }

    fn of_byte(byte: u8) -> Option<Algorithm> {
        [Algorithm::Ed25519, Algorithm::CosignatureV1]
            .into_iter()
            .find(|algorithm| algorithm.byte() == byte)
    }
}

/// The name of a key: not empty, without spaces, control characters and `+`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KeyName(Box<str>);

/// A text that can't be the name of a key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no name of a key: expected a text without spaces and +")]
pub struct NotAKeyName(pub String);

impl KeyName {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for KeyName {
    type Err = NotAKeyName;

    fn from_str(text: &str) -> Result<KeyName, NotAKeyName> {
        let plain = |c: char| !c.is_whitespace() && !c.is_control() && c != '+';
        if !text.is_empty() && text.chars().all(plain) {
            return Ok(KeyName(text.into()));
        }
        Err(NotAKeyName(text.to_owned()))
    }
}

impl fmt::Display for KeyName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The short number by which a signature names its key, beside the key's name.
/// It helps to find a key and proves nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct KeyId(pub u32);

impl KeyId {
    /// The first four bytes of SHA-256(name ‖ 0x0A ‖ type ‖ public key).
    fn of(name: &KeyName, algorithm: Algorithm, public: &[u8; 32]) -> KeyId {
        let mut bytes = name.as_str().as_bytes().to_vec();
        bytes.extend([b'\n', algorithm.byte()]);
        bytes.extend(public);
        let [a, b, c, d, ..] = fupan_domain::ids::Sha256::of(&bytes).0;
        KeyId(u32::from_be_bytes([a, b, c, d]))
    }
}

impl fmt::Display for KeyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}", self.0)
    }
}

/// The key by which signatures are checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifierKey {
    name: KeyName,
    id: KeyId,
    algorithm: Algorithm,
    public: VerifyingKey,
}

/// A text that is no key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAKey {
    /// It has not the parts of one.
    #[error("a verifier key is <name>+<8 hex digits>+<base64>")]
    Verifier,
    /// It has not the parts of one.
    #[error("a signer key is PRIVATE+KEY+<name>+<8 hex digits>+<base64>")]
    Signer,
    /// Its name can't be one.
    #[error(transparent)]
    Name(#[from] NotAKeyName),
    /// A kind of signature that this program doesn't know.
    #[error(
        "a key of the type {0:#04x}: expected 0x01 (Ed25519) or 0x04 (cosignature/v1 of a witness)"
    )]
    Algorithm(u8),
    /// The bytes are no key of that kind.
    #[error("the key's bytes are no Ed25519 key")]
    Bytes,
    /// The number is not that of this name and key.
    #[error("the key's id is {found}: expected {expected} for this name and key")]
    Id {
        /// The number written.
        found: KeyId,
        /// The number that follows from name and key.
        expected: KeyId,
    },
}

impl VerifierKey {
    /// A key from its parts; `None` where the bytes are no Ed25519 key, or one
    /// of the few that sign anything.
    pub fn new(name: KeyName, algorithm: Algorithm, public: &[u8; 32]) -> Option<VerifierKey> {
        let key = VerifyingKey::from_bytes(public).ok()?;
        let id = KeyId::of(&name, algorithm, public);
        (!key.is_weak()).then_some(VerifierKey {
            name,
            id,
            algorithm,
            public: key,
        })
    }

    /// The same key under the name of a ledger of the service that it is named
    /// for: `go.example` signs for `go.example/spring-cup`. `None` where its
    /// name is another, or what follows is no ledger's name: one service has one
    /// origin for each ledger and no second one beside it.
    pub fn named_for(&self, origin: &str) -> Option<VerifierKey> {
        let (service, ledger) = origin_of(origin)?;
        // The key of a ledger is no service's: else that ledger had two origins.
        let own = origin_of(service).is_some_and(|(_, named)| named == ledger);
        if service != self.name.as_str() || own {
            return None;
        }
        VerifierKey::new(origin.parse().ok()?, self.algorithm, self.public())
    }

    /// The key by which checkpoints of that origin are checked, where this one is
    /// that of the ledger or of its service; `None` where it is another's.
    pub fn as_named_for(&self, origin: &str) -> Option<VerifierKey> {
        let own = (self.name.as_str() == origin).then(|| self.clone());
        own.or_else(|| self.named_for(origin))
    }

    /// Its name.
    pub fn name(&self) -> &KeyName {
        &self.name
    }

    /// Its number.
    pub fn id(&self) -> KeyId {
        self.id
    }

    /// What its signatures are over.
    pub fn algorithm(&self) -> Algorithm {
        self.algorithm
    }

    /// The key itself, in the 32 bytes of RFC 8032. Two verifier keys with the
    /// same bytes are one key under two names.
    pub fn public(&self) -> &[u8; 32] {
        self.public.as_bytes()
    }

    /// Whether a signature is one over these bytes, by the strict rules: no
    /// second form of the same signature, no weak key.
    pub(super) fn signed(&self, message: &[u8], signature: &[u8; 64]) -> bool {
        let signature = Signature::from_bytes(signature);
        self.public.verify_strict(message, &signature).is_ok()
    }
}

impl fmt::Display for VerifierKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let key = typed(self.algorithm, self.public.as_bytes());
        write!(f, "{}+{}+{}", self.name, self.id, STANDARD.encode(key))
    }
}

impl FromStr for VerifierKey {
    type Err = NotAKey;

    fn from_str(text: &str) -> Result<VerifierKey, NotAKey> {
        let (name, found, algorithm, public) = parts(text).ok_or(NotAKey::Verifier)??;
        let key = VerifierKey::new(name, algorithm, &public).ok_or(NotAKey::Bytes)?;
        id_is(found, key)
    }
}

/// Holds a number as it was written against the one that follows.
fn id_is(found: KeyId, key: VerifierKey) -> Result<VerifierKey, NotAKey> {
    if found == key.id {
        return Ok(key);
    }
    Err(NotAKey::Id {
        found,
        expected: key.id,
    })
}

fn typed(algorithm: Algorithm, key: &[u8; 32]) -> [u8; 33] {
    let mut bytes = [algorithm.byte(); 33];
    bytes[1..].copy_from_slice(key);
    bytes
}

type Parts = (KeyName, KeyId, Algorithm, [u8; 32]);

/// `<name>+<id>+<base64 of type and key>`; `None` where it is not of this form.
fn parts(text: &str) -> Option<Result<Parts, NotAKey>> {
    let (name, rest) = text.split_once('+')?;
    let (id, key) = rest.split_once('+')?;
    let lower_hex = |b: u8| matches!(b, b'0'..=b'9' | b'a'..=b'f');
    let id = (id.len() == 8 && id.bytes().all(lower_hex))
        .then(|| u32::from_str_radix(id, 16).ok())
        .flatten()?;
    let bytes = STANDARD.decode(key).ok()?;
    let (byte, key) = bytes.split_first()?;
    let read = || {
        let name = name.parse::<KeyName>()?;
        let algorithm = Algorithm::of_byte(*byte).ok_or(NotAKey::Algorithm(*byte))?;
        let key = key.try_into().map_err(|_| NotAKey::Bytes)?;
        Ok((name, KeyId(id), algorithm, key))
    };
    Some(read())
}

/// The key by which signatures are made. It is wiped from memory when dropped,
/// and shows itself only where it is asked for as text.
#[derive(Clone)]
pub struct SignerKey {
    secret: SigningKey,
    verifier: VerifierKey,
}

impl SignerKey {
    /// The key of a seed of 32 bytes, which must come from chance.
    pub fn from_seed(name: KeyName, algorithm: Algorithm, seed: &[u8; 32]) -> SignerKey {
        let secret = SigningKey::from_bytes(seed);
        let public = secret.verifying_key();
        let id = KeyId::of(&name, algorithm, public.as_bytes());
        let verifier = VerifierKey {
            name,
            id,
            algorithm,
            public,
        };
        SignerKey { secret, verifier }
    }

    /// The same key under another name.
    #[must_use]
    pub fn renamed(&self, name: KeyName) -> SignerKey {
        SignerKey::from_seed(name, self.verifier.algorithm, self.secret.as_bytes())
    }

    /// The key by which its signatures are checked.
    pub fn verifier(&self) -> &VerifierKey {
        &self.verifier
    }

    /// `PRIVATE+KEY+<name>+<id>+<base64>`, as others' tools read it. This is the
    /// secret itself: for a file with mode 0600 and for nothing else.
    pub fn secret_text(&self) -> String {
        let VerifierKey { name, id, .. } = &self.verifier;
        let key = typed(self.verifier.algorithm, self.secret.as_bytes());
        format!("PRIVATE+KEY+{name}+{id}+{}", STANDARD.encode(key))
    }

    /// The signature, in base64, with which this key announces its successor.
    pub fn announce(&self, next: &VerifierKey) -> String {
        let text = super::announcement::message(&self.verifier, next);
        STANDARD.encode(self.sign(text.as_bytes()))
    }

    /// The signature of 64 bytes over a message.
    pub(super) fn sign(&self, message: &[u8]) -> [u8; 64] {
        self.secret.sign(message).to_bytes()
    }
}

impl FromStr for SignerKey {
    type Err = NotAKey;

    fn from_str(text: &str) -> Result<SignerKey, NotAKey> {
        let rest = text.strip_prefix("PRIVATE+KEY+").ok_or(NotAKey::Signer)?;
        let (name, found, algorithm, seed) = parts(rest).ok_or(NotAKey::Signer)??;
        let key = SignerKey::from_seed(name, algorithm, &seed);
        id_is(found, key.verifier.clone())?;
        Ok(key)
    }
}

impl fmt::Debug for SignerKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let VerifierKey { name, id, .. } = &self.verifier;
        write!(f, "SignerKey({name}+{id}, secret)")
    }
}
