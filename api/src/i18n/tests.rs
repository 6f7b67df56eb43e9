//! All five files say the same things, and every key that the program names is
//! there.

use super::*;
use fluent_syntax::{
    ast::{Entry, Expression, InlineExpression, Pattern, PatternElement},
    parser,
};
use fupan_domain::{
    event::{AccessEvent, AppealEvent, GameEvent, LogEvent, ReviewEvent, TournamentEvent},
    official::Role,
    rulebook::{Decider, Window},
    score::QuarterZi,
};
use fupan_replay::verify::Check;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

/// The variables of each key of a language's file.
fn keys(lang: Lang) -> BTreeMap<String, BTreeSet<String>> {
    let resource = parser::parse(lang.source()).unwrap_or_else(|(_, e)| panic!("{lang}: {e:?}"));
    let mut keys = BTreeMap::new();
    for entry in resource.body {
        if let Entry::Message(message) = entry {
            let mut variables = BTreeSet::new();
            variables_of(&message.value.unwrap(), &mut variables);
            let old = keys.insert(message.id.name.to_owned(), variables);
            assert_eq!(old, None, "{lang}: {} stands twice", message.id.name);
        }
    }
    keys
}

fn variables_of(pattern: &Pattern<&str>, into: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { .. } => {}
            PatternElement::Placeable {
                expression: Expression::Inline(inline),
            } => match inline {
                InlineExpression::VariableReference { id } => {
                    into.insert(id.name.to_owned());
                }
                InlineExpression::StringLiteral { .. } => {}
                other => panic!("{other:?} is not looked into by this test"),
            },
            PatternElement::Placeable {
                expression: Expression::Select { selector, variants },
            } => {
                if let InlineExpression::VariableReference { id } = selector {
                    into.insert(id.name.to_owned());
                }
                for variant in variants {
                    variables_of(&variant.value, into);
                }
            }
        }
    }
}

#[test]
fn every_language_has_the_same_keys_with_the_same_variables() {
    let english = keys(Lang::En);
    assert!(english.len() > 200);
    for lang in Lang::ALL {
        assert_eq!(keys(lang), english, "{lang}");
    }
}

#[test]
fn every_file_is_read_whole() {
    for lang in Lang::ALL {
        for key in keys(lang).keys() {
            assert!(Texts::of(lang).bundle.has_message(key), "{lang} {key}");
        }
    }
}

/// The parts of the program that name keys.
const SOURCES: &[&str] = &[
    include_str!("words.rs"),
    include_str!("amount.rs"),
    include_str!("../pages/answer.rs"),
    include_str!("../pages/articles.rs"),
    include_str!("../pages/confirmed.rs"),
    include_str!("../pages/fragments.rs"),
    include_str!("../pages/game/mod.rs"),
    include_str!("../pages/game/board.rs"),
    include_str!("../pages/game/clocks.rs"),
    include_str!("../pages/game/findings.rs"),
    include_str!("../pages/game/incidents.rs"),
    include_str!("../pages/game/moves.rs"),
    include_str!("../pages/game/timeline.rs"),
    include_str!("../pages/standings.rs"),
    include_str!("../pages/table.rs"),
    include_str!("../pages/own_effects.rs"),
    include_str!("../pages/sheet.rs"),
    include_str!("../pages/appeals/mod.rs"),
    include_str!("../pages/appeals/decision.rs"),
    include_str!("../pages/appeals/dossier.rs"),
    include_str!("../pages/appeals/filing.rs"),
    include_str!("../pages/appeals/one.rs"),
    include_str!("../pages/case/mod.rs"),
    include_str!("../pages/case/asked.rs"),
    include_str!("../pages/case/conflict.rs"),
    include_str!("../pages/case/effect.rs"),
    include_str!("../pages/case/evidence.rs"),
    include_str!("../pages/case/offers.rs"),
    include_str!("../pages/case/review.rs"),
    include_str!("../pages/case/right.rs"),
    include_str!("../pages/case/scene.rs"),
    include_str!("../pages/tournament.rs"),
    include_str!("../pages/review.rs"),
    include_str!("../pages/note.rs"),
    include_str!("../review/report/mod.rs"),
    include_str!("../review/report/basis.rs"),
    include_str!("../review/report/clears.rs"),
    include_str!("../review/report/course.rs"),
    include_str!("../review/report/figures.rs"),
    include_str!("../review/report/games.rs"),
    include_str!("../review/report/incidents.rs"),
    include_str!("../review/report/moves.rs"),
    include_str!("../review/report/outcome.rs"),
    include_str!("../review/report/turns.rs"),
    include_str!("../review/written.rs"),
    include_str!("../pages/frame.rs"),
    include_str!("../pages/desk/mod.rs"),
    include_str!("../pages/desk/changes.rs"),
    include_str!("../pages/desk/checks.rs"),
    include_str!("../pages/desk/corrections.rs"),
    include_str!("../pages/desk/differences.rs"),
    include_str!("../pages/desk/entries.rs"),
    include_str!("../pages/desk/entry.rs"),
    include_str!("../pages/desk/checkpoints.rs"),
    include_str!("../pages/desk/proved.rs"),
    include_str!("../pages/desk/supposed.rs"),
    include_str!("../pages/desk/timeline.rs"),
    include_str!("../pages/print/mod.rs"),
    include_str!("../pages/print/foot.rs"),
    include_str!("../pages/print/record.rs"),
    include_str!("../pages/print/round.rs"),
    include_str!("../pages/print/certificate.rs"),
    include_str!("../pages/summary.rs"),
    include_str!("../pages/home.rs"),
    include_str!("../pages/place.rs"),
    include_str!("../pages/problem.rs"),
    include_str!("../pages/record/mod.rs"),
    include_str!("../pages/record/dialogs.rs"),
    include_str!("../pages/record/said.rs"),
    include_str!("../pages/sign_in.rs"),
    include_str!("../dossier/page.rs"),
    include_str!("../dossier/page/articles.rs"),
    include_str!("../dossier/page/boards.rs"),
    include_str!("../dossier/page/decisions.rs"),
    include_str!("../dossier/page/entries.rs"),
    include_str!("../dossier/steps.rs"),
    include_str!("../dossier/facts.rs"),
    include_str!("../dossier/findings.rs"),
    include_str!("../dossier/page/legend.rs"),
];

