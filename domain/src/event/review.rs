//! Events of a review's ledger: stream `review`, what its reviewers do, and
//! stream `access`, who looked. A review gathers figures that can be computed
//! again and what the player says of them; what they come to is the reviewers'
//! and never the program's. Numbers with a fraction are text of fixed digits.

use super::{
    appeal::AppealOutcome,
    common::{self, EvidenceClass},
    events,
};
use crate::ids::{ActorId, EntryId, EvidenceId, GameId, LedgerName, OfficialId, PlayerId, Sha256};
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

events! {
    /// An event of stream `review`.
    ReviewEvent of Review {
        /// The review begins: who reviews what, by which method.
        "review_opened" => ReviewOpened(Box<ReviewOpened>),
        /// Another method from here on; what was computed before stays as it is.
        "method_changed" => MethodChanged(Box<MethodChanged>),
        /// Figures were computed, or an engine's answers taken.
        "analysis_recorded" => AnalysisRecorded(Box<AnalysisRecorded>),
        /// A file was handed in.
        "evidence_attached" => EvidenceAttached(Box<EvidenceAttached>),
        /// A reviewer has written a note that nobody can read yet.
        "note_sealed" => NoteSealed(NoteSealed),
        /// The note that was sealed.
        "note_opened" => NoteOpened(Box<NoteOpened>),
        /// Pages and reports name the players from here on.
        "labels_revealed" => LabelsRevealed(LabelsRevealed),
        /// What the player says.
        "answer_taken" => AnswerTaken(Box<AnswerTaken>),
        /// What the reviewers conclude.
        "review_concluded" => ReviewConcluded(Box<ReviewConcluded>),
        /// The conclusion is challenged.
        "appeal_taken" => AppealTaken(Box<AppealTaken>),
        /// The challenge is answered.
        "appeal_answered" => AppealAnswered(Box<AppealAnswered>),
    }
}

events! {
    /// An event of stream `access`.
    AccessEvent of Access {
        /// Somebody looked at the review.
        "data_seen" => DataSeen(Box<DataSeen>),
        /// A reviewer comes with another token than before.
        "token_used" => TokenUsed(Box<TokenUsed>),
    }
}

/// What pages and reports call a player under review: a capital letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label(char);

/// A text that is no label.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a label: expected one letter from A to Z")]
pub struct NotALabel(pub String);

impl FromStr for Label {
    type Err = NotALabel;
    fn from_str(text: &str) -> Result<Self, NotALabel> {
        let mut letters = text.chars();
        match (letters.next(), letters.next()) {
            (Some(letter @ 'A'..='Z'), None) => Ok(Label(letter)),
            _ => Err(NotALabel(text.to_owned())),
        }
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

crate::text::as_text!(Label);

/// A player under review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Subject {
    /// What the player is called until the labels are revealed.
    pub label: Label,
    /// The player.
    pub player: PlayerId,
}

/// A group of games to compare with, as the method fixes it: its members are in
/// a file of their own, known by its hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReferenceNamed {
    /// What it is, as "7d, main time 2 h, rounds 1 to 5".
    pub name: String,
    /// SHA-256 of the canonical list of its members.
    pub sha256: Sha256,
    /// How many members it has: one side of one game each.
    pub members: u32,
}

/// The method and its parameters, fixed before anything is computed. Distances
/// are in hundredths of a point, rates in hundredths of a per cent, times in
/// milliseconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Method {
    /// Its name and version: `fupan-1`.
    pub name: String,
    /// Moves of a game, from its first, that are left out as opening.
    pub opening_moves: u32,
    /// A move is left out as settled where one side wins at least so often.
    pub settled_rate_bp: u32,
    /// A move is left out as forced where every other one loses at least as much more.
    pub forced_gap_cp: u32,
    /// A move is as good as the first choice where it loses at most that.
    pub near_equal_cp: u32,
    /// Positions that the engine looked at less often are left out.
    pub visits_min: u32,
    /// A quick move took less.
    pub quick_ms: u64,
    /// Figures of fewer moves are not given.
    pub moves_min: u32,
    /// A z-score is given only where at least so many of the group have the figure.
    pub reference_min: u32,
    /// The group to compare with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference: Option<ReferenceNamed>,
}

