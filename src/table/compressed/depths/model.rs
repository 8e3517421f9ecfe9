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
pub const BLOCK_ENTRIES: usize = 1 << 12;

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

/// The rows of contexts that no digit has: of three tables of neighbours and more, see [`ContextShape::rows`].
const ROWS: [usize; 7] = [4 * 343, 128, 729, 729, 729, 729, 64];
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
    /// The distances of three neighbours.
    pub distances: [u16; 3],
    pub digits: Vec<PlaceDigit>,
}

/// The values of a block that are known so far, or guessed where none is stored.
pub struct BlockValues {
    pub values: Vec<u16>,
    /// Whether each entry of the block has a value.
    pub stored: Vec<bool>,
    /// The place of its first entry.
    pub first: u64,
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

    /// The guess for the next value of a block.
    #[inline(always)]
    pub fn guess(&self, block: &BlockValues) -> u16 {
        let (before, near, both) = self.nearest(&block.values);
        (before + near - both).clamp(before.min(near), before.max(near)) as u16
    }

    /// The value before the next one, the value at the first distance, and the value before that one.
    #[inline(always)]
    fn nearest(&self, values: &[u16]) -> (i32, i32, i32) {
        let at = values.len();
        let value = |distance: usize| values.get(at.wrapping_sub(distance)).map(|&value| i32::from(value));
        let before = value(1).unwrap_or(self.first.into());
        let near = value(self.distances[0].into()).unwrap_or(before);
        (before, near, value(usize::from(self.distances[0]) + 1).unwrap_or(near))
    }

    /// The rows of weights of the next value of a block, whose guess is known: one of each table.
    #[inline(always)]
    pub fn contexts_of(&self, block: &BlockValues, guess: u16, rows: &mut [u32; MOST_CONTEXTS]) {
        let values = &block.values[..];
        let at = values.len();
        let value = |distance: usize| values.get(at.wrapping_sub(distance)).map(|&value| i32::from(value));
        let [near, middle, far] = self.distances.map(usize::from);
        let n1 = value(1).unwrap_or(self.first.into());
        let n2 = value(near).unwrap_or(n1);
        let n3 = value(middle).unwrap_or(n2);
        let n4 = value(far).unwrap_or(n3);
        let or = |distance: usize, other: i32| value(distance).unwrap_or(other) - i32::from(guess);
        let around = [
            [n2 - i32::from(guess), or(near + 1, n2), n1 - i32::from(guess)],
            [or(near - 1, n2), or(2, n1), or(2 * near, n2)],
            [or(middle + 1, n3), or(middle - 1, n3), or(2 * middle, n3)],
            [n4 - i32::from(guess), or(near + middle, n3), or(middle.abs_diff(near).max(1), n3)],
        ];
        let within = self.distances.iter().filter(|&&distance| usize::from(distance) <= at).count() as u32;
        let closest = [n1, n2, n3].iter().fold(within, |row, n| row * 7 + clipped(n - i32::from(guess), 3));
        let of_four = around.map(|three| three.iter().fold(0, |row, &difference| row * 9 + clipped(difference, 4)));
        let is_stored = |place: usize| block.stored.get(place).is_some_and(|&stored| stored);
        let sides = [1, near, middle].map(|distance| [at + distance, at.wrapping_sub(distance)]);
        let holds = sides.as_flattened().iter().fold(0, |set, &place| set << 1 | u32::from(is_stored(place)));
        let tables = [closest, u32::from(guess).min(127), of_four[0], of_four[1], of_four[2], of_four[3], holds];
        let mut first = 0;
        for (row, (table, size)) in rows.iter_mut().zip(tables.iter().zip(ROWS)) {
            *row = first + table;
            first += size as u32;
        }
        let place = (block.first + at as u64) as u32;
        for (row, digit) in rows[ROWS.len()..].iter_mut().zip(&self.digits) {
            *row = first + place / digit.stride % digit.size;
            first += digit.size;
        }
    }
}

/// A difference within some steps, as a number from 0 on.
#[inline(always)]
fn clipped(difference: i32, steps: i32) -> u32 {
    (difference.clamp(-steps, steps) + steps) as u32
}

/// By question, the sum of the weights of some rows.
#[inline(always)]
pub fn sums(weights: &[ContextWeights], rows: &[u32]) -> [i16; QUESTIONS] {
    let mut sums = [0i16; QUESTIONS];
    for &row in rows {
        let weights = &weights[row as usize];
        sums.iter_mut().zip(weights).for_each(|(sum, &weight)| *sum += i16::from(weight));
    }
    sums
}

/// The probability that the answer to a question is yes.
#[inline(always)]
pub fn probability(sum: i16) -> u16 {
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

    #[test]
    fn a_guess_goes_on_as_the_neighbours_do() {
        let shape = ContextShape { first: 7, distances: [2, 4, 8], digits: vec![PlaceDigit { stride: 2, size: 3 }] };
        let mut block = BlockValues { values: Vec::new(), stored: vec![true; 9], first: 4096 };
        assert_eq!(shape.guess(&block), 7);
        block.values.extend([3, 5, 4]);
        // The value before is 4, at the first distance is 5, and before that 3.
        assert_eq!(shape.guess(&block), 5);
        let mut rows = [0; MOST_CONTEXTS];
        shape.contexts_of(&block, 5, &mut rows);
        assert_eq!(rows[0], ((7 + 2) * 7 + 3) * 7 + 3);
        assert_eq!(rows[1], 1372 + 5);
        assert_eq!(rows[7] as usize, 1372 + 128 + 4 * 729 + 64 + 4099 / 2 % 3);
        assert_eq!((shape.rows(), shape.contexts()), (4483, 8));
    }
}
