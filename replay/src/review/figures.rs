//! The figures of a player under review: of the games that are looked at, of the
//! opponents in them, of the player's other games, and of the reference group,
//! each with how many moves it rests on and its spread. They rest on these games
//! and on no others, whatever else was played.

use super::{
    agreement::{GameAgreement, Judged},
    basis::Breakdown,
    reference::Reference,
    stats::{
        Summary, decimal, median, nano_points, rank_correlation, ratio, summary, weighted_mean,
    },
    times::{GameTimes, MoveTime},
};
use fupan_domain::{
    Colour,
    event::review::{Figure, Label, Method, Whose},
    ids::{GameId, PlayerId},
};
use std::collections::BTreeMap;

/// Games with what is known of them.
#[derive(Clone, Debug, Default)]
pub struct Material {
    /// Their times.
    pub times: BTreeMap<GameId, GameTimes>,
    /// What the engine saw of them.
    pub agreement: BTreeMap<GameId, GameAgreement>,
}

/// A player under review, and what the figures rest on that are given of him.
#[derive(Clone, Copy, Debug)]
pub struct Looked<'a> {
    /// The letter that stands for the player.
    pub label: Label,
    /// The player.
    pub player: &'a PlayerId,
    /// The games under review.
    pub games: &'a [GameId],
    /// Times and agreement of all games that matter.
    pub material: &'a Material,
    /// The group to compare with, if there is one.
    pub reference: Option<&'a Reference>,
    /// The method.
    pub method: &'a Method,
}

/// The figures of time, by name.
pub const OF_TIME: [&str; 6] = [
    "time_mean_s",
    "time_median_s",
    "quick_share",
    "time_variation",
    "time_unknown_share",
    "time_choice_correlation",
];

/// The figures of agreement, by name.
pub const OF_AGREEMENT: [&str; 6] = [
    "first_choice_share",
    "first_choice_weighted",
    "near_equal_share",
    "rank_mean",
    "points_lost_mean",
    "left_out_share",
];

/// Figures that tell of the log and of the method and of nothing that a player
/// did: they are shown, and compared with nobody's.
pub const OF_THE_LOG: [&str; 2] = ["time_unknown_share", "left_out_share"];

/// Whether a figure is compared with the reference group.
pub fn is_compared(figure: &str) -> bool {
    !OF_THE_LOG.contains(&figure)
}

/// The moves of one or several sides, taken together.
#[derive(Clone, Debug, Default)]
pub struct Group<'a> {
    /// The moves of each side, apart.
    sides: Vec<Vec<&'a MoveTime>>,
    judged: Vec<&'a Judged>,
    breakdown: Breakdown,
}

/// A figure of a group, not yet as text.
#[derive(Clone, Copy, Debug)]
struct Value {
    n: usize,
    given: Option<f64>,
    /// The same as a fraction, where it is one: what is recorded is rounded from it.
    exact: Option<(i128, i128)>,
    spread: Option<f64>,
}

impl Value {
    /// How it is recorded.
    fn text(&self) -> Option<String> {
        match self.exact {
            Some((sum, over)) => ratio(sum, over),
            None => self.given.and_then(decimal),
        }
    }

    fn exactly(self, sum: i128, over: usize) -> Value {
        let exact = i128::try_from(over).ok().map(|over| (sum, over));
        Value { exact, ..self }
    }
}

fn count(n: usize) -> i128 {
    i128::try_from(n).unwrap_or(i128::MAX)
}

impl<'a> Group<'a> {
    /// Adds one side of a game.
    pub fn add(&mut self, material: &'a Material, game: &GameId, colour: Colour) {
        let side: Vec<&MoveTime> = material
            .times
            .get(game)
            .map(|times| times.of_side(colour).collect())
            .unwrap_or_default();
        if let Some(agreement) = material.agreement.get(game) {
            for judged in agreement.moves.iter().filter(|m| m.colour == colour) {
                self.breakdown.take(judged.left_out);
            }
            self.judged.extend(agreement.counted(colour));
        } else {
            self.breakdown.unasked(side.len());
        }
        self.sides.push(side);
    }

    /// How many sides of games these are.
    pub fn sides(&self) -> usize {
        self.sides.len()
    }

    /// How many moves.
    pub fn moves(&self) -> usize {
        self.times().count()
    }