/// Data of `review_opened`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReviewOpened {
    /// The tournament's ledger, in which the review is anchored.
    pub tournament: LedgerName,
    /// What gave rise to it.
    pub occasion: String,
    /// What is to be found out.
    pub question: String,
    /// Who alone read and write it.
    pub reviewers: Vec<OfficialId>,
    /// The players under review.
    pub subjects: Vec<Subject>,
    /// Their games that are looked at.
    pub games: Vec<GameId>,
    /// The method.
    pub method: Method,
    /// By which standard of proof it is concluded.
    pub standard_of_proof: String,
    /// Whether pages and reports name the players by their labels alone until
    /// they are revealed.
    pub blind: bool,
}

/// Data of `method_changed`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MethodChanged {
    /// The method from here on.
    pub method: Method,
    /// Why.
    pub reason: String,
}

/// What was computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnalysisKind {
    /// How long moves took.
    Time,
    /// An engine's answers, as they came.
    Engine,
    /// How moves agree with an engine's answers.
    Agreement,
}

/// The engine that answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineUsed {
    /// Its name.
    pub program: String,
    /// Its version.
    pub version: String,
    /// Its network's name.
    pub network: String,
    /// SHA-256 of the network's file.
    pub network_sha256: Sha256,
    /// SHA-256 of the file of its settings.
    pub settings_sha256: Sha256,
    /// How often it was to look at each position.
    pub visits: u32,
}

/// A file that the figures rest on, known by its hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileUsed {
    /// SHA-256 of its bytes.
    pub sha256: Sha256,
    /// Its length in bytes.
    pub bytes: u64,
}

/// How far the log had come on which figures rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AsOf {
    /// The last entry of the tournament's ledger that was looked at.
    pub seq: u64,
    /// Its hash.
    pub hash: Sha256,
}

/// Whose moves a figure is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Whose {
    /// The player's in the games under review.
    Subject,
    /// The opponents' in the same games.
    Opponent,
    /// The player's in other games of the tournament.
    OtherGames,
    /// The members' of the reference group.
    Reference,
}

/// A figure, with how much it rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// The player under review.
    pub subject: Label,
    /// Whose moves.
    pub whose: Whose,
    /// What it is, as `quick_share`.
    pub figure: String,
    /// How many moves it rests on; of a group, how many members.
    pub n: u32,
    /// The value; left out where `n` is too small.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Its spread: the standard deviation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spread: Option<String>,
    /// By how many spreads of the reference group the value lies above its mean.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub z: Option<String>,
}

/// Data of `analysis_recorded`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnalysisRecorded {
    /// Its id.
    pub analysis: EvidenceId,
    /// What was computed.
    pub kind: AnalysisKind,
    /// By which method: 0 as opened, n after the n-th change.
    pub method: u32,
    /// Which program computed it.
    pub program: String,
    /// The games that were looked at.
    pub games: Vec<GameId>,
    /// How far the tournament's log had come.
    pub as_of: AsOf,
    /// The engine, where one answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<EngineUsed>,
    /// When it answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answered_at: Option<crate::Timestamp>,
    /// Its raw answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answers: Option<FileUsed>,
    /// The figures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figures: Option<Vec<Figure>>,
}

/// Data of `evidence_attached`: as elsewhere, but the day on which it is deleted
/// is never left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvidenceAttached {
    /// Its id.
    pub evidence: EvidenceId,
    /// SHA-256 of its bytes.
    pub sha256: Sha256,
    /// Its length in bytes.
    pub bytes: u64,
    /// Its media type, as `video/mp4`.
    pub media_type: String,
    /// What it is.
    pub title: String,
    /// Who may see it.
    pub class: EvidenceClass,
    /// When it is to be deleted.
    pub delete_after: crate::Timestamp,
}

