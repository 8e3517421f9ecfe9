//! One grid of a subslice while it is solved: what is known of its cells after each ply.

use super::cells::{Cells, WORD, for_each_bit};
use super::contract::{Grid, GridStep};
use crate::game::Value;
use crate::solve::scan::Scan;
use crate::space::SliceId;
use crate::values::{Code, OrderCode};

/// Words of marks a row: a bit for each code of a byte, which wide codes share.
const MARKS: usize = 4;

/// Sets of cells that a side has.
const SETS: usize = 10;

/// About the memory for a row of so many columns, in bytes: codes of one byte and the bits of the sets; the row with its
/// marks, the numbers of its twin and its last step; and steps, of which two or three kings have a dozen.
pub fn row_memory(columns: u64) -> u64 {
    const ROW: usize = size_of::<u64>() + 8 * MARKS + 2 * size_of::<u32>();
    const STEPS: usize = 12 * size_of::<GridStep>();
    let cells = columns.next_multiple_of(WORD as u64);
    cells + cells * SETS as u64 / 8 + (ROW + STEPS) as u64
}

/// Points are the bits of a word.
const POINTS: usize = u64::BITS as usize;

/// A grid, and its cells. Sets of cells are bits, so that 64 of them are worked on at once.
#[derive(Default)]
pub struct GridState<C> {
    pub slice: SliceId,
    /// The index of the grid's first entry in the slice.
    pub first: u64,
    pub grid: Grid,
    /// Words in a row of bits.
    words: usize,
    /// Values decided, and those that conversions alone give, which hold from the ply of their depth on.
    codes: Vec<C>,
    /// Positions in which something is forced.
    pub forced: Cells,
    /// Positions that are left to the rules.
    pub left_to_rules: Cells,
    /// Positions not decided yet, in which nothing is forced and something can be played.
    pub open: Cells,
    /// Open positions that could be lost: no conversion saves them, or delays the end beyond this ply.
    pub may_lose: Cells,
    /// Where a step leads into a position that is won for the other side, by the row that it leads to.
    pub opponent_wins: Cells,
    /// Those of `opponent_wins` that were decided in the ply before.
    pub new_opponent_wins: Cells,
    /// Where a step leads into a position that was lost for the other side in the ply before.
    pub new_opponent_losses: Cells,
    /// Decided in this ply.
    pub won: Cells,
    pub lost: Cells,
    /// Positions that may be lost in this ply.
    cand: Cells,
    /// By point, the columns that have it.
    with: Vec<u64>,
    /// By row, the codes of conversions that it holds.
    marks: Vec<[u64; MARKS]>,
    /// Those of all rows.
    marked: [u64; MARKS],
    /// The deepest conversion.
    pub deepest: u32,
}

/// What was decided on a side in a ply.
pub struct Decided<'a> {
    /// For each column, the row of the grid with the sides swapped.
    rows: &'a [u32],
    won: &'a mut Cells,
    lost: &'a mut Cells,
}

/// What a side learns of what was decided on the other in a ply.
pub struct Received<'a> {
    /// For each column, the row of the grid with the sides swapped.
    rows: &'a [u32],
    opponent_wins: &'a mut Cells,
    new_opponent_wins: &'a mut Cells,
    new_opponent_losses: &'a mut Cells,
}

impl Decided<'_> {
    /// Passes all to the grid with the sides swapped, which may be the same.
    pub fn hand_over(self, to: Received) {
        let Received { rows, opponent_wins, new_opponent_wins, new_opponent_losses } = to;
        self.won.turn(rows, self.rows, new_opponent_wins, |row, word, bits| opponent_wins.row_mut(row)[word] |= bits);
        self.lost.turn(rows, self.rows, new_opponent_losses, |_, _, _| {});
    }
}

/// The bit for a code in the marks of a row.
#[inline(always)]
fn mark(code: impl Code) -> (usize, u64) {
    let bit = code.number();
    (bit / WORD % MARKS, 1 << (bit % WORD))
}

impl<C: Scan> GridState<C> {
    /// Allocates the sets for the grid that has been laid out.
    pub fn begin(&mut self) {
        self.begin_columns();
        (self.deepest, self.marked) = (0, [0; MARKS]);
        let (rows, words) = (self.grid.rows.len(), self.words);
        self.codes.clear();
        self.codes.resize(rows * words * WORD, C::ABSENT);
        for set in [
            &mut self.forced,
            &mut self.left_to_rules,
            &mut self.open,
            &mut self.may_lose,
            &mut self.opponent_wins,
            &mut self.new_opponent_wins,
            &mut self.new_opponent_losses,
            &mut self.won,
            &mut self.lost,
            &mut self.cand,
        ] as [&mut Cells; SETS]
        {
            set.reset(rows, words);
        }
        self.marks.clear();
        self.marks.resize(rows, [0; MARKS]);
    }

    /// Finds the columns that have each point of the grid that has been laid out.
    pub fn begin_columns(&mut self) {
        let words = self.grid.columns.len().div_ceil(WORD);
        self.words = words;
        self.with.clear();
        self.with.resize(POINTS * words, 0);
        for (column, &set) in self.grid.columns.iter().enumerate() {
            for_each_bit(set, |point| self.with[point * words + column / WORD] |= 1 << (column % WORD));
        }
    }