    /// What becomes of them beside an engine.
    pub fn breakdown(&self) -> Breakdown {
        self.breakdown
    }

    /// Whether all times that are known, two at least, are whole seconds.
    pub fn whole_seconds(&self) -> bool {
        let mut known = self.times().filter_map(|m| m.ms);
        known.clone().count() >= 2 && known.all(|ms| ms % 1000 == 0)
    }

    /// On how many moves a figure rests.
    pub(super) fn moves_of(&self, figure: &str, method: &Method) -> usize {
        self.value(figure, method).map_or(0, |value| value.n)
    }

    fn times(&self) -> impl Iterator<Item = &'a MoveTime> + Clone {
        self.sides.iter().flatten().copied()
    }

    /// The times that are known, in seconds.
    pub fn seconds(&self) -> Vec<f64> {
        let known = self.times().filter_map(|m| m.ms);
        known.map(|ms| ms as f64 / 1000.0).collect()
    }

    /// The points lost by the moves that count.
    pub fn lost(&self) -> Vec<f64> {
        self.judged.iter().filter_map(|m| m.lost).collect()
    }

    /// How uneven times are: of each game by itself the spread over the mean, and of
    /// these the mean by number of moves. That one game is slower than another is
    /// no unevenness, and a member of a group is one side of one game.
    fn variation(&self) -> Option<f64> {
        let of_side = |side: &Vec<&MoveTime>| {
            let known = side.iter().filter_map(|m| m.ms);
            let seconds: Vec<f64> = known.map(|ms| ms as f64 / 1000.0).collect();
            let summed = summary(&seconds).filter(|summed| summed.mean > 0.0)?;
            Some((summed.spread? / summed.mean, summed.n as f64))
        };
        let sides: Vec<(f64, f64)> = self.sides.iter().filter_map(of_side).collect();
        weighted_mean(&sides)
    }

    fn value(&self, figure: &str, method: &Method) -> Option<Value> {
        let of = |n: usize, given: Option<f64>| Value {
            n,
            given,
            exact: None,
            spread: None,
        };
        let summed = |sample: Vec<f64>| summary(&sample).map(Value::from);
        let held = |sample: Vec<bool>| {
            let hold = count(sample.iter().filter(|holds| **holds).count());
            let ones = sample.iter().map(|holds| f64::from(u8::from(*holds)));
            let n = sample.len();
            summed(ones.collect()).map(|value| value.exactly(hold, n))
        };
        let share =
            |holds: &dyn Fn(&Judged) -> bool| held(self.judged.iter().map(|m| holds(m)).collect());
        let known = || self.times().filter_map(|m| m.ms);
        match figure {
            "time_mean_s" => summed(self.seconds()).map(|mean| {
                let sum = known().map(i128::from).sum();
                mean.exactly(sum, mean.n * 1_000)
            }),
            "time_median_s" => {
                let seconds = self.seconds();
                let mut sorted: Vec<i64> = known().collect();
                sorted.sort_unstable();
                let (upper, lower) = (sorted.len() / 2, sorted.len().saturating_sub(1) / 2);
                let both = sorted.get(upper).zip(sorted.get(lower));
                let both = both.map_or(0, |(upper, lower)| i128::from(upper + lower));
                let median = median(&seconds).map(|m| of(seconds.len(), Some(m)));
                median.map(|median| median.exactly(both, 2_000))
            }
            "quick_share" => {
                let quick = i64::try_from(method.quick_ms).unwrap_or(i64::MAX);
                held(known().map(|ms| ms < quick).collect())
            }
            "time_variation" => {
                let seconds = self.seconds();
                (!seconds.is_empty()).then(|| of(seconds.len(), self.variation()))
            }
            "time_unknown_share" => held(self.times().map(|m| m.ms.is_none()).collect()),
            "time_choice_correlation" => {
                let pair = |m: &&Judged| Some((m.ms? as f64, m.choice?));
                let pairs: Vec<(f64, f64)> = self.judged.iter().filter_map(pair).collect();
                (!pairs.is_empty()).then(|| of(pairs.len(), rank_correlation(&pairs)))
            }
            "first_choice_share" => share(&|m| m.rank == Some(1)),
            "first_choice_weighted" => {
                let pair = |m: &&Judged| Some((f64::from(u8::from(m.rank == Some(1))), m.choice?));
                let pairs: Vec<(f64, f64)> = self.judged.iter().filter_map(pair).collect();
                let weighed = pairs
                    .iter()
                    .map(|(is_first, choice)| (*is_first > 0.0, choice));
                let nano = |points: &f64| nano_points(*points);
                let all: i128 = weighed.clone().map(|(_, choice)| nano(choice)).sum();
                let first = weighed.filter(|(is_first, _)| *is_first);
                let first: i128 = first.map(|(_, choice)| nano(choice)).sum();
                let mean = weighted_mean(&pairs);
                (!pairs.is_empty()).then(|| Value {
                    exact: mean.map(|_| (first, all)),
                    ..of(pairs.len(), mean)
                })
            }
            "near_equal_share" => {
                let near = i128::from(method.near_equal_cp) * 10_000_000;
                share(&|m| m.lost.is_some_and(|lost| nano_points(lost) <= near))
            }
            "rank_mean" => {
                let ranked: Vec<usize> = self.judged.iter().filter_map(|m| m.rank).collect();
                let mean = summed(ranked.iter().map(|rank| *rank as f64).collect());
                mean.map(|mean| mean.exactly(count(ranked.iter().sum()), ranked.len()))
            }
            "points_lost_mean" => {
                let lost = self.lost();
                let sum = lost.iter().map(|lost| nano_points(*lost)).sum();
                let over = lost.len() * 1_000_000_000;
                summed(lost).map(|mean| mean.exactly(sum, over))
            }
            // Of the games that an engine was asked about.
            "left_out_share" if self.breakdown.moves > self.breakdown.unasked => {
                let asked = self.breakdown.moves - self.breakdown.unasked;
                let counted = f64::from(self.breakdown.counted) / f64::from(asked);
                let n = usize::try_from(asked).unwrap_or(usize::MAX);
                let out = i128::from(asked) - i128::from(self.breakdown.counted);
                Some(of(n, Some(1.0 - counted)).exactly(out, n))
            }
            _ => None,
        }
    }
}

