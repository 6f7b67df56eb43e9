//! Which entries name which others: what makes of single entries one story. A
//! ruling names the finding, the complaint and the stone that it is about, a
//! penalty its ruling, an appeal what it challenges, a decision what it overturns.

use super::cited::Cited;
use fupan_domain::{
    event::{AppealEvent, Event, GameEvent, Order, Stream, TournamentEvent},
    ids::{AppealId, EntryId, RulingId},
};
use std::collections::{BTreeMap, BTreeSet};

/// What an entry names.
#[derive(Clone, Debug, Default)]
pub struct Links {
    /// Entries by their ids.
    pub entries: Vec<EntryId>,
    /// Entries by their seqs, in which a finding stands.
    pub seqs: Vec<u64>,
    /// Rulings, sanctions and appeals.
    pub decisions: Vec<RulingId>,
}

impl Links {
    /// What an entry names.
    pub fn of(event: &Event) -> Links {
        match event {
            Event::Game(event) => of_game(event),
            Event::Tournament(event) => of_tournament(event),
            Event::Appeal(AppealEvent::AppealFiled(filed)) => Links {
                entries: filed.against.clone(),
                ..Links::default()
            },
            Event::Appeal(AppealEvent::AppealDecided(decided)) => of_orders(&decided.orders),
            Event::Appeal(_) | Event::Log(_) | Event::Review(_) | Event::Access(_) => {
                Links::default()
            }
        }
    }
}

fn of_game(event: &GameEvent) -> Links {
    match event {
        GameEvent::RulingMade(ruling) => {
            let mut links = of_orders(&ruling.orders);
            links.entries.extend(ruling.about.iter().flatten());
            let findings = ruling
                .finding
                .iter()
                .chain(ruling.findings.iter().flatten());
            links
                .seqs
                .extend(findings.filter_map(|f| seq_of_finding(f)));
            links
        }
        GameEvent::WarningIssued(given) | GameEvent::AdmonitionGiven(given) => {
            decision(&given.ruling)
        }
        GameEvent::PenaltyImposed(penalty) => decision(&penalty.ruling),
        GameEvent::ComplaintRaised(complaint) => entries(complaint.about),
        GameEvent::BreachObserved(breach) => entries(breach.about),
        GameEvent::ConsentGiven(consent) => entries(Some(consent.about)),
        GameEvent::EntryCorrected(correction) => entries(Some(correction.entry)),
        // `after` only says where an inserted fact stands.
        _ => Links::default(),
    }
}

fn of_tournament(event: &TournamentEvent) -> Links {
    match event {
        TournamentEvent::BreachObserved(breach) => entries(breach.about),
        TournamentEvent::SanctionImposed(sanction) => Links {
            seqs: sanction
                .finding
                .iter()
                .filter_map(|f| seq_of_finding(f))
                .collect(),
            ..Links::default()
        },
        TournamentEvent::SanctionLifted(lifted) => decision(&lifted.sanction),
        _ => Links::default(),
    }
}

fn of_orders(orders: &[Order]) -> Links {
    let mut links = Links::default();
    for order in orders {
        match order {
            Order::VoidMove { entry } | Order::MoveStands { entry } => links.entries.push(*entry),
            Order::Overturn { ruling } => links.decisions.push(ruling.clone()),
            _ => {}
        }
    }
    links
}

fn entries(named: Option<EntryId>) -> Links {
    Links {
        entries: named.into_iter().collect(),
        ..Links::default()
    }
}

fn decision(named: &RulingId) -> Links {
    Links {
        decisions: vec![named.clone()],
        ..Links::default()
    }
}

/// The seq in the id of a finding, as `MV-5@123`.
pub fn seq_of_finding(finding: &str) -> Option<u64> {
    finding.split_once('@')?.1.parse().ok()
}

/// The id by which a ruling, sanction or appeal is overturned, if the entry
/// makes one.
pub fn decides(entry: &Cited) -> Option<RulingId> {
    match (&entry.event, &entry.stream) {
        (Event::Game(GameEvent::RulingMade(ruling)), _) => Some(ruling.ruling.clone()),
        (Event::Tournament(TournamentEvent::SanctionImposed(s)), _) => Some(s.sanction.clone()),
        (Event::Appeal(_), Stream::Appeal(appeal)) => appeal.as_str().parse().ok(),
        _ => None,
    }
}

/// The seqs of all entries that hang together with an appeal, in order: those of
/// its stream, what they name, what names those, and so on.
pub fn story_of(appeal: &AppealId, entries: &BTreeMap<u64, Cited>) -> BTreeSet<u64> {
    let neighbours = neighbours(entries);
    let own = |entry: &&Cited| matches!(&entry.stream, Stream::Appeal(id) if id == appeal);
    let mut waiting: Vec<u64> = entries.values().filter(own).map(|e| e.seq).collect();
    let mut story = BTreeSet::new();
    while let Some(seq) = waiting.pop() {
        if story.insert(seq) {
            waiting.extend(neighbours.get(&seq).into_iter().flatten());
        }
    }
    story
}

/// Who names whom, read both ways.
fn neighbours(entries: &BTreeMap<u64, Cited>) -> BTreeMap<u64, BTreeSet<u64>> {
    let by_id: BTreeMap<EntryId, u64> = entries.values().map(|e| (e.id, e.seq)).collect();
    let mut by_decision: BTreeMap<RulingId, Vec<u64>> = BTreeMap::new();
    for entry in entries.values() {
        if let Some(id) = decides(entry) {
            by_decision.entry(id).or_default().push(entry.seq);
        }
    }
    let mut neighbours: BTreeMap<u64, BTreeSet<u64>> = BTreeMap::new();
    let mut join = |a: u64, b: u64| {
        neighbours.entry(a).or_default().insert(b);
        neighbours.entry(b).or_default().insert(a);
    };
    for entry in entries.values() {
        let links = Links::of(&entry.event);
        let named = links.entries.iter().filter_map(|id| by_id.get(id));
        let at_seq = links.seqs.iter().filter(|seq| entries.contains_key(seq));
        named.chain(at_seq).for_each(|seq| join(entry.seq, *seq));
        for decision in links.decisions.iter().chain(&decides(entry)) {
            let parts = by_decision.get(decision).into_iter().flatten();
            parts.for_each(|seq| join(entry.seq, *seq));
        }
    }
    neighbours
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_names_the_seq_at_which_it_stands() {
        assert_eq!(seq_of_finding("MV-5@123"), Some(123));
        assert_eq!(seq_of_finding("MV-5"), None);
        assert_eq!(seq_of_finding("MV-5@x"), None);
    }
}
