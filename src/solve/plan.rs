//! The order of work: which slices are solved together, and which before which.

use crate::space::{Slice, SliceId};

/// The components of a space, each after all those that its moves can lead to.
///
/// A component is a set of slices that lead to one another; within it the solver iterates. The components are the
/// strongly connected ones of the slices' graph, and Tarjan's algorithm (1972) finds them in just this order.
pub fn components(slices: &[Slice]) -> Vec<Vec<SliceId>> {
    let mut search = Tarjan {
        slices,
        visited: vec![None; slices.len()],
        low: vec![0; slices.len()],
        open: vec![false; slices.len()],
        path: Vec::new(),
        count: 0,
        components: Vec::new(),
    };
    for slice in 0..slices.len() {
        if search.visited[slice].is_none() {
            search.visit(slice);
        }
    }
    search.components
}

struct Tarjan<'a> {
    slices: &'a [Slice],
    /// When a slice was first seen.
    visited: Vec<Option<usize>>,
    /// The earliest slice on the path that a slice leads back to.
    low: Vec<usize>,
    /// Whether the slice is on the path, its component not yet closed.
    open: Vec<bool>,
    path: Vec<usize>,
    count: usize,
    components: Vec<Vec<SliceId>>,
}

impl Tarjan<'_> {
    fn visit(&mut self, slice: usize) {
        let now = self.count;
        self.count += 1;
        self.visited[slice] = Some(now);
        self.low[slice] = now;
        self.open[slice] = true;
        self.path.push(slice);
        for next in self.slices[slice].leads_to.iter().map(|next| next.index()) {
            match self.visited[next] {
                None => {
                    self.visit(next);
                    self.low[slice] = self.low[slice].min(self.low[next]);
                }
                Some(then) if self.open[next] => self.low[slice] = self.low[slice].min(then),
                Some(_) => {}
            }
        }
        if self.low[slice] == now {
            let start = self.path.iter().rposition(|&on_path| on_path == slice).unwrap_or(0);
            let mut component: Vec<SliceId> = self.path.drain(start..).map(|member| SliceId(member as u32)).collect();
            component.sort_unstable();
            for member in &component {
                self.open[member.index()] = false;
            }
            self.components.push(component);
        }
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
    fn a_slice_comes_with_its_twin_and_after_its_captures() {
        let components = names(&Pangki::new());
        let place = |name: &str| components.iter().position(|c| c.iter().any(|n| n == name)).expect("is there");
        assert_eq!(components[place("3v2")], ["2v3", "3v2"]);
        assert_eq!(components[place("4v4")], ["4v4"]);
        assert!(place("2v3") < place("4v3"));
        assert!(place("6v4") < place("6v6"));
    }
}
