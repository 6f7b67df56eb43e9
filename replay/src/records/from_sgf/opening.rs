//! What must stand in a ledger before a game can: its opening, where it is
//! new, and an official in whose name games are taken over.

use super::{super::RecordError, Import, ImportOptions, people, round_of, text};
use fupan_domain::{
    event::{TournamentEvent, tournament::TournamentOpened},
    ids::ActorId,
    official::Role,
    rulebook::{
        regulations::{Regulations, RegulationsPatch},
        terms::Format,
    },
};

/// Who opens a ledger for which an import names nobody.
const IMPORTER: &str = "importer";
/// The official in whose name games are taken over where an import names nobody.
const IMPORT_ARBITER: &str = "import-arbiter";
/// That official's name: it is no person.
const IMPORT_ARBITER_NAME: &str = "Import of game records";

impl Import<'_> {
    /// The ledger's first entries: the opening, and who records the games.
    pub(super) fn open(&mut self, options: &ImportOptions) -> Result<(), RecordError> {
        let games = self.file.games();
        let rounds = games.iter().filter_map(round_of).max().unwrap_or(1);
        let patch = RegulationsPatch {
            format: Some(Format::Swiss),
            rounds: Some(rounds.into()),
            turn_ends: Some(fupan_domain::clock::TurnEnds::Move),
            ..RegulationsPatch::default()
        };
        self.opening = Regulations::resolve(self.edition, [&patch]).ok();
        let event = games.iter().find_map(|game| game.event.as_deref());
        let name = event
            .and_then(|event| text::line(event, 200))
            .or_else(|| text::line(&self.file.stem, 200));
        let place = games.iter().find_map(|game| game.venue.as_deref());
        let opened = TournamentOpened {
            name: name.unwrap_or_else(|| people::UNKNOWN.to_owned()),
            edition: self.edition.id.to_string(),
            edition_sha256: None,
            regulations: patch,
            place: place.and_then(|place| text::line(place, 200)),
            texts: None,
        };
        let organiser = options.actor.clone().unwrap_or_else(|| actor(IMPORTER));
        let opened = TournamentEvent::TournamentOpened(Box::new(opened));
        self.push_event(&organiser, &opened)?;
        self.appoint(&organiser, Role::ChiefArbiter)
    }

    /// An organiser appoints the importing official, unless that was done.
    pub(super) fn appoint_if_needed(&mut self) -> Result<(), RecordError> {
        let officials = &self.tournament.officials;
        let holds = |id: &str, is: fn(Role) -> bool| {
            let offices = officials.get(id).into_iter().flatten();
            offices.into_iter().any(|o| o.in_office && is(o.role))
        };
        if holds(IMPORT_ARBITER, Role::is_chief) {
            return Ok(());
        }
        let mut ids = officials.keys();
        let organiser = ids.find(|id| holds(id.as_str(), |role| role == Role::Organiser));
        let organiser = organiser.ok_or(RecordError::NoOrganiser {
            official: IMPORT_ARBITER,
        })?;
        let has_chief = officials
            .keys()
            .any(|id| holds(id.as_str(), |role| role == Role::ChiefArbiter));
        let role = if has_chief {
            Role::DeputyChiefArbiter
        } else {
            Role::ChiefArbiter
        };
        self.appoint(&actor(organiser.as_str()), role)
    }

    fn appoint(&mut self, by: &ActorId, role: Role) -> Result<(), RecordError> {
        let official = self.official.clone();
        let data = serde_json::json!({
            "official": official, "name": IMPORT_ARBITER_NAME, "role": role,
        });
        self.push(by, "official_appointed", data)
    }
}

/// The official in whose name games are taken over where an import names nobody.
pub(super) fn import_arbiter() -> ActorId {
    actor(IMPORT_ARBITER)
}

/// An id of this file, or of an official.
fn actor(id: &str) -> ActorId {
    #[expect(clippy::expect_used, reason = "callers hand in what is an id already")]
    id.parse().expect("an id")
}
