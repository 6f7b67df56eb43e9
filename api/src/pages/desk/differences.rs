//! What differs between two views of the same thing, in words: what it is, as it was
//! and as it is. The values as programs get them, by their places in the views, stand
//! folded below for whoever checks them; those that no word is for stand there alone.

use super::{changes::raw, supposed::board_of};
use crate::{
    i18n::{Texts, foreign::inline},
    pages::{Here, game, tournament},
    text::harmless,
};
use fupan_domain::{
    Colour,
    board::Board,
    clock::ClockView,
    ids::OfficialId,
    rulebook::{Finding, Regulations, Request, RequestState},
};
use fupan_replay::{
    views::{
        AppealView, GameView, LedgerView,
        game::{PenaltyView, RulingView},
    },
    what_if::Beside,
};
use maud::{Markup, html};
use serde::Serialize;
use serde_json::{Value, json};

/// How many points are told one by one.
const POINTS: usize = 40;

/// Something that a view says: by what it is known on either side, what it is called,
/// what is said of it.
pub(super) struct Cell {
    key: String,
    what: String,
    said: Markup,
    /// What is compared, where more than what is said may differ.
    value: Option<String>,
}

impl Cell {
    /// Something of which a view has one alone, known by what it is called.
    fn one(what: String, said: Markup) -> Cell {
        Cell {
            key: what.clone(),
            what,
            said,
            value: None,
        }
    }

    fn value(&self) -> &str {
        self.value.as_deref().unwrap_or(&self.said.0)
    }
}

/// A row of the table: what it is, as it was, as it is.
type Row = [Markup; 3];

/// A view of which it can be said in words what it says.
pub(super) trait InWords: Serialize {
    /// What it says, part by part.
    fn cells(&self, here: &Here<'_>) -> Vec<Cell>;

    /// What differs between two of them and is told by what is on one side alone.
    fn apart(&self, _other: &Self, _texts: &Texts) -> Vec<Row> {
        Vec::new()
    }
}

/// How the three columns of a table are called.
pub(super) const CHANGED: [&str; 3] = ["beside-what", "beside-before", "beside-after"];
/// The same where the one is and the other is only supposed.
pub(super) const SUPPOSED: [&str; 3] = ["beside-what", "supposed-is", "supposed-would-be"];

/// What differs, in words, with the values below. `always`: what is told although it
/// is the same, by the names of its rows. `name`: of what, for programs and for whoever
/// hears the page read.
pub(super) fn told<V: InWords>(
    here: &Here<'_>,
    beside: &Beside<V>,
    columns: [&str; 3],
    (name, always): (&str, &[String]),
) -> Markup {
    let viewer = here.viewer;
    let rows = rows(here, beside, always);
    if beside.changed.is_empty() && rows.is_empty() {
        return html! { p class="soft" { (viewer.say("entry-changes-nothing")) } };
    }
    html! {
        @if !rows.is_empty() {
            div class="scroll" tabindex="0" role="region" aria-label={ (viewer.say("entry-changed")) " " (name) } {
                table class="beside" data-of=(name) {
                    thead { tr { @for key in columns { th scope="col" { (viewer.say(key)) } } } }
                    tbody {
                        @for [what, before, after] in &rows {
                            tr { th scope="row" { (what) } td { (before) } td { (after) } }
                        }
                    }
                }
            }
        }
        @if !beside.changed.is_empty() {
            details class="noprint" {
                summary { (viewer.say("supposed-all-values")) }
                (raw(viewer, beside))
            }
        }
    }
}

fn find<'a>(cells: &'a [Cell], like: &Cell) -> Option<&'a Cell> {
    cells.iter().find(|cell| cell.key == like.key)
}

