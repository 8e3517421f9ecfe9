//! Tic-tac-toe: the smallest complete game. Copy it to add a game.
//!
//! It has all that a game needs: the rules ([`Game`]), the notation ([`Notation`]), the space ([`Space`]) and its
//! symmetries ([`Symmetry`]). Add the game to a [`Catalogue`](crate::catalogue::Catalogue), with published figures if
//! there are any, and every command works for it.

use crate::game::{
    Board, Colour, Diagram, Figure, Game, Notation, NotationError, Outcome, Piece, PlayRules, rows_text,
};
use crate::space::combinatorics::{binomial, gather, rank_subset, scatter, unrank_subset};
use crate::space::{Entry, Naming, Slice, SliceId, Space, Symmetry};

/// The game, with its list of slices.
pub struct TicTacToe {
    slices: Vec<Slice>,
}

/// The marks of both sides. Square `i` is bit `i`: a1, b1, c1, a2, ... c3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The marks of the side to move.
    pub own: u16,
    /// The marks of the other side.
    pub other: u16,
}

/// A mark on one square, 0 to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mark(pub u8);

pub(crate) const FULL: u16 = 0o777;
pub(crate) const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

const CROSS: Piece = Piece {
    side: 0,
    colour: Colour::Red,
    figure: Figure::Drawing(CROSS_DRAWING),
    letter: 'x',
    symbol: '×',
    name: "cross",
};
const NOUGHT: Piece = Piece {
    side: 1,
    colour: Colour::Blue,
    figure: Figure::Drawing(NOUGHT_DRAWING),
    letter: 'o',
    symbol: '○',
    name: "nought",
};

/// The drawings of the marks: see [`Figure::Drawing`].
const CROSS_DRAWING: &str =
    "<path d=\"M-35 -25L-25 -35L0 -10L25 -35L35 -25L10 0L35 25L25 35L0 10L-25 35L-35 25L-10 0Z\"/>";
const NOUGHT_DRAWING: &str =
    "<path d=\"M0 -37A37 37 0 1 1 -.1 -37ZM0 -21A21 21 0 1 0 .1 -21Z\" fill-rule=\"evenodd\"/>";

/// The image of each square under a rotation by 90 degrees, and under a mirror.
const ROTATED: [u8; 9] = [6, 3, 0, 7, 4, 1, 8, 5, 2];
const MIRRORED: [u8; 9] = [2, 1, 0, 5, 4, 3, 8, 7, 6];

/// The marks after a symmetry of the board.
fn moved(marks: u16, to: [u8; 9]) -> u16 {
    (0..9).filter(|square| marks >> square & 1 == 1).map(|square| 1 << to[square]).sum()
}

/// The place of a square in the diagram, and the square of a place: places are numbered from the upper left.
fn upside_down(number: usize) -> usize {
    3 * (2 - number / 3) + number % 3
}

/// Whether the marks hold a line of three.
fn has_line(marks: u16) -> bool {
    LINES.iter().any(|line| marks & line == *line)
}

impl Position {
    /// Crosses move first, so they are to move whenever both sides have as many marks.
    fn crosses_to_move(&self) -> bool {
        self.own.count_ones() == self.other.count_ones()
    }

    /// The crosses and the noughts.
    fn crosses_and_noughts(&self) -> (u16, u16) {
        if self.crosses_to_move() { (self.own, self.other) } else { (self.other, self.own) }
    }
}

impl Game for TicTacToe {
    type Position = Position;
    type Move = Mark;

    fn name(&self) -> &'static str {
        "tic-tac-toe"
    }

    fn sides(&self) -> &'static [&'static str] {
        &["x", "o"]
    }

    fn start(&self) -> Position {
        Position { own: 0, other: 0 }
    }

    fn side_to_move(&self, position: &Position) -> usize {
        usize::from(!position.crosses_to_move())
    }

    /// The side that has just moved is tested first.
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if has_line(position.other) {
            Some(Outcome::Loss)
        } else if has_line(position.own) {
            Some(Outcome::Win)
        } else if position.own | position.other == FULL {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    fn moves(&self, position: &Position) -> impl Iterator<Item = Mark> {
        let over = self.outcome(position).is_some();
        let taken = if over { FULL } else { position.own | position.other };
        (0..9).filter(move |square| taken >> square & 1 == 0).map(Mark)
    }

    fn play(&self, position: &Position, Mark(square): Mark) -> Position {
        Position { own: position.other, other: position.own | 1 << square }
    }
}

