//! `explore --follow`: the path of one input, in each language.

use effigy_testkit::{TempDir, tool};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn effigy(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_effigy")).args(arguments).current_dir(folder).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// What `--json` prints of a run.
fn json(folder: &Path, arguments: &[&str]) -> Value {
    let output = effigy(folder, &[arguments, &["--json"]].concat());
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|e| panic!("{e}: {}", text(&output.stderr)))
}

/// The path condition of a followed run, a line each: the condition, its line, what was decided.
fn conjuncts(run: &Value) -> Vec<String> {
    let all = run["concolic"]["path_condition"].as_array().unwrap();
    let told = |c: &Value| {
        format!("{} @{} {}", c["text"].as_str().unwrap(), c["line"], c["decided"].as_str().unwrap())
    };
    all.iter().map(told).collect()
}

fn copy(folder: &TempDir, from: &str) -> String {
    let name = from.rsplit('/').next().unwrap();
    std::fs::copy(root().join(from), folder.path().join(name)).unwrap();
    name.to_owned()
}

/// Follows each test of an exploration: the path has the conditions of the test, and ends as it does.
fn assert_each_test_is_followed(folder: &TempDir, program: &str, options: &[&str]) {
    let explored = json(folder.path(), &[&["explore", program, "--out", "all"], options].concat());
    let count = explored["tests"].as_u64().unwrap();
    assert!(count > 1, "{program} has {count} tests");
    // What is symbolic is what the test has.
    let own: Vec<&str> = match options.iter().position(|o| o.starts_with("--sym")) {
        Some(at) => [&options[..at], &options[at + 2..]].concat(),
        None => options.to_vec(),
    };
    for number in 1..=count {
        let file = folder.path().join(format!("all/tests/test{number:06}.json"));
        let test: Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
        let named = format!("all/{number}");
        let follow = ["explore", program, "--out", "one", "--follow", &named];
        let run = json(folder.path(), &[&follow, &own[..]].concat());
        let failed = test["ending"] == "failed";
        assert_eq!(
            run["findings"].as_array().unwrap().len(),
            usize::from(failed),
            "{named}: {run}"
        );
        assert_eq!(run["tests"], 1, "{named}: {run}");
        let written = std::fs::read(folder.path().join("one/tests/test000001.json")).unwrap();
        let written: Value = serde_json::from_slice(&written).unwrap();
        assert_eq!(written["predicted"], test["predicted"], "{named}");
        assert_eq!(written["replay"], "confirmed", "{named}: {written}");
        // Where conditions are a table, an exploration leaves out what follows from others.
        if !explored["leaves"].is_null() {
            continue;
        }
        let all = run["concolic"]["path_condition"].as_array().unwrap();
        let texts: Vec<&str> = all.iter().map(|c| c["text"].as_str().unwrap()).collect();
        for condition in test["path_condition"].as_array().unwrap() {
            let condition = condition.as_str().unwrap();
            assert!(texts.contains(&condition), "{named}: {condition} is not in {texts:?}");
        }
    }
}

#[test]
fn each_test_of_a_c_program_is_followed() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    let program = copy(&folder, "tests/programs/lecture/bad.c");
    assert_each_test_is_followed(&folder, &program, &["--sym-stdin", "4"]);
    let program = copy(&folder, "examples/fares.c");
    assert_each_test_is_followed(&folder, &program, &["--sym-args", "2"]);
}

#[test]
fn each_test_of_llvm_ir_is_followed() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    let program = copy(&folder, "tests/programs/lecture/bad.c");
    let mut clang = Command::new("clang");
    clang.current_dir(folder.path()).args(["-S", "-emit-llvm", "-g", "-o", "bad.ll", &program]);
    assert!(clang.status().unwrap().success());
    assert_each_test_is_followed(&folder, "bad.ll", &["--sym-stdin", "4"]);
    let run = json(folder.path(), &["explore", "bad.ll", "--follow", "stdin=good"]);
    assert_eq!(conjuncts(&run)[3], "stdin[3] != '!' @10 false");
}

