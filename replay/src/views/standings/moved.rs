//! What sanctions moved: the standings as they are beside those without any
//! sanction, and what in each line did it.

use super::{Exact, MovedView, StoodView, WhoView, source_text};
use fupan_domain::{
    amount,
    score::Fraction,
    tournament::{AllFacts, Basis, Bout, Standings, StandingsAsked, Terms, TournamentState},
};

/// Whom sanctions moved: those whose place, points or sums would be others
/// without them, with what did it.
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
    let stood = |standings: &Standings<'_>| {
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
    };
    let pairs = stood(&before).into_iter().zip(stood(after)).enumerate();
    let moved = pairs.filter_map(|(line, (before_it, after_it))| {
        let (was, is) = (before_it?, after_it?);
        (was != is).then(|| MovedView {
            who: WhoView::of(after.lines[line].entrant),
            before: was,
            after: is,
            because: because(&before, after, line),
        })
    });
    let mut moved: Vec<MovedView> = moved.collect();
    moved.sort_by(|a, b| (a.after.place, &a.who).cmp(&(b.after.place, &b.who)));
    moved
}

/// What sanctions changed in a line, and in those of its opponents.
fn because(before: &Standings<'_>, after: &Standings<'_>, line: usize) -> Vec<String> {
    let (was, is) = (&before.lines[line], &after.lines[line]);
    let mut told = Vec::new();
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
        told.push("others moved".to_owned());
    }
    told
}

/// Whether two bouts are one, as it was and as it is.
fn is_same(a: &Bout<'_>, b: &Bout<'_>) -> bool {
    a.source == b.source && a.round == b.round && a.opponent == b.opponent
}

/// Whether an opponent brings the points that he scored (1988 29.3: or an average).
fn is_points(terms: &Terms) -> bool {
    terms.worth.0 == Fraction::whole(terms.points)
}
