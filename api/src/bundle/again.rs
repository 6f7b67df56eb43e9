//! Reading the entries of a game a second time from a bundle, where an entry
//! far behind its others makes it necessary. Packed entries can be read in one
//! direction alone: then they are unpacked into a file without a name, once.

use fupan_domain::event::Stream;
use fupan_replay::{
    bundle::{Bundle, ENTRIES},
    sequencer::ReadError,
};
use rawzip::ReaderAt;
use std::{
    cell::{OnceCell, RefCell},
    collections::BTreeMap,
    fs::File,
    io,
    sync::Arc,
};

/// Where the entries of each stream lie among the unpacked bytes.
pub(super) struct Again<'a, R> {
    bundle: &'a Bundle<R>,
    places: RefCell<BTreeMap<Stream, Vec<(u64, u32)>>>,
    unpacked: OnceCell<rawzip::FileReader>,
}

impl<'a, R: ReaderAt + Sync> Again<'a, R> {
    pub fn new(bundle: &'a Bundle<R>) -> Again<'a, R> {
        Again {
            bundle,
            places: RefCell::default(),
            unpacked: OnceCell::new(),
        }
    }

    /// Takes note of where an entry of a stream lies.
    pub fn note(&self, stream: &Stream, offset: u64, bytes: usize) {
        let place = (offset, u32::try_from(bytes).unwrap_or(u32::MAX));
        let mut places = self.places.borrow_mut();
        if let Some(of_stream) = places.get_mut(stream) {
            of_stream.push(place);
        } else {
            places.insert(stream.clone(), vec![place]);
        }
    }

    /// The first so many entries of a stream.
    pub fn read(&self, stream: &Stream, count: usize) -> Result<Vec<Arc<[u8]>>, ReadError> {
        let places = self.places.borrow();
        let of_stream = places.get(stream).map_or(&[][..], Vec::as_slice);
        of_stream
            .iter()
            .take(count)
            .map(|(offset, bytes)| self.entry(*offset, *bytes as usize))
            .collect::<io::Result<_>>()
            .map_err(|error| ReadError(error.to_string()))
    }

    fn entry(&self, offset: u64, bytes: usize) -> io::Result<Arc<[u8]>> {
        let mut entry = vec![0; bytes];
        match self.bundle.stored_at(ENTRIES) {
            Some(begins) => self
                .bundle
                .file()
                .read_exact_at(&mut entry, begins + offset)?,
            None => self.unpacked()?.read_exact_at(&mut entry, offset)?,
        }
        Ok(entry.into())
    }

    fn unpacked(&self) -> io::Result<&rawzip::FileReader> {
        if let Some(file) = self.unpacked.get() {
            return Ok(file);
        }
        let mut file: File = tempfile::tempfile()?;
        let mut entries = self.bundle.stream(ENTRIES).map_err(io::Error::other)?;
        io::copy(&mut entries, &mut file)?;
        Ok(self.unpacked.get_or_init(|| file.into()))
    }
}
