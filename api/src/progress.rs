//! A progress bar for anything that takes longer than a second, on stderr.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::{Duration, Instant};

/// How long something may take before it shows a bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// The progress of something whose length is known.
pub struct Progress {
    bar: ProgressBar,
    began: Instant,
    shown: bool,
}

impl Progress {
    /// Something of that many steps, as it is called.
    pub fn new(steps: u64, what: &str) -> Progress {
        let bar = ProgressBar::with_draw_target(Some(steps), ProgressDrawTarget::hidden());
        if let Ok(style) =
            ProgressStyle::with_template("{msg} {bar:40} {human_pos}/{human_len} {eta}")
        {
            bar.set_style(style);
        }
        bar.set_message(what.to_owned());
        Progress {
            bar,
            began: Instant::now(),
            shown: false,
        }
    }

    /// So many more steps are done.
    pub fn advance(&mut self, steps: u64) {
        if !self.shown && self.began.elapsed() > PATIENCE {
            self.shown = true;
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.inc(steps);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
