//! The connections as they stand between requests. The framework holds a client to a
//! time for the head of a connection's first request, and to another for coming back
//! at all; not for a further head that comes byte by byte, nor for the rest of a body
//! that nobody reads any more. Whoever stays too long in between is cut off here, by
//! an end of his socket, whatever he sends meanwhile. Requests that are under way are
//! not looked at: bodies, answers and streams have limits of their own.

use crate::{config::Limits, limits::Counted};
use actix_web::{
    Error,
    body::{BodySize, MessageBody},
    dev::Payload,
    error::PayloadError,
    rt::net::TcpStream,
    web::Bytes,
};
use futures_util::Stream;
use std::{
    io,
    net::Shutdown,
    os::fd::{AsFd, OwnedFd},
    pin::Pin,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError, Weak,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
    time::{Duration, Instant},
};

/// How often it is looked who stays too long.
pub const LOOK_EVERY: Duration = Duration::from_millis(250);
/// How long a connection stays after an answer to a request whose body was not read to
/// its end, so that the client can read the answer.
const AFTER_UNREAD: Duration = Duration::from_secs(1);

/// A connection.
#[derive(Debug)]
pub struct Line {
    socket: OwnedFd,
    /// How long it may stay between an answer and the next request's whole head.
    idle: Duration,
    state: Mutex<State>,
    _counted: Counted,
}

#[derive(Debug, Default)]
struct State {
    /// How many requests are under way.
    under_way: usize,
    /// When it is cut off, if no request comes before.
    end: Option<Instant>,
    /// Whether it ends whatever comes.
    ends: bool,
}

impl Line {
    /// A connection that was just made.
    ///
    /// # Errors
    /// When there is no file descriptor left for it.
    pub fn of(stream: &TcpStream, limits: &Limits, counted: Counted) -> io::Result<Arc<Line>> {
        let idle =
            Duration::from_secs(limits.keep_alive_s) + Duration::from_millis(limits.head_within_ms);
        Ok(Arc::new(Line {
            socket: stream.as_fd().try_clone_to_owned()?,
            idle,
            state: Mutex::default(),
            _counted: counted,
        }))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A request has come, and is under way as long as what is given.
    pub fn begins(self: &Arc<Self>) -> UnderWay {
        let mut state = self.lock();
        state.under_way += 1;
        if !state.ends {
            state.end = None;
        }
        drop(state);
        UnderWay {
            line: Arc::clone(self),
            unread: false,
        }
    }

    /// Cuts it off if its time has come.
    fn look(&self, now: Instant) {
        if self.lock().end.is_some_and(|end| end <= now) {
            // It may have ended by itself just now.
            let _ended = socket2::SockRef::from(&self.socket).shutdown(Shutdown::Both);
        }
    }
}

/// A request that is under way, until its answer is sent or given up.
#[derive(Debug)]
pub struct UnderWay {
    line: Arc<Line>,
    /// Whether the request's body was not read to its end.
    pub unread: bool,
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        let mut state = self.line.lock();
        state.under_way = state.under_way.saturating_sub(1);
        if self.unread && !state.ends {
            state.ends = true;
            state.end = Some(Instant::now() + AFTER_UNREAD);
        }
        if state.under_way == 0 && !state.ends {
            state.end = Some(Instant::now() + self.line.idle);
        }
    }
}

/// All connections.
#[derive(Debug, Default)]
pub struct Lines(Mutex<Vec<Weak<Line>>>);

impl Lines {
    fn lock(&self) -> MutexGuard<'_, Vec<Weak<Line>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks after a further one.
    pub fn add(&self, line: &Arc<Line>) {
        self.lock().push(Arc::downgrade(line));
    }

    /// Cuts off those that stay too long.
    pub fn look(&self) {
        let now = Instant::now();
        self.lock().retain(|line| {
            let line = line.upgrade();
            if let Some(line) = &line {
                line.look(now);
            }
            line.is_some()
        });
    }
}

/// The body of a request in pieces, with a note when it has come to its end.
pub struct Noted {
    body: Payload,
    ended: Arc<AtomicBool>,
}

impl Noted {
    /// The same body, and whether it has come to its end.
    pub fn of(body: Payload) -> (Payload, Arc<AtomicBool>) {
        let ended = Arc::<AtomicBool>::default();
        let noted = Noted {
            body,
            ended: Arc::clone(&ended),
        };
        let payload: Pin<Box<dyn Stream<Item = Result<Bytes, PayloadError>>>> = Box::pin(noted);
        (Payload::Stream { payload }, ended)
    }
}

impl Stream for Noted {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let next = Pin::new(&mut self.body).poll_next(context);
        if let Poll::Ready(None) = next {
            self.ended.store(true, Ordering::Relaxed);
        }
        next
    }
}

/// The body of an answer, with the request to which it belongs: that is under way
/// until the body is sent.
pub struct Answering<B> {
    body: Pin<Box<B>>,
    _under_way: Option<UnderWay>,
}

impl<B> Answering<B> {
    /// The body of the answer to a request.
    pub fn of(body: B, under_way: Option<UnderWay>) -> Answering<B> {
        Answering {
            body: Box::pin(body),
            _under_way: under_way,
        }
    }
}

impl<B: MessageBody<Error: Into<Error>>> MessageBody for Answering<B> {
    type Error = B::Error;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, B::Error>>> {
        self.body.as_mut().poll_next(context)
    }
}
