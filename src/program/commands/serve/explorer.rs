//! The answers of the explorer for one game that need its type, each in JSON.

use std::sync::Arc;

use super::answer::JsonAnswer;
use super::asked::{Asked, read_json};
use super::record::{ReadGame, WrittenGame};
use super::reply::Reply;
use super::served_game::ServedGame;
use super::thinking::{Thought, ThoughtRequest};
use crate::failure::Failure;
use hindsight::catalogue::{CatalogueGame, GameEntry};
use hindsight::open::{OpenGame, Opened};
use hindsight::query::Probe;
use hindsight::table::Tables;

/// A game of the explorer. Every answer is JSON, as [`json`](crate::output::json) documents it.
pub trait Explorer: Send + Sync {
    /// The game, with its values behind one object without types.
    fn served(&self) -> &ServedGame;
    /// The name of the game.
    fn name(&self) -> &'static str {
        self.served().facts().name
    }
    /// The search of a position, which is still to be carried out.
    ///
    /// # Errors
    /// If the request is wrong.
    fn think(self: Arc<Self>, asked: &Asked) -> Result<Thought, Failure>;
    /// The move of the tables or of an engine.
    fn reply(&self, asked: &Asked) -> JsonAnswer;
    /// The first game of a record, from JSON.
    fn read_record(&self, record: &[u8]) -> JsonAnswer;
    /// A game from its moves, from JSON.
    fn replay(&self, played: &[u8]) -> JsonAnswer;
    /// A game as a record, from JSON.
    fn write_record(&self, played: &[u8]) -> JsonAnswer;
}

/// A game with its values.
pub struct Explored<G: CatalogueGame> {
    pub entry: Arc<GameEntry<G>>,
    served: ServedGame,
}

/// The explorer of a game with its values.
pub fn explorer<G: CatalogueGame>(entry: Arc<GameEntry<G>>, served: ServedGame) -> Arc<dyn Explorer> {
    Arc::new(Explored { entry, served })
}

impl<G: CatalogueGame> Explored<G> {
    fn game(&self) -> &G {
        &self.entry.game
    }

    fn probe<'a>(&'a self, values: &'a Arc<dyn OpenGame>) -> Probe<'a, G, Tables> {
        let opened: &Opened<G> = values.as_any().downcast_ref().expect("the object is of the game of the entry");
        opened.probe()
    }
}

impl<G: CatalogueGame> Explorer for Explored<G> {
    fn served(&self) -> &ServedGame {
        &self.served
    }

    fn think(self: Arc<Self>, asked: &Asked) -> Result<Thought, Failure> {
        let request = ThoughtRequest::new(self.game(), asked)?;
        Ok(Box::new(move |sender| {
            // The client sees that the lines end.
            let _ = request.run(&self.entry, &self.probe(&self.served.now()), sender);
        }))
    }

    fn reply(&self, asked: &Asked) -> JsonAnswer {
        Ok(serde_json::to_vec(&Reply::new(&self.entry, &self.probe(&self.served.now()), asked)?)?)
    }

    fn read_record(&self, record: &[u8]) -> JsonAnswer {
        Ok(serde_json::to_vec(&ReadGame::read(&self.probe(&self.served.now()), &read_json(record)?)?)?)
    }

    fn replay(&self, played: &[u8]) -> JsonAnswer {
        Ok(serde_json::to_vec(&ReadGame::replay(&self.probe(&self.served.now()), &read_json(played)?)?)?)
    }

    fn write_record(&self, played: &[u8]) -> JsonAnswer {
        Ok(serde_json::to_vec(&WrittenGame::new(&self.entry, &read_json(played)?)?)?)
    }
}
