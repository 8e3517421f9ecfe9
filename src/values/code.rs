//! The codes in which values are stored, of one byte or two. In two bytes a depth may be [`Value::UNKNOWN`].

use std::fmt;
use std::sync::atomic::{AtomicU8, AtomicU16, Ordering::Relaxed};

use rayon::prelude::*;

use crate::game::Value;

/// An unsigned number that holds the code of a value: one byte, or two where a depth does not fit one.
///
/// Both widths use one code: 0 is a draw, `1 + 2n` a win and `2 + 2n` a loss in `n` plies, and the greatest
/// number says that the entry holds no position. A win without a depth is 65,533 and a loss without one 65,534.
///
/// # Example
/// ```
/// use hindsight::prelude::*;
///
/// assert_eq!(u8::encode(Value::Win(3)), Some(7));
/// assert_eq!(7u8.decode(), Some(Value::Win(3)));
/// // A loss in 200 plies needs two bytes.
/// assert_eq!(u8::encode(Value::Loss(200)), None);
/// assert_eq!(u16::encode(Value::Loss(200)), Some(402));
/// assert_eq!(u16::ABSENT.decode(), None);
/// ```
pub trait Code: Copy + Eq + Ord + Send + Sync + fmt::Debug + 'static {
    /// Bytes that one code takes.
    const BYTES: usize;
    /// The deepest win or loss that has a code, in plies.
    const DEEPEST: u32;
    /// The code of a draw.
    const DRAW: Self;
    /// The code of an entry that holds no position.
    const ABSENT: Self;
    /// The code in memory that several threads write.
    type Cell: Send + Sync;

    /// A cell that holds the code.
    fn cell(self) -> Self::Cell;

    /// `count` cells that hold the code. All threads fill them: memory is slow when it is first written.
    fn cells(self, count: usize) -> Vec<Self::Cell>;

    /// The code that the cell holds now.
    fn load(cell: &Self::Cell) -> Self;

    /// Stores the code in the cell.
    fn store(self, cell: &Self::Cell);

    /// Codes for a [`Sink`](crate::values::Sink).
    fn codes(codes: &[Self]) -> Codes<'_>;

    /// The code of a value, or nothing if its depth is past [`Code::DEEPEST`].
    fn encode(value: Value) -> Option<Self>;

    /// The value of a code, or nothing if the entry holds no position.
    fn decode(self) -> Option<Value>;

    /// The code as a number.
    fn number(self) -> usize;

    /// The value of a code as an order code; [`OrderCode::NONE`] if the entry holds no position.
    fn order_code(self) -> OrderCode;

    /// The order code of a move into a position of this code, for the side that makes it, if the other team is to move
    /// there: see [`Value::before`].
    fn order_code_of_move(self) -> OrderCode;

    /// The code of an order code, or nothing if its depth is past [`Code::DEEPEST`]. [`OrderCode::NONE`] is
    /// [`Code::ABSENT`].
    fn from_order_code(order_code: OrderCode) -> Option<Self>;

    /// The code of an order code, with a depth of [`Code::DEEPEST`] instead of one past it.
    fn from_order_code_or_deepest(order_code: OrderCode) -> Self;
}

