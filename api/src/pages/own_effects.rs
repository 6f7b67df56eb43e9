//! The form of what is ordered beside or instead of what an article offers:
//! orders, warnings, admonitions and penalties, limited to those that exist. Read
//! into the JSON that rulings and appeal decisions have; whether it can be carried
//! out, and by whom, is decided by the ledger.

use super::{posted::Filled, viewer::Viewer};
use crate::{i18n::Lang, problem::Problem};
use fupan_domain::{
    Colour,
    board::Point,
    game::GameState,
    ids::{EntryId, GameId, RulingId},
};
use maud::{Markup, html};
use serde_json::{Map, Value, json};

/// The longest time that a form takes, in hours.
const HOURS: i64 = 99;

/// What a form orders.
#[derive(Clone, Debug, Default)]
pub struct OwnEffects {
    /// Orders, in the order in which they are carried out.
    pub orders: Vec<Value>,
    /// Who is warned.
    pub warnings: Vec<Value>,
    /// Who is admonished.
    pub admonitions: Vec<Value>,
    /// Penalties.
    pub penalties: Vec<Value>,
}

/// A field in which something else was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The field's name, which is its id too.
    pub field: String,
    /// What is wrong with it.
    pub text: String,
    /// Whether the ledger says so, in English, and not the page in the viewer's
    /// language.
    pub told: bool,
}

impl Wrong {
    /// A field of which a text says what is wrong.
    pub fn new(field: &str, text: String) -> Wrong {
        Wrong {
            field: field.to_owned(),
            text,
            told: false,
        }
    }

    /// A field of which the ledger says what is wrong.
    pub fn told(field: &str, text: String) -> Wrong {
        Wrong {
            told: true,
            ..Wrong::new(field, text)
        }
    }

    /// What the ledger refused: in other languages than English what kind of problem
    /// that is, then what is wrong, fault by fault.
    pub fn of(viewer: &Viewer, field: &str, problem: &Problem) -> Vec<Wrong> {
        let title = viewer.texts.problem_title(problem.code);
        let title = title.filter(|_| viewer.lang() != Lang::En);
        let faults = problem.errors.iter();
        let faults =
            faults.map(|fault| Wrong::told(field, format!("{}: {}", fault.pointer, fault.detail)));
        title
            .map(|title| Wrong::new(field, title))
            .into_iter()
            .chain([Wrong::told(field, problem.detail.clone())])
            .chain(faults)
            .collect()
    }

    /// A value that can't be read.
    pub fn value(viewer: &Viewer, field: &str, value: &str, expected: &str) -> Wrong {
        let with = [
            ("value", value.to_owned().into()),
            ("expected", viewer.say(expected).into()),
        ];
        Wrong::new(field, viewer.texts.with("own-wrong", &with))
    }
}

/// The form, on a game as it stands.
pub struct OwnForm<'a> {
    /// Who fills it in.
    pub viewer: &'a Viewer,
    /// The game.
    pub game: &'a GameState,
    /// The entry that is disputed, whose stone may stand.
    pub disputed: Option<EntryId>,
    /// What can be overturned.
    pub decisions: Vec<RulingId>,
    /// What stands in it.
    pub filled: &'a Filled,
    /// How what can be overturned is called.
    pub decision: &'a dyn Fn(&RulingId) -> String,
    /// How entries are called.
    pub entry: &'a dyn Fn(&str) -> String,
    /// Whether warnings and penalties are among it: a committee orders, and warns
    /// nobody.
    pub punishes: bool,
}

