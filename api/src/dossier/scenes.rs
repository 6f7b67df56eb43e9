//! The board and the clocks before, at and after what is disputed. Which entry
//! that is follows from what the rulings of the story name.

use super::{
    cited::Cited,
    links::{decides, seq_of_finding},
};
use crate::svg::{Mark, Numbered, numbered};
use fupan_domain::{
    Colour,
    board::Point,
    event::{AppealEvent, Event, GameEvent, Order, game::RulingMade},
    game::{FactKind, GameState},
    ids::{EntryId, RulingId},
};
use fupan_replay::{fold::game::FoldedGame, views::GameView};

/// How many of the last moves carry their numbers.
const NUMBERED: usize = 10;

/// The entry that is disputed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Disputed {
    /// The entry.
    pub entry: EntryId,
    /// Its seq.
    pub seq: u64,
    /// Whether a ruling, complaint or appeal names it. Otherwise it is the last
    /// move before the first ruling.
    pub is_named: bool,
}

/// Which moment a scene shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum When {
    /// Before the disputed entry.
    Before,
    /// Right after it.
    At,
    /// When that decision had been carried out.
    Decided(RulingId),
}

/// A moment of the game: the view of it, and what its diagram shows.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Which moment.
    pub when: When,
    /// The entry before or after which it is.
    pub entry: EntryId,
    /// The game at that moment.
    pub view: GameView,
    /// The last moves, numbered.
    pub moves: Numbered,
    /// Points that the entry or the decision is about.
    pub marks: Vec<(Point, Mark)>,
    /// Whether the position is another than in the scene before.
    pub differs: bool,
}

/// A scene to be made: when, of which entry, with which points marked.
pub struct Planned {
    pub when: When,
    pub entry: EntryId,
    pub marks: Vec<(Point, Mark)>,
}

/// What is disputed: the fact on which the first ruling's finding stands, else
/// the last one that the story names before that ruling, else the last move
/// before it of the side that it concerns.
pub fn disputed(story: &[&Cited], game: &[&Cited]) -> Option<Disputed> {
    let ruled = story
        .iter()
        .find_map(|entry| Some((*entry, ruling(entry)?)));
    let named = |entry: &Cited| Disputed {
        entry: entry.id,
        seq: entry.seq,
        is_named: true,
    };
    let facts = || story.iter().filter(|entry| is_fact(entry));
    let Some((ruling_entry, ruling)) = ruled else {
        return facts().next_back().map(|entry| named(entry));
    };
    let finding = ruling.finding.as_deref().and_then(seq_of_finding);
    let found = facts().find(|entry| Some(entry.seq) == finding);
    let before = || facts().rfind(|entry| entry.seq < ruling_entry.seq);
    if let Some(entry) = found.or_else(before) {
        return Some(named(entry));
    }
    let colour = colour_concerned(story, &ruling.ruling);
    let moves = game.iter().filter(|entry| entry.seq < ruling_entry.seq);
    let of_side = |entry: &&&Cited| {
        mover(entry).is_some_and(|mover| colour.is_none_or(|colour| colour == mover))
    };
    moves.rev().find(of_side).map(|entry| Disputed {
        is_named: false,
        ..named(entry)
    })
}

/// The scenes of a dispute: before and at the entry, then after each decision.
pub fn plan(disputed: Disputed, story: &[&Cited], state: &GameState) -> Vec<Planned> {
    let entry = story.iter().find(|e| e.id == disputed.entry);
    let points = entry.map(|e| points_of(&e.event)).unwrap_or_default();
    let at = |when, marks| Planned {
        when,
        entry: disputed.entry,
        marks,
    };
    let mut planned = vec![
        at(When::Before, Vec::new()),
        at(When::At, mark(points, &Mark::Triangle)),
    ];
    for entry in story.iter().filter(|entry| entry.seq > disputed.seq) {
        let (Some(id), Some(orders)) = (decides(entry), orders_of(&entry.event)) else {
            continue;
        };
        let Some(last) = last_part(state, entry.id, &id) else {
            continue;
        };
        let points = orders.iter().flat_map(points_of_order).collect();
        planned.push(Planned {
            when: When::Decided(id),
            entry: last,
            marks: mark(points, &Mark::Square),
        });
    }
    planned
}

