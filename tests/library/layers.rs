//! The layers of the library: a room uses only rooms below it. In the library and in the program, files do not import
//! one another in a cycle. That the library knows neither the program nor the interface for C is seen by their being
//! crates.
//!
//! Imports are read from the source: `use` statements and paths that begin with `crate`, `super` or a child module,
//! without comments and tests. A re-export leads to the file that defines the name.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The rooms from the lowest layer up. A room uses only rooms of lower layers.
const LAYERS: [&[&str]; 15] = [
    &["util", "guide"],
    &["game"],
    &["draw"],
    &["space"],
    &["values"],
    &["solve"],
    &["table"],
    &["job"],
    &["cluster"],
    &["query"],
    &["search"],
    &["answer"],
    &["players", "verify", "play"],
    &["catalogue"],
    &["open"],
];

/// Games stand beside the layers: what they may use, and what may use them.
const GAMES_USE: [&str; 4] = ["util", "game", "space", "solve"];
/// A folder `solver` of a game is a solver for that game alone, so it uses `values` and the contract of solvers, too.
const GAME_SOLVERS_USE: [&str; 5] = ["util", "game", "space", "values", "solve"];
const USE_GAMES: [&str; 2] = ["players", "catalogue"];

/// What games may use of the engines: the layouts that make them work for a game.
const LAYOUTS: [&str; 4] = ["bitsets", "hunters", "packing", "subslices"];

/// A path of names from the root of the crate.
type Names = Vec<String>;

/// One file: a module.
#[derive(Default)]
struct Module {
    /// Where it is, for messages.
    file: String,
    /// The paths that it imports.
    imports: BTreeSet<Names>,
    /// The names that it re-exports, and what they are.
    exports: BTreeMap<String, Names>,
}

type Modules = BTreeMap<Names, Module>;

/// The folder of the library.
fn library() -> PathBuf {
    crate::support::root().join("src")
}

/// The folder of the program.
fn program() -> PathBuf {
    library().join("program")
}

/// Reads every file of the crate with this folder, without the crates below it.
fn modules(root: PathBuf) -> Modules {
    let (mut files, mut directories) = (Vec::new(), vec![root.clone()]);
    while let Some(directory) = directories.pop() {
        for entry in directory.read_dir().expect("a directory of the source") {
            let path = entry.expect("the directory can be read").path();
            match path.is_dir() {
                true if path.join("Cargo.toml").exists() => (),
                true => directories.push(path),
                false if path.extension().is_some_and(|extension| extension == "rs") => files.push(path),
                false => (),
            }
        }
    }
    let names = |path: &Path| {
        let inner = path.strip_prefix(&root).expect("it is below the root").with_extension("");
        let mut names: Names = inner.iter().map(|name| name.to_string_lossy().into_owned()).collect();
        if ["mod", "lib"].contains(&names[names.len() - 1].as_str()) {
            names.pop();
        }
        names
    };
    // They are no modules of the library of their crate.
    let outside = ["main.rs", "build.rs"].map(|name| root.join(name));
    let files = files.into_iter().filter(|path| !outside.contains(path));
    let named: BTreeMap<Names, _> = files.map(|path| (names(&path), path)).collect();
    let read = |(names, path): (&Names, &std::path::PathBuf)| {
        let children = named.keys().filter(|child| child.split_last().is_some_and(|(_, parent)| parent == names));
        let children: Vec<&str> = children.filter_map(|child| child.last()).map(String::as_str).collect();
        let source = fs::read_to_string(path).expect("the source can be read");
        let file = path.strip_prefix(&root).expect("it is below the root").display().to_string();
        (names.clone(), Module { file, ..module(names, &children, &code(&source)) })
    };
    named.iter().map(read).collect()
}

/// The source without comments and tests.
fn code(source: &str) -> String {
    let lines: Vec<&str> = source.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let (mut code, mut at) = (String::new(), 0);
    while at < lines.len() {
        let line = lines[at];
        if line.trim() == "#[cfg(test)]" {
            // The source is formatted: an item ends with its first line, or with a brace as far in as it began.
            let end = format!("{}}}", &line[..line.len() - line.trim_start().len()]);
            at += 1;
            if !lines[at].ends_with(';') {
                at += lines[at..].iter().position(|line| *line == end).expect("the item ends");
            }
        } else {
            code.push_str(line);
            code.push('\n');
        }
        at += 1;
    }
    code
}

