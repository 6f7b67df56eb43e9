//! Which character set a file without CA is in, from as little as one name of
//! three characters. A guess, and remarked on as one.
//!
//! The double-byte sets overlap: 이세돌 in EUC-KR is three common characters
//! in GB 2312 and in Big5 too. Every set was laid out by frequency, though, so
//! each candidate is scored by the blocks that the bytes fall into (common
//! characters, rare ones, none at all), then by characters that go records are
//! full of: family names, 段, 杯, 基, 전. The `chardetng` crate, which knows
//! languages by longer texts, adds its word; alone it is wrong on short names.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, SHIFT_JIS, WINDOWS_1252};

/// Candidates; of two with the same score the earlier one is taken.
const CANDIDATES: [(&Encoding, Blocks, &str); 5] = [
    (GB18030, gb18030_block, CHINESE_SIMPLIFIED),
    (BIG5, big5_block, CHINESE_TRADITIONAL),
    (EUC_KR, euc_kr_block, KOREAN),
    (SHIFT_JIS, shift_jis_block, JAPANESE),
    (EUC_JP, euc_jp_block, JAPANESE),
];

/// From the bytes at a lead byte: how many make the character, and its score.
type Blocks = fn(u8, u8) -> (usize, i64);

const COMMON: i64 = 10;
const SIGN: i64 = 3;
const RARE: i64 = 0;
const UNLIKELY: i64 = -6;
const FAVOURITE: i64 = 4;
const DETECTOR: i64 = 6;
const DAMAGED: i64 = -40;

/// So many bytes decide; the rest of a long file adds nothing.
const SAMPLE_BYTES: usize = 64 * 1024;

/// The most plausible character set of bytes that are not UTF-8.
pub(super) fn most_plausible(bytes: &[u8]) -> &'static Encoding {
    let sample = bytes.get(..SAMPLE_BYTES).unwrap_or(bytes);
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(sample, true);
    let detected = detector.guess(None, Utf8Detection::Deny);
    let detected = if detected.name() == "GBK" {
        GB18030
    } else {
        detected
    };
    let bonus = |encoding: &Encoding| if encoding == detected { DETECTOR } else { 0 };
    let mut best = WINDOWS_1252;
    let mut best_score = western(sample) + bonus(best);
    for (encoding, block, favourites) in CANDIDATES {
        let score = score(sample, encoding, block, favourites) + bonus(encoding);
        if score > best_score || (score == best_score && best == WINDOWS_1252) {
            (best, best_score) = (encoding, score);
        }
    }
    best
}

fn score(bytes: &[u8], encoding: &'static Encoding, block: Blocks, favourites: &str) -> i64 {
    let mut total = 0;
    let mut at = 0;
    while let Some(&lead) = bytes.get(at) {
        if lead < 0x80 {
            at += 1;
            continue;
        }
        let (length, score) = block(lead, bytes.get(at + 1).copied().unwrap_or(0));
        total += score;
        at += length;
    }
    let (text, _) = encoding.decode_without_bom_handling(bytes);
    for c in text.chars().filter(|c| !c.is_ascii()) {
        if c == char::REPLACEMENT_CHARACTER {
            total += DAMAGED;
        } else if favourites.contains(c) || matches!(c, 'ぁ'..='ん' | 'ァ'..='ヶ') {
            total += FAVOURITE;
        }
    }
    total
}

/// A letter with an accent stands alone among plain ones.
fn western(bytes: &[u8]) -> i64 {
    let high = |at: Option<usize>| at.and_then(|i| bytes.get(i)).is_some_and(|b| *b >= 0x80);
    let mut total = 0;
    for (at, byte) in bytes.iter().enumerate().filter(|(_, byte)| **byte >= 0x80) {
        let alone = !high(at.checked_sub(1)) && !high(at.checked_add(1));
        total += match byte {
            0xC0.. if alone => FAVOURITE,
            0xC0.. => UNLIKELY,
            _ => UNLIKELY * 2,
        };
    }
    total
}

const fn gb18030_block(lead: u8, trail: u8) -> (usize, i64) {
    match (lead, trail) {
        (0x81..=0xFE, 0x30..=0x39) => (4, UNLIKELY * 2),
        (0xB0..=0xD7, 0xA1..=0xFE) => (2, COMMON),
        (0xD8..=0xF7, 0xA1..=0xFE) => (2, RARE),
        (0xA1..=0xA3, 0xA1..=0xFE) => (2, SIGN),
        (0x81..=0xFE, 0x40..=0xFE) => (2, UNLIKELY),
        _ => (1, DAMAGED),
    }
}

