//! Until when a finding may be raised: which later facts close its window, and
//! which complaint keeps it open (contract, section 7; 2002 16.3, 1988 16.2).
//! What has become of the finding is in `findings`.

use super::terms::Window;
use crate::{
    Colour,
    event::GameEvent,
    game::{Ending, EndingKind, FactKind, GameState, Play},
    ids::EntryId,
};

/// How far a finding reaches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    /// Until when it may be raised.
    pub until: Window,
    /// Its place in the order of facts.
    pub step: usize,
    /// Whom it concerns; his opponent complains, and closes it by playing on.
    /// `None`: either side does.
    pub against: Option<Colour>,
    /// What closes it in any case.
    pub ends: Ends,
}

/// What closes a window that play has left open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ends {
    /// The end of the game.
    WithResult,
    /// The confirmation of its result.
    WithConfirmation,
    /// Nothing.
    Never,
}

/// Whether the window had closed before the fact at that step.
pub(super) fn is_closed(game: &GameState, reach: &Reach, before: usize) -> bool {
    if closing_play(game, reach).is_some_and(|play| play.step < before) {
        return true;
    }
    match reach.ends {
        Ends::WithResult => game.was_over_before(before),
        Ends::WithConfirmation => confirmation(game).is_some_and(|e| e.step < before),
        Ends::Never => false,
    }
}

/// The entry that closed the window, if it is closed.
pub(super) fn closed_by(game: &GameState, reach: &Reach) -> Option<EntryId> {
    let ended = match reach.ends {
        Ends::WithResult => game.over_since(),
        Ends::WithConfirmation => confirmation(game).map(|ending| ending.step),
        Ends::Never => None,
    };
    let played_on = closing_play(game, reach).map(|play| play.step);
    // Steps count from 1.
    let index = played_on.into_iter().chain(ended).min()?.checked_sub(1)?;
    game.record.facts().get(index).map(|fact| fact.entry)
}

/// The first confirmation of a result that counts.
fn confirmation(game: &GameState) -> Option<&Ending> {
    let confirms = |e: &&Ending| matches!(e.kind, EndingKind::Confirmed(_)) && game.counts(e);
    game.endings.iter().find(confirms)
}

/// The stone or pass that closes a window.
fn closing_play<'a>(game: &'a GameState, reach: &Reach) -> Option<&'a Play> {
    let from = game
        .play_log
        .partition_point(|play| play.step <= reach.step);
    let mut later = game.play_log[from..].iter();
    match reach.until {
        Window::NextMove => later.find(|play| reach.against != Some(play.colour)),
        Window::AnyMove => later.next(),
        Window::CycleBroken => later.find(|play| play.is_new),
        Window::ColourSwapLastMove => {
            let last = game.terms.regulations.colour_swap_last_move?;
            later.find(|play| u64::try_from(play.number).is_ok_and(|n| n > u64::from(last)))
        }
        Window::GameEnd | Window::Never => None,
    }
}

/// The first complaint by the other side that came in time, about one of these
/// entries, and its place.
pub(super) fn complaint(
    game: &GameState,
    reach: &Reach,
    about: &[Option<EntryId>],
) -> Option<(EntryId, usize)> {
    let facts = game.record.facts().iter().zip(1..);
    let mut complaints = facts.filter_map(|(fact, step)| match &fact.kind {
        FactKind::Event(GameEvent::ComplaintRaised(complaint)) => {
            let of_it = complaint.about.is_some() && about.contains(&complaint.about);
            let by_other = reach.against != Some(complaint.by);
            (of_it && by_other).then_some((fact.entry, step))
        }
        _ => None,
    });
    complaints.find(|(_, step)| !is_closed(game, reach, *step))
}
