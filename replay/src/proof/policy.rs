//! C2SP tlog-policy: whose signature and how many witnesses' cosignatures make
//! a checkpoint one to rely on. It comes from whoever relies, never from what
//! is checked. Names in it mean nothing outside of it.

use super::{
    key::{Algorithm, KeyName, NotAKey, VerifierKey},
    note::{Note, SignatureFault},
};
use std::collections::{BTreeMap, BTreeSet};

/// The longest policy that is read, in bytes.
pub const BYTES_MAX: usize = 1 << 20;

/// What a checkpoint needs.
#[derive(Clone, Debug)]
pub struct Policy {
    logs: Vec<LogLine>,
    witnesses: Vec<WitnessLine>,
    /// Witnesses and groups in the order in which they are defined.
    members: Vec<Member>,
    quorum: Quorum,
}

/// A log that is relied on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// Its key, whose name is its origin.
    pub key: VerifierKey,
    /// Where it can be read.
    pub url: Option<Vec<u8>>,
}

/// A witness that is relied on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WitnessLine {
    /// What the policy calls it.
    pub name: Vec<u8>,
    /// Its key.
    pub key: VerifierKey,
    /// Where it can be asked.
    pub url: Option<Vec<u8>>,
}

#[derive(Clone, Debug)]
enum Member {
    Witness(usize),
    Group { threshold: usize, of: Vec<usize> },
}

/// A text that is no policy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the policy: {fault}")]
pub struct NotAPolicy {
    /// Which line, from 1; past the last one where something is missing.
    pub line: usize,
    /// What is wrong there.
    pub fault: PolicyFault,
}

/// What is wrong with a line of a policy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PolicyFault {
    /// The text is longer than is read.
    #[error("more than {BYTES_MAX} bytes")]
    TooLong,
    /// The last line is cut off.
    #[error("no line feed at its end")]
    CutOff,
    /// A control character.
    #[error("a control character: expected none but tabs")]
    Control,
    /// Not a line of one of the four forms.
    #[error(
        "expected log <vkey> [<url>], witness <name> <vkey> [<url>], group <name> <any, all or k> <members> or quorum <name>"
    )]
    Form,
    /// No key.
    #[error(transparent)]
    Key(#[from] NotAKey),
    /// A key of a kind that logs, or witnesses, don't sign with.
    #[error("a key of the type {found:#04x}: expected {expected:#04x}")]
    Algorithm {
        /// Its type.
        found: u8,
        /// The type that is due.
        expected: u8,
    },
    /// The same key a second time, under whatever name.
    #[error("the same public key as before: each may be named once")]
    KeyTwice,
    /// The same name a second time, or `none`.
    #[error("the name {0:?} is taken")]
    NameTaken(String),
    /// A name that no line before defines.
    #[error("{0:?} is not defined before this line")]
    Undefined(String),
    /// A member that is in a group already.
    #[error("{0:?} is a member of a group already")]
    MemberTwice(String),
    /// A threshold that no group can have.
    #[error("{0:?} of {1}: expected any, all, or a number from 1 to {1}")]
    Threshold(String, usize),
    /// More than one quorum.
    #[error("a second quorum")]
    QuorumTwice,
    /// No quorum at all.
    #[error("no quorum: expected exactly one, or quorum none")]
    NoQuorum,
}

/// What a checkpoint's signatures come to under a policy.
#[derive(Clone, Debug)]
pub struct Evaluation<'a> {
    /// The logs of the policy that signed it.
    pub logs: Vec<&'a LogLine>,
    /// The witnesses that cosigned it, with their times in seconds since 1970.
    pub witnesses: Vec<(&'a WitnessLine, u64)>,
    /// What stands under it in the name of a key of the policy and is wrong.
    pub faults: Vec<SignatureFault>,
    /// Whether a log signed it, or the policy names none.
    pub signed: bool,
    /// Whether the quorum is met.
    pub witnessed: bool,
}

impl Evaluation<'_> {
    /// Whether the checkpoint is one to rely on: signed, witnessed, and nothing
    /// wrong under it (signed-note, "If a signature from a known key fails to
    /// verify, clients SHOULD reject the whole note").
    pub fn holds(&self) -> bool {
        self.signed && self.witnessed && self.faults.is_empty()
    }
}

