//! `fupan evidence`: files of evidence attached and handed in, listed, given out
//! and deleted, in a data folder or at a running service.

use super::{
    Ended, Outcome, parse_day, parse_time, print_json, print_text,
    source::{Looking, Opened, Source, print_answer, wanted},
};
use crate::{
    config::Config,
    evidence::{self, Keeps, Upload, kind},
    ledger::{self, OpenLedger},
    problem::Problem,
    remote::Remote,
    text,
};
use clap::{Args, Subcommand, ValueEnum};
use fupan_domain::{
    Timestamp, amount,
    event::{
        Stream,
        common::{EvidenceAttached, EvidenceClass},
    },
    ids::{ActorId, EvidenceId, LedgerName, Sha256},
};
use fupan_replay::{draft::Draft, views::evidence_files};
use fupan_store::{Blob, EventStore, Known, wall_clock};
use serde_json::{Value, json};
use sha2::Digest;
use std::{
    fs::{self, File},
    io::{Read, Write},
    path::{Path, PathBuf},
};

/// How much of a file is held at once.
const PIECE: usize = 64 << 10;

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  fupan evidence add spring-cup board3.mp4 --stream appeal/a1 --evidence video-1 --title 'Camera above board 3' --class restricted --actor chief-1\n  fupan evidence list spring-cup\n  fupan evidence get spring-cup 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 --out video.mp4\n  fupan evidence sweep"
)]
pub struct Evidence {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Attaches a file and hands it in; only the latter where an entry attaches it already
    #[command(
        after_help = "Example:\n  fupan evidence add spring-cup board3.mp4 --stream game/r1-b3 --evidence video-1 --title 'Camera above board 3' --class open --actor arb-1"
    )]
    Add(Box<Add>),
    /// Lists the files, with who attached each and what became of it
    #[command(after_help = "Example:\n  fupan evidence list spring-cup --json")]
    List {
        /// The ledger
        ledger: LedgerName,
        #[command(flatten)]
        place: Place,
        #[command(flatten)]
        looking: Looking,
    },
    /// Writes a file out, checked against its hash
    #[command(
        after_help = "Example:\n  fupan evidence get spring-cup 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 --out video.mp4"
    )]
    Get {
        /// The ledger
        ledger: LedgerName,
        /// SHA-256 of the file's bytes
        sha256: Sha256,
        /// Where to write it
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        #[command(flatten)]
        place: Place,
        #[command(flatten)]
        looking: Looking,
    },
    /// Deletes a file for whoever asks, with an entry that says so; its hash stays
    #[command(
        after_help = "Example:\n  fupan evidence delete spring-cup 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 --asked-by ann --reason 'consent withdrawn'"
    )]
    Delete {
        /// The ledger
        ledger: LedgerName,
        /// SHA-256 of the file's bytes
        sha256: Sha256,
        /// Who asked: an id, since the entry can't be erased
        #[arg(long, value_name = "ID")]
        asked_by: ActorId,
        /// On what ground; it should name no person
        #[arg(long, value_name = "TEXT")]
        reason: String,
        #[command(flatten)]
        place: Place,
    },
    /// Deletes the files whose date has come, each with an entry that says so; a running service does it by itself
    #[command(after_help = "Example:\n  fupan evidence sweep spring-cup")]
    Sweep {
        /// The ledger; all of them if none is named
        ledger: Option<LedgerName>,
        #[command(flatten)]
        data: super::Data,
        /// Print what was deleted as one JSON object
        #[arg(long)]
        json: bool,
    },
}

/// Where, and in which form it is told.
#[derive(Debug, Args)]
struct Place {
    #[command(flatten)]
    source: Source,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Class {
    /// For everybody who may read the ledger
    Open,
    /// For those who decide
    Restricted,
}

#[derive(Debug, Args)]
struct Add {
    /// The ledger
    ledger: LedgerName,
    /// The file
    file: PathBuf,
    /// To what it belongs, as `appeal/a1`, `game/r1-b3` or `tournament`
    #[arg(long, value_name = "STREAM")]
    stream: Stream,
    /// Its id
    #[arg(long, value_name = "ID")]
    evidence: EvidenceId,
    /// What it is; it should name no person
    #[arg(long, value_name = "TEXT")]
    title: String,
    /// Who may see it
    #[arg(long, value_enum)]
    class: Class,
    /// Who attaches it
    #[arg(long, value_name = "OFFICIAL")]
    actor: ActorId,
    /// Its media type; told by its bytes where it is left out
    #[arg(long, value_name = "TYPE")]
    media_type: Option<String>,
    /// When it is to be deleted, as 2y, 90d or a time; in a review ten years ahead at most
    #[arg(long, value_name = "TERM", value_parser = parse_day)]
    delete_after: Option<Timestamp>,
    /// When it was attached; now where it is left out
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    at: Option<Timestamp>,
    /// The service's settings, which say what may be kept
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    place: Place,
}

impl Evidence {
    pub fn json(&self) -> bool {
        match &self.what {
            What::Add(add) => add.place.json,
            What::List { place, .. } | What::Get { place, .. } | What::Delete { place, .. } => {
                place.json
            }
            What::Sweep { json, .. } => *json,
        }
    }

