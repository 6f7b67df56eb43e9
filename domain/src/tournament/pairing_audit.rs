//! The audit of pairings: who met whom again, who had a bye twice, who played
//! twice in a round or not at all, colours, floats, and who should not have been
//! paired. Texts name the round and the players; nothing is refused. Pairings
//! stand as they were played, whatever sanctions made of results later; so
//! points are those without sanctions, with lots for the pairing (2002 17.5).
//! What is known of players so far is kept here; a part of the audit has a file.

mod barred;
mod colours;
mod meetings;
mod points;

pub use barred::{CLAUSE_SAME_FEDERATION, CLAUSE_SAME_TEAM};

use super::{
    entry_audit,
    irregularity::{Irregularity, Weight},
    line::AllFacts,
    line::SettledGame,
    lots::taken_as_winner,
    settle::{How, Settled},
    standings::{Asked, Standings},
    state::{Round, TournamentState},
    team_audit,
};
use crate::{
    Colour,
    ids::{EntryId, MatchId, PlayerId},
};
use std::collections::{BTreeMap, BTreeSet};

/// What the audit says of the pairings of all rounds.
pub fn irregularities(tournament: &TournamentState, facts: &AllFacts) -> Vec<Irregularity> {
    let asked = Asked {
        round: None,
        without_sanctions: true,
    };
    let Some(standings) = Standings::of(tournament, facts, asked) else {
        return Vec::new();
    };
    let mut audit = Audit {
        tournament,
        standings: &standings,
        players: BTreeMap::new(),
        matches: BTreeMap::new(),
        counted: BTreeSet::new(),
        round: 0,
        found: Vec::new(),
    };
    let mut by_round: BTreeMap<u32, Vec<&SettledGame<'_>>> = BTreeMap::new();
    for game in &standings.games {
        by_round.entry(game.pairing.round).or_default().push(game);
    }
    for (number, round) in tournament.rounds.iter() {
        let mut games = by_round.remove(number).unwrap_or_default();
        games.sort_by_key(|game| (game.pairing.pairing.board, game.id));
        audit.take_round(*number, round, &games);
    }
    audit.colours();
    audit.never_paired();
    audit.never_met();
    let mut found = audit.found;
    found.extend(team_audit::irregularities(tournament, &standings));
    found.extend(entry_audit::irregularities(tournament, (&standings, facts)));
    found
}

/// What is known of a player so far.
#[derive(Clone, Debug, Default)]
struct SoFar<'a> {
    met: BTreeMap<&'a PlayerId, u32>,
    byes: u32,
    colours: Vec<(u32, Colour)>,
    points: i64,
    defeats: u32,
    /// The last round in which the opponent had more points, or fewer.
    floated: Option<(u32, bool)>,
    seen: bool,
}

struct Audit<'a, 'b> {
    tournament: &'a TournamentState,
    standings: &'b Standings<'a>,
    players: BTreeMap<&'a PlayerId, SoFar<'a>>,
    /// How often two teams met.
    matches: BTreeMap<[&'a str; 2], u32>,
    /// Matches that were counted: one may go over several rounds.
    counted: BTreeSet<&'a MatchId>,
    round: u32,
    found: Vec<Irregularity>,
}

impl<'a> Audit<'a, '_> {
    fn tell(&mut self, code: &'static str, weight: Weight, entry: Option<EntryId>, text: &str) {
        let text = format!("round {}: {text}", self.round);
        self.found.push(Irregularity {
            code,
            weight,
            entry,
            article: None,
            text,
        });
    }

    fn take_round(&mut self, number: u32, round: &'a Round, games: &[&SettledGame<'a>]) {
        self.round = number;
        let entry = games.first().map(|game| game.pairing.entry);
        let first = |game: &&&SettledGame<'a>| game.pairing.replays.is_none() && !game.is_playoff();
        let paired: Vec<&SettledGame<'a>> = games.iter().filter(first).copied().collect();
        self.twice(round, &paired);
        for game in &paired {
            self.met_again(game);
            self.should_not_play(game);
            self.kept_apart(game);
            self.float(game);
        }
        self.teams_met_again(round, games, entry);
        self.byes(round, &paired, entry);
        self.missing(round, &paired, entry);
        for game in games {
            self.count(game);
        }
        let brings = (!round.byes.is_empty()).then(|| self.tournament.bye_points(number));
        for player in &round.byes {
            let so_far = self.players.entry(player).or_default();
            so_far.points += brings.unwrap_or(0);
            (so_far.byes, so_far.seen) = (so_far.byes + 1, true);
        }
    }

    /// What a game brings for the rounds after it.
    fn count(&mut self, game: &SettledGame<'a>) {
        if game.is_playoff() {
            return;
        }
        let Some(both) = game.pairing.pairing.both() else {
            return;
        };
        let winner = taken_as_winner(self.tournament, game);
        for (side, player) in both.into_iter().enumerate() {
            // The colours that were assigned count, whoever took which stones (2002 17.1).
            let assigned = game.pairing.pairing.black.as_ref();
            let colour = match assigned {
                Some(black) if black == player => Some(Colour::Black),
                Some(_) => Some(Colour::White),
                None => game.colour(side),
            };
            let so_far = self.players.entry(player).or_default();
            so_far.seen = true;
            if let (None, Some(colour)) = (&game.pairing.replays, colour) {
                so_far.colours.push((game.pairing.round, colour));
            }
            let Settled::Counts { sides, .. } = game.settled else {
                continue;
            };
            so_far.points += sides[side].points();
            so_far.points += i64::from(winner == Some(side)) * How::Won.points();
            so_far.defeats += u32::from(matches!(sides[side], How::Lost | How::BothLost));
        }
    }
}
