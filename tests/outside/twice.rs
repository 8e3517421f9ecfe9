//! A game in which a team moves twice running: four runners on one track, of which the first and the last are a team,
//! and so are the two between.
//!
//! A runner goes on by one point or by two, not onto its partner. It sends an opponent that it meets back to the start,
//! where there is room for all. The team of the first runner that comes home has won.

use hindsight::game::{Board, Colour, Diagram, Figure, Game, Notation, NotationError, Outcome, Piece, PlayRules};
use hindsight::space::{Entry, Naming, Slice, SliceId, Space, Symmetry};

/// The points of the track, the start at 0 among them. Home is the point after the last.
const POINTS: u8 = 6;
const RUNNERS: u8 = 4;

/// The points of the track with those at home, as they are drawn.
const LANE: usize = 8;

const RUNNER: [Piece; 4] = [
    runner(0, Colour::Red, 'r', "Red"),
    runner(1, Colour::Blue, 'b', "Blue"),
    runner(2, Colour::Green, 'g', "Green"),
    runner(3, Colour::Yellow, 'y', "Yellow"),
];

const fn runner(side: u8, colour: Colour, letter: char, name: &'static str) -> Piece {
    Piece { side, colour, figure: Figure::Lettered, letter, symbol: letter, name }
}

/// The game, with its list of slices.
pub struct Twice {
    slices: Vec<Slice>,
}

/// Where the runners are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// By runner, its point.
    pub points: [u8; 4],
    /// The runner to move.
    pub to_move: u8,
}

fn team(runner: u8) -> usize {
    usize::from(runner == 1 || runner == 2)
}

impl Position {
    /// Whether two runners share a point that has room for one.
    fn is_crowded(&self) -> bool {
        let mut points: Vec<u8> = self.points.into_iter().filter(|&point| point > 0).collect();
        points.sort_unstable();
        points.windows(2).any(|pair| pair[0] == pair[1])
    }

    /// The team that has come home.
    fn home(&self) -> Option<usize> {
        (0..RUNNERS).find(|&runner| self.points[usize::from(runner)] >= POINTS).map(team)
    }

    /// The same with the teams exchanged, if need be, so that the first or the second runner is to move.
    fn folded(&self) -> Position {
        let [a, b, c, d] = self.points;
        match self.to_move {
            0 | 1 => *self,
            runner => Position { points: [c, d, a, b], to_move: runner - 2 },
        }
    }
}

impl Twice {
    /// The game.
    pub fn new() -> Twice {
        let slice = Slice {
            name: "track".to_string(),
            pieces: RUNNERS.into(),
            part: String::new(),
            entries: 2 * u64::from(POINTS).pow(RUNNERS.into()),
            leads_to: vec![SliceId(0)],
        };
        Twice { slices: vec![slice] }
    }
}

impl Game for Twice {
    type Position = Position;
    /// How far the runner goes.
    type Move = u8;

    const ALTERNATES: bool = false;

    fn name(&self) -> &'static str {
        "twice"
    }

    fn sides(&self) -> &'static [&'static str] {
        &["Red", "Blue", "Green", "Yellow"]
    }

    fn start(&self) -> Position {
        Position { points: [0; 4], to_move: 0 }
    }

    fn side_to_move(&self, position: &Position) -> usize {
        position.to_move.into()
    }

    fn team(&self, side: usize) -> usize {
        team(side as u8)
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let home = position.home()?;
        Some(if home == team(position.to_move) { Outcome::Win } else { Outcome::Loss })
    }

    fn moves(&self, position: &Position) -> impl Iterator<Item = u8> {
        let Position { points, to_move } = *position;
        let partner = points[usize::from(RUNNERS - 1 - to_move)];
        let from = points[usize::from(to_move)];
        let goes_on = position.home().is_none();
        (1..=2).filter(move |steps| goes_on && from + steps != partner)
    }

    fn play(&self, position: &Position, steps: u8) -> Position {
        let Position { mut points, to_move } = *position;
        let to = points[usize::from(to_move)] + steps;
        for point in &mut points {
            if *point == to {
                *point = 0;
            }
        }
        points[usize::from(to_move)] = to;
        Position { points, to_move: (to_move + 1) % RUNNERS }
    }
}

