//! Where a verb finds a ledger: in a data folder, or at a running service.

use super::Data;
use crate::{
    auth::Principal,
    evidence,
    ledger::OpenLedger,
    problem::Problem,
    remote::{Remote, Wanted},
    review::access,
};
use clap::Args;
use fupan_domain::ids::{LedgerName, OfficialId};
use fupan_replay::views::Moment;
use fupan_store::{EventStore, Known, wall_clock};
use serde::Deserialize;
use std::path::PathBuf;

/// Where the ledgers are.
#[derive(Clone, Debug, Args)]
pub(crate) struct Source {
    #[command(flatten)]
    pub data: Data,
    /// A running service, asked in place of a data folder, as `http://127.0.0.1:8080`
    #[arg(long, value_name = "URL")]
    server: Option<String>,
    /// The token with which it is asked
    #[arg(
        long,
        value_name = "TOKEN",
        env = "FUPAN_TOKEN",
        hide_env_values = true
    )]
    token: Option<String>,
    /// The certificate that the service shows, trusted in place of the usual authorities: a PEM file, as serve --tls leaves it
    #[arg(long, value_name = "FILE", requires = "server")]
    certificate: Option<PathBuf>,
}

/// Who looks, where the ledger is a review's.
#[derive(Clone, Debug, Args)]
pub(crate) struct Looking {
    /// Which reviewer looks, where the ledger is a review's: in a data folder too each look is recorded. At a service the token has to be his
    #[arg(long = "as", value_name = "REVIEWER")]
    looks_as: Option<OfficialId>,
}

impl Looking {
    /// Records the look, if the ledger is a review's; what can't be recorded is not shown.
    /// Its files whose date has come are deleted first.
    /// `what`: the verb with which it is looked at.
    ///
    /// # Errors
    /// When nobody is named who may look, or it can't be recorded.
    pub fn record(&self, open: &OpenLedger, what: &str) -> Result<(), Problem> {
        let tournament = open.reader.tournament(Known::Now);
        let tournament = tournament.map_err(|e| Problem::from(&e))?;
        let Some(review) = &tournament.review else {
            return Ok(());
        };
        // Beside no service nobody else deletes what is to be gone by now.
        evidence::sweep(open, wall_clock())?;
        let name = open.store.ledger();
        match &self.looks_as {
            Some(reviewer) if review.is_reviewer(reviewer) => {
                access::record(open, reviewer, what, None)
            }
            Some(_) => Err(access::not_there(name)),
            None => {
                let detail = format!(
                    "{name} is a review, of which each look is recorded: expected --as and one of its reviewers"
                );
                Err(Problem::new("usage", detail))
            }
        }
    }
}

/// What stands behind it.
pub(crate) enum Opened {
    /// A data folder.
    Folder,
    /// A service.
    Service(Remote),
}

impl Source {
    /// What stands behind it: the service, if one is named.
    ///
    /// # Errors
    /// When what is named is no service's URL, or the token would go in the clear.
    pub fn opened(&self) -> Result<Opened, Problem> {
        match &self.server {
            None => Ok(Opened::Folder),
            Some(url) => {
                let certificate = self.certificate.as_deref();
                Remote::at(url, self.token.clone(), certificate).map(Opened::Service)
            }
        }
    }

    /// What stands behind it, for somebody who looks at a ledger: at a service the token
    /// is that of whoever is named.
    ///
    /// # Errors
    /// As [`Source::opened`], and when the token stands for somebody else.
    pub fn opened_for(&self, name: &LedgerName, looking: &Looking) -> Result<Opened, Problem> {
        let opened = self.opened()?;
        if let (Opened::Service(remote), Some(reviewer)) = (&opened, &looking.looks_as) {
            stands_for(remote, name, reviewer)?;
        }
        Ok(opened)
    }

    /// Opens a ledger of the data folder.
    ///
    /// # Errors
    /// When there is none, or it can't be opened.
    pub fn ledger(&self, name: &LedgerName) -> Result<OpenLedger, Problem> {
        super::open(&self.data, name)
    }

    /// Opens a ledger of the data folder for somebody to look at it.
    ///
    /// # Errors
    /// As [`Source::ledger`] and [`Looking::record`].
    pub fn seen(
        &self,
        name: &LedgerName,
        looking: &Looking,
        what: &str,
    ) -> Result<OpenLedger, Problem> {
        let open = self.ledger(name)?;
        looking.record(&open, what)?;
        Ok(open)
    }
}

/// Each reviewer acts for himself: the token is that of whoever is named. Asked before
/// anything else, so that nobody looks under one name and writes under another.
///
/// # Errors
/// When it stands for somebody else.
pub(crate) fn stands_for(
    remote: &Remote,
    name: &LedgerName,
    reviewer: &OfficialId,
) -> Result<(), Problem> {
    #[derive(Deserialize)]
    struct Own {
        principal: Principal,
    }
    let own = remote.json("/v1/tokens/own")?;
    let own: Own = serde_json::from_value(own)
        .map_err(|e| Problem::new("server", format!("the answer has another form: {e}")))?;
    match &own.principal {
        Principal::Official { official, ledger } if official == reviewer && ledger == name => {
            Ok(())
        }
        other => {
            let detail = format!(
                "--as {reviewer}: the token stands for {}, expected that of {reviewer} for ledger {name}",
                other.words()
            );
            Err(Problem::new("usage", detail))
        }
    }
}

/// In which form a verb wants its answer.
pub(crate) fn wanted(json: bool) -> Wanted {
    if json { Wanted::Json } else { Wanted::Text }
}

/// Prints what a service answered: JSON as the verb itself would print it, or
/// the text.
///
/// # Errors
/// When stdout takes no more, or the answer is no JSON.
pub(crate) fn print_answer(answer: &str, json: bool) -> Result<(), Problem> {
    if !json {
        return super::print_text(answer);
    }
    let value: serde_json::Value = serde_json::from_str(answer)
        .map_err(|e| Problem::new("server", format!("the answer is no JSON: {e}")))?;
    super::print_json(&value)
}

/// The query that asks for a game, an appeal or a ledger as known and as of a
/// moment; empty where it is the last of both.
pub(crate) fn query(known: Option<Known>, moment: Moment) -> String {
    let known = known_query(known);
    let moment = match moment {
        Moment::Move(n) => Some(format!("move={n}")),
        Moment::When(time) => Some(format!("when={time}")),
        // No option asks for a moment about an entry.
        Moment::Last | Moment::Before(_) | Moment::After(_) => None,
    };
    let parts: Vec<String> = known.into_iter().chain(moment).collect();
    with_query("", &parts)
}

/// The parts of the query that asks for standings after a round, as known.
pub(crate) fn round_query(round: Option<u32>, known: Option<Known>) -> Vec<String> {
    let round = round.map(|round| format!("round={round}"));
    round.into_iter().chain(known_query(known)).collect()
}

/// A path with its query.
pub(crate) fn with_query(path: &str, parts: &[String]) -> String {
    if parts.is_empty() {
        path.to_owned()
    } else {
        format!("{path}?{}", parts.join("&"))
    }
}

fn known_query(known: Option<Known>) -> Option<String> {
    match known? {
        Known::Now => None,
        Known::Seq(seq) => Some(format!("at={seq}")),
        Known::Time(time) => Some(format!("at={time}")),
    }
}
