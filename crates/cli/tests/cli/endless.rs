//! Programs that never end on some input, and programs that only take long: distinguished.

use effigy_testkit::annotated::{Annotated, check_all};
use effigy_testkit::{TempDir, tool};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;

fn programs(name: &str) -> Vec<Annotated> {
    let folder: PathBuf =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs/endless").join(name);
    let tools = [("c", "clang"), ("rs", "rustc")];
    let there = tools.into_iter().filter(|(_, compiler)| tool(compiler).is_some());
    there.flat_map(|(extension, _)| Annotated::all(&folder, extension)).collect()
}

fn check(program: &Annotated) -> Result<(), String> {
    program.check(Path::new(env!("CARGO_BIN_EXE_effigy")), &["--no-replay"])
}

#[test]
fn loops_that_never_end_are_findings() {
    check_all(&programs("stuck"), check);
}

#[test]
fn loops_that_take_long_are_none() {
    let programs = programs("long");
    assert!(programs.iter().all(|program| program.expected.is_empty()));
    check_all(&programs, check);
}

#[test]
fn an_endless_loop_is_confirmed_by_a_native_run_that_does_not_end() {
    let chosen = programs("stuck").into_iter().filter(|p| p.path.ends_with("ring.c"));
    check_all(&chosen.collect::<Vec<_>>(), |program| {
        let run = program.explore(Path::new(env!("CARGO_BIN_EXE_effigy")), &[])?;
        program.compare(&run)?;
        let findings = run["findings"].as_array().map_or(&[][..], Vec::as_slice);
        match findings.iter().find(|finding| finding["replay"] != "confirmed") {
            Some(finding) => Err(format!("not confirmed: {finding}")),
            None => Ok(()),
        }
    });
}

/// What a run of a C program says, with flags.
fn run(text: &str, verb: &str, flags: &[&str]) -> Option<Value> {
    tool("clang")?;
    let folder = TempDir::new();
    folder.write("p.c", text);
    let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
    command.current_dir(folder.path()).args([verb, "p.c", "--json", "--no-replay"]).args(flags);
    let output = command.output().expect("a run");
    let object = serde_json::from_slice(&output.stdout);
    Some(object.unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&output.stderr))))
}

/// A loop that is left by nothing, with this in it, behind these declarations.
fn around(before: &str, body: &str) -> String {
    let headers = ["stdio.h", "signal.h", "time.h", "unistd.h"];
    let headers: String = headers.iter().map(|name| format!("#include <{name}>\n")).collect();
    format!("{headers}{before}\nint main(void) {{ int x = 0; {body} return x; }}\n")
}

#[test]
fn what_somebody_else_may_see_or_change_is_no_endless_loop() {
    let loops = [
        around("volatile int flag;", "while (!flag) {}"),
        around("", "while (x == 0) puts(\"still there\");"),
        around("", "while (time(0) != 0) {}"),
        around("", "while (x == 0) sleep(1);"),
        around("int set; void on(int n) { set = n; }", "signal(SIGINT, on); while (!set) {}"),
        around("", "alarm(1); while (x == 0) {}"),
    ];
    for text in loops {
        let Some(run) = run(&text, "explore", &["--max-steps", "200000"]) else { return };
        assert_eq!(run["findings"], json!([]), "{text}\n{run}");
        assert_eq!(run["paths"]["cut"], 1, "{text}\n{run}");
    }
}

#[test]
fn a_check_that_is_off_leaves_the_loop_to_the_limits() {
    let flags = ["--checks", "-endless-loop", "--max-steps", "100000"];
    let Some(run) = run(&around("", "while (x == 0) {}"), "explore", &flags) else { return };
    assert_eq!((&run["findings"], &run["paths"]["cut"]), (&json!([]), &1.into()));
}
