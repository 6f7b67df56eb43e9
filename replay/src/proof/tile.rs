//! The paths of C2SP tlog-tiles below a ledger's address, `tile/<L>/<N>[.p/<W>]`
//! and `tile/entries/<N>[.p/<W>]`, and the bytes of both: hashes side by side,
//! and entries with their lengths before them. Each tile has one path, and any
//! other writing of it is refused.

use super::tree::{Node, Row, TreeState};
use fupan_domain::ids::Sha256;
use std::{fmt, str::FromStr};

/// How many hashes or entries a full tile holds.
pub const WIDTH: u16 = 256;
/// The height of the subtree that a full tile stands for.
pub const HEIGHT: u8 = 8;
/// The highest level of a tile that a path may name.
const LEVEL_MAX: u8 = 63;
/// The longest path: a number has at most seven parts.
const PATH_MAX: usize = 64;

/// What a tile holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Content {
    /// Hashes of the tree's level `8 × L`.
    Hashes {
        /// The tile level L, at most 63.
        level: u8,
    },
    /// The entries themselves.
    Entries,
}

/// A tile by its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile {
    /// What it holds.
    pub content: Content,
    /// Its number in its level, from 0.
    pub index: u64,
    /// How many hashes or entries, 1 to 256; fewer than 256 in a partial one.
    pub width: u16,
}

/// A path that is none of a tile.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is no path of a tile: expected tile/<0 to 63>/<N> or tile/entries/<N>, N as x001/x234/067, with .p/<1 to 255> if it is partial"
)]
pub struct NotATile(pub String);

impl FromStr for Tile {
    type Err = NotATile;

    fn from_str(path: &str) -> Result<Tile, NotATile> {
        let refused = || NotATile(path.chars().take(PATH_MAX).collect());
        let tile = parse(path).ok_or_else(refused)?;
        // What is not written as it would be printed is another writing of it.
        (tile.to_string() == path)
            .then_some(tile)
            .ok_or_else(refused)
    }
}

fn parse(path: &str) -> Option<Tile> {
    if path.len() > PATH_MAX {
        return None;
    }
    let (content, place) = path.strip_prefix("tile/")?.split_once('/')?;
    let content = match content {
        "entries" => Content::Entries,
        level => Content::Hashes {
            level: super::decimal(level)
                .and_then(|level| u8::try_from(level).ok())
                .filter(|level| *level <= LEVEL_MAX)?,
        },
    };
    let (number, width) = match place.split_once(".p/") {
        Some((number, width)) => {
            let width = super::decimal(width).and_then(|width| u16::try_from(width).ok())?;
            (number, Some(width).filter(|w| (1..WIDTH).contains(w))?)
        }
        None => (place, WIDTH),
    };
    let index = number.split('/').try_fold(0_u64, |index, part| {
        let digits = part.strip_prefix('x').unwrap_or(part);
        let plain = digits.len() == 3 && digits.bytes().all(|b| b.is_ascii_digit());
        let part = plain.then(|| digits.parse::<u64>().ok()).flatten()?;
        index.checked_mul(1000)?.checked_add(part)
    })?;
    Some(Tile {
        content,
        index,
        width,
    })
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.content {
            Content::Hashes { level } => write!(f, "tile/{level}/")?,
            Content::Entries => f.write_str("tile/entries/")?,
        }
        let mut parts = vec![self.index % 1000];
        let mut rest = self.index / 1000;
        while rest > 0 {
            parts.push(rest % 1000);
            rest /= 1000;
        }
        while let Some(part) = parts.pop() {
            let more = !parts.is_empty();
            let (before, after) = if more { ("x", "/") } else { ("", "") };
            write!(f, "{before}{part:03}{after}")?;
        }
        if self.width < WIDTH {
            write!(f, ".p/{}", self.width)?;
        }
        Ok(())
    }
}

impl Tile {
    /// How wide this tile is in a tree of `size` leaves; 0 where it has none.
    pub fn width_at(&self, size: u64) -> u16 {
        let nodes = match self.content {
            Content::Entries => size,
            Content::Hashes { level } => size
                .checked_shr(u32::from(level) * u32::from(HEIGHT))
                .unwrap_or(0),
        };
        let before = self.index.checked_mul(u64::from(WIDTH));
        let here = before.map_or(0, |before| nodes.saturating_sub(before));
        u16::try_from(here).map_or(WIDTH, |here| here.min(WIDTH))
    }

    /// Whether a tree of `size` leaves has the whole of this tile.
    pub fn is_in(&self, size: u64) -> bool {
        self.width_at(size) >= self.width
    }

    /// The first leaf or node that it holds, in its own level of the tree.
    /// Only for a tile that is in some tree.
    pub fn start(&self) -> u64 {
        self.index.saturating_mul(u64::from(WIDTH))
    }

    /// The nodes whose hashes it holds, from the left; none for a tile of
    /// entries or one above any tree.
    pub fn nodes(&self) -> impl Iterator<Item = Node> + use<> {
        let level = match self.content {
            Content::Hashes { level } => level.checked_mul(HEIGHT).filter(|level| *level < 64),
            Content::Entries => None,
        };
        let (start, width) = (self.start(), level.map_or(0, |_| self.width));
        (0..u64::from(width)).map(move |n| Node {
            level: level.unwrap_or(0),
            index: start.saturating_add(n),
        })
    }

    /// The tile that holds a node in its lowest row, or that it is computed
    /// from, as full as it can be; with the nodes of the tile that it spans.
    pub fn of_node(node: Node) -> (Tile, std::ops::Range<usize>) {
        let (level, above) = (node.level / HEIGHT, node.level % HEIGHT);
        let first = node.index << above;
        let tile = Tile {
            content: Content::Hashes { level },
            index: first / u64::from(WIDTH),
            width: WIDTH,
        };
        let from = usize::try_from(first % u64::from(WIDTH)).unwrap_or(0);
        (tile, from..from + (1 << above))
    }

