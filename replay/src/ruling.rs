//! From a finding and one of its outcomes to the drafts of a ruling: ruling,
//! warnings, penalties and sanctions, one batch. It stores nothing and asks nobody's rights; that is for the
//! ledger that takes the drafts.

mod asked;
mod settled;

pub use asked::{RulingError, RulingNotes, RulingPlan, RulingRequest};

use crate::draft::Draft;
use fupan_domain::{
    Colour, Timestamp,
    event::{Event, Stream, StreamKind},
    game::{Fact, FactKind, GameState},
    ids::{ActorId, EntryId, RulingId},
    rulebook::{Finding, FindingStatus, effects::Effects, finding::Outcome, findings},
    seen::is_seen,
    tournament::TournamentState,
};
use serde_json::{Map, Value, json};

/// The drafts of a ruling on a game as it stands. `at`, `actor`: when it is made
/// and by whom.
///
/// # Errors
/// When the finding or outcome is not there, or something is left open.
pub fn compose(
    game: &GameState,
    tournament: &TournamentState,
    request: &RulingRequest,
    at: Timestamp,
    actor: &ActorId,
) -> Result<RulingPlan, RulingError> {
    let all = findings(game, &tournament.standing_sanctions());
    let finding = named_finding(game, tournament, &all, request, actor)?;
    let outcome = named_outcome(finding, request)?;
    let effects = effects(outcome, request)?;
    let ground = Ground::of(finding, outcome, request)?;
    let ruling = request
        .ruling
        .clone()
        .unwrap_or_else(|| free_id(game, tournament));
    let plan = Plan { game, at, actor };
    let mut drafts = plan.in_game(&ruling, request, &ground, &effects);
    let mut notes = plan.notes(finding, tournament, &drafts, &effects);
    notes.already_ruled = already_ruled(game, request);
    notes.own_overturned = own_overturned(game, tournament, request, actor);
    if let Some(finding) = finding
        && notes.departure
        && !request.gives_reasons()
    {
        let why = settled::why_departure(game, finding);
        return Err(RulingError::NoReasons { why });
    }
    drafts.extend(plan.sanctions(&ruling, finding, &ground, &effects));
    if let Some(first) = drafts.first_mut() {
        first.expect = request.expect;
    }
    Ok(RulingPlan {
        ruling,
        drafts,
        notes,
    })
}

/// The finding on which is ruled. It and those settled with it are there, and
/// neither decided by a committee nor ruled on already, or that is known to
/// whoever asks.
fn named_finding<'a>(
    game: &GameState,
    tournament: &TournamentState,
    all: &'a [Finding],
    request: &RulingRequest,
    actor: &ActorId,
) -> Result<Option<&'a Finding>, RulingError> {
    let find = |id: &String| {
        all.iter().find(|f| f.id == *id).ok_or_else(|| {
            let known: Vec<&str> = all.iter().map(|f| f.id.as_str()).collect();
            RulingError::NoFinding {
                game: game.game().to_string(),
                finding: id.clone(),
                known: if known.is_empty() {
                    "none, there are no findings".to_owned()
                } else {
                    known.join(", ")
                },
            }
        })
    };
    for named in request
        .finding
        .iter()
        .chain(request.findings.iter().flatten())
    {
        let finding = find(named)?;
        settled::need_not_overruled(game, tournament, finding, request, actor)?;
        settled::need_unsettled(game, tournament, finding, request)?;
    }
    request.finding.as_ref().map(find).transpose()
}

fn named_outcome<'a>(
    finding: Option<&'a Finding>,
    request: &RulingRequest,
) -> Result<Option<&'a Outcome>, RulingError> {
    let Some(key) = &request.outcome else {
        let offered = finding.filter(|f| f.outcomes.as_ref().is_some_and(|o| !o.is_empty()));
        return match offered {
            Some(finding) if !request.gives_effects() => Err(RulingError::NoneNamed {
                finding: finding.id.clone(),
                known: settled::keys(finding),
            }),
            _ => Ok(None),
        };
    };
    let Some(finding) = finding else {
        // Without a finding the outcome is the ruling's own words.
        return match &request.article {
            Some(_) => Ok(None),
            None => Err(RulingError::OutcomeAlone(key.clone())),
        };
    };
    let Some(outcomes) = &finding.outcomes else {
        return Ok(None);
    };
    let named = outcomes.iter().find(|outcome| *outcome.outcome == **key);
    if named.is_none() && request.gives_effects() {
        return Ok(None);
    }
    named.map(Some).ok_or_else(|| RulingError::NoOutcome {
        finding: finding.id.clone(),
        outcome: key.clone(),
        known: settled::keys(finding),
    })
}

