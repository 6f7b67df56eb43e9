//! Which key signs for a ledger at which size: keys hand over to one another in
//! the log itself (`key_announced`), or one that is lost is replaced
//! (`key_replaced`). A key signs until the entry that hands over is covered, and
//! the next one from there on. Whom to trust is for whoever asks.

use super::{
    announcement::{Announcement, Replacement},
    key::{Algorithm, VerifierKey},
};
use fupan_domain::event::LogEvent;

/// The most keys that one ledger goes through: far more than any that is kept well.
const KEYS_MAX: usize = 1 << 10;

/// A key with the sizes of the ledger for which it signs.
#[derive(Clone, Debug)]
struct Tenure {
    /// Under the name of the service, or as the log names it.
    key: VerifierKey,
    /// The smallest size.
    from: u64,
    /// The largest size, once another one has taken over.
    until: Option<u64>,
    /// Whether the key before it handed over.
    handed: bool,
    /// The seq of the entry by which it came.
    entry: Option<u64>,
}

/// The keys that a log tells of, in the order in which they signed.
#[derive(Clone, Debug, Default)]
pub struct Lineage {
    tenures: Vec<Tenure>,
}

/// Why an announcement does not continue what stands before it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotInLine {
    /// The key that hands over has done so before.
    #[error("the key {key} had handed over already, in entry {entry}")]
    Retired {
        /// That key.
        key: Box<VerifierKey>,
        /// The entry by which the next one came.
        entry: u64,
    },
    /// Another key signs at that time.
    #[error("the key {found} announces, while {signing} signs")]
    NotSigning {
        /// The key that announces.
        found: Box<VerifierKey>,
        /// The key that signs.
        signing: Box<VerifierKey>,
    },
    /// The next key has signed before.
    #[error("the key {0} has signed for the ledger before")]
    Again(Box<VerifierKey>),
    /// More keys than any ledger has.
    #[error("more than {KEYS_MAX} keys")]
    TooMany,
}

/// What becomes of a key that is trusted at a size of the ledger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stands {
    /// It signs for that size, or handed over to one that does.
    Signs(VerifierKey),
    /// It signed before: the seq of the entry by which the next one came.
    Retired(VerifierKey, u64),
    /// It signs later: the seq of the entry by which it came.
    NotYet(VerifierKey, u64),
}

impl Stands {
    /// The key, whether or not it signs at that size.
    pub fn key(self) -> VerifierKey {
        match self {
            Stands::Signs(key) | Stands::Retired(key, _) | Stands::NotYet(key, _) => key,
        }
    }
}

impl Lineage {
    /// Takes what an entry of stream `log` says of the ledger's keys. What does not
    /// continue what stands before it is passed over here, and named by the audit.
    pub fn follow(&mut self, seq: u64, event: &LogEvent) {
        let _passed_over = match event {
            LogEvent::KeyAnnounced(announced) => Announcement::read(announced)
                .is_ok_and(|announced| self.announce(seq, &announced).is_ok()),
            LogEvent::KeyReplaced(replaced) => Replacement::read(replaced)
                .is_ok_and(|replaced| self.replace(seq, &replaced).is_ok()),
            _ => false,
        };
    }

    /// Takes an announcement that the old key has signed. `seq`: of its entry.
    ///
    /// # Errors
    /// When it does not continue what stands before it; then nothing is taken.
    pub fn announce(&mut self, seq: u64, announced: &Announcement) -> Result<(), NotInLine> {
        let (previous, next) = (announced.previous(), announced.next());
        let place = self.place(previous);
        if let (Some(tip), true) = (self.tenures.last(), place != self.last()) {
            let retired = place.and_then(|at| self.tenures.get(at + 1)?.entry);
            return Err(match retired {
                Some(entry) => NotInLine::Retired {
                    key: Box::new(previous.clone()),
                    entry,
                },
                None => NotInLine::NotSigning {
                    found: Box::new(previous.clone()),
                    signing: Box::new(tip.key.clone()),
                },
            });
        }
        if previous.public() == next.public() || self.place(next).is_some() {
            return Err(NotInLine::Again(Box::new(next.clone())));
        }
        if self.tenures.len() >= KEYS_MAX {
            return Err(NotInLine::TooMany);
        }
        match self.tenures.last_mut() {
            Some(tip) => tip.until = Some(seq),
            None => self.tenures.push(Tenure {
                key: previous.clone(),
                from: 0,
                until: Some(seq),
                handed: false,
                entry: None,
            }),
        }
        self.come(seq, next, true);
        Ok(())
    }

    /// Takes a replacement: the keys before sign no longer, and none handed over.
    ///
    /// # Errors
    /// When there are too many keys; then nothing is taken.
    pub fn replace(&mut self, seq: u64, replaced: &Replacement) -> Result<(), NotInLine> {
        if self.tenures.len() + replaced.previous.len() >= KEYS_MAX {
            return Err(NotInLine::TooMany);
        }
        for key in &replaced.previous {
            if self.place(key).is_none() {
                self.tenures.push(Tenure {
                    key: key.clone(),
                    from: 0,
                    until: None,
                    handed: false,
                    entry: None,
                });
            }
        }
        for tenure in &mut self.tenures {
            tenure.until.get_or_insert(seq);
        }
        self.come(seq, &replaced.next, false);
        Ok(())
    }

    fn come(&mut self, seq: u64, key: &VerifierKey, handed: bool) {
        self.tenures.push(Tenure {
            key: key.clone(),
            from: seq.saturating_add(1),
            until: None,
            handed,
            entry: Some(seq),
        });
    }

