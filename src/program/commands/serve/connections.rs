//! The connections of the server: how many there are, and for how long.

use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, Semaphore, watch};
use tokio::time::{sleep, timeout};

/// The most connections at a time. Others wait until one ends.
const MOST: usize = 256;

/// Open files that are left for tables and pages.
const FILES: usize = 24;

/// The time in which a client sends the head of a request, also of the next one on its connection.
const HEAD: Duration = Duration::from_secs(5);

/// The time for which connections last.
const LIFE: Life = Life { open: Duration::from_secs(600), last: Duration::from_secs(120) };

/// The time that running requests have after Ctrl-C.
const GRACE: Duration = Duration::from_secs(2);

/// The pause after the system has refused a connection: it has too few resources.
const PAUSE: Duration = Duration::from_millis(100);

/// The time for which a connection lasts.
#[derive(Clone, Copy)]
struct Life {
    /// The time in which it takes requests. The answer to the last one tells the client that the connection ends.
    open: Duration,
    /// The time of the last answer at most, even if the client does not read it.
    last: Duration,
}

/// The most connections of a process that may have this number of open files.
pub fn most(files: Option<usize>) -> usize {
    files.map_or(MOST, |files| files.saturating_sub(FILES).clamp(FILES, MOST))
}

/// Serves up to `most` connections at a time until `stop`, and then finishes running requests for up to [`GRACE`].
pub async fn serve(listener: TcpListener, router: Router, most: usize, stop: Arc<Notify>) {
    let (open, (ending, ended)) = (Arc::new(Semaphore::new(most)), watch::channel(()));
    let stopped = stop.notified();
    tokio::pin!(stopped);
    loop {
        let accepted = async {
            // The semaphore is never closed.
            let turn = Arc::clone(&open).acquire_owned().await.map_err(io::Error::other)?;
            Ok((listener.accept().await?.0, turn))
        };
        let accepted: io::Result<_> = tokio::select! {
            accepted = accepted => accepted,
            () = &mut stopped => break,
        };
        let Ok((stream, turn)) = accepted else {
            sleep(PAUSE).await;
            continue;
        };
        let (router, ended) = (router.clone(), ended.clone());
        tokio::spawn(async move {
            attend(stream, router, LIFE, ended).await;
            drop(turn);
        });
    }
    drop((listener, ended));
    // The message has no receiver if no connection is open.
    let _ = ending.send(());
    // A request that is not finished by then is cut off.
    let _ = timeout(GRACE, ending.closed()).await;
}

/// Answers the requests of a connection for as long as it lasts, or until `ended` changes.
async fn attend(stream: TcpStream, router: Router, life: Life, mut ended: watch::Receiver<()>) {
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD);
    let mut connection = pin!(builder.serve_connection(TokioIo::new(stream), TowerToHyperService::new(router)));
    tokio::select! {
        // A client may leave at any time.
        _ = connection.as_mut() => return,
        () = sleep(life.open) => {}
        _ = ended.changed() => {}
    }
    connection.as_mut().graceful_shutdown();
    let _ = timeout(life.last, connection).await;
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpStream as Client;

    use axum::routing::get;
    use tokio::runtime::Builder;
    use tokio::task::spawn_blocking;

    use super::*;

    #[test]
    fn some_files_are_left_for_tables() {
        assert_eq!([None, Some(10_000), Some(64), Some(10)].map(most), [256, 256, 40, 24]);
    }

    /// The bytes that a client reads if its answer takes this time.
    fn answer(life: Life, time: Duration) -> String {
        let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
            let mut client = Client::connect(listener.local_addr().expect("it has one")).expect("it listens");
            let (_ending, ended) = watch::channel(());
            let slow = get(move || async move {
                sleep(time).await;
                "answered"
            });
            let stream = listener.accept().await.expect("a connection").0;
            tokio::spawn(attend(stream, Router::new().route("/", slow), life, ended));
            let read = spawn_blocking(move || {
                client.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").expect("it is read");
                let mut text = String::new();
                client.read_to_string(&mut text).expect("the connection ends");
                text
            });
            read.await.expect("it is read")
        })
    }

    #[test]
    fn the_last_request_of_a_connection_is_answered() {
        let [short, long] = [50, 2000].map(Duration::from_millis);
        let text = answer(Life { open: short, last: long }, 4 * short);
        assert!(text.contains("connection: close") && text.ends_with("answered"), "{text}");
        assert_eq!(answer(Life { open: short, last: short }, long), "");
    }
}
