//! The server answers requests for this machine's own names, from its own pages. Every answer tells the browser to load
//! nothing from elsewhere.
//!
//! A page of another site may make a browser send requests here: with that site's name in `Host`, if the name is made
//! to lead to this machine (DNS rebinding), in `Origin`, or, for a picture or a frame, in `Sec-Fetch-Site` alone.

use std::net::IpAddr;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_MAX_AGE,
    ACCESS_CONTROL_REQUEST_HEADERS, CACHE_CONTROL, CONNECTION, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE,
    HOST, ORIGIN, REFERRER_POLICY, TRANSFER_ENCODING, VARY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Version};
use axum::middleware::Next;
use axum::response::Response;

use super::answer::{JSON, refused};
use super::pages::HTML;
use super::server::{ExplorerServer, LARGEST, SharedServer};

/// The longest address of a request, in bytes.
const LONGEST: usize = 1 << 14;

/// The sources from which pages may load: this server alone.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors ";

/// Answers a request if it is for this server, and adds the headers that protect its pages.
pub async fn guard(State(server): State<SharedServer>, request: Request, next: Next) -> Response {
    let has_body = header(request.headers(), &CONTENT_LENGTH).is_some_and(|length| length != "0")
        || request.headers().contains_key(TRANSFER_ENCODING);
    // Pages of one other site may have some pages of this one in a frame.
    let framed = request.uri().path().starts_with("/embed/");
    let framers = server.embed.as_ref().filter(|_| framed).and_then(|site| site.to_str().ok()).unwrap_or("'none'");
    let policy = HeaderValue::try_from(format!("{POLICY}{framers}"));
    let admitted = server.cors.as_ref().filter(|site| is_of(request.headers(), site)).cloned();
    let mut response = match refusal(&server, admitted.is_some(), &request) {
        Some((status, error)) => refused(status, None, error),
        None if request.method() == Method::OPTIONS && admitted.is_some() => allowed(request.headers()),
        None => in_json(next.run(request).await),
    };
    let headers = [
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (CACHE_CONTROL, "no-cache"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    for (name, value) in headers {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy.expect("an origin is a text of ASCII"));
    if has_body && !response.status().is_success() {
        // The rest of the body may not have been read: the next request would begin in its middle.
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    if let Some(site) = admitted {
        response.headers_mut().insert(ACCESS_CONTROL_ALLOW_ORIGIN, site);
        response.headers_mut().insert(VARY, HeaderValue::from_static("origin"));
        let resources = HeaderName::from_static("cross-origin-resource-policy");
        response.headers_mut().insert(resources, HeaderValue::from_static("cross-origin"));
    }
    response
}

/// The answer to a browser that asks before it sends a request from a page of another site.
fn allowed(asked: &HeaderMap) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::NO_CONTENT;
    let headers = response.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static("GET, HEAD, POST, OPTIONS"));
    if let Some(names) = asked.get(ACCESS_CONTROL_REQUEST_HEADERS) {
        headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, names.clone());
    }
    headers.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("86400"));
    response
}

/// Whether a request is from a page of a site, `*` for any.
fn is_of(headers: &HeaderMap, site: &HeaderValue) -> bool {
    headers.get(ORIGIN).is_some_and(|origin| site == "*" || origin == site)
}

/// The answer. A refusal of the router, which is plain text, becomes an object; a page stays.
fn in_json(response: Response) -> Response {
    let status = response.status();
    let is_error = status.is_client_error() || status.is_server_error();
    let kind = response.headers().get(CONTENT_TYPE);
    match kind.is_some_and(|kind| kind == JSON || kind == HTML) || !is_error {
        true => response,
        false => refused(status, None, "expected an address in UTF-8, found one that is not".to_string()),
    }
}

