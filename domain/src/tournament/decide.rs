//! Whether an entry of stream `tournament` can be recorded,
//! and what is filled in on acceptance.

use super::{
    appeal::AppealStatus,
    evolve::Place,
    own_log::KEEPER,
    rights::Asked,
    state::{DecidedBy, TournamentState},
};
use crate::{
    event::{
        TournamentEvent,
        tournament::{
            ByeRevoked, LotDrawn, LotPurpose, Pairing, PlayerWithdrew, PublishedPlace,
            RegulationsSupplemented, SanctionImposed, TeamMatch, TournamentOpened,
            WithdrawalRevoked,
        },
    },
    ids::{OfficialId, PlayerId, RulingId, TeamId},
    official::{EntryClass, class_of},
    refusal::Refusal,
    rulebook::{Edition, Format, regulations::Regulations},
};

/// Decides about an entry of stream `tournament`. Answers the event with what
/// is filled in on acceptance, if anything is.
///
/// # Errors
/// Why it can't be recorded.
pub fn decide(
    state: &TournamentState,
    place: Place<'_>,
    event: &TournamentEvent,
) -> Result<Option<TournamentEvent>, Refusal> {
    if let Some(review) = &state.review {
        return Err(match event {
            // Whoever opens what is there hears the same of every ledger.
            TournamentEvent::TournamentOpened(_) => Refusal::OpenedAlready {
                entry: review.entry,
            },
            _ => super::review::other_ledger("review", event.type_name()),
        });
    }
    if let TournamentEvent::TournamentOpened(opened) = event {
        return state.decide_opening(opened).map(Some);
    }
    if state.opening.is_none() {
        return Err(Refusal::NotOpened);
    }
    state.authorise(&question(state, place, event))?;
    if let Some(entry) = state.closed
        && !may_follow_the_close(event)
        && !(state.decided_since_close && settles_a_tie(event))
    {
        return Err(Refusal::TournamentClosed { entry });
    }
    state.decide_content(event)?;
    Ok(None)
}

/// What still happens once a tournament is closed: what comes to light later.
fn may_follow_the_close(event: &TournamentEvent) -> bool {
    matches!(
        event,
        TournamentEvent::SanctionImposed(_)
            | TournamentEvent::SanctionLifted(_)
            | TournamentEvent::WithdrawalRevoked(_)
            | TournamentEvent::ByeRevoked(_)
            | TournamentEvent::BreachObserved(_)
            | TournamentEvent::StatementTaken(_)
            | TournamentEvent::EvidenceAttached(_)
            | TournamentEvent::OfficialAppointed(_)
            | TournamentEvent::OfficialRelieved(_)
            | TournamentEvent::StandingsPublished(_)
    )
}

/// What settles a tie: a lot, or play-offs. After the close it may be needed once
/// something was decided that moved places.
fn settles_a_tie(event: &TournamentEvent) -> bool {
    match event {
        TournamentEvent::LotCommitted(_) | TournamentEvent::RoundClosed(_) => true,
        TournamentEvent::LotDrawn(lot) => lot.purpose == LotPurpose::Tie,
        TournamentEvent::RoundPaired(paired) => {
            let playoff = |pairing: &Pairing| pairing.playoff == Some(true);
            paired.bye.is_none() && !paired.games.is_empty() && paired.games.iter().all(playoff)
        }
        _ => false,
    }
}
/// Of how many games a match may be.
const MATCH_GAMES: [u8; 4] = [3, 5, 7, 10];

/// The names under which tokens record that hold no office.
const TOKENS: [&str; 2] = [KEEPER, "auditor"];

fn question<'a>(
    state: &TournamentState,
    place: Place<'a>,
    event: &'a TournamentEvent,
) -> Asked<'a> {
    let what = event.type_name();
    let class = class_of("tournament", what).unwrap_or(EntryClass::Log);
    let mut asked = Asked::new(place.actor, what, class);
    match event {
        TournamentEvent::RegulationsSupplemented(change) => {
            asked.approved_by = Some(&change.approved_by);
        }
        TournamentEvent::OfficialAppointed(appointed) => asked.role = Some(appointed.role),
        TournamentEvent::OfficialRelieved(relieved) => {
            // All offices end together: the highest of them counts.
            let offices = state.officials.get(&relieved.official);
            asked.role = offices
                .into_iter()
                .flatten()
                .filter(|o| o.in_office)
                .map(|o| o.role)
                .min();
        }
        TournamentEvent::SanctionImposed(sanction) => {
            asked.names_authority = sanction.authority.is_some();
        }
        TournamentEvent::SanctionLifted(lifted) => {
            let sanction = state.sanctions.get(&lifted.sanction);
            asked.names_authority = sanction.is_some_and(|s| s.imposed.authority.is_some());
        }
        _ => {}
    }
    asked
}

