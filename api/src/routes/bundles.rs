//! A ledger as one file, as it is written: nothing of it is kept in memory, and
//! whoever stops reading stops the writing.

use crate::{
    auth::Caller,
    bundle::{ExportError, Handed, export},
    evidence,
    live::LiveLedger,
    problem::Problem,
    service::{Service, beside, ledger},
};
use actix_web::{
    HttpResponse,
    http::header,
    web::{self, Bytes},
};
use fupan_domain::ids::{LedgerName, Sha256};
use fupan_replay::proof::tree::{Frontier, TreeState};
use fupan_store::{EventStore, Proofs, proofs::ProofError};
use futures_util::stream;
use serde::Deserialize;
use std::{
    io::{self, BufWriter, Write},
    sync::Arc,
};
use tokio::sync::mpsc;

/// How much is written at once.
const PIECE_BYTES: usize = 64 << 10;
/// How many pieces may wait for a reader.
pub(crate) const PIECES: usize = 8;

/// After which state the entries begin.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedBundle {
    since: Option<u64>,
    root: Option<String>,
    private: Option<bool>,
    prove: Option<String>,
}

/// How many single proofs a bundle may be asked for.
const PROVED_MAX: usize = 1000;

impl AskedBundle {
    /// The entries whose proofs are asked for: seqs with commas between them.
    fn prove(&self) -> Result<Vec<u64>, Problem> {
        let seqs = self.prove.iter().flat_map(|list| list.split(','));
        let read = seqs.map(|seq| {
            let bad = |e| Problem::new("query", format!("prove: {seq:?} is no seq: {e}"));
            seq.parse::<u64>().map_err(bad)
        });
        let read: Vec<u64> = read.collect::<Result<_, _>>()?;
        if read.len() > PROVED_MAX {
            let detail = format!(
                "prove: {} entries: expected at most {PROVED_MAX}",
                read.len()
            );
            return Err(Problem::new("query", detail));
        }
        Ok(read)
    }
}

/// The whole ledger with its proofs as one file, up to the last signed checkpoint.
///
/// What is recorded meanwhile is not in it. `fupan verify` checks it offline.
#[utoipa::path(get, path = "/v1/ledgers/{ledger}/bundle", tag = "ledgers",
    params(("ledger" = String, Path, description = "The ledger"),
           ("since" = Option<u64>, Query, description = "Only the entries after so many, with the proof that the ledger goes on from them"),
           ("private" = Option<bool>, Query, description = "For a backup, which only the keeper takes: restricted documents too"),
           ("prove" = Option<String>, Query, description = "Entries, by seq with commas between them, whose proofs are put in as files of their own"),
           ("root" = Option<String>, Query, description = "The root over those, as a checkpoint has it, in hex: another one is refused")),
    responses((status = 200, description = "A zip file", content((String = "application/zip"))),
              (status = 409, description = "The ledger does not go on from that state", body = serde_json::Value),
              (status = 503, description = "An audit or another bundle is under way", body = serde_json::Value)))]
pub async fn bundle(
    service: web::Data<Service>,
    caller: Caller,
    path: web::Path<LedgerName>,
    asked: web::Query<AskedBundle>,
) -> Result<HttpResponse, Problem> {
    let name = path.into_inner();
    caller.may_read(&name, &service)?;
    let private = asked.private.unwrap_or(false);
    if private {
        caller.keeper()?;
    }
    let turn = service.audits_of(&caller).take()?;
    let ledger = ledger(&service, &name).await?;
    let known = Arc::clone(&ledger);
    let prove = asked.prove()?;
    let proved = prove.clone();
    let since = beside(move || {
        let since = goes_on(&known, &asked)?;
        provable(&known, since, &proved)?;
        Ok(since)
    })
    .await?;
    let (pieces, mut to_send) = mpsc::channel::<io::Result<Bytes>>(PIECES);
    // It ends when it is written, or when nobody takes the pieces any more.
    let _writing = web::block(move || {
        let _turn = turn;
        write(&ledger, (since, &prove), private, pieces);
    });
    let body = stream::poll_fn(move |context| to_send.poll_recv(context));
    Ok(HttpResponse::Ok()
        .content_type("application/zip")
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"{name}.zip\""),
        ))
        .streaming(body))
}

