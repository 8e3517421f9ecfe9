//! What a position is worth, and the one code in which tables keep it.
//!
//! A [`Value`] is always that of the side to move, and its depth counts plies to the end under best play: the winner
//! hurries, the loser delays. Nothing in Hindsight takes the parity of a depth for its result: some games are won by
//! the side that cannot move.

use std::cmp::Ordering;
use std::fmt;
use std::sync::atomic::{AtomicU8, AtomicU16, Ordering::Relaxed};

use rayon::prelude::*;

use crate::game::Outcome;

/// The value of a position for the side to move.
///
/// Values are ordered by what the side to move would choose: a quick win before a slow one, any win before a draw, a
/// draw before a loss, and a late loss before an early one. The greatest is the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The side to move wins, in this many plies.
    Win(u32),
    /// The side to move loses, in this many plies.
    Loss(u32),
    /// Neither side can force a win.
    Draw,
}

impl Value {
    /// What a move into a position of this value is worth to the side that makes it: the other side's result, one ply
    /// further from the end.
    #[inline(always)]
    pub fn for_mover(self) -> Value {
        match self {
            Value::Win(plies) => Value::Loss(plies + 1),
            Value::Loss(plies) => Value::Win(plies + 1),
            Value::Draw => Value::Draw,
        }
    }

    /// The depth to the end in plies; a draw has none.
    pub fn plies(self) -> Option<u32> {
        match self {
            Value::Win(plies) | Value::Loss(plies) => Some(plies),
            Value::Draw => None,
        }
    }

    /// The result in one word: `win`, `loss` or `draw`.
    pub fn word(self) -> &'static str {
        match self {
            Value::Win(_) => "win",
            Value::Loss(_) => "loss",
            Value::Draw => "draw",
        }
    }

    /// A number that grows with the value: the key of the order.
    fn key(self) -> i64 {
        match self {
            Value::Win(plies) => i64::from(u32::MAX) + 1 - i64::from(plies),
            Value::Draw => 0,
            Value::Loss(plies) => i64::from(plies) - i64::from(u32::MAX) - 1,
        }
    }
}

/// The value of a finished game.
impl From<Outcome> for Value {
    fn from(outcome: Outcome) -> Value {
        match outcome {
            Outcome::Win => Value::Win(0),
            Outcome::Loss => Value::Loss(0),
            Outcome::Draw => Value::Draw,
        }
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Value) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// For people: `win in 29 plies (15 moves)`, `draw`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(plies) = self.plies() else {
            return f.write_str("draw");
        };
        let moves = plies.div_ceil(2);
        let s = |n: u32, one: &str, many: &str| format!("{n} {}", if n == 1 { one } else { many });
        write!(f, "{} in {} ({})", self.word(), s(plies, "ply", "plies"), s(moves, "move", "moves"))
    }
}

/// An unsigned number that holds the code of a value: one byte, or two where a depth does not fit one.
///
/// The code is the same for both widths: 0 is a draw, `1 + 2n` a win and `2 + 2n` a loss in `n` plies, and the greatest
/// number says that the entry holds no position.
pub trait Code: Copy + Eq + Ord + Send + Sync + fmt::Debug + 'static {
    /// Bytes that one code takes.
    const BYTES: usize;
    /// The deepest win or loss that has a code, in plies.
    const DEEPEST: u32;
    /// The code of a draw. A fresh table is full of it.
    const DRAW: Self;
    /// The code of an entry that holds no position.
    const ABSENT: Self;
    /// The code in memory that several threads write.
    type Cell: Send + Sync;

    /// A cell that holds the code.
    fn cell(self) -> Self::Cell;

    /// So many cells that hold the code. All threads fill them: memory is slow when it is first written.
    fn cells(self, count: usize) -> Vec<Self::Cell>;

    /// The code that the cell holds now.
    fn load(cell: &Self::Cell) -> Self;

    /// Puts the code into the cell.
    fn store(self, cell: &Self::Cell);

    /// The codes of cells that nobody writes any more.
    fn finished(cells: Vec<Self::Cell>) -> Codes;

    /// The code of a value, or nothing if its depth is past [`Code::DEEPEST`].
    fn encode(value: Value) -> Option<Self>;

    /// The value of a code, or nothing if the entry holds no position.
    fn decode(self) -> Option<Value>;

    /// What a move into a position of this code is worth to the side that makes it: see [`Value::for_mover`].
    fn merit_of_move(self) -> Merit;

    /// The code of what a merit says, or nothing if its depth is past [`Code::DEEPEST`]. [`Merit::NONE`] is
    /// [`Code::ABSENT`].
    fn of_merit(merit: Merit) -> Option<Self>;
}

