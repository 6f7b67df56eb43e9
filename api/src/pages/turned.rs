//! What becomes of a form that was sent: a page to be looked at, the form once
//! more with what was wrong, or something to be recorded.

use super::Page;
use crate::problem::Problem;

/// What becomes of a form.
pub enum Turned<R> {
    /// A page to be looked at.
    Shown(Box<Page>),
    /// A page that says what was wrong.
    Refused(Box<Page>, Box<Problem>),
    /// Something to be recorded.
    Record(Box<R>),
}

impl<R> Turned<R> {
    /// A page to be looked at.
    pub fn shown(page: Page) -> Turned<R> {
        Turned::Shown(Box::new(page))
    }

    /// A page that says what was wrong.
    pub fn refused(page: Page, problem: Problem) -> Turned<R> {
        Turned::Refused(Box::new(page), Box::new(problem))
    }

    /// Something to be recorded.
    pub fn record(asked: R) -> Turned<R> {
        Turned::Record(Box::new(asked))
    }
}
