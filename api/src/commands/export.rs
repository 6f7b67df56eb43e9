//! `fupan export`: games, results, or the dossier of an appeal, for others.

mod results;

use super::{
    Ended, Outcome, parse_known, print, print_json, print_text,
    source::{Looking, Opened, Source},
};
use crate::{
    bundle::{self, ExportError, Exported, Handed},
    dossier::{self, Dossier},
    evidence,
    i18n::{Lang, Texts, zone::Zone},
    ledger::OpenLedger,
    problem::Problem,
    progress::Progress,
    remote::{Remote, Wanted},
};
use clap::{ArgGroup, Args};
use fupan_domain::{
    amount,
    ids::{AppealId, GameId, LedgerName},
    sgf,
    tournament::TournamentState,
};
use fupan_replay::records::{Headings, to_sgf};
use fupan_store::{EventStore, Known};
use std::{
    fs,
    io::BufWriter,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

#[derive(Debug, Args)]
#[command(
    group(ArgGroup::new("what").required(true)),
    after_help = "Example:\n  fupan export spring-cup --bundle spring-cup.zip\n  fupan export spring-cup --bundle since-may.zip --since seen-in-may\n  fupan export spring-cup --bundle spring-cup.zip --prove 57 --prove 60\n  fupan export spring-cup --sgf games\n  fupan export spring-cup --dossier r2-b1-appeal --lang zh-Hans --time-zone Asia/Shanghai --out dossier.html\n  fupan export spring-cup --csv tables\n  fupan export spring-cup --html standings.html\n  fupan export spring-cup --h9 spring-cup.h9 --round 3 --provisional\n  fupan export spring-cup --sgf games --server http://127.0.0.1:8080"
)]
pub struct Export {
    /// The ledger
    ledger: LedgerName,
    /// Write the whole ledger with its proofs as one file, for fupan verify
    #[arg(long, value_name = "FILE", group = "what")]
    bundle: Option<PathBuf>,
    /// Only the entries after this signed checkpoint, with the proof that the ledger goes on from it
    #[arg(long, value_name = "CHECKPOINT", requires = "bundle")]
    since: Option<PathBuf>,
    /// Put the proof of this entry in as a file of its own, to be handed on without the rest; as often as wanted
    #[arg(long, value_name = "SEQ", requires = "bundle")]
    prove: Vec<u64>,
    /// Write every game that began as an SGF file into this folder
    #[arg(long, value_name = "DIR", group = "what")]
    sgf: Option<PathBuf>,
    /// Write the dossier of an appeal: its whole story as one HTML file for print
    #[arg(long, value_name = "APPEAL", group = "what")]
    dossier: Option<AppealId>,
    /// Write standings, crosstable and results as CSV files into this folder
    #[arg(long, value_name = "DIR", group = "what")]
    csv: Option<PathBuf>,
    /// Write standings and crosstable as one HTML file for print
    #[arg(long, value_name = "FILE", group = "what")]
    html: Option<PathBuf>,
    /// Write the results of players as the European Go Federation takes them
    #[arg(long, value_name = "FILE", group = "what")]
    h9: Option<PathBuf>,
    /// Write the results of players as a FIDE tournament report (TRF16)
    #[arg(long, value_name = "FILE", group = "what")]
    trf: Option<PathBuf>,
    /// After which round the results are; the last one paired where none is named
    #[arg(long, value_name = "N", conflicts_with_all = ["sgf", "dossier"])]
    round: Option<u32>,
    /// The results as they were known at that entry, or at that time
    #[arg(long, value_name = "SEQ|TIME", value_parser = parse_known, conflicts_with_all = ["sgf", "dossier"])]
    at: Option<Known>,
    /// Write results all the same while games are open or not confirmed by all, and tell which
    #[arg(long, conflicts_with_all = ["sgf", "dossier"])]
    provisional: bool,
    /// The language of the dossier
    #[arg(long, value_enum, default_value_t, conflicts_with_all = ["sgf", "csv", "html", "h9", "trf"])]
    lang: Lang,
    /// The time zone of the dossier's times, as Asia/Shanghai or +08:00
    #[arg(long, value_name = "ZONE", default_value_t, conflicts_with_all = ["sgf", "csv", "html", "h9", "trf"])]
    time_zone: Zone,
    /// The file for the dossier; without it, it is printed
    #[arg(long, value_name = "FILE", conflicts_with_all = ["sgf", "csv", "html", "h9", "trf"])]
    out: Option<PathBuf>,
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    looking: Looking,
    /// Print the files written as one JSON object
    #[arg(long)]
    pub json: bool,
}

