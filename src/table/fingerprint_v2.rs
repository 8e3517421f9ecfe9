//! The fingerprint in tables of format versions 1 and 2: one for the whole space.
//!
//! It depends on the number and the order of all slices, and in a large space it samples only some of them:
//! [`fingerprint`](super::fingerprint) replaced it.

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::game::Outcome;
use crate::space::{Entry, SliceId, Space};

/// Entries sampled in the whole space.
const SAMPLE: u64 = 512;

/// The fingerprint of a space: its name, its slices, and for sampled entries the outcome and the entries of the
/// successors.
pub fn fingerprint_v2<S: Space>(space: &S) -> u64 {
    let mut hash = Xxh3::new();
    let text = |hash: &mut Xxh3, text: &str| {
        hash.update(&(text.len() as u64).to_le_bytes());
        hash.update(text.as_bytes());
    };
    let slices = space.slices();
    text(&mut hash, space.name());
    number(&mut hash, slices.len() as u64);
    for slice in slices {
        text(&mut hash, &slice.name);
        number(&mut hash, slice.entries);
    }

    for sample in 0..SAMPLE {
        let place = (u128::from(sample) * slices.len() as u128 / u128::from(SAMPLE)) as usize;
        let entries = slices.get(place).map_or(0, |slice| slice.entries);
        if entries > 0 {
            // Scattered evenly, and equal on every machine.
            let index = xxh3_64(&sample.to_le_bytes()) % entries;
            add(&mut hash, space, Entry { slice: SliceId(place as u32), index });
        }
    }
    hash.digest()
}

/// Adds the outcome and the successors of an entry.
fn add<S: Space>(hash: &mut Xxh3, space: &S, entry: Entry) {
    let (slice, index) = key(Some(entry));
    number(hash, slice);
    number(hash, index);
    let Some(position) = space.unrank(entry) else {
        return number(hash, u64::MAX);
    };
    number(
        hash,
        match space.outcome(&position) {
            None => 0,
            Some(Outcome::Win) => 1,
            Some(Outcome::Loss) => 2,
            Some(Outcome::Draw) => 3,
        },
    );
    // The order of moves is no rule.
    let successor = |mv| key(space.rank(&space.play(&position, mv)));
    let mut successors: Vec<(u64, u64)> = space.moves(&position).map(successor).collect();
    successors.sort_unstable();
    number(hash, successors.len() as u64);
    for (slice, index) in successors {
        number(hash, slice);
        number(hash, index);
    }
}

/// An entry in numbers; no entry is a pair that no entry has.
fn key(entry: Option<Entry>) -> (u64, u64) {
    entry.map_or((u64::MAX, u64::MAX), |entry| (entry.slice.0.into(), entry.index))
}

fn number(hash: &mut Xxh3, number: u64) {
    hash.update(&number.to_le_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pangki::Pangki;
    use crate::games::tic_tac_toe::TicTacToe;

    /// A change here makes tables of versions 1 and 2 unusable.
    #[test]
    fn fingerprints_stay_what_they_are() {
        assert_eq!(fingerprint_v2(&TicTacToe::new()), 0x00fc_5fca_411e_557d);
        assert_eq!(fingerprint_v2(&Pangki::new()), 0x715f_c959_bcef_983d);
    }
}
