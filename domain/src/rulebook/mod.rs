//! placeholder
pub mod regulations;
