//! The dossier of an appeal, to be printed from the browser: the very page that
//! the command line writes, in the reader's language.

use crate::{
    dossier::{Dossier, render},
    pages::{Here, Viewer},
    problem::Problem,
    service::{Service, ask_in_turn},
};
use actix_web::{HttpResponse, http::header, web};
use fupan_domain::{
    event::{Stream, common::EvidenceClass},
    ids::{AppealId, LedgerName},
};

/// Its own style stands within it; no script ever runs in it.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; \
    base-uri 'none'; form-action 'none'";

/// The page.
pub async fn page(
    service: web::Data<Service>,
    viewer: Viewer,
    path: web::Path<(LedgerName, AppealId)>,
) -> Result<HttpResponse, Problem> {
    let (name, appeal) = path.into_inner();
    viewer.caller.may_read(&name, &service)?;
    let by = viewer.clone();
    let turns = service.what_ifs_of(&viewer.caller);
    let text = ask_in_turn(&service, turns, &name, move |live| {
        let here = Here::of(live, &by)?;
        if !here.tournament.appeals.contains_key(&appeal) {
            return Err(Problem::new(
                "not_found",
                format!("there is no appeal {appeal}"),
            ));
        }
        may_see_all(&here, &appeal)?;
        let dossier = Dossier::collect(&live.open.reader, &appeal);
        let dossier = dossier.map_err(|e| Problem::from(&e))?;
        Ok(render(&dossier, by.texts, &by.zone))
    })
    .await?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_SECURITY_POLICY, POLICY))
        .insert_header((header::X_FRAME_OPTIONS, "DENY"))
        .insert_header((header::REFERRER_POLICY, "same-origin"))
        .insert_header((header::CACHE_CONTROL, "private, no-store"))
        .insert_header((header::CONTENT_LANGUAGE, viewer.lang().tag()))
        .content_type("text/html; charset=utf-8")
        .body(text))
}

/// A dossier tells of restricted evidence too: it is for those who may see it.
pub(super) fn may_see_all(here: &Here<'_>, appeal: &AppealId) -> Result<(), Problem> {
    let game = here
        .tournament
        .appeals
        .get(appeal)
        .and_then(|a| a.game.clone());
    let of_matter = |stream: &Stream| match stream {
        Stream::Appeal(id) => id == appeal,
        Stream::Game(id) => Some(id) == game.as_ref(),
        _ => false,
    };
    let mut files = here.tournament.files.values();
    let hidden = files.any(|file| {
        file.class() == EvidenceClass::Restricted
            && file
                .attached
                .iter()
                .any(|attached| of_matter(&attached.stream))
            && !here.viewer.principal().is_some_and(|who| {
                crate::routes::evidence::may_see(who, here.live, &here.tournament, file).is_ok()
            })
    });
    if hidden {
        let detail = "the dossier tells of restricted evidence: expected somebody who has a part in the matter";
        return Err(Problem::new("restricted", detail));
    }
    Ok(())
}
