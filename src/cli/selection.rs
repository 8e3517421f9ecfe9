//! The slices that a command is to work on, by the options that the game has for it.

use clap::Args;

use super::failure::Failure;
use crate::query::{Probe, Unsolved};
use crate::space::{SliceId, Space};
use crate::values::Lookup;

/// The slices of a selection: by a number that the game sorts its slices by, or by name.
#[derive(Debug, Default, Args)]
pub struct Selection {
    /// Select the slices with up to N pieces on the board
    #[arg(long, value_name = "N", group = "selection")]
    pieces: Option<u32>,
    /// Select the slices with up to N goats, on the board and in hand together, in a game with goats
    #[arg(long, value_name = "N", group = "selection")]
    goats: Option<u32>,
    /// Select these slices, each mover v other, such as 3v2
    #[arg(long = "slice", value_name = "S", num_args = 1.., group = "selection")]
    slices: Vec<String>,
}

impl Selection {
    /// The slices selected, in their order and each once; `None` if the arguments select none.
    ///
    /// # Errors
    /// For a slice that the game does not have, an option of another game, or a number too small for any slice.
    pub fn slices<G: Space>(&self, game: &G) -> Result<Option<Vec<SliceId>>, Failure> {
        let numbers = [("pieces", self.pieces), ("goats", self.goats)];
        if let Some((option, number)) = numbers.iter().find_map(|&(name, number)| Some((name, number?))) {
            return up_to(game, option, number).map(Some);
        }
        let named = named(game, &self.slices)?;
        Ok(Some(named).filter(|slices| !slices.is_empty()))
    }
}

impl Selection {
    /// The selected slices that are solved: all of them if they are named, else at least one. `None` if the arguments
    /// select none.
    ///
    /// # Errors
    /// As [`Selection::slices`], or with the first slice that is not solved.
    pub fn solved<G: Space>(&self, probe: &Probe<G, impl Lookup>) -> Result<Option<Vec<SliceId>>, Failure> {
        let Some(selected) = self.slices(probe.space)? else { return Ok(None) };
        let (held, lacking): (Vec<SliceId>, Vec<SliceId>) =
            selected.iter().partition(|slice| probe.tables.holds(**slice));
        match lacking.first() {
            Some(&slice) if held.is_empty() || !self.slices.is_empty() => Err(Unsolved::new(probe.space, slice).into()),
            _ => Ok(Some(held)),
        }
    }

    /// Whether the arguments select slices.
    pub fn is_any(&self) -> bool {
        self.pieces.is_some() || self.goats.is_some() || !self.slices.is_empty()
    }
}

/// The slices of these names, each once.
///
/// # Errors
/// For a name that no slice has.
pub fn named<G: Space>(game: &G, names: &[String]) -> Result<Vec<SliceId>, Failure> {
    let mut slices = names.iter().map(|name| game.slice_named(name)).collect::<Result<Vec<_>, _>>()?;
    slices.sort_unstable();
    slices.dedup();
    Ok(slices)
}

/// The slices whose [`Space::size`] is up to `number`, selected by `--option`.
fn up_to<G: Space>(game: &G, option: &str, number: u32) -> Result<Vec<SliceId>, Failure> {
    let (name, size_name) = (game.name(), game.size_name());
    if option != size_name {
        let message = format!("expected --{size_name} N to select slices of {name}, found --{option} {number}");
        return Err(Failure::Usage(message));
    }
    let slices = of_size(game, number);
    if slices.is_empty() {
        let fewest = all(game).map(|slice| game.size(slice)).min().unwrap_or(0);
        let message = format!("expected --{option} {fewest} or more, the least that {name} has, found {number}");
        return Err(Failure::Usage(message));
    }
    Ok(slices)
}

/// The slices whose [`Space::size`] is up to `number`.
pub fn of_size<G: Space>(game: &G, number: u32) -> Vec<SliceId> {
    all(game).filter(|&slice| game.size(slice) <= number).collect()
}

/// All slices of a game.
pub fn all<G: Space>(game: &G) -> impl Iterator<Item = SliceId> {
    (0..game.slices().len() as u32).map(SliceId)
}
