//! What the reviewers of a review wrote, what its players say, and how it ended:
//! notes, the revealing of the labels, answers, conclusions and appeals in the
//! order in which they came, each with its author and time. What a later decision
//! set aside is told where it stands.

use super::{Telling, said};
use crate::review::{again::Again, case::Case};
use fupan_domain::{
    event::{
        appeal::AppealOutcome,
        review::{AppealAnswered, AppealTaken, Conclusion, ReviewConcluded},
    },
    ids::{EntryId, OfficialId},
    review::{Awaited, ReviewState},
    tournament::Told,
};
use maud::{Markup, html};

/// A challenge with its answer, if there is one.
type Appeal = (Told<AppealTaken>, Option<Told<AppealAnswered>>);

/// The reviewers' notes.
pub(super) fn notes(telling: &Telling<'_>, case: &Case<'_>) -> Markup {
    let (texts, review) = (telling.texts, telling.review);
    let sealed = |entry| case.written.entry(entry).map(|written| written.seq);
    html! {
        h3 { (texts.say("review-notes")) }
        @if review.notes.is_empty() { p class="note" { (texts.say("review-note-none")) } }
        @for (reviewer, note) in &review.notes {
            h4 { (texts.with("review-note-of", &[("who", reviewer.as_str().into())])) }
            @if let Some(seq) = sealed(note.sealed) { (telling.by(case, seq)) }
            @match &note.opened {
                Some(opened) => { (said(&opened.what.text)) (telling.by(case, opened.seq)) }
                None => { p class="note" { (texts.say("review-note-sealed")) } }
            }
        }
    }
}

/// When, by whom and what for the players' labels were revealed.
pub(super) fn revealed(telling: &Telling<'_>, case: &Case<'_>) -> Markup {
    let (texts, review) = (telling.texts, telling.review);
    let revealed = review.revealed.and_then(|id| case.written.entry(id));
    html! {
        h3 { (texts.say("review-labels")) }
        @match revealed {
            Some(written) => {
                p { (texts.say("review-revealed")) }
                @if let Some(reason) = &written.reason { (said(reason)) }
                (telling.by(case, written.seq))
            }
            None if review.opened.blind => { p class="note" { (texts.say("review-names-blind")) } }
            None => { p class="note" { (texts.say("review-names-never-blind")) } }
        }
    }
}

/// What the players say.
pub(super) fn answers(telling: &Telling<'_>, case: &Case<'_>) -> Markup {
    let (texts, review) = (telling.texts, telling.review);
    html! {
        h3 { (texts.say("review-answers")) }
        @if review.answers.is_empty() { p class="note" { (texts.say("review-note-none")) } }
        @for told in &review.answers {
            @let answer = &told.what;
            p {
                strong { (telling.player(answer.subject)) } " · "
                (texts.with("review-asked", &[("put", answer.put.as_str().into())]))
            }
            @if let Some(text) = &answer.text { (said(text)) }
            @if let Some(evidence) = &answer.evidence { p { code { (evidence) } } }
            @if answer.declined == Some(true) { p { (texts.say("review-declined")) } }
            (telling.by(case, told.seq))
        }
    }
}

