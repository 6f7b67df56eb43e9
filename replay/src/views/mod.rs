//! Answers as JSON (contract, section 7): a game, an appeal, a ledger, standings. The
//! same for every way of asking.

pub mod appeal;
pub mod crosstable;
pub mod discrepancy;
pub mod explain;
pub mod game;
pub mod ledger;
mod no_standings;
pub mod standings;
pub mod timeline;

pub use appeal::AppealView;
pub use crosstable::{CrosstableView, crosstable_view};
pub use discrepancy::{Discrepancy, Severity};
pub use explain::{ExplainView, explain_view};
pub use game::{GameView, Moment, MomentError, game_view, hangs_on_withdrawals, with_withdrawals};
pub use ledger::LedgerView;
pub use no_standings::NoStandings;
pub use standings::{StandingsView, standings_view};
pub use timeline::{TimelineView, timeline_view};

use crate::person::PersonRecord;
use fupan_domain::ids::Sha256;

/// Looks up the person to whom an entry commits; `None` where the record was
/// erased or is not at hand.
pub type People<'a> = &'a dyn Fn(Sha256) -> Option<PersonRecord>;
