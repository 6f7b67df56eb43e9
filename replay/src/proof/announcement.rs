//! One key hands over to the next: the old one signs a text of three lines that
//! names both. Whoever trusts the old key so comes to trust the new one, for the
//! entries after the one that says so (`key_announced` in stream `log`). A key that
//! is lost hands nothing over: then an entry says where it ended (`key_replaced`),
//! and nobody comes to trust another key by it.

use super::{
    checkpoint::SignedCheckpoint,
    key::{Algorithm, KeyName, NotAKey, SignerKey, VerifierKey},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use fupan_domain::event::log::{KeyAnnounced, KeyReplaced};

const FIRST_LINE: &str = "fupan key announcement v1";

/// What the old key signs: three lines, each ended.
pub fn message(previous: &VerifierKey, next: &VerifierKey) -> String {
    format!("{FIRST_LINE}\n{previous}\n{next}\n")
}

/// One key hands over to the next, both under the name of the service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announcement {
    previous: VerifierKey,
    next: VerifierKey,
    signature: [u8; 64],
}

/// Why an announcement is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAnnounced {
    /// A key is none.
    #[error(transparent)]
    Key(#[from] NotAKey),
    /// A key is of another kind than those that sign for a log.
    #[error("{0} is no Ed25519 key of a log: expected the type 0x01")]
    Algorithm(String),
    /// The keys have different names.
    #[error("{next} is no key of {previous}: expected one under the same name")]
    OtherName {
        /// The name of the old key.
        previous: KeyName,
        /// The name of the new one.
        next: KeyName,
    },
    /// The signature is no signature.
    #[error("the signature is not 64 bytes in base64")]
    Form,
    /// The signature is not the old key's.
    #[error("the signature is not one of {0} over the announcement")]
    Signature(Box<VerifierKey>),
}

impl Announcement {
    /// An announcement from its parts, checked.
    ///
    /// # Errors
    /// When the old key has not signed it.
    pub fn new(
        previous: VerifierKey,
        next: VerifierKey,
        signature: [u8; 64],
    ) -> Result<Announcement, NotAnnounced> {
        for key in [&previous, &next] {
            if key.algorithm() != Algorithm::Ed25519 {
                return Err(NotAnnounced::Algorithm(key.to_string()));
            }
        }
        if previous.name() != next.name() {
            let (previous, next) = (previous.name().clone(), next.name().clone());
            return Err(NotAnnounced::OtherName { previous, next });
        }
        if !previous.signed(message(&previous, &next).as_bytes(), &signature) {
            return Err(NotAnnounced::Signature(Box::new(previous)));
        }
        Ok(Announcement {
            previous,
            next,
            signature,
        })
    }

    /// The announcement that a key makes of the next one.
    ///
    /// # Errors
    /// When they are not two keys of one log.
    pub fn make(previous: &SignerKey, next: &VerifierKey) -> Result<Announcement, NotAnnounced> {
        let old = previous.verifier().clone();
        let signature = previous.sign(message(&old, next).as_bytes());
        Announcement::new(old, next.clone(), signature)
    }

    /// Reads the data of an entry `key_announced`, and checks the signature.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn read(data: &KeyAnnounced) -> Result<Announcement, NotAnnounced> {
        let signature = STANDARD.decode(&data.signature).ok();
        let signature = signature.and_then(|bytes| bytes.try_into().ok());
        Announcement::new(
            data.previous.parse()?,
            data.key.parse()?,
            signature.ok_or(NotAnnounced::Form)?,
        )
    }

    /// The data of the entry that says so.
    pub fn data(&self) -> KeyAnnounced {
        KeyAnnounced {
            previous: self.previous.to_string(),
            key: self.next.to_string(),
            signature: STANDARD.encode(self.signature),
        }
    }

    /// The key that hands over.
    pub fn previous(&self) -> &VerifierKey {
        &self.previous
    }

    /// The key that takes over.
    pub fn next(&self) -> &VerifierKey {
        &self.next
    }

    /// The key that signs for a ledger after this, where `trusted` is the one that
    /// signed for it before; none where that is not the one that hands over. Keys
    /// for ledgers bear the ledger's origin, `<service>/<ledger>`, as their name.
    pub fn successor(&self, trusted: &VerifierKey) -> Option<VerifierKey> {
        let service = self.previous.name().as_str();
        let below = trusted.name().as_str().strip_prefix(service);
        let of_service = below.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        if !of_service || trusted.public() != self.previous.public() {
            return None;
        }
        VerifierKey::new(
            trusted.name().clone(),
            Algorithm::Ed25519,
            self.next.public(),
        )
    }
}

/// Another key signs from an entry on, and the one before did not hand over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// The keys that signed so far.
    pub previous: Vec<VerifierKey>,
    /// The key that signs from here on.
    pub next: VerifierKey,
    /// The last checkpoint that one of the old keys signed.
    pub last: SignedCheckpoint,
}

/// Why an entry that says so says nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotReplaced {
    /// A key is none.
    #[error(transparent)]
    Key(#[from] NotAKey),
    /// What the old key signed last is no signed checkpoint.
    #[error("what was signed last is no checkpoint: {0}")]
    Checkpoint(String),
    /// None of the old keys has signed it.
    #[error("the checkpoint that was signed last is signed by none of the keys before")]
    Unsigned,
}

impl Replacement {
    /// Reads the data of an entry `key_replaced`, and checks that one of the keys that
    /// it names as the old ones signed what it says that they signed last.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn read(data: &KeyReplaced) -> Result<Replacement, NotReplaced> {
        let previous = data.previous.iter().map(|key| key.parse());
        let previous: Vec<VerifierKey> = previous.collect::<Result<_, NotAKey>>()?;
        let next = data.key.parse()?;
        let last = SignedCheckpoint::read(data.checkpoint.as_bytes())
            .map_err(|e| NotReplaced::Checkpoint(e.to_string()))?;
        let signed = previous.iter().any(|key| last.signed_by(key));
        signed.then_some(()).ok_or(NotReplaced::Unsigned)?;
        Ok(Replacement {
            previous,
            next,
            last,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(name: &str, seed: u8) -> SignerKey {
        SignerKey::from_seed(name.parse().unwrap(), Algorithm::Ed25519, &[seed; 32])
    }

    #[test]
    fn whoever_trusts_the_old_key_comes_to_trust_the_new_one() {
        let (old, new) = (key("go.example", 1), key("go.example", 2));
        let made = Announcement::make(&old, new.verifier()).unwrap();
        let read = Announcement::read(&made.data()).unwrap();
        assert_eq!(read, made);
        let successor = read.successor(key("go.example/cup", 1).verifier());
        assert_eq!(
            successor.as_ref(),
            Some(key("go.example/cup", 2).verifier())
        );
        for other in [
            key("go.example/cup", 3),
            key("go.examples/cup", 1),
            key("other/cup", 1),
        ] {
            assert_eq!(read.successor(other.verifier()), None, "{other:?}");
        }
    }

    #[test]
    fn only_the_old_key_hands_over_and_only_under_its_name() {
        let (old, new) = (key("go.example", 1), key("go.example", 2));
        let mut data = Announcement::make(&old, new.verifier()).unwrap().data();
        data.key = key("go.example", 3).verifier().to_string();
        let refused = Announcement::read(&data).unwrap_err();
        assert!(matches!(refused, NotAnnounced::Signature(_)), "{refused}");
        let refused = Announcement::make(&old, key("else", 2).verifier()).unwrap_err();
        assert!(
            matches!(refused, NotAnnounced::OtherName { .. }),
            "{refused}"
        );
    }
}
