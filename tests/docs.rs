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
