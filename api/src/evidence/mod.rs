//! Evidence files between a ledger's entries, which say what they are and who may
//! see them, and the bytes that lie beside it: taking one in, deleting those whose
//! date has come, and whether what is there is what was recorded.

pub mod kind;

use crate::{bundle::Document, config::Evidence as Limits, ledger::OpenLedger, problem::Problem};
use fupan_domain::{
    Timestamp, amount,
    event::{
        Stream,
        common::EvidenceClass,
        log::{DeletedBecause, EvidenceDeleted, EvidenceReceived, PersonErased},
    },
    ids::{ActorId, EvidenceId, Sha256},
    review::KEPT_AT_MOST,
    tournament::{EvidenceFile, FileState, KEEPER, TournamentState},
};
use fupan_replay::{
    draft::Draft,
    entry::Entry,
    views::{Discrepancy, Severity},
};
use fupan_store::{Blob, BlobError, EventStore, Incoming, Known, wall_clock};
use kind::Kind;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::{
    fs::File,
    io::{self, Read},
    path::Path,
    thread,
    time::Duration,
};

/// How much of a file is held at once.
const PIECE: usize = 64 << 10;

/// How long after the entry the bytes of a deleted file may still be there.
const GOING: Duration = Duration::from_millis(200);

/// A draft of stream `log`, by the program itself; what others said in it is held
/// to the schema as any draft is.
fn own_draft(type_name: &str, data: &impl Serialize, at: Timestamp) -> Result<Draft, Problem> {
    let draft = json!({
        "stream": Stream::Log, "type": type_name, "at": at, "actor": KEEPER, "data": data,
    });
    let bytes = serde_json::to_vec(&draft).map_err(|e| Problem::internal(&e))?;
    Draft::read(&bytes).map_err(|e| Problem::from(&e))
}

/// The drafts that erase what is kept of somebody.
///
/// # Errors
/// When what was said in them does not fit their schema.
pub fn erasing(events: &[PersonErased], at: Timestamp) -> Result<Vec<Draft>, Problem> {
    let drafts = events.iter().map(|e| own_draft("person_erased", e, at));
    drafts.collect()
}

/// The draft that says that a file has come.
///
/// # Errors
/// Never for a file that was attached.
pub fn received(blob: Blob, at: Timestamp) -> Result<Draft, Problem> {
    let Blob { sha256, bytes } = blob;
    own_draft("evidence_received", &EvidenceReceived { sha256, bytes }, at)
}

/// The draft that says that a file is deleted, because its date has come or for
/// whoever asked.
///
/// # Errors
/// When what was said in it does not fit its schema.
pub fn deleted(
    (sha256, evidence): (Sha256, &[EvidenceId]),
    asked: Option<(ActorId, String)>,
    at: Timestamp,
) -> Result<Draft, Problem> {
    let why = match asked {
        None => DeletedBecause::Date,
        Some(_) => DeletedBecause::Asked,
    };
    let (asked_by, reason) = asked.unzip();
    let event = EvidenceDeleted {
        sha256,
        evidence: evidence.to_vec(),
        why,
        asked_by,
        reason,
    };
    own_draft("evidence_deleted", &event, at)
}

/// The file of that hash, if an entry attached it.
///
/// # Errors
/// When none did.
pub fn attached(tournament: &TournamentState, sha256: Sha256) -> Result<&EvidenceFile, Problem> {
    tournament.files.get(&sha256).ok_or_else(|| {
        let detail = format!("no entry attaches a file with SHA-256 {sha256}");
        Problem::new("not_found", detail)
    })
}

/// What a service keeps, as it tells those who want to attach something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Keeps {
    /// The most bytes of a file.
    pub bytes: u64,
    /// Of which media types.
    pub media_types: Vec<String>,
}

impl From<&Limits> for Keeps {
    fn from(limits: &Limits) -> Keeps {
        Keeps {
            bytes: limits.bytes,
            media_types: limits.media_types.clone(),
        }
    }
}

impl Keeps {
    /// Refuses a file that would not be kept.
    ///
    /// # Errors
    /// When it is larger, or of another type, than what is kept.
    pub fn need(&self, media_type: &str, bytes: u64) -> Result<(), Problem> {
        if bytes > self.bytes {
            let detail = format!(
                "the file has {}; the most that is kept is {}",
                amount(bytes, "byte"),
                self.bytes
            );
            return Err(Problem::new("evidence_too_large", detail));
        }
        if self.has(media_type) {
            return Ok(());
        }
        let detail = format!(
            "{media_type} is not kept: expected one of {}",
            self.media_types.join(", ")
        );
        Err(Problem::new("evidence_kind", detail))
    }

