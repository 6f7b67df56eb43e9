//! What the signs of a diagram mean: numbers, stones without one, marks, the ring
//! of the last move. Only what is really drawn is explained.

use super::Page;
use crate::{dossier::scenes::Scene, svg::Mark};
use fupan_domain::board::{Board, Point};
use maud::{Markup, html};

impl Page<'_> {
    /// The legend of a diagram.
    pub(super) fn legend(&self, scene: &Scene, board: &Board) -> Markup {
        let said = self.signs(scene, board);
        html! {
            @if !said.is_empty() {
                p class="beside legend" { (said.join(" ")) }
            }
        }
    }

    fn signs(&self, scene: &Scene, board: &Board) -> Vec<String> {
        let is_numbered = |at: Point| scene.moves.shown.iter().any(|(point, _)| *point == at);
        let is_marked = |at: Point| scene.marks.iter().any(|(point, _)| *point == at);
        let is_plain = |at: &Point| !is_numbered(*at) && !is_marked(*at);
        let has = |mark: &Mark| scene.marks.iter().any(|(_, other)| other == mark);
        let mut said = Vec::new();
        if let Some(first) = scene.moves.shown.iter().map(|(_, number)| number).min() {
            let first = || [("first", first.to_string().into())];
            said.push(self.texts.with("board-numbers", &first()));
            let mut stones = board.points().filter(|at| board.at(*at).is_some());
            if stones.any(|at| is_plain(&at)) {
                said.push(self.texts.with("board-unnumbered", &first()));
            }
        }
        if has(&Mark::Triangle) {
            said.push(self.texts.say("board-triangle"));
        }
        if has(&Mark::Square) {
            said.push(self.texts.say("board-square"));
        }
        let last = scene.view.position.last.as_deref();
        let last = last.and_then(|last| last.parse::<Point>().ok());
        if last.is_some_and(|at| is_plain(&at) && board.at(at).is_some()) {
            said.push(self.texts.say("board-ring"));
        }
        said
    }
}
