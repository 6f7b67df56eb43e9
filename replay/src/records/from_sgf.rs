//! SGF files as drafts: the games of a file, with whatever the ledger has yet
//! to hear of before them (its opening, an official, players, pairings). Pure:
//! the file arrives as bytes, the ledger as its state, and the same two give
//! the same drafts.

mod conditions;
mod ending;
mod facts;
mod ids;
mod opening;
mod people;
mod readings;
mod statement;
mod text;

use super::RecordError;
use crate::{draft::Draft, views::People};
use conditions::{Start, start};
use facts::Facts;
use fupan_domain::{
    Colour, Timestamp,
    colour::PerColour,
    event::{
        Stream, TournamentEvent,
        tournament::{Pairing, RoundPaired},
    },
    ids::{ActorId, EntryId, GameId, PlayerId, Sha256},
    rulebook::{Edition, EditionId, regulations::Regulations},
    sgf::{self, Collection, Record},
    tournament::TournamentState,
};
use ids::EntryIds;
use people::{Players, Seat};
use std::collections::{BTreeMap, BTreeSet};

/// The last round that a tournament can have.
const ROUND_MAX: u32 = 999;

/// An SGF file that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SgfFile {
    stem: String,
    sha256: Sha256,
    collection: Collection,
}

impl SgfFile {
    /// Reads a file. `stem` is its name without folder and extension: it names
    /// the games.
    ///
    /// # Errors
    /// [`RecordError::Unreadable`].
    pub fn read(bytes: &[u8], stem: &str) -> Result<SgfFile, RecordError> {
        Ok(SgfFile {
            stem: stem.to_owned(),
            sha256: Sha256::of(bytes),
            collection: sgf::read(bytes)?,
        })
    }

    /// Its games as it has them.
    pub fn games(&self) -> &[Record] {
        &self.collection.games
    }
}

/// How games are taken over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportOptions {
    /// The rule book of a ledger that the import opens.
    pub edition: EditionId,
    /// In whose name everything is recorded. In a ledger that is open, an
    /// official with the right to (a chief arbiter or deputy for all of it); a
    /// new ledger is opened in this name. `None`: an official named
    /// `import-arbiter`, whom an organiser of the ledger appoints.
    pub actor: Option<ActorId>,
    /// When it is done: the time of the entries of the tournament as a whole.
    /// `None`: the earliest date of the file's games.
    pub imported_at: Option<Timestamp>,
}

impl Default for ImportOptions {
    fn default() -> ImportOptions {
        ImportOptions {
            edition: EditionId::Cn2002,
            actor: None,
            imported_at: None,
        }
    }
}

/// What an import comes to.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportPlan {
    /// What is to be stored, as one batch. Empty where every game is there.
    pub drafts: Vec<Draft>,
    /// The games of the file, in its order.
    pub games: Vec<PlannedGame>,
}

/// A game of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedGame {
    /// Its id in the ledger.
    pub game: GameId,
    /// The entry with which it begins.
    pub started: EntryId,
    /// The ledger has this very game already, from the same file.
    pub is_there: bool,
    /// Its players.
    pub players: PerColour<PlayerId>,
    /// Stones and passes that the file has.
    pub moves: usize,
    /// What was odd or missing, as the game's statement says it.
    pub notes: Vec<String>,
}

/// Plans to take a file over into a ledger, `tournament` being its state; a
/// state without an opening is that of a ledger that is yet to be opened.
///
/// **A new ledger** is opened under the file's event (EV), else its name. The
/// format is Swiss, the one in which any games of any players make sense.
/// **In a ledger that is there** only what is missing is added: players whose
/// name is not registered, a pairing for each game on a free board of its round
/// (RO where it is a number, else the first round that is not closed).
///
/// **Nothing comes in twice.** The id of every draft is made from the file's
/// bytes and the draft's place, so a ledger that has this file's pairing of a
/// game has the game: it is answered with [`PlannedGame::is_there`] and no
/// drafts. To ask the log instead of the state, look for an entry with the id
/// [`PlannedGame::started`].
///
/// **What each thing becomes.** Handicap stones, as AB or as Black's first
/// moves, are `handicap`; any other setup at the start is `position`. Stones and
/// passes follow as they stand, an illegal one too. A clock reading comes as a
/// press of the side that moved, which ends no turn here (`turn_ends` is
/// `move`), and the times of entries only keep the order. Stones that the file
/// sets in the middle of a game are a ruling with the orders that make them
/// stand. A resignation is one; any other result is stated by the importing
/// official alone and so stays provisional. A `statement_taken` at the end keeps
/// what was missing, odd, or has no other place, as the result's own text.
/// Names, comments and file names are not in it: a name can't be taken out of
/// the log again.
///
/// # Errors
/// [`RecordError`]; then nothing of the file is to be taken over.
pub fn from_sgf(
    file: &SgfFile,
    options: &ImportOptions,
    tournament: &TournamentState,
    people: People<'_>,
) -> Result<ImportPlan, RecordError> {
    let mut import = Import::begin(file, options, tournament, people)?;
    let mut games = Vec::with_capacity(file.games().len());
    for index in 0..file.games().len() {
        games.push(import.game(index)?);
    }
    // What only prepares the ground is not wanted where nothing follows.
    let drafts = if games.iter().all(|game| game.is_there) {
        Vec::new()
    } else {
        import.drafts
    };
    Ok(ImportPlan { drafts, games })
}

