//! What the rule book finds in a script, and what follows when it is ruled as
//! an article allows. An outcome is told in words, as `void_move B E5, black
//! warned`: its orders, then who is warned, admonished, punished, sanctioned;
//! `?` is left to whoever rules, `nothing` changes nothing.

use super::{Script, Shown, ruling_data};
use fupan_domain::rulebook::tournament_findings;
use serde_json::{Value, json};

/// A finding, and the script in which it was found.
#[derive(Clone, Debug)]
pub struct Found<'a> {
    script: &'a Script,
    id: String,
    finding: Value,
}

impl Script {
    /// The seq of an entry that has a name: its place in the file.
    pub fn seq_of(&self, name: &str) -> usize {
        let id = self.id_of(name);
        usize::from_str_radix(&id[24..], 16).unwrap()
    }

    /// The id of the finding of a rule at an entry.
    pub fn finding_id(&self, rule: &str, entry: &str) -> String {
        format!("{rule}@{}", self.seq_of(entry))
    }

    /// The finding of a rule at an entry of the game, which is there once.
    pub fn found(&self, rule: &str, entry: &str) -> Found<'_> {
        let shown = self.shown();
        self.found_in(findings_of(&shown), rule, entry)
    }

    /// The finding of a rule at an entry of stream `tournament`, where the
    /// player concerned has played so many rounds.
    pub fn tournament_found(&self, rule: &str, entry: &str, played: u32) -> Found<'_> {
        let shown = self.shown();
        let tournament = shown.replayed().ledger.tournament();
        let found = tournament_findings(tournament, |_| Some(played));
        let found: Vec<Value> = found.iter().map(|f| json!(f)).collect();
        self.found_in(found, rule, entry)
    }

    fn found_in(&self, all: Vec<Value>, rule: &str, entry: &str) -> Found<'_> {
        let id = self.finding_id(rule, entry);
        let ids: Vec<&str> = all.iter().map(|f| f["id"].as_str().unwrap()).collect();
        let mut with_id = all.iter().filter(|f| f["id"] == id.as_str());
        let finding = with_id.next();
        let finding = finding.unwrap_or_else(|| panic!("no {id} ({entry}), but {ids:?}"));
        assert!(with_id.next().is_none(), "{id} is there twice");
        assert_eq!(finding["entry"], self.id_of(entry), "{id}");
        Found {
            script: self,
            finding: finding.clone(),
            id,
        }
    }

    /// These are the findings, each a rule and its entry, and there is no other.
    pub fn finds_only(&self, expected: &[(&str, &str)]) -> &Script {
        let mut expected: Vec<String> = expected
            .iter()
            .map(|(rule, entry)| self.finding_id(rule, entry))
            .collect();
        let mut ids: Vec<String> = findings_of(&self.shown())
            .iter()
            .map(|finding| finding["id"].as_str().unwrap().to_owned())
            .collect();
        expected.sort();
        ids.sort();
        assert_eq!(expected, ids);
        self
    }

    /// The rule book finds nothing.
    pub fn finds_nothing(&self) -> &Script {
        self.finds_only(&[])
    }

    /// The chief arbiter rules on a finding with one of its outcomes, told in
    /// words: the ruling, what carries its id, and sanctions.
    pub fn ruled_as(self, ruling: &str, (rule, entry): (&str, &str), words: &str) -> Script {
        let found = self.found(rule, entry);
        let allowed = found.outcomes().into_iter();
        let outcome = allowed
            .clone()
            .find(|outcome| found.words(outcome) == words);
        let outcome = outcome.unwrap_or_else(|| {
            let allowed: Vec<String> = allowed.map(|outcome| found.words(&outcome)).collect();
            panic!("{} does not allow {words:?}, but {allowed:?}", found.id)
        });
        let (id, article) = (found.id.clone(), found.article());
        self.carries_out("chief-1", (ruling, &id, &article), &outcome)
    }

    /// The same with an outcome as JSON, by somebody.
    pub fn carries_out(
        self,
        actor: &str,
        (ruling, finding, article): (&str, &str, &str),
        outcome: &Value,
    ) -> Script {
        let list = |key: &str| outcome[key].as_array().cloned().unwrap_or_default();
        let filled: Vec<Value> = list("orders").into_iter().map(filled_in).collect();
        let mut data = ruling_data(ruling, article, json!(filled));
        data["finding"] = json!(finding);
        let sanctioned = if list("sanctions").is_empty() {
            Value::Null
        } else {
            self.shown().view()["players"]["black"].clone()
        };
        let mut script = self.by(actor, "ruling_made", data).called(ruling);
        for (key, type_name) in [
            ("warnings", "warning_issued"),
            ("admonitions", "admonition_given"),
            ("penalties", "penalty_imposed"),
        ] {
            for given in list(key) {
                let mut data = filled_in(given);
                data["article"] = json!(article);
                data["ruling"] = json!(ruling);
                script = script.by(actor, type_name, data);
            }
        }
        for (n, sanction) in list("sanctions").iter().enumerate() {
            let player = sanctioned.as_str().unwrap_or("ann");
            let data = json!({"sanction": format!("{ruling}-s{n}"), "player": player,
                "article": article, "kind": sanction["kind"], "finding": finding, "reason": "r"});
            script = script.tournament(actor, "sanction_imposed", data);
        }
        script
    }

    /// The status of a finding, by its id.
    pub fn status_of(&self, id: &str) -> Option<String> {
        let all = findings_of(&self.shown());
        let found = all.iter().find(|f| f["id"] == id)?;
        found["status"].as_str().map(str::to_owned)
    }

    fn name_of(&self, id: &str) -> String {
        let mut names = self.names.iter().filter(|(_, named)| *named == id);
        names
            .next()
            .map_or_else(|| id.to_owned(), |(name, _)| name.clone())
    }
}