    pub fn run(self) -> Outcome {
        match self.what {
            What::Add(add) => add.run(),
            What::List {
                ledger,
                place,
                looking,
            } => list(&ledger, &place, &looking),
            What::Get {
                ledger,
                sha256,
                out,
                place,
                looking,
            } => get((&ledger, sha256), &out, &place, &looking),
            What::Delete {
                ledger,
                sha256,
                asked_by,
                reason,
                place,
            } => delete((&ledger, sha256), (asked_by, reason), &place),
            What::Sweep { ledger, data, json } => sweep(ledger, &data, json),
        }
    }
}

/// Reads a file piece by piece.
fn pieces(path: &Path, mut each: impl FnMut(&[u8]) -> Result<(), Problem>) -> Result<(), Problem> {
    let told = |e: std::io::Error| Problem::file(path, &e);
    let mut file = File::open(path).map_err(told)?;
    let mut piece = vec![0; PIECE];
    loop {
        match file.read(&mut piece).map_err(told)? {
            0 => return Ok(()),
            count => each(&piece[..count])?,
        }
    }
}

/// What a file is.
fn measured(path: &Path) -> Result<Blob, Problem> {
    let (mut hasher, mut bytes) = (sha2::Sha256::new(), 0);
    pieces(path, |piece| {
        hasher.update(piece);
        bytes += u64::try_from(piece.len()).unwrap_or(0);
        Ok(())
    })?;
    let sha256 = Sha256(hasher.finalize().into());
    Ok(Blob { sha256, bytes })
}

impl Add {
    fn run(&self) -> Outcome {
        let blob = measured(&self.file)?;
        match self.place.source.opened()? {
            Opened::Service(remote) => self.at_service(&remote, blob)?,
            Opened::Folder => self.in_folder(blob)?,
        }
        if self.place.json {
            print_json(&json!({ "sha256": blob.sha256, "bytes": blob.bytes }))?;
        } else {
            let Blob { sha256, bytes } = blob;
            print_text(&format!(
                "{} is kept as {sha256} ({})",
                self.evidence,
                amount(bytes, "byte")
            ))?;
        }
        Ok(Ended::Sound)
    }

    /// The entry that attaches it, if it can be kept: what can't be is told before
    /// anything is recorded.
    fn draft(&self, blob: Blob, keeps: &Keeps) -> Result<Draft, Problem> {
        let media_type = match &self.media_type {
            Some(told) => told.clone(),
            None => self.guessed()?,
        };
        evidence::need_day(&self.stream, self.delete_after, wall_clock())?;
        keeps.need(&media_type, blob.bytes)?;
        evidence::need_kind(&self.file, &media_type)?;
        let attached = EvidenceAttached {
            evidence: self.evidence.clone(),
            sha256: blob.sha256,
            bytes: blob.bytes,
            media_type,
            title: self.title.clone(),
            class: match self.class {
                Class::Open => EvidenceClass::Open,
                Class::Restricted => EvidenceClass::Restricted,
            },
            delete_after: self.delete_after,
        };
        let draft = json!({
            "id": ledger::new_id()?, "stream": self.stream, "type": "evidence_attached",
            "at": self.at.unwrap_or_else(wall_clock), "actor": self.actor, "data": attached,
        });
        let bytes = serde_json::to_vec(&draft).map_err(|e| Problem::internal(&e))?;
        Draft::read(&bytes).map_err(|e| Problem::from(&e))
    }

    fn guessed(&self) -> Result<String, Problem> {
        let guessed = kind::guess(&self.file).map_err(|e| Problem::file(&self.file, &e))?;
        guessed.ok_or_else(|| {
            let detail = format!(
                "{}: its bytes begin as those of no kind that is known: expected --media-type, as text/plain where it is text",
                self.file.display()
            );
            Problem::new("evidence_kind", detail)
        })
    }

