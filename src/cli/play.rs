//! `hindsight play`: a game at the terminal.

use std::io::{self, Write};

use clap::{Args, ValueEnum};

use super::arguments::{Tables, position};
use super::failure::{Answer, Failure};
use crate::game::Notation;
use crate::play::{Player, play};
use crate::probe::Probe;
use crate::space::Space;

/// Plays a game: a person or the table on either side
#[derive(Debug, Args)]
pub struct Arguments {
    /// The game, as `hindsight games` lists it
    pub game: String,
    /// The position to begin with, else the start
    position: Vec<String>,
    /// Who plays the side that moves first in the usual start
    #[arg(long, value_enum, default_value = "person")]
    first: Who,
    /// Who plays the other side
    #[arg(long, value_enum, default_value = "table")]
    second: Who,
    #[command(flatten)]
    tables: Tables,
}

/// Who plays a side.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Who {
    Person,
    Table,
}

impl From<Who> for Player {
    fn from(who: Who) -> Player {
        match who {
            Who::Person => Player::Person,
            Who::Table => Player::Table,
        }
    }
}

/// Plays a game.
pub fn run<G: Space + Notation>(game: &G, asked: &Arguments, out: &mut dyn Write) -> Result<Answer, Failure> {
    let start = position(game, &asked.position)?;
    let table = asked.tables.store().open(game)?;
    let probe = Probe { space: game, tables: &table };
    play(&probe, start, [asked.first.into(), asked.second.into()], &mut io::stdin().lock(), out)?;
    Ok(Answer::Yes)
}