const fn big5_block(lead: u8, trail: u8) -> (usize, i64) {
    match (lead, trail) {
        (0xA4..=0xC5, 0x40..=0x7E | 0xA1..=0xFE) | (0xC6, 0x40..=0x7E) => (2, COMMON),
        (0xC9..=0xF9, 0x40..=0x7E | 0xA1..=0xFE) => (2, RARE),
        (0xA1..=0xA3, 0x40..=0x7E | 0xA1..=0xFE) => (2, SIGN),
        (0x81..=0xFE, 0x40..=0xFE) => (2, UNLIKELY),
        _ => (1, DAMAGED),
    }
}

const fn euc_kr_block(lead: u8, trail: u8) -> (usize, i64) {
    match (lead, trail) {
        (0xB0..=0xC8, 0xA1..=0xFE) => (2, COMMON),
        (0xCA..=0xFD, 0xA1..=0xFE) => (2, UNLIKELY / 2),
        (0xA1..=0xA3, 0xA1..=0xFE) => (2, SIGN),
        (0x81..=0xFE, 0x41..=0xFE) => (2, UNLIKELY),
        _ => (1, DAMAGED),
    }
}

const fn shift_jis_block(lead: u8, trail: u8) -> (usize, i64) {
    match (lead, trail) {
        (0xA1..=0xDF, _) => (1, UNLIKELY),
        (0x82, 0x9F..=0xF1) | (0x83, 0x40..=0x96) => (2, COMMON),
        (0x88, 0x9F..=0xFC) | (0x89..=0x97, 0x40..=0xFC) | (0x98, 0x40..=0x72) => (2, COMMON),
        (0x98..=0x9F | 0xE0..=0xEA, 0x40..=0xFC) => (2, RARE),
        (0x81 | 0x82, 0x40..=0xFC) => (2, SIGN),
        (0x83..=0x88 | 0xEB..=0xFC, 0x40..=0xFC) => (2, UNLIKELY),
        _ => (1, DAMAGED),
    }
}

const fn euc_jp_block(lead: u8, trail: u8) -> (usize, i64) {
    match (lead, trail) {
        (0x8F, 0xA1..=0xFE) => (3, UNLIKELY),
        (0x8E, 0xA1..=0xDF) => (2, UNLIKELY),
        (0xB0..=0xCF | 0xA4 | 0xA5, 0xA1..=0xFE) => (2, COMMON),
        (0xD0..=0xF4, 0xA1..=0xFE) => (2, RARE),
        (0xA1..=0xA3, 0xA1..=0xFE) => (2, SIGN),
        (0xA6..=0xFE, 0xA1..=0xFE) => (2, UNLIKELY),
        _ => (1, DAMAGED),
    }
}

// Family names first, then given names and the words of headers.
const CHINESE_SIMPLIFIED: &str = "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林高罗郑梁谢宋唐许韩冯邓曹\
彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方邹孟熊秦邱江尹薛闫段雷侯龙史陶\
贺顾毛郝龚邵万钱严武戴莫孔向汤聂柯芈俞古常时檀党连芮洗华平晓春伟志文明国军建强杰辉宏小云丽敏静涛浩宇\
天星旭东豪昊鑫睿超一二三四五六七八九十中韩日第届杯赛棋围甲乙联决预选名人全战段级黑白胜负子目半盘盘和\
局轮月年分秒时间读贴黑胜轮男女队大北京上海杭州";
const CHINESE_TRADITIONAL: &str = "林陳黃張李王吳劉蔡楊許鄭謝洪郭邱曾廖賴周徐蘇葉莊呂江何蕭羅高\
潘簡朱鍾彭游詹胡施沈余盧梁趙顏柯翁魏孫戴范方宋鄧杜傅侯曹薛丁卓馬董溫唐藍石蔣古紀姚連馮歐程湯田康姜汪白\
鄒尤巫鐘黎涂龔嚴韓袁金童陸夏柳邵海峰銘琬俊毅志文明國華偉宏建立元正均祥昌一二三四五六七八九十中日第屆盃杯\
賽棋圍甲乙決預選名人戰段級黑白勝負子目半盤和局輪月年分秒時間讀貼男女隊大台北上";
const KOREAN: &str = "김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민진지엄채원천\
방공현함변염여추도소석선설마길연위표명기반왕금옥육인맹제모탁국어은편용세돌창호훈철수영준동진환태희상재규병\
일이삼사오육칠팔구십한중일제회배전국기원본선결승예선대회바둑단급흑백승패집불계시간초분년월일덤";
const JAPANESE: &str = "山田井川本藤村木野原佐高小林中大石上島崎橋依張結羽一河趙治勲余正裕太伊宮清水森池前後\
岡長谷坂青福西東南北松竹梅内加武安今平久三四五六七八九十二瀬関許家元芝虎丸茶宇太郎介男美子雄夫彦和光秀\
名人戦第期本因坊棋聖王座天十段碁目半勝敗黒白級回局日月年分秒時間持杯予選決予手番院東京大阪";

