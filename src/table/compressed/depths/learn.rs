//! Learns the weights of a stream from some of its blocks, by logistic regression.
//!
//! ```text
//!   sum    = the weights of the contexts of a question          p = 1 / (1 + exp(-sum))
//!   weight = weight + rate * (answer - p) / sqrt(the squares of (answer - p) so far)
//! ```
//!
//! A weight that saves less than it takes in the file becomes 0.

use super::model::{ContextShape, ContextWeights, IS_MORE, LESS, QUESTIONS, STEPS, questions};
use super::values::{DepthEntry, fill};
use super::walk::BlockWalk;
use crate::util::progress::{Progress, Stopped};

/// The rates of the passes over the blocks.
const RATES: [f32; 2] = [0.4, 0.15];
/// The bits that a weight takes in the file.
const WEIGHT_BITS: f32 = 7.0;
/// The bits of a value that is far from its guess, besides the bits of its questions.
const FAR_BITS: f64 = 12.0;

/// The sums of a regression that are kept.
pub struct Regression<'a> {
    shape: &'a ContextShape,
    weights: Vec<[f32; QUESTIONS]>,
    /// By weight, the sum of the squares of the errors.
    squares: Vec<[f32; QUESTIONS]>,
    rate: f32,
    /// The bits that the values of the last pass take.
    bits: f64,
}

impl<'a> Regression<'a> {
    /// The weights for blocks of entries, each with the place of its first entry.
    pub fn learn(
        shape: &'a ContextShape,
        blocks: &[(u64, Vec<DepthEntry>)],
        progress: &dyn Progress,
    ) -> Result<Regression<'a>, Stopped> {
        let (weights, squares) = (vec![[0.0; QUESTIONS]; shape.rows()], vec![[0.0; QUESTIONS]; shape.rows()]);
        let mut regression = Regression { shape, weights, squares, rate: 0.0, bits: 0.0 };
        for rate in RATES {
            regression.rate = rate;
            regression.bits = 0.0;
            for (first, entries) in blocks {
                progress.check()?;
                regression.pass(*first, entries);
            }
        }
        Ok(regression)
    }

    /// The bits that the values of the blocks take.
    pub fn bits(&self) -> f64 {
        self.bits
    }

    /// Learns from a block.
    fn pass(&mut self, first: u64, entries: &[DepthEntry]) {
        let stored: Vec<bool> = entries.iter().map(|entry| entry.is_stored()).collect();
        let mut walk = BlockWalk::new(self.shape, first, &stored);
        for entry in entries {
            let guess = walk.guess(self.shape);
            let value = fill(*entry, guess);
            if entry.is_stored() {
                let rows = &walk.rows(self.shape, guess)[..self.shape.contexts()];
                let is_far = questions(value, guess, |question, answer| self.step(rows, question, answer));
                self.bits += if is_far { FAR_BITS } else { 0.0 };
            }
            walk.take(value);
        }
    }

    /// Learns from an answer.
    #[inline(always)]
    fn step(&mut self, rows: &[u32], question: usize, answer: bool) {
        let sum: f32 = rows.iter().map(|&row| self.weights[row as usize][question]).sum();
        let p = (1.0 / (1.0 + (-sum).exp())).clamp(0.0001, 0.9999);
        self.bits -= f64::from(if answer { p } else { 1.0 - p }.log2());
        let error = if answer { 1.0 - p } else { -p };
        for &row in rows {
            let squares = &mut self.squares[row as usize][question];
            *squares += error * error;
            self.weights[row as usize][question] += self.rate * error / (squares.sqrt() + 0.3);
        }
    }

    /// The weights in sixteenths, for a stream that is `share` times longer than the blocks.
    pub fn weights(&self, share: f32) -> Vec<ContextWeights> {
        let passes = RATES.len() as f32;
        let rounded = |(&weight, &squares): (&f32, &f32)| {
            // Without the weight, each answer costs about weight^2 * p (1 - p) / 2 more.
            let saved = weight * weight * squares / passes / 2.0 * share * std::f32::consts::LOG2_E;
            if saved < WEIGHT_BITS { 0 } else { (weight * 16.0).round().clamp(-127.0, 127.0) as i8 }
        };
        let row = |(weights, squares): (&[f32; QUESTIONS], &[f32; QUESTIONS])| {
            let mut row = [0; QUESTIONS];
            row.iter_mut().zip(weights.iter().zip(squares)).for_each(|(to, from)| *to = rounded(from));
            row
        };
        self.weights.iter().zip(&self.squares).map(row).collect()
    }
}

/// The questions whose weights the file has.
pub const USED_QUESTIONS: usize = LESS + STEPS;
const _: () = assert!(USED_QUESTIONS <= QUESTIONS && IS_MORE < USED_QUESTIONS);
