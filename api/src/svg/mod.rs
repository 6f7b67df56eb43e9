//! Drawings as SVG: pure functions from data to markup, the same bytes for the
//! same data. A drawing stands by itself or inside a page: its colours are
//! presentation attributes, which a page's style sheet may override by class.

pub mod board;
pub mod clocks;
pub mod course;
pub mod histogram;
pub mod lanes;
pub mod numbered;
pub mod scatter;
pub mod times;

pub use board::{BoardDrawing, Mark, draw};
pub use clocks::{Piece, Strip, StripDrawing, StripMark, draw_strip};
pub use course::strip_of;
pub use histogram::{HistogramDrawing, Swatch, draw_histogram, swatch};
pub use lanes::{Axis, Lane, LanesDrawing, Shape, draw_lanes, draw_map};
pub use numbered::{Hidden, Numbered, kifu, numbered};
pub use scatter::{ScatterDrawing, draw_scatter};
pub use times::{TimeDrawn, TimesDrawing, draw_times};