/// The keys that stand in the program's own text: between quotes, beginning
/// with the subject of some key.
#[test]
fn every_key_that_the_program_names_is_there() {
    let english = keys(Lang::En);
    let prefixes: BTreeSet<&str> = english.keys().filter_map(|k| k.split('-').next()).collect();
    // Lists of words are named by their first part alone.
    let lists = [
        "audit-part",
        "check-state",
        "appeal-outcome",
        "appeal-status",
        "game-status",
        "penalty-name",
        "evidence-file",
        "finding-status",
        "result-by",
        "result-state",
        "review-entry",
    ];
    // Ids and classes of elements that begin as texts of that subject do.
    let ids = [
        "clock-lines",
        "clock-out",
        "game-title",
        "own-orders",
        "pause-dialog",
        "result-dialog",
        "result-told",
    ];
    let is_key = |text: &str| {
        let (subject, rest) = text.split_once('-')?;
        let plain = rest
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b"-0123456789".contains(&b));
        (prefixes.contains(subject) && plain && !rest.is_empty()).then_some(())
    };
    let texts = SOURCES.iter().flat_map(|source| source.split('"'));
    let named: BTreeSet<&str> = texts
        .filter(|text| is_key(text).is_some())
        .filter(|text| !lists.contains(text) && !ids.contains(text) && !text.ends_with('-'))
        .collect();
    let missing: Vec<&&str> = named
        .iter()
        .filter(|text| !english.contains_key(**text))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert!(named.len() > 100, "{}", named.len());
}

