//! Reading a bundle: which parts it has, checked before any of them is
//! unpacked, and each part as a stream of bytes that ends with an error where
//! it is not what was announced.

use super::{Part, SMALL_MAX, is_plain};
use flate2::bufread::DeflateDecoder;
use rawzip::{
    CompressionMethod, ReaderAt, ZipArchive, ZipArchiveEntryWayfinder, ZipLocator, ZipVerifier,
};
use std::{
    collections::BTreeMap,
    io::{self, BufReader, Read},
};

/// How many parts a bundle may have.
const PARTS_MAX: usize = 1 << 17;
/// How far from its end a bundle's directory is sought: the longest comment and its record.
const SEARCH_MAX: u64 = 1 << 16;
/// How much smaller a part may be packed than it is, where it is large: text
/// of ours comes to a tenth, nothing honest to a hundredth.
const RATIO_MAX: u64 = 200;
/// What a data descriptor may begin with.
const DESCRIPTOR: &[u8] = b"PK\x07\x08";
/// Extra fields that say nothing of a part's name or bytes: long sizes, times, owners.
const EXTRA_FIELDS: [u16; 4] = [0x0001, 0x5455, 0x7875, 0x000a];
/// Flags that say nothing of how a part is read: how hard it was packed, that its sizes
/// follow it, that its name is UTF-8.
const FLAGS: u16 = 0b0000_1000_0000_1110;
/// Where a file's kind stands in the attributes that Unix gives it, and a plain file's.
const KIND: u32 = 0o170_000 << 16;
const PLAIN: u32 = 0o100_000 << 16;
const READ_BYTES: usize = 128 << 10;

/// A bundle whose parts are known and none unpacked.
#[derive(Debug)]
pub struct Bundle<R> {
    archive: ZipArchive<R>,
    parts: BTreeMap<String, Found>,
}

#[derive(Clone, Copy, Debug)]
struct Found {
    place: ZipArchiveEntryWayfinder,
    method: CompressionMethod,
    size: u64,
    packed: u64,
    crc32: u32,
    /// Whether its sizes are said once more after it.
    described: bool,
    /// Where its packed bytes lie in the file.
    range: (u64, u64),
}

/// A file that is no bundle.
#[derive(Debug, thiserror::Error)]
pub enum NotABundle {
    /// No zip file, or a damaged one.
    #[error("not a zip file: {0}")]
    Zip(String),
    /// More parts than are read.
    #[error("more than {PARTS_MAX} parts")]
    TooMany,
    /// The directory counts other parts than it has.
    #[error("a directory of {found} parts that says it has {said}")]
    Count {
        /// How many there are.
        found: u64,
        /// How many it says there are.
        said: u64,
    },
    /// A name that climbs out, is absolute, or not plain.
    #[error(
        "a part with the name {0:?}: expected a plain relative one, which can't lead out of a folder"
    )]
    Name(String),
    /// A name twice.
    #[error("two parts with the name {0}")]
    Twice(String),
    /// The part's own header says something else than the directory.
    #[error("the part {0} says of itself something else than the directory does")]
    Header(String),
    /// Packed in a way that is not read.
    #[error(
        "the part {0} is encrypted, or packed in a way that is not read: expected deflate or none"
    )]
    Method(String),
    /// Two parts share bytes, or bytes belong to none.
    #[error("the part {0} lies over another one, or over bytes that belong to none")]
    Overlap(String),
    /// It would unpack to far more than any bundle's part.
    #[error("the part {name} unpacks {packed} bytes to {size}: no text of ours packs so well")]
    Bomb {
        /// The part.
        name: String,
        /// Its packed length.
        packed: u64,
        /// Its announced length.
        size: u64,
    },
    /// A part that is read at once is too long for that.
    #[error("the part {name} has {size} bytes: expected at most {SMALL_MAX}")]
    TooLong {
        /// The part.
        name: String,
        /// Its announced length.
        size: u64,
    },
    /// A part that there must be.
    #[error("no part {0}")]
    Missing(String),
    /// A part that is other than announced.
    #[error("the part {name} can't be unpacked: {why}")]
    Unpack {
        /// The part.
        name: String,
        /// What is wrong.
        why: String,
    },
}

