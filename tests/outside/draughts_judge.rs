//! The rules of draughts once more, as plainly as they can be told: a board of characters, no bits, no speed.
//!
//! It shares nothing with the crate: positions go in and come out as text.

/// The rules of a game.
#[derive(Clone, Copy)]
pub struct JudgeRules {
    /// The tag GameType: who starts, width, height, the corner of square 1, whether the corner at the left is light.
    pub game_type: &'static str,
    pub long_kings: bool,
    pub men_capture_back: bool,
    pub men_take_kings: bool,
    pub choice: Choice,
    /// A man that meets the far row in a capture.
    pub far_row: FarRow,
    /// A king lands directly behind the piece it takes, and taken pieces leave at once.
    pub thai: bool,
    /// A capture that ends with a king ends directly behind it.
    pub killer: bool,
}

#[derive(Clone, Copy, PartialEq)]
pub enum Choice {
    Free,
    KingFirst,
    Most,
    MostKings,
    Italian,
}

#[derive(Clone, Copy, PartialEq)]
pub enum FarRow {
    EndsTurn,
    GoesOnAsMan,
    GoesOnAsKing,
}

pub const ENGLISH: JudgeRules = JudgeRules {
    game_type: "B,8,8,N1,0",
    long_kings: false,
    men_capture_back: false,
    men_take_kings: true,
    choice: Choice::Free,
    far_row: FarRow::EndsTurn,
    thai: false,
    killer: false,
};

/// The rules of the games, by name.
pub const GAMES: [(&str, JudgeRules); 13] = {
    const LONG: JudgeRules = JudgeRules { game_type: "W,8,8,N2,0", long_kings: true, ..ENGLISH };
    const RUSSIAN: JudgeRules = JudgeRules { men_capture_back: true, far_row: FarRow::GoesOnAsKing, ..LONG };
    const BRAZILIAN: JudgeRules =
        JudgeRules { men_capture_back: true, choice: Choice::Most, far_row: FarRow::GoesOnAsMan, ..LONG };
    const INTERNATIONAL: JudgeRules = JudgeRules { game_type: "W,10,10,N2,0", ..BRAZILIAN };
    [
        ("checkers", ENGLISH),
        ("losing-checkers", ENGLISH),
        ("russian", RUSSIAN),
        ("poddavki", RUSSIAN),
        ("brazilian", BRAZILIAN),
        ("pool", JudgeRules { game_type: "B,8,8,N1,0", choice: Choice::Free, ..BRAZILIAN }),
        ("italian", JudgeRules { game_type: "W,8,8,N2,1", men_take_kings: false, choice: Choice::Italian, ..ENGLISH }),
        ("spanish", JudgeRules { game_type: "W,8,8,N1,1", choice: Choice::MostKings, ..LONG }),
        ("czech", JudgeRules { choice: Choice::KingFirst, ..LONG }),
        ("thai", JudgeRules { game_type: "B,8,8,N2,0", thai: true, ..LONG }),
        ("international", INTERNATIONAL),
        ("killer", JudgeRules { killer: true, ..INTERNATIONAL }),
        ("antidraughts", INTERNATIONAL),
    ]
};

type Square = (usize, usize);

/// A board of rows, the far row of White first; `b` and `w` are men, `B` and `W` kings, `.` an empty square.
#[derive(Clone)]
pub struct Judge {
    rules: JudgeRules,
    board: Vec<Vec<char>>,
    /// The squares by number, less one.
    squares: Vec<Square>,
    to_move: char,
}

/// A capture, perhaps not yet at its end.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Capture {
    from: Square,
    at: Square,
    /// The pieces taken, in order, and whether each is a king.
    taken: Vec<Square>,
    kings: Vec<bool>,
    /// The piece that moves.
    piece: char,
    /// The squares where it landed.
    path: Vec<Square>,
}

/// The squares of the dark colour, in the order of their numbers.
fn squares(game_type: &str) -> Vec<Square> {
    let fields: Vec<&str> = game_type.split(',').collect();
    let side: usize = fields[1].parse().expect("a number");
    let corner: u32 = fields[3][1..].parse().expect("a corner");
    let is_dark = |(row, column): &Square| (side - 1 - row + column).is_multiple_of(2) == (fields[4] == "0");
    let mut squares = Vec::new();
    for down in 0..side {
        for right in 0..side {
            let row = if corner < 2 { side - 1 - down } else { down };
            let column = if corner.is_multiple_of(2) { right } else { side - 1 - right };
            // The corner is as the side that starts sees it.
            squares.push(if fields[0] == "W" { (row, column) } else { (side - 1 - row, side - 1 - column) });
        }
    }
    squares.retain(is_dark);
    squares
}

