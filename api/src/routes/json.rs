//! JSON bodies of a known shape: what is wrong with one is told by its place as a
//! pointer, the value there and what was expected. Not drafts, whose shape their
//! schemas say.

use crate::problem::Problem;
use fupan_replay::{draft::DraftError, strict};
use serde::{
    Deserialize, Deserializer,
    de::{DeserializeOwned, MapAccess, Visitor, value::MapAccessDeserializer},
};
use serde_path_to_error::Segment;
use std::{fmt, marker::PhantomData};

/// Reads a JSON body of a known shape.
///
/// # Errors
/// When it is no JSON, or of another shape: with the place, the value there and
/// what was expected.
pub fn typed<'de, T: Deserialize<'de>>(body: &'de [u8]) -> Result<T, Problem> {
    let mut reader = serde_json::Deserializer::from_slice(body);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|e| {
        if e.inner().is_data() {
            Problem::shape(&pointer(e.path()), &words(e.inner()))
        } else {
            not_json(e.inner())
        }
    })?;
    reader.end().map_err(|e| not_json(&e))?;
    Ok(value)
}

/// Reads a JSON body that is an object: an array, which could be taken for the values
/// of its fields in order, is none.
///
/// # Errors
/// As [`typed`].
pub fn object<'de, T: Deserialize<'de>>(body: &'de [u8]) -> Result<T, Problem> {
    typed::<Object<T>>(body).map(|Object(value)| value)
}

/// What stands in a JSON object, and in no array.
#[derive(Debug)]
pub struct Object<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Object<T>, D::Error> {
        reader.deserialize_map(ObjectRead(PhantomData)).map(Object)
    }
}

struct ObjectRead<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectRead<T> {
    type Value = T;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("an object")
    }

    fn visit_map<M: MapAccess<'de>>(self, fields: M) -> Result<T, M::Error> {
        T::deserialize(MapAccessDeserializer::new(fields))
    }
}

/// A body that can't be read as JSON.
fn not_json(error: &serde_json::Error) -> Problem {
    let detail = format!("the body is no JSON, {}", words(error));
    Problem {
        column: u32::try_from(error.column()).ok(),
        ..Problem::new("not_readable", detail)
    }
    .in_line(error.line())
}

/// What a reader of JSON says, without the place, which is told beside it.
fn words(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let words = text.rsplit_once(" at line ").map(|(words, _)| words);
    words.unwrap_or(&text).to_owned()
}

/// A path into JSON as a pointer (RFC 6901).
fn pointer(path: &serde_path_to_error::Path) -> String {
    let mut pointer = String::new();
    for segment in path {
        pointer.push('/');
        match segment {
            Segment::Seq { index } => pointer.push_str(&index.to_string()),
            Segment::Map { key } => pointer.push_str(&key.replace('~', "~0").replace('/', "~1")),
            Segment::Enum { variant } => pointer.push_str(variant),
            Segment::Unknown => pointer.push('?'),
        }
    }
    pointer
}

/// Reads one JSON object of the strict profile.
///
/// # Errors
/// When the body is none, or of another shape.
pub fn strict_json<T: DeserializeOwned>(body: &[u8]) -> Result<T, Problem> {
    let value = strict::read(body).map_err(|e| {
        let line = e.line;
        Problem::from(&DraftError::Strict(e)).in_line(line)
    })?;
    let read: Result<Object<T>, _> = serde_path_to_error::deserialize(value);
    let Object(read) = read.map_err(|e: serde_path_to_error::Error<_>| {
        Problem::shape(&pointer(e.path()), &words(e.inner()))
    })?;
    Ok(read)
}
