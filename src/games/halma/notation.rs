//! Positions, moves and the board in text.

use super::rules::{HalmaEnding, LAST_ROUND};
use super::{Halma, HalmaTurn, Position, STRIDE, SquareSet};
use crate::game::{
    Board, Colour, Diagram, Figure, Game, Notation, NotationError, Piece, move_of_squares, no_such_move, rows_text,
};

/// What a position looks like.
const FORM: &str = "a position such as `aaaa8bbbb/aaaa8bbbb/aaa10bbb/.../cccc8dddd a 0`: rows from the top, of a, b, c, d and \
                    numbers for runs of empty squares, then the player to move and the round";

/// The pieces of the players.
const PIECES: [Piece; 4] = [
    piece(0, Colour::Red, 'a', '●', "a"),
    piece(1, Colour::Blue, 'b', '■', "b"),
    piece(2, Colour::Green, 'c', '▲', "c"),
    piece(3, Colour::Yellow, 'd', '◆', "d"),
];

const fn piece(side: u8, colour: Colour, letter: char, symbol: char, name: &'static str) -> Piece {
    Piece { side, colour, figure: Figure::LetteredMarble, letter, symbol, name }
}

/// The name of a player.
fn name(player: usize) -> char {
    PIECES[player].letter
}

/// The player of this name.
fn player(name: char) -> Option<usize> {
    PIECES.iter().position(|piece| piece.letter == name)
}

/// The name of a square: its column from `a` on and its row from 1 on.
pub(super) fn square_name(square: u8) -> String {
    format!("{}{}", char::from(b'a' + square % STRIDE), square / STRIDE + 1)
}

impl Halma {
    /// Reads a square of the board.
    fn square(&self, text: &str) -> Option<u8> {
        let (column, row) = (text.chars().next()?.to_ascii_lowercase(), text.get(1..)?);
        let column = u8::try_from(column).ok()?.checked_sub(b'a').filter(|&column| column < self.board.size)?;
        let digits = row.bytes().all(|byte| byte.is_ascii_digit()) && !row.starts_with('0');
        let row: u8 = row.parse().ok().filter(|row| digits && (1..=self.board.size).contains(row))?;
        Some(STRIDE * (row - 1) + column)
    }

    /// Reads a row: the player of each square. Runs of empty squares are numbers; if these do not fill the row, each
    /// digit is a run.
    fn row(&self, text: &str) -> Option<Vec<Option<usize>>> {
        self.row_as(text, false).or_else(|| self.row_as(text, true))
    }

    /// Reads a row with runs of one way of writing.
    fn row_as(&self, text: &str, by_digit: bool) -> Option<Vec<Option<usize>>> {
        let size = usize::from(self.board.size);
        let (mut row, mut rest) = (Vec::new(), text);
        while let Some(first) = rest.chars().next() {
            let digits = match rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len()) {
                0 => 0,
                _ if by_digit => 1,
                all => all,
            };
            if digits == 0 {
                row.push(Some(player(first)?));
                rest = &rest[1..];
            } else {
                let run: usize = rest[..digits].parse().ok().filter(|run| first != '0' && *run <= size)?;
                row.resize(row.len() + run, None);
                rest = &rest[digits..];
            }
            if row.len() > size {
                return None;
            }
        }
        (row.len() == size).then_some(row)
    }

    /// The squares of a move and whether it is written as a step, as far as the text reads like a move.
    fn way(&self, text: &str) -> Option<(Vec<u8>, bool)> {
        let way: Vec<u8> = text.split(['-', ':']).map(|square| self.square(square)).collect::<Option<_>>()?;
        (way.len() >= 2).then(|| (way, text.contains('-')))
    }

    /// The move along these squares.
    ///
    /// # Errors
    /// If it is not legal: why not.
    fn along(&self, position: &Position, way: &[u8], step: bool) -> Result<HalmaTurn, String> {
        let (player, mut bridges) = (usize::from(position.player), position.occupied());
        let (from, to) = (way[0], way[way.len() - 1]);
        if step && way.len() > 2 {
            return Err("a move is one step, such as c3-d4, or hops, such as a1:c3:e5".to_string());
        }
        if self.is_home(position, player) {
            return Err(format!("all pieces of {} are home: pass", name(player)));
        }
        if !position.own().contains(from) {
            return Err(format!("no piece of {} is on {}", name(player), square_name(from)));
        }
        bridges.remove(from);
        for (number, pair) in way.windows(2).enumerate() {
            let [one, next] = [pair[0], pair[1]];
            let (here, there) = (square_name(one), square_name(next));
            let neighbour = self.board.neighbours[usize::from(one)].contains(next);
            let hop = self.board.hops[usize::from(one)].iter().find(|hop| hop.to == next);
            if one == next {
                return Err(format!("the piece is on {here} already"));
            }
            if step && !neighbour {
                return Err(format!("{there} is no neighbour of {here}; hops are written {here}:{there}"));
            }
            if !step && neighbour {
                return Err(format!("{there} is a neighbour of {here}; a step is written {here}-{there}, alone"));
            }
            if !step && hop.is_none() {
                return Err(format!("{there} is not two squares from {here} in a straight line"));
            }
            if way[..number].contains(&next) {
                return Err(format!("a chain never returns to a square, here {there}"));
            }
            if bridges.contains(next) {
                return Err(format!("a piece is on {there}"));
            }
            if let Some(hop) = hop.filter(|hop| !bridges.contains(hop.over)) {
                return Err(format!("no piece is on {} to hop over", square_name(hop.over)));
            }
            if !self.board.open_to(player, one).contains(next) {
                return Err(format!("{here} is in the target of {}, and nothing leaves it", name(player)));
            }
            if next != to && self.last_squares(position, from).contains(next) {
                return Err(format!("the game is lost on {there}, and the chain ends there"));
            }
        }
        Ok(if step { HalmaTurn::Step { from, to } } else { HalmaTurn::Hops { from, to } })
    }
}

