//! Following a ledger: every entry once and in order, from any place in it, to
//! any number of readers. One thread a ledger reads each further entry once and
//! hands it to all who follow; whoever is behind reads from the store until he
//! has caught up. Whoever then does not keep up is let go: he comes back with
//! the id of the last entry that he saw.

use crate::{auth::Caller, limits::Counted, live::LiveLedger, problem::Problem, service::Service};
use actix_web::web::{self, Bytes, BytesMut};
use fupan_replay::entry::Entry;
use fupan_store::{EventStore, Subscription, subscription::SubscriptionError};
use futures_util::{Stream, stream};
use std::{
    sync::{Arc, Mutex, PoisonError},
    thread,
    time::{Duration, Instant},
};
use tokio::{
    sync::{broadcast, watch},
    time::{Interval, MissedTickBehavior, interval},
};

/// How many entries are read from the store at once.
const READ_ENTRIES: usize = 256;
/// How many entries that are there already go into one piece of a body.
const PIECE_ENTRIES: usize = 64;
/// How often the thread of a ledger looks whether anybody still follows.
const LOOK_EVERY: Duration = Duration::from_millis(500);
/// How often it is looked whether the token of one who follows still stands.
const LOOK_FOR_TOKEN: Duration = Duration::from_millis(500);

/// An entry as it goes to those who follow.
#[derive(Clone, Debug)]
struct Frame {
    seq: u64,
    text: Bytes,
}

impl Frame {
    /// The event of an entry, in the words of server-sent events. The data are
    /// the entry's exact bytes, which hold no line ends.
    fn new(seq: u64, bytes: &[u8]) -> Result<Frame, Problem> {
        let entry = Entry::read(bytes).map_err(|e| Problem::internal(&e))?;
        let mut text = BytesMut::with_capacity(bytes.len() + 64);
        text.extend_from_slice(format!("id: {seq}\nevent: {}\ndata: ", entry.type_name).as_bytes());
        text.extend_from_slice(bytes);
        text.extend_from_slice(b"\n\n");
        Ok(Frame {
            seq,
            text: text.freeze(),
        })
    }
}

/// Tells those who follow a ledger of further entries.
pub struct Feed {
    sender: Mutex<Option<broadcast::Sender<Frame>>>,
    queue: usize,
}

impl Feed {
    /// A feed that holds so many entries for those who are a little behind.
    pub fn new(queue: usize) -> Feed {
        Feed {
            sender: Mutex::new(None),
            queue: queue.max(1),
        }
    }

    /// Follows from now on. The thread is there as long as somebody does.
    fn follow(
        self: &Arc<Self>,
        store: &dyn EventStore<fupan_replay::ledger::Refused>,
    ) -> Result<broadcast::Receiver<Frame>, Problem> {
        let mut sender = self.sender.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = &*sender {
            return Ok(sender.subscribe());
        }
        let (made, receiver) = broadcast::channel(self.queue);
        let subscription = store.subscribe(store.head().size.checked_sub(1));
        let (feed, sending) = (Arc::clone(self), made.clone());
        thread::Builder::new()
            .name("ledger-feed".to_owned())
            .spawn(move || feed.run(subscription, &sending))
            .map_err(|e| Problem::internal(&e))?;
        *sender = Some(made);
        Ok(receiver)
    }

