//! Memory that the system maps, seen as values that threads share.

use std::fs::File;
use std::io;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, Range};
use std::slice;

use bytemuck::Zeroable;
use memmap2::{MmapMut, MmapOptions, MmapRaw};

/// The least size of a page of any system, to which a mapping is aligned.
const PAGE: usize = 4096;

/// Values in mapped memory, all 0 at first. Pages that are never written take no memory. Through a
/// shared reference only atomics can be changed.
pub struct Mapped<T> {
    map: MmapRaw,
    values: PhantomData<T>,
}

impl<T: Zeroable + Send + Sync> Mapped<T> {
    /// This number of values in memory, at least one, in huge pages where the system has them: a look-up then costs a
    /// cache miss but no walk of the page tables.
    ///
    /// # Errors
    /// If the system has too little memory.
    pub fn in_huge_pages(number: usize) -> io::Result<Mapped<T>> {
        let bytes = number.max(1).checked_mul(size_of::<T>()).ok_or(io::ErrorKind::OutOfMemory)?;
        let map = MmapMut::map_anon(bytes)?;
        // Without huge pages the memory serves too, somewhat slower.
        #[cfg(all(target_os = "linux", not(miri)))]
        let _ = map.advise(memmap2::Advice::HugePage);
        Ok(Mapped::new(map.into()))
    }

    /// This number of values in a new file, which is given this length and belongs to nobody else.
    ///
    /// # Errors
    /// If the file cannot have the length or be mapped.
    pub fn in_file(file: &File, number: usize) -> io::Result<Mapped<T>> {
        let bytes = number.checked_mul(size_of::<T>()).ok_or(io::ErrorKind::OutOfMemory)?;
        file.set_len(bytes as u64)?;
        Ok(Mapped::new(MmapOptions::new().len(bytes).map_raw(file)?))
    }

    /// Gives these bytes of a mapped file, whole pages of them, back to the disk. They are 0 afterwards. A system that
    /// cannot do so leaves them.
    pub fn give_back(&self, bytes: Range<usize>) {
        let (from, to) = (bytes.start.next_multiple_of(PAGE), bytes.end.min(self.map.len()) / PAGE * PAGE);
        if from >= to {
            return;
        }
        #[cfg(all(target_os = "linux", not(miri)))]
        {
            use memmap2::UncheckedAdvice::Remove;
            // SAFETY: the pages become zeros, which are valid values. Nobody but this process has the file, and through
            // a shared reference the values are atomics alone, which may change at any time.
            let _ = unsafe { self.map.unchecked_advise_range(Remove, from, to - from) };
        }
    }

    fn new(map: MmapRaw) -> Mapped<T> {
        const { assert!(align_of::<T>() <= PAGE && !std::mem::needs_drop::<T>(), "values of a mapping are plain") };
        Mapped { map, values: PhantomData }
    }
}

impl<T> Deref for Mapped<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        // SAFETY: `new` is the one way to make a `Mapped`. The mapping lives as long as `self`, is aligned to a page,
        // has room for the values and began with zeros, which are valid values. All access to it is through the
        // values: the pointer of a `MmapRaw` is no reference, and nobody else has the memory.
        unsafe { slice::from_raw_parts(self.map.as_ptr().cast(), self.map.len() / size_of::<T>()) }
    }
}

impl<T> DerefMut for Mapped<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as in `deref`; and nobody else has a reference to the values while this one lives.
        unsafe { slice::from_raw_parts_mut(self.map.as_mut_ptr().cast(), self.map.len() / size_of::<T>()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
    use std::thread;

    #[test]
    fn threads_see_the_values_of_each_other() {
        let words = Mapped::<[AtomicU64; 2]>::in_huge_pages(100).expect("there is memory");
        assert_eq!(words.len(), 100);
        thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| words.iter().for_each(|pair| _ = pair[1].fetch_add(3, Relaxed)));
            }
        });
        assert!(words.iter().all(|pair| pair.each_ref().map(|word| word.load(Relaxed)) == [0, 6]));
    }
}
