//! The pages that people meet in a browser: HTML made here by the same views
//! that HTTP and the command line have, drawings from `svg`, a little script for
//! keys and live updates, and nothing loaded from outside. Nothing is decided
//! here, and every page says all it says without its script.
//!
//! A page is a handler that takes a [`Viewer`] and answers a [`Page`]. What can
//! change while it is looked at stands in elements with an `id` and `data-live`,
//! which the script exchanges; what a key does, it does by following the link or
//! pressing the `type=button` with that `data-key`, so that no key ever writes.
//! What writes is a form with [`Viewer::proof`] in it, read by [`Posted`].

mod act;
mod answer;
mod appeals;
mod articles;
mod assets;
mod case;
mod confirmed;
mod desk;
mod facts;
mod fragments;
mod frame;
mod game;
mod home;
mod note;
mod overtime;
mod own_effects;
mod place;
mod posted;
mod print;
mod problem;
mod record;
mod review;
mod running;
mod sheet;
mod sign_in;
mod standings;
mod statements;
mod summary;
mod table;
mod tournament;
mod turned;
mod viewer;

pub use answer::{Page, ToldByItself};
pub use assets::{ASSETS, Asset};
use frame::own_name;
pub use frame::{Badge, Key, Step};
pub(crate) use game::{described, numbers};
pub use place::{Here, page_of_ledger};
pub use posted::{Filled, Posted};
pub(crate) use problem::{kind_page, problem_page};
pub use turned::Turned;
pub use viewer::Viewer;

use crate::routes::{READ, place as at, read};
use actix_web::web;

/// The routes of all pages.
pub fn configure(app: &mut web::ServiceConfig) {
    app.service(at("/", READ).route(read().to(home::page)))
        .service(
            at("/sign-in", "GET, HEAD, POST")
                .route(read().to(sign_in::page))
                .route(web::post().to(sign_in::sign_in)),
        )
        .service(at("/sign-out", "POST").route(web::post().to(sign_in::sign_out)))
        .service(at("/l/{ledger}", READ).route(read().to(tournament::page)))
        .service(at("/l/{ledger}/games/{game}", READ).route(read().to(game::page)))
        .service(at("/l/{ledger}/games/{game}/record", READ).route(read().to(record::page)))
        .service(at("/l/{ledger}/standings/{who}", READ).route(read().to(standings::explain)))
        .service(at("/l/{ledger}/articles/{article}", READ).route(read().to(articles::page)))
        .service(
            at("/l/{ledger}/appeals", "GET, HEAD, POST")
                .route(read().to(appeals::list))
                .route(web::post().to(appeals::file)),
        )
        .service(
            at("/l/{ledger}/appeals/{appeal}", "GET, HEAD, POST")
                .route(read().to(appeals::page))
                .route(web::post().to(appeals::send)),
        )
        .service(
            at("/l/{ledger}/appeals/{appeal}/dossier", READ).route(read().to(appeals::dossier)),
        )
        .service(
            at("/l/{ledger}/games/{game}/rulings/{ruling}", READ).route(read().to(sheet::ruling)),
        )
        .service(
            at(
                "/l/{ledger}/games/{game}/rulings/{ruling}/appeal-form",
                READ,
            )
            .route(read().to(sheet::appeal_form)),
        )
        .service(at("/l/{ledger}/table", READ).route(read().to(table::page)))
        .service(
            at(
                "/l/{ledger}/games/{game}/findings/{finding}",
                "GET, HEAD, POST",
            )
            .route(read().to(case::page))
            .route(web::post().to(case::send)),
        )
        .service(
            at("/l/{ledger}/games/{game}/rule", "GET, HEAD, POST")
                .route(read().to(case::page_without))
                .route(web::post().to(case::send_without)),
        )
        .service(
            at("/l/{ledger}/games/{game}/facts/{fact}", "GET, HEAD, POST")
                .route(read().to(facts::page))
                .route(web::post().to(facts::send)),
        )
        .service(
            at("/l/{ledger}/note", "GET, HEAD, POST")
                .route(read().to(note::page))
                .route(web::post().to(note::send)),
        )
        .service(at("/assets/{file}", READ).route(read().to(assets::serve)))
        .configure(desk::configure)
        .configure(print::configure);
}
