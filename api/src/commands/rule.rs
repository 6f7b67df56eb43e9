//! `fupan rule`: a ruling on a finding, by one of the outcomes that its article
//! allows or by another with its reasons. Without an outcome it shows what there
//! is to rule on.

use super::{
    Ended, Outcome, parse_time, print_json, print_text,
    source::{Opened, Source, print_answer, wanted},
};
use crate::{ledger::OpenLedger, problem::Problem, remote::Remote, ruling, text};
use clap::Args;
use fupan_domain::{
    Timestamp,
    ids::{ActorId, EntryId, GameId, LedgerName, OfficialId, RulingId},
};
use fupan_replay::{
    ruling::{RulingNotes, RulingPlan, RulingRequest},
    views::Moment,
};
use fupan_store::{Known, wall_clock};
use serde_json::{Value, json};

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  fupan rule spring-cup r1-b1\n  fupan rule spring-cup r1-b1 MV-5@123 --outcome \"void, turn lost, warning\" --actor arb-2 --dry-run\n  fupan rule spring-cup r1-b1 MV-5@123 --orders '[]' --actor chief-1 --reasons \"the recorder had told her so\"\n  fupan rule spring-cup r1-b1 MV-5@123 --outcome \"void, turn lost, warning\" --server https://venue.example"
)]
pub struct Rule {
    /// The ledger
    ledger: LedgerName,
    /// The game
    game: GameId,
    /// The finding, as MV-5@123; without one the ruling needs --article, --outcome and --reasons
    finding: Option<String>,
    /// Further findings that the same effects settle
    #[arg(long = "also", value_name = "FINDING")]
    findings: Vec<String>,
    /// The key of one of the finding's outcomes; without a finding, the outcome in words
    #[arg(long, value_name = "KEY")]
    outcome: Option<String>,
    /// Orders as a JSON array, in place of the outcome's or to fill what it leaves open
    #[arg(long, value_name = "JSON", value_parser = parse_list)]
    orders: Option<List>,
    /// Who is warned
    #[arg(long, value_name = "COLOUR", value_parser = ["black", "white"])]
    warn: Vec<String>,
    /// Who is admonished
    #[arg(long, value_name = "COLOUR", value_parser = ["black", "white"])]
    admonish: Vec<String>,
    /// Penalties as a JSON array of objects with a colour and a penalty
    #[arg(long, value_name = "JSON", value_parser = parse_list)]
    penalties: Option<List>,
    /// The article; the finding's where it is left out
    #[arg(long)]
    article: Option<String>,
    /// What had happened; the finding's words where it is left out
    #[arg(long)]
    facts: Option<String>,
    /// Why; needed where the article does not allow the outcome
    #[arg(long)]
    reasons: Option<String>,
    /// Complaints and requests that it answers
    #[arg(long, value_name = "ENTRY")]
    about: Vec<EntryId>,
    /// Officials who rule together with the author
    #[arg(long, value_name = "OFFICIAL")]
    with: Vec<OfficialId>,
    /// The ruling's id; made from the game's where it is left out
    #[arg(long, value_name = "ID")]
    ruling: Option<RulingId>,
    /// Rule once more on a finding that was ruled on already
    #[arg(long)]
    again: bool,
    /// Who rules
    #[arg(long, value_name = "OFFICIAL")]
    actor: Option<ActorId>,
    /// When; now where it is left out
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    at: Option<Timestamp>,
    /// Show the effect and store nothing
    #[arg(long)]
    dry_run: bool,
    /// Print the answer as one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    source: Source,
}

/// A JSON array given on the command line.
#[derive(Clone, Debug)]
struct List(Vec<Value>);

fn parse_list(text: &str) -> Result<List, String> {
    serde_json::from_str(text)
        .map(List)
        .map_err(|e| format!("expected a JSON array: {e}"))
}

/// What was recorded, in a line: `ruling r1, entries 350, 351`.
fn recorded(ruling: &str, seqs: &[impl ToString]) -> String {
    let entries = if seqs.len() == 1 { "entry" } else { "entries" };
    let seqs: Vec<String> = seqs.iter().map(ToString::to_string).collect();
    format!("ruling {ruling}, {entries} {}", seqs.join(", "))
}

impl Rule {
    pub fn run(self) -> Outcome {
        if let Opened::Service(remote) = self.source.opened()? {
            return self.at_service(&remote);
        }
        let open = self.source.ledger(&self.ledger)?;
        if self.only_looks() {
            return self.show(&open);
        }
        let plan = self.plan(&open)?;
        if self.dry_run {
            return self.try_out(&open, plan);
        }
        let receipts = open.append(plan.drafts)?;
        let seqs: Vec<u64> = receipts.iter().map(|receipt| receipt.seq).collect();
        if self.json {
            let hashes: Vec<String> = receipts.iter().map(|r| r.hash.to_string()).collect();
            print_json(&json!({
                "ruling": plan.ruling, "entries": seqs, "hashes": hashes, "notes": plan.notes,
            }))?;
        } else {
            print_text(&recorded(plan.ruling.as_ref(), &seqs))?;
            print_text(&text::ruling_notes(&plan.notes))?;
            self.show(&open)?;
        }
        Ok(Ended::Sound)
    }

