//! Plays matches between programs that speak UCI or UGI, such as two versions of this one.
//!
//! `cargo run --release -p hindsight-tools --bin rivals -- GAME ONE OTHER PAIRS CONTROL OPENINGS [SPRT]`: plays pairs
//! of games of checkers, losing-checkers or chess, two from each line of a file of openings with the sides changed, as
//! many at once as there are processors. A program is a command with options: `hindsight uci chess maim,Hash=64`.
//! CONTROL is a number of nodes a move, a time a move such as `100ms`, or a clock such as `5+0.05`. With SPRT, such as
//! `0,10`, the match ends when one of the two differences in Elo is shown.
//!
//! A game ends by the rules, after [`QUIET_PLIES`] plies without progress, or when both programs agree: for six plies
//! on the winner, by more than 1,000, or from the 80th ply on for twelve plies on less than 8.

mod program;

use std::error::Error;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use hindsight::game::{Game, Notation, PlayRules, move_text, position_text};
use hindsight::games::chess::Chess;
use hindsight::games::draughts::Draughts;
use hindsight::play::matches::{Pairs, Tally, read_openings, shuffle};
use hindsight::play::sprt::{Decision, Sprt};
use hindsight::play::{Ending, QUIET_PLIES, Record};

use program::{Program, TimeControl};

/// The openings are played in a random order of this seed.
const SEED: u64 = 1;

fn main() -> ExitCode {
    hindsight_tools::main(run)
}

fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let (terms, sprt) = match arguments {
        [terms @ .., sprt] if terms.len() == 6 => (terms, Some(sprt.parse::<Sprt>()?)),
        terms => (terms, None),
    };
    let [game, one, other, pairs, control, openings] = terms else {
        return Err("expected GAME ONE OTHER PAIRS CONTROL OPENINGS [SPRT]".into());
    };
    let text = std::fs::read_to_string(openings).map_err(|error| format!("{openings}: {error}"))?;
    let terms = Terms { programs: [one, other], pairs: pairs.parse()?, control: TimeControl::read(control)?, sprt };
    match game.as_str() {
        "checkers" => terms.play(&Draughts::checkers(), &text),
        "losing-checkers" => terms.play(&Draughts::losing_checkers(), &text),
        "chess" => terms.play(&Chess::new(), &text),
        _ => Err("expected checkers, losing-checkers or chess".into()),
    }
}

/// The terms of a match.
struct Terms<'a> {
    programs: [&'a str; 2],
    pairs: usize,
    control: TimeControl,
    sprt: Option<Sprt>,
}

/// How a game ended for the first program: its points, from 0 to 2, and whether a program lost by its clock or by a
/// move that is not legal.
struct Finish {
    points: usize,
    forfeit: Option<String>,
}

/// The results so far.
#[derive(Default)]
struct Results {
    tally: Tally,
    pairs: Pairs,
    forfeits: Vec<String>,
}

