//! A sequential test of two engines: a match ends as soon as a difference is proved, or the lack of one.
//!
//! The generalised sequential probability ratio test compares two hypotheses: the first engine is stronger by `low`
//! Elo, or by `high` Elo. After each pair of games, two with the same opening and the teams changed, it computes the
//! logarithm of the ratio of their likelihoods, each the greatest for any distribution of the five results of a pair
//! with that mean (the pentanomial model: the two games of a pair are not independent, the pairs are). Where the ratio
//! leaves the bounds of Wald, one hypothesis is accepted, and is wrong in 5 % of all matches if the difference is just
//! that of the other.
//!
//! Sources: Michel Van den Bergh, "The generalized likelihood ratio for the expectation value of a multinomial
//! distribution" and "Normalized Elo", notes on fishtest, the test of Stockfish; Abraham Wald, "Sequential Tests of
//! Statistical Hypotheses" (1945).

use std::str::FromStr;

use super::tally::Pairs;

/// The probability of either error.
const ERROR: f64 = 0.05;

/// The test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The Elo difference at which the match shows no gain.
    low: f64,
    /// The Elo difference at which it does.
    high: f64,
}

/// The decision of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The first engine is stronger by the greater difference rather than by the lesser.
    Accepted,
    /// The other way round.
    Rejected,
    /// Not enough pairs were played.
    Open,
}

impl Decision {
    /// The decision in a word.
    pub fn word(self) -> &'static str {
        match self {
            Decision::Accepted => "accepted",
            Decision::Rejected => "rejected",
            Decision::Open => "open",
        }
    }
}

impl Sprt {
    /// The Elo differences that are compared, the lesser first.
    pub fn differences(&self) -> [f64; 2] {
        [self.low, self.high]
    }

    /// The log-likelihood ratios below and above which the test is decided.
    pub fn bounds() -> [f64; 2] {
        let bound = ((1.0 - ERROR) / ERROR).ln();
        [-bound, bound]
    }

    /// The log-likelihood ratio after these pairs: above 0 if the greater difference is likelier.
    pub fn llr(&self, pairs: &Pairs) -> f64 {
        if pairs.iter().all(|&count| count == 0) {
            return 0.0;
        }
        // A result that has not occurred may yet: without a trace of it, a likelihood could be 0.
        let counts = pairs.map(|count| if count == 0 { 1e-3 } else { f64::from(count) });
        let total: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / total);
        let [low, high] = self.differences().map(|elo| 1.0 / (1.0 + 10f64.powf(-elo / 400.0)));
        let [low, high] = [low, high].map(|mean| likeliest(&shares, mean));
        (0..5).map(|result| counts[result] * (high[result] / low[result]).ln()).sum()
    }

    /// The decision after these pairs.
    pub fn decision(&self, pairs: &Pairs) -> Decision {
        let (llr, [lower, upper]) = (self.llr(pairs), Sprt::bounds());
        match llr {
            _ if llr >= upper => Decision::Accepted,
            _ if llr <= lower => Decision::Rejected,
            _ => Decision::Open,
        }
    }
}

/// The distribution of the results 0, 1/4, ... 1 with this mean, between 0 and 1, under which observed `shares` are
/// likeliest.
///
/// By Lagrange's method it is `p / (1 + x (result - mean))` for each share `p`; the mean is right where the sum of
/// `p (result - mean) / (1 + x (result - mean))`, which falls as `x` rises, is 0.
fn likeliest(shares: &[f64; 5], mean: f64) -> [f64; 5] {
    let of = |x: f64| -> [f64; 5] {
        std::array::from_fn(|result| shares[result] / (1.0 + x * (result as f64 / 4.0 - mean)))
    };
    // Between the poles at both ends.
    let (mut least, mut most) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..60 {
        let x = (least + most) / 2.0;
        let excess: f64 = of(x).iter().enumerate().map(|(result, share)| share * (result as f64 / 4.0 - mean)).sum();
        if excess > 0.0 { least = x } else { most = x }
    }
    of((least + most) / 2.0)
}

/// Reads two Elo differences, the lesser first: `0,10`.
impl FromStr for Sprt {
    type Err = String;

