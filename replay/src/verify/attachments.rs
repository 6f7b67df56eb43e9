//! What lies beside the log and is bound to it by a hash: documents, people's
//! records, the rule book and the schemas as files. Entries say what there
//! should be, and what is no longer to be there; what there is comes as bytes or
//! as their hash, and what was left out as the numbers that the file gives.

use super::{
    check::{Check, Findings, Where},
    examine::Header,
};
use crate::{bundle::LeftOut, person::PersonRecord, schema};
use fupan_domain::{
    amount,
    event::{
        Event, LogEvent, TournamentEvent,
        common::{EvidenceAttached, EvidenceClass},
    },
    ids::Sha256,
    rulebook::{Edition, EditionId},
};
use std::collections::BTreeMap;

/// What the entries say that there is beside them.
#[derive(Debug, Default)]
pub(super) struct Attachments {
    /// Documents by hash.
    evidence: BTreeMap<Sha256, Attached>,
    /// Commitments to people, by hash, and whether the record was seen.
    people: BTreeMap<Sha256, (Where, bool)>,
    /// Commitments whose records were erased, with the entry that says so.
    erased: BTreeMap<Sha256, Where>,
    /// The rule book: its id, the hash that was recorded of it, and whether it was seen.
    edition: Option<(String, Sha256, bool)>,
    /// What the file says that it leaves out, where it is one that says so.
    left_out: Option<LeftOut>,
    people_asked: bool,
    evidence_asked: bool,
}

#[derive(Debug)]
struct Attached {
    at: Where,
    title: String,
    /// The lengths that were announced: several entries may attach one file.
    bytes: Vec<u64>,
    /// Restricted is what any entry attached as restricted.
    open: bool,
    received: bool,
    deleted: Option<Where>,
    seen: bool,
}

impl Attachments {
    /// Takes note of what the file says that it leaves out.
    pub fn expect_left_out(&mut self, left_out: LeftOut) {
        self.left_out = Some(left_out);
        self.people_asked = true;
        self.evidence_asked = true;
    }

    /// Takes note of what an entry binds, or says to be gone.
    pub fn follow(&mut self, header: &Header, event: &Event) {
        let at = Where {
            seq: header.seq,
            entry: Some(header.id),
        };
        if let Some(attached) = event.attaches() {
            self.attach(at, &attached);
        }
        if let Some(person) = event.commits_to() {
            self.people.entry(person).or_insert((at, false));
        }
        match event {
            Event::Tournament(TournamentEvent::TournamentOpened(opened)) => {
                if let Some(hash) = opened.edition_sha256 {
                    let edition = opened.edition.clone();
                    self.edition.get_or_insert((edition, hash, false));
                }
            }
            Event::Log(LogEvent::PersonErased(erased)) => {
                self.erased.entry(erased.person).or_insert(at);
            }
            Event::Log(LogEvent::EvidenceReceived(file)) => {
                if let Some(attached) = self.evidence.get_mut(&file.sha256) {
                    attached.received = true;
                }
            }
            Event::Log(LogEvent::EvidenceDeleted(file)) => {
                if let Some(attached) = self.evidence.get_mut(&file.sha256) {
                    attached.deleted.get_or_insert(at);
                }
            }
            _ => {}
        }
    }

    fn attach(&mut self, at: Where, attached: &EvidenceAttached) {
        let open = attached.class == EvidenceClass::Open;
        let known = self.evidence.entry(attached.sha256).or_insert(Attached {
            at,
            title: attached.title.clone(),
            bytes: Vec::new(),
            open: true,
            received: false,
            deleted: None,
            seen: false,
        });
        known.open &= open;
        if !known.bytes.contains(&attached.bytes) {
            known.bytes.push(attached.bytes);
        }
    }

