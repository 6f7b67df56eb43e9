//! Whether an entry of a review's ledger can be recorded.

use super::{ReviewState, ReviewStatus};
use crate::{
    event::{
        AccessEvent, ReviewEvent,
        review::{
            AnalysisKind, AnalysisRecorded, AnswerTaken, Conclusion, Method, NoteOpened,
            ReviewConcluded, ReviewOpened,
        },
    },
    ids::{EntryId, EvidenceId},
    official::{Author, EntryClass, Right, Role, class_of, right},
    refusal::Refusal,
    tournament::{KEEPER, Place},
};
use std::collections::BTreeSet;

/// The methods that this program knows.
pub const METHODS: [&str; 1] = ["fupan-1"];

fn contradiction<T>(why: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal::Contradiction(why.into()))
}

/// Decides about the first entry of a review's ledger: the keeper opens it for
/// its reviewers (contract, section 10).
///
/// # Errors
/// Why it can't be recorded.
pub fn decide_opening(place: Place<'_>, opened: &ReviewOpened) -> Result<(), Refusal> {
    let keeper_may = right(EntryClass::ReviewOpening, Author::Keeper) == Right::Yes;
    if !keeper_may || place.actor.as_str() != KEEPER {
        return Err(Refusal::NoRight {
            actor: place.actor.clone(),
            what: "review_opened",
            why: "the keeper of the service opens a review, for its reviewers".to_owned(),
        });
    }
    let reviewers: BTreeSet<_> = opened.reviewers.iter().collect();
    if reviewers.len() != opened.reviewers.len() {
        return contradiction("reviewers: each is named once");
    }
    if reviewers.len() < 2 {
        return contradiction("reviewers: expected at least two, who look independently");
    }
    if reviewers.iter().any(|reviewer| reviewer.as_str() == KEEPER) {
        return contradiction(
            "reviewers: keeper is whoever runs the service and opens the review, expected officials",
        );
    }
    let labels: BTreeSet<_> = opened.subjects.iter().map(|s| s.label).collect();
    let players: BTreeSet<_> = opened.subjects.iter().map(|s| &s.player).collect();
    if labels.len() != opened.subjects.len() || players.len() != opened.subjects.len() {
        return contradiction("subjects: each label and each player is named once");
    }
    for player in players {
        if opened
            .reviewers
            .iter()
            .any(|r| r.as_str() == player.as_str())
        {
            return Err(Refusal::OwnMatter {
                official: player.to_string(),
                why: "a player under review".to_owned(),
            });
        }
    }
    let games: BTreeSet<_> = opened.games.iter().collect();
    if games.len() != opened.games.len() {
        return contradiction("games: each is named once");
    }
    check_method(&opened.method)
}

fn check_method(method: &Method) -> Result<(), Refusal> {
    if !METHODS.contains(&method.name.as_str()) {
        let known = METHODS.join(", ");
        return contradiction(format!("method {:?}: expected {known}", method.name));
    }
    Ok(())
}

/// Decides about a later entry of stream `review`.
///
/// # Errors
/// Why it can't be recorded.
pub fn decide(state: &ReviewState, place: Place<'_>, event: &ReviewEvent) -> Result<(), Refusal> {
    if let ReviewEvent::ReviewOpened(_) = event {
        return Err(Refusal::OpenedAlready { entry: state.entry });
    }
    need_reviewer(state, place, "review", event.type_name())?;
    need_status(state, event)?;
    match event {
        ReviewEvent::MethodChanged(changed) => {
            if changed.method == *state.method().1 {
                return contradiction("the method is the one in force");
            }
            check_method(&changed.method)
        }
        ReviewEvent::AnalysisRecorded(analysis) => decide_analysis(state, analysis),
        ReviewEvent::EvidenceAttached(evidence) => {
            if evidence.delete_after <= place.at {
                return contradiction(format!(
                    "delete_after {}: expected a time after {}, at which the file is attached",
                    evidence.delete_after, place.at
                ));
            }
            let taken = state
                .evidence
                .iter()
                .find(|told| told.what.evidence == evidence.evidence);
            match taken {
                None => Ok(()),
                Some(told) => Err(id_taken("evidence", &evidence.evidence, told.entry)),
            }
        }
        ReviewEvent::NoteSealed(_) if state.notes_are_read() => contradiction(
            "the notes are open already: a note that is sealed now could know of another",
        ),
        ReviewEvent::NoteOpened(note) => decide_note(state, place, note),
        ReviewEvent::LabelsRevealed(_) => decide_reveal(state),
        ReviewEvent::AnswerTaken(answer) => decide_answer(state, answer),
        ReviewEvent::ReviewConcluded(concluded) => decide_conclusion(state, concluded),
        ReviewEvent::ReviewOpened(_)
        | ReviewEvent::NoteSealed(_)
        | ReviewEvent::AppealAnswered(_) => Ok(()),
        ReviewEvent::AppealTaken(appeal) => need_evidence(state, appeal.evidence.as_ref()),
    }
}

