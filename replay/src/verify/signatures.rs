//! Whether a checkpoint is signed and witnessed by whom it should be, and what
//! the witnesses' times say of the entries. Whom to trust comes from whoever
//! asks, never from what is checked.

use super::{
    check::{Check, Findings, Where},
    examine::Header,
    roots::Roots,
};
use crate::proof::{
    announcement::{Announcement, NotAnnounced, Replacement},
    checkpoint::{Checkpoint, SignedCheckpoint, origin_of},
    key::VerifierKey,
    lineage::{Lineage, Stands},
    note::{Note, NoteSignature, SignatureFault},
    policy::Policy,
    tree::TreeState,
};
use fupan_domain::{
    Millis, Timestamp,
    event::log::{CheckpointWitnessed, KeyAnnounced, KeyReplaced},
    ids::LedgerName,
};

/// Whom the one who checks relies on.
#[derive(Clone, Debug, Default)]
pub struct Trust {
    /// Keys of the log: one of them must have signed. None: nothing is said of signatures.
    pub keys: Vec<VerifierKey>,
    /// Which witnesses are known, and how many must have cosigned.
    pub policy: Option<Policy>,
    /// Where the keys come from.
    pub whence: Whence,
}

/// Where the keys come from that are relied on: what a sound signature is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Whence {
    /// From outside of what is checked.
    #[default]
    Outside,
    /// They lie beside the ledger, in the same data folder.
    SameFolder,
    /// They are those by which the ledger was checked when it came.
    AsItCame,
}

impl Whence {
    /// What a signature was held against, in words that follow "held against".
    pub fn describes(self) -> &'static str {
        match self {
            Whence::Outside => "what was handed in to trust",
            Whence::SameFolder => {
                "the keys of this data folder, which so vouches for itself: --key names one from outside"
            }
            Whence::AsItCame => "the keys by which the ledger was checked when it came",
        }
    }
}

impl Trust {
    /// Those keys, from outside of what is checked, and no witnesses.
    pub fn of_keys(keys: Vec<VerifierKey>) -> Trust {
        Trust {
            keys,
            ..Trust::default()
        }
    }

    /// The keys of the log, those of the policy included.
    fn log_keys(&self) -> impl Iterator<Item = &VerifierKey> {
        let of_policy = self.policy.iter().flat_map(Policy::logs);
        self.keys.iter().chain(of_policy.map(|log| &log.key))
    }
}

/// What is known of times so far.
#[derive(Debug)]
pub(super) struct Witnesses {
    trust: Trust,
    /// What the log says of the keys that sign for it.
    lineage: Lineage,
    skew: Millis,
    /// What comes now is later than this: the seq of the entry that quotes it.
    not_before: Option<(Timestamp, u64)>,
}

impl Witnesses {
    pub fn new(trust: Trust, skew: Millis) -> Witnesses {
        Witnesses {
            trust,
            lineage: Lineage::default(),
            skew,
            not_before: None,
        }
    }

    /// Where the keys come from that are relied on.
    pub fn whence(&self) -> Whence {
        self.trust.whence
    }

    /// An entry that announces a key: it signs from here on, if the one before it
    /// has signed the announcement and is the one that signed so far.
    pub fn check_announced(
        &mut self,
        header: &Header,
        announced: &KeyAnnounced,
        findings: &mut Findings,
    ) {
        findings.made(Check::Keys);
        let at = Where {
            seq: header.seq,
            entry: Some(header.id),
        };
        let seq = header.seq;
        let announced = match Announcement::read(announced) {
            Ok(announced) => announced,
            Err(NotAnnounced::Signature(previous)) => {
                let sentence = format!(
                    "Entry {seq} announces the key {}, which the key before it, {previous}, did not sign.",
                    announced.key
                );
                findings.broken(Check::Keys, "key_not_announced", at, sentence);
                return;
            }
            Err(error) => {
                let sentence = format!("Entry {seq} announces a key that can't be one: {error}.");
                findings.broken(Check::Keys, "key_unreadable", at, sentence);
                return;
            }
        };
        if let Err(error) = self.lineage.announce(seq, &announced) {
            let sentence = format!(
                "Entry {seq} announces the key {}, and nobody comes to rely on it by that: {error}.",
                announced.next()
            );
            findings.broken(Check::Keys, "key_not_announced", at, sentence);
        }
    }

