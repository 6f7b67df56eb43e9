//! The people, teams and bodies whom a dossier names: their names, where they
//! are kept, and the offices of officials.

use super::cited::Cited;
use crate::{
    i18n::{
        Texts,
        script::{lang_of, lang_of_name},
    },
    text::harmless,
};
use fupan_domain::{
    ids::{OfficialId, PlayerId, TeamId},
    official::Role,
    tournament::TournamentState,
};
use fupan_replay::views::People as Records;
use maud::{Markup, html};
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

impl Who {
    /// Who said, asked or did something: a player or team before an official.
    pub fn anybody(id: &str, tournament: &TournamentState, records: Records<'_>) -> Option<Who> {
        player(id, tournament, records)
            .or_else(|| team(id, tournament))
            .or_else(|| official(id, tournament, records))
    }

    /// Who recorded or decided something: an official before a player.
    pub fn official(id: &str, tournament: &TournamentState, records: Records<'_>) -> Option<Who> {
        official(id, tournament, records).or_else(|| Who::anybody(id, tournament, records))
    }

    /// The name, marked with whose it is; `None` where none is kept.
    pub fn marked(&self, id: &str) -> Option<Markup> {
        let name = self.name.as_ref()?;
        Some(html! { bdi lang=(self.lang) data-person=(id) { (harmless(name)) } })
    }

    /// By name, id and offices; by the id alone where nothing else is known.
    /// `acts_as`: as what somebody acts who holds no office.
    pub fn shown(who: Option<&Who>, id: &str, acts_as: Option<Role>, texts: &Texts) -> Markup {
        let offices = who.map(|who| &who.roles[..]).unwrap_or_default();
        let acts_as = acts_as.filter(|_| offices.is_empty());
        let roles = offices.iter().copied().chain(acts_as);
        let roles = roles.map(|role| texts.word("role", role.name()));
        let roles = texts.list(roles);
        html! {
            span class="who" {
                @if let Some(who) = who {
                    @if let Some(name) = who.marked(id) { (name) " " }
                    @if let Some(dan) = &who.dan { (texts.rank(dan)) " " }
                }
                code { (id) }
                @if !roles.is_empty() { " (" (roles) ")" }
                @if who.is_some_and(|who| who.erased) { " (" (texts.say("value-erased")) ")" }
            }
        }
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
