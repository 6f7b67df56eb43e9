//! What a ruling is asked for with, what comes of it, and why nothing may: the
//! forms in which the command line and HTTP speak of rulings.

use crate::draft::Draft;
use fupan_domain::{
    Colour, Timestamp,
    ids::{ActorId, AppealId, EntryId, OfficialId, RulingId},
    seen::is_seen,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What is to be ruled. Either a finding's outcome by its key, or the effects
/// one by one; an outcome that leaves a value open needs the orders that fill it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RulingRequest {
    /// The finding on which it rules, as `MV-5@123`.
    pub finding: Option<String>,
    /// Further findings that the same effects settle.
    pub findings: Option<Vec<String>>,
    /// The key of one of the finding's outcomes.
    pub outcome: Option<String>,
    /// Orders, as contract section 6 has them.
    pub orders: Option<Vec<Value>>,
    /// Who is warned: colours, or objects with a `colour`.
    pub warnings: Option<Vec<Value>>,
    /// Who is admonished.
    pub admonitions: Option<Vec<Value>>,
    /// Penalties: `colour`, `penalty`, and `qz` or `ms`.
    pub penalties: Option<Vec<Value>>,
    /// The article; the finding's where it is left out.
    pub article: Option<String>,
    /// What had happened; the finding's words where they are left out.
    pub facts: Option<String>,
    /// Why. Needed where the outcome is not one that the article allows.
    pub reasons: Option<String>,
    /// The ruling's id; made from the game's where it is left out.
    pub ruling: Option<RulingId>,
    /// Complaints and requests that it answers.
    pub about: Option<Vec<EntryId>>,
    /// Officials who rule together with the author.
    pub with: Option<Vec<OfficialId>>,
    /// How they voted.
    pub vote: Option<Value>,
    /// When it was noticed.
    pub detected_at: Option<Timestamp>,
    /// When it was told to the players.
    pub announced_at: Option<Timestamp>,
    /// The game's version that the ruler saw.
    pub expect: Option<i64>,
    /// Whether a finding that was ruled on already is ruled on once more: the
    /// later ruling counts for the finding, the earlier one keeps its effects.
    pub again: Option<bool>,
}

/// A ruling ready to be stored.
#[derive(Clone, Debug, PartialEq)]
pub struct RulingPlan {
    /// Its id.
    pub ruling: RulingId,
    /// Ruling, warnings, admonitions, penalties, sanctions, in this order.
    pub drafts: Vec<Draft>,
    /// What its author should know beforehand.
    pub notes: RulingNotes,
}

/// What the author of a ruling should know beforehand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulingNotes {
    /// Whether the outcome is not among those that the article allows, or the
    /// finding had lapsed.
    pub departure: bool,
    /// Who loses the game at once, because this is the warning that does it.
    pub loses_by_warnings: Option<Colour>,
    /// The last ruling that stands and names one of the findings already. What it
    /// imposed stays beside what this one imposes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub already_ruled: Option<RulingId>,
    /// The author's own ruling on one of the findings that a committee overturned. An
    /// audit remarks on whatever he rules on it anew.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own_overturned: Option<RulingId>,
}

/// Why there is no such ruling.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulingError {
    /// The game has no such finding.
    #[error("game {game} has no finding {finding}: expected one of {known}")]
    NoFinding {
        /// The game.
        game: String,
        /// What was named.
        finding: String,
        /// Those it has.
        known: String,
    },
    /// The finding has no such outcome.
    #[error("{finding} has no outcome {outcome:?}: expected one of {known}")]
    NoOutcome {
        /// The finding.
        finding: String,
        /// What was named.
        outcome: String,
        /// Those it has.
        known: String,
    },
    /// The finding offers outcomes, and none of them is named nor anything else ordered.
    #[error(
        "which outcome of {finding}? expected one of {known}, or orders, warnings, admonitions or penalties for a departure"
    )]
    NoneNamed {
        /// The finding.
        finding: String,
        /// The outcomes it has.
        known: String,
    },
    /// The finding was ruled on already.
    #[error(
        "{finding} was ruled on already: {how}; a second ruling has to be asked for with again, or to order the overturn of what was decided"
    )]
    RuledAlready {
        /// The finding.
        finding: String,
        /// The ruling or sanction that settled it.
        by: RulingId,
        /// Who decided what, and when.
        how: String,
    },
    /// A committee overturned a ruling on the finding, and the author is not the chief
    /// arbiter.
    #[error(
        "ruling {ruling} on {finding} was overturned by appeal {appeal}: ruling on it anew is for the chief arbiter"
    )]
    ForChief {
        /// The finding.
        finding: String,
        /// The ruling that fell.
        ruling: RulingId,
        /// The appeal by which it fell.
        appeal: AppealId,
    },
    /// A committee overturned the author's own ruling on the finding.
    #[error(
        "{official}'s own ruling {ruling} on {finding} was overturned by appeal {appeal}: ruling on it anew has to be asked for with again, and with reasons"
    )]
    OwnOverturned {
        /// The author.
        official: ActorId,
        /// The finding.
        finding: String,
        /// The ruling that fell.
        ruling: RulingId,
        /// The appeal by which it fell.
        appeal: AppealId,
        /// Whether it was asked for with `again`, and reasons are all that is missing.
        again: bool,
    },
    /// An outcome is named without the finding that allows it.
    #[error("outcome {0:?} without a finding: expected the finding that allows it, or orders")]
    OutcomeAlone(String),
    /// The effects given are not those of the outcome named.
    #[error(
        "the effects given are not those of outcome {0:?}: leave the outcome out to depart from it"
    )]
    OtherEffects(String),
    /// The outcome leaves a value open that the ruling has to say.
    #[error("outcome {outcome:?} leaves {pointer} open: give {list} with a value there")]
    Open {
        /// The outcome.
        outcome: String,
        /// Where.
        pointer: String,
        /// The list to give.
        list: &'static str,
    },
    /// A departure without reasons.
    #[error("{why}: a ruling all the same is a departure and needs reasons")]
    NoReasons {
        /// Why it is one.
        why: String,
    },
    /// Neither finding nor article.
    #[error("a ruling without a finding needs an article, an outcome in words and reasons")]
    NoGround,
    /// A part has not its form.
    #[error("{pointer}: {why}")]
    Part {
        /// Where.
        pointer: String,
        /// What is wrong with it.
        why: String,
    },
}

impl RulingRequest {
    /// Whether it says why.
    pub(super) fn gives_reasons(&self) -> bool {
        let reasons = self.reasons.as_deref();
        reasons.is_some_and(is_seen)
    }

    /// Whether it says effects of its own, if only that there are none.
    pub(super) fn gives_effects(&self) -> bool {
        self.orders.is_some()
            || self.warnings.is_some()
            || self.penalties.is_some()
            || self.admonitions.is_some()
    }
}
