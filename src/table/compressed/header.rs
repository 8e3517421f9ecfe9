//! The header of a compressed table.

use bincode::Options;
use serde::{Deserialize, Serialize};

use crate::space::Omitted;
use crate::table::format::{BLOCK, COMPRESSED, encoding, front};

/// The header of a compressed table.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CompressedHeader {
    pub game: String,
    /// The fingerprint of the rules.
    pub rules: u64,
    /// Bytes in a block that has a checksum.
    pub block: u32,
    /// Whether results only are stored, without depths.
    pub results: bool,
    pub slices: Vec<StreamHeader>,
}

/// One slice of a compressed table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StreamHeader {
    pub name: String,
    pub entries: u64,
    /// The classes of positions that are omitted, as in [`Omitted`].
    pub omitted: u8,
    /// The length of the front of its stream.
    pub front: u64,
    /// The length of its stream.
    pub length: u64,
}

impl CompressedHeader {
    /// A header of a game of these rules.
    pub fn new(game: &str, rules: u64, results: bool, slices: Vec<StreamHeader>) -> CompressedHeader {
        CompressedHeader { game: game.to_string(), rules, block: BLOCK as u32, results, slices }
    }

    /// The fields at fixed places, not yet finished, and the header.
    pub fn encode(&self) -> Vec<u8> {
        let always = "texts and numbers can always be encoded into memory";
        front(COMPRESSED, &encoding().serialize(self).expect(always))
    }

    /// Reads a header.
    ///
    /// # Errors
    /// The reason, if it cannot be read.
    pub fn decode(bytes: &[u8]) -> Result<CompressedHeader, String> {
        // The limit keeps a false length from claiming memory.
        let header: CompressedHeader =
            encoding().with_limit(bytes.len() as u64).deserialize(bytes).map_err(|error| error.to_string())?;
        let valid = |slice: &StreamHeader| slice.omitted <= Omitted::ALL.0 && slice.front <= slice.length;
        match header.slices.iter().all(valid) {
            true => Ok(header),
            false => Err("a slice that omits an unknown class, or is shorter than its front".to_string()),
        }
    }
}
