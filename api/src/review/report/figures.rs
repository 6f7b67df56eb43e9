//! Figures beside what they are compared with: a table, how the times are
//! distributed, and where the player lies in the reference group.

use super::{Telling, basis, games};
use crate::{
    i18n::foreign::inline,
    review::{
        again::Again,
        case::{Case, FiguresView},
    },
    svg::{
        HistogramDrawing, ScatterDrawing, Swatch, draw_histogram, draw_scatter, scatter::Moved,
        swatch,
    },
};
use fupan_domain::{
    event::review::{AnalysisKind, AnalysisRecorded, Figure, Label, Method, Subject, Whose},
    tournament::Told,
};
use fupan_replay::review::{
    AsFarOut,
    figures::{
        OF_AGREEMENT, OF_TIME, TIME_CLASSES, distribution, groups_of, is_compared, of_members,
    },
    stats::decimal,
};
use maud::{Markup, html};

/// Whose moves stand in which column.
const COLUMNS: [(Whose, &str); 4] = [
    (Whose::Subject, "review-whose-subject"),
    (Whose::Opponent, "review-whose-opponent"),
    (Whose::OtherGames, "review-whose-other-games"),
    (Whose::Reference, "review-whose-reference"),
];
/// How many classes a distribution of members has.
const CLASSES: u32 = 8;

pub(super) fn section(telling: &Telling<'_>, case: &Case<'_>, view: &FiguresView) -> Markup {
    let figures: Vec<Figure> = view.time.iter().chain(&view.agreement).cloned().collect();
    let before = case.compared_before(view);
    html! {
        @for subject in &case.review.opened.subjects {
            h3 { (telling.player(subject.label)) }
            (table(telling, subject.label, (&figures, &view.parameters), &telling.texts.say("review-figures")))
            (basis::section(telling, view, subject.label))
            (how_often(telling, view, subject.label))
            @if before > 0 { p class="note" { (telling.texts.with("review-chance-before", &[("count", before.to_string().into())])) } }
            (games::section(telling, case, subject))
            div class="charts" {
            (times_drawn(telling, case, subject.label))
            (against_choice(telling, case, subject))
            @for name in OF_TIME.iter().chain(&OF_AGREEMENT).filter(|name| is_compared(name)) {
                (members_drawn(telling, case, subject.label, name, &figures))
            }
            }
        }
        (recorded(telling, case))
    }
}

impl Telling<'_> {
    /// Whose moves.
    pub(super) fn whose(&self, whose: Whose) -> String {
        let column = COLUMNS.iter().find(|(of, _)| *of == whose);
        column.map_or_else(String::new, |(_, key)| self.texts.say(key))
    }
}

/// What a figure is called.
pub(super) fn called(telling: &Telling<'_>, figure: &str) -> String {
    telling.texts.word("review-figure", figure)
}

/// A table that no window is too narrow for, with what it is of whom.
pub(super) fn scrolled(telling: &Telling<'_>, label: Label, what: &str, table: &Markup) -> Markup {
    let named = format!("{what}: {}", telling.player(label));
    html! { div class="scroll" tabindex="0" role="region" aria-label=(named) { (table) } }
}

/// The figures of a player by that method, a row each. `what`: which ones they are.
fn table(
    telling: &Telling<'_>,
    label: Label,
    (figures, method): (&[Figure], &Method),
    what: &str,
) -> Markup {
    let texts = telling.texts;
    let names = OF_TIME.iter().chain(&OF_AGREEMENT);
    let there = |name: &&&str| {
        let mut figures = figures.iter();
        figures.any(|f| f.subject == label && f.figure == ***name)
    };
    let table = html! {
        table {
            thead {
                tr {
                    th { (texts.say("review-figure")) }
                    @for (whose, key) in COLUMNS {
                        th {
                            (texts.say(key)) br;
                            small {
                                (texts.say(if whose == Whose::Reference { "review-n-members" } else { "review-n-moves" }))
                            }
                        }
                    }
                    th { (texts.say("review-z")) }
                }
            }
            tbody {
                @for name in names.filter(there) {
                    tr {
                        th scope="row" { (called(telling, name)) }
                        @for (whose, _) in COLUMNS {
                            td { (Case::find(figures, label, whose, name).map(|f| value(telling, f, method)).unwrap_or_default()) }
                        }
                        @let z = Case::find(figures, label, Whose::Subject, name).and_then(|f| f.z.clone());
                        td { (z.unwrap_or_else(|| "–".to_owned())) }
                    }
                }
            }
        }
    };
    scrolled(telling, label, what, &table)
}

