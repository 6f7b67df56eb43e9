//! What each entry makes of a tournament. Total: it judges nothing.

use super::{
    appeal::{AppealState, AppealStatus},
    state::{
        Decided, DecidedBy, Office, Opening, PlayerState, SanctionState, Told, TournamentState,
    },
};
use crate::{
    Timestamp,
    event::{
        AppealEvent, Order, Stream, TournamentEvent,
        appeal::{AppealDecided, AppealFiled},
        game::RulingMade,
        tournament::{OfficialAppointed, TournamentOpened},
    },
    game::{Decision, Fact, FactKind, Supplement},
    ids::{ActorId, AppealId, EntryId, GameId, RulingId},
    official::Role,
    rulebook::{Edition, regulations::Regulations},
};
use std::{collections::BTreeSet, sync::Arc};

/// An entry's place, time and author.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The entry.
    pub entry: EntryId,
    /// Its seq.
    pub seq: u64,
    /// When it happened.
    pub at: Timestamp,
    /// Who is named as its author.
    pub actor: &'a ActorId,
}

fn told<T>(place: Place<'_>, what: T) -> Told<T> {
    Told {
        entry: place.entry,
        seq: place.seq,
        what,
    }
}

impl TournamentState {
    /// Takes an entry of stream `tournament`.
    pub fn evolve(&mut self, place: Place<'_>, event: &TournamentEvent) {
        match event {
            TournamentEvent::TournamentOpened(opened) => self.open(place, opened),
            TournamentEvent::RegulationsSupplemented(change) => {
                let supplement = Supplement {
                    seq: place.seq,
                    from_round: change.from_round,
                    changes: change.changes.clone(),
                };
                self.supplements = self
                    .supplements
                    .iter()
                    .cloned()
                    .chain([supplement])
                    .collect();
            }
            TournamentEvent::OfficialAppointed(appointed) => self.appoint(appointed),
            TournamentEvent::OfficialRelieved(relieved) => {
                for office in self
                    .officials
                    .get_mut(&relieved.official)
                    .into_iter()
                    .flatten()
                {
                    office.in_office = false;
                }
            }
            TournamentEvent::TeamRegistered(team) => {
                self.teams.insert(team.team.clone(), (**team).clone());
            }
            TournamentEvent::PlayerRegistered(player) => {
                let players = Arc::make_mut(&mut self.players);
                let known = players.get(&player.player).map(|known| known.number);
                let state = PlayerState {
                    entry: place.entry,
                    registered: (**player).clone(),
                    number: known.unwrap_or(players.len()),
                };
                players.insert(player.player.clone(), Arc::new(state));
            }
            TournamentEvent::LineupDeclared(lineup) => {
                self.lineups.push(told(place, (**lineup).clone()));
            }
            TournamentEvent::LotCommitted(lot) => {
                let told = told(place, (**lot).clone());
                self.lots_committed.insert(lot.lot.clone(), told);
            }
            TournamentEvent::LotDrawn(lot) => {
                let told = told(place, (**lot).clone());
                self.lots_drawn.insert(lot.lot.clone(), told);
            }
            TournamentEvent::RoundPaired(paired) => self.pair(place, paired),
            TournamentEvent::PairingChanged(changed) => self.change_pairing(place, changed),
            TournamentEvent::PlayerWithdrew(left) => {
                self.withdrawals.push(told(place, (**left).clone()));
            }
            TournamentEvent::WithdrawalRevoked(revoked) => {
                self.revoked
                    .entry(revoked.withdrawal)
                    .or_insert(place.entry);
                self.note_change();
            }
            TournamentEvent::ByeRevoked(revoked) => {
                if let Some(round) = Arc::make_mut(&mut self.rounds).get_mut(&revoked.round) {
                    round.byes.retain(|player| *player != revoked.player);
                }
                self.note_change();
            }
            TournamentEvent::SanctionImposed(imposed) => {
                self.note_change();
                let state = SanctionState {
                    entry: place.entry,
                    seq: place.seq,
                    imposed: (**imposed).clone(),
                    lifted_by_entry: false,
                    lifted: false,
                };
                self.note(place, imposed.sanction.clone(), DecidedBy::Sanction);
                self.sanctions.insert(imposed.sanction.clone(), state);
            }
            TournamentEvent::SanctionLifted(lifted) => self.lift(&lifted.sanction),
            TournamentEvent::StandingsPublished(published) => {
                Arc::make_mut(&mut self.published).push((place.entry, (**published).clone()));
            }
            TournamentEvent::RoundClosed(closed) => {
                Arc::make_mut(&mut self.rounds)
                    .entry(closed.round)
                    .or_default()
                    .closed = Some(place.entry);
            }
            TournamentEvent::TournamentClosed(_) => self.closed = Some(place.entry),
            TournamentEvent::StatementTaken(s) => self.statements.push((**s).clone()),
            TournamentEvent::EvidenceAttached(e) => {
                self.note_evidence(place, Stream::Tournament, e);
                self.evidence.push((**e).clone());
            }
            // The rule book makes findings of it.
            TournamentEvent::BreachObserved(breach) => {
                self.breaches.push(told(place, (**breach).clone()));
            }
        }
    }