    /// An entry that says that a key is lost and another one signs. Nobody comes to rely
    /// on the new one by it; but what the old one signed last must be of this ledger.
    pub fn check_replaced(
        &mut self,
        header: &Header,
        replaced: &KeyReplaced,
        roots: &Roots,
        findings: &mut Findings,
    ) {
        findings.made(Check::Keys);
        let at = Where {
            seq: header.seq,
            entry: Some(header.id),
        };
        let seq = header.seq;
        let read = Replacement::read(replaced).map_err(|error| error.to_string());
        let taken = read.and_then(|replaced| {
            let taken = self.lineage.replace(seq, &replaced);
            taken.map(|()| replaced).map_err(|error| error.to_string())
        });
        let Replacement { next, last, .. } = match taken {
            Ok(replaced) => replaced,
            Err(error) => {
                let sentence = format!("Entry {seq} replaces a key, which can't be: {error}.");
                findings.broken(Check::Keys, "key_unreadable", at, sentence);
                return;
            }
        };
        let state = last.checkpoint().state;
        check_quoted_state(at, state, roots, findings);
        let sentence = format!(
            "From entry {seq} on the key {next} signs, to which the one before did not hand over ({}). The old one signed for \
             the first {} entries. Ask whoever runs the service, by another way, whether the new key is theirs.",
            replaced.reason, state.size
        );
        findings.remark(Check::Keys, "key_replaced", at, sentence);
    }

    /// An entry is not older than what an earlier one quotes.
    pub fn check_recorded(&self, header: &Header, findings: &mut Findings) {
        let Some((time, quoted)) = self.not_before else {
            return;
        };
        if header.recorded_at.plus(self.skew) < time {
            let sentence = format!(
                "Entry {} says that it was accepted at {}, but entry {quoted}, before it, quotes witnesses of {time}: \
                 its time was put back.",
                header.seq, header.recorded_at
            );
            let at = Where {
                seq: header.seq,
                entry: Some(header.id),
            };
            findings.broken(Check::WitnessTimes, "before_witnesses", at, sentence);
        }
    }

    /// An entry that quotes a checkpoint and those who cosigned it.
    pub fn check_quoted(
        &mut self,
        header: &Header,
        quoted: &CheckpointWitnessed,
        roots: &Roots,
        findings: &mut Findings,
    ) {
        let at = Where {
            seq: header.seq,
            entry: Some(header.id),
        };
        let seq = header.seq;
        let state = TreeState {
            size: quoted.size,
            root: quoted.root,
        };
        check_quoted_state(at, state, roots, findings);
        let Ok(origin) = quoted.origin.parse() else {
            return;
        };
        let mut note = Note::of_checkpoint(Checkpoint::new(&origin, state).to_string());
        for line in &quoted.cosignatures {
            if let Ok(signature) = line.parse::<NoteSignature>() {
                note.add(signature);
            }
        }
        for (time, name) in self.times(&note, at, findings) {
            self.check_covered(quoted.size, time, &name, roots, findings);
            let later = self.not_before.is_none_or(|(before, _)| before < time);
            if later {
                self.not_before = Some((time, seq));
            }
        }
    }

    /// The times of the known witnesses who cosigned a note.
    fn times(&self, note: &Note, at: Where, findings: &mut Findings) -> Vec<(Timestamp, String)> {
        let mut times = Vec::new();
        let witnesses = self.trust.policy.iter().flat_map(Policy::witnesses);
        for witness in witnesses {
            match note.verify(&witness.key) {
                Ok(signed) => {
                    findings.made(Check::WitnessTimes);
                    let ms = i64::try_from(signed.time.unwrap_or(0))
                        .unwrap_or(i64::MAX)
                        .saturating_mul(1000);
                    let time = Timestamp::from_unix_ms(ms);
                    times.extend(time.map(|time| (time, witness.key.name().to_string())));
                }
                Err(fault) if fault.is_missing() => {}
                Err(fault) => {
                    let sentence = format!("A cosignature proves nothing: {fault}.");
                    findings.broken(Check::Witnessed, code_of(&fault), at, sentence);
                }
            }
        }
        times
    }

