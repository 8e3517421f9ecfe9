//! One grid during the solve: the values and sets of its cells after each ply.

use super::cells::{Cells, TransposedRows, WORD};
use super::contract::{Grid, GridPath, GridStep};
use crate::game::Value;
use crate::solve::Halt;
use crate::solve::scan::Scan;
use crate::space::SliceId;
use crate::util::bits::ones;
use crate::util::cpu::{self, Kernel};
use crate::values::{Code, OrderCode};

/// Words of marks in a row: one bit for each code of one byte. Codes of two bytes share the bits.
const MARKS: usize = 4;

/// The sets of cells in a [`GridState`].
const SETS: usize = 10;

/// The approximate memory in bytes for a row of `columns` columns: codes of one byte, the bits of the sets, the points,
/// marks, `column_of_row` and `steps_end` of the row, and its steps. Two or three kings have a dozen steps, or three
/// dozen if steps have `long` paths.
pub fn row_memory(columns: u64, long: bool) -> u64 {
    const ROW: usize = size_of::<u64>() + 8 * MARKS + 2 * size_of::<u32>();
    let steps = if long { 36 } else { 12 } * size_of::<GridStep>();
    let cells = columns.next_multiple_of(WORD as u64);
    cells + cells * SETS as u64 / 8 + (ROW + steps) as u64
}

/// Points are the bits of a word.
const POINTS: usize = u64::BITS as usize;

/// A grid and the knowledge of its cells. The sets are the letters of the induction on the [module's page](super).
///
/// All sets have the rows and columns of this grid. `opponent_wins` and its relatives describe the position with the
/// same pieces and the opponent to move.
#[derive(Default)]
pub struct GridState<C> {
    pub slice: SliceId,
    /// The index of the grid's first entry in the slice.
    pub first: u64,
    pub grid: Grid,
    /// Words in a row of bits.
    words: usize,
    /// The value of a decided cell. An open cell has the value of its best conversion, which holds from the ply of its
    /// depth on.
    codes: Vec<C>,
    /// Something is compulsory.
    pub forced: Cells,
    /// The moves are left to the rules.
    pub left_to_rules: Cells,
    /// Undecided, nothing is compulsory, and a move is legal.
    pub open: Cells,
    /// Open, and every conversion loses in this ply or before.
    pub may_lose: Cells,
    /// Won for the opponent in the previous ply or before.
    pub opponent_wins: Cells,
    /// The part of `opponent_wins` found in the previous ply.
    pub new_opponent_wins: Cells,
    /// Lost for the opponent, found in the previous ply.
    pub new_opponent_losses: Cells,
    /// Won in this ply.
    pub won: Cells,
    /// Lost in this ply.
    pub lost: Cells,
    /// Candidates: the cells that this ply tests for a loss.
    cand: Cells,
    /// By path, the columns that have one of its points: first by point, then by path of more than one point.
    columns_with: Vec<u64>,
    /// Whether there are paths of more than one point.
    long: bool,
    /// By row, the codes that its cells held at the start: the bits of [`mark`].
    marks: Vec<[u64; MARKS]>,
    /// The union of `marks`.
    all_marks: [u64; MARKS],
    /// The greatest depth of a conversion, in plies.
    pub deepest: u32,
}

/// The sets that one grid passes to the other after a ply.
pub struct Outgoing<'a> {
    row_of_column: &'a [u32],
    won: &'a mut Cells,
    lost: &'a mut Cells,
}

/// The sets that take the [`Outgoing`] sets of the other grid.
pub struct Incoming<'a> {
    row_of_column: &'a [u32],
    opponent_wins: &'a mut Cells,
    new_opponent_wins: &'a mut Cells,
    new_opponent_losses: &'a mut Cells,
}

impl Outgoing<'_> {
    /// Transposes the sets into the side-swapped grid, which may be the same grid, and empties them.
    pub fn transpose_into(self, to: Incoming) {
        cpu::run(Transposition { from: self, to });
    }
}

/// See [`Outgoing::transpose_into`].
struct Transposition<'a> {
    from: Outgoing<'a>,
    to: Incoming<'a>,
}

