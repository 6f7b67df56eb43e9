//! Asks the configured witnesses to cosign the ledgers' checkpoints (C2SP
//! tlog-witness), in the background: a witness that does not answer holds up
//! nothing, and is told of by readiness and figures. What was cosigned is quoted
//! in the ledger now and then, so that what comes after is later than it.

use crate::{
    config::Proof,
    ledger::{new_id, random},
    live::LiveLedger,
    problem::Problem,
};
use fupan_domain::{
    amount,
    event::{LogEvent, Stream, log::CheckpointWitnessed},
    ids::LedgerName,
    tournament::KEEPER,
};
use fupan_replay::{
    draft::{Batch, Draft, Proposal},
    proof::{
        checkpoint::SignedCheckpoint,
        key::{Algorithm, VerifierKey},
        note::NoteSignature,
        witness::AddCheckpoint,
    },
};
use fupan_store::{EventStore, Proofs, proofs, wall_clock};
use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// How long a witness may take to answer.
const ANSWER_WITHIN: Duration = Duration::from_secs(10);
/// The longest answer that is taken.
const ANSWER_MAX: u64 = 64 << 10;

/// A witness that is asked.
struct Asked {
    url: String,
    key: VerifierKey,
}

/// How it stands with a witness and a ledger.
#[derive(Clone, Debug, Default)]
struct Standing {
    /// How many entries the checkpoint has that it cosigned last, as far as is known.
    size: Option<u64>,
    /// Why it did not cosign the last time.
    failed: Option<String>,
}

