//! The openings of a match: a set of the catalogue, a file, or random ones.

use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

use clap::Args;

use crate::args::Quiet;
use crate::args::values::whole;
use crate::failure::Failure;
use crate::input::read_text;
use hindsight::answer::GameFacts;
use hindsight::open::OpenGame;
use hindsight::play::matches::shuffle;
use hindsight::play::{OpenBoard, OpeningsQuery};

/// The name of random openings.
const RANDOM: &str = "random";

/// Random plies in each opening, by default.
const PLIES: u32 = 4;

/// The arguments that choose openings.
#[derive(Debug, Args)]
pub struct Openings {
    /// A set of the game, such as `ballots` for checkers and losing-checkers (144 three-move ballots); `random`; or a
    /// file, on each line a position, with operations of EPD or without, or the moves from the start, or a file of
    /// games in PDN or PGN (default: ballots for checkers, else random)
    #[arg(long, value_name = "NAME|FILE")]
    openings: Option<String>,
    /// Random plies in each opening; without --openings, asks for random ones (default: 4)
    #[arg(long, value_name = "N", value_parser = whole::<u32>(0..=u32::MAX.into()))]
    random_plies: Option<u32>,
    /// Random seed of random openings, and of the order in which others are played; without --openings, asks for random
    /// ones (default: 1)
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0..=u64::MAX))]
    seed: Option<u64>,
}

impl Openings {
    /// The openings for a number of games. The openings of a set or a file are shuffled, so that the first of them are
    /// spread over all.
    pub fn read(
        &self,
        game: &Arc<dyn OpenGame>,
        games: usize,
        quiet: &Quiet,
    ) -> Result<Vec<Box<dyn OpenBoard>>, Failure> {
        let (facts, seed) = (game.facts(), self.seed.unwrap_or(1));
        let name = self.name(facts);
        let mut note = |text| quiet.note(format_args!("{name}, {text}"));
        let mut read = |query| {
            Arc::clone(game).openings(&query, &mut note).map_err(|error| Failure::Usage(format!("{name}, {error}")))
        };
        if name == RANDOM {
            let (number, plies) = (games.div_ceil(2), self.random_plies.unwrap_or(PLIES));
            return read(OpeningsQuery::Random { number, plies, seed });
        }
        if self.random_plies.is_some() {
            let message = format!("expected --random-plies with random openings, found it with --openings {name}");
            return Err(Failure::Usage(message));
        }
        let text = text(facts, name)?;
        let mut openings = read(OpeningsQuery::Text(&text))?;
        if openings.is_empty() {
            return Err(Failure::Usage(format!("expected one opening per line, found none in {name}")));
        }
        shuffle(&mut openings, seed);
        Ok(openings)
    }

    /// The name or the file on the command line, or the default.
    fn name(&self, game: &GameFacts) -> &str {
        match &self.openings {
            Some(name) => name,
            None if self.random_plies.is_some() || self.seed.is_some() => RANDOM,
            None => game.openings.iter().find(|set| set.is_default).map_or(RANDOM, |set| set.name),
        }
    }
}

/// The text of a set or a file.
fn text(game: &GameFacts, name: &str) -> Result<String, Failure> {
    if let Some(set) = game.openings.iter().find(|set| set.name == name) {
        return Ok((set.text)());
    }
    let path = Path::new(name);
    if path.exists() {
        return read_text(path, "openings");
    }
    let failure = Failure::file("read", path, ErrorKind::NotFound.into());
    let names: Vec<&str> = game.openings.iter().map(|set| set.name).chain([RANDOM]).collect();
    Err(Failure::Usage(format!("{failure}. The openings with a name are: {}", names.join(", "))))
}
