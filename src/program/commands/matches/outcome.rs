//! The result of a match, for people and as JSON.

use std::io::Write;
use std::time::Duration;

use serde::Serialize;

use crate::failure::Failure;
use crate::output::{json_line, percent, seconds, wrapped};
use hindsight::answer::GameFacts;
use hindsight::play::matches::{Pairs, Standing, Tally, Turns};
use hindsight::play::sprt::Sprt;
use hindsight::util::units::plies;

/// The result of a match.
pub struct MatchOutcome<'a> {
    /// The game.
    pub game: &'a GameFacts,
    /// The engines as text.
    pub engines: [&'a str; 2],
    /// The results.
    pub standing: &'a Standing,
    /// The test, if there was one.
    pub sprt: Option<Sprt>,
    /// Whether the first and the second engine used tables.
    pub use_tables: [bool; 2],
    /// The time of the match.
    pub time: Duration,
}

/// The turns of won games: part of the object of `--json`.
#[derive(Serialize)]
struct TurnsReport {
    mean: f64,
    median: f64,
}

/// The object of `--json`.
#[derive(Serialize)]
struct MatchReport<'a> {
    game: &'static str,
    first: &'a str,
    second: &'a str,
    games: u32,
    wins: u32,
    draws: u32,
    losses: u32,
    /// `None` without games; the Elo differences are `None` where they are infinite, too.
    score: Option<f64>,
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    /// Pairs in which the first engine won 0, 1/2, 1, 3/2 and 2 points.
    pairs: Pairs,
    llr: Option<f64>,
    sprt: Option<&'static str>,
    /// Of all games.
    plies: u64,
    /// Of the games that the first engine won; `None` if it won none.
    first_turns: Option<TurnsReport>,
    /// Of the games that the second engine won; `None` if it won none.
    second_turns: Option<TurnsReport>,
    seconds: f64,
    /// The engines that used tables.
    tables: Option<&'static str>,
}

impl MatchOutcome<'_> {
    /// Writes the result for people.
    pub fn write(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let (game, standing) = (self.game, self.standing);
        let (tally, [first, second]) = (standing.tally(), self.engines);
        if tally.games() == 0 {
            return Ok(writeln!(out, "{first} v {second}: no game was finished")?);
        }
        for (team, tally) in standing.teams.into_iter().enumerate() {
            writeln!(out, "as {}: {}", game.team_text(team), points(tally))?;
        }
        writeln!(out, "{first} v {second}: {}", points(tally))?;
        writeln!(out, "score {}, Elo difference {}", percent_of(tally), elo_text(tally))?;
        if let Some(sprt) = &self.sprt {
            let [low, high] = sprt.differences();
            let decision = sprt.decision(&standing.pairs).word();
            writeln!(out, "{high} rather than {low} Elo: {decision}, {}", llr_text(sprt, &standing.pairs))?;
            let pairs = standing.pairs.map(|pairs| pairs.to_string()).join(" ");
            writeln!(out, "pairs of games with 0, 1/2, 1, 3/2 and 2 points: {pairs}")?;
        }
        let turns = |engine| standing.turns(engine, game.sides.len()).zip(Some(self.engines[engine]));
        let won = [turns(0), turns(1)].into_iter().flatten();
        let won = won.map(|(Turns { mean, median }, name)| format!("{name} {mean:.1} (median {median})"));
        let won = won.collect::<Vec<_>>();
        if !won.is_empty() {
            wrapped(&format!("turns of won games: {}", won.join(", ")), "  ", out)?;
        }
        let mean = standing.plies as f64 / f64::from(tally.games());
        let plies = plies(standing.plies, game.sides.len());
        writeln!(out, "{plies}, {mean:.1} plies per game, {}", seconds(self.time))?;
        Ok(())
    }

    /// Writes the result as JSON.
    pub fn write_json(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let (game, standing) = (self.game, self.standing);
        let (tally, [first, second]) = (standing.tally(), self.engines);
        let played = tally.games() > 0;
        let [elo_low, elo, elo_high] = tally.elo().map(|elo| Some(elo).filter(|elo| played && elo.is_finite()));
        let turns = |engine| {
            let turns = standing.turns(engine, game.sides.len());
            turns.map(|Turns { mean, median }| TurnsReport { mean, median })
        };
        let report = MatchReport {
            game: game.name,
            first,
            second,
            games: tally.games(),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            score: played.then(|| tally.score()),
            elo,
            elo_low,
            elo_high,
            pairs: standing.pairs,
            llr: self.sprt.map(|sprt| sprt.llr(&standing.pairs)),
            sprt: self.sprt.map(|sprt| sprt.decision(&standing.pairs).word()),
            plies: standing.plies,
            first_turns: turns(0),
            second_turns: turns(1),
            seconds: self.time.as_secs_f64(),
            tables: match self.use_tables {
                [true, true] => Some("both"),
                [true, false] => Some("first"),
                [false, true] => Some("second"),
                [false, false] => None,
            },
        };
        json_line(&report, out)
    }
}

/// The score so far, on one line, with the mean turns of the games that each engine has won.
pub fn score_text(standing: &Standing, sides: usize) -> String {
    let tally = standing.tally();
    let text = format!("{}, {}, Elo {}", points(tally), percent_of(tally), elo_text(tally));
    let turns = |engine| standing.turns(engine, sides).map_or("-".to_string(), |turns| format!("{:.1}", turns.mean));
    match tally.wins + tally.losses {
        0 => text,
        _ => format!("{text}, turns {} v {}", turns(0), turns(1)),
    }
}

fn points(tally: Tally) -> String {
    format!("+{} ={} -{}", tally.wins, tally.draws, tally.losses)
}

fn percent_of(tally: Tally) -> String {
    percent(u64::from(2 * tally.wins + tally.draws), u64::from(2 * tally.games()))
}

/// A log-likelihood ratio with its bounds.
pub fn llr_text(sprt: &Sprt, pairs: &Pairs) -> String {
    let [lower, upper] = Sprt::bounds();
    format!("log-likelihood ratio {:.2} (from {lower:.2} to {upper:.2})", sprt.llr(pairs))
}

/// An Elo difference with its interval: `+35 (95 %: from +10 to +60)`.
fn elo_text(tally: Tally) -> String {
    let text = |elo: f64| if elo.is_finite() { format!("{elo:+.0}") } else { "unknown".to_string() };
    match tally.elo() {
        [least, elo, most] if elo.is_finite() => {
            format!("{} (95 %: from {} to {})", text(elo), text(least), text(most))
        }
        // One engine has won every game.
        [least, elo, _] if elo > 0.0 => format!("unknown (95 %: {} or more)", text(least)),
        [.., most] => format!("unknown (95 %: {} or less)", text(most)),
    }
}
