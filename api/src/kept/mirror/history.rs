//! Whether the service still has the history that a mirror keeps and holds, and where
//! it parts from it if not.

use super::{Mirror, unreadable};
use crate::{problem::Problem, remote::Wanted};
use fupan_replay::entry::BYTES_MAX;
use fupan_store::EventStore;

impl Mirror {
    /// Asks for the last entry that came: it must be there, and the same. What was held
    /// and is another by now is put aside: the next time it goes on from what is kept.
    ///
    /// # Errors
    /// When the service has another, or has lost it.
    pub fn check_last(&mut self) -> Result<(), Problem> {
        let Some(last) = self.held.next().checked_sub(1) else {
            return Ok(());
        };
        let there = match self.there(last) {
            Err(problem) if problem.code == "past_head" => {
                let detail = format!(
                    "the service has no entry {last} any more, which is kept here: an older copy was put in the ledger's place, or its end is lost"
                );
                return Err(Problem::new("rolled_back", detail));
            }
            answer => answer?,
        };
        if self.is_kept(last, &there)? {
            return Ok(());
        }
        let parts = self.parts_at(last)?;
        let kept = self.open.store.head();
        let here = if parts < kept.size {
            "that is kept here"
        } else {
            self.held.refuse(kept)?;
            "that it gave out before, which is held here and not signed for"
        };
        let detail = format!(
            "entry {parts} of the service is another than the one {here}, and so is what follows it"
        );
        Err(Problem {
            seq: Some(parts),
            ..Problem::new("two_histories", detail)
        })
    }

    /// The entry of a seq as the service has it.
    fn there(&self, seq: u64) -> Result<String, Problem> {
        let path = format!("/v1/ledgers/{}/entries/{seq}", self.followed.ledger);
        self.remote
            .get_within(&path, Wanted::Json, BYTES_MAX as u64)
    }

    fn is_kept(&self, seq: u64, there: &str) -> Result<bool, Problem> {
        let kept = self.open.store.entry(seq).map_err(|e| unreadable(&e))?;
        if let Some(kept) = kept {
            return Ok(*kept == *there.as_bytes());
        }
        let held = self.held.entry(seq)?;
        Ok(held.as_deref() == Some(there.as_bytes()))
    }

    /// The first entry at which the service's history is another, given one at which
    /// it is: each entry holds the one before it, so that all after the first are.
    fn parts_at(&self, differs: u64) -> Result<u64, Problem> {
        let (mut low, mut high) = (0, differs);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.is_kept(middle, &self.there(middle)?)? {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Ok(low)
    }
}
