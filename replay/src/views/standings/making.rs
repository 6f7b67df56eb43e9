//! The view of standings, made of what was computed: names looked up, terms put
//! into their shapes.

use super::{
    CountingView, Exact, LotView, MatchProgressView, PmaxView, RowView, SanctionView, StageView,
    StandingsView, TieView, UnplacedView, WhoView, WinsView, moved::moved,
};
use crate::views::{NoStandings, People, erased_among, no_standings::need_round};
use fupan_domain::{
    event::tournament::{LotPurpose, PlayerWithdrew, SanctionImposed},
    ids::{EntryId, GameId, PlayerId},
    rulebook::{Regulations, tournament_findings},
    tournament::{
        AllFacts, Basis, Entrant, How, Line, MatchProgress, Ranked, Settled, Stage, Standings,
        StandingsAsked, Terms, Tie, TournamentState, Unplaced,
        lots::{self, LotCheck},
    },
};

/// What is the same in every event (contract, sections 7 and 11).
const CHOICES: [&str; 6] = [
    "a bye brings the points that the event gives for it, counts as a win and adds nothing to the opponents' sum",
    "a round without a game or a bye brings nothing and adds nothing to the opponents' sum",
    "a game lost by absence, time or ruling counts as any other: the opponent's points go into the sum",
    "where both lose neither has points, and each goes into the other's sum",
    "a game without a result, or replayed, counts for nothing until it is settled",
    "a cancelled result takes its points from the player alone; the opponent keeps what was scored",
];

/// The view of standings after a round, the last one paired where none is named.
/// `facts`: what each game told, as it is known.
///
/// # Errors
/// [`NoStandings`], save that nobody has no place here.
pub fn standings_view(
    ledger: &str,
    tournament: &TournamentState,
    facts: &AllFacts,
    round: Option<u32>,
    people: People<'_>,
) -> Result<StandingsView, NoStandings> {
    need_round(tournament, round)?;
    let asked = StandingsAsked {
        round,
        without_sanctions: false,
    };
    let standings = Standings::of(tournament, facts, asked).ok_or(NoStandings::NotOpened)?;
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
        leave.after_round().map(|_| leave.played)
    });
    Ok(StandingsView {
        ledger: ledger.to_owned(),
        round: standings.round,
        known: None,
        format: standings.regulations.format,
        team: standings.regulations.team.clone(),
        rows: standings.ranked.iter().map(row).collect(),
        erased: erased_among(players(&standings), tournament),
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
        later: later(tournament, standings.round),
        counting: counting(&standings),
    })
}

/// The players of standings, if players play for themselves.
pub(in crate::views) fn players<'a>(
    standings: &'a Standings<'_>,
) -> impl Iterator<Item = &'a PlayerId> {
    standings
        .lines
        .iter()
        .filter_map(|line| player_of(line.entrant))
}

/// The player who an entrant is.
pub(in crate::views) fn player_of(entrant: Entrant<'_>) -> Option<&PlayerId> {
    match entrant {
        Entrant::Player(player) => Some(player),
        Entrant::Team(_) => None,
    }
}

/// The name of an entrant, where it is kept.
pub(in crate::views) fn name_of(
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
        defeats: regulations.defeats,
        cycles: regulations.cycles,
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
        Entrant::Team(team) => standings.bearing.sanctions.places_dropped_of_team(team),
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
        Entrant::Team(team) => {
            let leave = standings.bearing.withdrawals.leave_of_team(team);
            leave.map(|l| l.entry)
        }
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
            team,
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
            team,
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

/// The entries that bear on rounds after one alone: a lot drawn for such a
/// round, a sanction that names games of such rounds, somebody's leaving after
/// that one or later. After the last round paired there is no later one.
fn later(tournament: &TournamentState, round: u32) -> Vec<EntryId> {
    if tournament
        .rounds
        .keys()
        .next_back()
        .is_none_or(|last| *last <= round)
    {
        return Vec::new();
    }
    let of_later_round = |game: &GameId| {
        let game = tournament.games.get(game);
        game.is_some_and(|game| game.round > round)
    };
    let lots = tournament.lots_drawn.values().filter(|told| {
        // A lot for the next pairing may be named after the round that it pairs.
        let upto = match told.what.purpose {
            LotPurpose::NextPairing => round.saturating_add(1),
            _ => round,
        };
        told.what.round.is_some_and(|of| of > upto)
    });
    let sanctions = tournament.sanctions.values().filter(|state| {
        let games = state.imposed.games.as_deref().unwrap_or_default();
        !games.is_empty() && games.iter().all(of_later_round)
    });
    let leaves_later = |left: &PlayerWithdrew| match (&left.rounds, left.after_round) {
        (Some(missed), _) => missed.iter().all(|missed| *missed > round),
        (None, Some(last)) => last >= round,
        (None, None) => false,
    };
    let withdrawals = tournament.standing_withdrawals();
    let withdrawals = withdrawals.filter(|told| leaves_later(&told.what));
    lots.map(|told| told.entry)
        .chain(sanctions.map(|state| state.entry))
        .chain(withdrawals.map(|told| told.entry))
        .collect()
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
