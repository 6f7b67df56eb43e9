//! Who looked at a review: how often each, with which tokens, and the last looks one
//! by one.

use super::Telling;
use crate::{
    review::{case::Case, looks::TokenSeen},
    text::harmless,
};
use maud::{Markup, html};
use std::collections::BTreeMap;

/// Who looked how often, and last at what.
pub fn looked(telling: &Telling<'_>, case: &Case<'_>) -> Markup {
    let (texts, looks) = (telling.texts, &case.looks);
    let each = looks.by.iter().map(|(who, count)| format!("{who} {count}"));
    let each: Vec<String> = each.collect();
    let with = [
        ("shown", looks.last.len().to_string().into()),
        ("all", looks.all.to_string().into()),
        ("each", each.join(", ").into()),
    ];
    let of_himself = looks.last.iter().any(|look| look.told_by_himself);
    html! {
        p { (texts.with("review-looks-counted", &with)) }
        (tokens(telling, case))
        @if of_himself { p class="note" { "* " (texts.say("review-look-told")) } }
        div class="scroll" tabindex="0" role="region" aria-label=(texts.say("review-looks")) {
            table {
                tbody {
                    @for look in &looks.last {
                        tr {
                            td { (telling.when(look.at, look.recorded_at)) }
                            td { (look.by) @if look.told_by_himself { " *" } }
                            td { code { (harmless(&look.what)) } }
                        }
                    }
                }
            }
        }
    }
}

/// With which tokens each reviewer came over HTTP.
fn tokens(telling: &Telling<'_>, case: &Case<'_>) -> Markup {
    let (texts, seen) = (telling.texts, &case.looks.tokens);
    let mut each: BTreeMap<&str, Vec<&TokenSeen>> = BTreeMap::new();
    for token in seen {
        let of_one = each.entry(&token.by).or_default();
        // Whoever goes to and fro between two has come with two.
        if of_one.iter().all(|other| other.token != token.token) {
            of_one.push(token);
        }
    }
    let one = |token: &&TokenSeen| {
        let with = [
            ("token", token.token.as_str().into()),
            ("made", telling.zone.moment(token.made_at).into()),
            ("from", telling.zone.moment(token.recorded_at).into()),
        ];
        texts.with("review-token", &with)
    };
    html! {
        @if !each.is_empty() {
            ul {
                @for (who, tokens) in &each {
                    li {
                        (texts.with("review-tokens-of", &[
                            ("who", (*who).into()),
                            ("count", tokens.len().to_string().into()),
                            ("tokens", texts.list(tokens.iter().map(one)).into()),
                        ]))
                    }
                }
            }
            p class="note" { (texts.say("review-tokens-said")) }
        }
    }
}
