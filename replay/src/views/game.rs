//! The view of a game, at any moment of either time axis.

use super::{People, erased_among};
use crate::fold::{At, game::FoldedGame};
use fupan_domain::{
    Colour, Millis, Timestamp,
    clock::{ClockView, Times},
    colour::PerColour,
    event::{GameEvent, GameResult, Order, Outcome, ResultBy, game::PenaltyKind},
    game::{Fact, FactKind, GameState, RulingState},
    ids::{ActorId, EntryId, GameId, PlayerId, RulingId},
    rulebook::{Finding, Request, findings, read_out, requests},
    score::QuarterZi,
    tournament::{AllFacts, Bearing, DecidedBy, GameFacts, Sanctions, TournamentState},
};
use serde::Serialize;

/// Which moment of a game is asked for, as it is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Moment {
    /// The last one.
    #[default]
    Last,
    /// Right after that many stones and passes that stand; where the times of
    /// the game only keep the order, with what the clocks then showed. What one
    /// ruling orders is one moment: where it makes several moves of it, each of
    /// them is shown with all that it ordered.
    Move(usize),
    /// At a time of the facts' own.
    When(Timestamp),
    /// Right before what an entry tells of, in the place where it is read.
    Before(EntryId),
    /// Right after it: as it stood then, without what was ruled later.
    After(EntryId),
}

/// A moment that the game does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MomentError {
    /// It is not that long.
    #[error("game {game} has {}: there is no move {asked}", standing(*.moves))]
    NoMove {
        /// The game.
        game: GameId,
        /// How many it has.
        moves: usize,
        /// Which was asked for.
        asked: usize,
    },
    /// It has not begun.
    #[error("game {0} has not begun: it has no moves")]
    NotBegun(GameId),
    /// No entry of that id bears on it.
    #[error("nothing in game {game} is told by entry {entry}")]
    NoEntry {
        /// The game.
        game: GameId,
        /// The entry.
        entry: EntryId,
    },
}

/// How many moves stand, in words.
fn standing(moves: usize) -> String {
    match moves {
        1 => "1 stone or pass that stands".to_owned(),
        moves => format!("{moves} stones and passes that stand"),
    }
}

/// A game as it is shown.
#[derive(Clone, Debug, Serialize)]
pub struct GameView {
    /// The ledger.
    pub ledger: String,
    /// The game.
    pub game: GameId,
    /// The round.
    pub round: u32,
    /// The board (table) number.
    pub board: u32,
    /// The last entry of its stream; `null` while it has none.
    pub at: Option<At>,
    /// The last entry of the ledger of which this takes account: appeals and
    /// sanctions bear on a game too.
    pub known: Option<u64>,
    /// Where it stands.
    pub status: &'static str,
    /// Who takes which side; `null` while nigiri is to decide.
    pub players: PerColour<Option<PlayerId>>,
    /// Their names, where they are kept.
    pub names: PerColour<Option<String>>,
    /// Those of them whose records were erased on request: their ids stand for the
    /// names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub erased: Vec<PlayerId>,
    /// The position.
    pub position: PositionView,
    /// The clocks.
    pub clock: PerColour<ClockView>,
    /// What is to be called to the side whose clock runs, if it goes on thinking.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub read_out: Vec<CallView>,
    /// Warnings that count.
    pub warnings: PerColour<usize>,
    /// Admonitions, which count for nothing.
    pub admonitions: PerColour<usize>,
    /// Penalties, overturned ones included.
    pub penalties: Vec<PenaltyView>,
    /// What the rule book says of it.
    pub findings: Vec<Finding>,
    /// Complaints, and what else the players have asked.
    pub requests: Vec<Request>,
    /// Rulings, overturned ones included.
    pub rulings: Vec<RulingView>,
    /// The result, if there is one.
    pub result: Option<ResultView>,
    /// The game played in its place, if one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replayed_as: Option<GameId>,
}

/// A call of the byo-yomi as it is shown.
#[derive(Clone, Debug, Serialize)]
pub struct CallView {
    /// To whom.
    pub colour: Colour,
    /// When.
    pub at: Timestamp,
    /// What, as `byoyomi_read` has it.
    pub call: String,
}

