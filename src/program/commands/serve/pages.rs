//! The files of the pages, which are in the program: they need no network and no directory.

use axum::http::StatusCode;
use axum::response::Response;

use super::answer::{answer, refused};

const HTML: &str = "text/html; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The files by name, each with its type and its text.
const FILES: &[(&str, &str, &str)] = &[
    ("index.html", HTML, include_str!("pages/index.html")),
    ("game.html", HTML, include_str!("pages/game.html")),
    ("explorer.css", STYLE, include_str!("pages/explorer.css")),
    ("addressed.js", SCRIPT, include_str!("pages/addressed.js")),
    ("answers.js", SCRIPT, include_str!("pages/answers.js")),
    ("board.js", SCRIPT, include_str!("pages/board.js")),
    ("common.js", SCRIPT, include_str!("pages/common.js")),
    ("engine.js", SCRIPT, include_str!("pages/engine.js")),
    ("explore.js", SCRIPT, include_str!("pages/explore.js")),
    ("game.js", SCRIPT, include_str!("pages/game.js")),
    ("graph.js", SCRIPT, include_str!("pages/graph.js")),
    ("guide.js", SCRIPT, include_str!("pages/guide.js")),
    ("index.js", SCRIPT, include_str!("pages/index.js")),
    ("play.js", SCRIPT, include_str!("pages/play.js")),
    ("record.js", SCRIPT, include_str!("pages/record.js")),
    ("setup.js", SCRIPT, include_str!("pages/setup.js")),
    ("tabs.js", SCRIPT, include_str!("pages/tabs.js")),
];

/// The file of this name.
pub fn file(name: &str) -> Response {
    match FILES.iter().find(|(file, ..)| *file == name) {
        Some((_, content_type, text)) => answer(StatusCode::OK, content_type, *text),
        None => refused(StatusCode::NOT_FOUND, None, "expected the name of a file of the pages".to_string()),
    }
}
