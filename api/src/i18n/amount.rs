//! Amounts as each language writes them: areas and margins in zi, points. Times
//! are in `zone`.

use super::Texts;
use fupan_domain::score::QuarterZi;

impl Texts {
    /// An area or margin: `3¾ zi`, `3又3/4子`.
    pub fn zi(&self, amount: QuarterZi) -> String {
        let whole = amount.0.unsigned_abs() / 4;
        let part = match amount.0.unsigned_abs() % 4 {
            0 => None,
            1 => Some("zi-quarter"),
            2 => Some("zi-half"),
            _ => Some("zi-three-quarters"),
        };
        let part = part.map(|key| self.say(key));
        // As text, since Fluent's numbers are floats.
        let whole_text = whole.to_string();
        let said = match part {
            None => self.with("zi-whole", &[("whole", whole_text.into())]),
            Some(part) if whole == 0 => self.with("zi-part", &[("part", part.into())]),
            Some(part) => {
                let with = [("whole", whole_text.into()), ("part", part.into())];
                self.with("zi-mixed", &with)
            }
        };
        if amount.0 < 0 {
            format!("\u{2212}{said}")
        } else {
            said
        }
    }

    /// Several things, one after the other.
    pub fn list<S: ToString>(&self, things: impl IntoIterator<Item = S>) -> String {
        let things: Vec<String> = things.into_iter().map(|thing| thing.to_string()).collect();
        things.join(&self.say("list-separator"))
    }
}
