//! The run folder from outside: what a start that fails leaves alone, two runs in one folder, a full disk.

use effigy_testkit::{TempDir, tool};
use std::path::Path;
use std::process::{Command, Output};

const EFFIGY: &str = env!("CARGO_BIN_EXE_effigy");

/// A program with a few paths, which no compiler is needed for.
const PROGRAM: &str = r#"
declare i32 @getchar()
define i32 @main() {
  %c = call i32 @getchar()
  %small = icmp slt i32 %c, 50
  br i1 %small, label %low, label %high
low:
  %digit = icmp eq i32 %c, 48
  br i1 %digit, label %zero, label %high
zero:
  ret i32 3
high:
  ret i32 1
}
"#;

fn effigy(current: &Path, arguments: &[&str]) -> Output {
    Command::new(EFFIGY).current_dir(current).args(arguments).output().unwrap()
}

fn program(name: &str, text: &str) -> TempDir {
    let folder = TempDir::new();
    std::fs::write(folder.path().join(name), text).unwrap();
    folder
}

const RUN: [&str; 6] = ["explore", "prog.ll", "--sym-stdin", "1", "--out", "run"];

#[test]
fn a_start_that_fails_touches_nothing() {
    let folder = program("prog.ll", PROGRAM);
    assert_eq!(effigy(folder.path(), &RUN).status.code(), Some(0));
    let summary = folder.path().join("run/summary.json");
    let before = std::fs::read(&summary).unwrap();
    std::fs::write(folder.path().join("broken.ll"), "define i32 @main( {").unwrap();
    for input in ["nosuch.c", "broken.ll", "prog.txt"] {
        let output = effigy(folder.path(), &["explore", input, "--out", "run"]);
        assert_eq!(output.status.code(), Some(2), "{input}");
        assert_eq!(std::fs::read(&summary).unwrap(), before, "{input}");
        let output = effigy(folder.path(), &["explore", input, "--out", "new"]);
        assert_eq!(output.status.code(), Some(2), "{input}");
        assert!(!folder.path().join("new").exists(), "{input}");
    }
    assert!(folder.path().join("run/tests/test000001.json").is_file());
}

#[test]
fn a_second_run_in_the_folder_of_a_running_one_is_refused() {
    let folder = program("prog.ll", PROGRAM);
    let endless = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/endless.ll");
    let mut first = Command::new(EFFIGY);
    first.current_dir(folder.path()).arg("explore").arg(endless);
    let mut first = first.args(["--no-replay", "--out", "run"]).spawn().unwrap();
    while !folder.path().join("run/run.json").is_file() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let second = effigy(folder.path(), &RUN);
    let _ = first.kill();
    let _ = first.wait();
    let said = String::from_utf8_lossy(&second.stderr).into_owned();
    assert_eq!(second.status.code(), Some(2), "{said}");
    assert!(said.contains("another run is going on in"), "{said}");
    assert!(!folder.path().join("run/summary.json").exists());
    // The lock ends with its process, however that ended.
    assert_eq!(effigy(folder.path(), &RUN).status.code(), Some(0));
}

#[test]
fn a_full_disk_is_said_and_the_report_is_printed() {
    if tool("bash").is_none() {
        return;
    }
    let folder = program("prog.ll", PROGRAM);
    // No file may become larger than 2 KB: the page of the tree is.
    let script = r#"trap "" XFSZ; ulimit -f 2; exec "$0" "$@""#;
    let mut command = Command::new("bash");
    command.current_dir(folder.path()).args(["-c", script, EFFIGY]).args(RUN);
    let output = command.output().unwrap();
    let shown = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(2), "{shown}");
    assert!(shown.contains("passed, assuming the following: nothing fails on"), "{shown}");
    assert!(shown.contains("the run folder is incomplete"), "{shown}");
    assert!(shown.contains("tree.html"), "{shown}");
    let run = folder.path().join("run");
    assert!(!run.join("tree.html").exists() && !run.join("tree.html.new").exists());
    assert!(run.join("tests/test000001.json").is_file());
}

#[test]
fn a_folder_of_another_program_is_refused_as_it_is() {
    let folder = program("prog.ll", PROGRAM);
    let run = folder.path().join("run");
    std::fs::create_dir_all(run.join("tests")).unwrap();
    std::fs::write(run.join("run.json"), r#"{"name":"a run of somebody else"}"#).unwrap();
    std::fs::write(run.join("summary.json"), "mine").unwrap();
    let output = effigy(folder.path(), &RUN);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(std::fs::read_to_string(run.join("summary.json")).unwrap(), "mine");
}

#[test]
fn names_of_files_in_a_program_do_not_reach_the_terminal_as_they_are() {
    if tool("clang").is_none() {
        return;
    }
    let text = "# 1 \"e\\033[31m\\033]0;x\\007<b>.c\"\n\
        int main(int c, char **v) { if (c < 2) return 0; if (v[1][0] == 60) return *(int *)0; return 0; }\n";
    let folder = program("line.c", text);
    let has_controls =
        |bytes: &[u8]| bytes.iter().any(|b| b.is_ascii_control() && !matches!(*b, b'\n' | b'\t'));
    let explore = ["explore", "line.c", "--sym-args", "1", "--out", "run"];
    for arguments in [&explore[..], &["tree", "run"], &["replay", "run/1"]] {
        let output = effigy(folder.path(), arguments);
        assert!(!has_controls(&output.stdout), "{}", String::from_utf8_lossy(&output.stdout));
        assert!(!has_controls(&output.stderr), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let script = folder.path().join("session.txt");
    std::fs::write(&script, "run\nwhere\nlist\n").unwrap();
    let output =
        effigy(folder.path(), &["debug", "line.c", "--sym-args", "1", "--script", "session.txt"]);
    assert!(!has_controls(&output.stdout), "{}", String::from_utf8_lossy(&output.stdout));
}
