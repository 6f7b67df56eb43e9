//! A case before an arbiter: the board at the disputed move, who called and why,
//! the finding with its article, what the article allows and what each of that
//! would come to, and the form by which it is ruled: chosen, reviewed, recorded.
//! Without a finding it is the same form with an article to choose.
//!
//! Everything works as plain forms. What is recorded is composed by the very code
//! that takes rulings over HTTP (`routes::rulings`), bound to what the form was
//! made on, with a key that makes sending it twice harmless.

mod asked;
mod conflict;
mod effect;
mod evidence;
mod offers;
mod review;
mod right;
mod scene;

pub use effect::Effect;
pub use evidence::handed_in;
pub use offers::wrongs;
pub use right::{NotHis, actor, may_rule};

use super::{
    Asset, Here, Key, Page, Posted, Viewer,
    game::{self, Shown},
    posted::Filled,
};
use crate::{
    ledger::random,
    problem::Problem,
    routes::{
        reading::LastSeen,
        recording::Author,
        rulings::{Desk, ruling_with},
    },
    service::{Service, ask, ledger},
};
use actix_web::{HttpResponse, http::header, web};
use fupan_domain::{
    ids::{GameId, LedgerName, RulingId},
    rulebook::{Finding, FindingStatus, Request},
    tournament::{AppealState, Overruled},
};
use fupan_replay::{fold::game::FoldedGame, views::game::RulingView};
use fupan_store::Known;
use std::{fmt::Write, sync::Arc};

/// Where a case lies: its game, and its finding unless it has none.
#[derive(Clone, Debug)]
pub struct Place {
    ledger: LedgerName,
    game: GameId,
    finding: Option<String>,
}

impl Place {
    /// The path of its page.
    pub fn path(&self) -> String {
        let Place {
            ledger,
            game,
            finding,
        } = self;
        match finding {
            Some(finding) => format!("/l/{ledger}/games/{game}/findings/{finding}"),
            None => format!("/l/{ledger}/games/{game}/rule"),
        }
    }
}

/// A case as a page shows it.
pub struct Case<'a> {
    here: &'a Here<'a>,
    place: Place,
    shown: Shown<'a>,
    folded: Arc<FoldedGame>,
    finding: Option<Finding>,
    /// On which entry of the ledger the view of the game rests.
    basis: u64,
    /// What stands in the form.
    filled: Filled,
    /// Whether the viewer may rule on it.
    may: Result<(), NotHis>,
    /// Whether effects are computed beforehand.
    computes: bool,
}

