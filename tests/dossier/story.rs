//! What a dossier tells, and in which order.

use crate::{appeal, dossier, in_order, kept, section, three_steps};
use fupan::{
    dossier::{Dossier, render},
    i18n::{Lang, Texts, zone::Zone},
};
use fupan_store::ViewError;
use fupan_tests::script::{Script, game, opened_with, ruling_data};
use serde_json::json;

#[test]
fn a_chain_of_three_decisions_is_one_story() {
    let page = dossier(&kept(&three_steps().file()), Lang::En);
    in_order(
        section(&page, "story"),
        &[
            "Stone played",
            "That was the ko.",
            "Ruling",
            "ruling-1",
            "Warning",
            "Penalty",
            "I had passed before.",
            "ruling-2",
            "overturned by a1",
            "Appeal filed",
            "Nobody passed.",
            "Appeals committee seated",
            "Stepped aside",
            "Statement",
            "Evidence",
            "Appeal decided",
            "ruling-2 no longer counts",
            "The camera shows no pass.",
            "2 for, 0 against",
        ],
    );
    in_order(
        section(&page, "decisions"),
        &[
            "arb-1",
            "the stone of entry #23 (C3) is void",
            "a warning for White",
            "White loses one turn",
            "✓ stands",
            "chief-1",
            "ruling-1 no longer counts",
            "✕ overturned by a1",
            "pan-1",
            "pan-2",
            "✓ stands",
        ],
    );
}

#[test]
fn a_ruling_stands_beside_what_its_article_allows() {
    let page = dossier(&kept(&three_steps().file()), Lang::En);
    let ruling = "<li id=\"e25\"";
    let (_, step) = section(&page, "story").split_once(ruling).unwrap();
    let step = step.split("<li id=\"e26\"").next().unwrap();
    in_order(
        step,
        &[
            "MV-5@23",
            "ruled as the article allows",
            "the arbiter",
            "before the opponent's next move; raised in time:",
            "#24",
            "void, turn lost, warning",
            "the stone of entry #23 (C3) is void and taken back, a warning for White, White loses one turn",
        ],
    );
    assert!(!page.contains("⚠"));
}

#[test]
fn a_departure_is_marked_though_the_ruling_fell_later() {
    let script = three_steps().file();
    let without_warning: Vec<&str> = script
        .lines()
        .filter(|line| !line.contains("warning_issued"))
        .collect();
    let page = dossier(&kept(&without_warning.join("\n")), Lang::En);
    in_order(
        section(&page, "story"),
        &[
            "ruled otherwise than the article allows",
            "⚠ The ruling departs from what the article allowed at that time.",
            "Penalty",
        ],
    );
    assert_eq!(page.matches("⚠").count(), 1);
}

#[test]
fn moves_that_nobody_disputes_are_no_part_of_the_story() {
    let page = dossier(&kept(&three_steps().file()), Lang::En);
    let stones = section(&page, "story").matches("Stone played").count();
    assert_eq!(stones, 1);
}

#[test]
fn boards_show_what_stood_before_at_and_after() {
    let page = dossier(&kept(&three_steps().file()), Lang::En);
    let boards = section(&page, "boards");
    in_order(
        boards,
        &[
            "Before entry #23",
            "last: D3",
            "White 1", // Black took C3
            "At entry #23",
            "last: C3",
            "Black 1, White 1", // White took D3
            "After decision ruling-1",
            "last: D3",
            "Black 0, White 1",
            "After decision ruling-2",
            "last: C3",
            "After decision a1",
            "last: D3",
            "<table class=\"clocks\">",
        ],
    );
    // Five boards and the strip of the clocks.
    assert_eq!(boards.matches("role=\"img\"").count(), 6);
    assert_eq!(boards.matches("class=\"board\"").count(), 5);
    assert_eq!(boards.matches("aria-labelledby").count(), 6);
    in_order(
        boards,
        &[
            "The clocks over time",
            "a: At entry #23",
            "d: After decision a1",
        ],
    );
}

