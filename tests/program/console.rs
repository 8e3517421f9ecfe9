//! What the program writes for people and for programs: plans, JSON, failures, suggestions, completions and widths.

use std::path::Path;
use std::process::Command;

use crate::support::shared::shared;
use crate::support::{Ended, GAMES, hindsight, run};
use serde_json::{Value as Json, json};
use tempfile::TempDir;

/// A directory with tic-tac-toe and the endings of checkers of up to three pieces.
fn solved() -> &'static Path {
    shared("checkers-3", |directory| {
        hindsight(directory, &["solve", "tic-tac-toe"]).answer();
        hindsight(directory, &["solve", "checkers", "--pieces", "3"]).answer();
    })
}

fn temporary() -> TempDir {
    tempfile::tempdir().expect("a directory for the test")
}

/// The keys of an object, in any order.
fn keys(object: &Json) -> Vec<&str> {
    object.as_object().expect("an object").keys().map(String::as_str).collect()
}

#[test]
fn a_dry_run_shows_the_plan_and_solves_nothing() {
    let directory = temporary();
    let dry = |arguments: &[&str]| {
        let arguments = [&["solve", "checkers", "--dry-run", "--threads", "2"], arguments].concat();
        hindsight(directory.path(), &arguments)
    };
    let plan = dry(&["--pieces", "3"]).answer();
    assert!(plan.contains("to solve: 2 tables, 199,520 entries\n"), "{plan}");
    assert!(plan.contains("MiB of memory on 2 threads, and 207.7 kB of disk or more\n"), "{plan}");
    assert!(plan.contains("time:     about ") && plan.contains(" entries per second just measured\n"), "{plan}");
    assert!(plan.contains("disk:     about ") && plan.contains(" kB with --compress, which takes about "), "{plan}");
    assert!(plan.contains("free:     ") && plan.contains("3         12  196,032  200.1 kB"), "{plan}");
    assert_eq!(directory.path().read_dir().expect("a directory").count(), 0);

    let compressed = dry(&["--pieces", "3", "--compress"]).answer();
    assert!(compressed.contains(" on 2 threads, and 200.1 kB of disk or more\n"), "{compressed}");

    // What does not fit ends as the solve would.
    for arguments in [&["--pieces", "3", "--memory", "1M"][..], &[]] {
        let (dry, wet) = (dry(arguments), {
            let arguments = [&["solve", "checkers", "--threads", "2"], arguments].concat();
            hindsight(directory.path(), &arguments)
        });
        assert!(dry.out.contains("to solve: "), "{}", dry.out);
        // A log has lines on the measurement before it.
        let message = dry.message();
        assert!(message.ends_with(&wet.message()), "{message}");
    }

    hindsight(directory.path(), &["solve", "checkers", "--pieces", "2"]).answer();
    let objects = dry(&["--pieces", "3", "--json"]).objects();
    let [plan] = &objects[..] else { panic!("expected one object, found {objects:?}") };
    assert_eq!(plan["game"], "checkers");
    assert_eq!((&plan["finished"]["tables"], &plan["left"]["tables"]), (&json!(1), &json!(1)));
    assert_eq!(plan["left"]["entries"], 196_032);
    assert!(plan["seconds"].as_f64() > Some(0.0), "{plan}");
    assert!(plan["compressed_bytes"].as_u64() > Some(10_000), "{plan}");
    assert_eq!(plan["parts"][0]["finished"], true);
    assert_eq!(plan["parts"][1]["part"], "3");
    assert!(dry(&["--pieces", "2"]).answer().contains("already solved: "));
}

