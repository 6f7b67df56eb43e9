//! The view of standings (contract, section 7): who stands where after a round,
//! by which criterion, what each term is, and how what the texts leave open was
//! counted. Shapes only: `making` fills them, `moved` sets what sanctions moved
//! beside what stood without them. The arithmetic is in `domain::tournament`.

mod making;
mod moved;

pub(super) use making::{name_of, player_of, players};
pub use making::{source_text, standings_view};

use fupan_domain::{
    event::tournament::{LotPurpose, SanctionKind},
    ids::{ActorId, EntryId, GameId, LotId, OfficialId, PlayerId, RulingId, TeamId},
    rulebook::{Finding, Format, Pmax, WithdrawnOpponent},
    score::Fraction,
    tournament::{Criterion, Entrant},
};
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// Standings as they are shown.
#[derive(Clone, Debug, Serialize)]
pub struct StandingsView {
    /// The ledger.
    pub ledger: String,
    /// After which round.
    pub round: u32,
    /// The last entry of the ledger of which this takes account.
    pub known: Option<u64>,
    /// How the tournament is played.
    pub format: Format,
    /// How teams play; `null` for players on their own.
    pub team: Option<Box<str>>,
    /// The places, first one first. Those who are equal stand in the order of ids.
    pub rows: Vec<RowView>,
    /// Those of them whose records were erased on request: their ids stand for the
    /// names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub erased: Vec<PlayerId>,
    /// Entrants without a place, and why.
    pub unplaced: Vec<UnplacedView>,
    /// Games that are not settled, by round and board.
    pub open: Vec<GameId>,
    /// Games that count with a result that not all have confirmed.
    pub provisional: Vec<GameId>,
    /// Games about which an appeal is open.
    pub appealed: Vec<GameId>,
    /// Ties that a lot is to decide, and none has.
    pub lots_needed: Vec<TieView>,
    /// Ties that a play-off is to decide, and none has.
    pub playoffs_needed: Vec<TieView>,
    /// How far a match over several games has come.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    pub match_progress: Option<MatchProgressView>,
    /// Who holds the stage of a win-and-stay.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage: Option<StageView>,
    /// Lots, each as far as it can be checked.
    pub lots: Vec<LotView>,
    /// Sanctions, lifted ones included.
    pub sanctions: Vec<SanctionView>,
    /// What sanctions moved, beside what stood without them.
    pub moved: Vec<MovedView>,
    /// What the rule book says of the tournament's own entries.
    pub findings: Vec<Finding>,
    /// Entries of lots, sanctions and findings told here that bear on later
    /// rounds alone: for programs, which are told of all, to leave out.
    pub later: Vec<EntryId>,
    /// How it was counted.
    pub counting: CountingView,
}

/// A place as it is shown.
#[derive(Clone, Debug, Serialize)]
pub struct RowView {
    /// The place, from 1; those whom nothing separates share one.
    pub place: usize,
    /// Who.
    #[serde(flatten)]
    pub who: WhoView,
    /// The name, where it is kept.
    pub name: Option<String>,
    /// Points.
    pub points: i64,
    /// Wins, byes included.
    pub wins: u32,
    /// Draws.
    pub draws: u32,
    /// Losses, those of both sides included.
    pub losses: u32,
    /// Byes.
    pub byes: u32,
    /// Total score.
    pub total: Fraction,
    /// The same in the other reading of the highest points.
    pub total_otherwise: Fraction,
    /// Sum of the opponents' points.
    pub opponents: Exact,
    /// 胜者小分, in half-points.
    pub beaten_half: i64,
    /// Warnings.
    pub warnings: u32,
    /// Sum of the opponents' points without the lowest.
    pub sos1: Exact,
    /// The same without the two lowest.
    pub sos2: Exact,
    /// Sum of the opponents' sums.
    pub sosos: Exact,
    /// Sum of the beaten opponents' points.
    pub sodos: Exact,
    /// Sum of the points after each round (累进分).
    pub cumulative: i64,
    /// Rating at registration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<i64>,
    /// Board points of a team, then those of each board.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub boards: Vec<i64>,
    /// Losses in a knock-out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub defeats: Option<u32>,
    /// The round in which the entrant was put out of a knock-out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub out_in: Option<u32>,
    /// After which round the entrant left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_after: Option<u32>,
    /// The points by which the next round is paired, where a lot after a game
    /// that both lost makes them others (2002 17.5).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairing_points: Option<i64>,
    /// The place by which a prize goes, where a sanction lowers it (2002 23.6).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prize_place: Option<usize>,
    /// Which criterion separates this row from the next; `null` where none does.
    pub decided_by: Option<Criterion>,
}

/// A player or a team.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WhoView {
    /// A player.
    Player(PlayerId),
    /// A team.
    Team(TeamId),
}

impl WhoView {
    pub(in crate::views) fn of(entrant: Entrant<'_>) -> WhoView {
        match entrant {
            Entrant::Player(id) => WhoView::Player(id.clone()),
            Entrant::Team(id) => WhoView::Team(id.clone()),
        }
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        match self {
            WhoView::Player(id) => id.as_str(),
            WhoView::Team(id) => id.as_str(),
        }
    }
}

