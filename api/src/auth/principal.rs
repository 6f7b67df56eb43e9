//! Whom a token stands for, which ledgers it reaches, and in whose name it may
//! record (contract, sections 3 and 10).

use crate::problem::Problem;
use fupan_domain::{
    ids::{ActorId, LedgerName, NotASlug, OfficialId},
    official::{Author, Right, Role, class_of, right},
    tournament::{AUDITOR, KEEPER, TournamentState},
};
use fupan_replay::draft::Draft;
use serde::{Deserialize, Serialize};

/// Whom a token stands for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "role", rename_all = "snake_case", deny_unknown_fields)]
pub enum Principal {
    /// Runs the service: opens ledgers and makes tokens, holds no office.
    Keeper,
    /// An official of one ledger. Which offices he holds stands in the ledger,
    /// so that an appointment holds at once and a relief too.
    Official {
        /// The official.
        official: OfficialId,
        /// The ledger.
        ledger: LedgerName,
    },
    /// Reads all that is not restricted, of one ledger or of all.
    Auditor {
        /// The ledger; all of them if none is named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ledger: Option<LedgerName>,
    },
}

/// What entries name as their author where no official hands them in: no official
/// can be called so, or nobody could tell him from those who hold no office.
const OF_NO_OFFICE: [&str; 2] = [KEEPER, AUDITOR];

impl Principal {
    /// An official of a ledger.
    ///
    /// # Errors
    /// When the name is one under which those stand who hold no office, in words.
    pub fn official(official: OfficialId, ledger: LedgerName) -> Result<Principal, String> {
        if OF_NO_OFFICE.contains(&official.as_str()) {
            return Err(format!(
                "{official:?} is the name of a token that holds no office: expected another",
                official = official.as_str()
            ));
        }
        Ok(Principal::Official { official, ledger })
    }

    /// The name under which entries say who handed them in.
    ///
    /// # Errors
    /// Never: each is a slug.
    pub fn actor(&self) -> Result<ActorId, Problem> {
        let name = match self {
            Principal::Keeper => OF_NO_OFFICE[0],
            Principal::Official { official, .. } => official.as_str(),
            Principal::Auditor { .. } => OF_NO_OFFICE[1],
        };
        name.parse().map_err(|e: NotASlug| Problem::internal(&e))
    }

    /// Whom the token stands for, in words.
    pub fn words(&self) -> String {
        match self {
            Principal::Keeper => "the keeper".to_owned(),
            Principal::Official { official, ledger } => {
                format!("official {official} of ledger {ledger}")
            }
            Principal::Auditor { ledger: None } => "an auditor of all ledgers".to_owned(),
            Principal::Auditor {
                ledger: Some(ledger),
            } => format!("an auditor of ledger {ledger}"),
        }
    }

    /// Whether the token reaches a ledger at all.
    pub fn reaches(&self, ledger: &LedgerName) -> bool {
        match self {
            Principal::Keeper | Principal::Auditor { ledger: None } => true,
            Principal::Official { ledger: own, .. } | Principal::Auditor { ledger: Some(own) } => {
                own == ledger
            }
        }
    }

    /// Whether the token may hand in entries of a ledger.
    ///
    /// # Errors
    /// When it is another ledger's, or only for reading.
    pub fn may_write(&self, ledger: &LedgerName) -> Result<(), Problem> {
        if let Principal::Auditor { .. } = self {
            let detail = format!(
                "the token stands for {} and is for reading: expected a token of an official of ledger {ledger}",
                self.words()
            );
            return Err(Problem::new("out_of_scope", detail));
        }
        self.may_read(ledger)
    }

    /// Whether the token may read a ledger.
    ///
    /// # Errors
    /// When it is another ledger's.
    pub fn may_read(&self, ledger: &LedgerName) -> Result<(), Problem> {
        if self.reaches(ledger) {
            return Ok(());
        }
        let detail = format!(
            "the token stands for {}: expected one of an official or auditor of ledger {ledger}, or the keeper's",
            self.words()
        );
        Err(Problem::new("out_of_scope", detail))
    }

    /// Whether a draft may name another as its author. Only an official may
    /// whose own office gives the right to that very kind of entry, without a
    /// condition: so nobody gains a right by naming another. The keeper names
    /// the organiser of a ledger when he opens it.
    ///
    /// # Errors
    /// When it may not.
    pub fn may_name(&self, draft: &Draft, tournament: &TournamentState) -> Result<(), Problem> {
        let class = class_of(&draft.stream.to_string(), &draft.type_name);
        let gives = |author| class.is_some_and(|class| right(class, author) == Right::Yes);
        let may = match self {
            Principal::Keeper => gives(Author::Keeper),
            Principal::Official { official, .. } => {
                class.is_some_and(|class| tournament.hands_in_for_others(official, class))
            }
            Principal::Auditor { .. } => false,
        };
        if may {
            return Ok(());
        }
        let without_condition = |role: &Role| {
            class.is_some_and(|class| {
                !class.is_ones_own_act() && right(class, Author::Official(*role)) == Right::Yes
            })
        };
        let roles = Role::ALL.into_iter().filter(without_condition);
        let roles: Vec<&str> = roles.map(Role::name).collect();
        let others = if roles.is_empty() {
            "no office records that for another".to_owned()
        } else {
            format!(
                "or the token of one who may record it for others: {}",
                roles.join(", ")
            )
        };
        let detail = format!(
            "the token stands for {}, and the {} names {} as its author: expected \"actor\": \"{}\", or {}'s own token, {others}",
            self.words(),
            draft.type_name,
            draft.actor,
            self.actor()?,
            draft.actor,
        );
        Err(Problem::new("not_for_others", detail))
    }
}
