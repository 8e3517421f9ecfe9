//! Solving a space backwards, and checking what came out.

pub mod grids;
pub mod herds;
pub mod reference;
pub mod retrograde;
pub mod run;
pub mod sets;
pub mod statistics;

use thiserror::Error;

use crate::plan::{self, Part};
use crate::probe::Tables;
use crate::space::{Entry, SliceId, Space};
use crate::table::TableError;
use crate::value::{Codes, Value};

/// Why a space could not be solved.
#[derive(Debug, Error)]
pub enum SolveError {
    /// A win or a loss is deeper than a table can say.
    #[error("slice {slice} has a win or a loss of more than 32,766 plies, the deepest that a table can hold")]
    TooDeep {
        /// The slice, or one of its component.
        slice: String,
    },
    /// The game breaks the contract of [`Space`].
    #[error(
        "a move leads from slice {from} to {to}, expected one that `leads_to` of slice {from} names. Run the game through \
         hindsight::verify::conformance"
    )]
    Astray {
        /// Where the move is made.
        from: String,
        /// Where it leads.
        to: String,
    },
    /// Whoever watched the progress said so.
    #[error("the solve was stopped")]
    Stopped,
    /// A table of a slice solved before cannot be trusted.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// Who wants to know how far a solve has come, and may stop it. All amounts are entries.
pub trait Progress: Sync {
    /// So many entries more have been looked at.
    fn advance(&self, entries: u64);

    /// Work begins on these slices.
    fn begin(&self, _slices: &str) {}

    /// Whether to go on. It is asked often, between two pieces of work, and no longer once it said no.
    fn go_on(&self) -> bool {
        true
    }
}

/// Nobody wants to know.
impl Progress for () {
    fn advance(&self, _entries: u64) {}
}

/// Solved slices in memory, each under its number; one that is not solved has no codes.
pub struct Solved(Vec<Option<Codes>>);

impl Solved {
    /// The codes of every slice that is solved, in order.
    pub fn slices(&self) -> impl Iterator<Item = &Codes> {
        self.0.iter().flatten()
    }
}

impl Tables for Solved {
    #[inline(always)]
    fn value(&self, entry: Entry) -> Result<Option<Value>, TableError> {
        let codes = self.0.get(entry.slice.index()).and_then(Option::as_ref);
        Ok(codes.and_then(|codes| codes.value(entry.index)))
    }

    fn read(&self, from: Entry, codes: &mut [u16]) -> Result<bool, TableError> {
        let own = self.0.get(from.slice.index()).and_then(Option::as_ref);
        own.iter().for_each(|own| own.read(from.index, codes));
        Ok(own.is_some())
    }

    fn holds(&self, slice: SliceId) -> bool {
        self.0.get(slice.index()).is_some_and(Option::is_some)
    }
}

/// What has been solved in memory, above what was there before.
struct Above<'a> {
    solved: Solved,
    below: &'a dyn Tables,
}

impl Tables for Above<'_> {
    #[inline(always)]
    fn value(&self, entry: Entry) -> Result<Option<Value>, TableError> {
        match self.solved.holds(entry.slice) {
            true => self.solved.value(entry),
            false => self.below.value(entry),
        }
    }

    fn read(&self, from: Entry, codes: &mut [u16]) -> Result<bool, TableError> {
        Ok(self.solved.read(from, codes)? || self.below.read(from, codes)?)
    }

    fn holds(&self, slice: SliceId) -> bool {
        self.solved.holds(slice) || self.below.holds(slice)
    }
}

/// Solves every slice of a space, in memory, on the threads of the pool that it is called in, with the engines that are
/// quickest for it.
///
/// # Errors
/// See [`SolveError`].
pub fn solve_all<S: Space>(space: &S, progress: &dyn Progress) -> Result<Solved, SolveError> {
    match by_sets(space, progress)? {
        Some(solved) => Ok(solved),
        None => each(space, &plan::components(space.slices()), &Solved(Vec::new()), progress, component),
    }
}

/// [`solve_all`] with the engine that solves any game, one component after the other.
///
/// # Errors
/// See [`SolveError`].
pub fn by_components<S: Space>(space: &S, progress: &dyn Progress) -> Result<Solved, SolveError> {
    each(space, &plan::components(space.slices()), &Solved(Vec::new()), progress, retrograde::solve)
}

