//! Sheets for paper: a ruling with the words of its article and lines for those
//! who sign it, and the form on which an appeal is handed in by hand. They are
//! pages like others, read on a screen too; the style sheet makes them A4.

use super::{
    Asset, Here, Page, Step, Viewer, appeals,
    game::{self, Shown},
    page_of_ledger, statements, tournament,
};
use crate::{i18n::foreign::quoted, problem::Problem, service::Service};
use actix_web::{HttpResponse, web};
use fupan_domain::{
    Colour,
    event::GameEvent,
    game::FactKind,
    ids::{GameId, LedgerName, RulingId},
};
use fupan_replay::views::game::RulingView;
use fupan_store::{EventStore, wall_clock};
use maud::{Markup, html};

/// How many empty lines there are for grounds and for what is asked: the form is one
/// sheet of A4.
const LINES: [usize; 2] = [9, 4];

/// The sheet of a ruling.
pub async fn ruling(
    service: web::Data<Service>,
    viewer: Viewer,
    path: web::Path<(LedgerName, GameId, RulingId)>,
) -> Result<HttpResponse, Problem> {
    let (ledger, game, ruling) = path.into_inner();
    page_of_ledger(&service, viewer, &ledger, move |here| {
        let shown = Shown::of(here, &game, game::Asked::default(), None)?;
        let sheet = Sheet::of(&shown, &ruling)?;
        Ok(sheet.ruling_page())
    })
    .await
}

/// The form on which an appeal against a ruling is written by hand.
pub async fn appeal_form(
    service: web::Data<Service>,
    viewer: Viewer,
    path: web::Path<(LedgerName, GameId, RulingId)>,
) -> Result<HttpResponse, Problem> {
    let (ledger, game, ruling) = path.into_inner();
    page_of_ledger(&service, viewer, &ledger, move |here| {
        let shown = Shown::of(here, &game, game::Asked::default(), None)?;
        let sheet = Sheet::of(&shown, &ruling)?;
        Ok(sheet.appeal_page())
    })
    .await
}

struct Sheet<'a> {
    here: &'a Here<'a>,
    shown: &'a Shown<'a>,
    ruling: &'a RulingView,
}