    /// A document that lies under a hash, with the hash and length of its bytes.
    pub fn check_blob(
        &mut self,
        named: Sha256,
        found: Sha256,
        bytes: u64,
        findings: &mut Findings,
    ) {
        self.evidence_asked = true;
        findings.made(Check::Evidence);
        let Some(attached) = self.evidence.get_mut(&named) else {
            let sentence =
                format!("No entry speaks of the document {named} that is in the bundle.");
            findings.broken(Check::Evidence, "evidence_unknown", start(), sentence);
            return;
        };
        attached.seen = true;
        let (seq, title) = (attached.at.seq, &attached.title);
        if found != named {
            let sentence = format!(
                "The document {title:?} of entry {seq} is not the one that was attached: \
                 its bytes have the hash {found}, not {named}."
            );
            findings.broken(Check::Evidence, "evidence_differs", attached.at, sentence);
        } else if !attached.bytes.contains(&bytes) {
            let told: Vec<String> = attached.bytes.iter().map(u64::to_string).collect();
            let sentence = format!(
                "The document {title:?} has {bytes} bytes; entry {seq} says {}.",
                told.join(" or ")
            );
            findings.broken(Check::Evidence, "evidence_length", attached.at, sentence);
        } else if let Some(deleted) = attached.deleted {
            let sentence = format!(
                "The document {title:?} of entry {seq} was deleted, as entry {} says, and is in the bundle all the same: \
                 nobody should have it any more.",
                deleted.seq
            );
            findings.broken(Check::Evidence, "evidence_not_deleted", deleted, sentence);
        } else if !attached.open {
            let sentence = format!(
                "The document {title:?} of entry {seq} is not for everybody, and was handed on all the same."
            );
            findings.remark(
                Check::Evidence,
                "evidence_restricted",
                attached.at,
                sentence,
            );
        }
    }

    /// A person's record.
    pub fn check_person(&mut self, record: &PersonRecord, findings: &mut Findings) {
        self.people_asked = true;
        findings.made(Check::People);
        let commitment = record.commitment().unwrap_or_default();
        if let Some((_, seen)) = self.people.get_mut(&commitment) {
            *seen = true;
        } else if !self.erased.contains_key(&commitment) {
            let sentence = format!(
                "No entry commits to the record of a person with the hash {commitment}: \
                 a name, a year of birth or the salt was changed."
            );
            findings.broken(Check::People, "person_unknown", start(), sentence);
        }
        if let Some(erased) = self.erased.get(&commitment) {
            let sentence = format!(
                "The record of a person was erased, as entry {} says, and is in the bundle all the same: \
                 nobody should have it any more.",
                erased.seq
            );
            findings.broken(Check::People, "person_not_erased", *erased, sentence);
        }
    }

    /// A rule book's file, by its id.
    pub fn check_edition(&mut self, id: &str, bytes: &[u8], findings: &mut Findings) {
        findings.made(Check::EditionFiles);
        let found = Sha256::of(bytes);
        let Some((edition, recorded, seen)) = &mut self.edition else {
            // The entry that says which one is in force is not among those that are here:
            // then it must be one that was published.
            if !is_published(id, bytes) {
                let sentence =
                    format!("The rule book {id} in the bundle is none that this program knows.");
                findings.broken(Check::EditionFiles, "edition_unknown", start(), sentence);
            }
            return;
        };
        if edition != id {
            let sentence = format!(
                "The rule book {id} is in the bundle, and the tournament is played by {edition}."
            );
            findings.broken(Check::EditionFiles, "edition_unknown", start(), sentence);
            return;
        }
        *seen = true;
        if *recorded != found {
            let sentence = format!(
                "The rule book {id} in the bundle is not the one in force: \
                 its hash is {found}, the one recorded at the opening is {recorded}."
            );
            findings.broken(Check::EditionFiles, "edition_differs", start(), sentence);
        }
    }