/// What differs, a row each.
fn rows<V: InWords>(here: &Here<'_>, beside: &Beside<V>, always: &[String]) -> Vec<Row> {
    let cells = |view: &Option<V>| view.as_ref().map(|view| view.cells(here));
    let before = cells(&beside.before).unwrap_or_default();
    let after = cells(&beside.after).unwrap_or_default();
    let is_new = |cell: &&Cell| find(&before, cell).is_none();
    let all = before.iter().chain(after.iter().filter(is_new));
    let said =
        |cell: Option<&Cell>| html! { @match cell { Some(cell) => (cell.said), None => "–" } };
    let differs = all.filter_map(|cell| {
        let (was, is) = (find(&before, cell), find(&after, cell));
        let same = was.map(Cell::value) == is.map(Cell::value);
        if same && !always.contains(&cell.key) {
            return None;
        }
        Some([html! { (cell.what) }, said(was), said(is)])
    });
    let mut rows: Vec<Row> = differs.collect();
    if let (Some(before), Some(after)) = (&beside.before, &beside.after) {
        rows.extend(before.apart(after, here.viewer.texts));
    }
    rows
}

/// Whether a decision counts.
fn stands(texts: &Texts, is_overturned: bool) -> String {
    texts.say(if is_overturned {
        "game-overturned"
    } else {
        "dossier-stands"
    })
}

fn of_side(texts: &Texts, key: &str, colour: Colour) -> String {
    texts.for_side(key, &json!({"colour": colour}))
}

/// What a game is told to come to even where it comes to the same: its result, the
/// warnings of both sides, its length.
pub(super) fn of_every_game(here: &Here<'_>) -> Vec<String> {
    let texts = here.viewer.texts;
    let warnings = Colour::BOTH.map(|colour| of_side(texts, "supposed-warnings-of", colour));
    let [black, white] = warnings;
    vec![
        texts.say("label-result"),
        black,
        white,
        texts.say("page-moves"),
    ]
}

impl InWords for GameView {
    fn cells(&self, here: &Here<'_>) -> Vec<Cell> {
        let (viewer, texts) = (here.viewer, here.viewer.texts);
        let one = |key: &str, said: Markup| Cell::one(texts.say(key), said);
        let mut cells = vec![
            one(
                "label-result",
                html! { (tournament::status(viewer, self)) " " (tournament::result(viewer, self)) },
            ),
            one(
                "game-to-play",
                html! { (texts.colour(self.position.to_play.name())) },
            ),
            one("page-pairing", seats(here, self)),
        ];
        for colour in Colour::BOTH {
            let of =
                |key: &str, said: String| Cell::one(of_side(texts, key, colour), html! { (said) });
            let count = |count: usize| count.to_string();
            cells.extend([
                of("supposed-warnings-of", count(self.warnings[colour])),
                of("differs-admonitions", count(self.admonitions[colour])),
                of("differs-lost", self.position.captured[colour].to_string()),
                of("effect-clock", clock(texts, &self.clock[colour])),
            ]);
        }
        cells.push(one("page-moves", html! { (self.position.moves) }));
        cells.push(one("differs-last", last(texts, self)));
        cells.extend(self.rulings.iter().map(|made| ruling(here, made)));
        cells.extend(self.penalties.iter().map(|imposed| penalty(texts, imposed)));
        cells.extend(self.findings.iter().map(|found| finding(here, found)));
        cells.extend(self.requests.iter().map(|asked| request(texts, asked)));
        if let Some(again) = &self.replayed_as {
            cells.push(one("game-replayed-as", html! { (again) }));
        }
        cells
    }

    fn apart(&self, other: &GameView, texts: &Texts) -> Vec<Row> {
        let board = |view: &GameView| Board::from_rows(&view.position.rows);
        let (Ok(was), Ok(is)) = (board(self), board(other)) else {
            return Vec::new();
        };
        if was.size() != is.size() || self.position.rows == other.position.rows {
            return Vec::new();
        }
        let row = |colour| {
            let (before, after) = (only_on(&was, &is, colour), only_on(&is, &was, colour));
            let what = of_side(texts, "differs-stones", colour);
            (before.0 != after.0).then(|| [html! { (what) }, before, after])
        };
        Colour::BOTH.into_iter().filter_map(row).collect()
    }
}