impl PlayRules for TicTacToe {}

impl Notation for TicTacToe {
    fn parse(&self, text: &str) -> Result<Position, NotationError> {
        let error = |expected: &str| NotationError::new(expected, text);
        let form = "a position such as `x.o/.x./... o`: rows from the top, of x, o and `.`, then the side to move";
        let mut fields = text.split_ascii_whitespace();
        let (Some(board), Some(side), None) = (fields.next(), fields.next(), fields.next()) else {
            return Err(error(form));
        };
        let rows: Vec<&[u8]> = board.split('/').map(str::as_bytes).collect();
        if rows.len() != 3 || rows.iter().any(|row| row.len() != 3) {
            return Err(error(form));
        }
        let (mut crosses, mut noughts) = (0u16, 0u16);
        // Squares are numbered from the lower left, and rows are written from the top.
        for (square, mark) in rows.iter().rev().copied().flatten().enumerate() {
            match mark {
                b'x' => crosses |= 1 << square,
                b'o' => noughts |= 1 << square,
                b'.' => {}
                _ => return Err(error(form)),
            }
        }
        match (side, crosses.count_ones().checked_sub(noughts.count_ones())) {
            ("x", Some(0)) => Ok(Position { own: crosses, other: noughts }),
            ("o", Some(1)) => Ok(Position { own: noughts, other: crosses }),
            ("x" | "o", _) => Err(error("as many x as o with x to move, or one x more with o to move")),
            _ => Err(error(form)),
        }
    }

    fn write(&self, position: &Position, text: &mut String) {
        let (crosses, noughts) = position.crosses_and_noughts();
        for row in [6, 3, 0] {
            for square in row..row + 3 {
                text.push(match (crosses >> square & 1, noughts >> square & 1) {
                    (1, _) => 'x',
                    (_, 1) => 'o',
                    _ => '.',
                });
            }
            text.push(if row > 0 { '/' } else { ' ' });
        }
        text.push(if position.crosses_to_move() { 'x' } else { 'o' });
    }

    fn write_move(&self, _position: &Position, Mark(square): Mark, text: &mut String) {
        text.push((b'a' + square % 3) as char);
        text.push((b'1' + square / 3) as char);
    }

    fn notes(&self, text: &str) -> Vec<String> {
        let both = self.parse(text).is_ok_and(|position| has_line(position.own) && has_line(position.other));
        both.then(|| "no game leads here: both sides have three in a row".to_string()).into_iter().collect()
    }

    fn help(&self) -> &'static str {
        "a position: rows from the top, `x.o/.x./... o`; a move: `b2`"
    }
}

impl Board for TicTacToe {
    fn diagram(&self, position: &Position) -> Diagram {
        let (crosses, noughts) = position.crosses_and_noughts();
        let piece = |place| match (crosses >> upside_down(place) & 1, noughts >> upside_down(place) & 1) {
            (1, _) => Some(CROSS),
            (_, 1) => Some(NOUGHT),
            _ => None,
        };
        let to_move = self.sides()[self.side_to_move(position)];
        let board = Diagram::squares(&["a", "b", "c"], &["3", "2", "1"]);
        board.with_pieces(piece).with_note(format!("{to_move} to move"))
    }

    fn touched(&self, _position: &Position, Mark(square): Mark) -> Vec<u16> {
        vec![upside_down(square.into()) as u16]
    }

    fn pieces(&self) -> Vec<Piece> {
        vec![CROSS, NOUGHT]
    }

    fn set_up(&self, pieces: &[Option<Piece>], side: usize, _position: &Position) -> Option<String> {
        Some(format!("{} {}", rows_text(pieces, [3; 3], Some('.')), self.sides()[side]))
    }
}