#[test]
fn solve_writes_an_object_for_each_finished_table() {
    let directory = temporary();
    let solve = || hindsight(directory.path(), &["solve", "checkers", "--pieces", "3", "--json"]).objects();
    let (first, again) = (solve(), solve());
    assert_eq!(first.len(), 2);
    for (number, (object, again)) in first.iter().zip(&again).enumerate() {
        assert_eq!(object["game"], "checkers");
        assert_eq!(object["part"], ["2", "3"][number]);
        assert_eq!(object["slices"], [4, 12][number]);
        assert_eq!(object["entries"], [3_488, 196_032][number]);
        assert!(object["seconds"].as_f64().is_some_and(|seconds| seconds > 0.0), "{object}");
        let path = object["path"].as_str().expect("a path");
        assert_eq!(std::fs::metadata(path).expect("it is there").len(), object["bytes"].as_u64().expect("bytes"));
        // A table that was finished before took no time.
        let mut expected = object.clone();
        expected["seconds"] = Json::Null;
        assert_eq!(*again, expected);
    }
}

#[test]
fn verify_writes_an_object_for_each_check() {
    let ended = hindsight(solved(), &["verify", "tic-tac-toe", "--json"]);
    assert_eq!(ended.status, 0, "{}", ended.err);
    let objects = ended.objects();
    let expected = ["game", "test", "what", "source", "expected", "found", "verdict", "details"];
    assert!(ended.out.starts_with("{\"game\":\"tic-tac-toe\",\"test\":\"rules\",\"what\":"), "{}", ended.out);
    for object in &objects {
        assert!(expected.iter().all(|key| keys(object).contains(key)), "{object}");
        assert_eq!(object["source"].is_string(), object["test"] == "published", "{object}");
    }
    let of = |test: &str| objects.iter().filter(|object| object["test"] == test).count();
    assert_eq!((of("rules"), of("checksums"), of("laws"), of("sample")), (1, 1, 5, 2));
    assert_eq!(objects.iter().filter(|object| object["verdict"] == "failed").count(), 0);
}

#[test]
fn perft_compare_and_games_write_objects() {
    let lines = hindsight(solved(), &["perft", "tic-tac-toe", "3", "--json", "--quiet"]).answer();
    assert!(lines.starts_with("{\"game\":\"tic-tac-toe\",\"position\":\".../.../... x\",\"depth\":1,\"lines\":9,"));
    let ended = hindsight(solved(), &["compare", "tic-tac-toe", "--depth", "2", "--json"]);
    let engines = ended.objects();
    assert_eq!(engines.len(), 9);
    assert!(ended.out.starts_with("{\"game\":\"tic-tac-toe\",\"position\":"), "{}", ended.out);
    assert!(engines.iter().all(|object| object["depth"] == 2 && object["seconds"].is_f64()), "{engines:?}");

    let games = hindsight(solved(), &["games", "--json"]).objects();
    let names: Vec<&str> = games.iter().filter_map(|game| game["game"].as_str()).collect();
    assert_eq!(names, GAMES);
    assert_eq!(games.len(), hindsight(solved(), &["games"]).answer().lines().skip(1).count());
    let checkers = games.iter().find(|game| game["game"] == "checkers").expect("it is listed");
    assert_eq!(checkers["solved"], json!({"slices": 16, "entries": 199_520, "bytes": 207_736}));
    assert_eq!((&checkers["size_name"], &checkers["sides"]), (&json!("pieces"), &json!(["Black", "White"])));
    let one = hindsight(solved(), &["games", "checkers", "--json"]).objects();
    assert_eq!(one, std::slice::from_ref(checkers));
    let has = |name: &str, command: &str| {
        let game = games.iter().find(|game| game["game"] == name).expect("it is listed");
        game["commands"].as_array().expect("an array").contains(&json!(command))
    };
    assert!(has("checkers", "query") && has("pangki", "solve") && has("pangki", "stats") && !has("pangki", "games"));
}

/// The object of a failure, which is the last line.
fn failure(ended: Ended) -> Json {
    assert_eq!(ended.status, 2, "{}", ended.out);
    let object = ended.objects().pop().expect("an object");
    assert_eq!((keys(&object).len(), &object["status"]), (3, &json!(2)), "{object}");
    // The message for people is the same, after the name of the program.
    let message = format!("hindsight: {}\n", object["error"].as_str().expect("a message"));
    assert_eq!(ended.err, message);
    object
}

