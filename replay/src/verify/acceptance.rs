//! Whether each entry could have been accepted in its place: asked of the same
//! code that accepts drafts, with the state that stood before the entry. What
//! could not is told, and taken all the same, so that what follows is judged by
//! the log as it stands.

use super::{
    Reread,
    check::{Check, Findings, Where},
    links::Links,
};
use crate::{
    ledger::{Ledger, Lookup, Reason, round_heads},
    sequencer::ReadError,
};
use fupan_domain::{
    event::{Event, ReviewEvent, Stream, TournamentEvent, tournament::RoundClosed},
    ids::{ActorId, EntryId},
    refusal::Refusal,
    tournament::{KEEPER, Place},
};
use std::sync::Arc;

/// The log that is being verified, as far as it was read.
pub(super) struct ReadSoFar<'a> {
    pub links: &'a Links,
    pub reread: Reread<'a>,
}

impl Lookup for ReadSoFar<'_> {
    fn author_of(&self, id: EntryId) -> Result<Option<ActorId>, ReadError> {
        Ok(self.links.author_of(id).cloned())
    }

    fn entries_of(&self, stream: &Stream) -> Result<Vec<Arc<[u8]>>, ReadError> {
        let Some(links) = self.links.stream(stream) else {
            return Ok(Vec::new());
        };
        let wanted = usize::try_from(links.entries).unwrap_or(usize::MAX);
        let entries = (self.reread)(stream, wanted)?;
        // What is read a second time must be what was verified the first time.
        let last = entries.last().map(|bytes| crate::entry::hash(bytes));
        if entries.len() == wanted && last == Some(links.head.hash) {
            return Ok(entries);
        }
        Err(ReadError(format!(
            "read again, {stream} is not what it was before"
        )))
    }
}

/// An entry whose event could be read, on its way into the state.
#[derive(Clone, Copy)]
pub(super) struct Judged<'a> {
    pub place: Place<'a>,
    pub stream: &'a Stream,
    pub event: &'a Event,
}

impl Judged<'_> {
    fn at(&self) -> Where {
        Where {
            seq: self.place.seq,
            entry: Some(self.place.entry),
        }
    }

    /// The first entry opens the tournament, or the review.
    pub fn check_opening(&self, links: &Links, findings: &mut Findings) {
        if links.entries > 0 {
            return;
        }
        findings.made(Check::Opening);
        if !matches!(
            self.event,
            Event::Tournament(TournamentEvent::TournamentOpened(_))
                | Event::Review(ReviewEvent::ReviewOpened(_))
        ) {
            let sentence = format!(
                "The first entry is a {}: the one that opened the ledger was cut off or replaced.",
                self.event.type_name()
            );
            findings.broken(Check::Opening, "first_entry", self.at(), sentence);
        }
    }

    /// A round was closed over its games as they stand here.
    pub fn check_round_heads(&self, links: &Links, ledger: &Ledger, findings: &mut Findings) {
        let Event::Tournament(TournamentEvent::RoundClosed(RoundClosed {
            round,
            heads_sha256: Some(recorded),
        })) = self.event
        else {
            return;
        };
        findings.made(Check::RoundHeads);
        let heads = round_heads(ledger.tournament(), *round, |stream| {
            links.stream(stream).map(|links| links.head)
        });
        if heads != *recorded {
            let sentence = format!(
                "Round {round} was closed over other games than those that stand here: \
                 an entry of one of its games was left out, put in or changed."
            );
            findings.broken(Check::RoundHeads, "round_heads_differ", self.at(), sentence);
        }
    }

    /// Whoever handed the entry in might do so: asked of what the way in asks.
    pub fn check_handed_in(&self, by: &ActorId, ledger: &Ledger, findings: &mut Findings) {
        findings.made(Check::HandedIn);
        let tournament = ledger.tournament();
        let handed_in = tournament.need_hand_in(by, self.place.actor, self.event);
        if let Err(refusal) = handed_in {
            let sentence = format!(
                "Entry {} ({}) could not have been handed in so: {refusal}.",
                self.place.seq,
                self.event.type_name()
            );
            findings.broken(Check::HandedIn, refusal.code(), self.at(), sentence);
        }
        self.note_keepers_machine(by, findings);
    }

    /// What a reviewer is said to have done, and the keeper handed in, was recorded where the
    /// data folder lies: whoever has that can write in anybody's name.
    fn note_keepers_machine(&self, by: &ActorId, findings: &mut Findings) {
        let of_a_reviewer = matches!(self.event, Event::Review(_));
        if of_a_reviewer && by.as_str() == KEEPER && by != self.place.actor {
            let sentence = format!(
                "Entry {} ({}) names {} as its author, and was handed in on the keeper's machine.",
                self.place.seq,
                self.event.type_name(),
                self.place.actor
            );
            findings.note("handed_in_by_keeper", self.at(), sentence);
        }
    }

    /// The entry could have been accepted in its place.
    pub fn check_accepted(
        &self,
        ledger: &mut Ledger,
        log: &ReadSoFar<'_>,
        findings: &mut Findings,
    ) {
        for check in [Check::Rights, Check::Articles, Check::Possible] {
            findings.made(check);
        }
        if let Event::Tournament(TournamentEvent::TournamentOpened(_)) = self.event {
            findings.made(Check::Edition);
        }
        match ledger.judge(self.place, self.stream, self.event, log) {
            Ok(_) => {}
            Err(Reason::Content(refusal)) => {
                let sentence = format!(
                    "Entry {} ({}) could not have been accepted: {refusal}.",
                    self.place.seq,
                    self.event.type_name()
                );
                findings.refused(check_of(&refusal), refusal.code(), self.at(), sentence);
            }
            Err(Reason::Sequence(error)) => {
                let sentence = format!(
                    "Entry {} ({}) could not be judged: {error}.",
                    self.place.seq,
                    self.event.type_name()
                );
                findings.broken(Check::Possible, "read_again", self.at(), sentence);
            }
        }
    }
}

/// Which check a refusal belongs to.
fn check_of(refusal: &Refusal) -> Check {
    match refusal {
        Refusal::UnknownEdition(_) | Refusal::OtherEdition { .. } => Check::Edition,
        Refusal::NoRight { .. } | Refusal::OwnMatter { .. } => Check::Rights,
        Refusal::NotForOthers { .. } => Check::HandedIn,
        Refusal::UnknownArticle { .. } => Check::Articles,
        _ => Check::Possible,
    }
}
