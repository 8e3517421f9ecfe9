//! `serve`: the explorer, a server of pages and of JSON on this machine.
//!
//! [`Explorer`](explorer::Explorer) has the answers for one game, as JSON; `http` has the routes, `guard` decides which
//! requests are answered at all, and `pages` has the files. Tables are read on threads of their own, so that a slow
//! disk holds up no other request.

mod answer;
mod asked;
pub mod explorer;
mod guard;
mod http;
mod pages;
mod record;
mod reply;
mod server;
mod set_up;
mod tablebase;
pub mod values;
mod view;

use std::future::IntoFuture;
use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, Command};
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::sync::Notify;

use crate::cli::args::{TablesOption, game_commands};
use crate::cli::failure::{Failure, Status};
use crate::cli::games::Games;
use crate::cli::interrupt;
use server::ExplorerServer;

/// The port where no other is given.
const PORT: u16 = 8484;

/// Threads that read tables, at most.
const READERS: usize = 16;

/// The time that running requests have after Ctrl-C.
const GRACE: Duration = Duration::from_secs(2);

/// Serve the explorer, boards and values in the browser
///
/// The explorer writes its address to standard output when it is ready. Ctrl-C ends it. Small games without tables,
/// such as tic-tac-toe and Pangki, are solved in memory first.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Port on this machine; 0 takes any that is free
    #[arg(long, value_name = "P", default_value_t = PORT)]
    port: u16,
    /// Address and port to serve other machines too, such as 192.168.1.5:8484: whoever reaches it can read the tables
    /// and make the machine work
    #[arg(long, value_name = "ADDRESS:PORT", conflicts_with = "port")]
    listen: Option<SocketAddr>,
    #[command(flatten)]
    tables: TablesOption,
}

/// Serves the games until Ctrl-C.
pub fn run(games: &Games, declared: Command, arguments: &Arguments, out: &mut dyn Write) -> Result<Status, Failure> {
    let store = arguments.tables.store_to_read()?;
    let address = arguments.listen.unwrap_or((Ipv4Addr::LOCALHOST, arguments.port).into());
    let runtime = Builder::new_multi_thread().max_blocking_threads(READERS).enable_io().enable_time().build();
    let runtime = runtime.map_err(|source| Failure::Listen { address, source })?;
    // Before the games are solved: a port that is taken is found at once.
    let listener = runtime.block_on(TcpListener::bind(address)).and_then(|listener| {
        let address = listener.local_addr()?;
        Ok((listener, address))
    });
    let (listener, address) = listener.map_err(|source| Failure::Listen { address, source })?;
    let explorers = games.all().map(|game| Arc::clone(game).explorer(&store)).collect();
    let server = ExplorerServer::new(explorers, store, game_commands(&declared), address.ip());

    let stop = Arc::new(Notify::new());
    let stopping = Arc::clone(&stop);
    interrupt::call_on_interrupt(move || stopping.notify_one());
    writeln!(out, "http://{}/", shown(address))?;
    out.flush()?;
    let served = runtime.block_on(serve(listener, server, stop));
    runtime.shutdown_timeout(GRACE);
    served.map_err(|source| Failure::Listen { address, source })?;
    Ok(Status::Stopped)
}

/// Serves until `stop`, and then finishes running requests for up to [`GRACE`].
async fn serve(listener: TcpListener, server: ExplorerServer, stop: Arc<Notify>) -> io::Result<()> {
    let stopping = Arc::new(Notify::new());
    let begun = Arc::clone(&stopping);
    let serving = axum::serve(listener, http::router(server)).with_graceful_shutdown(async move {
        stop.notified().await;
        begun.notify_one();
    });
    let serving = serving.into_future();
    let late = async {
        stopping.notified().await;
        tokio::time::sleep(GRACE).await;
    };
    tokio::select! {
        ended = serving => ended,
        () = late => Ok(()),
    }
}

/// The address as a browser on this machine takes it.
fn shown(address: SocketAddr) -> SocketAddr {
    match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => (Ipv4Addr::LOCALHOST, address.port()).into(),
        IpAddr::V6(ip) if ip.is_unspecified() => (Ipv6Addr::LOCALHOST, address.port()).into(),
        _ => address,
    }
}
