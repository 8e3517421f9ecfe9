//! Amazons with one amazon each on a small board (Walter Zamkauskas, 1988).
//!
//! A turn moves the amazon as a queen of chess moves, then shoots an arrow as a queen from there: its square is burned
//! for the rest of the game. A side that cannot move has lost. Games begin with any placement of the amazons. Positions
//! that a symmetry of the board or a swap of the colours turns into one another are one entry.

use hindsight::game::{Board, Colour, Diagram, Figure, Game, Notation, NotationError, Outcome, Piece, PlayRules};
use hindsight::space::reached::{Reached, Walk};
use hindsight::space::{Entry, Naming, Slice, Space, Symmetry};

use crate::grid::{Grid, each, fields};

/// jh85/smallgames, amazon/README: "every position reachable from any placement" is counted by a search that leaves a
/// position at the first winning move, so it misses positions. The test of this folder has the same numbers by the same
/// search; the tables have all positions, 33,163 in place of 26,055 on the smallest board.
const PUBLISHED: [&str; 3] = [
    r#"
[[figure]]
what = "positions that a search visits which stops at a winning move"
source = "jh85, smallgames, 2026"
kind = "note"
expected = "26,055: 19,390 won, 6,665 lost"
see = "tools/games/tests.rs, which counts them again: games reach more"
"#,
    r#"
[[figure]]
what = "positions that a search visits which stops at a winning move"
source = "jh85, smallgames, 2026"
kind = "note"
expected = "324,096: 241,483 won, 82,613 lost"
see = "tools/games/tests.rs, which counts them again: games reach more"
"#,
    r#"
[[figure]]
what = "positions that a search visits which stops at a winning move"
source = "jh85, smallgames, 2026"
kind = "note"
expected = "428,708: 327,747 won, 100,961 lost"
see = "tools/games/tests.rs, which counts them again: games reach more"
"#,
];

/// The most positions of a board: more than any of these have.
const MOST: usize = 10_000_000;

/// The squares of the amazons, and the burned squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    pub white: u8,
    pub black: u8,
    pub burned: u32,
    pub black_to_move: bool,
}

/// The square that the amazon goes to, and the square that it burns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    to: u8,
    arrow: u8,
}

const DIRECTIONS: [(i8, i8); 8] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];

/// The game on one board.
pub struct Amazons {
    name: &'static str,
    pub grid: Grid,
    symmetries: Vec<Image>,
    reached: Reached<Position>,
}

impl Amazons {
    /// The boards with their published figures.
    pub fn boards() -> impl Iterator<Item = (Amazons, &'static str)> {
        let boards = [("amazons-3x4", 3, 4), ("amazons-3x5", 3, 5), ("amazons-4x4", 4, 4)];
        boards
            .into_iter()
            .zip(PUBLISHED)
            .map(|((name, width, height), published)| (Amazons::new(name, Grid { width, height }), published))
    }

    /// The game on a board. Finds every position.
    pub fn new(name: &'static str, grid: Grid) -> Amazons {
        let mut game = Amazons { name, grid, symmetries: symmetries(grid), reached: Reached::default() };
        let squares = 0..grid.squares();
        let placements = squares.clone().flat_map(|white| squares.clone().map(move |black| (white, black)));
        let begin = placements.filter(|(white, black)| white != black);
        let begin = begin.map(|(white, black)| Position { white, black, burned: 0, black_to_move: false }).collect();
        let canonical = |position: &Position| game.canonical(position);
        let walk = Walk { begin, canonical: &canonical, slice: &burned, most: MOST };
        let reached = Reached::of(&game, &walk).expect("small boards have few positions");
        game.reached = reached;
        game
    }

    /// The first of the positions that symmetries and a swap of the colours make.
    pub fn canonical(&self, position: &Position) -> Position {
        let (own, other) = own_and_other(position);
        let images = self.symmetries.iter().map(|image| Position {
            white: image.squares[usize::from(own)],
            black: image.squares[usize::from(other)],
            burned: image.of(position.burned),
            black_to_move: false,
        });
        images.min().expect("the identity is a symmetry")
    }

    /// The squares that a queen reaches from a square.
    fn reach(&self, from: u8, taken: u32, found: &mut Vec<u8>) {
        for direction in DIRECTIONS {
            let mut at = from;
            while let Some(next) = self.grid.step(at, direction).filter(|next| taken >> next & 1 == 0) {
                found.push(next);
                at = next;
            }
        }
    }
}

/// The burned squares never grow fewer: each number is a slice.
fn burned(position: &Position) -> u32 {
    position.burned.count_ones()
}

/// A symmetry of a board of up to 16 squares.
struct Image {
    /// The square that each square becomes.
    squares: Vec<u8>,
    /// The squares that each set of the first eight, and of the last eight, becomes.
    sets: [[u32; 256]; 2],
}

impl Image {
    fn new(squares: Vec<u8>) -> Image {
        let image = |set: u32| -> u32 {
            each(set).filter_map(|square| squares.get(usize::from(square))).map(|&square| 1 << square).sum()
        };
        let sets = [0, 8].map(|first| std::array::from_fn(|set| image((set as u32) << first)));
        Image { squares, sets }
    }

    fn of(&self, set: u32) -> u32 {
        self.sets[0][(set & 0xff) as usize] | self.sets[1][(set >> 8) as usize]
    }
}