impl Export {
    pub fn run(self) -> Outcome {
        let opened = self.source.opened_for(&self.ledger, &self.looking)?;
        if let Opened::Service(remote) = opened {
            return self.at_service(&remote);
        }
        let open = self
            .source
            .seen(&self.ledger, &self.looking, "fupan export")?;
        if let Some(file) = &self.bundle {
            return self.write_bundle(&open, file);
        }
        if let Some(folder) = &self.sgf {
            self.write_games(&open, folder)?;
        }
        if let Some(appeal) = &self.dossier {
            self.write_dossier(&open, appeal)?;
        }
        if self.sgf.is_none() && self.dossier.is_none() {
            self.write_results(&open)?;
        }
        Ok(Ended::Sound)
    }

    fn write_bundle(&self, open: &OpenLedger, path: &Path) -> Outcome {
        let unwritable = |e: std::io::Error| Problem::file(path, &e);
        let since = self.since.as_deref().map(super::verify::checkpoint);
        let since = since.transpose()?;
        let handed = Handed {
            since: since.as_ref().map(|seen| seen.checkpoint().size()),
            seen: since.as_ref(),
            prove: &self.prove,
            restricted: false,
            document: &|sha256| evidence::document(open, sha256),
        };
        let mut progress = None;
        let exported = write_whole(path, |out| {
            bundle::export(&*open.store, &handed, out, |entries, of| {
                let bar = progress.get_or_insert_with(|| Progress::new(of, "entries"));
                bar.advance(entries);
            })
            .map_err(|error| match error {
                ExportError::Io(error) => unwritable(error),
                ExportError::Problem(problem) => *problem,
            })
        })?;
        drop(progress);
        self.tell_bundle(&exported, path)?;
        Ok(Ended::Sound)
    }

    /// The bundle as a service hands it on.
    fn fetch_bundle(&self, remote: &Remote, path: &Path) -> Outcome {
        let since = self.since.as_deref().map(super::verify::checkpoint);
        let since = since.transpose()?;
        let since = since.map(|seen| {
            let state = seen.checkpoint().state;
            format!("since={}&root={}", state.size, state.root)
        });
        let seqs = self.prove.iter().map(u64::to_string);
        let seqs = seqs.collect::<Vec<_>>().join(",");
        let prove = (!seqs.is_empty()).then(|| format!("prove={seqs}"));
        let query: Vec<String> = since.into_iter().chain(prove).collect();
        let asked = format!("/v1/ledgers/{}/bundle?{}", self.ledger, query.join("&"));
        let bytes = write_whole(path, |out| remote.download(&asked, out))?;
        let written = path.display().to_string();
        if self.json {
            print_json(&serde_json::json!({ "written": [written] }))?;
        } else {
            print_text(&format!("{} written to {written}", amount(bytes, "byte")))?;
        }
        Ok(Ended::Sound)
    }

    fn tell_bundle(&self, exported: &Exported, path: &Path) -> Result<(), Problem> {
        let written = path.display().to_string();
        if self.json {
            let (manifest, signed) = (&exported.manifest, exported.signed);
            return print_json(&serde_json::json!({
                "written": [written], "bundle": manifest, "signed": signed
            }));
        }
        let unsigned = if exported.signed {
            ""
        } else {
            "; nothing was signed, so that nobody vouches for it"
        };
        print_text(&format!(
            "{} written to {written}{unsigned}",
            amount(exported.manifest.entries, "entry")
        ))
    }

    fn write_games(&self, open: &OpenLedger, folder: &Path) -> Result<(), Problem> {
        let tournament = open
            .reader
            .tournament(Known::Now)
            .map_err(|e| Problem::from(&e))?;
        fs::create_dir_all(folder).map_err(|e| Problem::file(folder, &e))?;
        let games = tournament.games.keys();
        let mut progress = Progress::new(u64::try_from(games.len()).unwrap_or(0), "games");
        let mut written = Vec::new();
        for game in games {
            written.extend(write_game(open, &tournament, game, folder)?);
            progress.advance(1);
        }
        drop(progress);
        self.tell_games(&written, folder)
    }

