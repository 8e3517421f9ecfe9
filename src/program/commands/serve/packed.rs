//! Answers packed with gzip, for browsers and programs that take it: a page with its answers has a third of the bytes.

use std::io::{self, Write};

use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::extract::Request;
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_LENGTH, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;

use super::answer::refused;

/// The length in bytes from which an answer is packed. Shorter ones gain little.
const SHORTEST: u64 = 1 << 10;

/// Packs the answer, if the request takes it so. What is sent bit by bit stays as it is.
pub async fn pack(request: Request, next: Next) -> Response {
    let takes_gzip = takes_gzip(request.headers());
    let (mut parts, body) = next.run(request).await.into_parts();
    if body.size_hint().exact().is_none_or(|length| length < SHORTEST) {
        return Response::from_parts(parts, body);
    }
    parts.headers.append(VARY, HeaderValue::from_static("accept-encoding"));
    if !takes_gzip {
        return Response::from_parts(parts, body);
    }
    let packed = match to_bytes(body, usize::MAX).await {
        Ok(bytes) => packed(&bytes),
        Err(error) => Err(io::Error::other(error)),
    };
    match packed {
        Ok(packed) => {
            parts.headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            parts.headers.remove(CONTENT_LENGTH);
            Response::from_parts(parts, Body::from(packed))
        }
        Err(error) => refused(StatusCode::INTERNAL_SERVER_ERROR, None, format!("an answer cannot be packed: {error}")),
    }
}

/// The bytes in gzip, at the quickest level: a millisecond for a hundred thousand bytes.
fn packed(bytes: &Bytes) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes)?;
    encoder.finish()
}

/// Whether `gzip` is among the codings that the request takes, and not with a quality of 0.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let lists = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|list| list.to_str().ok());
    lists.flat_map(|list| list.split(',')).any(|coding| {
        let (name, quality) = coding.split_once(';').unwrap_or((coding, ""));
        let quality = quality.trim().strip_prefix("q=").and_then(|quality| quality.trim().parse::<f32>().ok());
        name.trim().eq_ignore_ascii_case("gzip") && quality != Some(0.0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_takes_gzip_if_it_says_so() {
        let takes = |lists: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for list in lists {
                headers.append(ACCEPT_ENCODING, HeaderValue::from_static(list));
            }
            takes_gzip(&headers)
        };
        for lists in [&["gzip"][..], &["br, GZip;q=0.5"], &["deflate", "x, gzip ; q=1"], &["gzip;q=never"]] {
            assert!(takes(lists), "{lists:?}");
        }
        for lists in [&[][..], &["identity"], &["gzip;q=0"], &["gzip; q=0.000, br"], &["xgzip"], &["*"]] {
            assert!(!takes(lists), "{lists:?}");
        }
    }
}