impl TournamentState {
    fn decide_opening(&self, opened: &TournamentOpened) -> Result<TournamentEvent, Refusal> {
        if let Some(opening) = &self.opening {
            return Err(Refusal::OpenedAlready {
                entry: opening.entry,
            });
        }
        let edition = Edition::get(&opened.edition)
            .ok_or_else(|| Refusal::UnknownEdition(opened.edition.clone()))?;
        let expected = edition.sha256();
        if let Some(given) = opened.edition_sha256.filter(|given| *given != expected) {
            return Err(Refusal::OtherEdition { expected, given });
        }
        let regulations = Regulations::resolve(edition, [&opened.regulations])
            .map_err(|e| Refusal::Regulations(e.to_string()))?;
        need_time_to_play_by(&regulations)?;
        need_games_of_a_match(&regulations)?;
        let filled = TournamentOpened {
            edition_sha256: Some(expected),
            ..opened.clone()
        };
        Ok(TournamentEvent::TournamentOpened(Box::new(filled)))
    }

    fn decide_content(&self, event: &TournamentEvent) -> Result<(), Refusal> {
        match event {
            TournamentEvent::RegulationsSupplemented(change) => self.decide_supplement(change),
            TournamentEvent::OfficialRelieved(relieved) => self.need_official(&relieved.official),
            TournamentEvent::TeamRegistered(team) => new_id(
                !self.teams.contains_key(&team.team),
                "team",
                team.team.as_str(),
            ),
            TournamentEvent::PlayerRegistered(player) => {
                if let Some(state) = self.players.get(&player.player) {
                    return Err(Refusal::IdTaken {
                        what: "player",
                        id: player.player.to_string(),
                        entry: Some(state.entry),
                    });
                }
                player
                    .team
                    .as_ref()
                    .map_or(Ok(()), |team| self.need_team(team))
            }
            TournamentEvent::LineupDeclared(lineup) => {
                self.need_team(&lineup.team)?;
                self.need_players(
                    lineup
                        .boards
                        .iter()
                        .chain(lineup.substitutes.iter().flatten()),
                )
            }
            TournamentEvent::LotCommitted(lot) => {
                let new = !self.lots_committed.contains_key(&lot.lot)
                    && !self.lots_drawn.contains_key(&lot.lot);
                new_id(new, "lot", lot.lot.as_str())
            }
            TournamentEvent::LotDrawn(lot) => self.decide_lot(lot),
            TournamentEvent::RoundPaired(paired) => {
                self.need_open_round(paired.round)?;
                for pairing in &paired.games {
                    self.need_new_game(pairing)?;
                }
                distinct(&paired.games)?;
                let matches: Vec<&TeamMatch> = paired.matches.iter().flatten().collect();
                let mut teams = matches.iter().flat_map(|m| &m.teams);
                teams.try_for_each(|team| self.need_team(team))?;
                matches.iter().enumerate().try_for_each(|(i, told)| {
                    let before = matches[..i].iter().map(|other| (paired.round, *other));
                    self.need_match(paired.round, told, before)
                })
            }
            TournamentEvent::PairingChanged(changed) => {
                self.need_open_round(changed.round)?;
                for pairing in &changed.games {
                    self.need_same_round(pairing, changed.round)?;
                }
                distinct(&changed.games)
            }
            TournamentEvent::BreachObserved(breach) => {
                self.need_players(breach.player.iter())?;
                breach
                    .clause
                    .iter()
                    .try_for_each(|c| self.need_article(&format!("event:{c}")))
            }
            TournamentEvent::PlayerWithdrew(left) => self.decide_withdrawal(left),
            TournamentEvent::WithdrawalRevoked(revoked) => self.decide_revocation(revoked),
            TournamentEvent::ByeRevoked(revoked) => self.decide_no_bye(revoked),
            TournamentEvent::SanctionImposed(sanction) => self.decide_sanction(sanction),
            TournamentEvent::SanctionLifted(lifted) => match self.sanctions.get(&lifted.sanction) {
                None => Err(unknown("sanction", lifted.sanction.as_str())),
                Some(state) if state.lifted => {
                    Err(Refusal::OverturnedAlready(lifted.sanction.clone()))
                }
                Some(_) => Ok(()),
            },
            TournamentEvent::StandingsPublished(published) => published
                .places
                .iter()
                .try_for_each(|place| self.need_place(place)),
            TournamentEvent::RoundClosed(closed) => match self.rounds.get(&closed.round) {
                None => Err(Refusal::Round {
                    round: closed.round,
                    why: "not paired".to_owned(),
                }),
                Some(_) => self.need_open_round(closed.round),
            },
            TournamentEvent::OfficialAppointed(appointed) => {
                // Tokens that hold no office record under these names: they would hold one.
                let free = !TOKENS.contains(&appointed.official.as_str());
                new_id(free, "token", appointed.official.as_str())
            }
            TournamentEvent::TournamentOpened(_)
            | TournamentEvent::TournamentClosed(_)
            | TournamentEvent::StatementTaken(_)
            | TournamentEvent::EvidenceAttached(_) => Ok(()),
        }
    }

