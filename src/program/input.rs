//! Files of text that other programs wrote: games, openings and positions, in any of the usual encodings.

use std::fs;
use std::path::Path;

use crate::failure::Failure;
use hindsight::play::transcript::decode;

/// The text of a file of `games`, `openings` or `positions`.
///
/// # Errors
/// If it cannot be read, or is no text.
pub fn read_text(path: &Path, contents: &str) -> Result<String, Failure> {
    let bytes = fs::read(path).map_err(|error| Failure::file("read", path, error))?;
    text_of(&bytes, contents, &path.display().to_string())
}

/// The text of these bytes, which come from `source`.
///
/// # Errors
/// If they are no text.
pub fn text_of(bytes: &[u8], contents: &str, source: &str) -> Result<String, Failure> {
    match no_text(bytes) {
        Some(found) => Err(Failure::Usage(format!("expected {contents} as text in {source}, found {found}"))),
        None => Ok(decode(bytes)),
    }
}

/// What bytes are that are no text; `None` for text. A program that takes a compressed file for text has replaced the
/// bytes of its beginning that are no character.
pub fn no_text(bytes: &[u8]) -> Option<&'static str> {
    const GZIP: [&[u8]; 3] = [b"\x1f\x8b", "\x1f\u{fffd}".as_bytes(), "\x1f\u{8b}".as_bytes()];
    match bytes {
        _ if GZIP.iter().any(|beginning| bytes.starts_with(beginning)) => {
            Some("a file that gzip has compressed. Unpack it first")
        }
        _ if bytes.starts_with(b"PK\x03\x04") => Some("a zip archive. Unpack it first"),
        _ if bytes.contains(&0) => Some("zero bytes. If it is UTF-16, save it as UTF-8"),
        _ => None,
    }
}
