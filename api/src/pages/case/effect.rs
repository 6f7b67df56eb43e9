//! What would follow from a ruling or a decision, before it is made: what is
//! beside what would be. Computed below, by the very code that would carry it
//! out; here it is only told.

use crate::{
    i18n::Texts,
    pages::{Here, Viewer},
    svg::{BoardDrawing, Mark, draw},
};
use fupan_domain::{
    Colour, Timestamp,
    board::{Board, Point},
    clock::ClockView,
    ids::GameId,
};
use fupan_replay::{
    ruling::RulingNotes,
    views::{GameView, StandingsView, game::ResultView, standings::RowView},
    what_if::{Beside, WhatIf},
};
use fupan_store::Known;
use maud::{Markup, html};

/// How many places that change are told one by one.
const PLACES: usize = 12;

/// What would follow, as it is told.
pub struct Effect<'a> {
    /// To whom, and where.
    pub here: &'a Here<'a>,
    /// The game that it is about.
    pub game: Option<&'a GameId>,
    /// What is beside what would be.
    pub what_if: &'a WhatIf,
    /// When it would be recorded.
    pub at: Option<Timestamp>,
    /// What the author of a ruling should know.
    pub notes: Option<&'a RulingNotes>,
    /// What the ids of its drawings begin with: unique in a page.
    pub id: &'a str,
    /// Whether the board as it is stands beside the board as it would be.
    pub both_boards: bool,
}

/// Something that would be otherwise.
struct Row {
    what: String,
    before: String,
    after: String,
}

