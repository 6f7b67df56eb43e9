//! What lies beside the log: documents, people, the rule book, the schemas.

use crate::{caught, caught_by_that_alone, errors, sound};
use fupan_domain::ids::Sha256;
use fupan_replay::{audit::Verdict, bundle::PEOPLE};
use fupan_tests::{
    forging::{Forged, Heads},
    handing::{Handed, log_key},
};
use serde_json::json;

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
    caught_by_that_alone(&handed.verified(), "person_unknown", 0);
    let fewer = people.split_once('\n').unwrap().1.to_owned();
    *handed.part(PEOPLE) = fewer.into_bytes();
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

const VIDEO: &[u8] = b"what the camera saw";

/// The small tournament with a document attached as its next to last entry.
fn with_document(class: &str) -> (Forged, usize) {
    let mut forged = Forged::genuine();
    let at = forged.0.len();
    let mut entry = forged.entry(at - 1);
    entry["id"] = json!("00000000-0000-4000-9000-000000000002");
    entry["stream"] = json!("tournament");
    entry["type"] = json!("evidence_attached");
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
