//! Documents that are made from the code are what the code makes.

use fupan_domain::official::matrix_markdown;
use std::fs;

#[test]
fn the_page_of_rights_is_the_matrix() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/rights.md");
    let page = fs::read_to_string(path).unwrap();
    let matrix = matrix_markdown();
    assert!(
        page.contains(matrix.trim()),
        "docs/rights.md should hold:\n{matrix}"
    );
}

/// Each setting stands in the table, with what it is if nothing is said.
#[test]
fn the_table_of_settings_is_complete() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/operations.md");
    let page = fs::read_to_string(path).unwrap();
    let settings = serde_json::to_value(fupan::config::Config::default()).unwrap();
    for (section, keys) in settings.as_object().unwrap() {
        for (key, value) in keys.as_object().unwrap() {
            let name = format!("`{section}.{key}`");
            let row = page
                .lines()
                .find(|line| line.starts_with('|') && line.contains(&name));
            let row = row.unwrap_or_else(|| panic!("{name} stands in no row"));
            let default = match value.as_str() {
                Some("") => "| empty |".to_owned(),
                Some(text) => format!("`{text}`"),
                None => format!("`{value}`"),
            };
            assert!(row.contains(&default), "{name} is {default}: {row}");
        }
    }
}

/// The relative links of the documents lead somewhere.
#[test]
fn no_link_is_dead() {
    let root = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    for document in [
        "README.md",
        "ARCHITECTURE.md",
        "docs/operations.md",
        "docs/access.md",
        "docs/personal-data.md",
        "docs/recording.md",
        "docs/store.md",
    ] {
        let path = root.join(document);
        let text = fs::read_to_string(&path).unwrap();
        let folder = path.parent().unwrap();
        let links = text
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next());
        for link in links.filter(|link| !link.contains("://")) {
            assert!(folder.join(link).exists(), "{document} links to {link}");
        }
    }
}
