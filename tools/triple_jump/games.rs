//! Fast games of the player against itself, and what tables say of their ends.

use std::error::Error;

use hindsight::game::{Game, Value};
use hindsight::games::draughts::{Draughts, Position};
use hindsight::players::triple_jump;
use hindsight::query::Probe;
use hindsight::search::{Limit, RootScore, Searcher};
use hindsight::table::Tables;
use hindsight::util::random::Random;

use crate::sample::Sample;

/// Plies of a game.
const MOST_PLIES: usize = 200;
/// Plies without a capture, and without a man's move, after which a game is a draw.
const MOST_QUIET: u32 = 40;
/// Plies that are played on in the tables.
const SOLVED_PLIES: usize = 6;

/// Plays games.
pub struct Games<'a> {
    probe: Probe<'a, Draughts, Tables>,
    player: Searcher<Draughts>,
    limit: Limit,
    random: Random,
}

/// The result of a value: 0 a loss, 1 a draw, 2 a win.
fn result_of(value: Value) -> u8 {
    match value {
        Value::Loss(_) => 0,
        Value::Draw => 1,
        Value::Win(_) => 2,
    }
}

impl<'a> Games<'a> {
    pub fn new(
        probe: Probe<'a, Draughts, Tables>,
        settings: &str,
        nodes: u64,
        seed: u64,
    ) -> Result<Games<'a>, Box<dyn Error>> {
        let player = Searcher::read(&[triple_jump::factory()], &format!("triple-jump:{settings}"))?;
        let limit = Limit { nodes: Some(nodes), ..Limit::default() };
        Ok(Games { probe, player, limit, random: Random::new(seed) })
    }

    /// The value of a position that is over or in the tables.
    fn value(&self, position: &Position) -> Result<Option<Value>, Box<dyn Error>> {
        match self.probe.space.outcome(position) {
            Some(outcome) => Ok(Some(outcome.into())),
            None => Ok(self.probe.value(position)?),
        }
    }

    /// A legal move by chance.
    fn chance(&mut self, position: &Position) -> Position {
        let game = self.probe.space;
        let number = game.moves(position).count();
        let mv = game.moves(position).nth(self.random.below(number)).expect("the game goes on");
        game.play(position, mv)
    }

    /// Plays a game from random moves. Returns its positions without a capture.
    pub fn play(&mut self) -> Result<Vec<Sample>, Box<dyn Error>> {
        let game = self.probe.space;
        let (mut position, mut before) = (game.start(), Vec::new());
        for _ in 0..4 + self.random.below(12) {
            if game.outcome(&position).is_some() {
                return Ok(Vec::new());
            }
            position = self.chance(&position);
        }
        let (mut seen, mut quiet): (Vec<(Position, i32)>, u32) = (Vec::new(), 0);
        let value = loop {
            if let Some(value) = self.value(&position)? {
                break value;
            }
            if quiet > MOST_QUIET || seen.len() > MOST_PLIES {
                break Value::Draw;
            }
            let report = self.player.search(game, &self.probe, &position, &before, self.limit)?;
            if let Some(value @ (Value::Win(_) | Value::Loss(_))) = report.value {
                break value;
            }
            let mv = report.best.ok_or("expected a move of a game that goes on")?;
            let is_capture = game.moves(&position).any(|mv| mv.is_jump());
            if let RootScore::Score(score) = report.score
                && !is_capture
            {
                seen.push((position, score.number()));
            }
            let is_man = position.kings & mv.from() == 0;
            quiet = if mv.is_jump() || is_man { 0 } else { quiet + 1 };
            before.push(position);
            position = game.play(&position, mv);
        };
        let last_to_move = position.black_to_move;
        let result = result_of(value);
        let sample = |&(position, score): &(Position, i32)| {
            let result = if position.black_to_move == last_to_move { result } else { 2 - result };
            Sample::new(&position, Some(score), result)
        };
        let mut samples: Vec<Sample> = seen.iter().map(sample).collect();
        self.solved(position, &mut samples)?;
        Ok(samples)
    }

    /// Adds positions that the tables know, from random moves on from one of them.
    fn solved(&mut self, mut position: Position, samples: &mut Vec<Sample>) -> Result<(), Box<dyn Error>> {
        let game = self.probe.space;
        for _ in 0..SOLVED_PLIES {
            if game.outcome(&position).is_some() {
                break;
            }
            let is_capture = game.moves(&position).any(|mv| mv.is_jump());
            if let Some(value) = self.value(&position)?
                && !is_capture
            {
                samples.push(Sample::new(&position, None, result_of(value)));
            }
            position = self.chance(&position);
        }
        Ok(())
    }
}
