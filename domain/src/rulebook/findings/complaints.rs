//! Complaints, and what else a player asks of an arbiter: whether it came in
//! time, and whether a ruling has answered it (2002 16.3, 16.4, 22.5; 1988 16.2,
//! 16.3). A late one is recorded, and void.

use super::{Said, rows};
use crate::{
    Colour,
    event::GameEvent,
    game::{FactKind, GameState},
    ids::EntryId,
    rulebook::{EditionId, window},
};
use serde::Serialize;

/// Something that a player asked of an arbiter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Request {
    /// Its entry.
    pub entry: EntryId,
    /// What it is.
    pub kind: RequestKind,
    /// Who asked.
    pub by: Colour,
    /// The entry that it is about, where it names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub about: Option<EntryId>,
    /// What was said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// What has become of it.
    pub state: RequestState,
}

/// What was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RequestKind {
    /// A complaint.
    Complaint,
    /// That overtime be treated as a pass (2002 22.5).
    Relief,
    /// That the board be counted again (2002 16.4; 1988 16.3).
    Recount,
}

/// What has become of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RequestState {
    /// It waits for an answer.
    Open,
    /// A ruling that stands answers it, granting it or not.
    Answered,
    /// It came too late.
    Void,
}

/// What the players of a game have asked, in order.
pub fn requests(game: &GameState) -> Vec<Request> {
    let facts = game.record.facts().iter().zip(1..);
    let mut requests: Vec<(Request, usize)> = Vec::new();
    for (fact, step) in facts {
        let FactKind::Event(event) = &fact.kind else {
            continue;
        };
        let (kind, by, about, text) = match event {
            GameEvent::ComplaintRaised(c) => {
                (RequestKind::Complaint, c.by, c.about, Some(c.text.clone()))
            }
            GameEvent::ReliefRequested(side) => (RequestKind::Relief, side.colour, None, None),
            GameEvent::RecountRequested(side) => (RequestKind::Recount, side.colour, None, None),
            _ => continue,
        };
        let request = Request {
            entry: fact.entry,
            kind,
            by,
            about,
            text,
            state: RequestState::Open,
        };
        requests.push((request, step));
    }
    let states: Vec<RequestState> = requests
        .iter()
        .map(|(request, step)| state(game, request, *step))
        .collect();
    let with_states = requests.into_iter().zip(states);
    with_states
        .map(|((request, _), state)| Request { state, ..request })
        .collect()
}

fn state(game: &GameState, request: &Request, step: usize) -> RequestState {
    let answers =
        |about: &Option<Vec<EntryId>>| about.iter().flatten().any(|entry| *entry == request.entry);
    let mut rulings = game.rulings.iter().map(|ruled| &ruled.ruling);
    if !is_in_time(game, request, step) {
        RequestState::Void
    } else if rulings.any(|r| answers(&r.about) && game.ruling_stands(&r.ruling)) {
        RequestState::Answered
    } else {
        RequestState::Open
    }
}

fn is_in_time(game: &GameState, request: &Request, step: usize) -> bool {
    let rule = match request.kind {
        // Before the result is confirmed, after which no act is accepted.
        RequestKind::Recount => return true,
        RequestKind::Relief => |rule: &str| rule == "TM-9",
        RequestKind::Complaint => |_: &str| true,
    };
    let concerns = |row: &super::Row| match request.kind {
        RequestKind::Relief => row.colour == Some(request.by),
        _ => request.about.is_some() && row.entries().contains(&request.about),
    };
    let rows = rows(game);
    let concerned = rows.iter().filter(|row| rule(row.rule) && concerns(row));
    let mut reaches = concerned
        .filter(|row| row.step <= step || request.about == row.filling.about)
        .filter_map(|row| Some(Said::about(game, row)?.reach))
        .peekable();
    if reaches.peek().is_some() {
        return reaches.any(|reach| !window::is_closed(game, &reach, step));
    }
    request.kind == RequestKind::Complaint && is_in_time_alone(game, request, step)
}

/// Where no finding says until when: in 2002 at once, before one's own next move
/// (16.3); in 1988 while the game is played (16.2).
fn is_in_time_alone(game: &GameState, request: &Request, step: usize) -> bool {
    if game.was_over_before(step) {
        return false;
    }
    let facts = game.record.facts().iter().zip(1..);
    let about = facts
        .filter(|(fact, _)| Some(fact.entry) == request.about)
        .map(|(_, step)| step)
        .next();
    let Some(about) = about.filter(|_| game.terms.edition.id == EditionId::Cn2002) else {
        return true;
    };
    let mut own = game
        .play_log
        .iter()
        .filter(|play| play.colour == request.by);
    !own.any(|play| play.step > about && play.step < step)
}