impl Policy {
    /// A policy of some logs' keys and some witnesses' keys, of which `quorum`
    /// must have cosigned. A key that is named twice counts once, whatever its
    /// names; then a quorum may be out of reach, which evaluation shows.
    pub fn of_keys(
        logs: impl IntoIterator<Item = VerifierKey>,
        witnesses: impl IntoIterator<Item = VerifierKey>,
        quorum: usize,
    ) -> Policy {
        let mut keys = BTreeSet::new();
        let mut once = |key: &VerifierKey| keys.insert(*key.public());
        let logs: Vec<_> = logs.into_iter().filter(&mut once).collect();
        let mut keys = BTreeSet::new();
        let mut once = |key: &VerifierKey| keys.insert(*key.public());
        let witnesses: Vec<_> = witnesses.into_iter().filter(&mut once).collect();
        let of: Vec<usize> = (0..witnesses.len()).collect();
        let mut members: Vec<Member> = of.iter().map(|n| Member::Witness(*n)).collect();
        let group = members.len();
        members.push(Member::Group {
            threshold: quorum,
            of,
        });
        Policy {
            logs: logs
                .into_iter()
                .map(|key| LogLine { key, url: None })
                .collect(),
            witnesses: witnesses
                .into_iter()
                .map(|key| WitnessLine {
                    name: key.name().as_str().as_bytes().to_vec(),
                    key,
                    url: None,
                })
                .collect(),
            members,
            quorum: match quorum {
                0 => Quorum::Nobody,
                _ => Quorum::Member(group),
            },
        }
    }

    /// Reads a policy.
    ///
    /// # Errors
    /// The first line that is none of a policy, and why.
    pub fn read(bytes: &[u8]) -> Result<Policy, NotAPolicy> {
        let at = |line: usize| move |fault| NotAPolicy { line, fault };
        if bytes.len() > BYTES_MAX {
            return Err(at(1)(PolicyFault::TooLong));
        }
        let mut reading = Reading::default();
        let mut lines = 0;
        for line in bytes.split_inclusive(|b| *b == b'\n') {
            lines += 1;
            reading.line(line).map_err(at(lines))?;
        }
        let Reading {
            logs,
            witnesses,
            members,
            quorum,
            ..
        } = reading;
        let quorum = quorum.ok_or_else(|| at(lines + 1)(PolicyFault::NoQuorum))?;
        Ok(Policy {
            logs,
            witnesses,
            members,
            quorum,
        })
    }

    /// The logs that are relied on.
    pub fn logs(&self) -> &[LogLine] {
        &self.logs
    }

    /// The witnesses that are known.
    pub fn witnesses(&self) -> &[WitnessLine] {
        &self.witnesses
    }

    /// What the signatures under a checkpoint come to.
    pub fn evaluate(&self, note: &Note) -> Evaluation<'_> {
        let mut faults = Vec::new();
        let mut verified = |key: &VerifierKey| match note.verify(key) {
            Ok(signed) => Some(signed.time.unwrap_or(0)),
            Err(fault) => {
                if !fault.is_missing() {
                    faults.push(fault);
                }
                None
            }
        };
        let logs = self.logs.iter().filter(|log| verified(&log.key).is_some());
        let logs: Vec<&LogLine> = logs.collect();
        let cosigned: BTreeMap<usize, u64> = self
            .witnesses
            .iter()
            .enumerate()
            .filter_map(|(n, witness)| Some((n, verified(&witness.key)?)))
            .collect();
        // Groups name only what stands before them, so that one pass decides all.
        let mut witnessed: Vec<bool> = Vec::with_capacity(self.members.len());
        for member in &self.members {
            let holds = match member {
                Member::Witness(n) => cosigned.contains_key(n),
                Member::Group { threshold, of } => {
                    let has = |n: &&usize| witnessed.get(**n).copied().unwrap_or(false);
                    of.iter().filter(has).count() >= *threshold
                }
            };
            witnessed.push(holds);
        }
        Evaluation {
            signed: self.logs.is_empty() || !logs.is_empty(),
            witnessed: match self.quorum {
                Quorum::Nobody => true,
                Quorum::Member(n) => witnessed.get(n).copied().unwrap_or(false),
            },
            logs,
            witnesses: cosigned
                .into_iter()
                .filter_map(|(n, time)| Some((self.witnesses.get(n)?, time)))
                .collect(),
            faults,
        }
    }

    /// The log among those relied on whose origin this is.
    pub fn log_of(&self, origin: &KeyName) -> Option<&LogLine> {
        self.logs.iter().find(|log| log.key.name() == origin)
    }
}

/// Who must have witnessed.
#[derive(Clone, Copy, Debug)]
enum Quorum {
    Nobody,
    Member(usize),
}

