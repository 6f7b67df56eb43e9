//! Random changes of a valid bundle: bits turned, bytes and lines dropped,
//! doubled, swapped and rewritten, in the file as it is packed, and in the parts
//! before they are packed. What comes out must be refused, unless it is harmless.

use crate::handing::{Handed, trusting, verified};
use fupan_replay::{
    audit::Verdict,
    bundle::{Bundle, MANIFEST, Manifest, README},
};
use std::io::Read;

/// Numbers that look random and are the same in every run.
#[derive(Clone, Copy, Debug)]
pub struct Draw(u64);

impl Draw {
    /// Numbers from a seed.
    pub fn from(seed: u64) -> Draw {
        Draw(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `below`, which is not 0.
    pub fn below(&mut self, below: usize) -> usize {
        // Marsaglia's xorshift, 64 bits.
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap_or(0) % below
    }
}

/// What became of a mutation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was refused.
    Refused,
    /// Nothing that a part says was changed by it: only how the zip is written,
    /// or the file that says how to check by hand.
    Harmless,
    /// It was accepted. It must not be.
    Accepted(String),
}

/// Mutates the genuine bundle once, and sees what becomes of it.
pub fn try_once(seed: u64) -> Outcome {
    let mut draw = Draw::from(seed);
    let genuine = Handed::genuine();
    let (bytes, how) = if draw.below(2) == 0 {
        let mut bytes = genuine.packed();
        let how = change_bytes(&mut bytes, &mut draw);
        (bytes, format!("of the file: {how}"))
    } else {
        let mut handed = genuine.clone();
        let how = change_part(&mut handed, &mut draw);
        (handed.packed(), how)
    };
    if verified(&bytes, trusting()).verdict == Verdict::Broken {
        return Outcome::Refused;
    }
    if says_the_same(&bytes, &genuine) {
        return Outcome::Harmless;
    }
    Outcome::Accepted(format!("seed {seed}, {how}"))
}

fn change_bytes(bytes: &mut Vec<u8>, draw: &mut Draw) -> String {
    if bytes.is_empty() {
        bytes.push(b'x');
        return "a byte put in".to_owned();
    }
    let at = draw.below(bytes.len());
    let length = (1 + draw.below(40)).min(bytes.len() - at);
    match draw.below(5) {
        0 => {
            bytes[at] ^= 1 << draw.below(8);
            format!("bit turned at {at}")
        }
        1 => {
            bytes.drain(at..at + length);
            format!("{length} bytes dropped at {at}")
        }
        2 => {
            let doubled = bytes[at..at + length].to_vec();
            bytes.splice(at..at, doubled);
            format!("{length} bytes doubled at {at}")
        }
        3 => {
            let other = draw.below(bytes.len());
            bytes.swap(at, other);
            format!("bytes at {at} and {other} swapped")
        }
        _ => {
            for byte in &mut bytes[at..at + length] {
                *byte = u8::try_from(draw.below(256)).unwrap_or(0);
            }
            format!("{length} bytes rewritten at {at}")
        }
    }
}

fn change_part(handed: &mut Handed, draw: &mut Draw) -> String {
    let index = draw.below(handed.parts.len());
    let name = handed.parts[index].0.clone();
    let how = match draw.below(4) {
        0 => {
            let other = draw.below(handed.parts.len());
            let taken = handed.parts[other].1.clone();
            handed.parts[index].1 = taken;
            format!("in the place of it the part {}", handed.parts[other].0)
        }
        1 => change_lines(&mut handed.parts[index].1, draw),
        _ => change_bytes(&mut handed.parts[index].1, draw),
    };
    format!("of the part {name}: {how}")
}

fn change_lines(bytes: &mut Vec<u8>, draw: &mut Draw) -> String {
    let lines = bytes.split_inclusive(|b| *b == b'\n').map(<[u8]>::to_vec);
    let mut lines: Vec<Vec<u8>> = lines.collect();
    if lines.is_empty() {
        return "nothing".to_owned();
    }
    let (at, other) = (draw.below(lines.len()), draw.below(lines.len()));
    let how = match draw.below(3) {
        0 => {
            lines.remove(at);
            format!("line {at} dropped")
        }
        1 => {
            let line = lines[at].clone();
            lines.insert(other, line);
            format!("line {at} doubled before {other}")
        }
        _ => {
            lines.swap(at, other);
            format!("lines {at} and {other} swapped")
        }
    };
    *bytes = lines.concat();
    how
}

/// Whether every part is there and says the same, the file for people apart;
/// of people's records, whether none is other than it was.
fn says_the_same(bytes: &[u8], genuine: &Handed) -> bool {
    let Ok(bundle) = Bundle::open(bytes, bytes.len() as u64) else {
        return false;
    };
    let read = |name: &str| {
        let mut bytes = Vec::new();
        let read = bundle.stream(name).ok()?.read_to_end(&mut bytes);
        read.ok().map(|_| bytes)
    };
    genuine.parts.iter().all(|(name, bytes)| {
        let found = read(name);
        match (name.as_str(), &found) {
            (README, _) => true,
            // Records may be left out, as where they were erased, and come in any order.
            ("people.jsonl", Some(found)) => {
                let is_line = |line: &&[u8]| bytes.split(|b| *b == b'\n').any(|l| l == *line);
                found.split(|b| *b == b'\n').all(|line| is_line(&line))
            }
            // A manifest is JSON, which may have space around it.
            (MANIFEST, Some(found)) => Manifest::read(found) == Manifest::read(bytes),
            (_, found) => found.as_ref() == Some(bytes),
        }
    })
}
