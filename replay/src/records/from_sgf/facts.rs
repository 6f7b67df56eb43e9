//! The facts of one game, in order: its beginning, stones and passes with what
//! the clocks showed, stones that the file sets, and how it ended. A board is
//! kept alongside, to name the place of a stone that no board could take.

use super::{
    super::RecordError,
    conditions::Start,
    ids::{EntryIds, event_draft},
    readings,
    statement::Notes,
};
use crate::draft::Draft;
use fupan_domain::{
    Colour, Millis, Timestamp,
    board::{Board, BoardError, Point},
    clock::Times,
    colour::PerColour,
    event::{
        GameEvent, Order, Stream,
        common::StatementTaken,
        game::{GameStarted, RulingMade, Side, StonePlayed},
    },
    ids::{ActorId, EntryId, PlayerId},
    rulebook::{ArticleRef, Edition},
    sgf::{Action, Node, Place, Record, Setup, Step},
};

/// Time between two entries: it only keeps their order.
const STEP: Millis = Millis(1_000);

/// The facts of a game, as they are written down.
pub(super) struct Facts<'a> {
    /// Which game of the file, from 0.
    pub game: usize,
    pub stream: Stream,
    /// In whose name.
    pub actor: &'a ActorId,
    pub edition: &'static Edition,
    /// When the next one happened.
    pub at: Timestamp,
    pub ids: EntryIds,
    pub drafts: Vec<Draft>,
    pub board: Board,
    /// The id of the game's beginning.
    pub started: EntryId,
    pub notes: &'a mut Notes,
}

