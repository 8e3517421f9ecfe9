//! One word for one thing, and plain sentences: words that are not used, wide comments and pages, and names that stand
//! twice.
//!
//! Text is compared word by word, across the ends of lines: `breach_count` and `BreachCount` both have the word
//! "breach".

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

/// The widest line of a comment, in columns.
const WIDEST: usize = 120;

/// Where a word is not used.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    /// In comments and texts. A name of the code may have it.
    Prose,
    /// In names as well.
    Everywhere,
}

use Place::{Everywhere, Prose};

/// A word or a phrase that is not used.
struct Word {
    words: &'static str,
    instead: &'static str,
    place: Place,
    /// Folders and files in which it means something else.
    except: &'static [&'static str],
}

const fn word(words: &'static str, instead: &'static str, place: Place, except: &'static [&'static str]) -> Word {
    Word { words, instead, place, except }
}

/// The words of `src` and `README.md` that are not used, each with those that are.
const WORDS: [Word; 27] = [
    word("amount", "total", Everywhere, &[]),
    word("amounts", "totals", Everywhere, &[]),
    word("arrival", "receive", Everywhere, &[]),
    word("arrivals", "received tables", Everywhere, &[]),
    word("astray", "undeclared successor", Everywhere, &[]),
    word("breach", "violation", Everywhere, &[]),
    word("breaches", "violations", Everywhere, &[]),
    // Of SVG, and of drawings.
    word("circle", "cycle", Everywhere, &["src/draw", "src/games"]),
    word("circles", "cycles", Everywhere, &["src/draw", "src/games"]),
    // `rustyline::Config`, and the program pkg-config.
    word("config", "placement", Everywhere, &["src/program/commands/play", "src/guide/languages.md"]),
    word("configs", "placements", Everywhere, &[]),
    word("desk", "workspace", Everywhere, &[]),
    word("desks", "workspaces", Everywhere, &[]),
    word("flipped", "side_swapped, rotated or mirrored", Everywhere, &[]),
    // Of moves that people made.
    word(
        "judge",
        "reference",
        Everywhere,
        &[
            "src/query/annotate",
            "src/program/commands/annotate",
            "src/program/output/json.rs",
            "src/program/commands/serve/record.rs",
            "src/play/session.rs",
        ],
    ),
    word("layered", "overlay", Everywhere, &[]),
    word("meeting", "exchange", Everywhere, &[]),
    word("merit", "order code", Everywhere, &[]),
    word("of whom", "whose, or name them", Prose, &[]),
    word("outlook", "estimate", Everywhere, &[]),
    word("pace", "rate", Everywhere, &[]),
    word("portion", "part, or report", Everywhere, &[]),
    word("so many", "N", Prose, &[]),
    // A piece stands on a square.
    word("stands on", "depends on", Prose, &["src/games"]),
    word("those of", "the name of the things", Prose, &[]),
    word("thousand million", "billion", Prose, &[]),
    word("whatever it", "the name of the thing", Prose, &[]),
];

/// Words before "kind" that leave open of which things it is one. "Node kind" and "kind of node" say it, "the kind"
/// does not.
const NO_NOUNS: [&str; 22] = [
    "a", "all", "any", "both", "each", "either", "every", "its", "no", "of", "one", "other", "own", "same", "some",
    "such", "that", "the", "their", "this", "what", "which",
];

/// The names that several types may have, each with the reason.
const REPEATED: [(&str, &str); 3] = [
    ("Arguments", "each command has its own"),
    ("Move", "each game has its own"),
    ("Position", "each game has its own"),
];

/// The sources under a folder, by path from the root of the repository.
fn sources(folder: &str) -> BTreeMap<String, String> {
    files(folder, "rs")
}

/// The files with this ending under a folder, or the file itself, by path from the root of the repository.
fn files(folder: &str, ending: &str) -> BTreeMap<String, String> {
    let root = crate::support::root();
    let mut paths: Vec<PathBuf> = vec![root.join(folder)];
    let mut sources = BTreeMap::new();
    while let Some(path) = paths.pop() {
        if path.is_dir() {
            let entries = path.read_dir().expect("a folder of the repository");
            paths.extend(entries.map(|entry| entry.expect("the folder can be read").path()));
        } else if path.extension().is_some_and(|extension| extension == ending) {
            let name = path.strip_prefix(&root).expect("it is below the root").to_string_lossy().replace('\\', "/");
            sources.insert(name, fs::read_to_string(&path).expect("a source is text"));
        }
    }
    sources
}

