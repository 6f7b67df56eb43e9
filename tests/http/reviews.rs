//! A review's ledger: opened by the keeper for its reviewers, who alone write and
//! read it (contract, section 10). For everybody else it is not there; each look
//! is recorded; what it had come to is anchored in the tournament's ledger.

use crate::http::{
    program::PROGRAM,
    venue::{Answer, Venue},
};
use fupan_tests::script::game;
use serde_json::{Value, json};

pub const AT: &str = "2026-05-02T10:00:00.000Z";

pub fn opening() -> Value {
    json!({"tournament": "cup", "occasion": "a complaint", "question": "how long moves took",
        "reviewers": ["rev-1", "rev-2"], "subjects": [{"label": "A", "player": "ann"}],
        "games": ["r1-b1"], "standard_of_proof": "comfortable satisfaction", "blind": true,
        "method": {"name": "fupan-1", "opening_moves": 50, "settled_rate_bp": 9500, "forced_gap_cp": 1000,
            "near_equal_cp": 50, "visits_min": 100, "quick_ms": 1000, "moves_min": 30, "reference_min": 30}})
}

pub fn draft(stream: &str, actor: &str, type_name: &str, data: &Value) -> Value {
    json!({"stream": stream, "type": type_name, "at": AT, "actor": actor, "data": data})
}

pub fn open_by(venue: &Venue, ledger: &str, actor: &str, token: &str) -> Answer {
    let entry = draft("review", actor, "review_opened", &opening());
    let asking = venue.post("/v1/ledgers").token(token);
    asking
        .json(&json!({"ledger": ledger, "entry": entry}))
        .send()
}

/// A venue with a tournament `cup` and a review `case` of one of its games.
pub fn reviewing() -> Venue {
    let venue = Venue::open();
    venue.play("cup", &game("cn-2002").stones("B Q16, W D4"));
    open_by(&venue, "case", "keeper", venue.keeper()).ok(201);
    venue
}

/// Everybody with a token who might try.
fn tokens(venue: &Venue) -> Vec<(&'static str, Option<String>)> {
    let auditor = venue.new_token(&json!({"principal": {"role": "auditor"}}));
    let mut tokens = vec![
        ("nobody", None),
        ("keeper", Some(venue.keeper().to_owned())),
        ("auditor", Some(auditor)),
        ("chief-1 of cup", Some(venue.token("cup", "chief-1"))),
        ("rev-1 of cup", Some(venue.token("cup", "rev-1"))),
    ];
    for who in ["rev-1", "rev-2", "rev-3", "chief-1", "ann"] {
        tokens.push((who, Some(venue.token("case", who))));
    }
    tokens
}

fn may(who: &str) -> bool {
    ["rev-1", "rev-2"].contains(&who)
}

fn entries(venue: &Venue, reviewer: &str) -> Vec<Value> {
    let answer = venue
        .get("/v1/ledgers/case/entries?limit=1000")
        .official("case", reviewer);
    let items = answer.send().ok(200)["items"].clone();
    items
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["entry"].clone())
        .collect()
}

#[test]
fn the_keeper_alone_opens_a_review() {
    let venue = Venue::open();
    for who in ["org-1", "chief-1", "rev-1", "aud-1"] {
        let token = venue.token("case", who);
        open_by(&venue, "case", who, &token).problem("no_right");
    }
    let auditor = venue.new_token(&json!({"principal": {"role": "auditor", "ledger": "case"}}));
    open_by(&venue, "case", "auditor", &auditor).problem("out_of_scope");
    open_by(&venue, "case", "keeper", venue.keeper()).ok(201);
}

/// The service has the tournament, and takes no review that doesn't fit it.
#[test]
fn a_review_that_does_not_fit_its_tournament_is_not_opened() {
    let venue = Venue::open();
    venue.play("cup", &game("cn-2002").stones("B Q16, W D4"));
    let opens = |changes: &[(&str, Value)], code: &'static str| {
        let mut data = opening();
        for (key, value) in changes {
            data[*key] = value.clone();
        }
        let entry = draft("review", "keeper", "review_opened", &data);
        let asking = venue.post("/v1/ledgers").token(venue.keeper());
        let answer = asking
            .json(&json!({"ledger": "case", "entry": entry}))
            .send();
        answer.problem(code)
    };
    let elsewhere = json!([{"label": "A", "player": "cy"}]);
    opens(&[("games", json!(["r9-b9"]))], "contradiction");
    opens(&[("subjects", elsewhere)], "contradiction");
    opens(&[("reviewers", json!(["rev-1", "bo"]))], "own_matter");
    venue
        .get("/v1/ledgers/case")
        .send()
        .problem("store_missing");
    open_by(&venue, "case", "keeper", venue.keeper()).ok(201);
}

