//! Decimal text read exactly, as an integer and a power of ten. Never a float:
//! a komi or a clock reading must come out to the last digit.

/// `digits` × 10^-`scale`, in its shortest form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Decimal {
    digits: i64,
    scale: u32,
}

/// More digits than this are no komi and no clock.
const DIGITS_MAX: usize = 15;

impl Decimal {
    /// Reads `7.5`, `-12`, `.5`, `30.` or, with a decimal comma, `6,5`.
    pub(super) fn parse(text: &str) -> Option<Decimal> {
        let text = text.trim();
        let (sign, unsigned) = match text.strip_prefix('-') {
            Some(rest) => (-1, rest),
            None => (1, text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, part) = unsigned.split_once(['.', ',']).unwrap_or((unsigned, ""));
        let part = part.trim_end_matches('0');
        let all = || whole.bytes().chain(part.bytes());
        let count = all().count();
        let none_written = whole.is_empty() && !unsigned.contains(|c: char| c.is_ascii_digit());
        if count > DIGITS_MAX || none_written || !all().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let digits = all().fold(0_i64, |n, b| n * 10 + i64::from(b - b'0'));
        Some(Decimal {
            digits: sign * digits,
            scale: u32::try_from(part.len()).ok()?,
        })
    }

    /// The number times `factor`, where that is whole.
    pub(super) fn times(self, factor: i64) -> Option<i64> {
        let (whole, exact) = self.times_cut(factor)?;
        exact.then_some(whole)
    }

    /// The number times `factor` cut to a whole one, and whether nothing was
    /// cut off; `None` if it is out of range.
    pub(super) fn times_cut(self, factor: i64) -> Option<(i64, bool)> {
        let product = i128::from(self.digits) * i128::from(factor);
        let power = 10_i128.pow(self.scale);
        let whole = i64::try_from(product / power).ok()?;
        Some((whole, product % power == 0))
    }
}

/// `thousandths` / 1000 as the shortest decimal text: 12500 is `12.5`.
pub(super) fn write_thousandths(thousandths: i64) -> String {
    let sign = if thousandths < 0 { "-" } else { "" };
    let value = thousandths.unsigned_abs();
    let part = format!("{:03}", value % 1000);
    let part = part.trim_end_matches('0');
    let point = if part.is_empty() { "" } else { "." };
    format!("{sign}{}{point}{part}", value / 1000)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn decimals_are_exact() {
        let thousand = |text: &str| Decimal::parse(text).and_then(|d| d.times(1000));
        for (text, thousandths) in [
            ("7.5", Some(7500)),
            ("7.50", Some(7500)),
            ("0", Some(0)),
            ("-.5", Some(-500)),
            ("+3.", Some(3000)),
            ("6,5", Some(6500)),
            (" 294.184 ", Some(294_184)),
            ("30.0", Some(30_000)),
            ("0.0001", None),
            ("", None),
            (".", None),
            ("-", None),
            ("1.2.3", None),
            ("1e3", None),
            ("٣", None),
            ("9999999999999999", None),
        ] {
            assert_eq!(thousand(text), thousandths, "{text:?}");
        }
        let (cut, exact) = Decimal::parse("12.3456").unwrap().times_cut(1000).unwrap();
        assert_eq!((cut, exact), (12_345, false));
    }

    proptest! {
        #[test]
        fn a_number_comes_back_from_its_text(ms in -1_000_000_000_000_i64..1_000_000_000_000) {
            let read = Decimal::parse(&write_thousandths(ms));
            prop_assert_eq!(read.and_then(|d| d.times(1000)), Some(ms));
        }

        #[test]
        fn any_text_is_a_number_or_none(text in "\\PC*", factor in -4000_i64..4000) {
            let _ = Decimal::parse(&text).map(|d| d.times(factor));
        }
    }
}
