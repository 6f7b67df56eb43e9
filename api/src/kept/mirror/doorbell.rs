//! The service's server-sent events, of which a mirror hears no more than that
//! something was recorded: what it was is asked for.

use super::Mirror;
use crate::problem::Problem;
use fupan_store::EventStore;
use std::{io::Read, sync::mpsc, thread};

impl Mirror {
    /// Rings for each entry that is recorded from now on; ends with the connection.
    pub(super) fn doorbell(&self) -> Result<mpsc::Receiver<()>, Problem> {
        let after = self.open.store.head().size.checked_sub(1);
        let after = after.map_or_else(String::new, |seq| format!("?after={seq}"));
        let path = format!("/v1/ledgers/{}/events{after}", self.followed.ledger);
        let events = self.remote.follow(&path)?;
        let (ring, bell) = mpsc::sync_channel(64);
        let follow = move || {
            // What comes while nobody has listened yet is heard with the rest.
            listen(events, || {
                ring.try_send(()) != Err(mpsc::TrySendError::Disconnected(()))
            });
        };
        let thread = thread::Builder::new().name("mirror-events".to_owned());
        thread.spawn(follow).map_err(|e| Problem::internal(&e))?;
        Ok(bell)
    }
}

/// Rings for each entry of a stream of server-sent events, until that ends or `ring`
/// says that nobody listens. Of a line no more is kept than its beginning.
fn listen(mut events: impl Read, mut ring: impl FnMut() -> bool) {
    const OF_ENTRY: &[u8] = b"id:";
    let (mut piece, mut begins) = ([0; 4096], Vec::with_capacity(OF_ENTRY.len()));
    loop {
        let Ok(read @ 1..) = events.read(&mut piece) else {
            return;
        };
        for byte in &piece[..read] {
            if *byte == b'\n' {
                if begins == OF_ENTRY && !ring() {
                    return;
                }
                begins.clear();
            } else if begins.len() < OF_ENTRY.len() {
                begins.push(*byte);
            }
        }
    }
}
