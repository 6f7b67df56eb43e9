//! One appeal: what is challenged and why, the committee, what was said and handed
//! in, the decision; and, for those whose it is, the next step as a form.

use super::{
    challenged, chosen, decided, decision, done, dossier::may_see_all, path, sides, somebody,
    was_recorded, written,
};
use crate::{
    evidence::Keeps,
    i18n::foreign::quoted,
    pages::{
        Asset, Filled, Here, Page, Posted, Step, Viewer,
        act::{Asked, Second, hidden, record, unconfirmed, version},
        case::{actor, handed_in, wrongs},
        own_effects::Wrong,
        page_of_ledger, tournament,
    },
    problem::Problem,
    routes::recording::Author,
    service::{Service, ask, ledger},
};
use actix_web::{HttpResponse, http::header, web};
use fupan_domain::{
    event::Stream,
    ids::{AppealId, GameId, LedgerName, OfficialId, Sha256},
    official::{EntryClass, Role},
    tournament::AppealState,
};
use maud::{Markup, html};
use serde_json::{Value, json};

/// An appeal as a page shows it.
pub(super) struct One<'a> {
    pub(super) here: &'a Here<'a>,
    pub(super) appeal: &'a AppealState,
    pub(super) filled: &'a Filled,
    pub(super) version: i64,
}

/// The page.
pub async fn page(
    service: web::Data<Service>,
    viewer: Viewer,
    path: web::Path<(LedgerName, AppealId)>,
) -> Result<HttpResponse, Problem> {
    let (name, appeal) = path.into_inner();
    page_of_ledger(&service, viewer, &name, move |here| {
        let filled = Filled::default();
        Ok(One::of(here, &appeal, &filled)?.page(&[]))
    })
    .await
}

/// What becomes of a form.
pub(super) type Turned = crate::pages::Turned<Asked>;

/// What was sent.
pub async fn send(
    service: web::Data<Service>,
    posted: Posted,
    path: web::Path<(LedgerName, AppealId)>,
) -> Result<HttpResponse, Problem> {
    let (name, appeal) = path.into_inner();
    let viewer = posted.viewer.clone();
    viewer.caller.may_read(&name, &service)?;
    let author = Author::of(viewer.caller.writer(&name)?.clone())?;
    let filled = posted.filled();
    // A decision is tried out before it is recorded.
    let turn = if filled.get("step").starts_with("decide") {
        Some(service.what_ifs.wait().await?)
    } else {
        None
    };
    let (by, then, which) = (viewer.clone(), filled.clone(), appeal.clone());
    let turned = ask(&service, &name, move |live| {
        let here = Here::of(live, &by)?;
        Ok(One::of(&here, &which, &then)?.turned())
    })
    .await?;
    drop(turn);
    let asked = match turned {
        Turned::Shown(page) => return Ok(page.shown(&viewer)),
        Turned::Refused(page, problem) => return Ok(page.refused(&viewer, &problem)),
        Turned::Record(asked) => *asked,
    };
    let live = ledger(&service, &name).await?;
    let recorded = match need_kept(&service, &asked) {
        Ok(()) => record(&service, &live, &author, asked).await,
        Err(problem) => Err(problem),
    };
    match recorded {
        Ok(()) => Ok(HttpResponse::SeeOther()
            .insert_header((
                header::LOCATION,
                done(&name, &appeal, &filled.get("step"), &filled.get("key")),
            ))
            .insert_header((header::CACHE_CONTROL, "no-store"))
            .finish()),
        Err(problem) => {
            let (by, told) = (viewer.clone(), problem.clone());
            let page = ask(&service, &name, move |live| {
                let here = Here::of(live, &by)?;
                let one = One::of(&here, &appeal, &filled)?;
                let mut wrong = Wrong::of(&by, "steps", &told);
                if told.code == "stale_version" {
                    wrong.insert(0, Wrong::new("told", by.say("appeals-gone-on")));
                }
                Ok(one.page(&wrong))
            })
            .await?;
            Ok(page.refused(&viewer, &problem))
        }
    }
}

