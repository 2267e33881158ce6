//! The sessions of `docs/effigy-1976.md` run as they are printed. `EFFIGY_BLESS=1` renews the page.

use effigy_testkit::TempDir;
use effigy_testkit::golden::assert_golden;
use std::path::Path;
use std::process::Command;

const START: &str = "$ effigy debug ";

/// What a session prints; the lines of `script` that begin with `> ` are its commands.
fn session(root: &Path, arguments: &str, script: &str) -> String {
    let folder = TempDir::new();
    let script = folder.write("session.txt", script);
    let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
    command.current_dir(root).arg("debug").args(arguments.split_whitespace());
    // The page says that none of its sessions needs Z3.
    command.args(["--z3", "./no-solver"]);
    let output = command.arg("--script").arg(script).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn the_guide_says_what_happens() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = root.join("docs/effigy-1976.md");
    let text = std::fs::read_to_string(&page).unwrap();
    let mut renewed = String::new();
    let mut sessions = 0;
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        renewed.push_str(&format!("{line}\n"));
        if line != "```console" {
            continue;
        }
        let start = lines.next().unwrap_or_default();
        let arguments = start.strip_prefix(START).unwrap_or_else(|| panic!("no session: {start}"));
        let mut script = String::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with("```")) {
            script.push_str(&format!("{line}\n"));
        }
        renewed.push_str(&format!("{start}\n{}", session(&root, arguments, &script)));
        sessions += 1;
    }
    assert!(sessions > 5, "the page has only {sessions} sessions");
    assert_golden(&page, &renewed);
}
