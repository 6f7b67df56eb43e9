//! What mirrors have confirmed: up to which entry each has a ledger durably on
//! another machine. Kept in memory alone: after a start each mirror confirms anew.

use crate::problem::Problem;
use fupan_domain::ids::{LedgerName, Sha256};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Instant,
};

/// How many mirrors a ledger may have.
const MIRRORS_MAX: usize = 32;
/// The longest name of one.
const NAME_BYTES: usize = 100;

/// What a mirror confirms.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Confirmation {
    /// The mirror's name.
    pub mirror: String,
    /// How many entries are durable there.
    pub size: u64,
    /// The hash of the last one.
    pub head: Sha256,
    /// How many of them the last checkpoint covers that it has checked.
    pub signed: u64,
}

/// What a mirror has confirmed, as it is shown.
#[derive(Clone, Debug, Serialize)]
pub struct MirrorView {
    /// The ledger.
    pub ledger: LedgerName,
    /// The mirror's name.
    pub mirror: String,
    /// How many entries it has.
    pub size: u64,
    /// How many of them a checkpoint covers that it has checked.
    pub signed: u64,
    /// How long ago it confirmed that, or confirmed it again, in seconds.
    pub seen_s_ago: u64,
}

#[derive(Clone, Copy, Debug)]
struct Confirmed {
    size: u64,
    signed: u64,
    at: Instant,
}

/// All that mirrors have confirmed.
#[derive(Debug, Default)]
pub struct Mirrors {
    confirmed: Mutex<BTreeMap<LedgerName, BTreeMap<String, Confirmed>>>,
}

impl Mirrors {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<LedgerName, BTreeMap<String, Confirmed>>> {
        self.confirmed
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes note of what a mirror confirms, after it was held against the ledger.
    ///
    /// # Errors
    /// When its name is none, or there are too many.
    pub fn confirm(&self, ledger: &LedgerName, confirmation: Confirmation) -> Result<(), Problem> {
        let Confirmation {
            mirror,
            size,
            signed,
            ..
        } = confirmation;
        if mirror.is_empty() || mirror.len() > NAME_BYTES || mirror.chars().any(char::is_control) {
            let detail = format!("mirror: expected a name of 1 to {NAME_BYTES} bytes");
            return Err(Problem::new("shape", detail));
        }
        let mut all = self.lock();
        let of_ledger = all.entry(ledger.clone()).or_default();
        if of_ledger.len() >= MIRRORS_MAX && !of_ledger.contains_key(&mirror) {
            let detail = format!("ledger {ledger} has {MIRRORS_MAX} mirrors already");
            return Err(Problem::new("busy", detail));
        }
        let at = Instant::now();
        of_ledger.insert(mirror, Confirmed { size, signed, at });
        Ok(())
    }

    /// What is confirmed of one ledger, or of all.
    pub fn list(&self, of: Option<&LedgerName>) -> Vec<MirrorView> {
        let all = self.lock();
        let ledgers = all
            .iter()
            .filter(|(ledger, _)| of.is_none_or(|of| of == *ledger));
        let each = ledgers.flat_map(|(ledger, mirrors)| {
            mirrors.iter().map(|(mirror, confirmed)| MirrorView {
                ledger: ledger.clone(),
                mirror: mirror.clone(),
                size: confirmed.size,
                signed: confirmed.signed,
                seen_s_ago: confirmed.at.elapsed().as_secs(),
            })
        });
        each.collect()
    }

    /// How many entries of a ledger at least one mirror has; none where it has no mirror.
    pub fn mirrored(&self, ledger: &LedgerName) -> Option<u64> {
        let all = self.lock();
        all.get(ledger)?
            .values()
            .map(|confirmed| confirmed.size)
            .max()
    }
}
