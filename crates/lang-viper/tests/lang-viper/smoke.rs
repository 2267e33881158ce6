//! Smoke detection: where marks stand.

use effigy_lang_viper::tree::{Block, Origin, StmtKind};
use effigy_lang_viper::{Disk, ParseOptions, parse, parse_with};
use std::path::Path;

/// The lines of the marks in the first method of a program, in the order of execution.
fn marks(text: &str) -> Vec<u32> {
    let options = ParseOptions { smoke: true, ..ParseOptions::default() };
    let parsed = parse_with(Path::new("test.vpr"), text, &Disk, &options);
    let program = parsed.unwrap_or_else(|problems| panic!("{problems:?}")).program;
    let mut lines = Vec::new();
    of_block(program.methods.as_slice()[0].body.as_ref().unwrap(), &mut lines);
    lines
}

fn of_block(block: &Block, lines: &mut Vec<u32>) {
    for statement in &block.statements {
        match &statement.kind {
            StmtKind::Refute { condition, origin: Origin::Smoke } => {
                lines.push(condition.place.span.start.line);
            }
            StmtKind::If { then, otherwise, .. } => {
                of_block(then, lines);
                of_block(otherwise, lines);
            }
            StmtKind::While { body, .. } | StmtKind::Block(body) => of_block(body, lines),
            _ => {}
        }
    }
}

#[test]
fn marks_stand_where_a_proof_must_get_to() {
    let text = "method m(b: Bool)
{
  inhale b
  if (b) {
    assume true
  } else {
  }
  while (b) {
  }
  goto end
  label end
}";
    assert_eq!(marks(text), [3, 5, 4, 8, 10, 1]);
    let none = "method m(b: Bool) { assert true if (b) { } }";
    assert_eq!(marks(none), [1]);
}

#[test]
fn nothing_is_marked_behind_what_is_said_to_be_unreachable() {
    let text = "method m(b: Bool)
{
  if (b) {
    unreachable
    assume true
    while (b) {
      assume true
    }
  }
  inhale b
  if (b) {
    unreachable
  } else {
    unreachable
  }
  inhale b
}";
    assert_eq!(marks(text), [10]);
    let jump = "method m(b: Bool)
{
  if (b) {
    goto end
  }
  unreachable
  label middle
  inhale b
  label end
  inhale b
}";
    assert_eq!(marks(jump), [4, 3, 10, 1]);
}

#[test]
fn without_the_option_there_are_no_marks() {
    let text = "method m() { inhale true unreachable }";
    let problems = parse(Path::new("test.vpr"), text, &Disk).unwrap_err();
    assert_eq!(problems.len(), 1);
    assert!(problems[0].message.contains("--smoke"), "{problems:?}");
}
