//! The order of work: the slices that are solved together (components) and stored together (parts), each after the
//! slices that it depends on.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::space::{Slice, SliceId};

/// The slices of one [`Slice::part`]: they are solved in order of their components and stored in one table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The name that its slices give it. The name of the only part of a small space is empty.
    pub name: String,
    /// Its slices, in the order of [`Space::slices`](crate::space::Space::slices).
    pub slices: Vec<SliceId>,
    /// Its components, each after all the components that its moves can lead to.
    pub components: Vec<Vec<SliceId>>,
}

impl Part {
    /// The number of entries of its slices; `slices` are all slices of the space.
    pub fn entries(&self, slices: &[Slice]) -> u64 {
        entries(slices, &self.slices)
    }
}

/// The number of entries of some slices.
pub fn entries(slices: &[Slice], which: &[SliceId]) -> u64 {
    which.iter().map(|slice| slices[slice.index()].entries).sum()
}

/// A short name for a set of slices, for people.
pub fn names(slices: &[Slice], which: &[SliceId]) -> String {
    let name = |slice: &SliceId| slices[slice.index()].name.as_str();
    match which {
        [first, _, .., last] => format!("{} to {}", name(first), name(last)),
        few => few.iter().map(name).collect::<Vec<_>>().join(" "),
    }
}

/// The parts of a space, each after all the parts that its moves can lead to.
pub fn parts(slices: &[Slice]) -> Vec<Part> {
    let named = Named::new(slices);
    let order = cycles(&named.leads_to).concat();
    let mut parts: Vec<Part> = order
        .iter()
        .map(|&part| Part { name: named.names[part].to_string(), slices: Vec::new(), components: Vec::new() })
        .collect();
    let mut place = vec![0; order.len()];
    order.iter().enumerate().for_each(|(at, &part)| place[part] = at);
    for component in components(slices) {
        let part = &mut parts[place[named.of[component[0].index()]]];
        part.slices.extend(&component);
        part.components.push(component);
    }
    parts.iter_mut().for_each(|part| part.slices.sort_unstable());
    parts
}

/// The number of parts of a space.
pub fn part_count(slices: &[Slice]) -> usize {
    slices.iter().map(|slice| slice.part.as_str()).collect::<HashSet<_>>().len()
}

/// By part, the other parts that its slices lead to: their places in `parts`, in order.
pub fn dependencies(slices: &[Slice], parts: &[Part]) -> Vec<Vec<usize>> {
    let part_of = part_of(slices, parts);
    let of_part = |(number, part): (usize, &Part)| {
        let next = part.slices.iter().flat_map(|slice| &slices[slice.index()].leads_to);
        let others: BTreeSet<usize> = next.map(|next| part_of[next.index()]).filter(|&other| other != number).collect();
        others.into_iter().collect()
    };
    parts.iter().enumerate().map(of_part).collect()
}

/// Each slice as a part of its own, in the order of the components.
pub fn single_slices(slices: &[Slice]) -> Vec<Part> {
    let part = |slice: SliceId| Part {
        name: slices[slice.index()].name.clone(),
        slices: vec![slice],
        components: vec![vec![slice]],
    };
    components(slices).into_iter().flatten().map(part).collect()
}

/// By slice, the place of its part in `parts`.
fn part_of(slices: &[Slice], parts: &[Part]) -> Vec<usize> {
    let mut part_of = vec![0; slices.len()];
    for (number, part) in parts.iter().enumerate() {
        part.slices.iter().for_each(|slice| part_of[slice.index()] = number);
    }
    part_of
}

/// Cycles between parts, an error in the space: the names of the parts in each cycle.
pub fn part_cycles(slices: &[Slice]) -> Vec<Vec<String>> {
    let named = Named::new(slices);
    let names = |cycle: Vec<usize>| cycle.iter().map(|&part| named.names[part].to_string()).collect();
    cycles(&named.leads_to).into_iter().filter(|cycle| cycle.len() > 1).map(names).collect()
}

/// The parts that hold some slices, and all parts that these lead to: their places in `parts`, in order.
pub fn closure(slices: &[Slice], parts: &[Part], selected: &[SliceId]) -> Vec<usize> {
    let part_of = part_of(slices, parts);
    let mut wanted = vec![false; parts.len()];
    selected.iter().for_each(|slice| wanted[part_of[slice.index()]] = true);
    // The parts that a part leads to come before it.
    for number in (0..parts.len()).rev() {
        if wanted[number] {
            for slice in &parts[number].slices {
                slices[slice.index()].leads_to.iter().for_each(|next| wanted[part_of[next.index()]] = true);
            }
        }
    }
    (0..parts.len()).filter(|&number| wanted[number]).collect()
}

