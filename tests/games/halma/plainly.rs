//! Four-handed Halma in sub-moves, as a server plays it, written from the rules alone: a second opinion on the game.
//!
//! A sub-move is a step, a hop, or nothing: nothing ends a chain of hops, and is the turn of a player who is home. The
//! winner is looked for after each sub-move, the end of the last round only when a turn is over.

/// A square: its column and its row, from 0.
pub type Square = (i32, i32);

/// What one player does before the server looks for a winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubMove {
    Step(Square, Square),
    Hop(Square, Square),
    Nothing,
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// Won by team 0, of players 0 and 3, or by team 1.
    Won(usize),
    Drawn,
}

/// The state of a game between two sub-moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plain {
    /// Columns, and rows.
    pub size: i32,
    /// How many squares each row of a zone has, from the edge of the board.
    zone_rows: Vec<i32>,
    /// The rows of the board from the top, each square `.` or the letter of a player.
    grid: Vec<char>,
    pub player: usize,
    pub round: u32,
    /// The squares that the piece in mid-chain has stood on in this turn, the last one included; else none.
    chain: Vec<Square>,
    pub end: Option<End>,
}

/// The letters of the players.
pub const LETTERS: [char; 4] = ['a', 'b', 'c', 'd'];

impl Plain {
    pub fn start(size: i32, zone_rows: &[i32]) -> Plain {
        let grid = vec!['.'; (size * size) as usize];
        let mut start =
            Plain { size, zone_rows: zone_rows.to_vec(), grid, player: 0, round: 0, chain: Vec::new(), end: None };
        for square in start.squares() {
            if let Some(player) = (0..4).find(|&player| start.in_zone(player, square)) {
                start.put(square, LETTERS[player]);
            }
        }
        start
    }

    pub fn squares(&self) -> Vec<Square> {
        (0..self.size).flat_map(|y| (0..self.size).map(move |x| (x, y))).collect()
    }

    /// The state as text, without what is in mid-chain.
    pub fn text(&self) -> String {
        let row = |row: &[char]| {
            let mut text = String::new();
            for run in row.chunk_by(|one, next| one == next) {
                match run[0] {
                    '.' => text += &run.len().to_string(),
                    _ => text.extend(run),
                }
            }
            text
        };
        let rows: Vec<String> = self.grid.chunks(self.size as usize).map(row).collect();
        format!("{} {} {}", rows.join("/"), LETTERS[self.player], self.round)
    }

    pub fn at(&self, (x, y): Square) -> Option<char> {
        let inside = (0..self.size).contains(&x) && (0..self.size).contains(&y);
        inside.then(|| self.grid[(y * self.size + x) as usize])
    }

    pub fn put(&mut self, (x, y): Square, letter: char) {
        self.grid[(y * self.size + x) as usize] = letter;
    }

    /// Whether a square is in the zone where a player starts: the lower ones for players 2 and 3, the right ones for 1
    /// and 3.
    pub fn in_zone(&self, player: usize, (x, y): Square) -> bool {
        let x = if player == 1 || player == 3 { self.size - 1 - x } else { x };
        let y = if player == 2 || player == 3 { self.size - 1 - y } else { y };
        self.zone_rows.get(y as usize).is_some_and(|&length| x < length)
    }

    /// The squares with a piece of a player, from the upper left.
    pub fn pieces(&self, player: usize) -> impl Iterator<Item = Square> {
        let of_player = move |&place: &usize| self.grid[place] == LETTERS[player];
        (0..self.grid.len()).filter(of_player).map(|place| (place as i32 % self.size, place as i32 / self.size))
    }

    pub fn is_home(&self, player: usize) -> bool {
        self.pieces(player).all(|square| self.in_zone(3 - player, square))
    }

    /// Whether a piece of a player stands in the zone in which the player began.
    pub fn in_start_zone(&self, player: usize) -> bool {
        self.pieces(player).any(|square| self.in_zone(player, square))
    }

    /// What the player to move may do next.
    pub fn sub_moves(&self) -> Vec<SubMove> {
        if self.end.is_some() {
            return Vec::new();
        }
        if let Some(&from) = self.chain.last() {
            return [self.hops(from), vec![SubMove::Nothing]].concat();
        }
        if self.is_home(self.player) {
            return vec![SubMove::Nothing];
        }
        self.pieces(self.player).flat_map(|from| [self.steps(from), self.hops(from)].concat()).collect()
    }

    fn may_move(&self, from: Square, to: Square) -> bool {
        let target = 3 - self.player;
        let leaves_target = self.in_zone(target, from) && !self.in_zone(target, to);
        self.at(to) == Some('.') && !leaves_target && !self.chain.contains(&to)
    }

