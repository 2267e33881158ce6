//! Programs that read a file which an argument names: `-- ARGS @@`.

use effigy_testkit::annotated::{Annotated, check_all};
use effigy_testkit::{TempDir, tool};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const EFFIGY: &str = env!("CARGO_BIN_EXE_effigy");

fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/file")
}

fn explored(program: &Annotated) -> Result<(), String> {
    let run = program.explore(Path::new(EFFIGY), &[])?;
    program.compare(&run)?;
    match run["findings"][0]["replay"].as_str() {
        Some("confirmed") => Ok(()),
        other => Err(format!("{}: replay is {other:?}", program.path.display())),
    }
}

fn effigy(folder: &TempDir, arguments: &[&str]) -> Output {
    let mut command = Command::new(EFFIGY);
    command.current_dir(folder.path()).args(arguments).output().expect("it starts")
}

#[test]
fn a_c_program_reads_the_file() {
    if tool("clang").is_some() {
        check_all(&Annotated::all(&programs(), "c"), explored);
    }
}

#[test]
fn a_rust_program_reads_the_file() {
    if tool("rustc").is_some() {
        check_all(&Annotated::all(&programs(), "rs"), explored);
    }
}

#[test]
fn a_search_from_seeds_goes_through_the_file_and_its_test_needs_no_effigy() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    let text = std::fs::read(programs().join("file_argument.c")).expect("it is there");
    folder.write("view.c", text);
    std::fs::create_dir(folder.path().join("seeds")).expect("a folder");
    folder.write("seeds/one", b"BN\x01\x01");
    // Changes would make longer files, at which the program asserts.
    let search = "fuzz view.c --seeds seeds --json --out out --no-native -- -q @@";
    let output = effigy(&folder, &search.split(' ').collect::<Vec<_>>());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let run: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {said}"));
    assert_eq!(run["findings"].as_array().map(Vec::len), Some(1), "{said}");
    assert_eq!(run["findings"][0]["replay"], "confirmed", "{said}");
    assert_eq!(effigy(&folder, &["replay", "out/1"]).status.code(), Some(1));

    let build = "-g -fsanitize=address -Dmain=effigy_program_main -o native view.c";
    let mut command = Command::new("clang");
    command.current_dir(folder.path()).args(build.split(' ')).arg("out/tests/test000001.c");
    assert!(command.status().expect("clang runs").success());
    let run = Command::new(folder.path().join("native")).output().expect("it starts");
    let said = String::from_utf8_lossy(&run.stderr).into_owned();
    assert!(said.contains("heap-buffer-overflow"), "{said}");
}

const OPTIONS: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  FILE *file = stdin;
  int verbose = 0;
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "-v") == 0) verbose = 1;
    if (strncmp(argv[i], "--file=", 7) == 0) file = fopen(argv[i] + 7, "rb");
  }
  if (!file) return 1;
  char text[5] = "";
  if (fread(text, 1, 4, file) == 4 && verbose && strcmp(text, "deep") == 0) abort();
  return 0;
}
"#;

#[test]
fn native_runs_of_a_search_have_the_arguments_that_are_given() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    folder.write("options.c", OPTIONS);
    std::fs::create_dir(folder.path().join("seeds")).expect("a folder");
    folder.write("seeds/one", b"deal");
    let arguments: [&[&str]; 2] = [&["-v", "--file=@@", "more"], &["max", "-v"]];
    for arguments in arguments {
        let search = "fuzz options.c --seeds seeds --json --first --max-time 60s --";
        let search = search.split(' ').chain(arguments.iter().copied());
        let output = effigy(&folder, &search.collect::<Vec<_>>());
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let run: Value =
            serde_json::from_slice(&output.stdout).unwrap_or_else(|e| panic!("{e}: {said}"));
        let finding = &run["findings"][0];
        assert_eq!((&finding["kind"], &finding["replay"]), (&"abort".into(), &"confirmed".into()));
        // All were run natively, and took the path there that they took on the machine.
        assert!(run["fuzz"]["native"].as_u64() > Some(0), "{run} {said}");
        assert_eq!(run["fuzz"]["diverged"], 0, "{run} {said}");
        assert!(!said.contains("machine runs the inputs"), "{said}");
    }
}

#[test]
fn arguments_are_symbolic_or_given() {
    let folder = TempDir::new();
    folder.write("none.c", "int main(void) { return 0; }\n");
    folder.write("none.pli", "NONE: PROCEDURE; END;\n");
    let symbolic = effigy(&folder, &["explore", "none.c", "--sym-args", "2", "--", "x"]);
    let said = String::from_utf8_lossy(&symbolic.stderr).into_owned();
    assert!(symbolic.status.code() == Some(2) && said.contains("--sym-args"), "{said}");
    let other = effigy(&folder, &["explore", "none.pli", "--", "x"]);
    let said = String::from_utf8_lossy(&other.stderr).into_owned();
    assert!(other.status.code() == Some(2) && said.contains("-- ARGS"), "{said}");
}
