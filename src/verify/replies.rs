//! A published game with the moves of one team only.
//!
//! The count includes every sequence of the other team's moves with which the known moves are legal and the last of
//! them wins. It goes over positions: the games that can follow a position are counted once, however many moves lead to
//! it.

use std::collections::HashMap;
use std::rc::Rc;

use crate::game::{Notation, Turn, Value, move_text, position_text, turn};
use crate::query::Probe;
use crate::space::Space;
use crate::values::{Lookup, LookupError};

/// The games that can follow a position.
#[derive(Clone)]
pub(super) struct ReplyGames {
    /// The number of games.
    pub count: u64,
    /// For each known move, the games in which it is a best move: a quickest win, else a draw, else a longest loss.
    pub best: Vec<u64>,
    /// The games in which every known move is a best move.
    pub all_best: u64,
    /// The best moves among the known ones in the game that has the most of them.
    pub most_best: usize,
}

impl ReplyGames {
    /// No games, with this many known moves.
    fn none(known: usize) -> ReplyGames {
        ReplyGames { count: 0, best: vec![0; known], all_best: 0, most_best: 0 }
    }

    /// Adds the games after another reply.
    fn add(&mut self, other: &ReplyGames) {
        self.count += other.count;
        self.all_best += other.all_best;
        self.most_best = self.most_best.max(other.most_best);
        self.best.iter_mut().zip(&other.best).for_each(|(sum, best)| *sum += best);
    }
}

/// One game in full.
pub(super) struct Example {
    /// Each known move, whether it is a best move, and the other team's moves after it, if there are any.
    pub moves: Vec<(String, bool, Option<String>)>,
    /// The last position.
    pub end: String,
}

/// The games from the start in which the team that begins makes the known moves, and the game among them with the most
/// best moves, if there is any. `None` if the tables lack a position that is needed.
///
/// # Errors
/// If a table is damaged or cannot be read.
pub(super) fn find<S: Space + Notation, T: Lookup>(
    probe: &Probe<S, T>,
    known: &[String],
) -> Result<Option<(ReplyGames, Option<Example>)>, LookupError> {
    let mut search = ReplyCount { probe, known, seen: vec![HashMap::new(); known.len()], missing: false };
    let games = search.games(0, &probe.space.start())?;
    let example = if games.count > 0 { Some(search.example()?) } else { None };
    Ok((!search.missing).then(|| ((*games).clone(), example)))
}

struct ReplyCount<'a, S: Space, T> {
    probe: &'a Probe<'a, S, T>,
    known: &'a [String],
    /// By the number of the known move that is to be made, then by position.
    seen: Vec<HashMap<S::Position, Rc<ReplyGames>>>,
    /// Whether the tables lack a value.
    missing: bool,
}

impl<S: Space + Notation, T: Lookup> ReplyCount<'_, S, T> {
    /// The games that can follow a position in which the known move of this number is to be made.
    fn games(&mut self, number: usize, position: &S::Position) -> Result<Rc<ReplyGames>, LookupError> {
        if let Some(games) = self.seen[number].get(position) {
            return Ok(games.clone());
        }
        let mut games = ReplyGames::none(self.known.len());
        if let Ok(mv) = self.probe.space.parse_move(position, &self.known[number]) {
            let after = self.probe.space.play(position, mv);
            let turn = turn(self.probe.space, position, &after);
            if number + 1 == self.known.len() {
                let value = self.probe.space.outcome(&after).map(|outcome| Value::from(outcome).before(turn));
                let won = u64::from(matches!(value, Some(Value::Win(_))));
                (games.count, games.all_best) = (won, won);
            } else {
                games = (*self.following(number + 1, &after, turn)?).clone();
            }
            if games.count > 0 {
                if self.is_best(position, mv)? {
                    games.best[number] = games.count;
                    games.most_best += 1;
                } else {
                    games.all_best = 0;
                }
            }
        }
        let games = Rc::new(games);
        self.seen[number].insert(*position, games.clone());
        Ok(games)
    }

    /// The games that can follow a position after the first `number` known moves, with the turn seen from the team that
    /// makes them: its next known move, or any moves of the other team until then.
    fn following(&mut self, number: usize, position: &S::Position, turn: Turn) -> Result<Rc<ReplyGames>, LookupError> {
        if turn == Turn::Same {
            return self.games(number, position);
        }
        let mut games = ReplyGames::none(self.known.len());
        for reply in self.probe.space.moves(position) {
            let (next, turn) = self.reply(position, reply);
            let following = self.following(number, &next, turn)?;
            games.add(&following);
        }
        Ok(Rc::new(games))
    }

    /// The position after a move of the other team, and whose turn it is, seen from the team with the known moves.
    fn reply(&self, position: &S::Position, reply: S::Move) -> (S::Position, Turn) {
        let next = self.probe.space.play(position, reply);
        let turn = match turn(self.probe.space, position, &next) {
            Turn::Same => Turn::Other,
            Turn::Other => Turn::Same,
        };
        (next, turn)
    }

    /// Whether a move is a best move.
    fn is_best(&mut self, position: &S::Position, mv: S::Move) -> Result<bool, LookupError> {
        let (mut best, mut own) = (None, None);
        for other in self.probe.space.moves(position) {
            let after = self.probe.space.play(position, other);
            let turn = turn(self.probe.space, position, &after);
            let value = self.probe.value(&after)?.map(|value| value.before(turn));
            self.missing |= value.is_none();
            best = best.max(value);
            if other == mv {
                own = value;
            }
        }
        Ok(own == best)
    }

    /// A game with the most best moves, with the first of equal replies.
    fn example(&mut self) -> Result<Example, LookupError> {
        let space = self.probe.space;
        let mut position = space.start();
        let mut moves = Vec::new();
        for (number, text) in self.known.iter().enumerate() {
            let Ok(mv) = space.parse_move(&position, text) else { break };
            let best = self.is_best(&position, mv)?;
            let after = space.play(&position, mv);
            let mut turn = turn(space, &position, &after);
            position = after;
            let mut replies = Vec::new();
            while turn == Turn::Other && number + 1 < self.known.len() {
                let mut chosen: Option<(usize, S::Move)> = None;
                for reply in space.moves(&position) {
                    let (next, turn) = self.reply(&position, reply);
                    let following = self.following(number + 1, &next, turn)?;
                    if following.count > 0 && chosen.is_none_or(|(most, _)| following.most_best > most) {
                        chosen = Some((following.most_best, reply));
                    }
                }
                let Some((_, reply)) = chosen else { break };
                replies.push(move_text(space, &position, reply));
                (position, turn) = self.reply(&position, reply);
            }
            moves.push((text.clone(), best, Some(replies.join(" ")).filter(|replies| !replies.is_empty())));
        }
        Ok(Example { moves, end: position_text(space, &position) })
    }
}