/// How often the group's own members lie as far out as the player.
fn how_often(telling: &Telling<'_>, view: &FiguresView, label: Label) -> Markup {
    let Some(chance) = view.chance.iter().find(|chance| chance.subject == label) else {
        return Markup::default();
    };
    let texts = telling.texts;
    let all: u32 = view.chance.iter().map(|chance| chance.comparisons).sum();
    let farthest = &chance.farthest;
    let share = |figure: &AsFarOut| figure.share.clone().unwrap_or_else(|| "–".to_owned());
    let of = |figure: &AsFarOut| {
        let with = [
            ("count", figure.as_far.to_string().into()),
            ("members", figure.members.to_string().into()),
            ("share", share(figure).into()),
        ];
        texts.with("review-as-far-said", &with)
    };
    let table = html! {
        table {
            thead {
                tr {
                    th { (texts.say("review-figure")) }
                    th { (texts.say("review-z")) }
                    th { (texts.say("review-as-far")) }
                }
            }
            tbody {
                @for figure in &chance.figures {
                    tr {
                        th scope="row" { (called(telling, &figure.figure)) }
                        td { (figure.z) }
                        td { (of(figure)) }
                    }
                }
            }
        }
    };
    let what = texts.say("review-chance");
    html! {
        h4 { (what) }
        (scrolled(telling, label, &what, &table))
        @if farthest.members == 0 {
            p {
                (texts.with("review-chance-few", &[
                    ("compared", chance.comparisons.to_string().into()),
                    ("all", all.to_string().into()),
                ]))
            }
        } @else {
            p {
                (texts.with("review-chance-said", &[
                    ("compared", chance.comparisons.to_string().into()),
                    ("all", all.to_string().into()),
                    ("figure", called(telling, &farthest.figure).into()),
                    ("z", farthest.z.as_str().into()),
                    ("members", farthest.members.to_string().into()),
                    ("count", farthest.as_far.to_string().into()),
                    ("share", share(farthest).into()),
                ]))
            }
            p class="note" { (texts.with("review-chance-rule", &[("members", farthest.members.to_string().into())])) }
        }
        @if chance.own_members > 0 {
            p class="note" { (texts.with("review-chance-own", &[("count", chance.own_members.to_string().into())])) }
        }
    }
}

fn value(telling: &Telling<'_>, figure: &Figure, method: &Method) -> String {
    let n = figure.n.to_string();
    match &figure.value {
        None if figure.n >= method.moves_min => {
            telling.texts.with("review-no-value", &[("n", n.into())])
        }
        None => telling.texts.with("review-too-few", &[("n", n.into())]),
        Some(value) => {
            let mut with = vec![("value", value.as_str().into()), ("n", n.into())];
            let Some(spread) = &figure.spread else {
                return telling.texts.with("review-value-alone", &with);
            };
            with.push(("spread", spread.as_str().into()));
            telling.texts.with("review-value", &with)
        }
    }
}

/// The figures that stand in the ledger, each on what it rests, and what comes of
/// computing them again.
fn recorded(telling: &Telling<'_>, case: &Case<'_>) -> Markup {
    let recorded = telling.review.analyses.iter();
    let recorded: Vec<_> = recorded
        .filter(|told| told.what.figures.is_some())
        .collect();
    html! {
        h3 { (telling.texts.say("review-recorded")) }
        @if recorded.is_empty() { p class="note" { (telling.texts.say("review-recorded-none")) } }
        @for told in recorded {
            @let analysis = &told.what;
            @let figures: Vec<Figure> = analysis.figures.iter().flatten().cloned().collect();
            h4 { code { (analysis.analysis) } " · " (inline(&analysis.program)) }
            (telling.by(case, told.seq))
            p { (rests(telling, told)) }
            p class="note" {
                (telling.texts.say(match case.again.get(&told.seq) {
                    Some(Again::Same) => "review-again-same",
                    Some(Again::Other) => "review-again-other",
                    Some(Again::Unfounded) => "review-again-unfounded",
                    Some(Again::Unknown) => "review-again-unknown",
                    Some(Again::NotTried) | None => "review-again-not-tried",
                }))
            }
            @let (_, in_force) = telling.review.method();
            @let number = usize::try_from(analysis.method).unwrap_or(usize::MAX);
            @let method = telling.review.methods.get(number).map_or(in_force, |told| &told.what.0);
            @for subject in telling.review.opened.subjects.iter().filter(|s| has(&figures, s.label)) {
                p { (telling.player(subject.label)) }
                @let what = format!("{} {}", telling.texts.say("review-recorded"), analysis.analysis);
                (table(telling, subject.label, (&figures, method), &what))
            }
        }
    }
}

