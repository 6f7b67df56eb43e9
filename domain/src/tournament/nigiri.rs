//! Nigiri as a fact (抓子猜先, 2002 article 10): the higher rank holds the stones,
//! of equal ranks the elder; who guesses right takes black. Here what was held is
//! checked against ranks and ages, and against who then sat where.

use super::{
    facts::{GameFacts, NigiriTold},
    irregularity::{Irregularity, Weight},
    line::AllFacts,
    state::{GamePairing, TournamentState},
};
use crate::{
    ids::{GameId, PlayerId},
    rulebook::EditionId,
};

/// How high a rank is: professional dan above amateur dan above kyu. `None`
/// where the text is no rank.
pub fn height(rank: &str) -> Option<i32> {
    let (number, unit) = rank.split_at_checked(rank.len().checked_sub(1)?)?;
    let number: i32 = number.parse().ok().filter(|n| (1..=99).contains(n))?;
    match unit {
        "p" => Some(1000 + number),
        "d" => Some(number),
        "k" => Some(-number),
        _ => None,
    }
}

/// What the audit says of every nigiri. `born`: the year of birth, where it is kept.
pub fn irregularities(
    tournament: &TournamentState,
    facts: &AllFacts,
    born: &dyn Fn(&PlayerId) -> Option<i32>,
) -> Vec<Irregularity> {
    let mut found = Vec::new();
    for (id, told) in facts {
        if let (Some(nigiri), Some(pairing)) = (&told.nigiri, tournament.games.get(id)) {
            let check = Check {
                tournament,
                id,
                pairing,
                told,
                nigiri,
            };
            found.extend(check.holder(born));
            found.extend(check.seats());
            found.extend(check.assigned());
        }
    }
    found
}

struct Check<'a> {
    tournament: &'a TournamentState,
    id: &'a GameId,
    pairing: &'a GamePairing,
    told: &'a GameFacts,
    nigiri: &'a NigiriTold,
}

impl Check<'_> {
    fn tell(&self, code: &'static str, article: Option<&'static str>, text: &str) -> Irregularity {
        Irregularity {
            code,
            weight: Weight::Remark,
            entry: Some(self.nigiri.entry),
            article,
            text: format!("round {}, game {}: {text}", self.pairing.round, self.id),
        }
    }

    /// Who held the stones, and who should have.
    fn holder(&self, born: &dyn Fn(&PlayerId) -> Option<i32>) -> Option<Irregularity> {
        // The text of 1988 names a nigiri and does not say who holds.
        if self.tournament.edition()?.id != EditionId::Cn2002 {
            return None;
        }
        let holder = &self.nigiri.held.holder;
        let other = self
            .pairing
            .pairing
            .both()?
            .into_iter()
            .find(|p| *p != holder)?;
        let rank = |player: &PlayerId| {
            height(
                self.tournament
                    .players
                    .get(player)?
                    .registered
                    .dan
                    .as_deref()?,
            )
        };
        let (own, others) = (rank(holder)?, rank(other)?);
        let why = if own < others {
            "who has the lower rank"
        } else if own == others && born(holder)? > born(other)? {
            "who is the younger of two of equal rank"
        } else {
            return None;
        };
        let text = format!("{holder}, {why}, held the stones and not {other}");
        Some(self.tell("nigiri_holder", Some("cn-2002:10"), &text))
    }

    /// Who then sat on black's side.
    fn seats(&self) -> Option<Irregularity> {
        let both = self.pairing.pairing.both()?;
        let holder = both.iter().position(|p| **p == self.nigiri.held.holder)?;
        let black = if self.nigiri.held.guesser_takes_black() {
            1 - holder
        } else {
            holder
        };
        let sat = self.nigiri.sat_black?;
        (sat != black).then(|| {
            let text = format!(
                "by the nigiri {} has black, but {} took it",
                both[black], both[sat]
            );
            self.tell("nigiri_colours", None, &text)
        })
    }

    /// A nigiri where the colours were assigned.
    fn assigned(&self) -> Option<Irregularity> {
        let black = self.pairing.pairing.black.as_ref()?;
        let as_assigned = self
            .told
            .black
            .and_then(|side| Some(self.pairing.pairing.both()?[side] == black));
        let text = match as_assigned {
            Some(false) => format!(
                "a nigiri was held though black was assigned to {black}, and decided otherwise"
            ),
            _ => format!("a nigiri was held though black was assigned to {black}"),
        };
        Some(self.tell("nigiri_needless", None, &text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn professionals_stand_above_amateurs_and_dan_above_kyu() {
        let ranks = ["9p", "1p", "7d", "1d", "1k", "18k"].map(|rank| height(rank).unwrap());
        assert!(ranks.is_sorted_by(|a, b| a > b));
        for no_rank in ["", "p", "xd", "5", "0d", "-1k", "5段"] {
            assert_eq!(height(no_rank), None, "{no_rank}");
        }
    }
}
