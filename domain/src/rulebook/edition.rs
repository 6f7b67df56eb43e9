//! A closed rule book: its numbers, its articles, its breaches with the
//! outcomes that each article allows. All of it is data in
//! `domain/editions/<id>.json` (shape: `schemas/edition.v1.json`), read once
//! and known by its SHA-256. What an event changes is in `regulations`.

use super::{
    outcome::OutcomeForm,
    regulations::{AppealTerms, Late},
    terms::{Decider, Format, LongCycle, Pmax, Repetition, TieBreak, Window, WithdrawnOpponent},
};
use crate::{
    Millis,
    clock::{TimeControl, TurnEnds},
    ids::Sha256,
    score::QuarterZi,
};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, fmt, str::FromStr, sync::OnceLock};

/// The editions that are built in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum EditionId {
    /// The 2¾-zi text.
    #[serde(rename = "cn-1988")]
    Cn1988,
    /// The 3¾-zi text.
    #[serde(rename = "cn-2002")]
    Cn2002,
}

/// A text that names no edition.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not an edition: expected cn-1988 or cn-2002")]
pub struct NotAnEdition(pub String);

impl EditionId {
    /// Both editions, the older one first.
    pub const ALL: [EditionId; 2] = [EditionId::Cn1988, EditionId::Cn2002];

    /// `cn-1988` or `cn-2002`.
    pub const fn name(self) -> &'static str {
        match self {
            EditionId::Cn1988 => "cn-1988",
            EditionId::Cn2002 => "cn-2002",
        }
    }
}

impl fmt::Display for EditionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for EditionId {
    type Err = NotAnEdition;
    fn from_str(text: &str) -> Result<EditionId, NotAnEdition> {
        EditionId::ALL
            .into_iter()
            .find(|id| id.name() == text)
            .ok_or_else(|| NotAnEdition(text.to_owned()))
    }
}

/// A rule book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Edition {
    /// Its id.
    pub id: EditionId,
    /// Its title.
    pub title: Title,
    /// The Chinese text that it puts into data.
    pub text: SourceText,
    /// Its numbers and choices.
    pub parameters: Parameters,
    /// Every article and numbered item, in the order of the text.
    pub articles: Vec<Article>,
    /// What may be found wrong, and what may be ruled then.
    pub breaches: Vec<Breach>,
    /// What simply holds: no finding comes of it, but a ruling may cite it.
    pub rules: Vec<Rule>,
    #[serde(skip)]
    sha256: Sha256,
}

/// A title in two languages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Title {
    /// English.
    pub en: Box<str>,
    /// Chinese, as the text has it.
    pub zh: Box<str>,
}

/// The Chinese text by reference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SourceText {
    /// The file's name.
    pub file: Box<str>,
    /// SHA-256 of the file's bytes.
    pub sha256: Sha256,
}

/// An article or a numbered item of one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Article {
    /// As cited after the colon: `17`, `17.5`, `17.5(3)`, `27.1(1)(a)`.
    pub id: Box<str>,
    /// What it says, in a sentence or two of our own.
    pub summary: Box<str>,
    /// Where it stands in the Chinese text.
    pub zh: Place,
    /// Who decides on breaches of it; empty where the text names no penalty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub who: Vec<Decider>,
}

/// A place in the Chinese text: the marks to look for, one after the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The heading at the beginning of a line, as `第17條`.
    pub from: Box<str>,
    /// The item's mark below it, as `3、`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<Box<str>>,
    /// The mark below that, as `(2)`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sub: Option<Box<str>>,
    /// The mark below that, as `A、`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub letter: Option<Box<str>>,
}

/// A breach, or a state of affairs that asks for a decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Breach {
    /// The rule's id, as `MV-5`. Two breaches may share one under different articles.
    pub id: Box<str>,
    /// The article that a finding cites.
    pub article: Box<str>,
    /// Further articles that a ruling on it may cite.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub see: Vec<Box<str>>,
    /// What happened, in a few words.
    pub title: Box<str>,
    /// Who decides, where an outcome doesn't say otherwise.
    pub decides: Decider,
    /// Until when it may be raised.
    pub window: Window,
    /// What the article allows; `None` where it leaves that open.
    pub outcomes: Option<Vec<OutcomeForm>>,
}

/// A rule that no finding comes of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// The rule's id, as `EN-9`.
    pub id: Box<str>,
    /// The article that says it.
    pub article: Box<str>,
    /// Further articles.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub see: Vec<Box<str>>,
    /// What holds, in a few words.
    pub text: Box<str>,
    /// Whose it is where somebody must decide.
    pub decides: Decider,
}

