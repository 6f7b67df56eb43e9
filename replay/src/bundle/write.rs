//! Writing a bundle as a stream, part after part, with no part in memory: to a
//! file, or to somebody who is downloading it.

use flate2::write::DeflateEncoder;
use rawzip::{CompressionMethod, ZipArchiveWriter, time::UtcDateTime};
use std::io::{self, Write};

/// The time that every part bears: the first that a zip can tell.
const SAME_TIME: UtcDateTime = match UtcDateTime::from_components(1980, 1, 1, 0, 0, 0, 0) {
    Some(time) => time,
    None => panic!("the first of January is a day"),
};

/// Whether a part is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// Text.
    Deflate,
    /// What is packed already, as pictures and videos are.
    Stored,
}

/// A bundle that is being written.
#[derive(Debug)]
pub struct BundleWriter<W> {
    archive: ZipArchiveWriter<W>,
}

fn io_error(error: rawzip::Error) -> io::Error {
    io::Error::other(error)
}

impl<W: Write> BundleWriter<W> {
    /// A bundle without parts.
    pub fn new(writer: W) -> BundleWriter<W> {
        BundleWriter {
            archive: ZipArchiveWriter::new(writer),
        }
    }

    /// Adds a part whose bytes are at hand.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn part(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        self.stream(name, Compression::Deflate, |out| out.write_all(bytes))
    }

    /// Adds a part that `fill` writes. No clock is asked: every part bears the
    /// same time, so that the same ledger gives the same bytes.
    ///
    /// # Errors
    /// Those of the writer, and of `fill`.
    pub fn stream<E: From<io::Error>>(
        &mut self,
        name: &str,
        compression: Compression,
        fill: impl FnOnce(&mut dyn Write) -> Result<(), E>,
    ) -> Result<(), E> {
        let method = match compression {
            Compression::Deflate => CompressionMethod::DEFLATE,
            Compression::Stored => CompressionMethod::STORE,
        };
        let (mut entry, config) = self
            .archive
            .new_file(name)
            .compression_method(method)
            .last_modified(SAME_TIME)
            .start()
            .map_err(io_error)?;
        let descriptor = if compression == Compression::Deflate {
            let packing = DeflateEncoder::new(&mut entry, flate2::Compression::new(4));
            let mut writer = config.wrap(packing);
            fill(&mut writer)?;
            let (packing, descriptor) = writer.finish().map_err(io_error)?;
            packing.finish()?;
            descriptor
        } else {
            let mut writer = config.wrap(&mut entry);
            fill(&mut writer)?;
            let (_, descriptor) = writer.finish().map_err(io_error)?;
            descriptor
        };
        entry.finish(descriptor).map_err(io_error)?;
        Ok(())
    }

    /// Ends the bundle with its directory.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn finish(self) -> io::Result<W> {
        self.archive.finish().map_err(io_error)
    }
}