    /// What a cosigned checkpoint covers was recorded before its witness's time.
    fn check_covered(
        &self,
        size: u64,
        time: Timestamp,
        witness: &str,
        roots: &Roots,
        findings: &mut Findings,
    ) {
        if size <= roots.first() {
            // It covers nothing that is here.
            return;
        }
        findings.made(Check::WitnessTimes);
        // A witness tells whole seconds, cut off.
        let latest = time.plus(self.skew).plus(Millis(999));
        if let Some((seq, recorded_at)) = roots.recorded_after(latest, size) {
            let sentence = format!(
                "Entry {seq} says that it was accepted at {recorded_at}, but {witness} cosigned a checkpoint that covers it at {time}: \
                 its time was put forward."
            );
            let at = Where { seq, entry: None };
            findings.broken(Check::WitnessTimes, "after_witnesses", at, sentence);
        }
    }

    /// A checkpoint is one of this ledger and signed by whom it should be; the
    /// newest one also witnessed by as many as are asked for.
    pub fn check_checkpoint(
        &self,
        signed: &SignedCheckpoint,
        newest: bool,
        ledger: &LedgerName,
        roots: &Roots,
        findings: &mut Findings,
    ) {
        let checkpoint = signed.checkpoint();
        findings.made(Check::Origin);
        let whole = at(0);
        if !checkpoint.extensions().is_empty() {
            let sentence = format!(
                "The checkpoint has {} lines after its root, which nobody could audit: expected exactly three lines.",
                checkpoint.extensions().len()
            );
            findings.broken(Check::Origin, "extended", whole, sentence);
        }
        self.check_origin(checkpoint.origin(), ledger, findings);
        self.check_signed(signed, newest, findings);
        if newest {
            self.check_announcers(checkpoint.origin(), findings);
            self.check_witnessed(signed, findings);
        }
        let state = checkpoint.state;
        for (time, name) in self.times(signed.note(), whole, findings) {
            self.check_covered(state.size, time, &name, roots, findings);
        }
    }

    /// A checkpoint's first line is `<service>/<ledger>`, of this ledger and, where a
    /// key is trusted, of the service whose key that is.
    fn check_origin(&self, origin: &str, ledger: &LedgerName, findings: &mut Findings) {
        let whole = at(0);
        if origin_of(origin).is_none_or(|(_, name)| name != ledger.as_str()) {
            let sentence =
                format!("The checkpoint is one of {origin:?}, not of a ledger {ledger}.");
            findings.broken(Check::Origin, "other_origin", whole, sentence);
            return;
        }
        let mut keys = self.trust.log_keys().peekable();
        let Some(first) = keys.peek().map(|key| key.name().clone()) else {
            return;
        };
        if !keys.any(|key| key.as_named_for(origin).is_some()) {
            let sentence = format!(
                "The checkpoint is one of {origin:?}, which is no ledger of the service whose key is trusted, {first}."
            );
            findings.broken(Check::Origin, "other_origin", whole, sentence);
        }
    }

    /// The keys that were announced are keys of the service whose ledger it is.
    fn check_announcers(&self, origin: &str, findings: &mut Findings) {
        if let Some((seq, key)) = self.lineage.of_another(origin) {
            let sentence = format!(
                "Entry {seq} announces the key {key}, which is none of the service whose ledger is {origin:?}."
            );
            findings.broken(Check::Keys, "key_not_announced", at(seq), sentence);
        }
    }

