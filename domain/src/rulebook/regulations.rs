//! An event's own choices on top of an edition: the patches that it enacts,
//! and the regulations that they make with the edition's defaults under them.
//! Whether a time control makes sense is asked of `clock`, who may enact what
//! of `official`.

use super::{
    article::{ArticleError, ArticleRef},
    edition::{Edition, EditionId},
    outcome::OutcomeForm,
    terms::{Decider, Format, LongCycle, Pmax, Repetition, TieBreak, WithdrawnOpponent},
};
use crate::{
    Millis,
    board::point::{SIZE_MAX, SIZE_MIN},
    clock::{TimeControl, TurnEnds},
    ids::ClauseId,
    score::QuarterZi,
};
use serde::{Deserialize, Deserializer, Serialize};

/// Lateness at the start of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Late {
    /// Past it the game is lost; `None` where no lateness loses it.
    pub limit_ms: Option<Millis>,
    /// How often the lateness is deducted.
    pub factor: i64,
}

/// How appeals are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AppealTerms {
    /// How long after a ruling an appeal is in time; `None` where no deadline is set.
    pub within_ms: Option<Millis>,
    /// Members of the panel; `None` where no number is set.
    pub panel: Option<u8>,
}

/// A rule of the event's own, cited as `event:<id>`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clause {
    /// Its id.
    pub id: ClauseId,
    /// Its text.
    pub text: Box<str>,
    /// What it allows; `None` where it leaves that open.
    #[serde(default)]
    pub outcomes: Option<Vec<OutcomeForm>>,
    /// Who decides; the chief arbiter where it does not say.
    #[serde(default = "chief_arbiter")]
    pub decides: Decider,
}

const fn chief_arbiter() -> Decider {
    Decider::ChiefArbiter
}

/// Changes to [`Late`]; what is left out stays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LatePatch {
    /// A null takes the limit away.
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub limit_ms: Option<Option<Millis>>,
    /// How often the lateness is deducted, 0 to 100.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub factor: Option<i64>,
}

/// Changes to [`AppealTerms`]; what is left out stays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AppealPatch {
    /// A null takes the deadline away.
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub within_ms: Option<Option<Millis>>,
    /// A null leaves the number open.
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub panel: Option<Option<i64>>,
}

/// Reads a field that is there, so that a null is told from a field left out.
fn given<'de, T: Deserialize<'de>, D: Deserializer<'de>>(d: D) -> Result<Option<T>, D::Error> {
    T::deserialize(d).map(Some)
}

