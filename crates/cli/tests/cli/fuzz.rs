//! `effigy fuzz`: programs of `tests/programs/fuzz` from trivial seeds, what it leaves, and what is wrong with its input.

use effigy_testkit::annotated::{Annotated, check_all};
use effigy_testkit::{Rng, TempDir, part, tool};
use serde_json::Value;
use std::collections::BTreeSet;
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
        .args(["--json", "--first", "--max-time", "180s", "--seeds"])
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
fn findings_are_distinguished_by_their_places_and_their_calls() {
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
  unsigned char text[64] = {0};
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
    let arguments = ["fuzz", "endless.c", "--seeds", "seeds", "--max-time", "8s"];
    let output = effigy(folder.path(), &arguments);
    assert!(started.elapsed() < Duration::from_secs(30), "{:?}", started.elapsed());
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
    let arguments = ["fuzz", "evil.c", "--seeds", "seeds", "--no-native", "--no-replay", "--json"];
    let run = json(&effigy(folder.path(), &[arguments.as_slice(), &limits].concat()));
    let findings = run["findings"].as_array().map_or(&[][..], Vec::as_slice);
    let mut kinds: Vec<&str> = findings.iter().filter_map(|f| f["kind"].as_str()).collect();
    kinds.sort_unstable();
    assert_eq!(kinds, ["abort", "endless-loop", "stack-overflow"], "{run}");
    let why = run["incomplete_because"].to_string();
    for reason in ["--max-steps of a run", "limit of memory", "every side"] {
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
    let more = ["--no-native", "--max-steps", "1000000000000", "--json"];
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
            .contains("cannot read the seeds in nowhere: No such file")
    );
    let said = run(&["good.c", "--seeds", "good.c"]);
    assert!(said.contains("cannot read the seeds in good.c: Not a directory"), "{said}");
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
    let program = "#include <stdio.h>\nint main(void) { int zero = 0; if (1 / zero) return 2; if (getchar() == 'x') return 1; return 0; }\n";
    folder.write("early.c", program);
    std::fs::create_dir(folder.path().join("seeds")).expect("a folder");
    folder.write("seeds/one", "w");
    let arguments = ["fuzz", "early.c", "--seeds", "seeds", "--no-native", "--checks=-division"];
    let output = effigy(folder.path(), &arguments);
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("incomplete: nothing fails in 1 run from 1 seed"), "{said}");
    assert!(said.contains("not supported: "), "{said}");
}

const GOOD: &str =
    "#include <stdio.h>\nint main(void) { if (getchar() == 'x') return 1; return 0; }\n";

