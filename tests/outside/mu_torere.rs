//! Mu Torere, a game of the Māori: eight points in a ring, a centre, and four pieces a side.

use hindsight::game::{Board, Colour, Diagram, Figure, Game, Notation, NotationError, Outcome, Piece, PlayRules};
use hindsight::space::combinatorics::{binomial, gather, rank_subset, scatter, unrank_subset};
use hindsight::space::{Entry, Naming, Slice, SliceId, Space, Symmetry};

/// The pieces of both sides. Bit 0 is the centre, bits 1 to 8 are the points of the ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The pieces of the side to move.
    pub own: u16,
    /// The pieces of the other side.
    pub other: u16,
    /// Whether White is to move.
    pub white_to_move: bool,
}

const POINTS: u32 = 9;
const PIECES: u32 = 4;
const ALL: u16 = 0b1_1111_1111;
const CENTRE: u8 = 0;

/// The two neighbours of a point in the ring.
fn beside(point: u8) -> u16 {
    1 << (point % 8 + 1) | 1 << ((point + 6) % 8 + 1)
}

/// The points of a set.
fn each(set: u16) -> impl Iterator<Item = u8> {
    (0..POINTS as u8).filter(move |point| set >> point & 1 == 1)
}

impl Position {
    /// The empty point.
    fn empty(&self) -> u8 {
        (ALL & !(self.own | self.other)).trailing_zeros() as u8
    }

    /// The pieces of the side to move that can go to the empty point.
    fn movable(&self) -> u16 {
        match self.empty() {
            CENTRE => each(self.own).filter(|&from| beside(from) & self.other != 0).map(|from| 1 << from).sum(),
            point => self.own & (beside(point) | 1 << CENTRE),
        }
    }

    fn white_and_black(&self) -> (u16, u16) {
        if self.white_to_move { (self.own, self.other) } else { (self.other, self.own) }
    }
}

/// The game, with its list of slices.
pub struct MuTorere {
    slices: Vec<Slice>,
}

impl Game for MuTorere {
    type Position = Position;
    /// The point that a piece leaves. It goes to the empty point.
    type Move = u8;

    fn name(&self) -> &'static str {
        "mu-torere"
    }

    fn sides(&self) -> &'static [&'static str] {
        &["White", "Black"]
    }

    fn start(&self) -> Position {
        Position { own: 0b0_0001_1110, other: 0b1_1110_0000, white_to_move: true }
    }

    fn side_to_move(&self, position: &Position) -> usize {
        usize::from(!position.white_to_move)
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        (position.movable() == 0).then_some(Outcome::Loss)
    }

    fn moves(&self, position: &Position) -> impl Iterator<Item = u8> {
        each(position.movable())
    }

    fn play(&self, position: &Position, from: u8) -> Position {
        Position {
            own: position.other,
            other: position.own ^ 1 << from | 1 << position.empty(),
            white_to_move: !position.white_to_move,
        }
    }
}

impl PlayRules for MuTorere {}

impl Notation for MuTorere {
    fn parse(&self, text: &str) -> Result<Position, NotationError> {
        let form = "a position such as `.wwwwbbbb w`: the centre, the points 1 to 8, then the side to move";
        let error = || NotationError::new(form, text);
        let (points, side) = text.trim().split_once(' ').ok_or_else(error)?;
        let set =
            |piece: u8| (0..).zip(points.bytes()).filter(|(_, b)| *b == piece).map(|(i, _)| 1u16 << i).sum::<u16>();
        if points.len() != POINTS as usize || [b'w', b'b'].iter().any(|&piece| set(piece).count_ones() != PIECES) {
            return Err(error());
        }
        match side.trim() {
            "w" => Ok(Position { own: set(b'w'), other: set(b'b'), white_to_move: true }),
            "b" => Ok(Position { own: set(b'b'), other: set(b'w'), white_to_move: false }),
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

    fn write_move(&self, position: &Position, from: u8, text: &mut String) {
        text.extend([(b'0' + from) as char, '-', (b'0' + position.empty()) as char]);
    }

    fn help(&self) -> &'static str {
        "a position: the centre and points 1 to 8, `.wwwwbbbb w`; a move: `4-0`"
    }
}

const WHITE: Piece =
    Piece { side: 0, colour: Colour::White, figure: Figure::Disc, letter: 'w', symbol: '○', name: "White" };
const BLACK: Piece =
    Piece { side: 1, colour: Colour::Black, figure: Figure::Disc, letter: 'b', symbol: '●', name: "Black" };

/// Column and row of the centre and of the ring.
const PLACES: [(u8, u8); 9] = [(3, 3), (2, 0), (4, 0), (6, 2), (6, 4), (4, 6), (2, 6), (0, 4), (0, 2)];

impl Board for MuTorere {
    fn diagram(&self, position: &Position) -> Diagram {
        let (white, black) = position.white_and_black();
        let piece = |point| match (white >> point & 1, black >> point & 1) {
            (1, _) => Some(WHITE),
            (_, 1) => Some(BLACK),
            _ => None,
        };
        let lines = (1..=8).flat_map(|point| [[point, point % 8 + 1], [0, point]]).collect();
        let to_move = self.sides()[self.side_to_move(position)];
        Diagram::points(&PLACES, 0, lines).with_pieces(piece).with_note(format!("{to_move} to move"))
    }

    fn touched(&self, position: &Position, from: u8) -> Vec<u16> {
        vec![from.into(), position.empty().into()]
    }
}

impl MuTorere {
    /// The game.
    pub fn new() -> MuTorere {
        let slice = Slice {
            name: "4v4".to_string(),
            pieces: 2 * PIECES,
            part: String::new(),
            entries: binomial(POINTS, PIECES) * binomial(POINTS - PIECES, PIECES),
            leads_to: vec![SliceId(0)],
        };
        MuTorere { slices: vec![slice] }
    }
}

impl Space for MuTorere {
    fn slices(&self) -> &[Slice] {
        &self.slices
    }

    fn rank(&self, position: &Position) -> Option<Entry> {
        let other = gather(position.other.into(), (ALL & !position.own).into());
        let index = rank_subset(position.own.into()) * binomial(POINTS - PIECES, PIECES) + rank_subset(other);
        Some(Entry { slice: SliceId(0), index })
    }

    fn unrank(&self, entry: Entry) -> Option<Position> {
        let others = binomial(POINTS - PIECES, PIECES);
        let own = unrank_subset(entry.index / others, PIECES) as u16;
        let other = scatter(unrank_subset(entry.index % others, PIECES), (ALL & !own).into()) as u16;
        Some(Position { own, other, white_to_move: true })
    }
}

impl Naming for MuTorere {}

impl Symmetry for MuTorere {
    const WEIGHTED: bool = false;

    /// The eight rotations of the ring.
    fn images(&self, position: &Position) -> impl Iterator<Item = Position> {
        let turned = |set: u16| {
            let ring = set & !1;
            set & 1 | (ring << 1 | ring >> 7) & ALL & !1
        };
        let next = move |last: &Position| Some(Position { own: turned(last.own), other: turned(last.other), ..*last });
        std::iter::successors(Some(*position), next).take(8)
    }
}
