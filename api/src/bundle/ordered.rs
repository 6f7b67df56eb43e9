//! Work on many pieces at once whose results are taken in the order of the
//! pieces: one thread reads them, some work on them, the caller takes. Only so
//! many are under way, so that memory stays bounded however long the input is.

use std::{
    collections::BTreeMap,
    num::NonZero,
    sync::{
        Mutex, PoisonError,
        mpsc::{Receiver, Sender, channel, sync_channel},
    },
    thread,
};

/// How many pieces are under way for each thread that works on them.
const PIECES_PER_WORKER: usize = 3;

/// Takes the pieces that `read` gives, worked on by `work`, in their order.
/// Ends with the last piece, or with the first error of `read`.
///
/// # Errors
/// That of `read`; what was read before it has been taken by then.
pub fn ordered<P: Send, T: Send, E: Send>(
    mut read: impl FnMut() -> Result<Option<P>, E> + Send,
    work: impl Fn(P) -> T + Sync,
    mut take: impl FnMut(T),
) -> Result<(), E> {
    let workers = thread::available_parallelism().map_or(1, NonZero::get);
    let under_way = workers * PIECES_PER_WORKER;
    let (permit, permits) = sync_channel(under_way);
    let (piece_to, pieces) = channel();
    let (result_to, results) = channel();
    let pieces = Mutex::new(pieces);
    for _ in 0..under_way {
        // There is room for exactly so many.
        let _full = permit.try_send(());
    }
    thread::scope(|scope| {
        let reading = scope.spawn(move || {
            let mut number = 0_u64;
            while permits.recv().is_ok() {
                let Some(piece) = read()? else {
                    break;
                };
                if piece_to.send((number, piece)).is_err() {
                    break;
                }
                number += 1;
            }
            Ok(())
        });
        for _ in 0..workers {
            let (pieces, work, result_to) = (&pieces, &work, result_to.clone());
            scope.spawn(move || work_on(pieces, work, &result_to));
        }
        drop(result_to);
        let mut waiting = BTreeMap::new();
        let mut next = 0_u64;
        for (number, result) in &results {
            waiting.insert(number, result);
            while let Some(result) = waiting.remove(&next) {
                take(result);
                next += 1;
                // The reader may have ended.
                let _ended = permit.try_send(());
            }
        }
        drop(permit);
        match reading.join() {
            Ok(read) => read,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

fn work_on<P, T>(
    pieces: &Mutex<Receiver<(u64, P)>>,
    work: &impl Fn(P) -> T,
    result_to: &Sender<(u64, T)>,
) {
    loop {
        let piece = pieces.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((number, piece)) = piece else {
            return;
        };
        if result_to.send((number, work(piece))).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_pieces() {
        let mut numbers = 0..1000_u64;
        let mut taken = Vec::new();
        let read = || Ok::<_, ()>(numbers.next());
        let work = |n: u64| {
            // Some pieces take longer than others.
            (0..(n % 7) * 1000).fold(n, |a, b| std::hint::black_box(a ^ b ^ b))
        };
        assert_eq!(ordered(read, work, |n| taken.push(n)), Ok(()));
        assert!(taken.iter().copied().eq(0..1000));
    }

    #[test]
    fn what_was_read_before_an_error_is_taken() {
        let mut left = 10;
        let mut taken = 0;
        let read = || {
            left -= 1;
            if left == 0 { Err("cut") } else { Ok(Some(())) }
        };
        assert_eq!(ordered(read, |()| (), |()| taken += 1), Err("cut"));
        assert_eq!(taken, 9);
    }
}
