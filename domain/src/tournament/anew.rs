//! Ruling anew on a finding of which a committee has decided. A ruling that fell on
//! appeal leaves its finding open: whoever rules on it then has the committee's
//! decision before him, and is not the arbiter whom it overruled. Nothing here keeps
//! an entry out of the log, where what an official did is a fact like another; those
//! who are guided to a ruling are told, and an audit tells of what was recorded.

use super::{
    appeal::AppealState,
    state::{DecidedBy, TournamentState},
};
use crate::{
    event::Order,
    ids::{ActorId, GameId, RulingId},
    official::Role,
};

/// Why an official is not free to rule anew on a finding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Overruled<'a> {
    /// The appeal on which it was decided.
    pub appeal: &'a AppealState,
    /// The ruling that fell by that decision.
    pub ruling: &'a RulingId,
    /// Whether that was his own.
    pub own: bool,
    /// Whether he is a chief arbiter or deputy: then he may rule, knowingly. Whoever
    /// is none leaves what is ruled anew to one.
    pub is_chief: bool,
}

impl TournamentState {
    /// The rulings on a finding that no longer stand by the decision of an appeal
    /// which does, each with that appeal.
    fn fallen_on_appeal(
        &self,
        game: &GameId,
        finding: &str,
    ) -> impl Iterator<Item = (&AppealState, &RulingId)> {
        let standing = self.appeals.values().filter(|appeal| !appeal.overturned);
        let overturns = standing.flat_map(|appeal| {
            let orders = appeal.orders.iter().filter_map(|order| match order {
                Order::Overturn { ruling } => Some(ruling),
                _ => None,
            });
            orders.map(move |ruling| (appeal, ruling))
        });
        overturns.filter(move |(_, ruling)| {
            let decided = self.decided.get(*ruling).map(|decided| &decided.by);
            matches!(decided, Some(DecidedBy::Ruling { game: of, findings, .. })
                if of == game && findings.iter().any(|named| named == finding))
                && self.overturned.contains(*ruling)
        })
    }

    /// The appeals by whose decision a ruling on a finding of a game no longer stands.
    pub fn decided_on_appeal(&self, game: &GameId, finding: &str) -> Vec<&AppealState> {
        let mut appeals: Vec<&AppealState> = Vec::new();
        for (appeal, _) in self.fallen_on_appeal(game, finding) {
            if appeals.last().is_none_or(|a| a.appeal != appeal.appeal) {
                appeals.push(appeal);
            }
        }
        appeals
    }

    /// What keeps an official from ruling anew on a finding: a committee overturned a
    /// ruling on it, and he made that ruling, or is not the chief arbiter, whose the
    /// next one is. `None` where he is free to.
    pub fn overruled(
        &self,
        game: &GameId,
        finding: &str,
        official: &ActorId,
    ) -> Option<Overruled<'_>> {
        let mut fallen = self.fallen_on_appeal(game, finding).peekable();
        fallen.peek()?;
        let is_chief = self.holds_office(&official.as_official(), Role::is_chief);
        let is_own = |ruling: &RulingId| {
            let decided = self.decided.get(ruling).map(|decided| &decided.by);
            matches!(decided, Some(DecidedBy::Ruling { officials, .. }) if officials.contains(official))
        };
        let all = fallen.map(|(appeal, ruling)| Overruled {
            appeal,
            ruling,
            own: is_own(ruling),
            is_chief,
        });
        // What he did himself says more than that he is not the chief.
        all.filter(|bound| bound.own || !bound.is_chief)
            .max_by_key(|bound| bound.own)
    }
}