impl From<Summary> for Value {
    fn from(summary: Summary) -> Value {
        Value {
            n: summary.n,
            given: Some(summary.mean),
            exact: None,
            spread: summary.spread,
        }
    }
}

/// The values that the members of a group have of a figure, where each rests on
/// enough moves: what a player's own is shown beside.
pub fn of_members(
    material: &Material,
    reference: &Reference,
    figure: &str,
    method: &Method,
) -> Vec<f64> {
    let values = values_of(material, reference, figure, method);
    values.into_iter().flatten().collect()
}

/// The same, each member in its place.
pub(super) fn values_of(
    material: &Material,
    reference: &Reference,
    figure: &str,
    method: &Method,
) -> Vec<Option<f64>> {
    let of_member = |member: &super::Member| {
        let mut group = Group::default();
        group.add(material, &member.game, member.colour);
        own_value(&group, figure, method)
    };
    reference.members.iter().map(of_member).collect()
}

/// A figure of one side of one game, where it rests on enough moves.
pub fn of_side(
    material: &Material,
    game: &GameId,
    colour: Colour,
    figure: &str,
    method: &Method,
) -> Option<String> {
    let mut side = Group::default();
    side.add(material, game, colour);
    own_value(&side, figure, method).and_then(decimal)
}

/// The value of a figure, where it rests on enough moves.
pub(super) fn own_value(group: &Group<'_>, figure: &str, method: &Method) -> Option<f64> {
    let value = group.value(figure, method)?;
    value.given.filter(|_| enough(value.n, method))
}

fn enough(n: usize, method: &Method) -> bool {
    n >= usize::try_from(method.moves_min).unwrap_or(usize::MAX)
}

