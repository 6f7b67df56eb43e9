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

/// The relative links of the documents lead somewhere.
#[test]
fn no_link_is_dead() {
    let root = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    for document in ["README.md", "ARCHITECTURE.md"] {
        let text = fs::read_to_string(root.join(document)).unwrap();
        let links = text
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next());
        for link in links.filter(|link| !link.contains("://")) {
            assert!(root.join(link).exists(), "{document} links to {link}");
        }
    }
}