struct Import<'a> {
    file: &'a SgfFile,
    tournament: &'a TournamentState,
    drafts: Vec<Draft>,
    ids: EntryIds,
    /// When the entries of the tournament as a whole happened.
    at: Timestamp,
    official: ActorId,
    edition: &'static Edition,
    players: Players,
    /// Games that the ledger has or will have.
    taken: BTreeSet<GameId>,
    /// The highest board that is taken, by round.
    boards: BTreeMap<u32, u32>,
    /// The regulations of an event that is being opened.
    opening: Option<Regulations>,
}

impl<'a> Import<'a> {
    fn begin(
        file: &'a SgfFile,
        options: &ImportOptions,
        tournament: &'a TournamentState,
        people: People<'_>,
    ) -> Result<Import<'a>, RecordError> {
        let dates = file.games().iter().map(ids::began_at);
        let earliest = dates.min().unwrap_or_else(ids::unknown_time);
        let official = options.actor.clone();
        let mut import = Import {
            file,
            tournament,
            drafts: Vec::new(),
            ids: EntryIds::of(file.sha256, None),
            at: options.imported_at.unwrap_or(earliest),
            official: official.unwrap_or_else(opening::import_arbiter),
            edition: tournament
                .edition()
                .unwrap_or_else(|| Edition::of(options.edition)),
            players: Players::of(tournament, people),
            taken: tournament.games.keys().cloned().collect(),
            boards: BTreeMap::new(),
            opening: None,
        };
        if tournament.opening.is_none() {
            import.open(options)?;
        } else if options.actor.is_none() {
            import.appoint_if_needed()?;
        }
        Ok(import)
    }

    fn push_event(&mut self, by: &ActorId, event: &TournamentEvent) -> Result<(), RecordError> {
        let type_name = event.type_name();
        let data = event.data().map_err(|e| RecordError::Unwritable {
            type_name,
            why: e.to_string(),
        })?;
        self.push(by, type_name, data)
    }

    fn push(
        &mut self,
        by: &ActorId,
        type_name: &'static str,
        data: serde_json::Value,
    ) -> Result<(), RecordError> {
        let id = self.ids.next();
        let draft = ids::draft(id, Stream::Tournament, type_name, (self.at, by), data)?;
        self.drafts.push(draft);
        Ok(())
    }

    /// The regulations under which a game of a round begins.
    fn regulations(&self, round: u32) -> Option<Regulations> {
        self.opening
            .clone()
            .or_else(|| self.tournament.regulations(round))
    }

    fn game(&mut self, index: usize) -> Result<PlannedGame, RecordError> {
        let mut ids = EntryIds::of(self.file.sha256, Some(index));
        let (paired, started) = (ids.next(), ids.next());
        let Some(record) = self.file.games().get(index) else {
            return Err(RecordError::Unreadable(sgf::SgfError::NotSgf {
                reason: "the game is not there",
            }));
        };
        let moves = record.moves().count();
        if let Some((game, players)) = self.find(paired) {
            return Ok(PlannedGame {
                game,
                started,
                is_there: true,
                players,
                moves,
                notes: Vec::new(),
            });
        }
        let game = self.new_game_id(index);
        let round = round_of(record).unwrap_or_else(|| self.open_round());
        let seats = self.players.seat(&record.players);
        self.register(&mut ids, &seats)?;
        let players = PerColour {
            black: seats.black.player,
            white: seats.white.player,
        };
        self.pair(paired, &game, round, &players)?;
        let regulations = self.regulations(round);
        let mut notes = statement::Notes::of(self.file, index);
        let start: Start = start(index, record, regulations.as_ref(), &mut notes)?;
        let mut facts = Facts {
            game: index,
            stream: Stream::Game(game.clone()),
            actor: &self.official,
            edition: self.edition,
            at: ids::began_at(record),
            ids,
            drafts: Vec::new(),
            board: start.board.clone(),
            started,
            notes: &mut notes,
        };
        facts.of(record, &start, &players)?;
        let drafts = std::mem::take(&mut facts.drafts);
        self.drafts.extend(drafts);
        Ok(PlannedGame {
            game,
            started,
            is_there: false,
            players,
            moves,
            notes: notes.lines,
        })
    }

    /// The game that this file's pairing brought into the ledger, if it did.
    fn find(&self, paired: EntryId) -> Option<(GameId, PerColour<PlayerId>)> {
        let mut games = self.tournament.games.iter();
        let (game, pairing) = games.find(|(_, pairing)| pairing.entry == paired)?;
        let [black, white] = pairing.pairing.both()?.map(PlayerId::clone);
        Some((game.clone(), PerColour { black, white }))
    }

    /// The file's name, with a number where it has several games, and another
    /// where the ledger has a game of that name.
    fn new_game_id(&mut self, index: usize) -> GameId {
        let hash = self.file.sha256.to_string();
        let short = hash.get(..8).unwrap_or_default();
        let stem = text::slug(&self.file.stem, 50).unwrap_or_else(|| format!("game-{short}"));
        let stem = match self.file.games().len() {
            1 => stem,
            _ => format!("{stem}-{}", index + 1),
        };
        let mut number = 1_u64;
        loop {
            let id = match number {
                1 => stem.clone(),
                n => format!("{stem}-{n}"),
            };
            number += 1;
            if let Ok(id) = id.parse::<GameId>()
                && self.taken.insert(id.clone())
            {
                return id;
            }
        }
    }

    /// The first round that is not closed.
    fn open_round(&self) -> u32 {
        let rounds = &self.tournament.rounds;
        let is_closed = |round: &u32| rounds.get(round).is_some_and(|r| r.closed.is_some());
        (1..=ROUND_MAX).find(|round| !is_closed(round)).unwrap_or(1)
    }

    fn register(&mut self, ids: &mut EntryIds, seats: &PerColour<Seat>) -> Result<(), RecordError> {
        for colour in Colour::BOTH {
            let (seat, id) = (&seats[colour], ids.next());
            if let Some(registration) = &seat.registration {
                let data = people::data(&seat.player, registration);
                let by = (self.at, &self.official);
                let draft = ids::draft(id, Stream::Tournament, "player_registered", by, data)?;
                self.drafts.push(draft);
            }
        }
        Ok(())
    }

    fn pair(
        &mut self,
        id: EntryId,
        game: &GameId,
        round: u32,
        players: &PerColour<PlayerId>,
    ) -> Result<(), RecordError> {
        let tournament = self.tournament;
        let highest = self.boards.entry(round).or_insert_with(|| {
            let games = tournament.rounds.get(&round).map(|round| &round.games);
            let pairings = games
                .into_iter()
                .flatten()
                .filter_map(|game| tournament.games.get(game));
            pairings.map(|game| game.pairing.board).max().unwrap_or(0)
        });
        *highest += 1;
        let paired = RoundPaired {
            round,
            games: vec![Pairing {
                game: game.clone(),
                board: *highest,
                black: Some(players.black.clone()),
                white: Some(players.white.clone()),
                players: None,
                match_id: None,
                playoff: None,
            }],
            bye: None,
            matches: None,
            starts_at: None,
        };
        let event = TournamentEvent::RoundPaired(Box::new(paired));
        let draft = ids::event_draft(
            id,
            Stream::Tournament,
            event.type_name(),
            (self.at, &self.official),
            event.data(),
        )?;
        self.drafts.push(draft);
        Ok(())
    }
}

/// The round that a record names: the only number in RO, or the one that it
/// begins with, as in `3 (final)`.
fn round_of(record: &Record) -> Option<u32> {
    let text = record.round.as_deref()?;
    let numbers = text.split(|c: char| !c.is_ascii_digit());
    let mut numbers = numbers.filter(|number| !number.is_empty());
    let first = numbers.next()?;
    let is_clear = numbers.next().is_none() || text.trim_start().starts_with(first);
    let number = first.parse().ok().filter(|_| is_clear)?;
    (1..=ROUND_MAX).contains(&number).then_some(number)
}
