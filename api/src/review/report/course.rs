//! How a review was opened, its methods, its anchors and its files, as its ledger
//! has them, each with its author and time. What its reviewers and players said
//! and how it ended stands in `outcome`.

use super::{Telling, outcome, said};
use crate::{
    i18n::foreign::inline,
    review::{
        anchor::{AnchorView, AnchorsView},
        case::Case,
        due,
    },
    text::harmless,
};
use fupan_domain::{
    Timestamp,
    event::{
        common::EvidenceClass,
        review::{EvidenceAttached, Method},
    },
    review::Due,
};
use maud::{Markup, html};

/// How far the time that an author tells may lie from that at which the ledger took the
/// entry, in milliseconds, until both are told: whoever writes down what was just said
/// takes some minutes.
const APART_MS: i64 = 300_000;

impl Telling<'_> {
    /// How the review was opened.
    pub fn opened(&self, case: &Case<'_>) -> Markup {
        let (texts, opened) = (self.texts, &self.review.opened);
        let written = case.written.entry(self.review.entry);
        let when = written.map(|written| self.when(written.at, written.recorded_at));
        let labels = opened.subjects.iter().map(|s| self.player(s.label));
        let games: Vec<String> = opened.games.iter().map(|game| self.game(game)).collect();
        let reviewers: Vec<&str> = opened.reviewers.iter().map(AsRef::as_ref).collect();
        let status = texts.word("review-status", self.review.status.name());
        let fields = [
            ("review-tournament", html! { code { (opened.tournament) } }),
            ("review-opened-at", html! { (when.unwrap_or_default()) }),
            ("review-status", html! { (status) }),
            ("review-occasion", said(&opened.occasion)),
            ("review-question", said(&opened.question)),
            ("review-reviewers", html! { (reviewers.join(", ")) }),
            (
                "review-games",
                html! { (texts.list(labels)) ": " (games.join(", ")) },
            ),
            ("review-standard", said(&opened.standard_of_proof)),
        ];
        html! {
            dl { @for (key, value) in fields { div { dt { (texts.say(key)) } dd { (value) } } } }
            @if let Some(why) = &case.unfit {
                p class="note" {
                    strong { (texts.say("review-unfit")) }
                    // What does not fit names games and players.
                    @if self.review.names_players() { " " code { (harmless(why)) } }
                }
            }
        }
    }

    /// When the ledger took an entry; and where its author says that it happened at
    /// another time, that too, as what he says.
    pub fn when(&self, at: Timestamp, recorded_at: Timestamp) -> String {
        let taken = self.zone.moment(recorded_at);
        if recorded_at.since(at).0.abs() <= APART_MS {
            return taken;
        }
        let with = [("taken", taken.into()), ("at", self.zone.moment(at).into())];
        self.texts.with("review-at-said", &with)
    }

    /// Who wrote an entry, when, and who handed it in if that was somebody else.
    pub(super) fn by(&self, case: &Case<'_>, seq: u64) -> Markup {
        let Some(written) = case.written.at(seq) else {
            return Markup::default();
        };
        let handed_in = written.handed_in_by.as_deref();
        let handed_in = handed_in.map(|who| {
            let with = [("who", who.into())];
            self.texts.with("review-handed-in", &with)
        });
        html! {
            p class="when" {
                (written.by) " · " (self.when(written.at, written.recorded_at)) " · #" (seq)
                @if let Some(handed_in) = handed_in { " · " (handed_in) }
            }
        }
    }

    /// The methods, in order, and what had been recorded before each.
    pub fn methods(&self, case: &Case<'_>) -> Markup {
        html! {
            @for (number, (told, before)) in self.review.methods.iter().zip(&case.before).enumerate() {
                @let (method, reason) = &told.what;
                h3 {
                    (self.texts.with("review-method", &[
                        ("number", number.to_string().into()),
                        ("name", method.name.as_str().into()),
                    ]))
                }
                (self.by(case, told.seq))
                p { (self.rule(method)) }
                @if let Some(reason) = reason {
                    p class="note" { (self.texts.with("review-method-changed", &[("reason", reason.as_str().into())])) }
                    @if before.analyses > 0 || before.looks > 0 {
                        p class="note" {
                            (self.texts.with("review-method-late", &[
                                ("analyses", before.analyses.to_string().into()),
                                ("looks", before.looks.to_string().into()),
                            ]))
                        }
                    }
                }
            }
        }
    }

    fn rule(&self, method: &Method) -> String {
        let hundredths = |n: u32| format!("{}.{:02}", n / 100, n % 100).into();
        self.texts.with(
            "review-method-rule",
            &[
                ("opening", method.opening_moves.to_string().into()),
                ("settled", hundredths(method.settled_rate_bp)),
                ("forced", hundredths(method.forced_gap_cp)),
                ("visits", method.visits_min.to_string().into()),
                ("near", hundredths(method.near_equal_cp)),
                ("quick", method.quick_ms.to_string().into()),
                ("moves", method.moves_min.to_string().into()),
                ("group", method.reference_min.to_string().into()),
            ],
        )
    }
}