#[test]
fn for_all_but_its_reviewers_a_review_is_not_there() {
    let venue = reviewing();
    for (who, token) in tokens(&venue) {
        for path in [
            "/v1/ledgers/LEDGER",
            "/v1/ledgers/LEDGER/entries",
            "/v1/ledgers/LEDGER/entries/0",
            "/v1/ledgers/LEDGER/audit",
            "/v1/ledgers/LEDGER/bundle",
            "/v1/ledgers/LEDGER/checkpoint",
            "/v1/ledgers/LEDGER/proof/inclusion?seq=0&size=1",
            "/v1/ledgers/LEDGER/evidence",
            "/v1/ledgers/LEDGER/people",
            "/v1/ledgers/%4CEDGER",
            "/l/LEDGER",
        ] {
            let ask = |ledger: &str| {
                let asking =
                    venue.get(&path.replace("LEDGER", ledger).replace("%4CEDGER", "%63ase"));
                match &token {
                    Some(token) => asking.token(token).send(),
                    None => asking.send(),
                }
            };
            if path.ends_with("/bundle") && may(who) {
                // Its bytes are no text.
                let asking = venue.get("/v1/ledgers/case/bundle").official("case", who);
                assert!(asking.bytes().starts_with(b"PK"), "{who}");
                continue;
            }
            let there = ask("case");
            if may(who) {
                assert_eq!(there.status, 200, "{who}: {path}");
                continue;
            }
            assert_eq!(there.status, 404, "{who}: {path}");
            if !path.contains('%') && path.starts_with("/v1") {
                // Word for word what is told of a ledger that nobody ever opened.
                let elsewhere = ask("gone").json();
                let told = there.json();
                for key in ["code", "status", "title"] {
                    assert_eq!(told[key], elsewhere[key], "{who}: {path}");
                }
                let detail = told["detail"].as_str().unwrap().replace("case", "gone");
                assert_eq!(
                    detail,
                    elsewhere["detail"].as_str().unwrap(),
                    "{who}: {path}"
                );
            }
        }
    }
}

