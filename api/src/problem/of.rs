//! Which problem an error of the crates below is: each with its code, and with
//! what it says of places, values and entries in the way.

use super::Problem;
use fupan_domain::{refusal::Refusal, sgf::SgfError};
use fupan_replay::{
    draft::DraftError,
    drafts::{LineReason, LineRefused},
    ledger::{Reason, Refused},
    records::RecordError,
    ruling::RulingError,
    schema::Fault,
    sequencer::SequenceError,
    strict::StrictError,
    views::NoStandings,
    what_if::{WhatIfError, WithReason},
};
use fupan_store::{AppendError, OpenError, TakeError, ViewError, proofs::ProofError};

impl From<&DraftError> for Problem {
    fn from(error: &DraftError) -> Problem {
        let code = match error {
            DraftError::Strict(_) => "not_readable",
            DraftError::Schema(_) => "schema",
            DraftError::Shape(_) | DraftError::Event(_) => "shape",
        };
        match error {
            // A draft has a line to itself: which one, only its file's reader knows.
            DraftError::Strict(StrictError { column, why, .. }) => Problem {
                column: u32::try_from(*column).ok(),
                ..Problem::new(code, why)
            },
            DraftError::Schema(faults) => Problem {
                errors: faults.clone(),
                ..Problem::new(code, error.to_string())
            },
            DraftError::Shape(_) | DraftError::Event(_) => Problem::new(code, error.to_string()),
        }
    }
}

impl From<&SequenceError> for Problem {
    fn from(error: &SequenceError) -> Problem {
        let code = match error {
            SequenceError::Stale { .. } | SequenceError::Overtaken { .. } => "stale_version",
            SequenceError::IdReused { .. } => "id_reused",
            SequenceError::TooLong { .. } => "entry_too_long",
            SequenceError::Unreadable(_) | SequenceError::Read(_) => "log_unreadable",
        };
        let problem = Problem::new(code, error.to_string());
        match error {
            SequenceError::Stale { actual, entry, .. } => Problem {
                current_version: Some(*actual),
                entry: *entry,
                ..problem
            },
            SequenceError::IdReused { id, .. } => Problem {
                entry: Some(*id),
                ..problem
            },
            _ => problem,
        }
    }
}

impl From<&Reason> for Problem {
    fn from(reason: &Reason) -> Problem {
        match reason {
            Reason::Sequence(error) => error.into(),
            Reason::Content(refusal) => Problem {
                entry: refusal.entry(),
                errors: faults_in(refusal),
                ..Problem::new(refusal.code(), refusal.to_string())
            },
        }
    }
}

/// The faults of a refusal that lie at a place of the draft.
fn faults_in(refusal: &Refusal) -> Vec<Fault> {
    match refusal {
        Refusal::NameUnseen { pointer, .. } => vec![Fault {
            pointer: pointer.clone(),
            code: refusal.code().into(),
            detail: refusal.to_string(),
        }],
        _ => Vec::new(),
    }
}

impl From<&LineReason> for Problem {
    fn from(reason: &LineReason) -> Problem {
        match reason {
            LineReason::Draft(error) => Problem::from(error),
            LineReason::Refused(refused) => Problem::from(&refused.reason),
        }
    }
}

impl From<&LineRefused> for Problem {
    fn from(refused: &LineRefused) -> Problem {
        Problem::from(&refused.reason).in_line(refused.line)
    }
}

impl From<&RecordError> for Problem {
    fn from(error: &RecordError) -> Problem {
        let code = match error {
            RecordError::Unreadable(SgfError::NotSgf { .. }) => "not_sgf",
            _ => "record",
        };
        Problem {
            line: error.place().map(|place| place.line),
            column: error.place().map(|place| place.column),
            field: error.field().map(str::to_owned),
            value: error.value().map(str::to_owned),
            ..Problem::new(code, error.to_string())
        }
    }
}

impl From<&AppendError<Refused>> for Problem {
    fn from(error: &AppendError<Refused>) -> Problem {
        match error {
            AppendError::Refused(refused) => (&refused.reason).into(),
            AppendError::Busy { .. } => Problem::new("store_busy", error.to_string()),
            AppendError::TooLong { .. } => Problem::new("batch_too_long", error.to_string()),
            AppendError::Full { .. } => Problem::new("disk_full", error.to_string()),
            AppendError::ReadOnly(_) => Problem::new("ledger_read_only", error.to_string()),
            AppendError::Failed(_) | AppendError::Closed => {
                Problem::new("store_failed", error.to_string())
            }
        }
    }
}