impl OwnForm<'_> {
    /// Its fields.
    pub fn fields(&self) -> Markup {
        html! {
            @if self.punishes { (self.sides()) }
            (self.board())
            (self.clocks())
            (self.whole_game())
        }
    }

    fn sides(&self) -> Markup {
        let texts = self.viewer.texts;
        let one = |colour: Colour| json!({"colour": colour});
        let penalty = |colour: Colour, kind: &str| json!({"colour": colour, "penalty": kind});
        let fields = html! {
            @for colour in Colour::BOTH {
                (self.check("own_warn", colour.name(), &texts.for_side("warning-for", &one(colour))))
                (self.check("own_admonish", colour.name(), &texts.for_side("admonition-for", &one(colour))))
                (self.check("own_turn_lost", colour.name(), &texts.penalty(&penalty(colour, "forfeit_turn"))))
                (self.check("own_loses", colour.name(), &texts.penalty(&penalty(colour, "lose_game"))))
                (self.line(&format!("own_zi_{colour}"), &self.of("own-zi", colour), "own-zi-form"))
                (self.line(&format!("own_time_{colour}"), &self.of("own-time", colour), "own-time-form"))
            }
        };
        self.group(
            "own-sides",
            &[
                "own_warn",
                "own_admonish",
                "own_turn_lost",
                "own_loses",
                "own_zi_",
                "own_time_",
            ],
            &fields,
        )
    }

    fn board(&self) -> Markup {
        let order = |order: &Value| self.viewer.texts.order(order, self.entry);
        let last = self.game.course.last_stone().map(|stone| stone.entry);
        let fields = html! {
            @if let Some(entry) = last {
                (self.check("own_void", &entry.to_string(), &order(&json!({"do": "void_move", "entry": entry}))))
            }
            @if let Some(entry) = self.disputed {
                (self.check("own_stands", &entry.to_string(), &order(&json!({"do": "move_stands", "entry": entry}))))
            }
            (self.line("own_from", &self.viewer.say("own-from"), "own-point-form"))
            (self.line("own_to", &self.viewer.say("own-to"), "own-point-form"))
            (self.line("own_remove", &self.viewer.say("own-remove"), "own-points-form"))
            @for colour in Colour::BOTH {
                (self.line(&format!("own_restore_{colour}"), &self.of("own-restore", colour), "own-points-form"))
            }
            @for colour in Colour::BOTH {
                (self.line(&format!("own_award_{colour}"), &self.of("own-award", colour), "own-points-form"))
            }
            (self.check("own_swap", "1", &order(&json!({"do": "swap_players"}))))
        };
        self.group(
            "own-stones",
            &[
                "own_void",
                "own_stands",
                "own_from",
                "own_to",
                "own_remove",
                "own_restore_",
                "own_award_",
                "own_swap",
            ],
            &fields,
        )
    }

    fn clocks(&self) -> Markup {
        let fields = html! {
            @for colour in Colour::BOTH {
                (self.line(&format!("own_left_{colour}"), &self.of("own-left", colour), "own-time-form"))
                (self.line(&format!("own_periods_{colour}"), &self.of("own-periods", colour), "own-number-form"))
                (self.line(&format!("own_turn_{colour}"), &self.of("own-turn", colour), "own-time-form"))
            }
            @for colour in Colour::BOTH {
                @let pass = json!({"do": "treat_as_pass", "colour": colour});
                (self.check("own_pass", colour.name(), &self.viewer.texts.order(&pass, self.entry)))
            }
        };
        self.group(
            "own-clocks",
            &[
                "own_left_",
                "own_periods_",
                "own_turn_black",
                "own_turn_white",
                "own_pass",
            ],
            &fields,
        )
    }

    fn whole_game(&self) -> Markup {
        let texts = self.viewer.texts;
        let result = |outcome: &str| match outcome {
            "black" | "white" => texts.result(&json!({"outcome": outcome, "by": "ruling"})),
            other => texts.word("result", other),
        };
        let results = ["black", "white", "draw", "both_lose", "no_result"];
        let results = results.map(|outcome| (outcome.to_owned(), result(outcome)));
        let decisions: Vec<(String, String)> = self
            .decisions
            .iter()
            .map(|id| (id.to_string(), (self.decision)(id)))
            .collect();
        let fields = html! {
            (self.choice("own_result", "own-result", &results))
            (self.line("own_replay", &self.viewer.say("own-replay"), "own-replay-form"))
            (self.check("own_resume", "1", &texts.word("order", "resume")))
            @if !decisions.is_empty() { (self.choice("own_overturn", "own-overturn", &decisions)) }
        };
        self.group(
            "own-game",
            &["own_result", "own_replay", "own_resume", "own_overturn"],
            &fields,
        )
    }

    /// Fields that belong together, open where something stands in one of them.
    fn group(&self, title: &str, names: &[&str], fields: &Markup) -> Markup {
        html! {
            details class="group" open[self.filled.begins(names)] {
                summary { (self.viewer.say(title)) }
                div class="pairs" { (fields) }
            }
        }
    }

    fn of(&self, key: &str, colour: Colour) -> String {
        let colour = self.viewer.texts.colour(colour.name());
        self.viewer.texts.with(key, &[("colour", colour.into())])
    }

    fn check(&self, name: &str, value: &str, label: &str) -> Markup {
        html! {
            label class="check" {
                input type="checkbox" name=(name) value=(value) checked[self.filled.has(name, value)];
                span { (label) }
            }
        }
    }

    fn line(&self, name: &str, label: &str, form: &str) -> Markup {
        line(self.viewer, self.filled, name, label, form)
    }

    fn choice(&self, name: &str, label: &str, options: &[(String, String)]) -> Markup {
        html! {
            p class="field" {
                label for=(name) { (self.viewer.say(label)) }
                select id=(name) name=(name) {
                    option value="" { "–" }
                    @for (value, said) in options {
                        option value=(value) selected[self.filled.has(name, value)] { (said) }
                    }
                }
            }
        }
    }
}

