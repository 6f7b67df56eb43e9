//! A game of a ledger as an SGF record: what was played and stands, what the
//! clocks were seen to show, what was ruled, and the result. The account of
//! the game in SGF's words, not the evidence: that is the log.

use crate::views::{People, game::ResultView};
use fupan_domain::{
    Colour, Timestamp,
    board::{Board, Point, Stone},
    clock::{Reading, TimeControl},
    colour::PerColour,
    event::{GameEvent, Outcome, ResultBy, game::GameStarted},
    game::{FactKind, GameState, Move, RulingState},
    ids::EntryId,
    rulebook::regulations::Regulations,
    sgf::{
        self, Action, By, Komi, KomiReading, Node, Overtime, OvertimeLeft, Place, Rank, Record,
        Setup, SgfResult, Step,
    },
    tournament::TournamentState,
};
use std::collections::BTreeMap;

/// What a record says at its head that the game itself does not know.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Headings {
    /// The tournament's name.
    pub event: Option<String>,
    /// Where it was held.
    pub venue: Option<String>,
    /// What the players are called; their ids where that is not known.
    pub names: PerColour<Option<String>>,
    /// Whose records were erased on request.
    pub erased: PerColour<bool>,
    /// Their ranks.
    pub ranks: PerColour<Option<String>>,
    /// The game's result.
    pub result: Option<ResultView>,
}

impl Headings {
    /// Those of a game, from the tournament that it belongs to.
    pub fn of(state: &GameState, tournament: &TournamentState, people: People<'_>) -> Headings {
        let registered = PerColour::from_fn(|colour| {
            let player = state.players[colour].as_ref()?;
            Some(&tournament.players.get(player)?.registered)
        });
        let opening = tournament.opening.as_ref();
        Headings {
            event: opening.map(|opening| opening.name.clone()),
            venue: opening.and_then(|opening| opening.place.clone()),
            names: PerColour::from_fn(|colour| {
                let person = people(registered[colour]?.person)?;
                Some(person.name)
            }),
            erased: PerColour::from_fn(|colour| {
                registered[colour].is_some_and(|r| tournament.erased.contains_key(&r.person))
            }),
            ranks: PerColour::from_fn(|colour| registered[colour]?.dan.clone()),
            result: crate::views::game::result_view(state, tournament),
        }
    }
}

/// The record of a game as it stands.
///
/// Each node is a stone or pass that stands. Where the board was then not what
/// that move alone makes of it (stones lifted or left, a ruling's orders), a
/// node that sets points follows, so that every reader sees the board that
/// stood. SGF cannot say: moves that were taken back, lost turns, warnings and
/// penalties other than in the rulings' words, what Black returns for handicap
/// stones, by whom a result was confirmed, and a reserve kept inside the limit,
/// which becomes byo-yomi after the rest of it.
pub fn to_sgf(state: &GameState, headings: &Headings) -> Record {
    let regulations = &state.terms.regulations;
    let (main_time, overtime) = timing(regulations);
    let start = started(state);
    let mut record = Record {
        size: state.course.board.size(),
        players: PerColour::from_fn(|colour| player(state, headings, colour)),
        event: headings.event.clone(),
        round: Some(state.paired.round.to_string()),
        date: state.started.and_then(|(_, at)| date(at)),
        venue: headings.venue.clone(),
        rules: Some("Chinese".to_owned()),
        komi: Some(Komi {
            qz: Some(regulations.komi_qz),
            reading: KomiReading::Points,
            raw: regulations.komi_qz.to_string(),
        }),
        // SGF's handicap begins with two stones; one is set up all the same.
        handicap: Some(state.handicap_stones).filter(|n| *n >= 2).unwrap_or(0),
        setup: setup(state, start),
        main_time,
        overtime,
        result: headings.result.map(result),
        ..Record::empty()
    };
    record.nodes = nodes(state, &mut record.comment);
    let erased = Colour::BOTH.iter().filter(|c| headings.erased[**c]);
    let erased = erased.filter_map(|c| state.players[*c].as_ref());
    let notes = erased.map(|player| format!("The record of {player} was erased on request."));
    let said: Vec<String> = notes.chain(record.comment.take()).collect();
    record.comment = (!said.is_empty()).then(|| said.join("\n"));
    record
}

