//! Input that cannot be run: the message says what and where, the status is 2, and nothing panics.

use effigy_testkit::{TempDir, tool};
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};

const EFFIGY: &str = env!("CARGO_BIN_EXE_effigy");

/// A module that is right.
const GOOD: &str = "define i32 @main() {\n  ret i32 0\n}\n";

fn explore(folder: &TempDir, arguments: &[&str]) -> Output {
    let mut command = Command::new(EFFIGY);
    command.current_dir(folder.path()).arg("explore").args(arguments).arg("--no-replay");
    command.output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Status 2, nothing on standard output, and a message with all of these parts.
fn assert_says(output: &Output, says: &[&str]) {
    let message = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(output.stdout.is_empty(), "{}", text(&output.stdout));
    for part in says {
        assert!(message.contains(part), "no `{part}` in: {message}");
    }
    assert!(!message.contains("panicked"), "{message}");
}

/// A file of this name and text is refused with a message that has all of these parts.
fn assert_refused(name: &str, content: impl AsRef<[u8]>, says: &[&str]) {
    let folder = TempDir::new();
    folder.write(name, content);
    assert_says(&explore(&folder, &[name]), says);
    assert!(!folder.path().join("effigy-out-0").exists(), "{name}: a run folder is left");
}

/// A right module with these arguments is refused.
fn assert_bad_usage(arguments: &[&str], says: &[&str]) {
    let folder = TempDir::new();
    folder.write("good.ll", GOOD);
    assert_says(&explore(&folder, &[&["good.ll"], arguments].concat()), says);
}

#[test]
fn broken_modules_are_refused_where_they_break() {
    let top = format!("{GOOD}define i32 @g( {{\n");
    assert_refused("top.ll", top, &["top.ll:4:"]);
    let body = "define i32 @main() {\n  %x = add i32 1,\n  ret i32 %x\n}\n";
    assert_refused("body.ll", body, &["body.ll:3:", "ret"]);
    assert_refused("cut.ll", "define i32 @main() {\n  ret i32", &["cut.ll:"]);
}

#[test]
fn binary_garbage_is_refused() {
    let mut rng = effigy_testkit::Rng::new(7);
    let garbage: Vec<u8> = (0..4096).map(|_| rng.next_u64() as u8).collect();
    assert_refused("garbage.ll", garbage, &["garbage.ll:1:"]);
    assert_refused("bitcode.ll", b"BC\xc0\xde\x35\x14\0\0\x05\0\0\0", &["bitcode.ll:1:"]);
}

/// Run folders are text, and a program that is refused leaves none.
#[cfg(target_os = "linux")]
#[test]
fn a_name_that_is_not_utf_8_is_refused() {
    use std::os::unix::ffi::OsStrExt;
    let folder = TempDir::new();
    let name = std::ffi::OsStr::from_bytes(b"\xff.ll");
    std::fs::write(folder.path().join(name), GOOD).unwrap();
    let mut command = Command::new(EFFIGY);
    let output = command.current_dir(folder.path()).arg("explore").arg(name).output().unwrap();
    assert_says(&output, &["cannot save the run: ", "names in UTF-8"]);
    assert!(!folder.path().join("effigy-out-0").exists());
}

#[test]
fn an_unknown_instruction_ends_only_the_paths_that_come_to_it() {
    let folder = TempDir::new();
    let module = "declare void @klee_make_symbolic(ptr, i64, ptr)
@name = private constant [2 x i8] c\"x\\00\"
define void @strange() {
  %x = frobnicate i32 1, 2
  ret void
}
define i32 @main() {
  %p = alloca i8
  call void @klee_make_symbolic(ptr %p, i64 1, ptr @name)
  %v = load i8, ptr %p
  %c = icmp eq i8 %v, 3
  br i1 %c, label %a, label %b
a:
  call void @strange()
  br label %b
b:
  ret i32 0
}
";
    folder.write("unknown.ll", module);
    let output = explore(&folder, &["unknown.ll", "--json"]);
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{json}");
    assert_eq!(json["verdict"], "incomplete");
    assert_eq!(
        (&json["paths"]["completed"], &json["paths"]["unsupported"]),
        (&1.into(), &1.into())
    );
    let reason = json["incomplete_because"][0]["reason"].as_str().unwrap();
    for part in ["strange", "frobnicate", "line 4"] {
        assert!(reason.contains(part), "{reason}");
    }
}

#[test]
fn empty_and_missing_inputs_are_refused() {
    assert_refused("empty.ll", "", &["no function `main`"]);
    let folder = TempDir::new();
    for name in ["missing.ll", "missing.rs", "missing.c"] {
        assert_says(&explore(&folder, &[name]), &["cannot read", name]);
    }
    std::fs::create_dir(folder.path().join("folder")).unwrap();
    assert_says(&explore(&folder, &["folder"]), &["folder", "Cargo.toml"]);
}

#[test]
fn what_the_rust_compiler_rejects_comes_with_its_own_message() {
    if tool("rustc").is_some() {
        let wrong = "fn main() {\n    let x: u32 = \"a\";\n}\n";
        assert_refused(
            "wrong.rs",
            wrong,
            &["rustc rejected", "E0308", "wrong.rs:2:", "mismatched types"],
        );
        assert_refused("empty.rs", "", &["rustc rejected", "E0601", "`main` function not found"]);
    }
}

#[test]
fn what_the_c_compiler_rejects_comes_with_its_own_message() {
    if tool("clang").is_some() {
        let wrong = "int main(void) {\n    return missing;\n}\n";
        assert_refused(
            "wrong.c",
            wrong,
            &["clang rejected", "wrong.c:2:12", "undeclared identifier"],
        );
        assert_refused("empty.c", "", &["no function `main`"]);
    }
}

#[test]
fn a_compiler_that_is_not_there_is_named_with_how_to_get_it() {
    let folder = TempDir::new();
    folder.write("ok.c", "int main(void) { return 0; }\n");
    folder.write("ok.rs", "fn main() {}\n");
    let without = |path: &Path, name: &str, clang: Option<&str>| {
        let mut command = Command::new(EFFIGY);
        command.current_dir(folder.path()).args(["explore", name]).env("PATH", path);
        match clang {
            Some(clang) => command.env("CLANG", clang),
            None => command.env_remove("CLANG"),
        };
        command.output().unwrap()
    };
    let nowhere = folder.path().join("nowhere");
    assert_says(
        &without(&nowhere, "ok.c", None),
        &["clang was not found", "apt-get install clang"],
    );
    assert_says(
        &without(&nowhere, "ok.c", Some("/no/clang")),
        &["/no/clang was not found", "CLANG"],
    );
    assert_says(&without(&nowhere, "ok.rs", None), &["rustc was not found", "https://rustup.rs"]);
}

#[test]
fn a_machine_without_a_solver_runs_integers_and_is_told_how_to_get_one_for_the_rest() {
    let folder = TempDir::new();
    folder.write("even.pli", "P: PROC (X);\nIF MOD (X, 2) = 0 & X > 5 THEN X = 0;\nEND;\n");
    let without = |arguments: &[&str]| {
        let mut command = Command::new(EFFIGY);
        command.current_dir(folder.path()).arg("explore").args(arguments);
        command.env("PATH", folder.path()).output().unwrap()
    };
    let output = without(&["even.pli"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    folder.write("cubes.pli", "P: PROC (X, Y);\nIF X * X * X - Y * Y = 6 THEN X = 0;\nEND;\n");
    let output = without(&["cubes.pli"]);
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{shown}");
    for part in ["incomplete: ", "cubes.pli:2:", "`pip install z3-solver`", "`--ints fixed`"] {
        assert!(shown.contains(part), "no {part} in: {shown}");
    }
    assert_eq!(without(&["cubes.pli", "--exhaustive"]).status.code(), Some(3));
    let output = without(&["even.pli", "--ints", "fixed"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(
        text(&output.stdout).contains("passed, assuming the following: nothing fails on 2 paths")
    );
}

#[test]
fn bad_options_are_refused_with_what_is_valid() {
    assert_bad_usage(&["--frob"], &["--frob", "Usage: effigy explore"]);
    assert_bad_usage(&["--solver", "yices"], &["yices", "auto, embedded, z3, cvc5, bitwuzla"]);
    assert_bad_usage(&["--search", "zigzag"], &["zigzag", "dfs, bfs, random-path, coverage"]);
    assert_bad_usage(&["--disable", "luck"], &["luck", "simplify, equalities"]);
    assert_bad_usage(&["--threads", "0"], &["expected a number from 1"]);
    assert_bad_usage(
        &["--solver", "z3", "--z3", "/no/z3"],
        &["`/no/z3` not found", "--solver embedded"],
    );
}

#[test]
fn a_stress_mode_that_there_is_not_is_refused_with_those_that_there_are() {
    let folder = TempDir::new();
    folder.write("good.ll", GOOD);
    let mut command = Command::new(EFFIGY);
    command.current_dir(folder.path()).args(["explore", "good.ll"]);
    let output = command.env("EFFIGY_STRESS", "collect,haste").output().unwrap();
    assert_says(&output, &["`haste`", "EFFIGY_STRESS", "collect, reexecute, caches, models"]);
}

#[test]
fn an_entry_that_does_not_exist_is_refused_with_similar_ones() {
    assert_bad_usage(&["--entry", "ain"], &["no function `ain`", "main"]);
}

#[test]
fn a_run_folder_that_cannot_be_written_is_refused() {
    assert_bad_usage(&["--out", "good.ll/run"], &["cannot make the folder", "--out"]);
    assert_bad_usage(&["--out", "good.ll"], &["good.ll", "--out"]);
}
