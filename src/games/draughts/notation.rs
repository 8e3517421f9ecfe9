//! The notation of draughts: positions as in [`fen`], moves `11-15` and `23x14x7`, and the diagram.
//!
//! Programs write every square of a capture. Of most games, people write the first and the last where no other capture
//! has both.

use super::board::DraughtsBoard;
use super::fen;
use super::game::Draughts;
use super::moves::english::landings;
use super::moves::{Move, path_of_capture};
use super::position::Position;
use super::squares::SquareNames;
use crate::game::{
    Board, Colour, Diagram, Figure, Game, Notation, NotationError, Piece, Place, Shape, move_text, no_such_move,
    position_text,
};

const MAN: Piece =
    Piece { side: 0, colour: Colour::Black, figure: Figure::Disc, letter: 'b', symbol: '⛂', name: "Black man" };

/// The men and kings of Black and of White, in a game that one of them begins.
struct DraughtsPieces {
    black: [Piece; 2],
    white: [Piece; 2],
}

impl DraughtsPieces {
    const fn of(white_first: bool) -> DraughtsPieces {
        let (black, white) = (white_first as u8, !white_first as u8);
        let man = Piece { side: black, ..MAN };
        let king = Piece { figure: Figure::Crowned, letter: 'B', symbol: '⛃', name: "Black king", ..man };
        let colour = Colour::White;
        let white_man = Piece { side: white, colour, letter: 'w', symbol: '⛀', name: "White man", ..MAN };
        let figure = Figure::Crowned;
        let white_king = Piece { figure, letter: 'W', symbol: '⛁', name: "White king", ..white_man };
        DraughtsPieces { black: [man, king], white: [white_man, white_king] }
    }
}

/// Whether a character stands between the squares of a move, whichever of the many that people use.
fn is_separator(character: char) -> bool {
    character.is_whitespace() || "-xX×:*\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{2212}>→".contains(character)
}

/// The ways to read the squares that the text of a move names: `11-15`, `02x07`, `14:23`, `2 - 7`. Four digits without
/// a sign between are two squares, and three digits are two in one of two ways; `c3d4` is two squares with letters.
/// None if a word of the text is no square.
fn squares(named: SquareNames, text: &str) -> Vec<Vec<u32>> {
    let text = text.trim();
    let words =
        |text: &str| text.split(is_separator).filter(|word| !word.is_empty()).map(|word| named.read(word)).collect();
    let read: Option<Vec<u32>> = words(text);
    match read {
        Some(squares) if text.starts_with(is_separator) || text.ends_with(is_separator) || squares.len() < 2 => {
            Vec::new()
        }
        Some(squares) => vec![squares],
        None if (3..=4).contains(&text.len()) && text.is_ascii() => {
            let split = |at: usize| Some(vec![named.read(&text[..at])?, named.read(&text[at..])?]);
            let cuts = if text.len() == 4 { 2..=2 } else { 1..=2 };
            cuts.filter_map(split).collect()
        }
        None => Vec::new(),
    }
}

/// Whether a text with these squares may mean a move that goes along this path: it has the first, the last and perhaps
/// some of the squares between, in their order.
fn is_meant(squares: &[u32], path: &[u32]) -> bool {
    let mut rest = path.iter();
    let ends = squares.len() > 1 && squares.first() == path.first() && squares.last() == path.last();
    ends && squares.iter().all(|square| rest.any(|other| other == square))
}

impl<B: DraughtsBoard> Draughts<B> {
    /// How squares are named.
    fn named(&self) -> SquareNames {
        SquareNames::of::<B>(self.rules)
    }

    /// The squares of a move, each as a set: the square of departure, then those that it comes to.
    fn path(&self, position: &Position, mv: Move) -> Vec<u64> {
        let mut path = vec![mv.from()];
        match mv.is_jump() {
            _ if self.is_english() => path.extend(landings(mv)),
            true => path.extend(path_of_capture::<B>(self.rules, position, mv)),
            false => path.push(mv.to()),
        }
        path
    }

    /// The numbers of the squares that the text of a legal move names.
    pub(super) fn numbers(&self, text: &str) -> Vec<u32> {
        squares(self.named(), text).into_iter().next().unwrap_or_default()
    }

