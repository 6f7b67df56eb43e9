//! B.1: moves and repetition, one file a group of articles. Here is only what
//! several of them tell their games with.

mod disturbed;
mod lifted;
mod placed;
mod repetition;
mod touched;

use crate::Edition;
use fupan_tests::script::Script;
use serde_json::{Value, json};

/// The rows of these files.
pub fn table() -> Vec<crate::Covered> {
    [
        placed::TABLE,
        repetition::TABLE,
        touched::TABLE,
        lifted::TABLE,
        disturbed::TABLE,
    ]
    .concat()
}

fn breach(script: Script, data: Value) -> Script {
    let mut data = data;
    data["facts"] = json!("as seen");
    script
        .after_ms(1000)
        .by("arb-1", "breach_observed", data)
        .called("breach")
}

fn complaint(script: Script, by: &str, about: &str) -> Script {
    let data = json!({"by": by, "about": format!("@{about}"), "text": "look"});
    script
        .after_ms(1000)
        .fact("complaint_raised", data)
        .called("complaint")
}

/// A stone at C3 takes two at B3 and A3.
const TWO_CAPTIVES: [&str; 5] = [".....", "XX...", "OO...", "XX...", "....."];

fn taking(edition: Edition, lifted: &[&str]) -> Script {
    edition
        .from_rows(&TWO_CAPTIVES, "black")
        .fact(
            "stone_played",
            json!({"colour": "black", "point": "C3", "lifted": lifted}),
        )
        .called("B C3")
}
