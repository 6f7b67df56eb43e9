//! Sheets for print: what each bears at its foot, and how a record is laid out.

use super::{venues, visitor::Visitor};

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