impl NotABundle {
    /// A short stable name of what is wrong.
    pub fn code(&self) -> &'static str {
        match self {
            NotABundle::Zip(_) => "not_a_bundle",
            NotABundle::TooMany | NotABundle::Count { .. } => "part_count",
            NotABundle::Name(_) => "part_name",
            NotABundle::Twice(_) => "part_twice",
            NotABundle::Header(_) => "part_header",
            NotABundle::Method(_) => "part_method",
            NotABundle::Overlap(_) => "part_overlap",
            NotABundle::Bomb { .. } => "part_bomb",
            NotABundle::TooLong { .. } => "part_too_long",
            NotABundle::Missing(_) => "part_missing",
            NotABundle::Unpack { .. } => "part_differs",
        }
    }
}

impl<R: ReaderAt> Bundle<R> {
    /// Opens a bundle of `length` bytes: reads its directory and checks names,
    /// sizes and places. Nothing is unpacked.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn open(reader: R, length: u64) -> Result<Bundle<R>, NotABundle> {
        let broken = |error: rawzip::Error| NotABundle::Zip(error.to_string());
        let mut buffer = vec![0; rawzip::RECOMMENDED_BUFFER_SIZE];
        let archive = ZipLocator::new()
            .max_search_space(SEARCH_MAX)
            .locate_in_reader(reader, &mut buffer, length)
            .map_err(|(_, error)| broken(error))?;
        if archive.end_offset() != length {
            return Err(NotABundle::Zip("bytes after its end".to_owned()));
        }
        let mut parts = BTreeMap::new();
        let mut listed = 0_u64;
        let mut entries = archive.entries(&mut buffer);
        while let Some(record) = entries.next_entry().map_err(broken)? {
            listed += 1;
            if parts.len() == PARTS_MAX {
                return Err(NotABundle::TooMany);
            }
            let (name, found) = check_record(&record)?;
            if parts.insert(name.clone(), found).is_some() {
                return Err(NotABundle::Twice(name));
            }
        }
        let said = archive.entries_hint();
        if said != listed {
            return Err(NotABundle::Count {
                found: listed,
                said,
            });
        }
        check_places(&archive, &mut parts)?;
        Ok(Bundle { archive, parts })
    }

    /// The parts' names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.parts.keys().map(String::as_str)
    }

    /// The parts, by what they are.
    pub fn parts(&self) -> impl Iterator<Item = (&str, Part<'_>)> {
        self.names().map(|name| (name, Part::of(name)))
    }

    /// How long a part is, unpacked, as announced; `None` where there is none.
    pub fn size_of(&self, name: &str) -> Option<u64> {
        self.parts.get(name).map(|found| found.size)
    }

    /// A part, unpacked as it is read. The last read fails where the bytes are
    /// not those that were announced.
    ///
    /// # Errors
    /// When there is no such part, or it is damaged.
    pub fn stream(&self, name: &str) -> Result<impl Read + Send + use<'_, R>, NotABundle>
    where
        R: Sync,
    {
        let missing = || NotABundle::Missing(name.to_owned());
        let found = self.parts.get(name).ok_or_else(missing)?;
        let entry = self.archive.get_entry(found.place);
        let entry = entry.map_err(|error| NotABundle::Unpack {
            name: name.to_owned(),
            why: error.to_string(),
        })?;
        let packed = BufReader::with_capacity(READ_BYTES, entry.reader());
        let unpacked = if found.method == CompressionMethod::STORE {
            Unpacked::Stored(packed)
        } else {
            Unpacked::Deflated(DeflateDecoder::new(packed))
        };
        let verified: ZipVerifier<_> = entry.verifying_reader(unpacked);
        Ok(Exactly {
            verified,
            left: found.size,
        })
    }

    /// A short part, whole.
    ///
    /// # Errors
    /// When there is no such part, it is too long, or other than announced.
    pub fn small(&self, name: &str) -> Result<Vec<u8>, NotABundle>
    where
        R: Sync,
    {
        let size = self.size_of(name).unwrap_or(0);
        if size > SMALL_MAX {
            let name = name.to_owned();
            return Err(NotABundle::TooLong { name, size });
        }
        let mut bytes = Vec::new();
        let read = self.stream(name)?.read_to_end(&mut bytes);
        read.map_err(|error| NotABundle::Unpack {
            name: name.to_owned(),
            why: error.to_string(),
        })?;
        Ok(bytes)
    }

    /// Where a part that is not packed lies in the file, so that it can be read
    /// in any place; `None` where it is packed.
    pub fn stored_at(&self, name: &str) -> Option<u64> {
        let found = self.parts.get(name)?;
        (found.method == CompressionMethod::STORE).then_some(found.range.0)
    }

    /// The file itself.
    pub fn file(&self) -> &R {
        self.archive.get_ref()
    }
}

