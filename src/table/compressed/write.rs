//! The contents of a compressed table: the classes that each slice omits, the streams and the header.

use super::build::{Built, build, estimate, in_best_order, is_constant};
use super::depths;
use super::header::{CompressedHeader, DepthsHeader, StreamLength, StreamsHeader};
use super::order::Order;
use super::text::{Arrangement, PartValues, SliceText};
use crate::solve::Peers;
use crate::space::{Class, KeptDepths, Omitted, SliceId};
use crate::table::TableError;
use crate::table::format::{HEADER_AT, Offsets, checksum};
use crate::table::unfinished::UnfinishedTable;
use crate::util::progress::Stopped;
use crate::util::threads::try_map;

/// The least saving for which positions are omitted: look-ups of omitted positions take longer.
struct Worth {
    /// Bytes.
    bytes: f64,
    /// Bytes in a thousand entries, besides.
    per_thousand: f64,
}

impl Worth {
    /// For forced positions in tables of results.
    const FORCED: Worth = Worth { bytes: 0.0, per_thousand: 0.5 };
    /// For half of the others in tables of results.
    const HALF: Worth = Worth { bytes: 0.0, per_thousand: 4.0 };
    /// For half of the others in tables of depths, where a look-up needs all successors, about eight, and the
    /// successors of forced ones. So small tables, which larger ones lead to, keep both halves.
    const HALF_OF_DEPTHS: Worth = Worth { bytes: 4e6, per_thousand: 110.0 };

    /// The least saving in this number of entries, in bytes.
    fn of(&self, entries: u64) -> f64 {
        self.bytes + self.per_thousand * entries as f64 / 1000.0
    }
}

/// A compressed table that is not written yet.
pub struct Encoded {
    /// The fields at fixed places and the header, not yet finished.
    front: Vec<u8>,
    offsets: Offsets,
    /// By slice of the part.
    slices: Vec<BuiltSlice>,
}

/// A slice of a compressed table: how it is stored, and its streams.
struct BuiltSlice {
    arrangement: Arrangement,
    streams: Vec<Built>,
    /// The streams of the depths that are kept apart.
    depths: Vec<Built>,
}

impl BuiltSlice {
    /// All streams, in the order of the file.
    fn all(&self) -> impl Iterator<Item = &Built> {
        self.streams.iter().chain(&self.depths)
    }
}

/// Compresses a part.
pub fn encode(content: &PartValues) -> Result<Encoded, TableError> {
    let slices = slices(content)?;
    let (front, offsets) = prepare(content, &slices);
    let offsets = offsets.expect("a table that was made in memory can be laid out");
    Ok(Encoded { front, offsets, slices })
}

impl Encoded {
    /// The length of the file in bytes.
    pub fn bytes(&self) -> u64 {
        self.offsets.bytes
    }

    /// The whole file without the finished mark, in two pieces.
    pub fn pieces(&self) -> [Vec<u8>; 2] {
        let values: Vec<u8> =
            self.slices.iter().flat_map(BuiltSlice::all).flat_map(|built| &built.bytes).copied().collect();
        let mut front = self.front.clone();
        for block in 0..self.offsets.blocks {
            let range = self.offsets.block(block);
            front.extend(checksum(&values[range.start as usize..range.end as usize]).to_le_bytes());
        }
        front.resize(self.offsets.values, 0);
        [front, values]
    }

    /// Writes the whole file without the finished mark.
    pub fn write(&self, file: &mut UnfinishedTable) -> Result<(), TableError> {
        self.pieces().iter().try_for_each(|piece| file.write(piece))
    }
}

/// By slice of the part, how it is stored, and its streams.
fn slices(content: &PartValues) -> Result<Vec<BuiltSlice>, TableError> {
    let number = |slice| content.part.slices.iter().position(|of_part| *of_part == slice);
    let mut slices: Vec<Option<BuiltSlice>> = content.part.slices.iter().map(|_| None).collect();
    let keeps_apart = keeps_apart(content)?;
    for component in &content.part.components {
        let built = if keeps_apart { apart(content, component)? } else { at_once(content, component)? };
        for (&slice, built) in component.iter().zip(built) {
            if let Some(slice) = number(slice).and_then(|number| slices.get_mut(number)) {
                *slice = Some(built);
            }
        }
    }
    Ok(slices.into_iter().flatten().collect())
}

