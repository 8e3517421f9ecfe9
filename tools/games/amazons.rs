//! Amazons with one amazon each on a small board (Walter Zamkauskas, 1988).
//!
//! A turn moves the amazon as a queen of chess moves, then shoots an arrow as a queen from there: its square is burned
//! for the rest of the game. A side that cannot move has lost. Games begin with any placement of the amazons. Positions
//! that a symmetry of the board or a swap of the colours turns into one another are one entry.

use hindsight::game::{Board, Colour, Diagram, Figure, Game, Notation, NotationError, Outcome, Piece, PlayRules};
use hindsight::space::reached::{Reached, Walk};
use hindsight::space::{Entry, Naming, Slice, Space, Symmetry};

use crate::grid::{Grid, each, fields};

/// jh85/smallgames, amazon/wdl: every position that games from any placement reach, up to symmetry and colours.
const PUBLISHED: [&str; 3] = [
    r#"
[[figure]]
what = "positions"
source = "jh85, smallgames, 2026"
kind = "total"
count = "positions"
expected = 26_055
[[figure]]
what = "won positions"
source = "jh85, smallgames, 2026"
kind = "total"
count = "wins"
expected = 19_390
[[figure]]
what = "lost positions"
source = "jh85, smallgames, 2026"
kind = "total"
count = "losses"
expected = 6_665
"#,
    r#"
[[figure]]
what = "positions"
source = "jh85, smallgames, 2026"
kind = "total"
count = "positions"
expected = 324_096
[[figure]]
what = "won positions"
source = "jh85, smallgames, 2026"
kind = "total"
count = "wins"
expected = 241_483
[[figure]]
what = "lost positions"
source = "jh85, smallgames, 2026"
kind = "total"
count = "losses"
expected = 82_613
"#,
    r#"
[[figure]]
what = "positions"
source = "jh85, smallgames, 2026"
kind = "total"
count = "positions"
expected = 428_708
[[figure]]
what = "won positions"
source = "jh85, smallgames, 2026"
kind = "total"
count = "wins"
expected = 327_747
[[figure]]
what = "lost positions"
source = "jh85, smallgames, 2026"
kind = "total"
count = "losses"
expected = 100_961
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

const DIRECTIONS: [(i8, i8); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// The game on one board.
pub struct Amazons {
    name: &'static str,
    grid: Grid,
    /// The squares under each symmetry of the board.
    symmetries: Vec<Vec<u8>>,
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
    fn canonical(&self, position: &Position) -> Position {
        let (own, other) =
            if position.black_to_move { (position.black, position.white) } else { (position.white, position.black) };
        let images = self.symmetries.iter().map(|to| Position {
            white: to[usize::from(own)],
            black: to[usize::from(other)],
            burned: each(position.burned).map(|square| 1 << to[usize::from(square)]).sum(),
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

/// The squares under each rotation and mirror that keeps the board.
fn symmetries(grid: Grid) -> Vec<Vec<u8>> {
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
    (0..number).map(|number| (0..grid.squares()).map(|square| image(number, square)).collect()).collect()
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
        let (own, other) =
            if position.black_to_move { (position.black, position.white) } else { (position.white, position.black) };
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