impl Kernel for Transposition<'_> {
    type Output = ();
    #[inline(always)]
    fn run<const LEVEL: u8>(self) {
        let Transposition { from: Outgoing { row_of_column, won, lost }, to } = self;
        let rows = TransposedRows { row_of_column: to.row_of_column, to_row_of_column: row_of_column };
        won.transpose_into(rows, to.new_opponent_wins, |row, word, bits| {
            to.opponent_wins.row_mut(row)[word] |= bits;
        });
        lost.transpose_into(rows, to.new_opponent_losses, |_, _, _| {});
    }
}

/// The word and the bit of a code in the marks of a row.
#[inline(always)]
fn mark(code: impl Code) -> (usize, u64) {
    let bit = code.number();
    (bit / WORD % MARKS, 1 << (bit % WORD))
}

/// The columns that have a point of a path, by [`GridState::columns_with`].
#[inline(always)]
fn columns_of(columns_with: &[u64], words: usize, path: u32) -> &[u64] {
    &columns_with[path as usize * words..][..words]
}

impl<C: Scan> GridState<C> {
    /// Allocates the sets for the grid that has been laid out, of a space with these paths.
    #[inline(always)]
    pub fn begin(&mut self, paths: &[GridPath]) {
        self.begin_columns();
        self.long = !paths.is_empty();
        if self.long {
            self.begin_paths(paths);
        }
        (self.deepest, self.all_marks) = (0, [0; MARKS]);
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

    /// Finds the columns that have each point.
    #[inline(always)]
    fn begin_columns(&mut self) {
        let words = self.grid.columns.len().div_ceil(WORD);
        self.words = words;
        self.columns_with.clear();
        self.columns_with.resize(POINTS * words, 0);
        for (column, &set) in self.grid.columns.iter().enumerate() {
            ones::<usize>(set)
                .for_each(|point| self.columns_with[point * words + column / WORD] |= 1 << (column % WORD));
        }
    }

    /// Finds the columns that block each path of more than one point.
    fn begin_paths(&mut self, paths: &[GridPath]) {
        let GridState { columns_with, words, .. } = self;
        for &GridPath { before, point } in paths {
            for word in 0..*words {
                let both = columns_with[before as usize * *words + word] | columns_with[point as usize * *words + word];
                columns_with.push(both);
            }
        }
    }

    /// The columns that have a point of a path.
    #[inline(always)]
    pub fn columns_with(&self, path: u32) -> &[u64] {
        columns_of(&self.columns_with, self.words, path)
    }

    /// Puts the columns that share no point with a row into `positions`: their cells are positions.
    #[inline(always)]
    pub fn positions(&self, row: usize, positions: &mut Vec<u64>) {
        positions.clear();
        positions.resize(self.words, u64::MAX);
        let columns = self.grid.columns.len();
        if !columns.is_multiple_of(WORD) {
            positions[self.words - 1] = (1 << (columns % WORD)) - 1;
        }
        ones::<usize>(self.grid.rows[row]).for_each(|point| {
            let with = self.columns_with(point as u32);
            positions.iter_mut().zip(with).for_each(|(positions, with)| *positions &= !with);
        });
    }

    /// The parts that the look-up of conversions reads and writes.
    pub fn conversion_cells(&mut self) -> (&Grid, ConversionCells<'_, C>) {
        let GridState { grid, forced, left_to_rules, codes, words, .. } = self;
        (grid, ConversionCells { forced, left_to_rules, codes, row_length: *words * WORD })
    }

    /// Stores the value of a position.
    ///
    /// # Errors
    /// If the depth does not fit.
    #[inline(always)]
    pub fn set_value(&mut self, row: usize, column: usize, value: Value) -> Result<(), Halt> {
        self.codes[row * self.words * WORD + column] = C::encode(value).ok_or(Halt::TooDeep)?;
        Ok(())
    }

    /// The code of a cell: its value, or the value of its best conversion if it is open.
    pub fn code(&self, row: usize, column: usize) -> C {
        self.codes[row * self.words * WORD + column]
    }

    /// Marks the codes in a row, once its conversions and values are known.
    ///
    /// # Errors
    /// If a depth does not fit.
    #[inline(always)]
    pub fn mark_row(&mut self, row: usize, positions: &[u64]) -> Result<(), Halt> {
        let (mut marks, mut deepest) = ([0; MARKS], 0);
        for (word, positions) in positions.iter().enumerate() {
            let codes = &self.codes[(row * self.words + word) * WORD..][..WORD];
            ones::<usize>(positions & !self.may_lose.row(row)[word]).for_each(|bit| {
                let (word, mark) = mark(codes[bit]);
                marks[word] |= mark;
                deepest = deepest.max(codes[bit].number());
            });
        }
        // The code of the greatest depth may stand for a greater one.
        let deepest = (deepest as u32).saturating_sub(1) / 2;
        if deepest >= C::DEEPEST {
            return Err(Halt::TooDeep);
        }
        self.deepest = self.deepest.max(deepest);
        self.marks[row] = marks;
        self.all_marks.iter_mut().zip(marks).for_each(|(all, marks)| *all |= marks);
        Ok(())
    }

    /// Fills `won` and `lost` for ply `ply`, and decides their cells. Returns whether there are any.
    ///
    /// # Errors
    /// If the depth does not fit.
    pub fn ply(&mut self, ply: u32) -> Result<bool, Halt> {
        cpu::run(Ply { state: self, ply })
    }

    /// [`GridState::ply`] for rows of `words` words.
    #[inline(always)]
    fn ply_of_words(&mut self, words: usize, ply: u32) -> Result<bool, Halt> {
        match self.long {
            true => self.win_by_long_steps(words),
            false => self.win_by_steps(words),
        }
        if ply <= self.deepest {
            self.decide_by_conversions(words, ply)?;
        }
        self.find_candidates(words);
        self.lose_by_steps(words);
        self.decide(words, ply)
    }

    /// `won(r) |= open(r) & new_opponent_losses(s)` for each step `r -> s`.
    ///
    /// Steps lead back, so the rows `r` are the steps of `s`.
    #[inline(always)]
    fn win_by_steps(&mut self, words: usize) {
        let GridState { grid, open, won, new_opponent_losses, .. } = self;
        new_opponent_losses.drain(words, |s, losses| {
            for step in grid.steps_of(s) {
                let r = step.row as usize;
                let both = losses.iter().zip(open.row_of(r, words));
                won.row_of_mut(r, words).iter_mut().zip(both).for_each(|(won, (losses, open))| *won |= losses & open);
                won.rows.add(r);
            }
        });
    }

    /// [`GridState::win_by_steps`] where steps have paths: `won(r) |= open(r) & new_opponent_losses(s) & !blocked(s)`.
    ///
    /// A step and the step back pass the same points. They differ in the point that they enter, which the columns of
    /// positions lack in both rows.
    #[inline(always)]
    fn win_by_long_steps(&mut self, words: usize) {
        let GridState { grid, open, won, new_opponent_losses, columns_with, .. } = self;
        new_opponent_losses.drain(words, |s, losses| {
            for step in grid.steps_of(s) {
                let r = step.row as usize;
                let (open, blocked) = (open.row_of(r, words), columns_of(columns_with, words, step.path));
                let won_of_r = won.row_of_mut(r, words);
                for (((won, losses), open), blocked) in won_of_r.iter_mut().zip(losses).zip(open).zip(blocked) {
                    *won |= losses & open & !blocked;
                }
                won.rows.add(r);
            }
        });
    }

    /// Adds the cells whose best conversion wins or loses in `ply`: a win to `won`; a loss to `lost`, or to `may_lose`
    /// and `cand` if the cell is open, because a step may still avoid it.
    #[inline(always)]
    fn decide_by_conversions(&mut self, words: usize, ply: u32) -> Result<(), Halt> {
        let GridState { codes, open, may_lose, won, lost, cand, marks, all_marks, .. } = self;
        for value in [Value::Win(ply), Value::Loss(ply)] {
            let code = C::encode(value).ok_or(Halt::TooDeep)?;
            let (word, bit) = mark(code);
            if all_marks[word] & bit == 0 {
                continue;
            }
            for row in (0..marks.len()).filter(|&row| marks[row][word] & bit != 0) {
                let codes = &codes[row * words * WORD..][..words * WORD];
                let found = codes.as_chunks::<WORD>().0.iter().map(|codes| code.find(codes)).enumerate();
                if let Value::Win(_) = value {
                    found.for_each(|(word, found)| won.row_of_mut(row, words)[word] |= found);
                    won.rows.add(row);
                    continue;
                }
                for (word, found) in found {
                    let open = open.row_of(row, words)[word];
                    lost.row_of_mut(row, words)[word] |= found & !open;
                    may_lose.row_of_mut(row, words)[word] |= found & open;
                    cand.row_of_mut(row, words)[word] |= found & open;
                }
                lost.rows.add(row);
                cand.rows.add(row);
            }
        }
        Ok(())
    }

    /// `cand(r) |= new_opponent_wins(s)` for each step `r -> s`.
    #[inline(always)]
    fn find_candidates(&mut self, words: usize) {
        let GridState { grid, new_opponent_wins, cand, .. } = self;
        new_opponent_wins.drain(words, |s, wins| {
            for step in grid.steps_of(s) {
                let r = step.row as usize;
                cand.row_of_mut(r, words).iter_mut().zip(wins).for_each(|(cand, wins)| *cand |= wins);
                cand.rows.add(r);
            }
        });
    }

    /// `lost(r) |= cand(r) & may_lose(r) & open(r) & !won(r) & (opponent_wins(s) | blocked(s))` for all steps `r -> s`.
    #[inline(always)]
    fn lose_by_steps(&mut self, words: usize) {
        let GridState { grid, open, may_lose, opponent_wins, won, lost, cand, columns_with, .. } = self;
        cand.drain(words, |r, cand| {
            let mut any = 0;
            for (word, cand) in cand.iter().enumerate() {
                let may_lose = may_lose.row_of(r, words)[word];
                let mut losses = cand & may_lose & open.row_of(r, words)[word] & !won.row_of(r, words)[word];
                for step in grid.steps_of(r) {
                    if losses == 0 {
                        break;
                    }
                    let blocked = columns_of(columns_with, words, step.path)[word];
                    losses &= opponent_wins.row_of(step.row as usize, words)[word] | blocked;
                }
                lost.row_of_mut(r, words)[word] |= losses;
                any |= losses;
            }
            if any != 0 {
                lost.rows.add(r);
            }
        });
    }

    /// Gives the cells of `won` and `lost` their values. Returns whether there are any.
    #[inline(always)]
    fn decide(&mut self, words: usize, ply: u32) -> Result<bool, Halt> {
        let GridState { codes, open, won, lost, .. } = self;
        let mut any = 0;
        for (decided, value) in [(won, Value::Win(ply)), (lost, Value::Loss(ply))] {
            let (code, before) = (C::encode(value), any);
            decided.rows.each(|row| {
                for (word, &bits) in decided.row_of(row, words).iter().enumerate() {
                    any |= bits;
                    open.row_of_mut(row, words)[word] &= !bits;
                    let codes = &mut codes[(row * words + word) * WORD..][..WORD];
                    ones::<usize>(bits).for_each(|bit| codes[bit] = code.unwrap_or(C::ABSENT));
                }
            });
            if code.is_none() && any != before {
                return Err(Halt::TooDeep);
            }
        }
        Ok(any != 0)
    }

    /// The sets that pass to the other grid after a ply, and the sets that take the other grid's sets.
    pub fn outgoing_and_incoming(&mut self) -> (Outgoing<'_>, Incoming<'_>) {
        let GridState { grid, won, lost, opponent_wins, new_opponent_wins, new_opponent_losses, .. } = self;
        let row_of_column = &grid.row_of_column[..];
        (
            Outgoing { row_of_column, won, lost },
            Incoming { row_of_column, opponent_wins, new_opponent_wins, new_opponent_losses },
        )
    }

    /// Declares the open cells drawn, and passes the codes of the positions to `each`, row by row, with the index of
    /// the first. `codes_of_row` is memory for a row.
    pub fn finish(&mut self, codes_of_row: &mut Vec<C>, mut each: impl FnMut(u64, &[C])) {
        let (mut positions, mut index) = (Vec::new(), self.first);
        for row in 0..self.grid.rows.len() {
            self.positions(row, &mut positions);
            codes_of_row.clear();
            for (word, &positions) in positions.iter().enumerate() {
                let open = self.open.row(row)[word];
                let codes = &self.codes[(row * self.words + word) * WORD..][..WORD];
                ones::<usize>(positions).for_each(|bit| {
                    codes_of_row.push(if open >> bit & 1 == 1 { C::DRAW } else { codes[bit] });
                });
            }
            each(index, codes_of_row);
            index += codes_of_row.len() as u64;
        }
    }
}

/// A ply of a grid.
struct Ply<'a, C> {
    state: &'a mut GridState<C>,
    ply: u32,
}

