//! A small but complete tournament as drafts: two games played side by side
//! under a clause of the event's own, a wrongly keyed stone corrected, two
//! rulings, a warning, an appeal that has one game go on, a round closed.

use fupan_domain::ids::LedgerName;
use fupan_replay::drafts::{Replayed, replay};
use serde_json::{Value, json};

/// The tournament's ledger.
pub const LEDGER: &str = "spring-open";

/// The id of a draft, by its place.
pub fn id(place: usize) -> String {
    format!("00000000-0000-4000-8000-{place:012}")
}

/// When a draft's fact happened, by its place: one a second.
pub fn time(place: usize) -> String {
    format!("2026-05-01T09:{:02}:{:02}.000Z", place / 60, place % 60)
}

/// Drafts as they are written down.
#[derive(Default)]
struct Drafts {
    lines: Vec<Value>,
}

impl Drafts {
    /// The drafts, one a line.
    fn text(&self) -> String {
        let lines: Vec<String> = self.lines.iter().map(Value::to_string).collect();
        lines.join("\n")
    }

    /// Adds a draft and answers its id.
    fn add(&mut self, stream: &str, actor: &str, event: &str, data: &Value) -> String {
        let place = self.lines.len();
        self.lines.push(json!({
            "id": id(place), "stream": stream, "type": event, "actor": actor, "data": data,
            "at": time(place),
        }));
        id(place)
    }

    #[expect(
        clippy::needless_pass_by_value,
        reason = "drafts read better without a & at each"
    )]
    fn tournament(&mut self, actor: &str, event: &str, data: Value) -> String {
        self.add("tournament", actor, event, &data)
    }

    #[expect(
        clippy::needless_pass_by_value,
        reason = "drafts read better without a & at each"
    )]
    fn first(&mut self, actor: &str, event: &str, data: Value) -> String {
        self.add("game/r1-b1", actor, event, &data)
    }

    #[expect(
        clippy::needless_pass_by_value,
        reason = "drafts read better without a & at each"
    )]
    fn second(&mut self, actor: &str, event: &str, data: Value) -> String {
        self.add("game/r1-b2", actor, event, &data)
    }

    fn stone(&mut self, game: &str, recorder: &str, colour: &str, point: &str) -> String {
        let data = json!({"colour": colour, "point": point});
        self.add(game, recorder, "stone_played", &data)
    }

    fn opening(&mut self) {
        self.tournament("org-1", "tournament_opened", json!({
            "name": "Spring Open", "edition": "cn-2002",
            "regulations": {"format": "swiss", "rounds": 1, "board": 9, "time": {"kind": "none"}, "turn_ends": "move"},
        }));
        for (by, official, role) in [
            ("org-1", "chief-1", "chief_arbiter"),
            ("chief-1", "arb-1", "arbiter"),
        ] {
            let data = json!({"official": official, "name": official, "role": role});
            self.tournament(by, "official_appointed", data);
        }
        for (recorder, board) in [("rec-1", 1), ("rec-2", 2)] {
            let data = json!({"official": recorder, "name": recorder, "role": "recorder", "boards": [board]});
            self.tournament("chief-1", "official_appointed", data);
        }
        let member = json!({"official": "panel-1", "name": "Panel", "role": "panel_member"});
        self.tournament("org-1", "official_appointed", member);
        for player in ["ann", "bo", "cy", "di"] {
            let data = json!({"player": player, "name": player});
            self.tournament("org-1", "player_registered", data);
        }
        let clause = json!({"id": "quiet", "text": "No talk in the hall.", "decides": "arbiter", "outcomes": [
            {"outcome": "warning", "orders": [], "warnings": [{"colour": "offender"}], "penalties": []},
        ]});
        self.tournament("chief-1", "regulations_supplemented", json!({
            "changes": {"clauses": [clause]}, "from_round": 1, "approved_by": "org-1", "reason": "agreed",
        }));
        self.tournament(
            "chief-1",
            "round_paired",
            json!({"round": 1, "games": [
                {"game": "r1-b1", "board": 1, "black": "ann", "white": "bo"},
                {"game": "r1-b2", "board": 2, "black": "cy", "white": "di"},
            ]}),
        );
        self.first(
            "rec-1",
            "game_started",
            json!({"black": "ann", "white": "bo"}),
        );
        self.second(
            "rec-2",
            "game_started",
            json!({"black": "cy", "white": "di"}),
        );
    }

    /// Two lines of stones down the middle of the second game, from a row on.
    fn lines(&mut self, rows: std::ops::RangeInclusive<u8>) {
        for row in rows {
            self.stone("game/r1-b2", "rec-2", "black", &format!("E{row}"));
            self.stone("game/r1-b2", "rec-2", "white", &format!("F{row}"));
        }
    }

    /// The first game: a stone keyed wrongly, a warning for talk, a move taken
    /// back by ruling, and white gives up.
    fn first_game(&mut self) {
        self.stone("game/r1-b1", "rec-1", "black", "C3");
        let at = time(self.lines.len());
        let wrong = self.stone("game/r1-b1", "rec-1", "white", "G7");
        self.first("rec-1", "entry_corrected", json!({
            "entry": wrong, "reason": "G6 was played",
            "replacement": {"type": "stone_played", "data": {"colour": "white", "point": "G6"}, "at": at},
        }));
        let talk = json!({"colour": "white", "breach": "talk", "clause": "quiet", "facts": "talked to a friend"});
        self.first("arb-1", "breach_observed", talk);
        self.first(
            "arb-1",
            "ruling_made",
            json!({
                "ruling": "ruling-1", "article": "event:quiet", "outcome": "warning", "orders": [],
                "facts": "talked to a friend", "reasons": "the clause says so",
            }),
        );
        let warning = json!({"colour": "white", "article": "event:quiet", "ruling": "ruling-1"});
        self.first("arb-1", "warning_issued", warning);
        let taken_back = self.stone("game/r1-b1", "rec-1", "black", "C7");
        self.first("arb-1", "ruling_made", json!({
            "ruling": "ruling-2", "article": "cn-2002:18.3", "outcome": "move void",
            "orders": [{"do": "void_move", "entry": taken_back}], "facts": "as recorded", "reasons": "as it says",
        }));
        self.stone("game/r1-b1", "rec-1", "black", "G4");
        self.first("rec-1", "resigned", json!({"colour": "white"}));
        self.first("arb-1", "result_confirmed", json!({
            "result": {"outcome": "black", "by": "resignation"}, "by": ["black", "white", "arb-1"],
        }));
    }

    /// The second game: lost on time by ruling, given back by an appeal, played
    /// to its end and counted.
    fn second_game(&mut self) {
        let ruling = self.second("arb-1", "ruling_made", json!({
            "ruling": "ruling-3", "article": "cn-2002:22.5", "outcome": "loses on time", "orders": [],
            "facts": "the flag fell", "reasons": "as it says",
        }));
        self.second("arb-1", "penalty_imposed", json!({
            "colour": "black", "penalty": "lose_game", "article": "cn-2002:22.5", "ruling": "ruling-3",
        }));
        let appeal = "appeal/appeal-1";
        self.add(appeal, "chief-1", "appeal_filed", &json!({
            "game": "r1-b2", "by": "cy", "against": [ruling], "grounds": "the clock was wrong", "relief": "play on",
        }));
        let panel = json!({"members": ["panel-1"]});
        self.add(appeal, "chief-1", "panel_seated", &panel);
        let statement = json!({"from": "cy", "text": "the clock jumped"});
        self.add(appeal, "chief-1", "statement_taken", &statement);
        self.add(
            appeal,
            "panel-1",
            "appeal_decided",
            &json!({
                "outcome": "upheld", "reasons": "the clock was broken",
                "orders": [{"do": "overturn", "ruling": "ruling-3"}, {"do": "resume"}],
            }),
        );
        self.lines(6..=9);
        self.second("rec-2", "end_proposed", json!({"colour": "black"}));
        self.second("rec-2", "end_agreed", json!({"colour": "white"}));
        let dead = json!({"points": [], "by": ["black", "white"]});
        self.second("rec-2", "dead_stones_agreed", dead);
        let count = json!({"colour": "black", "area_qz": 180, "by": "arb-1"});
        self.second("arb-1", "board_counted", count);
        self.second("arb-1", "result_confirmed", json!({
            "result": {"outcome": "black", "by": "count", "margin_qz": 3}, "by": ["black", "white", "arb-1"],
        }));
    }
}

