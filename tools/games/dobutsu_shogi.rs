//! Dōbutsu shōgi (Madoka Kitao, 2008) on its board of three columns and four rows.
//!
//! The lion goes one square in every direction, the giraffe straight, the elephant diagonally, the chick forwards. A
//! chick that walks onto the far row becomes a hen, which goes in every direction but diagonally backwards. A piece
//! that is taken goes to the hand of its taker, a hen as a chick, and may be dropped on any empty square in place of a
//! move. A side that takes the lion wins. A side wins, too, if its lion is on the far row and cannot be taken there.
//!
//! A position is seen by the side to move, which plays up the board: both sides share their entries. A slice has the
//! pieces on the board and in the hands. Drops lead back, so all slices are one component. The lion of the side to move
//! is never on the far row: the game would be over.

use hindsight::game::{Board, Colour, Diagram, Figure, Game, Notation, NotationError, Outcome, Piece, PlayRules};
use hindsight::space::combinatorics::{binomial, gather, rank_subset, scatter, unrank_subset};
use hindsight::space::{Entry, Naming, Slice, SliceId, Space, Symmetry};

use crate::grid::{Grid, each};

/// Tetsurō Tanaka, "An Analysis of a Board Game Doubutsu Shogi" (2009): the start and the longest win.
/// jh85/smallgames, dobutsushogi: the positions and their results.
pub const PUBLISHED: &str = r#"
[[figure]]
what = "the start"
source = "Tanaka, An Analysis of a Board Game Doubutsu Shogi, 2009"
kind = "value"
expected = "loss 78"
[[figure]]
what = "the longest win"
source = "Tanaka, An Analysis of a Board Game Doubutsu Shogi, 2009"
kind = "longest"
expected = 173
[[figure]]
what = "positions"
source = "jh85, smallgames, 2026"
kind = "total"
count = "positions"
expected = 1_175_944_473
[[figure]]
what = "won positions"
source = "jh85, smallgames, 2026"
kind = "total"
count = "wins"
expected = 960_361_246
[[figure]]
what = "lost positions"
source = "jh85, smallgames, 2026"
kind = "total"
count = "losses"
expected = 209_460_776
[[figure]]
what = "drawn positions"
source = "jh85, smallgames, 2026"
kind = "total"
count = "draws"
expected = 6_122_451
"#;

const GRID: Grid = Grid { width: 3, height: 4 };
const ALL: u16 = 0xfff;
const HOME: u16 = 0o7;
const FAR: u16 = HOME << 9;

/// The kinds of pieces: lion, elephant, giraffe, chick, hen. The hand has the three in the middle.
const LION: usize = 0;
const CHICK: usize = 3;
const HEN: usize = 4;
const LETTERS: [char; 5] = ['L', 'E', 'G', 'C', 'H'];

/// The columns and rows that each kind goes.
const STEPS: [&[(i8, i8)]; 5] = [
    &[(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)],
    &[(1, 1), (-1, 1), (-1, -1), (1, -1)],
    &[(1, 0), (0, 1), (-1, 0), (0, -1)],
    &[(0, 1)],
    &[(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (0, -1)],
];

/// The pieces of a side: the squares of each kind, and the pieces in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pieces {
    pub board: [u16; 5],
    pub hand: [u8; 3],
}

/// A position, seen by the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub own: Pieces,
    pub other: Pieces,
    /// Whether the side that moved second is to move.
    pub second: bool,
}

/// A move, seen by the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// A piece of a kind goes from a square to another.
    Go { kind: usize, from: u8, to: u8 },
    /// A piece of a kind is dropped.
    Drop { kind: usize, to: u8 },
}

impl Pieces {
    fn squares(&self) -> u16 {
        self.board.iter().fold(0, |squares, of_kind| squares | of_kind)
    }

    /// The same seen from the other side of the board.
    fn turned(&self) -> Pieces {
        Pieces { board: self.board.map(|squares| squares.reverse_bits() >> 4), hand: self.hand }
    }
}

