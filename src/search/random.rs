//! A player of every game that makes a random legal move: the weakest reasonable opponent in measurements.

use super::player::{Abilities, Player, PlayerFactory, Settings};
use super::{SearchRequest, SearchResult};
use crate::game::PlayRules;
use crate::util::random::Random;

/// The player. Its random numbers go on from move to move.
struct RandomPlayer {
    random: Random,
}

/// Makes the player.
pub fn factory<G: PlayRules>() -> PlayerFactory<G> {
    PlayerFactory {
        name: "random",
        about: "a legal move at random",
        unit: None,
        chance: G::chance,
        settings: &["seed"],
        new_player: |settings: &Settings| Box::new(RandomPlayer { random: Random::new(settings.seed) }),
    }
}

impl<G: PlayRules> Player<G> for RandomPlayer {
    fn search(&mut self, request: &SearchRequest<G>) -> SearchResult<G::Move> {
        let moves: Vec<G::Move> = match request.moves {
            [] => request.game.moves(request.position).collect(),
            moves => moves.to_vec(),
        };
        let best = moves[self.random.below(moves.len())];
        let mut result = SearchResult::of_move(best, request.game.evaluate(request.position));
        request.tell(&mut result);
        result
    }

    fn abilities(&self) -> Abilities {
        Abilities { moves: true, ..Abilities::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::tic_tac_toe::TicTacToe;
    use crate::search::{Limit, SearchClock};

    /// The moves of a player with this seed from the start, one after the other.
    fn moves(seed: u64, number: usize) -> Vec<usize> {
        let game = TicTacToe::new();
        let (position, settings) = (game.start(), Settings { seed, ..Settings::default() });
        let mut player = (factory::<TicTacToe>().new_player)(&settings);
        let clock = SearchClock::running();
        let request = SearchRequest::new(&game, &position, Limit::default(), &clock);
        let legal: Vec<_> = game.moves(&position).collect();
        let mut next = || {
            let best = player.search(&request).best;
            legal.iter().position(|&mv| Some(mv) == best).expect("the move is legal")
        };
        (0..number).map(|_| next()).collect()
    }

    #[test]
    fn each_move_is_made_about_equally_often() {
        let mut counts = [0; 9];
        moves(1, 9_000).into_iter().for_each(|mv| counts[mv] += 1);
        assert!(counts.iter().all(|count| (900..1_100).contains(count)), "{counts:?}");
    }

    #[test]
    fn the_same_seed_makes_the_same_moves() {
        assert_eq!(moves(7, 100), moves(7, 100));
        assert_ne!(moves(7, 100), moves(8, 100));
    }
}