/// The parts by number, in the order of their first slices.
struct Named<'a> {
    names: Vec<&'a str>,
    /// By slice, the number of its part.
    of: Vec<usize>,
    /// By part, the parts that its slices lead to.
    leads_to: Vec<Vec<usize>>,
}

impl Named<'_> {
    fn new(slices: &[Slice]) -> Named<'_> {
        let (mut numbers, mut names) = (HashMap::new(), Vec::new());
        let mut of = Vec::with_capacity(slices.len());
        for slice in slices {
            of.push(*numbers.entry(slice.part.as_str()).or_insert_with(|| {
                names.push(slice.part.as_str());
                names.len() - 1
            }));
        }
        let mut leads_to = vec![BTreeSet::new(); names.len()];
        for (slice, &part) in slices.iter().zip(&of) {
            leads_to[part].extend(slice.leads_to.iter().map(|next| of[next.index()]));
        }
        Named { names, of, leads_to: leads_to.into_iter().map(|parts| parts.into_iter().collect()).collect() }
    }
}

/// The components of a space, each after all the components that its moves can lead to.
///
/// A component is a set of slices that lead to one another; within it the solver iterates.
pub fn components(slices: &[Slice]) -> Vec<Vec<SliceId>> {
    let leads_to: Vec<Vec<usize>> =
        slices.iter().map(|slice| slice.leads_to.iter().map(|next| next.index()).collect()).collect();
    let members = |cycle: Vec<usize>| cycle.into_iter().map(|slice| SliceId(slice as u32)).collect();
    cycles(&leads_to).into_iter().map(members).collect()
}

/// The strongly connected components of a graph, each after all the components that it leads to: the order in which
/// Tarjan's algorithm (1972) finds them. A space may be a chain of thousands of slices, so the search keeps its own
/// stack.
fn cycles(leads_to: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut search = Tarjan {
        leads_to,
        visited: vec![None; leads_to.len()],
        low: vec![0; leads_to.len()],
        open: vec![false; leads_to.len()],
        path: Vec::new(),
        count: 0,
        cycles: Vec::new(),
    };
    for node in 0..leads_to.len() {
        if search.visited[node].is_none() {
            search.visit_all_from(node);
        }
    }
    search.cycles
}

struct Tarjan<'a> {
    leads_to: &'a [Vec<usize>],
    /// By node, the number of nodes visited before it.
    visited: Vec<Option<usize>>,
    /// The earliest node on the path that a node leads back to.
    low: Vec<usize>,
    /// Whether the node is on the path, its component not yet complete.
    open: Vec<bool>,
    path: Vec<usize>,
    count: usize,
    cycles: Vec<Vec<usize>>,
}