    fn has(&self, media_type: &str) -> bool {
        let is = |kept: &String| kept.eq_ignore_ascii_case(media_type);
        self.media_types.iter().any(is)
    }
}

/// Refuses to attach a file that would have to be deleted at once or, to a review, one
/// whose day is so far off that it is none.
///
/// # Errors
/// When its date has come, or lies too far ahead.
pub fn need_day(
    stream: &Stream,
    delete_after: Option<Timestamp>,
    now: Timestamp,
) -> Result<(), Problem> {
    let Some(date) = delete_after else {
        return Ok(());
    };
    if date <= now {
        let detail = format!(
            "delete_after {date}: expected a time after {now}, or the file would be deleted at once"
        );
        return Err(Problem::new("usage", detail));
    }
    let last = now.plus(KEPT_AT_MOST);
    if *stream == Stream::Review && date > last {
        let detail = format!(
            "delete_after {date}: expected {last} at the latest, a file of a review is kept for ten years at most"
        );
        return Err(Problem::new("usage", detail));
    }
    Ok(())
}

/// In a review each file has its day: what a draft says of it. Of a tournament such an
/// entry can still be a record, of a file that somebody else kept, told late.
///
/// # Errors
/// When the day has come, or lies too far ahead.
pub fn need_day_of(draft: &Draft, now: Timestamp) -> Result<(), Problem> {
    if draft.stream != Stream::Review || &*draft.type_name != "evidence_attached" {
        return Ok(());
    }
    let date = draft.data.get("delete_after");
    // What is no time is told with its place by the schema.
    let date = date.and_then(|date| date.as_str()?.parse().ok());
    need_day(&draft.stream, date, now)
        .map_err(|told| Problem::shape("/data/delete_after", &told.detail))
}

/// A file that is coming in: its bytes are hashed and looked at as they come.
pub struct Upload {
    incoming: Incoming,
    kind: Kind,
}

impl Upload {
    /// Begins to take in a file that an entry attached. `told` is the media type
    /// that whoever sends it names.
    ///
    /// # Errors
    /// When no entry attached it, it was deleted or its date has come, it is
    /// larger or of another type than may be kept, or no file can be made.
    pub fn begin(
        open: &OpenLedger,
        sha256: Sha256,
        told: Option<&str>,
        limits: &Limits,
        now: Timestamp,
    ) -> Result<Upload, Problem> {
        let tournament = open.reader.tournament(Known::Now);
        let tournament = tournament.map_err(|e| Problem::from(&e))?;
        let file = attached(&tournament, sha256)?;
        need_given(file, sha256, now)?;
        let keeps = Keeps::from(limits);
        let attached = || file.attached.iter().map(|attached| &attached.evidence);
        // The same bytes may have been attached before under a type that is not kept.
        let mut kept = attached().filter(|evidence| keeps.has(&evidence.media_type));
        let Some(evidence) = kept.next().or_else(|| attached().next()) else {
            return Err(Problem::new("internal", "a file that nothing attached"));
        };
        let media_type = evidence.media_type.to_ascii_lowercase();
        keeps.need(&media_type, evidence.bytes)?;
        let other = told.filter(|told| !told.eq_ignore_ascii_case(&media_type));
        if let Some(other) = other.filter(|told| *told != "application/octet-stream") {
            let detail = format!("Content-Type {other:?}: the file was attached as {media_type}");
            return Err(Problem::new("evidence_kind", detail));
        }
        let announced = Blob {
            sha256,
            bytes: evidence.bytes,
        };
        Ok(Upload {
            incoming: open.blobs.receive(announced)?,
            kind: Kind::expected(&media_type),
        })
    }

    /// Takes the next bytes.
    ///
    /// # Errors
    /// When they are of another kind, more than were announced, or can't be written.
    pub fn take(&mut self, piece: &[u8]) -> Result<(), Problem> {
        self.kind.take(piece)?;
        Ok(self.incoming.write(piece)?)
    }

    /// Keeps the file; it is durable on return.
    ///
    /// # Errors
    /// When its bytes are others than were announced, or it can't be kept.
    pub fn finish(mut self) -> Result<Blob, Problem> {
        self.kind.end()?;
        Ok(self.incoming.finish()?)
    }
}

/// Whether the bytes of a file are of a kind, read piece by piece.
///
/// # Errors
/// When they are of another, or the file can't be read.
pub fn need_kind(file: &Path, media_type: &str) -> Result<(), Problem> {
    let told = |e: io::Error| Problem::file(file, &e);
    let mut kind = Kind::expected(media_type);
    let mut opened = File::open(file).map_err(told)?;
    let mut piece = vec![0; PIECE];
    loop {
        match opened.read(&mut piece).map_err(told)? {
            0 => return kind.end(),
            count => kind.take(&piece[..count])?,
        }
    }
}