    fn decide_supplement(&self, change: &RegulationsSupplemented) -> Result<(), Refusal> {
        // It must make sense for every round to come, with and without others.
        for round in [change.from_round, u32::MAX] {
            let Some(regulations) = self.regulations(round) else {
                continue;
            };
            let changed = regulations
                .with(&change.changes)
                .map_err(|e| Refusal::Regulations(e.to_string()))?;
            need_time_to_play_by(&changed)?;
            need_games_of_a_match(&changed)?;
        }
        Ok(())
    }

    fn decide_lot(&self, lot: &LotDrawn) -> Result<(), Refusal> {
        new_id(
            !self.lots_drawn.contains_key(&lot.lot),
            "lot",
            lot.lot.as_str(),
        )?;
        let sorted = |list: &[crate::ids::ActorId]| {
            let mut sorted = list.to_vec();
            sorted.sort();
            sorted
        };
        if sorted(&lot.entrants) != sorted(&lot.drawn) {
            return Err(Refusal::Contradiction(format!(
                "lot {}: drawn must hold each of the entrants once",
                lot.lot
            )));
        }
        Ok(())
    }

    fn decide_withdrawal(&self, left: &PlayerWithdrew) -> Result<(), Refusal> {
        left.team.iter().try_for_each(|team| self.need_team(team))?;
        self.need_players(left.player.iter())
    }

    fn decide_revocation(&self, revoked: &WithdrawalRevoked) -> Result<(), Refusal> {
        let entry = revoked.withdrawal;
        if self.withdrawals.iter().all(|told| told.entry != entry) {
            return Err(unknown("withdrawal", &entry.to_string()));
        }
        match self.revoked.get(&entry) {
            None => Ok(()),
            Some(by) => Err(Refusal::Contradiction(format!(
                "the withdrawal of entry {entry} was revoked by entry {by}"
            ))),
        }
    }

    fn decide_no_bye(&self, revoked: &ByeRevoked) -> Result<(), Refusal> {
        let round = self.rounds.get(&revoked.round);
        if round.is_some_and(|round| round.byes.contains(&revoked.player)) {
            return Ok(());
        }
        Err(Refusal::Contradiction(format!(
            "{} has no bye in round {}",
            revoked.player, revoked.round
        )))
    }

    fn decide_sanction(&self, sanction: &SanctionImposed) -> Result<(), Refusal> {
        self.need_new_decision(&sanction.sanction)?;
        self.need_article(&sanction.article)?;
        self.need_players(sanction.player.iter())?;
        sanction
            .team
            .iter()
            .try_for_each(|team| self.need_team(team))?;
        sanction
            .official
            .iter()
            .try_for_each(|o| self.need_official(o))?;
        for game in sanction.games.iter().flatten() {
            let pairing = self
                .games
                .get(game)
                .ok_or_else(|| Refusal::GameNotPaired(game.clone()))?;
            let both = pairing.pairing.both();
            if let Some(player) = &sanction.player
                && !both.is_some_and(|both| both.contains(&player))
            {
                let (player, game) = (player.clone(), game.clone());
                return Err(Refusal::NotInGame { player, game });
            }
        }
        Ok(())
    }

