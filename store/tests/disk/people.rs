//! The records of people in a folder: what was erased stands in no file of it.

use crate::{support::*, *};

/// The line of a player in the file of the records of people.
pub fn line_of(number: u128, seq: u64, name: &str) -> String {
    let record = player(number, name).person.unwrap();
    let record = serde_json::to_string(&record).unwrap();
    format!("{{\"record\":{record},\"seq\":{seq}}}\n")
}

/// How often a text stands in the files under a folder, byte by byte.
fn occurrences(folder: &Path, text: &str) -> usize {
    let mut found = 0;
    for file in fs::read_dir(folder).unwrap().flatten() {
        let path = file.path();
        if path.is_dir() {
            found += occurrences(&path, text);
            continue;
        }
        let bytes = fs::read(&path).unwrap();
        let windows = bytes.windows(text.len());
        found += windows.filter(|window| *window == text.as_bytes()).count();
    }
    found
}

#[test]
fn what_is_taken_out_of_sled_stays_in_its_files() {
    // The reason why the records of people do not lie in sled: it frees what was taken
    // out when it next wants the space, and writes no zeros.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cup");
    let store = create(&path).unwrap();
    store.append(batch(vec![stone(1, 1)])).unwrap();
    drop(store);
    tamper(&path, |db| {
        db.insert(b"p", "聂卫平".as_bytes()).unwrap();
    });
    tamper(&path, |db| {
        db.remove(b"p").unwrap();
    });
    drop(open(&path).unwrap());
    assert!(occurrences(&path, "聂卫平") > 0);
}

#[test]
fn a_name_that_was_erased_stands_in_no_file_of_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cup");
    let store = create(&path).unwrap();
    let players = (0..40).map(|n| player(n, &format!("player number {n} of all")));
    store.append(batch(players.collect())).unwrap();
    store.append(batch(vec![player(900, "聂卫平")])).unwrap();
    assert_eq!(occurrences(&path, "聂卫平"), 1);
    // Who opened the file before keeps it, and what lay in its blocks shows there.
    let old = folder.path().join("old");
    fs::hard_link(path.join("people.jsonl"), &old).unwrap();
    let person = player(900, "聂卫平").person.unwrap();
    assert!(store.erase_person(person.commitment().unwrap()).unwrap());
    assert_eq!(occurrences(&path, "聂卫平"), 0);
    assert_eq!(occurrences(&path, &person.salt), 0);
    assert!(fs::read(&old).unwrap().iter().all(|byte| *byte == 0));
    drop(store);
    assert_eq!(occurrences(&path, "聂卫平"), 0);
    let store = open(&path).unwrap();
    assert_eq!(store.people().unwrap().len(), 40);
    store.append(batch(vec![player(901, "马晓春")])).unwrap();
    drop(store);
    assert_eq!(open(&path).unwrap().people().unwrap().len(), 41);
}

#[test]
fn an_erasing_that_was_cut_off_leaves_no_copy() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cup");
    let store = create(&path).unwrap();
    store.append(batch(vec![player(900, "聂卫平")])).unwrap();
    drop(store);
    fs::write(path.join("people.jsonl.new"), line_of(900, 0, "聂卫平")).unwrap();
    let store = open(&path).unwrap();
    assert_eq!(occurrences(&path, "聂卫平"), 1);
    assert_eq!(store.people().unwrap().len(), 1);
}

#[test]
fn a_damaged_record_of_a_person_is_told_and_one_that_was_cut_off_goes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cup");
    let store = create(&path).unwrap();
    store
        .append(batch(vec![player(1, "聂卫平"), player(2, "马晓春")]))
        .unwrap();
    drop(store);
    let file = path.join("people.jsonl");
    let whole = fs::read_to_string(&file).unwrap();
    assert_eq!(whole.lines().count(), 2);
    fs::write(&file, format!("{whole}{}", &line_of(3, 2, "常昊")[..40])).unwrap();
    drop(open(&path).unwrap());
    assert_eq!(fs::read_to_string(&file).unwrap().lines().count(), 2);
    // Another name under the same salt is not what the entry commits to, and a line
    // that is none hides somebody's record.
    for damaged in [
        whole.replacen("record", "recorp", 1),
        whole.replacen('{', "x", 1),
    ] {
        fs::write(&file, damaged).unwrap();
        match open(&path) {
            Err(OpenError::Unsound {
                fault: Fault::People(why),
                ..
            }) => {
                assert_eq!(why, "line 1 is damaged");
            }
            other => panic!("{:?}", other.err()),
        }
    }
}
