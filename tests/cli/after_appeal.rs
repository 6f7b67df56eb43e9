//! Ruling on the command line on what a committee has decided: whom it overruled is
//! told whose that is now; what is handed in as a fact is kept, and remarked on.

use super::{case, folder, fupan, json, path, status, stderr, stdout, write};
use serde_json::{Value, json};
use std::fs;

#[test]
fn an_overruled_arbiter_does_not_rule_anew() {
    let folder = folder();
    let data = path(folder.path(), "data");
    let whole = fs::read_to_string(case("ko-retaken-2002.jsonl")).unwrap();
    let lines: Vec<&str> = whole.lines().take(18).collect();
    let import = |name: &str, text: &str| {
        let file = write(folder.path(), name, text);
        let imported = fupan(&["import", &file, "--ledger", "ko", "--data", &data]);
        assert_eq!(status(&imported), 0, "{}", stderr(&imported));
    };
    import("ko.jsonl", &lines.join("\n"));
    let rule = |actor: &str, more: &[&str]| {
        let asked = ["rule", "ko", "r1-b1", "MV-5@17", "--data", &data];
        let outcome = ["--outcome", "void, turn lost, warning", "--actor", actor];
        fupan(&[&asked[..], &outcome[..], more].concat())
    };
    let ruled = rule("arb-1", &["--json"]);
    assert_eq!(status(&ruled), 0, "{}", stderr(&ruled));
    let shown = json(&fupan(&[
        "show", "game", "ko", "r1-b1", "--data", &data, "--json",
    ]));
    let at = "2026-05-01T02:00:00.000Z";
    let against = &shown["rulings"][0]["entry"];
    let appeal = |type_name: &str, data: Value| json!({"stream": "appeal/a1", "type": type_name, "at": at, "actor": "chief-1", "data": data});
    let filed = appeal(
        "appeal_filed",
        json!({"game": "r1-b1", "by": "bo", "against": [against], "grounds": "no ko", "relief": "play on"}),
    );
    let orders = json!([{"do": "overturn", "ruling": "r1-b1-ruling-1"}]);
    let decided = appeal(
        "appeal_decided",
        json!({"outcome": "upheld", "orders": orders, "reasons": "as heard"}),
    );
    import("appeal.jsonl", &format!("{filed}\n{decided}\n"));
    for more in [
        &["--json"][..],
        &["--json", "--again", "--reasons", "seen on video"],
    ] {
        let refused = rule("arb-1", more);
        assert_eq!(status(&refused), 1, "{}", stdout(&refused));
        let refused = &json(&refused)["refused"];
        assert_eq!(refused["code"], "no_right");
        let detail = refused["detail"].as_str().unwrap();
        assert!(detail.contains("for the chief arbiter"), "{detail}");
    }
    let audit = || {
        let audit = fupan(&["audit", "ko", "--data", &data, "--json"]);
        assert_eq!(status(&audit), 0, "{}", stderr(&audit));
        stdout(&audit).contains("ruled_after_appeal")
    };
    assert!(!audit());
    let fact = json!({"stream": "game/r1-b1", "type": "ruling_made", "at": at, "actor": "arb-1",
        "data": {"ruling": "anew", "finding": "MV-5@17", "article": "cn-2002:18.3", "outcome": "as before",
            "orders": [], "facts": "the ko", "reasons": "as said before"}});
    import("anew.jsonl", &fact.to_string());
    assert!(audit());
    let chief = rule("chief-1", &["--again"]);
    assert_eq!(status(&chief), 0, "{}", stderr(&chief));
}
