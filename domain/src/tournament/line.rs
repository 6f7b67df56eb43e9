//! What each entrant of a tournament has done up to a round: one line each, with
//! a bout for every game, match, bye or forfeit that counts. From these lines
//! all places are computed (`tie_break`, `standings`); who the entrants are,
//! players or teams, no longer matters there.

use super::{
    facts::GameFacts,
    progress,
    schedule::{Schedule, rest_of_match},
    settle::{Basis, Bearing, How, Open, Out, Settled, stands_in},
    state::{GamePairing, TournamentState},
};
use crate::{
    Colour,
    event::tournament::SanctionImposed,
    ids::{GameId, MatchId, PlayerId, TeamId},
    rulebook::{Format, Regulations},
};
use std::collections::{BTreeMap, BTreeSet};

/// Who takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Entrant<'a> {
    /// A player.
    Player(&'a PlayerId),
    /// A team.
    Team(&'a TeamId),
}

impl<'a> Entrant<'a> {
    /// The id as text.
    pub fn as_str(self) -> &'a str {
        match self {
            Entrant::Player(id) => id.as_str(),
            Entrant::Team(id) => id.as_str(),
        }
    }
}

/// Where the points of a bout come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source<'a> {
    /// A game.
    Game(&'a GameId),
    /// A match of teams.
    Match(&'a MatchId),
    /// No opponent.
    Bye,
    /// A game of a round robin's schedule that was never paired, since one side
    /// had withdrawn.
    Schedule,
}

/// One meeting of an entrant's: a game, a match, a bye or a forfeit that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bout<'a> {
    /// The round.
    pub round: u32,
    /// The opponent's line; `None` for a bye.
    pub opponent: Option<usize>,
    /// How it ended.
    pub how: How,
    /// Points.
    pub points: i64,
    /// What it was.
    pub source: Source<'a>,
    /// On what the result rests.
    pub basis: Basis<'a>,
    /// The colour, in a game in which it is known.
    pub colour: Option<Colour>,
}

/// What a team has from a board of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardPoints<'a> {
    /// The board, from 0.
    pub board: usize,
    /// The round.
    pub round: u32,
    /// The other team's line.
    pub opponent: usize,
    /// The match, or the one never paired.
    pub source: Source<'a>,
    /// Points.
    pub points: i64,
}

/// What an entrant has done.
#[derive(Clone, Debug)]
pub struct Line<'a> {
    /// Who.
    pub entrant: Entrant<'a>,
    /// What counts, in the order of rounds.
    pub bouts: Vec<Bout<'a>>,
    /// Play-offs, which count for no points, in order.
    pub playoffs: Vec<Bout<'a>>,
    /// Warnings in all games.
    pub warnings: u32,
    /// The rating at registration.
    pub rating: Option<i64>,
    /// Points board by board, of a team.
    pub boards: Vec<i64>,
    /// What these are made of, in the order of rounds: each board of each match,
    /// of those that are not settled too.
    pub by_board: Vec<BoardPoints<'a>>,
    /// Whether the entrant left for good, and after which round.
    pub left_after: Option<u32>,
    /// The last round for which the entrant was there, once he has left for good;
    /// at the last round paired also where that is the one.
    pub gone_after: Option<u32>,
}

