//! A game from outside the crate that may have a fault: take one or two of some stones; who cannot take has lost.

use hindsight::game::{Board, Colour, Diagram, Figure, Game, Notation, NotationError, Outcome, Piece, PlayRules};
use hindsight::space::{Entry, Naming, Slice, SliceId, Space, Symmetry};

/// What the game gets wrong.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    None,
    /// A finished game has moves.
    FinishedMoves,
    /// A slice does not list every slice that its moves lead to.
    LeadsTo,
}

/// The game, with its list of slices: one for each number of stones.
pub struct Countdown {
    fault: Fault,
    slices: Vec<Slice>,
}

/// The stones that are left, and whether the second side is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position(u32, bool);

const STONES: u32 = 7;

impl Countdown {
    /// The game with a fault.
    pub fn new(fault: Fault) -> Countdown {
        let slice = |stones: u32| Slice {
            name: stones.to_string(),
            pieces: stones,
            part: String::new(),
            entries: 2,
            leads_to: (1..=2)
                .filter(|&taken| taken <= stones && (taken == 1 || fault != Fault::LeadsTo))
                .map(|taken| SliceId(stones - taken))
                .collect(),
        };
        Countdown { fault, slices: (0..=STONES).map(slice).collect() }
    }
}

impl Game for Countdown {
    type Position = Position;
    type Move = u32;

    fn name(&self) -> &'static str {
        match self.fault {
            Fault::None => "countdown",
            Fault::FinishedMoves => "countdown-finished-moves",
            Fault::LeadsTo => "countdown-leads-to",
        }
    }

    fn sides(&self) -> &'static [&'static str] {
        &["First", "Second"]
    }

    fn start(&self) -> Position {
        Position(STONES, false)
    }

    fn side_to_move(&self, position: &Position) -> usize {
        usize::from(position.1)
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let last = if self.fault == Fault::FinishedMoves { 1 } else { 0 };
        (position.0 <= last).then_some(Outcome::Loss)
    }

    fn moves(&self, position: &Position) -> impl Iterator<Item = u32> {
        1..=position.0.min(2)
    }

    fn play(&self, position: &Position, mv: u32) -> Position {
        Position(position.0 - mv, !position.1)
    }
}

impl PlayRules for Countdown {}

impl Notation for Countdown {
    fn parse(&self, text: &str) -> Result<Position, NotationError> {
        let error = || NotationError::new("a position such as `7 a`, from 0 to 7", text);
        let (stones, side) = text.trim().split_once(' ').ok_or_else(error)?;
        let stones = stones.parse().ok().filter(|&stones| stones <= STONES).ok_or_else(error)?;
        match side {
            "a" => Ok(Position(stones, false)),
            "b" => Ok(Position(stones, true)),
            _ => Err(error()),
        }
    }

    fn write(&self, position: &Position, text: &mut String) {
        text.push_str(&format!("{} {}", position.0, if position.1 { "b" } else { "a" }));
    }

    fn write_move(&self, _position: &Position, mv: u32, text: &mut String) {
        text.push_str(&mv.to_string());
    }

    fn help(&self) -> &'static str {
        "a position: `7 a`; a move: `2`"
    }
}

impl Board for Countdown {
    /// The stones in a row. They are nobody's, so that of the side to move.
    fn diagram(&self, position: &Position) -> Diagram {
        let side = self.side_to_move(position) as u8;
        let stone =
            Piece { side, colour: Colour::Yellow, figure: Figure::Disc, letter: 'o', symbol: '●', name: "stone" };
        let board = Diagram::squares(&["1", "2", "3", "4", "5", "6", "7"], &[""]);
        let board = board.with_pieces(|place| (place < position.0 as usize).then_some(stone));
        board.with_note(format!("{} to move", self.sides()[usize::from(side)]))
    }

    /// The stones that are taken.
    fn touched(&self, position: &Position, mv: u32) -> Vec<u16> {
        (position.0 - mv..position.0).map(|place| place as u16).collect()
    }
}

impl Space for Countdown {
    fn slices(&self) -> &[Slice] {
        &self.slices
    }

    fn rank(&self, position: &Position) -> Option<Entry> {
        Some(Entry { slice: SliceId(position.0), index: position.1.into() })
    }

    fn unrank(&self, entry: Entry) -> Option<Position> {
        Some(Position(entry.slice.0, entry.index == 1))
    }
}

impl Naming for Countdown {
    fn size_name(&self) -> &'static str {
        "stones"
    }
}

impl Symmetry for Countdown {}
