//! Tells Cargo to build this crate again when a schema file comes, goes or
//! changes: the macro that takes the folder in sees only files it knows.

fn main() {
    println!("cargo::rerun-if-changed=../schemas");
}
