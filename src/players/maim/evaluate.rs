//! The evaluation: a sum of weighted terms for the middle game and for the endgame, tapered by the material left.
//!
//! One pass over the pieces finds what they attack; a second finds threats, the safety of the kings and passed pawns. The
//! weights are fitted by `tools/maim`, which counts the terms through a [`Sink`] instead of adding them up.

use super::bits::{self, each, seen};
use super::board::{BISHOP, Board, KING, KNIGHT, PAWN, QUEEN, ROOK};
use super::pawns::{PawnTable, Pawns};
use super::sink::{Sink, Sum};
use super::terms::*;

/// The phase of a full board.
pub const FULL_PHASE: i32 = 24;

/// Beyond this, material, place and pawns alone decide, in hundredths of a pawn.
const DECISIVE: i32 = 1_200;

/// The evaluation for the side to move, in hundredths of a pawn.
pub fn evaluate(board: &Board, pawns: &mut PawnTable) -> i32 {
    let mut sum = Sum(board.placed);
    let pawns = pawns.get(board);
    sum.0 += pawns.score;
    let rough = tapered(sum.0.middle(), sum.0.end(), phase(board), 64);
    if rough.abs() > DECISIVE {
        return if board.side == 0 { rough } else { -rough };
    }
    terms(board, &pawns, &mut sum);
    let score = tapered(sum.0.middle(), sum.0.end(), phase(board), scale(board, sum.0.end()));
    if board.side == 0 { score } else { -score }
}

/// The phase, 24 for a full board and 0 for kings and pawns.
pub fn phase(board: &Board) -> i32 {
    i32::from(board.phase).min(FULL_PHASE)
}

/// The evaluation of a phase; the endgame counts `scale` of 64.
#[inline(always)]
pub fn tapered(middle: i32, end: i32, phase: i32, scale: i32) -> i32 {
    (middle * phase * 64 + end * (FULL_PHASE - phase) * scale) / (FULL_PHASE * 64)
}

/// How much the side that is ahead in the endgame can hope for: 64 for all.
#[inline(always)]
pub fn scale(board: &Board, end: i32) -> i32 {
    let ahead = usize::from(end < 0);
    let pawns = board.of(PAWN, ahead).count_ones() as i32;
    let bishops = board.kinds[BISHOP];
    let (light, pieces) =
        (0x55aa_55aa_55aa_55aa_u64, |c: usize| board.colours[c] & !board.kinds[PAWN] & !board.kinds[KING]);
    if pawns == 0 {
        let worth = |c: usize| {
            let count = |kind: usize| board.of(kind, c).count_ones() as i32;
            3 * (count(KNIGHT) + count(BISHOP)) + 5 * count(ROOK) + 9 * count(QUEEN)
        };
        if worth(ahead) - worth(ahead ^ 1) <= 3 {
            return if worth(ahead) < 5 { 0 } else { 10 };
        }
    }
    let opposite = board.of(BISHOP, 0).count_ones() == 1
        && board.of(BISHOP, 1).count_ones() == 1
        && (bishops & light).count_ones() == 1;
    if opposite {
        return if pieces(0) | pieces(1) == bishops { 24 + 4 * pawns } else { 46 + 2 * pawns }.min(64);
    }
    (40 + 5 * pawns).min(64)
}

/// What a side attacks.
#[derive(Clone, Copy, Default)]
struct Attacks {
    of: [u64; 6],
    all: u64,
    twice: u64,
    /// Units of danger for the other king.
    danger: i32,
    attackers: i32,
}

impl Attacks {
    #[inline(always)]
    fn add(&mut self, kind: usize, set: u64) {
        self.twice |= self.all & set;
        self.all |= set;
        self.of[kind] |= set;
    }
}

