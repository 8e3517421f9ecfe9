//! Finds weights for the evaluation of checkers, of Russian or of international draughts: `cargo run --release -p
//! hindsight-tools --bin tune -- GAME TABLES GAMES DEPTH`.
//!
//! With the weights by hand, Triple Jump plays itself from openings of random moves to a forced win or an ending that
//! the tables know. Each position without a jump is a sample, and logistic regression finds the weights that foretell
//! best what it is worth: a fifth of that is the result of the game, the rest what the search found that chose the
//! move. The new weights then play 400 games with those by hand at a depth of 7 plies, without tables.
//!
//! Michael Buro, "Experiments with Multi-ProbCut and a New High-Quality Evaluation Function for Othello", 1997,
//! foretells results; Joel Veness et al., "Bootstrapping from Game Tree Search", 2009, searches.

mod fit;

use std::error::Error;
use std::process::ExitCode;

use hindsight::game::Game;
use hindsight::game::Value;
use hindsight::games::draughts::board::DraughtsBoard;
use hindsight::games::draughts::evaluate::{DraughtsWeights, NAMES, features, fullness};
use hindsight::games::draughts::{Draughts, Position};
use hindsight::play::matches::openings;
use hindsight::play::{Ending, QUIET_PLIES, Record};
use hindsight::players::triple_jump;
use hindsight::query::Probe;
use hindsight::search::{Limit, PlayerFactory, RootScore, SearchClock, SearchRequest, Searcher};
use hindsight::table::{Store, Tables};
use hindsight::util::random::Random;
use rayon::prelude::*;

use fit::{Numbers, Sample, fit, likelihood, scale};

/// What was set by hand for checkers: the games are played by these, and the new weights are drawn towards them.
#[rustfmt::skip]
const CHECKERS: DraughtsWeights = [
    (100, 100), (150, 140), (0, 2), (2, 5), (4, 9), (6, 14), (8, 20), (15, 30), (10, 4), (-3, -3), (4, 3),
    (4, 8), (2, 6), (2, 3), (2, 3), (-4, -8), (2, 2), (5, 30), (25, 25), (3, 3), (0, 6),
];

/// What was set by hand where kings are long: a king is worth three men.
const LONG: DraughtsWeights = {
    let mut weights = CHECKERS;
    weights[1] = (300, 300);
    weights
};

/// A game to tune.
struct Tuned<B: DraughtsBoard> {
    game: Draughts<B>,
    by_hand: DraughtsWeights,
    player: fn() -> PlayerFactory<Draughts<B>>,
    /// The settings by which the player takes the weights of the game.
    settings: &'static str,
}

impl<B: DraughtsBoard> Tuned<B> {
    /// A game with long kings.
    fn by_rules(game: Draughts<B>) -> Tuned<B> {
        Tuned { game, by_hand: LONG, player: triple_jump::factory_by_rules, settings: "" }
    }

    /// The player with more settings.
    fn player(&self, settings: &str) -> Result<Searcher<Draughts<B>>, String> {
        let text = format!("triple-jump:{}{settings}", self.settings);
        Searcher::read(&[(self.player)()], &text).map_err(|error| error.to_string())
    }
}

/// A man in hundredths of a logit, as Triple Jump evaluates by weights.
const MAN: f64 = 170.0;

