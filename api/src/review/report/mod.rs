//! A review's report: one page for print, without a script, loading nothing. It
//! says what was done, shows figures beside what they are compared with, the
//! moves worth a look, what speaks for the player and what the method can't tell.
//! It holds no score, no threshold that is crossed and no verdict, and it names
//! players by their letters until the labels are revealed.

mod basis;
mod clears;
mod course;
mod figures;
mod games;
mod incidents;
mod looks;
mod moves;
mod outcome;
mod turns;

pub use clears::{Clear, clears};
pub use course::{course, next};
pub use incidents::Incident;
pub use looks::looked;
pub use moves::chosen;
pub use outcome::set_aside_by;
pub use turns::{disturbed, within};

use super::{
    answered::AnsweredTwice,
    case::{Case, attach_group},
    gather::PROGRAM,
};
use crate::{
    i18n::{Texts, foreign::quoted, zone::Zone},
    ledger::OpenLedger,
    text::harmless,
};
use fupan_domain::{
    event::review::{EngineUsed, Label},
    ids::{LedgerName, PlayerId},
    review::ReviewState,
};
use fupan_replay::review::Answers;
use fupan_store::EventStore;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use std::collections::BTreeMap;

/// The style of what is printed, shared with the dossier.
const STYLE: &str = concat!(
    include_str!("../../dossier/style.css"),
    include_str!("../../svg/charts.css")
);

/// What is said and shown of a review.
pub struct Telling<'a> {
    /// The review.
    pub review: &'a ReviewState,
    /// What the players of the tournament are called, where their names are kept.
    pub names: &'a BTreeMap<PlayerId, String>,
    /// Its texts.
    pub texts: &'static Texts,
    /// The time zone of all times.
    pub zone: &'a Zone,
}

impl Telling<'_> {
    /// What a player is called: by the letter, and by the id once that may be.
    pub fn player(&self, label: Label) -> String {
        let with = [("label", label.to_string().into())];
        let called = self.texts.with("review-player", &with);
        match self
            .review
            .player(label)
            .filter(|_| self.review.names_players())
        {
            Some(player) => format!("{called} ({})", self.named(player)),
            None => called,
        }
    }

    /// A player with the name that lies beside the log, if it is kept.
    pub fn named(&self, player: &PlayerId) -> String {
        match self.names.get(player) {
            Some(name) => format!("{}, {player}", harmless(name)),
            None => player.to_string(),
        }
    }

    /// How long a move took, where that is known.
    pub fn took(&self, ms: Option<i64>) -> String {
        ms.map_or_else(
            || self.texts.say("review-unknown"),
            |ms| format!("{}.{:03} s", ms / 1000, ms % 1000),
        )
    }

    /// A game's name, which would tell who plays it as long as it is blind.
    pub fn game(&self, game: &fupan_domain::ids::GameId) -> String {
        if self.review.names_players() {
            return game.to_string();
        }
        let games = &self.review.opened.games;
        match games.iter().position(|other| other == game) {
            Some(at) => format!("{} {}", self.texts.say("label-game"), at + 1),
            None => self.texts.say("review-whose-other-games"),
        }
    }
}

/// Writes a report in the language of these texts, its times in UTC.
pub fn page(open: &OpenLedger, case: &Case<'_>, texts: &'static Texts) -> String {
    let ledger = open.store.ledger();
    let zone = Zone::default();
    let telling = Telling {
        review: &case.review,
        names: &case.names,
        texts,
        zone: &zone,
    };
    let title = texts.with("review-report-title", &[("review", ledger.as_str().into())]);
    let head = open.store.head();
    let foot = foot(ledger, head.size, &head.hash.to_string());
    let view = case.figures();
    let section = |name: &str, content: Markup| {
        html! {
            section id=(name) { h2 { (texts.word("review", name)) } (content) }
        }
    };
    html! {
        (DOCTYPE)
        html lang=(texts.lang()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'";
                title { (title) }
                style { (PreEscaped(STYLE)) (PreEscaped(foot)) }
            }
            body {
                header {
                    h1 { (title) }
                    p { strong { (texts.say("review-not-a-verdict")) } }
                    @if !case.review.names_players() { p class="note" { (texts.say("review-names-blind")) } }
                }
                main {
                    (section("done", html! {
                        (telling.opened(case))
                        (telling.methods(case))
                        (done(&telling, case))
                    }))
                    (section("figures", figures::section(&telling, case, &view)))
                    (section("moves", html! {
                        (moves::section(&telling, case))
                        (incidents::section(&telling, case))
                    }))
                    (section("clears", clears::section(&telling, case, &view)))
                    (section("limits", limits(texts)))
                    (section("course", course(&telling, case)))
                    (section("looks", looked(&telling, case)))
                }
            }
        }
    }
    .into_string()
}

/// How often positions were to be looked at, and how often they were where the answers
/// themselves tell another number.
fn visits(case: &Case<'_>, used: &EngineUsed) -> String {
    let told = used.visits.to_string();
    match case.answers.as_ref().and_then(Answers::visits) {
        Some((least, most)) if (least, most) != (used.visits, used.visits) => {
            format!("{told} ({least}–{most})")
        }
        _ => told,
    }
}

