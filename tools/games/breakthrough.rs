//! Breakthrough on small boards (Dan Troyka, 2000).
//!
//! A piece moves one square forwards, straight or diagonally, to an empty square; diagonally it may take. A piece on
//! the far row wins, and so does who takes the last piece; a side that cannot move has lost. There are no draws, and no
//! position comes twice. A slice has the numbers of the pieces on both home rows and between them: every move but one
//! between the home rows leads to another slice.

use hindsight::game::{Board, Colour, Diagram, Figure, Game, Notation, NotationError, Outcome, Piece, PlayRules};
use hindsight::space::combinatorics::{binomial, gather, rank_subset, scatter, unrank_subset};
use hindsight::space::{Entry, Naming, Slice, SliceId, Space, Symmetry};

use crate::grid::{Grid, each, fields};

/// jh85/smallgames, breakthrough: the positions before the end, with either side to move, and who wins.
const PUBLISHED: [&str; 2] = [
    r#"
[[figure]]
what = "positions"
source = "jh85, smallgames, 2026"
kind = "total"
count = "positions"
expected = 3_267_310
[[figure]]
what = "the start"
source = "jh85, smallgames, 2026"
kind = "value"
expected = "loss"
"#,
    r#"
[[figure]]
what = "positions"
source = "jh85, smallgames, 2026"
kind = "total"
count = "positions"
expected = 219_211_038
[[figure]]
what = "the start"
source = "jh85, smallgames, 2026"
kind = "value"
expected = "loss"
"#,
];

/// The pieces of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub white: u32,
    pub black: u32,
    pub black_to_move: bool,
}

/// A step of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    from: u8,
    to: u8,
}

/// The pieces of a slice: White's on its home row and between the home rows, Black's between them and on its home row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Counts {
    white_home: u32,
    white: u32,
    black: u32,
    black_home: u32,
}

impl Counts {
    /// After a piece has left its home row, and after one was taken between the home rows.
    fn next(self) -> impl Iterator<Item = Counts> {
        let Counts { white_home, white, black, black_home } = self;
        let white_out = white_home.checked_sub(1).map(|white_home| Counts { white_home, white: white + 1, ..self });
        let black_out = black_home.checked_sub(1).map(|black_home| Counts { black_home, black: black + 1, ..self });
        let white_takes = move |counts: Counts| counts.black.checked_sub(1).map(|black| Counts { black, ..counts });
        let black_takes = move |counts: Counts| counts.white.checked_sub(1).map(|white| Counts { white, ..counts });
        let quiet = [Some(self), white_out, black_out];
        let taken =
            [white_out.and_then(white_takes), black_out.and_then(black_takes), white_takes(self), black_takes(self)];
        quiet.into_iter().chain(taken).flatten()
    }
}

/// The game on one board.
pub struct Breakthrough {
    name: &'static str,
    grid: Grid,
    /// The counts of each slice, ascending.
    counts: Vec<Counts>,
    slices: Vec<Slice>,
}

impl Breakthrough {
    /// The boards with their published figures.
    pub fn boards() -> impl Iterator<Item = (Breakthrough, &'static str)> {
        let boards = [("breakthrough-4x4", 4, 4), ("breakthrough-4x5", 4, 5)];
        boards
            .into_iter()
            .zip(PUBLISHED)
            .map(|((name, width, height), published)| (Breakthrough::new(name, Grid { width, height }), published))
    }

    /// The game on a board.
    pub fn new(name: &'static str, grid: Grid) -> Breakthrough {
        let (row, most) = (u32::from(grid.width), 2 * u32::from(grid.width));
        let mut game = Breakthrough { name, grid, counts: Vec::new(), slices: Vec::new() };
        for white_home in 0..=row {
            for white in 0..=most - white_home {
                for black in 0..=most.min(game.between().count_ones().saturating_sub(white)) {
                    for black_home in 0..=row.min(most - black) {
                        let counts = Counts { white_home, white, black, black_home };
                        if white_home + white > 0 && black + black_home > 0 {
                            game.counts.push(counts);
                        }
                    }
                }
            }
        }
        let slice = |&counts: &Counts| Slice {
            name: format!("{}.{}v{}.{}", counts.white_home, counts.white, counts.black, counts.black_home),
            pieces: counts.white_home + counts.white + counts.black + counts.black_home,
            part: String::new(),
            entries: 2 * game.radices(counts).iter().product::<u64>(),
            leads_to: counts.next().filter_map(|next| game.slice_of(next)).collect(),
        };
        game.slices = game.counts.iter().map(slice).collect();
        game
    }

