//! `fupan demo`: a small complete tournament in a store of its own, replayed,
//! verified, shown, and then served to this machine. Its last game is still in
//! play, so that there is something to rule on.

use super::{Ended, Outcome, audit, import, parse_listen, print_json, print_text};
use crate::{
    auth::{Principal, TokenBook},
    config::Config,
    hold::Hold,
    ledger::{self, OpenLedger},
    problem::Problem,
    server::Running,
    telemetry, text,
};
use clap::Args;
use fupan_domain::{
    ids::{AppealId, GameId, LedgerName, NotASlug},
    rulebook::FindingStatus,
    time::NotATime,
};
use fupan_replay::{audit::Verdict, views::Moment};
use fupan_store::Known;
use std::{
    net::{SocketAddr, TcpListener},
    path::{Path, PathBuf},
};

/// The demo's drafts: four players, three rounds, every kind of ruling, one appeal,
/// and a last game still in play, with a finding that waits for a ruling.
const DRAFTS: &[u8] = include_bytes!("../../demo/demo.jsonl");
/// The demo's ledger.
const LEDGER: &str = "lakeside";
/// What stands beside the tokens that a demo makes, so that the next one finds them
/// and revokes them.
const TOKEN_NOTE: &str = "for the demo";

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  fupan demo\n  fupan demo --no-serve\n  fupan show game lakeside r1-b1 --move 19 --data fupan-demo\n  fupan rule lakeside r3-b2 --data fupan-demo"
)]
pub struct Demo {
    /// The data folder of the demo
    #[arg(long, value_name = "DIR", default_value = "fupan-demo")]
    data: PathBuf,
    /// End when all is shown, instead of serving it
    #[arg(long)]
    no_serve: bool,
    /// Address and port at which it is served; 127.0.0.1:8080, or any free port where that is taken
    #[arg(long, value_name = "ADDR", value_parser = parse_listen, conflicts_with_all = ["no_serve", "json"])]
    listen: Option<SocketAddr>,
    /// Print ledger, games, appeal and audit as one JSON object, and end
    #[arg(long)]
    pub json: bool,
}

impl Demo {
    pub fn run(self) -> Outcome {
        let ledgers = import::ledger_folder(&self.data)?;
        let hold = Hold::for_verb(&self.data)?;
        let name: LedgerName = LEDGER
            .parse()
            .map_err(|e: NotASlug| Problem::internal(&e))?;
        let open = super::told(ledger::open_or_create(&ledgers, &name))?;
        let contents = import::read_drafts(DRAFTS)?;
        import::append(&open, contents, Path::new("demo.jsonl"))?;
        let audit = audit::audit(&open, &[])?;
        let sound = audit.verdict != Verdict::Broken;
        if self.json {
            self.print_all(&open, &audit)?;
        } else {
            self.tell(&open, &audit)?;
        }
        // The service opens the ledger anew: a ledger has one writer.
        drop(open);
        drop(hold);
        if sound && !self.json && !self.no_serve {
            self.serve()?;
        }
        Ok(if sound { Ended::Sound } else { Ended::Broken })
    }

    /// Serves the demo until the process is told to stop.
    fn serve(&self) -> Result<(), Problem> {
        let mut config = Config::default();
        config.server.data.clone_from(&self.data);
        "warn".clone_into(&mut config.log.level);
        telemetry::begin(&config.log.level)?;
        config.server.listen = self.listen.unwrap_or_else(|| free(config.server.listen));
        let running = Running::start(config, true)?;
        let tokens = &running.service().tokens;
        revoke_the_last_demos(tokens)?;
        let keeper = match running.keeper() {
            Some(made) => made.token.clone(),
            None => made_for_the_demo(tokens, Principal::Keeper)?,
        };
        tell_where(running.address())?;
        tell_who(running.address(), tokens, keeper)?;
        running.wait()
    }