/// The game, with the squares that each kind of piece goes to, and comes from.
pub struct DobutsuShogi {
    goes_to: [[u16; 12]; 5],
    comes_from: [[u16; 12]; 5],
    slices: Vec<Slice>,
    /// By slice, the pieces of each kind of the side to move and of the other, and the hand of the side to move.
    counts: Vec<Counts>,
    /// By the numbers of [`pair_of`], the number of the pair of elephants or giraffes.
    pairs: [u8; 27],
    /// By the numbers of [`chicks_of`], the number of the pair of chicks.
    chicks: [u8; 243],
}

/// The pieces of a slice.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    /// On the board, without the lion: elephants, giraffes, chicks, hens of the side to move and of the other, in turn.
    board: [[u8; 2]; 4],
    /// In the hand of the side to move.
    own_hand: [u8; 3],
    /// In the hand of the other side.
    other_hand: [u8; 3],
}

/// The number of a pair of elephants or giraffes: of the side to move, of the other, in the hand of the side to move.
fn pair_of([own, other, hand]: [u8; 3]) -> usize {
    usize::from(own) + 3 * usize::from(other) + 9 * usize::from(hand)
}

/// The number of a pair of chicks: as of a pair of elephants, with the hens of the side to move and of the other.
fn chicks_of(chicks: [u8; 3], hens: [u8; 2]) -> usize {
    pair_of(chicks) + 27 * usize::from(hens[0]) + 81 * usize::from(hens[1])
}

impl Counts {
    fn of(position: &Position) -> Counts {
        let mut counts = Counts { own_hand: position.own.hand, other_hand: position.other.hand, ..Counts::default() };
        for (kind, of_kind) in (1..).zip(&mut counts.board) {
            *of_kind = [position.own.board[kind], position.other.board[kind]].map(|set| set.count_ones() as u8);
        }
        counts
    }
}

impl DobutsuShogi {
    /// The game.
    pub fn new() -> DobutsuShogi {
        let mut goes_to = [[0; 12]; 5];
        let mut comes_from = [[0; 12]; 5];
        for (kind, steps) in STEPS.iter().enumerate() {
            for from in 0..12 {
                for to in steps.iter().filter_map(|&step| GRID.step(from, step)) {
                    goes_to[kind][usize::from(from)] |= 1 << to;
                    comes_from[kind][usize::from(to)] |= 1 << from;
                }
            }
        }
        let mut game = DobutsuShogi {
            goes_to,
            comes_from,
            slices: Vec::new(),
            counts: Vec::new(),
            pairs: [0; 27],
            chicks: [0; 243],
        };
        game.number_slices();
        game
    }

    /// Makes the slices: every way to share out two elephants, two giraffes and two chicks.
    fn number_slices(&mut self) {
        let digits = |number: u8| [number % 3, number / 3 % 3, number / 9 % 3];
        let pairs: Vec<[u8; 3]> = (0..27).map(digits).filter(|pair| pair.iter().sum::<u8>() <= 2).collect();
        pairs.iter().zip(0..).for_each(|(&pair, number)| self.pairs[pair_of(pair)] = number);
        let hens = |number: u8| [number / 27 % 3, number / 81];
        let chicks = (0..243).map(|number| (digits(number), hens(number)));
        let chicks = chicks.filter(|(chicks, hens)| chicks.iter().chain(hens).sum::<u8>() <= 2);
        let chicks: Vec<([u8; 3], [u8; 2])> = chicks.collect();
        chicks.iter().zip(0..).for_each(|(&(chicks, hens), number)| self.chicks[chicks_of(chicks, hens)] = number);
        for elephants in &pairs {
            for giraffes in &pairs {
                for (chicks, hens) in &chicks {
                    let rest = |pair: &[u8; 3]| 2 - pair.iter().sum::<u8>();
                    let counts = Counts {
                        board: [
                            [elephants[0], elephants[1]],
                            [giraffes[0], giraffes[1]],
                            [chicks[0], chicks[1]],
                            *hens,
                        ],
                        own_hand: [elephants[2], giraffes[2], chicks[2]],
                        other_hand: [rest(elephants), rest(giraffes), rest(chicks) - hens.iter().sum::<u8>()],
                    };
                    self.counts.push(counts);
                }
            }
        }
        let all: Vec<SliceId> = (0..self.counts.len() as u32).map(SliceId).collect();
        let slices = self.counts.iter().map(|counts| Slice {
            name: name(counts),
            pieces: 2 + counts.board.iter().flatten().map(|&count| u32::from(count)).sum::<u32>(),
            part: String::new(),
            entries: 9 * 11 * radices(counts).into_iter().product::<u64>(),
            leads_to: all.clone(),
        });
        self.slices = slices.collect();
    }

