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

/// The words of `src` and of all pages that are not used, in singular and plural, each with the words that are, and the
/// files in which it means something else. A name of the code may have a phrase.
const WORDS: [(&str, &str, &[&str]); 21] = [
    ("amount", "total", &[]),
    ("arrival", "receive, or received tables", &[]),
    ("astray", "undeclared successor", &[]),
    ("breach", "violation", &[]),
    // Of SVG, and of drawings.
    ("circle", "cycle", &["src/draw", "src/games"]),
    // `rustyline::Config`, and the program pkg-config.
    ("config", "placement", &["src/program/commands/play", "src/guide/languages.md"]),
    ("desk", "workspace", &[]),
    ("flipped", "side_swapped, rotated or mirrored", &[]),
    // Of moves that people made.
    (
        "judge",
        "reference",
        &[
            "src/query/annotate",
            "src/program/commands/annotate",
            "src/program/output/json.rs",
            "src/program/commands/serve/record.rs",
            "src/play/session.rs",
            "src/open",
        ],
    ),
    ("layered", "overlay", &[]),
    ("meeting", "exchange", &[]),
    ("merit", "order code", &[]),
    ("of whom", "whose, or name them", &[]),
    ("outlook", "estimate", &[]),
    ("pace", "rate", &[]),
    ("portion", "part, or report", &[]),
    ("so many", "N", &[]),
    // A piece stands on a square.
    ("stands on", "depends on", &["src/games"]),
    ("those of", "the name of the things", &[]),
    ("thousand million", "billion", &[]),
    ("whatever it", "the name of the thing", &[]),
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

/// The files with this ending under a folder, or the file itself, by path from the root of the repository.
fn files(folder: &str, ending: &str) -> BTreeMap<String, String> {
    let root = crate::support::root();
    let mut paths: Vec<PathBuf> = vec![root.join(folder)];
    let mut files = BTreeMap::new();
    while let Some(path) = paths.pop() {
        if path.is_dir() {
            let entries = path.read_dir().expect("a folder of the repository");
            paths.extend(entries.map(|entry| entry.expect("the folder can be read").path()));
        } else if path.extension().is_some_and(|extension| extension == ending) {
            let name = path.strip_prefix(&root).expect("it is below the root").to_string_lossy().replace('\\', "/");
            files.insert(name, fs::read_to_string(&path).expect("a source is text"));
        }
    }
    files
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

/// A text without the names that have several words.
fn prose(text: &str) -> String {
    let is_end = |c: char| !c.is_alphanumeric() && c != '_';
    text.split_inclusive(is_end).filter(|part| !part.trim_end_matches(is_end).contains('_')).collect()
}

/// The comments of a source; other lines are empty.
fn comments(source: &str) -> String {
    source.lines().map(|line| line.split_once("//").map_or("", |(_, comment)| comment).to_string() + "\n").collect()
}

/// The words that are not used, and "kind" without a noun: lines, and what to write instead.
fn offences(path: &str, text: &str, comments: &str) -> Vec<String> {
    let (all, prose, comments) = (words(text), words(&prose(text)), words(comments));
    let mut offences = Vec::new();
    for (phrase, instead, except) in WORDS {
        if except.iter().any(|except| path.starts_with(except)) {
            continue;
        }
        let parts: Vec<&str> = phrase.split(' ').collect();
        let is_part = |(_, word): &(usize, String), part: &str| {
            word.strip_prefix(part).is_some_and(|ending| ["", "s", "es"].contains(&ending))
        };
        let windows = if parts.len() > 1 { &prose } else { &all }.windows(parts.len());
        let found = windows.filter(|window| window.iter().zip(&parts).all(|(word, part)| is_part(word, part)));
        offences.extend(found.map(|window| format!("{path}:{}: \"{phrase}\": write {instead}", window[0].0)));
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
    let sources = ["src", "tests", "tools"].map(|folder| files(folder, "rs")).into_iter().flatten();
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
    let sources = files("src", "rs").into_iter().map(|(path, source)| offences(&path, &source, &comments(&source)));
    let pages = pages().into_iter().map(|(path, text)| offences(&path, &text, &text));
    assert_none("words", &sources.chain(pages).flatten().collect::<Vec<_>>());
}

#[test]
fn no_type_has_the_name_of_another() {
    let mut types: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, source) in files("src", "rs") {
        // Types of a module begin a line; `mod tests` and functions indent theirs.
        for line in source.lines() {
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
fn words_are_found() {
    let source = "// Those\n// of \"x\"\nlet breach_count = \"so many\"; // desks\nlet those_of = 1;\n\
                  struct BreachCount; // the\n// kind; a kind of piece\n";
    let expected = [
        "a.rs:3: \"breach\": write violation",
        "a.rs:5: \"breach\": write violation",
        "a.rs:3: \"desk\": write workspace",
        "a.rs:3: \"so many\": write N",
        "a.rs:1: \"those of\": write the name of the things",
        "a.rs:6: \"the kind\": name the things of this kind",
    ];
    assert_eq!(offences("a.rs", source, &comments(source)), expected);
}
