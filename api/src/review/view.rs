//! A review as JSON: what its page shows, in no language. As long as it is blind,
//! neither a player is named nor a game, whose pairing would tell who plays it, nor
//! is what people wrote of the games in the tournament's log.

use super::{
    case::{Case, FiguresView},
    report::{Incident, chosen, clears, disturbed, set_aside_by},
    written::id_of,
};
use crate::{ledger::OpenLedger, problem::Problem};
use fupan_domain::{event::review::Subject, ids::GameId, review::Note, tournament::Told};
use fupan_replay::review::{
    figures::{OF_AGREEMENT, OF_TIME},
    stats::decimal,
};
use fupan_store::EventStore;
use serde::Serialize;
use serde_json::{Value, json};

/// What a review comes to.
///
/// # Errors
/// When the log can't be read.
pub fn view(open: &OpenLedger, case: &Case<'_>) -> Result<Value, Problem> {
    let review = &case.review;
    let figures = case.figures();
    let subjects = &review.opened.subjects;
    let of_each = |of: &dyn Fn(&Subject) -> Vec<Value>| -> Vec<Value> {
        subjects.iter().flat_map(of).collect()
    };
    let notes = review.notes.iter();
    let incidents = case.incidents()?;
    Ok(json!({
        "ledger": open.store.ledger(),
        "status": review.status.name(),
        "due": case.due,
        "opened": opened(case),
        "unfit": case.unfit.as_ref().filter(|_| case.review.names_players()),
        "fits": case.unfit.is_none(),
        "entries": case.written.all().collect::<Vec<_>>(),
        "methods": methods(case),
        "analyses": analyses(case),
        "evidence": evidence(case),
        "notes": notes.map(|(reviewer, note)| of_note(case, reviewer.as_str(), note)).collect::<Vec<_>>(),
        "revealed": review.revealed,
        "answers": review.answers.iter().map(|told| of_told(case, told)).collect::<Vec<_>>(),
        "conclusions": conclusions(case),
        "appeals": appeals(case),
        "anchors": case.anchors,
        "games": of_each(&|subject| games(case, subject)),
        "moves": of_each(&|subject| moves(case, subject)),
        "within": of_each(&|subject| within(case, subject)),
        "clears": of_each(&|subject| cleared(case, &figures, subject)),
        "incidents": incidents.iter().map(|incident| of_incident(case, incident)).collect::<Vec<_>>(),
        "looks": case.looks.last,
        "looks_all": case.looks.all,
        "looks_by": case.looks.by,
        "tokens": case.looks.tokens,
        "compared_before": case.compared_before(&figures),
        "figures": figures,
    }))
}

/// A game's name, unless it would tell who plays it.
fn game(case: &Case<'_>, game: &GameId) -> Value {
    if case.review.names_players() {
        json!(game)
    } else {
        Value::Null
    }
}

fn unnamed(case: &Case<'_>, games: &mut Value) {
    if !case.review.names_players() {
        let games = games.as_array_mut().into_iter().flatten();
        games.for_each(|game| *game = Value::Null);
    }
}

fn opened(case: &Case<'_>) -> Value {
    let mut opened = json!(case.review.opened);
    unnamed(case, &mut opened["games"]);
    let subjects = opened["subjects"].as_array_mut().into_iter().flatten();
    for (subject, told) in case.review.opened.subjects.iter().zip(subjects) {
        if case.review.names_players() {
            told["name"] = json!(case.names.get(&subject.player));
        } else {
            told["player"] = Value::Null;
        }
    }
    opened
}

/// What an entry tells, with the entry, its author and its time.
fn of_told(case: &Case<'_>, told: &Told<impl Serialize>) -> Value {
    let mut view = json!(told.what);
    let written = case.written.at(told.seq);
    view["entry"] = json!(told.entry);
    view["seq"] = json!(told.seq);
    view["at"] = json!(written.map(|written| written.at));
    view["recorded_at"] = json!(written.map(|written| written.recorded_at));
    view["recorded_by"] = json!(written.map(|written| &written.by));
    if let Some(by) = written.and_then(|written| written.handed_in_by.as_ref()) {
        view["handed_in_by"] = json!(by);
    }
    view
}

fn methods(case: &Case<'_>) -> Vec<Value> {
    let methods = case.review.methods.iter().zip(&case.before);
    let of = methods.map(|(told, before)| {
        let written = case.written.at(told.seq);
        json!({
            "entry": told.entry, "seq": told.seq, "method": told.what.0, "reason": told.what.1,
            "at": written.map(|written| written.at), "recorded_by": written.map(|written| &written.by),
            "recorded_at": written.map(|written| written.recorded_at),
            "before": {"analyses": before.analyses, "looks": before.looks},
        })
    });
    of.collect()
}

fn analyses(case: &Case<'_>) -> Vec<Value> {
    let of = case.review.analyses.iter().map(|told| {
        let mut analysis = json!(told.what);
        unnamed(case, &mut analysis["games"]);
        let written = case.written.at(told.seq);
        json!({
            "entry": told.entry, "seq": told.seq, "analysis": analysis, "again": case.again.get(&told.seq),
            "at": written.map(|written| written.at), "recorded_by": written.map(|written| &written.by),
            "recorded_at": written.map(|written| written.recorded_at),
        })
    });
    of.collect()
}

