//! The dossier as HTML: one file, no script, nothing loaded from elsewhere.
//! Every text is escaped by the template; what people wrote carries a `lang` of
//! its own and is shown with its control characters made visible.

use super::{Dossier, cited::Cited, people::Who, steps};
pub(super) use crate::i18n::foreign::{inline, quoted};
use crate::i18n::{Lang, Texts, foreign::sentence, zone::Zone};
use fupan_domain::{
    Timestamp,
    ids::{EntryId, RulingId},
    official::Role,
};
use maud::{DOCTYPE, Markup, PreEscaped, html};

mod articles;
mod boards;
mod decisions;
mod entries;
mod legend;

const STYLE: &str = include_str!("style.css");

/// Writes a dossier in the language of these texts, its times in a zone.
pub fn render(dossier: &Dossier, texts: &'static Texts, zone: &Zone) -> String {
    let page = Page {
        dossier,
        texts,
        zone,
        articles: articles::cited(dossier),
    };
    page.whole().into_string()
}

/// A dossier being written.
pub(super) struct Page<'a> {
    pub dossier: &'a Dossier,
    pub texts: &'static Texts,
    /// The time zone of all times.
    pub zone: &'a Zone,
    /// The articles cited, in the order in which they come up.
    pub articles: Vec<String>,
}

