//! Events of a stream `appeal/<id>`.

use super::{
    common::{EvidenceAttached, StatementTaken},
    events,
    order::Order,
};
use crate::ids::{ActorId, EntryId, GameId, OfficialId};
use serde::{Deserialize, Serialize};

events! {
    /// An event of an appeal.
    AppealEvent of Appeal {
        /// A ruling is challenged.
        "appeal_filed" => AppealFiled(Box<AppealFiled>),
        /// The committee is named.
        "panel_seated" => PanelSeated(PanelSeated),
        /// Somebody was heard.
        "statement_taken" => StatementTaken(Box<StatementTaken>),
        /// A file was handed in.
        "evidence_attached" => EvidenceAttached(Box<EvidenceAttached>),
        /// The committee decided.
        "appeal_decided" => AppealDecided(Box<AppealDecided>),
        /// Whoever appealed took it back.
        "appeal_withdrawn" => AppealWithdrawn(AppealWithdrawn),
    }
}

/// Data of `appeal_filed`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AppealFiled {
    /// The game it is about, if it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    /// Who appeals: a player, team, official or body.
    pub by: ActorId,
    /// The entries that are challenged.
    pub against: Vec<EntryId>,
    /// Why.
    pub grounds: String,
    /// What is asked for.
    pub relief: String,
}

/// Data of `panel_seated`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PanelSeated {
    /// Who decides.
    pub members: Vec<OfficialId>,
    /// Who stepped aside.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recused: Option<Vec<OfficialId>>,
}

/// How an appeal ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AppealOutcome {
    /// As was asked.
    Upheld,
    /// In part.
    PartlyUpheld,
    /// The ruling stands.
    Dismissed,
    /// It came too late.
    OutOfTime,
}

impl AppealOutcome {
    /// `"upheld"`, `"partly_upheld"`, `"dismissed"` or `"out_of_time"`.
    pub const fn name(self) -> &'static str {
        match self {
            AppealOutcome::Upheld => "upheld",
            AppealOutcome::PartlyUpheld => "partly_upheld",
            AppealOutcome::Dismissed => "dismissed",
            AppealOutcome::OutOfTime => "out_of_time",
        }
    }
}

/// Data of `appeal_decided`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AppealDecided {
    /// How it ended.
    pub outcome: AppealOutcome,
    /// What changes.
    pub orders: Vec<Order>,
    /// Why.
    pub reasons: String,
    /// How the members voted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vote: Option<serde_json::Value>,
}

/// Data of `appeal_withdrawn`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AppealWithdrawn {
    /// Why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}