/// A line to be written in, with what is expected there.
pub fn line(viewer: &Viewer, filled: &Filled, name: &str, label: &str, form: &str) -> Markup {
    let hint = format!("{name}.form");
    html! {
        p class="field" {
            label for=(name) { (label) }
            input id=(name) name=(name) value=(filled.get(name)) autocomplete="off" spellcheck="false"
                aria-describedby=(hint);
            span class="note" id=(hint) { (viewer.say(form)) }
        }
    }
}

/// Reads what stands in the form.
///
/// # Errors
/// Each field in which something else was expected.
pub fn read(viewer: &Viewer, filled: &Filled) -> Result<OwnEffects, Vec<Wrong>> {
    let mut reading = Reading {
        viewer,
        filled,
        wrong: Vec::new(),
        effects: OwnEffects::default(),
    };
    reading.board();
    reading.clocks();
    reading.whole_game();
    reading.sides();
    if reading.wrong.is_empty() {
        Ok(reading.effects)
    } else {
        Err(reading.wrong)
    }
}

struct Reading<'a> {
    viewer: &'a Viewer,
    filled: &'a Filled,
    wrong: Vec<Wrong>,
    effects: OwnEffects,
}

impl Reading<'_> {
    /// The value of a field; `None` where nothing stands in it or something wrong.
    fn take<T>(&mut self, name: &str, form: &str, read: impl Fn(&str) -> Option<T>) -> Option<T> {
        let text = self.filled.some(name)?;
        let value = read(&text);
        if value.is_none() {
            let wrong = Wrong::value(self.viewer, name, &text, form);
            self.wrong.push(wrong);
        }
        value
    }

    fn order(&mut self, order: Value) {
        self.effects.orders.push(order);
    }

    fn board(&mut self) {
        if let Some(ruling) = self.filled.some("own_overturn") {
            self.order(json!({"do": "overturn", "ruling": ruling}));
        }
        if self.filled.has("own_swap", "1") {
            self.order(json!({"do": "swap_players"}));
        }
        let from = self.take("own_from", "own-point-form", point);
        let to = self.take("own_to", "own-point-form", point);
        match (from, to) {
            (Some(from), Some(to)) => {
                self.order(json!({"do": "move_stone", "from": from, "to": to}));
            }
            (None, None) => {}
            (from, _) => {
                let missing = if from.is_some() { "own_to" } else { "own_from" };
                if self.filled.get(missing).is_empty() {
                    let wrong = Wrong::value(self.viewer, missing, "", "own-point-form");
                    self.wrong.push(wrong);
                }
            }
        }
        if let Some(points) = self.take("own_remove", "own-points-form", points) {
            self.order(json!({"do": "remove_stones", "points": points}));
        }
        for colour in Colour::BOTH {
            let name = format!("own_restore_{colour}");
            if let Some(points) = self.take(&name, "own-points-form", points) {
                self.order(json!({"do": "restore_stones", "colour": colour, "points": points}));
            }
        }
        for (name, order) in [("own_void", "void_move"), ("own_stands", "move_stands")] {
            if let Some(entry) = self.filled.some(name) {
                self.order(json!({"do": order, "entry": entry}));
            }
        }
    }

    fn clocks(&mut self) {
        for colour in self.filled.all("own_pass") {
            self.order(json!({"do": "treat_as_pass", "colour": colour}));
        }
        for colour in Colour::BOTH {
            let name = format!("own_award_{colour}");
            if let Some(points) = self.take(&name, "own-points-form", points) {
                self.order(json!({"do": "award_points", "colour": colour, "points": points}));
            }
        }
        let mut set = Map::new();
        for colour in Colour::BOTH {
            for (field, name) in [("ms", "own_left"), ("turn_ms", "own_turn")] {
                let name = format!("{name}_{colour}");
                if let Some(ms) = self.take(&name, "own-time-form", time) {
                    set.insert(format!("{colour}_{field}"), json!(ms));
                }
            }
            let name = format!("own_periods_{colour}");
            let number = |text: &str| text.parse::<u32>().ok();
            if let Some(periods) = self.take(&name, "own-number-form", number) {
                set.insert(format!("{colour}_periods"), json!(periods));
            }
        }
        if !set.is_empty() {
            set.insert("do".to_owned(), json!("set_clock"));
            self.order(Value::Object(set));
        }
    }

    fn whole_game(&mut self) {
        match self.filled.get("own_result").as_str() {
            "" => {}
            won @ ("black" | "white") => {
                let result = json!({"outcome": won, "by": "ruling"});
                self.order(json!({"do": "set_result", "result": result}));
            }
            other => self.order(json!({"do": other})),
        }
        let game = |text: &str| text.parse::<GameId>().ok();
        if let Some(game) = self.take("own_replay", "own-replay-form", game) {
            self.order(json!({"do": "replay", "game": game}));
        }
        if self.filled.has("own_resume", "1") {
            self.order(json!({"do": "resume"}));
        }
    }

    fn sides(&mut self) {
        let sides = |name: &str| {
            let all = self.filled.all(name).into_iter();
            all.map(|colour| json!({ "colour": colour })).collect()
        };
        (self.effects.warnings, self.effects.admonitions) =
            (sides("own_warn"), sides("own_admonish"));
        for (name, kind) in [
            ("own_turn_lost", "forfeit_turn"),
            ("own_loses", "lose_game"),
        ] {
            for colour in self.filled.all(name) {
                let penalty = json!({"colour": colour, "penalty": kind});
                self.effects.penalties.push(penalty);
            }
        }
        for colour in Colour::BOTH {
            if let Some(qz) = self.take(&format!("own_zi_{colour}"), "own-zi-form", quarters) {
                let penalty = json!({"colour": colour, "penalty": "deduct_zi", "qz": qz});
                self.effects.penalties.push(penalty);
            }
            if let Some(ms) = self.take(&format!("own_time_{colour}"), "own-time-form", time) {
                let penalty = json!({"colour": colour, "penalty": "deduct_time", "ms": ms});
                self.effects.penalties.push(penalty);
            }
        }
    }
}