/// A part's line in the directory.
fn check_record(record: &rawzip::ZipFileHeaderRecord<'_>) -> Result<(String, Found), NotABundle> {
    let path = record.file_path();
    let name = std::str::from_utf8(path.as_bytes())
        .ok()
        .filter(|name| is_plain(name))
        .ok_or_else(|| NotABundle::Name(String::from_utf8_lossy(path.as_bytes()).into_owned()))?
        .to_owned();
    let method = record.compression_method();
    let known = [CompressionMethod::STORE, CompressionMethod::DEFLATE].contains(&method);
    if !known || record.flags().is_encrypted() {
        return Err(NotABundle::Method(name));
    }
    let (size, packed) = (
        record.uncompressed_size_hint(),
        record.compressed_size_hint(),
    );
    if method == CompressionMethod::STORE && size != packed {
        return Err(NotABundle::Header(name));
    }
    if size > SMALL_MAX && size / RATIO_MAX > packed {
        return Err(NotABundle::Bomb { name, packed, size });
    }
    let kind = record.external_attributes() & KIND;
    let plain = record.flags().bits() & !FLAGS == 0
        && well_known(record.extra_fields())
        && (kind == 0 || kind == PLAIN);
    if !plain {
        return Err(NotABundle::Header(name));
    }
    let found = Found {
        place: record.wayfinder(),
        method,
        size,
        packed,
        crc32: record.crc32(),
        described: record.flags().has_data_descriptor(),
        range: (record.local_header_offset(), 0),
    };
    Ok((name, found))
}

/// Nothing among a part's extra fields gives it another name, or other bytes, for
/// whoever reads them.
fn well_known(mut fields: rawzip::extra_fields::ExtraFields<'_>) -> bool {
    let known = fields
        .by_ref()
        .all(|(id, _)| EXTRA_FIELDS.contains(&id.as_u16()));
    known && fields.remaining_bytes().is_empty()
}

impl Found {
    /// Whether what a part's own header says of its bytes is what the directory does, or
    /// nothing, where that follows the part.
    fn is_said_in(&self, header: &rawzip::ZipLocalFileHeader<'_>) -> bool {
        let said = (
            header.crc32(),
            header.compressed_size_hint(),
            header.uncompressed_size_hint(),
        );
        let same = said == (self.crc32, self.packed, self.size);
        same || (self.described && said == (0, 0, 0))
    }

