//! What a mirror takes of the files, and what it refuses.

use super::{PDF, STATEMENT, hand_in, kept, path, said, sha, venue};
use crate::http::venue::Venue;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// Mirrors the venue's ledger into a folder until all is there and signed for;
/// answers the files that it could not have, each with why.
fn mirrored(venue: &Venue, token: &str, data: &Path) -> Vec<(String, String)> {
    let keys = venue.get("/v1/ledgers/cup/keys").send().ok(200);
    let url = format!("http://{}", venue.running().address());
    let key = keys["keys"][0].as_str().unwrap();
    let said = said(&[
        "mirror",
        &url,
        "--ledger",
        "cup",
        "--key",
        key,
        "--token",
        token,
        "--data",
        data.to_str().unwrap(),
        "--once",
        "--json",
    ]);
    let lines = serde_json::Deserializer::from_str(&said).into_iter::<Value>();
    let lines: Vec<Value> = lines.map(Result::unwrap).collect();
    let last = lines.last().unwrap();
    assert_eq!(last["size"], last["signed"], "{said}");
    let without = lines.iter().filter(|line| line["without"].is_string());
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    without
        .map(|line| (text(&line["without"]), text(&line["why"]["code"])))
        .collect()
}

#[test]
fn a_mirror_has_the_files_that_its_token_may_see() {
    let venue = venue();
    hand_in(&venue, "arb-1", PDF).ok(201);
    hand_in(&venue, "pan-1", STATEMENT).ok(201);
    let place = tempfile::tempdir().unwrap();
    let folder = |name: &str| place.path().join(name);
    let auditor = venue.new_token(&json!({"principal": {"role": "auditor"}}));
    let restricted = vec![(sha(STATEMENT), "restricted".to_owned())];
    assert_eq!(
        mirrored(&venue, &auditor, &folder("auditor")),
        restricted,
        "an auditor reads all that is not restricted"
    );
    assert_eq!(kept(&folder("auditor")), [sha(PDF)]);
    let text = fs::read_to_string(
        folder("auditor")
            .join("ledgers/cup/evidence")
            .join(sha(PDF)),
    );
    assert_eq!(text.unwrap(), PDF);
    let mut both = [sha(PDF), sha(STATEMENT)];
    both.sort();
    for (who, token) in [
        ("keeper", venue.keeper().to_owned()),
        ("chief", venue.token("cup", "chief-1")),
    ] {
        assert_eq!(mirrored(&venue, &token, &folder(who)), [], "{who}");
        assert_eq!(kept(&folder(who)), both, "{who}");
    }
    // Only for the keeper, and only for a mirror.
    let private = format!("{}?private=true", path(STATEMENT));
    let given = venue.get(&private).token(venue.keeper()).send();
    assert_eq!((given.status, given.body.as_str()), (200, STATEMENT));
    for token in [auditor, venue.token("cup", "rec-1")] {
        let asking = venue.get(&private).token(&token);
        asking.send().problem("out_of_scope");
    }
    // What the mirror has goes on with the ledger that is made of it.
    let keeper = folder("keeper");
    said(&["promote", "cup", "--data", keeper.to_str().unwrap()]);
    assert_eq!(kept(&keeper), both);
}

#[test]
fn a_mirror_keeps_no_file_whose_bytes_are_others() {
    let venue = venue();
    hand_in(&venue, "arb-1", PDF).ok(201);
    let home = venue.data().join("ledgers/cup/evidence").join(sha(PDF));
    let place = tempfile::tempdir().unwrap();
    for spoiled in [
        PDF.replace("camera", "cinema"),
        format!("{PDF} and more"),
        PDF[..20].to_owned(),
    ] {
        fs::write(&home, &spoiled).unwrap();
        let differs = vec![(sha(PDF), "evidence_mismatch".to_owned())];
        // The ledger is followed all the same.
        assert_eq!(mirrored(&venue, venue.keeper(), place.path()), differs);
        assert_eq!(kept(place.path()), [""; 0]);
    }
    fs::write(&home, PDF).unwrap();
    assert_eq!(mirrored(&venue, venue.keeper(), place.path()), []);
    assert_eq!(kept(place.path()), [sha(PDF)]);
}

#[test]
fn a_newer_bundle_takes_away_a_file_that_was_deleted_since() {
    let venue = venue();
    hand_in(&venue, "arb-1", PDF).ok(201);
    let place = tempfile::tempdir().unwrap();
    let at = |name: &str| place.path().join(name).to_str().unwrap().to_owned();
    let import = |name: &str| {
        let size = venue.get("/v1/ledgers/cup").send().ok(200)["size"].as_u64();
        venue.signed("cup", size.unwrap());
        let bundle = venue.get("/v1/ledgers/cup/bundle").bytes();
        fs::write(at(name), bundle).unwrap();
        let keys = venue.get("/v1/ledgers/cup/keys").send().ok(200);
        let key = keys["keys"][0].as_str().unwrap();
        said(&["import", &at(name), "--key", key, "--data", &at("kept")]);
    };
    import("before.zip");
    assert_eq!(kept(&place.path().join("kept")), [sha(PDF)]);
    let url = format!("http://{}", venue.running().address());
    said(&[
        "evidence",
        "delete",
        "cup",
        &sha(PDF),
        "--asked-by",
        "ann",
        "--reason",
        "consent withdrawn",
        "--server",
        &url,
        "--token",
        venue.keeper(),
    ]);
    import("after.zip");
    assert_eq!(kept(&place.path().join("kept")), [""; 0]);
    let audit = said(&["audit", "cup", "--data", &at("kept")]);
    assert!(!audit.contains("evidence_not_deleted"), "{audit}");
}