/// A file that this service would not keep is not attached: its entry would stand for good.
fn need_kept(service: &Service, asked: &Asked) -> Result<(), Problem> {
    let attached = asked.entries.iter();
    let attached = attached.filter(|(type_name, _)| *type_name == "evidence_attached");
    for (_, data) in attached {
        if let (Some(media_type), Some(bytes)) =
            (data["media_type"].as_str(), data["bytes"].as_u64())
        {
            Keeps::from(&service.config.evidence).need(media_type, bytes)?;
        }
    }
    Ok(())
}

impl<'a> One<'a> {
    fn of(here: &'a Here<'a>, appeal: &AppealId, filled: &'a Filled) -> Result<One<'a>, Problem> {
        let found = here.tournament.appeals.get(appeal);
        let appeal = found
            .ok_or_else(|| Problem::new("not_found", format!("there is no appeal {appeal}")))?;
        Ok(One {
            version: version(here, &Stream::Appeal(appeal.appeal.clone())),
            here,
            appeal,
            filled,
        })
    }

    pub(super) fn viewer(&self) -> &'a Viewer {
        self.here.viewer
    }

    /// Whether a kind of entry is the viewer's to record here.
    pub(super) fn may(&self, class: EntryClass) -> bool {
        let viewer = self.viewer();
        viewer.proof().is_some()
            && actor(self.here).is_some()
            && viewer.may(class, &self.here.ledger, &self.here.tournament)
    }

    /// Whether the viewer may decide: nobody does on an appeal against his own ruling.
    pub(super) fn may_decide(&self) -> bool {
        let part = actor(self.here).map(|actor| {
            self.here
                .tournament
                .need_no_part(self.appeal, &actor.as_official())
        });
        self.may(EntryClass::AppealDecision) && part.is_some_and(|part| part.is_ok())
    }

    /// Whether the chief arbiter would decide by himself on an appeal against his own
    /// ruling: there is no committee whose decision he could write down as its clerk.
    pub(super) fn is_alone_in_own_matter(&self) -> bool {
        let sits = |official: &OfficialId| {
            let tournament = &self.here.tournament;
            tournament.need_may_sit(self.appeal, official).is_ok()
        };
        let actor = actor(self.here).map(|actor| actor.as_official());
        self.appeal.panel.is_empty() && actor.is_some_and(|own| !sits(&own))
    }

    /// The page, before its content.
    pub(super) fn framed(&self, title: String) -> Page {
        let mut page = self.here.page(title);
        let viewer = self.viewer();
        page.steps.push(Step {
            label: html! { (viewer.say("appeals-title")) },
            path: self.here.path("/appeals"),
        });
        page.steps.push(Step {
            label: html! { (self.appeal.appeal) },
            path: path(self.here, &self.appeal.appeal),
        });
        page.scripts = vec![Asset::TIME, Asset::CASE];
        page
    }

    pub(super) fn page(&self, wrong: &[Wrong]) -> Page {
        let viewer = self.viewer();
        let mut page = self.framed(format!(
            "{} {}",
            viewer.say("appeals-one"),
            self.appeal.appeal
        ));
        page.follows = self
            .here
            .follows(&format!("appeal/{} log", self.appeal.appeal));
        page.content = html! {
            h1 { (viewer.say("appeals-one")) " " (self.appeal.appeal) }
            @if let Some(done) = viewer.asked("done").filter(|done| was_recorded(self.here, &self.appeal.appeal, done)) {
                div class="done" role="status" tabindex="-1" data-drops=(self.draft_key(done)) data-form=[viewer.asked("form")] { p { strong { "✓ " (viewer.say("appeals-recorded")) } } }
            }
            (wrongs(viewer, wrong))
            div id="told" data-live { (self.told()) }
            (self.print())
            (self.steps())
        };
        page
    }