/// Solves the slices of a part, in memory, on the threads of the pool that it is called in. `below` has the values of
/// the parts that it leads to.
///
/// # Errors
/// See [`SolveError`].
pub fn part<S: Space>(
    space: &S,
    part: &Part,
    below: &dyn Tables,
    progress: &dyn Progress,
) -> Result<Solved, SolveError> {
    if is_whole(space, part)
        && let Some(solved) = by_sets(space, progress)?
    {
        return Ok(solved);
    }
    each(space, &part.components, below, progress, component)
}

/// Solves the slices of one component, with the engine that is quickest for it. `below` has the values of the slices
/// that conversions lead to. The result is in the order of `component`.
///
/// # Errors
/// See [`SolveError`].
pub fn component<S: Space>(
    space: &S,
    component: &[SliceId],
    below: &impl Tables,
    progress: &dyn Progress,
) -> Result<Vec<Codes>, SolveError> {
    match (space.grids(), space.herds()) {
        (Some(grids), _) => grids::solve(space, &grids, component, below, progress),
        (None, Some(herds)) => herds::solve(space, herds, component, below, progress),
        (None, None) => retrograde::solve(space, component, below, progress),
    }
}

/// The memory that [`component`] takes at most, in bytes, its result among it.
pub fn component_memory<S: Space>(space: &S, component: &[SliceId]) -> u64 {
    match (space.grids(), space.herds()) {
        (Some(grids), _) => grids::memory(space, &grids, component),
        (None, Some(herds)) => herds::memory(space, herds, component),
        (None, None) => retrograde::memory(space, component),
    }
}

/// The memory that [`part`] takes at most, in bytes; tables that it reads are not counted, which the system may keep in
/// memory or not.
pub fn memory<S: Space>(space: &S, part: &Part) -> u64 {
    // The program itself, and what its threads need.
    const PROGRAM: u64 = 16 << 20;
    let slices = space.slices();
    if let (true, Some(steps)) = (is_whole(space, part), space.steps()) {
        // Every entry in the widest code, twice while it is handed on.
        return PROGRAM + 4 * part.entries(slices) + sets::memory(&steps);
    }
    let (mut solved, mut most) = (0, 0);
    for component in &part.components {
        most = most.max(solved + component_memory(space, component));
        solved += 2 * plan::entries(slices, component);
    }
    PROGRAM + most
}

/// Whether a part is the whole space.
fn is_whole<S: Space>(space: &S, part: &Part) -> bool {
    part.slices.len() == space.slices().len()
}

/// Solves a whole space by sets, if it is one for that engine.
fn by_sets<S: Space>(space: &S, progress: &dyn Progress) -> Result<Option<Solved>, SolveError> {
    let Some(codes) = space.steps().and_then(|steps| sets::solve(space, &steps)) else {
        return Ok(None);
    };
    progress.advance(entries(space));
    if !progress.go_on() {
        return Err(SolveError::Stopped);
    }
    Ok(Some(Solved(codes.into_iter().map(Some).collect())))
}

/// Solves one component after the other with this engine.
fn each<'a, S: Space>(
    space: &S,
    components: &[Vec<SliceId>],
    below: &'a dyn Tables,
    progress: &dyn Progress,
    engine: impl Fn(&S, &[SliceId], &Above<'a>, &dyn Progress) -> Result<Vec<Codes>, SolveError>,
) -> Result<Solved, SolveError> {
    let mut above = Above { solved: Solved(vec![None; space.slices().len()]), below };
    for component in components {
        progress.begin(&names(space, component));
        let codes = engine(space, component, &above, progress)?;
        for (slice, codes) in component.iter().zip(codes) {
            above.solved.0[slice.index()] = Some(codes);
        }
    }
    Ok(above.solved)
}

/// That a move leads from a position where the space does not say.
fn astray<S: Space>(space: &S, from: &S::Position, to: Option<SliceId>) -> SolveError {
    let name = |slice: SliceId| space.slices()[slice.index()].name.clone();
    let from = space.rank(from).map_or_else(|| "?".to_string(), |entry| name(entry.slice));
    SolveError::Astray { from, to: to.map_or_else(|| "no slice at all".to_string(), name) }
}

/// The slices of a component in a few words.
fn names<S: Space>(space: &S, component: &[SliceId]) -> String {
    let name = |slice: &SliceId| space.slices()[slice.index()].name.as_str();
    match component {
        [first, _, .., last] => format!("{} to {}", name(first), name(last)),
        few => few.iter().map(name).collect::<Vec<_>>().join(" "),
    }
}

/// How many entries a space has.
pub fn entries<S: Space>(space: &S) -> u64 {
    space.slices().iter().map(|slice| slice.entries).sum()
}