/// The numbers and choices of an edition. `None` where the text has none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a yes or no of the text, named as in the file"
)]
pub struct Parameters {
    /// Lines of the board (1.1).
    pub board: u8,
    /// The mark to pass, for each point of the board: half a zi (9).
    pub base_area_qz_per_point: QuarterZi,
    /// What each side has of a shared point (9).
    pub shared_point_qz: QuarterZi,
    /// Komi (11).
    pub komi_qz: QuarterZi,
    /// What Black returns for each handicap stone; the texts have no handicap.
    pub handicap_return_qz: QuarterZi,
    /// What a warning costs in a counted game (2002 24.1).
    pub warning_cost_qz: QuarterZi,
    /// Warnings in one game that lose it (2002 24.2, 1988 25.2).
    pub warnings_to_lose: u32,
    /// Lateness at the start (2002 22.2; 1988 23.1, 23.3).
    pub late: Late,
    /// Whether lateness of exactly the limit is still within it (2002 22.1 "含").
    pub late_limit_inclusive: bool,
    /// The limit where venue and lodging are one place (2002 22.2); a longer
    /// limit makes lateness a matter of 22.1.
    pub late_same_place_limit_ms: Option<Millis>,
    /// The limit where they are apart (2002 22.1).
    pub late_apart_limit_ms: Option<Millis>,
    /// Time control where an event sets none.
    pub time: TimeControl,
    /// What ends a turn.
    pub turn_ends: TurnEnds,
    /// Whether overtime may be treated as a pass on application (2002 22.5).
    pub overtime_relief: bool,
    /// Whether taking captives off is timed in byo-yomi (2002 22.6; 1988 23.4).
    pub byoyomi_captives_timed: bool,
    /// Length of a byo-yomi period (2002 12.3, 1988 12.2).
    pub byoyomi_period_ms: Millis,
    /// Seconds of a period at which it is read out.
    pub byoyomi_calls_s: Vec<u32>,
    /// The same in the last period.
    pub byoyomi_last_calls_s: Vec<u32>,
    /// Time kept for byo-yomi in national events (1988 12.2).
    pub byoyomi_reserve_national_ms: Option<Millis>,
    /// The same in local ones.
    pub byoyomi_reserve_local_ms: Option<Millis>,
    /// How often a player may leave his seat in byo-yomi (2002 22.7, 1988 23.6).
    pub byoyomi_leaves_per_game: u32,
    /// Error of a clock, for each hour, from which times are rescaled (2002 22.8).
    pub clock_fault_rate_ms_per_h: Option<Millis>,
    /// How long permitted talk may last as a rule (2002 15.5).
    pub permitted_talk_ms: Option<Millis>,
    /// The last move at which swapped colours may be corrected (2002 17.1).
    pub colour_swap_last_move: Option<u32>,
    /// Whether a take-back is ruled only on the opponent's complaint (2002 17.3).
    pub take_back_needs_complaint: bool,
    /// Passes in a row that end the game (2002 7.3); in 1988 a pass only offers it.
    pub passes_to_end: Option<u32>,
    /// Whether a turn lost by a ruling is one of those passes.
    pub turn_lost_counts_as_pass: bool,
    /// Whether a sealed move on an occupied point loses the turn (1988 22).
    pub sealed_move_occupied_loses_turn: bool,
    /// Whether the side that says "dead" moves first in a dispute (2002 21.4).
    pub dispute_dead_sayer_first: bool,
    /// Which repetition counts (6).
    pub repetition: Repetition,
    /// What may be made of a long cycle (20.3); empty where the move is just forbidden.
    pub long_cycle: Vec<LongCycle>,
    /// Whether the players may stop the clocks by consent.
    pub pause_by_consent: bool,
    /// Appeals; neither text sets a deadline or a panel.
    pub appeal: AppealTerms,
    /// Points for a win (2002 27.1, 1988 28.1).
    pub win_points: u8,
    /// Points for a draw.
    pub draw_points: u8,
    /// Points for a loss.
    pub loss_points: u8,
    /// Points for a bye (contract, section 11).
    pub bye_points: u8,
    /// What the highest points of a total score are.
    pub pmax: Pmax,
    /// How players are ordered, by format.
    pub tie_breaks: BTreeMap<Format, Vec<TieBreak>>,
    /// How teams are ordered, by format.
    pub team_tie_breaks: BTreeMap<Format, Vec<TieBreak>>,
    /// Round robin: with fewer than this part of the rounds played a withdrawn
    /// player's results are void (2002 28.2, 1988 29.2). Numerator.
    pub withdrawal_void_below_num: u32,
    /// Denominator of the same.
    pub withdrawal_void_below_den: u32,
    /// What a withdrawn player is worth to his Swiss opponents.
    pub withdrawn_opponent: WithdrawnOpponent,
    /// The most that a round missed is worth then (1988 29.3).
    pub withdrawn_average_max: Option<u32>,
}

