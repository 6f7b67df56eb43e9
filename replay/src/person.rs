//! Names of people, which stay beside the log: an entry carries only a salted
//! commitment, so a record can be erased on demand and the chain still
//! verifies (contract, section 4).

use crate::canonical;
use fupan_domain::{event::tournament::PersonDraft, ids::Sha256};
use serde::{Deserialize, Serialize};

/// What is kept of a person beside the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PersonRecord {
    /// The year of birth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub birth_year: Option<i32>,
    /// The name.
    pub name: String,
    /// 128 random bits in hex, without which the commitment could be guessed.
    pub salt: String,
}

impl PersonRecord {
    /// The record of a person, with 16 random bytes that the caller draws.
    pub fn new(person: PersonDraft, salt: [u8; 16]) -> PersonRecord {
        PersonRecord {
            birth_year: person.birth_year,
            name: person.name,
            salt: hex::encode(salt),
        }
    }

    /// The commitment: SHA-256 of the record's canonical form.
    ///
    /// # Errors
    /// Never for a record; the canonicaliser's own errors are handed on.
    pub fn commitment(&self) -> serde_json::Result<Sha256> {
        Ok(Sha256::of(canonical::text(self)?.as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commitment_is_the_hash_of_the_canonical_record() {
        let person = PersonDraft {
            name: "聂卫平".to_owned(),
            birth_year: Some(1952),
        };
        let record = PersonRecord::new(person, [0xab; 16]);
        let text = format!(
            r#"{{"birth_year":1952,"name":"聂卫平","salt":"{}"}}"#,
            "ab".repeat(16)
        );
        assert_eq!(canonical::text(&record).unwrap(), text);
        assert_eq!(record.commitment().unwrap(), Sha256::of(text.as_bytes()));
    }
}
