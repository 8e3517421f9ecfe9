//! A game from outside the crate that is kept in several tables: kings that take one another.
//!
//! On a board of four by four a piece steps to a neighbouring square, straight or slanting, and takes what stands
//! there. Who has no piece left has lost. Three against two at most: what is taken leads to a part that is solved
//! before.

use hindsight::game::{Board, Colour, Diagram, Figure, Game, Notation, NotationError, Outcome, Piece, PlayRules};
use hindsight::space::combinatorics::{binomial, rank_subset, unrank_subset};
use hindsight::space::{Entry, Naming, Slice, SliceId, Space, Symmetry};

/// The game, with its list of slices.
pub struct Skirmish {
    slices: Vec<Slice>,
}

/// The pieces of both sides: square `i` is bit `i`, from a1 to d1, then from a2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The pieces of the side to move.
    pub own: u32,
    /// The pieces of the other side.
    pub other: u32,
    /// Whether White is to move.
    pub white_to_move: bool,
}

/// A step: from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step(pub u32, pub u32);

const WIDTH: u32 = 4;
const HEIGHT: u32 = 4;
const SQUARES: u32 = WIDTH * HEIGHT;

/// The material, the side to move first, by number of slice.
const MATERIAL: [(u32, u32); 11] =
    [(0, 1), (1, 1), (0, 2), (1, 2), (2, 1), (0, 3), (2, 2), (1, 3), (3, 1), (2, 3), (3, 2)];

const WHITE: Piece =
    Piece { side: 0, colour: Colour::White, figure: Figure::Disc, letter: 'w', symbol: '○', name: "White" };
const BLACK: Piece =
    Piece { side: 1, colour: Colour::Black, figure: Figure::Disc, letter: 'b', symbol: '●', name: "Black" };

/// The place of a square in the diagram, and the square of a place: places are numbered from the upper left.
fn upside_down(number: u32) -> u32 {
    WIDTH * (HEIGHT - 1 - number / WIDTH) + number % WIDTH
}

fn each(set: u32) -> impl Iterator<Item = u32> {
    (0..SQUARES).filter(move |square| set >> square & 1 == 1)
}

/// The neighbours of a square.
fn around(square: u32) -> u32 {
    let (x, y) = (square % WIDTH, square / WIDTH);
    (0..SQUARES)
        .filter(|&to| to != square && (to % WIDTH).abs_diff(x) <= 1 && (to / WIDTH).abs_diff(y) <= 1)
        .map(|to| 1 << to)
        .sum()
}

/// The squares of `set` that are not in `without`, numbered anew.
fn gather(set: u32, without: u32) -> u32 {
    let kept = (0..SQUARES).filter(|square| without >> square & 1 == 0);
    kept.enumerate().map(|(place, square)| (set >> square & 1) << place).sum()
}

/// The inverse of [`gather`].
fn scatter(set: u32, without: u32) -> u32 {
    let kept = (0..SQUARES).filter(|square| without >> square & 1 == 0);
    kept.enumerate().map(|(place, square)| (set >> place & 1) << square).sum()
}

fn square_text(square: u32) -> String {
    format!("{}{}", (b'a' + (square % WIDTH) as u8) as char, 1 + square / WIDTH)
}

impl Game for Skirmish {
    type Position = Position;
    type Move = Step;

    fn name(&self) -> &'static str {
        "skirmish"
    }

    fn sides(&self) -> &'static [&'static str] {
        &["White", "Black"]
    }

    fn start(&self) -> Position {
        Position { own: 0b1011, other: 0b1001 << (SQUARES - WIDTH), white_to_move: true }
    }

    fn side_to_move(&self, position: &Position) -> usize {
        usize::from(!position.white_to_move)
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        (position.own == 0).then_some(Outcome::Loss)
    }

    fn moves(&self, position: &Position) -> impl Iterator<Item = Step> {
        let own = position.own;
        each(own).flat_map(move |from| each(around(from) & !own).map(move |to| Step(from, to)))
    }

    fn play(&self, position: &Position, Step(from, to): Step) -> Position {
        Position {
            own: position.other & !(1 << to),
            other: position.own ^ (1 << from | 1 << to),
            white_to_move: !position.white_to_move,
        }
    }
}

impl PlayRules for Skirmish {}

