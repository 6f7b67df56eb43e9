//! Style sheet, scripts and icon: files within the binary, served under their
//! hash, so that a browser keeps each for ever and asks for a new one as soon as
//! it is another.

use crate::{problem::Problem, routes::answer::IMMUTABLE};
use actix_web::{HttpResponse, http::header, web};
use fupan_domain::ids::Sha256;
use std::sync::OnceLock;

/// A file that pages load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asset {
    name: &'static str,
    ending: &'static str,
    media_type: &'static str,
    text: &'static str,
}

const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

impl Asset {
    /// How all pages look, on a screen and on paper.
    pub const STYLE: Asset = Asset {
        name: "style",
        ending: "css",
        media_type: CSS,
        text: concat!(
            include_str!("assets/style.css"),
            include_str!("../svg/charts.css")
        ),
    };
    /// The entries of a ledger as they come, by one stream for all windows of a browser.
    pub const FOLLOW: Asset = Asset {
        name: "follow",
        ending: "js",
        media_type: SCRIPT,
        text: include_str!("assets/follow.js"),
    };
    /// Takes erased names away, from what is open and from what the device keeps.
    pub const ERASED: Asset = Asset {
        name: "erased",
        ending: "js",
        media_type: SCRIPT,
        text: include_str!("assets/erased.js"),
    };
    /// Keys, live updates and stepping, on every page.
    pub const FRAME: Asset = Asset {
        name: "frame",
        ending: "js",
        media_type: SCRIPT,
        text: include_str!("assets/frame.js"),
    };
    /// Copying, and the proof of an entry checked where it is read.
    pub const DESK: Asset = Asset {
        name: "desk",
        ending: "js",
        media_type: SCRIPT,
        text: include_str!("assets/desk.js"),
    };
    /// Drafts of a ruling or an appeal kept in the browser, on pages where one is written.
    pub const CASE: Asset = Asset {
        name: "case",
        ending: "js",
        media_type: SCRIPT,
        text: include_str!("assets/case.js"),
    };
    /// A reviewer's note, hashed where it is written.
    pub const NOTE: Asset = Asset {
        name: "note",
        ending: "js",
        media_type: SCRIPT,
        text: include_str!("assets/note.js"),
    };
    /// Clocks that run while a page is looked at.
    pub const CLOCKS: Asset = Asset {
        name: "clocks",
        ending: "js",
        media_type: SCRIPT,
        text: include_str!("assets/clocks.js"),
    };
    /// The sign of the program.
    pub const ICON: Asset = Asset {
        name: "icon",
        ending: "svg",
        media_type: "image/svg+xml",
        text: include_str!("assets/icon.svg"),
    };

