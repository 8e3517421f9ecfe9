//! Fits the weights of the evaluation to the results of games by logistic regression (P. Österlund, "Texel's tuning
//! method", 2014), with Adam.

use std::error::Error;
use std::fs;

use hindsight::players::maim::evaluate::{FULL_PHASE, phase, scale, terms};
use hindsight::players::maim::pawns::structure;
use hindsight::players::maim::sink::Sink;
use hindsight::players::maim::terms::COUNT;
use hindsight::players::maim::weights::WEIGHTS;
use hindsight::util::random::Random;

use crate::sample::Sample;

/// How fast the chance to win grows with the evaluation.
const STEEP: f32 = 1.0 / 173.72 * 0.82;
/// How much of the target is the result; the rest is the score of the search.
const RESULT: f32 = 0.3;

/// How strongly a weight is drawn to what it was.
const PULL: f32 = 2e-7;

/// The terms of a position.
struct Row {
    first: u32,
    end: u32,
    /// What the middle game and the endgame count.
    middle: f32,
    late: f32,
    target: f32,
}

/// Counts terms.
struct Counts {
    counts: Vec<i32>,
    touched: Vec<usize>,
}

impl Sink for Counts {
    fn add(&mut self, term: usize, sign: i32, count: i32) {
        if self.counts[term] == 0 {
            self.touched.push(term);
        }
        self.counts[term] += sign * count;
    }
}

/// The chance to win of an evaluation.
fn chance(evaluation: f32) -> f32 {
    1.0 / (1.0 + (-evaluation * STEEP).exp())
}

/// Fits the weights, and returns them.
pub fn fit(samples: &[Sample], passes: usize) -> Vec<(f32, f32)> {
    let mut counts = Counts { counts: vec![0; COUNT], touched: Vec::new() };
    let (mut rows, mut terms_of): (Vec<Row>, Vec<(u16, i16)>) = (Vec::new(), Vec::new());
    for sample in samples {
        let board = sample.board();
        for (square, kind, colour) in sample.pieces() {
            let seen = if colour == 0 { square } else { square ^ 56 };
            counts.add(64 * kind + seen, 1 - 2 * colour as i32, 1);
        }
        let pawns = structure(&board, &mut counts);
        terms(&board, &pawns, &mut counts);
        let first = terms_of.len() as u32;
        let mut end = 0;
        for term in counts.touched.drain(..) {
            let count = std::mem::take(&mut counts.counts[term]);
            if count != 0 {
                terms_of.push((term as u16, count as i16));
                end += i32::from(WEIGHTS[term].1) * count;
            }
        }
        let scale = scale(&board, end);
        let part = phase(&board) as f32 / FULL_PHASE as f32;
        let target = RESULT * f32::from(sample.result) / 2.0 + (1.0 - RESULT) * chance(sample.score.into());
        let late = (1.0 - part) * scale as f32 / 64.0;
        rows.push(Row { first, end: terms_of.len() as u32, middle: part, late, target });
    }
    let mut weights: Vec<[f32; 2]> = WEIGHTS.iter().map(|&(middle, end)| [middle.into(), end.into()]).collect();
    let (mut mean, mut square) = (vec![[0f32; 2]; COUNT], vec![[0f32; 2]; COUNT]);
    // The last games are held out, whole: positions of one game are alike.
    let held = rows.len() / 20;
    let mut random = Random::new(1);
    let order: Vec<usize> = (0..rows.len()).rev().collect();
    let (test, train) = order.split_at(held);
    let mut train = train.to_vec();
    let evaluation = |row: &Row, weights: &[[f32; 2]]| {
        let terms = &terms_of[row.first as usize..row.end as usize];
        let (mut middle, mut end) = (0.0, 0.0);
        for &(term, count) in terms {
            let weight = weights[usize::from(term)];
            middle += weight[0] * f32::from(count);
            end += weight[1] * f32::from(count);
        }
        middle * row.middle + end * row.late
    };
    let loss = |of: &[usize], weights: &[[f32; 2]]| {
        let error = |&row: &usize| (chance(evaluation(&rows[row], weights)) - rows[row].target).powi(2);
        of.iter().map(error).sum::<f32>() / of.len() as f32
    };
    println!("{} rows, loss {:.6}", rows.len(), loss(test, &weights));
    let (mut first, mut second) = (1f32, 1f32);
    for pass in 0..passes {
        let rate = 1.0 * 0.5f32.powf(6.0 * pass as f32 / passes as f32);
        for place in (1..train.len()).rev() {
            train.swap(place, random.below(place + 1));
        }
        for batch in train.chunks(8_192) {
            let mut gradient = vec![[0f32; 2]; COUNT];
            for &number in batch {
                let row = &rows[number];
                let p = chance(evaluation(row, &weights));
                let error = (p - row.target) * p * (1.0 - p);
                for &(term, count) in &terms_of[row.first as usize..row.end as usize] {
                    gradient[usize::from(term)][0] += error * row.middle * f32::from(count);
                    gradient[usize::from(term)][1] += error * row.late * f32::from(count);
                }
            }
            (first, second) = (first * 0.9, second * 0.999);
            for term in 0..COUNT {
                for half in 0..2 {
                    let by_hand = [WEIGHTS[term].0, WEIGHTS[term].1][half];
                    let slope =
                        gradient[term][half] / batch.len() as f32 + PULL * (weights[term][half] - f32::from(by_hand));
                    mean[term][half] = 0.9 * mean[term][half] + 0.1 * slope;
                    square[term][half] = 0.999 * square[term][half] + 0.001 * slope * slope;
                    let step =
                        mean[term][half] / (1.0 - first) / ((square[term][half] / (1.0 - second)).sqrt() + 1e-10);
                    weights[term][half] -= rate * step;
                }
            }
        }
        if pass % 5 == 4 || pass + 1 == passes {
            println!(
                "pass {}, loss {:.6} held out, {:.6}",
                pass + 1,
                loss(test, &weights),
                loss(&train[..held], &weights)
            );
        }
    }
    weights.into_iter().map(|[middle, end]| (middle, end)).collect()
}

/// Writes the weights into the table of the source.
pub fn write(weights: &[(f32, f32)]) -> Result<(), Box<dyn Error>> {
    let path = "src/players/maim/weights.rs";
    let source = fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let begin = "pub const WEIGHTS: [(i16, i16); COUNT] = [\n";
    let (head, _) = source.split_once(begin).ok_or("no table of weights in the source")?;
    let row = |row: &[(f32, f32)]| {
        let pairs: Vec<String> = row.iter().map(|(middle, end)| format!("({middle:.0}, {end:.0}),")).collect();
        format!("    {}\n", pairs.join(" ").replace("-0,", "0,").replace("-0)", "0)"))
    };
    let rows: String = weights.chunks(8).map(row).collect();
    Ok(fs::write(path, format!("{head}{begin}{rows}];\n"))?)
}
