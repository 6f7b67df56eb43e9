//! Everything that a forger can do to a ledger, caught by its code and by the
//! seq where it begins (design: what a verifier must catch). Most of it twice:
//! as a crude change of bytes, which the hashes give away, and with every hash
//! computed anew, where only what the entries say can give it away.

use fupan_domain::ids::EntryId;
use fupan_replay::{
    audit::{AuditView, Verdict},
    drafts::replay,
    verify::{Check, CheckState, Expected, KnownHead, Part},
    views::Severity,
};
use fupan_tests::{
    forging::{Forged, Heads},
    small_tournament,
};
use proptest::prelude::*;
use serde_json::{Value, json};

/// The codes of the errors found, in order, each with its seq.
fn errors(view: &AuditView) -> Vec<(String, Option<u64>)> {
    let errors = view
        .discrepancies
        .iter()
        .filter(|d| d.severity == Severity::Error);
    errors.map(|d| (d.code.clone(), d.seq)).collect()
}

/// The audit of `forged` is broken, first by that code at that seq.
#[track_caller]
fn caught_first(forged: &Forged, code: &str, seq: usize) {
    let view = forged.audit();
    let found = errors(&view);
    assert_eq!(view.verdict, Verdict::Broken, "{code}: nothing was found");
    assert_eq!(
        found.first(),
        Some(&(code.to_owned(), Some(seq as u64))),
        "all found: {found:?}"
    );
}

/// The audit of `forged` finds that code first at that seq, among others.
#[track_caller]
fn caught(forged: &Forged, code: &str, seq: usize) {
    let view = forged.audit();
    let found = errors(&view);
    assert_eq!(view.verdict, Verdict::Broken, "{code}: nothing was found");
    let first = found.iter().find(|(c, _)| c == code);
    assert_eq!(
        first,
        Some(&(code.to_owned(), Some(seq as u64))),
        "all found: {found:?}"
    );
}

/// Nothing gives `forged` away but a state of the ledger that was seen before.
#[track_caller]
fn caught_by_known_head_alone(forged: &Forged, known: KnownHead, code: &str, seq: usize) {
    assert_eq!(errors(&forged.audit()), []);
    let mut expected = Expected::named(small_tournament::name());
    expected.known = vec![known];
    let found = errors(&forged.audit_against(expected));
    assert_eq!(found, [(code.to_owned(), Some(seq as u64))]);
}

fn state_of(view: &Value, part: &str, check: &str) -> Value {
    let checks = view[part]["checks"].as_array().into_iter().flatten();
    let found = checks.into_iter().find(|c| c["check"] == check);
    found.unwrap_or_else(|| panic!("{part} has no check {check}"))["state"].clone()
}

#[test]
fn a_genuine_ledger_is_sound_and_its_games_come_out_as_they_were_confirmed() {
    let genuine = Forged::genuine();
    let mut expected = Expected::named(small_tournament::name());
    expected.recorded = Some(genuine.head());
    expected.known = vec![genuine.head_at(7), genuine.head_at(0), genuine.head()];
    let view = genuine.audit_against(expected);
    assert_eq!(errors(&view), []);
    assert_eq!(view.verdict, Verdict::Sound);
    let view = serde_json::to_value(view).unwrap();
    for part in ["chain", "schemas", "acceptance"] {
        assert_eq!(view[part]["state"], "sound");
    }
    for part in ["tree", "signatures", "standings"] {
        assert_eq!(view[part]["state"], "unchecked");
        assert!(view[part]["reason"].is_string());
    }
    for check in Check::ALL {
        let part = match check.part() {
            Part::Chain => "chain",
            Part::Schemas => "schemas",
            Part::Acceptance => "acceptance",
            // Entries alone have neither file nor tree nor what lies beside them.
            Part::Bundle | Part::Tree | Part::Signatures | Part::Attachments => continue,
        };
        assert_eq!(
            state_of(&view, part, check.name()),
            "sound",
            "{}",
            check.name()
        );
    }
    let resignation = json!({"outcome": "black", "by": "resignation"});
    let count = json!({"outcome": "black", "by": "count", "margin_qz": 3});
    assert_eq!(
        view["games"],
        json!([
            {"game": "r1-b1", "status": "confirmed", "result": resignation, "recorded": resignation, "agrees": true},
            {"game": "r1-b2", "status": "confirmed", "result": count, "recorded": count, "agrees": true},
        ])
    );
    // A correction is listed, and says nothing against the ledger.
    let codes: Vec<&Value> = view["discrepancies"]
        .as_array()
        .unwrap()
        .iter()
        .map(|d| &d["code"])
        .collect();
    assert_eq!(codes, ["entry_corrected"]);
    assert_eq!(view["verdict"], "sound");
}

