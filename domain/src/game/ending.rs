//! How a game's result comes about. Several things may end a game one after
//! the other. Of what the players did the first counts, save for a second count;
//! it yields to what officials ruled and to what all three parties confirmed, of
//! which the latest that stands counts. Warnings alone do not undo a confirmed
//! result, and the side that a ruling made the winner may still give up.

use super::state::{GameState, WarningState};
use crate::{
    Colour,
    colour::PerColour,
    event::{GameResult, Outcome, ResultBy, game::PenaltyKind},
    ids::{EntryId, RulingId},
    score::QuarterZi,
};

/// Something that ends a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Ending {
    /// The entry.
    pub entry: EntryId,
    /// Its seq.
    pub seq: u64,
    /// Its place in the order in which the facts are read.
    pub step: usize,
    /// The rulings on which it rests: it counts only while all of them stand.
    pub rests_on: Vec<RulingId>,
    /// What it is.
    pub kind: EndingKind,
}

/// What ends a game.
#[derive(Clone, Debug, PartialEq)]
pub enum EndingKind {
    /// A side gave up.
    Resigned(Colour),
    /// The board was counted: black's area.
    Counted(QuarterZi),
    /// A result was stated, but not by all who must confirm it.
    Stated(GameResult),
    /// A ruling says that a side loses.
    Lost(Colour, ResultBy),
    /// A side has so many warnings that it loses; nobody rules that.
    Warned(Colour),
    /// A ruling or an appeal decision sets the result.
    Set(GameResult),
    /// Both players and an official confirmed the result.
    Confirmed(GameResult),
}

/// What the result comes from, the later ones superseding the earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Basis {
    Stated,
    Played,
    Ruled,
    /// The side that a ruling made the winner gave up all the same.
    Conceded,
    Confirmed,
}

/// The result as it stands after some of what ended the game.
#[derive(Clone, Debug, Default)]
struct Outlook {
    result: Option<GameResult>,
    basis: Option<Basis>,
    losses: PerColour<Option<ResultBy>>,
    rests_on: Vec<RulingId>,
}

impl Outlook {
    fn set(&mut self, basis: Basis, result: GameResult) {
        self.basis = Some(basis);
        self.result = Some(result);
    }

    fn winner(&self) -> Option<Colour> {
        self.result.and_then(|result| result.outcome.winner())
    }

    fn lose(&mut self, colour: Colour, by: ResultBy, rests_on: &[RulingId]) {
        self.losses[colour].get_or_insert(by);
        let result = match self.losses[colour.opponent()] {
            None => GameResult::new(Outcome::won_by(colour.opponent()), by),
            Some(_) => GameResult::new(Outcome::BothLose, by),
        };
        // Both lose by both rulings.
        if result.outcome != Outcome::BothLose {
            self.rests_on.clear();
        }
        self.rests_on.extend_from_slice(rests_on);
        self.set(Basis::Ruled, result);
    }
}

impl GameState {
    /// The result, if there is one.
    pub fn result(&self) -> Option<GameResult> {
        self.outlook().result
    }

    /// Whether the result that stands is the one that both players and an
    /// official confirmed.
    pub fn is_confirmed(&self) -> bool {
        self.outlook().basis == Some(Basis::Confirmed)
    }

    /// Whether the result that stands was ruled, or follows from warnings.
    pub fn is_ruled(&self) -> bool {
        self.outlook().basis == Some(Basis::Ruled)
    }

    /// The seq of the first entry since which the game has been decided as it is:
    /// the last of its endings that is no mere confirmation.
    pub fn decided_at(&self) -> Option<u64> {
        let counts = self.endings.iter().filter(|e| self.counts(e));
        let decided = counts.filter(|e| !matches!(e.kind, EndingKind::Confirmed(_)));
        decided.map(|e| e.seq).max()
    }

    /// The confirmation that closed the game to further play, if one did and
    /// no ruling has reopened it (contract, section 3).
    pub fn closed_by(&self) -> Option<EntryId> {
        let closing = |e: &&Ending| matches!(e.kind, EndingKind::Confirmed(_)) && self.counts(e);
        self.endings.iter().rev().find(closing).map(|e| e.entry)
    }

    fn outlook(&self) -> Outlook {
        let mut outlook = Outlook::default();
        let warned = self.lost_by_warnings();
        if self.endings.is_empty() && warned.is_empty() {
            return outlook;
        }
        let counting = self.endings.iter().filter(|e| self.counts(e));
        let mut endings: Vec<&Ending> = counting.chain(&warned).collect();
        endings.sort_by_key(|e| e.step);
        for ending in endings {
            self.follow(&mut outlook, ending);
        }
        outlook
    }

    /// What one more ending makes of the result.
    fn follow(&self, outlook: &mut Outlook, ending: &Ending) {
        let open = matches!(outlook.basis, None | Some(Basis::Stated));
        match ending.kind {
            EndingKind::Resigned(colour) => {
                let conceded =
                    outlook.basis == Some(Basis::Ruled) && outlook.winner() == Some(colour);
                let basis = if conceded {
                    Basis::Conceded
                } else {
                    Basis::Played
                };
                if open || conceded {
                    let winner = Outcome::won_by(colour.opponent());
                    outlook.rests_on.clear();
                    outlook.set(basis, GameResult::new(winner, ResultBy::Resignation));
                }
            }
            EndingKind::Counted(area) => {
                let again = outlook.basis == Some(Basis::Played)
                    && outlook.result.is_some_and(|r| r.by == ResultBy::Count);
                if open || again {
                    outlook.rests_on = self.counted_upon();
                    outlook.set(Basis::Played, self.count_result(area));
                }
            }
            EndingKind::Stated(result) if open => outlook.set(Basis::Stated, result),
            EndingKind::Stated(_) => {}
            EndingKind::Lost(colour, by) => outlook.lose(colour, by, &ending.rests_on),
            // Nobody ruled it, and nobody may change what all have confirmed (2002 16.4).
            EndingKind::Warned(_) if outlook.basis == Some(Basis::Confirmed) => {}
            EndingKind::Warned(colour) => {
                outlook.lose(colour, ResultBy::Warnings, &ending.rests_on);
            }
            EndingKind::Set(result) => {
                outlook.losses = PerColour::default();
                outlook.rests_on.clone_from(&ending.rests_on);
                outlook.set(Basis::Ruled, result);
            }
            EndingKind::Confirmed(result) => {
                outlook.rests_on.clone_from(&ending.rests_on);
                outlook.set(Basis::Confirmed, result);
            }
        }
    }

