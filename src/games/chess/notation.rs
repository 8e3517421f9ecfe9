//! Moves and the board in text.

use super::men::MEN;
use super::moves::CASTLINGS;
use super::position::{BLACK, Move, NO_FILE, PieceType, Position, WHITE, read_square, square_name};
use super::rules::Chess;
use super::san::{self, San};
use super::{fen, illegal};
use crate::game::{
    Board, Colour, Diagram, Figure, Game, Notation, NotationError, Piece, Value, no_such_move, position_text, rows_text,
};

const fn piece(side: u8, kind: PieceType, letter: char, symbol: char, name: &'static str) -> Piece {
    let colour = if side == 0 { Colour::White } else { Colour::Black };
    Piece { side, colour, figure: Figure::Drawing(MEN[kind as usize]), letter, symbol, name }
}

/// The pieces of each colour, by [`PieceType`].
const PIECES: [[Piece; 6]; 2] = [
    [
        piece(0, PieceType::Pawn, 'P', '♙', "White pawn"),
        piece(0, PieceType::Knight, 'N', '♘', "White knight"),
        piece(0, PieceType::Bishop, 'B', '♗', "White bishop"),
        piece(0, PieceType::Rook, 'R', '♖', "White rook"),
        piece(0, PieceType::Queen, 'Q', '♕', "White queen"),
        piece(0, PieceType::King, 'K', '♔', "White king"),
    ],
    [
        piece(1, PieceType::Pawn, 'p', '♟', "Black pawn"),
        piece(1, PieceType::Knight, 'n', '♞', "Black knight"),
        piece(1, PieceType::Bishop, 'b', '♝', "Black bishop"),
        piece(1, PieceType::Rook, 'r', '♜', "Black rook"),
        piece(1, PieceType::Queen, 'q', '♛', "Black queen"),
        piece(1, PieceType::King, 'k', '♚', "Black king"),
    ],
];

/// The place of a square in the diagram, and the square of a place: places are numbered from the upper left.
fn upside_down(number: u8) -> u8 {
    number ^ 56
}

/// Reads a move as UCI has it.
fn read_uci(text: &str) -> Option<Move> {
    let bytes = text.as_bytes();
    let promotion = match bytes.get(4..)? {
        [] => None,
        [letter] => {
            let found =
                PieceType::ALL.into_iter().find(|kind| kind.letter().eq_ignore_ascii_case(&char::from(*letter)));
            Some(found.filter(|kind| !matches!(kind, PieceType::Pawn | PieceType::King))?)
        }
        _ => return None,
    };
    Some(Move { from: read_square(&bytes[..2])?, to: read_square(&bytes[2..4])?, promotion })
}

/// The squares of a move and its promotion without the signs that people write between and behind them: `e7-e8=Q+`.
fn without_signs(text: &str) -> String {
    text.chars()
        .filter(|character| !"-x:=+#!?\u{d7}\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{2212}".contains(*character))
        .collect()
}

/// The ways to read a move, the surest first: as it is; in lower case but for the piece that a pawn becomes; and with
/// its first letter a piece, too.
fn readings(text: &str) -> [String; 3] {
    let mut pawn = text.to_ascii_lowercase();
    let end = pawn.trim_end_matches(['+', '#', '!', '?']).len();
    if let Some(last) = end.checked_sub(1).and_then(|last| pawn.get_mut(last..end)) {
        last.make_ascii_uppercase();
    }
    let mut piece = pawn.clone();
    if let Some(first) = piece.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    [text.to_string(), pawn, piece]
}

/// The legal moves that a text may mean.
fn legal_moves(position: &Position, text: &str) -> Vec<Move> {
    match read_uci(text).or_else(|| read_uci(&without_signs(text))) {
        Some(mv) => position.legal_moves().filter(|legal| *legal == mv).collect(),
        None => San::parse(position, text).map_or(Vec::new(), |san| san.moves(position)),
    }
}

impl Notation for Chess {
    fn parse(&self, text: &str) -> Result<Position, NotationError> {
        fen::parse(text)
    }

    fn notes(&self, text: &str) -> Vec<String> {
        fen::notes(text)
    }

    fn write(&self, position: &Position, text: &mut String) {
        fen::write(position, text);
    }

    fn write_move(&self, _position: &Position, mv: Move, text: &mut String) {
        text.push_str(&square_name(mv.from));
        text.push_str(&square_name(mv.to));
        text.extend(mv.promotion.map(|kind| kind.letter().to_ascii_lowercase()));
    }

    fn write_move_for_people(&self, position: &Position, mv: Move, text: &mut String) {
        san::write(position, mv, text);
    }

    /// The tag Variant: chess is `Standard`, `normal`, `Chess` or `From Position`. Chess960 has the rules of chess
    /// where no side may castle.
    fn check_tags(&self, tags: &[(String, String)]) -> Result<(), (String, usize)> {
        let position = |wanted: &str| tags.iter().position(|(name, _)| name.eq_ignore_ascii_case(wanted));
        let Some(at) = position("Variant") else { return Ok(()) };
        let variant: String = tags[at].1.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
        let castling = position("FEN").and_then(|fen| tags[fen].1.split_whitespace().nth(2));
        match variant.as_str() {
            "" | "standard" | "normal" | "chess" | "standardchess" | "fromposition" | "orthodox" => Ok(()),
            "chess960" | "fischerandom" | "fischerrandom" if castling == Some("-") => Ok(()),
            "chess960" | "fischerandom" | "fischerrandom" => {
                Err(("expected Chess960 without castling rights in the tag FEN".to_string(), at))
            }
            _ => Err(("expected a record of chess".to_string(), at)),
        }
    }

