//! What a game record says, free of SGF's letters: players, conditions, moves
//! and clock readings. Not a game of a ledger: nothing here was checked
//! against a board.

use super::{Place, Rank, Remark, SgfResult};
use crate::board::Point;
use crate::colour::PerColour;
use crate::score::QuarterZi;
use crate::{Colour, Millis};

/// The games of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collection {
    /// The games, in the file's order; at least one.
    pub games: Vec<Record>,
    /// The character set that the text was read in, by its WHATWG name.
    pub encoding: &'static str,
    /// What is odd about the file as a whole.
    pub remarks: Vec<Remark>,
}

/// One game, along its main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The format's version (FF); 1 where the file names none.
    pub format: u8,
    /// Lines of the board (SZ); 19 where the file names none.
    pub size: u8,
    /// The two players.
    pub players: PerColour<Player>,
    /// Programs that wrote the file (AP), in its order.
    pub applications: Vec<String>,
    /// The game's name (GN).
    pub name: Option<String>,
    /// The event (EV, or TE as Chinese portals write it).
    pub event: Option<String>,
    /// The round (RO).
    pub round: Option<String>,
    /// The date as written (DT, or RD as Chinese portals write it).
    pub date: Option<String>,
    /// Where it was played (PC).
    pub venue: Option<String>,
    /// The rules as written (RU); [`Record::rule_set`] says what is meant.
    pub rules: Option<String>,
    /// White's compensation (KM, or KO with a number).
    pub komi: Option<Komi>,
    /// Handicap stones announced (HA, or HD); 0 where none or unreadable.
    pub handicap: u32,
    /// What stood on the board before the first move: handicap stones, or a
    /// position to go on from. Nothing in it is taken off (`empty` is empty).
    pub setup: Setup,
    /// Main time for each player (TM).
    pub main_time: Option<Millis>,
    /// What follows the main time (OT; TC and TT at Fox; LC and LT elsewhere).
    pub overtime: Option<Overtime>,
    /// What the clock readings of the nodes are worth.
    pub clock_style: ClockStyle,
    /// The result (RE).
    pub result: Option<SgfResult>,
    /// The comment of the first node (C).
    pub comment: Option<String>,
    /// The comment about the game (GC).
    pub game_comment: Option<String>,
    /// Moves, setup, readings and comments, in order. Nodes that say nothing
    /// are left out.
    pub nodes: Vec<Node>,
    /// What is odd about this game.
    pub remarks: Vec<Remark>,
}

impl Record {
    /// An even game on an empty board of 19 lines that says nothing more.
    pub fn empty() -> Record {
        Record {
            format: 4,
            size: 19,
            players: PerColour::default(),
            applications: Vec::new(),
            name: None,
            event: None,
            round: None,
            date: None,
            venue: None,
            rules: None,
            komi: None,
            handicap: 0,
            setup: Setup::default(),
            main_time: None,
            overtime: None,
            clock_style: ClockStyle::NoReadings,
            result: None,
            comment: None,
            game_comment: None,
            nodes: Vec::new(),
            remarks: Vec::new(),
        }
    }

    /// Stones and passes in order: who played, and where (`None`: a pass).
    pub fn moves(&self) -> impl Iterator<Item = (Place, Colour, Option<Point>)> + '_ {
        let steps = self.nodes.iter().flat_map(|node| &node.steps);
        steps.filter_map(|step| match step.action {
            Action::Play { colour, point } => Some((step.place, colour, Some(point))),
            Action::Pass { colour } => Some((step.place, colour, None)),
            Action::Setup(_) => None,
        })
    }

    /// Which rules the text of `rules` means; `None` where it names none.
    pub fn rule_set(&self) -> Option<Rules> {
        self.rules.as_deref().and_then(Rules::named)
    }
}

/// A player as the file names him.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// Name or account (PB, PW); empty where the file has none.
    pub name: String,
    /// Rank (BR, WR).
    pub rank: Option<Rank>,
    /// Team (BT, WT).
    pub team: Option<String>,
}

/// Rules that a record may name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// Area counting in zi.
    Chinese,
    /// Territory counting in points.
    Japanese,
    /// Territory counting in points.
    Korean,
    /// American Go Association.
    Aga,
    /// Ing (GOE), area counting with fill-in.
    Ing,
    /// New Zealand, area counting.
    NewZealand,
}