impl TicTacToe {
    /// The game.
    pub fn new() -> TicTacToe {
        let slice = |marks: u32| {
            let (own, other) = (marks / 2, marks - marks / 2);
            Slice {
                name: format!("{own}v{other}"),
                pieces: marks,
                part: String::new(),
                entries: binomial(9, own) * binomial(9 - own, other),
                leads_to: if marks < 9 { vec![SliceId(marks + 1)] } else { Vec::new() },
            }
        };
        TicTacToe { slices: (0..=9).map(slice).collect() }
    }
}

impl Default for TicTacToe {
    fn default() -> TicTacToe {
        TicTacToe::new()
    }
}

/// A slice for each number of marks on the board, which never shrinks: every component is a single slice. The entries
/// are numbered by the mover's marks, then by the other's marks among the squares left.
impl Space for TicTacToe {
    fn slices(&self) -> &[Slice] {
        &self.slices
    }

    fn rank(&self, position: &Position) -> Option<Entry> {
        let (own, other) = (position.own.count_ones(), position.other.count_ones());
        let gathered = gather(position.other.into(), (!position.own & FULL).into());
        let index = rank_subset(position.own.into()) * binomial(9 - own, other) + rank_subset(gathered);
        Some(Entry { slice: SliceId(own + other), index })
    }

    fn unrank(&self, entry: Entry) -> Option<Position> {
        let marks = entry.slice.0;
        let (own_marks, other_marks) = (marks / 2, marks - marks / 2);
        let places = binomial(9 - own_marks, other_marks);
        let own = unrank_subset(entry.index / places, own_marks) as u16;
        let other = scatter(unrank_subset(entry.index % places, other_marks), (!own & FULL).into()) as u16;
        Some(Position { own, other })
    }
}

impl Naming for TicTacToe {}

impl Symmetry for TicTacToe {
    const WEIGHTED: bool = false;

    /// Four rotations, each with its mirror image. The space is small: each image has an entry of its own.
    fn images(&self, position: &Position) -> impl Iterator<Item = Position> {
        let moved = |p: &Position, to| Position { own: moved(p.own, to), other: moved(p.other, to) };
        let rotations = std::iter::successors(Some(*position), move |last| Some(moved(last, ROTATED))).take(4);
        rotations.flat_map(move |rotated| [rotated, moved(&rotated, MIRRORED)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::{self, Style};
    use crate::game::position_text;

    #[test]
    fn the_board_is_drawn_in_every_style() {
        let game = TicTacToe::new();
        let before = game.parse("x../.../..o x").expect("a position");
        let (after, touched) = (game.play(&before, Mark(4)), game.touched(&before, Mark(4)));
        let drawn = |style| draw::text(&game.diagram(&after), &touched, style);
        assert_eq!(drawn(Style::Plain), "3 x . .\n2 .[x].\n1 . . o\n  a b c   o to move\n");
        let unicode = "3 × · ·\n2 ·[×]·\n1 · · ○\n  a b c   o to move\n  × cross   ○ nought\n";
        assert_eq!(drawn(Style::Unicode), unicode);
        // The square of the last move has its own background. Crosses and noughts have different colours.
        let (empty, marked) = ("\x1b[0;48;5;137m", "\x1b[0;48;5;66m");
        let (cross, nought) = ("\x1b[0;1;38;5;52;48;5;66m", "\x1b[0;1;38;5;18;48;5;137m");
        let colours = drawn(Style::Colour);
        let rows: Vec<&str> = colours.lines().collect();
        assert_eq!(rows[1], format!("2 {empty}   {marked} {cross}×{marked} {empty}   \x1b[0m"));
        assert_eq!(rows[2], format!("1 {empty}       {nought}○{empty} \x1b[0m"));
        assert_eq!(rows[3], "   a  b  c   o to move");
    }

    #[test]
    fn positions_are_read_as_written() {
        let game = TicTacToe::new();
        for text in [".../.../... x", "x.o/.x./... o"] {
            assert_eq!(game.parse(text).map(|position| position_text(&game, &position)), Ok(text.to_string()));
        }
        // Nine marks; four of them are crosses.
        let error = game.parse("xox/oxo/oxo x").expect_err("crosses have made a mark too few");
        assert!(error.to_string().contains("found \"xox/oxo/oxo x\""), "{error}");
    }
}
