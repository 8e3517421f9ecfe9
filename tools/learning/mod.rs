//! What the trainers of networks share: samples in files, gradient descent (Adam; D. Kingma and J. Ba, 2014) on several
//! threads, and weights as integers.

pub mod pairs;

use std::error::Error;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::thread;

use hindsight::util::random::Random;

/// Samples between two steps.
const BATCH: usize = 8_192;
/// Samples of which one in `HELD` in a row is held out: positions of one game are alike.
const RUN: usize = 4_000;
const HELD: usize = 50;

/// A position with what it turned out to be worth.
pub trait Sample: Copy + Sync {
    /// Its bytes in a file.
    type Bytes: AsRef<[u8]>;
    /// Their number.
    const BYTES: usize;

    fn to_bytes(self) -> Self::Bytes;

    /// The sample with these [`Sample::BYTES`].
    fn from_bytes(bytes: &[u8]) -> Self;
}

/// Appends samples to a file.
pub fn append<S: Sample>(file: &mut BufWriter<File>, samples: &[S]) -> Result<(), Box<dyn Error>> {
    for sample in samples {
        file.write_all(sample.to_bytes().as_ref())?;
    }
    Ok(file.flush()?)
}

/// Reads the samples of files.
pub fn read_samples<S: Sample>(paths: &[String]) -> Result<Vec<S>, Box<dyn Error>> {
    let mut samples = Vec::new();
    for path in paths {
        let bytes = fs::read(path).map_err(|error| format!("{path}: {error}"))?;
        samples.extend(bytes.chunks_exact(S::BYTES).map(S::from_bytes));
    }
    Ok(samples)
}

/// All weights in the order of the file, and what else there is one of for each.
pub type Parameters = Vec<f32>;

/// A network that learns. Weights are told apart by their places.
pub trait Model: Sync {
    type Sample: Sample;
    /// The number of weights.
    const PARAMETERS: usize;

    /// The loss of a sample: how far the result that the network expects is from what the game and a search said. Its
    /// gradient is added to `gradient`, if there is one.
    fn learn(&self, weights: &[f32], sample: &Self::Sample, gradient: Option<&mut [f32]>) -> f32;

    /// The greatest weight to begin with.
    fn first(place: usize) -> f32;

    /// The greatest weight.
    fn most(place: usize) -> f32;

    /// What a weight is multiplied by to be an integer.
    fn unit(place: usize) -> f32;
}

/// How to train.
pub struct Training {
    /// The weights to start from; none for random ones.
    from: Option<Parameters>,
    /// How often each sample is learnt from.
    passes: usize,
    /// The length of the first steps; the last are a hundredth of it.
    rate: f32,
    /// Threads to train on.
    threads: usize,
}

impl Training {
    /// Training on all processors, from a file of weights or `new`.
    pub fn read<M: Model>(from: &str, passes: &str, rate: &str) -> Result<Training, Box<dyn Error>> {
        let from = if from == "new" { None } else { Some(read::<M>(from)?) };
        let threads = thread::available_parallelism()?.get();
        Ok(Training { from, passes: passes.parse()?, rate: rate.parse()?, threads })
    }

