//! The one form in which JSON is hashed: RFC 8785 (JCS), under the strict
//! profile of [`crate::strict`], where equal values have equal bytes.

use crate::strict::{self, StrictError};
use serde::Serialize;
use serde_json::Value;

/// The canonical text of a value.
///
/// # Errors
/// When the value has no JSON form, as a map with keys that are no texts.
pub fn text(value: &impl Serialize) -> serde_json::Result<String> {
    serde_json_canonicalizer::to_string(value)
}

/// Why bytes are not canonical.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotCanonical {
    /// Not even JSON of the strict profile.
    #[error(transparent)]
    Strict(#[from] StrictError),
    /// JSON, but written otherwise.
    #[error("not in canonical form: byte {at} differs from the RFC 8785 form of the same value")]
    OtherForm {
        /// The first byte that differs, from 0.
        at: usize,
    },
}

/// Reads bytes that must be their own canonical form.
///
/// # Errors
/// When they are no JSON of the strict profile, or written otherwise.
pub fn read(bytes: &[u8]) -> Result<Value, NotCanonical> {
    let value = strict::read(bytes)?;
    let canonical = text(&value).unwrap_or_default();
    if canonical.as_bytes() == bytes {
        return Ok(value);
    }
    let same = canonical
        .bytes()
        .zip(bytes)
        .take_while(|(a, b)| a == *b)
        .count();
    Err(NotCanonical::OtherForm { at: same })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn another_writing_of_the_same_value_is_refused() {
        assert!(read(br#"{"a":1,"b":"A"}"#).is_ok());
        for other in [
            r#"{"b":"A","a":1}"#,
            r#"{"a":1, "b":"A"}"#,
            r#"{"a":1,"b":"\u0041"}"#,
            "{\"a\":1,\"b\":\"A\"}\n",
        ] {
            assert!(
                matches!(read(other.as_bytes()), Err(NotCanonical::OtherForm { .. })),
                "{other}"
            );
        }
    }

    fn json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            (-strict::INTEGER_MAX..=strict::INTEGER_MAX).prop_map(Value::from),
            "[ -~]{0,12}".prop_map(Value::from),
            "[一-龥]{0,6}".prop_map(Value::from),
        ];
        leaf.prop_recursive(5, 40, 6, |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
                proptest::collection::btree_map("[ -~]{0,8}", inner, 0..6)
                    .prop_map(|m| Value::Object(m.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn a_value_comes_back_from_its_canonical_text(value in json()) {
            let canonical = text(&value).unwrap();
            prop_assert_eq!(read(canonical.as_bytes()), Ok(value));
        }

        #[test]
        fn equal_values_have_equal_bytes(value in json()) {
            let pretty = serde_json::to_string_pretty(&value).unwrap();
            let again = strict::read(pretty.as_bytes()).unwrap();
            prop_assert_eq!(text(&again).unwrap(), text(&value).unwrap());
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let _ = read(&bytes);
        }
    }
}