/// A position as it is shown.
#[derive(Clone, Debug, Serialize)]
pub struct PositionView {
    /// Lines of the board.
    pub size: u8,
    /// Rows, the top one first: `.` empty, `X` black, `O` white.
    pub rows: Vec<String>,
    /// Whose turn it is.
    pub to_play: Colour,
    /// Stones and passes that stand.
    pub moves: usize,
    /// The last of them: a point, `pass`, or `null`.
    pub last: Option<String>,
    /// Stones that each side has lost.
    pub captured: PerColour<u16>,
}

/// A penalty as it is shown.
#[derive(Clone, Debug, Serialize)]
pub struct PenaltyView {
    /// Its entry.
    pub entry: EntryId,
    /// Who is punished.
    pub colour: Colour,
    /// How.
    pub penalty: PenaltyKind,
    /// Zi taken off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub qz: Option<QuarterZi>,
    /// Time taken off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ms: Option<Millis>,
    /// Under which article.
    pub article: String,
    /// By which ruling.
    pub ruling: RulingId,
    /// Whether that ruling was overturned.
    pub overturned: bool,
}

/// A ruling as it is shown.
#[derive(Clone, Debug, Serialize)]
pub struct RulingView {
    /// Its id.
    pub ruling: RulingId,
    /// Its entry.
    pub entry: EntryId,
    /// That entry's seq.
    pub seq: u64,
    /// When it was made.
    pub at: Timestamp,
    /// Who ruled.
    pub officials: Vec<ActorId>,
    /// On which finding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finding: Option<String>,
    /// Under which article.
    pub article: String,
    /// What, in a few words.
    pub outcome: String,
    /// What it changed.
    pub orders: Vec<Order>,
    /// What had happened.
    pub facts: String,
    /// Why.
    pub reasons: String,
    /// Whether it was overturned.
    pub overturned: bool,
}

/// How sure a result is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ResultState {
    /// Not confirmed.
    Provisional,
    /// Confirmed by both players and an official.
    Confirmed,
    /// An appeal is open.
    Appealed,
    /// The tournament is closed and no appeal open.
    Final,
}

/// A result as it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ResultView {
    /// Who won.
    pub outcome: Outcome,
    /// How.
    pub by: ResultBy,
    /// By how much, where it was counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin_qz: Option<QuarterZi>,
    /// How sure it is.
    pub state: ResultState,
}

/// The view of a game at a moment. `folded` and `tournament` stand as they are
/// known; the moment is looked up in the facts as they are read then.
///
/// # Errors
/// When the game does not have that moment.
pub fn game_view(
    ledger: &str,
    folded: &FoldedGame,
    tournament: &TournamentState,
    moment: Moment,
    people: People<'_>,
) -> Result<GameView, MomentError> {
    let now = &folded.state;
    let then = state_at(now, moment)?;
    let state = then.as_ref().unwrap_or(now);
    let name = |player: &PlayerId| {
        let registered = tournament.players.get(player)?;
        people(registered.registered.person).map(|person| person.name)
    };
    Ok(GameView {
        ledger: ledger.to_owned(),
        game: state.game().clone(),
        round: state.paired.round,
        board: state.paired.board,
        at: folded.at,
        known: None,
        status: state.status().name(),
        players: state.players.clone(),
        names: PerColour::from_fn(|c| state.players[c].as_ref().and_then(name)),
        erased: erased_among(
            Colour::BOTH
                .iter()
                .filter_map(|c| state.players[*c].as_ref()),
            tournament,
        ),
        position: position_view(state),
        clock: state.clock.view(),
        read_out: read_out::to_call(state)
            .into_iter()
            .map(|(colour, at, call)| CallView { colour, at, call })
            .collect(),
        warnings: PerColour::from_fn(|c| state.warnings_of(c).count()),
        admonitions: PerColour::from_fn(|c| state.admonitions_of(c).count()),
        penalties: penalty_views(state),
        findings: findings(state, &tournament.standing_sanctions()),
        requests: requests(state),
        rulings: state
            .rulings
            .iter()
            .map(|r| ruling_view(state, tournament, r))
            .collect(),
        result: match then {
            Some(_) => result_then(state),
            None => result_view(state, tournament),
        },
        replayed_as: replayed_as(state, tournament, then.is_none()).cloned(),
    })
}

/// The game that is played instead: as was ordered, or as it stands now the one
/// that was paired anew since this one has no result.
fn replayed_as<'a>(
    state: &'a GameState,
    tournament: &'a TournamentState,
    now: bool,
) -> Option<&'a GameId> {
    let ordered = state.decisions.replayed_as();
    let result = state.result().filter(|_| now && ordered.is_none());
    if result.is_some_and(|result| result.outcome == Outcome::NoResult) {
        return tournament.games.get(state.game())?.anew.as_ref();
    }
    ordered
}

