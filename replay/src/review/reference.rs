//! The group with which a player is compared: one side of one game each, listed
//! in a file. A review names it by the hash of that list, so that nobody can
//! choose another group once the figures are seen.

use crate::canonical;
use fupan_domain::{
    Colour,
    event::review::ReferenceNamed,
    ids::{GameId, Sha256},
};
use serde::{Deserialize, Serialize};

/// A member of a group: one side of one game of the tournament.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Member {
    /// The game.
    pub game: GameId,
    /// The side.
    pub colour: Colour,
}

/// A group to compare with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reference {
    /// What it is.
    pub name: String,
    /// Its members.
    pub members: Vec<Member>,
}

/// Why a file is not the group that a method names.
#[derive(Debug, thiserror::Error)]
pub enum ReferenceError {
    /// It is no group.
    #[error("is no reference group: {0}")]
    Shape(#[from] serde_json::Error),
    /// A member stands twice, or there are none.
    #[error("members: expected at least one, and each once")]
    Members,
    /// It has another number of members than the method says.
    #[error("it has {found} members: the method names {named}")]
    Count {
        /// What the method names.
        named: u32,
        /// How many the file has.
        found: u32,
    },
    /// It is another group.
    #[error("its members hash to {found}: the method names {named}")]
    Other {
        /// What the method names.
        named: Sha256,
        /// What the file comes to.
        found: Sha256,
    },
}

impl Reference {
    /// Reads a group: `{"name": …, "members": [{"game": …, "colour": …}]}`.
    ///
    /// # Errors
    /// When it is none.
    pub fn read(bytes: &[u8]) -> Result<Reference, ReferenceError> {
        let mut reference: Reference = serde_json::from_slice(bytes)?;
        let listed = reference.members.len();
        reference.members.sort();
        reference.members.dedup();
        if reference.members.is_empty() || reference.members.len() != listed {
            return Err(ReferenceError::Members);
        }
        Ok(reference)
    }

    /// How a method names it. The order in which members are listed is nothing to it.
    ///
    /// # Errors
    /// Never for a group that was read; the writer's own errors are handed on.
    pub fn named(&self) -> Result<ReferenceNamed, ReferenceError> {
        let mut members = self.members.clone();
        members.sort();
        let text = canonical::text(&members)?;
        Ok(ReferenceNamed {
            name: self.name.clone(),
            sha256: Sha256::of(text.as_bytes()),
            members: u32::try_from(members.len()).unwrap_or(u32::MAX),
        })
    }

    /// The group, if it is the one that is named.
    ///
    /// # Errors
    /// When it is another.
    pub fn is_the_one(self, named: &ReferenceNamed) -> Result<Reference, ReferenceError> {
        let own = self.named()?;
        let found = own.sha256;
        if found == named.sha256 && own.members == named.members {
            return Ok(self);
        }
        if found == named.sha256 {
            return Err(ReferenceError::Count {
                named: named.members,
                found: own.members,
            });
        }
        Err(ReferenceError::Other {
            named: named.sha256,
            found,
        })
    }
}
