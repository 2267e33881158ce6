//! What counts as an error: programs of `tests/checks` with their findings, and the options that choose checks.

use effigy_session::options::{Check, UNCHECKED};
use effigy_testkit::annotated::Annotated;
use effigy_testkit::{TempDir, tool};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/checks")
}

fn check_all(extension: &str) {
    let effigy = Path::new(env!("CARGO_BIN_EXE_effigy"));
    let programs = Annotated::all(&folder(), extension);
    let problems: Vec<String> =
        programs.iter().filter_map(|program| program.check(effigy, &[]).err()).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

fn effigy(folder: &TempDir, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
    command.current_dir(folder.path()).args(arguments).output().expect("effigy runs")
}

#[test]
fn c_programs_have_the_findings_of_their_checks() {
    if tool("clang").is_some() {
        check_all("c");
    }
}

#[test]
fn errors_of_unsafe_code_are_found_when_they_are_asked_for() {
    if tool("rustc").is_some() {
        check_all("rs");
    }
}

#[test]
fn a_run_without_them_says_so() {
    let folder = TempDir::new();
    let program = "fn main() { let x = unsafe { std::num::NonZeroU8::new_unchecked(1) }; drop(x) }";
    std::fs::write(folder.path().join("p.rs"), program).expect("the folder can be written");
    if tool("rustc").is_none() {
        return;
    }
    let output = effigy(&folder, &["explore", "p.rs", "--no-replay"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("unsafe code may have been optimised away"), "{text}");
    let list = text.split_once("not checked: ").map_or("", |(_, list)| list);
    assert!(list.split([',', '\n']).any(|check| check.trim() == "leak"), "{text}");
}

#[test]
fn an_async_entry_is_run_to_its_end() {
    let folder = TempDir::new();
    let program = "async fn f(a: u8) -> u8 { a + 1 }\nfn main() {}\n";
    std::fs::write(folder.path().join("p.rs"), program).expect("the folder can be written");
    let output = effigy(&folder, &["explore", "p.rs", "--entry", "f"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(tool("rustc").is_none() || text.contains("attempt to add with overflow"), "{text}");
    assert!(tool("rustc").is_none() || text.contains("--> p.rs:1:"), "{text}");
}

#[test]
fn the_table_lists_every_check() {
    let output = effigy(&TempDir::new(), &["checks"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0));
    for name in Check::ALL.iter().map(|c| c.name()).chain(UNCHECKED.iter().copied()) {
        assert!(text.contains(name), "{name} is missing in\n{text}");
    }
}

#[test]
fn an_unknown_check_is_an_error_that_lists_the_valid_ones() {
    let output = effigy(&TempDir::new(), &["explore", "x.c", "--checks", "default,bound"]);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("`bound` is no check") && text.contains("use-after-scope"), "{text}");
}

#[test]
fn an_error_of_a_check_that_is_off_ends_its_path_by_name() {
    let folder = TempDir::new();
    let program =
        "int main(int c, char **v) { int a[2] = {0}; return v[1][0] == 'x' ? *(int *)0 : a[0]; }";
    std::fs::write(folder.path().join("p.c"), program).expect("the folder can be written");
    if tool("clang").is_none() {
        return;
    }
    let run = ["explore", "p.c", "--sym-args", "1", "--no-replay", "--checks", "-null"];
    let output = effigy(&folder, &run);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("incomplete:") && text.contains("the check `null` is off"), "{text}");
}
