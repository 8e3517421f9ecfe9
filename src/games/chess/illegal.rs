//! Why a move is not legal, in words.

use super::attacks;
use super::moves::{CASTLINGS, Castling};
use super::position::{Move, PieceType, Position, SIDES, Squares, square_name, squares};
use super::san::{self, San};

/// Why a move from one square to another is not legal; `None` if it is.
pub fn why_move(position: &Position, mv: Move) -> Option<String> {
    let (own, from) = (position.own(), square_name(mv.from));
    match position.piece(mv.from) {
        None => Some(format!("no piece is on {from}")),
        Some((kind, colour)) if colour != own => {
            Some(format!("the {} on {from} is of {}, and {} is to move", kind.name(), SIDES[colour], SIDES[own]))
        }
        Some((kind, _)) if position.legal_moves().all(|legal| legal != mv) => Some(why(position, kind, mv)),
        Some(_) => None,
    }
}

/// Why no move is meant that is legal, or which are if more than one is; `None` if one is.
pub fn why_san(position: &Position, san: &San) -> Option<String> {
    let legal = san.moves(position);
    if legal.len() == 1 {
        return None;
    }
    if legal.len() > 1 {
        let text = |mv| {
            let mut text = String::new();
            san::write(position, mv, &mut text);
            text
        };
        return Some(format!("it may be {}", legal.into_iter().map(text).collect::<Vec<_>>().join(" or ")));
    }
    let (own, name) = (position.own(), san.kind.name());
    let mv = |from| Move { from, to: san.to, promotion: san.promotion };
    let candidates = san.from & position.of(san.kind, own);
    if candidates.count_ones() == 1 {
        return Some(why(position, san.kind, mv(candidates.trailing_zeros() as u8)));
    }
    // One that could go there but for the king says most.
    let reaching = squares(candidates).find(|&from| obstacle(position, san.kind, mv(from)).is_none());
    Some(match reaching {
        Some(from) => why(position, san.kind, mv(from)),
        None if candidates != 0 => format!("no {name} of {} reaches {}", SIDES[own], square_name(san.to)),
        None if position.of(san.kind, own) == 0 => format!("{} has no {name}", SIDES[own]),
        None => format!("no {name} of {} can come to {} from there", SIDES[own], square_name(san.to)),
    })
}

/// Why the move of an own piece is not legal.
fn why(position: &Position, kind: PieceType, mv: Move) -> String {
    obstacle(position, kind, mv).unwrap_or_else(|| exposure(position, kind, mv))
}

/// The piece on a square: `rook on e8`.
fn piece_text(position: &Position, square: u8) -> String {
    let kind = position.piece(square).map_or("piece", |(kind, _)| kind.name());
    format!("{kind} on {}", square_name(square))
}

/// The pieces that attack the king once a piece has moved, in words.
fn exposure(position: &Position, kind: PieceType, mv: Move) -> String {
    let own = position.own();
    let gone = 1 << mv.from | if position.is_en_passant(mv) { 1 << (mv.to ^ 8) } else { 0 };
    let king = if kind == PieceType::King { mv.to } else { position.king(own) };
    // A captured piece still blocks lines, because the moved piece replaces it; it attacks nothing.
    let attackers = position.attackers(king, own ^ 1, position.occupied() & !gone | 1 << mv.to) & !(1 << mv.to);
    let still = if kind != PieceType::King && attackers & position.checkers() != 0 { "still " } else { "" };
    format!("the king would {still}be in check from {}", pieces_text(position, attackers))
}

/// Some pieces: `the rook on e8 and the bishop on h4`.
fn pieces_text(position: &Position, set: Squares) -> String {
    let pieces = squares(set).map(|square| format!("the {}", piece_text(position, square)));
    pieces.collect::<Vec<_>>().join(" and ")
}

/// The obstacle to the move of a piece, the safety of its king left out.
fn obstacle(position: &Position, kind: PieceType, mv: Move) -> Option<String> {
    let (own, Move { from, to, promotion }) = (position.own(), mv);
    if let Some(castling) = CASTLINGS[own].iter().find(|castling| (castling.king, castling.to) == (from, to))
        && kind == PieceType::King
    {
        return Some(why_not_castle(position, castling));
    }
    if position.colours[own] >> to & 1 == 1 {
        return Some(match from == to {
            true => format!("the {} would stay where it is", kind.name()),
            false => format!("the {} is {}'s own", piece_text(position, to), SIDES[own]),
        });
    }
    let reaches = match kind {
        PieceType::Pawn => return pawn_obstacle(position, mv),
        kind => attacks::piece(kind, from, position.occupied()) >> to & 1 == 1,
    };
    match promotion {
        Some(_) => Some("nothing but a pawn on the last rank is promoted".to_string()),
        None if reaches => None,
        None if attacks::piece(kind, from, 0) >> to & 1 == 1 => Some(in_the_way(position, from, to)),
        None => Some(format!("a {} on {} does not move to {}", kind.name(), square_name(from), square_name(to))),
    }
}

