//! The view of an appeal.

use super::EvidenceView;
use fupan_domain::{
    Timestamp,
    event::{Order, appeal::AppealOutcome, common::StatementTaken},
    ids::{ActorId, AppealId, EntryId, GameId, OfficialId},
    tournament::{AppealState, TournamentState},
};
use serde::Serialize;

/// An appeal as it is shown.
#[derive(Clone, Debug, Serialize)]
pub struct AppealView {
    /// Its id.
    pub appeal: AppealId,
    /// The game it is about.
    pub game: Option<GameId>,
    /// Who appealed.
    pub by: ActorId,
    /// When it was filed.
    pub filed_at: Timestamp,
    /// Until when it could be, where the regulations set a deadline.
    pub deadline: Option<Timestamp>,
    /// Whether it was in time, where there is a deadline.
    pub in_time: Option<bool>,
    /// The entries challenged.
    pub against: Vec<EntryId>,
    /// Why.
    pub grounds: String,
    /// What was asked for.
    pub relief: String,
    /// The committee.
    pub panel: Vec<OfficialId>,
    /// Who stepped aside.
    pub recused: Vec<OfficialId>,
    /// Who was heard.
    pub statements: Vec<StatementTaken>,
    /// What was handed in, and what became of each file.
    pub evidence: Vec<EvidenceView>,
    /// Where it stands.
    pub status: &'static str,
    /// How it was decided.
    pub outcome: Option<AppealOutcome>,
    /// What was ordered.
    pub orders: Vec<Order>,
    /// Why.
    pub reasons: Option<String>,
    /// Whether its decision was overturned.
    pub overturned: bool,
}

impl AppealView {
    /// The view of an appeal in a tournament as it stands.
    pub fn of(state: &AppealState, tournament: &TournamentState) -> AppealView {
        let evidence = state.evidence.iter();
        AppealView {
            appeal: state.appeal.clone(),
            game: state.game.clone(),
            by: state.filed.by.clone(),
            filed_at: state.filed_at,
            deadline: state.deadline,
            in_time: state.in_time(),
            against: state.filed.against.clone(),
            grounds: state.filed.grounds.clone(),
            relief: state.filed.relief.clone(),
            panel: state.panel.clone(),
            recused: state.recused.clone(),
            statements: state.statements.clone(),
            evidence: evidence
                .map(|attached| EvidenceView::of(attached, tournament))
                .collect(),
            status: state.status.name(),
            outcome: state.outcome,
            orders: state.orders.clone(),
            reasons: state.reasons.clone(),
            overturned: state.overturned,
        }
    }
}
