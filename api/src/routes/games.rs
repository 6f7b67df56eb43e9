//! Games: at any moment of either time axis, as JSON and as a game record.

use super::{
    answer::{Listed, Seen, Viewed},
    ledgers::{fixed, view},
    reading::{AskedMoment, limit},
};
use crate::{
    auth::Caller,
    i18n::{Lang, Texts},
    live::LiveLedger,
    pages,
    problem::Problem,
    service::{Service, ask},
    svg::{BoardDrawing, draw},
    text,
};
use actix_web::{
    HttpRequest, HttpResponse,
    http::header::{self, HeaderValue},
    web,
};
use fupan_domain::{
    board::Board,
    event::Stream,
    ids::{GameId, LedgerName},
    sgf,
};
use fupan_replay::{
    records::{Headings, to_sgf},
    views::{GameView, Moment, game::state_at, timeline_view},
};
use fupan_store::{EventStore, Known, ViewError};
use serde::{Deserialize, Serialize};

/// The media type of a game record.
const SGF: &str = "application/x-go-sgf; charset=utf-8";
/// The media type of a drawing.
const SVG: &str = "image/svg+xml";

/// A game of the list.
#[derive(Debug, Serialize)]
struct GameListed {
    game: GameId,
    round: u32,
    board: u32,
    status: &'static str,
    players: fupan_domain::colour::PerColour<Option<fupan_domain::ids::PlayerId>>,
    names: fupan_domain::colour::PerColour<Option<String>>,
    moves: usize,
    last: Option<String>,
    result: Option<fupan_replay::views::game::ResultView>,
    at: Option<fupan_replay::fold::At>,
}

impl From<GameView> for GameListed {
    fn from(view: GameView) -> GameListed {
        GameListed {
            game: view.game,
            round: view.round,
            board: view.board,
            status: view.status,
            players: view.players,
            names: view.names,
            moves: view.position.moves,
            last: view.position.last,
            result: view.result,
            at: view.at,
        }
    }
}

/// Which games are asked for.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedGames {
    after: Option<String>,
    limit: Option<usize>,
    round: Option<u32>,
}

fn told(error: &ViewError) -> Problem {
    Problem::from(error)
}

/// The games that were paired, by id.
#[utoipa::path(get, path = "/v1/ledgers/{ledger}/games", tag = "games",
    params(("ledger" = String, Path, description = "The ledger"),
           ("after" = Option<String>, Query, description = "Only those after this id"),
           ("limit" = Option<usize>, Query, description = "How many at most: 1 to 1000, 100 where nothing is said"),
           ("round" = Option<u32>, Query, description = "Only those of this round")),
    responses((status = 200, description = "The games", body = serde_json::Value)))]
pub async fn list(
    service: web::Data<Service>,
    caller: Caller,
    request: HttpRequest,
    path: web::Path<LedgerName>,
    asked: web::Query<AskedGames>,
) -> Result<HttpResponse, Problem> {
    let asked = asked.into_inner();
    let limit = limit(asked.limit)?;
    let name = path.into_inner();
    caller.may_read(&name, &service)?;
    let of_round = asked.round.map(|round| format!("&round={round}"));
    let seen = Seen::by(&request);
    let (viewed, next) = ask(&service, &name, move |ledger| {
        let (reader, seen) = (&ledger.open.reader, seen.of(ledger)?);
        let basis = reader.seq_of(Known::Now).map_err(|e| told(&e))?;
        let mut next = None;
        let viewed = Viewed::json(basis, &seen, || {
            let listed = listed(ledger, fixed(Known::Now, basis), &asked, limit)?;
            next.clone_from(&listed.next);
            Ok(listed)
        });
        Ok((viewed?, next))
    })
    .await?;
    let mut answer = viewed.answer(&service);
    if let Some(next) = next {
        let of_round = of_round.unwrap_or_default();
        let link = format!(
            "</v1/ledgers/{name}/games?after={next}&limit={limit}{of_round}>; rel=\"next\""
        );
        let link = HeaderValue::try_from(link).map_err(|e| Problem::internal(&e))?;
        answer.headers_mut().insert(header::LINK, link);
    }
    Ok(answer)
}

