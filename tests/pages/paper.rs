//! Sheets for print: what each bears at its foot, and how a record is laid out.

use super::{
    browser::{Browser, look},
    venues,
    visitor::Visitor,
};
use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::json;

#[test]
fn a_sheet_bears_what_it_rests_on_and_where_that_is_checked() {
    let venue = venues::lakeside();
    let size = venue.get("/v1/ledgers/lakeside").send().ok(200)["size"]
        .as_u64()
        .unwrap();
    let receipt = venue
        .get(&format!(
            "/v1/ledgers/lakeside/entries/{}/receipt",
            size - 1
        ))
        .send()
        .ok(200);
    let hash = receipt["hash"].as_str().unwrap();
    let page = Visitor::new(&venue).get("/l/lakeside/games/r1-b1/print");
    assert_eq!(page.status, 200, "{}", page.body);
    let foot = format!("/l/lakeside/foot.css?seq={}", size - 1);
    assert!(
        page.body
            .contains(&format!("media=\"print\" href=\"{foot}\"")),
        "{}",
        page.body
    );
    let style = Visitor::new(&venue).get(&foot);
    assert_eq!(style.header("content-type"), "text/css; charset=utf-8");
    for part in [
        "Lakeside Autumn Cup 2026",
        &hash[..16],
        "counter(page)",
        "counter(pages)",
        &format!("#{}", size - 1),
    ] {
        assert!(style.body.contains(part), "{part}: {}", style.body);
    }
    let code = style
        .body
        .split("url(\"")
        .nth(1)
        .unwrap()
        .split('"')
        .next()
        .unwrap();
    let code = venue.get(code).send();
    assert_eq!(code.header("content-type"), "image/svg+xml");
    assert!(code.body.starts_with("<svg"), "{}", code.body);
    let none = Visitor::new(&venue).get("/l/lakeside/foot.css?seq=9999");
    assert_eq!(none.status, 404, "{}", none.body);
}

#[test]
fn a_record_has_diagrams_of_a_hundred_moves_and_of_fifty() {
    let venue = venues::venue();
    venue.play("cup", &venues::long_game());
    for (query, diagrams) in [("", 3), ("?per=50", 6)] {
        let page = Visitor::new(&venue)
            .get(&format!("/l/cup/games/r1-b1/print{query}"))
            .body;
        assert_eq!(
            page.matches("class=\"diagram\"").count(),
            diagrams,
            "{query}"
        );
    }
    // A ko: the stone of move 8 stands on the point of a later one.
    let venue = venues::lakeside();
    let page = Visitor::new(&venue)
        .get("/l/lakeside/games/r1-b1/print")
        .body;
    let hidden = page
        .split("hidden-moves\">")
        .nth(1)
        .unwrap_or_else(|| panic!("{page}"));
    assert!(
        hidden.split('<').next().unwrap().contains(" = "),
        "{hidden}"
    );
}

/// How many pages of paper a page takes, as the browser prints it.
async fn sheets(browser: &Browser, path: &str) -> usize {
    browser.open(path).await;
    let asked = json!({"preferCSSPageSize": true});
    let printed = browser.command("Page.printToPDF", &asked);
    let pdf = STANDARD.decode(printed["value"]["data"].as_str().unwrap());
    let pdf = String::from_utf8_lossy(&pdf.unwrap()).into_owned();
    // Each page is an object of its own; the list of them is of type `Pages`.
    let pages = pdf.split("/Type /Page").skip(1);
    pages.filter(|rest| !rest.starts_with('s')).count()
}

#[test]
fn an_appeal_form_is_one_sheet_and_a_signature_stands_with_what_it_signs() {
    let venue = venues::lakeside();
    let test = "an_appeal_form_is_one_sheet_and_a_signature_stands_with_what_it_signs";
    look(test, &venue, |browser| async move {
        for lang in ["en", "zh-Hans", "zh-Hant", "ja", "ko"] {
            for ruling in ["r1-b1/rulings/r1-b1-ko", "r3-b2/rulings/r3-b2-press"] {
                let path = format!("/l/lakeside/games/{ruling}/appeal-form?lang={lang}");
                assert_eq!(sheets(&browser, &path).await, 1, "{path}");
            }
            let ruling = format!("/l/lakeside/games/r1-b1/rulings/r1-b1-ko?lang={lang}");
            assert!(sheets(&browser, &ruling).await <= 2, "{ruling}");
        }
        browser.open("/l/lakeside/audit?lang=en").await;
        browser.found(".verdict").await;
        let paper = sheets(&browser, "/l/lakeside/certificate").await;
        browser.on_paper();
        let kept = "const e = document.querySelector('.signed').closest('.together');
            return getComputedStyle(e).breakInside + ' ' + (e.querySelector('.hash') !== null)
              + ' ' + (e.getBoundingClientRect().height < 600)";
        assert_eq!(browser.run(kept).await, "avoid true true");
        assert!(paper <= 3, "{paper}");
    });
}

#[test]
fn a_record_says_which_stone_a_ruling_took_and_whose_turn() {
    let venue = venues::lakeside();
    let page = Visitor::new(&venue)
        .get("/l/lakeside/games/r1-b1/print")
        .body;
    let diagram = page.split("class=\"diagram\"").nth(1).unwrap();
    let told: Vec<&str> = diagram
        .split("hidden-moves\">")
        .skip(1)
        .map(|rest| rest.split('<').next().unwrap())
        .collect();
    let all = told.join("\n");
    assert!(
        all.contains(" void") && all.contains("loses one turn"),
        "{all}"
    );
    assert!(all.contains("After move "), "{all}");
    // Of two moves on a point the first is drawn, and the later one is told.
    let (later, first) = told[0].split_once(" = ").unwrap();
    let first = first.split(' ').next().unwrap();
    let (later, first): (u32, u32) = (later.parse().unwrap(), first.parse().unwrap());
    assert!(later > first, "{all}");
    assert!(diagram.contains(&format!(">{first}</text>")), "{diagram}");
    assert!(!diagram.contains(&format!(">{later}</text>")), "{diagram}");
}

#[test]
fn a_game_that_is_played_again_is_told_on_the_round_sheet_and_has_no_slip() {
    let venue = venues::lakeside();
    let round = |name: &str| {
        let path = format!("/l/lakeside/print/{name}?round=3");
        Visitor::new(&venue).get(&path).body
    };
    let sheet = round("round");
    assert!(sheet.contains("Played again as"), "{sheet}");
    let slips = round("slips");
    assert!(!slips.contains("<code>r3-b1</code>"), "{slips}");
    assert!(slips.contains("class=\"slip\""), "{slips}");
}
