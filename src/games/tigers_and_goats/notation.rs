//! The notation of Tigers and Goats: `T/..TT../....../....../.... g 15`, placements `7`, steps `3-9` and captures
//! `3x15`.

use super::board::{POINTS, neighbours};
use super::heads;
use super::moves::Move;
use super::position::{GOATS, Position};
use super::rules::TigersAndGoats;
use crate::game::{Board, Colour, Diagram, Figure, Game, Notation, NotationError, Piece, rows_text};
use crate::util::bits::ones;
use crate::util::units::count;

/// The number of points in each row.
const ROWS: [usize; 5] = [1, 6, 6, 6, 4];

const GOAT: Piece = Piece {
    side: 0,
    colour: Colour::White,
    figure: Figure::Drawing(heads::GOAT),
    letter: 'G',
    symbol: 'G',
    name: "goat",
};
const TIGER: Piece = Piece {
    side: 1,
    colour: Colour::Yellow,
    figure: Figure::Drawing(heads::TIGER),
    letter: 'T',
    symbol: 'T',
    name: "tiger",
};

const EXPECTED: &str = "a position such as `T/..TT../....../....../.... g 15`: rows of 1, 6, 6, 6 and 4 points, of T, G \
                        and `.`, the side to move, t or g, and the goats in hand";

impl Notation for TigersAndGoats {
    fn parse(&self, text: &str) -> Result<Position, NotationError> {
        let error = |expected: &str| NotationError::new(expected, text);
        let mut fields = text.split_ascii_whitespace();
        let (Some(board), Some(side), Some(hand), None) = (fields.next(), fields.next(), fields.next(), fields.next())
        else {
            return Err(error(EXPECTED));
        };
        if !board.split('/').map(str::len).eq(ROWS) {
            return Err(error(EXPECTED));
        }
        let (mut tigers, mut goats) = (0u32, 0u32);
        for (point, piece) in board.bytes().filter(|&piece| piece != b'/').enumerate() {
            match piece {
                b'T' => tigers |= 1 << point,
                b'G' => goats |= 1 << point,
                b'.' => {}
                _ => return Err(error(EXPECTED)),
            }
        }
        let tigers_to_move = match side {
            "t" => true,
            "g" => false,
            _ => return Err(error(EXPECTED)),
        };
        let digits = hand.len() <= 2 && hand.bytes().all(|digit| digit.is_ascii_digit());
        let hand: u8 = hand.parse().ok().filter(|_| digits).ok_or_else(|| error(EXPECTED))?;
        if tigers.count_ones() != 3 {
            return Err(error("three tigers"));
        }
        if goats.count_ones() + u32::from(hand) > GOATS.into() {
            return Err(error("at most 15 goats, those on the board and those in hand together"));
        }
        Ok(Position { tigers, goats, hand, tigers_to_move })
    }

    fn write(&self, position: &Position, text: &mut String) {
        let mut point = 0;
        for (row, points) in ROWS.into_iter().enumerate() {
            if row > 0 {
                text.push('/');
            }
            for _ in 0..points {
                text.push(piece(position, point));
                point += 1;
            }
        }
        text.push_str(if position.tigers_to_move { " t " } else { " g " });
        text.push_str(&position.hand.to_string());
    }

    fn write_move(&self, _position: &Position, mv: Move, text: &mut String) {
        text.push_str(&match mv {
            Move::Place(point) => point.to_string(),
            Move::Step { from, to } => format!("{from}-{to}"),
            Move::Capture { from, to, .. } => format!("{from}x{to}"),
        });
    }

