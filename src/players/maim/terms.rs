//! The terms of the evaluation: where the weight of each stands in the table of weights.

/// Material and place: kind, then square as White sees it.
pub const SQUARE: usize = 0;
/// Squares that a knight can go to.
pub const KNIGHT_MOBILITY: usize = SQUARE + 6 * 64;
/// Squares that a bishop can go to.
pub const BISHOP_MOBILITY: usize = KNIGHT_MOBILITY + 9;
/// Squares that a rook can go to.
pub const ROOK_MOBILITY: usize = BISHOP_MOBILITY + 14;
/// Squares that a queen can go to.
pub const QUEEN_MOBILITY: usize = ROOK_MOBILITY + 15;
/// A passed pawn, by its rank.
pub const PASSED: usize = QUEEN_MOBILITY + 28;
/// A passed pawn with a free square ahead, by its rank.
pub const PASSED_FREE: usize = PASSED + 8;
/// A passed pawn whose next square no enemy attacks, by its rank.
pub const PASSED_SAFE: usize = PASSED_FREE + 8;
/// A passed pawn that a pawn protects, by its rank.
pub const PASSED_PROTECTED: usize = PASSED_SAFE + 8;
/// The distance of the own king to the square ahead of a passed pawn on ranks 4 to 7.
pub const PASSED_OWN_KING: usize = PASSED_PROTECTED + 8;
/// The distance of the other king.
pub const PASSED_OTHER_KING: usize = PASSED_OWN_KING + 8;
/// A passed pawn with a rook behind it: an own one, another's.
pub const PASSED_ROOK: usize = PASSED_OTHER_KING + 8;
/// A pawn that no pawn can ever protect: behind an enemy pawn, on an open file.
pub const ISOLATED: usize = PASSED_ROOK + 2;
/// A pawn ahead of another on its file.
pub const DOUBLED: usize = ISOLATED + 2;
/// A pawn that cannot safely advance to protection: behind an enemy pawn, on an open file.
pub const BACKWARD: usize = DOUBLED + 1;
/// A pawn beside another, by rank.
pub const PHALANX: usize = BACKWARD + 2;
/// A pawn that a pawn protects, by rank.
pub const PROTECTED: usize = PHALANX + 8;
/// A pawn that will be passed when its last guard is exchanged, by rank.
pub const CANDIDATE: usize = PROTECTED + 8;
/// A rook on a file without pawns, without own pawns.
pub const ROOK_FILE: usize = CANDIDATE + 8;
/// Both bishops.
pub const BISHOP_PAIR: usize = ROOK_FILE + 2;
/// An own pawn on a square of the bishop's colour.
pub const BISHOP_PAWNS: usize = BISHOP_PAIR + 1;
/// A bishop on a long diagonal that sees the centre.
pub const BISHOP_LONG: usize = BISHOP_PAWNS + 1;
/// A knight, a bishop on a square that a pawn protects and no enemy pawn can attack.
pub const OUTPOST: usize = BISHOP_LONG + 1;
/// A minor piece behind a pawn.
pub const SHIELDED: usize = OUTPOST + 2;
/// A pawn attacks this kind.
pub const THREAT_PAWN: usize = SHIELDED + 1;
/// A minor piece attacks this kind, unprotected by a pawn.
pub const THREAT_MINOR: usize = THREAT_PAWN + 5;
/// A rook attacks this kind, unprotected by a pawn.
pub const THREAT_ROOK: usize = THREAT_MINOR + 5;
/// An unprotected piece is attacked.
pub const HANGING: usize = THREAT_ROOK + 5;
/// A pawn can safely move to attack a piece.
pub const THREAT_PUSH: usize = HANGING + 1;
/// The king attacks something unprotected.
pub const THREAT_KING: usize = THREAT_PUSH + 1;
/// The own pawn nearest the king's rank on its file: rank, 0 for none.
pub const SHELTER: usize = THREAT_KING + 1;
/// The same for the files beside it.
pub const SHELTER_BESIDE: usize = SHELTER + 8;
/// The enemy pawn nearest on the three files: rank, 0 for none; free, then blocked by an own pawn.
pub const STORM: usize = SHELTER_BESIDE + 8;
/// Squares beside the king that a knight, bishop, rook, queen attacks.
pub const RING: usize = STORM + 16;
/// Safe checks by a knight, bishop, rook, queen.
pub const SAFE_CHECK: usize = RING + 4;
/// Squares beside the king that are attacked and that only the king or the queen protects.
pub const RING_WEAK: usize = SAFE_CHECK + 4;
/// All attackers of the king together, by their number in units.
pub const DANGER: usize = RING_WEAK + 1;
/// The units beyond which danger does not grow.
pub const MOST_DANGER: usize = 40;
/// Squares a queen in the king's place could go to.
pub const KING_LINES: usize = DANGER + MOST_DANGER + 1;
/// Squares of the own half that pawns protect and nothing enemy attacks.
pub const SPACE: usize = KING_LINES + 28;
/// The right to move.
pub const TEMPO: usize = SPACE + 1;
/// How many weights there are.
pub const COUNT: usize = TEMPO + 1;
