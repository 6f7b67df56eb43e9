//! The view of standings (contract, section 7): who stands where after a round,
//! by which criterion, what each term is, and how what the texts leave open was
//! counted. The arithmetic is in `domain::tournament`.

use super::People;
use fupan_domain::{
    event::tournament::{LotPurpose, SanctionImposed, SanctionKind},
    ids::{ActorId, EntryId, GameId, LotId, OfficialId, PlayerId, RulingId, TeamId},
    rulebook::{Finding, Format, Pmax, Regulations, WithdrawnOpponent, tournament_findings},
    score::Fraction,
    tournament::{
        AllFacts, Basis, Criterion, Entrant, How, Line, MatchProgress, Ranked, Settled, Stage,
        Standings, StandingsAsked, Terms, Tie, TournamentState, Unplaced,
        lots::{self, LotCheck},
    },
};
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// Standings as they are shown.
#[derive(Clone, Debug, Serialize)]
pub struct StandingsView {
    /// The ledger.
    pub ledger: String,
    /// After which round.
    pub round: u32,
    /// The last entry of the ledger of which this takes account.
    pub known: Option<u64>,
    /// How the tournament is played.
    pub format: Format,
    /// How teams play; `null` for players on their own.
    pub team: Option<Box<str>>,
    /// The places, first one first. Those who are equal stand in the order of ids.
    pub rows: Vec<RowView>,
    /// Entrants without a place, and why.
    pub unplaced: Vec<UnplacedView>,
    /// Games that are not settled, by round and board.
    pub open: Vec<GameId>,
    /// Games that count with a result that not all have confirmed.
    pub provisional: Vec<GameId>,
    /// Games about which an appeal is open.
    pub appealed: Vec<GameId>,
    /// Ties that a lot is to decide, and none has.
    pub lots_needed: Vec<TieView>,
    /// Ties that a play-off is to decide, and none has.
    pub playoffs_needed: Vec<TieView>,
    /// How far a match over several games has come.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    pub match_progress: Option<MatchProgressView>,
    /// Who holds the stage of a win-and-stay.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage: Option<StageView>,
    /// Lots, each as far as it can be checked.
    pub lots: Vec<LotView>,
    /// Sanctions, lifted ones included.
    pub sanctions: Vec<SanctionView>,
    /// What sanctions moved, beside what stood without them.
    pub moved: Vec<MovedView>,
    /// What the rule book says of the tournament's own entries.
    pub findings: Vec<Finding>,
    /// How it was counted.
    pub counting: CountingView,
}

/// A place as it is shown.
#[derive(Clone, Debug, Serialize)]
pub struct RowView {
    /// The place, from 1; those whom nothing separates share one.
    pub place: usize,
    /// Who.
    #[serde(flatten)]
    pub who: WhoView,
    /// The name, where it is kept.
    pub name: Option<String>,
    /// Points.
    pub points: i64,
    /// Wins, byes included.
    pub wins: u32,
    /// Draws.
    pub draws: u32,
    /// Losses, those of both sides included.
    pub losses: u32,
    /// Byes.
    pub byes: u32,
    /// Total score.
    pub total: Fraction,
    /// The same in the other reading of the highest points.
    pub total_otherwise: Fraction,
    /// Sum of the opponents' points.
    pub opponents: Exact,
    /// 胜者小分, in half-points.
    pub beaten_half: i64,
    /// Warnings.
    pub warnings: u32,
    /// Sum of the opponents' points without the lowest.
    pub sos1: Exact,
    /// The same without the two lowest.
    pub sos2: Exact,
    /// Sum of the opponents' sums.
    pub sosos: Exact,
    /// Sum of the beaten opponents' points.
    pub sodos: Exact,
    /// Sum of the points after each round (累进分).
    pub cumulative: i64,
    /// Rating at registration.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<i64>,
    /// Board points of a team, then those of each board.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub boards: Vec<i64>,
    /// Losses in a knock-out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub defeats: Option<u32>,
    /// The round in which the entrant was put out of a knock-out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub out_in: Option<u32>,
    /// After which round the entrant left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_after: Option<u32>,
    /// The points by which the next round is paired, where a lot after a game
    /// that both lost makes them others (2002 17.5).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairing_points: Option<i64>,
    /// The place by which a prize goes, where a sanction lowers it (2002 23.6).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prize_place: Option<usize>,
    /// Which criterion separates this row from the next; `null` where none does.
    pub decided_by: Option<Criterion>,
}