/// Nor is it there for questions that would be refused anyway: each is refused as it
/// is of a name that nobody ever used, for the same reason and in the same words.
#[test]
fn no_request_tells_a_review_from_a_ledger_that_is_not_there() {
    let venue = reviewing();
    let requests: &[(&'static str, &str, &str)] = &[
        ("OPTIONS", "", ""),
        ("DELETE", "", ""),
        ("PUT", "/entries", "[]"),
        ("GET", "/nothing", ""),
        ("GET", "?colour=red", ""),
        ("GET", "/entries?limit=0", ""),
        ("GET", "/entries?after=x", ""),
        ("GET", "/entries/x", ""),
        ("GET", "/events", ""),
        ("GET", "/review", ""),
        ("GET", "/review/report?lang=tlh", ""),
        ("GET", "/games/UPPER", ""),
        ("GET", "/standings?round=x", ""),
        ("GET", "/tlog/tile/0/000", ""),
        ("GET", "/tlog/tile/nonsense", ""),
        ("GET", "/evidence/xyz", ""),
        ("GET", "/mirrors", ""),
        ("POST", "/entries", "[]"),
        ("POST", "/entries", "["),
        ("POST", "/entries", "[{}]"),
        ("POST", "/whatif", "{}"),
        ("POST", "/whatif", "nonsense"),
        ("POST", "/games/r1-b1/rulings?dry_run=true", "{}"),
        ("POST", "/erasures", "{}"),
        ("POST", "/mirrors", "{}"),
        ("POST", "/evidence/0000", "x"),
    ];
    for (who, token) in tokens(&venue) {
        if may(who) {
            continue;
        }
        for (method, path, body) in requests {
            let ask = |ledger: &str| {
                let asking = venue.other(method, &format!("/v1/ledgers/{ledger}{path}"));
                let asking = match &token {
                    None => asking,
                    Some(token) if ["nobody", "keeper", "auditor"].contains(&who) => {
                        asking.token(token)
                    }
                    Some(token) if who.contains(' ') => asking.token(token),
                    // An official of that very ledger, and none of its reviewers.
                    Some(_) => asking.official(ledger, who),
                };
                let answer = match *body {
                    "" => asking.send(),
                    body => asking.body("application/json", body).send(),
                };
                let told = answer.body.replace(&format!("ledgers/{ledger}"), "LEDGER");
                let mut told: Value = serde_json::from_str(&told).unwrap_or_default();
                let detail = told["detail"].as_str().unwrap_or_default();
                let detail = detail.replace(&format!("ledger {ledger}"), "LEDGER");
                told["detail"] = detail.into();
                told["trace_id"] = Value::Null;
                (answer.status, told)
            };
            let (there, gone) = (ask("case"), ask("gone"));
            assert_eq!(there, gone, "{who}: {method} {path} {body}");
            assert!(there.0 >= 400, "{who}: {method} {path}");
        }
    }
}

#[test]
fn a_review_is_listed_for_its_reviewers_alone() {
    let venue = reviewing();
    let listed = |token: Option<String>| {
        let asking = venue.get("/v1/ledgers");
        let asking = match &token {
            Some(token) => asking.token(token),
            None => asking,
        };
        asking.send().ok(200)["items"].to_string().contains("case")
    };
    for (who, token) in tokens(&venue) {
        assert_eq!(listed(token), may(who), "{who}");
    }
    // Its name stands in no figure either, though it is open.
    assert_eq!(
        venue
            .get("/v1/ledgers/case")
            .official("case", "rev-1")
            .send()
            .status,
        200
    );
    let figures = venue.get("/metrics").send();
    assert_eq!(figures.status, 200);
    assert!(!figures.body.contains("\"case\""));
}

#[test]
fn its_reviewers_alone_write_in_it() {
    let hash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
    let mut method = opening()["method"].clone();
    method["opening_moves"] = json!(40);
    let rows = [
        (
            "review",
            "method_changed",
            json!({"method": method, "reason": "r"}),
        ),
        (
            "review",
            "analysis_recorded",
            json!({"analysis": "time-1", "kind": "time", "method": 0,
            "program": "fupan", "games": ["r1-b1"], "as_of": {"seq": 1, "hash": hash}}),
        ),
        (
            "review",
            "evidence_attached",
            json!({"evidence": "video-1", "sha256": hash, "bytes": 4, "media_type": "video/mp4",
            "title": "t", "class": "restricted", "delete_after": "2099-05-01T00:00:00.000Z"}),
        ),
        ("review", "note_sealed", json!({"commitment": hash})),
        (
            "review",
            "answer_taken",
            json!({"subject": "A", "put": "p", "declined": true}),
        ),
        ("access", "data_seen", json!({"what": "the printed report"})),
    ];
    for (stream, type_name, data) in rows {
        let venue = reviewing();
        for (who, token) in tokens(&venue) {
            let Some(token) = token else { continue };
            let actor = who.split(' ').next().unwrap();
            let drafts = json!([draft(stream, actor, type_name, &data)]);
            let answer = venue
                .post("/v1/ledgers/case/entries")
                .token(&token)
                .json(&drafts)
                .send();
            match who {
                "rev-1" => drop(answer.ok(201)),
                // What only one can be first with was done by the other.
                "rev-2" => assert_ne!(answer.json()["code"], "no_right", "{type_name}"),
                _ => assert!([403, 404].contains(&answer.status), "{who}: {type_name}"),
            }
        }
    }
}

#[test]
fn a_tournament_has_no_place_in_a_review_nor_a_review_in_a_tournament() {
    let venue = reviewing();
    let eve = draft(
        "tournament",
        "rev-1",
        "player_registered",
        &json!({"player": "eve", "name": "Eve"}),
    );
    let asking = venue
        .post("/v1/ledgers/case/entries")
        .official("case", "rev-1");
    asking.json(&json!([eve])).send().problem("contradiction");
    let seen = draft("access", "chief-1", "data_seen", &json!({"what": "w"}));
    let asking = venue
        .post("/v1/ledgers/cup/entries")
        .official("cup", "chief-1");
    asking.json(&json!([seen])).send().problem("contradiction");
}

#[test]
fn each_look_is_recorded_before_it_is_answered() {
    let venue = reviewing();
    venue
        .get("/v1/ledgers/case")
        .official("case", "rev-1")
        .send()
        .ok(200);
    let page = venue
        .get("/l/case?lang=en")
        .official("case", "rev-2")
        .send();
    assert_eq!(page.status, 200);
    let seen: Vec<(String, String)> = entries(&venue, "rev-1")
        .iter()
        .filter(|entry| entry["type"] == "data_seen")
        .map(|entry| {
            let text = |value: &Value| value.as_str().unwrap().to_owned();
            assert_eq!(entry["submitted_by"], "keeper");
            (text(&entry["actor"]), text(&entry["data"]["what"]))
        })
        .collect();
    let looks = [
        ("rev-1", "/v1/ledgers/case"),
        ("rev-2", "/l/case?lang=en"),
        ("rev-1", "/v1/ledgers/case/entries?limit=1000"),
    ];
    let looks = looks.map(|(who, what)| (who.to_owned(), what.to_owned()));
    assert_eq!(seen, looks);
}

#[test]
fn a_review_is_anchored_in_the_tournament_under_a_label_that_tells_nothing() {
    let venue = reviewing();
    let anchors = || {
        let log = venue
            .get("/v1/ledgers/cup/entries?stream=log")
            .send()
            .ok(200);
        let items = log["items"].as_array().unwrap().clone();
        items
            .into_iter()
            .map(|item| item["entry"]["data"].clone())
            .collect::<Vec<_>>()
    };
    venue.signed("cup", 1);
    // A checkpoint covers the opening within a second.
    let began = std::time::Instant::now();
    while anchors().is_empty() {
        assert!(began.elapsed().as_secs() < 60, "it was never anchored");
        venue
            .get("/v1/ledgers/case")
            .official("case", "rev-1")
            .send()
            .ok(200);
        venue.running().service().anchor();
    }
    let first = anchors();
    assert_eq!(first.len(), 1);
    assert!(!first[0].to_string().contains("case"));
    assert_eq!(first[0]["label"].as_str().unwrap().len(), 32);
    // That it was looked at is no occasion to anchor it again.
    venue
        .get("/v1/ledgers/case")
        .official("case", "rev-1")
        .send()
        .ok(200);
    venue.running().service().anchor();
    assert_eq!(anchors().len(), 1);
}

/// Whoever hands in what can't go in learns nothing by it of what is there.
#[test]
fn a_conflict_tells_nothing_of_a_review_that_nobody_recorded_as_a_look() {
    let venue = reviewing();
    let hash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
    let mut sealed = draft(
        "review",
        "rev-1",
        "note_sealed",
        &json!({"commitment": hash}),
    );
    sealed["expect"] = json!(-1);
    let hand_in = |with: &str, value: &str, draft: &Value| {
        let asking = venue
            .post("/v1/ledgers/case/entries")
            .official("case", "rev-1")
            .header(with, value);
        asking.json(&json!([draft])).send()
    };
    let conflict = hand_in("x-note", "none", &sealed);
    let problem = conflict.problem("stale_version");
    assert_eq!(
        (&problem["entries"], &problem["current_version"]),
        (&Value::Null, &json!(0))
    );
    assert!(!conflict.body.contains("ann"), "{}", conflict.body);
    // Whatever else is asked is a look.
    let asking = venue
        .post("/v1/ledgers/case/whatif")
        .official("case", "rev-1");
    let what_if = asking.json(&json!({"void": ["x"]})).send();
    assert!(what_if.status >= 400);
    let asking = venue
        .post("/v1/ledgers/case/games/r1-b1/rulings?dry_run=true")
        .official("case", "rev-1");
    asking
        .json(&json!({"finding": "MV-1@1", "outcome": "x"}))
        .send();
    let looks = entries(&venue, "rev-2");
    let looks = looks.iter().filter(|entry| entry["actor"] == "rev-1");
    let seen: Vec<&Value> = looks.map(|entry| &entry["data"]["what"]).collect();
    assert_eq!(
        seen,
        [
            "/v1/ledgers/case/whatif",
            "/v1/ledgers/case/games/r1-b1/rulings?dry_run=true"
        ]
    );
}

/// As long as it is blind neither the page, the report nor the review as JSON says
/// who plays: not by a name, nor by a game whose pairing everybody knows.
#[test]
fn what_is_shown_of_a_blind_review_leads_to_no_player() {
    let venue = reviewing();
    for path in [
        "/l/case?lang=en",
        "/v1/ledgers/case/review",
        "/v1/ledgers/case/review/report",
        "/v1/ledgers/case/review/report?lang=ja",
    ] {
        let shown = venue.get(path).official("case", "rev-1").send();
        assert_eq!(shown.status, 200, "{path}");
        let words = shown
            .body
            .split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
        let words: Vec<&str> = words.collect();
        for name in ["ann", "bo", "r1-b1", "Ann", "Bo"] {
            assert!(!words.contains(&name), "{path}: {name}");
        }
    }
    venue
        .get("/v1/ledgers/case/review?lang=en")
        .official("case", "rev-1")
        .send()
        .problem("query");
}

/// Two reviewers look independently: what one is said to have done comes with his own
/// token, whatever the other has.
#[test]
fn no_reviewer_writes_in_anothers_name() {
    let venue = reviewing();
    let sealed = json!({"commitment": "0".repeat(64)});
    for (type_name, data) in [
        ("note_sealed", sealed.clone()),
        ("note_opened", json!({"text": "t", "nonce": "0".repeat(32)})),
        ("labels_revealed", json!({})),
        (
            "answer_taken",
            json!({"subject": "A", "put": "p", "declined": true}),
        ),
        (
            "appeal_taken",
            json!({"by": "ann", "grounds": "g", "relief": "r"}),
        ),
    ] {
        let hand_in = venue
            .post("/v1/ledgers/case/entries")
            .official("case", "rev-1");
        let refused = hand_in.json(&json!([draft("review", "rev-2", type_name, &data)]));
        let problem = refused.send().problem("not_for_others");
        let detail = problem["detail"].as_str().unwrap();
        assert!(
            detail.contains("rev-2's own token"),
            "{type_name}: {detail}"
        );
    }
    let own = venue
        .post("/v1/ledgers/case/entries")
        .official("case", "rev-2");
    own.json(&json!([draft("review", "rev-2", "note_sealed", &sealed)]))
        .send()
        .ok(201);
}

/// A file whose day has passed can't be kept: it is not attached to a review.
#[test]
fn no_file_is_attached_whose_day_has_passed() {
    let venue = reviewing();
    let file = |delete_after: &str| {
        json!({"evidence": "e-1", "sha256": "0".repeat(64), "bytes": 1, "media_type": "text/plain",
            "title": "t", "class": "restricted", "delete_after": delete_after})
    };
    let attach = |delete_after: &str| {
        let draft = draft("review", "rev-1", "evidence_attached", &file(delete_after));
        let hand_in = venue
            .post("/v1/ledgers/case/entries")
            .official("case", "rev-1");
        hand_in.json(&json!([draft])).send()
    };
    // After it was attached, as its entry says, and before now.
    let problem = attach("2026-05-03T10:00:00.000Z").problem("shape");
    assert_eq!(problem["errors"][0]["pointer"], "/0/data/delete_after");
    attach("2099-05-03T10:00:00.000Z").ok(201);
}

/// The command line beside a service, with whoever's token.
struct Away<'a> {
    venue: &'a Venue,
    folder: tempfile::TempDir,
}