impl<'a> Case<'a> {
    fn of(
        here: &'a Here<'a>,
        place: Place,
        asked: game::Asked,
        filled: Filled,
        computes: bool,
    ) -> Result<Case<'a>, Problem> {
        let reader = &here.live.open.reader;
        let folded = reader
            .game(&place.game, Known::Now)
            .map_err(|e| game::told(&e))?;
        let all =
            fupan_domain::rulebook::findings(&folded.state, &here.tournament.standing_sanctions());
        let finding = match &place.finding {
            None => None,
            Some(id) => Some(all.into_iter().find(|f| f.id == *id).ok_or_else(|| {
                Problem::new(
                    "not_found",
                    format!("game {} has no finding {id}", place.game),
                )
            })?),
        };
        let disputed = match &finding {
            Some(finding) => Some(finding.entry),
            None => asked.about(),
        };
        let basis = reader.game_basis(&place.game, Known::Now);
        let may = may_of(here, &folded, finding.as_ref());
        let mut case = Case {
            shown: Shown::of(here, &place.game, asked, disputed)?,
            basis: basis.map_err(|e| game::told(&e))?,
            here,
            place,
            folded,
            finding,
            filled,
            may,
            computes,
        };
        // What a committee has decided is not ruled anew by whom it overruled.
        if case.may.is_ok() && case.overruled().is_some_and(|bound| !bound.is_chief) {
            case.may = Err(NotHis::Committee);
        }
        Ok(case)
    }

    /// Whether nothing is offered but one's own orders: there is no finding, or
    /// its article leaves open what is to be done.
    fn only_own(&self) -> bool {
        let outcomes = self.finding.as_ref().and_then(|f| f.outcomes.as_ref());
        outcomes.is_none_or(Vec::is_empty)
    }

    /// The rulings on the finding, overturned ones included.
    fn rulings(&self) -> Vec<&RulingView> {
        let Some(finding) = &self.finding else {
            return Vec::new();
        };
        let on = |ruling: &&RulingView| {
            let names = |id: &String| *id == finding.id;
            let further = || self.further(&ruling.ruling);
            ruling.finding.as_ref().is_some_and(names) || further().iter().any(names)
        };
        self.shown.now.rulings.iter().filter(on).collect()
    }

    /// Further findings that a ruling settles.
    fn further(&self, ruling: &RulingId) -> Vec<String> {
        let ruled = self.folded.state.ruling(ruling);
        ruled
            .and_then(|r| r.ruling.findings.clone())
            .unwrap_or_default()
    }

    /// Whether the finding was ruled on, by a ruling that stands.
    fn is_settled(&self) -> bool {
        let status = self.finding.as_ref().map(|f| f.status);
        matches!(status, Some(FindingStatus::Ruled | FindingStatus::Departed))
    }

    /// The appeals by whose decision a ruling on the finding no longer stands.
    fn decided_on_appeal(&self) -> Vec<&AppealState> {
        let finding = self.finding.as_ref();
        finding.map_or_else(Vec::new, |finding| {
            let tournament = &self.here.tournament;
            tournament.decided_on_appeal(&self.place.game, &finding.id)
        })
    }

    /// What keeps the viewer from ruling anew on what a committee has decided.
    fn overruled(&self) -> Option<Overruled<'_>> {
        let (finding, actor) = (self.finding.as_ref()?, actor(self.here)?);
        let tournament = &self.here.tournament;
        tournament.overruled(&self.place.game, &finding.id, &actor)
    }

    /// Whether the viewer's own ruling on the finding fell on appeal.
    fn is_own_overturned(&self) -> bool {
        self.overruled().is_some_and(|bound| bound.own)
    }

    /// Complaints and requests that wait for an answer.
    fn requests(&self) -> impl Iterator<Item = &Request> {
        self.shown.now.requests.iter()
    }

    /// The id under which the browser keeps a draft of this case.
    fn draft_key(&self) -> String {
        let who = actor(self.here).map_or_else(String::new, |actor| actor.to_string());
        let finding = self.place.finding.as_deref().unwrap_or("rule");
        format!(
            "fupan-draft:{}/{}/{finding}:{who}",
            self.place.ledger, self.place.game
        )
    }

    /// The page of the case, before its content.
    fn framed(&self, title: String) -> Page {
        let mut page = self.here.page_of(title, &self.place.game);
        page.wide = true;
        page.basis = Some(self.basis);
        page.scripts = vec![Asset::TIME, Asset::CASE];
        page.steps.push(super::Step {
            label: maud::html! { (self.name()) },
            path: self.place.path(),
        });
        page
    }

    /// What the case is called.
    fn name(&self) -> String {
        match &self.place.finding {
            Some(finding) => finding.clone(),
            None => self.here.viewer.say("case-without-finding"),
        }
    }

    fn follows(&self) -> Option<(String, String)> {
        let streams = format!("game/{} tournament appeal/", self.place.game);
        self.here.follows(&streams)
    }
}

fn may_of(here: &Here<'_>, folded: &FoldedGame, finding: Option<&Finding>) -> Result<(), NotHis> {
    let state = &folded.state;
    // Some outcome may be an arbiter's where the finding is the chief's.
    let outcomes = finding.iter().flat_map(|f| f.outcomes.iter().flatten());
    let by_outcome = outcomes.map(|outcome| may_rule(here, state, finding, Some(outcome), None));
    let alone = may_rule(here, state, finding, None, None);
    by_outcome
        .chain([alone])
        .find(Result::is_ok)
        .unwrap_or(alone)
}