impl<'a> Line<'a> {
    pub(super) fn new(entrant: Entrant<'a>, rating: Option<i64>) -> Line<'a> {
        Line {
            entrant,
            bouts: Vec::new(),
            playoffs: Vec::new(),
            warnings: 0,
            rating,
            boards: Vec::new(),
            by_board: Vec::new(),
            left_after: None,
            gone_after: None,
        }
    }

    /// Points: two a win, one a draw, and those of byes.
    pub fn points(&self) -> i64 {
        self.bouts.iter().map(|bout| bout.points).sum()
    }

    /// Points after each round up to one.
    pub fn running(&self, rounds: u32) -> impl Iterator<Item = i64> {
        // The bouts stand in the order of rounds.
        let mut bouts = self.bouts.iter().peekable();
        let mut points = 0;
        (1..=rounds).map(move |round| {
            while let Some(bout) = bouts.next_if(|bout| bout.round <= round) {
                points += bout.points;
            }
            points
        })
    }

    /// How often a bout ended so.
    pub fn count(&self, how: impl Fn(How) -> bool) -> u32 {
        let bouts = self.bouts.iter().filter(|bout| how(bout.how));
        u32::try_from(bouts.count()).unwrap_or(u32::MAX)
    }

    /// How many byes there were.
    pub fn byes(&self) -> u32 {
        let byes = self.bouts.iter().filter(|bout| bout.source == Source::Bye);
        u32::try_from(byes.count()).unwrap_or(u32::MAX)
    }

    /// Bouts that have a result, byes among them, those never paired left out.
    pub fn played(&self) -> u32 {
        let played = |b: &&Bout<'_>| b.source != Source::Schedule;
        u32::try_from(self.bouts.iter().filter(played).count()).unwrap_or(u32::MAX)
    }
}

/// A game that is not settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenGame<'a> {
    /// The game.
    pub game: &'a GameId,
    /// Its round.
    pub round: u32,
    /// Its board (table) number.
    pub board: u32,
    /// Why.
    pub why: Open,
}

/// A game of the rounds looked at, with what it comes to.
#[derive(Clone, Copy, Debug)]
pub struct SettledGame<'a> {
    /// Its id.
    pub id: &'a GameId,
    /// As it was paired.
    pub pairing: &'a GamePairing,
    /// What it tells.
    pub facts: &'a GameFacts,
    /// What it comes to.
    pub settled: Settled<'a>,
}

impl SettledGame<'_> {
    /// Whether it counts for no points.
    pub fn is_playoff(&self) -> bool {
        self.pairing.pairing.playoff == Some(true)
    }

    /// The colour that one of the two has, if it is known.
    pub fn colour(&self, side: usize) -> Option<Colour> {
        self.facts.black.map(|_| self.facts.colour(side))
    }
}

/// What each game told, by id.
pub type AllFacts = BTreeMap<GameId, std::sync::Arc<GameFacts>>;

/// The games up to a round, each with what it comes to, in the order of ids.
pub fn settled_games<'a>(
    tournament: &'a TournamentState,
    facts: &'a AllFacts,
    bearing: &Bearing<'a>,
    round: u32,
) -> Vec<SettledGame<'a>> {
    static NOTHING: GameFacts = GameFacts::nothing();
    let find = |id: &GameId| facts.get(id).map(|told| &**told);
    let is_later = |id: &GameId| tournament.games.get(id).is_some_and(|g| g.round > round);
    let newest = tournament.rounds.keys().all(|paired| *paired <= round);
    // Both maps stand in the order of ids: they are walked side by side.
    let mut told = facts.iter().peekable();
    let mut games = Vec::with_capacity(tournament.games.len());
    for (id, pairing) in tournament.games.iter() {
        while told.next_if(|(other, _)| *other < id).is_some() {}
        let facts = told.peek().filter(|(other, _)| *other == id);
        let facts = facts.map_or(&NOTHING, |(_, told)| &**told);
        if pairing.round <= round {
            let stands_in = stands_in(tournament, id, pairing, find);
            let settled = match bearing.settle(id, pairing, facts, stands_in) {
                // Paired anew for a round to come: until then it is open.
                Settled::Out(Out::ReplayedAs(again)) if is_later(again) => {
                    Settled::Open(Open::CountsForNothing)
                }
                // So it is until one of the two has left.
                Settled::Counts { .. }
                    if !newest && bearing.is_lost_after((id, pairing), facts, round) =>
                {
                    Settled::Open(Open::CountsForNothing)
                }
                settled => settled,
            };
            games.push(SettledGame {
                id,
                pairing,
                facts,
                settled,
            });
        }
    }
    games
}

/// The games of which nothing is settled, by round and board.
pub fn open_games<'a>(games: &[SettledGame<'a>]) -> Vec<OpenGame<'a>> {
    let open = |game: &SettledGame<'a>| match game.settled {
        Settled::Open(why) => Some(OpenGame {
            game: game.id,
            round: game.pairing.round,
            board: game.pairing.pairing.board,
            why,
        }),
        _ => None,
    };
    let mut open: Vec<OpenGame<'a>> = games.iter().filter_map(open).collect();
    open.sort_by_key(|game| (game.round, game.board, game.game));
    open
}