    fn slice_of(&self, counts: &Counts) -> SliceId {
        let pair = |kind: usize| {
            let [own, other] = counts.board[kind];
            self.pairs[pair_of([own, other, counts.own_hand[kind]])]
        };
        let [own, other] = counts.board[2];
        let chicks = self.chicks[chicks_of([own, other, counts.own_hand[2]], counts.board[3])];
        SliceId((u32::from(pair(0)) * 10 + u32::from(pair(1))) * 21 + u32::from(chicks))
    }

    /// Whether a piece of the side reaches a square.
    fn reaches(&self, pieces: &Pieces, square: u8) -> bool {
        (0..5).any(|kind| pieces.board[kind] & self.comes_from[kind][usize::from(square)] != 0)
    }

    /// The moves of a game that goes on.
    fn moves_of(&self, position: &Position) -> impl Iterator<Item = Move> {
        let (own, other) = (position.own, position.other);
        let (mine, empty) = (own.squares(), ALL & !(own.squares() | other.squares()));
        let goes = (0..5).flat_map(move |kind| {
            each(own.board[kind].into()).flat_map(move |from| {
                let to = self.goes_to[kind][usize::from(from)] & !mine;
                each(to.into()).map(move |to| Move::Go { kind, from, to })
            })
        });
        let in_hand = (1..4).filter(move |kind| own.hand[kind - 1] > 0);
        goes.chain(in_hand.flat_map(move |kind| each(empty.into()).map(move |to| Move::Drop { kind, to })))
    }
}

/// The numbers of sets of squares of each kind after the lions, in the order in which they make an index.
fn radices(counts: &Counts) -> [u64; 8] {
    let mut free = 10;
    let mut radices = [0; 8];
    for (radix, &count) in radices.iter_mut().zip(counts.board.iter().flatten()) {
        *radix = binomial(free, count.into());
        free -= u32::from(count);
    }
    radices
}

/// The name of a slice: the pieces of the side to move on the board and in hand, then those of the other side.
fn name(counts: &Counts) -> String {
    let side = |side: usize, hand: &[u8; 3]| {
        let mut text = "L".to_string();
        let letters = |text: &mut String, letter: char, count: u8| text.extend((0..count).map(|_| letter));
        (0..4).for_each(|kind| letters(&mut text, LETTERS[kind + 1], counts.board[kind][side]));
        if hand.iter().any(|&count| count > 0) {
            text.push('+');
            (0..3).for_each(|kind| letters(&mut text, LETTERS[kind + 1], hand[kind]));
        }
        text
    };
    format!("{}v{}", side(0, &counts.own_hand), side(1, &counts.other_hand))
}

impl Default for DobutsuShogi {
    fn default() -> DobutsuShogi {
        DobutsuShogi::new()
    }
}

impl Game for DobutsuShogi {
    type Position = Position;
    type Move = Move;

