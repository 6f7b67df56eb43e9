//! How many of something, in a sentence: `1 round`, `3 rounds`, `2 entries`. For
//! sentences in English, as findings, refusals and a terminal's texts are; the
//! pages' own languages have their forms in their texts.

use std::fmt::Display;

/// So many of a thing that is called so when there is one of it.
pub fn amount<N: Copy + Display + PartialEq + From<u8>>(n: N, one: &str) -> String {
    if n == N::from(1) {
        return format!("{n} {one}");
    }
    match one.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{n} {stem}ies"),
        _ => format!("{n} {one}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_one_and_all_others_are_several() {
        assert_eq!(amount(1_u32, "round"), "1 round");
        assert_eq!(amount(0_usize, "period"), "0 periods");
        assert_eq!(amount(-1_i64, "point"), "-1 points");
        assert_eq!(amount(1_u64, "entry"), "1 entry");
        assert_eq!(amount(2_u64, "entry"), "2 entries");
        assert_eq!(amount(2_u32, "day"), "2 days");
    }
}