    fn from_str(text: &str) -> Result<Sprt, String> {
        let number = |text: &str| text.trim().parse().ok().filter(|elo: &f64| elo.abs() <= 1000.0);
        let read = text.split_once(',').and_then(|(low, high)| Some(Sprt { low: number(low)?, high: number(high)? }));
        let expected = || "expected two Elo differences from -1000 to 1000, the lesser first, such as 0,10".to_string();
        read.filter(|sprt| sprt.low < sprt.high).ok_or_else(expected)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::random::Random;

    fn sprt(text: &str) -> Sprt {
        text.parse().expect(text)
    }

    #[test]
    fn bounds_are_read() {
        assert_eq!(sprt("0,10").differences(), [0.0, 10.0]);
        assert_eq!(sprt("-5, 2.5").differences(), [-5.0, 2.5]);
        for wrong in ["", "5", "5,5", "10,0", "0,1e9", "0,x", "NaN,1", "0,inf"] {
            assert!(wrong.parse::<Sprt>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_likeliest_distribution_has_its_mean() {
        for (shares, mean) in [([0.1, 0.2, 0.4, 0.2, 0.1], 0.6), ([1e-4, 1e-4, 1e-4, 1e-4, 0.9996], 0.5)] {
            let found = likeliest(&shares, mean);
            let sum: f64 = found.iter().sum();
            let of_mean: f64 = found.iter().enumerate().map(|(result, share)| share * result as f64 / 4.0).sum();
            assert!((sum - 1.0).abs() < 1e-6 && (of_mean - mean).abs() < 1e-6, "{found:?}");
        }
        // With the mean of the shares, it is the shares.
        let shares = [0.1, 0.2, 0.3, 0.2, 0.2];
        assert!(likeliest(&shares, 0.55).iter().zip(shares).all(|(found, share)| (found - share).abs() < 1e-9));
    }

    #[test]
    fn the_ratio_is_near_that_of_a_normal_distribution() {
        // N (s1 - s0) (2 s - s0 - s1) / 2 v, with the mean s and the variance v of the pairs.
        let pairs = [40, 210, 480, 220, 50];
        let (n, mean) = (1000.0, (210.0 * 0.25 + 480.0 * 0.5 + 220.0 * 0.75 + 50.0) / 1000.0);
        let squares = (210.0 * 0.0625 + 480.0 * 0.25 + 220.0 * 0.5625 + 50.0) / n;
        let [s0, s1] = [0.5, 1.0 / (1.0 + 10f64.powf(-10.0 / 400.0))];
        let normal = n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * (squares - mean * mean));
        let found = sprt("0,10").llr(&pairs);
        assert!((found - normal).abs() < 0.01 * normal.abs().max(1.0), "{found} {normal}");
        assert_eq!(sprt("0,10").llr(&[0; 5]), 0.0);
        let mirrored = sprt("-10,0").llr(&[50, 220, 480, 210, 40]);
        assert!((found + mirrored).abs() < 1e-6, "{found} {mirrored}");
    }

    /// The share of simulated matches that accept the greater difference, for engines with this distribution of the
    /// results of pairs, in 1/1000.
    fn accepted(sprt: &Sprt, weights: [usize; 5], seed: u64) -> f64 {
        const MATCHES: usize = 1000;
        let total: usize = weights.iter().sum();
        let mut random = Random::new(seed);
        let accepted = (0..MATCHES).filter(|_| {
            let mut pairs = [0; 5];
            loop {
                let mut left = random.below(total);
                let result = weights.iter().position(|&weight| {
                    let found = left < weight;
                    left = left.wrapping_sub(weight);
                    found
                });
                pairs[result.expect("the weights add up")] += 1;
                match sprt.decision(&pairs) {
                    Decision::Open => {}
                    decision => return decision == Decision::Accepted,
                }
            }
        });
        accepted.count() as f64 / MATCHES as f64
    }

    #[test]
    fn errors_are_as_rare_as_they_should_be() {
        // The mean of the unequal engines is 0.64, which is 100 Elo.
        let (equal, unequal) = ([100, 200, 400, 200, 100], [40, 120, 340, 240, 260]);
        let mean: usize = unequal.iter().enumerate().map(|(result, weight)| result * weight).sum();
        assert_eq!((mean, unequal.iter().sum::<usize>()), (2560, 1000));
        let elo = 400.0 * (0.64f64 / 0.36).log10();
        let sprt = sprt(&format!("0,{elo}"));
        let (wrong, right) = (accepted(&sprt, equal, 1), accepted(&sprt, unequal, 2));
        assert!((0.01..0.075).contains(&wrong), "{wrong} of equal engines");
        assert!((0.925..0.99).contains(&right), "{right} of unequal engines");
    }
}
