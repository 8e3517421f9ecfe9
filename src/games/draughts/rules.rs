//! The rules of each game of draughts, as data.

use super::evaluate::{CHECKERS, DraughtsWeights, LOSING, PlainWeights};
use crate::game::Outcome;

/// The rules of a game. The board is its type, [`DraughtsBoard`](super::board::DraughtsBoard).
///
/// Men step forward, kings in all directions. To capture is compulsory. No piece is captured twice, and the square of
/// departure is empty during a capture.
#[derive(Debug)]
pub struct DraughtsRules {
    /// The name on the command line and in the tables.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// How a king moves.
    pub king: King,
    /// Whether men capture backwards.
    pub men_capture_back: bool,
    /// Whether men capture kings.
    pub men_take_kings: bool,
    /// The captures that are legal where several are possible.
    pub precedence: Precedence,
    /// The effect of the far row on a man that captures.
    pub crowning: Crowning,
    /// When captured pieces leave the board.
    pub removal: Removal,
    /// The outcome for a side to move without a legal move.
    pub without_move: Outcome,
    /// The rule that makes a draw where kings alone move and nothing is captured; `None` in a game without one.
    pub quiet: Option<QuietRule>,
    /// Whether White moves first.
    pub white_first: bool,
    /// The pieces of each side at the start, on its nearest squares.
    pub start: u32,
    /// How squares and moves are written.
    pub notation: SquareNotation,
    /// The evaluation of a position that is not solved.
    pub evaluation: DraughtsEvaluation,
}

/// How a king moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum King {
    /// One step.
    Short,
    /// Any distance. Behind a captured piece it lands on any empty square.
    Long,
    /// Any distance. Behind a captured piece it lands on the next square.
    Thai,
    /// As [`King::Long`], but a capture that ends with a king stops on the next square behind it.
    Killer,
}

/// The captures that are legal where several are possible. A capture always goes on until the piece can capture no
/// more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precedence {
    /// Any.
    Free,
    /// With a king, if a king can capture.
    KingFirst,
    /// Of the most pieces.
    Most,
    /// Of the most pieces; of these, of the most kings.
    MostKings,
    /// Of the most pieces; of these, with a king; of these, of the most kings; of these, of a king the earliest.
    Italian,
}

/// The effect of the far row on a man that captures. A man whose move ends there is always crowned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crowning {
    /// It is crowned, and its turn ends.
    EndsTurn,
    /// It goes on as a man if it can.
    EndsOnlyIfItStops,
    /// It is crowned at once, and goes on as a king if it can.
    AtOnce,
}

/// When captured pieces leave the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Removal {
    /// When the capture has ended. Until then they are in the way.
    AtEnd,
    /// Each at once.
    AtOnce,
}

/// A rule that makes a draw after a number of plies in a row of kings alone that capture nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuietRule {
    /// The number, of both sides together.
    pub plies: u32,
    /// The name of the game with depths under the rule.
    pub name: &'static str,
}

/// How squares and moves are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareNotation {
    /// The numbers of the game in the tag GameType of records.
    pub game_types: &'static [u32],
    /// The side that has the squares of the lowest numbers before it.
    pub low: LowSide,
    /// Whether the square at the left of a side's first row is no square of the game.
    pub mirrored: bool,
    /// Whether squares are written with letters, `c3`. Otherwise they are numbers.
    pub letters: bool,
    /// The sign between the squares of a capture.
    pub capture: &'static str,
    /// Whether people write every square of a capture. Otherwise the first and the last suffice where no other capture
    /// has both.
    pub every_square: bool,
}

/// The side that has the squares of the lowest numbers before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LowSide {
    /// Black.
    Black,
    /// White.
    White,
}

