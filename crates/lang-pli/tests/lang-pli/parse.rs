//! The parser: what it reads, what it says of what is wrong, and that it prints what it read.

mod declarations;
mod errors;
mod expressions;
mod figures;
mod malformed;
mod mutation;
mod numbers;
mod round_trip;
mod statements;
mod terminal;

use effigy_base::source::Diagnostic;
use effigy_lang_pli::parse;
use effigy_lang_pli::tree::{Procedure, Program, Statement, StatementKind};
use effigy_testkit::pli::malformed::around;
use std::path::{Path, PathBuf};

/// The program of a text without errors.
fn program(text: &str) -> Program {
    let (program, errors) = parse("test.pli", text.as_bytes());
    let errors: Vec<String> = errors.iter().map(Diagnostic::to_string).collect();
    assert!(errors.is_empty(), "{text}\n{}", errors.join("\n"));
    program
}

/// The errors of a text as `line:column: message`.
fn errors(text: &str) -> Vec<String> {
    let (_, errors) = parse("test.pli", text.as_bytes());
    errors.iter().map(|e| format!("{}:{}: {}", e.line, e.column, e.message)).collect()
}

/// The one procedure of a text without errors.
fn procedure(text: &str) -> Procedure {
    let program = program(text);
    let [procedure] = program.procedures.as_slice() else { panic!("not one procedure: {text}") };
    procedure.clone()
}

/// The listing of the statements of [`around`], each trimmed and without its number.
fn listing(statements: &str) -> Vec<String> {
    let text = program(&around(statements)).to_string();
    let lines: Vec<String> = text.lines().map(|line| line[6..].trim().to_owned()).collect();
    lines[2..lines.len() - 1].to_vec()
}

/// Numbers and statements in the order of the text, those in groups and branches included.
fn numbers(procedure: &Procedure) -> Vec<u32> {
    fn walk(body: &[Statement], numbers: &mut Vec<u32>) {
        for statement in body {
            numbers.push(statement.number);
            match &statement.kind {
                StatementKind::If { then, otherwise, .. } => {
                    walk(std::slice::from_ref(then), numbers);
                    if let Some(otherwise) = otherwise {
                        walk(std::slice::from_ref(otherwise), numbers);
                    }
                }
                StatementKind::Do { body, end, .. } => {
                    walk(body, numbers);
                    numbers.push(end.number);
                }
                _ => {}
            }
        }
    }
    let mut numbers = vec![procedure.number];
    walk(&procedure.body, &mut numbers);
    numbers.push(procedure.end.number);
    numbers
}

/// The tree without places.
fn shape(program: &Program) -> String {
    let text = format!("{program:?}");
    let mut parts = text.split('@');
    let mut shape = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let is_place = part.starts_with(|c: char| c.is_ascii_digit());
        shape.push('@');
        shape.push_str(if is_place {
            part.trim_start_matches(|c: char| c.is_ascii_digit() || c == ':' || c == '-')
        } else {
            part
        });
    }
    shape
}

/// Checks that the printed program is read back as the same tree.
fn assert_round_trip(program: &Program) {
    let printed = program.to_string();
    let (again, errors) = parse(&program.path, printed.as_bytes());
    let errors: Vec<String> = errors.iter().map(Diagnostic::to_string).collect();
    assert!(errors.is_empty(), "{printed}\n{}", errors.join("\n"));
    assert_eq!(shape(program), shape(&again), "{printed}");
}

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/pli")
}

fn example(name: &str) -> String {
    let path = examples().join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}
