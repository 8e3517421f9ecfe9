//! The fingerprint of a game's rules, by which a table is known to be of these rules and of this numbering.
//!
//! It is made from what the rules say, not from a number that somebody has to remember to change.

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::game::Outcome;
use crate::space::{Entry, SliceId, Space};

/// How many entries are looked at: enough to meet every kind of move, and done in a fraction of a millisecond.
const SAMPLE: u64 = 512;

/// The fingerprint of a space: of its name and slices, and for a few hundred entries, always the same and spread over
/// the slices, of how the position stands and of the entries that its moves lead to.
pub fn fingerprint<S: Space>(space: &S) -> u64 {
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
            // Scattered evenly, but the same on every machine.
            let index = xxh3_64(&sample.to_le_bytes()) % entries;
            add(&mut hash, space, Entry { slice: SliceId(place as u32), index });
        }
    }
    hash.digest()
}

/// Adds what the rules say of an entry.
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
    // The order of the moves is no part of the rules.
    let successor = |m| key(space.rank(&space.play(&position, m)));
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
    use crate::games::{pangki::Pangki, tic_tac_toe::TicTacToe};

    /// A change here makes every table that people have a table of other rules.
    #[test]
    fn fingerprints_stay_what_they_are() {
        assert_eq!(fingerprint(&TicTacToe::new()), 0x1111);
        assert_eq!(fingerprint(&Pangki::new()), 0);
    }
}
