//! Faults: what a schema's validator met, in the words of the field and one
//! fault a place. Alternatives (`oneOf`) are followed to the one that was
//! meant, so that a mistyped point in an order is told at the point.

use super::library::Compiled;
use jsonschema::{JsonType, ValidationError, error::TypeKind, error::ValidationErrorKind as Kind};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{borrow::Cow, fmt};

/// The most characters of a value that a detail shows.
const SHOWN_MAX: usize = 80;

/// Something that a schema refuses.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Fault {
    /// Where: a JSON pointer (RFC 6901). For what is missing, where it should be.
    pub pointer: String,
    /// What kind of fault, in short: `required`, `additional_properties`,
    /// `type`, `pattern`, `enum`, `unknown_type` and so on.
    pub code: Cow<'static, str>,
    /// The value and what was expected, for people.
    pub detail: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.pointer, self.detail)
    }
}

/// Faults as they are gathered.
#[derive(Default)]
pub(super) struct Report {
    faults: Vec<Fault>,
}

impl Report {
    /// Checks `value`, which stands at pointer `at`.
    pub(super) fn check(&mut self, compiled: &Compiled, value: &Value, at: &str) {
        if compiled.validator.is_valid(value) {
            return;
        }
        let mut unfolding = Unfolding {
            root: &compiled.schema,
            at,
            report: self,
        };
        for error in compiled.validator.iter_errors(value) {
            unfolding.take(&error);
        }
    }

    /// Adds a fault that no schema says.
    pub(super) fn add(&mut self, pointer: impl Into<String>, code: &'static str, detail: String) {
        self.faults.push(Fault {
            pointer: pointer.into(),
            code: code.into(),
            detail,
        });
    }

    /// Whether there is a fault at that very place.
    pub(super) fn has(&self, pointer: &str) -> bool {
        self.faults.iter().any(|f| f.pointer == pointer)
    }

    /// The faults in the order of their pointers. A value of a wrong type
    /// breaks further rules for no reason of its own; these are left out.
    pub(super) fn finish(mut self) -> Result<(), Vec<Fault>> {
        if self.faults.is_empty() {
            return Ok(());
        }
        self.faults.sort();
        // Two alternatives can be missing at one place; anything else is the same fault met twice.
        self.faults.dedup_by(|a, b| {
            a.pointer == b.pointer && a.code == b.code && (a.code != "one_of" || a == b)
        });
        let of_type: Vec<String> = self
            .faults
            .iter()
            .filter(|f| f.code == "type")
            .map(|f| f.pointer.clone())
            .collect();
        self.faults
            .retain(|f| f.code == "type" || !of_type.contains(&f.pointer));
        // A time of a wrong form breaks format and pattern alike, and is told once.
        self.faults
            .dedup_by(|a, b| a.pointer == b.pointer && a.detail == b.detail);
        Err(self.faults)
    }
}

/// Turns a validator's errors into faults.
struct Unfolding<'a> {
    root: &'a Value,
    at: &'a str,
    report: &'a mut Report,
}