    /// The tiles that a tree of `size` leaves has, level by level from the
    /// left, the last of each level partial where it is: without the entries.
    pub fn all_in(size: u64) -> impl Iterator<Item = Tile> {
        (0..HEIGHT).flat_map(move |level| {
            let nodes = size
                .checked_shr(u32::from(level) * u32::from(HEIGHT))
                .unwrap_or(0);
            (0..nodes.div_ceil(u64::from(WIDTH))).map(move |index| {
                let tile = Tile {
                    content: Content::Hashes { level },
                    index,
                    width: WIDTH,
                };
                Tile {
                    width: tile.width_at(size),
                    ..tile
                }
            })
        })
    }
}

/// Bytes that are not those of the tile that they should be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TileFault {
    /// A tile of hashes has another length than its width says.
    #[error("a tile of {bytes} bytes: expected {expected} for {width} hashes")]
    Length {
        /// How many bytes it has.
        bytes: usize,
        /// How many it must have.
        expected: usize,
        /// How many hashes it should hold.
        width: u16,
    },
    /// The entries end in the midst of one, or are too few.
    #[error("entry {number} of the tile is cut off: expected {width} entries")]
    CutOff {
        /// Which one, from 0.
        number: usize,
        /// How many there should be.
        width: u16,
    },
    /// There is more than the entries that there should be.
    #[error("{bytes} bytes follow the tile's {width} entries: expected none")]
    Rest {
        /// How many bytes are too many.
        bytes: usize,
        /// How many entries there should be.
        width: u16,
    },
}

/// Reads the bytes of a tile of hashes.
///
/// # Errors
/// When they are not exactly as many as its width says.
pub fn read_hashes(bytes: &[u8], width: u16) -> Result<Vec<Sha256>, TileFault> {
    let (hashes, rest) = bytes.as_chunks::<32>();
    if rest.is_empty() && hashes.len() == usize::from(width) {
        return Ok(hashes.iter().copied().map(Sha256).collect());
    }
    Err(TileFault::Length {
        bytes: bytes.len(),
        expected: usize::from(width) * 32,
        width,
    })
}

/// Why a tile is not believed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotProved<E> {
    /// The tree that was signed for has none such.
    #[error("there is no {tile} in a tree of {size} entries")]
    NoTile {
        /// The tile.
        tile: Tile,
        /// The size of the tree.
        size: u64,
    },
    /// Its hashes, with those beside it, lead to another root.
    #[error("{tile} leads to the root {found} over {} entries: expected {}", expected.size, expected.root)]
    Root {
        /// The tile.
        tile: Tile,
        /// Where it leads.
        found: Sha256,
        /// The state that is known.
        expected: TreeState,
    },
    /// A hash beside it can't be had.
    #[error(transparent)]
    Read(#[from] E),
}

impl Tile {
    /// Holds the hashes of a tile, or those of the entries in it, against a state
    /// of the tree that is known, as that of a signed checkpoint. The nodes beside
    /// it are read, some for each level; what is wrong there shows as well.
    ///
    /// # Errors
    /// When they do not lead there.
    pub fn verify<E>(
        self,
        hashes: &[Sha256],
        state: TreeState,
        node: impl FnMut(Node) -> Result<Sha256, E>,
    ) -> Result<(), NotProved<E>> {
        let size = state.size;
        if hashes.len() != usize::from(self.width) || !self.is_in(size) {
            return Err(NotProved::NoTile { tile: self, size });
        }
        let level = match self.content {
            Content::Entries => 0,
            Content::Hashes { level } => level.saturating_mul(HEIGHT),
        };
        let first = Node {
            level,
            index: self.start(),
        };
        let found = Row { first, hashes }.root_at(size, node)?;
        if found == state.root {
            return Ok(());
        }
        Err(NotProved::Root {
            tile: self,
            found,
            expected: state,
        })
    }
}

/// The bytes of a tile of hashes.
pub fn write_hashes(hashes: &[Sha256]) -> Vec<u8> {
    hashes.iter().flat_map(|hash| hash.0).collect()
}

/// An entry that is longer than a tile can say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an entry of {0} bytes: expected at most 65535")]
pub struct TooLong(pub usize);

/// Adds an entry to the bytes of a tile of entries: its length in two bytes, the
/// high one first, then the entry.
///
/// # Errors
/// When it is longer than two bytes can say, which no entry of ours is.
pub fn write_entry(tile: &mut Vec<u8>, entry: &[u8]) -> Result<(), TooLong> {
    let length = u16::try_from(entry.len()).map_err(|_| TooLong(entry.len()))?;
    tile.extend(length.to_be_bytes());
    tile.extend(entry);
    Ok(())
}

/// Reads the bytes of a tile of entries.
///
/// # Errors
/// When they are not exactly as many entries as its width says.
pub fn read_entries(bytes: &[u8], width: u16) -> Result<Vec<&[u8]>, TileFault> {
    let mut rest = bytes;
    let mut entries = Vec::new();
    for number in 0..usize::from(width) {
        let cut_off = TileFault::CutOff { number, width };
        let (length, after) = rest.split_first_chunk::<2>().ok_or(cut_off.clone())?;
        let length = usize::from(u16::from_be_bytes(*length));
        let (entry, after) = after.split_at_checked(length).ok_or(cut_off)?;
        entries.push(entry);
        rest = after;
    }
    if rest.is_empty() {
        return Ok(entries);
    }
    Err(TileFault::Rest {
        bytes: rest.len(),
        width,
    })
}