    fn open(&mut self, place: Place<'_>, opened: &TournamentOpened) {
        let Some(edition) = Edition::get(&opened.edition) else {
            return;
        };
        let Ok(regulations) = Regulations::resolve(edition, [&opened.regulations]) else {
            return;
        };
        self.opening = Some(Opening {
            entry: place.entry,
            at: place.at,
            name: opened.name.clone(),
            edition,
            regulations,
            place: opened.place.clone(),
            organiser: place.actor.clone(),
        });
        let office = Office {
            role: Role::Organiser,
            boards: None,
            person: None,
            in_office: true,
        };
        self.officials
            .entry(place.actor.as_official())
            .or_default()
            .push(office);
    }

    fn appoint(&mut self, appointed: &OfficialAppointed) {
        self.officials
            .entry(appointed.official.clone())
            .or_default()
            .push(Office {
                role: appointed.role,
                boards: appointed.boards.clone(),
                person: Some(appointed.person),
                in_office: true,
            });
    }

    fn note(&mut self, place: Place<'_>, id: RulingId, by: DecidedBy) {
        let decided = Decided {
            entry: place.entry,
            seq: place.seq,
            at: place.at,
            by,
        };
        Arc::make_mut(&mut self.decided).insert(id, decided);
    }

    /// What is decided after the close may move places, and make ties that were none.
    fn note_change(&mut self) {
        self.decided_since_close |= self.closed.is_some();
    }

    fn lift(&mut self, sanction: &RulingId) {
        self.note_change();
        if let Some(state) = self.sanctions.get_mut(sanction) {
            state.lifted_by_entry = true;
            state.lifted = true;
        }
    }

    /// Takes note of a ruling in a game: it can be overturned from elsewhere,
    /// and may overturn others or have the game played again.
    pub fn note_ruling(&mut self, place: Place<'_>, game: &GameId, ruling: &RulingMade) {
        let with = ruling
            .with
            .iter()
            .flatten()
            .filter_map(|o| o.as_str().parse().ok());
        let officials = std::iter::once(place.actor.clone()).chain(with).collect();
        let further = ruling.findings.iter().flatten();
        let by = DecidedBy::Ruling {
            game: game.clone(),
            officials,
            findings: ruling.finding.iter().chain(further).cloned().collect(),
        };
        let told = Place {
            at: ruling.announced_at.unwrap_or(place.at),
            ..place
        };
        self.note(told, ruling.ruling.clone(), by);
        self.note_change();
        self.note_results(game, &ruling.ruling, &ruling.orders);
        for order in &ruling.orders {
            match order {
                Order::Replay { game: again } => self.pair_again(place, game, again),
                Order::Overturn { ruling: target } => {
                    self.overturn(place, target, (&ruling.ruling, Some(game)));
                }
                _ => {}
            }
        }
    }

    /// A decision no longer counts, and what it had overturned counts again.
    /// `within`: the game whose own record tells of it already.
    pub(super) fn overturn(
        &mut self,
        place: Place<'_>,
        target: &RulingId,
        (by, within): (&RulingId, Option<&GameId>),
    ) {
        let concerned = self.games_concerned(target);
        self.overturns.push((by.clone(), target.clone()));
        // Only later decisions overturn: from the last one back, each is known
        // to stand or not before its own overturning is looked at.
        self.overturned.clear();
        for (by, target) in self.overturns.iter().rev() {
            if !self.overturned.contains(by) {
                self.overturned.insert(target.clone());
            }
        }
        for (id, sanction) in &mut self.sanctions {
            sanction.lifted = sanction.lifted_by_entry || self.overturned.contains(id);
        }
        for (id, appeal) in &mut self.appeals {
            appeal.overturned = self.overturned.contains(id.as_str());
        }
        for game in concerned.iter().filter(|game| Some(*game) != within) {
            let fact = Fact {
                entry: place.entry,
                seq: place.seq,
                at: place.at,
                kind: FactKind::Overturned {
                    ruling: target.clone(),
                    by: by.clone(),
                },
            };
            Arc::make_mut(&mut self.decisions_on)
                .entry(game.clone())
                .or_default()
                .push(fact);
        }
    }

    /// The games on which a decision bears: its own, and those of what it has
    /// overturned.
    fn games_concerned(&self, decision: &RulingId) -> BTreeSet<GameId> {
        let mut decisions = BTreeSet::from([decision]);
        for (by, target) in self.overturns.iter().rev() {
            if decisions.contains(by) {
                decisions.insert(target);
            }
        }
        let game_of = |id: &RulingId| match &self.decided.get(id)?.by {
            DecidedBy::Ruling { game, .. } => Some(game.clone()),
            DecidedBy::Appeal(appeal) => self.appeals.get(appeal)?.game.clone(),
            DecidedBy::Sanction => None,
        };
        decisions.into_iter().filter_map(game_of).collect()
    }

