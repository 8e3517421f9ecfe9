//! Where the pieces of one player go, fast: a byte for each square, with a rim of two squares around the board.

use crate::games::halma::{Board, STRIDE, Squares};

/// The distance of two rows.
const WIDE: usize = 20;

/// The ways to the eight neighbours.
const WAYS: [isize; 8] = [-21, -20, -19, -1, 1, 19, 20, 21];

/// A square that may be entered.
const EMPTY: u8 = 0;
/// A square with a piece.
const PIECE: u8 = 1;
/// Beyond the rim, or a square that may not be entered.
const CLOSED: u8 = 2;
/// A square that the current chain of hops has reached.
const REACHED: u8 = 3;

/// The board for one player.
#[derive(Clone)]
pub struct Mailbox {
    squares: [u8; WIDE * WIDE],
    target: [bool; WIDE * WIDE],
}

impl Mailbox {
    /// The board with the pieces of the others, on which `closed` squares may not be entered.
    pub fn new(board: &Board, player: usize, others: &Squares, closed: &Squares) -> Mailbox {
        let mut mailbox = Mailbox { squares: [CLOSED; WIDE * WIDE], target: [false; WIDE * WIDE] };
        (board.squares & !*closed).iter().for_each(|square| mailbox.squares[place(square)] = EMPTY);
        others.iter().for_each(|square| mailbox.squares[place(square)] = PIECE);
        board.target(player).iter().for_each(|square| mailbox.target[place(square)] = true);
        mailbox
    }

    /// Calls `visit` with both ends of every turn of the player whose pieces are `own`.
    #[inline(always)]
    pub fn turns(&mut self, own: &Squares, mut visit: impl FnMut(u8, u8)) {
        let mut saved = [(0, 0); 16];
        let pieces = own.len() as usize;
        for (slot, square) in saved.iter_mut().zip(own.iter()) {
            *slot = (place(square), self.squares[place(square)]);
            self.squares[place(square)] = PIECE;
        }
        own.iter().for_each(|from| self.turns_of(from, &mut visit));
        saved[..pieces].iter().for_each(|&(place, before)| self.squares[place] = before);
    }

    /// The turns of the piece on a square.
    #[inline(always)]
    fn turns_of(&mut self, from: u8, visit: &mut impl FnMut(u8, u8)) {
        let (mut reached, mut number) = ([0usize; 256], 1);
        let start = place(from);
        reached[0] = start;
        self.squares[start] = REACHED;
        let mut next = 0;
        while next < number {
            let here = reached[next];
            let bound = self.target[here];
            for way in WAYS {
                let beyond = here.wrapping_add_signed(2 * way);
                if self.squares[here.wrapping_add_signed(way)] == PIECE
                    && self.squares[beyond] == EMPTY
                    && (!bound || self.target[beyond])
                {
                    self.squares[beyond] = REACHED;
                    reached[number] = beyond;
                    number += 1;
                }
            }
            next += 1;
        }
        let bound = self.target[start];
        for way in WAYS {
            let beside = start.wrapping_add_signed(way);
            if self.squares[beside] == EMPTY && (!bound || self.target[beside]) {
                visit(from, square(beside));
            }
        }
        for &there in &reached[1..number] {
            self.squares[there] = EMPTY;
            visit(from, square(there));
        }
        self.squares[start] = PIECE;
    }
}

/// The place of a square.
#[inline(always)]
fn place(square: u8) -> usize {
    WIDE * usize::from(square / STRIDE + 2) + usize::from(square % STRIDE + 2)
}

/// The square of a place.
#[inline(always)]
fn square(place: usize) -> u8 {
    (usize::from(STRIDE) * (place / WIDE - 2) + place % WIDE - 2) as u8
}
