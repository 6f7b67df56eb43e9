//! The lines of a bundle's `entries.jsonl`, a block of many at a time, so that
//! blocks can be looked at side by side. Never more of a line in memory than an
//! entry may have.

use crate::entry;
use std::io::{self, Read};

/// How many bytes a block has, about.
const BLOCK_BYTES: usize = 256 << 10;
/// A line that is longer is no entry; the rest of it is passed over.
const LINE_MAX: usize = entry::BYTES_MAX + 1;
/// The most lines of a block, however short they are: far more than entries have.
const LINES_MAX: usize = 1 << 13;

/// Some lines in a row.
#[derive(Debug, Default)]
pub struct Block {
    /// Where the first one begins among all bytes.
    pub offset: u64,
    bytes: Vec<u8>,
    /// Each line's place in `bytes`, without its line feed.
    lines: Vec<(usize, usize)>,
}

impl Block {
    /// Its lines, each with its place among all bytes.
    pub fn lines(&self) -> impl Iterator<Item = (u64, &[u8])> {
        self.lines
            .iter()
            .map(|(from, to)| (self.offset + *from as u64, &self.bytes[*from..*to]))
    }

    /// How many lines.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }
}

/// The blocks of a file of lines.
#[derive(Debug)]
pub struct Blocks<R> {
    reader: R,
    /// What was read after the last block.
    rest: Vec<u8>,
    /// Where that begins among all bytes.
    offset: u64,
    ended: bool,
    cut: bool,
}

impl<R: Read> Blocks<R> {
    /// The blocks of what a reader gives.
    pub fn new(reader: R) -> Blocks<R> {
        Blocks {
            reader,
            rest: Vec::new(),
            offset: 0,
            ended: false,
            cut: false,
        }
    }

    /// Whether the last line was cut off: it has no line feed at its end.
    pub fn is_cut(&self) -> bool {
        self.cut
    }

    /// The next block; `None` at the end.
    ///
    /// # Errors
    /// Those of the reader.
    pub fn next_block(&mut self) -> io::Result<Option<Block>> {
        let mut bytes = std::mem::take(&mut self.rest);
        let offset = self.offset;
        let mut searched = 0;
        loop {
            let filled = bytes.len();
            if filled >= BLOCK_BYTES {
                if let Some(end) = memchr::memrchr(b'\n', &bytes[searched..]) {
                    let end = searched + end + 1;
                    self.rest = bytes.split_off(end);
                    self.offset += end as u64;
                    break;
                }
                searched = filled;
            }
            if filled > BLOCK_BYTES + LINE_MAX {
                // One line fills the block: its end is sought, and what is in between let go.
                return self.overlong(bytes, offset).map(Some);
            }
            bytes.resize(BLOCK_BYTES.max(filled + LINE_MAX / 2), 0);
            let read = if self.ended {
                0
            } else {
                read_some(&mut self.reader, &mut bytes[filled..])?
            };
            bytes.truncate(filled + read);
            if read == 0 {
                self.ended = true;
                self.offset += bytes.len() as u64;
                self.cut |= bytes.last().is_some_and(|last| *last != b'\n');
                break;
            }
        }
        if let Some(end) = memchr::memchr_iter(b'\n', &bytes).nth(LINES_MAX - 1)
            && end + 1 < bytes.len()
        {
            let mut rest = bytes.split_off(end + 1);
            self.offset -= rest.len() as u64;
            rest.append(&mut self.rest);
            self.rest = rest;
        }
        let block = split(bytes, offset);
        Ok((!block.is_empty()).then_some(block))
    }

