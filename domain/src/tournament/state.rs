//! What has become of a tournament: the state to which its entries add up.

use super::{
    appeal::AppealState, facts::GameFacts, files::EvidenceFile, without_result::NoResultTold,
};
use crate::{
    Timestamp,
    event::{
        Order, Outcome,
        appeal::AppealOutcome,
        common::{EvidenceAttached, StatementTaken},
        log::LedgerAnchored,
        tournament::{
            BreachObserved, LineupDeclared, LotCommitted, LotDrawn, Pairing, PlayerRegistered,
            PlayerWithdrew, SanctionImposed, StandingsPublished, TeamMatch, TeamRegistered,
        },
    },
    game::{Fact, Paired, Supplement},
    ids::{
        ActorId, AppealId, EntryId, GameId, LotId, OfficialId, PlayerId, RulingId, Sha256, TeamId,
    },
    official::Role,
    review::ReviewState,
    rulebook::{ArticleRef, Edition, regulations::Regulations},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

/// How a tournament was opened.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The first entry.
    pub entry: EntryId,
    /// When.
    pub at: Timestamp,
    /// Its name.
    pub name: String,
    /// The rule book.
    pub edition: &'static Edition,
    /// The event's regulations at the opening.
    pub regulations: Regulations,
    /// Where it is held.
    pub place: Option<String>,
    /// Who opened it, and so is its organiser.
    pub organiser: ActorId,
}

/// An office that somebody holds or held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Office {
    /// As what.
    pub role: Role,
    /// For which boards; `None`: all.
    pub boards: Option<Vec<u32>>,
    /// The commitment to the person; `None` for whoever opened the ledger.
    pub person: Option<Sha256>,
    /// Whether the office is still held.
    pub in_office: bool,
}

/// A registered player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerState {
    /// The registration.
    pub entry: EntryId,
    /// As registered.
    pub registered: PlayerRegistered,
    /// How many were registered before.
    pub number: usize,
}

/// A game of a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamePairing {
    /// The entry that paired it.
    pub entry: EntryId,
    /// The seq of that entry; of a replay, that of the game it replaces.
    pub seq: u64,
    /// The round.
    pub round: u32,
    /// Board, players, match.
    pub pairing: Pairing,
    /// The numbers of its two players, in the order of [`Pairing::both`]; `None`
    /// where one of them is not registered. So standings need not look them up.
    pub numbers: Option<[usize; 2]>,
    /// The game in whose place it is played, if it is a replay: as was ordered, or
    /// paired anew since that game had no result.
    pub replays: Option<GameId>,
    /// The game that was paired anew in its place, since it had no result. Whether
    /// that one counts is for [`GamePairing::played_as`] to say.
    pub anew: Option<GameId>,
    /// When it was to begin, where its entry says so.
    pub starts_at: Option<Timestamp>,
}

impl GamePairing {
    /// The game that is played in this one's place, if one is: as was ordered, or
    /// the one that was paired anew, as long as this one has no result.
    /// `facts`: what this game tells.
    pub fn played_as<'a>(&'a self, facts: &'a GameFacts) -> Option<&'a GameId> {
        let has_none = || facts.result.is_some_and(|r| r.outcome == Outcome::NoResult);
        let anew = self.anew.as_ref();
        facts
            .replayed_as
            .as_ref()
            .or_else(|| anew.filter(|_| has_none()))
    }
}

/// A round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Round {
    /// Its games, as they were paired.
    pub games: Vec<GameId>,
    /// Players without an opponent.
    pub byes: Vec<PlayerId>,
    /// Matches of teams.
    pub matches: Vec<TeamMatch>,
    /// When it was to begin.
    pub starts_at: Option<Timestamp>,
    /// The entry that closed it.
    pub closed: Option<EntryId>,
    /// The seq of the entry that paired it, the first where several did.
    pub paired_at: Option<u64>,
}

/// Something that an entry of stream `tournament` tells, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told<T> {
    /// The entry.
    pub entry: EntryId,
    /// That entry's seq.
    pub seq: u64,
    /// What it tells.
    pub what: T,
}

/// A sanction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SanctionState {
    /// Its entry.
    pub entry: EntryId,
    /// That entry's seq.
    pub seq: u64,
    /// As imposed.
    pub imposed: SanctionImposed,
    /// Whether an entry lifted it.
    pub lifted_by_entry: bool,
    /// Whether it was lifted or overturned.
    pub lifted: bool,
}

/// Something that an `overturn` can name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decided {
    /// Its entry.
    pub entry: EntryId,
    /// That entry's seq.
    pub seq: u64,
    /// When it was told to those concerned: as it says, else when it was made.
    pub at: Timestamp,
    /// What it is.
    pub by: DecidedBy,
}

