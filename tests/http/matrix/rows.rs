//! The rows of the matrix, each in every circumstance on which a right to it
//! hangs, and who may then: written out, not computed.

use fupan_tests::script::{Script, game, opened_with, ruling_data};
use serde_json::{Value, json};

/// A kind of entry in a circumstance.
pub struct Row {
    /// The row of the matrix to which it belongs.
    pub of: &'static str,
    /// The entry, and what its right hangs on.
    pub what: &'static str,
    /// Who may.
    pub may: &'static [&'static str],
    /// The entry by somebody, after what must have been before.
    pub attempt: fn(&str) -> Script,
}

/// A script with those appointed who have boards of their own or hold an office
/// that records nothing here.
pub fn staffed(script: Script) -> Script {
    let on = |script: Script, official: &str, role: &str, boards: Value| {
        let data = json!({"official": official, "name": official, "role": role, "boards": boards});
        script.org("official_appointed", data)
    };
    let script = on(script, "arb-on", "arbiter", json!([1]));
    let script = on(script, "arb-off", "arbiter", json!([2]));
    let script = on(script, "rec-on", "recorder", json!([1, 3]));
    let script = on(script, "rec-off", "recorder", json!([2]));
    script
        .appoint("rev-1", "reviewer")
        .appoint("aud-1", "auditor")
}

fn opened() -> Script {
    staffed(opened_with("cn-2002", &json!({})))
}

/// Black has played on board 1, and the recorder of all boards wrote it down.
fn begun() -> Script {
    staffed(game("cn-2002")).stones("B Q16")
}

fn ruled() -> Script {
    begun().rules("ruling-1", json!([]))
}

fn filed() -> Script {
    begun().files("a1", &["B Q16"])
}

fn of_appeal(script: Script, who: &str, type_name: &str, data: Value) -> Script {
    script.draft("appeal/a1", who, type_name, data)
}

fn supplement(who: &str, approved_by: &str) -> Script {
    let data = json!({"changes": {"komi_qz": 11}, "from_round": 2, "approved_by": approved_by, "reason": "r"});
    opened().tournament(who, "regulations_supplemented", data)
}

fn appoint(who: &str, role: &str) -> Script {
    let data = json!({"official": "new-1", "name": "New", "role": role});
    opened().tournament(who, "official_appointed", data)
}

fn relieve(who: &str, official: &str) -> Script {
    opened().tournament(
        who,
        "official_relieved",
        json!({"official": official, "reason": "r"}),
    )
}

fn correct(script: Script, who: &str) -> Script {
    script.by(
        who,
        "entry_corrected",
        json!({"entry": "@own", "reason": "wrongly keyed"}),
    )
}

/// A warning, admonition or penalty that adds to a ruling, under an article.
fn effect(who: &str, type_name: &str, article: &str) -> Script {
    let mut data = json!({"colour": "black", "ruling": "ruling-1", "article": article});
    if type_name == "penalty_imposed" {
        data["penalty"] = json!("lose_game");
    }
    ruled().by(who, type_name, data)
}

fn sanction(who: &str, authority: Option<&str>) -> Script {
    let mut data = json!({"sanction": "s1", "player": "ann", "article": "cn-2002:23.1",
        "kind": "suspend", "reason": "r"});
    if let Some(authority) = authority {
        data["authority"] = json!(authority);
    }
    opened().tournament(who, "sanction_imposed", data)
}

fn lift(who: &str, imposed: Script) -> Script {
    imposed.tournament(
        who,
        "sanction_lifted",
        json!({"sanction": "s1", "reason": "r"}),
    )
}

fn evidence() -> Value {
    json!({"evidence": "video-1", "sha256": "0".repeat(64), "bytes": 9, "media_type": "video/mp4",
        "title": "Camera above board 3", "class": "open"})
}

