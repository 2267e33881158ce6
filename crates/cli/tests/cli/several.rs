//! C programs as people have them: several files, databases of flags, functions that nobody defines or that the user replaces.

use effigy_testkit::{TempDir, tool};
use serde_json::Value;
use std::fs::write;
use std::process::Command;

const COUNTER: &str = "static int step(void) { return STEP; }\nint taken;\nint take(int count) { taken += step(); return count - taken; }\n";

const MAIN: &str = "#include <assert.h>\nint take(int count);\nextern int taken;\nint nondet_int(void);\n\
    static int step(void) { return 5; }\n\
    int main(void) {\n  int count = nondet_int();\n  if (count < 0 || count > 100) return 0;\n  int left = take(count);\n\
    assert(taken != step());\n  assert(left != 40);\n  return 0;\n}\n";

/// Explores what is in the folder; `None` without the tools.
fn explore(folder: &TempDir, arguments: &[&str]) -> Option<Value> {
    tool("clang")?;
    tool("llvm-link")?;
    let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
    command.arg("explore").args(arguments).arg("--json").current_dir(folder.path());
    let output = command.output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    Some(serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {error}")))
}

/// Place and replay of each finding.
fn findings(run: &Value) -> Vec<String> {
    let list = run["findings"].as_array().unwrap();
    let mut list: Vec<String> = list
        .iter()
        .map(|f| {
            format!(
                "{}:{} {}",
                f["file"].as_str().unwrap(),
                f["line"],
                f["replay"].as_str().unwrap()
            )
        })
        .collect();
    list.sort();
    list
}

#[test]
fn files_are_linked_and_replayed_together() {
    let folder = TempDir::new();
    write(folder.path().join("main.c"), MAIN).unwrap();
    write(folder.path().join("take.c"), COUNTER).unwrap();
    let Some(run) = explore(&folder, &["main.c", "take.c", "--cflags", "-DSTEP=3"]) else { return };
    assert_eq!(findings(&run), ["main.c:11 confirmed"], "{run:#}");
    // Functions of one name that are local to their files stay apart.
    let run = explore(&folder, &["main.c", "take.c", "--cflags", "-DSTEP=5"]).unwrap();
    assert_eq!(findings(&run), ["main.c:10 confirmed"], "{run:#}");
}

#[test]
fn a_database_has_flags_for_each_file() {
    let folder = TempDir::new();
    write(folder.path().join("main.c"), MAIN).unwrap();
    write(folder.path().join("take.c"), COUNTER).unwrap();
    let entry = |file: &str, flag: &str| {
        let directory = folder.path().display();
        format!(
            r#"{{"directory": "{directory}", "file": "{file}", "command": "cc {flag} -O2 -c {file}"}}"#
        )
    };
    let database = format!("[{}, {}]", entry("main.c", "-DSTEP=9"), entry("take.c", "-DSTEP=5"));
    write(folder.path().join("compile_commands.json"), database).unwrap();
    let arguments = ["main.c", "take.c", "--compile-commands", "compile_commands.json"];
    let Some(run) = explore(&folder, &arguments) else { return };
    assert_eq!(findings(&run), ["main.c:10 confirmed"], "{run:#}");
}

#[test]
fn functions_are_replaced() {
    let folder = TempDir::new();
    write(folder.path().join("main.c"), MAIN).unwrap();
    write(folder.path().join("take.c"), COUNTER).unwrap();
    write(
        folder.path().join("model.c"),
        "extern int taken;\nint take(int count) { taken = 6; return 41 - (count == 7); }\n",
    )
    .unwrap();
    let arguments = ["main.c", "take.c", "--override", "model.c", "--cflags", "-DSTEP=3"];
    let Some(run) = explore(&folder, &arguments) else { return };
    assert_eq!(findings(&run), ["main.c:11 confirmed"], "{run:#}");
}

/// A function that nobody defines, another one that gives a pointer.
const UNKNOWN: &str = "#include <assert.h>\n#include <stdlib.h>\nint level(int);\nint *place(void);\nvoid stop(void) __attribute__((noreturn));\n\
    int main(int argc, char **argv) {\n  int first = level(1), second = level(2);\n  assert(first != 4 || second == 0);\n\
    if (argc > 1 && argv[1][0] == 'p') { int *p = place(); if (p) return *p; }\n\
    if (argc > 1 && argv[1][0] == 'f') free(place());\n\
    if (argc > 1 && argv[1][0] == 's') stop();\n  return 0;\n}\n";

#[test]
fn functions_that_nobody_defines_follow_the_policy() {
    let folder = TempDir::new();
    write(folder.path().join("main.c"), UNKNOWN).unwrap();
    let run = |policy: &str| explore(&folder, &["main.c", "--sym-args", "1", "--external", policy]);
    let Some(error) = run("error") else { return };
    assert_eq!(
        (error["findings"].as_array().map(Vec::len), error["exhaustive"].as_bool()),
        (Some(0), Some(false))
    );
    let any = run("any").unwrap();
    assert_eq!(findings(&any), ["main.c:8 confirmed"], "{any:#}");
    let assumes = any["assumes"].to_string();
    assert!(assumes.contains("level gives any value and changes nothing"), "{assumes}");
    let reasons = any["incomplete_because"].to_string();
    for reason in ["behind the pointer of place", "stop, which does not return"] {
        assert!(reasons.contains(reason), "{reasons}");
    }
    let concrete = run("concrete").unwrap();
    assert_eq!(findings(&concrete), Vec::<String>::new(), "{concrete:#}");
    assert_eq!(concrete["exhaustive"], false);
    let reasons = concrete["incomplete_because"].to_string();
    assert!(
        reasons.contains("what the external function level gives and does: zero and nothing"),
        "{reasons}"
    );
}

#[test]
fn unwinding_follows_the_policy() {
    let folder = TempDir::new();
    let text = "#include <assert.h>\nint level(int);\nint main(void) { int a = level(1); assert((a & 0) == 0); return 0; }\n";
    write(folder.path().join("main.c"), text).unwrap();
    let Some(_) = tool("clang") else { return };
    let run = |policy: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
        command.args(["bmc", "main.c", "--external", policy, "--json"]).current_dir(folder.path());
        let output = command.output().unwrap();
        serde_json::from_slice::<Value>(&output.stdout).expect("an answer")
    };
    let any = run("any");
    assert_eq!(any["verdict"], "proved", "{any:#}");
    assert!(any["assumes"].to_string().contains("level gives any value"), "{any:#}");
    assert_eq!(run("concrete")["verdict"], "incomplete");
    assert_eq!(run("error")["verdict"], "incomplete");
}

