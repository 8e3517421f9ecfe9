//! Matches between programs that speak UCI, in pairs of games from random openings.

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use hindsight::players::maim::board::MaimBoard;
use hindsight::players::maim::engine::MaimEngine;
use hindsight::players::maim::moves::PackedMove;
use hindsight::util::random::Random;

use crate::games::{legal, opening};

/// A program, and its options: `command,Name=value,...`.
struct Program {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Program {
    fn start(text: &str) -> Result<Program, Box<dyn Error>> {
        let mut parts = text.split(',');
        let mut words = parts.next().unwrap_or_default().split_whitespace();
        let mut command = Command::new(words.next().ok_or("expected a command")?);
        let mut child = command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let input = child.stdin.take().ok_or("no input")?;
        let output = BufReader::new(child.stdout.take().ok_or("no output")?);
        let mut program = Program { child, input, output };
        program.send("uci")?;
        program.wait("uciok")?;
        for option in parts {
            let (name, value) = option.split_once('=').ok_or("expected Name=value")?;
            program.send(&format!("setoption name {name} value {value}"))?;
        }
        Ok(program)
    }

    fn send(&mut self, line: &str) -> Result<(), Box<dyn Error>> {
        Ok(writeln!(self.input, "{line}").and_then(|()| self.input.flush())?)
    }

