//! The board as a physical thing: stones on points, and what follows when one
//! is put down. It forbids nothing that can be done with stones; what the
//! rules make of it is in `rulebook`.

pub mod point;

pub use point::Point;
