//! A game: the board at any move, both clocks, the moves, everything that
//! happened in order, what the rule book finds and what was ruled. The address
//! carries the whole view: `?move=57&tab=clock`. While it is played, the entries
//! of its stream bring the page up to date.

mod board;
mod clocks;
mod findings;
mod incidents;
mod moves;
mod timeline;

pub(crate) use board::{described, numbers};

use super::{
    Asset, Here, Key, Page, Viewer, case, facts::Fact, page_of_ledger, record, running::Running,
    tournament,
};
use crate::{problem::Problem, service::Service};
use actix_web::{HttpResponse, web};
pub(super) use findings::asked;
use fupan_domain::{
    colour::PerColour,
    ids::{EntryId, GameId, LedgerName},
};
use fupan_replay::{
    fold::game::FoldedGame,
    views::{GameView, Moment, game::RulingView},
};
use fupan_store::{Known, ViewError, wall_clock};
use incidents::Incident;
use maud::{Markup, html};
use serde::Deserialize;
use std::sync::Arc;

/// What is asked of a game.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Asked {
    /// Which move; the present where none is named.
    r#move: Option<String>,
    /// Which part: `moves`, `clock`, `timeline` or `findings`.
    tab: Option<String>,
    /// From which happening on the timeline is shown.
    from: Option<usize>,
    /// `0`: no coordinates.
    coordinates: Option<u8>,
    /// `1`: numbers on the stones.
    numbers: Option<u8>,
    /// `1`: as White sees it.
    turned: Option<u8>,
    /// The entry that is disputed, where a ruling without a finding is made on it.
    about: Option<String>,
}

impl Asked {
    /// The entry that is disputed.
    pub(super) fn about(&self) -> Option<EntryId> {
        self.about.as_ref()?.parse().ok()
    }

    /// Which part of a page.
    pub(super) fn tab(&self) -> Option<&str> {
        self.tab.as_deref()
    }
}

/// The parts of the page.
const TABS: [&str; 4] = ["moves", "clock", "timeline", "findings"];

const KEYS: [Key; 11] = [
    Key {
        shown: "← →",
        does: "key-step",
    },
    Key {
        shown: "Shift+← → / PgUp PgDn",
        does: "key-ten",
    },
    Key {
        shown: "Home End",
        does: "key-ends",
    },
    Key {
        shown: "g",
        does: "key-go-to",
    },
    Key {
        shown: "n N",
        does: "key-incident",
    },
    Key {
        shown: "[ ]",
        does: "key-fold",
    },
    Key {
        shown: "/",
        does: "key-search",
    },
    Key {
        shown: "c",
        does: "key-coordinates",
    },
    Key {
        shown: "m",
        does: "key-numbers",
    },
    Key {
        shown: "r",
        does: "key-turn",
    },
    Key {
        shown: "1–4",
        does: "key-tab",
    },
];

/// The present, as an address names it where something else is shown first.
const PRESENT: &str = "now";

/// A game as a page shows it.
pub(super) struct Shown<'a> {
    pub(super) here: &'a Here<'a>,
    pub(super) viewer: &'a Viewer,
    pub(super) asked: Asked,
    pub(super) folded: Arc<FoldedGame>,
    /// As it stands now.
    pub(super) now: GameView,
    /// As it stood at the move that is asked for.
    then: GameView,
    /// The entry at which the game is shown where no move is asked for; the
    /// present where there is none.
    disputed: Option<EntryId>,
    /// The move that is looked at; how many there are where it is the present.
    at: usize,
    /// Whether it is the present that is looked at.
    is_now: bool,
    incidents: Vec<Incident>,
}

/// Whoever looks for a game that nobody paired is at a wrong address, while one
/// who records in it is in conflict with the pairing.
pub(super) fn told(error: &ViewError) -> Problem {
    match error {
        ViewError::NoGame(_) => Problem::new("not_found", error.to_string()),
        _ => Problem::from(error),
    }
}

/// The page.
pub async fn page(
    service: web::Data<Service>,
    viewer: Viewer,
    path: web::Path<(LedgerName, GameId)>,
    asked: web::Query<Asked>,
) -> Result<HttpResponse, Problem> {
    let (ledger, game) = path.into_inner();
    page_of_ledger(&service, viewer, &ledger, move |here| {
        let mut page = Shown::of(here, &game, asked.into_inner(), None)?.page();
        let basis = here.live.open.reader.game_basis(&game, Known::Now);
        page.basis = Some(basis.map_err(|e| told(&e))?);
        Ok(page)
    })
    .await
}

