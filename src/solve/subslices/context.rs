//! The surroundings of all pairs of subslices: the space, the values below, and the sink.

use super::contract::SubsliceSpace;
use crate::game::Value;
use crate::solve::{FirstHalt, Halt, Work};
use crate::space::{Entry, Metric, SliceId, value_of_move};
use crate::values::{Code, OrderCode};

/// The surroundings of a pair that is solved.
pub struct SubsliceContext<'a, S> {
    pub space: &'a S,
    pub work: Work<'a>,
    /// The first error of a look-up or of the sink. The solve of a pair goes on with any value and is then discarded.
    pub halt: FirstHalt,
}

impl<'a, S: SubsliceSpace> SubsliceContext<'a, S> {
    pub fn new(space: &'a S, work: &Work<'a>) -> SubsliceContext<'a, S> {
        SubsliceContext { space, work: *work, halt: FirstHalt::default() }
    }

    /// The value of a position by the rules: every move leads to a solved position, or the game is over.
    pub fn value(&self, position: &S::Position) -> Value {
        let mut best = None;
        for mv in self.space.moves(position) {
            let (after, value) = self.value_after(position, mv);
            best = best.max(Some(value_of_move(self.space, position, mv, &after, value)));
            // No move is better. Of results alone, every win is one.
            if best == Some(Value::Win(1)) {
                break;
            }
        }
        let finished = || self.space.outcome(position).map(Value::from);
        best.or_else(finished).unwrap_or_else(|| self.undeclared_successor(position, None))
    }

    /// The position after a move, with its value for the side to move there.
    #[inline(always)]
    fn value_after(&self, position: &S::Position, mv: S::Move) -> (S::Position, Value) {
        let next = self.space.play(position, mv);
        let Some(entry) = self.space.rank(&next) else {
            let value = self.space.outcome(&next).map(Value::from);
            return (next, value.unwrap_or_else(|| self.undeclared_successor(position, None)));
        };
        let value = match self.work.below.value(entry) {
            Ok(Some(value)) => value,
            Ok(None) => self.undeclared_successor(position, Some(entry.slice)),
            Err(error) => {
                self.halt.set(error);
                Value::Draw
            }
        };
        (next, value)
    }

    /// The value of a conversion that ends the game, as a code to compare.
    pub fn value_of_finished(&self, position: &S::Position, after: &S::Position) -> OrderCode {
        let value = self.space.outcome(after).map_or_else(|| self.undeclared_successor(position, None), Value::from);
        u16::encode(value).map_or(u16::ABSENT, |code| code).order_code_of_move()
    }

    /// Reports a move to a position that the space does not declare. The value does not matter.
    #[cold]
    fn undeclared_successor(&self, position: &S::Position, to: Option<SliceId>) -> Value {
        self.halt.set(Halt::unsolved(self.space, position, to));
        Value::Draw
    }

    /// Looks up the codes of entries of a slice that conversions lead to, by their indexes, as the metric counts them
    /// before a conversion.
    #[inline(always)]
    pub fn gather(&self, slice: SliceId, indexes: &[u64], codes: &mut [u16]) {
        match self.work.below.gather(slice, indexes, codes) {
            Ok(true) => self.count_conversions(codes),
            Ok(false) => {
                self.halt.set(Halt::Unsolved { from: None, to: Some(slice) });
            }
            Err(error) => self.halt.set(error),
        }
    }

    /// Codes after conversions, as the metric counts them before: every conversion zeroes the clock of quiet plies.
    #[inline(always)]
    fn count_conversions(&self, codes: &mut [u16]) {
        if let Metric::Zeroing(most) = self.space.metric() {
            for code in codes {
                let zeroed = code.decode().map(|value| value.zeroed(most));
                *code = zeroed.and_then(u16::encode).unwrap_or(u16::ABSENT);
            }
        }
    }

    /// Puts the codes of consecutive entries, from `index` on.
    #[inline(always)]
    pub fn put<C: Code>(&self, slice: SliceId, index: u64, codes: &[C]) {
        if let Err(error) = self.work.sink.put(Entry { slice, index }, C::codes(codes)) {
            self.halt.set(error);
        }
    }
}
