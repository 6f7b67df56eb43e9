//! Deciding an appeal in two steps: outcome, orders, reasons and vote; then what
//! follows, computed by the very code that carries it out, and one deliberate act.

use super::one::{One, Turned};
use crate::{
    i18n::foreign::quoted,
    pages::{
        Page,
        act::too_long,
        case::{Effect, actor, wrongs},
        own_effects::{self, OwnForm, Wrong},
    },
    problem::Problem,
};
use fupan_domain::{
    Timestamp,
    event::Stream,
    ids::{GameId, RulingId},
};
use fupan_replay::{
    draft::Draft,
    what_if::{Question, Tried, WhatIf},
};
use fupan_store::{Known, wall_clock};
use maud::{Markup, html};
use serde_json::{Value, json};

/// How an appeal may end.
const OUTCOMES: [&str; 4] = ["upheld", "partly_upheld", "dismissed", "out_of_time"];

impl One<'_> {
    /// The fields of a decision.
    pub(super) fn decision(&self) -> Markup {
        let viewer = self.viewer();
        let reader = &self.here.live.open.reader;
        let folded = self
            .appeal
            .game
            .as_ref()
            .and_then(|game| reader.game(game, Known::Now).ok());
        // What is challenged falls first where the appeal is upheld.
        let sent = self.filled.some("step").is_some();
        let challenged = self.challenged();
        let filled = match challenged.first() {
            Some(first) if !sent => self.filled.clone().with("own_overturn", first.as_str()),
            _ => self.filled.clone(),
        };
        let entry = |id: &str| self.entry_name(id);
        html! {
            (self.alone())
            p class="field" {
                label for="outcome" { (viewer.say("label-outcome")) }
                select id="outcome" name="outcome" required {
                    option value="" { "–" }
                    @for outcome in OUTCOMES {
                        option value=(outcome) selected[self.filled.has("outcome", outcome)] { (viewer.texts.word("appeal-outcome", outcome)) }
                    }
                }
            }
            p class="note" { (viewer.say("appeals-orders-explained")) }
            @if let Some(folded) = &folded {
                @let form = OwnForm {
                    viewer,
                    game: &folded.state,
                    disputed: None,
                    decisions: self.can_fall(),
                    filled: &filled,
                    decision: &|id| super::decision_told(self.here, id),
                    entry: &entry,
                    punishes: false,
                };
                details class="own" open { summary { (viewer.say("label-orders")) } (form.fields()) }
            }
            (super::written(self.here, self.filled, "reasons", "label-reasons", true))
            p class="field" {
                label for="for" { (viewer.say("appeals-for")) }
                input id="for" name="for" inputmode="numeric" value=(self.filled.get("for")) autocomplete="off";
            }
            p class="field" {
                label for="votes-against" { (viewer.say("appeals-votes-against")) }
                input id="votes-against" name="votes_against" inputmode="numeric" value=(self.filled.get("votes_against")) autocomplete="off";
            }
        }
    }

    /// That whoever decides here made the ruling, and no committee did.
    fn alone(&self) -> Markup {
        html! {
            @if self.is_alone_in_own_matter() {
                p class="grave" { "⚠ " (self.viewer().say("appeals-alone")) }
            }
        }
    }

    /// On which entry its game rests, as a form says it; nothing where it has none.
    fn game_basis(&self) -> String {
        let reader = &self.here.live.open.reader;
        let basis = self
            .appeal
            .game
            .as_ref()
            .and_then(|game| reader.game_basis(game, Known::Now).ok());
        basis.map_or_else(String::new, |seq| seq.to_string())
    }

    /// An entry of its game by its place in the ledger.
    pub(super) fn entry_name(&self, id: &str) -> String {
        let reader = &self.here.live.open.reader;
        let folded = self
            .appeal
            .game
            .as_ref()
            .and_then(|game| reader.game(game, Known::Now).ok());
        let seq = folded.and_then(|folded| {
            let mut facts = folded.state.record.facts().iter();
            facts
                .find(|fact| fact.entry.to_string() == id)
                .map(|fact| fact.seq)
        });
        seq.map_or_else(|| id.to_owned(), |seq| format!("#{seq}"))
    }

    /// The ids of what is challenged.
    fn challenged(&self) -> Vec<RulingId> {
        let against = &self.appeal.filed.against;
        let decided = self.here.tournament.decided.iter();
        let challenged = decided.filter(|(_, decided)| against.contains(&decided.entry));
        challenged.map(|(id, _)| id.clone()).collect()
    }

    /// What its decision may overturn: what is challenged, and what else of its game
    /// stands.
    fn can_fall(&self) -> Vec<RulingId> {
        let tournament = &self.here.tournament;
        let mut all = self.challenged();
        if let Some(game) = &self.appeal.game {
            let reader = &self.here.live.open.reader;
            if let Ok(folded) = reader.game(game, Known::Now) {
                all.extend(
                    folded
                        .state
                        .rulings
                        .iter()
                        .map(|ruled| ruled.ruling.ruling.clone()),
                );
            }
        }
        let mut seen = std::collections::BTreeSet::new();
        all.retain(|id| !tournament.overturned.contains(id) && seen.insert(id.clone()));
        all
    }

    /// The data of the decision.
    fn decided_data(&self) -> Result<Value, Vec<Wrong>> {
        let viewer = self.viewer();
        let filled = self.filled;
        let mut wrong = Vec::new();
        let outcome = filled.get("outcome");
        if !OUTCOMES.contains(&outcome.as_str()) {
            wrong.push(Wrong::new("outcome", viewer.say("case-outcome-missing")));
        }
        if filled.get("reasons").is_empty() {
            wrong.push(Wrong::new("reasons", viewer.say("appeals-reasons-missing")));
        }
        wrong.extend(too_long(viewer, filled, &["reasons"]));
        let orders = match own_effects::read(viewer, filled) {
            Ok(effects) => effects.orders,
            Err(of_effects) => {
                wrong.extend(of_effects);
                Vec::new()
            }
        };
        // What is dismissed changes nothing.
        let orders = if matches!(outcome.as_str(), "dismissed" | "out_of_time") {
            Vec::new()
        } else {
            orders
        };
        let mut data =
            json!({"outcome": outcome, "orders": orders, "reasons": filled.get("reasons")});
        let mut votes = serde_json::Map::new();
        for (field, name) in [("for", "for"), ("votes_against", "against")] {
            let Some(text) = filled.some(field) else {
                continue;
            };
            match text.parse::<u32>() {
                Ok(votes_cast) => drop(votes.insert(name.to_owned(), json!(votes_cast))),
                Err(_) => wrong.push(Wrong::value(viewer, field, &text, "own-number-form")),
            }
        }
        if wrong.is_empty() {
            wrong.extend(self.wrong_votes(&votes));
        }
        if !votes.is_empty() {
            data["vote"] = Value::Object(votes);
        }
        if wrong.is_empty() {
            Ok(data)
        } else {
            Err(wrong)
        }
    }

    /// A vote that can't have been: of more than sit, or against what is decided.
    fn wrong_votes(&self, votes: &serde_json::Map<String, Value>) -> Option<Wrong> {
        let texts = self.viewer().texts;
        let cast = |name: &str| votes.get(name).and_then(Value::as_u64).unwrap_or_default();
        let (for_it, against) = (cast("for"), cast("against"));
        let members = u64::try_from(self.appeal.panel.len()).unwrap_or(u64::MAX);
        if for_it.saturating_add(against) > members {
            let with = [("count", members.to_string().into())];
            return Some(Wrong::new(
                "for",
                texts.with("appeals-votes-too-many", &with),
            ));
        }
        (against > for_it).then(|| Wrong::new("for", texts.say("appeals-votes-lost")))
    }

    /// What would follow, and from when on.
    fn tried(&self, data: &Value) -> Result<(WhatIf, Timestamp), Problem> {
        let actor = actor(self.here)
            .ok_or_else(|| Problem::new("no_right", "expected an official of this tournament"))?;
        let at = wall_clock();
        let draft = json!({
            "stream": Stream::Appeal(self.appeal.appeal.clone()), "type": "appeal_decided",
            "at": at, "actor": actor, "data": data,
        });
        let text = serde_json::to_vec(&draft).map_err(|e| Problem::internal(&e))?;
        let draft = Draft::read(&text).map_err(|e| Problem {
            column: None,
            ..Problem::from(&e)
        })?;
        let question = Question {
            with: vec![Tried {
                file: None,
                line: 1,
                draft,
            }],
            ..Question::default()
        };
        let tried = self.here.live.open.reader.what_if(question, Known::Now);
        let tried = tried.map_err(|e| Problem {
            line: None,
            ..Problem::from(&e)
        });
        Ok((tried?, at))
    }

    fn review(&self, data: &Value, tried: &(WhatIf, Timestamp), wrong: &[Wrong]) -> Page {
        let viewer = self.viewer();
        let mut page = self.framed(format!(
            "{} · {}",
            viewer.say("act-title"),
            self.appeal.appeal
        ));
        let orders = data["orders"].as_array().cloned().unwrap_or_default();
        let effect = Effect {
            here: self.here,
            game: self.appeal.game.as_ref(),
            what_if: &tried.0,
            at: Some(tried.1),
            notes: None,
            id: "review.effect",
            both_boards: true,
        };
        let text = |name: &str| data[name].as_str().unwrap_or_default();
        page.content = html! {
            h1 tabindex="-1" data-begins { (viewer.say("act-title")) }
            p class="soft" { (viewer.say("appeals-one")) " " (self.appeal.appeal) }
            (wrongs(viewer, wrong))
            (self.alone())
            section aria-labelledby="follows" {
                h2 id="follows" { (viewer.say("act-follows")) }
                // Without an order nothing follows, however far a clock has run meanwhile.
                @if orders.is_empty() { p class="soft" { (viewer.say("effect-nothing")) } }
                @else { (effect.shown()) }
            }
            section aria-labelledby="written" {
                h2 id="written" { (viewer.texts.with("act-entries", &[("count", "1".into())])) }
                ol class="entries" { li {
                    strong { (viewer.texts.word("event", "appeal_decided")) } " · " code { "appeal/" (self.appeal.appeal) } ": "
                    (viewer.texts.word("appeal-outcome", text("outcome")))
                    @if !orders.is_empty() { ul { @for order in &orders { li { (viewer.texts.order(order, &|id| self.entry_name(id))) } } } }
                    (quoted(text("reasons")))
                    @if !data["vote"].is_null() { p { (viewer.say("label-vote")) ": " (viewer.texts.vote(&data["vote"])) } }
                } }
            }
            (self.act())
        };
        page
    }

    /// What is typed to record the decision, in words.
    fn to_type(&self) -> String {
        let texts = self.viewer().texts;
        let has_board = self.mark() != self.appeal.appeal.as_str();
        let key = if has_board {
            "appeals-type"
        } else {
            "appeals-type-id"
        };
        texts.with(key, &[("mark", self.mark().into())])
    }

    /// What is typed to record the decision: the board of its game, else its id.
    fn mark(&self) -> String {
        let board = |game: &GameId| {
            self.here
                .tournament
                .games
                .get(game)
                .map(|g| g.pairing.board.to_string())
        };
        let board = self.appeal.game.as_ref().and_then(board);
        board.unwrap_or_else(|| self.appeal.appeal.to_string())
    }

    fn act(&self) -> Markup {
        let viewer = self.viewer();
        html! {
            form method="post" action=(viewer.path()) class="act" {
                input type="hidden" name="csrf" value=[viewer.proof()];
                input type="hidden" name="step" value="decide-record";
                input type="hidden" name="game_seen" value=(self.game_basis());
                (self.filled.hidden(&["step", "board", "game_seen"]))
                p class="field" {
                    label for="board" { "⚠ " (self.to_type()) }
                    input id="board" name="board" autocomplete="off" required;
                }
                button { (viewer.say("act-record")) }
            }
            form method="post" action=(viewer.path()) class="act" {
                input type="hidden" name="csrf" value=[viewer.proof()];
                input type="hidden" name="step" value="decide-edit";
                (self.filled.hidden(&["step", "board", "game_seen"]))
                button class="plain" { (viewer.say("act-back")) }
            }
        }
    }
}

