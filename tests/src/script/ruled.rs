//! Rulings as an arbiter makes them: on a finding, by one of its outcomes.

use super::Script;
use fupan_replay::ruling::{RulingError, RulingNotes, RulingRequest, compose};
use serde_json::Value;

/// A script with a ruling made in it, and what its author was told beforehand.
#[derive(Clone, Debug)]
pub struct Ruled {
    /// The script, the ruling's entries at its end.
    pub script: Script,
    /// What the author was told.
    pub notes: RulingNotes,
}

impl Script {
    /// An official asks for a ruling; its entries are handed in if there is one.
    ///
    /// # Errors
    /// Why there is none.
    pub fn asks_to_rule(self, actor: &str, request: &Value) -> Result<Ruled, RulingError> {
        let shown = self.shown();
        let game = self.game.parse().unwrap();
        let folded = shown.replayed().game(&game).unwrap();
        let tournament = shown.replayed().ledger.tournament();
        let request: RulingRequest =
            serde_json::from_value(self.with_ids(request.clone())).unwrap();
        let at = super::rfc3339(self.now_ms).parse().unwrap();
        let actor_id = actor.parse().unwrap();
        let plan = compose(&folded.state, tournament, &request, at, &actor_id)?;
        let mut script = self;
        for draft in plan.drafts {
            let stream = draft.stream.to_string();
            script = script.draft(&stream, actor, &draft.type_name, Value::Object(draft.data));
        }
        Ok(Ruled {
            script,
            notes: plan.notes,
        })
    }
}
