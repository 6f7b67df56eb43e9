//! Standings as they were announced against standings computed again, row by
//! row, from what was known when they were announced; and what else the audit
//! tells of lots, pairings and nigiri. None of it changes a result.

use crate::{
    fold::{Step, StepEvent},
    views::{Discrepancy, Severity},
};
use fupan_domain::{
    amount,
    event::{
        TournamentEvent,
        tournament::{PublishedPlace, StandingsPublished},
    },
    ids::{EntryId, PlayerId},
    score::Fraction,
    tournament::{
        AllFacts, Criterion, Irregularity, Ranked, Standings, StandingsAsked, TournamentState,
        Weight, lots, nigiri_irregularities, pairing_audit,
    },
};
use std::collections::BTreeSet;

/// How many differences of one announcement are told one by one.
const ROWS_TOLD: usize = 20;

/// The announcement that a step is, if it is one.
pub(crate) fn announced(step: &Step) -> Option<&StandingsPublished> {
    match &step.event {
        StepEvent::Tournament(TournamentEvent::StandingsPublished(published)) => Some(published),
        _ => None,
    }
}

/// What differs between an announcement and the standings computed from what
/// was known then.
pub(crate) fn compare(
    entry: EntryId,
    published: &StandingsPublished,
    tournament: &TournamentState,
    computed: Option<&Computed<'_>>,
) -> Vec<Discrepancy> {
    let Some(computed) = computed else {
        return Vec::new();
    };
    if published.round > 0 && !tournament.rounds.contains_key(&published.round) {
        let text = format!(
            "standings after round {} were announced, and that round was not paired",
            published.round
        );
        let code = "standings_of_no_round";
        return vec![Discrepancy::new(code, Severity::Remark, Some(entry), text)];
    }
    let mut found = Vec::new();
    for place in &published.places {
        found.extend(computed.differs(place));
    }
    found.extend(computed.left_out(published.round, tournament));
    let more = found.len().saturating_sub(ROWS_TOLD);
    found.truncate(ROWS_TOLD);
    let mut told: Vec<Discrepancy> = found
        .into_iter()
        .map(|(code, text)| {
            let text = format!("standings after round {}: {text}", published.round);
            Discrepancy::new(code, Severity::Remark, Some(entry), text)
        })
        .collect();
    if more > 0 {
        let text = format!(
            "standings after round {}: {more} more differences",
            published.round
        );
        told.push(Discrepancy::new(
            "standings_differ",
            Severity::Remark,
            Some(entry),
            text,
        ));
    }
    let open = computed.standings.open.len();
    if open > 0 {
        let were = if open == 1 { "was" } else { "were" };
        let text = format!(
            "standings after round {} were announced while {} {were} open",
            published.round,
            amount(open, "game")
        );
        told.push(Discrepancy::new(
            "standings_early",
            Severity::Note,
            Some(entry),
            text,
        ));
    }
    told
}

/// The code of what is left out of an announcement.
pub(crate) const LEFT_OUT: &str = "standings_row_missing";

/// Whom an announcement names, and of them those of whom it says something else
/// than followed from what was known then; all of them where nothing could follow.
pub(crate) fn named_and_differing(
    published: &StandingsPublished,
    tournament: &TournamentState,
    computed: Option<&Computed<'_>>,
) -> (BTreeSet<String>, BTreeSet<String>) {
    let places = published.places.iter();
    let names = places.clone().filter_map(named).map(str::to_owned);
    let names: BTreeSet<String> = names.collect();
    let paired = published.round == 0 || tournament.rounds.contains_key(&published.round);
    let differing = match computed.filter(|_| paired) {
        Some(computed) => places
            .filter(|place| computed.differs(place).is_some())
            .filter_map(named)
            .map(str::to_owned)
            .collect(),
        None => names.clone(),
    };
    (names, differing)
}

/// A note where an announcement, right or not when it was made, is not what the
/// standings are now: a sanction or an appeal came after it.
pub(crate) fn changed_since(
    entry: EntryId,
    published: &StandingsPublished,
    tournament: &TournamentState,
    facts: &AllFacts,
) -> Option<Discrepancy> {
    let computed = Computed::of(tournament, facts, published.round)?;
    let differing = published
        .places
        .iter()
        .filter(|place| computed.differs(place).is_some());
    let who: Vec<&str> = differing.filter_map(named).take(ROWS_TOLD).collect();
    if who.is_empty() {
        return None;
    }
    let text = format!(
        "standings after round {} have changed since they were announced: {}",
        published.round,
        who.join(", ")
    );
    Some(Discrepancy::new(
        "standings_changed",
        Severity::Note,
        Some(entry),
        text,
    ))
}

/// What the audit tells of lots, pairings and nigiri. `born`: years of birth,
/// where they are at hand.
pub(crate) fn irregularities(
    tournament: &TournamentState,
    facts: &AllFacts,
    born: &dyn Fn(&PlayerId) -> Option<i32>,
) -> Vec<Discrepancy> {
    let lots = lots::irregularities(tournament, facts);
    let pairings = pairing_audit::irregularities(tournament, facts);
    let nigiri = nigiri_irregularities(tournament, facts, born);
    lots.into_iter()
        .chain(pairings)
        .chain(nigiri)
        .map(discrepancy)
        .collect()
}

