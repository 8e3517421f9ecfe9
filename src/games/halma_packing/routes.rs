//! The way of a move from square to square.

use super::board::{DIRECTIONS, Position, STRIDE, TARGET, shifted};
use super::region::region;

/// A turn of one piece. The way that it takes is not part of it: every way to the same square leads to the same
/// position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The bit of the square that the piece leaves.
    pub(super) from: u8,
    /// The bit of the square that it ends on.
    pub(super) to: u8,
}

/// The squares that a piece touches in a turn, the first and the last among them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Route {
    /// A step to a neighbouring square.
    Step([u8; 2]),
    /// A chain of hops.
    Hops(Vec<u8>),
}

/// The square one further in a direction, if it is on the board. Not every square of the board is in the region.
fn beside(square: u8, direction: (i8, i8)) -> Option<u8> {
    let next = shifted(1 << square, direction);
    (next != 0 && next.trailing_zeros() % STRIDE < STRIDE - 1).then(|| next.trailing_zeros() as u8)
}

/// The direction and the distance from one square to another on a line.
fn line(from: u8, to: u8) -> Option<((i8, i8), u8)> {
    let coordinates = |square: u8| (square as i8 % STRIDE as i8, square as i8 / STRIDE as i8);
    let ((x, y), (to_x, to_y)) = (coordinates(from), coordinates(to));
    let (columns, rows) = (to_x - x, to_y - y);
    let straight = columns == 0 || rows == 0 || columns.abs() == rows.abs();
    let distance = columns.abs().max(rows.abs());
    (straight && distance > 0).then(|| ((columns.signum(), rows.signum()), distance as u8))
}

/// The name of a square: its column as a letter and its row as a number, both from the corner.
pub(super) fn name(square: u8) -> String {
    format!("{}{}", char::from(b'a' + square % STRIDE as u8), 1 + square / STRIDE as u8)
}

/// The square of a name, in the region or not: `None` if it is no name of a square of the Halma board.
fn named(name: &str) -> Option<Option<u8>> {
    let (column, row) = (name.chars().next()?.to_ascii_lowercase(), name.get(1..)?);
    let number = row.parse::<u8>().ok().filter(|number| (1..=16).contains(number) && !row.starts_with(['0', '+']))?;
    let (x, y) = (u32::from(column).checked_sub('a'.into()).filter(|&x| x < 16)?, u32::from(number) - 1);
    Some((x < STRIDE - 1 && x + STRIDE * y < u64::BITS).then(|| (x + STRIDE * y) as u8))
}

impl Position {
    fn has(&self, square: u8) -> bool {
        self.pieces >> square & 1 == 1
    }

    /// The shortest way of a legal move: a step if there is one, else the fewest hops, the first such chain in the
    /// order of directions.
    pub(super) fn route(&self, Move { from, to }: Move) -> Route {
        if self.step(from, to).is_ok() {
            return Route::Step([from, to]);
        }
        let mut came_from = [None; 64];
        let (mut queue, mut next) = (vec![from], 0);
        while let Some(&square) = queue.get(next).filter(|&&square| square != to) {
            next += 1;
            let landings = DIRECTIONS.iter().filter_map(|&direction| beside(beside(square, direction)?, direction));
            for landing in landings {
                let fresh = landing != from && came_from[usize::from(landing)].is_none();
                if fresh && self.hop(from, square, landing).is_ok() {
                    came_from[usize::from(landing)] = Some(square);
                    queue.push(landing);
                }
            }
        }
        let mut squares: Vec<u8> = std::iter::successors(Some(to), |&square| came_from[usize::from(square)]).collect();
        squares.reverse();
        Route::Hops(squares)
    }

    /// The move of a text; `None` if the text does not have the form of a move.
    ///
    /// # Errors
    /// Why the move is not legal.
    pub(super) fn read_route(&self, text: &str) -> Option<Result<Move, String>> {
        let separator = if text.contains(':') { ':' } else { '-' };
        let squares: Vec<(&str, Option<u8>)> =
            text.split(separator).map(|name| Some((name.trim(), named(name.trim())?))).collect::<Option<_>>()?;
        if squares.len() < 2 {
            return None;
        }
        if separator == '-' && squares.len() > 2 {
            return Some(Err("a move is one step, as in c3-d4, or hops, as in a1:c3:e5".to_string()));
        }
        let inside = |&(name, square): &(&str, Option<u8>)| match square {
            Some(square) if region(self.squares) >> square & 1 == 1 => Ok(square),
            _ => Err(format!("{} is outside the region of {} squares", name.to_ascii_lowercase(), self.squares)),
        };
        let squares: Result<Vec<u8>, String> = squares.iter().map(inside).collect();
        Some(squares.and_then(|squares| self.follow(&squares, separator == ':')))
    }

    /// The move along these squares.
    fn follow(&self, squares: &[u8], hops: bool) -> Result<Move, String> {
        let (from, to) = (squares[0], squares[squares.len() - 1]);
        if self.pieces == TARGET {
            return Err("all pieces are home".to_string());
        }
        if !self.has(from) {
            return Err(format!("no piece is on {}", name(from)));
        }
        for (number, pair) in squares.windows(2).enumerate() {
            if pair[0] == pair[1] {
                return Err(format!("the piece is on {} already", name(pair[1])));
            }
            if squares[..=number].contains(&pair[1]) {
                return Err(format!("a piece does not come back to {}, which it has left", name(pair[1])));
            }
            if hops { self.hop(from, pair[0], pair[1])? } else { self.step(pair[0], pair[1])? }
        }
        Ok(Move { from, to })
    }

    /// Whether a piece can step from one square to another.
    fn step(&self, from: u8, to: u8) -> Result<(), String> {
        self.enter(from, to)?;
        match line(from, to) {
            Some((_, 1)) => Ok(()),
            _ => Err("a step is to a neighbouring square; hops are written with `:`, as in a1:c3".to_string()),
        }
    }

    /// Whether the piece that started on `start` can hop from one square to another.
    fn hop(&self, start: u8, from: u8, to: u8) -> Result<(), String> {
        self.enter(from, to)?;
        match line(from, to) {
            Some((direction, 2)) => match beside(from, direction) {
                Some(over) if over != start && self.has(over) => Ok(()),
                Some(over) => Err(format!("there is no other piece on {} to hop over", name(over))),
                None => Err(format!("nothing is between {} and {}", name(from), name(to))),
            },
            _ => Err(format!("a hop ends two squares away in a line, and {} is not so from {}", name(to), name(from))),
        }
    }

    /// Whether a piece on one square may enter another: it is empty, and the piece does not leave the target.
    fn enter(&self, from: u8, to: u8) -> Result<(), String> {
        if region(self.squares) >> to & 1 == 0 {
            Err(format!("{} is outside the region of {} squares", name(to), self.squares))
        } else if self.has(to) {
            Err(format!("a piece is on {}", name(to)))
        } else if TARGET >> from & 1 == 1 && TARGET >> to & 1 == 0 {
            Err(format!("a piece on {} does not leave the target", name(from)))
        } else {
            Ok(())
        }
    }
}
