//! The file itself: articles, languages, escaping, hashes, and that it stands alone.

use crate::{dossier, in_order, kept, section, three_steps};
use fupan::i18n::Lang;

#[test]
fn articles_are_quoted_in_the_original_with_a_summary() {
    let page = dossier(&kept(&three_steps().file()), Lang::ZhHans);
    in_order(
        section(&page, "articles"),
        &[
            "cn-2002:18.3",
            "lang=\"zh-Hant\"",
            "第18條 提子",
            "3、劫爭須找劫材時未找而提劫，判提劫之手無效，棄權一次並警告一次。",
            "提要（非正式）：",
            "须找劫材时未找而提劫：提劫之手无效，弃权一次，并警告一次。",
            "cn-2002:30.6",
            "6、及時處理裁判員上報的各種問題",
        ],
    );
}

#[test]
fn every_language_says_everything() {
    let reader = kept(&three_steps().file());
    for lang in Lang::ALL {
        let page = dossier(&reader, lang);
        assert!(page.starts_with(&format!("<!DOCTYPE html><html lang=\"{lang}\">")));
        assert!(
            !page.contains("{$") && !page.contains("{ $"),
            "{lang}: a variable is missing"
        );
        for key in [
            "label-", "dossier-", "event-", "order-", "clock-", "scene-", "role-", "value-",
        ] {
            assert!(
                !page.contains(&format!(">{key}")),
                "{lang}: a text for {key} is missing"
            );
        }
        if lang != Lang::En {
            assert!(!page.contains("no longer counts"), "{lang}");
        }
    }
}

#[test]
fn the_same_ledger_gives_the_same_bytes() {
    let (a, b) = (kept(&three_steps().file()), kept(&three_steps().file()));
    assert_eq!(dossier(&a, Lang::Ja), dossier(&b, Lang::Ja));
}

#[test]
fn foreign_words_carry_their_language() {
    let file = three_steps().file();
    let file = file.replace(
        r#""name":"bo","player":"bo""#,
        r#""federation":"JP","name":"井山裕太","player":"bo""#,
    );
    let page = dossier(&kept(&file), Lang::ZhHans);
    assert!(page.contains(r#"<bdi lang="ja" data-person="bo">井山裕太</bdi>"#));
    assert!(page.contains(r#"<blockquote lang="ja">私はパスしました。</blockquote>"#));
    assert!(page.contains(r#"<blockquote lang="">Nobody passed.</blockquote>"#));
}

#[test]
fn whatever_people_wrote_is_only_text() {
    let hostile = r#"</style></title><script>alert(1)</script>\" onload=\"x\" ' & \u202e{ $x }"#;
    let mut file = three_steps().file();
    for text in [
        "That was the ko.",
        "as seen",
        "as ruled",
        "as the article says",
        "Nobody passed.",
        "The first ruling.",
        "私はパスしました。",
        "Camera over board 1",
        "The camera shows no pass.",
    ] {
        assert!(file.contains(text), "{text}");
        file = file.replace(text, hostile);
    }
    for name in ["Cup", "ann", "bo", "arb-1", "pan-1"] {
        let found = format!(r#""name":"{name}""#);
        assert!(file.contains(&found), "{name}");
        file = file.replace(&found, &format!(r#""name":"{hostile}""#));
    }
    let reader = kept(&file);
    for lang in Lang::ALL {
        let page = dossier(&reader, lang);
        assert!(
            !page.contains("<script") && page.contains("&lt;script&gt;alert(1)&lt;/script&gt;")
        );
        assert_eq!(page.matches("</style>").count(), 1);
        assert_eq!(
            page.matches("</title>").count(),
            1 + page.matches("<svg").count()
        );
        assert!(!page.contains("\" onload"));
        let shown = page.split("<details class=\"bytes\">").next().unwrap();
        assert!(!shown.contains('\u{202e}') && shown.contains("\\u{202e}"));
    }
}

#[test]
fn nothing_is_loaded_from_elsewhere() {
    let page = dossier(&kept(&three_steps().file()), Lang::En);
    let page = page.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
    for word in [
        "http:", "https:", "src=", "url(", "@import", "<script", "<link", "<iframe",
    ] {
        assert!(!page.contains(word), "{word}");
    }
    for link in page.split("href=\"").skip(1) {
        let target = link.split('"').next().unwrap();
        let id = target.strip_prefix('#').unwrap();
        assert!(
            page.contains(&format!("id=\"{id}\"")),
            "{target} leads nowhere"
        );
    }
}

#[test]
fn every_cited_entry_can_be_hashed_again_from_the_file() {
    let reader = kept(&three_steps().file());
    let page = dossier(&reader, Lang::En);
    let mut cited = 0;
    for seq in 0..reader.store().head().size {
        let bytes = reader.store().entry(seq).unwrap().unwrap();
        let hash = fupan_replay::entry::hash(&bytes).to_string();
        let Some((_, row)) = page.split_once(&format!("<tr id=\"h{seq}\">")) else {
            continue;
        };
        cited += 1;
        assert!(row.split("</tr>").next().unwrap().contains(&hash), "{seq}");
        let (_, kept) = page
            .split_once(&format!("<h3>#{seq}</h3><pre lang=\"\">"))
            .unwrap();
        let kept = kept.split("</pre>").next().unwrap();
        let plain = kept
            .replace("&quot;", "\"")
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&amp;", "&");
        assert_eq!(
            fupan_replay::entry::hash(plain.as_bytes()).to_string(),
            hash
        );
    }
    assert_eq!(cited, 12);
}