/// Standard input and a value of the harness.
const TURNS: &str = "use std::io::Read;
fn main() {
    let mut text = [0u8; 2];
    std::io::stdin().read_exact(&mut text).unwrap();
    let turns: i16 = effigy::any();
    effigy::assume(turns > 3);
    let first = std::str::from_utf8(&text[..1]).map_or(0, |t| t.parse::<i16>().unwrap_or(9));
    if first == 7 && turns == 77 {
        panic!(\"seven\");
    }
    std::process::exit(match text[1] {
        b'a'..=b'f' => 1,
        b'x' => 2,
        _ => 3,
    });
}
";

#[test]
fn each_test_of_a_rust_program_is_followed() {
    if tool("rustc").is_none() {
        return;
    }
    let folder = TempDir::new();
    folder.write("turns.rs", TURNS);
    assert_each_test_is_followed(&folder, "turns.rs", &["--sym-stdin", "2"]);
}

#[test]
fn each_test_of_a_pli_program_is_followed() {
    if tool("z3").is_none() {
        return;
    }
    let folder = TempDir::new();
    let program = copy(&folder, "examples/pli/search.pli");
    let call = ["--call", "SEARCH (A, 1, 3, \"X\", FOUND, J)"];
    assert_each_test_is_followed(&folder, &program, &call);
}

#[test]
fn each_test_of_a_program_with_objects_is_followed() {
    if tool("z3").is_none() {
        return;
    }
    let folder = TempDir::new();
    let program = copy(&folder, "examples/oo/insert.oo");
    let entry = ["--entry", "List.insert", "--max-steps", "9"];
    assert_each_test_is_followed(&folder, &program, &entry);
}

#[test]
fn the_array_has_the_conjuncts_of_the_lecture() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    let program = copy(&folder, "tests/programs/lecture/bad.c");
    let good = json(folder.path(), &["explore", &program, "--follow", "stdin=good"]);
    let expected = [
        "stdin[0] != 'b' @7 false",
        "stdin[1] != 'a' @8 false",
        "stdin[2] != 'd' @9 false",
        "stdin[3] != '!' @10 false",
    ];
    assert_eq!(conjuncts(&good), expected);
    assert_eq!((&good["mode"], &good["verdict"]), (&"concolic".into(), &"incomplete".into()));
    assert_eq!(good["concolic"]["ending"], "exit 0");
    // The bytes of a file are the same input; the failure is a finding as any other.
    folder.write("bad", "bad!");
    let bad = effigy(folder.path(), &["explore", &program, "--follow", "bad"]);
    assert_eq!(bad.status.code(), Some(1));
    let shown = text(&bad.stdout);
    for part in
        ["error[abort]", "confirmed by native replay", "  PC[3]    stdin[3] == '!'  bad.c:10: true"]
    {
        assert!(shown.contains(part), "{shown}");
    }
}

/// Two arguments, a value of the program, and memory at a place that the input says.
const KINDS: &str = "#include <stdlib.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
int table[300];
int main(int argc, char **argv) {
  if (argc != 3) return 1;
  int step = __VERIFIER_nondet_int();
  __VERIFIER_assume(step > 2);
  table[atoi(argv[1])] = step;
  switch (argv[2][0]) {
  case 'a': return 2;
  case 'b': return table[7];
  default: return 4;
  }
}
";

#[test]
fn what_is_decided_is_said_for_each_kind_of_decision() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    folder.write("kinds.c", KINDS);
    let input = ["--follow", "arg1=7", "--follow", "arg2=b", "--follow", "step=0x2a"];
    let run = json(folder.path(), &[&["explore", "kinds.c"], &input[..]].concat());
    assert_eq!(run["concolic"]["ending"], "exit 42", "{run}");
    let told = conjuncts(&run);
    assert!(told.contains(&"step > 2 @8 assumed".to_owned()), "{told:?}");
    assert!(told.contains(&"arg2[0] == 'b' @10 side 2".to_owned()), "{told:?}");
    // An assumption that does not hold is the last conjunct.
    let input = ["--follow", "arg1=7", "--follow", "arg2=b", "--follow", "step=-5"];
    let run = json(folder.path(), &[&["explore", "kinds.c"], &input[..]].concat());
    assert_eq!(run["concolic"]["ending"], "an assumption of the program does not hold");
    assert_eq!(conjuncts(&run).last().unwrap(), "step < 3 @8 false");
    assert_eq!((&run["tests"], &run["paths"]["completed"]), (&0.into(), &0.into()));
}

