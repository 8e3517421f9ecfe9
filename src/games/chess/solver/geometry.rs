//! The geometry of an ending: both its slices, as blocks of words.
//!
//! A block has the positions with one pair of kings and one side to move. The last piece is free: its square is the bit
//! of a word. The other pieces are held: their squares make the number of the word in its block, the *placement*. Equal
//! held pieces are one digit of it, as in the numbering of a slice, so that no placement counts twice.

use super::super::attacks;
use super::super::endings::kings::KingPairs;
use super::super::endings::material::Material;
use super::super::endings::numbering::{EndingSquares, MOST_PIECES, Numbering, PieceGroup};
use super::super::endings::symmetry::{self, Mirror, RANKS};
use super::super::position::{PieceType, squares};
use super::super::rules::Chess;
use crate::space::combinatorics::{binomial, rank_subset, unrank_subset};
use crate::space::{Metric, SliceId};

/// The most pieces that are held.
pub const MOST_HELD: usize = MOST_PIECES - 1;

/// A piece other than a king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndingPiece {
    pub kind: PieceType,
    /// 0 for the side whose pawns go up.
    pub side: usize,
}

/// A move of a king to an empty square, with the block that it leads to.
#[derive(Clone, Copy)]
pub struct KingMove {
    pub to: u8,
    /// The number of the pair of kings that represents the kings after the move.
    pub pair: u16,
    /// The mirror that leads from the kings after the move to that pair.
    pub mirror: Mirror,
}

/// A digit of a placement: the rank of the squares of equal held pieces among all sets of as many squares.
#[derive(Clone, Copy, Default)]
struct HeldDigit {
    /// The first of the pieces, and their number.
    first: usize,
    count: usize,
    /// The lowest square that they can stand on. A pawn cannot stand on rank 1.
    lowest: u8,
    /// The difference between the placements of neighbouring sets, and the number of sets.
    stride: u32,
    size: u32,
}

/// The material after a conversion, and where its positions are.
pub struct Target {
    /// `None` for two bare kings, which are a draw.
    pub slice: Option<SliceId>,
    numbering: Numbering,
    /// The pieces of the ending, in the order of the numbering.
    order: [u8; MOST_PIECES],
}

/// The geometry of an ending.
pub struct EndingGeometry {
    /// The pieces in the order of the numbering; the last is free.
    pub pieces: Vec<EndingPiece>,
    pub pairs: &'static KingPairs,
    /// The number of words of a block.
    pub placements: usize,
    /// By held piece, the digit of the placement that it belongs to.
    digits: [HeldDigit; MOST_HELD],
    /// By placement, the squares of the held pieces, ascending for equal pieces.
    pub squares: Vec<[u8; MOST_HELD]>,
    /// By placement, the squares of the held pieces as a set; all squares if two held pieces share a square.
    pub occupied: Vec<u64>,
    /// By mirror and placement, the mirrored placement.
    pub mirrored: Vec<Vec<u32>>,
    /// By side and pair of kings.
    pub king_moves: [Vec<Vec<KingMove>>; 2],
    /// The plies that the depths count.
    pub metric: Metric,
    /// The slices with each side to move.
    pub slices: [SliceId; 2],
    pub numberings: [Numbering; 2],
    /// By the side that converts, and [`target`].
    targets: [Vec<Option<Target>>; 2],
    /// By side, the numbers of its targets.
    target_numbers: [Vec<usize>; 2],
}

/// The number of ways to promote a pawn, and one for no promotion.
const PROMOTIONS: usize = 1 + MOST_PIECES * PieceType::PROMOTIONS.len();

/// The number of the targets of a side.
pub const TARGETS: usize = (MOST_PIECES + 1) * PROMOTIONS;

/// The number of the target of a move that captures a piece, promotes a pawn, or both.
#[inline(always)]
pub fn target(captured: Option<usize>, promoted: Option<(usize, PieceType)>) -> usize {
    let promotion = promoted.map_or(0, |(pawn, kind)| 4 * pawn + kind as usize);
    captured.map_or(0, |piece| piece + 1) * PROMOTIONS + promotion
}

