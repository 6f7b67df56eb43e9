//! Of what kind bytes are: whether they are what their media type says. By the
//! marks with which formats begin, not by reading them through; text by being text.

use crate::problem::Problem;
use std::{
    ffi::OsStr,
    fs::File,
    io::{self, Read},
    path::Path,
};

/// How many bytes tell a format.
const HEAD_BYTES: usize = 8 << 10;

/// Media types that share a container, which is all that its first bytes tell, and
/// other names of the same type.
const SAME: &[(&str, &[&str])] = &[
    (
        "mp4",
        &[
            "video/mp4",
            "audio/mp4",
            "video/quicktime",
            "video/x-m4v",
            "audio/m4a",
            "audio/x-m4a",
        ],
    ),
    (
        "ogg",
        &["audio/ogg", "video/ogg", "application/ogg", "audio/opus"],
    ),
    (
        "matroska",
        &[
            "video/webm",
            "audio/webm",
            "video/x-matroska",
            "audio/x-matroska",
        ],
    ),
    (
        "wav",
        &["audio/wav", "audio/x-wav", "audio/wave", "audio/vnd.wave"],
    ),
    ("mpeg", &["audio/mpeg", "audio/mp3"]),
    ("flac", &["audio/flac", "audio/x-flac"]),
    ("heif", &["image/heif", "image/heic"]),
    ("jpeg", &["image/jpeg", "image/jpg"]),
];

/// Text that is not called so.
const TEXTS: [&str; 2] = ["application/x-go-sgf", "application/json"];

/// What is known of the bytes of a file as they come.
pub struct Kind {
    media_type: String,
    head: Vec<u8>,
    told: bool,
    /// The beginning of a character of which the rest has not come.
    begun: Vec<u8>,
}

/// The media type of a file by its bytes, or by its name where it is text.
///
/// # Errors
/// When it can't be read.
pub fn guess(file: &Path) -> io::Result<Option<String>> {
    let mut head = Vec::new();
    let most = u64::try_from(HEAD_BYTES).unwrap_or(u64::MAX);
    File::open(file)?.take(most).read_to_end(&mut head)?;
    let by_name = match file.extension().and_then(OsStr::to_str) {
        Some("txt") => Some("text/plain"),
        Some("sgf") => Some("application/x-go-sgf"),
        Some("json") => Some("application/json"),
        _ => None,
    };
    let by_bytes = infer::get(&head).map(|kind| usual(kind.mime_type()));
    Ok(by_name.or(by_bytes).map(str::to_owned))
}

/// The name under which a media type is kept: of those with several, the first.
fn usual(media_type: &str) -> &str {
    match media_type {
        "audio/x-wav" => "audio/wav",
        "audio/m4a" => "audio/mp4",
        "audio/opus" => "audio/ogg",
        "audio/x-flac" => "audio/flac",
        "video/x-m4v" => "video/mp4",
        other => other,
    }
}

fn container(media_type: &str) -> &str {
    let same = SAME.iter().find(|(_, types)| types.contains(&media_type));
    same.map_or(media_type, |(name, _)| name)
}

impl Kind {
    /// Bytes that should be of that media type.
    pub fn expected(media_type: &str) -> Kind {
        Kind {
            media_type: media_type.to_ascii_lowercase(),
            head: Vec::new(),
            told: false,
            begun: Vec::new(),
        }
    }

    fn is_text(&self) -> bool {
        self.media_type.starts_with("text/") || TEXTS.contains(&self.media_type.as_str())
    }

    /// Takes the next bytes.
    ///
    /// # Errors
    /// When they are of another kind.
    pub fn take(&mut self, piece: &[u8]) -> Result<(), Problem> {
        if self.is_text() {
            return self.take_text(piece);
        }
        if !self.told {
            let wanted = HEAD_BYTES - self.head.len();
            self.head.extend(piece.iter().take(wanted));
            if self.head.len() == HEAD_BYTES {
                self.tell()?;
            }
        }
        Ok(())
    }

    /// The bytes have all come.
    ///
    /// # Errors
    /// When they are of another kind.
    pub fn end(&mut self) -> Result<(), Problem> {
        match (self.is_text(), self.told) {
            (true, _) if !self.begun.is_empty() => Err(self.other("it ends within a character")),
            (false, false) => self.tell(),
            _ => Ok(()),
        }
    }

    fn tell(&mut self) -> Result<(), Problem> {
        self.told = true;
        let found = infer::get(&self.head).map(|kind| kind.mime_type());
        match found {
            Some(found) if container(found) == container(&self.media_type) => Ok(()),
            Some(found) => Err(self.other(&format!("its bytes begin as those of {found}"))),
            None => Err(self.other("its bytes begin as those of no kind that is known")),
        }
    }

    fn take_text(&mut self, piece: &[u8]) -> Result<(), Problem> {
        let mut bytes = std::mem::take(&mut self.begun);
        bytes.extend_from_slice(piece);
        let (text, rest) = match std::str::from_utf8(&bytes) {
            Ok(text) => (text, &[][..]),
            Err(e) if e.error_len().is_none() => {
                let (text, rest) = bytes.split_at(e.valid_up_to());
                // What stands before that place was found to be valid just now.
                (std::str::from_utf8(text).unwrap_or_default(), rest)
            }
            Err(_) => return Err(self.other("it is not in UTF-8")),
        };
        let is_odd = |c: char| c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\u{c}');
        if text.contains(is_odd) {
            return Err(self.other("it holds control characters"));
        }
        self.begun = rest.to_vec();
        Ok(())
    }

    fn other(&self, why: &str) -> Problem {
        let detail = format!("the file was attached as {}, but {why}", self.media_type);
        Problem::new("evidence_kind", detail)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether bytes that come in pieces of that length are of a media type.
    fn are(media_type: &str, bytes: &[u8], piece: usize) -> bool {
        let mut kind = Kind::expected(media_type);
        let taken = bytes.chunks(piece).try_for_each(|piece| kind.take(piece));
        taken.and_then(|()| kind.end()).is_ok()
    }

    const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
    const MP4: &[u8] = b"\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41";

    #[test]
    fn bytes_are_told_by_how_they_begin_however_they_come() {
        for piece in [1, 3, 1000] {
            assert!(are("image/png", PNG, piece));
            assert!(are("IMAGE/PNG", PNG, piece));
            assert!(are("video/mp4", MP4, piece));
            assert!(are("audio/mp4", MP4, piece), "a container tells no more");
            assert!(are("application/pdf", b"%PDF-1.7\n", piece));
            assert!(!are("image/png", MP4, piece));
            assert!(!are("image/png", b"", piece));
            assert!(!are("video/mp4", b"<html><script>alert(1)</script>", piece));
            assert!(!are("image/jpeg", b"MZ\x90\0\x03\0\0\0", piece));
        }
        let long = [PNG, &vec![7; 3 * HEAD_BYTES]].concat();
        assert!(are("image/png", &long, 4096));
    }

    #[test]
    fn text_is_what_can_be_read_as_such() {
        for piece in [1, 2, 3, 5, 1000] {
            assert!(are(
                "text/plain",
                "他说：“我没有碰钟。”\r\n".as_bytes(),
                piece
            ));
            assert!(are("application/x-go-sgf", b"(;GM[1]FF[4])", piece));
            assert!(are("application/json", br#"{"name":"g"}"#, piece));
            assert!(!are("application/json", PNG, piece));
            assert!(!are("text/plain", &"钟".as_bytes()[..2], piece));
            assert!(!are("text/plain", b"\xff\xfe", piece));
            assert!(!are("text/plain", b"a\0b", piece));
        }
    }
}