/// Whether the depths of a part are kept apart from the results.
fn keeps_apart(content: &PartValues) -> Result<bool, TableError> {
    let derives = content.derivation.as_deref().is_some_and(|derivation| derivation.derives_depths());
    if content.results || !derives || content.peers.is_some() {
        return Ok(false);
    }
    let has_moves = |number: usize| SliceText::read_once(content, content.part.slices[number], None).has_moves();
    Ok(try_map(content.part.slices.len(), &has_moves)?.into_iter().all(|has_moves| has_moves))
}

/// Builds the slices of a component, each with all that is stored in its streams.
fn at_once(content: &PartValues, component: &[SliceId]) -> Result<Vec<BuiltSlice>, TableError> {
    let texts = texts(content, component)?;
    let arrangements = arrangements(content, &texts)?;
    let built = match content.peers {
        None => {
            let all = |text: usize| {
                (0..texts[text].streams()).map(|stream| one(&texts, &arrangements, text, stream)).collect()
            };
            try_map(texts.len(), &all)?
        }
        Some(peers) => together(content, peers, &texts, &arrangements)?,
    };
    let slice = |(arrangement, streams)| BuiltSlice { arrangement, streams, depths: Vec::new() };
    Ok(arrangements.into_iter().zip(built).map(slice).collect())
}

/// Builds the slices of a component, the depths apart from the results.
fn apart(content: &PartValues, component: &[SliceId]) -> Result<Vec<BuiltSlice>, TableError> {
    let texts: Vec<SliceText> = component.iter().map(|&id| SliceText::new(content, id).of_results()).collect();
    let kept = kept(content, &texts)?;
    try_map(texts.len(), &|number| {
        let text = &texts[number];
        let arrangement = Arrangement { kept: Some(kept[number]), ..Arrangement::of(Omitted::NOTHING) };
        let arrangement = above_floor(text, &arrangement, text.orders_of_lists())?;
        let (mut streams, mut depths) = (Vec::new(), Vec::new());
        for stream in 0..text.streams() {
            text.with_stream(stream, true, |stream| -> Result<(), TableError> {
                streams.push(build(stream, &arrangement)?);
                if kept[number] != KeptDepths::NOTHING {
                    depths.push(depths::build(stream, &arrangement)?);
                }
                Ok(())
            })?;
        }
        Ok(BuiltSlice { arrangement, streams, depths })
    })
}

/// Chooses the depths that the slices of a component keep: the fewest bytes from which all others follow.
fn kept(content: &PartValues, texts: &[SliceText]) -> Result<Vec<KeptDepths>, TableError> {
    let omitted = Omitted::NOTHING.and(Class::Vacant).and(Class::Attained);
    let kinds = [KeptDepths::WON, KeptDepths::LOST];
    let size = |number: usize| {
        let kept = Some(kinds[number % kinds.len()]);
        depths::estimate(&texts[number / kinds.len()], &Arrangement { kept, ..Arrangement::of(omitted) })
    };
    let sizes = try_map(kinds.len() * texts.len(), &size)?;
    let bytes = |text: usize, kept: KeptDepths| -> f64 {
        kinds.iter().enumerate().filter(|(_, kind)| kept.0 & kind.0 != 0).map(|(kind, _)| sizes[text * 2 + kind]).sum()
    };
    let mut choices = kinds.map(|kind| vec![kind; texts.len()]).to_vec();
    // If moves within the component always lead from one of two slices to the other, one of them is enough.
    let leads_to_itself = |text: &SliceText| content.slices[text.id.index()].leads_to.contains(&text.id);
    if texts.len() == 2 && !texts.iter().any(leads_to_itself) {
        choices.extend([vec![KeptDepths::ALL, KeptDepths::NOTHING], vec![KeptDepths::NOTHING, KeptDepths::ALL]]);
    }
    let all = |choice: &[KeptDepths]| choice.iter().enumerate().map(|(text, &kept)| bytes(text, kept)).sum::<f64>();
    let best = choices.into_iter().min_by(|one, other| all(one).total_cmp(&all(other)));
    Ok(best.unwrap_or_default())
}

