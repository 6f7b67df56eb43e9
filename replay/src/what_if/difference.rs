//! Where two views differ: JSON pointers (RFC 6901) to the values that do.

use serde::Serialize;
use serde_json::Value;

/// Something as it is and as it would be; `null` where it is not or would not be.
#[derive(Clone, Debug, Serialize)]
pub struct Beside<V> {
    /// As it is.
    pub before: Option<V>,
    /// As it would be.
    pub after: Option<V>,
    /// JSON pointers to what differs. A list whose length differs is named as a
    /// whole, and so is what stands on one side only.
    pub changed: Vec<String>,
}

impl<V: Serialize> Beside<V> {
    /// Both side by side.
    ///
    /// # Errors
    /// Never for a view; the writer's own errors are handed on.
    pub fn new(before: Option<V>, after: Option<V>) -> serde_json::Result<Beside<V>> {
        let mut changed = Vec::new();
        let (is, would_be) = (
            serde_json::to_value(&before)?,
            serde_json::to_value(&after)?,
        );
        collect(&is, &would_be, String::new(), &mut changed);
        Ok(Beside {
            before,
            after,
            changed,
        })
    }
}

fn collect(before: &Value, after: &Value, at: String, changed: &mut Vec<String>) {
    match (before, after) {
        (Value::Object(is), Value::Object(would_be)) => {
            let added = would_be.keys().filter(|key| !is.contains_key(*key));
            for key in is.keys().chain(added) {
                let at = format!("{at}/{}", key.replace('~', "~0").replace('/', "~1"));
                match (is.get(key), would_be.get(key)) {
                    (Some(is), Some(would_be)) => collect(is, would_be, at, changed),
                    _ => changed.push(at),
                }
            }
        }
        (Value::Array(is), Value::Array(would_be)) if is.len() == would_be.len() => {
            for (index, (is, would_be)) in is.iter().zip(would_be).enumerate() {
                collect(is, would_be, format!("{at}/{index}"), changed);
            }
        }
        _ if before == after => {}
        _ => changed.push(at),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_differs_is_named_by_pointers() {
        let is = json!({"same": 1, "gone": 0, "a/b": {"~": [1, 2]}, "list": [1], "null": null});
        let would_be =
            json!({"same": 1, "a/b": {"~": [1, 3]}, "list": [1, 2], "null": 0, "new": 0});
        let beside = Beside::new(Some(is), Some(would_be)).unwrap();
        let mut changed = beside.changed;
        changed.sort();
        assert_eq!(changed, ["/a~1b/~0/1", "/gone", "/list", "/new", "/null"]);
    }

    #[test]
    fn what_stands_on_one_side_only_is_named_whole() {
        let new = Beside::new(None, Some(json!({"a": 1}))).unwrap();
        assert_eq!(new.changed, [""]);
        let same = Beside::new(Some(json!([1])), Some(json!([1]))).unwrap();
        assert!(same.changed.is_empty());
    }
}
