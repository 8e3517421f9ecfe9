//! The announcements at the beginning and at the end of a game.

use super::ending::Ending;
use super::objects::{MoveText, OpenBoard};
use super::record::Record;
use super::setup::Seat;
use crate::draw::{self, Style};
use crate::game::{Board, Notation, plies_text, team_text};
use crate::util::units::count;

/// The board as text, seen from the other side if it is `rotated`, with a legend of its pieces if that is asked for.
/// The last move of each other side is marked; in a game of one side, the last move.
pub fn board<G: Board>(
    game: &G,
    record: &Record<G::Position, G::Move>,
    style: Style,
    rotated: bool,
    legend: bool,
) -> String {
    let others = (game.sides().len() - 1).max(1);
    let touched: Vec<u16> = record.latest().take(others).flat_map(|(before, &mv)| game.touched(before, mv)).collect();
    let diagram = game.diagram(record.position());
    let diagram = if rotated { diagram.rotated() } else { diagram };
    match legend {
        true => draw::text(&diagram, &touched, style),
        false => draw::text_without_legend(&diagram, &touched, style),
    }
}

/// Who plays which side, which sides are allied, and how a person makes a move.
pub fn opening(board: &dyn OpenBoard, seats: &[Seat], ending: Option<Ending>) -> String {
    let facts = board.facts();
    let player = |seat: &Seat| match seat {
        Seat::Person => "you".to_string(),
        Seat::Table if board.has_values() => format!("table (falls back to {})", facts.default_engine),
        Seat::Table => format!("table (there are no tables: {} plays)", facts.default_engine),
        Seat::Engine(engine) => engine.name().to_string(),
    };
    let players = facts.sides.iter().zip(seats).map(|(side, seat)| format!("{side}: {}", player(seat)));
    let mut players = players.collect::<Vec<_>>().join("; ");
    if facts.sides.len() > 2 {
        players.push_str(&format!(". {} play {}", facts.team_text(0), facts.team_text(1)));
    }
    let person = seats.iter().any(|seat| matches!(seat, Seat::Person));
    match board.moves().first() {
        _ if ending.is_some() => format!("{players}. This game has ended."),
        Some(MoveText { name, .. }) if person => format!("{players}. Type a move such as {name}, or `help`."),
        _ => format!("{players}."),
    }
}

/// The result in words: who has won, how, and after how many plies.
pub fn result<G: Notation>(game: &G, record: &Record<G::Position, G::Move>, ending: Ending) -> String {
    let winner = ending.winner(game.team(game.side_to_move(record.position())));
    let result = match (ending, winner) {
        (Ending::Rules(_), winner) => {
            let result = winner.map_or("A draw".to_string(), |winner| victory(game, winner));
            match game.why_over(record.position()) {
                Some(why) => format!("{result}: {why}"),
                None => result,
            }
        }
        (Ending::Resignation(team), winner) => {
            let winner = winner.map_or(String::new(), |winner| victory(game, winner));
            format!("{winner}: {} resigned", team_text(game, team))
        }
        (Ending::Repetition, _) => "A draw by the third occurrence of a position".to_string(),
        (Ending::Quiet(plies), _) => format!("A draw: {}", game.quiet_text(plies)),
        (Ending::Tables(_), winner) => {
            format!("{} by the tables", winner.map_or("A draw".to_string(), |winner| victory(game, winner)))
        }
        (Ending::Length(plies), _) => format!("A draw by the limit of {}", count(plies.into(), "ply")),
    };
    format!("{result}, after {}", plies_text(game, record.plies() as u64))
}

/// The victory of a team in words: `White has won`. A team without a side wins when the only player has lost.
pub fn victory<G: Notation>(game: &G, team: usize) -> String {
    let (winners, result) = match team_text(game, team) {
        winners if winners.is_empty() => (team_text(game, 1 - team), "lost"),
        winners => (winners, "won"),
    };
    format!("{winners} {} {result}", if is_plural(&winners) { "have" } else { "has" })
}

/// Whether a verb after the names is in the plural, as for `Tigers` and `a and d`.
pub fn is_plural(name: &str) -> bool {
    name.contains(" and ") || name.len() > 1 && name.ends_with('s')
}
