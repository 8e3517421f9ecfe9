//! The header of a compressed table.

use bincode::Options;
use serde::{Deserialize, Serialize};

use super::cut::{Cut, DEFAULT_CUT};
use crate::space::Omitted;
use crate::table::format::{BLOCK, COMPRESSED, CUT, encoding, front};

/// The header of a compressed table.
#[derive(Debug, PartialEq, Eq)]
pub struct CompressedHeader {
    pub game: String,
    /// The fingerprint of the rules.
    pub rules: u64,
    /// Bytes in a block that has a checksum.
    pub block: u32,
    /// Whether results only are stored, without depths.
    pub results: bool,
    /// How large slices are cut into streams.
    pub cut: Cut,
    pub slices: Vec<StreamsHeader>,
}

/// One slice of a compressed table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StreamsHeader {
    pub name: String,
    pub entries: u64,
    /// The classes of positions that are omitted, as in [`Omitted`].
    pub omitted: u8,
    pub streams: Vec<StreamLength>,
}

/// One stream of a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StreamLength {
    /// The length of its front in bytes.
    pub front: u64,
    /// Its length in bytes, with the front.
    pub length: u64,
}

/// The fields of version 4 before the slices, and of version 6 before the cut.
type Fields = (String, u64, u32, bool);
/// A slice of version 4: its name, entries, omitted classes and one stream.
type SliceOfOneStream = (String, u64, u8, StreamLength);

impl CompressedHeader {
    /// The fields at fixed places, not yet finished, and the header. A table in which no slice is cut has the version
    /// that knows no cuts.
    pub fn encode(&self) -> Vec<u8> {
        let always = "texts and numbers can always be encoded into memory";
        let fields: Fields = (self.game.clone(), self.rules, self.block, self.results);
        let one = |slice: &StreamsHeader| match slice.streams[..] {
            [stream] => Some((slice.name.clone(), slice.entries, slice.omitted, stream)),
            _ => None,
        };
        let uncut: Option<Vec<SliceOfOneStream>> = self.slices.iter().map(one).collect();
        match uncut {
            Some(slices) => front(COMPRESSED, &encoding().serialize(&(fields, slices)).expect(always)),
            None => front(CUT, &encoding().serialize(&(fields, self.cut.bits(), &self.slices)).expect(always)),
        }
    }

    /// Reads a header of version 4 or 6.
    ///
    /// # Errors
    /// The reason, if it cannot be read.
    pub fn decode(version: u32, bytes: &[u8]) -> Result<CompressedHeader, String> {
        // The limit keeps a false length from claiming memory.
        let limited = || encoding().with_limit(bytes.len() as u64);
        let unreadable = |error: bincode::Error| error.to_string();
        let ((game, rules, block, results), bits, slices) = match version {
            CUT => limited().deserialize::<(Fields, u8, Vec<StreamsHeader>)>(bytes).map_err(unreadable)?,
            _ => {
                let (fields, slices): (Fields, Vec<SliceOfOneStream>) =
                    limited().deserialize(bytes).map_err(unreadable)?;
                let slice =
                    |(name, entries, omitted, stream)| StreamsHeader { name, entries, omitted, streams: vec![stream] };
                (fields, DEFAULT_CUT.bits(), slices.into_iter().map(slice).collect())
            }
        };
        let cut = Cut::of_bits(bits).ok_or("streams of more entries than a look-up can tell apart")?;
        let valid = |slice: &StreamsHeader| {
            slice.omitted <= Omitted::ALL.0
                && slice.streams.len() as u64 == cut.streams(slice.entries)
                && slice.streams.iter().all(|stream| stream.front <= stream.length)
        };
        match slices.iter().all(valid) {
            true => Ok(CompressedHeader { game, rules, block, results, cut, slices }),
            false => {
                Err("a slice that omits an unknown class, is cut in another way, or is shorter than its front"
                    .to_string())
            }
        }
    }

    /// A header of a game of these rules.
    pub fn new(game: &str, rules: u64, results: bool, cut: Cut, slices: Vec<StreamsHeader>) -> CompressedHeader {
        CompressedHeader { game: game.to_string(), rules, block: BLOCK as u32, results, cut, slices }
    }

    /// The lengths of all streams in bytes, in the order of the file.
    pub fn lengths(&self) -> impl Iterator<Item = u64> {
        self.slices.iter().flat_map(|slice| &slice.streams).map(|stream| stream.length)
    }
}
