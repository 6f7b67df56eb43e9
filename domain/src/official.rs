//! The offices of a tournament, and who may record what: the matrix of
//! contract, section 10, as one table. What hangs on the state of the ledger
//! (whose board, whose entry, whose game) is asked where drafts are decided;
//! each [`Right`] says what to ask.

use serde::{Deserialize, Serialize};
use std::fmt;

/// An office held in a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Runs the event; whoever opens its ledger is one (组委会).
    Organiser,
    /// The chief arbiter (裁判长).
    ChiefArbiter,
    /// Stands in for the chief, with the same rights (副裁判长).
    DeputyChiefArbiter,
    /// An arbiter at the boards (裁判员).
    Arbiter,
    /// Keeps the record of games.
    Recorder,
    /// Sits on appeals.
    PanelMember,
    /// Reads and writes an anti-cheating review.
    Reviewer,
    /// Reads all that is not restricted, records nothing.
    Auditor,
}

impl Role {
    /// Every role, in the order of the matrix.
    pub const ALL: [Role; 8] = [
        Role::Organiser,
        Role::ChiefArbiter,
        Role::DeputyChiefArbiter,
        Role::Arbiter,
        Role::Recorder,
        Role::PanelMember,
        Role::Reviewer,
        Role::Auditor,
    ];

    /// The role as events have it.
    pub const fn name(self) -> &'static str {
        match self {
            Role::Organiser => "organiser",
            Role::ChiefArbiter => "chief_arbiter",
            Role::DeputyChiefArbiter => "deputy_chief_arbiter",
            Role::Arbiter => "arbiter",
            Role::Recorder => "recorder",
            Role::PanelMember => "panel_member",
            Role::Reviewer => "reviewer",
            Role::Auditor => "auditor",
        }
    }

    /// Whether the office is the chief arbiter's or the deputy's.
    pub const fn is_chief(self) -> bool {
        matches!(self, Role::ChiefArbiter | Role::DeputyChiefArbiter)
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Whose rights are asked for: an official's, or the keeper's. The keeper runs
/// the service and holds no office in the tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Author {
    /// Somebody with an office in this ledger.
    Official(Role),
    /// The keeper of the service, and the program itself.
    Keeper,
}

/// The kinds of entry that the matrix tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EntryClass {
    /// `tournament_opened`.
    Opening,
    /// Players, teams, withdrawals, line-ups, pairings, lots, published
    /// standings, rounds and tournament closed.
    Administration,
    /// `regulations_supplemented`.
    Supplement,
    /// Officials appointed and relieved.
    Appointment,
    /// Facts of a game: play, clocks, seats, end, count, confirmations.
    GameFact,
    /// Breaches, statements and evidence, insertions.
    Observation,
    /// `complaint_raised`.
    Complaint,
    /// `entry_corrected`.
    Correction,
    /// Rulings, warnings, admonitions, penalties.
    Ruling,
    /// Sanctions imposed and lifted.
    Sanction,
    /// `appeal_filed`.
    AppealFiling,
    /// `panel_seated`.
    AppealSeating,
    /// Statements and evidence of an appeal.
    AppealStatement,
    /// `appeal_decided`.
    AppealDecision,
    /// `appeal_withdrawn`.
    AppealWithdrawal,
    /// Stream `log`.
    Log,
    /// `review_opened`.
    ReviewOpening,
    /// Everything else in a review's ledger.
    Review,
}

impl EntryClass {
    /// Whether such an entry is its author's own act, which nobody else may hand in: what
    /// reviewers look at and write is worth something because they do it independently.
    pub const fn is_ones_own_act(self) -> bool {
        matches!(self, EntryClass::Review)
    }
}

/// What the matrix answers, and what is left for the caller to ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Right {
    /// May record it; nothing is left to ask.
    Yes,
    /// May not.
    No,
    /// May open a ledger and so becomes its organiser: ask that the ledger is new.
    BecomesOrganiser,
    /// Ask that `approved_by` is a chief arbiter or deputy in office.
    ApprovedByChiefArbiter,
    /// Ask that `approved_by` is an organiser in office.
    ApprovedByOrganiser,
    /// Ask that the role given or taken is `arbiter` or `recorder`.
    ArbitersAndRecorders,
    /// Ask that the game's board is one of the official's `boards`; an official
    /// without `boards` has all, and an entry of no board is on everybody's.
    OwnBoards,
    /// Ask that the entry corrected was recorded by the same official, and that
    /// its game is not finished.
    OwnEntriesWhilePlayed,
    /// Ask that the article cited may be ruled under by an arbiter
    /// ([`Regulations::arbiter_may_rule`](crate::rulebook::Regulations::arbiter_may_rule)).
    OnlyArbitersArticles,
    /// Ask that the entry names the `authority` that decided.
    NamingAuthority,
}

