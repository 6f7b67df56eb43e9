//! Everything that a forger can do to a ledger that is handed on as a file,
//! caught by its code and by the seq where it begins (design: what a verifier
//! must catch). What can be done to the entries alone is in `tampering`.

mod bundles {
    pub mod beside;
    pub mod container;
    pub mod history;
    pub mod mutated;
    pub mod signed;
}

use fupan_replay::{
    audit::{AuditView, Verdict},
    views::Severity,
};

/// The codes of the errors found, in order, each with its seq.
fn errors(view: &AuditView) -> Vec<(&str, Option<u64>)> {
    let errors = view.discrepancies.iter();
    let errors = errors.filter(|d| d.severity == Severity::Error);
    errors.map(|d| (d.code.as_str(), d.seq)).collect()
}

/// The bundle is broken, among others by that code at that seq, and a sentence
/// says what it is.
#[track_caller]
fn caught(view: &AuditView, code: &str, seq: usize) {
    let found = errors(view);
    assert_eq!(view.verdict, Verdict::Broken, "{code}: nothing was found");
    assert!(
        found.contains(&(code, Some(seq as u64))),
        "{code} at {seq} among {found:?}"
    );
    let told = view.discrepancies.iter().find(|d| d.code == code);
    let text = told.map_or("", |d| d.text.as_str());
    assert!(text.contains(' ') && text.ends_with('.'), "{text:?}");
}

/// The same, and nothing else gives the bundle away.
#[track_caller]
fn caught_by_that_alone(view: &AuditView, code: &str, seq: usize) {
    caught(view, code, seq);
    assert_eq!(errors(view), [(code, Some(seq as u64))]);
}

/// Nothing is wrong with the bundle.
#[track_caller]
fn sound(view: &AuditView) {
    assert_eq!(errors(view), []);
    assert_eq!(view.verdict, Verdict::Sound, "{:?}", view.discrepancies);
}
