//! Who meets whom in games that are not settled: a crosstable that left them out
//! would tell of a player as if he had been absent. What is settled stands in
//! the lines of `domain::tournament`.

use fupan_domain::{
    Colour,
    ids::PlayerId,
    tournament::{
        Line, Rosters, Scoring, Settled, SettledGame, Source, Standings, TournamentState,
    },
};

/// One side of a meeting that is not settled.
pub(super) struct Meeting<'a> {
    /// The round.
    pub round: u32,
    /// The line of this side.
    pub own: usize,
    /// The line of the other side; `None` where the two are of one team.
    pub opponent: Option<usize>,
    /// The game, or the match of teams to which it belongs.
    pub of: Source<'a>,
    /// The colour, in a game in which it is known.
    pub colour: Option<Colour>,
}

impl<'a> Meeting<'a> {
    /// Both sides of every game, or match of teams, that is open, by lines;
    /// play-offs stand in no crosstable.
    pub fn open(
        tournament: &'a TournamentState,
        standings: &Standings<'a>,
    ) -> Vec<Vec<Meeting<'a>>> {
        let team = standings.regulations.team.as_deref();
        let sides = Sides {
            standings,
            scoring: team.map(|team| Scoring::of(standings.regulations.format, team)),
            rosters: Rosters::of(tournament),
        };
        let mut by_line: Vec<Vec<Meeting<'a>>> = Vec::new();
        by_line.resize_with(standings.lines.len(), Vec::new);
        let open = standings.games.iter().filter(|game| {
            let is_open = matches!(game.settled, Settled::Open(_));
            is_open && !game.is_playoff()
        });
        for meeting in open.filter_map(|game| sides.of(game)).flatten() {
            let line = &mut by_line[meeting.own];
            // A match goes on while one of its games does: it is told once.
            let is_match = matches!(meeting.of, Source::Match(_));
            if !is_match || !line.iter().any(|told| told.of == meeting.of) {
                line.push(meeting);
            }
        }
        by_line
    }
}

/// Whose line a side's is.
struct Sides<'a, 'b> {
    standings: &'b Standings<'a>,
    /// How teams score; `None` where players play for themselves.
    scoring: Option<Scoring>,
    rosters: Rosters<'a>,
}

impl<'a> Sides<'a, '_> {
    /// Both sides of a game that is open; none where nobody is known to play.
    fn of(&self, game: &SettledGame<'a>) -> Option<[Meeting<'a>; 2]> {
        let both = game.pairing.pairing.both()?;
        let round = game.pairing.round;
        let [a, b] = both.map(|player| self.line_of(round, player));
        let (of, by_game) = match self.scoring {
            Some(Scoring::Matches) => (
                Source::Match(game.pairing.pairing.match_id.as_ref()?),
                false,
            ),
            _ => (Source::Game(game.id), true),
        };
        // Before the game has begun its pairing says who has black, if anybody does.
        let assigned = game.pairing.pairing.black.is_some();
        let colour = |side: usize| {
            let paired = assigned.then_some(Colour::BOTH[side]);
            game.colour(side).or(paired).filter(|_| by_game)
        };
        let meeting = |side: usize, own: usize, other: usize| Meeting {
            round,
            own,
            opponent: (own != other).then_some(other),
            of,
            colour: colour(side),
        };
        let (a, b) = (a?, b?);
        Some([meeting(0, a, b), meeting(1, b, a)])
    }

    fn line_of(&self, round: u32, player: &PlayerId) -> Option<usize> {
        let entrant = match self.scoring {
            None => player.as_str(),
            Some(_) => self.rosters.team(round, player)?.as_str(),
        };
        // Lines stand in the order of ids.
        let of = |line: &Line<'_>| line.entrant.as_str().cmp(entrant);
        self.standings.lines.binary_search_by(of).ok()
    }
}
