//! A game of one team alone: a robot in a maze with one-way doors, which needs a key to leave.
//!
//! With the key, the exit wins. A room without doors is a trap, and loses. Some rooms only lead to one another: there
//! the robot walks for ever, which is a draw.

use hindsight::game::{Board, Colour, Diagram, Figure, Game, Notation, NotationError, Outcome, Piece, PlayRules};
use hindsight::space::{Entry, Naming, Slice, SliceId, Space, Symmetry};

/// The rooms that the doors of each room lead to.
const DOORS: [&[u8]; 12] =
    [&[1, 4], &[0, 2, 5], &[3], &[2, 6], &[7, 8], &[4, 10], &[0], &[8, 9], &[7], &[], &[11], &[1, 10]];
const KEY: u8 = 6;
const EXIT: u8 = 11;

/// The game, with its two slices: without the key, and with it.
pub struct Alone {
    slices: Vec<Slice>,
}

/// Where the robot is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The room, from 0.
    pub room: u8,
    /// Whether it has the key.
    pub key: bool,
}

impl Alone {
    /// The game.
    pub fn new() -> Alone {
        let slice = |name: &str, leads_to: &[u32]| Slice {
            name: name.to_string(),
            pieces: 1,
            part: String::new(),
            entries: DOORS.len() as u64,
            leads_to: leads_to.iter().map(|&slice| SliceId(slice)).collect(),
        };
        Alone { slices: vec![slice("key", &[0]), slice("none", &[0, 1])] }
    }
}

impl Game for Alone {
    type Position = Position;
    /// The room that the robot goes to.
    type Move = u8;

    const ALTERNATES: bool = false;

    fn name(&self) -> &'static str {
        "alone"
    }

    fn sides(&self) -> &'static [&'static str] {
        &["Robot"]
    }

    fn start(&self) -> Position {
        Position { room: 0, key: false }
    }

    fn side_to_move(&self, _position: &Position) -> usize {
        0
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        match position.room {
            EXIT if position.key => Some(Outcome::Win),
            room => DOORS[usize::from(room)].is_empty().then_some(Outcome::Loss),
        }
    }

    fn moves(&self, position: &Position) -> impl Iterator<Item = u8> {
        let doors = if self.outcome(position).is_some() { &[] } else { DOORS[usize::from(position.room)] };
        doors.iter().copied()
    }

    fn play(&self, position: &Position, room: u8) -> Position {
        Position { room, key: position.key || room == KEY }
    }
}

impl PlayRules for Alone {
    fn evaluate(&self, position: &Position) -> i32 {
        i32::from(position.key) * 10 + i32::from(position.room)
    }
}

impl Notation for Alone {
    fn parse(&self, text: &str) -> Result<Position, NotationError> {
        let error = || NotationError::new("a room such as `7` or, with the key, `7k`", text);
        let (room, key) = match text.trim().strip_suffix('k') {
            Some(room) => (room, true),
            None => (text.trim(), false),
        };
        let room: u8 = room.parse().map_err(|_| error())?;
        let exists = usize::from(room) < DOORS.len() && (key || room != KEY);
        exists.then_some(Position { room, key }).ok_or_else(error)
    }

    fn write(&self, position: &Position, text: &mut String) {
        text.push_str(&position.room.to_string());
        if position.key {
            text.push('k');
        }
    }

    fn write_move(&self, _position: &Position, room: u8, text: &mut String) {
        text.push_str(&room.to_string());
    }

    fn help(&self) -> &'static str {
        "a position: the room, `7`, with the key `7k`; a move: the next room, `8`"
    }
}

impl Board for Alone {
    /// The rooms in a row.
    fn diagram(&self, position: &Position) -> Diagram {
        let name = if position.key { "robot with the key" } else { "robot" };
        let robot = Piece { side: 0, colour: Colour::Green, figure: Figure::Lettered, letter: 'R', symbol: 'R', name };
        let rooms = (0..DOORS.len() as u8).map(|room| (room, 0)).collect::<Vec<_>>();
        Diagram::points(&rooms, 0, Vec::new())
            .with_pieces(|room| (room == usize::from(position.room)).then_some(robot))
            .with_note(format!("doors to {:?}", DOORS[usize::from(position.room)]))
    }

    fn touched(&self, position: &Position, room: u8) -> Vec<u16> {
        vec![position.room.into(), room.into()]
    }
}

impl Space for Alone {
    const PARENTS: bool = true;

    fn slices(&self) -> &[Slice] {
        &self.slices
    }

    fn rank(&self, position: &Position) -> Option<Entry> {
        Some(Entry { slice: SliceId(u32::from(!position.key)), index: position.room.into() })
    }

    fn unrank(&self, entry: Entry) -> Option<Position> {
        let position = Position { room: entry.index as u8, key: entry.slice == SliceId(0) };
        Some(position).filter(|position| position.key || position.room != KEY)
    }

    fn parents(&self, position: &Position) -> impl Iterator<Item = Position> {
        let position = *position;
        (0..DOORS.len() as u8)
            .map(move |room| Position { room, ..position })
            .filter(move |parent| parent.key || parent.room != KEY)
            .filter(move |parent| self.moves(parent).any(|room| room == position.room))
    }
}

impl Naming for Alone {}

impl Symmetry for Alone {}
