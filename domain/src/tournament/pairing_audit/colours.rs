//! Colours: one of them too often, or too often running.

use super::Audit;
use crate::{Colour, tournament::irregularity::Weight};

/// A run of one colour, or a surplus of it, from which on it is worth a remark.
const COLOURS_UNEVEN: usize = 3;

impl Audit<'_, '_> {
    /// A colour too often, or too often running.
    pub(super) fn colours(&mut self) {
        let rounds = self.standings.rounds;
        let mut told = Vec::new();
        for (player, so_far) in &self.players {
            let blacks = so_far
                .colours
                .iter()
                .filter(|(_, c)| *c == Colour::Black)
                .count();
            let whites = so_far.colours.len() - blacks;
            if blacks.abs_diff(whites) >= COLOURS_UNEVEN {
                let text = format!("{player} had black {blacks} times and white {whites} times");
                told.push(("colours_uneven", rounds, text));
            }
            for run in so_far.colours.chunk_by(|(_, a), (_, b)| a == b) {
                if let [(from, colour), .., (to, _)] = run
                    && run.len() >= COLOURS_UNEVEN
                {
                    let text = format!(
                        "{player} had {colour} {} times running since round {from}",
                        run.len()
                    );
                    told.push(("colours_running", *to, text));
                }
            }
        }
        for (code, round, text) in told {
            self.round = round;
            self.tell(code, Weight::Note, None, &text);
        }
    }
}
