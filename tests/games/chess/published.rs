//! The published figures of chess: figures of three men are compared with tables made here, all others are read.

use hindsight::games::chess::Chess;
use hindsight::games::chess::solver::Bitboards;
use hindsight::query::Probe;
use hindsight::solve::{self, Work};
use hindsight::space::{Naming, Space, components};
use hindsight::values::{Memory, Overlay};
use hindsight::verify::{Verdict, published};

const PUBLISHED: &str = include_str!("../../../data/published/chess.toml");

/// The figures without the counts of moves that take long.
fn quick() -> String {
    let figures = PUBLISHED.split_inclusive("\n\n");
    figures.filter(|figure| !["4", "5", "6"].iter().any(|depth| figure.contains(&format!("depth = {depth}")))).collect()
}

#[test]
fn the_figures_of_three_men_are_met() {
    let game = Chess::new();
    let memory = Memory::new(game.slices());
    for part in components::parts(game.slices()) {
        if part.slices.iter().all(|&slice| game.size(slice) == 3) {
            solve::solve_part(&game, &Bitboards, &part, &Work::new(&Overlay { above: &memory, below: &() }, &()))
                .expect("the space keeps its contract");
        }
    }
    let rows = published::check(&Probe { space: &game, tables: &memory }, &quick(), &()).expect("is well formed");
    let count = |verdict| rows.iter().filter(|row| row.verdict == verdict).count();
    assert_eq!((count(Verdict::Ok), count(Verdict::Failed)), (40, 0), "{rows:#?}");
    assert_eq!(count(Verdict::Ok) + count(Verdict::NotSolvedHere) + count(Verdict::NotCompared), rows.len());
}