/// Where the tournament's log tells how old the review is.
fn anchors(telling: &Telling<'_>, view: &AnchorsView) -> Markup {
    let texts = telling.texts;
    let line = |anchor: &AnchorView| {
        let key = if anchor.holds {
            "review-anchor-said"
        } else {
            "review-anchor-other"
        };
        let with = [
            ("when", telling.zone.moment(anchor.recorded_at).into()),
            ("size", anchor.size.to_string().into()),
            ("seq", anchor.seq.to_string().into()),
        ];
        texts.with(key, &with)
    };
    html! {
        h3 { (texts.say("review-anchors")) }
        @if view.anchors.is_empty() { p class="note" { (texts.say("review-anchor-none")) } }
        ul { @for anchor in &view.anchors { li { (line(anchor)) " " span class="hash" { (anchor.root) } } } }
        @if view.other_labels > 0 {
            p class="note" { (texts.with("review-anchor-labels", &[("count", view.other_labels.to_string().into())])) }
        }
    }
}

/// What can follow next, each with its command.
pub fn next(telling: &Telling<'_>, case: &Case<'_>) -> Markup {
    let texts = telling.texts;
    let ledger = case.anchors.ledger.as_str();
    let of = |due: &Due| {
        let who = match due {
            Due::File { evidence } => evidence.to_string(),
            Due::Note { reviewer } => reviewer.to_string(),
            Due::OpenNote { reviewer } => reviewer.to_string(),
            Due::Answer { subject } => telling.player(*subject),
            _ => String::new(),
        };
        let key = format!("review-due-{}", due.name().replace('_', "-"));
        texts.with(&key, &[("who", who.into())])
    };
    html! {
        @if case.due.is_empty() { p class="note" { (texts.say("review-due-nothing")) } } @else {
            ol { @for due in &case.due { li { (of(due)) br; code { (due::command(ledger, due)) } } } }
        }
    }
}

/// What happened in a review, but for figures.
pub fn course(telling: &Telling<'_>, case: &Case<'_>) -> Markup {
    html! {
        (anchors(telling, &case.anchors))
        (files(telling, case))
        (outcome::notes(telling, case))
        (outcome::revealed(telling, case))
        (outcome::answers(telling, case))
        (outcome::conclusions(telling, case))
    }
}

/// The files that were handed in.
fn files(telling: &Telling<'_>, case: &Case<'_>) -> Markup {
    let (texts, review) = (telling.texts, telling.review);
    html! {
        h3 { (texts.say("review-evidence")) }
        @if review.evidence.is_empty() { p class="note" { (texts.say("review-note-none")) } } @else {
            ul {
                @for told in &review.evidence {
                    @let file = &told.what;
                    li {
                        code { (file.evidence) } " " (inline(&file.title)) " · "
                        (texts.say(match file.class {
                            EvidenceClass::Open => "review-class-open",
                            EvidenceClass::Restricted => "review-class-restricted",
                        })) " · "
                        (standing(telling, case, file))
                        " " span class="hash" { (file.sha256) }
                        (telling.by(case, told.seq))
                    }
                }
            }
        }
    }
}

/// Where a file stands: there until its date, not come, or deleted.
fn standing(telling: &Telling<'_>, case: &Case<'_>, file: &EvidenceAttached) -> String {
    let texts = telling.texts;
    let now = case.files.get(&file.sha256);
    if let Some(at) = now.and_then(|now| now.deleted) {
        let mut with = vec![("when", telling.zone.moment(at).into())];
        let Some(who) = now.and_then(|now| now.on_request.as_ref()) else {
            return texts.with("review-file-deleted", &with);
        };
        with.push(("who", who.as_str().into()));
        return texts.with("review-file-deleted-asked", &with);
    }
    // Attached more than once, it goes on the first of its days.
    let same = telling.review.evidence.iter();
    let same = same.filter(|told| told.what.sha256 == file.sha256);
    let until = same.map(|told| told.what.delete_after).min();
    let until = until.unwrap_or(file.delete_after);
    let date = [("date", telling.zone.day(until).into())];
    let Some(now) = now.filter(|now| now.received.is_some()) else {
        return texts.with("review-file-awaited", &date);
    };
    let key = match (now.due, now.here) {
        (true, _) => "review-file-due",
        (false, true) => "review-file-kept",
        (false, false) => "review-file-elsewhere",
    };
    texts.with(key, &date)
}
