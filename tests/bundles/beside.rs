//! What lies beside the log: documents, people, the rule book, the schemas.

use crate::{caught, caught_by_that_alone, errors, sound};
use fupan_domain::ids::Sha256;
use fupan_replay::{
    audit::{AuditView, Verdict},
    bundle::{LeftOut, MANIFEST, Manifest, PEOPLE},
    person::PersonRecord,
    views::Severity,
};
use fupan_tests::{
    forging::{Forged, Heads},
    handing::{Handed, log_key},
};
use serde_json::{Value, json};

#[test]
fn another_schema_or_rule_book_than_was_published_is_caught() {
    let mut handed = Handed::genuine();
    handed.part("schemas/envelope.v1.json").push(b' ');
    caught_by_that_alone(&handed.verified(), "schema_differs", 0);
    let mut handed = Handed::genuine();
    handed.part("editions/cn-2002.json").push(b' ');
    caught_by_that_alone(&handed.verified(), "edition_differs", 0);
}

#[test]
fn a_schema_that_this_program_does_not_know_is_a_remark() {
    let mut handed = Handed::genuine();
    handed.put("schemas/event/game/later.v9.json", b"{}".to_vec());
    let view = handed.verified();
    assert_eq!(view.verdict, Verdict::SoundWithRemarks);
    assert_eq!(errors(&view), []);
}

#[test]
fn a_name_that_was_changed_is_caught_and_one_erased_is_told() {
    let mut handed = Handed::genuine();
    let people = String::from_utf8(handed.part(PEOPLE).clone()).unwrap();
    let changed = people.replacen("\"name\":\"", "\"name\":\"X", 1);
    *handed.part(PEOPLE) = changed.into_bytes();
    caught(&handed.verified(), "person_unknown", 0);
    let fewer = people.split_once('\n').unwrap().1.to_owned();
    *handed.part(PEOPLE) = fewer.into_bytes();
    // Somebody took it out on the way: the service said that it leaves out none.
    caught_by_that_alone(&handed.verified(), "left_out_differs", 0);
    leaves_out(&mut handed, 1, 0);
    let view = handed.verified();
    sound(&view);
    let told = view
        .discrepancies
        .iter()
        .any(|d| d.code == "people_left_out");
    assert!(told);
    *handed.part(PEOPLE) = b"{}\n".to_vec();
    caught(&handed.verified(), "person_unreadable", 0);
}

/// Has the bundle say that it leaves out so many records and documents.
fn leaves_out(handed: &mut Handed, people: u64, evidence: u64) {
    let mut manifest = Manifest::read(handed.part(MANIFEST)).unwrap();
    manifest.left_out = LeftOut { people, evidence };
    *handed.part(MANIFEST) = manifest.text().into_bytes();
}

/// The codes of what is told beside errors.
fn told(view: &AuditView) -> Vec<&str> {
    let found = view.discrepancies.iter();
    let beside = found.filter(|d| d.severity != Severity::Error);
    beside.map(|d| d.code.as_str()).collect()
}

/// Puts an entry of stream log before the last four; answers its seq.
fn says(forged: &mut Forged, n: u8, type_name: &str, data: Value) -> usize {
    let at = forged.0.len() - 4;
    let mut entry = forged.entry(at - 1);
    entry["id"] = json!(format!("00000000-0000-4000-9000-0000000002{n:02}"));
    entry["stream"] = json!("log");
    entry["type"] = json!(type_name);
    entry["actor"] = json!("keeper");
    entry["submitted_by"] = json!("keeper");
    entry["data"] = data;
    forged.0.insert(at, entry.to_string().into_bytes());
    forged.seal_again(Heads::New);
    at
}

