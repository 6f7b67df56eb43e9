//! What both players say of the facts, agreed or disputed: how they are asked in a form,
//! what is taken down of it, and how it is read. When they are asked is for others.

use super::{Filled, Here, Viewer, act, tournament};
use crate::i18n::foreign::quoted;
use fupan_domain::{
    Colour,
    event::common::{Stand, StatementTaken},
    rulebook::Finding,
};
use fupan_replay::views::GameView;
use maud::{Markup, html};
use serde_json::{Value, json};

/// What somebody said: how he stands to the facts of which he was asked, and his words.
pub fn said(viewer: &Viewer, taken: &StatementTaken) -> Markup {
    html! {
        @if let Some(stand) = taken.stand {
            p {
                strong { (viewer.texts.word("stands", stand.name())) }
                @if let Some(finding) = &taken.finding { " · " (finding) }
            }
        }
        @if let Some(text) = &taken.text { (quoted(text)) }
    }
}

/// The fields in which both players are asked of the facts.
pub fn fields(here: &Here<'_>, view: &GameView, filled: &Filled) -> Markup {
    let viewer = here.viewer;
    html! {
        @for colour in Colour::BOTH {
            @let (stands, said) = (format!("stands-{}", colour.name()), format!("said-{}", colour.name()));
            fieldset class="asked" {
                legend { (viewer.texts.colour(colour.name())) " · " (tournament::who(here, view.players[colour].as_ref())) }
                @for stand in Stand::ALL.map(Stand::name) {
                    label class="check" {
                        input type="radio" name=(stands) value=(stand) checked[filled.has(&stands, stand)];
                        span { (viewer.texts.word("stands", stand)) }
                    }
                }
                p class="field" {
                    label for=(said) { (viewer.say("stands-words")) }
                    textarea id=(said) name=(said) rows="2" maxlength=(act::most_of(&said)) data-kept { (filled.get(&said)) }
                }
            }
        }
    }
}

/// What a player says of the facts, if he was asked.
pub fn taken(
    view: &GameView,
    filled: &Filled,
    finding: Option<&Finding>,
    colour: Colour,
) -> Option<Value> {
    let player = view.players[colour].as_ref()?;
    let stand = filled.get(&format!("stands-{}", colour.name()));
    let stand = Stand::ALL.into_iter().find(|known| known.name() == stand);
    let words = filled.some(&format!("said-{}", colour.name()));
    if stand.is_none() && words.is_none() {
        return None;
    }
    let mut told = json!({"from": player});
    let fields = [
        ("stand", stand.map(|stand| json!(stand))),
        ("text", words.map(|words| json!(words))),
        ("finding", finding.map(|finding| json!(finding.id))),
    ];
    for (name, value) in fields {
        if let Some(value) = value {
            told[name] = value;
        }
    }
    Some(told)
}