fn has(figures: &[Figure], label: Label) -> bool {
    figures.iter().any(|figure| figure.subject == label)
}

/// On what recorded figures rest: the method, which of the games under review, of whom,
/// which state of the tournament's log, and whose answers.
fn rests(telling: &Telling<'_>, told: &Told<AnalysisRecorded>) -> String {
    let (texts, analysis) = (telling.texts, &told.what);
    let opened = &telling.review.opened;
    let figures = analysis.figures.as_deref().unwrap_or_default();
    let subjects = opened.subjects.iter().filter(|s| has(figures, s.label));
    let players: Vec<String> = subjects.map(|s| telling.player(s.label)).collect();
    let games = analysis.games.iter().map(|game| telling.game(game));
    let with = [
        ("number", analysis.method.to_string().into()),
        ("count", analysis.games.len().to_string().into()),
        ("all", opened.games.len().to_string().into()),
        ("games", texts.list(games).into()),
        ("players", players.len().to_string().into()),
        ("subjects", opened.subjects.len().to_string().into()),
        ("who", texts.list(&players).into()),
        ("seq", analysis.as_of.seq.to_string().into()),
    ];
    let rests = texts.with("review-recorded-on", &with);
    if analysis.kind != AnalysisKind::Agreement {
        return rests;
    }
    let engines = telling.review.analyses.iter().filter(|engine| {
        engine.seq < told.seq
            && engine.what.kind == AnalysisKind::Engine
            && engine.what.answers == analysis.answers
            && engine.what.engine == analysis.engine
    });
    let ids: Vec<String> = engines.map(|e| e.what.analysis.to_string()).collect();
    let with = [("ids", texts.list(&ids).into())];
    format!("{rests} {}", texts.with("review-recorded-answers", &with))
}

/// How many moves took how long: the player's beside the opponents'.
fn times_drawn(telling: &Telling<'_>, case: &Case<'_>, label: Label) -> Markup {
    let Some(player) = case.review.player(label) else {
        return Markup::default();
    };
    let groups = groups_of(player, &case.review.opened.games, &case.material);
    let [own, opponents, _] =
        groups.map(|(_, group)| distribution(&group.seconds(), &TIME_CLASSES));
    if own.iter().all(|count| *count == 0) {
        return Markup::default();
    }
    let mut classes: Vec<String> = TIME_CLASSES.iter().map(|b| format!("< {b} s")).collect();
    classes.extend(TIME_CLASSES.last().map(|b| format!("≥ {b} s")));
    let title = telling.texts.say("review-times-drawn");
    let described = classes
        .iter()
        .zip(&own)
        .map(|(class, n)| format!("{class}: {n}"));
    let described: Vec<String> = described.collect();
    let id = format!("times-{label}");
    html! {
        figure {
            figcaption { (title) }
            (draw_histogram(&HistogramDrawing {
                classes: &classes,
                counts: &own,
                beside: Some(&opponents),
                marked: None,
                id: &id,
                title: &title,
                description: &described.join(", "),
            }))
            p class="beside" {
                span { (swatch(Swatch::Own, &id)) (telling.player(label)) }
                span { (swatch(Swatch::Other, &id)) (telling.texts.say("review-whose-opponent")) }
            }
        }
    }
}

