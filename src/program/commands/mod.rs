//! The subcommands: a file or a folder for each.
//!
//! A new subcommand for one game is a module with its `Arguments`, which have the name of the game in the field `game`,
//! and its function `run(game, arguments, out)`; here it has a line `mod` and a line in the list of [`GameCommand`].
//! The subcommands for the whole program are listed in [`cli`](super).

pub mod annotate;
pub mod compare;
pub mod completions;
pub mod compress;
pub mod diagram;
pub mod find;
pub mod games;
pub mod help;
pub mod licences;
pub mod man;
pub mod matches;
pub mod perft;
pub mod play;
pub mod query;
pub mod search;
pub mod serve;
pub mod solve;
pub mod stats;
pub mod tables;
pub mod uci;
pub mod verify;

use std::io::Write;

use clap::Subcommand;

use super::failure::{Failure, Status};
use hindsight::open::AnyGame;

/// Declares the enum of the subcommands for one game from pairs of a name and a module.
macro_rules! game_commands {
    ($($name:ident($module:ident),)*) => {
        /// A subcommand for one game, with its arguments.
        #[derive(Debug, Subcommand)]
        pub enum GameCommand {
            $($name($module::Arguments),)*
        }

        impl GameCommand {
            /// The name of the game, as the arguments have it.
            pub fn game(&self) -> &str {
                match self {
                    $(GameCommand::$name(arguments) => &arguments.game,)*
                }
            }

            /// Runs the subcommand on a game.
            pub fn run(&self, game: &dyn AnyGame, out: &mut dyn Write) -> Result<Status, Failure> {
                match self {
                    $(GameCommand::$name(arguments) => $module::run(game, arguments, out),)*
                }
            }
        }
    };
}

game_commands! {
    Solve(solve),
    Compress(compress),
    Query(query),
    Find(find),
    Annotate(annotate),
    Stats(stats),
    Verify(verify),
    Perft(perft),
    Search(search),
    Compare(compare),
    Play(play),
    Match(matches),
    Uci(uci),
    Diagram(diagram),
}
