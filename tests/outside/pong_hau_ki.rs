//! A game that does not live in the crate: Pong Hau K'i, through the public interface alone.
//!
//! An old Chinese game for two (S. Culin, "Korean Games", 1895, under Ou-moul-ko-no): the four corners of a square and
//! its centre, joined along both diagonals and along three of the sides. Each side has two pieces, moves one along a
//! line to the empty point, and loses when it cannot. With good play nobody does.

use hindsight::game::{Board, Colour, Diagram, Figure, Game, Notation, NotationError, Outcome, Piece, PlayRules};
use hindsight::space::combinatorics::{binomial, gather, rank_subset, scatter, unrank_subset};
use hindsight::space::{Entry, Naming, Slice, SliceId, Space, Symmetry};

/// The game, with its list of slices.
pub struct PongHauKi {
    slices: Vec<Slice>,
}

/// The pieces of both sides. Point `i` is bit `i`: upper left, upper right, centre, lower left, lower right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The pieces of the side to move.
    pub own: u16,
    /// The pieces of the other side.
    pub other: u16,
    /// Whether White is to move.
    pub white_to_move: bool,
}

/// A step to the empty point: where it starts, 0 to 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step(pub u8);

const POINTS: u32 = 5;
const PIECES: u32 = 2;
const ALL: u16 = 0b11111;

/// The points joined to each. No line joins the upper two.
const JOINED: [u16; 5] = [0b01100, 0b10100, 0b11011, 0b10101, 0b01110];

const WHITE: Piece =
    Piece { side: 0, colour: Colour::White, figure: Figure::Disc, letter: 'w', symbol: '○', name: "White" };
const BLACK: Piece =
    Piece { side: 1, colour: Colour::Black, figure: Figure::Disc, letter: 'b', symbol: '●', name: "Black" };

/// Where the mirror takes each point.
const MIRRORED: [u16; 5] = [1, 0, 2, 4, 3];

impl Position {
    fn empty(&self) -> u16 {
        ALL & !(self.own | self.other)
    }

    /// The pieces of a side that can step to the empty point.
    fn movable(&self, pieces: u16) -> u16 {
        pieces & JOINED[self.empty().trailing_zeros() as usize]
    }

    fn white_and_black(&self) -> (u16, u16) {
        if self.white_to_move { (self.own, self.other) } else { (self.other, self.own) }
    }
}

/// The points of a set.
fn each(set: u16) -> impl Iterator<Item = u8> {
    (0..POINTS as u8).filter(move |point| set >> point & 1 == 1)
}

impl Game for PongHauKi {
    type Position = Position;
    type Move = Step;

    fn name(&self) -> &'static str {
        "pong-hau-ki"
    }

    fn sides(&self) -> &'static [&'static str] {
        &["White", "Black"]
    }

    fn start(&self) -> Position {
        Position { own: 0b11000, other: 0b00011, white_to_move: true }
    }

    fn side_to_move(&self, position: &Position) -> usize {
        usize::from(!position.white_to_move)
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        (position.movable(position.own) == 0).then_some(Outcome::Loss)
    }

    fn moves(&self, position: &Position) -> impl Iterator<Item = Step> {
        each(position.movable(position.own)).map(Step)
    }

    fn play(&self, position: &Position, Step(from): Step) -> Position {
        Position {
            own: position.other,
            other: position.own ^ 1 << from | position.empty(),
            white_to_move: !position.white_to_move,
        }
    }
}

impl PlayRules for PongHauKi {}

impl Notation for PongHauKi {
    fn parse(&self, text: &str) -> Result<Position, NotationError> {
        let expected = "a position such as `bb.ww w`: the points from the upper left to the lower right, two `w`, two \
                        `b` and a `.`, then the side to move";
        let error = || NotationError::new(expected, text);
        let (points, side) = text.trim().split_once(' ').ok_or_else(error)?;
        let of =
            |piece: u8| points.bytes().enumerate().filter(|(_, b)| *b == piece).map(|(i, _)| 1u16 << i).sum::<u16>();
        if points.len() != POINTS as usize || [b'w', b'b'].iter().any(|&side| of(side).count_ones() != PIECES) {
            return Err(error());
        }
        let (white, black) = (of(b'w'), of(b'b'));
        match side.trim() {
            "w" if of(b'.') != 0 => Ok(Position { own: white, other: black, white_to_move: true }),
            "b" if of(b'.') != 0 => Ok(Position { own: black, other: white, white_to_move: false }),
            _ => Err(error()),
        }
    }