    fn steps(&self, from: Square) -> Vec<SubMove> {
        let to = DIRECTIONS.map(|(x, y)| (from.0 + x, from.1 + y));
        to.into_iter().filter(|&to| self.may_move(from, to)).map(|to| SubMove::Step(from, to)).collect()
    }

    fn hops(&self, from: Square) -> Vec<SubMove> {
        let over = |&(x, y): &(i32, i32)| self.at((from.0 + x, from.1 + y)).is_some_and(|letter| letter != '.');
        let to = DIRECTIONS.into_iter().filter(over).map(|(x, y)| (from.0 + 2 * x, from.1 + 2 * y));
        to.filter(|&to| self.may_move(from, to)).map(|to| SubMove::Hop(from, to)).collect()
    }

    /// The state after a legal sub-move.
    pub fn after(&self, sub_move: SubMove) -> Plain {
        let mut after = self.clone();
        if let SubMove::Step(from, to) | SubMove::Hop(from, to) = sub_move {
            after.put(from, '.');
            after.put(to, LETTERS[self.player]);
        }
        let team = team(self.player);
        if after.is_home(self.player) && after.is_home(3 - self.player) {
            after.end = Some(End::Won(team));
        } else if self.round >= 100 && after.in_start_zone(self.player) {
            after.end = Some(End::Won(1 - team));
        }
        if let SubMove::Hop(from, to) = sub_move {
            if after.chain.is_empty() {
                after.chain.push(from);
            }
            after.chain.push(to);
            return after;
        }
        after.chain.clear();
        after.player = (self.player + 1) % 4;
        after.round += u32::from(self.player == 3);
        if after.round == 5000 && self.player == 3 {
            after.end = Some(End::Drawn);
        }
        after
    }

    /// Whether the player whose turn begins is not home and can do nothing, which loses.
    pub fn is_stuck(&self) -> bool {
        let cannot = |from| self.steps(from).is_empty() && self.hops(from).is_empty();
        self.end.is_none() && !self.is_home(self.player) && self.pieces(self.player).all(cannot)
    }

    /// How the game has ended for the player to move, stuck ones included.
    pub fn result(&self) -> Option<End> {
        self.end.or_else(|| self.is_stuck().then(|| End::Won(1 - team(self.player))))
    }

    /// All whole turns: the squares that the piece touches, none for a pass, and the state when the turn or the game is
    /// over. Nothing if there are more than `most`.
    pub fn turns(&self, most: usize) -> Option<Vec<(Vec<Square>, Plain)>> {
        let mut turns = Vec::new();
        let mut open = vec![(Vec::new(), self.clone())];
        while let Some((touched, state)) = open.pop() {
            for sub_move in state.sub_moves() {
                let mut touched: Vec<Square> = touched.clone();
                if let SubMove::Step(from, to) | SubMove::Hop(from, to) = sub_move {
                    if touched.is_empty() {
                        touched.push(from);
                    }
                    touched.push(to);
                }
                let after = state.after(sub_move);
                let goes_on = matches!(sub_move, SubMove::Hop(..)) && after.end.is_none();
                if goes_on { &mut open } else { &mut turns }.push((touched, after));
            }
            if turns.len() > most {
                return None;
            }
        }
        Some(turns)
    }
}

const DIRECTIONS: [(i32, i32); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

pub fn team(player: usize) -> usize {
    usize::from(player == 1 || player == 2)
}

/// The number of sequences of `sub_moves` sub-moves. The end of a chain counts as a sub-move.
fn sequences(state: &Plain, sub_moves: u32) -> u64 {
    let next = state.sub_moves();
    if sub_moves == 1 {
        return next.len() as u64;
    }
    next.into_iter().map(|sub_move| sequences(&state.after(sub_move), sub_moves - 1)).sum()
}

/// The number of sequences of `turns` whole turns.
fn whole_turns(state: &Plain, turns: u32) -> u64 {
    if turns == 0 {
        return 1;
    }
    let next = state.turns(usize::MAX).expect("there is no limit");
    next.iter().map(|(_, after)| whole_turns(after, turns - 1)).sum()
}

#[test]
fn the_start_has_the_sequences_that_the_server_has() {
    let start = Plain::start(16, &[4, 4, 3, 2]);
    assert_eq!([1, 2, 3, 4].map(|sub_moves| sequences(&start, sub_moves)), [32, 559, 9_983, 178_096]);
    assert_eq!([1, 2, 3].map(|turns| whole_turns(&start, turns)), [32, 1_024, 32_768]);
}
