//! Given traces: the corpus in `tests/traces`, what is no trace, what a limit cuts.

use effigy_testkit::{TempDir, tool};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn traces() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/traces")
}

fn effigy(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_effigy")).args(arguments).current_dir(folder).output().unwrap()
}

fn json(output: &Output) -> Value {
    let said = || String::from_utf8_lossy(&output.stderr).into_owned();
    serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {}", said()))
}

/// What a trace of the corpus says of itself in its comments.
#[derive(Debug, Default)]
struct Expected {
    program: String,
    options: Vec<String>,
    verdict: String,
    /// The lines of the conditions that contradict each other, in order.
    core: Vec<u64>,
    /// How the program ends on the input: `exit` and a status, or a kind and a line.
    ends: (String, u64),
}

fn expected(text: &str) -> Expected {
    let mut expected = Expected::default();
    for line in text.lines() {
        let Some((name, value)) = line.strip_prefix("# ").and_then(|l| l.split_once(": ")) else {
            continue;
        };
        let words: Vec<&str> = value.split_whitespace().collect();
        match name {
            "program" => expected.program = value.to_owned(),
            "options" => expected.options = words.iter().map(|w| (*w).to_owned()).collect(),
            "verdict" => expected.verdict = value.to_owned(),
            "core" => expected.core = words.iter().map(|w| w.parse().unwrap()).collect(),
            "ends" => expected.ends = (words[0].to_owned(), words[1].parse().unwrap()),
            _ => {}
        }
    }
    expected
}

/// The traces of the corpus whose programs have this extension.
fn corpus(extension: &str) -> Vec<(String, Expected)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(traces()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if !name.ends_with(".txt") {
            continue;
        }
        let expected = expected(&std::fs::read_to_string(traces().join(&name)).unwrap());
        assert!(!expected.program.is_empty(), "{name} names no program");
        if expected.program.ends_with(extension) {
            found.push((name, expected));
        }
    }
    found.sort_by(|a, b| a.0.cmp(&b.0));
    assert!(!found.is_empty());
    found
}