#[cfg(test)]
mod tests {
    use super::*;

    /// Famous players, each in the character set of the place and time.
    const NAMES: [(&Encoding, &str); 5] = [
        (
            GB18030,
            "聂卫平 马晓春 常昊 古力 柯洁 芈昱廷 俞斌 罗洗河 孔杰 陈耀烨 时越 周睿羊 江维杰 唐韦星 \
             范廷钰 连笑 檀啸 党毅飞 杨鼎新 辜梓豪 谢尔豪 丁浩 李轩豪 王星昊 屠晓宇 於之莹 芮乃伟 张璇 王磊 邵炜刚 \
             曹大元 刘小光 钱宇平 江铸久 邱峻 刘星 谢赫 胡耀宇 许嘉阳 范蕴若 赵晨宇 童梦成 李钦诚 彭立尧",
        ),
        (
            BIG5,
            "林海峰 王立誠 王銘琬 張栩 周俊勳 陳永安 林至涵 蕭正浩 陳詩淵 林君諺 王元均 許家元 余正麒 \
             黑嘉嘉 蘇聖芳 楊志德 彭景華 陳祈睿 賴均輔 簡靖庭 徐皓鋐 陳禧 夏大銘 張凱馨",
        ),
        (
            EUC_KR,
            "이세돌 이창호 조훈현 서봉수 유창혁 박정환 신진서 김지석 최철한 박영훈 강동윤 원성진 목진석 \
             안성준 변상일 신민준 이동훈 나현 최정 김인 윤준상 허영호 백홍석 조한승",
        ),
        (
            SHIFT_JIS,
            "井山裕太 高尾紳路 山下敬吾 羽根直樹 依田紀基 小林光一 武宮正樹 大竹英雄 加藤正夫 趙治勲 結城聡 \
             河野臨 一力遼 芝野虎丸 上野愛咲美 藤沢里菜 坂田栄男 橋本宇太郎 木谷実 呉清源 仲邑菫",
        ),
        (
            EUC_JP,
            "井山裕太 高尾紳路 山下敬吾 羽根直樹 依田紀基 小林光一 武宮正樹 大竹英雄 加藤正夫 趙治勲 \
             河野臨 芝野虎丸 上野愛咲美 藤沢里菜 坂田栄男 橋本宇太郎",
        ),
    ];

    fn guessed(encoding: &'static Encoding, header: &str) -> bool {
        let (bytes, _, lost) = encoding.encode(header);
        assert!(!lost, "{header}");
        most_plausible(&bytes) == encoding
    }

    #[test]
    fn one_short_name_is_enough() {
        let mut wrong = Vec::new();
        for (encoding, names) in NAMES {
            for name in names.split_whitespace() {
                if !guessed(encoding, &format!("(;GM[1]SZ[19]PB[{name}];B[pd])")) {
                    wrong.push(name);
                }
            }
        }
        assert_eq!(wrong, [""; 0]);
    }

    #[test]
    fn a_header_of_two_names_leaves_no_doubt() {
        for (encoding, names) in NAMES {
            let names: Vec<&str> = names.split_whitespace().collect();
            for pair in names.windows(2) {
                let header = format!("(;GM[1]PB[{}]PW[{}];B[pd])", pair[0], pair[1]);
                assert!(
                    guessed(encoding, &header),
                    "{header} in {}",
                    encoding.name()
                );
            }
        }
    }

    #[test]
    fn a_name_of_the_west_stays_what_it_is() {
        for name in ["Müller", "André", "Jürgen Mattern", "François", "Ondřej"] {
            let (bytes, _, lost) = WINDOWS_1252.encode(name);
            if !lost {
                let guess = most_plausible(&[b"(;PB[", &bytes[..], b"];B[pd])"].concat());
                assert_eq!(guess, WINDOWS_1252, "{name}");
            }
        }
    }
}
