//! Compressed tables: the values of a plain table in a tenth to a hundredth of the space, each looked up by itself.
//!
//! This is the specification of the file. It has the name that a plain table has and begins like one: the fields at
//! fixed places, the header, the checksums of the blocks of 65,536 bytes, zeros, and from `V` on the contents of the
//! blocks (see [`table`](super)), with these differences. The version is 4. `V` is the next multiple of 64 after the
//! checksums. In place of values, the *streams* of the slices begin there, one after the other without a gap. The
//! fingerprint is as in version 3. `tools/read_compressed.py` is a second reader, made from this page.
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
//! | 1     | - the omitted classes: the sum of 1 for the first half, 2 for the second, 4 for forced positions  |
//! | 8     | - `F`, the length of the front of its stream                                                      |
//! | 8     | - the length of its stream                                                                        |
//!
//! # Slices that are cut
//!
//! A table with a large slice has version 6. Its header has one more byte after the byte about results: `c`, at most
//! 31 (it is 31 in tables that Hindsight makes). A slice of 2 · 2^`c` entries or more has several streams: the first
//! holds the first 2^`c` entries, the second the next, and so on. So each slice of the header ends with a list in place
//! of two numbers:
//!
//! | bytes | what                                                                                              |
//! |-------|---------------------------------------------------------------------------------------------------|
//! | 8     | - the number of its streams; for each:                                                            |
//! | 8     | - `F`, the length of the front of the stream                                                      |
//! | 8     | - the length of the stream                                                                        |
//!
//! A table in which every slice has one stream has version 4.
//!
//! # Orders, floors and vacant entries
//!
//! A table with a slice that has one of these has version 7. Its header is as in version 6, with two differences. The
//! omitted classes may include two more: 8 for entries that hold no position, and 16 for positions whose value a
//! conversion attains. After them comes the order of the slice:
//!
//! | bytes | what                                                                                              |
//! |-------|---------------------------------------------------------------------------------------------------|
//! | 8     | - the number of digits, 0 if the entries are stored as they are numbered; for each, the highest   |
//! |       |   digit of a place first:                                                                         |
//! | 8     | - - its size, at least 2                                                                          |
//! | 8     | - - its stride in the number of an entry                                                          |
//!
//! The digits are the digits of a number of mixed radix, in another sequence: sorted by their strides, each stride is
//! the product of the sizes before it, and the product of all sizes is the number of entries. The place of entry `i` in
//! the stream has the digits `i` / stride mod size. So `KRvK` with the digits (8, 8), (8, 1) and (462, 64) stores its
//! entries by the square of the rook first and by the pair of kings last. A slice that is cut is stored as it is
//! numbered.
//!
//! A slice that omits vacant entries stores anything for them. Without a position there is no value.
//!
//! The *floor* of a position is the best value of its conversions, the moves that lead to a component below: in chess
//! captures and promotions. A slice that omits the values that conversions attain has *floors*: the value of each of
//! its positions is the better of the stored value and of the floor. Where the floor is the value, the stored value is
//! any that is not better. A floor needs no value of the same component, so floors are found in bounded depth.
//!
//! # Depths apart from results
//!
//! A table of chess with depths has version 8. Its streams hold results alone, and further streams the depths of some
//! positions: of wins, of losses, or of both. All other depths follow by moves. Each slice of the header is as
//! in version 7 and ends with
//!
//! | bytes | what                                                                                              |
//! |-------|---------------------------------------------------------------------------------------------------|
//! | 1     | - the kept depths: the sum of 1 for wins and 2 for losses                                         |
//! | 8     | - the number of its streams of depths, as many as of results, 0 if no depth is kept; for each:    |
//! | 8     | - - `F`, the length of the front of the stream                                                    |
//! | 8     | - - the length of the stream                                                                      |
//!
//! The streams of depths of a slice come after its streams of results. `depths/mod.rs` has their contents, and
//! `tools/read_depths.py` is a second reader.
//!
//! The depth of a win is one more than the least depth of the losses that its moves lead to; that of a loss is one more
//! than the greatest of the wins. So a part keeps the depths of all wins, or of all losses, or all depths of one of two
//! slices that lead to one another: whatever takes the fewest bytes. The result of a position is the better of the
//! stored result and of the results of its conversions, if the slice has floors. The depth of a result that is kept is
//! the better of two: the stored depth, if the stored result is that of the position, and the best depth of a
//! conversion that attains the result. A slice whose results have floors may store any worse result for a position
//! only where a conversion attains its depth too, or where its depth is not kept.
//!
//! # Omitted positions
//!
//! The value of a position follows from the values of its successors. If the game implements
//! [`Derive`](crate::space::Derive), a table omits
//!
//! * *forced* positions, whose moves all lead to a component below: in draughts the positions with a jump;
//! * one *half* of the other positions, where moves within the component always lead from one half to the other: in
//!   draughts the positions with an even or an odd sum of rows; or a whole slice, that is both halves and forced
//!   positions, where moves lead to and fro between two slices.
//!
//! A look-up of an omitted position plays its moves. It is a win if a successor is lost for the side to move there, a
//! loss if all are won, a draw otherwise, and by the rules if there is no move; a win takes a ply more than the
//! quickest of them, a loss a ply more than the longest. Where the depth of one that counts is not known, neither is
//! that of the position. All successors are in other tables, or forced, or in the half that is stored: that was checked
//! for every entry when the table was made. The value that is stored for an omitted entry is arbitrary. Values of a
//! table of results have no depth, whether stored or derived.
//!
//! # A stream
//!
//! A stream is a front of `F` bytes, then blocks. Both are read as bits, the highest of each byte first; a number
//! begins with its highest bit. The front ends with zeros up to a whole byte:
//!
//! | bits          | what                                                                                          |
//! |---------------|-----------------------------------------------------------------------------------------------|
//! | 16            | `T`, the number of different values; for each:                                                 |
//! | 16            | - its code of two bytes; 65,533 is a win and 65,534 a loss whose depth is not stored          |
//! | 16            | `R`, the number of rules; for the rule of number `r`, which is the symbol `s` = `T` + `r`:    |
//! | `w` each      | - its two symbols, less than `s`; `w` is the number of binary digits of `s` - 1, at least 1   |
//! | 4 each        | for each of the `T` + `R` symbols the length of its code; 0 for one that has none             |
//! | 4             | `b`: a block has 2^`b` bytes                                                                   |
//! | 32            | `N`, the number of blocks                                                                      |
//! | 5             | `p`, the parameter of the Rice code; for each block:                                           |
//! | varies        | - the number of its entries less 1, `n`: `n` >> `p` ones, a zero, and the lowest `p` bits of `n` |
//!
//! If `T` is 1, the front ends after the value and there are no blocks: every entry has this value. No stream has more
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
//! # When damage is detected
//!
//! The header is checked when the table is opened. A block of 65,536 bytes is checked against its checksum before its
//! first byte is read, and all blocks by `verify --checksums`. The front of a stream is read when the first value of
//! its slice is looked up; if its rules, codes or counts contradict each other, that is an error. So is a look-up in a
//! block whose codes end before the entry. `verify --checksums` checks that the codes of every block stand for its
//! entries, no more and no less, with zeros after them, and that the fronts of depths can be read. A table whose
//! omitted values follow from one another, or take more than 64 derivations in turn, is refused when it is opened.
//!
//! A changed code, rule or value with right checksums is another table, as is one that stores a class that it omitted.
//! It gives other values, and nothing worse.
//!
//! # How it is made
//!
//! What is stored for omitted entries makes runs as long as they can be (`fill.rs`). For a game with floors the order
//! of each slice is the best on a sample, of all sequences of the digits that the game names (`order.rs`). Recursive
//! pairing (`pairing.rs`) makes the rules from a sample; the whole slice is then parsed with them, in pieces and on all
//! threads. The file is written without its finished mark, read again and compared with the source: stored values one
//! by one, omitted ones by deriving them from values of the source, and floors where they decide. Only then the mark
//! is set and the file renamed.
//!
//! The weights of a stream of depths are learnt from some of its blocks (`depths/learn.rs`). The entries of such a
//! slice are stored in the best of the orders that keep the lowest digits where they are, so that consecutive entries
//! share blocks. A thread keeps the 1,024 blocks that it decoded last, 3 MB. Of large slices, one derived depth in 16
//! is compared with the source: derived depths are right if the source obeys the laws of values. Several ranks that
//! compress a table together write version 7.
//!
//! Blocks have 16 bytes, or 64 in streams of results of 8 MB and more, or of a game with floors. A stream that is in
//! use keeps five bytes of memory for each of them. Results omit forced positions where that saves 0.5 bytes in a
//! thousand entries, and a half where that saves 4: look-ups of omitted positions take longer. Floors are used where
//! they save 0.5 bytes in a thousand entries. Tables of depths omit a half where that saves 4 MB and 110 bytes in a
//! thousand entries.
//!
//! `data/measurements.md` has the sizes of tables and the speed of look-ups for these choices.

