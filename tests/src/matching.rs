//! How an expected value is held against a shown one (contract, section 9):
//! what is not mentioned may be anything.

use serde_json::Value;

/// Where `shown` does not hold what is `expected`, if anywhere.
pub fn mismatch(expected: &Value, shown: &Value, at: &str) -> Option<String> {
    match (expected, shown) {
        (Value::Object(keys), _) if keys.contains_key("some") || keys.contains_key("none") => {
            let holds = |wanted: &Value| {
                shown.as_array().is_some_and(|items| {
                    items
                        .iter()
                        .any(|item| mismatch(wanted, item, "").is_none())
                })
            };
            let list = |key: &str| {
                keys.get(key)
                    .and_then(Value::as_array)
                    .into_iter()
                    .flatten()
            };
            let missing = list("some").find(|wanted| !holds(wanted));
            let present = list("none").find(|unwanted| holds(unwanted));
            missing
                .map(|wanted| format!("{at}: nothing there like {wanted}"))
                .or_else(|| present.map(|unwanted| format!("{at}: {unwanted} is there")))
        }
        (Value::Object(keys), Value::Object(there)) => keys.iter().find_map(|(key, wanted)| {
            let at = format!("{at}/{key}");
            match there.get(key) {
                Some(value) => mismatch(wanted, value, &at),
                None => Some(format!("{at}: not there")),
            }
        }),
        (Value::Array(wanted), Value::Array(items)) if wanted.len() == items.len() => {
            let pairs = wanted.iter().zip(items).enumerate();
            pairs
                .into_iter()
                .find_map(|(i, (w, item))| mismatch(w, item, &format!("{at}/{i}")))
        }
        _ if expected == shown => None,
        _ => Some(format!("{at}: expected {expected}, shown {shown}")),
    }
}