/// Whether the ledger goes on from the state that is asked for.
fn goes_on(ledger: &LiveLedger, asked: &AskedBundle) -> Result<Option<u64>, Problem> {
    let Some(size) = asked.since else {
        return Ok(None);
    };
    let store = &ledger.open.store;
    let unreadable = |e: fupan_store::ReadError| Problem::new("log_unreadable", e.to_string());
    let other = |detail: String| Err(Problem::new("other_history", detail));
    let signed = store.tree_size().map_err(unreadable)?;
    if size > signed {
        return other(format!(
            "the ledger is signed up to {signed} entries, not {size}"
        ));
    }
    let root = asked.root.as_deref().map(str::parse::<Sha256>).transpose();
    let root = root.map_err(|e| Problem::new("query", format!("root: {e}")))?;
    let tree = Frontier::read(size, |node| store.node(node)).map_err(unreadable)?;
    let state = TreeState {
        size,
        root: tree.root(),
    };
    if root.is_some_and(|root| root != state.root) {
        return other(format!(
            "the root over the first {size} entries is {}",
            state.root
        ));
    }
    Ok(Some(size))
}

/// Whether the bundle that is asked for can have the proofs that are: once it is on
/// its way, nobody could be told.
fn provable(ledger: &LiveLedger, since: Option<u64>, prove: &[u64]) -> Result<(), Problem> {
    let store = &ledger.open.store;
    let Some(last) = prove.iter().max() else {
        return Ok(());
    };
    let signed = store.checkpoint().map(|signed| signed.checkpoint().size());
    let size = signed.ok_or_else(|| Problem::from(&ProofError::Unsigned))?;
    if *last >= size {
        let beyond = ProofError::NoEntry { seq: *last, size };
        return Err(Problem::from(&beyond));
    }
    let first = since.unwrap_or(0);
    match prove.iter().find(|seq| **seq < first) {
        None => Ok(()),
        Some(seq) => {
            let detail = format!("the bundle begins with entry {first}: entry {seq} is not in it");
            Err(Problem::new("no_proof", detail))
        }
    }
}

fn write(
    ledger: &LiveLedger,
    (since, prove): (Option<u64>, &[u64]),
    private: bool,
    pieces: mpsc::Sender<io::Result<Bytes>>,
) {
    let failed = pieces.clone();
    let handed = Handed {
        since,
        seen: None,
        prove,
        restricted: private,
        document: &|sha256| {
            if private {
                ledger.open.document(sha256)
            } else {
                evidence::document(&ledger.open, sha256)
            }
        },
    };
    let mut out = BufWriter::with_capacity(PIECE_BYTES, Pieces(pieces));
    let store: &dyn EventStore<_> = &*ledger.open.store;
    let written = export(store, &handed, &mut out, |_, _| ());
    let written = written.and_then(|_| Ok(out.flush()?));
    if let Err(error) = written {
        // The reader sees the answer break off, and not a whole one.
        let error = match error {
            ExportError::Io(error) => error,
            ExportError::Problem(problem) => io::Error::other(problem.to_string()),
        };
        let _gone = failed.blocking_send(Err(error));
    }
}

/// Sends what is written, and waits while the reader is behind.
pub(crate) struct Pieces(mpsc::Sender<io::Result<Bytes>>);

impl Pieces {
    /// Pieces for that reader.
    pub(crate) fn to(reader: mpsc::Sender<io::Result<Bytes>>) -> Pieces {
        Pieces(reader)
    }
}

impl Write for Pieces {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let piece = Bytes::copy_from_slice(bytes);
        let sent = self.0.blocking_send(Ok(piece));
        sent.map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