impl Facts<'_> {
    /// Writes down the whole game.
    pub fn of(
        &mut self,
        record: &Record,
        start: &Start,
        players: &PerColour<PlayerId>,
    ) -> Result<(), RecordError> {
        let lifts_suicides = self.needs_suicides_lifted(record, start)?;
        let begun = GameStarted {
            black: players.black.clone(),
            white: players.white.clone(),
            handicap: Some(start.handicap.clone()).filter(|stones| !stones.is_empty()),
            position: start.position.clone(),
            to_play: start.to_play,
            regulations: start.regulations.clone(),
            times: Some(Times::OrderOnly),
            clocks: None,
        };
        let started = self.started;
        self.push_as(started, &GameEvent::GameStarted(Box::new(begun)))?;
        let mut handicap_moves = start.moves_as_handicap;
        let mut shown_before = PerColour::default();
        for node in &record.nodes {
            let moves = node.steps.len();
            if handicap_moves > 0 && moves > 0 {
                handicap_moves = handicap_moves.saturating_sub(moves);
                readings::merge(&mut shown_before, &node.clock);
                if handicap_moves == 0 {
                    self.clocks(Some(Colour::Black), &shown_before, node.place)?;
                }
                continue;
            }
            self.node(node, lifts_suicides)?;
        }
        if let Some(result) = &record.result {
            self.result(result)?;
        }
        let statement = StatementTaken {
            from: self.actor.clone(),
            text: Some(self.notes.text()),
            evidence: None,
            stand: None,
            finding: None,
        };
        self.push(&GameEvent::StatementTaken(Box::new(statement)))?;
        Ok(())
    }

    pub(super) fn push(&mut self, event: &GameEvent) -> Result<EntryId, RecordError> {
        let id = self.ids.next();
        self.push_as(id, event)?;
        Ok(id)
    }

    fn push_as(&mut self, id: EntryId, event: &GameEvent) -> Result<(), RecordError> {
        let by = (self.at, self.actor);
        let draft = event_draft(id, self.stream.clone(), event.type_name(), by, event.data())?;
        self.drafts.push(draft);
        self.at = self.at.plus(STEP);
        Ok(())
    }

    fn node(&mut self, node: &Node, lifts_suicides: bool) -> Result<(), RecordError> {
        let mut moved = None;
        for step in &node.steps {
            match &step.action {
                Action::Play { colour, point } => {
                    moved = Some(*colour);
                    self.stone(step.place, *colour, *point, lifts_suicides)?;
                }
                Action::Pass { colour } => {
                    moved = Some(*colour);
                    let passed = Side { colour: *colour };
                    self.push(&GameEvent::TurnPassed(passed))?;
                }
                Action::Setup(setup) => self.set_up(step.place, setup)?,
            }
        }
        self.clocks(moved, &node.clock, node.place)
    }

    fn stone(
        &mut self,
        place: Place,
        colour: Colour,
        point: Point,
        lifts_suicides: bool,
    ) -> Result<(), RecordError> {
        let lifted = self.put(place, colour, point, lifts_suicides)?;
        self.push(&GameEvent::StonePlayed(StonePlayed {
            colour,
            point,
            hand_off: None,
            lifted,
        }))?;
        Ok(())
    }

    /// Puts a stone on the board that is kept alongside. Answers what was taken
    /// off, where it is not what the rules take off.
    fn put(
        &mut self,
        place: Place,
        colour: Colour,
        point: Point,
        lifts_suicides: bool,
    ) -> Result<Option<Vec<Point>>, RecordError> {
        let played = self.board.play(colour, point);
        let played = played.map_err(|error| self.refusal(place, colour, point, error))?;
        if !(played.suicide && lifts_suicides) {
            return Ok(None);
        }
        let Some(chain) = self.board.chain(point) else {
            return Ok(None);
        };
        let lifted = self.board.lift(&chain.stones);
        lifted.map_err(|error| self.refusal(place, colour, point, error))?;
        Ok(Some(chain.stones))
    }

    fn refusal(&self, place: Place, colour: Colour, point: Point, why: BoardError) -> RecordError {
        let field = match colour {
            Colour::Black => "B",
            Colour::White => "W",
        };
        let value = sgf_point(point, self.board.size());
        let game = self.game + 1;
        match why {
            BoardError::Occupied { colour: by, .. } => RecordError::Occupied {
                game,
                place,
                field,
                value,
                by,
            },
            why => RecordError::Impossible {
                game,
                place,
                field,
                value,
                why,
            },
        }
    }

    /// Whether the record only makes sense if stones without liberties go off
    /// with the suicide that left them so. A file does not say it; without a
    /// contradiction they stay, since nobody is told to have lifted them.
    fn needs_suicides_lifted(
        &mut self,
        record: &Record,
        start: &Start,
    ) -> Result<bool, RecordError> {
        let mut replay = |lifts_suicides| {
            self.board = start.board.clone();
            let done = self.replay(record, start.moves_as_handicap, lifts_suicides);
            self.board = start.board.clone();
            done
        };
        match replay(false) {
            Ok(()) => Ok(false),
            Err(error) if replay(true).is_ok() => {
                let place = error.place().unwrap_or(Place::START);
                self.notes.add(format!(
                    "{place}: a stone is played where a suicide's stones had stood; \
                     they were taken to be lifted with it."
                ));
                Ok(true)
            }
            Err(error) => Err(error),
        }
    }

    fn replay(
        &mut self,
        record: &Record,
        skipped: usize,
        lifts_suicides: bool,
    ) -> Result<(), RecordError> {
        let steps = record.nodes.iter().flat_map(|node| &node.steps);
        for Step { place, action } in steps.skip(skipped) {
            match action {
                Action::Play { colour, point } => {
                    self.put(*place, *colour, *point, lifts_suicides)?;
                }
                Action::Setup(setup) => {
                    self.arrange(*place, setup)?;
                }
                Action::Pass { .. } => {}
            }
        }
        Ok(())
    }

    /// Makes the board what a setup says; answers the orders that do the same.
    fn arrange(&mut self, place: Place, setup: &Setup) -> Result<Vec<Order>, RecordError> {
        let board = &self.board;
        let other = |wanted: Option<Colour>| {
            move |point: &&Point| board.at(**point).is_some() && board.at(**point) != wanted
        };
        let black = setup.black.iter();
        let black = black.filter(other(Some(Colour::Black)));
        let white = setup.white.iter();
        let white = white.filter(other(Some(Colour::White)));
        let gone: Vec<Point> = { setup.empty.iter().filter(other(None)) }
            .chain(black)
            .chain(white)
            .copied()
            .collect();
        let mut orders = Vec::new();
        let game = self.game + 1;
        let impossible = |value: String| {
            move |why| RecordError::Impossible {
                game,
                place,
                field: "AB, AW or AE",
                value,
                why,
            }
        };
        if !gone.is_empty() {
            self.board.lift(&gone).map_err(impossible(names(&gone)))?;
            orders.push(Order::RemoveStones { points: gone });
        }
        for (colour, points) in [(Colour::Black, &setup.black), (Colour::White, &setup.white)] {
            let points = points.iter().copied();
            let new: Vec<Point> = points.filter(|p| self.board.at(*p).is_none()).collect();
            if !new.is_empty() {
                let placed = self.board.place(colour, &new);
                placed.map_err(impossible(names(&new)))?;
                orders.push(Order::RestoreStones {
                    colour,
                    points: new,
                });
            }
        }
        Ok(orders)
    }

    /// Stones that the file sets in the middle of a game were put there by
    /// nobody's move; they stand as if an official had ordered it, under the
    /// article for what no other covers (2002 30.6, 1988 25.1).
    fn set_up(&mut self, place: Place, setup: &Setup) -> Result<(), RecordError> {
        if let Some(to_play) = setup.to_play {
            self.notes
                .add(format!("{place}: PL gives the move to {to_play}."));
        }
        let orders = self.arrange(place, setup)?;
        if orders.is_empty() {
            return Ok(());
        }
        let id = self.ids.next();
        let short = id.0.simple().to_string();
        #[expect(clippy::expect_used, reason = "38 of a-z, 0-9 and - are an id")]
        let ruling = format!("setup-{short}").parse().expect("an id");
        let ruling = RulingMade {
            ruling,
            finding: None,
            findings: None,
            about: None,
            with: None,
            vote: None,
            article: uncovered_article(self.edition).into(),
            outcome: "stones set as in the file".to_owned(),
            orders,
            facts: format!("The file sets stones here that nobody played ({place})."),
            reasons: "Taken over as the file has it, so that what stands is what it shows."
                .to_owned(),
            detected_at: None,
            announced_at: None,
        };
        self.push_as(id, &GameEvent::RulingMade(Box::new(ruling)))
    }
}

/// Articles for what no other covers: those of rule `MV-20`.
fn uncovered_article(edition: &Edition) -> String {
    let breach = edition.breaches_of("MV-20").next();
    let article = breach.map_or("", |breach| &breach.article);
    ArticleRef::of(edition.id, article).to_string()
}

/// A point as SGF writes it: columns from the left, rows from the top.
fn sgf_point(point: Point, size: u8) -> String {
    let row = size.saturating_sub(1).saturating_sub(point.row());
    let letter = |line: u8| char::from(b'a'.saturating_add(line));
    [letter(point.col()), letter(row)].iter().collect()
}

fn names(points: &[Point]) -> String {
    let names: Vec<String> = points.iter().map(Point::to_string).collect();
    names.join(" ")
}
