//! Why somebody stands where he stands: each term of each sum, and what
//! separates the row from those above and below it.

use super::{
    NoStandings, People,
    crosstable::{basis_name, how_name},
    erased_among,
    no_standings::{need_round, why_no_place},
    standings::{Exact, WhoView, name_of, player_of, source_text},
};
use fupan_domain::{
    Colour, amount,
    ids::GameId,
    rulebook::{Pmax, TieBreak},
    score::Fraction,
    tournament::{
        AllFacts, BoardPoints, Bout, Criterion, How, Scoring, Standings, StandingsAsked,
        TournamentState, Worth, total_score,
    },
};
use serde::Serialize;

/// A place, explained.
#[derive(Clone, Debug, Serialize)]
pub struct ExplainView {
    /// The ledger.
    pub ledger: String,
    /// After which round.
    pub round: u32,
    /// Who.
    #[serde(flatten)]
    pub who: WhoView,
    /// The name, where it is kept.
    pub name: Option<String>,
    /// Whether the record was erased on request: the id stands for the name.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub erased: bool,
    /// The place.
    pub place: usize,
    /// Points, with where they come from.
    pub points: i64,
    /// Each bout that counts, in the order of rounds.
    pub bouts: Vec<BoutView>,
    /// Sum of the opponents' points: the `worth` of each bout's opponent.
    pub opponents: Exact,
    /// 胜者小分, in half-points: `beaten_half` of each bout.
    pub beaten_half: i64,
    /// The further sums over opponents, each with its terms.
    pub sums: Vec<SumView>,
    /// Points after each round.
    pub running: Vec<i64>,
    /// The sum of these (累进分).
    pub cumulative: i64,
    /// Warnings, game by game.
    pub warnings: Vec<WarnedView>,
    /// The total score, in both readings of the highest points.
    pub totals: Vec<TotalView>,
    /// Every criterion of the event with this row's value, the first one first.
    pub criteria: Vec<CriterionView>,
    /// What separates it from the row above.
    pub above: Option<SeparatedView>,
    /// What separates it from the row below.
    pub below: Option<SeparatedView>,
    /// Games of this entrant's that are not settled.
    pub open: Vec<GameId>,
}

/// A bout that counts.
#[derive(Clone, Debug, Serialize)]
pub struct BoutView {
    /// The round.
    pub round: u32,
    /// The opponent; `null` for a bye.
    pub opponent: Option<String>,
    /// What it was, as `game r1-b1`.
    pub what: String,
    /// The colour.
    pub colour: Option<Colour>,
    /// `won`, `drew`, `lost`, `both_lost`, `cancelled`.
    pub how: &'static str,
    /// On what that rests: `played`, `sanction`, `withdrawal`.
    pub basis: &'static str,
    /// Points.
    pub points: i64,
    /// What the opponent brings to the sum.
    pub worth: Option<Exact>,
    /// How that comes about, where it is not simply the opponent's points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worth_is: Option<String>,
    /// What the bout brings to 胜者小分, in half-points.
    pub beaten_half: i64,
}

/// A sum over opponents with its terms.
#[derive(Clone, Debug, Serialize)]
pub struct SumView {
    /// The criterion: `sos1`, `sos2`, `sosos`, `sodos`, or of a team `boards`.
    pub criterion: TieBreak,
    /// Of `boards` the board, from 1; left out where it is all of them together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<usize>,
    /// What it comes to.
    pub total: Exact,
    /// What it is made of, in the order of rounds.
    pub terms: Vec<TermView>,
}

/// A term of a sum.
#[derive(Clone, Debug, Serialize)]
pub struct TermView {
    /// The opponent.
    pub of: String,
    /// What it brings.
    pub value: Exact,
    /// Whether it is one of the lowest and left out.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub left_out: bool,
}

/// Warnings in a game.
#[derive(Clone, Debug, Serialize)]
pub struct WarnedView {
    /// The game.
    pub game: GameId,
    /// How many.
    pub warnings: u32,
}

/// A total score with its terms.
#[derive(Clone, Debug, Serialize)]
pub struct TotalView {
    /// The reading of the highest points.
    pub reading: Pmax,
    /// Whether it is the event's.
    pub in_force: bool,
    /// The highest points.
    pub pmax: i64,
    /// What it comes to.
    pub total: Fraction,
    /// The formula with its numbers.
    pub formula: String,
}

/// A criterion with a row's value.
#[derive(Clone, Debug, Serialize)]
pub struct CriterionView {
    /// The criterion.
    pub criterion: Criterion,
    /// The value; `null` where it is not the row's own.
    pub value: Option<String>,
}

/// What separates two rows.
#[derive(Clone, Debug, Serialize)]
pub struct SeparatedView {
    /// The other row.
    pub from: String,
    /// By which criterion; `null` where nothing does and they share the place.
    pub by: Option<Criterion>,
    /// This row's value; of a criterion that is about those who are equal what it
    /// has among them: points in `direct` and `playoff`, the number drawn in `lot`,
    /// in `elimination` the round of the last defeat.
    pub own: Option<String>,
    /// The other row's.
    pub other: Option<String>,
}