impl Tarjan<'_> {
    /// Visits a node and every node that it leads to, depth first.
    fn visit_all_from(&mut self, root: usize) {
        self.enter(root);
        // Each node being visited, with the number of its edges followed so far.
        let mut stack = vec![(root, 0)];
        while let Some((node, followed)) = stack.last_mut() {
            let node = *node;
            match self.leads_to[node].get(*followed) {
                Some(&next) => {
                    *followed += 1;
                    match self.visited[next] {
                        None => {
                            self.enter(next);
                            stack.push((next, 0));
                        }
                        Some(then) if self.open[next] => self.low[node] = self.low[node].min(then),
                        Some(_) => {}
                    }
                }
                None => {
                    stack.pop();
                    if let Some(&(before, _)) = stack.last() {
                        self.low[before] = self.low[before].min(self.low[node]);
                    }
                    self.leave(node);
                }
            }
        }
    }

    fn enter(&mut self, node: usize) {
        self.visited[node] = Some(self.count);
        self.low[node] = self.count;
        self.open[node] = true;
        self.path.push(node);
        self.count += 1;
    }

    /// Completes the component of a node that leads back to no earlier one.
    fn leave(&mut self, node: usize) {
        if self.visited[node] != Some(self.low[node]) {
            return;
        }
        let start = self.path.iter().rposition(|&on_path| on_path == node).unwrap_or(0);
        let mut cycle: Vec<usize> = self.path.drain(start..).collect();
        cycle.sort_unstable();
        cycle.iter().for_each(|&member| self.open[member] = false);
        self.cycles.push(cycle);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{pangki::Pangki, tic_tac_toe::TicTacToe};
    use crate::space::Space;

    fn names(space: &impl Space) -> Vec<Vec<String>> {
        let name = |slice: &SliceId| space.slices()[slice.index()].name.clone();
        components(space.slices()).iter().map(|component| component.iter().map(name).collect()).collect()
    }

    #[test]
    fn marks_on_the_board_never_shrink() {
        let components = names(&TicTacToe::new());
        assert_eq!(components.len(), 10);
        assert_eq!(components[0], ["4v5"]);
    }

    #[test]
    fn a_slice_comes_with_the_sides_swapped_and_after_its_captures() {
        let components = names(&Pangki::new());
        let place = |name: &str| components.iter().position(|c| c.iter().any(|n| n == name)).expect("is there");
        assert_eq!(components[place("3v2")], ["2v3", "3v2"]);
        assert_eq!(components[place("4v4")], ["4v4"]);
        assert!(place("2v3") < place("4v3"));
        assert!(place("6v4") < place("6v6"));
    }

    /// A space of single slices, each of a part and leading to itself and others.
    fn slices(parts: &[(&str, &[u32])]) -> Vec<Slice> {
        let slice = |(number, (part, leads_to)): (usize, &(&str, &[u32]))| Slice {
            name: number.to_string(),
            pieces: 1,
            part: part.to_string(),
            entries: 1,
            leads_to: leads_to.iter().chain([&(number as u32)]).map(|&next| SliceId(next)).collect(),
        };
        parts.iter().enumerate().map(slice).collect()
    }

    #[test]
    fn a_part_comes_after_all_that_it_leads_to() {
        let slices = slices(&[("c", &[4]), ("a", &[]), ("c", &[1]), ("b", &[1]), ("b", &[]), ("d", &[])]);
        let parts = parts(&slices);
        let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
        assert_eq!(names, ["a", "b", "c", "d"]);
        assert_eq!(parts[2].slices, [SliceId(0), SliceId(2)]);
        assert_eq!(parts[1].entries(&slices), 2);
        assert_eq!(closure(&slices, &parts, &[SliceId(4)]), [0, 1]);
        assert_eq!(closure(&slices, &parts, &[SliceId(2), SliceId(5)]), [0, 1, 2, 3]);
        assert_eq!(closure(&slices, &parts, &[]), [] as [usize; 0]);
        assert!(part_cycles(&slices).is_empty());
    }

    #[test]
    fn parts_that_lead_to_one_another_are_told() {
        let cycle = slices(&[("a", &[1]), ("b", &[2]), ("a", &[]), ("c", &[0])]);
        assert_eq!(part_cycles(&cycle), [["a", "b"]]);
        assert_eq!(parts(&cycle).len(), 3);
    }

    #[test]
    fn a_chain_of_many_slices_does_not_overflow_the_stack() {
        const SLICES: u32 = 200_000;
        let slice = |number: u32| Slice {
            name: String::new(),
            pieces: 1,
            part: String::new(),
            entries: 1,
            // The last one leads back to the third last.
            leads_to: vec![SliceId(if number + 1 < SLICES { number + 1 } else { number - 2 })],
        };
        let chain: Vec<Slice> = (0..SLICES).map(slice).collect();
        // A test's own thread has more stack than some threads of a program.
        let small = std::thread::Builder::new().stack_size(128 << 10);
        let found = small.spawn(move || components(&chain)).expect("a thread can be started").join();
        let found = found.expect("the stack is large enough");
        assert_eq!(found.len() as u32, SLICES - 2);
        assert_eq!(found[0], [SLICES - 3, SLICES - 2, SLICES - 1].map(SliceId));
        assert!((1..found.len()).all(|place| found[place] == [SliceId(SLICES - 3 - place as u32)]));
    }

    #[test]
    fn a_small_space_is_one_part() {
        let game = Pangki::new();
        let parts = parts(game.slices());
        assert_eq!((parts.len(), parts[0].name.as_str(), parts[0].slices.len()), (1, "", 153));
        assert_eq!(parts[0].components, components(game.slices()));
    }
}
