//! Quantities as East Asian records write them: `3又3/4子`, `半目`, `六目半`,
//! `반집`. Not the plain decimals of SGF, which are in `decimal`.

use super::decimal::Decimal;
use crate::score::QuarterZi;

/// What a quantity counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// 子: stones of area, four quarter-zi each.
    Zi,
    /// 目, 집: points, two quarter-zi each.
    Point,
}

impl Unit {
    const fn quarters(self) -> i64 {
        match self {
            Unit::Zi => 4,
            Unit::Point => 2,
        }
    }
}

/// The first quantity in `text` that names its unit and is whole in
/// quarter-zi; `text` is [`plain`].
pub(super) fn read(text: &str) -> Option<(QuarterZi, Unit)> {
    let begins = |c: char| c.is_ascii_digit() || "一二三四五六七八九十两半반¼½¾".contains(c);
    let start = text.find(begins)?;
    let mut rest = &text[start..];
    // Counted in 1/den so that 三又四分之三 stays exact.
    let (mut num, mut den) = (0_i64, 1_i64);
    let mut any = false;
    loop {
        if let Some((part_num, part_den, after)) = fraction(rest) {
            (num, den) = (num * part_den + part_num * den, den * part_den);
            rest = after;
        } else if let Some((hundredths, after)) = decimal(rest) {
            (num, den) = (num * 100 + hundredths * den, den * 100);
            rest = after;
        } else if let Some((whole, after)) = Numeral::read(rest) {
            num += whole * den;
            rest = after;
        } else {
            break;
        }
        any = true;
        rest = rest.trim_start_matches(['又', '个', '、', ' ']);
        if den > 1_000_000 || num > 1_000_000_000 {
            return None;
        }
    }
    let (unit, after) = match rest.strip_prefix('子') {
        Some(after) => (Unit::Zi, after),
        None => (Unit::Point, rest.strip_prefix(['目', '집'])?),
    };
    if after.starts_with(['半', '반']) {
        (num, den, any) = (num * 2 + den, den * 2, true);
    }
    // `1子3/4` may be more than one zi: better unknown than wrong.
    any &= !after.starts_with(|c: char| c.is_ascii_digit());
    let quarters = num.checked_mul(unit.quarters())?;
    (any && quarters % den == 0).then_some((QuarterZi(quarters / den), unit))
}

/// `3/4`, `四分之三`, `半`, `¾`: numerator, denominator and what follows.
fn fraction(text: &str) -> Option<(i64, i64, &str)> {
    for (sign, num, den) in [
        ('半', 1, 2),
        ('반', 1, 2),
        ('½', 1, 2),
        ('¼', 1, 4),
        ('¾', 3, 4),
    ] {
        if let Some(rest) = text.strip_prefix(sign) {
            return Some((num, den, rest));
        }
    }
    let (first, rest) = Numeral::read(text)?;
    let (num, den, rest) = if let Some(rest) = rest.strip_prefix('/') {
        let (second, rest) = Numeral::read(rest)?;
        (first, second, rest)
    } else {
        let (second, rest) = Numeral::read(rest.strip_prefix("分之")?)?;
        (second, first, rest)
    };
    (1..=100).contains(&den).then_some((num, den, rest))
}

/// `3.75`: its hundredths and what follows.
fn decimal(text: &str) -> Option<(i64, &str)> {
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let (number, rest) = text.split_at(end);
    if !number.contains('.') {
        return None;
    }
    let hundredths = Decimal::parse(number)?.times(100)?;
    (hundredths < 1_000_000).then_some((hundredths, rest))
}

/// Whole numbers in digits or in Chinese numerals up to 99.
pub(super) struct Numeral;

impl Numeral {
    /// The number that `text` begins with, and what follows it.
    pub(super) fn read(text: &str) -> Option<(i64, &str)> {
        let digits = text
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(text.len());
        if digits > 0 {
            let (number, rest) = text.split_at(digits);
            return Some((number.parse::<u32>().ok()?.into(), rest));
        }
        let end = text.find(|c| numeral(c).is_none()).unwrap_or(text.len());
        let (written, rest) = text.split_at(end);
        let mut number = 0;
        let mut last = None;
        for value in written.chars().filter_map(numeral) {
            match (value, last) {
                // 十 alone is ten, after a digit it is that many tens.
                (10, before) if number < 10 => {
                    number = before.unwrap_or(1) * 10;
                    last = None;
                }
                (1..10, None) if number % 10 == 0 => {
                    number += value;
                    last = Some(value);
                }
                _ => return None,
            }
        }
        (!written.is_empty()).then_some((number, rest))
    }
}

fn numeral(c: char) -> Option<i64> {
    Some(match c {
        '一' => 1,
        '二' | '两' => 2,
        '三' => 3,
        '四' => 4,
        '五' => 5,
        '六' => 6,
        '七' => 7,
        '八' => 8,
        '九' => 9,
        '十' => 10,
        _ => return None,
    })
}

/// The text with traditional and Japanese forms of the words that results,
/// ranks and komi are written in made simplified ones, and full-width digits
/// made plain ones.
pub(super) fn plain(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '勝' => '胜',
            '盤' => '盘',
            '負' | '敗' | '败' => '负',
            '雙' => '双',
            '時' => '时',
            '間' => '间',
            '點' => '点',
            '計' => '计',
            '棄' => '弃',
            '權' => '权',
            '認' => '认',
            '輸' => '输',
            '無' => '无',
            '戰' | '戦' => '战',
            '黒' => '黑',
            '級' => '级',
            '職' => '职',
            '業' => '业',
            '貼' => '贴',
            '兩' => '两',
            '個' => '个',
            '弐' => '二',
            '\u{3000}' => ' ',
            '！'..='～' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
            _ => c,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn quantities_are_exact_in_quarter_zi() {
        for (text, quarters) in [
            ("3又3/4子", Some(15)),
            ("1/4子", Some(1)),
            ("2又3/4子", Some(11)),
            ("3.75子", Some(15)),
            ("三又四分之三子", Some(15)),
            ("四分之一子", Some(1)),
            ("183子", Some(732)),
            ("半子", Some(2)),
            ("两子半", Some(10)),
            ("1子3/4", None),
            ("半目", Some(1)),
            ("3目半", Some(7)),
            ("六目半", Some(13)),
            ("十二目半", Some(25)),
            ("二十目", Some(40)),
            ("6.5目", Some(13)),
            ("3¾子", Some(15)),
            ("반집", Some(1)),
            ("3집반", Some(7)),
            ("１目半", Some(3)),
            ("1/3子", None),
            ("1/0子", None),
            ("0.1目", None),
            ("3", None),
            ("子", None),
            ("", None),
        ] {
            let read = read(&plain(text)).map(|(qz, _)| qz.0);
            assert_eq!(read, quarters, "{text}");
        }
    }

    #[test]
    fn numerals_are_read_up_to_ninety_nine() {
        for (text, number) in [
            ("九段", Some(9)),
            ("十", Some(10)),
            ("十二", Some(12)),
            ("二十", Some(20)),
            ("九十九", Some(99)),
            ("一二", None),
            ("十十", None),
            ("段", None),
        ] {
            assert_eq!(Numeral::read(text).map(|(n, _)| n), number, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_a_quantity_or_none(text in "[0-9./又一二十四半分之子目반집 ¾]{0,24}") {
            let _ = read(&plain(&text));
        }
    }
}