    fn in_folder(&self, blob: Blob) -> Result<(), Problem> {
        let limits = Config::load(self.config.as_deref())?.evidence;
        let open = self.place.source.ledger(&self.ledger)?;
        let files = evidence_files(&*tournament(&open)?);
        if !self.is_attached(&json!(files), blob.sha256)? {
            open.append(vec![self.draft(blob, &Keeps::from(&limits))?])?;
        }
        if evidence::is_received(&open, blob.sha256)? && open.blobs.contains(blob.sha256) {
            return Ok(());
        }
        let now = wall_clock();
        let mut upload = Upload::begin(&open, blob.sha256, None, &limits, now)?;
        pieces(&self.file, |piece| upload.take(piece))?;
        let blob = upload.finish()?;
        if !evidence::is_received(&open, blob.sha256)? {
            open.append(vec![evidence::received(blob, now)?])?;
        }
        Ok(())
    }

    fn at_service(&self, remote: &Remote, blob: Blob) -> Result<(), Problem> {
        let base = format!("/v1/ledgers/{}", self.ledger);
        let files = remote.json(&format!("{base}/evidence"))?;
        if !self.is_attached(&files["items"], blob.sha256)? {
            let keeps: Keeps = serde_json::from_value(files["keeps"].clone())
                .map_err(|e| Problem::new("server", format!("the answer has another form: {e}")))?;
            let draft = json!([self.draft(blob, &keeps)?]);
            remote.post_json(&format!("{base}/entries"), &draft)?;
        }
        let path = format!("{base}/evidence/{}", blob.sha256);
        remote.post_file(&path, &self.file).map(drop)
    }