/// What kind of decision it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DecidedBy {
    /// A ruling in a game.
    Ruling {
        /// The game.
        game: GameId,
        /// Who ruled, with whom.
        officials: Vec<ActorId>,
        /// The findings on which it rules.
        findings: Vec<String>,
    },
    /// A sanction.
    Sanction,
    /// An appeal.
    Appeal(AppealId),
}

/// What has become of a tournament. The large parts are shared between copies,
/// so that a snapshot costs little.
#[derive(Clone, Debug, Default)]
pub struct TournamentState {
    /// How it was opened.
    pub opening: Option<Opening>,
    /// Changes of the regulations.
    pub supplements: Arc<[Supplement]>,
    /// Offices, past ones included.
    pub officials: BTreeMap<OfficialId, Vec<Office>>,
    /// Players.
    pub players: Arc<BTreeMap<PlayerId, Arc<PlayerState>>>,
    /// Teams.
    pub teams: BTreeMap<TeamId, TeamRegistered>,
    /// Line-ups, in order.
    pub lineups: Vec<Told<LineupDeclared>>,
    /// Games.
    pub games: Arc<BTreeMap<GameId, Arc<GamePairing>>>,
    /// Rounds.
    pub rounds: Arc<BTreeMap<u32, Round>>,
    /// Lots committed to.
    pub lots_committed: BTreeMap<LotId, Told<LotCommitted>>,
    /// Lots drawn.
    pub lots_drawn: BTreeMap<LotId, Told<LotDrawn>>,
    /// Withdrawals, in order.
    pub withdrawals: Vec<Told<PlayerWithdrew>>,
    /// The entries of withdrawals that were revoked, each with the entry that says so.
    pub revoked: BTreeMap<EntryId, EntryId>,
    /// Breaches away from any board, in order.
    pub breaches: Vec<Told<BreachObserved>>,
    /// Sanctions.
    pub sanctions: BTreeMap<RulingId, SanctionState>,
    /// Standings as announced, in order.
    pub published: Arc<Vec<(EntryId, StandingsPublished)>>,
    /// Statements, in order.
    pub statements: Vec<StatementTaken>,
    /// Evidence, in order.
    pub evidence: Vec<EvidenceAttached>,
    /// Files of evidence of any stream, by the hash of their bytes.
    pub files: Arc<BTreeMap<Sha256, EvidenceFile>>,
    /// The commitments whose records were erased, with the entries that say so.
    pub erased: BTreeMap<Sha256, EntryId>,
    /// Rulings, sanctions and appeals by their ids.
    pub decided: Arc<BTreeMap<RulingId, Decided>>,
    /// Who overturned whom, in order.
    pub overturns: Vec<(RulingId, RulingId)>,
    /// Those that do not stand: overturned, by a decision that stands.
    pub overturned: BTreeSet<RulingId>,
    /// Of games of which it was once ruled or confirmed that they have no result:
    /// what was told of their results, in order, each with whether it was that.
    pub results_told: Arc<BTreeMap<GameId, Vec<NoResultTold>>>,
    /// What was decided elsewhere about a game, in order.
    pub decisions_on: Arc<BTreeMap<GameId, Vec<Fact>>>,
    /// Appeals.
    pub appeals: BTreeMap<AppealId, AppealState>,
    /// The entry that closed it.
    pub closed: Option<EntryId>,
    /// The review, where this is the ledger of one: then there is nothing else.
    pub review: Option<Arc<ReviewState>>,
    /// Checkpoints of other ledgers, by their labels, in order.
    pub anchors: BTreeMap<String, Vec<Told<LedgerAnchored>>>,
    /// Whether something was decided since it was closed that may have moved places.
    pub decided_since_close: bool,
}

impl TournamentState {
    /// Whether a first entry opened it: a tournament's or a review's.
    pub fn is_opened(&self) -> bool {
        self.opening.is_some() || self.review.is_some()
    }