/// White takes a stone back and puts it elsewhere; the game goes on with
/// presses of the clock before it is ruled.
fn taken_back() -> Script {
    let breach = json!({"colour": "white", "breach": "take_back", "about": "@W D4",
        "facts": "lifted from D4, put on E5", "points": ["E5"]});
    let press = |colour: &str| json!({"colour": colour});
    let mut ruling = ruling_data(
        "ruling-1",
        "cn-2002:17.3",
        json!([{"do": "move_stone", "from": "E5", "to": "D4"}]),
    );
    ruling["about"] = json!(["@complaint"]);
    game("cn-2002")
        .stones("B Q16, W D4")
        .by("arb-1", "breach_observed", breach)
        .called("breach")
        .by("rec-1", "clock_pressed", press("white"))
        .by(
            "rec-1",
            "complaint_raised",
            json!({"by": "black", "about": "@breach", "text": "He moved it."}),
        )
        .called("complaint")
        .stones("B Q4")
        .by("rec-1", "clock_pressed", press("black"))
        .stones("W D16")
        .by("rec-1", "clock_pressed", press("white"))
        .by("chief-1", "ruling_made", ruling)
        .called("ruling-1")
        .files("a1", &["ruling-1"])
        .decides("a1", json!([]))
}

#[test]
fn a_stone_put_elsewhere_is_marked_where_it_stands_and_where_it_goes() {
    let page = dossier(&kept(&taken_back().file()), Lang::En);
    let boards = section(&page, "boards");
    let diagrams: Vec<&str> = boards.split("<figure>").skip(1).collect();
    let triangle = "19h-22z";
    let square = "h18v18h-18z";
    assert!(diagrams[0].contains("Before entry") && !diagrams[0].contains("class=\"mark\""));
    assert!(diagrams[1].contains("At entry") && diagrams[1].contains(triangle));
    assert!(diagrams[2].contains("After decision ruling-1") && diagrams[2].contains(square));
    in_order(
        section(&page, "story"),
        &["take-back", "White", "E5", "lifted from D4, put on E5"],
    );
}

#[test]
fn later_turns_are_no_part_of_the_story() {
    let page = dossier(&kept(&taken_back().file()), Lang::En);
    let story = section(&page, "story");
    assert_eq!(story.matches("Clock pressed").count(), 1);
    assert!(!story.contains("Q4") && !story.contains("D16"));
}

#[test]
fn an_appeal_that_nobody_has_decided_tells_what_there_is() {
    let filed = game("cn-2002")
        .stones("B Q16, W D4")
        .rules("ruling-1", json!([{"do": "draw"}]))
        .files("a1", &["ruling-1"]);
    let page = dossier(&kept(&filed.file()), Lang::En);
    in_order(
        &page,
        &[
            "Status",
            "filed",
            "Result now",
            "draw (set by a ruling), under appeal",
        ],
    );
    assert!(section(&page, "boards").contains("The ruling names no entry that it is about"));
    assert!(section(&page, "boards").contains("Before entry #15"));
}

#[test]
fn an_appeal_against_a_sanction_needs_no_board() {
    let sanction = json!({"sanction": "sanction-1", "player": "ann", "article": "cn-2002:23.1",
        "kind": "suspend", "reason": "as shown", "until": "2027"});
    let script = opened_with("cn-2002", &json!({})).org("sanction_imposed", {
        let mut sanction = sanction;
        sanction["authority"] = json!("the federation");
        sanction
    });
    let script = script.called("sanction-1");
    let filed =
        json!({"by": "ann", "against": ["@sanction-1"], "grounds": "not I", "relief": "lift it"});
    let script = appeal(script, "org-1", "appeal_filed", filed);
    let page = dossier(&kept(&script.file()), Lang::En);
    assert!(!page.contains("<section id=\"boards\">"));
    in_order(
        section(&page, "decisions"),
        &[
            "Sanction",
            "sanction-1",
            "cn-2002:23.1",
            "suspended",
            "stands",
        ],
    );
    in_order(
        section(&page, "story"),
        &[
            "Sanction",
            "the federation",
            "as shown",
            "Appeal filed",
            "not I",
            "lift it",
        ],
    );
    in_order(
        section(&page, "articles"),
        &["第23條 賽場紀律", "1、在比賽中下假棋"],
    );
}

