//! The recorder's console in a real browser.

mod calls;
mod clockwork;
mod desk;
mod games;
mod looks;
mod rules;
mod sealing;
mod touches;
mod troubles;
mod undoing;