/// A player or a team.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WhoView {
    /// A player.
    Player(PlayerId),
    /// A team.
    Team(TeamId),
}

impl WhoView {
    pub(super) fn of(entrant: Entrant<'_>) -> WhoView {
        match entrant {
            Entrant::Player(id) => WhoView::Player(id.clone()),
            Entrant::Team(id) => WhoView::Team(id.clone()),
        }
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        match self {
            WhoView::Player(id) => id.as_str(),
            WhoView::Team(id) => id.as_str(),
        }
    }
}

/// A whole number, or a fraction where it is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exact(pub Fraction);

impl Serialize for Exact {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match self.0.as_whole() {
            Some(whole) => whole.serialize(s),
            None => self.0.serialize(s),
        }
    }
}

/// An entrant without a place.
#[derive(Clone, Debug, Serialize)]
pub struct UnplacedView {
    /// Who.
    #[serde(flatten)]
    pub who: WhoView,
    /// `withdrew_before_start` or `results_void`.
    pub why: &'static str,
    /// The entry that tells of the withdrawal.
    pub entry: Option<EntryId>,
}

/// Entrants whom nothing separates.
#[derive(Clone, Debug, Serialize)]
pub struct TieView {
    /// The place that they share.
    pub place: usize,
    /// Who they are.
    pub entrants: Vec<String>,
}

/// How far a match over several games has come.
#[derive(Clone, Debug, Serialize)]
pub struct MatchProgressView {
    /// Games of the match.
    pub games: u8,
    /// Wins that decide it.
    pub needed: u32,
    /// The wins of each side, most first.
    pub wins: Vec<WinsView>,
    /// Who has won it.
    pub winner: Option<String>,
}

/// The wins of a side.
#[derive(Clone, Debug, Serialize)]
pub struct WinsView {
    /// Who.
    #[serde(flatten)]
    pub who: WhoView,
    /// How many.
    pub wins: u32,
}

/// Who holds the stage of a win-and-stay.
#[derive(Clone, Debug, Serialize)]
pub struct StageView {
    /// Who won last and meets the other side's next player.
    pub holder: Option<PlayerId>,
    /// How many games the holder has won in a row.
    pub in_a_row: u32,
    /// The players of each team who have not lost, in their order.
    pub left: BTreeMap<TeamId, Vec<PlayerId>>,
    /// The team that has won.
    pub winner: Option<TeamId>,
}

/// A lot, as far as it can be checked.
#[derive(Clone, Debug, Serialize)]
pub struct LotView {
    /// Its id.
    pub lot: LotId,
    /// The entry that tells of it, the drawing where there was one.
    pub entry: EntryId,
    /// `verified`, `by_hand`, `sealed`, `uncommitted`, `not_revealed`,
    /// `other_seed` or `other_order`.
    pub state: &'static str,
    /// What it decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub purpose: Option<LotPurpose>,
    /// For which round.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// The entrants in the drawn order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawn: Option<Vec<ActorId>>,
}

/// A sanction as it is shown.
#[derive(Clone, Debug, Serialize)]
pub struct SanctionView {
    /// Its id.
    pub sanction: RulingId,
    /// Its entry.
    pub entry: EntryId,
    /// That entry's seq.
    pub seq: u64,
    /// The player concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<PlayerId>,
    /// The official concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub official: Option<OfficialId>,
    /// What.
    pub kind: SanctionKind,
    /// Under which article.
    pub article: String,
    /// The games concerned; left out: all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<Vec<GameId>>,
    /// The finding on which it stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finding: Option<String>,
    /// Who decided, if not the chief arbiter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub authority: Option<String>,
    /// Until when.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
    /// Why.
    pub reason: String,
    /// Whether it stands no longer: lifted, or overturned by an appeal.
    pub lifted: bool,
}

/// What sanctions made of an entrant's place.
#[derive(Clone, Debug, Serialize)]
pub struct MovedView {
    /// Who.
    #[serde(flatten)]
    pub who: WhoView,
    /// As it would stand without any sanction.
    pub before: StoodView,
    /// As it stands.
    pub after: StoodView,
    /// What moved it, one sentence each.
    pub because: Vec<String>,
}

/// Where somebody stood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct StoodView {
    /// The place.
    pub place: usize,
    /// Points.
    pub points: i64,
    /// Sum of the opponents' points.
    pub opponents: Exact,
    /// Total score.
    pub total: Fraction,
}