    /// The columns that have a point.
    #[inline(always)]
    pub fn with(&self, point: u32) -> &[u64] {
        &self.with[point as usize * self.words..][..self.words]
    }

    /// The columns that share no point with a row: those whose cells are positions.
    pub fn positions(&self, row: usize, positions: &mut Vec<u64>) {
        positions.clear();
        positions.resize(self.words, u64::MAX);
        let columns = self.grid.columns.len();
        if !columns.is_multiple_of(WORD) {
            positions[self.words - 1] = (1 << (columns % WORD)) - 1;
        }
        for_each_bit(self.grid.rows[row], |point| {
            positions.iter_mut().zip(self.with(point as u32)).for_each(|(positions, with)| *positions &= !with);
        });
    }

    /// The number of cells in a row, with those that fill it up to whole words.
    pub fn row_length(&self) -> usize {
        self.words * WORD
    }

    /// Notes a conversion of a cell if it is the best so far. A depth that does not fit counts as [`Code::DEEPEST`].
    #[inline(always)]
    pub fn note_conversion(&mut self, cell: usize, order_code: OrderCode) {
        let code = &mut self.codes[cell];
        if order_code > code.order_code() {
            *code = C::from_order_code_or_deepest(order_code);
        }
    }

    /// Notes the value of a position. Nothing if its depth does not fit.
    #[inline(always)]
    pub fn note_value(&mut self, row: usize, column: usize, value: Value) -> Option<()> {
        self.codes[row * self.words * WORD + column] = C::encode(value)?;
        Some(())
    }

    /// The code of a cell: of its value if it is not open, else of its best conversion.
    pub fn code(&self, row: usize, column: usize) -> C {
        self.codes[row * self.words * WORD + column]
    }

    /// Marks the codes of a row, whose conversions and values have been noted. Nothing if a depth does not fit.
    pub fn mark_row(&mut self, row: usize, positions: &[u64]) -> Option<()> {
        let (mut marks, mut deepest) = ([0; MARKS], 0);
        for (word, positions) in positions.iter().enumerate() {
            let codes = &self.codes[(row * self.words + word) * WORD..][..WORD];
            for_each_bit(positions & !self.may_lose.row(row)[word], |bit| {
                let (word, mark) = mark(codes[bit]);
                marks[word] |= mark;
                deepest = deepest.max(codes[bit].number());
            });
        }
        // A code of the deepest may stand for any depth past it.
        let deepest = (deepest as u32).saturating_sub(1) / 2;
        if deepest >= C::DEEPEST {
            return None;
        }
        self.deepest = self.deepest.max(deepest);
        self.marks[row] = marks;
        self.marked.iter_mut().zip(marks).for_each(|(all, marks)| *all |= marks);
        Some(())
    }

    /// Puts the positions that are won or lost in `ply` into `won` and `lost`, and decides them. Returns whether there
    /// are any; nothing if the depth does not fit.
    pub fn ply(&mut self, ply: u32) -> Option<bool> {
        // Most rows are of one word: then there are no loops over words.
        match self.words {
            1 => self.ply_of_words(1, ply),
            words => self.ply_of_words(words, ply),
        }
    }

    /// [`GridState::ply`] for rows of so many words.
    #[inline(always)]
    fn ply_of_words(&mut self, words: usize, ply: u32) -> Option<bool> {
        self.win_by_steps(words);
        if ply <= self.deepest {
            self.decide_by_conversions(words, ply)?;
        }
        self.gather_candidates(words);
        self.lose_by_steps(words);
        self.decide(words, ply)
    }

    /// Won: a step leads to a position that was lost in the ply before.
    #[inline(always)]
    fn win_by_steps(&mut self, words: usize) {
        let (grid, new_opponent_losses, won, open) =
            (&self.grid, &mut self.new_opponent_losses, &mut self.won, &self.open);
        let mut reached = std::mem::take(&mut new_opponent_losses.rows);
        reached.drain(|from| {
            for step in grid.steps_of(from) {
                let row = step.row as usize;
                let both = new_opponent_losses.row_of(from, words).iter().zip(open.row_of(row, words));
                won.row_of_mut(row, words)
                    .iter_mut()
                    .zip(both)
                    .for_each(|(won, (new_opponent_losses, open))| *won |= new_opponent_losses & open);
                won.rows.add(row);
            }
            new_opponent_losses.row_of_mut(from, words).fill(0);
        });
        new_opponent_losses.rows = reached;
    }

