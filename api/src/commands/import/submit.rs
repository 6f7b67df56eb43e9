//! Files of drafts, handed in at a running service: each as one batch, by whom
//! the token stands for.

use super::{Contents, FromFile, Remarked, Taken, is_drafts, read_drafts};
use crate::{
    commands::read_file,
    problem::Problem,
    remote::{Remote, Wanted},
};
use fupan_domain::ids::LedgerName;
use serde_json::{Value, json};
use std::path::Path;

/// Hands in a file, whole or not at all. Where its first draft opens the ledger
/// and there is none, that is done first, since a batch needs a ledger.
pub(super) fn submit(remote: &Remote, ledger: &LedgerName, file: &Path) -> Result<Taken, Problem> {
    let bytes = read_file(file)?;
    if !is_drafts(file, &bytes) {
        let detail =
            "a service takes drafts: import game records with --data, or hand in their drafts";
        return Err(Problem::new("usage", detail));
    }
    let Contents { mut drafts, .. } = read_drafts(&bytes)?;
    let mut remarks = Vec::new();
    let (mut entries, mut known) = (0, 0);
    if opens(&drafts) {
        match remote.size(ledger)? {
            None => {
                open(remote, ledger, &drafts[0])?;
                entries += 1;
                remarks.push(format!("opened {ledger}"));
                drafts.remove(0);
            }
            // Opened by this very draft, perhaps by another who may do just that.
            Some(_) if is_first(remote, ledger, &drafts[0])? => {
                known += 1;
                drafts.remove(0);
            }
            Some(_) => {}
        }
    }
    let mut remarked = Vec::new();
    if !drafts.is_empty() {
        let before = remote.size(ledger)?.unwrap_or(0);
        let recorded = hand_in(remote, ledger, &drafts).map_err(|problem| {
            if entries == 0 {
                return problem;
            }
            let detail = format!("{} (the ledger stays open)", problem.detail);
            Problem { detail, ..problem }
        })?;
        let seqs: Vec<u64> = recorded.iter().filter_map(|e| e["seq"].as_u64()).collect();
        let there = seqs.iter().filter(|seq| **seq < before).count();
        known += there;
        entries += seqs.len() - there;
        remarked = recorded.iter().flat_map(remarks_of).collect();
    }
    Ok(Taken {
        file: file.display().to_string(),
        entries,
        known,
        remarks,
        remarked,
    })
}

/// What the service finds odd about an entry.
fn remarks_of(recorded: &Value) -> Vec<Remarked> {
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let remarks = recorded["remarks"].as_array().into_iter().flatten();
    let remark = |remark: &Value| Remarked {
        seq: recorded["seq"].as_u64().unwrap_or_default(),
        code: word(&remark["code"]),
        text: word(&remark["text"]),
    };
    remarks.map(remark).collect()
}

fn opens(drafts: &[FromFile]) -> bool {
    let first = drafts.first();
    first.is_some_and(|first| {
        matches!(
            &*first.draft.type_name,
            "tournament_opened" | "review_opened"
        )
    })
}

fn open(remote: &Remote, ledger: &LedgerName, first: &FromFile) -> Result<(), Problem> {
    let opened = remote.post_json(
        "/v1/ledgers",
        &json!({"ledger": ledger, "entry": first.draft}),
    );
    opened.map(|_| ()).map_err(|problem| match first.line {
        Some(line) => problem.in_line(line),
        None => problem,
    })
}

/// Whether a draft is the ledger's first entry already.
fn is_first(remote: &Remote, ledger: &LedgerName, draft: &FromFile) -> Result<bool, Problem> {
    let first = remote.json(&format!("/v1/ledgers/{ledger}/entries/0"))?;
    let id = draft.draft.id.map(|id| id.to_string());
    Ok(id.is_some() && first["id"].as_str() == id.as_deref())
}

/// Hands in drafts as one batch, and answers their entries as the service does.
fn hand_in(
    remote: &Remote,
    ledger: &LedgerName,
    drafts: &[FromFile],
) -> Result<Vec<Value>, Problem> {
    let mut body = Vec::new();
    for from in drafts {
        serde_json::to_writer(&mut body, &from.draft).map_err(|e| Problem::internal(&e))?;
        body.push(b'\n');
    }
    let path = format!("/v1/ledgers/{ledger}/entries");
    let answer = remote.post(&path, "application/jsonl", body, Wanted::Json);
    let answer = answer.map_err(|problem| in_own_line(problem, drafts))?;
    let mut answer: Value = serde_json::from_str(&answer)
        .map_err(|e| Problem::new("server", format!("the answer is no JSON: {e}")))?;
    Ok(match answer["entries"].take() {
        Value::Array(recorded) => recorded,
        _ => Vec::new(),
    })
}

/// The same problem, at the line of the file instead of that of the body.
fn in_own_line(problem: Problem, drafts: &[FromFile]) -> Problem {
    let index = problem
        .line
        .and_then(|line| usize::try_from(line).ok()?.checked_sub(1));
    let line = index.and_then(|index| drafts.get(index)?.line);
    match line {
        Some(line) => problem.in_line(line),
        None => problem,
    }
}