/// Runs the traces of the corpus whose programs have this extension, and says what is not as they say.
fn check_corpus(extension: &str) {
    let mut problems = Vec::new();
    for (name, expected) in corpus(extension) {
        let folder = TempDir::new();
        let run = folder.path().join("run").to_string_lossy().into_owned();
        let mut arguments = vec!["feasible", &expected.program, "--trace", &name];
        arguments.extend(expected.options.iter().map(String::as_str));
        arguments.extend(["--json", "--out", &run]);
        let output = effigy(&traces(), &arguments);
        if output.status.code() == Some(2) {
            problems.push(format!("{name}: {}", String::from_utf8_lossy(&output.stderr)));
            continue;
        }
        let answer = json(&output);
        let (verdict, status) = (&answer["feasible"]["answer"], output.status.code());
        if *verdict != expected.verdict.as_str() {
            problems.push(format!("{name}: {verdict}: {}", answer["feasible"]));
            continue;
        }
        match expected.verdict.as_str() {
            "infeasible" => {
                let core = answer["feasible"]["dead_ends"][0]["core"].as_array().cloned();
                let lines: Vec<u64> = core
                    .iter()
                    .flatten()
                    .map(|condition| condition["line"].as_u64().unwrap())
                    .collect();
                if lines != expected.core || status != Some(0) {
                    problems.push(format!("{name}: status {status:?}, core {lines:?}"));
                }
            }
            "feasible" => {
                let ends = ends(&run);
                if ends != expected.ends || status != Some(1) {
                    problems.push(format!("{name}: status {status:?}, ends {ends:?}"));
                }
            }
            other => problems.push(format!("{name}: `{other}` is no verdict")),
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// How the native program ends on the first test of a run; it has to be as the test predicts.
fn ends(run: &str) -> (String, u64) {
    let test = format!("{run}/1");
    let replay = effigy(&traces(), &["replay", &test, "--json"]);
    let file = std::fs::read(Path::new(run).join("tests/test000001.json")).unwrap();
    let file: Value = serde_json::from_slice(&file).unwrap();
    let replay = json(&replay);
    assert_eq!(replay["replay"], "confirmed", "{replay}");
    let predicted = &file["predicted"];
    let (kind, number) = match predicted["outcome"].as_str() {
        Some("exit") => (&predicted["outcome"], &predicted["status"]),
        _ => (&predicted["kind"], &predicted["line"]),
    };
    (kind.as_str().unwrap().to_owned(), number.as_u64().unwrap())
}

#[test]
fn traces_of_c_programs_have_their_verdicts_and_cores() {
    if tool("clang").is_some() {
        check_corpus(".c");
    }
}

/// The answer about a trace of `loops.c` in the corpus.
fn about_loops(trace: &str, more: &[&str]) -> Output {
    let folder = TempDir::new();
    folder.write("trace.txt", trace);
    let program = traces().join("loops.c").to_string_lossy().into_owned();
    let arguments = ["feasible", program.as_str(), "--trace", "trace.txt"];
    effigy(folder.path(), &[&arguments, more].concat())
}

#[test]
fn what_is_no_trace_is_refused_with_its_line() {
    if tool("clang").is_none() {
        return;
    }
    for (trace, says) in [
        ("", "trace.txt:1: the trace has no steps"),
        ("loops.c:8\nnonsense\n", "trace.txt:2: expected a file and a line"),
        ("loops.c:8: maybe\n", "trace.txt:1: `maybe` is nothing that a step can say"),
        ("\nother.c:8\n", "trace.txt:2: the program has no code of a file `other.c`"),
        ("loops.c:1\n", "trace.txt:1: there is no code at loops.c:1; the nearest lines with code"),
        ("loops.c:9: true\n", "trace.txt:1: nothing is decided at loops.c:9"),
        ("loops.c:6: enter total\n", "trace.txt:1: `loops.c` has no function `total`"),
        ("loops.c:32: fails\nloops.c:33\n", "trace.txt:1: a run that fails has no further steps"),
    ] {
        let output = about_loops(trace, &[]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{trace:?}: {said}");
        assert!(said.contains(says), "{trace:?}: {said}");
        assert!(output.stdout.is_empty(), "{trace:?}");
    }
}

#[test]
fn what_a_budget_cuts_is_undecided() {
    if tool("clang").is_none() {
        return;
    }
    // Whole, the trace is infeasible.
    let trace = "loops.c:34: fails\n";
    for limit in [["--max-forks", "3"], ["--max-depth", "2"], ["--max-steps", "60"]] {
        let output = about_loops(trace, &[&limit[..], &["--json"]].concat());
        assert_eq!(output.status.code(), Some(3), "{limit:?}");
        let answer = json(&output);
        assert_eq!(answer["feasible"]["answer"], "undecided", "{limit:?}");
        assert_eq!(answer["verdict"], "incomplete", "{limit:?}");
        let reason = answer["incomplete_because"][0]["reason"].as_str().unwrap();
        assert!(reason.contains(limit[0]), "{limit:?}: {reason}");
    }
    assert_eq!(about_loops(trace, &[]).status.code(), Some(0));
}

#[test]
fn a_run_of_another_verb_has_no_tree_and_is_not_gone_on_with() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    folder.write("trace.txt", "loops.c:32\n");
    let program = traces().join("loops.c").to_string_lossy().into_owned();
    let arguments = ["feasible", program.as_str(), "--trace", "trace.txt", "--out", "run"];
    assert_eq!(effigy(folder.path(), &arguments).status.code(), Some(1));
    for verb in ["tree", "resume"] {
        let output = effigy(folder.path(), &[verb, "run"]);
        assert_eq!(output.status.code(), Some(2), "{verb}");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains("is a run of `feasible`"), "{said}");
    }
}