/// The imports and re-exports of a module.
fn module(names: &Names, children: &[&str], code: &str) -> Module {
    let (mut module, mut rest) = (Module::default(), String::new());
    let mut imported = Vec::new();
    for statement in code.split_inclusive(';') {
        let (before, path) = match statement.rsplit_once("use ") {
            Some((before, path)) if before.is_empty() || before.ends_with(['\n', ' ']) => (before, path),
            _ => {
                let module = statement.lines().last().is_some_and(|line| line.trim_start().contains("mod "));
                rest.push_str(if module { "" } else { statement });
                continue;
            }
        };
        let public = before.trim_end().ends_with("pub");
        let path: String = path.trim_end_matches(';').split_whitespace().collect::<Vec<_>>().join(" ");
        for (path, alias) in expanded(&path) {
            let Some(path) = absolute(names, children, &path) else { continue };
            match public {
                true => drop(module.exports.insert(alias, path)),
                false => imported.push(path),
            }
        }
        rest.push_str(before);
        rest.push('\n');
    }
    // Paths in code, and re-exported names that the module itself uses.
    for word in rest.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')) {
        let path: Names = word.split("::").map(str::to_string).collect();
        if path.len() > 1 {
            imported.extend(absolute(names, children, &path));
        }
        imported.extend(module.exports.get(path[0].as_str()).cloned());
    }
    module.imports.extend(imported);
    module
}

/// The paths of a `use`, `a::{b, c as d}`, each with the name that it brings in.
fn expanded(path: &str) -> Vec<(Names, String)> {
    let path = path.trim();
    let Some((prefix, group)) = path.split_once('{') else {
        let (path, alias) = path.split_once(" as ").unwrap_or((path, path.rsplit("::").next().unwrap_or(path)));
        return vec![(path.split("::").map(str::to_string).collect(), alias.to_string())];
    };
    let group = group.strip_suffix('}').expect("a group ends");
    let (mut items, mut depth) = (vec![String::new()], 0);
    for c in group.chars() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        match c {
            ',' if depth == 0 => items.push(String::new()),
            c => items.last_mut().expect("there is one").push(c),
        }
    }
    let items = items.iter().map(|item| item.trim()).filter(|item| !item.is_empty());
    items.flat_map(|item| expanded(&format!("{prefix}{item}"))).collect()
}

/// A path from the root of the crate; none if it leads to another crate.
fn absolute(names: &Names, children: &[&str], path: &[String]) -> Option<Names> {
    let mut base = match path[0].as_str() {
        "crate" => Vec::new(),
        "self" | "super" => names.clone(),
        first if children.contains(&first) => [names.clone(), vec![first.to_string()]].concat(),
        _ => return None,
    };
    let supers = path.iter().take_while(|name| *name == "super").count();
    base.truncate(base.len() - supers);
    let names = path[supers.max(1)..].iter().filter(|name| *name != "self");
    Some(base.into_iter().chain(names.cloned()).collect())
}

/// The module that a path leads to, through re-exports.
fn defining<'a>(modules: &'a Modules, path: &[String], depth: usize) -> &'a Names {
    let at = (0..=path.len()).rev().find(|&end| modules.contains_key(&path[..end])).expect("the root is a module");
    let (names, module) = modules.get_key_value(&path[..at]).expect("it was found");
    match path.get(at).and_then(|name| module.exports.get(name)) {
        Some(export) if depth > 0 => defining(modules, &[export, &path[at + 1..]].concat(), depth - 1),
        _ => names,
    }
}

/// The files that each file imports.
fn graph(modules: &Modules) -> BTreeMap<&Names, BTreeSet<&Names>> {
    let imports = |(names, module): (&'_ Names, &Module)| {
        let files = module.imports.iter().map(|path| defining(modules, path, 8)).filter(|other| *other != names);
        files.collect::<BTreeSet<_>>()
    };
    modules.iter().map(|(names, module)| (names, imports((names, module)))).collect()
}

/// Whether the layers allow a room to use another.
fn may_use(room: &str, other: &str) -> bool {
    let layer = |room: &str| LAYERS.iter().position(|rooms| rooms.contains(&room));
    match (room, other) {
        ("games", _) => GAMES_USE.contains(&other),
        (_, "games") => USE_GAMES.contains(&room),
        _ => layer(room).zip(layer(other)).is_some_and(|(room, other)| other < room),
    }
}