macro_rules! patch {
    ($(
        $(#[$doc:meta])*
        $field:ident: $type:ty $(, $null:literal)?;
    )*) => {
        /// Some of an event's choices: `regulations` of `tournament_opened` and
        /// `game_started`, `changes` of `regulations_supplemented` (contract,
        /// section 5). What is left out stays as it was.
        #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct RegulationsPatch {
            $(
                $(#[$doc])*
                #[serde(skip_serializing_if = "Option::is_none")]
                $(#[serde(deserialize_with = $null)])?
                pub $field: Option<$type>,
            )*
        }

        impl RegulationsPatch {
            /// Lays `later` over this: each of its fields replaces the one here.
            fn replace_by(&mut self, later: &RegulationsPatch) {
                $( if later.$field.is_some() { self.$field.clone_from(&later.$field); } )*
            }
        }
    };
}

patch! {
    /// How the tournament is played.
    format: Format;
    /// Rounds, 1 to 999.
    rounds: i64;
    /// Lines of the board, 2 to 25.
    board: i64;
    /// Komi in quarter-zi, at most the whole board.
    komi_qz: i64;
    /// Time control.
    time: TimeControl;
    /// What ends a turn.
    turn_ends: TurnEnds;
    /// Lateness at the start.
    late: LatePatch;
    /// Whether lateness of exactly the limit is within it.
    late_limit_inclusive: bool;
    /// Whether overtime may be treated as a pass on application (2002 22.5).
    overtime_relief: bool;
    /// Whether taking captives off is timed in byo-yomi.
    byoyomi_captives_timed: bool;
    /// Error of a clock, for each hour, from which times are rescaled; null for none.
    clock_fault_rate_ms_per_h: Option<Millis>, "given";
    /// Which repetition counts.
    repetition: Repetition;
    /// What may be made of a long cycle.
    long_cycle: Vec<LongCycle>;
    /// What Black returns for each handicap stone, in quarter-zi.
    handicap_return_qz: i64;
    /// What a warning costs in a counted game, in quarter-zi.
    warning_cost_qz: i64;
    /// Warnings in one game that lose it, 1 to 99.
    warnings_to_lose: i64;
    /// The last move at which swapped colours may be corrected; null for no limit.
    colour_swap_last_move: Option<u32>, "given";
    /// Whether a take-back is ruled only on the opponent's complaint.
    take_back_needs_complaint: bool;
    /// Passes in a row that end the game; null where passes don't.
    passes_to_end: Option<u32>, "given";
    /// What orders the standings, first criterion first.
    tie_breaks: Vec<TieBreak>;
    /// What the highest points of a total score are.
    pmax: Pmax;
    /// What a withdrawn player is worth to his Swiss opponents.
    withdrawn_opponent: WithdrawnOpponent;
    /// Points for a bye, 0 to 2.
    bye_points: i64;
    /// How teams play, as `fixed_boards`; null for players on their own.
    team: Option<Box<str>>, "given";
    /// How appeals are made.
    appeal: AppealPatch;
    /// Whether the players may stop the clocks by consent.
    pause_by_consent: bool;
    /// Clauses: a new id adds one, an id in force replaces it.
    clauses: Vec<Clause>;
    /// Losses after which an entrant is out, 1 to 99.
    defeats: i64;
    /// How often each pair meets, 1 to 99.
    cycles: i64;
    /// Games of a match, 1 to 99.
    games: i64;
}

impl RegulationsPatch {
    /// Lays `later` over this: what it gives replaces what stands here, within
    /// `late` and `appeal` field by field, and of `clauses` one by one.
    pub fn merge(&mut self, later: &RegulationsPatch) {
        let (late, appeal) = (self.late, self.appeal);
        let clauses = self.clauses.take();
        self.replace_by(later);
        self.late = match (late, later.late) {
            (Some(old), Some(new)) => Some(LatePatch {
                limit_ms: new.limit_ms.or(old.limit_ms),
                factor: new.factor.or(old.factor),
            }),
            (old, new) => new.or(old),
        };
        self.appeal = match (appeal, later.appeal) {
            (Some(old), Some(new)) => Some(AppealPatch {
                within_ms: new.within_ms.or(old.within_ms),
                panel: new.panel.or(old.panel),
            }),
            (old, new) => new.or(old),
        };
        self.clauses = match (clauses, &later.clauses) {
            (Some(old), Some(new)) => Some(merged_clauses(old, new)),
            (old, new) => new.clone().or(old),
        };
    }
}

fn merged_clauses(mut clauses: Vec<Clause>, later: &[Clause]) -> Vec<Clause> {
    for clause in later {
        match clauses.iter_mut().find(|old| old.id == clause.id) {
            Some(old) => old.clone_from(clause),
            None => clauses.push(clause.clone()),
        }
    }
    clauses
}

/// Regulations that can't be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RegulationsError {
    /// A field without a default is not given.
    #[error("regulations without {0}: an event must set it")]
    Missing(&'static str),
    /// A number is too small or too large.
    #[error("{field} is {value}: expected {min} to {max}")]
    OutOfRange {
        /// The field.
        field: &'static str,
        /// What was given.
        value: i64,
        /// The least allowed.
        min: i64,
        /// The most allowed.
        max: i64,
    },
    /// A list names something twice.
    #[error("{field} names {value} twice: expected each once")]
    Twice {
        /// The field.
        field: &'static str,
        /// What stands there twice.
        value: String,
    },
    /// `team` has not its form.
    #[error("team is {0:?}: expected a word of a-z, 0-9 and _, as \"fixed_boards\"")]
    Team(Box<str>),
    /// A clause would take effect without anybody's decision.
    #[error("clause {0} decides automatic: expected arbiter or chief_arbiter")]
    AutomaticClause(ClauseId),
}

/// The regulations in force: an event's choices, and the edition's values where
/// it has made none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a yes or no of the regulations, named as there"
)]
pub struct Regulations {
    /// The edition underneath.
    pub edition: EditionId,
    /// How the tournament is played.
    pub format: Format,
    /// Rounds.
    pub rounds: u16,
    /// Lines of the board.
    pub board: u8,
    /// Komi.
    pub komi_qz: QuarterZi,
    /// Time control.
    pub time: TimeControl,
    /// What ends a turn.
    pub turn_ends: TurnEnds,
    /// Lateness at the start.
    pub late: Late,
    /// Whether lateness of exactly the limit is within it.
    pub late_limit_inclusive: bool,
    /// Whether overtime may be treated as a pass on application.
    pub overtime_relief: bool,
    /// Whether taking captives off is timed in byo-yomi.
    pub byoyomi_captives_timed: bool,
    /// Error of a clock, for each hour, from which times are rescaled.
    pub clock_fault_rate_ms_per_h: Option<Millis>,
    /// Which repetition counts.
    pub repetition: Repetition,
    /// What may be made of a long cycle.
    pub long_cycle: Vec<LongCycle>,
    /// What Black returns for each handicap stone.
    pub handicap_return_qz: QuarterZi,
    /// What a warning costs in a counted game.
    pub warning_cost_qz: QuarterZi,
    /// Warnings in one game that lose it.
    pub warnings_to_lose: u32,
    /// The last move at which swapped colours may be corrected.
    pub colour_swap_last_move: Option<u32>,
    /// Whether a take-back is ruled only on the opponent's complaint.
    pub take_back_needs_complaint: bool,
    /// Passes in a row that end the game.
    pub passes_to_end: Option<u32>,
    /// What orders the standings, first criterion first.
    pub tie_breaks: Vec<TieBreak>,
    /// What the highest points of a total score are.
    pub pmax: Pmax,
    /// What a withdrawn player is worth to his Swiss opponents.
    pub withdrawn_opponent: WithdrawnOpponent,
    /// Points for a bye.
    pub bye_points: u8,
    /// How teams play; `None` for players on their own.
    pub team: Option<Box<str>>,
    /// How appeals are made.
    pub appeal: AppealTerms,
    /// Whether the players may stop the clocks by consent.
    pub pause_by_consent: bool,
    /// The event's own clauses in force.
    pub clauses: Vec<Clause>,
    /// Losses after which an entrant is out; `None` in a format without that.
    pub defeats: Option<u8>,
    /// How often each pair meets; `None` in a format without that.
    pub cycles: Option<u8>,
    /// Games of a match; `None` in another format.
    pub games: Option<u8>,
    /// What was chosen, kept so that later changes meet defaults that fit them.
    #[serde(skip)]
    chosen: RegulationsPatch,
}