impl Rules {
    fn named(text: &str) -> Option<Rules> {
        let text = text.trim().to_lowercase();
        let has = |words: &[&str]| words.iter().any(|word| text.contains(word));
        if has(&["chinese", "中国", "中國", "数子", "數子", "cn"]) {
            Some(Rules::Chinese)
        } else if has(&["japan", "日本", "数目", "數目", "jp"]) {
            Some(Rules::Japanese)
        } else if has(&["korea", "韩国", "韓國", "한국"]) {
            Some(Rules::Korean)
        } else if has(&["aga"]) {
            Some(Rules::Aga)
        } else if has(&["ing", "goe", "应氏", "應氏"]) {
            Some(Rules::Ing)
        } else if has(&["nz", "new zealand"]) {
            Some(Rules::NewZealand)
        } else {
            None
        }
    }
}

/// Compensation for White.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Komi {
    /// In quarter-zi, half a point each: 7.5 points are 15. `None` where the
    /// text cannot be said in them.
    pub qz: Option<QuarterZi>,
    /// How the number was read.
    pub reading: KomiReading,
    /// The text of the file.
    pub raw: String,
}

/// How the number of a komi was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KomiReading {
    /// Points, as SGF says.
    Points,
    /// Zi: `3又3/4子`, or a number that no points can be.
    Zi,
    /// Hundredths of a point, as Fox writes under territory rules.
    PointHundredths,
    /// Hundredths of a zi, as Fox writes under Chinese rules.
    ZiHundredths,
}

/// What follows when the main time is used up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Overtime {
    /// Periods, each kept while a move takes less than one.
    ByoYomi {
        /// How many.
        periods: u32,
        /// How long each.
        period: Millis,
    },
    /// So many moves in each period.
    Canadian {
        /// Moves to be played in a period.
        moves: u32,
        /// How long it is.
        period: Millis,
    },
    /// Time added with each move.
    Fischer {
        /// How much.
        increment: Millis,
    },
    /// Anything else, as written.
    Other(String),
}

/// What the clock readings of a record are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockStyle {
    /// There are none.
    NoReadings,
    /// A reading is what its player has left.
    Running,
    /// In byo-yomi the reading is set back to a whole period after each move,
    /// as on KGS: it tells how many periods are gone, and the time used within
    /// a period is unknown, which is not zero.
    PeriodReset,
}

/// A node of the main line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// Where it begins.
    pub place: Place,
    /// What happens: nothing, one thing, or several in a node that FF\[4\]
    /// forbids and that people hand in.
    pub steps: Vec<Step>,
    /// What the clocks show after it.
    pub clock: PerColour<Reading>,
    /// The comment (C).
    pub comment: Option<String>,
}

/// One thing that happens, and where the file says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Where its value stands.
    pub place: Place,
    /// What happens.
    pub action: Action,
}

/// What a step does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A stone is played; whether it may is not known here.
    Play {
        /// Whose.
        colour: Colour,
        /// Where.
        point: Point,
    },
    /// A turn is passed.
    Pass {
        /// Whose.
        colour: Colour,
    },
    /// The position is changed by hand.
    Setup(Setup),
}

/// Points whose content is set, whatever stood there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// Black afterwards (AB), in the file's order.
    pub black: Vec<Point>,
    /// White afterwards (AW).
    pub white: Vec<Point>,
    /// Empty afterwards (AE).
    pub empty: Vec<Point>,
    /// Whose turn it is (PL).
    pub to_play: Option<Colour>,
}

impl Setup {
    /// Whether it changes nothing.
    pub fn is_empty(&self) -> bool {
        self == &Setup::default()
    }
}

/// What one player's clock shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Time left (BL, WL): of the main time, or of the period.
    pub left: Option<Millis>,
    /// What is left of the overtime (OB, OW).
    pub overtime: Option<OvertimeLeft>,
}

/// What the number of OB or OW counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OvertimeLeft {
    /// Byo-yomi periods left.
    Periods(u32),
    /// Moves still to be played in the period.
    Moves(u32),
    /// The file names no overtime that would tell.
    Unclear(u32),
}

impl OvertimeLeft {
    /// The number as written.
    pub const fn number(self) -> u32 {
        match self {
            OvertimeLeft::Periods(n) | OvertimeLeft::Moves(n) | OvertimeLeft::Unclear(n) => n,
        }
    }
}
