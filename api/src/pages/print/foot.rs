//! The foot of a sheet: tournament, page of pages, when it was printed, the entry
//! of the ledger on which it rests with the first digits of its hash, and the same
//! as a code that leads a telephone to where it can be checked.

use crate::{
    pages::{Here, Viewer},
    problem::Problem,
    routes::entries::unreadable,
    service::{Service, ask},
};
use actix_web::{HttpResponse, http::header, web};
use fupan_domain::ids::LedgerName;
use fupan_replay::entry;
use fupan_store::{EventStore, wall_clock};
use maud::html;
use qrcodegen::{QrCode, QrCodeEcc};
use serde::Deserialize;
use std::fmt::Write;

/// How many digits of a hash stand on paper.
const DIGITS: usize = 16;
/// The light margin around a code, in modules (ISO/IEC 18004 asks for four).
const QUIET: i32 = 4;

/// On which entry a sheet rests.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Asked {
    seq: u64,
}

/// The first digits of an entry's hash.
fn digits(here: &Here<'_>, seq: u64) -> Result<String, Problem> {
    let bytes = here.live.open.store.entry(seq).map_err(unreadable)?;
    let bytes =
        bytes.ok_or_else(|| Problem::new("not_found", format!("there is no entry {seq}")))?;
    let mut hash = entry::hash(&bytes).to_string();
    hash.truncate(DIGITS);
    Ok(hash)
}

/// A text as a string of CSS: whatever could end it is written as its number.
fn css_string(text: &str) -> String {
    let mut string = String::with_capacity(text.len() + 2);
    string.push('"');
    for c in text.chars() {
        if c.is_control() || matches!(c, '"' | '\\' | '<') {
            // Writing to a String can't fail.
            let _ = write!(string, "\\{:x} ", u32::from(c));
        } else {
            string.push(c);
        }
    }
    string.push('"');
    string
}

/// The style sheet.
pub async fn style(
    service: web::Data<Service>,
    viewer: Viewer,
    path: web::Path<LedgerName>,
    asked: web::Query<Asked>,
) -> Result<HttpResponse, Problem> {
    viewer.caller.may_read(&path, &service)?;
    let style = ask(&service, &path, move |live| {
        let here = Here::of(live, &viewer)?;
        let hash = digits(&here, asked.seq)?;
        let opening = here.tournament.opening.as_ref();
        let name = opening.map_or_else(|| here.ledger.to_string(), |opening| opening.name.clone());
        let first = format!(
            "{} · {} {}",
            crate::text::harmless(&name).replace('\n', " "),
            viewer.say("print-printed"),
            viewer.zone.moment(seconds(wall_clock()))
        );
        let second = format!("{} · #{} · {hash}", here.ledger, asked.seq);
        let third = format!("{}{}", viewer.origin, here.path(&format!("/entries/{}", asked.seq)));
        let lines = [first, second, third].map(|line| css_string(&line)).join(" \"\\a \" ");
        let code = here.path(&format!("/entries/{}/qr.svg", asked.seq));
        Ok(format!(
            "@page{{margin:14mm 14mm 32mm;\
             @bottom-left{{content:url({});width:24mm}}\
             @bottom-center{{content:{lines};white-space:pre;font:8pt sans-serif;text-align:left;vertical-align:middle;border-top:.3mm solid #000}}\
             @bottom-right{{content:counter(page) \" / \" counter(pages);font:8pt sans-serif;width:20mm}}}}\n\
             @media print{{.foot{{display:none}}}}\n",
            css_string(&code)
        ))
    })
    .await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "private, no-store"))
        .content_type("text/css; charset=utf-8")
        .body(style))
}

/// A moment without its milliseconds.
fn seconds(at: fupan_domain::Timestamp) -> fupan_domain::Timestamp {
    at.plus(fupan_domain::Millis(-at.unix_ms().rem_euclid(1000)))
}

/// The code that leads to where the entry and its hash can be checked.
pub async fn code(
    service: web::Data<Service>,
    viewer: Viewer,
    path: web::Path<(LedgerName, u64)>,
) -> Result<HttpResponse, Problem> {
    let (ledger, seq) = path.into_inner();
    viewer.caller.may_read(&ledger, &service)?;
    let drawing = ask(&service, &ledger, move |live| {
        let here = Here::of(live, &viewer)?;
        let hash = digits(&here, seq)?;
        let place = here.path(&format!("/entries/{seq}?hash={hash}"));
        draw(&format!("{}{place}", viewer.origin))
    })
    .await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "private, no-store"))
        .content_type("image/svg+xml")
        .body(drawing))
}

/// A QR code (ISO/IEC 18004) as a drawing of 22 mm.
fn draw(text: &str) -> Result<String, Problem> {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).map_err(|e| Problem::internal(&e))?;
    let side = code.size() + 2 * QUIET;
    let mut dark = String::new();
    for y in 0..code.size() {
        for x in (0..code.size()).filter(|x| code.get_module(*x, y)) {
            // Writing to a String can't fail.
            let _ = write!(dark, "M{} {}h1v1h-1z", x + QUIET, y + QUIET);
        }
    }
    let drawing = html! {
        svg xmlns="http://www.w3.org/2000/svg" width="22mm" height="22mm" viewBox={ "0 0 " (side) " " (side) } shape-rendering="crispEdges" {
            rect width=(side) height=(side) fill="#fff" {}
            path d=(dark) fill="#000" {}
        }
    };
    Ok(drawing.into_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_gets_out_of_its_string() {
        let name = "Cup\"} body{display:none} \\ \n</style>";
        let string = css_string(name);
        assert_eq!(
            string,
            "\"Cup\\22 } body{display:none} \\5c  \\a \\3c /style>\""
        );
    }

    #[test]
    fn a_code_is_square_with_its_margin() {
        let drawing = draw("https://go.example.org/l/cup/entries/1?hash=0123456789abcdef").unwrap();
        assert!(drawing.contains("viewBox=\"0 0 41 41\""), "{drawing}");
        // The three corners by which a code is found begin at the margin.
        assert!(drawing.contains("M4 4h1v1h-1z") && drawing.contains("M36 4h1v1h-1z"));
        assert!(!drawing.contains("M36 36h1v1h-1z") || drawing.contains("M4 36h1v1h-1z"));
    }
}
