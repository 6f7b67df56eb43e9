//! What sanctions moved: the standings as they are beside those without any
//! sanction, and what in each line did it.

use super::{Exact, MovedView, StoodView, WhoView, source_text};
use fupan_domain::{
    amount,
    rulebook::TieBreak,
    score::Fraction,
    tournament::{
        AllFacts, Basis, Bout, Criterion, Standings, StandingsAsked, Terms, TournamentState,
        Unplaced,
    },
};

/// Whom sanctions moved: those whose place, or any term of it, would be another
/// without them, or who would have no place, with what did it.
pub(super) fn moved(
    tournament: &TournamentState,
    facts: &AllFacts,
    after: &Standings<'_>,
) -> Vec<MovedView> {
    if after.bearing.sanctions.is_empty() {
        return Vec::new();
    }
    let asked = StandingsAsked {
        round: Some(after.round),
        without_sanctions: true,
    };
    let Some(before) = Standings::of(tournament, facts, asked) else {
        return Vec::new();
    };
    let (was, is) = (stood(&before), stood(after));
    let moved = was.into_iter().zip(is).enumerate();
    let moved = moved.filter_map(|(line, (was, is))| {
        let changed = was != is || before.terms[line] != after.terms[line];
        // Without a place before and after nobody is moved.
        (changed && (was.is_some() || is.is_some())).then(|| MovedView {
            who: WhoView::of(after.lines[line].entrant),
            before: was,
            after: is,
            because: because(&before, after, line),
        })
    });
    let mut moved: Vec<MovedView> = moved.collect();
    let place = |moved: &MovedView| moved.after.map_or(usize::MAX, |after| after.place);
    moved.sort_by(|a, b| (place(a), &a.who).cmp(&(place(b), &b.who)));
    moved
}

/// Where each line stands, if it has a place.
fn stood(standings: &Standings<'_>) -> Vec<Option<StoodView>> {
    let mut stood = vec![None; standings.lines.len()];
    for ranked in &standings.ranked {
        let terms = &standings.terms[ranked.line];
        stood[ranked.line] = Some(StoodView {
            place: ranked.place,
            points: terms.points,
            opponents: Exact(terms.opponents.0),
            total: terms.total.0,
        });
    }
    stood
}

/// What sanctions changed in a line, and in those of its opponents.
fn because(before: &Standings<'_>, after: &Standings<'_>, line: usize) -> Vec<String> {
    let (was, is) = (&before.lines[line], &after.lines[line]);
    let mut told = Vec::new();
    told.extend(place_or_none(before, after, line));
    let mut sums = Vec::new();
    for bout in &is.bouts {
        let same = was.bouts.iter().find(|b| is_same(b, bout));
        if same.map(|b| b.points) != Some(bout.points) {
            let by = match bout.basis {
                Basis::Sanction(sanction) => format!(" by {sanction}"),
                _ => String::new(),
            };
            let scored = same.map_or(0, |b| b.points);
            let what = source_text(bout.source);
            told.push(format!(
                "{what}: {} instead of {scored}{by}",
                amount(bout.points, "point")
            ));
        }
        let Some(opponent) = bout.opponent else {
            continue;
        };
        let (was, is) = (&before.terms[opponent], &after.terms[opponent]);
        let who = after.lines[opponent].entrant.as_str();
        if same.is_none() {
            // A game that was open before, or never paired: its opponent is new in the sum.
            let worth = is.worth.0;
            sums.push(format!("opponent {who} comes into the sum with {worth}"));
        } else if was.worth != is.worth {
            sums.push(if is_points(was) && is_points(is) {
                let points = amount(is.points, "point");
                format!("opponent {who} has {points} instead of {}", was.points)
            } else {
                format!(
                    "opponent {who} brings {} instead of {}",
                    is.worth.0, was.worth.0
                )
            });
        }
    }
    for bout in &was.bouts {
        if is.bouts.iter().any(|b| is_same(b, bout)) {
            continue;
        }
        let what = source_text(bout.source);
        told.push(format!(
            "{what}: no longer {}",
            amount(bout.points, "point")
        ));
        if let Some(opponent) = bout.opponent {
            let who = after.lines[opponent].entrant.as_str();
            let worth = before.terms[opponent].worth.0;
            sums.push(format!("opponent {who} leaves the sum with {worth}"));
        }
    }
    told.extend(sums);
    if told.is_empty() {
        told.extend(criteria(before, after, line));
    }
    if told.is_empty() {
        told.push("others moved".to_owned());
    }
    told
}

/// Why somebody has a place that he had not, or the other way round.
fn place_or_none(before: &Standings<'_>, after: &Standings<'_>, line: usize) -> Option<String> {
    let why = |standings: &Standings<'_>| {
        let unplaced = standings.unplaced.iter().find(|(of, _)| *of == line);
        unplaced.map(|(_, why)| match why {
            Unplaced::NeverPlayed => "withdrew before the start",
            Unplaced::Void => "the results were void",
        })
    };
    match (why(before), why(after)) {
        (Some(was), None) => Some(format!("has a place: without sanctions {was}")),
        (None, Some(is)) => Some(format!("has no place: {is}")),
        _ => None,
    }
}

/// The criteria in which a line has something else, where none of its own games
/// and no opponent's points say so: sums over opponents' opponents.
fn criteria(before: &Standings<'_>, after: &Standings<'_>, line: usize) -> Vec<String> {
    let differs = |tie_break: &TieBreak| {
        let criterion = Criterion::TieBreak(*tie_break);
        let [was, is] = [before, after].map(|standings| standings.value(line, criterion));
        let name = tie_break.name().replace('_', " ");
        let (was, is) = was.zip(is).filter(|(was, is)| was != is)?;
        Some(format!("{name} {is} instead of {was}"))
    };
    // `sos` says the same as `opponents`.
    let all = TieBreak::ALL.iter().filter(|one| **one != TieBreak::Sos);
    all.filter_map(differs).collect()
}

/// Whether two bouts are one, as it was and as it is.
fn is_same(a: &Bout<'_>, b: &Bout<'_>) -> bool {
    a.source == b.source && a.round == b.round && a.opponent == b.opponent
}

/// Whether an opponent brings the points that he scored (1988 29.3: or an average).
fn is_points(terms: &Terms) -> bool {
    terms.worth.0 == Fraction::whole(terms.points)
}