fn player(state: &GameState, headings: &Headings, colour: Colour) -> sgf::Player {
    let id = || state.players[colour].as_ref().map(ToString::to_string);
    let name = headings.names[colour].clone().or_else(id);
    sgf::Player {
        name: name.unwrap_or_default(),
        rank: headings.ranks[colour].as_deref().map(Rank::read),
        team: None,
    }
}

/// With what the game began, as it is read now.
fn started(state: &GameState) -> Option<&GameStarted> {
    let facts = state.record.facts().iter();
    facts.rev().find_map(|fact| match &fact.kind {
        FactKind::Event(GameEvent::GameStarted(start)) => Some(&**start),
        _ => None,
    })
}

/// The date of a moment; none for the day that stands for an unknown one.
fn date(at: Timestamp) -> Option<String> {
    let date = at.to_string().get(..10)?.to_owned();
    (date != "1970-01-01").then_some(date)
}

fn setup(state: &GameState, start: Option<&GameStarted>) -> Setup {
    let Some((first, to_play)) = state.course.history.get(0) else {
        return Setup::default();
    };
    let board = first.to_board();
    let on = |colour| {
        let points = board.points();
        points
            .filter(|point| board.at(*point) == Some(colour))
            .collect()
    };
    let is_empty = board.stones() == PerColour::default();
    let by_rule = start.is_none_or(|start| start.handicap.is_none());
    Setup {
        black: on(Colour::Black),
        white: on(Colour::White),
        empty: Vec::new(),
        to_play: (!is_empty || !by_rule).then_some(to_play),
    }
}

fn timing(regulations: &Regulations) -> (Option<fupan_domain::Millis>, Option<Overtime>) {
    let overtime = match regulations.time {
        TimeControl::None {} | TimeControl::Absolute { .. } => None,
        TimeControl::ReservedByoyomi {
            periods, period_ms, ..
        }
        | TimeControl::Byoyomi {
            periods, period_ms, ..
        } => Some(Overtime::ByoYomi {
            periods,
            period: period_ms,
        }),
        TimeControl::MovesPerPeriod {
            moves, period_ms, ..
        } => Some(Overtime::Canadian {
            moves,
            period: period_ms,
        }),
        TimeControl::Fischer { increment_ms, .. } => Some(Overtime::Fischer {
            increment: increment_ms,
        }),
    };
    (regulations.time.main_ms(), overtime)
}

/// The result in SGF's words. It has none for a ruling's or a sanction's: there
/// it only says who won.
fn result(view: ResultView) -> SgfResult {
    let outcome = match view.outcome {
        Outcome::Draw => sgf::Outcome::Draw,
        Outcome::BothLose => sgf::Outcome::BothLose,
        Outcome::NoResult => sgf::Outcome::Void,
        Outcome::Black | Outcome::White => sgf::Outcome::Won {
            winner: view.outcome.winner().unwrap_or(Colour::Black),
            by: match view.by {
                ResultBy::Count => view.margin_qz.map_or(By::Unknown, By::Count),
                ResultBy::Resignation => By::Resignation,
                ResultBy::Time => By::Time,
                ResultBy::Forfeit | ResultBy::Warnings | ResultBy::Absence => By::Forfeit,
                ResultBy::Ruling | ResultBy::Sanction => By::Unknown,
            },
        },
    };
    SgfResult {
        outcome,
        at_move: None,
        raw: String::new(),
    }
}

/// The nodes of the moves that stand; what was ruled before the first of them
/// goes into `before`.
fn nodes(state: &GameState, before: &mut Option<String>) -> Vec<Node> {
    let moves = &state.course.moves;
    let mut shown = Shown::of(state);
    let mut nodes = Vec::with_capacity(moves.len());
    if let Some(clock) = shown.take(None) {
        nodes.push(Node {
            clock,
            ..Node::default()
        });
    }
    let mut rulings = state.rulings.iter().peekable();
    let mut said = |until: Option<u64>| {
        let mut texts = Vec::new();
        while let Some(ruling) = rulings.next_if(|r| until.is_none_or(|until| r.seq < until)) {
            texts.push(ruling_text(state, ruling));
        }
        (!texts.is_empty()).then(|| texts.join("\n"))
    };
    *before = said(Some(moves.first().map_or(u64::MAX, |first| first.seq)));
    let start = state
        .course
        .history
        .get(0)
        .map(|(first, _)| first.to_board());
    let mut board = start.unwrap_or_else(|| state.course.board.clone());
    for (index, played) in moves.iter().enumerate() {
        let next = moves.get(index + 1).map(|next| next.seq);
        let stood = state.course.history.get(index + 1);
        let stood = stood.map_or_else(|| state.course.board.clone(), |(then, _)| then.to_board());
        let set = settled(&mut board, played, stood);
        nodes.push(Node {
            place: Place::default(),
            steps: vec![step(match played.point {
                Some(point) => Action::Play {
                    colour: played.colour,
                    point,
                },
                None => Action::Pass {
                    colour: played.colour,
                },
            })],
            clock: shown.take(Some(played.entry)).unwrap_or_default(),
            comment: said(next),
        });
        if let Some(setup) = set {
            nodes.push(Node {
                steps: vec![step(Action::Setup(setup))],
                ..Node::default()
            });
        }
    }
    nodes
}

