//! The steps of the story, each as a list of facts: complaints, rulings,
//! penalties, appeals, panels, statements, evidence, decisions. What happened at
//! the board is in `facts`.

use super::{
    cited::Cited,
    links::decides,
    page::{Field, Page, inline, quoted},
};
use crate::text::harmless;
use fupan_domain::{
    Timestamp,
    board::Point,
    event::{
        AppealEvent, Event, GameEvent, TournamentEvent,
        appeal::{AppealDecided, AppealFiled},
        common::{EvidenceAttached, StatementTaken},
        game::{BreachObserved, RulingMade},
        tournament::SanctionImposed,
    },
    ids::{EntryId, RulingId},
};
use maud::{Markup, html};
use serde_json::{Value, json};

/// Whether an entry decides something.
pub fn is_decision(entry: &Cited) -> bool {
    matches!(
        entry.event,
        Event::Game(GameEvent::RulingMade(_))
            | Event::Tournament(TournamentEvent::SanctionImposed(_))
            | Event::Appeal(AppealEvent::AppealDecided(_))
    )
}

/// The id of what an entry makes or concludes.
pub fn name_of(entry: &Cited) -> Option<String> {
    match &entry.event {
        Event::Appeal(AppealEvent::AppealFiled(_)) => decides(entry).map(|id| id.to_string()),
        _ if is_decision(entry) => decides(entry).map(|id| id.to_string()),
        _ => None,
    }
}

/// Where the stone of an entry was put.
pub fn point_of(entry: &Cited) -> Option<Point> {
    match &entry.event {
        Event::Game(GameEvent::StonePlayed(stone)) => Some(stone.point),
        _ => None,
    }
}