/// Decides about an entry of stream `access`: who looked is one of the reviewers.
///
/// # Errors
/// When somebody else is named.
pub fn decide_access(
    state: &ReviewState,
    place: Place<'_>,
    event: &AccessEvent,
) -> Result<(), Refusal> {
    need_reviewer(state, place, "access", event.type_name())
}

fn need_reviewer(
    state: &ReviewState,
    place: Place<'_>,
    stream: &str,
    what: &'static str,
) -> Result<(), Refusal> {
    let class = class_of(stream, what).unwrap_or(EntryClass::Review);
    let may = right(class, Author::Official(Role::Reviewer)) == Right::Yes;
    if may && state.is_reviewer(&place.actor.as_official()) {
        return Ok(());
    }
    Err(Refusal::NoRight {
        actor: place.actor.clone(),
        what,
        why: "not a reviewer of this review, expected one of its reviewers".to_owned(),
    })
}

/// What may follow where a review stands.
fn need_status(state: &ReviewState, event: &ReviewEvent) -> Result<(), Refusal> {
    let what = event.type_name();
    let fits = match event {
        // Evidence may come to light, and a file be due, at any time; and whoever
        // decides upon what was referred has to hear whom it is about.
        ReviewEvent::EvidenceAttached(_) | ReviewEvent::LabelsRevealed(_) => true,
        ReviewEvent::AppealTaken(_) => state.status == ReviewStatus::Concluded,
        ReviewEvent::AppealAnswered(_) => state.status == ReviewStatus::Appealed,
        _ => state.status == ReviewStatus::Open,
    };
    if fits {
        return Ok(());
    }
    contradiction(format!(
        "the review is {}: {what} can't follow",
        state.status.name()
    ))
}

fn id_taken(what: &'static str, id: &impl std::fmt::Display, entry: EntryId) -> Refusal {
    Refusal::IdTaken {
        what,
        id: id.to_string(),
        entry: Some(entry),
    }
}

fn decide_analysis(state: &ReviewState, analysis: &AnalysisRecorded) -> Result<(), Refusal> {
    let taken = state
        .analyses
        .iter()
        .find(|told| told.what.analysis == analysis.analysis);
    if let Some(told) = taken {
        return Err(id_taken("analysis", &analysis.analysis, told.entry));
    }
    let (number, _) = state.method();
    if analysis.method != number {
        return contradiction(format!(
            "method {}: the one in force is {number}, and figures are by that one alone",
            analysis.method
        ));
    }
    need_own_basis(state, analysis)?;
    let figures = analysis.figures.iter().flatten();
    for figure in figures {
        if state.player(figure.subject).is_none() {
            return Err(Refusal::Unknown {
                what: "player under review with label",
                id: figure.subject.to_string(),
            });
        }
    }
    Ok(())
}

/// What an analysis says that it rests on: of its kind, of this review's games, and of
/// an engine's answers only of those that were taken in.
fn need_own_basis(state: &ReviewState, analysis: &AnalysisRecorded) -> Result<(), Refusal> {
    let [engine, answers, answered_at] = [
        analysis.engine.is_some(),
        analysis.answers.is_some(),
        analysis.answered_at.is_some(),
    ];
    match analysis.kind {
        AnalysisKind::Time if engine || answers || answered_at => {
            return contradiction("figures of time rest on no engine");
        }
        AnalysisKind::Engine | AnalysisKind::Agreement if !(engine && answers) => {
            return contradiction("expected engine and answers, on which it rests");
        }
        // An event's games go to an engine together.
        AnalysisKind::Engine if analysis.figures.is_none() => return Ok(()),
        AnalysisKind::Engine => {
            return contradiction("an engine's answers are kept as they came, without figures");
        }
        AnalysisKind::Time | AnalysisKind::Agreement => {}
    }
    let own = &state.opened.games;
    if let Some(game) = analysis.games.iter().find(|game| !own.contains(game)) {
        return contradiction(format!("game {game} is not under review"));
    }
    let mut taken = state.analyses.iter().map(|told| &told.what);
    let is_basis = |other: &AnalysisRecorded| {
        other.kind == AnalysisKind::Engine
            && other.answers == analysis.answers
            && other.engine == analysis.engine
    };
    if analysis.kind == AnalysisKind::Agreement && !taken.any(is_basis) {
        return contradiction("no such answers of that engine were taken in");
    }
    Ok(())
}

