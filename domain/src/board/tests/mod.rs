//! Tests of the board as a whole: rulings on diagrams, and a slow reference
//! board that every answer is compared with.

mod counting;
mod exhaustive;
mod properties;
mod reference;
mod rulings;
mod vectors;

use super::{Board, Point, diagram};

fn board(text: &str) -> Board {
    diagram::parse(text).expect("a diagram")
}

fn at(name: &str) -> Point {
    name.parse().expect("a point")
}

fn points(names: &str) -> Vec<Point> {
    let mut points: Vec<Point> = names.split_whitespace().map(at).collect();
    points.sort_unstable();
    points
}
