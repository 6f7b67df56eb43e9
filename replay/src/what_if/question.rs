//! What is asked: which entries fell, and which drafts stood in their place or
//! came after all others. And what a name in such a question means.

use super::{Base, WhatIfError};
use crate::{
    draft::Draft,
    fold::{FoldEntry, FoldError, TournamentHistory},
    ledger::Reason,
    sequencer::IndexedLog,
};
use fupan_domain::{
    Timestamp,
    event::{AppealEvent, Event, GameEvent, Stream, TournamentEvent},
    game::is_replaceable,
    ids::{ActorId, AppealId, EntryId, GameId, RulingId},
    refusal::Refusal,
    tournament::DecidedBy,
};

/// What is asked.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// What falls, each as it is named: an entry by its id or as `@` and its
    /// seq, a decision also by the id of the ruling, sanction or appeal.
    pub void: Vec<String>,
    /// Drafts that come after what is there. Where one fact of a game falls and
    /// nothing else is asked, a single draft of a fact of that game stands in its place.
    pub with: Vec<Tried>,
    /// Facts that fall, each with the draft that stands in its place.
    pub in_place_of: Vec<(String, Tried)>,
}

/// A draft that is tried out, and where it was found.
#[derive(Clone, Debug)]
pub struct Tried {
    /// The file, where it came from one.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: usize,
    /// The draft.
    pub draft: Draft,
}

/// What falls, with its entry.
#[derive(Clone, Debug)]
pub(super) struct Named {
    /// As it was named.
    pub name: String,
    /// The entry that falls.
    pub entry: EntryId,
    /// Its seq.
    pub seq: u64,
    /// Its stream.
    pub stream: Stream,
    /// Its type.
    pub type_name: String,
    /// When it happened.
    pub at: Timestamp,
    /// Its author.
    pub actor: ActorId,
    /// What kind of thing falls.
    pub kind: Kind,
}

/// What kind of thing falls.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// A fact of the tournament or of an appeal.
    OfTournament,
    /// A fact of a game.
    OfGame(GameId),
    /// A warning, admonition or penalty alone.
    Effect(GameId, RulingId),
    /// A decision, with what it imposed.
    Decision(RulingId),
}

/// What is asked, with each name found and each draft in its place.
pub(super) struct Asked {
    /// What falls, in the order in which it is taken: facts as they happened,
    /// then decisions from the last one back, so that one which a later one had
    /// overturned stands and can fall, then single effects.
    pub void: Vec<(Named, Option<Tried>)>,
    /// Drafts that come after what is there.
    pub after: Vec<Tried>,
}

impl Asked {
    /// The decisions that fall.
    pub fn decisions(&self) -> impl Iterator<Item = &RulingId> {
        self.void.iter().filter_map(|(named, _)| match &named.kind {
            Kind::Decision(decision) => Some(decision),
            _ => None,
        })
    }

    pub fn of(base: Base<'_>, question: Question) -> Result<Asked, WhatIfError> {
        let mut void: Vec<(Named, Option<Tried>)> = Vec::new();
        for (name, tried) in question.in_place_of {
            let named = find(&name, base.history, base.log)?;
            if void.iter().any(|(other, _)| other.entry == named.entry) {
                let why = format!("two drafts can't both stand in place of {name}");
                return Err(tried.refused(Reason::from(Refusal::Contradiction(why))));
            }
            void.push((named, Some(tried)));
        }
        for name in &question.void {
            let named = find(name, base.history, base.log)?;
            if !void.iter().any(|(other, _)| other.entry == named.entry) {
                void.push((named, None));
            }
        }
        let mut after = question.with;
        // The plain case: one fact falls, and one draft stands in its place.
        if let ([(named, place @ None)], [tried]) = (&mut void[..], &after[..])
            && matches!(named.kind, Kind::OfGame(_))
            && tried.draft.stream == named.stream
            && is_replaceable(&tried.draft.type_name)
        {
            *place = after.pop();
        }
        void.sort_by_key(|(named, _)| match named.kind {
            Kind::OfTournament => (0, named.seq),
            Kind::OfGame(_) => (1, named.seq),
            Kind::Decision(_) => (2, u64::MAX - named.seq),
            Kind::Effect(..) => (3, named.seq),
        });
        Ok(Asked { void, after })
    }
}