    /// Won or lost: the best conversion wins or loses in just this ply. A loss that steps may still avoid makes a
    /// candidate. Nothing if the depth does not fit.
    #[inline(always)]
    fn decide_by_conversions(&mut self, words: usize, ply: u32) -> Option<()> {
        for value in [Value::Win(ply), Value::Loss(ply)] {
            let code = C::encode(value)?;
            let (word, bit) = mark(code);
            if self.marked[word] & bit == 0 {
                continue;
            }
            for row in (0..self.marks.len()).filter(|&row| self.marks[row][word] & bit != 0) {
                let codes = &self.codes[row * words * WORD..][..words * WORD];
                let found = codes.as_chunks::<WORD>().0.iter().map(|codes| code.find(codes)).enumerate();
                if let Value::Win(_) = value {
                    found.for_each(|(word, found)| self.won.row_of_mut(row, words)[word] |= found);
                    self.won.rows.add(row);
                    continue;
                }
                for (word, found) in found {
                    let open = self.open.row_of(row, words)[word];
                    self.lost.row_of_mut(row, words)[word] |= found & !open;
                    self.may_lose.row_of_mut(row, words)[word] |= found & open;
                    self.cand.row_of_mut(row, words)[word] |= found & open;
                }
                self.lost.rows.add(row);
                self.cand.rows.add(row);
            }
        }
        Some(())
    }

    /// May be lost: a step leads to a position that the other side won in the ply before.
    #[inline(always)]
    fn gather_candidates(&mut self, words: usize) {
        let (grid, new_opponent_wins, cand) = (&self.grid, &mut self.new_opponent_wins, &mut self.cand);
        let mut refreshed = std::mem::take(&mut new_opponent_wins.rows);
        refreshed.drain(|from| {
            for step in grid.steps_of(from) {
                let row = step.row as usize;
                cand.row_of_mut(row, words)
                    .iter_mut()
                    .zip(new_opponent_wins.row_of(from, words))
                    .for_each(|(all, new_opponent_wins)| *all |= new_opponent_wins);
                cand.rows.add(row);
            }
            new_opponent_wins.row_of_mut(from, words).fill(0);
        });
        new_opponent_wins.rows = refreshed;
    }

    /// Lost: a candidate that no conversion saves, and all of whose steps lead to positions that the other side wins.
    #[inline(always)]
    fn lose_by_steps(&mut self, words: usize) {
        let mut rows = std::mem::take(&mut self.cand.rows);
        rows.drain(|row| {
            let mut any = 0;
            for word in 0..words {
                let mut lost = std::mem::take(&mut self.cand.row_of_mut(row, words)[word]);
                lost &= self.may_lose.row_of(row, words)[word]
                    & self.open.row_of(row, words)[word]
                    & !self.won.row_of(row, words)[word];
                for step in self.grid.steps_of(row) {
                    if lost == 0 {
                        break;
                    }
                    let blocked = self.with[step.point as usize * words + word];
                    lost &= self.opponent_wins.row_of(step.row as usize, words)[word] | blocked;
                }
                self.lost.row_of_mut(row, words)[word] |= lost;
                any |= lost;
            }
            if any != 0 {
                self.lost.rows.add(row);
            }
        });
        self.cand.rows = rows;
    }

    /// Gives the positions of `won` and `lost` their values. Returns whether there are any.
    #[inline(always)]
    fn decide(&mut self, words: usize, ply: u32) -> Option<bool> {
        let (open, codes) = (&mut self.open, &mut self.codes);
        let mut any = 0;
        for (decided, value) in [(&self.won, Value::Win(ply)), (&self.lost, Value::Loss(ply))] {
            let (code, before) = (C::encode(value), any);
            decided.rows.each(|row| {
                for (word, &bits) in decided.row_of(row, words).iter().enumerate() {
                    any |= bits;
                    open.row_of_mut(row, words)[word] &= !bits;
                    let codes = &mut codes[(row * words + word) * WORD..][..WORD];
                    for_each_bit(bits, |bit| codes[bit] = code.unwrap_or(C::ABSENT));
                }
            });
            if code.is_none() && any != before {
                return None;
            }
        }
        Some(any != 0)
    }

    /// What was decided in this ply, and where what was decided on the other side goes.
    pub fn ends(&mut self) -> (Decided<'_>, Received<'_>) {
        let GridState { grid, won, lost, opponent_wins, new_opponent_wins, new_opponent_losses, .. } = self;
        let rows = &grid.row_of_column[..];
        (Decided { rows, won, lost }, Received { rows, opponent_wins, new_opponent_wins, new_opponent_losses })
    }

    /// Gives what is still open its value, a draw, and passes the codes of the positions to `each`, row by row, with
    /// the index of the first. `codes_of_row` is memory for a row.
    pub fn finish(&mut self, codes_of_row: &mut Vec<C>, mut each: impl FnMut(u64, &[C])) {
        let (mut positions, mut index) = (Vec::new(), self.first);
        for row in 0..self.grid.rows.len() {
            self.positions(row, &mut positions);
            codes_of_row.clear();
            for (word, &positions) in positions.iter().enumerate() {
                let open = self.open.row(row)[word];
                let codes = &self.codes[(row * self.words + word) * WORD..][..WORD];
                for_each_bit(positions, |bit| {
                    codes_of_row.push(if open >> bit & 1 == 1 { C::DRAW } else { codes[bit] });
                });
            }
            each(index, codes_of_row);
            index += codes_of_row.len() as u64;
        }
    }
}
