//! The recorder's console in a real browser.

mod attacked;
mod beside;
mod calls;
mod clockwork;
pub(super) mod desk;
mod games;
mod looks;
mod rules;
mod sealing;
mod touches;
mod troubles;
mod undoing;
