//! Why there are no standings to show, or no place in them: the same for
//! standings, crosstable and explained place, however they are asked for.

use fupan_domain::{
    ids::{EntryId, TeamId},
    rulebook::{ArticleRef, Breach, Condition, Edition},
    tournament::{Entrant, Standings, TournamentState, Unplaced},
};

/// Why there are no standings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoStandings {
    /// Nothing opens the tournament.
    #[error("the ledger is not opened: it has no standings")]
    NotOpened,
    /// The round was not paired.
    #[error("there is no round {asked}: {}", paired_text(*.paired))]
    NoRound {
        /// The round asked for.
        asked: u32,
        /// The last one paired; 0 where none was.
        paired: u32,
    },
    /// Nobody of that id takes part.
    #[error("{0} has no place in the standings: no entrant has that id")]
    Nobody(String),
    /// Who takes part and has no place.
    #[error("{who} has no place in the standings: {why}")]
    NoPlace {
        /// The player or team asked for.
        who: String,
        /// Why.
        why: WhyNoPlace,
    },
}

/// Why somebody who takes part has no place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WhyNoPlace {
    /// A withdrawal made the results void.
    #[error(
        "{article} makes all results void, for entry {entry} tells of leaving with {played} of {rounds} rounds played"
    )]
    Void {
        /// The entry that tells of the withdrawal.
        entry: EntryId,
        /// The article, as `cn-2002:28.2`.
        article: String,
        /// Games played up to it.
        played: u32,
        /// Rounds of the event.
        rounds: u16,
    },
    /// Withdrew before the first round.
    #[error("entry {entry} tells of a withdrawal before the first round")]
    NeverPlayed {
        /// That entry.
        entry: EntryId,
    },
    /// A player of a team, where teams have the places.
    #[error("places are those of teams, and this player's is {team}")]
    OfTeam {
        /// The team.
        team: TeamId,
    },
    /// A player without a team, where teams have the places.
    #[error("places are those of teams, and this player has none")]
    WithoutTeam,
    /// A team, where players have the places.
    #[error("places are those of players, and this is a team")]
    IsTeam,
}

impl NoStandings {
    /// The entry that is the reason, if one is.
    pub fn entry(&self) -> Option<EntryId> {
        match self {
            NoStandings::NoPlace {
                why: WhyNoPlace::Void { entry, .. } | WhyNoPlace::NeverPlayed { entry },
                ..
            } => Some(*entry),
            _ => None,
        }
    }
}

fn paired_text(paired: u32) -> String {
    match paired {
        0 => "none was paired".to_owned(),
        1 => "1 was paired".to_owned(),
        n => format!("{n} were paired"),
    }
}

/// Refuses a round that was not paired. Round 0 is one before anything is
/// paired: there the standings are those of the registration, all equal.
pub(super) fn need_round(
    tournament: &TournamentState,
    asked: Option<u32>,
) -> Result<(), NoStandings> {
    let paired = tournament.rounds.keys().next_back().copied().unwrap_or(0);
    let first = paired.min(1);
    match asked {
        Some(asked) if asked < first || asked > paired => {
            Err(NoStandings::NoRound { asked, paired })
        }
        _ => Ok(()),
    }
}

/// Why somebody has no place in standings in which he is not ranked.
pub(super) fn why_no_place(
    tournament: &TournamentState,
    standings: &Standings<'_>,
    who: &str,
) -> NoStandings {
    let unplaced = standings
        .unplaced
        .iter()
        .find(|(line, _)| standings.lines[*line].entrant.as_str() == who);
    let why = match unplaced {
        Some((line, why)) => of_line(standings, *line, *why),
        None => of_other(tournament, standings, who),
    };
    let who = who.to_owned();
    match why {
        Some(why) => NoStandings::NoPlace { who, why },
        None => NoStandings::Nobody(who),
    }
}

fn of_line(standings: &Standings<'_>, line: usize, why: Unplaced) -> Option<WhyNoPlace> {
    let withdrawals = &standings.bearing.withdrawals;
    let leave = match standings.lines[line].entrant {
        Entrant::Player(player) => withdrawals.leave(player),
        Entrant::Team(team) => withdrawals.leave_of_team(team),
    }?;
    let entry = leave.entry;
    Some(match why {
        Unplaced::NeverPlayed => WhyNoPlace::NeverPlayed { entry },
        Unplaced::Void => WhyNoPlace::Void {
            entry,
            article: void_article(standings.regulations.edition()),
            played: leave.played,
            rounds: standings.regulations.rounds,
        },
    })
}

/// The article by which a withdrawal makes results void (2002 28.2, 1988 29.2).
fn void_article(edition: &Edition) -> String {
    let voids = |breach: &&Breach| {
        let outcomes = breach.outcomes.iter().flatten();
        let mut when = outcomes.filter_map(|outcome| outcome.when);
        when.any(|when| when == Condition::PlayedLessThanHalf)
    };
    let breach = edition.breaches_of("CD-10").find(voids);
    breach.map_or_else(String::new, |breach| {
        ArticleRef::of(edition.id, &breach.article).to_string()
    })
}

/// Whoever is registered, and is no entrant of this kind of event.
fn of_other(
    tournament: &TournamentState,
    standings: &Standings<'_>,
    who: &str,
) -> Option<WhyNoPlace> {
    let of_teams = standings.regulations.team.is_some();
    let player = tournament.players.get(who).filter(|_| of_teams);
    if let Some(player) = player {
        let team = player.registered.team.clone();
        return Some(team.map_or(WhyNoPlace::WithoutTeam, |team| WhyNoPlace::OfTeam { team }));
    }
    let is_team = !of_teams && tournament.teams.contains_key(who);
    is_team.then_some(WhyNoPlace::IsTeam)
}
