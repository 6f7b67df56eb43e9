//! To whom the console is shown, how large it is, and how it looks.

use super::desk::{PAGE, at_the_board, begun};
use crate::{
    http::venue::Venue,
    pages::{
        browser::{Browser, look},
        venues,
        visitor::Visitor,
    },
};
use fupan_tests::script;
use serde_json::json;

#[test]
fn only_who_may_record_gets_the_console() {
    let venue = Venue::open();
    venue.play("cup", &begun());
    let link = "href=\"/l/cup/games/r1-b1/record\"";
    for (official, may) in [("rec-1", true), ("arb-1", true), ("org-1", false)] {
        let mut visitor = Visitor::signed_in(&venue, &venue.token("cup", official));
        let game = visitor.get("/l/cup/games/r1-b1").body;
        assert_eq!(game.contains(link), may, "{official}");
        let page = visitor.get(PAGE);
        assert_eq!(page.status, 200);
        let console = page.body.contains(&format!("data-me=\"{official}\""));
        assert_eq!(console, may, "{official}");
    }
    let page = Visitor::new(&venue).get(PAGE);
    assert_eq!(page.status, 200, "{}", page.body);
    assert!(!page.body.contains("data-me") && page.body.contains("href=\"/sign-in?next="));
    for said in [
        "<noscript>",
        "class=\"board\"",
        "Recording needs JavaScript",
    ] {
        assert!(page.body.contains(said), "{said}");
    }
    let worker = page.body.split("data-worker=\"").nth(1).unwrap();
    let worker = venue.get(worker.split('"').next().unwrap()).send();
    assert_eq!(worker.header("service-worker-allowed"), "/l/");
    assert_eq!(
        Visitor::new(&venue).get("/l/cup/games/r9-b9/record").status,
        404
    );
}

#[test]
fn the_console_of_a_long_game_is_under_100_kb() {
    let venue = venues::venue();
    venue.play("cup", &venues::long_game());
    let mut recorder = Visitor::signed_in(&venue, &venue.token("cup", "rec-1"));
    let page = recorder.get(PAGE).body;
    assert!(page.contains("data-me=\"rec-1\""));
    assert!(page.len() < 100_000, "{} bytes", page.len());
}

#[test]
fn the_console_is_for_everyone_at_every_width() {
    let venue = Venue::open();
    let regulations = json!({"turn_ends": "press",
        "time": {"kind": "byoyomi", "limit_ms": 1_200_000, "periods": 3, "period_ms": 30_000}});
    let played = script::game_with("cn-2002", &regulations)
        .stones("B Q16, W D4, B Q3, W D17, B A2, W A1, B B1");
    venue.play("cup", &played);
    let token = venue.token("cup", "rec-1");
    look(
        "the_console_is_for_everyone_at_every_width",
        &venue,
        |browser| async move {
            let mut wrong = Vec::new();
            browser.looks(1440, false);
            browser.record_as(&token).await;
            browser.network(false);
            for (lang, dark, point) in [("en", false, "K10"), ("zh-Hans", true, "K12")] {
                browser.network(true);
                browser.open(&format!("{PAGE}?lang={lang}")).await;
                browser.ready().await;
                browser.network(false);
                browser.run("return fupan.desk.flush()").await;
                browser.tap(point).await;
                browser.click("#place").await;
                browser.tap("C11").await;
                for width in [360, 820, 1440] {
                    browser.looks(width, dark);
                    let place = format!("record-{width}-{lang}");
                    browser.check(&place, &mut wrong).await;
                    for dialog in ["undo-dialog", "arbiter-dialog", "other-dialog"] {
                        let open = format!("fupan.desk.asked.open('{dialog}')");
                        browser.run(&open).await;
                        browser
                            .check(&format!("{dialog}-{width}-{lang}"), &mut wrong)
                            .await;
                        let close = format!("document.getElementById('{dialog}').close()");
                        browser.run(&close).await;
                    }
                    let touched = "return Array.from(document.querySelectorAll('#deck button, .rec-seat button'))
                        .filter((b) => b.checkVisibility())
                        .map((b) => b.getBoundingClientRect())
                        .every((r) => r.width >= 44 && r.height >= 44)";
                    assert_eq!(browser.run(touched).await, true, "{place}");
                }
            }
            assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        },
    );
}

/// What does not lie wholly above the fixed foot, or is covered by something else.
const COVERED: &str = "
    const seen = (e) => {
      const r = e.getBoundingClientRect();
      if (r.left < 0 || r.right > innerWidth || r.top < 0 || r.bottom > innerHeight) return false;
      const at = document.elementFromPoint((r.left + r.right) / 2, (r.top + r.bottom) / 2);
      return at === e || e.contains(at);
    };
    const points = ['A19', 'T19', 'K10', 'A1', 'T1'].map((p) => '#points button[data-point=' + p + ']');
    const dialogs = ['pass', 'undo', 'stop', 'arbiter'].map((d) => '#quick button[data-dialog=' + d + '-dialog]');
    return points.concat(dialogs, ['#place', '#press', '#clock-white', '#clock-black'])
      .filter((css) => !seen(document.querySelector(css)))";

#[test]
fn on_opening_the_whole_board_and_what_cant_wait_are_on_the_screen() {
    let regulations = json!({"turn_ends": "press",
        "time": {"kind": "byoyomi", "limit_ms": 1_200_000, "periods": 3, "period_ms": 30_000}});
    let begun = script::game_with("cn-2002", &regulations);
    at_the_board(&begun, 820, async |browser, _| {
        for lang in ["en", "ja", "zh-Hans", "ko"] {
            for (width, height) in [(360, 740), (820, 1180), (390, 664), (1180, 820)] {
                browser.has_window(width, height);
                browser.open(&format!("{PAGE}?lang={lang}")).await;
                browser.ready().await;
                browser.picture(&format!("record-opened-{width}-{lang}"));
                // What was drawn before the window was of that size is drawn anew.
                browser.answers(COVERED, json!([])).await;
            }
        }
    });
}

impl Browser {
    /// A window of that size.
    fn has_window(&self, width: u32, height: u32) {
        let size =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        self.command("Emulation.setDeviceMetricsOverride", &size);
    }
}