/// Finds what a name means.
fn find(
    name: &str,
    history: &TournamentHistory,
    log: &dyn IndexedLog,
) -> Result<Named, WhatIfError> {
    let refused = |refusal: Refusal| WhatIfError::void(name, Reason::from(refusal));
    let unknown = |what| {
        refused(Refusal::Unknown {
            what,
            id: name.to_owned(),
        })
    };
    let bytes = if let Some(seq) = name.strip_prefix('@') {
        let seq = seq.parse().map_err(|_| unknown("entry"))?;
        log.entry_at(seq)?
    } else if let Ok(id) = uuid::Uuid::try_parse(name) {
        log.entry_by_id(EntryId(id))?
    } else {
        let id = name.parse().map_err(|_| unknown("entry or decision"))?;
        let entry = decision_entry(&id, history).map_err(refused)?;
        log.entry_by_id(entry)?
    };
    let bytes = bytes.ok_or_else(|| unknown("entry"))?;
    read(name, &bytes).map_err(|error| match error {
        NotVoidable::Refused(refusal) => refused(*refusal),
        NotVoidable::Unreadable(error) => error.into(),
    })
}

/// The entry with which a decision was made.
fn decision_entry(id: &RulingId, history: &TournamentHistory) -> Result<EntryId, Refusal> {
    let tournament = history.now();
    let decided = tournament.decided.get(id).ok_or_else(|| Refusal::Unknown {
        what: "ruling, sanction or appeal",
        id: id.to_string(),
    })?;
    if let DecidedBy::Appeal(_) = &decided.by {
        // One that is not decided has decided nothing.
        tournament.need_standing_decision(id)?;
    }
    Ok(decided.entry)
}

/// Why an entry can't fall.
enum NotVoidable {
    Refused(Box<Refusal>),
    Unreadable(FoldError),
}

impl<E: Into<FoldError>> From<E> for NotVoidable {
    fn from(error: E) -> NotVoidable {
        NotVoidable::Unreadable(error.into())
    }
}

fn read(name: &str, bytes: &[u8]) -> Result<Named, NotVoidable> {
    let entry = FoldEntry::read(bytes)?;
    let stream = entry.stream()?;
    let kind = kind_of(&stream, entry.event(&stream)?).map_err(NotVoidable::Refused)?;
    Ok(Named {
        name: name.to_owned(),
        entry: entry.id,
        seq: entry.seq,
        stream,
        type_name: entry.type_name.to_owned(),
        at: entry.at,
        actor: entry.actor()?,
        kind,
    })
}

fn kind_of(stream: &Stream, event: Event) -> Result<Kind, Box<Refusal>> {
    Ok(match (stream, event) {
        (Stream::Game(game), Event::Game(event)) => match event {
            GameEvent::RulingMade(ruling) => Kind::Decision(ruling.ruling),
            GameEvent::WarningIssued(w) | GameEvent::AdmonitionGiven(w) => {
                Kind::Effect(game.clone(), w.ruling)
            }
            GameEvent::PenaltyImposed(penalty) => Kind::Effect(game.clone(), penalty.ruling),
            _ => Kind::OfGame(game.clone()),
        },
        (Stream::Appeal(id), Event::Appeal(AppealEvent::AppealDecided(_))) => {
            Kind::Decision(as_decision(id)?)
        }
        (_, Event::Tournament(TournamentEvent::SanctionImposed(sanction))) => {
            Kind::Decision(sanction.sanction)
        }
        (_, Event::Tournament(TournamentEvent::TournamentOpened(_))) => {
            let why = "without the entry that opened the tournament nothing is left".to_owned();
            return Err(Box::new(Refusal::NotAFact(why)));
        }
        _ => Kind::OfTournament,
    })
}

/// An appeal's id as a decision's: both are slugs.
fn as_decision(id: &AppealId) -> Result<RulingId, Box<Refusal>> {
    id.as_str().parse().map_err(|_| {
        Box::new(Refusal::Unknown {
            what: "appeal",
            id: id.to_string(),
        })
    })
}
