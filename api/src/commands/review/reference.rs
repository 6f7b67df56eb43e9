//! `fupan review reference`: a group to compare with, as a file that a method
//! names by its hash.

use super::{
    super::{Ended, Outcome, print_json, print_text, source::Source},
    place::{Games, with_games},
};
use crate::problem::Problem;
use clap::Args;
use fupan_domain::{
    Colour, amount,
    ids::{GameId, LedgerName, PlayerId},
};
use fupan_replay::review::{Member, Reference};
use serde_json::json;
use std::{fs, path::PathBuf};

#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  fupan review reference spring-cup --name '7d, rounds 1 and 2' --round 1 --round 2 --without ann --out group.json\n  fupan review reference spring-cup --name 'three games' --game r1-b1:black --game r1-b2:white --game r2-b1:black --out group.json"
)]
pub struct ReferenceVerb {
    /// The tournament's ledger
    ledger: LedgerName,
    /// What the group is
    #[arg(long, value_name = "TEXT")]
    name: String,
    /// Both sides of all games of a round
    #[arg(long = "round", value_name = "N")]
    rounds: Vec<u32>,
    /// One side of a game, as r1-b1:black
    #[arg(long = "game", value_name = "GAME:COLOUR", value_parser = parse_member)]
    games: Vec<Member>,
    /// A player whose games are left out: a group should not hold whom it is compared with
    #[arg(long = "without", value_name = "PLAYER")]
    without: Vec<PlayerId>,
    /// Where to write it
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    source: Source,
    /// Print its name, hash and size as one JSON object
    #[arg(long)]
    pub json: bool,
}

fn parse_member(text: &str) -> Result<Member, String> {
    let (game, colour) = text
        .split_once(':')
        .ok_or("expected a game and a colour, as r1-b1:black")?;
    let colour = match colour {
        "black" => Colour::Black,
        "white" => Colour::White,
        other => return Err(format!("{other:?}: expected black or white")),
    };
    let game: GameId = game.parse().map_err(|e| format!("{e}"))?;
    Ok(Member { game, colour })
}

impl ReferenceVerb {
    fn members(&self, games: &Games<'_>) -> Result<Vec<Member>, Problem> {
        let mut members = self.games.clone();
        for round in &self.rounds {
            for game in games.of_round(Some(*round))? {
                let of_game = Colour::BOTH.map(|colour| Member {
                    game: game.clone(),
                    colour,
                });
                members.extend(of_game);
            }
        }
        games.need_all(&members)?;
        for player in &self.without {
            let own = games.of_player(player)?;
            if own.is_empty() {
                let detail =
                    format!("--without {player}: expected a player who was paired in a game");
                return Err(Problem::new("usage", detail));
            }
            members.retain(|member| !own.contains(&member.game));
        }
        members.sort();
        members.dedup();
        if members.is_empty() {
            let detail = "no side is left: expected --round or --game with games of others than --without leaves out";
            return Err(Problem::new("usage", detail));
        }
        Ok(members)
    }

    pub fn run(self) -> Outcome {
        let members = with_games(&self.source, &self.ledger, |games| self.members(games))?;
        let group = Reference {
            name: self.name,
            members,
        };
        let bytes = serde_json::to_vec_pretty(&group).map_err(|e| Problem::internal(&e))?;
        let told = |e: fupan_replay::review::ReferenceError| Problem::new("group", e.to_string());
        let named = Reference::read(&bytes)
            .and_then(|group| group.named())
            .map_err(told)?;
        fs::write(&self.out, bytes).map_err(|e| Problem::file(&self.out, &e))?;
        if self.json {
            print_json(&json!(named))?;
        } else {
            print_text(&format!(
                "{}: {}, {}",
                named.name,
                amount(named.members, "member"),
                named.sha256
            ))?;
        }
        Ok(Ended::Sound)
    }
}
