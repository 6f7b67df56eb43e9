//! Orders: what a ruling or an appeal decision changes (contract, section 6).

use super::common::GameResult;
use crate::{
    Colour,
    board::Point,
    clock::ClockSetting,
    ids::{EntryId, GameId, RulingId},
};
use serde::{Deserialize, Serialize};

/// One order. Orders of a ruling are carried out one after the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// The last stone played is taken back: board and turn as before it.
    VoidMove {
        /// The stone's entry.
        entry: EntryId,
    },
    /// The stone of that entry is on its point.
    MoveStands {
        /// The stone's entry, or that of a dropped stone.
        entry: EntryId,
    },
    /// Stones wrongly taken off go back.
    RestoreStones {
        /// Their colour.
        colour: Colour,
        /// Their points.
        points: Vec<Point>,
    },
    /// Stones are taken off.
    RemoveStones {
        /// Their points.
        points: Vec<Point>,
    },
    /// A stone is put elsewhere.
    MoveStone {
        /// Where it stands.
        from: Point,
        /// Where it goes.
        to: Point,
    },
    /// The players change sides; the position stays.
    SwapPlayers {},
    /// Clocks are set.
    SetClock(ClockSetting),
    /// A turn that overran its time counts as a pass (2002 22.5).
    TreatAsPass {
        /// Whose turn.
        colour: Colour,
    },
    /// Points go to a side at counting (2002 12.4(4)).
    AwardPoints {
        /// To whom.
        colour: Colour,
        /// Which.
        points: Vec<Point>,
    },
    /// The game goes on and its clocks run.
    Resume {},
    /// The result is this.
    SetResult {
        /// The result.
        result: GameResult,
    },
    /// The game is a draw.
    Draw {},
    /// Both lose.
    BothLose {},
    /// The game counts for nothing.
    NoResult {},
    /// The game is played again under a new id, same round, board and players.
    Replay {
        /// The new game's id.
        game: GameId,
    },
    /// A ruling, sanction or appeal decision no longer counts.
    Overturn {
        /// Its id.
        ruling: RulingId,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Order, serde_json::Error> {
        serde_json::from_str(text)
    }

    #[test]
    fn orders_come_back_from_their_json() {
        for text in [
            r#"{"do":"void_move","entry":"edb9e6f0-bc61-5986-a015-2c1c1020378c"}"#,
            r#"{"do":"restore_stones","colour":"black","points":["D4","E5"]}"#,
            r#"{"do":"move_stone","from":"D4","to":"D5"}"#,
            r#"{"do":"set_clock","black_ms":0,"white_periods":3}"#,
            r#"{"do":"set_result","result":{"outcome":"black","by":"count","margin_qz":3}}"#,
            r#"{"do":"resume"}"#,
            r#"{"do":"overturn","ruling":"ruling-1"}"#,
        ] {
            assert_eq!(serde_json::to_string(&read(text).unwrap()).unwrap(), text);
        }
    }

    #[test]
    fn an_order_with_a_field_too_many_is_refused() {
        assert!(read(r#"{"do":"void_move","entry":"D4"}"#).is_err());
        assert!(read(r#"{"do":"move_stone","from":"D4","to":"D5","by":"me"}"#).is_err());
        assert!(read(r#"{"do":"set_clock","blak_ms":0}"#).is_err());
        assert!(read(r#"{"do":"resume","when":"now"}"#).is_err());
        assert!(read(r#"{"do":"explode"}"#).is_err());
    }
}