    /// It is signed by a key that is trusted, or by one to which that handed over, and
    /// which signs for a ledger of that size.
    fn check_signed(&self, signed: &SignedCheckpoint, newest: bool, findings: &mut Findings) {
        let (origin, size) = (signed.checkpoint().origin(), signed.checkpoint().size());
        let mut worst: Option<SignatureFault> = None;
        let mut sound = false;
        let mut untimely = None;
        let trusted = self.trust.log_keys();
        for stands in trusted.flat_map(|key| self.lineage.stands(key, size, newest)) {
            findings.made(Check::Signed);
            // A service's key signs for each of its ledgers under the ledger's own name.
            let named = |key: VerifierKey| key.as_named_for(origin).unwrap_or(key);
            let key = match stands {
                Stands::Signs(key) => named(key),
                Stands::Retired(key, entry) | Stands::NotYet(key, entry) => {
                    let key = named(key);
                    if signed.note().verify(&key).is_ok() {
                        untimely = Some((key, entry));
                    }
                    continue;
                }
            };
            match signed.note().verify(&key) {
                Ok(_) => sound = true,
                Err(fault) => {
                    if worst.as_ref().is_none_or(SignatureFault::is_missing) {
                        worst = Some(fault);
                    }
                }
            }
        }
        if let Some((key, entry)) = untimely.filter(|_| !sound) {
            let sentence = format!(
                "The checkpoint of {size} entries is signed by the key {key}, which does not sign for them: \
                 entry {entry} says from where on which key does."
            );
            findings.broken(Check::Signed, "key_not_in_turn", at(entry), sentence);
            return;
        }
        // Beside a sound signature, one by a key that didn't sign is no fault; a false one is.
        if let Some(fault) = worst.filter(|fault| !sound || !fault.is_missing()) {
            let sentence = format!("The checkpoint is not signed as it should be: {fault}.");
            findings.broken(Check::Signed, code_of(&fault), at(0), sentence);
        }
    }

    fn check_witnessed(&self, signed: &SignedCheckpoint, findings: &mut Findings) {
        let Some(policy) = &self.trust.policy else {
            return;
        };
        let evaluation = policy.evaluate(signed.note());
        if policy.witnesses().is_empty() && evaluation.witnessed {
            return;
        }
        findings.made(Check::Witnessed);
        if !evaluation.witnessed {
            let sentence = format!(
                "{} of {} known witnesses cosigned the checkpoint, which is fewer than are asked for: \
                 others may have been shown another history.",
                evaluation.witnesses.len(),
                policy.witnesses().len()
            );
            findings.broken(Check::Witnessed, "witnesses_too_few", at(0), sentence);
        }
    }
}

/// An entry quotes a state of the tree that it went through.
fn check_quoted_state(at: Where, quoted: TreeState, roots: &Roots, findings: &mut Findings) {
    let (seq, size) = (at.seq, quoted.size);
    match roots.root_at(size) {
        Some(root) if root == quoted.root => findings.made(Check::EarlierRoots),
        Some(_) => {
            let sentence = format!(
                "Entry {seq} quotes a checkpoint of {size} entries that was signed over others than those here."
            );
            findings.broken(Check::EarlierRoots, "other_history", at, sentence);
        }
        None if size > roots.size() => {
            let sentence = format!(
                "Entry {seq} quotes a checkpoint of {size} entries, more than stand before it."
            );
            findings.broken(Check::EarlierRoots, "quoted_beyond", at, sentence);
        }
        None => {
            let sentence = format!(
                "Entry {seq} quotes a checkpoint of {size} entries; those here begin with entry {}, so that it can't be held against them.",
                roots.first()
            );
            findings.note("quoted_before", at, sentence);
        }
    }
}

/// The stable name of a fault of a signature.
pub(super) fn code_of(fault: &SignatureFault) -> &'static str {
    match fault {
        SignatureFault::Missing { .. } => "signature_missing",
        SignatureFault::OtherId { .. } => "signature_other_key",
        SignatureFault::Doubled { .. } => "signature_doubled",
        SignatureFault::Length { .. } => "signature_cut",
        SignatureFault::Time { .. } => "signature_time",
        SignatureFault::Wrong { .. } => "signature_false",
    }
}

fn at(seq: u64) -> Where {
    Where { seq, entry: None }
}