    /// The numbers of the squares of a move.
    pub(super) fn path_numbers(&self, position: &Position, mv: Move) -> Vec<u32> {
        let number = |square| self.named().number(B::index(square), position.black_to_move);
        self.path(position, mv).into_iter().map(number).collect()
    }

    /// Writes squares of a move at the end of `text`.
    fn write_squares(&self, position: &Position, mv: Move, squares: &[u64], text: &mut String) {
        let separator = if mv.is_jump() { self.rules.notation.capture } else { "-" };
        for (number, &square) in squares.iter().enumerate() {
            text.push_str(if number == 0 { "" } else { separator });
            text.push_str(&self.named().name(B::index(square), position.black_to_move));
        }
    }

    /// Why a record whose tag GameType is another is of another game.
    fn game_type_error(&self) -> String {
        format!("expected a record of {}, whose GameType is {}", self.rules.title, self.rules.notation.game_types[0])
    }
}

impl<B: DraughtsBoard> Notation for Draughts<B> {
    fn parse(&self, text: &str) -> Result<Position, NotationError> {
        let position = fen::read::<B>(self.named(), text)?;
        // The clock counts where the game limits quiet plies alone.
        Ok(Position { clock: if self.rules.quiet.is_some() { position.clock } else { 0 }, ..position })
    }

    fn notes(&self, text: &str) -> Vec<String> {
        fen::notes::<B>(self.named(), text)
    }

    fn write(&self, position: &Position, text: &mut String) {
        fen::write::<B>(self.named(), position, text);
    }

    fn write_move(&self, position: &Position, mv: Move, text: &mut String) {
        self.write_squares(position, mv, &self.path(position, mv), text);
    }

    /// The first and the last square of a capture, if people write it so and no other capture has both.
    fn write_move_for_people(&self, position: &Position, mv: Move, text: &mut String) {
        let ends = |mv: Move| (mv.from(), mv.to());
        let differs = |other: Move| ends(other) == ends(mv) && other != mv;
        match self.rules.notation.every_square || self.moves(position).any(differs) {
            true => self.write_move(position, mv, text),
            false => self.write_squares(position, mv, &[mv.from(), mv.to()], text),
        }
    }