/// The game as it stood at a moment; `None` where that is how it stands.
///
/// # Errors
/// When the game does not have that moment.
pub fn state_at(now: &GameState, moment: Moment) -> Result<Option<GameState>, MomentError> {
    let len = facts_at(now, moment)?;
    Ok((len < now.record.facts().len()).then(|| now.after(len)))
}

/// How many facts of a game, as they are read, had happened at a moment.
///
/// # Errors
/// When the game does not have that moment.
pub fn facts_at(now: &GameState, moment: Moment) -> Result<usize, MomentError> {
    match moment {
        Moment::Last => Ok(now.record.facts().len()),
        Moment::Move(n) => facts_to_move(now, n),
        Moment::When(time) => Ok(facts_until(now, time)),
        Moment::Before(entry) => place_of(now, entry),
        Moment::After(entry) => Ok(place_of(now, entry)? + 1),
    }
}

/// How many facts lead to the n-th move that stands, that move included. Where
/// the times of a game only keep the order, what the clocks showed right after
/// the move belongs to it.
fn facts_to_move(state: &GameState, n: usize) -> Result<usize, MomentError> {
    let facts = state.record.facts();
    let (start, _) = state
        .started
        .ok_or_else(|| MomentError::NotBegun(state.game().clone()))?;
    let entry = match n.checked_sub(1) {
        None => start,
        Some(index) => state
            .course
            .moves
            .get(index)
            .map(|m| m.put_by)
            .ok_or_else(|| MomentError::NoMove {
                game: state.game().clone(),
                moves: state.course.moves.len(),
                asked: n,
            })?,
    };
    let to_move = facts
        .iter()
        .position(|fact| fact.entry == entry)
        .map_or(0, |index| index + 1);
    let readings = facts[to_move..].iter().take_while(|fact| is_reading(fact));
    if keeps_order_only(state) {
        return Ok(to_move + readings.count());
    }
    Ok(to_move)
}

/// The place of an entry among the facts as they are read.
fn place_of(state: &GameState, entry: EntryId) -> Result<usize, MomentError> {
    let mut facts = state.record.facts().iter();
    facts
        .position(|fact| fact.entry == entry)
        .ok_or_else(|| MomentError::NoEntry {
            game: state.game().clone(),
            entry,
        })
}

fn is_reading(fact: &Fact) -> bool {
    matches!(
        fact.kind,
        FactKind::Event(GameEvent::ClockPressed(_) | GameEvent::ClockRead(_))
    )
}

fn keeps_order_only(state: &GameState) -> bool {
    let facts = state.record.facts().iter();
    facts.into_iter().any(|fact| match &fact.kind {
        FactKind::Event(GameEvent::GameStarted(start)) => start.times == Some(Times::OrderOnly),
        _ => false,
    })
}

/// How many facts had happened at a time. A time that runs backwards counts as
/// the one before it.
fn facts_until(state: &GameState, time: Timestamp) -> usize {
    let facts = state.record.facts();
    facts
        .iter()
        .position(|fact| fact.at > time)
        .unwrap_or(facts.len())
}

fn position_view(state: &GameState) -> PositionView {
    let course = &state.course;
    PositionView {
        size: course.board.size(),
        rows: course.board.rows(),
        to_play: course.to_play,
        moves: course.moves.len(),
        last: course.moves.last().map(|m| match m.standing() {
            Some(point) => point.to_string(),
            None => "pass".to_owned(),
        }),
        captured: course.captured,
    }
}

fn penalty_views(state: &GameState) -> Vec<PenaltyView> {
    let view = |p: &fupan_domain::game::PenaltyState| PenaltyView {
        entry: p.entry,
        colour: p.colour,
        penalty: p.penalty,
        qz: p.qz,
        ms: p.ms,
        article: p.article.to_string(),
        ruling: state.decisions.whole(&p.ruling).clone(),
        overturned: !state.ruling_stands(&p.ruling),
    };
    state.penalties.iter().map(view).collect()
}