/// How it was counted, where the texts leave a choice.
#[derive(Clone, Debug, Serialize)]
pub struct CountingView {
    /// Rounds in which points were to be had: the R of a total score.
    pub rounds: u32,
    /// What orders the places, the first one first.
    pub tie_breaks: Vec<Criterion>,
    /// The highest points of a total score.
    pub pmax: PmaxView,
    /// Points for a bye, counted as a win.
    pub bye_points: u8,
    /// What a withdrawn player is worth to opponents.
    pub withdrawn_opponent: WithdrawnOpponent,
    /// The choices in words.
    pub choices: [&'static str; 6],
}

/// The highest points of a total score.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct PmaxView {
    /// Which reading is taken.
    pub reading: Pmax,
    /// The highest that anybody has scored.
    pub scored: i64,
    /// The highest that anybody could have scored.
    pub possible: i64,
}

/// What is the same in every event (contract, sections 7 and 11).
const CHOICES: [&str; 6] = [
    "a bye brings bye_points, counts as a win and adds nothing to the opponents' sum",
    "a round without a game or a bye brings nothing and adds nothing to the opponents' sum",
    "a game lost by absence, time or ruling counts as any other: the opponent's points go into the sum",
    "where both lose neither has points, and each goes into the other's sum",
    "a game without a result, or replayed, counts for nothing until it is settled",
    "a cancelled result takes its points from the player alone; the opponent keeps what was scored",
];

/// The view of standings; `None` before the tournament is opened. `facts`: what
/// each game told, as it is known.
pub fn standings_view(
    ledger: &str,
    tournament: &TournamentState,
    facts: &AllFacts,
    round: Option<u32>,
    people: People<'_>,
) -> Option<StandingsView> {
    let asked = StandingsAsked {
        round,
        without_sanctions: false,
    };
    let standings = Standings::of(tournament, facts, asked)?;
    let names = |entrant: Entrant<'_>| name_of(tournament, entrant, people);
    let pairing_points = lots::pairing_points(tournament, &standings);
    let row = |ranked: &Ranked| {
        let row = row_view(&standings, ranked, &names);
        let for_pairing = pairing_points[ranked.line];
        RowView {
            pairing_points: (for_pairing != row.points).then_some(for_pairing),
            ..row
        }
    };
    let findings = tournament_findings(tournament, |player| {
        let leave = standings.bearing.withdrawals.leave(player)?;
        leave.after_round.map(|_| leave.played)
    });
    Some(StandingsView {
        ledger: ledger.to_owned(),
        round: standings.round,
        known: None,
        format: standings.regulations.format,
        team: standings.regulations.team.clone(),
        rows: standings.ranked.iter().map(row).collect(),
        unplaced: standings
            .unplaced
            .iter()
            .map(|u| unplaced_view(&standings, u))
            .collect(),
        open: standings
            .open
            .iter()
            .map(|open| open.game.clone())
            .collect(),
        provisional: provisional(&standings),
        appealed: appealed(tournament, &standings),
        lots_needed: ties(&standings, &standings.lots_needed),
        playoffs_needed: ties(&standings, &standings.playoffs_needed),
        match_progress: standings.match_progress().map(|p| match_view(&p)),
        stage: standings.stage(tournament).map(|s| stage_view(&s)),
        lots: lots::checked(tournament).iter().map(lot_view).collect(),
        sanctions: sanction_views(tournament),
        moved: moved(tournament, facts, &standings),
        findings,
        counting: counting(&standings),
    })
}

/// The name of an entrant, where it is kept.
pub(super) fn name_of(
    tournament: &TournamentState,
    entrant: Entrant<'_>,
    people: People<'_>,
) -> Option<String> {
    match entrant {
        Entrant::Player(id) => {
            let registered = tournament.players.get(id)?;
            people(registered.registered.person).map(|person| person.name)
        }
        Entrant::Team(id) => tournament.teams.get(id).map(|team| team.name.clone()),
    }
}

fn counting(standings: &Standings<'_>) -> CountingView {
    let regulations: &Regulations = &standings.regulations;
    CountingView {
        rounds: standings.rounds,
        tie_breaks: standings.criteria(),
        pmax: PmaxView {
            reading: standings.highest.reading,
            scored: standings.highest.scored,
            possible: standings.highest.possible,
        },
        bye_points: regulations.bye_points,
        withdrawn_opponent: regulations.withdrawn_opponent,
        choices: CHOICES,
    }
}