/// The witnesses that are asked, and how it stands with each.
pub struct Cosigning {
    agent: ureq::Agent,
    witnesses: Vec<Asked>,
    quote_every: Duration,
    standing: Mutex<BTreeMap<(LedgerName, usize), Standing>>,
    quoted: Mutex<BTreeMap<LedgerName, Instant>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Cosigning {
    /// The witnesses of the settings.
    ///
    /// # Errors
    /// When a key is none of a witness.
    pub fn new(settings: &Proof) -> Result<Cosigning, Problem> {
        let mut witnesses = Vec::new();
        for witness in &settings.witnesses {
            let told = |why: String| {
                Problem::new("config", format!("proof.witnesses: {}: {why}", witness.url))
            };
            let key: VerifierKey = witness.key.parse().map_err(|e| told(format!("{e}")))?;
            if key.algorithm() != Algorithm::CosignatureV1 {
                return Err(told("expected the key of a witness, type 0x04".to_owned()));
            }
            let url = witness.url.trim_end_matches('/').to_owned();
            witnesses.push(Asked { url, key });
        }
        let agent = ureq::Agent::config_builder()
            .timeout_global(Some(ANSWER_WITHIN))
            .http_status_as_error(false)
            .build()
            .into();
        Ok(Cosigning {
            agent,
            witnesses,
            quote_every: Duration::from_secs(settings.quote_every_s),
            standing: Mutex::default(),
            quoted: Mutex::default(),
        })
    }

    /// Whether there is anybody to ask.
    pub fn is_empty(&self) -> bool {
        self.witnesses.is_empty()
    }

    /// What the witnesses did not do.
    pub fn remarks(&self) -> Vec<String> {
        let standing = lock(&self.standing);
        let remark = |((ledger, at), standing): (&(LedgerName, usize), &Standing)| {
            let why = standing.failed.as_ref()?;
            let url = &self.witnesses.get(*at)?.url;
            Some(format!(
                "witness {url} does not cosign ledger {ledger}: {why}"
            ))
        };
        standing.iter().filter_map(remark).collect()
    }

    /// Asks each witness for each ledger that has a checkpoint which it has not
    /// cosigned. Blocks for as long as they take. Answers how many failed.
    pub fn ask_for(&self, ledger: &LiveLedger) -> usize {
        let store = &ledger.open.store;
        if store.foreign().is_some() {
            // Its own service has its witnesses.
            return 0;
        }
        let Some(signed) = store.checkpoint() else {
            return 0;
        };
        let size = signed.checkpoint().size();
        let mut cosigned = SignedCheckpoint::clone(&signed);
        let (mut any, mut failures) = (false, 0);
        for (at, witness) in self.witnesses.iter().enumerate() {
            let place = (store.ledger().clone(), at);
            let known = lock(&self.standing)
                .get(&place)
                .cloned()
                .unwrap_or_default();
            if known.size == Some(size) {
                continue;
            }
            let mut standing = Standing {
                size: known.size,
                failed: None,
            };
            match self.ask(ledger, witness, &signed, known.size.unwrap_or(0)) {
                Ok(signature) => {
                    cosigned.note_mut().add(signature);
                    standing.size = Some(size);
                    any = true;
                }
                Err(why) => {
                    tracing::warn!(ledger.id = %store.ledger(), "witness {} does not cosign: {why}", witness.url);
                    standing.failed = Some(why);
                    failures += 1;
                }
            }
            lock(&self.standing).insert(place, standing);
        }
        if any && let Err(error) = self.keep(ledger, &cosigned) {
            tracing::error!(ledger.id = %store.ledger(), "a cosigned checkpoint can't be kept: {error}");
        }
        failures
    }

    /// Asks one witness, from the size that it is thought to have; once more from
    /// the one that it says it has.
    fn ask(
        &self,
        ledger: &LiveLedger,
        witness: &Asked,
        signed: &SignedCheckpoint,
        mut old: u64,
    ) -> Result<NoteSignature, String> {
        let size = signed.checkpoint().size();
        let mut asked = 0;
        loop {
            if old > size {
                return Err(format!(
                    "it has cosigned {}, and there are {size}: one of two histories was written anew",
                    amount(old, "entry")
                ));
            }
            let proof = proofs::consistency(&*ledger.open.store, old, Some(size));
            let request = AddCheckpoint {
                old,
                hashes: proof.map_err(|e| e.to_string())?.hashes,
                checkpoint: signed.clone(),
            };
            asked += 1;
            match self.post(witness, &request)? {
                Reply::Cosigned(lines) => return own_line(&lines, signed, &witness.key),
                Reply::Stale(its) if asked == 1 => old = its,
                Reply::Stale(its) => {
                    return Err(format!(
                        "it said twice that it has {}",
                        amount(its, "entry")
                    ));
                }
            }
        }
    }

    fn post(&self, witness: &Asked, request: &AddCheckpoint) -> Result<Reply, String> {
        let url = format!("{}/add-checkpoint", witness.url);
        let answer = self.agent.post(url).send(request.to_string());
        let mut answer = answer.map_err(|e| e.to_string())?;
        let status = answer.status().as_u16();
        let media_type = answer.headers().get("content-type").cloned();
        let body = answer
            .body_mut()
            .with_config()
            .limit(ANSWER_MAX)
            .read_to_string();
        let body = body.map_err(|e| e.to_string())?;
        let of_size = media_type.is_some_and(|m| m.as_bytes() == b"text/x.tlog.size");
        match status {
            200 => Ok(Reply::Cosigned(body)),
            409 if of_size => match body.trim_end().parse() {
                Ok(size) => Ok(Reply::Stale(size)),
                Err(_) => Err(format!("it answered the size {:?}", body.trim_end())),
            },
            _ => Err(format!("it answered {status}: {}", body.trim_end())),
        }
    }

    /// Keeps a cosigned checkpoint, and quotes it in the ledger if it is time and
    /// something else was recorded since the last quotation.
    fn keep(&self, ledger: &LiveLedger, cosigned: &SignedCheckpoint) -> Result<(), Problem> {
        let store = &ledger.open.store;
        let kept = store.keep_witnessed(cosigned.clone());
        kept.map_err(|e| Problem::new("log_unreadable", e.to_string()))?;
        let name = store.ledger();
        let quoted = lock(&self.quoted).get(name).copied();
        if quoted.is_some_and(|at| at.elapsed() < self.quote_every) {
            return Ok(());
        }
        let last = store.stream_head(&Stream::Log).map(|head| head.hash);
        if last == Some(store.head().hash) {
            return Ok(());
        }
        lock(&self.quoted).insert(name.clone(), Instant::now());
        let appended = store.append(self.quotation(cosigned)?);
        appended.map(drop).map_err(|e| Problem::from(&e))
    }

    fn quotation(&self, cosigned: &SignedCheckpoint) -> Result<Batch, Problem> {
        let internal = |e: &dyn std::fmt::Display| Problem::internal(&e);
        let checkpoint = cosigned.checkpoint();
        let of_witness = |line: &&NoteSignature| {
            let mut keys = self.witnesses.iter().map(|w| &w.key);
            keys.any(|key| key.id() == line.id() && key.name() == line.name())
        };
        let lines = cosigned.note().signatures().iter().filter(of_witness);
        let event = LogEvent::CheckpointWitnessed(CheckpointWitnessed {
            origin: checkpoint.origin().to_owned(),
            size: checkpoint.size(),
            root: checkpoint.root(),
            cosignatures: lines
                .map(|line| line.to_string().trim_end().to_owned())
                .collect(),
        });
        let data = event.data().map_err(|e| internal(&e))?;
        let draft = Draft {
            id: None,
            stream: Stream::Log,
            type_name: event.type_name().into(),
            at: wall_clock(),
            actor: KEEPER.parse().map_err(|e| internal(&e))?,
            expect: None,
            data: data.as_object().cloned().unwrap_or_default(),
        };
        let proposal = Proposal::prepare(draft, new_id()?, random()?);
        Ok(Batch {
            proposals: vec![proposal.map_err(|e| Problem::from(&e))?],
            submitted_by: KEEPER.parse().map_err(|e| internal(&e))?,
            seen_whole: None,
        })
    }
}

enum Reply {
    /// The signature lines.
    Cosigned(String),
    /// The size that the witness has.
    Stale(u64),
}

/// The line of a witness's own key, checked against what it was asked to sign.
fn own_line(
    lines: &str,
    signed: &SignedCheckpoint,
    key: &VerifierKey,
) -> Result<NoteSignature, String> {
    for line in lines.lines() {
        let Ok(line) = line.parse::<NoteSignature>() else {
            return Err("it answered something that is no signature".to_owned());
        };
        if line.id() == key.id() && line.name() == key.name() {
            let mut note = signed.note().clone();
            note.add(line.clone());
            note.verify(key).map_err(|e| e.to_string())?;
            return Ok(line);
        }
    }
    Err("it answered no signature by its key".to_owned())
}