    fn help(&self) -> &'static str {
        match (self.rules.notation.letters, self.rules.notation.every_square) {
            (true, _) => {
                "a position: the side to move, then White's and Black's squares, K before a king, `W:WK22,29:B4` or \
                 `W:WKc3,a1:Bh8`; a move: `c3-d4`, a capture with every landing square or the first and the last: `c3:e5:g7`"
            }
            (false, true) => {
                "a position: the side to move, then White's and Black's squares, K before a king, `B:W21,22,K30:B1,2,K7`; a \
                 move: `11-15`, a jump with every landing square: `23x14x7`"
            }
            (false, false) => {
                "a position: the side to move, then White's and Black's squares, K before a king, `W:W27,28,K30:B1,2,K7`; a \
                 move: `11-15`, a capture with the first and the last square, or with every landing square: `23x7`"
            }
        }
    }

    /// The squares decide; any of the usual signs may stand between them. The first and the last square suffice for a
    /// capture if no other capture has both, and another order of the same pieces does not count where people leave
    /// squares out.
    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let wanted = text.trim();
        match self.moves_meant(position, wanted)[..] {
            [mv] => Ok(mv),
            [] => Err(no_such_move(self, position, wanted)),
            ref alike => {
                let texts: Vec<String> = alike.iter().map(|&mv| move_text(self, position, mv)).collect();
                Err(NotationError::new(format!("every landing square, one of {}", texts.join(" ")), wanted))
            }
        }
    }

    /// The move with exactly these squares, or all with the first and the last of them.
    fn moves_meant(&self, position: &Position, text: &str) -> Vec<Move> {
        let readings = squares(self.named(), text.trim());
        let legal: Vec<(Move, Vec<u32>)> =
            self.moves(position).map(|mv| (mv, self.path_numbers(position, mv))).collect();
        if let Some(&(mv, _)) = legal.iter().find(|(_, path)| readings.contains(path)) {
            return vec![mv];
        }
        let is_wanted = |(_, path): &&(Move, Vec<u32>)| readings.iter().any(|squares| is_meant(squares, path));
        let mut alike: Vec<Move> = legal.iter().filter(is_wanted).map(|&(mv, _)| mv).collect();
        if !self.rules.notation.every_square {
            alike.dedup_by(|mv, before| mv.has_effect_of(*before));
        }
        alike
    }

    /// Explains a jump that stops too early, and a step where a jump is compulsory.
    fn why_illegal(&self, position: &Position, text: &str) -> Option<String> {
        /// The most jumps that are listed.
        const LISTED: usize = 12;
        let readings = squares(self.named(), text);
        let squares = readings.first()?;
        let either = |jumps: &[Move]| {
            let mut texts: Vec<String> = jumps.iter().take(LISTED).map(|&mv| move_text(self, position, mv)).collect();
            match texts.pop() {
                Some(last) if texts.is_empty() => last,
                Some(last) => format!("{} or {last}", texts.join(", ")),
                None => String::new(),
            }
        };
        let jumps: Vec<Move> = self.moves(position).filter(|mv| mv.is_jump()).collect();
        let begins = |mv: &Move| self.path_numbers(position, *mv).starts_with(squares);
        let continued: Vec<Move> = jumps.iter().copied().filter(begins).collect();
        if !continued.is_empty() {
            return Some(format!("a jump must be continued: {}", either(&continued)));
        }
        (!jumps.is_empty() && !text.contains(['x', 'X', ':']))
            .then(|| format!("a capture is compulsory here: {}", either(&jumps)))
    }

    /// The tag GameType of PDN.
    fn check_tags(&self, tags: &[(String, String)]) -> Result<(), (String, usize)> {
        let Some(at) = tags.iter().position(|(name, _)| name.eq_ignore_ascii_case("GameType")) else { return Ok(()) };
        let number = tags[at].1.split(',').next().and_then(|number| number.trim().parse::<u32>().ok());
        match number {
            None => Ok(()),
            Some(number) if self.rules.notation.game_types.contains(&number) => Ok(()),
            Some(_) => Err((self.game_type_error(), at)),
        }
    }

    fn why_over(&self, position: &Position) -> Option<String> {
        let side = self.sides()[self.side_to_move(position)];
        let (black, white) = position.colours();
        let own = if position.black_to_move { black } else { white };
        Some(if own == 0 { format!("{side} has no piece left") } else { format!("{side} cannot move") })
    }
}

impl<B: DraughtsBoard> Board for Draughts<B> {
    /// All squares, from the upper left with White below. The dark squares have names.
    fn diagram(&self, position: &Position) -> Diagram {
        let named = self.named();
        let side = named.side() as u8;
        let light = |row: u8, column: u8| Place { column, row, name: String::new(), shaded: false, piece: None };
        let mut places: Vec<Place> =
            (0..side).flat_map(|row| (0..side).map(move |column| light(row, column))).collect();
        let (black, white) = position.colours();
        let pieces = DraughtsPieces::of(self.rules.white_first);
        for index in 0..B::SQUARES {
            let square = B::square(index);
            let place = &mut places[self.cell(index, position.black_to_move)];
            place.name = named.name(index, position.black_to_move);
            place.shaded = true;
            let is_king = usize::from(position.kings & square != 0);
            place.piece = match (black & square != 0, white & square != 0) {
                (true, _) => Some(pieces.black[is_king]),
                (_, true) => Some(pieces.white[is_king]),
                _ => None,
            };
        }
        let notes = vec![format!("{} to move", self.sides()[self.side_to_move(position)])];
        let (columns, rows) = match named.letters {
            true => (
                (0..named.side()).map(|column| SquareNames::letter(column).to_string()).collect(),
                (1..=named.side()).rev().map(|row| row.to_string()).collect(),
            ),
            false => (Vec::new(), Vec::new()),
        };
        Diagram { shape: Shape::Squares, places, lines: Vec::new(), columns, rows, notes }
    }

    fn touched(&self, position: &Position, mv: Move) -> Vec<u16> {
        let cell = |square| self.cell(B::index(square), position.black_to_move) as u16;
        self.path(position, mv).into_iter().map(cell).collect()
    }