    /// Reads lines until one begins so; the last score before it.
    fn wait(&mut self, word: &str) -> Result<(String, i32), Box<dyn Error>> {
        let (mut line, mut score) = (String::new(), 0);
        loop {
            line.clear();
            if self.output.read_line(&mut line)? == 0 {
                return Err(format!("the program ended before `{word}`").into());
            }
            let words: Vec<&str> = line.split_whitespace().collect();
            if let Some(at) = words.iter().position(|word| *word == "score") {
                score = match words.get(at + 1..at + 3) {
                    Some(["mate", moves]) => {
                        if moves.starts_with('-') {
                            -30_000
                        } else {
                            30_000
                        }
                    }
                    Some([_, number]) => number.parse().unwrap_or(score),
                    _ => score,
                };
            }
            if words.first() == Some(&word) {
                return Ok((line.clone(), score));
            }
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.send("quit");
        let _ = self.child.wait();
    }
}

/// What ends a search.
#[derive(Clone, Copy)]
pub enum TimeControl {
    /// A number of nodes.
    Nodes(u64),
    /// So much time a game and so much more a move.
    Clock(Duration, Duration),
}

impl TimeControl {
    /// Reads `5000` nodes, or `5+0.05` seconds.
    pub fn read(text: &str) -> Result<TimeControl, Box<dyn Error>> {
        Ok(match text.split_once('+') {
            None => TimeControl::Nodes(text.parse()?),
            Some((base, more)) => {
                TimeControl::Clock(Duration::from_secs_f64(base.parse()?), Duration::from_secs_f64(more.parse()?))
            }
        })
    }
}

/// A move as text.
pub fn text(mv: PackedMove) -> String {
    let square = |square: u8| format!("{}{}", char::from(b'a' + square % 8), square / 8 + 1);
    let promotion = mv.promotion().map_or("", |kind| ["", "n", "b", "r", "q"][kind]);
    format!("{}{}{promotion}", square(mv.from()), square(mv.to()))
}

/// The result of a game for White, from 0 to 2, with what ended it.
fn game(
    programs: &mut [Program; 2],
    white: usize,
    line: &[PackedMove],
    control: TimeControl,
) -> Result<(u32, &'static str), Box<dyn Error>> {
    let (mut board, mut moves) = (crate::games::start(), String::new());
    let mut keys = Vec::new();
    let play = |mv: PackedMove, board: &mut MaimBoard, keys: &mut Vec<u64>, moves: &mut String| {
        keys.push(board.key);
        board.play(mv);
        moves.push(' ');
        moves.push_str(&text(mv));
    };
    line.iter().for_each(|&mv| play(mv, &mut board, &mut keys, &mut moves));
    for program in programs.iter_mut() {
        program.send("ucinewgame")?;
        program.send("isready")?;
        program.wait("readyok")?;
    }
    let mut left = match control {
        TimeControl::Nodes(_) => [Duration::MAX; 2],
        TimeControl::Clock(base, _) => [base; 2],
    };
    let (mut decided, mut level, mut last) = (0, 0, 0i32);
    loop {
        let side = board.own();
        if legal(&board).is_empty() {
            return Ok(if board.checkers == 0 { (1, "stalemate") } else { (2 * side as u32, "mate") });
        }
        let seen = keys.iter().filter(|&&key| key == board.key).count();
        if board.is_dead() || board.clock >= 100 || seen >= 2 || keys.len() > 500 {
            return Ok((1, "draw"));
        }
        let program = &mut programs[if side == 0 { white } else { 1 - white }];
        program.send(&format!("position startpos moves{moves}"))?;
        let start = Instant::now();
        match control {
            TimeControl::Nodes(nodes) => program.send(&format!("go nodes {nodes}"))?,
            TimeControl::Clock(_, more) => {
                let [white, black] = left.map(|left| left.as_millis());
                let more = more.as_millis();
                program.send(&format!("go wtime {white} btime {black} winc {more} binc {more}"))?;
            }
        }
        let (answer, score) = program.wait("bestmove")?;
        if let TimeControl::Clock(_, more) = control {
            let took = start.elapsed();
            if took > left[side] {
                return Ok((2 * side as u32, "time"));
            }
            left[side] = left[side] - took + more;
        }
        let name = answer.split_whitespace().nth(1).unwrap_or_default();
        let Some(mv) = legal(&board).into_iter().find(|&mv| text(mv) == name) else {
            eprintln!("illegal {name} after{moves}");
            return Ok((2 * side as u32, "illegal"));
        };
        play(mv, &mut board, &mut keys, &mut moves);
        let score = if side == 0 { score } else { -score };
        decided = if score.abs() > 1_000 && (last > 0) == (score > 0) { decided + 1 } else { 0 };
        level = if score.abs() < 8 && last.abs() < 8 && keys.len() > 80 { level + 1 } else { 0 };
        last = score;
        if decided >= 6 {
            return Ok((if score > 0 { 2 } else { 0 }, "agreed"));
        }
        if level >= 12 {
            return Ok((1, "agreed"));
        }
    }
}

/// Plays pairs of games, and prints the score of the first program.
pub fn play(one: &str, other: &str, pairs: usize, control: TimeControl, seed: u64) -> Result<(), Box<dyn Error>> {
    let mut programs = [Program::start(one)?, Program::start(other)?];
    let (mut random, mut engine) = (Random::new(seed), MaimEngine::new(1 << 20));
    // Pairs by the points of the first program: 0, half, ... 2.
    let (mut points, mut counts, mut odd) = ([0u32; 5], [0u32; 3], Vec::new());
    for pair in 1..=pairs {
        let (_, line) = opening(&mut engine, &mut random, 8, 60);
        let mut sum = 0;
        for white in [0, 1] {
            let (result, how) = game(&mut programs, white, &line, control)?;
            let mine = if white == 0 { result } else { 2 - result };
            sum += mine;
            counts[mine as usize] += 1;
            if how == "time" || how == "illegal" {
                odd.push((how, mine));
            }
        }
        points[sum as usize] += 1;
        if pair % 10 == 0 || pair == pairs {
            let (elo, error) = elo(&points);
            let [losses, draws, wins] = counts;
            let share = (f64::from(wins) + f64::from(draws) / 2.0) / (2 * pair) as f64;
            println!(
                "{} games: +{wins} ={draws} -{losses}, {:.1} %, Elo {elo:+.0} ± {error:.0}, {odd:?}",
                2 * pair,
                100.0 * share
            );
        }
    }
    Ok(())
}

/// The difference in Elo with the half-width of its 95 % interval, from pairs by their points.
fn elo(points: &[u32; 5]) -> (f64, f64) {
    let number = f64::from(points.iter().sum::<u32>());
    let share = |count: usize| count as f64 / 4.0;
    let mean = points.iter().enumerate().map(|(n, &count)| share(n) * f64::from(count)).sum::<f64>() / number;
    let squares =
        points.iter().enumerate().map(|(n, &count)| (share(n) - mean).powi(2) * f64::from(count)).sum::<f64>();
    let error = 1.96 * (squares / number / number).sqrt();
    let elo = |share: f64| -400.0 * (1.0 / share.clamp(0.001, 0.999) - 1.0).log10();
    (elo(mean), (elo(mean + error) - elo(mean - error)) / 2.0)
}
