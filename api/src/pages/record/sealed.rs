//! The game as the recorder's script needs it: what the service has sealed, in
//! one JSON object in the page, so that the page that is asked for again brings
//! it up to date. Views, decided nowhere anew.

use super::{super::confirmed::confirmed_by, Recording};
use crate::{i18n::script::lang_of_name, problem::Problem, text::harmless};
use fupan_domain::{
    Colour, Timestamp,
    board::{Board, Point},
    clock::{TimeControl, TurnEnds},
    colour::PerColour,
    event::{
        GameEvent, Stream,
        game::{GameStarted, StonePlayed},
    },
    game::{EndStage, FactKind, GameState, is_replaceable},
    ids::{ActorId, EntryId},
    official::EntryClass,
    rulebook::read_out::calls_in_period,
    tournament::Asked,
};
use fupan_replay::entry::Entry;
use fupan_store::{EventStore, ViewError};
use serde::Serialize;
use serde_json::{Value, json};
use std::{collections::BTreeSet, sync::Arc};

/// How many of the last entries the page has, among which one is chosen that was
/// keyed wrongly.
const LAST: u64 = 40;

/// A stone, a pass or stones taken off later, as it is read now.
#[derive(Serialize)]
struct Made {
    /// The entry.
    e: EntryId,
    /// Whose.
    c: Colour,
    /// Where; left out: a pass, or stones taken off.
    #[serde(skip_serializing_if = "Option::is_none")]
    p: Option<Point>,
    /// What was really lifted with it, where that was told.
    #[serde(skip_serializing_if = "Option::is_none")]
    l: Option<Vec<Point>>,
    /// What was taken off by itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    off: Option<Vec<Point>>,
}

/// How the last stones of a game came to stand.
#[derive(Default)]
struct Laid {
    /// The position before them, where they lead from it to the present one.
    start: Option<Vec<String>>,
    course: Vec<Made>,
    /// Whose sealed move waits at that place.
    sealed: Option<Colour>,
}

impl Laid {
    /// Lays the stones of a game again, and tells those from the first of the
    /// last entries on. Where decisions moved stones the start is not told: the
    /// script would lay them otherwise.
    fn of(state: &GameState, last: &BTreeSet<EntryId>) -> Laid {
        let mut laid = Laid::default();
        let mut board: Option<Board> = None;
        for fact in state.record.facts() {
            let FactKind::Event(event) = &fact.kind else {
                continue;
            };
            if laid.course.is_empty() && !last.contains(&fact.entry) {
                laid.start = None;
            } else if laid.start.is_none() && laid.course.is_empty() {
                laid.start = board.as_ref().map(Board::rows);
            }
            let stone = laid.stone(event, board.as_ref());
            let event = stone.as_ref().unwrap_or(event);
            let done = match event {
                GameEvent::GameStarted(start) => {
                    board = begun(state, start);
                    laid.start = board.as_ref().map(Board::rows);
                    board.is_some()
                }
                GameEvent::StonePlayed(stone) => board.as_mut().is_some_and(|b| put(b, stone)),
                GameEvent::CaptivesLifted(lifting) => board
                    .as_mut()
                    .is_some_and(|board| board.lift(&lifting.points).is_ok()),
                _ => true,
            };
            if last.contains(&fact.entry) || !laid.course.is_empty() {
                laid.course.extend(made(fact.entry, event));
            }
            if !done {
                board = None;
            }
        }
        let stands = board.is_some_and(|board| board.rows() == state.course.board.rows());
        laid.start = laid.start.filter(|_| stands);
        laid
    }

    /// The stone that a sealed move is once it is opened: of whoever sealed it,
    /// unless one stands there.
    fn stone(&mut self, event: &GameEvent, board: Option<&Board>) -> Option<GameEvent> {
        match event {
            GameEvent::MoveSealed(seal) => {
                self.sealed = Some(seal.colour);
                None
            }
            GameEvent::SealOpened(opened) => {
                let colour = self.sealed.take()?;
                board.filter(|board| board.at(opened.point).is_none())?;
                Some(GameEvent::StonePlayed(StonePlayed {
                    colour,
                    point: opened.point,
                    hand_off: None,
                    lifted: None,
                }))
            }
            _ => None,
        }
    }
}

