//! On what the figures of a player rest, as a table and in words: how many moves,
//! of how many the time is known, what is left out beside the engine and why, how
//! many members of the group have figures, and which figures are compared with
//! nobody's. So nobody is left to guess why a figure is not there.

use super::{
    Telling,
    figures::{called, scrolled},
};
use crate::review::case::FiguresView;
use fupan_domain::event::review::{Label, Whose};
use fupan_replay::review::{Basis, Breakdown, NotCompared};
use maud::{Markup, html};

/// What becomes of moves beside an engine: the counts in the order of the rule.
fn classes(told: &Breakdown) -> [(&'static str, u32); 7] {
    [
        ("review-basis-counted", told.counted),
        ("review-basis-opening", told.opening),
        ("review-basis-thin", told.thin),
        ("review-basis-unknown", told.unknown),
        ("review-basis-settled", told.settled),
        ("review-basis-forced", told.forced),
        ("review-basis-unasked", told.unasked),
    ]
}

/// On what the figures of a player rest.
pub(super) fn section(telling: &Telling<'_>, view: &FiguresView, label: Label) -> Markup {
    let texts = telling.texts;
    let rows = view.basis.iter().filter(|basis| basis.subject == label);
    let rows: Vec<&Basis> = rows.filter(|basis| basis.sides > 0).collect();
    let what = texts.say("review-basis");
    html! {
        h4 { (what) }
        (scrolled(telling, label, &what, &table(telling, &rows)))
        @for line in said(telling, view, label, &rows) { p class="note" { (line) } }
    }
}

fn table(telling: &Telling<'_>, rows: &[&Basis]) -> Markup {
    let texts = telling.texts;
    let engine = rows.iter().find_map(|basis| basis.agreement);
    html! {
        table {
            thead {
                tr {
                    th { (texts.say("review-basis-whose")) }
                    th { (texts.say("review-basis-sides")) }
                    th { (texts.say("review-basis-moves")) }
                    th { (texts.say("review-basis-timed")) }
                    @if let Some(told) = &engine {
                        @for (key, _) in classes(told) { th { (texts.say(key)) } }
                    }
                }
            }
            tbody {
                @for basis in rows {
                    tr {
                        th scope="row" { (telling.whose(basis.whose)) }
                        td { (basis.sides) }
                        td { (basis.moves) }
                        td { (basis.timed) }
                        @if let Some(told) = &basis.agreement {
                            @for (_, count) in classes(told) { td { (count) } }
                        }
                    }
                }
            }
        }
    }
}

/// What the table does not say by itself.
fn said(telling: &Telling<'_>, view: &FiguresView, label: Label, rows: &[&Basis]) -> Vec<String> {
    let texts = telling.texts;
    let number = |n: u32| n.to_string().into();
    let mut lines = Vec::new();
    let own = rows.iter().find(|basis| basis.whose == Whose::Subject);
    let judged = own.and_then(|own| own.agreement);
    if let Some(none) = judged.filter(|told| told.counted == 0) {
        lines.push(texts.with("review-basis-none", &[("moves", number(none.moves))]));
    }
    if own.is_some_and(|own| own.whole_seconds) {
        let longest = view.parameters.quick_ms.saturating_sub(1) / 1000;
        let shown = match longest {
            0 => "0".to_owned(),
            longest => format!("0–{longest}"),
        };
        let with = [
            ("quick", view.parameters.quick_ms.to_string().into()),
            ("shown", shown.into()),
        ];
        lines.push(texts.with("review-whole-seconds", &with));
    }
    if let Some(members) = &view.members {
        let mut with = vec![
            ("members", number(members.members)),
            ("timed", number(members.timed)),
            ("whole", number(members.whole_seconds)),
            ("least", number(view.parameters.moves_min)),
        ];
        lines.push(texts.with("review-members-timed", &with));
        if judged.is_some() {
            with.push(("counted", number(members.counted)));
            lines.push(texts.with("review-members-counted", &with));
        }
    }
    lines.extend(not_compared(telling, view, label));
    lines
}

/// Which figures are compared with nobody's, those of one reason in one line.
fn not_compared(telling: &Telling<'_>, view: &FiguresView, label: Label) -> Vec<String> {
    let mut alike: Vec<(&NotCompared, Vec<String>)> = Vec::new();
    for told in view
        .not_compared
        .iter()
        .filter(|told| told.subject == label)
    {
        let same = |(other, _): &&mut (&NotCompared, Vec<String>)| {
            (other.why, other.n, other.least) == (told.why, told.n, told.least)
        };
        let name = called(telling, &told.figure);
        match alike.iter_mut().find(same) {
            Some((_, names)) => names.push(name),
            None => alike.push((told, vec![name])),
        }
    }
    let line = |(told, names): (&NotCompared, Vec<String>)| {
        let with = [
            ("figures", names.join("; ").into()),
            ("n", told.n.to_string().into()),
            ("least", told.least.to_string().into()),
        ];
        let key = format!("review-not-compared-{}", told.why.name().replace('_', "-"));
        telling.texts.with(&key, &with)
    };
    alike.into_iter().map(line).collect()
}
