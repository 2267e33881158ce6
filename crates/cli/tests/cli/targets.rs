//! Runs that are directed to lines of the program, and runs that name the loop that keeps forking.

use effigy_testkit::{TempDir, tool};
use serde_json::Value;
use std::process::{Command, Output};

const EFFIGY: &str = env!("CARGO_BIN_EXE_effigy");

/// A line that few paths come to, and a loop.
const PROGRAM: &str = "#include <unistd.h>
static int twice(int x) {
  return 2 * x; /* called */
}
int main(void) {
  unsigned char text[6] = {0};
  if (read(0, text, 6) != 6) return 1;
  int sum = 0;
  for (int i = 0; i < 6; i++) {
    if (text[i] > 9) sum++;
  }
  if (sum == 5 && text[0] == 7) {
    sum = twice(sum);
  }
  return sum;
}
int never(void) {
  return 3;
}
";

/// The number of the line that holds a text.
fn line(part: &str) -> usize {
    let found = PROGRAM.lines().position(|line| line.contains(part));
    found.unwrap_or_else(|| panic!("no line has {part}")) + 1
}

fn explore(folder: &TempDir, more: &[&str]) -> Output {
    folder.write("prog.c", PROGRAM);
    let mut command = Command::new(EFFIGY);
    // Merged although the tree is small, where it is.
    command.env("EFFIGY_STRESS", "merge");
    command.current_dir(folder.path()).args(["explore", "prog.c", "--sym-stdin", "6"]);
    command.args(["--no-replay", "--out", "run"]).args(more).output().unwrap()
}

fn json(more: &[&str]) -> (TempDir, Value) {
    let folder = TempDir::new();
    let output = explore(&folder, &[more, &["--json"]].concat());
    let json = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&output.stderr)));
    (folder, json)
}

#[test]
fn a_directed_run_says_by_which_test_it_came_to_its_lines() {
    if tool("clang").is_none() {
        return;
    }
    let called = format!("prog.c:{}", line("called"));
    let never = format!("./prog.c:{}", line("return 3"));
    for threads in ["1", "2"] {
        let (folder, json) = json(&["--target", &called, "--target", &never, "--threads", threads]);
        let targets = json["targets"].as_array().expect("targets");
        assert_eq!(targets.len(), 2, "{json}");
        assert_eq!(
            (&targets[0]["target"], &targets[0]["reached"]),
            (&called.as_str().into(), &true.into())
        );
        assert_eq!((&targets[1]["reached"], &targets[1]["test"]), (&false.into(), &"".into()));
        // The test does come there: its first byte is 7, and the others are larger than 9.
        let test = folder.path().join(targets[0]["test"].as_str().expect("a test"));
        let test: Value = serde_json::from_slice(&std::fs::read(test).unwrap()).unwrap();
        let bytes = test["stdin"].as_str().expect("its input");
        assert!(bytes.starts_with("07"), "{bytes}");
    }
}

/// A line that a depth-first run comes to last.
const ASIDE: &str = "#include <unistd.h>
int main(void) {
  unsigned char text[6] = {0};
  if (read(0, text, 6) != 6) return 1;
  int sum = 0;
  if (text[0] > 9) {
    for (int i = 1; i < 6; i++) {
      if (text[i] > 9) sum++;
    }
    return sum;
  }
  if (text[1] == 7)
    return 77;
  return 8;
}
";

/// Nothing computes at the line of a copy.
const COPY: &str = "#include <unistd.h>
int main(void) {
  unsigned char text[1] = {0};
  if (read(0, text, 1) != 1) return 1;
  int first = text[0], kept = 0;
  if (first == 'x')
    kept = first;
  return kept;
}
";

#[test]
fn the_line_of_a_copy_is_a_target() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    folder.write("copy.c", COPY);
    let mut command = Command::new(EFFIGY);
    command.current_dir(folder.path()).args(["explore", "copy.c", "--sym-stdin", "1"]);
    command.args(["--no-replay", "--target", "copy.c:7", "--json"]);
    let output = command.output().unwrap();
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["targets"][0]["reached"], true, "{json}");
    let test = folder.path().join(json["targets"][0]["test"].as_str().unwrap());
    let test: Value = serde_json::from_slice(&std::fs::read(test).unwrap()).unwrap();
    assert_eq!(test["stdin"], "78");
}

