//! Results as records write them: SGF's own form, Chinese, Japanese and Korean
//! sentences, Fox's codes. Not a result of the ledger, which officials confirm.

use super::amount::{self, Unit, plain};
use super::decimal::Decimal;
use super::error::RemarkKind;
use crate::Colour;
use crate::score::QuarterZi;

/// A result, and the text that said it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SgfResult {
    /// What it was.
    pub outcome: Outcome,
    /// After which move, where the text says so.
    pub at_move: Option<u32>,
    /// The text of the file.
    pub raw: String,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// One side won.
    Won {
        /// Which.
        winner: Colour,
        /// How.
        by: By,
    },
    /// A draw.
    Draw,
    /// Both lost (双方负).
    BothLose,
    /// No result.
    Void,
    /// The file does not say, or not understandably.
    Unknown,
}

/// How a game was won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// By counting, with this margin.
    Count(QuarterZi),
    /// The other side resigned.
    Resignation,
    /// The other side's time ran out.
    Time,
    /// The other side forfeited the game.
    Forfeit,
    /// The other side's time ran out, or it left: Fox's 0.0, 0.02 and 0.03.
    TimeOrLeaving,
    /// The text does not say.
    Unknown,
}

/// What the number of a result counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Scale {
    /// Whether a bare number is zi, as Fox writes under Chinese rules.
    pub bare_is_zi: bool,
    /// Whether a number that no points can be is zi.
    pub chinese: bool,
    /// Lines of the board.
    pub size: u8,
    /// The game's komi.
    pub komi: Option<QuarterZi>,
}

/// Komi of the Chinese rules, 3¾ zi, for an area in a file without komi.
const KOMI_CHINESE: QuarterZi = QuarterZi(15);

type Reading = (Outcome, Option<RemarkKind>);

/// Reads the value of RE.
pub(super) fn read(raw: &str, scale: Scale) -> (SgfResult, Option<RemarkKind>) {
    let text = plain(raw.trim());
    let (at_move, text) = match move_number(&text) {
        Some((number, rest)) => (Some(number), rest),
        None => (None, text.as_str()),
    };
    let (outcome, remark) = whole(text)
        .map(|outcome| (outcome, None))
        .or_else(|| latin(text, scale))
        .or_else(|| sentence(text, scale))
        .unwrap_or((Outcome::Unknown, Some(RemarkKind::ResultUnclear)));
    let result = SgfResult {
        outcome,
        at_move,
        raw: raw.to_owned(),
    };
    (result, remark)
}

/// `182수 백불계승`, `182手`: the move after which the game ended.
fn move_number(text: &str) -> Option<(u32, &str)> {
    let digits = text.find(|c: char| !c.is_ascii_digit())?;
    let (number, rest) = text.split_at(digits);
    let rest = rest.trim_start().strip_prefix(['수', '手'])?;
    Some((number.parse().ok()?, rest.trim_start()))
}

/// Results that name no winner.
fn whole(text: &str) -> Option<Outcome> {
    let lower = text.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    Some(match lower.as_str() {
        "0" | "draw" | "jigo" | "和" | "平" | "b+0" | "w+0" => Outcome::Draw,
        "void" | "no result" => Outcome::Void,
        "" | "?" => Outcome::Unknown,
        _ if has(&["双方负", "双负", "both lose", "양패"]) => Outcome::BothLose,
        _ if has(&["无胜负", "무효"]) => Outcome::Void,
        _ if has(&[
            "和棋",
            "平局",
            "平棋",
            "持棋",
            "持碁",
            "ジゴ",
            "무승부",
            "빅",
        ]) =>
        {
            Outcome::Draw
        }
        _ => return None,
    })
}

/// `B+R`, `White+3.5`, `黑+2.25`: SGF's form, with the winner first.
fn latin(text: &str, scale: Scale) -> Option<Reading> {
    let (side, how) = text.split_once('+')?;
    let winner = match side.trim().to_lowercase().as_str() {
        "b" | "black" | "黑" => Colour::Black,
        "w" | "white" | "白" => Colour::White,
        _ => return None,
    };
    let how = how.trim();
    let (by, remark) = match how.to_lowercase().as_str() {
        "" => (By::Unknown, None),
        "r" | "resign" | "resignation" | "resigned" => (By::Resignation, None),
        "t" | "time" | "timeout" => (By::Time, None),
        "f" | "forfeit" => (By::Forfeit, None),
        _ => margin(how, scale)
            .or_else(|| in_words(how, winner, scale))
            .unwrap_or((By::Unknown, Some(RemarkKind::ResultUnclear))),
    };
    Some((Outcome::Won { winner, by }, remark))
}

