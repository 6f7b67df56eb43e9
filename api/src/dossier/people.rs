//! The people, teams and bodies whom a dossier names: their names, where they
//! are kept, and the offices of officials.

use super::cited::Cited;
use crate::i18n::script::{lang_of, lang_of_name};
use fupan_domain::{
    ids::{OfficialId, PlayerId, TeamId},
    official::Role,
    tournament::TournamentState,
};
use fupan_replay::views::People as Records;
use std::collections::{BTreeMap, BTreeSet};

/// Somebody whom a dossier names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Who {
    /// The name; `None` where it was erased or never kept.
    pub name: Option<String>,
    /// The language of the name, as `lang` has it.
    pub lang: &'static str,
    /// Whether the record was erased on request.
    pub erased: bool,
    /// A player's rank.
    pub dan: Option<String>,
    /// An official's offices, in order.
    pub roles: Vec<Role>,
}

/// Those whom a dossier names, by their ids.
#[derive(Clone, Debug, Default)]
pub struct People {
    players: BTreeMap<String, Who>,
    officials: BTreeMap<String, Who>,
}

impl People {
    /// All who are named by an entry, as its author or in its data.
    pub fn named_in(
        entries: &[Cited],
        others: impl IntoIterator<Item = String>,
        tournament: &TournamentState,
        records: Records<'_>,
    ) -> People {
        let mut ids: BTreeSet<String> = others.into_iter().collect();
        for entry in entries {
            ids.insert(entry.actor.to_string());
            if let Ok(data) = serde_json::from_slice(&entry.bytes) {
                note_strings(&data, &mut ids);
            }
        }
        let mut people = People::default();
        for id in ids {
            if let Some(who) = player(&id, tournament, records).or_else(|| team(&id, tournament)) {
                people.players.insert(id.clone(), who);
            }
            if let Some(who) = official(&id, tournament, records) {
                people.officials.insert(id, who);
            }
        }
        people
    }

    /// Who recorded or decided something.
    pub fn official(&self, id: &str) -> Option<&Who> {
        self.officials.get(id).or_else(|| self.players.get(id))
    }

    /// Who said, asked or did something: a player or team before an official.
    pub fn anybody(&self, id: &str) -> Option<&Who> {
        self.players.get(id).or_else(|| self.officials.get(id))
    }
}

/// Every text in some JSON, at any depth; an entry's depth is limited.
fn note_strings(value: &serde_json::Value, into: &mut BTreeSet<String>) {
    match value {
        serde_json::Value::String(text) => {
            into.insert(text.clone());
        }
        serde_json::Value::Array(values) => values.iter().for_each(|v| note_strings(v, into)),
        serde_json::Value::Object(fields) => fields.values().for_each(|v| note_strings(v, into)),
        _ => {}
    }
}

fn player(id: &str, tournament: &TournamentState, records: Records<'_>) -> Option<Who> {
    let id: PlayerId = id.parse().ok()?;
    let registered = &tournament.players.get(&id)?.registered;
    let name = records(registered.person).map(|person| person.name);
    let federation = registered.federation.as_deref();
    Some(Who {
        lang: lang_of_name(name.as_deref().unwrap_or_default(), federation),
        erased: tournament.erased.contains_key(&registered.person),
        name,
        dan: registered.dan.clone(),
        roles: Vec::new(),
    })
}

fn team(id: &str, tournament: &TournamentState) -> Option<Who> {
    let id: TeamId = id.parse().ok()?;
    let name = tournament.teams.get(&id)?.name.clone();
    Some(Who {
        lang: lang_of(&name),
        name: Some(name),
        ..Who::default()
    })
}

fn official(id: &str, tournament: &TournamentState, records: Records<'_>) -> Option<Who> {
    let id: OfficialId = id.parse().ok()?;
    let offices = tournament.officials.get(&id)?;
    let person = offices.iter().rev().find_map(|office| office.person);
    let name = person.and_then(records).map(|person| person.name);
    let mut roles: Vec<Role> = offices.iter().map(|office| office.role).collect();
    roles.sort_unstable();
    roles.dedup();
    Some(Who {
        lang: lang_of(name.as_deref().unwrap_or_default()),
        erased: person.is_some_and(|person| tournament.erased.contains_key(&person)),
        name,
        dan: None,
        roles,
    })
}
