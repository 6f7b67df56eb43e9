//! Answers as JSON (contract, section 7): a game, an appeal, a ledger, standings. The
//! same for every way of asking.

pub mod appeal;
pub mod crosstable;
pub mod discrepancy;
pub mod evidence;
pub mod explain;
pub mod game;
pub mod ledger;
mod no_standings;
pub mod standings;
pub mod timeline;

pub use appeal::AppealView;
pub use crosstable::{CrosstableView, crosstable_view};
pub use discrepancy::{Discrepancy, Severity};
pub use evidence::{AttachedView, EvidenceFileView, EvidenceView, FileView, evidence_files};
pub use explain::{ExplainView, explain_view};
pub use game::{GameView, Moment, MomentError, game_view, hangs_on_withdrawals, with_withdrawals};
pub use ledger::{LedgerView, ReviewStanding};
pub use no_standings::{NoStandings, WhyNoPlace};
pub use standings::{StandingsView, standings_view};
pub use timeline::{TimelineView, timeline_view};

use crate::person::PersonRecord;
use fupan_domain::{
    ids::{PlayerId, Sha256},
    tournament::TournamentState,
};

/// Looks up the person to whom an entry commits; `None` where the record was
/// erased or is not at hand.
pub type People<'a> = &'a dyn Fn(Sha256) -> Option<PersonRecord>;

/// Those of some players whose records were erased on request.
pub(crate) fn erased_among<'a>(
    players: impl IntoIterator<Item = &'a PlayerId>,
    tournament: &TournamentState,
) -> Vec<PlayerId> {
    let is_erased = |player: &&PlayerId| {
        let registered = tournament.players.get(*player);
        registered.is_some_and(|p| tournament.erased.contains_key(&p.registered.person))
    };
    players.into_iter().filter(is_erased).cloned().collect()
}