/// Conclusions and challenges, in the order in which they were recorded.
pub(super) fn conclusions(telling: &Telling<'_>, case: &Case<'_>) -> Markup {
    enum Step<'a> {
        Concluded(&'a Told<ReviewConcluded>),
        Appealed(&'a Appeal),
    }
    let (texts, review) = (telling.texts, telling.review);
    let concluded = review.conclusions.iter();
    let concluded = concluded.map(|told| (told.seq, Step::Concluded(told)));
    let appealed = review.appeals.iter();
    let appealed = appealed.map(|appeal| (appeal.0.seq, Step::Appealed(appeal)));
    let mut steps: Vec<_> = concluded.chain(appealed).collect();
    steps.sort_by_key(|(seq, _)| *seq);
    html! {
        h3 { (texts.say("review-conclusions")) }
        @if steps.is_empty() { p class="note" { (texts.say("review-note-none")) } }
        @for (_, step) in &steps {
            @match step {
                Step::Concluded(told) => (conclusion(telling, case, told)),
                Step::Appealed(appeal) => (self::appeal(telling, case, appeal)),
            }
        }
    }
}

/// The answer by which a conclusion was set aside: the first one after it that
/// upheld a challenge in whole or in part.
pub fn set_aside_by(review: &ReviewState, concluded: u64) -> Option<&Told<AppealAnswered>> {
    let answers = review
        .appeals
        .iter()
        .filter_map(|(_, answer)| answer.as_ref());
    let mut upheld = answers.filter(|answer| {
        matches!(
            answer.what.outcome,
            AppealOutcome::Upheld | AppealOutcome::PartlyUpheld
        )
    });
    upheld.find(|answer| answer.seq > concluded)
}

fn conclusion(telling: &Telling<'_>, case: &Case<'_>, told: &Told<ReviewConcluded>) -> Markup {
    let (texts, concluded) = (telling.texts, &told.what);
    let key = match concluded.conclusion {
        Conclusion::NotMet => "review-conclusion-not-met",
        Conclusion::Referred => "review-conclusion-referred",
        Conclusion::Undetermined => "review-conclusion-undetermined",
    };
    let rests_on = concluded.rests_on.iter();
    let rests_on = rests_on.map(|id| {
        let called = case.written.called(telling.review, *id, texts);
        match doubted(case, *id) {
            Some(key) => format!("{called} ({})", texts.say(key)),
            None => called,
        }
    });
    let rests_on: Vec<String> = rests_on.collect();
    let set_aside = set_aside_by(telling.review, told.seq).map(|answer| {
        let written = case.written.at(answer.seq);
        let when = written.map(|written| telling.when(written.at, written.recorded_at));
        let when = when.unwrap_or_default();
        let outcome = texts.word("appeal-outcome", answer.what.outcome.name());
        let with = [("outcome", outcome.into()), ("when", when.into())];
        texts.with("review-set-aside", &with)
    });
    html! {
        article class="concluded" {
            h4 {
                (texts.with("review-concluded-by", &[
                    ("conclusion", texts.say(key).into()),
                    ("standard", concluded.standard_of_proof.as_str().into()),
                ]))
            }
            (telling.by(case, told.seq))
            @if let Some(set_aside) = set_aside { p { strong { (set_aside) } } }
            @if let Some(awaited) = telling.review.without_notes.get(&told.seq) {
                p class="note" { (texts.say("review-without-notes")) " " (missing(telling, awaited)) }
            }
            dl {
                div { dt { (texts.say("label-reasons")) } dd { (said(&concluded.reasons)) } }
                div { dt { (texts.say("review-rests-on")) } dd { (rests_on.join(", ")) } }
                @if !concluded.clears.is_empty() {
                    div {
                        dt { (texts.say("review-clears")) }
                        dd { ul { @for clears in &concluded.clears { li { (said(clears)) } } } }
                    }
                }
            }
        }
    }
}

/// What is to be said of figures on which a conclusion rests, where they are not what
/// comes of computing them again.
fn doubted(case: &Case<'_>, entry: EntryId) -> Option<&'static str> {
    let mut analyses = case.review.analyses.iter();
    let told = analyses.find(|told| told.entry == entry)?;
    match case.again.get(&told.seq)? {
        Again::Other => Some("review-rests-other"),
        Again::Unfounded => Some("review-rests-unfounded"),
        Again::Same | Again::Unknown | Again::NotTried => None,
    }
}

/// Whose notes were missing.
fn missing(telling: &Telling<'_>, awaited: &[(OfficialId, Awaited)]) -> String {
    let each = awaited.iter().map(|(reviewer, how)| {
        let key = match how {
            Awaited::Sealed => "review-note-unopened",
            Awaited::Unwritten => "review-note-unwritten",
        };
        let with = [("who", reviewer.as_str().into())];
        telling.texts.with(key, &with)
    });
    each.collect::<Vec<_>>().join(" ")
}

fn appeal(telling: &Telling<'_>, case: &Case<'_>, (appeal, answer): &Appeal) -> Markup {
    let texts = telling.texts;
    let taken = &appeal.what;
    html! {
        article class="appeal" {
            h4 { (texts.say("review-appeal")) }
            (telling.by(case, appeal.seq))
            dl {
                @if telling.review.names_players() {
                    div { dt { (texts.say("label-appeal-by")) } dd { (taken.by) } }
                }
                div { dt { (texts.say("label-grounds")) } dd { (said(&taken.grounds)) } }
                div { dt { (texts.say("label-relief")) } dd { (said(&taken.relief)) } }
                @if let Some(evidence) = &taken.evidence {
                    div { dt { (texts.say("label-evidence")) } dd { code { (evidence) } } }
                }
                @if let Some(answer) = answer {
                    div {
                        dt { (texts.say("label-outcome")) }
                        dd { strong { (texts.word("appeal-outcome", answer.what.outcome.name())) } }
                    }
                    div { dt { (texts.say("label-decided-by")) } dd { (said(&answer.what.decided_by)) } }
                    div { dt { (texts.say("label-reasons")) } dd { (said(&answer.what.reasons)) } }
                }
            }
            @match answer {
                Some(answer) => (telling.by(case, answer.seq)),
                None => p class="note" { (texts.say("review-appeal-open")) },
            }
        }
    }
}
