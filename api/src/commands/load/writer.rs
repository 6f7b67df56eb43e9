//! One who hands in what happens at his boards, and hands it in again where no
//! answer came: the ids make that safe.

use super::{Shared, connection::Connection, event::Wanted, games::Board};
use crate::problem::Problem;
use hyper::body::Bytes;
use serde_json::Value;
use std::{
    rc::Rc,
    time::{Duration, Instant},
};

/// How long a service that is away is waited for.
const PATIENCE: Duration = Duration::from_mins(1);
/// How long is waited before it is tried again.
const PAUSE: Duration = Duration::from_millis(500);

/// The problem of an answer.
fn told(status: u16, body: &[u8]) -> Problem {
    let problem = std::str::from_utf8(body).ok().and_then(Problem::told);
    problem.unwrap_or_else(|| Problem::new("server", format!("answered {status}")))
}

/// One who hands in.
pub(super) struct Writer {
    shared: Rc<Shared>,
    number: usize,
    recorder: String,
    token: String,
    boards: Vec<Board>,
    connection: Option<Connection>,
    path: String,
}

impl Writer {
    pub fn new(shared: Rc<Shared>, number: usize, token: String, boards: Vec<Board>) -> Writer {
        Writer {
            path: format!("/v1/ledgers/{}/entries", shared.ledger),
            shared,
            number,
            recorder: format!("rec-{}", number + 1),
            token,
            boards,
            connection: None,
        }
    }

    /// Plays until time is up, or something is refused.
    pub async fn write(mut self, writers: usize) {
        let part = u32::try_from(self.number).unwrap_or(0);
        let of = u32::try_from(writers).unwrap_or(1).max(1);
        // Spread over the interval, so that they do not all hand in at once.
        let offset = self
            .shared
            .every
            .map_or(Duration::ZERO, |every| every * part / of);
        let mut due = self.shared.begins + offset;
        tokio::time::sleep_until(due.into()).await;
        let mut turn = 0;
        while Instant::now() < self.shared.ends {
            let late = Instant::now().saturating_duration_since(due);
            if self.shared.every.is_some() {
                self.shared.figures.borrow_mut().late(late);
            }
            match self.hand_in(turn).await {
                Ok(true) => {}
                Ok(false) => return,
                Err(problem) => {
                    self.shared.figures.borrow_mut().stopped(&problem);
                    return;
                }
            }
            turn = (turn + 1) % self.boards.len().max(1);
            if let Some(every) = self.shared.every {
                due += every;
                tokio::time::sleep_until(due.min(self.shared.ends).into()).await;
            }
        }
    }

    /// Hands in the next batch of a board. Whether there was one is answered.
    async fn hand_in(&mut self, turn: usize) -> Result<bool, Problem> {
        let mut drafts: Vec<Value> = Vec::with_capacity(self.shared.batch);
        while drafts.len() < self.shared.batch {
            let board = &self.boards[turn];
            if board.is_between_games() && !self.pair(board.index, board.wave).await? {
                break;
            }
            drafts.push(self.boards[turn].draft(&self.recorder, self.shared.boards)?);
        }
        if drafts.is_empty() {
            return Ok(false);
        }
        let body = serde_json::to_vec(&drafts).map_err(|e| Problem::internal(&e))?;
        let token = self.token.clone();
        let took = self.until_answered(&token, body.into()).await?;
        let since = self.shared.begins.elapsed();
        let mut figures = self.shared.figures.borrow_mut();
        figures.answered(took, drafts.len(), since);
        Ok(true)
    }

    /// Sees to it that a board's game is paired. Whether it is is answered: an
    /// event has only so many rounds.
    async fn pair(&mut self, board: usize, wave: usize) -> Result<bool, Problem> {
        let shared = Rc::clone(&self.shared);
        let mut desk = shared.desk.lock().await;
        match desk.wanted(board, wave)? {
            Wanted::Paired => Ok(true),
            Wanted::NoRound => Ok(false),
            Wanted::Pairing(body) => {
                let chief = desk.chief.clone();
                self.until_answered(&chief, body).await?;
                desk.is_paired(board, wave);
                shared.figures.borrow_mut().paired();
                Ok(true)
            }
        }
    }

    /// Hands in the same until it is answered as recorded. How long that answer
    /// took is answered.
    async fn until_answered(&mut self, token: &str, body: Bytes) -> Result<Duration, Problem> {
        let gives_up = Instant::now() + PATIENCE;
        loop {
            let began = Instant::now();
            let problem = match self.post(token, body.clone()).await {
                Ok((201, _)) => return Ok(began.elapsed()),
                Ok((status, answer)) => told(status, &answer),
                Err(problem) => {
                    self.connection = None;
                    problem
                }
            };
            self.shared.figures.borrow_mut().failed(&problem);
            if !problem.kind().retryable || Instant::now() > gives_up {
                return Err(problem);
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    async fn post(&mut self, token: &str, body: Bytes) -> Result<(u16, Bytes), Problem> {
        if self.connection.is_none() {
            self.connection = Some(Connection::to(&self.shared.authority).await?);
        }
        match &mut self.connection {
            Some(connection) => connection.post(&self.path, token, body).await,
            None => Err(Problem::internal(&"no connection")),
        }
    }
}