#[test]
fn there_is_no_dossier_of_an_appeal_that_is_not_there() {
    let reader = kept(&game("cn-2002").file());
    let none = Dossier::collect(&reader, &"a1".parse().unwrap());
    assert!(matches!(none, Err(ViewError::NoAppeal(id)) if id.as_str() == "a1"));
}

/// The appeal of the demo: a ruling that names no finding, an appeal that names
/// an article in its reasons.
fn demo_appeal() -> String {
    let reader = kept(include_str!("../../api/demo/demo.jsonl"));
    let dossier = Dossier::collect(&reader, &"r2-b1-appeal".parse().unwrap()).unwrap();
    render(&dossier, Texts::of(Lang::En), &Zone::default())
}

#[test]
fn a_finding_on_which_nobody_ruled_stands_at_its_fact_with_its_article() {
    let page = demo_appeal();
    let story = section(&page, "story");
    in_order(
        story,
        &[
            "(misread)",
            "TM-10@181",
            "cn-2002:16.2",
            "read again",
            "Stone played",
        ],
    );
    // Ruled findings stand at their rulings and nowhere else.
    let page = dossier(&kept(&three_steps().file()), Lang::En);
    assert_eq!(section(&page, "story").matches("MV-5@23").count(), 1);
}

#[test]
fn the_articles_of_findings_and_of_an_appeals_reasons_are_quoted() {
    let page = demo_appeal();
    in_order(
        section(&page, "articles"),
        &[
            "cn-2002:16.2",
            "第16條",
            "棋手有權利要求裁判員按規定從讀錯之處重新讀秒",
            "cn-2002:22.5",
        ],
    );
    let decisions = section(&page, "decisions");
    in_order(
        decisions,
        &["cn-2002:22.5", "r2-b1-appeal", "cn-2002:16.2", "✓ stands"],
    );
    // A chain in which nobody names one has none in its last row.
    let page = dossier(&kept(&three_steps().file()), Lang::En);
    assert!(section(&page, "decisions").contains("<td class=\"place\">–</td>"));
}

#[test]
fn members_of_a_panel_are_named_with_what_they_are() {
    let page = demo_appeal();
    let seated = r#"<bdi lang="" data-person="panel-wu">Wu Tao</bdi> <code>panel-wu</code> (appeals committee)"#;
    // Where they were seated, among those who decided, and where they sign.
    assert_eq!(page.matches(seated).count(), 3, "{page}");
    let chief = r#"<bdi lang="" data-person="chief-lin">Lin Yue</bdi> <code>chief-lin</code> (chief arbiter)"#;
    assert!(page.contains(chief), "{page}");
    // Nobody appointed this one, and it is told all the same what she sat as.
    let unknown = three_steps()
        .file()
        .replace(r#""recused":["pan-3"]"#, r#""recused":["ms-li"]"#);
    let page = dossier(&kept(&unknown), Lang::En);
    assert!(page.contains("<code>ms-li</code> (appeals committee)"));
}

#[test]
fn what_the_signs_of_a_diagram_mean_stands_beside_it() {
    let page = demo_appeal();
    let boards = section(&page, "boards");
    let after =
        "Numbered are the moves from 6 on. Stones without a number stood there before move 6";
    assert!(boards.contains(after), "{boards}");
    // With no move before the first number, nothing is without one.
    let page = dossier(&kept(&three_steps().file()), Lang::En);
    let before = section(&page, "boards").split("At entry").next().unwrap();
    assert!(before.contains("Numbered are the moves from 1 on."));
    assert!(!before.contains("Stones without a number"));
    // Only what is drawn is explained.
    let page = dossier(&kept(&taken_back().file()), Lang::En);
    let diagrams: Vec<&str> = section(&page, "boards").split("<figure>").skip(1).collect();
    assert!(!diagrams[0].contains("△ marks") && !diagrams[0].contains("□ marks"));
    assert!(diagrams[1].contains("△ marks") && !diagrams[1].contains("□ marks"));
    assert!(diagrams[2].contains("□ marks") && !diagrams[2].contains("△ marks"));
}