    fn name(&self) -> &'static str {
        "dobutsu-shogi"
    }

    fn sides(&self) -> &'static [&'static str] {
        &["Sente", "Gote"]
    }

    fn start(&self) -> Position {
        let own = Pieces { board: [1 << 1, 1 << 0, 1 << 2, 1 << 4, 0], hand: [0; 3] };
        Position { own, other: own.turned(), second: false }
    }

    fn side_to_move(&self, position: &Position) -> usize {
        usize::from(position.second)
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        let (own, other) = (&position.own, &position.other);
        let lion = other.board[LION];
        if own.board[LION] == 0 {
            return Some(Outcome::Loss);
        }
        // The lion was on the far row, and was not taken.
        if lion == 0 || own.board[LION] & FAR != 0 {
            return Some(Outcome::Win);
        }
        if lion & HOME != 0 && !self.reaches(own, lion.trailing_zeros() as u8) {
            return Some(Outcome::Loss);
        }
        self.moves_of(position).next().is_none().then_some(Outcome::Draw)
    }

    fn moves(&self, position: &Position) -> impl Iterator<Item = Move> {
        let goes_on = self.outcome(position).is_none();
        self.moves_of(position).filter(move |_| goes_on)
    }

    fn play(&self, position: &Position, mv: Move) -> Position {
        let Position { mut own, mut other, second } = *position;
        match mv {
            Move::Go { kind, from, to } => {
                let kept = if kind == CHICK && FAR >> to & 1 == 1 { HEN } else { kind };
                own.board[kind] ^= 1 << from;
                own.board[kept] |= 1 << to;
                if let Some(taken) = (0..5).find(|&kind| other.board[kind] >> to & 1 == 1) {
                    other.board[taken] ^= 1 << to;
                    if taken != LION {
                        own.hand[taken.min(CHICK) - 1] += 1;
                    }
                }
            }
            Move::Drop { kind, to } => {
                own.board[kind] |= 1 << to;
                own.hand[kind - 1] -= 1;
            }
        }
        Position { own: other.turned(), other: own.turned(), second: !second }
    }
}

impl PlayRules for DobutsuShogi {}

/// The square as the board is written: the side that moved first plays up.
fn written(square: u8, second: bool) -> u8 {
    if second { 11 - square } else { square }
}

impl Position {
    /// The pieces of both sides with the first side playing up.
    fn sides(&self) -> [Pieces; 2] {
        if self.second { [self.other.turned(), self.own.turned()] } else { [self.own, self.other] }
    }
}

impl Notation for DobutsuShogi {
    fn parse(&self, text: &str) -> Result<Position, NotationError> {
        let form =
            "rows from the top with Sente's pieces in capitals, the side and both hands: `gle/.c./.C./ELG s - -`";
        let error = || NotationError::new(form, text);
        let fields: Vec<&str> = text.split_ascii_whitespace().collect();
        let [rows, side, hands @ ..] = fields.as_slice() else { return Err(error()) };
        let ([first, second], true) = (hands, ["s", "g"].contains(side)) else { return Err(error()) };
        let letters = ['L', 'E', 'G', 'C', 'H', 'l', 'e', 'g', 'c', 'h'];
        let sets = GRID.read(rows, letters).ok_or_else(error)?.map(|set| set as u16);
        let hand = |text: &str, letters: [char; 3]| {
            let known = text == "-" || text.chars().all(|letter| letters.contains(&letter));
            known.then(|| letters.map(|letter| text.chars().filter(|&found| found == letter).count() as u8))
        };
        let first = hand(first, ['E', 'G', 'C']).ok_or_else(error)?;
        let second = hand(second, ['e', 'g', 'c']).ok_or_else(error)?;
        let board = |from: usize| [0, 1, 2, 3, 4].map(|kind| sets[from + kind]);
        let sides = [Pieces { board: board(0), hand: first }, Pieces { board: board(5), hand: second }];
        let total = |kind: usize| {
            let on_board = |pieces: &Pieces| pieces.board[kind].count_ones();
            let hens = |pieces: &Pieces| if kind == CHICK { pieces.board[HEN].count_ones() } else { 0 };
            sides.iter().map(|pieces| on_board(pieces) + hens(pieces) + u32::from(pieces.hand[kind - 1])).sum::<u32>()
        };
        let lions = sides.iter().all(|pieces| pieces.board[LION].count_ones() <= 1);
        if !lions || sides.iter().all(|pieces| pieces.board[LION] == 0) || (1..4).any(|kind| total(kind) != 2) {
            return Err(error());
        }
        Ok(match *side {
            "g" => Position { own: sides[1].turned(), other: sides[0].turned(), second: true },
            _ => Position { own: sides[0], other: sides[1], second: false },
        })
    }

