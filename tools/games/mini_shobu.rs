//! Mini-Shobu: Shobu (Manolis Vranas and Jamie Sajdak, 2019) with two boards in place of four.
//!
//! Each side has a home board, and stones on both. A turn is a passive move on the home board, one or two squares as a
//! queen of chess, over and to empty squares; then an aggressive move on the other board, as far in the same
//! direction, which may push a stone of the other side as far, off the board too. A side without a stone on one of the
//! boards has lost, and so has a side that cannot move. A slice has the numbers of the stones.

use hindsight::game::{Board, Colour, Diagram, Figure, Game, Notation, NotationError, Outcome, Piece, PlayRules};
use hindsight::space::combinatorics::{binomial, gather, rank_subset, scatter, unrank_subset};
use hindsight::space::{Entry, Naming, Slice, SliceId, Space, Symmetry};

use crate::grid::{Grid, each};

/// jh85/smallgames, shobu: every placement of up to so many stones, the positions that games reach, and who wins.
const PUBLISHED: [&str; 2] = [
    r#"
[[figure]]
what = "positions"
source = "jh85, smallgames, 2026"
kind = "total"
count = "positions"
expected = 4_049_858
[[figure]]
what = "the start"
source = "jh85, smallgames, 2026"
kind = "value"
expected = "win 11"
[[figure]]
what = "positions that can be reached"
source = "jh85, smallgames, 2026"
kind = "reachable"
expected = 1_963_316
"#,
    r#"
[[figure]]
what = "positions"
source = "jh85, smallgames, 2026"
kind = "total"
count = "positions"
expected = 92_452_802
[[figure]]
what = "the start"
source = "jh85, smallgames, 2026"
kind = "value"
expected = "win 17"
[[figure]]
what = "positions that can be reached"
source = "jh85, smallgames, 2026"
kind = "reachable"
expected = 22_439_236
"#,
];

const GRID: Grid = Grid { width: 3, height: 3 };
const SQUARES: u32 = 9;
const ALL: u32 = 0x1ff;

/// The stones on White's home board, then on Black's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub white: [u16; 2],
    pub black: [u16; 2],
    pub black_to_move: bool,
}

/// A passive move and an aggressive move in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    passive: u8,
    aggressive: u8,
    /// One step.
    step: (i8, i8),
    /// Steps, one or two.
    length: i8,
}