    /// Whether an ending still counts: what it rests on stands, and the game
    /// did not go on after it.
    pub fn counts(&self, ending: &Ending) -> bool {
        ending.step >= self.decisions.resumed_at()
            && ending.rests_on.iter().all(|r| self.ruling_stands(r))
    }

    /// On what a confirmation of this result would rest: it falls with any of
    /// them. A result that differs from the one that stands rests on nothing.
    pub(super) fn confirmed_upon(&self, confirmed: &GameResult) -> Vec<RulingId> {
        let outlook = self.outlook();
        match outlook.result {
            Some(result) if result.outcome == confirmed.outcome => outlook.rests_on,
            _ => Vec::new(),
        }
    }

    /// The rulings that bear on a count: warnings, zi taken off, points awarded.
    fn counted_upon(&self) -> Vec<RulingId> {
        let warnings = Colour::BOTH
            .into_iter()
            .flat_map(|c| self.warnings_of(c).map(|w| &w.ruling));
        let penalties = self
            .penalties
            .iter()
            .filter(|p| p.penalty == PenaltyKind::DeductZi)
            .map(|p| &p.ruling);
        let awards = self.awarded.iter().map(|(_, _, by)| by);
        let all = warnings.chain(penalties).chain(awards);
        let mut all: Vec<RulingId> = all.filter(|r| self.ruling_stands(r)).cloned().collect();
        all.sort();
        all.dedup();
        all
    }

    /// Whether a side has so many warnings that it has lost (2002 24.2, 1988 25.2).
    pub fn is_warned_out(&self, colour: Colour) -> bool {
        let warned = |e: &Ending| matches!(e.kind, EndingKind::Warned(c) if c == colour);
        self.lost_by_warnings().iter().any(warned)
    }

    /// The sides that have lost by warnings (2002 24.2, 1988 25.2), each with
    /// the warning by which it did.
    fn lost_by_warnings(&self) -> Vec<Ending> {
        let needed = usize::try_from(self.terms.regulations.warnings_to_lose).unwrap_or(usize::MAX);
        let lost = |colour| {
            let warnings: Vec<&WarningState> = self.warnings_of(colour).collect();
            let last = warnings
                .iter()
                .skip(needed.saturating_sub(1))
                .find(|w| {
                    w.step >= self.decisions.resumed_at()
                        && !self.decisions.is_replaced("EN-11", w.seq)
                })
                .copied()?;
            let rests_on = warnings.iter().take(needed).map(|w| w.ruling.clone());
            Some(Ending {
                entry: last.entry,
                seq: last.seq,
                step: last.step,
                rests_on: rests_on.chain([last.ruling.clone()]).collect(),
                kind: EndingKind::Warned(colour),
            })
        };
        Colour::BOTH.into_iter().filter_map(lost).collect()
    }

    /// The result of a count: black's area against half the board and komi,
    /// with what warnings and penalties cost (2002: 24.1) and what handicap
    /// stones give back.
    pub fn count_result(&self, black_area: QuarterZi) -> GameResult {
        let size = i64::from(self.course.board.size());
        let regulations = &self.terms.regulations;
        let given_back = i64::from(self.handicap_stones) * regulations.handicap_return_qz.0;
        let cost = |colour| {
            // A ruling that names the automatic finding says itself what it costs.
            let warned = self
                .warnings_of(colour)
                .next()
                .is_some_and(|w| !self.decisions.is_replaced("EN-11", w.seq));
            i64::from(warned) * regulations.warning_cost_qz.0 + self.deducted_qz(colour).0
        };
        let margin = black_area.0
            - 2 * size * size
            - regulations.komi_qz.0
            - given_back
            - cost(Colour::Black)
            + cost(Colour::White);
        let outcome = match margin.signum() {
            1 => Outcome::Black,
            -1 => Outcome::White,
            _ => Outcome::Draw,
        };
        GameResult {
            outcome,
            by: ResultBy::Count,
            margin_qz: Some(QuarterZi(margin.abs())),
        }
    }
}

/// How a game is lost that a ruling under that article gives as lost
/// (contract, section 7).
pub(super) fn loss_under(article: &str) -> ResultBy {
    let (edition, number) = article.split_once(':').unwrap_or(("", article));
    // "12.4(6)" is an item of 12.4.
    let item = number.split('(').next().unwrap_or(number);
    match (edition, item) {
        ("cn-2002", "12.4" | "12.5" | "22.5") | ("cn-1988", "23.5") => ResultBy::Time,
        ("cn-2002", "22.1" | "22.2" | "22.3" | "22.4") | ("cn-1988", "23.1" | "23.2") => {
            ResultBy::Absence
        }
        _ => ResultBy::Forfeit,
    }
}