    fn write(&self, position: &Position, text: &mut String) {
        let sides = position.sides();
        let letter = |square: u8| {
            let of = |pieces: &Pieces| (0..5).find(|&kind| pieces.board[kind] >> square & 1 == 1);
            match (of(&sides[0]), of(&sides[1])) {
                (Some(kind), _) => LETTERS[kind],
                (_, Some(kind)) => LETTERS[kind].to_ascii_lowercase(),
                _ => '.',
            }
        };
        GRID.write(letter, text);
        text.push_str(if position.second { " g" } else { " s" });
        for (side, pieces) in sides.iter().enumerate() {
            text.push(' ');
            let before = text.len();
            for (letter, &count) in LETTERS[1..].iter().zip(&pieces.hand) {
                let letter = if side == 0 { *letter } else { letter.to_ascii_lowercase() };
                text.extend((0..count).map(|_| letter));
            }
            if text.len() == before {
                text.push('-');
            }
        }
    }

    fn write_move(&self, position: &Position, mv: Move, text: &mut String) {
        let (kind, to) = match mv {
            Move::Go { kind, to, .. } | Move::Drop { kind, to } => (kind, to),
        };
        match mv {
            Move::Go { from, .. } => GRID.name(written(from, position.second), text),
            Move::Drop { .. } => text.extend([LETTERS[kind], '*']),
        }
        GRID.name(written(to, position.second), text);
    }

    fn help(&self) -> &'static str {
        "a position: rows from the top, the side and both hands, `gle/.c./.C./ELG s - -`; a move: `b2b3`, a drop: `C*b2`"
    }
}

/// The pieces by side and kind.
fn piece(side: usize, kind: usize) -> Piece {
    const NAMES: [&str; 5] = ["lion", "elephant", "giraffe", "chick", "hen"];
    const SYMBOLS: [[char; 5]; 2] = [['L', 'E', 'G', 'C', 'H'], ['l', 'e', 'g', 'c', 'h']];
    let colour = if side == 0 { Colour::Red } else { Colour::Blue };
    let letter = SYMBOLS[side][kind];
    Piece { side: side as u8, colour, figure: Figure::Disc, letter, symbol: letter, name: NAMES[kind] }
}

impl Board for DobutsuShogi {
    fn diagram(&self, position: &Position) -> Diagram {
        let sides = position.sides();
        let on = |square: u8| {
            (0..2).find_map(|side| {
                let kind = (0..5).find(|&kind| sides[side].board[kind] >> square & 1 == 1)?;
                Some(piece(side, kind))
            })
        };
        let mut text = String::new();
        self.write(position, &mut text);
        let hands = text.splitn(3, ' ').nth(2).unwrap_or_default().to_string();
        let to_move = Game::sides(self)[self.side_to_move(position)];
        GRID.diagram(on, format!("{to_move} to move; hands: {hands}"))
    }

    fn touched(&self, position: &Position, mv: Move) -> Vec<u16> {
        let square = |square: u8| GRID.in_diagram(written(square, position.second));
        match mv {
            Move::Go { from, to, .. } => vec![square(from), square(to)],
            Move::Drop { to, .. } => vec![square(to)],
        }
    }
}

impl Space for DobutsuShogi {
    const PARENTS: bool = true;

    fn slices(&self) -> &[Slice] {
        &self.slices
    }