    fn draft_key(&self, step: &str) -> String {
        let who = actor(self.here).map_or_else(String::new, |actor| actor.to_string());
        let id = match step {
            "filed" => {
                let decided = self.here.tournament.decided.iter();
                let mut against =
                    decided.filter(|(_, d)| self.appeal.filed.against.contains(&d.entry));
                let against = against.next().map(|(id, _)| id.to_string());
                return format!(
                    "fupan-draft:{}/{}/appeal:{who}",
                    self.here.ledger,
                    against.unwrap_or_default()
                );
            }
            step => step.trim_end_matches("-record"),
        };
        format!(
            "fupan-draft:{}/{}/{id}:{who}",
            self.here.ledger, self.appeal.appeal
        )
    }

    /// Everything that is told of it.
    fn told(&self) -> Markup {
        let viewer = self.viewer();
        let appeal = self.appeal;
        let row = |label: &str, value: Markup| html! { div { dt { (viewer.say(label)) } dd { (value) } } };
        html! {
            dl {
                (row("label-status", html! {
                    strong { (viewer.texts.word("appeal-status", appeal.status.name())) }
                    @if appeal.overturned { " · ✕ " (viewer.say("game-overturned")) }
                }))
                @if let Some(game) = &appeal.game {
                    (row("label-game", html! { a href=(tournament::game_path(self.here, game)) { (self.game_told(game)) } }))
                }
                (row("label-against", challenged(self.here, &appeal.filed.against)))
                (row("label-appeal-by", html! { (self.here.who(appeal.filed.by.as_str())) " · " (viewer.moment(appeal.filed_at)) }))
                (row("appeals-deadline", html! {
                    @match (appeal.in_time(), appeal.deadline) {
                        (Some(false), Some(deadline)) => { strong class="grave" { "⚠ " (viewer.say("appeals-late")) } " · " (viewer.say("label-until")) " " (viewer.moment(deadline)) }
                        (_, Some(deadline)) => { "✓ " (viewer.say("appeals-in-time")) " · " (viewer.say("label-until")) " " (viewer.moment(deadline)) }
                        (_, None) => { (viewer.say("appeals-no-deadline")) }
                    }
                }))
                (row("label-grounds", quoted(&appeal.filed.grounds)))
                (row("label-relief", quoted(&appeal.filed.relief)))
            }
            h2 { (viewer.say("appeals-panel")) }
            @if appeal.panel.is_empty() { p class="soft" { (viewer.say("appeals-no-panel")) } } @else {
                dl {
                    (row("label-panel", html! { @for member in &appeal.panel { (self.here.official(member.as_str())) " " } }))
                    @if !appeal.recused.is_empty() { (row("label-recused", html! { @for member in &appeal.recused { (self.here.official(member.as_str())) " " } })) }
                }
            }
            h2 { (viewer.say("appeals-heard")) }
            (handed_in(self.here, &Stream::Appeal(appeal.appeal.clone()), appeal.statements.iter().collect(), appeal.evidence.iter().collect()))
            h2 { (viewer.say("label-decision")) }
            (decided(self.here, appeal, &|id| self.entry_name(id)))
        }
    }

    /// What can be printed.
    fn print(&self) -> Markup {
        let viewer = self.viewer();
        let dossier = format!("{}/dossier", path(self.here, &self.appeal.appeal));
        if may_see_all(self.here, &self.appeal.appeal).is_err() {
            return html! { p class="soft noprint" { (viewer.say("appeals-dossier-restricted")) } };
        }
        html! {
            p class="steps noprint" {
                a class="button plain" href=(dossier) { (viewer.say("appeals-dossier")) }
                @for lang in crate::i18n::Lang::ALL {
                    a class="button quiet" href={ (dossier) "?lang=" (lang) } lang=(lang) hreflang=(lang) { (crate::pages::own_name(lang)) }
                }
            }
        }
    }

