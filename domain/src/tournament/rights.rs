//! Whether somebody may record something, with what the matrix of
//! [`crate::official`] leaves to ask of the ledger's state.

use super::{
    own_log::KEEPER,
    state::{Office, TournamentState},
};
use crate::{
    event::{Event, LogEvent},
    ids::{ActorId, OfficialId},
    official::{Author, EntryClass, Right, Role, class_of, right, who_may},
    refusal::Refusal,
    rulebook::ArticleRef,
};

/// What is asked: who wants to record what, and what its right may hang on.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    /// The author.
    pub actor: &'a ActorId,
    /// The event type.
    pub what: &'static str,
    /// Its class in the matrix.
    pub class: EntryClass,
    /// The game's board, for an entry of a game.
    pub board: Option<u32>,
    /// The article cited, for a ruling.
    pub article: Option<&'a str>,
    /// Whether the finding on which it rules is left to an arbiter, if it rules
    /// on one.
    pub left_to_arbiter: Option<bool>,
    /// The role given or taken, for an appointment.
    pub role: Option<Role>,
    /// Who approved, for a supplement.
    pub approved_by: Option<&'a OfficialId>,
    /// Whether an authority is named, for a sanction.
    pub names_authority: bool,
    /// Whether the entry corrected is the author's own and its game not finished.
    pub own_entry_while_played: bool,
}

impl<'a> Asked<'a> {
    /// The plain question, hanging on nothing else.
    pub fn new(actor: &'a ActorId, what: &'static str, class: EntryClass) -> Asked<'a> {
        Asked {
            actor,
            what,
            class,
            board: None,
            article: None,
            left_to_arbiter: None,
            role: None,
            approved_by: None,
            names_authority: false,
            own_entry_while_played: false,
        }
    }
}

impl TournamentState {
    /// Whether the author may record this, by any of the offices held.
    ///
    /// # Errors
    /// [`Refusal::NoRight`], with what was missing.
    pub fn authorise(&self, asked: &Asked<'_>) -> Result<(), Refusal> {
        let offices = self.officials.get(asked.actor.as_str());
        let held = || {
            offices
                .into_iter()
                .flatten()
                .filter(|office| office.in_office)
        };
        let mut why = None;
        for office in held() {
            match self.by_office(asked, office) {
                Ok(()) => return Ok(()),
                Err(reason) => {
                    why = why.filter(|w: &String| !w.is_empty()).or(Some(reason));
                }
            }
        }
        let roles: Vec<&str> = held().map(|office| office.role.name()).collect();
        let why = match why {
            None => {
                let who = who_may(asked.class);
                format!("not an official of this tournament, expected {who}")
            }
            Some(why) if why.is_empty() => {
                let (roles, who) = (roles.join(", "), who_may(asked.class));
                format!("as {roles} it is not theirs to record, expected {who}")
            }
            Some(why) => why,
        };
        Err(Refusal::NoRight {
            actor: asked.actor.clone(),
            what: asked.what,
            why,
        })
    }

    /// Whether an official may hand in entries of a class that name others as their
    /// authors: where his own office gives the right to that very class, without a
    /// condition, so that nobody gains a right by naming another. Never in a review,
    /// where each reviewer acts for himself.
    pub fn hands_in_for_others(&self, official: &OfficialId, class: EntryClass) -> bool {
        !class.is_ones_own_act()
            && self.holds_office(official, |role| {
                right(class, Author::Official(role)) == Right::Yes
            })
    }

    /// Whether somebody may hand in an entry with that author: the author himself,
    /// whose right to it is asked for by itself; the keeper, who has the data folder;
    /// an official who may do so for others; and of what the program records itself
    /// whoever's act it is.
    ///
    /// # Errors
    /// [`Refusal::NotForOthers`].
    pub fn need_hand_in(
        &self,
        by: &ActorId,
        author: &ActorId,
        event: &Event,
    ) -> Result<(), Refusal> {
        if by == author || by.as_str() == KEEPER {
            return Ok(());
        }
        let official = by.as_official();
        let may = match event {
            Event::Log(event) => self.is_own_act(&official, event),
            _ => class_of(event.kind().name(), event.type_name())
                .is_some_and(|class| self.hands_in_for_others(&official, class)),
        };
        if may {
            return Ok(());
        }
        Err(Refusal::NotForOthers {
            by: by.clone(),
            author: author.clone(),
            what: event.type_name(),
        })
    }

    /// Whether what the program records of the ledger may be an official's act: an
    /// organiser erases people, and who may hand in a file has it received.
    fn is_own_act(&self, official: &OfficialId, event: &LogEvent) -> bool {
        match event {
            LogEvent::PersonErased(_) => {
                self.holds_office(official, |role| role == Role::Organiser)
            }
            LogEvent::EvidenceReceived(received) => {
                let file = self.files.get(&received.sha256);
                file.is_some_and(|file| self.may_hand_in(official, file))
            }
            _ => false,
        }
    }

    /// Whether one office gives the right; else why not, empty where the matrix says no.
    fn by_office(&self, asked: &Asked<'_>, office: &Office) -> Result<(), String> {
        let own_board = || match (&office.boards, asked.board) {
            (Some(boards), Some(board)) if !boards.contains(&board) => {
                Err(format!("board {board} is not one of theirs"))
            }
            _ => Ok(()),
        };
        let need = |holds: bool, why: &str| if holds { Ok(()) } else { Err(why.to_owned()) };
        match right(asked.class, Author::Official(office.role)) {
            Right::Yes => Ok(()),
            Right::No => Err(String::new()),
            Right::BecomesOrganiser => need(self.opening.is_none(), "the ledger is open already"),
            Right::ApprovedByChiefArbiter => need(
                self.approves(asked, Role::is_chief),
                "approved_by must be a chief arbiter",
            ),
            Right::ApprovedByOrganiser => need(
                self.approves(asked, |role| role == Role::Organiser),
                "approved_by must be an organiser",
            ),
            Right::ArbitersAndRecorders => need(
                matches!(asked.role, Some(Role::Arbiter | Role::Recorder)),
                "a chief arbiter appoints and relieves arbiters and recorders only",
            ),
            Right::OwnBoards => own_board(),
            Right::OwnEntriesWhilePlayed => own_board().and_then(|()| {
                need(
                    asked.own_entry_while_played,
                    "a recorder corrects only own entries, while the game is played",
                )
            }),
            Right::OnlyArbitersArticles => own_board().and_then(|()| match asked.left_to_arbiter {
                Some(left) => need(left, "on this finding the chief arbiter decides"),
                None => need(
                    self.is_arbiters_article(asked.article),
                    "this article is the chief arbiter's",
                ),
            }),
            Right::NamingAuthority => need(
                asked.names_authority,
                "an organiser must name the authority that decided",
            ),
        }
    }

    fn approves(&self, asked: &Asked<'_>, is: impl Fn(Role) -> bool) -> bool {
        asked
            .approved_by
            .is_some_and(|official| self.holds_office(official, is))
    }

    /// Whether an arbiter may rule under an article; a citation that nothing
    /// stands behind is refused for that, not here.
    fn is_arbiters_article(&self, article: Option<&str>) -> bool {
        let Some(regulations) = self.regulations(u32::MAX) else {
            return false;
        };
        article.is_none_or(|article| {
            article
                .parse::<ArticleRef>()
                .ok()
                .and_then(|cited| regulations.arbiter_may_rule(&cited).ok())
                .unwrap_or(true)
        })
    }
}
