//! Fast games of the engine against itself.

use hindsight::players::maim::board::MaimBoard;
use hindsight::players::maim::engine::{MaimEngine, MaimTask};
use hindsight::players::maim::generate::MovePart;
use hindsight::players::maim::moves::PackedMove;
use hindsight::search::SearchClock;
use hindsight::util::random::Random;

use crate::sample::Sample;

/// The start of the game.
pub fn start() -> MaimBoard {
    let back = |kind: usize| [0x42, 0x24, 0x81, 0x08, 0x10][kind - 1] * (1 | 1 << 56);
    let kinds = [0x00ff_0000_0000_ff00, back(1), back(2), back(3), back(4), back(5)];
    MaimBoard::new(kinds, [0xffff, 0xffff << 48], 0, 15, 64, 0)
}

/// The legal moves.
pub fn legal(board: &MaimBoard) -> Vec<PackedMove> {
    let mut moves = Vec::new();
    for part in [MovePart::Tactical, MovePart::Quiet] {
        board.generate(part, |mv| moves.push(mv));
    }
    moves
}

/// A position after random moves, of which a short search thinks that neither side is ahead by more than `most`.
pub fn opening(engine: &mut MaimEngine, random: &mut Random, plies: usize, most: i32) -> (MaimBoard, Vec<PackedMove>) {
    'again: loop {
        let (mut board, mut line) = (start(), Vec::new());
        for _ in 0..plies {
            let moves = legal(&board);
            if moves.is_empty() {
                continue 'again;
            }
            let mv = moves[random.below(moves.len())];
            board.play(mv);
            line.push(mv);
        }
        if legal(&board).is_empty() || board.is_dead() {
            continue;
        }
        let clock = SearchClock::running();
        let mut task = MaimTask::new(board, &clock);
        task.limit.nodes = Some(2_000);
        if engine.search(&task, &mut |_| ()).lines[0].score.abs() <= most {
            return (board, line);
        }
    }
}

/// Plays a game at `nodes` nodes a move. Returns its quiet positions.
pub fn play(engine: &mut MaimEngine, random: &mut Random, nodes: u64) -> Vec<Sample> {
    let plies = 8 + random.below(2);
    let (mut board, _) = opening(engine, random, plies, 400);
    let (mut samples, mut keys): (Vec<Sample>, Vec<u64>) = (Vec::new(), Vec::new());
    let (mut decided, mut level) = (0, 0);
    let result = loop {
        if legal(&board).is_empty() {
            break if board.checkers == 0 { 1 } else { 2 * board.side };
        }
        let seen = keys.iter().filter(|&&key| key == board.key).count();
        if board.is_dead() || board.clock >= 100 || seen >= 2 || keys.len() > 400 {
            break 1;
        }
        let clock = SearchClock::running();
        let mut task = MaimTask::new(board, &clock);
        (task.limit.nodes, task.before) = (Some(nodes), keys.clone());
        let best = engine.search(&task, &mut |_| ()).lines[0].clone();
        let score = if board.side == 0 { best.score } else { -best.score };
        if board.checkers == 0 && !board.is_tactical(best.mv) && score.abs() < 6_000 {
            samples.push(Sample::new(&board, score, 1));
        }
        decided = if score.abs() > 2_500 { decided + 1 } else { 0 };
        level = if score.abs() < 8 && keys.len() > 80 { level + 1 } else { 0 };
        if decided >= 5 {
            break if score > 0 { 2 } else { 0 };
        }
        if level >= 10 {
            break 1;
        }
        keys.push(board.key);
        board.play(best.mv);
    };
    samples.iter_mut().for_each(|sample| sample.result = result);
    samples
}

/// A line of moves each of which a short search finds almost as good as the best, to a position in which a longer
/// search finds neither side ahead by more than `most`.
pub fn plausible(engine: &mut MaimEngine, random: &mut Random, plies: usize, most: i32) -> Vec<PackedMove> {
    /// How much worse than the best a move may be, in hundredths of a pawn.
    const WORSE: i32 = 35;
    loop {
        let (mut board, mut line) = (start(), Vec::new());
        for _ in 0..plies {
            let clock = SearchClock::running();
            let mut task = MaimTask::new(board, &clock);
            (task.limit.nodes, task.lines) = (Some(10_000), 8);
            let lines = engine.search(&task, &mut |_| ()).lines;
            let good = lines.iter().filter(|root| root.score >= lines[0].score - WORSE).count();
            let mv = lines[random.below(good)].mv;
            board.play(mv);
            line.push(mv);
        }
        let clock = SearchClock::running();
        let mut task = MaimTask::new(board, &clock);
        task.limit.nodes = Some(100_000);
        if engine.search(&task, &mut |_| ()).lines[0].score.abs() <= most {
            return line;
        }
    }
}
