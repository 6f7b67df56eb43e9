//! An appeal, as it stands, and whether an entry of it can be recorded.

use super::{
    decide::unknown,
    evolve::Place,
    rights::Asked,
    state::{DecidedBy, TournamentState},
};
use crate::{
    Timestamp,
    event::{
        AppealEvent, Order,
        appeal::{AppealFiled, AppealOutcome, PanelSeated},
        common::{EvidenceAttached, StatementTaken},
    },
    ids::{AppealId, EntryId, GameId, OfficialId, RulingId},
    official::{EntryClass, Role, class_of},
    refusal::Refusal,
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
    /// When.
    pub filed_at: Timestamp,
    /// Until when it could be filed: counted from the last of the decisions that
    /// it challenges. `None` where the regulations set no deadline, or nothing
    /// that it challenges is a decision.
    pub deadline: Option<Timestamp>,
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
    /// Whether a later decision that stands overturned this one.
    pub overturned: bool,
}

impl AppealState {
    /// Whether it was filed by its deadline, where it has one.
    pub fn in_time(&self) -> Option<bool> {
        self.deadline.map(|deadline| self.filed_at <= deadline)
    }
}

impl TournamentState {
    /// Decides about an entry of an appeal's stream. Whether its orders can be
    /// carried out is for the game to say.
    ///
    /// # Errors
    /// Why it can't be recorded.
    pub fn decide_appeal_entry(
        &self,
        place: Place<'_>,
        id: &AppealId,
        event: &AppealEvent,
    ) -> Result<(), Refusal> {
        if self.opening.is_none() {
            return Err(Refusal::NotOpened);
        }
        let what = event.type_name();
        let class = class_of("appeal", what).unwrap_or(EntryClass::Log);
        self.authorise(&Asked::new(place.actor, what, class))?;
        let appeal = self.appeals.get(id);
        if let AppealEvent::AppealFiled(filed) = event {
            return match appeal {
                Some(known) => Err(Refusal::IdTaken {
                    what: "appeal",
                    id: id.to_string(),
                    entry: Some(known.entry),
                }),
                None => self.decide_filing(id, filed),
            };
        }
        let appeal = appeal.ok_or_else(|| unknown("appeal", id.as_str()))?;
        if !appeal.status.is_open() && !matches!(event, AppealEvent::EvidenceAttached(_)) {
            let state = appeal.status.name();
            return Err(Refusal::Appeal {
                id: id.to_string(),
                state,
                what,
            });
        }
        match event {
            AppealEvent::PanelSeated(panel) => self.decide_panel(&appeal.filed, panel),
            AppealEvent::AppealDecided(_) => self.need_no_part(appeal, &place.actor.as_official()),
            _ => Ok(()),
        }
    }

    /// Nobody decides on an appeal against his own ruling; the chief arbiter may
    /// write the committee's decision down, as its clerk.
    ///
    /// # Errors
    /// [`Refusal::OwnMatter`].
    pub fn need_no_part(&self, appeal: &AppealState, official: &OfficialId) -> Result<(), Refusal> {
        let is_clerk = self.holds_office(official, Role::is_chief);
        let sits = appeal.panel.contains(official) || !is_clerk;
        self.not_in_own_matter(&appeal.filed, official, sits)
    }

    /// Nobody sits on the committee about his own ruling.
    ///
    /// # Errors
    /// [`Refusal::OwnMatter`].
    pub fn need_may_sit(&self, appeal: &AppealState, official: &OfficialId) -> Result<(), Refusal> {
        self.not_in_own_matter(&appeal.filed, official, true)
    }

    fn decide_filing(&self, id: &AppealId, filed: &AppealFiled) -> Result<(), Refusal> {
        if let Ok(as_decision) = id.as_str().parse() {
            self.need_new_decision(&as_decision)?;
        }
        match &filed.game {
            Some(game) if !self.games.contains_key(game) => {
                Err(Refusal::GameNotPaired(game.clone()))
            }
            _ => Ok(()),
        }
    }

    fn decide_panel(&self, filed: &AppealFiled, panel: &PanelSeated) -> Result<(), Refusal> {
        panel
            .members
            .iter()
            .try_for_each(|member| self.not_in_own_matter(filed, member, true))
    }

    /// A ruling in which none of these officials had a part.
    ///
    /// # Errors
    /// [`Refusal::OwnMatter`].
    pub fn need_others_ruling(
        &self,
        ruling: &RulingId,
        officials: &[OfficialId],
    ) -> Result<(), Refusal> {
        let Some(DecidedBy::Ruling { officials: by, .. }) = self.decided.get(ruling).map(|d| &d.by)
        else {
            return Ok(());
        };
        let own = |o: &&OfficialId| by.iter().any(|a| a.as_str() == o.as_str());
        match officials.iter().find(own) {
            None => Ok(()),
            Some(official) => Err(Refusal::OwnMatter {
                official: official.to_string(),
                why: format!("{ruling} is their own ruling"),
            }),
        }
    }

    /// Nobody sits on an appeal against his own ruling. The chief arbiter may
    /// write a decision down, as the committee's clerk.
    fn not_in_own_matter(
        &self,
        filed: &AppealFiled,
        official: &OfficialId,
        sits: bool,
    ) -> Result<(), Refusal> {
        let officials = std::slice::from_ref(official);
        self.decided
            .iter()
            .filter(|(_, decided)| sits && filed.against.contains(&decided.entry))
            .try_for_each(|(ruling, _)| self.need_others_ruling(ruling, officials))
    }
}