fn decide_note(state: &ReviewState, place: Place<'_>, opened: &NoteOpened) -> Result<(), Refusal> {
    let Some(note) = state.notes.get(place.actor) else {
        return contradiction(format!("{} has sealed no note", place.actor));
    };
    if let Some(told) = &note.opened {
        return contradiction(format!(
            "the note was opened already, by entry {}",
            told.entry
        ));
    }
    if !state.notes_are_in() {
        return contradiction(
            "only one reviewer's note is in: none is opened before a second one is sealed",
        );
    }
    let commitment = opened.commitment();
    if note.replaced.contains(&commitment) {
        return contradiction(format!(
            "text and nonce are those of a note in whose place another was sealed at {}, by entry {}: expected that one",
            note.at, note.sealed
        ));
    }
    if commitment != note.commitment {
        return contradiction("text and nonce are not those that were sealed");
    }
    Ok(())
}

fn decide_reveal(state: &ReviewState) -> Result<(), Refusal> {
    if state.names_players() {
        return contradiction("the players are named already");
    }
    let opened = state.notes.values().filter(|note| note.opened.is_some());
    if opened.count() < 2 {
        return contradiction(
            "labels are revealed once the notes of two reviewers are open, who looked independently",
        );
    }
    Ok(())
}

fn decide_answer(state: &ReviewState, answer: &AnswerTaken) -> Result<(), Refusal> {
    if state.player(answer.subject).is_none() {
        return Err(Refusal::Unknown {
            what: "player under review with label",
            id: answer.subject.to_string(),
        });
    }
    let says = answer.text.is_some() || answer.evidence.is_some();
    if says == (answer.declined == Some(true)) {
        return contradiction("expected what the player says (text or evidence), or declined");
    }
    need_evidence(state, answer.evidence.as_ref())
}

fn need_evidence(state: &ReviewState, named: Option<&EvidenceId>) -> Result<(), Refusal> {
    let known = |id: &EvidenceId| state.evidence.iter().any(|told| told.what.evidence == *id);
    match named {
        Some(id) if !known(id) => Err(Refusal::Unknown {
            what: "evidence",
            id: id.to_string(),
        }),
        _ => Ok(()),
    }
}

fn decide_conclusion(state: &ReviewState, concluded: &ReviewConcluded) -> Result<(), Refusal> {
    let opened = state.notes.values().filter(|note| note.opened.is_some());
    if opened.count() < 2 {
        return contradiction(
            "a review is concluded once the notes of two reviewers are open, who looked independently",
        );
    }
    if concluded.standard_of_proof != state.opened.standard_of_proof {
        return contradiction(format!(
            "standard_of_proof {:?}: the review was opened with {:?}",
            concluded.standard_of_proof, state.opened.standard_of_proof
        ));
    }
    let mut grounds = concluded.rests_on.iter().enumerate();
    if let Some((at, entry)) = grounds.find(|(_, entry)| !state.has_ground(**entry)) {
        return contradiction(format!(
            "rests_on[{at}] {entry}: expected the entry of an analysis, a file, a note or an answer of this review"
        ));
    }
    if concluded.conclusion != Conclusion::Referred {
        return Ok(());
    }
    let figures = state.analyses.iter().map(|told| told.entry);
    let files = state.evidence.iter().map(|told| told.entry);
    if !figures
        .chain(files)
        .any(|entry| concluded.rests_on.contains(&entry))
    {
        return contradiction(
            "rests_on: nothing is referred that rests on no analysis and on no evidence",
        );
    }
    for subject in &state.opened.subjects {
        if !state
            .answers
            .iter()
            .any(|told| told.what.subject == subject.label)
        {
            return contradiction(format!(
                "player {} was not asked: nothing is referred before the player's answer is taken",
                subject.label
            ));
        }
    }
    Ok(())
}
