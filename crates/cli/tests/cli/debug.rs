//! Transcripts of sessions: every answer is as it is written. `EFFIGY_BLESS=1` renews them.

use effigy_testkit::golden::assert_golden;
use effigy_testkit::{TempDir, tool};
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs the session that a transcript's first line names, as in `# effigy debug examples/pli/sum.pli`.
fn check(name: &str) {
    let file = root().join("tests/transcripts").join(name);
    let text = std::fs::read_to_string(&file).unwrap();
    let first = text.lines().next().and_then(|l| l.strip_prefix("# effigy debug "));
    let arguments = first.unwrap_or_else(|| panic!("{name} names no session"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
    command.current_dir(root()).env("NO_COLOR", "1").arg("debug");
    command.args(arguments.split_whitespace()).arg("--script").arg(&file);
    let output = command.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name}: {errors}");
    assert_golden(&file, &String::from_utf8_lossy(&output.stdout));
}

macro_rules! sessions {
    ($($name:ident needs $($tool:literal)*;)*) => {
        $(#[test]
        fn $name() {
            if [$($tool),*].iter().all(|t: &&str| tool(t).is_some()) {
                check(concat!(stringify!($name), ".txt"));
            }
        })*
    };
}

sessions! {
    king_sum needs "z3";
    king_power needs "z3";
    king_two_loops needs "z3";
    king_array_parameter needs "z3";
    king_section_6 needs "z3";
    king_section_7 needs "z3";
    machine_integers needs;
    mistakes needs "z3";
    stops_and_traces needs "z3";
    c_program needs "clang";
    typed_conditions needs "clang";
    breakpoints needs "z3";
    proof_counter needs "z3";
    rust_program needs "rustc";
    rust_values needs "rustc";
    lecture_tree1 needs "clang";
    lecture_tree2 needs "clang";
    copies_c needs "clang";
    copies_rust needs "rustc";
    copies_pli needs "z3";
}

#[test]
fn every_transcript_is_run() {
    let source = std::fs::read_to_string(file!().replace("crates/cli/", "")).unwrap();
    let folder = std::fs::read_dir(root().join("tests/transcripts")).unwrap();
    for entry in folder {
        let name = entry.unwrap().file_name().to_string_lossy().replace(".txt", "");
        assert!(source.contains(&format!("{name} needs")), "no test runs {name}");
    }
}

#[test]
fn a_script_may_be_a_list_of_commands() {
    if tool("z3").is_none() {
        return;
    }
    let folder = TempDir::new();
    let commands = "CALL CHOICE (\"a\", Y)\n\n# the paper's choice\ngo true\n";
    let script = folder.write("commands.txt", commands);
    let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
    command.current_dir(root()).args(["debug", "examples/pli/choice.pli", "--script"]).arg(&script);
    let output = String::from_utf8(command.output().unwrap().stdout).unwrap();
    assert!(output.contains("> CALL CHOICE"), "{output}");
    assert!(output.contains("# the paper's choice\n> go true"), "{output}");
    assert!(output.contains("pc = (a > 5)"), "{output}");
}

#[test]
fn global_variables_are_known() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    let text = "struct pair { int x, y; };\nint global_count = 3;\nstatic struct pair both = {1, 2};\n\
        int main(void) {\n  static int calls = 7;\n  int local = global_count;\n  calls++;\n  both.y = local;\n  return 0;\n}\n";
    folder.write("g.c", text);
    folder.write("script", "global_count\nboth.x\ncalls\nglobal_count = 5\nstep\nlocal\n");
    let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
    command.current_dir(folder.path()).args(["debug", "g.c", "--script", "script"]);
    let output = command.env("NO_COLOR", "1").output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    for shown in ["global_count = 3", "both.x = 1", "calls = 7", "global_count = 5", "local = 5"] {
        assert!(said.contains(shown), "{shown}: {said}");
    }
}
