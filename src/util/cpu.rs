//! The processor, and the code that is compiled for more than one sort of it.
//!
//! The program is compiled for every x86-64 processor. Its kernels are compiled a second time for processors with AVX2
//! and BMI2. Two that gain by it are compiled a third time for AVX-512: the search of `packing` and the networks. The
//! level of the processor is found when it is first asked for. All levels compute the same.
//!
//! * [`run`] runs a [`Kernel`] in the code for the level: work of a hundred nanoseconds or more.
//! * [`count_ones`], [`gather`] and [`scatter`] are single instructions after a branch on the level. A program for
//!   every processor has them nowhere else.
//!
//! On other architectures there is one level, [`CpuLevel::Baseline`].

use std::fmt;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use thiserror::Error;

/// What instructions the program uses. The x86-64 psABI has the names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum CpuLevel {
    /// Those that every processor of the architecture has.
    Baseline = 1,
    /// AVX2, BMI1, BMI2, POPCNT and others of the same years.
    V3,
    /// AVX-512 too.
    V4,
}

/// A level that cannot be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CpuError {
    /// There is no level of this name.
    #[error("expected a level of the processor, one of {}; found {found:?}", CpuLevel::ALL.map(CpuLevel::name).join(", "))]
    Unknown {
        /// The name.
        found: String,
    },
    /// The processor lacks instructions of the level.
    #[error("expected a level that this processor has, {most} at most; found {wanted}")]
    Unsupported {
        /// The level that was asked for.
        wanted: CpuLevel,
        /// The highest level of the processor.
        most: CpuLevel,
    },
}

/// The chosen [`CpuLevel`], or 0 before it is known. It is never above the level of the processor.
static LEVEL: AtomicU8 = AtomicU8::new(0);

impl CpuLevel {
    /// All levels, the lowest first.
    pub const ALL: [CpuLevel; 3] = [CpuLevel::Baseline, CpuLevel::V3, CpuLevel::V4];

    /// The name: `baseline`, `v3` or `v4`.
    pub fn name(self) -> &'static str {
        match self {
            CpuLevel::Baseline => "baseline",
            CpuLevel::V3 => "v3",
            CpuLevel::V4 => "v4",
        }
    }

    /// The level of a name.
    ///
    /// # Errors
    /// [`CpuError::Unknown`] if no level has the name.
    pub fn named(name: &str) -> Result<CpuLevel, CpuError> {
        let level = CpuLevel::ALL.into_iter().find(|level| level.name() == name);
        level.ok_or_else(|| CpuError::Unknown { found: name.to_string() })
    }

    /// The highest level of the processor that the program runs on.
    pub fn of_processor() -> CpuLevel {
        #[cfg(target_arch = "x86_64")]
        {
            macro_rules! has {
                ($($feature:tt)*) => { $(is_x86_feature_detected!($feature))&&* };
            }
            if has!("avx2" "bmi1" "bmi2" "f16c" "fma" "lzcnt" "movbe" "popcnt") {
                let has_v4 = has!("avx512f" "avx512bw" "avx512cd" "avx512dq" "avx512vl");
                return if has_v4 { CpuLevel::V4 } else { CpuLevel::V3 };
            }
        }
        CpuLevel::Baseline
    }

    /// The level whose code runs: the highest of the processor, unless another was [chosen](CpuLevel::choose).
    #[inline(always)]
    pub fn in_use() -> CpuLevel {
        match LEVEL.load(Relaxed) {
            0 => CpuLevel::first_use(),
            1 => CpuLevel::Baseline,
            2 => CpuLevel::V3,
            _ => CpuLevel::V4,
        }
    }

    /// [`CpuLevel::in_use`], asked for the first time.
    #[cold]
    fn first_use() -> CpuLevel {
        // Another thread may have chosen a level meanwhile.
        let _ = LEVEL.compare_exchange(0, CpuLevel::of_processor() as u8, Relaxed, Relaxed);
        CpuLevel::in_use()
    }

    /// Lets the code of this level run from now on, on all threads.
    ///
    /// # Errors
    /// [`CpuError::Unsupported`] if the processor lacks instructions of the level.
    pub fn choose(self) -> Result<(), CpuError> {
        let most = CpuLevel::of_processor();
        if self > most {
            return Err(CpuError::Unsupported { wanted: self, most });
        }
        LEVEL.store(self as u8, Relaxed);
        Ok(())
    }
}