/// The findings of a shown game.
pub fn findings_of(shown: &Shown) -> Vec<Value> {
    let findings = shown.view()["findings"].as_array();
    findings.cloned().unwrap_or_default()
}

/// An order or penalty with something in place of each null: a game of its own,
/// a point, a minute.
pub fn filled_in(mut part: Value) -> Value {
    let Some(fields) = part.as_object_mut() else {
        return part;
    };
    for (key, value) in fields.iter_mut().filter(|(_, value)| value.is_null()) {
        *value = match key.as_str() {
            "game" => json!("r1-b1-again"),
            "colour" => json!("black"),
            "points" => json!(["J9"]),
            "to" => json!("T1"),
            "from" => json!("A1"),
            _ => json!(20_000),
        };
    }
    part
}

impl Found<'_> {
    /// It stands under this article.
    pub fn under(&self, article: &str) -> &Self {
        assert_eq!(self.finding["article"], article, "{}", self.id);
        self
    }

    /// It concerns this side.
    pub fn against(&self, colour: &str) -> &Self {
        assert_eq!(self.finding["colour"], colour, "{}", self.id);
        self
    }

    /// It concerns neither side.
    pub fn against_nobody(&self) -> &Self {
        assert_eq!(self.finding["colour"], Value::Null, "{}", self.id);
        self
    }

    /// This official decides, or nobody (`automatic`).
    pub fn decided_by(&self, decider: &str) -> &Self {
        assert_eq!(self.finding["decides"], decider, "{}", self.id);
        self
    }

    /// It can still be raised.
    pub fn can_be_raised(&self) -> &Self {
        assert_eq!(self.finding["window"]["open"], true, "{}", self.id);
        self
    }

    /// Its window is closed.
    pub fn cannot_be_raised(&self) -> &Self {
        assert_eq!(self.finding["window"]["open"], false, "{}", self.id);
        self
    }

    /// Its status is this. Whatever is open can be ruled as offered, by the
    /// chief arbiter and by whom the row names, and is `ruled` then.
    pub fn is(&self, status: &str) -> &Self {
        assert_eq!(self.finding["status"], status, "{}", self.finding);
        if status == "open" {
            self.can_be_ruled_as_offered();
        }
        self
    }

    /// The article allows exactly these outcomes.
    pub fn allows(&self, expected: &[&str]) -> &Self {
        let outcomes = self.outcomes();
        let words: Vec<String> = outcomes.iter().map(|outcome| self.words(outcome)).collect();
        assert_eq!(words, expected, "{}", self.id);
        let keys: std::collections::BTreeSet<&str> = outcomes
            .iter()
            .map(|outcome| outcome["outcome"].as_str().unwrap())
            .collect();
        assert_eq!(keys.len(), outcomes.len(), "the keys of {}", self.id);
        self
    }

    /// The article leaves the outcome open.
    pub fn leaves_it_open(&self) -> &Self {
        assert_eq!(self.finding["outcomes"], Value::Null, "{}", self.id);
        self
    }

    /// The sentence says this.
    pub fn says(&self, part: &str) -> &Self {
        let facts = self.finding["facts"].as_str().unwrap();
        assert!(facts.contains(part), "{part:?} not in: {facts}");
        self
    }

    /// Its article.
    pub fn article(&self) -> String {
        self.finding["article"].as_str().unwrap().to_owned()
    }

    /// The finding as it is shown.
    pub fn shown(&self) -> &Value {
        &self.finding
    }

    fn outcomes(&self) -> Vec<Value> {
        let outcomes = self.finding["outcomes"].as_array();
        outcomes.cloned().unwrap_or_default()
    }

    fn can_be_ruled_as_offered(&self) {
        let in_game = findings_of(&self.script.shown())
            .iter()
            .any(|f| f["id"] == self.id.as_str());
        if !in_game {
            return;
        }
        let nothing = json!({"outcome": "whatever"});
        let outcomes = match &self.finding["outcomes"] {
            Value::Null => vec![nothing],
            _ => self.outcomes(),
        };
        for outcome in outcomes {
            let decides = match &outcome["decides"] {
                Value::Null => &self.finding["decides"],
                own => own,
            };
            let mut actors = vec!["chief-1"];
            if decides == "arbiter" && outcome.get("sanctions").is_none() {
                actors.push("arb-1");
            }
            for actor in actors {
                self.can_be_ruled_by(actor, &outcome);
            }
            if decides == "chief_arbiter" && self.is_the_chiefs(&outcome) {
                let article = self.article();
                let ruling = ("offered-1", self.id.as_str(), article.as_str());
                let by_arbiter = self.script.clone().carries_out("arb-1", ruling, &outcome);
                let refused = by_arbiter.refusal().map(|refused| refused.code);
                let words = self.words(&outcome);
                assert_eq!(
                    refused.as_deref(),
                    Some("no_right"),
                    "{} as {words}",
                    self.id
                );
            }
        }
    }

    /// Whether no outcome with the same orders is somebody else's.
    fn is_the_chiefs(&self, outcome: &Value) -> bool {
        let same = |other: &&Value| other["orders"] == outcome["orders"];
        let outcomes = self.outcomes();
        let mut others = outcomes.iter().filter(same);
        others.all(|other| match &other["decides"] {
            Value::Null => self.finding["decides"] == "chief_arbiter",
            own => own == "chief_arbiter",
        })
    }

    fn can_be_ruled_by(&self, actor: &str, outcome: &Value) {
        let article = self.article();
        let ruling = ("offered-1", self.id.as_str(), article.as_str());
        let script = self.script.clone().carries_out(actor, ruling, outcome);
        let words = format!("{} as {} by {actor}", self.id, self.words(outcome));
        match script.refusal() {
            // What can't be carried out as the game stands is said to be so.
            Some(refused) => assert!(outcome["not_now"].is_string(), "{words}: {}", refused.text),
            None if outcome["not_now"].is_string() => panic!("{words}: it can be ruled"),
            None => assert_eq!(
                script.status_of(&self.id).as_deref(),
                Some("ruled"),
                "{words}"
            ),
        }
    }

    /// An outcome in words.
    fn words(&self, outcome: &Value) -> String {
        let list = |key: &str| outcome[key].as_array().cloned().unwrap_or_default();
        let mut parts: Vec<String> = list("orders").iter().map(|o| self.order(o)).collect();
        for (key, word) in [("warnings", "warned"), ("admonitions", "admonished")] {
            let given = list(key);
            parts.extend(
                given
                    .iter()
                    .map(|g| format!("{} {word}", text(&g["colour"]))),
            );
        }
        for penalty in list("penalties") {
            let amount = penalty.get("qz").or(penalty.get("ms"));
            let amount = amount.map_or_else(String::new, |amount| format!(" {amount}"));
            let (colour, kind) = (text(&penalty["colour"]), text(&penalty["penalty"]));
            parts.push(format!("{colour} {kind}{amount}"));
        }
        parts.extend(list("sanctions").iter().map(|s| text(&s["kind"])));
        if parts.is_empty() {
            parts.push("nothing".to_owned());
        }
        let by = outcome
            .get("decides")
            .filter(|by| **by != self.finding["decides"]);
        let by = by.map_or_else(String::new, |by| format!(" by {}", text(by)));
        parts.join(", ") + &by
    }

    fn order(&self, order: &Value) -> String {
        let mut words = vec![text(&order["do"])];
        for (key, value) in order.as_object().unwrap() {
            match (key.as_str(), value) {
                ("do", _) => {}
                ("entry", Value::String(id)) => words.push(self.script.name_of(id)),
                ("points", Value::Array(points)) => words.extend(points.iter().map(text)),
                (key, value) if key.ends_with("_ms") => {
                    words.push(format!("{key}={}", text(value)));
                }
                (_, value) => words.push(text(value)),
            }
        }
        words.join(" ")
    }
}

fn text(value: &Value) -> String {
    match value {
        Value::Null => "?".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