impl Page<'_> {
    /// What a step says.
    pub(super) fn step_fields(&self, entry: &Cited) -> Vec<Field> {
        match &entry.event {
            Event::Game(event) => self.game_step(entry, event),
            Event::Tournament(event) => self.tournament_step(event),
            Event::Appeal(event) => self.appeal_step(entry, event),
            // No story rests on what the program records of the ledger itself, and a
            // review stands in a ledger of its own.
            Event::Log(_) | Event::Review(_) | Event::Access(_) => Vec::new(),
        }
    }

    fn game_step(&self, entry: &Cited, event: &GameEvent) -> Vec<Field> {
        match event {
            GameEvent::RulingMade(ruling) => self.ruling(entry, ruling),
            GameEvent::WarningIssued(given) => self.given("warning-for", given),
            GameEvent::AdmonitionGiven(given) => self.given("admonition-for", given),
            GameEvent::PenaltyImposed(penalty) => {
                let said = self.texts.penalty(&to_json(penalty));
                vec![
                    ("label-effect", html! { (said) }),
                    ("label-article", self.article(&penalty.article)),
                    ("label-ruling", self.decision_ref(&penalty.ruling)),
                ]
            }
            GameEvent::ComplaintRaised(complaint) => {
                let by = html! { (self.texts.colour(complaint.by.name())) };
                let mut fields: Vec<Field> = vec![("label-by", by)];
                fields.extend(self.about("label-about", complaint.about));
                let voiced = complaint.voiced_by.as_ref();
                fields.extend(voiced.map(|by| ("label-voiced-by", self.who(by.as_str()))));
                fields.push(("label-text", quoted(&complaint.text)));
                fields
            }
            GameEvent::ConsentGiven(consent) => vec![
                (
                    "label-by",
                    html! { (self.texts.colour(consent.colour.name())) },
                ),
                ("label-about", self.entry(consent.about)),
                ("label-text", quoted(&consent.terms)),
            ],
            GameEvent::BreachObserved(breach) => self.breach(breach),
            GameEvent::StatementTaken(statement) => self.statement(statement),
            GameEvent::EvidenceAttached(evidence) => self.evidence(evidence),
            other => self.fact(other),
        }
    }

    fn tournament_step(&self, event: &TournamentEvent) -> Vec<Field> {
        match event {
            TournamentEvent::SanctionImposed(sanction) => self.sanction(sanction),
            TournamentEvent::SanctionLifted(lifted) => vec![
                ("label-ruling", self.decision_ref(&lifted.sanction)),
                ("label-reasons", quoted(&lifted.reason)),
            ],
            TournamentEvent::BreachObserved(breach) => {
                let mut fields = vec![("label-kind", self.word("breach", &breach.breach))];
                let player = breach.player.as_ref();
                fields.extend(player.map(|player| ("label-by", self.who(player.as_str()))));
                fields.extend(self.about("label-about", breach.about));
                fields.push(("label-facts", quoted(&breach.facts)));
                fields
            }
            TournamentEvent::StatementTaken(statement) => self.statement(statement),
            TournamentEvent::EvidenceAttached(evidence) => self.evidence(evidence),
            _ => Vec::new(),
        }
    }

    fn appeal_step(&self, entry: &Cited, event: &AppealEvent) -> Vec<Field> {
        match event {
            AppealEvent::AppealFiled(filed) => self.filed(filed),
            AppealEvent::PanelSeated(panel) => {
                let officials = |ids: &[fupan_domain::ids::OfficialId]| {
                    html! { ul { @for id in ids { li { (self.panel_member(id.as_str())) } } } }
                };
                let recused = panel.recused.as_deref().filter(|ids| !ids.is_empty());
                let members = ("label-panel", officials(&panel.members));
                let recused = recused.map(|ids| ("label-recused", officials(ids)));
                std::iter::once(members).chain(recused).collect()
            }
            AppealEvent::StatementTaken(statement) => self.statement(statement),
            AppealEvent::EvidenceAttached(evidence) => self.evidence(evidence),
            AppealEvent::AppealDecided(decided) => self.decided(entry, decided),
            AppealEvent::AppealWithdrawn(withdrawn) => {
                let reason = withdrawn.reason.as_deref();
                reason
                    .map(|reason| ("label-reasons", quoted(reason)))
                    .into_iter()
                    .collect()
            }
        }
    }

    fn ruling(&self, entry: &Cited, ruling: &RulingMade) -> Vec<Field> {
        let mut fields: Vec<Field> = Vec::new();
        if let Some(with) = &ruling.with {
            let with = html! { @for id in with { (self.official(id.as_str())) " " } };
            fields.push(("label-with", with));
        }
        fields.push(("label-article", self.article(&ruling.article)));
        if let Some(about) = ruling.about.as_ref().filter(|about| !about.is_empty()) {
            fields.push(("label-answers", self.entries_named(about)));
        }
        fields.extend(self.findings(entry));
        fields.push(("label-facts", quoted(&ruling.facts)));
        fields.push(("label-ruled", self.outcome_name(&ruling.outcome)));
        fields.push(("label-effect", self.lines(&self.effects_of(entry))));
        fields.push(("label-reasons", quoted(&ruling.reasons)));
        let vote = ruling.vote.as_ref();
        fields
            .extend(vote.map(|vote| ("label-vote", html! { (harmless(&self.texts.vote(vote))) })));
        fields.extend(self.time("label-detected", ruling.detected_at));
        fields.extend(self.time("label-announced", ruling.announced_at));
        fields
    }

    /// What a decision changed: its orders, and the warnings, admonitions and
    /// penalties that carry its id.
    pub(super) fn effects_of(&self, entry: &Cited) -> Vec<String> {
        let name = |id: &str| self.entry_name(id);
        let mut effects = json!({"orders": [], "warnings": [], "admonitions": [], "penalties": []});
        match &entry.event {
            Event::Game(GameEvent::RulingMade(ruling)) => {
                effects["orders"] = to_json(&ruling.orders);
                self.add_parts(&mut effects, &ruling.ruling);
            }
            Event::Appeal(AppealEvent::AppealDecided(d)) => effects["orders"] = to_json(&d.orders),
            Event::Tournament(TournamentEvent::SanctionImposed(sanction)) => {
                effects["sanctions"] = json!([{"kind": sanction.kind}]);
            }
            _ => {}
        }
        self.texts.effects(&effects, &name)
    }

    fn add_parts(&self, effects: &mut Value, ruling: &RulingId) {
        for entry in &self.dossier.story {
            let (list, part) = match &entry.event {
                Event::Game(GameEvent::WarningIssued(w)) if w.ruling == *ruling => {
                    ("warnings", to_json(w))
                }
                Event::Game(GameEvent::AdmonitionGiven(a)) if a.ruling == *ruling => {
                    ("admonitions", to_json(a))
                }
                Event::Game(GameEvent::PenaltyImposed(p)) if p.ruling == *ruling => {
                    ("penalties", to_json(p))
                }
                _ => continue,
            };
            if let Some(list) = effects[list].as_array_mut() {
                list.push(part);
            }
        }
    }

    fn given(&self, key: &str, given: &fupan_domain::event::game::Warning) -> Vec<Field> {
        let said = self.texts.for_side(key, &to_json(given));
        vec![
            ("label-effect", html! { (said) }),
            ("label-article", self.article(&given.article)),
            ("label-ruling", self.decision_ref(&given.ruling)),
        ]
    }

    fn breach(&self, breach: &BreachObserved) -> Vec<Field> {
        let mut fields = vec![("label-kind", self.word("breach", &breach.breach))];
        let colour = breach.colour;
        fields.extend(colour.map(|c| ("label-by", html! { (self.texts.colour(c.name())) })));
        fields.extend(self.about("label-about", breach.about));
        let points = breach.points.as_ref().filter(|points| !points.is_empty());
        fields.extend(points.map(|points| ("label-points", html! { (self.texts.list(points)) })));
        let clause = breach.clause.as_ref();
        fields.extend(
            clause.map(|clause| ("label-article", self.article(&format!("event:{clause}")))),
        );
        if breach.deliberate == Some(true) {
            fields.push((
                "label-intent",
                html! { (self.texts.say("value-deliberate")) },
            ));
        }
        fields.push(("label-facts", quoted(&breach.facts)));
        fields
    }

    fn statement(&self, statement: &StatementTaken) -> Vec<Field> {
        let mut fields: Vec<Field> = vec![("label-from", self.who(statement.from.as_str()))];
        let stand = statement
            .stand
            .map(|stand| self.texts.word("stands", stand.name()));
        fields.extend(stand.map(|stand| ("label-stand", html! { (stand) })));
        let finding = statement.finding.as_ref();
        fields.extend(finding.map(|id| ("label-finding", html! { code { (id) } })));
        let text = statement.text.as_deref();
        fields.extend(text.map(|text| ("label-statement", quoted(text))));
        let evidence = statement.evidence.as_ref();
        fields.extend(evidence.map(|id| ("label-evidence", html! { code { (id) } })));
        fields
    }

    fn evidence(&self, evidence: &EvidenceAttached) -> Vec<Field> {
        let size = [("bytes", evidence.bytes.to_string().into())];
        let class = to_json(&evidence.class);
        let kind = [
            self.texts.with("evidence-bytes", &size),
            self.texts
                .word("evidence", class.as_str().unwrap_or_default()),
        ];
        vec![
            (
                "label-evidence",
                html! { code { (evidence.evidence) } " " (inline(&evidence.title)) },
            ),
            (
                "label-kind",
                html! { code { (harmless(&evidence.media_type)) } " " (self.texts.list(kind)) },
            ),
            (
                "label-sha256",
                html! { code class="hash" { (evidence.sha256) } },
            ),
            ("label-file", html! { (self.file(evidence)) }),
        ]
    }

    /// What became of a file.
    fn file(&self, evidence: &EvidenceAttached) -> String {
        let Some(view) = self.dossier.files.get(&evidence.sha256) else {
            return self.texts.word("evidence-file", "awaited");
        };
        let word = self.texts.word("evidence-file", view.file);
        match view.deleted_at.or(view.received_at) {
            Some(at) => format!("{word} ({})", self.moment(at)),
            None => word,
        }
    }

    fn sanction(&self, sanction: &SanctionImposed) -> Vec<Field> {
        let player = sanction.player.as_ref().map(|p| self.who(p.as_str()));
        let official = sanction
            .official
            .as_ref()
            .map(|o| self.official(o.as_str()));
        let mut fields: Vec<Field> = Vec::new();
        fields.extend(player.or(official).map(|whom| ("label-whom", whom)));
        fields.push(("label-effect", self.word("sanction", &sanction.kind)));
        fields.push(("label-article", self.article(&sanction.article)));
        let authority = sanction.authority.as_deref();
        fields.extend(authority.map(|by| ("label-authority", inline(by))));
        let games = sanction.games.as_ref();
        fields.extend(games.map(|games| ("label-games", html! { (self.texts.list(games)) })));
        let until = sanction.until.as_deref();
        fields.extend(until.map(|until| ("label-until", inline(until))));
        fields.push(("label-reasons", quoted(&sanction.reason)));
        fields
    }

    fn filed(&self, filed: &AppealFiled) -> Vec<Field> {
        let against = if filed.against.is_empty() {
            html! { (self.texts.say("appeals-against-nothing")) }
        } else {
            self.entries_named(&filed.against)
        };
        vec![
            ("label-appeal-by", self.who(filed.by.as_str())),
            ("label-against", against),
            ("label-grounds", quoted(&filed.grounds)),
            ("label-relief", quoted(&filed.relief)),
        ]
    }

    fn decided(&self, entry: &Cited, decided: &AppealDecided) -> Vec<Field> {
        let mut fields = vec![
            (
                "label-outcome",
                self.word("appeal-outcome", &decided.outcome),
            ),
            ("label-orders", self.lines(&self.effects_of(entry))),
            ("label-reasons", quoted(&decided.reasons)),
        ];
        let vote = decided.vote.as_ref();
        fields
            .extend(vote.map(|vote| ("label-vote", html! { (harmless(&self.texts.vote(vote))) })));
        let members = self.panel_of(entry);
        if !members.is_empty() {
            let lines = html! {
                div class="signatures" { @for id in &members { div { (self.panel_member(id)) } } }
            };
            fields.push(("label-signatures", lines));
        }
        fields
    }

    fn entries_named(&self, ids: &[EntryId]) -> Markup {
        html! { @for (index, id) in ids.iter().enumerate() { @if index > 0 { " " } (self.entry(*id)) } }
    }

    /// The entry of a fact, complaint or ruling that another is about.
    pub(super) fn about(&self, key: &'static str, about: Option<EntryId>) -> Option<Field> {
        about.map(|entry| (key, self.entry(entry)))
    }

    /// A ruling, sanction or appeal, with a link where it stands in the story.
    fn decision_ref(&self, id: &RulingId) -> Markup {
        let made = |e: &&Cited| is_decision(e) && decides(e).as_ref() == Some(id);
        html! {
            @if let Some(entry) = self.dossier.story.iter().find(made) {
                a href={ "#e" (entry.seq) } { "#" (entry.seq) } " "
            }
            code { (id) }
        }
    }

    fn time(&self, key: &'static str, at: Option<Timestamp>) -> Option<Field> {
        at.map(|at| (key, html! { time datetime=(at) { (self.moment(at)) } }))
    }

    /// A word of one of the contract's lists.
    pub(super) fn word(&self, list: &str, word: &impl serde::Serialize) -> Markup {
        let word = to_json(word);
        html! { (self.texts.word(list, word.as_str().unwrap_or_default())) }
    }

    /// A list of colours or officials who agreed to something.
    pub(super) fn parties<T: ToString>(&self, parties: &[T]) -> Markup {
        let name = |party: &T| match party.to_string() {
            side if side == "black" || side == "white" => html! { (self.texts.colour(&side)) },
            id => self.official(&id),
        };
        html! { @for (index, party) in parties.iter().enumerate() { @if index > 0 { ", " } (name(party)) } }
    }
}

/// Data as JSON; what can't be written, which no event holds, is null.
pub(super) fn to_json(data: &impl serde::Serialize) -> Value {
    serde_json::to_value(data).unwrap_or_default()
}
