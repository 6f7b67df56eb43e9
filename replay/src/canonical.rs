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
    if written_plainly(&value).is_some_and(|plain| plain == bytes) {
        return Ok(value);
    }
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

/// The plain compact writing of a value, where its members come in the order of
/// their names. With integers and ASCII names alone, as the strict profile has
/// it, this is the canonical form (a property test holds it to that), and comes
/// several times faster.
fn written_plainly(value: &Value) -> Option<Vec<u8>> {
    fn in_order(value: &Value) -> bool {
        match value {
            Value::Object(members) => members.keys().is_sorted() && members.values().all(in_order),
            Value::Array(items) => items.iter().all(in_order),
            _ => true,
        }
    }
    in_order(value)
        .then(|| serde_json::to_vec(value).ok())
        .flatten()
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
        fn written_plainly_a_value_is_in_canonical_form(
            members in proptest::collection::btree_map("[\\x00-\\x7f]{0,4}", (json(), any::<String>()), 0..5)
        ) {
            let members = members.into_iter().map(|(key, (value, text))| (key, Value::from(vec![value, text.into()])));
            let value = Value::Object(members.collect());
            let canonical = text(&value).unwrap();
            prop_assert_eq!(written_plainly(&value), Some(canonical.into_bytes()));
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