/// The points of one side's stones that lie on the one board and not on the other.
fn only_on(board: &Board, other: &Board, colour: Colour) -> Markup {
    let points = board.points().filter(|at| {
        let is_there = |board: &Board| board.at(*at) == Some(colour);
        is_there(board) && !is_there(other)
    });
    let points: Vec<String> = points.map(|at| at.to_string()).collect();
    html! {
        @if points.is_empty() { "–" }
        (points[..points.len().min(POINTS)].join(" "))
        @if points.len() > POINTS { " … (" (points.len()) ")" }
    }
}

fn request(texts: &Texts, asked: &Request) -> Cell {
    let event = texts.word("event", game::asked(asked.kind));
    let state = match asked.state {
        RequestState::Open => "request-open",
        RequestState::Answered => "request-answered",
        RequestState::Void => "request-void",
    };
    Cell {
        key: asked.entry.to_string(),
        what: format!("{event} · {}", texts.colour(asked.by.name())),
        said: html! { (texts.say(state)) },
        value: None,
    }
}

fn seats(here: &Here<'_>, view: &GameView) -> Markup {
    let texts = here.viewer.texts;
    let seat = |colour: Colour| {
        let player = view.players[colour].as_ref();
        let player = player.map_or_else(
            || texts.say("page-nigiri"),
            |player| here.name(player.as_str()),
        );
        format!("{} {player}", texts.colour(colour.name()))
    };
    html! { (texts.list(Colour::BOTH.map(seat))) }
}

fn clock(texts: &Texts, clock: &ClockView) -> String {
    texts.list(texts.clock(clock))
}

fn last(texts: &Texts, view: &GameView) -> Markup {
    html! {
        @match view.position.last.as_deref() {
            None => { "–" }
            Some("pass") => { (texts.say("move-pass")) }
            Some(point) => { (point) }
        }
    }
}

fn ruling(here: &Here<'_>, made: &RulingView) -> Cell {
    let texts = here.viewer.texts;
    Cell {
        key: made.ruling.to_string(),
        what: format!("{} {}", texts.say("label-ruling"), made.ruling),
        said: html! {
            (here.viewer.outcome(&made.outcome)) " · " (stands(texts, made.overturned))
        },
        value: None,
    }
}

fn penalty(texts: &Texts, imposed: &PenaltyView) -> Cell {
    let told = serde_json::to_value(imposed).unwrap_or_default();
    Cell {
        key: imposed.entry.to_string(),
        what: format!(
            "{} ({} {})",
            texts.penalty(&told),
            texts.say("label-ruling"),
            imposed.ruling
        ),
        said: html! { (stands(texts, imposed.overturned)) },
        value: None,
    }
}

fn finding(here: &Here<'_>, found: &Finding) -> Cell {
    let texts = here.viewer.texts;
    let window = if found.window.open {
        "case-window-open"
    } else {
        "case-window-closed"
    };
    let mut what = format!(
        "{} {} ({})",
        texts.say("label-finding"),
        found.id,
        found.article
    );
    if let Some(colour) = found.colour {
        what = format!("{what} · {}", texts.colour(colour.name()));
    }
    Cell {
        key: found.id.clone(),
        what,
        said: html! {
            (here.about(found)) " · "
            (texts.word("finding-status", found.status.name())) " · "
            (texts.say("label-window")) ": " (texts.say(window))
        },
        value: None,
    }
}

