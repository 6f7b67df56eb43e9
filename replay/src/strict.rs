//! Reading JSON under the strict profile of the contract (section 3): no
//! duplicate keys, integers only and within ±(2^53−1), no lone surrogates,
//! ASCII keys, NFC strings, at most [`DEPTH_MAX`] levels inside the outermost
//! value. What is read this way has exactly one canonical form (RFC 8785), and
//! no reader of another make can understand it otherwise.

use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use std::fmt;
use unicode_normalization::is_nfc;

/// How many levels of objects and arrays may stand inside the outermost one.
pub const DEPTH_MAX: usize = 8;
/// The largest integer, 2^53 − 1: what every JSON reader keeps exactly.
pub const INTEGER_MAX: i64 = 9_007_199_254_740_991;

/// Why bytes are no JSON of the strict profile, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not readable at line {line}, column {column}: {why}")]
pub struct StrictError {
    /// Line, from 1.
    pub line: usize,
    /// Column in bytes, from 1; 0 at a line's end.
    pub column: usize,
    /// What is wrong.
    pub why: String,
}

/// Reads one JSON value.
///
/// # Errors
/// When the bytes are no UTF-8, no JSON, or JSON outside the strict profile.
pub fn read(bytes: &[u8]) -> Result<Value, StrictError> {
    let text = std::str::from_utf8(bytes).map_err(|e| {
        let before = &bytes[..e.valid_up_to()];
        let line_start = before
            .iter()
            .rposition(|b| *b == b'\n')
            .map_or(0, |i| i + 1);
        StrictError {
            line: before.split(|b| *b == b'\n').count(),
            column: 1 + before.len() - line_start,
            why: "the bytes are not UTF-8".to_owned(),
        }
    })?;
    let mut reader = serde_json::Deserializer::from_str(text);
    // The outermost value is a level of its own.
    let value = Strict {
        levels_left: DEPTH_MAX + 1,
    }
    .deserialize(&mut reader)
    .map_err(|e| strict_error(&e))?;
    reader.end().map_err(|e| strict_error(&e))?;
    Ok(value)
}

fn strict_error(error: &serde_json::Error) -> StrictError {
    let why = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    StrictError {
        line: error.line(),
        column: error.column(),
        why: why.strip_suffix(&place).unwrap_or(&why).to_owned(),
    }
}

#[derive(Clone, Copy)]
struct Strict {
    levels_left: usize,
}

impl Strict {
    fn inside<E: de::Error>(self) -> Result<Strict, E> {
        match self.levels_left.checked_sub(1) {
            Some(levels_left) => Ok(Strict { levels_left }),
            None => Err(E::custom(format_args!(
                "nested deeper than {DEPTH_MAX} levels"
            ))),
        }
    }
}

impl<'de> DeserializeSeed<'de> for Strict {
    type Value = Value;
    fn deserialize<D: Deserializer<'de>>(self, d: D) -> Result<Value, D::Error> {
        d.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Strict {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Value, E> {
        if (-INTEGER_MAX..=INTEGER_MAX).contains(&value) {
            Ok(Value::from(value))
        } else {
            Err(E::custom(format_args!(
                "the number {value} is outside ±(2^53−1)"
            )))
        }
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Value, E> {
        match i64::try_from(value) {
            Ok(value) => self.visit_i64(value),
            Err(_) => Err(E::custom(format_args!(
                "the number {value} is outside ±(2^53−1)"
            ))),
        }
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Value, E> {
        Err(E::custom(format_args!(
            "the number {value:?} is not written as an integer within ±(2^53−1)"
        )))
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Value, E> {
        if text.is_ascii() || is_nfc(text) {
            Ok(Value::from(text))
        } else {
            Err(E::custom(format_args!(
                "the text {text:?} is not in Unicode form NFC"
            )))
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let inside = self.inside()?;
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(inside)? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let inside = self.inside()?;
        let mut map = Map::new();
        while let Some(key) = members.next_key::<String>()? {
            if !key.is_ascii() {
                return Err(de::Error::custom(format_args!(
                    "the key {key:?} is not ASCII"
                )));
            }
            if map.contains_key(&key) {
                return Err(de::Error::custom(format_args!(
                    "the key {key:?} stands twice"
                )));
            }
            let value = members.next_value_seed(inside)?;
            map.insert(key, value);
        }
        Ok(Value::Object(map))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn refused(text: &str) -> String {
        read(text.as_bytes()).unwrap_err().why
    }

    #[test]
    fn what_the_profile_forbids_is_named() {
        assert_eq!(refused(r#"{"a":1,"a":2}"#), r#"the key "a" stands twice"#);
        assert_eq!(refused(r#"{"ä":1}"#), r#"the key "ä" is not ASCII"#);
        assert_eq!(
            refused("9007199254740993"),
            "the number 9007199254740993 is outside ±(2^53−1)"
        );
        assert!(refused("1.0").contains("not written as an integer"));
        assert!(refused("1e2").contains("not written as an integer"));
        assert!(refused("-0").contains("not written as an integer"));
        assert!(refused("123456789012345678901234567890").contains("not written as an integer"));
        assert!(refused("\"e\u{301}\"").contains("NFC"));
        assert!(refused(r#""\ud800""#).contains("escape"));
        assert!(refused("[1] 2").contains("trailing"));
        assert!(refused("\u{feff}1").contains("expected value"));
    }

    #[test]
    fn bad_utf_8_is_refused_with_its_place() {
        let error = read(b"{\"a\":\n \"\xff\"}").unwrap_err();
        assert_eq!((error.line, error.column), (2, 3));
    }

    #[test]
    fn eight_levels_inside_the_outermost_are_read_and_a_ninth_is_not() {
        let nested = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
        assert!(read(nested(9).as_bytes()).is_ok());
        assert!(refused(&nested(10)).contains("deeper"));
        assert!(read(nested(100_000).as_bytes()).is_err());
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = read(&bytes);
        }

        #[test]
        fn what_is_read_is_what_serde_json_reads(text in r#"[\[\]{}",:0-9a-c\\u -]{0,40}"#) {
            if let Ok(value) = read(text.as_bytes()) {
                prop_assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
            }
        }
    }
}
