//! The tree of a generic search. It enters and counts nodes, keeps the line to the current node and the best lines, and
//! stops the search in time. A search allocates nothing after its beginning.

use super::looks::Looks;
use super::score::Score;
use super::transposition::hash;
use super::{Limit, SearchClock, SearchRequest, SearchResult, Watch};
use crate::game::PlayRules;
use crate::query::ExactValues;
use crate::values::LookupError;

/// Stands for the ply of a repeated position where none was repeated.
pub const NEVER: usize = usize::MAX;

/// The time is up, the watch has stopped the search, or a table could not be read.
#[derive(Clone, Copy, Debug)]
pub struct SearchStopped;

/// How far an iteration goes on past the limits of its search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// To its end.
    Whole,
    /// For a [moment](Looks::ends) at the beginning of the search.
    Moment,
    /// Not at all.
    No,
}

/// A tree of play, and the place of the search in it.
pub struct Tree<'a, G: PlayRules> {
    /// The game.
    pub game: &'a G,
    /// Exact values, if there are any.
    exact: Option<&'a dyn ExactValues<G>>,
    /// Nodes entered so far. The root is not entered.
    pub nodes: u64,
    /// Nodes of this iteration that were not searched further.
    pub leaves: u64,
    /// Leaves of this iteration without a certain score. If there are none, the score of the root is final: every
    /// deeper search finds it too.
    pub guesses: u64,
    /// Leaves of this iteration that a table calls won or lost without a depth.
    pub undated: u64,
    /// Positions whose value came from a table.
    pub table_hits: u64,
    /// The ply of the earliest position of the line that was repeated since this was last set to [`NEVER`].
    pub repeated: usize,
    /// The positions from the root to this node.
    path: Vec<G::Position>,
    /// By ply, the best line found from the node there.
    lines: Vec<Vec<G::Move>>,
    limit: Limit,
    clock: &'a SearchClock,
    /// The moves of the root that are searched; empty if all are.
    allowed: Vec<G::Move>,
    watch: &'a dyn Watch<SearchResult<G::Move>>,
    /// How far the search goes on past its limits and against the watch.
    pub hold: Hold,
    /// The steps of the search, and the looks at the clock among them.
    steps: u64,
    looks: Looks,
    error: Option<LookupError>,
}

impl<'a, G: PlayRules> Tree<'a, G> {
    /// A tree that is searched to `depth` plies at most, until the limit of time or of nodes or the watch stops the
    /// search.
    pub fn new(request: &SearchRequest<'a, G>, depth: u32) -> Self {
        let rows = depth as usize + 2;
        Tree {
            game: request.game,
            exact: Some(request.exact).filter(|exact| !exact.is_empty()),
            nodes: 0,
            leaves: 0,
            guesses: 0,
            undated: 0,
            table_hits: 0,
            repeated: NEVER,
            path: Vec::with_capacity(rows),
            lines: (0..rows).map(|_| Vec::with_capacity(rows)).collect(),
            limit: request.limit,
            clock: request.clock,
            allowed: request.moves.to_vec(),
            watch: request.watch,
            hold: Hold::No,
            steps: 0,
            looks: Looks::new(),
            error: None,
        }
    }

    /// Goes back to the root, and sets the counts of the iteration to zero.
    pub fn restart(&mut self) {
        self.path.clear();
        (self.leaves, self.guesses, self.undated) = (0, 0, 0);
        self.repeated = NEVER;
    }

    /// Enters a node that is to be searched `depth` plies deep. Returns its score if it is a leaf: the game is over, or
    /// it repeats a position of the line, which is a draw, or a table holds its value, or `depth` is 0.
    #[inline(always)]
    pub fn enter(&mut self, position: &G::Position, depth: u32) -> Result<Option<Score>, SearchStopped> {
        self.look()?;
        self.nodes += 1;
        let certain = match self.game.outcome(position) {
            Some(outcome) => Some(Score::of_outcome(outcome)),
            None => match self.repeated_ply(position).filter(|_| depth > 0) {
                Some(ply) => {
                    self.repeated = self.repeated.min(ply);
                    Some(Score::DRAW)
                }
                None => self.known(position)?,
            },
        };
        if certain.is_some() {
            self.leaves += 1;
            if let Some(line) = self.lines.get_mut(self.path.len()) {
                line.clear();
            }
        } else if depth == 0 {
            self.leaves += 1;
            self.guesses += 1;
            return Ok(Some(Score::evaluated(self.game.evaluate(position))));
        }
        Ok(certain)
    }