mod alphabet;
mod bits;
mod build;
mod classes;
mod cut;
mod depths;
mod fill;
mod header;
mod huffman;
mod order;
mod pairing;
mod stream;
mod text;
mod write;

use std::sync::OnceLock;

use crate::space::{KeptDepths, Omitted};

pub(super) use cut::{Cut, DEFAULT_CUT};
pub(super) use depths::{DepthStream, is_kept, plies_of};
pub(super) use header::CompressedHeader;
pub(super) use order::Order;
pub(super) use stream::Stream;
pub(super) use text::{PartValues, SliceText, result};
pub(super) use write::encode;

/// The slices of a compressed table, without the blocks of their streams.
pub(super) struct CompressedSlices {
    /// Whether results only are stored, without depths.
    pub results: bool,
    pub slices: Vec<CompressedSlice>,
    cut: Cut,
}

/// A slice of a compressed table.
pub(super) struct CompressedSlice {
    pub omitted: Omitted,
    pub order: Order,
    pub entries: u64,
    pub streams: Vec<CompressedStream>,
    /// The depths that are kept apart, if so.
    pub kept: Option<KeptDepths>,
    /// By stream, the depths.
    depths: Vec<CompressedDepths>,
    /// The number of its first stream in the table.
    first: usize,
}

/// A stream of depths of a compressed table.
pub(super) struct CompressedDepths {
    pub entries: u64,
    /// The length of its front.
    pub front: usize,
    /// The front, once a depth was looked up.
    pub stream: OnceLock<DepthStream>,
}