/// The figures of a player.
pub fn figures(names: &[&str], looked: Looked<'_>) -> Vec<Figure> {
    let Looked {
        label,
        material,
        reference,
        method,
        ..
    } = looked;
    let groups = looked.groups();
    let mut figures = Vec::new();
    for name in names {
        let members = reference.map(|group| of_members(material, group, name, method));
        let compared = members
            .as_deref()
            .filter(|_| is_compared(name))
            .and_then(|members| comparison(members, method));
        for (whose, group) in &groups {
            let Some(value) = group.value(name, method) else {
                continue;
            };
            let given = value.given.filter(|_| enough(value.n, method));
            let z = given
                .zip(compared)
                .map(|(value, (mean, spread))| (value - mean) / spread);
            figures.push(Figure {
                subject: label,
                whose: *whose,
                figure: (*name).to_owned(),
                n: u32::try_from(value.n).unwrap_or(u32::MAX),
                value: given.and_then(|_| value.text()),
                spread: value.spread.filter(|_| given.is_some()).and_then(decimal),
                z: z.filter(|_| *whose == Whose::Subject).and_then(decimal),
            });
        }
        if let Some(summed) = members.as_deref().and_then(summary) {
            figures.push(Figure {
                subject: label,
                whose: Whose::Reference,
                figure: (*name).to_owned(),
                n: u32::try_from(summed.n).unwrap_or(u32::MAX),
                value: decimal(summed.mean),
                spread: summed.spread.and_then(decimal),
                z: None,
            });
        }
    }
    figures
}

/// Mean and spread of a group that is large enough to compare with.
pub(super) fn comparison(members: &[f64], method: &Method) -> Option<(f64, f64)> {
    let least = usize::try_from(method.reference_min).unwrap_or(usize::MAX);
    let summed = summary(members).filter(|summed| summed.n >= least)?;
    summed
        .spread
        .filter(|spread| *spread > 0.0)
        .map(|spread| (summed.mean, spread))
}

impl<'a> Looked<'a> {
    /// The player in the games under review, the opponents there, the player elsewhere.
    pub(super) fn groups(&self) -> [(Whose, Group<'a>); 3] {
        groups_of(self.player, self.games, self.material)
    }
}

/// The player in the games under review, the opponents there, the player elsewhere.
pub fn groups_of<'a>(
    player: &PlayerId,
    games: &[GameId],
    material: &'a Material,
) -> [(Whose, Group<'a>); 3] {
    let mut groups = [
        (Whose::Subject, Group::default()),
        (Whose::Opponent, Group::default()),
        (Whose::OtherGames, Group::default()),
    ];
    for (game, times) in &material.times {
        let Some(colour) = times.side_of(player) else {
            continue;
        };
        if games.contains(game) {
            groups[0].1.add(material, game, colour);
            groups[1].1.add(material, game, colour.opponent());
        } else {
            groups[2].1.add(material, game, colour);
        }
    }
    groups
}

/// Bounds of the classes of a distribution of times, in seconds.
pub const TIME_CLASSES: [f64; 8] = [1.0, 2.0, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0];

/// How many of a sample lie below each bound and not below the one before it,
/// and last how many lie at or above all.
pub fn distribution(sample: &[f64], bounds: &[f64]) -> Vec<usize> {
    let mut classes = vec![0; bounds.len() + 1];
    for value in sample {
        classes[bounds.partition_point(|bound| bound <= value)] += 1;
    }
    classes
}

#[cfg(test)]
mod tests {
    use super::*;
    use fupan_domain::ids::EntryId;

    fn side(seconds: &[i64]) -> Vec<MoveTime> {
        let moves = seconds.iter().zip(1..).map(|(s, number)| MoveTime {
            number,
            entry: EntryId(uuid::Uuid::nil()),
            seq: 0,
            colour: Colour::Black,
            point: None,
            ms: Some(s * 1000),
            within: Vec::new(),
        });
        moves.collect()
    }

    /// 1 and 3 seconds in one game, 10 and 30 in another: mean 2 with spread 1.414,
    /// mean 20 with spread 14.142, each 0.707 of its mean. Thrown together they
    /// would come to 11 with a spread of 13.241, 1.204 of it. Beside them 4 moves of
    /// 5 seconds each, which are as even as can be: half as uneven.
    #[test]
    fn that_one_game_is_slower_than_another_is_no_unevenness() {
        let games = [side(&[1, 3]), side(&[10, 30]), side(&[5; 4])];
        let of = |count: usize| {
            let sides = games.iter().take(count);
            let group = Group {
                sides: sides.map(|side| side.iter().collect()).collect(),
                ..Group::default()
            };
            group.variation().and_then(decimal).unwrap()
        };
        assert_eq!([of(1), of(2), of(3)], ["0.707", "0.707", "0.354"]);
    }
}