impl Notation for Halma {
    fn parse(&self, text: &str) -> Result<Position, NotationError> {
        let form = || NotationError::new(FORM, text);
        let mut fields = text.split_ascii_whitespace();
        let (Some(board), Some(player), Some(round), None) =
            (fields.next(), fields.next(), fields.next(), fields.next())
        else {
            return Err(form());
        };
        let to_move = (0..4u8).find(|&to_move| player.chars().eq([name(to_move.into())]));
        let player = to_move.ok_or_else(|| NotationError::new("the player to move, a, b, c or d", player))?;
        let digits = round.len() <= 4 && round.bytes().all(|byte| byte.is_ascii_digit());
        let found: Option<u16> = round.parse().ok().filter(|&round| digits && round <= LAST_ROUND);
        let round = found.ok_or_else(|| NotationError::new(format!("a round from 0 to {LAST_ROUND}"), round))?;
        let size = self.board.size;
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != usize::from(size) {
            return Err(NotationError::new(format!("{size} rows between `/`"), text));
        }
        let mut pieces = [SquareSet::EMPTY; 4];
        for (y, row) in (0..).zip(rows) {
            let squares = self.row(row);
            let expected = || format!("a row of {size} squares: a, b, c, d and numbers for runs of empty squares");
            let squares = squares.ok_or_else(|| NotationError::new(expected(), row))?;
            for (x, player) in (0..).zip(squares).filter_map(|(x, player)| Some((x, player?))) {
                pieces[player].insert(STRIDE * y + x);
            }
        }
        for (player, pieces) in pieces.iter().enumerate() {
            let all = self.board.pieces();
            if pieces.len() != all {
                let expected = format!("{all} pieces of {}, not {}", name(player), pieces.len());
                return Err(NotationError::new(expected, text));
            }
        }
        let position = Position { pieces, player, round };
        if (0..4).all(|player| self.is_home(&position, player)) {
            return Err(NotationError::new("one team at most with all its pieces home", text));
        }
        Ok(position)
    }

    fn write(&self, position: &Position, text: &mut String) {
        for y in 0..self.board.size {
            let mut empty = 0;
            for square in (0..self.board.size).map(|x| STRIDE * y + x) {
                match position.pieces.iter().position(|pieces| pieces.contains(square)) {
                    None => empty += 1,
                    Some(player) => {
                        write_run(empty, text);
                        text.push(name(player));
                        empty = 0;
                    }
                }
            }
            write_run(empty, text);
            text.push(if y + 1 < self.board.size { '/' } else { ' ' });
        }
        text.push(name(position.player.into()));
        text.push(' ');
        text.push_str(&position.round.to_string());
    }

    fn write_move(&self, position: &Position, turn: HalmaTurn, text: &mut String) {
        match turn {
            HalmaTurn::Pass => text.push_str("pass"),
            HalmaTurn::Step { from, to } => {
                text.push_str(&square_name(from));
                text.push('-');
                text.push_str(&square_name(to));
            }
            HalmaTurn::Hops { from, to } => {
                for (number, square) in self.chain(position, from, to).into_iter().enumerate() {
                    if number > 0 {
                        text.push(':');
                    }
                    text.push_str(&square_name(square));
                }
            }
        }
    }

