//! What the pages of one ledger share: its tournament as it stands, the names of
//! its people, the way that leads to a page, what the viewer is here.

use super::{Badge, Page, Step, Viewer, answer::Named};
use crate::{
    auth::Principal,
    dossier::Who,
    i18n::{
        Lang,
        foreign::{inline, sentence},
    },
    live::LiveLedger,
    problem::Problem,
    service::{Service, ask},
    text::harmless,
};
use actix_web::{HttpResponse, web};
use fupan_domain::{
    ids::{GameId, LedgerName, Sha256},
    official::Role,
    rulebook::Finding,
    tournament::TournamentState,
};
use fupan_replay::person::PersonRecord;
use fupan_store::{EventStore, Known};
use maud::{Markup, html};
use std::{cell::OnceCell, collections::BTreeSet, sync::Arc};

/// A ledger as a page shows it.
pub struct Here<'a> {
    /// The ledger.
    pub live: &'a LiveLedger,
    /// Who looks.
    pub viewer: &'a Viewer,
    /// Its name.
    pub ledger: LedgerName,
    /// What has become of the tournament.
    pub tournament: Arc<TournamentState>,
    /// The last entry that was there before anything was read for the page: what comes
    /// after it the page may lack.
    seen: Option<u64>,
    /// The names that stand in lines of text, by the ids of those whose they are.
    named: Named,
    /// The names that more than one bears here, once it is asked for them.
    shared: OnceCell<BTreeSet<String>>,
}