    fn pieces(&self) -> Vec<Piece> {
        let DraughtsPieces { black, white } = DraughtsPieces::of(self.rules.white_first);
        [white, black].concat()
    }

    fn set_up(&self, pieces: &[Option<Piece>], side: usize, position: &Position) -> Option<String> {
        let list = |colour: Colour| {
            let piece = |number: u32| {
                let cell = self.cell(self.named().index(number, true), true);
                pieces.get(cell).copied().flatten().filter(|piece| piece.colour == colour)
            };
            let own = (1..=B::SQUARES).filter_map(|number| Some((number, piece(number)?)));
            let name = |(number, piece): (u32, Piece)| match piece.figure {
                Figure::Crowned => format!("K{number}"),
                _ => number.to_string(),
            };
            own.map(name).collect::<Vec<_>>().join(",")
        };
        let to_move = &self.sides()[side][..1];
        let text = format!("{to_move}:W{}:B{}", list(Colour::White), list(Colour::Black));
        // The clock stays where the board does.
        let is_same = self.parse(&text).is_ok_and(|read| read == *position);
        Some(if is_same { position_text(self, position) } else { text })
    }
}

impl<B: DraughtsBoard> Draughts<B> {
    /// The place in the diagram of the square with an index, for the side to move.
    fn cell(&self, index: u32, black_to_move: bool) -> usize {
        let (column, row) = self.named().column_and_row(index, black_to_move);
        (row * B::SIDE + column) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::{self, Style};
    use crate::game::position_text;

    fn position(text: &str) -> Position {
        Draughts::checkers().parse(text).expect("is a position")
    }

    fn error(text: &str) -> String {
        Draughts::checkers().parse(text).expect_err(text).to_string()
    }

    #[test]
    fn the_start_is_written_in_full_and_read_in_ranges() {
        let game = Draughts::checkers();
        let start = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";
        assert_eq!(position_text(&game, &game.start()), start);
        assert_eq!(position("B:W21-32:B1-12"), game.start());
        assert_eq!(position(start), game.start());
    }

    #[test]
    fn what_other_programs_write_is_read() {
        let game = Draughts::checkers();
        let known = "W:WK5,21,22:B1,2,K7,K8,K9";
        for text in [
            "W:W21,22,K5:BK7,K8,K9,1,2",
            "W:B1,2,K7-9:WK5,21-22",
            " w : wk5 , 21 , 22 : b 1 , 2 , k7 , K 8,k9 . ",
            "W:WK5,21,22:B1,2,K7,K8,K9.",
            "W:WK05,21,22:B01,2,K7,K8,K9",
        ] {
            assert_eq!(position_text(&game, &position(text)), known, "{text}");
        }
        for text in ["B:W:B", "W:W:BK1", "B:W32:B"] {
            assert_eq!(position_text(&game, &position(text)), text);
        }
    }

    #[test]
    fn what_is_no_position_is_told_apart() {
        for text in
            ["", "B", "B:W1", "B:W21:B1:B2", "X:W21:B1", "BB:W21:B1", ":W21:B1", "B:21:1", "é:W21:B1", "B:W21:é"]
        {
            assert!(error(text).starts_with("expected a position such as"), "{}", error(text));
        }
        assert!(error("B:W21:W22").starts_with("expected a list of White's pieces and one of Black's, found"));
        for item in
            ["0", "33", "-1", "+5", "K", "KK5", "5K", "99999999999", "7-5", "7-33", "5-6-7", "5 6", "", "é", "Kè"]
        {
            let told = error(&format!("B:W21,{item},22:B1"));
            let right = "expected a square from 1 to 32, K before it for a king, or a range such as 21-32, found ";
            assert!(told.starts_with(right), "{told}");
            assert!(item.is_empty() || told.contains(item), "{told}");
        }
        for text in ["B:W21,21:B1", "B:W21,K21:B1", "B:W21:B21", "B:W20-22,21:B1", "W:B21:W21"] {
            let told = error(text);
            assert!(told.starts_with("expected a square without a piece, and there is one on 21 already"), "{told}");
        }
        assert_eq!(error("B:W3:B1"), "expected a king, K3, for 3 is on the row where White crowns, found \"3\"");
        assert_eq!(error("W:W5:B29"), "expected a king, K29, for 29 is on the row where Black crowns, found \"29\"");
    }

    #[test]
    fn moves_are_read_as_people_write_them() {
        let game = Draughts::checkers();
        let read = |position: &Position, text: &str| match game.parse_move(position, text) {
            Ok(mv) => move_text(&game, position, mv),
            Err(error) => error.to_string(),
        };
        let start = game.start();
        for text in [
            "11-15", " 11-15 ", "11 - 15", "11x15", "11:15", "11×15", "11- 15", "11 -15", "11–15", "11--15", "1115",
            "11 15", "11*15", "011-15", "11->15",
        ] {
            assert_eq!(read(&start, text), "11-15");
        }
        let legal = "expected one of the legal moves 9-13 10-14 11-15 12-16 9-14 10-15 11-16, found ";
        for wrong in ["11", "11-15-18", "", "11-", "-15", "+11-15", "e3-d4", "11-15é", "1-5", "999", "11151"] {
            assert!(read(&start, wrong).starts_with(legal), "{}", read(&start, wrong));
        }
        let double = position("W:W23:B18,10");
        for text in ["23x14x7", "23-14-7", "23X14x7", "23x7", "23-7", "23:14:7", "23 14 7", "237", "23 x 14 x 7"] {
            assert_eq!(read(&double, text), "23x14x7");
        }
        for stopped in ["23x14", "23-14"] {
            let told = format!("expected a legal move, found {stopped:?}: a jump must be continued: 23x14x7");
            assert_eq!(read(&double, stopped), told);
        }
        let legal = "expected one of the legal moves 23x14x7, found ";
        for wrong in ["23x19", "23x14x5", "23", "11-15-é"] {
            assert!(read(&double, wrong).starts_with(legal), "{}", read(&double, wrong));
        }
        let two = position("W:W23,32:B18,19");
        for step in ["32-28", "23-18", "1-5"] {
            let told = format!("expected a legal move, found {step:?}: a capture is compulsory here: 23x16 or 23x14");
            assert_eq!(read(&two, step), told);
        }
        // Two ways round, by 10 or by 11.
        let twice = position("B:WK10,K18,11,19:BK7,1");
        let (one, two) = ("7x14x23x16x7", "7x16x23x14x7");
        assert_eq!((read(&twice, one).as_str(), read(&twice, two).as_str()), (one, two));
        assert!(read(&twice, "7x7").starts_with("expected every landing square, one of "), "{}", read(&twice, "7x7"));
        assert!(read(&twice, "7x7").contains(one) && read(&twice, "7-7").contains(two));
    }

    #[test]
    fn the_end_has_its_reason() {
        let game = Draughts::checkers();
        for (text, why) in [("B:W32:B", "Black has no piece left"), ("W:W32:B28,27,24,23", "White cannot move")] {
            let position = position(text);
            assert!(game.outcome(&position).is_some(), "{text}");
            assert_eq!(game.why_over(&position).as_deref(), Some(why));
        }
    }

    #[test]
    fn the_board_is_drawn_with_the_numbers_of_the_squares() {
        let game = Draughts::checkers();
        let plain = |position: &Position, touched: &[u16]| draw::text(&game.diagram(position), touched, Style::Plain);
        let drawn = "      1B      2.      3.      4.
  5.      6.      7.      8.
      9.     10.     11b     12.
 13.     14.     15.     16.
     17.     18.     19.     20.
 21.     22W     23.     24.
     25.     26.     27.     28.
 29.     30.     31w     32.
  White to move
  B Black king   b Black man   W White king   w White man
";
        assert_eq!(plain(&position("W:WK22,31:BK1,11"), &[]), drawn);
        // Every landing square of a jump is marked. Men alone need no explanation.
        let before = position("W:W23:B18,10");
        let mv = game.parse_move(&before, "23x14x7").expect("a jump");
        let drawn = "      1.      2.      3.      4.
  5.      6.    [ 7w]     8.
      9.     10.     11.     12.
 13.    [14.]    15.     16.
     17.     18.     19.     20.
 21.     22.    [23.]    24.
     25.     26.     27.     28.
 29.     30.     31.     32.
  Black to move
";
        assert_eq!(plain(&game.play(&before, mv), &game.touched(&before, mv)), drawn);
    }
}