/// Builds a stream of a text.
fn one(texts: &[SliceText], arrangements: &[Arrangement], text: usize, stream: usize) -> Result<Built, TableError> {
    let needs_classes = arrangements[text].omitted != Omitted::NOTHING;
    texts[text].with_stream(stream, needs_classes, |stream| build(stream, &arrangements[text]))
}

/// By text, its streams: each rank builds some, and all gather them.
fn together(
    content: &PartValues,
    peers: &dyn Peers,
    texts: &[SliceText],
    arrangements: &[Arrangement],
) -> Result<Vec<Vec<Built>>, TableError> {
    let all: Vec<(usize, usize)> =
        (0..texts.len()).flat_map(|text| (0..texts[text].streams()).map(move |stream| (text, stream))).collect();
    let mut own = Vec::new();
    for (_, &(text, stream)) in all.iter().enumerate().filter(|&(number, _)| content.is_own(number)) {
        let Built { bytes, front } = one(texts, arrangements, text, stream)?;
        [front, bytes.len()].iter().for_each(|length| own.extend((*length as u64).to_le_bytes()));
        own.extend(bytes);
    }
    let gathered = peers.gather(own)?;
    let mut left: Vec<&[u8]> = gathered.iter().map(Vec::as_slice).collect();
    let mut streams: Vec<Vec<Built>> = texts.iter().map(|_| Vec::new()).collect();
    for (number, (text, _)) in all.into_iter().enumerate() {
        let rank = number % peers.size();
        // A rank of another program is no reason to panic.
        let (built, rest) = take_built(left[rank]).ok_or(Stopped)?;
        left[rank] = rest;
        streams[text].push(built);
    }
    Ok(streams)
}

/// Reads a stream that another rank built; returns it with the bytes that follow.
fn take_built(bytes: &[u8]) -> Option<(Built, &[u8])> {
    let (lengths, bytes) = bytes.split_first_chunk::<16>()?;
    let length = |at: usize| lengths[at..at + 8].iter().rev().fold(0, |length, &byte| length << 8 | usize::from(byte));
    let (own, rest) = bytes.split_at_checked(length(8))?;
    Some((Built { front: length(0), bytes: own.to_vec() }, rest))
}

/// The texts of the slices of a component: without classes if nothing will be omitted, since all entries of each slice
/// have one value.
fn texts<'a>(content: &'a PartValues, component: &[SliceId]) -> Result<Vec<SliceText<'a>>, TableError> {
    if content.derivation.as_deref().is_some_and(|derivation| !derivation.has_floors()) {
        let texts: Vec<SliceText> = component.iter().map(|&id| SliceText::read_once(content, id, None)).collect();
        if try_map(texts.len(), &|text| is_constant(&texts[text]))?.into_iter().all(|constant| constant) {
            return Ok(texts);
        }
    }
    Ok(component.iter().map(|&id| SliceText::new(content, id)).collect())
}

/// Chooses how the slices of a component are stored.
fn arrangements(content: &PartValues, texts: &[SliceText]) -> Result<Vec<Arrangement>, TableError> {
    match content.derivation.as_deref() {
        Some(derivation) if derivation.has_floors() => {
            let stored = Arrangement::of(Omitted::NOTHING);
            try_map(texts.len(), &|text| above_floor(&texts[text], &stored, texts[text].orders()))
        }
        _ => Ok(omitted(content, texts)?.into_iter().map(Arrangement::of).collect()),
    }
}

