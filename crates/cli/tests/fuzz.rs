//! `effigy fuzz`: programs of `tests/programs/fuzz` from trivial seeds, what it leaves, and what is wrong with its input.

use effigy_testkit::annotated::{Annotated, check_all};
use effigy_testkit::{TempDir, tool};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const EFFIGY: &str = env!("CARGO_BIN_EXE_effigy");

fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/fuzz")
}

fn effigy(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(EFFIGY).current_dir(folder).args(arguments).output().expect("it starts")
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&output.stderr)))
}

/// What a command says that is not to be run, with its status.
fn refused(folder: &Path, arguments: &[&str]) -> String {
    let output = effigy(folder, arguments);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(!folder.join("effigy-out-0").exists(), "no run, no folder: {said}");
    said
}

/// Fuzzes an annotated program from its seeds until its findings are there, and compares.
fn check(program: &Annotated) -> Result<(), String> {
    let folder = TempDir::new();
    let stem = program.path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let stem = stem.unwrap_or_default();
    let (path, seeds) = (program.path.clone(), programs().join("seeds").join(&stem));
    let mut command = Command::new(EFFIGY);
    command.current_dir(folder.path()).arg("fuzz").arg(path.canonicalize().expect("it is there"));
    command
        .args(["--json", "--max-time", "60s", "--seeds"])
        .arg(seeds.canonicalize().expect("seeds"));
    let output = command.args(&program.flags).output().expect("it starts");
    let mut run = json(&output);
    if output.status.code() != Some(1) || run["mode"] != "fuzz" || run["exhaustive"] != false {
        return Err(format!("{stem}: status {:?}, {run}", output.status));
    }
    if let Some(finding) =
        run["findings"].as_array().and_then(|all| all.iter().find(|f| f["replay"] != "confirmed"))
    {
        return Err(format!("{stem}: not confirmed: {finding}"));
    }
    // No search from seeds is exhaustive; the rest of the comparison is that of an exploration.
    run["exhaustive"] = Value::Bool(true);
    program.compare(&run)?;
    // The finding's test and its input alone are in the folder, and the test fails natively.
    let replay = effigy(folder.path(), &["replay", "effigy-last/1"]);
    let input = std::fs::read(folder.path().join("effigy-last/tests/test000001.input"));
    match (replay.status.code(), input) {
        (Some(1), Ok(input)) if !input.is_empty() => Ok(()),
        (code, input) => Err(format!("{stem}: replay ends with {code:?}, input {input:?}")),
    }
}

#[test]
fn c_targets_are_broken_from_trivial_seeds() {
    if tool("clang").is_some() {
        check_all(&Annotated::all(&programs(), "c"), check);
    }
}

#[test]
fn rust_targets_are_broken_from_trivial_seeds() {
    if tool("rustc").is_some() {
        check_all(&Annotated::all(&programs(), "rs"), check);
    }
}

const HARNESS: &str = "#include <assert.h>
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned short a;
  unsigned char b[3];
  klee_make_symbolic(&a, sizeof a, \"a\");
  klee_make_symbolic(b, sizeof b, \"b\");
  if (a == 0x4142 && b[0] == b[1] + 1) assert(b[2] != 'z');
  return 0;
}
";

#[test]
fn a_program_that_makes_its_own_inputs_gets_the_bytes_of_a_seed_in_order() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    folder.write("harness.c", HARNESS);
    std::fs::create_dir(folder.path().join("seeds")).expect("a folder");
    folder.write("seeds/one", "BAxyw");
    let output = effigy(folder.path(), &["fuzz", "harness.c", "--seeds", "seeds", "--json"]);
    let run = json(&output);
    let [finding] = run["findings"].as_array().map_or(&[][..], Vec::as_slice) else {
        panic!("{run}");
    };
    assert_eq!(finding["kind"], "assertion");
    assert_eq!(finding["replay"], "confirmed", "{finding}");
    let input: Vec<&str> = finding["input"]
        .as_array()
        .expect("inputs")
        .iter()
        .filter_map(|i| i["bytes"].as_str())
        .collect();
    // The seed has the value of `a` already.
    assert_eq!(input[0], "4241");
    assert!(input[1].ends_with("7a"), "{input:?}");
    assert_eq!(input.len(), 2, "its standard input is none of its inputs: {finding}");
}