    /// Whether what follows a part, up to the next one, is nothing but what it must be.
    fn is_described_by(&self, after: &[u8]) -> bool {
        if !self.described {
            return after.is_empty();
        }
        let after = after.strip_prefix(DESCRIPTOR).unwrap_or(after);
        let sum = self.crc32.to_le_bytes();
        let long = [self.packed.to_le_bytes(), self.size.to_le_bytes()].concat();
        if after == [&sum[..], &long].concat() {
            return true;
        }
        let short = |n: u64| u32::try_from(n).ok().map(u32::to_le_bytes);
        let sizes = short(self.packed).zip(short(self.size));
        sizes.is_some_and(|(packed, size)| after == [sum, packed, size].concat())
    }
}

/// Each part's own header says what the directory says, no two share a byte, and
/// before the directory there is nothing but parts.
fn check_places<R: ReaderAt>(
    archive: &ZipArchive<R>,
    parts: &mut BTreeMap<String, Found>,
) -> Result<(), NotABundle> {
    let mut places = Vec::with_capacity(parts.len());
    let mut buffer = vec![0; 1 << 17];
    for (name, found) in parts.iter_mut() {
        let wrong = |_| NotABundle::Header(name.clone());
        let begins = found.range.0;
        let entry = archive.get_entry(found.place).map_err(wrong)?;
        let header = entry.local_header(&mut buffer).map_err(wrong)?;
        let same = header.file_path().as_bytes() == name.as_bytes()
            && header.compression_method() == found.method
            && header.flags().bits() & !FLAGS == 0
            && header.flags().has_data_descriptor() == found.described
            && well_known(header.extra_fields())
            && found.is_said_in(&header);
        if !same {
            return Err(NotABundle::Header(name.clone()));
        }
        found.range = entry.compressed_data_range();
        places.push((begins, name.clone()));
    }
    places.sort_unstable();
    let first = places
        .first()
        .map_or(archive.directory_offset(), |(begins, _)| *begins);
    if first > 0 {
        return Err(NotABundle::Zip("bytes before its first part".to_owned()));
    }
    for (n, (_, name)) in places.iter().enumerate() {
        let next = places.get(n + 1);
        let next = next.map_or(archive.directory_offset(), |(begins, _)| *begins);
        let Some(found) = parts.get(name) else {
            continue;
        };
        check_after(archive, name, found, next)?;
    }
    Ok(())
}

/// The longest that may follow a part.
const AFTER_MAX: u64 = 24;

/// Between a part and the next one, or the directory, there is nothing but the part's
/// description, where it has one.
fn check_after<R: ReaderAt>(
    archive: &ZipArchive<R>,
    name: &str,
    found: &Found,
    next: u64,
) -> Result<(), NotABundle> {
    let length = next.checked_sub(found.range.1);
    let Some(length) = length.filter(|length| *length <= AFTER_MAX) else {
        return Err(NotABundle::Overlap(name.to_owned()));
    };
    let mut after = vec![0; usize::try_from(length).unwrap_or(0)];
    let read = archive.get_ref().read_exact_at(&mut after, found.range.1);
    if read.is_err() || !found.is_described_by(&after) {
        return Err(NotABundle::Header(name.to_owned()));
    }
    Ok(())
}

enum Unpacked<B> {
    Stored(B),
    Deflated(DeflateDecoder<B>),
}

impl<B: io::BufRead> Read for Unpacked<B> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Unpacked::Stored(reader) => reader.read(buffer),
            Unpacked::Deflated(reader) => {
                let read = reader.read(buffer)?;
                if read == 0 && !buffer.is_empty() && !reader.get_mut().fill_buf()?.is_empty() {
                    let why = "bytes after the end of what was packed";
                    return Err(io::Error::new(io::ErrorKind::InvalidData, why));
                }
                Ok(read)
            }
        }
    }
}

/// Fails where more comes than was announced, and where less does.
struct Exactly<V> {
    verified: V,
    left: u64,
}

impl<V: Read> Read for Exactly<V> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.verified.read(buffer)?;
        let more = || io::Error::new(io::ErrorKind::InvalidData, "more bytes than announced");
        self.left = self.left.checked_sub(read as u64).ok_or_else(more)?;
        Ok(read)
    }
}
