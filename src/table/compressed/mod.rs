//! Compressed tables: the same values in a tenth to a hundredth of the space, each still looked up by itself.
//!
//! What follows is the specification of the file. It has the name that a plain table has and begins like one: the
//! fields at fixed places, the header, the checksums of the blocks of 65,536 bytes, zeros, and from `V` on what the
//! blocks hold (see [`table`](super)), with these differences. The version is 4. `V` is the next multiple of 64 after
//! the checksums. What follows there are the *streams* of the slices, one after the other without a gap, in place of
//! values. The fingerprint is as in version 3. `tools/read_compressed.py` is a second reader, made from this page.
//!
//! # The header
//!
//! | bytes | what                                                                                              |
//! |-------|---------------------------------------------------------------------------------------------------|
//! | text  | the name of the game                                                                              |
//! | 8     | the fingerprint of the rules and the numbering                                                    |
//! | 4     | bytes in a block that has a checksum: 65,536                                                      |
//! | 1     | 1 if only results are stored, 0 if depths are                                                     |
//! | 8     | the number of slices of the part; for each, in the order of [`Space`](crate::space::Space):       |
//! | text  | - its name                                                                                        |
//! | 8     | - its entries                                                                                     |
//! | 1     | - what is omitted: the sum of 1 for the first half, 2 for the second, 4 for forced positions       |
//! | 8     | - `F`, the length of the front of its stream                                                      |
//! | 8     | - the length of its stream                                                                        |
//!
//! # What is omitted
//!
//! The value of a position follows from those of its successors. Where the game says so
//! ([`Derive`](crate::space::Derive)), a table omits
//!
//! * *forced* positions, whose moves all lead to a component below: in draughts those with a jump;
//! * one *half* of the other positions, where moves within the component always lead from one half to the other: in
//!   draughts the positions with an even or an odd sum of rows; or a whole slice, that is both halves and forced
//!   positions, where moves lead to and fro between two slices.
//!
//! A look-up of such a position makes its moves. It is a win if a successor is lost for the side to move there, a loss
//! if all are won, a draw otherwise, and by the rules if there is no move; a win takes a ply more than the quickest of
//! them, a loss a ply more than the longest. Where the depth of one that counts is not known, neither is that of the
//! position. All successors are in other tables, or forced, or in the half that is stored: that was checked for every
//! entry when the table was made. What is stored for an omitted entry means nothing. Values of a table of results have
//! no depth, whether stored or derived.
//!
//! # A stream
//!
//! A stream is a front of `F` bytes, then blocks. Both are read as bits, the highest of each byte first; a number
//! begins with its highest bit. The front ends with zeros up to a whole byte:
//!
//! | bits          | what                                                                                          |
//! |---------------|-----------------------------------------------------------------------------------------------|
//! | 16            | `T`, the number of different values; for each:                                                 |
//! | 16            | - its code of two bytes, as [`Code`](crate::values::Code) has it; 65,533 is a win and 65,534 a loss whose depth is not stored |
//! | 16            | `R`, the number of rules; for the rule of number `r`, which is the symbol `s` = `T` + `r`:    |
//! | `w` each      | - its two symbols, less than `s`; `w` is the number of binary digits of `s` - 1, at least 1   |
//! | 4 each        | for each of the `T` + `R` symbols the length of its code; 0 for one that has none             |
//! | 4             | `b`: a block has 2^`b` bytes                                                                   |
//! | 32            | `N`, the number of blocks                                                                      |
//! | 5             | `p`, the parameter of the Rice code; for each block:                                           |
//! | varies        | - the number of its entries less 1, `n`: `n` >> `p` ones, a zero, and the lowest `p` bits of `n` |
//!
//! If `T` is 1, the front ends after the value and there are no blocks: every entry has this value. No slice has more
//! than 4,294,967,295 entries.
//!
//! A symbol below `T` stands for one entry with that value; another stands for the entries of its first symbol, then of
//! its second, at most 16,777,216. The codes are canonical: they are given out by length and, of one length, by symbol,
//! from zeros on, each one more than the code before, with a zero appended for each bit that they get longer. No code
//! is left over. (If one symbol has a code, it is a zero.)
//!
//! A block has the codes of whole symbols, one after the other, and zeros up to its end; the last block ends with the
//! byte in which its last code ends. The entry `i` is in the block where the sum of entries first exceeds `i`. From its
//! beginning the symbols are passed over until the entry is among those that one stands for, and the rules then lead to
//! the value.
//!
//! # What is detected when
//!
//! The header is checked when the table is opened. A block of 65,536 bytes is checked against its checksum before
//! anything in it is read for the first time, and all of them by `verify --checksums`. The front of a stream is read
//! when the first value of its slice is looked up: one whose rules, codes or counts contradict each other is an error.
//! Behind right checksums even blocks of nonsense do no harm beyond wrong values.
//!
//! # How it is made
//!
//! Omitted entries repeat the value before them, so that runs go on. Recursive pairing (`pairing.rs`) makes the rules
//! from a sample; the whole slice is then parsed with them, in pieces and on all threads. The file is written without
//! its finished mark, read again and compared with the source: stored values one by one, omitted ones by deriving them
//! from values of the source. Only then the mark is set and the file renamed.
//!
//! Blocks have 16 bytes, or 64 in streams of results of 8 MB and more. A stream that is in use keeps five bytes of
//! memory for each of them. Results omit forced positions where that saves 0.5 bytes in a thousand entries, and a half
//! where that saves 4: look-ups of what is omitted take longer. Tables of depths omit a half where that saves 4 MB and
//! 110 bytes in a thousand entries.
//!
//! # What each trick gains
//!
//! Results of checkers, in bytes. What was written are the files with their headers, the rest was computed slice by
//! slice as the writer codes them, the largest slices from every other piece or fewer:
//!
//! | | plain | runs and pairs | forced omitted | and half by rows | or a whole slice | as written |
//! |---|---|---|---|---|---|---|
//! | up to 4 pieces | 6,408,836 | 314,000 | 167,000 | 91,000 | 79,000 | 84,759 |
//! | 5 pieces | 139,450,808 | 4,810,000 | 1,330,000 | 837,000 | 585,000 | 718,086 |
//! | 6 pieces, 3 against 3 | 783,806,128 | | 39,500,000 | 24,900,000 | 19,700,000 | 22,042,363 |
//! | 6 pieces, the others | 1,642,279,548 | | 625,000 | 361,000 | 154,000 | 746,704 |
//!
//! That is 23,591,912 bytes for up to six pieces, and 229,671,042 for up to seven. Nine tables of more than 8 MB take
//! 172,158,009 of these, and 186,893,314 in blocks of 16. Results of losing checkers take 210,319 bytes up to four
//! pieces. Those of Pangki, which derives nothing, take 407,934 of 5,873,249, and its depths 2,522,839.
//!
//! Depths of checkers up to six pieces, files with their headers, and random look-ups a second on one core of an Intel
//! Xeon with other work beside it:
//!
//! | omitted | bytes, of 2,572,416,482 | look-ups |
//! |---|---|---|
//! | forced positions, and a half wherever that saves a byte | 340,825,318 | 300,000 |
//! | the same, but no half up to five pieces | 368,988,537 | 360,000 |
//! | as written: a half where it saves 4 MB and 110 bytes in a thousand entries | 520,423,764 | 580,000 |
//! | forced positions alone | 721,139,036 | 690,000 |
//!
//! Results up to six pieces are looked up 1.5 million times a second. The depths of Tigers and Goats, which derives
//! nothing, take 1,084,284,583 bytes of 11,215,983,472.
//!
//! Blocks of 16 bytes in place of 64 make results 8 % and depths 6 % larger; depths of up to five pieces are then
//! looked up 1.6 times as fast. The blocks of a run are loaded while their starts are: a quarter less time.

mod bits;
mod build;
mod header;
mod huffman;
mod pairing;
mod stream;
mod text;
mod write;

use std::sync::OnceLock;

use crate::space::Omitted;

pub(super) use header::Header;
pub(super) use stream::Stream;
pub(super) use text::{Content, PIECE, Text};
pub(super) use write::{compressed_size, encode};

/// What there is to know of the slices of a compressed table besides their streams.
pub(super) struct Compressed {
    /// Whether only results are stored, and no depths.
    pub results: bool,
    pub slices: Vec<CompressedSlice>,
}

/// A slice of a compressed table.
pub(super) struct CompressedSlice {
    pub omitted: Omitted,
    pub entries: u64,
    /// The length of its stream before the blocks of symbols.
    pub front: usize,
    /// What stands there, once a value was looked up.
    pub stream: OnceLock<Stream>,
}

impl Compressed {
    /// The slices of a header, of which nothing was looked up yet.
    pub fn new(header: Header) -> Compressed {
        let slices = header.slices.into_iter().map(|slice| CompressedSlice {
            omitted: Omitted(slice.omitted),
            entries: slice.entries,
            front: slice.front as usize,
            stream: OnceLock::new(),
        });
        Compressed { results: header.results, slices: slices.collect() }
    }
}