/// Refuses a file that was deleted.
///
/// # Errors
/// When it was, with the entry that says so.
pub fn need_kept(file: &EvidenceFile, sha256: Sha256) -> Result<(), Problem> {
    let Some(gone) = &file.deleted else {
        return Ok(());
    };
    let why = match gone.why {
        DeletedBecause::Date => "its date had come",
        DeletedBecause::Asked => "somebody asked for it",
    };
    let detail = format!("file {sha256} was deleted at {}: {why}", gone.at);
    Err(Problem {
        entry: Some(gone.entry),
        ..Problem::new("evidence_deleted", detail)
    })
}

/// Refuses a file that was deleted, or whose date has come: from that moment nobody is
/// given it, however long it takes until the bytes go.
///
/// # Errors
/// When it was deleted, with the entry that says so, or is to be by now.
pub fn need_given(file: &EvidenceFile, sha256: Sha256, now: Timestamp) -> Result<(), Problem> {
    need_kept(file, sha256)?;
    match file.delete_after().filter(|date| *date <= now) {
        None => Ok(()),
        Some(date) => {
            let detail =
                format!("the date of file {sha256} has come ({date}): it is not kept any more");
            Err(Problem::new("evidence_deleted", detail))
        }
    }
}

/// A file that a ledger keeps and may still use: one that was not deleted and whose
/// date has not come. What no entry attaches is whatever lies there.
///
/// # Errors
/// When the log can't be read or the file not be opened.
pub fn in_use(open: &OpenLedger, sha256: Sha256) -> Result<Option<File>, Problem> {
    let tournament = open.reader.tournament(Known::Now);
    let tournament = tournament.map_err(|e| Problem::from(&e))?;
    let now = wall_clock();
    let known = tournament.files.get(&sha256);
    if known.is_some_and(|file| need_given(file, sha256, now).is_err()) {
        return Ok(None);
    }
    Ok(open.blobs.open(sha256)?.map(|(file, _)| file))
}

/// A file that a bundle carries: one that is open, is kept, and whose date has not come.
///
/// # Errors
/// When the log can't be read or the file not be opened.
pub fn document(open: &OpenLedger, sha256: Sha256) -> io::Result<Option<Document>> {
    let tournament = open.reader.tournament(Known::Now);
    let tournament = tournament.map_err(io::Error::other)?;
    let file = tournament.files.get(&sha256);
    let now = wall_clock();
    let may = file
        .is_some_and(|f| f.class() == EvidenceClass::Open && need_given(f, sha256, now).is_ok());
    if !may {
        return Ok(None);
    }
    let opened = open.blobs.open(sha256).map_err(io::Error::other)?;
    Ok(opened.map(|(file, _)| Box::new(file) as Document))
}

/// Whether the log says already that a file has come.
///
/// # Errors
/// When the log can't be read.
pub fn is_received(open: &OpenLedger, sha256: Sha256) -> Result<bool, Problem> {
    let tournament = open.reader.tournament(Known::Now);
    let tournament = tournament.map_err(|e| Problem::from(&e))?;
    let file = tournament.files.get(&sha256);
    Ok(file.is_some_and(|file| file.state() == FileState::Kept))
}

/// Deletes the files whose date has come, each with an entry that says so, and
/// what is left of those that were deleted before, and of people who were erased.
/// Answers the hashes of the first.
///
/// # Errors
/// When an entry can't be recorded, or a file or record not be deleted.
pub fn sweep(open: &OpenLedger, now: Timestamp) -> Result<Vec<Sha256>, Problem> {
    if open.store.foreign().is_some() {
        // Its files go when its own service says so.
        return Ok(Vec::new());
    }
    let tournament = open.reader.tournament(Known::Now);
    let tournament = tournament.map_err(|e| Problem::from(&e))?;
    let mut swept = Vec::new();
    for Blob { sha256, .. } in open.blobs.list()? {
        let Some(file) = tournament.files.get(&sha256) else {
            continue;
        };
        if file.deleted.is_none() {
            if !file.is_due(now) {
                continue;
            }
            // The entry first: a file that went without one would look lost.
            open.append(vec![deleted((sha256, &file.evidence()), None, now)?])?;
            swept.push(sha256);
        }
        open.blobs.remove(sha256)?;
    }
    for commitment in tournament.erased.keys() {
        let kept = open.store.person(*commitment);
        if kept
            .map_err(|e| Problem::new("log_unreadable", e.to_string()))?
            .is_some()
        {
            let erased = open.store.erase_person(*commitment);
            erased.map_err(|e| Problem::from(&e))?;
        }
    }
    Ok(swept)
}

