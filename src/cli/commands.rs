//! The games of a program: each behind one object, its code made for its own types.

use std::io::Write;

use super::failure::{Answer, Failure};
use super::{compare, games, matches, perft, play, query, search, solve, stats, verify};
use crate::catalogue::{Catalogue, Entry};
use crate::game::Notation;
use crate::space::Symmetry;
use crate::table::Store;

/// The games that the command line knows.
#[derive(Default)]
pub struct Games(pub(super) Vec<Box<dyn Commands>>);

impl Catalogue for Games {
    fn add<G: Symmetry + Notation>(&mut self, entry: Entry<G>) {
        self.0.push(Box::new(entry));
    }
}

/// The game of this name.
pub fn find<'a>(games: &'a Games, name: &str) -> Result<&'a dyn Commands, Failure> {
    let found = games.0.iter().find(|game| game.name().eq_ignore_ascii_case(name));
    found.map(AsRef::as_ref).ok_or_else(|| {
        let names: Vec<&str> = games.0.iter().map(|game| game.name()).collect();
        Failure::NoSuchGame { expected: names.join(", "), found: name.to_string() }
    })
}

/// The subcommands, for one game.
pub trait Commands {
    fn name(&self) -> &'static str;
    fn row(&self, store: &Store) -> games::Row;
    fn solve(&self, asked: &solve::Arguments, out: &mut dyn Write) -> Result<Answer, Failure>;
    fn query(&self, asked: &query::Arguments, out: &mut dyn Write) -> Result<Answer, Failure>;
    fn stats(&self, asked: &stats::Arguments, out: &mut dyn Write) -> Result<Answer, Failure>;
    fn verify(&self, asked: &verify::Arguments, out: &mut dyn Write) -> Result<Answer, Failure>;
    fn perft(&self, asked: &perft::Arguments, out: &mut dyn Write) -> Result<Answer, Failure>;
    fn search(&self, asked: &search::Arguments, out: &mut dyn Write) -> Result<Answer, Failure>;
    fn compare(&self, asked: &compare::Arguments, out: &mut dyn Write) -> Result<Answer, Failure>;
    fn play(&self, asked: &play::Arguments, out: &mut dyn Write) -> Result<Answer, Failure>;
    fn matches(&self, asked: &matches::Arguments, out: &mut dyn Write) -> Result<Answer, Failure>;
}

impl<G: Symmetry + Notation> Commands for Entry<G> {
    fn name(&self) -> &'static str {
        self.game.name()
    }

    fn row(&self, store: &Store) -> games::Row {
        games::row(&self.game, store)
    }

    fn solve(&self, asked: &solve::Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
        solve::run(self, asked, out)
    }

    fn query(&self, asked: &query::Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
        query::run(&self.game, asked, out)
    }

    fn stats(&self, asked: &stats::Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
        stats::run(&self.game, asked, out)
    }

    fn verify(&self, asked: &verify::Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
        verify::run(&self.game, asked, self.published, out)
    }

    fn perft(&self, asked: &perft::Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
        perft::run(&self.game, asked, out)
    }

    fn search(&self, asked: &search::Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
        search::run(self, asked, out)
    }

    fn compare(&self, asked: &compare::Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
        compare::run(&self.game, asked, out)
    }

    fn play(&self, asked: &play::Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
        play::run(self, asked, out)
    }

    fn matches(&self, asked: &matches::Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
        matches::run(self, asked, out)
    }
}
