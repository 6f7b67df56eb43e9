//! Views as people read them in a terminal.

mod finding;
pub mod summed;
mod what_if;

pub use what_if::what_if;

use crate::{
    i18n::{Lang, Texts},
    review::due,
    ruling::TriedOut,
};
use fupan_domain::{
    Colour, Millis, Timestamp, amount,
    board::{Board, diagram},
    clock::ClockView,
    event::{common::EvidenceClass, log::DeletedBecause},
    ids::PlayerId,
};
use fupan_replay::{
    audit::{AuditView, Verdict},
    drafts::ReplayView,
    ruling::RulingNotes,
    verify::CheckState,
    views::{
        AppealView, Discrepancy, EvidenceFileView, FileView, GameView, LedgerView, ReviewStanding,
        game::{PenaltyView, ResultView, RulingView},
    },
};
use std::fmt::Write;

/// A text as a terminal may show it: of its control characters only line ends
/// stay, the others and the marks that turn the direction of writing are shown
/// by their escapes. A name could else overwrite what the program says.
pub fn harmless(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        let turns = matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        if c != '\n' && (c.is_control() || turns) {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    shown
}

/// What somebody wrote, on one line, so that none of it can be taken for a
/// line of the program's own.
pub(crate) fn quoted(text: &str) -> String {
    harmless(text).replace('\n', "\\n")
}

/// What the author of a ruling should know, in sentences.
pub fn ruling_notes(notes: &RulingNotes) -> String {
    let mut text = String::new();
    if notes.departure {
        text.push_str("This departs from what the article allows.\n");
    }
    if let Some(ruling) = &notes.already_ruled {
        let _ = writeln!(
            text,
            "Ruling {ruling} is on this already and stands: what it imposed stays beside this."
        );
    }
    if let Some(ruling) = &notes.own_overturned {
        let _ = writeln!(
            text,
            "A committee overturned your own ruling {ruling} on this: an audit remarks on what you rule anew."
        );
    }
    if let Some(colour) = notes.loses_by_warnings {
        text.push_str(colour.name());
        text.push_str(" loses the game with this warning.\n");
    }
    text
}

/// What would follow from a ruling that was not stored.
pub fn tried_out(tried: &TriedOut) -> String {
    ruling_notes(&tried.notes) + &what_if(&tried.effect)
}

/// A game: the board, then what is known beside it.
pub fn game(view: &GameView) -> String {
    let mut text = String::new();
    let mut line = |s: String| {
        text.push_str(&s);
        text.push('\n');
    };
    line(format!(
        "{}, game {} (round {}, board {}): {}",
        view.ledger, view.game, view.round, view.board, view.status
    ));
    line(format!(
        "Black {}   White {}",
        side(view, Colour::Black),
        side(view, Colour::White)
    ));
    let board = Board::from_rows(&view.position.rows);
    line(
        board
            .map(|b| diagram::with_coordinates(&b))
            .unwrap_or_default(),
    );
    let position = &view.position;
    line(format!(
        "move {}{}, {} to play; captured: {} black, {} white stones",
        position.moves,
        position
            .last
            .as_ref()
            .map(|last| format!(" ({last})"))
            .unwrap_or_default(),
        position.to_play,
        position.captured.black,
        position.captured.white
    ));
    for colour in Colour::BOTH {
        line(format!("{colour} clock: {}", clock(&view.clock[colour])));
    }
    line(format!(
        "warnings: {} black, {} white",
        view.warnings.black, view.warnings.white
    ));
    view.penalties.iter().for_each(|p| line(penalty(p)));
    view.requests.iter().for_each(|r| line(finding::request(r)));
    view.findings.iter().for_each(|f| line(finding::finding(f)));
    view.rulings.iter().for_each(|r| line(ruling(r)));
    line(format!(
        "result: {}",
        view.result
            .as_ref()
            .map_or_else(|| "none".to_owned(), result)
    ));
    if !view.erased.is_empty() {
        line(erased(&view.erased));
    }
    if let Some(again) = &view.replayed_as {
        line(format!("played again as game {again}"));
    }
    if let Some(known) = view.known {
        line(format!("as known at entry {known} of the ledger"));
    }
    if let Some(at) = view.at {
        line(format!(
            "the game's last entry is {} (version {}), {}",
            at.seq, at.version, at.hash
        ));
    }
    text
}

/// Whose records were erased.
pub(crate) fn erased(players: &[PlayerId]) -> String {
    let players: Vec<&str> = players.iter().map(AsRef::as_ref).collect();
    format!("erased on request: the record of {}", players.join(", "))
}

fn side(view: &GameView, colour: Colour) -> String {
    match (&view.players[colour], &view.names[colour]) {
        (Some(player), Some(name)) => format!("{} [{player}]", quoted(name)),
        (Some(player), None) => player.to_string(),
        (None, _) => "(nigiri decides)".to_owned(),
    }
}

/// A duration as `1:02:03.004`, without the milliseconds where there are none.
pub(crate) fn duration(ms: Millis) -> String {
    let sign = if ms.0 < 0 { "-" } else { "" };
    let ms = ms.0.unsigned_abs();
    let (hours, minutes, seconds) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60);
    let rest = match ms % 1000 {
        0 => String::new(),
        rest => format!(".{rest:03}"),
    };
    format!("{sign}{hours}:{minutes:02}:{seconds:02}{rest}")
}

