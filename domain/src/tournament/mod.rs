//! A tournament: its regulations, officials, players, pairings, appeals and
//! sanctions. It also knows what of games and appeals concerns more than
//! themselves: which rulings there are, and which of them fell.
//!
//! From the state and from what each game tells (`facts`) follow the standings:
//! `settle` says what a game comes to under sanctions and withdrawals, `line`
//! and `team_lines` what each entrant has done, `tie_break` and `standings` the places.

mod anew;
mod appeal;
mod chances;
mod decide;
mod entry_audit;
mod evolve;
mod facts;
mod files;
mod irregularity;
mod line;
pub mod lots;
mod nigiri;
mod own_log;
mod pairing;
pub mod pairing_audit;
mod progress;
mod ranking;
mod review;
mod rights;
mod sanction;
mod schedule;
mod settle;
mod standings;
mod state;
mod supposed;
mod team;
mod team_audit;
mod team_lines;
mod tie_break;
mod withdrawal;
mod without_result;

pub use anew::Overruled;
pub use appeal::{AppealState, AppealStatus};
pub use decide::decide;
pub(crate) use decide::need_time_to_play_by;
pub use evolve::Place;
pub use facts::{GameFacts, NigiriTold};
pub use files::{Attached, EvidenceFile, FileState, Gone};
pub use irregularity::{Irregularity, Weight};
pub use line::{AllFacts, BoardPoints, Bout, Entrant, Field, Line, OpenGame, SettledGame, Source};
pub use nigiri::irregularities as nigiri_irregularities;
pub use own_log::{KEEPER, PersonKind};
pub use progress::{Defeats, MatchProgress, Stage};
pub use rights::Asked;
pub use sanction::Sanctions;
pub use settle::{Basis, Bearing, How, Open, Out, Settled};
pub use standings::{Asked as StandingsAsked, Criterion, Ranked, Standings, Tie, Unplaced};
pub use state::{
    Decided, DecidedBy, GamePairing, Office, Opening, PlayerState, Round, SanctionState, Told,
    TournamentState,
};
pub use supposed::Supposed;
pub use team::{MatchScore, Rosters, Scoring, matches};
pub use tie_break::{Highest, Terms, Worth, total_score};
pub use withdrawal::{Away, Leave, Withdrawals};
pub use without_result::{NoResultTold, Reading, ResultTold};