    /// A line without an end in sight: as much of it as tells that it is too long.
    fn overlong(&mut self, mut bytes: Vec<u8>, offset: u64) -> io::Result<Block> {
        let mut passed = bytes.len() as u64;
        bytes.truncate(LINE_MAX);
        let mut more = vec![0; BLOCK_BYTES];
        loop {
            let read = read_some(&mut self.reader, &mut more)?;
            if let Some(end) = memchr::memchr(b'\n', &more[..read]) {
                passed += end as u64 + 1;
                self.rest = more[end + 1..read].to_vec();
                break;
            }
            passed += read as u64;
            if read == 0 {
                (self.ended, self.cut) = (true, true);
                break;
            }
        }
        self.offset += passed;
        let lines = vec![(0, bytes.len())];
        Ok(Block {
            offset,
            bytes,
            lines,
        })
    }
}

fn read_some(reader: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match reader.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            read => return read,
        }
    }
}

fn split(bytes: Vec<u8>, offset: u64) -> Block {
    let mut lines = Vec::new();
    let mut from = 0;
    for end in memchr::memchr_iter(b'\n', &bytes) {
        lines.push((from, end));
        from = end + 1;
    }
    if from < bytes.len() {
        lines.push((from, bytes.len()));
    }
    Block {
        offset,
        bytes,
        lines,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Gives a few bytes at a time.
    struct Dripping<'a>(&'a [u8], usize);

    impl Read for Dripping<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let n = self.1.min(buffer.len()).min(self.0.len());
            let (now, later) = self.0.split_at(n);
            buffer[..n].copy_from_slice(now);
            self.0 = later;
            Ok(n)
        }
    }

    fn all(bytes: &[u8], drip: usize) -> (Vec<(u64, Vec<u8>)>, bool) {
        let mut blocks = Blocks::new(Dripping(bytes, drip));
        let mut lines = Vec::new();
        while let Some(block) = blocks.next_block().unwrap() {
            lines.extend(block.lines().map(|(at, line)| (at, line.to_vec())));
        }
        (lines, blocks.is_cut())
    }

    #[test]
    fn a_line_that_is_too_long_is_told_and_the_next_one_read() {
        let mut bytes = b"first\n".to_vec();
        bytes.extend(vec![b'x'; 2 << 20]);
        bytes.extend(b"\nlast\n");
        let (lines, cut) = all(&bytes, 100_000);
        let lengths: Vec<usize> = lines.iter().map(|(_, line)| line.len()).collect();
        assert!(!cut);
        assert_eq!(lengths, [5, LINE_MAX, 4]);
        assert_eq!(lines[2], ((2 << 20) + 7, b"last".to_vec()));
    }

    #[test]
    fn a_last_line_without_its_end_is_cut() {
        assert_eq!(
            all(b"a\nb", 10),
            (vec![(0, b"a".to_vec()), (2, b"b".to_vec())], true)
        );
        assert_eq!(all(b"", 10), (vec![], false));
        assert_eq!(all(b"\n\n", 10).0.len(), 2);
    }

    #[test]
    fn lines_without_anything_in_them_come_in_many_small_blocks() {
        let bytes = [vec![b'\n'; 100_000], b"last".to_vec()].concat();
        let mut blocks = Blocks::new(Dripping(&bytes, 1 << 20));
        let (mut count, mut at) = (0, 0);
        while let Some(block) = blocks.next_block().unwrap() {
            assert!(block.len() <= LINES_MAX);
            count += block.len();
            at = block.lines().last().unwrap().0;
        }
        assert_eq!((count, at, blocks.is_cut()), (100_001, 100_000, true));
    }

    proptest! {
        #[test]
        fn lines_are_those_that_the_bytes_have(
            lengths in proptest::collection::vec(0_usize..60_000, 0..30), drip in 1_usize..200_000
        ) {
            let drip = drip.max(500);
            let (mut bytes, mut expected) = (Vec::new(), Vec::new());
            for (n, length) in lengths.into_iter().enumerate() {
                let line = vec![b'a' + u8::try_from(n % 26).unwrap(); length];
                expected.push((bytes.len() as u64, line.clone()));
                bytes.extend(line);
                bytes.push(b'\n');
            }
            prop_assert_eq!(all(&bytes, drip), (expected, false));
        }
    }
}