/// Why somebody stands where he stands.
///
/// # Errors
/// [`NoStandings`].
pub fn explain_view(
    ledger: &str,
    tournament: &TournamentState,
    facts: &AllFacts,
    (round, who): (Option<u32>, &str),
    people: People<'_>,
) -> Result<ExplainView, NoStandings> {
    need_round(tournament, round)?;
    let asked = StandingsAsked {
        round,
        without_sanctions: false,
    };
    let standings = Standings::of(tournament, facts, asked).ok_or(NoStandings::NotOpened)?;
    let row = standings
        .ranked
        .iter()
        .position(|r| standings.lines[r.line].entrant.as_str() == who)
        .ok_or_else(|| why_no_place(tournament, &standings, who))?;
    let explained = Explained {
        standings: &standings,
        row,
    };
    let index = standings.ranked[row].line;
    let (line, terms) = (&standings.lines[index], &standings.terms[index]);
    Ok(ExplainView {
        ledger: ledger.to_owned(),
        round: standings.round,
        who: WhoView::of(line.entrant),
        name: name_of(tournament, line.entrant, people),
        erased: !erased_among(player_of(line.entrant), tournament).is_empty(),
        place: standings.ranked[row].place,
        points: terms.points,
        bouts: line.bouts.iter().map(|bout| explained.bout(bout)).collect(),
        opponents: Exact(terms.opponents.0),
        beaten_half: terms.beaten_half,
        sums: explained.sums(),
        running: line.running(standings.rounds).collect(),
        cumulative: terms.cumulative,
        warnings: explained.warnings(who),
        totals: [Pmax::Scored, Pmax::Possible]
            .map(|reading| explained.total(reading))
            .into(),
        criteria: explained.criteria(),
        above: row
            .checked_sub(1)
            .and_then(|above| explained.separated(above)),
        below: explained.separated(row + 1),
        open: explained.open(who),
    })
}

struct Explained<'a, 'b> {
    standings: &'b Standings<'a>,
    row: usize,
}

impl Explained<'_, '_> {
    fn line(&self) -> usize {
        self.standings.ranked[self.row].line
    }

    fn bout(&self, bout: &Bout<'_>) -> BoutView {
        let other = bout.opponent;
        let terms = other.map(|line| &self.standings.terms[line]);
        BoutView {
            round: bout.round,
            opponent: other.map(|line| self.standings.lines[line].entrant.as_str().to_owned()),
            what: source_text(bout.source),
            colour: bout.colour,
            how: how_name(bout.how),
            basis: basis_name(bout.basis),
            points: bout.points,
            worth: terms.map(|terms| Exact(terms.worth.0)),
            worth_is: other.and_then(|line| self.worth_is(line)),
            beaten_half: terms.map_or(0, |terms| bout.how.points() * terms.points),
        }
    }

    /// The sums over opponents beside the first: all but the lowest, those of the
    /// opponents' sums, of the beaten ones' points, and of board points.
    fn sums(&self) -> Vec<SumView> {
        let (index, standings) = (self.line(), self.standings);
        let (line, terms) = (&standings.lines[index], &standings.terms[index]);
        let met = || line.bouts.iter().filter_map(|b| Some((b, b.opponent?)));
        let term = |other: usize, value: Fraction, left_out: bool| TermView {
            of: standings.lines[other].entrant.as_str().to_owned(),
            value: Exact(value),
            left_out,
        };
        let worth = |other: usize| standings.terms[other].worth.0;
        let mut lowest: Vec<(usize, usize)> = met().map(|(_, other)| other).enumerate().collect();
        lowest.sort_by_key(|(place, other)| (standings.terms[*other].worth, *place));
        let without = |n: usize| -> Vec<TermView> {
            let out: Vec<usize> = lowest.iter().take(n).map(|(place, _)| *place).collect();
            let all = met().enumerate();
            all.map(|(place, (_, other))| term(other, worth(other), out.contains(&place)))
                .collect()
        };
        let sums = met().map(|(_, other)| term(other, standings.terms[other].opponents.0, false));
        let beaten = met().filter(|(bout, _)| bout.how == How::Won);
        let points = |other: usize| Fraction::whole(standings.terms[other].points);
        let beaten = beaten.map(|(_, other)| term(other, points(other), false));
        let sum = |criterion, total, terms| SumView {
            criterion,
            board: None,
            total: Exact(total),
            terms,
        };
        let mut all = vec![
            sum(TieBreak::Sos1, terms.sos1.0, without(1)),
            sum(TieBreak::Sos2, terms.sos2.0, without(2)),
            sum(TieBreak::Sosos, terms.sosos.0, sums.collect()),
            sum(TieBreak::Sodos, terms.sodos.0, beaten.collect()),
        ];
        all.extend(self.boards());
        all
    }