impl Scene {
    /// The scene of a view, after the one before it.
    pub fn new(
        planned: Planned,
        view: GameView,
        folded: &FoldedGame,
        last: Option<&Scene>,
    ) -> Scene {
        let state = &folded.state;
        let place = place_of(state, planned.entry).unwrap_or(0);
        let len = place + usize::from(planned.when != When::Before);
        let then = state.after(len);
        let moves = &then.course.moves;
        let first = moves.len().saturating_sub(NUMBERED);
        let run: Vec<(usize, Colour, Option<Point>)> = moves
            .iter()
            .enumerate()
            .skip(first)
            .map(|(index, played)| (index + 1, played.colour, played.standing()))
            .collect();
        let differs = last.is_none_or(|last| {
            let (a, b) = (&last.view.position, &view.position);
            a.rows != b.rows || a.to_play != b.to_play
        });
        let mut moves = numbered(&then.course.board, &run);
        // A mark says more than a number.
        moves
            .shown
            .retain(|(point, _)| planned.marks.iter().all(|(marked, _)| marked != point));
        Scene {
            when: planned.when,
            entry: planned.entry,
            view,
            moves,
            marks: planned.marks,
            differs,
        }
    }
}

fn ruling(entry: &Cited) -> Option<&RulingMade> {
    match &entry.event {
        Event::Game(GameEvent::RulingMade(ruling)) => Some(ruling),
        _ => None,
    }
}

/// Whether an entry tells of something that happened at the board, not of what
/// was said or decided about it.
fn is_fact(entry: &Cited) -> bool {
    use GameEvent as E;
    matches!(&entry.event, Event::Game(event) if !matches!(event,
        E::RulingMade(_) | E::WarningIssued(_) | E::AdmonitionGiven(_) | E::PenaltyImposed(_)
        | E::EntryCorrected(_) | E::StatementTaken(_) | E::EvidenceAttached(_)
        | E::ComplaintRaised(_) | E::ConsentGiven(_) | E::ReliefRequested(_)
        | E::RecountRequested(_) | E::ResultConfirmed(_)))
}

fn mover(entry: &Cited) -> Option<Colour> {
    match &entry.event {
        Event::Game(GameEvent::StonePlayed(stone)) => Some(stone.colour),
        Event::Game(GameEvent::TurnPassed(pass)) => Some(pass.colour),
        _ => None,
    }
}

/// The side that a ruling warns or punishes, if it does.
fn colour_concerned(story: &[&Cited], ruling: &RulingId) -> Option<Colour> {
    story.iter().find_map(|entry| match &entry.event {
        Event::Game(GameEvent::PenaltyImposed(p)) if p.ruling == *ruling => Some(p.colour),
        Event::Game(GameEvent::WarningIssued(w)) if w.ruling == *ruling => Some(w.colour),
        _ => None,
    })
}

fn orders_of(event: &Event) -> Option<&[Order]> {
    match event {
        Event::Game(GameEvent::RulingMade(ruling)) => Some(&ruling.orders),
        Event::Appeal(AppealEvent::AppealDecided(decided)) => Some(&decided.orders),
        _ => None,
    }
}

fn place_of(state: &GameState, entry: EntryId) -> Option<usize> {
    let mut facts = state.record.facts().iter();
    facts.position(|fact| fact.entry == entry)
}

/// The last entry that belongs to a decision: the warnings and penalties that
/// follow it and carry its id.
fn last_part(state: &GameState, entry: EntryId, id: &RulingId) -> Option<EntryId> {
    let place = place_of(state, entry)?;
    let parts = state.record.facts()[place + 1..]
        .iter()
        .take_while(|fact| match &fact.kind {
            FactKind::Event(GameEvent::PenaltyImposed(penalty)) => penalty.ruling == *id,
            FactKind::Event(
                GameEvent::WarningIssued(given) | GameEvent::AdmonitionGiven(given),
            ) => given.ruling == *id,
            _ => false,
        });
    Some(parts.last().map_or(entry, |fact| fact.entry))
}

/// The points that a fact is about, beside the stone that it puts.
fn points_of(event: &Event) -> Vec<Point> {
    let Event::Game(event) = event else {
        return Vec::new();
    };
    match event {
        GameEvent::BreachObserved(breach) => breach.points.clone().unwrap_or_default(),
        GameEvent::StonePlayed(stone) => stone.lifted.clone().unwrap_or_default(),
        GameEvent::CaptivesLifted(lifted) => lifted.points.clone(),
        GameEvent::LifeDisputed(life) => life.points.clone(),
        GameEvent::ContestedPointFound(found) => found.points.clone(),
        GameEvent::DeadStonesAgreed(dead) => dead.points.clone(),
        _ => Vec::new(),
    }
}

fn points_of_order(order: &Order) -> Vec<Point> {
    match order {
        Order::RestoreStones { points, .. }
        | Order::RemoveStones { points }
        | Order::AwardPoints { points, .. } => points.clone(),
        Order::MoveStone { from, to } => vec![*from, *to],
        _ => Vec::new(),
    }
}

fn mark(points: Vec<Point>, mark: &Mark) -> Vec<(Point, Mark)> {
    points
        .into_iter()
        .map(|point| (point, mark.clone()))
        .collect()
}
