//! The geometry of an ending: both slices of it, as blocks of words.
//!
//! A block has the positions with one pair of kings and one side to move. Of the pieces, the last stands on any square: its
//! squares are the bits of a word. The others are held, and their squares make the number of the word, its *placement*.

use super::super::endings::kings::Pairs;
use super::super::endings::material::{BitboardSpace, Kind, Material};
use super::super::endings::numbering::{MOST_PIECES, Numbering, Squares};
use super::super::endings::symmetry::{self, Flip, RANKS};
use super::paths;
use crate::space::SliceId;

/// The most pieces that are held.
pub const MOST_HELD: usize = MOST_PIECES - 1;

/// A piece other than a king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    pub kind: Kind,
    /// 0 for the side whose pawns go up.
    pub side: usize,
}

/// A move of a king to an empty square, with the block where it leads.
#[derive(Clone, Copy)]
pub struct KingMove {
    pub to: u8,
    /// The number of the pair of kings afterwards.
    pub pair: u16,
    /// What leads to the pair that stands for them.
    pub flip: Flip,
}

/// What a conversion leads to.
pub struct Target {
    /// The slice; `None` for bare kings, a draw.
    pub slice: Option<SliceId>,
    numbering: Numbering,
    /// The pieces of the ending, in the order of the numbering.
    order: [u8; MOST_PIECES],
}

/// The geometry of an ending.
pub struct Ending {
    /// The pieces in the order of the numbering; the last makes the bits of a word.
    pub pieces: Vec<Piece>,
    pub pairs: &'static Pairs,
    /// Words of a block.
    pub placements: usize,
    /// Of each held piece, the distance of placements that differ by a square.
    pub strides: [u32; MOST_HELD],
    /// By placement, the squares of the held pieces.
    pub squares: Vec<[u8; MOST_HELD]>,
    /// By placement, the same as a set; all squares where two held pieces stand on one.
    pub occupied: Vec<u64>,
    /// By flip and placement, the placement of the image.
    pub flipped: Vec<Vec<u32>>,
    /// By side and pair of kings.
    pub king_moves: [Vec<Vec<KingMove>>; 2],
    /// The slices with each side to move.
    pub slices: [SliceId; 2],
    pub numberings: [Numbering; 2],
    /// By side that converts and [`Ending::target`].
    targets: [Vec<Option<Target>>; 2],
}

/// The number of the promotions, and of none.
const PROMOTIONS: usize = 1 + MOST_PIECES * Kind::PROMOTIONS.len();

/// The number of the targets of a side.
pub const TARGETS: usize = (MOST_PIECES + 1) * PROMOTIONS;

/// The number of the target of a move that captures one of the pieces, or promotes one, or both.
#[inline(always)]
pub fn target(captured: Option<usize>, promoted: Option<(usize, Kind)>) -> usize {
    let promotion = promoted.map_or(0, |(pawn, kind)| 4 * pawn + kind as usize);
    captured.map_or(0, |piece| piece + 1) * PROMOTIONS + promotion
}

impl Ending {
    /// The ending of a component.
    pub fn new<S: BitboardSpace>(space: &S, component: &[SliceId]) -> Ending {
        let slice = |material: &Material| {
            (0..space.slices().len() as u32).map(SliceId).find(|&slice| space.material(slice) == *material)
        };
        let first = component[0];
        let material = space.material(first);
        let numberings = [Numbering::new(&material), Numbering::new(&material.swapped())];
        let slices = [first, slice(&material.swapped()).unwrap_or(first)];
        let pieces = pieces(&numberings[0]);
        let pairs = Pairs::new(material.has_pawns());
        let held = &pieces[..pieces.len() - 1];

        let mut strides = [0; MOST_HELD];
        let mut placements = 1;
        for (stride, piece) in strides.iter_mut().zip(held).rev() {
            *stride = placements;
            placements *= if piece.kind == Kind::Pawn { 48 } else { 64 };
        }
        let squares: Vec<[u8; MOST_HELD]> = (0..placements)
            .map(|placement| {
                let mut squares = [0; MOST_HELD];
                for ((square, piece), stride) in squares.iter_mut().zip(held).zip(strides) {
                    let squares = if piece.kind == Kind::Pawn { 48 } else { 64 };
                    *square = (placement / stride % squares) as u8 + first_square(piece.kind);
                }
                squares
            })
            .collect();
        let occupied = |squares: &[u8; MOST_HELD]| {
            let set = squares[..held.len()].iter().fold(0, |set, square| set | 1u64 << square);
            if set.count_ones() as usize == held.len() { set } else { !0 }
        };
        let occupied = squares.iter().map(occupied).collect();
        let flips: Flip = if material.has_pawns() { 2 } else { 8 };
        let flipped = |flip: Flip| {
            let placement = |squares: &[u8; MOST_HELD]| {
                let places = squares.iter().zip(held).zip(strides);
                places
                    .map(|((&square, piece), stride)| {
                        u32::from(symmetry::square(flip, square) - first_square(piece.kind)) * stride
                    })
                    .sum::<u32>()
            };
            squares.iter().map(placement).collect()
        };
        let flipped = (0..flips).map(flipped).collect();
        let king_moves = [0, 1].map(|side| (0..pairs.count()).map(|pair| king_moves(pairs, pair, side)).collect());
        let targets = [0, 1].map(|side| targets(&pieces, side, &slice));
        Ending {
            pairs,
            placements: placements as usize,
            strides,
            squares,
            occupied,
            flipped,
            king_moves,
            slices,
            numberings,
            targets,
            pieces,
        }
    }