    /// A schema's file, by its path below `schemas/`.
    pub fn check_schema(path: &str, bytes: &[u8], findings: &mut Findings) {
        findings.made(Check::SchemaFiles);
        match schema::schema_text(path) {
            Some(text) if text.as_bytes() == bytes => {}
            Some(_) => {
                let sentence = format!(
                    "The schema {path} in the bundle is not the one that was published, which never changes."
                );
                findings.broken(Check::SchemaFiles, "schema_differs", start(), sentence);
            }
            None => {
                let sentence =
                    format!("This program doesn't know the schema {path}: a later one may.");
                findings.remark(Check::SchemaFiles, "schema_unknown", start(), sentence);
            }
        }
    }

    /// What should have been there and was not.
    pub fn check_end(&self, findings: &mut Findings) {
        if self.people_asked {
            self.check_people_left_out(findings);
        }
        if self.evidence_asked {
            for (hash, attached) in &self.evidence {
                check_left_out(*hash, attached, findings);
            }
        }
        if let Some(left_out) = self.left_out {
            self.check_numbers(left_out, findings);
            if let Some((id, _, false)) = &self.edition {
                let sentence = format!(
                    "The rule book {id}, by which the tournament is played, is not in the bundle: \
                     it is read by the one that this program has."
                );
                let check = Check::EditionFiles;
                findings.remark(check, "edition_left_out", start(), sentence);
            }
        }
    }

    fn people_missing(&self) -> impl Iterator<Item = (&Sha256, Where)> {
        let missing = self.people.iter().filter(|(_, (_, seen))| !seen);
        missing.map(|(commitment, (at, _))| (commitment, *at))
    }

    fn check_people_left_out(&self, findings: &mut Findings) {
        let count = self.people_missing().count();
        let Some((_, first)) = self.people_missing().next() else {
            return;
        };
        let erased = self.people_missing();
        let erased = erased.filter(|(commitment, _)| self.erased.contains_key(*commitment));
        let sentence = format!(
            "{} of people {} left out, {} of them erased as entries say; the entries carry their hashes alone.",
            amount(count, "record"),
            if count == 1 { "is" } else { "are" },
            erased.count()
        );
        findings.note("people_left_out", first, sentence);
    }

    /// What is left out is as much as the file says.
    fn check_numbers(&self, said: LeftOut, findings: &mut Findings) {
        let documents = self.evidence.values().filter(|attached| !attached.seen);
        let counts = [
            (
                "record",
                "people",
                said.people,
                self.people_missing().count(),
            ),
            ("document", "the entries", said.evidence, documents.count()),
        ];
        for (what, whose, said, found) in counts {
            if said != found as u64 {
                let sentence = format!(
                    "The bundle says that it leaves out {said} of the {what}s of {whose}; {found} are not in it."
                );
                findings.broken(Check::Manifest, "left_out_differs", start(), sentence);
            }
        }
    }
}

/// Whether a rule book's file is one that this program has.
fn is_published(id: &str, bytes: &[u8]) -> bool {
    let id = id.parse::<EditionId>();
    id.is_ok_and(|id| Edition::json(id).as_bytes() == bytes)
}

/// A document for everybody that is not there.
fn check_left_out(hash: Sha256, attached: &Attached, findings: &mut Findings) {
    if !attached.open || attached.seen {
        return;
    }
    let (title, seq) = (&attached.title, attached.at.seq);
    if let Some(deleted) = attached.deleted {
        let sentence = format!(
            "The document {title:?} of entry {seq} was deleted, as entry {} says; its hash is {hash}.",
            deleted.seq
        );
        findings.note("evidence_deleted", deleted, sentence);
    } else if attached.received {
        let sentence = format!(
            "The document {title:?} of entry {seq} is not in the bundle; its hash is {hash}."
        );
        findings.remark(Check::Evidence, "evidence_left_out", attached.at, sentence);
    } else {
        let sentence = format!(
            "The document {title:?} of entry {seq} was attached, and no entry says that it came; its hash is {hash}."
        );
        findings.note("evidence_awaited", attached.at, sentence);
    }
}

fn start() -> Where {
    Where {
        seq: 0,
        entry: None,
    }
}