/// The effects that the request gives, the rest those of the outcome.
fn effects(outcome: Option<&Outcome>, request: &RulingRequest) -> Result<Effects, RulingError> {
    let list = |given: &Option<Vec<Value>>, own: fn(&Outcome) -> &Vec<Value>| match given {
        Some(parts) => parts.clone(),
        None => outcome.map(own).cloned().unwrap_or_default(),
    };
    let effects = Effects {
        orders: list(&request.orders, |o| &o.orders)
            .into_iter()
            .map(without_open_clocks)
            .collect(),
        warnings: sides("warnings", list(&request.warnings, |o| &o.warnings))?,
        admonitions: sides(
            "admonitions",
            list(&request.admonitions, |o| &o.admonitions),
        )?,
        penalties: list(&request.penalties, |o| &o.penalties),
        sanctions: outcome.map(|o| o.sanctions.clone()).unwrap_or_default(),
    };
    if let Some(outcome) = outcome {
        for (name, parts) in [
            ("orders", &effects.orders),
            ("warnings", &effects.warnings),
            ("admonitions", &effects.admonitions),
            ("penalties", &effects.penalties),
        ] {
            if let Some(pointer) = open_value(name, parts) {
                return Err(RulingError::Open {
                    outcome: outcome.outcome.to_string(),
                    pointer,
                    list: name,
                });
            }
        }
        if !effects.equal(outcome) {
            return Err(RulingError::OtherEffects(outcome.outcome.to_string()));
        }
    }
    Ok(effects)
}

/// `set_clock` sets what it names: a value left open there is left out, unless
/// none would be left.
fn without_open_clocks(order: Value) -> Value {
    match order {
        Value::Object(fields) if fields.get("do") == Some(&json!("set_clock")) => {
            let set: Map<String, Value> = fields
                .iter()
                .filter(|(_, v)| !v.is_null())
                .map(|(k, v)| (k.clone(), v.clone()))
                .collect();
            Value::Object(if set.len() > 1 { set } else { fields })
        }
        other => other,
    }
}

/// Where a value is left open, as a JSON pointer.
fn open_value(list: &str, parts: &[Value]) -> Option<String> {
    parts.iter().enumerate().find_map(|(index, part)| {
        let fields = part.as_object()?;
        let (key, _) = fields.iter().find(|(_, value)| value.is_null())?;
        Some(format!("/{list}/{index}/{key}"))
    })
}

/// Sides as `{"colour": …}`, from that or from the colour's name alone.
fn sides(list: &str, parts: Vec<Value>) -> Result<Vec<Value>, RulingError> {
    let side = |(index, part): (usize, Value)| match part {
        Value::String(colour) => Ok(json!({ "colour": colour })),
        Value::Object(_) => Ok(part),
        other => Err(RulingError::Part {
            pointer: format!("/{list}/{index}"),
            why: format!("{other} is no side: expected \"black\", \"white\" or {{\"colour\": …}}"),
        }),
    };
    parts.into_iter().enumerate().map(side).collect()
}

/// What a ruling says of itself.
struct Ground {
    article: String,
    outcome: String,
    facts: String,
    reasons: String,
}

impl Ground {
    fn of(
        finding: Option<&Finding>,
        outcome: Option<&Outcome>,
        request: &RulingRequest,
    ) -> Result<Ground, RulingError> {
        let article = request.article.clone();
        let article = article.or_else(|| finding.map(|f| f.article.clone()));
        let key = outcome.map(|o| o.outcome.to_string());
        let words = key.or_else(|| request.outcome.clone());
        let reasons = request.reasons.clone().filter(|r| is_seen(r));
        match (finding, article) {
            (Some(finding), Some(article)) => Ok(Ground {
                outcome: words.unwrap_or_else(|| "as ordered".to_owned()),
                facts: request
                    .facts
                    .clone()
                    .unwrap_or_else(|| finding.facts.clone()),
                reasons: reasons.unwrap_or_else(|| format!("as {article} says")),
                article,
            }),
            (None, Some(article)) => Ok(Ground {
                article,
                outcome: words.ok_or(RulingError::NoGround)?,
                facts: request
                    .facts
                    .clone()
                    .unwrap_or_else(|| "as recorded".to_owned()),
                reasons: reasons.ok_or(RulingError::NoGround)?,
            }),
            (_, None) => Err(RulingError::NoGround),
        }
    }
}

/// The last ruling that stands on a finding that is to be ruled.
#[must_use]
pub fn already_ruled(game: &GameState, request: &RulingRequest) -> Option<RulingId> {
    let further = request.findings.iter().flatten();
    let named = request.finding.iter().chain(further);
    let standing = named.filter_map(|finding| game.ruling_on(finding));
    let last = standing.max_by_key(|ruled| ruled.step)?;
    Some(last.ruling.ruling.clone())
}

/// The author's own ruling on one of the findings that fell on appeal.
fn own_overturned(
    game: &GameState,
    tournament: &TournamentState,
    request: &RulingRequest,
    actor: &ActorId,
) -> Option<RulingId> {
    let further = request.findings.iter().flatten();
    let mut named = request.finding.iter().chain(further);
    let fallen = |finding: &String| {
        let overruled = tournament.overruled(game.game(), finding, actor);
        overruled.filter(|bound| bound.own)
    };
    named.find_map(fallen).map(|bound| bound.ruling.clone())
}

