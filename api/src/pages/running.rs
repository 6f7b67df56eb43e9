//! A clock that runs while a page is looked at: in words as it stands by the service's
//! own clock, with what a browser needs to let it run on. Only shown: what a clock
//! comes to is for the entries to say, and none may have been recorded yet.

use super::Viewer;
use fupan_domain::{Colour, Millis, Timestamp, clock::ClockView, game::GameState};
use maud::{Markup, html};
use serde_json::json;

/// How a running clock is told.
pub(super) struct Running<'a> {
    /// What stands between its parts.
    pub(super) between: &'a str,
    /// Whether it is told, too, that its time is over if nothing was left unrecorded;
    /// `false` where the page says so beside it.
    pub(super) says_out: bool,
}

fn whole(ms: Millis) -> Millis {
    Millis(ms.0 / 1000 * 1000)
}

/// Without the parts of seconds, which nobody reads from a clock that runs.
fn to_the_second(view: ClockView) -> ClockView {
    ClockView {
        used_ms: view.used_ms.map(whole),
        left_ms: view.left_ms.map(whole),
        over_ms: view.over_ms.map(whole),
        period_left_ms: view.period_left_ms.map(whole),
        ..view
    }
}

impl Viewer {
    /// A side's clock as it stands by now, where it runs.
    pub(super) fn running(
        &self,
        state: &GameState,
        colour: Colour,
        now: Timestamp,
        how: &Running<'_>,
    ) -> Markup {
        let texts = self.texts;
        let known = state.clock.view()[colour];
        let then = state.clock.view_at(now)[colour];
        let mut parts = texts.clock(&to_the_second(then));
        let is_over = |view: ClockView| view.over_ms.is_some_and(|over| over.0 > 0);
        let out = how.says_out.then(|| self.say("table-clock-out"));
        if is_over(then) && !is_over(known) {
            parts.extend(out.clone());
        }
        let timed = |key: &str| texts.with(key, &[("time", "{time}".into())]);
        let counted = |key: &str| texts.with(key, &[("count", "{count}".into())]);
        let told = json!({
            "view": known, "control": state.terms.regulations.time, "at": state.last_at,
            "said": {
                "left": timed("clock-left"), "periods": counted("clock-periods-left"),
                "period": timed("clock-period-left"), "moves": counted("clock-moves-left"),
                "used": timed("clock-used"), "over": timed("clock-over"),
                "running": self.say("clock-running"), "out": out, "between": how.between,
            },
        });
        html! {
            span class="running-clock" data-clock=(told) data-clock-now=(now) { (parts.join(how.between)) }
        }
    }
}