fn clock(view: &ClockView) -> String {
    let mut parts = Vec::new();
    parts.push(view.used_ms.map_or_else(
        || "time used unknown".to_owned(),
        |used| format!("{} used", duration(used)),
    ));
    if let Some(left) = view.left_ms {
        parts.push(format!("{} of main time left", duration(left)));
    }
    if let Some(periods) = view.periods_left {
        parts.push(format!("{} left", amount(periods, "period")));
    }
    if let Some(moves) = view.moves_left {
        parts.push(format!("{} to go", amount(moves, "move")));
    }
    if let Some(over) = view.over_ms.filter(|over| over.0 > 0) {
        parts.push(format!("{} over", duration(over)));
    }
    if view.running {
        parts.push("running".to_owned());
    }
    parts.join(", ")
}

fn overturned(is: bool) -> &'static str {
    if is { " (overturned)" } else { "" }
}

fn penalty(view: &PenaltyView) -> String {
    format!(
        "penalty for {}: {} under {} by {}{}",
        view.colour,
        punishment(view),
        view.article,
        view.ruling,
        overturned(view.overturned)
    )
}

/// How somebody is punished, and by how much.
fn punishment(view: &PenaltyView) -> String {
    let amount = match (view.qz, view.ms) {
        (Some(qz), _) => format!(" of {qz} zi"),
        (_, Some(ms)) => format!(" of {}", duration(ms)),
        _ => String::new(),
    };
    let kind = serde_json::to_value(view.penalty).unwrap_or_default();
    format!("{}{amount}", kind.as_str().unwrap_or_default())
}

fn ruling(view: &RulingView) -> String {
    let officials: Vec<&str> = view.officials.iter().map(AsRef::as_ref).collect();
    format!(
        "ruling {} under {} by {}, {}: {}{}",
        view.ruling,
        view.article,
        officials.join(", "),
        view.at,
        quoted(&view.outcome),
        overturned(view.overturned)
    )
}

/// A result in one line: who wins and by what, and how firm that is.
pub fn result(view: &ResultView) -> String {
    let json = serde_json::to_value(view).unwrap_or_default();
    let state = json["state"].as_str().unwrap_or_default();
    format!("{}, {state}", Texts::of(Lang::En).result(&json))
}