fn row_view(
    standings: &Standings<'_>,
    ranked: &Ranked,
    names: &dyn Fn(Entrant<'_>) -> Option<String>,
) -> RowView {
    let line: &Line<'_> = &standings.lines[ranked.line];
    let terms: &Terms = &standings.terms[ranked.line];
    let dropped = match line.entrant {
        Entrant::Player(player) => standings.bearing.sanctions.places_dropped(player),
        Entrant::Team(_) => 0,
    };
    let defeats = standings.defeats(ranked.line);
    RowView {
        place: ranked.place,
        who: WhoView::of(line.entrant),
        name: names(line.entrant),
        points: terms.points,
        wins: terms.wins,
        draws: line.count(|how| how == How::Drew),
        losses: line.count(|how| matches!(how, How::Lost | How::BothLost)),
        byes: line.byes(),
        total: terms.total.0,
        total_otherwise: terms.total_otherwise.0,
        opponents: Exact(terms.opponents.0),
        beaten_half: terms.beaten_half,
        warnings: terms.warnings,
        sos1: Exact(terms.sos1.0),
        sos2: Exact(terms.sos2.0),
        sosos: Exact(terms.sosos.0),
        sodos: Exact(terms.sodos.0),
        cumulative: terms.cumulative,
        rating: terms.rating,
        boards: match line.entrant {
            Entrant::Team(_) => terms.boards.clone(),
            Entrant::Player(_) => Vec::new(),
        },
        defeats: defeats.map(|d| d.count),
        out_in: defeats.and_then(|d| d.out_in),
        left_after: line.left_after,
        pairing_points: None,
        prize_place: (dropped > 0).then(|| ranked.place + dropped),
        decided_by: ranked.decided_by,
    }
}

fn lot_view(check: &LotCheck<'_>) -> LotView {
    LotView {
        lot: check.lot.clone(),
        entry: check.entry,
        state: check.state.name(),
        purpose: check.drawn.map(|lot| lot.purpose),
        round: check.drawn.and_then(|lot| lot.round),
        drawn: check.drawn.map(|lot| lot.drawn.clone()),
    }
}

fn match_view(progress: &MatchProgress<'_>) -> MatchProgressView {
    let wins = progress.wins.iter().map(|(entrant, wins)| WinsView {
        who: WhoView::of(*entrant),
        wins: *wins,
    });
    MatchProgressView {
        games: progress.games,
        needed: progress.needed,
        wins: wins.collect(),
        winner: progress.winner.map(|entrant| entrant.as_str().to_owned()),
    }
}

fn stage_view(stage: &Stage<'_>) -> StageView {
    let left = stage.left.iter();
    StageView {
        holder: stage.holder.cloned(),
        in_a_row: stage.in_a_row,
        left: left
            .map(|(team, players)| {
                (
                    (*team).clone(),
                    players.iter().map(|p| (*p).clone()).collect(),
                )
            })
            .collect(),
        winner: stage.winner.cloned(),
    }
}

fn unplaced_view(standings: &Standings<'_>, (line, why): &(usize, Unplaced)) -> UnplacedView {
    let entrant = standings.lines[*line].entrant;
    let entry = match entrant {
        Entrant::Player(player) => standings.bearing.withdrawals.leave(player).map(|l| l.entry),
        Entrant::Team(_) => None,
    };
    UnplacedView {
        who: WhoView::of(entrant),
        why: match why {
            Unplaced::NeverPlayed => "withdrew_before_start",
            Unplaced::Void => "results_void",
        },
        entry,
    }
}

fn ties(standings: &Standings<'_>, ties: &[Tie]) -> Vec<TieView> {
    let name = |line: &usize| standings.lines[*line].entrant.as_str().to_owned();
    let view = |tie: &Tie| TieView {
        place: tie.place,
        entrants: tie.lines.iter().map(name).collect(),
    };
    ties.iter().map(view).collect()
}

/// Games that count by a result of their own that not all have confirmed.
fn provisional(standings: &Standings<'_>) -> Vec<GameId> {
    let games = standings.games.iter().filter(|game| {
        let counts = matches!(
            game.settled,
            Settled::Counts {
                basis: Basis::Played,
                ..
            }
        );
        counts && !game.facts.confirmed
    });
    games.map(|game| game.id.clone()).collect()
}

fn appealed(tournament: &TournamentState, standings: &Standings<'_>) -> Vec<GameId> {
    let open = tournament
        .appeals
        .values()
        .filter(|appeal| appeal.status.is_open());
    let mut games: Vec<GameId> = open.filter_map(|appeal| appeal.game.clone()).collect();
    games.sort();
    games.dedup();
    games.retain(|id| {
        tournament
            .games
            .get(id)
            .is_some_and(|g| g.round <= standings.round)
    });
    games
}

fn sanction_views(tournament: &TournamentState) -> Vec<SanctionView> {
    let mut all: Vec<_> = tournament.sanctions.values().collect();
    all.sort_by_key(|state| state.seq);
    let view = |state: &fupan_domain::tournament::SanctionState| {
        let SanctionImposed {
            sanction,
            player,
            official,
            article,
            kind,
            finding,
            authority,
            games,
            until,
            reason,
        } = state.imposed.clone();
        SanctionView {
            sanction,
            entry: state.entry,
            seq: state.seq,
            player,
            official,
            kind,
            article: article.into(),
            games,
            finding,
            authority,
            until,
            reason,
            lifted: state.lifted,
        }
    };
    all.into_iter().map(view).collect()
}

/// Whom sanctions moved: those whose place, points or sums would be others
/// without them, with what did it.
fn moved(tournament: &TournamentState, facts: &AllFacts, after: &Standings<'_>) -> Vec<MovedView> {
    if after.bearing.sanctions.is_empty() {
        return Vec::new();
    }
    let asked = StandingsAsked {
        round: Some(after.round),
        without_sanctions: true,
    };
    let Some(before) = Standings::of(tournament, facts, asked) else {
        return Vec::new();
    };
    let stood = |standings: &Standings<'_>| {
        let mut stood = vec![None; standings.lines.len()];
        for ranked in &standings.ranked {
            let terms = &standings.terms[ranked.line];
            stood[ranked.line] = Some(StoodView {
                place: ranked.place,
                points: terms.points,
                opponents: Exact(terms.opponents.0),
                total: terms.total.0,
            });
        }
        stood
    };
    let pairs = stood(&before).into_iter().zip(stood(after)).enumerate();
    let moved = pairs.filter_map(|(line, (before_it, after_it))| {
        let (was, is) = (before_it?, after_it?);
        (was != is).then(|| MovedView {
            who: WhoView::of(after.lines[line].entrant),
            before: was,
            after: is,
            because: because(&before, after, line),
        })
    });
    let mut moved: Vec<MovedView> = moved.collect();
    moved.sort_by(|a, b| (a.after.place, &a.who).cmp(&(b.after.place, &b.who)));
    moved
}

