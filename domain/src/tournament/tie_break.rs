//! The criteria that order standings. Each is computed for every line, so that a
//! view can show all terms, and compared one after the other as the event's
//! `tie_breaks` say. Which of them apply, and places, are for `standings`.
//!
//! | criterion | what it is | source | needs |
//! | --- | --- | --- | --- |
//! | `total_score` | `P + (ΣO / (Pmax/2) − R)` | 2002 27.1(2)A, 27.2; 1988 28.1, 28.2 | points, opponents, rounds |
//! | `points` | 2 a win, 1 a draw; match points of teams | 2002 27; 1988 28 | results |
//! | `opponents` | ΣO, the sum of the opponents' points; 1988 with its average for one who withdrew | 2002 27.1(2)B; 1988 29.3 | opponents |
//! | `beaten` | 胜者小分: points of beaten opponents, half of those drawn with | 2002 27.1(1)A; 1988 28.1 A | opponents |
//! | `warnings` | fewer in the whole event | 2002 27.1(1)B; 1988 28.1 B | warnings |
//! | `boards` | board points, then those of board one, two … | 2002 27.2; 1988 28.2 | team matches |
//! | `playoff` | points in the play-offs among those equal | 2002 27.1(1)C, 27.2(3); 1988 28.3 | games marked as play-offs |
//! | `lot` | the drawn order | 2002 27.1(1)C; 1988 28.1 D | a lot for a tie |
//! | `wins` | games or matches won, byes included | usage | results |
//! | `direct` | points among those equal, if each met the others equally often | usage | results |
//! | `sos` | as `opponents` | usage | opponents |
//! | `sos1`, `sos2` | the same without the lowest one, two | usage | opponents |
//! | `sosos` | the sum of the opponents' `sos` | usage | opponents |
//! | `sodos` | the sum of the beaten opponents' points, as 胜者小分 what they scored | usage | opponents |
//! | `cumulative` | 累进分: the sum of the points after each round | usage | results |
//! | `rating` | at registration; none is lowest | usage | registration |

use super::{
    line::{Line, Source},
    settle::How,
    withdrawal::value_of_withdrawn,
};
use crate::{
    rulebook::{Format, Pmax, Regulations, TieBreak},
    score::Fraction,
};

/// The highest points of a total score, in both readings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Highest {
    /// Which of them the event takes.
    pub reading: Pmax,
    /// The highest that anybody has scored.
    pub scored: i64,
    /// The highest that anybody could have scored: two a round, more where a
    /// round had more than one meeting for somebody.
    pub possible: i64,
}

impl Highest {
    /// The highest points in a reading.
    pub const fn value(&self, reading: Pmax) -> i64 {
        match reading {
            Pmax::Scored => self.scored,
            Pmax::Possible => self.possible,
        }
    }
}

/// A total score: `P + (ΣO / (Pmax/2) − R)`. Where nobody has scored, the sum
/// over nothing counts as nothing.
pub fn total_score(points: i64, opponents: Fraction, highest: i64, rounds: u32) -> Fraction {
    let share = (opponents * Fraction::whole(2)).over(Fraction::whole(highest));
    let share = share.unwrap_or(Fraction::ZERO);
    Fraction::whole(points) + share - Fraction::whole(rounds.into())
}

/// The terms of one line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// Points.
    pub points: i64,
    /// What this entrant is worth to opponents: the points, save for one who
    /// withdrew in 1988.
    pub worth: Worth,
    /// Total score in the event's own reading.
    pub total: Worth,
    /// The same in the other reading of the highest points.
    pub total_otherwise: Worth,
    /// Sum of the opponents' worth.
    pub opponents: Worth,
    /// 胜者小分 in half-points.
    pub beaten_half: i64,
    /// Warnings.
    pub warnings: u32,
    /// Wins, byes included.
    pub wins: u32,
    /// `opponents` without the lowest.
    pub sos1: Worth,
    /// `opponents` without the two lowest.
    pub sos2: Worth,
    /// Sum of the opponents' `opponents`.
    pub sosos: Worth,
    /// Sum of the beaten opponents' points.
    pub sodos: Worth,
    /// Sum of the points after each round.
    pub cumulative: i64,
    /// Board points of a team, then those of each board.
    pub boards: Vec<i64>,
    /// Rating.
    pub rating: Option<i64>,
}