impl Judge {
    /// Reads `B:W21,K30:B1,2`: only the form that the crate writes.
    pub fn read(rules: JudgeRules, text: &str) -> Judge {
        let squares = squares(rules.game_type);
        let side = squares.iter().map(|square| square.0).max().expect("a square") + 1;
        let to_move = text.chars().next().expect("a letter").to_ascii_lowercase();
        let mut judge = Judge { rules, board: vec![vec!['.'; side]; side], squares, to_move };
        for list in text.split(':').skip(1) {
            let man = list.chars().next().expect("a letter").to_ascii_lowercase();
            for item in list[1..].split(',').filter(|item| !item.is_empty()) {
                let number: usize = item.trim_start_matches('K').parse().expect("a number");
                judge
                    .put(judge.squares[number - 1], if item.starts_with('K') { man.to_ascii_uppercase() } else { man });
            }
        }
        judge
    }

    /// Writes the position as [`Judge::read`] reads it.
    pub fn write(&self) -> String {
        let list = |man: char| {
            let items = (1..).zip(&self.squares).filter(|(_, square)| self.at(**square).eq_ignore_ascii_case(&man));
            let item = |(n, square): (u32, &Square)| format!("{}{n}", if self.at(*square) == man { "" } else { "K" });
            items.map(item).collect::<Vec<_>>().join(",")
        };
        format!("{}:W{}:B{}", self.to_move.to_ascii_uppercase(), list('w'), list('b'))
    }

    fn at(&self, (row, column): Square) -> char {
        self.board[row][column]
    }

    fn put(&mut self, (row, column): Square, piece: char) {
        self.board[row][column] = piece;
    }

    fn number(&self, square: Square) -> usize {
        self.squares.iter().position(|&other| other == square).expect("a dark square") + 1
    }

    /// The neighbouring square, if that is on the board.
    fn beside(&self, (row, column): Square, (down, right): (isize, isize)) -> Option<Square> {
        let (row, column) = (row.checked_add_signed(down)?, column.checked_add_signed(right)?);
        (row < self.board.len() && column < self.board.len()).then_some((row, column))
    }

    fn is_enemy(&self, square: Square) -> bool {
        self.at(square) != '.' && !self.at(square).eq_ignore_ascii_case(&self.to_move)
    }

    fn directions(piece: char, back: bool) -> Vec<(isize, isize)> {
        let down = [(1, -1), (1, 1)];
        let up = [(-1, -1), (-1, 1)];
        match piece {
            'b' if !back => down.to_vec(),
            'w' if !back => up.to_vec(),
            _ => [down, up].concat(),
        }
    }

    fn is_far(&self, piece: char, (row, _): Square) -> bool {
        piece == 'b' && row + 1 == self.board.len() || piece == 'w' && row == 0
    }

    /// The legal moves: the squares of each, and the position that it leads to, both as text. Captures that take the
    /// same pieces in another order are moves of their own.
    pub fn moves(&self) -> Vec<(String, String)> {
        let own = || self.squares.iter().copied().filter(|&square| self.at(square).eq_ignore_ascii_case(&self.to_move));
        let mut captures: Vec<Capture> = own().flat_map(|square| self.captures_from(square)).collect();
        // Long kings reach the same capture by several landing squares.
        captures.sort_by_key(|capture| (capture.from, capture.taken.clone(), capture.at));
        captures.dedup_by_key(|capture| (capture.from, capture.taken.clone(), capture.at));
        self.choose(&mut captures);
        if !captures.is_empty() {
            return captures.iter().map(|capture| (self.name(capture), self.after(capture))).collect();
        }
        let mut steps = Vec::new();
        for from in own() {
            let piece = self.at(from);
            for direction in Self::directions(piece, false) {
                let mut to = self.beside(from, direction);
                while let Some(at) = to.filter(|&to| self.at(to) == '.') {
                    let step = Capture { from, at, taken: vec![], kings: vec![], piece, path: vec![] };
                    steps.push((format!("{}-{}", self.number(from), self.number(at)), self.after(&step)));
                    let is_long = self.rules.long_kings && piece.is_uppercase();
                    to = if is_long { self.beside(at, direction) } else { None };
                }
            }
        }
        steps
    }