fn discrepancy(irregularity: Irregularity) -> Discrepancy {
    let severity = match irregularity.weight {
        Weight::Note => Severity::Note,
        Weight::Remark => Severity::Remark,
    };
    let found = Discrepancy::new(
        irregularity.code,
        severity,
        irregularity.entry,
        irregularity.text,
    );
    Discrepancy {
        article: irregularity.article.map(str::to_owned),
        ..found
    }
}

fn named(place: &PublishedPlace) -> Option<&str> {
    let player = place.player.as_ref().map(AsRef::as_ref);
    player.or_else(|| place.team.as_ref().map(AsRef::as_ref))
}

/// Standings, ready to be looked up.
pub(crate) struct Computed<'a> {
    standings: Standings<'a>,
}

impl<'a> Computed<'a> {
    pub fn of(
        tournament: &'a TournamentState,
        facts: &'a AllFacts,
        round: u32,
    ) -> Option<Computed<'a>> {
        let asked = StandingsAsked {
            round: Some(round),
            without_sanctions: false,
        };
        Some(Computed {
            standings: Standings::of(tournament, facts, asked)?,
        })
    }

    /// The row of somebody, with its index among the places.
    fn row(&self, who: &str) -> Option<(usize, &Ranked)> {
        // Lines stand in the order of ids.
        let line = self
            .standings
            .lines
            .binary_search_by(|line| line.entrant.as_str().cmp(who));
        let line = line.ok()?;
        self.standings
            .ranked
            .iter()
            .enumerate()
            .find(|(_, ranked)| ranked.line == line)
    }

    /// What differs in an announced place: a code and a sentence with the term.
    fn differs(&self, announced: &PublishedPlace) -> Option<(&'static str, String)> {
        let who = named(announced)?;
        let Some((index, ranked)) = self.row(who) else {
            let text = format!(
                "{who} was announced in place {} and has none",
                announced.place
            );
            return Some(("standings_place_differs", text));
        };
        let terms = &self.standings.terms[ranked.line];
        if let Some(points) = announced.points.filter(|points| *points != terms.points) {
            let text = format!(
                "{who} was announced with {} and has {}",
                amount(points, "point"),
                terms.points
            );
            return Some(("standings_points_differ", text));
        }
        if let Some(total) = announced.total
            && Fraction::new(total.num, total.den) != Some(terms.total.0)
        {
            let text = format!(
                "{who} was announced with a total score of {}/{} and has {}: {}, opponents' sum {}, \
                 highest {}, {}",
                total.num,
                total.den,
                terms.total.0,
                amount(terms.points, "point"),
                terms.opponents.0,
                self.standings.highest.value(self.standings.highest.reading),
                amount(self.standings.rounds, "round"),
            );
            return Some(("standings_total_differs", text));
        }
        if usize::try_from(announced.place) == Ok(ranked.place) {
            return None;
        }
        let text = format!(
            "{who} was announced in place {} and stands in place {}{}",
            announced.place,
            ranked.place,
            self.why(index, announced.place)
        );
        Some(("standings_place_differs", text))
    }

    /// Who stands above somebody announced for a round and is announced in none of
    /// the entries for it: a list may end early, but leaves nobody out.
    fn left_out(&self, round: u32, known: &TournamentState) -> Option<(&'static str, String)> {
        let entries = known.published.iter().filter(|(_, of)| of.round == round);
        let named: BTreeSet<&str> = entries
            .flat_map(|(_, of)| of.places.iter().filter_map(named))
            .collect();
        let who = |ranked: &Ranked| self.standings.lines[ranked.line].entrant.as_str();
        let rows = &self.standings.ranked;
        let end = rows.iter().rposition(|row| named.contains(who(row)))?;
        let missing = rows[..end].iter().filter(|row| !named.contains(who(row)));
        let missing: Vec<String> = missing
            .map(|row| format!("{} in place {}", who(row), row.place))
            .collect();
        let text = format!(
            "not announced, and above others who were: {}",
            missing.join(", ")
        );
        (!missing.is_empty()).then_some((LEFT_OUT, text))
    }

    /// What separates a row from the one that stands in the announced place.
    fn why(&self, index: usize, announced: u32) -> String {
        let rows = &self.standings.ranked;
        let place = usize::try_from(announced).unwrap_or(usize::MAX);
        let Some(other) = rows.iter().position(|ranked| ranked.place == place) else {
            return String::new();
        };
        let (above, below) = (index.min(other), index.max(other));
        let between = rows[above..below]
            .iter()
            .filter_map(|ranked| ranked.decided_by);
        let Some(decided) = between.min_by_key(|criterion| self.rank_of(*criterion)) else {
            return String::new();
        };
        let name = |row: usize| self.standings.lines[rows[row].line].entrant.as_str();
        let [upper, lower] =
            [above, below].map(|row| self.standings.value(rows[row].line, decided));
        let values = upper
            .zip(lower)
            .map(|(upper, lower)| format!(", {upper} against {lower}"));
        format!(
            ": {} separates {} from {}{}",
            decided.name(),
            name(above),
            name(below),
            values.unwrap_or_default()
        )
    }

    fn rank_of(&self, criterion: Criterion) -> usize {
        let criteria = self.standings.criteria();
        criteria
            .iter()
            .position(|c| *c == criterion)
            .unwrap_or(usize::MAX)
    }
}
