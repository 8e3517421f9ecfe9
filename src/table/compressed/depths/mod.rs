//! The depths of a slice apart from its results: the contents of a stream of depths.
//!
//! A depth is stored as a number of moves: 2`v` - 1 plies of a win have the value `v`, and so have 2`v` plies of a
//! loss. An entry has a value if it holds a position and its stored result is a win or a loss whose depths are kept.
//! Values are coded in blocks of 512 entries, in the order in which the results are stored. The value of an entry
//! depends on values before it in its block, on the results of all entries of the block and on which of them hold a
//! position, on nothing else.
//!
//! # The guess
//!
//! `value(d)` is the value `d` entries before, of the same block. An entry without a value counts with its guess.
//!
//! ```text
//!                     value(8 + 1)   value(8)            n1 = value(1), or the first value of the stream
//!   ...  value(2)     value(1)       ?                   n2 = value(8), or n1;   n12 = value(8 + 1), or n2
//!
//!   guess = n1 + n2 - n12, and within n1 and n2          n1 = 12, n2 = 14, n12 = 13: guess 13
//! ```
//!
//! # The decisions
//!
//! A value is told by answers to at most 30 kinds of question: 0, is it the guess? If not: 1, is it more? If so: 2, is
//! it one more? 3, is it two more? and so on up to 14; if it is less, the questions 16 to 29 are the same downwards. A
//! value that differs by more than 14 follows with its difference: 16 bits, each with the probability 1/2, the highest
//! first.
//!
//! A question has a weight for each of the contexts of the entry. They are signed bytes. With their sum `s`, at least
//! -160 and at most 160, the answer is yes with the probability `p` / 65,536:
//!
//! ```text
//!   odds(0) = 2^24     odds(s + 1) = odds(s) * 69763 / 65536, rounded down
//!   p(-s) = 2^40 / (odds(s) + 2^24), rounded down, at least 1     p(s) = 65,536 - p(-s)         p(16) = 47,912
//! ```
//!
//! The answers are range coded (`range.rs`): the range is 2^32 - 1 at first, and four bytes are read as a number.
//! `bound` is `range` / 65,536, rounded down, times `p`. The answer is yes if the number is less than `bound`, and then
//! the range is `bound`; else both are less by `bound`. While the range is less than 2^24, it is multiplied by 256, and
//! another byte comes in at the lower end of the number. After the end of the block the bytes are zeros.
//!
//! # The contexts
//!
//! Each context is a row of one of these tables, the tables one after the other. `a` and `b` are the two distances.
//! n(`d`) is `value(d)` less the guess, within ±4 and as a digit of base 9 from 0 on. If the block has no entry `d`
//! before, or if `d` is 0, another distance counts instead: 1 for 2 and for `a`; that of `a` for `b`, `a` - 1, `a` + 1
//! and 2`a`; that of `b` for `b` - 1, `b` + 1, 2`b`, `a` + `b` and the difference of `a` and `b`. Before the first
//! entry of a block is the first value of the stream.
//!
//! | rows  | the row: a number of these digits                                                                 |
//! |-------|---------------------------------------------------------------------------------------------------|
//! | 1,029 | how many of `a` and `b` are within the block; n(1), n(`a`), n(`b`) within ±3, of base 7           |
//! | 128   | the guess, at most 127                                                                            |
//! | 729   | n(`a`), n(`a` + 1), n(1)                                                                          |
//! | 729   | n(`a` - 1), n(2), n(2`a`)                                                                         |
//! | 729   | n(`b` + 1), n(`b` - 1), n(2`b`)                                                                   |
//! | 729   | n(`b`), n(`a` + `b`), n(the difference of `a` and `b`, at least 1)                                |
//! | 64    | whether the entries `1` after, `1` before, `a` after, ... `b` before have a value, of the block   |
//! | size  | for each digit: the place in the stream / its stride, modulo its size                             |
//!
//! # The stream
//!
//! The front is read as bits, up to a whole byte; then come the weights.
//!
//! | bits   | what                                                                                             |
//! |--------|--------------------------------------------------------------------------------------------------|
//! | 16     | the first value                                                                                  |
//! | 2 x 16 | the distances `a` and `b`, 1 to 512                                                              |
//! | 4      | the number of digits; for each:                                                                  |
//! | 32     | - its stride                                                                                     |
//! | 16     | - its size, 2 to 4,096                                                                           |
//! | 5      | the parameter of the Rice code; for each block:                                                  |
//! | varies | - its length in bytes                                                                            |
//! | bytes  | the weights, range coded: for each row, does it have any? for each of the questions 0 to 29: does |
//! |        | the row have a weight? is it positive? is it more than 1? than 2? ... until one answer is no      |
//!
//! The probabilities for weights begin at 1/2 and are learnt: `p` grows by (65,471 - `p`) / 32 after a yes, and is less
//! by (`p` - 64) / 32 after a no, rounded down. There is one for "any" after a row with some and one after a row with
//! none; for "a weight" and for "positive" one for each question; for "more than `k`" one for each `k`.
//!
//! After the front come the blocks, one after the other. A block has no zeros at its end.

mod build;
mod learn;
mod model;
mod range;
mod stream;
mod values;
mod walk;
mod weights;

pub use build::{build, estimate};
pub use model::PlaceDigit;
pub use stream::DepthStream;
pub use values::{DepthEntry, is_kept, moves_of, plies_of};