/// Files of evidence.
pub fn evidence(files: &[EvidenceFileView], now: Timestamp) -> String {
    let mut text = String::new();
    for view in files {
        let class = match view.class {
            EvidenceClass::Open => "open",
            EvidenceClass::Restricted => "restricted",
        };
        let date = match (view.file.deleted_at, view.delete_after) {
            (None, Some(date)) if date <= now => {
                format!(", not given out any more: its date has come ({date})")
            }
            (None, Some(date)) => format!(", to be deleted at {date}"),
            _ => String::new(),
        };
        let _ = writeln!(
            text,
            "{}\n  {class}, {}, {}, {}{date}",
            view.sha256,
            view.media_type,
            amount(view.bytes, "byte"),
            file(&view.file)
        );
        for attached in &view.attached {
            let _ = writeln!(
                text,
                "  {} in {}: {}, by {}",
                attached.evidence,
                attached.stream,
                quoted(&attached.title),
                attached.by
            );
        }
    }
    let _ = writeln!(text, "{} of evidence", amount(files.len(), "file"));
    text
}

/// What became of a file of evidence.
pub fn file(view: &FileView) -> String {
    match (view.deleted_at, view.received_at) {
        (Some(at), _) => {
            let why = match view.deleted_because {
                Some(DeletedBecause::Asked) => "on request",
                Some(DeletedBecause::Date) | None => "on its date",
            };
            format!("deleted {why} at {at}")
        }
        (None, Some(at)) => format!("kept since {at}"),
        (None, None) => "its file has not come".to_owned(),
    }
}

/// An appeal.
pub fn appeal(view: &AppealView) -> String {
    let mut text = format!("appeal {} by {}: {}\n", view.appeal, view.by, view.status);
    if let Some(game) = &view.game {
        let _ = writeln!(text, "about game {game}");
    }
    if view.against.is_empty() {
        text.push_str("against no entry at all\n");
    }
    let _ = writeln!(
        text,
        "grounds: {}\nrelief asked: {}",
        quoted(&view.grounds),
        quoted(&view.relief)
    );
    let deadline = match (view.in_time, view.deadline) {
        (Some(true), _) => ", in time".to_owned(),
        (_, Some(deadline)) => format!(", out of time: the deadline was {deadline}"),
        _ => String::new(),
    };
    let _ = writeln!(text, "filed {}{deadline}", view.filed_at);
    let panel: Vec<&str> = view.panel.iter().map(AsRef::as_ref).collect();
    let _ = writeln!(
        text,
        "panel: {}",
        if panel.is_empty() {
            "none".to_owned()
        } else {
            panel.join(", ")
        }
    );
    for statement in &view.statements {
        let said = statement.text.as_deref().unwrap_or("(kept as evidence)");
        let _ = writeln!(text, "{} said: {}", statement.from, quoted(said));
    }
    for evidence in &view.evidence {
        let _ = writeln!(
            text,
            "evidence {}: {} ({}), {}",
            evidence.attached.evidence,
            quoted(&evidence.attached.title),
            evidence.attached.sha256,
            file(&evidence.file)
        );
    }
    if let Some(outcome) = view.outcome {
        let word = serde_json::to_value(outcome).unwrap_or_default();
        let _ = writeln!(
            text,
            "{}{}",
            word.as_str().unwrap_or_default().replace('_', " "),
            overturned(view.overturned)
        );
    }
    for order in &view.orders {
        let order = serde_json::to_value(order).unwrap_or_default();
        let _ = writeln!(text, "ordered: {}", ordered(&order));
    }
    if let Some(reasons) = &view.reasons {
        let _ = writeln!(text, "reasons: {}", quoted(reasons));
    }
    text
}

/// An order in a sentence; entries are called by their ids.
fn ordered(order: &serde_json::Value) -> String {
    quoted(&Texts::of(Lang::En).order(order, &str::to_owned))
}