/// Finds every term but material, place and the structure of the pawns.
#[inline(always)]
pub fn terms(board: &Board, pawns: &Pawns, sink: &mut impl Sink) {
    let mut attacks = [Attacks::default(); 2];
    let rings = [0, 1].map(|colour| {
        let king = board.king(colour);
        let ring = bits::king(king) | 1 << king;
        ring | bits::ahead(colour, ring)
    });
    for colour in [0, 1] {
        let pawn_attacks = bits::pawns(colour, board.of(PAWN, colour));
        attacks[colour].add(PAWN, pawn_attacks);
        attacks[colour].add(KING, bits::king(board.king(colour)));
    }
    let guarded = [attacks[0].of[PAWN], attacks[1].of[PAWN]];
    for colour in [0, 1] {
        let side = Side::new(board, pawns, colour, guarded, rings[colour ^ 1]);
        let attacks = &mut attacks[colour];
        side.pieces::<KNIGHT>(attacks, sink);
        side.pieces::<BISHOP>(attacks, sink);
        side.pieces::<ROOK>(attacks, sink);
        side.pieces::<QUEEN>(attacks, sink);
        if board.of(BISHOP, colour).count_ones() >= 2 {
            sink.add(BISHOP_PAIR, sign(colour), 1);
        }
    }
    for colour in [0, 1] {
        let (own, other) = (&attacks[colour], &attacks[colour ^ 1]);
        threats(board, colour, own, other, sink);
        king(board, colour, own, other, rings[colour], sink);
        passed(board, pawns, colour, other, sink);
    }
    sink.add(TEMPO, if board.side == 0 { 1 } else { -1 }, 1);
}

#[inline(always)]
fn sign(colour: usize) -> i32 {
    1 - 2 * colour as i32
}

/// What the terms of a side's pieces are found with.
struct Side<'a> {
    board: &'a Board,
    colour: usize,
    occupied: u64,
    /// The squares that count for mobility.
    area: u64,
    /// The squares about the other king.
    ring: u64,
    /// Squares that own pawns protect and no enemy pawn can ever attack.
    outposts: u64,
    /// Squares behind a pawn of either colour.
    shielded: u64,
    pinned: u64,
}

