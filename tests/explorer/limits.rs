//! Clients that keep connections to themselves, files that are cut short, and systems with few resources.
#![cfg(unix)]

use std::fs::{self, OpenOptions};
use std::io::{BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::serve::serve;
use crate::support::served::{Served, read_answer};
use crate::support::solved;

/// The program in a shell with a limit of the system, such as `ulimit -n 64`.
fn limited(limit: &str) -> Command {
    let mut command = Command::new("sh");
    let program = env!("CARGO_BIN_EXE_hindsight");
    command.args(["-c", &format!("{limit} && exec {program} serve --port 0")]).env("HINDSIGHT_TABLES", solved());
    command
}

/// Reads to the end of a connection, and returns the time that it took.
fn end(stream: &mut TcpStream) -> Duration {
    let begun = Instant::now();
    match stream.read_to_end(&mut Vec::new()) {
        Err(error) if error.kind() != ErrorKind::ConnectionReset => panic!("{error} after {:?}", begun.elapsed()),
        _ => begun.elapsed(),
    }
}

#[test]
fn a_client_that_sends_no_whole_request_is_cut_off() {
    let served = serve();
    let mut clients = ["", "GET / HTTP/1.1\r\nHo", "GET /"].map(|head| {
        let mut stream = served.connect();
        stream.write_all(head.as_bytes()).expect("it is read");
        stream
    });
    for client in &mut clients {
        let time = end(client);
        assert!(time < Duration::from_secs(30), "{time:?}");
    }
    let mut stream = served.connect();
    let head = format!("POST /api/pangki/query HTTP/1.1\r\nHost: {}\r\nContent-Length: 100\r\n\r\nbbbb", served.host);
    stream.write_all(head.as_bytes()).expect("it is read");
    let answer = read_answer(&mut BufReader::new(&mut stream)).expect("an answer");
    assert_eq!((answer.status, answer.header("connection")), (408, Some("close")));
}

#[test]
fn clients_that_ask_nothing_do_not_keep_others_out() {
    let served = Served::of(&mut limited("ulimit -n 64"));
    let _idle: Vec<TcpStream> = (0..120).map(|_| served.connect()).collect();
    assert_eq!(served.get("/api/pangki/query").status, 200);
    // Tables are opened and pages answered as before.
    assert_eq!(served.get("/api/checkers/query?position=W:WK10:B2,3").status, 200);
}

#[test]
fn files_are_left_for_tables_where_clients_take_all_others() {
    // Without a table the result is known, and its plies are not.
    let directory = tempfile::tempdir().expect("a directory without tables");
    let served = Served::of(limited("ulimit -n 64").env("HINDSIGHT_TABLES", directory.path()));
    let mut first = served.connect();
    let mut plies = || {
        let path = "/api/chess/query?position=8/8/8/8/8/2k5/8/K1q5%20w%20-%20-%200%201";
        write!(first, "GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", served.host).expect("it is read");
        read_answer(&mut BufReader::new(&mut first)).expect("an answer").json()["plies"].clone()
    };
    assert!(plies().is_null());
    let _idle: Vec<TcpStream> = (0..120).map(|_| served.connect()).collect();
    fs::copy(solved().join("chess-KQvK.table"), directory.path().join("chess-KQvK.table")).expect("a copy");
    // By now the server looks for other files.
    sleep(Duration::from_millis(1200));
    assert!(plies().is_u64());
}

#[test]
fn games_are_solved_where_memory_is_limited() {
    let directory = tempfile::tempdir().expect("a directory without tables");
    for limit in ["ulimit -v 400000", "ulimit -v 800000"] {
        let served = Served::of(limited(limit).env("HINDSIGHT_TABLES", directory.path()));
        // The answer waits until the game is solved.
        assert_eq!(served.get("/api/pangki/query").status, 200, "{limit}");
    }
}

#[test]
fn a_connection_ends_where_a_body_is_refused() {
    let served = serve();
    for (head, status) in [
        ("POST /api/pangki/query HTTP/1.1\r\nContent-Length: 1048577", 413),
        ("POST /api/games HTTP/1.1\r\nContent-Length: 50", 405),
        ("POST /nowhere/at/all HTTP/1.1\r\nContent-Length: 50", 404),
    ] {
        let mut stream = served.connect();
        write!(stream, "{head}\r\nHost: {}\r\n\r\n", served.host).expect("it is read");
        let answer = read_answer(&mut BufReader::new(&mut stream)).expect("an answer");
        assert_eq!((answer.status, answer.header("connection")), (status, Some("close")), "{head}");
        end(&mut stream);
    }
    // Without a body, the connection goes on.
    let mut stream = served.connect();
    for _ in 0..2 {
        write!(stream, "GET /nowhere/at/all HTTP/1.1\r\nHost: {}\r\n\r\n", served.host).expect("it is read");
        let answer = read_answer(&mut BufReader::new(&mut stream)).expect("an answer");
        assert_eq!((answer.status, answer.header("connection")), (404, None));
    }
}

#[test]
fn a_server_for_other_machines_says_so() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
    command.args(["serve", "--listen", "0.0.0.0:0"]).env("HINDSIGHT_TABLES", solved());
    let mut served = Served::of(&mut command);
    assert!(!served.host.starts_with("0.0.0.0"), "{}", served.host);
    assert_eq!(served.get("/api/games").status, 200);
    let _ = served.child.kill();
    let mut notes = String::new();
    served.child.stderr.take().expect("is piped").read_to_string(&mut notes).expect("text");
    assert!(notes.contains(&format!("whoever reaches {} can read the tables", served.host)), "{notes}");
}

#[test]
fn loaded_tables_may_be_cut_short_while_they_are_served() {
    let tables = tempfile::tempdir().expect("a directory of its own");
    let path = tables.path().join("checkers-3.table");
    for name in ["checkers-2.table", "checkers-3.table"] {
        fs::copy(solved().join(name), tables.path().join(name)).expect("a copy");
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_hindsight"));
    command.args(["serve", "--port", "0", "--loaded"]).env("HINDSIGHT_TABLES", tables.path());
    let served = Served::of(&mut command);
    OpenOptions::new().write(true).truncate(true).open(&path).expect("it is there");
    let answer = served.get("/api/checkers/query?position=W:WK10:B2,3");
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert_eq!(served.get("/api/checkers/stats").status, 200);
    // By now the server has seen that the file is another.
    sleep(Duration::from_millis(1200));
    let kept = served.get("/api/checkers/query?position=W:WK10:B2,3");
    assert_eq!((kept.status, kept.body), (200, answer.body));
}
