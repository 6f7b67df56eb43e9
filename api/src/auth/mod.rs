//! Who asks: tokens, whom they stand for, and how far they reach. What an
//! official may record hangs on the ledger and is decided there, by the matrix
//! in `domain`; here stand only the questions that come before it.

mod caller;
mod principal;
pub mod sessions;
mod tokens;

pub use caller::{Caller, Cookies};
pub use principal::Principal;
pub use sessions::SessionBook;
pub use tokens::{Grant, NewToken, TokenBook};
pub(crate) use tokens::{give_to_owner, secret_file};