    fn slice_of(&self, counts: Counts) -> Option<SliceId> {
        self.counts.binary_search(&counts).ok().map(|number| SliceId(number as u32))
    }

    /// The squares of White's home row.
    fn white_home(&self) -> u32 {
        (1 << self.grid.width) - 1
    }

    /// The squares of Black's home row.
    fn black_home(&self) -> u32 {
        self.white_home() << (self.grid.squares() - self.grid.width)
    }

    /// The squares between the home rows.
    fn between(&self) -> u32 {
        ((1 << (self.grid.squares() - self.grid.width)) - 1) & !self.white_home()
    }

    /// The numbers of sets of each kind of pieces, in the order in which they make an index.
    fn radices(&self, counts: Counts) -> [u64; 4] {
        let (row, between) = (u32::from(self.grid.width), self.between().count_ones());
        [
            binomial(row, counts.white_home),
            binomial(row, counts.black_home),
            binomial(between, counts.white),
            binomial(between - counts.white, counts.black),
        ]
    }

    /// The squares in front of a square, or behind it: straight, then diagonally.
    fn steps(&self, from: u8, up: bool) -> impl Iterator<Item = (u8, bool)> {
        let rows = if up { 1 } else { -1 };
        let grid = self.grid;
        [0, -1, 1].into_iter().filter_map(move |columns| Some((grid.step(from, (columns, rows))?, columns != 0)))
    }

    /// The steps of the side to move, of a game that goes on.
    fn steps_of(&self, position: &Position) -> impl Iterator<Item = Step> {
        let (own, other) = own_and_other(position);
        let up = !position.black_to_move;
        each(own).flat_map(move |from| {
            let steps = self.steps(from, up).filter(move |&(to, diagonal)| {
                let free = if diagonal { !own } else { !(own | other) };
                free >> to & 1 == 1
            });
            steps.map(move |(to, _)| Step { from, to })
        })
    }
}

/// The pieces of the side to move, and of the other.
fn own_and_other(position: &Position) -> (u32, u32) {
    if position.black_to_move { (position.black, position.white) } else { (position.white, position.black) }
}

impl Game for Breakthrough {
    type Position = Position;
    type Move = Step;

    fn name(&self) -> &'static str {
        self.name
    }

    fn sides(&self) -> &'static [&'static str] {
        &["White", "Black"]
    }

    fn start(&self) -> Position {
        let rows = 2 * self.grid.width;
        let white = (1 << rows) - 1;
        Position { white, black: white << (self.grid.squares() - rows), black_to_move: false }
    }

    fn side_to_move(&self, position: &Position) -> usize {
        usize::from(position.black_to_move)
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let through = (position.white & self.black_home() != 0, position.black & self.white_home() != 0);
        let (own, other) = if position.black_to_move { (through.1, through.0) } else { through };
        let (pieces, others) = own_and_other(position);
        if other || pieces == 0 {
            return Some(Outcome::Loss);
        }
        if own || others == 0 {
            return Some(Outcome::Win);
        }
        self.steps_of(position).next().is_none().then_some(Outcome::Loss)
    }

    fn moves(&self, position: &Position) -> impl Iterator<Item = Step> {
        let goes_on = self.outcome(position).is_none();
        self.steps_of(position).filter(move |_| goes_on)
    }

    fn play(&self, position: &Position, Step { from, to }: Step) -> Position {
        let (own, other) = own_and_other(position);
        let (own, other) = (own ^ 1 << from | 1 << to, other & !(1 << to));
        match position.black_to_move {
            true => Position { white: other, black: own, black_to_move: false },
            false => Position { white: own, black: other, black_to_move: true },
        }
    }
}

impl PlayRules for Breakthrough {}

impl Notation for Breakthrough {
    fn parse(&self, text: &str) -> Result<Position, NotationError> {
        let form = "rows from the top of w, b and `.`, then the side to move, as `bbbb/bbbb/wwww/wwww w`";
        let (rows, black_to_move) = fields(text, ["w", "b"], form)?;
        let most = 2 * u32::from(self.grid.width);
        match self.grid.read(rows, ['w', 'b']) {
            Some([white, black]) if white.count_ones() <= most && black.count_ones() <= most => {
                Ok(Position { white, black, black_to_move })
            }
            _ => Err(NotationError::new(form, text)),
        }
    }

