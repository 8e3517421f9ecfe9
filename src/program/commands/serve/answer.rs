//! Answers over HTTP: JSON, and failures with their status.

use axum::body::Body;
use axum::http::header::{ALLOW, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::Response;
use serde::Serialize;

use crate::advice;
use crate::failure::Failure;
use crate::program;

/// JSON, or the failure.
pub type JsonAnswer = Result<Vec<u8>, Failure>;

/// The type of JSON.
pub const JSON: &str = "application/json";

/// A failure: what was expected, what was found and what to do, with the status of HTTP.
#[derive(Serialize)]
struct RequestError<'a> {
    game: Option<&'a str>,
    error: String,
    status: u16,
}

/// An answer of this type.
pub fn answer(status: StatusCode, content_type: &'static str, body: impl Into<Body>) -> Response {
    let mut response = Response::new(body.into());
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    response
}

/// An answer in JSON.
pub fn json(body: Vec<u8>) -> Response {
    answer(StatusCode::OK, JSON, body)
}

/// The answer to a request that failed, of a game if it is known.
pub fn failed(game: Option<&str>, failure: &Failure) -> Response {
    refused(status(failure), game, advice::explain(failure, program::invocation()))
}

/// The answer to a request that is not carried out.
pub fn refused(status: StatusCode, game: Option<&str>, error: String) -> Response {
    let refused = RequestError { game, error, status: status.as_u16() };
    // Texts and numbers can always be written.
    answer(status, JSON, serde_json::to_vec(&refused).unwrap_or_default())
}

/// The answer to a request of another method than those allowed.
pub fn wrong_method(allowed: &'static str) -> Response {
    let error = format!("expected the method {allowed} at this address");
    let mut response = refused(StatusCode::METHOD_NOT_ALLOWED, None, error);
    response.headers_mut().insert(ALLOW, HeaderValue::from_static(allowed));
    response
}

/// The status of a failure: 400 for a wrong request, 404 for a game, slice or value that is not here, 500 for the rest.
fn status(failure: &Failure) -> StatusCode {
    match failure {
        Failure::Usage(_) | Failure::Notation(_) | Failure::Engine(_) | Failure::NoSuchSide { .. } => {
            StatusCode::BAD_REQUEST
        }
        Failure::NoSuchGame { .. }
        | Failure::NoSuchSlice(_)
        | Failure::NotHeld(_)
        | Failure::Unsolved(_)
        | Failure::NoTables(_)
        | Failure::NoSlices(_) => StatusCode::NOT_FOUND,
        _ => StatusCode::INTERNAL_SERVER_ERROR,
    }
}