fn listed(
    ledger: &LiveLedger,
    known: Known,
    asked: &AskedGames,
    limit: usize,
) -> Result<Listed<GameListed>, Problem> {
    let reader = &ledger.open.reader;
    let tournament = reader.tournament(known).map_err(|e| told(&e))?;
    let after = asked.after.as_deref().unwrap_or_default();
    let wanted = tournament.games.iter().filter(|(id, game)| {
        id.as_str() > after && asked.round.is_none_or(|round| game.round == round)
    });
    let mut items = Vec::new();
    let mut next = None;
    for (id, _) in wanted {
        if items.len() == limit {
            next = items.last().map(|last: &GameListed| last.game.to_string());
            break;
        }
        let view = reader
            .game_view(id, known, Moment::Last)
            .map_err(|e| told(&e))?;
        items.push(view.into());
    }
    Ok(Listed { items, next })
}

/// A game: board, clocks, warnings, rulings, result.
#[utoipa::path(get, path = "/v1/ledgers/{ledger}/games/{game}", tag = "games",
    params(("ledger" = String, Path, description = "The ledger"),
           ("game" = String, Path, description = "The game"),
           AskedMoment),
    responses((status = 200, description = "The game", body = serde_json::Value),
              (status = 304, description = "The caller has it already"),
              (status = 404, description = "There is no such game, or no such moment", body = serde_json::Value)))]
pub async fn show(
    service: web::Data<Service>,
    caller: Caller,
    request: HttpRequest,
    path: web::Path<(LedgerName, GameId)>,
    asked: web::Query<AskedMoment>,
) -> Result<HttpResponse, Problem> {
    viewed(
        &service,
        &caller,
        &request,
        path.into_inner(),
        &asked,
        |whole| whole,
        Some(text::game),
    )
    .await
}

/// What the rule book says of a game, and what its players ask.
#[derive(Debug, Serialize)]
struct FindingsView {
    ledger: String,
    game: GameId,
    at: Option<fupan_replay::fold::At>,
    known: Option<u64>,
    findings: Vec<fupan_domain::rulebook::Finding>,
    requests: Vec<fupan_domain::rulebook::Request>,
}

impl From<GameView> for FindingsView {
    fn from(view: GameView) -> FindingsView {
        FindingsView {
            ledger: view.ledger,
            game: view.game,
            at: view.at,
            known: view.known,
            findings: view.findings,
            requests: view.requests,
        }
    }
}

/// The findings of a game, each with what its article allows, and what the
/// players ask: these of the game's view alone.
#[utoipa::path(get, path = "/v1/ledgers/{ledger}/games/{game}/findings", tag = "games",
    params(("ledger" = String, Path, description = "The ledger"),
           ("game" = String, Path, description = "The game"),
           AskedMoment),
    responses((status = 200, description = "The findings and requests", body = serde_json::Value),
              (status = 304, description = "The caller has them already"),
              (status = 404, description = "There is no such game, or no such moment", body = serde_json::Value)))]
pub async fn findings(
    service: web::Data<Service>,
    caller: Caller,
    request: HttpRequest,
    path: web::Path<(LedgerName, GameId)>,
    asked: web::Query<AskedMoment>,
) -> Result<HttpResponse, Problem> {
    viewed(
        &service,
        &caller,
        &request,
        path.into_inner(),
        &asked,
        FindingsView::from,
        None,
    )
    .await
}

/// A game as it was known, at a moment of its own; all of its view or some of it.
async fn viewed<V: Serialize + 'static>(
    service: &web::Data<Service>,
    caller: &Caller,
    request: &HttpRequest,
    (name, game): (LedgerName, GameId),
    asked: &AskedMoment,
    part: fn(GameView) -> V,
    as_text: Option<fn(&V) -> String>,
) -> Result<HttpResponse, Problem> {
    let (known, moment) = asked.read()?;
    view(service, caller, request, &name, move |ledger, seen| {
        let reader = &ledger.open.reader;
        let known = fixed(known, reader.seq_of(known).map_err(|e| told(&e))?);
        let basis = reader.game_basis(&game, known).map_err(|e| told(&e))?;
        let view = || {
            let view = reader.game_view(&game, known, moment);
            view.map(part).map_err(|e| told(&e))
        };
        match as_text {
            Some(as_text) => Viewed::shown(basis, seen, view, as_text),
            None => Viewed::json(basis, seen, view),
        }
    })
    .await
}

