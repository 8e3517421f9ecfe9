//! What takes the terms of the evaluation: their sum, or whoever counts them.

use super::score::Tapered;
use super::weights::TERMS;

/// Takes the terms of a position.
pub trait Sink {
    /// Takes a term that counts for a side: 1 for White, -1 for Black.
    fn add(&mut self, term: usize, sign: i32, count: i32);
}

/// The sum of terms.
#[derive(Default)]
pub struct Sum(pub Tapered);

impl Sink for Sum {
    #[inline(always)]
    fn add(&mut self, term: usize, sign: i32, count: i32) {
        self.0 += TERMS[term] * (sign * count);
    }
}
