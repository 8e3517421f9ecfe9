//! A published game of which one side's moves are known and the other's are not.
//!
//! Every sequence of replies counts under which the known moves are legal and the last of them leaves the other side
//! beaten. The count goes over positions, not over games: however many ways lead to a position, what can follow it is
//! worked out once.

use std::collections::HashMap;
use std::rc::Rc;

use crate::game::{Notation, Outcome};
use crate::query::Probe;
use crate::space::Space;
use crate::values::Lookup;
use crate::values::LookupError;

/// The games that can follow a position.
#[derive(Clone)]
pub(super) struct Games {
    /// How many there are.
    pub count: u64,
    /// For each known move, in how many of them it was a best one: a quickest win, a draw where no win was to be had, a
    /// slowest loss where nothing else was.
    pub best: Vec<u64>,
    /// In how many every known move was a best one.
    pub all_best: u64,
    /// How many of the known moves were best ones in the game that has the most of them.
    pub most_best: usize,
}

/// One game in full.
pub(super) struct Example {
    /// Each known move, whether it was a best one, and the reply; the last has none.
    pub moves: Vec<(String, bool, Option<String>)>,
    /// The last position.
    pub end: String,
}

/// All games from the start in which the side that begins makes the known moves, and one of those with the most best
/// moves, if there is any. Nothing if the tables that are needed are not there.
///
/// # Errors
/// If the table cannot be trusted.
pub(super) fn find<S: Space + Notation, T: Lookup>(
    probe: &Probe<S, T>,
    known: &[String],
) -> Result<Option<(Games, Option<Example>)>, LookupError> {
    let mut search = Search { probe, known, seen: vec![HashMap::new(); known.len()], missing: false };
    let games = search.games(0, &probe.space.start())?;
    let example = if games.count > 0 { Some(search.example()?) } else { None };
    Ok((!search.missing).then(|| ((*games).clone(), example)))
}

struct Search<'a, S: Space, T> {
    probe: &'a Probe<'a, S, T>,
    known: &'a [String],
    /// By the number of the known move that is to be made, then by position.
    seen: Vec<HashMap<S::Position, Rc<Games>>>,
    /// Whether a value was asked for that no table has.
    missing: bool,
}

impl<S: Space + Notation, T: Lookup> Search<'_, S, T> {
    /// The games that can follow a position in which the known move of this number is to be made.
    fn games(&mut self, number: usize, position: &S::Position) -> Result<Rc<Games>, LookupError> {
        if let Some(games) = self.seen[number].get(position) {
            return Ok(games.clone());
        }
        let mut games = Games { count: 0, best: vec![0; self.known.len()], all_best: 0, most_best: 0 };
        if let Ok(mv) = self.probe.space.parse_move(position, &self.known[number]) {
            let after = self.probe.space.play(position, mv);
            if number + 1 == self.known.len() {
                let beaten = u64::from(self.probe.space.outcome(&after) == Some(Outcome::Loss));
                (games.count, games.all_best) = (beaten, beaten);
            } else {
                for reply in self.probe.space.moves(&after) {
                    let following = self.games(number + 1, &self.probe.space.play(&after, reply))?;
                    games.count += following.count;
                    games.all_best += following.all_best;
                    games.most_best = games.most_best.max(following.most_best);
                    for (sum, best) in games.best.iter_mut().zip(&following.best) {
                        *sum += best;
                    }
                }
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

    /// Whether no other move is worth more.
    fn is_best(&mut self, position: &S::Position, mv: S::Move) -> Result<bool, LookupError> {
        let (mut best, mut own) = (None, None);
        for other in self.probe.space.moves(position) {
            let after = self.probe.space.play(position, other);
            let turn = self.probe.space.turn(position, &after);
            let value = self.probe.value(&after)?.map(|value| value.before(turn));
            self.missing |= value.is_none();
            best = best.max(value);
            if other == mv {
                own = value;
            }
        }
        Ok(own == best)
    }

    /// A game with the most best moves: of equal replies the first.
    fn example(&mut self) -> Result<Example, LookupError> {
        let space = self.probe.space;
        let mut position = space.start();
        let mut moves = Vec::new();
        for (number, text) in self.known.iter().enumerate() {
            let Ok(mv) = space.parse_move(&position, text) else { break };
            let best = self.is_best(&position, mv)?;
            let after = space.play(&position, mv);
            position = after;
            let mut chosen: Option<(usize, S::Move)> = None;
            if number + 1 < self.known.len() {
                for reply in space.moves(&after) {
                    let next = space.play(&after, reply);
                    let following = self.games(number + 1, &next)?;
                    if following.count > 0 && chosen.is_none_or(|(most, _)| following.most_best > most) {
                        chosen = Some((following.most_best, reply));
                        position = next;
                    }
                }
            }
            moves.push((text.clone(), best, chosen.map(|(_, reply)| space.move_text(&after, reply))));
        }
        Ok(Example { moves, end: space.text(&position) })
    }
}