#[test]
fn rooms_use_only_rooms_below_them() {
    let modules = modules(library());
    assert!(modules.len() > 100, "found only {} files", modules.len());
    let mut offenders = Vec::new();
    for (names, module) in &modules {
        let Some(room) = names.first() else { continue };
        for path in module.imports.iter().filter(|path| path.first() != Some(room)) {
            let other = path.first().map_or("", String::as_str);
            let is_game_solver = room == "games" && names.get(2).is_some_and(|name| name == "solver");
            if is_game_solver {
                if !GAME_SOLVERS_USE.contains(&other) {
                    offenders.push(format!("{}: a game's solver must not use crate::{}", module.file, path.join("::")));
                }
                continue;
            }
            if !may_use(room, other) {
                offenders.push(format!("{}: {room} must not use crate::{}", module.file, path.join("::")));
            }
            let layout = path.get(1).is_some_and(|module| LAYOUTS.contains(&module.as_str()));
            if room == "games" && other == "solve" && !layout {
                offenders.push(format!("{}: a game must use only layouts of engines", module.file));
            }
        }
    }
    assert!(offenders.is_empty(), "imports that point up:\n{}", offenders.join("\n"));
}

#[test]
fn files_do_not_import_one_another_in_a_cycle() {
    let offenders = [library(), program()].map(imports_in_cycles).concat();
    assert!(offenders.is_empty(), "imports in cycles:\n{}", offenders.join("\n"));
}

/// The imports of the crate with this folder that are part of a cycle.
fn imports_in_cycles(root: PathBuf) -> Vec<String> {
    let modules = modules(root);
    let graph = graph(&modules);
    let reachable = |from: &Names| {
        let (mut found, mut left) = (BTreeSet::new(), graph[from].iter().copied().collect::<Vec<_>>());
        while let Some(names) = left.pop() {
            if found.insert(names) {
                left.extend(&graph[names]);
            }
        }
        found
    };
    let reached: BTreeMap<&Names, BTreeSet<&Names>> = graph.keys().map(|names| (*names, reachable(names))).collect();
    let circular = |names: &Names, other: &Names| reached[names].contains(other) && reached[other].contains(names);
    let mut offenders = Vec::new();
    for (names, imports) in &graph {
        for other in imports.iter().filter(|other| circular(names, other)) {
            offenders.push(format!("{} imports {}", modules[*names].file, modules[*other].file));
        }
    }
    offenders
}

#[test]
fn the_layers_are_those_of_the_plan() {
    let allowed = [
        ("play", "draw"),
        ("query", "table"),
        ("games", "solve"),
        ("players", "games"),
        ("verify", "search"),
        ("catalogue", "play"),
    ];
    let forbidden = [
        ("draw", "space"),
        ("table", "query"),
        ("games", "table"),
        ("search", "games"),
        ("verify", "play"),
        ("new", "util"),
    ];
    assert!(allowed.iter().all(|(room, other)| may_use(room, other)));
    assert!(!forbidden.iter().any(|(room, other)| may_use(room, other)));
}

#[test]
fn unsafe_code_is_in_the_files_that_the_guide_names() {
    let is_unsafe = |source: &str| {
        code(source).lines().any(|line| {
            let words: Vec<&str> = line.split(|letter: char| !letter.is_alphanumeric() && letter != '_').collect();
            words.contains(&"unsafe")
        })
    };
    let files: Vec<String> = modules(library()).into_values().map(|module| module.file).collect();
    let of_program = modules(program()).into_values().map(|module| format!("program/{}", module.file));
    let files: Vec<String> = files.into_iter().chain(of_program).collect();
    let read = |file: &String| fs::read_to_string(library().join(file)).expect("it is there");
    let outside: BTreeSet<&str> = files.iter().filter(|file| is_unsafe(&read(file))).map(String::as_str).collect();
    let guide = fs::read_to_string(library().join("guide/trust.md")).expect("it is there");
    let (_, list) = guide.split_once("Unsafe code is in six places").expect("the guide says so");
    let (list, _) = list.split_once("interface for C").expect("the list ends");
    let named: BTreeSet<&str> = list.split('`').skip(1).step_by(2).collect();
    assert_eq!(outside, named);
}

#[test]
fn imports_are_read_as_the_compiler_reads_them() {
    let names = |path: &str| path.split("::").map(str::to_string).collect::<Names>();
    let source = "use crate::game::{Game, value::{self, Value as V}};\nuse std::fmt;\npub use child::Thing;\n\
                  // crate::comment::X\nfn f() -> super::Other { crate::util::g() }\n#[cfg(test)]\nmod tests {\n    \
                  use crate::other::X;\n}\n";
    let module = module(&names("a::b"), &["child"], &code(source));
    let found: Vec<String> = module.imports.iter().map(|path| path.join("::")).collect();
    assert_eq!(found, ["a::Other", "game::Game", "game::value", "game::value::Value", "util::g"]);
    assert_eq!(module.exports["Thing"], names("a::b::child::Thing"));
}
