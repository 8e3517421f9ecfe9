//! Connect Four on small boards (Howard Wexler, 1974).
//!
//! A turn drops a stone into a column. Four stones of a side in a line win; a full board is a draw. The number of the
//! stones is the slice. An entry has the heights of the columns, then the colours of the stones. Some entries are
//! holes: where the side to move has a line already, the game was over before.

use hindsight::game::{Board, Colour, Diagram, Figure, Game, Notation, NotationError, Outcome, Piece, PlayRules};
use hindsight::space::combinatorics::{binomial, rank_subset, unrank_subset};
use hindsight::space::{Entry, Naming, Slice, SliceId, Space, Symmetry};

use crate::grid::{Grid, each, fields};

/// John Tromp, "John's Connect Four Playground": legal positions by board, and who wins.
const PUBLISHED: [&str; 2] = [
    r#"
[[figure]]
what = "the start"
source = "Tromp, John's Connect Four Playground"
kind = "value"
expected = "draw"
[[figure]]
what = "positions that can be reached"
source = "Tromp, John's Connect Four Playground"
kind = "reachable"
expected = 161_029
"#,
    r#"
[[figure]]
what = "the start"
source = "Tromp, John's Connect Four Playground"
kind = "value"
expected = "draw"
[[figure]]
what = "positions that can be reached"
source = "Tromp, John's Connect Four Playground"
kind = "reachable"
expected = 69_763_700
"#,
];

/// The stones of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The stones of the side to move.
    pub own: u32,
    /// The stones of the other side.
    pub other: u32,
}

impl Position {
    fn stones(&self) -> u32 {
        (self.own | self.other).count_ones()
    }

    /// The first side moves when the stones are even in number.
    fn first_and_second(&self) -> (u32, u32) {
        if self.stones().is_multiple_of(2) { (self.own, self.other) } else { (self.other, self.own) }
    }
}

/// The game on one board.
pub struct ConnectFour {
    name: &'static str,
    grid: Grid,
    /// The sets of four squares in a line.
    lines: Vec<u32>,
    /// `heights[columns][stones]`: in how many ways the stones fill the columns up to some heights.
    heights: Vec<Vec<u64>>,
    slices: Vec<Slice>,
}

/// The stones of the side to move, and of the other.
fn shares(stones: u32) -> (u32, u32) {
    (stones / 2, stones - stones / 2)
}

impl ConnectFour {
    /// The boards with their published figures.
    pub fn boards() -> impl Iterator<Item = (ConnectFour, &'static str)> {
        let boards = [("connect-four-4x4", 4, 4), ("connect-four-5x5", 5, 5)];
        boards
            .into_iter()
            .zip(PUBLISHED)
            .map(|((name, width, height), published)| (ConnectFour::new(name, Grid { width, height }), published))
    }

    /// The game on a board of up to 32 squares.
    pub fn new(name: &'static str, grid: Grid) -> ConnectFour {
        let line = |from: u8, step: (i8, i8)| {
            let squares = std::iter::successors(Some(from), |&at| grid.step(at, step)).take(4);
            let line: u32 = squares.map(|square| 1 << square).sum();
            Some(line).filter(|line| line.count_ones() == 4)
        };
        let steps = [(1, 0), (0, 1), (1, 1), (1, -1)];
        let lines = (0..grid.squares()).flat_map(|from| steps.into_iter().filter_map(move |step| line(from, step)));
        let lines = lines.collect();
        let squares = usize::from(grid.squares());
        let mut heights = vec![vec![0; squares + 1]; usize::from(grid.width) + 1];
        heights[0][0] = 1;
        for columns in 1..heights.len() {
            for stones in 0..=squares {
                let of_column = 0..=usize::from(grid.height).min(stones);
                heights[columns][stones] = of_column.map(|height| heights[columns - 1][stones - height]).sum();
            }
        }
        let slice = |stones: u32| Slice {
            name: stones.to_string(),
            pieces: stones,
            part: stones.to_string(),
            entries: heights[usize::from(grid.width)][stones as usize] * binomial(stones, shares(stones).0),
            leads_to: if stones < squares as u32 { vec![SliceId(stones + 1)] } else { Vec::new() },
        };
        let slices = (0..=squares as u32).map(slice).collect();
        ConnectFour { name, grid, lines, heights, slices }
    }

    fn has_line(&self, stones: u32) -> bool {
        self.lines.iter().any(|line| stones & line == *line)
    }

    /// The square of each stone, column by column, for columns of these heights.
    fn squares_of(&self, heights: &[u8]) -> impl Iterator<Item = u8> {
        let width = self.grid.width;
        (0..).zip(heights).flat_map(move |(column, &height)| (0..height).map(move |row| row * width + column))
    }

    /// The heights of the columns.
    fn heights_of(&self, position: &Position) -> Vec<u8> {
        let stones = position.own | position.other;
        let column = |column: u8| {
            (0..self.grid.height).take_while(move |row| stones >> (row * self.grid.width + column) & 1 == 1)
        };
        (0..self.grid.width).map(|number| column(number).count() as u8).collect()
    }
}

impl Game for ConnectFour {
    type Position = Position;
    /// The square of the stone.
    type Move = u8;

