//! From bytes to text. Decoding comes before everything else, since the second
//! byte of a Big5, GBK or Shift-JIS character may be `\` or `]`.
//!
//! In order: a byte order mark; UTF-16 without one, told by its zero bytes;
//! the character set that the file names (CA), unless the bytes contradict it;
//! UTF-8, even damaged; and else the most plausible of the character sets of
//! East Asia and Western Europe (see `plausible`).

use super::error::{Place, Remark, RemarkKind, SgfError};
use super::{FILE_BYTES_MAX, plausible};
use encoding_rs::{Encoding, ISO_2022_JP, UTF_8, UTF_16BE, UTF_16LE};

/// Decoded text, and the WHATWG name of its character set.
pub(super) struct Decoded {
    pub text: String,
    pub encoding: &'static str,
}

/// Decodes a file. Damaged characters become U+FFFD, and the scanner marks
/// the values that hold one.
pub(super) fn decode(bytes: &[u8], remarks: &mut Vec<Remark>) -> Result<Decoded, SgfError> {
    if bytes.len() > FILE_BYTES_MAX {
        return Err(SgfError::TooLarge {
            bytes: bytes.len(),
            limit: FILE_BYTES_MAX,
        });
    }
    if bytes.is_empty() {
        return Err(SgfError::NotSgf {
            reason: "the file is empty",
        });
    }
    if bytes.iter().all(|b| *b == 0) {
        return Err(SgfError::NotSgf {
            reason: "every byte is zero",
        });
    }
    let encoding = match Encoding::for_bom(bytes) {
        Some((encoding, _)) => encoding,
        None => utf_16(bytes).unwrap_or_else(|| named_or_guessed(bytes, remarks)),
    };
    let (text, _) = encoding.decode_with_bom_removal(bytes);
    Ok(Decoded {
        text: text.into_owned(),
        encoding: encoding.name(),
    })
}

/// UTF-16 without a byte order mark: SGF begins with two ASCII characters.
fn utf_16(bytes: &[u8]) -> Option<&'static Encoding> {
    match *bytes {
        [a, 0, b, 0, ..] if a > 0 && b > 0 => Some(UTF_16LE),
        [0, a, 0, b, ..] if a > 0 && b > 0 => Some(UTF_16BE),
        _ => None,
    }
}

fn named_or_guessed(bytes: &[u8], remarks: &mut Vec<Remark>) -> &'static Encoding {
    let Some(label) = named(bytes) else {
        let encoding = guess(bytes);
        if encoding != UTF_8 {
            let kind = RemarkKind::EncodingGuessed(encoding.name());
            remarks.push(Remark::new(Place::START, "", "", kind));
        }
        return encoding;
    };
    let shown = String::from_utf8_lossy(label);
    let Some(encoding) = Encoding::for_label(label) else {
        let encoding = guess(bytes);
        if !label.is_empty() {
            let kind = RemarkKind::EncodingUnknown(encoding.name());
            remarks.push(Remark::new(Place::START, "CA", &shown, kind));
        }
        return encoding;
    };
    let contradicted = if encoding == UTF_8 {
        !mostly_utf_8(bytes)
    } else if encoding.is_single_byte() {
        // Nearly every row of bytes is valid Latin-1; UTF-8 by chance is rare.
        !bytes.is_ascii() && std::str::from_utf8(bytes).is_ok()
    } else {
        let (text, damaged) = encoding.decode_without_bom_handling(bytes);
        damaged && mostly_damaged(&text) || std::str::from_utf8(bytes).is_ok_and(has_two_long)
    };
    if !contradicted {
        return encoding;
    }
    let better = guess(bytes);
    if better != encoding {
        let kind = RemarkKind::EncodingContradicted(better.name());
        remarks.push(Remark::new(Place::START, "CA", &shown, kind));
    }
    better
}

/// The value of the first CA. Its own bytes are ASCII in every character set
/// that can be named, and a trail byte before it is never a capital letter
/// that makes another name of it.
fn named(bytes: &[u8]) -> Option<&[u8]> {
    let at = bytes.windows(3).enumerate().position(|(at, window)| {
        let before = at.checked_sub(1).and_then(|i| bytes.get(i));
        window == b"CA[" && !before.is_some_and(u8::is_ascii_uppercase)
    })?;
    let value = bytes.get(at + 3..)?;
    let end = value.iter().take(64).position(|b| *b == b']')?;
    value.get(..end)
}

fn guess(bytes: &[u8]) -> &'static Encoding {
    // ISO-2022-JP is ASCII with escapes, and valid UTF-8.
    if bytes.windows(2).any(|pair| pair == b"\x1b$") && bytes.is_ascii() {
        return ISO_2022_JP;
    }
    if mostly_utf_8(bytes) {
        return UTF_8;
    }
    plausible::most_plausible(bytes)
}