    fn last(&self) -> Option<usize> {
        self.tenures.len().checked_sub(1)
    }

    fn place(&self, key: &VerifierKey) -> Option<usize> {
        let same = |tenure: &Tenure| tenure.key.public() == key.public();
        self.tenures.iter().rposition(same)
    }

    /// What a trusted key comes to at a size: the keys that may have signed by way of
    /// it, and those of them that may not at that size. A key of which the log says
    /// nothing signs always. `newest`: nobody comes to rely on the key before by one
    /// that it announced; what that one signed earlier is another matter.
    pub fn stands(&self, trusted: &VerifierKey, size: u64, newest: bool) -> Vec<Stands> {
        let under = |key: &VerifierKey| {
            VerifierKey::new(trusted.name().clone(), Algorithm::Ed25519, key.public())
        };
        let place = self.place(trusted);
        let Some(place) = place.filter(|at| is_one_service(trusted, &self.tenures[*at].key)) else {
            return vec![Stands::Signs(trusted.clone())];
        };
        let after = self.tenures[place + 1..].iter();
        let after = after.take_while(|tenure| tenure.handed).count();
        let before = self.tenures[..=place].iter().rev();
        let before = before.take_while(|tenure| tenure.handed).count();
        let before = if newest { 0 } else { before };
        let mut stands = Vec::new();
        for at in place - before..=place + after {
            let tenure = &self.tenures[at];
            let Some(key) = under(&tenure.key) else {
                continue;
            };
            let next = self.tenures[at + 1..].iter().find_map(|next| next.entry);
            stands.push(match (tenure.until, tenure.entry, next) {
                (Some(until), _, Some(next)) if size > until => Stands::Retired(key, next),
                (_, Some(entry), _) if size < tenure.from => Stands::NotYet(key, entry),
                _ => Stands::Signs(key),
            });
        }
        stands
    }

    /// The first announcement since the last replacement whose keys are not those of
    /// the service whose ledger has that origin: the seq of its entry.
    pub fn of_another(&self, origin: &str) -> Option<(u64, &VerifierKey)> {
        let since = self.tenures.iter().rev();
        let handed = since.take_while(|tenure| tenure.handed);
        let other = |tenure: &&Tenure| tenure.key.as_named_for(origin).is_none();
        let found = handed.filter(other).last()?;
        Some((found.entry?, &found.key))
    }
}

/// Whether a key is of the service under whose name the other stands, by its own
/// name or that of one of its ledgers.
fn is_one_service(trusted: &VerifierKey, named: &VerifierKey) -> bool {
    let (trusted, named) = (trusted.name().as_str(), named.name().as_str());
    let below = |whole: &str, part: &str| {
        let rest = whole.strip_prefix(part);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    below(trusted, named) || below(named, trusted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::key::SignerKey;

    fn key(name: &str, seed: u8) -> SignerKey {
        SignerKey::from_seed(name.parse().unwrap(), Algorithm::Ed25519, &[seed; 32])
    }

    fn announced(from: u8, to: u8) -> Announcement {
        let next = key("go.example", to);
        Announcement::make(&key("go.example", from), next.verifier()).unwrap()
    }

    /// The seeds of the keys that may sign by way of one that is trusted.
    fn signing(lineage: &Lineage, trusted: u8, size: u64, newest: bool) -> Vec<u8> {
        let stands = lineage.stands(key("go.example/cup", trusted).verifier(), size, newest);
        let signs = stands.into_iter().filter_map(|stands| match stands {
            Stands::Signs(key) => Some(key),
            _ => None,
        });
        let seed = |found: VerifierKey| {
            (1..9).find(|seed| key("go.example/cup", *seed).verifier() == &found)
        };
        signs.filter_map(seed).collect()
    }

    #[test]
    fn a_key_signs_until_the_entry_that_hands_over_and_the_next_one_from_there_on() {
        let mut lineage = Lineage::default();
        lineage.announce(10, &announced(1, 2)).unwrap();
        lineage.announce(20, &announced(2, 3)).unwrap();
        for (trusted, size, newest, signs) in [
            (1, 10, true, 1),
            (1, 11, true, 2),
            (1, 20, true, 2),
            (1, 21, true, 3),
            (3, 21, true, 3),
            (3, 15, false, 2),
            (3, 5, false, 1),
        ] {
            let found = signing(&lineage, trusted, size, newest);
            assert_eq!(found, [signs], "{trusted} at {size}");
        }
        // Nobody comes to rely on what stands last by a key that came after it.
        assert!(signing(&lineage, 3, 5, true).is_empty());
        // Of a key that the log doesn't know it says nothing.
        assert_eq!(signing(&lineage, 7, 5, true), [7]);
    }

    #[test]
    fn a_key_hands_over_once_and_only_while_it_signs() {
        let mut lineage = Lineage::default();
        lineage.announce(10, &announced(1, 2)).unwrap();
        for (from, to) in [(1, 3), (4, 3), (2, 1), (2, 2)] {
            let refused = lineage.announce(12, &announced(from, to));
            assert!(refused.is_err(), "{from} to {to}");
        }
        lineage.announce(12, &announced(2, 3)).unwrap();
    }

    #[test]
    fn an_announcement_is_one_of_the_service_whose_ledger_it_is() {
        let mut lineage = Lineage::default();
        lineage.announce(10, &announced(1, 2)).unwrap();
        assert!(lineage.of_another("go.example/cup").is_none());
        let (entry, _) = lineage.of_another("other.example/cup").unwrap();
        assert_eq!(entry, 10);
    }
}