/// When the turn that runs began, as far as entries tell: what is read out counts
/// from there.
fn turn_began(state: &GameState) -> Option<Timestamp> {
    let pressed = state.terms.regulations.turn_ends == TurnEnds::Press;
    let begins = |event: &GameEvent| match event {
        GameEvent::GameStarted(_)
        | GameEvent::GameResumed(_)
        | GameEvent::SealOpened(_)
        | GameEvent::ClockPressed(_) => true,
        GameEvent::StonePlayed(_) | GameEvent::TurnPassed(_) => !pressed,
        _ => false,
    };
    let mut facts = state.record.facts().iter().rev();
    let fact = facts.find(|fact| matches!(&fact.kind, FactKind::Event(event) if begins(event)));
    fact.map(|fact| fact.at)
}

/// Since when each side is away from its seat, where it has not taken it again.
fn away(state: &GameState) -> PerColour<Option<Timestamp>> {
    let mut away = PerColour::default();
    for fact in state.record.facts() {
        match &fact.kind {
            FactKind::Event(GameEvent::SeatLeft(left)) => away[left.colour] = Some(fact.at),
            FactKind::Event(GameEvent::SeatRetaken(back)) => away[back.colour] = None,
            _ => {}
        }
    }
    away
}

/// What is called in a period of byo-yomi, as milliseconds and text: in one after
/// which others are left, but for how many those are, and in the last one.
fn read_out(state: &GameState) -> Option<Value> {
    let (TimeControl::ReservedByoyomi { period_ms, .. } | TimeControl::Byoyomi { period_ms, .. }) =
        state.terms.regulations.time
    else {
        return None;
    };
    let listed = |left| {
        let calls = calls_in_period(&state.terms.edition.parameters, period_ms, left);
        let told = calls.iter().map(|call| json!([call.after, call.text]));
        told.collect::<Vec<Value>>()
    };
    let mut period = listed(1);
    period.pop();
    Some(json!({"period": period, "last": listed(0)}))
}

/// The position with which a game began.
fn begun(state: &GameState, start: &GameStarted) -> Option<Board> {
    let mut board = match &start.position {
        Some(rows) => Board::from_rows(rows).ok()?,
        None => Board::new(state.terms.regulations.board).ok()?,
    };
    let handicap = start.handicap.as_deref().unwrap_or_default();
    board.place(Colour::Black, handicap).ok()?;
    Some(board)
}

fn put(board: &mut Board, stone: &StonePlayed) -> bool {
    match &stone.lifted {
        None => board.play(stone.colour, stone.point).is_ok(),
        Some(lifted) => board
            .play_lifting(stone.colour, stone.point, lifted)
            .is_ok(),
    }
}

fn made(entry: EntryId, event: &GameEvent) -> Option<Made> {
    let (colour, point, lifted, off) = match event {
        GameEvent::StonePlayed(stone) => {
            (stone.colour, Some(stone.point), stone.lifted.clone(), None)
        }
        GameEvent::TurnPassed(side) => (side.colour, None, None, None),
        GameEvent::CaptivesLifted(lifting) => {
            (lifting.colour, None, None, Some(lifting.points.clone()))
        }
        _ => return None,
    };
    Some(Made {
        e: entry,
        c: colour,
        p: point,
        l: lifted,
        off,
    })
}

fn read(bytes: &[u8]) -> Result<Entry<'_>, Problem> {
    Entry::read(bytes).map_err(|e| Problem::internal(&e))
}