    /// A position without a lion is over and has no entry, and so is one whose lion to move is on the far row.
    fn rank(&self, position: &Position) -> Option<Entry> {
        let (own, other) = (&position.own, &position.other);
        let (lion, others_lion) = (own.board[LION], other.board[LION]);
        if lion == 0 || others_lion == 0 || lion & FAR != 0 {
            return None;
        }
        let counts = Counts::of(position);
        let mut free = ALL & !lion;
        let below = |set: u16, free: u16| (free & (set - 1)).count_ones();
        let mut index = u64::from(lion.trailing_zeros()) * 11 + u64::from(below(others_lion, free));
        free &= !others_lion;
        for kind in 1..5 {
            for set in [own.board[kind], other.board[kind]] {
                if set != 0 {
                    index = index * binomial(free.count_ones(), set.count_ones())
                        + rank_subset(gather(set.into(), free.into()));
                    free &= !set;
                }
            }
        }
        Some(Entry { slice: self.slice_of(&counts), index })
    }

    fn unrank(&self, entry: Entry) -> Option<Position> {
        let counts = self.counts.get(entry.slice.index())?;
        let radices = radices(counts);
        let mut digits = [0; 8];
        let mut index = entry.index;
        for (digit, radix) in digits.iter_mut().zip(radices).rev() {
            *digit = index % radix;
            index /= radix;
        }
        let mut sides = [[0u16; 5]; 2];
        sides[0][LION] = 1 << (index / 11);
        sides[1][LION] = scatter(1 << (index % 11), (ALL & !sides[0][LION]).into()) as u16;
        let mut free = ALL & !(sides[0][LION] | sides[1][LION]);
        for (number, (&digit, &count)) in digits.iter().zip(counts.board.iter().flatten()).enumerate() {
            let set = scatter(unrank_subset(digit, count.into()), free.into()) as u16;
            sides[number % 2][1 + number / 2] = set;
            free &= !set;
        }
        Some(Position {
            own: Pieces { board: sides[0], hand: counts.own_hand },
            other: Pieces { board: sides[1], hand: counts.other_hand },
            second: false,
        })
    }

    /// Moves of the other side, taken back: a piece goes back to where it came from, and a piece that it may have taken
    /// comes out of the hand; or a piece that may have been dropped goes back to the hand.
    fn parents(&self, position: &Position) -> impl Iterator<Item = Position> {
        // As the side that moved sees it.
        let (own, other) = (position.other.turned(), position.own.turned());
        let before = move |own, other| Position { own, other, second: !position.second };
        let empty = ALL & !(own.squares() | other.squares());
        let mut parents = Vec::new();
        let lion_through = own.board[LION] & FAR != 0;
        for kind in (0..5).filter(|&kind| kind == LION || !lion_through) {
            for to in each(own.board[kind].into()) {
                let far = FAR >> to & 1 == 1;
                // The kind that it was before.
                let promoted = (kind == HEN && far).then_some(CHICK);
                let same = Some(kind).filter(|&kind| kind != CHICK || !far);
                for was in promoted.into_iter().chain(same) {
                    let from = self.comes_from[was][usize::from(to)] & empty;
                    for from in each((from & if was == LION { !FAR } else { ALL }).into()) {
                        let mut moved = own;
                        moved.board[kind] ^= 1 << to;
                        moved.board[was] |= 1 << from;
                        parents.push(before(moved, other));
                        for taken in (1..5).filter(|&taken: &usize| moved.hand[taken.min(CHICK) - 1] > 0) {
                            let (mut moved, mut other) = (moved, other);
                            moved.hand[taken.min(CHICK) - 1] -= 1;
                            other.board[taken] |= 1 << to;
                            parents.push(before(moved, other));
                        }
                    }
                }
                if (1..=CHICK).contains(&kind) {
                    let mut dropped = own;
                    dropped.board[kind] ^= 1 << to;
                    dropped.hand[kind - 1] += 1;
                    parents.push(before(dropped, other));
                }
            }
        }
        // A lion that cannot be taken on the far row has ended the game before.
        parents.retain(|parent| {
            let lion = parent.other.board[LION];
            lion & HOME == 0 || self.reaches(&parent.own, lion.trailing_zeros() as u8)
        });
        parents.into_iter()
    }
}

impl Naming for DobutsuShogi {}

impl Symmetry for DobutsuShogi {
    const WEIGHTED: bool = false;
}