#[test]
fn a_failure_of_a_command_with_json_is_an_object_too() {
    let empty = temporary();
    let fails = |arguments: &[&str]| failure(hindsight(empty.path(), arguments));
    for (arguments, game, error) in [
        (&["annotate", "tic-tac-toe", "-", "--json"][..], json!("tic-tac-toe"), "expected a table of tic-tac-toe"),
        (&["query", "PANGKI", "nowhere", "--json"], json!("pangki"), "expected a Pangki position"),
        (&["stats", "shogi", "--json"], Json::Null, "expected one of pangki"),
        (&["query", "--json", "checkers", "--pices", "3"], json!("checkers"), "--pices"),
        (&["compare", "checkers", "--json"], json!("checkers"), "--depth"),
        (&["games", "--json", "--frobnicate"], Json::Null, "--frobnicate"),
        (&["--json"], Json::Null, "--json"),
        (&["solve", "checkers", "--json"], json!("checkers"), "expected a selection of slices"),
        (&["tables", "--json", "--slice", "KvK"], Json::Null, "expected a game"),
    ] {
        let object = fails(arguments);
        assert_eq!(object["game"], game, "{object}");
        assert!(object["error"].as_str().is_some_and(|text| text.contains(error)), "{object}");
    }
    // A word after `--` is no option.
    let ended = hindsight(empty.path(), &["query", "chess", "--", "--json"]);
    assert_eq!((ended.status, ended.out.as_str()), (2, ""));
    // What was written before stays: every line is an object.
    let objects = hindsight(empty.path(), &["solve", "checkers", "--dry-run", "--json"]).objects();
    assert_eq!((objects.len(), &objects[1]["game"]), (2, &json!("checkers")));
}

#[test]
fn a_near_miss_is_asked_about() {
    for (arguments, question) in [
        (&["solve", "checker"][..], "Did you mean `checkers`?"),
        (&["games", "tictactoe"], "Did you mean `tic-tac-toe`?"),
        (&["solve", "checkers", "--slice", "KvXK"], "Did you mean `KvKK`?"),
        (&["stats", "checkers", "KKvXK"], "Did you mean `KKvKK`?"),
        (&["search", "checkers", "--engine", "tripple-jump"], "Did you mean `triple-jump`?"),
        (&["search", "checkers", "--engine", "scout-tt:dept=3"], "Did you mean `depth`?"),
        (&["play", "checkers", "--starts", "blak"], "Did you mean `Black`?"),
        (&["verfy", "checkers"], "Did you mean `verify`?"),
        (&["verify", "checkers", "--chekcsums"], "Did you mean `--checksums`?"),
    ] {
        let message = hindsight(solved(), arguments).message();
        assert!(message.contains(question), "{message}");
    }
    for arguments in [&["solve", "shogi"][..], &["solve", "checkers", "--slice", "3v2"]] {
        let message = hindsight(solved(), arguments).message();
        assert!(!message.contains("Did you mean"), "{message}");
    }
}

#[test]
fn a_quiet_command_writes_results_and_errors_alone() {
    let directory = temporary();
    // `answer` expects nothing on standard error.
    let out = hindsight(directory.path(), &["solve", "tic-tac-toe", "--pieces", "3", "--quiet"]).answer();
    assert!(out.contains("solved: "), "{out}");
    assert_eq!(hindsight(solved(), &["perft", "tic-tac-toe", "2", "--quiet"]).answer(), "1\t9\n2\t72\n");
    assert!(hindsight(solved(), &["verify", "tic-tac-toe", "--quiet"]).answer().contains(" passed, 0 failed"));
    assert!(hindsight(solved(), &["perft", "tic-tac-toe", "many", "--quiet"]).message().contains("expected a depth"));
}

