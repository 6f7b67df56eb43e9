//! The data folder of a service: nobody else's while it runs, and a backup when it is
//! copied after that.

use crate::*;

/// The drill of docs/operations.md.
#[test]
fn a_copy_of_a_stopped_services_folder_is_a_backup() {
    let folder = tempfile::tempdir().unwrap();
    let data = demo_data(folder.path());
    let service = Served::of(&data, true);
    let show = |whence: [&str; 2]| {
        let args = ["show", "ledger", "lakeside", "--json"];
        let shown = stdout(&fupan(&[&args[..], &whence].concat()));
        serde_json::from_str::<Value>(&shown).unwrap()
    };
    let before = show(["--server", &service.url]);
    let keeper = service.keeper();
    assert!(service.stop());
    let copy = path(folder.path(), "copy");
    let copied = Command::new("cp").args(["-a", &data, &copy]).status();
    assert!(copied.unwrap().success());
    fs::remove_dir_all(&data).unwrap();
    stdout(&fupan(&["audit", "--data", &copy]));
    assert_eq!(show(["--data", &copy]), before);
    // In the folder's place it is the service again, with its tokens.
    fs::rename(&copy, &data).unwrap();
    let restored = Served::of(&data, false);
    assert_eq!(restored.get("/v1/tokens", &keeper).0, 200);
    assert_eq!(show(["--server", &restored.url]), before);
    assert!(restored.stop());
}

/// A folder has one service: whoever comes second hears where to ask instead.
#[test]
fn a_folder_that_is_served_is_nobody_elses() {
    let folder = tempfile::tempdir().unwrap();
    let data = demo_data(folder.path());
    let served = Served::of(&data, true);
    let pid = served.child.id().to_string();
    let file = path(folder.path(), "none.jsonl");
    fs::write(&file, "").unwrap();
    let verbs: [&[&str]; 6] = [
        &["serve", "--listen", "127.0.0.1:0"],
        &["show", "ledger", "lakeside"],
        &["audit"],
        &["rule", "lakeside", "r1-b1"],
        &["import", &file, "--ledger", "another"],
        &["export", "lakeside", "--csv", "out"],
    ];
    for verb in verbs {
        let output = fupan(&[verb, &["--data", &data]].concat());
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{verb:?} {told}");
        let hint = format!(
            "is served by process {pid} at {0}: ask that service, with --server {0}",
            served.url
        );
        assert!(told.contains(&hint), "{verb:?} {told}");
    }
    // On the very address that the other listens on, too.
    let listen = served.url.strip_prefix("http://").unwrap();
    let output = fupan(&["serve", "--data", &data, "--listen", listen]);
    assert!(
        String::from_utf8_lossy(&output.stderr).contains(&pid),
        "{output:?}"
    );
    assert!(served.stop());
    stdout(&fupan(&["show", "ledger", "lakeside", "--data", &data]));
    assert!(Served::of(&data, false).stop());
}