/// A key of which there is no other. Where the system gives no chance it is empty,
/// and sending the form twice is a conflict.
pub fn fresh_key() -> String {
    let mut text = String::new();
    if let Ok(bytes) = random() {
        for byte in bytes {
            let _ = write!(text, "{byte:02x}");
        }
    }
    text
}

/// The page of a finding.
pub async fn page(
    service: web::Data<Service>,
    viewer: Viewer,
    path: web::Path<(LedgerName, GameId, String)>,
    asked: web::Query<game::Asked>,
) -> Result<HttpResponse, Problem> {
    let (ledger, game, finding) = path.into_inner();
    let place = Place {
        ledger,
        game,
        finding: Some(finding),
    };
    show(service, viewer, place, asked.into_inner()).await
}

/// The page of a ruling without a finding.
pub async fn page_without(
    service: web::Data<Service>,
    viewer: Viewer,
    path: web::Path<(LedgerName, GameId)>,
    asked: web::Query<game::Asked>,
) -> Result<HttpResponse, Problem> {
    let (ledger, game) = path.into_inner();
    let place = Place {
        ledger,
        game,
        finding: None,
    };
    show(service, viewer, place, asked.into_inner()).await
}

async fn show(
    service: web::Data<Service>,
    viewer: Viewer,
    place: Place,
    asked: game::Asked,
) -> Result<HttpResponse, Problem> {
    viewer.caller.may_read(&place.ledger, &service)?;
    let seen_by = viewer.clone();
    let name = place.ledger.clone();
    let turns = service.clone();
    let page = ask(&service, &name, move |live| {
        let here = Here::of(live, &seen_by)?;
        let mut case = Case::of(&here, place, asked, Filled::default(), false)?;
        // Effects are computed for whoever may choose between them, and where there is
        // a turn for it: those who only read take none from those who rule.
        let turn = case.may.ok().and_then(|()| turns.what_ifs.take().ok());
        case.computes = turn.is_some();
        Ok(case.page(&[]))
    })
    .await?;
    Ok(page.shown(&viewer))
}

/// What was sent of a case of a finding.
pub async fn send(
    service: web::Data<Service>,
    posted: Posted,
    path: web::Path<(LedgerName, GameId, String)>,
    asked: web::Query<game::Asked>,
) -> Result<HttpResponse, Problem> {
    let (ledger, game, finding) = path.into_inner();
    let place = Place {
        ledger,
        game,
        finding: Some(finding),
    };
    sent(service, posted, place, asked.into_inner()).await
}

/// What was sent of a ruling without a finding.
pub async fn send_without(
    service: web::Data<Service>,
    posted: Posted,
    path: web::Path<(LedgerName, GameId)>,
    asked: web::Query<game::Asked>,
) -> Result<HttpResponse, Problem> {
    let (ledger, game) = path.into_inner();
    let place = Place {
        ledger,
        game,
        finding: None,
    };
    sent(service, posted, place, asked.into_inner()).await
}

/// What becomes of the form of a case.
type Turned = super::Turned<fupan_replay::ruling::RulingRequest>;

