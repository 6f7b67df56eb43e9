//! The recorder's console: a board to tap, clocks to press, and all else that is
//! recorded at a board, for a tablet with a network that comes and goes. The page
//! itself holds the game as it is sealed; its script draws on top what was recorded
//! on this device and is not sealed yet, and sends it. Nothing is decided here:
//! what is recorded goes to `/v1` like everybody's.

mod dialogs;
mod said;
mod sealed;

use super::{Asset, Here, Page, Viewer, page_of_ledger, tournament};
use crate::{
    auth::Principal,
    problem::Problem,
    service::Service,
    svg::{BoardDrawing, draw},
};
use actix_web::{HttpResponse, web};
use fupan_domain::{
    Colour,
    board::{Board, diagram},
    ids::{ActorId, GameId, LedgerName, OfficialId},
    official::EntryClass,
    tournament::{Asked, TournamentState},
};
use fupan_replay::{
    fold::game::FoldedGame,
    views::{GameView, Moment},
};
use fupan_store::Known;
use maud::{Markup, PreEscaped, html};
use std::sync::Arc;

/// The scripts, in the order in which they build on one another.
const SCRIPTS: [Asset; 13] = [
    Asset::RECORD_BOARD,
    Asset::RECORD_CLOCK,
    Asset::RECORD_SHOWN,
    Asset::RECORD_WAITING,
    Asset::RECORD_SLIP,
    Asset::RECORD_DRAWN,
    Asset::TIME,
    Asset::RECORD_HELD,
    Asset::RECORD,
    Asset::RECORD_SERVICE,
    Asset::RECORD_ASKED,
    Asset::RECORD_UNDO,
    Asset::RECORD_TOLD,
];

/// A game that somebody records.
struct Recording<'a> {
    here: &'a Here<'a>,
    viewer: &'a Viewer,
    folded: Arc<FoldedGame>,
    now: GameView,
    /// The viewer, where he may record this game.
    me: Option<OfficialId>,
}

/// JSON as text of an element, in which quotes may stand as they are.
fn data(json: &str) -> Markup {
    PreEscaped(json.replace('&', "&amp;").replace('<', "&lt;"))
}

/// The viewer as an official, where he may record what happens at a board.
pub(super) fn recorder(
    viewer: &Viewer,
    ledger: &LedgerName,
    tournament: &TournamentState,
    board: u32,
) -> Option<OfficialId> {
    let Some(Principal::Official {
        official,
        ledger: own,
    }) = viewer.principal()
    else {
        return None;
    };
    let actor: ActorId = official.as_str().parse().ok()?;
    let asked = Asked {
        board: Some(board),
        ..Asked::new(&actor, "stone_played", EntryClass::GameFact)
    };
    let may = own == ledger && tournament.authorise(&asked).is_ok();
    may.then(|| official.clone())
}

/// The page.
pub async fn page(
    service: web::Data<Service>,
    viewer: Viewer,
    path: web::Path<(LedgerName, GameId)>,
) -> Result<HttpResponse, Problem> {
    let (ledger, game) = path.into_inner();
    page_of_ledger(&service, viewer, &ledger, move |here| {
        let reader = &here.live.open.reader;
        let told = super::game::told;
        let folded = reader.game(&game, Known::Now).map_err(|e| told(&e))?;
        let now = reader.game_view(&game, Known::Now, Moment::Last);
        let now = now.map_err(|e| told(&e))?;
        let me = recorder(here.viewer, &here.ledger, &here.tournament, now.board);
        let recording = Recording {
            here,
            viewer: here.viewer,
            folded,
            now,
            me,
        };
        recording.page()
    })
    .await
}

