//! Traces: one step a line.

use super::program;
use effigy_lang_oo::tree::{StatementKind, Trace};
use effigy_lang_oo::{Names, parse_trace};

const PROGRAM: &str =
    "class C { C f; int v; C(int x) { v := x; } int m() { return v; } } C g; int k;";

fn trace(text: &str) -> Result<Trace, Vec<String>> {
    let errors = |errors: Vec<effigy_base::source::Diagnostic>| {
        errors.iter().map(|e| format!("{}:{}: {}", e.line, e.column, e.message)).collect()
    };
    parse_trace(&program(PROGRAM), "test.trace", text.as_bytes()).map_err(errors)
}

#[test]
fn steps_are_assignments_creations_and_tests() {
    let text = "# a trace\nC x; C y;\nx.f := y   # aliasing\ny := new C\n\ny.f = nil && g != x\nk := x.v + 1;\nk > 0";
    let trace = trace(text).unwrap();
    let program = program(PROGRAM);
    let names = Names::new(&program, &trace.locals);
    let steps: Vec<String> = trace
        .steps
        .iter()
        .map(|step| match &step.kind {
            StatementKind::Assign(target, value) => {
                format!("{} := {}", names.target(target), names.expression(value))
            }
            StatementKind::Assume(test) => names.expression(test),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(
        steps,
        ["x.f := y", "y := new C()", "y.f == null && g != x", "k := x.v + 1", "k > 0"]
    );
    assert_eq!(trace.steps[0].span.start.line, 3);
}

#[test]
fn what_is_no_step_is_a_located_error() {
    assert_eq!(
        trace("C x\nx := y\nx.f := x.g k = 1\nk = x\nx.m() = 1\nx := new C(1)\nwhile (true) {}\nx := (").unwrap_err(),
        [
            "2:6: `y` is not declared",
            "3:12: expected an operator, `;` or the end of the line, found `k`",
            "4:3: an int and a C cannot be compared",
            "5:1: a trace has assignments, `x := new C` without constructor, and tests: no calls",
            "6:6: a trace has assignments, `x := new C` without constructor, and tests: no calls",
            "7:1: expected an expression, found `while`",
            "8:7: expected an expression, found the end of the text",
        ]
    );
    assert_eq!(trace("é := 1").unwrap_err().len(), 1);
}

#[test]
fn a_step_ends_with_its_line() {
    // Behind `k := 1` the sign would be a difference, and the parentheses behind `g` would be a call.
    let trace = trace("k := 1\n-1 < k\ng := g\n(k) = 2").unwrap();
    assert_eq!(trace.steps.len(), 4);
    let lines: Vec<u32> = trace.steps.iter().map(|step| step.span.start.line).collect();
    assert_eq!(lines, [1, 2, 3, 4]);
}

#[test]
fn a_step_that_its_line_does_not_end_is_an_error() {
    assert_eq!(
        trace("k :=\nk = 1").unwrap_err(),
        ["1:5: expected an expression, found the end of the line"]
    );
}