    // The recorder's console: see `record`.
    /// Stones and captures in the browser.
    pub const RECORD_BOARD: Asset = Asset {
        name: "record-board",
        ending: "js",
        media_type: SCRIPT,
        text: include_str!("assets/record/board.js"),
    };
    /// Clocks that run on between two entries.
    pub const RECORD_CLOCK: Asset = Asset {
        name: "record-clock",
        ending: "js",
        media_type: SCRIPT,
        text: include_str!("assets/record/clock.js"),
    };
    /// What is sealed, with what waits on top.
    pub const RECORD_SHOWN: Asset = Asset {
        name: "record-shown",
        ending: "js",
        media_type: SCRIPT,
        text: include_str!("assets/record/shown.js"),
    };
    /// What waits on the device, and its sending.
    pub const RECORD_WAITING: Asset = Asset {
        name: "record-waiting",
        ending: "js",
        media_type: SCRIPT,
        text: include_str!("assets/record/waiting.js"),
    };
    /// The slip of a sealed move.
    pub const RECORD_SLIP: Asset = Asset {
        name: "record-slip",
        ending: "js",
        media_type: SCRIPT,
        text: include_str!("assets/record/slip.js"),
    };
    /// The recorder's board.
    pub const RECORD_DRAWN: Asset = Asset {
        name: "record-drawn",
        ending: "js",
        media_type: SCRIPT,
        text: include_str!("assets/record/drawn.js"),
    };
    /// The recorder's dialogs.
    pub const RECORD_ASKED: Asset = Asset {
        name: "record-asked",
        ending: "js",
        media_type: SCRIPT,
        text: include_str!("assets/record/asked.js"),
    };
    /// How late it is by the service's clock.
    pub const TIME: Asset = Asset {
        name: "time",
        ending: "js",
        media_type: SCRIPT,
        text: include_str!("assets/time.js"),
    };
    /// What was begun at the recorder's console, and on what it rests.
    pub const RECORD_HELD: Asset = Asset {
        name: "record-held",
        ending: "js",
        media_type: SCRIPT,
        text: include_str!("assets/record/held.js"),
    };
    /// Undoing at the recorder's console.
    pub const RECORD_UNDO: Asset = Asset {
        name: "record-undo",
        ending: "js",
        media_type: SCRIPT,
        text: include_str!("assets/record/undo.js"),
    };
    /// What the console has with the service.
    pub const RECORD_SERVICE: Asset = Asset {
        name: "record-service",
        ending: "js",
        media_type: SCRIPT,
        text: include_str!("assets/record/service.js"),
    };
    /// The recorder's console.
    pub const RECORD: Asset = Asset {
        name: "record-record",
        ending: "js",
        media_type: SCRIPT,
        text: include_str!("assets/record/record.js"),
    };
    /// What the console tells; it begins the work.
    pub const RECORD_TOLD: Asset = Asset {
        name: "record-told",
        ending: "js",
        media_type: SCRIPT,
        text: include_str!("assets/record/told.js"),
    };
    /// Opens the recorder's page without a network.
    pub const RECORD_WORKER: Asset = Asset {
        name: "record-worker",
        ending: "js",
        media_type: SCRIPT,
        text: include_str!("assets/record/worker.js"),
    };

    /// Where it is served.
    pub fn path(self) -> &'static str {
        let at = ASSETS.iter().position(|asset| *asset == self);
        at.and_then(|at| paths().get(at)).map_or("", String::as_str)
    }
}

/// All of them.
pub const ASSETS: &[Asset] = &[
    Asset::STYLE,
    Asset::FOLLOW,
    Asset::ERASED,
    Asset::FRAME,
    Asset::ICON,
    Asset::CASE,
    Asset::NOTE,
    Asset::CLOCKS,
    Asset::RECORD_BOARD,
    Asset::RECORD_CLOCK,
    Asset::RECORD_SHOWN,
    Asset::RECORD_WAITING,
    Asset::RECORD_SLIP,
    Asset::RECORD_DRAWN,
    Asset::RECORD_ASKED,
    Asset::RECORD_UNDO,
    Asset::TIME,
    Asset::RECORD_HELD,
    Asset::RECORD_SERVICE,
    Asset::RECORD,
    Asset::RECORD_TOLD,
    Asset::RECORD_WORKER,
    Asset::DESK,
];

fn paths() -> &'static [String] {
    static PATHS: OnceLock<Vec<String>> = OnceLock::new();
    PATHS.get_or_init(|| {
        let path = |asset: &Asset| {
            let hash = Sha256::of(asset.text.as_bytes()).to_string();
            format!("/assets/{}-{}.{}", asset.name, &hash[..16], asset.ending)
        };
        ASSETS.iter().map(path).collect()
    })
}

/// Answers one of them.
pub async fn serve(file: web::Path<String>) -> Result<HttpResponse, Problem> {
    let asked = format!("/assets/{file}");
    let found = paths().iter().position(|path| *path == asked);
    let asset = found
        .and_then(|at| ASSETS.get(at).copied())
        .ok_or_else(|| {
            Problem::new("not_found", format!("there is no file {:?}", file.as_str()))
        })?;
    let mut answer = HttpResponse::Ok();
    if asset == Asset::RECORD_WORKER {
        // It lies among the assets and answers for a page of a ledger.
        answer.insert_header(("service-worker-allowed", "/l/"));
    }
    Ok(answer
        .insert_header((header::CACHE_CONTROL, format!("public, {IMMUTABLE}")))
        .content_type(asset.media_type)
        .body(asset.text))
}
