//! The dossier of an appeal: one self-contained page for print that tells the
//! whole story of a dispute, from the fact at the board to the last decision
//! about it. Collected here as data, written by `page`; the same ledger and
//! language give the same bytes.
//!
//! It cites each entry with its hash and bytes, names the head of the ledger, and
//! has beside each entry the proof that it is in the ledger (C2SP tlog-proof), as
//! far as a signed checkpoint covers it.

mod cited;
mod facts;
mod findings;
mod links;
mod named;
mod page;
mod people;
mod scenes;
mod steps;

use crate::svg::{Strip, strip_of};
use cited::Cited;
use fupan_domain::{
    event::{Event, GameEvent, Stream, TournamentEvent},
    game::GameState,
    ids::{AppealId, EntryId, GameId, RulingId, Sha256},
    rulebook::{Clause, Edition},
    tournament::TournamentState,
};
use fupan_replay::{
    proof::tlog_proof::TlogProof,
    views::{AppealView, FileView, GameView, LedgerView, Moment},
};
use fupan_store::{
    Known, LedgerReader, ViewError,
    proofs::{ProofError, tlog_proof},
};
pub use page::render;
use people::People;
pub use people::Who;
use scenes::{Disputed, Scene};
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
};

/// What a dossier tells.
pub struct Dossier {
    ledger: LedgerView,
    appeal: AppealView,
    edition: Option<&'static Edition>,
    clauses: Vec<Clause>,
    /// The game it is about, as it stands now.
    game: Option<GameView>,
    disputed: Option<Disputed>,
    scenes: Vec<Scene>,
    /// The clocks up to the last of the scenes, marked at each.
    strip: Option<Strip>,
    /// The entries of the story, in order.
    story: Vec<Cited>,
    people: People,
    /// What became of the files of evidence.
    files: BTreeMap<Sha256, FileView>,
    /// Decisions that do not stand, with the last one that overturned them.
    overturned: BTreeMap<RulingId, RulingId>,
    /// The proofs of the story's entries that a signed checkpoint covers, by seq.
    proofs: BTreeMap<u64, TlogProof>,
}

impl Dossier {
    /// Collects what there is to tell of an appeal.
    ///
    /// # Errors
    /// When there is no such appeal, or the store can't be read.
    pub fn collect<R>(reader: &LedgerReader<R>, appeal: &AppealId) -> Result<Dossier, ViewError> {
        let view = reader.appeal_view(appeal, Known::Now)?;
        let tournament = reader.tournament(Known::Now)?;
        let entries = read(reader, view.game.as_ref())?;
        let linked = links::story_of(appeal, &entries);
        let (disputed, linked) = with_the_turn(linked, &entries, view.game.as_ref());
        let story: Vec<Cited> = linked
            .iter()
            .filter_map(|seq| entries.get(seq))
            .cloned()
            .collect();
        let game = view.game.as_ref();
        let game_view = |game| reader.game_view(game, Known::Now, Moment::Last);
        let game_view = game.map(game_view).transpose()?;
        let scenes = match (game, disputed) {
            (Some(game), Some(disputed)) => scenes_of(reader, game, disputed, &story)?,
            _ => Vec::new(),
        };
        let strip = match (game, &scenes[..]) {
            (Some(game), [.., last]) => {
                let marked: Vec<EntryId> = scenes.iter().map(|scene| scene.entry).collect();
                let folded = reader.game(game, Known::Now)?;
                strip_of(&folded.state, Some(last.entry), &marked)
            }
            _ => None,
        };
        let sides = game_view
            .iter()
            .flat_map(|view| [&view.players.black, &view.players.white]);
        let sides: Vec<String> = sides.flatten().map(ToString::to_string).collect();
        let records = |commitment| reader.store().person(commitment).ok().flatten();
        Ok(Dossier {
            ledger: reader.ledger_view(Known::Now)?,
            edition: tournament.edition(),
            clauses: tournament
                .regulations(u32::MAX)
                .map(|r| r.clauses)
                .unwrap_or_default(),
            people: People::named_in(&story, sides, &tournament, &records),
            files: tournament
                .files
                .keys()
                .map(|sha256| (*sha256, FileView::of(&tournament, *sha256)))
                .collect(),
            overturned: overturned(&tournament),
            appeal: view,
            game: game_view,
            disputed,
            scenes,
            strip,
            proofs: proofs_of(reader, &story)?,
            story,
        })
    }
}

/// The proofs of entries, as far as a signed checkpoint covers them.
fn proofs_of<R>(
    reader: &LedgerReader<R>,
    story: &[Cited],
) -> Result<BTreeMap<u64, TlogProof>, ViewError> {
    let mut proofs = BTreeMap::new();
    for entry in story {
        match tlog_proof(&**reader.store(), entry.seq) {
            Ok(proof) => drop(proofs.insert(entry.seq, proof)),
            Err(ProofError::Read(error)) => return Err(error.into()),
            // It was recorded after the last checkpoint, or nothing is signed here.
            Err(_) => {}
        }
    }
    Ok(proofs)
}

