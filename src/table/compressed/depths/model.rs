//! How probable each step of a value is, from the values before it.
//!
//! ```text
//!   values of a block      ...  12 12 11 | 12 13 12 ...        guess 12, since both neighbours are close
//!   the value is 13:            is it 12? no    is it more? yes    by 1? yes
//!   each question:              the sum of a weight for each context -> a probability -> a decision
//! ```
//!
//! The contexts of a value are some of its neighbours, counted from the guess, the guess, the neighbours that hold a
//! value at all, and the digits of its place.

use super::range::PROBABILITY_BITS;

/// The entries of a block.
pub const BLOCK_ENTRIES: usize = 1 << 9;

/// The questions that are asked about a value: whether it is the guess, whether it is more, and by how many.
pub const QUESTIONS: usize = 32;
/// The greatest difference from the guess that has a question of its own, less one that follows if it is not it.
pub const STEPS: usize = 14;
/// The question whether the value is more than the guess.
pub const IS_MORE: usize = 1;
/// The first question about the difference of a value that is more, and of one that is less.
pub const MORE: usize = 2;
pub const LESS: usize = MORE + STEPS;

/// The weights of a context, by question, in sixteenths of the logarithm of the odds.
pub type ContextWeights = [i8; QUESTIONS];

/// The weights of a stream, prepared to be summed. After the last row is one of zeros, for contexts that the stream
/// lacks.
pub struct PreparedWeights {
    /// By row, the weights of the [`FREQUENT`] questions, each plus [`BIAS`], in 16 bits each.
    frequent: Vec<u64>,
    all: Vec<ContextWeights>,
}

/// The questions that are asked most: is it the guess? is it more? is it one more? is it one less?
const FREQUENT: [usize; 4] = [0, IS_MORE, MORE, LESS];
/// What makes weights positive.
const BIAS: i16 = 128;

/// The sums of the weights of some rows, by [`FREQUENT`] question.
#[derive(Clone, Copy)]
pub struct FrequentSums(u64);

impl FrequentSums {
    /// The probability that the answer to a frequent question of this number is yes.
    #[inline(always)]
    pub fn probability(self, number: usize) -> u16 {
        probability((self.0 >> (16 * number)) as u16 as i16 - BIAS * MOST_CONTEXTS as i16)
    }
}

impl PreparedWeights {
    /// The weights of these rows.
    pub fn new(rows: &[ContextWeights]) -> PreparedWeights {
        let rows = || rows.iter().chain([&[0; QUESTIONS]]);
        let biased = |row: &ContextWeights| {
            FREQUENT.iter().rev().fold(0, |all, &question| all << 16 | (i16::from(row[question]) + BIAS) as u64)
        };
        PreparedWeights { frequent: rows().map(biased).collect(), all: rows().copied().collect() }
    }

    /// The sums of the frequent questions for the contexts of a value.
    #[inline(always)]
    pub fn frequent(&self, rows: &[u32; MOST_CONTEXTS]) -> FrequentSums {
        FrequentSums(rows.iter().map(|&row| self.frequent[row as usize]).sum())
    }

    /// By question, the probability that the answer is yes.
    pub fn probabilities(&self, rows: &[u32; MOST_CONTEXTS]) -> [u16; QUESTIONS] {
        let mut sums = [0; QUESTIONS];
        for &row in rows {
            sums.iter_mut().zip(self.all[row as usize]).for_each(|(sum, weight)| *sum += i16::from(weight));
        }
        sums.map(probability)
    }
}

/// The rows of contexts that no digit has: of three tables of neighbours and more, see [`ContextShape::rows`].
pub const ROWS: [usize; 7] = [3 * 343, 128, 729, 729, 729, 729, 64];
/// The most digits that are contexts.
pub const MOST_DIGITS: usize = 6;
/// The most contexts of a value.
pub const MOST_CONTEXTS: usize = ROWS.len() + MOST_DIGITS;
/// The greatest size of a digit that is a context.
pub const LARGEST_DIGIT: u32 = 1 << 12;

/// The greatest sum of weights that counts, in sixteenths.
const GREATEST: usize = 160;

/// By sum of weights, the probability that the answer is yes. `odds` is 2^24 times the odds.
static PROBABILITIES: [u16; 2 * GREATEST + 1] = {
    let mut probabilities = [0; 2 * GREATEST + 1];
    let (mut sum, mut odds) = (0, 1u64 << 24);
    while sum <= GREATEST {
        let no = (1 << (24 + PROBABILITY_BITS)) / (odds + (1 << 24));
        let no = if no == 0 { 1 } else { no as u32 };
        probabilities[GREATEST - sum] = no as u16;
        probabilities[GREATEST + sum] = ((1 << PROBABILITY_BITS) - no) as u16;
        // A sixteenth multiplies the odds by 1.0645, the sixteenth root of e.
        odds = odds * 69_763 / 65_536;
        sum += 1;
    }
    probabilities
};

/// A digit of the places, as a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlaceDigit {
    pub stride: u32,
    pub size: u32,
}

/// What the contexts of a stream are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContextShape {
    /// The guess before the first value of a block.
    pub first: u16,
    /// The distances of two neighbours.
    pub distances: [u16; 2],
    pub digits: Vec<PlaceDigit>,
}

impl ContextShape {
    /// The number of rows of weights.
    pub fn rows(&self) -> usize {
        ROWS.iter().sum::<usize>() + self.digits.iter().map(|digit| digit.size as usize).sum::<usize>()
    }

    /// The number of contexts of a value.
    pub fn contexts(&self) -> usize {
        ROWS.len() + self.digits.len()
    }
}

/// The probability that the answer to a question is yes.
#[inline(always)]
fn probability(sum: i16) -> u16 {
    let greatest = GREATEST as i16;
    PROBABILITIES[(sum.clamp(-greatest, greatest) + greatest) as usize]
}

/// The questions about a value that is not the guess and their answers, until one tells the value: calls `ask` with the
/// question and the answer. Returns whether the value is too far from the guess for the questions.
#[inline(always)]
pub fn questions(value: u16, guess: u16, mut ask: impl FnMut(usize, bool)) -> bool {
    ask(0, value == guess);
    if value == guess {
        return false;
    }
    ask(IS_MORE, value > guess);
    let first = if value > guess { MORE } else { LESS };
    let steps = usize::from(value.abs_diff(guess));
    (1..=STEPS.min(steps)).for_each(|step| ask(first + step - 1, step == steps));
    steps > STEPS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_follow_the_logistic_curve() {
        for sum in -170i16..=170 {
            let odds = f64::from(sum.clamp(-160, 160)) / 16.0;
            let expected = 65_536.0 / (1.0 + (-odds).exp());
            assert!((f64::from(probability(sum)) - expected).abs() < 3.0, "{sum}");
        }
        assert_eq!([-16, 0, 16].map(probability), [17_624, 32_768, 47_912]);
    }

    #[test]
    fn the_questions_tell_the_value() {
        let asked = |value: u16| {
            let mut asked = Vec::new();
            let is_far = questions(value, 12, |question, answer| asked.push((question, answer)));
            (asked, is_far)
        };
        assert_eq!(asked(12), (vec![(0, true)], false));
        assert_eq!(asked(13), (vec![(0, false), (1, true), (2, true)], false));
        assert_eq!(asked(10), (vec![(0, false), (1, false), (16, false), (17, true)], false));
        assert!(asked(12 + 15).1 && !asked(12 + 14).1);
    }
}