/// A stream of a compressed table.
pub(super) struct CompressedStream {
    pub entries: u64,
    /// The length of its front.
    pub front: usize,
    /// The front, once a value was looked up.
    pub stream: OnceLock<Stream>,
}

/// A stream of a slice, and its number in the table.
#[derive(Clone, Copy)]
pub(super) struct NumberedStream<'a> {
    pub number: usize,
    pub stream: &'a CompressedStream,
}

impl CompressedSlices {
    /// The slices of a header, before the first look-up.
    pub fn new(header: CompressedHeader) -> CompressedSlices {
        let (mut slices, mut first) = (Vec::new(), 0);
        for slice in header.slices {
            let entries = |stream| header.cut.entries(slice.entries, stream);
            let streams = slice.streams.iter().enumerate().map(|(number, stream)| CompressedStream {
                entries: entries(number).end - entries(number).start,
                front: stream.front as usize,
                stream: OnceLock::new(),
            });
            let streams: Vec<CompressedStream> = streams.collect();
            let kept = slice.depths.as_ref().map(|depths| KeptDepths(depths.kept));
            let depths = slice.depths.iter().flat_map(|depths| &depths.streams).zip(&streams);
            let depths: Vec<CompressedDepths> = depths
                .map(|(length, stream)| CompressedDepths {
                    entries: stream.entries,
                    front: length.front as usize,
                    stream: OnceLock::new(),
                })
                .collect();
            let number = streams.len() + depths.len();
            let (omitted, order, entries) = (Omitted(slice.omitted), slice.order, slice.entries);
            slices.push(CompressedSlice { omitted, order, entries, streams, kept, depths, first });
            first += number;
        }
        CompressedSlices { results: header.results, slices, cut: header.cut }
    }

    /// The stream of an entry of a slice, and the number of the entry there.
    #[inline(always)]
    pub fn stream_of(&self, slice: &'_ CompressedSlice, index: u64) -> (usize, u64) {
        if slice.streams.len() == 1 { (0, index) } else { self.cut.place(index) }
    }

    /// The first place of a stream of a slice.
    pub fn first_of(&self, slice: &CompressedSlice, stream: usize) -> u64 {
        self.cut.entries(slice.entries, stream).start
    }
}

impl CompressedSlice {
    /// A stream of the slice.
    #[inline(always)]
    pub fn stream(&self, number: usize) -> NumberedStream<'_> {
        NumberedStream { number: self.first + number, stream: &self.streams[number] }
    }

    /// The depths that are kept apart of a stream of the slice, and their number in the table; `None` if none are.
    pub fn depths(&self, number: usize) -> Option<(usize, &CompressedDepths)> {
        self.depths.get(number).map(|depths| (self.first + self.streams.len() + number, depths))
    }

    /// The number of streams, of results and of depths.
    pub fn all_streams(&self) -> usize {
        self.streams.len() + self.depths.len()
    }

    /// Whether stored values are all that the slice has: no value of another slice is needed.
    pub fn is_complete(&self) -> bool {
        self.omitted == Omitted::NOTHING && self.kept.is_none()
    }
}