fn evidence(case: &Case<'_>) -> Vec<Value> {
    let of = case.review.evidence.iter().map(|told| {
        let mut view = of_told(case, told);
        view["file"] = json!(case.files.get(&told.what.sha256));
        view
    });
    of.collect()
}

fn of_note(case: &Case<'_>, reviewer: &str, note: &Note) -> Value {
    json!({
        "reviewer": reviewer, "sealed": note.sealed, "commitment": note.commitment, "at": note.at,
        "opened": note.opened.as_ref().map(|told| of_told(case, told)),
    })
}

/// Conclusions, each with what it rests on by names, and what set it aside.
fn conclusions(case: &Case<'_>) -> Vec<Value> {
    let of = case.review.conclusions.iter().map(|told| {
        let mut view = of_told(case, told);
        let rests_on = told.what.rests_on.iter().map(|entry| {
            let written = case.written.entry(*entry);
            json!({
                "entry": entry, "id": id_of(&case.review, *entry),
                "type": written.map(|written| &written.type_name),
                "recorded_by": written.map(|written| &written.by),
                "again": written.and_then(|written| case.again.get(&written.seq)),
            })
        });
        let awaited = case.review.without_notes.get(&told.seq);
        let awaited = awaited.into_iter().flatten();
        let awaited =
            awaited.map(|(reviewer, how)| json!({"reviewer": reviewer, "note": how.name()}));
        view["without_notes"] = awaited.collect();
        view["rests_on_named"] = rests_on.collect();
        view["set_aside_by"] =
            json!(set_aside_by(&case.review, told.seq).map(|answer| answer.entry));
        view
    });
    of.collect()
}

fn appeals(case: &Case<'_>) -> Vec<Value> {
    let of = case.review.appeals.iter().map(|(appeal, answer)| {
        let mut taken = of_told(case, appeal);
        if !case.review.names_players() {
            taken["by"] = Value::Null;
        }
        json!({ "appeal": taken, "answer": answer.as_ref().map(|answer| of_told(case, answer)) })
    });
    of.collect()
}

/// The games of a player in the tournament.
fn games(case: &Case<'_>, subject: &Subject) -> Vec<Value> {
    let named = case.review.names_players();
    let figures: Vec<&str> = OF_TIME.iter().chain(&OF_AGREEMENT).copied().collect();
    let of = case.played(&subject.player).into_iter().map(|played| {
        let figures = figures.iter().filter_map(|name| {
            let value = case.of_one(&played, name)?;
            Some(((*name).to_owned(), Value::String(value)))
        });
        let figures: serde_json::Map<String, Value> = figures.collect();
        json!({
            "subject": subject.label, "game": game(case, played.game), "reviewed": played.reviewed, "set_aside": played.set_aside,
            "round": Some(played.round).filter(|_| named), "colour": played.colour,
            "opponent": played.opponent.filter(|_| named), "moves": played.moves, "figures": figures,
        })
    });
    of.collect()
}

/// The moves that are shown of a player.
fn moves(case: &Case<'_>, subject: &Subject) -> Vec<Value> {
    let of = chosen(case, subject).into_iter().map(|(of_game, judged)| {
        let first = case.answers.as_ref().and_then(|answers| {
            let seen = answers.seen(&of_game, judged.number.checked_sub(1)?)?;
            seen.candidates.first()
        });
        json!({
            "subject": subject.label, "game": game(case, &of_game), "number": judged.number,
            "colour": judged.colour, "ms": judged.ms, "rank": judged.rank,
            "lost": judged.lost.and_then(decimal), "choice": judged.choice.and_then(decimal),
            "first_choice": first.map(|first| first.point),
        })
    });
    of.collect()
}

/// The moves in whose turn something else happened. Its entry could be looked up in the
/// tournament's log, and tell whose game that is.
fn within(case: &Case<'_>, subject: &Subject) -> Vec<Value> {
    let named = case.review.names_players();
    let of = disturbed(case, subject)
        .into_iter()
        .map(|(of_game, played)| {
            let happened = played.within.iter();
            let happened = happened.map(
                |what| json!({"seq": Some(what.seq).filter(|_| named), "type": what.type_name}),
            );
            json!({
                "subject": subject.label, "game": game(case, &of_game), "number": played.number,
                "colour": played.colour, "ms": played.ms, "within": happened.collect::<Vec<_>>(),
            })
        });
    of.collect()
}

fn cleared(case: &Case<'_>, figures: &FiguresView, subject: &Subject) -> Vec<Value> {
    let of = clears(case, figures, subject).into_iter().map(|clear| {
        let mut view = json!(clear);
        view["subject"] = json!(subject.label);
        view
    });
    of.collect()
}

fn of_incident(case: &Case<'_>, incident: &Incident) -> Value {
    let named = case.review.names_players();
    json!({
        "game": incident.game.as_ref().map(|of_game| game(case, of_game)), "seq": Some(incident.seq).filter(|_| named),
        "at": incident.at, "type": incident.type_name, "subject": incident.subject, "colour": incident.colour,
        "breach": incident.data["breach"], "recorded_by": Some(&incident.by).filter(|_| named),
        "data": Some(&incident.data).filter(|_| named),
    })
}