/// A line of a list of facts: what it is, and what it says.
pub(super) type Field = (&'static str, Markup);

impl Page<'_> {
    fn whole(&self) -> Markup {
        let title = self.texts.with(
            "dossier-title",
            &[("appeal", self.dossier.appeal.appeal.as_str().into())],
        );
        html! {
            (DOCTYPE)
            html lang=(self.texts.lang()) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'";
                    title { (title) }
                    style { (PreEscaped(STYLE)) (PreEscaped(self.page_feet())) }
                }
                body {
                    header { (self.header(&title)) }
                    main {
                        (self.section("decisions", &self.decisions()))
                        (self.section("story", &self.story()))
                        @if !self.dossier.scenes.is_empty() {
                            (self.section("boards", &self.boards()))
                        }
                        (self.section("articles", &self.cited_articles()))
                        (self.section("entries", &self.entries()))
                    }
                }
            }
        }
    }

    /// What stands at the foot of each printed page. Only the characters of
    /// slugs, digits and hex get into the style sheet.
    fn page_feet(&self) -> String {
        let ledger = &self.dossier.ledger;
        let head = ledger.head.to_string();
        let left = format!(
            "{} \u{b7} {} \u{b7} #{} \u{b7} {}",
            ledger.ledger,
            self.dossier.appeal.appeal,
            ledger.size.saturating_sub(1),
            &head[..16]
        );
        format!(
            "@page{{@bottom-left{{content:\"{left}\"}}@bottom-right{{content:counter(page) \" / \" counter(pages)}}}}"
        )
    }

    fn section(&self, name: &str, content: &Markup) -> Markup {
        let heading = self.texts.word("dossier", name);
        html! {
            section id=(name) {
                h2 { (heading) }
                (content)
            }
        }
    }

    fn header(&self, title: &str) -> Markup {
        let (ledger, appeal) = (&self.dossier.ledger, &self.dossier.appeal);
        let mut fields: Vec<Field> = vec![("label-tournament", self.tournament())];
        if let Some(game) = &self.dossier.game {
            let with = [
                ("round", game.round.to_string().into()),
                ("board", game.board.to_string().into()),
                ("game", game.game.as_str().into()),
            ];
            fields.push((
                "label-game",
                html! { (self.texts.with("dossier-game", &with)) },
            ));
            for (key, side) in [
                ("colour-black", &game.players.black),
                ("colour-white", &game.players.white),
            ] {
                if let Some(player) = side {
                    fields.push((key, self.who(player.as_str())));
                }
            }
        }
        if let Some(edition) = self.dossier.edition {
            let chinese = html! { span lang="zh-Hant" { (edition.title.zh) } };
            let english = self.texts.lang() == Lang::En;
            let title = html! {
                @if english { (edition.title.en) " (" (chinese) ", " } @else { (chinese) " (" }
                code { (edition.id) } ")"
            };
            fields.push(("label-edition", title));
        }
        fields.push(("label-appeal-by", self.who(appeal.by.as_str())));
        fields.push(("label-status", html! { (self.appeal_status()) }));
        if let Some(result) = self.result_now() {
            fields.push(("label-result-now", html! { (result) }));
        }
        let recorded = ledger.recorded_at.map(|at| self.moment(at));
        let with = [
            ("seq", ledger.size.saturating_sub(1).to_string().into()),
            ("time", recorded.unwrap_or_default().into()),
        ];
        fields.push((
            "label-as-of",
            html! { (self.texts.with("dossier-as-of", &with)) },
        ));
        fields.push(("label-times", html! { code { (self.zone) } }));
        html! {
            h1 { (title) }
            (self.fields(fields))
        }
    }

    fn tournament(&self) -> Markup {
        let ledger = &self.dossier.ledger;
        html! {
            @if let Some(name) = &ledger.name { (inline(name)) " " }
            @if let Some(place) = &ledger.place { "(" (inline(place)) ") " }
            code { (ledger.ledger) }
        }
    }

    fn appeal_status(&self) -> String {
        let appeal = &self.dossier.appeal;
        match appeal
            .outcome
            .and_then(|outcome| serde_json::to_value(outcome).ok())
        {
            Some(outcome) => self
                .texts
                .word("appeal-outcome", outcome.as_str().unwrap_or_default()),
            None => self.texts.word("appeal-status", appeal.status),
        }
    }

    /// The result as it stands now, and how sure it is.
    fn result_now(&self) -> Option<String> {
        let game = self.dossier.game.as_ref()?;
        let Some(result) = &game.result else {
            return Some(self.texts.say("result-none"));
        };
        let json = serde_json::to_value(result).ok()?;
        let state = self
            .texts
            .word("result-state", json["state"].as_str().unwrap_or_default());
        let with = [
            ("result", self.texts.result(&json).into()),
            ("state", state.into()),
        ];
        Some(self.texts.with("result-with-state", &with))
    }

    fn story(&self) -> Markup {
        html! {
            ol class="story" {
                @for entry in &self.dossier.story { (self.step(entry)) }
            }
        }
    }

    fn step(&self, entry: &Cited) -> Markup {
        let heading = self.texts.word("event", entry.event.type_name());
        let is_disputed = self
            .dossier
            .disputed
            .is_some_and(|d| d.is_named && d.entry == entry.id);
        html! {
            li id={ "e" (entry.seq) } class=[is_disputed.then_some("disputed")] {
                h3 {
                    (heading)
                    @if let Some(name) = steps::name_of(entry) { " " code { (name) } }
                    @if is_disputed { " " span class="badge" { "▲ " (self.texts.say("dossier-disputed")) } }
                    @if let Some(by) = self.fallen(entry) {
                        " " span class="badge fallen" { "✕ " (self.texts.with("dossier-overturned", &[("by", by.as_str().into())])) }
                    }
                }
                p class="when" {
                    time datetime=(entry.at) { (self.moment(entry.at)) }
                    " · " (self.texts.say("label-recorded-by")) " " (self.official(entry.actor.as_str()))
                    " · " a href={ "#h" (entry.seq) } { "#" (entry.seq) }
                }
                (self.fields(self.step_fields(entry)))
                (self.fields(self.beside(entry)))
            }
        }
    }

    /// What stands beside a step: what the rule book says of it, where no ruling
    /// of the story answers that, and the articles that its author names.
    fn beside(&self, entry: &Cited) -> Vec<Field> {
        let found = self.dossier.findings_at(entry);
        let mut fields: Vec<Field> = found.flat_map(|finding| self.finding(finding)).collect();
        let named = self.dossier.articles_named(entry);
        if !named.is_empty() {
            let links = html! {
                @for (index, article) in named.iter().enumerate() {
                    @if index > 0 { " " }
                    (self.article(article))
                }
            };
            fields.push(("label-names", links));
        }
        fields
    }

    /// A moment in the zone of this dossier.
    pub fn moment(&self, at: Timestamp) -> String {
        self.zone.moment(at)
    }

    /// By what a decision fell, if it doesn't stand.
    pub fn fallen(&self, entry: &Cited) -> Option<&RulingId> {
        if !steps::is_decision(entry) {
            return None;
        }
        self.dossier.overturned.get(&super::links::decides(entry)?)
    }

    /// A list of facts.
    pub fn fields(&self, fields: Vec<Field>) -> Markup {
        html! {
            @if !fields.is_empty() {
                dl {
                    @for (key, value) in fields {
                        div { dt { (self.texts.say(key)) } dd { (value) } }
                    }
                }
            }
        }
    }

    /// A player, a team or anybody else, by name and id.
    pub fn who(&self, id: &str) -> Markup {
        self.person(id, self.dossier.people.anybody(id), None)
    }

    /// An official, by name, id and offices.
    pub fn official(&self, id: &str) -> Markup {
        self.person(id, self.dossier.people.official(id), None)
    }

    /// A member of an appeals committee: also one who holds no other office.
    pub fn panel_member(&self, id: &str) -> Markup {
        let who = self.dossier.people.official(id);
        self.person(id, who, Some(Role::PanelMember))
    }

    /// A sentence of the program's own, with the names of those whom it calls by ids.
    pub fn sentence(&self, text: &str) -> Markup {
        sentence(text, &|id| self.dossier.people.anybody(id)?.marked(id))
    }

    fn person(&self, id: &str, who: Option<&Who>, acts_as: Option<Role>) -> Markup {
        Who::shown(who, id, acts_as, self.texts)
    }

    /// A cited entry by its seq; any other by its id.
    pub fn entry(&self, id: EntryId) -> Markup {
        html! {
            @if let Some(entry) = self.dossier.story.iter().find(|entry| entry.id == id) {
                a href={ "#e" (entry.seq) } { "#" (entry.seq) }
            } @else {
                code { (id) }
            }
        }
    }

    /// How an entry is called within a sentence.
    pub fn entry_name(&self, id: &str) -> String {
        let same = |entry: &&Cited| entry.id.to_string() == id;
        match self.dossier.story.iter().find(same) {
            Some(entry) => match steps::point_of(entry) {
                Some(point) => format!("#{} ({point})", entry.seq),
                None => format!("#{}", entry.seq),
            },
            None => id.to_owned(),
        }
    }

    /// A cited article, with a link to its words.
    pub fn article(&self, article: &str) -> Markup {
        html! {
            @if let Some(index) = self.articles.iter().position(|cited| cited == article) {
                a href={ "#article-" (index + 1) } { (article) }
            } @else {
                code { (article) }
            }
        }
    }

    /// Sentences, one below the other.
    pub fn lines(&self, lines: &[String]) -> Markup {
        html! {
            @if lines.is_empty() {
                (self.texts.say("value-none"))
            } @else {
                ul { @for line in lines { li { (line) } } }
            }
        }
    }
}
