//! The header of a compressed table.

use bincode::Options;
use serde::{Deserialize, Serialize};

use super::cut::{Cut, DEFAULT_CUT};
use super::order::Order;
use crate::space::{KeptDepths, Omitted};
use crate::table::format::{APART, BLOCK, COMPRESSED, CUT, ORDERED, encoding, front};

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StreamsHeader {
    pub name: String,
    pub entries: u64,
    /// The classes of positions that are omitted, as in [`Omitted`].
    pub omitted: u8,
    /// The order in which the entries are stored.
    pub order: Order,
    pub streams: Vec<StreamLength>,
    /// The depths that are kept apart, if so.
    pub depths: Option<DepthsHeader>,
}

/// The depths of a slice that are kept apart from the results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DepthsHeader {
    /// The results of which depths are kept, as in [`KeptDepths`].
    pub kept: u8,
    /// A stream for each stream of results; none if nothing is kept.
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

/// The fields of version 4 before the slices, and of later versions before the cut.
type Fields = (String, u64, u32, bool);
/// A slice of version 4: its name, entries, omitted classes and one stream.
type SliceOfOneStream = (String, u64, u8, StreamLength);
/// A slice of version 6: its name, entries, omitted classes and streams.
type SliceAsNumbered = (String, u64, u8, Vec<StreamLength>);
/// A slice of version 7: its name, entries, omitted classes, order and streams.
type SliceInOrder = (String, u64, u8, Order, Vec<StreamLength>);

impl CompressedHeader {
    /// The fields at fixed places, not yet finished, and the header. The version is the first that knows all of it.
    pub fn encode(&self) -> Vec<u8> {
        let always = "texts and numbers can always be encoded into memory";
        let fields: Fields = (self.game.clone(), self.rules, self.block, self.results);
        let is_ordered = |slice: &StreamsHeader| !slice.order.is_numbered() || slice.omitted > Omitted::ALL.0;
        let in_order = |slice: &StreamsHeader| {
            let StreamsHeader { name, entries, omitted, order, streams, depths: _ } = slice.clone();
            (name, entries, omitted, order, streams)
        };
        let apart = |slice: &StreamsHeader| Some((in_order(slice), slice.depths.clone()?));
        let are_apart: Option<Vec<(SliceInOrder, DepthsHeader)>> = self.slices.iter().map(apart).collect();
        if let Some(slices) = are_apart {
            return front(APART, &encoding().serialize(&(fields, self.cut.bits(), slices)).expect(always));
        }
        if self.slices.iter().any(is_ordered) {
            let slices: Vec<SliceInOrder> = self.slices.iter().map(in_order).collect();
            return front(ORDERED, &encoding().serialize(&(fields, self.cut.bits(), slices)).expect(always));
        }
        let one = |slice: &StreamsHeader| match slice.streams[..] {
            [stream] => Some((slice.name.clone(), slice.entries, slice.omitted, stream)),
            _ => None,
        };
        let uncut: Option<Vec<SliceOfOneStream>> = self.slices.iter().map(one).collect();
        match uncut {
            Some(slices) => front(COMPRESSED, &encoding().serialize(&(fields, slices)).expect(always)),
            None => {
                let slice =
                    |slice: &StreamsHeader| (slice.name.clone(), slice.entries, slice.omitted, slice.streams.clone());
                let slices: Vec<SliceAsNumbered> = self.slices.iter().map(slice).collect();
                front(CUT, &encoding().serialize(&(fields, self.cut.bits(), slices)).expect(always))
            }
        }
    }

    /// Reads a header of version 4, 6, 7 or 8.
    ///
    /// # Errors
    /// The reason, if it cannot be read.
    pub fn decode(version: u32, bytes: &[u8]) -> Result<CompressedHeader, String> {
        // The limit keeps a false length from claiming memory.
        let limited = || encoding().with_limit(bytes.len() as u64);
        let unreadable = |error: bincode::Error| error.to_string();
        let ((game, rules, block, results), bits, slices): (Fields, u8, Vec<StreamsHeader>) = match version {
            APART => {
                let (fields, bits, slices): (Fields, u8, Vec<(SliceInOrder, DepthsHeader)>) =
                    limited().deserialize(bytes).map_err(unreadable)?;
                let slice = |(slice, depths)| StreamsHeader { depths: Some(depths), ..in_order(slice) };
                (fields, bits, slices.into_iter().map(slice).collect())
            }
            ORDERED => {
                let (fields, bits, slices): (Fields, u8, Vec<SliceInOrder>) =
                    limited().deserialize(bytes).map_err(unreadable)?;
                (fields, bits, slices.into_iter().map(in_order).collect())
            }
            CUT => {
                let (fields, bits, slices): (Fields, u8, Vec<SliceAsNumbered>) =
                    limited().deserialize(bytes).map_err(unreadable)?;
                (fields, bits, slices.into_iter().map(as_numbered).collect())
            }
            _ => {
                let (fields, slices): (Fields, Vec<SliceOfOneStream>) =
                    limited().deserialize(bytes).map_err(unreadable)?;
                let slice = |(name, entries, omitted, stream)| as_numbered((name, entries, omitted, vec![stream]));
                (fields, DEFAULT_CUT.bits(), slices.into_iter().map(slice).collect())
            }
        };
        let cut = Cut::of_bits(bits).ok_or("streams of more entries than a look-up can tell apart")?;
        let valid = |slice: &StreamsHeader| {
            let most = if version >= ORDERED { Omitted::MOST } else { Omitted::ALL.0 };
            let are_valid = |depths: &DepthsHeader| {
                let streams = if depths.kept == KeptDepths::NOTHING.0 { 0 } else { slice.streams.len() };
                depths.kept <= KeptDepths::ALL.0 && depths.streams.len() == streams && !results
            };
            slice.omitted <= most
                && slice.order.is_valid(slice.entries)
                && (slice.order.is_numbered() || slice.streams.len() == 1)
                && slice.streams.len() as u64 == cut.streams(slice.entries)
                && slice.all_streams().all(|stream| stream.front <= stream.length)
                && slice.depths.as_ref().is_none_or(are_valid)
        };
        match slices.iter().all(valid) {
            true => Ok(CompressedHeader { game, rules, block, results, cut, slices }),
            false => {
                let what = "a slice that omits an unknown class, has an order of other digits, is cut in another way, \
                            or is shorter than its front";
                Err(what.to_string())
            }
        }
    }

    /// A header of a game of these rules.
    pub fn new(game: &str, rules: u64, results: bool, cut: Cut, slices: Vec<StreamsHeader>) -> CompressedHeader {
        CompressedHeader { game: game.to_string(), rules, block: BLOCK as u32, results, cut, slices }
    }

    /// The lengths of all streams in bytes, in the order of the file.
    pub fn lengths(&self) -> impl Iterator<Item = u64> {
        self.slices.iter().flat_map(StreamsHeader::all_streams).map(|stream| stream.length)
    }
}

impl StreamsHeader {
    /// All streams, in the order of the file.
    fn all_streams(&self) -> impl Iterator<Item = &StreamLength> {
        self.streams.iter().chain(self.depths.iter().flat_map(|depths| &depths.streams))
    }
}

/// A slice in an order, whose depths are not kept apart.
fn in_order((name, entries, omitted, order, streams): SliceInOrder) -> StreamsHeader {
    StreamsHeader { name, entries, omitted, order, streams, depths: None }
}

/// A slice whose entries are stored as they are numbered.
fn as_numbered((name, entries, omitted, streams): SliceAsNumbered) -> StreamsHeader {
    in_order((name, entries, omitted, Order::NUMBERED, streams))
}
