//! `serve`: the explorer, a server of pages and of JSON on this machine.
//!
//! [`ServedGame`](served_game::ServedGame) has one game with its values; `http` has the routes, `guard` decides which
//! requests are answered at all, and `pages` has the files. `connections` limits connections in number and time. Tables
//! are read on threads of their own, so that a slow disk holds up no other request.

mod about;
mod answer;
mod asked;
mod atlas;
mod connections;
mod draughts;
mod export;
mod guard;
mod http;
mod known;
mod local;
mod map;
mod packed;
mod pages;
mod positions;
mod preview;
mod readers;
mod record;
mod reply;
mod report;
pub mod served_game;
mod server;
mod set_up;
mod sketch;
mod slices;
mod tablebase;
mod thinking;
mod varied;
mod view;

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::path::PathBuf;
use std::sync::Arc;

use axum::http::HeaderValue;
use clap::{Args, Command};
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::sync::Notify;

use crate::args::values::{address, whole};
use crate::args::{OtherTablesOption, TablesOption, game_commands};
use crate::failure::{Failure, Status};
use crate::interrupt;
use crate::output::note;
use hindsight::open::Games;
use hindsight::util::threads::{processors, start_common, startable};
use hindsight::util::units::count;
pub use local::LocalExplorer;
use readers::Readers;
use served_game::ServedTables;
use server::ExplorerServer;

/// The port where no other is given.
const PORT: u16 = 8484;

/// Threads that read tables, at most.
const READERS: usize = 16;

/// Threads that the server needs: one that counts, one that reads tables, and one for Ctrl-C.
const LEAST: usize = 3;

/// Serve the explorer, boards and values in the browser
///
/// The explorer writes its address to standard output when it is ready. Ctrl-C ends it. Small games without tables,
/// such as tic-tac-toe, are solved in memory first.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Port on this machine; 0 takes any that is free
    #[arg(long, value_name = "P", default_value_t = PORT, value_parser = whole::<u16>(0..=u16::MAX.into()))]
    port: u16,
    /// Address and port to serve other machines too, such as 192.168.1.5:8484: whoever reaches it can read the tables
    /// and make the machine work
    #[arg(long, value_name = "ADDRESS:PORT", value_parser = address, conflicts_with = "port")]
    listen: Option<SocketAddr>,
    /// Answer to this name, too, such as tables.example.org; may be given several times. Without it, the names of the
    /// server are localhost and its addresses: other names may be made to lead here by other sites
    #[arg(long = "host", value_name = "NAME", value_parser = host)]
    hosts: Vec<String>,
    /// Let the pages of another site read the answers, such as https://example.org; `*` for every site
    #[arg(long, value_name = "ORIGIN", value_parser = origin)]
    cors: Option<HeaderValue>,
    /// Let the pages of another site, such as https://example.org, show the pages below /embed in a frame; `*` for
    /// every site
    #[arg(long, value_name = "ORIGIN", value_parser = origin)]
    embed: Option<HeaderValue>,
    /// Write the positions worth seeing with their best lines as plain files into this directory, for any server of
    /// files, and end
    #[arg(long, value_name = "DIR", conflicts_with_all = ["port", "listen", "hosts", "cors", "embed", "syzygy"])]
    export: Option<PathBuf>,
    /// Read tables whole into memory instead of mapping them, for files that another program may cut short: that would
    /// end a server that maps them
    #[arg(long)]
    loaded: bool,
    #[command(flatten)]
    tables: TablesOption,
    #[command(flatten)]
    other: OtherTablesOption,
}

