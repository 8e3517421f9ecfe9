//! Order codes in two bytes.
//!
//! A slice has millions of entries, so [`OrderCode`](crate::values::OrderCode) with its four bytes would take twice the
//! memory.

use crate::game::Value;
use crate::values::Code;

/// The worth of a move for the side that makes it: the better the move, the greater the number. No move is 0, a loss in
/// `n` plies is `n`, a draw is `1 << 15`, and a win in `n` plies is `u16::MAX + 1 - n`.
pub type OrderCode16 = u16;

pub const NONE: OrderCode16 = 0;
pub const DRAW: OrderCode16 = 1 << 15;

/// The order code of a move into a position of this code.
#[inline(always)]
pub fn order_code(code: u16) -> OrderCode16 {
    let plies = code.wrapping_sub(1) / 2 + 1;
    match code {
        u16::DRAW => DRAW,
        u16::ABSENT => NONE,
        _ if code % 2 == 1 => plies,
        _ => u16::MAX - (plies - 1),
    }
}

/// The code of a position whose best move has this order code; `None` if the depth is past [`Code::DEEPEST`].
#[inline(always)]
pub fn code(best: OrderCode16) -> Option<u16> {
    match best {
        NONE => u16::encode(Value::Loss(0)),
        DRAW => Some(u16::DRAW),
        _ if best > DRAW => u16::encode(Value::Win(u32::from(u16::MAX - best) + 1)),
        _ => u16::encode(Value::Loss(best.into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Turn;

    #[test]
    fn an_order_code_is_that_of_the_side_that_moves() {
        let values = [Value::Loss(0), Value::Loss(5), Value::Draw, Value::Win(5), Value::Win(0)];
        let after = values.map(|value| code(order_code(u16::encode(value).expect("it fits"))));
        assert_eq!(after, values.map(|value| u16::encode(value.before(Turn::Other))));
        let best_first = values.map(|value| order_code(u16::encode(value).expect("it fits")));
        assert!(best_first.is_sorted_by(|better, worse| better > worse));
        assert_eq!((order_code(u16::ABSENT), code(NONE)), (NONE, u16::encode(Value::Loss(0))));
        assert_eq!(code(order_code(u16::encode(Value::Win(u16::DEEPEST)).expect("it fits"))), None);
        assert_eq!(code(order_code(u16::encode(Value::Loss(u16::DEEPEST)).expect("it fits"))), None);
    }
}