    fn write(&self, position: &Position, text: &mut String) {
        let letter = |square| match (position.white >> square & 1, position.black >> square & 1) {
            (1, _) => 'w',
            (_, 1) => 'b',
            _ => '.',
        };
        self.grid.write(letter, text);
        text.push_str(if position.black_to_move { " b" } else { " w" });
    }

    fn write_move(&self, position: &Position, Step { from, to }: Step, text: &mut String) {
        self.grid.name(from, text);
        text.push(if (position.white | position.black) >> to & 1 == 1 { 'x' } else { '-' });
        self.grid.name(to, text);
    }

    fn help(&self) -> &'static str {
        "a position: rows from the top and the side to move, `bbbb/bbbb/wwww/wwww w`; a move: `a2-b3`, `a2xb3`"
    }
}

const WHITE: Piece =
    Piece { side: 0, colour: Colour::White, figure: Figure::Disc, letter: 'w', symbol: '○', name: "White" };
const BLACK: Piece =
    Piece { side: 1, colour: Colour::Black, figure: Figure::Disc, letter: 'b', symbol: '●', name: "Black" };

impl Board for Breakthrough {
    fn diagram(&self, position: &Position) -> Diagram {
        let piece = |square| match (position.white >> square & 1, position.black >> square & 1) {
            (1, _) => Some(WHITE),
            (_, 1) => Some(BLACK),
            _ => None,
        };
        self.grid.diagram(piece, format!("{} to move", self.sides()[self.side_to_move(position)]))
    }

    fn touched(&self, _position: &Position, Step { from, to }: Step) -> Vec<u16> {
        vec![self.grid.in_diagram(from), self.grid.in_diagram(to)]
    }
}

impl Space for Breakthrough {
    const PARENTS: bool = true;

    fn slices(&self) -> &[Slice] {
        &self.slices
    }

    /// A position in which a side is through, or has no piece, is over and has no entry.
    fn rank(&self, position: &Position) -> Option<Entry> {
        let &Position { white, black, black_to_move } = position;
        if white & self.black_home() != 0 || black & self.white_home() != 0 {
            return None;
        }
        let (between, whites) = (self.between(), white & self.between());
        let counts = Counts {
            white_home: (white & self.white_home()).count_ones(),
            white: whites.count_ones(),
            black: (black & between).count_ones(),
            black_home: (black & self.black_home()).count_ones(),
        };
        let slice = self.slice_of(counts)?;
        let digits = [
            rank_subset((white & self.white_home()).into()),
            rank_subset(gather(black.into(), self.black_home().into())),
            rank_subset(gather(whites.into(), between.into())),
            rank_subset(gather((black & between).into(), (between & !whites).into())),
        ];
        let sets = digits.iter().zip(self.radices(counts)).fold(0, |index, (digit, radix)| index * radix + digit);
        Some(Entry { slice, index: 2 * sets + u64::from(black_to_move) })
    }

    fn unrank(&self, entry: Entry) -> Option<Position> {
        let counts = self.counts[entry.slice.index()];
        let [_, black_homes, whites, blacks] = self.radices(counts);
        let mut index = entry.index / 2;
        let mut digit = |radix: u64| (index % radix, index /= radix).0;
        let [black, white, black_home] = [blacks, whites, black_homes].map(&mut digit);
        let white_home = unrank_subset(index, counts.white_home) as u32;
        let white = scatter(unrank_subset(white, counts.white), self.between().into()) as u32;
        let black = scatter(unrank_subset(black, counts.black), (self.between() & !white).into()) as u32;
        let black_home = scatter(unrank_subset(black_home, counts.black_home), self.black_home().into()) as u32;
        let black_to_move = entry.index % 2 == 1;
        Some(Position { white: white | white_home, black: black | black_home, black_to_move })
    }

    /// A quiet step back between the home rows.
    fn parents(&self, position: &Position) -> impl Iterator<Item = Position> {
        let (own, other) = own_and_other(position);
        let before = Position { black_to_move: !position.black_to_move, ..*position };
        let between = self.between();
        each(other & between).flat_map(move |to| {
            let empty = between & !(own | other);
            let behind = self.steps(to, before.black_to_move).filter(move |&(from, _)| empty >> from & 1 == 1);
            behind.map(move |(from, _)| {
                let moved = other ^ 1 << to ^ 1 << from;
                match before.black_to_move {
                    true => Position { black: moved, ..before },
                    false => Position { white: moved, ..before },
                }
            })
        })
    }
}

impl Naming for Breakthrough {}

impl Symmetry for Breakthrough {
    const WEIGHTED: bool = false;
}
