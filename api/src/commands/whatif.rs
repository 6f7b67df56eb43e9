//! `fupan whatif`: what is, beside what would be if entries fell or others stood
//! in their place. Nothing is stored.

use super::{
    Ended, Outcome, import, parse_known, print_json, print_text, read_file, replay,
    source::{Opened, Source, print_answer, wanted},
};
use crate::{ledger::OpenLedger, problem::Problem, remote::Remote, text};
use clap::Args;
use fupan_domain::{amount, ids::LedgerName};
use fupan_replay::what_if::{self, Question, Tried};
use fupan_store::{EventStore, Known};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "Example:
  fupan whatif spring-cup --void r1-b1-ko                      a ruling falls
  fupan whatif spring-cup --void @57                           the entry of seq 57 falls
  fupan whatif spring-cup --with ruling.jsonl                  a ruling is tried out before it is made
  fupan whatif spring-cup --void @57 --with stone.jsonl        a stone was played elsewhere
  fupan whatif spring-cup --in-place-of @57=a.jsonl --in-place-of @60=b.jsonl
  fupan whatif round1.jsonl --void a1 --json                   in a file, replayed in memory
  fupan whatif spring-cup --void r1-b1-ko --server http://127.0.0.1:8080

A ruling, sanction or appeal decision falls as if it were overturned after all that is there: its
warnings, penalties and result no longer count, what follows is computed again, and the board goes
back only if nothing has been played since. A warning, admonition or penalty alone takes just that
away. Any other entry is read as if it had not happened; what could then not have happened either
is told. The drafts of --with come after what is there and must be acceptable there. Only where one
fact of a game falls and the file holds one draft of a fact of that game does it stand in its place;
--in-place-of says it for several.";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
#[command(group = clap::ArgGroup::new("supposed").required(true).multiple(true))]
pub struct WhatIf {
    /// The ledger; or a file of drafts (.jsonl) or a game record (.sgf), replayed in memory
    #[arg(value_name = "LEDGER|FILE")]
    subject: String,
    /// What falls: an entry's id, @ and an entry's seq, or the id of a ruling, sanction or appeal
    #[arg(long, value_name = "ENTRY", group = "supposed")]
    void: Vec<String>,
    /// Drafts (.jsonl) that come after what is there, or in place of the one fact that falls
    #[arg(long, value_name = "FILE", group = "supposed")]
    with: Vec<PathBuf>,
    /// A fact of a game, and the file with the one draft that stands in its place
    #[arg(long, value_name = "ENTRY=FILE", value_parser = parse_instead, group = "supposed")]
    in_place_of: Vec<Instead>,
    /// As it was known when the ledger had got to that entry, or at that time
    #[arg(long, value_name = "SEQ|TIME", value_parser = parse_known)]
    at: Option<Known>,
    /// Print what is and what would be as one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    source: Source,
}

/// An entry, and the file with what stands in its place.
#[derive(Clone, Debug)]
struct Instead {
    entry: String,
    file: PathBuf,
}

fn parse_instead(text: &str) -> Result<Instead, String> {
    match text.split_once('=') {
        Some((entry, file)) if !entry.is_empty() && !file.is_empty() => Ok(Instead {
            entry: entry.to_owned(),
            file: file.into(),
        }),
        _ => Err("expected an entry and a file, as @57=stone.jsonl".to_owned()),
    }
}

impl WhatIf {
    pub fn run(self) -> Outcome {
        let question = self.question()?;
        if let Opened::Service(remote) = self.source.opened()? {
            return self.at_service(&remote, &question);
        }
        // No name of a ledger holds a dot or a slash, so that ./FILE is always a file.
        let answer = match self.subject.parse::<LedgerName>() {
            Ok(name) => self.of_ledger(&name, question)?,
            Err(_) => self.of_file(Path::new(&self.subject), question)?,
        };
        if self.json {
            print_json(&answer)?;
        } else {
            print_text(&text::what_if(&answer))?;
        }
        Ok(Ended::Sound)
    }