/// Every class, its name in the documentation, and the rights to it of the
/// organiser, the chief arbiter and deputy, the arbiter, the recorder, the
/// panel member, the reviewer, the keeper. The auditor has none.
///
/// Beyond the table, for all: nobody rules on a game that he plays, nor sits on
/// an appeal against his own ruling.
#[rustfmt::skip] // one row a line, as the contract has it
const MATRIX: [(EntryClass, &str, [Right; 7]); 18] = {
    use EntryClass as C;
    use Right::{
        ApprovedByChiefArbiter, ApprovedByOrganiser, ArbitersAndRecorders, BecomesOrganiser,
        NamingAuthority, No, OnlyArbitersArticles, OwnBoards, OwnEntriesWhilePlayed, Yes,
    };
    [
        (C::Opening, "tournament opened", [BecomesOrganiser, No, No, No, No, No, Yes]),
        (C::Administration, "players, teams, withdrawals, line-ups, pairings, lots, published standings, rounds and tournament closed", [Yes, Yes, No, No, No, No, No]),
        (C::Supplement, "regulations supplemented", [ApprovedByChiefArbiter, ApprovedByOrganiser, No, No, No, No, No]),
        (C::Appointment, "officials appointed, relieved", [Yes, ArbitersAndRecorders, No, No, No, No, No]),
        (C::GameFact, "facts of a game", [No, Yes, OwnBoards, OwnBoards, No, No, No]),
        (C::Observation, "breaches, statements and evidence, insertions", [No, Yes, OwnBoards, No, No, No, No]),
        (C::Complaint, "complaints", [No, Yes, OwnBoards, OwnBoards, No, No, No]),
        (C::Correction, "corrections", [No, Yes, OwnBoards, OwnEntriesWhilePlayed, No, No, No]),
        (C::Ruling, "rulings, warnings, admonitions, penalties", [No, Yes, OnlyArbitersArticles, No, No, No, No]),
        (C::Sanction, "sanctions imposed, lifted", [NamingAuthority, Yes, No, No, No, No, No]),
        (C::AppealFiling, "an appeal filed", [Yes, Yes, Yes, No, No, No, No]),
        (C::AppealSeating, "its panel seated", [Yes, Yes, No, No, No, No, No]),
        (C::AppealStatement, "its statements and evidence", [No, Yes, No, No, Yes, No, No]),
        (C::AppealDecision, "an appeal decided", [No, Yes, No, No, Yes, No, No]),
        (C::AppealWithdrawal, "an appeal withdrawn", [No, Yes, No, No, No, No, No]),
        (C::Log, "stream log", [No, No, No, No, No, No, Yes]),
        (C::ReviewOpening, "a review opened", [No, No, No, No, No, No, Yes]),
        (C::Review, "a review's entries", [No, No, No, No, No, Yes, No]),
    ]
};

/// What `author` may do with entries of `class` (contract, section 10). Who
/// holds several offices may do what any of them may.
pub fn right(class: EntryClass, author: Author) -> Right {
    let column = match author {
        Author::Official(Role::Organiser) => 0,
        Author::Official(Role::ChiefArbiter | Role::DeputyChiefArbiter) => 1,
        Author::Official(Role::Arbiter) => 2,
        Author::Official(Role::Recorder) => 3,
        Author::Official(Role::PanelMember) => 4,
        Author::Official(Role::Reviewer) => 5,
        Author::Keeper => 6,
        Author::Official(Role::Auditor) => return Right::No,
    };
    MATRIX
        .iter()
        .find(|(listed, ..)| *listed == class)
        .map_or(Right::No, |(_, _, rights)| rights[column])
}

/// The roles that may record entries of `class`, without a condition or with
/// one, as a refusal names them; the keeper where nobody else may.
pub fn who_may(class: EntryClass) -> String {
    let may = |role: &Role| right(class, Author::Official(*role)) != Right::No;
    let roles: Vec<&str> = Role::ALL.into_iter().filter(may).map(Role::name).collect();
    if roles.is_empty() {
        "the keeper of the service".to_owned()
    } else {
        roles.join(", ")
    }
}

