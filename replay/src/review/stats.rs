//! Means, spreads and ranks of a few numbers, and how they are written down.

/// What a sample comes to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// How many there are.
    pub n: usize,
    /// Their mean.
    pub mean: f64,
    /// Their standard deviation, of the sample (n − 1); `None` for fewer than two.
    pub spread: Option<f64>,
}

/// The summary of a sample; `None` where it is empty.
pub fn summary(sample: &[f64]) -> Option<Summary> {
    if sample.is_empty() {
        return None;
    }
    let n = sample.len();
    let mean = sample.iter().sum::<f64>() / n as f64;
    let squares: f64 = sample.iter().map(|x| (x - mean) * (x - mean)).sum();
    let spread = (n >= 2).then(|| (squares / (n - 1) as f64).sqrt());
    Some(Summary { n, mean, spread })
}

/// The mean of a sample in which each value counts as much as its weight;
/// `None` where no weight is above 0.
pub fn weighted_mean(sample: &[(f64, f64)]) -> Option<f64> {
    let weight: f64 = sample.iter().map(|(_, weight)| weight).sum();
    let sum: f64 = sample.iter().map(|(value, weight)| value * weight).sum();
    (weight > 0.0).then(|| sum / weight)
}

/// The middle of a sample, between the two middle ones where their number is even.
pub fn median(sample: &[f64]) -> Option<f64> {
    let mut sorted = sample.to_vec();
    sorted.sort_by(f64::total_cmp);
    let upper = sorted.get(sorted.len() / 2)?;
    if sorted.len() % 2 == 1 {
        return Some(*upper);
    }
    let lower = sorted.get(sorted.len() / 2 - 1)?;
    Some(f64::midpoint(*lower, *upper))
}

/// The ranks of a sample from 1, equal ones sharing the mean of theirs.
fn ranks(sample: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..sample.len()).collect();
    order.sort_by(|a, b| sample[*a].total_cmp(&sample[*b]));
    let mut ranks = vec![0.0; sample.len()];
    let mut from = 0;
    while from < order.len() {
        let value = sample[order[from]];
        let equal = order[from..]
            .iter()
            .take_while(|i| sample[**i].total_cmp(&value).is_eq());
        let until = from + equal.count();
        let rank = f64::midpoint((from + 1) as f64, until as f64);
        for index in &order[from..until] {
            ranks[*index] = rank;
        }
        from = until;
    }
    ranks
}

/// Spearman's rank correlation of pairs; `None` for fewer than three, or where
/// one side of them is all the same.
pub fn rank_correlation(pairs: &[(f64, f64)]) -> Option<f64> {
    if pairs.len() < 3 {
        return None;
    }
    let (first, second): (Vec<f64>, Vec<f64>) = pairs.iter().copied().unzip();
    let (first, second) = (ranks(&first), ranks(&second));
    let mean = f64::midpoint(1.0, pairs.len() as f64);
    let sum = |of: &dyn Fn(f64, f64) -> f64| -> f64 {
        let both = first.iter().zip(&second);
        both.map(|(a, b)| of(a - mean, b - mean)).sum()
    };
    let (both, one, other) = (sum(&|a, b| a * b), sum(&|a, _| a * a), sum(&|_, b| b * b));
    (one > 0.0 && other > 0.0).then(|| both / (one * other).sqrt())
}

/// A number as it is recorded: with three digits after the point, halves away
/// from zero, and no `-0.000`. `None` for what is no number of that kind.
pub fn decimal(value: f64) -> Option<String> {
    if !value.is_finite() || value.abs() >= 1e11 {
        return None;
    }
    let text = format!("{:.3}", (value * 1000.0).round() / 1000.0);
    Some(match text.as_str() {
        "-0.000" => "0.000".to_owned(),
        _ => text,
    })
}

/// A fraction as it is recorded, rounded from the exact value and not from a number
/// with a point near to it. `None` where it has no denominator, or is no number of
/// that kind.
pub fn ratio(sum: i128, over: i128) -> Option<String> {
    let twice = over.checked_mul(2).filter(|twice| *twice > 0)?;
    let scaled = sum.checked_mul(2_000)?;
    let thousandths = (scaled.checked_abs()?.checked_add(over)? / twice) * scaled.signum();
    if thousandths.unsigned_abs() >= 100_000_000_000_000 {
        return None;
    }
    let (whole, rest) = (thousandths.abs() / 1_000, thousandths.abs() % 1_000);
    let sign = if thousandths < 0 { "-" } else { "" };
    Some(format!("{sign}{whole}.{rest:03}"))
}

/// Points in thousand-millionths, in which an engine tells them at the finest.
pub fn nano_points(points: f64) -> i128 {
    // Of leads that were read: below 1e3, so that the cast is exact.
    #[expect(clippy::cast_possible_truncation, reason = "below 1e13")]
    let nano = (points.clamp(-1e4, 1e4) * 1e9).round() as i64;
    i128::from(nano)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_comes_to_what_a_hand_calculation_gives() {
        // 2, 4, 4, 6: mean 4, squares 4 + 0 + 0 + 4, over 3.
        let four = summary(&[2.0, 4.0, 4.0, 6.0]).unwrap();
        assert_eq!(four.n, 4);
        assert_eq!(decimal(four.mean).unwrap(), "4.000");
        assert_eq!(decimal(four.spread.unwrap()).unwrap(), "1.633");
        assert_eq!(summary(&[]), None);
        assert_eq!(summary(&[7.0]).unwrap().spread, None);
        assert_eq!(median(&[9.0, 1.0, 5.0]), Some(5.0));
        assert_eq!(median(&[9.0, 1.0, 5.0, 6.0]), Some(5.5));
        assert_eq!(weighted_mean(&[(1.0, 3.0), (0.0, 1.0)]), Some(0.75));
        assert_eq!(weighted_mean(&[(1.0, 0.0)]), None);
    }

    #[test]
    fn ranks_that_are_equal_share_theirs() {
        assert_eq!(ranks(&[10.0, 30.0, 10.0, 20.0]), [1.5, 4.0, 1.5, 3.0]);
        let rising = [(1.0, 10.0), (2.0, 20.0), (3.0, 90.0)];
        assert_eq!(rank_correlation(&rising), Some(1.0));
        assert_eq!(
            rank_correlation(&[(1.0, 5.0), (2.0, 5.0), (3.0, 5.0)]),
            None
        );
        assert_eq!(rank_correlation(&rising[..2]), None);
    }

    #[test]
    fn an_exact_half_goes_away_from_zero() {
        let written = [
            (76_570, 20_000, "3.829"),
            (-76_570, 20_000, "-3.829"),
            (1, 2_000, "0.001"),
            (1, 2_001, "0.000"),
            (-1, 2_001, "0.000"),
            (2, 3, "0.667"),
            (0, 7, "0.000"),
        ];
        for (sum, over, text) in written {
            assert_eq!(ratio(sum, over).as_deref(), Some(text), "{sum}/{over}");
        }
        assert_eq!(ratio(1, 0), None);
        assert_eq!(nano_points(0.3 - 0.1), 200_000_000);
    }

    #[test]
    fn a_recorded_number_has_three_digits_and_no_negative_nothing() {
        let written = [
            (0.5, "0.500"),
            (-0.0001, "0.000"),
            (2.0 / 3.0, "0.667"),
            (-1.25, "-1.250"),
        ];
        for (value, text) in written {
            assert_eq!(decimal(value).as_deref(), Some(text));
        }
        assert_eq!(decimal(f64::NAN), None);
        assert_eq!(decimal(1e12), None);
    }
}