/// Fails at one place, for two callers, and another time at another place.
const CALLERS: &str = "#include <stdlib.h>
#include <unistd.h>
static void check(char c) {
  if (c == '!') abort();
}
static void one(char c) { check(c); }
static void two(char c) { check(c); }
int main(void) {
  char t[4];
  if (read(0, t, 4) != 4) return 1;
  if (t[0] == '1') one(t[1]);
  if (t[0] == '2') two(t[1]);
  return 100 / (t[3] - 'z');
}
";

#[test]
fn findings_are_told_apart_by_their_places_and_their_calls() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    folder.write("callers.c", CALLERS);
    std::fs::create_dir(folder.path().join("seeds")).expect("a folder");
    folder.write("seeds/one", "abcd");
    // A seed that fails is a finding, too.
    folder.write("seeds/two", "abcz");
    let output = effigy(folder.path(), &["fuzz", "callers.c", "--seeds", "seeds", "--json"]);
    let run = json(&output);
    let findings = run["findings"].as_array().map_or(&[][..], Vec::as_slice);
    let mut ways: Vec<String> = findings
        .iter()
        .map(|finding| {
            let stack = finding["stack"].as_array().map_or(&[][..], Vec::as_slice);
            let calls: Vec<&str> = stack.iter().filter_map(|f| f["function"].as_str()).collect();
            format!("{} {} {}", finding["kind"], finding["line"], calls.join(" "))
        })
        .collect();
    ways.sort();
    let expected = [
        "\"abort\" 4 check one main",
        "\"abort\" 4 check two main",
        "\"division-by-zero\" 13 main",
    ];
    assert_eq!(ways, expected, "{run}");
    // Each has a test that fails natively.
    for number in 1..=3 {
        let replay = effigy(folder.path(), &["replay", &format!("effigy-last/{number}")]);
        assert_eq!(replay.status.code(), Some(1), "{number}");
    }
}

/// Loops without end, a decision at a time.
const ENDLESS: &str = "#include <unistd.h>
int main(void) {
  unsigned char text[64];
  unsigned state = 1;
  if (read(0, text, 64) < 8) return 1;
  for (int i = 0; i < 64; i++) {
    if (text[i] & 1) state = state * 3 + text[i];
    if (text[i] & 2) state ^= text[(i + 7) % 64];
    if ((state & 0xff) == text[(i + 1) % 64]) state += 5;
  }
  if (text[0] == 0xee) __builtin_trap();
  return state & 0x7f;
}
";

fn endless() -> TempDir {
    let folder = TempDir::new();
    folder.write("endless.c", ENDLESS);
    std::fs::create_dir(folder.path().join("seeds")).expect("a folder");
    folder.write("seeds/one", "x".repeat(64));
    folder
}

#[test]
fn a_search_ends_in_time_and_says_why_nothing_new_came() {
    if tool("clang").is_none() {
        return;
    }
    let folder = endless();
    let started = Instant::now();
    let arguments = ["fuzz", "endless.c", "--seeds", "seeds", "--max-time", "3s"];
    let output = effigy(folder.path(), &arguments);
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("the budget --max-time was used up"), "{said}");
    assert!(said.contains("nothing new:") && said.contains("infeasible"), "{said}");
    assert_eq!(output.status.code(), Some(1), "the trap is one decision away: {said}");
}