impl Regulations {
    /// The regulations that `patches`, laid one over the other in this order,
    /// make with the defaults of `edition`.
    ///
    /// # Errors
    ///
    /// [`RegulationsError`]: what is missing, or the first value that can't be.
    pub fn resolve<'a>(
        edition: &Edition,
        patches: impl IntoIterator<Item = &'a RegulationsPatch>,
    ) -> Result<Regulations, RegulationsError> {
        let mut chosen = RegulationsPatch::default();
        for patch in patches {
            chosen.merge(patch);
        }
        resolve(edition, chosen)
    }

    /// These regulations with `patch` laid over them.
    ///
    /// # Errors
    ///
    /// As [`Regulations::resolve`].
    pub fn with(&self, patch: &RegulationsPatch) -> Result<Regulations, RegulationsError> {
        Regulations::resolve(Edition::of(self.edition), [&self.chosen, patch])
    }

    /// The edition underneath.
    pub fn edition(&self) -> &'static Edition {
        Edition::of(self.edition)
    }

    /// The clause of that id, if it is in force.
    pub fn clause(&self, id: &str) -> Option<&Clause> {
        self.clauses.iter().find(|clause| clause.id.as_str() == id)
    }

    /// Whether an arbiter who is not the chief may rule under `article`.
    ///
    /// # Errors
    ///
    /// [`ArticleError`] where neither the edition nor a clause in force has it.
    pub fn arbiter_may_rule(&self, article: &ArticleRef) -> Result<bool, ArticleError> {
        let edition = self.edition();
        let cited = article.resolve(edition, &self.clauses)?;
        Ok(cited.arbiter_may_rule(edition))
    }
}

mod resolved;
use resolved::resolve;

#[cfg(test)]
mod tests;