/// A bare number.
fn margin(text: &str, scale: Scale) -> Option<(By, Option<RemarkKind>)> {
    let number = Decimal::parse(text)?;
    let unit = if scale.bare_is_zi { 4 } else { 2 };
    let (cut, exact) = number.times_cut(unit)?;
    if cut < 0 {
        return None;
    }
    // Less than a quarter of a zi is no margin under any rules.
    if cut == 0 {
        return Some((By::TimeOrLeaving, Some(RemarkKind::ResultCode)));
    }
    if exact {
        return Some((By::Count(QuarterZi(cut)), None));
    }
    let in_zi = number.times(4).filter(|_| scale.chinese)?;
    Some((By::Count(QuarterZi(in_zi)), Some(RemarkKind::ReadAsZi)))
}

/// `3又3/4子`, and `183子` where that is the winner's whole area.
fn in_words(text: &str, winner: Colour, scale: Scale) -> Option<(By, Option<RemarkKind>)> {
    let (amount, unit) = amount::read(text)?;
    let komi = scale.komi.unwrap_or(KOMI_CHINESE);
    // Half the board is 2 quarter-zi a point; Black needs komi more, White as
    // much less. A winner by count has more than that, no margin comes near it.
    let half = QuarterZi(2 * i64::from(scale.size) * i64::from(scale.size));
    let needed = match winner {
        Colour::Black => half + komi,
        Colour::White => half - komi,
    };
    if unit == Unit::Zi && amount > needed {
        let remark = match scale.komi {
            Some(_) => RemarkKind::ResultIsArea,
            None => RemarkKind::ResultIsAreaKomiAssumed,
        };
        return Some((By::Count(amount - needed), Some(remark)));
    }
    Some((By::Count(amount), None))
}

/// `黑中盘胜`, `白超时负`, `Black wins by resignation`, `백 불계승`.
fn sentence(text: &str, scale: Scale) -> Option<Reading> {
    let text = text.to_lowercase();
    let winner = winner_of(&text)?;
    let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
    let (by, remark) = if has(&["中盘", "中押", "认输", "投子", "不计而", "불계", "resign"])
    {
        (By::Resignation, None)
    } else if has(&["超时", "时间", "时限", "시간", "time"]) {
        (By::Time, None)
    } else if has(&["弃权", "不战", "缺席", "违规", "기권", "forfeit"]) {
        (By::Forfeit, None)
    } else if let Some(read) = in_words(&text, winner, scale) {
        read
    } else {
        (
            By::Unknown,
            (!has(&["不计点"])).then_some(RemarkKind::ResultUnclear),
        )
    };
    Some((Outcome::Won { winner, by }, remark))
}

/// The side named last before the word for winning; else the other side of
/// the one named last before the word for losing.
fn winner_of(text: &str) -> Option<Colour> {
    let side_before = |words: &[&str]| {
        let at = words.iter().filter_map(|word| text.find(word)).min()?;
        let named = |names: &[&str]| names.iter().filter_map(|n| text[..at].rfind(n)).max();
        let black = named(&["黑", "흑", "black"]);
        let white = named(&["白", "백", "white"]);
        match (black, white) {
            (None, None) => None,
            (black, white) if black > white => Some(Colour::Black),
            _ => Some(Colour::White),
        }
    };
    side_before(&["胜", "勝", "승", "win", "won"])
        .or_else(|| side_before(&["负", "패", "lose", "lost"]).map(Colour::opponent))
}

#[cfg(test)]
mod tests {
    use super::*;
    use Colour::{Black, White};
    use proptest::prelude::*;

    const POINTS: Scale = Scale {
        bare_is_zi: false,
        chinese: true,
        size: 19,
        komi: None,
    };

    fn outcome(text: &str) -> Outcome {
        read(text, POINTS).0.outcome
    }

    const fn won(winner: Colour, by: By) -> Outcome {
        Outcome::Won { winner, by }
    }

