//! Whether somebody may record something, with what the matrix of
//! [`crate::official`] leaves to ask of the ledger's state.

use super::state::{Office, TournamentState};
use crate::{
    ids::{ActorId, OfficialId},
    official::{Author, EntryClass, Right, Role, right, who_may},
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
