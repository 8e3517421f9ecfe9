//! The coverage of a game by its tables, in words.

use crate::args::selection::of_size;
use crate::args::sizes::singular;
use hindsight::query::Probe;
use hindsight::space::{Naming, SliceId};
use hindsight::util::units::{count, thousands};
use hindsight::values::Lookup;

/// The slices of a game that are solved.
pub struct Coverage {
    /// The slices that are solved.
    pub held: Vec<SliceId>,
    /// The number of slices of the game.
    all: usize,
    /// The name of a size in the singular: `piece`.
    size_name: &'static str,
    /// The size that selects the solved slices and no others.
    size: Option<u32>,
    /// Whether a size selects the smaller sizes too.
    nests: bool,
}

impl Coverage {
    /// The coverage of a game by its tables.
    pub fn new<S: Naming>(probe: &Probe<S, impl Lookup>) -> Coverage {
        let (space, held) = (probe.space, probe.held());
        let most = held.iter().map(|&slice| space.size(slice)).max();
        let size = most.filter(|&most| of_size(space, most).len() == held.len());
        let size_name = singular(space.size_name());
        Coverage { all: space.slices().len(), size_name, size, nests: space.sizes_nest(), held }
    }

    /// Whether every slice is solved.
    pub fn is_whole(&self) -> bool {
        self.held.len() == self.all
    }

    /// In words, for a game that is solved in part: `up to 4 pieces`, `28 squares` or `37 of 870 slices`.
    pub fn text(&self) -> String {
        match self.size {
            Some(size) if self.nests => format!("up to {}", count(size.into(), self.size_name)),
            Some(size) => count(size.into(), self.size_name),
            None => format!("{} of {} slices", thousands(self.held.len() as u64), thousands(self.all as u64)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hindsight::game::Value;
    use hindsight::games::draughts::Draughts;
    use hindsight::games::halma_packing::HalmaPacking;
    use hindsight::games::tigers_and_goats::TigersAndGoats;
    use hindsight::space::Entry;
    use hindsight::values::LookupError;

    /// Holds these slices, and has no values of them.
    struct Held(Vec<SliceId>);

    impl Lookup for Held {
        fn value(&self, _entry: Entry) -> Result<Option<Value>, LookupError> {
            Ok(None)
        }

        fn holds(&self, slice: SliceId) -> bool {
            self.0.contains(&slice)
        }
    }

    fn text<S: Naming>(space: &S, size: u32, but: usize) -> String {
        let mut slices = of_size(space, size);
        slices.truncate(slices.len() - but);
        Coverage::new(&Probe { space, tables: &Held(slices) }).text()
    }

    #[test]
    fn slices_are_summed_up_by_what_they_are_selected_by() {
        assert_eq!(text(&Draughts::checkers(), 3, 0), "up to 3 pieces");
        assert_eq!(text(&Draughts::checkers(), 3, 1), "15 of 870 slices");
        assert_eq!(text(&TigersAndGoats::new(), 1, 0), "up to 1 goat");
        assert_eq!(text(&HalmaPacking::new(), 28, 0), "28 squares");
    }
}