    fn name(&self) -> &'static str {
        self.name
    }

    fn sides(&self) -> &'static [&'static str] {
        &["x", "o"]
    }

    fn start(&self) -> Position {
        Position { own: 0, other: 0 }
    }

    fn side_to_move(&self, position: &Position) -> usize {
        (position.stones() % 2) as usize
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if self.has_line(position.other) {
            return Some(Outcome::Loss);
        }
        if self.has_line(position.own) {
            return Some(Outcome::Win);
        }
        (position.stones() == u32::from(self.grid.squares())).then_some(Outcome::Draw)
    }

    fn moves(&self, position: &Position) -> impl Iterator<Item = u8> {
        let over = self.outcome(position).is_some();
        let heights = if over { Vec::new() } else { self.heights_of(position) };
        let (width, height) = (self.grid.width, self.grid.height);
        let free = (0..).zip(heights).filter(move |(_, stones)| *stones < height);
        free.map(move |(column, stones): (u8, u8)| stones * width + column)
    }

    fn play(&self, position: &Position, square: u8) -> Position {
        Position { own: position.other, other: position.own | 1 << square }
    }
}

impl PlayRules for ConnectFour {}

impl Notation for ConnectFour {
    fn parse(&self, text: &str) -> Result<Position, NotationError> {
        let form = "rows from the top of x, o and `.` without a gap below a stone, then the side to move, x first";
        let (rows, second) = fields(text, ["x", "o"], form)?;
        let Some([first, other]) = self.grid.read(rows, ['x', 'o']) else {
            return Err(NotationError::new(form, text));
        };
        let position = match second {
            true => Position { own: other, other: first },
            false => Position { own: first, other },
        };
        let stands = each((first | other) >> self.grid.width).all(|square| (first | other) >> square & 1 == 1);
        let (own, others) = shares(position.stones());
        let counts = (position.own.count_ones(), position.other.count_ones());
        let right = stands && counts == (own, others) && second == (position.stones() % 2 == 1);
        if right { Ok(position) } else { Err(NotationError::new(form, text)) }
    }

    fn write(&self, position: &Position, text: &mut String) {
        let (first, second) = position.first_and_second();
        let letter = |square| match (first >> square & 1, second >> square & 1) {
            (1, _) => 'x',
            (_, 1) => 'o',
            _ => '.',
        };
        self.grid.write(letter, text);
        text.push_str(if self.side_to_move(position) == 0 { " x" } else { " o" });
    }

    fn write_move(&self, _position: &Position, square: u8, text: &mut String) {
        self.grid.name(square, text);
    }

    fn help(&self) -> &'static str {
        "a position: rows from the top and the side to move, `..../..../.x../.o.. x`; a move: `b3`"
    }
}

const CROSS: Piece =
    Piece { side: 0, colour: Colour::Red, figure: Figure::Disc, letter: 'x', symbol: '●', name: "stone of x" };
const NOUGHT: Piece =
    Piece { side: 1, colour: Colour::Blue, figure: Figure::Disc, letter: 'o', symbol: '○', name: "stone of o" };

impl Board for ConnectFour {
    fn diagram(&self, position: &Position) -> Diagram {
        let (first, second) = position.first_and_second();
        let piece = |square| match (first >> square & 1, second >> square & 1) {
            (1, _) => Some(CROSS),
            (_, 1) => Some(NOUGHT),
            _ => None,
        };
        self.grid.diagram(piece, format!("{} to move", self.sides()[self.side_to_move(position)]))
    }

    fn touched(&self, _position: &Position, square: u8) -> Vec<u16> {
        vec![self.grid.in_diagram(square)]
    }
}

impl Space for ConnectFour {
    fn slices(&self) -> &[Slice] {
        &self.slices
    }

    fn rank(&self, position: &Position) -> Option<Entry> {
        let stones = position.stones();
        let heights = self.heights_of(position);
        // The heights that come before: those with a lower column, and as high columns left of it.
        let (mut number, mut left) = (0, stones as usize);
        for (column, &height) in heights.iter().enumerate() {
            let columns = heights.len() - 1 - column;
            let lower = (0..usize::from(height)).filter(|&lower| lower <= left);
            number += lower.map(|lower| self.heights[columns][left - lower]).sum::<u64>();
            left -= usize::from(height);
        }
        let own = (0..).zip(self.squares_of(&heights)).filter(|(_, square)| position.own >> square & 1 == 1);
        let own: u64 = own.map(|(stone, _): (u32, u8)| 1 << stone).sum();
        let index = number * binomial(stones, shares(stones).0) + rank_subset(own);
        Some(Entry { slice: SliceId(stones), index })
    }

    fn unrank(&self, entry: Entry) -> Option<Position> {
        let stones = entry.slice.0;
        let colours = binomial(stones, shares(stones).0);
        let (mut number, mut left) = (entry.index / colours, stones as usize);
        let mut heights = Vec::new();
        for columns in (0..usize::from(self.grid.width)).rev() {
            let mut height = 0;
            while number >= self.heights[columns][left - height] {
                number -= self.heights[columns][left - height];
                height += 1;
            }
            heights.push(height as u8);
            left -= height;
        }
        let owns = unrank_subset(entry.index % colours, shares(stones).0);
        let mut position = Position { own: 0, other: 0 };
        for (stone, square) in (0..).zip(self.squares_of(&heights)) {
            let set = if owns >> stone & 1 == 1 { &mut position.own } else { &mut position.other };
            *set |= 1 << square;
        }
        (!self.has_line(position.own)).then_some(position)
    }
}

impl Naming for ConnectFour {
    fn size_name(&self) -> &'static str {
        "stones"
    }
}

impl Symmetry for ConnectFour {
    const WEIGHTED: bool = false;
}
