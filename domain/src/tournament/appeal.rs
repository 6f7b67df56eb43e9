//! An appeal, as it stands.

use crate::{
    event::{
        Order,
        appeal::{AppealFiled, AppealOutcome},
        common::{EvidenceAttached, StatementTaken},
    },
    ids::{AppealId, EntryId, GameId, OfficialId},
};

/// Where an appeal stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AppealStatus {
    /// Filed.
    Filed,
    /// Its committee is named.
    Seated,
    /// Decided.
    Decided,
    /// Taken back.
    Withdrawn,
}

impl AppealStatus {
    /// The word of the contract.
    pub const fn name(self) -> &'static str {
        match self {
            AppealStatus::Filed => "filed",
            AppealStatus::Seated => "seated",
            AppealStatus::Decided => "decided",
            AppealStatus::Withdrawn => "withdrawn",
        }
    }

    /// Whether nothing has ended it.
    pub const fn is_open(self) -> bool {
        matches!(self, AppealStatus::Filed | AppealStatus::Seated)
    }
}

/// An appeal, as it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct AppealState {
    /// Its id.
    pub appeal: AppealId,
    /// The entry that filed it.
    pub entry: EntryId,
    /// As it was filed.
    pub filed: AppealFiled,
    /// The game it is about: the one it names, else that of the ruling it challenges.
    pub game: Option<GameId>,
    /// The committee.
    pub panel: Vec<OfficialId>,
    /// Who stepped aside.
    pub recused: Vec<OfficialId>,
    /// Who was heard.
    pub statements: Vec<StatementTaken>,
    /// What was handed in.
    pub evidence: Vec<EvidenceAttached>,
    /// Where it stands.
    pub status: AppealStatus,
    /// How it was decided.
    pub outcome: Option<AppealOutcome>,
    /// What was ordered.
    pub orders: Vec<Order>,
    /// Why.
    pub reasons: Option<String>,
}
