//! Areas, margins and exact fractions. Never a float: a quarter of a zi
//! decides games.

use serde::{Deserialize, Serialize};
use std::fmt;

/// An area or a margin in quarters of a zi (子, one stone of area counting):
/// 361 points are 1444.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct QuarterZi(pub i64);

impl QuarterZi {
    /// One zi.
    pub const ONE_ZI: QuarterZi = QuarterZi(4);

    /// That many whole zi.
    pub const fn zi(n: i64) -> QuarterZi {
        QuarterZi(n * 4)
    }
}

impl std::ops::Add for QuarterZi {
    type Output = QuarterZi;
    fn add(self, other: QuarterZi) -> QuarterZi {
        QuarterZi(self.0.saturating_add(other.0))
    }
}

impl std::ops::Sub for QuarterZi {
    type Output = QuarterZi;
    fn sub(self, other: QuarterZi) -> QuarterZi {
        QuarterZi(self.0.saturating_sub(other.0))
    }
}

impl std::ops::Neg for QuarterZi {
    type Output = QuarterZi;
    fn neg(self) -> QuarterZi {
        QuarterZi(self.0.saturating_neg())
    }
}

/// In the field's own writing: `184`, `3¾`, `-¼`.
impl fmt::Display for QuarterZi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, quarters) = (self.0.unsigned_abs() / 4, self.0.unsigned_abs() % 4);
        let part = ["", "¼", "½", "¾"][usize::try_from(quarters).unwrap_or(0)];
        if whole == 0 && quarters != 0 {
            write!(f, "{sign}{part}")
        } else {
            write!(f, "{sign}{whole}{part}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quarters_read_as_the_field_writes_them() {
        let shown: Vec<String> = [0, 1, -1, 2, 3, 4, 11, 15, -15, 736]
            .map(|q| QuarterZi(q).to_string())
            .into();
        assert_eq!(
            shown,
            ["0", "¼", "-¼", "½", "¾", "1", "2¾", "3¾", "-3¾", "184"]
        );
    }
}