impl<'a> Side<'a> {
    #[inline(always)]
    fn new(board: &'a Board, pawns: &Pawns, colour: usize, guarded: [u64; 2], ring: u64) -> Side<'a> {
        let occupied = board.occupied();
        let blocked = board.of(PAWN, colour) & bits::ahead(colour ^ 1, occupied);
        let area = !(guarded[colour ^ 1] | blocked | board.of(KING, colour) | board.of(QUEEN, colour));
        let upper = if colour == 0 { 0x00ff_ffff_ff00_0000 } else { 0x0000_00ff_ffff_ff00 };
        let outposts = guarded[colour] & !pawns.reach[colour ^ 1] & upper;
        let shielded = bits::ahead(colour ^ 1, board.kinds[PAWN]);
        Side { board, colour, occupied, area, ring, outposts, shielded, pinned: pins(board, colour) }
    }

    /// Mobility and attacks on the ring about the other king of each piece of a kind, and what belongs to it alone.
    #[inline(always)]
    fn pieces<const KIND: usize>(&self, attacks: &mut Attacks, sink: &mut impl Sink) {
        let Side { board, colour, occupied, .. } = *self;
        let (own, sign) = (board.colours[colour], sign(colour));
        let (mobility, unit) = match KIND {
            KNIGHT => (KNIGHT_MOBILITY, 2),
            BISHOP => (BISHOP_MOBILITY, 2),
            ROOK => (ROOK_MOBILITY, 3),
            _ => (QUEEN_MOBILITY, 4),
        };
        for square in each(board.kinds[KIND] & own) {
            let mut reach = match KIND {
                KNIGHT => bits::knight(square),
                BISHOP => bits::bishop(square, occupied & !((board.kinds[BISHOP] | board.kinds[QUEEN]) & own)),
                ROOK => bits::rook(square, occupied & !((board.kinds[ROOK] | board.kinds[QUEEN]) & own)),
                _ => bits::bishop(square, occupied) | bits::rook(square, occupied),
            };
            if self.pinned >> square & 1 == 1 {
                reach &= bits::line(board.king(colour), square);
            }
            attacks.add(KIND, reach);
            sink.add(mobility + ((reach & self.area).count_ones() as usize).min(27), sign, 1);
            let on_ring = (reach & self.ring).count_ones() as i32;
            if on_ring > 0 {
                sink.add(RING + KIND - KNIGHT, sign, on_ring);
                attacks.danger += unit * on_ring;
                attacks.attackers += 1;
            }
            let bit = 1u64 << square;
            if KIND == KNIGHT || KIND == BISHOP {
                if bit & self.outposts != 0 {
                    sink.add(OUTPOST + KIND - KNIGHT, sign, 1);
                }
                if bit & self.shielded != 0 {
                    sink.add(SHIELDED, sign, 1);
                }
            }
            if KIND == BISHOP {
                let light = 0x55aa_55aa_55aa_55aa;
                let same = if bit & light != 0 { light } else { !light };
                sink.add(BISHOP_PAWNS, sign, (board.of(PAWN, colour) & same).count_ones() as i32);
                let centre = 0x0000_0018_1800_0000;
                if (bits::bishop(square, board.kinds[PAWN]) & centre).count_ones() == 2 {
                    sink.add(BISHOP_LONG, sign, 1);
                }
            }
            if KIND == ROOK {
                let file = bits::file(square);
                if file & board.of(PAWN, colour) == 0 {
                    sink.add(ROOK_FILE + usize::from(file & board.kinds[PAWN] != 0), sign, 1);
                }
            }
        }
    }
}

/// The pieces of a colour that are pinned to its king.
#[inline(always)]
fn pins(board: &Board, colour: usize) -> u64 {
    if colour == board.own() {
        return board.pinned;
    }
    let (king, occupied) = (board.king(colour), board.occupied());
    let snipers = bits::diagonals(king) & (board.kinds[BISHOP] | board.kinds[QUEEN])
        | bits::straights(king) & (board.kinds[ROOK] | board.kinds[QUEEN]);
    let mut pinned = 0;
    for sniper in each(snipers & board.colours[colour ^ 1]) {
        let between = bits::between(king, sniper) & occupied;
        if between.count_ones() == 1 {
            pinned |= between & board.colours[colour];
        }
    }
    pinned
}

/// What a side threatens to take.
#[inline(always)]
fn threats(board: &Board, colour: usize, own: &Attacks, other: &Attacks, sink: &mut impl Sink) {
    let (sign, enemies) = (sign(colour), board.colours[colour ^ 1]);
    let mut count = |term: usize, set: u64| {
        if set != 0 {
            sink.add(term, sign, set.count_ones() as i32);
        }
    };
    let loose = enemies & !other.of[PAWN];
    let minor = (own.of[KNIGHT] | own.of[BISHOP]) & loose;
    for kind in [PAWN, KNIGHT, BISHOP, ROOK, QUEEN] {
        let of = board.kinds[kind];
        count(THREAT_PAWN + kind, own.of[PAWN] & enemies & of);
        count(THREAT_MINOR + kind, minor & of);
        count(THREAT_ROOK + kind, own.of[ROOK] & loose & of);
    }
    let strong = other.of[PAWN] | other.twice & !own.twice;
    count(HANGING, enemies & own.all & !other.all);
    count(THREAT_KING, enemies & own.of[KING] & !strong & !other.all);
    let free = !board.occupied();
    let third = if colour == 0 { 0xff_0000 } else { 0xff00_0000_0000 };
    let one = bits::ahead(colour, board.of(PAWN, colour)) & free;
    let pushes = (one | bits::ahead(colour, one & third) & free) & !other.of[PAWN] & (own.all | !other.all);
    count(THREAT_PUSH, bits::pawns(colour, pushes) & enemies & !board.kinds[PAWN]);
    let half = if colour == 0 { 0x0000_0000_3c3c_3c00 } else { 0x003c_3c3c_0000_0000 };
    let safe = half & !board.of(PAWN, colour) & !other.of[PAWN];
    count(SPACE, safe & (own.of[PAWN] | !other.all));
}

/// The safety of a king: its pawns, enemy pawns before it, and what is attacked about it.
#[inline(always)]
fn king(board: &Board, colour: usize, own: &Attacks, other: &Attacks, ring: u64, sink: &mut impl Sink) {
    let (king, sign, occupied) = (board.king(colour), sign(colour), board.occupied());
    let centre = (king & 7).clamp(1, 6);
    let own_pawns = board.of(PAWN, colour);
    let enemy_pawns = board.of(PAWN, colour ^ 1);
    let not_behind = bits::all_ahead(colour, 0xff << (king & 56)) | 0xff << (king & 56);
    for file in centre - 1..=centre + 1 {
        let on_file = bits::FILE_A << file & not_behind;
        let rank = nearest(colour, own_pawns & on_file);
        sink.add(if file == king & 7 { SHELTER } else { SHELTER_BESIDE } + rank, sign, 1);
        let enemy = nearest(colour, enemy_pawns & on_file);
        let is_blocked = enemy > 0 && rank > 0 && rank + 1 == enemy;
        sink.add(STORM + enemy + if is_blocked { 8 } else { 0 }, sign, 1);
    }
    let lines = bits::bishop(king, board.kinds[PAWN] | board.colours[colour])
        | bits::rook(king, board.kinds[PAWN] | board.colours[colour]);
    sink.add(KING_LINES + (lines.count_ones() as usize).min(27), sign, 1);

    let weak = other.all & !own.twice & (!own.all | own.of[KING] | own.of[QUEEN]);
    let safe = !board.colours[colour ^ 1] & (!own.all | weak & other.twice);
    let diagonal = bits::bishop(king, occupied & !board.of(QUEEN, colour));
    let straight = bits::rook(king, occupied & !board.of(QUEEN, colour));
    let mut danger = other.danger;
    for (kind, lines, unit) in
        [(KNIGHT, bits::knight(king), 5), (BISHOP, diagonal, 4), (ROOK, straight, 6), (QUEEN, diagonal | straight, 6)]
    {
        let checks = lines & other.of[kind] & safe;
        if checks != 0 {
            sink.add(SAFE_CHECK + kind - KNIGHT, -sign, checks.count_ones().min(3) as i32);
            danger += unit;
        }
    }
    let weak_ring = (ring & weak).count_ones() as i32;
    sink.add(RING_WEAK, -sign, weak_ring);
    let danger = if other.attackers >= 2 { danger + 2 * weak_ring } else { danger / 2 };
    sink.add(DANGER + (danger as usize).min(MOST_DANGER), -sign, 1);
}

/// The rank, as a colour sees it, of the pawn of a file that is nearest the colour's own side; 0 for none.
#[inline(always)]
fn nearest(colour: usize, pawns: u64) -> usize {
    if pawns == 0 {
        return 0;
    }
    let square = if colour == 0 { pawns.trailing_zeros() } else { 63 - pawns.leading_zeros() };
    usize::from(seen(colour, square as u8) >> 3)
}

/// Passed pawns: how free their way is and how far the kings are.
#[inline(always)]
fn passed(board: &Board, pawns: &Pawns, colour: usize, other: &Attacks, sink: &mut impl Sink) {
    let sign = sign(colour);
    for square in each(pawns.passed & board.colours[colour]) {
        let rank = usize::from(seen(colour, square) >> 3);
        let ahead = if colour == 0 { square + 8 } else { square.wrapping_sub(8) } & 63;
        let bit = 1u64 << ahead;
        if board.occupied() & bit == 0 {
            sink.add(PASSED_FREE + rank, sign, 1);
        }
        if other.all & bit == 0 {
            sink.add(PASSED_SAFE + rank, sign, 1);
        }
        if rank >= 3 {
            let times = rank as i32 - 2;
            sink.add(PASSED_OWN_KING + distance(board.king(colour), ahead), sign, times);
            sink.add(PASSED_OTHER_KING + distance(board.king(colour ^ 1), ahead), sign, times);
        }
        let rooks = bits::all_ahead(colour ^ 1, 1 << square) & board.kinds[ROOK];
        if rooks & board.colours[colour] != 0 {
            sink.add(PASSED_ROOK, sign, 1);
        }
        if rooks & board.colours[colour ^ 1] != 0 {
            sink.add(PASSED_ROOK + 1, sign, 1);
        }
    }
}

/// The moves of a king from one square to another on an empty board.
#[inline(always)]
fn distance(one: u8, other: u8) -> usize {
    (one & 7).abs_diff(other & 7).max((one >> 3).abs_diff(other >> 3)).into()
}
