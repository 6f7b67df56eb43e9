//! What a touch is at the console: a second one places, a bounce does not, and a press
//! takes the stone with it that is proposed.

use super::{
    clockwork::first_of_may,
    desk::{at_the_board, at_the_board_when, begun, recorded, told},
};
use serde_json::json;

#[test]
fn two_quick_taps_place_a_stone_and_a_bounce_does_not() {
    let at = first_of_may(10 * 3600);
    at_the_board_when(&begun(), 820, Some(at), async |browser, venue| {
        // At the same moment a touch is one that bounced: the tablet's clock stands still.
        let twice = "const button = document.querySelector('#points button[data-point=D4]');
            for (let n = 0; n < 2; n += 1) button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))";
        browser.run(twice).await;
        browser.proposes("Place black D4").await;
        assert_eq!(recorded(venue).len(), 1);
        // Nobody is so quick as to tap twice within 150 ms by chance.
        browser.set_clock(at + 150).await;
        browser.tap("D4").await;
        browser.newest("D4").await;
        browser.all_sealed().await;
        assert_eq!(told(&recorded(venue))[1], "stone_played black D4");
    });
}

#[test]
fn a_press_places_the_stone_that_is_proposed_with_it() {
    at_the_board(&begun(), 360, async |browser, venue| {
        browser.tap("D4").await;
        browser.sees("#press", "D4 and press").await;
        browser.picture("place-press-360");
        browser.click("#press").await;
        let sealed = "return fupan.desk.sealed.version === 2";
        browser.until("stone and press", sealed).await;
        let played = [
            "game_started",
            "stone_played black D4",
            "clock_pressed black",
        ];
        assert_eq!(told(&recorded(venue)), played);
        // A stone that is not of the side whose clock runs is not placed with it.
        browser.choose("console", "whose", "black").await;
        browser.tap("E5").await;
        browser.sees("#press", "Press the clock").await;
        let view = venue.get("/v1/ledgers/cup/games/r1-b1").send().ok(200);
        assert_eq!(view["position"]["moves"], json!(1));
    });
}