/// A source with only its prose, or with only the rest: everything else is blank, and lines keep their numbers.
struct Split {
    prose: String,
    comments: String,
    code: String,
}

impl Split {
    fn new(source: &str) -> Split {
        let mut split = Split { prose: String::new(), comments: String::new(), code: String::new() };
        let mut rest = source;
        while let Some(first) = rest.chars().next() {
            let (length, kind) = Split::piece(rest, first);
            let (piece, after) = rest.split_at(length);
            let blank: String = piece.chars().map(|c| if c == '\n' { '\n' } else { ' ' }).collect();
            split.prose.push_str(if kind == Piece::Code { &blank } else { piece });
            split.comments.push_str(if kind == Piece::Comment { piece } else { &blank });
            split.code.push_str(if kind == Piece::Code { piece } else { &blank });
            rest = after;
        }
        split
    }

    /// The bytes of the next piece, and what it is.
    fn piece(rest: &str, first: char) -> (usize, Piece) {
        let up_to = |end: &str, from: usize| rest[from..].find(end).map_or(rest.len(), |at| from + at + end.len());
        if rest.starts_with("//") {
            return (rest.find('\n').unwrap_or(rest.len()), Piece::Comment);
        }
        if rest.starts_with("/*") {
            return (up_to("*/", 2), Piece::Comment);
        }
        let hashes = rest.strip_prefix('r').map(|rest| rest.len() - rest.trim_start_matches('#').len());
        if let Some(hashes) = hashes.filter(|hashes| rest[1 + hashes..].starts_with('"')) {
            return (up_to(&format!("\"{}", "#".repeat(hashes)), hashes + 2), Piece::Text);
        }
        match first {
            '"' => {
                let mut escaped = false;
                let end = rest[1..].find(|c| {
                    let ends = c == '"' && !escaped;
                    escaped = c == '\\' && !escaped;
                    ends
                });
                (end.map_or(rest.len(), |end| end + 2), Piece::Text)
            }
            // A character, or a lifetime.
            '\'' => {
                let mut inner = rest[1..].chars();
                match (inner.next(), inner.next()) {
                    (Some('\\'), Some(_)) => (up_to("'", 3), Piece::Code),
                    (Some(c), Some('\'')) => (2 + c.len_utf8(), Piece::Code),
                    _ => (1, Piece::Code),
                }
            }
            c if c.is_alphanumeric() || c == '_' => {
                (rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len()), Piece::Code)
            }
            c => (c.len_utf8(), Piece::Code),
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Piece {
    Comment,
    Text,
    Code,
}

/// The words of a text in lower case, each with the number of its line. Names are cut into their words.
fn words(text: &str) -> Vec<(usize, String)> {
    let mut words = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let mut current = String::new();
        let mut before = ' ';
        for c in line.chars().chain([' ']) {
            if (!c.is_alphabetic() || c.is_uppercase() && before.is_lowercase()) && !current.is_empty() {
                words.push((number, std::mem::take(&mut current)));
            }
            if c.is_alphabetic() {
                current.extend(c.to_lowercase());
            }
            before = c;
        }
    }
    words
}

/// The lines on which a phrase begins.
fn places(words: &[(usize, String)], phrase: &str) -> Vec<usize> {
    let phrase: Vec<&str> = phrase.split(' ').collect();
    let found = words.windows(phrase.len()).filter(|window| window.iter().map(|(_, word)| word).eq(&phrase));
    found.map(|window| window[0].0).collect()
}

/// What is wrong with the words of a file: lines, and what to write instead.
fn offences(path: &str, prose: &str, comments: &str, names: &str) -> Vec<String> {
    let (prose, comments, names) = (words(prose), words(comments), words(names));
    let mut offences = Vec::new();
    for Word { words, instead, place, except } in &WORDS {
        if except.iter().any(|except| path.starts_with(except)) {
            continue;
        }
        let mut lines = places(&prose, words);
        if *place == Everywhere {
            lines.extend(places(&names, words));
        }
        offences.extend(lines.iter().map(|line| format!("{path}:{line}: \"{words}\": write {instead}")));
    }
    for window in comments.windows(3) {
        let [(_, before), (line, kind), (_, after)] = window else { continue };
        if ["kind", "kinds"].contains(&kind.as_str()) && NO_NOUNS.contains(&before.as_str()) && after != "of" {
            offences.push(format!("{path}:{line}: \"{before} {kind}\": name the things of this kind"));
        }
    }
    offences
}

fn assert_none(what: &str, offences: &[String]) {
    assert!(offences.is_empty(), "{what}: {}\n{}", offences.len(), offences.join("\n"));
}

#[test]
fn comments_are_at_most_120_columns_wide() {
    let sources = ["src", "tests", "tools"].map(sources).into_iter().flatten();
    let wide = sources.flat_map(|(path, source)| {
        let lines = (1..).zip(source.lines()).filter(|(_, line)| line.trim_start().starts_with("//"));
        let lines = lines.map(|(number, line)| (number, line.chars().count())).filter(|(_, width)| *width > WIDEST);
        lines.map(|(number, width)| format!("{path}:{number}: {width} columns")).collect::<Vec<_>>()
    });
    assert_none("wide comments", &wide.collect::<Vec<_>>());
}

/// Every page in Markdown. The sections of releases before the last stay as they are.
fn pages() -> BTreeMap<String, String> {
    let folders = [".github", "README.md", "CHANGELOG.md", "data", "src", "tools"];
    let mut pages: BTreeMap<String, String> = folders.map(|folder| files(folder, "md")).into_iter().flatten().collect();
    let changes = pages.get_mut("CHANGELOG.md").expect("it is a page");
    let end = changes.match_indices("\n## ").nth(1).map_or(changes.len(), |(at, _)| at);
    changes.truncate(end);
    pages
}

/// A table, a picture and a block of code are as wide as they need.
#[test]
fn pages_are_at_most_120_columns_wide() {
    let mut wide = Vec::new();
    for (path, text) in pages() {
        let mut is_code = false;
        for (number, line) in (1..).zip(text.lines()) {
            is_code ^= line.starts_with("```");
            let width = line.chars().count();
            if width > WIDEST && !is_code && !line.starts_with(['|', '<']) {
                wide.push(format!("{path}:{number}: {width} columns"));
            }
        }
    }
    assert_none("wide lines", &wide);
}

#[test]
fn one_word_for_one_thing() {
    let mut found = Vec::new();
    for (path, source) in sources("src") {
        let Split { prose, comments, code } = Split::new(&source);
        found.extend(offences(&path, &prose, &comments, &code));
    }
    for (path, text) in pages() {
        found.extend(offences(&path, &text, &text, ""));
    }
    assert_none("words", &found);
}

#[test]
fn no_type_has_the_name_of_another() {
    let mut types: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, source) in sources("src") {
        for line in Split::new(&source).code.lines() {
            // Types of a module begin a line; `mod tests` and functions indent theirs.
            let visible = line.strip_prefix("pub(").and_then(|rest| rest.split_once(") ")).map(|(_, rest)| rest);
            let line = visible.or(line.strip_prefix("pub ")).unwrap_or(line);
            let line = line.strip_prefix("unsafe ").unwrap_or(line);
            let keywords = ["struct ", "enum ", "trait ", "type ", "union "];
            let Some(rest) = keywords.iter().find_map(|keyword| line.strip_prefix(keyword)) else { continue };
            let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
            types.entry(name.to_string()).or_default().push(path.clone());
        }
    }
    types.retain(|name, paths| paths.len() > 1 && !REPEATED.iter().any(|(repeated, _)| repeated == name));
    assert!(types.is_empty(), "names of several types: {types:#?}");
}

#[test]
fn sources_are_split_and_words_are_found() {
    let source = "// Those\n// of \"x\"\nlet breach_count: &'static str = \"so many\"; // desk\nlet c = ['\\'', '\"', '/'];\n\
                  let r = r#\"a \"layered\" text\"#; struct BreachCount;\n/* the\nkind */ // kind of piece\n";
    let Split { prose, comments, code } = Split::new(source);
    assert_eq!((prose.lines().count(), comments.lines().count(), code.lines().count()), (7, 7, 7));
    let expected = [
        "a.rs:3: \"breach\": write violation",
        "a.rs:5: \"breach\": write violation",
        "a.rs:3: \"desk\": write workspace",
        "a.rs:5: \"layered\": write overlay",
        "a.rs:3: \"so many\": write N",
        "a.rs:1: \"those of\": write the name of the things",
        "a.rs:7: \"the kind\": name the things of this kind",
    ];
    assert_eq!(offences("a.rs", &prose, &comments, &code), expected);
}
