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

/// An exact fraction in lowest terms, its denominator above 0: what a total
/// score (2002 27, 1988 28) and a withdrawn opponent (1988 29.3) come to.
///
/// Terms are kept as 128-bit integers. Sums of fractions whose denominators are
/// numbers of rounds stay far below that for any event of up to 80 rounds;
/// beyond it they saturate instead of wrapping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    num: i128,
    den: i128,
}

impl Fraction {
    /// Nothing.
    pub const ZERO: Fraction = Fraction { num: 0, den: 1 };

    /// A whole number.
    pub const fn whole(n: i64) -> Fraction {
        Fraction {
            num: n as i128,
            den: 1,
        }
    }

    /// `num` over `den`; `None` where `den` is 0.
    pub fn new(num: i64, den: i64) -> Option<Fraction> {
        Fraction::reduced(num.into(), den.into())
    }

    fn reduced(num: i128, den: i128) -> Option<Fraction> {
        if den == 0 {
            return None;
        }
        let divisor = gcd(num.unsigned_abs(), den.unsigned_abs());
        // A gcd of two i128 fits, except for that of two i128::MIN.
        let divisor = i128::try_from(divisor).unwrap_or(i128::MAX).max(1);
        let sign = den.signum();
        let reduced = |n: i128| match divisor {
            1 => n.saturating_mul(sign),
            _ => (n / divisor).saturating_mul(sign),
        };
        Some(Fraction {
            num: reduced(num),
            den: reduced(den),
        })
    }

    /// Its numerator and denominator, in lowest terms.
    pub fn terms(self) -> (i64, i64) {
        let narrow = |n: i128| i64::try_from(n).unwrap_or(if n < 0 { i64::MIN } else { i64::MAX });
        (narrow(self.num), narrow(self.den))
    }

    /// The whole number that it is, if it is one.
    pub fn as_whole(self) -> Option<i64> {
        (self.den == 1).then(|| self.terms().0)
    }

    /// This over `other`; `None` where that is nothing.
    pub fn over(self, other: Fraction) -> Option<Fraction> {
        Fraction::reduced(
            self.num.saturating_mul(other.den),
            self.den.saturating_mul(other.num),
        )
    }

    /// The smaller of the two.
    #[must_use]
    pub fn at_most(self, other: Fraction) -> Fraction {
        if other < self { other } else { self }
    }
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        // Nearly always both fit, and dividing 64 bits is far cheaper.
        if let (Ok(a), Ok(b)) = (u64::try_from(a), u64::try_from(b)) {
            return gcd_64(a, b).into();
        }
        (a, b) = (b, a % b);
    }
    a
}

fn gcd_64(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl std::ops::Add for Fraction {
    type Output = Fraction;
    fn add(self, other: Fraction) -> Fraction {
        if self.den == 1 && other.den == 1 {
            let num = self.num.saturating_add(other.num);
            return Fraction { num, den: 1 };
        }
        let num = self
            .num
            .saturating_mul(other.den)
            .saturating_add(other.num.saturating_mul(self.den));
        Fraction::reduced(num, self.den.saturating_mul(other.den)).unwrap_or(self)
    }
}

impl std::ops::Neg for Fraction {
    type Output = Fraction;
    fn neg(self) -> Fraction {
        Fraction {
            num: self.num.saturating_neg(),
            den: self.den,
        }
    }
}

impl std::ops::Sub for Fraction {
    type Output = Fraction;
    fn sub(self, other: Fraction) -> Fraction {
        self + -other
    }
}

impl std::ops::Mul for Fraction {
    type Output = Fraction;
    fn mul(self, other: Fraction) -> Fraction {
        Fraction::reduced(
            self.num.saturating_mul(other.num),
            self.den.saturating_mul(other.den),
        )
        .unwrap_or(Fraction::ZERO)
    }
}

impl std::iter::Sum for Fraction {
    fn sum<I: Iterator<Item = Fraction>>(all: I) -> Fraction {
        all.fold(Fraction::ZERO, std::ops::Add::add)
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Fraction) -> std::cmp::Ordering {
        if self.den == other.den {
            return self.num.cmp(&other.num);
        }
        let left = self.num.saturating_mul(other.den);
        left.cmp(&other.num.saturating_mul(self.den))
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// `7`, `20/3`.
impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.den == 1 {
            write!(f, "{}", self.num)
        } else {
            write!(f, "{}/{}", self.num, self.den)
        }
    }
}

/// As the contract writes it (section 2): `{"num":65,"den":6}`.
impl Serialize for Fraction {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let (num, den) = self.terms();
        let mut fields = s.serialize_struct("Fraction", 2)?;
        fields.serialize_field("num", &num)?;
        fields.serialize_field("den", &den)?;
        fields.end()
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

    fn fraction(num: i64, den: i64) -> Fraction {
        Fraction::new(num, den).unwrap()
    }

    #[test]
    fn fractions_are_exact_and_in_lowest_terms() {
        assert_eq!(fraction(65, 6) + fraction(1, 6), Fraction::whole(11));
        assert_eq!(fraction(4, -6).terms(), (-2, 3));
        assert_eq!(fraction(14, 1).over(fraction(6, 2)), Some(fraction(14, 3)));
        assert_eq!(fraction(1, 3) - fraction(1, 3), Fraction::ZERO);
        assert_eq!(fraction(2, 3) * fraction(3, 4), fraction(1, 2));
        assert_eq!(Fraction::new(1, 0), None);
        assert_eq!(Fraction::whole(1).over(Fraction::ZERO), None);
        assert!(fraction(64, 6) < fraction(65, 6) && fraction(-1, 2) < Fraction::ZERO);
        assert_eq!(
            fraction(4, 3).at_most(Fraction::whole(1)),
            Fraction::whole(1)
        );
    }

    #[test]
    fn a_fraction_reads_as_the_contract_writes_it() {
        let json = serde_json::to_string(&fraction(65, 6)).unwrap();
        assert_eq!(json, r#"{"num":65,"den":6}"#);
        assert_eq!(fraction(40, 6).to_string(), "20/3");
        assert_eq!(fraction(21, 3).to_string(), "7");
    }
}