/// Codes of consecutive entries, in either width.
#[derive(Clone, Copy, Debug)]
pub enum Codes<'a> {
    /// One byte each.
    One(&'a [u8]),
    /// Two bytes each.
    Two(&'a [u16]),
}

impl Codes<'_> {
    /// The number of codes.
    pub fn len(&self) -> usize {
        match self {
            Codes::One(codes) => codes.len(),
            Codes::Two(codes) => codes.len(),
        }
    }

    /// Whether there are no codes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A value as a number that grows as the side to move prefers it; [`OrderCode::NONE`] is the least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OrderCode(u32);

impl OrderCode {
    /// No value.
    pub const NONE: OrderCode = OrderCode(0);
    const DRAW: u32 = 1 << 30;
    const WIN: u32 = 1 << 31;
}

impl From<Value> for OrderCode {
    #[inline(always)]
    fn from(value: Value) -> OrderCode {
        OrderCode(match value {
            Value::Win(plies) => OrderCode::WIN - plies,
            Value::Draw => OrderCode::DRAW,
            Value::Loss(plies) => 1 + plies,
        })
    }
}

macro_rules! code {
    ($number:ty, $atomic:ty, $codes:path) => {
        impl Code for $number {
            const BYTES: usize = size_of::<$number>();
            const DEEPEST: u32 = (<$number>::MAX as u32 - 3) / 2;
            const DRAW: $number = 0;
            const ABSENT: $number = <$number>::MAX;
            type Cell = $atomic;

            #[inline(always)]
            fn cell(self) -> $atomic {
                <$atomic>::new(self)
            }

            fn cells(self, count: usize) -> Vec<$atomic> {
                (0..count).into_par_iter().map(|_| self.cell()).collect()
            }

            #[inline(always)]
            fn load(cell: &$atomic) -> $number {
                cell.load(Relaxed)
            }

            #[inline(always)]
            fn store(self, cell: &$atomic) {
                cell.store(self, Relaxed);
            }

            #[inline(always)]
            fn codes(codes: &[$number]) -> Codes<'_> {
                $codes(codes)
            }

            #[inline(always)]
            fn encode(value: Value) -> Option<$number> {
                match value {
                    Value::Draw => Some(0),
                    Value::Win(plies) if plies <= Self::DEEPEST => Some((1 + 2 * plies) as $number),
                    Value::Loss(plies) if plies <= Self::DEEPEST => Some((2 + 2 * plies) as $number),
                    _ => None,
                }
            }

            #[inline(always)]
            fn number(self) -> usize {
                self.into()
            }

            #[inline(always)]
            fn order_code(self) -> OrderCode {
                let code = u32::from(self);
                let decided = if code % 2 == 1 { OrderCode::WIN - code / 2 } else { code / 2 };
                match self {
                    0 => OrderCode(OrderCode::DRAW),
                    Self::ABSENT => OrderCode::NONE,
                    _ => OrderCode(decided),
                }
            }

            #[inline(always)]
            fn order_code_of_move(self) -> OrderCode {
                let (code, plies) = (u32::from(self), u32::from(self.wrapping_sub(1)) / 2 + 1);
                let decided = if code % 2 == 0 { OrderCode::WIN - plies } else { 1 + plies };
                OrderCode(if code == 0 { OrderCode::DRAW } else { decided })
            }

            #[inline(always)]
            fn from_order_code(OrderCode(order_code): OrderCode) -> Option<$number> {
                let win = order_code > OrderCode::DRAW;
                let plies = if win { OrderCode::WIN - order_code } else { order_code.wrapping_sub(1) };
                match order_code {
                    0 => Some(Self::ABSENT),
                    OrderCode::DRAW => Some(0),
                    _ if plies > Self::DEEPEST => None,
                    _ => Some((2 * plies + if win { 1 } else { 2 }) as $number),
                }
            }

            #[inline(always)]
            fn from_order_code_or_deepest(OrderCode(order_code): OrderCode) -> $number {
                match order_code {
                    0 => Self::ABSENT,
                    OrderCode::DRAW => 0,
                    _ if order_code > OrderCode::DRAW => {
                        (1 + 2 * (OrderCode::WIN - order_code).min(Self::DEEPEST)) as $number
                    }
                    _ => (2 + 2 * (order_code - 1).min(Self::DEEPEST)) as $number,
                }
            }

            #[inline(always)]
            fn decode(self) -> Option<Value> {
                if self == Self::ABSENT {
                    return None;
                }
                let code = u32::from(self);
                Some(match code {
                    0 => Value::Draw,
                    _ if code % 2 == 1 => Value::Win((code - 1) / 2),
                    _ => Value::Loss((code - 2) / 2),
                })
            }
        }
    };
}

code!(u8, AtomicU8, Codes::One);
code!(u16, AtomicU16, Codes::Two);

/// The code of two bytes for one of one byte.
#[inline(always)]
pub fn widened(code: u8) -> u16 {
    if code == u8::ABSENT { u16::ABSENT } else { code.into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Turn;

    fn every_code<C: Code>() {
        for plies in 0..=C::DEEPEST {
            for value in [Value::Win(plies), Value::Loss(plies)] {
                let code = C::encode(value).expect("within the deepest");
                assert_ne!(code, C::ABSENT);
                assert_eq!(code.decode(), Some(value));
            }
        }
        let values = (0..C::DEEPEST).flat_map(|plies| [Value::Win(plies), Value::Loss(plies)]).chain([Value::Draw]);
        for value in values {
            let code = C::encode(value).expect("within the deepest");
            assert_eq!(
                (C::from_order_code(value.into()), C::from_order_code_or_deepest(value.into())),
                (Some(code), code)
            );
            assert_eq!(code.order_code(), value.into());
            assert_eq!(code.order_code_of_move(), value.before(Turn::Other).into());
        }
        assert_eq!(
            (C::from_order_code(OrderCode::NONE), C::from_order_code(Value::Loss(C::DEEPEST + 1).into())),
            (Some(C::ABSENT), None)
        );
        assert_eq!(
            (C::ABSENT.order_code(), C::from_order_code_or_deepest(OrderCode::NONE)),
            (OrderCode::NONE, C::ABSENT)
        );
        for (deeper, deepest) in [Value::Win(C::DEEPEST + 7), Value::Loss(C::DEEPEST + 7)]
            .into_iter()
            .zip([Value::Win(C::DEEPEST), Value::Loss(C::DEEPEST)])
        {
            assert_eq!(Some(C::from_order_code_or_deepest(deeper.into())), C::encode(deepest));
        }
        assert_eq!(C::encode(Value::Win(C::DEEPEST + 1)), None);
        assert_eq!(C::encode(Value::Loss(C::DEEPEST + 1)), None);
        assert_eq!(C::DRAW.decode(), Some(Value::Draw));
        assert_eq!(C::ABSENT.decode(), None);
    }

    #[test]
    fn codes_are_exact_and_never_cut_a_depth() {
        every_code::<u8>();
        every_code::<u16>();
        assert_eq!((u8::DEEPEST, u16::DEEPEST), (126, 32766));
    }
}
