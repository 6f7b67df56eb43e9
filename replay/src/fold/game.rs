//! A game's state from its stream's bytes and from what was decided about it
//! elsewhere.

use super::{At, FoldEntry};
use crate::entry;
use fupan_domain::{
    event::GameEvent,
    game::{Fact, FactKind, Fault, GameState, Paired},
    tournament::TournamentState,
};
use std::sync::Arc;

/// A game as folded, and the last entry on which it rests.
#[derive(Clone, Debug)]
pub struct FoldedGame {
    /// The state.
    pub state: GameState,
    /// The last entry of its stream, if it has one.
    pub at: Option<At>,
    /// Entries of its stream that could not be read.
    pub unreadable: Vec<Fault>,
}

/// Folds a game's stream up to the entry of seq `upto`, together with what
/// `tournament`, as it stood then, knows to have been decided about it. Bytes
/// that are no entry of a game are passed over and named.
pub fn fold_game<B: AsRef<[u8]>>(
    paired: Paired,
    tournament: &TournamentState,
    stream: impl IntoIterator<Item = B>,
    upto: u64,
) -> FoldedGame {
    let decisions = tournament
        .decisions_on
        .get(&paired.game)
        .map_or(&[][..], Vec::as_slice);
    let mut decisions = decisions.iter().peekable();
    let mut folded = FoldedGame {
        state: GameState::new(Arc::new(paired)),
        at: None,
        unreadable: Vec::new(),
    };
    folded.take(stream, upto, |state, seq| {
        while let Some(decision) = decisions.next_if(|d| d.seq < seq) {
            state.push(decision.clone());
        }
    });
    for decision in decisions {
        folded.state.push(decision.clone());
    }
    folded
}

/// Folds on what came in a game's stream after the last entry on which it rests, up
/// to the entry of seq `upto`: the same as folding all of it, if nothing was decided
/// about the game elsewhere since.
pub fn fold_on<B: AsRef<[u8]>>(
    folded: &mut FoldedGame,
    stream: impl IntoIterator<Item = B>,
    upto: u64,
) {
    folded.take(stream, upto, |_, _| ());
}

impl FoldedGame {
    /// Takes further entries; `before` is called with the seq of each before it is taken.
    fn take<B: AsRef<[u8]>>(
        &mut self,
        stream: impl IntoIterator<Item = B>,
        upto: u64,
        mut before: impl FnMut(&mut GameState, u64),
    ) {
        let mut last: Option<(u64, u64, B)> = None;
        for bytes in stream {
            match read_fact(bytes.as_ref()) {
                Ok((fact, _)) if fact.seq > upto => break,
                Ok((fact, version)) => {
                    let seq = fact.seq;
                    before(&mut self.state, seq);
                    self.state.push(fact);
                    last = Some((seq, version, bytes));
                }
                Err(fault) => self.unreadable.push(fault),
            }
        }
        if let Some((seq, version, bytes)) = last {
            self.at = Some(At {
                seq,
                version,
                hash: entry::hash(bytes.as_ref()),
            });
        }
    }
}

fn read_fact(bytes: &[u8]) -> Result<(Fact, u64), Fault> {
    let entry = FoldEntry::read(bytes).map_err(|e| Fault {
        entry: fupan_domain::ids::EntryId(uuid::Uuid::nil()),
        seq: 0,
        why: e.to_string(),
    })?;
    let event = GameEvent::parse(entry.type_name, entry.data.get()).map_err(|e| Fault {
        entry: entry.id,
        seq: entry.seq,
        why: e.to_string(),
    })?;
    let fact = Fact {
        entry: entry.id,
        seq: entry.seq,
        at: entry.at,
        kind: FactKind::Event(event),
    };
    Ok((fact, entry.version))
}