/// What happened in a game, in order, as it is read: corrected and inserted
/// facts in their places.
#[utoipa::path(get, path = "/v1/ledgers/{ledger}/games/{game}/timeline", tag = "games",
    params(("ledger" = String, Path, description = "The ledger"),
           ("game" = String, Path, description = "The game"),
           AskedMoment),
    responses((status = 200, description = "What happened", body = serde_json::Value)))]
pub async fn timeline(
    service: web::Data<Service>,
    caller: Caller,
    request: HttpRequest,
    path: web::Path<(LedgerName, GameId)>,
    asked: web::Query<AskedMoment>,
) -> Result<HttpResponse, Problem> {
    let (name, game) = path.into_inner();
    let (known, moment) = asked.read()?;
    view(&service, &caller, &request, &name, move |ledger, seen| {
        let reader = &ledger.open.reader;
        let known = fixed(known, reader.seq_of(known).map_err(|e| told(&e))?);
        let basis = reader.game_basis(&game, known).map_err(|e| told(&e))?;
        Viewed::json(basis, seen, || {
            let folded = reader.game(&game, known).map_err(|e| told(&e))?;
            let store = &ledger.open.store;
            let entries = store.stream(&Stream::Game(game.clone()), 0, usize::MAX);
            let entries = entries.map_err(|e| told(&e.into()))?;
            timeline_view(store.ledger().as_str(), &folded, moment, entries)
                .map_err(|e| told(&e.into()))
        })
    })
    .await
}

/// A game as an SGF record.
#[utoipa::path(get, path = "/v1/ledgers/{ledger}/games/{game}/sgf", tag = "games",
    params(("ledger" = String, Path, description = "The ledger"),
           ("game" = String, Path, description = "The game"),
           AskedMoment),
    responses((status = 200, description = "The record", content((String = "application/x-go-sgf")))))]
pub async fn sgf(
    service: web::Data<Service>,
    caller: Caller,
    request: HttpRequest,
    path: web::Path<(LedgerName, GameId)>,
    asked: web::Query<AskedMoment>,
) -> Result<HttpResponse, Problem> {
    let (name, game) = path.into_inner();
    let (known, moment) = asked.read()?;
    caller.may_read(&name, &service)?;
    let seen = Seen::by(&request);
    let viewed = ask(&service, &name, move |ledger| {
        let reader = &ledger.open.reader;
        let known = fixed(known, reader.seq_of(known).map_err(|e| told(&e))?);
        let basis = reader.game_basis(&game, known).map_err(|e| told(&e))?;
        let seen = seen.of(ledger)?;
        Viewed::bytes(basis, &seen, ("sgf", SGF), || {
            record(ledger, &game, known, moment)
        })
    })
    .await?;
    Ok(viewed.answer(&service))
}

fn record(
    ledger: &LiveLedger,
    game: &GameId,
    known: Known,
    moment: Moment,
) -> Result<Vec<u8>, Problem> {
    let reader = &ledger.open.reader;
    let tournament = reader.tournament(known).map_err(|e| told(&e))?;
    let folded = reader.game(game, known).map_err(|e| told(&e))?;
    let then = state_at(&folded.state, moment).map_err(|e| told(&e.into()))?;
    let people = |commitment| ledger.open.store.person(commitment).ok().flatten();
    let mut headings = Headings::of(&folded.state, &tournament, &people);
    if then.is_some() {
        // What the game ended in was not known at an earlier moment of it.
        headings.result = None;
    }
    let state = then.as_ref().unwrap_or(&folded.state);
    Ok(sgf::write(&to_sgf(state, &headings)).into())
}

/// How a board is to be drawn, and at which moment.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedBoard {
    at: Option<String>,
    r#move: Option<usize>,
    when: Option<String>,
    coordinates: Option<u8>,
    numbers: Option<u8>,
    turned: Option<u8>,
    lang: Option<String>,
}

