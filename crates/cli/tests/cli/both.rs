//! `--merge both`, the default: paths by themselves, and merged ones beside them; what is over first has the report.

use effigy_testkit::{TempDir, tool};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// A program of `2^choices` paths, which fails when every choice is the same.
fn choices(choices: u32) -> String {
    format!(
        "#include <assert.h>\n#include <stdio.h>\nint main(void) {{\n  int count = 0;\n  \
         for (int i = 0; i < {choices}; i++)\n    if (getchar() > 'm')\n      count++;\n  \
         assert(count < {choices});\n  return count > 3;\n}}\n"
    )
}

fn explore(folder: &Path, input: u32, more: &[&str]) -> Value {
    let input = input.to_string();
    let fixed = ["explore", "prog.c", "--json", "--sym-stdin", &input, "--out", "run"];
    let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
    let output = command.current_dir(folder).args(fixed).args(more).output().expect("it starts");
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&output.stderr)))
}

/// What a report says, without times, memory and the work of the solver.
fn said(mut run: Value) -> Value {
    for finding in run["findings"].as_array_mut().into_iter().flatten() {
        finding.as_object_mut().map(|finding| finding.remove("found_at"));
    }
    let keys = ["verdict", "paths", "tests", "findings", "coverage", "incomplete_because"];
    keys.iter().map(|key| run[*key].take()).collect()
}

#[test]
fn a_large_tree_is_decided_by_merging_whatever_the_number_of_workers() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    folder.write("prog.c", choices(24));
    let run = explore(folder.path(), 24, &["--threads", "1"]);
    assert_eq!(run["verdict"], "failed");
    assert_eq!(run["exhaustive"], true, "{run}");
    assert_eq!(run["findings"].as_array().map(Vec::len), Some(1), "{run}");
    assert_eq!(run["findings"][0]["replay"], "confirmed", "{run}");
    assert!(run["paths"]["completed"].as_u64() < Some(100), "{}", run["paths"]);
    assert!(run["remarks"].to_string().contains("paths that met were merged"), "{run}");
    let one = said(run);
    for threads in ["2", "3"] {
        let other = said(explore(folder.path(), 24, &["--threads", threads]));
        assert_eq!(one, other, "{threads} workers");
    }
}

#[test]
fn a_small_tree_is_reported_path_by_path() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    folder.write("prog.c", choices(10));
    let run = explore(folder.path(), 10, &[]);
    assert_eq!(run["paths"]["completed"].as_u64(), Some((1 << 10) - 1), "{}", run["paths"]);
    assert_eq!(said(run), said(explore(folder.path(), 10, &["--merge", "never"])));
}

/// A program that is easy path by path, and merged one question that takes minutes.
const HASH: &str = "#include <stdint.h>
#include <stdio.h>
int main(void) {
  uint64_t hash = 14695981039346656037u;
  for (unsigned i = 0; i < 16; i++)
    if (getchar() > 'm')
      hash = (hash ^ i) * 1099511628211u;
    else
      hash = (hash + 7) * (hash ^ 2654435761u);
  if (hash % 1000003 == 17)
    puts(\"found\");
  return 0;
}
";

#[test]
fn paths_that_were_all_walked_do_not_wait_for_a_hard_question_of_merged_ones() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    folder.write("prog.c", HASH);
    let more = ["--no-replay", "--tests", "none", "--max-query-time", "5m", "--max-time", "4m"];
    let run = explore(folder.path(), 16, &more);
    assert_eq!(run["exhaustive"], true, "{run}");
    assert_eq!(run["paths"]["completed"].as_u64(), Some(1 << 16), "{}", run["paths"]);
    // Some seconds here; the question takes the whole time.
    assert!(run["seconds"].as_f64() < Some(120.0), "{}", run["seconds"]);
}

#[test]
fn a_word_that_some_merged_paths_never_set_costs_no_question_about_two_contents() {
    if tool("rustc").is_none() {
        return;
    }
    let folder = TempDir::new();
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench/std/calculator.rs");
    let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
    // The numbers of a calculation are set where there is one, and a quotient of one is asked for.
    command.args(["explore", program, "--sym-stdin", "3", "--merge", "auto", "--threads", "1"]);
    command.args(["--no-replay", "--json", "--out", "run"]).current_dir(folder.path());
    let output = command.env("EFFIGY_STRESS", "merge").output().expect("it starts");
    let run: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&output.stderr)));
    assert_eq!(run["verdict"], "passed", "{run}");
    let queries = run["solver"]["queries"].as_u64();
    assert!(queries < Some(8), "{queries:?} questions");
}
