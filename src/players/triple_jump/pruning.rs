//! Where the search looks less deep, or not at all: the margins of pruning, and reductions. Matches chose them.

use crate::game::Outcome;
use crate::games::draughts::DraughtsRules;

/// The greatest depth for reverse futility pruning.
pub const FUTILITY_DEPTH: i32 = 6;

/// The greatest depth for razoring.
pub const RAZOR_DEPTH: i32 = 3;

/// The least depth for an internal iterative reduction.
pub const INTERNAL_DEPTH: i32 = 4;

/// The least depth for enhanced transposition cutoffs.
pub const ENHANCED_DEPTH: i32 = 2;

/// The least depth for ProbCut, how much shallower its search is, and how far above beta the score of that must be.
pub const PROBCUT_DEPTH: i32 = 7;
pub const PROBCUT_LESS: i32 = 4;
pub const PROBCUT: i32 = 60;

/// The greatest depth for late move pruning and futility pruning, and the least number of moves before a late one.
pub const LATE_DEPTH: i32 = 4;
pub const LATE: i32 = 3;

/// A difference in the history that changes a reduction by one ply.
pub const HISTORY_PLY: i32 = 8192;

/// The margins of pruning and reductions. The margins of checkers are bolder: a static evaluation foretells more there
/// than in the losing game.
pub struct Pruning {
    /// The margin below alpha for razoring, per ply, where a low evaluation foretells a loss.
    pub razor: Option<i32>,
    /// Whether a node without a move of the table is searched less deep.
    pub internal: bool,
    /// The margin above beta for reverse futility pruning, per ply.
    pub futility: i32,
    /// The margin below alpha for futility pruning, per ply.
    pub hopeless: i32,
    /// Whether steps after which the other side must jump are reduced. In the losing game they drive the play.
    pub reduces_offers: bool,
    /// By depth and number of moves tried, the plies by which a late step is reduced.
    pub reductions: Vec<[i32; 32]>,
}

impl Pruning {
    /// The margins of a game.
    pub fn of(rules: &DraughtsRules) -> Pruning {
        let (razor, internal, futility, hopeless, reduces_offers, divisor) = match rules.without_move {
            Outcome::Loss => (Some(60), true, 30, 30, true, 1.0),
            _ => (None, false, 50, 55, false, 1.65),
        };
        let logarithm = |number: usize| (number.max(1) as f64).ln();
        let reduction = |depth, tried| (0.4 + logarithm(depth) * logarithm(tried) / divisor) as i32;
        let reductions = (0..64).map(|depth| std::array::from_fn(|tried| reduction(depth, tried))).collect();
        Pruning { razor, internal, futility, hopeless, reduces_offers, reductions }
    }
}