/// What becomes of the form of a decision.
pub(super) fn turned(one: &One<'_>) -> Turned {
    let refused = |wrong: Vec<Wrong>, problem: Problem| Turned::refused(one.page(&wrong), problem);
    let data = match one.decided_data() {
        Ok(data) => data,
        Err(wrong) => return refused(wrong, Problem::new("schema", "the form is not complete")),
    };
    let tried = one.tried(&data);
    if one.filled.has("step", "decide-record") {
        // What was reviewed rests on the game as it stood.
        let seen = one.filled.some("game_seen");
        if let Ok(tried) = &tried
            && seen.is_some_and(|seen| seen != one.game_basis())
        {
            let wrong = Wrong::new("board", one.viewer().say("act-gone-on"));
            let problem = Problem::new("stale_version", "the game went on since the review");
            return Turned::refused(one.review(&data, tried, &[wrong]), problem);
        }
        // Once it is recorded it can't be tried out again; the record tells.
        if let Ok(tried) = &tried
            && one.filled.get("board") != one.mark()
        {
            let with = [("mark", one.mark().into())];
            let wrong = Wrong::new(
                "board",
                one.viewer().texts.with("appeals-type-wrong", &with),
            );
            let problem = Problem::new("schema", wrong.text.clone());
            return Turned::refused(one.review(&data, tried, &[wrong]), problem);
        }
        return Turned::record(one.asked("appeal_decided", data));
    }
    match tried {
        Ok(tried) => Turned::shown(one.review(&data, &tried, &[])),
        Err(problem) => refused(Wrong::of(one.viewer(), "steps", &problem), problem),
    }
}