impl PlayRules for Twice {
    fn evaluate(&self, position: &Position) -> i32 {
        let own = |runner: u8| if team(runner) == team(position.to_move) { 1 } else { -1 };
        (0..RUNNERS).map(|runner| own(runner) * i32::from(position.points[usize::from(runner)])).sum()
    }
}

impl Notation for Twice {
    fn parse(&self, text: &str) -> Result<Position, NotationError> {
        let error = || NotationError::new("four points and the runner to move, such as `0213 2`", text);
        let digits = text.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_digit(10).map(|digit| digit as u8));
        let digits: Option<Vec<u8>> = digits.collect();
        let Some(&[a, b, c, d, to_move]) = digits.as_deref() else { return Err(error()) };
        let position = Position { points: [a, b, c, d], to_move };
        let legal = position.points.iter().all(|&point| point < POINTS + 2) && to_move < RUNNERS;
        Some(position).filter(|position| legal && !position.is_crowded()).ok_or_else(error)
    }

    fn write(&self, position: &Position, text: &mut String) {
        position.points.iter().for_each(|point| text.push_str(&point.to_string()));
        text.push(' ');
        text.push_str(&position.to_move.to_string());
    }

    fn write_move(&self, _position: &Position, steps: u8, text: &mut String) {
        text.push_str(&steps.to_string());
    }

    fn help(&self) -> &'static str {
        "a position: the points of the runners and the one to move, `0213 2`; a move: `1` or `2`"
    }
}

impl Board for Twice {
    /// A lane for each runner.
    fn diagram(&self, position: &Position) -> Diagram {
        let piece = |place: usize| {
            let runner = place / LANE;
            (usize::from(position.points[runner]) == place % LANE).then_some(RUNNER[runner])
        };
        let board = Diagram::squares(&["0", "1", "2", "3", "4", "5", "6", "7"], &["a", "b", "c", "d"]);
        board.with_pieces(piece).with_note(format!("{} to move", self.sides()[self.side_to_move(position)]))
    }

    fn touched(&self, position: &Position, steps: u8) -> Vec<u16> {
        let runner = usize::from(position.to_move);
        let from = runner * LANE + usize::from(position.points[runner]);
        vec![from as u16, from as u16 + u16::from(steps)]
    }
}

/// Both teams play alike and share their entries.
impl Space for Twice {
    const PARENTS: bool = true;

    fn slices(&self) -> &[Slice] {
        &self.slices
    }

    fn rank(&self, position: &Position) -> Option<Entry> {
        if position.home().is_some() {
            return None;
        }
        let Position { points, to_move } = position.folded();
        let index =
            points.iter().fold(u64::from(to_move), |index, &point| index * u64::from(POINTS) + u64::from(point));
        Some(Entry { slice: SliceId(0), index })
    }

    fn unrank(&self, entry: Entry) -> Option<Position> {
        let (mut index, mut points) = (entry.index, [0; 4]);
        for point in points.iter_mut().rev() {
            *point = (index % u64::from(POINTS)) as u8;
            index /= u64::from(POINTS);
        }
        Some(Position { points, to_move: index as u8 }).filter(|position| !position.is_crowded())
    }

    /// The position before a step of the last runner, and before those in which it sent an opponent back. They are
    /// folded: some stand for a parent with the teams exchanged.
    fn parents(&self, position: &Position) -> impl Iterator<Item = Position> {
        let Position { points, to_move } = *position;
        let runner = (to_move + RUNNERS - 1) % RUNNERS;
        let at = points[usize::from(runner)];
        (1..=2).filter(move |&steps| steps <= at).flat_map(move |steps| {
            let mut before = Position { points, to_move: runner };
            before.points[usize::from(runner)] = at - steps;
            let met = (0..RUNNERS).filter(move |&other| team(other) != team(runner) && points[usize::from(other)] == 0);
            let met = met.map(move |other| {
                let mut before = before;
                before.points[usize::from(other)] = at;
                before
            });
            std::iter::once(before).chain(met).filter(|before| !before.is_crowded()).map(|before| before.folded())
        })
    }
}

impl Naming for Twice {}

impl Symmetry for Twice {}