fn ruling_view(state: &GameState, tournament: &TournamentState, ruled: &RulingState) -> RulingView {
    let ruling = &ruled.ruling;
    let officials = match tournament.decided.get(&ruling.ruling).map(|d| &d.by) {
        Some(DecidedBy::Ruling { officials, .. }) => officials.clone(),
        _ => Vec::new(),
    };
    RulingView {
        ruling: ruling.ruling.clone(),
        entry: ruled.entry,
        seq: ruled.seq,
        at: ruled.at,
        officials,
        finding: ruling.finding.clone(),
        article: ruling.article.to_string(),
        outcome: ruling.outcome.clone(),
        orders: ruling.orders.clone(),
        facts: ruling.facts.clone(),
        reasons: ruling.reasons.clone(),
        overturned: !state.ruling_stands(&ruling.ruling),
    }
}

/// The result with what sanctions make of it, and how sure it is. What a
/// withdrawal from a round robin makes of games not played depends on all of the
/// player's games: see [`with_withdrawals`].
pub fn result_view(state: &GameState, tournament: &TournamentState) -> Option<ResultView> {
    let bearing = Bearing {
        sanctions: Sanctions::standing(tournament),
        ..Bearing::default()
    };
    let turned = || {
        let (id, pairing) = tournament.games.get_key_value(state.game())?;
        bearing.turned(id, pairing, &GameFacts::of(state))
    };
    let result = turned()
        .map(|(result, _)| result)
        .or_else(|| state.result())?;
    let of_itself = if state.is_confirmed() {
        ResultState::Confirmed
    } else {
        ResultState::Provisional
    };
    Some(told(state.game(), result, of_itself, tournament))
}

fn told(
    game: &GameId,
    result: GameResult,
    of_itself: ResultState,
    tournament: &TournamentState,
) -> ResultView {
    let mut appeals = tournament.appeals_on(game);
    let state = if appeals.any(|appeal| appeal.status.is_open()) {
        ResultState::Appealed
    } else if tournament.closed.is_some() {
        ResultState::Final
    } else {
        of_itself
    };
    ResultView {
        outcome: result.outcome,
        by: result.by,
        margin_qz: result.margin_qz,
        state,
    }
}

/// Whether a withdrawal may make something of a game that has no result: in a
/// round robin, where a player left, and where a sanction rules on one.
pub fn hangs_on_withdrawals(game: &GameId, tournament: &TournamentState) -> bool {
    let round = tournament
        .games
        .get(game)
        .map_or(u32::MAX, |game| game.round);
    let ruled = |finding: Option<&str>| finding.is_some_and(|id| id.starts_with("CD-10@"));
    !tournament.withdrawals.is_empty()
        && (tournament
            .regulations(round)
            .is_some_and(|regulations| regulations.format.is_round_robin())
            || tournament
                .standing_sanctions()
                .iter()
                .any(|sanction| ruled(sanction.finding.as_deref())))
}

/// The view with the result that a withdrawal from a round robin makes of a game
/// not played, one without result among them (2002 28.2, 1988 29.2). `facts`: what
/// each game told.
#[must_use]
pub fn with_withdrawals(
    view: GameView,
    tournament: &TournamentState,
    facts: &AllFacts,
) -> GameView {
    let own = view.result.as_ref().map(|result| result.outcome);
    let is_played = own.is_some_and(|outcome| outcome != Outcome::NoResult);
    if is_played || !hangs_on_withdrawals(&view.game, tournament) {
        return view;
    }
    let Some(regulations) = tournament.regulations(view.round) else {
        return view;
    };
    let find = |id: &GameId| facts.get(id).map(|told| &**told);
    let bearing = Bearing::of(tournament, &regulations, find);
    let nothing = GameFacts::nothing();
    let turned = tournament
        .games
        .get_key_value(&view.game)
        .and_then(|(id, pairing)| bearing.turned(id, pairing, find(id).unwrap_or(&nothing)));
    let turned =
        turned.map(|(result, _)| told(&view.game, result, ResultState::Provisional, tournament));
    GameView {
        result: turned.or(view.result),
        ..view
    }
}

/// The result as it stood at an earlier moment of the game: what was decided
/// of it elsewhere came later.
fn result_then(state: &GameState) -> Option<ResultView> {
    let result = state.result()?;
    Some(ResultView {
        outcome: result.outcome,
        by: result.by,
        margin_qz: result.margin_qz,
        state: if state.is_confirmed() {
            ResultState::Confirmed
        } else {
            ResultState::Provisional
        },
    })
}
