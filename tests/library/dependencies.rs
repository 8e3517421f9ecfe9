//! Dependencies have the licences, names and sources that `.deny.toml` allows.

use std::process::Command;

use serde_json::Value as Json;

/// The packages that this machine builds for the program, the tests and the tools, from `cargo metadata`.
fn packages() -> Vec<Json> {
    let cargo = || Command::new(env!("CARGO"));
    let about = cargo().arg("-vV").output().expect("cargo runs");
    let about = String::from_utf8(about.stdout).expect("text");
    let host = about.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
    let mut metadata = cargo();
    metadata.current_dir(crate::support::root());
    metadata.args(["metadata", "--format-version", "1", "--locked", "--filter-platform", host]);
    let output = metadata.output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Json = serde_json::from_slice(&output.stdout).expect("JSON");
    metadata["packages"].as_array().expect("packages").clone()
}

fn rules() -> toml::Table {
    let path = crate::support::root().join(".deny.toml");
    std::fs::read_to_string(path).expect("the rules").parse().expect("TOML")
}

/// The texts of a list of the rules.
fn list<'a>(rules: &'a toml::Table, table: &str, key: &str) -> Vec<&'a str> {
    let texts = rules[table][key].as_array().expect("a list").iter();
    texts.filter_map(|entry| entry.as_str().or_else(|| entry.get("crate")?.as_str())).collect()
}

/// Whether a licence expression such as `(MIT OR Apache-2.0) AND Unicode-3.0` is satisfied by these licences. AND binds
/// more than OR; `/` is the older form of OR.
fn is_allowed(expression: &str, allowed: &[&str]) -> bool {
    let text = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut rest = &words[..];
    let satisfied = alternatives(&mut rest, allowed);
    satisfied && rest.is_empty()
}

fn alternatives(words: &mut &[&str], allowed: &[&str]) -> bool {
    let mut satisfied = all_of(words, allowed);
    while let ["OR", rest @ ..] = words {
        *words = rest;
        satisfied |= all_of(words, allowed);
    }
    satisfied
}

fn all_of(words: &mut &[&str], allowed: &[&str]) -> bool {
    let mut satisfied = licence(words, allowed);
    while let ["AND", rest @ ..] = words {
        *words = rest;
        satisfied &= licence(words, allowed);
    }
    satisfied
}

fn licence(words: &mut &[&str], allowed: &[&str]) -> bool {
    match *words {
        ["(", rest @ ..] => {
            *words = rest;
            let satisfied = alternatives(words, allowed);
            let closed = words.first() == Some(&")");
            *words = words.get(1..).unwrap_or_default();
            satisfied && closed
        }
        [name, "WITH", exception, rest @ ..] => {
            *words = rest;
            allowed.contains(&format!("{name} WITH {exception}").as_str())
        }
        [name, rest @ ..] => {
            *words = rest;
            allowed.contains(name)
        }
        [] => false,
    }
}

#[test]
fn dependencies_have_allowed_licences_names_and_sources() {
    let rules = rules();
    let (licences, banned) = (list(&rules, "licenses", "allow"), list(&rules, "bans", "deny"));
    let registries = list(&rules, "sources", "allow-registry");
    let mut faults = Vec::new();
    for package in packages() {
        let name = package["name"].as_str().expect("a name");
        let licence = package["license"].as_str().unwrap_or_default();
        if !is_allowed(licence, &licences) {
            faults.push(format!("{name}: the licence {licence:?} is not allowed"));
        }
        if banned.contains(&name) {
            faults.push(format!("{name} is banned"));
        }
        match package["source"].as_str() {
            Some(source) if !registries.iter().any(|registry| source == format!("registry+{registry}")) => {
                faults.push(format!("{name}: the source {source} is not allowed"));
            }
            Some(_) => {}
            // A package of this workspace.
            None => {
                let dependencies = package["dependencies"].as_array().expect("dependencies");
                let of_registries = dependencies.iter().filter(|dependency| dependency["path"].is_null());
                let wild = of_registries.filter(|dependency| dependency["req"] == "*");
                faults.extend(wild.map(|dependency| format!("{name}: {} needs a version", dependency["name"])));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn licence_expressions_are_read() {
    let allowed = ["MIT", "Unicode-3.0", "Apache-2.0 WITH LLVM-exception"];
    for (expression, expected) in [
        ("MIT", true),
        ("GPL-3.0 OR MIT", true),
        ("Apache-2.0/MIT", true),
        ("MIT AND GPL-3.0", false),
        ("(MIT OR Apache-2.0) AND Unicode-3.0", true),
        ("(GPL-3.0 OR Apache-2.0) AND Unicode-3.0", false),
        ("Apache-2.0 WITH LLVM-exception OR Apache-2.0", true),
        ("GPL-3.0 OR MIT AND Unicode-3.0", true),
        ("(MIT", false),
        ("", false),
    ] {
        assert_eq!(is_allowed(expression, &allowed), expected, "{expression}");
    }
}

/// `data/licences.txt`, which `licences` shows, is what its program makes of the crates of today.
#[test]
fn the_licences_are_of_the_crates_of_today() {
    let root = crate::support::root();
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("NOT TESTED: python3 is not installed");
        return;
    }
    let made = Command::new(root.join("tools/dist/dependencies.py")).arg("licences").output().expect("it runs");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let committed = std::fs::read(root.join("data/licences.txt")).expect("the licences");
    assert!(made.stdout == committed, "run `tools/dist/dependencies.py licences > data/licences.txt`");
}
