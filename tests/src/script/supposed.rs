//! What would be of a script if something of it fell or other drafts came.

use super::{Refused, Script, shown};
use fupan_domain::refusal::Refusal;
use fupan_replay::{
    draft::Draft,
    drafts,
    ledger::Reason,
    what_if::{Question, Tried, WhatIfError, WithReason},
};
use serde_json::Value;

/// A question about a script.
#[derive(Clone, Debug)]
pub struct Supposed<'a> {
    script: &'a Script,
    question: Question,
}

/// The drafts of a text, one a line, to be tried out.
pub fn drafts_of(text: &str) -> Vec<Tried> {
    drafts::lines(text.as_bytes())
        .map(|(line, text)| Tried {
            file: None,
            line,
            draft: Draft::read(text).unwrap(),
        })
        .collect()
}

impl Script {
    /// What if: further words say what is supposed.
    pub fn what_if(&self) -> Supposed<'_> {
        Supposed {
            script: self,
            question: Question::default(),
        }
    }

    /// An entry's id, where that is its name, else the name itself.
    fn named(&self, name: &str) -> String {
        self.names.get(name).cloned().unwrap_or(name.to_owned())
    }

    /// The drafts that `more` has and this script has not.
    fn further(&self, more: &Script) -> Vec<Tried> {
        let lines: Vec<String> = more.file().lines().map(str::to_owned).collect();
        drafts_of(&lines[self.drafts.len()..].join("\n"))
    }
}

impl Supposed<'_> {
    /// A ruling, sanction or appeal fell, by its own id.
    pub fn decision(mut self, id: &str) -> Self {
        self.question.void.push(id.to_owned());
        self
    }

    /// This fell: an entry that was called so, or what the words of a question name.
    pub fn void(mut self, name: &str) -> Self {
        self.question.void.push(self.script.named(name));
        self
    }

    /// What the script would be told further came after it.
    pub fn with(mut self, more: impl FnOnce(Script) -> Script) -> Self {
        let more = self.script.further(&more(self.script.clone()));
        self.question.with.extend(more);
        self
    }

    /// What the script would be told further stood in place of an entry.
    pub fn in_place_of(mut self, name: &str, more: impl FnOnce(Script) -> Script) -> Self {
        let mut more = self.script.further(&more(self.script.clone()));
        let named = self.script.named(name);
        self.question.in_place_of.push((named, more.remove(0)));
        self
    }

    /// What is and what would be.
    pub fn answer(&self) -> Value {
        let shown = self.script.shown();
        let answer = shown.replayed().what_if(self.question.clone());
        serde_json::to_value(answer.unwrap_or_else(|e| panic!("refused: {e}"))).unwrap()
    }

    /// The answer holds what is expected.
    pub fn holds(&self, expected: &Value) -> Value {
        let answer = self.answer();
        shown::holds(expected, &answer);
        answer
    }

    /// The script's game as it would be holds what is expected.
    pub fn would_be(&self, expected: &Value) -> Value {
        let answer = self.answer();
        let game = &answer["games"][&self.script.game];
        assert!(!game.is_null(), "the game does not change: {answer:#}");
        shown::holds(expected, &game["after"]);
        answer
    }

    /// The script's game would show this board.
    pub fn would_be_board(&self, rows: &str, expected: &Value) -> Value {
        let answer = self.would_be(expected);
        shown::same_board(rows, &answer["games"][&self.script.game]["after"]);
        answer
    }

    /// No game and no appeal would be otherwise.
    pub fn changes_nothing(&self) -> Value {
        let answer = self.answer();
        assert_eq!(answer["games"], serde_json::json!({}));
        assert_eq!(answer["appeals"], serde_json::json!({}));
        assert_eq!(answer["impossible"], serde_json::json!([]));
        answer
    }

    /// It can't be supposed, for that reason.
    pub fn is_refused_as(&self, code: &str) -> Refused {
        let shown = self.script.shown();
        let error = match shown.replayed().what_if(self.question.clone()) {
            Ok(answer) => panic!("accepted: {:#}", serde_json::to_value(answer).unwrap()),
            Err(error) => error,
        };
        let reason = match &error {
            WhatIfError::Void { reason, .. }
            | WhatIfError::With {
                reason: WithReason::Refused(reason),
                ..
            } => Some(reason),
            _ => None,
        };
        let refusal: Option<&Refusal> = reason.and_then(|reason| match reason {
            Reason::Content(refusal) => Some(&**refusal),
            Reason::Sequence(_) => None,
        });
        let refused = Refused {
            code: refusal.map_or("other", Refusal::code).to_owned(),
            entry: refusal.and_then(Refusal::entry).map(|id| id.to_string()),
            text: error.to_string(),
        };
        assert_eq!(refused.code, code, "{}", refused.text);
        refused
    }
}