/// A schema keeps it out of a ledger of this program; a foreign one may hold it.
#[test]
fn an_appeal_that_challenges_nothing_is_told() {
    let mut forged = Forged::genuine();
    let filed = forged.find("appeal_filed", 0);
    forged.rewrite(filed, |entry| {
        entry["data"]["against"] = json!([]);
        entry["data"].as_object_mut().unwrap().remove("game");
    });
    forged.seal_again(Heads::New);
    let view = forged.audit();
    let told = view.discrepancies.iter();
    let told: Vec<_> = told
        .filter(|d| d.code == "appeal_against_nothing")
        .map(|d| (d.severity, d.seq))
        .collect();
    assert_eq!(told, [(Severity::Remark, Some(filed as u64))]);
    caught(&forged, "payload_invalid", filed);
}

#[test]
fn sealing_a_genuine_ledger_again_gives_the_same_bytes() {
    let mut again = Forged::genuine();
    again.seal_again(Heads::New);
    assert_eq!(again, Forged::genuine());
}

#[test]
fn a_ledger_without_entries_is_broken() {
    caught_first(&Forged(Vec::new()), "first_entry", 0);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    /// The last entry is held by the head alone, all others by the chain.
    #[test]
    fn any_changed_byte_of_any_entry_is_caught(
        entry in any::<prop::sample::Index>(), byte in any::<prop::sample::Index>(), change in 1_u8..=255
    ) {
        let genuine = Forged::genuine();
        let mut forged = genuine.clone();
        let index = entry.index(forged.0.len());
        let at = byte.index(forged.0[index].len());
        forged.0[index][at] ^= change;
        let mut expected = Expected::named(small_tournament::name());
        expected.recorded = Some(genuine.head());
        let view = forged.audit_against(expected);
        prop_assert_eq!(view.verdict, Verdict::Broken);
        // It is told there, or where the next entry no longer fits. Not always first: the
        // byte may be one of the seq, and an entry out of order is told by the seq it claims.
        let told = errors(&view);
        let near = [Some(index as u64), Some(index as u64 + 1)];
        prop_assert!(told.iter().any(|(_, seq)| near.contains(seq)), "{:?}", told);
        if index + 1 < forged.0.len() {
            prop_assert_eq!(forged.audit().verdict, Verdict::Broken);
        }
    }

    #[test]
    fn any_bytes_in_place_of_an_entry_are_caught(
        entry in any::<prop::sample::Index>(), bytes in prop::collection::vec(any::<u8>(), 0..300)
    ) {
        let mut forged = Forged::genuine();
        let index = entry.index(forged.0.len());
        forged.0[index] = bytes;
        let found = errors(&forged.audit());
        let (code, seq) = found.first().ok_or_else(|| TestCaseError::fail("not caught"))?;
        // A lone digit is JSON, though no entry.
        prop_assert!(["not_readable", "envelope_invalid"].contains(&code.as_str()), "{code}");
        prop_assert_eq!(*seq, Some(index as u64));
    }
}

#[test]
fn a_flipped_bit_in_a_text_is_caught_by_the_chain() {
    let mut forged = Forged::genuine();
    let index = forged.find("breach_observed", 0);
    forged.replace(index, "a friend", "a fsiend");
    caught_first(&forged, "chain_broken", index + 1);
}

#[test]
fn a_text_rewritten_and_sealed_again_is_caught_by_a_head_seen_before() {
    let genuine = Forged::genuine();
    let mut forged = genuine.clone();
    let index = forged.find("breach_observed", 0);
    forged.replace(index, "a friend", "his coach");
    forged.seal_again(Heads::New);
    let size = index + 1;
    caught_by_known_head_alone(&forged, genuine.head_at(size), "other_history", index);
}

#[test]
fn two_entries_swapped_are_caught() {
    let mut forged = Forged::genuine();
    let stone = forged.find("stone_played", 3);
    forged.0.swap(stone, stone + 1);
    caught_first(&forged, "entry_missing", stone);
    caught(&forged, "entry_out_of_order", stone);
    caught(&forged, "chain_broken", stone + 1);
    caught(&forged, "recorded_backwards", stone);
    // Sealed again, only the server's clock tells.
    forged.seal_again(Heads::New);
    caught_first(&forged, "recorded_backwards", stone + 1);
}