    fn write(&self, position: &Position, text: &mut String) {
        let (white, black) = position.white_and_black();
        text.extend((0..POINTS).map(|point| match (white >> point & 1, black >> point & 1) {
            (1, _) => 'w',
            (_, 1) => 'b',
            _ => '.',
        }));
        text.push_str(if position.white_to_move { " w" } else { " b" });
    }

    fn write_move(&self, position: &Position, Step(from): Step, text: &mut String) {
        let to = position.empty().trailing_zeros() as u8;
        text.extend([(b'1' + from) as char, '-', (b'1' + to) as char]);
    }

    fn help(&self) -> &'static str {
        "a position: points 1 to 5, `bb.ww w`; a move: `4-3`"
    }
}

impl Board for PongHauKi {
    fn diagram(&self, position: &Position) -> Diagram {
        let (white, black) = position.white_and_black();
        let piece = |point| match (white >> point & 1, black >> point & 1) {
            (1, _) => Some(WHITE),
            (_, 1) => Some(BLACK),
            _ => None,
        };
        let joined = |from: u8| each(JOINED[usize::from(from)]).filter(move |&to| to > from).map(move |to| [from, to]);
        let lines = (0..POINTS as u8).flat_map(joined).map(|ends| ends.map(u16::from)).collect();
        let to_move = self.sides()[self.side_to_move(position)];
        let points = [(0, 0), (2, 0), (1, 1), (0, 2), (2, 2)];
        Diagram::points(&points, 1, lines).with_pieces(piece).with_note(format!("{to_move} to move"))
    }

    fn touched(&self, position: &Position, Step(from): Step) -> Vec<u16> {
        vec![from.into(), position.empty().trailing_zeros() as u16]
    }
}

impl PongHauKi {
    /// The game.
    pub fn new() -> PongHauKi {
        let slice = Slice {
            name: "2v2".to_string(),
            pieces: 2 * PIECES,
            part: String::new(),
            entries: binomial(POINTS, PIECES) * binomial(POINTS - PIECES, PIECES),
            leads_to: vec![SliceId(0)],
        };
        PongHauKi { slices: vec![slice] }
    }
}

/// A single slice: nothing is ever captured. Both colours play alike and share their entries.
impl Space for PongHauKi {
    const PARENTS: bool = true;

    fn slices(&self) -> &[Slice] {
        &self.slices
    }

    fn rank(&self, position: &Position) -> Option<Entry> {
        let gathered = gather(position.other.into(), (ALL & !position.own).into());
        let places = binomial(POINTS - PIECES, PIECES);
        let index = rank_subset(position.own.into()) * places + rank_subset(gathered);
        Some(Entry { slice: SliceId(0), index })
    }

    fn unrank(&self, entry: Entry) -> Option<Position> {
        let places = binomial(POINTS - PIECES, PIECES);
        let own = unrank_subset(entry.index / places, PIECES) as u16;
        let other = scatter(unrank_subset(entry.index % places, PIECES), (ALL & !own).into()) as u16;
        Some(Position { own, other, white_to_move: true })
    }

    /// The other side steps back.
    fn parents(&self, position: &Position) -> impl Iterator<Item = Position> {
        let position = *position;
        each(position.movable(position.other)).map(move |to| Position {
            own: position.other ^ 1 << to | position.empty(),
            other: position.own,
            white_to_move: !position.white_to_move,
        })
    }
}

impl Naming for PongHauKi {}

impl Symmetry for PongHauKi {
    fn images(&self, position: &Position) -> impl Iterator<Item = Position> {
        let mirror = |set: u16| each(set).map(|point| 1 << MIRRORED[usize::from(point)]).sum();
        [*position, Position { own: mirror(position.own), other: mirror(position.other), ..*position }].into_iter()
    }
}
