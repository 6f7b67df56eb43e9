//! Names and ids as long as they may be, without a space at which they could break: no
//! page is wider than a phone for them, and each can be read to its end.

use super::{browser::look, cup};
use fupan_tests::script::{self, Script, ruling_data};
use serde_json::json;

/// A name of one word.
const LATIN: &str = "Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaftschaefers";
/// A name without a space.
const HAN: &str = "耶律楚材完颜阿骨打孛儿只斤铁木真爱新觉罗努尔哈赤叶赫那拉氏钮祜禄氏富察氏瓜尔佳氏博尔济吉特氏乌雅氏佟佳氏马佳氏索绰罗氏齐佳氏";
/// The longest ids that there are.
const BLACK: &str = "black-wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww";
const WHITE: &str = "white-mmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm";
const GAME: &str = "gamewwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww";
const RULING: &str = "rulingwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww";
const APPEAL: &str = "appealwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww";

/// White has retaken a ko, it was ruled on, and the ruling is appealed against.
fn told() -> Script {
    let official = json!({"official": "arb-9", "name": LATIN, "role": "arbiter"});
    let pairing = json!({"game": GAME, "board": 1, "black": BLACK, "white": WHITE});
    script::opened_with("cn-2002", &json!({}))
        .org("official_appointed", official)
        .registers(BLACK, json!({"name": LATIN}))
        .registers(WHITE, json!({"name": HAN}))
        .org("round_paired", json!({"round": 1, "games": [pairing]}))
        .on(GAME)
        .fact("game_started", json!({"black": BLACK, "white": WHITE}))
        .stones(cup::STONES)
        .by(
            "arb-9",
            "ruling_made",
            ruling_data(RULING, "cn-2002:18.3", json!([])),
        )
        .called(RULING)
        .files(APPEAL, &[RULING])
}

#[test]
fn no_name_or_id_is_too_long_for_a_page() {
    let mut drafts = told().drafts();
    for name in ["name", "place"] {
        drafts[0]["data"][name] = json!(LATIN);
    }
    let venue = super::venues::venue();
    venue.play_drafts("cup", &drafts);
    let chief = venue.token("cup", "chief-1");
    let game = format!("/l/cup/games/{GAME}");
    let case = {
        let view = venue.get(&format!("/v1{}", game.replace("/l/", "/ledgers/")));
        let id = view.send().ok(200)["findings"][0]["id"].clone();
        format!("{game}/findings/{}", id.as_str().unwrap())
    };
    let mut pages: Vec<String> = [
        "/",
        "/l/cup?round=1",
        "/l/cup?tab=standings",
        "/l/cup?tab=crosstable",
        "/l/cup/table",
        "/l/cup/appeals",
        "/l/cup/print/round",
        "/l/cup/print/slips",
        "/l/cup/print/standings",
        "/l/cup/audit",
        "/l/cup/entries",
        "/l/cup/timeline",
        "/l/cup/corrections",
        "/l/cup/whatif",
        "/l/cup/checkpoints",
    ]
    .map(str::to_owned)
    .into();
    pages.extend([
        format!("/l/cup/standings/{BLACK}"),
        format!("/l/cup/appeals/{APPEAL}"),
        format!("/l/cup/appeals?against={RULING}"),
        case,
    ]);
    let of_game = [
        "",
        "?tab=timeline",
        "?tab=clock",
        "?tab=findings",
        "/record",
        "/print",
        "/rule",
        "/facts/stop",
        "/facts/statements",
    ];
    pages.extend(of_game.map(|part| format!("{game}{part}")));
    pages.extend(["", "/appeal-form"].map(|part| format!("{game}/rulings/{RULING}{part}")));
    // A text that reaches out of a box which hides the rest of it, and is not said elsewhere.
    let cut = "
        const hides = e => { const s = getComputedStyle(e); return s.overflowX === 'hidden' || s.overflowX === 'clip' };
        const cut = [...document.querySelectorAll('main *, header *')].filter(e =>
            e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 1 && hides(e) && e.getClientRects().length && !e.title
            && !e.closest('svg') && e.textContent.trim());
        return cut.map(e => `${e.localName}#${e.id}.${e.classList}`).join(' ')";
    look(
        "no_name_or_id_is_too_long_for_a_page",
        &venue,
        |browser| async move {
            let mut wrong = Vec::new();
            browser.looks(360, false);
            browser.sign_in(&chief, "/l/cup").await;
            for (n, path) in pages.iter().enumerate() {
                browser.open(path).await;
                if path.ends_with("/record") {
                    browser.ready().await;
                }
                browser
                    .check(
                        &format!("long-{n}-360 {path}").replace('/', "-"),
                        &mut wrong,
                    )
                    .await;
                let hidden = browser.run(cut).await;
                if hidden != "" {
                    wrong.push(format!("{path}: cut off: {hidden}"));
                }
            }
            assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        },
    );
}