    /// The next steps, each for those whose it is.
    fn steps(&self) -> Markup {
        let viewer = self.viewer();
        let is_open = self.appeal.status.is_open();
        let (seat, hear, withdraw) = (
            is_open && self.may(EntryClass::AppealSeating),
            self.may(EntryClass::AppealStatement),
            is_open && self.may(EntryClass::AppealWithdrawal),
        );
        let decide = is_open && self.may(EntryClass::AppealDecision);
        html! {
            @if seat || hear || withdraw || decide {
                section id="steps" aria-labelledby="next" class="noprint" {
                    h2 id="next" { (viewer.say("appeals-next")) }
                    @if seat { (self.step("seat", "appeals-seat", &self.seat())) }
                    @if hear && is_open { (self.step("state", "appeals-state", &self.statement())) }
                    @if hear { (self.step("attach", "appeals-attach", &self.attach())) }
                    @if decide {
                        @if self.may_decide() { (self.step("decide", "appeals-decide", &self.decision())) }
                        @else { p class="grave" { (viewer.say("appeals-own-ruling")) } }
                    }
                    @if withdraw { (self.step("withdraw", "appeals-withdraw", &self.withdrawal())) }
                }
            }
        }
    }

    fn step(&self, step: &str, title: &str, fields: &Markup) -> Markup {
        let viewer = self.viewer();
        let is_sent = self.filled.get("step").starts_with(step);
        html! {
            details class="own" open[is_sent] {
                summary { (viewer.say(title)) }
                form method="post" action=(viewer.path()) class="ruling" data-draft=(self.draft_key(step)) data-sent=[is_sent.then_some("")]
                    data-upload=[(step == "attach").then(|| format!("/v1/ledgers/{}", self.here.ledger))]
                    data-stream=[(step == "attach").then(|| format!("appeal/{}", self.appeal.appeal))]
                    data-actor=[(step == "attach").then(|| actor(self.here)).flatten()]
                    data-most=[(step == "attach").then(|| viewer.files().0)]
                    data-too-large=[(step == "attach").then(|| viewer.texts.with("appeals-file-too-large", &[("bytes", viewer.files().0.to_string().into())]))]
                    data-other-kind=[(step == "attach").then(|| self.other_kind())] {
                    (hidden(self.here, self.filled, step, self.version))
                    (fields)
                    button { (viewer.say(if matches!(step, "decide" | "seat" | "state") { "case-review" } else { title })) }
                }
            }
        }
    }

    /// Who may sit, and who has a part in it.
    fn seat(&self) -> Markup {
        let viewer = self.viewer();
        let tournament = &self.here.tournament;
        let members = tournament
            .officials
            .keys()
            .filter(|official| tournament.holds_office(official, |role| role == Role::PanelMember));
        let may_sit =
            |official: &OfficialId| tournament.need_may_sit(self.appeal, official).is_ok();
        html! {
            fieldset {
                legend { (viewer.say("label-panel")) }
                @for official in members.clone() {
                    label class="check" {
                        input type="checkbox" name="member" value=(official) disabled[!may_sit(official)] checked[self.filled.has("member", official.as_str())];
                        span { (self.here.official(official.as_str())) @if !may_sit(official) { " · " (viewer.say("appeals-own-part")) } }
                    }
                }
            }
            fieldset {
                legend { (viewer.say("label-recused")) }
                @for official in members {
                    label class="check" {
                        input type="checkbox" name="recused" value=(official) checked[self.filled.has("recused", official.as_str())];
                        span { (self.here.official(official.as_str())) }
                    }
                }
            }
        }
    }

    fn statement(&self) -> Markup {
        let mut from = sides(self.here, self.appeal.game.as_ref());
        let officials = self.here.tournament.officials.keys();
        from.extend(officials.map(ToString::to_string));
        html! {
            (somebody(self.here, self.filled, "from", "label-from", &from))
            (written(self.here, self.filled, "text", "label-statement", true))
        }
    }

