//! The two sides of a game. Not the content of a point: see `board::Stone`.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A side: who plays the black or the white stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// Moves first (both editions, article 2).
    Black,
    /// Moves second, and receives komi.
    White,
}

impl Colour {
    /// Both sides, black first.
    pub const BOTH: [Colour; 2] = [Colour::Black, Colour::White];

    /// The other side.
    pub const fn opponent(self) -> Colour {
        match self {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        }
    }

    /// `"black"` or `"white"`, as in events and views.
    pub const fn name(self) -> &'static str {
        match self {
            Colour::Black => "black",
            Colour::White => "white",
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One value for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PerColour<T> {
    /// Black's value.
    pub black: T,
    /// White's value.
    pub white: T,
}

impl<T> PerColour<T> {
    /// A value for each side, from a function of the side.
    pub fn from_fn(mut f: impl FnMut(Colour) -> T) -> Self {
        PerColour {
            black: f(Colour::Black),
            white: f(Colour::White),
        }
    }

    /// The same pair with each value changed.
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> PerColour<U> {
        PerColour {
            black: f(self.black),
            white: f(self.white),
        }
    }

    /// The pair with the sides exchanged.
    #[must_use]
    pub fn swapped(self) -> Self {
        PerColour {
            black: self.white,
            white: self.black,
        }
    }
}

impl<T> std::ops::Index<Colour> for PerColour<T> {
    type Output = T;
    fn index(&self, colour: Colour) -> &T {
        match colour {
            Colour::Black => &self.black,
            Colour::White => &self.white,
        }
    }
}

impl<T> std::ops::IndexMut<Colour> for PerColour<T> {
    fn index_mut(&mut self, colour: Colour) -> &mut T {
        match colour {
            Colour::Black => &mut self.black,
            Colour::White => &mut self.white,
        }
    }
}
