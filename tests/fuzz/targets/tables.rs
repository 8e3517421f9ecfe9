//! Tables, plain and compressed, of which some bytes are changed and the checksums made right again.

use std::fs::{read, write};
use std::sync::LazyLock;

use hindsight::games::tic_tac_toe::TicTacToe;
use hindsight::job::Job;
use hindsight::solve::retrograde::Retrograde;
use hindsight::space::{Entry, SliceId, Space};
use hindsight::table::Store;
use hindsight::values::Lookup;
use tempfile::TempDir;
use xxhash_rust::xxh3::xxh3_64;

/// The length of the fields at fixed places, and of a block of values, in bytes.
const FRONT: usize = 32;
const BLOCK: usize = 1 << 16;

/// Tables that are whole.
struct Whole {
    game: TicTacToe,
    /// Plain, compressed, and compressed without depths.
    tables: [Vec<u8>; 3],
}

/// Changes a table: a byte that chooses it, and four for each change.
pub fn target(data: &[u8]) {
    static WHOLE: LazyLock<Whole> = LazyLock::new(Whole::new);
    let Some((&table, changes)) = data.split_first() else { return };
    let mut bytes = WHOLE.tables[usize::from(table) % WHOLE.tables.len()].clone();
    let (changes, _) = changes.as_chunks::<4>();
    for &[low, high, how, byte] in changes.iter().take(64) {
        change(&mut bytes, usize::from(u16::from_le_bytes([low, high])), how, byte);
    }
    // One in eight keeps its wrong checksums.
    if table & 7 != 7 {
        repair(&mut bytes);
    }
    WHOLE.look_up(&bytes);
}

/// Changes a byte, or the length.
fn change(bytes: &mut Vec<u8>, place: usize, how: u8, byte: u8) {
    let at = place % bytes.len().max(1);
    match (how % 16, bytes.get_mut(at)) {
        (0..=7, Some(old)) => *old ^= 1 << (byte % 8),
        (8..=12, Some(old)) => *old = byte,
        (13, Some(_)) => drop(bytes.remove(at)),
        (14, _) => bytes.insert(at, byte),
        _ => bytes.truncate(bytes.len() - bytes.len().min(usize::from(byte))),
    }
}

/// Sets the checksums of the header and of the blocks, where the lengths in the file say that they are.
fn repair(bytes: &mut [u8]) {
    let Some(length) = bytes.get(16..24).and_then(|length| length.first_chunk::<8>()) else { return };
    let Ok(length) = usize::try_from(u64::from_le_bytes(*length)) else { return };
    let Some(end) = FRONT.checked_add(length).filter(|&end| end <= bytes.len()) else { return };
    let header = xxh3_64(&bytes[FRONT..end]).to_le_bytes();
    bytes[24..FRONT].copy_from_slice(&header);
    let alignment = if matches!(bytes[8], 4 | 6..=8) { 64 } else { 4096 };
    let mut blocks = 0;
    let first = |blocks: usize| (end + 8 * blocks).next_multiple_of(alignment);
    while first(blocks) + blocks * BLOCK < bytes.len() {
        blocks += 1;
    }
    for block in 0..blocks {
        let from = first(blocks) + block * BLOCK;
        let to = (from + BLOCK).min(bytes.len());
        let sum = bytes.get(from..to).map_or(0, xxh3_64).to_le_bytes();
        bytes[end + 8 * block..][..8].copy_from_slice(&sum);
    }
}

impl Whole {
    fn new() -> Whole {
        let (game, directory) = (TicTacToe::new(), TempDir::new().expect("a directory"));
        let slices: Vec<SliceId> = (0..game.slices().len()).map(|slice| SliceId(slice as u32)).collect();
        let stores = ["plain", "compressed", "results"].map(|name| Store::new(directory.path().join(name)));
        let [plain, compressed, results] = &stores;
        for mut job in [
            Job::solve(&game, &Retrograde, plain, &slices),
            Job::compress(&game, plain, compressed, &slices, false),
            Job::compress(&game, plain, results, &slices, true),
        ] {
            let lock = job.store().lock(|_| ()).expect("a lock");
            job.run(&lock, &(), &mut |_| ()).expect("the job is done");
        }
        let tables = stores.each_ref().map(|store| read(store.path("tic-tac-toe", "")).expect("a table"));
        Whole { game, tables }
    }

    /// Looks up values of a table: errors are right, and so is any value under a right checksum.
    fn look_up(&self, bytes: &[u8]) {
        let directory = TempDir::new().expect("a directory");
        write(Store::new(directory.path()).path("tic-tac-toe", ""), bytes).expect("room on the disk");
        for store in [Store::loaded(directory.path()), Store::new(directory.path())] {
            let Ok(tables) = store.open(&self.game) else { continue };
            for (number, slice) in self.game.slices().iter().enumerate() {
                let entry = |index| Entry { slice: SliceId(number as u32), index };
                let mut codes = vec![0; slice.entries as usize];
                let _ = tables.read(entry(0), &mut codes);
                for index in (0..slice.entries).step_by(7) {
                    let _ = tables.value(entry(index));
                }
                let _ = self.game.unrank(entry(0)).map(|position| tables.value_of(&self.game, entry(0), &position));
            }
            let _ = tables.check();
        }
    }
}
