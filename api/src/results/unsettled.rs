//! What of results may still change. Whoever is sent a file of results can't see
//! that a game was going on when it was written: so it is written only when all
//! is settled, or when somebody has said that he wants it as it stands.

use super::Sheet;
use crate::problem::Problem;

/// The most games that are named one by one.
const NAMED: usize = 20;

/// Which games are open and which have results that not all have confirmed, in
/// words; `None` where there are none of either.
pub fn unsettled<G: AsRef<str>>(open: &[G], provisional: &[G]) -> Option<String> {
    let named = |what: &str, games: &[G]| {
        let names: Vec<&str> = games.iter().take(NAMED).map(AsRef::as_ref).collect();
        let more = match games.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        (!games.is_empty()).then(|| format!("{what}: {}{more}", names.join(", ")))
    };
    let parts: Vec<String> = [
        named("open", open),
        named("not confirmed by all", provisional),
    ]
    .into_iter()
    .flatten()
    .collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

impl Sheet {
    /// Which of its games are not settled or not confirmed, in words.
    pub fn unsettled(&self) -> Option<String> {
        unsettled(&self.standings.open, &self.standings.provisional)
    }

    /// Refuses results that may still change.
    ///
    /// # Errors
    /// When games are open or not confirmed by all: it names them, and says what
    /// can be done.
    pub fn need_settled(&self) -> Result<(), Problem> {
        let Some(games) = self.unsettled() else {
            return Ok(());
        };
        let detail = format!(
            "after round {}, {games}: settle them, ask for an earlier round, or ask for the results as they stand with --provisional (over HTTP: provisional=true)",
            self.standings.round
        );
        Err(Problem::new("not_settled", detail))
    }
}