    /// The score of a position by the tables, if they hold it.
    #[inline(always)]
    pub fn known(&mut self, position: &G::Position) -> Result<Option<Score>, SearchStopped> {
        let Some(exact) = self.exact else { return Ok(None) };
        match exact.value(position) {
            Ok(value) => {
                self.table_hits += u64::from(value.is_some());
                self.undated += u64::from(value.is_some_and(|value| !value.is_exact()));
                Ok(value.map(Score::of_value))
            }
            Err(error) => {
                self.error = Some(error);
                Err(SearchStopped)
            }
        }
    }

    /// Stops at the limit of time or of nodes, or when the watch says so.
    #[inline(always)]
    pub fn look(&mut self) -> Result<(), SearchStopped> {
        self.steps += 1;
        let Limit { time, nodes, .. } = self.limit;
        let is_enough = nodes.is_some_and(|most| self.nodes >= most);
        if !is_enough && !self.looks.is_due(self.steps) {
            return Ok(());
        }
        self.looks.looked(self.steps);
        let is_first = match self.hold {
            Hold::Whole => return Ok(()),
            Hold::Moment => true,
            Hold::No => false,
        };
        let (is_stopped, is_late) = (is_enough || self.watch.is_stopped(), self.clock.is_past(time));
        if self.looks.ends(self.nodes, is_first, is_stopped, is_late) { Err(SearchStopped) } else { Ok(()) }
    }

    /// Sets the moves of the root that are searched; empty if all are.
    pub fn allow(&mut self, moves: &[G::Move]) {
        self.allowed.clear();
        self.allowed.extend_from_slice(moves);
    }

    /// Whether a legal move of the node at this ply is searched.
    #[inline(always)]
    pub fn allows(&self, ply: usize, mv: G::Move) -> bool {
        ply > 0 || self.allowed.is_empty() || self.allowed.contains(&mv)
    }

    /// The key of the node at this ply in a transposition table: with fewer moves, the root is not the same position.
    #[inline(always)]
    pub fn key(&self, ply: usize, position: &G::Position) -> u64 {
        let key = hash(position);
        if ply > 0 || self.allowed.is_empty() { key } else { self.key_of_few(key, position) }
    }

    #[cold]
    fn key_of_few(&self, key: u64, position: &G::Position) -> u64 {
        let allowed = self.game.moves(position).enumerate().filter(|&(_, mv)| self.allows(0, mv));
        allowed.fold(key, |key, (place, _)| hash(&(key, place)))
    }

    /// The ply of the position of the line that this position repeats: four plies before it, or any even number more.
    ///
    /// Where a team can move twice in a row, one or two plies can repeat a position, and the score of a position would
    /// depend on the line to it. In such games repetition ends no line and proves no draw.
    #[inline(always)]
    fn repeated_ply(&self, position: &G::Position) -> Option<usize> {
        if !G::ALTERNATES {
            return None;
        }
        let back = self.path.iter().rev().skip(3).step_by(2).position(|before| before == position)?;
        Some(self.path.len() - 4 - 2 * back)
    }

    /// The node that the search is below, if it is not at the root.
    #[inline(always)]
    pub fn parent(&self) -> Option<&G::Position> {
        self.path.last()
    }

    /// Begins to search below a node. Returns its ply; that of the root is 0.
    #[inline(always)]
    pub fn descend(&mut self, position: &G::Position) -> usize {
        let ply = self.path.len();
        self.path.push(*position);
        if let Some(line) = self.lines.get_mut(ply) {
            line.clear();
        }
        ply
    }

    /// Ends the search below a node.
    #[inline(always)]
    pub fn ascend(&mut self) {
        self.path.pop();
    }

    /// Sets the best line from the node at this ply: the move, then the best line after it.
    #[inline(always)]
    pub fn prefer(&mut self, ply: usize, mv: G::Move) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&after[0]);
    }

    /// Replaces the best line from the root.
    pub fn set_line(&mut self, line: &[G::Move]) {
        self.lines[0].clear();
        self.lines[0].extend_from_slice(line);
    }

    /// Appends a move to the best line from the root.
    pub fn lengthen(&mut self, mv: G::Move) {
        self.lines[0].push(mv);
    }

    /// The best line from the root.
    pub fn line(&self) -> &[G::Move] {
        &self.lines[0]
    }

    /// The error of a table that has stopped the search, if there is one.
    pub fn error(&mut self) -> Option<LookupError> {
        self.error.take()
    }
}
