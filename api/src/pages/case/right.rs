//! Whether the one who looks at a case may rule on it: asked of the very rights
//! that the ledger asks when a ruling is recorded, so that nothing is offered that
//! would be refused, and told before a form is filled in.

use crate::{
    auth::Principal,
    pages::{Here, Viewer},
};
use fupan_domain::{
    game::GameState,
    ids::ActorId,
    official::EntryClass,
    refusal::Refusal,
    rulebook::{Decider, Finding, finding::Outcome},
    tournament::Asked,
};

/// Why somebody may not rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotHis {
    /// Nobody is signed in.
    Nobody,
    /// He holds no office that rules.
    NoOffice,
    /// He plays the game.
    OwnGame,
    /// The board is another arbiter's.
    OtherBoard,
    /// The chief arbiter decides.
    Chief,
    /// A committee has decided; what is ruled anew is the chief arbiter's.
    Committee,
}

impl NotHis {
    /// In words.
    pub fn said(self, viewer: &Viewer) -> String {
        viewer.say(match self {
            NotHis::Nobody => "case-not-signed-in",
            NotHis::NoOffice => "case-no-office",
            NotHis::OwnGame => "case-own-game",
            NotHis::OtherBoard => "case-other-board",
            NotHis::Chief => "case-chief-decides",
            NotHis::Committee => "case-committee-decided",
        })
    }
}

/// In whose name the viewer would record here, if he is an official of this ledger.
pub fn actor(here: &Here<'_>) -> Option<ActorId> {
    match here.viewer.principal() {
        Some(principal @ Principal::Official { ledger, .. }) if *ledger == here.ledger => {
            principal.actor().ok()
        }
        _ => None,
    }
}

/// Whether he may rule on a finding of a game, or without one under an article.
/// `outcome`: one of those that the article allows.
///
/// # Errors
/// Why not.
pub fn may_rule(
    here: &Here<'_>,
    game: &GameState,
    finding: Option<&Finding>,
    outcome: Option<&Outcome>,
    article: Option<&str>,
) -> Result<(), NotHis> {
    if here.viewer.principal().is_none() {
        return Err(NotHis::Nobody);
    }
    let may = here
        .viewer
        .may(EntryClass::Ruling, &here.ledger, &here.tournament);
    let actor = actor(here).filter(|_| may).ok_or(NotHis::NoOffice)?;
    if game
        .paired
        .players
        .iter()
        .any(|player| player.as_str() == actor.as_str())
    {
        return Err(NotHis::OwnGame);
    }
    let decides = outcome
        .and_then(|outcome| outcome.decides)
        .or_else(|| finding.map(|finding| finding.decides));
    let asked = Asked {
        board: Some(game.paired.board),
        article,
        left_to_arbiter: Some(true),
        ..Asked::new(&actor, "ruling_made", EntryClass::Ruling)
    };
    let authorised = |asked: &Asked<'_>| here.tournament.authorise(asked);
    authorised(&asked).map_err(|_: Refusal| NotHis::OtherBoard)?;
    let left = decides.map(|decides| decides != Decider::ChiefArbiter);
    // Without a finding the article alone says it.
    if left.is_none() && article.is_none() {
        return Ok(());
    }
    let asked = Asked {
        left_to_arbiter: left,
        ..asked
    };
    authorised(&asked).map_err(|_| NotHis::Chief)
}