/// A value as a number that grows as the side to move would choose; no value is less than any.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Merit(u32);

impl Merit {
    /// No value.
    pub const NONE: Merit = Merit(0);
    const DRAW: u32 = 1 << 30;
    const WIN: u32 = 1 << 31;
}

impl From<Value> for Merit {
    #[inline(always)]
    fn from(value: Value) -> Merit {
        Merit(match value {
            Value::Win(plies) => Merit::WIN - plies,
            Value::Draw => Merit::DRAW,
            Value::Loss(plies) => 1 + plies,
        })
    }
}

macro_rules! code {
    ($number:ty, $atomic:ty, $width:path) => {
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

            fn finished(cells: Vec<$atomic>) -> Codes {
                $width(cells.into_iter().map(<$atomic>::into_inner).collect())
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
            fn merit_of_move(self) -> Merit {
                let (code, plies) = (u32::from(self), u32::from(self.wrapping_sub(1)) / 2 + 1);
                let decided = if code % 2 == 0 { Merit::WIN - plies } else { 1 + plies };
                Merit(if code == 0 { Merit::DRAW } else { decided })
            }

            #[inline(always)]
            fn of_merit(Merit(merit): Merit) -> Option<$number> {
                let win = merit > Merit::DRAW;
                let plies = if win { Merit::WIN - merit } else { merit.wrapping_sub(1) };
                match merit {
                    0 => Some(Self::ABSENT),
                    Merit::DRAW => Some(0),
                    _ if plies > Self::DEEPEST => None,
                    _ => Some((2 * plies + if win { 1 } else { 2 }) as $number),
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

/// The codes of all entries of a slice, in order, in as few bytes as its deepest value allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Codes {
    /// One byte an entry.
    One(Vec<u8>),
    /// Two bytes an entry.
    Two(Vec<u16>),
}

impl Codes {
    /// The value of an entry, or nothing if it holds no position or lies past the end.
    #[inline(always)]
    pub fn value(&self, index: u64) -> Option<Value> {
        match self {
            Codes::One(codes) => codes.get(index as usize)?.decode(),
            Codes::Two(codes) => codes.get(index as usize)?.decode(),
        }
    }

    /// Puts the codes, in two bytes, of this entry and those after it into `codes`.
    ///
    /// # Panics
    /// If there are not as many.
    pub fn read(&self, from: u64, codes: &mut [u16]) {
        let range = from as usize..from as usize + codes.len();
        match self {
            Codes::One(own) => codes.iter_mut().zip(&own[range]).for_each(|(code, &own)| *code = widened(own)),
            Codes::Two(own) => codes.copy_from_slice(&own[range]),
        }
    }

    /// How many entries there are.
    pub fn entries(&self) -> u64 {
        match self {
            Codes::One(codes) => codes.len() as u64,
            Codes::Two(codes) => codes.len() as u64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(C::of_merit(value.into()), Some(code));
            assert_eq!(code.merit_of_move(), value.for_mover().into());
        }
        assert_eq!(
            (C::of_merit(Merit::NONE), C::of_merit(Value::Loss(C::DEEPEST + 1).into())),
            (Some(C::ABSENT), None)
        );
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

    #[test]
    fn values_are_ordered_as_the_side_to_move_would_choose() {
        let best_first = [Value::Win(0), Value::Win(7), Value::Draw, Value::Loss(8), Value::Loss(0)];
        assert!(best_first.windows(2).all(|pair| pair[0] > pair[1]));
    }

    #[test]
    fn a_value_says_its_unit() {
        assert_eq!(Value::Win(29).to_string(), "win in 29 plies (15 moves)");
        assert_eq!(Value::Loss(1).to_string(), "loss in 1 ply (1 move)");
        assert_eq!(Value::Draw.to_string(), "draw");
    }
}