#[test]
fn two_entries_swapped_with_their_times_are_caught_where_one_needs_the_other() {
    let mut forged = Forged::genuine();
    let ruling = forged.find("ruling_made", 0);
    let (first, second) = (forged.entry(ruling), forged.entry(ruling + 1));
    for (index, from) in [(ruling, second), (ruling + 1, first)] {
        forged.rewrite(index, |entry| {
            for key in ["type", "data", "id", "actor"] {
                entry[key] = from[key].clone();
            }
        });
    }
    forged.seal_again(Heads::New);
    caught_first(&forged, "unknown_ruling", ruling);
}

#[test]
fn an_entry_left_out_in_the_middle_is_caught() {
    let mut forged = Forged::genuine();
    let stone = forged.find("stone_played", 4);
    forged.0.remove(stone);
    caught_first(&forged, "entry_missing", stone);
    caught(&forged, "chain_broken", stone + 1);
    caught(&forged, "stream_version", stone + 1);
    caught(&forged, "stream_broken", stone + 1);
    // Sealed again, the round was closed over a game that had it.
    forged.seal_again(Heads::Kept);
    caught_first(
        &forged,
        "round_heads_differ",
        forged.find("round_closed", 0),
    );
    // With the round's hash too, a head seen before tells.
    forged.seal_again(Heads::New);
    let known = Forged::genuine().head_at(stone + 1);
    caught_by_known_head_alone(&forged, known, "other_history", stone);
}

#[test]
fn an_entry_left_out_on_which_others_rest_is_caught_by_those() {
    let mut forged = Forged::genuine();
    let pairing = forged.find("round_paired", 0);
    forged.0.remove(pairing);
    forged.seal_again(Heads::New);
    caught_first(&forged, "game_not_paired", pairing);
}

#[test]
fn a_tail_cut_off_is_caught_by_a_head_seen_before_and_by_the_store() {
    let genuine = Forged::genuine();
    let mut forged = genuine.clone();
    forged.0.truncate(40);
    caught_by_known_head_alone(&forged, genuine.head(), "tail_cut", 40);
    let mut expected = Expected::named(small_tournament::name());
    expected.recorded = Some(genuine.head());
    let found = errors(&forged.audit_against(expected));
    assert_eq!(found, [("head_differs".to_owned(), Some(39))]);
}

#[test]
fn a_games_tail_left_out_is_caught_by_the_closing_of_the_round() {
    let mut forged = Forged::genuine();
    let confirmed = forged.find("result_confirmed", 1);
    forged.0.remove(confirmed);
    forged.seal_again(Heads::Kept);
    caught_first(
        &forged,
        "round_heads_differ",
        forged.find("round_closed", 0),
    );
}

#[test]
fn a_first_entry_replaced_or_cut_off_is_caught() {
    let mut forged = Forged::genuine();
    forged.rewrite(0, |entry| entry["data"]["name"] = json!("Autumn Open"));
    caught_first(&forged, "chain_broken", 1);
    forged.seal_again(Heads::New);
    let known = Forged::genuine().head_at(1);
    caught_by_known_head_alone(&forged, known, "other_history", 0);
    let mut forged = Forged::genuine();
    forged.0.remove(0);
    caught_first(&forged, "entry_missing", 0);
    caught(&forged, "chain_broken", 1);
    caught(&forged, "first_entry", 1);
    forged.seal_again(Heads::New);
    caught_first(&forged, "first_entry", 0);
    caught(&forged, "not_opened", 0);
}

#[test]
fn a_first_entry_that_names_one_before_it_is_caught() {
    let mut forged = Forged::genuine();
    forged.rewrite(0, |entry| entry["prev"] = json!("ab".repeat(32)));
    caught_first(&forged, "chain_broken", 0);
}

#[test]
fn the_same_id_twice_is_caught() {
    let mut forged = Forged::genuine();
    let stone = forged.find("stone_played", 2);
    let id = forged.entry(stone)["id"].clone();
    forged.rewrite(stone + 1, |entry| entry["id"] = id);
    caught_first(&forged, "id_twice", stone + 1);
    caught(&forged, "chain_broken", stone + 2);
    forged.seal_again(Heads::New);
    caught_first(&forged, "id_twice", stone + 1);
}

