//! The course of a review: how it was opened, its methods, evidence, notes,
//! answers, conclusions and appeals, as its ledger has them.

use super::{Telling, said};
use crate::review::{
    anchor::{AnchorView, AnchorsView},
    case::{Before, Case},
};
use fupan_domain::event::review::Method;
use maud::{Markup, html};

impl Telling<'_> {
    /// How the review was opened.
    pub fn opened(&self) -> Markup {
        let (texts, opened) = (self.texts, &self.review.opened);
        let labels = opened.subjects.iter().map(|s| self.player(s.label));
        let games: Vec<String> = opened.games.iter().map(|game| self.game(game)).collect();
        let reviewers: Vec<&str> = opened.reviewers.iter().map(AsRef::as_ref).collect();
        let status = texts.word("review-status", self.review.status.name());
        let fields = [
            ("review-tournament", html! { code { (opened.tournament) } }),
            (
                "review-opened-at",
                html! { (self.zone.moment(self.review.at)) },
            ),
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
        }
    }

    /// The methods, in order, and what had been recorded before each.
    pub fn methods(&self, before: &[Before]) -> Markup {
        html! {
            @for (number, (told, before)) in self.review.methods.iter().zip(before).enumerate() {
                @let (method, reason) = &told.what;
                h3 {
                    (self.texts.with("review-method", &[
                        ("number", number.to_string().into()),
                        ("name", method.name.as_str().into()),
                    ]))
                }
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

/// What happened in a review, but for figures.
pub fn course(telling: &Telling<'_>, case: &Case<'_>) -> Markup {
    let (texts, review) = (telling.texts, telling.review);
    html! {
        (anchors(telling, &case.anchors))
        h3 { (texts.say("review-evidence")) }
        @if review.evidence.is_empty() { p class="note" { (texts.say("review-note-none")) } } @else {
            ul {
                @for told in &review.evidence {
                    @let file = &told.what;
                    li {
                        code { (file.evidence) } " " (file.title) " · "
                        (texts.with("review-until", &[("date", telling.zone.day(file.delete_after).into())]))
                        " " span class="hash" { (file.sha256) }
                    }
                }
            }
        }
        h3 { (texts.say("review-notes")) }
        @if review.notes.is_empty() { p class="note" { (texts.say("review-note-none")) } }
        @for (reviewer, note) in &review.notes {
            p class="when" { (reviewer) " · " (telling.zone.moment(note.at)) }
            @match &note.opened {
                Some(opened) => { (said(&opened.what.text)) }
                None => { p class="note" { (texts.say("review-note-sealed")) } }
            }
        }
        h3 { (texts.say("review-answers")) }
        @if review.answers.is_empty() { p class="note" { (texts.say("review-note-none")) } }
        @for told in &review.answers {
            @let answer = &told.what;
            p class="when" {
                (telling.player(answer.subject)) " · "
                (texts.with("review-asked", &[("put", answer.put.as_str().into())]))
            }
            @if let Some(text) = &answer.text { (said(text)) }
            @if let Some(evidence) = &answer.evidence { p { code { (evidence) } } }
            @if answer.declined == Some(true) { p { (texts.say("review-declined")) } }
        }
        (conclusions(telling))
    }
}

fn conclusions(telling: &Telling<'_>) -> Markup {
    use fupan_domain::event::review::Conclusion;
    let (texts, review) = (telling.texts, telling.review);
    let word = |conclusion: Conclusion| match conclusion {
        Conclusion::NotMet => texts.say("review-conclusion-not-met"),
        Conclusion::Referred => texts.say("review-conclusion-referred"),
        Conclusion::Undetermined => texts.say("review-conclusion-undetermined"),
    };
    html! {
        h3 { (texts.say("review-conclusions")) }
        @if review.conclusions.is_empty() { p class="note" { (texts.say("review-note-none")) } }
        @for told in &review.conclusions {
            @let concluded = &told.what;
            @let entries: Vec<String> = concluded.rests_on.iter().map(ToString::to_string).collect();
            p {
                (texts.with("review-concluded-by", &[
                    ("conclusion", word(concluded.conclusion).into()),
                    ("standard", concluded.standard_of_proof.as_str().into()),
                ]))
            }
            (said(&concluded.reasons))
            @if !concluded.clears.is_empty() {
                p { (texts.say("review-clears")) }
                ul { @for clears in &concluded.clears { li { (said(clears)) } } }
            }
            p class="hash" { (texts.with("review-rests-on", &[("entries", entries.join(", ").into())])) }
        }
        @for (appeal, answer) in &review.appeals {
            h3 { (texts.say("review-appeal")) }
            @if review.names_players() { p class="when" { (appeal.what.by) } }
            (said(&appeal.what.grounds))
            (said(&appeal.what.relief))
            @if let Some(answer) = answer {
                p class="when" { (answer.what.decided_by) }
                (said(&answer.what.reasons))
            }
        }
    }
}