#[test]
fn a_record_that_was_erased_and_is_put_back_is_caught_at_the_entry_that_erased_it() {
    let mut forged = Forged::genuine();
    let player = forged.entry(forged.find("player_registered", 0))["data"].clone();
    let erased = json!({
        "person": player["person"], "player": player["player"], "asked_by": player["player"],
        "reason": "withdrew consent",
    });
    let at = says(&mut forged, 1, "person_erased", erased);
    let mut handed = Handed::of(&forged, &log_key());
    caught_by_that_alone(&handed.verified(), "person_not_erased", at);
    // Handed on as it should be, without it.
    let people = String::from_utf8(handed.part(PEOPLE).clone()).unwrap();
    let person = player["person"].as_str().unwrap();
    let others = people.lines().filter(|line| {
        let record: PersonRecord = serde_json::from_str(line).unwrap();
        record.commitment().unwrap().to_string() != person
    });
    let others: Vec<&str> = others.collect();
    *handed.part(PEOPLE) = (others.join("\n") + "\n").into_bytes();
    leaves_out(&mut handed, 1, 0);
    let view = handed.verified();
    sound(&view);
    let note = view
        .discrepancies
        .iter()
        .find(|d| d.code == "people_left_out");
    assert!(note.unwrap().text.contains("1 of them erased"), "{note:?}");
}

#[test]
fn a_document_that_was_deleted_and_is_put_back_is_caught_at_the_entry_that_deleted_it() {
    let (mut forged, _) = with_document("open");
    let hash = Sha256::of(VIDEO);
    let received = json!({"sha256": hash, "bytes": VIDEO.len()});
    let deleted = json!({"sha256": hash, "evidence": ["video-1"], "why": "asked",
        "asked_by": "ann", "reason": "r"});
    // Attached, received, deleted: the first of them stands last in the forged one.
    let attached = forged.0.pop().unwrap();
    let at = forged.0.len() - 4;
    forged.0.insert(at, attached);
    let recorded_at = forged.entry(at - 1)["recorded_at"].clone();
    forged.rewrite(at, |entry| entry["recorded_at"] = recorded_at);
    forged.seal_again(Heads::New);
    says(&mut forged, 2, "evidence_received", received);
    let kept = forged.clone();
    let at = says(&mut forged, 3, "evidence_deleted", deleted);
    let name = format!("blobs/{hash}");
    let mut handed = Handed::of(&forged, &log_key());
    leaves_out(&mut handed, 0, 1);
    sound(&handed.verified());
    assert!(told(&handed.verified()).contains(&"evidence_deleted"));
    leaves_out(&mut handed, 0, 0);
    handed.put(&name, VIDEO.to_vec());
    caught_by_that_alone(&handed.verified(), "evidence_not_deleted", at);
    // Before it was deleted it belongs there, and that it is not is told.
    let mut handed = Handed::of(&kept, &log_key());
    caught_by_that_alone(&handed.verified(), "left_out_differs", 0);
    leaves_out(&mut handed, 0, 1);
    assert!(told(&handed.verified()).contains(&"evidence_left_out"));
    leaves_out(&mut handed, 0, 0);
    handed.put(&name, VIDEO.to_vec());
    sound(&handed.verified());
}

#[test]
fn a_file_that_any_entry_restricted_is_restricted() {
    let (mut forged, at) = with_document("open");
    let mut again = forged.entry(at);
    again["id"] = json!("00000000-0000-4000-9000-000000000003");
    again["data"]["evidence"] = json!("video-2");
    again["data"]["class"] = json!("restricted");
    forged.0.push(again.to_string().into_bytes());
    forged.seal_again(Heads::Kept);
    let mut handed = Handed::of(&forged, &log_key());
    leaves_out(&mut handed, 0, 1);
    sound(&handed.verified());
    assert!(!told(&handed.verified()).contains(&"evidence_left_out"));
    leaves_out(&mut handed, 0, 0);
    handed.put(&format!("blobs/{}", Sha256::of(VIDEO)), VIDEO.to_vec());
    assert!(told(&handed.verified()).contains(&"evidence_restricted"));
}

