//! Maim: a player of chess, named after Jason Doucette's Maim Chess of 1998.
//!
//! It deepens iteratively on one thread or several ([`deepening`](super::deepening)), by principal variation search. A
//! small neural network, trained with its own games, evaluates positions. Endings in solved tables are played from the
//! tables alone, and their exact values end lines of the search.
//!
//! # Overview of modules
//!
//! * [`factory`] makes the player. It converts between the positions and moves of the game and of the search.
//! * [`engine`]: tasks and results. [`search`]: the search of one thread, with its nodes in `node` and `quiescence`.
//!   [`root`]: the moves at the root. [`picker`]: the order of the other moves. [`history`]: scores of moves learnt in
//!   the search. [`exchange`]: the material that captures win.
//! * [`board`], [`moves`], [`generate`], [`keys`], [`bits`]: a board that is copied for every move, with its hash,
//!   checks and pins. The rules of [`chess`](crate::games::chess) do without these.
//! * `solved`: endings in tables. `syzygy`: tables of another program.
//! * [`network`], [`evaluate`]: the evaluation. [`score`]: scores.
//!
//! Moves are generated in stages, and quiet moves are ordered by the moves that led to the node. Therefore [`picker`]
//! is used in place of [`ordering`](crate::search::ordering).

pub mod bits;
pub mod board;
pub mod engine;
pub mod entry;
pub mod evaluate;
pub mod exchange;
pub mod generate;
pub mod history;
pub mod keys;
pub mod moves;
pub mod network;
mod node;
pub mod picker;
mod quiescence;
pub mod root;
pub mod score;
pub mod search;
mod solved;
#[cfg(feature = "syzygy")]
pub mod syzygy;

use std::time::Duration;

use crate::game::{Value, chance_at};
use crate::games::chess::{Chess, Move as GameMove, NO_FILE, PieceType, Position};
use crate::search::{Abilities, Details, Limit, Player, PlayerFactory, SearchRequest, SearchResult, Settings};
use board::{MaimBoard, NO_SQUARE};
use engine::{MaimEngine, MaimResult, MaimTask};
use moves::PackedMove;
use score::value_of;

/// The time for a move if there is no limit.
const TIME: Duration = Duration::from_secs(1);

/// The player.
struct Maim(MaimEngine);

/// Makes the player.
pub fn factory() -> PlayerFactory<Chess> {
    PlayerFactory {
        name: "maim",
        about: "principal variation search on several threads, with a network trained with its own games",
        unit: Some("hundredths of a pawn"),
        chance: |_, _, score| Some(chance_at(score / f64::from(network::SCALE))),
        settings: &["depth", "time", "threads", "hash", "tables"],
        new_player: |settings: &Settings| Box::new(Maim(MaimEngine::new(settings.hash))),
    }
}

/// The board of a position.
pub fn board_of(position: &Position) -> MaimBoard {
    let &Position { kinds, colours, side, castling, en_passant, clock, .. } = position;
    let behind = if en_passant == NO_FILE { NO_SQUARE } else { en_passant + if side == 0 { 40 } else { 16 } };
    MaimBoard::new(kinds, colours, side, castling, behind, clock)
}

/// The position of a board without castling rights and en-passant right.
fn position_of(board: &MaimBoard) -> Position {
    let &MaimBoard { kinds, colours, side, clock, .. } = board;
    Position { kinds, colours, side, castling: 0, en_passant: NO_FILE, clock, number: 1 }
}

fn move_of(mv: GameMove) -> PackedMove {
    match mv.promotion {
        Some(kind) => PackedMove::promoting(mv.from, mv.to, kind as usize),
        None => PackedMove::new(mv.from, mv.to),
    }
}

fn game_move(mv: PackedMove) -> GameMove {
    GameMove { from: mv.from(), to: mv.to(), promotion: mv.promotion().map(|kind| PieceType::ALL[kind]) }
}

impl Player<Chess> for Maim {
    fn search(&mut self, request: &SearchRequest<Chess>) -> SearchResult<GameMove> {
        let solved = solved::moves(request);
        let (mut allowed, mut known) = (request.moves.to_vec(), None);
        match solved.first() {
            Some(&(_, Value::Draw)) if request.lines == 1 => {
                // To the tables all draws are equal: the evaluation chooses among them.
                let draws = solved.iter().filter(|(_, value)| *value == Value::Draw);
                (allowed, known) = (draws.map(|&(mv, _)| mv).collect(), Some(Value::Draw));
            }
            Some(_) => return solved::results(request, &solved),
            None => {}
        }
        let exact = |board: &MaimBoard| match board.en_passant {
            NO_SQUARE => request.exact.quick_value(&position_of(board)).ok().flatten(),
            _ => None,
        };
        let back = usize::from(request.position.clock).min(request.before.len());
        let before = &request.before[request.before.len() - back..];
        let task = MaimTask {
            before: before.iter().map(|position| board_of(position).key).collect(),
            allowed: allowed.iter().copied().map(move_of).collect(),
            lines: request.lines,
            limit: request.limit.or(Limit::within(TIME)),
            clock: request.clock,
            threads: request.threads,
            exact: (!request.exact.is_empty() && known.is_none()).then_some(&exact),
            is_stopped: &|| request.watch.is_stopped(),
            ..MaimTask::new(board_of(request.position), request.clock)
        };
        let found = self.0.search(&task, &mut |found| {
            for number in 0..found.lines.len() {
                let result = result(request, found, number, known);
                if found.bound == Default::default() {
                    request.watch.iteration(&result);
                } else {
                    request.watch.bound(&result);
                }
            }
        });
        result(request, &found, 0, known)
    }

    fn forget(&mut self) {
        self.0.forget();
    }

    fn abilities(&self) -> Abilities {
        Abilities { moves: true, lines: true, limits: true }
    }
}

/// The result for one of the lines, with the value of the root if it is known.
fn result(
    request: &SearchRequest<Chess>,
    found: &MaimResult,
    number: usize,
    known: Option<Value>,
) -> SearchResult<GameMove> {
    let line = &found.lines[number];
    let mut result = SearchResult {
        depth: found.depth,
        nodes: found.nodes,
        leaves: found.leaves,
        time: request.start.elapsed(),
        line: line.line.iter().copied().map(game_move).collect(),
        details: Details {
            number,
            bound: found.bound,
            selective_depth: Some(found.reached),
            hash_full: Some(found.fullness),
            table_hits: Some(found.hits),
            missing_threads: found.missing_threads,
        },
        ..SearchResult::of_move(game_move(line.mv), line.score)
    };
    result.rate(line.score, known.or(value_of(line.score)));
    result
}

#[cfg(test)]
mod tests;