/// Chooses how a slice of a game with floors is stored: without the values that conversions attain where that saves
/// enough, and in the best of some orders.
fn above_floor(text: &SliceText, arrangement: &Arrangement, orders: Vec<Order>) -> Result<Arrangement, TableError> {
    let vacant = Omitted::NOTHING.and(Class::Vacant);
    let [floored, vacant] =
        [vacant.and(Class::Attained), vacant].map(|omitted| Arrangement { omitted, ..arrangement.clone() });
    let size = |arrangement: &Arrangement| -> Result<f64, TableError> {
        let of_depths = match arrangement.kept {
            None | Some(KeptDepths::NOTHING) => 0.0,
            Some(_) => depths::estimate(text, arrangement)?,
        };
        Ok(of_depths + estimate(text, arrangement)?)
    };
    let is_worth = size(&floored)? + Worth::FORCED.of(text.entries) < size(&vacant)?;
    in_best_order(text, if is_worth { &floored } else { &vacant }, orders)
}

/// Chooses the classes to omit of the slices of a component: forced positions, and half of the others, where that saves
/// enough.
fn omitted(content: &PartValues, texts: &[SliceText]) -> Result<Vec<Omitted>, TableError> {
    let nothing = vec![Omitted::NOTHING; texts.len()];
    let has_classes = texts.iter().all(SliceText::has_classes);
    let Some(derivation) = content.derivation.as_deref().filter(|_| has_classes) else { return Ok(nothing) };
    let entries: u64 = texts.iter().map(|text| text.entries).sum();
    let (forced_worth, half_worth) = match content.results {
        true => (Worth::FORCED.of(entries), Worth::HALF.of(entries)),
        false => (0.0, Worth::HALF_OF_DEPTHS.of(entries)),
    };
    let sizes = |omitted: Omitted| -> Result<Vec<f64>, TableError> {
        try_map(texts.len(), &|text| estimate(&texts[text], &Arrangement::of(omitted)))
    };
    let forced = Omitted::NOTHING.and(Class::Forced);
    let whole = sizes(forced)?;
    let size: f64 = whole.iter().sum();
    if sizes(Omitted::NOTHING)?.iter().sum::<f64>() < size + forced_worth {
        return Ok(nothing);
    }
    let mut best = (size - half_worth, vec![forced; texts.len()]);
    if best.0 < 0.0 {
        return Ok(best.1);
    }
    for class in [Class::First, Class::Second].into_iter().filter(|_| derivation.has_halves()) {
        let size = sizes(forced.and(class))?.iter().sum();
        if size < best.0 {
            best = (size, vec![forced.and(class); texts.len()]);
        }
    }
    // If moves within the component always lead from one of two slices to the other, each slice is a half.
    let leads_to_itself = |text: &SliceText| content.slices[text.id.index()].leads_to.contains(&text.id);
    if texts.len() == 2 && !texts.iter().any(leads_to_itself) {
        for (kept, size) in whole.iter().enumerate() {
            if *size < best.0 {
                let mut omitted = vec![Omitted::ALL; 2];
                omitted[kept] = forced;
                best = (*size, omitted);
            }
        }
    }
    Ok(best.1)
}

/// The fields at fixed places and the header, not yet finished, with the offsets of the file.
fn prepare(content: &PartValues, slices: &[BuiltSlice]) -> (Vec<u8>, Option<Offsets>) {
    let slices = content.part.slices.iter().zip(slices).map(|(id, BuiltSlice { arrangement, streams, depths })| {
        let slice = &content.slices[id.index()];
        let length = |built: &Built| StreamLength { front: built.front as u64, length: built.bytes.len() as u64 };
        let depths = |kept: KeptDepths| DepthsHeader { kept: kept.0, streams: depths.iter().map(length).collect() };
        StreamsHeader {
            name: slice.name.clone(),
            entries: slice.entries,
            omitted: arrangement.omitted.0,
            order: arrangement.order.clone(),
            streams: streams.iter().map(length).collect(),
            depths: arrangement.kept.map(depths),
        }
    });
    let header = CompressedHeader::new(content.game, content.rules, content.results, content.cut, slices.collect());
    let front = header.encode();
    let offsets = Offsets::of_streams((front.len() - HEADER_AT) as u64, header.lengths());
    (front, offsets)
}
