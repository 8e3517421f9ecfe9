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

/// The least depth for a search without the best move, how much less deep than this node the entry of that move may
/// be, and the margin per ply below its score that the others must not reach.
pub const SINGULAR_DEPTH: i32 = 7;
pub const SINGULAR_LESS: i32 = 3;
pub const SINGULAR: i32 = 3;

/// The greatest depth for late move pruning and futility pruning, and the least number of moves before a late one.
pub const LATE_DEPTH: i32 = 4;
pub const LATE: i32 = 3;

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
    /// Whether late steps of the root are reduced. Added to those below, such a reduction hides a quiet move whose
    /// point is many plies away.
    pub reduces_root: bool,
    /// A difference in the history that changes a reduction by one ply.
    pub history_ply: i32,
    /// How far above the best score a reduced search must be, so that the full one is a ply deeper.
    pub deeper: Option<i32>,
    /// Whether a best move that no other comes near is searched deeper.
    pub singular: bool,
    /// By depth and number of moves tried, the plies by which a late step is reduced.
    pub reductions: Vec<[i32; 32]>,
}

impl Pruning {
    /// The margins of a game that is evaluated by a network or by weights. Longer looks at few moves pay in checkers
    /// with its network alone: without one they cost 60 Elo in Russian draughts.
    pub fn of(rules: &DraughtsRules, has_network: bool) -> Pruning {
        let reductions = |divisor: f64| {
            let logarithm = |number: usize| (number.max(1) as f64).ln();
            let reduction = |depth, tried| (0.4 + logarithm(depth) * logarithm(tried) / divisor) as i32;
            (0..64).map(|depth| std::array::from_fn(|tried| reduction(depth, tried))).collect()
        };
        let looks_longer = has_network && rules.without_move == Outcome::Loss;
        let history_ply = if looks_longer { 16_384 } else { 8192 };
        let (reduces_root, deeper, singular) = (!looks_longer, looks_longer.then_some(60), looks_longer);
        match rules.without_move {
            Outcome::Loss => Pruning {
                razor: Some(60),
                internal: true,
                futility: 30,
                hopeless: 30,
                reduces_offers: true,
                reduces_root,
                history_ply,
                deeper,
                singular,
                reductions: reductions(1.0),
            },
            _ => Pruning {
                razor: None,
                internal: false,
                futility: 50,
                hopeless: 55,
                reduces_offers: false,
                reduces_root,
                history_ply,
                deeper,
                singular,
                reductions: reductions(1.65),
            },
        }
    }
}
