//! What must follow from a script: its views, or its refusal.

use super::Script;
use crate::matching::mismatch;
use fupan_domain::{ids::EntryId, refusal::Refusal};
use fupan_replay::{
    drafts::{self, LineReason, LineRefused, Replayed},
    ledger::Reason,
    views::{Moment, NoStandings, explain_view},
};
use serde_json::Value;

/// Everything that a replayed script shows.
#[derive(Clone, Debug)]
pub struct Shown {
    replayed: Replayed,
    whole: Value,
    game: String,
}

/// A script's last draft, refused.
#[derive(Clone, Debug)]
pub struct Refused {
    /// The kind of refusal.
    pub code: String,
    /// The entry in the way.
    pub entry: Option<String>,
    /// What is said.
    pub text: String,
}

impl Script {
    /// Replays the script, every draft of which is accepted.
    pub fn shown(&self) -> Shown {
        let replayed = drafts::replay("cup".parse().unwrap(), self.file().as_bytes())
            .unwrap_or_else(|refused| panic!("refused: {refused}"));
        let whole = serde_json::to_value(replayed.view().unwrap()).unwrap();
        // Standings may be announced that never followed: that can be recorded.
        let announced = |d: &Value| {
            d["code"]
                .as_str()
                .is_some_and(|code| code.starts_with("standings_"))
        };
        let errors: Vec<&Value> = whole["discrepancies"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|d| d["severity"] == "error" && !announced(d))
            .collect();
        assert!(errors.is_empty(), "accepted, but impossible: {errors:?}");
        Shown {
            replayed,
            whole,
            game: self.game.clone(),
        }
    }

    /// The game's view shows these.
    pub fn shows(&self, expected: &Value) -> Shown {
        self.shown().game(expected)
    }

    /// The game's view shows this board and what else is expected.
    pub fn shows_board(&self, rows: &str, expected: &Value) -> Shown {
        self.shown().board(rows).game(expected)
    }

    /// Replays the script, whose last draft is refused and no other.
    pub fn refused(&self) -> Refused {
        let file = self.file();
        match drafts::replay("cup".parse().unwrap(), file.as_bytes()) {
            Ok(_) => panic!("accepted: {}", file.lines().last().unwrap()),
            Err(refused) => {
                assert_eq!(
                    refused.line,
                    self.drafts.len(),
                    "refused too early: {refused}"
                );
                Refused::from(&refused)
            }
        }
    }

    /// The first refusal of a draft, if one is refused.
    pub fn refusal(&self) -> Option<Refused> {
        let file = self.file();
        let replayed = drafts::replay("cup".parse().unwrap(), file.as_bytes());
        replayed.err().map(|refused| Refused::from(&refused))
    }

    /// The last draft is refused for that reason.
    pub fn is_refused_as(&self, code: &str) -> Refused {
        let refused = self.refused();
        assert_eq!(refused.code, code, "{}", refused.text);
        refused
    }
}

impl From<&LineRefused> for Refused {
    fn from(refused: &LineRefused) -> Refused {
        let refusal: Option<&Refusal> = match &refused.reason {
            LineReason::Refused(refused) => match &refused.reason {
                Reason::Content(refusal) => Some(refusal),
                Reason::Sequence(_) => None,
            },
            LineReason::Draft(_) => None,
        };
        let code = match &refused.reason {
            LineReason::Draft(_) => "draft".to_owned(),
            LineReason::Refused(_) => refusal.map_or("sequence", Refusal::code).to_owned(),
        };
        Refused {
            code,
            entry: refusal.and_then(Refusal::entry).map(|id| id.to_string()),
            text: refused.reason.to_string(),
        }
    }
}

impl Refused {
    /// The text says this.
    pub fn says(&self, part: &str) -> &Refused {
        assert!(self.text.contains(part), "{:?} not in: {}", part, self.text);
        self
    }

    /// The refusal names this entry as being in the way.
    pub fn names(&self, script: &Script, entry: &str) -> &Refused {
        assert_eq!(self.entry, Some(script.id_of(entry)), "{}", self.text);
        self
    }
}

impl Shown {
    /// The view of the game.
    pub fn view(&self) -> &Value {
        &self.whole["games"][&self.game]
    }

    /// The game's view holds what is expected.
    pub fn game(self, expected: &Value) -> Shown {
        holds(expected, self.view());
        self
    }

    /// Another game's view holds what is expected.
    pub fn other(self, game: &str, expected: &Value) -> Shown {
        holds(expected, &self.whole["games"][game]);
        self
    }

    /// Everything together holds what is expected.
    pub fn whole(self, expected: &Value) -> Shown {
        holds(expected, &self.whole);
        self
    }