/// A policy on its way, line by line.
#[derive(Debug, Default)]
struct Reading {
    logs: Vec<LogLine>,
    witnesses: Vec<WitnessLine>,
    members: Vec<Member>,
    names: BTreeMap<Vec<u8>, usize>,
    grouped: BTreeSet<usize>,
    quorum: Option<Quorum>,
}

impl Reading {
    fn line(&mut self, line: &[u8]) -> Result<(), PolicyFault> {
        let line = line.strip_suffix(b"\n").ok_or(PolicyFault::CutOff)?;
        if line
            .iter()
            .any(|b| (*b < b' ' && *b != b'\t') || *b == 0x7f)
        {
            return Err(PolicyFault::Control);
        }
        let items: Vec<&[u8]> = line
            .split(|b| matches!(b, b' ' | b'\t'))
            .filter(|item| !item.is_empty())
            .collect();
        match &items[..] {
            [] => Ok(()),
            [first, ..] if first.starts_with(b"#") => Ok(()),
            [b"log", key, url @ ..] if url.len() < 2 => self.log(key, url.first()),
            [b"witness", name, key, url @ ..] if url.len() < 2 => {
                self.witness(name, key, url.first())
            }
            [b"group", name, threshold, of @ ..] if !of.is_empty() => {
                self.group(name, threshold, of)
            }
            [b"quorum", name] => self.quorum(name),
            _ => Err(PolicyFault::Form),
        }
    }

    fn log(&mut self, key: &[u8], url: Option<&&[u8]>) -> Result<(), PolicyFault> {
        let key = read_key(key, Algorithm::Ed25519)?;
        if self.logs.iter().any(|log| log.key.public() == key.public()) {
            return Err(PolicyFault::KeyTwice);
        }
        let url = url.map(|url| url.to_vec());
        self.logs.push(LogLine { key, url });
        Ok(())
    }

    fn witness(&mut self, name: &[u8], key: &[u8], url: Option<&&[u8]>) -> Result<(), PolicyFault> {
        let key = read_key(key, Algorithm::CosignatureV1)?;
        let same = |other: &WitnessLine| other.key.public() == key.public();
        if self.witnesses.iter().any(same) {
            return Err(PolicyFault::KeyTwice);
        }
        self.define(name, Member::Witness(self.witnesses.len()))?;
        self.witnesses.push(WitnessLine {
            name: name.to_vec(),
            key,
            url: url.map(|url| url.to_vec()),
        });
        Ok(())
    }

    fn group(&mut self, name: &[u8], threshold: &[u8], names: &[&[u8]]) -> Result<(), PolicyFault> {
        let mut of = Vec::new();
        for name in names {
            let member = self.find(name)?;
            if !self.grouped.insert(member) {
                return Err(PolicyFault::MemberTwice(shown(name)));
            }
            of.push(member);
        }
        let number = std::str::from_utf8(threshold).ok().and_then(super::decimal);
        let threshold = match threshold {
            b"any" => Some(1),
            b"all" => Some(of.len()),
            _ => number
                .and_then(|number| usize::try_from(number).ok())
                .filter(|number| (1..=of.len()).contains(number)),
        }
        .ok_or_else(|| PolicyFault::Threshold(shown(threshold), of.len()))?;
        self.define(name, Member::Group { threshold, of })
    }

    fn quorum(&mut self, name: &[u8]) -> Result<(), PolicyFault> {
        if self.quorum.is_some() {
            return Err(PolicyFault::QuorumTwice);
        }
        self.quorum = Some(match name {
            b"none" => Quorum::Nobody,
            _ => Quorum::Member(self.find(name)?),
        });
        Ok(())
    }

    fn define(&mut self, name: &[u8], member: Member) -> Result<(), PolicyFault> {
        if name == b"none" || self.names.contains_key(name) {
            return Err(PolicyFault::NameTaken(shown(name)));
        }
        self.names.insert(name.to_vec(), self.members.len());
        self.members.push(member);
        Ok(())
    }

    fn find(&self, name: &[u8]) -> Result<usize, PolicyFault> {
        let found = self.names.get(name).copied();
        found.ok_or_else(|| PolicyFault::Undefined(shown(name)))
    }
}

fn read_key(text: &[u8], expected: Algorithm) -> Result<VerifierKey, PolicyFault> {
    let text = std::str::from_utf8(text).map_err(|_| NotAKey::Verifier)?;
    let key: VerifierKey = text.parse()?;
    if key.algorithm() == expected {
        return Ok(key);
    }
    Err(PolicyFault::Algorithm {
        found: key.algorithm().byte(),
        expected: expected.byte(),
    })
}

fn shown(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