impl Edition {
    /// The edition of that id, if it is built in.
    pub fn get(id: &str) -> Option<&'static Edition> {
        id.parse().ok().map(Edition::of)
    }

    /// The edition of that id.
    pub fn of(id: EditionId) -> &'static Edition {
        static CN_1988: OnceLock<Edition> = OnceLock::new();
        static CN_2002: OnceLock<Edition> = OnceLock::new();
        let edition = match id {
            EditionId::Cn1988 => &CN_1988,
            EditionId::Cn2002 => &CN_2002,
        };
        edition.get_or_init(|| {
            Edition::read(Edition::json(id)).expect("the file is compiled in, and a test reads it")
        })
    }

    /// The exact text of the edition's file, whose SHA-256 it is known by.
    pub const fn json(id: EditionId) -> &'static str {
        match id {
            EditionId::Cn1988 => include_str!("../../editions/cn-1988.json"),
            EditionId::Cn2002 => include_str!("../../editions/cn-2002.json"),
        }
    }

    fn read(text: &str) -> serde_json::Result<Edition> {
        let mut edition: Edition = serde_json::from_str(text)?;
        edition.sha256 = Sha256::of(text.as_bytes());
        Ok(edition)
    }

    /// SHA-256 of the file's exact bytes (`edition_sha256` of a tournament).
    pub fn sha256(&self) -> Sha256 {
        self.sha256
    }

    /// The article or item of that id.
    pub fn article(&self, id: &str) -> Option<&Article> {
        self.articles.iter().find(|article| &*article.id == id)
    }

    /// Whether there is an article or item of that id.
    pub fn has_article(&self, id: &str) -> bool {
        self.article(id).is_some()
    }

    /// The breaches of rule `id`, as `MV-5`; more than one where its articles differ.
    pub fn breaches_of<'a>(&'a self, id: &'a str) -> impl Iterator<Item = &'a Breach> {
        self.breaches.iter().filter(move |breach| &*breach.id == id)
    }

    /// Whether a player who withdraws from a round robin has played so few of all
    /// rounds that the results are void (2002 28.2, 1988 29.2).
    pub fn is_void_withdrawal(&self, played: u32, rounds: u32) -> bool {
        let Parameters {
            withdrawal_void_below_num: part,
            withdrawal_void_below_den: whole,
            ..
        } = self.parameters;
        u64::from(played) * u64::from(whole) < u64::from(rounds) * u64::from(part)
    }

    /// Whether an arbiter who is not the chief may rule under `article`: at
    /// least one row of the rule table that cites it, or an item of it, is not
    /// the chief's alone (contract, section 11).
    pub fn arbiter_may_rule(&self, article: &str) -> bool {
        let breach = self
            .breaches
            .iter()
            .filter(|breach| cites(&breach.article, &breach.see, article))
            .any(|breach| !breach.is_chiefs_alone());
        breach
            || self
                .rules
                .iter()
                .filter(|rule| cites(&rule.article, &rule.see, article))
                .any(|rule| rule.decides != Decider::ChiefArbiter)
    }
}

/// Whether a row under `main` and `see` is one of `article`, or of an item of it.
fn cites(main: &str, see: &[Box<str>], article: &str) -> bool {
    see.iter()
        .map(AsRef::as_ref)
        .chain([main])
        .filter_map(|cited: &str| cited.strip_prefix(article))
        .any(|rest| rest.is_empty() || rest.starts_with(['.', '(']))
}

impl Breach {
    /// Whether no outcome of it is left to an arbiter or to nobody.
    pub fn is_chiefs_alone(&self) -> bool {
        self.decides == Decider::ChiefArbiter
            && self
                .outcomes
                .iter()
                .flatten()
                .filter_map(|outcome| outcome.decides)
                .all(|decides| decides == Decider::ChiefArbiter)
    }
}

#[cfg(test)]
mod tests;
