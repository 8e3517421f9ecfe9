//! The explorer as a program that runs, and requests to it by hand.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A server that ends with the test.
pub struct Served {
    pub child: Child,
    /// `127.0.0.1:PORT`.
    pub host: String,
}

/// An answer: its status, its headers with names in lower case, and its body.
pub struct Answer {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// The body as JSON.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }
}

impl Served {
    /// Starts a program with the tables of a directory, on a port that is free.
    pub fn start(program: impl AsRef<std::ffi::OsStr>, tables: &Path) -> Served {
        Served::start_with(program, tables, &[])
    }

    /// Starts a program with more arguments.
    pub fn start_with(program: impl AsRef<std::ffi::OsStr>, tables: &Path, arguments: &[&str]) -> Served {
        let mut command = Command::new(program);
        Served::of(command.args(["serve", "--port", "0"]).args(arguments).env("HINDSIGHT_TABLES", tables))
    }

    /// Starts a command that serves.
    pub fn of(command: &mut Command) -> Served {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
        let mut line = String::new();
        let read = BufReader::new(child.stdout.as_mut().expect("is piped")).read_line(&mut line);
        let host = line.trim_end().strip_prefix("http://").and_then(|host| host.strip_suffix('/'));
        let Some(host) = host.filter(|_| read.is_ok()).map(str::to_string) else {
            let ended = child.wait_with_output().expect("it ends");
            panic!("expected an address, found {line:?}: {}", String::from_utf8_lossy(&ended.stderr));
        };
        Served { child, host }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time");
        stream
    }

    /// The answer to a request with these lines of its header, on a connection of its own.
    pub fn request(&self, head: &str, body: &str) -> Answer {
        let mut stream = self.connect();
        let length = body.len();
        write!(stream, "{head}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}").expect("it is read");
        read_answer(&mut BufReader::new(stream)).expect("an answer")
    }

    pub fn get(&self, path: &str) -> Answer {
        self.request(&format!("GET {path} HTTP/1.1\r\nHost: {}", self.host), "")
    }

    pub fn post(&self, path: &str, body: &str) -> Answer {
        self.request(&format!("POST {path} HTTP/1.1\r\nHost: {}", self.host), body)
    }

    /// The answer of a game to the question after `/api/GAME/`, with the parameters.
    pub fn ask(&self, game: &str, question: &str, parameters: &[(&str, &str)]) -> Answer {
        let pairs = parameters.iter().map(|(name, value)| format!("{name}={}", escaped(value.as_bytes())));
        self.get(&format!("/api/{game}/{question}?{}", pairs.collect::<Vec<_>>().join("&")))
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Bytes as they stand in an address.
pub fn escaped(bytes: &[u8]) -> String {
    let one = |&byte: &u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    bytes.iter().map(one).collect()
}

/// Reads an answer; `None` if the connection ends before it.
pub fn read_answer(input: &mut impl BufRead) -> Option<Answer> {
    let mut line = || {
        let mut line = String::new();
        input.read_line(&mut line).ok().filter(|&read| read > 0).map(|_| line.trim_end().to_string())
    };
    let status = line()?.split(' ').nth(1)?.parse().ok()?;
    let mut headers = Vec::new();
    while let Some((name, value)) = line()?.split_once(": ") {
        headers.push((name.to_ascii_lowercase(), value.to_string()));
    }
    let header = |wanted: &str| headers.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.as_str());
    let body = match header("transfer-encoding") {
        Some("chunked") => read_chunks(input)?,
        _ => {
            let mut body = vec![0; header("content-length").unwrap_or("0").parse().ok()?];
            input.read_exact(&mut body).ok()?;
            body
        }
    };
    Some(Answer { status, headers, body: String::from_utf8(body).ok()? })
}

/// The body of an answer that is sent in chunks, each after a line with its length.
fn read_chunks(input: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut body = Vec::new();
    loop {
        let mut line = String::new();
        input.read_line(&mut line).ok()?;
        let length = usize::from_str_radix(line.trim_end(), 16).ok()?;
        // A line ends after each chunk.
        let mut chunk = vec![0; length + 2];
        input.read_exact(&mut chunk).ok()?;
        if length == 0 {
            return Some(body);
        }
        body.extend(&chunk[..length]);
    }
}
