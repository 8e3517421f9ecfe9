//! Dodgem on nine squares (Colin Vout; Berlekamp, Conway and Guy, "Winning Ways"), right or with one fault.
//!
//! Cars of the first side drive up and leave at the top; cars of the second side drive to the right and leave there. A
//! car moves one square forwards or to either side, to an empty square. A side that has no car left has won, and so has
//! a side that cannot move. A mirror at the diagonal turns the sides into one another: both share their entries.

use hindsight::game::{Board, Game, Notation, NotationError, Outcome, PlayRules};
use hindsight::space::combinatorics::{binomial, gather, rank_subset, scatter, unrank_subset};
use hindsight::space::{Entry, Naming, Slice, SliceId, Space, Symmetry};

/// What an author got wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nothing.
    None,
    /// `rank` swaps the sides without the mirror.
    NoMirror,
    /// `rank` has the same entry for both sides to move.
    SideForgotten,
    /// `unrank` gives nothing for some entries that positions have.
    Hole,
    /// `unrank` counts the cars of the sides in the other order.
    OtherOrder,
    /// A slice has fewer entries than positions.
    FewEntries,
    /// A slice does not lead to the slice of a car that has left.
    LeadsNowhere,
    /// Two slices have one name.
    OneName,
    /// The name of the game has a slash.
    Slash,
    /// The second side loses when it cannot move.
    BlockedLoses,
    /// A game goes on without moves.
    NoEnd,
    /// A finished game has moves.
    GoesOn,
    /// The cars of the second side go backwards, too.
    Backwards,
    /// A move comes twice.
    Twice,
    /// The side that moved moves again.
    SameSide,
    /// A car stays where it was, too.
    Doubled,
    /// A move does not say where it goes.
    ShortMoves,
    /// A position does not say who moves.
    ShortPositions,
    /// A mirror is called a symmetry, and changes the side to move.
    Mirrored,
    /// The predecessors lack a direction.
    FewParents,
    /// A move touches a square outside of the board.
    Touched,
}

/// The faults, each with the beginning of the sentence that names it.
pub const FAULTS: [(Fault, &str); 20] = [
    (Fault::NoMirror, "positions of an entry go on alike"),
    (Fault::SideForgotten, "positions of an entry"),
    (Fault::Hole, "entries of positions hold a position"),
    (Fault::OtherOrder, "unrank is the inverse of rank"),
    (Fault::FewEntries, "ranks are below the slice's entries"),
    (Fault::LeadsNowhere, "moves lead where the slice says"),
    (Fault::OneName, "slices have names of their own"),
    (Fault::Slash, "games have names of letters"),
    (Fault::BlockedLoses, "positions of an entry end alike"),
    (Fault::NoEnd, "a game that goes on has a move"),
    (Fault::GoesOn, "a finished game has no moves"),
    (Fault::Backwards, "positions of an entry go on alike"),
    (Fault::Twice, "moves are written each in its own way"),
    (Fault::SameSide, "teams move in turn"),
    (Fault::Doubled, "positions have an entry"),
    (Fault::ShortMoves, "moves are written each in its own way"),
    (Fault::ShortPositions, "positions are read as written"),
    (Fault::Mirrored, "images have the same side to move"),
    (Fault::FewParents, "parents are the inverse of moves"),
    (Fault::Touched, "moves touch places of the diagram"),
];

/// The cars of both sides on nine squares, from the lower left, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The cars that drive up.
    pub up: u16,
    /// The cars that drive to the right.
    pub right: u16,
    /// Whether the second side is to move.
    pub second: bool,
}

/// A car's square, and the square that it goes to; `None` off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drive {
    from: u8,
    to: Option<u8>,
}

const SQUARES: u32 = 9;
const CARS: u32 = 2;

/// The squares after a mirror at the diagonal.
fn mirrored(set: u16) -> u16 {
    (0..9).filter(|square| set >> square & 1 == 1).map(|square| 1 << (square % 3 * 3 + square / 3)).sum()
}

/// The squares of the cars that drive up which a car goes to from a square: forwards first, then to both sides.
fn drives(from: u8) -> impl Iterator<Item = Option<u8>> {
    let (column, row) = (from % 3, from / 3);
    let sideways = [column.checked_sub(1), Some(column + 1).filter(|&column| column < 3)];
    let forwards = if row == 2 { None } else { Some(from + 3) };
    std::iter::once(forwards).chain(sideways.into_iter().flatten().map(move |column| Some(3 * row + column)))
}

