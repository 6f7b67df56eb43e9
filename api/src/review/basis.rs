//! On what a review's figures rest, as lines of the command line: how many moves,
//! what is left out and why, how many members of the group have figures, and why a
//! figure is not compared. The same on pages is in `report::basis`.

use super::case::FiguresView;
use fupan_domain::amount;
use fupan_domain::event::review::{Label, Whose};
use fupan_replay::review::{Basis, Breakdown, Why};

/// What stands before the figures.
pub fn lines(view: &FiguresView) -> Vec<String> {
    let there = view.basis.iter().filter(|basis| basis.sides > 0);
    let mut lines: Vec<String> = there.map(of_moves).collect();
    if let Some(members) = &view.members {
        let least = view.parameters.moves_min;
        let counted = view.engine.as_ref().map_or_else(String::new, |_| {
            format!(", {} at least {least} that count", members.counted)
        });
        lines.push(format!(
            "of the group's {} {} have at least {} whose time is known{counted}",
            amount(members.members, "member"),
            members.timed,
            amount(least, "move")
        ));
    }
    lines.extend(not_compared(view));
    lines
}

/// What a column of figures is called.
pub const fn column(whose: Whose) -> &'static str {
    match whose {
        Whose::Subject => "in these games",
        Whose::Opponent => "opponents",
        Whose::OtherGames => "other games",
        Whose::Reference => "reference",
    }
}

fn of_moves(basis: &Basis) -> String {
    let sides = amount(basis.sides, "game");
    let whole = if basis.whole_seconds {
        " (whole seconds)"
    } else {
        ""
    };
    let beside = basis.agreement.as_ref().map_or_else(String::new, beside);
    format!(
        "{} {:<14} {sides}, {}, the time of {} known{whole}{beside}",
        basis.subject,
        column(basis.whose),
        amount(basis.moves, "move"),
        basis.timed
    )
}

fn beside(told: &Breakdown) -> String {
    format!(
        "; {} count beside the engine, left out: opening {}, too few visits {}, no answer {}, \
         settled {}, forced {}, engine not asked {}",
        told.counted,
        told.opening,
        told.thin,
        told.unknown,
        told.settled,
        told.forced,
        told.unasked
    )
}

/// Which figures are compared with nobody's, those of one reason in one line.
fn not_compared(view: &FiguresView) -> Vec<String> {
    let mut alike: Vec<(Label, String, Vec<&str>)> = Vec::new();
    for told in &view.not_compared {
        let why = match told.why {
            Why::TooFewMoves => {
                format!(
                    "they rest on {}, expected {}",
                    amount(told.n, "move"),
                    told.least
                )
            }
            Why::NoValue => "they can't be formed from these moves".to_owned(),
            Why::NoGroup => "no group is at hand".to_owned(),
            Why::TooFewMembers => {
                format!(
                    "{} have them, expected {}",
                    amount(told.n, "member"),
                    told.least
                )
            }
            Why::NoSpread => format!("all of {} have the same", amount(told.n, "member")),
        };
        let same = |other: &&mut (Label, String, _)| (other.0, &other.1) == (told.subject, &why);
        match alike.iter_mut().find(same) {
            Some((.., names)) => names.push(&told.figure),
            None => alike.push((told.subject, why, vec![&told.figure])),
        }
    }
    let line = |(subject, why, names): (Label, String, Vec<&str>)| {
        format!("{subject} not compared, {why}: {}", names.join(", "))
    };
    alike.into_iter().map(line).collect()
}