    /// The view of the standings holds what is expected.
    pub fn standings(self, expected: &Value) -> Shown {
        holds(expected, &self.whole["standings"]);
        self
    }

    /// The standings hold these rows, in whatever order.
    pub fn rows(self, expected: &Value) -> Shown {
        let some = serde_json::json!({"rows": {"some": expected}});
        self.standings(&some)
    }

    /// The standings after an earlier round hold what is expected.
    pub fn standings_after(self, round: u32, expected: &Value) -> Shown {
        let view = self.replayed.standings_view(Some(round)).unwrap();
        holds(expected, &serde_json::to_value(view).unwrap());
        self
    }

    /// The explained place of somebody.
    ///
    /// # Errors
    /// Why there is none.
    pub fn explained(&self, who: &str) -> Result<Value, NoStandings> {
        let tournament = self.replayed.ledger.tournament();
        let facts = self.replayed.facts();
        let view = explain_view("cup", tournament, &facts, (None, who), &|_| None)?;
        Ok(serde_json::to_value(view).unwrap())
    }

    /// Places and points in one line: `1 ann 4, 2 bo 2, 2 cy 2`.
    pub fn places(&self) -> String {
        let row = |row: &Value| {
            let who = row["player"].as_str().or(row["team"].as_str()).unwrap();
            format!("{} {who} {}", row["place"], row["points"])
        };
        let rows = self.whole["standings"]["rows"].as_array().unwrap();
        rows.iter().map(row).collect::<Vec<_>>().join(", ")
    }

    /// A row of the standings.
    pub fn row(&self, who: &str) -> &Value {
        let rows = self.whole["standings"]["rows"].as_array().unwrap();
        let is = |row: &&Value| row["player"] == who || row["team"] == who;
        rows.iter().find(is).unwrap()
    }

    /// The id of the tournament's finding about a player.
    pub fn finding_of(&self, player: &str) -> String {
        let findings = self.whole["standings"]["findings"].as_array().unwrap();
        let about = findings.iter().find(|f| f["player"] == player).unwrap();
        about["id"].as_str().unwrap().to_owned()
    }

    /// The board shows these stones.
    pub fn board(self, rows: &str) -> Shown {
        same_board(rows, self.view());
        self
    }

    /// A remark or note of that code is there.
    pub fn remarks(self, code: &str) -> Shown {
        self.whole(&serde_json::json!({"discrepancies": {"some": [{"code": code}]}}))
    }

    /// None of that code is.
    pub fn remarks_no(self, code: &str) -> Shown {
        self.whole(&serde_json::json!({"discrepancies": {"none": [{"code": code}]}}))
    }

    /// The view right after so many moves.
    pub fn at_move(&self, n: usize) -> Moved {
        self.moment(Moment::Move(n))
    }

    /// The view at a time of the facts' own.
    pub fn at_time(&self, time: &str) -> Moved {
        let time = super::rfc3339(super::time_of_day(time));
        self.moment(Moment::When(time.parse().unwrap()))
    }

    /// The view right before what an entry tells of.
    pub fn before_entry(&self, id: &str) -> Moved {
        self.moment(Moment::Before(EntryId(id.parse().unwrap())))
    }

    /// The view right after it.
    pub fn after_entry(&self, id: &str) -> Moved {
        self.moment(Moment::After(EntryId(id.parse().unwrap())))
    }

    fn moment(&self, moment: Moment) -> Moved {
        let game = self.game.parse().unwrap();
        let view = self.replayed.game_view(&game, moment).unwrap().unwrap();
        Moved(serde_json::to_value(view).unwrap())
    }

    /// What was replayed.
    pub fn replayed(&self) -> &Replayed {
        &self.replayed
    }
}

/// A view at an earlier moment.
#[derive(Clone, Debug)]
pub struct Moved(pub Value);

impl Moved {
    /// It holds what is expected.
    pub fn game(&self, expected: &Value) -> &Moved {
        holds(expected, &self.0);
        self
    }

    /// Its board shows these stones.
    pub fn board(&self, rows: &str) -> &Moved {
        same_board(rows, &self.0);
        self
    }
}

pub(super) fn holds(expected: &Value, shown: &Value) {
    if let Some(why) = mismatch(expected, shown, "") {
        panic!("{why}\nin {shown:#}");
    }
}

pub(super) fn same_board(rows: &str, view: &Value) {
    let expected: Vec<&str> = rows.split_whitespace().collect();
    let shown: Vec<&str> = view["position"]["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row.as_str().unwrap())
        .collect();
    assert_eq!(
        expected,
        shown,
        "expected\n{}\nshown\n{}",
        expected.join("\n"),
        shown.join("\n")
    );
}
