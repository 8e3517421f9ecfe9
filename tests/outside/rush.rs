//! A game with a right that is not stored: two runners on a ring, and a capture in passing.
//!
//! A runner steps to either side, or rushes two points ahead. Right after a rush, an opponent beside the point that was
//! passed may capture the runner there, which wins. A runner that comes to its goal wins too.

use hindsight::game::{Board, Colour, Diagram, Figure, Game, Notation, NotationError, Outcome, Piece, PlayRules};
use hindsight::space::{Entry, Naming, Resolved, Slice, SliceId, Space, Symmetry};

const POINTS: u8 = 11;
/// By side, the point that wins.
const GOALS: [u8; 2] = [6, 1];

const RUNNER: [Piece; 2] = [
    Piece { side: 0, colour: Colour::White, figure: Figure::Disc, letter: 'w', symbol: '○', name: "White" },
    Piece { side: 1, colour: Colour::Black, figure: Figure::Disc, letter: 'b', symbol: '●', name: "Black" },
];

/// The game, with its list of slices.
pub struct Rush {
    slices: Vec<Slice>,
}

/// Where the runners are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// By side, the point of its runner; nothing once it is captured.
    pub points: [Option<u8>; 2],
    /// The side to move.
    pub to_move: u8,
    /// The point that the other runner has just passed, if this one stands beside it.
    pub passed: Option<u8>,
}

/// A move of a runner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// To a neighbouring point, or two points ahead.
    To(u8),
    /// The other runner in passing.
    Capture,
}

fn beside(a: u8, b: u8) -> bool {
    (a + 1) % POINTS == b || (b + 1) % POINTS == a
}

impl Position {
    fn own(&self) -> usize {
        self.to_move.into()
    }

    fn other(&self) -> usize {
        usize::from(self.to_move == 0)
    }
}

impl Rush {
    /// The game.
    pub fn new() -> Rush {
        let slice = Slice {
            name: "1v1".to_string(),
            pieces: 2,
            part: String::new(),
            entries: 2 * u64::from(POINTS).pow(2),
            leads_to: vec![SliceId(0)],
        };
        Rush { slices: vec![slice] }
    }

    /// Every position with an entry.
    fn stored(&self) -> impl Iterator<Item = Position> {
        (0..self.slices[0].entries).filter_map(|index| self.unrank(Entry { slice: SliceId(0), index }))
    }
}

impl Game for Rush {
    type Position = Position;
    type Move = Move;

    fn name(&self) -> &'static str {
        "rush"
    }

    fn sides(&self) -> &'static [&'static str] {
        &["White", "Black"]
    }

    fn start(&self) -> Position {
        Position { points: [Some(2), Some(8)], to_move: 0, passed: None }
    }

    fn side_to_move(&self, position: &Position) -> usize {
        position.own()
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let beaten = position.points[position.own()].is_none();
        (beaten || position.points[position.other()] == Some(GOALS[position.other()])).then_some(Outcome::Loss)
    }

    fn moves(&self, position: &Position) -> impl Iterator<Item = Move> {
        let points = position.points.map(|point| point.unwrap_or(0));
        let (own, other) = (points[position.own()], points[position.other()]);
        let goes_on = self.outcome(position).is_none();
        let [back, ahead, rush] = [POINTS - 1, 1, 2].map(|steps| (own + steps) % POINTS);
        let steps = [back, ahead, rush].into_iter().filter(move |&to| to != other && !(to == rush && ahead == other));
        steps.map(Move::To).chain(position.passed.map(|_| Move::Capture)).filter(move |_| goes_on)
    }

    fn play(&self, position: &Position, mv: Move) -> Position {
        let (mut points, own, other) = (position.points, position.own(), position.other());
        let to_move = other as u8;
        let Move::To(to) = mv else {
            points[own] = position.passed;
            points[other] = None;
            return Position { points, to_move, passed: None };
        };
        let from = points[own].unwrap_or(0);
        points[own] = Some(to);
        let passed = (from + 1) % POINTS;
        let can_capture = to == (from + 2) % POINTS && points[other].is_some_and(|point| beside(point, passed));
        let after = Position { points, to_move, passed: None };
        let goes_on = self.outcome(&after).is_none();
        Position { passed: Some(passed).filter(|_| can_capture && goes_on), ..after }
    }
}