    /// Whether it is asked what there is to rule on: nothing is said that a
    /// ruling would have.
    fn only_looks(&self) -> bool {
        let names_finding_alone = RulingRequest {
            finding: self.finding.clone(),
            ..RulingRequest::default()
        };
        self.actor.is_none() && !self.dry_run && self.request() == names_finding_alone
    }

    /// The same at a service, which knows the author by the token.
    fn at_service(&self, remote: &Remote) -> Outcome {
        let game = format!("/v1/ledgers/{}/games/{}", self.ledger, self.game);
        let show = || print_answer(&remote.get(&game, wanted(self.json))?, self.json);
        if self.only_looks() {
            show()?;
            return Ok(Ended::Sound);
        }
        if self.actor.is_some() || self.at.is_some() {
            let detail = "a service rules in the name of its token's official, and now: --actor and --at go without --server";
            return Err(Problem::new("usage", detail));
        }
        let rulings = format!("{game}/rulings");
        let body = self.body()?;
        if self.dry_run {
            let path = format!("{rulings}?dry_run=true");
            let body = body.to_string().into_bytes();
            let answer = remote.post(&path, "application/json", body, wanted(self.json))?;
            print_answer(&answer, self.json)?;
            return Ok(Ended::Sound);
        }
        let made = remote.post_json(&rulings, &body)?;
        let entries = made["entries"].as_array().map_or(&[][..], Vec::as_slice);
        let of = |key: &str| entries.iter().map(|e| e[key].clone()).collect::<Vec<_>>();
        let (ruling, seqs) = (made["ruling"].as_str().unwrap_or_default(), of("seq"));
        if self.json {
            print_json(&json!({
                "ruling": ruling, "entries": seqs, "hashes": of("hash"), "notes": made["notes"],
            }))?;
        } else {
            print_text(&recorded(ruling, &seqs))?;
            let notes: Option<RulingNotes> = serde_json::from_value(made["notes"].clone()).ok();
            if let Some(notes) = notes {
                print_text(&text::ruling_notes(&notes))?;
            }
            show()?;
        }
        Ok(Ended::Sound)
    }

    /// What is ruled, as a service takes it: without what is left out.
    fn body(&self) -> Result<Value, Problem> {
        let mut body = serde_json::to_value(self.request()).map_err(|e| Problem::internal(&e))?;
        if let Value::Object(fields) = &mut body {
            fields.retain(|_, value| !value.is_null());
        }
        Ok(body)
    }

    /// What would be, beside what is.
    fn try_out(&self, open: &OpenLedger, plan: RulingPlan) -> Outcome {
        let tried = ruling::try_out(open, plan)?;
        if self.json {
            print_json(&tried)?;
        } else {
            print_text(&text::tried_out(&tried))?;
        }
        Ok(Ended::Sound)
    }

    /// The game with its findings.
    fn show(&self, open: &OpenLedger) -> Outcome {
        let view = open.reader.game_view(&self.game, Known::Now, Moment::Last);
        let view = view.map_err(|e| Problem::from(&e))?;
        if self.json {
            print_json(&view)?;
        } else {
            print_text(&text::game(&view))?;
        }
        Ok(Ended::Sound)
    }

    fn plan(&self, open: &OpenLedger) -> Result<RulingPlan, Problem> {
        let actor = self.actor.as_ref().ok_or_else(|| {
            Problem::new("ruling", "who rules? expected --actor OFFICIAL".to_owned())
        })?;
        let at = self.at.unwrap_or_else(wall_clock);
        let planned = ruling::plan(open, &self.game, &self.request(), Known::Now, at, actor)?;
        Ok(planned.plan)
    }

    fn request(&self) -> RulingRequest {
        let given = |list: &[String]| {
            (!list.is_empty()).then(|| list.iter().map(|c| json!(c)).collect::<Vec<_>>())
        };
        let some = |list: &Option<List>| list.as_ref().map(|list| list.0.clone());
        RulingRequest {
            finding: self.finding.clone(),
            findings: (!self.findings.is_empty()).then(|| self.findings.clone()),
            outcome: self.outcome.clone(),
            orders: some(&self.orders),
            warnings: given(&self.warn),
            admonitions: given(&self.admonish),
            penalties: some(&self.penalties),
            article: self.article.clone(),
            facts: self.facts.clone(),
            reasons: self.reasons.clone(),
            ruling: self.ruling.clone(),
            about: (!self.about.is_empty()).then(|| self.about.clone()),
            with: (!self.with.is_empty()).then(|| self.with.clone()),
            again: self.again.then_some(true),
            ..RulingRequest::default()
        }
    }
}
