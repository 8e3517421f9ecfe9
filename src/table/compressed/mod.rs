//! Compressed tables.

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

pub use header::Header;
pub use stream::Stream;
pub use text::{Content, PIECE, Text};
pub use write::write;

/// What there is to know of the slices of a compressed table besides their streams.
pub struct Compressed {
    /// Whether only results are stored, and no depths.
    pub results: bool,
    pub slices: Vec<CompressedSlice>,
}

/// A slice of a compressed table.
pub struct CompressedSlice {
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