impl AskedBoard {
    /// The moment, and how it is drawn.
    fn read(&self) -> Result<(Known, Moment, Look), Problem> {
        let moment = AskedMoment::at(self.at.clone(), self.r#move, self.when.clone());
        let (known, moment) = moment.read()?;
        let flag = |name: &str, value: Option<u8>| match value {
            None => Ok(None),
            Some(value @ 0..=1) => Ok(Some(value == 1)),
            Some(value) => {
                let detail = format!("{name} {value}: expected 0 or 1");
                Err(Problem::new("query", detail))
            }
        };
        let lang = self.lang.as_deref().map(|tag| {
            Lang::of_tag(tag).ok_or_else(|| {
                let known: Vec<&str> = Lang::ALL.iter().map(|lang| lang.tag()).collect();
                let detail = format!("lang {tag:?}: expected one of {}", known.join(", "));
                Problem::new("query", detail)
            })
        });
        let look = Look {
            coordinates: flag("coordinates", self.coordinates)?.unwrap_or(true),
            numbers: flag("numbers", self.numbers)?.unwrap_or(false),
            turned: flag("turned", self.turned)?.unwrap_or(false),
            texts: Texts::of(lang.transpose()?.unwrap_or(Lang::En)),
        };
        Ok((known, moment, look))
    }
}

/// How a board is drawn.
#[derive(Clone, Copy)]
struct Look {
    coordinates: bool,
    numbers: bool,
    turned: bool,
    texts: &'static Texts,
}

/// A game's board as a drawing that stands by itself, with a title and in words
/// what it shows.
#[utoipa::path(get, path = "/v1/ledgers/{ledger}/games/{game}/board.svg", tag = "games",
    params(("ledger" = String, Path, description = "The ledger"),
           ("game" = String, Path, description = "The game"),
           AskedMoment,
           ("coordinates" = Option<u32>, Query, description = "0: without letters and numbers beside the lines"),
           ("numbers" = Option<u32>, Query, description = "1: with the numbers of the moves on the stones"),
           ("turned" = Option<u32>, Query, description = "1: as White sees it"),
           ("lang" = Option<String>, Query, description = "The language of title and description: en where nothing is said")),
    responses((status = 200, description = "The drawing", content((String = "image/svg+xml"))),
              (status = 304, description = "The caller has it already"),
              (status = 404, description = "There is no such game, or no such moment", body = serde_json::Value)))]
pub async fn board(
    service: web::Data<Service>,
    caller: Caller,
    request: HttpRequest,
    path: web::Path<(LedgerName, GameId)>,
    asked: web::Query<AskedBoard>,
) -> Result<HttpResponse, Problem> {
    let (name, game) = path.into_inner();
    let (known, moment, look) = asked.read()?;
    view(&service, &caller, &request, &name, move |ledger, seen| {
        let reader = &ledger.open.reader;
        let known = fixed(known, reader.seq_of(known).map_err(|e| told(&e))?);
        let basis = reader.game_basis(&game, known).map_err(|e| told(&e))?;
        let form = format!("svg.{}", look.texts.lang().tag());
        Viewed::bytes(basis, seen, (&form, SVG), || {
            let view = reader.game_view(&game, known, moment);
            let position = view.map_err(|e| told(&e))?.position;
            let folded = reader.game(&game, known).map_err(|e| told(&e))?;
            let board = Board::from_rows(&position.rows).map_err(|e| Problem::internal(&e))?;
            let numbers = if look.numbers {
                pages::numbers(&folded.state.course.moves, position.moves, &board)
            } else {
                Vec::new()
            };
            let with = [("number", position.moves.to_string().into())];
            let drawing = BoardDrawing {
                board: &board,
                last: position.last.as_ref().and_then(|last| last.parse().ok()),
                numbers: &numbers,
                marks: &[],
                coordinates: look.coordinates,
                turned: look.turned,
                id: "board",
                title: &look.texts.with("game-at-move", &with),
                description: &pages::described(look.texts, &position),
            };
            Ok(draw(&drawing).into_string().into_bytes())
        })
    })
    .await
}