#[test]
fn values_of_a_pli_program_are_given_by_name() {
    if tool("z3").is_none() {
        return;
    }
    let folder = TempDir::new();
    let program = copy(&folder, "examples/pli/search.pli");
    let call = ["explore", &program, "--call", "SEARCH (A, 1, 3, \"X\", FOUND, J)"];
    let given =
        ["--follow", "X=9", "--follow", "A(1)=3", "--follow", "A(2)=5", "--follow", "A(3)=9"];
    let run = json(folder.path(), &[&call[..], &given].concat());
    let leaf = &run["leaves"][0]["values"];
    assert_eq!((&leaf["FOUND"], &leaf["J"]), (&"1".into(), &"3".into()), "{run}");
    let expected = ["X ¬= A(2) @10 false", "X >= A(2) @11 false", "X = A(3) @10 true"];
    assert_eq!(conjuncts(&run), expected);
    // An input of a misspelled name is not passed over in silence.
    let run = json(folder.path(), &[&call[..], &["--follow", "Y=9"]].concat());
    assert!(
        run["remarks"][0].as_str().unwrap().starts_with("the path makes no input `Y`"),
        "{run}"
    );
}

#[test]
fn parameters_of_a_function_are_given_by_name() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    folder.write(
        "f.c",
        "int f(int a, unsigned char b) {\n  return a > b;\n}\nint main(void) { return 0; }\n",
    );
    let input = ["--follow", "arg0=-1", "--follow", "arg1=0xff"];
    let run = json(folder.path(), &[&["explore", "f.c", "--entry", "f"], &input[..]].concat());
    assert!(run["remarks"].is_null(), "{run}");
    let file = std::fs::read(folder.path().join("effigy-out-0/tests/test000001.json")).unwrap();
    let test: Value = serde_json::from_slice(&file).unwrap();
    let bytes: Vec<&str> =
        test["objects"].as_array().unwrap().iter().map(|o| o["bytes"].as_str().unwrap()).collect();
    assert_eq!(bytes, ["ffffffff", "ff"], "{test}");
}

#[test]
fn what_is_no_input_is_refused_by_name() {
    let folder = TempDir::new();
    folder.write("prog.c", "int main(void) { return 0; }");
    for (arguments, said) in [
        (&["--follow", "missing"][..], "cannot read missing"),
        (&["--follow", "effigy-out-0/3"], "effigy-out-0"),
        (&["--follow", "n=five"], "--follow n=five: `five` is no integer"),
        (&["--follow", "arg2=x"], "`arg2` is given before `arg1`"),
        (&["--follow", "stdin=x", "--sym-stdin", "4"], "--sym-stdin"),
        (&["--follow", "stdin=x", "--merge", "always"], "--merge"),
        (&["--follow", "stdin=x", "--exhaustive"], "--exhaustive"),
    ] {
        let output = effigy(folder.path(), &[&["explore", "prog.c"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(said), "{arguments:?}: {}", text(&output.stderr));
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "no folder is left");
}

#[test]
fn a_run_without_an_end_is_cut_by_its_limit() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    folder.write("loop.c", "int main(void) { for (volatile int i = 0;; i = i & 7); }");
    let run =
        json(folder.path(), &["explore", "loop.c", "--follow", "stdin=", "--max-steps", "1000"]);
    assert_eq!(run["concolic"]["ending"], "max-steps", "{run}");
    let why = run["incomplete_because"].to_string();
    assert!(why.contains("--max-steps"), "{why}");
    // It has no tree, and nothing to go on with.
    for verb in ["tree", "resume"] {
        let output = effigy(folder.path(), &[verb, "effigy-last"]);
        assert_eq!(output.status.code(), Some(2), "{verb}");
        assert!(text(&output.stderr).contains("explore --follow"), "{}", text(&output.stderr));
    }
}