/// The closed lists of words that are looked up by what events and views hold.
#[test]
fn every_word_of_the_contracts_lists_has_its_text() {
    let english = keys(Lang::En);
    let events = [
        TournamentEvent::TYPES,
        GameEvent::TYPES,
        AppealEvent::TYPES,
        LogEvent::TYPES,
        ReviewEvent::TYPES,
        AccessEvent::TYPES,
    ]
    .concat();
    let roles: Vec<&str> = Role::ALL.iter().map(|role| role.name()).collect();
    let orders = "void_move move_stands restore_stones remove_stones move_stone swap_players \
        set_clock treat_as_pass award_points resume set_result draw both_lose no_result replay overturn";
    let breaches = "take_back stone_dropped stone_displaced board_scattered phone_rang phone_viewed \
        smoking talk consultation disturbance left_game stalling match_fixing ceremony_missed \
        phone_used other";
    let words = |text: &'static str| text.split_whitespace().collect::<Vec<_>>();
    let lists = [
        ("event", events),
        ("role", roles),
        ("order", words(orders)),
        ("breach", words(breaches)),
        ("colour", words("black white")),
        (
            "penalty",
            words("forfeit_turn deduct_zi deduct_time lose_game"),
        ),
        (
            "sanction",
            words("cancel_results lose_games drop_place suspend censure"),
        ),
        ("result", words("draw both_lose no_result")),
        (
            "result-by",
            words("count resignation time forfeit warnings absence ruling sanction"),
        ),
        (
            "result-won-by",
            words("count resignation time forfeit warnings absence ruling sanction"),
        ),
        (
            "result-state",
            words("provisional confirmed appealed final"),
        ),
        ("decider", Decider::ALL.iter().map(|d| d.name()).collect()),
        ("window", Window::ALL.iter().map(|w| w.name()).collect()),
        (
            "finding-status",
            words("open ruled departed lapsed automatic"),
        ),
        ("appeal-status", words("filed seated decided withdrawn")),
        (
            "appeal-outcome",
            words("upheld partly_upheld dismissed out_of_time"),
        ),
        ("evidence", words("open restricted")),
        (
            "tab",
            words("boards standings crosstable moves clock timeline findings"),
        ),
        (
            "game-status",
            words("paired playing paused sealed ending counting finished confirmed"),
        ),
        (
            "criterion",
            words(
                "points wins total_score opponents beaten warnings direct sos sos1 sos2 sosos \
                 sodos cumulative boards rating playoff lot elimination",
            ),
        ),
        ("bout", words("won drew lost both_lost cancelled")),
        ("basis", words("played sanction withdrawal")),
        (
            "penalty-name",
            words("forfeit_turn deduct_zi deduct_time lose_game"),
        ),
        ("event", words("overturned struck_out set_apart")),
        ("pause", words("schedule ruling fault consent")),
        (
            "format",
            words(
                "swiss round_robin double_round_robin multi_round_robin knockout double_knockout \
                 multi_knockout swiss_knockout match win_and_stay",
            ),
        ),
    ];
    for (list, words) in lists {
        for word in words {
            let key = format!("{list}-{}", word.replace('_', "-"));
            assert!(english.contains_key(&key), "{key}");
        }
    }
}

/// The words of the auditor's desk and of the sheets for print.
#[test]
fn every_word_of_the_auditors_desk_has_its_text() {
    let english = keys(Lang::En);
    let words = |text: &'static str| text.split_whitespace().collect::<Vec<_>>();
    let lists = [
        (
            "check",
            Check::ALL
                .iter()
                .map(|check| check.name())
                .collect::<Vec<_>>(),
        ),
        ("check-state", words("sound remarks broken unchecked")),
        (
            "audit-part",
            words("bundle schemas chain tree signatures acceptance games standings attachments"),
        ),
        ("severity", words("note remark error")),
        ("stream", words("tournament game appeal log review access")),
        ("print", words("round slips standings")),
        ("edition", words("cn-1988 cn-2002")),
        ("unplaced", words("withdrew_before_start results_void")),
        ("pmax", words("scored possible")),
        (
            "desk",
            words("audit entries corrections timeline whatif checkpoints"),
        ),
        (
            "review-not-compared",
            words("too_few_moves no_value no_group too_few_members no_spread"),
        ),
        (
            "review-due",
            words("file figures note open_note reveal answer conclude answer_appeal"),
        ),
        (
            "review-entry",
            words(
                "review_opened method_changed labels_revealed answer_taken review_concluded \
                 appeal_taken appeal_answered",
            ),
        ),
    ];
    for (list, words) in lists {
        for word in words {
            let key = format!("{list}-{}", word.replace('_', "-"));
            assert!(english.contains_key(&key), "{key}");
        }
    }
}

/// The words of the arbiter's table and the auditor's desk.
#[test]
fn every_word_of_the_tables_and_desks_has_its_text() {
    let english = keys(Lang::En);
    let words = |text: &'static str| text.split_whitespace().collect::<Vec<_>>();
    let lists = [
        (
            "check",
            Check::ALL.iter().map(|check| check.name()).collect(),
        ),
        ("check-state", words("sound remarks broken unchecked")),
        (
            "audit-part",
            words("bundle schemas chain tree signatures acceptance games standings attachments"),
        ),
        ("severity", words("note remark error")),
        ("stream", words("tournament game appeal log")),
        ("print", words("round slips standings")),
        (
            "desk",
            words("audit entries corrections timeline whatif checkpoints"),
        ),
        (
            "review-not-compared",
            words("too_few_moves no_group too_few_members no_spread"),
        ),
        (
            "review-due",
            words("file figures note open_note reveal answer conclude answer_appeal"),
        ),
        (
            "review-entry",
            words(
                "review_opened method_changed labels_revealed answer_taken review_concluded \
                 appeal_taken appeal_answered",
            ),
        ),
        ("tab", words("board evidence log")),
        ("request", words("open answered void")),
        (
            "urgency",
            words("overtime stopped called missing found clock confirm"),
        ),
        (
            "open",
            words(
                "to from points entry game colour black_ms white_ms black_turn_ms white_turn_ms \
                 black_periods white_periods",
            ),
        ),
    ];
    for (list, words) in lists {
        for word in words {
            let key = format!("{list}-{}", word.replace('_', "-"));
            assert!(english.contains_key(&key), "{key}");
        }
    }
}