impl EndingGeometry {
    /// The ending of a component: a slice, and the slice with the other side to move.
    pub fn new(chess: &Chess, component: &[SliceId]) -> EndingGeometry {
        let slice = |material: &Material| chess.endings.slice(material);
        let first = component[0];
        let material = chess.endings.materials[first.index()];
        let numberings = [Numbering::new(&material), Numbering::new(&material.swapped())];
        let slices = [first, slice(&material.swapped()).unwrap_or(first)];
        let pieces = pieces(&numberings[0]);
        let pairs = KingPairs::new(material.has_pawns());
        let held = &pieces[..pieces.len() - 1];
        let (digits, placements) = digits(held);
        let squares: Vec<[u8; MOST_HELD]> = (0..placements).map(|number| held_squares(held, &digits, number)).collect();
        let occupied = |squares: &[u8; MOST_HELD]| {
            let set = squares[..held.len()].iter().fold(0, |set, square| set | 1u64 << square);
            if set.count_ones() as usize == held.len() { set } else { !0 }
        };
        let occupied = squares.iter().map(occupied).collect();
        let mirrors: Mirror = if material.has_pawns() { 2 } else { 8 };
        let mirrored = |mirror: Mirror| {
            let digit = |squares: &[u8; MOST_HELD], piece: usize| {
                digits[piece].place(symmetry::set(mirror, digits[piece].set(squares)))
            };
            let firsts = || (0..held.len()).filter(|&piece| digits[piece].first == piece);
            squares.iter().map(|squares| firsts().map(|piece| digit(squares, piece)).sum()).collect()
        };
        let mirrored = (0..mirrors).map(mirrored).collect();
        let king_moves = [0, 1].map(|side| (0..pairs.count()).map(|pair| king_moves(pairs, pair, side)).collect());
        let targets = [0, 1].map(|side| targets(&pieces, side, &slice));
        let numbers = |side: usize| (0..TARGETS).filter(|&number| targets[side][number].is_some()).collect();
        let target_numbers = [0, 1].map(numbers);
        EndingGeometry {
            pairs,
            placements: placements as usize,
            digits,
            squares,
            occupied,
            mirrored,
            king_moves,
            metric: chess.metric,
            slices,
            numberings,
            targets,
            target_numbers,
            pieces,
        }
    }

    /// The held pieces.
    #[inline(always)]
    pub fn held(&self) -> &[EndingPiece] {
        &self.pieces[..self.pieces.len() - 1]
    }

    /// The free piece.
    #[inline(always)]
    pub fn free(&self) -> EndingPiece {
        self.pieces[self.pieces.len() - 1]
    }

    /// The kings of a pair, by side.
    #[inline(always)]
    pub fn kings(&self, pair: usize) -> [u8; 2] {
        let (first, second) = self.pairs.squares(pair);
        [first, second]
    }

    /// The placement with one held piece on another square.
    #[inline(always)]
    pub fn moved(&self, placement: usize, piece: usize, to: u8) -> usize {
        let (digit, squares) = (&self.digits[piece], &self.squares[placement]);
        let from = squares[piece];
        if digit.count == 1 {
            return (placement as i64 + (i64::from(to) - i64::from(from)) * i64::from(digit.stride)) as usize;
        }
        let before = digit.set(squares);
        placement + digit.place(before ^ (1 << from | 1 << to)) as usize - digit.place(before) as usize
    }

    /// The held piece on a square in a placement, among the pieces that are equal to `piece`.
    pub fn held_on(&self, placement: usize, piece: usize, square: u8) -> usize {
        let HeldDigit { first, count, .. } = self.digits[piece];
        (first..first + count).find(|&equal| self.squares[placement][equal] == square).unwrap_or(piece)
    }

    /// The part of the placement for the squares of a held piece and all that are equal to it.
    pub fn place(&self, piece: usize, squares: u64) -> u32 {
        self.digits[piece].place(squares)
    }

    /// Whether both sides have pawns, so that there are captures en passant.
    pub fn has_en_passant(&self) -> bool {
        [0, 1].iter().all(|&side| self.pieces.iter().any(|piece| piece.kind == PieceType::Pawn && piece.side == side))
    }

    /// The numbers of the targets of a side.
    #[inline(always)]
    pub fn targets(&self, side: usize) -> &[usize] {
        &self.target_numbers[side]
    }

    /// The target of a conversion; `None` if the side has no pieces that convert in this way.
    #[inline(always)]
    pub fn target(&self, side: usize, target: usize) -> Option<&Target> {
        self.targets[side][target].as_ref()
    }

    /// Whether both sides have the same pieces, so that one slice holds the positions of both sides to move.
    pub fn is_symmetric(&self) -> bool {
        self.slices[0] == self.slices[1]
    }
}

impl Target {
    /// The number of the position after a conversion by `side` that leaves the pieces of the ending on these squares;
    /// `None` if the kings are adjacent.
    #[inline(always)]
    pub fn number(&self, side: usize, kings: [u8; 2], squares: &[u8; MOST_PIECES]) -> Option<u64> {
        // The other side is to move, and sees its pawns go up.
        let (mover, rotation) = if side == 0 { (1, 56) } else { (0, 0) };
        let pieces = self.order.map(|piece| squares[usize::from(piece)] ^ rotation);
        self.numbering.number(&EndingSquares {
            mover: kings[mover] ^ rotation,
            other: kings[1 - mover] ^ rotation,
            pieces,
        })
    }
}

/// The first square that a piece can stand on: pawns stand on the ranks 2 to 7.
#[inline(always)]
pub fn first_square(kind: PieceType) -> u8 {
    if kind == PieceType::Pawn { 8 } else { 0 }
}

impl HeldDigit {
    /// The squares of the pieces in a placement.
    #[inline(always)]
    fn set(&self, squares: &[u8; MOST_HELD]) -> u64 {
        squares[self.first..self.first + self.count].iter().fold(0, |set, square| set | 1 << square)
    }

    /// The part of the placement for a set of squares.
    #[inline(always)]
    fn place(&self, squares: u64) -> u32 {
        rank_subset(squares >> self.lowest) as u32 * self.stride
    }
}