/// Who takes part in what is looked at.
pub struct Field<'a, 'b> {
    /// The tournament.
    pub tournament: &'a TournamentState,
    /// The regulations in force.
    pub regulations: &'b Regulations,
    /// What bears on games.
    pub bearing: &'b Bearing<'a>,
    /// Its games.
    pub games: &'b [SettledGame<'a>],
    /// The last round looked at.
    pub round: u32,
    /// Whether that is the last one paired, so that what is left of a schedule counts.
    pub newest: bool,
}

impl<'a> Field<'a, '_> {
    /// The lines of all players, in the order of their ids.
    pub fn players(&self) -> Vec<Line<'a>> {
        let players = self.tournament.players.iter();
        let mut lines: Vec<Line<'a>> = players
            .map(|(id, state)| Line::new(Entrant::Player(id), state.registered.rating))
            .collect();
        let index: BTreeMap<&PlayerId, usize> = self
            .tournament
            .players
            .keys()
            .enumerate()
            .map(|(i, id)| (id, i))
            .collect();
        let by_number = self.by_number();
        for game in self.games {
            let lines_of = match game.pairing.numbers {
                Some(both) => both.map(|n| by_number.get(n).copied()),
                // One of them was not registered when they were paired.
                None => match game.pairing.pairing.both() {
                    Some(both) => both.map(|player| index.get(player).copied()),
                    None => continue,
                },
            };
            put_game(&mut lines, game, lines_of);
        }
        self.put_byes(&mut lines, &index);
        for (player, leave) in self.bearing.withdrawals.all() {
            if let Some(line) = index.get(player).and_then(|i| lines.get_mut(*i)) {
                line.left_after = leave.after_round().filter(|last| *last < self.round);
                line.gone_after = leave.after_round().filter(|last| self.is_over(*last));
            }
        }
        if self.regulations.format.is_round_robin() {
            self.put_schedule(&mut lines, &index);
        }
        if let (Format::Match, Some(games)) = (self.regulations.format, self.regulations.games) {
            self.put_rest_of_match(&mut lines, games);
        }
        for line in &mut lines {
            line.bouts.sort_by_key(|bout| bout.round);
            line.playoffs.sort_by_key(|bout| bout.round);
        }
        lines
    }

    /// Whether what comes after a round counts here: it is looked at, or nothing
    /// later is paired.
    pub(super) fn is_over(&self, round: u32) -> bool {
        self.newest || self.round > round
    }

    /// Whether the whole schedule of a round robin was paired.
    pub(super) fn is_whole(&self) -> bool {
        self.newest && self.round >= self.regulations.rounds.into()
    }

    /// The line of each player, by the number of registration.
    fn by_number(&self) -> Vec<usize> {
        let mut by_number = vec![0; self.tournament.players.len()];
        for (line, state) in self.tournament.players.values().enumerate() {
            if let Some(place) = by_number.get_mut(state.number) {
                *place = line;
            }
        }
        by_number
    }

    /// A bye counts as a win with the event's points and no opponent (contract,
    /// section 11); one that is told twice counts once.
    fn put_byes(&self, lines: &mut [Line<'a>], index: &BTreeMap<&'a PlayerId, usize>) {
        for (round, paired) in self.tournament.rounds.range(..=self.round) {
            if paired.byes.is_empty() {
                continue;
            }
            let points = self.tournament.bye_points(*round);
            let seq = paired.paired_at.unwrap_or(0);
            for player in &paired.byes {
                let Some(line) = index.get(player).and_then(|i| lines.get_mut(*i)) else {
                    continue;
                };
                let told = |b: &Bout<'_>| b.source == Source::Bye && b.round == *round;
                let out = progress::is_out_before(line, self.regulations, *round);
                let leave = self.bearing.withdrawals.leave(player);
                // Who is not there has no bye either (2002 28.3: 以後的比賽不再編排), nor
                // who is out (26.1: 失去繼續比賽資格).
                let away = leave.is_some_and(|leave| leave.void || leave.misses(*round));
                if away || out || line.bouts.iter().any(told) {
                    continue;
                }
                let cancelled = self.bearing.sanctions.on_bye(player, *round, seq);
                line.bouts.push(bye(*round, points, cancelled));
            }
        }
    }

    /// Forfeits what is left of the schedule of those who withdrew.
    fn put_schedule(&self, lines: &mut [Line<'a>], index: &BTreeMap<&'a PlayerId, usize>) {
        let withdrawals = &self.bearing.withdrawals;
        let mut schedule = Schedule::new(self.regulations, self.round);
        let mut in_game = BTreeSet::new();
        for game in self.tournament.games.values() {
            let counts = game.replays.is_none() && game.pairing.playoff != Some(true);
            let both = game.pairing.both().filter(|_| counts);
            let both = both.map(|both| both.map(|p| index.get(p).copied()));
            if let Some([Some(a), Some(b)]) = both {
                schedule.meet(a, b);
                in_game.extend([(a, game.round), (b, game.round)]);
            }
        }
        for (player, leave) in withdrawals.all() {
            let Some(line) = index.get(player) else {
                continue;
            };
            if leave.void || leave.before_start() {
                schedule.strike(*line);
            } else if lines[*line].gone_after.is_some() {
                if let Some(forfeit) = withdrawals.forfeits_the_rest(leave) {
                    schedule.leaves(*line, forfeit);
                }
            } else if self.is_whole() {
                let mut missed = withdrawals.forfeits_missed(leave);
                missed.retain(|round, _| !in_game.contains(&(*line, *round)));
                schedule.missed(*line, missed);
            }
        }
        schedule.forfeit(lines);
    }

    /// Forfeits what is left of a match after a withdrawal that was ruled on.
    fn put_rest_of_match(&self, lines: &mut [Line<'a>], games: u8) {
        let [a, b] = lines else {
            return;
        };
        let away = [a, b].map(|line| {
            line.gone_after?;
            let leave = match line.entrant {
                Entrant::Player(player) => self.bearing.withdrawals.leave(player),
                Entrant::Team(team) => self.bearing.withdrawals.leave_of_team(team),
            };
            self.bearing.withdrawals.forfeits_the_rest(leave?)
        });
        let first = |game: &&SettledGame<'_>| game.pairing.replays.is_none() && !game.is_playoff();
        let paired = self.games.iter().filter(first).count();
        rest_of_match(lines, (games, self.round), away, paired);
    }
}

/// A bye that brings so many points, if no sanction took them.
pub(super) fn bye(round: u32, points: i64, cancelled: Option<&SanctionImposed>) -> Bout<'_> {
    Bout {
        round,
        opponent: None,
        how: cancelled.map_or(How::Won, |_| How::Cancelled),
        points: cancelled.map_or(points, |_| 0),
        source: Source::Bye,
        basis: cancelled.map_or(Basis::Played, |by| Basis::Sanction(&by.sanction)),
        colour: None,
    }
}

/// Puts a game into the lines of its two players, as far as they are registered:
/// against somebody who is not, the points count and no opponent does.
fn put_game<'a>(lines: &mut [Line<'a>], game: &SettledGame<'a>, [a, b]: [Option<usize>; 2]) {
    for (side, (own, other)) in [(a, b), (b, a)].into_iter().enumerate() {
        let Some(own) = own else {
            continue;
        };
        lines[own].warnings = lines[own]
            .warnings
            .saturating_add(game.facts.warnings[side]);
        let Settled::Counts {
            sides,
            basis,
            taken,
        } = game.settled
        else {
            continue;
        };
        let how = sides[side];
        let basis = taken[side].map_or(basis, |(_, by)| Basis::Sanction(by));
        let bout = Bout {
            round: game.pairing.round,
            opponent: other,
            how,
            points: how.points(),
            source: Source::Game(game.id),
            basis,
            colour: game.colour(side),
        };
        let line = &mut lines[own];
        let bouts = if game.is_playoff() {
            &mut line.playoffs
        } else {
            &mut line.bouts
        };
        bouts.push(bout);
    }
}