const DIRECTIONS: [(i8, i8); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// The square so many steps away; `None` off the board.
fn along(from: u8, (right, up): (i8, i8), length: i8) -> Option<u8> {
    GRID.step(from, (right * length, up * length))
}

/// The squares that a stone goes over and to, without its own.
fn path(from: u8, step: (i8, i8), length: i8) -> Option<u32> {
    (1..=length).map(|length| along(from, step, length).map(|square| 1 << square)).sum()
}

/// A board as the side to move sees it: its stones, and the others.
#[derive(Clone, Copy)]
struct Stones {
    own: u32,
    other: u32,
}

impl Stones {
    /// After a passive move; `None` if a stone is in its way.
    fn passive(self, from: u8, step: (i8, i8), length: i8) -> Option<Stones> {
        let free = path(from, step, length)? & (self.own | self.other) == 0;
        free.then_some(Stones { own: self.own ^ 1 << from | 1 << along(from, step, length)?, ..self })
    }

    /// After an aggressive move; `None` if it would push a stone of its own, two stones, or one onto another.
    fn aggressive(self, from: u8, step: (i8, i8), length: i8) -> Option<Stones> {
        let path = path(from, step, length)?;
        let pushed = path & self.other;
        if path & self.own != 0 || pushed.count_ones() > 1 {
            return None;
        }
        let own = self.own ^ 1 << from | 1 << along(from, step, length)?;
        if pushed == 0 {
            return Some(Stones { own, ..self });
        }
        let other = self.other & !pushed;
        match along(pushed.trailing_zeros() as u8, step, length) {
            Some(to) if (self.own | self.other) >> to & 1 == 1 => None,
            to => Some(Stones { own, other: other | to.map_or(0, |to| 1 << to) }),
        }
    }
}

impl Position {
    /// The home board of the side to move, and the other board.
    fn boards(&self) -> [Stones; 2] {
        let of = |board: usize| {
            let (white, black) = (self.white[board].into(), self.black[board].into());
            if self.black_to_move { Stones { own: black, other: white } } else { Stones { own: white, other: black } }
        };
        if self.black_to_move { [of(1), of(0)] } else { [of(0), of(1)] }
    }

    /// The position with these boards of the side that is said to move.
    fn of_boards([home, away]: [Stones; 2], black: bool, black_to_move: bool) -> Position {
        let (own, other) = ([home.own as u16, away.own as u16], [home.other as u16, away.other as u16]);
        match black {
            true => Position { white: [other[1], other[0]], black: [own[1], own[0]], black_to_move },
            false => Position { white: own, black: other, black_to_move },
        }
    }

    fn after(&self, turn: Turn) -> Option<Position> {
        let [home, away] = self.boards();
        let home = home.passive(turn.passive, turn.step, turn.length)?;
        let away = away.aggressive(turn.aggressive, turn.step, turn.length)?;
        Some(Position::of_boards([home, away], self.black_to_move, !self.black_to_move))
    }

    /// Whether White has lost a board, or else Black.
    fn loser_is_black(&self) -> Option<bool> {
        (0..2).find_map(|board| match (self.white[board], self.black[board]) {
            (0, _) => Some(false),
            (_, 0) => Some(true),
            _ => None,
        })
    }

    /// The turns of a game that goes on.
    fn turns(&self) -> impl Iterator<Item = Turn> {
        let [home, away] = self.boards();
        let ways = DIRECTIONS.into_iter().flat_map(|step| [1, 2].map(|length| (step, length)));
        // The boards are two: each passive move goes with each aggressive one.
        ways.flat_map(move |(step, length)| {
            let passive = each(home.own).filter(move |&from| home.passive(from, step, length).is_some());
            let aggressive = each(away.own).filter(move |&from| away.aggressive(from, step, length).is_some());
            let aggressive: Vec<u8> = aggressive.collect();
            passive.flat_map(move |passive| {
                let turn = move |aggressive| Turn { passive, aggressive, step, length };
                aggressive.clone().into_iter().map(turn)
            })
        })
    }
}

/// The game with so many stones of a side on each board.
pub struct MiniShobu {
    name: &'static str,
    stones: u32,
    slices: Vec<Slice>,
}

/// The stones of White and Black on the first board, then on the second.
type Counts = [u32; 4];

impl MiniShobu {
    /// Both games with their published figures.
    pub fn boards() -> impl Iterator<Item = (MiniShobu, &'static str)> {
        let games = [("mini-shobu-2", 2), ("mini-shobu-3", 3)];
        games.into_iter().zip(PUBLISHED).map(|((name, stones), published)| (MiniShobu::new(name, stones), published))
    }

    /// The game with so many stones of a side on each board.
    pub fn new(name: &'static str, stones: u32) -> MiniShobu {
        let mut game = MiniShobu { name, stones, slices: Vec::new() };
        let slice = |number: u32| {
            let counts @ [white, black, others, blacks] = game.counts(SliceId(number));
            let taken =
                [[white.wrapping_sub(1), black, others, blacks], [white, black, others, blacks.wrapping_sub(1)]];
            let taken = taken.into_iter().filter(|counts| counts.iter().all(|&count| count <= stones));
            Slice {
                name: format!("{white}v{black}.{others}v{blacks}"),
                pieces: counts.iter().sum(),
                part: String::new(),
                entries: 2 * sets(white, black) * sets(others, blacks),
                leads_to: [counts].into_iter().chain(taken).map(|counts| game.slice_of(counts)).collect(),
            }
        };
        game.slices = (0..(stones + 1).pow(4)).map(slice).collect();
        game
    }

    fn slice_of(&self, counts: Counts) -> SliceId {
        SliceId(counts.iter().fold(0, |number, count| number * (self.stones + 1) + count))
    }

    fn counts(&self, slice: SliceId) -> Counts {
        let radix = self.stones + 1;
        [3, 2, 1, 0].map(|digit| slice.0 / radix.pow(digit) % radix)
    }
}

/// The placements of stones on a board.
fn sets(white: u32, black: u32) -> u64 {
    binomial(SQUARES, white) * binomial(SQUARES - white, black)
}

impl Game for MiniShobu {
    type Position = Position;
    type Move = Turn;

    fn name(&self) -> &'static str {
        self.name
    }

    fn sides(&self) -> &'static [&'static str] {
        &["Black", "White"]
    }

    fn start(&self) -> Position {
        let row = (1u16 << self.stones) - 1;
        Position { white: [row; 2], black: [row << 6; 2], black_to_move: true }
    }

    fn side_to_move(&self, position: &Position) -> usize {
        usize::from(!position.black_to_move)
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        match position.loser_is_black() {
            Some(black) if black == position.black_to_move => Some(Outcome::Loss),
            Some(_) => Some(Outcome::Win),
            None => position.turns().next().is_none().then_some(Outcome::Loss),
        }
    }

    fn moves(&self, position: &Position) -> impl Iterator<Item = Turn> {
        let goes_on = position.loser_is_black().is_none();
        position.turns().filter(move |_| goes_on)
    }

    fn play(&self, position: &Position, turn: Turn) -> Position {
        position.after(turn).expect("the turn is legal")
    }
}

