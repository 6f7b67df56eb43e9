//! What sanctions moved: the standings as they are beside those without any
//! sanction, and what in each line did it.

use super::{Exact, MovedView, StoodView, WhoView, source_text};
use fupan_domain::amount;
use fupan_domain::tournament::{AllFacts, Basis, Standings, StandingsAsked, TournamentState};

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
    for bout in &is.bouts {
        let same = was
            .bouts
            .iter()
            .find(|b| b.source == bout.source && b.round == bout.round);
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
    }
    for bout in &is.bouts {
        let Some(opponent) = bout.opponent else {
            continue;
        };
        let (was, is) = (before.terms[opponent].points, after.terms[opponent].points);
        if was != is {
            let who = after.lines[opponent].entrant.as_str();
            let points = amount(is, "point");
            told.push(format!("opponent {who} has {points} instead of {was}"));
        }
    }
    if told.is_empty() {
        told.push("others moved".to_owned());
    }
    told
}
