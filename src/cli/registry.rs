//! The games of a program: each behind one object, its code made for its own types.

use std::io::Write;

use super::failure::{Answer, Failure};
use super::{compare, contest, games, perft, play, query, search, solve, stats, verify};
use crate::game::{Game, Notation};
use crate::games::Registry;
use crate::space::Space;
use crate::table::Store;

/// A game that the command line knows.
pub struct Listed {
    pub(super) game: Box<dyn Commands>,
    pub(super) published: &'static str,
}

/// Lists a game for [`main`](super::main).
pub fn game<G: Space + Notation>(game: G) -> Listed {
    Listed { game: Box::new(game), published: "" }
}

impl Listed {
    /// The game with its published figures, a TOML text as [`verify::published`](crate::verify::published) has it.
    pub fn published(self, toml: &'static str) -> Listed {
        Listed { published: toml, ..self }
    }
}

impl Registry for Vec<Listed> {
    fn add<G: Space + Notation>(&mut self, added: G, published: &'static str) {
        self.push(game(added).published(published));
    }
}

/// The game of this name.
pub fn find<'a>(games: &'a [Listed], name: &str) -> Result<&'a Listed, Failure> {
    games.iter().find(|listed| listed.game.name().eq_ignore_ascii_case(name)).ok_or_else(|| {
        let names: Vec<&str> = games.iter().map(|listed| listed.game.name()).collect();
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
    fn verify(&self, asked: &verify::Arguments, published: &str, out: &mut dyn Write) -> Result<Answer, Failure>;
    fn perft(&self, asked: &perft::Arguments, out: &mut dyn Write) -> Result<Answer, Failure>;
    fn search(&self, asked: &search::Arguments, out: &mut dyn Write) -> Result<Answer, Failure>;
    fn compare(&self, asked: &compare::Arguments, out: &mut dyn Write) -> Result<Answer, Failure>;
    fn play(&self, asked: &play::Arguments, out: &mut dyn Write) -> Result<Answer, Failure>;
    fn contest(&self, asked: &contest::Arguments, out: &mut dyn Write) -> Result<Answer, Failure>;
}

impl<G: Space + Notation> Commands for G {
    fn name(&self) -> &'static str {
        Game::name(self)
    }

    fn row(&self, store: &Store) -> games::Row {
        games::row(self, store)
    }

    fn solve(&self, asked: &solve::Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
        solve::run(self, asked, out)
    }

    fn query(&self, asked: &query::Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
        query::run(self, asked, out)
    }

    fn stats(&self, asked: &stats::Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
        stats::run(self, asked, out)
    }

    fn verify(&self, asked: &verify::Arguments, published: &str, out: &mut dyn Write) -> Result<Answer, Failure> {
        verify::run(self, asked, published, out)
    }

    fn perft(&self, asked: &perft::Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
        perft::run(self, asked, out)
    }

    fn search(&self, asked: &search::Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
        search::run(self, asked, out)
    }

    fn compare(&self, asked: &compare::Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
        compare::run(self, asked, out)
    }

    fn play(&self, asked: &play::Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
        play::run(self, asked, out)
    }

    fn contest(&self, asked: &contest::Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
        contest::run(self, asked, out)
    }
}