/// Whether the bytes are UTF-8, or UTF-8 with damage. Two bytes can be a
/// character of UTF-8 by chance in any double-byte set, three hardly ever, so
/// damaged text counts only where it has more of those than faults.
fn mostly_utf_8(bytes: &[u8]) -> bool {
    let (mut long, mut faults) = (0_usize, 0_usize);
    for chunk in bytes.utf8_chunks() {
        long += chunk.valid().chars().filter(|c| c.len_utf8() > 2).count();
        faults += usize::from(!chunk.invalid().is_empty());
    }
    faults == 0 || long > faults
}

fn has_two_long(text: &str) -> bool {
    text.chars().filter(|c| c.len_utf8() > 2).nth(1).is_some()
}

fn mostly_damaged(text: &str) -> bool {
    let (mut good, mut bad) = (0_usize, 0_usize);
    for c in text.chars().filter(|c| !c.is_ascii()) {
        if c == char::REPLACEMENT_CHARACTER {
            bad += 1;
        } else {
            good += 1;
        }
    }
    bad > good
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{BIG5, EUC_JP, EUC_KR, GB18030, GBK, SHIFT_JIS, WINDOWS_1252};

    fn read(bytes: &[u8]) -> (String, &'static str, Vec<RemarkKind>) {
        let mut remarks = Vec::new();
        let decoded = decode(bytes, &mut remarks).unwrap();
        let kinds = remarks.iter().map(|r| r.kind).collect();
        (decoded.text, decoded.encoding, kinds)
    }

    fn encoded(encoding: &'static Encoding, text: &str) -> Vec<u8> {
        let (bytes, _, lost) = encoding.encode(text);
        assert!(!lost, "{text} is not in {}", encoding.name());
        bytes.into_owned()
    }

    #[test]
    fn a_named_character_set_is_believed() {
        for (label, encoding, name) in [
            ("GBK", GBK, "丂聂"),
            ("gb2312", GBK, "聂卫平"),
            ("Big5", BIG5, "許功蓋"),
            ("Shift_JIS", SHIFT_JIS, "ソ能"),
            ("EUC-KR", EUC_KR, "이세돌"),
            ("EUC-JP", EUC_JP, "井山"),
            ("ISO-8859-1", WINDOWS_1252, "Müller"),
        ] {
            let text = format!("(;CA[{label}]PB[{name}];B[pd])");
            assert_eq!(read(&encoded(encoding, &text)).0, text, "{label}");
        }
    }

    #[test]
    fn a_character_set_that_the_bytes_contradict_is_not_believed() {
        let text = "(;CA[UTF-8]PB[聂卫平]PW[马晓春];B[pd])";
        let (read_as, name, kinds) = read(&encoded(GBK, text));
        assert_eq!((read_as.as_str(), name), (text, "gb18030"));
        assert_eq!(kinds, [RemarkKind::EncodingContradicted("gb18030")]);
        for label in ["ISO-8859-1", "GBK"] {
            let text = format!("(;CA[{label}]PB[聂卫平]PW[马晓春];B[pd])");
            let (read_as, name, kinds) = read(text.as_bytes());
            assert_eq!((read_as, name), (text, "UTF-8"));
            assert_eq!(kinds, [RemarkKind::EncodingContradicted("UTF-8")]);
        }
    }

    #[test]
    fn an_unknown_label_is_a_guess() {
        let text = "(;CA[Klingon]PB[聂卫平];B[pd])";
        let (read_as, _, kinds) = read(&encoded(GB18030, text));
        assert_eq!(read_as, text);
        assert_eq!(kinds, [RemarkKind::EncodingUnknown("gb18030")]);
    }

    #[test]
    fn utf_16_is_read_with_and_without_its_mark() {
        let text = "(;GM[1]PB[聂卫平];B[pd])";
        let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        for (mark, bytes, name) in [
            (&b"\xff\xfe"[..], &little, "UTF-16LE"),
            (b"", &little, "UTF-16LE"),
            (b"\xfe\xff", &big, "UTF-16BE"),
            (b"", &big, "UTF-16BE"),
        ] {
            let file = [mark, bytes].concat();
            assert_eq!(read(&file), (text.to_owned(), name, vec![]));
        }
    }

    #[test]
    fn a_name_cut_inside_a_character_leaves_the_rest_alone() {
        let mut bytes = "(;CA[UTF-8]PB[聂卫平围".as_bytes().to_vec();
        bytes.pop();
        bytes.extend(b"]BR[9];B[pd])");
        let (text, name, _) = read(&bytes);
        assert_eq!(text, "(;CA[UTF-8]PB[聂卫平\u{fffd}]BR[9];B[pd])");
        assert_eq!(name, "UTF-8");
    }

    #[test]
    fn what_is_no_text_is_refused() {
        let refused = |bytes: &[u8]| decode(bytes, &mut Vec::new()).err().unwrap().to_string();
        assert!(refused(&[0; 64]).starts_with("not SGF: every byte is zero"));
        assert!(refused(b"").starts_with("not SGF: the file is empty"));
        assert!(refused(&vec![b' '; FILE_BYTES_MAX + 1]).contains("too many"));
    }
}
