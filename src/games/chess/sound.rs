//! Whether the men of a position can occur in a game.

use super::attacks;
use super::position::{BLACK, PieceType, Position, SIDES, Squares, WHITE, square, square_name, squares};
use crate::util::units::count;

/// The number of men of a side at the start of a game, by [`PieceType`].
const FIRST: [u32; 6] = [8, 2, 2, 2, 1, 1];

/// The first and the last rank.
const ENDS: u64 = 0xff00_0000_0000_00ff;

/// Checks the men of a position and whose turn it is.
///
/// # Errors
/// The broken rule, in words: the expected and the found men.
pub fn check(position: &Position) -> Result<(), String> {
    [WHITE, BLACK].into_iter().try_for_each(|colour| check_men(position, colour))?;
    if let Some(square) = squares(position.kinds[PieceType::Pawn as usize] & ENDS).next() {
        return Err(format!("no pawn on the first or the last rank, not one on {}", square_name(square)));
    }
    let [white, black] = [WHITE, BLACK].map(|colour| position.king(colour));
    if attacks::piece(PieceType::King, white, 0) >> black & 1 == 1 {
        let [white, black] = [white, black].map(square_name);
        return Err(format!("kings with a square between them, not on {white} and {black}"));
    }
    let other = position.own() ^ 1;
    let checkers = position.attackers(position.king(other), position.own(), position.occupied());
    if let Some(square) = squares(checkers).next() {
        let kind = position.piece(square).map_or("piece", |(kind, _)| kind.name());
        let (name, to_move) = (SIDES[other], SIDES[position.own()]);
        let square = square_name(square);
        return Err(format!("{name} not to be in check with {to_move} to move, as it is from the {kind} on {square}"));
    }
    Ok(())
}

/// Checks that a side has one king, and no more men than a game begins with, and that pawns can have become the others.
fn check_men(position: &Position, colour: usize) -> Result<(), String> {
    let number = |kind: PieceType| position.of(kind, colour).count_ones();
    let (name, all, pawns) = (SIDES[colour], position.colours[colour].count_ones(), number(PieceType::Pawn));
    match number(PieceType::King) {
        1 => {}
        0 => return Err(format!("one king of {name}, not none")),
        kings => return Err(format!("one king of {name}, not {kings}")),
    }
    if all > 16 {
        return Err(format!("at most 16 men of {name}, not {all}"));
    }
    if pawns > FIRST[PieceType::Pawn as usize] {
        return Err(format!("at most 8 pawns of {name}, not {pawns}"));
    }
    let pieces = PieceType::ALL.into_iter().filter(|&kind| kind != PieceType::Pawn);
    let promoted: u32 = pieces.map(|kind| number(kind).saturating_sub(FIRST[kind as usize])).sum();
    let missing = FIRST[PieceType::Pawn as usize] - pawns;
    if promoted > missing {
        return Err(format!(
            "no more promoted men of {name} than the {} that it lacks, not {promoted}",
            count(missing.into(), "pawn")
        ));
    }
    Ok(())
}
/// The file of the square that a pawn has just passed over, for [`Position::allow_en_passant`].
///
/// # Errors
/// The expected square in words, if no pawn can just have passed over this one.
pub fn en_passant_file(position: &Position, to: u8) -> Result<u8, String> {
    // The ranks that the pawn left, passed over and reached.
    let [from, passed, now] = if position.own() == WHITE { [6, 5, 4] } else { [1, 2, 3] };
    if to / 8 != passed {
        let (rank, side) = (passed + 1, SIDES[position.own()]);
        return Err(format!("an en-passant square on rank {rank}, with {side} to move"));
    }
    let file = to % 8;
    if position.of(PieceType::Pawn, position.own() ^ 1) >> square(file, now) & 1 == 0 {
        let side = SIDES[position.own() ^ 1];
        let now = square_name(square(file, now));
        return Err(format!("an en-passant square only with the pawn of {side} that passed over it, on {now}"));
    }
    if [from, passed].iter().any(|&rank| position.occupied() >> square(file, rank) & 1 == 1) {
        return Err("an en-passant square that is empty, as is the one that the pawn came from".to_string());
    }
    Ok(file)
}

impl Position {
    /// The position of these men, without castling rights. `kinds` and `colours` are the squares of each
    /// [`PieceType`] and of each colour; `en_passant` is the square that a pawn has just passed over.
    ///
    /// # Errors
    /// The broken rule, in words: the expected and the found men.
    ///
    /// ```
    /// use hindsight::games::chess::{BLACK, Chess, Position, WHITE};
    /// use hindsight::prelude::*;
    ///
    /// // A king on e1 and a queen on f1 against a king on e3.
    /// let (king, queen, other) = (1 << 4, 1 << 5, 1 << 20);
    /// let kinds = [0, 0, 0, 0, queen, king | other];
    /// let position = Position::of_squares(kinds, [king | queen, other], WHITE, None)?;
    /// assert_eq!(Some(position), Chess::new().parse("8/8/8/8/8/4k3/8/4KQ2 w - - 0 1").ok());
    /// # Ok::<(), String>(())
    /// ```
    pub fn of_squares(
        kinds: [Squares; 6],
        colours: [Squares; 2],
        side: usize,
        en_passant: Option<u8>,
    ) -> Result<Position, String> {
        let (all, sum) = kinds.iter().fold((0, 0), |(all, sum), set| (all | set, sum + set.count_ones()));
        let one_each = sum == all.count_ones() && colours[WHITE] & colours[BLACK] == 0;
        if !one_each || all != colours[WHITE] | colours[BLACK] {
            return Err("one man of one kind and colour on each occupied square, not several or none".to_string());
        }
        let mut position = Position { kinds, colours, side: side as u8, ..Position::empty() };
        check(&position)?;
        if let Some(to) = en_passant {
            let file = en_passant_file(&position, to)?;
            position.allow_en_passant(file);
        }
        Ok(position)
    }
}