impl Recording<'_> {
    fn page(&self) -> Result<Page, Problem> {
        let game = &self.now.game;
        let title = self.viewer.say("record-title");
        let mut page = self.here.page_of(title, game);
        page.wide = true;
        page.scripts = SCRIPTS.to_vec();
        page.follows = self
            .here
            .follows(&format!("game/{game} tournament appeal/"));
        page.content = self.content(&self.sealed()?.to_string());
        Ok(page)
    }

    fn content(&self, sealed: &str) -> Markup {
        let viewer = self.viewer;
        let game_path = tournament::game_path(self.here, &self.now.game);
        html! {
            h1 class="unseen" { (viewer.say("record-title")) }
            div id="sealed" data-live hidden lang="" { (data(sealed)) }
            div id="texts" hidden { (data(&said::for_script(viewer.texts, self.folded.state.terms.edition))) }
            noscript { p class="wrong" { (viewer.say("record-no-script")) } }
            @if self.me.is_none() {
                div class="wrong" {
                    p { (viewer.say(if viewer.principal().is_none() { "record-sign-in" } else { "record-no-right" })) }
                    @if viewer.principal().is_none() { p { a class="button" href=(viewer.sign_in_path()) { (viewer.say("sign-in")) } } }
                }
            }
            div id="console" class="rec" data-ledger=(self.here.ledger) data-game=(self.now.game) data-me=[self.me.as_ref()] data-was=[self.relieved()]
                data-worker=(Asset::RECORD_WORKER.path()) data-zone=(viewer.zone) {
                p id="lamp" class="rec-lamp" hidden { span id="lamp-sign" aria-hidden="true" {} " " span id="lamp-word" role="status" {} }
                div id="trouble" class="wrong" hidden role="alert" {}
                div class="rec-table" {
                    section class="rec-left" aria-label=(viewer.say("game-board")) {
                        (self.seat(Colour::White))
                        (self.board())
                        (self.seat(Colour::Black))
                    }
                    section class="rec-deck" id="deck" hidden aria-label=(viewer.say("record-deck")) {
                        (self.deck())
                    }
                    section class="rec-log" aria-label=(viewer.say("record-log")) {
                        h2 { (viewer.say("record-log")) }
                        ol id="log" reversed {}
                        p class="soft" { (viewer.texts.with("record-times-zone", &[("zone", viewer.zone.to_string().into())])) }
                        p id="findings" class="note" hidden { a href={ (game_path) "?tab=findings" } { "⚠ " span id="findings-word" {} } }
                        p { a href=(game_path) { (viewer.say("record-to-game")) } }
                        @if let Some(me) = &self.me { p class="note rec-me" { (viewer.say("sign-as")) " " (me) } }
                        p class="note" id="reopens" hidden {}
                    }
                }
                (self.dialogs())
            }
        }
    }

    /// An official of this event who may not record here: what he recorded before he
    /// was relieved may still wait on his device.
    fn relieved(&self) -> Option<&OfficialId> {
        match self.viewer.principal() {
            Some(Principal::Official { official, ledger })
                if self.me.is_none() && *ledger == self.here.ledger =>
            {
                Some(official)
            }
            _ => None,
        }
    }

    /// One side: name, clock, stones lost, and its clock to press.
    fn seat(&self, colour: Colour) -> Markup {
        let texts = self.viewer.texts;
        let name = colour.name();
        html! {
            div class={ "rec-seat side " (name) } data-side=(name) {
                p class="name" {
                    span class="stone" aria-hidden="true" {}
                    span class="unseen" { (texts.colour(name)) ": " }
                    strong id={ "name-" (name) } { (tournament::who(self.here, self.now.players[colour].as_ref())) }
                    " " span class="turn" id={ "turn-" (name) } hidden { "← " (self.viewer.say("game-to-play")) }
                    " " span class="rec-away" id={ "away-" (name) } hidden {}
                }
                p class="rec-clock tabular" {
                    span class="rec-time" id={ "clock-" (name) } {}
                    " " span class="soft" id={ "clock-more-" (name) } {}
                    " " span class="soft" id={ "lost-" (name) } { (texts.with("game-lost-stones", &[("count", self.now.position.captured[colour].to_string().into())])) }
                }
            }
        }
    }

    /// The board as it is sealed, in a picture and in words; the script lays its
    /// grid of buttons over the picture.
    fn board(&self) -> Markup {
        let position = &self.now.position;
        let Ok(board) = Board::from_rows(&position.rows) else {
            return html! {};
        };
        let (title, description) = (
            self.viewer.say("game-board"),
            super::game::described(self.viewer.texts, position),
        );
        let drawing = BoardDrawing {
            board: &board,
            last: position.last.as_ref().and_then(|last| last.parse().ok()),
            numbers: &[],
            marks: &[],
            coordinates: true,
            turned: self.turned(),
            id: "board",
            title: &title,
            description: &description,
        };
        html! {
            div class="rec-board" id="goban" data-turned=[self.turned().then_some("true")] {
                (draw(&drawing))
                div id="points" role="grid" aria-label=(self.viewer.say("record-points")) hidden {}
            }
            noscript {
                p { (description) }
                pre lang="" tabindex="0" { (diagram::with_coordinates(&board)) }
            }
        }
    }

    fn turned(&self) -> bool {
        self.viewer.asked("turned") == Some("1")
    }

    /// What is pressed all the time: place, press, and what opens a dialog.
    fn deck(&self) -> Markup {
        let say = |key: &str| self.viewer.say(key);
        let texts = self.viewer.texts;
        let open = |dialog: &str, sign: &str, text: &str| {
            html! { button type="button" class="plain" data-dialog=(dialog) { span aria-hidden="true" { (sign) } " " (self.viewer.say(text)) } }
        };
        let turn = self
            .viewer
            .with(&[("turned", (!self.turned()).then_some("1"))]);
        html! {
            div class="rec-foot" {
            p id="mode-help" class="rec-help" role="status" {}
            div class="rec-bar" {
                button type="button" id="place" class="rec-big" { (say("record-place-none")) }
                button type="button" id="press" class="rec-big rec-second" hidden {}
                button type="button" id="call" class="rec-big rec-second" hidden {}
                button type="button" id="begin" class="rec-big" hidden data-dialog="start-dialog" { (say("record-start")) }
                button type="button" id="resume" class="rec-big" hidden { "▶ " (say("record-resume")) }
                button type="button" id="unseal" class="rec-big" hidden data-dialog="unseal-dialog" { (say("record-unseal")) }
                button type="button" id="dead" class="rec-big" hidden { (say("record-dead")) }
                button type="button" id="count" class="rec-big" hidden data-dialog="count-dialog" { (say("record-count")) }
                button type="button" id="confirm" class="rec-big" hidden data-dialog="confirm-dialog" { (say("record-confirm")) }
                button type="button" id="chosen" class="rec-big" hidden {}
                button type="button" id="disputed" class="plain" hidden data-dialog="dispute-dialog" { (say("record-disputed")) }
                button type="button" id="leave" class="plain" hidden { (say("record-cancel")) }
            }
            div class="rec-more rec-quick" id="quick" role="group" aria-label=(say("record-quick")) {
                (open("pass-dialog", "–", "record-pass"))
                (open("undo-dialog", "↶", "record-undo"))
                (open("stop-dialog", "‖", "record-pause"))
                (open("arbiter-dialog", "⚑", "record-arbiter"))
            }
            }
            fieldset class="rec-turn" id="whose" {
                legend { (say("record-whose")) }
                @for colour in Colour::BOTH {
                    label class="rec-pick" {
                        input type="radio" name="whose" value=(colour.name());
                        span { span class={ "rec-sign " (colour.name()) } aria-hidden="true" {} (texts.colour(colour.name())) }
                    }
                }
            }
            div class="rec-nudge" id="nudge" hidden role="group" aria-label=(say("record-nudge")) {
                @for (way, sign, text) in [("left", "←", "record-nudge-left"), ("up", "↑", "record-nudge-up"), ("down", "↓", "record-nudge-down"), ("right", "→", "record-nudge-right")] {
                    button type="button" class="plain" data-nudge=(way) aria-label=(say(text)) { (sign) }
                }
                button type="button" class="plain" id="otherwise" hidden { (say("record-otherwise")) }
                button type="button" class="quiet" id="withdraw" { (say("record-withdraw")) }
            }
            div class="rec-more" id="more" role="group" aria-label=(say("record-more")) {
                (open("seat-dialog", "⇄", "record-seat"))
                (open("end-dialog", "■", "record-end"))
                (open("resign-dialog", "×", "record-resign"))
                (open("other-dialog", "…", "record-other"))
            }
            form class="rec-type" id="typed" {
                label for="typed-point" { (say("record-type")) }
                input id="typed-point" name="point" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="3" size="4";
                button class="plain" { (say("record-propose")) }
                a class="button quiet" href=(turn) { (say("game-turned")) }
            }
        }
    }
}
