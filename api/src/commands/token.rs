//! `fupan token`: whom a token stands for, made, listed and revoked in the data
//! folder, beside a running service or without one.

use super::{Data, Ended, Outcome, parse_time, print_error, print_json, print_text};
use crate::{
    auth::{Grant, Principal, TokenBook},
    hold::Hold,
    ledger,
    problem::Problem,
};
use clap::{ArgGroup, Args, Subcommand};
use fupan_domain::{
    Millis, Timestamp,
    ids::{LedgerName, OfficialId},
};
use fupan_store::{Known, wall_clock};

const DAY_MS: i64 = 86_400_000;

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  fupan token add --official arb-2 --ledger spring-cup --days 7\n  fupan token list\n  fupan token revoke 0f3a5c7e9b1d"
)]
pub struct Token {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Makes a token, which is shown this once
    #[command(
        after_help = "Example:\n  fupan token add --official rec-07 --ledger spring-cup --note \"tablet at board 7\"\n  fupan token add --auditor --ledger spring-cup --days 30\n  fupan token add --keeper --data /var/lib/fupan\n\nWhat an official may record follows from the offices that the ledger gives him, at any time."
    )]
    Add(Add),
    /// Lists the tokens that were not revoked, without the tokens themselves
    #[command(after_help = "Example:\n  fupan token list --json")]
    List {
        #[command(flatten)]
        place: Place,
    },
    /// Revokes a token by the short name under which it is listed, at once
    #[command(after_help = "Example:\n  fupan token revoke 0f3a5c7e9b1d")]
    Revoke {
        /// Its short name
        id: String,
        #[command(flatten)]
        place: Place,
    },
}

/// What all of them take.
#[derive(Clone, Debug, Args)]
struct Place {
    #[command(flatten)]
    data: Data,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
#[command(group(ArgGroup::new("whom").required(true)))]
struct Add {
    /// For an official of a ledger
    #[arg(long, value_name = "OFFICIAL", group = "whom", requires = "ledger")]
    official: Option<OfficialId>,
    /// For somebody who reads and records nothing, of one ledger or of all
    #[arg(long, group = "whom")]
    auditor: bool,
    /// For a keeper, who opens ledgers and makes tokens
    #[arg(long, group = "whom", conflicts_with = "ledger")]
    keeper: bool,
    /// The ledger that it reaches
    #[arg(long)]
    ledger: Option<LedgerName>,
    /// When it ends
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    expires: Option<Timestamp>,
    /// After how many days it ends
    #[arg(long, value_name = "N", conflicts_with = "expires", value_parser = clap::value_parser!(u16).range(1..))]
    days: Option<u16>,
    /// What is to be written beside it, as where it is used
    #[arg(long)]
    note: Option<String>,
    #[command(flatten)]
    place: Place,
}

impl Token {
    pub fn json(&self) -> bool {
        match &self.what {
            What::Add(add) => add.place.json,
            What::List { place } | What::Revoke { place, .. } => place.json,
        }
    }

    pub fn run(self) -> Outcome {
        match self.what {
            What::Add(add) => add.run(),
            What::List { place } => list(&place),
            What::Revoke { id, place } => revoke(&id, &place),
        }
    }
}

impl Add {
    fn run(self) -> Outcome {
        let book = self.place.book()?;
        let ends = self.ends()?;
        let made = book.add(self.principal()?, ends, self.note)?;
        if self.place.json {
            print_json(&made)?;
        } else {
            self.place.warn(&made.grant.principal);
            print_text(&line(&made.grant))?;
            print_text(&format!("the token, shown this once: {}", made.token))?;
        }
        Ok(Ended::Sound)
    }

    fn principal(&self) -> Result<Principal, Problem> {
        match (&self.official, &self.ledger) {
            (Some(official), Some(ledger)) => {
                let principal = Principal::official(official.clone(), ledger.clone());
                principal.map_err(|why| Problem::new("usage", format!("--official: {why}")))
            }
            (None, ledger) if self.auditor => Ok(Principal::Auditor {
                ledger: ledger.clone(),
            }),
            (None, None) if self.keeper => Ok(Principal::Keeper),
            _ => Err(Problem::new("usage", "an official's token is for a ledger")),
        }
    }

    fn ends(&self) -> Result<Option<Timestamp>, Problem> {
        let now = wall_clock();
        let after = |days: u16| now.plus(Millis(i64::from(days) * DAY_MS));
        match self.expires.or_else(|| self.days.map(after)) {
            Some(end) if end <= now => {
                let detail = format!("--expires {end}: expected a time to come");
                Err(Problem::new("usage", detail))
            }
            ends => Ok(ends),
        }
    }
}

impl Place {
    /// Tells of a token that opens nothing: for a review's ledger, and for nobody of its
    /// reviewers. Beside a running service, which has the ledgers, nothing is known of it.
    fn warn(&self, principal: &Principal) {
        let Principal::Official { official, ledger } = principal else {
            return;
        };
        let Ok(Some(_hold)) = Hold::for_verb(&self.data.data) else {
            return;
        };
        let open = ledger::ledgers(&self.data.data).and_then(|all| ledger::open(&all, ledger));
        let tournament = open
            .ok()
            .and_then(|open| open.reader.tournament(Known::Now).ok());
        let review = tournament.and_then(|tournament| tournament.review.clone());
        if review.is_some_and(|review| !review.is_reviewer(official)) {
            print_error(&format_args!(
                "note: {ledger} is a review, and {official} is none of its reviewers: with this token it is not there"
            ));
        }
    }

    /// The tokens of the folder. One that is not there would be a mistake: the
    /// service makes it at its first start, with a keeper's token.
    fn book(&self) -> Result<TokenBook, Problem> {
        let data = &self.data.data;
        if data.is_dir() {
            return Ok(TokenBook::at(data));
        }
        let detail = format!(
            "{} is not there: expected the data folder of a service, or name another --data",
            data.display()
        );
        Err(Problem::new("store_missing", detail))
    }
}

fn list(place: &Place) -> Outcome {
    let grants = place.book()?.list()?;
    if place.json {
        print_json(&serde_json::json!({ "tokens": grants }))?;
    } else {
        grants
            .iter()
            .try_for_each(|grant| print_text(&line(grant)))?;
    }
    Ok(Ended::Sound)
}

fn revoke(id: &str, place: &Place) -> Outcome {
    if !place.book()?.revoke(id)? {
        let detail = format!("there is no token {id:?}: fupan token list shows those there are");
        return Err(Problem::new("not_found", detail));
    }
    if place.json {
        print_json(&serde_json::json!({ "revoked": id }))?;
    } else {
        print_text(&format!("revoked {id}"))?;
    }
    Ok(Ended::Sound)
}

/// A token on a line, without itself.
fn line(grant: &Grant) -> String {
    let whom = match &grant.principal {
        Principal::Keeper => "keeper".to_owned(),
        Principal::Official { official, ledger } => format!("official {official} of {ledger}"),
        Principal::Auditor { ledger: None } => "auditor of all ledgers".to_owned(),
        Principal::Auditor {
            ledger: Some(ledger),
        } => format!("auditor of {ledger}"),
    };
    let ends = grant.expires_at.map_or_else(String::new, |end| {
        let past = if end <= wall_clock() { "ended" } else { "ends" };
        format!(", {past} {end}")
    });
    let note = grant.note.as_ref().map_or_else(String::new, |note| {
        format!(" ({})", note.replace('\n', "\\n"))
    });
    format!("{}  {whom}, made {}{ends}{note}", grant.id, grant.made_at)
}