/// A point, in either case of letters.
pub fn point(text: &str) -> Option<Point> {
    text.trim().to_ascii_uppercase().parse().ok()
}

/// Points, with spaces or commas between them.
pub fn points(text: &str) -> Option<Vec<Point>> {
    let names = text.split([' ', ',', '、', '，', '\n']);
    let names = names.filter(|name| !name.trim().is_empty());
    let points: Option<Vec<Point>> = names.map(point).collect();
    points.filter(|points| !points.is_empty())
}

/// A time as clocks show it, `1:05:00` or `5:00`, in milliseconds.
pub fn time(text: &str) -> Option<i64> {
    let parts: Option<Vec<i64>> = text
        .trim()
        .split(':')
        .map(|part| {
            let is_number =
                !part.is_empty() && part.len() <= 2 && part.bytes().all(|b| b.is_ascii_digit());
            is_number.then(|| part.parse().ok())?
        })
        .collect();
    let (hours, minutes, seconds) = match parts?[..] {
        [minutes, seconds] => (0, minutes, seconds),
        [hours, minutes, seconds] if minutes < 60 => (hours, minutes, seconds),
        _ => return None,
    };
    (seconds < 60 && hours <= HOURS).then_some(((hours * 60 + minutes) * 60 + seconds) * 1000)
}

/// Zi in quarters: `1`, `0.5`, `2.75`.
fn quarters(text: &str) -> Option<i64> {
    let (whole, part) = text
        .trim()
        .split_once(['.', ','])
        .unwrap_or((text.trim(), "0"));
    let part = match part {
        "0" | "00" => 0,
        "25" => 1,
        "5" | "50" => 2,
        "75" => 3,
        _ => return None,
    };
    let whole: i64 = whole.parse::<u16>().ok()?.into();
    let quarters = whole * 4 + part;
    (quarters > 0).then_some(quarters)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_clocks_show_them() {
        assert_eq!(time("5:00"), Some(300_000));
        assert_eq!(time("1:05:07"), Some(3_907_000));
        for none in ["", "5", "5:60", "1:60:00", "-1:00", "a:00", "1:2:3:4"] {
            assert_eq!(time(none), None, "{none}");
        }
    }

    #[test]
    fn zi_are_read_in_quarters() {
        assert_eq!(quarters("1"), Some(4));
        assert_eq!(quarters("2.75"), Some(11));
        assert_eq!(quarters("0,5"), Some(2));
        for none in ["", "0", "1.3", "-1", "x"] {
            assert_eq!(quarters(none), None, "{none}");
        }
    }

    #[test]
    fn points_are_read_with_whatever_stands_between_them() {
        let read = points("d4, Q16、c3").unwrap();
        let names: Vec<String> = read.iter().map(ToString::to_string).collect();
        assert_eq!(names, ["D4", "Q16", "C3"]);
        assert_eq!(points("I9"), None);
        assert_eq!(points(" , "), None);
    }
}