impl PlayRules for Rush {
    fn evaluate(&self, position: &Position) -> i32 {
        let points = position.points.map(|point| i32::from(point.unwrap_or(0)));
        points[position.own()] - 2 * points[position.other()]
    }
}

impl Notation for Rush {
    fn parse(&self, text: &str) -> Result<Position, NotationError> {
        let error = || NotationError::new("two points, the side and the point passed, such as `3 9 0 -`", text);
        let number = |text: &str| -> Result<Option<u8>, NotationError> {
            match text {
                "-" => Ok(None),
                _ => text.parse().ok().filter(|point| *point < POINTS).map(Some).ok_or_else(error),
            }
        };
        let parts: Vec<&str> = text.split_whitespace().collect();
        let [a, b, to_move, passed] = parts[..] else { return Err(error()) };
        let to_move = number(to_move)?.filter(|side| *side < 2).ok_or_else(error)?;
        Ok(Position { points: [number(a)?, number(b)?], to_move, passed: number(passed)? })
    }

    fn write(&self, position: &Position, text: &mut String) {
        let point = |point: Option<u8>| point.map_or_else(|| "-".to_string(), |point| point.to_string());
        let [a, b] = position.points.map(point);
        text.push_str(&format!("{a} {b} {} {}", position.to_move, point(position.passed)));
    }

    fn write_move(&self, _position: &Position, mv: Move, text: &mut String) {
        match mv {
            Move::To(to) => text.push_str(&to.to_string()),
            Move::Capture => text.push('x'),
        }
    }

    fn help(&self) -> &'static str {
        "a position: two points, the side and the point passed, `3 9 0 -`; a move: a point, `4`, or a capture, `x`"
    }
}

impl Board for Rush {
    /// The ring, cut open.
    fn diagram(&self, position: &Position) -> Diagram {
        let piece = |point| (0..2).find(|&side| position.points[side] == Some(point as u8)).map(|side| RUNNER[side]);
        let points: Vec<(u8, u8)> = (0..POINTS).map(|point| (point, 0)).collect();
        let lines = (1..u16::from(POINTS)).map(|point| [point - 1, point]).collect();
        let board = Diagram::points(&points, 0, lines).with_pieces(piece);
        let board = board.with_note(format!("{} to move", self.sides()[self.side_to_move(position)]));
        match position.passed {
            Some(passed) => board.with_note(format!("{passed} was passed")),
            None => board,
        }
    }

    fn touched(&self, position: &Position, mv: Move) -> Vec<u16> {
        let to = match mv {
            Move::To(to) => Some(to),
            Move::Capture => position.passed,
        };
        position.points[position.own()].into_iter().chain(to).map(u16::from).collect()
    }
}

impl Space for Rush {
    const PARENTS: bool = true;

    fn slices(&self) -> &[Slice] {
        &self.slices
    }

    fn rank(&self, position: &Position) -> Option<Entry> {
        let [Some(a), Some(b)] = position.points else { return None };
        if position.passed.is_some() || self.outcome(position).is_some() {
            return None;
        }
        let points = u64::from(POINTS);
        let index = (u64::from(position.to_move) * points + u64::from(a)) * points + u64::from(b);
        Some(Entry { slice: SliceId(0), index })
    }

    fn unrank(&self, entry: Entry) -> Option<Position> {
        let points = u64::from(POINTS);
        let (a, b) = ((entry.index / points % points) as u8, (entry.index % points) as u8);
        let to_move = (entry.index / points / points) as u8;
        let position = Position { points: [Some(a), Some(b)], to_move, passed: None };
        (a != b && self.outcome(&position).is_none()).then_some(position)
    }

    fn parents(&self, position: &Position) -> impl Iterator<Item = Position> {
        let position = *position;
        self.stored().filter(move |parent| self.moves(parent).any(|mv| self.play(parent, mv) == position))
    }

    /// The right to capture is not stored.
    fn resolve(&self, position: &Position) -> Option<Resolved<Position, Move>> {
        let stored = Position { passed: None, ..*position };
        position.passed.map(|_| Resolved { stored: Some(stored), moves: vec![Move::Capture] })
    }
}

impl Naming for Rush {}

impl Symmetry for Rush {}