    fn print_all(&self, open: &OpenLedger, audit: &impl serde::Serialize) -> Result<(), Problem> {
        let view_error = |e: fupan_store::ViewError| Problem::from(&e);
        let tournament = open.reader.tournament(Known::Now).map_err(view_error)?;
        let mut games = Vec::new();
        for game in tournament.games.keys() {
            games.push(
                open.reader
                    .game_view(game, Known::Now, Moment::Last)
                    .map_err(view_error)?,
            );
        }
        let mut appeals = Vec::new();
        for appeal in tournament.appeals.keys() {
            appeals.push(
                open.reader
                    .appeal_view(appeal, Known::Now)
                    .map_err(view_error)?,
            );
        }
        let ledger = open.reader.ledger_view(Known::Now).map_err(view_error)?;
        let all = serde_json::json!({
            "data": self.data.display().to_string(),
            "ledger": ledger, "games": games, "appeals": appeals, "audit": audit,
        });
        print_json(&all)
    }

    fn tell(
        &self,
        open: &OpenLedger,
        audit: &fupan_replay::audit::AuditView,
    ) -> Result<(), Problem> {
        let view_error = |e: fupan_store::ViewError| Problem::from(&e);
        let game = |game: &str, known, moment| -> Result<String, Problem> {
            let id: GameId = game.parse().map_err(|e: NotASlug| Problem::internal(&e))?;
            let view = open
                .reader
                .game_view(&id, known, moment)
                .map_err(view_error)?;
            Ok(text::game(&view))
        };
        let ledger = open.reader.ledger_view(Known::Now).map_err(view_error)?;
        print_text(&text::ledger(&ledger))?;
        print_text("\nA ko retaken at once, as it stood on the board (move 20):\n")?;
        print_text(&game(
            "r1-b1",
            Known::Now,
            Moment::When(
                RETAKEN
                    .parse()
                    .map_err(|e: NotATime| Problem::internal(&e))?,
            ),
        )?)?;
        print_text("\n... and what was ruled:\n")?;
        print_text(&game("r1-b1", Known::Now, Moment::Last)?)?;
        print_text("\nA game that was ruled lost on time, and went on after an appeal:\n")?;
        let appeal: AppealId = "r2-b1-appeal"
            .parse()
            .map_err(|e: NotASlug| Problem::internal(&e))?;
        let appeal = open
            .reader
            .appeal_view(&appeal, Known::Now)
            .map_err(view_error)?;
        print_text(&text::appeal(&appeal))?;
        print_text(&game("r2-b1", Known::Now, Moment::Last)?)?;
        print_text(
            "\nA game still in play: white has just retaken a ko, and nobody has ruled yet:\n",
        )?;
        print_text(&game(UNRULED, Known::Now, Moment::Last)?)?;
        print_text(&format!("\n{}", text::audit(audit)))?;
        self.tell_what_to_try(open)
    }

    /// Commands that go on from here; while a finding is open, those that rule on it.
    fn tell_what_to_try(&self, open: &OpenLedger) -> Result<(), Problem> {
        let data = self.data.display();
        print_text(&format!(
            "\nIt is all in {data}. Go on with\n  \
             fupan show game {LEDGER} r1-b1 --move 19 --data {data}\n  \
             fupan show ledger {LEDGER} --data {data}\n  \
             fupan audit {LEDGER} --data {data}"
        ))?;
        let id: GameId = UNRULED
            .parse()
            .map_err(|e: NotASlug| Problem::internal(&e))?;
        let view = open.reader.game_view(&id, Known::Now, Moment::Last);
        let view = view.map_err(|e| Problem::from(&e))?;
        let mut findings = view.findings.iter();
        let Some(finding) = findings.find(|f| f.status == FindingStatus::Open) else {
            return Ok(());
        };
        let Some(allowed) = finding.outcomes.iter().flatten().next() else {
            return Ok(());
        };
        let (finding, outcome) = (&finding.id, &allowed.outcome);
        let rule = format!("fupan rule {LEDGER} {UNRULED}");
        let ruled = format!("{rule} {finding} --outcome \"{outcome}\" --actor arb-sato");
        print_text(&format!(
            "and rule on the ko of {UNRULED}: see what the article allows, try it out (it is \
             white's second warning), make it\n  \
             {rule} --data {data}\n  \
             {ruled} --dry-run --data {data}\n  \
             {ruled} --data {data}"
        ))
    }
}