    const fn count(qz: i64) -> By {
        By::Count(QuarterZi(qz))
    }

    #[test]
    fn results_in_sgfs_own_form() {
        for (text, expected) in [
            ("B+R", won(Black, By::Resignation)),
            ("W+Resign", won(White, By::Resignation)),
            ("w+t", won(White, By::Time)),
            ("B+Forfeit", won(Black, By::Forfeit)),
            ("B+1.50", won(Black, count(3))),
            ("W+0.5", won(White, count(1))),
            ("B+173.5", won(Black, count(347))),
            ("Black+3", won(Black, count(6))),
            ("B+", won(Black, By::Unknown)),
            ("B+AW", won(Black, By::Unknown)),
            ("W+J", won(White, By::Unknown)),
            ("W+0.02", won(White, By::TimeOrLeaving)),
            ("W+0.03", won(White, By::TimeOrLeaving)),
            ("W+0.0", won(White, By::TimeOrLeaving)),
            ("B+3.75", won(Black, count(15))),
            ("0", Outcome::Draw),
            ("Draw", Outcome::Draw),
            ("Void", Outcome::Void),
            ("?", Outcome::Unknown),
            ("", Outcome::Unknown),
            ("nonsense", Outcome::Unknown),
            ("B+-3", won(Black, By::Unknown)),
        ] {
            assert_eq!(outcome(text), expected, "{text}");
        }
    }

    #[test]
    fn results_in_sentences() {
        for (text, expected) in [
            ("黑中盘胜", won(Black, By::Resignation)),
            ("白中盤勝", won(White, By::Resignation)),
            ("白胜1/4子", won(White, count(1))),
            ("黑胜3又3/4子", won(Black, count(15))),
            ("黑勝2又3/4子", won(Black, count(11))),
            ("黑不计点胜", won(Black, By::Unknown)),
            ("白胜半目", won(White, count(1))),
            ("黑超时负", won(White, By::Time)),
            ("白超時負", won(Black, By::Time)),
            ("白方超时，黑胜", won(Black, By::Time)),
            ("白弃权，黑胜", won(Black, By::Forfeit)),
            ("黒中押し勝ち", won(Black, By::Resignation)),
            ("白3目半勝ち", won(White, count(7))),
            ("흑 불계승", won(Black, By::Resignation)),
            ("백 반집승", won(White, count(1))),
            ("흑시간패", won(White, By::Time)),
            ("Black wins by resignation", won(Black, By::Resignation)),
            ("白胜", won(White, By::Unknown)),
            ("双方负", Outcome::BothLose),
            ("雙方負", Outcome::BothLose),
            ("和棋", Outcome::Draw),
            ("持碁", Outcome::Draw),
            ("無勝負", Outcome::Void),
        ] {
            assert_eq!(outcome(text), expected, "{text}");
        }
    }

    #[test]
    fn the_move_of_a_resignation_is_kept() {
        let (result, remark) = read("182수 백불계승", POINTS);
        assert_eq!(result.outcome, won(White, By::Resignation));
        assert_eq!((result.at_move, remark), (Some(182), None));
    }

    #[test]
    fn an_area_is_told_from_a_margin() {
        // White needs 176¾ zi under a komi of 3¾, Black 184¼.
        assert_eq!(outcome("白胜 183子"), won(White, count(25)));
        assert_eq!(outcome("黑胜185子"), won(Black, count(3)));
        let even = Scale {
            komi: Some(QuarterZi(0)),
            ..POINTS
        };
        let (result, remark) = read("黑胜181子", even);
        assert_eq!(result.outcome, won(Black, count(2)));
        assert_eq!(remark, Some(RemarkKind::ResultIsArea));
    }

    #[test]
    fn fox_counts_in_zi_under_chinese_rules() {
        let fox = Scale {
            bare_is_zi: true,
            ..POINTS
        };
        let read = |text| read(text, fox).0.outcome;
        assert_eq!(read("W+1.25"), won(White, count(5)));
        assert_eq!(read("B+0.25"), won(Black, count(1)));
        assert_eq!(read("B+0.02"), won(Black, By::TimeOrLeaving));
    }

    proptest! {
        #[test]
        fn any_text_is_some_result(text in "\\PC*") {
            prop_assert_eq!(read(&text, POINTS).0.raw, text);
        }
    }
}