/// A ledger.
pub fn ledger(view: &LedgerView) -> String {
    let mut text = format!(
        "{}: {}, head {}\n",
        view.ledger,
        amount(view.size, "entry"),
        view.head
    );
    if let Some(name) = &view.name {
        let place = view
            .place
            .as_ref()
            .map(|p| format!(", {}", quoted(p)))
            .unwrap_or_default();
        let _ = writeln!(
            text,
            "{}{place}{}",
            quoted(name),
            if view.closed { " (closed)" } else { "" }
        );
    }
    if let (Some(edition), Some(hash)) = (&view.edition, view.edition_sha256) {
        let _ = writeln!(text, "edition {edition} ({hash})");
    }
    if let Some(regulations) = &view.regulations {
        let json = serde_json::to_value(regulations).unwrap_or_default();
        let _ = writeln!(
            text,
            "{} of {}, komi {} zi, time {}",
            json["format"]
                .as_str()
                .unwrap_or_default()
                .replace('_', " "),
            amount(regulations.rounds, "round"),
            regulations.komi_qz,
            json["time"]["kind"]
                .as_str()
                .unwrap_or_default()
                .replace('_', " ")
        );
    }
    if let Some(standing) = &view.review {
        text.push_str(&review(&view.ledger, standing));
        return text;
    }
    let _ = writeln!(
        text,
        "{}, {}, {}",
        amount(view.players, "player"),
        amount(view.teams, "team"),
        amount(view.appeals.len(), "appeal")
    );
    for round in &view.rounds {
        let games: Vec<&str> = round.games.iter().map(AsRef::as_ref).collect();
        let closed = if round.closed { " (closed)" } else { "" };
        let _ = writeln!(text, "round {}{closed}: {}", round.round, games.join(" "));
    }
    text
}

/// How a review stands, and what can follow next.
fn review(ledger: &str, standing: &ReviewStanding) -> String {
    let reviewers: Vec<&str> = standing.reviewers.iter().map(AsRef::as_ref).collect();
    let mut text = format!(
        "a review, {}: {} under review in {}, by {}\n",
        standing.status,
        amount(standing.subjects, "player"),
        amount(standing.games, "game"),
        reviewers.join(", ")
    );
    let _ = writeln!(
        text,
        "method {}, analyses {}, files {}, notes {} ({} open), answers {}, conclusions {}, appeals {}",
        standing.method,
        standing.analyses,
        standing.evidence,
        standing.notes,
        standing.notes_open,
        standing.answers,
        standing.conclusions,
        standing.appeals
    );
    for due in &standing.due {
        let _ = writeln!(text, "next: {}", due::command(ledger, due));
    }
    text
}

/// A discrepancy in one line.
pub fn discrepancy(found: &Discrepancy) -> String {
    let severity = serde_json::to_value(found.severity).unwrap_or_default();
    let entry = found
        .entry
        .map(|e| format!(" (entry {e})"))
        .unwrap_or_default();
    format!(
        "{}: {}: {}{entry}",
        severity.as_str().unwrap_or_default(),
        found.code,
        quoted(&found.text)
    )
}

/// An audit: each part with its checks, then what was found.
pub fn audit(view: &AuditView) -> String {
    let mut text = format!(
        "audit of {}: {}, head {}\n",
        view.ledger,
        amount(view.size, "entry"),
        view.head
    );
    let parts = [
        ("file", view.bundle.as_ref()),
        ("chain", Some(&view.chain)),
        ("schemas", Some(&view.schemas)),
        ("acceptance", Some(&view.acceptance)),
        ("tree", Some(&view.tree)),
        ("signatures", Some(&view.signatures)),
        ("attachments", view.attachments.as_ref()),
        ("standings", Some(&view.standings)),
    ];
    let parts = parts.into_iter();
    for (name, part) in parts.filter_map(|(name, part)| Some((name, part?))) {
        let reason = match (part.reason, part.against) {
            (Some(reason), _) => format!(" ({reason})"),
            (None, Some(against)) => format!(" (held against {against})"),
            (None, None) => String::new(),
        };
        let _ = writeln!(text, "{name}: {}{reason}", part.state);
    }
    let differing = view.games.iter().filter(|game| game.agrees == Some(false));
    let confirmed = view
        .games
        .iter()
        .filter(|game| game.recorded.is_some())
        .count();
    let differ = differing.clone().count();
    let _ = match view.games_unchecked {
        Some(reason) => writeln!(text, "games: unchecked ({reason})"),
        None => writeln!(
            text,
            "games: {} finished, {confirmed} with a result stated or confirmed; {differ} {} out otherwise",
            view.games.len(),
            if differ == 1 { "comes" } else { "come" },
        ),
    };
    for game in differing {
        let _ = writeln!(text, "  {} does", game.game);
    }
    text.push_str(&summed::discrepancies(&view.discrepancies));
    let verdict = serde_json::to_value(view.verdict).unwrap_or_default();
    let _ = writeln!(
        text,
        "verdict: {}",
        verdict.as_str().unwrap_or_default().replace('_', " ")
    );
    if view.verdict == Verdict::Broken && view.record != Verdict::Broken {
        text.push_str(
            "the record itself holds: what was confirmed or announced does not follow from it\n",
        );
    }
    text
}

