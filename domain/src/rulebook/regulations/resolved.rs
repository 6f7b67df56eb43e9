//! The step from what an event chose to the regulations in force: defaults put
//! under it, every value checked. Merging patches is done before.

use super::{
    AppealPatch, AppealTerms, Clause, Late, LatePatch, QuarterZi, Regulations, RegulationsError,
    RegulationsPatch, SIZE_MAX, SIZE_MIN,
};
use crate::{
    Millis,
    rulebook::{
        edition::{Edition, Parameters},
        terms::{Decider, Format, TieBreak},
    },
};
use std::fmt::Display;

/// The longest duration that regulations may name: a year.
const DURATION_MAX_MS: i64 = 366 * 24 * 3_600_000;

/// What `chosen` and the defaults of `edition` make.
pub(super) fn resolve(
    edition: &Edition,
    chosen: RegulationsPatch,
) -> Result<Regulations, RegulationsError> {
    let defaults = &edition.parameters;
    macro_rules! or_default {
        ($field:ident) => {
            chosen.$field.unwrap_or(defaults.$field)
        };
    }
    macro_rules! number {
        ($field:ident, $min:expr, $max:expr) => {
            ranged(
                stringify!($field),
                chosen.$field.unwrap_or(i64::from(defaults.$field)),
                $min,
                $max,
            )
        };
    }
    let format = chosen.format.ok_or(RegulationsError::Missing("format"))?;
    let rounds = chosen.rounds.ok_or(RegulationsError::Missing("rounds"))?;
    let board = number!(board, SIZE_MIN.into(), SIZE_MAX.into())?;
    let area_qz = 4 * i64::from(board) * i64::from(board);
    let quarters = |field, given: Option<i64>, default: QuarterZi, min| {
        ranged(field, given.unwrap_or(default.0), min, area_qz).map(QuarterZi)
    };
    let fault_rate = or_default!(clock_fault_rate_ms_per_h);
    let team = chosen.team.clone().flatten();
    Ok(Regulations {
        edition: edition.id,
        format,
        rounds: ranged("rounds", rounds, 1, 999)?,
        board,
        komi_qz: quarters("komi_qz", chosen.komi_qz, defaults.komi_qz, -area_qz)?,
        time: or_default!(time),
        turn_ends: or_default!(turn_ends),
        late: late(chosen.late.unwrap_or_default(), defaults.late)?,
        late_limit_inclusive: or_default!(late_limit_inclusive),
        overtime_relief: or_default!(overtime_relief),
        byoyomi_captives_timed: or_default!(byoyomi_captives_timed),
        clock_fault_rate_ms_per_h: duration("clock_fault_rate_ms_per_h", fault_rate)?,
        repetition: or_default!(repetition),
        long_cycle: each_once(
            "long_cycle",
            chosen.long_cycle.as_ref(),
            &defaults.long_cycle,
        )?,
        handicap_return_qz: quarters(
            "handicap_return_qz",
            chosen.handicap_return_qz,
            defaults.handicap_return_qz,
            0,
        )?,
        warning_cost_qz: quarters(
            "warning_cost_qz",
            chosen.warning_cost_qz,
            defaults.warning_cost_qz,
            0,
        )?,
        warnings_to_lose: number!(warnings_to_lose, 1, 99)?,
        colour_swap_last_move: or_default!(colour_swap_last_move),
        take_back_needs_complaint: or_default!(take_back_needs_complaint),
        passes_to_end: passes(or_default!(passes_to_end))?,
        tie_breaks: each_once(
            "tie_breaks",
            chosen.tie_breaks.as_ref(),
            default_tie_breaks(defaults, format, team.is_some()),
        )?,
        pmax: or_default!(pmax),
        withdrawn_opponent: or_default!(withdrawn_opponent),
        bye_points: number!(bye_points, 0, 2)?,
        team: team.map(team_form).transpose()?,
        appeal: appeal(chosen.appeal.unwrap_or_default(), defaults.appeal)?,
        pause_by_consent: or_default!(pause_by_consent),
        clauses: clauses(chosen.clauses.as_deref().unwrap_or_default())?,
        defeats: count("defeats", chosen.defeats, format.defeats())?,
        cycles: count("cycles", chosen.cycles, format.cycles())?,
        games: count("games", chosen.games, format.games())?,
        chosen,
    })
}

