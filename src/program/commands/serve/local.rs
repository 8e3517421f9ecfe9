//! The explorer without connections: requests and answers are values.

use std::io;
use std::path::Path;

use axum::body::{Body, to_bytes};
use axum::http::Request;
use axum::http::header::{CONTENT_LENGTH, HOST};
use clap::Command;
use hyper::service::Service;
use hyper_util::service::TowerToHyperService;
use tokio::runtime::{Builder, Runtime};

use super::http::router;
use super::readers::Readers;
use super::served_game::ServedTables;
use super::server::ExplorerServer;
use crate::args::game_commands;
use hindsight::open::Games;
use hindsight::table::Store;

/// The explorer in the program that asks: it answers as `serve` does.
pub struct LocalExplorer {
    runtime: Runtime,
    service: TowerToHyperService<axum::Router>,
}

impl LocalExplorer {
    /// The explorer of some games, with the tables of a directory. `declared` has the arguments of the program.
    ///
    /// # Errors
    /// If the system starts no thread for it.
    pub fn new(games: &Games, declared: &Command, tables: &Path) -> io::Result<LocalExplorer> {
        let tables = ServedTables { store: Store::new(tables), other: None };
        let (readers, started) = Readers::start(1);
        if started == 0 {
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        let server = ExplorerServer::new(games, &tables, game_commands(declared), [127, 0, 0, 1].into(), readers);
        let runtime = Builder::new_current_thread().enable_time().build()?;
        Ok(LocalExplorer { runtime, service: TowerToHyperService::new(router(server)) })
    }

    /// The status and the body of the answer to a request; `None` if the method or the address has characters that no
    /// request has.
    pub fn answer(&self, method: &str, address: &str, body: Vec<u8>) -> Option<(u16, Vec<u8>)> {
        let request = Request::builder().method(method).uri(address).header(HOST, "localhost");
        let request = request.header(CONTENT_LENGTH, body.len()).body(Body::from(body)).ok()?;
        self.runtime.block_on(async {
            let Ok(response) = self.service.call(request).await;
            let status = response.status().as_u16();
            Some((status, to_bytes(response.into_body(), usize::MAX).await.ok()?.to_vec()))
        })
    }
}