    /// Trains a network on samples, and returns its weights.
    pub fn train<M: Model>(self, model: &M, samples: &[M::Sample]) -> Parameters {
        let Training { from, passes, rate, threads } = self;
        let mut random = Random::new(1);
        let mut weights = from.unwrap_or_else(|| {
            let mut spread = |most: f32| (random.below(20_001) as f32 / 10_000.0 - 1.0) * most;
            (0..M::PARAMETERS).map(|place| spread(M::first(place))).collect()
        });
        let is_held = |number: &usize| (number / RUN).is_multiple_of(HELD);
        let (held, mut rest): (Vec<usize>, Vec<usize>) = (0..samples.len()).partition(is_held);
        let mut gradients = vec![vec![0f32; M::PARAMETERS]; threads];
        let (mut mean, mut square) = (vec![0f32; M::PARAMETERS], vec![0f32; M::PARAMETERS]);
        let (steps, mut step) = (passes * rest.len().div_ceil(BATCH), 0);
        for pass in 1..=passes {
            for place in (1..rest.len()).rev() {
                rest.swap(place, random.below(place + 1));
            }
            let mut loss = 0.0;
            for numbers in rest.chunks(BATCH) {
                loss += f64::from(batch(model, &weights, samples, numbers, &mut gradients));
                step += 1;
                let rate = rate * 0.01f32.powf(step as f32 / steps as f32);
                let (first, second) = (1.0 - 0.9f32.powi(step), 1.0 - 0.999f32.powi(step));
                for place in 0..M::PARAMETERS {
                    let slope = gradients.iter().map(|part| part[place]).sum::<f32>() / numbers.len() as f32;
                    mean[place] = 0.9 * mean[place] + 0.1 * slope;
                    square[place] = 0.999 * square[place] + 0.001 * slope * slope;
                    let change = mean[place] / first / ((square[place] / second).sqrt() + 1e-8);
                    let most = M::most(place);
                    weights[place] = (weights[place] - rate * change).clamp(-most, most);
                }
            }
            let test = held.iter().map(|&number| f64::from(model.learn(&weights, &samples[number], None))).sum::<f64>();
            println!("pass {pass}: loss {:.6}, held out {:.6}", loss / rest.len() as f64, test / held.len() as f64);
        }
        weights
    }
}

/// The sums of loss and gradient over the samples of these numbers, on several threads.
fn batch<M: Model>(
    model: &M,
    weights: &[f32],
    samples: &[M::Sample],
    numbers: &[usize],
    gradients: &mut [Parameters],
) -> f32 {
    let share = numbers.len().div_ceil(gradients.len());
    thread::scope(|scope| {
        let learn = |(part, gradient): (&[usize], &mut Parameters)| {
            gradient.fill(0.0);
            part.iter().map(|&number| model.learn(weights, &samples[number], Some(gradient))).sum::<f32>()
        };
        let parts: Vec<_> = numbers.chunks(share).zip(gradients.iter_mut()).collect();
        let workers: Vec<_> = parts.into_iter().map(|part| scope.spawn(move || learn(part))).collect();
        workers.into_iter().map(|worker| worker.join().expect("no thread panics")).sum()
    })
}

/// The result that an output stands for: the chance to win.
pub fn chance(output: f32) -> f32 {
    1.0 / (1.0 + (-output).exp())
}

/// How surprising the target, a chance, is to a network with this output: the cross entropy in excess of that of the
/// target itself, so that 0 is the least.
pub fn loss(output: f32, target: f32) -> f32 {
    let surprise = |part: f32, chance: f32| if part > 0.0 { part * (part / chance.max(1e-30)).ln() } else { 0.0 };
    surprise(target, chance(output)) + surprise(1.0 - target, chance(-output))
}

/// Writes the weights of a network as integers.
pub fn write<M: Model>(path: &str, weights: &[f32]) -> Result<(), Box<dyn Error>> {
    let integer = |(place, weight): (usize, &f32)| ((weight * M::unit(place)).round() as i16).to_le_bytes();
    Ok(fs::write(path, weights.iter().enumerate().flat_map(integer).collect::<Vec<u8>>())?)
}

/// Reads weights that were written as integers.
fn read<M: Model>(path: &str) -> Result<Parameters, Box<dyn Error>> {
    let bytes = fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    let (expected, found) = (2 * M::PARAMETERS, bytes.len());
    if found != expected {
        let message = format!("{path}: expected a network of {expected} bytes, as this trainer makes, found {found}");
        return Err(message.into());
    }
    let weight = |(place, pair): (usize, &[u8; 2])| f32::from(i16::from_le_bytes(*pair)) / M::unit(place);
    Ok(bytes.as_chunks().0.iter().enumerate().map(weight).collect())
}