impl fmt::Display for CpuLevel {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Work that is compiled for each level. Functions that [`Kernel::run`] calls are compiled for the level only if they
/// are inlined: mark the large ones `#[inline(always)]`.
pub trait Kernel {
    /// The result.
    type Output;

    /// Whether the kernel is compiled for [`CpuLevel::V4`] too.
    const WIDE: bool = false;

    /// Does the work. Mark it `#[inline(always)]`. The [`CpuLevel`] as a number makes the closures of each level
    /// functions of their own, which the compiler inlines.
    fn run<const LEVEL: u8>(self) -> Self::Output;
}

/// Runs a kernel in the code for the level in use.
#[inline(always)]
pub fn run<K: Kernel>(kernel: K) -> K::Output {
    #[cfg(target_arch = "x86_64")]
    match CpuLevel::in_use() {
        // SAFETY: the level in use is never above the level of the processor.
        CpuLevel::V4 if K::WIDE => return unsafe { x86_64::v4(kernel) },
        // SAFETY: as above.
        CpuLevel::V3 | CpuLevel::V4 => return unsafe { x86_64::v3(kernel) },
        CpuLevel::Baseline => {}
    }
    kernel.run::<{ CpuLevel::Baseline as u8 }>()
}

/// The number of bits that are 1.
#[inline(always)]
pub fn count_ones(set: impl Into<u64>) -> u32 {
    let set = set.into();
    #[cfg(target_arch = "x86_64")]
    if has_v3() {
        // SAFETY: the level in use is never above the level of the processor.
        return unsafe { x86_64::popcnt(set) };
    }
    portable::count_ones(set)
}

/// The bits of `value` at the places of `mask`, gathered at the low end.
#[inline(always)]
pub fn gather(value: u64, mask: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if has_v3() {
        // SAFETY: the level in use is never above the level of the processor.
        return unsafe { x86_64::pext(value, mask) };
    }
    portable::gather(value, mask)
}

/// The low bits of `value` deposited at the places of `mask`: the inverse of [`gather`].
#[inline(always)]
pub fn scatter(value: u64, mask: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if has_v3() {
        // SAFETY: the level in use is never above the level of the processor.
        return unsafe { x86_64::pdep(value, mask) };
    }
    portable::scatter(value, mask)
}

/// Whether the level in use has the instructions of [`CpuLevel::V3`]; no, while no level is known.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn has_v3() -> bool {
    LEVEL.load(Relaxed) >= CpuLevel::V3 as u8
}

/// The forms for processors without the instructions. Each is compiled once, and sees to it that the level is known.
/// They are marked as cold, so that the calls cost no register where the instructions are used.
mod portable {
    use super::CpuLevel;

    #[cold]
    #[inline(never)]
    pub fn count_ones(set: u64) -> u32 {
        CpuLevel::in_use();
        set.count_ones()
    }

    #[cold]
    #[inline(never)]
    pub fn gather(value: u64, mut mask: u64) -> u64 {
        CpuLevel::in_use();
        let (mut gathered, mut place) = (0, 0);
        while mask != 0 {
            gathered |= (value >> mask.trailing_zeros() & 1) << place;
            place += 1;
            mask &= mask - 1;
        }
        gathered
    }

    #[cold]
    #[inline(never)]
    pub fn scatter(mut value: u64, mut mask: u64) -> u64 {
        CpuLevel::in_use();
        let mut laid = 0;
        while mask != 0 {
            laid |= (value & 1) << mask.trailing_zeros();
            value >>= 1;
            mask &= mask - 1;
        }
        laid
    }
}

/// Code that needs a level.
#[cfg(target_arch = "x86_64")]
mod x86_64 {
    use std::arch::asm;

    use super::{CpuLevel, Kernel};

    /// Runs a kernel with the instructions of the level.
    #[target_feature(enable = "avx2,bmi1,bmi2,f16c,fma,lzcnt,movbe,popcnt")]
    pub fn v3<K: Kernel>(kernel: K) -> K::Output {
        kernel.run::<{ CpuLevel::V3 as u8 }>()
    }