impl Position {
    /// The same with the first side to move: its cars and the others, as it sees the board.
    fn seen(&self) -> (u16, u16) {
        if self.second { (mirrored(self.right), mirrored(self.up)) } else { (self.up, self.right) }
    }

    fn of_seen((own, other): (u16, u16), second: bool) -> Position {
        match second {
            true => Position { up: mirrored(other), right: mirrored(own), second },
            false => Position { up: own, right: other, second },
        }
    }
}

/// The square as the other side sees it.
fn turned(square: u8, second: bool) -> u8 {
    if second { square % 3 * 3 + square / 3 } else { square }
}

/// The game, with one fault or none.
pub struct Dodgem {
    slices: Vec<Slice>,
    fault: Fault,
}

/// The number of the slice with these cars of the side to move and of the other.
fn slice(own: u32, other: u32) -> SliceId {
    SliceId(own * (CARS + 1) + other)
}

/// The entries of a slice: sets of squares of the other side, for each of the side to move.
fn entries(own: u32, other: u32) -> u64 {
    binomial(SQUARES, own) * binomial(SQUARES - own, other)
}

impl Dodgem {
    /// The game with this fault.
    pub fn new(fault: Fault) -> Dodgem {
        let of = |own: u32, other: u32| {
            // After a move the other side is to move, and a car of the mover may have left.
            let mut leads_to = vec![slice(other, own)];
            leads_to.extend(own.checked_sub(1).filter(|_| fault != Fault::LeadsNowhere).map(|own| slice(other, own)));
            let few = u64::from(fault == Fault::FewEntries && own == CARS && other == CARS) * 700;
            Slice {
                name: if fault == Fault::OneName { "cars".to_string() } else { format!("{own}v{other}") },
                pieces: own + other,
                part: String::new(),
                entries: entries(own, other) - few,
                leads_to,
            }
        };
        let slices = (0..=CARS).flat_map(|own| (0..=CARS).map(move |other| of(own, other))).collect();
        Dodgem { slices, fault }
    }

    /// The moves as the side to move sees the board, of a game that goes on.
    fn seen_moves(&self, position: &Position) -> Vec<Drive> {
        let (own, other) = position.seen();
        let mut moves = Vec::new();
        for from in (0..9).filter(|from| own >> from & 1 == 1) {
            let backwards = Some(Some(from - from.min(3)))
                .filter(|_| self.fault == Fault::Backwards && position.second && from >= 3);
            for to in drives(from).chain(backwards) {
                if to.is_none_or(|to| (own | other) >> to & 1 == 0) {
                    moves.push(Drive { from, to });
                }
            }
        }
        if self.fault == Fault::Twice {
            moves.extend(moves.first().copied());
        }
        moves
    }
}

impl Game for Dodgem {
    type Position = Position;
    type Move = Drive;

    fn name(&self) -> &'static str {
        if self.fault == Fault::Slash { "dodgem/3" } else { "dodgem" }
    }

    fn sides(&self) -> &'static [&'static str] {
        &["Up", "Right"]
    }

    fn start(&self) -> Position {
        Position { up: 0b000_000_110, right: 0b001_001_000, second: false }
    }

    fn side_to_move(&self, position: &Position) -> usize {
        usize::from(position.second)
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let (own, other) = position.seen();
        if other == 0 {
            return Some(Outcome::Loss);
        }
        if own == 0 {
            return Some(Outcome::Win);
        }
        let blocked = self.seen_moves(position).is_empty();
        match self.fault {
            Fault::NoEnd => None,
            Fault::BlockedLoses if position.second => blocked.then_some(Outcome::Loss),
            _ => blocked.then_some(Outcome::Win),
        }
    }

    fn moves(&self, position: &Position) -> impl Iterator<Item = Drive> {
        let over = self.outcome(position).is_some() && self.fault != Fault::GoesOn;
        let moves = if over { Vec::new() } else { self.seen_moves(position) };
        let second = position.second;
        let back = move |square| turned(square, second);
        moves.into_iter().map(move |Drive { from, to }| Drive { from: back(from), to: to.map(back) })
    }

    fn play(&self, position: &Position, Drive { from, to }: Drive) -> Position {
        let kept = if self.fault == Fault::Doubled { 0 } else { 1 << from };
        let moved = |cars: u16| cars & !kept | to.map_or(0, |to| 1 << to);
        let (up, right) = match position.second {
            true => (position.up, moved(position.right)),
            false => (moved(position.up), position.right),
        };
        Position { up, right, second: position.second == (self.fault == Fault::SameSide) }
    }
}