#[test]
fn a_directed_run_comes_to_its_line_with_few_forks() {
    if tool("clang").is_none() {
        return;
    }
    let exits = |search: &[&str]| {
        let folder = TempDir::new();
        folder.write("aside.c", ASIDE);
        let mut command = Command::new(EFFIGY);
        command.current_dir(folder.path()).args(["explore", "aside.c", "--sym-stdin", "6"]);
        command.args(["--no-replay", "--out", "run", "--max-forks", "6", "--threads", "1"]);
        command.args(search).output().unwrap();
        std::fs::read_to_string(folder.path().join("run/tree.txt")).unwrap()
    };
    assert!(exits(&["--target", "aside.c:13"]).contains("(exit 77)"));
    assert!(!exits(&["--search", "dfs"]).contains("(exit 77)"));
}

#[test]
fn a_directed_run_reports_the_same() {
    if tool("clang").is_none() {
        return;
    }
    let said = |more: &[&str]| {
        let (folder, mut json) = json(more);
        let object = json.as_object_mut().expect("an object");
        for name in ["seconds", "peak_mb", "run", "solver", "instructions", "targets"] {
            object.remove(name);
        }
        let tree = std::fs::read_to_string(folder.path().join("run/tree.txt")).unwrap();
        (json, tree)
    };
    let called = format!("prog.c:{}", line("called"));
    let unmerged = |more: &[&str]| said(&[&["--merge", "never"], more].concat());
    let plain = unmerged(&[]);
    assert!(unmerged(&["--target", &called]) == plain);
    assert!(unmerged(&["--target", &called, "--threads", "2"]) == plain);
    assert!(unmerged(&["--search", "checks", "--threads", "2"]) == plain);
    // Paths that came to the line stay apart from the others where paths are merged.
    let found = |(json, _): (Value, String)| (json["findings"].clone(), json["coverage"].clone());
    let merged = |more: &[&str]| said(&[&["--merge", "auto"], more].concat());
    let directed = merged(&["--target", &called]);
    assert!(merged(&["--target", &called, "--threads", "2"]) == directed);
    assert!(merged(&["--search", "checks", "--threads", "2"]) == merged(&[]));
    assert_eq!(found(directed), found(merged(&[])));
}

#[test]
fn a_line_without_code_is_an_error_that_names_near_ones() {
    if tool("clang").is_none() {
        return;
    }
    let code = (line("int sum = 0").to_string(), line("for (int").to_string());
    for (target, parts) in [
        ("prog.c:1", vec!["prog.c:1", "no code at that line", &code.0]),
        ("prog.c:4000", vec!["no code at that line"]),
        ("other.c:3", vec!["no code of that file", "prog.c"]),
        ("prog.c", vec!["--target", "expected a file and a line"]),
        ("prog.c:0", vec!["expected a file and a line"]),
        (":3", vec!["expected a file and a line"]),
    ] {
        let folder = TempDir::new();
        let output = explore(&folder, &["--target", target]);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{target}: {text}");
        parts.iter().for_each(|part| assert!(text.contains(part), "{target}: {text}"));
        assert!(!folder.path().join("run").exists(), "nothing was run");
    }
}

#[test]
fn a_run_that_is_cut_names_the_loop_that_keeps_forking() {
    if tool("clang").is_none() {
        return;
    }
    let (_folder, json) = json(&["--max-depth", "4"]);
    let most = &json["loops"][0];
    assert_eq!((&most["line"], &most["function"]), (&line("for (int").into(), &"main".into()));
    assert!(most["forks"].as_u64().is_some_and(|forks| forks >= 15), "{json}");
    assert!(most["bound"].as_str().is_some_and(|bound| bound.contains("--sym-stdin")), "{json}");
    let folder = TempDir::new();
    let text = explore(&folder, &["--max-depth", "4"]).stdout;
    let text = String::from_utf8_lossy(&text).into_owned();
    let expected = format!("loop      prog.c:{} in `main` forked ", line("for (int"));
    assert!(text.contains(&expected), "{text}");
    let (_folder, whole) = self::json(&[]);
    assert!(whole.get("loops").is_none(), "every path was run: {whole}");
}