    fn move_number(&self, position: &Position) -> Option<u32> {
        Some(position.number.into())
    }

    fn moves_name_pieces(&self) -> bool {
        true
    }

    fn counts_to_mate(&self) -> bool {
        true
    }

    fn value_for_people(&self, value: Value) -> Option<String> {
        let plies = value.plies().filter(|&plies| plies > 0)?;
        let word = if matches!(value, Value::Win(_)) { "mate" } else { "mated" };
        Some(format!("{word} in {}", plies.div_ceil(2)))
    }

    fn help(&self) -> &'static str {
        "a position: FEN, `8/8/8/8/8/4k3/8/4KQ2 w - - 0 1`; a move: `e2e4`, `e7e8q`, or `Nf3`, `exd5`, `O-O`, `e8=Q`"
    }

    /// Reads a move in UCI or in standard algebraic notation. Spaces and the case of letters do not matter, unless the
    /// move can be mistaken: `bxc3` is a move of a pawn if that is legal.
    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let wanted = text.trim();
        let bare: String = wanted.split_whitespace().collect();
        let found =
            readings(&bare).iter().map(|reading| legal_moves(position, reading)).find(|found| !found.is_empty());
        match found.as_deref() {
            Some(&[mv]) if !position.is_dead() => Ok(mv),
            _ => Err(no_such_move(self, position, wanted)),
        }
    }

    fn why_illegal(&self, position: &Position, text: &str) -> Option<String> {
        self.outcome(position).is_none().then_some(())?;
        match read_uci(text) {
            Some(mv) => illegal::why_move(position, mv),
            None => illegal::why_san(position, &San::parse(position, text)?),
        }
    }

    fn why_over(&self, position: &Position) -> Option<String> {
        self.outcome(position)?;
        let mated = ["White is checkmated", "Black is checkmated"];
        Some(match (position.is_dead(), position.checkers()) {
            (true, _) => "nobody has material to mate".to_string(),
            (_, 0) => "stalemate".to_string(),
            _ => mated[position.own()].to_string(),
        })
    }

    fn quiet_text(&self, plies: u32) -> String {
        let rule = if plies == 100 { ", by the fifty-move rule" } else { "" };
        format!("{plies} plies without a capture or a move of a pawn{rule}")
    }
}

impl Board for Chess {
    fn diagram(&self, position: &Position) -> Diagram {
        let files = ["a", "b", "c", "d", "e", "f", "g", "h"];
        let ranks = ["8", "7", "6", "5", "4", "3", "2", "1"];
        let piece = |place: usize| {
            let (kind, colour) = position.piece(upside_down(place as u8))?;
            Some(PIECES[colour][kind as usize])
        };
        let mut board = Diagram::squares(&files, &ranks).with_pieces(piece);
        for place in &mut board.places {
            place.shaded = (place.column + place.row) % 2 == 1;
        }
        let check = if position.checkers() == 0 { "" } else { ", in check" };
        board.with_note(format!("{} to move{check}", self.sides()[position.own()]))
    }

    fn touched(&self, _position: &Position, mv: Move) -> Vec<u16> {
        vec![upside_down(mv.from).into(), upside_down(mv.to).into()]
    }

    fn in_check(&self, position: &Position) -> Option<u16> {
        let king = (0..64).find(|&square| position.piece(square) == Some((PieceType::King, position.own())));
        king.filter(|_| position.checkers() != 0).map(|square| upside_down(square).into())
    }

    fn pieces(&self) -> Vec<Piece> {
        PIECES.concat()
    }

    fn without_history(&self, position: &Position) -> Position {
        Position { castling: 0, en_passant: NO_FILE, ..*position }
    }

    fn rights(&self) -> &'static [&'static str] {
        &[
            "White may castle, king's side",
            "White may castle, queen's side",
            "Black may castle, king's side",
            "Black may castle, queen's side",
        ]
    }

    fn rights_in(&self, position: &Position) -> u32 {
        position.castling.into()
    }

    fn with_rights(&self, position: &Position, rights: u32) -> Position {
        Position { castling: (rights & 0b1111) as u8, ..*position }
    }

    /// Keeps the castling rights whose king and rook are at home. The en-passant square and the counters belong to the
    /// position itself: other pieces or another side to move are without them.
    fn set_up(&self, pieces: &[Option<Piece>], side: usize, position: &Position) -> Option<String> {
        let own = |place: u8| position.piece(upside_down(place)).map(|(kind, colour)| PIECES[colour][kind as usize]);
        let stands = |kind: PieceType, colour: usize, square: u8| {
            let there = pieces.get(usize::from(upside_down(square))).copied().flatten();
            there == Some(PIECES[colour][kind as usize])
        };
        let kept = |&(number, _): &(usize, char)| {
            let (colour, castling) = (number / 2, &CASTLINGS[number / 2][number % 2]);
            position.castling & castling.right != 0
                && stands(PieceType::King, colour, castling.king)
                && stands(PieceType::Rook, colour, castling.rook)
        };
        let rights: String = "KQkq".chars().enumerate().filter(kept).map(|(_, letter)| letter).collect();
        let is_whole = rights.len() as u32 == position.castling.count_ones();
        if is_whole && side == position.own() && (0..64).map(own).eq(pieces.iter().copied()) {
            return Some(position_text(self, position));
        }
        let rights = if rights.is_empty() { "-" } else { &rights };
        Some(format!("{} {} {rights} - 0 1", rows_text(pieces, [8; 8], None), ["w", "b"][side]))
    }
}

const _: () = assert!(WHITE == 0 && BLACK == 1, "sides are numbered as in PIECES");
