//! Decisions that would lose what they rest on: the finding that a ruling or a
//! sanction names would not be there, or would say something else. The decision
//! stands all the same, for only an official takes it back.

use crate::{fold::game::FoldedGame, views::GameView};
use fupan_domain::{
    ids::{EntryId, GameId, RulingId},
    rulebook::{Finding, FindingStatus, tournament_findings},
    tournament::TournamentState,
};
use serde::Serialize;
use std::collections::BTreeMap;

/// A decision that stands as it was made, and the finding that it names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LostGround {
    /// The ruling or sanction.
    pub ruling: RulingId,
    /// Its entry.
    pub entry: EntryId,
    /// That entry's seq.
    pub seq: u64,
    /// Its game; a sanction has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    /// The finding, as `MV-5@45`.
    pub finding: String,
    /// What becomes of the finding.
    pub becomes: Ground,
    /// Its status as it is.
    pub before: FindingStatus,
    /// Its status as it would be.
    pub after: Option<FindingStatus>,
}

/// What becomes of a finding on which a decision rests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ground {
    /// The facts would not lead to it.
    Gone,
    /// Its article, side, facts, outcomes or status would be others.
    Changed,
}

/// Findings by their ids.
#[derive(Debug, Default)]
pub(super) struct Findings(BTreeMap<String, Finding>);

impl Findings {
    /// Those of a game.
    pub fn of_game(view: Option<&GameView>) -> Findings {
        let findings = view.into_iter().flat_map(|view| &view.findings);
        Findings(findings.map(|f| (f.id.clone(), f.clone())).collect())
    }

    /// Those of the tournament's own stream. A withdrawal is told without what
    /// hangs on how much was played.
    pub fn of_tournament(tournament: &TournamentState) -> Findings {
        let findings = tournament_findings(tournament, |_| None).into_iter();
        Findings(findings.map(|f| (f.id.clone(), f)).collect())
    }

    /// With those of another part of the ledger, whose ids are other seqs.
    pub fn and(mut self, other: Findings) -> Findings {
        self.0.extend(other.0);
        self
    }
}

/// What becomes of a finding that `before` has; `None`: it stays as it is. A
/// status alone may differ where others rule on it.
fn fate(
    id: &str,
    (before, after): (&Findings, &Findings),
    same_rulings: bool,
) -> Option<(Ground, FindingStatus, Option<FindingStatus>)> {
    let was = before.0.get(id)?;
    let Some(would_be) = after.0.get(id) else {
        return Some((Ground::Gone, was.status, None));
    };
    let says = |f: &Finding| {
        (
            f.article.clone(),
            f.colour,
            f.facts.clone(),
            f.outcomes.clone(),
        )
    };
    let is_other = says(was) != says(would_be) || (same_rulings && was.status != would_be.status);
    is_other.then_some((Ground::Changed, was.status, Some(would_be.status)))
}

/// Rulings of a game that stand as it is and as it would be, and rest on a
/// finding that would be another or none.
pub(super) fn of_rulings(
    game: &GameId,
    (is, before): (&FoldedGame, &Findings),
    (would_be, after): (&FoldedGame, &Findings),
) -> Vec<LostGround> {
    let naming = |folded: &FoldedGame, finding: &str| -> Vec<RulingId> {
        let rulings = folded.state.rulings.iter();
        let standing = rulings.filter(|r| folded.state.ruling_stands(&r.ruling.ruling));
        let naming = standing.filter(|r| named(&r.ruling).any(|id| id == finding));
        naming.map(|r| r.ruling.ruling.clone()).collect()
    };
    let mut lost = Vec::new();
    for ruled in &would_be.state.rulings {
        let id = &ruled.ruling.ruling;
        if !would_be.state.ruling_stands(id) || !is.state.ruling_stands(id) {
            continue;
        }
        for finding in named(&ruled.ruling) {
            let same = naming(is, finding) == naming(would_be, finding);
            if let Some((becomes, was, status)) = fate(finding, (before, after), same) {
                lost.push(LostGround {
                    ruling: id.clone(),
                    entry: ruled.entry,
                    seq: ruled.seq,
                    game: Some(game.clone()),
                    finding: finding.to_owned(),
                    becomes,
                    before: was,
                    after: status,
                });
            }
        }
    }
    lost
}

fn named(ruling: &fupan_domain::event::game::RulingMade) -> impl Iterator<Item = &str> {
    let further = ruling.findings.iter().flatten();
    ruling.finding.iter().chain(further).map(|id| &**id)
}

/// Sanctions that stand as it is and as it would be, and rest on a finding that
/// would be another or none.
pub(super) fn of_sanctions(
    (is, before): (&TournamentState, &Findings),
    (would_be, after): (&TournamentState, &Findings),
) -> Vec<LostGround> {
    let stands = |state: &TournamentState, id: &RulingId| {
        state
            .sanctions
            .get(id)
            .is_some_and(|sanction| !sanction.lifted)
    };
    let both = would_be
        .sanctions
        .iter()
        .filter(|(id, _)| stands(is, id) && stands(would_be, id));
    let lost = both.filter_map(|(id, sanction)| {
        let finding = sanction.imposed.finding.as_deref()?;
        let (becomes, was, status) = fate(finding, (before, after), false)?;
        Some(LostGround {
            ruling: id.clone(),
            entry: sanction.entry,
            seq: sanction.seq,
            game: None,
            finding: finding.to_owned(),
            becomes,
            before: was,
            after: status,
        })
    });
    lost.collect()
}
