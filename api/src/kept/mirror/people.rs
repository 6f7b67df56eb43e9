//! The records of people that a mirror keeps: those to which the kept entries
//! commit, as long as no entry says that they were erased.

use super::{Mirror, unreadable};
use crate::{problem::Problem, remote::Wanted};
use fupan_domain::{
    event::{Event, LogEvent},
    ids::Sha256,
};
use fupan_replay::{fold::FoldEntry, person::PersonRecord};
use fupan_store::EventStore;
use std::collections::BTreeMap;

/// The most bytes of the record of a person: a name, a year and a salt.
const RECORD_BYTES: u64 = 4 << 10;
/// How many records may be given out beyond those of the entries that are here.
const RECORDS_MORE: u64 = 1000;

impl Mirror {
    /// Looks for the people to whom the kept entries commit.
    pub(super) fn find_people(&mut self) -> Result<(), Problem> {
        let common = self.open.store.common_entries(0);
        for bytes in common.map_err(|e| unreadable(&e))? {
            self.note_people(&bytes);
        }
        Ok(())
    }

    /// Takes note of the person to whom an entry commits, or of whom it says that the
    /// record was erased.
    pub(super) fn note_people(&mut self, bytes: &[u8]) {
        let name = b"\"person\":\"";
        if !bytes.windows(name.len()).any(|part| part == name) {
            return;
        }
        let read = FoldEntry::read(bytes).ok();
        let event =
            read.and_then(|entry| Some((entry.seq, entry.event(&entry.stream().ok()?).ok()?)));
        match event {
            Some((_, Event::Log(LogEvent::PersonErased(erased)))) => {
                if let Some((_, gone)) = self.people.get_mut(&erased.person) {
                    *gone = true;
                }
            }
            Some((seq, event)) => {
                if let Some(commitment) = event.commits_to() {
                    self.people.entry(commitment).or_insert((seq, false));
                    self.records = true;
                }
            }
            None => {}
        }
    }

    /// Takes the records of people to which the kept entries commit.
    ///
    /// # Errors
    /// When the service gives out one to which no entry commits: a name, a year or the
    /// salt is another.
    pub(super) fn take_records(&mut self) -> Result<(), Problem> {
        self.records = false;
        let missing = self.missing()?;
        if missing.is_empty() {
            self.without_people.clear();
            return Ok(());
        }
        let mut there = self.records()?;
        // Entries that are held commit to people whose records are not taken yet.
        let known = |commitment: &Sha256, mirror: &Mirror| {
            mirror.people.contains_key(commitment) || mirror.held.commits_to(commitment)
        };
        let all_known = there.keys().all(|commitment| known(commitment, self));
        let all_there = missing
            .iter()
            .all(|(commitment, _)| there.contains_key(commitment));
        if !all_known || !all_there {
            // Somebody may have been registered or erased in between.
            while self.take_page()? > 0 {}
        }
        if let Some(unknown) = there.keys().find(|commitment| !known(commitment, self)) {
            let detail = format!(
                "the service gives out the record of a person with the hash {unknown}, to which no entry commits: a name, a year of birth or the salt is another than was recorded"
            );
            return Err(Problem::new("person_differs", detail));
        }
        let mut without = Vec::new();
        for (commitment, seq) in missing {
            let erased = self
                .people
                .get(&commitment)
                .is_some_and(|(_, erased)| *erased);
            let erased = erased || self.held.erases(&commitment);
            match there.remove(&commitment).filter(|_| !erased) {
                Some(record) => {
                    let kept = self.open.store.keep_person(seq, record);
                    kept.map_err(|e| Problem::from(&e))?;
                }
                None if erased => {}
                None => without.push(seq),
            }
        }
        without.sort_unstable();
        self.without_people = without;
        Ok(())
    }

    /// The people whose records are not kept though no entry says that they were erased.
    fn missing(&self) -> Result<Vec<(Sha256, u64)>, Problem> {
        let mut missing = Vec::new();
        for (commitment, (seq, erased)) in &self.people {
            let kept = self.open.store.person(*commitment);
            if !erased && kept.map_err(|e| unreadable(&e))?.is_none() {
                missing.push((*commitment, *seq));
            }
        }
        Ok(missing)
    }

    /// The records of people that the service gives out.
    fn records(&self) -> Result<BTreeMap<Sha256, PersonRecord>, Problem> {
        let path = format!("/v1/ledgers/{}/people", self.followed.ledger);
        let most = (self.people.len() as u64 + RECORDS_MORE) * RECORD_BYTES;
        let mut people = BTreeMap::new();
        for line in self.remote.get_within(&path, Wanted::Lines, most)?.lines() {
            let record: PersonRecord = serde_json::from_str(line).map_err(|e| {
                Problem::new(
                    "person_differs",
                    format!("a record of a person is none: {e}"),
                )
            })?;
            let commitment = record.commitment().map_err(|e| Problem::internal(&e))?;
            people.insert(commitment, record);
        }
        Ok(people)
    }
}