fn pairing(game: &str, black: &str, white: &str) -> Value {
    json!({"round": 1, "reason": "r", "games": [{"game": game, "board": 1, "black": black, "white": white}]})
}

fn paired() -> Script {
    let mut first = pairing("r1-b1", "ann", "bo");
    first.as_object_mut().unwrap().remove("reason");
    opened().org("round_paired", first)
}

const ADMINISTRATION: &str = "players, teams, withdrawals, line-ups, pairings, lots, published standings, rounds and tournament closed";
const SUPPLEMENTS: &str = "regulations supplemented";
const OFFICES: &str = "officials appointed, relieved";
const FACTS: &str = "facts of a game";
const OBSERVATIONS: &str = "breaches, statements and evidence, insertions";
const COMPLAINTS: &str = "complaints";
const CORRECTIONS: &str = "corrections";
const RULINGS: &str = "rulings, warnings, admonitions, penalties";
const SANCTIONS: &str = "sanctions imposed, lifted";

const ORGANISER: &[&str] = &["org-1"];
const CHIEFS: &[&str] = &["chief-1", "dep-1"];
const RUNNING: &[&str] = &["org-1", "chief-1", "dep-1"];
const AT_THE_BOARD: &[&str] = &["chief-1", "dep-1", "arb-1", "arb-on", "rec-1", "rec-on"];
const ARBITERS: &[&str] = &["chief-1", "dep-1", "arb-1", "arb-on"];
/// Where there is no board, all of them are everybody's.
const ALL_ARBITERS: &[&str] = &["chief-1", "dep-1", "arb-1", "arb-on", "arb-off"];
const HEARING: &[&str] = &["chief-1", "dep-1", "pan-1"];
const NOBODY: &[&str] = &[];

macro_rules! rows {
    ($($of:expr, $what:literal, $may:expr, $attempt:expr;)*) => {
        &[$(Row { of: $of, what: $what, may: $may, attempt: $attempt },)*]
    };
}