/// The usual address, or any free port where another has that one.
fn free(usual: SocketAddr) -> SocketAddr {
    match TcpListener::bind(usual) {
        Ok(_) => usual,
        Err(_) => SocketAddr::new(usual.ip(), 0),
    }
}

/// Those of the demo in whose name one looks at its pages: what they are there, and
/// their names as officials.
const OFFICIALS: [(&str, &str); 5] = [
    ("chief arbiter", "chief-lin"),
    ("arbiter", "arb-sato"),
    ("recorder of board 1", "rec-ines"),
    ("recorder of board 2", "rec-omar"),
    ("appeals committee", "panel-wu"),
];

/// The tokens of the demo before: of those, only the hashes are kept, so that nobody
/// can be shown them again.
fn revoke_the_last_demos(tokens: &TokenBook) -> Result<(), Problem> {
    for grant in tokens.list()? {
        if grant.note.as_deref() == Some(TOKEN_NOTE) {
            tokens.revoke(&grant.id)?;
        }
    }
    Ok(())
}

fn made_for_the_demo(tokens: &TokenBook, principal: Principal) -> Result<String, Problem> {
    let made = tokens.add(principal, None, Some(TOKEN_NOTE.to_owned()))?;
    Ok(made.token)
}

fn tell_where(address: SocketAddr) -> Result<(), Problem> {
    print_text(&format!(
        "\nIt is served on http://{address} until you press Ctrl-C. Look at"
    ))?;
    for (path, what) in [
        (String::new(), "the pages; sign in with a token below"),
        (
            format!("l/{LEDGER}/games/r1-b1?move=19"),
            "a game at a move",
        ),
        ("v1/docs/".to_owned(), "every route, to try out"),
        (
            format!("v1/ledgers/{LEDGER}/events"),
            "every entry, and those to come",
        ),
    ] {
        print_text(&format!("  http://{address}/{path:43} {what}"))?;
    }
    Ok(())
}

/// As whom one can sign in, each with a token of his own.
fn tell_who(address: SocketAddr, tokens: &TokenBook, keeper: String) -> Result<(), Problem> {
    print_text(&format!(
        "\nTo rule or to record, sign in on http://{address}/sign-in as one of these. The tokens \
         are shown this once; the next demo makes others."
    ))?;
    let ledger = || {
        let name: Result<LedgerName, NotASlug> = LEDGER.parse();
        name.map_err(|e| Problem::internal(&e))
    };
    for (what, official) in OFFICIALS {
        let official_id = official.parse();
        let principal = Principal::Official {
            official: official_id.map_err(|e: NotASlug| Problem::internal(&e))?,
            ledger: ledger()?,
        };
        let token = made_for_the_demo(tokens, principal)?;
        print_text(&format!("  {what:20} {official:10} {token}"))?;
    }
    let auditor = Principal::Auditor {
        ledger: Some(ledger()?),
    };
    let auditor = made_for_the_demo(tokens, auditor)?;
    for (what, token) in [("auditor", auditor), ("keeper (no office)", keeper)] {
        print_text(&format!("  {what:20} {:10} {token}", "-"))?;
    }
    print_text(&format!(
        "What waits for an arbiter is on http://{address}/l/{LEDGER}/table, a board to record on \
         http://{address}/l/{LEDGER}/games/{UNRULED}/record"
    ))
}

/// The game that is still in play, with a finding that nobody has ruled on.
const UNRULED: &str = "r3-b2";
/// When white had retaken the ko and nothing was ruled yet.
const RETAKEN: &str = "2026-09-12T02:04:08.000Z";
