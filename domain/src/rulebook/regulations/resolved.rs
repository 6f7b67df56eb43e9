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
    let format = chosen.format.ok_or(RegulationsError::Missing("format"))?;
    let rounds = chosen.rounds.ok_or(RegulationsError::Missing("rounds"))?;
    let board = ranged(
        "board",
        chosen.board.unwrap_or(defaults.board.into()),
        SIZE_MIN.into(),
        SIZE_MAX.into(),
    )?;
    let area_qz = 4 * i64::from(board) * i64::from(board);
    let quarters = |field, given: Option<i64>, default: QuarterZi, min| {
        ranged(field, given.unwrap_or(default.0), min, area_qz).map(QuarterZi)
    };
    let count = |field, given: Option<i64>, default: Option<u8>| match given {
        Some(n) => ranged(field, n, 1, 99).map(Some),
        None => Ok(default),
    };
    let team = chosen.team.clone().flatten();
    Ok(Regulations {
        edition: edition.id,
        format,
        rounds: ranged("rounds", rounds, 1, 999)?,
        board,
        komi_qz: quarters("komi_qz", chosen.komi_qz, defaults.komi_qz, -area_qz)?,
        time: chosen.time.clone().unwrap_or_else(|| defaults.time.clone()),
        turn_ends: chosen.turn_ends.unwrap_or(defaults.turn_ends),
        late: late(chosen.late.unwrap_or_default(), defaults.late)?,
        late_limit_inclusive: chosen
            .late_limit_inclusive
            .unwrap_or(defaults.late_limit_inclusive),
        overtime_relief: chosen.overtime_relief.unwrap_or(defaults.overtime_relief),
        byoyomi_captives_timed: chosen
            .byoyomi_captives_timed
            .unwrap_or(defaults.byoyomi_captives_timed),
        clock_fault_rate_ms_per_h: duration(
            "clock_fault_rate_ms_per_h",
            chosen
                .clock_fault_rate_ms_per_h
                .unwrap_or(defaults.clock_fault_rate_ms_per_h),
        )?,
        repetition: chosen.repetition.unwrap_or(defaults.repetition),
        long_cycle: each_once(
            "long_cycle",
            chosen.long_cycle.as_ref().unwrap_or(&defaults.long_cycle),
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
        warnings_to_lose: ranged(
            "warnings_to_lose",
            chosen
                .warnings_to_lose
                .unwrap_or(defaults.warnings_to_lose.into()),
            1,
            99,
        )?,
        colour_swap_last_move: chosen
            .colour_swap_last_move
            .unwrap_or(defaults.colour_swap_last_move),
        take_back_needs_complaint: chosen
            .take_back_needs_complaint
            .unwrap_or(defaults.take_back_needs_complaint),
        passes_to_end: passes(chosen.passes_to_end.unwrap_or(defaults.passes_to_end))?,
        tie_breaks: match &chosen.tie_breaks {
            Some(given) => each_once("tie_breaks", given)?,
            None => default_tie_breaks(defaults, format, team.is_some()),
        },
        pmax: chosen.pmax.unwrap_or(defaults.pmax),
        withdrawn_opponent: chosen
            .withdrawn_opponent
            .unwrap_or(defaults.withdrawn_opponent),
        bye_points: ranged(
            "bye_points",
            chosen.bye_points.unwrap_or(defaults.bye_points.into()),
            0,
            2,
        )?,
        team: team.map(team_form).transpose()?,
        appeal: appeal(chosen.appeal.unwrap_or_default(), defaults.appeal)?,
        pause_by_consent: chosen.pause_by_consent.unwrap_or(defaults.pause_by_consent),
        clauses: clauses(chosen.clauses.as_deref().unwrap_or_default())?,
        defeats: count("defeats", chosen.defeats, format.defeats())?,
        cycles: count("cycles", chosen.cycles, format.cycles())?,
        games: count("games", chosen.games, format.games())?,
        chosen,
    })
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

fn each_once<T: Copy + PartialEq + Display>(
    field: &'static str,
    words: &[T],
) -> Result<Vec<T>, RegulationsError> {
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

fn default_tie_breaks(defaults: &Parameters, format: Format, team: bool) -> Vec<TieBreak> {
    let by_format = if team {
        &defaults.team_tie_breaks
    } else {
        &defaults.tie_breaks
    };
    by_format.get(&format).cloned().unwrap_or_default()
}