impl PlayRules for MiniShobu {}

impl Notation for MiniShobu {
    fn parse(&self, text: &str) -> Result<Position, NotationError> {
        let form = "White's home board, Black's home board and the side, as `bb./.../ww. bb./.../ww. b`";
        let error = || NotationError::new(form, text);
        let mut fields = text.split_ascii_whitespace();
        let mut board = || GRID.read(fields.next()?, ['w', 'b']);
        let (Some([white, black]), Some([others, blacks])) = (board(), board()) else { return Err(error()) };
        let black_to_move = match (fields.next(), fields.next()) {
            (Some("b"), None) => true,
            (Some("w"), None) => false,
            _ => return Err(error()),
        };
        if [white, black, others, blacks].iter().any(|set| set.count_ones() > self.stones) {
            return Err(error());
        }
        Ok(Position { white: [white as u16, others as u16], black: [black as u16, blacks as u16], black_to_move })
    }

    fn write(&self, position: &Position, text: &mut String) {
        for board in 0..2 {
            let letter = |square| match (position.white[board] >> square & 1, position.black[board] >> square & 1) {
                (1, _) => 'w',
                (_, 1) => 'b',
                _ => '.',
            };
            GRID.write(letter, text);
            text.push(' ');
        }
        text.push(if position.black_to_move { 'b' } else { 'w' });
    }

    fn write_move(&self, _position: &Position, turn: Turn, text: &mut String) {
        for (number, from) in [turn.passive, turn.aggressive].into_iter().enumerate() {
            text.push_str(if number == 0 { "" } else { "/" });
            GRID.name(from, text);
            text.push('-');
            GRID.name(along(from, turn.step, turn.length).expect("the turn is legal"), text);
        }
    }

    fn help(&self) -> &'static str {
        "a position: both home boards and the side, `bb./.../ww. bb./.../ww. b`; a turn: passive and aggressive move, \
         `a3-a2/b3-b2`"
    }
}

const WHITE: Piece =
    Piece { side: 1, colour: Colour::White, figure: Figure::Disc, letter: 'w', symbol: '○', name: "White" };
const BLACK: Piece =
    Piece { side: 0, colour: Colour::Black, figure: Figure::Disc, letter: 'b', symbol: '●', name: "Black" };