/// The first piece between two squares, in words.
fn in_the_way(position: &Position, from: u8, to: u8) -> String {
    let blockers = attacks::between(from, to) & position.occupied();
    let nearest = squares(blockers).min_by_key(|&square| square.abs_diff(from)).unwrap_or(to);
    format!("the {} is in the way", piece_text(position, nearest))
}

/// The obstacle to the move of a pawn to a square without an own piece, the safety of its king left out.
fn pawn_obstacle(position: &Position, mv: Move) -> Option<String> {
    let (own, Move { from, to, promotion }) = (position.own(), mv);
    let (step, first, last) = [(8i16, 1, 7), (-8, 6, 0)][own];
    let blocked = |square: u8| {
        let is_blocked = position.occupied() >> square & 1 == 1;
        is_blocked.then(|| format!("the {} is in the way", piece_text(position, square)))
    };
    let one = (i16::from(from) + step) as u8;
    let obstacle = match i16::from(to) - i16::from(from) {
        ahead if ahead == step => blocked(to),
        ahead if ahead == 2 * step && from / 8 == first => blocked(one).or_else(|| blocked(to)),
        ahead if ahead == 2 * step => Some("a pawn moves by two squares only from where it starts".to_string()),
        _ if attacks::pawn(own, from) >> to & 1 == 0 => {
            Some(format!("a pawn on {} does not move to {}", square_name(from), square_name(to)))
        }
        _ if position.colours[own ^ 1] >> to & 1 == 1 => None,
        // Captured en passant, if anything.
        _ if position.of(PieceType::Pawn, own ^ 1) >> (to ^ 8) & 1 == 0 || from / 8 != [4, 3][own] => {
            Some(format!("a pawn moves to another file only to capture, and nothing is on {}", square_name(to)))
        }
        _ if is_safe_en_passant(position, mv) => {
            Some("a pawn is captured en passant only by the next move after its two squares".to_string())
        }
        _ => None,
    };
    obstacle.or_else(|| match (to / 8 == last, promotion) {
        (true, None | Some(PieceType::Pawn | PieceType::King)) => Some(
            "a pawn on the last rank becomes a queen, rook, bishop or knight: name one, as in e8=Q or e7e8q"
                .to_string(),
        ),
        (false, Some(_)) => Some("a pawn is promoted only on the last rank".to_string()),
        _ => None,
    })
}

/// Whether the king would be safe after a capture en passant.
fn is_safe_en_passant(position: &Position, Move { from, to, .. }: Move) -> bool {
    let own = position.own();
    let occupied = position.occupied() & !(1 << from | 1 << (to ^ 8)) | 1 << to;
    position.attackers(position.king(own), own ^ 1, occupied) == 0
}

/// Why the side to move cannot castle so.
fn why_not_castle(position: &Position, castling: &Castling) -> String {
    let (own, occupied) = (position.own(), position.occupied());
    let attackers = |square| position.attackers(square, own ^ 1, occupied);
    let between = attacks::between(castling.king, castling.rook) & occupied;
    if position.castling & castling.right == 0 {
        let side = if castling.to > castling.king { "king" } else { "queen" };
        format!(
            "{} has no right to castle on the {side}'s side: it goes with the first move of the king or the rook",
            SIDES[own]
        )
    } else if between != 0 {
        in_the_way(position, castling.king, castling.rook)
    } else if position.checkers() != 0 {
        format!("the king cannot castle out of check from {}", pieces_text(position, position.checkers()))
    } else if attackers(castling.crossed) != 0 {
        let attacker = piece_text(position, attackers(castling.crossed).trailing_zeros() as u8);
        format!("the king would cross {}, which the {attacker} attacks", square_name(castling.crossed))
    } else {
        format!("the king would be in check from {}", pieces_text(position, attackers(castling.to)))
    }
}