#[rustfmt::skip] // one circumstance a row
pub const ROWS: &[Row] = rows! {
    ADMINISTRATION, "player", RUNNING, |who| opened().tournament(who, "player_registered", json!({"player": "eve", "name": "Eve"}));
    ADMINISTRATION, "team", RUNNING, |who| opened().tournament(who, "team_registered", json!({"team": "reds", "name": "Reds"}));
    ADMINISTRATION, "line-up", RUNNING, |who| opened().org("team_registered", json!({"team": "reds", "name": "Reds"})).tournament(who, "lineup_declared", json!({"round": 1, "team": "reds", "boards": ["ann"]}));
    ADMINISTRATION, "pairing", RUNNING, |who| opened().tournament(who, "round_paired", json!({"round": 1, "games": [{"game": "r1-b1", "board": 1, "black": "ann", "white": "bo"}]}));
    ADMINISTRATION, "pairing changed", RUNNING, |who| paired().tournament(who, "pairing_changed", pairing("r1-b1", "bo", "ann"));
    ADMINISTRATION, "withdrawal", RUNNING, |who| opened().tournament(who, "player_withdrew", json!({"player": "ann", "after_round": 1, "justified": true, "reason": "ill"}));
    ADMINISTRATION, "withdrawal revoked", RUNNING, |who| { let left = opened().org("player_withdrew", json!({"player": "ann", "after_round": 1, "justified": true, "reason": "ill"})).called("left"); let entry = left.id_of("left"); left.tournament(who, "withdrawal_revoked", json!({"withdrawal": entry, "reason": "bo was meant"})) };
    ADMINISTRATION, "bye revoked", RUNNING, |who| opened().org("round_paired", json!({"round": 1, "games": [], "bye": ["ann"]})).tournament(who, "bye_revoked", json!({"round": 1, "player": "ann", "reason": "bo was meant"}));
    ADMINISTRATION, "lot committed", RUNNING, |who| opened().tournament(who, "lot_committed", json!({"lot": "lot-1", "commitment": "0".repeat(64)}));
    ADMINISTRATION, "lot drawn", RUNNING, |who| opened().tournament(who, "lot_drawn", json!({"lot": "lot-1", "purpose": "tie", "entrants": ["ann", "bo"], "method": "m", "drawn": ["bo", "ann"]}));
    ADMINISTRATION, "standings", RUNNING, |who| opened().tournament(who, "standings_published", json!({"round": 1, "places": [{"player": "ann", "place": 1}]}));
    ADMINISTRATION, "round closed", RUNNING, |who| paired().tournament(who, "round_closed", json!({"round": 1}));
    ADMINISTRATION, "tournament closed", RUNNING, |who| opened().tournament(who, "tournament_closed", json!({}));
    SUPPLEMENTS, "approved by the chief", ORGANISER, |who| supplement(who, "chief-1");
    SUPPLEMENTS, "approved by the deputy", ORGANISER, |who| supplement(who, "dep-1");
    SUPPLEMENTS, "approved by an organiser", CHIEFS, |who| supplement(who, "org-1");
    SUPPLEMENTS, "approved by an arbiter", NOBODY, |who| supplement(who, "arb-1");
    OFFICES, "an arbiter", RUNNING, |who| appoint(who, "arbiter");
    OFFICES, "a recorder", RUNNING, |who| appoint(who, "recorder");
    OFFICES, "a chief arbiter", ORGANISER, |who| appoint(who, "chief_arbiter");
    OFFICES, "a deputy", ORGANISER, |who| appoint(who, "deputy_chief_arbiter");
    OFFICES, "an organiser", ORGANISER, |who| appoint(who, "organiser");
    OFFICES, "a panel member", ORGANISER, |who| appoint(who, "panel_member");
    OFFICES, "a reviewer", ORGANISER, |who| appoint(who, "reviewer");
    OFFICES, "an auditor", ORGANISER, |who| appoint(who, "auditor");
    OFFICES, "an arbiter relieved", RUNNING, |who| relieve(who, "arb-1");
    OFFICES, "a deputy relieved", ORGANISER, |who| relieve(who, "dep-1");
    OFFICES, "a panel member relieved", ORGANISER, |who| relieve(who, "pan-1");
    FACTS, "a stone", AT_THE_BOARD, |who| begun().by(who, "stone_played", json!({"colour": "white", "point": "D4"}));
    FACTS, "a clock", AT_THE_BOARD, |who| begun().by(who, "clock_pressed", json!({"colour": "black"}));
    FACTS, "a seat", AT_THE_BOARD, |who| begun().by(who, "seat_left", json!({"colour": "black", "permitted": true}));
    FACTS, "an end", AT_THE_BOARD, |who| begun().by(who, "resigned", json!({"colour": "white"}));
    FACTS, "a count", AT_THE_BOARD, |who| begun().by(who, "board_counted", json!({"colour": "black", "area_qz": 4, "by": "arb-1"}));
    FACTS, "a confirmation", AT_THE_BOARD, |who| begun().by(who, "result_confirmed", json!({"result": {"outcome": "black", "by": "resignation"}, "by": ["black"]}));
    OBSERVATIONS, "a breach on a board", ARBITERS, |who| begun().by(who, "breach_observed", json!({"colour": "black", "breach": "talk", "facts": "f"}));
    OBSERVATIONS, "a statement at a board", ARBITERS, |who| begun().by(who, "statement_taken", json!({"from": "ann", "text": "t"}));
    OBSERVATIONS, "evidence at a board", ARBITERS, |who| begun().by(who, "evidence_attached", evidence());
    OBSERVATIONS, "evidence to the event", ALL_ARBITERS, |who| opened().tournament(who, "evidence_attached", evidence());
    OBSERVATIONS, "an insertion", ARBITERS, |who| begun().by(who, "entry_inserted", json!({"after": "@B Q16", "type": "turn_passed", "data": {"colour": "white"}, "at": "@09:00:02", "reason": "r"}));
    OBSERVATIONS, "a breach of the event", ALL_ARBITERS, |who| opened().tournament(who, "breach_observed", json!({"player": "ann", "breach": "ceremony_missed", "facts": "f"}));
    OBSERVATIONS, "a statement to the event", ALL_ARBITERS, |who| opened().tournament(who, "statement_taken", json!({"from": "ann", "text": "t"}));
    COMPLAINTS, "at a board", AT_THE_BOARD, |who| begun().by(who, "complaint_raised", json!({"by": "white", "text": "t"}));
    CORRECTIONS, "of the recorder's own", &["chief-1", "dep-1", "arb-1", "arb-on", "rec-1"], |who| correct(begun().called("own"), who);
    CORRECTIONS, "of another recorder's", &["chief-1", "dep-1", "arb-1", "arb-on", "rec-on"], |who| correct(begun().by("rec-on", "stone_played", json!({"colour": "white", "point": "D4"})).called("own"), who);
    CORRECTIONS, "once the game is finished", ARBITERS, |who| correct(begun().called("own").side("resigned", "white"), who);
    RULINGS, "a ruling under an arbiter's article", ARBITERS, |who| begun().by(who, "ruling_made", ruling_data("ruling-1", "cn-2002:18.3", json!([])));
    RULINGS, "a ruling under a chief's article", CHIEFS, |who| begun().by(who, "ruling_made", ruling_data("ruling-1", "cn-2002:30.6", json!([])));
    RULINGS, "a warning under an arbiter's article", ARBITERS, |who| effect(who, "warning_issued", "cn-2002:18.3");
    RULINGS, "a warning under a chief's article", CHIEFS, |who| effect(who, "warning_issued", "cn-2002:12.4(7)");
    RULINGS, "an admonition under an arbiter's article", ARBITERS, |who| effect(who, "admonition_given", "cn-2002:18.3");
    RULINGS, "an admonition under a chief's article", CHIEFS, |who| effect(who, "admonition_given", "cn-2002:12.4(7)");
    RULINGS, "a penalty under an arbiter's article", ARBITERS, |who| effect(who, "penalty_imposed", "cn-2002:18.3");
    RULINGS, "a penalty under a chief's article", CHIEFS, |who| effect(who, "penalty_imposed", "cn-2002:12.4(7)");
    SANCTIONS, "imposed", CHIEFS, |who| sanction(who, None);
    SANCTIONS, "imposed, naming an authority", RUNNING, |who| sanction(who, Some("federation"));
    SANCTIONS, "lifted", CHIEFS, |who| lift(who, sanction("chief-1", None));
    SANCTIONS, "lifted, an authority being named", RUNNING, |who| lift(who, sanction("org-1", Some("federation")));
    "an appeal filed", "against an entry", &["org-1", "chief-1", "dep-1", "arb-1", "arb-on", "arb-off"], |who| of_appeal(begun(), who, "appeal_filed", json!({"game": "r1-b1", "by": "ann", "against": ["@B Q16"], "grounds": "g", "relief": "r"}));
    "its panel seated", "of one", RUNNING, |who| of_appeal(filed(), who, "panel_seated", json!({"members": ["pan-2"]}));
    "its statements and evidence", "a statement", HEARING, |who| of_appeal(filed(), who, "statement_taken", json!({"from": "ann", "text": "t"}));
    "its statements and evidence", "evidence", HEARING, |who| of_appeal(filed(), who, "evidence_attached", evidence());
    "an appeal decided", "dismissed", HEARING, |who| of_appeal(filed(), who, "appeal_decided", json!({"outcome": "dismissed", "orders": [], "reasons": "r"}));
    "an appeal withdrawn", "before it is decided", CHIEFS, |who| of_appeal(filed(), who, "appeal_withdrawn", json!({}));
};
