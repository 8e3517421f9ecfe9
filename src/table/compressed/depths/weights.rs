//! The weights of a stream in its front: few of them are not 0.

use super::learn::USED_QUESTIONS;
use super::model::{ContextWeights, QUESTIONS};
use super::range::{RangeReader, RangeWriter};

/// The probabilities of decisions about weights, learnt as they are read.
struct Decisions {
    /// By whether the row before has a weight, that a row has one.
    has_some: [u16; 2],
    /// By question, that a row with some has this one.
    has_one: [u16; QUESTIONS],
    is_positive: [u16; QUESTIONS],
    /// By number of steps, that a weight has more.
    is_more: [u16; 128],
}

impl Decisions {
    fn new() -> Decisions {
        const EVEN: u16 = 1 << 15;
        Decisions {
            has_some: [EVEN; 2],
            has_one: [EVEN; QUESTIONS],
            is_positive: [EVEN; QUESTIONS],
            is_more: [EVEN; 128],
        }
    }
}

/// Moves a probability towards a decision, by a part in 32.
#[inline(always)]
fn learn(probability: &mut u16, is_true: bool) {
    const LEAST: u16 = 64;
    match is_true {
        true => *probability += (u16::MAX - LEAST - *probability) >> 5,
        false => *probability -= (*probability - LEAST) >> 5,
    }
}

/// Passes through all weights; `decide` tells a decision, whose argument is `Some` of it for a writer, and learns it.
fn pass(
    rows: &mut [ContextWeights],
    mut decide: impl FnMut(&mut u16, Option<bool>) -> bool,
    writes: bool,
) -> Option<()> {
    let (mut decisions, mut before) = (Decisions::new(), false);
    for row in rows {
        let has_some = writes.then(|| row.iter().any(|&weight| weight != 0));
        before = decide(&mut decisions.has_some[usize::from(before)], has_some);
        if !before {
            continue;
        }
        for (question, weight) in row[..USED_QUESTIONS].iter_mut().enumerate() {
            let own = *weight;
            if !decide(&mut decisions.has_one[question], writes.then_some(own != 0)) {
                continue;
            }
            let is_positive = decide(&mut decisions.is_positive[question], writes.then_some(own > 0));
            let mut size = 1u8;
            while decide(decisions.is_more.get_mut(usize::from(size))?, writes.then_some(own.unsigned_abs() > size)) {
                size += 1;
                (size < 128).then_some(())?;
            }
            *weight = if is_positive { size as i8 } else { -(size as i8) };
        }
    }
    Some(())
}

/// Writes weights.
pub fn write(weights: &[ContextWeights]) -> Vec<u8> {
    let (mut writer, mut rows) = (RangeWriter::default(), weights.to_vec());
    let decide = |probability: &mut u16, decision: Option<bool>| {
        let decision = decision.unwrap_or_default();
        writer.write(decision, *probability);
        learn(probability, decision);
        decision
    };
    let written = pass(&mut rows, decide, true);
    debug_assert!(written.is_some(), "no weight is greater than 127");
    writer.into_bytes()
}

/// Reads the weights of this number of rows; `None` if one is too large.
pub fn read(bytes: &[u8], rows: usize) -> Option<Vec<ContextWeights>> {
    let (mut reader, mut weights) = (RangeReader::new(bytes), vec![[0; QUESTIONS]; rows]);
    let decide = |probability: &mut u16, _: Option<bool>| {
        let decision = reader.read(bytes, *probability);
        learn(probability, decision);
        decision
    };
    pass(&mut weights, decide, false)?;
    Some(weights)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::random::Random;

    #[test]
    fn weights_come_back_and_zeros_take_little() {
        let mut random = Random::new(2);
        let mut rows = vec![[0; QUESTIONS]; 3000];
        assert!(write(&rows).len() < 12);
        for _ in 0..2000 {
            rows[random.below(3000)][random.below(USED_QUESTIONS)] = (random.below(255) as i32 - 127) as i8;
        }
        let bytes = write(&rows);
        assert_eq!(read(&bytes, 3000), Some(rows));
        assert_eq!(read(&[255; 4], 9).map(|rows| rows.len()), Some(9));
    }
}