impl Unfolding<'_> {
    fn take(&mut self, error: &ValidationError<'_>) {
        let pointer = format!("{}{}", self.at, error.instance_path());
        let value = error.instance().as_ref();
        let schema = Place::of(self.root, error);
        match error.kind() {
            Kind::Required { property } => {
                let name = property.as_str().unwrap_or_default();
                let detail = format!("missing: expected {}", schema.property(name));
                self.report.add(child(&pointer, name), "required", detail);
            }
            Kind::AdditionalProperties { unexpected } => {
                let known = list(schema.property_names().into_iter());
                for name in unexpected {
                    let detail = format!("{}: not known here, only {known}", shown(&value[name]));
                    self.report
                        .add(child(&pointer, name), "additional_properties", detail);
                }
            }
            Kind::OneOfNotValid { context } | Kind::AnyOf { context } => {
                self.take_alternatives(&pointer, value, schema, context);
            }
            Kind::OneOfMultipleValid { .. } => {
                let detail = format!("expected only one of {}", schema.alternatives());
                self.report.add(pointer, "one_of", detail);
            }
            kind => {
                let (code, expected) = plain(kind, schema, error);
                self.report
                    .add(pointer, code, format!("{}: {expected}", shown(value)));
            }
        }
    }

    /// No alternative fits: says which one was meant and what is wrong with it.
    fn take_alternatives(
        &mut self,
        pointer: &str,
        value: &Value,
        schema: Place<'_>,
        context: &[Vec<ValidationError<'static>>],
    ) {
        if let Some((name, words)) = schema.discriminator() {
            return self.take_discriminated(pointer, value, schema, (name, &words), context);
        }
        let missing_only = |errors: &Vec<ValidationError<'_>>| {
            errors
                .iter()
                .all(|e| matches!(e.kind(), Kind::Required { .. }))
        };
        if context.iter().all(missing_only) {
            let detail = format!("expected one of {}", schema.alternatives());
            self.report.add(pointer, "one_of", detail);
        } else {
            // The alternative with the fewest faults is most likely the one that was meant.
            self.take_all(context.iter().min_by_key(|errors| errors.len()));
        }
    }

    /// Alternatives that a constant tells apart, as an order's `do`.
    fn take_discriminated(
        &mut self,
        pointer: &str,
        value: &Value,
        schema: Place<'_>,
        (name, words): (&str, &[&Value]),
        context: &[Vec<ValidationError<'static>>],
    ) {
        let place = child(pointer, name);
        let expected = list(words.iter().filter_map(|w| w.as_str()));
        let Some(fields) = value.as_object() else {
            let detail = format!("{}: expected {}", shown(value), schema.title());
            return self.report.add(pointer, "type", detail);
        };
        let Some(word) = fields.get(name) else {
            let detail = format!("missing: expected one of {expected}");
            return self.report.add(place, "required", detail);
        };
        if let Some(index) = words.iter().position(|w| *w == word) {
            self.take_all(context.get(index));
        } else {
            let detail = format!("{}: expected one of {expected}", shown(word));
            self.report.add(place, "enum", detail);
        }
    }

    fn take_all(&mut self, errors: Option<&Vec<ValidationError<'static>>>) {
        for error in errors.into_iter().flatten() {
            self.take(error);
        }
    }
}

/// Code and expectation of a fault that concerns one value alone.
fn plain(kind: &Kind, schema: Place<'_>, error: &ValidationError<'_>) -> (&'static str, String) {
    let value = error.instance().as_ref();
    match kind {
        // The title of a whole schema says what an event tells, not what form it has.
        Kind::Type { kind } if schema.is_root() => ("type", format!("expected {}", types(kind))),
        Kind::Type { kind } => (
            "type",
            format!("expected {}", schema.title_or(&types(kind))),
        ),
        Kind::Pattern { pattern } => ("pattern", format!("expected {}", schema.title_or(pattern))),
        Kind::Format { format } => ("format", format!("expected {}", schema.title_or(format))),
        Kind::Enum { options } => {
            let options = options.as_array().map(Vec::as_slice).unwrap_or_default();
            let words: Vec<String> = options.iter().map(word).collect();
            (
                "enum",
                format!("expected one of {}", list(words.iter().map(String::as_str))),
            )
        }
        Kind::Constant { expected_value } => ("enum", format!("expected {}", word(expected_value))),
        Kind::Minimum { limit } => ("minimum", format!("expected at least {limit}")),
        Kind::Maximum { limit } => ("maximum", format!("expected at most {limit}")),
        Kind::MinLength { limit } => ("min_length", at_least(*limit, "character")),
        Kind::MaxLength { limit } => ("max_length", format!("expected at most {limit} characters")),
        Kind::MinItems { limit } => ("min_items", at_least(*limit, "item")),
        Kind::MaxItems { limit } => {
            let given = value.as_array().map_or(0, Vec::len);
            let expected = format!("{given} items, expected at most {limit}");
            ("max_items", expected)
        }
        Kind::MinProperties { limit } => ("min_properties", at_least(*limit, "field")),
        Kind::UniqueItems => ("unique_items", "expected nothing twice".to_owned()),
        Kind::FalseSchema => (
            "not_allowed",
            "not allowed beside the other fields".to_owned(),
        ),
        other => ("schema", format!("refused by {}", other.keyword())),
    }
}

