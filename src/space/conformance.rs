//! Whether a game keeps the contracts of [`Game`](crate::game::Game), [`Notation`](crate::game::Notation) and
//! [`Space`].
//!
//! Authors run it before they solve their game, and keep it as the game's first test. It examines entries, the
//! positions they hold, the positions one move away, and positions that random play reaches from the start. It needs no
//! table and no search. For a game without slices it examines positions of random play alone.

use std::collections::{BTreeMap, HashSet};

use super::violations::Violations;
use crate::game::{Board, Diagram, Outcome, Place, PlayRules, move_text, move_text_for_people, position_text};
use crate::space::{Entry, Group, SideSwap, Slice, SliceId, Space, Symmetry, components};
use crate::util::progress::Progress;
use crate::util::random::Random;

/// The largest number of positions of random play that are examined.
pub const PLAYED: u64 = 500;

/// The number of consecutive entries that are examined together, for methods about runs of entries.
const RUN: u64 = 8;

/// Evaluations are between this number and its negative.
const EVALUATION: i32 = 1_000_000;

/// Checks the contracts on up to `most` entries of each slice, spread evenly, and on up to `most` positions of random
/// play, [`PLAYED`] at most. Returns the violations.
pub fn check<S: Symmetry + Board + PlayRules>(game: &S, most: u64) -> Violations {
    check_watched(game, most, &())
}

/// Does the same as [`check`]; `progress` counts the entries that were examined.
pub fn check_watched<S: Symmetry + Board + PlayRules>(game: &S, most: u64, progress: &dyn Progress) -> Violations {
    let mut violations = Violations::default();
    if let Some(c) = game.name().chars().find(|c| !c.is_ascii_alphanumeric() && !"-_".contains(*c)) {
        let text = || format!("{:?} has {c:?}", game.name());
        violations.add("games have names of letters, digits, hyphens and underscores", text);
    }
    slices(game.slices(), &game.groups(), &mut violations);
    if violations.is_empty() {
        let mut component = vec![0; game.slices().len()];
        for (number, members) in components::components(game.slices()).iter().enumerate() {
            members.iter().for_each(|slice| component[slice.index()] = number);
        }
        let mut suite = Suite { game, component, violations };
        // The start has no entry if only endings are solved.
        suite.played(most.min(PLAYED));
        for (number, slice) in game.slices().iter().enumerate() {
            let looks = slice.entries.min(most);
            for look in 0..looks {
                let index = (u128::from(look) * u128::from(slice.entries) / u128::from(looks)) as u64;
                suite.look(Entry { slice: SliceId(number as u32), index });
                progress.advance(1);
            }
        }
        violations = suite.violations;
    }
    violations
}

/// The list of slices: names are different, and slices lead to slices of the list.
fn slices(slices: &[Slice], groups: &[Group], violations: &mut Violations) {
    let mut names = HashSet::new();
    for slice in slices {
        if !names.insert(slice.name.to_ascii_lowercase()) {
            violations.add("slices have names of their own", || format!("two are called {}", slice.name));
        }
        for to in slice.leads_to.iter().filter(|to| to.index() >= slices.len()) {
            violations
                .add("slices lead to slices", || format!("{} leads to number {}, which is none", slice.name, to.0));
        }
    }
    if violations.is_empty() {
        parts(slices, violations);
    }
    for group in groups {
        for slice in group.slices.iter().filter(|slice| slice.index() >= slices.len()) {
            violations.add("groups have slices", || format!("{:?} has number {}, which is none", group.name, slice.0));
        }
    }
}

/// The parts: their names make files, and they can be solved one after the other.
fn parts(slices: &[Slice], violations: &mut Violations) {
    let mut names = BTreeMap::new();
    for slice in slices {
        let name = slice.part.as_str();
        if let Some(c) = name.chars().find(|c| !c.is_ascii_alphanumeric() && *c != '-') {
            violations.add("parts have names of letters, digits and hyphens", || format!("{name:?} has {c:?}"));
        }
        let other = *names.entry(name.to_ascii_lowercase()).or_insert(name);
        if other != name {
            violations.add("parts have names of their own", || format!("{other} and {name} differ in the case alone"));
        }
    }
    for component in components::components(slices) {
        let first = &slices[component[0].index()];
        let outside = component.iter().map(|slice| &slices[slice.index()]).find(|slice| slice.part != first.part);
        if let Some(outside) = outside {
            violations.add("slices that lead to one another are of one part", || {
                format!("{} is of {:?}, {} of {:?}", first.name, first.part, outside.name, outside.part)
            });
        }
    }
    for cycle in components::part_cycles(slices) {
        violations.add("what a part leads to never leads back", || format!("{} do", cycle.join(" and ")));
    }
}