/// The entries among which the story is looked for: all that bear on more than
/// their own game, and those of the game. What can't be read is left to the audit.
fn read<R>(
    reader: &LedgerReader<R>,
    game: Option<&GameId>,
) -> Result<BTreeMap<u64, Cited>, ViewError> {
    let store = reader.store();
    let mut bytes = store.common_entries(0)?;
    if let Some(game) = game {
        bytes.extend(store.stream(&Stream::Game(game.clone()), 0, usize::MAX)?);
    }
    let entries = bytes.iter().filter_map(|bytes| Cited::read(bytes).ok());
    // Evidence of other games, and what the program records of files, tell nothing here.
    let elsewhere = |entry: &Cited| match &entry.event {
        Event::Log(_) | Event::Review(_) | Event::Access(_) => true,
        Event::Game(GameEvent::EvidenceAttached(_)) => {
            !matches!((&entry.stream, game), (Stream::Game(of), Some(game)) if of == game)
        }
        _ => false,
    };
    let entries = entries.filter(|entry| !elsewhere(entry));
    Ok(entries.map(|entry| (entry.seq, entry)).collect())
}

/// What is disputed, and the story with what else was recorded of that turn: the
/// move, readings of the clock and what was said before the first ruling, then
/// statements and evidence up to the last decision.
fn with_the_turn(
    mut linked: BTreeSet<u64>,
    entries: &BTreeMap<u64, Cited>,
    game: Option<&GameId>,
) -> (Option<Disputed>, BTreeSet<u64>) {
    let in_game = |entry: &&Cited| matches!((&entry.stream, game), (Stream::Game(id), Some(game)) if id == game);
    let of_game: Vec<&Cited> = entries.values().filter(in_game).collect();
    let story: Vec<&Cited> = of_game
        .iter()
        .copied()
        .filter(|e| linked.contains(&e.seq))
        .collect();
    let Some(disputed) = scenes::disputed(&story, &of_game) else {
        return (None, linked);
    };
    linked.insert(disputed.seq);
    let is_ruling = |e: &&&Cited| matches!(e.event, Event::Game(GameEvent::RulingMade(_)));
    let ruled = story.iter().find(is_ruling).map_or(u64::MAX, |e| e.seq);
    let turn = turn_of(&of_game, disputed.seq);
    let last = linked.last().copied().unwrap_or(0);
    for entry in of_game
        .iter()
        .filter(|e| e.seq > turn.start && e.seq <= last)
    {
        let Event::Game(event) = &entry.event else {
            continue;
        };
        let in_turn = entry.seq < turn.end.min(ruled);
        if is_testimony(event) || (in_turn && is_of_the_turn(event, entry.seq, disputed)) {
            linked.insert(entry.seq);
        }
    }
    (Some(disputed), linked)
}

/// From the move before an entry to the move after it.
fn turn_of(game: &[&Cited], seq: u64) -> Range<u64> {
    let is_move = |e: &&&Cited| {
        matches!(
            e.event,
            Event::Game(GameEvent::StonePlayed(_) | GameEvent::TurnPassed(_))
        )
    };
    let mut moves = game.iter().filter(is_move).map(|e| e.seq);
    let start = moves.clone().rfind(|at| *at < seq).unwrap_or(0);
    let end = moves.find(|at| *at > seq).unwrap_or(u64::MAX);
    start..end
}

fn is_testimony(event: &GameEvent) -> bool {
    matches!(
        event,
        GameEvent::StatementTaken(_) | GameEvent::EvidenceAttached(_)
    )
}

/// Whether an entry tells of the clock, of who was there or of what was said.
fn is_of_the_turn(event: &GameEvent, seq: u64, disputed: Disputed) -> bool {
    use GameEvent as E;
    match event {
        E::ClockPressed(_) => seq > disputed.seq,
        E::ByoyomiRead(_)
        | E::ClockRead(_)
        | E::ClockFaultFound(_)
        | E::CaptivesLifted(_)
        | E::SeatLeft(_)
        | E::SeatRetaken(_)
        | E::GamePaused(_)
        | E::GameResumed(_)
        | E::BreachObserved(_)
        | E::ComplaintRaised(_)
        | E::ConsentGiven(_)
        | E::ReliefRequested(_) => true,
        _ => false,
    }
}

fn scenes_of<R>(
    reader: &LedgerReader<R>,
    game: &GameId,
    disputed: Disputed,
    story: &[Cited],
) -> Result<Vec<Scene>, ViewError> {
    let folded = reader.game(game, Known::Now)?;
    let state: &GameState = &folded.state;
    let story: Vec<&Cited> = story.iter().collect();
    let mut scenes: Vec<Scene> = Vec::new();
    for planned in scenes::plan(disputed, &story, state) {
        let moment = match planned.when {
            scenes::When::Before => Moment::Before(planned.entry),
            _ => Moment::After(planned.entry),
        };
        let view = reader.game_view(game, Known::Now, moment)?;
        let scene = Scene::new(planned, view, &folded, scenes.last());
        scenes.push(scene);
    }
    Ok(scenes)
}

/// Which decisions do not stand, and by what they fell.
fn overturned(tournament: &TournamentState) -> BTreeMap<RulingId, RulingId> {
    let stands = |id: &RulingId| !tournament.overturned.contains(id);
    let fallen = tournament
        .overturns
        .iter()
        .filter(|(by, target)| stands(by) && !stands(target));
    fallen
        .map(|(by, target)| (target.clone(), by.clone()))
        .collect()
}

/// The article under which an entry was decided, if it names one.
fn article_of(event: &Event) -> Option<&str> {
    match event {
        Event::Game(GameEvent::RulingMade(ruling)) => Some(&ruling.article),
        Event::Game(GameEvent::WarningIssued(given) | GameEvent::AdmonitionGiven(given)) => {
            Some(&given.article)
        }
        Event::Game(GameEvent::PenaltyImposed(penalty)) => Some(&penalty.article),
        Event::Tournament(TournamentEvent::SanctionImposed(sanction)) => Some(&sanction.article),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