/// How long the moves that count took against how much there was to choose: the
/// player's, and the opponents' in the same games.
fn against_choice(telling: &Telling<'_>, case: &Case<'_>, subject: &Subject) -> Markup {
    let texts = telling.texts;
    let [own, beside] = [false, true].map(|opponent| moved(case, subject, opponent));
    if own.is_empty() {
        return Markup::default();
    }
    let id = format!("choice-{}", subject.label);
    let title = texts.say("review-choice-drawn");
    let described = own.iter().map(|(ms, choice)| {
        let points = format!("{}.{:03}", choice / 1000, choice % 1000);
        format!("{}.{:03} s / {points}", ms / 1000, ms % 1000)
    });
    let described: Vec<String> = described.collect();
    html! {
        figure {
            figcaption { (title) }
            (draw_scatter(&ScatterDrawing {
                own: &own,
                beside: &beside,
                across: &texts.say("review-choice-across"),
                up: &texts.say("review-choice-up"),
                id: &id,
                title: &title,
                description: &described.join(", "),
            }))
            p class="beside" {
                span { (swatch(Swatch::Point, &id)) (telling.player(subject.label)) }
                span { (swatch(Swatch::OtherPoint, &id)) (texts.say("review-whose-opponent")) }
            }
        }
    }
}

/// The moves that count of which time and choice are known, of a player or the opponents.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::float_arithmetic,
    reason = "places of a drawing, which nothing rests on: a choice is from 0 to 2000 points"
)]
fn moved(case: &Case<'_>, subject: &Subject, opponent: bool) -> Vec<Moved> {
    let mut moves = Vec::new();
    for game in case.games_under_review(&subject.player) {
        let times = case.material.times.get(&game);
        let side = times.and_then(|times| times.side_of(&subject.player));
        let side = side.map(|side| if opponent { side.opponent() } else { side });
        let agreement = case.material.agreement.get(&game);
        for (side, agreement) in side.iter().zip(agreement) {
            moves.extend(agreement.counted(*side).filter_map(|judged| {
                let ms = u64::try_from(judged.ms?).ok()?;
                Some((ms, (judged.choice? * 1000.0).round() as u64))
            }));
        }
    }
    moves
}

/// How the members of the group have a figure, and where the player lies.
fn members_drawn(
    telling: &Telling<'_>,
    case: &Case<'_>,
    label: Label,
    name: &str,
    figures: &[Figure],
) -> Markup {
    let (_, method) = case.review.method();
    let members = case
        .reference
        .as_ref()
        .map(|group| of_members(&case.material, group, name, method));
    let members = members.unwrap_or_default();
    let own = Case::find(figures, label, Whose::Subject, name)
        .and_then(|f| f.value.as_ref()?.parse().ok());
    let Some(own) = own.filter(|_| members.len() >= 2) else {
        return Markup::default();
    };
    let bounds = bounds(&members, own);
    let counts = distribution(&members, &bounds);
    let classes: Vec<String> = bounds
        .iter()
        .filter_map(|b| decimal(*b))
        .map(|b| format!("< {b}"))
        .collect();
    let last = bounds
        .last()
        .and_then(|b| decimal(*b))
        .map(|b| format!("≥ {b}"));
    let classes: Vec<String> = classes.into_iter().chain(last).collect();
    let title = telling.texts.with(
        "review-members-drawn",
        &[("figure", called(telling, name).into())],
    );
    let described = classes
        .iter()
        .zip(&counts)
        .map(|(class, n)| format!("{class}: {n}"));
    let described: Vec<String> = described.collect();
    let id = format!("members-{label}-{}", name.replace('_', "-"));
    let value = decimal(own).unwrap_or_default();
    html! {
        figure {
            figcaption { (title) }
            (draw_histogram(&HistogramDrawing {
                classes: &classes,
                counts: &counts,
                beside: None,
                marked: distribution(&[own], &bounds).iter().position(|count| *count == 1),
                id: &id,
                title: &title,
                description: &described.join(", "),
            }))
            p class="beside" {
                span { (swatch(Swatch::Mark, &id)) (telling.player(label)) ": " (value) }
                span { (swatch(Swatch::Other, &id)) (telling.texts.say("review-group")) }
            }
        }
    }
}

/// Bounds of even classes that hold the members and the player.
#[expect(
    clippy::float_arithmetic,
    reason = "classes of a drawing, which nothing rests on"
)]
fn bounds(members: &[f64], own: f64) -> Vec<f64> {
    let least = members.iter().copied().fold(own, f64::min);
    let most = members.iter().copied().fold(own, f64::max);
    let step = ((most - least) / f64::from(CLASSES)).max(0.001);
    (1..CLASSES)
        .map(|n| step.mul_add(f64::from(n), least))
        .collect()
}
