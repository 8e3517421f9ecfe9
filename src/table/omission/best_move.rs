//! The best of the values of the moves of a position.

use crate::game::Value;

/// The best of the values of some moves.
pub struct BestMove {
    pub value: Option<Value>,
    /// Whether no other move matters: of results, any win is the best.
    pub is_enough: bool,
    results: bool,
}

impl BestMove {
    /// Of no move yet. Of results, any win is the best.
    pub fn new(results: bool) -> BestMove {
        BestMove { value: None, is_enough: false, results }
    }

    /// Takes the value of a move.
    #[inline(always)]
    pub fn take(&mut self, value: Value) {
        self.value = Some(self.value.map_or(value, |best| better(best, value)));
        self.is_enough |= self.results && matches!(value, Value::Win(_));
    }
}

/// The better of the values of two moves. If a win of unknown depth is among them, the depth of the better is unknown.
pub fn better(one: Value, other: Value) -> Value {
    let best = one.max(other);
    match (one, other) {
        (Value::Win(a), Value::Win(b)) if a.max(b) >= Value::UNKNOWN => best.result(),
        _ => best,
    }
}
