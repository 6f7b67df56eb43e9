//! What lies beside the log and is bound to it by a hash: documents, people's
//! records, the rule book and the schemas as files. Entries say what there
//! should be; what there is comes as bytes or as their hash.

use super::{
    check::{Check, Findings, Where},
    examine::Header,
};
use crate::{person::PersonRecord, schema};
use fupan_domain::{
    event::{
        AppealEvent, Event, GameEvent, TournamentEvent,
        common::{EvidenceAttached, EvidenceClass},
    },
    ids::Sha256,
};
use std::collections::BTreeMap;

/// What the entries say that there is beside them.
#[derive(Debug, Default)]
pub(super) struct Attachments {
    /// Documents by hash.
    evidence: BTreeMap<Sha256, Attached>,
    /// Commitments to people, by hash, and whether the record was seen.
    people: BTreeMap<Sha256, (Where, bool)>,
    /// The rule book, and the hash that was recorded of it.
    edition: Option<(String, Sha256)>,
    people_asked: bool,
    evidence_asked: bool,
}

#[derive(Debug)]
struct Attached {
    at: Where,
    title: String,
    bytes: u64,
    open: bool,
    seen: bool,
}

impl Attachments {
    /// Takes note of what an entry binds.
    pub fn follow(&mut self, header: &Header, event: &Event) {
        let at = Where {
            seq: header.seq,
            entry: Some(header.id),
        };
        let evidence = match event {
            Event::Tournament(TournamentEvent::EvidenceAttached(attached))
            | Event::Game(GameEvent::EvidenceAttached(attached))
            | Event::Appeal(AppealEvent::EvidenceAttached(attached)) => Some(attached),
            _ => None,
        };
        if let Some(attached) = evidence {
            self.attach(at, attached);
        }
        let person = match event {
            Event::Tournament(TournamentEvent::PlayerRegistered(player)) => Some(player.person),
            Event::Tournament(TournamentEvent::OfficialAppointed(official)) => {
                Some(official.person)
            }
            _ => None,
        };
        if let Some(person) = person {
            self.people.entry(person).or_insert((at, false));
        }
        if let Event::Tournament(TournamentEvent::TournamentOpened(opened)) = event
            && let Some(hash) = opened.edition_sha256
        {
            let edition = opened.edition.clone();
            self.edition.get_or_insert((edition, hash));
        }
    }

    fn attach(&mut self, at: Where, attached: &EvidenceAttached) {
        let open = attached.class == EvidenceClass::Open;
        let known = self.evidence.entry(attached.sha256).or_insert(Attached {
            at,
            title: attached.title.clone(),
            bytes: attached.bytes,
            open: false,
            seen: false,
        });
        known.open |= open;
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
        } else if bytes != attached.bytes {
            let sentence = format!(
                "The document {title:?} has {bytes} bytes; entry {seq} says {}.",
                attached.bytes
            );
            findings.broken(Check::Evidence, "evidence_length", attached.at, sentence);
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
        } else {
            let sentence = format!(
                "No entry commits to the record of a person with the hash {commitment}: \
                 a name, a year of birth or the salt was changed."
            );
            findings.broken(Check::People, "person_unknown", start(), sentence);
        }
    }

    /// A rule book's file, by its id.
    pub fn check_edition(&self, id: &str, bytes: &[u8], findings: &mut Findings) {
        findings.made(Check::EditionFiles);
        let found = Sha256::of(bytes);
        if let Some((_, recorded)) = self
            .edition
            .as_ref()
            .filter(|(edition, recorded)| edition == id && *recorded != found)
        {
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
            let missing = self.people.values().filter(|(_, seen)| !seen);
            let (mut count, mut first) = (0_u64, start());
            for (at, _) in missing {
                first = if count == 0 { *at } else { first };
                count += 1;
            }
            if count > 0 {
                let sentence = format!(
                    "The records of {count} people are left out, as where they were erased; the entries carry their hashes alone."
                );
                findings.note("people_left_out", first, sentence);
            }
        }
        if self.evidence_asked {
            for (hash, attached) in &self.evidence {
                if attached.open && !attached.seen {
                    let sentence = format!(
                        "The document {:?} of entry {} is not in the bundle; its hash is {hash}.",
                        attached.title, attached.at.seq
                    );
                    findings.remark(Check::Evidence, "evidence_left_out", attached.at, sentence);
                }
            }
        }
    }
}

fn start() -> Where {
    Where {
        seq: 0,
        entry: None,
    }
}
