//! Searching on where the tables know the result of a position, but not its depth.
//!
//! To such tables all moves that keep a win are equal, and a search that ends at the first of their wins gets no nearer to the
//! end of the game. So where the root is one of them, what they say of the same result is hidden from the engine, which then
//! makes progress by its evaluation and finds the end by itself; what it still sees are the depths that are known, and the
//! moves that would throw the result away. Among the moves of the root only those are searched that keep a win, and of these,
//! those that repeat a position of the game the least.

use crate::game::{Game, Value};
use crate::query::ExactValues;
use crate::values::LookupError;

/// Exact values, without wins of one team of which no depth is known.
pub struct Hidden<'a, G: Game> {
    game: &'a G,
    exact: &'a dyn ExactValues<G>,
    root: &'a G::Position,
    /// Whether the team to move at the root wins.
    wins: bool,
    /// The team that wins.
    pub winner: usize,
}

impl<'a, G: Game> Hidden<'a, G> {
    /// The values for a search of this root; `None` if they are all that is to be seen there: its value is not known, or it is
    /// exact.
    ///
    /// # Errors
    /// If a table cannot be trusted.
    pub fn new(
        game: &'a G,
        exact: &'a dyn ExactValues<G>,
        root: &'a G::Position,
    ) -> Result<Option<Hidden<'a, G>>, LookupError> {
        if exact.is_empty() || game.outcome(root).is_some() {
            return Ok(None);
        }
        let Some(value) = exact.value(root)?.filter(|value| !value.is_exact()) else { return Ok(None) };
        let winner = winner(game, root, value);
        Ok(Some(Hidden { game, exact, root, wins: matches!(value, Value::Win(_)), winner }))
    }

    /// The value of the root, without a depth.
    pub fn value(&self) -> Value {
        if self.wins { Value::Win(Value::UNKNOWN) } else { Value::Loss(Value::UNKNOWN) }
    }

    /// Those of these moves of the root to search: all if it is lost, or if no win is known after any of them. `before` has the
    /// earlier positions of the game.
    ///
    /// # Errors
    /// If a table cannot be trusted.
    pub fn moves(&self, moves: &[G::Move], before: &[G::Position]) -> Result<Vec<G::Move>, LookupError> {
        let legal = self.game.moves(self.root).filter(|mv| moves.is_empty() || moves.contains(mv));
        if !self.wins {
            return Ok(legal.collect());
        }
        let (mut all, mut kept, mut fewest) = (Vec::new(), Vec::new(), usize::MAX);
        for mv in legal {
            all.push(mv);
            let after = self.game.play(self.root, mv);
            let turn = self.game.turn(self.root, &after);
            if !matches!(self.exact.value(&after)?.map(|value| value.before(turn)), Some(Value::Win(_))) {
                continue;
            }
            let repeated = before.iter().filter(|earlier| **earlier == after).count();
            if repeated < fewest {
                (fewest, kept) = (repeated, Vec::new());
            }
            if repeated == fewest {
                kept.push(mv);
            }
        }
        Ok(if kept.is_empty() { all } else { kept })
    }
}

/// The team that wins a position with this value, which is no draw.
fn winner<G: Game>(game: &G, position: &G::Position, value: Value) -> usize {
    let team = game.team(game.side_to_move(position));
    if matches!(value, Value::Win(_)) { team } else { 1 - team }
}

impl<G: Game> ExactValues<G> for Hidden<'_, G> {
    fn value(&self, position: &G::Position) -> Result<Option<Value>, LookupError> {
        let value = self.exact.value(position)?;
        Ok(value.filter(|&value| value.is_exact() || winner(self.game, position, value) != self.winner))
    }
}
