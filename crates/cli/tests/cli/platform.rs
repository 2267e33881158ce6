//! Files, variables and lengths of standard input that options give, and what is refused of them by name.

use effigy_testkit::{TempDir, tool};
use serde_json::Value;
use std::process::{Command, Output};

fn explore(folder: &TempDir, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_effigy"));
    command.arg("explore").args(arguments).current_dir(folder.path());
    command.output().unwrap()
}

fn summary(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|e| panic!("{e}: {}", String::from_utf8_lossy(&output.stderr)))
}

#[test]
fn a_given_file_holds_what_it_held_when_the_run_began() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    folder.write("data", "42 is the answer");
    folder.write(
        "program.c",
        "#include <assert.h>\n#include <stdio.h>\nint main(void) {\n  int n;\n  FILE *file = fopen(\"in/numbers\", \"r\");\n  \
         assert(file && fscanf(file, \"%d\", &n) == 1);\n  assert(n != 42);\n  return 0;\n}\n",
    );
    let run = explore(&folder, &["program.c", "--file", "in/numbers=data", "--json"]);
    let summary = summary(&run);
    assert_eq!(summary["findings"][0]["line"], 7, "{summary:#}");
    assert_eq!(summary["findings"][0]["replay"], "confirmed", "{summary:#}");
    // The test needs the run's folder, not the file.
    folder.write("data", "43");
    let mut replay = Command::new(env!("CARGO_BIN_EXE_effigy"));
    let replay =
        replay.args(["replay", "effigy-last/1"]).current_dir(folder.path()).output().unwrap();
    let text = String::from_utf8_lossy(&replay.stdout).into_owned();
    assert!(text.contains("confirmed"), "{text}{}", String::from_utf8_lossy(&replay.stderr));
}

#[test]
fn each_length_of_the_input_has_its_tests() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    folder.write(
        "program.c",
        "#include <unistd.h>\nint main(void) {\n  char text[8];\n  return (int)read(0, text, 8);\n}\n",
    );
    let run = explore(&folder, &["program.c", "--sym-stdin", "2..5", "--json", "--threads", "1"]);
    let summary = summary(&run);
    assert_eq!(summary["paths"]["completed"], 4, "{summary:#}");
    assert_eq!(summary["exhaustive"], true, "{summary:#}");
    let mut lengths = Vec::new();
    for number in 1..=4 {
        let file = folder.path().join(format!("effigy-last/tests/test{number:06}.json"));
        let test: Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
        assert_eq!(test["objects"].as_array().map_or(0, Vec::len), 0, "{test:#}");
        lengths.push(test["stdin"].as_str().map_or(0, |hex| hex.len() / 2));
    }
    lengths.sort_unstable();
    assert_eq!(lengths, [2, 3, 4, 5]);
}

#[test]
fn a_jump_to_a_function_that_has_returned_is_a_finding() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    folder.write(
        "program.c",
        "#include <setjmp.h>\nstatic jmp_buf place;\nstatic int mark(void) { return setjmp(place); }\nint main(int count, char **words) {\n  \
         if (mark()) return 1;\n  if (words[1][0] == 'j') longjmp(place, 1);\n  return 0;\n}\n",
    );
    let run = explore(&folder, &["program.c", "--sym-args", "1", "--json", "--no-replay"]);
    let summary = summary(&run);
    assert_eq!(summary["findings"][0]["kind"], "bad-call", "{summary:#}");
    assert_eq!(summary["findings"][0]["line"], 6, "{summary:#}");
    assert_eq!(summary["paths"]["completed"], 1, "{summary:#}");
}

#[test]
fn what_is_no_file_no_variable_and_no_length_is_refused() {
    let folder = TempDir::new();
    folder.write("program.c", "int main(void) { return 0; }\n");
    for (arguments, said) in [
        (&["--sym-file", "../up", "2"][..], "no path below the program's folder"),
        (&["--sym-file", "/etc/passwd", "2"], "no path below the program's folder"),
        (&["--sym-file", "name", "many"], "expected a number of bytes"),
        (&["--file", "name"], "expected NAME=PATH"),
        (&["--file", "name=absent"], "cannot read absent"),
        (&["--env", "NAME"], "expected NAME=VALUE"),
        (&["--sym-stdin", "8..2"], "no length from 8 to 2"),
        (&["--sym-stdin", "few"], "a range such as 0..8"),
        (&["--panic", "never"], "auto, abort, unwind"),
    ] {
        let output = explore(&folder, &[&["program.c"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(text.contains(said), "{arguments:?}: {text}");
    }
}

#[test]
fn output_from_a_table_is_one_path_and_a_text_that_is_too_short_another() {
    if tool("clang").is_none() {
        return;
    }
    let folder = TempDir::new();
    for (bytes, completed, failed) in [(2, 1, 0), (4, 1, 1)] {
        let program = format!(
            "#include <stdio.h>\n#include <unistd.h>\n\
             static const char *const NAMES[4] = {{\"one\", \"four\", \"seven\", \"x\"}};\n\
             int main(void) {{\n  write(1, NAMES[getchar() & 3], {bytes});\n  return 0;\n}}\n"
        );
        folder.write("program.c", program);
        let summary =
            summary(&explore(&folder, &["program.c", "--sym-stdin", "1", "--json", "--no-replay"]));
        let paths = &summary["paths"];
        assert_eq!(paths["completed"], completed, "{summary:#}");
        assert_eq!(paths["failed"], failed, "{summary:#}");
        if failed == 1 {
            assert_eq!(summary["findings"][0]["kind"], "out-of-bounds", "{summary:#}");
        }
    }
}
