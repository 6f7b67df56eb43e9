//! The same by the command line, on a folder and at a service.

use super::{
    PDF, STATEMENT, appealed, attached, file, folder, kept, path, refused, said, sha, take_in,
    venue,
};
use fupan_tests::script::game;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

#[test]
fn the_command_line_adds_lists_gives_out_and_sweeps() {
    let mut dated = attached("answer-1", STATEMENT, "text/plain", "restricted");
    dated["delete_after"] = json!("2020-01-02T00:00:00.000Z");
    let script = game("cn-2002")
        .stones("B Q16")
        .by("arb-1", "evidence_attached", dated);
    let (folder, data) = folder(&script);
    let video = folder.path().join("video.pdf");
    fs::write(&video, PDF).unwrap();
    let video = video.to_str().unwrap();
    let add = [
        "evidence",
        "add",
        "cup",
        video,
        "--stream",
        "game/r1-b1",
        "--evidence",
        "video-1",
        "--title",
        "Camera above board 1",
        "--class",
        "open",
        "--actor",
        "arb-1",
        "--data",
        &data,
    ];
    assert!(said(&add).contains(&sha(PDF)));
    // Once more attaches nothing and changes nothing.
    said(&add);
    let listed = said(&["evidence", "list", "cup", "--data", &data]);
    assert_eq!(
        listed.matches("video-1 in game/r1-b1").count(),
        1,
        "{listed}"
    );
    assert!(listed.contains("kept since") && listed.contains("its file has not come"));
    let out = folder.path().join("out.pdf");
    let get = [
        "evidence",
        "get",
        "cup",
        &sha(PDF),
        "--out",
        out.to_str().unwrap(),
        "--data",
        &data,
    ];
    said(&get);
    assert_eq!(fs::read_to_string(&out).unwrap(), PDF);
    {
        let ledgers = fupan::ledger::ledgers(Path::new(&data)).unwrap();
        let open = fupan::ledger::open(&ledgers, &"cup".parse().unwrap()).unwrap();
        take_in(&open, STATEMENT, "2020-01-01T00:00:00.000Z");
        assert_eq!(open.blobs.list().unwrap().len(), 2);
    }
    let swept: Value =
        serde_json::from_str(&said(&["evidence", "sweep", "--data", &data, "--json"])).unwrap();
    assert_eq!(
        swept["deleted"],
        json!([{"ledger": "cup", "sha256": sha(STATEMENT)}])
    );
    assert!(said(&["evidence", "sweep", "cup", "--data", &data]).contains("0 files deleted"));
    let deleted = [
        "evidence",
        "get",
        "cup",
        &sha(STATEMENT),
        "--out",
        "none",
        "--data",
        &data,
    ];
    assert_eq!(refused(&deleted), "evidence_deleted");
    let asked = [
        "evidence",
        "delete",
        "cup",
        &sha(PDF),
        "--asked-by",
        "ann",
        "--reason",
        "consent withdrawn",
        "--data",
        &data,
    ];
    said(&asked);
    assert_eq!(refused(&asked), "evidence_deleted");
    assert_eq!(kept(Path::new(&data)), Vec::<String>::new());
    let listed = said(&["evidence", "list", "cup", "--data", &data]);
    assert!(listed.contains("deleted on request at") && listed.contains("deleted on its date at"));
    assert!(said(&["audit", "cup", "--data", &data]).contains("sound"));
}

#[test]
fn the_command_line_does_the_same_at_a_service() {
    let venue = venue();
    let url = venue.running().url();
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (video, answer) = (write("video.pdf", PDF), write("answer.txt", STATEMENT));
    let at = |token: &str, args: &[&str]| -> Vec<String> {
        let rest = ["--server", &url, "--token", token];
        args.iter()
            .chain(&rest)
            .map(|arg| (*arg).to_owned())
            .collect()
    };
    let run = |token: &str, args: &[&str]| {
        let args = at(token, args);
        said(&args.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let (arb, chief) = (venue.token("cup", "arb-1"), venue.token("cup", "chief-1"));
    run(
        &arb,
        &[
            "evidence",
            "add",
            "cup",
            &video,
            "--stream",
            "game/r1-b1",
            "--evidence",
            "video-1",
            "--title",
            "t",
            "--class",
            "open",
            "--actor",
            "arb-1",
        ],
    );
    run(
        &chief,
        &[
            "evidence",
            "add",
            "cup",
            &answer,
            "--stream",
            "tournament",
            "--evidence",
            "answer-2",
            "--title",
            "t",
            "--class",
            "restricted",
            "--actor",
            "chief-1",
        ],
    );
    assert_eq!(
        file(&venue, STATEMENT)["attached"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
    assert_eq!(file(&venue, PDF)["attached"].as_array().unwrap().len(), 1);
    assert!(run(&arb, &["evidence", "list", "cup"]).contains("2 files of evidence"));
    let out = folder.path().join("out");
    let get = [
        "evidence",
        "get",
        "cup",
        &sha(STATEMENT),
        "--out",
        out.to_str().unwrap(),
    ];
    run(&chief, &get);
    assert_eq!(fs::read_to_string(&out).unwrap(), STATEMENT);
    let args = at(&arb, &get);
    assert_eq!(
        refused(&args.iter().map(String::as_str).collect::<Vec<_>>()),
        "restricted"
    );
    run(
        venue.keeper(),
        &[
            "evidence",
            "delete",
            "cup",
            &sha(PDF),
            "--asked-by",
            "ann",
            "--reason",
            "r",
        ],
    );
    venue.get(&path(PDF)).send().problem("evidence_deleted");
    venue.running().service().tidy();
    assert_eq!(kept(venue.data()), [sha(STATEMENT)]);
}

#[test]
fn a_bundle_carries_open_files_and_no_restricted_ones() {
    let (folder, data) = folder(&appealed());
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (video, answer) = (write("video.pdf", PDF), write("answer.txt", STATEMENT));
    let add = |file: &str, stream: &str, id: &str, actor: &str| {
        said(&[
            "evidence",
            "add",
            "cup",
            file,
            "--stream",
            stream,
            "--evidence",
            id,
            "--title",
            "t",
            "--class",
            "open",
            "--actor",
            actor,
            "--data",
            &data,
        ]);
    };
    add(&video, "game/r1-b1", "video-1", "arb-1");
    // Attached as open too, it stays restricted.
    add(&answer, "game/r1-b1", "answer-2", "arb-1");
    let bundle = folder.path().join("cup.zip");
    let bundle = bundle.to_str().unwrap();
    said(&["export", "cup", "--bundle", bundle, "--data", &data]);
    let bytes = fs::read(bundle).unwrap();
    let holds = |text: &str| {
        let mut windows = bytes.windows(text.len());
        windows.any(|window| window == text.as_bytes())
    };
    assert!(holds(PDF) && !holds(STATEMENT));
    said(&["verify", bundle]);
}
