//! For all but its reviewers a review's ledger is not there: they hear what they would
//! hear of a name that nobody ever used.

use crate::http::{
    reviews::{draft, entries, may, opening, reviewing, tokens},
    venue::Venue,
};
use fupan_store::EventStore;
use fupan_tests::script;
use serde_json::{Value, json};
use std::{fs, thread, time::Duration};

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

/// That a name is taken has to be said to whoever opens it. What has it is not said: of a
/// tournament and of a review he hears the same.
#[test]
fn a_name_that_is_taken_is_refused_alike_whatever_has_it() {
    let venue = reviewing();
    let first = script::opened_with("cn-2002", &json!({})).file();
    let mut tournament: Value = serde_json::from_str(first.lines().next().unwrap()).unwrap();
    tournament.as_object_mut().unwrap().remove("id");
    let review = draft("review", "keeper", "review_opened", &opening());
    let look = draft("access", "keeper", "data_seen", &json!({"what": "w"}));
    for (entry, code) in [
        (&tournament, "opened_already"),
        (&review, "opened_already"),
        (&look, "not_opened"),
    ] {
        let opens = |ledger: &str| {
            let asking = venue.post("/v1/ledgers").token(venue.keeper());
            let answer = asking.json(&json!({"ledger": ledger, "entry": entry}));
            let mut told = answer.send().problem(code);
            let detail = told["detail"].as_str().unwrap();
            // The id of the first entry is a random one.
            let said = detail.split(" entry ").next().unwrap().to_owned();
            told["detail"] = said.into();
            for own in ["entry", "trace_id", "instance"] {
                told[own] = Value::Null;
            }
            told
        };
        assert_eq!(opens("case"), opens("cup"), "{code}");
    }
}

/// A review that is said to be about another review is about a tournament that is not
/// there, as far as its reviewers hear, and nothing of it goes into the other one's log.
#[test]
fn a_review_named_as_a_tournament_is_none() {
    let venue = reviewing();
    let opens = |ledger: &str, tournament: &str| {
        let mut data = opening();
        data["tournament"] = json!(tournament);
        let entry = draft("review", "keeper", "review_opened", &data);
        let asking = venue.post("/v1/ledgers").token(venue.keeper());
        let opened = asking
            .json(&json!({"ledger": ledger, "entry": entry}))
            .send();
        let remarks = opened.ok(201)["remarks"].to_string();
        let asking = venue.get(&format!("/v1/ledgers/{ledger}/review"));
        let shown = asking.official(ledger, "rev-1").send();
        let detail = shown.problem("store_missing")["detail"].clone();
        (remarks + &detail.to_string()).replace(tournament, "NAME")
    };
    assert_eq!(opens("case-2", "case"), opens("case-3", "gone"));
    // There is something to anchor once it is signed for.
    let checkpoint = || {
        let asking = venue.get("/v1/ledgers/case-2/checkpoint");
        asking.official("case-2", "rev-1").send().status
    };
    let mut rounds = 0..2_000;
    while checkpoint() != 200 {
        assert!(rounds.next().is_some(), "it was never signed for");
        thread::sleep(Duration::from_millis(30));
    }
    venue.running().service().anchor();
    let entries = entries(&venue, "rev-1");
    let anchored = entries.iter().filter(|e| e["type"] == "ledger_anchored");
    assert_eq!(anchored.count(), 0);
}

/// The ledgers that the service has open.
fn open(venue: &Venue) -> Vec<String> {
    let open = venue.running().service().ledgers.all_open();
    let names = open.iter().map(|live| live.open.store.ledger().to_string());
    names.collect()
}

/// Opening a ledger takes its time. Nobody hears by it that there is one: whose each is
/// stands beside it, and it is opened for its reviewers alone.
#[test]
fn no_strangers_question_waits_until_a_review_is_opened() {
    let mut venue = reviewing();
    venue.restart();
    let all = tokens(&venue);
    let asks = |token: &Option<String>, path: &str| {
        let asking = venue.get(path);
        match token {
            Some(token) => asking.token(token).send(),
            None => asking.send(),
        }
    };
    for (who, token) in all.iter().filter(|(who, _)| !may(who)) {
        for path in ["/v1/ledgers/case", "/v1/ledgers", "/l/case", "/"] {
            asks(token, path);
        }
        assert!(!open(&venue).contains(&"case".to_owned()), "{who}");
    }
    let (_, reviewer) = all.iter().find(|(who, _)| may(who)).unwrap();
    assert_eq!(asks(reviewer, "/v1/ledgers/case").status, 200);
    assert!(open(&venue).contains(&"case".to_owned()));
}

/// A folder that comes from elsewhere, or from an earlier version, has no such file: each
/// of its ledgers is opened for it once, beside the answers.
#[test]
fn whose_a_ledger_is_is_learnt_where_it_does_not_stand_beside_it() {
    let mut venue = reviewing();
    let file = |ledger: &str| venue.data().join(format!("ledgers/{ledger}/kind.json"));
    let files = [file("case"), file("cup")];
    let kept = files.each_ref().map(|file| fs::read(file).unwrap());
    venue.stop();
    fs::remove_file(&files[0]).unwrap();
    fs::write(&files[1], "{").unwrap();
    venue.restart();
    for (file, kept) in files.iter().zip(&kept) {
        let mut rounds = 0..2_000;
        while fs::read(file).ok().as_ref() != Some(kept) {
            assert!(
                rounds.next().is_some(),
                "{} was never written",
                file.display()
            );
            thread::sleep(Duration::from_millis(30));
        }
    }
    venue
        .get("/v1/ledgers/case")
        .send()
        .problem("store_missing");
    let seen = venue.get("/v1/ledgers/case").official("case", "rev-1");
    seen.send().ok(200);
}