impl Effect<'_> {
    fn viewer(&self) -> &Viewer {
        self.here.viewer
    }

    fn texts(&self) -> &'static Texts {
        self.here.viewer.texts
    }

    /// A side's clock as it would stand without what is asked, at the moment of it: the
    /// time that runs meanwhile is not its doing.
    fn clock_before(&self, before: &GameView, colour: Colour) -> ClockView {
        let reader = &self.here.live.open.reader;
        let folded = self
            .game
            .and_then(|game| reader.game(game, Known::Now).ok());
        match (self.at, folded) {
            (Some(at), Some(folded)) => {
                let state = &folded.state;
                state
                    .clock
                    .view_at(state.last_at.map_or(at, |last| at.max(last)))[colour]
            }
            _ => before.clock[colour],
        }
    }

    fn own(&self) -> Option<(&GameView, &GameView)> {
        let beside = self.what_if.games.get(self.game?)?;
        Some((beside.before.as_ref()?, beside.after.as_ref()?))
    }

    /// Whether the game would have another result.
    pub fn turns_result(&self) -> bool {
        self.own().is_some_and(|(before, after)| {
            let told = |result: &Option<ResultView>| result.map(|r| (r.outcome, r.by, r.margin_qz));
            told(&before.result) != told(&after.result)
        })
    }

    /// In words and drawings.
    pub fn shown(&self) -> Markup {
        let rows = self.rows();
        let board = self.board();
        let standings = self.standings();
        let nothing = rows.is_empty() && board.is_none() && standings.is_none();
        html! {
            div class="follows" {
                (self.warned())
                @if nothing { p class="soft" { (self.viewer().say("effect-nothing")) } }
                @if !rows.is_empty() {
                    table class="effects" {
                        thead { tr {
                            th scope="col" { (self.viewer().say("effect-what")) }
                            th scope="col" { (self.viewer().say("effect-before")) }
                            th scope="col" { (self.viewer().say("effect-after")) }
                        } }
                        tbody { @for row in &rows { tr { th scope="row" { (row.what) } td { (row.before) } td { strong { (row.after) } } } } }
                    }
                }
                @if let Some(board) = board { (board) }
                @if let Some(standings) = standings { (standings) }
                (self.elsewhere())
            }
        }
    }

    /// What its author is told first.
    fn warned(&self) -> Markup {
        let Some(notes) = self.notes else {
            return html! {};
        };
        let colour = |colour: Colour| self.texts().colour(colour.name());
        html! {
            @if let Some(side) = notes.loses_by_warnings {
                p class="grave" { strong { "⚠ " (self.texts().with("effect-second-warning", &[("colour", colour(side).into())])) } }
            }
            @if notes.departure { p class="grave" { strong { "↯ " (self.viewer().say("effect-departure")) } } }
            @if let Some(before) = &notes.already_ruled {
                p class="grave" { "⚖ " (self.texts().with("effect-ruled-before", &[("ruling", before.to_string().into())])) }
            }
            @if let Some(fallen) = &notes.own_overturned {
                p class="grave" { "⚖ " (self.texts().with("effect-own-overturned", &[("ruling", fallen.to_string().into())])) }
            }
        }
    }

    /// Turn, status, warnings, clocks, result, as far as they would change.
    fn rows(&self) -> Vec<Row> {
        let Some((before, after)) = self.own() else {
            return Vec::new();
        };
        let texts = self.texts();
        let mut rows = Vec::new();
        let mut row = |what: String, before: String, after: String| {
            if before != after {
                rows.push(Row {
                    what,
                    before,
                    after,
                });
            }
        };
        let result = |view: &GameView| match view.result.and_then(|r| serde_json::to_value(r).ok())
        {
            None => texts.say("result-none"),
            Some(json) => texts.result(&json),
        };
        row(texts.say("label-result"), result(before), result(after));
        let status = |view: &GameView| texts.word("game-status", view.status);
        row(texts.say("label-status"), status(before), status(after));
        let turn = |view: &GameView| texts.colour(view.position.to_play.name());
        row(texts.say("game-to-play"), turn(before), turn(after));
        for colour in Colour::BOTH {
            let with = [("colour", texts.colour(colour.name()).into())];
            let warnings = |view: &GameView| view.warnings[colour].to_string();
            row(
                texts.with("effect-warnings", &with),
                warnings(before),
                warnings(after),
            );
            let clock = |clock: &ClockView| texts.list(texts.clock(clock));
            row(
                texts.with("effect-clock", &with),
                clock(&self.clock_before(before, colour)),
                clock(&after.clock[colour]),
            );
        }
        let seats = |view: &GameView| {
            texts.list(Colour::BOTH.map(|colour| {
                let player = view.players[colour].as_ref();
                let player =
                    player.map_or_else(|| "?".to_owned(), |player| self.here.name(player.as_str()));
                format!("{} {player}", texts.colour(colour.name()))
            }))
        };
        row(texts.say("page-pairing"), seats(before), seats(after));
        rows
    }

    /// The board as it would be, with a square on each point that changes.
    fn board(&self) -> Option<Markup> {
        let (before, after) = self.own()?;
        if before.position.rows == after.position.rows {
            return None;
        }
        let is = Board::from_rows(&before.position.rows).ok()?;
        let would_be = Board::from_rows(&after.position.rows).ok()?;
        let changed: Vec<Point> = is
            .points()
            .filter(|at| is.at(*at) != would_be.at(*at))
            .collect();
        let names = |on: &Board, other: &Board, colour: Colour| {
            let gone = changed
                .iter()
                .filter(|at| on.at(**at) == Some(colour) && other.at(**at) != Some(colour));
            gone.map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        let mut said = Vec::new();
        for colour in Colour::BOTH {
            for (key, names) in [
                ("effect-off", names(&is, &would_be, colour)),
                ("effect-on", names(&would_be, &is, colour)),
            ] {
                if !names.is_empty() {
                    let with = [
                        ("colour", self.texts().colour(colour.name()).into()),
                        ("points", names.into()),
                    ];
                    said.push(self.texts().with(key, &with));
                }
            }
        }
        let description = self.texts().list(&said);
        let marks: Vec<(Point, Mark)> = changed.iter().map(|at| (*at, Mark::Square)).collect();
        let shown = |board: &Board, key: &str| {
            let title = self.viewer().say(key);
            let drawing = BoardDrawing {
                board,
                last: None,
                numbers: &[],
                marks: &marks,
                coordinates: true,
                turned: false,
                id: &format!(
                    "{}.{}",
                    self.id,
                    if key == "effect-before" { "is" } else { "then" }
                ),
                title: &title,
                description: &description,
            };
            html! { figure class="thumb" { (draw(&drawing)) figcaption { (title) } } }
        };
        Some(html! {
            p { (description) }
            div class="thumbs" {
                @if self.both_boards { (shown(&is, "effect-before")) }
                (shown(&would_be, "effect-after"))
            }
        })
    }

    /// The places that change.
    fn standings(&self) -> Option<Markup> {
        let (before, after) = (
            self.what_if.standings.before.as_ref()?,
            self.what_if.standings.after.as_ref()?,
        );
        let moved = moved(before, after);
        if moved.is_empty() {
            return None;
        }
        let cell = |row: Option<&RowView>| match row {
            None => "–".to_owned(),
            Some(row) => self.texts().with(
                "effect-place",
                &[
                    ("place", row.place.to_string().into()),
                    ("points", row.points.to_string().into()),
                ],
            ),
        };
        Some(html! {
            table class="effects" {
                caption { (self.texts().with("page-standings-after", &[("number", after.round.to_string().into())])) }
                thead { tr {
                    th scope="col" { (self.viewer().say("page-name")) }
                    th scope="col" { (self.viewer().say("effect-before")) }
                    th scope="col" { (self.viewer().say("effect-after")) }
                } }
                tbody {
                    @for (is, would_be) in moved.iter().take(PLACES) {
                        tr {
                            th scope="row" { @if let Some(row) = would_be.or(*is) { (self.here.named(row.who.as_str())) } }
                            td { (cell(*is)) }
                            @let (was, then) = (cell(*is), cell(*would_be));
                            td { @if was == then { (then) } @else { strong { (then) } } }
                        }
                    }
                }
            }
            @if moved.len() > PLACES {
                p class="soft" { (self.texts().with("effect-more-places", &[("count", (moved.len() - PLACES).to_string().into())])) }
            }
        })
    }

    /// Other games, appeals, and what would then stand on nothing.
    fn elsewhere(&self) -> Markup {
        let games = self
            .what_if
            .games
            .iter()
            .filter(|(id, _)| Some(*id) != self.game);
        let changes = |beside: &Beside<GameView>| !beside.changed.is_empty();
        let games: Vec<&GameId> = games
            .filter(|(_, b)| changes(b))
            .map(|(id, _)| id)
            .collect();
        html! {
            @if !games.is_empty() {
                p { (self.viewer().say("effect-games")) " "
                    @for game in games { a href=(self.here.path(&format!("/games/{game}"))) { (game) } " " }
                }
            }
            @if !self.what_if.impossible.is_empty() || !self.what_if.lost_grounds.is_empty() {
                p { (self.viewer().say("effect-grounds")) }
                ul lang="en" {
                    @for impossible in &self.what_if.impossible { li { "#" (impossible.seq) ": " (self.here.sentence(&impossible.why)) } }
                    @for lost in &self.what_if.lost_grounds { li { (lost.ruling) ": " (lost.finding) } }
                }
            }
        }
    }
}

/// The rows whose place or points change, in the order that would be.
fn moved<'a>(
    before: &'a StandingsView,
    after: &'a StandingsView,
) -> Vec<(Option<&'a RowView>, Option<&'a RowView>)> {
    let find = |rows: &'a [RowView], of: &RowView| {
        rows.iter().find(|row| row.who.as_str() == of.who.as_str())
    };
    let told = |row: &RowView| (row.place, row.points, row.total);
    let mut moved = Vec::new();
    for row in &after.rows {
        let is = find(&before.rows, row);
        if is.map(told) != Some(told(row)) {
            moved.push((is, Some(row)));
        }
    }
    for row in &before.rows {
        if find(&after.rows, row).is_none() {
            moved.push((Some(row), None));
        }
    }
    moved
}