#[test]
fn a_server_clock_that_runs_backwards_is_caught() {
    let mut forged = Forged::genuine();
    forged.rewrite(20, |entry| {
        entry["recorded_at"] = json!("2026-05-01T08:00:00.000Z");
    });
    caught_first(&forged, "recorded_backwards", 20);
    caught(&forged, "chain_broken", 21);
    forged.seal_again(Heads::New);
    caught_first(&forged, "recorded_backwards", 20);
    // One clock that was set back is told once.
    assert_eq!(errors(&forged.audit()).len(), 1);
}

#[test]
fn a_fact_told_ahead_of_its_recording_is_a_remark_past_the_skew_allowed() {
    let mut forged = Forged::genuine();
    let stone = forged.find("stone_played", 2);
    let told_at = |forged: &mut Forged, at: &str| {
        let at = at.to_owned();
        forged.rewrite(stone, |entry| {
            entry["at"] = json!(at);
            entry["recorded_at"] = json!("2026-05-01T09:00:16.000Z");
        });
        forged.seal_again(Heads::New);
        forged.audit()
    };
    let ahead = |view: &AuditView| {
        view.discrepancies
            .iter()
            .find(|d| d.code == "at_ahead")
            .cloned()
    };
    assert_eq!(
        ahead(&told_at(&mut forged, "2026-05-01T09:05:16.000Z")),
        None
    );
    let view = told_at(&mut forged, "2026-05-01T09:05:16.001Z");
    let remark = ahead(&view).unwrap();
    assert_eq!(
        (remark.severity, remark.seq),
        (Severity::Remark, Some(stone as u64))
    );
    assert_eq!(view.verdict, Verdict::SoundWithRemarks);
    let mut expected = Expected::named(small_tournament::name());
    expected.skew_ms = fupan_domain::Millis(300_001);
    assert_eq!(ahead(&forged.audit_against(expected)), None);
}

#[test]
fn an_entry_of_another_ledger_is_caught() {
    let mut forged = Forged::genuine();
    forged.rewrite(9, |entry| entry["ledger"] = json!("autumn-open"));
    forged.seal_again(Heads::New);
    caught_first(&forged, "other_ledger", 9);
}