/// How many of something, 1 to 99, where the event says so; else what the format does.
fn count(
    field: &'static str,
    chosen: Option<i64>,
    format: Option<u8>,
) -> Result<Option<u8>, RegulationsError> {
    match chosen {
        Some(n) => ranged(field, n, 1, 99).map(Some),
        None => Ok(format),
    }
}

/// `value` in the field's own type, if it lies within `min..=max`.
fn ranged<T: TryFrom<i64>>(
    field: &'static str,
    value: i64,
    min: i64,
    max: i64,
) -> Result<T, RegulationsError> {
    let error = RegulationsError::OutOfRange {
        field,
        value,
        min,
        max,
    };
    if !(min..=max).contains(&value) {
        return Err(error);
    }
    T::try_from(value).map_err(|_| error)
}

/// `value`, if it is no time at all or lies between zero and a year.
fn duration(
    field: &'static str,
    value: Option<Millis>,
) -> Result<Option<Millis>, RegulationsError> {
    value
        .map(|ms| ranged(field, ms.0, 0, DURATION_MAX_MS).map(Millis))
        .transpose()
}

fn late(chosen: LatePatch, default: Late) -> Result<Late, RegulationsError> {
    Ok(Late {
        limit_ms: duration("late.limit_ms", chosen.limit_ms.unwrap_or(default.limit_ms))?,
        factor: ranged(
            "late.factor",
            chosen.factor.unwrap_or(default.factor),
            0,
            100,
        )?,
    })
}

fn appeal(chosen: AppealPatch, default: AppealTerms) -> Result<AppealTerms, RegulationsError> {
    Ok(AppealTerms {
        within_ms: duration(
            "appeal.within_ms",
            chosen.within_ms.unwrap_or(default.within_ms),
        )?,
        panel: match chosen.panel {
            Some(Some(panel)) => Some(ranged("appeal.panel", panel, 1, 99)?),
            Some(None) => None,
            None => default.panel,
        },
    })
}

fn passes(passes: Option<u32>) -> Result<Option<u32>, RegulationsError> {
    passes
        .map(|n| ranged("passes_to_end", n.into(), 2, 99))
        .transpose()
}

/// The words that the event lists, each once; the default where it lists none.
fn each_once<T: Copy + PartialEq + Display>(
    field: &'static str,
    chosen: Option<&Vec<T>>,
    default: &[T],
) -> Result<Vec<T>, RegulationsError> {
    let words = chosen.map_or(default, Vec::as_slice);
    for (i, word) in words.iter().enumerate() {
        if words[..i].contains(word) {
            let value = word.to_string();
            return Err(RegulationsError::Twice { field, value });
        }
    }
    Ok(words.to_vec())
}

fn clauses(clauses: &[Clause]) -> Result<Vec<Clause>, RegulationsError> {
    for (i, clause) in clauses.iter().enumerate() {
        if clause.decides == Decider::Automatic {
            return Err(RegulationsError::AutomaticClause(clause.id.clone()));
        }
        if clauses[..i].iter().any(|earlier| earlier.id == clause.id) {
            let value = clause.id.to_string();
            return Err(RegulationsError::Twice {
                field: "clauses",
                value,
            });
        }
    }
    Ok(clauses.to_vec())
}

fn team_form(team: Box<str>) -> Result<Box<str>, RegulationsError> {
    let letters = team
        .bytes()
        .all(|b| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'_'));
    if letters && team.starts_with(|c: char| c.is_ascii_lowercase()) && team.len() <= 63 {
        Ok(team)
    } else {
        Err(RegulationsError::Team(team))
    }
}

fn default_tie_breaks(defaults: &Parameters, format: Format, team: bool) -> &[TieBreak] {
    let by_format = if team {
        &defaults.team_tie_breaks
    } else {
        &defaults.tie_breaks
    };
    by_format.get(&format).map_or(&[], Vec::as_slice)
}
