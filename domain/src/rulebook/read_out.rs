//! What is called when in byo-yomi (TM-8: 2002 12.3, 1988 12.2): generated from
//! the edition's calls. Who speaks and what was really called is recorded by
//! `byoyomi_read`; how much of a period is used is the clock's to say.

use super::edition::Parameters;
use crate::{Colour, Millis, Timestamp, clock::TimeControl, game::GameState};

/// One call of the read-out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// When, counted from the beginning of the first period that is read.
    pub after: Millis,
    /// What, as `byoyomi_read` has it: "30", "58", "1m", "left 3", "10".
    pub text: String,
}

/// The calls of a turn that begins with so many periods left and goes on to the
/// end of the last one.
///
/// The editions count the seconds of a minute. In a period of another length
/// what is called is as far from its end as in a minute, and says how many
/// seconds are used; calls that would come before its beginning are left out.
pub fn calls(
    parameters: &Parameters,
    period: Millis,
    periods_left: u32,
) -> impl Iterator<Item = Call> {
    (0..periods_left).flat_map(move |number| {
        let start = period * i64::from(number);
        let calls = calls_in_period(parameters, period, periods_left - number - 1);
        calls.into_iter().map(move |call| Call {
            after: start + call.after,
            ..call
        })
    })
}

/// The calls of one period after which so many are left, counted from its
/// beginning: in the last one its last ten seconds, after another how many are left.
pub fn calls_in_period(parameters: &Parameters, period: Millis, left: u32) -> Vec<Call> {
    if left == 0 {
        return last_period(parameters, period);
    }
    let mut calls = one_period(parameters, period);
    calls.push(Call {
        after: period,
        text: format!("left {left}"),
    });
    calls
}

/// How many calls of a running clock are told in advance.
const CALLS_TOLD: usize = 100;

/// What is to be called to the side whose clock runs, and when, if it goes on
/// thinking; nothing where no byo-yomi runs or follows.
pub fn to_call(game: &GameState) -> Vec<(Colour, Timestamp, String)> {
    let clock = &game.clock;
    let (Some(colour), Some(now)) = (clock.running(), game.last_at) else {
        return Vec::new();
    };
    let (TimeControl::ReservedByoyomi { period_ms, .. } | TimeControl::Byoyomi { period_ms, .. }) =
        game.terms.regulations.time
    else {
        return Vec::new();
    };
    let shown = clock.player(colour).view(true);
    let (Some(main_left), Some(periods)) = (shown.left_ms, shown.periods_left) else {
        return Vec::new();
    };
    let used = shown
        .period_left_ms
        .map_or(Millis::ZERO, |left| period_ms - left);
    let until_first_period = main_left - used;
    calls(&game.terms.edition.parameters, period_ms, periods)
        .map(|call| (until_first_period + call.after, call.text))
        .filter(|(after, _)| *after > Millis::ZERO)
        .take(CALLS_TOLD)
        .map(|(after, text)| (colour, now.plus(after), text))
        .collect()
}

/// Whether a call is the last of the last period: "10, lost on overtime".
pub fn is_last_call(call: &str) -> bool {
    call == "10"
}

const MINUTE: Millis = Millis(60_000);

/// The calls of a period after which another one is left.
fn one_period(parameters: &Parameters, period: Millis) -> Vec<Call> {
    let seconds = parameters.byoyomi_calls_s.iter();
    let call = |second: &u32| {
        let after = in_period(*second, period)?;
        let text = match after {
            after if after == period && period == MINUTE => "1m".to_owned(),
            after => (after.0 / 1000).to_string(),
        };
        Some(Call { after, text })
    };
    seconds.filter_map(call).collect()
}

/// The calls of the last period: its last ten seconds are counted one by one.
fn last_period(parameters: &Parameters, period: Millis) -> Vec<Call> {
    let seconds = parameters.byoyomi_last_calls_s.iter();
    let call = |second: &u32| {
        let after = in_period(*second, period)?;
        let text = match second.checked_sub(50) {
            Some(count) if count > 0 => count.to_string(),
            _ => (after.0 / 1000).to_string(),
        };
        Some(Call { after, text })
    };
    seconds.filter_map(call).collect()
}

/// The moment of a period that is as far from its end as that second from the
/// end of a minute; `None` before its beginning.
fn in_period(second: u32, period: Millis) -> Option<Millis> {
    let after = Millis(i64::from(second) * 1000) + period - MINUTE;
    (after > Millis::ZERO).then_some(after)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::{Edition, EditionId};

    fn texts(edition: EditionId, period_ms: i64, periods: u32) -> Vec<(i64, String)> {
        let parameters = &Edition::of(edition).parameters;
        calls(parameters, Millis(period_ms), periods)
            .map(|call| (call.after.0 / 1000, call.text))
            .collect()
    }

    #[test]
    fn the_last_minute_is_counted_to_ten_in_both_editions() {
        let last = |edition| texts(edition, 60_000, 1);
        let counted: Vec<(i64, String)> = (51..=60)
            .zip(1..)
            .map(|(second, count): (i64, i64)| (second, count.to_string()))
            .collect();
        for edition in [EditionId::Cn1988, EditionId::Cn2002] {
            let calls = last(edition);
            let first: Vec<i64> = calls.iter().map(|(second, _)| *second).take(3).collect();
            assert_eq!(first, [30, 40, 50]);
            assert_eq!(calls[3..], counted);
        }
    }

    #[test]
    fn before_the_last_minute_it_is_told_how_many_are_left() {
        let calls = texts(EditionId::Cn2002, 60_000, 3);
        let spoken: Vec<&str> = calls.iter().map(|(_, text)| text.as_str()).collect();
        assert_eq!(
            spoken[..14],
            [
                "30", "40", "50", "55", "58", "1m", "left 2", "30", "40", "50", "55", "58", "1m",
                "left 1"
            ]
        );
        assert_eq!(calls[6].0, 60);
        assert_eq!(calls[7].0, 90);
    }

    #[test]
    fn a_period_of_half_a_minute_has_the_calls_of_its_end() {
        let calls = texts(EditionId::Cn2002, 30_000, 1);
        assert_eq!(calls[0], (10, "10".to_owned()));
        assert_eq!(calls[1], (20, "20".to_owned()));
        assert_eq!(calls[2], (21, "1".to_owned()));
        assert_eq!(calls.last(), Some(&(30, "10".to_owned())));
    }
}
