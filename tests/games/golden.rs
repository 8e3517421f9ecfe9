//! Figures that do not change: what was published, what was found once and is kept, and lines of play counted by rules
//! written a second time.

use std::sync::OnceLock;

use hindsight::game::{Game, Notation, PlayRules};
use hindsight::games::pangki::Pangki;
use hindsight::games::tic_tac_toe::TicTacToe;
use hindsight::query::Probe;
use hindsight::query::statistics::{Statistics, of_slice};
use hindsight::search::perft::perft;
use hindsight::solve::{self, bitsets::Bitsets, retrograde::Retrograde};
use hindsight::space::{SliceId, Space, Symmetry};
use hindsight::values::Memory;
use hindsight::verify::{Check, Verdict, laws, published, sample};

/// The figures that were published of Pangki.
const PUBLISHED: &str = include_str!("../../data/published/pangki.toml");

fn pangki() -> &'static (Pangki, Memory) {
    static PANGKI: OnceLock<(Pangki, Memory)> = OnceLock::new();
    PANGKI.get_or_init(|| {
        let game = Pangki::new();
        let solved = solve::in_memory(&game, &Bitsets, &()).expect("Pangki is solved");
        (game, solved)
    })
}

fn assert_ok(rows: &[Check]) {
    for row in rows {
        assert_eq!(row.verdict, Verdict::Ok, "{row:#?}");
    }
}

#[test]
fn every_published_figure_is_met() {
    let (game, solved) = pangki();
    assert_eq!(figures_met(game, solved, PUBLISHED), (14, 1));
    let game = TicTacToe::new();
    let solved = solve::in_memory(&game, &Retrograde, &()).expect("tic-tac-toe is solved");
    assert_eq!(figures_met(&game, &solved, include_str!("../../data/published/tic-tac-toe.toml")), (5, 0));
}

/// That every published figure of a game is met: how many are compared, and how many are shown beside them, since they
/// depend on the machine.
fn figures_met<G: Symmetry + Notation + PlayRules>(game: &G, solved: &Memory, toml: &str) -> (usize, usize) {
    let rows = published::check(&Probe { space: game, tables: solved }, toml, &()).expect("is well formed");
    let (shown, compared): (Vec<Check>, Vec<Check>) =
        rows.into_iter().partition(|row| row.verdict == Verdict::NotCompared);
    assert_ok(&compared);
    assert!(shown.iter().chain(&compared).all(|row| !row.source.is_empty()), "every figure has its source");
    (compared.len(), shown.len())
}

#[test]
fn the_published_game_can_be_completed_in_32_ways() {
    let (game, solved) = pangki();
    let rows = published::check(&Probe { space: game, tables: solved }, PUBLISHED, &());
    let rows = rows.expect("is well formed");
    let row = rows.iter().find(|row| row.found == "32 games").expect("there are 32");
    let every_best = "every one of them was a best one in 6";
    assert!(row.details.iter().any(|line| line == every_best), "{row:#?}");

    // Black has not been beaten to nothing but shut in: the game is played out with all twelve pieces on the board.
    let end = game.parse(row.details.last().expect("the last position").trim()).expect("is a position");
    assert_eq!((end.own.count_ones(), end.other.count_ones(), end.white_to_move), (6, 6, false));
    assert_eq!(game.moves(&end).count(), 0);
}

#[test]
fn every_law_is_kept_on_every_entry_of_pangki() {
    let (game, solved) = pangki();
    assert_ok(&laws::check(&Probe { space: game, tables: solved }, &()).expect("memory can be trusted"));
}

#[test]
fn forward_search_finds_what_the_solver_found() {
    let (game, solved) = pangki();
    assert_ok(&sample::check(&Probe { space: game, tables: solved }, 500, &()).expect("memory can be trusted"));
}

#[test]
fn the_deepest_positions_of_pangki() {
    let (game, solved) = pangki();
    let probe = Probe { space: game, tables: solved };
    let figures = |slice| of_slice(&probe, slice, &()).expect("memory can be trusted");
    let all: Vec<_> = (0..game.slices().len()).map(|slice| figures(SliceId(slice as u32))).collect();
    let sum = Statistics::sum(&all);
    assert_eq!(sum.longest_win.map(|(plies, _)| plies), Some(71));
    assert_eq!(sum.longest_loss.map(|(plies, _)| plies), Some(72));
}

/// Pangki as its source words it, on sixteen characters: `M` for the mover, `e` for the enemy, `.` for nobody.
fn plain_perft(board: [char; 16], depth: u32) -> u64 {
    let count = |piece: char| board.iter().filter(|&&c| c == piece).count();
    if depth == 0 {
        return 1;
    }
    if count('M') < 2 || count('e') < 2 {
        return 0;
    }
    let mut lines = 0;
    for from in (0..16).filter(|&square| board[square] == 'M') {
        for to in (0..16).filter(|&square| board[square] == '.') {
            let (files, ranks) = ((from % 4_usize).abs_diff(to % 4), (from / 4_usize).abs_diff(to / 4));
            if files + ranks == 1 {
                lines += plain_perft(after(board, from, to), depth - 1);
            }
        }
    }
    lines
}

/// The board after a step, as the other side sees it.
fn after(mut board: [char; 16], from: usize, to: usize) -> [char; 16] {
    board.swap(from, to);
    let row: [usize; 4] = std::array::from_fn(|i| to / 4 * 4 + i);
    let file: [usize; 4] = std::array::from_fn(|i| to % 4 + 4 * i);
    let mut taken = Vec::new();
    for line in [row, file] {
        let text: String = line.iter().map(|&square| board[square]).collect();
        let place = match text.as_str() {
            "MMe." => Some(2),
            ".MMe" => Some(3),
            "eMM." => Some(0),
            ".eMM" => Some(1),
            _ => None,
        };
        taken.extend(place.map(|place: usize| line[place]));
    }
    taken.into_iter().for_each(|square| board[square] = '.');
    board.map(|piece| match piece {
        'M' => 'e',
        'e' => 'M',
        _ => '.',
    })
}

#[test]
fn lines_of_pangki_are_those_of_the_plain_rules() {
    let game = Pangki::new();
    let mut board = ['.'; 16];
    [0, 1, 2, 3, 4, 7].into_iter().for_each(|square| board[square] = 'M');
    [8, 11, 12, 13, 14, 15].into_iter().for_each(|square| board[square] = 'e');
    let counts: Vec<u64> = (0..=7).map(|depth| perft(&game, &game.start(), depth)).collect();
    let plain: Vec<u64> = (0..=7).map(|depth| plain_perft(board, depth)).collect();
    assert_eq!(counts, plain);
    assert_eq!(counts[1], 4);
}