impl InWords for AppealView {
    fn cells(&self, here: &Here<'_>) -> Vec<Cell> {
        let (viewer, texts) = (here.viewer, here.viewer.texts);
        let one = |key: &str, said: Markup| Cell::one(texts.say(key), said);
        let members = |ids: &[OfficialId]| {
            let called = ids.iter().map(|id| here.called(id.as_str()));
            html! { (texts.list(called)) }
        };
        let mut cells = vec![
            one(
                "label-status",
                html! { (texts.word("appeal-status", self.status)) },
            ),
            one("label-appeal-by", html! { (here.called(self.by.as_str())) }),
            one("label-grounds", inline(&self.grounds)),
            one("label-relief", inline(&self.relief)),
            one("label-panel", members(&self.panel)),
            one("label-recused", members(&self.recused)),
            one("differs-heard", html! { (self.statements.len()) }),
            one("label-evidence", html! { (self.evidence.len()) }),
        ];
        cells.extend(
            self.game
                .as_ref()
                .map(|game| one("label-game", html! { (board_of(here, game)) })),
        );
        cells.extend(
            self.deadline
                .map(|until| one("label-until", viewer.moment(until))),
        );
        if self.outcome.is_some() {
            let outcome = json!(self.outcome);
            let word = texts.word("appeal-outcome", outcome.as_str().unwrap_or_default());
            let stands = stands(texts, self.overturned);
            cells.push(one("label-outcome", html! { (word) " · " (stands) }));
        }
        if !self.orders.is_empty() {
            let orders = self.orders.iter().map(|order| {
                let named = |id: &str| entry_name(here, id);
                texts.order(&json!(order), &named)
            });
            cells.push(one("label-orders", html! { (texts.list(orders)) }));
        }
        cells.extend(
            self.reasons
                .as_ref()
                .map(|reasons| one("label-reasons", inline(reasons))),
        );
        cells
    }
}

/// How an entry is called that an order names.
fn entry_name(here: &Here<'_>, id: &str) -> String {
    let seq = super::entry::seq_of_id(here, id);
    seq.map_or_else(|| harmless(id), |seq| format!("#{seq}"))
}

impl InWords for LedgerView {
    fn cells(&self, here: &Here<'_>) -> Vec<Cell> {
        let texts = here.viewer.texts;
        let one = |key: &str, said: Markup| Cell::one(texts.say(key), said);
        let yes_no = |yes: bool| {
            let key = if yes { "differs-yes" } else { "differs-no" };
            html! { (texts.say(key)) }
        };
        let mut cells = vec![
            one("differs-players", html! { (self.players) }),
            one("differs-teams", html! { (self.teams) }),
            one("appeals-title", html! { (self.appeals.len()) }),
            one("page-closed", yes_no(self.closed)),
        ];
        let written = [
            ("label-tournament", &self.name),
            ("differs-place", &self.place),
        ];
        for (key, text) in written {
            cells.extend(text.as_ref().map(|text| one(key, inline(text))));
        }
        if let Some(edition) = &self.edition {
            cells.push(one(
                "label-edition",
                html! { (texts.word("edition", edition)) },
            ));
        }
        cells.extend(self.regulations.iter().flat_map(|r| regulations(texts, r)));
        cells.extend(self.rounds.iter().map(|round| {
            let number = [("number", round.round.to_string().into())];
            let games = [("count", round.games.len().to_string().into())];
            Cell::one(
                texts.with("page-round", &number),
                html! {
                    (texts.with("differs-games", &games))
                    @if round.closed { " · " (texts.say("page-closed")) }
                },
            )
        }));
        cells
    }
}

/// The regulations: those that have words of their own, and that others are not as
/// they were.
fn regulations(texts: &Texts, regulations: &Regulations) -> Vec<Cell> {
    let told = serde_json::to_value(regulations).unwrap_or_default();
    let word = |list: &str, value: &Value| {
        let word = value.as_str().map(|word| texts.word(list, word));
        html! { (word.unwrap_or_default()) }
    };
    let criteria = told["tie_breaks"].as_array().into_iter().flatten();
    let criteria = criteria.filter_map(Value::as_str);
    let criteria = texts.list(criteria.map(|name| texts.word("criterion", name)));
    let one = |key: &str, said: Markup| Cell::one(texts.say(key), said);
    let mut rest = told.clone();
    if let Value::Object(rest) = &mut rest {
        for known in ["format", "rounds", "board", "komi_qz", "tie_breaks"] {
            rest.remove(known);
        }
    }
    vec![
        one("differs-format", word("format", &told["format"])),
        one("page-rounds", html! { (regulations.rounds) }),
        one("differs-lines", html! { (regulations.board) }),
        one("differs-komi", html! { (texts.zi(regulations.komi_qz)) }),
        one("differs-tie-breaks", html! { (criteria) }),
        Cell {
            value: Some(rest.to_string()),
            ..one(
                "differs-regulations",
                html! { (texts.say("differs-below")) },
            )
        },
    ]
}
