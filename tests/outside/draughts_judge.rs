//! The rules of draughts once more, as plainly as they can be told: a board of 8 x 8 characters, no bits, no speed.
//!
//! It shares nothing with the crate: positions go in and come out as text.

/// A board of rows, square 1 in the first; `b` and `w` are men, `B` and `W` kings, `.` an empty square.
#[derive(Clone)]
pub struct Judge {
    board: [[char; 8]; 8],
    to_move: char,
}

fn row_and_column(number: usize) -> (usize, usize) {
    let row = (number - 1) / 4;
    (row, 2 * ((number - 1) % 4) + usize::from(row.is_multiple_of(2)))
}

fn number((row, column): (usize, usize)) -> usize {
    4 * row + column / 2 + 1
}

/// The neighbouring square, if that is on the board.
fn beside((row, column): (usize, usize), (down, right): (isize, isize)) -> Option<(usize, usize)> {
    let (row, column) = (row.checked_add_signed(down)?, column.checked_add_signed(right)?);
    (row < 8 && column < 8).then_some((row, column))
}

impl Judge {
    /// Reads `B:W21,K30:B1,2`: only the form that the crate writes.
    pub fn read(text: &str) -> Judge {
        let mut judge =
            Judge { board: [['.'; 8]; 8], to_move: text.chars().next().expect("a letter").to_ascii_lowercase() };
        for list in text.split(':').skip(1) {
            let man = list.chars().next().expect("a letter").to_ascii_lowercase();
            for item in list[1..].split(',').filter(|item| !item.is_empty()) {
                let (row, column) = row_and_column(item.trim_start_matches('K').parse().expect("a number"));
                judge.board[row][column] = if item.starts_with('K') { man.to_ascii_uppercase() } else { man };
            }
        }
        judge
    }

    /// Writes the position as [`Judge::read`] reads it.
    pub fn write(&self) -> String {
        let list = |man: char| {
            let items: Vec<String> = (1..=32)
                .filter(|&n| self.at(row_and_column(n)).eq_ignore_ascii_case(&man))
                .map(|n| format!("{}{n}", if self.at(row_and_column(n)) == man { "" } else { "K" }))
                .collect();
            items.join(",")
        };
        format!("{}:W{}:B{}", self.to_move.to_ascii_uppercase(), list('w'), list('b'))
    }

    fn at(&self, (row, column): (usize, usize)) -> char {
        self.board[row][column]
    }

    fn put(&mut self, (row, column): (usize, usize), piece: char) {
        self.board[row][column] = piece;
    }

    fn other_side(&self) -> char {
        if self.to_move == 'b' { 'w' } else { 'b' }
    }

    fn directions(piece: char) -> Vec<(isize, isize)> {
        let down = [(1, -1), (1, 1)];
        let up = [(-1, -1), (-1, 1)];
        match piece {
            'b' => down.to_vec(),
            'w' => up.to_vec(),
            _ => [down, up].concat(),
        }
    }

    /// The piece after it has come to a square.
    fn crowned(piece: char, (row, _): (usize, usize)) -> char {
        match (piece, row) {
            ('b', 7) => 'B',
            ('w', 0) => 'W',
            _ => piece,
        }
    }

    /// The legal moves and the positions that they lead to, both as text.
    pub fn moves(&self) -> Vec<(String, String)> {
        let mut squares = Vec::new();
        for n in 1..=32 {
            let square = row_and_column(n);
            if self.at(square).eq_ignore_ascii_case(&self.to_move) {
                squares.push(square);
            }
        }
        let mut jumps = Vec::new();
        for &square in &squares {
            self.jumps(vec![square], Vec::new(), &mut jumps);
        }
        if !jumps.is_empty() {
            return jumps;
        }
        let mut steps = Vec::new();
        for from in squares {
            for direction in Self::directions(self.at(from)) {
                if let Some(to) = beside(from, direction).filter(|&to| self.at(to) == '.') {
                    steps.push((format!("{}-{}", number(from), number(to)), self.after(&[from, to], &[])));
                }
            }
        }
        steps
    }

    /// Adds the whole jumps that go on from a path.
    fn jumps(&self, path: Vec<(usize, usize)>, taken: Vec<(usize, usize)>, whole: &mut Vec<(String, String)>) {
        let (from, at) = (path[0], path[path.len() - 1]);
        let piece = self.at(from);
        let mut went_on = false;
        // Once crowned it may not go on.
        if Self::crowned(piece, at) == piece {
            for direction in Self::directions(piece) {
                let Some(over) = beside(at, direction) else { continue };
                let Some(to) = beside(over, direction) else { continue };
                let enemy = self.at(over).eq_ignore_ascii_case(&self.other_side());
                if enemy && !taken.contains(&over) && (self.at(to) == '.' || to == from) {
                    went_on = true;
                    self.jumps([&path[..], &[to]].concat(), [&taken[..], &[over]].concat(), whole);
                }
            }
        }
        if !went_on && !taken.is_empty() {
            let numbers: Vec<String> = path.iter().map(|&square| number(square).to_string()).collect();
            whole.push((numbers.join("x"), self.after(&path, &taken)));
        }
    }

    /// The position after a move.
    fn after(&self, path: &[(usize, usize)], taken: &[(usize, usize)]) -> String {
        let mut after = self.clone();
        let (from, to) = (path[0], path[path.len() - 1]);
        after.put(from, '.');
        taken.iter().for_each(|&square| after.put(square, '.'));
        after.put(to, Self::crowned(self.at(from), to));
        after.to_move = self.other_side();
        after.write()
    }
}