    fn help(&self) -> &'static str {
        "a position: rows from the top, the side to move (t or g) and the goats in hand, \
         `T/..TT../....../....../.... g 15`; a move: the point of a new goat, `7`, a step, `3-9`, or a capture, `3x15`"
    }

    fn why_illegal(&self, position: &Position, text: &str) -> Option<String> {
        let points: Vec<u32> = text.split(['-', 'x', 'X']).map(number).collect::<Option<_>>()?;
        let (tigers, capture) = (position.tigers_to_move, text.contains(['x', 'X']));
        let (own, name) = if tigers { (position.tigers, "tiger") } else { (position.goats, "goat") };
        let occupied = |point: u32| match piece(position, point) {
            'T' => Some(format!("a tiger is on {point}")),
            'G' => Some(format!("a goat is on {point}")),
            _ => None,
        };
        match points[..] {
            [_] if tigers => Some("the tigers are to move, from a point to another".to_string()),
            [_] if position.hand == 0 => Some("no goat is in hand: one on the board has to move".to_string()),
            [to] => occupied(to),
            [..] if !tigers && position.hand > 0 => {
                let hand = position.hand;
                Some(format!(
                    "goats move only once all are placed, and {hand} are still in hand: name the point of one"
                ))
            }
            [..] if capture && !tigers => Some("only tigers capture".to_string()),
            [from, _] if own >> from & 1 == 0 => Some(format!("no {name} is on {from}")),
            [_, to] => occupied(to),
            _ => None,
        }
    }

    fn why_over(&self, position: &Position) -> Option<String> {
        let stuck = if position.tigers_to_move { "the tigers cannot move" } else { "the goats cannot move" };
        Some(if position.all_captured() { "every goat is captured" } else { stuck }.to_string())
    }
}

impl Board for TigersAndGoats {
    fn diagram(&self, position: &Position) -> Diagram {
        let piece = |point| match piece(position, point as u32) {
            'T' => Some(TIGER),
            'G' => Some(GOAT),
            _ => None,
        };
        let joined = |point| ones::<u32>(neighbours(point)).filter(move |&to| to > point).map(move |to| [point, to]);
        let lines = (0..POINTS).flat_map(joined).map(|ends| ends.map(|point| point as u16)).collect();
        let side = self.sides()[self.side_to_move(position)];
        Diagram::points(&layout(), 0, lines)
            .with_pieces(piece)
            .with_note(format!("{} in hand", count(position.hand.into(), "goat")))
            .with_note(format!("{side} to move"))
    }

    fn touched(&self, _position: &Position, mv: Move) -> Vec<u16> {
        match mv {
            Move::Place(point) => vec![point.into()],
            Move::Step { from, to } | Move::Capture { from, to, .. } => vec![from.into(), to.into()],
        }
    }

    fn pieces(&self) -> Vec<Piece> {
        vec![GOAT, TIGER]
    }

    /// Keeps the goats in hand of the position, as far as there are at most 15 goats in all.
    fn set_up(&self, pieces: &[Option<Piece>], side: usize, position: &Position) -> Option<String> {
        let goats = pieces.iter().flatten().filter(|piece| piece.side == GOAT.side).count();
        let hand = usize::from(position.hand).min(usize::from(GOATS).saturating_sub(goats));
        Some(format!("{} {} {hand}", rows_text(pieces, ROWS, Some('.')), ["g", "t"][side]))
    }
}

/// The number of a point.
fn number(text: &str) -> Option<u32> {
    text.trim().parse().ok().filter(|&point| point < POINTS)
}

/// Column and row of each point: four legs spread from the top, and the rows of six reach out beyond them.
fn layout() -> Vec<(u8, u8)> {
    const MIDDLE: i8 = 13;
    let mut layout = vec![(MIDDLE as u8, 0)];
    for row in 1..=4 {
        let legs = [-3, -1, 1, 3].map(|leg| MIDDLE + leg * row);
        let ends = if row < 4 { [Some(0), Some(2 * MIDDLE)] } else { [None; 2] };
        let columns = ends[0].into_iter().chain(legs).chain(ends[1]);
        layout.extend(columns.map(|column| (column as u8, 3 * row as u8)));
    }
    layout
}

