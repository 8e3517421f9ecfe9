//! The file to which the games of a match are appended.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::time::SystemTime;

use crate::failure::Failure;
use hindsight::catalogue::{CatalogueGame, GameEntry};
use hindsight::game::Notation;
use hindsight::play::check_saveable_games;
use hindsight::play::matches::Played;
use hindsight::play::transcript::{self, Tags};
use hindsight::util::date::day;

/// A file of games.
pub struct SavedGames<'a> {
    file: File,
    path: &'a Path,
    engines: [&'a str; 2],
    tags: Tags,
}

impl<'a> SavedGames<'a> {
    /// Opens a file to append to it.
    pub fn append<G: CatalogueGame>(
        path: &'a Path,
        entry: &GameEntry<G>,
        engines: [&'a str; 2],
    ) -> Result<SavedGames<'a>, Failure> {
        let failure = |error| Failure::file("write", path, error);
        check_saveable_games(&entry.game, path).map_err(failure)?;
        let mut file = OpenOptions::new().append(true).create(true).open(path).map_err(failure)?;
        if file.metadata().map_err(failure)?.len() > 0 {
            // The last line may not be ended.
            file.write_all(b"\n").map_err(failure)?;
        }
        let [first, second] = engines;
        let event = format!("Hindsight, {}: {first} v {second}", entry.game.name());
        Ok(SavedGames { file, path, engines, tags: entry.tags(event, day(SystemTime::now())) })
    }

    /// Appends a game. Its round is the number of the pair and the number of the game in the pair.
    pub fn add<G: Notation>(&mut self, game: &G, played: &Played<G::Position, G::Move>) -> Result<(), Failure> {
        self.tags.round = format!("{}.{}", played.number / 2 + 1, played.number % 2 + 1);
        let sides = 0..game.sides().len();
        let names: Vec<&str> = sides.map(|side| self.engines[usize::from(game.team(side) != played.team)]).collect();
        let text = transcript::write(game, &played.record, &names, Some(played.ending), &self.tags);
        let written = self.file.write_all(format!("{text}\n").as_bytes());
        written.map_err(|error| Failure::file("write", self.path, error))
    }
}