    fn run(&self, mut subscription: Subscription, sending: &broadcast::Sender<Frame>) {
        loop {
            let frame = match subscription.next_within(LOOK_EVERY) {
                Ok(Some(stored)) => Frame::new(stored.seq, &stored.bytes),
                Ok(None) => {
                    let mut sender = self.sender.lock().unwrap_or_else(PoisonError::into_inner);
                    if sending.receiver_count() == 0 {
                        *sender = None;
                        return;
                    }
                    continue;
                }
                Err(SubscriptionError::Closed) => break,
                Err(SubscriptionError::Read(error)) => {
                    Err(Problem::from(&fupan_store::ViewError::from(error)))
                }
            };
            match frame {
                // Nobody may be there just now; the next look ends the thread.
                Ok(frame) => drop(sending.send(frame)),
                Err(problem) => {
                    tracing::error!("following a ledger ended: {}", problem.detail);
                    break;
                }
            }
        }
        *self.sender.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// One who follows a ledger.
pub struct Follower {
    service: web::Data<Service>,
    /// Who he is: he follows as long as he might begin to.
    caller: Caller,
    /// When to look at the latest, and when that was done, whether he still may.
    look: Interval,
    looked: Instant,
    ledger: Arc<LiveLedger>,
    /// The entry that he is to see next.
    next: u64,
    live: Option<broadcast::Receiver<Frame>>,
    caught_up: bool,
    heartbeat: Interval,
    stopping: watch::Receiver<bool>,
    greeted: bool,
    _counted: Vec<Counted>,
}

/// What a follower meets next.
enum Met {
    Piece(Bytes),
    Further,
    End(&'static str),
}

impl Follower {
    /// Follows a ledger from the entry of seq `next` on.
    pub fn new(
        (service, caller): (web::Data<Service>, Caller),
        ledger: Arc<LiveLedger>,
        next: u64,
        counted: Vec<Counted>,
    ) -> Follower {
        let every = Duration::from_secs(service.config.limits.heartbeat_s.max(1));
        let mut heartbeat = interval(every);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        heartbeat.reset();
        let stopping = service.stopping();
        let mut look = interval(LOOK_FOR_TOKEN);
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        look.reset();
        Follower {
            service,
            caller,
            look,
            looked: Instant::now(),
            ledger,
            next,
            live: None,
            caught_up: false,
            heartbeat,
            stopping,
            greeted: false,
            _counted: counted,
        }
    }

    /// The body of the answer: pieces as they come.
    pub fn into_stream(self) -> impl Stream<Item = Result<Bytes, Problem>> {
        stream::unfold(self, |mut follower| async move {
            let piece = follower.piece().await?;
            Some((Ok(piece), follower))
        })
    }

    /// Whether the token or session with which he began still stands.
    fn may_still(&mut self) -> bool {
        if self.looked.elapsed() < LOOK_FOR_TOKEN / 2 {
            return true;
        }
        self.looked = Instant::now();
        self.caller.stands(&self.service)
    }

    async fn piece(&mut self) -> Option<Bytes> {
        if !self.greeted {
            self.greeted = true;
            return Some(Bytes::from_static(b"retry: 2000\n\n"));
        }
        loop {
            let met = if *self.stopping.borrow() {
                Met::End("stopping")
            } else if !self.may_still() {
                Met::End("token")
            } else if self.caught_up {
                self.wait().await
            } else {
                self.catch_up().await
            };
            match met {
                Met::Piece(piece) => {
                    self.heartbeat.reset();
                    return Some(piece);
                }
                Met::Further => {}
                Met::End(reason) => {
                    let name = self.ledger.open.store.ledger();
                    // Figures are for everybody, and a review is its reviewers'.
                    if self.service.ledgers.known_kind(name) != Some(true) {
                        self.service
                            .metrics
                            .dropped
                            .with_label_values(&[reason])
                            .inc();
                    }
                    return None;
                }
            }
        }
    }

    /// Reads what is stored. Once little is left, what comes meanwhile is
    /// gathered, so that nothing falls between.
    async fn catch_up(&mut self) -> Met {
        let left = self.ledger.open.store.head().size.saturating_sub(self.next);
        if self.live.is_none() && left <= READ_ENTRIES as u64 {
            match self.ledger.feed.follow(&*self.ledger.open.store) {
                Ok(live) => self.live = Some(live),
                Err(_) => return Met::End("failed"),
            }
        }
        let (ledger, next) = (Arc::clone(&self.ledger), self.next);
        let read = web::block(move || frames(&ledger, next)).await;
        let Ok(Ok(frames)) = read else {
            return Met::End("failed");
        };
        self.caught_up = self.live.is_some() && frames.len() < READ_ENTRIES;
        if frames.is_empty() {
            return Met::Further;
        }
        let mut piece = BytesMut::new();
        for frame in frames {
            self.next = frame.seq + 1;
            piece.extend_from_slice(&frame.text);
        }
        Met::Piece(piece.freeze())
    }

    /// Waits for what comes.
    async fn wait(&mut self) -> Met {
        let Some(live) = &mut self.live else {
            self.caught_up = false;
            return Met::Further;
        };
        tokio::select! {
            frame = live.recv() => match frame {
                Ok(frame) => self.take(frame),
                Err(broadcast::error::RecvError::Lagged(_)) => Met::End("slow"),
                Err(broadcast::error::RecvError::Closed) => Met::End("closed"),
            },
            _ = self.heartbeat.tick() => match self.ledger.open.store.failure() {
                Some(_) => Met::End("failed"),
                None => Met::Piece(Bytes::from_static(b": still here\n\n")),
            },
            _ = self.look.tick() => Met::Further,
            _ = self.stopping.changed() => Met::Further,
        }
    }

    /// Takes an entry that came, and those that came with it.
    fn take(&mut self, first: Frame) -> Met {
        let mut piece = BytesMut::new();
        let mut frame = Some(first);
        let mut taken = 0;
        while let Some(next) = frame {
            if next.seq > self.next {
                // The feed began later than the reading ended: the store has what lies between.
                self.caught_up = false;
                break;
            }
            if next.seq == self.next {
                self.next += 1;
                piece.extend_from_slice(&next.text);
                taken += 1;
            }
            if taken >= PIECE_ENTRIES {
                break;
            }
            frame = self.live.as_mut().and_then(|live| live.try_recv().ok());
        }
        if piece.is_empty() {
            return Met::Further;
        }
        Met::Piece(piece.freeze())
    }
}

fn frames(ledger: &LiveLedger, next: u64) -> Result<Vec<Frame>, Problem> {
    let entries = ledger
        .open
        .store
        .entries(next, READ_ENTRIES)
        .map_err(|e| Problem::from(&fupan_store::ViewError::from(e)))?;
    let numbered = (next..).zip(&entries);
    numbered
        .map(|(seq, bytes)| Frame::new(seq, bytes))
        .collect()
}