#[test]
fn bytes_that_are_json_but_not_canonical_are_caught() {
    let genuine = Forged::genuine();
    let index = genuine.find("stone_played", 0);
    let forge = |text: &str, by: &str| {
        let mut forged = genuine.clone();
        forged.replace(index, text, by);
        forged
    };
    let spaced = forge(r#"{"actor":"#, r#"{"actor": "#);
    let reordered = forge(
        r#""colour":"black","point":"E1""#,
        r#""point":"E1","colour":"black""#,
    );
    let escaped = forge(r#""point":"E1""#, r#""point":"\u00451""#);
    let ended = forge("},", "}\n,");
    for forged in [spaced, reordered, escaped, ended] {
        caught_first(&forged, "not_canonical", index);
        caught(&forged, "chain_broken", index + 1);
        // What it says is read all the same.
        assert_eq!(
            errors(&forged.audit()).len(),
            3,
            "{:?}",
            errors(&forged.audit())
        );
    }
    let fraction = forge(r#""schema":1"#, r#""schema":1.0"#);
    let doubled = forge(
        r#""colour":"black""#,
        r#""colour":"white","colour":"black""#,
    );
    let marked = forge(r#"{"actor""#, "\u{feff}{\"actor\"");
    for forged in [fraction, doubled, marked] {
        caught_first(&forged, "not_readable", index);
    }
    // The last entry has none after it whose hash could tell.
    let mut forged = genuine.clone();
    let last = forged.0.len() - 1;
    forged.replace(last, r#"{"actor":"#, r#"{ "actor":"#);
    caught_first(&forged, "not_canonical", last);
}

#[test]
fn an_entry_that_is_too_long_is_caught() {
    let mut forged = Forged::genuine();
    let index = forged.find("breach_observed", 0);
    forged.rewrite(index, |entry| {
        entry["data"]["facts"] = json!("x".repeat(70_000));
    });
    forged.seal_again(Heads::New);
    caught_first(&forged, "too_long", index);
}

#[test]
fn a_payload_that_its_schema_rejects_is_caught() {
    let mut forged = Forged::genuine();
    let index = forged.find("stone_played", 1);
    forged.rewrite(index, |entry| entry["data"]["colour"] = json!("red"));
    caught_first(&forged, "payload_invalid", index);
    forged.seal_again(Heads::New);
    caught_first(&forged, "payload_invalid", index);
}

#[test]
fn a_schema_version_that_was_never_published_is_caught() {
    let mut forged = Forged::genuine();
    let index = forged.find("stone_played", 1);
    forged.rewrite(index, |entry| entry["schema"] = json!(7));
    forged.seal_again(Heads::New);
    caught_first(&forged, "payload_invalid", index);
}

#[test]
fn an_entry_with_a_field_too_many_is_caught() {
    let mut forged = Forged::genuine();
    let index = forged.find("stone_played", 1);
    forged.rewrite(index, |entry| entry["note"] = json!("x"));
    caught_first(&forged, "envelope_invalid", index);
}

#[test]
fn another_rule_book_than_the_one_recorded_is_caught() {
    let mut forged = Forged::genuine();
    forged.rewrite(0, |entry| {
        entry["data"]["edition_sha256"] = json!("cd".repeat(32));
    });
    caught_first(&forged, "other_edition", 0);
    forged.seal_again(Heads::New);
    caught_first(&forged, "other_edition", 0);
    forged.rewrite(0, |entry| entry["data"]["edition"] = json!("cn-1988"));
    forged.seal_again(Heads::New);
    caught_first(&forged, "other_edition", 0);
}

#[test]
fn an_article_that_the_rule_book_does_not_have_is_caught() {
    let mut forged = Forged::genuine();
    let ruling = forged.find("ruling_made", 1);
    forged.rewrite(ruling, |entry| {
        entry["data"]["article"] = json!("cn-2002:18.9");
    });
    caught_first(&forged, "unknown_article", ruling);
    forged.seal_again(Heads::New);
    caught_first(&forged, "unknown_article", ruling);
    // A clause is in force only from the entry that enacts it.
    let mut forged = Forged::genuine();
    forged.0.remove(forged.find("regulations_supplemented", 0));
    forged.seal_again(Heads::New);
    caught_first(
        &forged,
        "unknown_article",
        forged.find("breach_observed", 0),
    );
}

#[test]
fn an_author_without_the_right_at_that_time_is_caught() {
    let mut forged = Forged::genuine();
    let ruling = forged.find("ruling_made", 0);
    forged.rewrite(ruling, |entry| entry["actor"] = json!("rec-1"));
    caught_first(&forged, "no_right", ruling);
    forged.seal_again(Heads::New);
    caught_first(&forged, "no_right", ruling);
    // A recorder of another board.
    let mut forged = Forged::genuine();
    let stone = forged.find("stone_played", 0);
    forged.rewrite(stone, |entry| entry["actor"] = json!("rec-1"));
    forged.seal_again(Heads::New);
    caught_first(&forged, "no_right", stone);
    // Somebody who was appointed only after the act.
    let mut forged = Forged::genuine();
    let decided = forged.find("appeal_decided", 0);
    let appointment = forged.0.remove(forged.find("official_appointed", 4));
    forged.0.insert(decided, appointment);
    let recorded_at = forged.entry(decided - 1)["recorded_at"].clone();
    forged.rewrite(decided, |entry| entry["recorded_at"] = recorded_at);
    forged.seal_again(Heads::New);
    caught_first(&forged, "no_right", decided - 1);
}

#[test]
fn a_stone_on_a_stone_is_caught() {
    let mut forged = Forged::genuine();
    let stone = forged.find("stone_played", 1);
    forged.rewrite(stone, |entry| entry["data"]["point"] = json!("E1"));
    caught_first(&forged, "point_occupied", stone);
    forged.seal_again(Heads::New);
    caught_first(&forged, "point_occupied", stone);
    // Told once: the game's own reading would say the same.
    assert_eq!(errors(&forged.audit()).len(), 1);
}

#[test]
fn a_result_that_does_not_follow_from_the_facts_is_caught() {
    let mut forged = Forged::genuine();
    let confirmed = forged.find("result_confirmed", 1);
    let id = forged.entry(confirmed)["id"].clone();
    forged.rewrite(confirmed, |entry| {
        entry["data"]["result"]["outcome"] = json!("white");
    });
    caught(&forged, "chain_broken", confirmed + 1);
    forged.seal_again(Heads::New);
    // What both players and an official confirmed is binding, even if it is
    // wrong: the ledger may really hold it, but whoever relied on it would be deceived.
    let view = forged.audit();
    assert_eq!(view.verdict, Verdict::Broken);
    assert_eq!(view.record, Verdict::SoundWithRemarks);
    caught_first(&forged, "confirmed_otherwise", confirmed);
    assert_eq!(errors(&view).len(), 1);
    let mut found = view.discrepancies.iter();
    let told = found.find(|d| d.code == "confirmed_otherwise").unwrap();
    assert_eq!(json!(told.entry), id);
    let game = serde_json::to_value(&view.games[1]).unwrap();
    assert_eq!(game["agrees"], false);
    assert_eq!(game["result"]["outcome"], "black");
    assert_eq!(game["recorded"]["outcome"], "white");
}

#[test]
fn an_act_after_the_confirmed_result_is_caught() {
    let mut forged = Forged::genuine();
    let confirmed = forged.find("result_confirmed", 0);
    let stone = forged.0[forged.find("stone_played", 10)].clone();
    forged.0.insert(confirmed + 1, stone);
    let recorded_at = forged.entry(confirmed)["recorded_at"].clone();
    forged.rewrite(confirmed + 1, |entry| {
        entry["id"] = json!(small_tournament::id(999));
        entry["data"]["point"] = json!("A1");
        entry["recorded_at"] = recorded_at;
    });
    forged.seal_again(Heads::New);
    caught_first(&forged, "game_confirmed", confirmed + 1);
}

#[test]
fn what_is_read_a_second_time_must_be_what_was_verified() {
    let genuine = Forged::genuine();
    let other = |_: &fupan_domain::event::Stream, n: usize| {
        Ok(genuine
            .0
            .iter()
            .take(n)
            .map(|b| b.as_slice().into())
            .collect())
    };
    let expected = Expected::named(small_tournament::name());
    let mut auditor = fupan_replay::audit::Auditor::new(expected, &other);
    for bytes in &genuine.0 {
        auditor.push(bytes);
    }
    let view = auditor.finish();
    // The second game is folded anew after the appeal that decided about it.
    let decided = genuine.find("appeal_decided", 0) as u64;
    assert_eq!(
        errors(&view).first(),
        Some(&("read_again".to_owned(), Some(decided + 1)))
    );
}

#[test]
fn a_game_that_was_let_go_of_is_read_again_when_something_follows() {
    let drafts = small_tournament::round_of(70);
    let forged = Forged::of(&small_tournament::played(&drafts));
    let view = forged.audit();
    assert_eq!(errors(&view), []);
    // The correction came when 69 other games had been confirmed.
    assert_eq!(view.verdict, Verdict::SoundWithRemarks);
    assert_eq!(view.games.len(), 70);
    for game in &view.games {
        let first = game.game.as_str() == "r2-b1";
        assert_eq!(game.agrees, Some(!first), "{}", game.game);
    }
}

#[test]
fn what_could_be_recorded_is_never_broken() {
    let folder = std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/cases"));
    let mut audited = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|e| e != "jsonl") {
            continue;
        }
        let drafts = std::fs::read(&path).unwrap();
        // Some cases are about drafts that are refused.
        if let Ok(replayed) = replay(small_tournament::name(), &drafts) {
            let view = Forged::of(&replayed).audit();
            assert_ne!(view.record, Verdict::Broken, "{}", path.display());
            // A result that was confirmed and does not follow can be recorded, and is told.
            let mut found = errors(&view);
            found.retain(|(code, _)| code != "confirmed_otherwise");
            assert_eq!(found, [], "{}", path.display());
            audited += 1;
        }
    }
    assert!(audited > 20, "{audited} cases");
}

#[test]
fn many_of_a_kind_are_counted_and_the_first_is_shown() {
    let mut forged = Forged::genuine();
    let last = forged.0.len() - 1;
    let copy = forged.0[last].clone();
    forged.0.extend(std::iter::repeat_n(copy, 150));
    let view = forged.audit();
    let twice: Vec<_> = view
        .discrepancies
        .iter()
        .filter(|d| d.code == "id_twice")
        .collect();
    assert_eq!(twice.len(), 101);
    assert!(
        twice[100].text.starts_with("50 more"),
        "{}",
        twice[100].text
    );
    let first: EntryId = twice[0].entry.unwrap();
    assert_eq!(first.to_string(), small_tournament::id(last));
    let ids = view.chain.checks.iter().find(|c| c.check == "ids").unwrap();
    assert!(matches!(&ids.state, CheckState::Broken { seq, .. } if *seq == last as u64));
}
