//! The schema files as they are built in, compiled once for the whole run.
//! Nothing is ever fetched: each file stands on its own.

use super::Form;
use fupan_domain::event::StreamKind;
use include_dir::{Dir, DirEntry, include_dir};
use jsonschema::{Draft, PatternCache, PatternOptions, Validator};
use serde_json::Value;
use std::{collections::BTreeMap, sync::LazyLock};

static FOLDER: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../schemas");

/// All compiled schemas.
pub(super) static LIBRARY: LazyLock<Library> = LazyLock::new(Library::compile);

/// A schema ready to check with, and its text for the wording of faults.
pub(super) struct Compiled {
    pub(super) validator: Validator,
    pub(super) schema: Value,
}

/// The schemas of one event type, by version.
#[derive(Default)]
struct EventType {
    entry: BTreeMap<u64, Compiled>,
    /// Only where the draft differs from the entry.
    draft: BTreeMap<u64, Compiled>,
}

/// The schemas of drafts, entries and all event types.
pub(super) struct Library {
    pub(super) draft: Compiled,
    pub(super) envelope: Compiled,
    events: BTreeMap<StreamKind, BTreeMap<&'static str, EventType>>,
}

impl Library {
    fn compile() -> Library {
        let cache = PatternCache::new();
        let mut events: BTreeMap<_, BTreeMap<_, EventType>> = BTreeMap::new();
        for (path, text) in files() {
            let Some(name) = EventFile::parse(path) else {
                continue;
            };
            let of_kind = events.entry(name.kind).or_default();
            let of_type = of_kind.entry(name.type_name).or_default();
            let forms = match name.form {
                Form::Draft => &mut of_type.draft,
                Form::Entry => &mut of_type.entry,
            };
            forms.insert(name.version, compile(text, &cache));
        }
        let outer = |path| compile(super::schema_text(path).unwrap_or_default(), &cache);
        Library {
            draft: outer("draft.v1.json"),
            envelope: outer("envelope.v1.json"),
            events,
        }
    }

    /// The schema of a type's data in a form; without a version the newest.
    pub(super) fn find(
        &self,
        kind: StreamKind,
        type_name: &str,
        form: Form,
        version: Option<u64>,
    ) -> Option<&Compiled> {
        let of_type = self.events.get(&kind)?.get(type_name)?;
        let forms = match form {
            Form::Draft if !of_type.draft.is_empty() => &of_type.draft,
            Form::Draft | Form::Entry => &of_type.entry,
        };
        match version {
            Some(version) => forms.get(&version),
            None => forms.last_key_value().map(|(_, schema)| schema),
        }
    }

    /// Whether drafts of a type have a form of their own.
    pub(super) fn has_own_draft(&self, kind: StreamKind, type_name: &str) -> bool {
        let of_type = self
            .events
            .get(&kind)
            .and_then(|types| types.get(type_name));
        of_type.is_some_and(|of_type| !of_type.draft.is_empty())
    }

    /// The event types of a kind of stream, in order.
    pub(super) fn types_of(&self, kind: StreamKind) -> impl Iterator<Item = &'static str> {
        let types = self.events.get(&kind).into_iter();
        types.flat_map(|types| types.keys().copied())
    }

    /// The number of a type's newest schema.
    pub(super) fn newest_version(&self, kind: StreamKind, type_name: &str) -> Option<u64> {
        let of_type = self.events.get(&kind)?.get(type_name)?;
        of_type.entry.last_key_value().map(|(number, _)| *number)
    }
}

/// What the path of an event type's schema says:
/// `event/<kind>/<type>[.draft].v<version>.json`.
pub(super) struct EventFile {
    pub(super) kind: StreamKind,
    pub(super) type_name: &'static str,
    pub(super) form: Form,
    version: u64,
}

impl EventFile {
    pub(super) fn parse(path: &'static str) -> Option<EventFile> {
        let (kind, name) = path.strip_prefix("event/")?.split_once('/')?;
        let kind = StreamKind::ALL.into_iter().find(|k| k.name() == kind)?;
        let (name, version) = name.strip_suffix(".json")?.rsplit_once(".v")?;
        let (type_name, form) = match name.strip_suffix(".draft") {
            Some(type_name) => (type_name, Form::Draft),
            None => (name, Form::Entry),
        };
        Some(EventFile {
            kind,
            type_name,
            form,
            version: version.parse().ok()?,
        })
    }
}

/// The published schemas with their paths, in no order that matters.
pub(super) fn files() -> impl Iterator<Item = (&'static str, &'static str)> {
    let mut found = Vec::new();
    let mut folders = vec![&FOLDER];
    while let Some(folder) = folders.pop() {
        for entry in folder.entries() {
            match entry {
                DirEntry::Dir(below) => folders.push(below),
                DirEntry::File(file) => {
                    found.extend(file.path().to_str().zip(file.contents_utf8()));
                }
            }
        }
    }
    found.into_iter().filter(|(path, _)| {
        let json = std::path::Path::new(path)
            .extension()
            .is_some_and(|e| e == "json");
        json && *path != "LOCK.json" && !path.starts_with("samples/")
    })
}

/// Compiles one schema. The files are part of the program, and a test compiles
/// each of them, so that a failure here is a broken build and not bad input.
fn compile(text: &str, cache: &PatternCache) -> Compiled {
    let schema: Value = serde_json::from_str(text).expect("a built-in schema is JSON");
    let validator = jsonschema::options()
        .with_draft(Draft::Draft202012)
        .offline()
        .should_validate_formats(true)
        .with_pattern_options(PatternOptions::regex())
        .with_pattern_cache(cache.clone())
        .build(&schema)
        .expect("a built-in schema is a schema");
    Compiled { validator, schema }
}