/// The checks of a bundle in their order, each with what it ended in, then the
/// audit as a whole.
pub fn verification(view: &AuditView) -> String {
    let parts = [
        view.bundle.as_ref(),
        Some(&view.schemas),
        Some(&view.chain),
        Some(&view.tree),
        Some(&view.signatures),
        Some(&view.acceptance),
        view.attachments.as_ref(),
        Some(&view.standings),
    ];
    let mut text = String::new();
    for check in parts.into_iter().flatten().flat_map(|part| &part.checks) {
        let (state, more) = match &check.state {
            CheckState::Sound => ("sound    ", String::new()),
            CheckState::Unchecked { reason } => ("unchecked", format!(" ({reason})")),
            CheckState::Remarks { seq, sentence } => (
                "remarks  ",
                format!("\n          from entry {seq} on: {sentence}"),
            ),
            CheckState::Broken { seq, sentence } => (
                "BROKEN   ",
                format!("\n          from entry {seq} on: {sentence}"),
            ),
        };
        let _ = writeln!(text, "{state} {}{more}", check.proves);
    }
    text + "\n" + &audit(view)
}

/// A replayed file: a line a game, then what was found.
pub fn replay(view: &ReplayView) -> String {
    let mut text = String::new();
    if let [only] = view.games.values().collect::<Vec<_>>()[..] {
        text.push_str(&game(only));
    } else {
        for view in view.games.values() {
            let result = view
                .result
                .as_ref()
                .map_or_else(|| "no result".to_owned(), result);
            let (black, white) = (side(view, Colour::Black), side(view, Colour::White));
            let _ = writeln!(
                text,
                "{}: {black} - {white}, {}, move {}: {result}",
                view.game, view.status, view.position.moves
            );
        }
    }
    if let Some(view) = view.standings.as_ref().filter(|view| view.round > 0) {
        text.push_str(&crate::results::text::standings(view));
    }
    view.appeals
        .values()
        .for_each(|view| text.push_str(&appeal(view)));
    text.push_str(&summed::discrepancies(&view.discrepancies));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_somebody_wrote_can_not_pass_for_a_line_of_the_program() {
        let name = "Ann\u{1b}[2J\r\nverdict: sound\u{202e}\u{9b}";
        assert_eq!(
            quoted(name),
            r"Ann\u{1b}[2J\r\nverdict: sound\u{202e}\u{9b}"
        );
        assert_eq!(harmless("a\tb\nc"), "a\\tb\nc");
        assert_eq!(quoted("聂卫平 井山裕太 O'Neill"), "聂卫平 井山裕太 O'Neill");
    }

    #[test]
    fn durations_read_as_clocks_do() {
        let shown = [0, 999, 61_000, 3_723_004, -5000].map(|ms| duration(Millis(ms)));
        assert_eq!(
            shown,
            [
                "0:00:00",
                "0:00:00.999",
                "0:01:01",
                "1:02:03.004",
                "-0:00:05"
            ]
        );
    }
}