/// A fraction that is nothing where nothing was said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Worth(pub Fraction);

impl Default for Worth {
    fn default() -> Worth {
        Worth(Fraction::ZERO)
    }
}

/// The terms of every line, and the highest points. `rounds`: how many rounds
/// they stand for, the R of a total score; `possible`: the points that could be
/// had in them.
pub fn terms_of(
    lines: &[Line<'_>],
    regulations: &Regulations,
    (rounds, possible): (u32, i64),
) -> (Vec<Terms>, Highest) {
    let mut terms: Vec<Terms> = lines
        .iter()
        .map(|line| own(line, regulations, rounds))
        .collect();
    let scored = terms.iter().map(|t| t.points).max().unwrap_or(0);
    let highest = Highest {
        reading: regulations.pmax,
        scored,
        possible: possible.max(scored),
    };
    for index in 0..lines.len() {
        let sums = of_opponents(&lines[index], &terms);
        let own = &mut terms[index];
        (own.opponents, own.sos1, own.sos2) = (sums.all, sums.but_one, sums.but_two);
        (own.sodos, own.beaten_half) = (sums.beaten, sums.beaten_half);
        let total = |reading| {
            Worth(total_score(
                own.points,
                sums.all.0,
                highest.value(reading),
                rounds,
            ))
        };
        let other = match highest.reading {
            Pmax::Scored => Pmax::Possible,
            Pmax::Possible => Pmax::Scored,
        };
        (own.total, own.total_otherwise) = (total(highest.reading), total(other));
    }
    for index in 0..lines.len() {
        let opponents = lines[index].bouts.iter().filter_map(|bout| bout.opponent);
        terms[index].sosos = Worth(opponents.map(|other| terms[other].opponents.0).sum());
    }
    (terms, highest)
}

/// What a line says by itself.
fn own(line: &Line<'_>, regulations: &Regulations, rounds: u32) -> Terms {
    let points = line.points();
    // The article is for pairing by points; elsewhere what was scored counts.
    let averaged = matches!(regulations.format, Format::Swiss | Format::SwissKnockout);
    let worth = if averaged && line.left_after.is_some() {
        let max = regulations.edition().parameters.withdrawn_average_max;
        let how = (regulations.withdrawn_opponent, max.unwrap_or(1));
        value_of_withdrawn(how, points, line.played(), rounds)
    } else {
        Fraction::whole(points)
    };
    let board_points: i64 = line.boards.iter().sum();
    Terms {
        points,
        worth: Worth(worth),
        warnings: line.warnings,
        wins: line.count(|how| how == How::Won),
        cumulative: line.running(rounds).sum(),
        boards: std::iter::once(board_points)
            .chain(line.boards.iter().copied())
            .collect(),
        rating: line.rating,
        ..Terms::default()
    }
}

/// Sums over a line's opponents.
struct Sums {
    all: Worth,
    but_one: Worth,
    but_two: Worth,
    beaten: Worth,
    beaten_half: i64,
}

fn of_opponents(line: &Line<'_>, terms: &[Terms]) -> Sums {
    let met = || {
        line.bouts
            .iter()
            .filter_map(|bout| Some((bout, &terms[bout.opponent?])))
    };
    let mut values: Vec<Fraction> = met().map(|(_, other)| other.worth.0).collect();
    values.sort();
    let without = |n: usize| Worth(values.iter().skip(n).copied().sum());
    let beaten = met().filter(|(bout, _)| bout.how == How::Won);
    Sums {
        all: without(0),
        but_one: without(1),
        but_two: without(2),
        beaten: Worth(beaten.map(|(_, other)| Fraction::whole(other.points)).sum()),
        beaten_half: met()
            .map(|(bout, other)| bout.how.points() * other.points)
            .sum(),
    }
}

/// What a line has in a criterion; more is better.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Key {
    /// A whole number.
    Whole(i64),
    /// A fraction.
    Exact(Worth),
    /// Several numbers, the first one first.
    Several(Vec<i64>),
}