#[test]
fn another_rule_book_beside_or_in_the_place_of_the_one_in_force_is_caught() {
    let mut handed = Handed::genuine();
    handed.put("editions/cn-1988.json", b"forged".to_vec());
    caught_by_that_alone(&handed.verified(), "edition_unknown", 0);
    let handed = handed.without("editions/cn-2002.json");
    caught_by_that_alone(&handed.verified(), "edition_unknown", 0);
    let handed = handed.without("editions/cn-1988.json");
    let view = handed.verified();
    assert_eq!(view.verdict, Verdict::SoundWithRemarks);
    assert!(told(&view).contains(&"edition_left_out"));
}

#[test]
fn who_handed_an_entry_in_must_have_been_one_who_might() {
    // Nobody; who only reads; a player; whose office does not record that.
    for by in ["nobody", "auditor", "ann", "rec-1", "org-1"] {
        let mut forged = Forged::genuine();
        let at = forged.find("ruling_made", 0);
        forged.rewrite(at, |entry| entry["submitted_by"] = json!(by));
        forged.seal_again(Heads::New);
        let view = Handed::of(&forged, &log_key()).verified();
        caught_by_that_alone(&view, "not_for_others", at);
    }
    // A recorder may hand in his own stones alone, the chief arbiter anybody's, the keeper all.
    let mut forged = Forged::genuine();
    let stone = forged.find("stone_played", 0);
    for (by, may) in [("rec-1", false), ("chief-1", true), ("keeper", true)] {
        forged.rewrite(stone, |entry| entry["submitted_by"] = json!(by));
        forged.seal_again(Heads::New);
        let view = Handed::of(&forged, &log_key()).verified();
        let found = errors(&view);
        let expected = [("not_for_others", Some(stone as u64))];
        assert_eq!(found, if may { &[][..] } else { &expected[..] }, "{by}");
    }
}

const VIDEO: &[u8] = b"what the camera saw";

/// The small tournament with a document attached as its next to last entry.
fn with_document(class: &str) -> (Forged, usize) {
    let mut forged = Forged::genuine();
    let at = forged.0.len();
    let mut entry = forged.entry(at - 1);
    entry["id"] = json!("00000000-0000-4000-9000-000000000002");
    entry["stream"] = json!("tournament");
    entry["type"] = json!("evidence_attached");
    entry["actor"] = json!("chief-1");
    entry["submitted_by"] = json!("chief-1");
    entry["data"] = json!({
        "evidence": "video-1", "sha256": Sha256::of(VIDEO), "bytes": VIDEO.len(),
        "media_type": "video/mp4", "title": "Camera above board 1", "class": class,
    });
    forged.0.push(entry.to_string().into_bytes());
    forged.seal_again(Heads::Kept);
    (forged, at)
}

#[test]
fn a_document_with_other_bytes_than_were_recorded_is_caught() {
    let (forged, at) = with_document("open");
    let genuine = Handed::of(&forged, &log_key());
    let name = format!("blobs/{}", Sha256::of(VIDEO));
    let with = |bytes: &[u8]| {
        let mut handed = genuine.clone();
        handed.put(&name, bytes.to_vec());
        handed.verified()
    };
    let of_documents = |view: &fupan_replay::audit::AuditView| {
        let found = errors(view).into_iter();
        found
            .filter(|(code, _)| code.starts_with("evidence"))
            .count()
    };
    assert_eq!(of_documents(&with(VIDEO)), 0);
    caught(&with(b"what the camera sew"), "evidence_differs", at);
    caught(&with(b""), "evidence_differs", at);
    let mut other = genuine.clone();
    other.put(&format!("blobs/{}", Sha256::of(b"x")), b"x".to_vec());
    caught(&other.verified(), "evidence_unknown", 0);
}

#[test]
fn a_document_for_few_that_is_handed_on_is_a_remark() {
    let (forged, _) = with_document("restricted");
    let mut handed = Handed::of(&forged, &log_key());
    handed.put(&format!("blobs/{}", Sha256::of(VIDEO)), VIDEO.to_vec());
    let view = handed.verified();
    let told = view
        .discrepancies
        .iter()
        .any(|d| d.code == "evidence_restricted");
    assert!(told, "{:?}", view.discrepancies);
}
