//! Anchoring a review in the tournament's ledger: a checkpoint of the review is
//! recorded there under a label from which nobody can tell what it belongs to.
//! Later, whoever has both can see that the review was already so long then.

use crate::{ledger::OpenLedger, problem::Problem};
use fupan_domain::{
    Timestamp,
    event::{LogEvent, Stream, log::LedgerAnchored},
    ids::{LedgerName, Sha256},
    tournament::{KEEPER, TournamentState},
};
use fupan_replay::{
    draft::Draft,
    entry::{self, Entry},
    proof::tree,
};
use fupan_store::{EventStore, Known, Proofs, wall_clock};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// An anchor as it is shown: what the tournament's ledger says, and whether the
/// review's own tree agrees.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AnchorView {
    /// The entry of the tournament's ledger.
    pub seq: u64,
    /// When it was accepted there: the review is at least as old.
    pub recorded_at: Timestamp,
    /// How many entries the review had.
    pub size: u64,
    /// The root of its tree that was recorded.
    pub root: Sha256,
    /// Whether the review has that root at that size.
    pub holds: bool,
}

/// The anchors of a review.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AnchorsView {
    /// The review's ledger.
    pub ledger: LedgerName,
    /// The tournament's.
    pub tournament: LedgerName,
    /// The label under which it is anchored there.
    pub label: String,
    /// How many entries the review has.
    pub size: u64,
    /// Its anchors, in order.
    pub anchors: Vec<AnchorView>,
    /// How many other labels are anchored there: of other reviews, or of this one
    /// before somebody opened it anew.
    pub other_labels: usize,
}

/// The label of a review: it follows from its first entry, which only its
/// reviewers have, and tells nobody else anything.
fn label_of(first: &[u8]) -> String {
    let hash = entry::hash(first);
    let bytes: Vec<u8> = [b"fupan anchor\n".as_slice(), &hash.0].concat();
    let mut label = Sha256::of(&bytes).to_string();
    label.truncate(32);
    label
}

fn unreadable(error: impl std::fmt::Display) -> Problem {
    Problem::new("log_unreadable", error.to_string())
}

/// The label of a review's ledger, and the tournament's name.
///
/// # Errors
/// When it is no review's.
pub fn label(review: &OpenLedger) -> Result<(String, LedgerName), Problem> {
    let tournament = now(review)?;
    let Some(state) = &tournament.review else {
        let name = review.store.ledger();
        let detail = format!("ledger {name} is no review's: expected one that review_opened opens");
        return Err(Problem::new("usage", detail));
    };
    let first = review.store.entry(0).map_err(unreadable)?;
    let first = first.ok_or_else(|| unreadable("the first entry is not there"))?;
    Ok((label_of(&first), state.opened.tournament.clone()))
}

fn now(open: &OpenLedger) -> Result<Arc<TournamentState>, Problem> {
    let tournament = open.reader.tournament(Known::Now);
    tournament.map_err(|e| Problem::from(&e))
}

/// Records the review's last checkpoint in the tournament's ledger, if the
/// review has gone on since the last one that is recorded there. That somebody
/// looked at it alone is no occasion.
///
/// # Errors
/// When it can't be recorded.
pub fn record(review: &OpenLedger, into: &OpenLedger) -> Result<Option<LedgerAnchored>, Problem> {
    let (label, _) = label(review)?;
    let state = now(into)?;
    let anchored = state.anchors.get(&label).and_then(|all| all.last());
    let anchored = anchored.map_or(0, |told| told.what.size);
    let size = review.store.tree_size().map_err(unreadable)?;
    let written = review.store.stream(&Stream::Review, 0, usize::MAX);
    let last = written.map_err(unreadable)?;
    let last = last
        .last()
        .and_then(|bytes| Entry::read(bytes).ok().map(|e| e.seq));
    if size <= anchored || last.is_none_or(|seq| seq < anchored) {
        return Ok(None);
    }
    let root = tree::root_at(size, |node| review.store.node(node)).map_err(unreadable)?;
    let event = LedgerAnchored { label, size, root };
    let data = LogEvent::LedgerAnchored(event.clone()).data();
    let data = data.map_err(|e| Problem::internal(&e))?;
    let draft = Draft {
        id: None,
        stream: Stream::Log,
        type_name: "ledger_anchored".into(),
        at: wall_clock(),
        actor: KEEPER.parse().map_err(|e| Problem::internal(&e))?,
        expect: None,
        data: data.as_object().cloned().unwrap_or_default(),
    };
    into.append(vec![draft])?;
    Ok(Some(event))
}

/// The anchors of a review, each held against the review's own tree.
///
/// # Errors
/// When one of the two can't be read.
pub fn show(review: &OpenLedger, into: &OpenLedger) -> Result<AnchorsView, Problem> {
    let (label, _) = label(review)?;
    let state = now(into)?;
    let size = review.store.tree_size().map_err(unreadable)?;
    let mut anchors = Vec::new();
    for told in state.anchors.get(&label).into_iter().flatten() {
        let bytes = into.store.entry(told.seq).map_err(unreadable)?;
        let bytes = bytes.ok_or_else(|| unreadable(format!("entry {} is gone", told.seq)))?;
        let recorded_at = Entry::read(&bytes).map_err(unreadable)?.recorded_at;
        let root = |size| tree::root_at(size, |node| review.store.node(node));
        let holds =
            told.what.size <= size && root(told.what.size).map_err(unreadable)? == told.what.root;
        anchors.push(AnchorView {
            seq: told.seq,
            recorded_at,
            size: told.what.size,
            root: told.what.root,
            holds,
        });
    }
    let others = state.anchors.keys().filter(|other| **other != label);
    Ok(AnchorsView {
        other_labels: others.count(),
        ledger: review.store.ledger().clone(),
        tournament: into.store.ledger().clone(),
        label,
        size,
        anchors,
    })
}
