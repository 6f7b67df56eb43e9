//! Events of stream `tournament`.

use super::{
    common::{Breach, EvidenceAttached, StatementTaken},
    events,
};
use crate::{
    board::Point,
    ids::{
        ActorId, ClauseId, EntryId, GameId, LotId, MatchId, OfficialId, PlayerId, RulingId, Sha256,
        TeamId,
    },
    official::Role,
    rulebook::regulations::RegulationsPatch,
};
use serde::{Deserialize, Serialize};

events! {
    /// An event of the tournament as a whole.
    TournamentEvent of Tournament {
        /// The ledger's first entry.
        "tournament_opened" => TournamentOpened(Box<TournamentOpened>),
        /// The event's regulations were changed.
        "regulations_supplemented" => RegulationsSupplemented(Box<RegulationsSupplemented>),
        /// Somebody became an official.
        "official_appointed" => OfficialAppointed(Box<OfficialAppointed>),
        /// Somebody is an official no longer.
        "official_relieved" => OfficialRelieved(Box<OfficialRelieved>),
        /// A team takes part.
        "team_registered" => TeamRegistered(Box<TeamRegistered>),
        /// A player takes part.
        "player_registered" => PlayerRegistered(Box<PlayerRegistered>),
        /// A team named its players for a round.
        "lineup_declared" => LineupDeclared(Box<LineupDeclared>),
        /// A lot was committed to before it was drawn.
        "lot_committed" => LotCommitted(Box<LotCommitted>),
        /// A lot was drawn.
        "lot_drawn" => LotDrawn(Box<LotDrawn>),
        /// Games of a round.
        "round_paired" => RoundPaired(Box<RoundPaired>),
        /// Games of a round were changed.
        "pairing_changed" => PairingChanged(Box<PairingChanged>),
        /// A breach away from the board.
        "breach_observed" => BreachObserved(Box<BreachObserved>),
        /// A player or team left.
        "player_withdrew" => PlayerWithdrew(Box<PlayerWithdrew>),
        /// A withdrawal was told that was none.
        "withdrawal_revoked" => WithdrawalRevoked(Box<WithdrawalRevoked>),
        /// A bye was told that was none.
        "bye_revoked" => ByeRevoked(Box<ByeRevoked>),
        /// A sanction.
        "sanction_imposed" => SanctionImposed(Box<SanctionImposed>),
        /// A sanction no longer counts.
        "sanction_lifted" => SanctionLifted(Box<SanctionLifted>),
        /// Standings as announced.
        "standings_published" => StandingsPublished(Box<StandingsPublished>),
        /// A round is over.
        "round_closed" => RoundClosed(RoundClosed),
        /// The tournament is over.
        "tournament_closed" => TournamentClosed(super::game::Nothing),
        /// Somebody was heard.
        "statement_taken" => StatementTaken(Box<StatementTaken>),
        /// A file was handed in.
        "evidence_attached" => EvidenceAttached(Box<EvidenceAttached>),
    }
}

/// What a caller hands in of a person with `player_registered` and
/// `official_appointed`. On acceptance it is taken out and kept beside the
/// log; the entry carries `person`, a salted commitment to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PersonDraft {
    /// The name.
    pub name: String,
    /// The year of birth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub birth_year: Option<i32>,
}

/// A document that belongs to the event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextReference {
    /// Its title.
    pub title: String,
    /// SHA-256 of its bytes.
    pub sha256: Sha256,
}

/// Data of `tournament_opened`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentOpened {
    /// The tournament's name.
    pub name: String,
    /// The rule book's id, `cn-1988` or `cn-2002`.
    pub edition: String,
    /// SHA-256 of the rule book's file; filled in on acceptance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edition_sha256: Option<Sha256>,
    /// The event's own choices.
    pub regulations: RegulationsPatch,
    /// Where it is held.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// Documents of the event.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub texts: Option<Vec<TextReference>>,
}

/// Data of `regulations_supplemented`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegulationsSupplemented {
    /// What changes.
    pub changes: RegulationsPatch,
    /// The first round for which it holds.
    pub from_round: u32,
    /// Who approved it.
    pub approved_by: OfficialId,
    /// Why.
    pub reason: String,
}

/// Data of `official_appointed`, as it stands in an entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OfficialAppointed {
    /// The official.
    pub official: OfficialId,
    /// The commitment to the person's name.
    pub person: Sha256,
    /// As what.
    pub role: Role,
    /// For which boards; left out: all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub boards: Option<Vec<u32>>,
}

/// Data of `official_relieved`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OfficialRelieved {
    /// The official.
    pub official: OfficialId,
    /// Why.
    pub reason: String,
}

/// Data of `team_registered`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TeamRegistered {
    /// The team.
    pub team: TeamId,
    /// Its name.
    pub name: String,
}

/// Data of `player_registered`, as it stands in an entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerRegistered {
    /// The player.
    pub player: PlayerId,
    /// The commitment to the person's name and year of birth.
    pub person: Sha256,
    /// The rank: `5p`, `3d`, `2k`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dan: Option<String>,
    /// A rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<i64>,
    /// The team for which the player plays.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team: Option<TeamId>,
    /// The federation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub federation: Option<String>,
}

/// Data of `lineup_declared`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LineupDeclared {
    /// The round.
    pub round: u32,
    /// The team.
    pub team: TeamId,
    /// Its players, from the first board on.
    pub boards: Vec<PlayerId>,
    /// Who may step in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub substitutes: Option<Vec<PlayerId>>,
}

/// Data of `lot_committed`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LotCommitted {
    /// The lot.
    pub lot: LotId,
    /// The commitment to its seed.
    pub commitment: Sha256,
}