impl Recording<'_> {
    /// The game as it is sealed.
    pub(super) fn sealed(&self) -> Result<Value, Problem> {
        let (state, now) = (&self.folded.state, &self.now);
        let version = now.at.map_or(-1, |at| {
            // Versions count entries of one stream.
            i64::try_from(at.version).unwrap_or(i64::MAX)
        });
        let proposed = match state.end {
            EndStage::Proposed(colour) => Some(colour),
            _ => None,
        };
        let regulations = &state.terms.regulations;
        let players = state.paired.players.iter().map(|id| {
            let player = self.here.tournament.players.get(id);
            let person = player.and_then(|p| self.here.person(p.registered.person));
            let federation = player.and_then(|p| p.registered.federation.as_deref());
            let lang = person.map(|person| lang_of_name(&harmless(&person.name), federation));
            json!({"id": id, "name": self.here.name(id.as_str()), "lang": lang})
        });
        let stored = self.stored(version)?;
        let last: Result<BTreeSet<EntryId>, Problem> =
            stored.iter().map(|b| Ok(read(b)?.id)).collect();
        let laid = Laid::of(state, &last?);
        let turn_start = state.clock.turn_start();
        let turn_periods = turn_start.and_then(|clock| clock.view(false).periods_left);
        Ok(json!({
            "known": now.known, "version": version, "status": now.status,
            "rows": now.position.rows, "to_play": now.position.to_play, "moves": now.position.moves,
            "last": now.position.last, "captured": now.position.captured,
            "passes": state.course.passes_in_row, "end_proposed": proposed, "press_due": state.press_due,
            "seal": state.sealed, "turn_at": turn_began(state), "turn_periods": turn_periods, "away": away(state), "calls": read_out(state),
            "press": regulations.turn_ends == TurnEnds::Press,
            "control": regulations.time, "clocks": now.clock, "clock_at": state.last_at,
            "seats": now.players, "players": players.collect::<Vec<_>>(),
            "start": laid.start, "course": laid.course, "entries": self.entries(&stored)?,
            "result": self.result(), "confirmed_by": confirmed_by(state),
            "result_text": self.result_text(),
            "findings": now.findings.iter().filter(|f| f.status.name() == "open").count(),
        }))
    }

    /// The result as `result_confirmed` has it.
    fn result(&self) -> Option<Value> {
        let result = self.now.result?;
        let mut told = json!({"outcome": result.outcome, "by": result.by});
        if let Some(margin) = result.margin_qz {
            told["margin_qz"] = json!(margin);
        }
        Some(told)
    }

    /// The result in words.
    fn result_text(&self) -> Option<String> {
        let told = serde_json::to_value(self.now.result?).ok()?;
        Some(self.viewer.texts.result(&told))
    }

    /// The bytes of the last entries of the game's stream.
    fn stored(&self, version: i64) -> Result<Vec<Arc<[u8]>>, Problem> {
        let end = u64::try_from(version + 1).unwrap_or(0);
        let stream = Stream::Game(self.now.game.clone());
        let store = &self.here.live.open.store;
        let stored = store.stream(&stream, end.saturating_sub(LAST), usize::MAX);
        stored.map_err(|e| Problem::from(&ViewError::from(e)))
    }

    /// These entries, with what may be done about each.
    fn entries(&self, stored: &[Arc<[u8]>]) -> Result<Vec<Value>, Problem> {
        let state = &self.folded.state;
        let recorded = state.record.recorded().iter();
        let amended: BTreeSet<EntryId> = recorded
            .filter_map(|fact| match &fact.kind {
                FactKind::Event(GameEvent::EntryCorrected(corrected)) => Some(corrected.entry),
                _ => None,
            })
            .collect();
        let entry = |bytes: &Arc<[u8]>| {
            let entry = read(bytes)?;
            let data: Value =
                serde_json::from_str(entry.data.get()).map_err(|e| Problem::internal(&e))?;
            let is_amended = amended.contains(&entry.id);
            Ok(json!({
                "id": entry.id, "seq": entry.seq, "version": entry.version, "type": entry.type_name,
                "at": entry.at, "actor": entry.actor, "data": data, "amended": is_amended,
                "can": !is_amended && is_replaceable(entry.type_name) && self.corrects(entry.actor),
            }))
        };
        stored.iter().map(entry).collect()
    }

    /// Whether the viewer may correct an entry that somebody recorded.
    fn corrects(&self, recorded_by: &str) -> bool {
        let Some(me) = &self.me else { return false };
        let Ok(actor) = me.as_str().parse::<ActorId>() else {
            return false;
        };
        let asked = Asked {
            board: Some(self.folded.state.paired.board),
            own_entry_while_played: recorded_by == me.as_str() && !self.folded.state.is_over(),
            ..Asked::new(&actor, "entry_corrected", EntryClass::Correction)
        };
        self.here.tournament.authorise(&asked).is_ok()
    }
}