/// Each rotation and mirror that keeps the board.
fn symmetries(grid: Grid) -> Vec<Image> {
    let (width, height) = (grid.width as i8, grid.height as i8);
    let image = |number: u8, square: u8| {
        let (mut column, mut row) = ((square % grid.width) as i8, (square / grid.width) as i8);
        if number & 1 != 0 {
            column = width - 1 - column;
        }
        if number & 2 != 0 {
            row = height - 1 - row;
        }
        if number & 4 != 0 {
            (column, row) = (row, column);
        }
        grid.at(column, row).expect("the board is square, or its axes stay")
    };
    let number = if width == height { 8 } else { 4 };
    let images = (0..number).map(|number| (0..grid.squares()).map(|square| image(number, square)).collect());
    images.map(Image::new).collect()
}

/// The squares of the amazon of the side to move, and of the other.
fn own_and_other(position: &Position) -> (u8, u8) {
    if position.black_to_move { (position.black, position.white) } else { (position.white, position.black) }
}

impl Game for Amazons {
    type Position = Position;
    type Move = Shot;

    fn name(&self) -> &'static str {
        self.name
    }

    fn sides(&self) -> &'static [&'static str] {
        &["White", "Black"]
    }

    fn start(&self) -> Position {
        Position { white: 0, black: self.grid.squares() - 1, burned: 0, black_to_move: false }
    }

    fn side_to_move(&self, position: &Position) -> usize {
        usize::from(position.black_to_move)
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        self.moves(position).next().is_none().then_some(Outcome::Loss)
    }

    fn moves(&self, position: &Position) -> impl Iterator<Item = Shot> {
        let (own, other) = own_and_other(position);
        let taken = position.burned | 1 << other;
        let (mut to, mut arrows, mut moves) = (Vec::new(), Vec::new(), Vec::new());
        self.reach(own, taken, &mut to);
        for to in to {
            arrows.clear();
            self.reach(to, taken, &mut arrows);
            moves.extend(arrows.iter().map(|&arrow| Shot { to, arrow }));
        }
        moves.into_iter()
    }

    fn play(&self, position: &Position, Shot { to, arrow }: Shot) -> Position {
        let (white, black) = if position.black_to_move { (position.white, to) } else { (to, position.black) };
        Position { white, black, burned: position.burned | 1 << arrow, black_to_move: !position.black_to_move }
    }
}

impl PlayRules for Amazons {}

impl Notation for Amazons {
    fn parse(&self, text: &str) -> Result<Position, NotationError> {
        let form =
            "rows from the top of w, b, x for a burned square and `.`, then the side to move, as `..b/.x./w.. w`";
        let (rows, black_to_move) = fields(text, ["w", "b"], form)?;
        match self.grid.read(rows, ['w', 'b', 'x']) {
            Some([white, black, burned]) if white.count_ones() == 1 && black.count_ones() == 1 => Ok(Position {
                white: white.trailing_zeros() as u8,
                black: black.trailing_zeros() as u8,
                burned,
                black_to_move,
            }),
            _ => Err(NotationError::new(form, text)),
        }
    }

    fn write(&self, position: &Position, text: &mut String) {
        let letter = |square| match square {
            square if square == position.white => 'w',
            square if square == position.black => 'b',
            square if position.burned >> square & 1 == 1 => 'x',
            _ => '.',
        };
        self.grid.write(letter, text);
        text.push_str(if position.black_to_move { " b" } else { " w" });
    }

    fn write_move(&self, _position: &Position, Shot { to, arrow }: Shot, text: &mut String) {
        self.grid.name(to, text);
        text.push('/');
        self.grid.name(arrow, text);
    }

    fn help(&self) -> &'static str {
        "a position: rows from the top and the side to move, `..b/.x./w.. w`; a move and its arrow: `b2/c3`"
    }
}

const WHITE: Piece =
    Piece { side: 0, colour: Colour::White, figure: Figure::Disc, letter: 'w', symbol: '○', name: "White's amazon" };
const BLACK: Piece =
    Piece { side: 1, colour: Colour::Black, figure: Figure::Disc, letter: 'b', symbol: '●', name: "Black's amazon" };

impl Board for Amazons {
    fn diagram(&self, position: &Position) -> Diagram {
        let piece = |square| match square {
            square if square == position.white => Some(WHITE),
            square if square == position.black => Some(BLACK),
            _ => None,
        };
        let mut burned = String::new();
        for square in each(position.burned) {
            burned.push(' ');
            self.grid.name(square, &mut burned);
        }
        let to_move = self.sides()[self.side_to_move(position)];
        self.grid.diagram(piece, format!("{to_move} to move; burned:{burned}"))
    }

    fn touched(&self, position: &Position, shot: Shot) -> Vec<u16> {
        let from = if position.black_to_move { position.black } else { position.white };
        vec![self.grid.in_diagram(from), self.grid.in_diagram(shot.to)]
    }
}

impl Space for Amazons {
    fn slices(&self) -> &[Slice] {
        self.reached.slices()
    }

    fn rank(&self, position: &Position) -> Option<Entry> {
        self.reached.rank(burned(position), &self.canonical(position))
    }

    fn unrank(&self, entry: Entry) -> Option<Position> {
        self.reached.unrank(entry)
    }
}

impl Naming for Amazons {}

impl Symmetry for Amazons {
    const WEIGHTED: bool = false;
}