/// The class of an event, by the kind of its stream and its type. `stream` may
/// be whole (`game/r1-b1`) or just its kind (`game`). `None` for a type that
/// this kind of stream does not have.
pub fn class_of(stream: &str, event_type: &str) -> Option<EntryClass> {
    match stream.split('/').next().unwrap_or_default() {
        "tournament" => class_in_tournament(event_type),
        "game" => class_in_game(event_type),
        "appeal" => class_in_appeal(event_type),
        "log" => matches!(
            event_type,
            "checkpoint_witnessed"
                | "key_announced"
                | "key_replaced"
                | "ledger_anchored"
                | "evidence_received"
                | "evidence_deleted"
                | "person_erased"
        )
        .then_some(EntryClass::Log),
        "review" => match event_type {
            "review_opened" => Some(EntryClass::ReviewOpening),
            "method_changed" | "analysis_recorded" | "evidence_attached" | "note_sealed"
            | "note_opened" | "labels_revealed" | "answer_taken" | "review_concluded"
            | "appeal_taken" | "appeal_answered" => Some(EntryClass::Review),
            _ => None,
        },
        "access" => matches!(event_type, "data_seen" | "token_used").then_some(EntryClass::Review),
        _ => None,
    }
}

fn class_in_tournament(event_type: &str) -> Option<EntryClass> {
    Some(match event_type {
        "tournament_opened" => EntryClass::Opening,
        "regulations_supplemented" => EntryClass::Supplement,
        "official_appointed" | "official_relieved" => EntryClass::Appointment,
        "team_registered"
        | "player_registered"
        | "lineup_declared"
        | "lot_committed"
        | "lot_drawn"
        | "round_paired"
        | "pairing_changed"
        | "player_withdrew"
        | "withdrawal_revoked"
        | "bye_revoked"
        | "standings_published"
        | "round_closed"
        | "tournament_closed" => EntryClass::Administration,
        "breach_observed" | "statement_taken" | "evidence_attached" => EntryClass::Observation,
        "sanction_imposed" | "sanction_lifted" => EntryClass::Sanction,
        _ => return shared_class(event_type),
    })
}

fn class_in_game(event_type: &str) -> Option<EntryClass> {
    Some(match event_type {
        "nigiri_held"
        | "player_arrived"
        | "player_absent"
        | "game_started"
        | "stone_played"
        | "turn_passed"
        | "captives_lifted"
        | "clock_pressed"
        | "clock_read"
        | "byoyomi_read"
        | "seat_left"
        | "seat_retaken"
        | "consent_given"
        | "game_paused"
        | "game_resumed"
        | "times_confirmed"
        | "clock_fault_found"
        | "relief_requested"
        | "move_sealed"
        | "seal_opened"
        | "end_proposed"
        | "end_agreed"
        | "end_declined"
        | "dead_stones_agreed"
        | "life_disputed"
        | "contested_point_found"
        | "board_counted"
        | "recount_requested"
        | "resigned"
        | "result_confirmed" => EntryClass::GameFact,
        "breach_observed" | "statement_taken" | "evidence_attached" => EntryClass::Observation,
        "complaint_raised" => EntryClass::Complaint,
        "ruling_made" | "warning_issued" | "admonition_given" | "penalty_imposed" => {
            EntryClass::Ruling
        }
        _ => return shared_class(event_type),
    })
}

fn class_in_appeal(event_type: &str) -> Option<EntryClass> {
    Some(match event_type {
        "appeal_filed" => EntryClass::AppealFiling,
        "panel_seated" => EntryClass::AppealSeating,
        "statement_taken" | "evidence_attached" => EntryClass::AppealStatement,
        "appeal_decided" => EntryClass::AppealDecision,
        "appeal_withdrawn" => EntryClass::AppealWithdrawal,
        _ => return None,
    })
}

/// Insertions and corrections, which a game's and the tournament's stream have.
fn shared_class(event_type: &str) -> Option<EntryClass> {
    match event_type {
        "entry_inserted" => Some(EntryClass::Observation),
        "entry_corrected" => Some(EntryClass::Correction),
        _ => None,
    }
}

impl fmt::Display for Right {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Right::Yes => "yes",
            Right::No => "",
            Right::BecomesOrganiser => "becomes it",
            Right::ApprovedByChiefArbiter => "approved by a chief arbiter",
            Right::ApprovedByOrganiser => "approved by an organiser",
            Right::ArbitersAndRecorders => "arbiters and recorders",
            Right::OwnBoards => "on own boards",
            Right::OwnEntriesWhilePlayed => "of own entries while the game is played",
            Right::OnlyArbitersArticles => "where the article leaves it to the arbiter",
            Right::NamingAuthority => "naming an authority",
        })
    }
}

/// The matrix as a Markdown table, for the documentation.
pub fn matrix_markdown() -> String {
    let mut table = String::from(
        "| entry | organiser | chief arbiter, deputy | arbiter | recorder | panel member | reviewer | keeper |\n\
         | --- | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    for (_, name, rights) in &MATRIX {
        table.push_str("| ");
        table.push_str(name);
        for right in rights {
            table.push_str(" | ");
            table.push_str(&right.to_string());
        }
        table.push_str(" |\n");
    }
    table
}

#[cfg(test)]
mod tests;
