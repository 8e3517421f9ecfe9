//! The connections of the server: how many there are, and for how long.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::{Notify, Semaphore};
use tokio::time::{sleep, timeout};

/// The most connections at a time. Others wait until one ends.
const MOST: usize = 256;

/// Open files that are left for tables and pages.
const FILES: usize = 24;

/// The time in which a client sends the head of a request, also of the next one on its connection.
const HEAD: Duration = Duration::from_secs(5);

/// The time for which a connection lasts, even if the client does not read its answers.
const LONGEST: Duration = Duration::from_secs(600);

/// The time that running requests have after Ctrl-C.
pub const GRACE: Duration = Duration::from_secs(2);

/// The pause after the system has refused a connection: it has too few resources.
const PAUSE: Duration = Duration::from_millis(100);

/// The most connections of a process that may have this number of open files.
pub fn most(files: Option<usize>) -> usize {
    files.map_or(MOST, |files| files.saturating_sub(FILES).clamp(FILES, MOST))
}

/// Serves up to `most` connections at a time until `stop`, and then finishes running requests for up to [`GRACE`].
pub async fn serve(listener: TcpListener, router: Router, most: usize, stop: Arc<Notify>) {
    let (open, running) = (Arc::new(Semaphore::new(most)), GracefulShutdown::new());
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
        let service = TowerToHyperService::new(router.clone());
        let mut builder = http1::Builder::new();
        builder.timer(TokioTimer::new()).header_read_timeout(HEAD);
        let connection = running.watch(builder.serve_connection(TokioIo::new(stream), service));
        tokio::spawn(async move {
            // A client may leave at any time.
            let _ = timeout(LONGEST, connection).await;
            drop(turn);
        });
    }
    drop(listener);
    // What is not finished by then is cut off.
    let _ = timeout(GRACE, running.shutdown()).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_files_are_left_for_tables() {
        assert_eq!([None, Some(10_000), Some(64), Some(10)].map(most), [256, 256, 40, 24]);
    }
}
