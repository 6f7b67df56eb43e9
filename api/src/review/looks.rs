//! Who looked at a review, from its stream `access`: how often each, and the last
//! looks one by one.

use crate::{ledger::OpenLedger, problem::Problem};
use fupan_domain::{
    Timestamp,
    event::{Stream, review::TokenUsed},
};
use fupan_replay::entry::Entry;
use fupan_store::EventStore;
use serde::Serialize;
use serde_json::Value;
use std::collections::{BTreeMap, VecDeque};

/// How many of the last looks are told one by one.
const LOOKS: usize = 20;

/// A look at a review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Look {
    /// The entry's seq.
    pub seq: u64,
    /// When, as whoever recorded it says.
    pub at: Timestamp,
    /// When the ledger took it.
    pub recorded_at: Timestamp,
    /// Who.
    pub by: String,
    /// At what: a path, or a verb of the command line.
    pub what: String,
    /// Whether the one who looked handed it in, in place of the program that answered
    /// him: it is what he says of himself.
    pub told_by_himself: bool,
}

/// A token with which a reviewer came, and not with the one before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TokenSeen {
    /// The entry's seq.
    pub seq: u64,
    /// Which reviewer.
    pub by: String,
    /// The token's short name.
    pub token: String,
    /// When the keeper made it.
    pub made_at: Timestamp,
    /// When the reviewer came with it.
    pub recorded_at: Timestamp,
}

/// All looks at a review.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Looks {
    /// The last ones, the latest first.
    pub last: Vec<Look>,
    /// How many there are.
    pub all: usize,
    /// How many there are of each.
    pub by: BTreeMap<String, usize>,
    /// With which tokens reviewers came over HTTP, one after the other.
    pub tokens: Vec<TokenSeen>,
    /// The seqs of all of them, in order.
    seqs: Vec<u64>,
}

impl Looks {
    /// Reads the looks at a review.
    ///
    /// # Errors
    /// When one can't be read.
    pub fn of(review: &OpenLedger) -> Result<Looks, Problem> {
        let unreadable = |e: &dyn std::fmt::Display| Problem::new("log_unreadable", e.to_string());
        let entries = review.store.stream(&Stream::Access, 0, usize::MAX);
        let (mut looks, mut last) = (Looks::default(), VecDeque::new());
        for bytes in entries.map_err(|e| unreadable(&e))? {
            let entry = Entry::read(&bytes).map_err(|e| unreadable(&e))?;
            if let Some(token) = of_token(&entry) {
                looks.tokens.push(token);
            }
            if entry.type_name != "data_seen" {
                continue;
            }
            looks.all += 1;
            looks.seqs.push(entry.seq);
            *looks.by.entry(entry.actor.to_owned()).or_default() += 1;
            if last.len() == LOOKS {
                last.pop_back();
            }
            last.push_front(of_entry(&entry));
        }
        looks.last = last.into();
        Ok(looks)
    }

    /// How many there were before an entry.
    pub fn before(&self, seq: u64) -> usize {
        self.seqs.partition_point(|look| *look < seq)
    }
}

/// The token with which each reviewer of a review came last.
///
/// # Errors
/// When an entry can't be read.
pub fn last_tokens(review: &OpenLedger) -> Result<BTreeMap<String, String>, Problem> {
    let tokens = Looks::of(review)?.tokens.into_iter();
    Ok(tokens.map(|seen| (seen.by, seen.token)).collect())
}

/// What an entry tells of a token, where the service says so and not a reviewer.
fn of_token(entry: &Entry<'_>) -> Option<TokenSeen> {
    if entry.type_name != "token_used" || entry.submitted_by == entry.actor {
        return None;
    }
    let used: TokenUsed = serde_json::from_str(entry.data.get()).ok()?;
    Some(TokenSeen {
        seq: entry.seq,
        by: entry.actor.to_owned(),
        token: used.token,
        made_at: used.made_at,
        recorded_at: entry.recorded_at,
    })
}

fn of_entry(entry: &Entry<'_>) -> Look {
    let data: Value = serde_json::from_str(entry.data.get()).unwrap_or_default();
    Look {
        seq: entry.seq,
        at: entry.at,
        recorded_at: entry.recorded_at,
        by: entry.actor.to_owned(),
        what: data["what"].as_str().unwrap_or_default().to_owned(),
        told_by_himself: entry.submitted_by == entry.actor,
    }
}
