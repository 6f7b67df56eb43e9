//! The pages through their socket and in a real browser: what they say, in which
//! language and to whom, what keeps foreign things out of them, and that they
//! can be used without a mouse, without a picture, without a script.

#![expect(
    clippy::unwrap_used,
    reason = "an answer of another form than the test tells of is a failure of the test"
)]

#[allow(
    dead_code,
    unused_imports,
    reason = "made for the tests of the interface, of which pages need a part"
)]
#[path = "http"]
mod http {
    pub mod client;
    pub mod venue;
}

mod pages {
    mod adversary;
    mod appeals;
    mod arbiter;
    mod browser;
    mod clocks;
    mod cup;
    mod desk;
    mod entries;
    mod erasing;
    mod fair_play;
    mod frame;
    mod from_the_table;
    mod long_names;
    mod looked_at;
    mod matter;
    mod named;
    mod note;
    mod paper;
    mod record;
    mod safety;
    mod shown;
    mod stones;
    mod table;
    mod told;
    mod venues;
    mod visitor;
    mod windows;
}