/// The reason to refuse a request; `None` if it is answered. `admitted` is whether it is from the other site whose
/// pages may read the answers.
fn refusal(server: &ExplorerServer, admitted: bool, request: &Request) -> Option<(StatusCode, String)> {
    let length = request.uri().to_string().len();
    if length > LONGEST {
        let error = format!("expected an address of up to {LONGEST} bytes, found one of {length}");
        return Some((StatusCode::BAD_REQUEST, error));
    }
    let host = header(request.headers(), &HOST);
    // HTTP 1.0 has no such header. A browser, which a page of another site may use, does not speak it.
    let is_old = host.is_none() && request.version() == Version::HTTP_10;
    let host = host.unwrap_or_default();
    if !is_old && !is_own(host, &server.address, &server.hosts) {
        let error = format!(
            "expected localhost, the address of this server or a name of `serve --host` in Host, found {:?}",
            shortened(host)
        );
        return Some((StatusCode::MISDIRECTED_REQUEST, error));
    }
    // Before it is sent: a body without a length is cut off where it is too long.
    let body = header(request.headers(), &CONTENT_LENGTH).and_then(|length| length.parse().ok()).unwrap_or(0u64);
    if body > LARGEST as u64 {
        let error = format!("expected a body of up to {LARGEST} bytes, found one of {body}");
        return Some((StatusCode::PAYLOAD_TOO_LARGE, error));
    }
    let site = header(request.headers(), &HeaderName::from_static("sec-fetch-site"));
    if let (false, false, Some(site @ ("cross-site" | "same-site"))) = (admitted, is_page(request.uri().path()), site) {
        let error = format!("expected a request from a page of this server, found one of another site, {site}");
        return Some((StatusCode::FORBIDDEN, error));
    }
    match header(request.headers(), &ORIGIN) {
        Some(origin) if !admitted && origin.strip_prefix("http://") != Some(host) => {
            let error = format!("expected a request from a page of this server, found Origin {:?}", shortened(origin));
            Some((StatusCode::FORBIDDEN, error))
        }
        _ => None,
    }
}

/// Whether an address is of a page or of its parts, which cost nothing to answer. Links on other sites lead to pages.
fn is_page(path: &str) -> bool {
    ["/api/", "/tablebase/", "/standard", "/draughts/"].iter().all(|work| !path.starts_with(work))
}

/// A header as text, empty if it is none.
fn header<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name).map(|value| value.to_str().unwrap_or_default())
}

fn shortened(text: &str) -> String {
    text.chars().take(60).collect()
}

/// Whether a Host names this server: `localhost`, a loopback address, or the address that it listens on; any address if
/// it listens on all; and the names that the user gave it. Other names may be made to lead anywhere.
fn is_own(host: &str, address: &IpAddr, hosts: &[String]) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    // A full stop at the end says that a name is whole.
    let name = name.strip_suffix('.').unwrap_or(name);
    let ip = match name.strip_prefix('[').and_then(|name| name.strip_suffix(']')) {
        Some(inner) => inner.parse().ok().map(IpAddr::V6),
        None => name.parse().ok().map(IpAddr::V4),
    };
    name.eq_ignore_ascii_case("localhost")
        || hosts.iter().any(|own| own.trim_end_matches('.').eq_ignore_ascii_case(name))
        || ip.is_some_and(|ip| ip.is_loopback() || ip == *address || address.is_unspecified())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_its_own() {
        let loopback: IpAddr = [127, 0, 0, 1].into();
        for host in [
            "localhost",
            "localhost.",
            "localhost.:80",
            "LocalHost:80",
            "127.0.0.1:8484",
            "127.0.0.1",
            "[::1]:8484",
            "[::1]",
            "127.0.0.2",
        ] {
            assert!(is_own(host, &loopback, &[]), "{host}");
        }
        for host in [
            "",
            ":80",
            "evil.example",
            "localhost.evil.example",
            "evil.example:8484",
            "192.168.1.5:8484",
            "127.0.0.1.evil.example",
            "[::1",
            "::1",
            "[127.0.0.1]",
            "localhost:",
            "localhost:80:80",
            "0.0.0.0",
        ] {
            assert!(!is_own(host, &loopback, &[]), "{host}");
        }
        let other: IpAddr = [192, 168, 1, 5].into();
        assert!(is_own("192.168.1.5:1", &other, &[]) && !is_own("192.168.1.6:1", &other, &[]));
        let all: IpAddr = [0, 0, 0, 0].into();
        assert!(is_own("10.1.2.3:1", &all, &[]) && !is_own("evil.example", &all, &[]));
        let named = ["Tables.Example".to_string()];
        for host in ["tables.example", "TABLES.example:8484", "tables.example."] {
            assert!(is_own(host, &loopback, &named) && !is_own(host, &loopback, &[]), "{host}");
        }
        assert!(!is_own("other.tables.example", &loopback, &named));
    }
}