impl std::fmt::Display for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Key::Whole(n) => n.fmt(f),
            Key::Exact(Worth(fraction)) => fraction.fmt(f),
            Key::Several(all) => {
                let all: Vec<String> = all.iter().map(ToString::to_string).collect();
                f.write_str(&all.join("-"))
            }
        }
    }
}

/// What the lines of those who are equal so far have in a criterion that
/// depends on no one but the line itself; `None` for `direct`, `playoff`, `lot`.
pub fn key(criterion: TieBreak, terms: &Terms) -> Option<Key> {
    Some(match criterion {
        TieBreak::TotalScore => Key::Exact(terms.total),
        TieBreak::Points => Key::Whole(terms.points),
        TieBreak::Opponents | TieBreak::Sos => Key::Exact(terms.opponents),
        TieBreak::Beaten => Key::Whole(terms.beaten_half),
        TieBreak::Warnings => Key::Whole(-i64::from(terms.warnings)),
        TieBreak::Wins => Key::Whole(terms.wins.into()),
        TieBreak::Sos1 => Key::Exact(terms.sos1),
        TieBreak::Sos2 => Key::Exact(terms.sos2),
        TieBreak::Sosos => Key::Exact(terms.sosos),
        TieBreak::Sodos => Key::Exact(terms.sodos),
        TieBreak::Cumulative => Key::Whole(terms.cumulative),
        TieBreak::Boards => Key::Several(terms.boards.clone()),
        TieBreak::Rating => Key::Whole(terms.rating.unwrap_or(i64::MIN)),
        TieBreak::Direct | TieBreak::Playoff | TieBreak::Lot => return None,
    })
}

/// Points among those who are equal, if each of them met the others equally
/// often and at all; `None` where the criterion says nothing.
pub fn direct(group: &[usize], lines: &[Line<'_>]) -> Option<Vec<Key>> {
    let among = |index: &usize| {
        let met = lines[*index].bouts.iter();
        let met = met.filter(|bout| bout.opponent.is_some_and(|other| group.contains(&other)));
        met.map(|bout| (bout.opponent, bout.points))
            .collect::<Vec<_>>()
    };
    let met: Vec<_> = group.iter().map(among).collect();
    let times = met.first()?.len() / (group.len() - 1).max(1);
    let each_so_often = group.iter().zip(&met).all(|(own, bouts)| {
        let often = |other: &usize| bouts.iter().filter(|(o, _)| *o == Some(*other)).count();
        group
            .iter()
            .all(|other| other == own || often(other) == times)
    });
    let points = |bouts: &Vec<(Option<usize>, i64)>| bouts.iter().map(|(_, p)| p).sum();
    (times > 0 && each_so_often).then(|| met.iter().map(|b| Key::Whole(points(b))).collect())
}

/// Points in the play-offs among those who are equal; `None` where there was none
/// in which each of them took part, or they left all equal.
pub fn playoff(group: &[usize], lines: &[Line<'_>]) -> Option<Vec<Key>> {
    let among = |index: &usize| {
        let played = lines[*index].playoffs.iter();
        let mut played = played
            .filter(|bout| {
                matches!(bout.source, Source::Game(_) | Source::Match(_))
                    && bout.opponent.is_some_and(|other| group.contains(&other))
            })
            .peekable();
        played.peek()?;
        Some(played.map(|bout| bout.points).sum())
    };
    let points: Vec<i64> = group.iter().map(among).collect::<Option<_>>()?;
    let separates = points.windows(2).any(|pair| pair[0] != pair[1]);
    separates.then(|| points.into_iter().map(Key::Whole).collect())
}