/// The digits by held piece, and the number of placements.
fn digits(held: &[EndingPiece]) -> ([HeldDigit; MOST_HELD], u32) {
    let (mut digits, mut placements, mut after) = ([HeldDigit::default(); MOST_HELD], 1, held.len());
    for equal in held.chunk_by(|one, next| one == next).rev() {
        let first = after - equal.len();
        let size = binomial(number_of_squares(equal[0].kind), equal.len() as u32) as u32;
        let lowest = first_square(equal[0].kind);
        digits[first..after].fill(HeldDigit { first, count: equal.len(), lowest, stride: placements, size });
        placements *= size;
        after = first;
    }
    (digits, placements)
}

fn held_squares(held: &[EndingPiece], digits: &[HeldDigit; MOST_HELD], placement: u32) -> [u8; MOST_HELD] {
    let mut squares = [0; MOST_HELD];
    for digit in digits[..held.len()].chunk_by(|one, next| one.first == next.first) {
        let HeldDigit { first, count, lowest, stride, size } = digit[0];
        let mut set = unrank_subset(u64::from(placement / stride % size), count as u32) << lowest;
        for square in &mut squares[first..first + count] {
            *square = set.trailing_zeros() as u8;
            set &= set - 1;
        }
    }
    squares
}

/// The pieces of a numbering. Side 0 is the side to move of the first slice.
fn pieces(numbering: &Numbering) -> Vec<EndingPiece> {
    let of = |group: &PieceGroup| {
        let piece = EndingPiece { kind: group.kind, side: usize::from(!group.is_mover) };
        std::iter::repeat_n(piece, group.count.into())
    };
    numbering.groups().iter().flat_map(of).collect()
}

/// The number of squares that a piece can stand on.
fn number_of_squares(kind: PieceType) -> u32 {
    if kind == PieceType::Pawn { 48 } else { 64 }
}

fn king_moves(pairs: &KingPairs, pair: usize, side: usize) -> Vec<KingMove> {
    let (first, second) = pairs.squares(pair);
    let kings = [first, second];
    let moved = |to: u8| {
        let mut kings = kings;
        kings[side] = to;
        let pair = pairs.of(kings[0], kings[1])?;
        Some(KingMove { to, pair: pair.number, mirror: pair.mirror })
    };
    squares(attacks::king(kings[side])).filter_map(moved).collect()
}

/// The targets of a side.
fn targets(pieces: &[EndingPiece], side: usize, slice: &dyn Fn(&Material) -> Option<SliceId>) -> Vec<Option<Target>> {
    let mut targets: Vec<Option<Target>> = (0..TARGETS).map(|_| None).collect();
    let of = |wanted: usize| (0..pieces.len()).filter(move |&piece| pieces[piece].side == wanted);
    let captures: Vec<Option<usize>> = std::iter::once(None).chain(of(1 - side).map(Some)).collect();
    let pawns = of(side).filter(|&piece| pieces[piece].kind == PieceType::Pawn);
    let promotions = pawns.flat_map(|pawn| PieceType::PROMOTIONS.map(|kind| Some((pawn, kind))));
    let promotions: Vec<Option<(usize, PieceType)>> = std::iter::once(None).chain(promotions).collect();
    for &captured in &captures {
        for &promoted in &promotions {
            if captured.is_some() || promoted.is_some() {
                targets[target(captured, promoted)] = Some(converted(pieces, side, captured, promoted, slice));
            }
        }
    }
    targets
}

fn converted(
    pieces: &[EndingPiece],
    side: usize,
    captured: Option<usize>,
    promoted: Option<(usize, PieceType)>,
    slice: &dyn Fn(&Material) -> Option<SliceId>,
) -> Target {
    let kind = |piece: usize| match promoted {
        Some((pawn, kind)) if pawn == piece => kind,
        _ => pieces[piece].kind,
    };
    let left: Vec<usize> = (0..pieces.len()).filter(|&piece| Some(piece) != captured).collect();
    let mut material = Material::default();
    for &piece in &left {
        let army = if pieces[piece].side == side { &mut material.other } else { &mut material.mover };
        army[kind(piece) as usize] += 1;
    }
    let numbering = Numbering::new(&material);
    let (mut order, mut next) = ([0; MOST_PIECES], 0);
    for group in numbering.groups() {
        let belongs = |&piece: &usize| kind(piece) == group.kind && (pieces[piece].side != side) == group.is_mover;
        for piece in left.iter().copied().filter(belongs) {
            order[next] = piece as u8;
            next += 1;
        }
    }
    Target { slice: slice(&material), numbering, order }
}

/// The block of a slice's pair of kings, given as the squares that the side to move sees, and the mirror that leads to
/// it.
pub fn seen_by(ending: &EndingGeometry, side: usize, squares: (u8, u8)) -> Option<(usize, Mirror)> {
    let (mover, other) = squares;
    let (kings, rotation) = if side == 0 { ([mover, other], 0) } else { ([other ^ 56, mover ^ 56], RANKS) };
    let pair = ending.pairs.of(kings[0], kings[1])?;
    Some((pair.number.into(), pair.mirror ^ rotation))
}
