//! Tests as a Rust file of `#[test]` functions, which run the program and compare how it ends.

use std::fmt::Write;

use effigy_base::finding::FindingKind;

use crate::ktest;
use crate::test_case::{Outcome, TestCase};

#[cfg(test)]
mod tests;

/// How the tests find the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program<'a> {
    /// A binary of a Cargo package: the file goes into the package's folder `tests`.
    Binary(&'a str),
    /// A single source file: the tests build it with `rustc`.
    File {
        /// Its path.
        source: &'a str,
        /// Its edition.
        edition: &'a str,
    },
}

const SUPPORT: &str = include_str!("harness_rust/support.rs");

/// The test file for `tests` of a program.
///
/// The tests state what the program does now: for a finding, that it fails at that line. When the defect is mended, its
/// test fails and says so.
pub fn write(tests: &[TestCase], program: Program<'_>) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = write_parts(&mut text, tests, program);
    text
}

fn write_parts(out: &mut String, tests: &[TestCase], program: Program<'_>) -> std::fmt::Result {
    out.push_str(
        "// Tests that Effigy generated: each runs the program on the inputs of one path.\n",
    );
    match program {
        Program::Binary(name) => {
            writeln!(
                out,
                "// Put this file into the package's folder `tests` and run `cargo test`.\n"
            )?;
            out.push_str(SUPPORT);
            writeln!(
                out,
                "\nfn program() -> PathBuf {{\n    env!({:?}).into()\n}}",
                format!("CARGO_BIN_EXE_{name}")
            )?;
        }
        Program::File { source, edition } => {
            writeln!(
                out,
                "// Run it with `rustc --test tests.rs && ./tests`. The program is built by `rustc`;"
            )?;
            writeln!(out, "// set EFFIGY_PROGRAM to run one that is built already.\n")?;
            out.push_str(SUPPORT);
            writeln!(out, "\nfn program() -> PathBuf {{\n    build({source:?}, {edition:?})\n}}")?;
            out.push_str(include_str!("harness_rust/build.rs"));
        }
    }
    for test in tests {
        out.push('\n');
        write_test(out, test)?;
    }
    Ok(())
}

fn write_test(out: &mut String, test: &TestCase) -> std::fmt::Result {
    let (title, check) = match &test.predicted {
        Outcome::Exit(status) => {
            (format!("ends with status {}", status & 0xff), format!("exits({})", status & 0xff))
        }
        Outcome::Finding { kind, message, file, line } => {
            (format!("{kind} at {file}:{line}: {message}"), expectation(*kind, file, *line))
        }
    };
    writeln!(out, "/// {}", title.replace(['\n', '\r'], " "))?;
    for object in &test.objects {
        writeln!(
            out,
            "/// {} = {}",
            object.name.replace(['\n', '\r'], " "),
            readable(&object.bytes)
        )?;
    }
    writeln!(out, "#[test]\nfn test{:06}() {{", test.number)?;
    let arguments: Vec<String> = test.arguments.iter().map(|a| literal(a)).collect();
    let stdin = literal(test.stdin.as_deref().unwrap_or_default());
    let inputs = TestCase { arguments: vec![], stdin: None, ..test.clone() };
    let objects = if test.objects.is_empty() {
        "b\"\"".to_owned()
    } else {
        literal(&ktest::write(&inputs, "test"))
    };
    writeln!(out, "    let arguments: &[&[u8]] = &[{}];", arguments.join(", "))?;
    writeln!(out, "    run({}, arguments, {stdin}, {objects}).{check};\n}}", test.number)
}

/// The check of a finding: by its line where Rust's own panic reports it.
fn expectation(kind: FindingKind, file: &str, line: u32) -> String {
    use FindingKind::*;
    match kind {
        Panic | Overflow | OutOfBounds | DivisionByZero | Assertion if line > 0 => {
            let name = file.rsplit('/').next().unwrap_or(file);
            format!("panics({name:?}, {line})")
        }
        _ => "fails()".to_owned(),
    }
}

/// A byte-string literal.
fn literal(bytes: &[u8]) -> String {
    format!("b\"{}\"", bytes.escape_ascii())
}

/// A number, for the sizes that numbers have, or bytes.
fn readable(bytes: &[u8]) -> String {
    if matches!(bytes.len(), 1 | 2 | 4 | 8 | 16) {
        let mut wide = [0; 16];
        wide.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
        u128::from_le_bytes(wide).to_string()
    } else {
        literal(bytes)
    }
}