/// Serves the games until Ctrl-C.
pub fn run(games: &Games, declared: Command, arguments: &Arguments, out: &mut dyn Write) -> Result<Status, Failure> {
    let store = arguments.tables.store_to_read()?;
    let store = if arguments.loaded { store.loading() } else { store };
    if let Some(directory) = &arguments.export {
        let served = ServedTables { store, other: None };
        let positions = export::export(games, &served, directory)?;
        writeln!(out, "{} in {}", count(positions as u64, "position"), directory.display())?;
        return Ok(Status::Success);
    }
    let address = arguments.listen.unwrap_or((Ipv4Addr::LOCALHOST, arguments.port).into());
    let runtime = Builder::new_current_thread().enable_io().enable_time().build();
    let runtime = runtime.map_err(|source| Failure::Listen { address, source })?;
    // Before the games are solved: a port that is taken is found at once.
    let listener = runtime.block_on(TcpListener::bind(address)).and_then(|listener| {
        let address = listener.local_addr()?;
        Ok((listener, address))
    });
    let (listener, address) = listener.map_err(|source| Failure::Listen { address, source })?;
    interrupt::share_limited_memory();
    let readers = start_threads()?;
    let served = ServedTables { store, other: arguments.other.syzygy.clone() };
    let server = ExplorerServer::new(games, &served, game_commands(&declared), address.ip(), readers);
    let Arguments { cors, embed, hosts, .. } = arguments;
    let server = ExplorerServer { cors: cors.clone(), embed: embed.clone(), hosts: hosts.clone(), ..server };

    let stop = Arc::new(Notify::new());
    let stopping = Arc::clone(&stop);
    interrupt::call_on_interrupt(move || stopping.notify_one());
    let shown = shown(address);
    if !address.ip().is_loopback() {
        note(format_args!("whoever reaches {shown} can read the tables and make this machine work"));
    }
    writeln!(out, "http://{shown}/")?;
    out.flush()?;
    let most = connections::most(interrupt::open_files());
    runtime.block_on(connections::serve(listener, http::router(server), most, stop));
    Ok(Status::Stopped)
}

/// Reads the origin of a site, as a browser writes it.
fn origin(text: &str) -> Result<HeaderValue, String> {
    let is_site = text.split_once("://").is_some_and(|(_, host)| !host.is_empty() && !host.contains('/'));
    let value = HeaderValue::from_str(text).ok().filter(|_| text == "*" || is_site);
    value.ok_or_else(|| "expected the origin of a site such as https://example.org, without a path, or *".to_string())
}

/// Reads the name of a server.
fn host(text: &str) -> Result<String, String> {
    let is_name = !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || "-._".contains(c));
    is_name.then(|| text.to_string()).ok_or_else(|| {
        "expected the name of a server such as tables.example.org, without a port and without a scheme".to_string()
    })
}

/// Starts the threads of the server, fewer if the system does not start them all: those that count and solve, and
/// those that read tables.
///
/// # Errors
/// If there are fewer than [`LEAST`].
fn start_threads() -> Result<Readers, Failure> {
    let (processors, wanted) = (processors(), processors() + READERS + 1);
    let started = startable(wanted);
    let too_few = |started| Failure::FewThreads { needed: LEAST, started };
    if started < LEAST {
        return Err(too_few(started));
    }
    let counting = if started == wanted { processors } else { processors.min(started / LEAST) };
    start_common(counting)?;
    match Readers::start((started - counting - 1).min(READERS)) {
        (_, 0) => Err(too_few(counting)),
        (readers, number) => {
            if number < READERS {
                note(format_args!("expected {wanted} threads, found that the system starts {started}: these serve"));
            }
            Ok(readers)
        }
    }
}

/// The address as a browser takes it: of a server on all addresses, the one that other machines reach.
fn shown(address: SocketAddr) -> SocketAddr {
    let (any, elsewhere, own): (IpAddr, IpAddr, IpAddr) = match address {
        // Addresses for documentation: the system chooses its own address for the way there, and nothing is sent.
        SocketAddr::V4(_) => (Ipv4Addr::UNSPECIFIED.into(), [192, 0, 2, 1].into(), Ipv4Addr::LOCALHOST.into()),
        SocketAddr::V6(_) => {
            let elsewhere = Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1);
            (Ipv6Addr::UNSPECIFIED.into(), elsewhere.into(), Ipv6Addr::LOCALHOST.into())
        }
    };
    if address.ip() != any {
        return address;
    }
    let outside = || -> io::Result<IpAddr> {
        let socket = UdpSocket::bind((any, 0))?;
        socket.connect((elsewhere, 9))?;
        Ok(socket.local_addr()?.ip())
    };
    (outside().unwrap_or(own), address.port()).into()
}