/// That one file of an engine's answers took the place of another, and how far they agree.
fn answered_twice(telling: &Telling<'_>, twice: &AnsweredTwice) -> String {
    telling.texts.with(
        "review-engine-twice",
        &[
            ("counts", twice.counts.as_str().into()),
            ("by", twice.counts_by.as_str().into()),
            ("aside", twice.set_aside.as_str().into()),
            ("whose", twice.set_aside_by.as_str().into()),
            ("positions", twice.positions.to_string().into()),
            ("differ", twice.differ.to_string().into()),
            ("first", twice.first_choice.to_string().into()),
        ],
    )
}

/// What was computed, with what, from what.
fn done(telling: &Telling<'_>, case: &Case<'_>) -> Markup {
    let texts = telling.texts;
    let engine = case.engine.as_ref();
    let used = engine.and_then(|analysis| analysis.engine.as_ref());
    html! {
        dl {
            div {
                dt { (texts.say("review-engine")) }
                dd {
                    @if let (Some(used), Some(analysis)) = (used, engine) {
                        @let when = analysis.answered_at.map(|at| telling.zone.moment(at)).unwrap_or_default();
                        (texts.with("review-engine-said", &[
                            ("program", used.program.as_str().into()),
                            ("version", used.version.as_str().into()),
                            ("network", used.network.as_str().into()),
                            ("visits", visits(case, used).into()),
                            ("when", when.into()),
                        ]))
                        p class="hash" { (used.network_sha256) " · " (used.settings_sha256) }
                        @if let Some(answers) = &analysis.answers { p class="hash" { (answers.sha256) } }
                        @if !case.changed.is_empty() {
                            @let positions: usize = case.changed.values().sum();
                            p class="note" { (texts.with("review-engine-changed", &[("positions", positions.to_string().into())])) }
                        }
                        @for twice in &case.twice {
                            p class="note" { (answered_twice(telling, twice)) }
                        }
                        @if let Some(why) = &case.unread {
                            p class="note" { (texts.with("review-engine-unread", &[("why", why.as_str().into())])) }
                        }
                    } @else {
                        (texts.say("review-no-engine"))
                    }
                }
            }
            div {
                dt { (texts.say("review-group")) }
                dd {
                    @match &case.review.method().1.reference {
                        Some(named) if case.reference.is_some() => {
                            (texts.with("review-group-said", &[
                                ("name", named.name.as_str().into()),
                                ("members", named.members.to_string().into()),
                            ]))
                            p class="hash" { (named.sha256) }
                        }
                        Some(named) => {
                            (texts.with("review-group-missing", &[
                                ("name", named.name.as_str().into()),
                                ("members", named.members.to_string().into()),
                                ("command", attach_group(&case.anchors.ledger).into()),
                            ]))
                            p class="hash" { (named.sha256) }
                        }
                        None => { (texts.say("review-no-group")) }
                    }
                }
            }
        }
        p class="note" {
            (texts.with("review-computed", &[
                ("program", PROGRAM.into()),
                ("seq", case.tournament.as_of.seq.to_string().into()),
            ]))
            " " span class="hash" { (case.tournament.as_of.hash) }
        }
    }
}

/// What the method can't tell.
pub fn limits(texts: &Texts) -> Markup {
    const LIMITS: [&str; 9] = [
        "review-limit-agreement",
        "review-limit-chosen",
        "review-limit-engine",
        "review-limit-answers",
        "review-limit-moves",
        "review-limit-many",
        "review-limit-time",
        "review-limit-seconds",
        "review-limit-games",
    ];
    html! { ul { @for key in LIMITS { li { (texts.say(key)) } } } }
}

/// What stands at the foot of each printed page. Only the characters of slugs,
/// digits and hex get into the style sheet.
fn foot(ledger: &LedgerName, size: u64, hash: &str) -> String {
    let left = format!(
        "{ledger} \u{b7} #{} \u{b7} {}",
        size.saturating_sub(1),
        hash.get(..16).unwrap_or_default()
    );
    format!(
        ".scroll{{overflow-x:auto}}@media print{{.scroll{{overflow:visible}}}}@page{{@bottom-left{{content:\"{left}\"}}@bottom-right{{content:counter(page) \" / \" counter(pages)}}}}"
    )
}

/// The parts of a report, as a page shows them too.
pub mod parts {
    use super::{
        Case, Markup, Telling, clears as of_clears, figures as of_figures,
        incidents as of_incidents, moves as of_moves,
    };
    use maud::html;

    /// What was computed, with what, from what.
    pub fn done(telling: &Telling<'_>, case: &Case<'_>) -> Markup {
        super::done(telling, case)
    }

    /// Figures beside what they are compared with.
    pub fn figures(telling: &Telling<'_>, case: &Case<'_>) -> Markup {
        of_figures::section(telling, case, &case.figures())
    }

    /// The moves worth a look.
    pub fn moves(telling: &Telling<'_>, case: &Case<'_>) -> Markup {
        html! {
            (of_moves::section(telling, case))
            (of_incidents::section(telling, case))
        }
    }

    /// What speaks for the player.
    pub fn clears(telling: &Telling<'_>, case: &Case<'_>) -> Markup {
        of_clears::section(telling, case, &case.figures())
    }
}

/// What somebody wrote.
pub(super) fn said(text: &str) -> Markup {
    quoted(text)
}