impl From<&RulingError> for Problem {
    fn from(error: &RulingError) -> Problem {
        let code = match error {
            RulingError::NoFinding { .. } => "no_finding",
            RulingError::NoOutcome { .. }
            | RulingError::NoneNamed { .. }
            | RulingError::OtherEffects(_) => "no_outcome",
            RulingError::ForChief { .. } => "no_right",
            RulingError::NoReasons { .. } | RulingError::OwnOverturned { again: true, .. } => {
                "no_reasons"
            }
            RulingError::RuledAlready { .. } | RulingError::OwnOverturned { .. } => "ruled_already",
            RulingError::OutcomeAlone(_)
            | RulingError::Open { .. }
            | RulingError::NoGround
            | RulingError::Part { .. } => "ruling",
        };
        Problem::new(code, error.to_string())
    }
}

impl From<&TakeError> for Problem {
    fn from(error: &TakeError) -> Problem {
        let code = match error {
            TakeError::WrittenHere(_) => "store_exists",
            TakeError::DoesNotFollow { .. } => "does_not_follow",
            TakeError::OtherHistory { .. } => "two_histories",
            TakeError::Beyond { .. } => "not_signed_yet",
            TakeError::Failed(_) => "store_failed",
        };
        Problem::new(code, error.to_string())
    }
}

impl From<&OpenError> for Problem {
    fn from(error: &OpenError) -> Problem {
        let code = match error {
            OpenError::BelowCheckpoint { .. } => "rolled_back",
            OpenError::OtherHistory { .. } => "rewritten",
            OpenError::Missing { .. } => "store_missing",
            OpenError::Exists { .. } => "store_exists",
            OpenError::InUse { .. } => "store_in_use",
            OpenError::Io { .. } => "file",
            _ => "store_broken",
        };
        Problem::new(code, error.to_string())
    }
}

impl From<&ViewError> for Problem {
    fn from(error: &ViewError) -> Problem {
        let code = match error {
            ViewError::Read(_) | ViewError::Fold(_) => "log_unreadable",
            ViewError::PastHead { .. } => "past_head",
            ViewError::NothingKnown(_) => "nothing_known",
            ViewError::NoStandings(NoStandings::NoRound { .. }) => "no_round",
            ViewError::NoStandings(error @ NoStandings::NoPlace { .. }) => {
                return Problem {
                    entry: error.entry(),
                    ..Problem::new("no_place", error.to_string())
                };
            }
            ViewError::NoGame(_) | ViewError::NoAppeal(_) | ViewError::NoStandings(_) => "unknown",
            ViewError::Moment(_) => "no_moment",
            ViewError::WhatIf(error) => return error.into(),
        };
        Problem::new(code, error.to_string())
    }
}

impl From<&WhatIfError> for Problem {
    fn from(error: &WhatIfError) -> Problem {
        match error {
            WhatIfError::Void { named, reason } => Problem {
                value: Some(named.clone()),
                detail: error.to_string(),
                ..Problem::from(reason)
            },
            WhatIfError::With { file, line, reason } => {
                let problem = match reason {
                    WithReason::Draft(error) => Problem::from(error),
                    WithReason::Refused(reason) => Problem::from(reason),
                };
                let file = file.clone();
                Problem { file, ..problem }.in_line(*line)
            }
            WhatIfError::Read(_) | WhatIfError::Fold(_) => {
                Problem::new("log_unreadable", error.to_string())
            }
            WhatIfError::View(_) => Problem::new("no_moment", error.to_string()),
            WhatIfError::Compare(_) => Problem::internal(error),
        }
    }
}

impl From<&ProofError> for Problem {
    fn from(error: &ProofError) -> Problem {
        let code = match error {
            ProofError::Read(_) => "log_unreadable",
            ProofError::NoEntry { .. } | ProofError::NoTile { .. } => "no_proof",
            ProofError::Beyond { .. } | ProofError::Unsigned => "not_signed_yet",
            ProofError::Backwards { .. } => "query",
        };
        Problem::new(code, error.to_string())
    }
}
