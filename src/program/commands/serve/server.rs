//! The state of the server, for every request.

use std::net::IpAddr;
use std::sync::Arc;

use axum::http::HeaderValue;
use tokio::sync::Semaphore;

use super::readers::Readers;
use super::served_game::{ServedGame, ServedTables};
use super::thinking::SEARCHES;
use crate::failure::Failure;
use hindsight::open::Games;

/// The largest body of a request, in bytes.
pub const LARGEST: usize = 1 << 20;

/// The most requests at a time that read a whole slice or search. The others wait.
const LONG: usize = 2;

/// The state of the server, for every request.
pub struct ExplorerServer {
    pub games: Vec<Arc<ServedGame>>,
    /// The commands that take a game.
    pub commands: Vec<String>,
    /// The address that the server listens on.
    pub address: IpAddr,
    /// The names of this server besides `localhost`.
    pub hosts: Vec<String>,
    /// The other site whose pages may read the answers, as its pages name it in `Origin`; `*` for every site.
    pub cors: Option<HeaderValue>,
    /// The other site whose pages may show the pages below `/embed` in a frame; `*` for every site.
    pub embed: Option<HeaderValue>,
    /// The threads that read tables.
    pub readers: Readers,
    /// The turns of requests that take long.
    pub long: Arc<Semaphore>,
    /// The turns of searches that are followed.
    pub searches: Arc<Semaphore>,
}

/// The server, for every request.
pub type SharedServer = Arc<ExplorerServer>;

impl ExplorerServer {
    /// The server of these games, with their values in these tables.
    pub fn new(
        games: &Games,
        tables: &ServedTables,
        commands: Vec<String>,
        address: IpAddr,
        readers: Readers,
    ) -> ExplorerServer {
        let games = games.shared().map(|game| Arc::new(ServedGame::open(Arc::clone(game), tables)));
        ExplorerServer {
            games: games.collect(),
            commands,
            address,
            hosts: Vec::new(),
            cors: None,
            embed: None,
            readers,
            long: Arc::new(Semaphore::new(LONG)),
            searches: Arc::new(Semaphore::new(SEARCHES)),
        }
    }

    /// The game of this name.
    pub fn game(&self, name: &str) -> Option<&Arc<ServedGame>> {
        self.games.iter().find(|game| game.facts().name.eq_ignore_ascii_case(name))
    }

    /// The error for a name that no game has.
    pub fn no_such_game(&self, name: &str) -> Failure {
        let names = self.games.iter().map(|game| game.facts().name).collect();
        Failure::NoSuchGame { names, found: name.chars().take(60).collect() }
    }
}