const CALLER: &str = "int g(int);\nint main(void) { return g(3); }\n";
const CALLED: &str = "int g(int x) { int a[2] = {0}; return a[x]; }\n";

#[test]
fn every_verb_takes_the_files_of_a_program() {
    if tool("clang").is_none() || tool("llvm-link").is_none() {
        return;
    }
    let folder = TempDir::new();
    write(folder.path().join("mf1.c"), CALLER).unwrap();
    write(folder.path().join("mf2.c"), CALLED).unwrap();
    write(folder.path().join("seed"), "x").unwrap();
    std::fs::create_dir(folder.path().join("seeds")).unwrap();
    write(folder.path().join("seeds/one"), "x").unwrap();
    write(folder.path().join("trace.txt"), "mf2.c:1\n").unwrap();
    write(folder.path().join("script"), "go\n").unwrap();
    let effigy = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
        let output = command.args(arguments).current_dir(folder.path()).output().unwrap();
        let said = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8_lossy(&said).into_owned())
    };
    let database = r#"[{"directory": ".", "file": "mf1.c", "command": "cc -c mf1.c"},
        {"directory": ".", "file": "mf2.c", "command": "cc -c mf2.c"}]"#;
    write(folder.path().join("flags.json"), database).unwrap();
    for more in [&[][..], &["--compile-commands", "flags.json"]] {
        let (status, said) = effigy(&[&["bmc", "mf1.c", "mf2.c", "--unwind", "2"], more].concat());
        assert_eq!(status, Some(1), "{said}");
        assert!(said.contains("mf2.c:1"), "{said}");
        let (status, said) = effigy(&[&["explore", "mf1.c", "mf2.c"], more].concat());
        assert_eq!(status, Some(1), "{said}");
        let feasible = ["feasible", "mf1.c", "mf2.c", "--trace", "trace.txt"];
        let (status, said) = effigy(&[&feasible, more].concat());
        assert_eq!(status, Some(1), "{said}");
        let script = ["debug", "mf1.c", "mf2.c", "--script", "script"];
        let (status, said) = effigy(&[&script, more].concat());
        assert_eq!(status, Some(0), "{said}");
        assert!(said.contains("out-of-bounds"), "{said}");
    }
}

#[test]
fn a_search_from_seeds_takes_the_files_of_a_program() {
    if tool("clang").is_none() || tool("llvm-link").is_none() {
        return;
    }
    let folder = TempDir::new();
    let main = "#include <unistd.h>\nint g(int);\nint main(void) { unsigned char c = 0; read(0, &c, 1); return g(c == 'z'); }\n";
    write(folder.path().join("mf1.c"), main).unwrap();
    let other = "int g(int x) { int a[2] = {4, 2}; return x ? a[x + 1] : a[0]; }\n";
    write(folder.path().join("mf2.c"), other).unwrap();
    std::fs::create_dir(folder.path().join("seeds")).unwrap();
    write(folder.path().join("seeds/one"), "x").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
    command.args([
        "fuzz",
        "mf1.c",
        "mf2.c",
        "--seeds",
        "seeds",
        "--first",
        "--max-time",
        "60s",
        "--json",
    ]);
    let output = command.current_dir(folder.path()).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    let run: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {error}"));
    assert_eq!(findings(&run), ["mf2.c:1 confirmed"], "{run:#}");
}

#[test]
fn a_preprocessed_file_of_gcc_is_c() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    let text = "# 1 \"other.c\"\nextern int fclose (int *__stream);\n\
        extern int *fopen (const char *n) __attribute__ ((__malloc__)) __attribute__ ((__malloc__ (fclose, 1))) ;\n\
        extern void abort (void);\nextern int getchar (void);\n\
        int main(){ if (getchar () == 'x') abort (); return 0; }\n";
    write(folder.path().join("ii.i"), text).unwrap();
    let Some(run) = explore(&folder, &["ii.i", "--sym-stdin", "1"]) else { return };
    assert_eq!(findings(&run), ["ii.i:6 confirmed"], "{run:#}");
}

#[test]
fn several_files_of_rust_are_refused_by_name() {
    let folder = TempDir::new();
    for name in ["a.rs", "b.rs"] {
        std::fs::write(folder.path().join(name), "fn main() {}\n").expect("the folder is ours");
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
    let output = command.current_dir(folder.path()).args(["explore", "a.rs", "b.rs"]).output();
    let output = output.expect("it starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(
        (output.status.code(), said.trim()),
        (Some(2), "error: more than one file is for C programs")
    );
}

#[test]
fn a_program_of_32_bits_is_refused_by_name() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    write(folder.path().join("a.c"), "int main(void) { return 0; }\n").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
    command.args(["explore", "a.c", "--cflags", "-m32"]).current_dir(folder.path());
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("compiled for pointers of 32 bits"), "{said}");
}