impl<'a> Sheet<'a> {
    fn of(shown: &'a Shown<'a>, id: &RulingId) -> Result<Sheet<'a>, Problem> {
        let ruling = shown.now.rulings.iter().find(|ruling| ruling.ruling == *id);
        Ok(Sheet {
            here: shown.here,
            shown,
            ruling: ruling.ok_or_else(|| {
                Problem::new(
                    "not_found",
                    format!("game {} has no ruling {id}", shown.now.game),
                )
            })?,
        })
    }

    fn viewer(&self) -> &Viewer {
        self.here.viewer
    }

    fn path(&self, rest: &str) -> String {
        let (game, ruling) = (&self.shown.now.game, &self.ruling.ruling);
        self.here
            .path(&format!("/games/{game}/rulings/{ruling}{rest}"))
    }

    fn page(&self, title: String, content: Markup) -> Page {
        let mut page = self.here.page_of(title, &self.shown.now.game);
        page.steps.push(Step {
            label: html! { (self.ruling.ruling) },
            path: self.path(""),
        });
        page.scripts = vec![Asset::TIME, Asset::CASE];
        page.foot = Some(super::print::foot_of(self.here, self.ruling.seq));
        page.content = content;
        page
    }

    /// Whose game it is, and where.
    fn head(&self) -> Markup {
        let viewer = self.viewer();
        let view = &self.shown.now;
        let opening = self.here.tournament.opening.as_ref();
        let with = [
            ("round", view.round.to_string().into()),
            ("board", view.board.to_string().into()),
            ("game", view.game.to_string().into()),
        ];
        html! {
            dl {
                div { dt { (viewer.say("label-tournament")) } dd {
                    @match opening {
                        Some(opening) => { (crate::i18n::foreign::inline(&opening.name)) }
                        None => { (self.here.ledger) }
                    }
                } }
                div { dt { (viewer.say("label-game")) } dd { (viewer.texts.with("dossier-game", &with)) } }
                @for colour in Colour::BOTH {
                    div { dt { (viewer.texts.colour(colour.name())) } dd { (tournament::who(self.here, view.players[colour].as_ref())) } }
                }
            }
        }
    }

    fn ruling_page(&self) -> Page {
        let viewer = self.viewer();
        let ruling = self.ruling;
        let finding = ruling.finding.as_ref();
        let content = html! {
            article class="paper" {
                h1 { (viewer.say("sheet-ruling")) " " (ruling.ruling) }
                @if ruling.overturned { p class="grave" { strong { "✕ " (viewer.say("game-overturned")) } } }
                (self.head())
                dl {
                    div { dt { (viewer.say("label-decided-by")) } dd { @for official in &ruling.officials { (self.here.official(official.as_str())) " " } } }
                    div { dt { (viewer.say("label-moment")) } dd { (viewer.moment(ruling.at)) } }
                    @if let Some(finding) = finding {
                        div { dt { (viewer.say("label-finding")) } dd { a href=(self.here.path(&format!("/games/{}/findings/{finding}", self.shown.now.game))) { (finding) } } }
                    }
                    div { dt { (viewer.say("label-facts")) } dd { (quoted(&ruling.facts)) } }
                    div { dt { (viewer.say("label-ruled")) } dd { strong { (viewer.outcome(&ruling.outcome)) } (self.shown.departed(ruling)) } }
                    div { dt { (viewer.say("label-effect")) } dd { (self.shown.effects(ruling)) } }
                    div { dt { (viewer.say("label-reasons")) } dd { (quoted(&ruling.reasons)) } }
                    div { dt { (viewer.say("label-article")) } dd { (viewer.article(&self.here.ledger, &ruling.article)) } }
                }
                (viewer.words_of(&ruling.article))
                (self.clause())
                (self.said())
                p { (appeals::until(self.here, self.here.tournament.appeal_deadline(Some(&self.shown.now.game), &[ruling.entry]))) }
                (self.signatures(&["sheet-arbiter", "sheet-chief"], true))
                (self.foot())
            }
            (self.ways(&self.path("/appeal-form"), "sheet-appeal-form"))
        };
        self.page(
            format!("{} {}", viewer.say("sheet-ruling"), ruling.ruling),
            content,
        )
    }

    /// The words of a clause of the event's own.
    fn clause(&self) -> Markup {
        let regulations = self.here.tournament.regulations(u32::MAX);
        let id = self.ruling.article.strip_prefix("event:");
        let clause =
            regulations.and_then(|r| r.clauses.into_iter().find(|c| Some(c.id.as_str()) == id));
        html! { @if let Some(clause) = &clause { (quoted(&clause.text)) } }
    }

    /// What those said before it who were asked of the facts of its finding.
    fn said(&self) -> Markup {
        let facts = self.shown.folded.state.record.facts().iter();
        let finding = self.ruling.finding.as_ref();
        let asked = facts.filter(|fact| fact.seq < self.ruling.seq);
        let said: Vec<_> = asked
            .filter_map(|fact| match &fact.kind {
                FactKind::Event(GameEvent::StatementTaken(taken)) => Some((fact, taken)),
                _ => None,
            })
            .filter(|(_, taken)| taken.finding.is_some() && taken.finding.as_ref() == finding)
            .collect();
        let viewer = self.viewer();
        html! {
            @if !said.is_empty() { h2 { (viewer.say("case-said")) } }
            @for (fact, taken) in said {
                article class="said" {
                    h3 { (self.here.who(taken.from.as_str())) " · " (viewer.moment(fact.at)) " · #" (fact.seq) }
                    (statements::said(viewer, taken))
                }
            }
        }
    }

    /// Lines on which people sign: the players, and officials.
    fn signatures(&self, officials: &[&str], players: bool) -> Markup {
        let viewer = self.viewer();
        html! {
            h2 { (viewer.say("label-signatures")) }
            div class="signatures" {
                @if players {
                    @for colour in Colour::BOTH {
                        p { span class="line" {} (viewer.texts.colour(colour.name())) ": " (tournament::who(self.here, self.shown.now.players[colour].as_ref())) }
                    }
                }
                @for official in officials { p { span class="line" {} (viewer.say(official)) } }
            }
        }
    }

    /// What is printed under a sheet, so that it can be found and checked.
    fn foot(&self) -> Markup {
        let viewer = self.viewer();
        let bytes = self.here.live.open.store.entries(self.ruling.seq, 1).ok();
        let hash =
            bytes.and_then(|bytes| Some(fupan_replay::entry::hash(bytes.first()?).to_string()));
        html! {
            p class="note" {
                (viewer.say("label-entry")) " #" (self.ruling.seq)
                @if let Some(hash) = hash { " · SHA-256 " code class="hash" { (hash) } }
                " · " (viewer.say("sheet-made")) " " (viewer.moment(wall_clock()))
            }
        }
    }

    /// What is done with a sheet on a screen.
    fn ways(&self, other: &str, title: &str) -> Markup {
        let viewer = self.viewer();
        html! {
            p class="steps noprint" {
                button type="button" data-prints hidden { (viewer.say("sheet-do-print")) }
                a class="button plain" href=(other) { (viewer.say(title)) }
                (appeals::way_to_appeal(self.here, self.ruling))
            }
        }
    }

    fn appeal_page(&self) -> Page {
        let viewer = self.viewer();
        let ruling = self.ruling;
        let lines = |key: &str, lines: usize| {
            html! {
                section class="by-hand" {
                    h2 { (viewer.say(key)) }
                    @for _ in 0..lines { span class="line" {} }
                }
            }
        };
        let line = |key: &str| html! { p { (viewer.say(key)) ": " span class="line" {} } };
        let deadline = self
            .here
            .tournament
            .appeal_deadline(Some(&self.shown.now.game), &[ruling.entry]);
        let content = html! {
            article class="paper one-sheet" {
                h1 { (viewer.say("sheet-appeal")) }
                (self.head())
                dl {
                    div { dt { (viewer.say("label-against")) } dd { (ruling.ruling) " · " (viewer.outcome(&ruling.outcome)) " · " (ruling.article) " · " (viewer.moment(ruling.at)) } }
                }
                p { (appeals::until(self.here, deadline)) }
                (line("label-appeal-by"))
                (lines("label-grounds", LINES[0]))
                (lines("label-relief", LINES[1]))
                div class="signatures" {
                    p { span class="line" {} (viewer.say("sheet-appellant")) }
                    p { span class="line" {} (viewer.say("sheet-received")) }
                }
                (self.foot())
            }
            (self.ways(&self.path(""), "sheet-ruling"))
        };
        self.page(viewer.say("sheet-appeal"), content)
    }
}
