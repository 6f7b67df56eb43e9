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
        text: include_str!("assets/style.css"),
    };
    /// Keys, live updates and stepping, on every page.
    pub const FRAME: Asset = Asset {
        name: "frame",
        ending: "js",
        media_type: SCRIPT,
        text: include_str!("assets/frame.js"),
    };
    /// Drafts of a ruling or an appeal kept in the browser, on pages where one is written.
    pub const CASE: Asset = Asset {
        name: "case",
        ending: "js",
        media_type: SCRIPT,
        text: include_str!("assets/case.js"),
    };
    /// The sign of the program.
    pub const ICON: Asset = Asset {
        name: "icon",
        ending: "svg",
        media_type: "image/svg+xml",
        text: include_str!("assets/icon.svg"),
    };

    /// Where it is served.
    pub fn path(self) -> &'static str {
        let at = ASSETS.iter().position(|asset| *asset == self);
        at.and_then(|at| paths().get(at)).map_or("", String::as_str)
    }
}

/// All of them.
pub const ASSETS: &[Asset] = &[Asset::STYLE, Asset::FRAME, Asset::ICON, Asset::CASE];

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
    let asset = found.and_then(|at| ASSETS.get(at)).ok_or_else(|| {
        Problem::new("not_found", format!("there is no file {:?}", file.as_str()))
    })?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, format!("public, {IMMUTABLE}")))
        .content_type(asset.media_type)
        .body(asset.text))
}