impl EvidenceAttached {
    /// The same as evidence of any stream.
    pub fn common(&self) -> common::EvidenceAttached {
        common::EvidenceAttached {
            evidence: self.evidence.clone(),
            sha256: self.sha256,
            bytes: self.bytes,
            media_type: self.media_type.clone(),
            title: self.title.clone(),
            class: self.class,
            delete_after: Some(self.delete_after),
        }
    }
}

/// Data of `note_sealed`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoteSealed {
    /// What seals it.
    pub commitment: Sha256,
    /// Of what it is made; in entries of version 1 there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<NoteForm>,
}

/// Of what a commitment to a note is made, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub enum NoteForm {
    /// 2: of the review's first entry, the reviewer, the note and the nonce, so that it
    /// is the note of nobody else and of no other review.
    Bound,
}

/// A number that is none of a form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}: expected 2, the form of a commitment to a note")]
pub struct NotAForm(pub u32);

impl TryFrom<u32> for NoteForm {
    type Error = NotAForm;
    fn try_from(number: u32) -> Result<Self, NotAForm> {
        match number {
            2 => Ok(NoteForm::Bound),
            other => Err(NotAForm(other)),
        }
    }
}

impl From<NoteForm> for u32 {
    fn from(form: NoteForm) -> u32 {
        match form {
            NoteForm::Bound => 2,
        }
    }
}

/// Data of `note_opened`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoteOpened {
    /// The note.
    pub text: String,
    /// What was hashed with it.
    pub nonce: String,
}

impl NoteOpened {
    /// What seals it: as the note of this reviewer in the review with that first entry, or,
    /// in entries without a form, as anybody's anywhere.
    pub fn commitment(
        &self,
        form: Option<NoteForm>,
        review: EntryId,
        reviewer: &ActorId,
    ) -> Sha256 {
        let Self { text, nonce } = self;
        let sealed = match form {
            None => format!("{text}\n{nonce}"),
            Some(NoteForm::Bound) => {
                format!("fupan note 2\n{review}\n{reviewer}\n{text}\n{nonce}")
            }
        };
        Sha256::of(sealed.as_bytes())
    }
}

/// Data of `labels_revealed`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabelsRevealed {
    /// What for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// Data of `answer_taken`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerTaken {
    /// The player who was asked.
    pub subject: Label,
    /// What the player was shown and asked.
    pub put: String,
    /// What the player says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Evidence that holds it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence: Option<EvidenceId>,
    /// Whether the player was asked and chose to say nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declined: Option<bool>,
}

/// What the reviewers conclude; what follows from it is for those who decide
/// about players, and no part of a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Conclusion {
    /// The standard of proof is not met.
    NotMet,
    /// The matter goes to those who decide, with the evidence.
    Referred,
    /// There is too little to tell.
    Undetermined,
}

/// Data of `review_concluded`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReviewConcluded {
    /// What is concluded.
    pub conclusion: Conclusion,
    /// The standard of proof by which it was looked at.
    pub standard_of_proof: String,
    /// The entries on which it rests.
    pub rests_on: Vec<EntryId>,
    /// What speaks for the player.
    pub clears: Vec<String>,
    /// Why.
    pub reasons: String,
}

/// Data of `appeal_taken`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AppealTaken {
    /// Who challenges the conclusion: a player, team or body.
    pub by: ActorId,
    /// Why.
    pub grounds: String,
    /// What is asked for.
    pub relief: String,
    /// Evidence that goes with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence: Option<EvidenceId>,
}

/// Data of `appeal_answered`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AppealAnswered {
    /// How it ended.
    pub outcome: AppealOutcome,
    /// Who decided: a panel or body, as named.
    pub decided_by: String,
    /// Why.
    pub reasons: String,
}

/// Data of `data_seen`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DataSeen {
    /// What was looked at: a path, or a verb of the command line.
    pub what: String,
    /// Why, where somebody says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// Data of `token_used`: what this reviewer does at the service from here on is done
/// with that token, until another such entry by him.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TokenUsed {
    /// The token's short name, which shows nothing of the token itself.
    pub token: String,
    /// When the keeper made it.
    pub made_at: crate::Timestamp,
}