/// The drafts, one a line.
pub fn drafts() -> String {
    let mut drafts = Drafts::default();
    drafts.opening();
    drafts.lines(1..=5);
    drafts.first_game();
    drafts.second_game();
    drafts.tournament("chief-1", "round_closed", json!({"round": 1}));
    drafts.tournament("org-1", "tournament_closed", json!({}));
    drafts.text()
}

/// Drafts of a round of that many games, each given up by white at once and
/// confirmed. In the end it turns out that it was black who gave up the first
/// one: wrongly keyed, and corrected when everybody had gone home.
pub fn round_of(games: usize) -> String {
    let mut drafts = Drafts::default();
    drafts.opening();
    let pairing =
        |n: usize| json!({"game": format!("r2-b{n}"), "board": n, "black": "ann", "white": "bo"});
    let pairings: Vec<Value> = (1..=games).map(pairing).collect();
    let round = json!({"round": 2, "games": pairings});
    drafts.tournament("chief-1", "round_paired", round);
    let mut resigned = Vec::new();
    for n in 1..=games {
        let game = format!("game/r2-b{n}");
        let start = json!({"black": "ann", "white": "bo"});
        drafts.add(&game, "chief-1", "game_started", &start);
        let at = time(drafts.lines.len());
        let white = json!({"colour": "white"});
        let entry = drafts.add(&game, "chief-1", "resigned", &white);
        resigned.push((entry, at));
        let result = json!({"outcome": "black", "by": "resignation"});
        let confirmed = json!({"result": result, "by": ["black", "white", "chief-1"]});
        drafts.add(&game, "chief-1", "result_confirmed", &confirmed);
    }
    if let Some((entry, at)) = resigned.first() {
        let black = json!({"type": "resigned", "data": {"colour": "black"}, "at": at});
        let correction =
            json!({"entry": entry, "reason": "wrong side keyed", "replacement": black});
        drafts.add("game/r2-b1", "chief-1", "entry_corrected", &correction);
    }
    drafts.text()
}

/// The ledger's name.
///
/// # Panics
/// Never: it is a slug.
pub fn name() -> LedgerName {
    #[expect(clippy::expect_used, reason = "the constant is a slug")]
    LEDGER.parse().expect("a slug")
}

/// A tournament, replayed from its drafts.
///
/// # Panics
/// When one of them is refused, which is a fault of the program or of the drafts.
pub fn played(drafts: &str) -> Replayed {
    match replay(name(), drafts.as_bytes()) {
        Ok(replayed) => replayed,
        Err(refused) => panic!("the tournament is refused: {refused}"),
    }
}
