//! Time that has run out, as far as anybody knows: when a clock that runs will be, or
//! was, over, and which findings say so. What follows from it is the rule book's.

use fupan_domain::{Colour, Millis, Timestamp, game::GameState, rulebook::Finding};
use fupan_replay::views::GameView;

/// Whether a finding is that time has run out (TM-9, TM-15, TM-21).
pub fn is_overtime(finding: &Finding) -> bool {
    let row = finding.id.split('@').next();
    matches!(row, Some("TM-9" | "TM-15" | "TM-21"))
}

/// Whose clock runs, and when its time will be over if he goes on thinking, or was
/// by now; `None`: that is not known.
pub fn clock_end(
    view: &GameView,
    game: &GameState,
    now: Timestamp,
) -> Option<(Colour, Option<Timestamp>)> {
    let colour = Colour::BOTH.into_iter().find(|c| view.clock[*c].running)?;
    let clock = &view.clock[colour];
    let last = game.last_at?;
    let read_to_end = view
        .read_out
        .last()
        .filter(|call| fupan_domain::rulebook::read_out::is_last_call(&call.call));
    // When its time is over, where it is, is the moment when it ran out.
    let asked = now.max(last);
    let over = game.clock.view_at(asked)[colour].over_ms;
    let over = over.filter(|over| over.0 > 0);
    let end = match (over, read_to_end) {
        (Some(over), _) => Some(asked.plus(Millis(-over.0))),
        (None, Some(call)) => Some(call.at),
        (None, None) if clock.periods_left.is_none_or(|periods| periods == 0) => {
            let period = clock
                .period_left_ms
                .or(game.terms.regulations.time.period_ms());
            let left = clock.left_ms.map(|left| last.plus(left));
            left.map(|left| left.plus(period.unwrap_or(Millis::ZERO)))
        }
        (None, None) => None,
    };
    Some((colour, end))
}