/// What a lot decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LotPurpose {
    /// Who plays whom.
    Pairing,
    /// Who takes which colour.
    Colours,
    /// The next round's pairing only (2002 17.5).
    NextPairing,
    /// A tie in the standings.
    Tie,
}

/// Data of `lot_drawn`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LotDrawn {
    /// The lot.
    pub lot: LotId,
    /// What it decides.
    pub purpose: LotPurpose,
    /// For which round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// Who took part.
    pub entrants: Vec<ActorId>,
    /// How it was drawn.
    pub method: String,
    /// The entrants in the drawn order.
    pub drawn: Vec<ActorId>,
    /// The seed, where it had been committed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reveal: Option<String>,
}

/// A game of a round. Either both colours are named, or, where nigiri
/// decides, the two players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pairing {
    /// The game.
    pub game: GameId,
    /// The board (table) number, from 1.
    pub board: u32,
    /// Who takes black.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black: Option<PlayerId>,
    /// Who takes white.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white: Option<PlayerId>,
    /// The two players, where nigiri decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<[PlayerId; 2]>,
    /// The match to which it belongs.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    pub match_id: Option<MatchId>,
    /// Whether it is a play-off, which counts for no points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub playoff: Option<bool>,
}

impl Pairing {
    /// The two players; black first where colours are assigned. `None` where
    /// neither form is complete, which the schema refuses.
    pub fn both(&self) -> Option<[&PlayerId; 2]> {
        match (&self.black, &self.white, &self.players) {
            (Some(black), Some(white), _) => Some([black, white]),
            (_, _, Some([a, b])) => Some([a, b]),
            _ => None,
        }
    }
}

/// A match of two teams.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TeamMatch {
    /// The match.
    #[serde(rename = "match")]
    pub match_id: MatchId,
    /// The teams.
    pub teams: [TeamId; 2],
}

/// Data of `round_paired`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundPaired {
    /// The round, from 1.
    pub round: u32,
    /// Its games; several entries of a round add up.
    pub games: Vec<Pairing>,
    /// Players without an opponent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bye: Option<Vec<PlayerId>>,
    /// Matches of teams.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matches: Option<Vec<TeamMatch>>,
    /// When the round is to begin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub starts_at: Option<crate::Timestamp>,
}

/// Data of `pairing_changed`: the games named replace what stood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairingChanged {
    /// The round.
    pub round: u32,
    /// The games.
    pub games: Vec<Pairing>,
    /// Why.
    pub reason: String,
}

/// Data of `breach_observed` away from the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BreachObserved {
    /// The player who did it; left out for a bystander.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerId>,
    /// What.
    pub breach: Breach,
    /// The clause of the event's own regulations that it breaks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clause: Option<ClauseId>,
    /// The entry that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<EntryId>,
    /// Whether it was done on purpose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deliberate: Option<bool>,
    /// What was seen.
    pub facts: String,
    /// Points concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<Vec<Point>>,
}

/// Data of `player_withdrew`: a player or a team, after a round or for some.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerWithdrew {
    /// The player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerId>,
    /// Or the team.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team: Option<TeamId>,
    /// The last round that is played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after_round: Option<u32>,
    /// Or the rounds that are missed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds: Option<Vec<u32>>,
    /// Whether there was good reason.
    pub justified: bool,
    /// Why.
    pub reason: String,
}

/// Data of `withdrawal_revoked`: the entry told of the wrong one, or of nobody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WithdrawalRevoked {
    /// The entry that told of the withdrawal.
    pub withdrawal: EntryId,
    /// Why.
    pub reason: String,
}

/// Data of `bye_revoked`: the player has no bye in that round after all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByeRevoked {
    /// The round.
    pub round: u32,
    /// The player.
    pub player: PlayerId,
    /// Why.
    pub reason: String,
}

/// A kind of sanction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SanctionKind {
    /// The player's own points are taken away; opponents keep theirs.
    CancelResults,
    /// The games are lost.
    LoseGames,
    /// The prize is that of one place lower.
    DropPlace,
    /// No playing until a date.
    Suspend,
    /// Criticism in public.
    Censure,
}

/// Data of `sanction_imposed`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SanctionImposed {
    /// Its id, unique in the ledger.
    pub sanction: RulingId,
    /// The player concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerId>,
    /// Or the team.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team: Option<TeamId>,
    /// Or the official.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub official: Option<OfficialId>,
    /// Under which article.
    pub article: Box<str>,
    /// What.
    pub kind: SanctionKind,
    /// The finding on which it stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finding: Option<String>,
    /// Who decided, if not the chief arbiter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub authority: Option<String>,
    /// The games concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<Vec<GameId>>,
    /// Until when, as a date or in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
    /// Why.
    pub reason: String,
}

/// Data of `sanction_lifted`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SanctionLifted {
    /// The sanction.
    pub sanction: RulingId,
    /// Why.
    pub reason: String,
}

/// An exact fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FractionText {
    /// Numerator.
    pub num: i64,
    /// Denominator, above 0.
    pub den: i64,
}

/// A row of published standings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedPlace {
    /// The player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerId>,
    /// Or the team.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team: Option<TeamId>,
    /// The place, from 1.
    pub place: u32,
    /// Points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<i64>,
    /// Total score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<FractionText>,
}

/// Data of `standings_published`; several entries of a round add up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StandingsPublished {
    /// After which round.
    pub round: u32,
    /// The places as announced.
    pub places: Vec<PublishedPlace>,
}

/// Data of `round_closed`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundClosed {
    /// The round.
    pub round: u32,
    /// SHA-256 of the canonical list of [stream, version, hash] of the
    /// round's games, sorted; filled in on acceptance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heads_sha256: Option<Sha256>,
}
