//! The score of a match while it runs: two lines on a terminal, else a plain line now and then.

use std::io::{IsTerminal, stderr};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::outcome::{llr_text, score_text};
use crate::output::{note, seconds, time_left};
use hindsight::play::matches::Standing;
use hindsight::play::sprt::Sprt;
use hindsight::util::units::{count, thousands};

/// The time to the first plain line.
const FIRST: Duration = Duration::from_secs(1);

/// The time between two plain lines.
const PAUSE: Duration = Duration::from_secs(10);

/// Shows the score on standard error.
pub struct RunningScore {
    games: u32,
    /// The number of sides of the game.
    sides: usize,
    sprt: Option<Sprt>,
    start: Instant,
    line: Mutex<ScoreLine>,
    /// The bar, on a terminal.
    bar: Option<ProgressBar>,
}

/// The next plain line.
struct ScoreLine {
    /// The time at which it is due, from the start.
    due: Duration,
    played: u32,
    /// The score; empty before the first game is finished.
    score: String,
}

impl RunningScore {
    /// Starts the score of a match of `games` games with `sides` sides. A test may end the match early.
    pub fn new(games: u32, sides: usize, sprt: Option<Sprt>) -> RunningScore {
        let bar = stderr().is_terminal().then(|| {
            // A test may end the match at any time.
            let form = match sprt {
                Some(_) => "{human_pos} of at most {human_len} games, {prefix}\n{wide_msg}",
                None => "{wide_bar} {human_pos} of {human_len} games, {eta} left\n{wide_msg}",
            };
            let style = ProgressStyle::with_template(form).unwrap_or_else(|_| ProgressStyle::default_bar());
            let bar = ProgressBar::new(games.into()).with_style(style);
            // The time is shown even while no game is finished.
            bar.enable_steady_tick(Duration::from_secs(1));
            bar
        });
        let line = Mutex::new(ScoreLine { due: FIRST, played: 0, score: String::new() });
        RunningScore { games, sides, sprt, start: Instant::now(), line, bar }
    }

    /// Shows the score after another game.
    pub fn update(&self, standing: &Standing) {
        let (played, mut score) = (standing.tally().games(), score_text(standing, self.sides));
        let ratio = self.sprt.map(|sprt| llr_text(&sprt, &standing.pairs));
        match &self.bar {
            Some(bar) => {
                bar.set_position(played.into());
                bar.set_prefix(ratio.unwrap_or_default());
                bar.set_message(score);
            }
            None => {
                ratio.iter().for_each(|ratio| score.push_str(&format!(", {ratio}")));
                if let Ok(mut line) = self.line.lock() {
                    (line.played, line.score) = (played, score);
                }
            }
        }
    }

    /// Writes a plain line if it is due, unless another thread is writing it.
    pub fn tick(&self) {
        if self.bar.is_some() {
            return;
        }
        let (gone, Ok(mut line)) = (self.start.elapsed(), self.line.try_lock()) else { return };
        if gone >= line.due {
            line.due = gone + PAUSE;
            note(line.text(self.games, gone, self.sprt.is_some()));
        }
    }
}

impl ScoreLine {
    /// The line, after this time.
    fn text(&self, games: u32, gone: Duration, may_end_early: bool) -> String {
        let mut text =
            format!("{} of {} in {}", thousands(self.played.into()), count(games.into(), "game"), seconds(gone));
        if self.played > 0 {
            text.push_str(&format!(": {}", self.score));
            let left = gone.mul_f64(f64::from(games - self.played) / f64::from(self.played));
            let most = if may_end_early { "at most" } else { "about" };
            text.push_str(&format!(", {most} {} left", time_left(left)));
        }
        text
    }
}

/// Removes the bar when the match is over.
impl Drop for RunningScore {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
