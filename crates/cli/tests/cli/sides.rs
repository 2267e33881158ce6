//! `--tests sides`: a test for each side that was merged on a path, in whatever way the run is divided or ended.

use effigy_testkit::{TempDir, tool};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::{Command, Output};

/// Merged paths that end well, and one that fails on two sides.
const PROGRAM: &str = r#"
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int a = getchar(), b = getchar(), c = getchar(), n = 0;
  if (a == 'x')
    n = 1;
  else if (b > '5')
    n = 2;
  if (c < 'k') {
    if (c == 'd')
      n += 10;
    else
      n += 20;
  }
  if (c == 'd' && n != 11)
    abort();
  return n;
}
"#;

fn effigy(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
    // Merged although their trees are small.
    command.current_dir(folder).env("EFFIGY_STRESS", "merge").args(arguments).output().unwrap()
}

fn explore(folder: &Path, more: &[&str]) -> Value {
    let fixed = ["explore", "prog.c", "--sym-stdin", "3", "--json", "--out", "run"];
    let output = effigy(folder, &[&fixed[..], more].concat());
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&output.stderr)))
}

/// The tests and the tree of the run.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let run = folder.join("run");
    let tests = std::fs::read_dir(run.join("tests")).unwrap().map(|e| e.unwrap().path());
    let trees = ["tree.txt", "tree.json", "tree.dot", "tree.html"].map(|name| run.join(name));
    let file = |path: std::path::PathBuf| {
        let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
        (path.file_name().unwrap().to_string_lossy().into_owned(), text)
    };
    tests.chain(trees).map(file).collect()
}

/// The tests in order.
fn tests(files: &BTreeMap<String, String>) -> Vec<Value> {
    let tests =
        files.iter().filter(|(name, _)| name.starts_with("test") && name.ends_with(".json"));
    tests.map(|(_, text)| serde_json::from_str(text).unwrap()).collect()
}

fn bytes(test: &Value) -> Vec<u8> {
    let hex = test["stdin"].as_str().unwrap();
    let byte = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
    (0..hex.len()).step_by(2).map(byte).collect()
}

fn folder() -> TempDir {
    let folder = TempDir::new();
    folder.write("prog.c", PROGRAM);
    folder
}

#[test]
fn each_side_that_was_merged_has_a_test_that_is_confirmed() {
    if tool("clang").is_none() {
        return;
    }
    let folder = folder();
    let sides = ["--merge", "always", "--tests", "sides"];
    let report = explore(folder.path(), &sides);
    assert_eq!(report["exhaustive"], true, "{report}");
    let found = files(folder.path());
    let tests = tests(&found);
    assert_eq!(report["tests"].as_u64(), Some(tests.len() as u64));
    let paths: BTreeSet<u64> = tests.iter().map(|t| t["path"].as_u64().unwrap()).collect();
    assert!(tests.len() > paths.len(), "no path has several tests");
    for (number, test) in (1..).zip(&tests) {
        assert_eq!(
            (test["number"].as_u64(), &test["replay"]),
            (Some(number), &"confirmed".into()),
            "{test}"
        );
    }
    // The tests of a path follow each other.
    assert!(tests.is_sorted_by_key(|test| test["path"].as_u64()));
    let all: Vec<(u8, u8, u8)> = tests
        .iter()
        .map(|test| match bytes(test)[..] {
            [a, b, c] => (a, b, c),
            _ => panic!("{test}"),
        })
        .collect();
    type Way = fn(&(u8, u8, u8)) -> bool;
    let ways: [Way; 8] = [
        |(a, _, _)| *a == b'x',
        |(a, b, _)| *a != b'x' && *b > b'5',
        |(a, b, _)| *a != b'x' && *b <= b'5',
        |(_, _, c)| *c == b'd',
        |(_, _, c)| *c < b'k' && *c != b'd',
        |(_, _, c)| *c >= b'k',
        |(a, _, c)| *a == b'x' && *c == b'd',
        |(a, _, c)| *a != b'x' && *c == b'd',
    ];
    for (way, taken) in ways.iter().enumerate() {
        assert!(all.iter().any(taken), "no test takes way {way}: {all:?}");
    }
    assert!(found["tree.txt"].contains(", tests "), "{}", found["tree.txt"]);
    let tree: Value = serde_json::from_str(&found["tree.json"]).unwrap();
    assert!(tree["further"].as_object().is_some_and(|further| !further.is_empty()), "{tree}");
}

#[test]
fn tests_of_sides_do_not_depend_on_threads_or_on_an_end_in_between() {
    if tool("clang").is_none() {
        return;
    }
    let folder = folder();
    let sides = ["--merge", "auto", "--tests", "sides", "--no-replay", "--threads"];
    explore(folder.path(), &[&sides[..], &["1"]].concat());
    let expected = files(folder.path());
    for threads in ["2", "3"] {
        explore(folder.path(), &[&sides[..], &[threads]].concat());
        assert_eq!(files(folder.path()), expected, "{threads} threads");
    }
    // As if the run had been killed: its journal is not all there.
    let journal = folder.path().join("run/journal.bin");
    let written = std::fs::read(&journal).unwrap();
    for part in [3, 2, 1] {
        std::fs::write(&journal, &written[..written.len() * part / 4]).unwrap();
        let output = effigy(folder.path(), &["resume", "run", "--no-replay"]);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{output:?}");
        assert_eq!(files(folder.path()), expected, "{part} quarters of the journal");
    }
    // Nothing is left to be run: all tests come from the journal.
    let output = effigy(folder.path(), &["resume", "run", "--no-replay"]);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{output:?}");
    assert_eq!(files(folder.path()), expected, "a journal that is all there");
}

#[test]
fn without_merging_each_path_is_a_side() {
    if tool("clang").is_none() {
        return;
    }
    let folder = folder();
    let unmerged = ["--merge", "never", "--no-replay", "--tests"];
    explore(folder.path(), &[&unmerged[..], &["all"]].concat());
    let all = files(folder.path());
    explore(folder.path(), &[&unmerged[..], &["sides"]].concat());
    assert_eq!(files(folder.path()), all);
    assert!(!all["tree.json"].contains("\"further\""));
}
