//! A ledger with its log in memory, to which drafts are handed in as batches:
//! what a service does for each request, without store and network.

use fupan_domain::{
    ids::{EntryId, Sha256},
    tournament::KEEPER,
};
use fupan_replay::{
    draft::{Batch, Draft, DraftError, Proposal},
    drafts::Replayed,
    ledger::{Ledger, Refused},
    log::MemoryLog,
    sequencer::{Admit, Sequencer, Slot, StreamHead},
};
use serde_json::Value;
use std::collections::BTreeMap;

/// A ledger and its log.
#[derive(Clone, Debug)]
pub struct Desk {
    log: MemoryLog,
    ledger: Ledger,
}

/// What became of a batch that was stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    /// How many of its drafts are new entries.
    pub new: usize,
    /// How many were entries already.
    pub known: usize,
}

/// Why a batch was not stored.
#[derive(Debug, thiserror::Error)]
pub enum TurnedAway {
    /// A line is no draft.
    #[error(transparent)]
    Draft(#[from] DraftError),
    /// A draft can't become an entry.
    #[error(transparent)]
    Refused(#[from] Refused),
}

impl Default for Desk {
    fn default() -> Desk {
        Desk {
            log: MemoryLog::default(),
            ledger: Ledger::new(Sequencer::new("cup".parse().unwrap())),
        }
    }
}

impl Desk {
    /// Hands in a batch of drafts, one a line.
    ///
    /// # Errors
    /// Why nothing of it is stored.
    pub fn hand_in(&mut self, lines: &str) -> Result<Taken, TurnedAway> {
        let drafts = lines.lines().map(|line| Draft::read(line.as_bytes()));
        let drafts = drafts.collect::<Result<Vec<_>, _>>()?;
        let at = drafts[0].at;
        let size = self.log.entries().len();
        let proposals = drafts.into_iter().enumerate().map(|(index, draft)| {
            let mark = Sha256::of(format!("{size} {index}").as_bytes());
            let mut salt = [0; 16];
            salt.copy_from_slice(&mark.0[..16]);
            let id = uuid::Builder::from_custom_bytes(salt).into_uuid();
            Proposal::prepare(draft, EntryId(id), salt)
        });
        let batch = Batch {
            proposals: proposals.collect::<Result<Vec<_>, _>>()?,
            // Who has the data folder hands in for all.
            submitted_by: KEEPER.parse().expect("a slug"),
            seen_whole: None,
        };
        let slots = self.ledger.admit(&batch, at, &self.log)?;
        let all = slots.len();
        let mut new = 0;
        for slot in slots {
            if let Slot::New(sealed) = slot {
                self.log.push(sealed);
                new += 1;
            }
        }
        Ok(Taken {
            new,
            known: all - new,
        })
    }

    /// The same log, with a ledger that was opened from it just now and has
    /// kept nothing.
    pub fn reopened(&self) -> Desk {
        let mut streams = BTreeMap::new();
        for sealed in self.log.entries() {
            let head = StreamHead {
                version: sealed.version,
                hash: sealed.hash,
            };
            streams.insert(sealed.stream.clone(), head);
        }
        let name = self.ledger.name().clone();
        let sequencer = Sequencer::resume(name, self.ledger.head(), streams);
        Desk {
            log: self.log.clone(),
            ledger: Ledger::open(sequencer, &self.log).unwrap(),
        }
    }

    /// How many entries there are, and the hash of the last.
    pub fn head(&self) -> (u64, Sha256) {
        let head = self.ledger.head();
        (head.size, head.hash)
    }

    /// The whole as it is replayed.
    pub fn replayed(&self) -> Replayed {
        Replayed {
            log: self.log.clone(),
            ledger: self.ledger.clone(),
        }
    }

    /// Everything that it shows.
    pub fn view(&self) -> Value {
        serde_json::to_value(self.replayed().view().unwrap()).unwrap()
    }
}