/// What sanctions changed in a line, and in those of its opponents.
fn because(before: &Standings<'_>, after: &Standings<'_>, line: usize) -> Vec<String> {
    let (was, is) = (&before.lines[line], &after.lines[line]);
    let mut told = Vec::new();
    for bout in &is.bouts {
        let same = was
            .bouts
            .iter()
            .find(|b| b.source == bout.source && b.round == bout.round);
        if same.map(|b| b.points) != Some(bout.points) {
            let by = match bout.basis {
                Basis::Sanction(sanction) => format!(" by {sanction}"),
                _ => String::new(),
            };
            let scored = same.map_or(0, |b| b.points);
            let what = source_text(bout.source);
            told.push(format!(
                "{what}: {} points instead of {scored}{by}",
                bout.points
            ));
        }
    }
    for bout in &is.bouts {
        let Some(opponent) = bout.opponent else {
            continue;
        };
        let (was, is) = (before.terms[opponent].points, after.terms[opponent].points);
        if was != is {
            let who = after.lines[opponent].entrant.as_str();
            told.push(format!("opponent {who} has {is} points instead of {was}"));
        }
    }
    if told.is_empty() {
        told.push("others moved".to_owned());
    }
    told
}

/// What a bout was, in a few words.
pub fn source_text(source: fupan_domain::tournament::Source<'_>) -> String {
    use fupan_domain::tournament::Source;
    match source {
        Source::Game(id) => format!("game {id}"),
        Source::Match(id) => format!("match {id}"),
        Source::Bye => "bye".to_owned(),
        Source::Schedule => "game never paired".to_owned(),
    }
}
