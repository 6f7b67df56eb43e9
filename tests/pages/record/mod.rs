//! The recorder's console in a real browser.

mod desk;
mod games;
mod looks;
mod rules;
mod troubles;