/// The dice for openings, and the first of their games.
const SEED: (u64, u64) = (77, 1000);

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match tune(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn tune(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let [name, rest @ ..] = arguments else { return Err("expected GAME TABLES GAMES DEPTH".into()) };
    let player: fn() -> PlayerFactory<Draughts> = triple_jump::factory;
    let checkers = || Tuned { game: Draughts::checkers(), by_hand: CHECKERS, player, settings: "weights=hand," };
    match name.as_str() {
        "checkers" => tune_game(&checkers(), rest),
        "russian" => tune_game(&Tuned::by_rules(Draughts::russian()), rest),
        "international" => tune_game(&Tuned::by_rules(Draughts::international()), rest),
        _ => Err(format!("expected checkers, russian or international, found {name:?}").into()),
    }
}

fn tune_game<B: DraughtsBoard>(tuned: &Tuned<B>, arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let [tables, games, depth] = arguments else { return Err("expected TABLES GAMES DEPTH".into()) };
    let (games, depth): (usize, u32) = (games.parse()?, depth.parse()?);
    if !(5..=100_000).contains(&games) {
        return Err("expected 5 to 100,000 games, of which every fifth is held out".into());
    }
    let game = tuned.game.clone().with_weights(tuned.by_hand);
    let tables = Store::new(tables).open(&game)?;
    let probe = Probe { space: &game, tables: &tables };
    let played = (0..games).into_par_iter().with_max_len(8).map(|number| samples(tuned, &probe, number, depth));
    let played: Vec<Vec<Sample>> = played.collect::<Result<_, _>>().map_err(|error| error.to_string())?;
    // Every fifth game is held out, to tell how well the weights do elsewhere.
    let (mut held, mut seen) = (Vec::new(), Vec::new());
    for (number, samples) in played.into_iter().enumerate() {
        if number % 5 == 0 { held.extend(samples) } else { seen.extend(samples) }
    }
    let by_hand: Numbers =
        std::array::from_fn(|at| f64::from([tuned.by_hand[at / 2].0, tuned.by_hand[at / 2].1][at % 2]));
    let scale = scale(&seen, &by_hand);
    println!("{} samples; the unit of the logistic function is {:.0}", seen.len() + held.len(), 100.0 / scale);
    println!("by hand, the logarithm of the likelihood is {:.5}", likelihood(&held, &by_hand, scale));
    let found = fit(&seen, &by_hand, scale);
    println!("by four games of five, {:.5}", likelihood(&held, &found, scale));
    seen.append(&mut held);
    let found = fit(&seen, &by_hand, scale);
    let weights: DraughtsWeights =
        std::array::from_fn(|at| (found[2 * at].round() as i32, found[2 * at + 1].round() as i32));
    weights.iter().zip(NAMES).for_each(|(weight, name)| println!("    {weight:?}, // {name}"));
    let mut results = [0; 3];
    matches(tuned, [weights, tuned.by_hand], 400)?.into_iter().for_each(|result| results[result] += 1);
    println!("against those by hand, {} lost, {} drawn, {} won", results[0], results[1], results[2]);
    Ok(())
}

/// The samples of one game.
fn samples<B: DraughtsBoard>(
    tuned: &Tuned<B>,
    probe: &Probe<Draughts<B>, Tables>,
    number: usize,
    depth: u32,
) -> Result<Vec<Sample>, String> {
    let game = probe.space;
    let mut random = Random::for_piece(SEED.0, SEED.1 + number as u64);
    let mut engine = tuned.player(&format!("hash=1M,depth={depth}"))?;
    let random_plies = 4 + random.below(17);
    let mut record = Record::new(game.start());
    let (mut seen, mut quiet): (Vec<(Position, i32)>, u32) = (Vec::new(), 0);
    let value = loop {
        let position = *record.position();
        let known = game.outcome(&position).map(Value::from);
        let known = known.map_or_else(|| probe.value(&position), |value| Ok(Some(value)));
        if let Some(value) = known.map_err(|error| error.to_string())? {
            break value;
        }
        if quiet > 60 || record.plies() > 200 {
            break Value::Draw;
        }
        let any_jump = game.moves(&position).any(|mv| mv.is_jump());
        let mv = if record.plies() < random_plies {
            game.moves(&position).nth(random.below(game.moves(&position).count()))
        } else {
            let clock = SearchClock::running();
            let request = SearchRequest::new(game, &position, Limit::default(), &clock);
            let report = engine.search(&SearchRequest { exact: probe, before: record.before(), ..request });
            let report = report.map_err(|error| error.to_string())?;
            if let Some(value @ (Value::Win(_) | Value::Loss(_))) = report.value {
                break value;
            }
            if let RootScore::Score(score) = report.score
                && !any_jump
            {
                seen.push((position, score.number()));
            }
            report.best
        };
        let Some(mv) = mv else { break Value::Draw };
        quiet = if mv.is_jump() { 0 } else { quiet + 1 };
        record.push(mv, game.play(&position, mv));
    };
    let last_to_move = record.position().black_to_move;
    let points = match value {
        Value::Win(_) => 1.0,
        Value::Loss(_) => 0.0,
        Value::Draw => 0.5,
    };
    let weight = 1.0 / seen.len().max(1) as f64;
    let sample = |(position, score): (Position, i32)| {
        let (full, seen) = (fullness::<B>(&position), features::<B>(&position));
        let features = std::array::from_fn(|at| f64::from(seen[at / 2]) / 100.0 * [full, 1.0 - full][at % 2]);
        let won = if position.black_to_move == last_to_move { points } else { 1.0 - points };
        Sample { features, won, searched: f64::from(score) / MAN, weight }
    };
    Ok(seen.into_iter().map(sample).collect())
}

/// How the games of a match ended for the first weights: 0 lost, 1 drawn, 2 won.
fn matches<B: DraughtsBoard>(
    tuned: &Tuned<B>,
    weights: [DraughtsWeights; 2],
    games: usize,
) -> Result<Vec<usize>, String> {
    let sides = weights.map(|weights| tuned.game.clone().with_weights(weights));
    let openings = openings(&sides[0], games.div_ceil(2), 6, 21);
    let game = |number: usize| {
        let read = || tuned.player("hash=4M,depth=7");
        let (mut engines, mut record) = ([read()?, read()?], Record::new(*openings[number / 2].position()));
        loop {
            let to_move = sides[0].side_to_move(record.position());
            if let Some(ending) = Ending::of(&sides[0], &record, QUIET_PLIES) {
                let winner = ending.winner(to_move);
                return Ok(winner.map_or(1, |side| if side == number % 2 { 2 } else { 0 }));
            }
            let mover = usize::from(to_move != number % 2);
            let limit = Limit::default();
            let clock = SearchClock::running();
            let request = SearchRequest::new(&sides[mover], record.position(), limit, &clock);
            let report = engines[mover].search(&SearchRequest { before: record.before(), ..request });
            let best = report.map_err(|error| error.to_string())?.best;
            let mv = best.ok_or("expected a move of a game that goes on")?;
            record.push(mv, sides[0].play(record.position(), mv));
        }
    };
    (0..games).into_par_iter().with_max_len(1).map(game).collect()
}
