//! The search where tables have the result of the root, but not its depth.
//!
//! In such tables all moves that keep a win are equal. A search that ends at the first win of the table makes no
//! progress towards the end of the game. So if the root has a result without a depth, equal results without a depth are
//! hidden from the engine. It then makes progress by its evaluation, and finds the end by itself. It still sees the
//! results with a depth, and the results that would lose the win. Of the moves of the root, only moves that keep a win
//! are searched: where there are tables under the rule of quiet plies, the moves that zero the clock the soonest, and
//! otherwise the moves that repeat positions of the game least often.

use std::cmp::Reverse;

use crate::game::{PlayRules, Value, turn};
use crate::query::ExactValues;
use crate::values::LookupError;

/// Exact values, without the wins of unknown depth of one team.
pub struct Hidden<'a, G: PlayRules> {
    game: &'a G,
    exact: &'a dyn ExactValues<G>,
    root: &'a G::Position,
    /// Whether the team to move at the root wins.
    wins: bool,
    /// The team that wins.
    pub winner: usize,
}

impl<'a, G: PlayRules> Hidden<'a, G> {
    /// The values for a search of this root; `None` if nothing is to be hidden, because its value is unknown or exact.
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

    /// The moves of the root to search, out of `moves`: all if the root is lost, or if the tables have no win after any
    /// of them. `before` has the earlier positions of the game.
    ///
    /// # Errors
    /// If a table cannot be trusted.
    pub fn moves(&self, moves: &[G::Move], before: &[G::Position]) -> Result<Vec<G::Move>, LookupError> {
        let legal = self.game.moves(self.root).filter(|mv| moves.is_empty() || moves.contains(mv));
        if !self.wins {
            return Ok(legal.collect());
        }
        let (mut all, mut kept, mut best) = (Vec::new(), Vec::new(), None);
        for mv in legal {
            all.push(mv);
            let after = self.game.play(self.root, mv);
            let turn = turn(self.game, self.root, &after);
            if !matches!(self.exact.value(&after)?.map(|value| value.before(turn)), Some(Value::Win(_))) {
                continue;
            }
            let zeroing = self.exact.zeroing_value(&after)?.map(|value| match self.game.is_quiet(self.root, mv) {
                true => value.before(turn),
                false => value.zeroed(self.game.quiet_limit()).before(turn),
            });
            let repeated = before.iter().filter(|earlier| **earlier == after).count();
            let rank = Some((zeroing, Reverse(repeated)));
            if rank > best {
                (best, kept) = (rank, Vec::new());
            }
            if rank == best {
                kept.push(mv);
            }
        }
        Ok(if kept.is_empty() { all } else { kept })
    }
}

/// The team that wins a position with this value. The value is no draw.
fn winner<G: PlayRules>(game: &G, position: &G::Position, value: Value) -> usize {
    let team = game.team(game.side_to_move(position));
    if matches!(value, Value::Win(_)) { team } else { 1 - team }
}

impl<G: PlayRules> ExactValues<G> for Hidden<'_, G> {
    fn value(&self, position: &G::Position) -> Result<Option<Value>, LookupError> {
        let value = self.exact.value(position)?;
        Ok(value.filter(|&value| value.is_exact() || winner(self.game, position, value) != self.winner))
    }

    fn may_hold(&self, position: &G::Position) -> bool {
        self.exact.may_hold(position)
    }
}
