//! What was said and handed in about a game, and about its appeals. What is
//! restricted is shown to those alone who may see it.

use super::Case;
use crate::{
    i18n::foreign::inline,
    pages::{Here, statements::said},
    routes::evidence::may_see,
};
use fupan_domain::{
    event::{
        GameEvent, Stream,
        common::{EvidenceAttached, EvidenceClass, StatementTaken},
    },
    game::FactKind,
    ids::Sha256,
    tournament::FileState,
};
use maud::{Markup, html};

impl Case<'_> {
    /// Statements and evidence of the game, then of its appeals.
    pub(super) fn evidence(&self) -> Markup {
        let facts = self.folded.state.record.facts().iter();
        let of_game: Vec<&GameEvent> = facts
            .filter_map(|fact| match &fact.kind {
                FactKind::Event(event) => Some(event),
                _ => None,
            })
            .collect();
        let statements = of_game.iter().filter_map(|event| match event {
            GameEvent::StatementTaken(taken) => Some(&**taken),
            _ => None,
        });
        let attached = of_game.iter().filter_map(|event| match event {
            GameEvent::EvidenceAttached(attached) => Some(&**attached),
            _ => None,
        });
        let stream = Stream::Game(self.place.game.clone());
        let tournament = &self.here.tournament;
        html! {
            (handed_in(self.here, &stream, statements.collect(), attached.collect()))
            @for appeal in tournament.appeals_on(&self.place.game) {
                h3 { a href=(self.here.path(&format!("/appeals/{}", appeal.appeal))) { (self.here.viewer.say("appeals-one")) " " (appeal.appeal) } }
                (handed_in(self.here, &Stream::Appeal(appeal.appeal.clone()), appeal.statements.iter().collect(), appeal.evidence.iter().collect()))
            }
        }
    }
}

/// Statements and pieces of evidence of a stream, as far as the viewer may see them.
pub fn handed_in(
    here: &Here<'_>,
    stream: &Stream,
    statements: Vec<&StatementTaken>,
    attached: Vec<&EvidenceAttached>,
) -> Markup {
    let viewer = here.viewer;
    let (seen, unseen): (Vec<_>, Vec<_>) = attached
        .into_iter()
        .partition(|evidence| is_seen(here, evidence.sha256));
    html! {
        @if statements.is_empty() && seen.is_empty() && unseen.is_empty() {
            p class="soft" { (viewer.say("case-no-evidence")) }
        }
        @for statement in statements {
            article class="said" {
                h3 { (viewer.texts.word("event", "statement_taken")) " · " (here.who(statement.from.as_str())) }
                (said(viewer, statement))
                @if let Some(evidence) = &statement.evidence { p { (viewer.say("label-evidence")) " " code { (evidence) } } }
            }
        }
        @if !seen.is_empty() {
            ul class="brief" {
                @for evidence in seen {
                    @let state = here.tournament.files.get(&evidence.sha256).map(fupan_domain::tournament::EvidenceFile::state);
                    li {
                        @match state {
                            Some(FileState::Kept) => {
                                a href={ "/v1/ledgers/" (here.ledger) "/evidence/" (evidence.sha256) } { (inline(&evidence.title)) }
                            }
                            _ => { (inline(&evidence.title)) }
                        }
                        " · " (evidence.media_type) " · " (viewer.texts.with("evidence-bytes", &[("bytes", evidence.bytes.to_string().into())]))
                        " · " (viewer.texts.word("evidence", class_of(here, evidence.sha256)))
                        @if let Some(state) = state { " · " (viewer.texts.word("evidence-file", state.name())) }
                        br; code class="hash" { (evidence.sha256) }
                    }
                }
            }
        }
        @if !unseen.is_empty() {
            p class="soft" id={ "unseen." (stream.to_string().replace('/', ".")) } {
                (viewer.texts.with("case-restricted", &[("count", unseen.len().to_string().into())]))
            }
        }
    }
}

fn class_of(here: &Here<'_>, sha256: Sha256) -> &'static str {
    let file = here.tournament.files.get(&sha256);
    match file.map(fupan_domain::tournament::EvidenceFile::class) {
        Some(EvidenceClass::Restricted) => "restricted",
        _ => "open",
    }
}

/// Whether the viewer may see a file, and what is said of it.
fn is_seen(here: &Here<'_>, sha256: Sha256) -> bool {
    let Some(file) = here.tournament.files.get(&sha256) else {
        return true;
    };
    file.class() == EvidenceClass::Open
        || here
            .viewer
            .principal()
            .is_some_and(|who| may_see(who, here.live, &here.tournament, file).is_ok())
}
