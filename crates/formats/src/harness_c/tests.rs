use std::path::{Path, PathBuf};
use std::process::Command;

use effigy_base::finding::FindingKind;

use super::*;
use crate::test_case::InputObject;

const PROGRAM: &str = "#include <stdio.h>\n#include <string.h>\n\
    void klee_make_symbolic(void *, unsigned long, const char *);\nint __VERIFIER_nondet_int(void);\n\
    int main(int argc, char **argv) {\n  unsigned char b[3];\n  klee_make_symbolic(b, sizeof b, \"b\");\n  \
    int n = __VERIFIER_nondet_int();\n  char line[8] = \"\";\n  if (!fgets(line, sizeof line, stdin)) return 90;\n  \
    if (argc != 3 || strcmp(argv[2], \"x\\xff\") != 0 || strcmp(line, \"hi\\n\") != 0) return 91;\n  \
    return b[0] + b[2] + n;\n}\n";

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("effigy-harness-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&path).expect("a folder");
    path
}

/// Compiles in the folder; `false` when there is no C compiler.
fn compile(folder: &Path, arguments: &[&str]) -> bool {
    match Command::new("cc").args(arguments).current_dir(folder).output() {
        Ok(output) => {
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            true
        }
        Err(_) => {
            assert!(std::env::var_os("CI").is_none(), "CI installs a C compiler");
            eprintln!("skipped: cc is not installed");
            false
        }
    }
}

fn case() -> TestCase {
    let object = |name: &str, bytes: &[u8]| InputObject::new(name, bytes.to_vec());
    TestCase {
        number: 3,
        arguments: vec![b"".to_vec(), b"x\xff".to_vec()],
        stdin: Some(b"hi\n".to_vec()),
        objects: vec![object("b", &[20, 1, 2]), object("n", &[20, 0, 0, 0])],
        predicted: Outcome::Exit(42),
        results: vec![],
        threads: false,
    }
}

#[test]
fn the_harness_gives_the_program_its_inputs() {
    let folder = folder("runs");
    std::fs::write(folder.join("prog.c"), PROGRAM).expect("the program");
    std::fs::write(folder.join("t.c"), write(&case(), "prog.c", "t.c")).expect("the harness");
    if compile(&folder, &["-g", "-Wall", "-Dmain=effigy_program_main", "prog.c", "t.c", "-o", "t"])
    {
        let status = Command::new(folder.join("t")).status().expect("it runs");
        assert_eq!(status.code(), Some(42));
    }
    let mut short = case();
    short.objects.pop();
    std::fs::write(folder.join("t.c"), write(&short, "prog.c", "t.c")).expect("the harness");
    if compile(&folder, &["-Dmain=effigy_program_main", "prog.c", "t.c", "-o", "t"]) {
        assert_eq!(Command::new(folder.join("t")).status().expect("it runs").code(), Some(78));
    }
    std::fs::remove_dir_all(folder).expect("the folder goes");
}

#[test]
fn nothing_ends_a_comment_early() {
    let mut test = case();
    test.predicted = Outcome::Finding {
        kind: FindingKind::Assertion,
        message: "a */ #error\nb".to_owned(),
        file: "dir/*x.c".to_owned(),
        line: 4,
    };
    let text = write(&test, "pro*/g.c", "t.c");
    let first = text.split_once("*/").map_or("", |(head, _)| head);
    assert!(first.ends_with("-o t && ./t "), "{first}");
    assert!(first.contains("Expected: assertion at dir/ *x.c:4: a * / #error b"), "{first}");
}
