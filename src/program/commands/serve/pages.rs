//! The files of the pages, which are in the program: they need no network and no directory.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;

use axum::http::header::{ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::Response;

use super::answer::{answer, refused};

/// The type of a page.
pub const HTML: &str = "text/html; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The files by name, each with its type and its text.
const FILES: &[(&str, &str, &str)] = &[
    ("index.html", HTML, include_str!("pages/index.html")),
    ("embed.html", HTML, include_str!("pages/embed.html")),
    ("game.html", HTML, include_str!("pages/game.html")),
    ("explorer.css", STYLE, include_str!("pages/explorer.css")),
    ("addressed.js", SCRIPT, include_str!("pages/addressed.js")),
    ("answers.js", SCRIPT, include_str!("pages/answers.js")),
    ("arrows.js", SCRIPT, include_str!("pages/arrows.js")),
    ("atlas.js", SCRIPT, include_str!("pages/atlas.js")),
    ("board.js", SCRIPT, include_str!("pages/board.js")),
    ("common.js", SCRIPT, include_str!("pages/common.js")),
    ("daily.js", SCRIPT, include_str!("pages/daily.js")),
    ("embed.js", SCRIPT, include_str!("pages/embed.js")),
    ("engine.js", SCRIPT, include_str!("pages/engine.js")),
    ("explore.js", SCRIPT, include_str!("pages/explore.js")),
    ("film.js", SCRIPT, include_str!("pages/film.js")),
    ("game.js", SCRIPT, include_str!("pages/game.js")),
    ("graph.js", SCRIPT, include_str!("pages/graph.js")),
    ("guide.js", SCRIPT, include_str!("pages/guide.js")),
    ("histogram.js", SCRIPT, include_str!("pages/histogram.js")),
    ("index.js", SCRIPT, include_str!("pages/index.js")),
    ("keys.js", SCRIPT, include_str!("pages/keys.js")),
    ("pieces.js", SCRIPT, include_str!("pages/pieces.js")),
    ("play.js", SCRIPT, include_str!("pages/play.js")),
    ("positions.js", SCRIPT, include_str!("pages/positions.js")),
    ("record.js", SCRIPT, include_str!("pages/record.js")),
    ("report.js", SCRIPT, include_str!("pages/report.js")),
    ("score.js", SCRIPT, include_str!("pages/score.js")),
    ("setup.js", SCRIPT, include_str!("pages/setup.js")),
    ("sound.js", SCRIPT, include_str!("pages/sound.js")),
    ("state.js", SCRIPT, include_str!("pages/state.js")),
    ("tabs.js", SCRIPT, include_str!("pages/tabs.js")),
    ("tree.js", SCRIPT, include_str!("pages/tree.js")),
    ("words.js", SCRIPT, include_str!("pages/words.js")),
];

/// A file as it is sent.
struct SentFile {
    content_type: &'static str,
    text: String,
    /// The tag that changes with the text. It is a weak one: the text may be packed.
    tag: HeaderValue,
}

/// The files by name, as they are sent.
static SENT: LazyLock<HashMap<&str, SentFile>> = LazyLock::new(|| {
    let sent = FILES.iter().map(|&(name, content_type, text)| {
        let text = if content_type == STYLE { tight(lean(text)) } else { lean(text) };
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        let tag = HeaderValue::try_from(format!("W/\"{:016x}\"", hasher.finish())).expect("digits are ASCII");
        (name, SentFile { content_type, text, tag })
    });
    sent.collect()
});

/// A text of the pages without the comments that are lines of their own, and without its indentation: that is a fifth.
fn lean(text: &str) -> String {
    let is_comment = |line: &&str| line.starts_with("//") || line.starts_with("/*") && line.ends_with("*/");
    let lines = text.lines().map(str::trim_start).filter(|line| !line.is_empty() && !is_comment(line));
    lines.fold(String::with_capacity(text.len()), |lean, line| lean + line + "\n")
}

/// A style without the spaces that only readers need.
fn tight(style: String) -> String {
    let spaces = [(" {", "{"), ("{ ", "{"), ("; }", "}"), (" }", "}"), (": ", ":"), ("; ", ";"), (", ", ",")];
    spaces.iter().fold(style, |style, (wide, tight)| style.replace(wide, tight))
}

/// The text of the file of this name; empty if there is none.
pub fn text_of(name: &str) -> &'static str {
    SENT.get(name).map_or("", |file| &file.text)
}

/// A text as it stands in HTML.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A text as it stands in an address.
pub fn percent_encoded(text: &str) -> String {
    let one = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(one).collect()
}

/// The file of this name; nothing but its tag if the browser has it.
pub fn file(name: &str, headers: &HeaderMap) -> Response {
    let Some(file) = SENT.get(name) else {
        return refused(StatusCode::NOT_FOUND, None, "expected the name of a file of the pages".to_string());
    };
    let mut response = match headers.get(IF_NONE_MATCH) {
        Some(tag) if *tag == file.tag => answer(StatusCode::NOT_MODIFIED, file.content_type, ""),
        _ => answer(StatusCode::OK, file.content_type, file.text.as_str()),
    };
    response.headers_mut().insert(ETAG, file.tag.clone());
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lean_text_has_neither_comments_nor_indentation() {
        assert_eq!(lean("// a\nlet a = 1; // b\n\n  /* c */\n  f(a);\n"), "let a = 1; // b\nf(a);\n");
        let style = "#a :is(b, c) { margin: 0 auto; width: calc((1vh - 2rem) * 3); }\n".to_string();
        assert_eq!(tight(style), "#a :is(b,c){margin:0 auto;width:calc((1vh - 2rem) * 3)}\n");
        // A text over several lines would lose its spaces.
        for (name, _, text) in FILES.iter().filter(|(name, ..)| name.ends_with(".js")) {
            let quotes = |line: &str| line.replace("\"`\"", "").matches('`').count();
            let odd = text.lines().find(|line| quotes(line) % 2 == 1);
            assert_eq!(odd, None, "{name}");
        }
    }
}
