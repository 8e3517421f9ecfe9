//! How people name and select slices.

use super::{Slice, SliceId, Space};

/// How people select slices: by name, or by size. Every method is OPTIONAL. The option on the command line is built
/// from [`Naming::size_name`], and errors name it.
///
/// # Example
/// ```
/// use hindsight::games::tigers_and_goats::TigersAndGoats;
/// use hindsight::prelude::*;
/// use hindsight::space::slice_named;
///
/// let game = TigersAndGoats::new();
/// let slice = game.rank(&game.start()).expect("the start has an entry").slice;
/// assert_eq!((game.size_name(), game.size(slice)), ("goats", 15));
/// assert_eq!(slice_named(&game, &game.slice(slice).name)?, slice);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Naming: Space {
    /// The unit of [`Naming::size`], in the plural: `pieces`. It is the name of an option on the command line,
    /// `--pieces`. OPTIONAL.
    fn size_name(&self) -> &'static str {
        "pieces"
    }

    /// The size of a slice. OPTIONAL, with [`Naming::size_name`]: by default the number of its pieces.
    fn size(&self, slice: SliceId) -> u32 {
        self.slice(slice).pieces
    }

    /// Whether selecting a size selects the smaller sizes too: up to N pieces. OPTIONAL: `false` where slices of
    /// different sizes are boards of their own, each selected alone.
    fn sizes_nest(&self) -> bool {
        true
    }

    /// The position that a slice begins from, where slices are boards of their own: the start for tables that lack the
    /// slice of the game's start. OPTIONAL: by default none.
    fn start_of(&self, _slice: SliceId) -> Option<Self::Position> {
        None
    }
}

/// The slice of this name, in any case of letters.
///
/// # Errors
/// [`NoSuchSlice`] if there is none.
pub fn slice_named<S: Space>(space: &S, name: &str) -> Result<SliceId, NoSuchSlice> {
    slice_of(space.slices(), space.name(), name)
}

/// [`slice_named`] of a game with these slices.
///
/// # Errors
/// As [`slice_named`].
pub fn slice_of(slices: &[Slice], game: &'static str, name: &str) -> Result<SliceId, NoSuchSlice> {
    match slices.iter().position(|slice| slice.name.eq_ignore_ascii_case(name)) {
        Some(place) => Ok(SliceId(place as u32)),
        None => {
            let names = slices.iter().map(|slice| slice.name.clone()).collect();
            Err(NoSuchSlice { name: name.to_string(), game, names })
        }
    }
}

/// The error for a name that no slice of the game has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a slice of {game}{}, such as {}; found {name:?}", sides(names), examples(names))]
pub struct NoSuchSlice {
    /// The name.
    pub name: String,
    /// The game.
    pub game: &'static str,
    /// The names of its slices.
    pub names: Vec<String>,
}

/// The form of names of slices with two sides.
fn sides(names: &[String]) -> &'static str {
    if names.iter().any(|name| name.contains('v')) { ", mover v other" } else { "" }
}

/// The first few names, which are the shortest.
fn examples(names: &[String]) -> String {
    names.iter().take(5).map(String::as_str).collect::<Vec<_>>().join(" ")
}