/// The evaluation of a position that is not solved.
#[derive(Clone, Copy, Debug)]
pub enum DraughtsEvaluation {
    /// By features whose weights were tuned: of English draughts and its losing game.
    Tuned(&'static DraughtsWeights),
    /// By material, tempo and mobility.
    Plain(PlainWeights),
}

/// English draughts, and the fields that the games have in common.
const ENGLISH: DraughtsRules = DraughtsRules {
    name: "checkers",
    title: "English draughts",
    king: King::Short,
    men_capture_back: false,
    men_take_kings: true,
    precedence: Precedence::Free,
    crowning: Crowning::EndsTurn,
    removal: Removal::AtEnd,
    without_move: Outcome::Loss,
    quiet: None,
    white_first: false,
    start: 12,
    notation: SquareNotation {
        game_types: &[21],
        low: LowSide::Black,
        mirrored: false,
        letters: false,
        capture: "x",
        every_square: true,
    },
    evaluation: DraughtsEvaluation::Tuned(&CHECKERS),
};

/// International draughts on a board of any size, and the notation of games that White begins.
const LONG: DraughtsRules = DraughtsRules {
    king: King::Long,
    white_first: true,
    notation: SquareNotation { every_square: false, ..ENGLISH.notation },
    evaluation: DraughtsEvaluation::Plain(PlainWeights::LONG),
    ..ENGLISH
};

/// The quiet plies that make a draw in Russian draughts, 15 moves of each side, and in international draughts, 25
/// (FMJD, annex 1, 7.2). The rules that count moves by the material on the board (7.2.4, 7.2.6 to 7.2.8) are left out.
const FIFTEEN_MOVES: u32 = 30;
const TWENTY_FIVE_MOVES: u32 = 50;

/// A rule of this many quiet plies, of the game with this name.
const fn quiet(plies: u32, name: &'static str) -> Option<QuietRule> {
    Some(QuietRule { plies, name })
}

/// English draughts, checkers.
pub static CHECKERS_RULES: DraughtsRules = ENGLISH;

/// The losing game of English draughts: a side without a move has won.
pub static LOSING_RULES: DraughtsRules = DraughtsRules {
    name: "losing-checkers",
    without_move: Outcome::Win,
    evaluation: DraughtsEvaluation::Tuned(&LOSING),
    ..ENGLISH
};

/// Russian draughts, shashki.
pub static RUSSIAN: DraughtsRules = RUSSIAN_RULES;

const RUSSIAN_RULES: DraughtsRules = DraughtsRules {
    name: "russian",
    title: "Russian draughts",
    men_capture_back: true,
    crowning: Crowning::AtOnce,
    quiet: quiet(FIFTEEN_MOVES, "russian-dtz"),
    notation: SquareNotation { game_types: &[25], letters: true, capture: ":", ..LONG.notation },
    ..LONG
};

/// The losing game of Russian draughts.
pub static PODDAVKI: DraughtsRules = DraughtsRules {
    name: "poddavki",
    title: "the losing game of Russian draughts",
    without_move: Outcome::Win,
    quiet: quiet(FIFTEEN_MOVES, "poddavki-dtz"),
    evaluation: DraughtsEvaluation::Plain(PlainWeights::LOSING),
    ..RUSSIAN_RULES
};

/// Brazilian draughts: the rules of international draughts on the board of 32 squares.
pub static BRAZILIAN: DraughtsRules = DraughtsRules {
    name: "brazilian",
    title: "Brazilian draughts",
    quiet: quiet(TWENTY_FIVE_MOVES, "brazilian-dtz"),
    start: 12,
    notation: SquareNotation { game_types: &[26], letters: true, ..LONG.notation },
    ..INTERNATIONAL_RULES
};

/// American pool checkers.
pub static POOL: DraughtsRules = DraughtsRules {
    name: "pool",
    title: "pool checkers",
    men_capture_back: true,
    crowning: Crowning::EndsOnlyIfItStops,
    white_first: false,
    notation: SquareNotation { game_types: &[23], ..LONG.notation },
    ..LONG
};

/// Italian draughts.
pub static ITALIAN: DraughtsRules = DraughtsRules {
    name: "italian",
    title: "Italian draughts",
    king: King::Short,
    men_take_kings: false,
    precedence: Precedence::Italian,
    notation: SquareNotation { game_types: &[22], mirrored: true, ..LONG.notation },
    evaluation: DraughtsEvaluation::Plain(PlainWeights::SHORT),
    ..LONG
};

/// Spanish and Portuguese draughts.
pub static SPANISH: DraughtsRules = DraughtsRules {
    name: "spanish",
    title: "Spanish draughts",
    precedence: Precedence::MostKings,
    notation: SquareNotation { game_types: &[24, 28], low: LowSide::White, mirrored: true, ..LONG.notation },
    ..LONG
};

/// Czech draughts.
pub static CZECH: DraughtsRules = DraughtsRules {
    name: "czech",
    title: "Czech draughts",
    precedence: Precedence::KingFirst,
    notation: SquareNotation { game_types: &[29], ..LONG.notation },
    ..LONG
};

/// Thai draughts, makhos.
pub static THAI: DraughtsRules = DraughtsRules {
    name: "thai",
    title: "Thai draughts",
    king: King::Thai,
    removal: Removal::AtOnce,
    white_first: false,
    start: 8,
    notation: SquareNotation { game_types: &[31], low: LowSide::White, capture: "-", ..LONG.notation },
    ..LONG
};

/// International draughts.
pub static INTERNATIONAL: DraughtsRules = INTERNATIONAL_RULES;

const INTERNATIONAL_RULES: DraughtsRules = DraughtsRules {
    name: "international",
    title: "international draughts",
    men_capture_back: true,
    precedence: Precedence::Most,
    crowning: Crowning::EndsOnlyIfItStops,
    quiet: quiet(TWENTY_FIVE_MOVES, "international-dtz"),
    start: 20,
    notation: SquareNotation { game_types: &[20], ..LONG.notation },
    ..LONG
};

/// Killer draughts: international draughts with kings that stop behind kings.
pub static KILLER: DraughtsRules = DraughtsRules {
    name: "killer",
    title: "killer draughts",
    king: King::Killer,
    quiet: quiet(TWENTY_FIVE_MOVES, "killer-dtz"),
    ..INTERNATIONAL_RULES
};

/// The losing game of international draughts.
pub static ANTIDRAUGHTS: DraughtsRules = DraughtsRules {
    name: "antidraughts",
    title: "antidraughts",
    without_move: Outcome::Win,
    quiet: quiet(TWENTY_FIVE_MOVES, "antidraughts-dtz"),
    evaluation: DraughtsEvaluation::Plain(PlainWeights::LOSING),
    ..INTERNATIONAL_RULES
};

impl DraughtsRules {
    /// Whether moves are as in English draughts.
    pub(super) fn is_english(&self) -> bool {
        let free = self.precedence == Precedence::Free && self.men_take_kings && !self.men_capture_back;
        free && self.king == King::Short && self.crowning == Crowning::EndsTurn && self.removal == Removal::AtEnd
    }
}