impl Away<'_> {
    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    /// Runs a verb, its words set apart by blanks.
    fn run(&self, token: &str, line: &str) -> std::process::Output {
        let url = self.venue.running().url();
        let mut program = std::process::Command::new(PROGRAM);
        program
            .args(line.split_whitespace())
            .args(["--server", &url]);
        program.env("FUPAN_TOKEN", token).output().unwrap()
    }

    #[track_caller]
    fn ok(&self, token: &str, line: &str) -> String {
        let output = self.run(token, line);
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{line}: {told}");
        String::from_utf8(output.stdout).unwrap()
    }

    #[track_caller]
    fn json(&self, token: &str, line: &str) -> Value {
        serde_json::from_str(&self.ok(token, line)).unwrap()
    }

    #[track_caller]
    fn refused(&self, token: &str, line: &str) -> String {
        self.ends(token, line, 1)
    }

    /// What is said of a verb that ends with that exit status.
    #[track_caller]
    fn ends(&self, token: &str, line: &str, status: i32) -> String {
        let output = self.run(token, line);
        assert_eq!(output.status.code(), Some(status), "{line}");
        String::from_utf8(output.stderr).unwrap()
    }
}

/// The data of a game that a real engine looked at.
fn data(name: &str) -> String {
    format!("{}/data/review/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    std::fs::read_to_string(path).unwrap()
}

/// The game goes to the engine, its answers and the group go into the review.
fn answered(away: &Away<'_>, reviewer: &str, group: &str) {
    // What is asked of the engine is what it is in a folder.
    let asked = away.ok(reviewer, "review export trial --visits 4");
    assert_eq!(asked, read(&data("queries.jsonl")));
    let times = away.json(reviewer, "review times trial --round 1 --json");
    assert_eq!(times["game"], "r1-b1");
    let import = |answers: &str| {
        format!(
            "review import case {answers} --engine {} --visits 4 --as rev-1 --delete-after 2099-01-01T00:00:00Z",
            data("engine.json")
        )
    };
    let whole = read(&data("answers.jsonl"));
    let cut = away.path("cut.jsonl");
    std::fs::write(&cut, whole.split_once('\n').unwrap().1).unwrap();
    let told = away.refused(reviewer, &import(&cut));
    assert!(
        told.contains("no answer for game r1-b1 after move"),
        "{told}"
    );
    away.ok(reviewer, &import(&data("answers.jsonl")));
    // A service finds the group among the review's files, by its hash.
    away.ok(
        reviewer,
        &format!(
            "evidence add case {group} --stream review --evidence group-1 --title group --class restricted \
             --actor rev-1 --media-type text/plain --delete-after 2099-01-01T00:00:00Z"
        ),
    );
}

/// Two reviewers seal their notes and open them.
fn noted(away: &Away<'_>, reviewers: [(&str, &str, &str); 2]) {
    for (who, token, text) in reviewers {
        let note = away.path(&format!("{who}.txt"));
        std::fs::write(&note, text).unwrap();
        let kept = away.path(&format!("{who}.sealed"));
        let seal = format!("review note case {note} --keep {kept} --as {who}");
        away.ok(token, &seal);
        // What opens it is not written over.
        let before = read(&kept);
        away.refused(token, &seal);
        assert_eq!(read(&kept), before);
    }
    for (who, token, _) in reviewers {
        let kept = away.path(&format!("{who}.sealed"));
        away.ok(token, &format!("review open-note case {kept} --as {who}"));
    }
}

/// From the opening to the report, at a service and by the command line alone.
#[test]
fn a_review_goes_its_whole_way_beside_a_service() {
    let venue = Venue::open();
    let away = Away {
        venue: &venue,
        folder: tempfile::tempdir().unwrap(),
    };
    let drafts = read(&data("game.jsonl"));
    let drafts = drafts
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    venue.play_drafts("trial", &drafts.collect::<Vec<Value>>());
    let (one, two) = (venue.token("case", "rev-1"), venue.token("case", "rev-2"));
    let group = away.path("group.json");
    let sides = "--game r1-b1:black --game r1-b1:white";
    away.ok(
        &one,
        &format!("review reference trial --name both --out {group} {sides}"),
    );
    let opening = format!(
        "review open case --tournament trial --reviewer rev-1 --reviewer rev-2 --subject A=ann --game r1-b1 \
         --occasion lot --question times --standard satisfaction --blind --opening-moves 0 --visits-min 1 \
         --moves-min 3 --reference {group} --reference-min 2"
    );
    let told = away.refused(&one, &opening);
    assert!(told.contains("keeper's own token"), "{told}");
    away.ok(venue.keeper(), &opening);
    answered(&away, &one, &group);
    let view = away.json(&one, "review figures case --as rev-1 --record --json");
    assert_eq!(view["engine"], "engine-1");
    let compared = view["chance"][0]["comparisons"].as_u64();
    assert!(compared > Some(0), "{view:#}");
    let text = away.ok(&two, "review figures case --as rev-2");
    assert!(text.contains("points_lost_mean"), "{text}");
    noted(
        &away,
        [("rev-1", &one, "nothing odd"), ("rev-2", &two, "nor here")],
    );
    let page = away.ok(&two, "review report case --as rev-2 --lang ja");
    assert!(page.contains("<html lang=\"ja\"") && page.contains("nor here"));
    // Whoever is none of them hears that there is none.
    let stranger = venue.token("case", "chief-1");
    let told = away.refused(&stranger, "review figures case --as chief-1");
    assert!(told.contains("there is no ledger case"), "{told}");
    // And nobody looks under another's name.
    for who in ["rev-2", "rev-3"] {
        let told = away.ends(&one, &format!("review figures case --as {who}"), 2);
        assert!(told.contains(&format!("expected that of {who}")), "{told}");
    }
    let seen = entries(&venue, "rev-1");
    let seen = seen
        .iter()
        .filter_map(|entry| entry["data"]["what"].as_str());
    let seen: Vec<&str> = seen.collect();
    for what in [
        "/v1/ledgers/case/review",
        "/v1/ledgers/case/review/report?lang=ja",
    ] {
        assert!(seen.contains(&what), "{seen:?}");
    }
    let anchors = away.json(&two, "review anchors case --json");
    assert_eq!(anchors["ledger"], "case");
}
