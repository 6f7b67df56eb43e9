//! The closed lists of words that editions and regulations choose from, each
//! spelt in JSON as in contract, section 5. Words only: what they do is decided
//! where games are judged and standings computed.

use serde::{Deserialize, Serialize};

macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $($(#[$word_doc:meta])* $word:ident = $text:literal),+ $(,)? })+) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum $name {
            $($(#[$word_doc])* #[serde(rename = $text)] $word),+
        }

        impl $name {
            /// Every word of the list, in its order.
            pub const ALL: &'static [$name] = &[$($name::$word),+];

            /// The word as JSON has it.
            pub const fn name(self) -> &'static str {
                match self { $($name::$word => $text),+ }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name())
            }
        }
    )+ };
}

words! {
    /// How a tournament is played (2002 article 26, 1988 article 27).
    Format {
        /// Pairing by equal or near points (积分编排制).
        Swiss = "swiss",
        /// Everybody plays everybody once.
        RoundRobin = "round_robin",
        /// Everybody plays everybody twice.
        DoubleRoundRobin = "double_round_robin",
        /// One loss and out.
        Knockout = "knockout",
        /// Two losses and out.
        DoubleKnockout = "double_knockout",
        /// A Swiss part, then a knockout (2002 26.4).
        SwissKnockout = "swiss_knockout",
        /// Out after `defeats` losses.
        MultiKnockout = "multi_knockout",
        /// Everybody plays everybody `cycles` times.
        MultiRoundRobin = "multi_round_robin",
        /// Two sides over `games` games.
        Match = "match",
        /// The winner stays and meets the other team's next player (擂台赛).
        WinAndStay = "win_and_stay",
    }

    /// A criterion that orders the standings.
    TieBreak {
        /// Points plus opponents' points over half the highest, less the rounds.
        TotalScore = "total_score",
        /// Game points, or match points of teams.
        Points = "points",
        /// Sum of the opponents' points.
        Opponents = "opponents",
        /// Points of beaten opponents and half of those drawn with (胜者小分).
        Beaten = "beaten",
        /// Fewer warnings first.
        Warnings = "warnings",
        /// Number of wins.
        Wins = "wins",
        /// The games among those who are equal.
        Direct = "direct",
        /// Sum of opponents' scores.
        Sos = "sos",
        /// The same without the lowest.
        Sos1 = "sos1",
        /// The same without the two lowest.
        Sos2 = "sos2",
        /// Sum of the opponents' `sos`.
        Sosos = "sosos",
        /// Sum of the defeated opponents' scores.
        Sodos = "sodos",
        /// Sum of the scores after each round.
        Cumulative = "cumulative",
        /// Board points of a team, then those of board one, two and so on.
        Boards = "boards",
        /// Rating at registration.
        Rating = "rating",
        /// A play-off.
        Playoff = "playoff",
        /// A lot.
        Lot = "lot",
    }

    /// What the highest points of a total score are (the texts don't say).
    Pmax {
        /// The highest points that anybody has scored.
        Scored = "scored",
        /// The highest that anybody could have scored: two a round.
        Possible = "possible",
    }

    /// Which repetition of a whole-board position counts (article 6).
    Repetition {
        /// The same stones on the same points.
        Positional = "positional",
        /// The same, and the same side to move.
        Situational = "situational",
    }

    /// What an event lets the chief arbiter make of a long cycle (2002 20.3, 1988 20.3).
    LongCycle {
        /// The game has no result.
        NoResult = "no_result",
        /// The game is a draw.
        Draw = "draw",
        /// The game is played again.
        Replay = "replay",
        /// An extra game is played (加赛).
        Playoff = "playoff",
    }

    /// Who decides what follows from a breach.
    Decider {
        /// Nobody: it takes effect without a ruling.
        Automatic = "automatic",
        /// The arbiter at the board (裁判员), or any chief arbiter.
        Arbiter = "arbiter",
        /// The chief arbiter (裁判长) or the deputy alone.
        ChiefArbiter = "chief_arbiter",
    }

    /// Until when a breach may be raised (contract, section 7).
    Window {
        /// Until the opponent's next stone or pass.
        NextMove = "next_move",
        /// Until the next stone or pass of either side.
        AnyMove = "any_move",
        /// Up to and including the move of the parameter `colour_swap_last_move`.
        ColourSwapLastMove = "colour_swap_last_move",
        /// Until a new position breaks the cycle, or the game is finished.
        CycleBroken = "cycle_broken",
        /// Until the game is finished.
        GameEnd = "game_end",
        /// It never closes.
        Never = "never",
    }

    /// On what an outcome depends, beyond the breach itself.
    Condition {
        /// The player's first breach of this kind in the game.
        First = "first",
        /// A further one.
        Again = "again",
        /// `overtime_relief` holds and the player has asked for it (2002 22.5).
        ReliefRequested = "relief_requested",
        /// The regulation `long_cycle` lists `no_result`.
        LongCycleNoResult = "long_cycle_no_result",
        /// The regulation `long_cycle` lists `draw`.
        LongCycleDraw = "long_cycle_draw",
        /// The regulation `long_cycle` lists `replay`.
        LongCycleReplay = "long_cycle_replay",
        /// The regulation `long_cycle` lists `playoff`.
        LongCyclePlayoff = "long_cycle_playoff",
        /// The clocks err by `clock_fault_rate_ms_per_h` or more (2002 22.8).
        ErrorLarge = "error_large",
        /// The clocks err by less.
        ErrorSmall = "error_small",
        /// Fewer than half of all rounds were played before the withdrawal.
        PlayedLessThanHalf = "played_less_than_half",
        /// Half of all rounds or more were.
        PlayedHalf = "played_half",
    }

    /// What a withdrawn player is worth to his Swiss opponents.
    WithdrawnOpponent {
        /// His points, and for each round missed his average, at most one (1988 29.3).
        Average = "average",
        /// His points as they are (2002 does not say).
        Actual = "actual",
    }
}

impl Format {
    /// Losses after which an entrant is out, where the format itself says so;
    /// three for `multi_knockout`, unless `defeats` says otherwise.
    pub const fn defeats(self) -> Option<u8> {
        match self {
            Format::Knockout => Some(1),
            Format::DoubleKnockout => Some(2),
            Format::MultiKnockout => Some(3),
            _ => None,
        }
    }

    /// How often each pair meets, where the format itself says so; three times
    /// for `multi_round_robin`, unless `cycles` says otherwise.
    pub const fn cycles(self) -> Option<u8> {
        match self {
            Format::RoundRobin => Some(1),
            Format::DoubleRoundRobin => Some(2),
            Format::MultiRoundRobin => Some(3),
            _ => None,
        }
    }

    /// Games of a match, unless `games` says otherwise: three, the fewest of
    /// 2002 26.5.
    pub const fn games(self) -> Option<u8> {
        match self {
            Format::Match => Some(3),
            _ => None,
        }
    }

    /// Whether everybody meets everybody, so that a withdrawal touches every
    /// game of the schedule (2002 28.2, 1988 29.2).
    pub const fn is_round_robin(self) -> bool {
        self.cycles().is_some()
    }
}

impl LongCycle {
    /// The condition under which a long cycle's outcome of this kind is allowed.
    pub const fn condition(self) -> Condition {
        match self {
            LongCycle::NoResult => Condition::LongCycleNoResult,
            LongCycle::Draw => Condition::LongCycleDraw,
            LongCycle::Replay => Condition::LongCycleReplay,
            LongCycle::Playoff => Condition::LongCyclePlayoff,
        }
    }
}