    /// Keeps the captures that go before others.
    fn choose(&self, captures: &mut Vec<Capture>) {
        let keep_best = |captures: &mut Vec<Capture>, worth: &dyn Fn(&Capture) -> Vec<usize>| {
            let best = captures.iter().map(worth).max().unwrap_or_default();
            captures.retain(|capture| worth(capture) == best);
        };
        let with_king = |capture: &Capture| vec![usize::from(self.at(capture.from).is_uppercase())];
        let most = |capture: &Capture| vec![capture.taken.len()];
        let most_kings = |capture: &Capture| vec![capture.kings.iter().filter(|king| **king).count()];
        let earliest = |capture: &Capture| capture.kings.iter().map(|&king| usize::from(king)).collect();
        match self.rules.choice {
            Choice::Free => {}
            Choice::KingFirst => keep_best(captures, &with_king),
            Choice::Most => keep_best(captures, &most),
            Choice::MostKings => {
                keep_best(captures, &most);
                keep_best(captures, &most_kings);
            }
            Choice::Italian => {
                keep_best(captures, &most);
                keep_best(captures, &with_king);
                keep_best(captures, &most_kings);
                keep_best(captures, &earliest);
            }
        }
    }

    fn captures_from(&self, from: Square) -> Vec<Capture> {
        let piece = self.at(from);
        let begin = Capture { from, at: from, taken: vec![], kings: vec![], piece, path: vec![] };
        let mut board = self.clone();
        board.put(from, '.');
        board.go_on(&begin)
    }

    /// The whole captures that go on from one; none if it cannot go on. The board has no piece on `from`.
    fn go_on(&self, capture: &Capture) -> Vec<Capture> {
        let is_king = capture.piece.is_uppercase();
        let mut whole = Vec::new();
        for direction in Self::directions(capture.piece, self.rules.men_capture_back) {
            let is_long = is_king && self.rules.long_kings;
            let mut next = self.beside(capture.at, direction);
            while let Some(square) = next.filter(|&square| is_long && self.at(square) == '.') {
                next = self.beside(square, direction);
            }
            let Some(over) = next.filter(|&over| self.is_enemy(over) && !capture.taken.contains(&over)) else {
                continue;
            };
            if !is_king && self.at(over).is_uppercase() && !self.rules.men_take_kings {
                continue;
            }
            let mut landings = Vec::new();
            let mut to = self.beside(over, direction);
            while let Some(at) = to.filter(|&to| self.at(to) == '.') {
                landings.push(at);
                to = if is_long && !self.rules.thai { self.beside(at, direction) } else { None };
            }
            let mut longer = Vec::new();
            for &at in &landings {
                longer.extend(self.land(capture, over, at).1);
            }
            // A king that can go on from one square may not stop on another.
            if longer.is_empty() {
                let stops =
                    if self.rules.killer && is_king && self.at(over).is_uppercase() { 1 } else { landings.len() };
                longer.extend(landings[..stops.min(landings.len())].iter().map(|&at| self.land(capture, over, at).0));
            }
            whole.extend(longer);
        }
        whole
    }

    /// The capture with one more piece, and the whole captures that go on from there.
    fn land(&self, capture: &Capture, over: Square, at: Square) -> (Capture, Vec<Capture>) {
        let mut next = capture.clone();
        next.at = at;
        next.taken.push(over);
        next.kings.push(self.at(over).is_uppercase());
        next.path.push(at);
        let mut board = self.clone();
        if self.rules.thai {
            board.put(over, '.');
        }
        if self.is_far(next.piece, at) {
            match self.rules.far_row {
                FarRow::EndsTurn => return (next, vec![]),
                FarRow::GoesOnAsMan => {}
                FarRow::GoesOnAsKing => next.piece = next.piece.to_ascii_uppercase(),
            }
        }
        let longer = board.go_on(&next);
        (next, longer)
    }

    fn name(&self, capture: &Capture) -> String {
        let squares = [&[capture.from], &capture.path[..]].concat();
        squares.iter().map(|&square| self.number(square).to_string()).collect::<Vec<_>>().join("x")
    }

    /// The position after a move.
    fn after(&self, capture: &Capture) -> String {
        let mut after = self.clone();
        after.put(capture.from, '.');
        capture.taken.iter().for_each(|&square| after.put(square, '.'));
        let is_crowned = self.is_far(capture.piece, capture.at);
        after.put(capture.at, if is_crowned { capture.piece.to_ascii_uppercase() } else { capture.piece });
        after.to_move = if self.to_move == 'b' { 'w' } else { 'b' };
        after.write()
    }
}