#[test]
fn a_folder_of_a_search_is_no_tree() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    folder.write("good.c", GOOD);
    std::fs::create_dir(folder.path().join("seeds")).expect("a folder");
    folder.write("seeds/one", "w");
    let output = effigy(folder.path(), &["fuzz", "good.c", "--seeds", "seeds", "--no-native"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
    let output = effigy(folder.path(), &["tree", "effigy-last"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("is a run of `fuzz`"), "{said}");
}

/// Aborts at two places, and has many lengths and counts to keep inputs for.
const LEVELS: &str = "#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char text[200];
  int depth = 0, words = 0, n = fread(text, 1, sizeof text, stdin);
  for (int i = 0; i < n; i++) {
    if (text[i] == '(') depth++;
    if (text[i] == ')' && depth > 0) depth--;
    if (text[i] == ' ') words++;
    if (depth == 3 && text[i] == '#') abort();
  }
  if (words == 4 && depth == 2 && text[0] == '!') abort();
  return depth;
}
";

fn levels() -> TempDir {
    let folder = TempDir::new();
    folder.write("levels.c", LEVELS);
    std::fs::create_dir(folder.path().join("seeds")).expect("a folder");
    folder.write("seeds/one", "(a b) c");
    folder
}

/// What a folder's corpus holds, by contents.
fn corpus(folder: &Path) -> BTreeSet<Vec<u8>> {
    let entries = std::fs::read_dir(folder.join("corpus")).into_iter().flatten();
    let names = entries.map(|entry| entry.expect("an entry").path());
    // A file that is being written has another name.
    let whole = names.filter(|path| !path.to_string_lossy().ends_with(".new"));
    whole.map(|path| std::fs::read(path).expect("it can be read")).collect()
}

fn found(folder: &Path) -> BTreeSet<Vec<u8>> {
    let entries = std::fs::read_dir(folder.join("tests")).into_iter().flatten();
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let inputs = paths.filter(|path| path.extension().is_some_and(|end| end == "input"));
    inputs.map(|path| std::fs::read(path).expect("it can be read")).collect()
}

#[test]
fn a_search_that_is_killed_again_and_again_loses_nothing_and_comes_to_its_end() {
    if tool("clang").is_none() {
        return;
    }
    let folder = levels();
    let out = folder.path().join("effigy-out-0");
    let mut kept = BTreeSet::new();
    let mut rng = Rng::new(11);
    for round in 0..part(6, 2) {
        let failing = found(&out);
        let mut command = Command::new(EFFIGY);
        command.current_dir(folder.path());
        match out.join("search.json").exists() {
            true => command.args(["resume", "effigy-out-0"]),
            false => {
                command.args(["fuzz", "levels.c", "--seeds", "seeds", "--out", "effigy-out-0"])
            }
        };
        let command = command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("it starts");
        // Once it keeps something that is new, it goes on for a while.
        let started = Instant::now();
        while corpus(&out).len() <= kept.len() && started.elapsed() < Duration::from_secs(8) {
            std::thread::sleep(Duration::from_millis(5));
        }
        std::thread::sleep(Duration::from_millis(40 * rng.below(8) as u64));
        child.kill().expect("it may have ended");
        child.wait().expect("it ends");
        let now = corpus(&out);
        // A search that goes on numbers its tests anew; the inputs of the old ones are in the corpus by then.
        let all: BTreeSet<_> = now.union(&found(&out)).cloned().collect();
        assert!(all.is_superset(&failing), "round {round}: lost {:?}", failing.difference(&all));
        assert!(now.is_superset(&kept), "round {round}: lost {:?}", kept.difference(&now));
        kept = now;
    }
    // The end: both ways to fail, and all that was kept is there.
    let arguments = ["resume", "effigy-out-0", "--json", "--max-time", "25s"];
    let run = json(&effigy(folder.path(), &arguments));
    let lines: BTreeSet<u64> = run["findings"]
        .as_array()
        .map_or(&[][..], Vec::as_slice)
        .iter()
        .filter_map(|finding| finding["line"].as_u64())
        .collect();
    assert_eq!(lines, BTreeSet::from([10, 12]), "{run}");
    let now = corpus(&out);
    assert!(now.is_superset(&kept), "lost {:?}", kept.difference(&now));
    for number in 1..=2 {
        let replay = effigy(folder.path(), &["replay", &format!("effigy-out-0/{number}")]);
        assert_eq!(replay.status.code(), Some(1), "{number}");
    }
}

#[test]
fn what_fails_is_made_small_and_the_first_failure_can_be_the_end() {
    if tool("clang").is_none() {
        return;
    }
    let folder = levels();
    let long = format!("{}((a b (c # d) {}", "x".repeat(40), "y".repeat(60));
    folder.write("seeds/two", &long);
    let arguments = ["fuzz", "levels.c", "--seeds", "seeds", "--first", "--json"];
    let run = json(&effigy(folder.path(), &arguments));
    assert_eq!(run["findings"].as_array().map(Vec::len), Some(1), "{run}");
    assert!(run["incomplete_because"].to_string().contains("the first failure"), "{run}");
    assert_eq!(found(&folder.path().join("effigy-out-0")), BTreeSet::from([b"(((#".to_vec()]));
}

/// A frame whose length needs a byte of its own fails; the seed is a tenth of that.
const LONG: &str = "#include <stdio.h>
#include <stdlib.h>
int main(void) {
  static unsigned char data[1024];
  size_t size = fread(data, 1, sizeof data, stdin);
  if (size < 3 || data[0] != 0xf7) return 1;
  size_t length = data[1];
  if (length < 126) return length + 2 == size ? 0 : 1;
  if (length != 126 || size < 4) return 1;
  length = (size_t)data[2] << 8 | data[3];
  if (length < 126 || length > size - 4) return 1;
  if (data[4] == 0x9c) abort();
  return 0;
}
";

#[test]
fn inputs_are_made_much_longer_where_a_length_asks_for_it() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    folder.write("long.c", LONG);
    std::fs::create_dir(folder.path().join("seeds")).expect("a folder");
    std::fs::write(folder.path().join("seeds/one"), b"\xf7\x03abc").expect("it can be written");
    let arguments = ["fuzz", "long.c", "--seeds", "seeds", "--first", "--max-time", "60s"];
    let run = json(&effigy(folder.path(), &[&arguments[..], &["--json"]].concat()));
    assert_eq!(run["findings"].as_array().map(Vec::len), Some(1), "{run}");
    let input = found(&folder.path().join("effigy-out-0")).pop_first().expect("it has an input");
    assert!(input.len() >= 130, "{}", input.len());
}

