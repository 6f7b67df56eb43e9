//! Who plays: the people that a file names, as players of a ledger. Their ids
//! are numbers, not their names: an id stands in the log for ever, a name can
//! be erased (contract, section 4).

use crate::views::People;
use fupan_domain::{
    Colour,
    colour::PerColour,
    ids::PlayerId,
    sgf::{self, Rank},
    tournament::TournamentState,
};
use std::collections::{BTreeMap, BTreeSet};

/// The name of somebody whom the file does not name.
pub(super) const UNKNOWN: &str = "unknown";

/// A player of a game, and whether the ledger has yet to hear of him.
pub(super) struct Seat {
    pub player: PlayerId,
    pub registration: Option<Registration>,
}

/// What a `player_registered` is to say.
pub(super) struct Registration {
    pub name: String,
    pub dan: Option<String>,
}

/// The players of a ledger by their names, with those that an import adds.
pub(super) struct Players {
    by_name: BTreeMap<String, Vec<PlayerId>>,
    taken: BTreeSet<PlayerId>,
    /// The last number that was tried, for each prefix.
    tried: BTreeMap<&'static str, u64>,
}

impl Players {
    /// Those of a ledger. Whose record was erased has no name and is nobody's match.
    pub fn of(tournament: &TournamentState, people: People<'_>) -> Players {
        let mut by_name: BTreeMap<String, Vec<PlayerId>> = BTreeMap::new();
        for (id, state) in tournament.players.iter() {
            if let Some(person) = people(state.registered.person) {
                by_name.entry(person.name).or_default().push(id.clone());
            }
        }
        Players {
            by_name,
            taken: tournament.players.keys().cloned().collect(),
            tried: BTreeMap::new(),
        }
    }

    /// Who sits where. One name is one person, the first registered under it,
    /// unless both sides have it; a side without a name is somebody new.
    pub fn seat(&mut self, players: &PerColour<sgf::Player>) -> PerColour<Seat> {
        let black = self.find(&players[Colour::Black], None);
        let white = self.find(&players[Colour::White], Some(&black.player));
        PerColour { black, white }
    }

    fn find(&mut self, player: &sgf::Player, opponent: Option<&PlayerId>) -> Seat {
        let name = super::text::line(&player.name, 200);
        let dan = player
            .rank
            .as_ref()
            .and_then(|rank: &Rank| rank.dan.clone());
        let Some(name) = name.filter(|name| name != UNKNOWN) else {
            let name = UNKNOWN.to_owned();
            return Seat {
                player: self.new_id("unknown"),
                registration: Some(Registration { name, dan }),
            };
        };
        let known = self.by_name.get(&name).into_iter().flatten();
        if let Some(player) = known.into_iter().find(|id| Some(*id) != opponent) {
            return Seat {
                player: player.clone(),
                registration: None,
            };
        }
        let player = self.new_id("p");
        let same_name = self.by_name.entry(name.clone()).or_default();
        same_name.push(player.clone());
        Seat {
            player,
            registration: Some(Registration { name, dan }),
        }
    }

    /// The first of `p-1`, `p-2` and so on that is free.
    fn new_id(&mut self, prefix: &'static str) -> PlayerId {
        let tried = self.tried.entry(prefix).or_default();
        loop {
            *tried += 1;
            if let Ok(id) = format!("{prefix}-{tried}").parse::<PlayerId>()
                && self.taken.insert(id.clone())
            {
                return id;
            }
        }
    }
}

/// The data of a registration as it is handed in, with the name.
pub(super) fn data(player: &PlayerId, registration: &Registration) -> serde_json::Value {
    let mut data = serde_json::json!({"player": player, "name": registration.name});
    if let (Some(dan), Some(map)) = (&registration.dan, data.as_object_mut()) {
        map.insert("dan".to_owned(), dan.as_str().into());
    }
    data
}
