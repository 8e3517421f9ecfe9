//! The rule of quiet plies at the board.

use clap::Args;

use super::values::whole;
use crate::output::note;
use hindsight::answer::GameFacts;

/// The number of quiet plies that make a draw.
#[derive(Debug, Args)]
pub struct QuietPliesOption {
    /// Plies without progress, such as a capture, that make a draw, in games with that rule (default: as the game has
    /// them, such as 100 in chess)
    #[arg(long, value_name = "N", value_parser = whole::<u32>(10..=100))]
    quiet_plies: Option<u32>,
}

impl QuietPliesOption {
    /// The number for a game. A game without the rule needs none.
    pub fn of(&self, game: &GameFacts) -> u32 {
        if self.quiet_plies.is_some() && !game.has_quiet_plies {
            note(format_args!("{} has no rule of plies without progress: --quiet-plies changes nothing", game.name));
        }
        self.quiet_plies.unwrap_or(game.quiet_limit)
    }
}
