//! The keys of a data folder: `DIR/keys/ring.json` says which keys have signed
//! and which signs now, `DIR/keys/<id>.key` is the secret itself, for its owner
//! alone. Read again whenever the ring has changed, so that `fupan key rotate`
//! works beside a running service. How a signature is got is in `way`.

pub(crate) mod file;
mod ring;
mod signer;
mod way;

pub use ring::{KeyRing, NewKey, Ring, RingKey, Saved};
pub use signer::{for_ledgers, hand_over};

#[cfg(test)]
mod tests;
