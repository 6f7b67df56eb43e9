//! How far a knock-out, a match over several games or a win-and-stay has come
//! (2002 26.1, 26.4 to 26.6; 1988 27.1, 27.4 to 27.6): who is out, who has won,
//! who holds the stage. Places by points are in `standings`.

use super::{
    line::{Entrant, Line, SettledGame},
    settle::{How, Settled},
    state::TournamentState,
    team::Rosters,
    withdrawal::Withdrawals,
};
use crate::{
    ids::{PlayerId, TeamId},
    rulebook::{Format, Regulations},
};
use std::collections::BTreeMap;

/// Losses of an entrant in a knock-out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Defeats {
    /// How many there were.
    pub count: u32,
    /// The round of the loss that put the entrant out, if one did, or the first
    /// one after he left.
    pub out_in: Option<u32>,
}

/// The losses of a line, where so many put it out.
pub fn defeats(line: &Line<'_>, limit: u8) -> Defeats {
    let lost = line
        .bouts
        .iter()
        .filter(|bout| matches!(bout.how, How::Lost | How::BothLost));
    let rounds: Vec<u32> = lost.map(|bout| bout.round).collect();
    let lost_in = usize::from(limit)
        .checked_sub(1)
        .and_then(|n| rounds.get(n).copied());
    // Who left is out with the round for which he was not there.
    let left_in = line.gone_after.map(|last| last + 1);
    Defeats {
        count: u32::try_from(rounds.len()).unwrap_or(u32::MAX),
        out_in: lost_in.into_iter().chain(left_in).min(),
    }
}

/// Whether losses of earlier rounds have put a line out, in a format with that.
pub(super) fn is_out_before(line: &Line<'_>, regulations: &Regulations, round: u32) -> bool {
    let lost = line
        .bouts
        .iter()
        .filter(|bout| bout.round < round && matches!(bout.how, How::Lost | How::BothLost));
    let limit = regulations.defeats.map(usize::from);
    limit.is_some_and(|limit| lost.count() >= limit)
}

/// How far a match over several games has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchProgress<'a> {
    /// Games of the match.
    pub games: u8,
    /// Wins that decide it: more than half of them.
    pub needed: u32,
    /// The wins of each side, most first.
    pub wins: Vec<(Entrant<'a>, u32)>,
    /// Who has won it.
    pub winner: Option<Entrant<'a>>,
}

/// How far a match has come; `None` in another format.
pub fn match_progress<'a>(
    regulations: &Regulations,
    lines: &[Line<'a>],
) -> Option<MatchProgress<'a>> {
    if regulations.format != Format::Match {
        return None;
    }
    let games = regulations.games?;
    let needed = u32::from(games) / 2 + 1;
    let mut wins: Vec<_> = lines
        .iter()
        .map(|line| (line.entrant, line.count(|how| how == How::Won)))
        .collect();
    wins.sort_by(|(a, m), (b, n)| n.cmp(m).then(a.cmp(b)));
    let winner = wins.first().filter(|(_, wins)| *wins >= needed);
    let winner = winner
        .map(|(entrant, _)| *entrant)
        .or_else(|| left_alone(lines));
    Some(MatchProgress {
        games,
        needed,
        wins,
        winner,
    })
}

/// Who has won since the other side left: what is left to play is the opponent's
/// (2002 28.4, 1988 29.4), whatever was ruled on it so far. Of two who left, the
/// one who stayed longer.
fn left_alone<'a>(lines: &[Line<'a>]) -> Option<Entrant<'a>> {
    let [a, b] = lines else {
        return None;
    };
    match (a.gone_after, b.gone_after) {
        (None, None) => None,
        (Some(_), None) => Some(b.entrant),
        (None, Some(_)) => Some(a.entrant),
        (Some(first), Some(second)) if first == second => None,
        (Some(first), Some(second)) => Some(if first < second { b } else { a }.entrant),
    }
}

/// Who holds the stage of a win-and-stay (擂台赛).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage<'a> {
    /// Who won last and meets the other side's next player.
    pub holder: Option<&'a PlayerId>,
    /// How many games the holder has won in a row.
    pub in_a_row: u32,
    /// The players of each team who have not lost, in their order.
    pub left: BTreeMap<&'a TeamId, Vec<&'a PlayerId>>,
    /// The team that has won: the other's last player has lost.
    pub winner: Option<&'a TeamId>,
}

/// The stage of a win-and-stay; `None` in another format.
pub fn stage<'a>(
    tournament: &'a TournamentState,
    regulations: &Regulations,
    games: &[SettledGame<'a>],
    (withdrawals, round, newest): (&Withdrawals<'a>, u32, bool),
) -> Option<Stage<'a>> {
    if regulations.format != Format::WinAndStay {
        return None;
    }
    let mut left = in_order(tournament, round);
    let gone = |player: &PlayerId| {
        let leave = withdrawals.leave(player);
        leave.is_some_and(|leave| {
            leave
                .after_round()
                .is_some_and(|last| newest || round > last)
        })
    };
    for players in left.values_mut() {
        players.retain(|player| !gone(player));
    }
    let mut ordered: Vec<&SettledGame<'a>> = games.iter().collect();
    ordered.sort_by_key(|game| (game.pairing.round, game.pairing.pairing.board, game.id));
    let (mut holder, mut in_a_row) = (None, 0);
    for game in ordered {
        let (Settled::Counts { sides, .. }, Some(both)) =
            (game.settled, game.pairing.pairing.both())
        else {
            continue;
        };
        for (side, player) in both.into_iter().enumerate() {
            match sides[side] {
                How::Won => {
                    in_a_row = if holder == Some(player) {
                        in_a_row + 1
                    } else {
                        1
                    };
                    holder = Some(player);
                }
                How::Lost | How::BothLost => {
                    for players in left.values_mut() {
                        players.retain(|p| *p != player);
                    }
                    if holder == Some(player) {
                        (holder, in_a_row) = (None, 0);
                    }
                }
                How::Drew | How::Cancelled => {}
            }
        }
    }
    // Who left holds no stage.
    let (holder, in_a_row) = match holder {
        Some(player) if gone(player) => (None, 0),
        held => (held, in_a_row),
    };
    let standing: Vec<&TeamId> = left
        .iter()
        .filter(|(_, players)| !players.is_empty())
        .map(|(team, _)| *team)
        .collect();
    let winner = match standing[..] {
        [team] if left.len() > 1 => Some(team),
        _ => None,
    };
    Some(Stage {
        holder,
        in_a_row,
        left,
        winner,
    })
}

/// The players of each team in the order in which they come on.
fn in_order(tournament: &TournamentState, round: u32) -> BTreeMap<&TeamId, Vec<&PlayerId>> {
    let rosters = Rosters::of(tournament);
    let of = |team: &TeamId| {
        if let Some(lineup) = rosters.lineup(round, team) {
            return lineup.boards.iter().collect();
        }
        let players = tournament.players.iter();
        let own = players.filter(|(_, state)| state.registered.team.as_ref() == Some(team));
        own.map(|(player, _)| player).collect()
    };
    tournament
        .teams
        .keys()
        .map(|team| (team, of(team)))
        .collect()
}
