//! How often an innocent player would look like this: of the reference group
//! itself the share that lies at least as far out as the player under review,
//! each member held against the others (leave-one-out). Of each figure by
//! itself; and of all that are compared together, since whoever looks at many
//! figures finds one that is far out. Nothing is fitted and no shape of a
//! distribution is taken for granted: members are counted.

use super::{
    figures::{Looked, comparison, is_compared, own_value, values_of},
    stats::{decimal, summary},
};
use fupan_domain::event::review::Label;
use serde::{Deserialize, Serialize};

/// What is compared of a player, and how much of it the group has too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chance {
    /// The player under review.
    pub subject: Label,
    /// How many of the player's figures are compared with the group.
    pub comparisons: u32,
    /// How many of the group's members are the player's own games.
    pub own_members: u32,
    /// Each figure that is compared.
    pub figures: Vec<AsFarOut>,
    /// The figure that lies farthest out, and the members of whom at least one of
    /// all these figures lies as far out.
    pub farthest: AsFarOut,
}

/// Of how many members a figure lies at least as far out, on either side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AsFarOut {
    /// The figure.
    pub figure: String,
    /// How far out the player's lies.
    pub z: String,
    /// How many members have the figure.
    pub members: u32,
    /// Of how many of them it lies at least as far out from the others.
    pub as_far: u32,
    /// Their share; left out where no member can be held against others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share: Option<String>,
}

impl AsFarOut {
    fn of(figure: &str, z: f64, distances: &[f64]) -> Option<AsFarOut> {
        let as_far = distances.iter().filter(|d| **d >= z.abs()).count();
        let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Some(AsFarOut {
            figure: figure.to_owned(),
            z: decimal(z)?,
            members: count(distances.len()),
            as_far: count(as_far),
            // No number where there are no members.
            share: decimal(as_far as f64 / distances.len() as f64),
        })
    }
}

/// How many spreads each member lies from the mean of all others; `None` where
/// there is no value, and without end where the others are all alike and it is not.
fn left_one_out(values: &[Option<f64>]) -> Vec<Option<f64>> {
    let distance = |at: usize, value: f64| {
        let others = values.iter().enumerate().filter(|(other, _)| *other != at);
        let others: Vec<f64> = others.filter_map(|(_, value)| *value).collect();
        let others = summary(&others)?;
        let (away, spread) = ((value - others.mean).abs(), others.spread?);
        Some(match spread > 0.0 {
            true => away / spread,
            false if away > 0.0 => f64::INFINITY,
            false => 0.0,
        })
    };
    let each = values.iter().enumerate();
    each.map(|(at, value)| distance(at, (*value)?)).collect()
}

/// How often a player's figures occur in the group; `None` where nothing is
/// compared with one.
pub fn chance(names: &[&str], looked: Looked<'_>) -> Option<Chance> {
    let [(_, own), ..] = looked.groups();
    let (reference, material, method) = (looked.reference?, looked.material, looked.method);
    let mut figures = Vec::new();
    let mut farthest: Option<(&str, f64)> = None;
    // Of each member, how far out that one of its figures lies that lies farthest.
    let mut most: Vec<Option<f64>> = vec![None; reference.members.len()];
    for name in names.iter().filter(|name| is_compared(name)) {
        let values = values_of(material, reference, name, method);
        let given: Vec<f64> = values.iter().flatten().copied().collect();
        let compared = comparison(&given, method);
        let Some(((mean, spread), value)) = compared.zip(own_value(&own, name, method)) else {
            continue;
        };
        let z = (value - mean) / spread;
        let distances = left_one_out(&values);
        for (most, distance) in most.iter_mut().zip(&distances) {
            *most = most.map_or(*distance, |most| {
                Some(distance.map_or(most, |d| d.max(most)))
            });
        }
        let distances: Vec<f64> = distances.into_iter().flatten().collect();
        figures.extend(AsFarOut::of(name, z, &distances));
        if farthest.is_none_or(|(_, far)| z.abs() > far.abs()) {
            farthest = Some((name, z));
        }
    }
    let (name, z) = farthest?;
    let most: Vec<f64> = most.into_iter().flatten().collect();
    let own_members = reference.members.iter().filter(|member| {
        let times = material.times.get(&member.game);
        times.is_some_and(|times| times.side_of(looked.player) == Some(member.colour))
    });
    Some(Chance {
        subject: looked.label,
        comparisons: u32::try_from(figures.len()).unwrap_or(u32::MAX),
        own_members: u32::try_from(own_members.count()).unwrap_or(u32::MAX),
        figures,
        farthest: AsFarOut::of(name, z, &most)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn distances(values: &[f64]) -> Vec<String> {
        let values: Vec<Option<f64>> = values.iter().copied().map(Some).collect();
        let distances = left_one_out(&values).into_iter().flatten();
        distances
            .map(|d| decimal(d).unwrap_or("∞".to_owned()))
            .collect()
    }

    /// Of 1, 2, 3 and 6: 1 beside 2, 3, 6 (mean 3.667, spread 2.082), 2 beside 1, 3, 6
    /// (3.333, 2.517), 3 beside 1, 2, 6 (3, 2.646), 6 beside 1, 2, 3 (2, 1).
    #[test]
    fn each_member_is_held_against_the_others() {
        assert_eq!(
            distances(&[1.0, 2.0, 3.0, 6.0]),
            ["1.281", "0.530", "0.000", "4.000"]
        );
        assert_eq!(distances(&[2.0, 2.0, 2.0]), ["0.000", "0.000", "0.000"]);
        assert_eq!(distances(&[2.0, 2.0, 3.0]), ["0.707", "0.707", "∞"]);
        assert_eq!(
            left_one_out(&[Some(1.0), None, Some(2.0)]),
            [None, None, None]
        );
    }

    /// The same four have mean 3 and spread 2.160: 5 lies 0.926 above it, and two of
    /// them lie as far out from the others; 9 lies 2.777 above, and one does.
    #[test]
    fn members_as_far_out_as_the_player_are_counted_on_either_side() {
        let values = [1.0, 2.0, 3.0, 6.0].map(Some);
        let distances: Vec<f64> = left_one_out(&values).into_iter().flatten().collect();
        let of = |z| {
            let counted = AsFarOut::of("f", z, &distances).unwrap();
            (counted.as_far, counted.members, counted.share.unwrap())
        };
        assert_eq!(of(0.926), (2, 4, "0.500".to_owned()));
        assert_eq!(of(-0.926), (2, 4, "0.500".to_owned()));
        assert_eq!(of(2.777), (1, 4, "0.250".to_owned()));
        assert_eq!(of(7.9), (0, 4, "0.000".to_owned()));
        assert_eq!(AsFarOut::of("f", 1.0, &[]).unwrap().share, None);
    }
}