    /// Runs a kernel with the instructions of the level.
    #[target_feature(enable = "avx2,bmi1,bmi2,f16c,fma,lzcnt,movbe,popcnt")]
    #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl")]
    pub fn v4<K: Kernel>(kernel: K) -> K::Output {
        kernel.run::<{ CpuLevel::V4 as u8 }>()
    }

    // The instructions are written as such: a function with `#[target_feature]` is not inlined into plain code.

    /// # Safety
    /// The processor has the instruction.
    #[inline(always)]
    pub unsafe fn popcnt(set: u64) -> u32 {
        let count: u64;
        // SAFETY: the instruction reads and writes these registers and the flags.
        unsafe { asm!("popcnt {}, {}", lateout(reg) count, in(reg) set, options(pure, nomem, nostack)) };
        count as u32
    }

    /// # Safety
    /// The processor has the instruction.
    #[inline(always)]
    pub unsafe fn pext(value: u64, mask: u64) -> u64 {
        let gathered: u64;
        // SAFETY: the instruction reads and writes these registers.
        unsafe {
            asm!("pext {}, {}, {}", lateout(reg) gathered, in(reg) value, in(reg) mask,
                options(pure, nomem, nostack, preserves_flags));
        }
        gathered
    }

    /// # Safety
    /// The processor has the instruction.
    #[inline(always)]
    pub unsafe fn pdep(value: u64, mask: u64) -> u64 {
        let laid: u64;
        // SAFETY: the instruction reads and writes these registers.
        unsafe {
            asm!("pdep {}, {}, {}", lateout(reg) laid, in(reg) value, in(reg) mask,
                options(pure, nomem, nostack, preserves_flags));
        }
        laid
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// [`gather`] by its definition.
    fn plain_gather(value: u64, mask: u64) -> u64 {
        let bits = (0..64).filter(|bit| mask >> bit & 1 == 1).map(|bit| value >> bit & 1);
        bits.zip(0..).map(|(bit, place)| bit << place).sum()
    }

    /// [`scatter`] by its definition.
    fn plain_scatter(value: u64, mask: u64) -> u64 {
        let places = (0..64).filter(|bit| mask >> bit & 1 == 1);
        places.zip(0..).map(|(place, bit)| (value >> bit & 1) << place).sum()
    }

    #[test]
    fn gather_and_scatter_of_a_few_bits() {
        assert_eq!((gather(0b1010_1100, 0b1111_0000), scatter(0b1010, 0b1111_0000)), (0b1010, 0b1010_0000));
        assert_eq!((gather(0b1010_1100, 0b0010_0101), scatter(0b110, 0b0010_0101)), (0b110, 0b0010_0100));
    }

    #[test]
    fn levels_are_found_by_their_names() {
        for level in CpuLevel::ALL {
            assert_eq!(CpuLevel::named(level.name()), Ok(level));
        }
        let unknown = CpuLevel::named("V3").expect_err("names are in small letters");
        assert_eq!(unknown.to_string(), "expected a level of the processor, one of baseline, v3, v4; found \"V3\"");
    }

    proptest! {
        #[test]
        fn the_portable_forms_and_the_instructions_do_what_a_loop_over_all_bits_does(value: u64, mask: u64) {
            prop_assert_eq!(portable::gather(value, mask), plain_gather(value, mask));
            prop_assert_eq!(portable::scatter(value, mask), plain_scatter(value, mask));
            prop_assert_eq!(portable::count_ones(value), value.count_ones());
            // By the instructions, on a processor that has them, now that the level is known.
            prop_assert_eq!(gather(value, mask), plain_gather(value, mask));
            prop_assert_eq!(scatter(value, mask), plain_scatter(value, mask));
            prop_assert_eq!(count_ones(value), value.count_ones());
        }

        #[test]
        fn what_is_scattered_is_gathered(value: u64, mask: u64) {
            let low = 1u64.checked_shl(mask.count_ones()).map_or(u64::MAX, |end| end - 1);
            prop_assert_eq!(gather(scatter(value, mask), mask), value & low);
        }
    }
}
