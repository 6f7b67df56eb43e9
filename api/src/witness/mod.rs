//! `fupan witness`: a witness of other services' ledgers (C2SP tlog-witness). It
//! keeps the last checkpoint that it cosigned of each, and cosigns only what goes
//! on from there. What is checked is in `fupan_replay::proof::witness`.

mod book;

pub use book::{Answered, WitnessBook};

use crate::problem::Problem;
use actix_web::{App, HttpResponse, HttpServer, http::StatusCode, rt::System, web};
use std::{
    net::{SocketAddr, TcpListener},
    sync::Arc,
};

/// Longer than any request with its hashes and signatures.
const REQUEST_BYTES: usize = 64 << 10;

async fn add_checkpoint(book: web::Data<Arc<WitnessBook>>, body: web::Bytes) -> HttpResponse {
    let book = Arc::clone(&book);
    let answered = web::block(move || book.add(&body)).await;
    let answered = answered.unwrap_or_else(|_| Answered::text(503, "the witness is stopping"));
    let status = StatusCode::from_u16(answered.status);
    HttpResponse::build(status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR))
        .content_type(answered.media_type)
        .body(answered.body)
}

async fn key(book: web::Data<Arc<WitnessBook>>) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/plain; charset=utf-8")
        .body(format!("{}\n", book.key()))
}

/// Serves a witness until the process is told to stop. `listening` hears where.
///
/// # Errors
/// When the address is taken.
pub fn serve(
    book: WitnessBook,
    listen: SocketAddr,
    listening: impl FnOnce(SocketAddr) -> Result<(), Problem>,
) -> Result<(), Problem> {
    let told = |e: std::io::Error| Problem::new("config", format!("can't listen on {listen}: {e}"));
    let listener = TcpListener::bind(listen).map_err(told)?;
    let address = listener.local_addr().map_err(told)?;
    let book = web::Data::new(Arc::new(book));
    let server = move || {
        App::new()
            .app_data(book.clone())
            .app_data(web::PayloadConfig::new(REQUEST_BYTES))
            .route("/add-checkpoint", web::post().to(add_checkpoint))
            .route("/vkey", web::get().to(key))
    };
    System::new().block_on(async move {
        let server = HttpServer::new(server).workers(2).listen(listener);
        let server = server.map_err(told)?.run();
        listening(address)?;
        server.await.map_err(|e| Problem::internal(&e))
    })
}