#[test]
fn an_interrupted_search_keeps_what_it_found() {
    if tool("clang").is_none() {
        return;
    }
    let folder = endless();
    let mut command = Command::new(EFFIGY);
    command.current_dir(folder.path()).args(["fuzz", "endless.c", "--seeds", "seeds", "--json"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    // What is found is in the folder at once.
    let input = folder.path().join("effigy-out-0/tests/test000001.input");
    let started = Instant::now();
    while !input.exists() {
        assert!(started.elapsed() < Duration::from_secs(60), "nothing is found");
        std::thread::sleep(Duration::from_millis(20));
    }
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill").success());
    let output = child.wait_with_output().expect("it ends");
    let run = json(&output);
    assert_eq!(output.status.code(), Some(1), "{run}");
    assert_eq!(run["findings"].as_array().map(Vec::len), Some(1));
    let why = run["incomplete_because"].to_string();
    assert!(why.contains("the run was interrupted"), "{why}");
    assert_eq!(std::fs::read(&input).expect("it is there").first(), Some(&0xee));
}

#[test]
fn what_a_killed_search_found_is_there() {
    if tool("clang").is_none() {
        return;
    }
    let folder = endless();
    let mut command = Command::new(EFFIGY);
    command.current_dir(folder.path()).args(["fuzz", "endless.c", "--seeds", "seeds"]);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
    let test = folder.path().join("effigy-out-0/tests/test000001.json");
    let started = Instant::now();
    while !test.exists() && started.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let replay = effigy(folder.path(), &["replay", "effigy-out-0/1"]);
    let said = String::from_utf8_lossy(&replay.stdout);
    assert_eq!(replay.status.code(), Some(1), "{said}");
    // The same folder can be used again, and its leftovers are gone.
    let arguments =
        ["fuzz", "endless.c", "--seeds", "seeds", "--max-time", "2s", "--out", "effigy-out-0"];
    assert_eq!(effigy(folder.path(), &arguments).status.code(), Some(1));
}

/// Hangs, takes memory, prints, recurses, closes its streams, writes a file, starts a process: each on a letter.
const EVIL: &str = "#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int deep(int n) {
  char big[10000];
  memset(big, n, sizeof big);
  return big[3] + deep(n + 1);
}
int main(void) {
  char t[2];
  if (read(0, t, 2) != 2) return 1;
  switch (t[0]) {
    case 'h': for (;;) if (t[1] == 7) t[1]++;
    case 'm': for (;;) { char *p = malloc(64 << 20); if (!p) return 3; memset(p, 1, 64 << 20); }
    case 'p': for (;;) printf(\"%d\\n\", t[1]);
    case 'r': return deep(0);
    case 'c': close(0); close(1); close(2); return 4;
    case 'w': { FILE *f = fopen(\"written\", \"w\"); if (!f) return 8; fputs(\"x\", f); fclose(f); return 9; }
    case 'f': return fork() == 0;
    case 'a': if (t[1] == '!') abort();
  }
  return 2;
}
";

fn evil(seed: &str) -> TempDir {
    let folder = TempDir::new();
    folder.write("evil.c", EVIL);
    std::fs::create_dir(folder.path().join("seeds")).expect("a folder");
    folder.write("seeds/one", seed);
    folder
}

#[test]
fn a_target_that_misbehaves_costs_its_own_run_only() {
    if tool("clang").is_none() {
        return;
    }
    let folder = evil("zz");
    let limits = ["--max-steps", "300000", "--max-memory", "700M", "--max-time", "120s"];
    let arguments = ["fuzz", "evil.c", "--seeds", "seeds", "--no-replay", "--json"];
    let run = json(&effigy(folder.path(), &[arguments.as_slice(), &limits].concat()));
    let findings = run["findings"].as_array().map_or(&[][..], Vec::as_slice);
    let mut kinds: Vec<&str> = findings.iter().filter_map(|f| f["kind"].as_str()).collect();
    kinds.sort_unstable();
    assert_eq!(kinds, ["abort", "stack-overflow"], "{run}");
    let why = run["incomplete_because"].to_string();
    for reason in ["--max-steps of a run", "limit of memory", "fopen for writing", "every side"] {
        assert!(why.contains(reason), "{reason}: {why}");
    }
    assert_eq!(run["fuzz"]["ended"], true, "{run}");
    assert!(!folder.path().join("written").exists());
}

#[test]
fn a_search_ends_in_time_amid_a_run_that_decides_without_end() {
    if tool("clang").is_none() {
        return;
    }
    // Printing a number is a decision on the input for each digit, without end.
    let folder = evil("pz");
    let started = Instant::now();
    let arguments = ["fuzz", "evil.c", "--seeds", "seeds", "--no-replay", "--max-time", "4s"];
    let more = ["--max-steps", "1000000000000", "--json"];
    let run = json(&effigy(folder.path(), &[arguments.as_slice(), &more].concat()));
    assert!(started.elapsed() < Duration::from_secs(30), "{:?}", started.elapsed());
    let why = run["incomplete_because"].to_string();
    assert!(why.contains("--max-time was used up"), "{why}");
}

#[test]
fn bad_input_is_said_with_what_to_do() {
    let folder = TempDir::new();
    folder.write(
        "good.c",
        "#include <stdio.h>\nint main(void) { if (getchar() == 'x') return 1; return 0; }\n",
    );
    folder.write("blind.c", "int main(void) { return 0; }\n");
    folder.write("sum.pli", "SUM: PROCEDURE (A, B); RETURN (A + B); END;\n");
    for name in ["none", "empty", "seeds"] {
        std::fs::create_dir(folder.path().join(name)).expect("a folder");
    }
    folder.write("empty/nothing", "");
    folder.write("seeds/one", "word");
    let run = |more: &[&str]| refused(folder.path(), &[&["fuzz"], more].concat());
    assert!(run(&["good.c"]).contains("--seeds"));
    assert!(
        run(&["good.c", "--seeds", "nowhere"])
            .contains("cannot read the seed nowhere: No such file")
    );
    let said = run(&["good.c", "--seeds", "good.c"]);
    assert!(said.contains("cannot read the seed good.c: Not a directory"), "{said}");
    let said = run(&["good.c", "--seeds", "none"]);
    assert!(
        said.contains("has no files; put at least one input of a byte or more into it"),
        "{said}"
    );
    assert!(run(&["good.c", "--seeds", "empty"]).contains("has only empty files"));
    assert!(run(&["gone.c", "--seeds", "seeds"]).contains("gone.c"));
    let said = run(&["sum.pli", "--seeds", "seeds"]);
    assert!(said.contains("fuzz is for compiled programs"), "{said}");
    assert!(run(&["good.c", "--seeds", "seeds", "--max-time", "soon"]).contains("--max-time"));
    if tool("clang").is_some() {
        let said = run(&["blind.c", "--seeds", "seeds"]);
        assert!(said.contains("no decision of blind.c depends on a seed: give --arg"), "{said}");
        let said = run(&["good.c", "--seeds", "seeds", "--arg"]);
        assert!(said.contains("leave out --arg if it reads its standard input"), "{said}");
    }
}

#[test]
fn a_program_that_comes_to_nothing_supported_is_no_blind_one() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    let program = "#include <stdio.h>\n#include <unistd.h>\nint main(void) { fork(); if (getchar() == 'x') return 1; return 0; }\n";
    folder.write("early.c", program);
    std::fs::create_dir(folder.path().join("seeds")).expect("a folder");
    folder.write("seeds/one", "w");
    let output = effigy(folder.path(), &["fuzz", "early.c", "--seeds", "seeds"]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("incomplete: nothing fails in 1 run from 1 seed"), "{said}");
    assert!(said.contains("not supported: "), "{said}");
}

#[test]
fn a_folder_of_a_search_is_neither_gone_on_with_nor_a_tree() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    folder.write(
        "good.c",
        "#include <stdio.h>\nint main(void) { if (getchar() == 'x') return 1; return 0; }\n",
    );
    std::fs::create_dir(folder.path().join("seeds")).expect("a folder");
    folder.write("seeds/one", "w");
    let output = effigy(folder.path(), &["fuzz", "good.c", "--seeds", "seeds"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
    for verb in ["resume", "tree"] {
        let output = effigy(folder.path(), &[verb, "effigy-last"]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("is a run of `fuzz`"), "{said}");
    }
}