impl Notation for Skirmish {
    fn parse(&self, text: &str) -> Result<Position, NotationError> {
        let error = || NotationError::new("a position such as `ww.w/..../..../b..b w`, from a1 on", text);
        let (board, side) = text.trim().split_once(' ').ok_or_else(error)?;
        let squares: Vec<u8> = board.bytes().filter(|&byte| byte != b'/').collect();
        if squares.len() != SQUARES as usize || squares.iter().any(|byte| !b"wb.".contains(byte)) {
            return Err(error());
        }
        let of = |piece: u8| squares.iter().zip(0..).filter(|(byte, _)| **byte == piece).map(|(_, i)| 1u32 << i).sum();
        let (white, black) = (of(b'w'), of(b'b'));
        let position = match side.trim() {
            "w" => Position { own: white, other: black, white_to_move: true },
            "b" => Position { own: black, other: white, white_to_move: false },
            _ => return Err(error()),
        };
        self.rank(&position).map(|_| position).ok_or_else(error)
    }

    fn write(&self, position: &Position, text: &mut String) {
        let (white, black) = match position.white_to_move {
            true => (position.own, position.other),
            false => (position.other, position.own),
        };
        for square in 0..SQUARES {
            if square > 0 && square % WIDTH == 0 {
                text.push('/');
            }
            text.push(match (white >> square & 1, black >> square & 1) {
                (1, _) => 'w',
                (_, 1) => 'b',
                _ => '.',
            });
        }
        text.push_str(if position.white_to_move { " w" } else { " b" });
    }

    fn write_move(&self, _position: &Position, Step(from, to): Step, text: &mut String) {
        text.push_str(&format!("{}-{}", square_text(from), square_text(to)));
    }

    fn help(&self) -> &'static str {
        "a position: `ww.w/..../..../b..b w`; a move: `a1-b2`"
    }
}

/// Without the OPTIONAL touched places: the page finds them.
impl Board for Skirmish {
    fn diagram(&self, position: &Position) -> Diagram {
        let (white, black) =
            if position.white_to_move { (position.own, position.other) } else { (position.other, position.own) };
        let piece = |place: usize| {
            let square = upside_down(place as u32);
            match (white >> square & 1, black >> square & 1) {
                (1, _) => Some(WHITE),
                (_, 1) => Some(BLACK),
                _ => None,
            }
        };
        Diagram::squares(&["a", "b", "c", "d"], &["4", "3", "2", "1"]).with_pieces(piece)
    }
}

impl Skirmish {
    /// The game.
    pub fn new() -> Skirmish {
        let number = |material| MATERIAL.iter().position(|&known| known == material).map(|place| SliceId(place as u32));
        let slice = |&(own, other): &(u32, u32)| Slice {
            name: format!("{own}v{other}"),
            pieces: own + other,
            part: match own + other {
                ..=2 => "few".to_string(),
                3 => "3".to_string(),
                _ => format!("{}-{}", own.max(other), own.min(other)),
            },
            entries: binomial(SQUARES, own) * binomial(SQUARES - own, other),
            leads_to: match own {
                0 => Vec::new(),
                own => [number((other, own)), number((other - 1, own))].into_iter().flatten().collect(),
            },
        };
        Skirmish { slices: MATERIAL.iter().map(slice).collect() }
    }
}

impl Space for Skirmish {
    const PARENTS: bool = true;

    fn slices(&self) -> &[Slice] {
        &self.slices
    }

    fn rank(&self, position: &Position) -> Option<Entry> {
        let (own, other) = (position.own, position.other);
        let material = (own.count_ones(), other.count_ones());
        let slice = MATERIAL.iter().position(|&known| known == material)?;
        let places = binomial(SQUARES - material.0, material.1);
        let index = rank_subset(own.into()) * places + rank_subset(gather(other, own).into());
        Some(Entry { slice: SliceId(slice as u32), index })
    }

    fn unrank(&self, entry: Entry) -> Option<Position> {
        let (own, other) = MATERIAL[entry.slice.index()];
        let places = binomial(SQUARES - own, other);
        let own = unrank_subset(entry.index / places, own) as u32;
        let other = scatter(unrank_subset(entry.index % places, other) as u32, own);
        Some(Position { own, other, white_to_move: true })
    }

    /// The other side steps back, from a square where it took nothing.
    fn parents(&self, position: &Position) -> impl Iterator<Item = Position> {
        let Position { own, other, white_to_move } = *position;
        let steps = each(other).flat_map(move |to| each(around(to) & !(own | other)).map(move |from| Step(from, to)));
        // Who has no piece left had his last one taken.
        let steps = steps.filter(move |_| own != 0);
        steps.map(move |Step(from, to)| Position {
            own: other ^ (1 << from | 1 << to),
            other: own,
            white_to_move: !white_to_move,
        })
    }
}

impl Naming for Skirmish {}

impl Symmetry for Skirmish {}