    /// An article that stands in the edition or among the clauses in force.
    ///
    /// # Errors
    /// [`Refusal::UnknownArticle`].
    pub fn need_article(&self, article: &str) -> Result<(), Refusal> {
        if self.has_article(article) {
            return Ok(());
        }
        let edition = self.edition().map(|e| e.id.to_string()).unwrap_or_default();
        Err(Refusal::UnknownArticle {
            article: article.to_owned(),
            edition,
        })
    }

    /// A decision's id that is not taken: it is unique in the ledger.
    ///
    /// # Errors
    /// [`Refusal::IdTaken`].
    pub fn need_new_decision(&self, id: &RulingId) -> Result<(), Refusal> {
        match self.decided.get(id) {
            None => Ok(()),
            Some(decided) => Err(Refusal::IdTaken {
                what: match decided.by {
                    DecidedBy::Ruling { .. } => "ruling",
                    DecidedBy::Sanction => "sanction",
                    DecidedBy::Appeal(_) => "appeal",
                },
                id: id.to_string(),
                entry: Some(decided.entry),
            }),
        }
    }

    /// A decision that can be overturned: it is there, it was made, and it stands.
    ///
    /// # Errors
    /// [`Refusal::UnknownRuling`], [`Refusal::Appeal`] for an appeal that is
    /// not decided, [`Refusal::OverturnedAlready`].
    pub fn need_standing_decision(&self, id: &RulingId) -> Result<(), Refusal> {
        let decided = self
            .decided
            .get(id)
            .ok_or_else(|| Refusal::UnknownRuling(id.clone()))?;
        if let DecidedBy::Appeal(appeal) = &decided.by
            && let Some(state) = self.appeals.get(appeal)
            && state.status != AppealStatus::Decided
        {
            return Err(Refusal::Appeal {
                id: id.to_string(),
                state: state.status.name(),
                what: "overturn",
            });
        }
        let lifted = self.sanctions.get(id).is_some_and(|s| s.lifted);
        if lifted || self.overturned.contains(id) {
            return Err(Refusal::OverturnedAlready(id.clone()));
        }
        Ok(())
    }

    /// Somebody who is or was an official.
    ///
    /// # Errors
    /// [`Refusal::UnknownOfficial`].
    pub fn need_official(&self, official: &OfficialId) -> Result<(), Refusal> {
        if self.officials.contains_key(official) {
            Ok(())
        } else {
            Err(Refusal::UnknownOfficial(official.clone()))
        }
    }

