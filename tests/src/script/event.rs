//! Whole rounds told in one line each, for questions about standings: who met
//! whom and how it ended. Games are called after their round and players, as
//! `r1-ann-bo`.

use super::{Script, with_officials};
use serde_json::{Value, json};

/// A tournament with these players.
pub fn event(edition: &str, regulations: &Value, players: &[&str]) -> Script {
    let opened = with_officials(edition, regulations);
    players
        .iter()
        .fold(opened, |script, player| script.registers(player, json!({})))
}

/// A tournament of teams, each of so many players: `foxes-1`, `foxes-2` …
pub fn team_event(edition: &str, regulations: &Value, teams: &[&str], boards: usize) -> Script {
    let opened = with_officials(edition, regulations);
    teams.iter().fold(opened, |script, team| {
        let script = script.org("team_registered", json!({"team": team, "name": team}));
        (1..=boards).fold(script, |script, n| {
            script.registers(&format!("{team}-{n}"), json!({"team": team}))
        })
    })
}

/// A game of a round as it is told: `ann-bo 1-0`.
struct Told<'a> {
    game: String,
    black: &'a str,
    white: &'a str,
    result: &'a str,
}

impl Script {
    /// A round, each game with its result: `ann-bo 1-0, cy-di =, ed-flo 0-0,
    /// gil-hal ?, ike bye`. `?` is not played, `void` ruled to have no result, `none`
    /// confirmed to have none though nobody ruled so.
    pub fn round(self, round: u32, told: &str) -> Script {
        let parts: Vec<(&str, &str)> = told
            .split(',')
            .map(|part| part.trim().split_once(' ').unwrap())
            .collect();
        let byes = parts.iter().filter(|(_, result)| *result == "bye");
        let byes: Vec<&str> = byes.map(|(player, _)| *player).collect();
        let played = parts.iter().filter(|(_, result)| *result != "bye");
        let games: Vec<Told<'_>> = played
            .map(|(players, result)| {
                let (black, white) = players.split_once('-').unwrap();
                let game = format!("r{round}-{black}-{white}");
                Told {
                    game,
                    black,
                    white,
                    result,
                }
            })
            .collect();
        let pairing = |(n, told): (usize, &Told<'_>)| json!({"game": told.game, "board": n + 1, "black": told.black, "white": told.white});
        let pairings: Vec<Value> = games.iter().enumerate().map(pairing).collect();
        let mut data = json!({"round": round, "games": pairings});
        if !byes.is_empty() {
            data["bye"] = json!(byes);
        }
        let paired = self.tournament("chief-1", "round_paired", data);
        games
            .iter()
            .fold(paired, |script, told| script.played(told))
    }

    /// A match of two teams on their boards in order, tables counted on from
    /// `table`: `otters-foxes 1-0 0-1 =`. Games are called `r1-otters-1`, after
    /// black's player; black is the first team's on odd boards.
    pub fn team_round(self, round: u32, told: &[&str]) -> Script {
        let mut games = Vec::new();
        let mut matches = Vec::new();
        let mut results = Vec::new();
        for (index, told) in told.iter().enumerate() {
            let (teams, boards) = told.split_once(' ').unwrap();
            let (first, second) = teams.split_once('-').unwrap();
            let id = format!("r{round}-m{}", index + 1);
            matches.push(json!({"match": id, "teams": [first, second]}));
            for (board, result) in boards.split(' ').enumerate() {
                let black = format!("{first}-{}", board + 1);
                let white = format!("{second}-{}", board + 1);
                let game = format!("r{round}-{black}");
                games.push(json!({"game": game, "board": games.len() + 1, "match": id,
                    "black": black, "white": white}));
                results.push((game, black, white, result));
            }
        }
        let data = json!({"round": round, "games": games, "matches": matches});
        let paired = self.tournament("chief-1", "round_paired", data);
        results
            .iter()
            .fold(paired, |script, (game, black, white, result)| {
                script.played(&Told {
                    game: game.clone(),
                    black,
                    white,
                    result,
                })
            })
    }

    /// A game is paired in a round beside those that were: `r1-again`, black, white.
    pub fn pairs(self, round: u32, [game, black, white]: [&str; 3]) -> Script {
        let pairing = json!({"game": game, "board": 1, "black": black, "white": white});
        let data = json!({"round": round, "games": [pairing]});
        self.tournament("chief-1", "round_paired", data)
    }

    /// How a game ended that was paired already: `1-0`, `0-1`, `=`, `0-0`, `void`, `none`.
    pub fn ended(self, game: &str, black: &str, white: &str, result: &str) -> Script {
        let game = game.to_owned();
        self.played(&Told {
            game,
            black,
            white,
            result,
        })
    }

    fn played(self, told: &Told<'_>) -> Script {
        if told.result == "?" {
            return self;
        }
        let begun = self.on(&told.game).fact(
            "game_started",
            json!({"black": told.black, "white": told.white}),
        );
        let ruled = |script: Script, order: &str| {
            let ruling = format!("end-{}", told.game);
            script.rules(&ruling, json!([{"do": order}]))
        };
        match told.result {
            "1-0" => begun
                .side("resigned", "white")
                .confirms("black", "resignation"),
            "0-1" => begun
                .side("resigned", "black")
                .confirms("white", "resignation"),
            "=" => ruled(begun, "draw").confirms("draw", "ruling"),
            "0-0" => ruled(begun, "both_lose").confirms("both_lose", "ruling"),
            "void" => ruled(begun, "no_result").confirms("no_result", "ruling"),
            "none" => begun
                .confirms("no_result", "ruling")
                .called(&format!("confirmed-{}", told.game)),
            other => panic!("{other:?} is no result: expected 1-0, 0-1, =, 0-0, void, none or ?"),
        }
    }
}