impl<C: Scan> Kernel for Ply<'_, C> {
    type Output = Result<bool, Halt>;

    #[inline(always)]
    fn run<const LEVEL: u8>(self) -> Result<bool, Halt> {
        // Most rows have one word: the compiler then removes the loops over words.
        match self.state.words {
            1 => self.state.ply_of_words(1, self.ply),
            words => self.state.ply_of_words(words, self.ply),
        }
    }
}

/// The cells of a [`GridState`] while its conversions are looked up.
pub struct ConversionCells<'a, C> {
    /// Something is compulsory.
    pub forced: &'a Cells,
    /// The moves are left to the rules.
    pub left_to_rules: &'a mut Cells,
    codes: &'a mut [C],
    /// The number of cells in a row, filled up to whole words.
    pub row_length: usize,
}

impl<C: Scan> ConversionCells<'_, C> {
    /// Keeps the better of a conversion and the best before, for a cell. A depth that does not fit counts as
    /// [`Code::DEEPEST`].
    #[inline(always)]
    pub fn improve(&mut self, cell: usize, order_code: OrderCode) {
        let code = &mut self.codes[cell];
        if order_code > code.order_code() {
            *code = C::from_order_code_or_deepest(order_code);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POINTS_OF_PATH: usize = 3;

    /// The grid of the example: a path of three points, with one free piece on each side.
    fn path() -> Grid {
        let point = |point: usize| 1 << point;
        let step = |to: u32| GridStep { row: to, path: to };
        Grid {
            rows: (0..POINTS_OF_PATH).map(point).collect(),
            columns: (0..POINTS_OF_PATH).map(point).collect(),
            width: 2,
            steps: vec![step(1), step(0), step(2), step(1)],
            steps_end: vec![1, 3, 4],
            column_of_row: vec![0, 1, 2],
            row_of_column: vec![0, 1, 2],
            ..Grid::default()
        }
    }

    fn rows(set: &Cells) -> [u64; POINTS_OF_PATH] {
        std::array::from_fn(|row| set.row(row)[0])
    }

    /// The plies and the table of the module's page.
    #[test]
    fn the_worked_example_is_solved_ply_by_ply() {
        let mut state = GridState::<u8> { grid: path(), ..GridState::default() };
        state.begin(&[]);
        let open = [0b100, 0b101, 0b001];
        let mut positions = Vec::new();
        for (row, open) in open.into_iter().enumerate() {
            state.open.row_mut(row)[0] = open;
            state.may_lose.row_mut(row)[0] = open;
            state.positions(row, &mut positions);
            ones::<usize>(positions[0] & !open).for_each(|column| {
                state.set_value(row, column, Value::Loss(0)).expect("the depth fits");
            });
            state.mark_row(row, &positions).expect("the depth fits");
        }
        let plies = [
            (0, [0, 0, 0], [0b010, 0, 0b010]),
            (1, [0b100, 0, 0b001], [0, 0, 0]),
            (2, [0, 0, 0], [0, 0b101, 0]),
            (3, [0, 0, 0], [0, 0, 0]),
        ];
        for (ply, won, lost) in plies {
            let any = state.ply(ply).expect("the depth fits");
            assert_eq!((rows(&state.won), rows(&state.lost), any), (won, lost, ply < 3), "ply {ply}");
            let (outgoing, incoming) = state.outgoing_and_incoming();
            outgoing.transpose_into(incoming);
            match ply {
                0 => assert_eq!(rows(&state.new_opponent_losses), [0, 0b101, 0]),
                1 => assert_eq!(rows(&state.new_opponent_wins), [0b100, 0, 0b001]),
                _ => {}
            }
        }
        let mut values = Vec::new();
        state.finish(&mut Vec::new(), |_, codes| values.extend(codes.iter().map(|code| code.decode())));
        let [loss_in_0, win_in_1, loss_in_2] = [Value::Loss(0), Value::Win(1), Value::Loss(2)].map(Some);
        assert_eq!(values, [loss_in_0, win_in_1, loss_in_2, loss_in_2, win_in_1, loss_in_0]);
    }
}