/// The piece on a point.
fn piece(position: &Position, point: u32) -> char {
    match (position.tigers >> point & 1, position.goats >> point & 1) {
        (1, _) => 'T',
        (_, 1) => 'G',
        _ => '.',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::{self, Style};
    use crate::game::position_text;

    #[test]
    fn the_start_is_written_as_it_is_read() {
        let game = TigersAndGoats::new();
        assert_eq!(position_text(&game, &game.start()), "T/..TT../....../....../.... g 15");
        assert_eq!(game.parse(" T/..TT../....../....../....  g 15 "), Ok(game.start()));
    }

    #[test]
    fn what_is_no_position_is_told() {
        let game = TigersAndGoats::new();
        for (text, expected) in [
            ("", "a position such as"),
            ("T/..TT../....../....../....", "a position such as"),
            ("T/..TT../....../....../.... g 15 1", "a position such as"),
            ("T/..TT../....../....../.... G 15", "a position such as"),
            ("T/..TT../....../....../.... g +5", "a position such as"),
            ("T/..TT../....../....../.... g 999", "a position such as"),
            ("T/..tT../....../....../.... g 15", "a position such as"),
            ("T/..T.é/....../....../.... g 15", "a position such as"),
            ("T../TT../....../....../.... g 15", "a position such as"),
            ("T/..TT../....../....../...T g 15", "three tigers"),
            ("T/..TT../....../....../...G g 15", "at most 15 goats"),
        ] {
            let told = game.parse(text).expect_err(text).to_string();
            assert!(told.starts_with(&format!("expected {expected}")), "{text}: {told}");
        }
    }

    #[test]
    fn an_illegal_move_has_its_reason() {
        let game = TigersAndGoats::new();
        for (position, text, why) in [
            ("T/..TT../....../....../.... g 15", "3", Some("a tiger is on 3")),
            ("T/..TT../.G..../....../.... g 14", "8", Some("a goat is on 8")),
            ("T/..TT../.G..../....../.... g 14", "8-9", Some("goats move only once all are placed, and 14 are still")),
            ("T/..TT../.G..../....../.... g 14", "23", None),
            ("T/..TT../.G..../....../.... g 14", "8-é", None),
            ("T/..TT../.G..../....../.... t 14", "9", Some("the tigers are to move")),
            ("T/..TT../.G..../....../.... t 14", "8-9", Some("no tiger is on 8")),
            ("T/..TT../.G..../....../.... t 14", "3-4", Some("a tiger is on 4")),
            ("T/..TT../.G..../....../.... t 14", "3-15", None),
            ("T/..TT../.G..../....../.... g 0", "9", Some("no goat is in hand")),
            ("T/..TT../.G..../....../.... g 0", "9-8", Some("no goat is on 9")),
            ("T/.GTT../.G..../....../.... g 0", "8-2", Some("a goat is on 2")),
            ("T/..TT../.G..../....../.... g 0", "8x2", Some("only tigers capture")),
        ] {
            let position = game.parse(position).expect(position);
            let error = game.parse_move(&position, text).expect_err(text).to_string();
            let told = why.map_or("expected one of the legal moves ".to_string(), |why| {
                format!("expected a legal move, found {text:?}: {why}")
            });
            assert!(error.starts_with(&told), "{error}");
        }
    }

    #[test]
    fn the_end_has_its_reason() {
        let game = TigersAndGoats::new();
        for (text, why) in [
            ("T/..TT../....../....../.... g 0", "every goat is captured"),
            ("G/TTGG../TGG.../GG..../.... t 0", "the tigers cannot move"),
            ("./GT..../TT..../....../.... g 0", "the goats cannot move"),
        ] {
            let position = game.parse(text).expect(text);
            assert!(game.outcome(&position).is_some(), "{text}");
            assert_eq!(game.why_over(&position).as_deref(), Some(why));
        }
    }

    #[test]
    fn the_board_is_drawn_with_the_numbers_of_its_points() {
        let game = TigersAndGoats::new();
        let position = game.parse("T/..TT../....../....../G... t 14").expect("a position");
        let drawn = r"                            T0
                          // \\
                        /  / \  \
  1-------------------2---T3--T4--5-------------------6
  |                 /    /     \    \                 |
  |               /      /     \      \               |
  7-------------8-------9-------10------11------------12
  |           /        /         \        \           |
  |         /          /         \          \         |
  13------14----------15----------16----------17------18
        /            /             \            \
      /              /             \              \
   G19--------------20--------------21--------------22
  14 goats in hand   Tigers to move
";
        assert_eq!(draw::text(&game.diagram(&position), &[], Style::Plain), drawn);

        // The points of the last move are marked, also where they are closest.
        let mv = game.parse_move(&position, "3-2").expect("a step");
        let after = game.diagram(&game.play(&position, mv));
        let lines = |style| draw::text(&after, &game.touched(&position, mv), style);
        let row = "  1------------------[T2][3]--T4--5-------------------6";
        assert_eq!(lines(Style::Plain).lines().nth(3), Some(row));
        assert_eq!(lines(Style::Unicode).lines().nth(3), Some(row.replace('-', "─").as_str()));
    }
}