    /// Board points of a team: those of all boards, a term a match, then those of
    /// each board, which are compared one after the other (2002 27.2, 1988 28.2).
    fn boards(&self) -> Vec<SumView> {
        let standings = self.standings;
        let regulations = &standings.regulations;
        let team = regulations.team.as_deref();
        let scoring = team.map(|team| Scoring::of(regulations.format, team));
        if scoring != Some(Scoring::Matches) {
            return Vec::new();
        }
        let line = &standings.lines[self.line()];
        let sum = |board: Option<usize>, of: &[&[BoardPoints<'_>]]| {
            let points = |part: &[BoardPoints<'_>]| part.iter().map(|p| p.points).sum::<i64>();
            let terms = of.iter().filter_map(|part| {
                let opponent = part.first()?.opponent;
                Some(TermView {
                    of: standings.lines[opponent].entrant.as_str().to_owned(),
                    value: Exact(Fraction::whole(points(part))),
                    left_out: false,
                })
            });
            SumView {
                criterion: TieBreak::Boards,
                board,
                total: Exact(Fraction::whole(of.iter().map(|part| points(part)).sum())),
                terms: terms.collect(),
            }
        };
        let one_match = |a: &BoardPoints<'_>, b: &BoardPoints<'_>| {
            (a.source, a.round, a.opponent) == (b.source, b.round, b.opponent)
        };
        let by_match: Vec<&[BoardPoints<'_>]> = line.by_board.chunk_by(one_match).collect();
        let of_board = |board: usize| {
            let own = line.by_board.iter().filter(|points| points.board == board);
            let own: Vec<&[BoardPoints<'_>]> = own.map(std::slice::from_ref).collect();
            sum(Some(board + 1), &own)
        };
        let boards = (0..line.boards.len()).map(of_board);
        std::iter::once(sum(None, &by_match))
            .chain(boards)
            .collect()
    }

    /// How an opponent's worth comes about where it is not the points (1988 29.3).
    fn worth_is(&self, line: usize) -> Option<String> {
        let (own, terms) = (&self.standings.lines[line], &self.standings.terms[line]);
        (terms.worth != Worth(Fraction::whole(terms.points))).then(|| {
            let (played, points) = (own.played(), terms.points);
            let missed = self.standings.rounds.saturating_sub(played);
            let (rounds, with) = (amount(played, "round"), amount(points, "point"));
            format!(
                "withdrew after {rounds} with {with}: {points} + min({points}/{played}, 1) × {missed}"
            )
        })
    }

    fn total(&self, reading: Pmax) -> TotalView {
        let standings = self.standings;
        let terms = &standings.terms[self.line()];
        let pmax = standings.highest.value(reading);
        let total = total_score(terms.points, terms.opponents.0, pmax, standings.rounds);
        TotalView {
            reading,
            in_force: reading == standings.highest.reading,
            pmax,
            total,
            formula: match pmax {
                0 => format!(
                    "{} + (0 - {}) = {total}, since nobody has points",
                    terms.points, standings.rounds
                ),
                _ => format!(
                    "{} + ({} / ({pmax}/2) - {}) = {total}",
                    terms.points, terms.opponents.0, standings.rounds
                ),
            },
        }
    }

    fn warnings(&self, who: &str) -> Vec<WarnedView> {
        let mut warned = Vec::new();
        for game in &self.standings.games {
            for (side, player) in game
                .pairing
                .pairing
                .both()
                .into_iter()
                .flatten()
                .enumerate()
            {
                let warnings = game.facts.warnings[side];
                if player.as_str() == who && warnings > 0 {
                    warned.push(WarnedView {
                        game: game.id.clone(),
                        warnings,
                    });
                }
            }
        }
        warned
    }

    fn open(&self, who: &str) -> Vec<GameId> {
        let own = self.standings.games.iter().filter(|game| {
            let mut both = game.pairing.pairing.both().into_iter().flatten();
            both.any(|player| player.as_str() == who)
        });
        let open = |id: &&GameId| self.standings.open.iter().any(|open| open.game == *id);
        own.map(|game| game.id).filter(open).cloned().collect()
    }

    fn criteria(&self) -> Vec<CriterionView> {
        let view = |criterion: &Criterion| CriterionView {
            criterion: *criterion,
            value: self.standings.value(self.line(), *criterion),
        };
        self.standings.criteria().iter().map(view).collect()
    }

    /// What separates this row from another, next to it.
    fn separated(&self, other: usize) -> Option<SeparatedView> {
        let ranked = self.standings.ranked.get(other)?;
        let above = self.row.min(other);
        let by = self.standings.ranked[above].decided_by;
        let among = |row: usize| {
            let between = self.standings.between.get(&above)?;
            Some(between[usize::from(row != above)].clone())
        };
        let value = |row: usize| {
            let own = by.and_then(|by| self.standings.value(self.standings.ranked[row].line, by));
            own.or_else(|| among(row))
        };
        Some(SeparatedView {
            from: self.standings.lines[ranked.line]
                .entrant
                .as_str()
                .to_owned(),
            by,
            own: value(self.row),
            other: value(other),
        })
    }
}
