//! One who follows the ledger: whether he sees every entry once, and how long
//! after it was recorded.

use super::{
    Shared,
    connection::{Connection, broken},
};
use crate::problem::Problem;
use fupan_store::wall_clock;
use http_body_util::BodyExt;
use std::{
    rc::Rc,
    time::{Duration, Instant},
};

/// How often one who hears nothing looks whether there is more to come.
const LOOK: Duration = Duration::from_millis(200);
/// How long after the end an entry may still come.
const PATIENCE: Duration = Duration::from_secs(20);

/// Follows from the entry of that seq on, until all that was recorded is seen.
pub(super) async fn follow(shared: Rc<Shared>, from: u64) {
    let mut reader = Reader {
        shared,
        next: from,
        waits_until: None,
    };
    loop {
        let ended = reader.listen().await;
        if reader.is_done() {
            reader.shared.figures.borrow_mut().read_all();
            return;
        }
        let shared = Rc::clone(&reader.shared);
        if reader.has_waited_enough() {
            let missing = shared
                .size_at_end
                .get()
                .unwrap_or(0)
                .saturating_sub(reader.next);
            shared.figures.borrow_mut().missed(missing);
            return;
        }
        if let Err(problem) = ended {
            shared.figures.borrow_mut().failed(&problem);
        }
        shared.figures.borrow_mut().reconnected();
        tokio::time::sleep(LOOK).await;
    }
}

struct Reader {
    shared: Rc<Shared>,
    next: u64,
    waits_until: Option<Instant>,
}

impl Reader {
    fn is_done(&self) -> bool {
        self.shared
            .size_at_end
            .get()
            .is_some_and(|size| self.next >= size)
    }

    fn has_waited_enough(&mut self) -> bool {
        if self.shared.size_at_end.get().is_none() {
            return false;
        }
        let until = *self
            .waits_until
            .get_or_insert_with(|| Instant::now() + PATIENCE);
        Instant::now() > until
    }

    /// Listens until the connection ends, or there is nothing more to come.
    async fn listen(&mut self) -> Result<(), Problem> {
        let mut connection = Connection::to(&self.shared.authority).await?;
        let after = self.next.saturating_sub(1);
        let path = format!("/v1/ledgers/{}/events?after={after}", self.shared.ledger);
        let mut answer = connection.get(&path).await?;
        if answer.status() != 200 {
            return Err(Problem::new(
                "server",
                format!("answered {}", answer.status()),
            ));
        }
        let mut heard = Vec::new();
        while !self.is_done() && !self.has_waited_enough() {
            let Ok(frame) = tokio::time::timeout(LOOK, answer.frame()).await else {
                continue;
            };
            let Some(frame) = frame else { break };
            if let Ok(data) = frame.map_err(|e| broken(&e))?.into_data() {
                heard.extend_from_slice(&data);
                self.take(&mut heard);
            }
        }
        Ok(())
    }

    /// Takes the events that are whole, and leaves the rest.
    fn take(&mut self, heard: &mut Vec<u8>) {
        let now = wall_clock();
        let mut from = 0;
        while let Some(end) = heard[from..].windows(2).position(|two| two == b"\n\n") {
            let event = &heard[from..from + end];
            from += end + 2;
            let Some(seq) = seq(event) else { continue };
            let mut figures = self.shared.figures.borrow_mut();
            if seq < self.next {
                figures.seen_again();
                continue;
            }
            figures.passed_over(seq - self.next);
            self.next = seq + 1;
            figures.seen(seq, event, now);
        }
        heard.drain(..from);
    }
}

/// The seq of an event; none for what only keeps the connection awake.
fn seq(event: &[u8]) -> Option<u64> {
    let line = event.split(|b| *b == b'\n').next()?;
    std::str::from_utf8(line.strip_prefix(b"id: ")?)
        .ok()?
        .parse()
        .ok()
}
