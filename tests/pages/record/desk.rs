//! A recorder at his tablet: what he touches, and what the ledger then holds.

use crate::{
    http::venue::Venue,
    pages::browser::{Browser, look, look_at},
};
use fupan_tests::script::{self, Script};
use serde_json::{Value, json};
use std::{net::SocketAddr, time::Duration};

pub const PAGE: &str = "/l/cup/games/r1-b1/record";

/// Nine lines, with clocks that are pressed.
pub fn regulations() -> Value {
    json!({"board": 9, "turn_ends": "press",
        "time": {"kind": "byoyomi", "limit_ms": 1_200_000, "periods": 3, "period_ms": 30_000}})
}

pub fn begun() -> Script {
    script::game_with("cn-2002", &regulations())
}

/// A recorder with a tablet of that width, at a board where that has happened.
pub fn at_the_board(happened: &Script, width: u32, how: impl AsyncFnOnce(&Browser, &Venue)) {
    at_the_board_when(happened, width, None, how);
}

/// The same with a clock of the tablet's own, which shows that and stands still.
pub fn at_the_board_when(
    happened: &Script,
    width: u32,
    clock: Option<i64>,
    how: impl AsyncFnOnce(&Browser, &Venue),
) {
    let venue = Venue::open();
    venue.play("cup", happened);
    let token = venue.token("cup", "rec-1");
    let thread = std::thread::current();
    let test = thread.name().unwrap_or_default();
    look(test, &venue, |browser| {
        let venue = &venue;
        async move {
            browser.looks(width, false);
            if let Some(clock) = clock {
                browser.with_own_clock(clock);
            }
            browser.record_as(&token).await;
            how(&browser, venue).await;
        }
    });
}

/// A recorder at a board in a venue that can go and come back (see [`apart`]).
pub fn at_the_board_apart(happened: &Script, how: impl AsyncFnOnce(&Browser, &mut Venue)) {
    let mut venue = apart();
    venue.play("cup", happened);
    let token = venue.token("cup", "rec-1");
    let address = venue.running().address();
    let thread = std::thread::current();
    look_at(thread.name().unwrap_or_default(), address, |browser| {
        let venue = &mut venue;
        async move {
            browser.looks(820, false);
            browser.record_as(&token).await;
            how(&browser, venue).await;
        }
    });
}

/// The entries of the game, as type and data.
pub fn recorded(venue: &Venue) -> Vec<Value> {
    let path = "/v1/ledgers/cup/entries?stream=game/r1-b1&limit=500";
    let listed = venue.get(path).send().ok(200);
    listed["items"].as_array().unwrap().clone()
}

pub fn told(entries: &[Value]) -> Vec<String> {
    let tell = |entry: &Value| {
        let data = &entry["entry"]["data"];
        let text = |name: &str| data[name].as_str().unwrap_or_default().to_owned();
        let told = [
            entry["entry"]["type"].as_str().unwrap().to_owned(),
            text("colour"),
            text("point"),
        ];
        told.join(" ").trim().to_owned()
    };
    entries.iter().map(tell).collect()
}

pub fn rows(venue: &Venue) -> Value {
    let view = venue.get("/v1/ledgers/cup/games/r1-b1").send().ok(200);
    view["position"]["rows"].clone()
}

/// A venue that can go and come back, at an address that nobody takes meanwhile.
fn apart() -> Venue {
    let address = fupan_tests::ports::apart();
    Venue::open_with(|config| config.server.listen = address)
}

/// The network comes back: the service is there again, at the same address.
pub fn back(venue: &mut Venue, address: SocketAddr) {
    venue.restart_with(|config| config.server.listen = address);
}

/// A stone by an arbiter, while the recorder's tablet has no network.
pub fn arbiters_stone(venue: &Venue, point: &str) {
    let draft = json!({"stream": "game/r1-b1", "type": "stone_played", "at": "2026-05-01T10:00:00.000Z",
        "actor": "arb-1", "data": {"colour": "black", "point": point}});
    venue.hand_in("cup", &[draft]).ok(201);
}

impl Browser {
    pub async fn ready(&self) {
        let script = "return document.querySelector('#console[data-ready=true]') !== null";
        self.until("the console", script).await;
    }

    pub async fn record_as(&self, token: &str) {
        self.sign_in(token, PAGE).await;
        self.ready().await;
    }

    pub async fn tap(&self, point: &str) {
        self.click(&format!("#points button[data-point={point}]"))
            .await;
    }

    /// Waits until the button that places says that, its stone by its colour.
    pub async fn proposes(&self, said: &str) {
        let script = "const button = document.querySelector('#place').cloneNode(true);
            for (const stone of button.querySelectorAll('.rec-sign')) stone.replaceWith(stone.classList[1]);
            return button.textContent";
        self.answers(script, said).await;
    }

    /// Taps a point and presses the button that places.
    pub async fn place(&self, point: &str) {
        self.tap(point).await;
        self.click("#place").await;
        self.newest(point).await;
    }

    /// Waits until the newest entry says that.
    pub async fn newest(&self, said: &str) {
        let script = format!(
            "return document.querySelector('#log')?.firstChild?.innerText.includes({said:?})"
        );
        self.until("the newest entry", &script).await;
    }

    pub async fn press_clock(&self) {
        // Two presses so close together are one that bounced.
        tokio::time::sleep(Duration::from_millis(650)).await;
        self.click("#press.rec-due").await;
        self.newest("Clock pressed").await;
    }

    pub async fn answer(&self, dialog: &str) {
        self.click(&format!("#{dialog} form button:not([type])"))
            .await;
    }

    pub async fn choose(&self, dialog: &str, name: &str, value: &str) {
        self.click(&format!("#{dialog} input[name={name}][value='{value}']"))
            .await;
    }

    pub async fn fill(&self, css: &str, text: &str) {
        // A dialog opens a moment after it is asked for.
        let shown = format!("return document.querySelector({css:?})?.checkVisibility() === true");
        self.until("a field to fill in", &shown).await;
        let field = self.found(css).await;
        field.clear().await.unwrap();
        field.send_keys(text).await.unwrap();
    }

    pub async fn waits(&self, n: usize) {
        let script = format!("return document.querySelector('#lamp').dataset.waiting === '{n}'");
        self.until("how much waits", &script).await;
    }

    pub async fn all_sealed(&self) {
        let script = "return document.querySelector('#lamp').dataset.state === 'sealed'
            && fupan.desk.waiting.items.length === 0";
        self.until("all is sealed", script).await;
    }

    /// Waits until the console shows that board.
    pub async fn has_rows(&self, rows: &Value) {
        let script = "return fupan.desk.shown.board.rows()";
        self.answers(script, rows.clone()).await;
    }

    pub fn network(&self, on: bool) {
        self.command("Network.enable", &json!({}));
        self.command(
            "Network.emulateNetworkConditions",
            &json!({"offline": !on, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}),
        );
    }
}
