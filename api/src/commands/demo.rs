//! `fupan demo`: a small complete tournament in a store of its own, replayed,
//! verified and shown.

use super::{Ended, Outcome, audit, import, print_json, print_text};
use crate::{
    ledger::{self, OpenLedger},
    problem::Problem,
    text,
};
use clap::Args;
use fupan_domain::{
    ids::{AppealId, GameId, LedgerName, NotASlug},
    time::NotATime,
};
use fupan_replay::{audit::Verdict, views::Moment};
use fupan_store::Known;
use std::path::{Path, PathBuf};

/// The demo's drafts: four players, three rounds, every kind of ruling, one appeal.
const DRAFTS: &[u8] = include_bytes!("../../demo/demo.jsonl");
/// The demo's ledger.
const LEDGER: &str = "lakeside";

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  fupan demo\n  fupan show game lakeside r1-b1 --move 19 --data fupan-demo"
)]
pub struct Demo {
    /// The data folder of the demo
    #[arg(long, value_name = "DIR", default_value = "fupan-demo")]
    data: PathBuf,
    /// Print ledger, games, appeal and audit as one JSON object
    #[arg(long)]
    pub json: bool,
}

impl Demo {
    pub fn run(self) -> Outcome {
        let ledgers = import::ledger_folder(&self.data)?;
        let name: LedgerName = LEDGER
            .parse()
            .map_err(|e: NotASlug| Problem::internal(&e))?;
        let open = super::told(ledger::open_or_create(&ledgers, &name))?;
        let contents = import::read_drafts(DRAFTS)?;
        import::append(&open, contents, Path::new("demo.jsonl"))?;
        let audit = audit::audit(&open)?;
        let sound = audit.verdict != Verdict::Broken;
        if self.json {
            self.print_all(&open, &audit)?;
        } else {
            self.tell(&open, &audit)?;
        }
        Ok(if sound { Ended::Sound } else { Ended::Broken })
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
        print_text(&format!("\n{}", text::audit(audit)))?;
        let data = self.data.display();
        print_text(&format!(
            "\nIt is all in {data}. Go on with\n  \
             fupan show game {LEDGER} r1-b1 --move 19 --data {data}\n  \
             fupan show ledger {LEDGER} --data {data}\n  \
             fupan audit {LEDGER} --data {data}"
        ))
    }
}

/// When white had retaken the ko and nothing was ruled yet.
const RETAKEN: &str = "2026-09-12T02:04:08.000Z";