    /// A file is attached by its hash; with the script it is chosen, hashed and sent.
    fn attach(&self) -> Markup {
        let viewer = self.viewer();
        let field = |name: &str, label: &str| {
            html! {
                p class="field" {
                    label for=(name) { (viewer.say(label)) }
                    input id=(name) name=(name) value=(self.filled.get(name)) required autocomplete="off" spellcheck="false";
                }
            }
        };
        html! {
            p class="note" { (viewer.say("appeals-attach-explained")) }
            (field("evidence", "appeals-evidence-id"))
            (field("title", "appeals-evidence-title"))
            p class="field" data-file hidden {
                label for="file" { (viewer.say("label-file")) }
                input id="file" type="file" accept=(viewer.files().1.join(","));
            }
            (field("sha256", "label-sha256"))
            (field("bytes", "appeals-evidence-bytes"))
            (field("media_type", "appeals-evidence-type"))
            p role="status" data-told {}
        }
    }

    /// What is said of a file that is of another kind than those that are kept.
    fn other_kind(&self) -> String {
        let kinds = self.viewer().files().1.join(", ");
        let texts = self.viewer().texts;
        texts.with("appeals-file-kind", &[("kinds", kinds.into())])
    }

    fn withdrawal(&self) -> Markup {
        let viewer = self.viewer();
        html! {
            (written(self.here, self.filled, "reason", "label-reasons", false))
            label class="check" {
                input type="checkbox" id="sure" name="sure" value="1" required;
                span { (viewer.say("appeals-withdraw-sure")) }
            }
        }
    }

    /// What becomes of what was sent.
    fn turned(&self) -> Turned {
        let viewer = self.viewer();
        let step = self.filled.get("step");
        let (first, second) = step.split_once('-').unwrap_or((&step, ""));
        let class = match first {
            "seat" => EntryClass::AppealSeating,
            "state" | "attach" => EntryClass::AppealStatement,
            "withdraw" => EntryClass::AppealWithdrawal,
            _ => EntryClass::AppealDecision,
        };
        let is_his = match class {
            EntryClass::AppealDecision => self.may_decide(),
            _ => self.may(class),
        };
        if !is_his {
            let text = viewer.say("appeals-not-yours");
            let problem = Problem::new("no_right", text.clone());
            return Turned::refused(self.page(&[Wrong::new("told", text)]), problem);
        }
        let made = match (first, second) {
            ("seat", "" | "record") => self.seated(),
            ("state", "" | "record") => self.stated(),
            ("attach", "") => self.attached(),
            ("withdraw", "") => self.withdrawn(),
            ("decide", "" | "record") => return decision::turned(self),
            _ => return Turned::shown(self.page(&[])),
        };
        match made {
            Ok((type_name, data)) if matches!(first, "seat" | "state") => {
                self.in_two_steps(first, self.asked(type_name, data))
            }
            Ok((type_name, data)) => Turned::record(self.asked(type_name, data)),
            Err(wrong) => Turned::refused(
                self.page(&wrong),
                Problem::new("schema", "the form is not complete"),
            ),
        }
    }

    /// What is read first, and recorded by the second step.
    fn in_two_steps(&self, step: &str, asked: Asked) -> Turned {
        let viewer = self.viewer();
        let review = |wrong: &[Wrong]| {
            let mut page = self.framed(format!(
                "{} · {}",
                viewer.say("act-title"),
                self.appeal.appeal
            ));
            let second = Second {
                here: self.here,
                filled: self.filled,
                step,
                action: viewer.path(),
                entries: &|_| challenged(self.here, &self.appeal.filed.against),
            };
            page.content = html! {
                h1 { (viewer.say("act-title")) }
                p class="soft" { (viewer.say("appeals-one")) " " (self.appeal.appeal) }
                (wrongs(viewer, wrong))
                (second.shown(&asked))
            };
            page
        };
        if !self.filled.get("step").ends_with("-record") {
            return Turned::shown(review(&[]));
        }
        match unconfirmed(self.here, self.filled) {
            Some(wrong) => {
                let problem = Problem::new("schema", wrong.text.clone());
                Turned::refused(review(&[wrong]), problem)
            }
            None => Turned::record(asked),
        }
    }

