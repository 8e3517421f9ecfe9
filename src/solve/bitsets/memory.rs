//! The memory of a set, in huge pages where the system has them.
//!
//! A set of 5.4 MB is 1,300 small pages. The first write to each costs a call of the kernel, which serves one thread at
//! a time.

use memmap2::{Advice, MmapMut};

use super::rows::{GUARD, WORDS};

/// The words of a set: its rows, with a guard at both ends.
pub enum Words {
    /// Mapped memory.
    Mapped(MmapMut),
    /// Memory of the heap, if the system maps none.
    Heap(Vec<u64>),
}

impl Words {
    /// An empty set of `rows` rows.
    pub fn new(rows: usize) -> Words {
        let words = rows * WORDS + 2 * GUARD;
        match MmapMut::map_anon(words * size_of::<u64>()) {
            Ok(map) => {
                // A hint: the memory is right without it.
                #[cfg(target_os = "linux")]
                let _ = map.advise(Advice::HugePage);
                Words::Mapped(map)
            }
            Err(_) => Words::Heap(vec![0; words]),
        }
    }

    /// All words with the guards.
    pub fn all(&self) -> &[u64] {
        match self {
            Words::Mapped(map) => bytemuck::cast_slice(map),
            Words::Heap(words) => words,
        }
    }

    /// The words of the rows.
    pub fn rows_mut(&mut self) -> &mut [u64] {
        let words = match self {
            Words::Mapped(map) => bytemuck::cast_slice_mut(map),
            Words::Heap(words) => words,
        };
        let end = words.len() - GUARD;
        &mut words[GUARD..end]
    }
}