    /// Registered players.
    ///
    /// # Errors
    /// [`Refusal::UnknownPlayer`].
    pub fn need_players<'a>(
        &self,
        mut players: impl Iterator<Item = &'a PlayerId>,
    ) -> Result<(), Refusal> {
        match players.find(|player| !self.players.contains_key(*player)) {
            None => Ok(()),
            Some(player) => Err(Refusal::UnknownPlayer(player.clone())),
        }
    }

    fn need_team(&self, team: &TeamId) -> Result<(), Refusal> {
        if self.teams.contains_key(team) {
            Ok(())
        } else {
            Err(Refusal::UnknownTeam(team.clone()))
        }
    }

    fn need_place(&self, place: &PublishedPlace) -> Result<(), Refusal> {
        place
            .team
            .iter()
            .try_for_each(|team| self.need_team(team))?;
        self.need_players(place.player.iter())
    }

    fn need_open_round(&self, round: u32) -> Result<(), Refusal> {
        match self.rounds.get(&round).and_then(|r| r.closed) {
            None => Ok(()),
            Some(entry) => Err(Refusal::Round {
                round,
                why: format!("closed by entry {entry}"),
            }),
        }
    }

    fn need_new_game(&self, pairing: &Pairing) -> Result<(), Refusal> {
        need_two_players(pairing)?;
        self.need_new_game_id(&pairing.game)
    }

    /// A game's id that is not taken.
    ///
    /// # Errors
    /// [`Refusal::IdTaken`].
    pub fn need_new_game_id(&self, game: &crate::ids::GameId) -> Result<(), Refusal> {
        match self.games.get(game) {
            None => Ok(()),
            Some(known) => Err(Refusal::IdTaken {
                what: "game",
                id: game.to_string(),
                entry: Some(known.entry),
            }),
        }
    }

    /// A match's id that no other match has. The same two teams go on with the
    /// same match: in further entries of a round, and over several rounds where
    /// their form of play lets a match do so (all-play-all; a match of teams).
    fn need_match<'a>(
        &'a self,
        round: u32,
        told: &TeamMatch,
        in_entry: impl Iterator<Item = (u32, &'a TeamMatch)>,
    ) -> Result<(), Refusal> {
        let recorded = self
            .rounds
            .iter()
            .flat_map(|(round, paired)| paired.matches.iter().map(|known| (*round, known)));
        let one_round = self.regulations(round).is_some_and(|regulations| {
            let team = regulations.team.as_deref();
            let in_one = matches!(team, Some("fixed_boards" | "free_lineup"));
            in_one && regulations.format != Format::Match
        });
        let another = |(of, known): (u32, &TeamMatch)| {
            let same = told.teams.iter().all(|team| known.teams.contains(team));
            known.match_id == told.match_id && (!same || one_round && of != round)
        };
        let taken = recorded.chain(in_entry).any(another);
        new_id(!taken, "match", told.match_id.as_str())
    }

    fn need_same_round(&self, pairing: &Pairing, round: u32) -> Result<(), Refusal> {
        need_two_players(pairing)?;
        match self.games.get(&pairing.game) {
            Some(known) if known.round != round => Err(Refusal::Round {
                round,
                why: format!("game {} is of round {}", pairing.game, known.round),
            }),
            _ => Ok(()),
        }
    }
}

/// Numbers of a kind of time that a game can be timed by.
///
/// # Errors
/// [`Refusal::Regulations`].
pub(crate) fn need_time_to_play_by(regulations: &Regulations) -> Result<(), Refusal> {
    let checked = regulations.time.check();
    checked.map_err(|e| Refusal::Regulations(format!("time: {e}")))
}

/// A match of one of the lengths that there are (contract, section 5; 2002 26.5).
///
/// # Errors
/// [`Refusal::Regulations`].
fn need_games_of_a_match(regulations: &Regulations) -> Result<(), Refusal> {
    match regulations.games {
        Some(games) if regulations.format == Format::Match && !MATCH_GAMES.contains(&games) => {
            let all = MATCH_GAMES.map(|games| games.to_string()).join(", ");
            Err(Refusal::Regulations(format!(
                "games is {games}: expected one of {all} for a match"
            )))
        }
        _ => Ok(()),
    }
}

pub(super) fn unknown(what: &'static str, id: &str) -> Refusal {
    Refusal::Unknown {
        what,
        id: id.to_owned(),
    }
}

fn new_id(is_new: bool, what: &'static str, id: &str) -> Result<(), Refusal> {
    if is_new {
        Ok(())
    } else {
        Err(Refusal::IdTaken {
            what,
            id: id.to_owned(),
            entry: None,
        })
    }
}

/// Two players, whom nobody need have registered: that is told by the audit.
fn need_two_players(pairing: &Pairing) -> Result<(), Refusal> {
    let Some([a, b]) = pairing.both() else {
        return Err(Refusal::Contradiction(format!(
            "game {}: expected black and white, or players",
            pairing.game
        )));
    };
    if a == b {
        Err(Refusal::OnePlayer(a.clone()))
    } else {
        Ok(())
    }
}

/// The games of one entry have ids of their own.
fn distinct(games: &[Pairing]) -> Result<(), Refusal> {
    let mut ids: Vec<&str> = games.iter().map(|g| g.game.as_str()).collect();
    ids.sort_unstable();
    match ids.windows(2).find(|pair| pair[0] == pair[1]) {
        None => Ok(()),
        Some(pair) => Err(Refusal::Contradiction(format!(
            "game {} is named twice",
            pair[0]
        ))),
    }
}