/// A whole number, or a fraction where it is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exact(pub Fraction);

impl Serialize for Exact {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match self.0.as_whole() {
            Some(whole) => whole.serialize(s),
            None => self.0.serialize(s),
        }
    }
}

/// An entrant without a place.
#[derive(Clone, Debug, Serialize)]
pub struct UnplacedView {
    /// Who.
    #[serde(flatten)]
    pub who: WhoView,
    /// `withdrew_before_start` or `results_void`.
    pub why: &'static str,
    /// The entry that tells of the withdrawal.
    pub entry: Option<EntryId>,
}

/// Entrants whom nothing separates.
#[derive(Clone, Debug, Serialize)]
pub struct TieView {
    /// The place that they share.
    pub place: usize,
    /// Who they are.
    pub entrants: Vec<String>,
}

/// How far a match over several games has come.
#[derive(Clone, Debug, Serialize)]
pub struct MatchProgressView {
    /// Games of the match.
    pub games: u8,
    /// Wins that decide it.
    pub needed: u32,
    /// The wins of each side, most first.
    pub wins: Vec<WinsView>,
    /// Who has won it.
    pub winner: Option<String>,
}

/// The wins of a side.
#[derive(Clone, Debug, Serialize)]
pub struct WinsView {
    /// Who.
    #[serde(flatten)]
    pub who: WhoView,
    /// How many.
    pub wins: u32,
}

/// Who holds the stage of a win-and-stay.
#[derive(Clone, Debug, Serialize)]
pub struct StageView {
    /// Who won last and meets the other side's next player.
    pub holder: Option<PlayerId>,
    /// How many games the holder has won in a row.
    pub in_a_row: u32,
    /// The players of each team who have not lost, in their order.
    pub left: BTreeMap<TeamId, Vec<PlayerId>>,
    /// The team that has won.
    pub winner: Option<TeamId>,
}

/// A lot, as far as it can be checked.
#[derive(Clone, Debug, Serialize)]
pub struct LotView {
    /// Its id.
    pub lot: LotId,
    /// The entry that tells of it, the drawing where there was one.
    pub entry: EntryId,
    /// `verified`, `by_hand`, `sealed`, `uncommitted`, `not_revealed`,
    /// `other_seed` or `other_order`.
    pub state: &'static str,
    /// What it decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub purpose: Option<LotPurpose>,
    /// For which round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// The entrants in the drawn order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawn: Option<Vec<ActorId>>,
}

/// A sanction as it is shown.
#[derive(Clone, Debug, Serialize)]
pub struct SanctionView {
    /// Its id.
    pub sanction: RulingId,
    /// Its entry.
    pub entry: EntryId,
    /// That entry's seq.
    pub seq: u64,
    /// The player concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerId>,
    /// The team concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team: Option<TeamId>,
    /// The official concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub official: Option<OfficialId>,
    /// What.
    pub kind: SanctionKind,
    /// Under which article.
    pub article: String,
    /// The games concerned; left out: those that were paired before it, or after a
    /// withdrawal those that it leaves unplayed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<Vec<GameId>>,
    /// The finding on which it stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finding: Option<String>,
    /// Who decided, if not the chief arbiter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub authority: Option<String>,
    /// Until when.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
    /// Why.
    pub reason: String,
    /// Whether it stands no longer: lifted, or overturned by an appeal.
    pub lifted: bool,
}

/// What sanctions made of an entrant's place.
#[derive(Clone, Debug, Serialize)]
pub struct MovedView {
    /// Who.
    #[serde(flatten)]
    pub who: WhoView,
    /// As it would stand without any sanction; `null` where it would have no place.
    pub before: Option<StoodView>,
    /// As it stands; `null` where it has none.
    pub after: Option<StoodView>,
    /// What moved it, one sentence each.
    pub because: Vec<String>,
}

/// Where somebody stood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct StoodView {
    /// The place.
    pub place: usize,
    /// Points.
    pub points: i64,
    /// Sum of the opponents' points.
    pub opponents: Exact,
    /// Total score.
    pub total: Fraction,
}

/// How it was counted, where the texts leave a choice.
#[derive(Clone, Debug, Serialize)]
pub struct CountingView {
    /// Rounds in which points were to be had: the R of a total score.
    pub rounds: u32,
    /// What orders the places, the first one first.
    pub tie_breaks: Vec<Criterion>,
    /// The highest points of a total score.
    pub pmax: PmaxView,
    /// Points for a bye, counted as a win.
    pub bye_points: u8,
    /// What a withdrawn player is worth to opponents.
    pub withdrawn_opponent: WithdrawnOpponent,
    /// Losses after which an entrant is out, in a format with that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub defeats: Option<u8>,
    /// How often each pair meets, in a format with that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cycles: Option<u8>,
    /// The choices in words.
    pub choices: [&'static str; 6],
}

/// The highest points of a total score.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PmaxView {
    /// Which reading is taken.
    pub reading: Pmax,
    /// The highest that anybody has scored.
    pub scored: i64,
    /// The highest that anybody could have scored.
    pub possible: i64,
}
