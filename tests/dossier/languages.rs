//! A dossier speaks the language that was asked for, and that alone: what people
//! wrote stands as they wrote it, and only ids, vertices and names are Latin.

use crate::{dossier, kept, three_steps};
use fupan::{
    dossier::{Dossier, render},
    i18n::{Lang, Texts, zone::Zone},
};
use fupan_tests::{
    latin::{latin_words, words_of_the_program},
    script::{Script, game, game_with},
};
use serde_json::json;

/// An appeal in which the rule book has much to say: findings of several parts of
/// the rule table, ruled and left open, and every kind of order.
fn much_found() -> Script {
    let time = json!({"turn_ends": "press", "time": {"kind": "reserved_byoyomi",
        "limit_ms": 120_000, "periods": 1, "period_ms": 60_000}});
    let press = |colour: &str| json!({"colour": colour});
    game_with("cn-2002", &time)
        .fact("clock_pressed", press("black"))
        .stones("B Q16")
        .by("arb-1", "breach_observed", json!({"colour": "black", "breach": "phone_rang", "facts": "响了"}))
        .fact("byoyomi_read", json!({"colour": "white", "call": "left 1"}))
        .fact("byoyomi_read", json!({"colour": "white", "call": "1m", "misread": true}))
        .by("rec-1", "complaint_raised", json!({"by": "white", "text": "读错了"}))
        .rules("ruling-1", json!([
            {"do": "restore_stones", "colour": "white", "points": ["C3"]},
            {"do": "move_stone", "from": "C3", "to": "D4"},
            {"do": "set_clock", "white_periods": 1, "white_ms": 61_000},
            {"do": "resume"},
        ]))
        .punishes("ruling-1", "white", "deduct_zi", &json!({"qz": 3}))
        .files("a1", &["ruling-1"])
        .decides("a1", json!([
            {"do": "overturn", "ruling": "ruling-1"},
            {"do": "set_result", "result": {"outcome": "black", "by": "ruling", "margin_qz": 5}},
        ]))
}

#[test]
fn no_english_stands_in_a_dossier_of_another_language() {
    for script in [three_steps(), much_found()] {
        let reader = kept(&script.file());
        let english = words_of_the_program(&dossier(&reader, Lang::En));
        assert!(latin_words(&english).len() > 100);
        for lang in Lang::ALL.into_iter().filter(|lang| *lang != Lang::En) {
            let said = words_of_the_program(&dossier(&reader, lang));
            assert_eq!(latin_words(&said), Vec::<&str>::new(), "{lang}");
        }
    }
}

#[test]
fn what_the_rule_book_says_is_said_in_the_language_asked_for() {
    let reader = kept(&three_steps().file());
    for (lang, row, allowed) in [
        (
            Lang::ZhHans,
            "白方 未找劫材，即刻提回单劫",
            "着手无效，弃权一次，警告一次",
        ),
        (
            Lang::ZhHant,
            "白方 未找劫材，即刻提回單劫",
            "著手無效，棄權一次，警告一次",
        ),
        (
            Lang::Ja,
            "コウを次の手で直ちに取り返した",
            "着手無効、手番喪失、警告",
        ),
        (
            Lang::Ko,
            "패를 바로 다음 수에 되따냄",
            "착수 무효, 착수권 상실, 경고",
        ),
    ] {
        let page = dossier(&reader, lang);
        assert!(page.contains(row) && page.contains(allowed), "{lang}");
    }
    let english = dossier(&reader, Lang::En);
    assert!(english.contains("white retook the ko at C3 on the very next move"));
}

#[test]
fn an_outcome_in_an_arbiters_own_words_stands_as_he_wrote_it() {
    let script = game("cn-2002")
        .stones("B Q16")
        .rules("ruling-1", json!([]))
        .files("a1", &["ruling-1"]);
    let page = dossier(&kept(&script.file()), Lang::Ja);
    assert!(page.contains(r#"<bdi lang="">as ruled</bdi>"#), "{page}");
}

#[test]
fn times_are_in_the_zone_of_the_reader() {
    let reader = kept(&three_steps().file());
    let dossier = Dossier::collect(&reader, &"a1".parse().unwrap()).unwrap();
    let at = |zone: &str| {
        render(
            &dossier,
            Texts::of(Lang::ZhHans),
            &zone.parse::<Zone>().unwrap(),
        )
    };
    assert!(at("UTC").contains("2026-05-01 12:00:01 UTC"));
    let shanghai = at("Asia/Shanghai");
    assert!(shanghai.contains("2026-05-01 20:00:01 +08:00") && !shanghai.contains(" UTC"));
    assert!(shanghai.contains("<dt>时区</dt><dd><code>Asia/Shanghai</code></dd>"));
    // What machines read stays a moment in UTC.
    assert!(shanghai.contains("<time datetime=\"2026-05-01T"));
}