#[test]
fn memory_is_given_and_shown_in_units_that_say_what_they_are() {
    let refused =
        |memory: &str| hindsight(solved(), &["solve", "pangki", "--memory", memory, "--threads", "2"]).message();
    assert!(refused("1M").contains("found a limit of 1.0 MiB. Give --memory "), "{}", refused("1M"));
    assert_eq!(refused("1M"), refused("1MiB"));
    assert!(refused("1MB").contains("found a limit of 976.6 KiB"), "{}", refused("1MB"));
    assert!(refused("1X").contains("such as 512M, 6GiB or 6GB"), "{}", refused("1X"));
    // The advice is enough.
    let message = refused("1M");
    let (_, advice) = message.split_once("Give ").expect("advice");
    let memory = advice.split_whitespace().nth(1).expect("a size");
    let directory = temporary();
    let arguments = ["solve", "pangki", "--memory", memory, "--threads", "2", "--dry-run"];
    hindsight(directory.path(), &arguments).answer();
}

#[test]
fn shells_complete_commands_and_games() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = hindsight(solved(), &["completions", shell]).answer();
        for word in ["hindsight", "verify", "dry-run"] {
            assert!(script.contains(word), "{word} is missing for {shell}");
        }
        // The others complete no words but commands and options.
        if ["bash", "zsh"].contains(&shell) {
            assert!(script.contains("losing-checkers"), "{shell}");
        }
    }
    let message = hindsight(solved(), &["completions", "klingon"]).message();
    assert!(message.contains("powershell"), "{message}");
}

#[test]
fn every_command_has_a_manual_page() {
    let page = |arguments: &[&str]| hindsight(solved(), &[&["man"], arguments].concat()).answer();
    let whole = page(&[]);
    assert!(whole.contains(".TH hindsight 1") && whole.contains("Solve games backwards"), "{whole}");
    for command in ["query", "serve", "man"] {
        assert!(whole.contains(&format!("hindsight\\-{command}(1)")), "{whole}");
        let one = page(&[command]);
        assert!(one.contains(&format!(".TH hindsight-{command} 1")) && one.contains(".SH OPTIONS"), "{one}");
    }
    assert!(page(&["serve"]).contains("this machine"));
    let message = hindsight(solved(), &["man", "servr"]).message();
    assert!(message.contains("Did you mean `serve`?"), "{message}");
}

#[cfg(unix)]
#[test]
fn bash_completes_the_name_of_a_game() {
    let script = temporary();
    let path = script.path().join("completions.bash");
    std::fs::write(&path, hindsight(solved(), &["completions", "bash"]).answer()).expect("it can be written");
    let ask = "source $0; COMP_WORDS=(hindsight query los); COMP_CWORD=2; _hindsight hindsight los query; \
               echo \"${COMPREPLY[@]}\"";
    match Command::new("bash").arg("--version").output() {
        Ok(_) => assert_eq!(run(Command::new("bash").args(["-c", ask]).arg(path), b"").out, "losing-checkers\n"),
        Err(_) => eprintln!("there is no bash here"),
    }
}

#[test]
fn outputs_fit_eighty_columns() {
    let directory = temporary();
    let path = directory.path().display().to_string();
    let outputs: [&[&str]; 10] = [
        &["solve", "checkers", "--pieces", "3"],
        &["solve", "checkers", "--pieces", "6", "--dry-run"],
        &["solve", "tic-tac-toe"],
        &["verify", "tic-tac-toe"],
        &["verify", "checkers", "--checksums", "--laws", "--sample", "5", "--solved", "--published"],
        &["games"],
        &["games", "checkers"],
        &["games", "tigers-and-goats"],
        &["tables"],
        &["compare", "checkers", "W:W18,K23:B5,K10", "--depth", "5"],
    ];
    for arguments in outputs {
        let ended = hindsight(directory.path(), arguments);
        assert_eq!(ended.status, 0, "{arguments:?}: {}", ended.err);
        // A path is as long as it is.
        let lines = ended.out.lines().filter(|line| !line.contains(&path));
        let wide: Vec<&str> = lines.filter(|line| line.chars().count() > 80).collect();
        assert!(wide.is_empty(), "{arguments:?}:\n{}", wide.join("\n"));
    }
}