    /// Takes an entry of a stream `appeal/<id>`.
    pub fn evolve_appeal(&mut self, place: Place<'_>, id: &AppealId, event: &AppealEvent) {
        if let AppealEvent::AppealFiled(filed) = event {
            self.file(place, id, filed);
            return;
        }
        let Some(appeal) = self.appeals.get_mut(id) else {
            return;
        };
        match event {
            AppealEvent::PanelSeated(panel) => {
                appeal.panel.clone_from(&panel.members);
                appeal.recused = panel.recused.clone().unwrap_or_default();
                appeal.status = AppealStatus::Seated;
            }
            AppealEvent::StatementTaken(statement) => appeal.statements.push((**statement).clone()),
            AppealEvent::EvidenceAttached(evidence) => {
                appeal.evidence.push((**evidence).clone());
                self.note_evidence(place, Stream::Appeal(id.clone()), evidence);
            }
            AppealEvent::AppealWithdrawn(_) => appeal.status = AppealStatus::Withdrawn,
            AppealEvent::AppealDecided(decided) => {
                appeal.status = AppealStatus::Decided;
                appeal.outcome = Some(decided.outcome);
                appeal.orders.clone_from(&decided.orders);
                appeal.reasons = Some(decided.reasons.clone());
                self.decide_appeal(place, id, decided);
            }
            AppealEvent::AppealFiled(_) => {}
        }
    }

    fn file(&mut self, place: Place<'_>, id: &AppealId, filed: &AppealFiled) {
        let challenged = || {
            self.decided.values().find_map(|decided| match &decided.by {
                DecidedBy::Ruling { game, .. } if filed.against.contains(&decided.entry) => {
                    Some(game.clone())
                }
                _ => None,
            })
        };
        let game = filed.game.clone().or_else(challenged);
        let appeal = AppealState {
            appeal: id.clone(),
            entry: place.entry,
            filed: filed.clone(),
            filed_at: place.at,
            deadline: self.appeal_deadline(game.as_ref(), &filed.against),
            game,
            panel: Vec::new(),
            recused: Vec::new(),
            statements: Vec::new(),
            evidence: Vec::new(),
            status: AppealStatus::Filed,
            outcome: None,
            orders: Vec::new(),
            reasons: None,
            overturned: false,
        };
        if let Ok(ruling) = id.as_str().parse() {
            self.note(place, ruling, DecidedBy::Appeal(id.clone()));
        }
        self.appeals.insert(id.clone(), appeal);
    }

    /// Until when decisions of that game can be challenged (regulation `appeal`).
    /// `None` where they set no deadline, or nothing challenged is a decision.
    pub fn appeal_deadline(&self, game: Option<&GameId>, against: &[EntryId]) -> Option<Timestamp> {
        let round = game.and_then(|game| self.games.get(game)).map(|g| g.round);
        let within = self
            .regulations(round.unwrap_or(u32::MAX))?
            .appeal
            .within_ms?;
        let challenged = self.decided.values().filter(|d| against.contains(&d.entry));
        let last = challenged.map(|decided| decided.at).max()?;
        Some(last.plus(within))
    }

    fn decide_appeal(&mut self, place: Place<'_>, id: &AppealId, decided: &AppealDecided) {
        self.note_change();
        let game = self.game_decided(id, &decided.orders);
        if let Some(appeal) = self.appeals.get_mut(id) {
            appeal.game.clone_from(&game);
        }
        // A next level counts its time from the decision, and challenges its entry.
        if let Some(noted) = Arc::make_mut(&mut self.decided).get_mut(id.as_str()) {
            noted.entry = place.entry;
            noted.seq = place.seq;
            noted.at = place.at;
        }
        // An appeal's id is a decision's id: both are slugs.
        let Ok(ruling) = id.as_str().parse::<RulingId>() else {
            return;
        };
        if let Some(game) = &game {
            self.note_results(game, &ruling, &decided.orders);
        }
        for order in &decided.orders {
            match order {
                Order::Overturn { ruling: target } => {
                    self.overturn(place, target, (&ruling, game.as_ref()));
                }
                Order::Replay { game: again } => {
                    if let Some(game) = &game {
                        self.pair_again(place, game, again);
                    }
                }
                _ => {}
            }
        }
        let Some(game) = game else {
            return;
        };
        let decision = Decision {
            ruling,
            orders: decided.orders.clone(),
        };
        let fact = Fact {
            entry: place.entry,
            seq: place.seq,
            at: place.at,
            kind: FactKind::Decision(Arc::new(decision)),
        };
        Arc::make_mut(&mut self.decisions_on)
            .entry(game)
            .or_default()
            .push(fact);
    }
}