impl<'a> Shown<'a> {
    /// A game at the move that is asked for, else at the entry that is disputed,
    /// else as it stands.
    ///
    /// # Errors
    /// When there is no such game or move.
    pub(super) fn of(
        here: &'a Here<'a>,
        game: &GameId,
        asked: Asked,
        disputed: Option<EntryId>,
    ) -> Result<Shown<'a>, Problem> {
        let reader = &here.live.open.reader;
        let folded = reader.game(game, Known::Now).map_err(|e| told(&e))?;
        let now = reader
            .game_view(game, Known::Now, Moment::Last)
            .map_err(|e| told(&e))?;
        let moves = now.position.moves;
        let wanted = match asked.r#move.as_deref() {
            None | Some("" | PRESENT) => None,
            Some(text) => Some(text.parse::<usize>().map_err(|_| {
                let detail = format!("move {text:?}: expected 0 to {moves}");
                Problem::new("query", detail)
            })?),
        };
        let view = |moment| reader.game_view(game, Known::Now, moment);
        let is_asked = asked.r#move.as_deref().is_some_and(|text| !text.is_empty());
        // An entry that was struck out since is read nowhere in the game.
        let at_dispute = match disputed.filter(|_| !is_asked) {
            Some(entry) => view(Moment::After(entry)).ok(),
            None => None,
        };
        let is_now = wanted.is_none() && at_dispute.is_none();
        let then = match (wanted, at_dispute) {
            (Some(n), _) => view(Moment::Move(n)).map_err(|e| told(&e))?,
            (None, Some(then)) => then,
            (None, None) => now.clone(),
        };
        Ok(Shown {
            here,
            viewer: here.viewer,
            asked,
            incidents: incidents::of(&folded.state),
            folded,
            now,
            at: wanted.unwrap_or(then.position.moves),
            is_now,
            then,
            disputed,
        })
    }

    fn tab(&self) -> &str {
        let asked = self.asked.tab.as_deref();
        asked.filter(|tab| TABS.contains(tab)).unwrap_or(TABS[0])
    }

    /// The address of this page at another move; the present where there is none.
    fn move_path(&self, n: Option<usize>) -> String {
        let present = || self.disputed.map(|_| PRESENT.to_owned());
        let text = n.map(|n| n.to_string()).or_else(present);
        self.viewer
            .with(&[("move", text.as_deref()), ("from", None)])
    }

    fn page(&self) -> Page {
        let game = &self.now.game;
        let title = self.title();
        let mut page = self.here.page_of(title.clone(), game);
        page.wide = true;
        page.keys = KEYS.to_vec();
        page.scripts = vec![Asset::RECORD_CLOCK, Asset::TIME, Asset::CLOCKS];
        page.follows = self
            .here
            .follows(&format!("game/{game} tournament appeal/"));
        page.announces = self.announcement();
        page.content = self.content();
        page
    }

    /// Both players by name.
    pub(super) fn title(&self) -> String {
        let name = |colour| {
            let player = self.now.players[colour].as_ref();
            player.map_or_else(
                || "?".to_owned(),
                |id| match &self.now.names[colour] {
                    Some(name) => self.here.noted(id.as_str(), name),
                    None => id.to_string(),
                },
            )
        };
        let [black, white] = fupan_domain::Colour::BOTH.map(name);
        format!("{black} – {white}")
    }

    /// What those hear who don't see the page.
    fn announcement(&self) -> Option<String> {
        self.now.rulings.last().map(|ruling| self.published(ruling))
    }

    /// That a ruling was published, for those who don't see the page.
    pub(super) fn published(&self, ruling: &RulingView) -> String {
        let outcome = self.viewer.texts.outcome(&ruling.outcome);
        let outcome = outcome.unwrap_or_else(|| ruling.outcome.clone());
        let with = [
            ("ruling", ruling.ruling.to_string().into()),
            ("outcome", outcome.into()),
        ];
        self.viewer.texts.with("game-ruling-published", &with)
    }

    fn content(&self) -> Markup {
        html! {
            h1 class="unseen" id="game-title" data-live { (self.title()) }
            div class="game" {
                section class="looked-at" aria-label=(self.viewer.say("game-board")) {
                    (self.player(fupan_domain::Colour::White))
                    (self.board())
                    (self.player(fupan_domain::Colour::Black))
                    (self.controls())
                    (self.in_words())
                }
                section class="panel" aria-label=(self.viewer.say("page-parts")) {
                    (self.standing())
                    nav class="tabs" aria-label=(self.viewer.say("page-parts")) id="tabs" data-live {
                        @for (index, name) in TABS.iter().enumerate() {
                            a href=(self.viewer.with(&[("tab", Some(name)), ("from", None)])) data-step data-key=(index + 1)
                                aria-current=[(*name == self.tab()).then_some("page")] {
                                (self.viewer.texts.word("tab", name))
                            }
                        }
                    }
                    div id="part" data-live class={ "part-" (self.tab()) } {
                        h2 class="unseen" { (self.viewer.texts.word("tab", self.tab())) }
                        @match self.tab() {
                            "clock" => (self.clocks()),
                            "timeline" => (self.timeline()),
                            "findings" => (self.findings()),
                            _ => (self.moves()),
                        }
                    }
                    (self.search())
                }
                aside aria-label=(self.viewer.say("game-findings")) id="beside" data-live { (self.beside()) }
            }
        }
    }

    /// What is looked for among the entries of this game.
    fn search(&self) -> Markup {
        html! {
            form class="steps noprint" method="get" action=(self.here.path("/entries")) role="search" {
                input type="hidden" name="stream" value={ "game/" (self.now.game) };
                label for="search" { (self.viewer.say("game-search")) }
                input id="search" name="q" type="search" autocomplete="off" data-key="/";
                button class="plain" { (self.viewer.say("entries-look")) }
            }
        }
    }

    /// One side: name, clock, stones lost, warnings.
    pub(super) fn player(&self, colour: fupan_domain::Colour) -> Markup {
        let texts = self.viewer.texts;
        let clock = self.clock(colour, &self.viewer.say("list-separator"));
        let (warnings, captured): (&PerColour<usize>, _) =
            (&self.then.warnings, &self.then.position.captured);
        let turn = self.then.position.to_play == colour
            && !matches!(self.then.status, "finished" | "confirmed");
        html! {
            div id={ "side-" (colour.name()) } data-live class={ "side " (colour.name()) } {
                p class="name" {
                    span class="stone" aria-hidden="true" {}
                    span class="unseen" { (texts.colour(colour.name())) ": " }
                    strong { (tournament::who(self.here, self.then.players[colour].as_ref())) }
                    @if turn { " " span class="turn" { "← " (self.viewer.say("game-to-play")) } }
                }
                p class="soft tabular" {
                    @if let Some(clock) = clock { (clock) " · " }
                    (texts.with("game-lost-stones", &[("count", captured[colour].to_string().into())]))
                    @if warnings[colour] > 0 {
                        " · " strong { "⚠ " (texts.with("game-warnings", &[("count", warnings[colour].to_string().into())])) }
                    }
                }
            }
        }
    }

    /// A side's clock in words; one that runs is told as it stands by now, and runs on.
    fn clock(&self, colour: fupan_domain::Colour, between: &str) -> Option<Markup> {
        let view = &self.then.clock[colour];
        if self.is_now && view.running {
            let how = Running {
                between,
                says_out: true,
            };
            let state = &self.folded.state;
            return Some(self.viewer.running(state, colour, wall_clock(), &how));
        }
        let parts = self.viewer.texts.clock(view);
        (!parts.is_empty()).then(|| html! { (parts.join(between)) })
    }

    /// Where the game stands, and its result.
    pub(super) fn standing(&self) -> Markup {
        let viewer = self.viewer;
        html! {
            p id="standing" data-live class="standing" {
                (tournament::status(viewer, &self.now))
                @if self.now.result.is_some() { " · " strong { (tournament::result(viewer, &self.now)) } }
                @if let Some(again) = &self.now.replayed_as {
                    " · " (viewer.say("game-replayed-as")) " " a href=(tournament::game_path(self.here, again)) { (again) }
                }
                " · " a href={ "/v1/ledgers/" (self.here.ledger) "/games/" (self.now.game) "/sgf" } { "SGF" }
                " · " a href={ (tournament::game_path(self.here, &self.now.game)) "/print" } { (viewer.say("print-record")) }
                @if record::recorder(viewer, &self.here.ledger, &self.here.tournament, self.now.board).is_some() {
                    " · " a class="big" href={ (tournament::game_path(self.here, &self.now.game)) "/record" } { (viewer.say("record-title")) }
                }
                (self.ruled_here())
            }
        }
    }
    /// What an arbiter does from here: he confirms the result, and rules also where
    /// nothing is found.
    fn ruled_here(&self) -> Markup {
        let (viewer, state) = (self.viewer, &self.folded.state);
        let game = tournament::game_path(self.here, &self.now.game);
        html! {
            @if self.now.status == "finished" && Fact::Confirm.may(self.here, state) {
                " · " a class="big" href=(Fact::Confirm.path(self.here, &self.now.game)) { (viewer.say("fact-confirm")) }
            }
            @if viewer.proof().is_some() && case::may_rule(self.here, state, None, None, None).is_ok() {
                " · " a class="big" href={ (game) "/rule" } { (viewer.say("case-without-finding")) }
            }
        }
    }
}