#[test]
fn margins_are_written_as_each_language_writes_them() {
    let said = |lang, qz| Texts::of(lang).zi(QuarterZi(qz));
    assert_eq!(said(Lang::En, 15), "3¾ zi");
    assert_eq!(said(Lang::En, 3), "¾ zi");
    assert_eq!(said(Lang::En, 736), "184 zi");
    assert_eq!(said(Lang::En, 0), "0 zi");
    assert_eq!(said(Lang::ZhHans, 15), "3又3/4子");
    assert_eq!(said(Lang::ZhHant, 2), "1/2子");
    assert_eq!(said(Lang::Ja, 11), "2と3/4子");
    assert_eq!(said(Lang::Ko, 5), "1 1/4자");
    assert_eq!(said(Lang::ZhHans, -1), "−1/4子");
}

#[test]
fn results_and_orders_are_said_in_a_sentence() {
    let (en, zh) = (Texts::of(Lang::En), Texts::of(Lang::ZhHans));
    let won = json!({"outcome": "black", "by": "count", "margin_qz": 3});
    assert_eq!(en.result(&won), "Black wins by ¾ zi (by counting)");
    assert_eq!(zh.result(&won), "黑方胜3/4子（数子）");
    let resigned = json!({"outcome": "black", "by": "resignation"});
    let said = Lang::ALL.map(|lang| Texts::of(lang).result(&resigned));
    assert_eq!(
        said,
        [
            "Black wins by resignation",
            "黑方中盘胜（对方认输）",
            "黑方中盤勝（對方認輸）",
            "黒中押し勝ち",
            "흑 불계승"
        ]
    );
    assert_eq!(
        en.result(&json!({"outcome": "draw", "by": "ruling"})),
        "draw (set by a ruling)"
    );
    let name = |id: &str| format!("#{id}");
    let set = json!({"do": "set_clock", "black_periods": 1, "white_ms": 61000});
    assert_eq!(
        en.order(&set, &name),
        "the clocks are set: Black: byo-yomi periods left: 1, White: 0:01:01 of main time left"
    );
    let void = json!({"do": "void_move", "entry": "7"});
    assert_eq!(zh.order(&void, &name), "条目#7的着手无效，棋子取回");
    let open = json!({"do": "move_stone", "from": "D4", "to": null});
    assert_eq!(
        en.order(&open, &name),
        "the stone on D4 goes to (left open)"
    );
}

#[test]
fn what_no_list_knows_is_shown_as_it_stands() {
    let texts = Texts::of(Lang::Ja);
    assert_eq!(texts.word("role", "time_lord"), "time lord");
    assert_eq!(texts.say("no-such-key"), "no-such-key");
}

/// What stands behind a number of things in these texts when it is not one. Points are
/// told with their fraction.
const SEVERAL: &[&str] = &[
    "agree",
    "analyses",
    "bytes",
    "characters",
    "comparisons",
    "entries",
    "figures",
    "files",
    "games",
    "looks",
    "members",
    "minutes",
    "moves",
    "places",
    "players",
    "positions",
    "seconds",
    "stones",
    "times",
    "tokens",
    "turns",
    "visits",
    "words",
];

/// One of a thing is not told as several: each text with every variable at 1.
#[test]
fn english_tells_one_thing_from_several() {
    let several = |said: &str| -> Option<String> {
        let words: Vec<&str> = said.split_whitespace().collect();
        let mut pairs = words.windows(2).map(|two| {
            let end = |c: char| !c.is_alphanumeric();
            (two[0], two[1].trim_end_matches(end))
        });
        let told = pairs.find(|(number, of)| *number == "1" && SEVERAL.contains(of));
        told.map(|(number, of)| format!("{number} {of}"))
    };
    assert!(several("of 1 moves").is_some() && several("of 11 moves, 1 move").is_none());
    let english = Texts::of(Lang::En);
    let mut with_numbers = 0;
    for (key, variables) in keys(Lang::En) {
        let names: Vec<&'static str> = variables.into_iter().map(|name| &*name.leak()).collect();
        let with = |value: &str| -> Vec<(&'static str, FluentValue<'static>)> {
            let value = FluentValue::from(value.to_owned());
            names.iter().map(|name| (*name, value.clone())).collect()
        };
        let one = english.with(&key, &with("1"));
        assert_eq!(several(&one), None, "{key}: {one}");
        with_numbers += usize::from(one != english.with(&key, &with("2")).replace('2', "1"));
    }
    assert!(with_numbers > 20, "{with_numbers}");
}