    /// The pieces that are held.
    #[inline(always)]
    pub fn held(&self) -> &[Piece] {
        &self.pieces[..self.pieces.len() - 1]
    }

    /// The piece that makes the bits of a word.
    #[inline(always)]
    pub fn free(&self) -> Piece {
        self.pieces[self.pieces.len() - 1]
    }

    /// The kings of a pair, by side.
    #[inline(always)]
    pub fn kings(&self, pair: usize) -> [u8; 2] {
        let (first, second) = self.pairs.squares(pair);
        [first, second]
    }

    /// The placement with a held piece on another square.
    #[inline(always)]
    pub fn moved(&self, placement: usize, piece: usize, to: u8) -> usize {
        let from = self.squares[placement][piece];
        (placement as i64 + (i64::from(to) - i64::from(from)) * i64::from(self.strides[piece])) as usize
    }

    /// Whether both sides have pawns, so that there are captures en passant.
    pub fn has_en_passant(&self) -> bool {
        [0, 1].iter().all(|&side| self.pieces.iter().any(|piece| piece.kind == Kind::Pawn && piece.side == side))
    }

    /// What a conversion leads to.
    pub fn target(&self, side: usize, target: usize) -> &Target {
        self.targets[side][target].as_ref().expect("the pieces that can convert have targets")
    }

    /// Whether both sides have the same pieces: one slice holds the positions with either to move.
    pub fn is_symmetric(&self) -> bool {
        self.slices[0] == self.slices[1]
    }
}

impl Target {
    /// The number of the position after a conversion by a side, all pieces of the ending standing on these squares; `None` if
    /// the kings touch.
    #[inline(always)]
    pub fn number(&self, side: usize, kings: [u8; 2], squares: &[u8; MOST_PIECES]) -> Option<u64> {
        // The other side is to move, and sees its pawns go up.
        let (mover, flip) = if side == 0 { (1, 56) } else { (0, 0) };
        let pieces = self.order.map(|piece| squares[usize::from(piece)] ^ flip);
        self.numbering.number(&Squares { mover: kings[mover] ^ flip, other: kings[1 - mover] ^ flip, pieces })
    }
}

/// The first square that a piece stands on.
#[inline(always)]
pub fn first_square(kind: Kind) -> u8 {
    if kind == Kind::Pawn { 8 } else { 0 }
}

/// The pieces of a numbering, those of side 0 being the mover's.
fn pieces(numbering: &Numbering) -> Vec<Piece> {
    let of = |group: &super::super::endings::numbering::Group| {
        let piece = Piece { kind: group.kind, side: usize::from(!group.is_mover) };
        std::iter::repeat_n(piece, group.count.into())
    };
    numbering.groups().iter().flat_map(of).collect()
}

fn king_moves(pairs: &Pairs, pair: usize, side: usize) -> Vec<KingMove> {
    let (first, second) = pairs.squares(pair);
    let kings = [first, second];
    let moved = |to: u8| {
        let mut kings = kings;
        kings[side] = to;
        let pair = pairs.of(kings[0], kings[1])?;
        Some(KingMove { to, pair: pair.number, flip: pair.flip })
    };
    paths::each(paths::steps(kings[side])).filter_map(moved).collect()
}

/// What the conversions of a side lead to.
fn targets(pieces: &[Piece], side: usize, slice: &dyn Fn(&Material) -> Option<SliceId>) -> Vec<Option<Target>> {
    let mut targets: Vec<Option<Target>> = (0..TARGETS).map(|_| None).collect();
    let of = |wanted: usize| (0..pieces.len()).filter(move |&piece| pieces[piece].side == wanted);
    let captures: Vec<Option<usize>> = std::iter::once(None).chain(of(1 - side).map(Some)).collect();
    let pawns = of(side).filter(|&piece| pieces[piece].kind == Kind::Pawn);
    let promotions = pawns.flat_map(|pawn| Kind::PROMOTIONS.map(|kind| Some((pawn, kind))));
    let promotions: Vec<Option<(usize, Kind)>> = std::iter::once(None).chain(promotions).collect();
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
    pieces: &[Piece],
    side: usize,
    captured: Option<usize>,
    promoted: Option<(usize, Kind)>,
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

/// The flip that leads from what the side to move sees to the pair that stands for the kings, and the number of that pair.
pub fn seen_by(ending: &Ending, side: usize, squares: (u8, u8)) -> Option<(usize, Flip)> {
    let (mover, other) = squares;
    let (kings, turned) = if side == 0 { ([mover, other], 0) } else { ([other ^ 56, mover ^ 56], RANKS) };
    let pair = ending.pairs.of(kings[0], kings[1])?;
    Some((pair.number.into(), pair.flip ^ turned))
}
