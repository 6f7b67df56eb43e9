//! Who asks: tokens, whom they stand for, and how far they reach. What an
//! official may record hangs on the ledger and is decided there, by the matrix
//! in `domain`; here stand only the questions that come before it.

mod caller;
mod principal;
mod tokens;

pub use caller::Caller;
pub use principal::Principal;
pub use tokens::{Grant, NewToken, TokenBook};
pub(crate) use tokens::{give_to_owner, secret_file};
