//! Game records in SGF (Smart Game Format, FF\[1\] to FF\[4\]): bytes to a
//! neutral [`Record`] and back to text.
//!
//! A record says what its file says, an illegal move included; it knows no
//! board and no rules. What cannot be read is refused with its place, what can
//! be read only by a guess carries a [`Remark`]. Turning a record into a game
//! of a ledger is the importer's work.

mod amount;
mod decimal;
mod encoding;
mod error;
mod game;
mod header;
mod plausible;
mod rank;
mod readings;
mod record;
mod result;
mod scan;
mod timing;
mod write;

pub use error::{Place, Remark, RemarkKind, SgfError};
pub use rank::Rank;
pub use record::{
    Action, ClockStyle, Collection, Komi, KomiReading, Node, Overtime, OvertimeLeft, Player,
    Reading, Record, Rules, Setup, Step,
};
pub use result::{By, Outcome, SgfResult};
pub use write::write;

/// The largest file that is read, in bytes.
pub const FILE_BYTES_MAX: usize = 16 * 1024 * 1024;

/// The most nodes that a game's main line may have.
pub const NODES_MAX: usize = 100_000;

/// The most games that one file may hold.
pub const GAMES_MAX: usize = 10_000;

/// Reads every game of an SGF file, each along its main line.
///
/// # Errors
///
/// What makes the file no record: see [`SgfError`]. One bad game refuses the
/// whole file.
pub fn read(bytes: &[u8]) -> Result<Collection, SgfError> {
    let mut remarks = Vec::new();
    let decoded = encoding::decode(bytes, &mut remarks)?;
    let games = scan::scan(&decoded.text, &mut remarks)?
        .into_iter()
        .map(game::record)
        .collect::<Result<Vec<_>, _>>()?;
    Ok(Collection {
        games,
        encoding: decoded.encoding,
        remarks,
    })
}
