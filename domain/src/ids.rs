//! Names of things: slugs for ledgers, players, officials, teams, games and
//! the like, UUIDs for entries, SHA-256 values for bytes. Not the names of
//! people, which stay beside the log.

use serde::{Deserialize, Deserializer, Serialize};
use std::{borrow::Borrow, fmt, str::FromStr};

/// A text that is no slug.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not an id: expected 2 to 63 of a-z, 0-9 and -, not beginning with -")]
pub struct NotASlug(pub String);

/// Whether `text` has the form `[a-z0-9][a-z0-9-]{1,62}` (contract, section 1).
pub fn is_slug(text: &str) -> bool {
    let bytes = text.as_bytes();
    (2..=63).contains(&bytes.len())
        && bytes[0] != b'-'
        && bytes
            .iter()
            .all(|b| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'-'))
}

macro_rules! slug {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => { $(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        pub struct $name(Box<str>);

        impl $name {
            /// The id as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl FromStr for $name {
            type Err = NotASlug;
            fn from_str(text: &str) -> Result<Self, NotASlug> {
                if is_slug(text) { Ok(Self(text.into())) } else { Err(NotASlug(text.to_owned())) }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                &self.0
            }
        }

        impl Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                crate::text::deserialize(d)
            }
        }
    )* };
}

slug! {
    /// The name of a ledger: one tournament's log, or one review's.
    LedgerName,
    /// A player of the tournament.
    PlayerId,
    /// An official: chief arbiter, arbiter, recorder, organiser and so on.
    OfficialId,
    /// A team.
    TeamId,
    /// A game; its stream is `game/<id>`.
    GameId,
    /// An appeal; its stream is `appeal/<id>`.
    AppealId,
    /// A match of two teams, or of two players over several games.
    MatchId,
    /// A ruling, sanction or appeal: what an `overturn` names. Unique in its ledger.
    RulingId,
    /// A lot.
    LotId,
    /// A clause of the event's own regulations, cited as `event:<id>`.
    ClauseId,
    /// Whoever hands in a draft or is named as its author, whatever the role.
    ActorId,
    /// A piece of evidence.
    EvidenceId,
}

impl ActorId {
    /// The same id read as an official's.
    pub fn as_official(&self) -> OfficialId {
        OfficialId(self.0.clone())
    }
}

/// The id of an entry, a UUID. Given by the caller to make a retry safe, else
/// made on acceptance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct EntryId(pub uuid::Uuid);

impl fmt::Display for EntryId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.hyphenated().fmt(f)
    }
}

impl FromStr for EntryId {
    type Err = uuid::Error;

    fn from_str(text: &str) -> Result<EntryId, uuid::Error> {
        text.parse().map(EntryId)
    }
}

/// A SHA-256 value; lower-case hex in JSON.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Sha256(pub [u8; 32]);

impl Sha256 {
    /// The value before the first entry of a chain: 64 zeros.
    pub const ZERO: Sha256 = Sha256([0; 32]);

    /// The hash of `bytes`.
    pub fn of(bytes: &[u8]) -> Self {
        use sha2::Digest;
        Sha256(sha2::Sha256::digest(bytes).into())
    }
}

impl fmt::Display for Sha256 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = [0; 64];
        let text = match hex::encode_to_slice(self.0, &mut text) {
            Ok(()) => std::str::from_utf8(&text).unwrap_or_default(),
            Err(_) => "",
        };
        f.write_str(text)
    }
}

impl fmt::Debug for Sha256 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is no SHA-256 value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a SHA-256 value: expected 64 of 0-9 and a-f")]
pub struct NotASha256(pub String);

impl FromStr for Sha256 {
    type Err = NotASha256;
    fn from_str(text: &str) -> Result<Self, NotASha256> {
        let (digits, rest) = text.as_bytes().as_chunks::<2>();
        let mut bytes = [0; 32];
        // What is no digit has a high bit, which is looked at once for all of them.
        let mut met = 0;
        for (byte, [high, low]) in bytes.iter_mut().zip(digits) {
            let (high, low) = (DIGITS[usize::from(*high)], DIGITS[usize::from(*low)]);
            met |= high | low;
            *byte = (high << 4) | (low & 0x0f);
        }
        if digits.len() == bytes.len() && rest.is_empty() && met < 16 {
            return Ok(Sha256(bytes));
        }
        Err(NotASha256(text.to_owned()))
    }
}

/// What each lower-case hex digit stands for; `NO_DIGIT` for any other byte. Every
/// entry carries two hashes, and a verifier reads millions of them.
const DIGITS: [u8; 256] = {
    let mut digits = [NO_DIGIT; 256];
    let mut value = 0;
    while value < 16 {
        digits[b"0123456789abcdef"[value as usize] as usize] = value;
        value += 1;
    }
    digits
};
const NO_DIGIT: u8 = 0x80;

crate::text::as_text!(Sha256);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slug_is_2_to_63_of_lower_case_digits_and_hyphens() {
        for good in ["p1", "r1-b1", "0a", &"a".repeat(63)] {
            assert!(good.parse::<PlayerId>().is_ok(), "{good}");
        }
        for bad in ["", "a", "-a", "A1", "a_b", "ä1", &"a".repeat(64)] {
            assert_eq!(bad.parse::<PlayerId>(), Err(NotASlug(bad.to_owned())));
        }
    }

    #[test]
    fn a_hash_is_lower_case_hex_both_ways() {
        let hash = Sha256::of(b"");
        assert_eq!(
            hash.to_string(),
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        );
        assert_eq!(hash.to_string().parse(), Ok(hash));
        assert!(hash.to_string().to_uppercase().parse::<Sha256>().is_err());
        assert!("00".parse::<Sha256>().is_err());
    }
}