    fn help(&self) -> &'static str {
        "a position: rows from the top with numbers for runs of empty squares, the player to move and the round, \
         `aaaa8bbbb/aaaa8bbbb/aaa10bbb/.../cccc8dddd a 0`; a move: a step, `c3-d4`, hops, `a1:c3:e5`, or `pass`"
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<HalmaTurn, NotationError> {
        let wanted = text.trim();
        let turn = match self.way(wanted) {
            Some((way, step)) => self.along(position, &way, step).ok(),
            None => wanted.eq_ignore_ascii_case("pass").then_some(HalmaTurn::Pass),
        };
        turn.filter(|&turn| self.moves(position).any(|mv| mv == turn))
            .or_else(|| move_of_squares(self, position, wanted))
            .ok_or_else(|| no_such_move(self, position, wanted))
    }

    fn why_illegal(&self, position: &Position, text: &str) -> Option<String> {
        self.outcome(position).is_none().then_some(())?;
        if text.eq_ignore_ascii_case("pass") {
            return Some("a player passes only when all his pieces are home".to_string());
        }
        let (way, step) = self.way(text)?;
        self.along(position, &way, step).err()
    }

    fn why_over(&self, position: &Position) -> Option<String> {
        let why = match self.ending(position)?.0 {
            HalmaEnding::LastRound => format!("round {LAST_ROUND} is reached"),
            HalmaEnding::Home(player) => format!("{} and {} are home", name(player), name(player ^ 3)),
            HalmaEnding::InStartZone(player) => format!("{} has a piece in its start zone", name(player)),
            HalmaEnding::Stuck(player) => format!("{} cannot move", name(player)),
        };
        Some(why)
    }
}

impl Board for Halma {
    fn diagram(&self, position: &Position) -> Diagram {
        let size = usize::from(self.board.size);
        let columns: Vec<String> = (b'a'..).take(size).map(|column| char::from(column).to_string()).collect();
        let rows: Vec<String> = (1..=size).map(|row| row.to_string()).collect();
        let [columns, rows] = [&columns, &rows].map(|names| names.iter().map(String::as_str).collect::<Vec<_>>());
        let square = |place: usize| STRIDE * (place / size) as u8 + (place % size) as u8;
        let piece = |place| {
            let player = position.pieces.iter().position(|pieces| pieces.contains(square(place)))?;
            Some(PIECES[player])
        };
        let mut board = Diagram::squares(&columns, &rows).with_pieces(piece);
        for (number, place) in board.places.iter_mut().enumerate() {
            place.shaded = self.board.zones.iter().any(|zone| zone.contains(square(number)));
        }
        let home = |player: usize| (position.pieces[player] & *self.board.target(player)).len();
        let home: Vec<String> = (0..4).map(|player| format!("{} {}", name(player), home(player))).collect();
        board
            .with_note(format!("{} to move", name(position.player.into())))
            .with_note(format!("round {}", position.round))
            .with_note(format!("pieces home: {}", home.join(", ")))
    }

    fn touched(&self, position: &Position, turn: HalmaTurn) -> Vec<u16> {
        let squares = match turn {
            HalmaTurn::Pass => Vec::new(),
            HalmaTurn::Step { from, to } => vec![from, to],
            HalmaTurn::Hops { from, to } => self.chain(position, from, to),
        };
        let size = u16::from(self.board.size);
        squares.into_iter().map(|square| u16::from(square / STRIDE) * size + u16::from(square % STRIDE)).collect()
    }

    fn pieces(&self) -> Vec<Piece> {
        PIECES.to_vec()
    }

    fn set_up(&self, pieces: &[Option<Piece>], side: usize, position: &Position) -> Option<String> {
        let size = usize::from(self.board.size);
        let rows = rows_text(pieces, std::iter::repeat_n(size, size), None);
        Some(format!("{rows} {} {}", name(side), position.round))
    }
}

impl Halma {
    /// The squares of the chain that stands for all to a square.
    fn chain(&self, position: &Position, from: u8, to: u8) -> Vec<u8> {
        let last = self.last_squares(position, from);
        self.board.chain(&position.occupied(), position.player.into(), from, to, &last)
    }
}

/// Writes a run of empty squares.
fn write_run(empty: u8, text: &mut String) {
    if empty > 0 {
        text.push_str(&empty.to_string());
    }
}