fn step(action: Action) -> Step {
    Step {
        place: Place::default(),
        action,
    }
}

/// Plays a move as readers of SGF do, and answers what must be set for the
/// board to be the one that stood.
fn settled(board: &mut Board, played: &Move, stood: Board) -> Option<Setup> {
    let mut suicide = false;
    if let Some(point) = played.point {
        suicide = board
            .play(played.colour, point)
            .is_ok_and(|done| done.suicide);
    }
    let own = played
        .point
        .filter(|_| suicide)
        .and_then(|p| board.chain(p));
    // Readers of SGF take a suicide's stones off, so those that stood are named.
    let taken_off = own.map(|chain| chain.stones).unwrap_or_default();
    let changed = |point: &Point, content: Stone| {
        stood.at(*point) == content && (board.at(*point) != content || taken_off.contains(point))
    };
    let now = |content: Stone| {
        let points = stood.points();
        points
            .filter(|point| changed(point, content))
            .collect::<Vec<_>>()
    };
    let setup = Setup {
        black: now(Some(Colour::Black)),
        white: now(Some(Colour::White)),
        empty: now(None),
        to_play: None,
    };
    *board = stood;
    (!setup.is_empty()).then_some(setup)
}

fn ruling_text(state: &GameState, ruled: &RulingState) -> String {
    let ruling = &ruled.ruling;
    let overturned = if state.ruling_stands(&ruling.ruling) {
        ""
    } else {
        " (overturned)"
    };
    format!(
        "Ruling {}{overturned}, {}: {}. Facts: {} Reasons: {}",
        ruling.ruling, ruling.article, ruling.outcome, ruling.facts, ruling.reasons
    )
}

/// What the clocks were seen to show, by the stone or pass before it.
struct Shown {
    by_move: BTreeMap<Option<EntryId>, PerColour<sgf::Reading>>,
}

impl Shown {
    fn of(state: &GameState) -> Shown {
        let mut by_move: BTreeMap<_, PerColour<sgf::Reading>> = BTreeMap::new();
        let (mut last, mut turn) = (None, Colour::Black);
        for fact in state.record.facts() {
            let FactKind::Event(event) = &fact.kind else {
                continue;
            };
            let (of, reading) = match event {
                GameEvent::StonePlayed(_) | GameEvent::TurnPassed(_) => {
                    if let Some(played) = state.course.find(fact.entry) {
                        last = Some(fact.entry);
                        turn = played.colour.opponent();
                    }
                    continue;
                }
                GameEvent::ClockPressed(press) => (press.colour, press.reading),
                GameEvent::ClockRead(read) => (turn, Some(read.reading)),
                _ => continue,
            };
            if let Some(reading) = reading {
                take_over(by_move.entry(last).or_default(), of, &reading);
            }
        }
        Shown { by_move }
    }

    fn take(&mut self, after: Option<EntryId>) -> Option<PerColour<sgf::Reading>> {
        self.by_move.remove(&after)
    }
}

fn take_over(shown: &mut PerColour<sgf::Reading>, of: Colour, reading: &Reading) {
    for colour in Colour::BOTH {
        shown[colour].left = reading.left(colour).or(shown[colour].left);
    }
    let periods = reading.periods_left.map(OvertimeLeft::Periods);
    let moves = reading.moves_left.map(OvertimeLeft::Moves);
    shown[of].overtime = periods.or(moves).or(shown[of].overtime);
}