/// The next id for a ruling of a game that nothing in the ledger has.
fn free_id(game: &GameState, tournament: &TournamentState) -> RulingId {
    let ids = (game.rulings.len() + 1..).filter_map(|number| {
        let id = format!("{}-ruling-{number}", game.game());
        // A game's name may be as long as a slug can be.
        id.parse()
            .or_else(|_| format!("ruling-{number}").parse())
            .ok()
    });
    let mut free = ids.filter(|id: &RulingId| !tournament.decided.contains_key(id));
    #[expect(clippy::expect_used, reason = "there are more numbers than rulings")]
    free.next().expect("a free number is found")
}

struct Plan<'a> {
    game: &'a GameState,
    at: Timestamp,
    actor: &'a ActorId,
}

impl Plan<'_> {
    fn draft(&self, stream: Stream, type_name: &str, data: Value) -> Draft {
        let data = match data {
            Value::Object(data) => data,
            _ => Map::new(),
        };
        Draft {
            id: None,
            stream,
            type_name: type_name.into(),
            at: self.at,
            actor: self.actor.clone(),
            data,
            expect: None,
        }
    }

    /// Ruling, warnings, admonitions and penalties.
    fn in_game(
        &self,
        ruling: &RulingId,
        request: &RulingRequest,
        ground: &Ground,
        effects: &Effects,
    ) -> Vec<Draft> {
        let stream = Stream::Game(self.game.game().clone());
        let mut data = json!({
            "ruling": ruling, "article": ground.article, "outcome": ground.outcome,
            "orders": effects.orders, "facts": ground.facts, "reasons": ground.reasons,
        });
        let mut add = |key: &str, value: Value| {
            if !value.is_null() {
                data[key] = value;
            }
        };
        add("finding", json!(request.finding));
        add("findings", json!(request.findings));
        add("about", json!(request.about));
        add("with", json!(request.with));
        add("vote", json!(request.vote));
        add("detected_at", json!(request.detected_at));
        add("announced_at", json!(request.announced_at));
        let mut drafts = vec![self.draft(stream.clone(), "ruling_made", data)];
        for (type_name, parts) in [
            ("warning_issued", &effects.warnings),
            ("admonition_given", &effects.admonitions),
            ("penalty_imposed", &effects.penalties),
        ] {
            for part in parts {
                let mut data = part.clone();
                data["article"] = json!(ground.article);
                data["ruling"] = json!(ruling);
                drafts.push(self.draft(stream.clone(), type_name, data));
            }
        }
        drafts
    }

    /// The sanctions that go with an outcome, against the player concerned.
    fn sanctions(
        &self,
        ruling: &RulingId,
        finding: Option<&Finding>,
        ground: &Ground,
        effects: &Effects,
    ) -> Vec<Draft> {
        let colour = finding.and_then(|finding| finding.colour);
        let player = colour.and_then(|colour| self.game.players[colour].clone());
        let numbered = effects.sanctions.iter().zip(1..);
        let draft = |(sanction, number): (&Value, usize)| {
            let mut data = json!({
                "sanction": format!("{ruling}-s{number}"), "article": ground.article,
                "kind": sanction["kind"], "reason": ground.reasons,
            });
            if let Some(player) = &player {
                data["player"] = json!(player);
            }
            if let Some(finding) = finding {
                data["finding"] = json!(finding.id);
            }
            if sanction["kind"] == "lose_games" {
                data["games"] = json!([self.game.game()]);
            }
            self.draft(Stream::Tournament, "sanction_imposed", data)
        };
        numbered.map(draft).collect()
    }

    /// What would follow, by putting the ruling into a copy of the game.
    fn notes(
        &self,
        finding: Option<&Finding>,
        tournament: &TournamentState,
        drafts: &[Draft],
        effects: &Effects,
    ) -> RulingNotes {
        let mut then = self.game.clone();
        for draft in drafts {
            let text = Value::Object(draft.data.clone()).to_string();
            let event = Event::parse(StreamKind::Game, &draft.type_name, &text);
            // What is no event is refused when it is handed in, with its place.
            if let Ok(Event::Game(event)) = event {
                then.push(Fact {
                    entry: EntryId(uuid::Uuid::nil()),
                    seq: u64::MAX,
                    at: self.at,
                    kind: FactKind::Event(event),
                });
            }
        }
        let by_warnings = |state: &GameState, colour| state.is_warned_out(colour);
        let loses = Colour::BOTH
            .into_iter()
            .find(|&colour| by_warnings(&then, colour) && !by_warnings(self.game, colour));
        let is_departure = |finding: &Finding| {
            let after = findings(&then, &tournament.standing_sanctions());
            let status = after.iter().find(|f| f.id == finding.id).map(|f| f.status);
            // Its sanctions are entries of another stream, not in this copy.
            let sanctioned = !effects.sanctions.is_empty();
            status == Some(FindingStatus::Departed) && !sanctioned
        };
        RulingNotes {
            departure: finding.is_some_and(is_departure),
            loses_by_warnings: loses,
            already_ruled: None,
            own_overturned: None,
        }
    }
}