async fn sent(
    service: web::Data<Service>,
    posted: Posted,
    place: Place,
    asked: game::Asked,
) -> Result<HttpResponse, Problem> {
    let viewer = posted.viewer.clone();
    viewer.caller.may_read(&place.ledger, &service)?;
    let author = Author::of(viewer.caller.writer(&place.ledger)?.clone())?;
    // What somebody wrote waits for its turn, and comes back to him where none comes.
    let turn = match service.what_ifs.wait().await {
        Ok(turn) => turn,
        Err(problem) => {
            let filled = posted.filled();
            return not_recorded(&service, viewer, place, asked, filled, problem).await;
        }
    };
    let (filled, by, at) = (posted.filled(), viewer.clone(), place.clone());
    let (asked_then, filled_then) = (asked.clone(), filled.clone());
    let turned = ask(&service, &place.ledger, move |live| {
        let here = Here::of(live, &by)?;
        let case = Case::of(&here, at, asked_then, filled_then, true)?;
        case.turned()
    })
    .await?;
    drop(turn);
    let request = match turned {
        Turned::Shown(page) => return Ok(page.shown(&viewer)),
        Turned::Refused(page, problem) => return Ok(page.refused(&viewer, &problem)),
        Turned::Record(request) => *request,
    };
    let seen = filled
        .get("seen")
        .parse()
        .map_or(LastSeen::Unsaid, LastSeen::Seq);
    let key = filled.some("key");
    let desk = Desk::new(
        &place.ledger,
        &place.game,
        &author,
        request,
        seen,
        key.as_deref(),
    );
    let live = ledger(&service, &place.ledger).await?;
    match desk.rule(&service, &live, &author).await {
        Ok((planned, _)) => Ok(ruled(&place, &planned.plan.ruling, key.as_deref())),
        Err(problem) => not_recorded(&service, viewer, place, asked, filled, problem).await,
    }
}

/// What was sent and not recorded, given back with the reason.
async fn not_recorded(
    service: &web::Data<Service>,
    viewer: Viewer,
    place: Place,
    asked: game::Asked,
    filled: Filled,
    problem: Problem,
) -> Result<HttpResponse, Problem> {
    let turn = service.what_ifs.take().ok();
    let (by, told, name) = (viewer.clone(), problem.clone(), place.ledger.clone());
    let page = ask(service, &name, move |live| {
        let here = Here::of(live, &by)?;
        let case = Case::of(&here, place, asked, filled, turn.is_some())?;
        Ok(case.not_recorded(&told))
    })
    .await?;
    Ok(page.refused(&viewer, &problem))
}

/// The way back to the case, once a ruling was recorded.
fn ruled(place: &Place, ruling: &RulingId, key: Option<&str>) -> HttpResponse {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.append_pair("ruled", ruling.as_str());
    // By its key the browser knows of which form it need keep nothing.
    query.extend_pairs(key.map(|key| ("form", key)));
    let path = format!("{}?{}", place.path(), query.finish());
    HttpResponse::SeeOther()
        .insert_header((header::LOCATION, path))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .finish()
}

impl Case<'_> {
    /// What becomes of what was sent.
    fn turned(&self) -> Result<Turned, Problem> {
        if let Err(not_his) = self.may {
            let problem = Problem::new("no_right", not_his.said(self.here.viewer));
            return Ok(Turned::refused(self.not_his(&problem), problem));
        }
        match self.filled.get("step").as_str() {
            // Sent once more after it was recorded, it leads where it led before.
            "review" if self.by_this_form().is_some() => self.confirmed(),
            "review" => Ok(self.reviewed()),
            "record" => self.confirmed(),
            _ => Ok(Turned::shown(self.page(&[]))),
        }
    }

    /// The ruling that this very form has recorded.
    fn by_this_form(&self) -> Option<&RulingView> {
        let key = self.filled.some("key")?;
        let actor = actor(self.here)?;
        let id = ruling_with(&self.here.ledger, &self.place.game, &actor, &key)?;
        self.shown.now.rulings.iter().find(|made| made.ruling == id)
    }

    /// The key that makes sending the form twice harmless.
    fn key(&self) -> String {
        self.filled.some("key").unwrap_or_else(fresh_key)
    }

    fn keys() -> Vec<Key> {
        let key = |shown, does| Key { shown, does };
        vec![
            key("← →", "key-step"),
            key("Shift+← → / PgUp PgDn", "key-ten"),
            key("Home End", "key-ends"),
            key("g", "key-go-to"),
            key("n N", "key-incident"),
            key("c", "key-coordinates"),
            key("m", "key-numbers"),
            key("r", "key-turn"),
            key("1–4", "key-case-tab"),
        ]
    }
}