    /// Whether one of the files listed is this one, attached in the same stream under
    /// the same id.
    ///
    /// # Errors
    /// When it is attached so with another date or type: an entry says that for good.
    fn is_attached(&self, files: &Value, sha256: Sha256) -> Result<bool, Problem> {
        let files = files.as_array().map_or(&[][..], Vec::as_slice);
        let Some(file) = files.iter().find(|file| file["sha256"] == json!(sha256)) else {
            return Ok(false);
        };
        let attached = file["attached"].as_array().map_or(&[][..], Vec::as_slice);
        let under_that_id =
            |a: &Value| a["stream"] == json!(self.stream) && a["evidence"] == json!(self.evidence);
        if !attached.iter().any(under_that_id) {
            return Ok(false);
        }
        // What several entries attached has the date and the type of them all together.
        if attached.len() > 1 {
            return Ok(true);
        }
        let date = json!(self.delete_after);
        for (what, asked, recorded) in [
            ("--delete-after", &date, &file["delete_after"]),
            ("--media-type", &json!(self.media_type), &file["media_type"]),
        ] {
            if !asked.is_null() && asked != recorded {
                let detail = format!(
                    "{what} {asked}: {} is attached in {} with {recorded}, expected that, or another --evidence",
                    self.evidence, self.stream
                );
                return Err(Problem::new("usage", detail));
            }
        }
        Ok(true)
    }
}

fn tournament(
    open: &OpenLedger,
) -> Result<std::sync::Arc<fupan_domain::tournament::TournamentState>, Problem> {
    let tournament = open.reader.tournament(Known::Now);
    tournament.map_err(|e| Problem::from(&e))
}

fn list(ledger: &LedgerName, place: &Place, looking: &Looking) -> Outcome {
    if let Opened::Service(remote) = place.source.opened_for(ledger, looking)? {
        let path = format!("/v1/ledgers/{ledger}/evidence");
        print_answer(&remote.get(&path, wanted(place.json))?, place.json)?;
        return Ok(Ended::Sound);
    }
    let open = place.source.seen(ledger, looking, "fupan evidence list")?;
    let items = evidence_files(&*tournament(&open)?);
    if place.json {
        print_json(&json!({ "items": items, "next": null }))?;
    } else {
        print_text(&text::evidence(&items, wall_clock()))?;
    }
    Ok(Ended::Sound)
}

fn get(
    (ledger, sha256): (&LedgerName, Sha256),
    out: &Path,
    place: &Place,
    looking: &Looking,
) -> Outcome {
    let told = |e: std::io::Error| Problem::file(out, &e);
    // Written beside it first, so that nobody takes half of it, or another, for the file.
    let mut part = out.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    let write = || {
        let mut file = File::create(&part).map_err(|e| Problem::file(&part, &e))?;
        match place.source.opened_for(ledger, looking)? {
            Opened::Service(remote) => {
                let path = format!("/v1/ledgers/{ledger}/evidence/{sha256}");
                remote.download(&path, &mut file)?;
            }
            Opened::Folder => {
                let what = format!("fupan evidence get {sha256}");
                let open = place.source.seen(ledger, looking, &what)?;
                let tournament = tournament(&open)?;
                let attached = evidence::attached(&tournament, sha256)?;
                evidence::need_given(attached, sha256, wall_clock())?;
                let Some((mut kept, _)) = open.blobs.open(sha256)? else {
                    let detail = format!("file {sha256} is not there");
                    return Err(Problem::new("not_found", detail));
                };
                std::io::copy(&mut kept, &mut file).map_err(|e| Problem::file(&part, &e))?;
            }
        }
        file.flush().map_err(|e| Problem::file(&part, &e))?;
        let found = measured(&part)?;
        if found.sha256 == sha256 {
            return Ok(found.bytes);
        }
        let detail = format!(
            "the bytes that came have SHA-256 {}, not {sha256}: they were changed",
            found.sha256
        );
        Err(Problem::new("evidence_mismatch", detail))
    };
    let bytes = write().inspect_err(|_| {
        // What is wrong is told; what was begun of it need not stay.
        let _gone = fs::remove_file(&part);
    })?;
    fs::rename(&part, out).map_err(told)?;
    if place.json {
        print_json(&json!({ "written": [out.display().to_string()], "bytes": bytes }))?;
    } else {
        print_text(&format!(
            "{} written to {}",
            amount(bytes, "byte"),
            out.display()
        ))?;
    }
    Ok(Ended::Sound)
}

fn delete(
    (ledger, sha256): (&LedgerName, Sha256),
    asked: (ActorId, String),
    place: &Place,
) -> Outcome {
    let now = wall_clock();
    match place.source.opened()? {
        Opened::Service(remote) => delete_at_service(&remote, (ledger, sha256), asked, now)?,
        Opened::Folder => {
            let open = place.source.ledger(ledger)?;
            let tournament = tournament(&open)?;
            let file = evidence::attached(&tournament, sha256)?;
            evidence::need_kept(file, sha256)?;
            let draft = evidence::deleted((sha256, &file.evidence()), Some(asked), now)?;
            open.append(vec![draft])?;
            open.blobs.remove(sha256)?;
        }
    }
    if place.json {
        print_json(&json!({ "deleted": [sha256] }))?;
    } else {
        print_text(&format!("deleted {sha256}; its hash stays in the log"))?;
    }
    Ok(Ended::Sound)
}

/// The entry goes in, and the service deletes the file by it.
fn delete_at_service(
    remote: &Remote,
    (ledger, sha256): (&LedgerName, Sha256),
    asked: (ActorId, String),
    now: Timestamp,
) -> Result<(), Problem> {
    let base = format!("/v1/ledgers/{ledger}");
    let files = remote.json(&format!("{base}/evidence"))?;
    let files = files["items"].as_array().map_or(&[][..], Vec::as_slice);
    let file = files.iter().find(|file| file["sha256"] == json!(sha256));
    let Some(file) = file else {
        let detail = format!("no entry attaches a file with SHA-256 {sha256}");
        return Err(Problem::new("not_found", detail));
    };
    let mut evidence: Vec<EvidenceId> = Vec::new();
    for attached in file["attached"].as_array().into_iter().flatten() {
        let id = attached["evidence"].as_str().and_then(|id| id.parse().ok());
        evidence.extend(id.filter(|id| !evidence.contains(id)));
    }
    let draft = evidence::deleted((sha256, &evidence), Some(asked), now)?;
    remote.post_json(&format!("{base}/entries"), &json!([draft]))?;
    Ok(())
}

fn sweep(ledger: Option<LedgerName>, data: &super::Data, json: bool) -> Outcome {
    let ledgers = ledger::ledgers(&data.data)?;
    let names = match ledger {
        Some(name) => vec![name],
        None => ledgers.list().map_err(|e| Problem::from(&e))?,
    };
    let mut deleted = Vec::new();
    for name in names {
        let open = super::told(ledger::open(&ledgers, &name))?;
        let swept = evidence::sweep(&open, wall_clock())?.into_iter();
        deleted.extend(swept.map(|sha256| (open.store.ledger().clone(), sha256)));
    }
    if json {
        let deleted = deleted
            .iter()
            .map(|(ledger, sha256)| json!({"ledger": ledger, "sha256": sha256}));
        print_json(&json!({ "deleted": deleted.collect::<Vec<_>>() }))?;
    } else {
        for (ledger, sha256) in &deleted {
            print_text(&format!("{ledger}: deleted {sha256}"))?;
        }
        print_text(&format!("{} deleted", amount(deleted.len(), "file")))?;
    }
    Ok(Ended::Sound)
}