#[test]
fn a_search_beside_afl_gives_and_takes_inputs() {
    if tool("clang").is_none() {
        return;
    }
    let folder = levels();
    std::fs::create_dir_all(folder.path().join("shared/main/queue")).expect("a folder");
    folder.write("shared/main/queue/id:000000", "! ((    ");
    let arguments = ["fuzz", "levels.c", "--seeds", "seeds", "--sync", "shared", "--json"];
    let run = json(&effigy(folder.path(), &[&arguments[..], &["--max-time", "20s"]].concat()));
    let findings = run["findings"].as_array().map_or(&[][..], Vec::as_slice);
    assert!(findings.iter().any(|finding| finding["line"] == 12), "{run}");
    let own = |name: &str| {
        let path = folder.path().join("shared/effigy").join(name);
        std::fs::read_dir(path).expect("it is there").count()
    };
    assert!(own("queue") > 3 && own("crashes") >= 1, "{} {}", own("queue"), own("crashes"));
    assert!(!folder.path().join("shared/.effigy").exists());
}

#[test]
fn a_search_that_is_gone_on_with_shares_its_inputs_again() {
    if tool("clang").is_none() {
        return;
    }
    let folder = levels();
    let shared = folder.path().join("shared/main/queue");
    std::fs::create_dir_all(&shared).expect("a folder");
    let arguments = ["fuzz", "levels.c", "--seeds", "seeds", "--sync", "shared", "--first"];
    effigy(folder.path(), &[&arguments[..], &["--max-time", "20s", "--witness"]].concat());
    std::fs::remove_dir_all(folder.path().join("shared/effigy")).expect("it was made");
    let mark = std::fs::read_to_string(folder.path().join("effigy-out-0/search.json"));
    let mark: serde_json::Value = serde_json::from_str(&mark.expect("it is there")).expect("JSON");
    assert_eq!((&mark["sync"], &mark["witness"]), (&"shared".into(), &true.into()));
    effigy(folder.path(), &["resume", "effigy-out-0", "--max-time", "20s"]);
    assert!(folder.path().join("shared/effigy/queue").exists());
}

/// What only the native program does: the machine has no model of `fork`, and stops there.
const NATIVE: &str = "#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
int main(void) {
  char text[8] = {0};
  int n = fread(text, 1, 8, stdin);
  if (n < 3) return 1;
  pid_t child = fork();
  if (child == 0) _exit(0);
  if (child > 0) waitpid(child, NULL, 0);
  if (text[0] == 'a' && text[1] == 'b' && text[2] == '!') abort();
  return 0;
}
";

#[test]
fn a_crash_that_the_machine_cannot_come_to_is_a_finding_of_the_native_program() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    folder.write("native.c", NATIVE);
    std::fs::create_dir(folder.path().join("seeds")).expect("a folder");
    folder.write("seeds/one", "abcd");
    let arguments = ["fuzz", "native.c", "--seeds", "seeds", "--first", "--max-time", "60s"];
    let run = json(&effigy(folder.path(), &[&arguments[..], &["--json"]].concat()));
    let [finding] = run["findings"].as_array().map_or(&[][..], Vec::as_slice) else {
        panic!("{run}");
    };
    assert_eq!((&finding["kind"], &finding["replay"]), (&"crash".into(), &"confirmed".into()));
    assert!(finding["message"].as_str().is_some_and(|text| text.contains("abort")), "{finding}");
    let replay = effigy(folder.path(), &["replay", "effigy-last/1"]);
    assert_eq!(replay.status.code(), Some(1), "{}", String::from_utf8_lossy(&replay.stdout));
}

#[test]
fn an_input_on_which_the_program_does_not_end_is_a_finding() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    let text = "#include <stdint.h>\n#include <stddef.h>\n\
        int LLVMFuzzerTestOneInput(const uint8_t *d, size_t n) {\n\
        if (n > 1 && d[0] == 'h' && d[1] == 'g')\n\
        for (volatile int i = 0;;) { if (i) break; }\n  return 0;\n}\n";
    folder.write("hang.c", text);
    std::fs::create_dir(folder.path().join("seeds")).expect("a folder");
    folder.write("seeds/one", b"xx");
    let arguments =
        ["fuzz", "hang.c", "--seeds", "seeds", "--first", "--max-time", "120s", "--json"];
    let output = effigy(folder.path(), &arguments);
    let run = json(&output);
    assert_eq!(output.status.code(), Some(1), "{run}");
    let finding = &run["findings"][0];
    assert_eq!((&finding["kind"], &finding["replay"]), (&"hang".into(), &"confirmed".into()));
    assert_eq!(finding["input"][0]["name"], "stdin", "{run}");
    let bytes = std::fs::read(folder.path().join("effigy-last/tests/test000001.input"));
    assert!(bytes.expect("the input").starts_with(b"hg"));
}