    /// A game by its board and players.
    fn game_told(&self, game: &GameId) -> String {
        let texts = self.viewer().texts;
        let Some(paired) = self.here.tournament.games.get(game) else {
            return game.to_string();
        };
        let with = [
            ("round", paired.round.to_string().into()),
            ("board", paired.pairing.board.to_string().into()),
            ("game", game.to_string().into()),
        ];
        let players = paired.pairing.both().into_iter().flatten();
        let players: Vec<String> = players.map(|id| self.here.name(id.as_str())).collect();
        format!(
            "{} · {}",
            texts.with("dossier-game", &with),
            players.join(" – ")
        )
    }

    pub(super) fn asked(&self, type_name: &'static str, data: Value) -> Asked {
        Asked {
            stream: Stream::Appeal(self.appeal.appeal.clone()),
            entries: vec![(type_name, data)],
            seen: self.filled.get("seen").parse().ok(),
            key: self.filled.some("key"),
        }
    }

    fn seated(&self) -> Result<(&'static str, Value), Vec<Wrong>> {
        let members = self.filled.all("member");
        if members.is_empty() {
            return Err(vec![Wrong::new(
                "steps",
                self.viewer().say("appeals-members-missing"),
            )]);
        }
        let recused = self.filled.all("recused");
        if let Some(both) = recused.iter().find(|id| members.contains(id)) {
            let with = [("who", self.here.called(both).into())];
            return Err(vec![Wrong::new(
                "steps",
                self.viewer().texts.with("appeals-both", &with),
            )]);
        }
        let mut data = json!({"members": members});
        if !recused.is_empty() {
            data["recused"] = json!(recused);
        }
        Ok(("panel_seated", data))
    }

    fn stated(&self) -> Result<(&'static str, Value), Vec<Wrong>> {
        let from = chosen(self.filled, "from").unwrap_or_default();
        let text = self.filled.get("text");
        if from.is_empty() || text.is_empty() {
            return Err(vec![Wrong::new(
                "from",
                self.viewer().say("appeals-statement-missing"),
            )]);
        }
        Ok(("statement_taken", json!({"from": from, "text": text})))
    }

    fn attached(&self) -> Result<(&'static str, Value), Vec<Wrong>> {
        let viewer = self.viewer();
        let sha256 = self.filled.get("sha256").parse::<Sha256>();
        let bytes = self.filled.get("bytes").parse::<u64>();
        let (Ok(sha256), Ok(bytes)) = (sha256, bytes) else {
            return Err(vec![Wrong::new(
                "sha256",
                viewer.say("appeals-file-missing"),
            )]);
        };
        // An entry stays for ever: what could not be kept is not attached.
        let (most, kinds) = viewer.files();
        let kind = self.filled.get("media_type").to_ascii_lowercase();
        if !kinds.is_empty() && !kinds.contains(&kind) {
            return Err(vec![Wrong::new("media_type", self.other_kind())]);
        }
        if bytes > most {
            let with = [("bytes", most.to_string().into())];
            let text = viewer.texts.with("appeals-file-too-large", &with);
            return Err(vec![Wrong::new("bytes", text)]);
        }
        let data = json!({
            "evidence": self.filled.get("evidence"), "sha256": sha256, "bytes": bytes,
            "media_type": self.filled.get("media_type"), "title": self.filled.get("title"), "class": "open",
        });
        Ok(("evidence_attached", data))
    }

    fn withdrawn(&self) -> Result<(&'static str, Value), Vec<Wrong>> {
        if !self.filled.has("sure", "1") {
            return Err(vec![Wrong::new(
                "sure",
                self.viewer().say("act-not-confirmed"),
            )]);
        }
        let data = match self.filled.some("reason") {
            Some(reason) => json!({"reason": reason}),
            None => json!({}),
        };
        Ok(("appeal_withdrawn", data))
    }
}

/// The way in which the pages' own forms name their steps once they are recorded.
#[cfg(test)]
mod tests {
    use fupan_domain::event::AppealEvent;

    #[test]
    fn every_step_of_an_appeal_has_its_form() {
        let made = [
            "appeal_filed",
            "panel_seated",
            "statement_taken",
            "evidence_attached",
            "appeal_decided",
            "appeal_withdrawn",
        ];
        assert_eq!(AppealEvent::TYPES, made);
    }
}