fn at_least(limit: u64, what: &str) -> String {
    let plural = if limit == 1 { "" } else { "s" };
    format!("expected at least {limit} {what}{plural}")
}

/// A place in a schema.
#[derive(Clone, Copy)]
struct Place<'a> {
    root: &'a Value,
    node: &'a Value,
}

impl<'a> Place<'a> {
    /// The schema whose keyword the error comes from.
    fn of(root: &'a Value, error: &ValidationError<'_>) -> Place<'a> {
        let path = error.schema_path().as_str();
        let parent = path.rsplit_once('/').map_or("", |(parent, _)| parent);
        let node = root.pointer(parent).unwrap_or(&Value::Null);
        Place { root, node }
    }

    fn is_root(self) -> bool {
        std::ptr::eq(self.root, self.node)
    }

    /// What a value should be, in the schema's own words.
    fn title_or(self, otherwise: &str) -> String {
        let target = self.node["$ref"].as_str().and_then(|r| r.strip_prefix('#'));
        let target = target.and_then(|pointer| self.root.pointer(pointer));
        let mut nodes = [Some(self.node), target].into_iter().flatten();
        nodes
            .find_map(|node| node["title"].as_str())
            .unwrap_or(otherwise)
            .to_owned()
    }

    fn title(self) -> String {
        self.title_or("one of several forms")
    }

    /// What the named property should be.
    fn property(self, name: &str) -> String {
        let node = &self.node["properties"][name];
        let place = Place {
            root: self.root,
            node,
        };
        place.title_or(node["type"].as_str().unwrap_or(name))
    }

    /// The names of the properties, sorted: a JSON object has no order of its own.
    fn property_names(self) -> Vec<&'a str> {
        let properties = self.node["properties"].as_object();
        let names = properties.into_iter().flat_map(|o| o.keys());
        let mut names: Vec<&str> = names.map(String::as_str).collect();
        names.sort_unstable();
        names
    }

    /// What each alternative requires, as `player, or team`.
    fn alternatives(self) -> String {
        let branches = self.node["oneOf"].as_array();
        let branches = branches.into_iter().flatten().map(|branch| {
            let names = branch["required"].as_array().into_iter().flatten();
            names
                .filter_map(Value::as_str)
                .collect::<Vec<_>>()
                .join(" and ")
        });
        branches.collect::<Vec<_>>().join(", or ")
    }

    /// The property whose constant tells the alternatives apart, with the
    /// constants in the order of the alternatives.
    fn discriminator(self) -> Option<(&'a str, Vec<&'a Value>)> {
        let branches = self.node["oneOf"].as_array()?;
        let (name, _) = branches.first()?["properties"]
            .as_object()?
            .iter()
            .find(|(_, schema)| schema.get("const").is_some())?;
        let words = branches.iter().map(|b| b["properties"][name].get("const"));
        Some((name, words.collect::<Option<_>>()?))
    }
}

fn types(kind: &TypeKind) -> String {
    match kind {
        TypeKind::Single(kind) => kind.to_string(),
        TypeKind::Multiple(kinds) => {
            let names: Vec<String> = kinds.iter().map(|k: JsonType| k.to_string()).collect();
            names.join(" or ")
        }
    }
}

/// A constant as people write it: texts without quotes.
fn word(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

/// Words with commas, all of them: whoever mistyped one looks for it here.
fn list<'w>(words: impl Iterator<Item = &'w str>) -> String {
    let joined = words.collect::<Vec<_>>().join(", ");
    if joined.is_empty() {
        "no fields".to_owned()
    } else {
        joined
    }
}

/// A value as JSON, cut where it grows long.
pub(super) fn shown(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(SHOWN_MAX) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// The pointer of a member, escaped after RFC 6901, section 3.
fn child(pointer: &str, name: &str) -> String {
    format!("{pointer}/{}", name.replace('~', "~0").replace('/', "~1"))
}