/// Whether two diagrams show the same board.
fn same_places(one: &Diagram, other: &Diagram) -> bool {
    let same = |one: &Place, other: &Place| {
        (one.column, one.row, one.shaded, &one.name) == (other.column, other.row, other.shaded, &other.name)
    };
    one.places.len() == other.places.len() && one.places.iter().zip(&other.places).all(|(one, other)| same(one, other))
}

struct Suite<'a, S: Space> {
    game: &'a S,
    /// By slice, the number of its component.
    component: Vec<usize>,
    violations: Violations,
}

impl<S: Symmetry + Board + PlayRules> Suite<'_, S> {
    fn violation(&mut self, rule: &'static str, position: &S::Position, violation: &str) {
        let game = self.game;
        self.violations.add(rule, || format!("{}: {violation}", position_text(game, position)));
    }

    /// The entry of a position, if it is an entry of the space.
    fn entry(&mut self, position: &S::Position) -> Option<Entry> {
        let Some(entry) = self.game.rank(position) else {
            self.violation("positions have an entry", position, "it has none");
            return None;
        };
        let entries = self.game.slices().get(entry.slice.index()).map_or(0, |slice| slice.entries);
        if entry.index >= entries {
            self.violation("ranks are below the slice's entries", position, &format!("it has {entry:?}"));
            return None;
        }
        Some(entry)
    }

    fn same_component(&self, a: Entry, b: Entry) -> bool {
        self.component[a.slice.index()] == self.component[b.slice.index()]
    }

    /// Checks one entry by all contracts.
    fn look(&mut self, entry: Entry) {
        let Some(position) = self.game.unrank(entry) else { return };
        match self.entry(&position) {
            Some(back) if back == entry => {}
            Some(back) => {
                return self.violation(
                    "unrank is the inverse of rank",
                    &position,
                    &format!("{entry:?} became {back:?}"),
                );
            }
            None => return,
        }
        self.rules(&position);
        self.notation(&position);
        self.moves(entry, &position);
        self.images(entry, &position);
        self.run(entry);
        if S::PARENTS {
            self.parents(entry, &position);
        }
    }

    /// Checks a number of positions of random games.
    fn played(&mut self, positions: u64) {
        let (game, mut random) = (self.game, Random::new(1));
        let mut position = game.start();
        for _ in 0..positions {
            self.rules(&position);
            self.notation(&position);
            if game.rank(&position).is_some()
                && let Some(entry) = self.entry(&position)
            {
                self.stored(entry, &position);
            }
            let number = game.moves(&position).count();
            let mv = game.moves(&position).nth(random.below(number.max(1)));
            position = mv.map_or_else(|| game.start(), |mv| game.play(&position, mv));
        }
    }

    /// The entry of a position holds a position, which ends or goes on like it: solvers find the value of the stored
    /// position, and every position of the entry gets it.
    fn stored(&mut self, entry: Entry, position: &S::Position) {
        let game = self.game;
        let Some(stored) = game.unrank(entry) else {
            let text = format!("its entry is {} of {}, and unrank gives no position", entry.index, self.name(entry));
            return self.violation("entries of positions hold a position", position, &text);
        };
        if game.rank(&stored) != Some(entry) {
            let text = format!("{entry:?} became {stored:?}");
            return self.violation("unrank is the inverse of rank", position, &text);
        }
        let other = || format!("unrank of its rank, {}, does not", position_text(game, &stored));
        match (game.outcome(position), game.outcome(&stored)) {
            (one, two) if one != two => {
                self.violation("positions of an entry end alike", position, &other());
            }
            (None, _) if self.successors(position) != self.successors(&stored) => {
                self.violation("positions of an entry go on alike", position, &other());
            }
            _ => {}
        }
    }

    /// The name of the slice of an entry.
    fn name(&self, entry: Entry) -> &str {
        &self.game.slices()[entry.slice.index()].name
    }

    /// The side to move is a side of one of two teams, there are moves just while the game goes on, and after a move
    /// the other team is to move, where the game says that teams alternate.
    fn rules(&mut self, position: &S::Position) {
        let (game, sides) = (self.game, self.game.sides().len());
        let side = game.side_to_move(position);
        if side >= sides {
            return self.violation("the side to move is one of the sides", position, "it is none");
        }
        if game.team(side) > 1 {
            self.violation("teams are 0 and 1", position, &format!("that of the side to move is {}", game.team(side)));
        }
        match (game.outcome(position), game.moves(position).next()) {
            (Some(_), Some(_)) => self.violation("a finished game has no moves", position, "it has"),
            (None, None) => self.violation("a game that goes on has a move", position, "it has none"),
            _ => {}
        }
        let evaluation = game.evaluate(position);
        if !(-EVALUATION..=EVALUATION).contains(&evaluation) {
            let violation = format!("it is {evaluation}");
            self.violation("evaluations are from minus a million to a million", position, &violation);
        }
        for mv in game.moves(position) {
            let after = game.side_to_move(&game.play(position, mv));
            if S::ALTERNATES && after < sides && game.team(after) == game.team(side) {
                let violation = format!("after {} the same team is to move", move_text(game, position, mv));
                self.violation("teams move in turn where the game says so", position, &violation);
            }
        }
    }

    /// Positions and moves are read as they are written, and can be drawn.
    fn notation(&mut self, position: &S::Position) {
        self.diagram(position);
        let text = position_text(self.game, position);
        match self.game.parse(&text) {
            Ok(read) if read == *position => {}
            Ok(read) => self.violation("positions are read as written", position, &format!("read as {read:?}")),
            Err(error) => self.violation("positions are read as written", position, &error.to_string()),
        }
        let mut texts = HashSet::new();
        for mv in self.game.moves(position) {
            let text = move_text(self.game, position, mv);
            match self.game.parse_move(position, &text) {
                Ok(read) if read == mv => {}
                Ok(read) => self.violation("moves are read as written", position, &format!("{text} read as {read:?}")),
                Err(error) => self.violation("moves are read as written", position, &error.to_string()),
            }
            let for_people = move_text_for_people(self.game, position, mv);
            if for_people != text && self.game.parse_move(position, &for_people) != Ok(mv) {
                let violation = format!("{for_people} is not read as {text}");
                self.violation("moves are read as written for people", position, &violation);
            }
            if !texts.insert(text.clone()) {
                self.violation("moves are written each in its own way", position, &format!("{text} comes twice"));
            }
        }
    }

    /// The diagram is sound, keeps its places after a move, and has the places that moves touch.
    fn diagram(&mut self, position: &S::Position) {
        let game = self.game;
        let diagram = game.diagram(position);
        for fault in diagram.faults(game.sides().len()) {
            self.violation("diagrams are sound", position, &fault);
        }
        if let Some(mv) = game.moves(position).next()
            && !same_places(&diagram, &game.diagram(&game.play(position, mv)))
        {
            let text = format!("{} leads to others", move_text(game, position, mv));
            self.violation("diagrams have the same places before and after a move", position, &text);
        }
        for mv in game.moves(position) {
            let outside = game.touched(position, mv).into_iter().find(|&place| diagram.places.len() <= place.into());
            if let Some(place) = outside {
                let text = format!("{} touches {place}, of {}", move_text(game, position, mv), diagram.places.len());
                self.violation("moves touch places of the diagram", position, &text);
            }
        }
    }

    /// Moves lead to slices of `leads_to`, and the parents of a successor include the position. One successor is
    /// compared with the stored position of its entry.
    fn moves(&mut self, entry: Entry, position: &S::Position) {
        let game = self.game;
        let compared = entry.index as usize % game.moves(position).count().max(1);
        for (number, mv) in game.moves(position).enumerate() {
            let after = game.play(position, mv);
            // A finished game needs no entry, and a position that resolves to stored ones has none.
            if game.rank(&after).is_none() && (game.outcome(&after).is_some() || game.resolve(&after).is_some()) {
                continue;
            }
            let Some(next) = self.entry(&after) else { continue };
            if number == compared {
                self.stored(next, &after);
            }
            let slice = |entry: Entry| &game.slices()[entry.slice.index()];
            let how = || format!("{} leads to {}", move_text(game, position, mv), position_text(game, &after));
            if !slice(entry).leads_to.contains(&next.slice) {
                let (from, to) = (&slice(entry).name, &slice(next).name);
                let text = format!("{}, and {from} does not lead to {to}", how());
                self.violation("moves lead where the slice says", position, &text);
            }
            if S::PARENTS && self.same_component(entry, next) {
                // The solver asks for the parents of the position that represents the entry.
                let kept = game.unrank(next).unwrap_or(after);
                if !game.parents(&kept).any(|parent| game.rank(&parent) == Some(entry)) {
                    let text = format!("{}, whose parents do not have it", how());
                    self.violation("parents are the inverse of moves", position, &text);
                }
            }
        }
    }

    /// A parent has a move to its child, and is in the same component.
    fn parents(&mut self, entry: Entry, position: &S::Position) {
        let game = self.game;
        for parent in game.parents(position) {
            let Some(before) = self.entry(&parent) else { continue };
            if !self.same_component(entry, before) {
                let text = format!("its parent {} is of another component", position_text(game, &parent));
                self.violation("parents are in the same component", position, &text);
            }
            if !game.moves(&parent).any(|mv| game.rank(&game.play(&parent, mv)) == Some(entry)) {
                let text = format!("its parent {} has no move to it", position_text(game, &parent));
                self.violation("parents are the inverse of moves", position, &text);
            }
        }
    }

    /// Images have images as successors, and the weight is the number of images that share the entry.
    fn images(&mut self, entry: Entry, position: &S::Position) {
        let game = self.game;
        let images: HashSet<S::Position> = game.images(position).collect();
        if !images.contains(position) {
            self.violation("a position is among its images", position, "it is not");
        }
        let sharing = images.iter().filter(|image| game.rank(image) == Some(entry)).count() as u64;
        if sharing != game.weight(position) {
            let text = format!("it weighs {}, and {sharing} images share its entry", game.weight(position));
            self.violation("the weight is the number of images in the entry", position, &text);
        }
        if !S::WEIGHTED && game.weight(position) != 1 {
            let text = format!("it weighs {}", game.weight(position));
            self.violation("every weight is 1 where the space says that none is more", position, &text);
        }
        let future = self.future(position);
        for image in &images {
            if game.side_to_move(image) != game.side_to_move(position) {
                let text = format!("the other side is to move in {}", position_text(game, image));
                self.violation("images have the same side to move", position, &text);
            }
            if game.outcome(image) != game.outcome(position) || self.future(image) != future {
                self.violation("images go on alike", position, &format!("{} does not", position_text(game, image)));
            }
        }
    }

    /// The answers of the space about runs of entries are true of each position.
    fn run(&mut self, from: Entry) {
        let game = self.game;
        let end = game.slices()[from.slice.index()].entries.min(from.index + RUN);
        let weight = game.weight_of(from.slice, from.index..end);
        let mut indexes = vec![0; (end - from.index) as usize];
        let swap = game.side_swap(from.slice);
        if let Some(swap) = &swap {
            swap.indexes(from.index, &mut indexes);
        }
        for (index, swapped_index) in (from.index..end).zip(indexes) {
            let Some(position) = game.unrank(Entry { index, ..from }) else { continue };
            if let Some(weight) = weight.filter(|&weight| weight != game.weight(&position)) {
                let text = format!("it weighs {}, among others said to weigh {weight}", game.weight(&position));
                self.violation("consecutive entries weigh what is said of them", &position, &text);
            }
            let Some(slice) = swap.as_ref().map(SideSwap::slice) else { continue };
            let found = Entry { slice, index: swapped_index };
            let is_right = match game.side_swapped(&position) {
                Some(side_swapped) => game.rank(&side_swapped) == Some(found),
                None => found.index >= game.slices()[slice.index()].entries || game.unrank(found).is_none(),
            };
            if !is_right {
                let text = format!("with the other side to move it is said to have {found:?}");
                self.violation("side-swapped entries hold side-swapped positions", &position, &text);
            }
        }
    }

    /// The successors up to symmetry, each once: how the game ended there, and the entry.
    fn successors(&self, position: &S::Position) -> HashSet<(Option<Outcome>, Option<Entry>)> {
        let after = self.game.moves(position).map(|mv| self.game.play(position, mv));
        after.map(|after| (self.game.outcome(&after), self.class(&after))).collect()
    }

    /// The entries of the successors up to symmetry, as often as there are moves to them.
    fn future(&self, position: &S::Position) -> Vec<Option<Entry>> {
        let after = self.game.moves(position).map(|mv| self.game.play(position, mv));
        let mut future: Vec<_> = after.map(|after| self.class(&after)).collect();
        future.sort_unstable();
        future
    }

    /// The first entry of the images of a position.
    fn class(&self, position: &S::Position) -> Option<Entry> {
        self.game.images(position).filter_map(|image| self.game.rank(&image)).min()
    }
}
