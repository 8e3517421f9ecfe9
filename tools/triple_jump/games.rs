//! Fast games of the player against itself, and what tables say of their ends.

use std::error::Error;

use hindsight::game::{Game, Value};
use hindsight::games::draughts::{Draughts, Position};
use hindsight::play::best;
use hindsight::play::matches::wander;
use hindsight::players::triple_jump;
use hindsight::query::Probe;
use hindsight::search::{Limit, RootScore, SearchClock, SearchRequest, Searcher};
use hindsight::table::Tables;
use hindsight::util::random::Random;

use crate::sample::{Sample, worth};
use crate::starts::{ballots, man_less};

/// Plies of a game.
const MOST_PLIES: usize = 200;
/// Plies without a capture, and without a man's move, after which a game is a draw.
const MOST_QUIET: u32 = 40;
/// A score, in hundredths of a logit, and the plies for which both sides have found as much: the game is decided.
const DECIDED: i32 = 450;
const DECIDED_PLIES: u32 = 6;
/// The most pieces of an ending. It is searched with a third of the nodes of the other positions.
const ENDING: u32 = 11;
/// Plies that are played on in the tables, and the most pieces: of more, tables know results alone.
const SOLVED_PLIES: usize = 16;
const SOLVED_PIECES: u32 = 6;

/// Plays games.
pub struct Games<'a> {
    probe: Probe<'a, Draughts, Tables>,
    player: Searcher<Draughts>,
    /// Nodes a move.
    nodes: u64,
    ballots: Vec<Position>,
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
        let ballots = ballots(probe.space)?;
        Ok(Games { probe, player, nodes, ballots, random: Random::new(seed) })
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

    /// Where a game begins: after random moves from the start, after a ballot and a few random moves, or after a few
    /// random moves with a man less on each side.
    fn start(&mut self) -> Position {
        let (game, random) = (self.probe.space, &mut self.random);
        let (from, plies) = match random.below(4) {
            0 => (game.start(), 4 + random.below(12)),
            1 => (man_less(game, random), 2 + random.below(6)),
            _ => (self.ballots[random.below(self.ballots.len())], random.below(7)),
        };
        *wander(game, from, random, plies as u32).position()
    }

    /// Plays a game. Returns its positions without a capture.
    pub fn play(&mut self) -> Result<Vec<Sample>, Box<dyn Error>> {
        let game = self.probe.space;
        let (mut position, mut before) = (self.start(), Vec::new());
        // Every third game has a random move, so that lost positions of all sorts are seen. What came before it was
        // worth something else than the game turned out.
        let mistake = (self.random.below(3) == 0).then(|| 4 + self.random.below(36));
        let (mut seen, mut quiet): (Vec<(Position, i16)>, u32) = (Vec::new(), 0);
        let mut decided = 0;
        let value = loop {
            if let Some(value) = self.value(&position)? {
                break value;
            }
            if quiet > MOST_QUIET || before.len() > MOST_PLIES {
                break Value::Draw;
            }
            if mistake == Some(before.len()) {
                seen.clear();
                before.push(position);
                position = self.chance(&position);
                continue;
            }
            let is_ending = (position.own | position.other).count_ones() <= ENDING;
            let nodes = self.nodes / if is_ending { 3 } else { 1 };
            let limit = Limit { nodes: Some(nodes), ..Limit::default() };
            let clock = SearchClock::running();
            let request = SearchRequest::new(game, &position, limit, &clock);
            let report = self.player.search(&SearchRequest { exact: &self.probe, before: &before, ..request })?;
            if let Some(value @ (Value::Win(_) | Value::Loss(_))) = report.value {
                break value;
            }
            let mv = report.best.ok_or("expected a move of a game that goes on")?;
            let is_capture = game.moves(&position).any(|mv| mv.is_jump());
            if let RootScore::Score(score) = report.score {
                let score = score.number().clamp(-30_000, 30_000);
                if !is_capture {
                    seen.push((position, score as i16));
                }
                // The sides see the score with opposite signs.
                decided = if score.abs() >= DECIDED { decided + 1 } else { 0 };
                if decided >= DECIDED_PLIES {
                    break if score > 0 { Value::Win(Value::UNKNOWN) } else { Value::Loss(Value::UNKNOWN) };
                }
            }
            let is_man = position.kings & mv.from() == 0;
            quiet = if mv.is_jump() || is_man { 0 } else { quiet + 1 };
            before.push(position);
            position = game.play(&position, mv);
        };
        let last_to_move = position.black_to_move;
        let result = result_of(value);
        let sample = |&(position, score): &(Position, i16)| {
            let result = if position.black_to_move == last_to_move { result } else { 2 - result };
            Sample::new(&position, score, result)
        };
        let mut samples: Vec<Sample> = seen.iter().map(sample).collect();
        self.solved(position, &mut samples)?;
        Ok(samples)
    }

    /// Adds positions that the tables know, from mostly best moves on from one of them.
    fn solved(&mut self, mut position: Position, samples: &mut Vec<Sample>) -> Result<(), Box<dyn Error>> {
        let game = self.probe.space;
        for _ in 0..SOLVED_PLIES {
            if game.outcome(&position).is_some() {
                break;
            }
            let Some(value) = self.value(&position)? else { break };
            if (position.own | position.other).count_ones() > SOLVED_PIECES {
                break;
            }
            if !game.moves(&position).any(|mv| mv.is_jump()) {
                let sample = Sample::new(&position, solved_score(value), result_of(value));
                samples.push(Sample { is_solved: true, ..sample });
            }
            let best = if self.random.below(4) > 0 { best(&self.probe, &position)? } else { None };
            position = best.map_or_else(|| self.chance(&position), |best| game.play(&position, best.mv));
        }
        Ok(())
    }
}

/// The score of a position of the tables, in hundredths of a logit.
fn solved_score(value: Value) -> i16 {
    match value {
        Value::Win(plies) => worth(plies),
        Value::Loss(plies) => -worth(plies),
        Value::Draw => 0,
    }
}
