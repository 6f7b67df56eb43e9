//! On what the figures of a player rest: how many moves there are, of how many the
//! time is known, how many count beside the engine and for which reason each other
//! one is left out; how many members of the group have figures at all; and why a
//! figure is not compared with them. Counts, of which each can be made by hand.

use super::{
    agreement::LeftOut,
    figures::{Group, Looked, Material, is_compared, of_members, own_value},
    reference::Reference,
    stats::summary,
};
use fupan_domain::event::review::{Label, Method, Whose};
use serde::{Deserialize, Serialize};

/// What becomes of moves beside an engine: those that count, and those left out
/// by the first reason of the method's rule that holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Breakdown {
    /// All moves.
    pub moves: u32,
    /// Those that count.
    pub counted: u32,
    /// Opening.
    pub opening: u32,
    /// Positions that the engine hardly looked at.
    pub thin: u32,
    /// Moves of which the engine said nothing.
    pub unknown: u32,
    /// Moves in a game that was settled.
    pub settled: u32,
    /// Moves beside which there was hardly another.
    pub forced: u32,
    /// Moves of games that no engine was asked about.
    pub unasked: u32,
}

impl Breakdown {
    /// Counts a move.
    pub fn take(&mut self, left_out: Option<LeftOut>) {
        let class = match left_out {
            None => &mut self.counted,
            Some(LeftOut::Opening) => &mut self.opening,
            Some(LeftOut::Thin) => &mut self.thin,
            Some(LeftOut::Unknown) => &mut self.unknown,
            Some(LeftOut::Settled) => &mut self.settled,
            Some(LeftOut::Forced) => &mut self.forced,
        };
        *class += 1;
        self.moves += 1;
    }

    /// Counts the moves of a side in a game that no engine was asked about.
    pub fn unasked(&mut self, moves: usize) {
        let moves = count(moves);
        self.unasked += moves;
        self.moves += moves;
    }
}

/// On what the figures of some moves rest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Basis {
    /// The player under review.
    pub subject: Label,
    /// Whose moves.
    pub whose: Whose,
    /// How many sides of games they are.
    pub sides: u32,
    /// How many moves.
    pub moves: u32,
    /// Of how many the time is known.
    pub timed: u32,
    /// Whether all times that are known are whole seconds, as of a clock that shows no less.
    pub whole_seconds: bool,
    /// What becomes of them beside an engine, where there are answers of one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agreement: Option<Breakdown>,
}

/// The members of a group that have figures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Members {
    /// How many there are.
    pub members: u32,
    /// How many have enough times that are known.
    pub timed: u32,
    /// How many have enough moves that count beside the engine.
    pub counted: u32,
    /// Of how many all times that are known are whole seconds.
    pub whole_seconds: u32,
}

/// Why a figure is not compared with the group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// The player has too few moves for it.
    TooFewMoves,
    /// It can't be formed from the player's moves, as where all of them are alike.
    NoValue,
    /// No group is named, or its list is not at hand.
    NoGroup,
    /// Too few of its members have the figure.
    TooFewMembers,
    /// All of its members have the same value.
    NoSpread,
}

impl Why {
    /// `"too_few_moves"`, `"no_value"`, `"no_group"`, `"too_few_members"` or `"no_spread"`.
    pub const fn name(self) -> &'static str {
        match self {
            Why::TooFewMoves => "too_few_moves",
            Why::NoValue => "no_value",
            Why::NoGroup => "no_group",
            Why::TooFewMembers => "too_few_members",
            Why::NoSpread => "no_spread",
        }
    }
}

/// A figure that is not compared with the group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotCompared {
    /// The player under review.
    pub subject: Label,
    /// The figure.
    pub figure: String,
    /// Why.
    pub why: Why,
    /// How many moves or members there are.
    pub n: u32,
    /// How many there would have to be.
    pub least: u32,
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// On what the figures of a player rest, in the order of their columns. `engine`:
/// whether there are answers of one.
pub fn basis(looked: Looked<'_>, engine: bool) -> Vec<Basis> {
    let mut groups: Vec<(Whose, Group<'_>)> = looked.groups().into();
    if let Some(reference) = looked.reference {
        let mut all = Group::default();
        for member in &reference.members {
            all.add(looked.material, &member.game, member.colour);
        }
        groups.push((Whose::Reference, all));
    }
    let of = |(whose, group): &(Whose, Group<'_>)| Basis {
        subject: looked.label,
        whose: *whose,
        sides: count(group.sides()),
        moves: count(group.moves()),
        timed: count(group.seconds().len()),
        whole_seconds: group.whole_seconds(),
        agreement: engine.then(|| group.breakdown()),
    };
    groups.iter().map(of).collect()
}

/// How many members of a group have figures.
pub fn members(material: &Material, reference: &Reference, method: &Method) -> Members {
    let least = usize::try_from(method.moves_min).unwrap_or(usize::MAX);
    let mut told = Members {
        members: count(reference.members.len()),
        timed: 0,
        counted: 0,
        whole_seconds: 0,
    };
    for member in &reference.members {
        let mut group = Group::default();
        group.add(material, &member.game, member.colour);
        told.timed += u32::from(group.seconds().len() >= least);
        let counted = usize::try_from(group.breakdown().counted).unwrap_or(usize::MAX);
        told.counted += u32::from(counted >= least);
        told.whole_seconds += u32::from(group.whole_seconds());
    }
    told
}

/// Which figures of a player are not compared with the group, and why.
pub fn not_compared(names: &[&str], looked: Looked<'_>) -> Vec<NotCompared> {
    let [(_, own), ..] = looked.groups();
    let method = looked.method;
    let of = |name: &&&str| {
        let told = |why, n: usize, least| {
            Some(NotCompared {
                subject: looked.label,
                figure: (**name).to_owned(),
                why,
                n: count(n),
                least,
            })
        };
        if own_value(&own, name, method).is_none() {
            let n = own.moves_of(name, method);
            let enough = count(n) >= method.moves_min;
            let why = if enough {
                Why::NoValue
            } else {
                Why::TooFewMoves
            };
            return told(why, n, method.moves_min);
        }
        let Some(reference) = looked.reference else {
            return told(Why::NoGroup, 0, method.reference_min);
        };
        let values = of_members(looked.material, reference, name, method);
        if count(values.len()) < method.reference_min {
            return told(Why::TooFewMembers, values.len(), method.reference_min);
        }
        let spread = summary(&values).and_then(|summed| summed.spread);
        match spread.filter(|spread| *spread > 0.0) {
            None => told(Why::NoSpread, values.len(), method.reference_min),
            Some(_) => None,
        }
    };
    let compared = names.iter().filter(|name| is_compared(name));
    compared.filter_map(|name| of(&name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_move_is_counted_once_with_its_reason() {
        let mut told = Breakdown::default();
        for left_out in [
            None,
            Some(LeftOut::Opening),
            Some(LeftOut::Opening),
            Some(LeftOut::Thin),
            Some(LeftOut::Unknown),
            Some(LeftOut::Settled),
            Some(LeftOut::Forced),
            None,
            None,
        ] {
            told.take(left_out);
        }
        told.unasked(4);
        assert_eq!((told.moves, told.counted, told.opening), (13, 3, 2));
        let rest = [
            told.thin,
            told.unknown,
            told.settled,
            told.forced,
            told.unasked,
        ];
        assert_eq!(rest, [1, 1, 1, 1, 4]);
    }
}