impl PlayRules for Dodgem {}

impl Notation for Dodgem {
    fn parse(&self, text: &str) -> Result<Position, NotationError> {
        let error = || NotationError::new("nine squares from the lower left and the side, as `.uur..r.. u`", text);
        let (board, side) = text.trim().split_once(' ').unwrap_or((text.trim(), "u"));
        let set = |car: u8| (0..).zip(board.bytes()).filter(|(_, b)| *b == car).map(|(i, _)| 1u16 << i).sum::<u16>();
        let (up, right) = (set(b'u'), set(b'r'));
        if board.len() != 9 || up.count_ones() > CARS || right.count_ones() > CARS || !["u", "r"].contains(&side) {
            return Err(error());
        }
        Ok(Position { up, right, second: side == "r" })
    }

    fn write(&self, position: &Position, text: &mut String) {
        text.extend((0..9).map(|square| match (position.up >> square & 1, position.right >> square & 1) {
            (1, _) => 'u',
            (_, 1) => 'r',
            _ => '.',
        }));
        if self.fault != Fault::ShortPositions {
            text.push_str(if position.second { " r" } else { " u" });
        }
    }

    fn write_move(&self, _position: &Position, Drive { from, to }: Drive, text: &mut String) {
        text.push((b'1' + from) as char);
        if self.fault != Fault::ShortMoves {
            text.push('-');
            text.extend(to.map_or(Some('x'), |to| Some((b'1' + to) as char)));
        }
    }

    fn help(&self) -> &'static str {
        "a position: nine squares from the lower left and the side, `.uur..r.. u`; a move: `2-5`, or `8-x` off the board"
    }
}

impl Board for Dodgem {
    fn touched(&self, _position: &Position, drive: Drive) -> Vec<u16> {
        if self.fault == Fault::Touched { vec![drive.from.into()] } else { Vec::new() }
    }
}

impl Space for Dodgem {
    const PARENTS: bool = true;

    fn slices(&self) -> &[Slice] {
        &self.slices
    }

    fn rank(&self, position: &Position) -> Option<Entry> {
        let (own, other) = match self.fault {
            Fault::NoMirror if position.second => (position.right, position.up),
            Fault::SideForgotten => (position.up, position.right),
            _ => position.seen(),
        };
        let (cars, others) = (own.count_ones(), other.count_ones());
        if cars > CARS || others > CARS {
            return None;
        }
        let index = rank_subset(own.into()) * binomial(SQUARES - cars, others)
            + rank_subset(gather(other.into(), (!own & 0x1ff).into()));
        Some(Entry { slice: slice(cars, others), index })
    }

    fn unrank(&self, entry: Entry) -> Option<Position> {
        let (cars, others) = (entry.slice.0 / (CARS + 1), entry.slice.0 % (CARS + 1));
        let sets = binomial(SQUARES - cars, others);
        let number =
            if self.fault == Fault::OtherOrder { entries(cars, others) - 1 - entry.index } else { entry.index };
        let own = unrank_subset(number / sets, cars) as u16;
        let other = scatter(unrank_subset(number % sets, others), (!own & 0x1ff).into()) as u16;
        let hole = self.fault == Fault::Hole && entry.index % 5 == 3;
        Some(Position::of_seen((own, other), false)).filter(|_| !hole)
    }

    /// Cars of the other side that have come from a square: from behind, or from either side.
    fn parents(&self, position: &Position) -> impl Iterator<Item = Position> {
        let before = Position { second: !position.second, ..*position };
        let (own, other) = before.seen();
        let mut parents = Vec::new();
        for to in (0..9u8).filter(|to| own >> to & 1 == 1) {
            let behind = to.checked_sub(3).filter(|_| self.fault != Fault::FewParents);
            let beside = drives(to).skip(1).flatten();
            for from in behind.into_iter().chain(beside).filter(|from| (own | other) >> from & 1 == 0) {
                let parent = Position::of_seen((own ^ 1 << to | 1 << from, other), before.second);
                if self.outcome(&parent).is_none() {
                    parents.push(parent);
                }
            }
        }
        parents.into_iter()
    }
}

impl Naming for Dodgem {}

impl Symmetry for Dodgem {
    fn images(&self, position: &Position) -> impl Iterator<Item = Position> {
        let mirror = Position::of_seen(position.seen(), !position.second);
        std::iter::once(*position).chain((self.fault == Fault::Mirrored).then_some(mirror))
    }
}
