use std::path::Path;
use std::process::Command;

use super::*;
use crate::test_case::InputObject;

const PROGRAM: &str = "use std::io::Read;\nfn main() {\n    let mut text = String::new();\n    \
    std::io::stdin().read_to_string(&mut text).unwrap();\n    let n = std::env::args_os().count();\n    \
    if text == \"boom\\n\" {\n        panic!(\"no\");\n    }\n    if std::env::args_os().any(|a| a == \"abort\") {\n        \
    std::process::abort();\n    }\n    std::process::exit(n as i32 + text.len() as i32);\n}\n";

fn case(number: usize, arguments: &[&[u8]], stdin: &[u8], predicted: Outcome) -> TestCase {
    let arguments = arguments.iter().map(|a| a.to_vec()).collect();
    TestCase {
        number,
        arguments,
        stdin: Some(stdin.to_vec()),
        objects: vec![],
        predicted,
        results: vec![],
        threads: false,
    }
}

fn panic_at(line: u32) -> Outcome {
    Outcome::Finding {
        kind: FindingKind::Panic,
        message: "no".to_owned(),
        file: "src/prog.rs".to_owned(),
        line,
    }
}

/// Builds the test file and runs it; how it went and what it printed.
fn run(folder: &Path, tests: &[TestCase]) -> (bool, String) {
    let source = folder.join("prog.rs");
    std::fs::write(&source, PROGRAM).expect("the program");
    let program = Program::File { source: &source.to_string_lossy(), edition: "2021" };
    std::fs::write(folder.join("tests.rs"), write(tests, program)).expect("the tests");
    let mut rustc = Command::new("rustc");
    rustc.args(["--test", "--edition", "2021", "tests.rs", "-o", "tests"]).current_dir(folder);
    let built = rustc.output().expect("rustc runs");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let output = Command::new(folder.join("tests")).output().expect("the tests run");
    (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn the_tests_hold_as_long_as_the_program_behaves_as_predicted() {
    let folder = std::env::temp_dir().join(format!("effigy-harness-rust-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let abort = Outcome::Finding {
        kind: FindingKind::Abort,
        message: String::new(),
        file: String::new(),
        line: 0,
    };
    let right = [
        case(1, &[b"a\xff\""], b"xyz", Outcome::Exit(5)),
        case(2, &[], b"boom\n", panic_at(7)),
        case(3, &[b"abort"], b"", abort),
    ];
    let (passed, text) = run(&folder, &right);
    assert!(passed, "{text}");
    let wrong = [
        case(4, &[], b"xyz", Outcome::Exit(5)),
        case(5, &[], b"boom\n", panic_at(8)),
        case(6, &[], b"", panic_at(7)),
        case(7, &[], b"", right.get(2).expect("three").predicted.clone()),
    ];
    let (passed, text) = run(&folder, &wrong);
    assert!(!passed && text.contains("0 passed; 4 failed"), "{text}");
    std::fs::remove_dir_all(folder).expect("the folder goes");
}

#[test]
fn a_package_names_its_binary_and_objects_come_as_a_file() {
    let mut test = case(12, &[], b"", Outcome::Exit(256));
    test.objects = vec![InputObject::new("width", vec![7, 0, 0, 0])];
    let text = write(&[test], Program::Binary("shop"));
    assert!(text.contains("env!(\"CARGO_BIN_EXE_shop\")"), "{text}");
    assert!(text.contains("/// width = 7\n#[test]\nfn test000012() {"), "{text}");
    assert!(text.contains("b\"KTEST\\x00\\x00\\x00\\x03"), "{text}");
    assert!(text.contains(".exits(0);"), "{text}");
}
