//! Why there are no standings to show: the same for standings, crosstable and
//! explained place, however they are asked for.

use fupan_domain::tournament::TournamentState;

/// Why there are no standings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoStandings {
    /// Nothing opens the tournament.
    #[error("the ledger is not opened: it has no standings")]
    NotOpened,
    /// The round was not paired.
    #[error("there is no round {asked}: {}", paired_text(*.paired))]
    NoRound {
        /// The round asked for.
        asked: u32,
        /// The last one paired; 0 where none was.
        paired: u32,
    },
    /// Nobody of that id has a place.
    #[error("{0} has no place in the standings")]
    NoPlace(String),
}

fn paired_text(paired: u32) -> String {
    match paired {
        0 => "none was paired".to_owned(),
        1 => "1 was paired".to_owned(),
        n => format!("{n} were paired"),
    }
}

/// Refuses a round that was not paired. Round 0 is one before anything is
/// paired: there the standings are those of the registration, all equal.
pub(super) fn need_round(
    tournament: &TournamentState,
    asked: Option<u32>,
) -> Result<(), NoStandings> {
    let paired = tournament.rounds.keys().next_back().copied().unwrap_or(0);
    let first = paired.min(1);
    match asked {
        Some(asked) if asked < first || asked > paired => {
            Err(NoStandings::NoRound { asked, paired })
        }
        _ => Ok(()),
    }
}