    /// The rule book, once the ledger is opened.
    pub fn edition(&self) -> Option<&'static Edition> {
        self.opening.as_ref().map(|o| o.edition)
    }

    /// The regulations in force for games of a round that begin now.
    pub fn regulations(&self, round: u32) -> Option<Regulations> {
        self.changed_by(|s| s.from_round <= round)
    }

    /// The regulations by which a round is scored and its places are ordered: a
    /// supplement holds for rounds paired after it (contract, section 4).
    pub fn regulations_of_round(&self, round: u32) -> Option<Regulations> {
        let paired_at = self.rounds.get(&round).and_then(|round| round.paired_at);
        let before = |s: &Supplement| paired_at.is_none_or(|paired| s.seq < paired);
        self.changed_by(|s| s.from_round <= round && before(s))
    }

    /// The regulations with those supplements that hold.
    fn changed_by(&self, holds: impl Fn(&Supplement) -> bool) -> Option<Regulations> {
        let opening = self.opening.as_ref()?;
        let in_force = self.supplements.iter().filter(|s| holds(s));
        Some(
            in_force.fold(opening.regulations.clone(), |regulations, s| {
                regulations.with(&s.changes).unwrap_or(regulations)
            }),
        )
    }

    /// What a bye of a round brings, by the regulations of that round.
    pub fn bye_points(&self, round: u32) -> i64 {
        self.regulations_of_round(round)
            .map_or(0, |regulations| regulations.bye_points.into())
    }

    /// Whether the edition or one of the event's clauses in force has an article.
    pub fn has_article(&self, article: &str) -> bool {
        // A clause is in force from its entry on, whatever round it is for.
        self.regulations(u32::MAX).is_some_and(|regulations| {
            article.parse::<ArticleRef>().is_ok_and(|cited| {
                cited
                    .resolve(regulations.edition(), &regulations.clauses)
                    .is_ok()
            })
        })
    }

    /// A game as it was paired, with the rules it is played under.
    pub fn paired(&self, game: &GameId) -> Option<Paired> {
        let opening = self.opening.as_ref()?;
        let pairing = self.games.get(game)?;
        let players = pairing.pairing.both()?.map(PlayerId::clone);
        Some(Paired {
            game: game.clone(),
            edition: opening.edition,
            opened_with: opening.regulations.clone(),
            supplements: Arc::clone(&self.supplements),
            round: pairing.round,
            board: pairing.pairing.board,
            starts_at: self.starts_at(pairing),
            players,
            colours_assigned: pairing.pairing.black.is_some(),
        })
    }

    /// When a game was to begin: as the entry says that paired it, else as
    /// another of its round does. For a game played again nobody else said it.
    fn starts_at(&self, pairing: &GamePairing) -> Option<Timestamp> {
        if pairing.replays.is_some() {
            return pairing.starts_at;
        }
        let round = self.rounds.get(&pairing.round);
        pairing.starts_at.or_else(|| round?.starts_at)
    }

    /// The game on which an appeal's decision bears: the appeal's, else that of
    /// a ruling which the decision overturns.
    pub fn game_decided(&self, id: &AppealId, orders: &[Order]) -> Option<GameId> {
        let overturned = || {
            orders.iter().find_map(|order| match order {
                Order::Overturn { ruling } => match &self.decided.get(ruling)?.by {
                    DecidedBy::Ruling { game, .. } => Some(game.clone()),
                    DecidedBy::Sanction | DecidedBy::Appeal(_) => None,
                },
                _ => None,
            })
        };
        self.appeals.get(id)?.game.clone().or_else(overturned)
    }

    /// Whether somebody holds an office now.
    pub fn holds_office(&self, official: &OfficialId, is: impl Fn(Role) -> bool) -> bool {
        self.officials
            .get(official)
            .is_some_and(|offices| offices.iter().any(|o| o.in_office && is(o.role)))
    }

    /// The sanctions that were neither lifted nor overturned.
    pub fn standing_sanctions(&self) -> Vec<&SanctionImposed> {
        let standing = self.sanctions.values().filter(|s| !s.lifted);
        standing.map(|s| &s.imposed).collect()
    }

    /// The withdrawals from which anything follows: not revoked, and not struck
    /// by an appeal against their entries that was upheld.
    pub fn standing_withdrawals(&self) -> impl Iterator<Item = &Told<PlayerWithdrew>> {
        let struck = |entry: &EntryId| {
            self.appeals.values().any(|appeal| {
                appeal.outcome == Some(AppealOutcome::Upheld)
                    && !appeal.overturned
                    && appeal.filed.against.contains(entry)
            })
        };
        let told = self.withdrawals.iter();
        told.filter(move |told| !self.revoked.contains_key(&told.entry) && !struck(&told.entry))
    }

    /// Whether a line-up was declared only after its round was paired.
    pub fn is_late(&self, lineup: &Told<LineupDeclared>) -> bool {
        let paired_at = self
            .rounds
            .get(&lineup.what.round)
            .and_then(|r| r.paired_at);
        paired_at.is_some_and(|paired| paired < lineup.seq)
    }

    /// The appeals about a game.
    pub fn appeals_on<'a>(&'a self, game: &'a GameId) -> impl Iterator<Item = &'a AppealState> {
        self.appeals
            .values()
            .filter(move |appeal| appeal.game.as_ref() == Some(game))
    }
}