    fn tell_games(&self, written: &[String], folder: &Path) -> Result<(), Problem> {
        if self.json {
            return print_json(&serde_json::json!({ "written": written }));
        }
        let games = amount(written.len(), "game");
        print_text(&format!("{games} written to {}", folder.display()))
    }

    /// What a service gives out.
    fn at_service(&self, remote: &Remote) -> Outcome {
        if let Some(file) = &self.bundle {
            return self.fetch_bundle(remote, file);
        }
        if self.dossier.is_some() {
            let detail = "a service gives out no dossiers: export them with --data while it is stopped, or from a copy of its data folder";
            return Err(Problem::new("usage", detail));
        }
        match &self.sgf {
            Some(folder) => self.games_at_service(remote, folder)?,
            None => self.results_at_service(remote)?,
        }
        Ok(Ended::Sound)
    }

    fn games_at_service(&self, remote: &Remote, folder: &Path) -> Result<(), Problem> {
        fs::create_dir_all(folder).map_err(|e| Problem::file(folder, &e))?;
        let games = format!("/v1/ledgers/{}/games", self.ledger);
        let mut written = Vec::new();
        for listed in remote.list(&games)? {
            let id: Option<GameId> = listed["game"].as_str().and_then(|id| id.parse().ok());
            let id = id.ok_or_else(|| Problem::new("server", "a game without an id"))?;
            // One that has not begun has no record.
            let record = match remote.get(&format!("{games}/{id}/sgf"), Wanted::Any) {
                Err(problem) if problem.code == "no_moment" => continue,
                record => record?,
            };
            let path = folder.join(format!("{id}.sgf"));
            fs::write(&path, record).map_err(|e| Problem::file(&path, &e))?;
            written.push(path.display().to_string());
        }
        self.tell_games(&written, folder)
    }

    fn write_dossier(&self, open: &OpenLedger, appeal: &AppealId) -> Result<(), Problem> {
        let dossier = Dossier::collect(&open.reader, appeal).map_err(|e| Problem::from(&e))?;
        let html = dossier::render(&dossier, Texts::of(self.lang), &self.time_zone);
        let Some(out) = &self.out else {
            return if self.json {
                print_json(&serde_json::json!({ "dossier": html }))
            } else {
                print(&html)
            };
        };
        fs::write(out, html).map_err(|e| Problem::file(out, &e))?;
        let out = out.display().to_string();
        if self.json {
            print_json(&serde_json::json!({ "written": [out] }))
        } else {
            print_text(&format!("the dossier of {appeal} is written to {out}"))
        }
    }
}

/// Writes a file that nobody finds under its name before it is whole.
fn write_whole<T>(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<tempfile::NamedTempFile>) -> Result<T, Problem>,
) -> Result<T, Problem> {
    let unwritable = |e: std::io::Error| Problem::file(path, &e);
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty());
    let aside = tempfile::Builder::new()
        .prefix(".fupan-")
        .permissions(fs::Permissions::from_mode(0o644))
        .tempfile_in(folder.unwrap_or(Path::new(".")))
        .map_err(unwritable)?;
    let mut out = BufWriter::with_capacity(1 << 18, aside);
    let done = write(&mut out)?;
    let aside = out.into_inner().map_err(|e| unwritable(e.into_error()))?;
    aside.as_file().sync_all().map_err(unwritable)?;
    aside.persist(path).map_err(|e| unwritable(e.error))?;
    Ok(done)
}

/// Writes a game, unless it has not begun.
fn write_game(
    open: &OpenLedger,
    tournament: &TournamentState,
    game: &GameId,
    folder: &Path,
) -> Result<Option<String>, Problem> {
    let game_now = open
        .reader
        .game(game, Known::Now)
        .map_err(|e| Problem::from(&e))?;
    if game_now.state.started.is_none() {
        return Ok(None);
    }
    let people = |commitment| open.store.person(commitment).ok().flatten();
    let headings = Headings::of(&game_now.state, tournament, &people);
    let record = to_sgf(&game_now.state, &headings);
    let path = folder.join(format!("{game}.sgf"));
    fs::write(&path, sgf::write(&record)).map_err(|e| Problem::file(&path, &e))?;
    Ok(Some(path.display().to_string()))
}