/// What is wrong between a ledger's entries and the files and records that lie
/// beside it: bytes that are not those recorded, files that are missing or should
/// be gone, records of people that went without an entry.
///
/// # Errors
/// When the log or a file can't be read.
pub fn check(open: &OpenLedger) -> Result<Vec<Discrepancy>, Problem> {
    let tournament = open.reader.tournament(Known::Now);
    let tournament = tournament.map_err(|e| Problem::from(&e))?;
    let mut found = Vec::new();
    for (sha256, file) in tournament.files.iter() {
        found.extend(check_file(open, *sha256, file)?);
    }
    for Blob { sha256, .. } in open.blobs.list()? {
        if !tournament.files.contains_key(&sha256) {
            let text = format!("file {sha256} lies beside the log, and no entry attaches it");
            found.push(Discrepancy::new(
                "evidence_unknown",
                Severity::Remark,
                None,
                text,
            ));
        }
    }
    found.extend(check_people(open, &tournament)?);
    for told in &mut found {
        let Some(id) = told.entry else { continue };
        let bytes = open.store.by_id(id);
        let bytes = bytes.map_err(|e| Problem::new("log_unreadable", e.to_string()))?;
        told.seq = bytes.and_then(|bytes| Entry::read(&bytes).ok().map(|entry| entry.seq));
    }
    Ok(found)
}

fn check_file(
    open: &OpenLedger,
    sha256: Sha256,
    file: &EvidenceFile,
) -> Result<Option<Discrepancy>, Problem> {
    let attached = file.attached.first().map(|attached| attached.entry);
    let entry = file.deleted.as_ref().map(|gone| gone.entry).or(attached);
    let told =
        |code, severity, text: String| Ok(Some(Discrepancy::new(code, severity, entry, text)));
    let mut measured = open.blobs.measure(sha256)?;
    if file.state() == FileState::Deleted && measured.is_some() {
        // The entry comes first and the bytes go right after it: it may be that moment.
        thread::sleep(GOING);
        measured = open.blobs.measure(sha256)?;
    }
    match (file.state(), measured) {
        (FileState::Deleted, Some(_)) => {
            let text = format!("file {sha256} was deleted by an entry, and is still there");
            told("evidence_not_deleted", Severity::Error, text)
        }
        (FileState::Kept, None) => {
            let text = format!("file {sha256} had come, and is not there any more");
            told("evidence_missing", Severity::Remark, text)
        }
        (FileState::Kept | FileState::Awaited, Some(blob)) if blob.sha256 != sha256 => {
            let text = format!(
                "the bytes kept as file {sha256} have SHA-256 {}: they were changed",
                blob.sha256
            );
            told("evidence_altered", Severity::Error, text)
        }
        (FileState::Awaited, None) => {
            let text = format!("file {sha256} was attached, and has not come");
            told("evidence_awaited", Severity::Note, text)
        }
        _ => Ok(None),
    }
}

fn check_people(
    open: &OpenLedger,
    tournament: &TournamentState,
) -> Result<Vec<Discrepancy>, Problem> {
    let players = tournament.players.iter();
    let players = players.map(|(id, player)| (id.as_str(), player.registered.person));
    let officials = tournament.officials.iter().flat_map(|(id, offices)| {
        let records = offices.iter().filter_map(|office| office.person);
        records.map(|person| (id.as_str(), person))
    });
    let (mut found, mut missing) = (Vec::new(), Vec::new());
    for (id, commitment) in players.chain(officials) {
        let kept = open.store.person(commitment);
        let kept = kept.map_err(|e| Problem::new("log_unreadable", e.to_string()))?;
        match (kept, tournament.erased.get(&commitment)) {
            (Some(_), Some(entry)) => {
                let text = format!("the record of {id} was erased by an entry, and is still there");
                let code = "person_not_erased";
                found.push(Discrepancy::new(code, Severity::Error, Some(*entry), text));
            }
            (None, None) => missing.push(id),
            _ => {}
        }
    }
    // A copy of another service's ledger may have none at all, which is one note.
    if let [first, rest @ ..] = &missing[..] {
        let others = match rest.len() {
            0 => String::new(),
            n => format!(" and those of {n} others"),
        };
        let text = format!(
            "the record of {first}{others} are not kept here, and no entry says who asked for it"
        );
        found.push(Discrepancy::new(
            "person_missing",
            Severity::Note,
            None,
            text,
        ));
    }
    Ok(found)
}

impl From<BlobError> for Problem {
    fn from(error: BlobError) -> Problem {
        let code = match &error {
            BlobError::TooLong { .. } | BlobError::Other { .. } => "evidence_mismatch",
            BlobError::Io { .. } => "evidence_file",
        };
        Problem::new(code, error.to_string())
    }
}