    fn question(&self) -> Result<Question, Problem> {
        let mut with = Vec::new();
        for file in &self.with {
            with.extend(drafts(file)?);
        }
        let mut in_place_of = Vec::new();
        for Instead { entry, file } in &self.in_place_of {
            let drafts = drafts(file)?;
            let found = drafts.len();
            let [tried] = <[Tried; 1]>::try_from(drafts).map_err(|_| {
                let detail = format!(
                    "{}: expected the one that stands in place of {entry}",
                    amount(found, "draft")
                );
                Problem::new("shape", detail).in_file(file)
            })?;
            in_place_of.push((entry.clone(), tried));
        }
        Ok(Question {
            void: self.void.clone(),
            with,
            in_place_of,
        })
    }

    fn of_ledger(&self, name: &LedgerName, question: Question) -> Result<what_if::WhatIf, Problem> {
        let open = self.source.ledger(name)?;
        need_tournament(&open)?;
        let known = self.at.unwrap_or_default();
        let answer = open.reader.what_if(question, known);
        answer.map_err(|e| Problem::from(&e))
    }

    fn at_service(&self, remote: &Remote, question: &Question) -> Outcome {
        let Ok(name) = self.subject.parse::<LedgerName>() else {
            let detail = format!("{}: expected a ledger of the service", self.subject);
            return Err(Problem::new("usage", detail));
        };
        let places: Vec<(Option<String>, usize)> = question
            .with
            .iter()
            .chain(question.in_place_of.iter().map(|(_, tried)| tried))
            .map(|tried| (tried.file.clone(), tried.line))
            .collect();
        let (with, in_place_of) = (question.with.iter(), question.in_place_of.iter());
        let mut body = serde_json::json!({
            "void": question.void,
            "with": with.map(|tried| &tried.draft).collect::<Vec<_>>(),
            "in_place_of": in_place_of
                .map(|(entry, tried)| serde_json::json!({"entry": entry, "draft": tried.draft}))
                .collect::<Vec<_>>(),
        });
        match self.at {
            Some(Known::Seq(seq)) => body["at"] = seq.into(),
            Some(Known::Time(time)) => body["at"] = time.to_string().into(),
            Some(Known::Now) | None => {}
        }
        let path = format!("/v1/ledgers/{name}/whatif");
        let body = body.to_string().into_bytes();
        let answer = remote.post(&path, "application/json", body, wanted(self.json));
        let answer = answer.map_err(|problem| in_file(problem, &places, question.with.len()))?;
        print_answer(&answer, self.json)?;
        Ok(Ended::Sound)
    }

    fn of_file(&self, file: &Path, question: Question) -> Result<what_if::WhatIf, Problem> {
        if self.at.is_some() {
            let detail = "--at asks what was known then, and a file is replayed as a whole";
            return Err(Problem::new("usage", detail).in_file(file));
        }
        let replayed = replay::replay(file, &read_file(file)?)?;
        replayed.what_if(question).map_err(|e| Problem::from(&e))
    }
}

/// Refuses a review: what would be tells what is, which is a look that nobody records,
/// and no entry of a review hangs on another that could fall.
fn need_tournament(open: &OpenLedger) -> Result<(), Problem> {
    let state = open.reader.tournament(Known::Now);
    if state.map_err(|e| Problem::from(&e))?.review.is_none() {
        return Ok(());
    }
    let detail = format!(
        "ledger {} is a review, of which each look is recorded: expected a tournament's",
        open.store.ledger()
    );
    Err(Problem::new("usage", detail))
}

/// A problem with a draft, which the service tells by its place in the body,
/// with its file and line.
fn in_file(problem: Problem, places: &[(Option<String>, usize)], with: usize) -> Problem {
    let place = |detail: &str| {
        let (place, _) = detail.split_once(": ")?;
        let (list, rest) = place.strip_prefix('/')?.split_once('/')?;
        let index: usize = rest.split('/').next()?.parse().ok()?;
        places.get(if list == "with" { index } else { with + index })
    };
    match place(&problem.detail) {
        Some((file, line)) => Problem {
            file: file.clone(),
            ..problem.in_line(*line)
        },
        None => problem,
    }
}

/// The drafts of a file, each with its place.
fn drafts(file: &Path) -> Result<Vec<Tried>, Problem> {
    let contents = import::read_drafts(&read_file(file)?).map_err(|p| p.in_file(file))?;
    let tried = contents.drafts.into_iter().map(|from| Tried {
        file: Some(file.display().to_string()),
        line: from.line.unwrap_or(1),
        draft: from.draft,
    });
    Ok(tried.collect())
}