/// Asks a ledger for a page, if the viewer may read it.
///
/// # Errors
/// When he may not, there is no such ledger, or the page's own.
pub async fn page_of_ledger(
    service: &web::Data<Service>,
    viewer: Viewer,
    ledger: &LedgerName,
    page: impl FnOnce(&Here<'_>) -> Result<Page, Problem> + Send + 'static,
) -> Result<HttpResponse, Problem> {
    viewer.caller.may_read(ledger, service)?;
    let asked = viewer.clone();
    let page = ask(service, ledger, move |live| page(&Here::of(live, &asked)?)).await?;
    Ok(page.shown(&viewer))
}

impl<'a> Here<'a> {
    /// A ledger as it stands.
    ///
    /// # Errors
    /// When it can't be read.
    pub fn of(live: &'a LiveLedger, viewer: &'a Viewer) -> Result<Here<'a>, Problem> {
        let seen = live.open.store.head().size.checked_sub(1);
        let tournament = live.open.reader.tournament(Known::Now);
        Ok(Here {
            seen,
            named: Named::default(),
            shared: OnceCell::new(),
            ledger: live.open.store.ledger().clone(),
            tournament: tournament.map_err(|e| Problem::from(&e))?,
            live,
            viewer,
        })
    }

    /// The person of a commitment, where the name is kept.
    pub fn person(&self, commitment: Sha256) -> Option<PersonRecord> {
        self.live.open.store.person(commitment).ok().flatten()
    }

    fn anybody(&self, id: &str) -> Option<Who> {
        Who::anybody(id, &self.tournament, &|commitment| self.person(commitment))
    }

    /// A player, a team or anybody else, by name and id, as a dossier names them.
    pub fn who(&self, id: &str) -> Markup {
        Who::shown(self.anybody(id).as_ref(), id, None, self.viewer.texts)
    }

    /// An official, by name, id and offices, as a dossier names them.
    pub fn official(&self, id: &str) -> Markup {
        let who = Who::official(id, &self.tournament, &|commitment| self.person(commitment));
        Who::shown(who.as_ref(), id, None, self.viewer.texts)
    }

    /// The same in a line of text, where nothing but text can stand: name and id.
    pub fn called(&self, id: &str) -> String {
        match self.anybody(id).and_then(|who| who.name) {
            Some(name) => format!("{} ({id})", self.noted(id, &name)),
            None => id.to_owned(),
        }
    }

    /// The name alone; with the id where another bears the same, and the id where no
    /// name is kept.
    pub fn name(&self, id: &str) -> String {
        match self.anybody(id).and_then(|who| who.name) {
            Some(name) if self.is_shared(&name) => format!("{} ({id})", self.noted(id, &name)),
            Some(name) => self.noted(id, &name),
            None => id.to_owned(),
        }
    }

    /// The same where markup can stand: it is marked whose name that is.
    pub fn named(&self, id: &str) -> Markup {
        let who = self.who_is_shown(id);
        let is_shared = || who.as_ref()?.name.as_ref().map(|name| self.is_shared(name));
        html! {
            @match who.as_ref().and_then(|who| who.marked(id)) {
                Some(marked) => {
                    (marked)
                    @if is_shared() == Some(true) { " (" (id) ")" }
                }
                None => { code { (id) } }
            }
        }
    }

    /// The name before the id, where the id is what people look for, or type.
    pub fn named_with_id(&self, id: &str) -> Markup {
        // One piece, since a link sets its pieces side by side.
        html! { span { @if let Some(name) = self.marked(id) { (name) " " } code { (id) } } }
    }

    /// The name, where one is kept.
    fn marked(&self, id: &str) -> Option<Markup> {
        self.who_is_shown(id)?.marked(id)
    }

    /// Who that is, where he may be named: what a review has recorded names nobody.
    fn who_is_shown(&self, id: &str) -> Option<Who> {
        if self.tournament.review.is_some() {
            return None;
        }
        self.anybody(id)
    }

    /// A sentence of the program's own, with the names of those whom it calls by ids.
    pub fn sentence(&self, text: &str) -> Markup {
        sentence(text, &|id| self.marked(id))
    }

    /// What a finding is about: in English with its facts, in other languages by its row
    /// of the rule table.
    pub fn about(&self, finding: &Finding) -> Markup {
        let row = self.viewer.texts.row(finding);
        html! {
            @match row.filter(|_| self.viewer.lang() != Lang::En) {
                Some(row) => (row),
                None => span lang="en" { (self.sentence(&finding.facts)) },
            }
        }
    }

    /// A problem in a line, as [`Viewer::told`], with those whom it names.
    pub fn told(&self, problem: &Problem) -> Markup {
        let detail = self.sentence(&problem.detail);
        self.viewer.problem(problem, &detail)
    }

    /// Whether more than one of the event bears that name.
    fn is_shared(&self, name: &str) -> bool {
        let shared = || {
            let TournamentState {
                players,
                teams,
                officials,
                ..
            } = &*self.tournament;
            let players = players.keys().map(ToString::to_string);
            let teams = teams.keys().map(ToString::to_string);
            let officials = officials.keys().map(ToString::to_string);
            let ids: BTreeSet<String> = players.chain(teams).chain(officials).collect();
            let names = ids.iter().filter_map(|id| self.anybody(id)?.name);
            let mut seen = BTreeSet::new();
            names.filter(|name| !seen.insert(name.clone())).collect()
        };
        self.shared.get_or_init(shared).contains(name)
    }

    /// A name as it stands in a line of text, where nothing marks whose it is: the page
    /// tells its script, by which it goes from a page that is open once it is erased.
    pub fn noted(&self, id: &str, name: &str) -> String {
        let name = harmless(name);
        self.named.note(id, &name);
        name
    }

    /// From where on the ledger is followed, and which streams a page looks at: see
    /// [`Page::follows`].
    pub fn follows(&self, streams: &str) -> Option<(String, String)> {
        let path = format!("/v1/ledgers/{}/events?after={}", self.ledger, self.seen?);
        Some((path, streams.to_owned()))
    }

    /// Those whose names were erased, by their ids.
    fn erased(&self) -> Vec<String> {
        let TournamentState {
            erased,
            players,
            officials,
            ..
        } = &*self.tournament;
        if erased.is_empty() {
            return Vec::new();
        }
        let is_erased = |person: Option<Sha256>| person.is_some_and(|p| erased.contains_key(&p));
        let players = players
            .iter()
            .filter(|(_, player)| is_erased(Some(player.registered.person)))
            .map(|(id, _)| id.to_string());
        // Of an official the last record that he was appointed with is shown.
        let officials = officials
            .iter()
            .filter(|(_, offices)| is_erased(offices.iter().rev().find_map(|office| office.person)))
            .map(|(id, _)| id.to_string());
        players.chain(officials).collect()
    }

    /// The path of a page of this ledger.
    pub fn path(&self, rest: &str) -> String {
        format!("/l/{}{rest}", self.ledger)
    }

    /// A page of this ledger, with its title, the way to it and its badge. It learns of
    /// names that are erased, and of nothing else unless it says so; a review has its
    /// names from the tournament's ledger.
    pub fn page(&self, title: String) -> Page {
        let head = self.live.open.store.head();
        let is_review = self.tournament.review.is_some();
        Page {
            title,
            steps: vec![self.step()],
            badge: Some(Badge::of(self.live)),
            role: self.role(),
            basis: Some(head.size.saturating_sub(1)),
            follows: if is_review { None } else { self.follows("") },
            erased: self.tournament.erased.len(),
            nameless: self.erased(),
            named: self.named.clone(),
            ..Page::default()
        }
    }

    /// The same of a game: the way leads over its round and board.
    pub fn page_of(&self, title: String, game: &GameId) -> Page {
        let mut page = self.page(title);
        if let Some(paired) = self.tournament.games.get(game) {
            let said = |key, number: u32| {
                let with = [("number", number.to_string().into())];
                let said = self.viewer.texts.with(key, &with);
                html! { (said) }
            };
            page.steps.push(Step {
                label: said("page-round", paired.round),
                path: self.path(&format!("?round={}", paired.round)),
            });
            page.steps.push(Step {
                label: said("page-board", paired.pairing.board),
                path: self.path(&format!("/games/{game}")),
            });
        }
        page
    }

    fn step(&self) -> Step {
        let opening = self.tournament.opening.as_ref();
        Step {
            label: opening.map_or_else(|| html! { (self.ledger) }, |opening| inline(&opening.name)),
            path: self.path(""),
        }
    }

    /// The offices that the viewer holds here.
    pub fn roles(&self) -> Vec<Role> {
        self.viewer.roles(&self.ledger, &self.tournament)
    }

    /// What the viewer is here, in words: his id and offices.
    fn role(&self) -> Option<String> {
        let Some(Principal::Official { official, .. }) = self.viewer.principal() else {
            return None;
        };
        let texts = self.viewer.texts;
        let roles = self.roles();
        let said = roles.iter().map(|role| texts.word("role", role.name()));
        let said = texts.list(said);
        Some(match said.as_str() {
            "" => official.to_string(),
            said => format!("{official} · {said}"),
        })
    }
}
