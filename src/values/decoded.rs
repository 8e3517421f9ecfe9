//! Compressed slices in memory, for work that looks most of their values up.

use crate::space::{Slice, SliceId};
use crate::util::progress::Progress;
use crate::values::{Lookup, LookupError, Memory, Sink};

/// The most memory for decoded slices, in bytes.
const MOST: u64 = 4 << 30;

/// Puts slices into memory that are encoded in `tables`, and all encoded ones that they lead to; `slices` are all
/// slices of the space. Others leave the memory if it gets full. If they take too much, nothing is put. The progress
/// has the name of what is decoded, which counts as no entry of the work.
///
/// # Errors
/// If a slice is damaged or cannot be read, or the work is to stop.
pub fn decode(
    tables: &dyn Lookup,
    slices: &[Slice],
    wanted: &[SliceId],
    memory: &mut Memory,
    progress: &dyn Progress,
) -> Result<(), LookupError> {
    let needed: Vec<SliceId> = reached(slices, wanted).into_iter().filter(|&slice| tables.is_encoded(slice)).collect();
    let bytes = |slices: &[SliceId]| -> u64 { slices.iter().map(|slice| memory.bytes_for(*slice)).sum() };
    let held: Vec<SliceId> = (0..slices.len() as u32).map(SliceId).filter(|&slice| memory.holds(slice)).collect();
    let (missing, kept): (Vec<SliceId>, Vec<SliceId>) = needed.iter().partition(|&&slice| !memory.holds(slice));
    let is_possible = |bytes: u64| bytes <= MOST && Vec::<u8>::new().try_reserve_exact(bytes as usize).is_ok();
    if !is_possible(bytes(&missing)) || bytes(&missing) + bytes(&kept) > MOST {
        return Ok(());
    }
    if bytes(&missing) + bytes(&held) > MOST {
        memory.forget(|slice| !needed.contains(&slice));
    }
    if missing.is_empty() {
        return Ok(());
    }
    let name = match wanted {
        [slice] => slices[slice.index()].name.clone(),
        wanted => format!("{} slices", wanted.len()),
    };
    progress.begin(&format!("{name} (decoding)"));
    tables.decode(&needed, memory, &|from, codes| memory.put(from, codes), progress)?;
    progress.begin(&name);
    Ok(())
}

/// Some slices and all that they lead to, in order.
fn reached(slices: &[Slice], from: &[SliceId]) -> Vec<SliceId> {
    let (mut is_reached, mut next) = (vec![false; slices.len()], from.to_vec());
    while let Some(slice) = next.pop() {
        if !std::mem::replace(&mut is_reached[slice.index()], true) {
            next.extend(&slices[slice.index()].leads_to);
        }
    }
    (0..slices.len() as u32).map(SliceId).filter(|slice| is_reached[slice.index()]).collect()
}
