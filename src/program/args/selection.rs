//! The slices that a command works on, selected by size or by name.

use clap::Args;

use super::sizes::{Size, SizeName};
use crate::failure::Failure;
use hindsight::answer::{GameFacts, ValuesFacts};
use hindsight::open::AnyGame;
use hindsight::space::SliceId;

/// A selection of slices, by size or by name.
#[derive(Clone, Debug, Default, Args)]
pub struct Selection {
    #[command(flatten)]
    size: Size,
    /// Select these slices, each mover v other, such as 3v2 or KKvK; in halma-packing the squares of a region
    #[arg(long = "slice", value_name = "S", num_args = 1.., group = "selection")]
    slices: Vec<String>,
}

impl Selection {
    /// The selection of the slices with these names; without names, this selection.
    pub fn or_named(&self, names: &[String]) -> Selection {
        match names {
            [] => self.clone(),
            names => Selection { slices: names.to_vec(), ..Selection::default() },
        }
    }

    /// The selected slices, each once: in the order of the names on the command line, or else in the order of the game.
    /// `None` if the arguments select no slices.
    ///
    /// # Errors
    /// For a slice that the game does not have, an option of another game, a number that selects no slice, and any
    /// selection in a game without slices.
    pub fn selected(&self, game: &GameFacts) -> Result<Option<Vec<SliceId>>, Failure> {
        if self.is_any() {
            require_tables(game)?;
        }
        if let Some((option, number)) = self.number() {
            return of_number(game, option, number).map(Some);
        }
        let mut slices = Vec::new();
        for name in &self.slices {
            let slice = game.slice(name)?;
            if !slices.contains(&slice) {
                slices.push(slice);
            }
        }
        Ok(Some(slices).filter(|slices| !slices.is_empty()))
    }

    /// The selected slices that have values: all if they are selected by name, else the slices in the user's own
    /// tables, at least one. Without a selection, all slices in the user's own tables.
    ///
    /// # Errors
    /// As [`Selection::selected`], for a slice that is not solved, and for a size of which no slice is solved.
    pub fn held(&self, game: &GameFacts, values: &ValuesFacts) -> Result<SolvedSelection, Failure> {
        self.check_held(game, values)?;
        let selected = self.selected(game)?.unwrap_or_else(|| game.all().collect());
        let is_named = !self.slices.is_empty();
        let is_held =
            |slice: &SliceId| if is_named { values.holds(*slice) } else { values.own.binary_search(slice).is_ok() };
        let (slices, lacking): (Vec<SliceId>, Vec<SliceId>) = selected.iter().partition(|slice| is_held(slice));
        match lacking.first() {
            Some(&slice) if slices.is_empty() || is_named => Err(game.unsolved(slice).into()),
            _ => Ok(SolvedSelection { slices, selected: selected.len() }),
        }
    }

    /// Checks that a slice of the selected size has values, unless no slice has.
    ///
    /// # Errors
    /// [`Failure::UnsolvedSize`] with the greatest size that has.
    pub fn check_held(&self, game: &GameFacts, values: &ValuesFacts) -> Result<(), Failure> {
        let most = values.own.iter().map(|slice| game.slices[slice.index()].size).max();
        match (self.number(), most) {
            (Some((_, wanted)), Some(most)) if game.sizes_nest && wanted > most => {
                Err(Failure::UnsolvedSize { game: game.name, size_name: game.size_name, most, wanted })
            }
            _ => Ok(()),
        }
    }

    /// The names of the slices that are selected by name.
    pub fn names(&self) -> Vec<String> {
        self.slices.clone()
    }

    /// Whether the arguments select slices by their size.
    pub fn is_by_size(&self) -> bool {
        self.number().is_some()
    }

    /// Whether the arguments select slices.
    pub fn is_any(&self) -> bool {
        self.number().is_some() || !self.slices.is_empty()
    }

    /// The selection in words: `Up to 3 pieces on the board`, or the names of the slices. `None` without a selection.
    pub fn text(&self, game: &GameFacts) -> Option<String> {
        match self.number() {
            Some((_, number)) => Some(SizeName { name: game.size_name, nests: game.sizes_nest }.text(number)),
            None => Some(self.slices.join(" ")).filter(|names| !names.is_empty()),
        }
    }

    /// The size that selects slices, with the name of its option.
    fn number(&self) -> Option<(&str, u32)> {
        self.size.0.as_ref().map(|(option, number)| (option.as_str(), *number))
    }
}

/// The slices of a selection that are solved.
pub struct SolvedSelection {
    /// These slices, in the order of [`Selection::selected`].
    pub slices: Vec<SliceId>,
    /// The number of selected slices, solved or not.
    pub selected: usize,
}

/// The slices that `--option number` selects.
fn of_number(game: &GameFacts, option: &str, number: u32) -> Result<Vec<SliceId>, Failure> {
    let GameFacts { name, size_name, .. } = game;
    if option != *size_name {
        let message = format!("expected --{size_name} N to select slices of {name}, found --{option} {number}");
        return Err(Failure::Usage(message));
    }
    let sizes = || game.slices.iter().map(|slice| slice.size);
    let (least, most) = (sizes().min().unwrap_or(0), sizes().max().unwrap_or(0));
    let slices = game.of_size(number);
    if slices.is_empty() || number > most {
        let message = format!("expected --{option} {least} to {most}, the sizes of {name}, found {number}");
        return Err(Failure::Usage(message));
    }
    Ok(slices)
}

/// Checks that a game has slices, and so can have tables.
///
/// # Errors
/// [`Failure::NoSlices`] if it has none.
pub fn require_tables(game: &GameFacts) -> Result<(), Failure> {
    if game.slices.is_empty() { Err(Failure::NoSlices(game.name)) } else { Ok(()) }
}

/// Checks that the depths of a game count plies to its end, so that results without depths say who wins.
///
/// # Errors
/// If they count plies to the next move that is not quiet: they say which wins the rule of quiet plies keeps.
pub fn require_depths_to_end(game: &GameFacts) -> Result<(), Failure> {
    match game.is_zeroing {
        false => Ok(()),
        true => Err(Failure::Usage(format!(
            "expected a game whose results do not depend on depths for --wld, found {}: a deep win is a draw there",
            game.name
        ))),
    }
}

/// The game with its quiet plies limited, which an option asks for.
///
/// # Errors
/// If the game has no such rule.
pub fn require_zeroing<'a>(game: &'a dyn AnyGame, option: &str) -> Result<&'a dyn AnyGame, Failure> {
    let own = Some(game).filter(|game| game.facts().is_zeroing);
    own.or_else(|| game.zeroing()).ok_or_else(|| {
        let name = game.facts().name;
        let message = format!("expected a game with a rule of quiet plies for {option}, such as chess, found {name}");
        Failure::Usage(message)
    })
}
