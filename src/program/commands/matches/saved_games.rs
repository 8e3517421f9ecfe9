//! The file to which the games of a match are appended.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;
use std::time::SystemTime;

use crate::failure::Failure;
use hindsight::open::OpenGame;
use hindsight::play::matches::Played;
use hindsight::play::transcript::Tags;
use hindsight::play::{OpenBoard, check_saveable_games};
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
    pub fn append(path: &'a Path, game: &dyn OpenGame, engines: [&'a str; 2]) -> Result<SavedGames<'a>, Failure> {
        let (facts, failure) = (game.facts(), |error| Failure::file("write", path, error));
        check_saveable_games(facts.name, &|text, most| game.reads(text, most), path).map_err(failure)?;
        let mut file = OpenOptions::new().append(true).create(true).open(path).map_err(failure)?;
        if file.metadata().map_err(failure)?.len() > 0 {
            // The last line may not be ended.
            file.write_all(b"\n").map_err(failure)?;
        }
        let [first, second] = engines;
        let event = format!("Hindsight, {}: {first} v {second}", facts.name);
        let tags = Tags::new(event, day(SystemTime::now()), facts.record_type);
        Ok(SavedGames { file, path, engines, tags })
    }

    /// Appends a game. Its round is the number of the pair and the number of the game in the pair.
    pub fn add(&mut self, played: &Played, board: &dyn OpenBoard) -> Result<(), Failure> {
        self.tags.round = format!("{}.{}", played.number / 2 + 1, played.number % 2 + 1);
        let teams = board.facts().teams.iter();
        let names: Vec<&str> = teams.map(|&team| self.engines[usize::from(team != played.team)]).collect();
        let text = board.record(&names, Some(played.ending), &self.tags);
        let written = self.file.write_all(format!("{text}\n").as_bytes());
        written.map_err(|error| Failure::file("write", self.path, error))
    }
}
