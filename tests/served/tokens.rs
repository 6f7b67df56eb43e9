//! Tokens: the one with which a service begins, and those made and revoked beside it
//! while it runs.

use crate::*;

#[test]
fn the_demo_is_served_with_a_token_that_works_each_time() {
    let folder = tempfile::tempdir().unwrap();
    let data = path(folder.path(), "demo");
    let mut keepers = Vec::new();
    for _ in 0..3 {
        let demo = Served::start(&["demo", "--data", &data, "--listen", "127.0.0.1:0"], true);
        let (status, body) = demo.get("/v1/ledgers/lakeside/games/r1-b1?move=19", "");
        assert_eq!((status, body.contains("unknown_token")), (401, true));
        let (status, body) = demo.get("/v1/tokens", &demo.keeper());
        assert_eq!(status, 200, "{body}");
        let listed: Value = serde_json::from_str(&body).unwrap();
        keepers.push((demo.keeper(), listed["items"].as_array().unwrap().len()));
        assert!(demo.stop());
    }
    // One of each office; of keepers the first start's, which stays, and one for the demo
    // in place of the last one's.
    assert_eq!(keepers.iter().map(|k| k.1).collect::<Vec<_>>(), [7, 8, 8]);
    assert_ne!(keepers[1].0, keepers[2].0);
}

#[test]
fn tokens_are_made_and_revoked_beside_a_running_service() {
    let folder = tempfile::tempdir().unwrap();
    let data = path(folder.path(), "data");
    let gone = fupan(&["token", "list", "--data", &data, "--json"]);
    assert_eq!(refused(&gone)["code"], "store_missing");
    let service = Served::of(&data, true);
    let made = token(&data, &["--keeper", "--note", "the desk", "--days", "2"]);
    let status = |token: &str| service.get("/v1/tokens", token).0;
    assert_eq!(
        (status(secret(&made)), status(&service.keeper())),
        (200, 200)
    );
    let arbiter = token(&data, &["--official", "arb-1", "--ledger", "cup"]);
    assert_eq!(status(secret(&arbiter)), 403);

    let listed = stdout(&fupan(&["token", "list", "--data", &data]));
    assert!(listed.contains("official arb-1 of cup"), "{listed}");
    assert!(listed.contains("(the desk)"), "{listed}");
    assert!(!listed.contains("fupan_"), "{listed}");

    let id = made["id"].as_str().unwrap();
    stdout(&fupan(&["token", "revoke", id, "--data", &data]));
    assert_eq!(status(secret(&made)), 401);
    let again = fupan(&["token", "revoke", id, "--data", &data, "--json"]);
    assert_eq!(refused(&again)["code"], "not_found");
    assert!(service.stop());
}

#[test]
fn a_token_is_for_somebody_and_ends_in_the_future() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    for args in [
        &["token", "add"][..],
        &["token", "add", "--official", "arb-1"],
        &["token", "add", "--keeper", "--auditor"],
        &["token", "add", "--keeper", "--ledger", "cup"],
        &["token", "add", "--official", "keeper", "--ledger", "cup"],
        &["token", "add", "--official", "auditor", "--ledger", "cup"],
        &[
            "token",
            "add",
            "--keeper",
            "--expires",
            "2020-01-01T00:00:00Z",
        ],
        &["token", "add", "--keeper", "--days", "0"],
    ] {
        let output = fupan(&[args, &["--data", data]].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
    }
    assert!(!folder.path().join("tokens.json").exists());
}