impl Board for MiniShobu {
    /// Both boards side by side.
    fn diagram(&self, position: &Position) -> Diagram {
        let both = Grid { width: 2 * GRID.width, height: GRID.height };
        let piece = |square: u8| {
            let (column, row) = (square % both.width, square / both.width);
            let (board, square) = (usize::from(column / GRID.width), row * GRID.width + column % GRID.width);
            match (position.white[board] >> square & 1, position.black[board] >> square & 1) {
                (1, _) => Some(WHITE),
                (_, 1) => Some(BLACK),
                _ => None,
            }
        };
        let to_move = self.sides()[self.side_to_move(position)];
        both.diagram(piece, format!("{to_move} to move; White's home is on the left"))
    }
}

impl Space for MiniShobu {
    const PARENTS: bool = true;

    fn slices(&self) -> &[Slice] {
        &self.slices
    }

    fn rank(&self, position: &Position) -> Option<Entry> {
        let Position { white, black, black_to_move } = *position;
        let counts = [white[0], black[0], white[1], black[1]].map(u16::count_ones);
        let index = (0..2).fold(0, |index, board| {
            let (white, black) = (u64::from(white[board]), u64::from(black[board]));
            let (whites, blacks) = (white.count_ones(), black.count_ones());
            let others = gather(black, u64::from(ALL) & !white);
            let set = rank_subset(white) * binomial(SQUARES - whites, blacks) + rank_subset(others);
            index * sets(whites, blacks) + set
        });
        Some(Entry { slice: self.slice_of(counts), index: 2 * index + u64::from(black_to_move) })
    }

    fn unrank(&self, entry: Entry) -> Option<Position> {
        let [white, black, others, blacks] = self.counts(entry.slice);
        let of_board = |index: u64, white: u32, black: u32| {
            let blacks = binomial(SQUARES - white, black);
            let set = unrank_subset(index / blacks, white);
            (set as u16, scatter(unrank_subset(index % blacks, black), u64::from(ALL) & !set) as u16)
        };
        let (index, second) = (entry.index / 2, sets(others, blacks));
        let (one, two) = (of_board(index / second, white, black), of_board(index % second, others, blacks));
        Some(Position { white: [one.0, two.0], black: [one.1, two.1], black_to_move: entry.index % 2 == 1 })
    }

    /// Every turn that takes nothing, taken back: a candidate counts if it leads here.
    fn parents(&self, position: &Position) -> impl Iterator<Item = Position> {
        let position = *position;
        let before = Position { black_to_move: !position.black_to_move, ..position };
        let [home, away] = before.boards();
        let mut parents = Vec::new();
        for (step @ (right, up), length) in DIRECTIONS.into_iter().flat_map(|step| [1, 2].map(|length| (step, length)))
        {
            let back = (-right, -up);
            for to in each(home.own) {
                let Some(home) = home.passive(to, back, length) else { continue };
                let Some(passive) = along(to, back, length) else { continue };
                for to in each(away.own) {
                    let Some(aggressive) = along(to, back, length) else { continue };
                    let own = away.own ^ 1 << to | 1 << aggressive;
                    // The stone that was pushed stood on the path, and stands as far on now.
                    let pushed = (1..=length).filter_map(|steps| along(aggressive, step, steps));
                    let pushed = pushed.filter_map(|stood| Some((stood, along(stood, step, length)?)));
                    let pushed = pushed.filter(|&(_, stands)| away.other >> stands & 1 == 1);
                    let others = pushed.map(|(stood, stands)| away.other ^ 1 << stands | 1 << stood);
                    for other in [away.other].into_iter().chain(others) {
                        if (own & other) != 0 || other.count_ones() != away.other.count_ones() {
                            continue;
                        }
                        let boards = [home, Stones { own, other }];
                        let parent = Position::of_boards(boards, before.black_to_move, before.black_to_move);
                        let turn = Turn { passive, aggressive, step, length };
                        if parent.loser_is_black().is_none() && parent.after(turn) == Some(position) {
                            parents.push(parent);
                        }
                    }
                }
            }
        }
        parents.into_iter()
    }
}

impl Naming for MiniShobu {
    fn size_name(&self) -> &'static str {
        "stones"
    }
}

impl Symmetry for MiniShobu {
    const WEIGHTED: bool = false;
}