impl Terms<'_> {
    /// Plays the match, and prints its results.
    fn play<G: Notation + PlayRules>(&self, game: &G, openings: &str) -> Result<(), Box<dyn Error>> {
        let mut openings = read_openings(game, openings, &mut |note| eprintln!("{note}"))?;
        shuffle(&mut openings, SEED);
        let (next, ended, results) = (AtomicUsize::new(0), AtomicBool::new(false), Mutex::new(Results::default()));
        let work = || -> Result<(), String> {
            let mut programs = [Program::start(self.programs[0]), Program::start(self.programs[1])]
                .map(|program| program.map_err(|error| error.to_string()));
            let [Ok(one), Ok(other)] = &mut programs else {
                return Err(programs.into_iter().find_map(Result::err).unwrap_or_default());
            };
            while !ended.load(Relaxed) {
                let number = next.fetch_add(1, Relaxed);
                if number >= self.pairs {
                    break;
                }
                let opening = &openings[number % openings.len()];
                let mut pair = Vec::new();
                for side in [0, 1] {
                    let played = self.game(game, opening, [&mut *one, &mut *other], side);
                    pair.push(played.map_err(|error| error.to_string())?);
                }
                let mut results = results.lock().map_err(|error| error.to_string())?;
                results.add(pair);
                ended.fetch_or(self.report(&results, number + 1 == self.pairs), Relaxed);
            }
            Ok(())
        };
        let threads = std::thread::available_parallelism()?.get();
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            workers.into_iter().try_for_each(|worker| worker.join().expect("no thread panics"))
        })?;
        Ok(())
    }

    /// Prints the results every ten pairs and at the end. Returns whether the match is decided.
    fn report(&self, results: &Results, last: bool) -> bool {
        let Results { tally, pairs, forfeits } = results;
        let number: u32 = pairs.iter().sum();
        let decision = self.sprt.map_or(Decision::Open, |sprt| sprt.decision(pairs));
        if number.is_multiple_of(10) || last || decision != Decision::Open {
            let Tally { wins, draws, losses } = *tally;
            let (elo, error) = elo(pairs);
            println!(
                "{} games: +{wins} ={draws} -{losses}, Elo {elo:+.0} ± {error:.0}, pairs {pairs:?}",
                tally.games()
            );
            if let Some(sprt) = self.sprt {
                println!("  log-likelihood ratio {:+.2}: {}", sprt.llr(pairs), decision.word());
            }
            forfeits.iter().for_each(|forfeit| println!("  {forfeit}"));
        }
        decision != Decision::Open
    }

    /// Plays a game. `side` is the side of the first program.
    fn game<G: Notation + PlayRules>(
        &self,
        game: &G,
        opening: &Record<G::Position, G::Move>,
        mut programs: [&mut Program; 2],
        side: usize,
    ) -> Result<Finish, Box<dyn Error>> {
        let mut record = opening.clone();
        let mut command = match *record.start() == game.start() {
            true => "position startpos moves".into(),
            false => format!("position fen {} moves", position_text(game, record.start())),
        };
        for (before, &mv) in record.before().iter().zip(record.moves()) {
            command = format!("{command} {}", move_text(game, before, mv));
        }
        programs.iter_mut().try_for_each(|program| program.new_game())?;
        let (base, more) = self.control.clock();
        let (mut left, mut agreement) = ([base; 2], Agreement::default());
        loop {
            let to_move = game.side_to_move(record.position());
            let points = |winner: Option<usize>| winner.map_or(1, |winner| if winner == side { 2 } else { 0 });
            if let Some(ending) = Ending::of(game, &record, QUIET_PLIES) {
                return Ok(Finish { points: points(ending.winner(to_move)), forfeit: None });
            }
            if let Some(winner) = agreement.winner() {
                return Ok(Finish { points: points(winner), forfeit: None });
            }
            let place = usize::from(to_move != side);
            let start = Instant::now();
            let answer = programs[place].go(&command, self.control, white_first(game, left))?;
            let took = start.elapsed();
            let forfeit =
                |why: &str| Finish { points: 2 * place, forfeit: Some(format!("{}: {why}", self.programs[place])) };
            if took > left[to_move] {
                return Ok(forfeit("time"));
            }
            left[to_move] = (left[to_move] - took).saturating_add(more);
            let Ok(mv) = game.parse_move(record.position(), &answer.mv) else {
                return Ok(forfeit(&format!("{} after {command}", answer.mv)));
            };
            command = format!("{command} {}", answer.mv);
            let after = game.play(record.position(), mv);
            record.push(mv, after);
            agreement.add(to_move, answer.score, record.plies());
        }
    }
}

/// The times of the sides by colour, as the protocol names them. In draughts, Black is the first side.
fn white_first<G: Game>(game: &G, [first, second]: [Duration; 2]) -> [Duration; 2] {
    if game.sides()[0].eq_ignore_ascii_case("white") { [first, second] } else { [second, first] }
}

/// What the programs say of the game, one after the other.
#[derive(Default)]
struct Agreement {
    /// The side that is said to win.
    winner: usize,
    /// The plies for which it was.
    won: u32,
    /// The plies for which the game was level.
    level: u32,
}

impl Agreement {
    fn add(&mut self, to_move: usize, score: i32, plies: usize) {
        let ahead = if score > 0 { to_move } else { 1 - to_move };
        self.won = match score.abs() > 1_000 {
            true if ahead == self.winner => self.won + 1,
            true => 1,
            false => 0,
        };
        self.winner = ahead;
        self.level = if score.abs() < 8 && plies > 80 { self.level + 1 } else { 0 };
    }

    /// The winner that the programs agree on, if any; `Some(None)` is a draw.
    fn winner(&self) -> Option<Option<usize>> {
        match (self.won >= 6, self.level >= 12) {
            (true, _) => Some(Some(self.winner)),
            (_, true) => Some(None),
            _ => None,
        }
    }
}

impl Results {
    /// Counts the two games of a pair.
    fn add(&mut self, pair: Vec<Finish>) {
        self.pairs[pair.iter().map(|finish| finish.points).sum::<usize>()] += 1;
        for Finish { points, forfeit } in pair {
            let Tally { wins, draws, losses } = &mut self.tally;
            *[losses, draws, wins][points] += 1;
            self.forfeits.extend(forfeit);
        }
    }
}

/// The difference in Elo with the half-width of its 95 % interval, from pairs by their points.
fn elo(pairs: &Pairs) -> (f64, f64) {
    let number = f64::from(pairs.iter().sum::<u32>());
    let share = |count: usize| count as f64 / 4.0;
    let mean = pairs.iter().enumerate().map(|(n, &count)| share(n) * f64::from(count)).sum::<f64>() / number;
    let squares = pairs.iter().enumerate().map(|(n, &count)| (share(n) - mean).powi(2) * f64::from(count)).sum::<f64>();
    let error = 1.96 * (squares / number / number).sqrt();
    let elo = |share: f64| -400.0 * (1.0 / share.clamp(0.001, 0.999) - 1.0).log10();
    (elo(mean), (elo(mean + error) - elo(mean - error)) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_colour_has_its_own_clock() {
        let [first, second] = [1, 2].map(Duration::from_secs);
        assert_eq!(white_first(&Chess::new(), [first, second]), [first, second]);
        assert_eq!(white_first(&Draughts::checkers(), [first, second]), [second, first]);
    }
}
